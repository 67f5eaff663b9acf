/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pipeline on captures made in memory, whose design is known by construction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "tests/unit/support_capture.h"
#include "tests/unit/support_random.h"

enum { MOST = 64, VALUES = 3 };

/* One arm being made. */
struct made {
    struct support_process processes[MOST];
    double values[MOST][VALUES];
    char blocks[MOST][16];
    size_t n;
};

static void add(struct made *arm, double start, const char *block, double level, double sd,
                struct support_random *random)
{
    struct support_process *p = &arm->processes[arm->n];
    for (size_t i = 0; i < VALUES; i++)
        arm->values[arm->n][i] = exp(level + sd * support_normal(random));
    *p = (struct support_process){start, NULL, arm->values[arm->n], VALUES};
    if (block) {
        strcpy(arm->blocks[arm->n], block);
        p->block = arm->blocks[arm->n];
    }
    arm->n++;
}

/* Rounds of the arms in random order; `shift[k]` on the log scale. */
static void shuffled_rounds(struct made *arms, size_t k, const double *shift, size_t rounds,
                            double sd, double lottery, struct support_random *random)
{
    double clock = 0;
    for (size_t r = 0; r < rounds; r++) {
        size_t order[4] = {0, 1, 2, 3};
        for (size_t i = k - 1; i > 0; i--) {
            const size_t j = (size_t)(support_next(random) % (i + 1));
            const size_t keep = order[i];
            order[i] = order[j];
            order[j] = keep;
        }
        /* Placement drawn once for the whole round. */
        const double shared = support_uniform(random) < 0.4 ? lottery : 0;
        for (size_t i = 0; i < k; i++)
            add(&arms[order[i]], clock++, NULL, shift[order[i]] + shared, sd, random);
    }
}

static void one_after_the_other(struct made *arms, size_t k, const double *shift, size_t n,
                                double sd, struct support_random *random)
{
    double clock = 0;
    for (size_t a = 0; a < k; a++)
        for (size_t i = 0; i < n; i++)
            add(&arms[a], clock++, NULL, shift[a], sd, random);
}

static struct benchan_capture *finish(const char *name, const struct made *arm)
{
    return support_capture(name, arm->processes, arm->n);
}

struct trial {
    struct made arms[4];
    struct benchan_capture *captures[4];
    size_t n;
    struct benchan_verdict *verdict;
};

static void judge_trial(struct trial *trial, size_t n, bool null,
                        const struct benchan_options *options)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    trial->n = n + null;
    for (size_t i = 0; i < trial->n; i++)
        trial->captures[i] = finish(names[i], &trial->arms[i]);
    trial->verdict =
        support_judge(trial->captures, n, null ? trial->captures[n] : NULL, options);
}

static void free_trial(struct trial *trial)
{
    benchan_verdict_free(trial->verdict);
    for (size_t i = 0; i < trial->n; i++)
        benchan_capture_free(trial->captures[i]);
}

static const struct benchan_comparison *only(const struct trial *trial)
{
    return support_row(trial->verdict, "B", "sec/op");
}

static void shuffled_rounds_are_recognised_and_paired(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(1);
    shuffled_rounds(t.arms, 2, (const double[]){0, log(0.9)}, 20, 0.01, 0, &random);
    judge_trial(&t, 2, false, NULL);
    const struct benchan_comparison *row = only(&t);
    assert_int_equal(row->design.level, BENCHAN_LEVEL_BLOCK);
    assert_int_equal(row->design.blocks, BENCHAN_BLOCKS_ROUNDS);
    assert_int_equal(row->design.n_blocks, 20);
    assert_true(row->design.paired);
    assert_int_equal(row->design.interleaved, BENCHAN_YES);
    assert_int_equal(row->design.randomised, BENCHAN_YES);
    assert_int_equal(row->verdict, BENCHAN_ADMISSIBLE);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    assert_true(row->ratio.low < 0.9 && row->ratio.high > 0.9);
    assert_int_equal(t.verdict->exit_status, 0);
    free_trial(&t);
}

