/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the design shows when nothing changed: a null arm, or the baseline split. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/row.h"
#include "analysis/statistics/statistics.h"

enum { LEAST_SPLIT = 12, LEAST_PAIRS = 10 };

struct null_effect {
    double estimate, low, high, low99, high99;
    bool beyond; /* excludes no change by more than chance does somewhere in the suite */
    enum benchan_null_source source;
};

/* Levels shared out over the null arms, and over the rows of a suite as well. */
struct null_levels {
    double strict, suite;
};

static bool excludes_none(double low, double high)
{
    return low > 0 || high < 0;
}

static bool worse(const struct null_effect *a, const struct null_effect *b)
{
    return !b->source || fabs(a->estimate) > fabs(b->estimate);
}

/* Intervals at 95 % and at `strict` between two sets of draws. */
static enum benchan_status null_of_draws(const struct draws *a, const struct draws *b,
                                         bool logs, double half,
                                         const struct null_levels *levels,
                                         struct benchan_bootstrap *bootstrap,
                                         struct null_effect *null, struct benchan_error *error)
{
    struct effect effect;
    enum benchan_status status =
        effect_of_medians(a, b, logs, half, half, 0.05, bootstrap, &effect, error);
    if (status)
        return status;
    null->estimate = effect.estimate;
    null->low = effect.low;
    null->high = effect.high;
    status =
        effect_of_medians(a, b, logs, half, half, levels->strict, bootstrap, &effect, error);
    null->low99 = effect.low;
    null->high99 = effect.high;
    null->beyond = !status && excludes_none(effect.low, effect.high);
    if (!null->beyond || levels->suite >= levels->strict)
        return status;
    status =
        effect_of_medians(a, b, logs, half, half, levels->suite, bootstrap, &effect, error);
    null->beyond = !status && excludes_none(effect.low, effect.high);
    return status;
}

static enum benchan_status null_of_pairs(const double *d, size_t n,
                                         const struct null_levels *levels,
                                         struct null_effect *null, struct benchan_error *error)
{
    struct benchan_interval interval;
    size_t k;
    enum benchan_status status = benchan_walsh(d, n, 0.05, &interval, &k, error);
    if (status)
        return status;
    null->estimate = interval.estimate;
    null->low = interval.low;
    null->high = interval.high;
    status = benchan_walsh(d, n, levels->strict, &interval, &k, error);
    null->low99 = interval.low;
    null->high99 = interval.high;
    null->beyond = !status && excludes_none(interval.low, interval.high);
    if (!null->beyond || levels->suite >= levels->strict)
        return status;
    status = benchan_walsh(d, n, levels->suite, &interval, &k, error);
    null->beyond = !status && excludes_none(interval.low, interval.high);
    return status;
}

/* Every second draw (parity 0 or 1), or the first and second half. */
static void take_part(const double *values, size_t n, bool halves, int part, struct draws *to)
{
    to->n = 0;
    for (size_t i = 0; i < n; i++) {
        const int mine = halves ? i >= (n + 1) / 2 : (i & 1) != 0;
        if (mine == part)
            to->sorted[to->n++] = values[i];
    }
    gsl_sort(to->sorted, 1, to->n);
}

static enum benchan_status null_of_split(const double *values, size_t n, bool halves, bool logs,
                                         double half, const struct null_levels *levels,
                                         struct benchan_bootstrap *bootstrap,
                                         struct null_effect *worst, struct benchan_error *error)
{
    double *room = malloc(2 * n * sizeof *room);
    if (!room)
        return benchan_fail_memory(error);
    struct draws a = {.sorted = room};
    struct draws b = {.sorted = room + n};
    take_part(values, n, halves, 0, &a);
    take_part(values, n, halves, 1, &b);
    struct null_effect null = {.source = halves ? BENCHAN_NULL_HALVES : BENCHAN_NULL_ODD_EVEN};
    const enum benchan_status status =
        null_of_draws(&a, &b, logs, half, levels, bootstrap, &null, error);
    free(room);
    if (!status && worse(&null, worst))
        *worst = null;
    return status;
}

struct null_arms {
    struct arm_row baseline, null;
    struct inferred_design inferred;
    struct draws draws[2];
};

static void null_arms_free(struct null_arms *arms)
{
    arm_free(&arms->baseline);
    arm_free(&arms->null);
    inferred_design_free(&arms->inferred);
    draws_free(&arms->draws[0]);
    draws_free(&arms->draws[1]);
}

