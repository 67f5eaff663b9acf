/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { TOO_FEW = 1, NO_ORDER, NOTHING, DRIFT, TIED, ORDERED };
enum { LEAST_STRONG = 15 };

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct row_evidence *evidence = context->evidence;
    result->binds = true;
    if (!evidence->independence_applies) {
        result->status = BENCHAN_GATE_NOT_APPLICABLE;
        return;
    }
    const double p = evidence->independence_p;
    result->evidence = (struct benchan_evidence){
        NOTHING,
        {p, (double)evidence->independence_n, (double)evidence->independence_arm,
         context->independence_fail, (double)context->suite_rows,
         context->independence_flags_all,
         evidence->logs ? expm1(evidence->order_drift) : evidence->order_drift, evidence->logs},
        {NULL}};
    const bool fails = p <= context->independence_fail ||
                       (context->independence_flags_all && p <= context->independence_warn);
    if (!row_independence_judged(evidence)) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence.code = evidence->independence_known ? TOO_FEW : NO_ORDER;
    } else if (fails && !evidence->independence_tied) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = DRIFT;
    } else if (evidence->excludes && evidence->order_drift >= evidence->near_limit) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = ORDERED;
    } else if (p <= context->independence_warn) {
        result->status = BENCHAN_GATE_WARN;
        result->evidence.code = evidence->independence_tied ? TIED : DRIFT;
    } else if (evidence->independence_n < LEAST_STRONG) {
        result->status = BENCHAN_GATE_WEAK;
    }
}

static void explain_regimes(const struct benchan_comparison *row,
                            const struct benchan_series_summary *arm, struct benchan_text *text)
{
    const char *what = arm->level == BENCHAN_LEVEL_RUN ? "runs" : "processes";
    for (size_t r = 0; r < arm->n_regimes; r++) {
        const struct benchan_regime *regime = &arm->regimes[r];
        if (r)
            benchan_text_string(text, ", ");
        if (regime->first == regime->last)
            benchan_text_printf(text, "%s%zu near ",
                                r            ? ""
                                : arm->level ? "process "
                                             : "run ",
                                regime->first);
        else
            benchan_text_printf(text, "%s%s%zu\xe2\x80\x93%zu near ", r ? "" : what,
                                r ? "" : " ", regime->first, regime->last);
        gate_value(row, regime->median, text);
    }
}

static void explain_drift(const struct benchan_comparison *row,
                          const struct benchan_gate_result *result, struct benchan_text *text)
{
    const double which = result->evidence.number[2];
    const struct benchan_series_summary *arm = which == 0 ? &row->baseline : &row->candidate;
    gate_arm(row, which, text);
    benchan_text_string(text, ": ");
    if (which < 2 && arm->n_regimes > 1)
        explain_regimes(row, arm, text);
    else
        benchan_text_string(text, "the values follow their order in time, which independent "
                                  "ones would not");
    benchan_text_printf(text, " (by chance: %s%.2g)",
                        result->evidence.number[0] < 0.0002 ? "below " : "p ",
                        fmax(result->evidence.number[0], 0.0002));
    if (result->evidence.number[4] > 1 && result->status == BENCHAN_GATE_WARN)
        benchan_text_printf(text, "; among %.0f rows some do so by chance",
                            result->evidence.number[4]);
}

static void explain_order(const struct benchan_gate_result *result, struct benchan_text *text)
{
    benchan_text_string(text, "both arms drift, and their order was no random one: that alone "
                              "can make ");
    if (result->evidence.number[7] != 0)
        benchan_text_printf(text, "%.2g %% of difference", 100 * result->evidence.number[6]);
    else
        benchan_text_string(text, "the whole difference");
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    switch (result->evidence.code) {
    case TOO_FEW:
        gate_draws(row, result->evidence.number[1], text);
        benchan_text_string(text, " a side: 10 in order are the least to see drift in");
        break;
    case NO_ORDER:
        benchan_text_string(text, "the order of the values is not recorded");
        break;
    case TIED:
        benchan_text_string(text,
                            "values follow their order, which here also is the batch size");
        break;
    case ORDERED:
        explain_order(result, text);
        break;
    case DRIFT:
        explain_drift(row, result, text);
        break;
    default:
        benchan_text_string(text, "no drift seen in ");
        gate_draws(row, result->evidence.number[1], text);
    }
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    benchan_text_string(text,
                        result->evidence.code == TOO_FEW
                            ? "more processes, shuffled across the arms"
                            : "shuffle the arms across time and rerun on a quiet machine");
}

const struct gate gate_independence = {
    .shown =
        {"independence", "drift", BENCHAN_GATE_DATA,
         "Do the draws behave like draws, or do they follow the clock?",
         "The draws in time order: neighbours alike (von Neumann), a trend (Mann-Kendall), "
         "stretches on another level (circular binary segmentation), judged jointly by "
         "permutation. Reads the processes of an arm measured apart, the differences of "
         "a paired design, or the runs of a single process; arms shuffled against each "
         "other need no such assumption.",
         "Fails at p <= .01, warns at .05. Over N rows: fails at max(.01/N, 2e-4), warns "
         "at .01, and fails in all flagged rows where more are flagged than the 99 % point "
         "of Binomial(N, .01). Fails too where one arm is first in the rounds and the drift "
         "over a round reaches the effect's near limit. Unknown (and binding) below 10 draws, "
         "weak below 15.",
         "von Neumann (1941); Mann (1945); Olshen et al. (2004). False alarms 1 % at the "
         "1 % level on normal, skewed, bimodal and tied data, by simulation.",
         "Shuffle the arms across time; find what changed between the stretches."},
    .mend_kind = BENCHAN_MEND_ALONG,
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
