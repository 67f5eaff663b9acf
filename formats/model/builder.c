/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/arena.h"
#include "formats/model/table.h"
#include "formats/model/units.h"
#include "formats/model/value_log.h"
#include "formats/text/utf8.h"

enum {
    MAX_FACTS = 4096, /* of one process or capture: a quadratic search stays cheap */
    DEFAULT_NOTES = 8,
    MAX_UNKNOWN_NOTES = 1000 /* kept before wishes->max_notes is known */
};

struct benchmark_key {
    const char *package, *benchmark; /* interned */
};

struct builder {
    struct benchan_capture *capture;
    struct arena *arena; /* the capture's owner */
    enum benchan_status failure;
    const char *limit; /* which limit was passed */

    struct benchan_process *processes;
    size_t processes_capacity;
    size_t rows_capacity;
    struct benchan_series *series;
    uint32_t *series_benchmark; /* number of its (package, benchmark) */
    uint32_t *series_after;     /* the series that was asked for after it, last time */
    uint32_t last_series;
    size_t series_capacity;
    struct value_log values;
    bool settled; /* the values are with their series */
    struct benchmark_key *benchmarks;
    size_t n_benchmarks, benchmarks_capacity;
    struct benchan_note *notes;
    size_t notes_capacity, unknown_notes;

    const char **strings;
    size_t n_strings, strings_capacity;
    struct table string_table, series_table, benchmark_table;

    /* What a caller writes to after a failure. */
    struct benchan_process harmless_process;
    struct benchan_series harmless_series;
};

static void fail(struct builder *builder)
{
    builder->failure = BENCHAN_NO_MEMORY;
}

static void fail_limit(struct builder *builder, const char *limit)
{
    builder->failure = BENCHAN_LIMIT;
    builder->limit = limit;
}

bool builder_failed(const struct builder *builder)
{
    return !builder || builder->failure != BENCHAN_OK;
}

void builder_fail_memory(struct builder *builder)
{
    fail(builder);
}

/* Twice the room while small, then half as much again: spare room is memory too. */
static size_t next_capacity(size_t capacity)
{
    if (capacity < 8)
        return 8;
    return capacity < 65536 ? capacity * 2 : capacity + capacity / 2;
}

static bool resize(void **array, size_t n, size_t item)
{
    if (n > SIZE_MAX / item)
        return false;
    void *resized = realloc(*array, n * item);
    if (!resized)
        return false;
    *array = resized;
    return true;
}

/* Makes room for one more item of an array that holds `n`. */
static bool room(struct builder *builder, void **array, size_t n, size_t *capacity, size_t item)
{
    if (n < *capacity)
        return true;
    const size_t larger = next_capacity(*capacity);
    if (!resize(array, larger, item)) {
        fail(builder);
        return false;
    }
    *capacity = larger;
    return true;
}

struct builder *builder_new(const char *path, const char *format)
{
    struct builder *builder = calloc(1, sizeof *builder);
    if (!builder)
        return NULL;
    builder->capture = calloc(1, sizeof *builder->capture);
    builder->arena = calloc(1, sizeof *builder->arena);
    if (!builder->capture || !builder->arena) {
        free(builder->capture);
        free(builder->arena);
        free(builder);
        return NULL;
    }
    builder->capture->owner = builder->arena;
    builder->last_series = BENCHAN_NONE;
    builder->capture->path = builder_intern(builder, path, strlen(path));
    builder->capture->format = builder_intern(builder, format, strlen(format));
    return builder;
}

/* Everything that only building needs. */
static void free_scaffold(struct builder *builder)
{
    table_free(&builder->string_table);
    table_free(&builder->series_table);
    table_free(&builder->benchmark_table);
    free((void *)builder->strings);
    free(builder->series_benchmark);
    free(builder->series_after);
    value_log_free(&builder->values);
    free(builder->benchmarks);
    free(builder);
}

static void hand_over(struct builder *builder)
{
    builder->capture->processes = builder->processes;
    builder->capture->series = builder->series;
    builder->capture->notes = builder->notes;
}

void builder_discard(struct builder *builder)
{
    if (!builder)
        return;
    hand_over(builder);
    benchan_capture_free(builder->capture);
    free_scaffold(builder);
}

