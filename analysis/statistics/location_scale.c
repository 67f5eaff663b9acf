/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where values lie and how far they spread, from their order and their moments.
 * Percentiles are type 7 of Hyndman and Fan (1996), which R and NumPy default to.
 */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

double benchan_quantile_sorted(const double *sorted, size_t n, double p)
{
    if (n == 0 || !(p >= 0 && p <= 1))
        return NAN;
    const double position = (double)(n - 1) * p;
    const size_t below = (size_t)position;
    if (below + 1 >= n)
        return sorted[n - 1];
    const double fraction = position - (double)below;
    const double low = sorted[below], high = sorted[below + 1];
    const double step = high - low;
    if (isfinite(step))
        return low + fraction * step;
    return (1 - fraction) * low + fraction * high;
}

/* Mean and n - 1 standard deviation, both divided by 2^exponent. */
struct moments {
    double mean, sd;
};

/*
 * Two passes over values scaled by a power of two, so that neither the squares
 * of 1e300 nor those of 1e-300 leave the range. The first sum is compensated
 * (Neumaier's variant); the second pass corrects for the rounding of the mean.
 */
static struct moments scaled_moments(const double *values, size_t n, int exponent)
{
    double sum = 0, lost = 0;
    for (size_t i = 0; i < n; i++) {
        const double x = scalbn(values[i], -exponent);
        const double total = sum + x;
        lost += fabs(sum) >= fabs(x) ? (sum - total) + x : (x - total) + sum;
        sum = total;
    }
    struct moments moments = {.mean = (sum + lost) / (double)n, .sd = NAN};
    if (n < 2)
        return moments;
    double squares = 0, drift = 0;
    for (size_t i = 0; i < n; i++) {
        const double d = scalbn(values[i], -exponent) - moments.mean;
        squares += d * d;
        drift += d;
    }
    const double variance = (squares - drift * drift / (double)n) / (double)(n - 1);
    moments.sd = sqrt(fmax(variance, 0));
    return moments;
}

static void describe_moments(const double *sorted, size_t n,
                             struct benchan_location_scale *stats)
{
    /* The rounding of a mean must not give a constant arm a spread. */
    if (sorted[0] == sorted[n - 1]) {
        stats->mean = sorted[0];
        stats->sd = n < 2 ? NAN : 0;
    } else {
        int exponent;
        (void)frexp(fmax(fabs(sorted[0]), fabs(sorted[n - 1])), &exponent);
        const struct moments moments = scaled_moments(sorted, n, exponent);
        stats->mean = fmin(fmax(scalbn(moments.mean, exponent), sorted[0]), sorted[n - 1]);
        stats->sd = scalbn(moments.sd, exponent);
    }
    stats->cv = stats->mean != 0 ? stats->sd / fabs(stats->mean) : NAN;
}

/* Turns `sorted` into deviations from its median. */
static void describe_deviations(double *sorted, size_t n, struct benchan_location_scale *stats)
{
    for (size_t i = 0; i < n; i++)
        sorted[i] = fabs(sorted[i] - stats->median);
    gsl_sort(sorted, 1, n);
    stats->mad = values_median_sorted(sorted, n);
    stats->robust_cv = stats->median != 0 ? 1.4826 * stats->mad / fabs(stats->median) : NAN;
}

enum benchan_status benchan_location_scale_of(const double *values, size_t n,
                                              struct benchan_location_scale *stats,
                                              struct benchan_error *error)
{
    const enum benchan_status status = values_check(values, n, error);
    if (status)
        return status;
    double *sorted = values_sorted_copy(values, n);
    if (!sorted)
        return benchan_fail_memory(error);
    stats->n = n;
    stats->min = sorted[0];
    stats->max = sorted[n - 1];
    stats->median = values_median_sorted(sorted, n);
    stats->p90 = benchan_quantile_sorted(sorted, n, 0.9);
    describe_moments(sorted, n, stats);
    describe_deviations(sorted, n, stats);
    free(sorted);
    return BENCHAN_OK;
}
