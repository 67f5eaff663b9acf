/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

/* ----------------------------------------------------------------------- sorting */

enum { INSERTION_LIMIT = 24 };

static void insertion_sort(double *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const double value = values[i];
        size_t j = i;
        for (; j > 0 && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

static void sift_down(double *values, size_t root, size_t n)
{
    const double value = values[root];
    for (size_t child = 2 * root + 1; child < n; child = 2 * root + 1) {
        if (child + 1 < n && values[child] < values[child + 1])
            child++;
        if (values[child] <= value)
            break;
        values[root] = values[child];
        root = child;
    }
    values[root] = value;
}

static void heap_sort(double *values, size_t n)
{
    for (size_t root = n / 2; root-- > 0;)
        sift_down(values, root, n);
    for (size_t end = n; end-- > 1;) {
        const double largest = values[0];
        values[0] = values[end];
        values[end] = largest;
        sift_down(values, 0, end);
    }
}

static double median_of_three(double a, double b, double c)
{
    if ((a < b) != (a < c))
        return a;
    return (b < a) != (b < c) ? b : c;
}

/* Returns the length of the lower part; both parts are non-empty. */
static size_t partition(double *values, size_t n)
{
    const double pivot = median_of_three(values[0], values[n / 2], values[n - 1]);
    size_t low = 0, high = n - 1;
    for (;;) {
        while (values[low] < pivot)
            low++;
        while (values[high] > pivot)
            high--;
        if (low >= high)
            break;
        const double swapped = values[low];
        values[low++] = values[high];
        values[high--] = swapped;
    }
    return high + 1 < n ? high + 1 : n - 1;
}

void values_sort_to_depth(double *values, size_t n, unsigned depth)
{
    while (n > INSERTION_LIMIT) {
        if (depth == 0) {
            heap_sort(values, n);
            return;
        }
        depth--;
        const size_t lower = partition(values, n);
        values_sort_to_depth(values, lower, depth);
        values += lower;
        n -= lower;
    }
    insertion_sort(values, n);
}

void benchan_sort(double *values, size_t n)
{
    unsigned depth = 4;
    for (size_t left = n; left > 1; left /= 2)
        depth += 2;
    values_sort_to_depth(values, n, depth);
}

/* ------------------------------------------------------------------- description */

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
                             struct benchan_description_stats *stats)
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
static void describe_deviations(double *sorted, size_t n,
                                struct benchan_description_stats *stats)
{
    for (size_t i = 0; i < n; i++)
        sorted[i] = fabs(sorted[i] - stats->median);
    benchan_sort(sorted, n);
    stats->mad = values_median_sorted(sorted, n);
    stats->robust_cv = stats->median != 0 ? 1.4826 * stats->mad / fabs(stats->median) : NAN;
}

enum benchan_status benchan_describe_values(const double *values, size_t n,
                                            struct benchan_description_stats *stats,
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
