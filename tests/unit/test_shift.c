/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hodges-Lehmann and Walsh: against full lists of differences and averages, and R. */

#include <gsl/gsl_sort.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/statistics/statistics.h"
#include "support_near.h"
#include "support_random.h"

static struct benchan_interval shift(const double *a, size_t n, const double *b, size_t m,
                                     double alpha, size_t *k)
{
    struct benchan_interval interval;
    assert_int_equal(benchan_hodges_lehmann(a, n, b, m, alpha, &interval, k, NULL), BENCHAN_OK);
    return interval;
}

static struct benchan_interval walsh(const double *d, size_t n, double alpha, size_t *k)
{
    struct benchan_interval interval;
    assert_int_equal(benchan_walsh(d, n, alpha, &interval, k, NULL), BENCHAN_OK);
    return interval;
}

/* What R's wilcox.test(conf.int = TRUE, exact = TRUE) gives. */
static void against_r(void **state)
{
    (void)state;
    const double b[] = {1.1, 2.2, 0.3, 4.5, 3.7, 2.8, 1.9}, a[] = {0.5, 1.7, 3.3, 2.1, 0.9};
    const double d[] = {1.1, -2.2, 0.3, 4.5, 3.7, 2.8, 1.9, -0.4, 5.1};
    size_t k;
    struct benchan_interval interval = shift(a, 5, b, 7, 0.05, &k);
    assert_near(interval.low, -1.1, 1e-12);
    assert_near(interval.high, 2.4, 1e-12);
    assert_near(interval.estimate, 0.6, 1e-12);
    interval = walsh(d, 9, 0.05, &k);
    assert_near(interval.low, -0.15, 1e-12);
    assert_near(interval.high, 3.95, 1e-12);
    assert_near(interval.estimate, 1.95, 1e-12);
}

static double middle_of(const double *sorted, size_t count)
{
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

/* Values on a dyadic grid, so that every difference and average is exact. */
static void fill(double *values, size_t n, struct support_random *random, uint64_t levels)
{
    for (size_t i = 0; i < n; i++)
        values[i] = (double)(support_next(random) % levels) / 64 - 3;
}

static void every_difference(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(21);
    for (size_t round = 0; round < 200; round++) {
        double a[20], b[20], all[400];
        const size_t n = 1 + round % 19, m = 1 + round * 7 % 20;
        size_t count = 0, k;
        fill(a, n, &random, round % 2 ? 8 : 1 << 20);
        fill(b, m, &random, round % 2 ? 8 : 1 << 20);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++)
                all[count++] = b[j] - a[i];
        gsl_sort(all, 1, count);
        const struct benchan_interval interval = shift(a, n, b, m, 0.1, &k);
        assert_near(interval.estimate, middle_of(all, count), 0);
        if (isinf(interval.low)) {
            assert_true(isinf(interval.high) && k == 0);
            continue;
        }
        assert_near(interval.low, all[k], 0);
        assert_near(interval.high, all[count - 1 - k], 0);
    }
}

static void every_average(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(22);
    for (size_t round = 0; round < 200; round++) {
        double d[25], all[400];
        const size_t n = 1 + round % 25;
        size_t count = 0, k;
        fill(d, n, &random, round % 2 ? 8 : 1 << 20);
        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++)
                all[count++] = (d[i] + d[j]) / 2;
        gsl_sort(all, 1, count);
        const struct benchan_interval interval = walsh(d, n, 0.05, &k);
        assert_near(interval.estimate, middle_of(all, count), 0);
        assert_int_equal(isinf(interval.low) != 0, n < 6);
        if (n < 6)
            continue;
        assert_near(interval.low, all[k], 0);
        assert_near(interval.high, all[count - 1 - k], 0);
    }
}

/* Test and interval must agree on 0, where there are no ties. */
static void interval_inverts_the_test(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(23);
    for (size_t round = 0; round < 200; round++) {
        double a[12], b[12], d[12];
        for (size_t i = 0; i < 12; i++) {
            a[i] = support_normal(&random);
            b[i] = support_normal(&random) + 0.8;
            d[i] = b[i] - a[i];
        }
        struct benchan_rank_test test;
        struct benchan_signed_rank_test paired;
        size_t k;
        assert_int_equal(benchan_mann_whitney(a, 12, b, 12, &test, NULL), BENCHAN_OK);
        const struct benchan_interval unpaired = shift(a, 12, b, 12, 0.05, &k);
        assert_int_equal(test.p <= 0.05, unpaired.low > 0 || unpaired.high < 0);
        assert_int_equal(benchan_signed_rank(d, 12, &paired, NULL), BENCHAN_OK);
        const struct benchan_interval averages = walsh(d, 12, 0.05, &k);
        assert_int_equal(paired.p <= 0.05, averages.low > 0 || averages.high < 0);
    }
}

