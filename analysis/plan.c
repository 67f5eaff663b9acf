/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/plan.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/match.h"
#include "analysis/plan_size.h"
#include "analysis/statistics/statistics.h"
#include "benchan/sample.h"

enum { LEAST_DRAWS = 10 /* fewer are admissible but weak */ };

/* ------------------------------------------------------------------- formulas */

static size_t whole(double draws)
{
    if (!(draws < 1e15))
        return (size_t)1e15;
    return (size_t)ceil(draws - 1e-9);
}

enum benchan_status benchan_plan_draws(double spread, double effect, double alpha, double power,
                                       bool paired, size_t least, size_t *draws,
                                       struct benchan_error *error)
{
    if (!(spread >= 0) || !(effect > 0) || isinf(effect))
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                            "a plan needs a spread of 0 or more and an effect above 0");
    if (!(alpha > 0 && alpha < 1) || !(power > 0 && power < 1))
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                            "alpha and power lie between 0 and 1");
    const double z = benchan_normal_quantile(1 - alpha / 2) + benchan_normal_quantile(power);
    const double steps = z * spread / log1p(effect);
    const size_t needed = whole((paired ? 1 : 2) * steps * steps);
    *draws = needed < least ? least : needed;
    return BENCHAN_OK;
}

double benchan_plan_lehr(double cv, double effect)
{
    return 16 * (cv / effect) * (cv / effect);
}

double benchan_plan_values(double start_cost, double value_cost, double icc)
{
    enum { MOST_VALUES = 100 };
    if (isnan(start_cost) || !(value_cost > 0) || isnan(icc))
        return (double)NAN;
    if (!(icc > 0))
        return MOST_VALUES;
    const double values = sqrt(start_cost / value_cost * (1 - icc) / icc);
    return fmin(fmax(round(values), 1), MOST_VALUES);
}

/* ----------------------------------------------------------- pilot, by process */

/* The values of one series sorted into its processes. */
struct pilot {
    const struct benchan_capture *capture;
    const struct benchan_series *series;
    double *values;  /* logs, grouped by process */
    size_t *start;   /* of each group, and the end */
    size_t *count;   /* by process of the capture; scratch */
    double *draws;   /* sorted medians */
    double *scratch; /* one group's values */
    size_t groups;
};

static void pilot_free(struct pilot *pilot)
{
    free(pilot->values);
    free(pilot->start);
    free(pilot->count);
    free(pilot->draws);
    free(pilot->scratch);
}

static void *array(size_t n, size_t size)
{
    return n < SIZE_MAX / size ? calloc(n + 1, size) : NULL;
}

static bool pilot_allocate(struct pilot *pilot)
{
    const size_t n = pilot->series->n;
    pilot->values = array(n, sizeof *pilot->values);
    pilot->scratch = array(n, sizeof *pilot->scratch);
    pilot->draws = array(n, sizeof *pilot->draws);
    pilot->start = array(n + 1, sizeof *pilot->start);
    pilot->count = array(pilot->capture->n_processes + 1, sizeof *pilot->count);
    return pilot->values && pilot->scratch && pilot->draws && pilot->start && pilot->count;
}

static uint32_t process_of(const struct pilot *pilot, size_t value)
{
    return pilot->capture->rows.process[pilot->series->rows[value]];
}

/*
 * Half of the usual (median) number of values of a process: those with fewer
 * ended early, and one of them would shorten all the others.
 */
static double half_of_usual(struct pilot *pilot)
{
    size_t n = 0;
    for (size_t i = 0; i < pilot->capture->n_processes; i++)
        if (pilot->count[i])
            pilot->scratch[n++] = (double)pilot->count[i];
    gsl_sort(pilot->scratch, 1, n);
    return n ? benchan_quantile_sorted(pilot->scratch, n, 0.5) / 2 : 0;
}

/* Puts the values of each process that is whole one after the other. */
static void group_by_process(struct pilot *pilot, struct benchan_plan_series *row)
{
    const struct benchan_series *series = pilot->series;
    for (size_t i = 0; i < series->n; i++)
        pilot->count[process_of(pilot, i)]++;
    const double half = half_of_usual(pilot);
    size_t at = 0;
    row->per_process = series->n;
    for (size_t i = 0; i < pilot->capture->n_processes; i++) {
        const size_t count = pilot->count[i];
        pilot->count[i] = SIZE_MAX;
        if (!count)
            continue;
        if ((double)count < half) {
            row->short_processes++;
            continue;
        }
        row->per_process = count < row->per_process ? count : row->per_process;
        pilot->count[i] = at;
        pilot->start[pilot->groups++] = at;
        at += count;
    }
    pilot->start[pilot->groups] = at;
    for (size_t i = 0; i < series->n; i++) {
        size_t *next = &pilot->count[process_of(pilot, i)];
        if (*next != SIZE_MAX)
            pilot->values[(*next)++] = series->values[i] * series->scale;
    }
}

