/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/gates/vouched.h"

/* Collection switched off in both arms is a setting few programs run with. */
static bool fixed(const char *value)
{
    return strcmp(value, "disabled") == 0;
}

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct contrast_facts *facts = context->facts;
    vouched_not_shown(context, result);
    if (!facts->gc[0] || !facts->gc[1])
        return;
    result->evidence = (struct benchan_evidence){
        VOUCHED_SHOWN, {0}, {"garbage collection", facts->gc[0], facts->gc[1]}};
    if (facts->gc_differs) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = VOUCHED_DIFFERS;
    } else if (fixed(facts->gc[0])) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = VOUCHED_FIXED;
    } else {
        result->status = BENCHAN_GATE_PASS;
    }
}

const struct gate gate_gc = {
    .shown = {"gc", "GC", BENCHAN_GATE_VOUCHED, "Was memory management as it is in real use?",
              "The recorded state of the garbage collector.",
              "Fails where it differs between the arms; weak where it is off in both; else on "
              "the author's word.",
              "Blackburn et al. (2008), Wake up and smell the coffee.",
              "Leave it on in both arms, or attest it: --attest gc=WHY"},
    .evaluate = evaluate,
    .explain = vouched_explain,
    .mend = vouched_mend,
};
