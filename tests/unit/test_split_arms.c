/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arms split off one recording keep its order, which is what tells the design. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "tests/unit/support_capture.h"
#include "tests/unit/support_random.h"

enum { PROCESSES = 20, VALUES = 3 };

/* 20 processes an arm; `is_new(p)` says whose the p-th of the 40 is; pid p or p / 2. */
static struct support_arms judge(int (*is_new)(int p), int pid_divisor)
{
    struct support_random random = support_random_seed(17);
    char text[16384] = "benchmark,variant,pid,time_ns\n";
    size_t n = strlen(text);
    for (int p = 0; p < 2 * PROCESSES; p++)
        for (int v = 0; v < VALUES; v++)
            n += (size_t)snprintf(
                text + n, sizeof text - n, "B,%s,%d,%.4f\n", is_new(p) ? "new" : "old",
                p / pid_divisor, (is_new(p) ? 130 : 100) * exp(0.01 * support_normal(&random)));
    return support_judge_csv(text, "variant");
}

static int second_half(int p)
{
    return p >= PROCESSES;
}

static int odd(int p)
{
    return p % 2;
}

/* Rounds of two whose order a fixed coin decides. */
static int by_coin(int p)
{
    static const char coin[] = "01101001110010101100";
    return (p % 2) ^ (coin[p / 2] == '1');
}

static void one_arm_after_the_other_is_seen(void **state)
{
    (void)state;
    struct support_arms arms = judge(second_half, 1);
    assert_int_equal(support_gate(arms.row, "interleaving"), BENCHAN_GATE_FAIL);
    assert_int_equal(arms.row->verdict, BENCHAN_INADMISSIBLE);
    support_release(&arms);
}

static void strict_alternation_is_seen(void **state)
{
    (void)state;
    struct support_arms arms = judge(odd, 1);
    assert_int_equal(support_gate(arms.row, "interleaving"), BENCHAN_GATE_WEAK);
    assert_int_equal(arms.row->design.blocks, BENCHAN_BLOCKS_ROUNDS);
    support_release(&arms);
}

static void shuffled_rounds_are_seen(void **state)
{
    (void)state;
    struct support_arms arms = judge(by_coin, 1);
    assert_int_equal(support_gate(arms.row, "interleaving"), BENCHAN_GATE_PASS);
    assert_int_equal(arms.row->finding, BENCHAN_SLOWER);
    support_release(&arms);
}

static void both_arms_inside_a_process_make_it_a_block(void **state)
{
    (void)state;
    struct support_arms arms = judge(by_coin, 2);
    assert_int_equal(arms.row->design.blocks, BENCHAN_BLOCKS_PROCESS);
    assert_int_equal(arms.row->design.n_blocks, PROCESSES);
    assert_int_equal(arms.row->baseline.processes, PROCESSES);
    assert_true(arms.row->design.paired);
    assert_int_equal(arms.row->finding, BENCHAN_SLOWER);
    support_release(&arms);
}

static void records_of_one_process_count_once(void **state)
{
    (void)state;
    struct support_arms arms = judge(by_coin, 2 * PROCESSES);
    assert_int_equal(arms.row->baseline.processes, 1);
    assert_int_equal(support_gate(arms.row, "processes"), BENCHAN_GATE_FAIL);
    support_release(&arms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_arm_after_the_other_is_seen),
        cmocka_unit_test(strict_alternation_is_seen),
        cmocka_unit_test(shuffled_rounds_are_seen),
        cmocka_unit_test(both_arms_inside_a_process_make_it_a_block),
        cmocka_unit_test(records_of_one_process_count_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
