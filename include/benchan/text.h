/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TEXT_H
#define BENCHAN_TEXT_H

/*
 * A growing string. Gates put their evidence into words with it, and reports
 * are written into it, so that the library never needs a FILE.
 *
 * Failure is sticky: when memory runs out, `failed` is set, further calls do
 * nothing, and the owner checks once at the end. All output is in the C
 * locale, whatever locale the program has set.
 */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct benchan_text {
    char *data;      /* NUL-terminated once anything was written; NULL before */
    size_t size;     /* bytes, without the terminator */
    size_t capacity; /* bytes allocated */
    bool failed;     /* an allocation failed; the content is incomplete */
};

/* Frees the content and zeroes the struct. Safe on a zeroed struct. */
BENCHAN_API void benchan_text_free(struct benchan_text *text);

/* Sets the length back to 0 and keeps the memory; clears `failed`. */
BENCHAN_API void benchan_text_clear(struct benchan_text *text);

BENCHAN_API void benchan_text_bytes(struct benchan_text *text, const char *bytes, size_t n);
BENCHAN_API void benchan_text_string(struct benchan_text *text, const char *string);
BENCHAN_API void benchan_text_printf(struct benchan_text *text, const char *format, ...)
    BENCHAN_PRINTF(2, 3);

/* The content, or "" where nothing was written. Valid until the next write. */
BENCHAN_API const char *benchan_text_get(const struct benchan_text *text);

/* snprintf in the C locale. */
BENCHAN_API int benchan_snprintf(char *buffer, size_t size, const char *format, ...)
    BENCHAN_PRINTF(3, 4);

/*
 * Terminal columns the UTF-8 string of `n` bytes takes: combining marks none,
 * East Asian wide characters two, an invalid byte one.
 */
BENCHAN_API size_t benchan_text_columns(const char *string, size_t n);

#ifdef __cplusplus
}
#endif

#endif
