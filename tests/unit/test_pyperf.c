/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pyperf files: what is read of them, and what is refused and where. */
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
#include "benchan/number.h"

static const struct benchan_import_options as_pyperf = {.format = "pyperf"};

/* Imports a copy of exactly `size` bytes, so that a sanitizer sees a read past them. */
static struct benchan_capture *import(const char *text, size_t size,
                                      const struct benchan_import_options *options,
                                      struct benchan_error *error)
{
    struct benchan_capture *capture = NULL;
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    *error = (struct benchan_error){0};
    const enum benchan_status status =
        benchan_import("f.json", copy, size, options, &capture, error);
    assert_int_equal(status, error->status);
    assert_true((status == BENCHAN_OK) == (capture != NULL));
    free(copy);
    return capture;
}

static struct benchan_capture *import_text(const char *text)
{
    struct benchan_error error;
    struct benchan_capture *capture = import(text, strlen(text), NULL, &error);
    if (!capture)
        fail_msg("%s: %zu:%zu %s", text, error.line, error.column, error.message);
    return capture;
}

static char *read_file(const char *directory, const char *name, size_t *size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    enum { limit = 16 << 20 };
    char *data = malloc(limit);
    assert_non_null(data);
    *size = fread(data, 1, limit, file);
    assert_true(*size < limit);
    fclose(file);
    return data;
}

static struct benchan_capture *import_file(const char *directory, const char *name,
                                           const struct benchan_import_options *options,
                                           struct benchan_error *error)
{
    size_t size;
    char *data = read_file(directory, name, &size);
    struct benchan_capture *capture = import(data, size, options, error);
    free(data);
    return capture;
}

static const char odd[] = BENCHAN_SOURCE_DIR "/testdata/pyperf/odd";

static void odd_files_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t line, column;
        const char *message;
    } files[] = {
        {"baddate.json", 1, 154, "date"},
        {"badunit.json", 1, 54, "unit"},
        {"dupkey.json", 1, 81, "twice"},
        {"durneg.json", 1, 91, "duration"},
        {"emptyrun.json", 1, 105, "without values"},
        {"inf.json", 1, 117, "Infinity"},
        {"loadavgstr.json", 1, 96, "load_avg_1min"},
        {"loops0.json", 1, 73, "loops"},
        {"loopsf.json", 1, 73, "loops"},
        {"metaempty.json", 1, 86, "empty"},
        {"metanl.json", 1, 86, "line break"},
        {"metanull.json", 1, 86, "null"},
        {"missing_runs.json", 1, 95, "without \"runs\""},
        {"nan.json", 1, 117, "NaN"},
        {"neg.json", 1, 117, "above 0"},
        {"nobench.json", 1, 34, "empty"},
        {"noruns.json", 1, 104, "empty"},
        {"noversion.json", 1, 1, "without \"version\""},
        {"null.json", 1, 117, "this is null"},
        {"strval.json", 1, 117, "this is a string"},
        {"trunc.json", 1, 106, "ends inside an object"},
        {"ver4.json", 1, 13, "version"},
        {"ver_2.json", 1, 13, "version"},
        {"warm_loops0.json", 1, 135, "warmup"},
        {"zero.json", 1, 117, "above 0"},
        {"empty.json", 0, 0, "empty"},
        {"empty_list.json", 1, 1, "an object"},
        {"empty_obj.json", 1, 1, "without \"version\""},
        {"notjson.json", 1, 1, "not a JSON value"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct benchan_error error;
        struct benchan_capture *capture = import_file(odd, files[i].name, &as_pyperf, &error);
        if (capture)
            fail_msg("%s: read", files[i].name);
        assert_int_equal(error.status, BENCHAN_BAD_INPUT);
        if (error.line != files[i].line || error.column != files[i].column)
            fail_msg("%s: %zu:%zu", files[i].name, error.line, error.column);
        if (!strstr(error.message, files[i].message))
            fail_msg("%s: %s", files[i].name, error.message);
        assert_true(error.mend[0] != '\0');
    }
}

static void odd_files_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t samples, processes, warmups, calibrations;
    } files[] = {
        {"benchmeta_null.json", 1, 1, 0, 0},
        {"bom.json", 1, 1, 0, 0},
        {"const_a2.json", 9, 3, 0, 0},
        {"diffcommit.json", 2, 2, 0, 0},
        {"diffhost.json", 2, 2, 0, 0},
        {"diffloops_inner.json", 5, 2, 0, 0},
        {"difflops.json", 5, 2, 0, 0},
        {"int.json", 3, 1, 0, 0},
        {"metabool.json", 1, 1, 0, 0},
        {"nohz.json", 20, 4, 0, 0},
        {"ok.json.gz", 3, 1, 0, 0},
        {"onevalue.json", 1, 1, 0, 0},
        {"plain_named.json.gz", 3, 1, 0, 0},
        {"slower_otherhost.json", 30, 10, 10, 1},
        {"suitemeta_null.json", 1, 1, 0, 0},
        {"tags.json", 1, 1, 0, 0},
        {"trackmem_sortlist.json", 4, 4, 0, 1},
        {"twovalues.json", 2, 1, 0, 0},
        {"ver5.json", 2, 1, 1, 0},
        {"ver6.json", 1, 1, 1, 0},
        {"ver6f.json", 1, 1, 0, 0},
        {"warm_zero.json", 1, 1, 1, 0},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct benchan_error error;
        struct benchan_capture *capture = import_file(odd, files[i].name, NULL, &error);
        if (!capture)
            fail_msg("%s: %s", files[i].name, error.message);
        assert_string_equal(capture->format, "pyperf");
        assert_int_equal(capture->process_basis, BENCHAN_PROCESS_RECORDED);
        assert_int_equal(benchan_capture_samples(capture), files[i].samples);
        assert_int_equal(capture->n_processes, files[i].processes);
        assert_int_equal(capture->left_out.warmups, files[i].warmups);
        assert_int_equal(capture->left_out.calibrations, files[i].calibrations);
        benchan_capture_free(capture);
    }
}

