/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Damaged and hostile input: cut at every byte, bytes changed at random,
 * numbers, names, nesting and sizes that no tool writes. What is required is
 * an answer, with its position where there is one; the sanitizers see the rest.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>
#include <zlib.h>

#include "benchan/benchan.h"
#include "support_import.h"

#define CORPUS BENCHAN_SOURCE_DIR "/tests/fuzz/corpus/"

/* Imports a copy of exactly `size` bytes. Frees what it gave; returns its status. */
static enum benchan_status try_import(const char *data, size_t size,
                                      const struct benchan_import_options *options,
                                      struct benchan_error *error)
{
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, data, size);
    struct benchan_capture *capture = NULL;
    *error = (struct benchan_error){0};
    const enum benchan_status status =
        benchan_import("input", copy, size, options, &capture, error);
    assert_int_equal(status, error->status);
    assert_int_equal(status == BENCHAN_OK, capture != NULL);
    assert_int_equal(status == BENCHAN_OK, error->message[0] == '\0');
    assert_int_not_equal(status, BENCHAN_NO_MEMORY);
    if (capture && !capture->summary_only)
        assert_true(benchan_capture_samples(capture) > 0);
    benchan_capture_free(capture);
    free(copy);
    return status;
}

/* ------------------------------------------------------------ damaged files */

typedef void damage(const char *data, size_t size);

static void each_file(const char *directory, size_t most, damage *act)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", CORPUS, directory);
    DIR *files = opendir(path);
    assert_non_null(files);
    const struct dirent *entry;
    while ((entry = readdir(files))) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s%s/%s", CORPUS, directory, entry->d_name);
        size_t size;
        char *data = import_slurp(path, &size);
        assert_non_null(data);
        if (size <= most)
            act(data, size);
        free(data);
    }
    closedir(files);
}

static void each_corpus(size_t most, damage *act)
{
    each_file("go", most, act);
    each_file("pyperf", most, act);
    each_file("csv", most, act);
}

static void cut_everywhere(const char *data, size_t size)
{
    const struct benchan_import_options partial = {.partial = true};
    struct benchan_error error;
    for (size_t n = 0; n < size; n++) {
        const enum benchan_status whole = try_import(data, n, NULL, &error);
        const enum benchan_status part = try_import(data, n, &partial, &error);
        if (whole == BENCHAN_OK)
            assert_int_equal(part, BENCHAN_OK); /* --partial refuses nothing that is whole */
    }
}

