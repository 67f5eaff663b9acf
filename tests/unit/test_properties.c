/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What must hold for any data: swapping the arms mirrors, a common scale changes
 * nothing, intervals nest, order inside an arm is ignored, p lies in (0, 1].
 */

#include <gsl/gsl_sort.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/statistics/statistics.h"
#include "support_near.h"
#include "support_random.h"

enum { MOST = 80, ROUNDS = 120 };

enum shape { LOGNORMAL, BIMODAL, TIED, HEAVY_TAIL, SHAPES };

struct pair {
    enum shape shape;
    size_t n, m;
    double a[MOST], b[MOST];
};

static struct benchan_bootstrap *cache;

static int make_cache(void **state)
{
    (void)state;
    cache = benchan_bootstrap_new();
    return cache ? 0 : -1;
}

static int free_cache(void **state)
{
    (void)state;
    benchan_bootstrap_free(cache);
    return 0;
}

static double draw(struct support_random *random, enum shape shape)
{
    const double z = support_normal(random);
    switch (shape) {
    case BIMODAL:
        return (support_uniform(random) < 0.3 ? 40 : 27) * exp(0.01 * z);
    case TIED:
        return 10 + (double)(support_next(random) % 4);
    case HEAVY_TAIL:
        return 1 + 1 / support_uniform(random);
    case LOGNORMAL:
    default:
        return 100 * exp(0.2 * z);
    }
}

static struct pair draw_pair(struct support_random *random, size_t round)
{
    struct pair pair = {.shape = (enum shape)(round % SHAPES)};
    pair.n = 1 + support_next(random) % (round % 3 ? 24 : MOST);
    pair.m = 1 + support_next(random) % (round % 3 ? 24 : MOST);
    for (size_t i = 0; i < pair.n; i++)
        pair.a[i] = draw(random, pair.shape);
    for (size_t j = 0; j < pair.m; j++)
        pair.b[j] = draw(random, pair.shape) * (round % 5 ? 1 : 1.1);
    return pair;
}

static struct benchan_interval ratio(const double *a, size_t n, const double *b, size_t m,
                                     double alpha)
{
    double sorted_a[MOST], sorted_b[MOST];
    struct benchan_interval interval;
    memcpy(sorted_a, a, n * sizeof *a);
    memcpy(sorted_b, b, m * sizeof *b);
    gsl_sort(sorted_a, 1, n);
    gsl_sort(sorted_b, 1, m);
    assert_int_equal(
        benchan_bootstrap_log_ratio(cache, sorted_a, n, sorted_b, m, alpha, &interval, NULL),
        BENCHAN_OK);
    return interval;
}

static struct benchan_interval shift(const double *a, size_t n, const double *b, size_t m,
                                     double alpha)
{
    struct benchan_interval interval;
    size_t k;
    assert_int_equal(benchan_hodges_lehmann(a, n, b, m, alpha, &interval, &k, NULL),
                     BENCHAN_OK);
    return interval;
}

static struct benchan_interval averages(const double *d, size_t n, double alpha)
{
    struct benchan_interval interval;
    size_t k;
    assert_int_equal(benchan_walsh(d, n, alpha, &interval, &k, NULL), BENCHAN_OK);
    return interval;
}

static struct benchan_rank_test ranks(const double *a, size_t n, const double *b, size_t m)
{
    struct benchan_rank_test test;
    assert_int_equal(benchan_mann_whitney(a, n, b, m, &test, NULL), BENCHAN_OK);
    assert_true(test.p > 0 && test.p <= 1);
    assert_true(fabs(test.cliffs_delta) <= 1);
    return test;
}

static double signed_p(const double *d, size_t n)
{
    struct benchan_signed_rank_test test;
    assert_int_equal(benchan_signed_rank(d, n, &test, NULL), BENCHAN_OK);
    assert_true(test.p > 0 && test.p <= 1);
    return test.p;
}

