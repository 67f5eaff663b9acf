/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/pool.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_RESULTS = 1024, RECENT = 8 };

struct pool_block {
    struct pool_block *older;
    size_t used;
    struct benchan_gate_result results[BLOCK_RESULTS];
};

/* Results kept last, to be compared with those to come. */
struct kept {
    const struct benchan_gate_result *results;
    size_t n;
};

struct gate_pool {
    struct pool_block *newest;
    struct kept recent[RECENT]; /* in no order: the one at `next` is the oldest */
    size_t next;
};

_Static_assert((int)BENCHAN_MAX_GATES <= (int)BLOCK_RESULTS, "a row fits a block");

struct gate_pool *gate_pool_new(void)
{
    return calloc(1, sizeof(struct gate_pool));
}

/* Absent numbers are NaN, which equal nothing: the bits are compared. */
static bool same_evidence(const struct benchan_evidence *a, const struct benchan_evidence *b)
{
    if (a->code != b->code || memcmp(a->number, b->number, sizeof a->number) != 0)
        return false;
    for (size_t i = 0; i < BENCHAN_EVIDENCE_TEXTS; i++)
        if (a->text[i] != b->text[i])
            return false;
    return true;
}

static bool same_result(const struct benchan_gate_result *a,
                        const struct benchan_gate_result *b)
{
    return a->gate == b->gate && a->status == b->status && a->measured == b->measured &&
           a->binds == b->binds && a->attested == b->attested &&
           same_evidence(&a->evidence, &b->evidence);
}

static bool is_kept(const struct kept *kept, const struct benchan_gate_result *results,
                    size_t n)
{
    if (kept->n != n || !kept->results)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!same_result(&kept->results[i], &results[i]))
            return false;
    return true;
}

static struct benchan_gate_result *take(struct gate_pool *pool, size_t n)
{
    if (!pool->newest || BLOCK_RESULTS - pool->newest->used < n) {
        struct pool_block *block = malloc(sizeof *block);
        if (!block)
            return NULL;
        block->older = pool->newest;
        block->used = 0;
        pool->newest = block;
    }
    struct benchan_gate_result *results = pool->newest->results + pool->newest->used;
    pool->newest->used += n;
    return results;
}

const struct benchan_gate_result *
gate_pool_keep(struct gate_pool *pool, const struct benchan_gate_result *results, size_t n)
{
    for (size_t i = 0; i < RECENT; i++)
        if (is_kept(&pool->recent[i], results, n))
            return pool->recent[i].results;
    struct benchan_gate_result *copy = take(pool, n);
    if (!copy)
        return NULL;
    memcpy(copy, results, n * sizeof *copy);
    pool->recent[pool->next] = (struct kept){copy, n};
    pool->next = (pool->next + 1) % RECENT;
    return copy;
}

void gate_pool_free(struct gate_pool *pool)
{
    while (pool && pool->newest) {
        struct pool_block *older = pool->newest->older;
        free(pool->newest);
        pool->newest = older;
    }
    free(pool);
}
