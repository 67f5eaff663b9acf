/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support_report.h"

#include <math.h>
#include <string.h>

static const struct benchan_gate gates[] = {
    {.name = "processes", .label = "fresh processes", .kind = BENCHAN_GATE_STRUCTURE},
    {.name = "interleaving", .label = "order of the arms", .kind = BENCHAN_GATE_STRUCTURE},
    {.name = "environment", .label = "same machine", .kind = BENCHAN_GATE_STRUCTURE},
    {.name = "independence", .label = "drift", .kind = BENCHAN_GATE_DATA},
    {.name = "modality", .label = "two speeds", .kind = BENCHAN_GATE_DATA},
    {.name = "stability", .label = "spread", .kind = BENCHAN_GATE_DATA},
    {.name = "clock", .label = "resolution", .kind = BENCHAN_GATE_DATA},
    {.name = "gc", .label = "GC", .kind = BENCHAN_GATE_VOUCHED},
    {.name = "inputs", .label = "inputs", .kind = BENCHAN_GATE_VOUCHED},
    {.name = "interval", .label = "interval", .kind = BENCHAN_GATE_RESULT},
};

static struct benchan_gate_result gate_result(const char *name, enum benchan_gate_status status,
                                              bool binds)
{
    struct benchan_gate_result result = {.status = status, .measured = status, .binds = binds};
    for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++)
        if (strcmp(gates[i].name, name) == 0)
            result.gate = &gates[i];
    return result;
}

void support_report_gate(struct benchan_comparison *row, const char *name,
                         enum benchan_gate_status status, bool binds)
{
    /* The rows of a report made by hand point into the report, which is no constant. */
    *(struct benchan_gate_result *)row->gates[row->n_gates++] =
        gate_result(name, status, binds);
}

static void summary(struct benchan_series_summary *summary, const char *arm,
                    const double *values, double median, double cv)
{
    *summary = (struct benchan_series_summary){.arm = arm,
                                               .n = SUPPORT_VALUES,
                                               .processes = 1,
                                               .draws = SUPPORT_VALUES,
                                               .sessions = 1,
                                               .level = BENCHAN_LEVEL_RUN,
                                               .cv_draws = cv,
                                               .robust_cv_draws = cv,
                                               .n_modes = 1,
                                               .n_values = SUPPORT_VALUES,
                                               .values = values};
    summary->samples = (struct benchan_location_scale){.n = SUPPORT_VALUES,
                                                       .min = median * 0.9,
                                                       .median = median,
                                                       .mean = median * 1.01,
                                                       .p90 = median * 1.09,
                                                       .max = median * 1.1,
                                                       .sd = median * cv,
                                                       .cv = cv,
                                                       .mad = median * cv / 2,
                                                       .robust_cv = cv};
    summary->modes[0] = (struct benchan_mode){median, SUPPORT_VALUES};
    summary->independence.p = NAN;
    summary->independence.n_effective = NAN;
    summary->components.icc = NAN;
    summary->warmup_shift = NAN;
    summary->warmup_p = NAN;
    summary->session_spread = NAN;
}

static void blank_row(struct benchan_comparison *row)
{
    const struct benchan_ratio none = {.estimate = NAN, .low = NAN, .high = NAN};
    *row = (struct benchan_comparison){.package = "example.com/store",
                                       .benchmark = "MakeBuffer_Correct-16",
                                       .unit = "sec/op",
                                       .quantity = BENCHAN_TIME,
                                       .better = BENCHAN_BETTER_LOWER,
                                       .ratio = none,
                                       .unpaired = none};
    row->difference = (struct benchan_difference){NAN, NAN, NAN};
    row->mean_ratio = row->p = row->p_holm = row->p_holm_k = row->hides = NAN;
    row->hodges_lehmann = row->hodges_lehmann_low = row->hodges_lehmann_high = NAN;
    row->rank.p = NAN;
    row->null = (struct benchan_null_control){.ratio = NAN,
                                              .low = NAN,
                                              .high = NAN,
                                              .low99 = NAN,
                                              .high99 = NAN,
                                              .resolution = NAN,
                                              .self_resolution = NAN,
                                              .noise_floor = 0};
}

static void captures(struct support_report *report)
{
    static const struct benchan_fact facts[] = {
        {"cpu", "Example 9000"}, {"os", "darwin"}, {"arch", "arm64"}};
    static const char *const paths[] = {"old.txt", "new.txt"};
    static const char *const arms[] = {"baseline", "candidate"};
    for (size_t i = 0; i < 2; i++) {
        report->captures[i] =
            (struct benchan_capture){.path = paths[i],
                                     .format = "go",
                                     .process_basis = BENCHAN_PROCESS_RECORDED,
                                     .n_processes = 1,
                                     .n_facts = 3,
                                     .facts = facts};
        report->captures[i].left_out.warmups = 20;
        report->refs[i] = (struct benchan_capture_ref){
            .capture = &report->captures[i], .arm = arms[i], .name = paths[i]};
    }
}

