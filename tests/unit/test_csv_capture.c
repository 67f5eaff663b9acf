/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchan/import.h"

/* What is converted reads back as the model it was converted from. */

static void same_string(const char *a, const char *b)
{
    if (a && b)
        assert_string_equal(a, b);
    else
        assert_true(a == b);
}

static void same_facts(const struct benchan_fact *a, size_t a_n, const struct benchan_fact *b,
                       size_t b_n)
{
    assert_int_equal(a_n, b_n);
    for (size_t i = 0; i < a_n; i++) {
        assert_string_equal(a[i].key, b[i].key);
        assert_string_equal(a[i].value, b[i].value);
    }
}

static void same_process(const struct benchan_process *a, const struct benchan_process *b)
{
    same_string(a->name, b->name);
    same_string(a->block, b->block);
    same_string(a->build, b->build);
    same_string(a->setup, b->setup);
    same_string(a->session, b->session);
    assert_true(a->start == b->start && a->end == b->end);
    assert_true(a->position == b->position);
    same_facts(a->facts, a->n_facts, b->facts, b->n_facts);
    same_facts(a->labels, a->n_labels, b->labels, b->n_labels);
}

static bool same_double(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void same_rows(const struct benchan_rows *a, const struct benchan_rows *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->iterations == NULL, b->iterations == NULL);
    assert_int_equal(a->time == NULL, b->time == NULL);
    for (size_t i = 0; i < a->n; i++) {
        assert_int_equal(a->process[i], b->process[i]);
        assert_int_equal(a->index[i], b->index[i]);
        if (a->iterations)
            assert_true(same_double(a->iterations[i], b->iterations[i]));
        if (a->time)
            assert_true(a->time[i] == b->time[i]);
    }
}

static void same_series(const struct benchan_series *a, const struct benchan_series *b)
{
    assert_string_equal(a->package, b->package);
    assert_string_equal(a->benchmark, b->benchmark);
    assert_string_equal(a->unit, b->unit);
    assert_string_equal(a->recorded_unit, b->recorded_unit);
    assert_true(a->scale == b->scale);
    assert_int_equal(a->quantity, b->quantity);
    assert_int_equal(a->better, b->better);
    assert_int_equal(a->exact, b->exact);
    assert_int_equal(a->derived, b->derived);
    assert_int_equal(a->order_tied, b->order_tied);
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        assert_true(a->values[i] == b->values[i]);
        assert_int_equal(a->rows[i], b->rows[i]);
        assert_int_equal(a->decimals[i], b->decimals[i]);
    }
}

static void same_capture(const struct benchan_capture *a, const struct benchan_capture *b)
{
    assert_string_equal(a->format, b->format);
    same_string(a->arm, b->arm);
    assert_int_equal(a->order, b->order);
    assert_int_equal(a->clock, b->clock);
    assert_int_equal(a->process_basis, b->process_basis);
    assert_int_equal(a->partial, b->partial);
    assert_int_equal(a->summary_only, b->summary_only);
    same_facts(a->facts, a->n_facts, b->facts, b->n_facts);
    assert_int_equal(a->n_processes, b->n_processes);
    for (size_t i = 0; i < a->n_processes; i++)
        same_process(&a->processes[i], &b->processes[i]);
    same_rows(&a->rows, &b->rows);
    assert_int_equal(a->n_series, b->n_series);
    for (size_t i = 0; i < a->n_series; i++)
        same_series(&a->series[i], &b->series[i]);
    assert_memory_equal(&a->left_out, &b->left_out, sizeof a->left_out);
    assert_int_equal(a->n_notes, b->n_notes);
    for (size_t i = 0; i < a->n_notes; i++) {
        assert_int_equal(a->notes[i].code, b->notes[i].code);
        assert_int_equal(a->notes[i].line, b->notes[i].line);
        assert_string_equal(a->notes[i].text, b->notes[i].text);
    }
}