struct benchan_capture *builder_capture(struct builder *builder)
{
    return builder->capture;
}

/* ------------------------------------------------------------------- strings */

struct string_key {
    const char *string;
    size_t n;
};

static bool equals(const char *terminated, const char *string, size_t n)
{
    if (terminated == string) /* an interned string is compared with itself most often */
        return terminated[n] == '\0';
    return strlen(terminated) == n && memcmp(terminated, string, n) == 0;
}

static bool same_string(const void *context, const void *key, uint32_t id)
{
    const struct builder *builder = context;
    const struct string_key *wanted = key;
    return equals(builder->strings[id], wanted->string, wanted->n);
}

/* Strings end at a NUL wherever they are used: so they do here. */
static struct string_key up_to_nul(const char *string, size_t n)
{
    const char *nul = n ? memchr(string, '\0', n) : NULL;
    return (struct string_key){string, nul ? (size_t)(nul - string) : n};
}

/*
 * A model is UTF-8 throughout, so that every report and the converted CSV are.
 * A byte that is none becomes \xNN: two names that differ stay two names.
 */
static const char *intern_escaped(struct builder *builder, const char *string, size_t n)
{
    struct benchan_text text = {0};
    for (size_t at = 0; at < n;) {
        const size_t valid = utf8_valid(string + at, n - at);
        benchan_text_bytes(&text, string + at, valid);
        at += valid;
        if (at < n)
            benchan_text_printf(&text, "\\x%02x", (unsigned char)string[at++]);
    }
    if (text.failed)
        fail(builder);
    const char *interned = builder_intern(builder, benchan_text_get(&text), text.size);
    benchan_text_free(&text);
    return interned;
}

const char *builder_intern(struct builder *builder, const char *string, size_t n)
{
    if (builder_failed(builder))
        return "";
    const struct string_key key = up_to_nul(string, n);
    if (!key.n)
        return "";
    const uint64_t hash = table_hash(1, key.string, key.n);
    const uint32_t found = table_find(&builder->string_table, hash, same_string, builder, &key);
    if (found != UINT32_MAX)
        return builder->strings[found];
    if (utf8_valid(key.string, key.n) < key.n)
        return intern_escaped(builder, key.string, key.n);
    char *copy = arena_copy(builder->arena, key.string, key.n);
    if (!copy || builder->n_strings >= UINT32_MAX ||
        !room(builder, (void **)&builder->strings, builder->n_strings,
              &builder->strings_capacity, sizeof *builder->strings) ||
        !table_add(&builder->string_table, hash, (uint32_t)builder->n_strings)) {
        fail(builder);
        return "";
    }
    builder->strings[builder->n_strings++] = copy;
    return copy;
}

/* --------------------------------------------------------------------- facts */

/*
 * Arrays of facts live in the arena and double there at powers of two, so
 * that a process needs no capacity of its own.
 */
static void append_fact(struct builder *builder, const struct benchan_fact **facts, size_t *n,
                        struct benchan_fact fact)
{
    for (size_t i = 0; i < *n; i++) {
        if ((*facts)[i].key == fact.key) { /* interned: equal means the same */
            ((struct benchan_fact *)*facts)[i].value = fact.value;
            return;
        }
    }
    if (*n >= MAX_FACTS) {
        fail_limit(builder, "facts of one process");
        return;
    }
    if ((*n & (*n - 1)) == 0) {
        const size_t capacity = *n ? *n * 2 : 1;
        struct benchan_fact *larger = arena_allocate(builder->arena, capacity * sizeof *larger);
        if (!larger) {
            fail(builder);
            return;
        }
        if (*n)
            memcpy(larger, *facts, *n * sizeof *larger);
        *facts = larger;
    }
    ((struct benchan_fact *)*facts)[(*n)++] = fact;
}

static struct benchan_fact make_fact(struct builder *builder, const char *key,
                                     const char *value)
{
    const char *interned = builder_intern(builder, key, strlen(key));
    return (struct benchan_fact){interned, builder_intern(builder, value, strlen(value))};
}

