/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GSL has the distribution of the binomial but not its inverse: bisection finds
 * it, since the distribution only rises.
 */
#include <gsl/gsl_cdf.h>
#include <limits.h>

#include "analysis/statistics/statistics.h"

size_t benchan_binomial_quantile(size_t n, double p, double level)
{
    if (!(p > 0) || !(level > 0))
        return 0;
    if (p >= 1 || level >= 1 || n > UINT_MAX)
        return n;
    /* An exactly attained level must not be missed by rounding. */
    const double needed = level * (1 - 1e-13);
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (gsl_cdf_binomial_P((unsigned)middle, p, (unsigned)n) < needed)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
