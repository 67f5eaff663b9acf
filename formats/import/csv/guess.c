/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <string.h>

#include "formats/import/csv/layout.h"

/* Roles by the names and content of columns. What the user mapped stays. */

static bool is_free(const struct csv_column *column)
{
    return column->role == CSV_ROLE_NONE && !column->mapped;
}

static bool has_role(const struct csv_layout *layout, enum csv_role role)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        if (layout->columns[i].role == role)
            return true;
    }
    return false;
}

/* Roles that several columns may share; of the others the best name wins. */
static bool is_shared(enum csv_role role)
{
    return role == CSV_ROLE_LABEL || role == CSV_ROLE_PROCESS || role == CSV_ROLE_BLOCK ||
           role == CSV_ROLE_SESSION || role == CSV_ROLE_BUILD || role == CSV_ROLE_SETUP;
}

/* A name alone does not make a column of words an order, or one of numbers a unit. */
static bool content_fits(const struct csv_column *column, enum csv_role role)
{
    const bool numeric = csv_column_numeric(column);
    if (role == CSV_ROLE_ORDER || role == CSV_ROLE_ITERATIONS)
        return numeric;
    if (role == CSV_ROLE_UNIT)
        return !numeric;
    if (role == CSV_ROLE_TIME)
        return !numeric || column->large == column->filled;
    return true;
}

static bool is_nameless(const struct csv_column *column)
{
    return column->key[0] == '\0' || strncmp(column->key, "unnamed:", 8) == 0;
}

static void assign_by_name(struct csv_layout *layout)
{
    bool mapped[CSV_ROLES];
    size_t best[CSV_ROLES];
    int best_rank[CSV_ROLES];
    for (int role = 0; role < CSV_ROLES; role++) {
        mapped[role] = has_role(layout, (enum csv_role)role);
        best[role] = CSV_NO_COLUMN;
        best_rank[role] = INT16_MAX;
    }
    for (size_t i = 0; i < layout->n_columns; i++) {
        struct csv_column *column = &layout->columns[i];
        int rank;
        const enum csv_role role = csv_role_of(column->key, &rank);
        if (!is_free(column) || role == CSV_ROLE_NONE || mapped[role] ||
            !content_fits(column, role))
            continue;
        if (is_shared(role)) {
            column->role = role;
        } else if (rank < best_rank[role]) {
            best_rank[role] = rank;
            best[role] = i;
        }
    }
    for (int role = 0; role < CSV_ROLES; role++) {
        if (best[role] != CSV_NO_COLUMN)
            layout->columns[best[role]].role = (enum csv_role)role;
    }
}

/* A round is what says it is one; a "trial" only where nothing else does. */
static void settle_blocks(struct csv_layout *layout)
{
    size_t trial = CSV_NO_COLUMN, others = 0;
    for (size_t i = 0; i < layout->n_columns; i++) {
        if (layout->columns[i].role != CSV_ROLE_BLOCK)
            continue;
        if (strcmp(layout->columns[i].key, "trial") == 0)
            trial = i;
        else
            others++;
    }
    layout->trial_blocks = trial != CSV_NO_COLUMN && others == 0 && !layout->blocks_stated;
}

/* `time` holds times of day where its cells are no durations. */
static void settle_time(struct csv_layout *layout, bool other_values)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        struct csv_column *column = &layout->columns[i];
        if (!is_free(column) || strcmp(column->key, "time") != 0)
            continue;
        const bool dates = column->filled > 0 && column->numbers == 0;
        const bool epoch = column->filled > 0 && column->large == column->filled;
        if ((dates || (epoch && layout->n_columns > 1)) && !has_role(layout, CSV_ROLE_TIME))
            column->role = CSV_ROLE_TIME;
        else if (other_values && csv_column_numeric(column) &&
                 !has_role(layout, CSV_ROLE_ORDER) && !has_role(layout, CSV_ROLE_TIME))
            column->role = CSV_ROLE_ORDER;
    }
}

/* Columns whose names carry a unit. Means and such stand back for samples. */
static size_t assign_unit_values(struct csv_layout *layout)
{
    size_t n = 0, aggregates = 0;
    for (size_t i = 0; i < layout->n_columns; i++) {
        struct csv_column *column = &layout->columns[i];
        if (!is_free(column) || !column->unit)
            continue;
        column->role = CSV_ROLE_VALUE;
        n++;
        aggregates += csv_aggregate_kind(column->stem) != 0;
    }
    if (aggregates == n)
        return n;
    for (size_t i = 0; i < layout->n_columns; i++) {
        struct csv_column *column = &layout->columns[i];
        if (column->role == CSV_ROLE_VALUE && csv_aggregate_kind(column->stem) != 0)
            column->role = CSV_ROLE_NONE;
    }
    layout->aggregates = aggregates;
    return n - aggregates;
}

