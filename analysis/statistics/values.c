/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/values.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/statistics.h"

enum benchan_status values_check(const double *values, size_t n, struct benchan_error *error)
{
    if (n == 0)
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL, "no values");
    for (size_t i = 0; i < n; i++)
        if (!isfinite(values[i]))
            return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                                "value %zu is not finite", i + 1);
    return BENCHAN_OK;
}

enum benchan_status values_check_sorted(const double *values, size_t n,
                                        struct benchan_error *error)
{
    const enum benchan_status status = values_check(values, n, error);
    if (status)
        return status;
    for (size_t i = 1; i < n; i++)
        if (values[i] < values[i - 1])
            return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                                "value %zu is out of order", i + 1);
    return BENCHAN_OK;
}

enum benchan_status values_check_alpha(double alpha, struct benchan_error *error)
{
    if (alpha > 0 && alpha < 1)
        return BENCHAN_OK;
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                        "alpha must lie between 0 and 1");
}

enum benchan_status values_check_span(const double *a, size_t n, const double *b, size_t m,
                                      struct benchan_error *error)
{
    if (isfinite(b[m - 1] - a[0]) && isfinite(b[0] - a[n - 1]))
        return BENCHAN_OK;
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                        "the values lie too far apart to be subtracted");
}

double values_middle(double low, double high)
{
    const double sum = low + high;
    return isfinite(sum) ? sum / 2 : low / 2 + high / 2;
}

double values_log_ratio(double a, double b)
{
    if (b < a)
        return 0.0 - values_log_ratio(b, a);
    const double ratio = b / a;
    return isfinite(ratio) ? log(ratio) : log(b) - log(a);
}

double values_median_sorted(const double *sorted, size_t n)
{
    return n % 2 ? sorted[n / 2] : values_middle(sorted[n / 2 - 1], sorted[n / 2]);
}

double *values_sorted_copy(const double *values, size_t n)
{
    if (n > SIZE_MAX / sizeof *values)
        return NULL;
    double *copy = malloc(n * sizeof *copy);
    if (!copy)
        return NULL;
    memcpy(copy, values, n * sizeof *copy);
    gsl_sort(copy, 1, n);
    return copy;
}
