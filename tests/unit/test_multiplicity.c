/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Holm, binomial quantiles, t, prediction intervals, label runs: against R and exact sums. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/statistics/statistics.h"
#include "support_near.h"

static void holm(void **state)
{
    (void)state;
    const double p[] = {0.01, 0.04, NAN, 0.03, 0.005, 0.5, 0.9};
    const double expected[] = {0.05, 0.12, NAN, 0.12, 0.03, 1, 1};
    double adjusted[7];
    assert_int_equal(benchan_holm(p, 7, adjusted, NULL), BENCHAN_OK);
    for (size_t i = 0; i < 7; i++)
        if (i == 2)
            assert_true(isnan(adjusted[i]));
        else
            assert_near(adjusted[i], expected[i], 1e-14);
    double tied[] = {0.2, 0.001, 0.001, 0.9, 0.9};
    const double expected_tied[] = {0.6, 0.005, 0.005, 1, 1};
    assert_int_equal(benchan_holm(tied, 5, tied, NULL), BENCHAN_OK);
    for (size_t i = 0; i < 5; i++)
        assert_near(tied[i], expected_tied[i], 1e-14);
    const double bad[] = {0.5, 1.2};
    assert_int_equal(benchan_holm(bad, 2, adjusted, NULL), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_holm(bad, 0, adjusted, NULL), BENCHAN_OK);
}

