/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/gates/vouched.h"

/* One seed in every process is one draw of many. */
static bool fixed(const char *value)
{
    return strcmp(value, "random") != 0;
}

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct contrast_facts *facts = context->facts;
    vouched_not_shown(context, result);
    if (!facts->hash_seed[0] || !facts->hash_seed[1])
        return;
    result->evidence = (struct benchan_evidence){
        VOUCHED_SHOWN, {0}, {"hash seed", facts->hash_seed[0], facts->hash_seed[1]}};
    if (facts->hash_seed_differs) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence.code = VOUCHED_DIFFERS;
    } else if (fixed(facts->hash_seed[0])) {
        result->status = BENCHAN_GATE_WEAK;
        result->evidence.code = VOUCHED_FIXED;
    } else {
        result->status = BENCHAN_GATE_PASS;
    }
}

const struct gate gate_hash_seed = {
    .shown = {"hash-seed", "hash seed", BENCHAN_GATE_VOUCHED,
              "Was hash randomisation sampled, or one seed measured many times?",
              "The recorded hash seed of every process.",
              "Fails where it is pinned in one arm only; weak where one seed is pinned in "
              "every process; else on the author's word.",
              "Pinning draws one layout of every hash table.",
              "Leave it random, and run many processes."},
    .evaluate = evaluate,
    .explain = vouched_explain,
    .mend = vouched_mend,
};
