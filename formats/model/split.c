/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One arm out of a capture that holds several: a capture of its own, built
 * anew, in which places and sources stay visible across arms.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/sample.h"
#include "benchan/text.h"
#include "formats/model/builder.h"
#include "formats/text/find_word.h"

/* --------------------------------------------------------------------- arms */

/* What --by selects on: a label, or one of the fields every process has. */
static const char *arm_value(const struct benchan_process *process, const char *key)
{
    const char *label = benchan_process_label(process, key);
    if (label)
        return label;
    if (strcmp(key, "session") == 0)
        return process->session;
    if (strcmp(key, "build") == 0)
        return process->build;
    if (strcmp(key, "setup") == 0)
        return process->setup;
    return strcmp(key, "block") == 0 ? process->block : NULL;
}

static size_t add_value(const char **values, size_t n, size_t max, const char *value)
{
    for (size_t i = 0; i < n && i < max; i++) {
        if (strcmp(values[i], value) == 0)
            return n;
    }
    if (n < max)
        values[n] = value;
    return n + 1;
}

size_t benchan_capture_label_values(const struct benchan_capture *capture, const char *key,
                                    const char **values, size_t max)
{
    size_t n = 0;
    if (strcmp(key, "benchmark") == 0) {
        for (size_t i = 0; i < capture->n_series; i++)
            n = add_value(values, n, max, capture->series[i].benchmark);
        return n;
    }
    for (size_t i = 0; i < capture->n_processes; i++) {
        const char *value = arm_value(&capture->processes[i], key);
        if (value)
            n = add_value(values, n, max, value);
    }
    return n;
}

/* "key: a, b, c" of at most `max` values. */
static void list_values(const struct benchan_capture *capture, const char *key,
                        struct benchan_text *text)
{
    const char *values[6];
    const size_t max = sizeof values / sizeof *values;
    const size_t n = benchan_capture_label_values(capture, key, values, max);
    if (!n)
        return;
    benchan_text_printf(text, "%s%s: ", text->size ? "; " : "", key);
    for (size_t i = 0; i < n && i < max; i++)
        benchan_text_printf(text, "%s%s", i ? ", " : "", values[i]);
    if (n > max)
        benchan_text_string(text, ", ...");
}

static enum benchan_status no_such_arm(const struct benchan_capture *capture, const char *key,
                                       const char *value, struct benchan_error *error)
{
    struct benchan_text text = {0};
    const char *keys[16];
    size_t n = 0;
    for (size_t i = 0; i < capture->n_processes; i++) {
        const struct benchan_process *process = &capture->processes[i];
        for (size_t j = 0; j < process->n_labels && n < 16; j++)
            n = add_value(keys, n, 16, process->labels[j].key);
    }
    for (size_t i = 0; i < n && i < 16; i++)
        list_values(capture, keys[i], &text);
    static const char *const fields[] = {"session", "build", "setup", "block", "benchmark"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        list_values(capture, fields[i], &text);
    const enum benchan_status status = benchan_fail(
        error, BENCHAN_BAD_USAGE, capture->path, 0, 0, "choose one of them with --by",
        "nothing in the file has %s=%s; there is %s", key, value, benchan_text_get(&text));
    benchan_text_free(&text);
    return status;
}

static const char *copy_string(struct builder *builder, const char *string)
{
    return string ? builder_intern(builder, string, strlen(string)) : NULL;
}

static void copy_process(struct builder *builder, const struct benchan_process *from)
{
    const uint32_t process = builder_process(builder);
    struct benchan_process copy = {
        .name = copy_string(builder, from->name),
        .start = from->start,
        .end = from->end,
        .block = copy_string(builder, from->block),
        .build = copy_string(builder, from->build),
        .setup = copy_string(builder, from->setup),
        .session = copy_string(builder, from->session),
        .position = from->position,
    };
    *builder_process_at(builder, process) = copy;
    for (size_t i = 0; i < from->n_facts; i++)
        builder_process_fact(builder, process, from->facts[i].key, from->facts[i].value);
    for (size_t i = 0; i < from->n_labels; i++)
        builder_process_label(builder, process, from->labels[i].key, from->labels[i].value);
}

static void copy_head(struct builder *builder, const struct benchan_capture *from,
                      const char *key, const char *value)
{
    struct benchan_capture *capture = builder_capture(builder);
    struct benchan_text arm = {0};
    benchan_text_printf(&arm, "%s=%s", key, value);
    capture->arm = builder_intern(builder, benchan_text_get(&arm), arm.size);
    if (arm.failed)
        builder_fail_memory(builder);
    benchan_text_free(&arm);
    capture->order = from->order;
    capture->clock = from->clock;
    capture->process_basis = from->process_basis;
    capture->partial = from->partial;
    capture->summary_only = from->summary_only;
    capture->source = from->source;
    capture->left_out = from->left_out;
    for (size_t i = 0; i < from->n_facts; i++)
        builder_fact(builder, from->facts[i].key, from->facts[i].value);
    for (size_t i = 0; i < from->n_notes; i++)
        builder_note(builder, from->notes[i].code, from->notes[i].line, from->notes[i].text,
                     strlen(from->notes[i].text));
}

/* Marks the rows of the arm: new row numbers come later, in the old order. */
static void mark_rows(const struct benchan_capture *capture, const bool *chosen_processes,
                      const char *benchmark, uint32_t *moved)
{
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *series = &capture->series[i];
        if (benchmark && strcmp(series->benchmark, benchmark) != 0)
            continue;
        for (size_t j = 0; j < series->n; j++) {
            if (chosen_processes[capture->rows.process[series->rows[j]]])
                moved[series->rows[j]] = 0;
        }
    }
}