static void assert_mirrored(struct benchan_interval forth, struct benchan_interval back)
{
    assert_true(forth.estimate == -back.estimate);
    assert_true(forth.low == -back.high);
    assert_true(forth.high == -back.low);
    assert_true(forth.low <= forth.estimate && forth.estimate <= forth.high);
}

static void assert_same(struct benchan_interval one, struct benchan_interval other)
{
    assert_true(one.estimate == other.estimate);
    assert_true(one.low == other.low && one.high == other.high);
}

static void swapping(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(31);
    for (size_t round = 0; round < ROUNDS; round++) {
        const struct pair p = draw_pair(&random, round);
        assert_mirrored(ratio(p.a, p.n, p.b, p.m, 0.05), ratio(p.b, p.m, p.a, p.n, 0.05));
        assert_mirrored(shift(p.a, p.n, p.b, p.m, 0.05), shift(p.b, p.m, p.a, p.n, 0.05));
        const struct benchan_rank_test forth = ranks(p.a, p.n, p.b, p.m);
        const struct benchan_rank_test back = ranks(p.b, p.m, p.a, p.n);
        assert_true(forth.p == back.p);
        assert_true(forth.u + back.u == (double)(p.n * p.m));
        assert_true(forth.cliffs_delta == -back.cliffs_delta);
        double d[MOST], negated[MOST];
        for (size_t i = 0; i < p.n; i++) {
            d[i] = p.a[i] - p.b[i % p.m];
            negated[i] = -d[i];
        }
        assert_mirrored(averages(d, p.n, 0.05), averages(negated, p.n, 0.05));
        assert_true(signed_p(d, p.n) == signed_p(negated, p.n));
    }
}

/* By powers of two nothing is rounded, except logarithms. */
static void scaling(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(32);
    for (size_t round = 0; round < ROUNDS; round++) {
        const struct pair p = draw_pair(&random, round);
        struct pair scaled = p;
        const double factor = ldexp(1, (int)(support_next(&random) % 1900) - 950);
        for (size_t i = 0; i < p.n; i++)
            scaled.a[i] *= factor;
        for (size_t j = 0; j < p.m; j++)
            scaled.b[j] *= factor;
        const struct benchan_interval plain = ratio(p.a, p.n, p.b, p.m, 0.05);
        const struct benchan_interval other = ratio(scaled.a, p.n, scaled.b, p.m, 0.05);
        /* Logs near 700 carry an absolute error of about 1e-13. */
        assert_true(fabs(plain.estimate - other.estimate) < 1e-12);
        assert_true(fabs(plain.low - other.low) < 1e-12);
        assert_true(fabs(plain.high - other.high) < 1e-12);
        assert_true(ranks(p.a, p.n, p.b, p.m).p == ranks(scaled.a, p.n, scaled.b, p.m).p);
        const struct benchan_interval moved = shift(p.a, p.n, p.b, p.m, 0.05);
        const struct benchan_interval far = shift(scaled.a, p.n, scaled.b, p.m, 0.05);
        assert_true(moved.estimate * factor == far.estimate && moved.low * factor == far.low);
    }
}

static void nesting(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(33);
    const double alphas[] = {0.9, 0.3, 0.1, 0.05, 0.01, 0.0025, 1e-4, 1e-6, 1e-9, 1e-12};
    for (size_t round = 0; round < ROUNDS; round++) {
        const struct pair p = draw_pair(&random, round);
        struct benchan_interval inner[3];
        for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
            const struct benchan_interval outer[3] = {
                ratio(p.a, p.n, p.b, p.m, alphas[i]),
                shift(p.a, p.n, p.b, p.m, alphas[i]),
                averages(p.a, p.n, alphas[i]),
            };
            for (size_t k = 0; k < 3 && i > 0; k++)
                assert_true(outer[k].low <= inner[k].low && outer[k].high >= inner[k].high);
            memcpy(inner, outer, sizeof inner);
        }
    }
}

