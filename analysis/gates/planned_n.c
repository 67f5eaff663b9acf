/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/gate.h"

enum { AS_PLANNED = 1, MORE, FEWER };

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const size_t planned = context->options->planned_n;
    const size_t *draws = context->evidence->draws;
    const size_t most = draws[0] > draws[1] ? draws[0] : draws[1];
    const size_t least = draws[0] < draws[1] ? draws[0] : draws[1];
    result->evidence = (struct benchan_evidence){
        AS_PLANNED, {(double)planned, (double)least, (double)most}, {NULL}};
    if (!planned) {
        result->status = BENCHAN_GATE_NOT_APPLICABLE;
    } else if (most > planned) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = MORE;
    } else if (least < planned) {
        result->status = BENCHAN_GATE_WARN;
        result->evidence.code = FEWER;
    }
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const double *number = result->evidence.number;
    if (result->evidence.code == MORE)
        benchan_text_printf(text,
                            "%.0f draws where %.0f were planned: measuring on until it "
                            "shows is no test",
                            number[2], number[0]);
    else if (result->evidence.code == FEWER)
        benchan_text_printf(text, "%.0f draws where %.0f were planned", number[1], number[0]);
    else
        benchan_text_printf(text, "%.0f draws, as planned", number[0]);
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text, "plan anew, and measure once");
}

const struct gate gate_planned_n = {
    .shown = {"planned-n", "planned size", BENCHAN_GATE_STRUCTURE,
              "Is this the number of draws that was planned beforehand?",
              "The card's planned_n against the draws.",
              "Only when asked: fails with more draws than planned, warns with fewer.",
              "Armitage, McPherson and Rowe (1969), Repeated significance tests.",
              "Decide the number before measuring."},
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