static void other_faults_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *place; /* where in the text */
        const char *message;
    } cases[] = {
        {"{\"version\":\"1.0\",\"benchmarks\":[{\"metadata\":{\"name\":\"a\"},\n"
         "\"runs\":[{\"values\":[1]}]},\n {\"metadata\":{\"name\":\"a\"},"
         "\"runs\":[{\"values\":[2]}]}]}",
         "{\"metadata\":{\"name\":\"a\"},\"runs", "stands twice"},
        {"{\"version\":\"1.0\",\"benchmarks\":[{\"runs\":[{\"values\":[1]}]}]}", "{\"values",
         "no name"},
        {"{\"version\":\"1.0\",\"benchmarks\":[{\"runs\":["
         "{\"values\":[1],\"metadata\":{\"name\":\"a\"}},"
         "{\"values\":[2],\"metadata\":{\"name\":\"b\"}}]}]}",
         "{\"values\":[2]", "differ in name: \"a\" and \"b\""},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},\"benchmarks\":[{\"runs\":["
         "{\"values\":[1]},{\"values\":[2],\"metadata\":{\"unit\":\"byte\"}}]}]}",
         "{\"values\":[2]", "differ in unit: \"second\" and \"byte\""},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
         "\"benchmarks\":[{\"runs\":[{\"values\":[1, 1e400]}]}]}",
         "1e400", "does not fit"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\",\"x\":-1e999},"
         "\"benchmarks\":[{\"runs\":[{\"values\":[1]}]}]}",
         "-1e999", "does not fit"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\",\"unit\":\"byte\"},"
         "\"benchmarks\":[{\"runs\":[{\"values\":[0, -1]}]}]}",
         "-1", "below 0"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
         "\"benchmarks\":[{\"runs\":[{\"values\":{}}]}]}",
         "{}}", "\"values\" must be an array"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
         "\"benchmarks\":[{\"runs\":[[1]]}]}",
         "[1]", "a run must be an object"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},\"benchmarks\":{\"runs\":[]}}",
         "{\"runs", "\"benchmarks\" must be an array"},
        {"{\"version\":\"1.0\",\"metadata\":[],\"benchmarks\":[{\"runs\":[{}]}]}", "[]",
         "metadata must be an object"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":5},\"benchmarks\":[{\"runs\":[{}]}]}",
         "5}", "must be a string"},
        {"{\"version\":\"1.0\",\"metadata\":{\"a\":{}},\"benchmarks\":[{\"runs\":[{}]}]}",
         "{}}", "an object, not a string"},
        {"{\"version\":\"1.0\",\"metadata\":{\"tags\":[1]},\"benchmarks\":[{\"runs\":[{}]}]}",
         "[1]", "array of words"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\",\"loops\":1e30},"
         "\"benchmarks\":[{\"runs\":[{}]}]}",
         "1e30", "whole number"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\",\"duration\":1e300},"
         "\"benchmarks\":[{\"runs\":[{}]}]}",
         "1e300", "credible"},
        {"{\"version\":1.0,\"metadata\":{\"name\":\"a\"},"
         "\"benchmarks\":[{\"runs\":[{\"values\":[1]}]}]}",
         "1.0", "version"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
         "\"benchmarks\":[{\"runs\":[{\"warmups\":[[1,-2]],\"values\":[1]}]}]}",
         "[1,-2]", "warmup"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
         "\"benchmarks\":[{\"runs\":[{\"warmups\":[[1,2,3]],\"values\":[1]}]}]}",
         "[1,2,3]", "warmup"},
        {"{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
         "\"benchmarks\":[{\"runs\":[{\"warmups\":[3],\"values\":[1]}]}]}",
         "3]", "warmup"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct benchan_error error;
        const char *text = cases[i].text;
        const char *place = strstr(text, cases[i].place);
        assert_non_null(place);
        const char *begin = place;
        while (begin > text && begin[-1] != '\n')
            begin--;
        if (import(text, strlen(text), NULL, &error))
            fail_msg("%s: read", text);
        if (!strstr(error.message, cases[i].message))
            fail_msg("%s: %s", text, error.message);
        if (error.column != (size_t)(place - begin) + 1)
            fail_msg("%s: %zu:%zu", text, error.line, error.column);
    }
}

