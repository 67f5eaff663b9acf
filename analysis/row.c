/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares one row: draws, effect, pairs, null control, and what the gates will read. */
#include "analysis/row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "benchan/import.h"
#include "benchan/stats.h"

/* Everything one comparison holds while it is made. */
struct work {
    const struct row_input *input;
    const struct run_settings *run;
    struct benchan_bootstrap *bootstrap;
    struct arm_row arm[2];
    struct pair_design pair;
    struct draws draws[2];
    double *d;
    size_t n_d;
    bool logs;
};

static void work_free(struct work *work)
{
    for (size_t k = 0; k < 2; k++) {
        arm_free(&work->arm[k]);
        draws_free(&work->draws[k]);
    }
    pair_design_free(&work->pair);
    free(work->d);
}

void row_evidence_free(struct row_evidence *evidence)
{
    for (size_t k = 0; k < 2; k++) {
        draws_free(&evidence->keep[k]);
        free(evidence->keep_key[k]);
        evidence->keep_key[k] = NULL;
    }
    free(evidence->keep_d);
    evidence->keep_d = NULL;
}

/* --------------------------------------------------------------- exact units */

static bool constant(const struct arm_row *arm)
{
    for (size_t i = 1; i < arm->n_values; i++)
        if (arm->values[i] != arm->values[0])
            return false;
    return arm->n_values >= 2;
}

static bool compared_exactly(const struct work *work, const struct benchan_comparison *c)
{
    bool exact = c->quantity == BENCHAN_COUNT;
    for (size_t k = 0; k < 2; k++)
        exact = exact || work->arm[k].refs[0].series->exact;
    return exact && constant(&work->arm[0]) && constant(&work->arm[1]);
}

/* ------------------------------------------------------------------- effects */

static bool bounded(const struct effect *effect)
{
    return isfinite(effect->low) && isfinite(effect->high);
}

static void set_ratio(struct benchan_ratio *ratio, const struct effect *effect, double alpha,
                      enum benchan_level level)
{
    *ratio = (struct benchan_ratio){.estimate = exp(effect->estimate),
                                    .low = bounded(effect) ? exp(effect->low) : NAN,
                                    .high = bounded(effect) ? exp(effect->high) : NAN,
                                    .confidence = 1 - alpha,
                                    .level = level,
                                    .method = effect->method};
}

static void no_ratio(struct benchan_ratio *ratio)
{
    *ratio =
        (struct benchan_ratio){.estimate = NAN, .low = NAN, .high = NAN, .confidence = NAN};
}

static enum benchan_status unpaired_effect(struct work *work, struct benchan_comparison *c,
                                           struct effect *effect, struct benchan_error *error)
{
    const struct draws *a = &work->draws[0];
    const struct draws *b = &work->draws[1];
    enum benchan_status status =
        effect_of_medians(a, b, work->logs, work->arm[0].half_step, work->arm[1].half_step,
                          work->run->alpha_adjusted, work->bootstrap, effect, error);
    if (!status)
        status = benchan_mann_whitney(a->sorted, a->n, b->sorted, b->n, &c->rank, error);
    effect->p = c->rank.p;
    if (a->n < 2 || b->n < 2) {
        effect->low = -INFINITY;
        effect->high = INFINITY;
        effect->method = "none: a single value shows no spread";
    }
    return status;
}

static enum benchan_status hodges_lehmann_effect(struct work *work,
                                                 struct benchan_comparison *c,
                                                 struct benchan_error *error)
{
    const struct draws *a = &work->draws[0];
    const struct draws *b = &work->draws[1];
    if (!work->logs)
        return BENCHAN_OK;
    double *logs = malloc((a->n + b->n) * sizeof *logs);
    if (!logs)
        return benchan_fail_memory(error);
    work_scale(a->sorted, a->n, true, logs);
    work_scale(b->sorted, b->n, true, logs + a->n);
    struct benchan_interval interval;
    size_t k;
    const enum benchan_status status = benchan_hodges_lehmann(
        logs, a->n, logs + a->n, b->n, work->run->alpha_adjusted, &interval, &k, error);
    free(logs);
    if (status)
        return status;
    c->hodges_lehmann = exp(interval.estimate);
    c->hodges_lehmann_low = exp(interval.low);
    c->hodges_lehmann_high = exp(interval.high);
    return BENCHAN_OK;
}

