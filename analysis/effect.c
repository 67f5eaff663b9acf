/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of one row: of medians, by pairs, or by Student's t over few sessions. */
#include <float.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "analysis/row_work.h"
#include "analysis/statistics/statistics.h"

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

static enum benchan_status unpaired_effect(struct row_work *work, struct benchan_comparison *c,
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

static enum benchan_status hodges_lehmann_effect(struct row_work *work,
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

double effect_sign_share(const double *d, size_t n)
{
    size_t up = 0;
    size_t down = 0;
    for (size_t i = 0; i < n; i++) {
        up += d[i] > 0;
        down += d[i] < 0;
    }
    return up + down ? (double)(up > down ? up : down) / (double)(up + down) : NAN;
}

static void pair_modes(const double *sorted, size_t n, bool logs,
                       const struct benchan_modality *m, struct benchan_paired *paired)
{
    paired->modality = modes_kept(m);
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
static double pair_half_step(const struct row_work *work)
{
    double half = 0;
    for (size_t k = 0; k < 2; k++) {
        const double median =
            benchan_quantile_sorted(work->draws[k].sorted, work->draws[k].n, 0.5);
        half += work->logs ? work->arm[k].half_step / median : work->arm[k].half_step;
    }
    return half;
}

static enum benchan_status describe_pairs(const struct row_work *work,
                                          struct benchan_paired *paired,
                                          struct benchan_error *error)
{
    const size_t n = work->n_d;
    double *sorted = malloc(n * sizeof *sorted);
    if (!sorted)
        return benchan_fail_memory(error);
    memcpy(sorted, work->d, n * sizeof *sorted);
    gsl_sort(sorted, 1, n);
    struct benchan_modality modality;
    enum benchan_status status =
        benchan_modality_test(sorted, n, pair_half_step(work), &modality, error);
    if (!status)
        pair_modes(sorted, n, work->logs, &modality, paired);
    struct benchan_location_scale stats;
    if (!status)
        status = benchan_location_scale_of(work->d, n, &stats, error);
    paired->sd = status ? NAN : stats.sd;
    free(sorted);
    if (!status && n >= 5 && work->draws[0].ordered) {
        struct benchan_independence serial;
        status = benchan_independence_test(
            work->d, n, work->run->seed, work->run->independence_fail,
            work->run->independence_warn, work->run->permutations, false, &serial, error);
        if (!status)
            paired->independence = serial_kept(&serial);
    }
    paired->sign_consistency = effect_sign_share(work->d, n);
    return status;
}

/* d_i over the blocks both arms share, with the signed-rank test and interval. */
static enum benchan_status paired_effect(struct row_work *work, struct benchan_comparison *c,
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

static double t_test_p(const struct benchan_interval *interval, double alpha, double degrees)
{
    const double half = (interval->high - interval->low) / 2;
    if (!(half > 0))
        return interval->estimate == 0 ? 1 : DBL_MIN;
    const double t = fabs(interval->estimate) / half * -benchan_t_quantile(alpha / 2, degrees);
    return fmin(fmax(2 * gsl_cdf_tdist_Q(t, degrees), DBL_MIN), 1);
}

static const char *t_method(const struct row_work *work, bool pairs)
{
    if (work->inferred.design.level == BENCHAN_LEVEL_BUILD)
        return "t, medians of builds";
    return pairs ? "t, pairs in one session" : "t, prediction from sessions";
}

static enum benchan_status t_effect(struct row_work *work, bool pairs, struct effect *effect,
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
    /* Equal medians of quantised values are no proof that nothing spreads. */
    const double wider = pair_half_step(work);
    *effect = (struct effect){interval.estimate, interval.low - wider, interval.high + wider,
                              t_test_p(&interval, alpha, degrees), t_method(work, pairs)};
    return BENCHAN_OK;
}

/* ----------------------------------------------------------- primary analysis */

static size_t least_pairs(double alpha)
{
    const size_t least = 1 + (size_t)ceil(-log2(alpha));
    return least > 10 ? least : 10;
}

static size_t nonzero(const double *d, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += d[i] != 0;
    return count;
}

static bool wants_t(const struct row_work *work, bool *pairs)
{
    const struct benchan_design *design = &work->inferred.design;
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

static enum benchan_status make_pairs(struct row_work *work, struct benchan_error *error)
{
    const struct benchan_design *design = &work->inferred.design;
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

void effect_publish(const struct row_work *work, const struct effect *effect,
                    struct benchan_comparison *c)
{
    const struct benchan_design *design = &work->inferred.design;
    if (work->logs) {
        set_ratio(&c->ratio, effect, work->run->alpha_adjusted, design->described_level);
        return;
    }
    const double scale = work->arm[0].scale;
    c->difference = (struct benchan_difference){
        effect->estimate * scale, bounded(effect) ? effect->low * scale : (double)NAN,
        bounded(effect) ? effect->high * scale : (double)NAN};
    c->ratio.confidence = 1 - work->run->alpha_adjusted;
}

enum benchan_status effect_find(struct row_work *work, struct benchan_comparison *c,
                                struct row_evidence *evidence, struct benchan_error *error)
{
    struct benchan_design *design = &work->inferred.design;
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
    effect_publish(work, &primary, c);
    c->p = primary.p;
    return BENCHAN_OK;
}
