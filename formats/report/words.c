/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/words.h"

#include <math.h>
#include <string.h>

#include "formats/model/units.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"

void words_value(struct benchan_text *text, double value, const char *unit)
{
    if (!isfinite(value)) {
        benchan_text_string(text, "-");
        return;
    }
    if (value < 0)
        benchan_text_string(text, "−");
    benchan_text_value(text, fabs(value), unit);
}

void words_difference_value(struct benchan_text *text, double value, const char *unit)
{
    if (value > 0)
        benchan_text_string(text, "+");
    words_value(text, value, unit);
}

void words_difference_range(struct benchan_text *text,
                            const struct benchan_difference *difference, const char *unit)
{
    words_difference_value(text, difference->low, unit);
    benchan_text_string(text, " to ");
    words_difference_value(text, difference->high, unit);
}

/* Three significant digits, no more than two decimals, and no exponent where that is short. */
static void significant(struct benchan_text *text, double value)
{
    const double size = fabs(value);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    if (size >= 1e6)
        benchan_text_printf(text, "%.2e", value);
    else
        benchan_text_printf(text, "%.*f", decimals, value);
}

void words_ratio(struct benchan_text *text, double ratio)
{
    if (isnan(ratio)) {
        benchan_text_string(text, "-");
        return;
    }
    if (isinf(ratio)) {
        benchan_text_string(text, "any factor");
        return;
    }
    /* Near 1 and below it the third decimal is what matters. */
    if (ratio >= 0.0995 && ratio < 1.25)
        benchan_text_printf(text, "%.3f", ratio);
    else if (ratio < 0.0995)
        benchan_text_printf(text, "%.3g", ratio);
    else
        significant(text, ratio);
    benchan_text_string(text, "×");
}

void words_change(struct benchan_text *text, double ratio)
{
    if (!isfinite(ratio)) {
        benchan_text_string(text, isnan(ratio) ? "-" : "+∞ %");
        return;
    }
    const double percent = 100 * (ratio - 1);
    if (fabs(percent) < 0.005) {
        benchan_text_string(text, "0 %");
        return;
    }
    benchan_text_string(text, percent < 0 ? "−" : "+");
    significant(text, fabs(percent));
    benchan_text_string(text, " %");
}

void words_change_range(struct benchan_text *words, double low, double high)
{
    struct benchan_text first = {0};
    words_change(&first, low);
    const char *string = benchan_text_get(&first);
    const size_t n = first.size;
    benchan_text_bytes(words, string, n > 2 && string[n - 1] == '%' ? n - 2 : n);
    benchan_text_string(words, " to ");
    words_change(words, high);
    words->failed = words->failed || first.failed;
    benchan_text_free(&first);
}

void words_percent(struct benchan_text *text, double share)
{
    if (isfinite(share) && 100 * fabs(share) < 99.95)
        benchan_text_printf(text, "%.1f %%", 100 * share);
    else if (isfinite(share))
        benchan_text_printf(text, "%.0f %%", 100 * share);
    else
        benchan_text_string(text, "-");
}

void words_p(struct benchan_text *text, double p)
{
    if (isnan(p))
        benchan_text_string(text, "-");
    else if (p < 1e-15)
        benchan_text_string(text, "<1e-15");
    else if (p >= 0.0995)
        benchan_text_printf(text, "%.2f", p);
    else if (p >= 0.00095)
        benchan_text_printf(text, "%.3f", p);
    else
        benchan_text_printf(text, "%.1e", p);
}

const char *words_cv(double cv)
{
    if (!isfinite(cv))
        return "";
    if (cv < 0.02)
        return "reliable";
    if (cv <= 0.05)
        return "acceptable";
    return cv <= 0.10 ? "noisy" : "do not trust";
}

const char *words_finding_short(enum benchan_finding finding)
{
    static const char *const words[] = {
        [BENCHAN_UNDECIDED] = "undecided",   [BENCHAN_FASTER] = "faster",
        [BENCHAN_SLOWER] = "slower",         [BENCHAN_LOWER] = "lower",
        [BENCHAN_HIGHER] = "higher",         [BENCHAN_NO_DIFFERENCE] = "no diff.",
        [BENCHAN_EQUIVALENT] = "equivalent", [BENCHAN_SAME] = "the same",
        [BENCHAN_DIFFERENT] = "different",
    };
    return words[finding];
}

const char *words_finding(const struct benchan_comparison *comparison)
{
    if (comparison->finding == BENCHAN_NO_DIFFERENCE)
        return "no measurable difference";
    if (comparison->finding == BENCHAN_SAME)
        return "exactly the same";
    return words_finding_short(comparison->finding);
}

