/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct row_evidence *evidence = context->evidence;
    const double floor = evidence->noise_floor;
    result->evidence = (struct benchan_evidence){
        1,
        {evidence->logs ? exp(fabs(evidence->estimate)) : fabs(evidence->estimate),
         evidence->logs ? exp(floor) : floor, evidence->logs},
        {NULL}};
    if (!(fabs(evidence->estimate) > floor))
        result->status = BENCHAN_GATE_FAIL;
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const double *number = result->evidence.number;
    const char *unit = number[2] != 0 ? "\xc3\x97" : "";
    benchan_text_printf(text, "an effect of %.4g%s against %.4g%s seen where nothing changed",
                        number[0], unit, number[1], unit);
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text, "a design whose A/A arm comes back nearer to 1");
}

const struct gate gate_noise_floor = {
    .shown = {"noise-floor", "noise floor", BENCHAN_GATE_RESULT,
              "Is the effect larger than what shows when nothing changed?",
              "The estimate against the null control's and --noise-floor, on the log scale.",
              "Met where |log ratio| > max(|log null ratio|, log(1 + floor)).",
              "A null that does not come back at 1 is the method's error bar.",
              "A quieter design."},
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
