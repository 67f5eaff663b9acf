/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchan/import.h"
#include "formats/import/csv/layout.h"

/* --------------------------------------------------------------------- helpers */

static enum benchan_status import(const char *text,
                                  const struct benchan_import_options *options,
                                  struct benchan_capture **capture, struct benchan_error *error)
{
    return benchan_import("in.csv", text, strlen(text), options, capture, error);
}

static struct benchan_capture *good_with(const char *text,
                                         const struct benchan_import_options *options)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (import(text, options, &capture, &error) != BENCHAN_OK)
        fail_msg("%zu:%zu: %s", error.line, error.column, error.message);
    return capture;
}

static struct benchan_capture *good(const char *text)
{
    return good_with(text, NULL);
}

static const struct benchan_series *find_series(const struct benchan_capture *capture,
                                                const char *benchmark, const char *unit)
{
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *series = &capture->series[i];
        if (strcmp(series->benchmark, benchmark) == 0 && strcmp(series->unit, unit) == 0)
            return series;
    }
    fail_msg("no series %s %s", benchmark, unit);
    return NULL;
}

static const char *find_note(const struct benchan_capture *capture, enum benchan_note_code code)
{
    for (size_t i = 0; i < capture->n_notes; i++) {
        if (capture->notes[i].code == code)
            return capture->notes[i].text;
    }
    return NULL;
}

struct fault {
    const char *text;
    size_t line, column;
    const char *message; /* part of it */
};

static void check_fault(const struct fault *fault)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    const struct benchan_import_options options = {.format = "csv"};
    const enum benchan_status status = import(fault->text, &options, &capture, &error);
    if (status != BENCHAN_BAD_INPUT || error.line != fault->line ||
        error.column != fault->column || !strstr(error.message, fault->message) ||
        error.mend[0] == '\0')
        fail_msg("%s\nstatus %d at %zu:%zu: %s", fault->text, status, error.line, error.column,
                 error.message);
}

/* ------------------------------------------------------------------------ names */

static void keys_are_words(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"totalMs", "total_ms"},
                                           {"LaunchIndex", "launch_index"},
                                           {"run_id", "run_id"},
                                           {"Time (ms)", "time_(ms)"},
                                           {"PID", "pid"},
                                           {"RSSBytes", "rss_bytes"},
                                           {"sec per op", "sec_per_op"},
                                           {"ns/op", "ns/op"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char key[64];
        csv_key(pairs[i][0], strlen(pairs[i][0]), key);
        assert_string_equal(key, pairs[i][1]);
    }
}

static void units_come_from_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *unit, *stem;
    } cases[] = {
        {"time_ns", "ns", "time"},           {"elapsed_ns", "ns", "elapsed"},
        {"totalMs", "ms", "total"},          {"seconds", "s", ""},
        {"value (ms)", "ms", "value"},       {"time [ms]", "ms", "time"},
        {"t_\xc2\xb5s", "us", "t"},          {"ns/op", "ns/op", ""},
        {"mean_ns_per_op", "ns/op", "mean"}, {"items_per_second", NULL, "items_per_second"},
        {"columns", NULL, "columns"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char key[64];
        size_t stem_n;
        csv_key(cases[i].name, strlen(cases[i].name), key);
        const char *unit = csv_name_unit(key, &stem_n);
        if (cases[i].unit)
            assert_string_equal(unit, cases[i].unit);
        else
            assert_null(unit);
        assert_int_equal(stem_n, strlen(cases[i].stem));
        assert_memory_equal(key, cases[i].stem, stem_n);
    }
}

