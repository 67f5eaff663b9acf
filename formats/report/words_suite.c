/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for what is said of captures, suites and claims. */
#include <math.h>
#include <string.h>

#include "formats/report/words.h"

static void left_out(struct benchan_text *text, size_t n, const char *thing, size_t *kinds)
{
    if (n == 0)
        return;
    benchan_text_string(text, *kinds ? ", " : "; left out: ");
    words_count(text, n, thing);
    ++*kinds;
}

void words_capture(struct benchan_text *text, const struct benchan_capture *capture)
{
    const struct benchan_left_out *out = &capture->left_out;
    size_t kinds = 0;
    if (capture->summary_only) {
        benchan_text_string(text, "summary figures only, no samples");
    } else {
        words_count(text, benchan_capture_samples(capture), "value");
        if (capture->process_basis == BENCHAN_PROCESS_UNKNOWN) {
            benchan_text_string(text, ", processes unknown");
        } else {
            benchan_text_string(text, " from ");
            words_count(text, capture->n_processes, "process");
        }
    }
    left_out(text, out->warmups, "warmup", &kinds);
    left_out(text, out->calibrations, "calibration run", &kinds);
    left_out(text, out->aggregates, "aggregate", &kinds);
    left_out(text, out->failures, "failure", &kinds);
    left_out(text, out->skipped, "skipped run", &kinds);
    left_out(text, out->missing, "missing value", &kinds);
    left_out(text, out->orphans, "benchmark without result", &kinds);
    left_out(text, out->odd_rows, "odd line", &kinds);
    if (capture->partial)
        benchan_text_string(text, "; the file is cut: its whole records were read");
}

void words_machine(struct benchan_text *text, const struct benchan_capture *capture)
{
    const char *cpu = benchan_capture_fact(capture, BENCHAN_NONE, "cpu");
    const char *os = benchan_capture_fact(capture, BENCHAN_NONE, "os");
    const char *arch = benchan_capture_fact(capture, BENCHAN_NONE, "arch");
    if (cpu)
        benchan_text_string(text, cpu);
    if (os || arch)
        benchan_text_printf(text, "%s%s%s%s", cpu ? ", " : "", os ? os : "",
                            os && arch ? "/" : "", arch ? arch : "");
}

/* ------------------------------------------------------------------ the claim */

static void claim_reading(struct benchan_text *text,
                          const struct benchan_claim_reading *reading)
{
    benchan_text_printf(text, "read as %s: %s", reading->words ? reading->words : "stated",
                        words_claim(reading->status));
}

void words_claim_result(struct benchan_text *text, const struct benchan_claim_result *claim)
{
    benchan_text_printf(text, "The claim \"%s\" is %s", claim->text,
                        claim->status == BENCHAN_CLAIM_NONE ? "not judged"
                                                            : words_claim(claim->status));
    for (size_t i = 0; claim->n_readings > 1 && i < claim->n_readings; i++) {
        benchan_text_string(text, i ? "; " : " (");
        claim_reading(text, &claim->readings[i]);
    }
    benchan_text_string(text, claim->n_readings > 1 ? ")." : ".");
    if (isfinite(claim->holds)) {
        benchan_text_string(text, " What holds: ");
        words_ratio(text, exp(claim->holds));
        benchan_text_string(text, " the speed.");
    }
    if (claim->reproduced_by)
        benchan_text_printf(text, " The figure stated is that of the %s.",
                            claim->reproduced_by);
}

/* ------------------------------------------------------------------ the suite */

static void geomean(struct benchan_text *text, const struct benchan_ratio *ratio, size_t rows)
{
    words_change(text, ratio->estimate);
    if (isfinite(ratio->low) && isfinite(ratio->high)) {
        if (isfinite(ratio->confidence))
            benchan_text_printf(text, " (%.4g %% interval ", 100 * ratio->confidence);
        else
            benchan_text_string(text, " (interval ");
        words_change(text, ratio->low);
        benchan_text_string(text, " to ");
        words_change(text, ratio->high);
        benchan_text_string(text, ")");
    } else {
        benchan_text_string(text, " (no interval)");
    }
    benchan_text_string(text, " over ");
    words_count(text, rows, "row");
}

void words_geomean(struct benchan_text *text, const struct benchan_contrast *contrast)
{
    if (!isfinite(contrast->geomean[0].estimate))
        return;
    benchan_text_string(text, "Geometric mean of the ratios: ");
    geomean(text, &contrast->geomean[0], contrast->geomean_rows);
    if (contrast->geomean_assumes_independence)
        benchan_text_string(text, "; assumes independence of the rows");
    if (contrast->geomean_admissible_rows == contrast->geomean_rows)
        return;
    benchan_text_string(text, "; inadmissible rows left out: ");
    if (isfinite(contrast->geomean_admissible.estimate))
        geomean(text, &contrast->geomean_admissible, contrast->geomean_admissible_rows);
    else
        benchan_text_string(text, "nothing remains to average");
}

static void counted(struct benchan_text *text, size_t n, const char *what, size_t *kinds)
{
    if (n == 0)
        return;
    benchan_text_printf(text, "%s%zu %s", *kinds ? ", " : ": ", n, what);
    ++*kinds;
}

