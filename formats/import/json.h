/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_JSON_H
#define BENCHAN_FORMATS_IMPORT_JSON_H

/*
 * JSON as result files need it. json_open checks the whole text once, strictly
 * (RFC 8259: no 01, no 1., no raw newline in a string, no duplicate key, valid
 * UTF-8, nothing after the value), so that whoever walks it afterwards meets no
 * surprise. The walk hands out spans, which are places in the text: a large
 * array is never a tree, and every complaint can name its line and column. What
 * is small and irregular (an object of metadata) becomes a cJSON tree.
 */

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"

enum {
    JSON_MAX_DEPTH = 128, /* deeper nesting is BENCHAN_LIMIT */
    JSON_MAX_NUMBER = 63  /* characters of a number: what cJSON copes with */
};

enum json_kind {
    JSON_NULL = 0,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_NONFINITE, /* NaN, Infinity, -Infinity: only with json_rules.nonfinite */
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

/* "null", "a number", "an array", ... for messages. */
const char *json_kind_name(enum json_kind kind);

/* Bytes [begin, end) of the text: one value, quotes or brackets included. */
struct json_span {
    enum json_kind kind;
    size_t begin, end;
};

struct json_rules {
    bool nonfinite; /* accept the bare words NaN, Infinity and -Infinity */
    /*
     * Accept a text that ends too early: what follows its last whole record is
     * dropped. A record is an element of an array that stands `depth` brackets
     * deep; 0 ends the list.
     */
    bool partial;
    unsigned record_depths[2];
};

struct json_document {
    const char *path;
    const char *data;
    size_t size;
    struct json_span root;
    bool nonfinite;          /* it holds NaN or Infinity */
    bool cut;                /* `partial` dropped something */
    char *mended;            /* what is left then, every bracket closed */
    struct json_jump *jumps; /* where large values end, so that a walk can skip them */
    size_t n_jumps, jumps_capacity;
};

/* `data` is borrowed until json_close. On failure there is nothing to close. */
enum benchan_status json_open(struct json_document *document, const char *path,
                              const char *data, size_t size, const struct json_rules *rules,
                              struct benchan_error *error);
void json_close(struct json_document *document);

/* A walk over the elements of an array or the members of an object. */
struct json_walk {
    const struct json_document *document;
    size_t at;
    bool object;
};
/* Anything but an array or object is walked as if it were empty. */
struct json_walk json_walk_start(const struct json_document *document, struct json_span of);
/* The next value, and its key where `key` is given; false past the last one. */
bool json_walk_next(struct json_walk *walk, struct json_span *key, struct json_span *value);

/* The member `key` of an object; false where it has none or `of` is no object. */
bool json_member(const struct json_document *document, struct json_span of, const char *key,
                 struct json_span *value);

/* Whether a string, its escapes resolved, is `string`. */
bool json_equal(const struct json_document *document, struct json_span of, const char *string);

/* A number in the range of a double; false for any other value. */
bool json_number(const struct json_document *document, struct json_span of, double *value);

/* A whole number written without point or exponent, |value| <= 2^53. */
bool json_whole(const struct json_document *document, struct json_span of, double *value);

/*
 * The value as a tree, numbers read in the C locale, NaN and Infinity as null.
 * NULL only where memory is out. The caller frees it with cJSON_Delete.
 */
cJSON *json_tree(const struct json_document *document, struct json_span of);

/* BENCHAN_BAD_INPUT at byte `offset` of the text. */
enum benchan_status json_fail(const struct json_document *document, size_t offset,
                              const char *mend, struct benchan_error *error, const char *format,
                              ...) BENCHAN_PRINTF(5, 6);

/* Whether some "key" stands before a colon: for probes, which see the begin of a text. */
bool json_has_key(const char *data, size_t size, const char *key);

/* 1-based line and column (in bytes) of a byte of the text. */
void json_position(const char *data, size_t offset, size_t *line, size_t *column);

#endif
