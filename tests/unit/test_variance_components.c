/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "support_reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/statistics/statistics.h"

static void check_case(const cJSON *item)
{
    double values[256];
    size_t start[64] = {0}, groups = 0;
    const cJSON *group;
    cJSON_ArrayForEach(group, cJSON_GetObjectItemCaseSensitive(item, "groups"))
    {
        size_t at = start[groups];
        start[++groups] = at + reference_numbers(group, values + at, 256 - at);
    }
    struct benchan_components c;
    assert_int_equal(benchan_components_analyse(values, start, groups, &c, NULL), BENCHAN_OK);
    reference_close(c.ms_between, reference_number(item, "msb"), 1e-9, "msb");
    reference_close(c.ms_within, reference_number(item, "msw"), 1e-9, "msw");
    reference_close(c.f, reference_number(item, "F"), 1e-9, "F");
    reference_close(c.p, reference_number(item, "pF"), 1e-9, "p");
    reference_close(c.icc, reference_number(item, "icc"), 1e-9, "icc");
    reference_close(c.icc_low, reference_number(item, "icc_lo"), 1e-9, "icc_lo");
    reference_close(c.icc_high, reference_number(item, "icc_hi"), 1e-9, "icc_hi");
    reference_close(c.between_share, reference_number(item, "between_share"), 1e-9, "share");
}

static void test_reference(void **state)
{
    (void)state;
    cJSON *root = reference_json("icc.json");
    const cJSON *item;
    cJSON_ArrayForEach(item, root) check_case(item);
    cJSON_Delete(root);
}

/* Groups of 2 and 4: sums of squares by hand. */
static void test_unequal_groups(void **state)
{
    (void)state;
    const double values[] = {1, 3, 4, 6, 5, 5};
    const size_t start[] = {0, 2, 6};
    struct benchan_components c;
    assert_int_equal(benchan_components_analyse(values, start, 2, &c, NULL), BENCHAN_OK);
    assert_int_equal(c.values, 6);
    reference_close(c.m0, 6 - 20.0 / 6, 1e-12, "m0");
    reference_close(c.ms_between, 12, 1e-12, "msb"); /* means 2, 5, grand 4: 2*4 + 4*1 */
    reference_close(c.ms_within, 1, 1e-12, "msw");   /* (1+1 + 1+1)/4 */
    reference_close(c.icc, 11 / (11 + 6 - 20.0 / 6), 1e-12, "icc");
}

static void test_undefined_is_nan(void **state)
{
    (void)state;
    const double values[] = {1, 2, 3, 4};
    const size_t one_group[] = {0, 4}, singles[] = {0, 1, 2, 3, 4};
    struct benchan_components c;
    assert_int_equal(benchan_components_analyse(values, one_group, 1, &c, NULL), BENCHAN_OK);
    assert_true(isnan(c.f) && isnan(c.icc) && isnan(c.p));
    assert_int_equal(benchan_components_analyse(values, singles, 4, &c, NULL), BENCHAN_OK);
    assert_true(isnan(c.f) && isnan(c.icc));
    const double constant[] = {7, 7, 7, 7};
    const size_t pairs[] = {0, 2, 4};
    assert_int_equal(benchan_components_analyse(constant, pairs, 2, &c, NULL), BENCHAN_OK);
    assert_true(isnan(c.icc) && isnan(c.between_share));
}

static void test_no_spread_inside(void **state)
{
    (void)state;
    const double values[] = {7, 7, 8, 8};
    const size_t pairs[] = {0, 2, 4};
    struct benchan_components c;
    assert_int_equal(benchan_components_analyse(values, pairs, 2, &c, NULL), BENCHAN_OK);
    assert_true(isinf(c.f) && c.p == 0 && c.icc == 1 && c.icc_low == 1 && c.icc_high == 1);
    assert_true(c.between_share == 1);
}

static void test_refusals(void **state)
{
    (void)state;
    const double values[] = {1, NAN, 3, 4};
    const size_t pairs[] = {0, 2, 4}, empty[] = {0, 2, 2, 4};
    struct benchan_components c = {.groups = 99};
    struct benchan_error error;
    assert_int_equal(benchan_components_analyse(values, pairs, 2, &c, &error),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_components_analyse(values, empty, 3, &c, &error),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(c.groups, 99);
}

/* Where the approximation takes over from GSL it must go on smoothly. */
static void test_many_groups(void **state)
{
    (void)state;
    static double values[2 * 10002];
    static size_t start[10003];
    double low[2];
    for (size_t g = 0; g < 10002; g++) {
        values[2 * g] = (double)((g * 7919) % 101);
        values[2 * g + 1] = values[2 * g] + (double)((g * 104729) % 37);
        start[g + 1] = 2 * g + 2;
    }
    for (size_t i = 0; i < 2; i++) {
        struct benchan_components c;
        size_t groups = i == 0 ? 9999 : 10002;
        assert_int_equal(benchan_components_analyse(values, start, groups, &c, NULL),
                         BENCHAN_OK);
        low[i] = c.icc_low;
        assert_true(c.icc_low < c.icc && c.icc < c.icc_high);
    }
    reference_close(low[1], low[0], 1e-3, "limit across the seam");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference),        cmocka_unit_test(test_unequal_groups),
        cmocka_unit_test(test_undefined_is_nan), cmocka_unit_test(test_no_spread_inside),
        cmocka_unit_test(test_refusals),         cmocka_unit_test(test_many_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
