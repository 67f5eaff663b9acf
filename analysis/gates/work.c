/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { NOT_CONTRADICTED = 1, IMPOSSIBLE, EMPTY_LOOPS };
enum { SUSPICIOUS_LOOPS = 3 };

/* Go's testing package stops at this many iterations; no loop takes 0.2 ns a turn. */
static const double ITERATION_CAP = 1e9;
static const double FASTEST_LOOP = 0.2e-9;
/* Two cycles at 4 GHz: what counting to the cap costs by itself. */
static const double EMPTY_LOOP = 0.5e-9;

static bool impossible(const struct benchan_series_summary *arm)
{
    return arm->samples.median < FASTEST_LOOP;
}

bool work_is_empty_loop(const struct benchan_comparison *row,
                        const struct row_evidence *evidence)
{
    const double slower = fmax(row->baseline.samples.median, row->candidate.samples.median);
    return row->quantity == BENCHAN_TIME && evidence->most_iterations >= ITERATION_CAP &&
           slower < EMPTY_LOOP;
}

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct benchan_comparison *row = context->row;
    const bool capped = context->evidence->most_iterations >= ITERATION_CAP;
    result->evidence = (struct benchan_evidence){
        NOT_CONTRADICTED,
        {fmin(row->baseline.samples.median, row->candidate.samples.median),
         context->evidence->most_iterations},
        {NULL}};
    if (row->quantity != BENCHAN_TIME) {
        result->status = BENCHAN_GATE_NOT_APPLICABLE;
    } else if (capped && (impossible(&row->baseline) || impossible(&row->candidate))) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = IMPOSSIBLE;
    } else if (context->empty_loops >= SUSPICIOUS_LOOPS &&
               work_is_empty_loop(row, context->evidence)) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = EMPTY_LOOPS;
        result->evidence.number[2] = (double)context->empty_loops;
    } else {
        result->status = BENCHAN_GATE_UNKNOWN;
    }
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    if (result->evidence.code == NOT_CONTRADICTED) {
        benchan_text_string(text, "not contradicted by the numbers");
        return;
    }
    if (result->evidence.code == EMPTY_LOOPS) {
        benchan_text_printf(text,
                            "%.0f benchmarks cost no more than an empty loop; their work was "
                            "probably removed",
                            result->evidence.number[2]);
        return;
    }
    gate_value(row, result->evidence.number[0], text);
    benchan_text_printf(text,
                        " per operation at %.0g iterations: no loop can turn that fast; the "
                        "work was not done in the loop",
                        result->evidence.number[1]);
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text,
                        "loop over b.N and use the result, so that the work is not removed");
}

const struct gate gate_work_exists = {
    .shown =
        {"work-exists", "the work happened", BENCHAN_GATE_DATA,
         "Was the work done at all, or removed by the compiler?",
         "The time per operation at the iteration cap.",
         "Fails at a time per operation below 0.2 ns with 1e9 iterations, or where three or "
         "more benchmarks cost under 0.5 ns there. Otherwise not contradicted, which is no "
         "proof.",
         "One cycle at 5 GHz is 0.2 ns.", "Use the result; loop over the iteration count."},
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