static void metadata_is_merged_from_three_levels(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        "{\"version\":\"1.0\",\"metadata\":{\"hostname\":\"h\",\"loops\":2,\"k\":\"suite\"},"
        "\"benchmarks\":[{\"metadata\":{\"name\":\"a\",\"loops\":3,\"inner_loops\":5},\"runs\":"
        "["
        "{\"values\":[0.1,0.2]},"
        "{\"values\":[0.3],\"metadata\":{\"loops\":7,\"k\":\"run\"}}]},"
        "{\"runs\":[{\"warmups\":[[1,2]],\"metadata\":{\"name\":\"b\"}},"
        "{\"values\":[0.4],\"metadata\":{\"name\":\"b\"}}]}]}");
    assert_int_equal(capture->n_series, 2);
    assert_int_equal(capture->n_processes, 3);
    assert_int_equal(capture->rows.n, 4);
    const struct benchan_series *a = &capture->series[0], *b = &capture->series[1];
    assert_string_equal(a->benchmark, "a");
    assert_string_equal(a->package, "");
    assert_string_equal(a->unit, "sec");
    assert_string_equal(a->recorded_unit, "second");
    assert_true(a->scale == 1 && a->n == 3 && a->values[2] == 0.3);
    assert_int_equal(a->quantity, BENCHAN_TIME);
    assert_int_equal(a->better, BENCHAN_BETTER_LOWER);
    assert_int_equal(a->decimals[0], BENCHAN_BINARY);
    assert_string_equal(b->benchmark, "b");
    const struct benchan_rows *rows = &capture->rows;
    assert_true(rows->iterations[a->rows[0]] == 15 && rows->iterations[a->rows[1]] == 15);
    assert_true(rows->iterations[a->rows[2]] == 35 && rows->iterations[b->rows[0]] == 2);
    assert_int_equal(rows->process[a->rows[1]], 0);
    assert_int_equal(rows->index[a->rows[1]], 1);
    assert_int_equal(rows->process[a->rows[2]], 1);
    assert_int_equal(rows->index[a->rows[2]], 0);
    assert_string_equal(benchan_capture_fact(capture, 0, "k"), "suite");
    assert_string_equal(benchan_capture_fact(capture, 1, "k"), "run");
    assert_string_equal(benchan_capture_fact(capture, 2, "host"), "h");
    assert_null(benchan_capture_fact(capture, 0, "loops"));
    assert_int_equal(capture->left_out.calibrations, 1);
    assert_int_equal(capture->left_out.warmups, 0);
    assert_int_equal(capture->order, BENCHAN_ORDER_LOG);
    assert_int_equal(capture->clock, BENCHAN_CLOCK_NONE);
    benchan_capture_free(capture);
}

static void facts_get_their_common_names(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *fact, *expected;
    } cases[] = {
        {"hostname", "\"x\"", "host", "x"},
        {"cpu_model_name", "\"M 1\"", "cpu", "M 1"},
        {"cpu_count", "24", "cores", "24"},
        {"cpu_affinity", "\"0-1,11\"", "affinity", "0-1,11"},
        {"platform", "\"Linux-5.4.0-91-generic-x86_64-with-glibc2.31\"", "os", "linux"},
        {"platform", "\"Linux-5.4.0-91-generic-x86_64-with-glibc2.31\"", "arch", "x86_64"},
        {"platform", "\"Linux-5.10.0-9-amd64-i686-with-glibc2.31\"", "arch", "i686"},
        {"platform", "\"Linux-6.1-aarch64-with-musl\"", "arch", "aarch64"},
        {"platform", "\"macOS-13.2.1-arm64-arm-64bit\"", "os", "darwin"},
        {"platform", "\"macOS-13.2.1-arm64-arm-64bit\"", "arch", "arm64"},
        {"platform", "\"Darwin-17.0.0-x86_64-i386-64bit\"", "arch", "x86_64"},
        {"platform", "\"Windows-10-10.0.22000-SP0\"", "os", "windows"},
        {"platform", "\"Windows-10-10.0.22000-SP0\"", "arch", NULL},
        {"platform", "\"Plan9\"", "os", "plan9"},
        {"aslr", "\"Full randomization\"", "aslr", "Full randomization"},
        {"cpu_config", "\"0=driver:d, governor:performance; 1=governor:powersave; idle:x\"",
         "governor", "performance,powersave"},
        {"cpu_config", "\"0-3=driver:p, p:turbo, governor:powersave, nohz_full\"", "governor",
         "powersave"},
        {"cpu_config", "\"0-3=driver:p, p:turbo, governor:powersave, nohz_full\"", "turbo",
         "on"},
        {"cpu_config", "\"0=p:no turbo\"", "turbo", "off"},
        {"cpu_config", "\"0=p:no turbo; 1=p:turbo\"", "turbo", "mixed"},
        {"cpu_config", "\"idle:haltpoll\"", "governor", NULL},
        {"cpu_config", "\"idle:haltpoll\"", "turbo", NULL},
        {"timer", "\"clock_gettime(CLOCK_MONOTONIC), resolution: 1.00 ns\"", "timer", "wall"},
        {"timer", "\"mach_absolute_time(), resolution: 41.7 ns\"", "timer", "wall"},
        {"timer", "\"clock_gettime(CLOCK_PROCESS_CPUTIME_ID), resolution: 1.00 ns\"", "timer",
         "cpu"},
        {"timer", "\"time.time()\"", "timer_resolution", NULL},
        {"python_version", "\"3.11.3 (64-bit)\"", "runtime", "python 3.11.3 (64-bit)"},
        {"python_implementation", "\"pypy\"", "runtime", "pypy"},
        {"python_compiler", "\"GCC 9.4.0\"", "compiler", "GCC 9.4.0"},
        {"python_cflags", "\"-O3\"", "flags", "-O3"},
        {"python_hash_seed", "0", "hash_seed", "0"},
        {"python_gc", "\"disabled\"", "gc", "disabled"},
        {"commit_id", "\"2e91dba\"", "commit", "2e91dba"},
        {"load_avg_1min", "0.50", "load", "0.50"},
        {"runnable_threads", "3", "runnable_threads", "3"},
        {"tags", "[\"x\",\"y\"]", "tags", "x,y"},
        {"tags", "[]", "tags", NULL},
        {"publish", "true", "publish", "true"},
        {"mine", "\"\\u00e9\\t\\/\"", "mine", "\xc3\xa9\t/"},
    };
    /* The same metadata in the suite, in the benchmark, in the run. */
    static const struct {
        const char *before, *after;
    } places[] = {
        {"{\"version\":\"1.0\",\"metadata\":{",
         "},\"benchmarks\":[{\"runs\":[{\"values\":[1]}]}]}"},
        {"{\"version\":\"1.0\",\"benchmarks\":[{\"metadata\":{",
         "},\"runs\":[{\"values\":[1]}]}]}"},
        {"{\"version\":\"1.0\",\"benchmarks\":[{\"runs\":[{\"metadata\":{",
         "},\"values\":[1]}]}]}"},
    };
    for (size_t i = 0; i < 3 * (sizeof cases / sizeof *cases); i++) {
        const size_t at = i / 3;
        struct benchan_text text = {0};
        benchan_text_printf(&text, "%s\"name\":\"a\",\"%s\":%s%s", places[i % 3].before,
                            cases[at].key, cases[at].value, places[i % 3].after);
        struct benchan_capture *capture = import_text(text.data);
        benchan_text_free(&text);
        const char *fact = benchan_capture_fact(capture, 0, cases[at].fact);
        if (!fact != !cases[at].expected || (fact && strcmp(fact, cases[at].expected) != 0))
            fail_msg("%s %s: %s is %s", cases[at].key, cases[at].value, cases[at].fact,
                     fact ? fact : "absent");
        benchan_capture_free(capture);
    }
}

