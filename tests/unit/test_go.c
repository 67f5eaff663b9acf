/* SPDX-License-Identifier: GPL-3.0-or-later */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>
#include <string.h>

#include "support_import.h"

#define HEADER "goos: linux\ngoarch: amd64\npkg: example.test/p\ncpu: Z80\n"

/* A process ends at a trailer or where another header begins. */
static void processes_are_test_binaries(void **state)
{
    (void)state;
    struct benchan_capture *one = import_text(HEADER "BenchmarkA-4 10 5 ns/op\n"
                                                     "BenchmarkA-4 10 6 ns/op\n"
                                                     "BenchmarkB-4 10 7 ns/op\nPASS\n"
                                                     "ok  \texample.test/p\t1.2s\n");
    assert_int_equal(one->n_processes, 1);
    assert_int_equal(one->process_basis, BENCHAN_PROCESS_RECORDED);
    assert_int_equal(one->order, BENCHAN_ORDER_LOG);
    assert_int_equal(one->n_series, 2);
    assert_string_equal(one->series[0].benchmark, "A");
    assert_string_equal(benchan_capture_fact(one, 0, "os"), "linux");
    assert_string_equal(benchan_capture_fact(one, 0, "arch"), "amd64");
    assert_string_equal(benchan_capture_fact(one, 0, "cpu"), "Z80");
    assert_string_equal(benchan_capture_fact(one, 0, "gomaxprocs"), "4");
    benchan_capture_free(one);

    struct benchan_capture *three =
        import_text(HEADER "BenchmarkA 10 5 ns/op\n" HEADER "BenchmarkA 10 6 ns/op\nPASS\n"
                           "BenchmarkA 10 6 ns/op\n");
    assert_int_equal(three->n_processes, 3);
    assert_int_equal(three->series[0].n, 3);
    assert_int_equal(three->rows.process[2], 2);
    benchan_capture_free(three);
}

/* Without a header or a trailer nothing tells processes apart. */
static void bare_rows_have_no_process(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("BenchmarkA 1 1 ns/op\nBenchmarkA 1 2 ns/op\n");
    assert_int_equal(capture->process_basis, BENCHAN_PROCESS_UNKNOWN);
    assert_int_equal(capture->n_processes, 1);
    benchan_capture_free(capture);
}

/* A benchmark that prints must not make processes, or 20 runs of one become 20. */
static void log_lines_end_no_process(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        HEADER "BenchmarkA 1 101 ns/op\n"
               "warning: slow disk\nBenchmarkA 1 102 ns/op\n"
               "\nretry: 3\nBenchmarkA 1 103 ns/op\n"
               "cpu: 97% busy\nBenchmarkA 1 104 ns/op\n"
               "time: 12ms\nBenchmarkA 1 105 ns/op\n"
               "ok then\nBenchmarkA 1 106 ns/op\n"
               "# a comment\n\nstate: warm\nlevel: 3\nBenchmarkA 1 107 ns/op\nPASS\n");
    assert_int_equal(capture->n_processes, 1);
    assert_int_equal(capture->n_series, 1);
    assert_int_equal(capture->series[0].n, 7);
    assert_int_equal(capture->left_out.unknown_lines, 7);
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_UNKNOWN_LINE), 7);
    benchan_capture_free(capture);
}

static void packages_keep_their_names_apart(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text(HEADER "BenchmarkA-4 1 50 ns/op\nPASS\nok  \texample.test/p\t0.1s\n"
                           "pkg: example.test/q\nBenchmarkA-4 1 1 ns/op\nPASS\n");
    assert_int_equal(capture->n_series, 2);
    assert_int_equal(capture->n_processes, 2);
    assert_non_null(import_series(capture, "example.test/p", "A", "sec/op"));
    assert_non_null(import_series(capture, "example.test/q", "A", "sec/op"));
    benchan_capture_free(capture);
}

