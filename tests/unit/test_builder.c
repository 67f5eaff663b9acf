/* SPDX-License-Identifier: GPL-3.0-or-later */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/model/builder.h"
#include "support_import.h"

static void add(struct builder *builder, uint32_t process, const char *benchmark,
                const char *unit, double value)
{
    const uint32_t row = builder_row(builder, process, (double)NAN, BENCHAN_NO_TIME);
    const uint32_t series =
        builder_series(builder, "p", 1, benchmark, strlen(benchmark), unit, strlen(unit));
    builder_value(builder, series, row, value, 0);
}

static struct benchan_capture *finish(struct builder *builder,
                                      const struct builder_wishes *options)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (builder_finish(builder, options, &capture, &error) != BENCHAN_OK)
        fail_msg("%s", error.message);
    return capture;
}

static void fail_to_finish(struct builder *builder, const char *part)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    assert_int_equal(builder_finish(builder, NULL, &capture, &error), BENCHAN_BAD_INPUT);
    assert_non_null(strstr(error.message, part));
    assert_null(capture);
}

/* Two processes, two benchmarks, interleaved; B has two units on a row. */
static struct builder *two_processes(void)
{
    struct builder *builder = builder_new("in", "test");
    const uint32_t first = builder_process(builder), second = builder_process(builder);
    add(builder, first, "A", "ns/op", 1);
    add(builder, second, "A", "ns/op", 2);
    add(builder, first, "B", "ns/op", 3);
    add(builder, first, "A", "ns/op", 4);
    add(builder, second, "B", "ns/op", 5);
    const uint32_t row = builder_row(builder, second, 10, BENCHAN_NO_TIME);
    builder_value(builder, builder_series(builder, "p", 1, "B", 1, "B/op", 4), row, 64, 0);
    builder_value(builder, builder_series(builder, "p", 1, "B", 1, "ns/op", 5), row, 6, 0);
    return builder;
}

static void rows_are_numbered_per_process_and_benchmark(void **state)
{
    (void)state;
    struct benchan_capture *capture = finish(two_processes(), NULL);
    static const uint32_t wanted[] = {0, 0, 0, 1, 0, 1};
    assert_int_equal(capture->rows.n, 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(capture->rows.index[i], wanted[i]);
    assert_int_equal(capture->n_series, 3);
    assert_int_equal(benchan_capture_samples(capture), 7);
    assert_true(isnan(capture->rows.iterations[0]));
    assert_true(capture->rows.iterations[5] == 10);
    assert_null(capture->rows.time);
    benchan_capture_free(capture);
}

static void shared_facts_are_hoisted(void **state)
{
    (void)state;
    struct builder *builder = two_processes();
    for (uint32_t i = 0; i < 2; i++) {
        builder_process_fact(builder, i, "cpu", "M4");
        builder_process_fact(builder, i, "load", i ? "2" : "1");
    }
    builder_process_fact(builder, 1, "seed", "7");
    builder_fact(builder, "cpu", "unknown");
    struct benchan_capture *capture = finish(builder, NULL);
    assert_int_equal(capture->n_facts, 1);
    assert_string_equal(benchan_capture_fact(capture, BENCHAN_NONE, "cpu"), "M4");
    assert_string_equal(benchan_capture_fact(capture, 0, "cpu"), "M4");
    assert_string_equal(benchan_capture_fact(capture, 1, "load"), "2");
    assert_string_equal(benchan_capture_fact(capture, 1, "seed"), "7");
    assert_null(benchan_capture_fact(capture, 0, "seed"));
    assert_null(benchan_capture_fact(capture, BENCHAN_NONE, "load"));
    assert_int_equal(capture->processes[0].n_facts, 1);
    benchan_capture_free(capture);
}

static void the_user_says_what_a_process_is(void **state)
{
    (void)state;
    struct builder_wishes options = {.process = BENCHAN_PROCESS_FILE};
    struct benchan_capture *capture = finish(two_processes(), &options);
    assert_int_equal(capture->n_processes, 1);
    assert_int_equal(capture->process_basis, BENCHAN_PROCESS_STATED);
    assert_int_equal(capture->rows.index[3], 2);
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_PROCESS_STATED), 1);
    benchan_capture_free(capture);

    options.process = BENCHAN_PROCESS_SAMPLE;
    struct builder *builder = two_processes();
    builder_process_fact(builder, 1, "load", "2");
    capture = finish(builder, &options);
    assert_int_equal(capture->n_processes, 6);
    assert_string_equal(benchan_capture_fact(capture, 4, "load"), "2");
    assert_int_equal(capture->rows.process[4], 4);
    benchan_capture_free(capture);

    options.process = BENCHAN_PROCESS_IGNORE;
    capture = finish(two_processes(), &options);
    assert_int_equal(capture->process_basis, BENCHAN_PROCESS_UNKNOWN);
    benchan_capture_free(capture);
}

static void one_process_a_file_keeps_the_arms(void **state)
{
    (void)state;
    struct builder *builder = two_processes();
    builder_process_label(builder, 0, "side", "old");
    builder_process_label(builder, 1, "side", "new");
    const struct builder_wishes options = {.process = BENCHAN_PROCESS_FILE};
    struct benchan_capture *capture = finish(builder, &options);
    assert_int_equal(capture->n_processes, 2);
    benchan_capture_free(capture);
}

