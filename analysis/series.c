/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes one arm of a row: spread, modes, order, variance components, warm-up. */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/row.h"
#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

void work_scale(const double *values, size_t n, bool logs, double *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] = logs ? log(values[i]) : values[i];
}

static double from_work(double value, bool logs, double scale)
{
    return (logs ? exp(value) : value) * scale;
}

static double median_of(const double *values, size_t n, double *scratch)
{
    memcpy(scratch, values, n * sizeof *scratch);
    gsl_sort(scratch, 1, n);
    return benchan_quantile_sorted(scratch, n, 0.5);
}

struct benchan_serial serial_kept(const struct benchan_independence *test)
{
    struct benchan_serial kept = {.n = test->n,
                                  .p = test->p,
                                  .n_effective = test->n_effective,
                                  .n_changes = (uint32_t)test->n_changes};
    for (size_t i = 0; i < test->n_changes && i < BENCHAN_MAX_CHANGES; i++)
        kept.changes[i] = (uint32_t)test->changes[i];
    return kept;
}

struct benchan_two_modes modes_kept(const struct benchan_modality *test)
{
    return (struct benchan_two_modes){test->alarm, test->low, test->high};
}

void summary_free(struct benchan_series_summary *summary)
{
    if (summary->values_owned)
        free((void *)summary->values);
    free((void *)summary->regimes);
    summary->values = NULL;
    summary->regimes = NULL;
}

/* Regimes between the change points, with medians in the base unit. */
static enum benchan_status find_regimes(const struct draws *draws, double scale,
                                        const struct benchan_independence *serial,
                                        struct benchan_series_summary *summary, double *scratch,
                                        struct benchan_error *error)
{
    const size_t batch = serial->batch > 1 ? serial->batch : 1;
    size_t begin = 0;
    if (!serial->n_changes)
        return BENCHAN_OK;
    struct benchan_regime *regimes = malloc((serial->n_changes + 1) * sizeof *regimes);
    if (!regimes)
        return benchan_fail_memory(error);
    for (size_t c = 0; c <= serial->n_changes; c++) {
        size_t end = c < serial->n_changes ? serial->changes[c] * batch : draws->n;
        if (end > draws->n)
            end = draws->n;
        if (end <= begin)
            continue;
        regimes[summary->n_regimes++] = (struct benchan_regime){
            begin + 1, end, median_of(draws->values + begin, end - begin, scratch) * scale};
        begin = end;
    }
    summary->regimes = regimes;
    return BENCHAN_OK;
}

static void range_of(const double *values, size_t first, size_t last, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = first - 1; i < last; i++) {
        *low = fmin(*low, values[i]);
        *high = fmax(*high, values[i]);
    }
}

/* Two levels over time: neighbours between change points share no value. */
static bool regimes_are_disjoint(const struct draws *draws,
                                 const struct benchan_series_summary *summary)
{
    if (summary->n_regimes < 2)
        return false;
    for (size_t r = 1; r < summary->n_regimes; r++) {
        double low[2];
        double high[2];
        for (size_t k = 0; k < 2; k++) {
            const struct benchan_regime *regime = &summary->regimes[r - 1 + k];
            range_of(draws->values, regime->first, regime->last, &low[k], &high[k]);
        }
        if (low[0] <= high[1] && low[1] <= high[0])
            return false;
    }
    return true;
}

static int compare_modes(const void *left, const void *right)
{
    const struct benchan_mode *a = left;
    const struct benchan_mode *b = right;
    return (a->median > b->median) - (a->median < b->median);
}

/* Levels over time become modes; levels nearer than half the widest gap are one. */
static void modes_from_regimes(struct benchan_series_summary *summary)
{
    struct benchan_mode modes[BENCHAN_MAX_CHANGES + 1];
    const size_t n = summary->n_regimes;
    for (size_t r = 0; r < n; r++)
        modes[r] =
            (struct benchan_mode){summary->regimes[r].median,
                                  summary->regimes[r].last - summary->regimes[r].first + 1};
    qsort(modes, n, sizeof *modes, compare_modes);
    double widest = 0;
    for (size_t r = 1; r < n; r++)
        widest = fmax(widest, modes[r].median - modes[r - 1].median);
    summary->n_modes = 0;
    for (size_t r = 0; r < n; r++) {
        struct benchan_mode *last =
            summary->n_modes ? &summary->modes[summary->n_modes - 1] : NULL;
        const bool near = r && modes[r].median - modes[r - 1].median <= widest / 2;
        if (last && (near || summary->n_modes == BENCHAN_MAX_MODES)) {
            const double both = (double)(last->count + modes[r].count);
            last->median = (last->median * (double)last->count +
                            modes[r].median * (double)modes[r].count) /
                           both;
            last->count += modes[r].count;
        } else {
            summary->modes[summary->n_modes++] = modes[r];
        }
    }
}

