/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The rank tests against brute force over every arrangement, and at the edges:
 * one value, ties only, swapped arms, the sizes where enumeration ends.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/statistics/mann_whitney.h"
#include "analysis/statistics/statistics.h"
#include "support_near.h"
#include "support_random.h"

static struct benchan_rank_test rank_test(const double *a, size_t n, const double *b, size_t m)
{
    struct benchan_rank_test test;
    assert_int_equal(benchan_mann_whitney(a, n, b, m, &test, NULL), BENCHAN_OK);
    assert_true(test.p > 0 && test.p <= 1);
    return test;
}

/* ------------------------------------------------------------------- brute force */

/* Doubled U of the second arm, pair by pair; bits of `mask` name the first arm. */
static int doubled_u(const double *pooled, size_t count, unsigned mask)
{
    int u = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            if ((mask >> i & 1) && !(mask >> j & 1))
                u += pooled[j] > pooled[i] ? 2 : pooled[j] == pooled[i];
    return u;
}

static size_t bits(unsigned mask)
{
    size_t n = 0;
    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* The first n of `pooled` are the first arm. */
static double brute_force_p(const double *pooled, size_t n, size_t m)
{
    const int mean = (int)(n * m);
    const int distance = abs(doubled_u(pooled, n + m, (1u << n) - 1) - mean);
    size_t extreme = 0, all = 0;
    for (unsigned mask = 0; mask < 1u << (n + m); mask++) {
        if (bits(mask) != n)
            continue;
        all++;
        if (abs(doubled_u(pooled, n + m, mask) - mean) >= distance)
            extreme++;
    }
    return (double)extreme / (double)all;
}

static void check_brute_force(const double *pooled, size_t n, size_t m)
{
    const struct benchan_rank_test test = rank_test(pooled, n, pooled + n, m);
    assert_near(test.p, brute_force_p(pooled, n, m), 1e-12);
    assert_near(test.u, doubled_u(pooled, n + m, (1u << n) - 1) / 2.0, 0);
    const struct benchan_rank_test swapped = rank_test(pooled + n, m, pooled, n);
    assert_true(swapped.p == test.p);
    assert_true(swapped.cliffs_delta == -test.cliffs_delta);
}

/* `levels` distinct values; 0: no ties. */
static void brute_force_levels(uint64_t levels)
{
    struct support_random random = support_random_seed(40 + levels);
    for (size_t n = 1; n <= 7; n++)
        for (size_t m = 1; m <= 7; m++) {
            double pooled[14];
            for (size_t i = 0; i < n + m; i++)
                pooled[i] =
                    levels ? (double)(support_next(&random) % levels) : support_normal(&random);
            check_brute_force(pooled, n, m);
        }
}

static void brute_force_without_ties(void **state)
{
    (void)state;
    brute_force_levels(0);
}

static void brute_force_with_ties(void **state)
{
    (void)state;
    for (uint64_t levels = 1; levels <= 12; levels += levels < 4 ? 1 : 4)
        brute_force_levels(levels);
}

/* Every sign pattern of the non-zero differences, midranks counted pair by pair. */
static double brute_force_signed_p(const double *d, size_t n)
{
    double rank[12];
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (d[i] == 0)
            continue;
        rank[kept] = 0.5;
        for (size_t j = 0; j < n; j++)
            if (d[j] != 0)
                rank[kept] += fabs(d[j]) < fabs(d[i]) ? 1 : fabs(d[j]) == fabs(d[i]) ? 0.5 : 0;
        rank[kept] = d[i] < 0 ? -rank[kept] : rank[kept];
        kept++;
    }
    double observed = 0;
    for (size_t i = 0; i < kept; i++)
        observed += rank[i];
    size_t extreme = 0;
    for (unsigned mask = 0; mask < 1u << kept; mask++) {
        double sum = 0;
        for (size_t i = 0; i < kept; i++)
            sum += mask >> i & 1 ? fabs(rank[i]) : -fabs(rank[i]);
        extreme += fabs(sum) >= fabs(observed);
    }
    return (double)extreme / (double)(1u << kept);
}

static void signed_rank_brute_force(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(7);
    for (size_t round = 0; round < 60; round++) {
        const size_t n = 1 + round % 10;
        const uint64_t levels = round % 3 ? 2 + round % 7 : 1000000;
        double d[12];
        for (size_t i = 0; i < n; i++)
            d[i] = (double)(support_next(&random) % (2 * levels + 1)) - (double)levels;
        struct benchan_signed_rank_test test;
        assert_int_equal(benchan_signed_rank(d, n, &test, NULL), BENCHAN_OK);
        assert_near(test.p, brute_force_signed_p(d, n), 1e-12);
    }
}

/* ----------------------------------------------------------------------- known cases */

