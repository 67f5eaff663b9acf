/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/csv/layout.h"

#include <stdlib.h>
#include <string.h>

#include "formats/model/units.h"

size_t csv_layout_column(const struct csv_layout *layout, enum csv_role role, size_t i)
{
    return layout->by_role[layout->first[role] + i];
}

size_t csv_layout_single(const struct csv_layout *layout, enum csv_role role)
{
    return layout->count[role] ? csv_layout_column(layout, role, 0) : CSV_NO_COLUMN;
}

/* --------------------------------------------------------------- the header */

static bool take_name(struct csv_column *column, const char *name, size_t n,
                      struct arena *arena)
{
    char *key = arena_allocate(arena, n * 2 + 1);
    column->name = arena_copy(arena, name, n);
    if (!key || !column->name)
        return false;
    csv_key(name, n, key);
    size_t stem_n;
    column->key = key;
    column->unit = csv_name_unit(key, &stem_n);
    column->stem = arena_copy(arena, key, stem_n);
    return column->stem != NULL;
}

static enum benchan_status take_header(struct csv_layout *layout,
                                       const struct csv_reader *reader, struct arena *arena,
                                       struct benchan_error *error)
{
    const size_t n = reader->n_cells;
    layout->n_columns = n;
    layout->columns = arena_allocate(arena, n * sizeof *layout->columns);
    layout->by_role = arena_allocate(arena, n * sizeof *layout->by_role);
    if (!layout->columns || !layout->by_role)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < n; i++) {
        layout->columns[i] = (struct csv_column){0};
        if (!take_name(&layout->columns[i], csv_reader_cell(reader, i), reader->cells[i].n,
                       arena))
            return benchan_fail_memory(error);
    }
    return BENCHAN_OK;
}

static int by_name(const void *a, const void *b)
{
    const struct csv_column *const *left = a, *const *right = b;
    const int order = strcmp((*left)->name, (*right)->name);
    return order ? order : *left < *right ? -1 : *left > *right;
}

static enum benchan_status no_duplicates(const struct csv_layout *layout,
                                         const struct csv_reader *reader, struct arena *arena,
                                         struct benchan_error *error)
{
    const size_t n = layout->n_columns;
    const struct csv_column **sorted = arena_allocate(arena, n * sizeof *sorted);
    if (!sorted)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &layout->columns[i];
    qsort(sorted, n, sizeof *sorted, by_name);
    for (size_t i = 1; i < n; i++) {
        if (sorted[i]->name[0] == '\0' || strcmp(sorted[i - 1]->name, sorted[i]->name) != 0)
            continue;
        size_t line, column;
        csv_reader_position(reader, (size_t)(sorted[i] - layout->columns), &line, &column);
        return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, line, column,
                            "give each column a name of its own", "the header names `%s` twice",
                            sorted[i]->name);
    }
    return BENCHAN_OK;
}

static enum benchan_status check_header(const struct csv_layout *layout,
                                        const struct csv_reader *reader, struct arena *arena,
                                        struct benchan_error *error)
{
    size_t numbers = 0;
    double value;
    for (size_t i = 0; i < layout->n_columns; i++)
        numbers += csv_number(csv_reader_cell(reader, i), reader->cells[i].n, reader->separator,
                              &value, NULL);
    if (numbers == layout->n_columns)
        return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, reader->record_line,
                            1, "add a first line such as benchmark,variant,process,time_ns",
                            "numbers where the header should name the columns");
    return no_duplicates(layout, reader, arena, error);
}

/* ---------------------------------------------------------- the first records */

