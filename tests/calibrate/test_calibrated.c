/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The short run: the promises about false declarations, power and coverage,
 * held against 99.9 % limits of the rates that few repetitions leave. Seeds are
 * fixed, so that a failure is a change of the code and no bad luck.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/calibrate/alarms.h"
#include "tests/calibrate/experiment.h"
#include "tests/calibrate/suites.h"

enum { SEED = 1, JOBS = 2 };
static const double SURE = 0.999;

static struct tally run_cell(const char *design, const char *environment, double effect,
                             double alpha, size_t repetitions)
{
    const struct cell cell = {.environment = environment_find(environment),
                              .design = design_find(design),
                              .effect = effect,
                              .alpha = alpha,
                              .seed = SEED};
    struct tally tally;
    assert_non_null(cell.environment);
    assert_non_null(cell.design);
    assert_true(repeat(experiment_once, &cell, repetitions, JOBS, &tally));
    return tally;
}

static void add_tally(struct tally *sum, const struct tally *tally)
{
    sum->repetitions += tally->repetitions;
    for (size_t c = 0; c < MOST_COUNTS; c++)
        sum->count[c] += tally->count[c];
}

static void expect_at_most(const struct tally *tally, size_t which, double rate,
                           const char *what)
{
    if (tally_low(tally, which, SURE) > rate)
        fail_msg("%s: %zu of %zu, more than %g", what, tally->count[which], tally->repetitions,
                 rate);
}

static void expect_at_least(const struct tally *tally, size_t which, double rate,
                            const char *what)
{
    if (tally_high(tally, which, SURE) < rate)
        fail_msg("%s: %zu of %zu, fewer than %g", what, tally->count[which], tally->repetitions,
                 rate);
}

/* What a binary's layout adds is the candidate's own: no test can tell it from a change. */
static bool build_differs(const struct environment *environment)
{
    return environment->build_sd > 0;
}

/* False declarations in every environment, and in all of them together. */
static void hold_interleaved(const char *design, double alpha, double bound, size_t repetitions)
{
    struct tally all = {0};
    for (size_t e = 0; e < environment_count(); e++) {
        if (build_differs(&environments[e]))
            continue;
        const struct tally tally =
            run_cell(design, environments[e].name, 0, alpha, repetitions);
        expect_at_most(&tally, STAGE_VERDICT, bound, environments[e].name);
        add_tally(&all, &tally);
    }
    expect_at_most(&all, STAGE_VERDICT, bound, design);
}

static void unpaired_declares_falsely_at_half_of_alpha(void **state)
{
    (void)state;
    hold_interleaved("20x3 shuffled", 0.05, 0.026, 120);
    hold_interleaved("20x3 shuffled", 0.01, 0.006, 60);
    hold_interleaved("10x3 shuffled", 0.05, 0.030, 60);
    hold_interleaved("20x3 against 20x7", 0.05, 0.030, 40);
    hold_interleaved("20x uneven", 0.05, 0.030, 40);
}

static void paired_declares_falsely_at_alpha(void **state)
{
    (void)state;
    hold_interleaved("20x3 rounds", 0.05, 0.05, 120);
    hold_interleaved("20x3 rounds", 0.01, 0.01, 60);
}

static void sequential_arms_declare_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"1x20 seq", "1x10 seq", "20x3 seq"};
    for (size_t d = 0; d < sizeof names / sizeof *names; d++)
        for (size_t e = 0; e < environment_count(); e++) {
            const struct tally tally = run_cell(names[d], environments[e].name, 0, 0.05, 12);
            assert_int_equal(tally.count[STAGE_VERDICT], 0);
            assert_int_equal(tally.count[STAGE_INADMISSIBLE], tally.repetitions);
        }
}

static void real_effects_are_declared(void **state)
{
    (void)state;
    static const struct {
        const char *environment;
        double effect, power;
    } promises[] = {{"clean", 0.01, 0.95},
                    {"clean", 0.03, 0.99},
                    {"cluster3%", 0.03, 0.65},
                    {"cluster3%", 0.05, 0.90},
                    {"lottery1.05", 0.05, 0.93}};
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        const struct tally tally =
            run_cell("20x3 rounds", promises[i].environment, promises[i].effect, 0.05, 100);
        expect_at_least(&tally, STAGE_VERDICT, promises[i].power, promises[i].environment);
    }
}

/* A drift of 0.33 % between neighbours is no difference of theirs; one of 1 % is seen. */
static void a_fixed_order_does_not_turn_drift_into_a_difference(void **state)
{
    (void)state;
    const struct tally drift = run_cell("20x3 strict", "drift5%", 0, 0.05, 200);
    expect_at_most(&drift, STAGE_VERDICT, 0.02, "drift in a fixed order");
    const struct tally clean = run_cell("20x3 strict", "clean", 0.01, 0.05, 100);
    expect_at_least(&clean, STAGE_VERDICT, 0.95, "fixed order");
}