static void three_arms_in_rounds_pair_by_two(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(2);
    shuffled_rounds(t.arms, 3, (const double[]){0, log(0.9), 0}, 20, 0.01, 0, &random);
    judge_trial(&t, 3, false, NULL);
    assert_int_equal(t.verdict->k, 2);
    assert_true(t.verdict->alpha_adjusted == 0.025);
    assert_int_equal(t.verdict->n_comparisons, 2);
    assert_true(t.verdict->comparisons[0].design.paired);
    assert_int_equal(t.verdict->comparisons[0].finding, BENCHAN_FASTER);
    assert_int_equal(t.verdict->comparisons[1].finding, BENCHAN_NO_DIFFERENCE);
    assert_true(t.verdict->comparisons[0].ratio.confidence == 0.975);
    free_trial(&t);
}

static void a_null_arm_in_the_rounds_is_used(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(3);
    shuffled_rounds(t.arms, 3, (const double[]){0, log(0.8), 0}, 20, 0.01, 0, &random);
    judge_trial(&t, 2, true, NULL);
    const struct benchan_comparison *row = only(&t);
    assert_int_equal(row->null.source, BENCHAN_NULL_ARM);
    assert_true(fabs(log(row->null.ratio)) < 0.02);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    free_trial(&t);
}

static void a_sequential_null_does_not_vouch_for_shuffled_arms(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(4);
    shuffled_rounds(t.arms, 2, (const double[]){0, log(0.8)}, 20, 0.01, 0, &random);
    for (size_t i = 0; i < 20; i++)
        add(&t.arms[2], 1000 + (double)i, NULL, 0, 0.01, &random);
    judge_trial(&t, 2, true, NULL);
    assert_int_equal(only(&t)->null.source, BENCHAN_NULL_UNLIKE);
    assert_int_equal(support_gate(only(&t), "null-control"), BENCHAN_GATE_UNKNOWN);
    assert_int_equal(only(&t)->verdict, BENCHAN_INCOMPLETE);
    free_trial(&t);
}

static void one_arm_after_the_other_is_inadmissible(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(5);
    one_after_the_other(t.arms, 2, (const double[]){0, log(0.7)}, 20, 0.01, &random);
    judge_trial(&t, 2, false, NULL);
    const struct benchan_comparison *row = only(&t);
    assert_int_equal(row->design.level, BENCHAN_LEVEL_PROCESS);
    assert_int_equal(support_gate(row, "interleaving"), BENCHAN_GATE_FAIL);
    assert_int_equal(row->verdict, BENCHAN_INADMISSIBLE);
    assert_int_equal(row->gates_short, 1);
    assert_int_equal(row->finding, BENCHAN_UNDECIDED);
    assert_int_equal(row->lean, -1);
    assert_int_equal(t.verdict->exit_status, 1);
    free_trial(&t);
}

static void a_stated_noise_floor_vouches_for_the_order(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(5);
    one_after_the_other(t.arms, 2, (const double[]){0, log(0.7)}, 20, 0.01, &random);
    judge_trial(&t, 2, false, &(struct benchan_options){.noise_floor = 0.05});
    const struct benchan_comparison *row = only(&t);
    assert_int_equal(support_gate(row, "interleaving"), BENCHAN_GATE_ATTESTED);
    assert_int_equal(row->verdict, BENCHAN_ADMISSIBLE);
    assert_true(row->attested);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    free_trial(&t);
}

static void without_times_the_order_is_unknown(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(6);
    for (size_t i = 0; i < 20; i++) {
        add(&t.arms[0], NAN, NULL, 0, 0.01, &random);
        add(&t.arms[1], NAN, NULL, 0, 0.01, &random);
    }
    judge_trial(&t, 2, false, NULL);
    assert_int_equal(support_gate(only(&t), "interleaving"), BENCHAN_GATE_UNKNOWN);
    assert_int_equal(only(&t)->verdict, BENCHAN_INCOMPLETE);
    assert_int_equal(t.verdict->exit_status, 1);
    free_trial(&t);
}

