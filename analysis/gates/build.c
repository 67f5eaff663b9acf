/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/gate.h"

enum { UNRECORDED = 1, NOTHING_DIFFERS, DIFFERS };
enum { LEAST_BUILDS = 3 };

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct contrast_facts *facts = context->facts;
    const size_t *builds = context->row->design.builds;
    result->evidence.code = NOTHING_DIFFERS;
    if (facts->n_build)
        result->evidence = (struct benchan_evidence){
            DIFFERS,
            {(double)facts->n_build},
            {facts->build[0].key, facts->build[0].baseline, facts->build[0].candidate}};
    else if (!facts->build_known) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = UNRECORDED;
    }
    const size_t fewer = builds[0] < builds[1] ? builds[0] : builds[1];
    result->evidence.number[1] = (double)fewer;
    if (fewer >= LEAST_BUILDS)
        result->status = BENCHAN_GATE_PASS;
    else if (fewer == 2)
        result->status = BENCHAN_GATE_WEAK;
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const char *const *words = result->evidence.text;
    const double *number = result->evidence.number;
    if (result->evidence.code == UNRECORDED) {
        benchan_text_string(text, "no commit, compiler or flags recorded; ");
    } else if (result->evidence.code == DIFFERS) {
        benchan_text_printf(text, "what is compared: %s %s against %s", words[0], words[1],
                            words[2]);
        if (number[0] > 1)
            benchan_text_printf(text, " and %.0f more", number[0] - 1);
        benchan_text_string(text, "; ");
    }
    if (number[1] >= LEAST_BUILDS)
        benchan_text_printf(text, "%.0f builds a side sample their code layout", number[1]);
    else if (number[1] == 2)
        benchan_text_string(text,
                            "two builds a side hardly sample their code layout; three do");
    else
        benchan_text_string(text,
                            "one build a side cannot tell the change from its code layout");
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    (void)result;
    benchan_text_string(text, "record the commit, compiler and flags of each arm");
}

const struct gate gate_build = {
    .shown = {"build", "what was built", BENCHAN_GATE_STRUCTURE,
              "What differs between the binaries?",
              "Recorded commit, runtime, compiler, flags.",
              "Never fails: what differs between the arms is what is compared. Weak where no "
              "build fact is recorded, or with two builds a side. One build a side cannot tell "
              "the change from the layout of its code; three or more can: they are then the "
              "draws.",
              "Mytkowicz et al. (2009): link order alone moves results by several percent.",
              "Record commit, compiler and flags; measure several builds of each arm."},
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
