/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "benchan/number.h"
#include "formats/import/bytes.h"
#include "formats/import/go/go.h"
#include "formats/model/time.h"

enum { LONGEST_LINE = 64 * 1024 };

struct reader {
    const struct format_input *input; /* the whole file, or a segment of it */
    const char *fallback_package;     /* where the text does not name it */
    bool joined;                      /* a segment: its lines are not the file's */
    struct benchan_error *error;
    struct builder *builder;
    struct benchan_left_out *left_out;
    struct go_units units;
    struct go_config config;

    const char *next; /* where the next line begins */
    struct go_line line;
    bool in_block;  /* the line before belonged to a block of configuration */
    bool after_gap; /* nothing but blank lines, comments or a trailer before this line */
    bool after_end; /* the last thing of weight was a trailer, or the file's begin */

    bool open; /* a process has rows and has not ended */
    uint32_t process;
    const char *package;
    struct go_field pending; /* a name whose result has not come yet */

    bool structure_seen; /* a header or a trailer: processes can be told apart */
    bool header_seen;
    bool soft_split; /* a process was ended by configuration alone */
    int64_t start, end;
    bool zoned, local; /* kinds of times seen */
    size_t failed_packages;
    bool partial;
};

static bool line_is(const struct go_line *line, const char *word)
{
    return line->n == strlen(word) && memcmp(line->at, word, line->n) == 0;
}

static bool line_begins(const struct go_line *line, const char *word)
{
    const size_t n = strlen(word);
    return line->n >= n && memcmp(line->at, word, n) == 0;
}

/* Cuts the line at `at`; false at the end of the input. */
static bool take_line(const struct format_input *input, const char *at, struct go_line *line,
                      const char **next)
{
    const char *end = input->data + input->size;
    if (at == end)
        return false;
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline ? newline : end;
    line->at = at;
    line->n = (size_t)(stop - at);
    line->number++;
    line->terminated = newline != NULL;
    if (newline && line->n && stop[-1] == '\r')
        line->n--;
    *next = newline ? newline + 1 : end;
    return true;
}

static enum benchan_status fail_at(struct reader *reader, const char *at, const char *mend,
                                   const char *message)
{
    const size_t column = (size_t)(at - reader->line.at) + 1;
    if (reader->joined)
        return benchan_fail(reader->error, BENCHAN_BAD_INPUT, reader->input->path, 0, 0, mend,
                            "line %zu, column %zu of the output of %s: %s", reader->line.number,
                            column, reader->fallback_package, message);
    return benchan_fail(reader->error, BENCHAN_BAD_INPUT, reader->input->path,
                        reader->line.number, column, mend, "%s", message);
}

/* ----------------------------------------------------------------- processes */

static void drop_pending(struct reader *reader)
{
    reader->left_out->orphans += reader->pending.n > 0;
    reader->pending.n = 0;
}

static void end_process(struct reader *reader)
{
    drop_pending(reader);
    reader->open = false;
}

/* "ok pkg 1.2s", "ok pkg (cached)", "FAIL pkg 1.2s", "FAIL pkg [build failed]". */
static bool is_package_trailer(const struct go_line *line, struct go_field *package)
{
    const char *at = line->at, *end = line->at + line->n;
    const struct go_field word = go_next_field(&at, end);
    const bool ok = word.n == 2 && memcmp(word.at, "ok", 2) == 0;
    const bool fail = word.n == 4 && memcmp(word.at, "FAIL", 4) == 0;
    if (word.at != line->at || !(ok || fail))
        return false;
    *package = go_next_field(&at, end);
    const struct go_field rest = go_next_field(&at, end);
    if (!package->n || !rest.n)
        return false;
    /* A duration or a remark in brackets: "ok then" is a log line. */
    return strchr("([", rest.at[0]) ||
           (rest.at[0] >= '0' && rest.at[0] <= '9' && rest.at[rest.n - 1] == 's');
}

/*
 * Old Go names the package only behind its rows. Looks ahead to the end of
 * this process, so that the whole costs one more pass at most.
 */
