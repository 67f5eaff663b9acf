/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several captures an arm: sessions as draws. The expected intervals are
 * worked by hand from the medians with the t quantile of a printed table.
 */
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

enum { MOST = 24, PROCESSES = 6 };

/* Sessions of one arm, each six processes of one value, near its own level. */
struct sessions {
    struct benchan_capture *captures[MOST];
    size_t n;
};

/* `start` in minutes; the processes follow each other by ten seconds. */
static struct benchan_capture *session(const char *name, double start, double median)
{
    double values[PROCESSES];
    struct support_process processes[PROCESSES];
    for (size_t p = 0; p < PROCESSES; p++) {
        /* Symmetric about the median, which therefore is `median` to the digit. */
        static const double around[PROCESSES] = {-0.002, -0.001, 0, 0, 0.001, 0.002};
        values[p] = median * (1 + around[p]);
        processes[p] =
            (struct support_process){60 * start + 10 * (double)p, NULL, &values[p], 1};
    }
    return support_capture(name, processes, PROCESSES);
}

static void add(struct sessions *arm, const char *prefix, double start, double median)
{
    char name[32];
    snprintf(name, sizeof name, "%s%zu", prefix, arm->n);
    arm->captures[arm->n++] = session(name, start, median);
}

static void release(struct sessions *arm)
{
    for (size_t i = 0; i < arm->n; i++)
        benchan_capture_free(arm->captures[i]);
}

static struct benchan_verdict *judge(const struct sessions *old, const struct sessions *new,
                                     const struct benchan_options *options)
{
    const struct benchan_arm_input candidate = {
        "new", (const struct benchan_capture *const *)new->captures, new->n};
    const struct benchan_input input = {
        .baseline = {"old", (const struct benchan_capture *const *)old->captures, old->n},
        .candidates = &candidate,
        .n_candidates = 1};
    struct benchan_verdict *verdict = NULL;
    struct benchan_error error = {0};
    if (benchan_judge(&input, options, &verdict, &error))
        fail_msg("%s", error.message);
    return verdict;
}

static void five_against_one_is_a_prediction_interval(void **state)
{
    (void)state;
    static const double logs[5] = {0.00, 0.02, -0.02, 0.01, -0.01};
    struct sessions old = {0};
    struct sessions new = {0};
    for (size_t i = 0; i < 5; i++)
        add(&old, "old", 100 * (double)i, exp(logs[i]));
    add(&new, "new", 1000, exp(-0.10));
    struct benchan_verdict *verdict = judge(&old, &new, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->design.level, BENCHAN_LEVEL_SESSION);
    /* mean 0, sd sqrt(0.001/4) = 0.0158114, t(.975, 4) = 2.776445, sqrt(1 + 1/5). */
    const double half = 2.776445 * 0.0158114 * 1.0954451;
    assert_true(fabs(log(row->ratio.estimate) + 0.10) < 1e-9);
    assert_true(fabs(log(row->ratio.low) + 0.10 + half) < 1e-6);
    assert_true(fabs(log(row->ratio.high) + 0.10 - half) < 1e-6);
    assert_int_equal(support_gate(row, "processes"), BENCHAN_GATE_WEAK);
    assert_int_equal(support_gate(row, "interleaving"), BENCHAN_GATE_WEAK);
    assert_int_equal(support_gate(row, "independence"), BENCHAN_GATE_NOT_APPLICABLE);
    assert_int_equal(support_gate(row, "null-control"), BENCHAN_GATE_NOT_APPLICABLE);
    assert_int_equal(row->verdict, BENCHAN_ADMISSIBLE);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    benchan_verdict_free(verdict);
    release(&old);
    release(&new);
}

