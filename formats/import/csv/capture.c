/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/csv/capture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/number.h"
#include "formats/import/bytes.h"
#include "formats/import/csv/reader.h"
#include "formats/model/builder.h"
#include "formats/model/time.h"

/* What benchan_convert wrote: `# key: value` lines, a header, a line a value. */

enum capture_column {
    COLUMN_PACKAGE = 0,
    COLUMN_BENCHMARK,
    COLUMN_UNIT,
    COLUMN_VALUE,
    COLUMN_ROW,
    COLUMN_PROCESS,
    COLUMN_ITERATIONS,
    COLUMN_TIME,
    COLUMN_PROPERTIES,
    COLUMNS
};

static const char *const column_names[COLUMNS] = {"package",    "benchmark", "unit",
                                                  "value",      "row",       "process",
                                                  "iterations", "time",      "properties"};

/* Two strings: a fact, or a unit and its properties. */
struct pair {
    const char *key, *value;
};

struct pairs {
    struct pair *items;
    size_t n, capacity;
};

/* What a block says of itself; several blocks become one capture. */
struct block {
    const char *path, *arm, *format;
    enum benchan_order order;
    enum benchan_clock clock;
    enum benchan_process_basis basis;
    struct pairs facts, units;
    size_t first_process;
};

struct capture_read {
    struct format_input input; /* the block's part of the file */
    struct benchan_error *error;
    struct builder *builder;
    struct csv_reader reader;
    size_t column[COLUMNS]; /* SIZE_MAX where the file has none */
    struct block block;
    bool several;    /* blocks */
    size_t n_series; /* whose unit's properties were set */
    uint32_t row;
    uint64_t row_number; /* as the block numbers it; UINT64_MAX before the first */
    char *scratch;       /* an unescaped line */
    size_t line;         /* of the comment being read */
};

/* Memory that runs out is the builder's failure, and no fault of the line. */
static bool add_pair(struct capture_read *read, struct pairs *pairs, const char *key,
                     const char *value)
{
    if (pairs->n == pairs->capacity) {
        const bool fits = pairs->capacity <= SIZE_MAX / 4 / sizeof *pairs->items;
        const size_t capacity = pairs->capacity ? pairs->capacity * 2 : 8;
        struct pair *larger = fits ? realloc(pairs->items, capacity * sizeof *larger) : NULL;
        if (!larger) {
            builder_fail_memory(read->builder);
            return true;
        }
        pairs->items = larger;
        pairs->capacity = capacity;
    }
    pairs->items[pairs->n++] = (struct pair){key, value};
    return true;
}

/* ------------------------------------------------------------------- comments */

static enum benchan_status bad_line(struct capture_read *read, const char *message)
{
    return benchan_fail(read->error, BENCHAN_BAD_INPUT, read->input.path, read->line, 1,
                        "write the file with benchan convert again", "%s", message);
}

/* What a backslash and `c` stand for; NUL where for nothing. */
static char unescaped(char c)
{
    static const char from[] = "\\nrcs", to[] = "\\\n\r: ";
    const char *at = c ? strchr(from, c) : NULL;
    return at ? to[at - from] : '\0';
}

/* Undoes backslashes in place. */
static bool unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        *to = *from;
        if (*from == '\\') {
            *to = unescaped(*++from);
            if (*to == '\0')
                return false;
        }
        to++;
    }
    *to = '\0';
    return true;
}

static const char *after(const char *key, const char *prefix)
{
    const size_t n = strlen(prefix);
    return strncmp(key, prefix, n) == 0 ? key + n : NULL;
}

/* The place of a word in a list that NULL ends; -1 where it is not there. */
static int find_word(const char *const *words, const char *word)
{
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], word) == 0)
            return i;
    }
    return -1;
}

static bool read_number(const char *text, uint64_t limit, uint64_t *number)
{
    *number = 0;
    if (*text == '\0')
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || *number > limit / 10)
            return false;
        *number = *number * 10 + (uint64_t)(*text - '0');
    }
    return *number <= limit;
}

static const char *intern(struct capture_read *read, const char *text)
{
    return builder_intern(read->builder, text, strlen(text));
}

