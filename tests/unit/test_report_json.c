/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "benchan/benchan.h"
#include "report_stubs.h"
#include "support_report.h"

static const struct benchan_report_options options = {.version = "1.0.0"};

static cJSON *render(const struct benchan_verdict *verdict)
{
    struct benchan_text text = {0};
    assert_int_equal(benchan_report_verdict("json", verdict, &options, &text, NULL),
                     BENCHAN_OK);
    assert_null(strstr(text.data, "nan"));
    assert_null(strstr(text.data, "inf\""));
    cJSON *json = cJSON_ParseWithOpts(text.data, NULL, true);
    if (!json)
        fail_msg("no JSON: %s", text.data);
    benchan_text_free(&text);
    return json;
}

static const cJSON *get(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!item)
        fail_msg("key \"%s\" is missing", key);
    return item;
}

static void assert_keys(const cJSON *json, const char *keys)
{
    char key[64];
    for (const char *k = keys; *k;) {
        const size_t n = strcspn(k, " ");
        snprintf(key, sizeof key, "%.*s", (int)n, k);
        get(json, key);
        k += n + (k[n] == ' ');
    }
}

/* The names a program may rely on. */
static const char top_keys[] =
    "schema version alpha k alpha_adjusted captures design comparisons "
    "unmatched summary claim exit_status warnings";
static const char capture_keys[] = "arm path format samples processes left_out facts";
static const char design_keys[] = "level described_level paired interleaved randomised";
static const char comparison_keys[] =
    "package benchmark unit baseline candidate ratio difference rank_test paired null "
    "resolution "
    "lean gates finding action verdict attested sentence p_holm unpaired";
static const char arm_keys[] = "arm n processes draws level min median mean p90 max sd cv "
                               "robust_cv mad modes independence icc";

static void assert_comparison(const cJSON *row)
{
    assert_keys(row, comparison_keys);
    assert_keys(get(row, "baseline"), arm_keys);
    assert_keys(get(row, "candidate"), arm_keys);
    assert_keys(get(get(row, "baseline"), "independence"), "p change_points n_eff");
    assert_keys(get(row, "rank_test"), "p method cliffs_delta hodges_lehmann");
    assert_keys(get(row, "null"), "ratio low high");
    const cJSON *gate = NULL;
    cJSON_ArrayForEach(gate, get(row, "gates"))
        assert_keys(gate, "name level status evidence mend");
}

static void assert_number(const cJSON *json, const char *key, double expected)
{
    const cJSON *item = get(json, key);
    assert_true(cJSON_IsNumber(item));
    assert_true(item->valuedouble == expected);
}

static void inadmissible(void **state)
{
    (void)state;
    struct support_report report;
    support_report_inadmissible(&report, 1);
    cJSON *json = render(&report.verdict);
    assert_keys(json, top_keys);
    assert_string_equal(get(json, "schema")->valuestring, "benchan/verdict/1");
    assert_keys(get(json, "design"), design_keys);
    assert_int_equal(cJSON_GetArraySize(get(json, "captures")), 2);
    assert_keys(cJSON_GetArrayItem(get(json, "captures"), 0), capture_keys);
    assert_true(cJSON_IsNull(get(json, "claim")));
    assert_number(json, "exit_status", 1);
    const cJSON *row = cJSON_GetArrayItem(get(json, "comparisons"), 0);
    assert_comparison(row);
    assert_keys(get(row, "ratio"), "estimate low high confidence level method");
    /* Every digit survives. */
    assert_number(get(row, "ratio"), "estimate", 3.30);
    assert_number(get(row, "baseline"), "mean", 11.32e-9 * 1.01);
    assert_true(cJSON_IsNull(get(get(row, "baseline"), "icc")));
    assert_true(cJSON_IsNull(get(get(get(row, "baseline"), "independence"), "p")));
    assert_true(cJSON_IsNull(get(row, "difference")));
    assert_true(cJSON_IsNull(get(row, "paired")));
    assert_string_equal(get(row, "verdict")->valuestring, "inadmissible");
    assert_string_equal(get(cJSON_GetArrayItem(get(row, "gates"), 0), "status")->valuestring,
                        "fail");
    cJSON_Delete(json);
}

static void paired(void **state)
{
    (void)state;
    struct support_report report;
    support_report_paired(&report);
    report.verdict.claim = (struct benchan_claim_result){
        .given = true, .text = "10% faster", .status = BENCHAN_CLAIM_UPHELD, .holds = NAN};
    cJSON *json = render(&report.verdict);
    const cJSON *row = cJSON_GetArrayItem(get(json, "comparisons"), 0);
    assert_comparison(row);
    assert_keys(get(row, "paired"), "n sd sign_consistency independence modes");
    assert_number(get(row, "paired"), "n", 20);
    assert_number(get(row, "null"), "ratio", 1.001);
    assert_number(row, "resolution", 0.012);
    assert_string_equal(get(row, "finding")->valuestring, "faster");
    assert_string_equal(get(get(json, "claim"), "status")->valuestring, "upheld");
    assert_true(cJSON_IsNull(get(get(json, "claim"), "holds")));
    cJSON_Delete(json);
}

static void differences_and_exact_rows(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_inadmissible(&report, 30);
    support_report_make_same(&report.rows[0]);
    support_report_make_difference(&report.rows[1]);
    cJSON *json = render(&report.verdict);
    assert_int_equal(cJSON_GetArraySize(get(json, "comparisons")), 30);
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, get(json, "comparisons")) assert_comparison(row);
    const cJSON *same = cJSON_GetArrayItem(get(json, "comparisons"), 0);
    assert_true(cJSON_IsTrue(get(same, "exact")));
    assert_true(cJSON_IsNull(get(get(same, "baseline"), "cv")));
    const cJSON *other = cJSON_GetArrayItem(get(json, "comparisons"), 1);
    assert_true(cJSON_IsNull(get(other, "ratio")));
    assert_number(get(other, "difference"), "estimate", 5);
    assert_number(get(other, "difference"), "low", 4);
    cJSON_Delete(json);
}

