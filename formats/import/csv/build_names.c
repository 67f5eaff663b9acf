/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "formats/import/csv/build.h"
#include "formats/model/units.h"

/* Which process and which series a record belongs to. */

/* Cells of a role, joined; empty ones leave no trace. */
static void join(struct csv_build *build, enum csv_role role, const char *joint,
                 struct benchan_text *text)
{
    const size_t before = text->size;
    for (size_t i = 0; i < build->layout.count[role]; i++) {
        const size_t column = csv_layout_column(&build->layout, role, i);
        const size_t n = build->reader.cells[column].n;
        if (n == 0)
            continue;
        if (text->size > before)
            benchan_text_string(text, joint);
        benchan_text_bytes(text, csv_reader_cell(&build->reader, column), n);
    }
}

/* --------------------------------------------------------------- the process */

static const enum csv_role process_roles[] = {CSV_ROLE_PROCESS, CSV_ROLE_BLOCK,
                                              CSV_ROLE_SESSION, CSV_ROLE_BUILD, CSV_ROLE_SETUP};

static bool uses_blocks(const struct csv_build *build)
{
    const struct csv_layout *layout = &build->layout;
    return layout->count[CSV_ROLE_BLOCK] > 0 && !build->scan.trials_apart &&
           (layout->blocks_stated || !build->scan.blocks_inside);
}

/* Every cell, empty ones included, so that no two different tuples look alike. */
static void key_cells(struct csv_build *build, enum csv_role role)
{
    for (size_t i = 0; i < build->layout.count[role]; i++) {
        const size_t column = csv_layout_column(&build->layout, role, i);
        benchan_text_bytes(&build->key, csv_reader_cell(&build->reader, column),
                           build->reader.cells[column].n);
        benchan_text_bytes(&build->key, "\x1f", 1);
    }
}

/* The labels come first, so that the arm's key begins the process's. */
static size_t make_key(struct csv_build *build, size_t arm)
{
    benchan_text_clear(&build->key);
    key_cells(build, CSV_ROLE_LABEL);
    benchan_text_bytes(&build->key, (const char *)&arm, sizeof arm);
    const size_t arm_n = build->key.size;
    for (size_t i = 0; i < sizeof process_roles / sizeof *process_roles; i++) {
        if (process_roles[i] != CSV_ROLE_BLOCK || uses_blocks(build))
            key_cells(build, process_roles[i]);
    }
    if (build->layout.flavour == CSV_BENCHMARKDOTNET)
        key_cells(build, CSV_ROLE_BENCHMARK);
    if (build->layout.pair_rows)
        benchan_text_bytes(&build->key, (const char *)&build->reader.begin,
                           sizeof build->reader.begin);
    return arm_n;
}

static const char *joined(struct csv_build *build, enum csv_role role)
{
    if (build->layout.count[role] == 0)
        return NULL;
    benchan_text_clear(&build->name);
    if (role == CSV_ROLE_PROCESS && build->layout.flavour == CSV_BENCHMARKDOTNET) {
        /* A launch runs one benchmark: number 1 of two benchmarks is not one process. */
        join(build, CSV_ROLE_BENCHMARK, "/", &build->name);
        benchan_text_string(&build->name, "#");
    }
    join(build, role, "/", &build->name);
    if (build->name.failed)
        builder_fail_memory(build->builder);
    if (build->name.size == 0)
        return NULL;
    return builder_intern(build->builder, benchan_text_get(&build->name), build->name.size);
}

static bool is_fact_key(const char *key)
{
    static const char *const keys[] = {"host",     "cpu",   "cores",  "os",       "arch",
                                       "governor", "aslr",  "turbo",  "affinity", "runtime",
                                       "compiler", "flags", "commit", NULL};
    for (size_t i = 0; keys[i]; i++) {
        if (strcmp(keys[i], key) == 0)
            return true;
    }
    return false;
}