void builder_fact(struct builder *builder, const char *key, const char *value)
{
    if (builder_failed(builder))
        return;
    const struct benchan_fact fact = make_fact(builder, key, value);
    struct benchan_capture *capture = builder->capture;
    append_fact(builder, &capture->facts, &capture->n_facts, fact);
}

/* ----------------------------------------------------------------- processes */

uint32_t builder_process(struct builder *builder)
{
    if (builder_failed(builder))
        return 0;
    struct benchan_capture *capture = builder->capture;
    if (capture->n_processes >= BENCHAN_NONE) {
        fail_limit(builder, "processes");
        return 0;
    }
    if (!room(builder, (void **)&builder->processes, capture->n_processes,
              &builder->processes_capacity, sizeof *builder->processes))
        return 0;
    builder->processes[capture->n_processes] =
        (struct benchan_process){.start = BENCHAN_NO_TIME,
                                 .end = BENCHAN_NO_TIME,
                                 .position = (double)capture->n_processes};
    return (uint32_t)capture->n_processes++;
}

struct benchan_process *builder_process_at(struct builder *builder, uint32_t process)
{
    if (process >= builder->capture->n_processes)
        return &builder->harmless_process;
    return &builder->processes[process];
}

void builder_process_fact(struct builder *builder, uint32_t process, const char *key,
                          const char *value)
{
    if (builder_failed(builder))
        return;
    const struct benchan_fact fact = make_fact(builder, key, value);
    struct benchan_process *at = &builder->processes[process];
    append_fact(builder, &at->facts, &at->n_facts, fact);
}

void builder_process_facts(struct builder *builder, uint32_t process,
                           const struct benchan_fact *facts, size_t n)
{
    struct benchan_process *at = builder_process_at(builder, process);
    for (size_t i = 0; i < n && !builder_failed(builder); i++)
        append_fact(builder, &at->facts, &at->n_facts, facts[i]);
}

void builder_process_label(struct builder *builder, uint32_t process, const char *key,
                           const char *value)
{
    if (builder_failed(builder))
        return;
    const struct benchan_fact fact = make_fact(builder, key, value);
    struct benchan_process *at = &builder->processes[process];
    append_fact(builder, &at->labels, &at->n_labels, fact);
}

/* ---------------------------------------------------------------------- rows */

/* The index column holds the row's benchmark until the capture is finished. */
static bool grow_rows(struct builder *builder)
{
    struct benchan_rows *rows = &builder->capture->rows;
    if (rows->n < builder->rows_capacity)
        return true;
    const size_t capacity = next_capacity(builder->rows_capacity);
    if (!resize((void **)&rows->process, capacity, sizeof *rows->process) ||
        !resize((void **)&rows->index, capacity, sizeof *rows->index) ||
        (rows->iterations &&
         !resize((void **)&rows->iterations, capacity, sizeof *rows->iterations)) ||
        (rows->time && !resize((void **)&rows->time, capacity, sizeof *rows->time))) {
        fail(builder);
        return false;
    }
    builder->rows_capacity = capacity;
    return true;
}

/* A column begins when the first row fills it. */
static bool begin_columns(struct builder *builder, bool iterations, bool time)
{
    struct benchan_rows *rows = &builder->capture->rows;
    if (iterations && !rows->iterations) {
        if (!resize((void **)&rows->iterations, builder->rows_capacity, sizeof(double)))
            return false;
        for (size_t i = 0; i < rows->n; i++)
            rows->iterations[i] = (double)NAN;
    }
    if (time && !rows->time) {
        if (!resize((void **)&rows->time, builder->rows_capacity, sizeof(int64_t)))
            return false;
        for (size_t i = 0; i < rows->n; i++)
            rows->time[i] = BENCHAN_NO_TIME;
    }
    return true;
}

uint32_t builder_row(struct builder *builder, uint32_t process, double iterations, int64_t time)
{
    if (builder_failed(builder) || !grow_rows(builder))
        return 0;
    struct benchan_rows *rows = &builder->capture->rows;
    if (rows->n >= BENCHAN_NONE) {
        fail_limit(builder, "rows");
        return 0;
    }
    if (!begin_columns(builder, !isnan(iterations), time != BENCHAN_NO_TIME)) {
        fail(builder);
        return 0;
    }
    rows->process[rows->n] = process;
    rows->index[rows->n] = BENCHAN_NONE;
    if (rows->iterations)
        rows->iterations[rows->n] = iterations;
    if (rows->time)
        rows->time[rows->n] = time;
    return (uint32_t)rows->n++;
}