static void old_files_name_the_package_last(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        "PASS\nBenchmarkA\t10\t5 ns/op\nok  \told/a\t1.0s\n?   \told/x\t[no test files]\n"
        "PASS\nBenchmarkA\t10\t6 ns/op\nok  \told/b\t1.0s\n"
        "PASS\nBenchmarkA\t10\t7 ns/op\nok  \told/a\t1.0s\n");
    assert_int_equal(capture->n_processes, 3);
    assert_int_equal(import_series(capture, "old/a", "A", "sec/op")->n, 2);
    assert_int_equal(import_series(capture, "old/b", "A", "sec/op")->n, 1);
    benchan_capture_free(capture);
}

static void times_order_processes(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("date: 2026-11-30T21:17:27Z\n" HEADER "BenchmarkA 1 5 ns/op\nPASS\n"
                    "start-time: 2026-11-30T21:17:29Z\n" HEADER "BenchmarkA 1 5 ns/op\nPASS\n"
                    "end-time: 2026-11-30T21:17:30.5Z\n");
    assert_int_equal(capture->n_processes, 2);
    assert_int_equal(capture->order, BENCHAN_ORDER_TIME);
    assert_int_equal(capture->clock, BENCHAN_CLOCK_UTC);
    assert_int_equal(capture->processes[0].start, INT64_C(1796073447000000000));
    assert_int_equal(capture->processes[1].start, INT64_C(1796073449000000000));
    assert_int_equal(capture->processes[1].end, INT64_C(1796073450500000000));
    assert_int_equal(capture->processes[0].end, BENCHAN_NO_TIME);
    benchan_capture_free(capture);
    /* One process without a time: the file's own order is all there is. */
    capture = import_text("date: 2026-11-30T21:17:27Z\n" HEADER
                          "BenchmarkA 1 5 ns/op\nPASS\n" HEADER "BenchmarkA 1 5 ns/op\nPASS\n");
    assert_int_equal(capture->order, BENCHAN_ORDER_LOG);
    assert_int_equal(capture->clock, BENCHAN_CLOCK_NONE);
    benchan_capture_free(capture);
}

static void configuration_becomes_labels_and_facts(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("note: before\nsuite: x [perf]\nempty: [perf]\n\nBenchmarkA 1 1 ns/op\n\n"
                    "note: after\n\nBenchmarkA 1 2 ns/op\n\nsuite:\n\nBenchmarkA 1 3 ns/op\n");
    assert_int_equal(capture->n_processes, 3);
    assert_int_equal(capture->process_basis, BENCHAN_PROCESS_UNKNOWN);
    assert_string_equal(benchan_process_label(&capture->processes[0], "note"), "before");
    assert_string_equal(benchan_process_label(&capture->processes[1], "note"), "after");
    assert_string_equal(benchan_process_label(&capture->processes[1], "suite"), "x");
    assert_null(benchan_process_label(&capture->processes[2], "suite"));
    assert_null(benchan_capture_fact(capture, 0, "empty"));
    struct benchan_capture *arm = NULL;
    assert_int_equal(benchan_capture_split(capture, "note", "before", &arm, NULL), BENCHAN_OK);
    assert_int_equal(arm->series[0].n, 1);
    benchan_capture_free(arm);
    benchan_capture_free(capture);
    capture = import_text("toolchain: go1.22\nhost-hostname: h\nrunid: 7\n" HEADER
                          "round: 3\nBenchmarkA 1 1 ns/op\n");
    assert_string_equal(benchan_capture_fact(capture, 0, "runtime"), "go1.22");
    assert_string_equal(benchan_capture_fact(capture, 0, "host"), "h");
    assert_string_equal(benchan_capture_fact(capture, 0, "runid"), "7");
    assert_string_equal(capture->processes[0].block, "3");
    benchan_capture_free(capture);
}

/* A header that says nothing of the cpu does not inherit another machine's. */
static void a_new_header_forgets_the_old_one(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        HEADER
        "BenchmarkA 1 1 ns/op\nPASS\ngoos: darwin\ngoarch: arm64\nBenchmarkA 1 2 ns/op\n");
    assert_string_equal(benchan_capture_fact(capture, 0, "cpu"), "Z80");
    assert_null(benchan_capture_fact(capture, 1, "cpu"));
    assert_string_equal(benchan_capture_fact(capture, 1, "os"), "darwin");
    assert_string_equal(capture->series[1].package, "");
    benchan_capture_free(capture);
}

