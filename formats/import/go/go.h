/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_GO_GO_H
#define BENCHAN_FORMATS_IMPORT_GO_GO_H

/* Pieces of the importer of Go benchmark text. */

#include "formats/import/format.h"
#include "formats/model/builder.h"
#include "formats/model/table.h"

enum { GO_MAX_MEASURES = 64 };

struct go_line {
    const char *at;
    size_t n;      /* without the line end */
    size_t number; /* 1-based */
    bool terminated;
};

struct go_field {
    const char *at;
    size_t n;
};

/* ---------------------------------------------------- go.c: rejoined output */

/* One run of one package's binary, as go test -json reports it. */
struct go_segment {
    const char *package;
    const char *data; /* its output; data[size] == '\0' */
    size_t size;
    int64_t start, end; /* UTC, or BENCHAN_NO_TIME */
};

struct go_stream {
    size_t unknown_lines; /* lines that were no events */
    bool partial;         /* the last event is cut, and --partial was given */
};

enum benchan_status go_read_segments(const struct format_input *input,
                                     const struct go_segment *segments, size_t n,
                                     const struct go_stream *stream,
                                     struct benchan_capture **capture,
                                     struct benchan_error *error);

/* ------------------------------------------------------------ go_row.c: rows */

/* A unit of the file, and what a "Unit" line said of it. */
struct go_unit {
    const char *name; /* interned */
    size_t name_n;
    enum benchan_quantity quantity;
    bool known; /* by name, not only by its shape */
    bool seen;  /* on a row */
    bool exact;
    bool better_said;
    enum benchan_direction better;
};

struct go_units {
    struct go_unit *units;
    size_t n, capacity;
    struct table table;
    uint32_t recent[GO_MAX_MEASURES]; /* the unit each place of the last row had */
};

/* Finds or adds; NULL where memory is out. Valid until the next call. */
struct go_unit *go_unit_of(struct go_units *units, struct builder *builder,
                           struct go_field name);
void go_units_free(struct go_units *units);

struct go_measure {
    double value;
    int decimals;
    struct go_field number, unit;
    uint32_t unit_id; /* in go_units */
    enum benchan_quantity quantity;
};

struct go_row {
    struct go_field name; /* without "Benchmark" */
    double iterations;
    size_t n;
    struct go_measure measures[GO_MAX_MEASURES];
};

/* What is wrong with a row, and where. */
struct go_fault {
    const char *at;
    const char *mend;
    char message[256];
};

enum go_row_kind {
    GO_NO_ROW, /* a name alone, or a name followed by something else */
    GO_ROW,
    GO_ROW_FAULT,
    GO_ROW_NO_MEMORY
};

/* The next field of a line and the place behind it; n = 0 at the end. */
struct go_field go_next_field(const char **at, const char *end);
bool go_is_blank(const char *at, const char *end);

/*
 * Parses `name iterations (value unit)...`, or, where `named` is false, a row
 * whose name stood on an earlier line.
 */
enum go_row_kind go_parse_row(struct go_units *units, struct builder *builder,
                              const struct go_line *line, bool named, struct go_row *row,
                              struct go_fault *fault);

/* Whether the row has a ns/op: its MB/s is then computed from it. */
bool go_is_timed(const struct go_row *row);

/* Whether the line begins with "Benchmark". */
bool go_begins_row(const struct go_line *line);
/* "Benchmarking ...": a lower-case letter follows, which only some producers write. */
bool go_may_be_prose(const struct go_line *line);

/* ------------------------------------------------- go_config.c: `key: value` */

struct go_entry {
    const char *key, *value; /* interned; value "" once deleted */
    size_t block;            /* number of the block that set it */
};

struct go_config {
    struct go_entry *entries;
    size_t n, capacity;
    size_t block;
};

/* Splits a config line; false where it has not the shape of one. */
bool go_split_config(const struct go_line *line, struct go_field *key, struct go_field *value);
/* "goos", "goarch", "pkg", "cpu": what the test binary itself prints first. */
bool go_is_header_key(struct go_field key);
/* Words that Go and programs print with a colon and that are no configuration. */
bool go_is_noise_key(struct go_field key);
/* An empty value deletes the key. */
void go_config_set(struct go_config *config, struct builder *builder, struct go_field key,
                   struct go_field value);
const char *go_config_get(const struct go_config *config, const char *key);
void go_config_forget_older(struct go_config *config, const char *key);
/* Gives a new process the facts that hold, and its block, build, setup and session. */
void go_config_apply(const struct go_config *config, struct builder *builder, uint32_t process);
void go_config_free(struct go_config *config);
/* Keys of no known meaning whose value differs between processes become labels. */
void go_config_label(struct builder *builder);

/* ---------------------------------------------------- go_names.c: -N suffixes */

/*
 * Decides, package by package, whether -N is GOMAXPROCS; strips it or says why
 * not. False where memory is out.
 */
bool go_strip_suffixes(struct builder *builder, bool header_seen);

#endif
