/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same bytes in, the same bytes out: whatever locale and time zone are in force. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "benchan/benchan.h"
#include "support_import.h"

#define CORPUS BENCHAN_SOURCE_DIR "/tests/fuzz/corpus/verdict/"

static const char *const pairs[] = {"timed", "pyperf", "csv-blocks", "zero-to-five",
                                    "one-process"};
enum { N_PAIRS = sizeof pairs / sizeof *pairs };

static struct benchan_capture *import(const char *name, const char *data, size_t size)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import(name, data, size, NULL, &capture, &error) != BENCHAN_OK)
        fail_msg("%s: %s", name, error.message);
    return capture;
}

static void import_pair(const char *name, struct benchan_capture *pair[2])
{
    static const char parting[] = "\n====\n";
    char path[4096];
    snprintf(path, sizeof path, "%s%s", CORPUS, name);
    size_t size, at = 0;
    char *data = import_slurp(path, &size);
    assert_non_null(data);
    while (memcmp(data + at, parting, sizeof parting - 1) != 0)
        at++;
    pair[0] = import("old", data, at + 1);
    at += sizeof parting - 1;
    pair[1] = import("new", data + at, size - at);
    free(data);
}

/* Every report of a verdict, of a description, the converted CSV and a plan. */
static void say_all(struct benchan_capture *const pair[2], struct benchan_text *all)
{
    const struct benchan_capture *const captures[] = {pair[0], pair[1]};
    const struct benchan_arm_input arms[] = {{"old", captures, 1}, {"new", captures + 1, 1}};
    const struct benchan_input input = {
        .baseline = arms[0], .candidates = &arms[1], .n_candidates = 1};
    const struct benchan_options options = {.min_effect = 0.02, .claim = "5.5% faster"};
    struct benchan_verdict *verdict = NULL;
    struct benchan_description *description = NULL;
    assert_int_equal(benchan_judge(&input, &options, &verdict, NULL), BENCHAN_OK);
    assert_int_equal(benchan_describe(&arms[0], NULL, &description, NULL), BENCHAN_OK);
    for (size_t i = 0; benchan_report_name(i); i++) {
        benchan_report_verdict(benchan_report_name(i), verdict, NULL, all, NULL);
        benchan_report_description(benchan_report_name(i), description, NULL, all, NULL);
    }
    benchan_convert(captures, 2, all);
    assert_false(all->failed);
    benchan_verdict_free(verdict);
    benchan_description_free(description);
}

static void say_pair(size_t index, struct benchan_text *all)
{
    struct benchan_capture *pair[2];
    import_pair(pairs[index], pair);
    say_all(pair, all);
    benchan_capture_free(pair[0]);
    benchan_capture_free(pair[1]);
}

static void compare(const struct benchan_text before[N_PAIRS])
{
    for (size_t i = 0; i < N_PAIRS; i++) {
        struct benchan_text after = {0};
        say_pair(i, &after);
        assert_true(after.size > 1000);
        assert_string_equal(benchan_text_get(&before[i]), benchan_text_get(&after));
        benchan_text_free(&after);
    }
}

static int say_plainly(void **state)
{
    static struct benchan_text before[N_PAIRS];
    for (size_t i = 0; i < N_PAIRS; i++)
        say_pair(i, &before[i]);
    *state = before;
    return 0;
}

static int forget(void **state)
{
    struct benchan_text *before = *state;
    for (size_t i = 0; i < N_PAIRS; i++)
        benchan_text_free(&before[i]);
    return 0;
}

static void a_locale_with_a_decimal_comma(void **state)
{
    const locale_t german = newlocale(LC_ALL_MASK, "de_DE.UTF-8", (locale_t)0);
    if (!german) {
        print_message("the locale de_DE.UTF-8 is not installed: skipped\n");
        skip();
    }
    const locale_t usual = uselocale(german);
    char comma[8];
    snprintf(comma, sizeof comma, "%.1f", 0.5);
    compare(*state);
    uselocale(usual);
    freelocale(german);
    assert_string_equal(comma, "0,5"); /* it was in force */
}

/* The same for a program that called setlocale, which all threads see. */
static void a_locale_of_the_program(void **state)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        print_message("the locale de_DE.UTF-8 is not installed: skipped\n");
        skip();
    }
    compare(*state);
    setlocale(LC_ALL, "C");
}

static void other_time_zones(void **state)
{
    static const char *const zones[] = {"America/New_York", "Asia/Kolkata", "UTC-14", ":junk"};
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        assert_int_equal(setenv("TZ", zones[i], 1), 0);
        tzset();
        compare(*state);
    }
    unsetenv("TZ");
    tzset();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_locale_with_a_decimal_comma),
        cmocka_unit_test(a_locale_of_the_program),
        cmocka_unit_test(other_time_zones),
    };
    return cmocka_run_group_tests(tests, say_plainly, forget);
}
