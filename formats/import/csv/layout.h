/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_CSV_LAYOUT_H
#define BENCHAN_FORMATS_IMPORT_CSV_LAYOUT_H

/* What each column of a CSV file is read as. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/import/csv/reader.h"
#include "formats/model/arena.h"

#define CSV_NO_COLUMN SIZE_MAX
enum { CSV_MANY = 64, CSV_SURVEY = 1000 };

enum csv_role {
    CSV_ROLE_NONE = 0, /* not used */
    CSV_ROLE_BENCHMARK,
    CSV_ROLE_PACKAGE,
    CSV_ROLE_VALUE,
    CSV_ROLE_UNIT,
    CSV_ROLE_LABEL,
    CSV_ROLE_PROCESS,
    CSV_ROLE_BLOCK,
    CSV_ROLE_SESSION,
    CSV_ROLE_BUILD,
    CSV_ROLE_SETUP,
    CSV_ROLE_ORDER,
    CSV_ROLE_TIME,
    CSV_ROLE_WARMUP,
    CSV_ROLE_ITERATIONS,
    CSV_ROLE_FAILED,
    CSV_ROLE_STAGE, /* BenchmarkDotNet's kind of a measurement */
    CSV_ROLES
};

enum csv_flavour { CSV_PLAIN = 0, CSV_GOOGLE, CSV_CRITERION, CSV_BENCHMARKDOTNET };

struct csv_column {
    const char *name; /* as written */
    const char *key;  /* lower case, words joined by '_' */
    const char *stem; /* key without its unit */
    const char *unit; /* unit its name carries; NULL none */
    enum csv_role role;
    bool mapped;   /* the user said so */
    bool leftover; /* a label only because it is text and nothing else */
    /* from the first records: */
    size_t filled;   /* cells that are not empty */
    size_t numbers;  /* of them, numbers */
    size_t large;    /* of them, numbers beyond 1e8: times since 1970 */
    size_t distinct; /* different texts, counted up to CSV_MANY */
};

struct csv_layout {
    enum csv_flavour flavour;
    bool wide;              /* every value column is an arm */
    bool pair_rows;         /* wide: each row is a block, because the user said so */
    bool split_names;       /* value columns of one unit: their stems join the benchmark */
    bool time_series;       /* one row a revision */
    bool blocks_stated;     /* the user named the block column */
    bool trial_blocks;      /* the block column is a mere "trial" */
    size_t aggregates;      /* columns of means and such left aside */
    const char *fixed_unit; /* --csv unit=ms */
    size_t n_columns;
    struct csv_column *columns;
    size_t *by_role; /* columns ordered by role */
    size_t first[CSV_ROLES], count[CSV_ROLES];
};

/* Orders the columns by role; again whenever a role changes. */
void csv_layout_index(struct csv_layout *layout);
/* The i-th column of a role. */
size_t csv_layout_column(const struct csv_layout *layout, enum csv_role role, size_t i);
/* The only column of a role, or CSV_NO_COLUMN. */
size_t csv_layout_single(const struct csv_layout *layout, enum csv_role role);

/*
 * Reads the header record and the first records that follow, and decides. The
 * layout's memory is in `arena`. The reader is left anywhere.
 */
enum benchan_status csv_layout_read(struct csv_layout *layout, struct csv_reader *reader,
                                    struct arena *arena, struct benchan_error *error);

/* Fails for a record whose number of cells is not the header's. */
enum benchan_status csv_layout_check(const struct csv_layout *layout, struct csv_reader *reader,
                                     struct benchan_error *error);

/* Most filled cells of the column are numbers. */
bool csv_column_numeric(const struct csv_column *column);

/* The mapping in words: "value=elapsed_ns (ns), label=side, block=trial". */
void csv_layout_words(const struct csv_layout *layout, struct benchan_text *text);

/* Lower-case key of a column name: "totalMs" -> "total_ms", into `key` of n + n/2 + 2 bytes. */
void csv_key(const char *name, size_t n, char *key);

/*
 * Splits the unit off a column name. Returns its canonical spelling, or NULL.
 * *stem_n is the length of `key` that remains.
 */
const char *csv_name_unit(const char *key, size_t *stem_n);

/* csv_roles.c: what a key means; CSV_ROLE_NONE where nothing. *rank: lower is better. */
enum csv_role csv_role_of(const char *key, int *rank);
/* Whether a value's name says what is measured without saying which ("time", "value"). */
bool csv_is_value_name(const char *key);
bool csv_is_time_name(const char *key);
/* 0 no aggregate, 1 a location (mean, median, min), 2 a spread (stddev, ci). */
int csv_aggregate_kind(const char *stem);
const char *csv_role_word(enum csv_role role);
enum csv_role csv_role_by_word(const char *word, size_t n);

/* csv_guess.c: the roles of a file of nobody's format, by names and content. */
enum benchan_status csv_guess_roles(struct csv_layout *layout, const char *path, size_t line,
                                    struct benchan_error *error);
/* csv_flavours.c: known producers. Sets their flavour and roles. */
void csv_flavour_apply(struct csv_layout *layout);
/* csv_mapping.c: --csv and the block key. */
enum benchan_status csv_mapping_apply(struct csv_layout *layout, const char *path,
                                      const char *mapping, struct arena *arena,
                                      struct benchan_error *error);
void csv_mapping_block(struct csv_layout *layout, const char *block_key);
/* csv_summaries.c: the advice for a summary that holds no samples, or NULL. */
const char *csv_summary_advice(const struct csv_layout *layout, const char **name);

/* A number as this file writes it; decimal commas only where they cannot separate. */
bool csv_number(const char *cell, size_t n, char separator, double *value, int *decimals);

/* csv_time.c: RFC 3339, its looser relatives, and seconds (or ms, us, ns) since 1970. */
bool csv_time(const char *cell, size_t n, int64_t *time, bool *zoned);

#endif