static void verdict(struct support_report *report, size_t n)
{
    const struct benchan_ratio none = {.estimate = NAN, .low = NAN, .high = NAN};
    report->contrast.rows = report->contrast.matched = n;
    report->contrast.geomean[0] = report->contrast.geomean_admissible = none;
    report->verdict = (struct benchan_verdict){.alpha = 0.05,
                                               .alpha_adjusted = 0.05,
                                               .k = 1,
                                               .min_effect = NAN,
                                               .noise_floor = NAN,
                                               .n_captures = 2,
                                               .captures = report->refs,
                                               .n_contrasts = 1,
                                               .contrasts = &report->contrast,
                                               .n_comparisons = n,
                                               .comparisons = report->rows};
    report->verdict.tally.rows = n;
    report->verdict.tally.chance_flags = NAN;
    report->verdict.claim.holds = NAN;
}

static void slower_row(struct support_report *report, size_t i)
{
    struct benchan_comparison *row = &report->rows[i];
    blank_row(row);
    for (size_t k = 0; k < BENCHAN_MAX_GATES; k++)
        report->gates[i][k] = &report->results[i][k];
    row->gates = report->gates[i];
    summary(&row->baseline, "old.txt", report->old_values, 11.32e-9, 0.048);
    summary(&row->candidate, "new.txt", report->new_values, 37.40e-9, 0.189);
    row->design.described_level = BENCHAN_LEVEL_RUN;
    row->design.level = BENCHAN_LEVEL_PROCESS;
    row->ratio = (struct benchan_ratio){.estimate = 3.30 - 0.01 * (double)i,
                                        .low = 2.51,
                                        .high = 3.52,
                                        .confidence = 0.95,
                                        .method = "exact bootstrap of the medians"};
    row->unpaired = row->ratio;
    row->mean_ratio = 3.05;
    row->p = row->rank.p = 1e-11;
    row->rank.method = "exact";
    row->rank.cliffs_delta = 1;
    row->lean = 1;
    row->action = BENCHAN_ACTION_ACT;
    row->verdict = BENCHAN_INADMISSIBLE;
    support_report_gate(row, "processes", BENCHAN_GATE_FAIL, true);
    support_report_gate(row, "interleaving", BENCHAN_GATE_UNKNOWN, true);
    support_report_gate(row, "environment", BENCHAN_GATE_PASS, true);
    support_report_gate(row, "independence", BENCHAN_GATE_FAIL, true);
    support_report_gate(row, "modality", BENCHAN_GATE_WEAK, false);
    support_report_gate(row, "clock", BENCHAN_GATE_PASS, false);
    support_report_gate(row, "gc", BENCHAN_GATE_UNKNOWN, false);
    support_report_gate(row, "inputs", BENCHAN_GATE_UNKNOWN, false);
    support_report_gate(row, "interval", BENCHAN_GATE_PASS, false);
    row->gates_short = 2;
}

void support_report_inadmissible(struct support_report *report, size_t n)
{
    *report = (struct support_report){0};
    for (size_t i = 0; i < SUPPORT_VALUES; i++) {
        report->old_values[i] = 10.85e-9 + 0.08e-9 * (double)i;
        report->new_values[i] = (i < 8    ? 41.5e-9
                                 : i < 16 ? 27.3e-9
                                          : 38.0e-9) +
                                1e-11 * (double)i;
    }
    captures(report);
    for (size_t i = 0; i < n; i++) {
        slower_row(report, i);
        if (n > 1) {
            benchan_snprintf(report->names[i], sizeof report->names[i],
                             "BenchmarkOfSomethingWithALongName/case=%zu-16", i);
            report->rows[i].benchmark = report->names[i];
        }
    }
    verdict(report, n);
    report->pair_results[0] = gate_result("processes", BENCHAN_GATE_FAIL, true);
    report->pair_results[1] = gate_result("interleaving", BENCHAN_GATE_UNKNOWN, true);
    report->pair_results[2] = gate_result("gc", BENCHAN_GATE_UNKNOWN, false);
    for (size_t i = 0; i < 3; i++)
        report->contrast.gates[i] = &report->pair_results[i];
    report->contrast.n_gates = 3;
    report->verdict.tally.inadmissible = n;
    report->verdict.tally.by_finding[BENCHAN_UNDECIDED] = n;
    report->verdict.exit_status = 1;
}

