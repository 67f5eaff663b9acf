/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_GATES_STORE_H
#define BENCHAN_ANALYSIS_GATES_STORE_H

/*
 * Where the gate results of all rows live. What holds for the captures as a
 * whole is the same in every row, and most rows of a suite are counts that do
 * not vary: what is the same is kept once.
 */

#include "benchan/verdict.h"

struct gate_pool;

struct gate_pool *gate_pool_new(void); /* NULL: no memory */
/*
 * Lasting results like these `n` <= BENCHAN_MAX_GATES, the i-th of the same gate
 * each time; shared with earlier rows where they are alike. NULL: no memory.
 */
const struct benchan_gate_result *const *
gate_pool_keep(struct gate_pool *pool, const struct benchan_gate_result *results, size_t n);
void gate_pool_free(struct gate_pool *pool); /* NULL allowed */

#endif
