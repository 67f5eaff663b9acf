/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "analysis/statistics/statistics.h"

/* Weights are relative to that of the mode; what is smaller cannot be seen in a sum. */
static const double invisible = 1e-20;

/* Weight of q over weight of q - 1. */
static double step_up(size_t n, double odds, size_t q)
{
    return (double)(n - q + 1) / (double)q * odds;
}

struct span {
    size_t first;  /* smallest count that matters */
    double weight; /* its weight */
    double total;  /* of all that matter */
};

static struct span span_around(size_t n, double odds, size_t mode)
{
    struct span span = {.first = mode, .weight = 1, .total = 1};
    while (span.first > 0 && span.weight > invisible) {
        span.weight /= step_up(n, odds, span.first--);
        span.total += span.weight;
    }
    double weight = 1;
    for (size_t q = mode + 1; q <= n && weight > invisible; q++) {
        weight *= step_up(n, odds, q);
        span.total += weight;
    }
    return span;
}

size_t benchan_binomial_quantile(size_t n, double p, double level)
{
    if (!(p > 0) || !(level > 0))
        return 0;
    if (p >= 1 || level >= 1)
        return n;
    const double odds = p / (1 - p);
    const double peak = ((double)n + 1) * p;
    const size_t mode = peak >= (double)n ? n : (size_t)peak;
    const struct span span = span_around(n, odds, mode);
    /* An exactly attained level must not be missed by rounding. */
    const double needed = level * span.total * (1 - 1e-13);
    size_t q = span.first;
    double weight = span.weight, sum = span.weight;
    while (sum < needed && q < n) {
        weight *= step_up(n, odds, ++q);
        sum += weight;
    }
    return q;
}
