/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares one row: draws, effect, null control, and what the gates will read. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/row_work.h"
#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

static void work_free(struct row_work *work)
{
    for (size_t k = 0; k < 2; k++) {
        arm_free(&work->arm[k]);
        draws_free(&work->draws[k]);
    }
    inferred_design_free(&work->inferred);
    free(work->d);
}

void row_evidence_free(struct row_evidence *evidence)
{
    for (size_t k = 0; k < 2; k++) {
        draws_free(&evidence->keep[k]);
        free(evidence->keep_key[k]);
        evidence->keep_key[k] = NULL;
    }
}

/* --------------------------------------------------------------- exact units */

static bool constant(const struct arm_row *arm)
{
    for (size_t i = 1; i < arm->n_values; i++)
        if (arm->values[i] != arm->values[0])
            return false;
    return arm->n_values >= 2;
}

static bool compared_exactly(const struct row_work *work, const struct benchan_comparison *c)
{
    bool exact = c->quantity == BENCHAN_COUNT;
    for (size_t k = 0; k < 2; k++)
        exact = exact || work->arm[k].refs[0].series->exact;
    return exact && constant(&work->arm[0]) && constant(&work->arm[1]);
}

/* What the geometric mean needs once all rows are known. */
static enum benchan_status keep_draws(struct row_work *work, struct row_evidence *evidence,
                                      struct benchan_error *error)
{
    const struct benchan_design *design = &work->inferred.design;
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
        free(work->draws[k].group);
        free(work->draws[k].sorted);
        work->draws[k].group = NULL;
        work->draws[k].sorted = NULL;
        evidence->keep[k] = work->draws[k];
        work->draws[k] = (struct draws){0};
    }
    if (design->paired)
        evidence->n_keep_pairs = work->n_d;
    return BENCHAN_OK;
}

static void no_ratio(struct benchan_ratio *ratio)
{
    *ratio =
        (struct benchan_ratio){.estimate = NAN, .low = NAN, .high = NAN, .confidence = NAN};
}

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
    null_control_clear(&c->null);
}

struct span {
    double low, high;
};

static struct span span_of(const struct row_work *work)
{
    struct span span = {INFINITY, -INFINITY};
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < work->arm[k].n_values; i++) {
            span.low = fmin(span.low, work->arm[k].values[i]);
            span.high = fmax(span.high, work->arm[k].values[i]);
        }
    return span;
}

/* Beyond this the squares of differences leave the range of doubles. */
static const double most_magnitude = 1e150;

static bool comparable(struct span span)
{
    if (span.low > 0)
        return isfinite(span.high / span.low);
    return fmax(fabs(span.low), fabs(span.high)) <= most_magnitude;
}

/* Ratios are what is asked about where every value has a logarithm. */
static enum benchan_status choose_scale(struct row_work *work,
                                        const struct benchan_comparison *c,
                                        struct benchan_error *error)
{
    const struct span span = span_of(work);
    work->logs = span.low > 0;
    if (comparable(span))
        return BENCHAN_OK;
    const double scale = work->arm[0].scale;
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                        "look at how it was recorded, or leave it out with --filter",
                        "%s: values from %g to %g %s lie too far apart to be compared",
                        c->benchmark, span.low * scale, span.high * scale, c->unit);
}

static enum benchan_status gather_arms(struct row_work *work, struct benchan_error *error)
{
    const struct row_input *input = work->input;
    enum benchan_status status =
        arm_gather(input->refs[0], input->n_refs[0], 0, &work->arm[0], error);
    if (!status)
        status = arm_gather(input->refs[1], input->n_refs[1], work->arm[0].scale, &work->arm[1],
                            error);
    return status;
}

static enum benchan_status summarise(struct row_work *work, struct benchan_comparison *c,
                                     struct benchan_error *error)
{
    struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    enum benchan_status status = BENCHAN_OK;
    for (size_t k = 0; k < 2 && !status; k++)
        status =
            summarise_arm(&work->arm[k], &work->draws[k], work->inferred.design.described_level,
                          work->logs, work->run, arm[k], error);
    return status;
}

static enum benchan_status compare_exactly(struct row_work *work, struct benchan_comparison *c,
                                           struct row_evidence *evidence,
                                           struct benchan_error *error)
{
    c->exact = true;
    for (size_t k = 0; k < 2; k++)
        evidence->units[k] = work->arm[k].n_units;
    const double a = work->arm[0].values[0];
    const double b = work->arm[1].values[0];
    evidence->estimate = work->logs ? values_log_ratio(a, b) : b - a;
    evidence->low = evidence->high = evidence->estimate;
    evidence->near_limit = evidence->far_limit = fabs(evidence->estimate);
    evidence->excludes = a != b;
    struct effect effect = {evidence->estimate, evidence->low, evidence->high, NAN, "exact"};
    effect_publish(work, &effect, c);
    c->mean_ratio = a != 0 ? b / a : NAN;
    return summarise(work, c, error);
}

static enum benchan_status infer_draws(struct row_work *work, struct benchan_error *error)
{
    enum benchan_status status = arm_prune(&work->arm[0], &work->arm[1], error);
    if (!status)
        status = design_infer(&work->arm[0], &work->arm[1], &work->inferred, error);
    const enum benchan_level level = work->inferred.design.described_level;
    for (int k = 0; k < 2 && !status; k++)
        status = draws_reduce(&work->arm[k], k, level, &work->inferred, &work->draws[k], error);
    return status;
}

static enum benchan_status compare(struct row_work *work, struct benchan_comparison *c,
                                   struct row_evidence *evidence, struct benchan_error *error)
{
    enum benchan_status status = gather_arms(work, error);
    if (!status)
        status = choose_scale(work, c, error);
    if (!status)
        status = infer_draws(work, error);
    if (status)
        return status;
    evidence->logs = work->logs;
    if (compared_exactly(work, c)) {
        status = compare_exactly(work, c, evidence, error);
        c->design = work->inferred.design;
        return status;
    }
    status = summarise(work, c, error);
    if (!status)
        status = effect_find(work, c, evidence, error);
    if (!status)
        c->mean_ratio = c->candidate.samples.mean / c->baseline.samples.mean;
    c->design = work->inferred.design;
    if (!status)
        status = null_control(work->input, work->run, &c->design, work->logs, &work->arm[0],
                              &work->draws[0], work->d, work->n_d, work->bootstrap, &c->null,
                              evidence, error);
    if (!status)
        status = evidence_gather(work, c, evidence, error);
    if (!status)
        status = keep_draws(work, evidence, error);
    return status;
}

enum benchan_status row_compare(const struct row_input *input, const struct run_settings *run,
                                struct benchan_bootstrap *bootstrap,
                                struct benchan_comparison *comparison,
                                struct row_evidence *evidence, struct benchan_error *error)
{
    struct row_work work = {.input = input, .run = run, .bootstrap = bootstrap};
    clear_figures(comparison);
    *evidence = (struct row_evidence){.null_effect = NAN, .independence_p = NAN, .cv = NAN};
    const enum benchan_status status = compare(&work, comparison, evidence, error);
    work_free(&work);
    if (status) {
        row_evidence_free(evidence);
        summary_free(&comparison->baseline);
        summary_free(&comparison->candidate);
    }
    return status;
}
