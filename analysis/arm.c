/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/arm.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/statistics.h"

void arm_free(struct arm_row *arm)
{
    free(arm->values);
    free(arm->units);
    *arm = (struct arm_row){0};
}

static uint32_t place_of(const struct benchan_capture *capture, uint32_t row)
{
    return capture->rows.position ? capture->rows.position[row] : row;
}

static bool starts_new_unit(const struct arm_row *arm, const struct series_ref *ref, size_t i)
{
    if (ref->capture->process_basis == BENCHAN_PROCESS_UNKNOWN || arm->n_units == 0)
        return true;
    const struct unit *last = &arm->units[arm->n_units - 1];
    return last->capture != ref->capture_index ||
           last->process != ref->capture->rows.process[ref->series->rows[i]];
}

static void unit_begin(struct arm_row *arm, const struct series_ref *ref, size_t i)
{
    const struct benchan_capture *capture = ref->capture;
    const uint32_t row = ref->series->rows[i];
    const uint32_t process = capture->rows.process[row];
    struct unit *unit = &arm->units[arm->n_units++];
    *unit = (struct unit){.first = arm->n_values,
                          .time = BENCHAN_NO_TIME,
                          .position = (double)place_of(capture, row),
                          .capture = ref->capture_index,
                          .process = process};
    if (capture->rows.time)
        unit->time = capture->rows.time[row];
    if (process >= capture->n_processes)
        return;
    const struct benchan_process *p = &capture->processes[process];
    unit->name = p->name;
    unit->block = p->block;
    unit->build = p->build;
    unit->setup = p->setup;
    unit->session = p->session;
    if (capture->process_basis == BENCHAN_PROCESS_UNKNOWN && unit->time != BENCHAN_NO_TIME)
        return;
    if (p->start != BENCHAN_NO_TIME)
        unit->time = p->start;
    else if (p->end != BENCHAN_NO_TIME)
        unit->time = p->end;
}

struct place {
    uint32_t process;
    size_t index;
};

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left;
    const struct place *b = right;
    if (a->process != b->process)
        return a->process < b->process ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* The series' value indices with each process's values together; NULL: already so. */
static enum benchan_status group_by_process(const struct series_ref *ref, struct place **places)
{
    const struct benchan_series *series = ref->series;
    const uint32_t *process = ref->capture->rows.process;
    *places = NULL;
    bool grouped = true;
    for (size_t i = 1; i < series->n && grouped; i++)
        grouped = process[series->rows[i]] >= process[series->rows[i - 1]];
    if (grouped || ref->capture->process_basis == BENCHAN_PROCESS_UNKNOWN)
        return BENCHAN_OK;
    struct place *p = calloc(series->n, sizeof *p);
    if (!p)
        return BENCHAN_NO_MEMORY;
    for (size_t i = 0; i < series->n; i++)
        p[i] = (struct place){process[series->rows[i]], i};
    qsort(p, series->n, sizeof *p, compare_places);
    *places = p;
    return BENCHAN_OK;
}

/* Factor from a series' unit to the arm's: 10^exponent where that is what it is. */
struct conversion {
    double factor;
    int exponent;
    bool decimal;
};

enum { EXACT_POWERS = 22 }; /* powers of ten that are doubles */

static double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = 0; i < exponent; i++)
        power *= 10;
    return power;
}

static struct conversion conversion_between(double from, double to)
{
    if (from == to)
        return (struct conversion){1, 0, false};
    const double factor = from / to;
    const double exponent = round(log10(factor));
    const bool decimal =
        fabs(exponent) <= EXACT_POWERS && fabs(log10(factor) - exponent) < 1e-12;
    return (struct conversion){factor, decimal ? (int)exponent : 0, decimal};
}

static double shifted(double value, int exponent)
{
    return exponent < 0 ? value / power_of_ten(-exponent) : value * power_of_ten(exponent);
}

/*
 * The double nearest to the figure that was printed, written in the other unit:
 * 0.1013 us is 101.3 ns to the last bit, or ties between files would be lost.
 */
static double convert(const struct conversion *conversion, double value, int16_t decimals)
{
    if (!conversion->decimal)
        return value * conversion->factor;
    if (decimals >= 0 && decimals <= EXACT_POWERS) {
        const double digits = round(shifted(value, decimals));
        const int exponent = conversion->exponent - decimals;
        if (fabs(digits) < 0x1p52 && abs(exponent) <= EXACT_POWERS)
            return shifted(digits, exponent);
    }
    return shifted(value, conversion->exponent);
}