static double share_of_majority_sign(const double *d, size_t n)
{
    size_t up = 0;
    size_t down = 0;
    for (size_t i = 0; i < n; i++) {
        up += d[i] > 0;
        down += d[i] < 0;
    }
    return up + down ? (double)(up > down ? up : down) / (double)(up + down) : NAN;
}

static void pair_modes(const double *sorted, size_t n, bool logs, struct benchan_paired *paired)
{
    const struct benchan_modality *m = &paired->modality;
    paired->n_modes = m->alarm ? 2 : 1;
    if (!m->alarm) {
        const double median = benchan_quantile_sorted(sorted, n, 0.5);
        paired->modes[0] = (struct benchan_mode){logs ? exp(median) : median, n};
        return;
    }
    paired->modes[0] = (struct benchan_mode){logs ? exp(m->low) : m->low, m->split};
    paired->modes[1] = (struct benchan_mode){logs ? exp(m->high) : m->high, n - m->split};
}

/* Half the printed step of a difference on the work scale. */
static double pair_half_step(const struct work *work)
{
    double half = 0;
    for (size_t k = 0; k < 2; k++) {
        const double median =
            benchan_quantile_sorted(work->draws[k].sorted, work->draws[k].n, 0.5);
        half += work->logs ? work->arm[k].half_step / median : work->arm[k].half_step;
    }
    return half;
}

static enum benchan_status describe_pairs(const struct work *work,
                                          struct benchan_paired *paired,
                                          struct benchan_error *error)
{
    const size_t n = work->n_d;
    double *sorted = malloc(n * sizeof *sorted);
    if (!sorted)
        return benchan_fail_memory(error);
    memcpy(sorted, work->d, n * sizeof *sorted);
    benchan_sort(sorted, n);
    enum benchan_status status =
        benchan_modality_test(sorted, n, pair_half_step(work), &paired->modality, error);
    if (!status)
        pair_modes(sorted, n, work->logs, paired);
    struct benchan_description_stats stats;
    if (!status)
        status = benchan_describe_values(work->d, n, &stats, error);
    paired->sd = status ? NAN : stats.sd;
    free(sorted);
    if (!status && n >= 5 && work->draws[0].ordered)
        status =
            benchan_independence_test(work->d, n, work->run->seed, work->run->independence_fail,
                                      work->run->independence_warn, work->run->permutations,
                                      false, &paired->independence, error);
    paired->sign_consistency = share_of_majority_sign(work->d, n);
    return status;
}

/* d_i over the blocks both arms share, with the signed-rank test and interval. */
static enum benchan_status paired_effect(struct work *work, struct benchan_comparison *c,
                                         struct effect *effect, struct benchan_error *error)
{
    struct benchan_paired *paired = &c->paired;
    const double alpha = work->run->alpha_adjusted;
    struct benchan_signed_rank_test test;
    enum benchan_status status = benchan_signed_rank(work->d, work->n_d, &test, error);
    struct benchan_interval interval = {0};
    size_t k;
    if (!status)
        status = benchan_walsh(work->d, work->n_d, alpha, &interval, &k, error);
    if (status)
        return status;
    /* Quantised values would give a width of zero here too. */
    const double wider = pair_half_step(work);
    *effect = (struct effect){interval.estimate, interval.low - wider, interval.high + wider,
                              test.p, interval.method};
    paired->n = work->n_d;
    paired->n_nonzero = test.n_nonzero;
    paired->p = test.p;
    paired->method = interval.method;
    paired->estimate = work->logs ? exp(effect->estimate) : effect->estimate;
    paired->low = work->logs ? exp(effect->low) : effect->low;
    paired->high = work->logs ? exp(effect->high) : effect->high;
    return describe_pairs(work, paired, error);
}

/* ------------------------------------------------ sessions and builds (Student) */

