/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The exact bootstrap of the median: weights against every resample and against
 * GSL's beta distribution, limits against the full list of differences.
 */

#include <gsl/gsl_sort.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>

#include "analysis/statistics/statistics.h"
#include "support_near.h"
#include "support_random.h"

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

static size_t weights_of(size_t n, const struct benchan_atom **atoms)
{
    size_t count;
    assert_int_equal(benchan_bootstrap_weights(cache, n, atoms, &count, NULL), BENCHAN_OK);
    return count;
}

static double total_weight(size_t n)
{
    const struct benchan_atom *atoms;
    const size_t count = weights_of(n, &atoms);
    double total = 0;
    for (size_t t = 0; t < count; t++) {
        assert_true(atoms[t].i >= 1 && atoms[t].i <= atoms[t].j && atoms[t].j <= n);
        total += atoms[t].weight;
    }
    return total;
}

/* ------------------------------------------------------------------------- weights */

static int compare_index(const void *left, const void *right)
{
    return (int)(*(const unsigned char *)left) - (int)(*(const unsigned char *)right);
}

/* Counts the middle pair of each of the n^n resamples. */
static void count_resamples(size_t n, double counted[8][8])
{
    size_t resamples = 1;
    for (size_t i = 0; i < n; i++)
        resamples *= n;
    memset(counted, 0, 64 * sizeof(double));
    for (size_t r = 0; r < resamples; r++) {
        unsigned char drawn[8];
        size_t rest = r;
        for (size_t i = 0; i < n; i++, rest /= n)
            drawn[i] = (unsigned char)(rest % n);
        qsort(drawn, n, 1, compare_index);
        counted[drawn[(n - 1) / 2]][drawn[n / 2]] += 1 / (double)resamples;
    }
}

static void every_resample(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 6; n++) {
        double counted[8][8];
        const struct benchan_atom *atoms;
        count_resamples(n, counted);
        const size_t count = weights_of(n, &atoms);
        assert_int_equal(count, n % 2 ? n : n * (n + 1) / 2);
        for (size_t t = 0; t < count; t++)
            assert_near(atoms[t].weight, counted[atoms[t].i - 1][atoms[t].j - 1], 1e-10);
    }
}

/* The other way to the same weights: differences of the distribution function. */
static void odd_weights_by_beta(void **state)
{
    (void)state;
    const size_t sizes[] = {7, 21, 99, 501, 1001};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const double n = (double)sizes[s], k = (n + 1) / 2;
        const struct benchan_atom *atoms;
        const size_t count = weights_of(sizes[s], &atoms);
        for (size_t t = 0; t < count; t++) {
            const double i = atoms[t].i;
            const double upper = i < n ? gsl_cdf_beta_P(i / n, k, n - k + 1) : 1;
            const double lower = i > 1 ? gsl_cdf_beta_P((i - 1) / n, k, n - k + 1) : 0;
            assert_true(fabs(atoms[t].weight - (upper - lower)) < 2e-12);
        }
    }
}

/* Summed over j, pairs give the law of the lower middle order statistic alone. */
static void even_weights_by_beta(void **state)
{
    (void)state;
    const size_t sizes[] = {8, 20, 40, 100, 500, 1000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const double n = (double)sizes[s], k = n / 2;
        const struct benchan_atom *atoms;
        const size_t count = weights_of(sizes[s], &atoms);
        for (size_t t = 0; t < count;) {
            const uint32_t row = atoms[t].i;
            double sum = 0;
            for (; t < count && atoms[t].i == row; t++)
                sum += atoms[t].weight;
            const double i = row;
            const double upper = i < n ? gsl_cdf_beta_P(i / n, k, n - k + 1) : 1;
            const double lower = i > 1 ? gsl_cdf_beta_P((i - 1) / n, k, n - k + 1) : 0;
            assert_true(fabs(sum - (upper - lower)) < 1e-11);
        }
    }
}

