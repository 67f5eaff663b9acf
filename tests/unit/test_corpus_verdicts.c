/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verdicts on real files whose story is known. The expected figures come from
 * R (ratios of medians, Mann-Whitney by wilcox.test and by full enumeration of
 * the counts) and from the published claims, not from this program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "tests/unit/support_capture.h"

struct judged {
    struct benchan_capture *captures[3];
    struct benchan_verdict *verdict;
};

/* Skips the test where the corpus is not there. */
static struct judged judge(const char *old_name, const char *new_name, const char *null_name,
                           const struct benchan_options *options)
{
    struct judged judged = {0};
    const char *names[3] = {old_name, new_name, null_name};
    for (int i = 0; i < 3 && names[i]; i++) {
        const char *path = support_corpus(names[i], i);
        if (!path)
            skip();
        judged.captures[i] = support_import(path);
    }
    judged.verdict = support_judge(judged.captures, 2, judged.captures[2], options);
    return judged;
}

static void release(struct judged *judged)
{
    benchan_verdict_free(judged->verdict);
    for (int i = 0; i < 3; i++)
        benchan_capture_free(judged->captures[i]);
}

static void near_to(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected)))
        fail_msg("%.9g, expected %.9g", value, expected);
}

/* Identical code, idle against loaded: p 1.45e-11, and no claim. */
static void idle_against_loaded_is_inadmissible(void **state)
{
    (void)state;
    struct judged j = judge("claims/01-kakkoyun-idle-vs-noisy/old.txt",
                            "claims/01-kakkoyun-idle-vs-noisy/new.txt", NULL, NULL);
    const struct benchan_comparison *row =
        support_row(j.verdict, "MakeBuffer_Correct", "sec/op");
    assert_int_equal(row->verdict, BENCHAN_INADMISSIBLE);
    assert_int_equal(j.verdict->exit_status, 1);
    assert_int_equal(row->baseline.processes, 1);
    near_to(row->baseline.samples.cv, 0.0475, 2e-3);
    near_to(row->candidate.samples.cv, 0.1888, 2e-3);
    near_to(row->ratio.estimate, 3.3034, 2e-5);
    near_to(row->rank.p, 1.451e-11, 1e-3);
    assert_int_equal(row->ratio.level, BENCHAN_LEVEL_RUN);
    assert_int_equal(support_gate(row, "processes"), BENCHAN_GATE_FAIL);
    assert_int_equal(support_gate(row, "independence"), BENCHAN_GATE_FAIL);
    assert_int_equal(support_gate(row, "stability"), BENCHAN_GATE_FAIL);
    assert_true(row->candidate.levels_over_time);
    assert_int_equal(row->candidate.n_regimes, 3);
    assert_int_equal(row->candidate.regimes[0].last, 8);
    assert_int_equal(row->candidate.regimes[1].last, 16);
    near_to(row->candidate.regimes[0].median, 41.7e-9, 1e-3);
    near_to(row->candidate.regimes[1].median, 27.7e-9, 1e-3);
    near_to(row->candidate.regimes[2].median, 38.1e-9, 1e-3);
    release(&j);
}

/* One binary twice: +24.8 %, p 1.08e-5, and no claim. */
static void one_binary_twice_is_inadmissible(void **state)
{
    (void)state;
    struct judged j = judge("claims/25-local-AA-and-interleaved/old.txt",
                            "claims/25-local-AA-and-interleaved/new.txt", NULL, NULL);
    const struct benchan_comparison *row = support_row(j.verdict, "Sum/n=16", "sec/op");
    near_to(row->ratio.estimate, 1.248, 1e-3);
    near_to(row->rank.p, 1.0825e-5, 1e-3);
    assert_int_equal(row->verdict, BENCHAN_INADMISSIBLE);
    release(&j);
}

static void shuffled_processes_are_admissible(void **state)
{
    (void)state;
    struct judged j =
        judge("go/gen-interleaved-wordcount-old.txt", "go/gen-interleaved-wordcount-new.txt",
              "go/gen-interleaved-wordcount-old-again.txt", NULL);
    const struct benchan_comparison *count = support_row(j.verdict, "Count", "sec/op");
    const struct benchan_comparison *upper = support_row(j.verdict, "Upper", "sec/op");
    assert_int_equal(count->baseline.processes, 20);
    assert_int_equal(count->baseline.n, 60);
    assert_int_equal(support_gate(count, "interleaving"), BENCHAN_GATE_PASS);
    near_to(count->unpaired.estimate, 0.495668, 2e-6);
    near_to(count->rank.p, 1.451e-11, 1e-3);
    assert_int_equal(count->null.source, BENCHAN_NULL_ARM);
    assert_int_equal(count->verdict, BENCHAN_ADMISSIBLE);
    assert_int_equal(count->finding, BENCHAN_FASTER);
    assert_int_equal(upper->verdict, BENCHAN_ADMISSIBLE);
    assert_int_equal(upper->finding, BENCHAN_NO_DIFFERENCE);
    assert_true(upper->hides > 1.05 && upper->hides < 1.3);
    assert_int_equal(j.verdict->exit_status, 0);
    release(&j);
}

