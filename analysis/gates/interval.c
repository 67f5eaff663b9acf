/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { EXCLUDES = 1, HOLDS };

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct row_evidence *evidence = context->evidence;
    const bool logs = evidence->logs;
    result->evidence = (struct benchan_evidence){evidence->excludes ? EXCLUDES : HOLDS,
                                                 {logs ? exp(evidence->low) : evidence->low,
                                                  logs ? exp(evidence->high) : evidence->high,
                                                  context->alpha_adjusted},
                                                 {NULL}};
    result->status = evidence->excludes ? BENCHAN_GATE_PASS : BENCHAN_GATE_FAIL;
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const double *number = result->evidence.number;
    if (!isfinite(number[1])) {
        benchan_text_printf(text, "too few draws to bound the change at %.4g %%",
                            100 * (1 - number[2]));
        return;
    }
    benchan_text_printf(text, "the %.4g %% interval %.4g to %.4g %s no change",
                        100 * (1 - number[2]), number[0], number[1],
                        result->evidence.code == EXCLUDES ? "excludes" : "holds");
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text,
                        "decide on a larger number of processes beforehand: `benchan plan`");
}

const struct gate gate_interval = {
    .shown = {"interval", "interval", BENCHAN_GATE_RESULT,
              "Does the interval exclude no change?",
              "The exact percentile bootstrap interval of the ratio of medians (signed-rank "
              "interval for pairs, Student's t for few sessions) at 1 - alpha/k.",
              "Met where 1 (a difference: 0) lies strictly outside.",
              "Efron (1979); Maritz and Jarrett (1978); Hodges and Lehmann (1963).",
              "More processes."},
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
