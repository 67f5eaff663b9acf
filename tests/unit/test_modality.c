/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "analysis/statistics/modality_critical.h"
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

static struct benchan_modality modality_of(double *values, size_t n, double half_width)
{
    struct benchan_modality m;
    support_sort(values, n);
    assert_int_equal(benchan_modality_test(values, n, half_width, &m, NULL), BENCHAN_OK);
    return m;
}

static void check_reference_case(const cJSON *item)
{
    double x[64], y[64];
    size_t n = reference_numbers(cJSON_GetObjectItemCaseSensitive(item, "x"), x, 64);
    support_sort(x, n);
    for (size_t i = 0; i < n; i++)
        y[i] = log(x[i]);
    struct benchan_modality m = modality_of(y, n, 0);
    reference_close(m.gap, reference_number(item, "gapT"), 1e-9, "gap");
    reference_close(m.dip, reference_number(item, "dip_log"), 1e-9, "dip of logs");
    reference_close(benchan_dip(x, n), reference_number(item, "dip_raw"), 1e-9, "dip");
    assert_int_equal(m.split, (size_t)reference_number(item, "split_k"));
    m = modality_of(x, n, 0);
    reference_close(m.low, reference_number(item, "mode_lo"), 1e-12, "lower mode");
    reference_close(m.high, reference_number(item, "mode_hi"), 1e-12, "upper mode");
}

static void test_reference(void **state)
{
    (void)state;
    cJSON *root = reference_json("modality.json");
    const cJSON *item;
    cJSON_ArrayForEach(item, root) check_reference_case(item);
    cJSON_Delete(root);
}

static void check_dip_line(char *line)
{
    double x[256];
    size_t n = 0;
    char *end;
    double want = strtod(line, &end);
    for (char *at = end; n < 256; at = end) {
        x[n] = strtod(at, &end);
        if (end == at)
            break;
        n++;
    }
    assert_true(n > 0);
    reference_close(benchan_dip(x, n), want, 1e-10, line);
}

static void test_dip_reference(void **state)
{
    (void)state;
    char *text = reference_read("dip.txt");
    size_t lines = 0;
    for (char *line = text, *next; *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        if (*next != '\0')
            *next++ = '\0';
        if (line[0] == '#')
            continue;
        check_dip_line(line);
        lines++;
    }
    free(text);
    assert_true(lines > 100);
}

static void test_dip_edges(void **state)
{
    (void)state;
    const double constant[] = {3, 3, 3, 3}, two[] = {1, 2};
    assert_true(isnan(benchan_dip(constant, 0)));
    reference_close(benchan_dip(constant, 1), 0.5, 0, "one value");
    reference_close(benchan_dip(constant, 4), 0.125, 0, "a constant");
    reference_close(benchan_dip(two, 2), 0.25, 0, "two values");
}

/* Mirroring and rescaling leave the dip and the gap alone. */
static void test_symmetry(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(11);
    for (int round = 0; round < 200; round++) {
        double x[30], mirrored[30];
        for (size_t i = 0; i < 30; i++)
            x[i] = support_normal(&random) + (i % 3 == 0 ? 4 : 0);
        struct benchan_modality a = modality_of(x, 30, 0);
        for (size_t i = 0; i < 30; i++)
            mirrored[i] = -8 * x[i];
        struct benchan_modality b = modality_of(mirrored, 30, 0);
        reference_close(b.dip, a.dip, 1e-10, "dip");
        reference_close(b.gap, a.gap, 1e-9, "gap");
        assert_int_equal(b.split, 30 - a.split);
    }
}

