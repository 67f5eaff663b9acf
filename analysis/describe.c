/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes every series of an arm: what `benchan describe` shows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/match.h"
#include "analysis/row.h"
#include "analysis/statistics/statistics.h"
#include "analysis/variants.h"
#include "benchan/verdict.h"

void benchan_description_free(struct benchan_description *description)
{
    if (!description)
        return;
    for (size_t i = 0; i < description->n_series; i++)
        summary_free(&description->series[i].summary);
    free(description->captures);
    free(description->series);
    free(description->nulls);
    free(description->owner);
    free(description);
}

static void fill_histogram(struct benchan_described_series *series)
{
    const struct benchan_series_summary *summary = &series->summary;
    series->histogram_low = summary->samples.min;
    series->histogram_high = summary->samples.max;
    const double width = series->histogram_high - series->histogram_low;
    for (size_t i = 0; i < summary->n_values; i++) {
        const double place =
            width > 0 ? (summary->values[i] - series->histogram_low) / width : 0;
        size_t bin = (size_t)(place * BENCHAN_HISTOGRAM_BINS);
        if (bin >= BENCHAN_HISTOGRAM_BINS)
            bin = BENCHAN_HISTOGRAM_BINS - 1;
        series->histogram[bin]++;
    }
}

/* With six processes their medians are the draws; below that, the runs. */
static enum benchan_status
describe_one(const struct series_ref *refs, size_t n, const struct run_settings *run,
             struct benchan_bootstrap *bootstrap, struct benchan_described_series *series,
             struct benchan_null_splits *splits, struct benchan_error *error)
{
    struct arm_row arm = {0};
    struct draws draws = {0};
    enum benchan_status status = arm_gather(refs, n, 0, &arm, error);
    bool logs = true;
    for (size_t i = 0; !status && i < arm.n_values; i++)
        logs = logs && arm.values[i] > 0;
    const enum benchan_level level = arm.processes_known && arm.n_units >= LEAST_DRAWS
                                         ? BENCHAN_LEVEL_PROCESS
                                         : BENCHAN_LEVEL_RUN;
    const struct inferred_design none = {0};
    if (!status)
        status = draws_reduce(&arm, 0, level, &none, &draws, error);
    if (!status)
        status = summarise_arm(&arm, &draws, level, logs, run, &series->summary, error);
    if (!status)
        fill_histogram(series);
    if (!status && splits)
        status = null_splits(&arm, &draws, logs, bootstrap, splits, error);
    if (status)
        summary_free(&series->summary);
    arm_free(&arm);
    draws_free(&draws);
    return status;
}

/* Standard deviation of the logs of the captures' medians. */
static enum benchan_status session_spread(const struct series_ref *refs, size_t n,
                                          double *spread, struct benchan_error *error)
{
    double *medians = calloc(n, sizeof *medians);
    if (!medians)
        return benchan_fail_memory(error);
    struct benchan_location_scale stats;
    enum benchan_status status = BENCHAN_OK;
    size_t count = 0;
    for (size_t r = 0; r < n && !status; r++) {
        const struct benchan_series *series = refs[r].series;
        if (!series->n)
            continue;
        status = benchan_location_scale_of(series->values, series->n, &stats, error);
        if (!status && stats.median > 0)
            medians[count++] = log(stats.median * series->scale);
    }
    *spread = NAN;
    if (!status && count > 1) {
        status = benchan_location_scale_of(medians, count, &stats, error);
        *spread = status ? NAN : stats.sd;
    }
    free(medians);
    return status;
}