static enum benchan_status gather_null(const struct row_input *input, size_t which,
                                       double scale, struct null_arms *arms,
                                       struct benchan_error *error)
{
    enum benchan_status status =
        arm_gather(input->refs[0], input->n_refs[0], scale, &arms->baseline, error);
    if (!status)
        status = arm_gather(input->nulls[which], input->n_nulls_refs[which], scale, &arms->null,
                            error);
    if (!status)
        status = arm_prune(&arms->baseline, &arms->null, error);
    if (!status)
        status = design_infer(&arms->baseline, &arms->null, &arms->inferred, error);
    const enum benchan_level level = arms->inferred.design.described_level;
    if (!status)
        status =
            draws_reduce(&arms->baseline, 0, level, &arms->inferred, &arms->draws[0], error);
    if (!status)
        status = draws_reduce(&arms->null, 1, level, &arms->inferred, &arms->draws[1], error);
    return status;
}

static enum benchan_status judge_null(const struct null_arms *arms,
                                      const struct benchan_design *design, bool logs,
                                      const struct null_levels *levels,
                                      struct benchan_bootstrap *bootstrap,
                                      struct null_effect *null, struct benchan_error *error)
{
    const struct draws *a = &arms->draws[0];
    const struct draws *b = &arms->draws[1];
    const struct benchan_design *taken = &arms->inferred.design;
    null->source = BENCHAN_NULL_ARM;
    if (!design->paired || taken->described_level != BENCHAN_LEVEL_BLOCK || a->n < LEAST_PAIRS)
        return null_of_draws(a, b, logs, arms->baseline.half_step, levels, bootstrap, null,
                             error);
    double *d = malloc(a->n * sizeof *d);
    if (!d)
        return benchan_fail_memory(error);
    const size_t n = pair_differences(a, b, logs, d);
    const enum benchan_status status = null_of_pairs(d, n, levels, null, error);
    free(d);
    return status;
}

/* A null arm counts where it was taken the way the comparison was. */
static enum null_refusal refuse(const struct null_arms *arms,
                                const struct benchan_design *design, bool logs)
{
    const struct benchan_design *taken = &arms->inferred.design;
    for (size_t i = 0; logs && i < arms->null.n_values; i++)
        if (arms->null.values[i] <= 0)
            return NULL_WITHOUT_RATIO;
    if (design->described_level > BENCHAN_LEVEL_RUN &&
        taken->described_level == BENCHAN_LEVEL_RUN)
        return NULL_TOO_FEW;
    if (design->interleaved == BENCHAN_YES && taken->interleaved != BENCHAN_YES)
        return NULL_NOT_IN_TURN;
    return NULL_TAKEN;
}

static void note_excluded(const struct null_effect *null, struct row_evidence *evidence)
{
    evidence->null_excludes =
        evidence->null_excludes || excludes_none(null->low99, null->high99);
    evidence->null_beyond = evidence->null_beyond || null->beyond;
}

static enum benchan_status
null_from_arms(const struct row_input *input, const struct run_settings *run,
               const struct benchan_design *design, bool logs, double scale,
               struct benchan_bootstrap *bootstrap, struct null_effect *worst,
               struct row_evidence *evidence, struct benchan_error *error)
{
    enum benchan_status status = BENCHAN_OK;
    size_t given = 0;
    for (size_t i = 0; i < input->n_nulls; i++)
        given += input->nulls[i] != NULL;
    const struct null_levels levels = {0.01 / (double)given, run->null_fail / (double)given};
    for (size_t i = 0; i < input->n_nulls && !status; i++) {
        if (!input->nulls[i])
            continue;
        struct null_arms arms = {0};
        struct null_effect null = {0};
        status = gather_null(input, i, scale, &arms, error);
        const enum null_refusal refusal = status ? NULL_TAKEN : refuse(&arms, design, logs);
        if (!status && !refusal)
            status = judge_null(&arms, design, logs, &levels, bootstrap, &null, error);
        null_arms_free(&arms);
        if (refusal)
            evidence->null_refused = refusal;
        if (status || refusal)
            continue;
        note_excluded(&null, evidence);
        if (worse(&null, worst))
            *worst = null;
    }
    return status;
}

static enum benchan_status
null_from_splits(const struct run_settings *run, const struct benchan_design *design, bool logs,
                 const struct arm_row *baseline, const struct draws *draws, const double *d,
                 size_t n_d, struct benchan_bootstrap *bootstrap, struct null_effect *worst,
                 struct benchan_error *error)
{
    const struct null_levels levels = {0.01, run->null_fail};
    if (design->paired) {
        if (n_d < LEAST_SPLIT)
            return BENCHAN_OK;
        return null_of_split(d, n_d, false, false, 0, &levels, bootstrap, worst, error);
    }
    if (draws->n < LEAST_SPLIT || !draws->ordered)
        return BENCHAN_OK;
    const enum benchan_status status =
        null_of_split(draws->values, draws->n, false, logs, baseline->half_step, &levels,
                      bootstrap, worst, error);
    if (status || design->interleaved == BENCHAN_YES)
        return status;
    return null_of_split(draws->values, draws->n, true, logs, baseline->half_step, &levels,
                         bootstrap, worst, error);
}