static const char *find_package(struct reader *reader)
{
    const char *known = go_config_get(&reader->config, "pkg");
    if (known[0])
        return known;
    if (reader->fallback_package[0])
        return builder_intern(reader->builder, reader->fallback_package,
                              strlen(reader->fallback_package));
    struct go_line line = reader->line;
    const char *next = reader->next;
    struct go_field package, key, value;
    bool passed = false;
    while (take_line(reader->input, next, &line, &next)) {
        if (is_package_trailer(&line, &package))
            return builder_intern(reader->builder, package.at, package.n);
        if (go_split_config(&line, &key, &value) && go_is_header_key(key))
            break;
        if (passed && go_begins_row(&line))
            break;
        passed = passed || line_is(&line, "PASS");
    }
    return "";
}

static void open_process(struct reader *reader)
{
    reader->process = builder_process(reader->builder);
    struct benchan_process *process = builder_process_at(reader->builder, reader->process);
    process->start = reader->start;
    process->end = reader->end;
    reader->start = reader->end = BENCHAN_NO_TIME;
    go_config_apply(&reader->config, reader->builder, reader->process);
    reader->package = find_package(reader);
    reader->open = true;
}

/* --------------------------------------------------------------------- rows */

static void add_row(struct reader *reader, const struct go_row *row)
{
    if (!reader->open)
        open_process(reader);
    const uint32_t at =
        builder_row(reader->builder, reader->process, row->iterations, BENCHAN_NO_TIME);
    const size_t package_n = strlen(reader->package);
    const bool timed = go_is_timed(row);
    struct go_field name = row->name;
    for (size_t i = 0; i < row->n; i++) {
        const struct go_measure *measure = &row->measures[i];
        struct go_unit *unit = &reader->units.units[measure->unit_id];
        unit->seen = true;
        const uint32_t series = builder_series(reader->builder, reader->package, package_n,
                                               name.at, name.n, unit->name, unit->name_n);
        if (timed && measure->unit.n == 4 && memcmp(measure->unit.at, "MB/s", 4) == 0)
            builder_series_at(reader->builder, series)->derived = true;
        builder_value(reader->builder, series, at, measure->value, measure->decimals);
        if (i == 0 && !builder_failed(reader->builder)) {
            /* Interned, so that the other units find it by its address. */
            name.at = builder_series_at(reader->builder, series)->benchmark;
            name.n = strlen(name.at);
        }
    }
}

/*
 * An unterminated last row is whole if its last unit is one the file has used
 * before ("B" may be a cut "B/op"), or, in a file of one row, a rate per op.
 */
static bool is_whole(struct reader *reader, const struct go_row *row)
{
    const struct go_field last = row->measures[row->n - 1].unit;
    bool any = false;
    for (size_t i = 0; i < reader->units.n; i++)
        any = any || reader->units.units[i].seen;
    const struct go_unit *unit = go_unit_of(&reader->units, reader->builder, last);
    if (any)
        return unit && unit->seen;
    return last.n > 3 && memcmp(last.at + last.n - 3, "/op", 3) == 0;
}

/* The file ends inside this line. */
static enum benchan_status cut_off(struct reader *reader)
{
    const size_t n = reader->line.n;
    if (reader->input->options->partial) {
        reader->partial = true;
        builder_note(reader->builder, BENCHAN_NOTE_PARTIAL, reader->line.number,
                     reader->line.at, n);
        return BENCHAN_OK;
    }
    return fail_at(reader, reader->line.at + n,
                   "record it again, or accept its whole records with --partial",
                   "the file ends inside a row");
}

static enum benchan_status read_row(struct reader *reader, bool named, bool *was_row)
{
    struct go_row row;
    struct go_fault fault;
    const struct go_line *line = &reader->line;
    row.name = reader->pending;
    const enum go_row_kind kind =
        go_parse_row(&reader->units, reader->builder, line, named, &row, &fault);
    *was_row = kind == GO_ROW;
    if (kind == GO_ROW_NO_MEMORY)
        return benchan_fail_memory(reader->error);
    if (kind == GO_NO_ROW)
        return BENCHAN_OK;
    if (!line->terminated && (kind == GO_ROW_FAULT || !is_whole(reader, &row))) {
        *was_row = true;
        return cut_off(reader);
    }
    if (kind == GO_ROW_FAULT)
        return fail_at(reader, fault.at, fault.mend, fault.message);
    if (memchr(line->at, '\0', line->n))
        return fail_at(reader, memchr(line->at, '\0', line->n), "copy the file again",
                       "a NUL byte inside a row");
    if (named)
        drop_pending(reader);
    reader->pending.n = 0;
    if (!line->terminated)
        builder_note(reader->builder, BENCHAN_NOTE_UNTERMINATED, line->number, line->at,
                     line->n);
    add_row(reader, &row);
    return BENCHAN_OK;
}