static enum benchan_status add_series(struct arm_row *arm, const struct series_ref *ref)
{
    struct place *places;
    const enum benchan_status status = group_by_process(ref, &places);
    if (status)
        return status;
    const struct benchan_series *series = ref->series;
    const struct conversion conversion = conversion_between(series->scale, arm->scale);
    for (size_t k = 0; k < series->n; k++) {
        const size_t i = places ? places[k].index : k;
        if (starts_new_unit(arm, ref, i))
            unit_begin(arm, ref, i);
        arm->values[arm->n_values++] =
            convert(&conversion, series->values[i], series->decimals[i]);
        arm->units[arm->n_units - 1].n++;
    }
    free(places);
    return BENCHAN_OK;
}

static int compare_units_by_time(const void *left, const void *right)
{
    const struct unit *a = left;
    const struct unit *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->capture != b->capture)
        return a->capture < b->capture ? -1 : 1;
    return (a->position > b->position) - (a->position < b->position);
}

static int compare_units_by_position(const void *left, const void *right)
{
    const struct unit *a = left;
    const struct unit *b = right;
    return (a->position > b->position) - (a->position < b->position);
}

/* Values follow the new order of their units. */
static enum benchan_status reorder_values(struct arm_row *arm)
{
    double *values = malloc(arm->n_values * sizeof *values);
    if (!values)
        return BENCHAN_NO_MEMORY;
    size_t n = 0;
    for (size_t u = 0; u < arm->n_units; u++) {
        struct unit *unit = &arm->units[u];
        memcpy(values + n, arm->values + unit->first, unit->n * sizeof *values);
        unit->first = n;
        n += unit->n;
    }
    free(arm->values);
    arm->values = values;
    return BENCHAN_OK;
}

static int compare_names(const void *left, const void *right)
{
    const struct unit *const *a = left;
    const struct unit *const *b = right;
    if ((*a)->capture != (*b)->capture)
        return (*a)->capture < (*b)->capture ? -1 : 1;
    return strcmp((*a)->name, (*b)->name);
}

/* Records of one name in one capture are one process, measured several times. */
static enum benchan_status count_processes(struct arm_row *arm)
{
    const struct unit **named = malloc((arm->n_units + 1) * sizeof *named);
    if (!named)
        return BENCHAN_NO_MEMORY;
    size_t n = 0;
    for (size_t u = 0; u < arm->n_units; u++)
        if (arm->units[u].name)
            named[n++] = &arm->units[u];
    arm->n_processes = arm->n_units - n;
    qsort(named, n, sizeof *named, compare_names);
    for (size_t i = 0; i < n; i++)
        arm->n_processes += i == 0 || compare_names(&named[i - 1], &named[i]) != 0;
    free(named);
    return BENCHAN_OK;
}

static void find_order(struct arm_row *arm)
{
    const struct benchan_capture *first = arm->refs[0].capture;
    arm->timed = true;
    arm->one_source = true;
    arm->clock = first->clock;
    arm->source = first->source;
    bool known = first->order != BENCHAN_ORDER_UNKNOWN;
    for (size_t r = 0; r < arm->n_refs; r++) {
        const struct benchan_capture *capture = arm->refs[r].capture;
        if (capture->order != BENCHAN_ORDER_TIME || capture->clock != arm->clock)
            arm->timed = false;
        if (capture->source != arm->source)
            arm->one_source = false;
        if (capture->order == BENCHAN_ORDER_UNKNOWN)
            known = false;
    }
    for (size_t u = 0; u < arm->n_units && arm->timed; u++)
        arm->timed = arm->units[u].time != BENCHAN_NO_TIME;
    arm->ordered = arm->timed || (arm->one_source && known);
}

static enum benchan_status sort_units(struct arm_row *arm)
{
    int (*compare)(const void *, const void *) =
        arm->timed ? compare_units_by_time : compare_units_by_position;
    if (!arm->ordered)
        return BENCHAN_OK;
    bool sorted = true;
    for (size_t u = 1; u < arm->n_units && sorted; u++)
        sorted = compare(&arm->units[u - 1], &arm->units[u]) <= 0;
    if (sorted)
        return BENCHAN_OK;
    qsort(arm->units, arm->n_units, sizeof *arm->units, compare);
    return reorder_values(arm);
}

/* Half the step a value was printed in; 0 for binary doubles. */
static double half_step_of(int16_t decimals, const struct conversion *conversion)
{
    return decimals == BENCHAN_BINARY ? 0 : 0.5 * pow(10, -decimals) * conversion->factor;
}

/*
 * Half the printed step of one capture near `median`: the finest among the
 * values that are not smaller. One value alone may have lost its last zeros,
 * and larger values are printed with no more decimals than smaller ones.
 * NaN where all are smaller.
 */
static double finest_half_step(const struct benchan_series *series,
                               const struct conversion *conversion, double median)
{
    double finest = NAN;
    for (size_t i = 0; i < series->n; i++) {
        const int16_t decimals = series->decimals[i];
        if (fabs(convert(conversion, series->values[i], decimals)) >= fabs(median))
            finest = fmin(finest, half_step_of(decimals, conversion));
    }
    return finest;
}