void support_report_paired(struct support_report *report)
{
    support_report_inadmissible(report, 1);
    struct benchan_comparison *row = &report->rows[0];
    for (size_t i = 0; i < SUPPORT_VALUES; i++)
        report->new_values[i] = 0.9 * report->old_values[i];
    summary(&row->candidate, "new.txt", report->new_values, 10.2e-9, 0.018);
    row->baseline.processes = row->candidate.processes = 20;
    row->baseline.level = row->candidate.level = BENCHAN_LEVEL_BLOCK;
    row->design = (struct benchan_design){.level = BENCHAN_LEVEL_BLOCK,
                                          .described_level = BENCHAN_LEVEL_BLOCK,
                                          .paired = true,
                                          .interleaved = BENCHAN_YES,
                                          .randomised = BENCHAN_YES,
                                          .order_known = true,
                                          .n_blocks = 20};
    row->ratio.estimate = 0.9;
    row->ratio.low = 0.89;
    row->ratio.high = 0.91;
    row->paired = (struct benchan_paired){.n = 20,
                                          .n_nonzero = 20,
                                          .sd = 0.01,
                                          .p = 1.9e-6,
                                          .estimate = 0.9,
                                          .low = 0.89,
                                          .high = 0.91,
                                          .sign_consistency = 1,
                                          .method = "exact signed rank"};
    row->paired.independence.p = NAN;
    row->p = 1.9e-6;
    row->null = (struct benchan_null_control){.source = BENCHAN_NULL_ODD_EVEN,
                                              .ratio = 1.001,
                                              .low = 0.992,
                                              .high = 1.012,
                                              .low99 = 0.99,
                                              .high99 = 1.015,
                                              .resolution = 0.012,
                                              .self_resolution = 0.01,
                                              .noise_floor = 0.001};
    row->n_gates = 0;
    support_report_gate(row, "processes", BENCHAN_GATE_PASS, true);
    support_report_gate(row, "interleaving", BENCHAN_GATE_PASS, true);
    support_report_gate(row, "independence", BENCHAN_GATE_PASS, true);
    support_report_gate(row, "gc", BENCHAN_GATE_UNKNOWN, false);
    row->gates_short = 0;
    row->lean = -1;
    row->finding = BENCHAN_FASTER;
    row->verdict = BENCHAN_ADMISSIBLE;
    report->contrast.n_gates = 0;
    report->verdict.tally = (struct benchan_tally){.rows = 1, .admissible = 1};
    report->verdict.tally.by_finding[BENCHAN_FASTER] = 1;
    report->verdict.exit_status = 0;
}

static void no_spread(struct benchan_series_summary *summary, double value)
{
    summary->samples = (struct benchan_location_scale){.n = SUPPORT_VALUES,
                                                       .min = value,
                                                       .median = value,
                                                       .mean = value,
                                                       .p90 = value,
                                                       .max = value,
                                                       .robust_cv = NAN,
                                                       .cv = NAN};
    summary->n_values = 0;
}

void support_report_make_same(struct benchan_comparison *row)
{
    row->unit = "B/op";
    row->quantity = BENCHAN_COUNT;
    row->exact = true;
    row->finding = BENCHAN_SAME;
    row->verdict = BENCHAN_ADMISSIBLE;
    row->lean = 0;
    row->ratio.estimate = row->ratio.low = row->ratio.high = 1;
    row->p = row->rank.p = NAN;
    row->n_gates = 0;
    no_spread(&row->baseline, 64);
    no_spread(&row->candidate, 64);
}

void support_report_make_difference(struct benchan_comparison *row)
{
    row->unit = "allocs/op";
    row->quantity = BENCHAN_COUNT;
    row->ratio.estimate = row->ratio.low = row->ratio.high = NAN;
    row->unpaired = row->ratio;
    row->mean_ratio = NAN;
    row->difference = (struct benchan_difference){5, 4, 6};
    no_spread(&row->baseline, 0);
    no_spread(&row->candidate, 5);
}

void support_report_rename(struct support_report *report, const char *string)
{
    for (size_t i = 0; i < report->verdict.n_comparisons; i++) {
        struct benchan_comparison *row = &report->rows[i];
        row->package = row->benchmark = row->unit = row->candidate_benchmark = string;
        row->baseline.arm = row->candidate.arm = string;
    }
    for (size_t i = 0; i < 2; i++) {
        report->captures[i].path = report->refs[i].name = string;
        report->captures[i].n_facts = 0;
        report->unmatched[i] = (struct benchan_unmatched){.side = i ? BENCHAN_ONLY_CANDIDATE
                                                                    : BENCHAN_ONLY_BASELINE,
                                                          .package = string,
                                                          .benchmark = string,
                                                          .unit = string,
                                                          .suggested_package = string,
                                                          .suggested_benchmark = string,
                                                          .by_suffix = i == 0,
                                                          .by_package = i == 1};
    }
    report->verdict.unmatched = report->unmatched;
    report->verdict.n_unmatched = 2;
    report->verdict.claim = (struct benchan_claim_result){
        .given = true, .text = string, .status = BENCHAN_CLAIM_NOT_SHOWN, .holds = NAN};
}
