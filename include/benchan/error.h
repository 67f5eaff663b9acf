/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ERROR_H
#define BENCHAN_ERROR_H

/*
 * Errors are values.
 *
 * Every function that can fail returns an enum benchan_status and, when it is
 * not BENCHAN_OK, has filled the caller's struct benchan_error. The struct is
 * self-contained: nothing in it is allocated, so reporting that memory ran out
 * needs no memory, and the caller may copy or drop it freely.
 *
 * Unless a function says otherwise, its outputs are untouched on failure.
 */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define BENCHAN_API __attribute__((visibility("default")))
#define BENCHAN_PRINTF(format_index, first_argument)                                           \
    __attribute__((format(printf, format_index, first_argument)))
#else
#define BENCHAN_API
#define BENCHAN_PRINTF(format_index, first_argument)
#endif

enum benchan_status {
    BENCHAN_OK = 0,
    BENCHAN_NO_MEMORY, /* an allocation failed */
    BENCHAN_BAD_INPUT, /* a file's content is wrong; path, line and column say where */
    BENCHAN_BAD_USAGE, /* an argument or option is wrong */
    BENCHAN_LIMIT      /* a stated limit was passed (nesting, size, number of rows) */
};

struct benchan_error {
    enum benchan_status status;
    char path[1024];   /* empty where no file is concerned; cut, never overrun */
    size_t line;       /* 1-based; 0 where there is none */
    size_t column;     /* 1-based, in bytes; 0 where there is none */
    char message[512]; /* what is wrong; no final full stop, no newline */
    char mend[512];    /* what to do about it; may be empty */
};

/*
 * Fills `error` (which may be NULL) and returns `status`, so that a failing
 * function can end with `return benchan_fail(...)`. `path` and `mend` may be
 * NULL. Control bytes in the pieces are replaced by '?', since they may come
 * from a hostile file and go to a terminal. Never allocates.
 */
BENCHAN_API enum benchan_status benchan_fail(struct benchan_error *error,
                                             enum benchan_status status, const char *path,
                                             size_t line, size_t column, const char *mend,
                                             const char *format, ...) BENCHAN_PRINTF(7, 8);

/* benchan_fail for a failed allocation. */
BENCHAN_API enum benchan_status benchan_fail_memory(struct benchan_error *error);

/*
 * Writes `path:line:col: message; mend` into `buffer` of `size` bytes (parts
 * that are absent are left out together with their punctuation), always
 * terminated. Returns the length that a large enough buffer would hold.
 */
BENCHAN_API size_t benchan_error_format(const struct benchan_error *error, char *buffer,
                                        size_t size);

#ifdef __cplusplus
}
#endif

#endif
