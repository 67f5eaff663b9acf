/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_FILES_H
#define BENCHAN_CLI_FILES_H

/* The only place that touches files. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/text.h"

/* "-" is standard input. The caller frees `bytes` with benchan_text_free. */
enum benchan_status file_read(const char *path, struct benchan_text *bytes,
                              struct benchan_error *error);

struct file_names {
    char **paths;
    size_t n;
};
/*
 * The captures an operand names: itself, or, of a directory, the files right
 * inside it, in byte order of their names, without hidden ones.
 */
enum benchan_status file_expand(const char *path, struct file_names *names,
                                struct benchan_error *error);
void file_names_free(struct file_names *names);

/*
 * Files to be written together: each is written beside its target, and none is
 * renamed before all are complete, so that a full disk leaves no half of one.
 * A target that is no regular file (a pipe, /dev/null) is written directly.
 */
struct file_output {
    const char *path;
    struct benchan_text text; /* owned by the caller */
    char *target, *beside;    /* of file_write_all */
};
enum benchan_status file_write_all(struct file_output *outputs, size_t n,
                                   struct benchan_error *error);

/* Whole or not: false where fewer bytes than `n` could be written. */
bool file_write_bytes(int descriptor, const char *bytes, size_t n);

#endif