static double outward(double value, bool logs, double scale)
{
    return logs ? exp(value) : value * scale;
}

static void publish(const struct null_effect *worst, bool logs, double scale,
                    struct benchan_null_control *null)
{
    null->source = worst->source;
    null->ratio = outward(worst->estimate, logs, scale);
    null->low = outward(worst->low, logs, scale);
    null->high = outward(worst->high, logs, scale);
    null->low99 = outward(worst->low99, logs, scale);
    null->high99 = outward(worst->high99, logs, scale);
    null->resolution = fmax(fabs(worst->low), fabs(worst->high)) * (logs ? 1 : scale);
}

void null_control_clear(struct benchan_null_control *null)
{
    *null = (struct benchan_null_control){.ratio = NAN,
                                          .low = NAN,
                                          .high = NAN,
                                          .low99 = NAN,
                                          .high99 = NAN,
                                          .resolution = NAN,
                                          .self_resolution = NAN,
                                          .noise_floor = NAN};
}

static enum benchan_status split_once(const struct arm_row *arm, const struct draws *draws,
                                      bool halves, bool logs,
                                      struct benchan_bootstrap *bootstrap,
                                      struct benchan_null_control *null, bool *off,
                                      struct benchan_error *error)
{
    const struct null_levels levels = {0.01, 0.01};
    struct null_effect effect = {0};
    const enum benchan_status status =
        null_of_split(draws->values, draws->n, halves, logs, arm->half_step, &levels, bootstrap,
                      &effect, error);
    if (status)
        return status;
    publish(&effect, logs, arm->scale, null);
    *off = excludes_none(effect.low99, effect.high99);
    return BENCHAN_OK;
}

enum benchan_status null_splits(const struct arm_row *arm, const struct draws *draws, bool logs,
                                struct benchan_bootstrap *bootstrap,
                                struct benchan_null_splits *splits, struct benchan_error *error)
{
    *splits = (struct benchan_null_splits){
        .draws = draws->n, .ordered = draws->ordered, .ratios = logs, .self_resolution = NAN};
    null_control_clear(&splits->odd_even);
    null_control_clear(&splits->halves);
    splits->varies = draws->n && draws->sorted[0] < draws->sorted[draws->n - 1];
    enum benchan_status status = BENCHAN_OK;
    if (logs && draws->n > 1)
        status = benchan_bootstrap_self(bootstrap, draws->sorted, draws->n, NULL,
                                        &splits->self_resolution, error);
    if (status || !splits->varies || draws->n < LEAST_SPLIT || !draws->ordered)
        return status;
    status = split_once(arm, draws, false, logs, bootstrap, &splits->odd_even,
                        &splits->odd_even_off, error);
    if (!status)
        status = split_once(arm, draws, true, logs, bootstrap, &splits->halves,
                            &splits->halves_off, error);
    return status;
}

enum benchan_status null_control(const struct row_input *input, const struct run_settings *run,
                                 const struct benchan_design *design, bool logs,
                                 const struct arm_row *baseline, const struct draws *draws,
                                 const double *d, size_t n_d,
                                 struct benchan_bootstrap *bootstrap,
                                 struct benchan_null_control *null,
                                 struct row_evidence *evidence, struct benchan_error *error)
{
    struct null_effect worst = {0};
    enum benchan_status status = null_from_arms(input, run, design, logs, baseline->scale,
                                                bootstrap, &worst, evidence, error);
    /* A null arm that was given but cannot count is not replaced by splits. */
    if (!status && !worst.source && !evidence->null_refused) {
        status = null_from_splits(run, design, logs, baseline, draws, d, n_d, bootstrap, &worst,
                                  error);
        if (!status && worst.source)
            note_excluded(&worst, evidence);
    }
    if (!status && logs && draws->n)
        status = benchan_bootstrap_self(bootstrap, draws->sorted, draws->n, NULL,
                                        &null->self_resolution, error);
    if (status)
        return status;
    if (worst.source)
        publish(&worst, logs, baseline->scale, null);
    else if (evidence->null_refused)
        null->source = BENCHAN_NULL_UNLIKE;
    if (worst.source)
        evidence->null_refused = NULL_TAKEN;
    evidence->null_effect = worst.source ? fabs(worst.estimate) : NAN;
    const double stated = run->options->noise_floor;
    const double floor = logs && stated > 0 ? log1p(stated) : 0;
    evidence->noise_floor = worst.source ? fmax(floor, fabs(worst.estimate)) : floor;
    null->noise_floor = evidence->noise_floor;
    return BENCHAN_OK;
}
