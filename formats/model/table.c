/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/table.h"

#include <stdlib.h>
#include <string.h>

static size_t home(const struct table *table, uint32_t hash)
{
    return hash & (table->capacity - 1);
}

static uint32_t fold(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32);
}

uint32_t table_find(const struct table *table, uint64_t hash, table_same *same,
                    const void *context, const void *key)
{
    if (!table->capacity)
        return UINT32_MAX;
    const uint32_t folded = fold(hash);
    for (size_t at = home(table, folded);; at = (at + 1) & (table->capacity - 1)) {
        const struct table_slot slot = table->slots[at];
        if (slot.id == UINT32_MAX)
            return UINT32_MAX;
        if (slot.hash == folded && same(context, key, slot.id))
            return slot.id;
    }
}

static void place(struct table *table, struct table_slot slot)
{
    size_t at = home(table, slot.hash);
    while (table->slots[at].id != UINT32_MAX)
        at = (at + 1) & (table->capacity - 1);
    table->slots[at] = slot;
}

static bool grow(struct table *table)
{
    const size_t capacity = table->capacity ? table->capacity * 2 : 64;
    if (capacity > SIZE_MAX / sizeof(struct table_slot))
        return false;
    struct table larger = {malloc(capacity * sizeof(struct table_slot)), capacity, table->n};
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < capacity; i++)
        larger.slots[i] = (struct table_slot){0, UINT32_MAX};
    for (size_t i = 0; i < table->capacity; i++) {
        if (table->slots[i].id != UINT32_MAX)
            place(&larger, table->slots[i]);
    }
    free(table->slots);
    *table = larger;
    return true;
}

bool table_add(struct table *table, uint64_t hash, uint32_t id)
{
    if (table->n >= table->capacity / 2 && !grow(table))
        return false;
    place(table, (struct table_slot){fold(hash), id});
    table->n++;
    return true;
}

void table_free(struct table *table)
{
    free(table->slots);
    *table = (struct table){0};
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Four strands at once: a multiplication need not wait for the one before. */
static uint64_t mix_blocks(uint64_t hash, const unsigned char *at, size_t n_blocks)
{
    uint64_t strands[4] = {hash, hash + 1, hash + 2, hash + 3};
    for (; n_blocks; n_blocks--, at += sizeof strands) {
        uint64_t words[4];
        memcpy(words, at, sizeof words);
        for (int i = 0; i < 4; i++)
            strands[i] = mix(strands[i], words[i]);
    }
    for (int i = 0; i < 4; i++)
        hash = mix(hash, strands[i]);
    return hash;
}

uint64_t table_hash(uint64_t seed, const void *bytes, size_t n)
{
    enum { BLOCK = 32, LONG = 8 * BLOCK };
    const unsigned char *at = bytes;
    uint64_t hash = mix(seed, n);
    if (n >= LONG) {
        hash = mix_blocks(hash, at, n / BLOCK);
        at += n / BLOCK * BLOCK;
        n %= BLOCK;
    }
    for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t), at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        hash = mix(hash, word);
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < n; i++)
        rest |= (uint64_t)at[i] << 8 * i;
    return mix(hash, rest);
}