static void attesting_turns_unknown_into_attested_only(void **state)
{
    (void)state;
    const struct benchan_gate_option attest = {"interleaving", BENCHAN_GATE_ATTESTED,
                                               "shuffled by hand"};
    struct trial t = {0};
    struct support_random random = support_random_seed(6);
    for (size_t i = 0; i < 20; i++) {
        add(&t.arms[0], NAN, NULL, 0, 0.01, &random);
        add(&t.arms[1], NAN, NULL, 0, 0.01, &random);
    }
    judge_trial(&t, 2, false, &(struct benchan_options){.gates = &attest, .n_gates = 1});
    assert_int_equal(support_gate(only(&t), "interleaving"), BENCHAN_GATE_ATTESTED);
    assert_true(only(&t)->attested);
    assert_int_equal(only(&t)->verdict, BENCHAN_ADMISSIBLE);
    free_trial(&t);

    struct trial s = {0};
    one_after_the_other(s.arms, 2, (const double[]){0, log(0.7)}, 20, 0.01, &random);
    judge_trial(&s, 2, false, &(struct benchan_options){.gates = &attest, .n_gates = 1});
    assert_int_equal(support_gate(only(&s), "interleaving"), BENCHAN_GATE_FAIL);
    free_trial(&s);
}

static void one_process_describes_and_is_not_judged(void **state)
{
    (void)state;
    double old_values[20];
    double new_values[20];
    struct support_random random = support_random_seed(7);
    for (size_t i = 0; i < 20; i++) {
        old_values[i] = exp(0.01 * support_normal(&random));
        new_values[i] = 1.5 * exp(0.01 * support_normal(&random));
    }
    const struct support_process old_process = {0, NULL, old_values, 20};
    const struct support_process new_process = {10, NULL, new_values, 20};
    struct benchan_capture *captures[2] = {support_capture("a", &old_process, 1),
                                           support_capture("b", &new_process, 1)};
    struct benchan_verdict *verdict = support_judge(captures, 2, NULL, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->design.level, BENCHAN_LEVEL_PROCESS);
    assert_int_equal(row->design.described_level, BENCHAN_LEVEL_RUN);
    assert_int_equal(support_gate(row, "processes"), BENCHAN_GATE_FAIL);
    assert_int_equal(row->verdict, BENCHAN_INADMISSIBLE);
    assert_int_equal(row->baseline.draws, 20);
    benchan_verdict_free(verdict);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
}

static void a_shared_lottery_is_decided_by_pairs(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(8);
    shuffled_rounds(t.arms, 2, (const double[]){0, log(0.97)}, 20, 0.005, log(1.43), &random);
    judge_trial(&t, 2, false, NULL);
    const struct benchan_comparison *row = only(&t);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    assert_true(row->design.paired);
    const double paired = log(row->ratio.high / row->ratio.low);
    const double unpaired = log(row->unpaired.high / row->unpaired.low);
    assert_true(row->unpaired.low < 1 && row->unpaired.high > 1);
    assert_true(unpaired > 10 * paired);
    free_trial(&t);
}

static void a_stated_block_pairs_without_rounds(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(9);
    for (size_t i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "pair %zu", i);
        const double level = 0.2 * support_normal(&random);
        const bool swap = (i % 4) == 1 || (i % 4) == 2 || i == 7;
        add(&t.arms[swap], 2 * (double)i, name, level + swap * log(0.95), 0.005, &random);
        add(&t.arms[!swap], 2 * (double)i + 1, name, level + !swap * log(0.95), 0.005, &random);
    }
    judge_trial(&t, 2, false, NULL);
    const struct benchan_comparison *row = only(&t);
    assert_int_equal(row->design.blocks, BENCHAN_BLOCKS_STATED);
    assert_int_equal(row->paired.n, 12);
    assert_true(row->design.paired);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    free_trial(&t);
}