static struct benchan_capture *import(const char *path, const char *data, size_t n)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import(path, data, n, NULL, &capture, &error) != BENCHAN_OK)
        fail_msg("%s:%zu:%zu: %s", path, error.line, error.column, error.message);
    return capture;
}

static void round_trip(const char *path, const char *data, size_t n)
{
    struct benchan_capture *first = import(path, data, n);
    struct benchan_text text = {0};
    benchan_convert((const struct benchan_capture *const *)&first, 1, &text);
    assert_false(text.failed);
    struct benchan_capture *second = import(path, text.data, text.size);
    same_capture(first, second);
    benchan_text_free(&text);
    benchan_capture_free(first);
    benchan_capture_free(second);
}

static void small_files(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "goos: linux\npkg: p\nBenchmarkA-2 \t100\t1.50 ns/op\t7 widgets\nBenchmarkA-2 \t100\t"
        "1.5e1 ns/op\t8 widgets\nPASS\nok p 1s\n",
        "# cpu: a \\ b: c\nbenchmark,variant,pid,ns\n\"A, \"\"x\"\"\",old,71,10\nA,new,71,12\n",
        "timestamp,impl,ms,warmup\n2024-01-01T10:00:00.5Z,a,1.5,1\n2024-01-01T10:00:02Z,a,1.75,"
        "0\n"
        "2024-01-01T10:00:01Z,b,2.75,0\n",
        "old,new\n1.5,2\n1.25,3\n",
        "name,time\nA,1.5\nB,0.1000000000000000055",
        "group,function,value,sample_time_nanos,iteration_count\ng,f,,1000,3\ng,f,,2100,6\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        round_trip("small", texts[i], strlen(texts[i]));
}

/* Files of two captures stay two arms, whose processes are nobody else's. */
static void two_captures(void **state)
{
    (void)state;
    static const char text[] = "# cpu: x\nbenchmark,pid,ns\nA,1,10\nA,2,11\n";
    struct benchan_capture *captures[2] = {import("old.csv", text, strlen(text)),
                                           import("new.csv", text, strlen(text))};
    struct benchan_text written = {0};
    benchan_convert((const struct benchan_capture *const *)captures, 2, &written);
    struct benchan_capture *both = import("both.csv", written.data, written.size);
    assert_int_equal(both->n_processes, 4);
    assert_int_equal(both->series[0].n, 4);
    assert_int_equal(both->order, BENCHAN_ORDER_UNKNOWN);
    const char *values[4];
    assert_int_equal(benchan_capture_label_values(both, "capture", values, 4), 2);
    assert_string_equal(values[0], "old.csv");
    assert_string_not_equal(both->processes[0].name, both->processes[2].name);
    assert_string_equal(benchan_capture_fact(both, 3, "cpu"), "x");
    struct benchan_capture *arm = NULL;
    assert_int_equal(benchan_capture_split(both, "capture", "new.csv", &arm, NULL), BENCHAN_OK);
    assert_int_equal(arm->series[0].n, 2);
    benchan_capture_free(arm);
    benchan_capture_free(both);
    benchan_text_free(&written);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
}

/* Cut or changed anywhere, a converted file is read or refused, and never worse. */
static void damage(void **state)
{
    (void)state;
    static const char text[] =
        "# benchan: capture/1\n# format: go\n# order: time\n# clock: utc\n"
        "# process-basis: recorded\n# processes: 2\n"
        "# left-out.warmups: 20\n# fact.cpu: Apple\\\\M4\n"
        "# process.0.name: 4711\n# process.1.label.side: new\n"
        "# process.0.start: 2026-11-30T21:17:27.011875083Z\n"
        "# unit: widgets better=higher exact\n# note.1.17: a note\n"
        "package,benchmark,unit,value,row,process,iterations,time\n"
        "p,Sum-8,ns/op,104.5,0,0,1000,2026-11-30T21:17:27.011875083Z\n"
        "p,Sum-8,widgets,7,0,0,1000,2026-11-30T21:17:27.011875083Z\n"
        "p,Sum-8,ns/op,0.10000000000000001,1,1,,\n";
    const size_t size = sizeof text - 1;
    benchan_capture_free(import("whole", text, size));
    for (size_t n = 0; n < size; n++) {
        char *copy = malloc(size);
        struct benchan_capture *capture = NULL;
        assert_non_null(copy);
        memcpy(copy, text, size);
        if (benchan_import("cut", copy, n, NULL, &capture, NULL) == BENCHAN_OK)
            benchan_capture_free(capture);
        capture = NULL;
        copy[n] = '9';
        if (benchan_import("changed", copy, size, NULL, &capture, NULL) == BENCHAN_OK)
            benchan_capture_free(capture);
        free(copy);
    }
}

