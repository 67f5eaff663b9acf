/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times too coarse to order the arms, and arms that hold unequal numbers of values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "tests/unit/support_capture.h"
#include "tests/unit/support_random.h"

enum { PROCESSES = 20, MOST_VALUES = 16 };

/* When process `i` of arm `arm` began. */
typedef double start_of(size_t arm, size_t i);

struct pair {
    struct benchan_capture *captures[2];
    struct benchan_verdict *verdict;
    const struct benchan_comparison *row;
};

static struct benchan_capture *make_arm(size_t arm, start_of *start, size_t values,
                                        struct support_random *random)
{
    double value[PROCESSES][MOST_VALUES];
    struct support_process processes[PROCESSES];
    for (size_t i = 0; i < PROCESSES; i++) {
        for (size_t k = 0; k < values; k++)
            value[i][k] = exp(0.05 * (double)arm + 0.01 * support_normal(random));
        processes[i] = (struct support_process){start(arm, i), NULL, value[i], values};
    }
    return support_capture(arm ? "new" : "old", processes, PROCESSES);
}

static struct pair judge(start_of *start, const size_t values[2])
{
    struct support_random random = support_random_seed(7);
    struct pair pair = {{NULL, NULL}, NULL, NULL};
    for (size_t arm = 0; arm < 2; arm++)
        pair.captures[arm] = make_arm(arm, start, values[arm], &random);
    pair.verdict = support_judge(pair.captures, 2, NULL, NULL);
    pair.row = support_row(pair.verdict, "B", "sec/op");
    return pair;
}

static void pair_free(struct pair *pair)
{
    benchan_verdict_free(pair->verdict);
    benchan_capture_free(pair->captures[0]);
    benchan_capture_free(pair->captures[1]);
}

static const size_t three[2] = {3, 3};

static double on_the_same_day(size_t arm, size_t i)
{
    (void)arm;
    (void)i;
    return 0;
}

static void a_date_alone_orders_nothing(void **state)
{
    (void)state;
    struct pair pair = judge(on_the_same_day, three);
    assert_false(pair.row->design.order_known);
    assert_false(pair.row->design.paired);
    assert_int_equal(pair.row->design.interleaved, BENCHAN_UNKNOWN);
    assert_int_equal(support_gate(pair.row, "interleaving"), BENCHAN_GATE_UNKNOWN);
    assert_int_equal(pair.row->verdict, BENCHAN_INCOMPLETE);
    pair_free(&pair);
}

/* Arm after arm, two processes a second: one second in the middle holds both. */
static double one_after_the_other(size_t arm, size_t i)
{
    return floor((double)(PROCESSES * arm + i + 1) / 2);
}

static void a_shared_second_does_not_interleave(void **state)
{
    (void)state;
    struct pair pair = judge(one_after_the_other, three);
    assert_true(pair.row->design.order_known);
    assert_int_equal(pair.row->design.interleaved, BENCHAN_NO);
    assert_int_equal(support_gate(pair.row, "interleaving"), BENCHAN_GATE_FAIL);
    pair_free(&pair);
}

static double a_round_a_second(size_t arm, size_t i)
{
    (void)arm;
    return (double)i;
}

static void rounds_within_one_second_are_rounds_of_unknown_order(void **state)
{
    (void)state;
    struct pair pair = judge(a_round_a_second, three);
    assert_int_equal(pair.row->design.interleaved, BENCHAN_YES);
    assert_int_equal(pair.row->design.randomised, BENCHAN_NO);
    assert_int_equal(pair.row->design.n_blocks, PROCESSES);
    assert_int_equal(support_gate(pair.row, "interleaving"), BENCHAN_GATE_WEAK);
    pair_free(&pair);
}

static double three_rounds_a_minute(size_t arm, size_t i)
{
    (void)arm;
    return 60 * floor((double)i / 3);
}

static void several_rounds_a_minute_interleave_without_pairs(void **state)
{
    (void)state;
    struct pair pair = judge(three_rounds_a_minute, three);
    assert_int_equal(pair.row->design.interleaved, BENCHAN_YES);
    assert_int_equal(pair.row->design.blocks, BENCHAN_BLOCKS_NONE);
    assert_false(pair.row->design.paired);
    pair_free(&pair);
}

/* One arm begins at 0 and 1 s, the other at 1 and 2 s: in turn, or one after the other. */
static void tied_times_are_read_alike_when_the_arms_are_swapped(void **state)
{
    (void)state;
    enum { EACH = 2 };
    static const double value = 1;
    for (size_t swap = 0; swap < 2; swap++) {
        struct benchan_capture *captures[2];
        for (size_t arm = 0; arm < 2; arm++) {
            struct support_process processes[EACH];
            for (size_t i = 0; i < EACH; i++)
                processes[i] = (struct support_process){(double)(arm + i), NULL, &value, 1};
            captures[swap ? 1 - arm : arm] =
                support_capture(arm ? "new" : "old", processes, EACH);
        }
        struct benchan_verdict *verdict = support_judge(captures, 2, NULL, NULL);
        const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
        assert_int_not_equal(row->design.interleaved, BENCHAN_YES);
        benchan_verdict_free(verdict);
        benchan_capture_free(captures[0]);
        benchan_capture_free(captures[1]);
    }
}

static void the_shorter_arm_is_not_left_out(void **state)
{
    (void)state;
    for (size_t shorter = 0; shorter < 2; shorter++) {
        const size_t values[2] = {shorter ? 15 : 5, shorter ? 5 : 15};
        struct pair pair = judge(a_round_a_second, values);
        assert_int_equal(pair.row->baseline.draws, PROCESSES);
        assert_int_equal(pair.row->candidate.draws, PROCESSES);
        assert_int_equal(pair.row->baseline.short_processes, 0);
        assert_int_equal(pair.row->candidate.short_processes, 0);
        assert_true(pair.row->baseline.first_values == 5);
        assert_true(pair.row->candidate.first_values == 5);
        pair_free(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_date_alone_orders_nothing),
        cmocka_unit_test(a_shared_second_does_not_interleave),
        cmocka_unit_test(rounds_within_one_second_are_rounds_of_unknown_order),
        cmocka_unit_test(several_rounds_a_minute_interleave_without_pairs),
        cmocka_unit_test(tied_times_are_read_alike_when_the_arms_are_swapped),
        cmocka_unit_test(the_shorter_arm_is_not_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