static void times_of_many_shapes(void **state)
{
    (void)state;
    static const char *const shapes[] = {"2021-01-01T02:00:00Z",
                                         "2021.01.01 3:00:00 +0100",
                                         "2021/1/1 2:00:00Z",
                                         "1609466400",
                                         "1609466400000",
                                         "1609466400000000",
                                         "1609466400000000000",
                                         "1609466400.000",
                                         "2021-01-01 02:00:00+00:00"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        int64_t time = 0;
        bool zoned = false;
        if (!csv_time(shapes[i], strlen(shapes[i]), &time, &zoned) || !zoned ||
            time != INT64_C(1609466400000000000))
            fail_msg("%s: %lld", shapes[i], (long long)time);
    }
    int64_t time;
    bool zoned;
    assert_true(csv_time("2021-01-01", 10, &time, &zoned));
    assert_false(zoned);
    assert_false(csv_time("12", 2, &time, &zoned));
    assert_false(csv_time("yesterday", 9, &time, &zoned));
    assert_false(csv_time("9999999999999999999", 19, &time, &zoned));
}

/* ------------------------------------------------------------------------- long */

static void long_table(void **state)
{
    (void)state;
    struct benchan_capture *capture = good("# cpu: Apple M4\n# prose without a key\n"
                                           "benchmark,variant,pid,time_ns,B/op\n"
                                           "A,old,1,10.5,5\n"
                                           "A,new,1,12.25,0\n"
                                           "\n"
                                           "A,old,2,11,5\n"
                                           "\"B, \"\"b\"\"\",new,2,13,\n");
    const struct benchan_series *time = find_series(capture, "A", "sec");
    assert_int_equal(time->n, 3);
    assert_true(time->values[1] == 12.25 && time->decimals[1] == 2);
    assert_int_equal(find_series(capture, "A", "B/op")->n, 3);
    assert_int_equal(find_series(capture, "B, \"b\"", "sec")->n, 1);
    assert_int_equal(capture->left_out.missing, 1);
    assert_int_equal(capture->rows.n, 4);
    assert_int_equal(capture->process_basis, BENCHAN_PROCESS_RECORDED);
    assert_int_equal(capture->order, BENCHAN_ORDER_LOG);
    assert_string_equal(benchan_capture_fact(capture, BENCHAN_NONE, "cpu"), "Apple M4");
    assert_int_equal(capture->n_facts, 1);
    assert_string_equal(
        find_note(capture, BENCHAN_NOTE_MAPPING),
        "benchmark=benchmark, value=time_ns (ns), value=B/op (B/op), label=variant, "
        "process=pid");
    benchan_capture_free(capture);
}

/* One process that ran both variants is one process in both arms. */
static void arms_share_processes(void **state)
{
    (void)state;
    struct benchan_capture *capture = good("benchmark,variant,pid,ns\n"
                                           "A,old,71,10\nA,new,71,12\n"
                                           "A,old,72,11\nA,new,72,13\n");
    static const char *const values[] = {"old", "new"};
    for (size_t i = 0; i < 2; i++) {
        struct benchan_capture *arm = NULL;
        assert_int_equal(benchan_capture_split(capture, "variant", values[i], &arm, NULL),
                         BENCHAN_OK);
        assert_int_equal(arm->n_processes, 2);
        assert_string_equal(arm->processes[0].name, "71");
        assert_string_equal(arm->processes[1].name, "72");
        benchan_capture_free(arm);
    }
    benchan_capture_free(capture);
}

/* Two text columns that change inside a process would make two processes of one arm of it. */
static void labels_do_not_multiply_processes(void **state)
{
    (void)state;
    static const char text[] = "benchmark,variant,pid,kind,host,ns\n"
                               "A,old,71,x,h1,10\nA,old,71,y,h1,12\nA,new,71,x,h1,11\n"
                               "A,old,72,x,h2,10\nA,new,72,y,h2,12\nA,new,72,x,h2,11\n";
    struct benchan_capture *capture = good(text);
    assert_int_equal(capture->n_processes, 4);
    assert_null(benchan_process_label(&capture->processes[0], "kind"));
    assert_string_equal(benchan_process_label(&capture->processes[0], "host"), "h1");
    assert_string_equal(benchan_capture_fact(capture, 0, "host"), "h1");
    benchan_capture_free(capture);
    const struct benchan_import_options options = {.csv = "label=variant+kind"};
    capture = good_with(text, &options);
    assert_int_equal(capture->n_processes, 6);
    benchan_capture_free(capture);
    capture = good("benchmark,impl,pid,ns\nA,old,71,10\nA,new,71,12\n");
    assert_string_equal(benchan_process_label(&capture->processes[1], "impl"), "new");
    benchan_capture_free(capture);
}