/* The column called "value", "time" or the like. */
static size_t assign_named_value(struct csv_layout *layout)
{
    static const char *const first[] = {"value", "values", "measurement", NULL};
    for (size_t word = 0; first[word]; word++) {
        for (size_t i = 0; i < layout->n_columns; i++) {
            struct csv_column *column = &layout->columns[i];
            if (is_free(column) && strcmp(column->key, first[word]) == 0) {
                column->role = CSV_ROLE_VALUE;
                return 1;
            }
        }
    }
    for (size_t i = 0; i < layout->n_columns; i++) {
        struct csv_column *column = &layout->columns[i];
        if (is_free(column) && !is_nameless(column) && csv_is_value_name(column->key) &&
            csv_column_numeric(column)) {
            column->role = CSV_ROLE_VALUE;
            return 1;
        }
    }
    return 0;
}

static size_t free_numbers(const struct csv_layout *layout)
{
    size_t n = 0;
    for (size_t i = 0; i < layout->n_columns; i++) {
        const struct csv_column *column = &layout->columns[i];
        n += is_free(column) && csv_column_numeric(column) && !is_nameless(column);
    }
    return n;
}

static void assign_free_numbers(struct csv_layout *layout)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        struct csv_column *column = &layout->columns[i];
        if (is_free(column) && csv_column_numeric(column) && !is_nameless(column))
            column->role = CSV_ROLE_VALUE;
    }
}

/* Nothing but numbers, order and blocks: the columns are the arms. */
static bool only_numbers(const struct csv_layout *layout)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        const struct csv_column *column = &layout->columns[i];
        const bool plain = is_free(column) || column->role == CSV_ROLE_VALUE;
        const bool frame = column->role == CSV_ROLE_BLOCK || column->role == CSV_ROLE_ORDER;
        if (is_nameless(column) || column->filled == 0)
            continue;
        if (!frame && !(plain && csv_column_numeric(column)))
            return false;
    }
    return true;
}

static enum benchan_status no_value_column(const struct csv_layout *layout, size_t candidates,
                                           const char *path, size_t line,
                                           struct benchan_error *error)
{
    size_t filled = 0;
    for (size_t i = 0; i < layout->n_columns; i++)
        filled += layout->columns[i].filled;
    if (filled == 0)
        return benchan_fail(error, BENCHAN_BAD_INPUT, path, line, 1,
                            "was the capture cut short, or did no benchmark run?",
                            "a header and no records");
    if (candidates == 0)
        return benchan_fail(error, BENCHAN_BAD_INPUT, path, line, 1,
                            "name it: --csv value=COLUMN",
                            "no column holds measured values, as far as the header says");
    return benchan_fail(error, BENCHAN_BAD_INPUT, path, line, 1,
                        "say which: --csv value=COLUMN, or put the unit into its name "
                        "(time_ns)",
                        "%zu columns of numbers, and none is called value, time or by a unit",
                        candidates);
}

static enum benchan_status guess_free_values(struct csv_layout *layout, const char *path,
                                             size_t line, struct benchan_error *error)
{
    const size_t candidates = free_numbers(layout);
    const bool timed = has_role(layout, CSV_ROLE_TIME);
    const bool wide = !timed && candidates >= 2 && only_numbers(layout);
    if (candidates == 0 || (candidates > 1 && !timed && !wide))
        return no_value_column(layout, candidates, path, line, error);
    assign_free_numbers(layout);
    layout->wide = wide;
    layout->time_series =
        timed && !has_role(layout, CSV_ROLE_BENCHMARK) && !has_role(layout, CSV_ROLE_PROCESS);
    return BENCHAN_OK;
}

/* "old_ms,new_ms": arms that carry their unit. "real_ms,cpu_ms" are two figures of a run. */
static bool arms_with_units(const struct csv_layout *layout)
{
    const char *unit = NULL;
    for (size_t i = 0; i < layout->n_columns; i++) {
        const struct csv_column *column = &layout->columns[i];
        if (column->role != CSV_ROLE_VALUE)
            continue;
        if ((unit && strcmp(unit, column->unit) != 0) || csv_is_value_name(column->stem) ||
            csv_aggregate_kind(column->stem) != 0)
            return false;
        unit = column->unit;
    }
    return only_numbers(layout) && free_numbers(layout) == 0;
}

enum benchan_status csv_guess_roles(struct csv_layout *layout, const char *path, size_t line,
                                    struct benchan_error *error)
{
    const bool mapped = has_role(layout, CSV_ROLE_VALUE);
    assign_by_name(layout);
    settle_blocks(layout);
    if (mapped) {
        settle_time(layout, true);
        return BENCHAN_OK;
    }
    const size_t with_units = assign_unit_values(layout);
    settle_time(layout, with_units > 0);
    if (with_units > 0 && !has_role(layout, CSV_ROLE_UNIT)) {
        layout->wide = with_units > 1 && arms_with_units(layout);
        return BENCHAN_OK;
    }
    const size_t named = assign_named_value(layout);
    if (with_units + named == 0)
        return guess_free_values(layout, path, line, error);
    settle_time(layout, true);
    return BENCHAN_OK;
}