static void too_few_for_alpha(void **state)
{
    (void)state;
    const double d[] = {1, 2, 3, 4, 5, 6};
    size_t k = 9;
    struct benchan_interval interval = walsh(d, 5, 0.05, &k);
    assert_true(interval.low == -INFINITY && interval.high == INFINITY);
    assert_near(interval.estimate, 3, 0);
    assert_int_equal(k, 0);
    interval = walsh(d, 6, 0.05, &k); /* 2 / 2^6 = 0.03125 */
    assert_near(interval.low, 1, 0);
    assert_near(interval.high, 6, 0);
    interval = walsh(d, 6, 0.03125, &k); /* attained exactly */
    assert_near(interval.low, 1, 0);
    interval = shift(d, 3, d, 3, 0.05, &k);
    assert_true(isinf(interval.low) && isinf(interval.high));
    assert_near(interval.estimate, 0, 0);
    interval = shift(d, 6, d, 6, 1e-12, &k);
    assert_true(isinf(interval.low) && isinf(interval.high));
}

static void extreme_values(void **state)
{
    (void)state;
    const double tiny[] = {1e-300, 2e-300, 3e-300, 4e-300, 5e-300, 6e-300};
    const double huge[] = {1e308, 1.1e308, 1.2e308, 1.3e308, 1.4e308, 1.5e308};
    size_t k;
    assert_near(shift(tiny, 6, huge, 6, 0.05, &k).estimate, 1.25e308, 1e-12);
    assert_near(shift(huge, 6, tiny, 6, 0.05, &k).estimate, -1.25e308, 1e-12);
    assert_near(walsh(huge, 6, 0.05, &k).estimate, 1.25e308, 1e-12);
    assert_near(walsh(tiny, 6, 0.05, &k).low, 1e-300, 0);
    const double apart[] = {-1.7e308, 1.7e308};
    struct benchan_interval interval;
    assert_int_equal(benchan_hodges_lehmann(apart, 2, apart, 2, 0.05, &interval, &k, NULL),
                     BENCHAN_BAD_USAGE);
    assert_near(walsh(apart, 2, 0.05, &k).estimate, 0, 0);
}

/* Where enumeration ends the normal approximation must carry on smoothly. */
static void large_samples(void **state)
{
    (void)state;
    static double a[600], b[600], negated[600];
    struct support_random random = support_random_seed(24);
    for (size_t i = 0; i < 600; i++) {
        a[i] = support_normal(&random);
        b[i] = support_normal(&random) + 1;
        negated[i] = -b[i];
    }
    size_t exact, normal;
    assert_string_equal(shift(a, 200, b, 200, 0.05, &exact).method, "exact rank test");
    const struct benchan_interval interval = shift(a, 201, b, 200, 0.05, &normal);
    assert_string_equal(interval.method, "normal approximation");
    assert_true(fabs((double)normal / (double)exact - 1) < 0.01);
    const struct benchan_interval swapped = shift(b, 200, a, 201, 0.05, &normal);
    assert_true(swapped.low == -interval.high && swapped.high == -interval.low);
    walsh(b, 300, 0.05, &exact);
    const struct benchan_interval averages = walsh(b, 301, 0.05, &normal);
    assert_true(fabs((double)normal / (double)exact - 1) < 0.02);
    const struct benchan_interval mirrored = walsh(negated, 301, 0.05, &normal);
    assert_true(mirrored.low == -averages.high && mirrored.high == -averages.low);
}

static void a_hundred_thousand(void **state)
{
    (void)state;
    const size_t n = 100000;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    assert_non_null(a);
    assert_non_null(b);
    struct support_random random = support_random_seed(25);
    for (size_t i = 0; i < n; i++) {
        a[i] = support_normal(&random);
        b[i] = support_normal(&random) + 0.25;
    }
    size_t k;
    const struct benchan_interval interval = shift(a, n, b, n, 0.05, &k);
    assert_true(fabs(interval.estimate - 0.25) < 0.03);
    /* The estimator's sd for normal values: sqrt(pi / 3 (1/n + 1/m)). */
    const double width = 2 * 1.96 * sqrt(M_PI / 3 * 2 / (double)n);
    assert_true(fabs((interval.high - interval.low) / width - 1) < 0.05);
    assert_true(fabs(walsh(b, n, 0.05, &k).estimate - 0.25) < 0.03);
    free(a);
    free(b);
}

static void bad_arguments(void **state)
{
    (void)state;
    const double fine[] = {1, 2}, bad[] = {1, NAN};
    struct benchan_interval interval = {.low = 7};
    size_t k;
    assert_int_equal(benchan_hodges_lehmann(fine, 2, bad, 2, 0.05, &interval, &k, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_hodges_lehmann(fine, 2, fine, 0, 0.05, &interval, &k, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_hodges_lehmann(fine, 2, fine, 2, 0, &interval, &k, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_walsh(bad, 2, 0.05, &interval, &k, NULL), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_walsh(fine, 0, 0.05, &interval, &k, NULL), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_walsh(fine, 2, 1, &interval, &k, NULL), BENCHAN_BAD_USAGE);
    assert_near(interval.low, 7, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_r),         cmocka_unit_test(every_difference),
        cmocka_unit_test(every_average),     cmocka_unit_test(interval_inverts_the_test),
        cmocka_unit_test(too_few_for_alpha), cmocka_unit_test(extreme_values),
        cmocka_unit_test(large_samples),     cmocka_unit_test(a_hundred_thousand),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