static void order_column_orders(void **state)
{
    (void)state;
    struct benchan_capture *capture = good("seq,impl,time_ms\n3,a,1.5\n1,b,1.25\n2,a,1.75\n");
    const struct benchan_series *series = &capture->series[0];
    assert_int_equal(capture->order, BENCHAN_ORDER_COLUMN);
    assert_true(series->values[0] == 1.25 && series->values[1] == 1.75 &&
                series->values[2] == 1.5);
    benchan_capture_free(capture);
}

/* A counter that starts again in each arm orders the arm, and is kept in file order. */
static void counters_restart(void **state)
{
    (void)state;
    struct benchan_capture *capture = good("impl,repetition,ms\na,0,3\na,1,2\nb,0,4\nb,1,5\n");
    assert_int_equal(capture->order, BENCHAN_ORDER_COLUMN);
    benchan_capture_free(capture);
    capture = good("impl,repetition,ms\na,1,3\na,0,2\nb,0,4\nb,1,5\n");
    assert_int_equal(capture->order, BENCHAN_ORDER_UNKNOWN);
    assert_non_null(find_note(capture, BENCHAN_NOTE_ORDER_LOST));
    benchan_capture_free(capture);
}

static void times_order_and_warmups_stay_out(void **state)
{
    (void)state;
    struct benchan_capture *capture = good("timestamp;impl;value;unit;warmup\n"
                                           "2024-01-01T10:00:00Z;a;1,5;ms;true\n"
                                           "2024-01-01T10:00:02Z;a;1,75;ms;0\n"
                                           "2024-01-01T10:00:01Z;b;2,75;ms;0\n");
    assert_int_equal(capture->order, BENCHAN_ORDER_TIME);
    assert_int_equal(capture->clock, BENCHAN_CLOCK_UTC);
    assert_int_equal(capture->left_out.warmups, 1);
    assert_int_equal(capture->rows.n, 2);
    assert_true(capture->series[0].values[0] == 2.75);
    assert_true(capture->rows.time[0] < capture->rows.time[1]);
    assert_string_equal(capture->series[0].unit, "sec");
    assert_true(capture->processes[0].start == capture->rows.time[0]);
    benchan_capture_free(capture);
}

static void sorted_values_lose_order(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        good("impl,ms\na,1\na,2\na,3\na,4\na,5\na,6\na,7\na,8\nb,3\nb,1\n");
    assert_int_equal(capture->order, BENCHAN_ORDER_UNKNOWN);
    assert_non_null(find_note(capture, BENCHAN_NOTE_ORDER_LOST));
    benchan_capture_free(capture);
    capture = good("impl,ms\na,1\na,2\na,3\na,4\na,5\na,6\na,7\nb,8\nb,9\n");
    assert_int_equal(capture->order, BENCHAN_ORDER_LOG);
    benchan_capture_free(capture);
    capture = good("seq,ms\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n8,8\n");
    assert_int_equal(capture->order, BENCHAN_ORDER_COLUMN);
    benchan_capture_free(capture);
}

/* Trials are rounds where they lie together, and mere counters where they start again. */
static void trials(void **state)
{
    (void)state;
    struct benchan_capture *capture = good("variant,trial,ms\no,1,4\nn,1,6\no,2,5\nn,2,7\n");
    assert_string_equal(capture->processes[0].block, "1");
    assert_int_equal(capture->n_processes, 4);
    benchan_capture_free(capture);
    static const char counters[] = "variant,trial,ms\no,1,4\no,2,5\nn,1,6\nn,2,7\n";
    capture = good(counters);
    assert_null(capture->processes[0].block);
    assert_int_equal(capture->n_processes, 2);
    benchan_capture_free(capture);
    const struct benchan_import_options options = {.block_key = "trial"};
    capture = good_with(counters, &options);
    assert_string_equal(capture->processes[1].block, "2");
    benchan_capture_free(capture);
}