/* The peers' rules are here as a yardstick: they must go wrong where they are known to. */
static void peers_count_repetitions_as_draws(void **state)
{
    (void)state;
    const struct tally cluster = run_cell("20x3 rounds", "cluster3%", 0, 0.05, 200);
    expect_at_least(&cluster, STAGE_RANK_RULE, 0.24, "rank rule");
    expect_at_least(&cluster, STAGE_T_RULE, 0.25, "t rule");
    assert_true(tally_rate(&cluster, STAGE_RANK_RULE) > 0.15);
    const struct tally clean = run_cell("20x3 rounds", "clean", 0, 0.05, 200);
    expect_at_most(&clean, STAGE_RANK_RULE, 0.05, "rank rule");
    expect_at_most(&clean, STAGE_T_RULE, 0.05, "t rule");
}

static void intervals_cover(void **state)
{
    (void)state;
    static const size_t sizes[] = {6, 20};
    for (enum family family = FAMILY_NORMAL; family <= FAMILY_CLUSTERED; family++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const struct coverage_cell cell = {family, sizes[i], SEED};
            struct tally tally;
            assert_true(repeat(coverage_once, &cell, 500, JOBS, &tally));
            expect_at_least(&tally, COVERAGE_95, 0.947, family_name(family));
            if (sizes[i] > 6)
                expect_at_least(&tally, COVERAGE_9975, 0.9975, family_name(family));
        }
}

static void alarms_are_rare(void **state)
{
    (void)state;
    for (enum family family = FAMILY_NORMAL; family < FAMILIES; family++) {
        const struct alarm_cell cell = {family, 20, SEED};
        struct tally tally;
        assert_true(repeat(alarms_once, &cell, 1000, JOBS, &tally));
        expect_at_most(&tally, ALARM_INDEPENDENCE_05, 0.05, family_name(family));
        expect_at_most(&tally, ALARM_INDEPENDENCE_01, 0.01, family_name(family));
        /* Three values of 20 that are 1.3 times slower are a second mode, not noise. */
        if (family == FAMILY_BIMODAL)
            expect_at_least(&tally, ALARM_MODALITY, 0.95, family_name(family));
        else if (family != FAMILY_OUTLIERS)
            expect_at_most(&tally, ALARM_MODALITY, 0.01, family_name(family));
    }
}

static void hold_suites(const char *environment, size_t rows, bool shared, size_t repetitions)
{
    const struct suite_cell cell = {.environment = environment_find(environment),
                                    .design = design_find("20x3 rounds"),
                                    .rows = rows,
                                    .shared = shared,
                                    .with_null = true,
                                    .seed = SEED};
    struct tally tally;
    assert_true(repeat(suites_once, &cell, repetitions, JOBS, &tally));
    expect_at_least(&tally, SUITE_EXIT_0, 0.95, environment);
    expect_at_most(&tally, SUITE_RAISES, 0.05, "difference after Holm");
}

/* Noise that both arms drew at random makes a suite undecided nowhere, either. */
static void suites_without_a_change_come_back_with_0(void **state)
{
    (void)state;
    static const char *const names[] = {"clean", "lottery1.43"};
    for (size_t e = 0; e < sizeof names / sizeof *names; e++)
        for (int shared = 0; shared < 2; shared++) {
            hold_suites(names[e], 1, shared != 0, 60);
            hold_suites(names[e], 10, shared != 0, 40);
            hold_suites(names[e], 96, shared != 0, 12);
        }
}

static void claims_without_an_effect_are_not_upheld(void **state)
{
    (void)state;
    static const char *const names[] = {"clean", "cluster3%", "lottery1.43"};
    for (size_t e = 0; e < sizeof names / sizeof *names; e++) {
        const struct cell cell = {.environment = environment_find(names[e]),
                                  .design = design_find("20x3 rounds"),
                                  .alpha = 0.05,
                                  .seed = SEED,
                                  .claim = "5% faster"};
        struct tally tally;
        assert_true(repeat(experiment_once, &cell, 120, JOBS, &tally));
        expect_at_most(&tally, STAGE_UPHELD, 0.05, names[e]);
    }
}

static void counts_do_not_depend_on_threads(void **state)
{
    (void)state;
    const struct cell cell = {.environment = environment_find("cluster3%"),
                              .design = design_find("10x3 rounds"),
                              .alpha = 0.05,
                              .seed = SEED};
    struct tally one;
    struct tally three;
    assert_true(repeat(experiment_once, &cell, 40, 1, &one));
    assert_true(repeat(experiment_once, &cell, 40, 3, &three));
    assert_memory_equal(&one, &three, sizeof one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpaired_declares_falsely_at_half_of_alpha),
        cmocka_unit_test(paired_declares_falsely_at_alpha),
        cmocka_unit_test(sequential_arms_declare_nothing),
        cmocka_unit_test(real_effects_are_declared),
        cmocka_unit_test(a_fixed_order_does_not_turn_drift_into_a_difference),
        cmocka_unit_test(peers_count_repetitions_as_draws),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(alarms_are_rare),
        cmocka_unit_test(suites_without_a_change_come_back_with_0),
        cmocka_unit_test(claims_without_an_effect_are_not_upheld),
        cmocka_unit_test(counts_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