static double t_test_p(double estimate, const struct benchan_interval *interval, double alpha,
                       double degrees)
{
    const double half = (interval->high - interval->low) / 2;
    const double quantile = benchan_t_quantile(1 - alpha / 2, degrees);
    if (!(half > 0))
        return estimate == 0 ? 1 : 1e-300;
    return fmin(1, 2 * gsl_cdf_tdist_Q(fabs(estimate) / (half / quantile), degrees));
}

static enum benchan_status t_effect(struct work *work, bool pairs, struct effect *effect,
                                    struct benchan_error *error)
{
    const struct draws *a = &work->draws[0];
    const struct draws *b = &work->draws[1];
    const double alpha = work->run->alpha_adjusted;
    double *values = malloc((a->n + b->n) * sizeof *values);
    if (!values)
        return benchan_fail_memory(error);
    struct benchan_interval interval = {0};
    double sd;
    double degrees = (double)work->n_d - 1;
    enum benchan_status status;
    if (pairs) {
        status = benchan_t_interval(work->d, work->n_d, alpha, &interval, error);
    } else {
        work_scale(a->values, a->n, work->logs, values);
        work_scale(b->values, b->n, work->logs, values + a->n);
        status = benchan_prediction_interval(values, a->n, values + a->n, b->n, alpha,
                                             &interval, &sd, &degrees, error);
    }
    free(values);
    if (status)
        return status;
    *effect = (struct effect){interval.estimate, interval.low, interval.high,
                              t_test_p(interval.estimate, &interval, alpha, degrees),
                              interval.method};
    return BENCHAN_OK;
}

/* ----------------------------------------------------------- primary analysis */

static size_t least_pairs(double alpha)
{
    const size_t least = 1 + (size_t)ceil(log2(1 / alpha));
    return least > 10 ? least : 10;
}

static size_t nonzero(const double *d, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += d[i] != 0;
    return count;
}

static bool wants_t(const struct work *work, bool *pairs)
{
    const struct benchan_design *design = &work->pair.design;
    const size_t n = work->draws[0].n;
    const size_t m = work->draws[1].n;
    const size_t fewer = n < m ? n : m;
    *pairs = false;
    if (design->level == BENCHAN_LEVEL_SESSION) {
        if (work->n_d >= least_pairs(work->run->alpha_adjusted))
            return false;
        *pairs = work->n_d >= 5 && work->n_d == fewer;
        return *pairs || fewer < benchan_bootstrap_least_n(work->run->alpha_adjusted, n, m);
    }
    return design->level == BENCHAN_LEVEL_BUILD && fewer < LEAST_DRAWS;
}

static enum benchan_status make_pairs(struct work *work, struct benchan_error *error)
{
    const struct benchan_design *design = &work->pair.design;
    if (design->described_level != BENCHAN_LEVEL_BLOCK &&
        design->described_level != BENCHAN_LEVEL_SESSION)
        return BENCHAN_OK;
    const size_t room =
        work->draws[0].n < work->draws[1].n ? work->draws[0].n : work->draws[1].n;
    work->d = malloc((room ? room : 1) * sizeof *work->d);
    if (!work->d)
        return benchan_fail_memory(error);
    work->n_d = pair_differences(&work->draws[0], &work->draws[1], work->logs, work->d);
    return BENCHAN_OK;
}

static void set_primary(const struct effect *effect, struct row_evidence *evidence)
{
    evidence->estimate = effect->estimate;
    evidence->low = effect->low;
    evidence->high = effect->high;
    evidence->p = effect->p;
    evidence->excludes = effect->low > 0 || effect->high < 0;
    evidence->near_limit = effect->low > 0 ? effect->low : effect->high < 0 ? -effect->high : 0;
    evidence->far_limit = fmax(fabs(effect->low), fabs(effect->high));
}