/* -------------------------------------------------------------------- series */

struct series_key {
    struct string_key package, benchmark, unit;
};

static bool same_series(const void *context, const void *key, uint32_t id)
{
    const struct benchan_series *series = &((const struct builder *)context)->series[id];
    const struct series_key *wanted = key;
    return equals(series->benchmark, wanted->benchmark.string, wanted->benchmark.n) &&
           equals(series->recorded_unit, wanted->unit.string, wanted->unit.n) &&
           equals(series->package, wanted->package.string, wanted->package.n);
}

static bool same_benchmark(const void *context, const void *key, uint32_t id)
{
    const struct benchmark_key *have = &((const struct builder *)context)->benchmarks[id];
    const struct benchmark_key *wanted = key;
    return have->package == wanted->package && have->benchmark == wanted->benchmark;
}

/* The number of a (package, benchmark), whose strings are interned. */
static uint32_t number_benchmark(struct builder *builder, const char *package,
                                 const char *benchmark)
{
    const struct benchmark_key key = {package, benchmark};
    const uint64_t hash =
        table_hash(table_hash(3, &package, sizeof package), &benchmark, sizeof benchmark);
    const uint32_t found =
        table_find(&builder->benchmark_table, hash, same_benchmark, builder, &key);
    if (found != UINT32_MAX)
        return found;
    if (!room(builder, (void **)&builder->benchmarks, builder->n_benchmarks,
              &builder->benchmarks_capacity, sizeof *builder->benchmarks))
        return 0;
    if (!table_add(&builder->benchmark_table, hash, (uint32_t)builder->n_benchmarks)) {
        fail(builder);
        return 0;
    }
    builder->benchmarks[builder->n_benchmarks] = key;
    return (uint32_t)builder->n_benchmarks++;
}

static bool grow_series(struct builder *builder)
{
    if (builder->capture->n_series < builder->series_capacity)
        return true;
    const size_t capacity = next_capacity(builder->series_capacity);
    if (!resize((void **)&builder->series, capacity, sizeof *builder->series) ||
        !resize((void **)&builder->series_benchmark, capacity,
                sizeof *builder->series_benchmark) ||
        !resize((void **)&builder->series_after, capacity, sizeof *builder->series_after)) {
        fail(builder);
        return false;
    }
    builder->series_capacity = capacity;
    return true;
}

static uint32_t new_series(struct builder *builder, const struct series_key *key, uint64_t hash)
{
    const size_t n = builder->capture->n_series;
    struct benchan_series series = {
        .package = builder_intern(builder, key->package.string, key->package.n),
        .benchmark = builder_intern(builder, key->benchmark.string, key->benchmark.n),
        .recorded_unit = builder_intern(builder, key->unit.string, key->unit.n),
    };
    const struct benchan_unit unit = benchan_unit_lookup(series.recorded_unit);
    series.unit = builder_intern(builder, unit.base, strlen(unit.base));
    series.scale = unit.scale;
    series.quantity = unit.quantity;
    series.better = unit.better;
    const uint32_t benchmark = number_benchmark(builder, series.package, series.benchmark);
    if (n >= BENCHAN_NONE)
        fail_limit(builder, "series");
    if (builder_failed(builder) || !grow_series(builder))
        return 0;
    if (!table_add(&builder->series_table, hash, (uint32_t)n)) {
        fail(builder);
        return 0;
    }
    builder->series[n] = series;
    builder->series_benchmark[n] = benchmark;
    builder->series_after[n] = BENCHAN_NONE;
    builder->capture->n_series++;
    return (uint32_t)n;
}

static bool is_utf8(struct string_key key)
{
    return utf8_valid(key.string, key.n) == key.n;
}