static void swapping_the_arms_mirrors_the_answer(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(10);
    shuffled_rounds(t.arms, 2, (const double[]){0, log(0.95)}, 15, 0.02, 0, &random);
    judge_trial(&t, 2, false, NULL);
    struct trial s = {0};
    random = support_random_seed(10);
    shuffled_rounds(s.arms, 2, (const double[]){0, log(0.95)}, 15, 0.02, 0, &random);
    struct made swap = s.arms[0];
    s.arms[0] = s.arms[1];
    s.arms[1] = swap;
    /* The copies still point at their old values; point them at their own. */
    for (size_t a = 0; a < 2; a++)
        for (size_t p = 0; p < s.arms[a].n; p++)
            s.arms[a].processes[p].values = s.arms[a].values[p];
    judge_trial(&s, 2, false, NULL);
    const struct benchan_comparison *x = only(&t);
    const struct benchan_comparison *y = only(&s);
    assert_true(x->rank.p == y->rank.p);
    assert_true(x->p == y->p);
    assert_true(fabs(log(x->ratio.low) + log(y->ratio.high)) < 1e-12);
    assert_true(fabs(log(x->ratio.high) + log(y->ratio.low)) < 1e-12);
    assert_true(fabs(log(x->unpaired.low) + log(y->unpaired.high)) < 1e-12);
    assert_int_equal(x->lean, -y->lean);
    free_trial(&t);
    free_trial(&s);
}

static void a_minimum_effect_makes_small_things_equivalent(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(11);
    shuffled_rounds(t.arms, 2, (const double[]){0, 0}, 20, 0.005, 0, &random);
    judge_trial(&t, 2, false, &(struct benchan_options){.min_effect = 0.02});
    assert_int_equal(only(&t)->finding, BENCHAN_EQUIVALENT);
    assert_int_equal(t.verdict->exit_status, 0);
    free_trial(&t);

    struct trial s = {0};
    shuffled_rounds(s.arms, 2, (const double[]){0, 0}, 20, 0.06, 0, &random);
    judge_trial(&s, 2, false, &(struct benchan_options){.min_effect = 0.005});
    assert_int_equal(only(&s)->finding, BENCHAN_UNDECIDED);
    assert_int_equal(s.verdict->exit_status, 1);
    free_trial(&s);
}

static void values_at_or_below_zero_are_compared_by_difference(void **state)
{
    (void)state;
    /* The unit of a time refuses 0, so this goes through CSV and a count. */
    char text[8192] = "benchmark,arm,process,seq,allocs/op\n";
    size_t n = strlen(text);
    for (int i = 0; i < 24; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "B,%s,p%d,%d,%d\n",
                              (i * 7 % 5) % 2 ? "new" : "old", i, i,
                              (i * 7 % 5) % 2 ? 5 + i % 2 : i % 2);
    struct benchan_capture *whole = NULL;
    struct benchan_error error = {0};
    if (benchan_import("made.csv", text, n, NULL, &whole, &error))
        fail_msg("%s", error.message);
    struct benchan_capture *captures[2];
    assert_int_equal(benchan_capture_split(whole, "arm", "old", &captures[0], &error), 0);
    assert_int_equal(benchan_capture_split(whole, "arm", "new", &captures[1], &error), 0);
    struct benchan_verdict *verdict = support_judge(captures, 2, NULL, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "allocs/op");
    assert_true(isnan(row->ratio.estimate));
    assert_true(row->difference.estimate > 3 && row->difference.estimate < 7);
    assert_int_equal(support_gate(row, "stability"), BENCHAN_GATE_NOT_APPLICABLE);
    benchan_verdict_free(verdict);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
    benchan_capture_free(whole);
}

