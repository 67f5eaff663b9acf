/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/csv/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ one value */

static enum benchan_status cell_fault(const struct csv_build *build, size_t index,
                                      const char *mend, const char *what,
                                      struct benchan_error *error)
{
    size_t line, column;
    csv_reader_position(&build->reader, index, &line, &column);
    return benchan_fail(error, BENCHAN_BAD_INPUT, build->input->path, line, column, mend,
                        "`%.60s` %s", csv_reader_cell(&build->reader, index), what);
}

static bool starts_fold(const char *cell, const char *word)
{
    cell += *cell == '-' || *cell == '+';
    for (; *word; word++, cell++) {
        const char lower = *cell >= 'A' && *cell <= 'Z' ? (char)(*cell - 'A' + 'a') : *cell;
        if (lower != *word)
            return false;
    }
    return true;
}

static bool looks_overflown(const char *cell)
{
    return *cell != '\0' && cell[strspn(cell, "+-0123456789.eE")] == '\0' &&
           cell[strcspn(cell, "0123456789")] != '\0';
}

static enum benchan_status not_a_number(const struct csv_build *build, size_t index,
                                        struct benchan_error *error)
{
    const char *cell = csv_reader_cell(&build->reader, index);
    if (starts_fold(cell, "nan") || starts_fold(cell, "inf"))
        return cell_fault(build, index, "leave the cell empty where nothing was measured",
                          "is no measurement", error);
    if (strchr(cell, ',') && strchr(cell, '.'))
        return cell_fault(build, index, "write numbers without marks between thousands",
                          "is no number that can be read one way only", error);
    if (strchr(cell, ','))
        return cell_fault(build, index, "write a decimal point, or separate the cells with ';'",
                          "is no number where the comma separates cells", error);
    if (looks_overflown(cell))
        return cell_fault(build, index, "check what wrote it", "does not fit a number", error);
    return cell_fault(build, index,
                      "values are plain numbers; the unit belongs into the header (time_ms)",
                      "is no number", error);
}

/* R writes NA for what is missing; NaN is a computed value and an error. */
static bool is_missing(const char *cell)
{
    return *cell == '\0' || strcmp(cell, "NA") == 0;
}

static enum benchan_status read_iterations(struct csv_build *build, double *iterations,
                                           struct benchan_error *error)
{
    const size_t index = csv_layout_single(&build->layout, CSV_ROLE_ITERATIONS);
    *iterations = NAN;
    if (index == CSV_NO_COLUMN || is_missing(csv_reader_cell(&build->reader, index)))
        return BENCHAN_OK;
    if (!csv_number(csv_reader_cell(&build->reader, index), build->reader.cells[index].n,
                    build->reader.separator, iterations, NULL) ||
        !(*iterations > 0))
        return cell_fault(build, index, "a sample takes at least one iteration",
                          "is no number of iterations", error);
    return BENCHAN_OK;
}

static enum benchan_status read_value(struct csv_build *build, size_t i, double iterations,
                                      struct benchan_error *error)
{
    const size_t index = csv_layout_column(&build->layout, CSV_ROLE_VALUE, i);
    const char *cell = csv_reader_cell(&build->reader, index);
    build->parsed[i] = NAN;
    if (is_missing(cell))
        return BENCHAN_OK;
    if (!csv_number(cell, build->reader.cells[index].n, build->reader.separator,
                    &build->parsed[i], &build->decimals[i]))
        return not_a_number(build, index, error);
    if (build->layout.flavour == CSV_CRITERION) {
        if (isnan(iterations))
            return cell_fault(build, index, "fill in iteration_count",
                              "has no number of iterations", error);
        build->parsed[i] /= iterations;
        build->decimals[i] = BENCHAN_BINARY;
    }
    return BENCHAN_OK;
}