static void a_timer_has_its_resolution_in_seconds(void **state)
{
    (void)state;
    static const struct {
        const char *timer;
        double seconds;
    } cases[] = {{"clock_gettime(CLOCK_MONOTONIC), resolution: 1.00 ns", 1e-9},
                 {"mach_absolute_time(), resolution: 41.7 ns", 4.17e-8},
                 {"QueryPerformanceCounter(), resolution: 100 ns", 1e-7},
                 {"GetSystemTimeAsFileTime(), resolution: 15.6 ms", 0.0156},
                 {"x, resolution: 2 us", 2e-6},
                 {"x, resolution: 1.00 sec", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        double seconds;
        benchan_snprintf(text, sizeof text,
                         "{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\",\"timer\":\"%s\"},"
                         "\"benchmarks\":[{\"runs\":[{\"values\":[1]}]}]}",
                         cases[i].timer);
        struct benchan_capture *capture = import_text(text);
        const char *fact = benchan_capture_fact(capture, 0, "timer_resolution");
        assert_non_null(fact);
        assert_true(benchan_parse_number(fact, strlen(fact), &seconds, NULL));
        assert_true(seconds == cases[i].seconds);
        benchan_capture_free(capture);
    }
}

static void facts_that_need_several_keys(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        "{\"version\":\"1.0\",\"metadata\":{\"platform\":\"Windows-10-10.0.22000-SP0\","
        "\"python_version\":\"3.11 (64-bit) revision 0\"},\"benchmarks\":["
        "{\"metadata\":{\"name\":\"command\"},\"runs\":[{\"values\":[1]}]},"
        "{\"metadata\":{\"name\":\"b\",\"python_implementation\":\"cpython\","
        "\"python_version\":\"3.11 (64-bit)\",\"python_compiler\":\"MSC v.1935 64 bit "
        "(AMD64)\"},"
        "\"runs\":[{\"values\":[1]}]}]}");
    assert_string_equal(benchan_capture_fact(capture, 1, "runtime"), "cpython 3.11 (64-bit)");
    assert_string_equal(benchan_capture_fact(capture, 1, "arch"), "amd64");
    assert_string_equal(benchan_capture_fact(capture, 0, "arch"), "amd64");
    assert_null(benchan_capture_fact(capture, 0, "python_version"));
    benchan_capture_free(capture);
}

/* Seconds since 1970 as `date -u -d "2026-11-30 21:18:50" +%s` tells them. */
static const int64_t second = 1000000000, a_date = 1796073530;

