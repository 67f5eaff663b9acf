/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs that other tools misread, each with what is right: testdata/bugs. The
 * number in a file's name groups it; the comment tells what went wrong.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchan/benchan.h"
#include "support_import.h"

#define BUGS BENCHAN_SOURCE_DIR "/testdata/bugs/"

static enum benchan_status import(const char *name, struct benchan_capture **capture,
                                  struct benchan_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", BUGS, name);
    size_t size;
    char *data = import_slurp(path, &size);
    if (!data)
        fail_msg("cannot read %s", path);
    *capture = NULL;
    const enum benchan_status status = benchan_import(name, data, size, NULL, capture, error);
    free(data);
    return status;
}

static struct benchan_capture *import_whole(const char *name)
{
    struct benchan_capture *capture;
    struct benchan_error error = {0};
    if (import(name, &capture, &error) != BENCHAN_OK)
        fail_msg("%s: %zu:%zu %s", name, error.line, error.column, error.message);
    return capture;
}

/* ------------------------------------------------------------ what is read */

struct read_case {
    const char *file;
    size_t samples, series;
    size_t processes; /* 0: the file does not tell */
};

static const struct read_case read_cases[] = {
    {"02-same-name-two-pkgs.txt", 4, 2, 2},    /* two benchmarks, not one */
    {"03-name-charset.txt", 3, 3, 0},          /* rows lost to a name pattern */
    {"04-dash-number-not-procs.txt", 2, 2, 0}, /* -20 is part of the name */
    {"05-split-by-log.txt", 2, 1, 0},          /* rows split by the program's log */
    {"06-test2json.jsonl", 3, 3, 2},           /* rows split over events */
    {"08-best-of-n-old.txt", 5, 1, 0},
    {"12-decimal-comma-semicolon.csv", 3, 1, 0},      /* 174,166101 is one number */
    {"25-pyperf-name-in-top-metadata.json", 6, 1, 2}, /* a calibration is no sample */
    {"26-pyperf-nonfinite-and-bytes.json", 2, 1, 2},  /* bytes are no time */
    {"27-no-loop.txt", 2, 2, 0},
    {"28-emptied-config-value.txt", 1, 1, 0}, /* a key with an empty value */
    {"31-ties-unequal-n-a.txt", 10, 1, 0},
    {"31-ties-unequal-n-b.txt", 8, 1, 0},
    {"35-line-over-64k.txt", 20, 1, 0}, /* a long line ended the file */
    {"36-extra-rows-in-new.txt", 12, 2, 0},
    {"37-log-line-like-config.txt", 12, 1, 0}, /* "warning: slow disk" is no key */
};

static void what_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof read_cases / sizeof *read_cases; i++) {
        const struct read_case *expected = &read_cases[i];
        struct benchan_capture *capture = import_whole(expected->file);
        const size_t processes =
            capture->process_basis == BENCHAN_PROCESS_UNKNOWN ? 0 : capture->n_processes;
        if (benchan_capture_samples(capture) != expected->samples ||
            capture->n_series != expected->series || processes != expected->processes)
            fail_msg("%s: %zu samples in %zu series of %zu processes", expected->file,
                     benchan_capture_samples(capture), capture->n_series, processes);
        benchan_capture_free(capture);
    }
}

static void names_are_kept(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_whole("03-name-charset.txt");
    assert_non_null(
        import_series(capture, NULL, "Tick/agents=1,items=1,range_2000-16", "sec/op"));
    assert_non_null(
        import_series(capture, NULL, "Accept/run-[]string{\"json\",_\"xml\"}-4", "sec/op"));
    assert_non_null(import_series(capture, NULL, "\u0394/\u00b5s-4", "sec/op"));
    benchan_capture_free(capture);
    capture = import_whole("04-dash-number-not-procs.txt");
    assert_non_null(import_series(capture, NULL, "Fib/size_-_20", "sec/op"));
    assert_non_null(import_series(capture, NULL, "Fib/size_-_20-8", "sec/op"));
    benchan_capture_free(capture);
}

static void values_go_to_their_benchmark(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_whole("05-split-by-log.txt");
    assert_true(capture->series[0].values[0] == 93.64);
    assert_true(capture->series[0].values[1] == 97.27);
    assert_int_equal(capture->left_out.orphans, 0);
    assert_int_equal(capture->left_out.unknown_lines, 1);
    benchan_capture_free(capture);
    capture = import_whole("06-test2json.jsonl");
    assert_true(import_series(capture, "example.test/p", "Add", "sec/op")->values[0] == 0.29);
    assert_true(import_series(capture, "example.test/p", "Sub", "sec/op")->values[0] == 5);
    assert_true(import_series(capture, "example.test/q", "Add", "sec/op")->values[0] == 7);
    benchan_capture_free(capture);
    capture = import_whole("12-decimal-comma-semicolon.csv");
    assert_true(capture->series[0].values[0] == 174.166101);
    benchan_capture_free(capture);
}

