/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several builds an arm: the builds are the draws. And work that did not happen. */
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

/*
 * `builds` builds an arm of four processes each, shuffled: build k of either
 * arm has its own log level, `levels[arm][k]`.
 */
static struct support_arms judge(size_t builds, const double levels[2][8])
{
    struct support_random random = support_random_seed(23);
    char text[32768] = "benchmark,arm,process,build,seq,time_ns\n";
    size_t n = strlen(text);
    int process = 0;
    for (int round = 0; round < 4; round++)
        for (size_t k = 0; k < builds; k++)
            for (int turn = 0, first = (int)(support_next(&random) % 2); turn < 2; turn++) {
                const int which = turn ^ first;
                n += (size_t)snprintf(text + n, sizeof text - n, "B,%s,p%d,%c%zu,%d,%.6f\n",
                                      which ? "new" : "old", process, which ? 'n' : 'o', k,
                                      process, 100 * exp(levels[which][k]));
                process++;
            }
    return support_judge_csv(text, "arm");
}

static void four_builds_a_side_use_student(void **state)
{
    (void)state;
    const double levels[2][8] = {{0, 0.01, -0.01, 0.02}, {-0.1, -0.11, -0.09, -0.12}};
    struct support_arms arms = judge(4, levels);
    assert_int_equal(arms.row->design.level, BENCHAN_LEVEL_BUILD);
    assert_int_equal(arms.row->baseline.draws, 4);
    /* means .005 and -.105; both squares sum to .0005; s = sqrt(.001/6); t(.975, 6) = 2.446912
     */
    const double half = 2.446912 * sqrt(0.001 / 6) * sqrt(2.0 / 4);
    assert_true(fabs(log(arms.row->ratio.estimate) + 0.11) < 1e-5);
    assert_true(fabs(log(arms.row->ratio.low) + 0.11 + half) < 1e-5);
    assert_int_equal(support_gate(arms.row, "build"), BENCHAN_GATE_PASS);
    support_release(&arms);
}

static void six_builds_a_side_use_the_exact_methods(void **state)
{
    (void)state;
    const double levels[2][8] = {{0, 0.01, -0.01, 0.02, 0.03, -0.02},
                                 {-0.1, -0.11, -0.09, -0.12, -0.13, -0.08}};
    struct support_arms arms = judge(6, levels);
    assert_int_equal(arms.row->design.level, BENCHAN_LEVEL_BUILD);
    /* 6 + 6 separated: 2 of C(12, 6) = 924 arrangements. */
    assert_true(fabs(arms.row->p - 2.0 / 924) < 1e-12);
    support_release(&arms);
}

static void two_builds_stay_at_the_process_level(void **state)
{
    (void)state;
    const double levels[2][8] = {{0, 0.01}, {-0.1, -0.11}};
    struct support_arms arms = judge(2, levels);
    assert_true(arms.row->design.level < BENCHAN_LEVEL_BUILD);
    assert_int_equal(support_gate(arms.row, "build"), BENCHAN_GATE_WEAK);
    support_release(&arms);
}

static struct benchan_capture *go_capture(const char *path, const char *text)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import(path, text, strlen(text), NULL, &capture, &error))
        fail_msg("%s", error.message);
    return capture;
}

static void judge_go(const char *old_text, const char *new_text, const char *benchmark,
                     enum benchan_gate_status expected)
{
    struct benchan_capture *captures[2] = {go_capture("old.txt", old_text),
                                           go_capture("new.txt", new_text)};
    struct benchan_verdict *verdict = support_judge(captures, 2, NULL, NULL);
    assert_int_equal(support_gate(support_row(verdict, benchmark, "sec/op"), "work-exists"),
                     expected);
    benchan_verdict_free(verdict);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
}

static void an_impossible_speed_fails(void **state)
{
    (void)state;
    judge_go("BenchmarkA 1000000000 0.0012 ns/op\n", "BenchmarkA 1000000000 0.0013 ns/op\n",
             "A", BENCHAN_GATE_FAIL);
}

static void several_empty_loops_fail(void **state)
{
    (void)state;
    judge_go("BenchmarkA 1000000000 0.31 ns/op\nBenchmarkB 1000000000 0.32 ns/op\n"
             "BenchmarkC 1000000000 0.33 ns/op\nBenchmarkD 5000 900 ns/op\n",
             "BenchmarkA 1000000000 0.32 ns/op\nBenchmarkB 1000000000 0.31 ns/op\n"
             "BenchmarkC 1000000000 0.30 ns/op\nBenchmarkD 5000 910 ns/op\n",
             "B", BENCHAN_GATE_FAIL);
}

static void one_fast_benchmark_is_not_contradicted(void **state)
{
    (void)state;
    judge_go("BenchmarkA 1000000000 0.31 ns/op\n", "BenchmarkA 1000000000 0.32 ns/op\n", "A",
             BENCHAN_GATE_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_builds_a_side_use_student),
        cmocka_unit_test(six_builds_a_side_use_the_exact_methods),
        cmocka_unit_test(two_builds_stay_at_the_process_level),
        cmocka_unit_test(an_impossible_speed_fails),
        cmocka_unit_test(several_empty_loops_fail),
        cmocka_unit_test(one_fast_benchmark_is_not_contradicted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
