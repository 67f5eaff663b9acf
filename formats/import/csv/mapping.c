/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/import/csv/layout.h"

/* --csv "value=COL,process=COL+COL,unit=ms": what the user says wins. */

static bool equal_fold(const char *name, const char *wanted, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char a = name[i], b = wanted[i];
        const char lower_a = a >= 'A' && a <= 'Z' ? (char)(a - 'A' + 'a') : a;
        const char lower_b = b >= 'A' && b <= 'Z' ? (char)(b - 'A' + 'a') : b;
        if (a == '\0' || lower_a != lower_b)
            return false;
    }
    return name[n] == '\0';
}

/* As written, else whatever the case of its letters. */
static struct csv_column *find_column(struct csv_layout *layout, const char *name, size_t n)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        const char *have = layout->columns[i].name;
        if (strlen(have) == n && memcmp(have, name, n) == 0)
            return &layout->columns[i];
    }
    for (size_t i = 0; i < layout->n_columns; i++) {
        if (equal_fold(layout->columns[i].name, name, n))
            return &layout->columns[i];
    }
    return NULL;
}

static enum benchan_status unknown_column(const struct csv_layout *layout, const char *path,
                                          const char *name, size_t n,
                                          struct benchan_error *error)
{
    char list[300];
    size_t at = 0;
    list[0] = '\0';
    for (size_t i = 0; i < layout->n_columns && at < sizeof list; i++)
        at += (size_t)benchan_snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "",
                                       layout->columns[i].name);
    char mend[400];
    benchan_snprintf(mend, sizeof mend, "the columns are %s", list);
    return benchan_fail(error, BENCHAN_BAD_USAGE, path, 0, 0, mend,
                        "--csv names `%.*s`, which is no column", n > 100 ? 100 : (int)n, name);
}

/* "total:ms": a column and its unit. */
static struct csv_column *column_with_unit(struct csv_layout *layout, const char *name,
                                           size_t n, struct arena *arena)
{
    size_t colon = n;
    while (colon > 0 && name[colon - 1] != ':')
        colon--;
    struct csv_column *column = colon ? find_column(layout, name, colon - 1) : NULL;
    if (!column)
        return NULL;
    const char *unit = arena_copy(arena, name + colon, n - colon);
    if (unit)
        column->unit = unit;
    return column;
}

static enum benchan_status map_one(struct csv_layout *layout, const char *path,
                                   enum csv_role role, const char *name, size_t n,
                                   struct arena *arena, struct benchan_error *error)
{
    struct csv_column *column = find_column(layout, name, n);
    if (!column && role == CSV_ROLE_VALUE)
        column = column_with_unit(layout, name, n, arena);
    if (column) {
        column->role = role;
        column->mapped = true;
        layout->blocks_stated = layout->blocks_stated || role == CSV_ROLE_BLOCK;
        return BENCHAN_OK;
    }
    if (role != CSV_ROLE_UNIT)
        return unknown_column(layout, path, name, n, error);
    layout->fixed_unit = arena_copy(arena, name, n);
    return layout->fixed_unit ? BENCHAN_OK : benchan_fail_memory(error);
}

/* A role that is mapped is held by the mapped columns only. */
static void clear_role(struct csv_layout *layout, enum csv_role role)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        if (layout->columns[i].role == role && !layout->columns[i].mapped)
            layout->columns[i].role = CSV_ROLE_NONE;
    }
}

static enum benchan_status map_role(struct csv_layout *layout, const char *path,
                                    enum csv_role role, const char *names, size_t n,
                                    struct arena *arena, struct benchan_error *error)
{
    clear_role(layout, role);
    const char *end = names + n;
    /* A name that holds a plus is a name; only then is it a list. */
    if (find_column(layout, names, n))
        return map_one(layout, path, role, names, n, arena, error);
    while (names <= end) {
        const char *plus = memchr(names, '+', (size_t)(end - names));
        const char *stop = plus ? plus : end;
        const enum benchan_status status =
            map_one(layout, path, role, names, (size_t)(stop - names), arena, error);
        if (status != BENCHAN_OK)
            return status;
        names = stop + 1;
    }
    return BENCHAN_OK;
}

enum benchan_status csv_mapping_apply(struct csv_layout *layout, const char *path,
                                      const char *mapping, struct arena *arena,
                                      struct benchan_error *error)
{
    while (mapping && *mapping) {
        const size_t n = strcspn(mapping, ",");
        const char *equals = memchr(mapping, '=', n);
        const size_t word_n = equals ? (size_t)(equals - mapping) : n;
        const enum csv_role role = csv_role_by_word(mapping, word_n);
        if (!equals || role == CSV_ROLES)
            return benchan_fail(error, BENCHAN_BAD_USAGE, path, 0, 0,
                                "write --csv ROLE=COLUMN,... with roles benchmark, package, "
                                "value, unit, label, process, block, session, build, setup, "
                                "order, time, warmup, iterations, ignore",
                                "--csv: `%.*s` is no mapping", n > 100 ? 100 : (int)n, mapping);
        const enum benchan_status status =
            map_role(layout, path, role, equals + 1, n - word_n - 1, arena, error);
        if (status != BENCHAN_OK)
            return status;
        mapping += n + (mapping[n] == ',');
    }
    return BENCHAN_OK;
}

/* --block names a column, or "row" where the columns are arms; else it is not ours. */
void csv_mapping_block(struct csv_layout *layout, const char *block_key)
{
    if (!block_key)
        return;
    struct csv_column *column = find_column(layout, block_key, strlen(block_key));
    layout->trial_blocks = false;
    if (!column) {
        layout->pair_rows = layout->wide && strcmp(block_key, "row") == 0;
        return;
    }
    /* A label stays one, and the builder takes the block from it. */
    if (column->role == CSV_ROLE_LABEL)
        return;
    layout->blocks_stated = true;
    clear_role(layout, CSV_ROLE_BLOCK);
    if (column->role == CSV_ROLE_NONE || column->role == CSV_ROLE_ORDER)
        column->role = CSV_ROLE_BLOCK;
}
