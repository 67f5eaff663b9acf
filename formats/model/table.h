/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_TABLE_H
#define BENCHAN_FORMATS_MODEL_TABLE_H

/*
 * A hash table from keys to numbers, by open addressing. The table keeps hash
 * and number only; the keys live with the caller, who compares them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct table_slot {
    uint32_t hash;
    uint32_t id; /* UINT32_MAX: empty */
};

struct table {
    struct table_slot *slots;
    size_t capacity; /* a power of two, or 0 */
    size_t n;
};

typedef bool table_same(const void *context, const void *key, uint32_t id);

/* The id whose key is the same; UINT32_MAX where there is none. */
uint32_t table_find(const struct table *table, uint64_t hash, table_same *same,
                    const void *context, const void *key);
/* Adds an id that table_find did not find. False where memory is out. */
bool table_add(struct table *table, uint64_t hash, uint32_t id);
void table_free(struct table *table);

/* Hash of `n` bytes, carried on from `seed`. */
uint64_t table_hash(uint64_t seed, const void *bytes, size_t n);

#endif
