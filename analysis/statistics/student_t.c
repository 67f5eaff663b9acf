/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

double benchan_normal_quantile(double p)
{
    if (!(p >= 0 && p <= 1))
        return NAN;
    if (p == 0 || p == 1)
        return p == 0 ? -INFINITY : INFINITY;
    return p < 0.5 ? gsl_cdf_ugaussian_Pinv(p) : -gsl_cdf_ugaussian_Pinv(1 - p);
}

double benchan_t_quantile(double p, double degrees)
{
    if (!(p >= 0 && p <= 1) || !(degrees > 0))
        return NAN;
    if (!isfinite(degrees) || p == 0 || p == 1)
        return benchan_normal_quantile(p);
    return p < 0.5 ? gsl_cdf_tdist_Pinv(p, degrees) : 0.0 - gsl_cdf_tdist_Pinv(1 - p, degrees);
}

/* Mean and n - 1 standard deviation; exactly 0 for equal values. */
static enum benchan_status moments(const double *values, size_t n, double *mean, double *sd,
                                   struct benchan_error *error)
{
    struct benchan_location_scale stats;
    const enum benchan_status status = benchan_location_scale_of(values, n, &stats, error);
    if (status)
        return status;
    *mean = stats.mean;
    *sd = n < 2 ? 0 : stats.sd;
    return BENCHAN_OK;
}

/* estimate -+ t * error of the estimate. */
static void t_limits(double estimate, double standard_error, double degrees, double alpha,
                     struct benchan_interval *interval)
{
    const double reach =
        standard_error > 0 ? -benchan_t_quantile(alpha / 2, degrees) * standard_error : 0;
    interval->estimate = estimate;
    interval->low = estimate - reach;
    interval->high = estimate + reach;
}

enum benchan_status benchan_prediction_interval(const double *a, size_t n, const double *b,
                                                size_t m, double alpha,
                                                struct benchan_interval *interval, double *sd,
                                                double *degrees, struct benchan_error *error)
{
    double mean_a, mean_b, sd_a, sd_b;
    enum benchan_status status = values_check_alpha(alpha, error);
    if (!status)
        status = moments(a, n, &mean_a, &sd_a, error);
    if (!status)
        status = moments(b, m, &mean_b, &sd_b, error);
    if (status)
        return status;
    if (n < 2 && m < 2)
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                            "a prediction interval needs two values in an arm");
    /* An arm of one value brings no degree of freedom and no square. */
    const double nu_a = (double)n - 1, nu_b = (double)m - 1, nu = nu_a + nu_b;
    const double pooled = hypot(sqrt(nu_a / nu) * sd_a, sqrt(nu_b / nu) * sd_b);
    t_limits(mean_b - mean_a, pooled * sqrt(1 / (double)n + 1 / (double)m), nu, alpha,
             interval);
    interval->method = "t, prediction from sessions";
    if (sd)
        *sd = pooled;
    if (degrees)
        *degrees = nu;
    return BENCHAN_OK;
}

enum benchan_status benchan_t_interval(const double *d, size_t n, double alpha,
                                       struct benchan_interval *interval,
                                       struct benchan_error *error)
{
    double mean, sd;
    enum benchan_status status = values_check_alpha(alpha, error);
    if (!status)
        status = moments(d, n, &mean, &sd, error);
    if (status)
        return status;
    if (n < 2)
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                            "a t interval needs two values");
    t_limits(mean, sd / sqrt((double)n), (double)n - 1, alpha, interval);
    interval->method = "t";
    return BENCHAN_OK;
}