static uint32_t escaped_series(struct builder *builder, const struct series_key *key)
{
    const char *package = builder_intern(builder, key->package.string, key->package.n);
    const char *benchmark = builder_intern(builder, key->benchmark.string, key->benchmark.n);
    const char *unit = builder_intern(builder, key->unit.string, key->unit.n);
    return builder_series(builder, package, strlen(package), benchmark, strlen(benchmark), unit,
                          strlen(unit));
}

/* Looks the series up, or makes it. */
static uint32_t find_series(struct builder *builder, struct series_key key)
{
    key.package = up_to_nul(key.package.string, key.package.n);
    key.benchmark = up_to_nul(key.benchmark.string, key.benchmark.n);
    key.unit = up_to_nul(key.unit.string, key.unit.n);
    uint64_t hash = table_hash(2, key.package.string, key.package.n);
    hash = table_hash(hash, key.benchmark.string, key.benchmark.n);
    hash = table_hash(hash, key.unit.string, key.unit.n);
    const uint32_t found = table_find(&builder->series_table, hash, same_series, builder, &key);
    if (found != UINT32_MAX)
        return found;
    if (!is_utf8(key.package) || !is_utf8(key.benchmark) || !is_utf8(key.unit))
        return escaped_series(builder, &key);
    return new_series(builder, &key, hash);
}

/*
 * Files name their series in the same order again and again, so the one that
 * came next the last time is looked at first.
 */
uint32_t builder_series(struct builder *builder, const char *package, size_t package_n,
                        const char *benchmark, size_t benchmark_n, const char *unit,
                        size_t unit_n)
{
    if (builder_failed(builder))
        return 0;
    const struct series_key key = {
        {package, package_n}, {benchmark, benchmark_n}, {unit, unit_n}};
    uint32_t *after = builder->last_series == BENCHAN_NONE
                          ? NULL
                          : &builder->series_after[builder->last_series];
    if (after && *after != BENCHAN_NONE && same_series(builder, &key, *after))
        return builder->last_series = *after;
    const uint32_t last = builder->last_series;
    const uint32_t found = find_series(builder, key);
    if (builder_failed(builder))
        return 0;
    if (last != BENCHAN_NONE)
        builder->series_after[last] = found;
    return builder->last_series = found;
}

struct benchan_series *builder_series_at(struct builder *builder, uint32_t series)
{
    if (series >= builder->capture->n_series)
        return &builder->harmless_series;
    return &builder->series[series];
}

void builder_value(struct builder *builder, uint32_t series, uint32_t row, double value,
                   int decimals)
{
    if (builder_failed(builder))
        return;
    if (!value_log_add(&builder->values, series, row, value, (int16_t)decimals))
        fail(builder);
    else
        builder->series[series].n++;
}

void builder_settle_values(struct builder *builder)
{
    struct benchan_capture *capture = builder->capture;
    if (builder_failed(builder) || builder->settled)
        return;
    builder->settled = true;
    if (!value_log_settle(&builder->values, builder->arena, builder->series, capture->n_series,
                          builder->series_benchmark, capture->rows.index))
        fail(builder);
}

/* --------------------------------------------------------------------- notes */

/* At most `n` bytes, and no half character at the end. */
static size_t cut_text(const char *text, size_t n, size_t most)
{
    if (n <= most)
        return n;
    n = most;
    while (n && ((unsigned char)text[n] & 0xc0) == 0x80)
        n--;
    return n;
}

void builder_note(struct builder *builder, enum benchan_note_code code, size_t line,
                  const char *text, size_t n)
{
    if (builder_failed(builder))
        return;
    if (code == BENCHAN_NOTE_UNKNOWN_LINE && builder->unknown_notes++ >= MAX_UNKNOWN_NOTES)
        return;
    const char *interned = builder_intern(builder, text, cut_text(text, n, 400));
    if (!room(builder, (void **)&builder->notes, builder->capture->n_notes,
              &builder->notes_capacity, sizeof *builder->notes))
        return;
    builder->notes[builder->capture->n_notes++] =
        (struct benchan_note){.code = code, .line = line, .text = interned};
}

/* -------------------------------------------------------------------- finish */

