/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK = 64 * 1024 };

struct arena_block {
    struct arena_block *older;
    size_t used, size;
    alignas(max_align_t) char bytes[];
};

static struct arena_block *new_block(size_t size)
{
    if (size > SIZE_MAX - sizeof(struct arena_block))
        return NULL;
    struct arena_block *block = malloc(sizeof *block + size);
    if (!block)
        return NULL;
    *block = (struct arena_block){.size = size};
    return block;
}

/* A large piece gets a block of its own, kept below the newest, whose rest stays usable. */
static void *allocate_alone(struct arena *arena, size_t size)
{
    struct arena_block *block = new_block(size);
    if (!block)
        return NULL;
    block->used = size;
    if (arena->newest) {
        block->older = arena->newest->older;
        arena->newest->older = block;
    } else {
        arena->newest = block;
    }
    return block->bytes;
}

static void *take(struct arena *arena, size_t size, size_t alignment)
{
    struct arena_block *block = arena->newest;
    if (block) {
        const size_t start = (block->used + alignment - 1) / alignment * alignment;
        if (start <= block->size && size <= block->size - start) {
            block->used = start + size;
            return block->bytes + start;
        }
    }
    if (size > ARENA_BLOCK / 8)
        return allocate_alone(arena, size);
    block = new_block(ARENA_BLOCK);
    if (!block)
        return NULL;
    block->older = arena->newest;
    block->used = size;
    arena->newest = block;
    return block->bytes;
}

void *arena_allocate(struct arena *arena, size_t size)
{
    return take(arena, size, sizeof(double) > sizeof(void *) ? sizeof(double) : sizeof(void *));
}

char *arena_copy(struct arena *arena, const char *string, size_t n)
{
    if (n == SIZE_MAX)
        return NULL;
    char *copy = take(arena, n + 1, 1);
    if (!copy)
        return NULL;
    if (n)
        memcpy(copy, string, n);
    copy[n] = '\0';
    return copy;
}

void arena_free(struct arena *arena)
{
    while (arena->newest) {
        struct arena_block *older = arena->newest->older;
        free(arena->newest);
        arena->newest = older;
    }
}