static void files_cut_at_every_byte(void **state)
{
    (void)state;
    each_corpus(getenv("BENCHAN_SLOW") ? 8192 : 1024, cut_everywhere);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static void change_at_random(const char *data, size_t size)
{
    enum { tries = 100 };
    uint32_t seed = 20261130;
    struct benchan_error error;
    char *changed = malloc(size + 1);
    assert_non_null(changed);
    for (int i = 0; size && i < tries; i++) {
        memcpy(changed, data, size);
        for (uint32_t k = next_random(&seed) % 4 + 1; k; k--)
            changed[next_random(&seed) % size] ^= (char)(1u << next_random(&seed) % 8);
        try_import(changed, size, NULL, &error);
    }
    free(changed);
}

static void bytes_changed_at_random(void **state)
{
    (void)state;
    each_corpus(4096, change_at_random);
}

/* ----------------------------------------------------------------- contents */

struct shape {
    const char *format, *before, *after;
    size_t line; /* of the number between them */
};

static const struct shape shapes[] = {
    {"go", "BenchmarkX 1 1 ns/op\nBenchmarkX 1 ", " ns/op\n", 2},
    {"csv", "benchmark,time_ms\nx,1\nx,", "\n", 3},
    {"pyperf",
     "{\"version\":\"1.0\",\"metadata\":{\"name\":\"b\",\"loops\":1},\n"
     "\"benchmarks\":[{\"runs\":[{\"values\":[1,\n",
     "]}]}]}", 3},
};
enum { N_SHAPES = sizeof shapes / sizeof *shapes };

static enum benchan_status try_number(const struct shape *shape, const char *number, size_t n,
                                      struct benchan_error *error)
{
    char text[2048];
    const size_t before = strlen(shape->before), after = strlen(shape->after);
    assert_true(before + n + after < sizeof text);
    memcpy(text, shape->before, before);
    memcpy(text + before, number, n);
    memcpy(text + before + n, shape->after, after);
    const struct benchan_import_options options = {.format = shape->format};
    return try_import(text, before + n + after, &options, error);
}

static void no_such_time(const char *number, size_t n)
{
    for (size_t i = 0; i < N_SHAPES; i++) {
        struct benchan_error error;
        const enum benchan_status status = try_number(&shapes[i], number, n, &error);
        const bool refused = status == BENCHAN_BAD_INPUT || status == BENCHAN_LIMIT;
        if (!refused || error.line != shapes[i].line || !error.column)
            fail_msg("%s: %.40s: status %d, %zu:%zu %s", shapes[i].format, number, (int)status,
                     error.line, error.column, error.message);
    }
}

static void numbers_that_are_no_times(void **state)
{
    (void)state;
    static const char *const numbers[] = {"1e400", "-1e400", "0",    "-0",      "-1",
                                          "NaN",   "nan",    "0x10", "1e-400",  "1e",
                                          "1.2.3", "--1",    "1e5x", "Infinity"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        no_such_time(numbers[i], strlen(numbers[i]));
    char digits[401];
    memset(digits, '7', sizeof digits);
    no_such_time(digits, 400);
    memset(digits, '0', sizeof digits);
    digits[1] = '.';
    no_such_time(digits, 400); /* 0.000... */
    digits[399] = '1';
    no_such_time(digits, 400); /* under the least double */
}

static void many_digits_are_a_number(void **state)
{
    (void)state;
    char digits[400];
    memset(digits, '3', sizeof digits);
    digits[2] = '.';
    struct benchan_error error;
    assert_int_equal(try_number(&shapes[0], digits, sizeof digits, &error), BENCHAN_OK);
    assert_int_equal(try_number(&shapes[1], digits, sizeof digits, &error), BENCHAN_OK);
}

static void expect(const char *format, const char *data, size_t size,
                   enum benchan_status status, size_t line, size_t column)
{
    const struct benchan_import_options options = {.format = format};
    struct benchan_error error;
    const enum benchan_status is = try_import(data, size, &options, &error);
    if (is != status || error.line != line || error.column != column)
        fail_msg("%s: status %d, %zu:%zu %s", format, (int)is, error.line, error.column,
                 error.message);
}

static void nul_bytes_have_a_place(void **state)
{
    (void)state;
    static const char go[] = "BenchmarkX 1 1 ns/op\nBenchmarkY 1 2 n\0/op\n";
    static const char csv[] = "benchmark,time_ms\nx\0y,1\n";
    static const char json[] = "{\"version\":\"1.0\",\n\"me\0ta\":1}";
    expect("go", go, sizeof go - 1, BENCHAN_BAD_INPUT, 2, 17);
    expect("csv", csv, sizeof csv - 1, BENCHAN_BAD_INPUT, 2, 2);
    expect("pyperf", json, sizeof json - 1, BENCHAN_BAD_INPUT, 2, 4);
}

static void bytes_that_are_no_text(void **state)
{
    (void)state;
    static const char csv[] = "benchmark,time_ms\nx\xe9,1\n";
    static const char json[] = "{\"version\":\"1.0\",\n\"me\xe9\":1}";
    expect("csv", csv, sizeof csv - 1, BENCHAN_BAD_INPUT, 2, 2);
    expect("pyperf", json, sizeof json - 1, BENCHAN_BAD_INPUT, 2, 4);
    /* A Go program may print what it likes: the names stay apart and readable. */
    struct benchan_capture *capture = import_text("BenchmarkX\xe9 1 1 ns/op\n"
                                                  "BenchmarkX\xe8 1 2 ns/op\n"
                                                  "BenchmarkX\xe9 1 3 ns/op\n");
    assert_int_equal(capture->n_series, 2);
    assert_int_equal(capture->series[0].n, 2);
    assert_string_equal(capture->series[0].benchmark, "X\\xe9");
    benchan_capture_free(capture);
}

static void keys_given_twice(void **state)
{
    (void)state;
    static const char json[] = "{\"version\":\"1.0\",\n\"benchmarks\":[], \"benchmarks\":[]}";
    static const char go[] = "BenchmarkX 1 1 ns/op 9 ns/op\n";
    expect("pyperf", json, sizeof json - 1, BENCHAN_BAD_INPUT, 2, 18);
    struct benchan_error error;
    assert_int_equal(try_import(go, sizeof go - 1, NULL, &error), BENCHAN_BAD_INPUT);
    assert_int_equal(error.line, 1);
    assert_true(error.column > 0);
}

/* -------------------------------------------------------------------- bombs */

static void nesting_has_a_limit(void **state)
{
    (void)state;
    enum { depth = 1000000 };
    static const char head[] = "{\"version\":\"1.0\",\"benchmarks\":";
    char *text = malloc(sizeof head + depth);
    assert_non_null(text);
    struct benchan_error error;
    for (int i = 0; i < 2; i++) {
        memcpy(text, head, sizeof head - 1);
        memset(text + sizeof head - 1, '[', depth);
        const struct benchan_import_options options = {.format = "pyperf", .partial = i};
        assert_int_equal(try_import(text, sizeof head - 1 + depth, &options, &error),
                         BENCHAN_LIMIT);
        assert_int_equal(error.line, 1);
    }
    const struct benchan_import_options events = {.format = "go-json"};
    assert_int_not_equal(try_import(text, sizeof head - 1 + depth, &events, &error),
                         BENCHAN_OK);
    memset(text, '"', depth);
    const struct benchan_import_options table = {.format = "csv"};
    assert_int_not_equal(try_import(text, depth, &table, &error), BENCHAN_OK);
    free(text);
}

/* `n` bytes 'x', packed; returns the packed size. */
static size_t pack(unsigned char *packed, size_t room, size_t n)
{
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    z_stream stream = {.next_out = packed, .avail_out = (uInt)room};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY),
                     Z_OK);
    for (size_t done = 0; done < n; done += sizeof block) {
        stream.next_in = (unsigned char *)block;
        stream.avail_in = sizeof block;
        assert_int_equal(deflate(&stream, Z_NO_FLUSH), Z_OK);
    }
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    const size_t size = stream.total_out;
    deflateEnd(&stream);
    return size;
}

