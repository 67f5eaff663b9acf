/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/value_log.h"

#include <stdlib.h>

enum { CHUNK = 4096 };

struct value_chunk {
    struct value_chunk *next;
    size_t n;
    double values[CHUNK];
    uint32_t series[CHUNK];
    uint32_t rows[CHUNK];
    int16_t decimals[CHUNK];
};

static bool add_chunk(struct value_log *log)
{
    struct value_chunk *chunk = malloc(sizeof *chunk);
    if (!chunk)
        return false;
    chunk->next = NULL;
    chunk->n = 0;
    if (log->last)
        log->last->next = chunk;
    else
        log->first = chunk;
    log->last = chunk;
    return true;
}

bool value_log_add(struct value_log *log, uint32_t series, uint32_t row, double value,
                   int16_t decimals)
{
    if ((!log->last || log->last->n == CHUNK) && !add_chunk(log))
        return false;
    struct value_chunk *chunk = log->last;
    const size_t at = chunk->n++;
    chunk->values[at] = value;
    chunk->series[at] = series;
    chunk->rows[at] = row;
    chunk->decimals[at] = decimals;
    log->n++;
    return true;
}

/* Where the next value of each series goes: first the begin of its array. */
static bool place_arrays(const struct value_log *log, struct arena *arena,
                         struct benchan_series *series, size_t n_series, size_t *next)
{
    if (log->n > SIZE_MAX / sizeof(double))
        return false;
    double *values = arena_allocate(arena, log->n * sizeof *values);
    uint32_t *rows = arena_allocate(arena, log->n * sizeof *rows);
    int16_t *decimals = arena_allocate(arena, log->n * sizeof *decimals);
    if (!values || !rows || !decimals)
        return false;
    size_t at = 0;
    for (size_t i = 0; i < n_series; i++) {
        next[i] = at;
        series[i].values = values + at;
        series[i].rows = rows + at;
        series[i].decimals = decimals + at;
        at += series[i].n;
    }
    return true;
}

bool value_log_settle(struct value_log *log, struct arena *arena, struct benchan_series *series,
                      size_t n_series, const uint32_t *benchmarks, uint32_t *row_benchmarks)
{
    if (!log->n)
        return true;
    size_t *next = malloc(n_series * sizeof *next);
    if (!next || !place_arrays(log, arena, series, n_series, next)) {
        free(next);
        return false;
    }
    double *values = series[0].values;
    uint32_t *rows = series[0].rows;
    int16_t *decimals = series[0].decimals;
    while (log->first) {
        struct value_chunk *chunk = log->first;
        for (size_t i = 0; i < chunk->n; i++) {
            const size_t at = next[chunk->series[i]]++;
            values[at] = chunk->values[i];
            rows[at] = chunk->rows[i];
            decimals[at] = chunk->decimals[i];
            uint32_t *benchmark = &row_benchmarks[chunk->rows[i]];
            if (*benchmark == BENCHAN_NONE)
                *benchmark = benchmarks[chunk->series[i]];
        }
        log->first = chunk->next;
        free(chunk); /* the values are not held twice for longer than it takes */
    }
    free(next);
    *log = (struct value_log){0};
    return true;
}

void value_log_free(struct value_log *log)
{
    while (log->first) {
        struct value_chunk *chunk = log->first;
        log->first = chunk->next;
        free(chunk);
    }
    *log = (struct value_log){0};
}
