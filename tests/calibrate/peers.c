/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/peers.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

#include "analysis/statistics/statistics.h"
#include "tests/calibrate/environments.h"

static int sign(double value)
{
    return (value > 0) - (value < 0);
}

/* ------------------------------------------------------------------ rank rule */

/* Sum over tie groups of t^3 - t in the merged sorted arms, and twice U of b. */
static void count_pairs(const double *a, size_t n, const double *b, size_t m, double *ties,
                        double *twice_u)
{
    size_t i = 0;
    size_t j = 0;
    *ties = *twice_u = 0;
    while (i < n || j < m) {
        const double value = j == m || (i < n && a[i] < b[j]) ? a[i] : b[j];
        const size_t below = i;
        const size_t from = j;
        while (i < n && a[i] == value)
            i++;
        while (j < m && b[j] == value)
            j++;
        const double of_a = (double)(i - below);
        const double of_b = (double)(j - from);
        const double t = of_a + of_b;
        *twice_u += of_b * (2 * (double)below + of_a);
        *ties += t * t * t - t;
    }
}

/* The normal approximation with both corrections, as the peer uses for larger samples. */
static double rank_p(const double *a, size_t n, const double *b, size_t m)
{
    double ties;
    double twice_u;
    count_pairs(a, n, b, m, &ties, &twice_u);
    const double x = (double)n;
    const double y = (double)m;
    const double all = x + y;
    const double variance = x * y / 12 * (all + 1 - ties / (all * (all - 1)));
    const double away = fabs(twice_u - x * y) / 2 - 0.5;
    if (!(variance > 0) || away <= 0)
        return 1;
    return erfc(away / sqrt(2 * variance));
}

int peers_rank_rule(const double *a, size_t n, const double *b, size_t m)
{
    enum { EXACT_TO = 25 };
    double x[MOST_VALUES];
    double y[MOST_VALUES];
    memcpy(x, a, n * sizeof *x);
    memcpy(y, b, m * sizeof *y);
    gsl_sort(x, 1, n);
    gsl_sort(y, 1, m);
    double p;
    struct benchan_rank_test test;
    if (n <= EXACT_TO && m <= EXACT_TO)
        p = benchan_mann_whitney(x, n, y, m, &test, NULL) ? 1 : test.p;
    else
        p = rank_p(x, n, y, m);
    const double apart =
        benchan_quantile_sorted(y, m, 0.5) - benchan_quantile_sorted(x, n, 0.5);
    return p < 0.05 ? sign(apart) : 0;
}

/* --------------------------------------------------------------------- t rule */

static double mean_of(const double *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum / (double)n;
}

static double squares_about(const double *values, size_t n, double mean)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return sum;
}

int peers_t_rule(const double *a, size_t n, const double *b, size_t m)
{
    const double mean_a = mean_of(a, n);
    const double mean_b = mean_of(b, m);
    const double degrees = (double)(n + m) - 2;
    const double pooled = (squares_about(a, n, mean_a) + squares_about(b, m, mean_b)) / degrees;
    const double error = sqrt(pooled * (1 / (double)n + 1 / (double)m));
    if (!(error > 0))
        return sign(mean_b - mean_a);
    const double t = (mean_b - mean_a) / error;
    return fabs(t) > benchan_t_quantile(0.975, degrees) ? sign(t) : 0;
}
