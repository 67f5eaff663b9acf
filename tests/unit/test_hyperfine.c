/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine's JSON: what is read of it, and what is refused and where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/bytes.h"
#include "formats/text/find_word.h"
#include "tests/unit/support_import.h"

static struct benchan_capture *import_path(const char *directory, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    size_t size = 0;
    char *data = import_slurp(path, &size);
    if (!data)
        fail_msg("cannot read %s", path);
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import(path, data, size, NULL, &capture, &error) != BENCHAN_OK)
        fail_msg("%s: %zu:%zu: %s", path, error.line, error.column, error.message);
    free(data);
    return capture;
}

static const char *label(const struct benchan_capture *capture, size_t process, const char *key)
{
    return benchan_process_label(&capture->processes[process], key);
}

static void every_run_is_a_process(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("{\"results\": [{\"command\": \"a\", \"mean\": 2.5, \"stddev\": null,\n"
                    "  \"times\": [2, 3.25], \"exit_codes\": [0, 0]},\n"
                    " {\"command\": \"b\", \"times\": [0.125], \"exit_codes\": [0]}]}");
    assert_string_equal(capture->format, "hyperfine");
    assert_int_equal(capture->n_processes, 3);
    assert_int_equal(capture->process_basis, BENCHAN_PROCESS_RECORDED);
    assert_int_equal(capture->order, BENCHAN_ORDER_LOG);
    assert_int_equal(capture->n_series, 2);
    const struct benchan_series *a = import_series(capture, "", "a", "sec");
    assert_non_null(a);
    assert_int_equal(a->n, 2);
    assert_true(a->values[0] == 2 && a->values[1] == 3.25);
    assert_int_equal(a->decimals[0], BENCHAN_BINARY);
    assert_int_equal(a->quantity, BENCHAN_TIME);
    assert_int_equal(a->better, BENCHAN_BETTER_LOWER);
    assert_true(capture->rows.iterations[0] == 1);
    assert_string_equal(label(capture, 1, "command"), "a");
    assert_string_equal(label(capture, 2, "command"), "b");
    assert_string_equal(label(capture, 2, "result"), "2");
    benchan_capture_free(capture);
}

static void failed_runs_are_counted_and_left_out(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("{\"results\":[{\"command\":\"a\",\"mean\":1,\"times\":[1,2,0,4],"
                    "\"exit_codes\":[0,1,null,0]}]}");
    assert_int_equal(capture->left_out.failures, 2);
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_PRODUCER), 1);
    assert_string_equal(capture->notes[0].text, "2 of 4 runs failed; they are left out");
    assert_int_equal(capture->n_processes, 2);
    assert_true(capture->series[0].values[0] == 1 && capture->series[0].values[1] == 4);
    benchan_capture_free(capture);
    const struct benchan_error error =
        import_error("{\"results\":[{\"command\":\"a\",\"mean\":1,\"times\":[1,2],"
                     "\"exit_codes\":[-1,null]}]}",
                     NULL);
    assert_non_null(strstr(error.message, "no measured sample"));
}

static void missing_exit_codes_are_said(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("{\"results\":[{\"command\":\"a\",\"mean\":1,\"times\":[1]}]}");
    assert_int_equal(import_notes(capture, BENCHAN_NOTE_PRODUCER), 1);
    assert_non_null(strstr(capture->notes[0].text, "no exit codes"));
    benchan_capture_free(capture);
}

static void memory_is_a_series_of_its_own(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import_text("{\"results\":[{\"command\":\"a\",\"mean\":1,\"times\":[1,2,3],"
                    "\"memory_usage_byte\":[4096,8192,0],\"exit_codes\":[0,1,0]}]}");
    const struct benchan_series *memory = import_series(capture, "", "a", "B");
    assert_non_null(memory);
    assert_int_equal(memory->n, 2);
    assert_true(memory->values[0] == 4096 && memory->values[1] == 0);
    assert_int_equal(memory->quantity, BENCHAN_COUNT);
    assert_int_equal(memory->better, BENCHAN_BETTER_LOWER);
    assert_int_equal(memory->rows[1], import_series(capture, "", "a", "sec")->rows[1]);
    benchan_capture_free(capture);
}

