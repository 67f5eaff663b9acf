/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "support_random.h"
#include "support_reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/statistics/statistics.h"

static struct benchan_independence test_of(const double *values, size_t n, uint64_t seed,
                                           bool exact)
{
    struct benchan_independence r;
    assert_int_equal(benchan_independence_test(values, n, seed, 0.01, 0.05, 0, exact, &r, NULL),
                     BENCHAN_OK);
    return r;
}

/* A sampled p within five standard errors, as sampled, of what enumeration gives. */
static void check_sampled(double sampled, double exact, size_t permutations, const char *what)
{
    double count = (double)permutations + 1;
    double allowed = 5 * sqrt(exact * (1 - exact) / count) + 2 / count;
    if (!(fabs(sampled - exact) <= allowed))
        fail_msg("%s: sampled %g, exact %g, %zu permutations", what, sampled, exact,
                 permutations);
}

/* fail = warn = 0 leaves nothing to settle, so that all permutations are drawn. */
static struct benchan_independence full_sample(const double *values, size_t n, uint64_t seed)
{
    struct benchan_independence r;
    assert_int_equal(benchan_independence_test(values, n, seed, 0, 0, 4999, false, &r, NULL),
                     BENCHAN_OK);
    assert_int_equal(r.permutations, 4999);
    return r;
}

static void check_p(const cJSON *item, const double *y, size_t n)
{
    const cJSON *p = cJSON_GetObjectItemCaseSensitive(item, "p_exact");
    if (p == NULL)
        return;
    double serial = reference_number(p, "vonNeumann");
    double trend = reference_number(p, "mannkendall");
    double level = reference_number(p, "cbs");
    double joint = reference_number(item, "joint_p_exact");
    struct benchan_independence r = test_of(y, n, 1, true);
    reference_close(r.p_serial, serial, 1e-12, "p serial");
    reference_close(r.p_trend, trend, 1e-12, "p trend");
    reference_close(r.p_level, level, 1e-12, "p level");
    reference_close(r.p, joint, 1e-12, "joint p");
    r = full_sample(y, n, 3);
    check_sampled(r.p_serial, serial, r.permutations, "serial");
    check_sampled(r.p_trend, trend, r.permutations, "trend");
    check_sampled(r.p_level, level, r.permutations, "level");
    check_sampled(r.p, joint, r.permutations, "joint");
}

static void check_reference_case(const cJSON *item)
{
    double y[64];
    size_t n = reference_numbers(cJSON_GetObjectItemCaseSensitive(item, "x"), y, 64);
    for (size_t i = 0; i < n; i++)
        y[i] = log(y[i]);
    struct benchan_independence r = test_of(y, n, 1, false);
    reference_close(r.serial, reference_number(item, "V_winsor_lag"), 1e-9, "serial");
    reference_close(r.trend, reference_number(item, "MK_absS"), 0, "trend");
    reference_close(r.level, reference_number(item, "CBS"), 1e-9, "level");
    double segment[2];
    reference_numbers(cJSON_GetObjectItemCaseSensitive(item, "segment_0based_halfopen"),
                      segment, 2);
    assert_int_equal(r.segment_begin, (size_t)segment[0]);
    assert_int_equal(r.segment_end, (size_t)segment[1]);
    check_p(item, y, n);
}

static void test_reference(void **state)
{
    (void)state;
    cJSON *root = reference_json("independence.json");
    const cJSON *item;
    cJSON_ArrayForEach(item, root) check_reference_case(item);
    cJSON_Delete(root);
}

