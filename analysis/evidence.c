/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the gates read of one row: order, modes, spread, clock, signs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/row_work.h"
#include "analysis/statistics/statistics.h"
#include "benchan/number.h"

bool row_independence_judged(const struct row_evidence *evidence)
{
    return evidence->independence_applies && evidence->independence_known &&
           evidence->independence_n >= INDEPENDENCE_LEAST && !isnan(evidence->independence_p);
}

static void independence_evidence(const struct row_work *work,
                                  const struct benchan_comparison *c,
                                  struct row_evidence *evidence)
{
    const struct benchan_design *design = &work->inferred.design;
    evidence->independence_p = NAN;
    evidence->independence_applies = !evidence->t_path &&
                                     design->level != BENCHAN_LEVEL_SESSION &&
                                     (design->paired || design->interleaved != BENCHAN_YES ||
                                      design->randomised != BENCHAN_YES);
    for (size_t k = 0; k < 2; k++)
        for (size_t r = 0; r < work->arm[k].n_refs; r++)
            if (work->arm[k].refs[r].series->order_tied)
                evidence->independence_tied = true;
    if (design->paired) {
        evidence->independence_n = work->n_d;
        evidence->independence_arm = 2;
        evidence->independence_known = work->draws[0].ordered;
        evidence->independence_p = c->paired.independence.p;
        return;
    }
    const size_t n = work->draws[0].n;
    const size_t m = work->draws[1].n;
    const double p0 = c->baseline.independence.p;
    const double p1 = c->candidate.independence.p;
    evidence->independence_n = n < m ? n : m;
    evidence->independence_known = work->draws[0].ordered && work->draws[1].ordered;
    evidence->independence_arm = isnan(p0) || p1 < p0 ? 1 : 0;
    evidence->independence_p = isnan(p0) && isnan(p1) ? NAN : fmin(1, 2 * fmin(p0, p1));
}

static void modality_evidence(const struct row_work *work, const struct benchan_comparison *c,
                              struct row_evidence *evidence)
{
    const struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    if (work->inferred.design.paired) {
        const struct benchan_two_modes *m = &c->paired.modality;
        evidence->modality_arm = 2;
        evidence->modality_n = work->n_d;
        evidence->modality_alarm = m->alarm;
        evidence->modality_gap = m->alarm ? m->high - m->low : 0;
        return;
    }
    evidence->modality_n =
        work->draws[0].n < work->draws[1].n ? work->draws[0].n : work->draws[1].n;
    for (int k = 0; k < 2; k++) {
        if (!arm[k]->modality.alarm && !arm[k]->levels_over_time)
            continue;
        double gap = summary_mode_gap(arm[k], work->logs);
        if (!work->logs)
            gap /= work->arm[0].scale;
        if (evidence->modality_alarm && gap <= evidence->modality_gap)
            continue;
        evidence->modality_alarm = true;
        evidence->modality_gap = gap;
        evidence->modality_arm = k;
        evidence->modality_over_time = !arm[k]->modality.alarm;
    }
}

/* Share of values beyond 3 robust standard deviations. */
static double share_beyond(const double *values, size_t n,
                           const struct benchan_location_scale *stats)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += fabs(values[i] - stats->median) > 3 * 1.4826 * stats->mad;
    return (double)count / (double)n;
}

static enum benchan_status stability_evidence(const struct row_work *work,
                                              const struct benchan_comparison *c,
                                              struct row_evidence *evidence,
                                              struct benchan_error *error)
{
    const struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    struct benchan_location_scale stats;
    evidence->cv = evidence->robust_cv = evidence->beyond = NAN;
    evidence->cv_n = work->draws[0].n < work->draws[1].n ? work->draws[0].n : work->draws[1].n;
    if (!work->logs)
        return BENCHAN_OK;
    if (work->inferred.design.paired) {
        const enum benchan_status status =
            benchan_location_scale_of(work->d, work->n_d, &stats, error);
        if (status)
            return status;
        evidence->cv_arm = 2;
        evidence->cv_n = work->n_d;
        evidence->cv = stats.sd;
        evidence->robust_cv = 1.4826 * stats.mad;
        evidence->beyond = share_beyond(work->d, work->n_d, &stats);
        return BENCHAN_OK;
    }
    const int k = arm[1]->cv_draws > arm[0]->cv_draws || isnan(arm[0]->cv_draws) ? 1 : 0;
    evidence->cv_arm = k;
    evidence->cv = arm[k]->cv_draws;
    evidence->robust_cv = arm[k]->robust_cv_draws;
    const struct draws *draws = &work->draws[k];
    const enum benchan_status status =
        benchan_location_scale_of(draws->values, draws->n, &stats, error);
    if (!status)
        evidence->beyond = share_beyond(draws->values, draws->n, &stats);
    return status;
}

static double recorded_timer_resolution(const struct row_work *work)
{
    double worst = NAN;
    for (size_t k = 0; k < 2; k++)
        for (size_t r = 0; r < work->arm[k].n_refs; r++) {
            const struct benchan_capture *capture = work->arm[k].refs[r].capture;
            const char *text = benchan_capture_fact(capture, BENCHAN_NONE, "timer_resolution");
            double value;
            if (text && benchan_parse_number(text, strlen(text), &value, NULL) && value > 0)
                worst = fmax(isnan(worst) ? 0 : worst, value);
        }
    return worst;
}

