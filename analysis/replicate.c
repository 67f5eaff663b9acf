/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A second, independent measurement: of several variants the best one looks
 * better than it is, and only data that did not choose it can tell.
 */
#include <math.h>
#include <string.h>

#include "analysis/finding.h"
#include "analysis/judge.h"

static bool same_row(const struct benchan_comparison *a, const struct benchan_comparison *b)
{
    return strcmp(a->package, b->package) == 0 && strcmp(a->benchmark, b->benchmark) == 0 &&
           strcmp(a->unit, b->unit) == 0;
}

static const struct benchan_comparison *find_row(const struct benchan_verdict *verdict,
                                                 const struct benchan_comparison *row)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        if (same_row(&verdict->comparisons[i], row))
            return &verdict->comparisons[i];
    return NULL;
}

/* How far the row moved, in the better direction where one is known. */
static double gain(const struct benchan_comparison *row)
{
    if (isnan(row->ratio.estimate))
        return 0;
    const double change = fabs(log(row->ratio.estimate));
    return finding_improves(row, log(row->ratio.estimate)) < 0 ? -change : change;
}

/* Of the candidates that differ in this row, the one that did best. */
static bool is_winner(const struct benchan_verdict *verdict,
                      const struct benchan_comparison *row)
{
    if (!finding_is_difference(row->finding))
        return false;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *other = &verdict->comparisons[i];
        if (other != row && finding_is_difference(other->finding) && same_row(other, row) &&
            gain(other) > gain(row))
            return false;
    }
    return true;
}

static void hold_against(const struct benchan_verdict *again, struct benchan_comparison *row)
{
    const struct benchan_comparison *second = find_row(again, row);
    row->replication = BENCHAN_REPLICATION_UNJUDGED;
    if (!second)
        return;
    row->replicate = second->ratio;
    if (second->verdict == BENCHAN_ADMISSIBLE)
        row->replication =
            second->finding == row->finding ? BENCHAN_REPLICATED : BENCHAN_NOT_REPLICATED;
}

void replicate_clear(struct benchan_verdict *verdict)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        verdict->comparisons[i].replicate =
            (struct benchan_ratio){.estimate = NAN, .low = NAN, .high = NAN, .confidence = NAN};
}

void replicate_hold(struct benchan_verdict *verdict, const struct benchan_verdict *again)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        if (is_winner(verdict, &verdict->comparisons[i]))
            hold_against(again, &verdict->comparisons[i]);
}