static void binomial(void **state)
{
    (void)state;
    const struct {
        size_t n;
        double p, level;
        size_t expected;
    } table[] = {
        {96, 0.01, 0.99, 4},    {96, 0.01, 0.5, 1},
        {1000, 0.01, 0.99, 18}, {1000000, 0.01, 0.99, 10232},
        {10, 0.5, 0.5, 5},      {10, 0.5, 638.0 / 1024, 5}, /* attained exactly */
        {1, 0.5, 0.5, 0},       {20, 0.9, 0.001, 13},
        {5, 0.3, 0.999999, 5},  {1000000, 0.5, 0.001, 498455},
        {0, 0.5, 0.5, 0},       {7, 0, 0.5, 0},
        {7, 1, 0.5, 7},         {7, 0.5, 1, 7},
        {7, 0.5, 0, 0},         {7, NAN, 0.5, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_int_equal(benchan_binomial_quantile(table[i].n, table[i].p, table[i].level),
                         table[i].expected);
}

static void quantiles(void **state)
{
    (void)state;
    const struct {
        double p, degrees, expected;
    } table[] = {
        {0.975, 1, 12.706204736174694},    {0.975, 2, 4.3026527297494619},
        {0.975, 4, 2.7764451051977934},    {0.995, 9, 3.2498355415921254},
        {0.99875, 3, 9.4648996635363982},  {0.95, 30, 1.6972608865939569},
        {0.9, 2.5, 1.7302509288071761},    {5e-7, 7, -15.767009437482585},
        {0.025, 1e6, -1.9599663568141066}, {0.975, INFINITY, 1.9599639845400536},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const double p = table[i].p, q = benchan_t_quantile(p, table[i].degrees);
        assert_near(q, table[i].expected, 1e-9);
        assert_near(benchan_t_quantile(1 - p, table[i].degrees), -q, 1e-9);
    }
    assert_near(benchan_t_quantile(0.5, 3), 0, 0);
    assert_true(benchan_t_quantile(0, 3) == -INFINITY && benchan_t_quantile(1, 3) == INFINITY);
    assert_true(isnan(benchan_t_quantile(NAN, 3)) && isnan(benchan_t_quantile(0.5, 0)));
    assert_true(isnan(benchan_t_quantile(1.5, 3)) && isnan(benchan_t_quantile(0.5, NAN)));
    assert_near(benchan_normal_quantile(0.975), 1.9599639845400536, 1e-13);
    assert_near(benchan_normal_quantile(1e-12), -7.0344838253011321, 1e-13);
    assert_near(benchan_normal_quantile(0.8), 0.84162123357291441, 1e-13);
    assert_near(benchan_normal_quantile(1e-300), -37.047096299361201, 1e-13);
    assert_near(benchan_normal_quantile(0.5), 0, 0);
    assert_true(isnan(benchan_normal_quantile(-0.1)) && isnan(benchan_normal_quantile(NAN)));
    assert_true(benchan_normal_quantile(0) == -INFINITY);
}

/* With two values or more in both arms it is the pooled t interval of R's t.test. */
static void prediction(void **state)
{
    (void)state;
    const double a[] = {1.02, 1.10, 0.98, 1.05, 1.01}, b[] = {1.20, 1.25, 1.19};
    struct benchan_interval interval, swapped;
    double sd, degrees;
    assert_int_equal(
        benchan_prediction_interval(a, 5, b, 3, 0.05, &interval, &sd, &degrees, NULL),
        BENCHAN_OK);
    assert_near(degrees, 6, 0);
    assert_near(interval.low, 0.10712677458761163, 1e-12);
    assert_near(interval.high, 0.25553989207905509, 1e-12);
    assert_int_equal(
        benchan_prediction_interval(b, 3, a, 5, 0.01, &swapped, &sd, &degrees, NULL),
        BENCHAN_OK);
    assert_near(swapped.low, -0.2937670832991276, 1e-12);
    assert_near(swapped.high, -0.068899583367539166, 1e-12);
}

/* One candidate session among five: nu = 4, s of the baseline alone. */
static void prediction_of_one(void **state)
{
    (void)state;
    const double a[] = {1.02, 1.10, 0.98, 1.05, 1.01}, b[] = {1.20};
    struct benchan_interval interval;
    double sd, degrees;
    assert_int_equal(
        benchan_prediction_interval(a, 5, b, 1, 0.05, &interval, &sd, &degrees, NULL),
        BENCHAN_OK);
    assert_near(degrees, 4, 0);
    const double mean = (1.02 + 1.10 + 0.98 + 1.05 + 1.01) / 5;
    double squares = 0;
    for (size_t i = 0; i < 5; i++)
        squares += (a[i] - mean) * (a[i] - mean);
    assert_near(sd, sqrt(squares / 4), 1e-12);
    assert_near(interval.estimate, 1.20 - mean, 1e-12);
    assert_near(interval.high - interval.low,
                2 * 2.7764451051977934 * sqrt(squares / 4) * sqrt(1 + 1.0 / 5), 1e-12);
    assert_int_equal(
        benchan_prediction_interval(b, 1, b, 1, 0.05, &interval, &sd, &degrees, NULL),
        BENCHAN_BAD_USAGE);
    assert_int_equal(
        benchan_prediction_interval(a, 5, b, 0, 0.05, &interval, &sd, &degrees, NULL),
        BENCHAN_BAD_USAGE);
}

static void t_interval(void **state)
{
    (void)state;
    const double d[] = {3.1, 2.9, 3.3, 3.0, 3.25}, same[] = {0.1, 0.1, 0.1};
    struct benchan_interval interval;
    assert_int_equal(benchan_t_interval(d, 5, 0.05, &interval, NULL), BENCHAN_OK);
    assert_near(interval.estimate, 3.11, 1e-12);
    assert_near(interval.low, 2.9022298732632863, 1e-12);
    assert_near(interval.high, 3.3177701267367135, 1e-12);
    assert_int_equal(benchan_t_interval(same, 3, 0.05, &interval, NULL), BENCHAN_OK);
    assert_true(interval.low == 0.1 && interval.high == 0.1);
    assert_int_equal(benchan_t_interval(d, 1, 0.05, &interval, NULL), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_t_interval(d, 5, 0, &interval, NULL), BENCHAN_BAD_USAGE);
}

/* Expectations from sums of exact fractions. */
static void label_runs(void **state)
{
    (void)state;
    const struct {
        size_t n, m;
        double level;
        size_t low, high;
    } table[] = {
        {1, 1, 0.99, 2, 2},        {1, 5, 0.99, 2, 3},      {2, 2, 0.5, 2, 4},
        {5, 5, 0.99, 2, 10},       {6, 6, 0.95, 4, 10},     {10, 10, 0.99, 6, 16},
        {20, 20, 0.99, 13, 29},    {20, 20, 0.95, 15, 27},  {20, 7, 0.99, 6, 15},
        {100, 100, 0.99, 83, 119}, {60, 200, 0.9, 84, 103}, {0, 4, 0.99, 1, 1},
        {0, 0, 0.99, 0, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t low, high;
        benchan_label_runs_range(table[i].n, table[i].m, table[i].level, &low, &high);
        assert_int_equal(low, table[i].low);
        assert_int_equal(high, table[i].high);
        benchan_label_runs_range(table[i].m, table[i].n, table[i].level, &low, &high);
        assert_int_equal(low, table[i].low);
        assert_int_equal(high, table[i].high);
    }
    size_t low, high;
    benchan_label_runs_range(500000, 500000, 0.99, &low, &high);
    /* Mean 500001, sd about 500. */
    assert_true(low > 500001 - 1320 && low < 500001 - 1250);
    assert_true(high < 500001 + 1320 && high > 500001 + 1250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holm),
        cmocka_unit_test(binomial),
        cmocka_unit_test(quantiles),
        cmocka_unit_test(prediction),
        cmocka_unit_test(prediction_of_one),
        cmocka_unit_test(t_interval),
        cmocka_unit_test(label_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