static void units_say_what_they_are(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("Unit score better=higher\nUnit text-bytes assume=exact\n"
                    "BenchmarkA 1 5 ns/op 3 score 7 text-bytes 0.00 MB/s\n"
                    "BenchmarkB 1 4.5 MB/s\n");
    assert_int_equal(import_series(capture, "", "A", "score")->better, BENCHAN_BETTER_HIGHER);
    assert_true(import_series(capture, "", "A", "text-bytes")->exact);
    assert_false(import_series(capture, "", "A", "score")->exact);
    assert_true(import_series(capture, "", "A", "B/sec")->derived);
    assert_false(import_series(capture, "", "B", "B/sec")->derived);
    assert_int_equal(capture->rows.n, 2);
    benchan_capture_free(capture);
}

static void split_rows_are_joined(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("BenchmarkN-2   \tconnected to db pool=4\n2026/01/02 03:04:05 warm 1\n"
                    "  433366\t        93.64 ns/op\n"
                    "BenchmarkN-2   \t\n10000000\t        9.27 ns/op\n"
                    "BenchmarkLost-2   \t5 connections ready\nPASS\n");
    assert_int_equal(capture->n_series, 1);
    assert_int_equal(capture->series[0].n, 2);
    assert_true(capture->series[0].values[0] == 93.64);
    assert_true(capture->rows.iterations[1] == 10000000);
    assert_int_equal(capture->left_out.orphans, 1);
    benchan_capture_free(capture);
}

static void verbose_output_is_no_orphan(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        HEADER "=== RUN   BenchmarkA\nBenchmarkA\nBenchmarkA-2 10 5 ns/op\nBenchmarkSkipped\n"
               "    a_test.go:15: needs network\n--- SKIP: BenchmarkSkipped\n"
               "--- FAIL: BenchmarkF\nexit status 1\nFAIL\texample.test/p\t0.1s\nFAIL\n");
    assert_int_equal(capture->rows.n, 1);
    assert_int_equal(capture->left_out.orphans, 0);
    assert_int_equal(capture->left_out.skipped, 1);
    assert_int_equal(capture->left_out.failures, 2);
    assert_int_equal(capture->left_out.unknown_lines, 1);
    benchan_capture_free(capture);
}

static void suffixes_are_stripped_where_all_agree(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text(HEADER "BenchmarkA-8 1 5 ns/op\nBenchmarkB/n=10-8 1 5 ns/op\n");
    assert_non_null(import_series(capture, NULL, "A", "sec/op"));
    assert_non_null(import_series(capture, NULL, "B/n=10", "sec/op"));
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_SUFFIX), 0);
    benchan_capture_free(capture);
    /* GOMAXPROCS=1 prints none. */
    capture = import_text(HEADER "BenchmarkA 1 5 ns/op\n");
    assert_string_equal(benchan_capture_fact(capture, 0, "gomaxprocs"), "1");
    benchan_capture_free(capture);
    /* -cpu 1,2 */
    capture = import_text(HEADER "BenchmarkA 1 5 ns/op\nBenchmarkA-2 1 5 ns/op\n");
    assert_non_null(import_series(capture, NULL, "A-2", "sec/op"));
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_SUFFIX), 1);
    assert_null(benchan_capture_fact(capture, 0, "gomaxprocs"));
    benchan_capture_free(capture);
    /* One name of its own may end so. */
    capture =
        import_text("BenchmarkFib/size_-_20 1 5 ns/op\nBenchmarkFib/size_-_20-8 1 5 ns/op\n");
    assert_non_null(import_series(capture, NULL, "Fib/size_-_20", "sec/op"));
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_SUFFIX), 1);
    benchan_capture_free(capture);
    capture = import_text("BenchmarkFib/size-20 1 5 ns/op\n");
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_SUFFIX), 1);
    benchan_capture_free(capture);
}