const char *words_verdict(enum benchan_admissibility verdict)
{
    static const char *const words[] = {[BENCHAN_ADMISSIBLE] = "ADMISSIBLE",
                                        [BENCHAN_INCOMPLETE] = "INCOMPLETE",
                                        [BENCHAN_INADMISSIBLE] = "INADMISSIBLE"};
    return words[verdict];
}

static void gates_with(struct benchan_text *text, const struct benchan_comparison *comparison,
                       bool attested)
{
    size_t named = 0;
    for (size_t i = 0; i < comparison->n_gates; i++) {
        const struct benchan_gate_result *result = comparison->gates[i];
        const bool changed = result->status != result->measured;
        /* --noise-floor vouches without an option for the gate, and changes nothing. */
        const bool vouched = result->status == BENCHAN_GATE_ATTESTED;
        if (attested ? !vouched : vouched || !changed)
            continue;
        benchan_text_printf(text, "%s%s", named++ ? ", " : "", result->gate->name);
    }
}

void words_verdict_full(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    benchan_text_string(text, words_verdict(comparison->verdict));
    if (comparison->verdict != BENCHAN_ADMISSIBLE)
        return;
    if (comparison->attested) {
        benchan_text_string(text, " on the author's word (");
        gates_with(text, comparison, true);
        benchan_text_string(text, ")");
    }
    if (comparison->softened) {
        benchan_text_string(text, " with gates relaxed (");
        gates_with(text, comparison, false);
        benchan_text_string(text, ")");
    }
    benchan_text_printf(text, ": %s", words_finding(comparison));
}

const char *words_action(enum benchan_action action)
{
    static const char *const words[] = {
        [BENCHAN_ACTION_NONE] = "a change this small calls for no action",
        [BENCHAN_ACTION_LARGER_N] =
            "no measurable difference; commit to a larger n before measuring again",
        [BENCHAN_ACTION_INVESTIGATE] = "investigate",
        [BENCHAN_ACTION_ACT] = "large and unlikely to be luck: act on it",
    };
    return words[action];
}

const char *words_claim(enum benchan_claim_status status)
{
    static const char *const words[] = {
        [BENCHAN_CLAIM_NONE] = "not judged",
        [BENCHAN_CLAIM_NOT_SHOWN] = "not shown",
        [BENCHAN_CLAIM_CONTRADICTED] = "contradicted",
        [BENCHAN_CLAIM_OVERSTATED] = "overstated",
        [BENCHAN_CLAIM_UNDERSTATED] = "understated",
        [BENCHAN_CLAIM_UPHELD] = "upheld",
    };
    return words[status];
}

void words_count(struct benchan_text *text, size_t n, const char *thing)
{
    const size_t length = strlen(thing);
    const bool sibilant = length > 1 && thing[length - 1] == 's';
    benchan_text_printf(text, "%zu %s%s", n, thing, n == 1 ? "" : sibilant ? "es" : "s");
}

/* ---------------------------------------------------------------- the design */

bool words_only_described(const struct benchan_comparison *comparison)
{
    return !comparison->exact &&
           (comparison->design.described_level == BENCHAN_LEVEL_RUN ||
            comparison->design.described_level < comparison->design.level);
}

static void words_runs(struct benchan_text *text, const struct benchan_series_summary *arm)
{
    words_count(text, arm->n, "run");
    if (arm->processes == 0) {
        benchan_text_string(text, " of unknown processes");
        return;
    }
    benchan_text_string(text, " of ");
    words_count(text, arm->processes, "process");
}

static void words_two(struct benchan_text *text, size_t n, size_t m, const char *thing)
{
    if (n == m) {
        words_count(text, n, thing);
        benchan_text_string(text, " a side");
        return;
    }
    benchan_text_printf(text, "%zu and ", n);
    words_count(text, m, thing);
}

static const char *words_order(const struct benchan_design *design)
{
    if (!design->order_known || design->interleaved == BENCHAN_UNKNOWN)
        return ", order unknown";
    if (design->level == BENCHAN_LEVEL_SESSION && design->pattern.overlap)
        return ", overlapping in time";
    if (design->interleaved == BENCHAN_NO)
        return ", one arm after the other";
    return design->randomised == BENCHAN_YES ? ", shuffled" : ", in turn";
}