/* Durations and rates are above zero; a count may be what it likes. */
static enum benchan_status check_value(const struct csv_build *build, size_t i, uint32_t series,
                                       struct benchan_error *error)
{
    const struct benchan_series *at = builder_series_at(build->builder, series);
    const size_t index = csv_layout_column(&build->layout, CSV_ROLE_VALUE, i);
    const bool duration = at->quantity == BENCHAN_TIME || at->quantity == BENCHAN_RATE ||
                          csv_is_time_name(build->layout.columns[index].key);
    if (build->parsed[i] > 0 || !duration || builder_failed(build->builder))
        return BENCHAN_OK;
    return cell_fault(build, index,
                      "take a finer clock or more iterations; leave the cell empty where "
                      "nothing was measured",
                      at->quantity == BENCHAN_RATE ? "is no rate: it must be above 0"
                                                   : "is no duration: it must be above 0",
                      error);
}

/* -------------------------------------------------------------------- courses */

static struct csv_course *find_course(struct csv_build *build, uint32_t series,
                                      uint32_t process)
{
    const uint32_t key[2] = {series, build->process_arms[process]};
    const size_t known = build->courses.n;
    const uint32_t number = csv_keys_number(&build->courses, key, sizeof key);
    if (number == UINT32_MAX)
        return NULL;
    if (number >= build->courses_capacity) {
        const size_t capacity = ((size_t)number + 8) * 2;
        struct csv_course *larger = realloc(build->course, capacity * sizeof *larger);
        if (!larger)
            return NULL;
        build->course = larger;
        build->courses_capacity = capacity;
    }
    if (build->courses.n > known)
        build->course[number] = (struct csv_course){0};
    return &build->course[number];
}

static double order_cell(const struct csv_build *build)
{
    const size_t index = csv_layout_single(&build->layout, CSV_ROLE_ORDER);
    double value = NAN;
    if (index != CSV_NO_COLUMN)
        csv_number(csv_reader_cell(&build->reader, index), build->reader.cells[index].n,
                   build->reader.separator, &value, NULL);
    return value;
}

/* Follows whether values come sorted, and whether the order column goes down. */
static bool follow(struct csv_build *build, uint32_t series, uint32_t process, double value,
                   double order, double iterations)
{
    struct csv_course *course = find_course(build, series, process);
    if (!course)
        return false;
    if (course->n > 0) {
        course->rises += value > course->last_value;
        course->falls += value < course->last_value;
        build->order_broken = build->order_broken || order < course->last_order;
        build->tied =
            build->tied || iterations < course->iterations || iterations > course->iterations;
    }
    *course = (struct csv_course){value,         order,         iterations,
                                  course->rises, course->falls, course->n + 1};
    return true;
}

/* ----------------------------------------------------------------- one record */

static int64_t record_time(const struct csv_build *build)
{
    const size_t index = csv_layout_single(&build->layout, CSV_ROLE_TIME);
    int64_t time;
    bool zoned;
    if (index == CSV_NO_COLUMN || !csv_time(csv_reader_cell(&build->reader, index),
                                            build->reader.cells[index].n, &time, &zoned))
        return BENCHAN_NO_TIME;
    return time;
}

static void extend_process(struct csv_build *build, uint32_t process, int64_t time)
{
    struct benchan_process *at = builder_process_at(build->builder, process);
    if (time == BENCHAN_NO_TIME)
        return;
    if (at->start == BENCHAN_NO_TIME || time < at->start)
        at->start = time;
    if (at->end == BENCHAN_NO_TIME || time > at->end)
        at->end = time;
}

static enum benchan_status add_value(struct csv_build *build, size_t i, uint32_t series,
                                     uint32_t process, uint32_t row, double iterations,
                                     struct benchan_error *error)
{
    if (builder_failed(build->builder))
        return BENCHAN_OK; /* builder_finish says why */
    builder_value(build->builder, series, row, build->parsed[i], build->decimals[i]);
    return follow(build, series, process, build->parsed[i], order_cell(build), iterations)
               ? BENCHAN_OK
               : benchan_fail_memory(error);
}