static void names_hold_anything(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        "BenchmarkTick/a=1,b_2 1 1 ns/op\nBenchmarkRun-[]string{\"json\"}#01 1 2 ns/op\n"
        "Benchmark\xce\x94/\xc2\xb5s\xe2\x80\x89"
        "1\xc2\xa0"
        "3 ns/op\nBenchmark 1 4 ns/op\n"
        "Benchmarksize_total 1 7 total-bytes\nBenchmarking 3 disks now\n");
    assert_non_null(import_series(capture, "", "Tick/a=1,b_2", "sec/op"));
    assert_non_null(import_series(capture, "", "Run-[]string{\"json\"}#01", "sec/op"));
    assert_non_null(import_series(capture, "", "\xce\x94/\xc2\xb5s", "sec/op"));
    assert_non_null(import_series(capture, "", "", "sec/op"));
    assert_non_null(import_series(capture, "", "size_total", "total-bytes"));
    assert_int_equal(capture->left_out.unknown_lines, 1);
    benchan_capture_free(capture);
}

struct fault {
    const char *text;
    size_t line, column;
    const char *part;
};

static void faults_have_their_place(void **state)
{
    (void)state;
    static const struct fault faults[] = {
        {"BenchmarkX 1 1 widgets\nBenchmarkX 1 NaN widgets\n", 2, 14,
         "NaN is no measured value"},
        {"BenchmarkX 1 -Inf ns/op\n", 1, 14, "-Inf is no measured value"},
        {"BenchmarkX 1 0 ns/op\n", 1, 14, "0 ns/op is no time"},
        {"BenchmarkX 1 5 ns/op -1 B/op\n", 1, 22, "-1 B/op is no count"},
        {"BenchmarkX 1 -5 ns/op\n", 1, 14, "is no time"},
        {"BenchmarkX 0 1 ns/op\n", 1, 12, "0 iterations"},
        {"BenchmarkX -3 5 ns/op\n", 1, 12, "-3 iterations"},
        {"BenchmarkX 1 1 ns/op 9 ns/op\n", 1, 22, "two values in ns/op"},
        {"BenchmarkX 1 1 ns/op 9\n", 1, 22, "the value 9 has no unit"},
        {"BenchmarkX 1 1e400 ns/op\n", 1, 14, "\"1e400\" is no number"},
        {"BenchmarkX 1 1,5 ns/op\n", 1, 14, "\"1,5\" is no number"},
        {"BenchmarkX 20 11.4 0.5 4.7\n", 1, 20, "0.5 stands where a unit is expected"},
        {"BenchmarkX\t1\t5 ns/op\r\n\r\nBenchmarkX\t1\t0 ns/op\r\n", 3, 14, "is no time"},
        {"FAIL\tp [build failed]\nFAIL\n", 0, 0, "1 package failed to build or to run"},
        {"PASS\nok  \tp\t0.1s\n", 0, 0, "no row of a benchmark"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct benchan_error error = import_error(faults[i].text, NULL);
        assert_int_equal(error.status, BENCHAN_BAD_INPUT);
        if (!strstr(error.message, faults[i].part) || error.line != faults[i].line ||
            error.column != faults[i].column || !error.mend[0])
            fail_msg("%s gave %zu:%zu: %s", faults[i].text, error.line, error.column,
                     error.message);
    }
}

static void long_lines_are_skipped(void **state)
{
    (void)state;
    const size_t n = 70000;
    char *text = malloc(n + 200);
    memcpy(text, "BenchmarkA 1 5 ns/op\n", 21);
    memset(text + 21, 'x', n);
    strcpy(text + 21 + n, "\nBenchmarkA 1 6 ns/op\n");
    struct benchan_capture *capture = import_text(text);
    assert_int_equal(capture->series[0].n, 2);
    assert_int_equal(capture->left_out.unknown_lines, 1);
    benchan_capture_free(capture);
    free(text);
}

static void rows_without_the_prefix_are_counted(void **state)
{
    (void)state;
    const struct benchan_import_options options = {.format = "go"};
    struct benchan_capture *capture =
        import_with("BenchmarkA 1 5 ns/op\nSum 1 5 ns/op\n", &options);
    assert_int_equal(capture->left_out.odd_rows, 1);
    benchan_capture_free(capture);
    const struct benchan_error error = import_error("Sum 1 5 ns/op\n", &options);
    assert_non_null(strstr(error.message, "prefix Benchmark"));
}

static void a_last_row_without_newline_is_said(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text("BenchmarkA 1 5 ns/op\nBenchmarkA 1 6 ns/op");
    assert_int_equal(capture->series[0].n, 2);
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_UNTERMINATED), 1);
    assert_false(capture->partial);
    benchan_capture_free(capture);
}

