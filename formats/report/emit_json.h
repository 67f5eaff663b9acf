/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_EMIT_JSON_H
#define BENCHAN_FORMATS_REPORT_EMIT_JSON_H

/*
 * JSON in the order it is written. Commas, escapes and nulls are minded here:
 * a figure that is no finite number is null.
 */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/text.h"

enum { EMIT_MAX_DEPTH = 16 };

struct emitter {
    struct benchan_text *text;
    size_t depth;
    bool filled[EMIT_MAX_DEPTH]; /* something stands before */
    bool broken[EMIT_MAX_DEPTH]; /* a line for each item */
};

/* `bracket` is '{' or '['. `key` NULL inside arrays and at the top. */
void emit_open(struct emitter *json, const char *key, char bracket, bool broken);
void emit_close(struct emitter *json, char bracket);
void emit_string(struct emitter *json, const char *key, const char *string); /* or NULL */
void emit_number(struct emitter *json, const char *key, double value);
void emit_count(struct emitter *json, const char *key, size_t value);
void emit_integer(struct emitter *json, const char *key, int value);
void emit_bool(struct emitter *json, const char *key, bool value);
void emit_null(struct emitter *json, const char *key);

#endif