/* The `n` first processes of the block; a file cannot hold more of them than bytes. */
static bool need_processes(struct capture_read *read, uint64_t n)
{
    if (n > read->input.size)
        return false;
    const struct benchan_capture *capture = builder_capture(read->builder);
    while (!builder_failed(read->builder) &&
           capture->n_processes - read->block.first_process < n) {
        const uint32_t made = builder_process(read->builder);
        builder_process_at(read->builder, made)->position =
            (double)(made - read->block.first_process);
    }
    return true;
}

static bool set_time(const char *value, int64_t *time)
{
    bool zoned;
    return benchan_parse_time(value, strlen(value), time, &zoned);
}

static bool set_process_field(struct capture_read *read, uint32_t process, const char *field,
                              const char *value)
{
    static const char *const fields[] = {"name",  "block", "build",    "setup", "session",
                                         "start", "end",   "position", NULL};
    const char *text = intern(read, value);
    struct benchan_process *at = builder_process_at(read->builder, process);
    switch (find_word(fields, field)) {
    case 0:
        at->name = text;
        return true;
    case 1:
        at->block = text;
        return true;
    case 2:
        at->build = text;
        return true;
    case 3:
        at->setup = text;
        return true;
    case 4:
        at->session = text;
        return true;
    case 5:
        return set_time(value, &at->start);
    case 6:
        return set_time(value, &at->end);
    case 7:
        return benchan_parse_number(value, strlen(value), &at->position, NULL);
    default:
        return false;
    }
}

/* "3.fact.load" and what follows "process." */
static bool take_process(struct capture_read *read, char *key, const char *value)
{
    char *dot = strchr(key, '.');
    uint64_t process;
    if (!dot)
        return false;
    *dot = '\0';
    if (!read_number(key, UINT32_MAX - 1, &process) || !need_processes(read, process + 1))
        return false;
    if (builder_failed(read->builder))
        return true;
    process += read->block.first_process;
    const char *rest = dot + 1;
    const char *fact = after(rest, "fact."), *label = after(rest, "label.");
    if (fact)
        builder_process_fact(read->builder, (uint32_t)process, fact, value);
    else if (label)
        builder_process_label(read->builder, (uint32_t)process, label, value);
    else
        return set_process_field(read, (uint32_t)process, rest, value);
    return true;
}

static bool take_left_out(struct capture_read *read, const char *name, const char *value)
{
    struct benchan_left_out *left = &builder_capture(read->builder)->left_out;
    static const char *const names[] = {
        "warmups", "calibrations", "aggregates",    "failures", "skipped",
        "missing", "orphans",      "unknown-lines", "odd-rows", NULL};
    size_t *const counts[] = {&left->warmups,  &left->calibrations,  &left->aggregates,
                              &left->failures, &left->skipped,       &left->missing,
                              &left->orphans,  &left->unknown_lines, &left->odd_rows};
    const int which = find_word(names, name);
    uint64_t number;
    if (which < 0 || !read_number(value, SIZE_MAX, &number))
        return false;
    *counts[which] += (size_t)number;
    return true;
}

static bool take_note(struct capture_read *read, char *key, const char *value)
{
    char *dot = strchr(key, '.');
    uint64_t code, line;
    if (!dot)
        return false;
    *dot = '\0';
    if (!read_number(key, BENCHAN_NOTE_OTHER, &code) || code == 0 ||
        !read_number(dot + 1, SIZE_MAX, &line))
        return false;
    builder_note(read->builder, (enum benchan_note_code)code, (size_t)line, value,
                 strlen(value));
    return true;
}

/* "ns/op exact better=lower": the unit is the first word. */
static bool take_unit(struct capture_read *read, char *words)
{
    char *blank = strchr(words, ' ');
    if (!blank)
        return false;
    *blank = '\0';
    return unescape(words) &&
           add_pair(read, &read->block.units, intern(read, words), intern(read, blank + 1));
}