static void find_modes(const struct draws *draws, bool logs, double scale,
                       const struct benchan_modality *m, struct benchan_series_summary *summary)
{
    summary->modality = modes_kept(m);
    summary->levels_over_time =
        summary->independence.p <= 0.01 && regimes_are_disjoint(draws, summary);
    if (m->alarm) {
        summary->n_modes = 2;
        summary->modes[0] = (struct benchan_mode){from_work(m->low, logs, scale), m->split};
        summary->modes[1] =
            (struct benchan_mode){from_work(m->high, logs, scale), draws->n - m->split};
    } else if (summary->levels_over_time) {
        modes_from_regimes(summary);
    } else {
        summary->n_modes = 1;
        summary->modes[0] = (struct benchan_mode){
            benchan_quantile_sorted(draws->sorted, draws->n, 0.5) * scale, draws->n};
    }
}

double summary_mode_gap(const struct benchan_series_summary *summary, bool logs)
{
    if (summary->n_modes < 2)
        return 0;
    const double low = summary->modes[0].median;
    const double high = summary->modes[summary->n_modes - 1].median;
    return logs ? values_log_ratio(low, high) : high - low;
}

static enum benchan_status describe_draws(const struct arm_row *arm, const struct draws *draws,
                                          bool logs, const struct run_settings *run,
                                          struct benchan_series_summary *summary,
                                          struct benchan_error *error)
{
    double *work = malloc(2 * draws->n * sizeof *work);
    if (!work)
        return benchan_fail_memory(error);
    struct benchan_location_scale stats;
    enum benchan_status status =
        benchan_location_scale_of(draws->values, draws->n, &stats, error);
    if (!status) {
        summary->cv_draws = stats.cv;
        summary->robust_cv_draws = stats.robust_cv;
    }
    const double median = benchan_quantile_sorted(draws->sorted, draws->n, 0.5);
    const double half = logs ? arm->half_step / median : arm->half_step;
    work_scale(draws->sorted, draws->n, logs, work);
    struct benchan_modality modality = {0};
    if (!status)
        status = benchan_modality_test(work, draws->n, half, &modality, error);
    work_scale(draws->values, draws->n, logs, work);
    struct benchan_independence serial = {.p = NAN, .n_effective = NAN};
    if (!status && draws->ordered && draws->n >= 5)
        status = benchan_independence_test(
            work, draws->n, run->seed, run->independence_fail / 2, run->independence_warn / 2,
            run->permutations, false, &serial, error);
    summary->independence = serial_kept(&serial);
    if (!status && serial.p <= 0.05)
        status = find_regimes(draws, arm->scale, &serial, summary, work + draws->n, error);
    if (!status)
        find_modes(draws, logs, arm->scale, &modality, summary);
    free(work);
    return status;
}

static enum benchan_status analyse_components(const struct arm_row *arm, bool logs,
                                              struct benchan_series_summary *summary,
                                              struct benchan_error *error)
{
    double *work = malloc((arm->n_values + 1) * sizeof *work);
    size_t *start = malloc((arm->n_units + 1) * sizeof *start);
    enum benchan_status status = BENCHAN_OK;
    if (work && start) {
        size_t n = 0;
        for (size_t u = 0; u < arm->n_units; u++) {
            start[u] = n;
            work_scale(arm->values + arm->units[u].first, arm->units[u].n, logs, work + n);
            n += arm->units[u].n;
        }
        start[arm->n_units] = n;
        struct benchan_components whole;
        status = benchan_components_analyse(work, start, arm->n_units, &whole, error);
        if (!status)
            summary->components =
                (struct benchan_shares){whole.groups, whole.f, whole.icc, whole.between_share};
    } else {
        status = benchan_fail_memory(error);
    }
    free(work);
    free(start);
    return status;
}

