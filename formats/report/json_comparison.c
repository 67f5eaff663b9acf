/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "formats/report/json.h"

static void ternary(struct emitter *json, const char *key, enum benchan_ternary value)
{
    if (value == BENCHAN_UNKNOWN)
        emit_null(json, key);
    else
        emit_bool(json, key, value == BENCHAN_YES);
}

void emit_design(struct emitter *json, const char *key, const struct benchan_design *design)
{
    emit_open(json, key, '{', false);
    emit_string(json, "level", benchan_level_name(design->level));
    emit_string(json, "described_level", benchan_level_name(design->described_level));
    emit_bool(json, "paired", design->paired);
    ternary(json, "interleaved", design->interleaved);
    ternary(json, "randomised", design->randomised);
    emit_bool(json, "order_known", design->order_known);
    emit_count(json, "blocks", design->n_blocks);
    emit_open(json, "captures", '[', false);
    emit_count(json, NULL, design->captures[0]);
    emit_count(json, NULL, design->captures[1]);
    emit_close(json, ']');
    emit_close(json, '}');
}

static void ratio_keys(struct emitter *json, const struct benchan_ratio *ratio)
{
    emit_number(json, "estimate", ratio->estimate);
    emit_number(json, "low", ratio->low);
    emit_number(json, "high", ratio->high);
    emit_number(json, "confidence", ratio->confidence);
    emit_string(json, "level", benchan_level_name(ratio->level));
    emit_string(json, "method", ratio->method);
}

/* Null as a whole where there is no ratio. */
void emit_ratio(struct emitter *json, const char *key, const struct benchan_ratio *ratio)
{
    if (!isfinite(ratio->estimate)) {
        emit_null(json, key);
        return;
    }
    emit_open(json, key, '{', false);
    ratio_keys(json, ratio);
    emit_close(json, '}');
}

static void difference(struct emitter *json, const struct benchan_comparison *comparison)
{
    const struct benchan_difference *figures = &comparison->difference;
    if (!isfinite(figures->estimate) || isfinite(comparison->ratio.estimate)) {
        emit_null(json, "difference");
        return;
    }
    emit_open(json, "difference", '{', false);
    emit_number(json, "estimate", figures->estimate);
    emit_number(json, "low", figures->low);
    emit_number(json, "high", figures->high);
    emit_number(json, "confidence", comparison->ratio.confidence);
    emit_string(json, "level", benchan_level_name(comparison->ratio.level));
    emit_string(json, "method", comparison->ratio.method);
    emit_close(json, '}');
}

static void rank_test(struct emitter *json, const struct benchan_comparison *comparison)
{
    const bool run = comparison->rank.method && isfinite(comparison->rank.p);
    emit_open(json, "rank_test", '{', false);
    emit_number(json, "p", run ? comparison->rank.p : NAN);
    emit_string(json, "method", comparison->rank.method);
    emit_number(json, "cliffs_delta", run ? comparison->rank.cliffs_delta : NAN);
    emit_number(json, "hodges_lehmann", comparison->hodges_lehmann);
    emit_number(json, "hodges_lehmann_low", comparison->hodges_lehmann_low);
    emit_number(json, "hodges_lehmann_high", comparison->hodges_lehmann_high);
    emit_close(json, '}');
}

static void paired(struct emitter *json, const struct benchan_paired *pairs)
{
    if (pairs->n == 0) {
        emit_null(json, "paired");
        return;
    }
    emit_open(json, "paired", '{', false);
    emit_count(json, "n", pairs->n);
    emit_count(json, "n_nonzero", pairs->n_nonzero);
    emit_number(json, "sd", pairs->sd);
    emit_number(json, "p", pairs->p);
    emit_number(json, "estimate", pairs->estimate);
    emit_number(json, "low", pairs->low);
    emit_number(json, "high", pairs->high);
    emit_number(json, "sign_consistency", pairs->sign_consistency);
    emit_independence(json, "independence", &pairs->independence);
    emit_modes(json, pairs->modes, pairs->n_modes);
    emit_string(json, "method", pairs->method);
    emit_close(json, '}');
}

static const char *source_name(enum benchan_null_source source)
{
    static const char *const names[] = {
        [BENCHAN_NULL_NONE] = NULL,           [BENCHAN_NULL_ARM] = "arm",
        [BENCHAN_NULL_ODD_EVEN] = "odd-even", [BENCHAN_NULL_HALVES] = "halves",
        [BENCHAN_NULL_UNLIKE] = "unlike",
    };
    return names[source];
}

static void null_control(struct emitter *json, const struct benchan_null_control *null)
{
    const bool any = null->source != BENCHAN_NULL_NONE;
    emit_open(json, "null", '{', false);
    emit_string(json, "source", source_name(null->source));
    emit_number(json, "ratio", any ? null->ratio : NAN);
    emit_number(json, "low", any ? null->low : NAN);
    emit_number(json, "high", any ? null->high : NAN);
    emit_number(json, "noise_floor", null->noise_floor);
    emit_number(json, "self_resolution", null->self_resolution);
    emit_close(json, '}');
    emit_number(json, "resolution", any ? null->resolution : NAN);
}