/* The plain fields of the block. */
static bool take_field(struct capture_read *read, const char *key, const char *value)
{
    static const char *const keys[] = {
        "benchan",       "path",      "format",  "arm",          "order", "clock",
        "process-basis", "processes", "partial", "summary-only", NULL};
    static const char *const orders[] = {"unknown", "log", "column", "time", NULL};
    static const char *const clocks[] = {"none", "utc", "local", NULL};
    static const char *const bases[] = {"unknown", "recorded", "stated", NULL};
    struct benchan_capture *capture = builder_capture(read->builder);
    struct block *block = &read->block;
    const int which = find_word(keys, key);
    const char *text = which >= 1 && which <= 3 ? intern(read, value) : NULL;
    uint64_t number;
    int word = 0;
    if (which == 0)
        return strcmp(value, "capture/1") == 0;
    if (which == 1)
        block->path = text;
    else if (which == 2)
        block->format = text;
    else if (which == 3)
        block->arm = text;
    else if (which == 4)
        block->order = (enum benchan_order)(word = find_word(orders, value));
    else if (which == 5)
        block->clock = (enum benchan_clock)(word = find_word(clocks, value));
    else if (which == 6)
        block->basis = (enum benchan_process_basis)(word = find_word(bases, value));
    else if (which == 7)
        return read_number(value, UINT32_MAX - 1, &number) && need_processes(read, number);
    else if (which == 8)
        capture->partial = true;
    else if (which == 9)
        capture->summary_only = true;
    return which >= 0 && word >= 0;
}

static bool take_pair(struct capture_read *read, char *key, char *value)
{
    char *process = strncmp(key, "process.", 8) == 0 ? key + 8 : NULL;
    char *note = strncmp(key, "note.", 5) == 0 ? key + 5 : NULL;
    const char *fact = after(key, "fact."), *left = after(key, "left-out.");
    if (strcmp(key, "unit") == 0)
        return take_unit(read, value);
    if (process)
        return take_process(read, process, value);
    if (note)
        return take_note(read, note, value);
    if (fact)
        return add_pair(read, &read->block.facts, intern(read, fact), intern(read, value));
    return left ? take_left_out(read, left, value) : take_field(read, key, value);
}

static enum benchan_status take_comment(struct capture_read *read, const char *line, size_t n)
{
    memcpy(read->scratch, line, n);
    read->scratch[n] = '\0';
    char *key = read->scratch + (n > 1 && line[1] == ' ' ? 2 : 1);
    char *colon = strchr(key, ':');
    if (!colon || colon[1] != ' ')
        return bad_line(read, "a comment that is no `# key: value`");
    *colon = '\0';
    /* The words of a unit are told apart before their blanks come back. */
    const bool words = strcmp(key, "unit") == 0;
    if (!unescape(key) || (!words && !unescape(colon + 2)))
        return bad_line(read, "a backslash that escapes nothing");
    return take_pair(read, key, colon + 2)
               ? BENCHAN_OK
               : bad_line(read, "a property no converted capture has");
}

/* Reads the comments and leaves the place of the header in *at. */
static enum benchan_status read_comments(struct capture_read *read, size_t *at)
{
    const char *data = read->input.data;
    const size_t size = read->input.size;
    *at = 0;
    for (; *at < size && data[*at] == '#'; read->line++) {
        const char *end = memchr(data + *at, '\n', size - *at);
        size_t n = end ? (size_t)(end - data) - *at : size - *at;
        const size_t next = end ? *at + n + 1 : size;
        if (n > 0 && data[*at + n - 1] == '\r')
            n--;
        const enum benchan_status status = take_comment(read, data + *at, n);
        if (status != BENCHAN_OK)
            return status;
        *at = next;
    }
    return BENCHAN_OK;
}

/* --------------------------------------------------------------------- values */

static enum benchan_status bad_cell(struct capture_read *read, size_t index, const char *what)
{
    size_t line, column;
    csv_reader_position(&read->reader, index, &line, &column);
    return benchan_fail(read->error, BENCHAN_BAD_INPUT, read->input.path, line, column,
                        read->reader.terminated
                            ? "write the file with benchan convert again"
                            : "the file ends inside this record: was it cut?",
                        "%s", what);
}