/* All values of the record are checked before the first is added. */
static enum benchan_status read_values(struct csv_build *build, double *iterations,
                                       size_t *filled, struct benchan_error *error)
{
    const size_t n = build->layout.count[CSV_ROLE_VALUE];
    enum benchan_status status = read_iterations(build, iterations, error);
    *filled = 0;
    for (size_t i = 0; i < n && status == BENCHAN_OK; i++) {
        status = read_value(build, i, *iterations, error);
        if (status != BENCHAN_OK || isnan(build->parsed[i]))
            continue;
        uint32_t series;
        ++*filled;
        status = csv_build_series(build, i, &series, error);
        if (status == BENCHAN_OK)
            status = check_value(build, i, series, error);
    }
    return status;
}

static enum benchan_status add_long(struct csv_build *build, double iterations,
                                    struct benchan_error *error)
{
    const int64_t time = record_time(build);
    uint32_t process, series;
    enum benchan_status status = csv_build_process(build, 0, &process, error);
    if (status != BENCHAN_OK)
        return status;
    extend_process(build, process, time);
    const uint32_t row = builder_row(build->builder, process, iterations, time);
    for (size_t i = 0; i < build->layout.count[CSV_ROLE_VALUE] && status == BENCHAN_OK; i++) {
        if (isnan(build->parsed[i]))
            continue;
        status = csv_build_series(build, i, &series, error);
        if (status == BENCHAN_OK)
            status = add_value(build, i, series, process, row, iterations, error);
    }
    return status;
}

/* Each cell is a record of its own: another arm. */
static enum benchan_status add_wide(struct csv_build *build, double iterations,
                                    struct benchan_error *error)
{
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < build->layout.count[CSV_ROLE_VALUE] && status == BENCHAN_OK; i++) {
        const size_t arm = csv_layout_column(&build->layout, CSV_ROLE_VALUE, i);
        uint32_t process, series;
        if (isnan(build->parsed[i]))
            continue;
        status = csv_build_process(build, arm, &process, error);
        if (status == BENCHAN_OK)
            status = csv_build_series(build, i, &series, error);
        if (status == BENCHAN_OK)
            status =
                add_value(build, i, series, process,
                          builder_row(build->builder, process, iterations, BENCHAN_NO_TIME),
                          iterations, error);
    }
    return status;
}

/* --------------------------------------------------------- what is no sample */

static bool is_true(const char *cell)
{
    return strcmp(cell, "1") == 0 || starts_fold(cell, "true") || starts_fold(cell, "yes");
}

static bool role_is_true(const struct csv_build *build, enum csv_role role)
{
    const size_t index = csv_layout_single(&build->layout, role);
    return index != CSV_NO_COLUMN && is_true(csv_reader_cell(&build->reader, index));
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), end_n = strlen(end);
    return n > end_n && strcmp(name + n - end_n, end) == 0;
}

static bool is_google_aggregate(const struct csv_build *build)
{
    static const char *const ends[] = {"_mean", "_median", "_stddev", "_cv",
                                       "_BigO", "_RMS",    NULL};
    if (build->layout.flavour != CSV_GOOGLE || build->layout.count[CSV_ROLE_BENCHMARK] == 0)
        return false;
    const char *name = csv_reader_cell(
        &build->reader, csv_layout_column(&build->layout, CSV_ROLE_BENCHMARK, 0));
    for (size_t i = 0; ends[i]; i++) {
        if (ends_with(name, ends[i]))
            return true;
    }
    return false;
}

static bool leave_out_stage(struct csv_build *build, struct benchan_left_out *left_out)
{
    if (build->layout.flavour != CSV_BENCHMARKDOTNET)
        return false;
    const enum csv_stage stage = csv_record_stage(&build->reader, &build->layout);
    const enum csv_stage wanted =
        build->scan.has_result_stage ? CSV_STAGE_RESULT : CSV_STAGE_ACTUAL;
    if (stage == wanted)
        return false;
    left_out->warmups += stage == CSV_STAGE_WARMUP;
    left_out->calibrations += stage == CSV_STAGE_CALIBRATION;
    build->other_stages += stage == CSV_STAGE_ACTUAL;
    return true;
}

