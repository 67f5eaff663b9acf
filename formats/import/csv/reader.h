/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_CSV_READER_H
#define BENCHAN_FORMATS_IMPORT_CSV_READER_H

/*
 * Records of a CSV text with their positions. libcsv splits and unquotes; it
 * knows no positions, so it is fed one record at a time.
 */

#include <csv.h>
#include <stdbool.h>
#include <stddef.h>

#include "formats/import/format.h"

struct csv_cell {
    size_t begin, n; /* into text */
};

struct csv_reader {
    const struct format_input *input;
    char separator;
    size_t at, line; /* the next byte to read and its line */

    /* the current record */
    size_t begin, end, record_line; /* its bytes, without the end of line */
    bool terminated;                /* a newline follows it */
    char *text;                     /* its cells, unquoted and trimmed, each terminated */
    size_t text_n, text_capacity;
    struct csv_cell *cells;
    size_t n_cells, cells_capacity;

    bool no_memory;
    bool parser_ready;
    struct csv_parser parser;
};

/* Refuses NUL bytes and invalid UTF-8 with their position. */
enum benchan_status csv_check_bytes(const struct format_input *input,
                                    struct benchan_error *error);

/* Starts at `at` on `line`. csv_reader_close is safe whatever was returned. */
enum benchan_status csv_reader_open(struct csv_reader *reader, const struct format_input *input,
                                    char separator, size_t at, size_t line,
                                    struct benchan_error *error);
void csv_reader_close(struct csv_reader *reader);
void csv_reader_seek(struct csv_reader *reader, size_t at, size_t line);

/* The next record, past blank lines and comments; *more is false at the end. */
enum benchan_status csv_reader_next(struct csv_reader *reader, bool *more,
                                    struct benchan_error *error);

/* Adds empty cells up to `n`. False where memory is out. */
bool csv_reader_pad(struct csv_reader *reader, size_t n);

/* A cell of the current record: terminated, not NULL. */
const char *csv_reader_cell(const struct csv_reader *reader, size_t index);

/* Line and 1-based byte column of a cell; an index past the end gives the record's end. */
void csv_reader_position(const struct csv_reader *reader, size_t index, size_t *line,
                         size_t *column);

#endif
