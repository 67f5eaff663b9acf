/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A/A arms too small or of another kind, single values, and sessions of rounded values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "tests/unit/support_capture.h"
#include "tests/unit/support_import.h"
#include "tests/unit/support_random.h"

enum { ROUNDS = 20 };

/*
 * Arm `arm` of three in shuffled rounds, its first `n` rounds, in `unit`; values
 * near `level`, the last of them `last` where that is not NaN.
 */
static struct benchan_capture *make_arm(size_t arm, size_t n, const char *unit, double level,
                                        double last)
{
    struct support_random random = support_random_seed(arm + 1);
    struct benchan_text text = {0};
    benchan_text_string(&text, "# cpu: one\n# os: linux\n# arch: amd64\n"
                               "benchmark,process,value,unit,timestamp\n");
    for (size_t i = 0; i < n; i++) {
        const double value =
            i + 1 == n && !isnan(last) ? last : round(level + 3 * support_uniform(&random));
        benchan_text_printf(&text, "B,%zu,%g,%s,2024-01-01T00:%02zu:%02zuZ\n", i, value, unit,
                            i, 10 * ((arm + i * i * 7 / 3) % 3));
    }
    struct benchan_capture *capture = import_text(benchan_text_get(&text));
    benchan_text_free(&text);
    return capture;
}

struct trial {
    struct benchan_capture *captures[3];
    struct benchan_verdict *verdict;
    const struct benchan_comparison *row;
};

static struct trial judge_with_null(struct benchan_capture *null)
{
    struct trial t = {{make_arm(0, ROUNDS, "allocs/op", 1000, NAN),
                       make_arm(1, ROUNDS, "allocs/op", 1100, NAN), null},
                      NULL,
                      NULL};
    t.verdict = support_judge(t.captures, 2, null, NULL);
    t.row = support_row(t.verdict, "B", "allocs/op");
    return t;
}

static void trial_free(struct trial *t)
{
    benchan_verdict_free(t->verdict);
    for (size_t i = 0; i < 3; i++)
        benchan_capture_free(t->captures[i]);
}

static void assert_null_says(const struct trial *t, const char *words)
{
    struct benchan_text text = {0};
    for (size_t g = 0; g < t->row->n_gates; g++)
        if (strcmp(t->row->gates[g]->gate->name, "null-control") == 0)
            benchan_gate_explain(t->row, t->row->gates[g], &text);
    assert_non_null(strstr(benchan_text_get(&text), words));
    benchan_text_free(&text);
}

static void a_full_null_arm_counts(void **state)
{
    (void)state;
    struct trial t = judge_with_null(make_arm(2, ROUNDS, "allocs/op", 1000, NAN));
    assert_int_equal(t.row->null.source, BENCHAN_NULL_ARM);
    assert_int_equal(t.row->verdict, BENCHAN_ADMISSIBLE);
    trial_free(&t);
}

static void a_null_arm_of_few_processes_shows_nothing(void **state)
{
    (void)state;
    for (size_t n = 1; n < 6; n++) {
        struct trial t = judge_with_null(make_arm(2, n, "allocs/op", 1000, NAN));
        assert_int_equal(t.row->null.source, BENCHAN_NULL_UNLIKE);
        assert_int_equal(support_gate(t.row, "null-control"), BENCHAN_GATE_UNKNOWN);
        assert_int_equal(t.row->verdict, BENCHAN_INCOMPLETE);
        assert_null_says(&t, "fewer than 6 processes");
        trial_free(&t);
    }
}

static void a_null_arm_without_a_ratio_is_not_replaced_by_splits(void **state)
{
    (void)state;
    struct trial t = judge_with_null(make_arm(2, ROUNDS, "allocs/op", 1000, 0));
    assert_int_equal(t.row->null.source, BENCHAN_NULL_UNLIKE);
    assert_int_equal(support_gate(t.row, "null-control"), BENCHAN_GATE_UNKNOWN);
    assert_null_says(&t, "zeros or negative");
    trial_free(&t);
}

/* Two arms of one value each: nothing bounds the change, and no report says inf. */
static void single_values_print_no_infinity(void **state)
{
    (void)state;
    struct benchan_capture *captures[2] = {make_arm(0, 1, "allocs/op", 1000, NAN),
                                           make_arm(1, 1, "allocs/op", 1100, NAN)};
    struct benchan_verdict *verdict = support_judge(captures, 2, NULL, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "allocs/op");
    struct benchan_text text = {0};
    for (size_t g = 0; g < row->n_gates; g++)
        benchan_gate_explain(row, row->gates[g], &text);
    benchan_sentence(row, &text);
    assert_null(strstr(benchan_text_get(&text), "inf"));
    assert_null(strstr(benchan_text_get(&text), "nan"));
    benchan_text_free(&text);
    benchan_verdict_free(verdict);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
}

/* One night: six processes that all print the same. */
static struct benchan_capture *night(size_t day, const char *value)
{
    struct benchan_text text = {0};
    benchan_text_string(&text, "# cpu: one\n# os: linux\n# arch: amd64\n"
                               "benchmark,process,value_ns,timestamp\n");
    for (size_t i = 0; i < 6; i++)
        benchan_text_printf(&text, "B,%zu,%s,2024-01-%02zuT00:00:%02zuZ\n", i, value, day, i);
    struct benchan_capture *capture = import_text(benchan_text_get(&text));
    benchan_text_free(&text);
    return capture;
}

/* Five nights against five that all print 100 and 101 ns: one step of the print apart. */
static void sessions_of_rounded_values_have_no_interval_of_width_zero(void **state)
{
    (void)state;
    enum { NIGHTS = 5 };
    struct benchan_capture *captures[2][NIGHTS];
    struct benchan_arm_input arms[2];
    for (size_t arm = 0; arm < 2; arm++) {
        for (size_t i = 0; i < NIGHTS; i++)
            captures[arm][i] = night(2 * i + arm + 1, arm ? "101" : "100");
        arms[arm] = (struct benchan_arm_input){
            "arm", (const struct benchan_capture *const *)captures[arm], NIGHTS};
    }
    const struct benchan_input input = {
        .baseline = arms[0], .candidates = &arms[1], .n_candidates = 1};
    struct benchan_verdict *verdict = NULL;
    assert_int_equal(benchan_judge(&input, NULL, &verdict, NULL), BENCHAN_OK);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec");
    assert_int_equal(row->design.level, BENCHAN_LEVEL_SESSION);
    /* Each limit moves out by half a step of both arms. */
    assert_true(fabs(log(row->ratio.low) - (log(1.01) - 0.5 / 100 - 0.5 / 101)) < 1e-9);
    assert_true(fabs(log(row->ratio.high) - (log(1.01) + 0.5 / 100 + 0.5 / 101)) < 1e-9);
    assert_int_equal(row->finding, BENCHAN_NO_DIFFERENCE);
    assert_true(row->p > 0);
    benchan_verdict_free(verdict);
    for (size_t arm = 0; arm < 2; arm++)
        for (size_t i = 0; i < NIGHTS; i++)
            benchan_capture_free(captures[arm][i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_null_arm_counts),
        cmocka_unit_test(a_null_arm_of_few_processes_shows_nothing),
        cmocka_unit_test(a_null_arm_without_a_ratio_is_not_replaced_by_splits),
        cmocka_unit_test(single_values_print_no_infinity),
        cmocka_unit_test(sessions_of_rounded_values_have_no_interval_of_width_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