static void a_date_is_the_end_of_its_run(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\",\"duration\":0.25},"
                    "\"benchmarks\":[{\"runs\":["
                    "{\"values\":[1],\"metadata\":{\"date\":\"2026-11-30 21:18:50.469249\"}},"
                    "{\"values\":[1],\"metadata\":{\"date\":\"2026-11-30 21:18:51\","
                    "\"duration\":2}}]}]}");
    assert_int_equal(capture->order, BENCHAN_ORDER_TIME);
    assert_int_equal(capture->clock, BENCHAN_CLOCK_LOCAL);
    const struct benchan_process *first = &capture->processes[0];
    assert_true(first->end == a_date * second + 469249000);
    assert_true(first->start == a_date * second + 219249000);
    assert_true(capture->processes[1].end == (a_date + 1) * second);
    assert_true(capture->processes[1].start == (a_date - 1) * second);
    benchan_capture_free(capture);
}

static void dates_may_carry_a_zone_or_be_absent(void **state)
{
    (void)state;
    static const struct {
        const char *dates[2];
        enum benchan_order order;
        enum benchan_clock clock;
        bool first_known;
    } cases[] = {
        {{"\"2026-11-30T21:18:50+00:00\"", "\"2026-11-30T21:18:50Z\""},
         BENCHAN_ORDER_TIME,
         BENCHAN_CLOCK_UTC,
         true},
        {{"\"2026-11-30 21:18:50\"", "\"2026-11-30 21:18:50Z\""},
         BENCHAN_ORDER_LOG,
         BENCHAN_CLOCK_NONE,
         false},
        {{"\"2026-11-30 21:18:50\"", NULL}, BENCHAN_ORDER_LOG, BENCHAN_CLOCK_LOCAL, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct benchan_text text = {0};
        benchan_text_string(&text, "{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
                                   "\"benchmarks\":[{\"runs\":[");
        for (size_t run = 0; run < 2; run++)
            benchan_text_printf(&text, "%s{\"values\":[1],\"metadata\":{\"%s\":%s}}",
                                run ? "," : "", cases[i].dates[run] ? "date" : "nothing",
                                cases[i].dates[run] ? cases[i].dates[run] : "0");
        benchan_text_string(&text, "]}]}");
        struct benchan_capture *capture = import_text(text.data);
        benchan_text_free(&text);
        assert_int_equal(capture->order, cases[i].order);
        assert_int_equal(capture->clock, cases[i].clock);
        assert_true(capture->processes[0].end ==
                    (cases[i].first_known ? a_date * second : BENCHAN_NO_TIME));
        assert_true(capture->processes[0].start == BENCHAN_NO_TIME);
        assert_int_equal(capture->n_notes, cases[i].order == BENCHAN_ORDER_LOG);
        benchan_capture_free(capture);
    }
}

static void counts_are_no_times(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *base;
        enum benchan_direction better;
    } cases[] = {{"byte", "B", BENCHAN_BETTER_LOWER},
                 {"integer", "integer", BENCHAN_BETTER_UNKNOWN}};
    for (size_t i = 0; i < 2; i++) {
        char text[256];
        benchan_snprintf(text, sizeof text,
                         "{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\",\"loops\":8,"
                         "\"unit\":\"%s\"},\"benchmarks\":[{\"runs\":[{\"values\":[0,5]}]}]}",
                         cases[i].unit);
        struct benchan_capture *capture = import_text(text);
        assert_string_equal(capture->series[0].unit, cases[i].base);
        assert_string_equal(capture->series[0].recorded_unit, cases[i].unit);
        assert_int_equal(capture->series[0].quantity, BENCHAN_COUNT);
        assert_int_equal(capture->series[0].better, cases[i].better);
        assert_null(capture->rows.iterations);
        benchan_capture_free(capture);
    }
}

static void version_five_is_read(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        "{\"version\":5,\"benchmarks\":[{\"common_metadata\":{\"name\":\"a\",\"loops\":1000,"
        "\"hostname\":\"h\"},\"runs\":[{\"warmups\":[[1,0.5],[2,1.5]]},"
        "{\"samples\":[0.5,0.25],\"warmups\":[[1000,700]]}]}]}");
    assert_true(capture->series[0].n == 2 && capture->series[0].values[1] == 0.25);
    assert_true(capture->rows.iterations[0] == 1000);
    assert_int_equal(capture->left_out.calibrations, 1);
    assert_int_equal(capture->left_out.warmups, 1);
    assert_string_equal(benchan_capture_fact(capture, BENCHAN_NONE, "host"), "h");
    benchan_capture_free(capture);
}

static void a_benchmark_without_values_is_left_out(void **state)
{
    (void)state;
    static const char only[] = "{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
                               "\"benchmarks\":[{\"runs\":[{\"warmups\":[[1,2]]}]}]}";
    struct benchan_error error;
    assert_null(import(only, strlen(only), NULL, &error));
    assert_int_equal(error.status, BENCHAN_BAD_INPUT);
    struct benchan_capture *capture =
        import_text("{\"version\":\"1.0\",\"benchmarks\":["
                    "{\"metadata\":{\"name\":\"a\"},\"runs\":[{\"warmups\":[[1,2]]}]},"
                    "{\"metadata\":{\"name\":\"b\"},\"runs\":[{\"values\":[1]}]}]}");
    assert_int_equal(capture->n_series, 1);
    assert_int_equal(capture->left_out.skipped, 1);
    assert_int_equal(capture->left_out.calibrations, 1);
    benchan_capture_free(capture);
}