/* A name whose result may follow later, because the program printed something. */
static void remember_name(struct reader *reader)
{
    const char *at = reader->line.at, *end = reader->line.at + reader->line.n;
    const struct go_field name = go_next_field(&at, end);
    drop_pending(reader);
    /* A bare name is what -v prints before the run; its row repeats the name. */
    if (at == end)
        return;
    reader->pending = (struct go_field){name.at + 9, name.n - 9};
}

static void unknown_line(struct reader *reader)
{
    reader->left_out->unknown_lines++;
    builder_note(reader->builder, BENCHAN_NOTE_UNKNOWN_LINE, reader->line.number,
                 reader->line.at, reader->line.n);
}

/* A row without the name Go's tools look for: "Sum 100 12.5 ns/op". */
static bool looks_like_row(struct reader *reader)
{
    const struct go_line *line = &reader->line;
    const char *at = line->at, *end = line->at + line->n;
    go_next_field(&at, end);
    const struct go_line rest = {at, (size_t)(end - at), line->number, true};
    struct go_row row;
    struct go_fault fault;
    const char *slash = memchr(at, '/', rest.n);
    return slash &&
           go_parse_row(&reader->units, reader->builder, &rest, false, &row, &fault) == GO_ROW;
}

/* ------------------------------------------------------------ configuration */

/* Whether the block of configuration lines that begins here holds a header. */
static bool block_has_header(const struct reader *reader)
{
    struct go_line line = reader->line;
    const char *next = reader->next;
    struct go_field key, value;
    do {
        if (!go_split_config(&line, &key, &value))
            return false;
        if (go_is_header_key(key))
            return true;
    } while (take_line(reader->input, next, &line, &next));
    return false;
}

static bool key_is(struct go_field key, const char *word)
{
    return key.n == strlen(word) && memcmp(key.at, word, key.n) == 0;
}

/* `date:`, `time:`, `start-time:`, `end-time:` with a time that can be read. */
static bool read_time(struct reader *reader, struct go_field key, struct go_field value)
{
    const bool end = key_is(key, "end-time");
    if (!end && !key_is(key, "date") && !key_is(key, "time") && !key_is(key, "start-time"))
        return false;
    int64_t time;
    bool zoned;
    if (!benchan_parse_time(value.at, value.n, &time, &zoned))
        return false;
    reader->zoned = reader->zoned || zoned;
    reader->local = reader->local || !zoned;
    if (!end) {
        end_process(reader);
        reader->start = time;
    } else if (reader->start == BENCHAN_NO_TIME &&
               builder_capture(reader->builder)->n_processes) {
        builder_process_at(reader->builder, reader->process)->end = time;
        end_process(reader);
    } else {
        reader->end = time;
    }
    return true;
}

static void begin_block(struct reader *reader, bool header)
{
    if (reader->open && !header)
        reader->soft_split = true;
    end_process(reader);
    reader->config.block++;
}

/*
 * Whether a line of the shape `key: value` is configuration. Log lines have
 * that shape too, and a process must not end because a program printed one.
 */
static bool is_config(struct reader *reader, struct go_field key)
{
    if (reader->in_block)
        return true;
    if (go_is_noise_key(key))
        return false;
    if (block_has_header(reader)) {
        /* "cpu: 97% busy" alone is a log line; the test binary begins with goos. */
        return !key_is(key, "cpu") || reader->after_end;
    }
    if (reader->after_end)
        return true;
    /* In a file with headers only they and trailers tell where a process ends. */
    return reader->after_gap && !(reader->structure_seen && reader->open);
}