/* Medians of the first values of each process; at run level the values. */
static void reduce(struct pilot *pilot, struct benchan_plan_series *row)
{
    if (row->level == BENCHAN_LEVEL_RUN) {
        row->draws = pilot->start[pilot->groups];
        row->per_process = 1;
        memcpy(pilot->draws, pilot->values, row->draws * sizeof *pilot->draws);
    } else {
        row->draws = pilot->groups;
        for (size_t i = 0; i < pilot->groups; i++) {
            memcpy(pilot->scratch, pilot->values + pilot->start[i],
                   row->per_process * sizeof *pilot->scratch);
            gsl_sort(pilot->scratch, 1, row->per_process);
            pilot->draws[i] = benchan_quantile_sorted(pilot->scratch, row->per_process, 0.5);
        }
    }
    gsl_sort(pilot->draws, 1, row->draws);
}

/* ------------------------------------------------------------------------ cost */

/* Seconds each record took, as far as the file tells; NaN elsewhere. */
static void record_seconds(const struct benchan_capture *capture, double *seconds)
{
    for (size_t i = 0; i < capture->rows.n; i++)
        seconds[i] = (double)NAN;
    for (size_t s = 0; s < capture->n_series; s++) {
        const struct benchan_series *series = &capture->series[s];
        if (series->quantity != BENCHAN_TIME || series->derived)
            continue;
        const bool per_operation = strchr(series->unit, '/') != NULL;
        for (size_t i = 0; i < series->n; i++) {
            const uint32_t row = series->rows[i];
            double iterations = per_operation ? (double)NAN : 1;
            if (capture->rows.iterations && !isnan(capture->rows.iterations[row]))
                iterations = capture->rows.iterations[row];
            seconds[row] = fmax(seconds[row], series->values[i] * series->scale * iterations);
        }
    }
}

static double median_of(double *values, size_t n)
{
    gsl_sort(values, 1, n);
    return n ? benchan_quantile_sorted(values, n, 0.5) : (double)NAN;
}

/* What a process takes beside its records: start, calibration, warmup. */
static double start_seconds(const struct benchan_capture *capture, const double *seconds,
                            double *spent, double *rest)
{
    for (size_t i = 0; i < capture->rows.n; i++)
        spent[capture->rows.process[i]] += isnan(seconds[i]) ? 0 : seconds[i];
    size_t n = 0;
    for (size_t i = 0; i < capture->n_processes; i++) {
        const struct benchan_process *process = &capture->processes[i];
        if (process->start == BENCHAN_NO_TIME || process->end == BENCHAN_NO_TIME ||
            process->end < process->start)
            continue;
        const double whole_process = ((double)process->end - (double)process->start) * 1e-9;
        rest[n++] = fmax(whole_process - spent[i], 0);
    }
    return median_of(rest, n);
}

struct cost {
    double *seconds; /* of each record */
    double start;    /* of a process; NaN unknown */
};

static enum benchan_status cost_of(const struct benchan_capture *capture, double stated,
                                   struct cost *cost, struct benchan_error *error)
{
    cost->seconds = array(capture->rows.n, sizeof *cost->seconds);
    double *spent = array(capture->n_processes, sizeof *spent);
    double *rest = array(capture->n_processes, sizeof *rest);
    const bool got = cost->seconds && spent && rest;
    if (got) {
        record_seconds(capture, cost->seconds);
        cost->start =
            isnan(stated) ? start_seconds(capture, cost->seconds, spent, rest) : stated;
    }
    free(spent);
    free(rest);
    return got ? BENCHAN_OK : benchan_fail_memory(error);
}

static double value_seconds(struct pilot *pilot, const struct cost *cost)
{
    size_t n = 0;
    for (size_t i = 0; i < pilot->series->n; i++) {
        const double seconds = cost->seconds[pilot->series->rows[i]];
        if (!isnan(seconds))
            pilot->scratch[n++] = seconds;
    }
    return median_of(pilot->scratch, n);
}

/* ------------------------------------------------------------------- one series */

