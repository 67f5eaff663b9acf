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

enum benchan_process_override {
    BENCHAN_PROCESS_AS_RECORDED = 0,
    BENCHAN_PROCESS_FILE,   /* the whole file is one process */
    BENCHAN_PROCESS_SAMPLE, /* every row is a process of its own */
    BENCHAN_PROCESS_IGNORE  /* treat processes as unknown */
};

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

/*
 * A number with the smallest number of characters that reads back to the same
 * double, or with `decimals` decimals where that is not BENCHAN_BINARY.
 * Locale-independent.
 */
BENCHAN_API void benchan_text_number(struct benchan_text *text, double value, int decimals);

/*
 * Parses a decimal number that fills [begin, begin + n) wholly: optional sign,
 * digits, one '.', exponent. No blanks, no hexadecimal, no "inf" or "nan".
 * Returns false where it is none or does not fit a double (1e400).
 * *decimals (may be NULL) is the number of decimals printed, less the
 * exponent; BENCHAN_BINARY from 16 significant digits on.
 */
BENCHAN_API bool benchan_parse_number(const char *begin, size_t n, double *value,
                                      int *decimals);

/*
 * RFC 3339 or ISO 8601 date and time ("2026-11-30T21:17:27.011875083Z",
 * "2026-11-30 21:18:50.139211", "...+01:00"), to nanoseconds since 1970.
 * *zoned tells whether an offset or Z was given. Needs no time zone database
 * and never looks at TZ. Returns false where it is no such time.
 */
BENCHAN_API bool benchan_parse_time(const char *begin, size_t n, int64_t *time, bool *zoned);

struct benchan_unit {
    const char *base; /* "sec/op" for "ns/op"; the name itself where unknown */
    double scale;     /* recorded x scale = base */
    enum benchan_quantity quantity;
    enum benchan_direction better;
};

/* What a recorded unit means ("ns/op", "MB/s", "allocs/op", "byte", ...). */
BENCHAN_API struct benchan_unit benchan_unit_lookup(const char *name);

/*
 * A value in the base unit with an SI prefix and 4 significant digits, as
 * "11.32n", "1.234M", "0", "-3.1"; the unit itself is not written. "sec/op"
 * and rates take decimal prefixes, bytes ("B", "B/op") binary ones ("64Ki").
 */
BENCHAN_API void benchan_text_value(struct benchan_text *text, double value, const char *unit);

/* A length of time for people: "0.3 s", "80 s", "12 min", "1.5 h". */
BENCHAN_API void benchan_text_duration(struct benchan_text *text, double seconds);

#ifdef __cplusplus
}
#endif

#endif