static bool read_config(struct reader *reader)
{
    struct go_field key, value;
    if (!go_split_config(&reader->line, &key, &value))
        return false;
    if (read_time(reader, key, value)) {
        if (!reader->in_block)
            reader->config.block++;
        reader->in_block = reader->structure_seen = true;
        return true;
    }
    if (!is_config(reader, key))
        return false;
    if (!reader->in_block)
        begin_block(reader, block_has_header(reader));
    reader->in_block = true;
    if (go_is_header_key(key))
        reader->structure_seen = reader->header_seen = true;
    if (key_is(key, "goos")) {
        /* A new binary speaks: what it does not print it does not know. */
        go_config_forget_older(&reader->config, "pkg");
        go_config_forget_older(&reader->config, "cpu");
    }
    go_config_set(&reader->config, reader->builder, key, value);
    return true;
}

static enum benchan_direction direction_of(struct go_field value)
{
    if (key_is(value, "higher"))
        return BENCHAN_BETTER_HIGHER;
    return key_is(value, "lower") ? BENCHAN_BETTER_LOWER : BENCHAN_BETTER_UNKNOWN;
}

/* "Unit ns/op better=lower assume=exact". */
static bool read_unit(struct reader *reader)
{
    const char *at = reader->line.at, *end = reader->line.at + reader->line.n;
    if (!key_is(go_next_field(&at, end), "Unit"))
        return false;
    const struct go_field name = go_next_field(&at, end);
    struct go_field property = go_next_field(&at, end);
    if (!name.n || !property.n || !memchr(property.at, '=', property.n))
        return false;
    struct go_unit *unit = go_unit_of(&reader->units, reader->builder, name);
    for (; unit && property.n; property = go_next_field(&at, end)) {
        if (key_is(property, "assume=exact"))
            unit->exact = true;
        if (property.n < 7 || memcmp(property.at, "better=", 7) != 0)
            continue;
        unit->better = direction_of((struct go_field){property.at + 7, property.n - 7});
        unit->better_said = true;
    }
    return true;
}

/* ------------------------------------------------------------------ the file */

static bool read_trailer(struct reader *reader)
{
    const struct go_line *line = &reader->line;
    struct go_field package;
    const bool whole = line_is(line, "PASS") || line_is(line, "FAIL");
    if (!whole && !is_package_trailer(line, &package))
        return false;
    if (!whole && line->at[0] == 'F') {
        reader->left_out->failures++;
        reader->failed_packages++;
    }
    end_process(reader);
    reader->structure_seen = true;
    return true;
}

/* Lines Go's own tools print that say nothing about a sample. */
static bool is_known_noise(const struct go_line *line)
{
    static const char *const begins[] = {"=== ", "--- BENCH",  "--- PASS",
                                         "?   ", "?\t",        "exit status ",
                                         "#",    "coverage: ", "testing: "};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        if (line_begins(line, begins[i]))
            return true;
    }
    return false;
}

static bool read_remark(struct reader *reader)
{
    const struct go_line *line = &reader->line;
    const bool failed = line_begins(line, "--- FAIL: ");
    if (failed || line_begins(line, "--- SKIP: ")) {
        reader->left_out->failures += failed;
        reader->left_out->skipped += !failed;
        reader->pending.n = 0;
        return true;
    }
    return is_known_noise(line);
}

static void note_gap(struct reader *reader, bool end)
{
    reader->after_gap = true;
    reader->after_end = reader->after_end || end;
    reader->in_block = false;
}

/* Whether an unterminated last line may be the beginning of a row. */
static bool may_be_row(const struct go_line *line)
{
    const size_t n = line->n < 9 ? line->n : 9;
    return !line->terminated && n && memcmp(line->at, "Benchmark", n) == 0;
}

static enum benchan_status read_result_line(struct reader *reader)
{
    bool was_row;
    const enum benchan_status status = read_row(reader, true, &was_row);
    if (status != BENCHAN_OK || was_row)
        return status;
    if (go_may_be_prose(&reader->line)) {
        unknown_line(reader);
        return BENCHAN_OK;
    }
    if (!reader->line.terminated)
        return cut_off(reader);
    remember_name(reader);
    return BENCHAN_OK;
}

static enum benchan_status read_other_line(struct reader *reader)
{
    bool was_row = false;
    if (reader->pending.n) {
        const enum benchan_status status = read_row(reader, false, &was_row);
        if (status != BENCHAN_OK || was_row)
            return status;
    }
    if (may_be_row(&reader->line))
        return cut_off(reader);
    if (looks_like_row(reader))
        reader->left_out->odd_rows++;
    else
        unknown_line(reader);
    return BENCHAN_OK;
}

