/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "formats/report/json.h"

static void left_out(struct emitter *json, const struct benchan_left_out *out)
{
    emit_open(json, "left_out", '{', false);
    emit_count(json, "warmups", out->warmups);
    emit_count(json, "calibrations", out->calibrations);
    emit_count(json, "aggregates", out->aggregates);
    emit_count(json, "failures", out->failures);
    emit_count(json, "skipped", out->skipped);
    emit_count(json, "missing", out->missing);
    emit_count(json, "orphans", out->orphans);
    emit_count(json, "unknown_lines", out->unknown_lines);
    emit_count(json, "odd_rows", out->odd_rows);
    emit_close(json, '}');
}

static void capture(struct emitter *json, const struct benchan_capture_ref *ref)
{
    const struct benchan_capture *source = ref->capture;
    emit_open(json, NULL, '{', true);
    emit_string(json, "arm", ref->arm);
    emit_string(json, "name", ref->name);
    emit_string(json, "path", source->path);
    emit_string(json, "format", source->format);
    emit_count(json, "samples", benchan_capture_samples(source));
    if (source->process_basis == BENCHAN_PROCESS_UNKNOWN)
        emit_null(json, "processes");
    else
        emit_count(json, "processes", source->n_processes);
    emit_bool(json, "processes_stated", source->process_basis == BENCHAN_PROCESS_STATED);
    emit_bool(json, "partial", source->partial);
    emit_bool(json, "summary_only", source->summary_only);
    left_out(json, &source->left_out);
    emit_open(json, "facts", '{', false);
    for (size_t i = 0; i < source->n_facts; i++)
        emit_string(json, source->facts[i].key, source->facts[i].value);
    emit_close(json, '}');
    emit_close(json, '}');
}

void emit_captures(struct emitter *json, const struct benchan_capture_ref *captures, size_t n)
{
    emit_open(json, "captures", '[', true);
    for (size_t i = 0; i < n; i++)
        capture(json, &captures[i]);
    emit_close(json, ']');
}

void emit_modes(struct emitter *json, const struct benchan_mode *modes, size_t n)
{
    emit_open(json, "modes", '[', false);
    for (size_t i = 0; i < n && i < BENCHAN_MAX_MODES; i++) {
        emit_open(json, NULL, '{', false);
        emit_number(json, "median", modes[i].median);
        emit_count(json, "count", modes[i].count);
        emit_close(json, '}');
    }
    emit_close(json, ']');
}

void emit_independence(struct emitter *json, const char *key,
                       const struct benchan_serial *independence)
{
    /* A test that was not run has drawn nothing: its zeros are no figures. */
    const bool run = independence->n >= 5 && isfinite(independence->p);
    emit_open(json, key, '{', false);
    emit_number(json, "p", run ? independence->p : NAN);
    emit_open(json, "change_points", '[', false);
    for (size_t i = 0; run && i < independence->n_changes && i < BENCHAN_MAX_CHANGES; i++)
        emit_count(json, NULL, independence->changes[i]);
    emit_close(json, ']');
    emit_number(json, "n_eff", run ? independence->n_effective : NAN);
    emit_close(json, '}');
}

static void count_or_null(struct emitter *json, const char *key, size_t value)
{
    if (value)
        emit_count(json, key, value);
    else
        emit_null(json, key);
}

static void regimes(struct emitter *json, const struct benchan_series_summary *summary)
{
    emit_open(json, "regimes", '[', false);
    for (size_t i = 0; i < summary->n_regimes && i <= BENCHAN_MAX_CHANGES; i++) {
        emit_open(json, NULL, '{', false);
        emit_count(json, "first", summary->regimes[i].first);
        emit_count(json, "last", summary->regimes[i].last);
        emit_number(json, "median", summary->regimes[i].median);
        emit_close(json, '}');
    }
    emit_close(json, ']');
}

void emit_summary_keys(struct emitter *json, const struct benchan_series_summary *summary)
{
    const struct benchan_location_scale *stats = &summary->samples;
    const bool any = summary->n > 0;
    emit_string(json, "arm", summary->arm);
    emit_count(json, "n", summary->n);
    count_or_null(json, "processes", summary->processes);
    emit_count(json, "draws", summary->draws);
    count_or_null(json, "sessions", summary->sessions);
    emit_string(json, "level", benchan_level_name(summary->level));
    emit_number(json, "min", any ? stats->min : NAN);
    emit_number(json, "median", any ? stats->median : NAN);
    emit_number(json, "mean", any ? stats->mean : NAN);
    emit_number(json, "p90", any ? stats->p90 : NAN);
    emit_number(json, "max", any ? stats->max : NAN);
    emit_number(json, "sd", any ? stats->sd : NAN);
    emit_number(json, "cv", any ? stats->cv : NAN);
    emit_number(json, "robust_cv", any ? stats->robust_cv : NAN);
    emit_number(json, "mad", any ? stats->mad : NAN);
    emit_number(json, "cv_draws", summary->cv_draws);
    emit_number(json, "robust_cv_draws", summary->robust_cv_draws);
    emit_modes(json, summary->modes, summary->n_modes);
    emit_bool(json, "levels_over_time", summary->levels_over_time);
    emit_independence(json, "independence", &summary->independence);
    regimes(json, summary);
    emit_number(json, "icc", summary->components.groups ? summary->components.icc : NAN);
    emit_number(json, "warmup_shift", summary->warmup_shift);
    emit_number(json, "session_spread", summary->session_spread);
    emit_number(json, "printed_resolution", summary->resolution);
    emit_count(json, "short_processes", summary->short_processes);
}
