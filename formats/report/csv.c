/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row a comparison, fit for appending to a ledger. Columns are only ever added at the end. */
#include <math.h>

#include "formats/model/number.h"
#include "formats/report/formats.h"
#include "formats/text/escape.h"

static void string_cell(struct benchan_text *text, const char *string)
{
    if (string)
        escape_csv(text, string);
    benchan_text_string(text, ",");
}

static void number_cell(struct benchan_text *text, double value)
{
    if (isfinite(value))
        benchan_text_number(text, value, BENCHAN_BINARY);
    benchan_text_string(text, ",");
}

static void count_cell(struct benchan_text *text, size_t value)
{
    benchan_text_printf(text, "%zu,", value);
}

static void arm_cells(struct benchan_text *text, const struct benchan_series_summary *arm)
{
    string_cell(text, arm->arm);
    count_cell(text, arm->n);
    if (arm->processes)
        benchan_text_printf(text, "%zu", arm->processes);
    benchan_text_string(text, ",");
    count_cell(text, arm->draws);
    number_cell(text, arm->samples.min);
    number_cell(text, arm->samples.median);
    number_cell(text, arm->samples.mean);
    number_cell(text, arm->samples.p90);
    number_cell(text, arm->samples.max);
    number_cell(text, arm->samples.cv);
}

static void gates_cell(struct benchan_text *text, const struct benchan_comparison *comparison,
                       enum benchan_gate_status status)
{
    size_t n = 0;
    for (size_t i = 0; i < comparison->n_gates; i++) {
        const struct benchan_gate_result *result = comparison->gates[i];
        const bool counts = status == BENCHAN_GATE_UNKNOWN ? result->binds : true;
        if (result->status == status && counts && result->gate->kind != BENCHAN_GATE_RESULT)
            benchan_text_printf(text, "%s%s", n++ ? " " : "", result->gate->name);
    }
    benchan_text_string(text, ",");
}

static void comparison_row(struct benchan_text *text,
                           const struct benchan_comparison *comparison)
{
    const bool difference = !isfinite(comparison->ratio.estimate);
    struct benchan_text sentence = {0};
    string_cell(text, comparison->package);
    string_cell(text, comparison->benchmark);
    string_cell(text, comparison->candidate_benchmark);
    string_cell(text, comparison->unit);
    arm_cells(text, &comparison->baseline);
    arm_cells(text, &comparison->candidate);
    string_cell(text, benchan_level_name(comparison->design.level));
    number_cell(text, comparison->ratio.estimate);
    number_cell(text, difference ? NAN : comparison->ratio.low);
    number_cell(text, difference ? NAN : comparison->ratio.high);
    number_cell(text, comparison->ratio.confidence);
    number_cell(text, difference ? comparison->difference.estimate : NAN);
    number_cell(text, difference ? comparison->difference.low : NAN);
    number_cell(text, difference ? comparison->difference.high : NAN);
    number_cell(text, comparison->p);
    number_cell(text, comparison->p_holm);
    number_cell(text, comparison->null.source ? comparison->null.ratio : NAN);
    benchan_text_printf(text, "%d,", comparison->lean);
    string_cell(text, benchan_finding_name(comparison->finding));
    string_cell(text,
                comparison->derived ? NULL : benchan_admissibility_name(comparison->verdict));
    benchan_text_printf(text, "%s,", comparison->attested ? "true" : "false");
    gates_cell(text, comparison, BENCHAN_GATE_FAIL);
    gates_cell(text, comparison, BENCHAN_GATE_UNKNOWN);
    if (!comparison->derived)
        benchan_sentence(comparison, &sentence);
    escape_csv(text, benchan_text_get(&sentence));
    benchan_text_string(text, "\n");
    text->failed = text->failed || sentence.failed;
    benchan_text_free(&sentence);
}

static void arm_keys(struct benchan_text *text, const char *arm)
{
    static const char *const keys[] = {"arm",    "n",    "processes", "draws", "min",
                                       "median", "mean", "p90",       "max",   "cv"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        benchan_text_printf(text, "%s_%s,", arm, keys[i]);
}

void report_csv_verdict(const struct benchan_verdict *verdict,
                        const struct benchan_report_options *options, struct benchan_text *text)
{
    (void)options;
    benchan_text_string(text, "package,benchmark,candidate_benchmark,unit,");
    arm_keys(text, "baseline");
    arm_keys(text, "candidate");
    benchan_text_string(text, "level,ratio,low,high,confidence,difference,difference_low,"
                              "difference_high,p,p_holm,null_ratio,lean,finding,verdict,"
                              "attested,gates_failed,gates_unknown,sentence\n");
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        comparison_row(text, &verdict->comparisons[i]);
}

void report_csv_description(const struct benchan_description *description,
                            const struct benchan_report_options *options,
                            struct benchan_text *text)
{
    (void)options;
    benchan_text_string(text,
                        "package,benchmark,unit,arm,n,processes,draws,min,median,mean,p90,"
                        "max,cv,modes,independence_p\n");
    for (size_t i = 0; i < description->n_series; i++) {
        const struct benchan_described_series *series = &description->series[i];
        string_cell(text, series->package);
        string_cell(text, series->benchmark);
        string_cell(text, series->unit);
        arm_cells(text, &series->summary);
        count_cell(text, series->summary.n_modes);
        if (isfinite(series->summary.independence.p) && series->summary.independence.n >= 5)
            benchan_text_number(text, series->summary.independence.p, BENCHAN_BINARY);
        benchan_text_string(text, "\n");
    }
}