static void copy_rows(struct builder *builder, const struct benchan_capture *from,
                      const uint32_t *moved_processes, uint32_t *moved)
{
    const struct benchan_rows *rows = &from->rows;
    for (size_t row = 0; row < rows->n; row++) {
        if (moved[row] == BENCHAN_NONE)
            continue;
        moved[row] = builder_row(builder, moved_processes[rows->process[row]],
                                 rows->iterations ? rows->iterations[row] : (double)NAN,
                                 rows->time ? rows->time[row] : BENCHAN_NO_TIME);
    }
}

/*
 * Whether every benchmark belongs to one arm alone, as commands do whose
 * parameter is the key: then the arms meet only under other names.
 */
static bool names_tell_arms(const struct benchan_capture *capture, const char *key)
{
    const char *first = NULL;
    bool several = false;
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *series = &capture->series[i];
        const char *own = NULL;
        for (size_t j = 0; j < series->n; j++) {
            const uint32_t process = capture->rows.process[series->rows[j]];
            const char *value = arm_value(&capture->processes[process], key);
            if (!value || (own && strcmp(own, value) != 0))
                return false;
            own = value;
        }
        several = several || (first && own && strcmp(first, own) != 0);
        first = first ? first : own;
    }
    return several;
}

/* Where the value stands in the name, best as "key=value"; NULL where it does not. */
static const char *find_value(const char *name, const char *key, const char *value,
                              bool with_key)
{
    const size_t n = strlen(key);
    for (const char *at = name; (at = find_word(at, value)); at += strlen(value)) {
        const size_t before = (size_t)(at - name);
        if (!with_key || (before > n && at[-1] == '=' && memcmp(at - n - 1, key, n) == 0))
            return at;
    }
    return NULL;
}

/* "seq {n}" for "seq 100" where n=100; the key itself where the name is the value. */
static void generalise(struct benchan_text *text, const char *name, const char *key,
                       const char *value)
{
    if (strcmp(name, value) == 0) {
        benchan_text_string(text, key);
        return;
    }
    const bool with_key = find_value(name, key, value, true) != NULL;
    for (const char *at; (at = find_value(name, key, value, with_key));) {
        benchan_text_bytes(text, name, (size_t)(at - name));
        benchan_text_printf(text, "{%s}", key);
        name = at + strlen(value);
    }
    benchan_text_string(text, name);
}

static void copy_series(struct builder *builder, const struct benchan_series *from,
                        const char *name, const uint32_t *moved)
{
    uint32_t series = BENCHAN_NONE;
    for (size_t i = 0; i < from->n; i++) {
        if (moved[from->rows[i]] == BENCHAN_NONE)
            continue;
        if (series == BENCHAN_NONE) {
            series =
                builder_series(builder, from->package, strlen(from->package), name,
                               strlen(name), from->recorded_unit, strlen(from->recorded_unit));
            struct benchan_series *at = builder_series_at(builder, series);
            at->unit = copy_string(builder, from->unit);
            at->scale = from->scale;
            at->quantity = from->quantity;
            at->better = from->better;
            at->exact = from->exact;
            at->derived = from->derived;
            at->order_tied = from->order_tied;
        }
        builder_value(builder, series, moved[from->rows[i]], from->values[i],
                      from->decimals[i]);
    }
}

