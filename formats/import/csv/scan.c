/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/csv/scan.h"

#include <stdlib.h>
#include <string.h>

#include "formats/model/keys.h"

/* What one pass over the records gathers. */
struct pass {
    struct csv_scan *scan;
    const struct csv_layout *layout;
    size_t column; /* of order or time; CSV_NO_COLUMN none */
    bool timed;
    size_t capacity;
    bool ascending;
    struct csv_keys benchmarks, trials; /* trials: of a benchmark */
    uint32_t *current;                  /* trial each benchmark is in */
    size_t current_capacity;
    struct csv_keys processes, texts;
    uint32_t *labels; /* text of each label, by process */
    size_t labels_capacity;
    struct benchan_text key;
};

int64_t csv_sortable(double value)
{
    int64_t bits;
    if (value == 0)
        value = 0; /* -0 is 0 */
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? INT64_MIN - bits : bits;
}

static bool follows_processes(const struct csv_layout *layout)
{
    return layout->flavour == CSV_PLAIN && layout->count[CSV_ROLE_PROCESS] > 0 &&
           (layout->count[CSV_ROLE_LABEL] > 1 || layout->count[CSV_ROLE_BLOCK] > 0);
}

bool csv_scan_needed(const struct csv_layout *layout)
{
    return layout->count[CSV_ROLE_TIME] > 0 || layout->count[CSV_ROLE_ORDER] > 0 ||
           layout->trial_blocks || follows_processes(layout) ||
           layout->flavour == CSV_BENCHMARKDOTNET;
}

enum csv_stage csv_record_stage(const struct csv_reader *reader,
                                const struct csv_layout *layout)
{
    char stage[64] = "";
    size_t at = 0;
    for (size_t i = 0; i < layout->count[CSV_ROLE_STAGE] && at < sizeof stage; i++)
        at += (size_t)benchan_snprintf(
            stage + at, sizeof stage - at, "%s",
            csv_reader_cell(reader, csv_layout_column(layout, CSV_ROLE_STAGE, i)));
    if (strcmp(stage, "Result") == 0 || strcmp(stage, "WorkloadResult") == 0)
        return CSV_STAGE_RESULT;
    if (strcmp(stage, "MainTarget") == 0 || strcmp(stage, "WorkloadActual") == 0)
        return CSV_STAGE_ACTUAL;
    if (strcmp(stage, "MainWarmup") == 0 || strcmp(stage, "WorkloadWarmup") == 0)
        return CSV_STAGE_WARMUP;
    return CSV_STAGE_CALIBRATION;
}

static enum benchan_status cell_fault(const struct csv_reader *reader, size_t index,
                                      const char *mend, const char *what,
                                      struct benchan_error *error)
{
    size_t line, column;
    csv_reader_position(reader, index, &line, &column);
    return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, line, column, mend,
                        "`%.60s` is no %s", csv_reader_cell(reader, index), what);
}

static enum benchan_status read_time(struct pass *pass, const struct csv_reader *reader,
                                     int64_t *key, struct benchan_error *error)
{
    bool zoned;
    if (!csv_time(csv_reader_cell(reader, pass->column), reader->cells[pass->column].n, key,
                  &zoned))
        return cell_fault(reader, pass->column, "write times as 2026-11-30T21:17:27Z", "time",
                          error);
    if (pass->scan->n > 0 && zoned != pass->scan->zoned)
        return cell_fault(reader, pass->column, "give every time an offset, or none",
                          "time of the kind of those above it", error);
    pass->scan->zoned = zoned;
    return BENCHAN_OK;
}

static enum benchan_status read_key(struct pass *pass, const struct csv_reader *reader,
                                    int64_t *key, struct benchan_error *error)
{
    double value;
    if (pass->timed)
        return read_time(pass, reader, key, error);
    if (!csv_number(csv_reader_cell(reader, pass->column), reader->cells[pass->column].n,
                    reader->separator, &value, NULL))
        return cell_fault(reader, pass->column,
                          "number the order, or use --csv ignore=COLUMN to pass over it",
                          "number", error);
    *key = csv_sortable(value);
    return BENCHAN_OK;
}

static bool keep_place(struct pass *pass, const struct csv_place *place)
{
    struct csv_scan *scan = pass->scan;
    if (scan->n == pass->capacity) {
        if (pass->capacity > SIZE_MAX / 4 / sizeof *scan->places)
            return false;
        const size_t capacity = pass->capacity ? pass->capacity * 2 : 1024;
        struct csv_place *larger = realloc(scan->places, capacity * sizeof *larger);
        if (!larger)
            return false;
        scan->places = larger;
        pass->capacity = capacity;
    }
    if (scan->n > 0 && place->key < scan->places[scan->n - 1].key)
        pass->ascending = false;
    scan->places[scan->n++] = *place;
    return true;
}