/* Five trials of one process are five repetitions. */
static void blocks_inside_processes(void **state)
{
    (void)state;
    static const char text[] = "variant,pid,round,ms\no,1,1,4\no,1,2,5\nn,2,1,6\nn,2,2,7\n";
    struct benchan_capture *capture = good(text);
    assert_int_equal(capture->n_processes, 2);
    assert_null(capture->processes[0].block);
    benchan_capture_free(capture);
    const struct benchan_import_options options = {.block_key = "round"};
    capture = good_with(text, &options);
    assert_int_equal(capture->n_processes, 4);
    benchan_capture_free(capture);
    capture = good("variant,pid,round,ms\no,1,1,4\nn,2,1,5\no,3,2,6\nn,4,2,7\n");
    assert_string_equal(capture->processes[3].block, "2");
    benchan_capture_free(capture);
}

static void mapping_wins(void **state)
{
    (void)state;
    static const char text[] = "what,size,t,who\nx,1,5,11\nx,2,6,11\n";
    const struct benchan_import_options options = {
        .csv = "value=t:ms,benchmark=what+size,process=WHO"};
    struct benchan_capture *capture = good_with(text, &options);
    assert_int_equal(capture->n_series, 2);
    assert_int_equal(find_series(capture, "x/2", "sec")->n, 1);
    assert_string_equal(capture->processes[0].name, "11");
    benchan_capture_free(capture);
    struct benchan_error error = {0};
    const struct benchan_import_options wrong = {.csv = "value=time"};
    assert_int_equal(import(text, &wrong, &capture, &error), BENCHAN_BAD_USAGE);
    assert_non_null(strstr(error.mend, "what, size, t, who"));
    const struct benchan_import_options nonsense = {.csv = "colour=t"};
    assert_int_equal(import(text, &nonsense, &capture, &error), BENCHAN_BAD_USAGE);
}

static void values_of_one_unit_stay_apart(void **state)
{
    (void)state;
    struct benchan_capture *capture = good("name,real_ms,cpu_us\nA,1.5,900\n");
    assert_int_equal(find_series(capture, "A/real", "sec")->n, 1);
    assert_int_equal(find_series(capture, "A/cpu", "sec")->n, 1);
    benchan_capture_free(capture);
}

/* ------------------------------------------------------------------------- wide */

static void wide_tables(void **state)
{
    (void)state;
    static const char text[] = "old_ms,new_ms\n1.5,2.5\n1.6,2.4\n,2.2\n";
    struct benchan_capture *capture = good(text);
    assert_int_equal(capture->n_processes, 2);
    assert_int_equal(capture->series[0].n, 5);
    assert_string_equal(benchan_process_label(&capture->processes[1], "arm"), "new_ms");
    assert_int_equal(capture->order, BENCHAN_ORDER_UNKNOWN);
    assert_int_equal(capture->process_basis, BENCHAN_PROCESS_UNKNOWN);
    assert_null(capture->processes[0].block);
    assert_int_equal(capture->left_out.missing, 1);
    benchan_capture_free(capture);
    const struct benchan_import_options options = {.block_key = "row"};
    capture = good_with(text, &options);
    assert_int_equal(capture->n_processes, 5);
    assert_string_equal(capture->processes[0].block, capture->processes[1].block);
    benchan_capture_free(capture);
}

/* ----------------------------------------------------------------------- faults */

