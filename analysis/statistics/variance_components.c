/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One-way random-effects analysis of variance with unequal group sizes
 * (Searle, Casella and McCulloch 1992) and the exact limits of the intraclass
 * correlation from F quantiles (Shrout and Fleiss 1979).
 */

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "analysis/statistics/statistics.h"

/* Beyond these degrees of freedom GSL's continued fractions give up. */
static const double f_gsl_most = 1e4;

/* Paulson's (1942) normal deviate of F: its cube root is nearly normal. */
static double f_deviate(double f, double nu1, double nu2)
{
    double a = 2 / (9 * nu1), b = 2 / (9 * nu2), root = cbrt(f);
    return (root * (1 - b) - (1 - a)) / sqrt(root * root * b + a);
}

static double f_upper_tail(double f, double nu1, double nu2)
{
    if (nu1 < f_gsl_most && nu2 < f_gsl_most)
        return gsl_cdf_fdist_Q(f, nu1, nu2);
    return gsl_cdf_ugaussian_Q(f_deviate(f, nu1, nu2));
}

/* Upper 2.5 % point, by bisection: GSL's inverse aborts the program where it fails. */
static double f_upper_quantile(double nu1, double nu2)
{
    double low = 0, high = 1;
    while (f_upper_tail(high, nu1, nu2) > 0.025 && high < 1e6)
        high *= 2;
    for (int step = 0; step < 60; step++) {
        double middle = (low + high) / 2;
        if (f_upper_tail(middle, nu1, nu2) > 0.025)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static double icc_of(double f, double m0)
{
    return isinf(f) ? 1 : (f - 1) / (f + m0 - 1);
}

static double mean_of(const double *values, size_t n, double origin)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i] - origin;
    return origin + sum / (double)n;
}

static double squares_about(const double *values, size_t n, double centre)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (values[i] - centre) * (values[i] - centre);
    return sum;
}

static enum benchan_status check_groups(const double *values, const size_t *start,
                                        size_t groups, struct benchan_error *error)
{
    for (size_t g = 0; g < groups; g++)
        if (start[g + 1] <= start[g])
            return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                                "variance components: group %zu is empty", g + 1);
    for (size_t i = groups > 0 ? start[0] : 0; groups > 0 && i < start[groups]; i++)
        if (!isfinite(values[i]))
            return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                                "variance components: value %zu is not finite", i + 1);
    return BENCHAN_OK;
}

/* What follows from the two mean squares, once both exist. */
static void components_from_squares(struct benchan_components *c)
{
    double nu1 = (double)(c->groups - 1), nu2 = (double)(c->values - c->groups);
    if (c->ms_within <= 0 && c->ms_between <= 0)
        return; /* no spread at all: every share of it is undefined */
    c->f = c->ms_within > 0 ? c->ms_between / c->ms_within : INFINITY;
    c->p = isinf(c->f) ? 0 : f_upper_tail(c->f, nu1, nu2);
    double icc = icc_of(c->f, c->m0);
    c->icc = icc > 0 ? icc : 0;
    c->icc_low = icc_of(c->f / f_upper_quantile(nu1, nu2), c->m0);
    c->icc_high = icc_of(c->f * f_upper_quantile(nu2, nu1), c->m0);
    double share = isinf(c->f) ? 1 : 1 - 1 / c->f;
    c->between_share = share > 0 ? share : 0;
}

enum benchan_status benchan_components_analyse(const double *values, const size_t *start,
                                               size_t groups, struct benchan_components *result,
                                               struct benchan_error *error)
{
    enum benchan_status status = check_groups(values, start, groups, error);
    if (status != BENCHAN_OK)
        return status;
    size_t total = groups > 0 ? start[groups] - start[0] : 0;
    struct benchan_components c = {.groups = groups, .values = total};
    c.ms_between = c.ms_within = c.f = c.p = c.icc = c.icc_low = c.icc_high = NAN;
    c.between_share = c.m0 = NAN;
    if (groups >= 2 && total > groups) {
        const double *first = values + start[0];
        double grand = mean_of(first, total, first[0]);
        double between = 0, within = 0, sizes = 0;
        for (size_t g = 0; g < groups; g++) {
            const double *group = values + start[g];
            double m = (double)(start[g + 1] - start[g]);
            double mean = mean_of(group, start[g + 1] - start[g], group[0]);
            between += m * (mean - grand) * (mean - grand);
            within += squares_about(group, start[g + 1] - start[g], mean);
            sizes += m * m;
        }
        c.m0 = ((double)total - sizes / (double)total) / (double)(groups - 1);
        c.ms_between = between / (double)(groups - 1);
        c.ms_within = within / (double)(total - groups);
        components_from_squares(&c);
    }
    *result = c;
    return BENCHAN_OK;
}
