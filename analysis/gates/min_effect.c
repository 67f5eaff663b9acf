/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const double asked = context->options->min_effect;
    if (!(asked > 0) || !context->evidence->logs) {
        result->status = BENCHAN_GATE_NOT_APPLICABLE;
        return;
    }
    result->evidence =
        (struct benchan_evidence){1, {expm1(context->evidence->near_limit), asked}, {NULL}};
    if (context->evidence->near_limit < log1p(asked))
        result->status = BENCHAN_GATE_FAIL;
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const double *number = result->evidence.number;
    benchan_text_printf(text, "the effect is at least %.3g %%; %.3g %% was asked",
                        100 * number[0], 100 * number[1]);
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text, "more processes narrow the interval: `benchan plan`");
}

const struct gate gate_min_effect = {
    .shown = {"min-effect", "minimum effect", BENCHAN_GATE_RESULT,
              "Is the effect large enough to matter?",
              "The interval's limit nearer to no change, against --min-effect.",
              "Only when asked: met where that limit reaches log(1 + min effect).",
              "Schuirmann (1987): two one-sided tests, read at the interval.",
              "More processes; or accept that it does not matter."},
    .applies_to_exact = true,
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