/* The processes of the arm, and where each goes. Returns how many there are. */
static uint32_t choose_processes(struct builder *builder, const struct benchan_capture *capture,
                                 const char *key, const char *value, bool *chosen,
                                 uint32_t *moved)
{
    const bool by_benchmark = strcmp(key, "benchmark") == 0;
    uint32_t n = 0;
    for (size_t i = 0; i < capture->n_processes; i++) {
        const char *own = by_benchmark ? value : arm_value(&capture->processes[i], key);
        chosen[i] = own && strcmp(own, value) == 0;
        if (!chosen[i])
            continue;
        moved[i] = n++;
        copy_process(builder, &capture->processes[i]);
    }
    return n;
}

static bool has_benchmark(const struct benchan_capture *capture, const char *name)
{
    for (size_t i = 0; i < capture->n_series; i++) {
        if (strcmp(capture->series[i].benchmark, name) == 0)
            return true;
    }
    return false;
}

/* All arms split by benchmark share this name, so that they are compared. */
static const char common_name[] = "benchmark";

/* Where each row of the arm stands in the whole recording: the order arms share. */
static uint32_t *keep_positions(const struct benchan_capture *from, const uint32_t *moved)
{
    uint32_t *position = malloc((from->rows.n + 1) * sizeof *position);
    for (size_t row = 0; position && row < from->rows.n; row++)
        if (moved[row] != BENCHAN_NONE)
            position[moved[row]] =
                from->rows.position ? from->rows.position[row] : (uint32_t)row;
    return position;
}

static bool copy_all_series(struct builder *builder, const struct benchan_capture *capture,
                            const char *key, const char *value, const uint32_t *moved)
{
    const bool by_benchmark = strcmp(key, "benchmark") == 0;
    const bool general = !by_benchmark && names_tell_arms(capture, key);
    struct benchan_text name = {0};
    for (size_t i = 0; i < capture->n_series && !name.failed; i++) {
        const struct benchan_series *series = &capture->series[i];
        if (by_benchmark && strcmp(series->benchmark, value) != 0)
            continue;
        benchan_text_clear(&name);
        if (general)
            generalise(&name, series->benchmark, key, value);
        else
            benchan_text_string(&name, by_benchmark ? common_name : series->benchmark);
        if (!name.failed)
            copy_series(builder, series, benchan_text_get(&name), moved);
    }
    const bool allocated = !name.failed;
    benchan_text_free(&name);
    return allocated;
}

static bool fill_arm(struct builder *builder, const struct benchan_capture *capture,
                     const char *key, const char *value, uint32_t *n_processes,
                     uint32_t **position)
{
    const bool by_benchmark = strcmp(key, "benchmark") == 0;
    bool *chosen = calloc(capture->n_processes + 1, sizeof *chosen);
    uint32_t *processes = calloc(capture->n_processes + 1, sizeof *processes);
    uint32_t *rows = malloc((capture->rows.n + 1) * sizeof *rows);
    bool allocated = chosen && processes && rows;
    if (allocated) {
        memset(rows, 0xff, (capture->rows.n + 1) * sizeof *rows);
        copy_head(builder, capture, key, value);
        *n_processes = choose_processes(builder, capture, key, value, chosen, processes);
        mark_rows(capture, chosen, by_benchmark ? value : NULL, rows);
        copy_rows(builder, capture, processes, rows);
        *position = keep_positions(capture, rows);
        allocated = *position && copy_all_series(builder, capture, key, value, rows);
    }
    free(chosen);
    free(processes);
    free(rows);
    return allocated;
}

enum benchan_status benchan_capture_split(const struct benchan_capture *capture,
                                          const char *key, const char *value,
                                          struct benchan_capture **arm,
                                          struct benchan_error *error)
{
    if (strcmp(key, "benchmark") == 0 && !has_benchmark(capture, value))
        return no_such_arm(capture, key, value, error);
    struct builder *builder = builder_new(capture->path, capture->format);
    uint32_t n_processes = 0;
    uint32_t *position = NULL;
    if (!builder || !fill_arm(builder, capture, key, value, &n_processes, &position)) {
        free(position);
        builder_discard(builder);
        return benchan_fail_memory(error);
    }
    enum benchan_status status;
    if (!builder_failed(builder) && !n_processes) {
        builder_discard(builder);
        status = no_such_arm(capture, key, value, error);
    } else {
        status = builder_finish(builder, NULL, arm, error);
    }
    if (status)
        free(position);
    else
        (*arm)->rows.position = position;
    return status;
}