static void trim_notes(struct builder *builder, size_t most)
{
    struct benchan_capture *capture = builder->capture;
    size_t kept = 0, unknown = 0;
    for (size_t i = 0; i < capture->n_notes; i++) {
        if (builder->notes[i].code == BENCHAN_NOTE_UNKNOWN_LINE && unknown++ >= most)
            continue;
        builder->notes[kept++] = builder->notes[i];
    }
    capture->n_notes = kept;
}

static const char *find_fact(const struct benchan_fact *facts, size_t n, const char *key)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(facts[i].key, key) == 0)
            return facts[i].value;
    }
    return NULL;
}

static void apply_block_key(struct builder *builder, const char *key)
{
    for (size_t i = 0; i < builder->capture->n_processes; i++) {
        struct benchan_process *process = &builder->processes[i];
        const char *value = find_fact(process->labels, process->n_labels, key);
        if (!value)
            value = find_fact(process->facts, process->n_facts, key);
        if (value)
            process->block = value;
    }
}

/* Interned strings: equal means the same pointer. */
static bool in_every_process(const struct builder *builder, struct benchan_fact fact)
{
    for (size_t i = 1; i < builder->capture->n_processes; i++) {
        const struct benchan_process *process = &builder->processes[i];
        size_t at = 0;
        while (at < process->n_facts && process->facts[at].key != fact.key)
            at++;
        if (at == process->n_facts || process->facts[at].value != fact.value)
            return false;
    }
    return true;
}

static void remove_fact(struct benchan_process *process, const char *key)
{
    struct benchan_fact *facts = (struct benchan_fact *)process->facts;
    size_t kept = 0;
    for (size_t i = 0; i < process->n_facts; i++) {
        if (facts[i].key != key)
            facts[kept++] = facts[i];
    }
    process->n_facts = kept;
}

/* What all processes say, the capture says once. */
static void hoist_facts(struct builder *builder)
{
    struct benchan_capture *capture = builder->capture;
    if (!capture->n_processes)
        return;
    for (size_t i = 0; i < builder->processes[0].n_facts;) {
        const struct benchan_fact fact = builder->processes[0].facts[i];
        if (!in_every_process(builder, fact)) {
            i++;
            continue;
        }
        append_fact(builder, &capture->facts, &capture->n_facts, fact);
        for (size_t process = 0; process < capture->n_processes; process++)
            remove_fact(&builder->processes[process], fact.key);
    }
}

static bool same_labels(const struct benchan_process *a, const struct benchan_process *b)
{
    if (a->n_labels != b->n_labels)
        return false;
    for (size_t i = 0; i < a->n_labels; i++) {
        const char *value = find_fact(b->labels, b->n_labels, a->labels[i].key);
        if (!value || strcmp(value, a->labels[i].value) != 0)
            return false;
    }
    return true;
}

/* `from` becomes part of `into`: what they do not share is no longer known. */
static void absorb(struct benchan_process *into, const struct benchan_process *from)
{
    if (into->start == BENCHAN_NO_TIME || from->start == BENCHAN_NO_TIME)
        into->start = BENCHAN_NO_TIME;
    else if (from->start < into->start)
        into->start = from->start;
    if (into->end == BENCHAN_NO_TIME || from->end == BENCHAN_NO_TIME)
        into->end = BENCHAN_NO_TIME;
    else if (from->end > into->end)
        into->end = from->end;
    into->name = NULL;
    into->block = into->block == from->block ? into->block : NULL;
    into->build = into->build == from->build ? into->build : NULL;
    into->setup = into->setup == from->setup ? into->setup : NULL;
    into->session = into->session == from->session ? into->session : NULL;
    for (size_t i = 0; i < into->n_facts;) {
        const struct benchan_fact fact = into->facts[i];
        const char *other = find_fact(from->facts, from->n_facts, fact.key);
        if (other && strcmp(other, fact.value) == 0)
            i++;
        else
            remove_fact(into, fact.key);
    }
}

/*
 * --process file: one process, or one for each set of labels, since labels
 * tell the arms of a file apart.
 */