static void clock_evidence(const struct row_work *work, const struct benchan_comparison *c,
                           struct row_evidence *evidence)
{
    evidence->raw_duration = INFINITY;
    evidence->most_iterations = NAN;
    for (size_t k = 0; k < 2; k++)
        for (size_t r = 0; r < work->arm[k].n_refs; r++) {
            const struct series_ref *ref = &work->arm[k].refs[r];
            const double *iterations = ref->capture->rows.iterations;
            for (size_t i = 0; iterations && i < ref->series->n; i++) {
                const double count = iterations[ref->series->rows[i]];
                if (isnan(count))
                    continue;
                const double raw = ref->series->values[i] * ref->series->scale * count;
                evidence->raw_duration = fmin(evidence->raw_duration, raw);
                evidence->most_iterations = fmax(
                    isnan(evidence->most_iterations) ? 0 : evidence->most_iterations, count);
            }
        }
    if (isinf(evidence->raw_duration))
        evidence->raw_duration = NAN;
    const double recorded = recorded_timer_resolution(work);
    evidence->timer_recorded = !isnan(recorded);
    evidence->timer_resolution = isnan(recorded) ? 1e-6 : recorded;
    const double coarser = fmax(c->baseline.resolution, c->candidate.resolution);
    evidence->ticks = coarser > 0 ? 1 / (2 * coarser) : INFINITY;
}

/* A delta that changes its sign between builds or sessions is layout or session noise. */
static enum benchan_status sign_evidence(const struct row_work *work,
                                         struct row_evidence *evidence,
                                         struct benchan_error *error)
{
    enum { LEAST = 3 };
    const struct draws *a = &work->draws[0];
    const struct draws *b = &work->draws[1];
    if (work->inferred.design.described_level < BENCHAN_LEVEL_BUILD)
        return BENCHAN_OK;
    if (work->n_d >= LEAST) {
        evidence->sign_flips = effect_sign_share(work->d, work->n_d) < 0.9;
        return BENCHAN_OK;
    }
    if (b->n < LEAST)
        return BENCHAN_OK;
    double *above = malloc(b->n * sizeof *above);
    if (!above)
        return benchan_fail_memory(error);
    const double median = benchan_quantile_sorted(a->sorted, a->n, 0.5);
    for (size_t j = 0; j < b->n; j++)
        above[j] = b->values[j] - median;
    evidence->sign_flips = effect_sign_share(above, b->n) < 0.9;
    free(above);
    return BENCHAN_OK;
}

static enum benchan_status spread_of_logs(const struct draws *draws, double *spread,
                                          struct benchan_error *error)
{
    double *logs = malloc(draws->n * sizeof *logs);
    if (!logs)
        return benchan_fail_memory(error);
    work_scale(draws->values, draws->n, true, logs);
    struct benchan_location_scale stats;
    const enum benchan_status status = benchan_location_scale_of(logs, draws->n, &stats, error);
    free(logs);
    if (status == BENCHAN_OK)
        *spread = stats.sd;
    return status;
}

static size_t processes_that_count(const struct arm_row *arm)
{
    return arm->n_processes < arm->n_units ? arm->n_processes : arm->n_units;
}

enum benchan_status evidence_gather(struct row_work *work, struct benchan_comparison *c,
                                    struct row_evidence *evidence, struct benchan_error *error)
{
    const struct benchan_design *design = &work->inferred.design;
    struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    for (size_t k = 0; k < 2; k++) {
        evidence->units[k] = processes_that_count(&work->arm[k]);
        evidence->described[k] = work->draws[k].n;
        evidence->draws[k] = work->draws[k].n;
        arm[k]->sessions = work->inferred.sessions.n_arm[k];
        if (design->described_level == BENCHAN_LEVEL_SESSION && work->draws[k].n > 1 &&
            work->logs) {
            const enum benchan_status status =
                spread_of_logs(&work->draws[k], &arm[k]->session_spread, error);
            if (status)
                return status;
        }
    }
    if (design->described_level != design->level)
        for (size_t k = 0; k < 2; k++)
            evidence->draws[k] = design->level == BENCHAN_LEVEL_BLOCK
                                     ? work->inferred.blocks.n_shared
                                     : work->arm[k].n_units;
    evidence->processes_known = work->arm[0].processes_known && work->arm[1].processes_known;
    evidence->least_n = benchan_bootstrap_least_n(work->run->alpha_adjusted, evidence->draws[0],
                                                  evidence->draws[1]);
    evidence->round_broken = work->inferred.round_broken;
    independence_evidence(work, c, evidence);
    if (design->described_level == BENCHAN_LEVEL_BLOCK)
        evidence->order_drift =
            order_drift(&work->draws[0], &work->draws[1], work->logs, &design->pattern);
    if (isnan(evidence->order_drift))
        return benchan_fail_memory(error);
    modality_evidence(work, c, evidence);
    clock_evidence(work, c, evidence);
    const enum benchan_status status = sign_evidence(work, evidence, error);
    return status ? status : stability_evidence(work, c, evidence, error);
}