void words_design(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    const struct benchan_design *design = &comparison->design;
    const struct benchan_series_summary *a = &comparison->baseline;
    const struct benchan_series_summary *b = &comparison->candidate;
    if (comparison->exact) {
        words_two(text, a->n, b->n, "value");
        benchan_text_string(text, ", compared exactly");
    } else if (words_only_described(comparison)) {
        words_runs(text, a);
        if (a->n != b->n || a->processes != b->processes) {
            benchan_text_string(text, ", ");
            words_runs(text, b);
        }
        benchan_text_string(text, ": described, not judged");
    } else if (design->paired) {
        words_count(text, comparison->paired.n, benchan_level_name(design->described_level));
        benchan_text_string(text, " of both arms, paired");
    } else {
        words_two(text, a->draws, b->draws, benchan_level_name(design->described_level));
        benchan_text_string(text, words_order(design));
    }
}

/* --------------------------------------------------------------- the effect */

static void words_confidence(struct benchan_text *text, double confidence)
{
    if (isfinite(confidence))
        benchan_text_printf(text, "%.4g %% interval ", 100 * confidence);
    else
        benchan_text_string(text, "interval ");
}

static void words_relation(struct benchan_text *text,
                           const struct benchan_comparison *comparison,
                           const struct benchan_labels *labels)
{
    const double ratio = comparison->ratio.estimate;
    benchan_text_printf(text, "%s ", labels->candidate);
    benchan_text_string(text, comparison->quantity == BENCHAN_TIME   ? "takes "
                              : comparison->quantity == BENCHAN_RATE ? "reaches "
                                                                     : "is ");
    words_ratio(text, ratio);
    if (comparison->quantity == BENCHAN_TIME)
        benchan_text_string(text, " as long");
    else if (comparison->quantity == BENCHAN_RATE)
        benchan_text_printf(text, " the rate of %s", labels->baseline);
    else
        benchan_text_printf(text, " %s", labels->baseline);
    benchan_text_string(text, " (");
    words_change(text, ratio);
    benchan_text_string(text, ")");
}

static void words_range(struct benchan_text *text, double low, double high)
{
    words_ratio(text, low);
    benchan_text_string(text, " to ");
    words_ratio(text, high);
}

static void words_difference(struct benchan_text *text,
                             const struct benchan_comparison *comparison,
                             const struct benchan_labels *labels)
{
    const struct benchan_difference *difference = &comparison->difference;
    benchan_text_printf(text, "%s is ", labels->candidate);
    if (difference->estimate == 0) {
        benchan_text_printf(text, "level with %s", labels->baseline);
    } else {
        words_value(text, fabs(difference->estimate), comparison->unit);
        benchan_text_printf(text, " %s %s %s", comparison->unit,
                            difference->estimate > 0 ? "above" : "below", labels->baseline);
    }
    if (!comparison->exact && isfinite(difference->low) && isfinite(difference->high)) {
        benchan_text_string(text, "; ");
        words_confidence(text, comparison->ratio.confidence);
        words_difference_range(text, difference, comparison->unit);
    }
    benchan_text_string(text, " (with a value of 0 or less there is no ratio)");
}

/* A probability for readers who count: "in 0.8 % of cases", "once in 13000 cases". */
static void words_how_often(struct benchan_text *text, double p)
{
    if (p >= 0.001) {
        benchan_text_printf(text, "in %.*f %% of cases", p < 0.0995 ? 1 : 0, 100 * p);
    } else if (p < 1e-6) {
        benchan_text_string(text, "less than once in a million cases");
    } else {
        const double step = pow(10, floor(log10(1 / p)) - 1);
        benchan_text_printf(text, "once in %.0f cases", step * round(1 / p / step));
    }
}

static void words_chance(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    const double p = isnan(comparison->p) ? comparison->rank.p : comparison->p;
    if (isnan(p) || p <= 0 || comparison->baseline.draws < 2 || comparison->candidate.draws < 2)
        return;
    benchan_text_string(text,
                        ". Were both sides alike, chance alone would set them this far apart ");
    words_how_often(text, p);
    benchan_text_string(text, " (p ");
    words_p(text, p);
    benchan_text_string(text, ")");
}

/* What pairing gained: the interval that the same draws give without it. */
static void words_unpaired(struct benchan_text *text,
                           const struct benchan_comparison *comparison)
{
    const struct benchan_ratio *unpaired = &comparison->unpaired;
    if (!comparison->design.paired || !isfinite(unpaired->low) || !isfinite(unpaired->high))
        return;
    benchan_text_string(text, "; unpaired (medians) ");
    words_range(text, unpaired->low, unpaired->high);
}