/* Of several captures the coarsest print counts. */
static enum benchan_status find_half_step(struct arm_row *arm, struct benchan_error *error)
{
    double *sorted = malloc(arm->n_values * sizeof *sorted);
    if (!sorted)
        return benchan_fail_memory(error);
    memcpy(sorted, arm->values, arm->n_values * sizeof *sorted);
    gsl_sort(sorted, 1, arm->n_values);
    const double median = benchan_quantile_sorted(sorted, arm->n_values, 0.5);
    free(sorted);
    arm->half_step = 0;
    for (size_t r = 0; r < arm->n_refs; r++) {
        const struct benchan_series *series = arm->refs[r].series;
        const struct conversion conversion = conversion_between(series->scale, arm->scale);
        arm->half_step = fmax(arm->half_step, finest_half_step(series, &conversion, median));
    }
    return BENCHAN_OK;
}

enum benchan_status arm_gather(const struct series_ref *refs, size_t n_refs, double scale,
                               struct arm_row *arm, struct benchan_error *error)
{
    *arm = (struct arm_row){.refs = refs, .n_refs = n_refs};
    arm->scale = scale > 0 ? scale : refs[0].series->scale;
    arm->processes_known = true;
    size_t total = 0;
    for (size_t r = 0; r < n_refs; r++) {
        total += refs[r].series->n;
        if (refs[r].capture->process_basis == BENCHAN_PROCESS_UNKNOWN)
            arm->processes_known = false;
    }
    arm->values = malloc((total ? total : 1) * sizeof *arm->values);
    arm->units = calloc(total ? total : 1, sizeof *arm->units);
    if (!arm->values || !arm->units || !total) {
        arm_free(arm);
        return benchan_fail_memory(error);
    }
    enum benchan_status status = BENCHAN_OK;
    for (size_t r = 0; r < n_refs && !status; r++)
        status = add_series(arm, &refs[r]);
    if (!status) {
        find_order(arm);
        status = sort_units(arm);
    }
    if (!status)
        status = count_processes(arm);
    if (!status)
        status = find_half_step(arm, error);
    if (status) {
        arm_free(arm);
        return benchan_fail_memory(error);
    }
    return BENCHAN_OK;
}

static int compare_sizes(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left;
    const size_t b = *(const size_t *)right;
    return (a > b) - (a < b);
}

/* Leaves out the short units of one arm; `sizes` has room for all of them. */
static void drop_short(struct arm_row *arm, size_t *sizes)
{
    for (size_t u = 0; u < arm->n_units; u++)
        sizes[u] = arm->units[u].n;
    qsort(sizes, arm->n_units, sizeof *sizes, compare_sizes);
    const size_t usual = sizes[arm->n_units / 2];
    size_t kept = 0;
    for (size_t u = 0; u < arm->n_units; u++) {
        if (2 * arm->units[u].n >= usual)
            arm->units[kept++] = arm->units[u];
        else
            arm->short_units++;
    }
    arm->n_units = kept;
}

static size_t least_values(const struct arm_row *arm, size_t least)
{
    for (size_t u = 0; u < arm->n_units; u++)
        if (arm->units[u].n < least)
            least = arm->units[u].n;
    return least;
}

enum benchan_status arm_prune(struct arm_row *a, struct arm_row *b, struct benchan_error *error)
{
    const size_t most = a->n_units > b->n_units ? a->n_units : b->n_units;
    size_t *sizes = malloc(most * sizeof *sizes);
    if (!sizes)
        return benchan_fail_memory(error);
    drop_short(a, sizes);
    drop_short(b, sizes);
    free(sizes);
    a->take = b->take = least_values(b, least_values(a, SIZE_MAX));
    return BENCHAN_OK;
}

double arm_unit_median(const struct arm_row *arm, const struct unit *unit, size_t take,
                       double *scratch)
{
    const size_t n = take && take < unit->n ? take : unit->n;
    memcpy(scratch, arm->values + unit->first, n * sizeof *scratch);
    gsl_sort(scratch, 1, n);
    return benchan_quantile_sorted(scratch, n, 0.5);
}

/* Places of different recordings say nothing about each other. */
static bool one_recording(const struct arm_row *a, const struct arm_row *b)
{
    return a->one_source && b->one_source && a->source == b->source;
}

bool arms_share_order(const struct arm_row *a, const struct arm_row *b)
{
    if (a->timed && b->timed && a->clock == b->clock)
        return true;
    return a->ordered && b->ordered && one_recording(a, b);
}

int unit_compare_order(const struct arm_row *a, const struct unit *u, const struct arm_row *b,
                       const struct unit *v)
{
    if (a->timed && b->timed && u->time != v->time)
        return u->time < v->time ? -1 : 1;
    if (!one_recording(a, b))
        return 0;
    return (u->position > v->position) - (u->position < v->position);
}
