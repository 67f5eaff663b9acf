/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Description against R and the certified values of NIST's StRD. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"
#include "support_near.h"

static struct benchan_location_scale describe(const double *values, size_t n)
{
    struct benchan_location_scale stats;
    assert_int_equal(benchan_location_scale_of(values, n, &stats, NULL), BENCHAN_OK);
    assert_int_equal(stats.n, n);
    return stats;
}

static void small_sample(void **state)
{
    (void)state;
    const double x[] = {9.2, 10.1, 10.4, 9.9, 9.95, 12.5, 8.8};
    const struct benchan_location_scale stats = describe(x, 7);
    assert_near(stats.min, 8.8, 0);
    assert_near(stats.max, 12.5, 0);
    assert_near(stats.median, 9.95, 0);
    assert_near(stats.mean, 10.121428571428572, 1e-14);
    assert_near(stats.sd, 1.183869764394555, 1e-14);
    assert_near(stats.p90, 11.24, 1e-14);
    assert_near(stats.mad, 0.45, 1e-13);
    assert_near(stats.cv, 1.183869764394555 / 10.121428571428572, 1e-14);
    assert_near(stats.robust_cv, 1.4826 * 0.45 / 9.95, 1e-13);
}

/* NumAcc1 to 4: a base, then pairs around it; certified mean and sd. */
static void numerical_accuracy(void **state)
{
    (void)state;
    const double three[] = {10000001, 10000003, 10000002};
    assert_near(describe(three, 3).mean, 10000002, 0);
    assert_near(describe(three, 3).sd, 1, 1e-15);
    const struct {
        double base, precision;
    } sets[] = {{1, 1e-13}, {1000000, 1e-9}, {10000000, 1e-8}};
    for (size_t s = 0; s < 3; s++) {
        double x[1001] = {sets[s].base + 0.2};
        for (size_t i = 1; i < 1001; i++)
            x[i] = sets[s].base + (i % 2 ? 0.1 : 0.3);
        const struct benchan_location_scale stats = describe(x, 1001);
        assert_near(stats.mean, sets[s].base + 0.2, 1e-15);
        assert_near(stats.sd, 0.1, sets[s].precision);
    }
}

/* Michelson's speed of light, as thousandths above 299. */
static void michelson(void **state)
{
    (void)state;
    double x[] = {850, 740,  900,  1070, 930, 850, 950, 980, 980, 880, 1000, 980, 930, 650, 760,
                  810, 1000, 1000, 960,  960, 960, 940, 960, 940, 880, 800,  850, 880, 900, 840,
                  830, 790,  810,  880,  880, 830, 800, 790, 760, 800, 880,  880, 880, 860, 720,
                  720, 620,  860,  970,  950, 880, 910, 850, 870, 840, 840,  850, 840, 840, 840,
                  890, 810,  810,  820,  800, 770, 760, 740, 750, 760, 910,  920, 890, 860, 880,
                  720, 840,  850,  850,  780, 890, 840, 780, 810, 760, 810,  790, 810, 820, 850,
                  870, 870,  810,  740,  810, 940, 950, 800, 810, 870};
    for (size_t i = 0; i < 100; i++)
        x[i] = 299 + x[i] / 1000;
    assert_near(describe(x, 100).mean, 299.8524, 1e-15);
    assert_near(describe(x, 100).sd, 0.0790105478190518, 1e-12);
}

static void quantiles(void **state)
{
    (void)state;
    const double x[] = {1, 2, 4, 8, 16, 32};
    const double p[] = {0, 0.1, 0.33, 0.5, 0.9, 1}, expected[] = {1, 1.5, 3.3, 6, 24, 32};
    for (size_t i = 0; i < 6; i++)
        assert_near(benchan_quantile_sorted(x, 6, p[i]), expected[i], 1e-14);
    assert_near(benchan_quantile_sorted(x, 1, 0.9), 1, 0);
    assert_true(isnan(benchan_quantile_sorted(x, 6, 1.01)));
    assert_true(isnan(benchan_quantile_sorted(x, 6, NAN)));
    assert_true(isnan(benchan_quantile_sorted(x, 0, 0.5)));
    const double apart[] = {-1.7e308, 1.7e308};
    assert_near(benchan_quantile_sorted(apart, 2, 0.5), 0, 0);
}

static void edges(void **state)
{
    (void)state;
    const double one[] = {3}, zeros[] = {0, 0, 0};
    struct benchan_location_scale stats = describe(one, 1);
    assert_true(isnan(stats.sd) && isnan(stats.cv));
    assert_near(stats.mean, 3, 0);
    assert_near(stats.mad, 0, 0);
    stats = describe(zeros, 3);
    assert_true(isnan(stats.cv) && isnan(stats.robust_cv));
    assert_near(stats.sd, 0, 0);
    double same[77];
    for (size_t i = 0; i < 77; i++)
        same[i] = 0.1;
    stats = describe(same, 77);
    assert_near(stats.sd, 0, 0);
    assert_near(stats.mean, 0.1, 0);
    assert_near(stats.cv, 0, 0);
}

static void scale_does_not_matter(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 5, 8};
    const struct benchan_location_scale plain = describe(x, 5);
    for (int exponent = -1000; exponent <= 1000; exponent += 100) {
        double scaled[5];
        for (size_t i = 0; i < 5; i++)
            scaled[i] = ldexp(x[i], exponent);
        const struct benchan_location_scale stats = describe(scaled, 5);
        assert_true(stats.cv == plain.cv);
        assert_true(stats.sd == ldexp(plain.sd, exponent));
        assert_true(stats.mean == ldexp(plain.mean, exponent));
    }
}

static void bad_arguments(void **state)
{
    (void)state;
    const double bad[] = {1, INFINITY};
    struct benchan_location_scale stats = {.mean = 7};
    struct benchan_error error;
    assert_int_equal(benchan_location_scale_of(bad, 2, &stats, &error), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_location_scale_of(bad, 0, &stats, &error), BENCHAN_BAD_USAGE);
    assert_string_equal(error.message, "no values");
    assert_near(stats.mean, 7, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_sample),  cmocka_unit_test(numerical_accuracy),
        cmocka_unit_test(michelson),     cmocka_unit_test(quantiles),
        cmocka_unit_test(edges),         cmocka_unit_test(scale_does_not_matter),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
