/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_KEYS_H
#define BENCHAN_FORMATS_MODEL_KEYS_H

/* Numbers 0, 1, 2, ... for distinct keys, in order of first appearance. */

#include "formats/model/arena.h"
#include "formats/model/table.h"

struct csv_key {
    const char *bytes;
    size_t n;
};

struct csv_keys {
    struct csv_key *keys;
    size_t n, capacity;
    struct table table;
    struct arena arena;
};

/* The number of a key; UINT32_MAX where memory is out. It is new where it was `n` before. */
uint32_t csv_keys_number(struct csv_keys *keys, const void *bytes, size_t n);
void csv_keys_free(struct csv_keys *keys);

#endif