static const char whole[] =
    HEADER "BenchmarkA-4   \t10\t5.25 ns/op\t 64 B/op\t 2 allocs/op\n"
           "BenchmarkA-4   \t10\t6.25 ns/op\t 64 B/op\t 2 allocs/op\n"
           "--- BENCH: BenchmarkA-4\n    a_test.go:1: hello\n"
           "BenchmarkB-4   \tlog\n      10\t7.25 ns/op\t 64 B/op\t 2 allocs/op\n"
           "PASS\nok  \texample.test/p\t1.0s\n";

/* Every value of a cut file is one of the whole file, in its place. */
static void expect_prefix(const struct benchan_capture *part)
{
    static const double wanted[] = {5.25, 6.25, 7.25};
    size_t at = 0;
    for (size_t i = 0; i < part->n_series; i++) {
        const struct benchan_series *series = &part->series[i];
        if (strcmp(series->unit, "sec/op") != 0) {
            assert_true(strcmp(series->unit, "B/op") == 0 ||
                        strcmp(series->unit, "allocs/op") == 0);
            continue;
        }
        for (size_t j = 0; j < series->n; j++)
            assert_true(series->values[j] == wanted[at++]);
    }
    assert_int_equal(at, part->rows.n);
}

static void a_cut_file_never_passes_for_a_whole_one(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof whole; n++) {
        for (int partial = 0; partial < 2; partial++) {
            char *text = malloc(n + 1); /* exact, so that a sanitizer sees overreads */
            memcpy(text, whole, n);
            const struct benchan_import_options options = {.partial = partial != 0};
            struct benchan_capture *capture = NULL;
            struct benchan_error error = {0};
            const enum benchan_status status =
                benchan_import("in", text, n, &options, &capture, &error);
            free(text);
            if (status != BENCHAN_OK) {
                assert_int_equal(status, BENCHAN_BAD_INPUT);
                assert_true(error.message[0] && error.mend[0]);
                continue;
            }
            expect_prefix(capture);
            assert_int_equal(capture->partial, import_notes(capture, BENCHAN_NOTE_PARTIAL) > 0);
            assert_true(partial || !capture->partial);
            benchan_capture_free(capture);
        }
    }
}

static void json_events_are_joined_by_package(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        "{\"Time\":\"2026-11-30T20:00:00Z\",\"Action\":\"start\",\"Package\":\"p\"}\n"
        "{\"Action\":\"output\",\"Package\":\"p\",\"Test\":\"TestX\",\"Output\":\"goos: "
        "linux\\n\"}\n"
        "{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"BenchmarkA-4   \\t\"}\n"
        "{\"Action\":\"output\",\"Package\":\"q\",\"Output\":\"BenchmarkA-4   \\t\"}\n"
        "{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"20\\t 5 ns/op\\n\"}\n"
        "# command-line output between events\n"
        "{\"Action\":\"output\",\"Package\":\"q\",\"Output\":\"10\\t 7 ns/op\\n\"}\n"
        "{\"Time\":\"2026-11-30T20:00:01Z\",\"Action\":\"pass\",\"Package\":\"p\"}\n"
        "{\"Time\":\"2026-11-30T20:00:02Z\",\"Action\":\"start\",\"Package\":\"p\"}\n"
        "{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"BenchmarkA-4 20\\t 6 "
        "ns/op\\n\"}\n");
    assert_string_equal(capture->format, "go-json");
    assert_int_equal(import_series(capture, "p", "A", "sec/op")->n, 2);
    assert_int_equal(import_series(capture, "q", "A", "sec/op")->n, 1);
    assert_int_equal(capture->n_processes, 3);
    assert_int_equal(capture->process_basis, BENCHAN_PROCESS_RECORDED);
    assert_int_equal(capture->left_out.unknown_lines, 1);
    benchan_capture_free(capture);
    const struct benchan_error error =
        import_error("{\"Action\":\"output\",\"Package\":\"q\",\"Output\":\"Bench\"}\n"
                     "{\"Action\":\"outp",
                     NULL);
    assert_int_equal(error.line, 2);
}