enum benchan_status csv_layout_check(const struct csv_layout *layout, struct csv_reader *reader,
                                     struct benchan_error *error)
{
    /* Google Benchmark ends the record of a failed run early. */
    if (layout->flavour == CSV_GOOGLE && reader->terminated &&
        !csv_reader_pad(reader, layout->n_columns))
        return benchan_fail_memory(error);
    if (reader->n_cells == layout->n_columns)
        return BENCHAN_OK;
    const bool more = reader->n_cells > layout->n_columns;
    size_t line, column;
    csv_reader_position(reader, more ? layout->n_columns : reader->n_cells, &line, &column);
    const char *mend = "is a separator missing, or was the file cut?";
    if (more && reader->separator == ',')
        mend = "decimal commas? write numbers with a point, quote them, or separate the "
               "cells with ';'";
    else if (more)
        mend = "quote cells that hold the separator";
    return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, line, column, mend,
                        "%zu cell%s where the header names %zu", reader->n_cells,
                        reader->n_cells == 1 ? "" : "s", layout->n_columns);
}

/* The texts of a column seen so far, up to CSV_MANY. */
struct seen {
    const char *texts[CSV_MANY];
};

static bool note_text(struct csv_column *column, struct seen *seen, const char *cell, size_t n,
                      struct arena *arena)
{
    if (column->distinct == CSV_MANY)
        return true;
    for (size_t i = 0; i < column->distinct; i++) {
        if (strcmp(seen->texts[i], cell) == 0)
            return true;
    }
    const char *copy = arena_copy(arena, cell, n);
    if (copy)
        seen->texts[column->distinct++] = copy;
    return copy != NULL;
}

static bool survey_record(struct csv_layout *layout, const struct csv_reader *reader,
                          struct seen *seen, struct arena *arena)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        struct csv_column *column = &layout->columns[i];
        const size_t n = reader->cells[i].n;
        const char *cell = csv_reader_cell(reader, i);
        double value;
        if (n == 0)
            continue;
        column->filled++;
        if (csv_number(cell, n, reader->separator, &value, NULL)) {
            column->numbers++;
            column->large += value >= 1e8;
        }
        if (!note_text(column, &seen[i], cell, n, arena))
            return false;
    }
    return true;
}

/* Faults in a last record without a newline are the main pass's to judge. */
static enum benchan_status survey(struct csv_layout *layout, struct csv_reader *reader,
                                  struct arena *arena, struct benchan_error *error)
{
    if (layout->n_columns > SIZE_MAX / sizeof(struct seen))
        return benchan_fail_memory(error);
    struct seen *seen = arena_allocate(arena, layout->n_columns * sizeof *seen);
    if (!seen)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < CSV_SURVEY; i++) {
        bool more;
        enum benchan_status status = csv_reader_next(reader, &more, error);
        if (status == BENCHAN_OK && more)
            status = csv_layout_check(layout, reader, error);
        if (status == BENCHAN_NO_MEMORY)
            return status;
        if (!more || (status != BENCHAN_OK && !reader->terminated))
            return BENCHAN_OK;
        if (status != BENCHAN_OK)
            return status;
        if (!survey_record(layout, reader, seen, arena))
            return benchan_fail_memory(error);
    }
    return BENCHAN_OK;
}

/* --------------------------------------------------------------- the decision */

void csv_layout_index(struct csv_layout *layout)
{
    size_t at = 0;
    for (int role = 0; role < CSV_ROLES; role++) {
        layout->first[role] = at;
        for (size_t i = 0; i < layout->n_columns; i++) {
            if ((int)layout->columns[i].role == role)
                layout->by_role[at++] = i;
        }
        layout->count[role] = at - layout->first[role];
    }
}

/* Text columns nobody claimed select arms; those that number the records do not. */
static void label_the_rest(struct csv_layout *layout)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        struct csv_column *column = &layout->columns[i];
        if (column->role == CSV_ROLE_NONE && !column->mapped && column->filled > 0 &&
            !csv_column_numeric(column) && column->distinct < CSV_MANY &&
            column->key[0] != '\0' && csv_aggregate_kind(column->stem) == 0) {
            column->role = CSV_ROLE_LABEL;
            column->leftover = true;
        }
    }
}

static const char *base_unit(const struct csv_layout *layout, const struct csv_column *column)
{
    const char *unit = column->unit ? column->unit : layout->fixed_unit;
    if (!unit)
        unit = layout->count[CSV_ROLE_UNIT] ? "" : column->name;
    return benchan_unit_lookup(unit).base;
}