static void pyperf_tells_what_it_measured(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_whole("25-pyperf-name-in-top-metadata.json");
    assert_string_equal(capture->series[0].benchmark, "telco");
    assert_int_equal(capture->left_out.calibrations, 1);
    benchan_capture_free(capture);
    capture = import_whole("26-pyperf-nonfinite-and-bytes.json");
    assert_string_equal(capture->series[0].benchmark, "mem");
    assert_int_not_equal(capture->series[0].quantity, BENCHAN_TIME);
    benchan_capture_free(capture);
}

/* --------------------------------------------------------- what is refused */

struct refused_case {
    const char *file;
    size_t line, column;        /* 0: the whole file */
    const char *message, *mend; /* parts of them */
};

static const struct refused_case refused_cases[] = {
    {"11-decimal-comma.csv", 3, 7, "3 cells where the header names 2", "decimal commas"},
    {"14-hyperfine-single.csv", 0, 0, "hyperfine", "--export-json"},
    {"18-pytest-old-no-ops.json", 0, 0, "pytest-benchmark", "--benchmark-save-data"},
    {"19-pytest-dirty-disjoint.json", 0, 0, "pytest-benchmark", "--benchmark-save-data"},
    {"21-criterion-wrapped-name.txt", 0, 0, "criterion", "sample.json"},
    {"33-nan-sample.txt", 3, 14, "NaN", "take the row out"},
    {"34-zero-ns.txt", 1, 14, "must be above 0", "take the row out"},
    {"39-iterations-not-positive.txt", 1, 12, "0 iterations", "take the row out"},
};

static void what_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused_cases / sizeof *refused_cases; i++) {
        const struct refused_case *expected = &refused_cases[i];
        struct benchan_capture *capture;
        struct benchan_error error = {0};
        assert_int_equal(import(expected->file, &capture, &error), BENCHAN_BAD_INPUT);
        assert_null(capture);
        if (error.line != expected->line || error.column != expected->column ||
            !strstr(error.message, expected->message) || !strstr(error.mend, expected->mend))
            fail_msg("%s: %zu:%zu: %s; %s", expected->file, error.line, error.column,
                     error.message, error.mend);
        assert_string_equal(error.path, expected->file);
    }
}

/* A table of a comparison holds no samples, whatever is made of it. */
static void a_table_is_no_sample(void **state)
{
    (void)state;
    struct benchan_capture *capture;
    struct benchan_error error = {0};
    if (import("23-benchstat-low-n.txt", &capture, &error) == BENCHAN_OK)
        assert_true(capture->summary_only);
    else
        assert_non_null(strstr(error.message, "benchstat"));
    benchan_capture_free(capture);
}

/* ------------------------------------------------------------- comparisons */

struct pair {
    struct benchan_capture *capture[2];
    struct benchan_verdict *verdict;
};

static void judge(struct pair *pair, const char *old, const char *new)
{
    pair->capture[0] = import_whole(old);
    pair->capture[1] = import_whole(new);
    const struct benchan_capture *const captures[] = {pair->capture[0], pair->capture[1]};
    const struct benchan_arm_input candidate = {new, captures + 1, 1};
    const struct benchan_input input = {
        .baseline = {old, captures, 1}, .candidates = &candidate, .n_candidates = 1};
    struct benchan_error error = {0};
    if (benchan_judge(&input, NULL, &pair->verdict, &error) != BENCHAN_OK)
        fail_msg("%s, %s: %s", old, new, error.message);
}

static void release(struct pair *pair)
{
    benchan_verdict_free(pair->verdict);
    benchan_capture_free(pair->capture[0]);
    benchan_capture_free(pair->capture[1]);
}

static const struct benchan_gate_result *gate(const struct benchan_comparison *row,
                                              const char *name)
{
    for (size_t i = 0; i < row->n_gates; i++) {
        if (strcmp(row->gates[i]->gate->name, name) == 0)
            return row->gates[i];
    }
    fail_msg("no gate %s", name);
    return NULL;
}

static double p_of(const char *old, const char *new)
{
    struct pair pair;
    judge(&pair, old, new);
    assert_int_equal(pair.verdict->n_comparisons, 1);
    const double p = pair.verdict->comparisons[0].rank.p;
    release(&pair);
    return p;
}