static void a_label_or_fact_names_the_block(void **state)
{
    (void)state;
    struct builder *builder = two_processes();
    builder_process_label(builder, 0, "night", "1");
    builder_process_fact(builder, 1, "night", "2");
    const struct builder_wishes options = {.block_key = "night"};
    struct benchan_capture *capture = finish(builder, &options);
    assert_string_equal(capture->processes[0].block, "1");
    assert_string_equal(capture->processes[1].block, "2");
    benchan_capture_free(capture);
}

static void what_no_measurement_gives_is_refused(void **state)
{
    (void)state;
    struct builder *builder = two_processes();
    add(builder, 0, "A", "ns/op", 0);
    fail_to_finish(builder, "is no time");
    builder = two_processes();
    add(builder, 0, "A", "ns/op", (double)INFINITY);
    fail_to_finish(builder, "is no time");
    builder = two_processes();
    add(builder, 0, "A", "widgets", (double)NAN);
    fail_to_finish(builder, "no measured value");
    builder = two_processes();
    add(builder, 0, "A", "req/s", -1);
    fail_to_finish(builder, "is no rate");
    fail_to_finish(builder_new("in", "test"), "no measured sample");
    builder = two_processes();
    add(builder, 0, "A", "widgets", 0);
    benchan_capture_free(finish(builder, NULL));
}

static void strings_are_interned(void **state)
{
    (void)state;
    struct builder *builder = builder_new("in", "test");
    const char *kept[1000];
    char text[32];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 1000; i++) {
            snprintf(text, sizeof text, "string %d", i);
            const char *interned = builder_intern(builder, text, strlen(text));
            assert_string_equal(interned, text);
            if (round)
                assert_ptr_equal(interned, kept[i]);
            kept[i] = interned;
        }
    }
    assert_string_equal(builder_intern(builder, "a\0b", 3), "a");
    assert_string_equal(builder_intern(builder, NULL, 0), "");
    builder_discard(builder);
}

static struct benchan_capture *labelled(void)
{
    struct builder *builder = two_processes();
    builder_process_label(builder, 0, "side", "old");
    builder_process_label(builder, 1, "side", "new");
    builder_process_at(builder, 0)->name = builder_intern(builder, "77", 2);
    builder_process_at(builder, 1)->session = builder_intern(builder, "monday", 6);
    return finish(builder, NULL);
}

static void a_capture_splits_by_label(void **state)
{
    (void)state;
    struct benchan_capture *capture = labelled(), *arm = NULL;
    capture->source = 99;
    assert_int_equal(benchan_capture_split(capture, "side", "new", &arm, NULL), BENCHAN_OK);
    assert_string_equal(arm->arm, "side=new");
    assert_int_equal(arm->source, 99);
    assert_int_equal(arm->n_processes, 1);
    assert_true(arm->processes[0].position == 1);
    assert_int_equal(arm->rows.n, 3);
    const struct benchan_series *b = import_series(arm, "p", "B", "sec/op");
    assert_int_equal(b->n, 2);
    assert_true(b->values[0] == 5 && b->values[1] == 6);
    assert_int_equal(arm->rows.index[b->rows[1]], 1);
    assert_int_equal(import_series(arm, "p", "A", "sec/op")->n, 1);
    benchan_capture_free(arm);
    assert_int_equal(benchan_capture_split(capture, "session", "monday", &arm, NULL),
                     BENCHAN_OK);
    assert_int_equal(arm->n_processes, 1);
    benchan_capture_free(arm);
    benchan_capture_free(capture);
}

static void a_capture_splits_by_benchmark(void **state)
{
    (void)state;
    struct benchan_capture *capture = labelled(), *a = NULL, *b = NULL;
    assert_int_equal(benchan_capture_split(capture, "benchmark", "A", &a, NULL), BENCHAN_OK);
    assert_int_equal(benchan_capture_split(capture, "benchmark", "B", &b, NULL), BENCHAN_OK);
    assert_int_equal(a->n_series, 1);
    assert_int_equal(b->n_series, 2);
    assert_string_equal(a->series[0].benchmark, b->series[0].benchmark);
    assert_int_equal(a->series[0].n, 3);
    assert_string_equal(a->processes[0].name, "77");
    benchan_capture_free(a);
    benchan_capture_free(b);
    benchan_capture_free(capture);
}

static void an_arm_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    struct benchan_capture *capture = labelled(), *arm = NULL;
    struct benchan_error error = {0};
    assert_int_equal(benchan_capture_split(capture, "side", "other", &arm, &error),
                     BENCHAN_BAD_USAGE);
    assert_non_null(strstr(error.message, "side: old, new"));
    assert_non_null(strstr(error.message, "session: monday"));
    assert_int_equal(benchan_capture_split(capture, "benchmark", "C", &arm, &error),
                     BENCHAN_BAD_USAGE);
    assert_null(arm);
    const char *values[1];
    assert_int_equal(benchan_capture_label_values(capture, "side", values, 1), 2);
    assert_string_equal(values[0], "old");
    assert_int_equal(benchan_capture_label_values(capture, "nothing", values, 1), 0);
    benchan_capture_free(capture);
    benchan_capture_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_numbered_per_process_and_benchmark),
        cmocka_unit_test(shared_facts_are_hoisted),
        cmocka_unit_test(the_user_says_what_a_process_is),
        cmocka_unit_test(one_process_a_file_keeps_the_arms),
        cmocka_unit_test(a_label_or_fact_names_the_block),
        cmocka_unit_test(what_no_measurement_gives_is_refused),
        cmocka_unit_test(strings_are_interned),
        cmocka_unit_test(a_capture_splits_by_label),
        cmocka_unit_test(a_capture_splits_by_benchmark),
        cmocka_unit_test(an_arm_that_is_not_there_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
