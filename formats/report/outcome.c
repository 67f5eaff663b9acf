/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/outcome.h"

static bool survives(const struct benchan_verdict *verdict,
                     const struct benchan_comparison *row)
{
    return row->exact || row->p_holm <= verdict->alpha;
}

static bool is_slower(const struct benchan_comparison *row)
{
    return row->finding == BENCHAN_SLOWER ||
           (row->better == BENCHAN_BETTER_LOWER && row->finding == BENCHAN_HIGHER) ||
           (row->better == BENCHAN_BETTER_HIGHER && row->finding == BENCHAN_LOWER);
}

static bool is_faster(const struct benchan_comparison *row)
{
    return row->finding == BENCHAN_FASTER ||
           (row->better == BENCHAN_BETTER_LOWER && row->finding == BENCHAN_LOWER) ||
           (row->better == BENCHAN_BETTER_HIGHER && row->finding == BENCHAN_HIGHER);
}

static bool differs(const struct benchan_comparison *row)
{
    return is_slower(row) || is_faster(row) || row->finding == BENCHAN_DIFFERENT ||
           row->finding == BENCHAN_LOWER || row->finding == BENCHAN_HIGHER;
}

static bool leans_slower(const struct benchan_comparison *row)
{
    return row->verdict != BENCHAN_ADMISSIBLE &&
           row->lean == (row->better == BENCHAN_BETTER_HIGHER ? -1 : 1);
}

/* The first reason of those that happened which this row gives; NULL: none. */
static const char *reason_of(const struct benchan_verdict *verdict,
                             const struct benchan_comparison *row)
{
    const unsigned raised = verdict->exit_status ? verdict->tally.raised : 0;
    const bool firm = survives(verdict, row);
    const struct {
        unsigned bit;
        bool happened;
        const char *word;
    } reasons[] = {
        {BENCHAN_ON_INADMISSIBLE, row->verdict == BENCHAN_INADMISSIBLE, "inadmissible"},
        {BENCHAN_ON_INCOMPLETE, row->verdict == BENCHAN_INCOMPLETE, "incomplete"},
        {BENCHAN_ON_CONTRADICTED, row->claim == BENCHAN_CLAIM_CONTRADICTED, "contradicted"},
        {BENCHAN_ON_OVERSTATED, row->claim == BENCHAN_CLAIM_OVERSTATED, "overstated"},
        {BENCHAN_ON_UNDECIDED, row->finding == BENCHAN_UNDECIDED, "undecided"},
        {BENCHAN_ON_SLOWER, is_slower(row) && firm, "slower"},
        {BENCHAN_ON_FASTER, is_faster(row) && firm, "faster"},
        {BENCHAN_ON_DIFFERENCE, differs(row) && firm, "difference"},
        {BENCHAN_ON_SUSPECT_SLOWER, leans_slower(row), "suspect-slower"},
        {BENCHAN_ON_ATTESTED, row->attested, "attested"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if ((raised & reasons[i].bit) && reasons[i].happened)
            return reasons[i].word;
    return NULL;
}

enum outcome outcome_of(const struct benchan_verdict *verdict,
                        const struct benchan_comparison *row, const char **reason)
{
    *reason = benchan_admissibility_name(row->verdict);
    if (row->derived)
        return OUTCOME_NOT_JUDGED;
    const char *fails = reason_of(verdict, row);
    if (fails) {
        *reason = fails;
        return OUTCOME_FAILS;
    }
    return row->verdict == BENCHAN_ADMISSIBLE ? OUTCOME_GOOD : OUTCOME_DOUBTFUL;
}