/* Two value columns of one unit would fall into one series. */
static bool units_collide(const struct csv_layout *layout)
{
    const size_t n = layout->count[CSV_ROLE_VALUE];
    for (size_t i = 1; i < n; i++) {
        const size_t a = csv_layout_column(layout, CSV_ROLE_VALUE, i);
        for (size_t j = 0; j < i; j++) {
            const size_t b = csv_layout_column(layout, CSV_ROLE_VALUE, j);
            if (strcmp(base_unit(layout, &layout->columns[a]),
                       base_unit(layout, &layout->columns[b])) == 0)
                return true;
        }
    }
    return false;
}

static enum benchan_status refuse_summary(const struct csv_layout *layout,
                                          const struct csv_reader *reader, size_t line,
                                          struct benchan_error *error)
{
    const char *name;
    const char *advice = csv_summary_advice(layout, &name);
    if (!advice || reader->input->options->csv)
        return BENCHAN_OK;
    return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, line, 1, advice,
                        "%s: a summary, which holds no samples", name);
}

static enum benchan_status decide(struct csv_layout *layout, const struct csv_reader *reader,
                                  size_t line, struct arena *arena, struct benchan_error *error)
{
    const bool known = layout->flavour != CSV_PLAIN;
    const struct benchan_import_options *options = reader->input->options;
    enum benchan_status status = refuse_summary(layout, reader, line, error);
    if (status != BENCHAN_OK)
        return status;
    status = csv_mapping_apply(layout, reader->input->path, options->csv, arena, error);
    if (status == BENCHAN_OK && !known)
        status = csv_guess_roles(layout, reader->input->path, line, error);
    if (status != BENCHAN_OK)
        return status;
    if (!known)
        label_the_rest(layout);
    csv_mapping_block(layout, options->block_key);
    csv_layout_index(layout);
    layout->split_names = !layout->wide && units_collide(layout);
    return status;
}

enum benchan_status csv_layout_read(struct csv_layout *layout, struct csv_reader *reader,
                                    struct arena *arena, struct benchan_error *error)
{
    bool more;
    *layout = (struct csv_layout){0};
    enum benchan_status status = csv_reader_next(reader, &more, error);
    if (status != BENCHAN_OK)
        return status;
    if (!more)
        return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, 0, 0,
                            "expected a header line and a line per sample", "an empty file");
    const size_t line = reader->record_line;
    const bool terminated = reader->terminated;
    status = take_header(layout, reader, arena, error);
    if (status == BENCHAN_OK)
        status = check_header(layout, reader, arena, error);
    if (status == BENCHAN_OK)
        csv_flavour_apply(layout);
    if (status == BENCHAN_OK)
        status = survey(layout, reader, arena, error);
    if (status == BENCHAN_OK)
        status = decide(layout, reader, line, arena, error);
    if (status == BENCHAN_OK && !terminated)
        return benchan_fail(error, BENCHAN_BAD_INPUT, reader->input->path, line, 1,
                            "was the file cut?", "a header and no records");
    return status;
}

/* ------------------------------------------------------------------- in words */

void csv_layout_words(const struct csv_layout *layout, struct benchan_text *text)
{
    for (int role = CSV_ROLE_BENCHMARK; role < CSV_ROLES; role++) {
        for (size_t i = 0; i < layout->count[role]; i++) {
            const struct csv_column *column =
                &layout->columns[csv_layout_column(layout, (enum csv_role)role, i)];
            const char *word = role == CSV_ROLE_VALUE && layout->wide
                                   ? "arm"
                                   : csv_role_word((enum csv_role)role);
            benchan_text_printf(text, "%s%s=%s", text->size ? ", " : "", word, column->name);
            if (role == CSV_ROLE_VALUE && column->unit)
                benchan_text_printf(text, " (%s)", column->unit);
        }
    }
}
