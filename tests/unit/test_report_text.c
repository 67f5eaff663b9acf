/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchan/benchan.h"
#include "formats/report/plot.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"
#include "report_stubs.h"
#include "support_report.h"

static char *render(const char *name, const struct support_report *report,
                    struct benchan_report_options options)
{
    struct benchan_text text = {0};
    struct benchan_error error;
    options.version = "1.0.0";
    assert_int_equal(benchan_report_verdict(name, &report->verdict, &options, &text, &error),
                     BENCHAN_OK);
    /* The text is looked at by eye now and then. */
    if (getenv("BENCHAN_SHOW_REPORTS"))
        fputs(text.data, stdout);
    return text.data;
}

static void assert_fits(const char *text, size_t width)
{
    for (const char *line = text; *line;) {
        const size_t n = strcspn(line, "\n");
        if (benchan_text_columns(line, n) > width)
            fail_msg("%zu columns: %.*s", benchan_text_columns(line, n), (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static void assert_ascii(const char *text)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c > 126 || ((unsigned char)*c < 32 && *c != '\n'))
            fail_msg("byte %d in: %.40s", (unsigned char)*c, c);
}

/* Whether `part` is there, wherever lines were wrapped. */
static bool has(const char *text, const char *part)
{
    char *squeezed = malloc(strlen(text) + 1);
    assert_non_null(squeezed);
    size_t n = 0;
    for (const char *c = text; *c; c++) {
        const bool blank = *c == ' ' || *c == '\n';
        if (!blank || (n && squeezed[n - 1] != ' '))
            squeezed[n++] = blank ? ' ' : *c;
    }
    squeezed[n] = '\0';
    const bool found = strstr(squeezed, part) != NULL;
    free(squeezed);
    return found;
}

static void assert_has(const char *text, const char *part)
{
    if (!has(text, part))
        fail_msg("\"%s\" is missing in:\n%s", part, text);
}

static void assert_has_not(const char *text, const char *part)
{
    if (has(text, part))
        fail_msg("\"%s\" is in:\n%s", part, text);
}

static void one_inadmissible_row(void **state)
{
    (void)state;
    struct support_report report;
    support_report_inadmissible(&report, 1);
    char *text = render("text", &report, (struct benchan_report_options){0});
    assert_fits(text, 80);
    assert_has(text, "old.txt → new.txt");
    assert_has(text, "Example 9000, darwin/arm64; 1 candidate, α 0.05");
    assert_has(text, "MakeBuffer_Correct-16 sec/op");
    assert_has(text, "20 runs of 1 process: described, not judged");
    assert_has(text, "11.32n");
    assert_has(text, "≈");
    assert_has(text, "18.9 % do not trust");
    assert_has(text, "4.8 % acceptable");
    assert_has(text, "new takes 3.30× as long (+230 %); within these runs,");
    assert_has(text, "✗ fresh processes");
    assert_has(text, "✗ drift");
    assert_has(text, "~ two speeds");
    assert_has(text, "? order of the arms");
    assert_has(text, "✓ same machine, resolution; not shown by the files: GC, inputs");
    assert_has(text, "INADMISSIBLE ");
    assert_has(text, "old.txt: 0 values from 1 process; left out: 20 warmups");
    /* The words p has to come with. */
    assert_has(text, "chance alone");
    assert_has_not(text, "0.000");
    assert_has_not(text, "\x1b");
    free(text);
}

static void ascii_and_color(void **state)
{
    (void)state;
    struct support_report report;
    support_report_inadmissible(&report, 1);
    char *text = render("text", &report, (struct benchan_report_options){.ascii = true});
    assert_ascii(text);
    assert_fits(text, 80);
    assert_has(text, "x fresh processes");
    assert_has(text, "old.txt -> new.txt");
    free(text);
    text = render("text", &report, (struct benchan_report_options){.color = true});
    assert_has(text, "\x1b[31mINADMISSIBLE\x1b[0m ");
    free(text);
}

static void one_paired_row(void **state)
{
    (void)state;
    struct support_report report;
    support_report_paired(&report);
    char *text = render("text", &report, (struct benchan_report_options){.verbose = true});
    assert_fits(text, 80);
    assert_has(text, "20 blocks of both arms, paired");
    assert_has(text, "ADMISSIBLE: faster");
    assert_has(text, "new takes 0.900× as long (−10.0 %)");
    assert_has(text, "With nothing changed this design shows 1.001×");
    assert_has(text, "Rule of thumb by size and p, no verdict: ");
    assert_has_not(text, "To mend it");
    free(text);
}

static void attested_row(void **state)
{
    (void)state;
    struct support_report report;
    support_report_paired(&report);
    struct benchan_gate_result *gate = &report.results[0][1];
    gate->status = BENCHAN_GATE_ATTESTED;
    gate->measured = BENCHAN_GATE_UNKNOWN;
    gate->attested = "ran them in turn by hand";
    report.rows[0].attested = true;
    char *text = render("text", &report, (struct benchan_report_options){0});
    assert_has(text, "ADMISSIBLE on the author's word (interleaving): faster");
    assert_has(text, "ran them in turn by hand");
    assert_fits(text, 80);
    free(text);
}

static void suite(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_inadmissible(&report, 33);
    support_report_make_same(&report.rows[30]);
    support_report_make_difference(&report.rows[31]);
    report.rows[32].derived = true;
    report.rows[5].ratio.estimate = 0.5;
    report.rows[5].lean = -1;
    report.rows[6].verdict = BENCHAN_ADMISSIBLE;
    report.rows[6].finding = BENCHAN_SLOWER;
    report.contrast.geomean[0] =
        (struct benchan_ratio){.estimate = 2.9, .low = 2.8, .high = 3.1, .confidence = 0.95};
    report.contrast.geomean_rows = 30;
    report.contrast.geomean_admissible_rows = 1;
    report.verdict.tally.inadmissible = 30;
    report.verdict.tally.admissible = 2;
    report.verdict.tally.rows = 32;
    char *text = render("text", &report, (struct benchan_report_options){0});
    assert_fits(text, 80);
    /* Said once for all rows, and not again beneath each. */
    const char *first = strstr(text, "fresh processes");
    assert_non_null(first);
    assert_null(strstr(first + 1, "✗ fresh processes"));
    /* Worst first: the row that is shown slower, then the largest lean; faster last. */
    const char *table = strstr(text, " finding\n");
    assert_non_null(table);
    const char *slower = strstr(table, "case=6-16");
    const char *largest = strstr(table, "case=0-16");
    const char *next = strstr(table, "case=1-16");
    const char *faster = strstr(table, "case=5-16");
    assert_true(slower && largest && next && faster);
    assert_true(slower < largest && largest < next && next < faster);
    assert_has(text, "✗ drift all 31 rows, such as");
    assert_has(text, "✗ looks slower");
    assert_has(text, "allocs/op");
    assert_has(text, "1 row exactly the same on both sides");
    assert_has(text, "1 row computed from other units");
    assert_has(text, "Geometric mean of the ratios: +190 % (95 % interval +180 % to +210 %)");
    assert_has(text, "32 rows: 30 inadmissible, 2 admissible");
    assert_has_not(text, "case=32-16");
    free(text);
    text = render("text", &report,
                  (struct benchan_report_options){.verbose = true, .ascii = true});
    assert_fits(text, 80);
    assert_ascii(text);
    assert_has(text, "case=32-16");
    free(text);
    text = render("text", &report, (struct benchan_report_options){.width = 120});
    assert_fits(text, 120);
    assert_has(text, "<0.001");
    free(text);
}

static void quiet(void **state)
{
    (void)state;
    struct support_report report;
    support_report_inadmissible(&report, 3);
    char *text = render("text", &report, (struct benchan_report_options){.quiet = true});
    assert_fits(text, 80);
    assert_has(text, "INADMISSIBLE");
    assert_has_not(text, "fresh processes");
    free(text);
}

static void unmatched_names(void **state)
{
    (void)state;
    struct support_report report;
    support_report_inadmissible(&report, 1);
    report.unmatched[0] = (struct benchan_unmatched){.side = BENCHAN_ONLY_BASELINE,
                                                     .package = "p",
                                                     .benchmark = "Sort-8",
                                                     .unit = "sec/op",
                                                     .suggested_benchmark = "Sort-16",
                                                     .by_suffix = true};
    report.unmatched[1] = (struct benchan_unmatched){.side = BENCHAN_ONLY_CANDIDATE,
                                                     .package = "q/v2",
                                                     .benchmark = "Map",
                                                     .unit = "sec/op",
                                                     .suggested_package = "q",
                                                     .suggested_benchmark = "Map",
                                                     .by_package = true};
    report.verdict.unmatched = report.unmatched;
    report.verdict.n_unmatched = 2;
    char *text = render("text", &report, (struct benchan_report_options){.width = 200});
    assert_has(text, "Sort-8 (sec/op) is only in old; is it Sort-16 on other cores? "
                     "--pair Sort-8=Sort-16");
    assert_has(text, "Map (sec/op) is only in new; in package q it has a partner: "
                     "--ignore-package");
    free(text);
}

/* ----------------------------------------------------------- hostile strings */

static const char hostile[] =
    "x\x1b[2J\x1b]0;owned\x07|a\nb\r\n`c`\t<script>alert(1)</script>\xe2\x80\xae"
    "evil\xff\xc2\x9b"
    "31m[l](http://h) @me #1 www.h.io =1+1 \"q\" {{ \xe2\x80\xa8 end";

static void hostile_names(void **state)
{
    (void)state;
    static struct support_report report;
    for (size_t n = 1; n <= 3; n += 2) {
        support_report_inadmissible(&report, n);
        support_report_rename(&report, hostile);
        report.warning = (struct benchan_warning){
            .code = BENCHAN_WARN_SUFFIX, .comparison = SIZE_MAX, .text = hostile};
        report.verdict.warnings = &report.warning;
        for (size_t i = 0; benchan_report_name(i); i++) {
            char *text = render(benchan_report_name(i), &report,
                                (struct benchan_report_options){.verbose = true});
            for (const char *c = text; *c; c++)
                assert_true((unsigned char)*c >= 32 || *c == '\n');
            assert_has_not(text, "\xff");
            assert_has_not(text, "\xc2\x9b");
            assert_has_not(text, "\xe2\x80\xae");
            assert_has_not(text, "\xe2\x80\xa8");
            free(text);
        }
        char *text = render("text", &report, (struct benchan_report_options){.verbose = true});
        assert_fits(text, 80);
        free(text);
        text = render("text", &report, (struct benchan_report_options){.ascii = true});
        assert_ascii(text);
        assert_fits(text, 80);
        free(text);
        text = render("markdown", &report, (struct benchan_report_options){0});
        assert_has_not(text, "<script");
        assert_has_not(text, "`");
        assert_has_not(text, "[l](");
        assert_has_not(text, "@me");
        assert_has_not(text, "http://");
        assert_has_not(text, "www.h");
        assert_has_not(text, "|a");
        free(text);
        text = render("json", &report, (struct benchan_report_options){0});
        assert_has_not(text, "<script");
        free(text);
    }
}

static void wide_names_fit(void **state)
{
    (void)state;
    static struct support_report report;
    static const char wide[] =
        "比較測試比較測試比較測試比較測試e\xcc\x81比較測試比較測試比較測試比較測試比較測試";
    for (size_t n = 1; n <= 3; n += 2) {
        support_report_inadmissible(&report, n);
        support_report_rename(&report, wide);
        char *text = render("text", &report, (struct benchan_report_options){0});
        assert_fits(text, 80);
        assert_has(text, "…");
        free(text);
    }
}

/* ------------------------------------------------------------------- pieces */

static void columns(void **state)
{
    (void)state;
    assert_int_equal(columns_of_string("abc"), 3);
    assert_int_equal(columns_of_string("é"), 1);
    assert_int_equal(columns_of_string("e\xcc\x81"), 1); /* combining acute */
    assert_int_equal(columns_of_string("比較"), 4);
    assert_int_equal(columns_of_string("\xff\xfe"), 2);
    assert_int_equal(columns_of_string("\xc0\x80"), 2);     /* overlong */
    assert_int_equal(columns_of_string("\xed\xa0\x80"), 3); /* surrogate */
    assert_int_equal(columns_of_string("\xf0\x9f\x98\x80"), 2);
    assert_int_equal(benchan_text_columns("比較", 4), 3); /* the second is cut after a byte */
}

static void assert_cut(const char *string, size_t width, const char *expected)
{
    struct benchan_text text = {0};
    columns_cut(&text, string, width, "…");
    assert_string_equal(benchan_text_get(&text), expected);
    benchan_text_free(&text);
}

static void cut(void **state)
{
    (void)state;
    assert_cut("abcdef", 6, "abcdef");
    assert_cut("abcdefg", 6, "abc…fg");
    assert_cut("abcdefg", 1, "a");
    assert_cut("比較測試", 6, "比…試");
    assert_cut("", 3, "");
}

static void assert_escaped(void (*escape)(struct benchan_text *, const char *),
                           const char *string, const char *expected)
{
    struct benchan_text text = {0};
    escape(&text, string);
    assert_string_equal(benchan_text_get(&text), expected);
    benchan_text_free(&text);
}

static void escapes(void **state)
{
    (void)state;
    assert_escaped(escape_json, "a\"b\\c\n<\x01", "a\\\"b\\\\c\\n\\u003c\\u0001");
    assert_escaped(escape_json, "é😀\xff", "é😀\\ufffd");
    assert_escaped(escape_csv, "plain", "plain");
    assert_escaped(escape_csv, "a,\"b\"", "\"a,\"\"b\"\"\"");
    assert_escaped(escape_csv, "=1+1", "'=1+1");
    assert_escaped(escape_markdown_name, "a|b_c", "<code>a&#124;b\\_c</code>");
    struct benchan_text text = {0};
    escape_terminal(&text, "3×→±…\x1b比", true);
    assert_string_equal(benchan_text_get(&text), "3x->+-..\\x1b?");
    benchan_text_free(&text);
}

static void plots(void **state)
{
    (void)state;
    const double values[] = {1, 1, 1, 2, 10};
    const double *arms[] = {values};
    const size_t counts[] = {5};
    struct plot_axis axis;
    assert_true(plot_axis_over(&axis, arms, counts, 1, 10));
    size_t bins[PLOT_MAX_BINS];
    plot_count(&axis, values, 5, bins);
    assert_int_equal(bins[0], 3);
    assert_int_equal(bins[1], 1);
    assert_int_equal(bins[9], 1);
    struct benchan_text text = {0};
    plot_strip(&text, bins, 10, false);
    assert_string_equal(benchan_text_get(&text), "▆▃       ▃");
    benchan_text_clear(&text);
    plot_strip(&text, bins, 10, true);
    assert_string_equal(benchan_text_get(&text), "*-       -");
    benchan_text_free(&text);
    const double flat[] = {2, 2};
    const double *none[] = {flat};
    const size_t two[] = {2};
    assert_false(plot_axis_over(&axis, none, two, 1, 10));
}

static void unknown_name(void **state)
{
    (void)state;
    struct support_report report;
    struct benchan_text text = {0};
    struct benchan_error error;
    support_report_inadmissible(&report, 1);
    assert_int_equal(benchan_report_verdict("pdf", &report.verdict, NULL, &text, &error),
                     BENCHAN_BAD_USAGE);
    assert_has(error.message, "text, markdown, json, csv");
    assert_null(text.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_inadmissible_row),
        cmocka_unit_test(ascii_and_color),
        cmocka_unit_test(one_paired_row),
        cmocka_unit_test(attested_row),
        cmocka_unit_test(suite),
        cmocka_unit_test(quiet),
        cmocka_unit_test(unmatched_names),
        cmocka_unit_test(hostile_names),
        cmocka_unit_test(wide_names_fit),
        cmocka_unit_test(columns),
        cmocka_unit_test(cut),
        cmocka_unit_test(escapes),
        cmocka_unit_test(plots),
        cmocka_unit_test(unknown_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