/* One gate fails, and none is unknown that would have to be known. */
static bool is_one_gate_short(const struct benchan_comparison *row)
{
    if (row->derived || row->verdict != BENCHAN_INADMISSIBLE || row->gates_short != 1)
        return false;
    for (size_t i = 0; i < row->n_gates; i++)
        if (row->gates[i]->status == BENCHAN_GATE_UNKNOWN && row->gates[i]->binds)
            return false;
    return true;
}

static size_t one_gate_short(const struct benchan_verdict *verdict)
{
    size_t n = 0;
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        n += is_one_gate_short(&verdict->comparisons[i]);
    return n;
}

void words_departing(struct benchan_text *text, const struct benchan_verdict *verdict,
                     size_t candidate)
{
    size_t departing = 0, rows = 0;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        if (row->candidate_index != candidate || row->derived || row->exact)
            continue;
        rows++;
        departing += row->departs;
    }
    if (departing)
        benchan_text_printf(text, "; %zu of %zu rows otherwise", departing, rows);
}

/* Rows that are admissible only because someone said so are never merely admissible. */
static void words_conditions(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    size_t attested = 0, softened = 0;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        if (row->derived || row->verdict != BENCHAN_ADMISSIBLE)
            continue;
        attested += row->attested;
        softened += row->softened;
    }
    if (attested)
        benchan_text_printf(text, ", %zu of them on the author's word", attested);
    if (softened)
        benchan_text_printf(text, ", %zu of them with gates relaxed", softened);
}

void words_summary(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    const struct benchan_tally *summary = &verdict->tally;
    const size_t near = one_gate_short(verdict);
    size_t kinds = 0;
    words_count(text, summary->rows, "row");
    if (summary->inadmissible >= near) {
        counted(text, near, "one gate short", &kinds);
        counted(text, summary->inadmissible - near, "inadmissible", &kinds);
    }
    counted(text, summary->incomplete, "incomplete", &kinds);
    counted(text, summary->admissible, "admissible", &kinds);
    size_t findings = 0;
    for (size_t i = BENCHAN_FASTER; i <= BENCHAN_DIFFERENT; i++) {
        if (summary->by_finding[i] == 0)
            continue;
        benchan_text_printf(text, "%s%zu %s", findings++ ? ", " : " (", summary->by_finding[i],
                            words_finding_short((enum benchan_finding)i));
    }
    if (findings)
        benchan_text_string(text, ")");
    words_conditions(text, verdict);
    if (summary->missing == 0)
        return;
    benchan_text_string(text, "; ");
    words_count(text, summary->missing, "row");
    benchan_text_string(text, " of the baseline missing");
}

/* The arms of one candidate, by any of its rows. */
static void labels_of_contrast(const struct benchan_verdict *verdict, size_t candidate,
                               struct benchan_labels *labels)
{
    *labels = (struct benchan_labels){"baseline", "candidate", true};
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        if (verdict->comparisons[i].candidate_index == candidate) {
            benchan_labels_of(&verdict->comparisons[i], labels);
            return;
        }
}

void words_unmatched(struct benchan_text *text, const struct benchan_verdict *verdict,
                     const struct benchan_unmatched *unmatched)
{
    struct benchan_labels labels;
    labels_of_contrast(verdict, unmatched->candidate_index, &labels);
    const bool old = unmatched->side == BENCHAN_ONLY_BASELINE;
    if (unmatched->package && unmatched->package[0])
        benchan_text_printf(text, "%s ", unmatched->package);
    benchan_text_printf(text, "%s", unmatched->benchmark);
    if (unmatched->unit)
        benchan_text_printf(text, " (%s)", unmatched->unit);
    benchan_text_string(text, " is only in ");
    benchan_label_words(&labels, !old, text);
    if (!unmatched->suggested_benchmark)
        return;
    const char *partner = unmatched->suggested_benchmark;
    if (unmatched->by_package) {
        benchan_text_printf(text, "; in package %s it has a partner: --ignore-package",
                            unmatched->suggested_package ? unmatched->suggested_package : "?");
        return;
    }
    benchan_text_printf(text, "; is it %s%s? --pair %s=%s", partner,
                        unmatched->by_suffix ? " on other cores" : "",
                        old ? unmatched->benchmark : partner,
                        old ? partner : unmatched->benchmark);
}

static bool is_difference(enum benchan_finding finding)
{
    return (finding >= BENCHAN_FASTER && finding <= BENCHAN_HIGHER) ||
           finding == BENCHAN_DIFFERENT;
}

void words_same_code(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    size_t rows = 0, declared = 0, leaning = 0;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        if (row->derived || row->finding == BENCHAN_SAME)
            continue;
        rows++;
        declared += is_difference(row->finding);
        leaning += row->lean != 0;
    }
    if (rows == 0)
        return;
    benchan_text_printf(text, "Nothing changed, and %zu of %zu rows that vary %s a difference.",
                        declared, rows, declared == 1 ? "declares" : "declare");
    benchan_text_printf(text,
                        " Whatever the gates say, %zu %s an interval without \"no change\" in "
                        "it (by chance about %.2g would at alpha %.3g).",
                        leaning, leaning == 1 ? "has" : "have",
                        verdict->alpha_adjusted * (double)rows, verdict->alpha_adjusted);
}
