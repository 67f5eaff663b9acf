/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "benchan/benchan.h"
#include "report_stubs.h"
#include "support_markup.h"
#include "support_report.h"

static struct support_report report;

static struct benchan_text render(void)
{
    struct benchan_text text = {0};
    const struct benchan_report_options options = {.version = "1.0.0"};
    assert_int_equal(benchan_report_verdict("html", &report.verdict, &options, &text, NULL),
                     BENCHAN_OK);
    markup_well_formed(text.data);
    /* Nothing to fetch, nothing to run. */
    static const char *const forbidden[] = {
        "<script", "src=", "http:", "https:", "url(", "@import", "nan", "inf\""};
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (strstr(text.data, forbidden[i]))
            fail_msg("the page holds %s", forbidden[i]);
    return text;
}

static size_t occurrences(const char *text, const char *what)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

static void one_row(void **state)
{
    (void)state;
    support_report_inadmissible(&report, 1);
    struct benchan_text text = render();
    assert_non_null(strstr(text.data, "<h1 class=\"inadmissible\">INADMISSIBLE</h1>"));
    assert_int_equal(occurrences(text.data, "<article "), 1);
    /* Interval, strip, histogram, two order plots; each with its words. */
    assert_int_equal(occurrences(text.data, "<svg "), 5);
    assert_int_equal(occurrences(text.data, "role=\"img\">\n<title>"), 5);
    assert_non_null(strstr(text.data, "prefers-color-scheme: dark"));
    assert_non_null(strstr(text.data, "@media print"));
    benchan_text_free(&text);
}

static void paired_row(void **state)
{
    (void)state;
    support_report_paired(&report);
    struct benchan_text text = render();
    assert_non_null(strstr(text.data, "<h1 class=\"admissible\">ADMISSIBLE</h1>"));
    benchan_text_free(&text);
}

static void change_points_are_drawn(void **state)
{
    (void)state;
    support_report_inadmissible(&report, 1);
    struct benchan_series_summary *new = &report.rows[0].candidate;
    const struct benchan_regime regimes[] = {{1, 8, new->samples.min},
                                             {9, 20, new->samples.max}};
    new->n_regimes = 2;
    new->regimes = regimes;
    struct benchan_text text = render();
    assert_int_equal(occurrences(text.data, "<line class=\"change\""), 1);
    assert_non_null(strstr(text.data, "runs 1 to 8 near "));
    benchan_text_free(&text);
}

static void rows_without_a_ratio(void **state)
{
    (void)state;
    support_report_inadmissible(&report, 3);
    support_report_make_same(&report.rows[0]);
    support_report_make_difference(&report.rows[1]);
    struct benchan_text text = render();
    assert_non_null(strstr(text.data, "1 more rows are exactly the same"));
    benchan_text_free(&text);
}

static void suite(void **state)
{
    (void)state;
    support_report_inadmissible(&report, 30);
    struct benchan_text text = render();
    assert_int_equal(occurrences(text.data, "<article id=\"row-"), 30);
    assert_int_equal(occurrences(text.data, "href=\"#row-"), 30);
    benchan_text_free(&text);
}

static void hostile_names(void **state)
{
    (void)state;
    support_report_inadmissible(&report, 2);
    support_report_rename(&report, "\x1b[2J<img onerror=\"x\">&'\"</title>\n\xff\xe2\x80\xae");
    struct benchan_text text = render();
    assert_null(strstr(text.data, "<img"));
    benchan_text_free(&text);
}

static void description(void **state)
{
    (void)state;
    support_report_inadmissible(&report, 1);
    const struct benchan_described_series series = {.package = "",
                                                    .benchmark = "<b>",
                                                    .unit = "sec/op",
                                                    .summary = report.rows[0].candidate};
    const struct benchan_description described = {
        .n_captures = 2,
        .captures = report.refs,
        .n_series = 1,
        .series = (struct benchan_described_series *)(uintptr_t)&series};
    struct benchan_text text = {0};
    assert_int_equal(benchan_report_description("html", &described, NULL, &text, NULL),
                     BENCHAN_OK);
    markup_well_formed(text.data);
    assert_int_equal(occurrences(text.data, "<svg "), 2);
    benchan_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_row),
        cmocka_unit_test(paired_row),
        cmocka_unit_test(change_points_are_drawn),
        cmocka_unit_test(rows_without_a_ratio),
        cmocka_unit_test(suite),
        cmocka_unit_test(hostile_names),
        cmocka_unit_test(description),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
