/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_IMPORT_H
#define BENCHAN_IMPORT_H

/*
 * Import: bytes of a result file to a capture. Formats are told apart by
 * content, never by the file's name. Importers compute no statistics.
 */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/sample.h"
#include "benchan/text.h"

#ifdef __cplusplus
extern "C" {
#endif

struct benchan_import_options {
    const char *format;    /* NULL: by content; else a name of benchan_format_name */
    const char *csv;       /* --csv mapping "value=COL,process=COL,..."; NULL none */
    const char *block_key; /* label, fact or column that names the block; NULL none */
    enum benchan_process_override process;
    bool partial;       /* accept the whole records of a truncated file */
    bool terminated;    /* data[size] is a NUL byte: plain text need not be copied to be read */
    size_t max_decoded; /* bytes after gunzip; 0: 4 GiB */
    size_t max_notes;   /* unknown lines kept as notes; 0: 8 */
};

/*
 * Reads one file's bytes. `path` is used in messages and kept in the capture.
 * Decodes gzip (by magic number), UTF-8 and UTF-16 byte order marks and CRLF.
 * `data` is not kept. A zeroed options struct (or NULL) means the defaults.
 *
 * On success *capture is owned by the caller and holds at least one measured
 * sample (or is marked summary_only). Errors: BENCHAN_BAD_INPUT with path,
 * line, column and a mend, BENCHAN_NO_MEMORY, BENCHAN_LIMIT.
 * Time O(size); memory O(samples) beside the decoded text.
 */
BENCHAN_API enum benchan_status benchan_import(const char *path, const void *data, size_t size,
                                               const struct benchan_import_options *options,
                                               struct benchan_capture **capture,
                                               struct benchan_error *error);

/* Names of the input formats, in the order of the table; NULL past the end. */
BENCHAN_API const char *benchan_format_name(size_t index);

/*
 * Writes a capture as CSV that benchan_import reads back into an equal sample
 * model: digits as recorded, facts as `# key: value` lines. Several captures
 * go one after the other, told apart by the column `capture` where there is
 * more than one. Output goes to `text`; failure is sticky there.
 */
BENCHAN_API void benchan_convert(const struct benchan_capture *const *captures, size_t n,
                                 struct benchan_text *text);

#ifdef __cplusplus
}
#endif

#endif
