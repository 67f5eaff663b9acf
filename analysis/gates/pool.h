/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_GATES_POOL_H
#define BENCHAN_ANALYSIS_GATES_POOL_H

/*
 * Where the gate results of all rows live. Most rows of a suite are counts
 * that do not vary, and what their gates say is the same: it is kept once.
 */

#include "benchan/verdict.h"

struct gate_pool;

struct gate_pool *gate_pool_new(void); /* NULL: no memory */
/*
 * A lasting copy of the `n` results, shared with an earlier row where they
 * are alike. NULL: no memory.
 */
const struct benchan_gate_result *
gate_pool_keep(struct gate_pool *pool, const struct benchan_gate_result *results, size_t n);
void gate_pool_free(struct gate_pool *pool); /* NULL allowed */

#endif
