/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gate table: row order is order on screen. */
#include <string.h>

#include "analysis/gates/gate.h"

static const struct gate *const table[] = {
    &gate_processes,  &gate_interleaving, &gate_independence, &gate_modality,
    &gate_stability,  &gate_environment,  &gate_build,        &gate_load,
    &gate_clock,      &gate_work_exists,  &gate_null_control, &gate_planned_n,
    &gate_gc,         &gate_working_set,  &gate_inputs,       &gate_hash_seed,
    &gate_scope,      &gate_interval,     &gate_rank_test,    &gate_noise_floor,
    &gate_min_effect,
};

enum { TABLE_SIZE = sizeof table / sizeof *table };
_Static_assert((int)TABLE_SIZE <= (int)BENCHAN_MAX_GATES,
               "comparisons hold this many gate results");

size_t gate_table_size(void)
{
    return TABLE_SIZE;
}

const struct gate *gate_table_at(size_t index)
{
    return index < TABLE_SIZE ? table[index] : NULL;
}

size_t benchan_gate_count(void)
{
    return TABLE_SIZE;
}

const struct benchan_gate *benchan_gate_at(size_t index)
{
    return index < TABLE_SIZE ? &table[index]->shown : NULL;
}

static const struct gate *find(const char *name)
{
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (strcmp(table[i]->shown.name, name) == 0)
            return table[i];
    return NULL;
}

const struct benchan_gate *benchan_gate_find(const char *name)
{
    const struct gate *gate = find(name);
    return gate ? &gate->shown : NULL;
}

static void apply_option(const struct benchan_gate_option *option,
                         struct benchan_gate_result *result, bool *softened)
{
    const enum benchan_gate_status status = result->status;
    if (status == BENCHAN_GATE_NOT_APPLICABLE)
        return;
    if (option->status == BENCHAN_GATE_ATTESTED) {
        if (status == BENCHAN_GATE_UNKNOWN) {
            result->status = BENCHAN_GATE_ATTESTED;
            result->attested = option->why;
        }
    } else if (option->status == BENCHAN_GATE_OFF) {
        result->status = BENCHAN_GATE_OFF;
        *softened = *softened || status == BENCHAN_GATE_FAIL ||
                    (status == BENCHAN_GATE_UNKNOWN && result->binds);
    } else if (option->status == BENCHAN_GATE_WARN) {
        if (status == BENCHAN_GATE_FAIL || (status == BENCHAN_GATE_UNKNOWN && result->binds)) {
            result->status = BENCHAN_GATE_WARN;
            *softened = true;
        }
    } else if (option->status == BENCHAN_GATE_FAIL && status != BENCHAN_GATE_PASS &&
               status != BENCHAN_GATE_ATTESTED) {
        result->status = BENCHAN_GATE_FAIL;
    }
}

bool gates_evaluate(const struct gate_context *context, struct benchan_gate_result *results)
{
    bool softened = false;
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        struct benchan_gate_result *result = &results[i];
        *result = (struct benchan_gate_result){.gate = &table[i]->shown};
        if (context->row->exact && !table[i]->applies_to_exact)
            result->status = BENCHAN_GATE_NOT_APPLICABLE;
        else
            table[i]->evaluate(context, result);
        if (context->options->strict && result->gate->kind == BENCHAN_GATE_VOUCHED)
            result->binds = true;
        result->measured = result->status;
        for (size_t k = 0; k < context->options->n_gates; k++)
            if (strcmp(context->options->gates[k].gate, result->gate->name) == 0)
                apply_option(&context->options->gates[k], result, &softened);
    }
    return softened;
}

void benchan_gate_explain(const struct benchan_comparison *comparison,
                          const struct benchan_gate_result *result, struct benchan_text *text)
{
    const struct gate *gate = find(result->gate->name);
    if (gate)
        gate->explain(comparison, result, text);
    if (result->attested)
        benchan_text_printf(text, "; on the author's word: %s", result->attested);
}

void benchan_gate_mend(const struct benchan_comparison *comparison,
                       const struct benchan_gate_result *result, struct benchan_text *text)
{
    const struct gate *gate = find(result->gate->name);
    if (gate)
        gate->mend(comparison, result, text);
}

enum benchan_mend_kind benchan_gate_mend_kind(const struct benchan_comparison *comparison,
                                              const struct benchan_gate_result *result)
{
    const struct gate *gate = find(result->gate->name);
    /* Sessions want more sessions; where processes are unknown, to know them is enough. */
    const bool untold = gate == &gate_processes && result->status == BENCHAN_GATE_UNKNOWN;
    if (!gate || untold || comparison->design.level == BENCHAN_LEVEL_SESSION)
        return BENCHAN_MEND_OWN;
    return gate->mend_kind;
}
