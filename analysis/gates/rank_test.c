/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const double p = context->evidence->p;
    result->evidence = (struct benchan_evidence){context->evidence->t_path     ? 3
                                                 : context->row->design.paired ? 2
                                                                               : 1,
                                                 {p, context->alpha_adjusted},
                                                 {NULL}};
    result->status = p <= context->alpha_adjusted ? BENCHAN_GATE_PASS : BENCHAN_GATE_FAIL;
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    static const char *const names[] = {"rank test", "signed-rank test", "t test"};
    const double p = result->evidence.number[0];
    benchan_text_printf(text, "%s: data so far apart come by chance alone with probability ",
                        names[result->evidence.code - 1]);
    if (p < 1e-15)
        benchan_text_string(text, "below 1e-15");
    else
        benchan_text_printf(text, "%.3g", p);
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text,
                        "decide on a larger number of processes beforehand: `benchan plan`");
}

const struct gate gate_rank_test = {
    .shown =
        {"rank-test", "rank test", BENCHAN_GATE_RESULT,
         "Would data so far apart come by chance?",
         "The exact Mann-Whitney test of the draws with ties, or the exact signed-rank test "
         "of the pairs; Student's t on few sessions or builds.",
         "Met at p <= alpha/k.", "Mann and Whitney (1947); Wilcoxon (1945); Student (1908).",
         "More processes."},
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
