/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_SUPPORT_IMPORT_H
#define BENCHAN_TESTS_SUPPORT_IMPORT_H

/* Captures from strings and files. Every failure fails the running test. */

#include "benchan/import.h"

/* A whole file; NULL where it cannot be read. free() it. */
char *import_slurp(const char *path, size_t *size);

/* The capture in `text`, named "in.txt"; benchan_capture_free() it. */
struct benchan_capture *import_text(const char *text);
struct benchan_capture *import_with(const char *text,
                                    const struct benchan_import_options *options);

/* The error that importing `text` gives; fails where it gives none. */
struct benchan_error import_error(const char *text,
                                  const struct benchan_import_options *options);

/* A series by its key; NULL where there is none. `package` NULL: any. */
const struct benchan_series *import_series(const struct benchan_capture *capture,
                                           const char *package, const char *benchmark,
                                           const char *unit);

/* Different (package, benchmark) pairs. */
size_t import_benchmarks(const struct benchan_capture *capture);
/* Notes with the code. */
size_t import_notes(const struct benchan_capture *capture, enum benchan_note_code code);

#endif