/* The vectorised sampling against the plain enumeration, ties and outliers included. */
static void test_sampling_against_enumeration(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(21);
    for (int round = 0; round < 30; round++) {
        double x[7];
        size_t n = 5 + (size_t)round % 3;
        for (size_t i = 0; i < n; i++)
            x[i] =
                round % 2 == 0 ? support_normal(&random) : floor(4 * support_uniform(&random));
        if (round % 5 == 0)
            x[2] += 50;
        struct benchan_independence exact = test_of(x, n, 1, true);
        struct benchan_independence sampled = full_sample(x, n, 100 + (uint64_t)round);
        check_sampled(sampled.p_serial, exact.p_serial, 4999, "serial");
        check_sampled(sampled.p_trend, exact.p_trend, 4999, "trend");
        check_sampled(sampled.p_level, exact.p_level, 4999, "level");
        /* the joint rank is taken from ranks that are themselves sampled */
        assert_true(fabs(sampled.p - exact.p) < 0.05 + 0.3 * exact.p);
        assert_true(sampled.p >=
                    fmin(sampled.p_serial, fmin(sampled.p_trend, sampled.p_level)));
    }
}

/* Unit, origin and direction of time or of the values change no p. */
static void test_invariance(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(22);
    for (int round = 0; round < 40; round++) {
        double x[25], tiny[25], mirrored[25], reversed[25];
        for (size_t i = 0; i < 25; i++)
            x[i] = support_normal(&random) + (i > 18 ? 1.5 : 0);
        for (size_t i = 0; i < 25; i++) {
            tiny[i] = 3 + 1e-7 * x[i];
            mirrored[i] = -x[i];
            reversed[i] = x[24 - i];
        }
        double p = test_of(x, 25, 7, false).p;
        assert_true(p > 0 && p <= 1);
        reference_close(test_of(tiny, 25, 7, false).p, p, 1e-3, "scaled");
        reference_close(test_of(reversed, 25, 7, false).p, p, 1e-12, "reversed");
        assert_true(fabs(test_of(mirrored, 25, 7, false).p - p) < 0.02 + 0.5 * p);
    }
}

static void test_stream_depends_on_seed_and_n_alone(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(23);
    double x[20], y[20];
    for (size_t i = 0; i < 20; i++) {
        x[i] = support_normal(&random) + 0.08 * (double)i;
        y[i] = support_normal(&random);
    }
    struct benchan_independence first = full_sample(x, 20, 5);
    test_of(y, 20, 5, false);
    struct benchan_independence again = full_sample(x, 20, 5);
    assert_memory_equal(&first, &again, sizeof first);
    assert_true(full_sample(x, 20, 6).p != first.p || full_sample(x, 20, 7).p != first.p);
}

/* 10 % may be winsorised, 20 % may not: the serial statistic by its definition. */
static void test_winsorising(void **state)
{
    (void)state;
    double one[] = {1, 9, 3, 100, 5, 6, 2, 8, 4, 7}, two[] = {1, 9, 3, 100, 5, 6, 2, 8, 4, 99};
    double reach = 3 * 1.4826 * 2.5; /* about the median 5.5 */
    for (int which = 0; which < 2; which++) {
        double y[10], sum = 0, serial = 0;
        for (size_t i = 0; i < 10; i++)
            sum += y[i] = which == 0 ? fmin(one[i], 5.5 + reach) : two[i];
        for (size_t i = 0; i < 10; i++)
            y[i] -= sum / 10;
        for (size_t i = 0; i < 9; i++)
            serial += y[i] * y[i + 1];
        serial += (y[0] * y[0] + y[9] * y[9]) / 2;
        reference_close(test_of(which == 0 ? one : two, 10, 1, false).serial, serial, 1e-9,
                        "serial");
    }
}

/* Three regimes, as a benchmark that changed cores twice shows them. */
static void test_regimes(void **state)
{
    (void)state;
    const double x[] = {39.4, 43.3, 38.8, 40.9, 42.6, 44.0, 42.9, 36.8, 27.5, 27.9,
                        27.7, 27.7, 29.1, 26.3, 27.1, 27.9, 37.4, 38.6, 38.1, 39.0};
    double y[20];
    for (size_t i = 0; i < 20; i++)
        y[i] = log(x[i]);
    struct benchan_independence r = test_of(y, 20, 1, false);
    assert_true(r.p <= 0.01);
    assert_int_equal(r.n_changes, 2);
    assert_int_equal(r.changes[0], 8);
    assert_int_equal(r.changes[1], 16);
    reference_close(r.n_effective, 1, 1e-12, "n_effective");
}

