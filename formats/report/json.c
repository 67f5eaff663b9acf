/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/json.h"

#include <math.h>

#include "benchan/version.h"
#include "formats/report/formats.h"
#include "formats/report/mends.h"
#include "formats/report/words.h"

static const char *version_of(const struct benchan_report_options *options)
{
    return options && options->version ? options->version : benchan_version();
}

static void contrasts(struct emitter *json, const struct benchan_verdict *verdict)
{
    emit_open(json, "pairs", '[', true);
    for (size_t i = 0; i < verdict->n_contrasts; i++) {
        const struct benchan_contrast *contrast = &verdict->contrasts[i];
        emit_open(json, NULL, '{', true);
        emit_count(json, "candidate_index", i);
        emit_design(json, "design", &contrast->design);
        emit_count(json, "rows", contrast->rows);
        emit_count(json, "matched", contrast->matched);
        emit_ratio(json, "geomean", &contrast->geomean[0]);
        emit_count(json, "geomean_rows", contrast->geomean_rows);
        emit_bool(json, "geomean_assumes_independence", contrast->geomean_assumes_independence);
        emit_ratio(json, "geomean_admissible", &contrast->geomean_admissible);
        emit_count(json, "geomean_admissible_rows", contrast->geomean_admissible_rows);
        emit_close(json, '}');
    }
    emit_close(json, ']');
}

static void unmatched(struct emitter *json, const struct benchan_verdict *verdict)
{
    emit_open(json, "unmatched", '[', true);
    for (size_t i = 0; i < verdict->n_unmatched; i++) {
        const struct benchan_unmatched *name = &verdict->unmatched[i];
        emit_open(json, NULL, '{', false);
        emit_string(json, "side",
                    name->side == BENCHAN_ONLY_BASELINE ? "baseline" : "candidate");
        emit_count(json, "candidate_index", name->candidate_index);
        emit_string(json, "package", name->package);
        emit_string(json, "benchmark", name->benchmark);
        emit_string(json, "unit", name->unit);
        emit_string(json, "suggested_package", name->suggested_package);
        emit_string(json, "suggested_benchmark", name->suggested_benchmark);
        emit_close(json, '}');
    }
    emit_close(json, ']');
}

static void warnings(struct emitter *json, const struct benchan_verdict *verdict)
{
    emit_open(json, "warnings", '[', true);
    for (size_t i = 0; i < verdict->n_warnings; i++) {
        const struct benchan_warning *warning = &verdict->warnings[i];
        struct benchan_text words = {0};
        benchan_warning_words(verdict, warning, &words);
        emit_open(json, NULL, '{', false);
        if (warning->comparison < verdict->n_comparisons)
            emit_count(json, "comparison", warning->comparison);
        else
            emit_null(json, "comparison");
        emit_string(json, "words", benchan_text_get(&words));
        emit_close(json, '}');
        json->text->failed = json->text->failed || words.failed;
        benchan_text_free(&words);
    }
    emit_close(json, ']');
}

static void summary(struct emitter *json, const struct benchan_tally *counts)
{
    emit_open(json, "summary", '{', true);
    emit_count(json, "rows", counts->rows);
    emit_count(json, "admissible", counts->admissible);
    emit_count(json, "incomplete", counts->incomplete);
    emit_count(json, "inadmissible", counts->inadmissible);
    emit_count(json, "missing", counts->missing);
    emit_open(json, "findings", '{', false);
    for (int i = BENCHAN_UNDECIDED; i <= BENCHAN_DIFFERENT; i++)
        emit_count(json, benchan_finding_name((enum benchan_finding)i), counts->by_finding[i]);
    emit_close(json, '}');
    emit_number(json, "chance_flags", counts->chance_flags);
    emit_count(json, "flags", counts->flags);
    emit_close(json, '}');
}

static void claim(struct emitter *json, const struct benchan_claim_result *result)
{
    if (!result->given) {
        emit_null(json, "claim");
        return;
    }
    emit_open(json, "claim", '{', true);
    emit_string(json, "text", result->text);
    emit_string(json, "status", benchan_claim_status_name(result->status));
    emit_open(json, "readings", '[', true);
    for (size_t i = 0; i < result->n_readings && i < BENCHAN_MAX_READINGS; i++) {
        emit_open(json, NULL, '{', false);
        emit_string(json, "words", result->readings[i].words);
        emit_number(json, "speedup", exp(result->readings[i].log_speedup));
        emit_string(json, "status", benchan_claim_status_name(result->readings[i].status));
        emit_close(json, '}');
    }
    emit_close(json, ']');
    emit_string(json, "reproduced_by", result->reproduced_by);
    emit_number(json, "holds", exp(result->holds));
    emit_close(json, '}');
}

static void remeasure(struct emitter *json, const struct benchan_remeasure *again)
{
    struct benchan_text command = {0};
    mends_command(&command, again);
    emit_open(json, "remedy", '{', false);
    emit_string(json, "tool", again->tool);
    emit_string(json, "like", again->like);
    emit_count(json, "processes", again->processes);
    emit_number(json, "seconds", again->seconds);
    emit_string(json, "command", command.size ? command.data : NULL);
    emit_close(json, '}');
    json->text->failed = json->text->failed || command.failed;
    benchan_text_free(&command);
}