/* A case on which a well-known tool gave another p when its files were swapped. */
static void ties_and_unequal_arms(void **state)
{
    (void)state;
    const double a[] = {1, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    const double b[] = {2, 2, 2, 3, 3, 3, 3, 5};
    const struct benchan_rank_test test = rank_test(a, 10, b, 8),
                                   swapped = rank_test(b, 8, a, 10);
    assert_near(test.p, 0.06181726769962064, 1e-12);
    assert_true(test.p == swapped.p);
    assert_string_equal(test.method, "exact with ties");
    assert_near(test.u, 60.5, 0);
    assert_near(swapped.u, 19.5, 0);
}

/* "BenchmarkX <iterations> <value> widgets" lines, which is all these files hold. */
static size_t read_widgets(const char *directory, const char *name, double *values, size_t most)
{
    char path[1024], line[256];
    snprintf(path, sizeof path, "%s/bugs/%s", directory, name);
    FILE *file = fopen(path, "r");
    if (!file)
        skip();
    size_t n = 0;
    while (n < most && fgets(line, sizeof line, file))
        if (sscanf(line, "BenchmarkX %*d %lf widgets", &values[n]) == 1)
            n++;
    fclose(file);
    return n;
}

static void reported_cases(void **state)
{
    (void)state;
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus)
        skip();
    double a[64], b[64];
    size_t n = read_widgets(corpus, "31-ties-unequal-n-a.txt", a, 64);
    size_t m = read_widgets(corpus, "31-ties-unequal-n-b.txt", b, 64);
    assert_near(rank_test(a, n, b, m).p, 0.0618, 1e-3);
    assert_near(rank_test(b, m, a, n).p, 0.0618, 1e-3);
    n = read_widgets(corpus, "32-p-above-one-a.txt", a, 64);
    m = read_widgets(corpus, "32-p-above-one-b.txt", b, 64);
    assert_true(n > 0 && m > 0);
    assert_true(rank_test(a, n, b, m).p == rank_test(b, m, a, n).p);
}

static void single_values(void **state)
{
    (void)state;
    const double a[] = {1}, b[] = {2}, many[] = {1, 1, 1, 5, 7, 8, 9, 9, 9};
    assert_near(rank_test(a, 1, b, 1).p, 1, 0);
    assert_near(rank_test(a, 1, a, 1).p, 1, 0);
    assert_near(rank_test(a, 1, a, 1).u, 0.5, 0);
    /* As far from the middle: any of the four lowest and of the three highest. */
    assert_near(rank_test(a, 1, many, 9).p, 7.0 / 10, 1e-12);
}

static void only_ties(void **state)
{
    (void)state;
    static double values[600];
    const size_t sizes[][2] = {{1, 5}, {5, 5}, {20, 13}, {100, 100}, {300, 300}};
    for (size_t i = 0; i < 600; i++)
        values[i] = 1e300;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const struct benchan_rank_test test =
            rank_test(values, sizes[s][0], values, sizes[s][1]);
        assert_near(test.p, 1, 0);
        assert_near(test.cliffs_delta, 0, 0);
    }
}

/* --------------------------------------------------------------------------- sizes */

static void fill(double *values, size_t n, uint64_t seed, double shift, double tick)
{
    struct support_random random = support_random_seed(seed);
    for (size_t i = 0; i < n; i++) {
        values[i] = support_normal(&random) + shift;
        if (tick > 0)
            values[i] = tick * round(values[i] / tick);
    }
}

static void expect_method(size_t n, size_t m, double tick, const char *method)
{
    static double a[500], b[500];
    fill(a, n, 1, 0, tick);
    fill(b, m, 2, 0.3, tick);
    const struct benchan_rank_test test = rank_test(a, n, b, m),
                                   swapped = rank_test(b, m, a, n);
    assert_string_equal(test.method, method);
    assert_true(test.p == swapped.p);
    /* Unless an arm is a single value, the normal approximation is near. */
    double normal = test.p;
    if (tick <= 0 && n > 1 && m > 1)
        normal = rank_tail_normal(n, m, 0, fabs(2 * test.u - (double)(n * m)), 2);
    assert_true(fabs(test.p - normal) < 0.02);
}

static void enumeration_ends(void **state)
{
    (void)state;
    expect_method(200, 200, 0, "exact");
    expect_method(1, 399, 0, "exact");
    expect_method(399, 1, 0, "exact");
    expect_method(201, 200, 0, "normal, tie-corrected");
    expect_method(100, 100, 0.1, "exact with ties");
    expect_method(3, 197, 0.1, "exact with ties");
    expect_method(101, 100, 0.1, "exact with ties");
    expect_method(3, 500, 0.1, "exact with ties");
    expect_method(200, 200, 0.1, "normal, tie-corrected");
}

/* With a single tie the two exact paths must nearly agree; far out as well. */
static void paths_agree(void **state)
{
    (void)state;
    static double a[100], b[100];
    for (double shift = 0; shift < 8; shift += 0.5) {
        fill(a, 60, 3, 0, 0);
        fill(b, 70, 4, shift, 0);
        const double plain = rank_test(a, 60, b, 70).p;
        size_t groups[130];
        for (size_t g = 0; g < 130; g++)
            groups[g] = 1;
        const double u = rank_test(a, 60, b, 70).u;
        double tied;
        assert_true(rank_tail_ties(60, 70, &(struct rank_groups){groups, 130},
                                   (size_t)fabs(2 * u - 4200), &tied));
        assert_near(tied, plain, 1e-10);
    }
}