static enum benchan_status read_header(struct capture_read *read)
{
    bool more;
    const enum benchan_status status = csv_reader_next(&read->reader, &more, read->error);
    if (status != BENCHAN_OK)
        return status;
    if (!more)
        return bad_line(read, "a converted capture without a header");
    for (size_t i = 0; i < COLUMNS; i++) {
        read->column[i] = SIZE_MAX;
        for (size_t j = 0; j < read->reader.n_cells; j++) {
            if (strcmp(csv_reader_cell(&read->reader, j), column_names[i]) == 0)
                read->column[i] = j;
        }
        if (i <= COLUMN_PROCESS && read->column[i] == SIZE_MAX)
            return bad_cell(read, 0, "a column of converted captures is not there");
    }
    return BENCHAN_OK;
}

static const char *cell(const struct capture_read *read, enum capture_column column)
{
    return read->column[column] == SIZE_MAX
               ? ""
               : csv_reader_cell(&read->reader, read->column[column]);
}

static enum benchan_status read_row(struct capture_read *read)
{
    uint64_t row, process;
    double iterations = NAN;
    int64_t time = BENCHAN_NO_TIME;
    const char *count = cell(read, COLUMN_ITERATIONS), *when = cell(read, COLUMN_TIME);
    if (!read_number(cell(read, COLUMN_ROW), UINT32_MAX - 1, &row) ||
        (read->row_number != UINT64_MAX && row < read->row_number))
        return bad_cell(read, read->column[COLUMN_ROW], "rows are numbered upwards");
    if (row == read->row_number)
        return BENCHAN_OK;
    if (!read_number(cell(read, COLUMN_PROCESS), UINT32_MAX - 1, &process) ||
        !need_processes(read, process + 1))
        return bad_cell(read, read->column[COLUMN_PROCESS], "no number of a process");
    if (*count && !benchan_parse_number(count, strlen(count), &iterations, NULL))
        return bad_cell(read, read->column[COLUMN_ITERATIONS], "no number of iterations");
    if (*when && !set_time(when, &time))
        return bad_cell(read, read->column[COLUMN_TIME], "no time");
    read->row_number = row;
    read->row = builder_row(read->builder, (uint32_t)(process + read->block.first_process),
                            iterations, time);
    return BENCHAN_OK;
}

static void set_flag(struct benchan_series *series, const char *word)
{
    series->exact = series->exact || strcmp(word, "exact") == 0;
    series->derived = series->derived || strcmp(word, "derived") == 0;
    series->order_tied = series->order_tied || strcmp(word, "order-tied") == 0;
}

/* One word of a unit's properties: "exact", "scale=1e-9". */
static bool set_property(struct capture_read *read, struct benchan_series *series, char *word)
{
    static const char *const quantities[] = {"other", "time", "rate", "count", NULL};
    static const char *const directions[] = {"unknown", "lower", "higher", NULL};
    if (!unescape(word))
        return false;
    const char *base = after(word, "base="), *scale = after(word, "scale=");
    const char *quantity = after(word, "quantity="), *better = after(word, "better=");
    const int which = quantity ? find_word(quantities, quantity)
                      : better ? find_word(directions, better)
                               : 0;
    if (which < 0 ||
        (scale && !benchan_parse_number(scale, strlen(scale), &series->scale, NULL)))
        return false;
    if (base)
        series->unit = intern(read, base);
    if (quantity)
        series->quantity = (enum benchan_quantity)which;
    if (better)
        series->better = (enum benchan_direction)which;
    set_flag(series, word);
    return true;
}

static bool set_words(struct capture_read *read, struct benchan_series *series,
                      const char *words)
{
    char word[256];
    while (*words) {
        const size_t n = strcspn(words, " ");
        if (n >= sizeof word)
            return false;
        memcpy(word, words, n);
        word[n] = '\0';
        if (n > 0 && !set_property(read, series, word))
            return false;
        words += n + (words[n] == ' ');
    }
    return true;
}