static void a_parameter_becomes_a_label(void **state)
{
    (void)state;
    struct benchan_capture *capture = import_text(
        "{\"results\":[{\"command\":\"run 7\",\"mean\":1,\"times\":[1],\"exit_codes\":[0],"
        "\"parameters\":{\"n\":\"7\",\"command\":\"x\",\"size\":12.50}}]}");
    assert_string_equal(label(capture, 0, "n"), "7");
    assert_string_equal(label(capture, 0, "size"), "12.50");
    assert_string_equal(label(capture, 0, "command"), "run 7");
    assert_string_equal(label(capture, 0, "parameter_command"), "x");
    /* What the command does not show, the name does. */
    assert_string_equal(capture->series[0].benchmark,
                        "run 7 (parameter_command=x, size=12.50)");
    benchan_capture_free(capture);
    capture = import_text(
        "{\"results\":[{\"command\":\"run 7\",\"mean\":1,\"times\":[1],\"parameter\":\"7\"}]}");
    assert_string_equal(label(capture, 0, "parameter"), "7");
    assert_string_equal(capture->series[0].benchmark, "run 7");
    benchan_capture_free(capture);
}

/* Splits `text` by key into two arms and returns their only benchmark's common name. */
static void split(const char *text, const char *key, const char *const values[2], char *name,
                  size_t size)
{
    struct benchan_capture *whole = import_text(text);
    struct benchan_capture *arms[2] = {NULL};
    for (size_t i = 0; i < 2; i++) {
        struct benchan_error error = {0};
        if (benchan_capture_split(whole, key, values[i], &arms[i], &error) != BENCHAN_OK)
            fail_msg("%s", error.message);
        assert_int_equal(arms[i]->n_series, 1);
    }
    assert_string_equal(arms[0]->series[0].benchmark, arms[1]->series[0].benchmark);
    snprintf(name, size, "%s", arms[0]->series[0].benchmark);
    for (size_t i = 0; i < 2; i++)
        benchan_capture_free(arms[i]);
    benchan_capture_free(whole);
}

static void commands_of_one_file_are_arms(void **state)
{
    (void)state;
    static const char pair[] =
        "{\"results\":[{\"command\":\"seq 10 | wc\",\"mean\":1,\"times\":[1],"
        "\"parameters\":{\"n\":\"10\"}},{\"command\":\"seq 100 | wc\",\"mean\":1,"
        "\"times\":[2],\"parameters\":{\"n\":\"100\"}}]}";
    static const char checkout[] =
        "{\"results\":[{\"command\":\"./b 10\",\"mean\":1,\"times\":[1],"
        "\"parameters\":{\"rev\":\"1\"}},{\"command\":\"./b 10\",\"mean\":1,"
        "\"times\":[2],\"parameters\":{\"rev\":\"2\"}}]}";
    static const char twice[] = "{\"results\":[{\"command\":\"x\",\"mean\":1,\"times\":[1]},"
                                "{\"command\":\"x\",\"mean\":1,\"times\":[2]}]}";
    char name[128];
    split(pair, "command", (const char *const[]){"seq 10 | wc", "seq 100 | wc"}, name,
          sizeof name);
    assert_string_equal(name, "command");
    split(pair, "n", (const char *const[]){"10", "100"}, name, sizeof name);
    assert_string_equal(name, "seq {n} | wc");
    /* What --prepare checked out: the same command stands twice. */
    split(checkout, "rev", (const char *const[]){"1", "2"}, name, sizeof name);
    assert_string_equal(name, "./b 10 (rev={rev})");
    /* One command measured twice is an A/A control. */
    split(twice, "result", (const char *const[]){"1", "2"}, name, sizeof name);
    assert_string_equal(name, "x");
}