static void join_cells(struct pass *pass, const struct csv_reader *reader, enum csv_role role)
{
    for (size_t i = 0; i < pass->layout->count[role]; i++) {
        const size_t column = csv_layout_column(pass->layout, role, i);
        benchan_text_bytes(&pass->key, csv_reader_cell(reader, column),
                           reader->cells[column].n);
        benchan_text_bytes(&pass->key, "\x1f", 1);
    }
}

static bool keep_current(struct pass *pass, uint32_t benchmark, uint32_t trial)
{
    if (benchmark >= pass->current_capacity) {
        const size_t capacity = ((size_t)benchmark + 8) * 2;
        uint32_t *larger = realloc(pass->current, capacity * sizeof *larger);
        if (!larger)
            return false;
        pass->current = larger;
        pass->current_capacity = capacity;
    }
    pass->current[benchmark] = trial;
    return true;
}

/* A round's records lie together; a mere counter starts again for each arm. */
static bool follow_trial(struct pass *pass, const struct csv_reader *reader)
{
    benchan_text_clear(&pass->key);
    join_cells(pass, reader, CSV_ROLE_PACKAGE);
    join_cells(pass, reader, CSV_ROLE_BENCHMARK);
    const size_t known_benchmarks = pass->benchmarks.n, known_trials = pass->trials.n;
    const uint32_t benchmark =
        csv_keys_number(&pass->benchmarks, benchan_text_get(&pass->key), pass->key.size);
    join_cells(pass, reader, CSV_ROLE_BLOCK);
    const uint32_t trial =
        csv_keys_number(&pass->trials, benchan_text_get(&pass->key), pass->key.size);
    if (pass->key.failed || benchmark == UINT32_MAX || trial == UINT32_MAX)
        return false;
    if (benchmark < known_benchmarks && trial < known_trials &&
        pass->current[benchmark] != trial)
        pass->scan->trials_apart = true;
    return keep_current(pass, benchmark, trial);
}

static bool reserve_labels(struct pass *pass, size_t n)
{
    if (n <= pass->labels_capacity)
        return true;
    if (n > SIZE_MAX / 4 / sizeof *pass->labels)
        return false;
    uint32_t *larger = realloc(pass->labels, n * 2 * sizeof *larger);
    if (!larger)
        return false;
    pass->labels = larger;
    pass->labels_capacity = n * 2;
    return true;
}

/* Compares a text with the one its process had before, and sets *varies where it differs. */
static bool follow_text(struct pass *pass, uint32_t *last, bool known, const char *text,
                        size_t n, bool *varies)
{
    const uint32_t number = csv_keys_number(&pass->texts, text, n);
    if (known && *last != number)
        *varies = true;
    *last = number;
    return number != UINT32_MAX;
}

/* Which labels, and whether blocks, change from one record of a process to another. */
static bool follow_process(struct pass *pass, const struct csv_reader *reader)
{
    const struct csv_layout *layout = pass->layout;
    const size_t labels = layout->count[CSV_ROLE_LABEL], processes = pass->processes.n;
    benchan_text_clear(&pass->key);
    join_cells(pass, reader, CSV_ROLE_PROCESS);
    join_cells(pass, reader, CSV_ROLE_SESSION);
    const uint32_t process =
        csv_keys_number(&pass->processes, benchan_text_get(&pass->key), pass->key.size);
    if (pass->key.failed || process == UINT32_MAX ||
        !reserve_labels(pass, ((size_t)process + 1) * (labels + 1)))
        return false;
    uint32_t *last = &pass->labels[process * (labels + 1)]; /* behind the labels, the block */
    bool followed = true;
    for (size_t i = 0; i < labels; i++) {
        const size_t column = csv_layout_column(layout, CSV_ROLE_LABEL, i);
        followed = followed && follow_text(pass, &last[i], process < processes,
                                           csv_reader_cell(reader, column),
                                           reader->cells[column].n, &pass->scan->varies[i]);
    }
    benchan_text_clear(&pass->key);
    join_cells(pass, reader, CSV_ROLE_BLOCK);
    return followed && !pass->key.failed &&
           follow_text(pass, &last[labels], process < processes, benchan_text_get(&pass->key),
                       pass->key.size, &pass->scan->blocks_inside);
}

