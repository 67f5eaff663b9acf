/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_GATES_STORE_H
#define BENCHAN_ANALYSIS_GATES_STORE_H

/*
 * Where the gate results of all rows live. What holds for the captures as a
 * whole is the same in every row, and most rows of a suite are counts that do
 * not vary: what is the same is kept once.
 */

#include "benchan/verdict.h"

struct gate_store;

struct gate_store *gate_store_new(void); /* NULL: no memory */
/*
 * Lasting results like these `n` <= BENCHAN_MAX_GATES, the i-th of the same gate
 * each time; shared with earlier rows where they are alike. NULL: no memory.
 */
const struct benchan_gate_result *const *
gate_store_keep(struct gate_store *store, const struct benchan_gate_result *results, size_t n);
void gate_store_free(struct gate_store *store); /* NULL allowed */

#endif