static void a_small_minimum_effect_leaves_it_undecided(void **state)
{
    (void)state;
    struct judged j =
        judge("go/gen-interleaved-wordcount-old.txt", "go/gen-interleaved-wordcount-new.txt",
              "go/gen-interleaved-wordcount-old-again.txt",
              &(struct benchan_options){.min_effect = 0.02});
    assert_int_equal(support_row(j.verdict, "Upper", "sec/op")->finding, BENCHAN_UNDECIDED);
    assert_int_equal(support_row(j.verdict, "Count", "sec/op")->finding, BENCHAN_FASTER);
    assert_int_equal(j.verdict->exit_status, 1);
    release(&j);
}

/* CPython 3.10 against 3.11: one gate short, and the published 1.25x. */
static void cpython_is_one_gate_short(void **state)
{
    (void)state;
    struct judged j = judge("claims/23-cpython-3.10-vs-3.11/old.json",
                            "claims/23-cpython-3.10-vs-3.11/new.json", NULL, NULL);
    const struct benchan_comparison *row = support_row(j.verdict, "2to3", "sec");
    assert_int_equal(j.verdict->n_comparisons, 96);
    assert_int_equal(row->baseline.processes, 20);
    near_to(row->ratio.estimate, 0.771220, 1e-6);
    near_to(row->ratio.low, 0.76992, 1e-5);
    near_to(row->ratio.high, 0.77267, 1e-5);
    near_to(row->rank.p, 1.451e-11, 1e-3);
    assert_int_equal(support_gate(row, "interleaving"), BENCHAN_GATE_FAIL);
    assert_int_equal(row->gates_short, 1);
    near_to(1 / j.verdict->contrasts[0].geomean->estimate, 1.25, 5e-3);
    size_t one_short = 0;
    for (size_t i = 0; i < j.verdict->n_comparisons; i++)
        one_short += j.verdict->comparisons[i].gates_short == 1;
    assert_true(one_short >= 88);
    assert_int_equal(
        support_gate(support_row(j.verdict, "unpickle_list", "sec"), "independence"),
        BENCHAN_GATE_FAIL);
    release(&j);
}

static void a_noise_floor_makes_the_large_rows_admissible(void **state)
{
    (void)state;
    struct judged j = judge("claims/23-cpython-3.10-vs-3.11/old.json",
                            "claims/23-cpython-3.10-vs-3.11/new.json", NULL,
                            &(struct benchan_options){.noise_floor = 0.03});
    const struct benchan_comparison *row = support_row(j.verdict, "2to3", "sec");
    assert_int_equal(row->verdict, BENCHAN_ADMISSIBLE);
    assert_true(row->attested);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    for (size_t i = 0; i < j.verdict->n_comparisons; i++) {
        const struct benchan_comparison *c = &j.verdict->comparisons[i];
        const double near = c->ratio.low > 1 ? c->ratio.low : 1 / c->ratio.high;
        if (support_gate(c, "interleaving") == BENCHAN_GATE_ATTESTED)
            assert_true(near > 1.03);
        else
            assert_true(near <= 1.03);
    }
    release(&j);
}

/* Two modes 1.5 apart in every arm: the shuffled design samples them. */
static void a_sampled_lottery_is_admissible(void **state)
{
    (void)state;
    struct judged j =
        judge("pyperf/gen-own/interleaved-old.json", "pyperf/gen-own/interleaved-new.json",
              "pyperf/gen-own/interleaved-again.json", NULL);
    const struct benchan_comparison *row = &j.verdict->comparisons[0];
    assert_int_equal(row->verdict, BENCHAN_ADMISSIBLE);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    assert_true(row->ratio.estimate > 0.22 && row->ratio.estimate < 0.28);
    assert_int_equal(row->baseline.n_modes, 2);
    release(&j);
}

static void the_same_code_again_shows_no_difference(void **state)
{
    (void)state;
    struct judged j = judge("pyperf/gen-own/interleaved-old.json",
                            "pyperf/gen-own/interleaved-again.json", NULL, NULL);
    assert_int_equal(j.verdict->comparisons[0].finding, BENCHAN_NO_DIFFERENCE);
    assert_int_equal(j.verdict->exit_status, 0);
    release(&j);
}

/* The same toolchain on two nights. */
static void two_nights_declare_nothing(void **state)
{
    (void)state;
    struct judged j = judge("claims/24-go-nightly-AA-1.17/old.txt",
                            "claims/24-go-nightly-AA-1.17/new.txt", NULL, NULL);
    for (size_t i = 0; i < j.verdict->n_comparisons; i++) {
        const enum benchan_finding finding = j.verdict->comparisons[i].finding;
        assert_true(finding == BENCHAN_UNDECIDED || finding == BENCHAN_NO_DIFFERENCE ||
                    finding == BENCHAN_SAME);
    }
    release(&j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_against_loaded_is_inadmissible),
        cmocka_unit_test(one_binary_twice_is_inadmissible),
        cmocka_unit_test(shuffled_processes_are_admissible),
        cmocka_unit_test(a_small_minimum_effect_leaves_it_undecided),
        cmocka_unit_test(cpython_is_one_gate_short),
        cmocka_unit_test(a_noise_floor_makes_the_large_rows_admissible),
        cmocka_unit_test(a_sampled_lottery_is_admissible),
        cmocka_unit_test(the_same_code_again_shows_no_difference),
        cmocka_unit_test(two_nights_declare_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