static void other_formats_are_refused_by_name(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "command,mean,stddev,median,user,system,min,max\nx,1,0,1,1,0,1,1\n",
        "name \\ time/op   old  new\nA  1ns \xc2\xb1 2%  1ns\n",
        "Benchmark 1: x\n  Time (mean \xc2\xb1 \xcf\x83):  1 ms\n",
        "{\"mean\":{\"confidence_interval\":{},\"point_estimate\":1.0}}\n",
        "<?xml version=\"1.0\"?>\n<Catch2TestRun name=\"x\">\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct benchan_error error = import_error(texts[i], NULL);
        assert_non_null(strstr(error.message, "this is "));
        assert_true(error.mend[0]);
    }
    assert_non_null(strstr(import_error("", NULL).message, "empty"));
    assert_non_null(strstr(import_error(" \n\t\r\n", NULL).message, "empty"));
    const struct benchan_import_options options = {.format = "nothing"};
    assert_int_equal(import_error("x", &options).status, BENCHAN_BAD_USAGE);
}

static const char *const rows[] = {
    "BenchmarkX 7 3 ns/op 8 B/op",
    "BenchmarkX\t7\t3 ns/op\t8 B/op",
    "BenchmarkX   \t 7\t   3.25 ns/op\t  8 B/op\t  ",
    "BenchmarkX 007 03.50 ns/op 8. B/op",
    "BenchmarkX 7 .5 ns/op 0 B/op",
    "BenchmarkX +7 3 ns/op 8 B/op",
    "BenchmarkX 7. 3 ns/op 8 B/op",
    "BenchmarkX 0 3 ns/op 8 B/op",
    "BenchmarkX 7 0 ns/op 8 B/op",
    "BenchmarkX 7 0.000 ns/op 8 B/op",
    "BenchmarkX 7 3 ns/op -8 B/op",
    "BenchmarkX 7 3 ns/op 8",
    "BenchmarkX 7 3 ns/op 8 B/o",
    "BenchmarkX 7 3 ns/op 8 B/ops",
    "BenchmarkX 7 3 B/op 8 ns/op",
    "BenchmarkX 7 3 ns/op 8 ns/op",
    "BenchmarkX 7 3 ns/op 8 B/op 1 allocs/op",
    "BenchmarkX 7 3 ns/op 8 B/op log",
    "BenchmarkX 7 3 ns/op",
    "BenchmarkX 7 3e2 ns/op 8 B/op",
    "BenchmarkX 7 123456789012345 ns/op 8 B/op",
    "BenchmarkX 7 1234567890123456 ns/op 8 B/op",
    "BenchmarkX 7 0.1234567890123456789 ns/op 8 B/op",
    "BenchmarkX 7 000000000000000003 ns/op 8 B/op",
    "BenchmarkX 99999999999999999999 3 ns/op 8 B/op",
    "BenchmarkX 7 . ns/op 8 B/op",
    "BenchmarkX 7 1.2.3 ns/op 8 B/op",
    "BenchmarkX 7 NaN ns/op 8 B/op",
    "BenchmarkX 7 3 5 8 B/op",
    ("BenchmarkX\u00a07\u20033\u3000ns/op\xc2\x85"
     "8 B/op"),
    "BenchmarkX 7 3 ns/op\u00a08 B/op",
    "BenchmarkX 7 3 ns/op 8 B/op\r",
    "BenchmarkX\v7 3 ns/op 8 B/op",
    "Benchmark 7 3 ns/op 8 B/op",
    "BenchmarkX\u00e9 7 3 ns/op 8 B/op",
    "BenchmarkX 7",
    "BenchmarkX 7 goroutines ready",
};