/* A series new in this file takes its unit's properties. */
static bool set_properties(struct capture_read *read, struct benchan_series *series)
{
    if (read->n_series == builder_capture(read->builder)->n_series)
        return true;
    read->n_series++;
    for (size_t i = 0; i < read->block.units.n; i++) {
        const struct pair *unit = &read->block.units.items[i];
        if (strcmp(unit->key, series->recorded_unit) == 0)
            return set_words(read, series, unit->value);
    }
    return set_words(read, series, cell(read, COLUMN_PROPERTIES));
}

static enum benchan_status read_record(struct capture_read *read)
{
    const struct csv_reader *reader = &read->reader;
    double value;
    int decimals;
    for (size_t i = 0; i < COLUMNS; i++) {
        if (read->column[i] != SIZE_MAX && read->column[i] >= reader->n_cells)
            return bad_cell(read, reader->n_cells, "a record without all its cells");
    }
    const size_t at = read->column[COLUMN_VALUE];
    if (!benchan_parse_number(csv_reader_cell(reader, at), reader->cells[at].n, &value,
                              &decimals))
        return bad_cell(read, at, "no number");
    const enum benchan_status status = read_row(read);
    if (status != BENCHAN_OK)
        return status;
    const char *package = cell(read, COLUMN_PACKAGE), *name = cell(read, COLUMN_BENCHMARK);
    const char *unit = cell(read, COLUMN_UNIT);
    const uint32_t series = builder_series(read->builder, package, strlen(package), name,
                                           strlen(name), unit, strlen(unit));
    if (builder_failed(read->builder))
        return BENCHAN_OK; /* builder_finish says why */
    struct benchan_series *made = builder_series_at(read->builder, series);
    if (!set_properties(read, made))
        return bad_cell(read, read->column[COLUMN_UNIT], "properties of a unit that are none");
    const bool positive = made->quantity == BENCHAN_TIME || made->quantity == BENCHAN_RATE;
    /* A derived rate may be rounded to 0.00: it is shown, never judged. */
    if (positive && !made->derived && !(value > 0))
        return bad_cell(read, at, "a duration or rate that is not above 0");
    builder_value(read->builder, series, read->row, value, decimals);
    return BENCHAN_OK;
}

static enum benchan_status judge_tail(struct capture_read *read, enum benchan_status status)
{
    const struct csv_reader *reader = &read->reader;
    if (status == BENCHAN_OK) {
        builder_note(read->builder, BENCHAN_NOTE_UNTERMINATED, reader->record_line,
                     read->input.data + reader->begin, reader->end - reader->begin);
        return status;
    }
    if (status != BENCHAN_BAD_INPUT || !read->input.options->partial)
        return status;
    static const char cut[] = "the file ends inside a record, which was left out";
    builder_capture(read->builder)->partial = true;
    builder_note(read->builder, BENCHAN_NOTE_PARTIAL, reader->record_line, cut, strlen(cut));
    return BENCHAN_OK;
}

static enum benchan_status read_values(struct capture_read *read)
{
    for (;;) {
        bool more;
        enum benchan_status status = csv_reader_next(&read->reader, &more, read->error);
        if (!more)
            return status;
        if (status == BENCHAN_OK)
            status = read_record(read);
        if (!read->reader.terminated)
            status = judge_tail(read, status);
        if (status != BENCHAN_OK)
            return status;
    }
}

/* ------------------------------------------------------------------- the whole */

/*
 * Among several blocks each process tells its block. Names of one block mean
 * nothing in another, and neither do facts.
 */
static void mark_process(struct capture_read *read, uint32_t process, const char *label)
{
    struct benchan_process *at = builder_process_at(read->builder, process);
    if (at->name) {
        struct benchan_text name = {0};
        benchan_text_printf(&name, "%s#%s", label, at->name);
        if (name.failed)
            builder_fail_memory(read->builder);
        at->name = intern(read, benchan_text_get(&name));
        benchan_text_free(&name);
    }
    builder_process_label(read->builder, process, "capture", label);
    for (size_t i = 0; i < read->block.facts.n; i++) {
        const struct pair *fact = &read->block.facts.items[i];
        builder_process_fact(read->builder, process, fact->key, fact->value);
    }
}