static void names_that_arms_share_stay(void **state)
{
    (void)state;
    struct benchan_capture *whole = import_text("benchmark,variant,time_ns\n"
                                                "parse old files,old,1\n"
                                                "parse old files,new,2\n"
                                                "old only,old,3\n");
    struct benchan_capture *arm = NULL;
    assert_int_equal(benchan_capture_split(whole, "variant", "old", &arm, NULL), BENCHAN_OK);
    assert_string_equal(arm->series[0].benchmark, "parse old files");
    assert_string_equal(arm->series[1].benchmark, "old only");
    benchan_capture_free(arm);
    benchan_capture_free(whole);
}

static void a_tool_in_the_timing_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        size_t notes;
    } cases[] = {
        {"cargo run --release", 1}, {"go run .", 1},
        {"npx eslint", 1},          {"python -m pytest -q", 1},
        {"./cargo runner", 0},      {"cargo-run", 0},
        {"target/release/main", 0}, {"npm run build", 1},
        {"CARGO RUN", 0},           {"make_it", 0},
        {"sh -c 'npx x'", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "{\"results\":[\n{\"command\":\"%s\",\"mean\":1,\"times\":[1],"
                 "\"exit_codes\":[0]}]}",
                 cases[i].command);
        struct benchan_capture *capture = import_text(text);
        if (import_notes(capture, BENCHAN_NOTE_PRODUCER) != cases[i].notes)
            fail_msg("%s", cases[i].command);
        if (cases[i].notes)
            assert_int_equal(capture->notes[0].line, 2);
        benchan_capture_free(capture);
    }
}

#define HEAD "{\"results\":[{\"command\":\"a\",\"mean\":1,"

static void faults_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *place; /* where in the text */
        const char *message;
    } cases[] = {
        {HEAD "\"times\":[1,2],\n\"exit_codes\":[0]}]}", "[0]", "they hold 1 and 2"},
        {HEAD "\"times\":[1,2],\"memory_usage_byte\":[1,2,3]}]}", "[1,2,3]",
         "they hold 3 and 2"},
        {HEAD "\"times\":[1],\"memory_usage_byte\":[-1]}]}", "-1", "below 0"},
        {HEAD "\"times\":[1],\"memory_usage_byte\":[null]}]}", "null", "a memory usage must"},
        {HEAD "\"times\":[1],\"exit_codes\":[0.5]}]}", "0.5", "exit code"},
        {HEAD "\"times\":[1],\"exit_codes\":[\"0\"]}]}", "\"0\"", "exit code"},
        {HEAD "\"times\":[1],\"exit_codes\":{}}]}", "{}", "must be an array"},
        {HEAD "\"times\":[1, 0]}]}", "0]}", "above 0"},
        {HEAD "\"times\":[1, -2]}]}", "-2", "above 0"},
        {HEAD "\"times\":[1, null]}]}", "null", "a time must be a number"},
        {HEAD "\"times\":[1, \"2\"]}]}", "\"2\"", "a time must be a number"},
        {HEAD "\"times\":[1e400]}]}", "1e400", "does not fit"},
        {HEAD "\"times\":[NaN]}]}", "NaN", "NaN"},
        {HEAD "\"times\":[]}]}", "[]}", "\"times\" is empty"},
        {HEAD "\"times\":{}}]}", "{}}", "must be an array"},
        {HEAD "\"stddev\":0.1}]}", "{\"command", "without \"times\""},
        {HEAD "\"times\":null}]}", "{\"command", "without \"times\""},
        {HEAD "\"measurements\":[]}]}", "[]}", "layout"},
        {HEAD "\"times\":[1],\"parameters\":[]}]}", "[]}", "must be an object"},
        {HEAD "\"times\":[1],\"parameters\":{\"a\":[]}}]}", "[]}}", "string or a number"},
        {"{\"results\":[{\"mean\":1,\"times\":[1]}]}", "{\"mean", "without \"command\""},
        {"{\"results\":[{\"command\":7,\"times\":[1]}]}", "7", "must be a string"},
        {"{\"results\":[{\"command\":\"\",\"times\":[1]}]}", "\"\"", "is empty"},
        {"{\"results\":[7]}", "7", "must be an object"},
        {"{\"results\":[]}", "[]", "\"results\" is empty"},
        {"{\"results\":{}}", "{}}", "must be an array"},
        {"{}", "{}", "without \"results\""},
        {"[]", "[]", "must be an object"},
    };
    static const struct benchan_import_options options = {.format = "hyperfine"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct benchan_error error = import_error(cases[i].text, &options);
        const char *line = cases[i].text;
        const char *const place = strstr(cases[i].text, cases[i].place);
        size_t number = 1;
        for (const char *at; (at = strchr(line, '\n')) && at < place; number++)
            line = at + 1;
        if (!strstr(error.message, cases[i].message) || error.line != number ||
            error.column != (size_t)(place - line) + 1 || !error.mend[0])
            fail_msg("%s: %zu:%zu: %s", cases[i].text, error.line, error.column, error.message);
        assert_int_equal(error.status, BENCHAN_BAD_INPUT);
    }
}