/* What the last row of the text was read as, in words. */
static void describe_last_row(const char *text, struct benchan_text *words)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import("in", text, strlen(text), NULL, &capture, &error) != BENCHAN_OK) {
        benchan_text_printf(words, "%zu: %s", error.column, error.message);
        return;
    }
    const struct benchan_rows *all = &capture->rows;
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *series = &capture->series[i];
        if (strcmp(series->benchmark, "W") != 0)
            benchan_text_printf(words, "%s %s %.17g %d %.17g;", series->benchmark,
                                series->recorded_unit, series->values[0], series->decimals[0],
                                all->iterations[series->rows[0]]);
    }
    benchan_text_printf(words, " %zu %zu", capture->left_out.orphans,
                        capture->left_out.unknown_lines);
    benchan_capture_free(capture);
}

/* Rows whose units were seen before are read by a shorter way: to the same end. */
static void usual_rows_are_read_as_unusual_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct benchan_text first = {0}, later = {0}, text = {0};
        benchan_text_printf(&text, HEADER "BenchmarkW 1 1 other\n%s\n", rows[i]);
        describe_last_row(benchan_text_get(&text), &first);
        benchan_text_clear(&text);
        benchan_text_printf(&text, HEADER "BenchmarkW 1 1 ns/op 1 B/op\n%s\n", rows[i]);
        describe_last_row(benchan_text_get(&text), &later);
        assert_string_equal(benchan_text_get(&first), benchan_text_get(&later));
        benchan_text_free(&first);
        benchan_text_free(&later);
        benchan_text_free(&text);
    }
}

/* A unit that only a "Unit" line named is no unit yet: 5 is not one. */
static void a_unit_line_makes_no_number_a_unit(void **state)
{
    (void)state;
    const struct benchan_error error =
        import_error("Unit 5 better=lower\nBenchmarkX 1 2 5\n", NULL);
    assert_non_null(strstr(error.message, "where a unit is expected"));
}

/* Series that come in another order each time, and one name in two packages. */
static void series_are_found_in_any_order(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text(HEADER "BenchmarkA 1 1 ns/op 1 B/op\nBenchmarkB 1 2 ns/op 2 B/op\n"
                           "BenchmarkB 1 2 B/op 2 ns/op\nBenchmarkA 1 1 ns/op 1 B/op\nPASS\n"
                           "goos: linux\npkg: example.test/q\nBenchmarkA 1 3 ns/op 3 B/op\n"
                           "BenchmarkA 1 3 ns/op 3 B/op\nBenchmarkAB 1 4 ns/op\n");
    assert_int_equal(capture->n_series, 7);
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *series = &capture->series[i];
        assert_int_equal(series->n, i < 6 ? 2 : 1);
        for (size_t j = 0; j < series->n; j++)
            assert_true(series->values[j] == (double)(i / 2 + 1));
    }
    benchan_capture_free(capture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_rows_are_read_as_unusual_ones),
        cmocka_unit_test(a_unit_line_makes_no_number_a_unit),
        cmocka_unit_test(series_are_found_in_any_order),
        cmocka_unit_test(processes_are_test_binaries),
        cmocka_unit_test(bare_rows_have_no_process),
        cmocka_unit_test(log_lines_end_no_process),
        cmocka_unit_test(packages_keep_their_names_apart),
        cmocka_unit_test(old_files_name_the_package_last),
        cmocka_unit_test(times_order_processes),
        cmocka_unit_test(configuration_becomes_labels_and_facts),
        cmocka_unit_test(a_new_header_forgets_the_old_one),
        cmocka_unit_test(units_say_what_they_are),
        cmocka_unit_test(split_rows_are_joined),
        cmocka_unit_test(verbose_output_is_no_orphan),
        cmocka_unit_test(suffixes_are_stripped_where_all_agree),
        cmocka_unit_test(names_hold_anything),
        cmocka_unit_test(faults_have_their_place),
        cmocka_unit_test(long_lines_are_skipped),
        cmocka_unit_test(rows_without_the_prefix_are_counted),
        cmocka_unit_test(a_last_row_without_newline_is_said),
        cmocka_unit_test(a_cut_file_never_passes_for_a_whole_one),
        cmocka_unit_test(json_events_are_joined_by_package),
        cmocka_unit_test(other_formats_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
