/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The geometric mean of a suite. Rows that share processes are not
 * independent: their mean is taken within each process (or block) and those
 * means are the draws. Only where rows do not share processes are the exact
 * bootstrap variances of the rows added up, and that is said.
 */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/judge.h"
#include "analysis/statistics/statistics.h"

enum { LEAST_ROWS = 2 };

/* The times of one candidate: the rows the mean is over. */
struct suite_times {
    const struct judgement *judgement;
    const struct row_evidence **rows;
    size_t n;
};

static bool belongs(const struct benchan_comparison *c, size_t candidate, bool admissible_only,
                    const char *unit)
{
    return c->candidate_index == candidate && !c->derived && !c->exact &&
           c->quantity == BENCHAN_TIME && !isnan(c->ratio.estimate) &&
           strcmp(c->unit, unit) == 0 &&
           !(admissible_only && c->verdict == BENCHAN_INADMISSIBLE);
}

/* One unit of measure: the first time unit that occurs. */
static const char *time_unit(const struct benchan_verdict *verdict, size_t candidate)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *c = &verdict->comparisons[i];
        if (c->candidate_index == candidate && !c->derived && c->quantity == BENCHAN_TIME)
            return c->unit;
    }
    return "";
}

static enum benchan_status collect(const struct judgement *judgement, size_t candidate,
                                   bool admissible_only, struct suite_times *times,
                                   struct benchan_error *error)
{
    const struct benchan_verdict *verdict = judgement->verdict;
    const char *unit = time_unit(verdict, candidate);
    *times = (struct suite_times){.judgement = judgement};
    times->rows = malloc((verdict->n_comparisons + 1) * sizeof *times->rows);
    if (!times->rows)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        if (belongs(&verdict->comparisons[i], candidate, admissible_only, unit))
            times->rows[times->n++] = &judgement->rows[i].evidence;
    return BENCHAN_OK;
}

/* Do all rows draw on the same processes (or blocks)? */
static bool share_draws(const struct suite_times *times)
{
    for (size_t i = 0; i < times->n; i++) {
        for (size_t k = 0; k < 2; k++) {
            const struct draws *first = &times->rows[0]->keep[k];
            const struct draws *draws = &times->rows[i]->keep[k];
            if (!draws->n || draws->n != first->n || draws->n < LEAST_DRAWS)
                return false;
            if (memcmp(times->rows[i]->keep_key[k], times->rows[0]->keep_key[k],
                       draws->n * sizeof(uint64_t)) != 0)
                return false;
        }
    }
    return true;
}

/* Mean log over the rows, per draw; sorted ascending as plain values in `to`. */
static void means_by_draw(const struct suite_times *times, size_t k, double *to)
{
    const size_t n = times->rows[0]->keep[k].n;
    for (size_t d = 0; d < n; d++) {
        double sum = 0;
        for (size_t i = 0; i < times->n; i++)
            sum += log(times->rows[i]->keep[k].values[d]);
        to[d] = sum / (double)times->n;
    }
}

static void publish(double estimate, double low, double high, double alpha, const char *method,
                    enum benchan_level level, struct benchan_ratio *ratio)
{
    *ratio = (struct benchan_ratio){.estimate = exp(estimate),
                                    .low = exp(low),
                                    .high = exp(high),
                                    .confidence = 1 - alpha,
                                    .level = level,
                                    .method = method};
}

static bool all_paired(const struct suite_times *times)
{
    for (size_t i = 0; i < times->n; i++)
        if (!times->rows[i]->n_keep_pairs)
            return false;
    return true;
}

/* `means`: the baseline's n, then the candidate's m. */
static enum benchan_status interval_of_means(const struct suite_times *times, double *means,
                                             size_t n, size_t m,
                                             struct benchan_interval *interval,
                                             struct benchan_error *error)
{
    const double alpha = times->judgement->run.alpha_adjusted;
    if (n == m && all_paired(times)) {
        size_t k;
        for (size_t d = 0; d < n; d++)
            means[d] = means[n + d] - means[d];
        return benchan_walsh(means, n, alpha, interval, &k, error);
    }
    struct benchan_bootstrap *bootstrap = benchan_bootstrap_new();
    if (!bootstrap)
        return benchan_fail_memory(error);
    gsl_sort(means, 1, n);
    gsl_sort(means + n, 1, m);
    const enum benchan_status status =
        benchan_bootstrap_difference(bootstrap, means, n, means + n, m, alpha, interval, error);
    benchan_bootstrap_free(bootstrap);
    return status;
}

