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

#include "formats/model/builder.h"
#include "support_import.h"

static struct benchan_text convert(const struct benchan_capture *capture)
{
    struct benchan_text text = {0};
    benchan_convert(&capture, 1, &text);
    assert_false(text.failed);
    return text;
}

static struct benchan_capture *read_back(const struct benchan_text *text, const char *what)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import("in.txt", text->data, text->size, NULL, &capture, &error) != BENCHAN_OK)
        fail_msg("%s: %zu:%zu: %s", what, error.line, error.column, error.message);
    return capture;
}

/* The text behind the line that names the file. */
static const char *behind_path(const struct benchan_text *text)
{
    const char *path = strstr(text->data, "# path: ");
    assert_non_null(path);
    return strchr(path, '\n');
}

static void same_values(const struct benchan_capture *a, const struct benchan_capture *b,
                        const char *what)
{
    if (a->n_series != b->n_series || a->rows.n != b->rows.n ||
        a->n_processes != b->n_processes)
        fail_msg("%s: another shape", what);
    for (size_t i = 0; i < a->n_series; i++) {
        const struct benchan_series *one = &a->series[i];
        const struct benchan_series *other =
            import_series(b, one->package, one->benchmark, one->unit);
        if (!other || other->n != one->n || other->scale != one->scale ||
            other->derived != one->derived || other->exact != one->exact ||
            other->better != one->better || other->quantity != one->quantity)
            fail_msg("%s: %s in %s differs", what, one->benchmark, one->unit);
        assert_memory_equal(one->values, other->values, one->n * sizeof *one->values);
        assert_memory_equal(one->decimals, other->decimals, one->n * sizeof *one->decimals);
        for (size_t j = 0; j < one->n; j++) {
            assert_int_equal(a->rows.process[one->rows[j]], b->rows.process[other->rows[j]]);
            assert_int_equal(a->rows.index[one->rows[j]], b->rows.index[other->rows[j]]);
        }
    }
}

/* What is read back has the same values, and converts to the same text. */
static void expect_round_trip(const struct benchan_capture *capture, const char *what)
{
    struct benchan_text text = convert(capture);
    struct benchan_capture *again = read_back(&text, what);
    same_values(capture, again, what);
    struct benchan_text second = convert(again);
    if (strcmp(behind_path(&text), behind_path(&second)) != 0)
        fail_msg("%s: converts to another text", what);
    benchan_text_free(&text);
    benchan_text_free(&second);
    benchan_capture_free(again);
}

static void go_text_comes_back(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("note: be:fore\\x\n# c\nUnit text-bytes assume=exact\nUnit odd,\"unit\" "
                    "better=higher\n\n"
                    "BenchmarkA/x,\"y\" 10 5.250 ns/op 3 odd,\"unit\" 1.00 MB/s\nstray line\n"
                    "BenchmarkA/x,\"y\" 10 6.1 ns/op 4 odd,\"unit\" 1.00 MB/s\n\n"
                    "note: after\n\nBenchmark#B 1 7 text-bytes 2.5 MB/s");
    expect_round_trip(capture, "text");
    benchan_capture_free(capture);
}

