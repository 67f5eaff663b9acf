/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "benchan/benchan.h"
#include "cli/recipe.h"

static const char pilot[] = "goos: linux\n"
                            "goarch: amd64\n"
                            "pkg: example.org/words\n"
                            "BenchmarkCount/n=10-4 \t 1000 \t 20000 ns/op\n"
                            "BenchmarkCount/n=10-4 \t 3000 \t 21000 ns/op\n"
                            "BenchmarkCount/n=10-4 \t 2000 \t 20500 ns/op\n"
                            "BenchmarkScan-4 \t 50 \t 400000 ns/op\t 16 B/op\n"
                            "PASS\n";

static struct benchan_capture *import(const char *text)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import("pilot.txt", text, strlen(text), NULL, &capture, &error) != BENCHAN_OK)
        fail_msg("%s", error.message);
    return capture;
}

static void test_every_recipe_is_whole(void **state)
{
    (void)state;
    for (size_t i = 0; recipe_name(i); i++) {
        struct benchan_text script = {0}, notes = {0};
        assert_int_equal(recipe_write(recipe_name(i), NULL, &script, &notes, NULL), BENCHAN_OK);
        const char *text = benchan_text_get(&script);
        assert_memory_equal(text, "#!/bin/sh\n", 10);
        assert_null(strstr(text, "@LIST@"));
        assert_null(strstr(text, "@COST@"));
        assert_non_null(strstr(text, "ROUNDS=${ROUNDS:-20}"));
        assert_non_null(strstr(text, "old-again"));
        assert_non_null(strstr(text, benchan_version()));
        assert_string_equal(text + script.size - 1, "\n");
        assert_int_equal(notes.size, 0);
        benchan_text_free(&script);
        benchan_text_free(&notes);
    }
}

static void test_unknown_tool(void **state)
{
    (void)state;
    struct benchan_text script = {0}, notes = {0};
    struct benchan_error error = {0};
    assert_int_equal(recipe_write("perl", NULL, &script, &notes, &error), BENCHAN_BAD_USAGE);
    for (size_t i = 0; recipe_name(i); i++)
        assert_non_null(strstr(error.mend, recipe_name(i)));
    assert_int_equal(script.size, 0);
}

static void test_like_fills_in_names_and_counts(void **state)
{
    (void)state;
    struct benchan_capture *capture = import(pilot);
    const struct recipe_options options = {.like = capture, .rounds = 12, .values = 5};
    struct benchan_text script = {0}, notes = {0};
    assert_int_equal(recipe_write("go", &options, &script, &notes, NULL), BENCHAN_OK);
    const char *text = benchan_text_get(&script);
    assert_non_null(strstr(text, "\n2000 BenchmarkCount/n=10\n50 BenchmarkScan\n"));
    assert_non_null(strstr(text, "ROUNDS=${ROUNDS:-12}"));
    assert_non_null(strstr(text, "VALUES=${VALUES:-5}"));
    /* 12 rounds x 3 arms x 5 values x (the median of 20, 63 and 41 ms + 20 ms). */
    assert_non_null(strstr(benchan_text_get(&notes), "about 11 s"));
    assert_non_null(strstr(benchan_text_get(&notes), "start of 72 processes"));
    assert_non_null(strstr(text, "# Cost: about 11 s"));
    benchan_text_free(&script);
    benchan_text_free(&notes);
    benchan_capture_free(capture);
}

/* What a hostile file calls a benchmark must not become a command. */
static void test_names_are_no_commands(void **state)
{
    (void)state;
    struct benchan_capture *capture =
        import("goos: linux\nBenchmark$(touch${IFS}x);`id`'\"-2 \t 10 \t 5 ns/op\nPASS\n");
    const struct recipe_options options = {.like = capture};
    struct benchan_text script = {0}, notes = {0};
    assert_int_equal(recipe_write("go", &options, &script, &notes, NULL), BENCHAN_OK);
    const char *text = benchan_text_get(&script);
    const char *list = strstr(text, "<<'END_OF_LIST'\n10 Benchmark$(touch");
    assert_non_null(list);
    assert_non_null(strstr(list, "\nEND_OF_LIST\n"));
    benchan_text_free(&script);
    benchan_text_free(&notes);
    benchan_capture_free(capture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_recipe_is_whole),
        cmocka_unit_test(test_unknown_tool),
        cmocka_unit_test(test_like_fills_in_names_and_counts),
        cmocka_unit_test(test_names_are_no_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
