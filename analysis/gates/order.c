/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum {
    NO_ORDER = 1,
    SEQUENTIAL,
    UNBALANCED,
    INTERLEAVED,
    NOT_RANDOM,
    SESSIONS_APART,
    SESSIONS_UNTIMED,
    SESSIONS_UNSHOWN,
    SESSIONS_MIXED
};

static void judge_sessions(const struct benchan_design *design,
                           struct benchan_gate_result *result)
{
    if (!design->sessions_shown) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = SESSIONS_UNSHOWN;
    } else if (!design->order_known) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = SESSIONS_UNTIMED;
    } else if (!design->pattern.overlap) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = SESSIONS_APART;
    } else {
        result->evidence.code = SESSIONS_MIXED;
    }
}

/* What the user knows of the host's spread between sessions may cover the shift. */
static void vouch(const struct gate_context *context, struct benchan_gate_result *result)
{
    const double floor = context->options->noise_floor;
    if (!(floor > 0) || !context->evidence->logs)
        return;
    if (context->evidence->excludes && context->evidence->near_limit > log1p(floor)) {
        result->status = BENCHAN_GATE_ATTESTED;
        result->attested = "--noise-floor: the host's sessions spread less than this effect";
    }
}

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct benchan_design *design = &context->row->design;
    const struct benchan_order_pattern *pattern = &design->pattern;
    result->binds = true;
    result->evidence = (struct benchan_evidence){
        INTERLEAVED,
        {(double)pattern->label_runs, (double)pattern->n, (double)pattern->m,
         expm1(context->evidence->near_limit), context->evidence->excludes,
         (double)pattern->first_arm0, (double)design->n_blocks, design->blocks},
        {NULL}};
    if (design->level == BENCHAN_LEVEL_SESSION) {
        judge_sessions(design, result);
        if (result->status == BENCHAN_GATE_UNKNOWN)
            vouch(context, result);
    } else if (!design->order_known) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = NO_ORDER;
        vouch(context, result);
    } else if (!pattern->interleaved) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = pattern->overlap ? UNBALANCED : SEQUENTIAL;
        vouch(context, result);
    } else if (!pattern->randomised) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = NOT_RANDOM;
    }
}

static void explain_shift(const struct benchan_gate_result *result, struct benchan_text *text)
{
    if (result->evidence.number[4] != 0)
        benchan_text_printf(text,
                            "; a shift between the two sessions of %.3g %% or more would "
                            "explain the result away",
                            100 * result->evidence.number[3]);
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const double *number = result->evidence.number;
    switch (result->evidence.code) {
    case NO_ORDER:
        benchan_text_string(text,
                            "the files carry no times that order one arm against the other");
        break;
    case SEQUENTIAL:
        benchan_text_string(text,
                            "one arm was measured wholly before the other: load, heat and "
                            "neighbours differ too");
        explain_shift(result, text);
        break;
    case UNBALANCED:
        benchan_text_printf(text,
                            "the arms overlap, but in long stretches (%.0f stretches of %.0f "
                            "and %.0f draws)",
                            number[0], number[1], number[2]);
        explain_shift(result, text);
        break;
    case NOT_RANDOM:
        benchan_text_string(text, number[7] == BENCHAN_BLOCKS_NONE
                                      ? "interleaved, in an order that chance would not give"
                                      : "interleaved, but in a fixed pattern: a disturbance in "
                                        "step with it would fall on one arm");
        break;
    case SESSIONS_APART:
        benchan_text_string(text, "all sessions of one arm come before all of the other's");
        break;
    case SESSIONS_MIXED:
        benchan_text_string(text, "the sessions of both arms lie among each other in time");
        break;
    case SESSIONS_UNSHOWN:
        benchan_text_string(text, "the files carry no times: measured one after another they "
                                  "would be one session");
        break;
    case SESSIONS_UNTIMED:
        benchan_text_string(text, "the sessions carry no times");
        break;
    default:
        benchan_text_string(text, "the arms took turns in random order");
    }
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    if (result->evidence.code == SESSIONS_UNSHOWN)
        benchan_text_string(text, "if the files were recorded hours apart, vouch for it: "
                                  "--attest interleaving=WHY");
    else if (result->evidence.code == NO_ORDER)
        benchan_text_string(text, "if the arms did take turns, in random order, vouch for it: "
                                  "--attest interleaving=WHY");
    else
        benchan_text_string(text, "measure the arms in turn, shuffled within each round");
}

const struct gate gate_interleaving = {
    .shown = {"interleaving", "order of the arms", BENCHAN_GATE_STRUCTURE,
              "Were the arms measured in turn, in random order?",
              "The order of both arms' processes by recorded times, or by place in one file.",
              "Fails where the arms do not overlap in time, take turns in fewer stretches than "
              "half the smaller arm, or are lopsided: |2U/(nm) - 1| of their places above "
              "max(.5, 2.81 sqrt((n+m+1)/(3nm))). Weak where they take turns in a fixed "
              "pattern. Unknown (and binding) without a shared order. Captures of one arm "
              "less than an hour apart are one session.",
              "Fisher (1935), The design of experiments: randomised blocks; the U limit is the "
              "99.5 % point of the Mann-Whitney statistic of the places.",
              "Alternate the arms, shuffled in every round, and record times. `benchan recipe` "
              "does both."},
    .mend_kind = BENCHAN_MEND_REMEASURE,
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