static void unpacking_has_a_limit(void **state)
{
    (void)state;
    static unsigned char packed[1 << 18];
    const size_t size = pack(packed, sizeof packed, (size_t)64 << 20);
    assert_true(size < 1 << 17); /* 64 MiB in 64 KiB */
    const struct benchan_import_options options = {.max_decoded = 1 << 20};
    struct benchan_error error;
    assert_int_equal(try_import((const char *)packed, size, &options, &error), BENCHAN_LIMIT);
    assert_non_null(strstr(error.message, "1048576"));
    /* Within the limit it is what it is: text without a benchmark. */
    assert_int_equal(try_import((const char *)packed, size, NULL, &error), BENCHAN_BAD_INPUT);
}

/* --------------------------------------------------------------- large ones */

/* Of the whole program until now: the larger tests come last. */
static long peak_mebibytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

static bool is_slow_run(void)
{
    if (getenv("BENCHAN_SLOW"))
        return true;
    print_message("BENCHAN_SLOW is not set: skipped\n");
    return false;
}

static void a_line_of_100_megabytes(void **state)
{
    (void)state;
    if (!is_slow_run())
        skip();
    enum { length = 100000000 };
    static const char row[] = "\nBenchmarkX 1 1 ns/op\n";
    char *text = malloc(length + sizeof row);
    assert_non_null(text);
    memset(text, 'x', length);
    memcpy(text + length, row, sizeof row);
    struct benchan_error error;
    const struct benchan_import_options go = {.format = "go"}, csv = {.format = "csv"},
                                        pyperf = {.format = "pyperf"};
    assert_int_equal(try_import(text, length + sizeof row - 1, &go, &error), BENCHAN_OK);
    assert_int_not_equal(try_import(text, length, &csv, &error), BENCHAN_OK);
    memcpy(text, "benchmark,ns\n", 13);
    memcpy(text + length - 3, ",1\n", 3);
    assert_int_equal(try_import(text, length, &csv, &error), BENCHAN_OK);
    memcpy(text, "{\"version\": \"", 13);
    assert_int_not_equal(try_import(text, length, &pyperf, &error), BENCHAN_OK);
    print_message("peak %ld MiB\n", peak_mebibytes());
    free(text);
}

/* Go text of `n` rows over `benchmarks` names. */
static char *make_rows(size_t n, size_t benchmarks, size_t *size)
{
    enum { longest = 48 };
    char *text = malloc(n * longest);
    assert_non_null(text);
    *size = 0;
    for (size_t i = 0; i < n; i++)
        *size += (size_t)snprintf(text + *size, longest, "BenchmarkX%zu 1000 %zu.5 ns/op\n",
                                  i % benchmarks, 100 + i % 97);
    return text;
}

static void many_rows(size_t n, size_t benchmarks)
{
    size_t size;
    char *text = make_rows(n, benchmarks, &size);
    const long before = peak_mebibytes();
    struct benchan_capture *capture = NULL;
    struct benchan_error error;
    assert_int_equal(benchan_import("rows", text, size, NULL, &capture, &error), BENCHAN_OK);
    free(text);
    assert_int_equal(benchan_capture_samples(capture), n);
    assert_int_equal(capture->n_series, benchmarks);
    print_message("%zu rows of %zu benchmarks, %zu MiB of text: peak %ld MiB, %ld before\n", n,
                  benchmarks, size >> 20, peak_mebibytes(), before);
    benchan_capture_free(capture);
}

static void a_million_benchmarks(void **state)
{
    (void)state;
    if (!is_slow_run())
        skip();
    many_rows(1000000, 1000000);
}

static void ten_million_samples(void **state)
{
    (void)state;
    if (!is_slow_run())
        skip();
    many_rows(10000000, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_cut_at_every_byte),   cmocka_unit_test(bytes_changed_at_random),
        cmocka_unit_test(numbers_that_are_no_times), cmocka_unit_test(many_digits_are_a_number),
        cmocka_unit_test(nul_bytes_have_a_place),    cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(keys_given_twice),          cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(unpacking_has_a_limit),     cmocka_unit_test(a_million_benchmarks),
        cmocka_unit_test(a_line_of_100_megabytes),   cmocka_unit_test(ten_million_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