static void four_baseline_sessions_are_too_few(void **state)
{
    (void)state;
    struct sessions old = {0};
    struct sessions new = {0};
    for (size_t i = 0; i < 4; i++)
        add(&old, "old", 100 * (double)i, exp(0.01 * (double)(i % 2)));
    add(&new, "new", 1000, 0.5);
    struct benchan_verdict *verdict = judge(&old, &new, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(support_gate(row, "processes"), BENCHAN_GATE_FAIL);
    assert_int_equal(row->verdict, BENCHAN_INADMISSIBLE);
    benchan_verdict_free(verdict);
    release(&old);
    release(&new);
}

static void many_sessions_on_both_sides_use_the_exact_methods(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(5);
    struct sessions old = {0};
    struct sessions new = {0};
    for (size_t i = 0; i < 8; i++) {
        add(&old, "old", 200 * (double)i, exp(0.01 * support_normal(&random)));
        add(&new, "new", 200 * (double)i + 100, exp(-0.2 + 0.01 * support_normal(&random)));
    }
    struct benchan_verdict *verdict = judge(&old, &new, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->design.level, BENCHAN_LEVEL_SESSION);
    assert_int_equal(row->baseline.draws, 8);
    /* 8 + 8 separated: 2 of C(16, 8) = 12870 arrangements are as far apart. */
    assert_true(fabs(row->p - 2.0 / 12870) < 1e-12);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    /* One arm is first in every pair of sessions: in no random order, and not said to be. */
    struct benchan_text text = {0};
    for (size_t g = 0; g < row->n_gates; g++)
        if (strcmp(row->gates[g]->gate->name, "interleaving") == 0)
            benchan_gate_explain(row, row->gates[g], &text);
    assert_string_equal(benchan_text_get(&text),
                        "the sessions of both arms lie among each other in time");
    benchan_text_free(&text);
    assert_true(row->baseline.session_spread > 0.003 && row->baseline.session_spread < 0.03);
    benchan_verdict_free(verdict);
    release(&old);
    release(&new);
}

static void captures_that_interleave_are_one_session_and_a_pair(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(6);
    struct sessions old = {0};
    struct sessions new = {0};
    double d[6];
    for (size_t i = 0; i < 6; i++) {
        /* The host's level moves by far more than the change. */
        const double host = 0.3 * support_normal(&random);
        d[i] = -0.05 + 0.004 * support_normal(&random);
        add(&old, "old", 1000 * (double)i, exp(host));
        add(&new, "new", 1000 * (double)i + 0.5, exp(host + d[i]));
    }
    struct benchan_verdict *verdict = judge(&old, &new, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->design.captures[0], 6);
    assert_int_equal(row->paired.n, 6);
    double mean = 0;
    double squares = 0;
    for (size_t i = 0; i < 6; i++)
        mean += d[i] / 6;
    for (size_t i = 0; i < 6; i++)
        squares += (d[i] - mean) * (d[i] - mean);
    /* t on six differences: t(.975, 5) = 2.570582. */
    const double half = 2.570582 * sqrt(squares / 5 / 6);
    assert_true(fabs(log(row->ratio.estimate) - mean) < 1e-9);
    assert_true(fabs(log(row->ratio.low) - mean + half) < 1e-6);
    assert_int_equal(row->finding, BENCHAN_FASTER);
    benchan_verdict_free(verdict);
    release(&old);
    release(&new);
}

/* The row of `n` one-process captures an arm; process `i` of `arm` began at start(arm, i). */
static struct benchan_verdict *judge_files(double (*start)(size_t arm, size_t i), size_t n,
                                           const struct benchan_options *options,
                                           struct sessions arms[2])
{
    struct support_random random = support_random_seed(8);
    for (size_t arm = 0; arm < 2; arm++)
        for (size_t i = 0; i < n; i++) {
            const double value = exp(0.1 * (double)arm + 0.01 * support_normal(&random));
            const struct support_process process = {start(arm, i), NULL, &value, 1};
            char name[32];
            snprintf(name, sizeof name, "%zu-%zu", arm, i);
            arms[arm].captures[arms[arm].n++] = support_capture(name, &process, 1);
        }
    return judge(&arms[0], &arms[1], options);
}

enum { FILES = 12 };

static double one_file_a_minute(size_t arm, size_t i)
{
    return 60 * (double)(FILES * arm + i);
}

static void files_recorded_in_a_row_are_no_sessions(void **state)
{
    (void)state;
    struct sessions arms[2] = {0};
    struct benchan_verdict *verdict = judge_files(one_file_a_minute, FILES, NULL, arms);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->design.level, BENCHAN_LEVEL_PROCESS);
    assert_int_equal(row->design.captures[0], 1);
    assert_int_equal(row->design.captures[1], 1);
    assert_int_equal(support_gate(row, "interleaving"), BENCHAN_GATE_FAIL);
    assert_int_equal(row->verdict, BENCHAN_INADMISSIBLE);
    benchan_verdict_free(verdict);
    release(&arms[0]);
    release(&arms[1]);
}

