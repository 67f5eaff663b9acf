/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_RESULTS = 512, BLOCK_POINTERS = 4096, RECENT = 4 };

struct result_block {
    struct result_block *older;
    size_t used;
    struct benchan_gate_result results[BLOCK_RESULTS];
};

/* Lists of results, one after the other. */
struct list_block {
    struct list_block *older;
    size_t used;
    const struct benchan_gate_result *pointers[BLOCK_POINTERS];
};

/* Results of one gate kept last, to be compared with those to come. */
struct recent_results {
    const struct benchan_gate_result *results[RECENT];
    size_t next; /* the oldest */
};

struct gate_store {
    struct result_block *results;
    struct list_block *lists;
    struct recent_results recent[BENCHAN_MAX_GATES];
    const struct benchan_gate_result *const *recent_lists[RECENT];
    size_t next_list;
};

_Static_assert((int)BENCHAN_MAX_GATES <= (int)BLOCK_POINTERS, "a row fits a block");

struct gate_store *gate_store_new(void)
{
    return calloc(1, sizeof(struct gate_store));
}

/* Absent numbers are NaN, and alike; 0 and -0 are printed differently. */
static bool same_number(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b && signbit(a) == signbit(b);
}

static bool same_evidence(const struct benchan_evidence *a, const struct benchan_evidence *b)
{
    bool same = a->code == b->code;
    for (size_t i = 0; same && i < BENCHAN_EVIDENCE_NUMBERS; i++)
        same = same_number(a->number[i], b->number[i]);
    for (size_t i = 0; same && i < BENCHAN_EVIDENCE_TEXTS; i++)
        same = a->text[i] == b->text[i];
    return same;
}

static bool same_result(const struct benchan_gate_result *a,
                        const struct benchan_gate_result *b)
{
    return a->gate == b->gate && a->status == b->status && a->measured == b->measured &&
           a->binds == b->binds && a->attested == b->attested &&
           same_evidence(&a->evidence, &b->evidence);
}

static struct benchan_gate_result *add_result(struct gate_store *store)
{
    if (!store->results || store->results->used == BLOCK_RESULTS) {
        struct result_block *block = malloc(sizeof *block);
        if (!block)
            return NULL;
        block->older = store->results;
        block->used = 0;
        store->results = block;
    }
    return &store->results->results[store->results->used++];
}

static const struct benchan_gate_result *keep_result(struct gate_store *store,
                                                     struct recent_results *recent,
                                                     const struct benchan_gate_result *result)
{
    for (size_t i = 0; i < RECENT; i++)
        if (recent->results[i] && same_result(recent->results[i], result))
            return recent->results[i];
    struct benchan_gate_result *copy = add_result(store);
    if (!copy)
        return NULL;
    *copy = *result;
    recent->results[recent->next] = copy;
    recent->next = (recent->next + 1) % RECENT;
    return copy;
}

static const struct benchan_gate_result **add_list(struct gate_store *store, size_t n)
{
    if (!store->lists || BLOCK_POINTERS - store->lists->used < n) {
        struct list_block *block = malloc(sizeof *block);
        if (!block)
            return NULL;
        block->older = store->lists;
        block->used = 0;
        store->lists = block;
    }
    const struct benchan_gate_result **list = store->lists->pointers + store->lists->used;
    store->lists->used += n;
    return list;
}

static const struct benchan_gate_result *const *
keep_list(struct gate_store *store, const struct benchan_gate_result *const *list, size_t n)
{
    for (size_t i = 0; i < RECENT; i++)
        if (store->recent_lists[i] && memcmp((const void *)store->recent_lists[i],
                                             (const void *)list, n * sizeof *list) == 0)
            return store->recent_lists[i];
    const struct benchan_gate_result **copy = add_list(store, n);
    if (!copy)
        return NULL;
    memcpy((void *)copy, (const void *)list, n * sizeof *list);
    store->recent_lists[store->next_list] = copy;
    store->next_list = (store->next_list + 1) % RECENT;
    return copy;
}

const struct benchan_gate_result *const *
gate_store_keep(struct gate_store *store, const struct benchan_gate_result *results, size_t n)
{
    const struct benchan_gate_result *list[BENCHAN_MAX_GATES];
    for (size_t i = 0; i < n; i++) {
        list[i] = keep_result(store, &store->recent[i], &results[i]);
        if (!list[i])
            return NULL;
    }
    return keep_list(store, list, n);
}

void gate_store_free(struct gate_store *store)
{
    while (store && store->results) {
        struct result_block *older = store->results->older;
        free(store->results);
        store->results = older;
    }
    while (store && store->lists) {
        struct list_block *older = store->lists->older;
        free(store->lists);
        store->lists = older;
    }
    free(store);
}