static enum benchan_status scan_record(struct pass *pass, const struct csv_reader *reader,
                                       struct benchan_error *error)
{
    struct csv_place place = {reader->begin, reader->record_line, 0};
    if (pass->column != CSV_NO_COLUMN) {
        const enum benchan_status status = read_key(pass, reader, &place.key, error);
        if (status != BENCHAN_OK)
            return status;
        if (!keep_place(pass, &place))
            return benchan_fail_memory(error);
    }
    if (follows_processes(pass->layout) && !follow_process(pass, reader))
        return benchan_fail_memory(error);
    if (pass->layout->trial_blocks && !follow_trial(pass, reader))
        return benchan_fail_memory(error);
    if (pass->layout->flavour == CSV_BENCHMARKDOTNET &&
        csv_record_stage(reader, pass->layout) == CSV_STAGE_RESULT)
        pass->scan->has_result_stage = true;
    return BENCHAN_OK;
}

static enum benchan_status scan_records(struct pass *pass, struct csv_reader *reader,
                                        struct benchan_error *error)
{
    for (;;) {
        bool more;
        enum benchan_status status = csv_reader_next(reader, &more, error);
        if (status == BENCHAN_OK && !more)
            return BENCHAN_OK;
        if (status == BENCHAN_OK)
            status = csv_layout_check(pass->layout, reader, error);
        if (status == BENCHAN_OK)
            status = scan_record(pass, reader, error);
        /* A last record without its newline is judged when it is read. */
        if (status == BENCHAN_BAD_INPUT && !reader->terminated) {
            const struct csv_place cut = {reader->begin, reader->record_line, INT64_MAX};
            const bool kept = pass->column == CSV_NO_COLUMN || keep_place(pass, &cut);
            return kept ? BENCHAN_OK : benchan_fail_memory(error);
        }
        if (status != BENCHAN_OK)
            return status;
    }
}

static int by_key(const void *a, const void *b)
{
    const struct csv_place *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return left->at < right->at ? -1 : left->at > right->at;
}

/*
 * Times and counters that never repeat put the records in order. A counter
 * that starts again says nothing across its groups, so the file's order stays.
 */
static void settle_order(struct pass *pass)
{
    struct csv_scan *scan = pass->scan;
    bool distinct = true;
    if (!pass->ascending) {
        qsort(scan->places, scan->n, sizeof *scan->places, by_key);
        for (size_t i = 1; i < scan->n && distinct; i++)
            distinct = scan->places[i - 1].key != scan->places[i].key;
    }
    if (pass->ascending || (!pass->timed && !distinct)) {
        free(scan->places);
        scan->places = NULL;
    }
}

enum benchan_status csv_scan_run(struct csv_scan *scan, struct csv_reader *reader,
                                 const struct csv_layout *layout, struct benchan_error *error)
{
    const size_t time = csv_layout_single(layout, CSV_ROLE_TIME);
    struct pass pass = {
        .scan = scan, .layout = layout, .timed = time != CSV_NO_COLUMN, .ascending = true};
    pass.column = pass.timed ? time : csv_layout_single(layout, CSV_ROLE_ORDER);
    if (layout->flavour == CSV_BENCHMARKDOTNET)
        pass.column = CSV_NO_COLUMN;
    *scan = (struct csv_scan){0};
    scan->varies = calloc(layout->count[CSV_ROLE_LABEL] + 1, sizeof *scan->varies);
    const enum benchan_status status =
        scan->varies ? scan_records(&pass, reader, error) : benchan_fail_memory(error);
    if (status == BENCHAN_OK && pass.column != CSV_NO_COLUMN)
        settle_order(&pass);
    csv_keys_free(&pass.benchmarks);
    csv_keys_free(&pass.trials);
    csv_keys_free(&pass.processes);
    csv_keys_free(&pass.texts);
    free(pass.labels);
    free(pass.current);
    benchan_text_free(&pass.key);
    return status;
}

void csv_scan_drop_labels(struct csv_scan *scan, struct csv_layout *layout)
{
    const size_t labels = layout->count[CSV_ROLE_LABEL];
    size_t varying = 0;
    for (size_t i = 0; i < labels && scan->varies; i++)
        varying += scan->varies[i];
    if (varying < 2)
        return;
    for (size_t i = 0; i < labels; i++) {
        struct csv_column *column =
            &layout->columns[csv_layout_column(layout, CSV_ROLE_LABEL, i)];
        if (!scan->varies[i] || !column->leftover)
            continue;
        column->role = CSV_ROLE_NONE;
        scan->labels_vary = true;
    }
    csv_layout_index(layout);
}

void csv_scan_free(struct csv_scan *scan)
{
    free(scan->varies);
    free(scan->places);
    *scan = (struct csv_scan){0};
}
