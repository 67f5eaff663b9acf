/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { ONE_MODE = 1, TOO_FEW, EXPLAINS, SMALLER, SAMPLED, NO_CLAIM };

static bool sampled_by_design(const struct gate_context *context)
{
    const struct benchan_design *design = &context->row->design;
    return design->interleaved == BENCHAN_YES && design->randomised == BENCHAN_YES &&
           context->evidence->described[0] >= 10 && context->evidence->described[1] >= 10;
}

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct row_evidence *evidence = context->evidence;
    const double gap = evidence->modality_gap;
    result->evidence = (struct benchan_evidence){
        ONE_MODE,
        {(double)evidence->modality_n, (double)evidence->modality_arm,
         evidence->logs ? exp(gap) : gap,
         evidence->logs ? exp(evidence->near_limit) : evidence->near_limit,
         evidence->modality_over_time, evidence->logs},
        {NULL}};
    if (evidence->modality_n < LEAST_DRAWS) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = TOO_FEW;
    } else if (!evidence->modality_alarm) {
        result->evidence.code = ONE_MODE;
    } else if (!evidence->excludes) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = NO_CLAIM;
    } else if (gap < evidence->near_limit) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = SMALLER;
    } else if (sampled_by_design(context)) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = SAMPLED;
    } else {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = EXPLAINS;
    }
}

static void explain_alarm(const struct benchan_comparison *row,
                          const struct benchan_gate_result *result, struct benchan_text *text)
{
    const double *number = result->evidence.number;
    gate_arm(row, number[1], text);
    benchan_text_printf(text, ": two levels%s", number[4] != 0 ? " over time" : "");
    if (number[5] != 0)
        benchan_text_printf(text, ", %.3g\xc3\x97 apart", number[2]);
    switch (result->evidence.code) {
    case EXPLAINS:
        benchan_text_string(text, "; a different mix of them could make the whole effect");
        break;
    case SMALLER:
        benchan_text_string(text, "; alone that does not make ");
        if (number[5] != 0)
            benchan_text_printf(text, "an effect of %.3g\xc3\x97", number[3]);
        else
            benchan_text_string(text, "the effect");
        break;
    case SAMPLED:
        benchan_text_string(text, "; both arms drew from them at random, and the interval "
                                  "covers the mix");
        break;
    default:
        benchan_text_string(text, "; no difference is claimed from them");
    }
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    if (result->evidence.code == TOO_FEW) {
        gate_draws(row, result->evidence.number[0], text);
        benchan_text_string(text, " a side: 6 are the least to see two speeds in");
    } else if (result->evidence.code == ONE_MODE) {
        benchan_text_string(text, "one speed a side");
    } else {
        explain_alarm(row, result, text);
    }
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text, "find what sets the speed (core, placement, frequency), or let "
                              "many shuffled processes sample it");
}

const struct gate gate_modality = {
    .shown =
        {"modality", "two speeds", BENCHAN_GATE_DATA,
         "Could a different mix of two speeds make the effect?",
         "The largest gap between neighbouring draws against the spread beside it, "
         "Hartigan's dip, and levels over time that share no value.",
         "An alarm is the gap or the dip beyond its 99.5 % point. Fails where the distance "
         "of the modes reaches the interval's limit nearer to no change and the mix was "
         "not sampled by the design. Weak where the effect is larger, where the arms are "
         "shuffled with 10 draws each, or where no difference is claimed. Unknown below 6.",
         "Hartigan and Hartigan (1985); critical values by simulation from the uniform and "
         "the exponential.",
         "Find what sets the speed, or let many shuffled processes sample it."},
    .mend_kind = BENCHAN_MEND_ALONG,
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