static enum benchan_status size_at(const struct benchan_plan *plan,
                                   const struct benchan_plan_series *row, double values,
                                   double spread, struct benchan_plan_size *size,
                                   struct benchan_error *error)
{
    static const double powers[] = {0.8, 0.9};
    const double worst = exp(1.87 / pow((double)row->draws, 0.25));
    size->values = values;
    for (int i = 0; i < BENCHAN_PLAN_POWERS; i++) {
        size_t needed = 0;
        const enum benchan_status status = benchan_plan_draws(
            spread, plan->effect, plan->alpha_adjusted, powers[i], false, 0, &needed, error);
        if (status != BENCHAN_OK)
            return status;
        const size_t low = (needed + 1) / 2, high = whole((double)needed * worst);
        size->draws[i] = needed < row->least ? row->least : needed;
        size->low[i] = low < row->least ? row->least : low;
        size->high[i] = high < row->least ? row->least : high;
        const double seconds =
            3 * (double)size->draws[i] * (row->start_cost + values * row->value_cost);
        size->seconds[i] = isfinite(seconds) ? seconds : (double)NAN;
    }
    return BENCHAN_OK;
}

/* Variance of a process's figure with `values` values, over that of one value. */
static double share(double icc, double values)
{
    return icc + (1 - icc) / values;
}

static enum benchan_status size_series(const struct benchan_plan *plan,
                                       struct benchan_plan_series *row,
                                       struct benchan_error *error)
{
    enum benchan_status status =
        size_at(plan, row, (double)row->per_process, row->spread, &row->now, error);
    row->best.values = (double)NAN;
    if (status != BENCHAN_OK || row->level == BENCHAN_LEVEL_RUN)
        return status;
    /* The upper limit: who counts on repetitions that are worth less plans too little. */
    const double icc = row->icc_high < 1 ? fmax(row->icc_high, 0) : row->icc;
    const double best = benchan_plan_values(row->start_cost, row->value_cost, icc);
    if (isnan(best))
        return BENCHAN_OK;
    const double factor = share(icc, best) / share(icc, (double)row->per_process);
    return size_at(plan, row, best, row->spread * sqrt(factor), &row->best, error);
}

static enum benchan_status measure_components(struct pilot *pilot,
                                              struct benchan_plan_series *row,
                                              struct benchan_error *error)
{
    const size_t n = pilot->start[pilot->groups];
    if (row->level == BENCHAN_LEVEL_RUN || n == pilot->groups)
        return BENCHAN_OK;
    for (size_t i = 0; i < n; i++) {
        if (!(pilot->values[i] > 0))
            return BENCHAN_OK;
        pilot->values[i] = log(pilot->values[i]);
    }
    struct benchan_components components;
    const enum benchan_status status = benchan_components_analyse(
        pilot->values, pilot->start, pilot->groups, &components, error);
    if (status != BENCHAN_OK)
        return status;
    row->icc = components.icc;
    row->icc_low = components.icc_low;
    row->icc_high = components.icc_high;
    return BENCHAN_OK;
}

static enum benchan_status measure_spread(struct pilot *pilot,
                                          struct benchan_bootstrap *bootstrap,
                                          struct benchan_plan_series *row,
                                          struct benchan_error *error)
{
    if (row->draws < 2 || !(pilot->draws[0] > 0))
        return BENCHAN_OK;
    struct benchan_location_scale stats;
    enum benchan_status status =
        benchan_location_scale_of(pilot->draws, row->draws, &stats, error);
    double sd = 0;
    if (status == BENCHAN_OK)
        status = benchan_bootstrap_self(bootstrap, pilot->draws, row->draws, &sd, NULL, error);
    if (status != BENCHAN_OK)
        return status;
    row->cv = stats.cv;
    row->spread = sqrt((double)row->draws) * sd;
    return BENCHAN_OK;
}

static enum benchan_status plan_series(const struct benchan_plan *plan, struct pilot *pilot,
                                       const struct cost *cost,
                                       struct benchan_bootstrap *bootstrap,
                                       struct benchan_plan_series *row,
                                       struct benchan_error *error)
{
    group_by_process(pilot, row);
    const bool known = pilot->capture->process_basis != BENCHAN_PROCESS_UNKNOWN;
    row->level = known && pilot->groups > 1 ? BENCHAN_LEVEL_PROCESS : BENCHAN_LEVEL_RUN;
    reduce(pilot, row);
    row->start_cost = cost->start;
    row->value_cost = value_seconds(pilot, cost);
    enum benchan_status status = measure_spread(pilot, bootstrap, row, error);
    if (status != BENCHAN_OK || isnan(row->spread))
        return status;
    status = measure_components(pilot, row, error);
    if (status != BENCHAN_OK)
        return status;
    const size_t least =
        benchan_bootstrap_least_n(plan->alpha_adjusted, LEAST_DRAWS, LEAST_DRAWS);
    row->least = least < LEAST_DRAWS ? LEAST_DRAWS : least;
    row->lehr = benchan_plan_lehr(row->cv, plan->effect);
    return size_series(plan, row, error);
}