static void merge_processes(struct builder *builder)
{
    struct benchan_capture *capture = builder->capture;
    uint32_t *moved = malloc((capture->n_processes + 1) * sizeof *moved);
    if (!moved) {
        fail(builder);
        return;
    }
    uint32_t kept = 0;
    for (size_t i = 0; i < capture->n_processes; i++) {
        uint32_t at = 0;
        while (at < kept && !same_labels(&builder->processes[at], &builder->processes[i]))
            at++;
        if (at == kept)
            builder->processes[kept++] = builder->processes[i];
        else
            absorb(&builder->processes[at], &builder->processes[i]);
        moved[i] = at;
    }
    capture->n_processes = kept;
    for (size_t row = 0; row < capture->rows.n; row++)
        capture->rows.process[row] = moved[capture->rows.process[row]];
    free(moved);
}

/* --process sample: every row is a process that keeps what its process knew. */
static void split_processes(struct builder *builder)
{
    struct benchan_capture *capture = builder->capture;
    struct benchan_rows *rows = &capture->rows;
    struct benchan_process *processes = NULL;
    if (!resize((void **)&processes, rows->n + 1, sizeof *processes)) {
        fail(builder);
        return;
    }
    for (size_t row = 0; row < rows->n; row++) {
        processes[row] = builder->processes[rows->process[row]];
        processes[row].name = NULL;
        processes[row].position = (double)row;
        if (rows->time && rows->time[row] != BENCHAN_NO_TIME) {
            processes[row].start = BENCHAN_NO_TIME;
            processes[row].end = rows->time[row];
        }
        rows->process[row] = (uint32_t)row;
    }
    free(builder->processes);
    builder->processes = processes;
    builder->processes_capacity = rows->n + 1;
    capture->n_processes = rows->n;
}

static void apply_override(struct builder *builder, enum benchan_process_override override)
{
    if (override == BENCHAN_PROCESS_AS_RECORDED)
        return;
    struct benchan_capture *capture = builder->capture;
    if (override == BENCHAN_PROCESS_IGNORE) {
        capture->process_basis = BENCHAN_PROCESS_UNKNOWN;
    } else {
        if (override == BENCHAN_PROCESS_FILE)
            merge_processes(builder);
        else
            split_processes(builder);
        capture->process_basis = BENCHAN_PROCESS_STATED;
    }
    const char *said = override == BENCHAN_PROCESS_FILE     ? "the whole file is one process"
                       : override == BENCHAN_PROCESS_SAMPLE ? "every row is a process"
                                                            : "processes are not known";
    builder_note(builder, BENCHAN_NOTE_PROCESS_STATED, 0, said, strlen(said));
}

/* Rows in order of their benchmark, those of one benchmark in recorded order. */
static uint32_t *sort_by_benchmark(const struct builder *builder, size_t *starts)
{
    const struct benchan_rows *rows = &builder->capture->rows;
    uint32_t *sorted = malloc((rows->n + 1) * sizeof *sorted);
    if (!sorted)
        return NULL;
    for (size_t row = 0; row < rows->n; row++) {
        if (rows->index[row] != BENCHAN_NONE)
            starts[rows->index[row] + 1]++;
    }
    for (size_t i = 0; i < builder->n_benchmarks; i++)
        starts[i + 1] += starts[i];
    for (size_t row = 0; row < rows->n; row++) {
        if (rows->index[row] != BENCHAN_NONE)
            sorted[starts[rows->index[row]]++] = (uint32_t)row;
    }
    /* Filling moved each start to the next one's place. */
    memmove(starts + 1, starts, builder->n_benchmarks * sizeof *starts);
    starts[0] = 0;
    return sorted;
}

struct place_count {
    uint32_t benchmark, count;
};

/* The place of each row among its benchmark's rows in its process. */
static void number_rows(struct builder *builder)
{
    struct benchan_rows *rows = &builder->capture->rows;
    size_t *starts = calloc(builder->n_benchmarks + 2, sizeof *starts);
    uint32_t *sorted = starts ? sort_by_benchmark(builder, starts) : NULL;
    struct place_count *counts = malloc((builder->capture->n_processes + 1) * sizeof *counts);
    if (sorted && counts) {
        for (size_t i = 0; i < builder->capture->n_processes; i++)
            counts[i] = (struct place_count){BENCHAN_NONE, 0};
        for (uint32_t b = 0; b < builder->n_benchmarks; b++) {
            for (size_t i = starts[b]; i < starts[b + 1]; i++) {
                struct place_count *count = &counts[rows->process[sorted[i]]];
                if (count->benchmark != b)
                    *count = (struct place_count){b, 0};
                rows->index[sorted[i]] = count->count++;
            }
        }
        for (size_t row = 0; row < rows->n; row++) {
            if (rows->index[row] == BENCHAN_NONE)
                rows->index[row] = 0;
        }
    } else {
        fail(builder);
    }
    free(starts);
    free(sorted);
    free(counts);
}