static void publish_primary(const struct work *work, const struct effect *effect,
                            struct benchan_comparison *c)
{
    const struct benchan_design *design = &work->pair.design;
    if (work->logs) {
        set_ratio(&c->ratio, effect, work->run->alpha_adjusted, design->described_level);
        return;
    }
    const double scale = work->arm[0].scale;
    c->difference = (struct benchan_difference){
        effect->estimate * scale, bounded(effect) ? effect->low * scale : (double)NAN,
        bounded(effect) ? effect->high * scale : (double)NAN};
}

static enum benchan_status find_effect(struct work *work, struct benchan_comparison *c,
                                       struct row_evidence *evidence,
                                       struct benchan_error *error)
{
    struct benchan_design *design = &work->pair.design;
    const double alpha = work->run->alpha_adjusted;
    struct effect unpaired;
    enum benchan_status status = unpaired_effect(work, c, &unpaired, error);
    if (!status)
        status = hodges_lehmann_effect(work, c, error);
    if (!status)
        status = make_pairs(work, error);
    if (status)
        return status;
    if (work->logs)
        set_ratio(&c->unpaired, &unpaired, alpha, design->described_level);
    struct effect primary = unpaired;
    bool t_pairs;
    evidence->t_path = wants_t(work, &t_pairs);
    if (work->n_d >= LEAST_DRAWS) {
        struct effect paired;
        status = paired_effect(work, c, &paired, error);
        if (!status && !evidence->t_path && nonzero(work->d, work->n_d) >= least_pairs(alpha)) {
            design->paired = true;
            primary = paired;
        }
    }
    if (!status && evidence->t_path)
        status = t_effect(work, t_pairs, &primary, error);
    if (status == BENCHAN_BAD_USAGE && evidence->t_path) {
        /* No arm has two sessions to tell their spread by: nothing follows. */
        primary = (struct effect){unpaired.estimate, -INFINITY, INFINITY, 1,
                                  "none: the spread between sessions is unknown"};
        status = BENCHAN_OK;
    }
    if (status)
        return status;
    set_primary(&primary, evidence);
    publish_primary(work, &primary, c);
    c->p = primary.p;
    return BENCHAN_OK;
}

/* ----------------------------------------------------- what the gates will read */

static void independence_evidence(const struct work *work, const struct benchan_comparison *c,
                                  struct row_evidence *evidence)
{
    const struct benchan_design *design = &work->pair.design;
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
    evidence->independence_p = fmin(1, 2 * fmin(p0, p1));
}

static void modality_evidence(const struct work *work, const struct benchan_comparison *c,
                              struct row_evidence *evidence)
{
    const struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    if (work->pair.design.paired) {
        const struct benchan_modality *m = &c->paired.modality;
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
                           const struct benchan_description_stats *stats)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += fabs(values[i] - stats->median) > 3 * 1.4826 * stats->mad;
    return (double)count / (double)n;
}