/* Of all 43758 arrangements 2705 lie as far from the mean or farther. */
static void ties_give_one_p_in_both_directions(void **state)
{
    (void)state;
    const double forth = p_of("31-ties-unequal-n-a.txt", "31-ties-unequal-n-b.txt");
    const double back = p_of("31-ties-unequal-n-b.txt", "31-ties-unequal-n-a.txt");
    assert_true(fabs(forth - 2705.0 / 43758) < 1e-12);
    assert_true(forth == back);
}

static void p_is_at_most_one(void **state)
{
    (void)state;
    assert_true(p_of("32-p-above-one-a.txt", "32-p-above-one-b.txt") <= 1);
    assert_true(p_of("32-p-above-one-b.txt", "32-p-above-one-a.txt") <= 1);
}

/* One fast outlier made the minimum of five report +113 %. */
static void one_outlier_is_no_effect(void **state)
{
    (void)state;
    struct pair pair;
    judge(&pair, "08-best-of-n-old.txt", "08-best-of-n-new.txt");
    const struct benchan_comparison *row = &pair.verdict->comparisons[0];
    assert_true(fabs(row->ratio.estimate - 3873.0 / 3903.0) < 1e-12);
    assert_int_not_equal(row->finding, BENCHAN_SLOWER);
    assert_int_not_equal(row->verdict, BENCHAN_ADMISSIBLE);
    release(&pair);
}

static void extra_rows_are_listed(void **state)
{
    (void)state;
    struct pair pair;
    judge(&pair, "36-k.txt", "36-extra-rows-in-new.txt");
    assert_int_equal(pair.verdict->n_comparisons, 1);
    assert_int_equal(pair.verdict->n_unmatched, 1);
    assert_string_equal(pair.verdict->unmatched[0].benchmark, "New");
    assert_int_equal(pair.verdict->unmatched[0].side, BENCHAN_ONLY_CANDIDATE);
    assert_int_equal(pair.verdict->tally.missing, 0);
    release(&pair);
    judge(&pair, "36-extra-rows-in-new.txt", "36-k.txt");
    assert_int_equal(pair.verdict->tally.missing, 1);
    assert_int_equal(pair.verdict->exit_status, 1);
    release(&pair);
}

static void another_machine_is_said(void **state)
{
    (void)state;
    struct pair pair;
    judge(&pair, "38-cpu-a.txt", "38-cpu-b.txt");
    assert_int_equal(pair.verdict->n_comparisons, 1);
    const struct benchan_comparison *row = &pair.verdict->comparisons[0];
    const struct benchan_gate_result *environment = gate(row, "environment");
    assert_int_equal(environment->status, BENCHAN_GATE_FAIL);
    struct benchan_text words = {0};
    benchan_gate_explain(row, environment, &words);
    assert_non_null(strstr(benchan_text_get(&words), "cpu"));
    benchan_text_free(&words);
    assert_int_equal(row->verdict, BENCHAN_INADMISSIBLE);
    assert_int_equal(pair.verdict->exit_status, 1);
    release(&pair);
}

/* A body that does not loop: a thousand million iterations of no time each. */
static void no_loop_is_no_work(void **state)
{
    (void)state;
    struct pair pair;
    pair.capture[0] = import_whole("27-no-loop.txt");
    pair.capture[1] = import_text("BenchmarkSet-12 1000000000 0.01925 ns/op\n"
                                  "BenchmarkGet-12 1000000000 0.002705 ns/op\n");
    const struct benchan_capture *const captures[] = {pair.capture[0], pair.capture[1]};
    const struct benchan_arm_input candidate = {"new", captures + 1, 1};
    const struct benchan_input input = {
        .baseline = {"old", captures, 1}, .candidates = &candidate, .n_candidates = 1};
    assert_int_equal(benchan_judge(&input, NULL, &pair.verdict, NULL), BENCHAN_OK);
    assert_int_equal(pair.verdict->n_comparisons, 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(gate(&pair.verdict->comparisons[i], "work-exists")->status,
                         BENCHAN_GATE_FAIL);
    release(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read),
        cmocka_unit_test(names_are_kept),
        cmocka_unit_test(values_go_to_their_benchmark),
        cmocka_unit_test(pyperf_tells_what_it_measured),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(a_table_is_no_sample),
        cmocka_unit_test(ties_give_one_p_in_both_directions),
        cmocka_unit_test(p_is_at_most_one),
        cmocka_unit_test(one_outlier_is_no_effect),
        cmocka_unit_test(extra_rows_are_listed),
        cmocka_unit_test(another_machine_is_said),
        cmocka_unit_test(no_loop_is_no_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