static void jobs_and_repetition_change_nothing(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(13);
    one_after_the_other(t.arms, 3, (const double[]){0, 0.1, 0.2}, 20, 0.03, &random);
    judge_trial(&t, 3, false, &(struct benchan_options){.jobs = 1});
    struct benchan_verdict *again =
        support_judge(t.captures, 3, NULL, &(struct benchan_options){.jobs = 7});
    for (size_t i = 0; i < 2; i++) {
        const struct benchan_comparison *x = &t.verdict->comparisons[i];
        const struct benchan_comparison *y = &again->comparisons[i];
        assert_true(x->p == y->p && x->ratio.low == y->ratio.low);
        assert_true(x->baseline.independence.p == y->baseline.independence.p);
        assert_int_equal(x->verdict, y->verdict);
    }
    benchan_verdict_free(again);
    free_trial(&t);
}

static void the_same_content_on_both_sides_is_refused(void **state)
{
    (void)state;
    struct made arm = {0};
    struct support_random random = support_random_seed(14);
    for (size_t i = 0; i < 6; i++)
        add(&arm, (double)i, NULL, 0, 0.01, &random);
    struct benchan_capture *captures[2] = {finish("a", &arm), finish("a", &arm)};
    const struct benchan_arm_input arms[2] = {
        {"a", (const struct benchan_capture *const *)&captures[0], 1},
        {"b", (const struct benchan_capture *const *)&captures[1], 1}};
    const struct benchan_input input = {
        .baseline = arms[0], .candidates = &arms[1], .n_candidates = 1};
    struct benchan_verdict *verdict = NULL;
    struct benchan_error error = {0};
    assert_int_equal(benchan_judge(&input, NULL, &verdict, &error), BENCHAN_BAD_USAGE);
    assert_null(verdict);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
}

static void an_unknown_gate_is_refused(void **state)
{
    (void)state;
    struct trial t = {0};
    struct support_random random = support_random_seed(15);
    one_after_the_other(t.arms, 2, (const double[]){0, 0}, 6, 0.01, &random);
    judge_trial(&t, 2, false, NULL);
    const struct benchan_gate_option gate = {"weather", BENCHAN_GATE_OFF, NULL};
    const struct benchan_arm_input arms[2] = {
        {"a", (const struct benchan_capture *const *)&t.captures[0], 1},
        {"b", (const struct benchan_capture *const *)&t.captures[1], 1}};
    const struct benchan_input input = {
        .baseline = arms[0], .candidates = &arms[1], .n_candidates = 1};
    struct benchan_verdict *verdict = NULL;
    struct benchan_error error = {0};
    assert_int_equal(benchan_judge(&input,
                                   &(struct benchan_options){.gates = &gate, .n_gates = 1},
                                   &verdict, &error),
                     BENCHAN_BAD_USAGE);
    free_trial(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shuffled_rounds_are_recognised_and_paired),
        cmocka_unit_test(three_arms_in_rounds_pair_by_two),
        cmocka_unit_test(a_null_arm_in_the_rounds_is_used),
        cmocka_unit_test(a_sequential_null_does_not_vouch_for_shuffled_arms),
        cmocka_unit_test(one_arm_after_the_other_is_inadmissible),
        cmocka_unit_test(a_stated_noise_floor_vouches_for_the_order),
        cmocka_unit_test(without_times_the_order_is_unknown),
        cmocka_unit_test(attesting_turns_unknown_into_attested_only),
        cmocka_unit_test(one_process_describes_and_is_not_judged),
        cmocka_unit_test(a_shared_lottery_is_decided_by_pairs),
        cmocka_unit_test(a_stated_block_pairs_without_rounds),
        cmocka_unit_test(swapping_the_arms_mirrors_the_answer),
        cmocka_unit_test(a_minimum_effect_makes_small_things_equivalent),
        cmocka_unit_test(values_at_or_below_zero_are_compared_by_difference),
        cmocka_unit_test(jobs_and_repetition_change_nothing),
        cmocka_unit_test(the_same_content_on_both_sides_is_refused),
        cmocka_unit_test(an_unknown_gate_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