static void hostile_numbers_and_nesting(void **state)
{
    (void)state;
    struct benchan_error error;
    struct benchan_text text = {0};
    for (int what = 0; what < 3; what++) {
        benchan_text_clear(&text);
        benchan_text_string(&text, "{\"version\":\"1.0\",\"metadata\":{\"name\":\"a\"},"
                                   "\"benchmarks\":[{\"runs\":[{\"values\":[");
        const size_t column = text.size + 1;
        for (int i = 0; i < (what == 2 ? 100000 : 400); i++)
            benchan_text_string(&text, what == 2 ? "[" : what == 1 && i == 1 ? "." : "1");
        benchan_text_string(&text, "]}]}]}");
        assert_null(import(text.data, text.size, NULL, &error));
        assert_int_equal(error.status, BENCHAN_LIMIT);
        assert_int_equal(error.line, 1);
        if (what < 2)
            assert_int_equal(error.column, column);
    }
    benchan_text_free(&text);
}

static const char small[] =
    "{\"benchmarks\": [{\"metadata\": {\"name\": \"a\\u00e9\"}, \"runs\": [{\"values\": [1.5,\n"
    "2e-3], \"warmups\": [[1, 2.0]]}, {\"values\": [3]}]}, {\"metadata\": {\"name\": \"b\"},\n"
    "\"runs\": [{\"metadata\": {\"date\": \"2026-11-30 21:18:50\"}, \"values\": [4]}]}],\n"
    "\"metadata\": {\"hostname\": \"h\"}, \"version\": \"1.0\"}";

static size_t samples_of_first(const char *text, size_t size, bool partial)
{
    struct benchan_import_options options = as_pyperf;
    struct benchan_error error;
    options.partial = partial;
    struct benchan_capture *capture = import(text, size, &options, &error);
    if (!capture) {
        assert_int_equal(error.status, BENCHAN_BAD_INPUT);
        assert_true(error.message[0] && error.mend[0]);
        return 0;
    }
    const size_t samples = benchan_capture_samples(capture);
    assert_true(capture->partial == (size < strlen(text)));
    benchan_capture_free(capture);
    return samples;
}

static void truncation_at_every_byte(void **state)
{
    (void)state;
    const size_t whole = strlen(small);
    const size_t first = (size_t)(strstr(small, "}, {\"values\"") - small) + 1;
    const size_t second_run = (size_t)(strstr(small, "[3]}") - small) + 4;
    const size_t third = (size_t)(strstr(small, "[4]}") - small) + 4;
    for (size_t size = 0; size < whole; size++) {
        assert_int_equal(samples_of_first(small, size, false), 0);
        const size_t expected = size < first ? 0 : size < second_run ? 2 : size < third ? 3 : 4;
        assert_int_equal(samples_of_first(small, size, true), expected);
    }
    assert_int_equal(samples_of_first(small, whole, false), 4);
    assert_int_equal(samples_of_first(small, whole, true), 4);
}

/* Any byte may be wrong; nothing may be read past or leak. */
static void every_byte_changed(void **state)
{
    (void)state;
    static const char bytes[] = "\"\\{}[],:0-. e\n\x01\xff";
    char text[sizeof small];
    for (size_t at = 0; at < strlen(small); at++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            struct benchan_error error;
            memcpy(text, small, sizeof small);
            text[at] = bytes[i];
            struct benchan_capture *capture = import(text, strlen(small), &as_pyperf, &error);
            benchan_capture_free(capture);
        }
    }
}