static enum benchan_status shared_mean(const struct suite_times *times,
                                       struct benchan_ratio *ratio, struct benchan_error *error)
{
    const size_t n = times->rows[0]->keep[0].n;
    const size_t m = times->rows[0]->keep[1].n;
    double *means = malloc((n + m + 1) * sizeof *means);
    if (!means)
        return benchan_fail_memory(error);
    means_by_draw(times, 0, means);
    means_by_draw(times, 1, means + n);
    struct benchan_interval interval = {0};
    const enum benchan_status status = interval_of_means(times, means, n, m, &interval, error);
    if (!status)
        publish(interval.estimate, interval.low, interval.high,
                times->judgement->run.alpha_adjusted, "geometric mean within each process",
                BENCHAN_LEVEL_PROCESS, ratio);
    free(means);
    return status;
}

/* Standard deviation of the log of the median; NaN where a single value shows none. */
static enum benchan_status spread_of(const struct draws *draws,
                                     struct benchan_bootstrap *bootstrap, double *sd,
                                     struct benchan_error *error)
{
    *sd = NAN;
    if (draws->n < 2)
        return BENCHAN_OK;
    double *sorted = malloc(draws->n * sizeof *sorted);
    if (!sorted)
        return benchan_fail_memory(error);
    memcpy(sorted, draws->values, draws->n * sizeof *sorted);
    gsl_sort(sorted, 1, draws->n);
    const enum benchan_status status =
        benchan_bootstrap_self(bootstrap, sorted, draws->n, sd, NULL, error);
    free(sorted);
    return status;
}

static enum benchan_status separate_mean(const struct suite_times *times,
                                         struct benchan_ratio *ratio,
                                         struct benchan_error *error)
{
    const double alpha = times->judgement->run.alpha_adjusted;
    struct benchan_bootstrap *bootstrap = benchan_bootstrap_new();
    enum benchan_status status = bootstrap ? BENCHAN_OK : benchan_fail_memory(error);
    double sum = 0;
    double variance = 0;
    for (size_t i = 0; i < times->n && !status; i++) {
        const struct row_evidence *row = times->rows[i];
        sum += row->estimate;
        for (size_t k = 0; k < 2 && !status; k++) {
            double sd;
            status = spread_of(&row->keep[k], bootstrap, &sd, error);
            variance += sd * sd;
        }
    }
    benchan_bootstrap_free(bootstrap);
    if (status)
        return status;
    const double rows = (double)times->n;
    const double half = benchan_normal_quantile(1 - alpha / 2) * sqrt(variance) / rows;
    publish(sum / rows, sum / rows - half, sum / rows + half, alpha,
            "rows taken as independent; bootstrap variances added", BENCHAN_LEVEL_PROCESS,
            ratio);
    return BENCHAN_OK;
}

static enum benchan_status mean_of(const struct judgement *judgement, size_t candidate,
                                   bool admissible_only, struct benchan_ratio *ratio,
                                   size_t *rows, bool *independent, struct benchan_error *error)
{
    *ratio =
        (struct benchan_ratio){.estimate = NAN, .low = NAN, .high = NAN, .confidence = NAN};
    struct suite_times times;
    enum benchan_status status = collect(judgement, candidate, admissible_only, &times, error);
    *rows = times.n;
    if (!status && times.n >= LEAST_ROWS) {
        *independent = !share_draws(&times);
        status = *independent ? separate_mean(&times, ratio, error)
                              : shared_mean(&times, ratio, error);
    }
    free(times.rows);
    return status;
}

enum benchan_status geomean_compute(struct judgement *judgement, struct benchan_error *error)
{
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < judgement->verdict->n_contrasts && !status; i++) {
        struct benchan_contrast *contrast = &judgement->verdict->contrasts[i];
        bool independent = false;
        status = mean_of(judgement, i, false, contrast->geomean, &contrast->geomean_rows,
                         &contrast->geomean_assumes_independence, error);
        if (!status)
            status = mean_of(judgement, i, true, &contrast->geomean_admissible,
                             &contrast->geomean_admissible_rows, &independent, error);
    }
    return status;
}