void words_effect(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    struct benchan_labels labels;
    benchan_labels_of(comparison, &labels);
    const struct benchan_ratio *ratio = &comparison->ratio;
    if (comparison->finding == BENCHAN_SAME) {
        benchan_text_string(text, "every value is the same on both sides");
        return;
    }
    if (isfinite(ratio->estimate))
        words_relation(text, comparison, &labels);
    else if (isfinite(comparison->difference.estimate))
        words_difference(text, comparison, &labels);
    else
        return;
    if (comparison->exact) {
        benchan_text_string(text, "; neither side varies");
        return;
    }
    if (isfinite(ratio->low) && isfinite(ratio->high)) {
        benchan_text_string(text,
                            words_only_described(comparison) ? "; within these runs, " : "; ");
        words_confidence(text, ratio->confidence);
        if (comparison->design.paired)
            benchan_text_string(text, "paired ");
        words_range(text, ratio->low, ratio->high);
    }
    words_unpaired(text, comparison);
    words_chance(text, comparison);
}

static void words_null_source(struct benchan_text *text,
                              const struct benchan_comparison *comparison)
{
    const enum benchan_null_source source = comparison->null.source;
    if (source == BENCHAN_NULL_ARM) {
        benchan_text_string(text, "the A/A arm");
        return;
    }
    struct benchan_labels labels;
    benchan_labels_of(comparison, &labels);
    if (comparison->design.paired)
        benchan_text_string(text, "the pairs");
    else
        benchan_label_words(&labels, false, text);
    benchan_text_string(text, source == BENCHAN_NULL_HALVES
                                  ? ", first half against second"
                                  : ", every other one against the rest");
}

/* Ratios, or differences where a value of 0 or less rules ratios out. */
static void words_null_figures(struct benchan_text *text,
                               const struct benchan_comparison *comparison)
{
    const struct benchan_null_control *null = &comparison->null;
    const bool bounded = isfinite(null->low) && isfinite(null->high);
    if (!isfinite(comparison->ratio.estimate)) {
        words_value(text, null->ratio, comparison->unit);
        benchan_text_printf(text, " %s", comparison->unit);
        return;
    }
    words_ratio(text, null->ratio);
    if (bounded) {
        benchan_text_string(text, ", 95 % interval ");
        words_range(text, null->low, null->high);
    }
}

void words_null(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    const struct benchan_null_control *null = &comparison->null;
    if (null->source != BENCHAN_NULL_NONE && isfinite(null->ratio)) {
        benchan_text_string(text, "With nothing changed this design shows ");
        words_null_figures(text, comparison);
        benchan_text_string(text, " (");
        words_null_source(text, comparison);
        benchan_text_string(text, "). ");
    } else if (isfinite(null->self_resolution) && comparison->baseline.draws > 1) {
        struct benchan_labels labels;
        benchan_labels_of(comparison, &labels);
        benchan_text_string(text, "Against itself, ");
        benchan_label_words(&labels, false, text);
        benchan_text_string(text, " would come out up to ");
        words_percent(text, expm1(null->self_resolution));
        benchan_text_string(text, " apart. ");
    }
    if (isfinite(comparison->mean_ratio)) {
        benchan_text_string(text, "Ratio of means (total cost) ");
        words_ratio(text, comparison->mean_ratio);
        benchan_text_string(text, ".");
    }
}

void words_row_change(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    if (comparison->finding == BENCHAN_SAME)
        benchan_text_string(text, "=");
    else if (isfinite(comparison->ratio.estimate))
        words_change(text, comparison->ratio.estimate);
    else if (isfinite(comparison->difference.estimate))
        words_difference_value(text, comparison->difference.estimate, comparison->unit);
}

void words_row_interval(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    const struct benchan_ratio *ratio = &comparison->ratio;
    const struct benchan_difference *difference = &comparison->difference;
    if (comparison->exact)
        benchan_text_string(text, "exact");
    else if (isfinite(ratio->low) && isfinite(ratio->high))
        words_change_range(text, ratio->low, ratio->high);
    else if (isfinite(difference->low) && isfinite(difference->high))
        words_difference_range(text, difference, comparison->unit);
}

void words_row_p(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    if (comparison->exact || !isfinite(comparison->p) || comparison->baseline.draws < 2 ||
        comparison->candidate.draws < 2)
        return;
    if (comparison->p < 0.0005)
        benchan_text_string(text, "<0.001");
    else
        words_p(text, comparison->p);
}

void words_identity(struct benchan_text *text, const struct benchan_comparison *comparison)
{
    if (comparison->package && comparison->package[0])
        benchan_text_printf(text, "%s ", comparison->package);
    benchan_text_string(text, comparison->benchmark);
    if (comparison->candidate_benchmark)
        benchan_text_printf(text, " = %s", comparison->candidate_benchmark);
    benchan_text_printf(text, " (%s)", comparison->unit);
}
