/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/rows.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct key {
    size_t unit; /* place of the unit's first row */
    int class;
    double size;
    size_t index;
};

double rows_effect(const struct benchan_comparison *comparison)
{
    if (comparison->ratio.estimate > 0)
        return log(comparison->ratio.estimate);
    const double difference = comparison->difference.estimate;
    return isnan(difference) ? 0 : (difference > 0) - (difference < 0);
}

int rows_worse(const struct benchan_comparison *comparison)
{
    const double effect = rows_effect(comparison);
    const int larger = (effect > 0) - (effect < 0);
    if (comparison->better == BENCHAN_BETTER_LOWER)
        return larger;
    return comparison->better == BENCHAN_BETTER_HIGHER ? -larger : 0;
}

/* What a reader must see first comes first. */
static int class_of(const struct benchan_comparison *comparison)
{
    const int worse = rows_worse(comparison);
    switch (comparison->finding) {
    case BENCHAN_FASTER:
    case BENCHAN_SLOWER:
    case BENCHAN_LOWER:
    case BENCHAN_HIGHER:
    case BENCHAN_DIFFERENT:
        return worse > 0 ? 0 : worse < 0 ? 6 : 2;
    case BENCHAN_UNDECIDED:
        return comparison->lean == 0 ? 3 : worse > 0 ? 1 : worse < 0 ? 5 : 2;
    default:
        return 4;
    }
}

static int compare_keys(const void *left, const void *right)
{
    const struct key *a = left;
    const struct key *b = right;
    if (a->unit != b->unit)
        return a->unit < b->unit ? -1 : 1;
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    if (a->size > b->size || a->size < b->size)
        return a->size > b->size ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Units are few: a list of the first row of each is searched in order. */
static size_t unit_place(const struct benchan_verdict *verdict, const struct key *keys,
                         size_t n, size_t index)
{
    size_t last = SIZE_MAX;
    for (size_t i = n; i-- > 0 && n - i < 64;) {
        if (keys[i].unit == last)
            continue;
        last = keys[i].unit;
        if (strcmp(verdict->comparisons[last].unit, verdict->comparisons[index].unit) == 0)
            return last;
    }
    for (size_t i = 0; i < n; i++)
        if (strcmp(verdict->comparisons[keys[i].index].unit,
                   verdict->comparisons[index].unit) == 0)
            return keys[i].unit;
    return index;
}

static bool left_out(const struct benchan_comparison *comparison, bool all, struct rows *rows)
{
    if (all)
        return false;
    if (comparison->derived)
        rows->derived++;
    else if (comparison->finding == BENCHAN_SAME)
        rows->same++;
    return comparison->derived || comparison->finding == BENCHAN_SAME;
}

bool rows_of(const struct benchan_verdict *verdict, size_t candidate, bool all,
             struct rows *rows)
{
    *rows = (struct rows){0};
    const size_t most = verdict->n_comparisons ? verdict->n_comparisons : 1;
    if (most > SIZE_MAX / sizeof(struct key))
        return false;
    struct key *keys = calloc(most, sizeof *keys);
    rows->index = malloc(most * sizeof *rows->index);
    if (!keys || !rows->index) {
        free(keys);
        rows_free(rows);
        return false;
    }
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *comparison = &verdict->comparisons[i];
        if (comparison->candidate_index != candidate || left_out(comparison, all, rows))
            continue;
        keys[rows->n] = (struct key){.unit = unit_place(verdict, keys, rows->n, i),
                                     .class = class_of(comparison),
                                     .size = fabs(rows_effect(comparison)),
                                     .index = i};
        rows->n++;
    }
    qsort(keys, rows->n, sizeof *keys, compare_keys);
    for (size_t i = 0; i < rows->n; i++)
        rows->index[i] = keys[i].index;
    free(keys);
    return true;
}

void rows_free(struct rows *rows)
{
    free(rows->index);
    *rows = (struct rows){0};
}

const struct benchan_comparison *rows_first(const struct benchan_verdict *verdict,
                                            size_t candidate)
{
    const struct benchan_comparison *first = NULL;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        if (row->candidate_index != candidate || row->derived)
            continue;
        if (!row->departs && !row->exact)
            return row;
        if (!first)
            first = row;
    }
    return first;
}

const struct benchan_comparison *rows_only(const struct benchan_verdict *verdict)
{
    const struct benchan_comparison *only = NULL;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        if (row->derived || row->finding == BENCHAN_SAME)
            continue;
        if (only)
            return NULL;
        only = row;
    }
    return only || verdict->n_comparisons != 1 ? only : verdict->comparisons;
}