static enum benchan_status read_line(struct reader *reader)
{
    const struct go_line *line = &reader->line;
    if (line->n > LONGEST_LINE) {
        if (go_begins_row(line) && !go_may_be_prose(line))
            remember_name(reader);
        unknown_line(reader);
        return BENCHAN_OK;
    }
    if (go_begins_row(line)) {
        reader->after_gap = reader->after_end = reader->in_block = false;
        return read_result_line(reader);
    }
    if (go_is_blank(line->at, line->at + line->n) || line->at[0] == '#') {
        note_gap(reader, false);
        return BENCHAN_OK;
    }
    if (read_config(reader))
        return BENCHAN_OK;
    if (read_trailer(reader)) {
        note_gap(reader, true);
        return BENCHAN_OK;
    }
    if (read_unit(reader)) {
        note_gap(reader, false);
        return BENCHAN_OK;
    }
    reader->in_block = reader->after_gap = false;
    return read_remark(reader) ? BENCHAN_OK : read_other_line(reader);
}

/* -------------------------------------------------------------------- finish */

static void apply_units(struct reader *reader)
{
    const size_t n = builder_capture(reader->builder)->n_series;
    for (uint32_t i = 0; i < n; i++) {
        struct benchan_series *series = builder_series_at(reader->builder, i);
        const struct go_field name = {series->recorded_unit, strlen(series->recorded_unit)};
        const struct go_unit *unit = go_unit_of(&reader->units, reader->builder, name);
        if (!unit)
            return;
        series->exact = unit->exact;
        if (unit->better_said)
            series->better = unit->better;
    }
}

static void settle_order(struct reader *reader)
{
    struct benchan_capture *capture = builder_capture(reader->builder);
    bool timed = reader->zoned != reader->local; /* one kind of time, and no other */
    for (uint32_t i = 0; i < capture->n_processes; i++) {
        const struct benchan_process *process = builder_process_at(reader->builder, i);
        timed = timed && (process->start != BENCHAN_NO_TIME || process->end != BENCHAN_NO_TIME);
    }
    capture->order = timed ? BENCHAN_ORDER_TIME : BENCHAN_ORDER_LOG;
    capture->clock = !timed          ? BENCHAN_CLOCK_NONE
                     : reader->zoned ? BENCHAN_CLOCK_UTC
                                     : BENCHAN_CLOCK_LOCAL;
    capture->process_basis = reader->structure_seen && !reader->soft_split
                                 ? BENCHAN_PROCESS_RECORDED
                                 : BENCHAN_PROCESS_UNKNOWN;
    capture->partial = reader->partial;
}

static enum benchan_status no_sample(const struct reader *reader)
{
    const struct benchan_left_out *left_out = reader->left_out;
    if (reader->failed_packages)
        return benchan_fail(reader->error, BENCHAN_BAD_INPUT, reader->input->path, 0, 0,
                            "mend what go test says of it, and record again",
                            "no measured sample: %zu package%s failed to build or to run",
                            reader->failed_packages, reader->failed_packages == 1 ? "" : "s");
    if (left_out->odd_rows)
        return benchan_fail(
            reader->error, BENCHAN_BAD_INPUT, reader->input->path, 0, 0,
            "begin the name of each row with Benchmark",
            "no measured sample: %zu rows whose names lack the prefix Benchmark",
            left_out->odd_rows);
    return benchan_fail(
        reader->error, BENCHAN_BAD_INPUT, reader->input->path, 0, 0,
        "check that go test ran with -bench, and that its output is in the file",
        "no measured sample: no row of a benchmark with its result");
}

static enum benchan_status read_lines(struct reader *reader)
{
    while (take_line(reader->input, reader->next, &reader->line, &reader->next)) {
        const enum benchan_status status = read_line(reader);
        if (status != BENCHAN_OK)
            return status;
        if (builder_failed(reader->builder))
            return BENCHAN_OK; /* builder_finish says how */
    }
    end_process(reader);
    return BENCHAN_OK;
}