static size_t filled_values(const struct csv_build *build)
{
    size_t n = 0;
    for (size_t i = 0; i < build->layout.count[CSV_ROLE_VALUE]; i++)
        n += build->reader.cells[csv_layout_column(&build->layout, CSV_ROLE_VALUE, i)].n > 0;
    return n;
}

static bool leave_out(struct csv_build *build)
{
    struct benchan_left_out *left_out = &builder_capture(build->builder)->left_out;
    if (leave_out_stage(build, left_out))
        return true;
    if (role_is_true(build, CSV_ROLE_WARMUP))
        left_out->warmups += filled_values(build);
    else if (role_is_true(build, CSV_ROLE_FAILED))
        left_out->failures++;
    else if (is_google_aggregate(build))
        left_out->aggregates++;
    else
        return false;
    return true;
}

static enum benchan_status read_record(struct csv_build *build, struct benchan_error *error)
{
    double iterations;
    size_t filled;
    enum benchan_status status = csv_layout_check(&build->layout, &build->reader, error);
    if (status != BENCHAN_OK || leave_out(build))
        return status;
    status = read_values(build, &iterations, &filled, error);
    if (status != BENCHAN_OK)
        return status;
    builder_capture(build->builder)->left_out.missing +=
        build->layout.count[CSV_ROLE_VALUE] - filled;
    if (filled == 0)
        return BENCHAN_OK;
    return build->layout.wide ? add_wide(build, iterations, error)
                              : add_long(build, iterations, error);
}

/* ---------------------------------------------------------------- all records */

static void note(struct csv_build *build, enum benchan_note_code code, size_t line,
                 const char *text)
{
    builder_note(build->builder, code, line, text, strlen(text));
}

/* A file that ends inside a record is cut; one that ends after it may be. */
static enum benchan_status judge_tail(struct csv_build *build, enum benchan_status status,
                                      struct benchan_error *error)
{
    const struct csv_reader *reader = &build->reader;
    if (status == BENCHAN_OK) {
        builder_note(build->builder, BENCHAN_NOTE_UNTERMINATED, reader->record_line,
                     build->input->data + reader->begin, reader->end - reader->begin);
        return status;
    }
    /* An open quote that swallowed whole lines is no cut: it hides what follows it. */
    if (status != BENCHAN_BAD_INPUT ||
        memchr(build->input->data + reader->begin, '\n', reader->end - reader->begin))
        return status;
    if (!build->input->options->partial) {
        if (error)
            benchan_snprintf(error->mend, sizeof error->mend,
                             "the file ends inside this record: recapture it, or accept the "
                             "whole ones with --partial");
        return status;
    }
    builder_capture(build->builder)->partial = true;
    note(build, BENCHAN_NOTE_PARTIAL, reader->record_line,
         "the file ends inside a record, which was left out");
    return BENCHAN_OK;
}

static enum benchan_status next_record(struct csv_build *build, size_t *place, bool *more,
                                       struct benchan_error *error)
{
    if (build->scan.places) {
        *more = *place < build->scan.n;
        if (!*more)
            return BENCHAN_OK;
        const struct csv_place *at = &build->scan.places[(*place)++];
        csv_reader_seek(&build->reader, at->at, at->line);
    }
    return csv_reader_next(&build->reader, more, error);
}

static bool prepare(struct csv_build *build)
{
    const size_t n = build->layout.count[CSV_ROLE_VALUE];
    build->recent = calloc(n + 1, sizeof *build->recent);
    build->parsed = calloc(n + 1, sizeof *build->parsed);
    build->decimals = calloc(n + 1, sizeof *build->decimals);
    return build->recent && build->parsed && build->decimals;
}

enum benchan_status csv_build_records(struct csv_build *build, struct benchan_error *error)
{
    size_t place = 0;
    if (!prepare(build))
        return benchan_fail_memory(error);
    for (;;) {
        bool more;
        enum benchan_status status = next_record(build, &place, &more, error);
        if (!more)
            return status;
        if (status == BENCHAN_OK)
            status = read_record(build, error);
        if (!build->reader.terminated)
            status = judge_tail(build, status, error);
        if (status != BENCHAN_OK)
            return status;
    }
}

