/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_ARENA_H
#define BENCHAN_FORMATS_MODEL_ARENA_H

/* Memory that is freed all at once: the strings and facts of a capture. */

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *newest;
};

/* `size` bytes, aligned for pointers and doubles; NULL where memory is out. */
void *arena_allocate(struct arena *arena, size_t size);
/* A terminated copy of the `n` bytes; NULL where memory is out. */
char *arena_copy(struct arena *arena, const char *string, size_t n);
void arena_free(struct arena *arena);

#endif
