/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/csv/reader.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/utf8.h"

/* ---------------------------------------------------------------- the bytes */

/* Bytes from `at` on that are plain ASCII and not NUL, eight at a time. */
static size_t plain_run(const char *data, size_t at, size_t size)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    const size_t begin = at;
    for (; size - at >= sizeof(uint64_t); at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, data + at, sizeof word);
        if ((word | ((word - ones) & ~word)) & highs)
            break;
    }
    return at - begin;
}

static void locate(const char *data, size_t at, size_t *line, size_t *column)
{
    size_t begin = 0;
    *line = 1;
    for (size_t i = 0; i < at; i++) {
        if (data[i] == '\n') {
            ++*line;
            begin = i + 1;
        }
    }
    *column = at - begin + 1;
}

enum benchan_status csv_check_bytes(const struct format_input *input,
                                    struct benchan_error *error)
{
    size_t at = 0, line, column;
    while (at < input->size) {
        at += plain_run(input->data, at, input->size);
        if (at == input->size)
            break;
        const size_t n = utf8_length(input->data + at, input->size - at);
        if (input->data[at] == '\0') {
            locate(input->data, at, &line, &column);
            return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, line, column,
                                "a CSV file is text; was this one damaged or cut?", "NUL byte");
        }
        if (n == 0) {
            locate(input->data, at, &line, &column);
            return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, line, column,
                                "save the file as UTF-8", "bytes that are not UTF-8");
        }
        at += n;
    }
    return BENCHAN_OK;
}

/* ------------------------------------------------------------ libcsv's calls */

static bool reserve_text(struct csv_reader *reader, size_t n)
{
    if (reader->text_capacity - reader->text_n > n)
        return true;
    if (n > SIZE_MAX / 4 - reader->text_n)
        return false;
    const size_t capacity = (reader->text_n + n + 1) * 2;
    char *text = realloc(reader->text, capacity);
    if (!text)
        return false;
    reader->text = text;
    reader->text_capacity = capacity;
    return true;
}

