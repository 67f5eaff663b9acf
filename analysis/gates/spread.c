/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { STEADY = 1, TOO_FEW, NOISY, OUTLIERS, SAMPLED, WILD, ORDER_UNKNOWN };

/* The interval holds noise that both arms drew at random; the noise floor guards the rest. */
static bool sampled_by_design(const struct gate_context *context)
{
    const struct row_evidence *evidence = context->evidence;
    const struct benchan_design *design = &context->row->design;
    return design->interleaved == BENCHAN_YES && design->randomised == BENCHAN_YES &&
           evidence->described[0] >= 10 && evidence->described[1] >= 10;
}

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct row_evidence *evidence = context->evidence;
    const double cv = evidence->cv;
    const enum benchan_level level = context->row->design.described_level;
    result->evidence =
        (struct benchan_evidence){STEADY,
                                  {cv, evidence->robust_cv, evidence->beyond,
                                   (double)evidence->cv_n, (double)evidence->cv_arm},
                                  {benchan_level_name(level)}};
    if (!evidence->logs || evidence->t_path) {
        result->status = BENCHAN_GATE_NOT_APPLICABLE;
    } else if (evidence->cv_n < LEAST_DRAWS || isnan(cv)) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = TOO_FEW;
    } else if (cv <= 0.05) {
        result->evidence.code = STEADY;
    } else if (cv <= 0.10) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = NOISY;
    } else if (evidence->robust_cv <= 0.05 && evidence->beyond <= 0.15) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = OUTLIERS;
    } else if (sampled_by_design(context)) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = SAMPLED;
    } else if (level == BENCHAN_LEVEL_PROCESS && evidence->cv_n >= 10 &&
               !context->row->design.order_known) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = ORDER_UNKNOWN;
    } else {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = WILD;
    }
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    const double *number = result->evidence.number;
    if (result->evidence.code == TOO_FEW) {
        gate_draws(row, number[3], text);
        benchan_text_string(text, " a side: 6 are the least to tell the spread by");
        return;
    }
    if (number[4] == 2) {
        benchan_text_printf(text, "the ratios of the pairs spread by %.1f %%", 100 * number[0]);
    } else {
        gate_arm(row, number[4], text);
        benchan_text_printf(text, ": CV %.1f %% of its %s", 100 * number[0],
                            result->evidence.text[0][0] == 'r'   ? "runs"
                            : result->evidence.text[0][0] == 'p' ? "process medians"
                                                                 : "draws");
    }
    switch (result->evidence.code) {
    case OUTLIERS:
        benchan_text_printf(text, ", but %.1f %% without the few outliers", 100 * number[1]);
        break;
    case SAMPLED:
        benchan_text_string(text, "; both arms sampled that noise, and the interval holds it");
        break;
    case ORDER_UNKNOWN:
        benchan_text_string(text,
                            "; only the order of the arms could tell whether both had it");
        break;
    case WILD:
        benchan_text_string(text, ": more than 10 % is weather, not a measurement");
        break;
    default:
        break;
    }
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text,
                        "a quieter machine, or shuffled arms that sample the noise alike");
}

const struct gate gate_stability = {
    .shown =
        {"stability", "spread", BENCHAN_GATE_DATA, "Is the spread small enough to measure in?",
         "The coefficient of variation of the draws (of the pairs' log ratios when paired), "
         "beside its robust form 1.4826 MAD / median.",
         "Fails above 10 %, weak above 5 %. Above 10 % only weak where the robust CV is at "
         "most 5 % with at most 15 % outliers, or where shuffled arms of 10 draws each "
         "sampled the noise. Unknown below 6 draws.",
         "Bands of common practice: under 2 % reliable, 2-5 acceptable, 5-10 noisy, above "
         "10 do not trust.",
         "A quieter machine; or shuffle the arms so that both sample the noise."},
    .mend_kind = BENCHAN_MEND_ALONG,
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
