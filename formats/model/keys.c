/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/keys.h"

#include <stdlib.h>
#include <string.h>

static bool same_key(const void *context, const void *key, uint32_t id)
{
    const struct csv_key *have = &((const struct csv_keys *)context)->keys[id];
    const struct csv_key *wanted = key;
    return have->n == wanted->n && memcmp(have->bytes, wanted->bytes, wanted->n) == 0;
}

static bool grow(struct csv_keys *keys)
{
    if (keys->n < keys->capacity)
        return true;
    if (keys->capacity > SIZE_MAX / 4 / sizeof *keys->keys)
        return false;
    const size_t capacity = keys->capacity ? keys->capacity * 2 : 32;
    struct csv_key *larger = realloc(keys->keys, capacity * sizeof *larger);
    if (!larger)
        return false;
    keys->keys = larger;
    keys->capacity = capacity;
    return true;
}

uint32_t csv_keys_number(struct csv_keys *keys, const void *bytes, size_t n)
{
    const struct csv_key wanted = {bytes, n};
    const uint64_t hash = table_hash(4, bytes, n);
    const uint32_t found = table_find(&keys->table, hash, same_key, keys, &wanted);
    if (found != UINT32_MAX)
        return found;
    if (keys->n >= UINT32_MAX - 1 || !grow(keys))
        return UINT32_MAX;
    const char *copy = arena_copy(&keys->arena, bytes, n);
    if (!copy || !table_add(&keys->table, hash, (uint32_t)keys->n))
        return UINT32_MAX;
    keys->keys[keys->n] = (struct csv_key){copy, n};
    return (uint32_t)keys->n++;
}

void csv_keys_free(struct csv_keys *keys)
{
    free(keys->keys);
    table_free(&keys->table);
    arena_free(&keys->arena);
    *keys = (struct csv_keys){0};
}
