/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/finding.h"

#include <math.h>
#include <string.h>

bool finding_is_difference(enum benchan_finding finding)
{
    return finding == BENCHAN_FASTER || finding == BENCHAN_SLOWER || finding == BENCHAN_LOWER ||
           finding == BENCHAN_HIGHER;
}

int finding_improves(const struct benchan_comparison *row, double estimate)
{
    if (estimate == 0 || row->better == BENCHAN_BETTER_UNKNOWN)
        return 0;
    return (estimate < 0) == (row->better == BENCHAN_BETTER_LOWER) ? 1 : -1;
}

static void settle_verdict(struct benchan_comparison *row)
{
    bool incomplete = false;
    row->gates_short = 0;
    row->attested = false;
    for (size_t i = 0; i < row->n_gates; i++) {
        const struct benchan_gate_result *result = row->gates[i];
        if (result->gate->kind == BENCHAN_GATE_RESULT)
            continue;
        if (result->status == BENCHAN_GATE_FAIL)
            row->gates_short++;
        if (result->status == BENCHAN_GATE_UNKNOWN && result->binds)
            incomplete = true;
        if (result->status == BENCHAN_GATE_ATTESTED &&
            (result->binds || result->measured == BENCHAN_GATE_FAIL))
            row->attested = true;
    }
    if (row->gates_short)
        row->verdict = BENCHAN_INADMISSIBLE;
    else
        row->verdict = incomplete ? BENCHAN_INCOMPLETE : BENCHAN_ADMISSIBLE;
}

static bool result_gates_met(const struct benchan_comparison *row)
{
    for (size_t i = 0; i < row->n_gates; i++)
        if (row->gates[i]->gate->kind == BENCHAN_GATE_RESULT &&
            row->gates[i]->status == BENCHAN_GATE_FAIL)
            return false;
    return true;
}

static enum benchan_finding direction(const struct benchan_comparison *row, double estimate)
{
    if (row->quantity == BENCHAN_TIME || row->quantity == BENCHAN_RATE)
        return finding_improves(row, estimate) > 0 ? BENCHAN_FASTER : BENCHAN_SLOWER;
    return estimate < 0 ? BENCHAN_LOWER : BENCHAN_HIGHER;
}

static enum benchan_finding find(const struct benchan_options *options,
                                 const struct row_evidence *evidence,
                                 const struct benchan_comparison *row)
{
    if (row->verdict != BENCHAN_ADMISSIBLE)
        return BENCHAN_UNDECIDED;
    if (row->exact && !evidence->excludes)
        return BENCHAN_SAME;
    const bool asked = options->min_effect > 0 && evidence->logs;
    if (asked && evidence->far_limit < log1p(options->min_effect))
        return BENCHAN_EQUIVALENT;
    if (result_gates_met(row))
        return direction(row, evidence->estimate);
    return asked ? BENCHAN_UNDECIDED : BENCHAN_NO_DIFFERENCE;
}

/* A widely used rule of thumb by size and p; printed as such, decides nothing. */
static enum benchan_action rule_of_thumb(const struct benchan_comparison *row, double alpha)
{
    const double delta = fabs(row->ratio.estimate - 1);
    const bool shown = row->p <= alpha || row->exact;
    if (isnan(delta) || delta < 0.02)
        return BENCHAN_ACTION_NONE;
    if (delta <= 0.10)
        return shown ? BENCHAN_ACTION_INVESTIGATE : BENCHAN_ACTION_LARGER_N;
    return shown ? BENCHAN_ACTION_ACT : BENCHAN_ACTION_INVESTIGATE;
}

void finding_settle(const struct benchan_options *options, const struct row_evidence *evidence,
                    struct benchan_comparison *row)
{
    settle_verdict(row);
    row->lean = 0;
    if (evidence->excludes)
        row->lean = evidence->estimate > 0 ? 1 : -1;
    row->finding = row->derived ? BENCHAN_UNDECIDED : find(options, evidence, row);
    row->hides = NAN;
    if (row->finding == BENCHAN_NO_DIFFERENCE && evidence->logs)
        row->hides = exp(evidence->far_limit);
    row->action = rule_of_thumb(row, options->alpha);
}