static void shuffle(struct support_random *random, double *values, size_t n)
{
    for (size_t i = n; i-- > 1;) {
        const size_t j = support_next(random) % (i + 1);
        const double swapped = values[i];
        values[i] = values[j];
        values[j] = swapped;
    }
}

static void permuting(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(34);
    for (size_t round = 0; round < ROUNDS; round++) {
        const struct pair p = draw_pair(&random, round);
        struct pair mixed = p;
        shuffle(&random, mixed.a, p.n);
        shuffle(&random, mixed.b, p.m);
        assert_same(shift(p.a, p.n, p.b, p.m, 0.05), shift(mixed.a, p.n, mixed.b, p.m, 0.05));
        assert_same(averages(p.a, p.n, 0.05), averages(mixed.a, p.n, 0.05));
        assert_true(ranks(p.a, p.n, p.b, p.m).p == ranks(mixed.a, p.n, mixed.b, p.m).p);
        assert_true(signed_p(p.a, p.n) == signed_p(mixed.a, p.n));
        struct benchan_location_scale one, other;
        assert_int_equal(benchan_location_scale_of(p.a, p.n, &one, NULL), BENCHAN_OK);
        assert_int_equal(benchan_location_scale_of(mixed.a, p.n, &other, NULL), BENCHAN_OK);
        assert_true(one.mean == other.mean && one.median == other.median);
        assert_true(one.mad == other.mad && (one.sd == other.sd || p.n < 2));
    }
}

/* Ranks see only order: a monotone change of scale leaves the test alone. */
static void monotone_change(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(35);
    for (size_t round = 0; round < ROUNDS; round++) {
        const struct pair p = draw_pair(&random, round);
        double a[MOST], b[MOST];
        for (size_t i = 0; i < p.n; i++)
            a[i] = -1 / p.a[i];
        for (size_t j = 0; j < p.m; j++)
            b[j] = -1 / p.b[j];
        assert_true(ranks(p.a, p.n, p.b, p.m).p == ranks(a, p.n, b, p.m).p);
    }
}

/* An arm against itself: no shift, p = 1, an interval around 0. */
static void identical_arms(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(36);
    for (size_t round = 0; round < ROUNDS; round++) {
        const struct pair p = draw_pair(&random, round);
        const struct benchan_interval self = ratio(p.a, p.n, p.a, p.n, 0.05);
        assert_true(self.estimate == 0 && self.low == -self.high);
        assert_true(ranks(p.a, p.n, p.a, p.n).p == 1);
        assert_true(shift(p.a, p.n, p.a, p.n, 0.05).estimate == 0);
    }
}

/*
 * Under no difference a two-sided exact test must not reject more often than
 * alpha. 1500 rounds at 10 %: five standard deviations are 3.9 points.
 */
static void null_rate(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(37);
    size_t by_ranks = 0, by_interval = 0;
    const size_t rounds = 1500;
    for (size_t round = 0; round < rounds; round++) {
        double a[9], b[11];
        for (size_t i = 0; i < 9; i++)
            a[i] = draw(&random, (enum shape)(round % SHAPES));
        for (size_t j = 0; j < 11; j++)
            b[j] = draw(&random, (enum shape)(round % SHAPES));
        by_ranks += ranks(a, 9, b, 11).p <= 0.1;
        const struct benchan_interval interval = ratio(a, 9, b, 11, 0.1);
        by_interval += interval.low > 0 || interval.high < 0;
    }
    assert_true((double)by_ranks / (double)rounds < 0.139);
    assert_true((double)by_ranks / (double)rounds > 0.05);
    assert_true((double)by_interval / (double)rounds < 0.139);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapping),        cmocka_unit_test(scaling),
        cmocka_unit_test(nesting),         cmocka_unit_test(permuting),
        cmocka_unit_test(monotone_change), cmocka_unit_test(identical_arms),
        cmocka_unit_test(null_rate),
    };
    return cmocka_run_group_tests(tests, make_cache, free_cache);
}