static enum benchan_status
describe_groups(const struct match_index *index, const struct benchan_arm_input *arm,
                const struct run_settings *run, struct benchan_bootstrap *bootstrap,
                struct benchan_description *description, struct benchan_error *error)
{
    size_t *by_order = calloc(index->n_refs + 1, sizeof *by_order);
    if (!by_order)
        return benchan_fail_memory(error);
    for (size_t g = 0; g < index->n_groups; g++)
        by_order[index->groups[g].order] = g + 1;
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i <= index->n_refs && !status; i++) {
        if (!by_order[i])
            continue;
        const struct match_group *group = &index->groups[by_order[i] - 1];
        const struct series_ref *refs = &index->refs[group->first];
        struct benchan_described_series *series = &description->series[description->n_series];
        *series = (struct benchan_described_series){.package = refs[0].series->package,
                                                    .benchmark = group->benchmark,
                                                    .unit = group->unit,
                                                    .quantity = refs[0].series->quantity,
                                                    .derived = refs[0].series->derived,
                                                    .capture = refs[0].capture_index};
        series->variants_key = variants_key(refs, group->n);
        double spread = NAN;
        status = session_spread(refs, group->n, &spread, error);
        if (!status)
            status = describe_one(
                refs, group->n, run, bootstrap, series,
                description->nulls ? &description->nulls[description->n_series] : NULL, error);
        if (status)
            break;
        series->summary.arm = arm->name;
        series->summary.sessions = group->n;
        series->summary.session_spread = spread;
        description->n_series++;
        if (run->options->progress)
            run->options->progress(run->options->progress_context, description->n_series,
                                   index->n_groups);
    }
    free(by_order);
    return status;
}

static enum benchan_status allocate(const struct benchan_arm_input *arm, size_t n, bool nulls,
                                    struct benchan_description *description,
                                    struct benchan_error *error)
{
    description->series = calloc(n, sizeof *description->series);
    description->captures = calloc(arm->n_captures, sizeof *description->captures);
    if (nulls)
        description->nulls = calloc(n, sizeof *description->nulls);
    if (!description->series || !description->captures || (nulls && !description->nulls))
        return benchan_fail_memory(error);
    for (size_t c = 0; c < arm->n_captures; c++)
        description->captures[description->n_captures++] =
            (struct benchan_capture_ref){arm->captures[c], "described", arm->name};
    return BENCHAN_OK;
}

static enum benchan_status describe_all(const struct match_index *index,
                                        const struct benchan_arm_input *arm,
                                        const struct benchan_options *options, bool nulls,
                                        struct benchan_description *description,
                                        struct benchan_error *error)
{
    const struct run_settings run = {.options = options,
                                     .alpha_adjusted =
                                         options->alpha > 0 ? options->alpha : 0.05,
                                     .independence_fail = 0.01,
                                     .independence_warn = 0.05,
                                     .seed = run_seed(options)};
    struct benchan_bootstrap *bootstrap = benchan_bootstrap_new();
    enum benchan_status status = bootstrap ? BENCHAN_OK : benchan_fail_memory(error);
    if (!status)
        status = allocate(arm, index->n_groups, nulls, description, error);
    if (!status)
        status = describe_groups(index, arm, &run, bootstrap, description, error);
    benchan_bootstrap_free(bootstrap);
    return status;
}

static enum benchan_status describe(const struct benchan_arm_input *arm,
                                    const struct benchan_options *options, bool nulls,
                                    struct benchan_description **description,
                                    struct benchan_error *error)
{
    static const struct benchan_options defaults = {0};
    if (!options)
        options = &defaults;
    struct benchan_description *result = calloc(1, sizeof *result);
    if (!result)
        return benchan_fail_memory(error);
    struct match_index index;
    enum benchan_status status = match_index_build(arm, options, NULL, &index, error);
    if (!status) {
        status = index.n_groups ? describe_all(&index, arm, options, nulls, result, error)
                                : match_nothing(arm, options, "describe", error);
        match_index_free(&index);
    }
    if (status)
        benchan_description_free(result);
    else
        *description = result;
    return status;
}

enum benchan_status benchan_describe(const struct benchan_arm_input *arm,
                                     const struct benchan_options *options,
                                     struct benchan_description **description,
                                     struct benchan_error *error)
{
    return describe(arm, options, false, description, error);
}

enum benchan_status benchan_null(const struct benchan_arm_input *arm,
                                 const struct benchan_options *options,
                                 struct benchan_description **description,
                                 struct benchan_error *error)
{
    return describe(arm, options, true, description, error);
}
