/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { QUIET = 1, UNRECORDED, OVERLOADED, UNEVEN };

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct contrast_facts *facts = context->facts;
    const double worst = fmax(facts->overloaded[0], facts->overloaded[1]);
    const double apart = fabs(facts->load[0] - facts->load[1]);
    const double allowed = isnan(facts->cores) ? 1 : fmax(1, facts->cores / 4);
    result->evidence = (struct benchan_evidence){
        QUIET, {worst, facts->load[0], facts->load[1], facts->cores}, {NULL}};
    if (!facts->load_known) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = UNRECORDED;
    } else if (worst > 0.5 && context->row->design.interleaved != BENCHAN_YES) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = OVERLOADED;
    } else if (apart > allowed) {
        result->status = BENCHAN_GATE_WARN;
        result->evidence.code = UNEVEN;
    }
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const double *number = result->evidence.number;
    switch (result->evidence.code) {
    case UNRECORDED:
        benchan_text_string(text, "no load recorded");
        break;
    case OVERLOADED:
        benchan_text_printf(text,
                            "more runnable threads than cpus in %.0f %% of an arm's "
                            "processes",
                            100 * number[0]);
        break;
    case UNEVEN:
        benchan_text_printf(text, "mean load %.2f against %.2f", number[1], number[2]);
        break;
    default:
        benchan_text_string(text, "the recorded load is low and alike");
    }
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text, "stop what else runs, or shuffle the arms so that both meet it");
}

const struct gate gate_load = {
    .shown =
        {"load", "load", BENCHAN_GATE_STRUCTURE, "Was the machine otherwise idle, and alike?",
         "Recorded runnable threads and load averages.",
         "Fails where runnable threads exceed the cpus in over half of an arm's processes, "
         "unless the arms are interleaved. Warns where the mean load differs by more than "
         "max(1, cpus/4). Unknown without facts.",
         "The 1-minute average lags by minutes; runnable threads tell the moment.",
         "Stop what else runs; shuffle the arms."},
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