static void shrink(void **array, size_t n, size_t item)
{
    if (*array && n)
        resize(array, n, item); /* keeping the spare room is no failure */
}

static void shrink_columns(struct builder *builder)
{
    struct benchan_rows *rows = &builder->capture->rows;
    shrink((void **)&rows->process, rows->n, sizeof *rows->process);
    shrink((void **)&rows->index, rows->n, sizeof *rows->index);
    shrink((void **)&rows->iterations, rows->n, sizeof *rows->iterations);
    shrink((void **)&rows->time, rows->n, sizeof *rows->time);
}

/* The last net under the importers, which know the place in the file. */
static enum benchan_status check_series(const struct benchan_capture *capture,
                                        const struct benchan_series *series,
                                        struct benchan_error *error)
{
    const bool positive =
        (series->quantity == BENCHAN_TIME || series->quantity == BENCHAN_RATE) &&
        !series->derived;
    for (size_t i = 0; i < series->n; i++) {
        if (isfinite(series->values[i]) && (!positive || series->values[i] > 0))
            continue;
        return benchan_fail(error, BENCHAN_BAD_INPUT, capture->path, 0, 0,
                            "take the value out, or record it again",
                            "%s: value %zu in %s is %g, which is no %s", series->benchmark,
                            i + 1, series->recorded_unit, series->values[i],
                            !positive                          ? "measured value"
                            : series->quantity == BENCHAN_TIME ? "time"
                                                               : "rate");
    }
    return BENCHAN_OK;
}

static enum benchan_status check_capture(const struct builder *builder,
                                         struct benchan_error *error)
{
    const struct benchan_capture *capture = builder->capture;
    if (builder->failure == BENCHAN_NO_MEMORY)
        return benchan_fail_memory(error);
    if (builder->failure == BENCHAN_LIMIT)
        return benchan_fail(error, BENCHAN_LIMIT, capture->path, 0, 0,
                            "split the file into several", "too many %s", builder->limit);
    for (size_t i = 0; i < capture->n_series; i++) {
        const enum benchan_status status = check_series(capture, &capture->series[i], error);
        if (status != BENCHAN_OK)
            return status;
    }
    if (!benchan_capture_samples(capture) && !capture->summary_only)
        return benchan_fail(error, BENCHAN_BAD_INPUT, capture->path, 0, 0,
                            "check that the benchmarks ran and that their output is in it",
                            "the file holds no measured sample");
    return BENCHAN_OK;
}

enum benchan_status builder_finish(struct builder *builder, const struct builder_wishes *wishes,
                                   struct benchan_capture **capture,
                                   struct benchan_error *error)
{
    static const struct builder_wishes none = {0};
    if (!builder)
        return benchan_fail_memory(error);
    if (!wishes)
        wishes = &none;
    builder_settle_values(builder);
    if (!builder_failed(builder) && wishes->block_key)
        apply_block_key(builder, wishes->block_key);
    /* Before processes are split: split ones share their facts' memory. */
    if (!builder_failed(builder))
        hoist_facts(builder);
    if (!builder_failed(builder))
        apply_override(builder, wishes->process);
    if (!builder_failed(builder))
        number_rows(builder);
    if (!builder_failed(builder)) {
        trim_notes(builder, wishes->max_notes ? wishes->max_notes : DEFAULT_NOTES);
        shrink_columns(builder);
    }
    hand_over(builder);
    const enum benchan_status status = check_capture(builder, error);
    if (status != BENCHAN_OK) {
        builder_discard(builder);
        return status;
    }
    *capture = builder->capture;
    free_scaffold(builder);
    return BENCHAN_OK;
}
