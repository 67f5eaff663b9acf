/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/emit_json.h"

#include <math.h>

#include "benchan/sample.h"
#include "formats/model/number.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"

static void begin(struct emitter *json, const char *key)
{
    const size_t at = json->depth;
    if (at > 0 && json->filled[at])
        benchan_text_string(json->text, ",");
    if (at > 0 && json->broken[at]) {
        benchan_text_string(json->text, "\n");
        columns_repeat(json->text, " ", at);
    } else if (at > 0 && json->filled[at]) {
        benchan_text_string(json->text, " ");
    }
    json->filled[at] = true;
    if (!key)
        return;
    benchan_text_string(json->text, "\"");
    escape_json(json->text, key);
    benchan_text_string(json->text, "\": ");
}

void emit_open(struct emitter *json, const char *key, char bracket, bool broken)
{
    begin(json, key);
    benchan_text_bytes(json->text, &bracket, 1);
    if (json->depth + 1 >= EMIT_MAX_DEPTH) {
        json->text->failed = true;
        return;
    }
    json->depth++;
    json->filled[json->depth] = false;
    json->broken[json->depth] = broken;
}

void emit_close(struct emitter *json, char bracket)
{
    const size_t at = json->depth;
    if (at == 0)
        return;
    json->depth--;
    if (json->broken[at] && json->filled[at]) {
        benchan_text_string(json->text, "\n");
        columns_repeat(json->text, " ", json->depth);
    }
    benchan_text_bytes(json->text, &bracket, 1);
}

void emit_null(struct emitter *json, const char *key)
{
    begin(json, key);
    benchan_text_string(json->text, "null");
}

void emit_string(struct emitter *json, const char *key, const char *string)
{
    if (!string) {
        emit_null(json, key);
        return;
    }
    begin(json, key);
    benchan_text_string(json->text, "\"");
    escape_json(json->text, string);
    benchan_text_string(json->text, "\"");
}

void emit_number(struct emitter *json, const char *key, double value)
{
    if (!isfinite(value)) {
        emit_null(json, key);
        return;
    }
    begin(json, key);
    benchan_text_number(json->text, value, BENCHAN_BINARY);
}

void emit_count(struct emitter *json, const char *key, size_t value)
{
    begin(json, key);
    benchan_text_printf(json->text, "%zu", value);
}

void emit_integer(struct emitter *json, const char *key, int value)
{
    begin(json, key);
    benchan_text_printf(json->text, "%d", value);
}

void emit_bool(struct emitter *json, const char *key, bool value)
{
    begin(json, key);
    benchan_text_string(json->text, value ? "true" : "false");
}
