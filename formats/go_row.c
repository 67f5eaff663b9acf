/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "formats/go.h"

static const char prefix[] = "Benchmark";

/* Length of the Unicode space at `at`; 0 where there is none. */
static size_t space_length(const char *at, const char *end)
{
    const unsigned char c = (unsigned char)at[0];
    if (c == ' ' || (c >= '\t' && c <= '\r'))
        return 1;
    if (c < 0xc2 || end - at < 2)
        return 0;
    const unsigned char second = (unsigned char)at[1];
    if (c == 0xc2)
        return second == 0x85 || second == 0xa0 ? 2 : 0;
    if (end - at < 3)
        return 0;
    const unsigned char third = (unsigned char)at[2];
    const bool space = (c == 0xe1 && second == 0x9a && third == 0x80) ||
                       (c == 0xe2 && second == 0x80 &&
                        (third <= 0x8a || third == 0xa8 || third == 0xa9 || third == 0xaf)) ||
                       (c == 0xe2 && second == 0x81 && third == 0x9f) ||
                       (c == 0xe3 && second == 0x80 && third == 0x80);
    return space ? 3 : 0;
}

struct go_field go_next_field(const char **at, const char *end)
{
    const char *begin = *at;
    size_t space;
    while (begin < end && (space = space_length(begin, end)) > 0)
        begin += space;
    const char *stop = begin;
    while (stop < end && !space_length(stop, end))
        stop++;
    *at = stop;
    return (struct go_field){begin, (size_t)(stop - begin)};
}

bool go_is_blank(const char *at, const char *end)
{
    return go_next_field(&at, end).n == 0;
}

bool go_begins_row(const struct go_line *line)
{
    return line->n >= sizeof prefix - 1 && memcmp(line->at, prefix, sizeof prefix - 1) == 0;
}

bool go_may_be_prose(const struct go_line *line)
{
    const size_t n = sizeof prefix - 1;
    return line->n > n && line->at[n] >= 'a' && line->at[n] <= 'z';
}

/* --------------------------------------------------------------------- units */

static bool is_field(const char *name, struct go_field field)
{
    return strlen(name) == field.n && memcmp(name, field.at, field.n) == 0;
}

static bool same_unit(const void *context, const void *key, uint32_t id)
{
    const struct go_unit *unit = &((const struct go_units *)context)->units[id];
    const struct go_field *wanted = key;
    return is_field(unit->name, *wanted);
}

static struct go_unit describe(const char *name)
{
    const struct benchan_unit unit = benchan_unit_lookup(name);
    return (struct go_unit){.name = name,
                            .quantity = unit.quantity,
                            .known = unit.quantity != BENCHAN_OTHER ||
                                     unit.better != BENCHAN_BETTER_UNKNOWN};
}

struct go_unit *go_unit_of(struct go_units *units, struct builder *builder,
                           struct go_field name)
{
    const uint64_t hash = table_hash(0, name.at, name.n);
    const uint32_t found = table_find(&units->table, hash, same_unit, units, &name);
    if (found != UINT32_MAX)
        return &units->units[found];
    if (units->n == units->capacity) {
        const size_t capacity = units->capacity ? units->capacity * 2 : 16;
        const bool fits = capacity <= UINT32_MAX / sizeof *units->units;
        struct go_unit *larger = fits ? realloc(units->units, capacity * sizeof *larger) : NULL;
        if (!larger) {
            builder_fail_memory(builder);
            return NULL;
        }
        units->units = larger;
        units->capacity = capacity;
    }
    const char *interned = builder_intern(builder, name.at, name.n);
    if (!builder_failed(builder) && !is_field(interned, name)) /* escaped, or cut at a NUL */
        return go_unit_of(units, builder, (struct go_field){interned, strlen(interned)});
    if (!table_add(&units->table, hash, (uint32_t)units->n))
        builder_fail_memory(builder);
    if (builder_failed(builder))
        return NULL;
    units->units[units->n] = describe(interned);
    return &units->units[units->n++];
}

void go_units_free(struct go_units *units)
{
    free(units->units);
    table_free(&units->table);
    *units = (struct go_units){0};
}

