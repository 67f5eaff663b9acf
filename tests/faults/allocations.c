/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "allocations.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_size_t count, failing; /* worker threads allocate, too */
static atomic_bool onwards_too, failed;
static atomic_long live;

void allocations_fail(size_t nth, bool onwards)
{
    count = 0;
    failed = false;
    onwards_too = onwards;
    failing = nth;
}

bool allocations_stop(void)
{
    failing = 0;
    return failed;
}

long allocations_live(void)
{
    return live;
}

/* With FAULTS_TRACE set and a sanitizer linked, says which allocation it is that fails. */
void __sanitizer_print_stack_trace(void) __attribute__((weak));

static void trace(void)
{
    if (__sanitizer_print_stack_trace && getenv("FAULTS_TRACE"))
        __sanitizer_print_stack_trace();
}

static bool must_fail(void)
{
    const size_t nth = failing;
    if (!nth)
        return false;
    const size_t n = atomic_fetch_add(&count, 1) + 1;
    if (n != nth && !(onwards_too && n > nth))
        return false;
    failed = true;
    trace();
    return true;
}

static void *counted(void *block)
{
    if (block)
        atomic_fetch_add(&live, 1);
    return block;
}

#ifdef FAULTS_ALL
#define REAL(name) __libc_##name
#define OURS(name) name
#else
#define REAL(name) __real_##name
#define OURS(name) __wrap_##name
#endif

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t n, size_t size);
void *REAL(realloc)(void *block, size_t size);
void REAL(free)(void *block);
void *OURS(malloc)(size_t size);
void *OURS(calloc)(size_t n, size_t size);
void *OURS(realloc)(void *block, size_t size);
void OURS(free)(void *block);

void *OURS(malloc)(size_t size)
{
    return must_fail() ? NULL : counted(REAL(malloc)(size));
}

void *OURS(calloc)(size_t n, size_t size)
{
    return must_fail() ? NULL : counted(REAL(calloc)(n, size));
}

void *OURS(realloc)(void *block, size_t size)
{
    /* Giving memory back does not fail in earnest, and nothing is lost if it does. */
    if (block && size <= malloc_usable_size(block))
        return REAL(realloc)(block, size);
    if (must_fail())
        return NULL;
    if (!block)
        return counted(REAL(malloc)(size));
    return REAL(realloc)(block, size);
}

void OURS(free)(void *block)
{
    if (block)
        atomic_fetch_sub(&live, 1);
    REAL(free)(block);
}