/* Rounds of a minute; which arm opens one follows no pattern. */
static double in_turn(size_t arm, size_t i)
{
    const size_t second = i * i % 7 < 3 ? arm : 1 - arm;
    return 60 * (double)(2 * i + second);
}

static void files_recorded_in_turn_are_rounds(void **state)
{
    (void)state;
    struct sessions arms[2] = {0};
    struct benchan_verdict *verdict = judge_files(in_turn, FILES, NULL, arms);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->design.level, BENCHAN_LEVEL_BLOCK);
    assert_int_equal(row->design.n_blocks, FILES);
    assert_true(row->design.paired);
    assert_int_equal(row->verdict, BENCHAN_ADMISSIBLE);
    assert_int_equal(row->finding, BENCHAN_SLOWER);
    benchan_verdict_free(verdict);
    release(&arms[0]);
    release(&arms[1]);
}

static double no_time(size_t arm, size_t i)
{
    (void)arm;
    (void)i;
    return NAN;
}

static void files_without_times_are_sessions_on_the_users_word(void **state)
{
    (void)state;
    struct sessions arms[2] = {0};
    struct benchan_verdict *verdict = judge_files(no_time, FILES, NULL, arms);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->design.level, BENCHAN_LEVEL_SESSION);
    assert_false(row->design.sessions_shown);
    assert_int_equal(support_gate(row, "interleaving"), BENCHAN_GATE_UNKNOWN);
    assert_int_equal(row->verdict, BENCHAN_INCOMPLETE);
    benchan_verdict_free(verdict);
    const struct benchan_gate_option attest = {"interleaving", BENCHAN_GATE_ATTESTED,
                                               "one a night"};
    const struct benchan_options options = {.gates = &attest, .n_gates = 1};
    verdict = judge(&arms[0], &arms[1], &options);
    row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->verdict, BENCHAN_ADMISSIBLE);
    assert_true(row->attested);
    benchan_verdict_free(verdict);
    release(&arms[0]);
    release(&arms[1]);
}

/* One capture against several of the same hour asks where the next one would lie. */
static void one_against_many_keeps_its_sessions(void **state)
{
    (void)state;
    struct sessions old = {0};
    struct sessions new = {0};
    for (size_t i = 0; i < 5; i++)
        add(&old, "old", 60 * (double)i, exp(0.01 * (double)(i % 3)));
    add(&new, "new", 400, 0.5);
    struct benchan_verdict *verdict = judge(&old, &new, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->design.level, BENCHAN_LEVEL_SESSION);
    assert_int_equal(row->design.captures[0], 5);
    assert_int_equal(row->verdict, BENCHAN_ADMISSIBLE);
    benchan_verdict_free(verdict);
    release(&old);
    release(&new);
}