static void unmatched(void **state)
{
    (void)state;
    struct support_report report;
    support_report_inadmissible(&report, 1);
    static const char name[] = "a\"b\\c\x1b\xe2\x80\xae</script>\n";
    support_report_rename(&report, name);
    cJSON *json = render(&report.verdict);
    const cJSON *row = cJSON_GetArrayItem(get(json, "unmatched"), 0);
    assert_keys(row, "side package benchmark unit suggested_benchmark");
    /* Escaped on paper, itself again once read. */
    assert_string_equal(get(row, "benchmark")->valuestring, name);
    cJSON_Delete(json);
}

static void csv(void **state)
{
    (void)state;
    static struct support_report report;
    support_report_inadmissible(&report, 3);
    support_report_make_difference(&report.rows[1]);
    support_report_rename(&report, "=a,\"b\"\nc");
    struct benchan_text text = {0};
    assert_int_equal(benchan_report_verdict("csv", &report.verdict, &options, &text, NULL),
                     BENCHAN_OK);
    size_t lines = 0;
    size_t commas = 0;
    for (const char *line = text.data; *line; lines++) {
        size_t cells = 1;
        bool quoted = false;
        for (; *line != '\n'; line++) {
            quoted = quoted != (*line == '"');
            cells += *line == ',' && !quoted;
        }
        if (lines == 0)
            commas = cells;
        assert_int_equal(cells, commas);
        line++;
    }
    assert_int_equal(lines, 4);
    assert_non_null(strstr(text.data, "\"'=a,\"\"b\"\"\\x0ac\""));
    benchan_text_free(&text);
}

static void markdown_stays_small(void **state)
{
    (void)state;
    enum { ROWS = 3000 };
    struct support_report report;
    support_report_inadmissible(&report, 1);
    struct benchan_comparison *rows = calloc(ROWS, sizeof *rows);
    struct benchan_unmatched *names = calloc(ROWS, sizeof *names);
    assert_true(rows && names);
    for (size_t i = 0; i < ROWS; i++) {
        rows[i] = report.rows[0];
        names[i] = (struct benchan_unmatched){
            .package = "p", .benchmark = "a_name_of_some_length", .unit = "sec/op"};
    }
    report.verdict.comparisons = rows;
    report.verdict.n_comparisons = ROWS;
    report.verdict.unmatched = names;
    report.verdict.n_unmatched = ROWS;
    struct benchan_text text = {0};
    assert_int_equal(benchan_report_verdict("markdown", &report.verdict, &options, &text, NULL),
                     BENCHAN_OK);
    assert_true(text.size < 65000);
    assert_ptr_equal(strstr(text.data, "<!-- benchan-report -->"), text.data);
    assert_non_null(strstr(text.data, "more rows did not fit"));
    assert_non_null(strstr(text.data, "more remarks that did not fit"));
    assert_non_null(strstr(text.data, "</details>"));
    benchan_text_free(&text);
    free(rows);
    free(names);
}

static void description(void **state)
{
    (void)state;
    struct support_report report;
    support_report_inadmissible(&report, 1);
    struct benchan_described_series series[8];
    memset(series, 0, sizeof series);
    for (size_t i = 0; i < 8; i++) {
        series[i].package = "p";
        series[i].benchmark = i ? "Other" : "MakeBuffer";
        series[i].unit = "sec/op";
        series[i].quantity = BENCHAN_TIME;
        series[i].summary = report.rows[0].baseline;
        series[i].histogram_low = 1e-8;
        series[i].histogram_high = 2e-8;
        series[i].histogram[3] = 20;
    }
    const struct benchan_description described = {
        .n_captures = 1, .captures = report.refs, .n_series = 8, .series = series};
    struct benchan_text text = {0};
    assert_int_equal(benchan_report_description("json", &described, &options, &text, NULL),
                     BENCHAN_OK);
    cJSON *json = cJSON_ParseWithOpts(text.data, NULL, true);
    assert_non_null(json);
    assert_string_equal(get(json, "schema")->valuestring, "benchan/describe/1");
    assert_keys(json, "captures series");
    const cJSON *one = cJSON_GetArrayItem(get(json, "series"), 0);
    assert_keys(one, "package benchmark unit histogram");
    assert_keys(one, arm_keys);
    assert_int_equal(cJSON_GetArraySize(get(get(one, "histogram"), "counts")),
                     BENCHAN_HISTOGRAM_BINS);
    cJSON_Delete(json);
    for (size_t i = 0; benchan_report_name(i); i++)
        for (int verbose = 0; verbose < 2; verbose++) {
            const struct benchan_report_options how = {.verbose = verbose};
            benchan_text_clear(&text);
            assert_int_equal(benchan_report_description(benchan_report_name(i), &described,
                                                        &how, &text, NULL),
                             BENCHAN_OK);
            assert_non_null(strstr(text.data, "MakeBuffer"));
            if (getenv("BENCHAN_SHOW_REPORTS"))
                fputs(text.data, stdout);
        }
    benchan_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inadmissible),
        cmocka_unit_test(paired),
        cmocka_unit_test(differences_and_exact_rows),
        cmocka_unit_test(unmatched),
        cmocka_unit_test(csv),
        cmocka_unit_test(markdown_stays_small),
        cmocka_unit_test(description),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