static void test_one_step_has_one_change(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(24);
    size_t right = 0;
    for (int round = 0; round < 100; round++) {
        double x[30];
        for (size_t i = 0; i < 30; i++)
            x[i] = support_normal(&random) + (i >= 12 ? 6 : 0);
        struct benchan_independence r = test_of(x, 30, 1, false);
        right += r.n_changes == 1 && r.changes[0] == 12;
    }
    assert_true(right >= 90);
}

static void test_five_levels(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(25);
    const double level[] = {0, 8, 3, 12, 5};
    double x[100];
    for (size_t i = 0; i < 100; i++)
        x[i] = support_normal(&random) / 4 + level[i / 20];
    struct benchan_independence r = test_of(x, 100, 1, false);
    assert_int_equal(r.n_changes, 4);
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(r.changes[k], 20 * (k + 1));
}

static void test_batches(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(26);
    size_t n = 100050;
    double *x = calloc(n, sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < n; i++)
        x[i] = support_normal(&random) + (i >= 40000 && i < 60000 ? 0.4 : 0);
    struct benchan_independence r = test_of(x, n, 1, false);
    assert_int_equal(r.batch, 501);
    assert_int_equal(r.n, n);
    assert_true(r.p <= 0.01);
    assert_int_equal(r.n_changes, 2);
    assert_in_range(r.changes[0], 39000, 41000);
    assert_in_range(r.changes[1], 59000, 61000);
    free(x);
    double y[201];
    for (size_t i = 0; i < 201; i++)
        y[i] = support_normal(&random);
    assert_int_equal(test_of(y, 200, 1, false).batch, 1);
    assert_int_equal(test_of(y, 201, 1, false).batch, 2);
}

static void test_effective_n(void **state)
{
    (void)state;
    /* lag products -1 x 9 over squares 10: rho hat -0.9, clipped to no loss */
    const double alternating[] = {1, -1, 1, -1, 1, -1, 1, -1, 1, -1};
    reference_close(test_of(alternating, 10, 1, false).n_effective, 10, 1e-12, "alternating");
    /* deviations -1 -1 -1 +1 +1 +1 twice: products (2 - 1 + 2 - 1) + 5 = ... over 12 */
    const double blocks[] = {1, 1, 1, 3, 3, 3, 1, 1, 1, 3, 3, 3};
    double rho = (12 * (5.0 / 12) + 1) / 8; /* 8 equal neighbours less 3 unequal */
    reference_close(test_of(blocks, 12, 1, false).n_effective, 12 * (1 - rho) / (1 + rho),
                    1e-12, "blocks");
}

static void test_degenerate(void **state)
{
    (void)state;
    const double x[] = {1, 5, 2, 4};
    struct benchan_independence r = test_of(x, 4, 1, false);
    assert_true(isnan(r.p) && isnan(r.n_effective) && isnan(r.serial));
    assert_int_equal(r.n_changes, 0);
    r = test_of(x, 0, 1, false);
    assert_true(isnan(r.p));
    double constant[30];
    for (size_t i = 0; i < 30; i++)
        constant[i] = log(1.1e-7);
    r = test_of(constant, 30, 1, false);
    assert_true(r.p == 1 && r.p_serial == 1 && r.serial == 0 && r.level == 0);
    assert_int_equal(r.n_changes, 0);
}