/* The output of one package, as if it were a file of its own. */
static enum benchan_status read_segment(struct reader *reader, const struct go_segment *segment)
{
    const struct format_input *whole = reader->input;
    const struct format_input part = {whole->path, segment->data, segment->size,
                                      whole->options};
    const size_t before = builder_capture(reader->builder)->n_processes;
    reader->input = &part;
    reader->next = segment->data;
    reader->line.number = 0;
    reader->fallback_package = segment->package;
    reader->after_gap = reader->after_end = true;
    reader->in_block = false;
    reader->start = segment->start;
    reader->end = segment->end;
    reader->zoned = reader->zoned || segment->start != BENCHAN_NO_TIME;
    /* Facts of another package's binary are not this one's. */
    reader->config.block++;
    go_config_forget_older(&reader->config, "pkg");
    go_config_forget_older(&reader->config, "cpu");
    const enum benchan_status status = read_lines(reader);
    reader->input = whole;
    reader->structure_seen =
        reader->structure_seen || builder_capture(reader->builder)->n_processes > before;
    return status;
}

static enum benchan_status settle(struct reader *reader)
{
    if (builder_failed(reader->builder))
        return BENCHAN_OK;
    if (!builder_capture(reader->builder)->rows.n)
        return no_sample(reader);
    builder_settle_values(reader->builder);
    apply_units(reader);
    settle_order(reader);
    go_config_label(reader->builder);
    if (!go_strip_suffixes(reader->builder, reader->header_seen))
        return benchan_fail_memory(reader->error);
    return BENCHAN_OK;
}

static enum benchan_status finish(struct reader *reader, enum benchan_status status,
                                  struct benchan_capture **capture)
{
    if (status == BENCHAN_OK)
        status = settle(reader);
    go_units_free(&reader->units);
    go_config_free(&reader->config);
    if (status == BENCHAN_OK)
        return import_finish(reader->builder, reader->input->options, capture, reader->error);
    builder_discard(reader->builder);
    return status;
}

static bool begin(struct reader *reader, const struct format_input *input, const char *format,
                  struct benchan_error *error)
{
    *reader = (struct reader){
        .input = input,
        .error = error,
        .builder = builder_new(input->path, format),
        .fallback_package = "",
        .next = input->data,
        .after_gap = true,
        .after_end = true,
        .package = "",
        .start = BENCHAN_NO_TIME,
        .end = BENCHAN_NO_TIME,
    };
    if (reader->builder)
        reader->left_out = &builder_capture(reader->builder)->left_out;
    return reader->builder != NULL;
}

enum benchan_status go_read(const struct format_input *input, struct benchan_capture **capture,
                            struct benchan_error *error)
{
    struct reader reader;
    if (!begin(&reader, input, "go", error))
        return benchan_fail_memory(error);
    return finish(&reader, read_lines(&reader), capture);
}

enum benchan_status go_read_segments(const struct format_input *input,
                                     const struct go_segment *segments, size_t n,
                                     const struct go_stream *stream,
                                     struct benchan_capture **capture,
                                     struct benchan_error *error)
{
    struct reader reader;
    if (!begin(&reader, input, "go-json", error))
        return benchan_fail_memory(error);
    reader.joined = true;
    reader.partial = stream->partial;
    reader.left_out->unknown_lines = stream->unknown_lines;
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < n && status == BENCHAN_OK; i++)
        status = read_segment(&reader, &segments[i]);
    return finish(&reader, status, capture);
}

/* --------------------------------------------------------------------- probe */

/* Whether a line of the sample is what only Go prints. */
int go_probe(const char *data, size_t size)
{
    const struct benchan_import_options options = {0};
    const struct format_input input = {"", data, size, &options};
    struct go_line line = {0};
    const char *next = data;
    struct go_field package, key, value;
    int score = 0;
    while (score < 90 && take_line(&input, next, &line, &next)) {
        const char *at = line.at, *end = line.at + line.n;
        if (go_begins_row(&line)) {
            go_next_field(&at, end);
            const struct go_field second = go_next_field(&at, end);
            double number;
            const bool row = benchan_parse_number(second.at, second.n, &number, NULL);
            score = row ? 90 : score < 15 ? 15 : score;
        } else if (is_package_trailer(&line, &package)) {
            score = score < 60 ? 60 : score;
        } else if (go_split_config(&line, &key, &value) && go_is_header_key(key)) {
            score = score < 60 ? 60 : score;
        }
    }
    return score;
}