static const char *gate_level(const struct benchan_comparison *comparison,
                              const struct benchan_gate *gate)
{
    if (gate->kind == BENCHAN_GATE_STRUCTURE || gate->kind == BENCHAN_GATE_VOUCHED)
        return benchan_level_name(comparison->design.level);
    return benchan_level_name(comparison->design.described_level);
}

static void words_or_null(struct emitter *json, const char *key, struct benchan_text *words)
{
    emit_string(json, key, words->size ? words->data : NULL);
    json->text->failed = json->text->failed || words->failed;
    benchan_text_free(words);
}

static void gate(struct emitter *json, const struct benchan_comparison *comparison,
                 const struct benchan_gate_result *result)
{
    struct benchan_text evidence = {0};
    struct benchan_text mend = {0};
    benchan_gate_explain(comparison, result, &evidence);
    if (result->status != BENCHAN_GATE_PASS)
        benchan_gate_mend(comparison, result, &mend);
    emit_open(json, NULL, '{', false);
    emit_string(json, "name", result->gate->name);
    emit_string(json, "level", gate_level(comparison, result->gate));
    emit_string(json, "status", benchan_gate_status_name(result->status));
    emit_string(json, "measured", benchan_gate_status_name(result->measured));
    emit_bool(json, "binds", result->binds);
    words_or_null(json, "evidence", &evidence);
    words_or_null(json, "mend", &mend);
    emit_close(json, '}');
}

void emit_gates(struct emitter *json, const struct benchan_comparison *comparison,
                const struct benchan_gate_result *const *gates, size_t n)
{
    emit_open(json, "gates", '[', true);
    for (size_t i = 0; i < n; i++)
        if (gates[i]->status != BENCHAN_GATE_NOT_APPLICABLE)
            gate(json, comparison, gates[i]);
    emit_close(json, ']');
}

static void attested(struct emitter *json, const struct benchan_comparison *comparison)
{
    emit_open(json, "attested", '[', false);
    for (size_t i = 0; i < comparison->n_gates; i++) {
        const struct benchan_gate_result *result = comparison->gates[i];
        if (result->status != BENCHAN_GATE_ATTESTED)
            continue;
        emit_open(json, NULL, '{', false);
        emit_string(json, "gate", result->gate->name);
        emit_string(json, "why", result->attested);
        emit_close(json, '}');
    }
    emit_close(json, ']');
}

static void summary(struct emitter *json, const char *key,
                    const struct benchan_series_summary *series)
{
    emit_open(json, key, '{', false);
    emit_summary_keys(json, series);
    emit_close(json, '}');
}

static void figures(struct emitter *json, const struct benchan_comparison *comparison)
{
    summary(json, "baseline", &comparison->baseline);
    summary(json, "candidate", &comparison->candidate);
    emit_ratio(json, "ratio", &comparison->ratio);
    emit_ratio(json, "unpaired", &comparison->unpaired);
    difference(json, comparison);
    emit_number(json, "mean_ratio", comparison->mean_ratio);
    emit_number(json, "p", comparison->p);
    emit_number(json, "p_holm", comparison->p_holm);
    emit_number(json, "p_holm_candidates", comparison->p_holm_k);
    rank_test(json, comparison);
    paired(json, &comparison->paired);
    null_control(json, &comparison->null);
    emit_integer(json, "lean", comparison->lean);
}

void emit_comparison(struct emitter *json, const struct benchan_comparison *comparison)
{
    struct benchan_text sentence = {0};
    emit_open(json, NULL, '{', true);
    emit_string(json, "package", comparison->package);
    emit_string(json, "benchmark", comparison->benchmark);
    emit_string(json, "candidate_benchmark", comparison->candidate_benchmark);
    emit_string(json, "unit", comparison->unit);
    emit_count(json, "candidate_index", comparison->candidate_index);
    emit_bool(json, "exact", comparison->exact);
    emit_bool(json, "derived", comparison->derived);
    emit_design(json, "design", &comparison->design);
    figures(json, comparison);
    emit_gates(json, comparison, comparison->gates, comparison->n_gates);
    emit_string(json, "finding", benchan_finding_name(comparison->finding));
    emit_string(json, "action", benchan_action_name(comparison->action));
    emit_number(json, "hides", comparison->hides);
    if (comparison->derived)
        emit_null(json, "verdict");
    else
        emit_string(json, "verdict", benchan_admissibility_name(comparison->verdict));
    emit_count(json, "gates_short", comparison->gates_short);
    emit_bool(json, "softened", comparison->softened);
    attested(json, comparison);
    if (comparison->claim == BENCHAN_CLAIM_NONE)
        emit_null(json, "claim");
    else
        emit_string(json, "claim", benchan_claim_status_name(comparison->claim));
    if (comparison->replication == BENCHAN_REPLICATION_NONE) {
        emit_null(json, "replication");
        emit_null(json, "replicate");
    } else {
        emit_string(json, "replication", benchan_replication_name(comparison->replication));
        emit_ratio(json, "replicate", &comparison->replicate);
    }
    if (!comparison->derived)
        benchan_sentence(comparison, &sentence);
    words_or_null(json, "sentence", &sentence);
    emit_close(json, '}');
}