void report_json_verdict(const struct benchan_verdict *verdict,
                         const struct benchan_report_options *options,
                         struct benchan_text *text)
{
    struct emitter json = {.text = text};
    emit_open(&json, NULL, '{', true);
    emit_string(&json, "schema", "benchan/verdict/1");
    emit_string(&json, "version", version_of(options));
    emit_number(&json, "alpha", verdict->alpha);
    emit_count(&json, "k", verdict->k);
    emit_number(&json, "alpha_adjusted", verdict->alpha_adjusted);
    emit_number(&json, "min_effect", verdict->min_effect);
    emit_number(&json, "noise_floor", verdict->noise_floor);
    emit_captures(&json, verdict->captures, verdict->n_captures);
    if (verdict->n_contrasts)
        emit_design(&json, "design", &verdict->contrasts[0].design);
    else
        emit_null(&json, "design");
    contrasts(&json, verdict);
    emit_open(&json, "comparisons", '[', true);
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        emit_comparison(&json, &verdict->comparisons[i]);
    emit_close(&json, ']');
    unmatched(&json, verdict);
    warnings(&json, verdict);
    summary(&json, &verdict->tally);
    claim(&json, &verdict->claim);
    remeasure(&json, &verdict->remeasure);
    if (options && options->same_code) {
        struct benchan_text words = {0};
        words_same_code(&words, verdict);
        emit_string(&json, "same_code", benchan_text_get(&words));
        text->failed = text->failed || words.failed;
        benchan_text_free(&words);
    }
    emit_integer(&json, "exit_status", verdict->exit_status);
    emit_close(&json, '}');
    benchan_text_string(text, "\n");
}

static void described(struct emitter *json, const struct benchan_described_series *series)
{
    emit_open(json, NULL, '{', true);
    emit_string(json, "package", series->package);
    emit_string(json, "benchmark", series->benchmark);
    emit_string(json, "unit", series->unit);
    emit_bool(json, "derived", series->derived);
    emit_count(json, "capture", series->capture);
    emit_summary_keys(json, &series->summary);
    emit_open(json, "histogram", '{', false);
    emit_number(json, "low", series->histogram_low);
    emit_number(json, "high", series->histogram_high);
    emit_open(json, "counts", '[', false);
    for (size_t i = 0; i < BENCHAN_HISTOGRAM_BINS; i++)
        emit_count(json, NULL, series->histogram[i]);
    emit_close(json, ']');
    emit_close(json, '}');
    emit_close(json, '}');
}

static void null_split(struct emitter *json, const char *key,
                       const struct benchan_null_control *split)
{
    if (split->source == BENCHAN_NULL_NONE) {
        emit_null(json, key);
        return;
    }
    emit_open(json, key, '{', false);
    emit_number(json, "estimate", split->ratio);
    emit_number(json, "low", split->low);
    emit_number(json, "high", split->high);
    emit_number(json, "low99", split->low99);
    emit_number(json, "high99", split->high99);
    emit_number(json, "resolution", split->resolution);
    emit_close(json, '}');
}

static void against_itself(struct emitter *json, const struct benchan_described_series *series,
                           const struct benchan_null_splits *splits)
{
    emit_open(json, NULL, '{', true);
    emit_string(json, "package", series->package);
    emit_string(json, "benchmark", series->benchmark);
    emit_string(json, "unit", series->unit);
    emit_bool(json, "derived", series->derived);
    emit_count(json, "n", series->summary.n);
    emit_count(json, "draws", splits->draws);
    emit_string(json, "level", benchan_level_name(series->summary.level));
    emit_bool(json, "ordered", splits->ordered);
    emit_bool(json, "varies", splits->varies);
    emit_string(json, "scale", splits->ratios ? "ratio" : "difference");
    null_split(json, "odd_even", &splits->odd_even);
    null_split(json, "halves", &splits->halves);
    emit_bool(json, "odd_even_off", splits->odd_even_off);
    emit_bool(json, "halves_off", splits->halves_off);
    emit_number(json, "self_resolution", splits->self_resolution);
    emit_number(json, "session_spread", series->summary.session_spread);
    emit_close(json, '}');
}

void report_json_null(const struct benchan_description *description,
                      const struct benchan_report_options *options, struct benchan_text *text)
{
    struct emitter json = {.text = text};
    emit_open(&json, NULL, '{', true);
    emit_string(&json, "schema", "benchan/null/1");
    emit_string(&json, "version", version_of(options));
    emit_captures(&json, description->captures, description->n_captures);
    emit_open(&json, "series", '[', true);
    for (size_t i = 0; i < description->n_series; i++)
        against_itself(&json, &description->series[i], &description->nulls[i]);
    emit_close(&json, ']');
    emit_close(&json, '}');
    benchan_text_string(text, "\n");
}

void report_json_description(const struct benchan_description *description,
                             const struct benchan_report_options *options,
                             struct benchan_text *text)
{
    struct emitter json = {.text = text};
    emit_open(&json, NULL, '{', true);
    emit_string(&json, "schema", "benchan/describe/1");
    emit_string(&json, "version", version_of(options));
    emit_captures(&json, description->captures, description->n_captures);
    emit_open(&json, "series", '[', true);
    for (size_t i = 0; i < description->n_series; i++)
        described(&json, &description->series[i]);
    emit_close(&json, ']');
    emit_close(&json, '}');
    benchan_text_string(text, "\n");
}