static void a_million(void **state)
{
    (void)state;
    const size_t n = 1000000;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    assert_non_null(a);
    assert_non_null(b);
    fill(a, n, 5, 0, 1e-3);
    fill(b, n, 6, 0.002, 1e-3);
    const struct benchan_rank_test test = rank_test(a, n, b, n),
                                   swapped = rank_test(b, n, a, n);
    assert_true(test.p == swapped.p);
    fill(b, n, 6, 9, 1e-3);
    assert_true(rank_test(a, n, b, n).p < 1e-300);
    free(a);
    free(b);
}

static void bad_arguments(void **state)
{
    (void)state;
    const double fine[] = {1, 2}, bad[] = {1, NAN}, infinite[] = {1, INFINITY};
    struct benchan_rank_test test = {.p = 7};
    struct benchan_error error;
    assert_int_equal(benchan_mann_whitney(fine, 0, fine, 2, &test, &error), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_mann_whitney(fine, 2, fine, 0, &test, &error), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_mann_whitney(bad, 2, fine, 2, &test, &error), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_mann_whitney(fine, 2, infinite, 2, &test, &error),
                     BENCHAN_BAD_USAGE);
    assert_string_equal(error.message, "value 2 is not finite");
    assert_near(test.p, 7, 0);
}

static void signed_rank_edges(void **state)
{
    (void)state;
    struct benchan_signed_rank_test test;
    const double zeros[] = {0, -0.0, 0}, one[] = {-3}, bad[] = {NAN};
    assert_int_equal(benchan_signed_rank(zeros, 3, &test, NULL), BENCHAN_OK);
    assert_near(test.p, 1, 0);
    assert_int_equal(test.n_nonzero, 0);
    assert_int_equal(benchan_signed_rank(one, 1, &test, NULL), BENCHAN_OK);
    assert_near(test.p, 1, 0);
    assert_int_equal(benchan_signed_rank(bad, 1, &test, NULL), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_signed_rank(one, 0, &test, NULL), BENCHAN_BAD_USAGE);
}

static void signed_rank_enumeration_ends(void **state)
{
    (void)state;
    static double d[301], negated[301];
    fill(d, 301, 9, 0.1, 0.01);
    double p[2];
    for (size_t n = 300; n <= 301; n++) {
        struct benchan_signed_rank_test test, mirrored;
        for (size_t i = 0; i < n; i++)
            negated[i] = -d[n - 1 - i];
        assert_int_equal(benchan_signed_rank(d, n, &test, NULL), BENCHAN_OK);
        assert_int_equal(benchan_signed_rank(negated, n, &mirrored, NULL), BENCHAN_OK);
        assert_true(test.p == mirrored.p);
        p[n - 300] = test.p;
    }
    assert_true(fabs(p[0] - p[1]) < 0.3 * p[0]);
}

/* `ones` values of 1 after zeros. */
static void zeros_and_ones(double *values, size_t n, size_t ones)
{
    for (size_t i = 0; i < n; i++)
        values[i] = i + ones < n ? 0 : 1;
}

/* Two values alone make U hypergeometric; the tails below are its exact ones. */
static void heavy_ties_in_many_values_are_not_taken_for_evidence(void **state)
{
    (void)state;
    static const struct {
        size_t n, m, ones_a, ones_b;
        double exact;
    } cases[] = {{250, 10, 0, 1, 10.0 / 260},           {200, 1, 0, 1, 1.0 / 201},
                 {250, 10, 1, 2, 0.003926620205689973}, {300, 300, 1, 0, 1},
                 {300, 300, 5, 0, 0.06145921594617495}, {300, 300, 6, 0, 0.03047137597331363},
                 {300, 300, 10, 2, 0.03670555001920334}};
    double a[300], b[300];
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        zeros_and_ones(a, cases[c].n, cases[c].ones_a);
        zeros_and_ones(b, cases[c].m, cases[c].ones_b);
        struct benchan_rank_test test, swapped;
        assert_int_equal(benchan_mann_whitney(a, cases[c].n, b, cases[c].m, &test, NULL),
                         BENCHAN_OK);
        assert_int_equal(benchan_mann_whitney(b, cases[c].m, a, cases[c].n, &swapped, NULL),
                         BENCHAN_OK);
        assert_true(test.p == swapped.p);
        assert_true(test.p >= cases[c].exact * (1 - 1e-12));
        assert_true(test.p <= 1.4 * cases[c].exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heavy_ties_in_many_values_are_not_taken_for_evidence),
        cmocka_unit_test(brute_force_without_ties),
        cmocka_unit_test(brute_force_with_ties),
        cmocka_unit_test(signed_rank_brute_force),
        cmocka_unit_test(ties_and_unequal_arms),
        cmocka_unit_test(reported_cases),
        cmocka_unit_test(single_values),
        cmocka_unit_test(only_ties),
        cmocka_unit_test(enumeration_ends),
        cmocka_unit_test(paths_agree),
        cmocka_unit_test(a_million),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(signed_rank_edges),
        cmocka_unit_test(signed_rank_enumeration_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