static void weights_sum_to_one(void **state)
{
    (void)state;
    const size_t sizes[] = {1,    2,    3,    4,     12,     13,     64,     65,
                            1000, 1001, 9999, 10000, 100000, 100001, 100002, 1000000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        assert_near(total_weight(sizes[s]), 1, 1e-9);
}

/* What one call returned must outlive every other call. */
static void weights_stay(void **state)
{
    (void)state;
    const struct benchan_atom *first, *again;
    weights_of(7, &first);
    for (size_t n = 200; n > 100; n--) {
        const struct benchan_atom *atoms;
        weights_of(n, &atoms);
    }
    weights_of(7, &again);
    assert_ptr_equal(first, again);
    assert_near(first[0].weight, 0.010150046809941922, 1e-10);
}

/* -------------------------------------------------------------------------- limits */

struct difference {
    double value, weight;
};

static int compare_differences(const void *left, const void *right)
{
    const double l = ((const struct difference *)left)->value;
    const double r = ((const struct difference *)right)->value;
    return (l > r) - (l < r);
}

static double atom_value(const struct benchan_atom *atom, const double *sorted)
{
    return (sorted[atom->i - 1] + sorted[atom->j - 1]) / 2;
}

/* All differences of log medians, sorted, summed from either end. */
static void limits_by_listing(const double *a, size_t n, const double *b, size_t m,
                              double alpha, double *low, double *high)
{
    const struct benchan_atom *atoms_a, *atoms_b;
    const size_t count_a = weights_of(n, &atoms_a), count_b = weights_of(m, &atoms_b);
    struct difference *all = malloc(count_a * count_b * sizeof *all);
    assert_non_null(all);
    size_t count = 0;
    for (size_t s = 0; s < count_a; s++)
        for (size_t t = 0; t < count_b; t++)
            all[count++] = (struct difference){log(atom_value(&atoms_b[t], b)) -
                                                   log(atom_value(&atoms_a[s], a)),
                                               atoms_a[s].weight * atoms_b[t].weight};
    qsort(all, count, sizeof *all, compare_differences);
    double sum = 0;
    size_t t = 0;
    while ((sum += all[t].weight) < alpha / 2 - 1e-12)
        t++;
    *low = all[t].value;
    t = count - 1;
    sum = 0;
    while ((sum += all[t].weight) < alpha / 2 - 1e-12)
        t--;
    *high = all[t].value;
    free(all);
}

static void fill(double *values, size_t n, struct support_random *random, double tick)
{
    for (size_t i = 0; i < n; i++) {
        values[i] = exp(0.2 * support_normal(random));
        if (tick > 0)
            values[i] = tick * ceil(values[i] / tick);
    }
    gsl_sort(values, 1, n);
}

static struct benchan_interval ratio(const double *a, size_t n, const double *b, size_t m,
                                     double alpha)
{
    struct benchan_interval interval;
    assert_int_equal(benchan_bootstrap_log_ratio(cache, a, n, b, m, alpha, &interval, NULL),
                     BENCHAN_OK);
    assert_true(interval.low <= interval.high);
    return interval;
}

static void every_difference(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(11);
    const double alphas[] = {0.5, 0.05, 0.01, 0.0025, 1e-4};
    for (size_t round = 0; round < 60; round++) {
        double a[16], b[16], low, high;
        const size_t n = 1 + round % 13, m = 1 + round * 5 % 14;
        fill(a, n, &random, round % 2 ? 0.1 : 0);
        fill(b, m, &random, round % 2 ? 0.1 : 0);
        const double alpha = alphas[round % 5];
        limits_by_listing(a, n, b, m, alpha, &low, &high);
        const struct benchan_interval interval = ratio(a, n, b, m, alpha);
        assert_true(interval.low == low);
        assert_true(interval.high == high);
    }
}

static void swapped_arms_mirror(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(12);
    for (size_t round = 0; round < 100; round++) {
        double a[64], b[64];
        const size_t n = 1 + round % 40, m = 1 + round * 7 % 41;
        fill(a, n, &random, round % 3 ? 0.05 : 0);
        fill(b, m, &random, round % 3 ? 0.05 : 0);
        const struct benchan_interval forth = ratio(a, n, b, m, 0.05);
        const struct benchan_interval back = ratio(b, m, a, n, 0.05);
        assert_true(forth.low == -back.high);
        assert_true(forth.high == -back.low);
        assert_true(forth.estimate == -back.estimate);
    }
}

static void very_small_alpha(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(13);
    double a[40], b[40];
    fill(a, 40, &random, 0);
    fill(b, 40, &random, 0);
    double width = 0;
    for (double alpha = 0.5; alpha > 1e-13; alpha /= 10) {
        const struct benchan_interval interval = ratio(a, 40, b, 40, alpha);
        assert_true(interval.high - interval.low >= width);
        width = interval.high - interval.low;
    }
    assert_true(width <= log(b[39] / b[0]) + log(a[39] / a[0]) + 1e-12);
    /* With few values everything is within the interval, and nothing beyond. */
    const struct benchan_interval whole = ratio(a, 5, b, 5, 1e-12);
    assert_true(whole.low == log(b[0]) - log(a[4]));
    assert_true(whole.high == log(b[4]) - log(a[0]));
}

static void extreme_values(void **state)
{
    (void)state;
    const double tiny[] = {1e-300, 2e-300, 3e-300, 4e-300, 5e-300, 6e-300};
    const double huge[] = {1e300, 1e308, 1.2e308, 1.4e308, 1.6e308, 1.7e308};
    const struct benchan_interval interval = ratio(tiny, 6, huge, 6, 0.05);
    assert_near(interval.estimate, log(1.3e308) - log(3.5e-300), 1e-12);
    assert_true(isfinite(interval.low) && isfinite(interval.high));
    struct benchan_interval difference;
    assert_int_equal(
        benchan_bootstrap_difference(cache, tiny, 6, huge, 6, 0.05, &difference, NULL),
        BENCHAN_OK);
    assert_near(difference.estimate, 1.3e308, 1e-12);
    assert_true(isfinite(difference.high));
    const double apart[] = {-1.7e308, 1.7e308};
    assert_int_equal(
        benchan_bootstrap_difference(cache, apart, 2, huge, 6, 0.05, &difference, NULL),
        BENCHAN_BAD_USAGE);
}

static void constant_arms(void **state)
{
    (void)state;
    double a[20], b[20];
    for (size_t i = 0; i < 20; i++) {
        a[i] = 0.1;
        b[i] = 0.3;
    }
    for (size_t n = 1; n <= 20; n++) {
        const struct benchan_interval interval = ratio(a, n, b, 21 - n, 0.05);
        assert_true(interval.low == interval.estimate && interval.high == interval.estimate);
        assert_near(interval.estimate, log(3), 1e-12);
        double sd, resolution;
        assert_int_equal(benchan_bootstrap_self(cache, a, n, &sd, &resolution, NULL),
                         BENCHAN_OK);
        assert_near(sd, 0, 0);
        assert_near(resolution, 0, 0);
    }
}

static void differences_of_any_sign(void **state)
{
    (void)state;
    const double a[] = {-5, -1, 0, 0, 2, 3, 9}, b[] = {0, 0, 0, 0, 5, 5, 5};
    struct benchan_interval interval, mirrored;
    assert_int_equal(benchan_bootstrap_difference(cache, a, 7, b, 7, 0.05, &interval, NULL),
                     BENCHAN_OK);
    assert_int_equal(benchan_bootstrap_difference(cache, b, 7, a, 7, 0.05, &mirrored, NULL),
                     BENCHAN_OK);
    assert_near(interval.estimate, 0, 0);
    assert_true(interval.low == -mirrored.high && interval.high == -mirrored.low);
}

static void large_samples(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(14);
    const size_t most = 1000000;
    double *a = malloc(most * sizeof *a);
    assert_non_null(a);
    fill(a, most, &random, 0);
    const size_t sizes[] = {1001, 10000, 100000, 100001, 999999, 1000000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        /* Every sample is a stride of the large one, so that it stays sorted. */
        const size_t n = sizes[s], stride = most / n;
        double *thin = malloc(n * sizeof *thin);
        assert_non_null(thin);
        for (size_t i = 0; i < n; i++)
            thin[i] = a[i * stride];
        double sd;
        assert_int_equal(benchan_bootstrap_self(cache, thin, n, &sd, NULL, NULL), BENCHAN_OK);
        /* The median of n normal logs has sd 0.2 sqrt(pi / 2n). */
        assert_true(fabs(sd / (0.2 * sqrt(M_PI / 2 / (double)n)) - 1) < 0.25);
        const struct benchan_interval interval = ratio(thin, n, thin, n, 0.05);
        assert_true(interval.low == -interval.high);
        free(thin);
    }
    free(a);
}

static void least_n(void **state)
{
    (void)state;
    assert_int_equal(benchan_bootstrap_least_n(0.05, 20, 20), 6);
    assert_int_equal(benchan_bootstrap_least_n(0.05, 6, 20), 6);
    assert_int_equal(benchan_bootstrap_least_n(0.01, 20, 20), 6);
    assert_int_equal(benchan_bootstrap_least_n(0.01, 20, 40), 6);
    assert_int_equal(benchan_bootstrap_least_n(0.01, 20, 41), 8);
    assert_int_equal(benchan_bootstrap_least_n(1.0 / 128, 9, 9), 7);
    assert_int_equal(benchan_bootstrap_least_n(1e-6, 20, 20), 19);
    assert_int_equal(benchan_bootstrap_least_n(1e-6, 9, 20), 21);
    assert_true(benchan_bootstrap_least_n(0, 20, 20) == SIZE_MAX);
    assert_true(benchan_bootstrap_least_n(NAN, 20, 20) == SIZE_MAX);
}

static void bad_arguments(void **state)
{
    (void)state;
    const double fine[] = {1, 2, 3}, unsorted[] = {2, 1, 3}, zero[] = {0, 1, 2},
                 bad[] = {1, 2, NAN};
    struct benchan_interval interval = {.low = 7};
    const double *wrong[] = {unsorted, zero, bad};
    for (size_t w = 0; w < 3; w++) {
        assert_int_equal(
            benchan_bootstrap_log_ratio(cache, fine, 3, wrong[w], 3, 0.05, &interval, NULL),
            BENCHAN_BAD_USAGE);
        assert_int_equal(
            benchan_bootstrap_log_ratio(cache, wrong[w], 3, fine, 3, 0.05, &interval, NULL),
            BENCHAN_BAD_USAGE);
    }
    const double alphas[] = {0, 1, -1, 2, NAN};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(
            benchan_bootstrap_log_ratio(cache, fine, 3, fine, 3, alphas[i], &interval, NULL),
            BENCHAN_BAD_USAGE);
    assert_int_equal(
        benchan_bootstrap_log_ratio(cache, fine, 0, fine, 3, 0.05, &interval, NULL),
        BENCHAN_BAD_USAGE);
    assert_near(interval.low, 7, 0);
    benchan_bootstrap_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_resample),
        cmocka_unit_test(odd_weights_by_beta),
        cmocka_unit_test(even_weights_by_beta),
        cmocka_unit_test(weights_sum_to_one),
        cmocka_unit_test(weights_stay),
        cmocka_unit_test(every_difference),
        cmocka_unit_test(swapped_arms_mirror),
        cmocka_unit_test(very_small_alpha),
        cmocka_unit_test(extreme_values),
        cmocka_unit_test(constant_arms),
        cmocka_unit_test(differences_of_any_sign),
        cmocka_unit_test(large_samples),
        cmocka_unit_test(least_n),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, make_cache, free_cache);
}
