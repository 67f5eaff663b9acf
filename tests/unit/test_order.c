/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Label patterns written out by hand: what order the arms were measured in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/order.h"
#include "benchan/design.h"

static struct benchan_order_pattern analyse(const char *labels)
{
    unsigned char bytes[256];
    const size_t n = strlen(labels);
    for (size_t i = 0; i < n; i++)
        bytes[i] = labels[i] == 'B';
    struct benchan_order_pattern pattern;
    benchan_order_analyse(bytes, n, &pattern);
    return pattern;
}

static void sequential_arms_do_not_overlap(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("AAAAAAAAAABBBBBBBBBB");
    assert_false(p.overlap);
    assert_false(p.interleaved);
    assert_int_equal(p.label_runs, 2);
    assert_true(p.balance == 1);
}

static void one_stretch_amid_the_other_arm_is_no_turn(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("BBBBBBBBBBBBAAAAAABBBBBBBBBBBB");
    assert_true(p.overlap);
    assert_int_equal(p.label_runs, 3);
    assert_false(p.interleaved);
    assert_true(analyse("BBBBBBBBAAABBBBBBBBAAABBBBBBBB").interleaved);
}

static void strict_alternation_is_interleaved_but_not_random(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("ABABABABABABABABABAB");
    assert_true(p.interleaved);
    assert_true(p.rounds);
    assert_int_equal(p.first_arm0, 10);
    assert_true(p.strict_alternation);
    assert_false(p.randomised);
}

static void abba_is_a_fixed_pattern_too(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("ABBAABBAABBAABBAABBA");
    assert_true(p.interleaved);
    assert_true(p.rounds);
    assert_int_equal(p.first_arm0, 5);
    assert_false(p.randomised);
}

static void shuffled_rounds_are_random(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("ABBABABAABABBABAABAB");
    assert_true(p.interleaved);
    assert_true(p.rounds);
    assert_true(p.randomised);
}

static void a_random_order_without_rounds_is_random(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("AABABBBABAABBABBAABA");
    assert_true(p.interleaved);
    assert_false(p.rounds);
    assert_true(p.randomised);
}

static void long_stretches_are_not_interleaved(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("AAAAABBBBBBBBBBAAAAA");
    assert_true(p.overlap);
    assert_int_equal(p.label_runs, 3);
    assert_false(p.interleaved);
}

static void lopsided_overlap_is_not_interleaved(void **state)
{
    (void)state;
    /* Only the middle overlaps: U is far from its mean, whatever the turns. */
    const struct benchan_order_pattern p = analyse("AAAAAAAABABABABABBBBBBBB");
    assert_true(p.overlap);
    assert_true(p.label_runs * 2 >= 12);
    assert_true(p.balance > p.balance_limit);
    assert_false(p.interleaved);
}

static void blocks_of_turns_count_as_turns(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("AAABBBAAABBBAAABBBAAABBB");
    assert_int_equal(p.label_runs, 8);
    assert_true(p.interleaved);
    assert_false(p.rounds);
}

static void one_side_alone_has_no_pattern(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("AAAA");
    assert_false(p.interleaved);
    assert_int_equal(p.n, 4);
    assert_int_equal(p.m, 0);
}

static void swapping_the_arms_changes_nothing(void **state)
{
    (void)state;
    const struct benchan_order_pattern p = analyse("AABABBBABAABBABBAABA");
    const struct benchan_order_pattern q = analyse("BBABAAABABBAABAABBAB");
    assert_int_equal(p.label_runs, q.label_runs);
    assert_true(p.balance == q.balance);
    assert_int_equal(p.randomised, q.randomised);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequential_arms_do_not_overlap),
        cmocka_unit_test(one_stretch_amid_the_other_arm_is_no_turn),
        cmocka_unit_test(strict_alternation_is_interleaved_but_not_random),
        cmocka_unit_test(abba_is_a_fixed_pattern_too),
        cmocka_unit_test(shuffled_rounds_are_random),
        cmocka_unit_test(a_random_order_without_rounds_is_random),
        cmocka_unit_test(long_stretches_are_not_interleaved),
        cmocka_unit_test(lopsided_overlap_is_not_interleaved),
        cmocka_unit_test(blocks_of_turns_count_as_turns),
        cmocka_unit_test(one_side_alone_has_no_pattern),
        cmocka_unit_test(swapping_the_arms_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