static void a_summary_names_the_export_to_use(void **state)
{
    (void)state;
    const struct benchan_error error =
        import_error(HEAD "\"stddev\":0.1,\"median\":1}]}", NULL);
    assert_non_null(strstr(error.mend, "hyperfine --export-json FILE"));
}

static const char whole[] =
    "{\"results\":[{\"command\":\"sl\\u0065ep 1\",\"mean\":1.5,\"stddev\":0.5,"
    "\"times\":[1.25,1.75],\"exit_codes\":[0,0],\"parameters\":{\"n\":\"1\"}},"
    "{\"command\":\"b\",\"mean\":1,\"times\":[1,2],\"memory_usage_byte\":[1,2],"
    "\"exit_codes\":[0,null]}]}\n";

static void truncation_at_every_byte(void **state)
{
    (void)state;
    const size_t size = strlen(whole);
    for (size_t n = 0; n < size - 1; n++) {
        for (int partial = 0; partial < 2; partial++) {
            const struct benchan_import_options options = {.format = "hyperfine",
                                                           .partial = partial};
            char *copy = malloc(n ? n : 1);
            assert_non_null(copy);
            memcpy(copy, whole, n);
            struct benchan_capture *capture = NULL;
            struct benchan_error error = {0};
            const enum benchan_status status =
                benchan_import("cut.json", copy, n, &options, &capture, &error);
            free(copy);
            if (status == BENCHAN_OK && (!partial || !capture->partial))
                fail_msg("read when cut after %zu bytes", n);
            if (status != BENCHAN_OK && (status != BENCHAN_BAD_INPUT || !error.message[0]))
                fail_msg("cut after %zu bytes: status %d", n, (int)status);
            if (status == BENCHAN_OK)
                assert_in_range(benchan_capture_samples(capture), 2, 4);
            benchan_capture_free(capture);
        }
    }
    struct benchan_capture *capture = import_text(whole);
    assert_string_equal(label(capture, 0, "command"), "sleep 1");
    assert_int_equal(benchan_capture_samples(capture), 4);
    benchan_capture_free(capture);
}

static void every_byte_changed(void **state)
{
    (void)state;
    static const char changes[] = "\0\"[]{},:0-x\xff";
    char text[sizeof whole];
    for (size_t at = 0; at < sizeof whole - 1; at++) {
        for (size_t i = 0; i < sizeof changes - 1; i++) {
            memcpy(text, whole, sizeof whole);
            text[at] = changes[i];
            struct benchan_capture *capture = NULL;
            struct benchan_error error = {0};
            const struct benchan_import_options options = {.format = "hyperfine"};
            const enum benchan_status status =
                benchan_import("x.json", text, sizeof whole - 1, &options, &capture, &error);
            assert_true((status == BENCHAN_OK) == (capture != NULL));
            benchan_capture_free(capture);
        }
    }
}

static void words_are_found_whole(void **state)
{
    (void)state;
    assert_null(find_word("seq 100", "10"));
    assert_null(find_word("a10", "10"));
    assert_null(find_word("a", ""));
    assert_string_equal(find_word("100 10-x", "10"), "10-x");
    assert_string_equal(find_word("f -O2", "-O2"), "-O2");
    assert_string_equal(find_word("10", "10"), "10");
}

