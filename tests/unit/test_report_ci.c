/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports that programs act on: JUnit's XML and workflow commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "benchan/benchan.h"
#include "report_stubs.h"
#include "support_markup.h"
#include "support_report.h"

static struct benchan_text render(const char *format, const struct support_report *report)
{
    struct benchan_text text = {0};
    assert_int_equal(benchan_report_verdict(format, &report->verdict, NULL, &text, NULL),
                     BENCHAN_OK);
    return text;
}

static size_t occurrences(const char *text, const char *what)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

static void junit_fails_what_fails(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_inadmissible(&report, 3);
    report.verdict.exit_status = 1;
    report.verdict.tally.raised = BENCHAN_ON_INADMISSIBLE;
    struct benchan_text text = render("junit", &report);
    markup_well_formed(text.data);
    assert_int_equal(occurrences(text.data, "<testcase "), 3);
    assert_int_equal(occurrences(text.data, "<failure type=\"inadmissible\""), 3);
    assert_non_null(strstr(text.data, "tests=\"3\" failures=\"3\" errors=\"0\" skipped=\"0\""));
    benchan_text_free(&text);
}

static void junit_skips_what_may_not_fail(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_inadmissible(&report, 2);
    report.verdict.exit_status = 0;
    struct benchan_text text = render("junit", &report);
    markup_well_formed(text.data);
    assert_null(strstr(text.data, "<failure"));
    assert_int_equal(occurrences(text.data, "<skipped message=\"inadmissible\""), 2);
    benchan_text_free(&text);
}

static void junit_passes_what_is_admissible(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_paired(&report);
    struct benchan_text text = render("junit", &report);
    markup_well_formed(text.data);
    assert_non_null(strstr(text.data, "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\""));
    benchan_text_free(&text);
}

static void junit_names_what_is_missing(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_paired(&report);
    report.unmatched[0] = (struct benchan_unmatched){
        .side = BENCHAN_ONLY_BASELINE, .package = "", .benchmark = "Gone", .unit = "sec/op"};
    report.verdict.unmatched = report.unmatched;
    report.verdict.n_unmatched = 1;
    report.verdict.tally.missing = 1;
    report.verdict.tally.raised = BENCHAN_ON_MISSING;
    report.verdict.exit_status = 1;
    struct benchan_text text = render("junit", &report);
    markup_well_formed(text.data);
    assert_non_null(strstr(text.data, "name=\"Gone (sec/op)\""));
    assert_non_null(strstr(text.data, "<failure type=\"missing\""));
    assert_non_null(strstr(text.data, "tests=\"2\" failures=\"1\""));
    benchan_text_free(&text);
}

static const char hostile[] = "a\x1b[31m<script>alert(1)</script>&amp;\"'\n::error::%0A,b\xff"
                              "\xe2\x80\xae";

static void hostile_names(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_inadmissible(&report, 2);
    support_report_rename(&report, hostile);
    struct benchan_text text = render("junit", &report);
    markup_well_formed(text.data);
    assert_null(strstr(text.data, "<script"));
    benchan_text_free(&text);

    text = render("github", &report);
    for (const char *line = text.data; *line; line = strchr(line, '\n') + 1) {
        assert_memory_equal(line, "::", 2);
        const char *title = strstr(line, " title=") + 7;
        const size_t n = strcspn(title, ":,\n");
        assert_memory_equal(title + n, "::", 2);
    }
    assert_null(strstr(text.data, "\x1b"));
    assert_int_equal(occurrences(text.data, "\n"), 3);
    benchan_text_free(&text);
}

static void github_shows_ten_and_counts(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_inadmissible(&report, 30);
    report.verdict.exit_status = 1;
    report.verdict.tally.raised = BENCHAN_ON_INADMISSIBLE;
    struct benchan_text text = render("github", &report);
    assert_int_equal(occurrences(text.data, "\n"), 11);
    assert_int_equal(occurrences(text.data, "::error title=inadmissible"), 10);
    assert_non_null(strstr(text.data, "20 more without an annotation"));
    benchan_text_free(&text);
}

static void github_is_quiet_when_all_is_well(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_paired(&report);
    struct benchan_text text = render("github", &report);
    assert_int_equal(occurrences(text.data, "\n"), 1);
    assert_memory_equal(text.data, "::notice title=benchan::", 24);
    benchan_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(junit_fails_what_fails),
        cmocka_unit_test(junit_skips_what_may_not_fail),
        cmocka_unit_test(junit_passes_what_is_admissible),
        cmocka_unit_test(junit_names_what_is_missing),
        cmocka_unit_test(hostile_names),
        cmocka_unit_test(github_shows_ten_and_counts),
        cmocka_unit_test(github_is_quiet_when_all_is_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