/* ---------------------------------------------------------------------- rows */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_integer(struct go_field field)
{
    size_t at = field.n && (field.at[0] == '-' || field.at[0] == '+');
    if (at == field.n)
        return false;
    while (at < field.n && is_digit(field.at[at]))
        at++;
    return at == field.n;
}

/* "NaN", "inf", "-Infinity": no number here, but meant as one. */
static bool is_no_number_word(struct go_field field)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    const size_t sign = field.n && (field.at[0] == '-' || field.at[0] == '+');
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        size_t at = 0;
        while (field.n - sign == n && at < n && (field.at[sign + at] | 0x20) == words[i][at])
            at++;
        if (at == n)
            return true;
    }
    return false;
}

static enum go_row_kind fault_at(struct go_fault *fault, const char *at, const char *mend)
{
    fault->at = at;
    fault->mend = mend;
    return GO_ROW_FAULT;
}

static int shown(struct go_field field)
{
    return field.n < 60 ? (int)field.n : 60;
}

static enum go_row_kind parse_value(struct go_pair *pair, struct go_fault *fault)
{
    const struct go_field number = pair->number;
    if (is_no_number_word(number)) {
        benchan_snprintf(fault->message, sizeof fault->message, "%.*s is no measured value",
                         shown(number), number.at);
        return fault_at(fault, number.at, "take the row out, and find out why it was written");
    }
    if (!benchan_parse_number(number.at, number.n, &pair->value, &pair->decimals)) {
        benchan_snprintf(fault->message, sizeof fault->message, "\"%.*s\" is no number",
                         shown(number), number.at);
        return fault_at(fault, number.at,
                        "numbers are written with a decimal point and without separators");
    }
    return GO_ROW;
}

static enum go_row_kind check_value(const struct go_pair *pair, bool derived,
                                    struct go_fault *fault)
{
    const bool positive =
        pair->quantity == BENCHAN_TIME || (pair->quantity == BENCHAN_RATE && !derived);
    if (positive && !(pair->value > 0)) {
        benchan_snprintf(fault->message, sizeof fault->message,
                         "%.*s %.*s is no %s: it must be above 0", shown(pair->number),
                         pair->number.at, shown(pair->unit), pair->unit.at,
                         pair->quantity == BENCHAN_TIME ? "time" : "rate");
        return fault_at(fault, pair->number.at,
                        "make the benchmark do work that depends on b.N, or take the row out");
    }
    if (pair->quantity == BENCHAN_COUNT && pair->value < 0) {
        benchan_snprintf(fault->message, sizeof fault->message, "%.*s %.*s is no count",
                         shown(pair->number), pair->number.at, shown(pair->unit),
                         pair->unit.at);
        return fault_at(fault, pair->number.at, "take the row out");
    }
    return GO_ROW;
}

static bool same_field(struct go_field a, struct go_field b)
{
    return a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
}

static enum go_row_kind check_twice(const struct go_row *row, struct go_fault *fault)
{
    for (size_t i = 1; i < row->n; i++) {
        for (size_t j = 0; j < i; j++) {
            if (!same_field(row->pairs[i].unit, row->pairs[j].unit))
                continue;
            benchan_snprintf(fault->message, sizeof fault->message,
                             "two values in %.*s on one row", shown(row->pairs[i].unit),
                             row->pairs[i].unit.at);
            return fault_at(fault, row->pairs[i].number.at,
                            "give each value a unit of its own");
        }
    }
    return GO_ROW;
}