static void add_labels(struct csv_build *build, uint32_t process, size_t arm)
{
    const struct csv_layout *layout = &build->layout;
    for (size_t i = 0; i < layout->count[CSV_ROLE_LABEL]; i++) {
        const size_t index = csv_layout_column(layout, CSV_ROLE_LABEL, i);
        const struct csv_column *column = &layout->columns[index];
        const char *cell = csv_reader_cell(&build->reader, index);
        if (*cell == '\0')
            continue;
        builder_process_label(build->builder, process, column->name, cell);
        if (is_fact_key(column->key))
            builder_process_fact(build->builder, process, column->key, cell);
    }
    if (layout->wide)
        builder_process_label(build->builder, process, "arm", layout->columns[arm].name);
}

static void describe_process(struct csv_build *build, uint32_t process, size_t arm)
{
    struct benchan_process made = *builder_process_at(build->builder, process);
    made.name = joined(build, CSV_ROLE_PROCESS);
    made.block = uses_blocks(build) ? joined(build, CSV_ROLE_BLOCK) : NULL;
    made.session = joined(build, CSV_ROLE_SESSION);
    made.build = joined(build, CSV_ROLE_BUILD);
    made.setup = joined(build, CSV_ROLE_SETUP);
    if (build->layout.pair_rows) {
        char row[32];
        const int n = benchan_snprintf(row, sizeof row, "%zu", build->reader.record_line);
        made.block = builder_intern(build->builder, row, (size_t)n);
    }
    *builder_process_at(build->builder, process) = made;
    add_labels(build, process, arm);
}

static bool keep_arm(struct csv_build *build, uint32_t process, uint32_t arm)
{
    if (process >= build->process_arms_capacity) {
        const size_t capacity = ((size_t)process + 8) * 2;
        uint32_t *larger = realloc(build->process_arms, capacity * sizeof *larger);
        if (!larger)
            return false;
        build->process_arms = larger;
        build->process_arms_capacity = capacity;
    }
    build->process_arms[process] = arm;
    return true;
}

/* A process column that says nothing here would silently join strangers. */
static enum benchan_status check_named(struct csv_build *build, struct benchan_error *error)
{
    const struct csv_layout *layout = &build->layout;
    for (size_t i = 0; i < layout->count[CSV_ROLE_PROCESS]; i++) {
        const size_t index = csv_layout_column(layout, CSV_ROLE_PROCESS, i);
        if (build->reader.cells[index].n > 0)
            return BENCHAN_OK;
    }
    if (layout->count[CSV_ROLE_PROCESS] == 0)
        return BENCHAN_OK;
    size_t line, column;
    csv_reader_position(&build->reader, csv_layout_column(layout, CSV_ROLE_PROCESS, 0), &line,
                        &column);
    return benchan_fail(error, BENCHAN_BAD_INPUT, build->input->path, line, column,
                        "fill it in, or use --process unknown", "no process is named here");
}

enum benchan_status csv_build_process(struct csv_build *build, size_t arm, uint32_t *process,
                                      struct benchan_error *error)
{
    const enum benchan_status status = check_named(build, error);
    if (status != BENCHAN_OK)
        return status;
    const size_t arm_n = make_key(build, arm);
    const size_t known = build->processes.n;
    *process =
        csv_keys_number(&build->processes, benchan_text_get(&build->key), build->key.size);
    if (build->key.failed || *process == UINT32_MAX)
        return benchan_fail_memory(error);
    if (build->processes.n == known)
        return BENCHAN_OK;
    const uint32_t number = csv_keys_number(&build->arms, benchan_text_get(&build->key), arm_n);
    if (number == UINT32_MAX || !keep_arm(build, *process, number))
        return benchan_fail_memory(error);
    builder_process(build->builder);
    describe_process(build, *process, arm);
    return BENCHAN_OK;
}

/* ---------------------------------------------------------------- the series */

/* "Nanoseconds", "time_ns" and "ns" are one unit. */
static const char *known_unit(const char *text, size_t n)
{
    if (benchan_unit_lookup(text).quantity != BENCHAN_OTHER)
        return text;
    char key[256];
    size_t stem_n;
    if (n * 2 + 1 > sizeof key)
        return text;
    csv_key(text, n, key);
    const char *unit = csv_name_unit(key, &stem_n);
    return unit ? unit : text;
}

