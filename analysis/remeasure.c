/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What it costs to measure again, from what measuring did cost. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/judge.h"
#include "analysis/statistics/statistics.h"
#include "benchan/plan.h"

enum { ROUNDS = 20, ARMS = 3 /* old, new, and old again */ };

static double median(double *values, size_t n)
{
    gsl_sort(values, 1, n);
    return n ? benchan_quantile_sorted(values, n, 0.5) : (double)NAN;
}

enum benchan_status benchan_value_cost_of(const struct benchan_capture *capture,
                                          const struct benchan_series *series,
                                          struct benchan_value_cost *cost,
                                          struct benchan_error *error)
{
    double *counts = calloc(series->n + 1, 2 * sizeof *counts);
    if (!counts)
        return benchan_fail_memory(error);
    double *seconds = counts + series->n;
    size_t counted = 0;
    for (size_t i = 0; i < series->n; i++) {
        const uint32_t row = series->rows[i];
        const double iterations =
            capture->rows.iterations ? capture->rows.iterations[row] : (double)NAN;
        if (!isnan(iterations))
            counts[counted++] = iterations;
        seconds[i] = series->values[i] * series->scale * (isnan(iterations) ? 1 : iterations);
    }
    cost->iterations = median(counts, counted);
    cost->seconds = median(seconds, series->n);
    free(counts);
    return BENCHAN_OK;
}

/* Which recipe writes what a format reads, and the values it takes of each process. */
struct tool {
    const char *format, *name;
    double values;
};

static const struct tool *tool_of(const char *format)
{
    static const struct tool tools[] = {{"go", "go", 3},
                                        {"go-json", "go", 3},
                                        {"pyperf", "pyperf", 3},
                                        {"hyperfine", "hyperfine", 1}};
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++)
        if (strcmp(tools[i].format, format) == 0)
            return &tools[i];
    return NULL;
}

static enum benchan_status seconds_of_all(const struct benchan_capture *capture,
                                          double *seconds, struct benchan_error *error)
{
    *seconds = 0;
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *series = &capture->series[i];
        struct benchan_value_cost cost = {0};
        if (series->quantity != BENCHAN_TIME || series->derived || !series->n)
            continue;
        const enum benchan_status status = benchan_value_cost_of(capture, series, &cost, error);
        if (status)
            return status;
        *seconds += cost.seconds;
    }
    return BENCHAN_OK;
}

enum benchan_status remeasure_find(struct judgement *judgement, struct benchan_error *error)
{
    struct benchan_remeasure *remedy = &judgement->verdict->remeasure;
    const struct benchan_capture *capture = judgement->input->candidates[0].captures[0];
    const struct tool *tool = tool_of(capture->format);
    *remedy = (struct benchan_remeasure){.processes = ROUNDS, .seconds = (double)NAN};
    if (!tool)
        return BENCHAN_OK;
    remedy->tool = tool->name;
    if (capture->summary_only || strcmp(capture->path, "-") == 0)
        return BENCHAN_OK;
    double seconds = 0;
    const enum benchan_status status = seconds_of_all(capture, &seconds, error);
    if (status || !(seconds > 0))
        return status;
    remedy->like = capture->path;
    remedy->seconds = ROUNDS * ARMS * tool->values * seconds;
    return BENCHAN_OK;
}
