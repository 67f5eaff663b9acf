/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_VALUE_LOG_H
#define BENCHAN_FORMATS_MODEL_VALUE_LOG_H

/*
 * Values as they come, of all series mixed. Files name their series in turn,
 * so arrays that grow series by series would be thousands, each reallocated
 * again and again; here a value costs one write, and each series gets its
 * array once, of the right size.
 */

#include "benchan/sample.h"
#include "formats/model/arena.h"

struct value_chunk;

struct value_log {
    struct value_chunk *first, *last;
    size_t n;
};

/* False where memory is out. */
bool value_log_add(struct value_log *log, uint32_t series, uint32_t row, double value,
                   int16_t decimals);

/*
 * Gives each of `series`, whose `n` says how many values were added to it, its
 * values, rows and decimals, in the order they came; they belong to the arena.
 * Rows that have no benchmark yet (BENCHAN_NONE) get the one of their first
 * value: `benchmarks` has one a series. Empties the log. False where memory is
 * out.
 */
bool value_log_settle(struct value_log *log, struct arena *arena, struct benchan_series *series,
                      size_t n_series, const uint32_t *benchmarks, uint32_t *row_benchmarks);

void value_log_free(struct value_log *log);

#endif