/* The row's remaining pairs; `at` stands behind the iterations. */
static enum go_row_kind parse_pairs(struct go_units *units, struct builder *builder,
                                    const char *at, const char *end, struct go_row *row,
                                    struct go_fault *fault)
{
    for (row->n = 0;;) {
        struct go_pair pair = {.number = go_next_field(&at, end)};
        if (!pair.number.n)
            return GO_ROW;
        if (row->n == GO_MAX_PAIRS) {
            benchan_snprintf(fault->message, sizeof fault->message,
                             "more than %d values on one row", GO_MAX_PAIRS);
            return fault_at(fault, pair.number.at, "report fewer metrics from one benchmark");
        }
        const enum go_row_kind kind = parse_value(&pair, fault);
        if (kind != GO_ROW)
            return kind;
        pair.unit = go_next_field(&at, end);
        if (!pair.unit.n) {
            benchan_snprintf(fault->message, sizeof fault->message,
                             "the value %.*s has no unit", shown(pair.number), pair.number.at);
            return fault_at(fault, pair.number.at,
                            "a row is: name, iterations, then value and unit in turn");
        }
        double number;
        if (benchan_parse_number(pair.unit.at, pair.unit.n, &number, NULL)) {
            benchan_snprintf(fault->message, sizeof fault->message,
                             "%.*s stands where a unit is expected", shown(pair.unit),
                             pair.unit.at);
            return fault_at(fault, pair.unit.at,
                            "a row is: name, iterations, then value and unit in turn");
        }
        const struct go_unit *unit = go_unit_of(units, builder, pair.unit);
        if (!unit)
            return GO_ROW_NO_MEMORY;
        pair.quantity = unit->quantity;
        row->pairs[row->n++] = pair;
    }
}

static bool begins_number(struct go_field field)
{
    return field.n && (is_digit(field.at[0]) || strchr("+-.", field.at[0]));
}

/*
 * Whether what follows the iterations is meant as values: a log line may
 * begin with a number too ("5 connections ready").
 */
static bool means_values(const char *at, const char *end, bool named)
{
    const struct go_field first = go_next_field(&at, end);
    char unit[64] = "";
    const struct go_field second = go_next_field(&at, end);
    if (second.n < sizeof unit)
        memcpy(unit, second.at, second.n);
    const struct benchan_unit known = benchan_unit_lookup(unit);
    const bool known_unit = known.quantity != BENCHAN_OTHER;
    double value;
    const bool number = benchan_parse_number(first.at, first.n, &value, NULL);
    if (known_unit)
        return number || is_no_number_word(first) || begins_number(first);
    if (!named || !(number || is_no_number_word(first)))
        return false;
    const struct go_field third = go_next_field(&at, end);
    return !third.n || memchr(second.at, '/', second.n) ||
           benchan_parse_number(third.at, third.n, &value, NULL) || is_no_number_word(third);
}

static bool has_unit(const struct go_row *row, const char *name)
{
    for (size_t i = 0; i < row->n; i++) {
        if (same_field(row->pairs[i].unit, (struct go_field){name, strlen(name)}))
            return true;
    }
    return false;
}

static enum go_row_kind check_row(const struct go_row *row, struct go_fault *fault)
{
    const bool derived = has_unit(row, "ns/op");
    for (size_t i = 0; i < row->n; i++) {
        const enum go_row_kind kind = check_value(&row->pairs[i], derived, fault);
        if (kind != GO_ROW)
            return kind;
    }
    return check_twice(row, fault);
}

enum go_row_kind go_parse_row(struct go_units *units, struct builder *builder,
                              const struct go_line *line, bool named, struct go_row *row,
                              struct go_fault *fault)
{
    const char *at = line->at, *end = line->at + line->n;
    if (named) {
        const struct go_field name = go_next_field(&at, end);
        row->name =
            (struct go_field){name.at + sizeof prefix - 1, name.n - (sizeof prefix - 1)};
    }
    const struct go_field iterations = go_next_field(&at, end);
    if (!is_integer(iterations) || !means_values(at, end, named))
        return GO_NO_ROW;
    if (!benchan_parse_number(iterations.at, iterations.n, &row->iterations, NULL) ||
        !(row->iterations > 0)) {
        benchan_snprintf(fault->message, sizeof fault->message,
                         "%.*s iterations: it must be above 0", shown(iterations),
                         iterations.at);
        return fault_at(fault, iterations.at, "take the row out: no such run was measured");
    }
    const enum go_row_kind kind = parse_pairs(units, builder, at, end, row, fault);
    return kind == GO_ROW ? check_row(row, fault) : kind;
}