static void faults(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t line, column;
    } cases[] = {
        {"# benchan: capture/2\n", 1, 1},
        {"# benchan: capture/1\n# order: sideways\n", 2, 1},
        {"# benchan: capture/1\n# process.x.name: a\n", 2, 1},
        {"# benchan: capture/1\n# process.99999.name: a\n", 2, 1},
        {"# benchan: capture/1\n# fact.a: \\q\n", 2, 1},
        {"# benchan: capture/1\n# left-out.warmups: 99999999999999999999999\n", 2, 1},
        {"# benchan: capture/1\npackage,benchmark\n", 2, 1},
        {"# benchan: capture/1\npackage,benchmark,unit,value,row,process\np,b,ns,0,0,0\n", 3,
         8},
        {"# benchan: capture/1\npackage,benchmark,unit,value,row,process\np,b,ns,x,0,0\n", 3,
         8},
        {"# benchan: capture/1\npackage,benchmark,unit,value,row,process\np,b,ns,1,1,0\n"
         "p,b,ns,1,0,0\n",
         4, 10},
        {"# benchan: capture/1\npackage,benchmark,unit,value,row,process\np,b,ns,1,1\n", 3, 11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct benchan_capture *capture = NULL;
        struct benchan_error error = {0};
        const enum benchan_status status =
            benchan_import("f", cases[i].text, strlen(cases[i].text), NULL, &capture, &error);
        if (status != BENCHAN_BAD_INPUT || error.line != cases[i].line ||
            error.column != cases[i].column)
            fail_msg("%s: %zu:%zu %s", cases[i].text, error.line, error.column, error.message);
    }
}

static char *read_file(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    *n = 0;
    if (!file)
        fail_msg("cannot read %s", path);
    char *data = malloc(1 << 24);
    assert_non_null(data);
    *n = fread(data, 1, 1 << 24, file);
    fclose(file);
    return data;
}

static void corpus_files(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "claims/01-kakkoyun-idle-vs-noisy/old.txt",
        "claims/25-local-AA-and-interleaved/gen-AB-interleaved-new.txt",
        "claims/17-emoji-9-renamed-steps/runs.txt",
        "claims/23-cpython-3.10-vs-3.11/new.json",
        "pyperf/pyperf-tests-telco.json",
        "pyperf/pyperf-tests-track_memory.json",
        "csv/bdn-FsAttoparsec-JSONParsing-measurements.csv",
        "csv/criterion-Fibonacci2-Iterative-20-raw.csv",
        "csv/gen-gbench.csv",
        "csv/otava-sample_multi_branch.csv",
        "csv/pmqueue-samples-subset.csv",
        "csv/ui-reactor-order-subset.csv",
    };
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus)
        skip();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char path[1024];
        size_t n = 0;
        benchan_snprintf(path, sizeof path, "%s/%s", corpus, paths[i]);
        char *data = read_file(path, &n);
        print_message("%s\n", paths[i]);
        round_trip(paths[i], data, n);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_files), cmocka_unit_test(two_captures), cmocka_unit_test(damage),
        cmocka_unit_test(faults),      cmocka_unit_test(corpus_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