static void everything_a_model_holds_comes_back(void **state)
{
    (void)state;
    struct builder *builder = builder_new("in.txt", "test");
    struct benchan_capture *made = builder_capture(builder);
    made->order = BENCHAN_ORDER_COLUMN;
    made->clock = BENCHAN_CLOCK_LOCAL;
    made->process_basis = BENCHAN_PROCESS_STATED;
    made->partial = true;
    made->left_out = (struct benchan_left_out){1, 2, 3, 4, 5, 6, 7, 8, 9};
    builder_fact(builder, "a: key\\", " two\nlines\r ");
    for (uint32_t i = 0; i < 3; i++) {
        struct benchan_process *process = builder_process_at(builder, builder_process(builder));
        process->start = (int64_t)i - 1;
        process->position = 7.5 - i;
        process->block = builder_intern(builder, "b", 1);
        process->session = i ? "s" : NULL;
        builder_process_fact(builder, i, "load", i ? "1" : "2");
        builder_process_label(builder, i, "side", i ? "new" : "old");
    }
    const double values[] = {0.1, 1e300, 0.30000000000000004, 5e-324, 1};
    for (uint32_t i = 0; i < 5; i++) {
        const uint32_t row =
            builder_row(builder, i % 2, i, i == 1 ? 1234567890 : BENCHAN_NO_TIME);
        const uint32_t series = builder_series(builder, "p q", 3, "B", 1, "my unit", 7);
        struct benchan_series *at = builder_series_at(builder, series);
        at->unit = "sec/op";
        at->scale = 1e-3;
        at->quantity = BENCHAN_TIME;
        at->order_tied = true;
        builder_value(builder, series, row, values[i], BENCHAN_BINARY);
    }
    builder_note(builder, BENCHAN_NOTE_ORDER_LOST, 17, "why: \\ because", 14);
    struct benchan_capture *capture = NULL;
    assert_int_equal(builder_finish(builder, NULL, &capture, NULL), BENCHAN_OK);
    expect_round_trip(capture, "model");
    benchan_capture_free(capture);
}

static void several_captures_are_told_apart(void **state)
{
    (void)state;
    struct benchan_capture *captures[] = {
        import_text("goos: linux\nBenchmarkA 1 1 ns/op\nBenchmarkA 1 2 ns/op\n"),
        import_text("goos: darwin\nBenchmarkA 1 3 ns/op\n"),
    };
    captures[0]->path = "old.txt";
    captures[1]->path = "new.txt";
    struct benchan_text text = {0};
    benchan_convert((const struct benchan_capture *const *)captures, 2, &text);
    struct benchan_capture *both = read_back(&text, "two");
    assert_int_equal(both->n_processes, 2);
    struct benchan_capture *arm = NULL;
    assert_int_equal(benchan_capture_split(both, "capture", "new.txt", &arm, NULL), BENCHAN_OK);
    assert_int_equal(arm->series[0].n, 1);
    assert_true(arm->series[0].values[0] == 3);
    assert_string_equal(benchan_capture_fact(arm, 0, "os"), "darwin");
    benchan_capture_free(arm);
    benchan_capture_free(both);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
    benchan_text_free(&text);
}

static void real_files_come_back(void **state)
{
    (void)state;
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus) {
        print_message("BENCHAN_CORPUS is not set: real files are not read\n");
        skip();
    }
    static const char *const files[] = {"go/gen-interleaved-wordcount-old.txt",
                                        "go/gen-go-test-json-count3.json",
                                        "go/perf-zero.txt",
                                        "go/perf-benchseries-Go1.17-0112.txt",
                                        "go/gen-count6-lognoise.txt",
                                        "go/goperf-083ed54b.txt",
                                        "pyperf/pyperf-tests-telco.json",
                                        "pyperf/pyperf-tests-track_memory.json",
                                        "claims/23-cpython-3.10-vs-3.11/new.json",
                                        "hyperfine/gen-params.json",
                                        "hyperfine/zeroows-1brc.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[1024];
        benchan_snprintf(path, sizeof path, "%s/%s", corpus, files[i]);
        size_t size = 0;
        char *data = import_slurp(path, &size);
        if (!data)
            fail_msg("%s cannot be read", path);
        struct benchan_capture *capture = NULL;
        assert_int_equal(benchan_import(path, data, size, NULL, &capture, NULL), BENCHAN_OK);
        expect_round_trip(capture, files[i]);
        benchan_capture_free(capture);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(go_text_comes_back),
        cmocka_unit_test(everything_a_model_holds_comes_back),
        cmocka_unit_test(several_captures_are_told_apart),
        cmocka_unit_test(real_files_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
