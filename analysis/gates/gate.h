/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_GATES_GATE_H
#define BENCHAN_ANALYSIS_GATES_GATE_H

/*
 * A gate is one file that defines a `const struct gate` and one row of the
 * table in table.c. Gates read evidence, never another gate's status. What a
 * gate found is a code of its own and numbers; its words are made by
 * `explain` when a report asks.
 */

#include "analysis/facts.h"
#include "analysis/row.h"
#include "benchan/verdict.h"

struct gate_context {
    const struct benchan_options *options;
    double alpha_adjusted;
    const struct contrast_facts *facts;
    const struct benchan_comparison *row;
    const struct row_evidence *evidence;
    double independence_fail, independence_warn;
    bool independence_flags_all; /* more rows flagged than chance allows */
    size_t suite_rows;           /* rows that independence judges */
    size_t empty_loops; /* benchmarks of the pair that cost no more than an empty loop */
};

struct gate {
    struct benchan_gate shown;
    bool applies_to_exact; /* exact units skip the gates of structure and noise */
    enum benchan_mend_kind mend_kind;
    /* Sets status, binds and evidence; the result comes zeroed (a pass). */
    void (*evaluate)(const struct gate_context *context, struct benchan_gate_result *result);
    void (*explain)(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text);
    void (*mend)(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text);
};

size_t gate_table_size(void);
const struct gate *gate_table_at(size_t index);

/*
 * Evaluates every gate of the table into `results`, which has room for
 * BENCHAN_MAX_GATES, and applies --gate and --attest. True where an option
 * softened what a gate said.
 */
bool gates_evaluate(const struct gate_context *context, struct benchan_gate_result *results);

/* Does the row cost no more than an empty loop, at the iteration cap? (work.c) */
bool work_is_empty_loop(const struct benchan_comparison *row,
                        const struct row_evidence *evidence);

/* What the arm is called ("old", "new"), or "the pairs", for 0, 1, 2. */
void gate_arm(const struct benchan_comparison *row, double arm, struct benchan_text *text);
/* The same inside a sentence: "old", "the baseline". */
void gate_arm_said(const struct benchan_comparison *row, double arm, struct benchan_text *text);
/* What was counted: "5 runs", "1 process", "20 blocks". */
void gate_draws(const struct benchan_comparison *row, double n, struct benchan_text *text);
/* A value of the row's base unit, with its prefix. */
void gate_value(const struct benchan_comparison *row, double value, struct benchan_text *text);

extern const struct gate gate_processes, gate_interleaving, gate_independence, gate_modality,
    gate_stability, gate_environment, gate_build, gate_load, gate_clock, gate_work_exists,
    gate_null_control, gate_planned_n, gate_gc, gate_working_set, gate_inputs, gate_hash_seed,
    gate_scope, gate_interval, gate_rank_test, gate_noise_floor, gate_min_effect;

#endif
