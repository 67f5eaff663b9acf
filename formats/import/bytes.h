/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_BYTES_H
#define BENCHAN_FORMATS_IMPORT_BYTES_H

/* From the bytes of a file to UTF-8 text: gzip and byte order marks. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"

struct bytes {
    char *data; /* owned; data[size] == '\0' */
    size_t size;
    bool cut; /* `partial` was given and the gzip stream ended early */
};

/*
 * `limit` bounds the size after decompression (BENCHAN_LIMIT beyond it). CRLF
 * is left to who reads lines. On success the caller owns bytes->data.
 */
enum benchan_status bytes_decode(const char *path, const void *data, size_t size, size_t limit,
                                 bool partial, struct bytes *bytes,
                                 struct benchan_error *error);
void bytes_free(struct bytes *bytes);

/*
 * Whether the bytes are UTF-8 text as they stand. Then *text and *n are they,
 * without a byte order mark.
 */
bool bytes_are_plain(const void *data, size_t size, const char **text, size_t *n);

/* Whether `needle` occurs; for probes. */
bool bytes_contain(const char *data, size_t size, const char *needle);
/* Whether the data begin with `prefix`. */
bool bytes_begin(const char *data, size_t size, const char *prefix);

#endif