static const char *unit_of(struct csv_build *build, const struct csv_column *column)
{
    if (column->unit)
        return column->unit;
    if (build->layout.fixed_unit)
        return build->layout.fixed_unit;
    const size_t index = csv_layout_single(&build->layout, CSV_ROLE_UNIT);
    if (index != CSV_NO_COLUMN && build->reader.cells[index].n > 0)
        return known_unit(csv_reader_cell(&build->reader, index), build->reader.cells[index].n);
    return build->layout.wide ? "value" : column->name;
}

/* package \x1f benchmark \x1f unit, into build->name. */
static void name_series(struct csv_build *build, const struct csv_column *column,
                        size_t *package_n, size_t *benchmark_n)
{
    struct benchan_text *name = &build->name;
    benchan_text_clear(name);
    join(build, CSV_ROLE_PACKAGE, "/", name);
    *package_n = name->size;
    benchan_text_bytes(name, "\x1f", 1);
    join(build, CSV_ROLE_BENCHMARK, "/", name);
    if (build->layout.count[CSV_ROLE_BENCHMARK] == 0)
        benchan_text_string(name, "value");
    *benchmark_n = name->size - *package_n - 1;
    if (build->layout.split_names && *benchmark_n > 0) {
        const char *stem = column->stem[0] ? column->stem : column->name;
        benchan_text_printf(name, "/%s", stem);
        *benchmark_n = name->size - *package_n - 1;
    }
    benchan_text_bytes(name, "\x1f", 1);
    benchan_text_string(name, unit_of(build, column));
}

static enum benchan_status no_benchmark(struct csv_build *build, struct benchan_error *error)
{
    size_t line, column;
    csv_reader_position(&build->reader,
                        csv_layout_column(&build->layout, CSV_ROLE_BENCHMARK, 0), &line,
                        &column);
    return benchan_fail(error, BENCHAN_BAD_INPUT, build->input->path, line, column,
                        "name the benchmark of every record", "no benchmark is named here");
}

/* A time without a unit is better small, and that is all that is known of it. */
static void set_direction(struct csv_build *build, uint32_t series)
{
    struct benchan_series *at = builder_series_at(build->builder, series);
    char key[256];
    const char *unit = at->recorded_unit;
    if (!unit || at->better != BENCHAN_BETTER_UNKNOWN || strlen(unit) * 2 + 1 > sizeof key)
        return;
    csv_key(unit, strlen(unit), key);
    if (csv_is_time_name(key))
        at->better = BENCHAN_BETTER_LOWER;
}

enum benchan_status csv_build_series(struct csv_build *build, size_t i, uint32_t *series,
                                     struct benchan_error *error)
{
    const size_t index = csv_layout_column(&build->layout, CSV_ROLE_VALUE, i);
    const struct csv_column *column = &build->layout.columns[index];
    struct csv_recent *recent = &build->recent[i];
    struct benchan_text *name = &build->name;
    size_t package_n, benchmark_n;
    name_series(build, column, &package_n, &benchmark_n);
    if (name->failed)
        return benchan_fail_memory(error);
    if (benchmark_n == 0)
        return no_benchmark(build, error);
    if (!recent->known || recent->name.size != name->size ||
        memcmp(recent->name.data, name->data, name->size) != 0) {
        const char *data = name->data;
        const char *unit = data + package_n + benchmark_n + 2;
        recent->series = builder_series(build->builder, data, package_n, data + package_n + 1,
                                        benchmark_n, unit, strlen(unit));
        set_direction(build, recent->series);
        benchan_text_clear(&recent->name);
        benchan_text_bytes(&recent->name, data, name->size);
        recent->known = true;
        if (recent->name.failed)
            return benchan_fail_memory(error);
    }
    *series = recent->series;
    return BENCHAN_OK;
}