static bool reserve_cell(struct csv_reader *reader)
{
    if (reader->n_cells < reader->cells_capacity)
        return true;
    if (reader->cells_capacity > SIZE_MAX / 4 / sizeof *reader->cells)
        return false;
    const size_t capacity = reader->cells_capacity ? reader->cells_capacity * 2 : 16;
    struct csv_cell *cells = realloc(reader->cells, capacity * sizeof *cells);
    if (!cells)
        return false;
    reader->cells = cells;
    reader->cells_capacity = capacity;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void take_cell(void *bytes, size_t n, void *context)
{
    struct csv_reader *reader = context;
    if (reader->no_memory || !reserve_text(reader, n) || !reserve_cell(reader)) {
        reader->no_memory = true;
        return;
    }
    const char *from = bytes;
    while (n > 0 && is_blank(from[n - 1]))
        n--;
    for (; n > 0 && is_blank(*from); n--)
        from++;
    reader->cells[reader->n_cells++] = (struct csv_cell){reader->text_n, n};
    if (n)
        memcpy(reader->text + reader->text_n, from, n);
    reader->text_n += n;
    reader->text[reader->text_n++] = '\0';
}

static void end_record(int terminator, void *context)
{
    (void)terminator;
    (void)context;
}

/* The reader finds the ends of records itself. */
static int no_terminator(unsigned char byte)
{
    (void)byte;
    return 0;
}

/* ---------------------------------------------------------------- the reader */

enum benchan_status csv_reader_open(struct csv_reader *reader, const struct format_input *input,
                                    char separator, size_t at, size_t line,
                                    struct benchan_error *error)
{
    *reader = (struct csv_reader){.input = input, .separator = separator};
    csv_reader_seek(reader, at, line);
    if (csv_init(&reader->parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
        return benchan_fail_memory(error);
    reader->parser_ready = true;
    csv_set_delim(&reader->parser, (unsigned char)separator);
    csv_set_term_func(&reader->parser, no_terminator);
    csv_set_blk_size(&reader->parser, 4096);
    return BENCHAN_OK;
}

void csv_reader_close(struct csv_reader *reader)
{
    if (reader->parser_ready)
        csv_free(&reader->parser);
    free(reader->text);
    free(reader->cells);
    *reader = (struct csv_reader){0};
}

void csv_reader_seek(struct csv_reader *reader, size_t at, size_t line)
{
    reader->at = at;
    reader->line = line;
}

/* Blank lines and comments are no records. */
static void skip_lines(struct csv_reader *reader)
{
    const char *data = reader->input->data;
    const size_t size = reader->input->size;
    while (reader->at < size) {
        size_t at = reader->at;
        while (at < size && (data[at] == ' ' || data[at] == '\r'))
            at++;
        if (at < size && data[at] != '\n' && data[at] != '#')
            return;
        const char *end = at < size ? memchr(data + at, '\n', size - at) : NULL;
        reader->at = end ? (size_t)(end - data) + 1 : size;
        reader->line++;
    }
}

/* Sets begin, end and terminated of the record at `at`, and moves past it. */
static void find_record(struct csv_reader *reader)
{
    const char *data = reader->input->data;
    const size_t size = reader->input->size;
    bool quoted = false;
    size_t at = reader->at, lines = 0;
    for (; at < size; at++) {
        if (data[at] == '"')
            quoted = !quoted;
        else if (data[at] == '\n' && !quoted)
            break;
        lines += data[at] == '\n';
    }
    reader->begin = reader->at;
    reader->record_line = reader->line;
    reader->end = at;
    reader->terminated = at < size;
    if (at > reader->begin && data[at - 1] == '\r')
        reader->end--;
    reader->at = at < size ? at + 1 : size;
    reader->line += lines + 1;
}

static void position_in_record(const struct csv_reader *reader, size_t at, size_t *line,
                               size_t *column)
{
    const char *data = reader->input->data;
    size_t begin = reader->begin;
    *line = reader->record_line;
    for (size_t i = reader->begin; i < at; i++) {
        if (data[i] == '\n') {
            ++*line;
            begin = i + 1;
        }
    }
    *column = at - begin + 1;
}

/* Where the quote that is never closed opens. */
static size_t last_opening_quote(const struct csv_reader *reader)
{
    const char *data = reader->input->data;
    bool quoted = false;
    size_t opening = reader->begin;
    for (size_t i = reader->begin; i < reader->end; i++) {
        if (data[i] != '"')
            continue;
        if (!quoted)
            opening = i;
        quoted = !quoted;
    }
    return opening;
}

static enum benchan_status quoting_fault(const struct csv_reader *reader, size_t at,
                                         struct benchan_error *error)
{
    size_t line, column;
    position_in_record(reader, at, &line, &column);
    return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, line, column,
                        "quote the whole cell and double the quotes inside it",
                        "a quote in the middle of a cell");
}

enum benchan_status csv_reader_next(struct csv_reader *reader, bool *more,
                                    struct benchan_error *error)
{
    reader->n_cells = reader->text_n = 0;
    skip_lines(reader);
    *more = reader->at < reader->input->size;
    if (!*more)
        return BENCHAN_OK;
    find_record(reader);
    const size_t n = reader->end - reader->begin;
    const size_t read = csv_parse(&reader->parser, reader->input->data + reader->begin, n,
                                  take_cell, end_record, reader);
    const int parsed = csv_error(&reader->parser);
    if (reader->no_memory || parsed == CSV_ENOMEM || parsed == CSV_ETOOBIG)
        return benchan_fail_memory(error);
    if (read != n)
        return quoting_fault(reader, reader->begin + read, error);
    if (csv_fini(&reader->parser, take_cell, end_record, reader) == 0)
        return reader->no_memory ? benchan_fail_memory(error) : BENCHAN_OK;
    size_t line, column;
    position_in_record(reader, last_opening_quote(reader), &line, &column);
    return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, line, column,
                        "close it, or recapture if the file was cut",
                        "a quote that is never closed");
}

bool csv_reader_pad(struct csv_reader *reader, size_t n)
{
    char empty = '\0';
    while (reader->n_cells < n && !reader->no_memory)
        take_cell(&empty, 0, reader);
    return !reader->no_memory;
}

const char *csv_reader_cell(const struct csv_reader *reader, size_t index)
{
    return reader->text + reader->cells[index].begin;
}

void csv_reader_position(const struct csv_reader *reader, size_t index, size_t *line,
                         size_t *column)
{
    const char *data = reader->input->data;
    bool quoted = false;
    size_t at = reader->begin;
    for (; at < reader->end && index > 0; at++) {
        if (data[at] == '"')
            quoted = !quoted;
        else if (data[at] == reader->separator && !quoted)
            index--;
    }
    while (at < reader->end && data[at] == ' ')
        at++;
    position_in_record(reader, at, line, column);
}