static void test_criticals_match_the_table(void **state)
{
    (void)state;
    char *text = reference_read("modality_critical_values.csv");
    size_t rows = 0, last = 0;
    for (char *line = strchr(text, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        double cell[8];
        for (size_t i = 0; i < 8; i++, line += *line == ',')
            cell[i] = strtod(line, &line);
        struct modality_critical critical = modality_critical((size_t)cell[0]);
        reference_close(critical.gap, cell[2], 0, "gap");
        reference_close(critical.dip, cell[6], 1e-15, "dip");
        if (rows++ > 0) { /* between two rows the earlier one holds */
            double before = modality_critical((size_t)cell[0] - 1).gap;
            reference_close(before, modality_critical(last).gap, 0, "a step");
        }
        last = (size_t)cell[0];
    }
    free(text);
    assert_true(rows > 70);
    assert_true(isnan(modality_critical(5).gap));
    reference_close(modality_critical(50000).dip, 0.02891 * 0.1, 1e-12, "beyond the table");
    reference_close(modality_critical(50000).gap, 0.3078, 1e-12, "beyond the table");
}

static void test_small_and_degenerate(void **state)
{
    (void)state;
    double two_levels[] = {1, 1, 1, 2, 2, 2}, constant[] = {4, 4, 4, 4, 4, 4, 4};
    struct benchan_modality m = modality_of(two_levels, 5, 0);
    assert_false(m.alarm);
    assert_true(isnan(m.gap_critical) && isnan(m.dip_critical));
    m = modality_of(two_levels, 6, 0);
    assert_true(m.alarm && isinf(m.gap) && m.split == 3 && m.low == 1 && m.high == 2);
    m = modality_of(constant, 7, 0);
    assert_false(m.alarm);
    assert_true(m.gap == 0);
}

/* Values printed with few digits are one mode as long as their resolution is known. */
static void test_ties_are_spread(void **state)
{
    (void)state;
    double coarse[] = {1.0, 1.0, 1.0, 1.1, 1.1, 1.1, 1.1, 1.2, 1.2, 1.2, 1.3, 1.3};
    double copy[12];
    memcpy(copy, coarse, sizeof copy);
    assert_true(modality_of(coarse, 12, 0).gap > modality_of(copy, 12, 0.05).gap);
    assert_false(modality_of(copy, 12, 0.05).alarm);
    /* A half width beyond half the step must not reorder the values. */
    assert_false(modality_of(copy, 12, 0.5).alarm);
    double two[] = {1, 1, 1, 1, 9, 9, 9, 9};
    assert_true(modality_of(two, 8, 0.05).alarm);
}

static void test_refusals(void **state)
{
    (void)state;
    const double descending[] = {2, 1, 3, 4, 5, 6}, bad[] = {1, 2, 3, 4, 5, INFINITY};
    const double good[] = {1, 2, 3, 4, 5, 6};
    struct benchan_modality m;
    struct benchan_error e;
    assert_int_equal(benchan_modality_test(descending, 6, 0, &m, &e), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_modality_test(bad, 6, 0, &m, &e), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_modality_test(good, 6, -1, &m, &e), BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_modality_test(good, 6, NAN, &m, &e), BENCHAN_BAD_USAGE);
}

/* The upper half per cent of each statistic under its hardest unimodal law. */
static void test_critical_values_by_simulation(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(5);
    const size_t sizes[] = {6, 20, 31};
    enum { ROUNDS = 10000 };
    for (size_t s = 0; s < 3; s++) {
        size_t over_gap = 0, over_dip = 0;
        double x[64];
        for (int round = 0; round < ROUNDS; round++) {
            for (size_t i = 0; i < sizes[s]; i++)
                x[i] = -log(support_uniform(&random));
            struct benchan_modality m = modality_of(x, sizes[s], 0);
            over_gap += m.gap > m.gap_critical;
            for (size_t i = 0; i < sizes[s]; i++)
                x[i] = support_uniform(&random);
            m = modality_of(x, sizes[s], 0);
            over_dip += m.dip > m.dip_critical;
        }
        /* 50 expected, sd 7 */
        assert_in_range(over_gap, 20, 80);
        assert_in_range(over_dip, 20, 80);
    }
}

/* 30 % of 20 draws 1.43 times slower: found nearly always. */
static void test_power(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(6);
    size_t alarms = 0;
    for (int round = 0; round < 1000; round++) {
        double x[20];
        for (size_t i = 0; i < 20; i++)
            x[i] = 0.02 * support_normal(&random) +
                   (support_uniform(&random) < 0.3 ? log(1.43) : 0);
        alarms += modality_of(x, 20, 0).alarm;
    }
    assert_true(alarms > 930);
}

/* A large sample is thinned, and still says where the modes part. */
static void test_large(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(7);
    size_t n = 200000, low = 0;
    double *x = calloc(n, sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < n; i++)
        x[i] = support_normal(&random);
    assert_false(modality_of(x, n, 0).alarm);
    for (size_t i = 0; i < n; i++) {
        bool slow = support_uniform(&random) < 0.25;
        x[i] = support_uniform(&random) + (slow ? 3 : 0);
        low += !slow;
    }
    struct benchan_modality m = modality_of(x, n, 0);
    assert_true(m.alarm);
    assert_int_equal(m.split, low);
    reference_close(m.low, 0.5, 0.01, "lower mode");
    reference_close(m.high, 3.5, 0.01, "upper mode");
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_dip_reference),
        cmocka_unit_test(test_dip_edges),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_criticals_match_the_table),
        cmocka_unit_test(test_small_and_degenerate),
        cmocka_unit_test(test_ties_are_spread),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_critical_values_by_simulation),
        cmocka_unit_test(test_power),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