static enum benchan_status stability_evidence(const struct work *work,
                                              const struct benchan_comparison *c,
                                              struct row_evidence *evidence,
                                              struct benchan_error *error)
{
    const struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    struct benchan_description_stats stats;
    evidence->cv = evidence->robust_cv = evidence->beyond = NAN;
    evidence->cv_n = work->draws[0].n < work->draws[1].n ? work->draws[0].n : work->draws[1].n;
    if (!work->logs)
        return BENCHAN_OK;
    if (work->pair.design.paired) {
        const enum benchan_status status =
            benchan_describe_values(work->d, work->n_d, &stats, error);
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
        benchan_describe_values(draws->values, draws->n, &stats, error);
    if (!status)
        evidence->beyond = share_beyond(draws->values, draws->n, &stats);
    return status;
}

static double recorded_timer_resolution(const struct work *work)
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

static void clock_evidence(const struct work *work, const struct benchan_comparison *c,
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
static enum benchan_status sign_evidence(const struct work *work, struct row_evidence *evidence,
                                         struct benchan_error *error)
{
    enum { LEAST = 3 };
    const struct draws *a = &work->draws[0];
    const struct draws *b = &work->draws[1];
    if (work->pair.design.described_level < BENCHAN_LEVEL_BUILD)
        return BENCHAN_OK;
    if (work->n_d >= LEAST) {
        evidence->sign_flips = share_of_majority_sign(work->d, work->n_d) < 0.9;
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
    evidence->sign_flips = share_of_majority_sign(above, b->n) < 0.9;
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
    struct benchan_description_stats stats;
    const enum benchan_status status = benchan_describe_values(logs, draws->n, &stats, error);
    free(logs);
    if (status == BENCHAN_OK)
        *spread = stats.sd;
    return status;
}

static size_t processes_that_count(const struct arm_row *arm)
{
    return arm->n_processes < arm->n_units ? arm->n_processes : arm->n_units;
}

static enum benchan_status gather_evidence(struct work *work, struct benchan_comparison *c,
                                           struct row_evidence *evidence,
                                           struct benchan_error *error)
{
    const struct benchan_design *design = &work->pair.design;
    struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    for (size_t k = 0; k < 2; k++) {
        evidence->units[k] = processes_that_count(&work->arm[k]);
        evidence->described[k] = work->draws[k].n;
        evidence->draws[k] = work->draws[k].n;
        arm[k]->sessions = work->pair.sessions.n_arm[k];
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
                                     ? work->pair.blocks.n_shared
                                     : work->arm[k].n_units;
    evidence->processes_known = work->arm[0].processes_known && work->arm[1].processes_known;
    evidence->least_n = benchan_bootstrap_least_n(work->run->alpha_adjusted, evidence->draws[0],
                                                  evidence->draws[1]);
    evidence->round_broken = work->pair.round_broken;
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

/* What the geometric mean needs once all rows are known. */
static enum benchan_status keep_draws(struct work *work, struct row_evidence *evidence,
                                      struct benchan_error *error)
{
    const struct benchan_design *design = &work->pair.design;
    if (!work->logs || design->described_level > BENCHAN_LEVEL_BLOCK)
        return BENCHAN_OK;
    for (size_t k = 0; k < 2; k++) {
        evidence->keep_key[k] = malloc((work->draws[k].n + 1) * sizeof(uint64_t));
        if (!evidence->keep_key[k])
            return benchan_fail_memory(error);
        for (size_t i = 0; i < work->draws[k].n; i++) {
            const uint32_t group = work->draws[k].group[i];
            const struct unit *unit =
                &work->arm[k].units[group < work->arm[k].n_units ? group : 0];
            evidence->keep_key[k][i] = design->described_level == BENCHAN_LEVEL_BLOCK
                                           ? group
                                           : (uint64_t)unit->capture << 32 | unit->process;
        }
        evidence->keep[k] = work->draws[k];
        work->draws[k] = (struct draws){0};
    }
    if (design->paired) {
        evidence->keep_d = work->d;
        evidence->n_keep_pairs = work->n_d;
        work->d = NULL;
    }
    return BENCHAN_OK;
}

/* ------------------------------------------------------------------- the whole */

static void clear_figures(struct benchan_comparison *c)
{
    no_ratio(&c->ratio);
    no_ratio(&c->unpaired);
    c->difference = (struct benchan_difference){NAN, NAN, NAN};
    c->mean_ratio = c->p = c->p_holm = c->p_holm_k = c->hides = NAN;
    c->hodges_lehmann = c->hodges_lehmann_low = c->hodges_lehmann_high = NAN;
    c->rank = (struct benchan_rank_test){NAN, NAN, NAN, NAN, NULL};
    c->paired = (struct benchan_paired){
        .sd = NAN, .p = NAN, .estimate = NAN, .low = NAN, .high = NAN, .sign_consistency = NAN};
    c->paired.independence.p = c->paired.independence.n_effective = NAN;
    c->null = (struct benchan_null_control){.ratio = NAN,
                                            .low = NAN,
                                            .high = NAN,
                                            .low99 = NAN,
                                            .high99 = NAN,
                                            .resolution = NAN,
                                            .self_resolution = NAN,
                                            .noise_floor = NAN};
}

static bool all_positive(const struct work *work)
{
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < work->arm[k].n_values; i++)
            if (work->arm[k].values[i] <= 0)
                return false;
    return true;
}

static enum benchan_status gather_arms(struct work *work, struct benchan_error *error)
{
    const struct row_input *input = work->input;
    enum benchan_status status =
        arm_gather(input->refs[0], input->n_refs[0], 0, &work->arm[0], error);
    if (!status)
        status = arm_gather(input->refs[1], input->n_refs[1], work->arm[0].scale, &work->arm[1],
                            error);
    if (!status)
        work->logs = all_positive(work);
    return status;
}

static enum benchan_status summarise(struct work *work, struct benchan_comparison *c,
                                     struct benchan_error *error)
{
    struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    enum benchan_status status = BENCHAN_OK;
    for (size_t k = 0; k < 2 && !status; k++)
        status =
            summarise_arm(&work->arm[k], &work->draws[k], work->pair.design.described_level,
                          work->logs, work->run, arm[k], error);
    return status;
}

static enum benchan_status compare_exactly(struct work *work, struct benchan_comparison *c,
                                           struct row_evidence *evidence,
                                           struct benchan_error *error)
{
    c->exact = true;
    for (size_t k = 0; k < 2; k++)
        evidence->units[k] = work->arm[k].n_units;
    const double a = work->arm[0].values[0];
    const double b = work->arm[1].values[0];
    evidence->estimate = work->logs ? log(b / a) : b - a;
    evidence->low = evidence->high = evidence->estimate;
    evidence->near_limit = evidence->far_limit = fabs(evidence->estimate);
    evidence->excludes = a != b;
    struct effect effect = {evidence->estimate, evidence->low, evidence->high, NAN, "exact"};
    publish_primary(work, &effect, c);
    c->mean_ratio = a != 0 ? b / a : NAN;
    return summarise(work, c, error);
}

static enum benchan_status infer_draws(struct work *work, struct benchan_error *error)
{
    enum benchan_status status = arm_prune(&work->arm[0], &work->arm[1], error);
    if (!status)
        status = design_infer(&work->arm[0], &work->arm[1], &work->pair, error);
    const enum benchan_level level = work->pair.design.described_level;
    for (int k = 0; k < 2 && !status; k++)
        status = draws_reduce(&work->arm[k], k, level, &work->pair, &work->draws[k], error);
    return status;
}

static enum benchan_status compare(struct work *work, struct benchan_comparison *c,
                                   struct row_evidence *evidence, struct benchan_error *error)
{
    enum benchan_status status = gather_arms(work, error);
    if (!status)
        status = infer_draws(work, error);
    if (status)
        return status;
    evidence->logs = work->logs;
    if (compared_exactly(work, c)) {
        status = compare_exactly(work, c, evidence, error);
        c->design = work->pair.design;
        return status;
    }
    status = summarise(work, c, error);
    if (!status)
        status = find_effect(work, c, evidence, error);
    if (!status)
        c->mean_ratio = c->candidate.samples.mean / c->baseline.samples.mean;
    c->design = work->pair.design;
    if (!status)
        status = null_control(work->input, work->run, &c->design, work->logs, &work->arm[0],
                              &work->draws[0], work->d, work->n_d, work->bootstrap, &c->null,
                              evidence, error);
    if (!status)
        status = gather_evidence(work, c, evidence, error);
    if (!status)
        status = keep_draws(work, evidence, error);
    return status;
}

enum benchan_status row_compare(const struct row_input *input, const struct run_settings *run,
                                struct benchan_bootstrap *bootstrap,
                                struct benchan_comparison *comparison,
                                struct row_evidence *evidence, struct benchan_error *error)
{
    struct work work = {.input = input, .run = run, .bootstrap = bootstrap};
    clear_figures(comparison);
    *evidence = (struct row_evidence){.null_effect = NAN, .independence_p = NAN, .cv = NAN};
    const enum benchan_status status = compare(&work, comparison, evidence, error);
    work_free(&work);
    if (status) {
        row_evidence_free(evidence);
        free((void *)comparison->baseline.values);
        free((void *)comparison->candidate.values);
        comparison->baseline.values = comparison->candidate.values = NULL;
    }
    return status;
}