/* Nothing changed; the sessions differ. Rates of declared differences, 400 trials. */
static double false_alarms(size_t sessions, double (*draw)(struct support_random *),
                           uint64_t seed)
{
    struct support_random random = support_random_seed(seed);
    size_t declared = 0;
    enum { TRIALS = 400 };
    for (size_t t = 0; t < TRIALS; t++) {
        struct sessions old = {0};
        struct sessions new = {0};
        for (size_t i = 0; i < sessions; i++)
            add(&old, "old", 100 * (double)i, exp(0.02 * draw(&random)));
        add(&new, "new", 9000, exp(0.02 * draw(&random)));
        struct benchan_verdict *verdict = judge(&old, &new, NULL);
        const enum benchan_finding finding = support_row(verdict, "B", "sec/op")->finding;
        declared += finding == BENCHAN_FASTER || finding == BENCHAN_SLOWER;
        benchan_verdict_free(verdict);
        release(&old);
        release(&new);
    }
    return (double)declared / TRIALS;
}

static double exponential(struct support_random *random)
{
    return -log(support_uniform(random));
}

static double lottery(struct support_random *random)
{
    return (support_uniform(random) < 0.4 ? 2 : 0) + 0.1 * support_normal(random);
}

static void false_alarms_stay_near_nominal(void **state)
{
    (void)state;
    /* Bounds: nominal 5 % (exponential 8, lottery 9) plus 3 standard errors of 400. */
    assert_true(false_alarms(5, support_normal, 1) <= 0.085);
    assert_true(false_alarms(10, support_normal, 2) <= 0.085);
    assert_true(false_alarms(5, exponential, 3) <= 0.12);
    assert_true(false_alarms(10, exponential, 4) <= 0.12);
    assert_true(false_alarms(5, lottery, 5) <= 0.135);
    assert_true(false_alarms(10, lottery, 6) <= 0.135);
}

static void a_second_measurement_confirms_or_does_not(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(7);
    struct support_process processes[4][12];
    double values[4][12];
    for (size_t arm = 0; arm < 4; arm++)
        for (size_t p = 0; p < 12; p++) {
            /* arms 0, 1: the first measurement, 10 % apart; arms 2, 3: the second, alike. */
            values[arm][p] = exp((arm == 1 ? -0.1 : 0) + 0.005 * support_normal(&random));
            const double place =
                2 * (double)p + (double)((p * 7 % 5) % 2 ? arm % 2 : 1 - arm % 2);
            processes[arm][p] = (struct support_process){place, NULL, &values[arm][p], 1};
        }
    static const char *const names[4] = {"a", "b", "c", "d"};
    struct benchan_capture *captures[4];
    struct benchan_arm_input arms[4];
    for (size_t arm = 0; arm < 4; arm++) {
        captures[arm] = support_capture(names[arm], processes[arm], 12);
        arms[arm] = (struct benchan_arm_input){
            names[arm], (const struct benchan_capture *const *)&captures[arm], 1};
    }
    const struct benchan_input input = {
        .baseline = arms[0], .candidates = &arms[1], .n_candidates = 1, .replicate = &arms[2]};
    struct benchan_verdict *verdict = NULL;
    struct benchan_error error = {0};
    if (benchan_judge(&input, NULL, &verdict, &error))
        fail_msg("%s", error.message);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec/op");
    assert_int_equal(row->finding, BENCHAN_FASTER);
    assert_int_equal(row->replication, BENCHAN_NOT_REPLICATED);
    assert_true(row->replicate.low < 1 && row->replicate.high > 1);
    benchan_verdict_free(verdict);
    for (size_t arm = 0; arm < 4; arm++)
        benchan_capture_free(captures[arm]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_against_one_is_a_prediction_interval),
        cmocka_unit_test(four_baseline_sessions_are_too_few),
        cmocka_unit_test(many_sessions_on_both_sides_use_the_exact_methods),
        cmocka_unit_test(captures_that_interleave_are_one_session_and_a_pair),
        cmocka_unit_test(files_recorded_in_a_row_are_no_sessions),
        cmocka_unit_test(files_recorded_in_turn_are_rounds),
        cmocka_unit_test(files_without_times_are_sessions_on_the_users_word),
        cmocka_unit_test(one_against_many_keeps_its_sessions),
        cmocka_unit_test(false_alarms_stay_near_nominal),
        cmocka_unit_test(a_second_measurement_confirms_or_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