/* Counted with an ordinary JSON library; sums with compensated summation. */
static const struct corpus_file {
    const char *name;
    size_t benchmarks, samples, processes, warmups, calibrations;
    bool dated;
    double sum, raw_sum; /* of the values; of values x iterations, times only */
} corpus_files[] = {
    {"bugs/25-pyperf-name-in-top-metadata.json", 1, 6, 2, 2, 1, false, 0.12129999999999999,
     0.9703999999999999},
    {"bugs/26-pyperf-nonfinite-and-bytes.json", 1, 2, 2, 0, 0, false, 14692352.0, 0.0},
    {"pyperf/bench_runner-bm-20211208-linux-x86_64-python-main-3.11.0a3-2e91dba.json", 3, 180,
     60, 60, 3, true, 3.5435743834297053, 24.923693096265197},
    {"pyperf/bench_runner-bm-20220307-linux-x86_64-python-main-3.11.0a6-3ddfa55.json", 3, 180,
     60, 60, 3, true, 3.160623757244548, 26.073841685429215},
    {"pyperf/bench_runner-bm-20220323-linux-x86_64-python-main-3.10.4-9d38120.json", 3, 180, 60,
     60, 3, true, 4.573288980763927, 26.31861744634807},
    {"pyperf/bench_runner-bm-20220405-linux-x86_64-python-main-3.11.0a7-2e49bd0.json", 3, 180,
     60, 60, 3, true, 3.072951276406631, 27.33962780982256},
    {"pyperf/bench_runner-bm-20220506-linux-x86_64-python-main-3.11.0b1-8d32a5c.json", 3, 180,
     60, 60, 3, true, 3.000333879828777, 26.76240649074316},
    {"pyperf/bench_runner-bm-20220530-linux-x86_64-python-main-3.11.0b2-72f00f4.json", 3, 180,
     60, 60, 3, true, 2.935411714089936, 26.280225429683924},
    {"pyperf/bench_runner-bm-20220601-linux-x86_64-python-main-3.11.0b3-eb0004c.json", 3, 180,
     60, 60, 3, true, 3.0094118316563128, 26.66411977261305},
    {"pyperf/bench_runner-bm-20220611-linux-x86_64-python-main-3.12.0a1+-733e15f.json", 3, 180,
     60, 60, 3, true, 2.825565927659053, 25.763627879321575},
    {"pyperf/bench_runner-bm-20221022-linux-x86_64-python-main-3.12.0a1+-f58631b.json", 3, 180,
     60, 60, 3, true, 2.806483815864132, 26.355400435626507},
    {"pyperf/bench_runner-bm-20221112-linux-x86_64-python-main-3.12.0a2+-57be545.json", 3, 180,
     60, 60, 3, true, 2.693098717301502, 24.886951262131333},
    {"pyperf/bench_runner-bm-20221119-linux-x86_64-python-main-3.12.0a3+-b0e1f9c.json", 3, 180,
     60, 60, 3, true, 2.6879183902980612, 24.612600401043892},
    {"pyperf/fc-ideas-bm-20230404-darwin-arm64-python-f3909b8bc83675b7ab09-3.11.3-f3909b8.json",
     95, 5980, 1900, 1900, 95, true, 751.9526514600127, 1349.4744663196616},
    {"pyperf/"
     "fc-ideas-bm-20230404-linux-x86_64-python-7d4cc5aa854fdea4d01a-3.10.11-7d4cc5a.json",
     96, 6040, 1920, 1920, 96, true, 1491.4720281766906, 2039.5733169279993},
    {"pyperf/fc-ideas-bm-20230404-linux-x86_64-python-f3909b8bc83675b7ab09-3.11.3-f3909b8.json",
     96, 6040, 1920, 1920, 96, true, 1197.9565675388349, 1780.5125833004713},
    {"pyperf/"
     "fc-ideas-bm-20230404-pythonperf1-amd64-python-7d4cc5aa854fdea4d01a-3.10.11-7d4cc5a.json",
     94, 5920, 1880, 1880, 94, true, 1036.5633069305873, 1615.5737392070005},
    {"pyperf/"
     "fc-ideas-bm-20230404-pythonperf1-amd64-python-f3909b8bc83675b7ab09-3.11.3-f3909b8.json",
     94, 5920, 1880, 1880, 94, true, 923.6745448715875, 1506.237262502662},
    {"pyperf/fc-ideas-bm-20230422-linux-x86_64-python-main-3.12.0a7+-0fd3891.json", 93, 5860,
     1860, 1860, 93, true, 1200.831357866791, 1727.6770769245923},
    {"pyperf/gen-own/command_true.json", 1, 15, 5, 5, 1, true, 0.013434559628907383,
     3.43924726500029},
    {"pyperf/gen-own/dict5_1proc.json", 1, 90, 1, 1, 1, true, 4.3568639564510635e-06,
     5.7106287249995376},
    {"pyperf/gen-own/dict5_randhash.json", 1, 90, 30, 30, 1, true, 4.013380890656188e-06,
     5.260418601000879},
    {"pyperf/gen-own/interleaved-again.json", 1, 60, 20, 20, 0, true, 0.04961825339978532,
     0.9923650679957063},
    {"pyperf/gen-own/interleaved-new.json", 1, 60, 20, 20, 0, true, 0.012288883849851117,
     0.24577767699702235},
    {"pyperf/gen-own/interleaved-old.json", 1, 60, 20, 20, 0, true, 0.04837191155002074,
     0.9674382310004148},
    {"pyperf/gen-own/nocalib.json", 1, 12, 4, 0, 0, true, 1.208724399964467e-05,
     0.01208724399964467},
    {"pyperf/gen-own/oneproc30.json", 1, 30, 1, 1, 1, true, 0.0018885776640624463,
     3.86780705599989},
    {"pyperf/gen-own/oneproc30b.json", 1, 30, 1, 1, 1, true, 0.0019145026425781975,
     3.9209014120001484},
    {"pyperf/gen-own/same_a.json", 1, 30, 10, 10, 1, true, 0.001875274411132749,
     3.84056199399987},
    {"pyperf/gen-own/same_a_minus1.json", 1, 27, 9, 9, 1, true, 0.0016865611259764546,
     3.454077185999779},
    {"pyperf/gen-own/same_b.json", 1, 30, 10, 10, 1, true, 0.001874012390624985,
     3.8379773759999694},
    {"pyperf/gen-own/single.json", 1, 1, 1, 0, 0, true, 2.3729999156785198e-06,
     2.3729999156785198e-06},
    {"pyperf/gen-own/single2.json", 1, 1, 1, 0, 0, true, 1.7830000160756754e-06,
     1.7830000160756754e-06},
    {"pyperf/gen-own/slower.json", 1, 30, 10, 10, 1, true, 0.0019681014277343756,
     4.030671724000001},
    {"pyperf/gen-own/strdict_randhash.json", 1, 60, 20, 20, 1, true, 6.811249121092822e-05,
     4.463820223999392},
    {"pyperf/gen-own/strdict_randhash2.json", 1, 60, 20, 20, 1, true, 6.867834272766132e-05,
     4.5009038690000125},
    {"pyperf/gen-own/strdict_seed0.json", 1, 60, 20, 20, 1, true, 6.800754109193181e-05,
     4.456942213000843},
    {"pyperf/gen-own/strdict_seed7.json", 1, 60, 20, 20, 1, true, 6.72520398101728e-05,
     4.407429680999485},
    {"pyperf/gen-own/tracemalloc.json", 1, 4, 4, 0, 1, true, 898474.0, 0.0},
    {"pyperf/gen-own/trackmem.json", 1, 4, 4, 0, 1, true, 47271936.0, 0.0},
    {"pyperf/pyperf-doc-py2.json.gz", 1, 60, 20, 20, 1, true, 0.0002822958995238878,
     9.250272035598755},
    {"pyperf/pyperf-doc-py3.json.gz", 1, 60, 20, 20, 1, true, 0.0002534878478082092,
     8.3062897969794},
    {"pyperf/pyperf-tests-mult_list_py36.json", 3, 180, 60, 60, 3, true, 0.0006266784989983343,
     24.7168576111726},
    {"pyperf/pyperf-tests-mult_list_py36_tags.json", 3, 180, 60, 60, 3, true,
     0.0006266784989983343, 24.7168576111726},
    {"pyperf/pyperf-tests-mult_list_py37.json", 3, 180, 60, 60, 3, true, 0.0008052439203067863,
     30.49467197409831},
    {"pyperf/pyperf-tests-mult_list_py38.json", 3, 180, 60, 60, 3, true, 0.0005690272612830505,
     22.830463784281164},
    {"pyperf/pyperf-tests-telco.json", 1, 120, 40, 40, 1, true, 2.7036894944922096,
     21.629515955937677},
    {"pyperf/pyperf-tests-track_memory.json", 1, 3, 3, 0, 1, true, 22106112.0, 0.0},
    {"pyperf/pyperformance-doc-html5lib.json.gz", 1, 50, 1, 1, 0, true, 11.883486688835546,
     11.883486688835546},
    {"pyperf/pyperformance-doc-sympy_sum.json.gz", 1, 50, 1, 1, 0, true, 12.428110302658752,
     12.428110302658752},
};

