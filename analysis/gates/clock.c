/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { FINE = 1, NO_ITERATIONS, TOO_SHORT, FEW_TICKS };
enum { LEAST_TICKS = 5, LEAST_RESOLUTIONS = 100 };

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct row_evidence *evidence = context->evidence;
    result->evidence =
        (struct benchan_evidence){FINE,
                                  {evidence->raw_duration, evidence->timer_resolution,
                                   evidence->ticks, evidence->timer_recorded},
                                  {NULL}};
    if (context->row->quantity != BENCHAN_TIME) {
        result->status = BENCHAN_GATE_NOT_APPLICABLE;
    } else if (evidence->ticks < LEAST_TICKS) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = FEW_TICKS;
    } else if (isnan(evidence->raw_duration)) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = NO_ITERATIONS;
    } else if (evidence->raw_duration < LEAST_RESOLUTIONS * evidence->timer_resolution) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = TOO_SHORT;
    }
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const double *number = result->evidence.number;
    switch (result->evidence.code) {
    case NO_ITERATIONS:
        benchan_text_string(text, "no iteration counts: how long was timed at once is unknown");
        break;
    case TOO_SHORT:
        benchan_text_printf(text,
                            "the shortest timing took %.3g \xc2\xb5s, under 100 ticks of a "
                            "timer of %.3g \xc2\xb5s%s",
                            1e6 * number[0], 1e6 * number[1],
                            number[3] != 0 ? "" : " (assumed)");
        break;
    case FEW_TICKS:
        benchan_text_printf(text, "the values are only %.2g steps of their printed resolution",
                            number[2]);
        break;
    default:
        benchan_text_string(text, "every timing is long against the timer's step");
    }
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text, "time more iterations at once, and print more digits");
}

const struct gate gate_clock = {
    .shown =
        {"clock", "clock", BENCHAN_GATE_DATA, "Is the timer fine enough for what it timed?",
         "The shortest raw duration (value x iterations) against the recorded timer "
         "resolution, and the values against their printed digits.",
         "Fails where a raw duration is under 100 timer steps (1 \xc2\xb5s where "
         "unrecorded), or where the values are fewer than 5 printed steps. Unknown without "
         "iteration counts.",
         "A timing of 100 steps carries a rounding error of 1 %.",
         "Time more iterations at once."},
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
