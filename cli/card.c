/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/card.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/card.h"
#include "cli/commands.h"
#include "cli/files.h"

static bool gate_given(const struct settings *settings, const char *gate)
{
    for (size_t i = 0; i < settings->judge.n_gates; i++)
        if (strcmp(settings->judge.gates[i].gate, gate) == 0)
            return true;
    return false;
}

/* The card's gates go first, less those that options speak of. */
static enum benchan_status add_gates(struct settings *settings, const struct benchan_card *card,
                                     struct benchan_error *error)
{
    const size_t given = settings->judge.n_gates;
    if (!card->n_gates)
        return BENCHAN_OK;
    struct benchan_gate_option *gates = calloc(given + card->n_gates, sizeof *gates);
    if (!gates)
        return benchan_fail_memory(error);
    size_t n = 0;
    for (size_t i = 0; i < card->n_gates; i++)
        if (!gate_given(settings, card->gates[i].gate))
            gates[n++] = card->gates[i];
    for (size_t i = 0; i < given; i++)
        gates[n++] = settings->judge.gates[i];
    free(settings->gates);
    settings->gates = gates;
    settings->judge.gates = gates;
    settings->judge.n_gates = n;
    return BENCHAN_OK;
}

static enum benchan_status fill(struct settings *settings, const struct benchan_card *card,
                                struct benchan_error *error)
{
    struct benchan_options *judge = &settings->judge;
    if (!judge->claim)
        judge->claim = card->claim;
    if (isnan(judge->min_effect))
        judge->min_effect = card->min_effect;
    if (isnan(judge->noise_floor))
        judge->noise_floor = card->noise_floor;
    if (!judge->tried)
        judge->tried = card->tried;
    judge->planned_n = card->planned_n;
    judge->look = card->look;
    if (!settings->replicate[0])
        memcpy(settings->replicate, card->replicate, sizeof settings->replicate);
    const size_t nulls = settings->nulls.n ? 0 : card->n_nulls;
    for (size_t i = 0; i < nulls; i++)
        if (!list_add(&settings->nulls, card->nulls[i]))
            return benchan_fail_memory(error);
    return add_gates(settings, card, error);
}

enum benchan_status card_apply(struct settings *settings, struct benchan_error *error)
{
    if (!settings->card)
        return BENCHAN_OK;
    struct benchan_text bytes;
    enum benchan_status status = file_read(settings->card, &bytes, error);
    if (status)
        return status;
    status = benchan_card_read(settings->card, benchan_text_get(&bytes), bytes.size,
                               &settings->card_read, error);
    benchan_text_free(&bytes);
    return status ? status : fill(settings, settings->card_read, error);
}

enum benchan_status command_card(struct job *job)
{
    benchan_card_template(job->out);
    return BENCHAN_OK;
}