/* Counted and summed with Python's json module and math.fsum. */
static const struct counted {
    const char *name;
    size_t benchmarks, samples, failures;
    double sum;
} own_files[] =
    {
        {"14-hyperfine-single.json", 1, 1, 0, 0.001},
        {"15-hyperfine-failures.json", 2, 3, 3, 0.41200000000000003},
        {"gen-ignore-failure.json", 1, 3, 3, 0.0039917889999999999},
        {"gen-named-pair.json", 2, 30, 0, 0.26847115100000002},
        {"gen-params.json", 2, 24, 0, 0.12536237936000003},
        {"gen-single-run.json", 1, 1, 0, 0.001005674},
},
  corpus_files[] = {
      {"claims/20-sqlite-lines-hyperfine/asg017-sqlite-lines-calc.json", 9, 90, 0,
       1537.4507753339999},
      {"claims/20-sqlite-lines-hyperfine/asg017-sqlite-lines-count-ndjson.json", 8, 132, 0,
       528.44785510555994},
      {"claims/20-sqlite-lines-hyperfine/asg017-sqlite-lines-plain-filter.json", 3, 649, 0,
       8.6318836676200004},
      {"claims/21-1brc-cargo-run/hyperfine.json", 2, 6, 0, 69.507657837120007},
      {"hyperfine/asg017-sqlite-lines-big-calc.json", 4, 40, 0, 2509.3639390440003},
      {"hyperfine/asg017-sqlite-lines-calc.json", 9, 90, 0, 1537.4507753339999},
      {"hyperfine/asg017-sqlite-lines-draw-insert.json", 3, 30, 0, 545.31173192680001},
      {"hyperfine/bencher-hyperfine-one.json", 1, 214, 0, 2.8498891514400002},
      {"hyperfine/bencher-hyperfine-two.json", 2, 40, 0, 5.6141125278000006},
      {"hyperfine/zeroows-1brc.json", 2, 6, 0, 69.507657837120007},
};

static void check_counts(const char *directory, const struct counted *file)
{
    struct benchan_capture *capture = import_path(directory, file->name);
    double sum = 0;
    for (size_t i = 0; i < capture->n_series; i++)
        for (size_t j = 0; j < capture->series[i].n; j++)
            sum += capture->series[i].values[j];
    const size_t samples = benchan_capture_samples(capture);
    if (capture->n_series != file->benchmarks || samples != file->samples ||
        capture->n_processes != samples || capture->left_out.failures != file->failures ||
        fabs(sum - file->sum) > 1e-12 * file->sum)
        fail_msg("%s: %zu benchmarks, %zu samples, sum %.17g", file->name, capture->n_series,
                 samples, sum);
    assert_string_equal(capture->format, "hyperfine");
    benchan_capture_free(capture);
}

static void own_files_are_read_as_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof own_files / sizeof *own_files; i++)
        check_counts(BENCHAN_SOURCE_DIR "/testdata/hyperfine", &own_files[i]);
}

static void the_corpus_is_read_as_counted(void **state)
{
    (void)state;
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus) {
        print_message("BENCHAN_CORPUS is not set: real files are not read\n");
        skip();
    }
    for (size_t i = 0; i < sizeof corpus_files / sizeof *corpus_files; i++)
        check_counts(corpus, &corpus_files[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_run_is_a_process),
        cmocka_unit_test(failed_runs_are_counted_and_left_out),
        cmocka_unit_test(missing_exit_codes_are_said),
        cmocka_unit_test(memory_is_a_series_of_its_own),
        cmocka_unit_test(a_parameter_becomes_a_label),
        cmocka_unit_test(commands_of_one_file_are_arms),
        cmocka_unit_test(names_that_arms_share_stay),
        cmocka_unit_test(a_tool_in_the_timing_is_said),
        cmocka_unit_test(faults_are_refused_with_their_place),
        cmocka_unit_test(a_summary_names_the_export_to_use),
        cmocka_unit_test(truncation_at_every_byte),
        cmocka_unit_test(every_byte_changed),
        cmocka_unit_test(words_are_found_whole),
        cmocka_unit_test(own_files_are_read_as_counted),
        cmocka_unit_test(the_corpus_is_read_as_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