static void test_refusals(void **state)
{
    (void)state;
    const double bad[] = {1, 2, NAN, 4, 5}, huge[] = {1, 2, 3, 4, 1e200}, good[] = {1, 2, 3};
    struct benchan_independence r;
    struct benchan_error e;
    assert_int_equal(benchan_independence_test(bad, 5, 1, 0.01, 0.05, 0, false, &r, &e),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_independence_test(huge, 5, 1, 0.01, 0.05, 0, false, &r, &e),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_independence_test(good, 3, 1, 0.05, 0.01, 0, false, &r, &e),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_independence_test(good, 3, 1, NAN, 0.01, 0, false, &r, &e),
                     BENCHAN_BAD_USAGE);
}

/* ------------------------------------------------- operating characteristics */

static double draw(struct support_random *random, int family)
{
    double x = support_normal(random);
    if (family == 1)
        x = -log(support_uniform(random));
    if (family == 2)
        x += support_uniform(random) < 0.3 ? 20 : 0;
    if (family == 3)
        x = floor(2 * x);
    if (family == 4)
        x += support_uniform(random) < 0.05 ? 30 : 0;
    return x;
}

/* Nothing depends on order: at most 1 % fail and 5 % warn, on every kind of data. */
static void test_false_alarms(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(27);
    enum { ROUNDS = 800 };
    for (int family = 0; family < 5; family++) {
        size_t fails = 0, warns = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double x[20];
            for (size_t i = 0; i < 20; i++)
                x[i] = draw(&random, family);
            double p = test_of(x, 20, (uint64_t)round, false).p;
            fails += p <= 0.01;
            warns += p <= 0.05;
        }
        /* 8 and 40 expected, sd 2.8 and 6.2 */
        assert_true(fails <= 19);
        assert_true(warns <= 64);
    }
}

static void test_detection(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(28);
    size_t drift = 0, regimes = 0, correlated = 0, burst = 0;
    for (int round = 0; round < 300; round++) {
        double d[20], r[20], a[20], b[20], last = support_normal(&random);
        for (size_t i = 0; i < 20; i++) {
            d[i] = support_normal(&random) + 3 * (double)i / 19;
            r[i] = support_normal(&random) + (i < 9 ? 0 : 10);
            a[i] = last = 0.9 * last + sqrt(1 - 0.81) * support_normal(&random);
            b[i] = support_normal(&random) + (i >= 7 && i < 12 ? 3 : 0);
        }
        drift += test_of(d, 20, 1, false).p <= 0.01;
        regimes += test_of(r, 20, 1, false).p <= 0.01;
        correlated += test_of(a, 20, 1, false).p <= 0.01;
        burst += test_of(b, 20, 1, false).p <= 0.01;
    }
    assert_int_equal(regimes, 300);
    assert_true(drift >= 165);
    assert_true(correlated >= 215);
    assert_true(burst >= 180);
}

/* Stopping early must say the same as all 9999 permutations, but for the very edge. */
static void test_stopping_keeps_the_side(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(29);
    size_t differ = 0;
    for (int round = 0; round < 60; round++) {
        double x[20];
        for (size_t i = 0; i < 20; i++)
            x[i] = support_normal(&random) + 0.05 * (double)(round % 4) * (double)i;
        struct benchan_independence early = test_of(x, 20, 2, false), full;
        assert_int_equal(benchan_independence_test(x, 20, 2, 0, 0, 0, false, &full, NULL),
                         BENCHAN_OK);
        assert_int_equal(full.permutations, 9999);
        differ +=
            (early.p <= 0.01) != (full.p <= 0.01) || (early.p <= 0.05) != (full.p <= 0.05);
    }
    assert_true(differ <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_sampling_against_enumeration),
        cmocka_unit_test(test_invariance),
        cmocka_unit_test(test_stream_depends_on_seed_and_n_alone),
        cmocka_unit_test(test_winsorising),
        cmocka_unit_test(test_regimes),
        cmocka_unit_test(test_one_step_has_one_change),
        cmocka_unit_test(test_five_levels),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_effective_n),
        cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_false_alarms),
        cmocka_unit_test(test_detection),
        cmocka_unit_test(test_stopping_keeps_the_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