/* ------------------------------------------------------------------- the whole */

static bool is_wanted(const struct benchan_series *series,
                      const struct benchan_options *options)
{
    return !series->derived && series->n && (!options || match_wanted(series, options));
}

static enum benchan_status plan_capture(struct benchan_plan *plan,
                                        const struct benchan_arm_input *pilot, size_t index,
                                        const struct benchan_options *options,
                                        double start_cost, struct benchan_bootstrap *bootstrap,
                                        struct benchan_error *error)
{
    const struct benchan_capture *capture = pilot->captures[index];
    struct cost cost = {0};
    enum benchan_status status = cost_of(capture, start_cost, &cost, error);
    for (size_t i = 0; i < capture->n_series && status == BENCHAN_OK; i++) {
        const struct benchan_series *series = &capture->series[i];
        if (!is_wanted(series, options))
            continue;
        struct benchan_plan_series *row = &plan->series[plan->n_series++];
        *row = (struct benchan_plan_series){.package = series->package,
                                            .benchmark = series->benchmark,
                                            .unit = series->unit,
                                            .capture = index,
                                            .values = series->n,
                                            .spread = (double)NAN,
                                            .cv = (double)NAN,
                                            .icc = (double)NAN,
                                            .icc_low = (double)NAN,
                                            .icc_high = (double)NAN};
        struct pilot gathered = {.capture = capture, .series = series};
        status = pilot_allocate(&gathered)
                     ? plan_series(plan, &gathered, &cost, bootstrap, row, error)
                     : benchan_fail_memory(error);
        pilot_free(&gathered);
    }
    free(cost.seconds);
    return status;
}

static size_t count_series(const struct benchan_arm_input *pilot)
{
    size_t n = 0;
    for (size_t i = 0; i < pilot->n_captures; i++)
        n += pilot->captures[i]->n_series;
    return n;
}

static enum benchan_status plan_captures(struct benchan_plan *plan,
                                         const struct benchan_arm_input *pilot,
                                         const struct benchan_options *options,
                                         double start_cost, struct benchan_error *error)
{
    struct benchan_bootstrap *bootstrap = benchan_bootstrap_new();
    plan->series = array(count_series(pilot), sizeof *plan->series);
    enum benchan_status status =
        bootstrap && plan->series ? BENCHAN_OK : benchan_fail_memory(error);
    for (size_t i = 0; i < pilot->n_captures && status == BENCHAN_OK; i++)
        status = plan_capture(plan, pilot, i, options, start_cost, bootstrap, error);
    benchan_bootstrap_free(bootstrap);
    if (status == BENCHAN_OK && !plan->n_series)
        return match_nothing(pilot, options, "plan", error);
    return status;
}

enum benchan_status benchan_plan(const struct benchan_arm_input *pilot,
                                 const struct benchan_options *options, double effect,
                                 double start_cost, struct benchan_plan **plan,
                                 struct benchan_error *error)
{
    const double alpha = options && options->alpha > 0 ? options->alpha : 0.05;
    if (!(effect > 0 && effect < 1000))
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                            "say what difference matters, as in --effect 2%",
                            "a plan needs an effect above 0");
    if (!(alpha < 1))
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                            "alpha lies between 0 and 1");
    struct benchan_plan *made = calloc(1, sizeof *made);
    if (!made)
        return benchan_fail_memory(error);
    made->effect = effect;
    made->alpha = alpha;
    made->k = options && options->tried ? options->tried : 1;
    made->alpha_adjusted = alpha / (double)made->k;
    const enum benchan_status status = plan_captures(made, pilot, options, start_cost, error);
    if (status != BENCHAN_OK) {
        benchan_plan_free(made);
        return status;
    }
    *plan = made;
    return BENCHAN_OK;
}

void benchan_plan_free(struct benchan_plan *plan)
{
    if (!plan)
        return;
    free(plan->series);
    free(plan);
}