static void mark_processes(struct capture_read *read)
{
    const struct block *block = &read->block;
    struct benchan_text label = {0};
    benchan_text_string(&label, block->path ? block->path : "");
    if (block->arm)
        benchan_text_printf(&label, ":%s", block->arm);
    if (label.failed)
        builder_fail_memory(read->builder);
    for (size_t i = block->first_process;
         i < builder_capture(read->builder)->n_processes && !builder_failed(read->builder); i++)
        mark_process(read, (uint32_t)i, benchan_text_get(&label));
    benchan_text_free(&label);
}

/* What the blocks do not agree on is not known; orders of two logs are two orders. */
static void join_block(struct capture_read *read, bool first)
{
    struct benchan_capture *capture = builder_capture(read->builder);
    const struct block *block = &read->block;
    if (first) {
        capture->order = block->order;
        capture->clock = block->clock;
        capture->process_basis = block->basis;
        capture->format = block->format ? block->format : capture->format;
    }
    if (block->clock != capture->clock || block->order != capture->order ||
        (read->several && block->order != BENCHAN_ORDER_TIME))
        capture->order = BENCHAN_ORDER_UNKNOWN;
    if (block->basis != capture->process_basis)
        capture->process_basis = BENCHAN_PROCESS_UNKNOWN;
    if (read->several) {
        mark_processes(read);
        return;
    }
    capture->arm = block->arm;
    for (size_t i = 0; i < block->facts.n; i++)
        builder_fact(read->builder, block->facts.items[i].key, block->facts.items[i].value);
}

static enum benchan_status read_block(struct capture_read *read, bool first)
{
    size_t at;
    read->row_number = UINT64_MAX;
    read->block = (struct block){.first_process = builder_capture(read->builder)->n_processes};
    enum benchan_status status = read_comments(read, &at);
    if (status == BENCHAN_OK)
        status = csv_reader_open(&read->reader, &read->input, ',', at, read->line, read->error);
    if (status == BENCHAN_OK)
        status = read_header(read);
    if (status == BENCHAN_OK)
        status = read_values(read);
    if (status == BENCHAN_OK)
        join_block(read, first);
    read->line = read->reader.line;
    csv_reader_close(&read->reader);
    free(read->block.facts.items);
    free(read->block.units.items);
    return status;
}

/* Behind the line at `at`; *quoted tells whether a quoted cell is open there. */
static const char *skip_line(const char *at, const char *end, bool *quoted)
{
    const bool comment = !*quoted && *at == '#';
    for (; at < end && *at != '\n'; at++)
        *quoted = *quoted != (*at == '"' && !comment);
    return at < end ? at + 1 : end;
}

/* Where the block that begins at `at` ends. A quoted cell may hold what looks like a head. */
static const char *find_stop(const char *at, const char *end)
{
    static const char head[] = "# benchan: ";
    bool quoted = false;
    do
        at = skip_line(at, end, &quoted);
    while (at < end && (quoted || !bytes_begin(at, (size_t)(end - at), head)));
    return at;
}

static enum benchan_status read_all(struct capture_read *read, const struct format_input *input)
{
    enum benchan_status status = csv_check_bytes(input, read->error);
    const char *end = input->data + input->size;
    read->several = status == BENCHAN_OK && find_stop(input->data, end) < end;
    read->line = 1;
    for (const char *begin = input->data; status == BENCHAN_OK && begin < end;) {
        const char *stop = find_stop(begin, end);
        read->input = *input;
        read->input.data = begin;
        read->input.size = (size_t)(stop - begin);
        status = read_block(read, begin == input->data);
        begin = stop;
    }
    return status;
}

enum benchan_status csv_capture_read(const struct format_input *input,
                                     struct benchan_capture **capture,
                                     struct benchan_error *error)
{
    struct capture_read read = {.error = error,
                                .builder = builder_new(input->path, "csv"),
                                .scratch = malloc(input->size + 1)};
    enum benchan_status status =
        read.builder && read.scratch ? read_all(&read, input) : benchan_fail_memory(error);
    free(read.scratch);
    if (status == BENCHAN_OK)
        return import_finish(read.builder, input->options, capture, error);
    builder_discard(read.builder);
    return status;
}
