/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holds a claim against every row it speaks of, and against their geometric mean. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/judge.h"

static bool speaks_of(const struct judgement *judgement, const struct benchan_comparison *c)
{
    if (c->derived || isnan(c->ratio.estimate))
        return false;
    return judgement->options.unit || c->quantity == BENCHAN_TIME ||
           c->quantity == BENCHAN_RATE;
}

static bool result_gates_met(const struct benchan_comparison *c)
{
    for (size_t i = 0; i < c->n_gates; i++)
        if (c->gates[i]->gate->kind == BENCHAN_GATE_RESULT &&
            c->gates[i]->status == BENCHAN_GATE_FAIL)
            return false;
    return true;
}

static struct claim_evidence evidence_of(const struct judgement *judgement,
                                         const struct benchan_comparison *c)
{
    const double asked = judgement->options.min_effect;
    return (struct claim_evidence){.better = c->better,
                                   .estimate = log(c->ratio.estimate),
                                   .low = log(c->ratio.low),
                                   .high = log(c->ratio.high),
                                   .admissible = c->verdict == BENCHAN_ADMISSIBLE,
                                   .result_gates_met = result_gates_met(c),
                                   .margin = asked > 0 ? log1p(asked) : NAN};
}

/* The mean speaks only where every row behind it is admissible. */
static bool mean_admissible(const struct benchan_verdict *verdict, size_t contrast)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *c = &verdict->comparisons[i];
        if (c->candidate_index == contrast && !c->derived && c->quantity == BENCHAN_TIME &&
            c->verdict != BENCHAN_ADMISSIBLE)
            return false;
    }
    return true;
}

static void judge_mean(const struct judgement *judgement, struct benchan_claim_result *result)
{
    const struct benchan_verdict *verdict = judgement->verdict;
    const struct benchan_ratio *mean = verdict->contrasts[0].geomean;
    const double asked = judgement->options.min_effect;
    const struct claim_evidence evidence = {
        .better = BENCHAN_BETTER_LOWER,
        .estimate = log(mean->estimate),
        .low = log(mean->low),
        .high = log(mean->high),
        .admissible = mean_admissible(verdict, 0),
        .result_gates_met =
            mean->low > 1 || mean->high<1, .margin = asked> 0 ? log1p(asked) : NAN};
    claim_evaluate(&judgement->claim, &evidence, result);
}

static enum benchan_status reproduce(const struct judgement *judgement,
                                     const struct benchan_comparison *c,
                                     struct benchan_claim_result *result,
                                     struct benchan_error *error)
{
    size_t reading;
    return claim_reproduce(&judgement->claim, c->better, c->baseline.values,
                           c->baseline.n_values, c->candidate.values, c->candidate.n_values,
                           &result->reproduced_by, &reading, error);
}

/* Words of the readings outlive the judgement in the verdict's own memory. */
static enum benchan_status own_words(struct judgement *judgement, struct benchan_error *error)
{
    struct benchan_claim_result *result = &judgement->verdict->claim;
    const size_t each = sizeof judgement->claim.readings[0].words;
    const size_t text = strlen(judgement->options.claim) + 1;
    char *words = malloc(BENCHAN_MAX_READINGS * each + text);
    if (!words)
        return benchan_fail_memory(error);
    judgement->verdict->owner = words;
    for (size_t i = 0; i < result->n_readings; i++) {
        memcpy(words + i * each, judgement->claim.readings[i].words, each);
        result->readings[i].words = words + i * each;
    }
    memcpy(words + BENCHAN_MAX_READINGS * each, judgement->options.claim, text);
    result->text = words + BENCHAN_MAX_READINGS * each;
    return BENCHAN_OK;
}

enum benchan_status claim_judge_rows(struct judgement *judgement, struct benchan_error *error)
{
    struct benchan_verdict *verdict = judgement->verdict;
    verdict->claim.holds = NAN;
    if (!judgement->options.claim)
        return BENCHAN_OK;
    struct benchan_comparison *only = NULL;
    size_t spoken_of = 0;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        struct benchan_comparison *c = &verdict->comparisons[i];
        if (!speaks_of(judgement, c))
            continue;
        struct benchan_claim_result result = {0};
        const struct claim_evidence evidence = evidence_of(judgement, c);
        claim_evaluate(&judgement->claim, &evidence, &result);
        c->claim = result.status;
        if (spoken_of++ == 0) {
            verdict->claim = result;
            only = c;
        }
    }
    verdict->claim.given = true;
    enum benchan_status status = BENCHAN_OK;
    if (spoken_of == 1)
        status = reproduce(judgement, only, &verdict->claim, error);
    else if (!isnan(verdict->contrasts[0].geomean->estimate))
        judge_mean(judgement, &verdict->claim);
    else
        verdict->claim.status = BENCHAN_CLAIM_NOT_SHOWN;
    verdict->claim.given = true;
    return status ? status : own_words(judgement, error);
}