static void check_sums(const struct benchan_capture *capture, const struct corpus_file *file)
{
    double sum = 0, raw_sum = 0;
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *series = &capture->series[i];
        for (size_t j = 0; j < series->n; j++) {
            sum += series->values[j];
            if (capture->rows.iterations && !isnan(capture->rows.iterations[series->rows[j]]))
                raw_sum += series->values[j] * capture->rows.iterations[series->rows[j]];
        }
    }
    if (fabs(sum - file->sum) > 1e-11 * file->sum)
        fail_msg("%s: sum %.17g", file->name, sum);
    if (fabs(raw_sum - file->raw_sum) > 1e-11 * file->raw_sum)
        fail_msg("%s: raw sum %.17g", file->name, raw_sum);
}

static void check_corpus_file(const char *directory, const struct corpus_file *file)
{
    struct benchan_error error;
    struct benchan_capture *capture = import_file(directory, file->name, NULL, &error);
    if (!capture)
        fail_msg("%s: %zu:%zu %s", file->name, error.line, error.column, error.message);
    assert_string_equal(capture->format, "pyperf");
    assert_int_equal(capture->n_series, file->benchmarks);
    assert_int_equal(benchan_capture_samples(capture), file->samples);
    assert_int_equal(capture->n_processes, file->processes);
    assert_int_equal(capture->left_out.warmups, file->warmups);
    assert_int_equal(capture->left_out.calibrations, file->calibrations);
    assert_int_equal(capture->order, file->dated ? BENCHAN_ORDER_TIME : BENCHAN_ORDER_LOG);
    check_sums(capture, file);
    benchan_capture_free(capture);
}

static void the_corpus_is_read_as_counted(void **state)
{
    (void)state;
    const char *directory = getenv("BENCHAN_CORPUS");
    if (!directory) {
        print_message("BENCHAN_CORPUS is not set: real files are not read\n");
        skip();
    }
    for (size_t i = 0; i < sizeof corpus_files / sizeof *corpus_files; i++)
        check_corpus_file(directory, &corpus_files[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_files_are_refused_with_their_place),
        cmocka_unit_test(odd_files_are_read),
        cmocka_unit_test(other_faults_are_refused_with_their_place),
        cmocka_unit_test(metadata_is_merged_from_three_levels),
        cmocka_unit_test(facts_get_their_common_names),
        cmocka_unit_test(a_timer_has_its_resolution_in_seconds),
        cmocka_unit_test(facts_that_need_several_keys),
        cmocka_unit_test(a_date_is_the_end_of_its_run),
        cmocka_unit_test(dates_may_carry_a_zone_or_be_absent),
        cmocka_unit_test(counts_are_no_times),
        cmocka_unit_test(version_five_is_read),
        cmocka_unit_test(a_benchmark_without_values_is_left_out),
        cmocka_unit_test(hostile_numbers_and_nesting),
        cmocka_unit_test(truncation_at_every_byte),
        cmocka_unit_test(every_byte_changed),
        cmocka_unit_test(the_corpus_is_read_as_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