/* The first value of each process against its later ones: a sign of missing warm-up. */
static enum benchan_status look_for_warmup(const struct arm_row *arm, bool logs,
                                           struct benchan_series_summary *summary,
                                           struct benchan_error *error)
{
    if (!logs || arm->n_units < LEAST_DRAWS)
        return BENCHAN_OK;
    double *d = malloc((arm->n_units + arm->n_values) * sizeof *d);
    if (!d)
        return benchan_fail_memory(error);
    double *scratch = d + arm->n_units;
    size_t n = 0;
    for (size_t u = 0; u < arm->n_units; u++) {
        const struct unit *unit = &arm->units[u];
        if (unit->n < 2)
            continue;
        const double later = median_of(arm->values + unit->first + 1, unit->n - 1, scratch);
        d[n++] = values_log_ratio(later, arm->values[unit->first]);
    }
    enum benchan_status status = BENCHAN_OK;
    if (n >= LEAST_DRAWS) {
        struct benchan_signed_rank_test test;
        status = benchan_signed_rank(d, n, &test, error);
        summary->warmup_p = test.p;
        summary->warmup_shift = median_of(d, n, scratch);
    }
    free(d);
    return status;
}

/* Counts come in their base unit and mostly in order: as the capture has them. */
static bool borrow_values(const struct arm_row *arm, struct benchan_series_summary *summary)
{
    const struct benchan_series *series = arm->refs[0].series;
    if (arm->n_refs != 1 || arm->scale < 1 || arm->scale > 1 || series->n != arm->n_values ||
        memcmp(series->values, arm->values, series->n * sizeof *series->values) != 0)
        return false;
    summary->values = series->values;
    summary->n_values = series->n;
    return true;
}

static enum benchan_status gather_values(const struct arm_row *arm,
                                         struct benchan_series_summary *summary,
                                         struct benchan_error *error)
{
    if (borrow_values(arm, summary))
        return BENCHAN_OK;
    double *values = malloc((arm->n_values ? arm->n_values : 1) * sizeof *values);
    if (!values)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < arm->n_values; i++)
        values[i] = arm->values[i] * arm->scale;
    summary->values = values;
    summary->values_owned = true;
    summary->n_values = arm->n_values;
    return BENCHAN_OK;
}

static void clear_summary(struct benchan_series_summary *summary)
{
    *summary = (struct benchan_series_summary){.warmup_shift = NAN,
                                               .warmup_p = NAN,
                                               .session_spread = NAN,
                                               .cv_draws = NAN,
                                               .robust_cv_draws = NAN};
    summary->independence.p = summary->independence.n_effective = NAN;
    summary->components = (struct benchan_shares){.f = NAN, .icc = NAN, .between_share = NAN};
    summary->n_modes = 1;
}

enum benchan_status summarise_arm(const struct arm_row *arm, const struct draws *draws,
                                  enum benchan_level level, bool logs,
                                  const struct run_settings *run,
                                  struct benchan_series_summary *summary,
                                  struct benchan_error *error)
{
    clear_summary(summary);
    summary->n = arm->n_values;
    summary->processes = arm->processes_known ? arm->n_processes : 0;
    summary->draws = draws->n;
    summary->level = level;
    summary->short_processes = arm->processes_known ? arm->short_units : 0;
    summary->first_values = (double)arm->take;
    enum benchan_status status = gather_values(arm, summary, error);
    if (!status)
        status = benchan_location_scale_of(summary->values, summary->n_values,
                                           &summary->samples, error);
    if (!status)
        summary->resolution = summary->samples.median != 0
                                  ? arm->half_step * arm->scale / fabs(summary->samples.median)
                                  : 0;
    if (!status && draws->n)
        status = describe_draws(arm, draws, logs, run, summary, error);
    if (!status && arm->processes_known && arm->n_units > 1)
        status = analyse_components(arm, logs, summary, error);
    if (!status && arm->processes_known)
        status = look_for_warmup(arm, logs, summary, error);
    if (status)
        summary_free(summary);
    return status;
}