/* ----------------------------------------------------------------- the whole */

enum { SORTED_FROM = 8 };

/* The first course of eight or more values that only rise, or only fall. */
static const struct csv_course *sorted_course(const struct csv_build *build, uint32_t *series)
{
    for (size_t i = 0; i < build->courses.n; i++) {
        const struct csv_course *course = &build->course[i];
        if (course->rises + course->falls < SORTED_FROM - 1 ||
            (course->rises > 0 && course->falls > 0))
            continue;
        memcpy(series, build->courses.keys[i].bytes, sizeof *series);
        return course;
    }
    return NULL;
}

static void lose_order(struct csv_build *build, const char *text)
{
    builder_capture(build->builder)->order = BENCHAN_ORDER_UNKNOWN;
    note(build, BENCHAN_NOTE_ORDER_LOST, 0, text);
}

static void settle_log_order(struct csv_build *build)
{
    char text[256];
    uint32_t series = 0;
    const struct csv_course *course = sorted_course(build, &series);
    if (!course)
        return;
    const char *name = builder_series_at(build->builder, series)->benchmark;
    benchan_snprintf(text, sizeof text,
                     "the %zu values of %.100s come sorted: the order of measurement is lost",
                     course->n, name ? name : "a series");
    lose_order(build, text);
}

static enum benchan_order first_order(const struct csv_build *build)
{
    const struct csv_layout *layout = &build->layout;
    if (layout->count[CSV_ROLE_TIME] > 0)
        return BENCHAN_ORDER_TIME;
    /* Nothing says that the cells of a row were measured together. */
    if (layout->wide && !layout->pair_rows && layout->count[CSV_ROLE_BLOCK] == 0)
        return BENCHAN_ORDER_UNKNOWN;
    if (layout->count[CSV_ROLE_ORDER] > 0)
        return BENCHAN_ORDER_COLUMN;
    return layout->flavour == CSV_GOOGLE ? BENCHAN_ORDER_UNKNOWN : BENCHAN_ORDER_LOG;
}

static void settle_order(struct csv_build *build)
{
    struct benchan_capture *capture = builder_capture(build->builder);
    capture->order = first_order(build);
    if (capture->order == BENCHAN_ORDER_TIME)
        capture->clock = build->scan.zoned ? BENCHAN_CLOCK_UTC : BENCHAN_CLOCK_LOCAL;
    else if (capture->order == BENCHAN_ORDER_COLUMN && build->order_broken)
        lose_order(build, "the order column goes down inside a series: the order of "
                          "measurement is not known");
    else if (build->layout.flavour == CSV_GOOGLE)
        lose_order(build, "Google Benchmark groups repetitions after it has run them");
    else if (build->layout.count[CSV_ROLE_ORDER] == 0 && build->layout.flavour == CSV_PLAIN)
        settle_log_order(build);
}

static void settle_flavour(struct csv_build *build)
{
    struct benchan_capture *capture = builder_capture(build->builder);
    char text[160];
    if (build->layout.flavour == CSV_GOOGLE)
        note(build, BENCHAN_NOTE_OTHER, 0, "real time was read; cpu time was not");
    if (build->layout.flavour == CSV_CRITERION && build->tied) {
        for (size_t i = 0; i < capture->n_series; i++)
            builder_series_at(build->builder, (uint32_t)i)->order_tied = true;
    }
    if (build->other_stages > 0 && build->scan.has_result_stage) {
        benchan_snprintf(text, sizeof text,
                         "%zu records hold the same samples before the overhead was taken "
                         "off: not counted again",
                         build->other_stages);
        note(build, BENCHAN_NOTE_OTHER, 0, text);
    }
}

