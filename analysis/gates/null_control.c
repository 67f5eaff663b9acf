/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { CLEAN = 1, NO_NULL, UNLIKE, OFF_CLEARED, OFF_NOT_CLEARED };

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct row_evidence *evidence = context->evidence;
    const struct benchan_null_control *null = &context->row->null;
    result->binds = true;
    result->evidence =
        (struct benchan_evidence){CLEAN,
                                  {null->ratio, null->low99, null->high99, (double)null->source,
                                   (double)evidence->described[0]},
                                  {NULL}};
    if (evidence->t_path || context->row->design.level == BENCHAN_LEVEL_SESSION) {
        result->status = BENCHAN_GATE_NOT_APPLICABLE;
    } else if (evidence->null_refused) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = UNLIKE;
        result->evidence.number[5] = evidence->null_refused;
    } else if (isnan(evidence->null_effect)) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = NO_NULL;
    } else if (evidence->null_excludes) {
        const bool cleared =
            !evidence->excludes || fabs(evidence->estimate) > evidence->noise_floor;
        /* Of many rows some nulls are off by chance: the noise floor holds those back. */
        result->status =
            cleared || !evidence->null_beyond ? BENCHAN_GATE_WEAK : BENCHAN_GATE_FAIL;
        result->evidence.code = cleared ? OFF_CLEARED : OFF_NOT_CLEARED;
    }
}

static void explain_source(const struct benchan_comparison *row, double source,
                           struct benchan_text *text)
{
    if (source == BENCHAN_NULL_ARM) {
        benchan_text_string(text, "the A/A arm");
        return;
    }
    if (row->design.paired)
        benchan_text_string(text, "the pairs");
    else
        gate_arm_said(row, 0, text);
    benchan_text_string(text, source == BENCHAN_NULL_HALVES
                                  ? "'s second half against its first"
                                  : ", every other one against the rest,");
}

static void explain_null(const struct benchan_comparison *row,
                         const struct benchan_gate_result *result, struct benchan_text *text)
{
    const double *number = result->evidence.number;
    explain_source(row, number[3], text);
    if (row->difference.estimate == row->difference.estimate)
        benchan_text_printf(text, " differs by %.3g", number[0]);
    else
        benchan_text_printf(text, " shows %.4g\xc3\x97", number[0]);
    if (result->evidence.code == OFF_CLEARED)
        benchan_text_string(text, " where nothing changed; that is the method's error bar");
    if (result->evidence.code == OFF_NOT_CLEARED)
        benchan_text_string(text, " where nothing changed, as much as the effect itself");
}

static void explain_refusal(const struct benchan_comparison *row, double refusal,
                            struct benchan_text *text)
{
    if (refusal == NULL_TOO_FEW) {
        benchan_text_string(text, "the A/A arm has fewer than 6 processes that can be set "
                                  "against ");
    } else if (refusal == NULL_WITHOUT_RATIO) {
        benchan_text_string(text, "the A/A arm holds zeros or negative values: it has no ratio "
                                  "to ");
    } else {
        benchan_text_string(text, "the A/A arm was not measured in turn with ");
    }
    gate_arm_said(row, 0, text);
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    switch (result->evidence.code) {
    case NO_NULL:
        benchan_text_string(text, "no A/A arm, and ");
        gate_arm_said(row, 0, text);
        benchan_text_string(text, " has ");
        gate_draws(row, result->evidence.number[4], text);
        benchan_text_string(text, ": 12 in order are the least to split into two and compare");
        break;
    case UNLIKE:
        explain_refusal(row, result->evidence.number[5], text);
        break;
    default:
        explain_null(row, result, text);
    }
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text, "measure the baseline twice, as an A/A arm shuffled with the "
                              "others, and give it with --null");
}

const struct gate gate_null_control = {
    .shown =
        {"null-control", "A/A control", BENCHAN_GATE_DATA,
         "What does this design show when nothing changed?",
         "An A/A arm through the same pipeline; without one, the baseline's odd against "
         "even draws and, unless the arms are interleaved, its halves.",
         "Weak where the null's 99 % interval excludes 1. Fails where, besides, the claimed "
         "effect does not clear the null; in a suite of N rows the interval for failing is at "
         "1 - max(.01/N, 2e-4). Unknown (and binding) without an A/A arm below 12 "
         "draws, or where the A/A arm was not taken the way the comparison was.",
         "Kohavi et al. (2020), Trustworthy online controlled experiments: A/A tests.",
         "Add an A/A arm to every round."},
    .mend_kind = BENCHAN_MEND_ALONG,
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