static void faults_have_places(void **state)
{
    (void)state;
    static const struct fault faults[] = {
        {"name,ms\nA,nan\n", 2, 3, "is no measurement"},
        {"name,ms\nA,-inf\n", 2, 3, "is no measurement"},
        {"name,ms\nA,1\nB,0\n", 3, 3, "above 0"},
        {"name,ms\nA,-1\n", 2, 3, "above 0"},
        {"name,time\nA,0\n", 2, 3, "above 0"},
        {"name,ops/s\nA,0\n", 2, 3, "is no rate"},
        {"name,ms\nA,1e400\n", 2, 3, "does not fit"},
        {"name,ms\nA,abc\n", 2, 3, "is no number"},
        {"name;ms\nA;1.234,5\n", 2, 3, "one way only"},
        {"name,ms\nA,\"1,5\"\n", 2, 3, "comma"},
        {"name,ms\nA,1\nB,2,5\n", 3, 5, "3 cells where the header names 2"},
        {"name,ms\nA,1\nB\nC,3\n", 3, 2, "1 cell where"},
        {"name,ms\nA,1\n\"B,2\nC,3\n", 3, 1, "never closed"},
        {"name,ms\nA,1\nB\"x,2\n", 3, 2, "quote in the middle"},
        {"name,ms,ms\nA,1,2\n", 1, 9, "twice"},
        {"name,ms\nA\xff,1\n", 2, 2, "not UTF-8"},
        {"name,ms\n\"A\nB\",x\n", 3, 4, "is no number"},
        {"name,ms\n# note\n\nA,x\n", 4, 3, "is no number"},
        {"name,pid,ms\nA,,1\n", 2, 3, "no process"},
        {"name,ms\n,1\n", 2, 1, "no benchmark"},
        {"name,timestamp,ms\nA,soon,1\n", 2, 3, "no time"},
        {"1,2\n3,4\n", 1, 1, "numbers where"},
        {"impl,a,b\nx,1,2\n", 1, 1, "2 columns of numbers"},
        {"name,mean_ms,stddev_ms\nA,1,2\n", 1, 1, "a summary"},
        {"name,ms\n", 0, 0, "no measured value"},
        {"name,ms", 1, 1, "no records"},
        {"name,ms\nA,1\nB", 3, 2, "1 cell where"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        check_fault(&faults[i]);
}

static void nul_bytes_have_a_place(void **state)
{
    (void)state;
    static const char text[] = "name,ms\nA\0,1\n";
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    assert_int_equal(benchan_import("x", text, sizeof text - 1, NULL, &capture, &error),
                     BENCHAN_BAD_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 2);
}

static void long_numbers(void **state)
{
    (void)state;
    char text[1000] = "name,ms\nA,0.";
    memset(text + strlen(text), '1', 400);
    strcat(text, "\n");
    struct benchan_capture *capture = good(text);
    assert_int_equal(capture->series[0].decimals[0], BENCHAN_BINARY);
    benchan_capture_free(capture);
}

static void tails(void **state)
{
    (void)state;
    struct benchan_capture *capture = good("name,ms\r\nA,1\r\nB,1043");
    assert_int_equal(benchan_capture_samples(capture), 2);
    assert_string_equal(find_note(capture, BENCHAN_NOTE_UNTERMINATED), "B,1043");
    benchan_capture_free(capture);
    const struct benchan_import_options options = {.partial = true};
    capture = good_with("name,ms\nA,1\n\"B", &options);
    assert_int_equal(benchan_capture_samples(capture), 1);
    assert_true(capture->partial);
    assert_non_null(find_note(capture, BENCHAN_NOTE_PARTIAL));
    benchan_capture_free(capture);
}

/* Cut anywhere: the whole records before the cut, or an error; with a word on the tail. */
static void truncation_at_every_byte(void **state)
{
    (void)state;
    static const char text[] = "# cpu: x\nname,variant,pid,seq,timestamp,time_ns,warmup\n"
                               "\"A\",old,1,1,2024-01-01T10:00:00Z,10.5,0\n"
                               "\"B \"\"q\"\"\",new,2,2,2024-01-01T10:00:01Z,11.5,1\n"
                               "A,new,3,3,2024-01-01T10:00:02Z,12.5,0\n";
    for (size_t n = 0; n < sizeof text; n++) {
        for (int partial = 0; partial < 2; partial++) {
            const struct benchan_import_options options = {.partial = partial};
            struct benchan_capture *capture = NULL;
            char *copy = malloc(n ? n : 1);
            assert_non_null(copy);
            memcpy(copy, text, n);
            const enum benchan_status status =
                benchan_import("x", copy, n, &options, &capture, NULL);
            free(copy);
            if (status != BENCHAN_OK)
                continue;
            const bool said = find_note(capture, BENCHAN_NOTE_UNTERMINATED) ||
                              find_note(capture, BENCHAN_NOTE_PARTIAL);
            const bool whole = text[n - 1] == '\n';
            if (!whole && !said)
                fail_msg("nothing said of a cut at %zu", n);
            benchan_capture_free(capture);
        }
    }
}

/* -------------------------------------------------------------------- test data */

static char *read_file(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    *n = 0;
    if (!file)
        return NULL;
    char *data = malloc(1 << 22);
    assert_non_null(data);
    *n = fread(data, 1, 1 << 22, file);
    fclose(file);
    return data;
}

static void google_benchmark(void **state)
{
    (void)state;
    size_t n = 0;
    char *data = read_file(BENCHAN_SOURCE_DIR "/testdata/csv/gen-gbench.csv", &n);
    assert_non_null(data);
    struct benchan_capture *capture = NULL;
    assert_int_equal(benchan_import("g", data, n, NULL, &capture, NULL), BENCHAN_OK);
    free(data);
    assert_int_equal(capture->left_out.aggregates, 16);
    assert_int_equal(capture->left_out.failures, 3);
    assert_int_equal(find_series(capture, "BM_Sum", "sec")->n, 3);
    assert_int_equal(capture->n_processes, 1);
    assert_int_equal(capture->order, BENCHAN_ORDER_UNKNOWN);
    benchan_capture_free(capture);
    struct benchan_error error = {0};
    assert_int_equal(import("Run on (2 X 2 MHz)\nname,iterations,real_time,cpu_time,time_unit\n"
                            "\"A_mean\",3,1.5,1.5,ns\n",
                            NULL, &capture, &error),
                     BENCHAN_BAD_INPUT);
    assert_non_null(strstr(error.message, "aggregates"));
}

/*
 * Counted with Python's csv module: benchmarks as distinct names, samples as
 * filled value cells of kept records, processes as distinct tuples of process,
 * block and label cells.
 */
struct count {
    const char *path;
    size_t series, samples, processes, left_out; /* 0 samples: refused */
};

static const struct count counts[] = {
    {"csv/bdn-FsAttoparsec-JSONParsing-measurements.csv", 5, 184, 5, 174},
    {"csv/bdn-FsAttoparsec-JSONParsing-report.csv", 0, 0, 0, 0},
    {"csv/conbench-outlier_A.csv", 0, 0, 0, 0},
    {"csv/conbench-outlier_B.csv", 0, 0, 0, 0},
    {"csv/conbench-outlier_C.csv", 1, 27, 1, 0},
    {"csv/conbench-outlier_D.csv", 1, 28, 1, 0},
    {"csv/criterion-Fibonacci-Iterative-base-raw.csv", 1, 100, 1, 0},
    {"csv/criterion-Fibonacci-Iterative-new-raw.csv", 1, 100, 1, 0},
    {"csv/criterion-Fibonacci-Recursive-base-raw.csv", 1, 100, 1, 0},
    {"csv/criterion-Fibonacci-Recursive-new-raw.csv", 1, 100, 1, 0},
    {"csv/criterion-Fibonacci2-Iterative-20-raw.csv", 1, 100, 1, 0},
    {"csv/criterion-Fibonacci2-Iterative-21-raw.csv", 1, 100, 1, 0},
    {"csv/criterion-Fibonacci2-Recursive-20-raw.csv", 1, 100, 1, 0},
    {"csv/criterion-Fibonacci2-Recursive-21-raw.csv", 1, 100, 1, 0},
    {"csv/gen-gbench.csv", 4, 12, 1, 19},
    {"csv/gen-hyperfine-params.csv", 0, 0, 0, 0},
    {"csv/gen-hyperfine-single-run.csv", 0, 0, 0, 0},
    {"csv/iand675-pvector-criterion-summary.csv", 0, 0, 0, 0},
    {"csv/otava-histostat.csv", 0, 0, 0, 0},
    {"csv/otava-sample-semicolons.csv", 2, 20, 10, 0},
    {"csv/otava-sample-unix-time.csv", 2, 20, 1, 0},
    {"csv/otava-sample.csv", 2, 20, 10, 0},
    {"csv/otava-sample_multi_branch.csv", 2, 16, 8, 0},
    {"csv/perf-benchstat-csvErrors.csv", 0, 0, 0, 0},
    {"csv/perf-benchstat-csvOldNew.csv", 0, 0, 0, 0},
    {"csv/pmqueue-samples-subset.csv", 4, 120, 20, 120},
    {"csv/ui-reactor-order-subset.csv", 2, 70, 7, 0},
    {"claims/06-ui-reactor-441-order-reversal/samples.csv", 2, 70, 7, 0},
    {"bugs/11-decimal-comma.csv", 0, 0, 0, 0},
    {"bugs/12-decimal-comma-semicolon.csv", 1, 3, 1, 0},
    {"bugs/14-hyperfine-single.csv", 0, 0, 0, 0},
};

static void check_count(const char *corpus, const struct count *count)
{
    char path[1024];
    size_t n = 0;
    benchan_snprintf(path, sizeof path, "%s/%s", corpus, count->path);
    char *data = read_file(path, &n);
    if (!data)
        fail_msg("cannot read %s", path);
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    const enum benchan_status status = benchan_import(path, data, n, NULL, &capture, &error);
    free(data);
    if (count->samples == 0) {
        assert_int_equal(status, BENCHAN_BAD_INPUT);
        assert_true(error.mend[0] != '\0');
        return;
    }
    if (status != BENCHAN_OK)
        fail_msg("%s:%zu: %s", path, error.line, error.message);
    const struct benchan_left_out *left = &capture->left_out;
    assert_int_equal(capture->n_series, count->series);
    assert_int_equal(benchan_capture_samples(capture), count->samples);
    assert_int_equal(capture->n_processes, count->processes);
    assert_int_equal(left->warmups + left->calibrations + left->aggregates + left->failures +
                         left->missing,
                     count->left_out);
    benchan_capture_free(capture);
}

static void corpus_counts(void **state)
{
    (void)state;
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus)
        skip();
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        check_count(corpus, &counts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_words),
        cmocka_unit_test(units_come_from_names),
        cmocka_unit_test(times_of_many_shapes),
        cmocka_unit_test(long_table),
        cmocka_unit_test(arms_share_processes),
        cmocka_unit_test(labels_do_not_multiply_processes),
        cmocka_unit_test(order_column_orders),
        cmocka_unit_test(counters_restart),
        cmocka_unit_test(times_order_and_warmups_stay_out),
        cmocka_unit_test(sorted_values_lose_order),
        cmocka_unit_test(trials),
        cmocka_unit_test(blocks_inside_processes),
        cmocka_unit_test(mapping_wins),
        cmocka_unit_test(values_of_one_unit_stay_apart),
        cmocka_unit_test(wide_tables),
        cmocka_unit_test(faults_have_places),
        cmocka_unit_test(nul_bytes_have_a_place),
        cmocka_unit_test(long_numbers),
        cmocka_unit_test(tails),
        cmocka_unit_test(truncation_at_every_byte),
        cmocka_unit_test(google_benchmark),
        cmocka_unit_test(corpus_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
