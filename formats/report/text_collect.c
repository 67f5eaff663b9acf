/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which gates a reader must see, and for how many rows each stands. */
#include "formats/report/mends.h"
#include "formats/report/rows.h"
#include "formats/report/text.h"

static void add(struct text_gates *gates, const struct benchan_gate_result *result,
                const struct benchan_comparison *comparison, size_t rows)
{
    if (gates->n < sizeof gates->items / sizeof gates->items[0])
        gates->items[gates->n++] = (struct text_gate){result, comparison, rows};
}

void text_gates_of_row(struct text_gates *gates, const struct benchan_comparison *comparison)
{
    *gates = (struct text_gates){0};
    for (size_t i = 0; i < comparison->n_gates; i++)
        add(gates, comparison->gates[i], comparison, 0);
}

static struct text_gate *find(struct text_gates *gates, size_t begin,
                              const struct benchan_gate_result *result)
{
    for (size_t i = begin; i < gates->n; i++)
        if (gates->items[i].result->gate == result->gate &&
            gates->items[i].result->status == result->status)
            return &gates->items[i];
    return NULL;
}

static void count_row(struct text_gates *gates, size_t begin,
                      const struct benchan_comparison *row)
{
    for (size_t k = 0; k < row->n_gates; k++) {
        if (!mends_gate_stops(row->gates[k]))
            continue;
        struct text_gate *item = find(gates, begin, row->gates[k]);
        if (!item) {
            add(gates, row->gates[k], row, 1);
            continue;
        }
        if (item->rows++ == 0)
            item->comparison = row;
    }
}

static bool some_row_stops(const struct text_gates *gates, size_t begin,
                           const struct benchan_gate *gate)
{
    for (size_t i = begin; i < gates->n; i++)
        if (gates->items[i].result->gate == gate && mends_gate_stops(gates->items[i].result))
            return true;
    return false;
}

/* A contrast's gate stands for the rows that share it; where others stop, it is not passed. */
static void settle_contrast(struct text_gates *gates, size_t begin, size_t end)
{
    size_t kept = begin;
    for (size_t i = begin; i < gates->n; i++) {
        struct text_gate item = gates->items[i];
        const bool of_contrast = i < end;
        if (of_contrast && item.rows == gates->judged)
            item.rows = 0;
        if (!of_contrast || mends_gate_stops(item.result) ||
            !some_row_stops(gates, i + 1, item.result->gate))
            gates->items[kept++] = item;
    }
    gates->n = kept;
}

/* Exact rows are judged by nothing that could fail: they are not counted. */
static bool counts(const struct benchan_comparison *comparison, size_t candidate)
{
    return comparison->candidate_index == candidate && !comparison->derived &&
           !comparison->exact;
}

void text_gates_of_contrast(struct text_gates *gates, const struct benchan_verdict *verdict,
                            size_t candidate)
{
    const struct benchan_contrast *contrast = &verdict->contrasts[candidate];
    const struct benchan_comparison *first = rows_first(verdict, candidate);
    const size_t begin = gates->n;
    gates->judged = 0;
    for (size_t i = 0; first && i < contrast->n_gates; i++)
        add(gates, contrast->gates[i], first, 0);
    const size_t end = gates->n;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        if (!counts(row, candidate))
            continue;
        gates->judged++;
        count_row(gates, begin, row);
    }
    settle_contrast(gates, begin, end);
}

bool text_gate_is_shared(const struct text_gates *gates, const struct benchan_gate *gate)
{
    for (size_t i = 0; i < gates->n; i++) {
        const struct text_gate *item = &gates->items[i];
        if (item->result->gate == gate && mends_gate_stops(item->result))
            return item->rows == 0 || item->rows == gates->judged;
    }
    return false;
}