static void note_units(struct csv_build *build)
{
    const struct csv_layout *layout = &build->layout;
    char text[256];
    for (size_t i = 0; i < layout->count[CSV_ROLE_VALUE] && !layout->wide; i++) {
        const struct csv_column *column =
            &layout->columns[csv_layout_column(layout, CSV_ROLE_VALUE, i)];
        if (column->unit || layout->fixed_unit || layout->count[CSV_ROLE_UNIT] > 0)
            continue;
        benchan_snprintf(text, sizeof text,
                         "column %.80s names no unit: its figures are compared as they "
                         "stand; --csv unit=ms, or a header such as time_ms, tells it",
                         column->name);
        note(build, BENCHAN_NOTE_OTHER, 0, text);
    }
}

/* A number with few values that nothing claimed may be a size or a thread count. */
static bool looks_like_parameter(const struct csv_column *column)
{
    return column->role == CSV_ROLE_NONE && !column->mapped && csv_column_numeric(column) &&
           column->distinct > 1 && column->distinct < CSV_MANY &&
           column->distinct * 2 <= column->filled && csv_aggregate_kind(column->stem) == 0;
}

static void note_parameters(struct csv_build *build)
{
    const struct csv_layout *layout = &build->layout;
    struct benchan_text text = {0};
    for (size_t i = 0; i < layout->n_columns && layout->flavour == CSV_PLAIN; i++) {
        if (looks_like_parameter(&layout->columns[i]))
            benchan_text_printf(&text, "%s%s", text.size ? ", " : "", layout->columns[i].name);
    }
    if (text.size > 0)
        benchan_text_string(&text, ": not used; where such a number tells benchmarks apart, "
                                   "name it: --csv benchmark=COLUMN+COLUMN");
    if (text.size > 0)
        builder_note(build->builder, BENCHAN_NOTE_OTHER, 0, text.data, text.size);
    if (text.failed)
        builder_fail_memory(build->builder);
    benchan_text_free(&text);
}

void csv_build_settle(struct csv_build *build)
{
    const struct csv_layout *layout = &build->layout;
    struct benchan_capture *capture = builder_capture(build->builder);
    const bool recorded = layout->count[CSV_ROLE_PROCESS] > 0 ||
                          layout->flavour == CSV_GOOGLE || layout->flavour == CSV_CRITERION;
    capture->process_basis = recorded ? BENCHAN_PROCESS_RECORDED : BENCHAN_PROCESS_UNKNOWN;
    settle_order(build);
    settle_flavour(build);
    note_units(build);
    note_parameters(build);
    if (layout->time_series)
        note(build, BENCHAN_NOTE_OTHER, 0,
             "one record a date: a history of different revisions, not repeated runs of one "
             "program");
    if (build->scan.trials_apart)
        note(build, BENCHAN_NOTE_OTHER, 0,
             "the numbers in `trial` return after others, so they were not taken as rounds; "
             "--block trial takes them so");
    if (build->scan.blocks_inside && !layout->blocks_stated)
        note(build, BENCHAN_NOTE_OTHER, 0,
             "blocks change inside a process, so they are its repetitions and no rounds of "
             "their own; --block COLUMN takes them as rounds");
    if (build->scan.labels_vary)
        note(build, BENCHAN_NOTE_OTHER, 0,
             "columns of text that change inside a process select nothing, lest one process "
             "count several times; --csv label=COLUMN makes one a label");
    if (layout->aggregates > 0)
        note(build, BENCHAN_NOTE_OTHER, 0,
             "columns of means, medians or spreads were left aside");
}

void csv_build_free(struct csv_build *build)
{
    for (size_t i = 0; build->recent && i < build->layout.count[CSV_ROLE_VALUE]; i++)
        benchan_text_free(&build->recent[i].name);
    free(build->recent);
    free(build->parsed);
    free(build->decimals);
    free(build->course);
    free(build->process_arms);
    csv_keys_free(&build->processes);
    csv_keys_free(&build->arms);
    csv_keys_free(&build->courses);
    benchan_text_free(&build->key);
    benchan_text_free(&build->name);
    benchan_text_free(&build->unit);
    csv_scan_free(&build->scan);
    csv_reader_close(&build->reader);
    arena_free(&build->arena);
}
