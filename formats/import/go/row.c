/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "formats/import/go/go.h"
#include "formats/model/number.h"
#include "formats/model/units.h"

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

/* A byte that neither is a space nor begins one, and so needs no second look. */
static bool is_plain(char c)
{
    const unsigned char byte = (unsigned char)c;
    return byte > ' ' && byte < 0xc2;
}

/* Whether some of the eight bytes is not plain, or is above 0x7f. */
static bool any_unplain(const char *at)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return (((word - ones * (' ' + 1)) & ~word) | word) & high;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static const char *skip_spaces(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    size_t space;
    while (at < end && !is_plain(*at) && (space = space_length(at, end)) > 0)
        at += space;
    return at;
}

static const char *skip_eights(const char *at, const char *end)
{
    while (end - at >= 8 && !any_unplain(at))
        at += 8;
    return at;
}

static const char *skip_word(const char *at, const char *end)
{
    at = skip_eights(at, end);
    while (at < end && (is_plain(*at) || !space_length(at, end)))
        at++;
    return at;
}

struct go_field go_next_field(const char **at, const char *end)
{
    const char *begin = skip_spaces(*at, end);
    const char *stop = skip_word(begin, end);
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
    return unit->name_n == wanted->n && memcmp(unit->name, wanted->at, wanted->n) == 0;
}

static struct go_unit describe(const char *name)
{
    const struct benchan_unit unit = benchan_unit_lookup(name);
    return (struct go_unit){.name = name,
                            .name_n = strlen(name),
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

/* Rows repeat their units: the one at this place of the row before is looked at first. */
static struct go_unit *unit_at(struct go_units *units, struct builder *builder,
                               struct go_field name, size_t place)
{
    const uint32_t recent = units->recent[place];
    if (recent < units->n && same_unit(units, &name, recent))
        return &units->units[recent];
    struct go_unit *unit = go_unit_of(units, builder, name);
    if (unit)
        units->recent[place] = (uint32_t)(unit - units->units);
    return unit;
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

static enum go_row_kind parse_value(struct go_measure *measure, struct go_fault *fault)
{
    const struct go_field number = measure->number;
    if (benchan_parse_number(number.at, number.n, &measure->value, &measure->decimals))
        return GO_ROW;
    if (is_no_number_word(number)) {
        benchan_snprintf(fault->message, sizeof fault->message, "%.*s is no measured value",
                         shown(number), number.at);
        return fault_at(fault, number.at, "take the row out, and find out why it was written");
    }
    benchan_snprintf(fault->message, sizeof fault->message, "\"%.*s\" is no number",
                     shown(number), number.at);
    return fault_at(fault, number.at,
                    "numbers are written with a decimal point and without separators");
}

static enum go_row_kind check_value(const struct go_measure *measure, bool derived,
                                    struct go_fault *fault)
{
    const bool positive =
        measure->quantity == BENCHAN_TIME || (measure->quantity == BENCHAN_RATE && !derived);
    if (positive && !(measure->value > 0)) {
        benchan_snprintf(fault->message, sizeof fault->message,
                         "%.*s %.*s is no %s: it must be above 0", shown(measure->number),
                         measure->number.at, shown(measure->unit), measure->unit.at,
                         measure->quantity == BENCHAN_TIME ? "time" : "rate");
        return fault_at(fault, measure->number.at,
                        "make the benchmark do work that depends on b.N, or take the row out");
    }
    if (measure->quantity == BENCHAN_COUNT && measure->value < 0) {
        benchan_snprintf(fault->message, sizeof fault->message, "%.*s %.*s is no count",
                         shown(measure->number), measure->number.at, shown(measure->unit),
                         measure->unit.at);
        return fault_at(fault, measure->number.at, "take the row out");
    }
    return GO_ROW;
}

static enum go_row_kind check_twice(const struct go_row *row, struct go_fault *fault)
{
    for (size_t i = 1; i < row->n; i++) {
        for (size_t j = 0; j < i; j++) {
            if (row->measures[i].unit_id != row->measures[j].unit_id)
                continue;
            benchan_snprintf(fault->message, sizeof fault->message,
                             "two values in %.*s on one row", shown(row->measures[i].unit),
                             row->measures[i].unit.at);
            return fault_at(fault, row->measures[i].number.at,
                            "give each value a unit of its own");
        }
    }
    return GO_ROW;
}

static bool begins_number(struct go_field field)
{
    if (!field.n)
        return false;
    const char first = field.at[0];
    return is_digit(first) || first == '+' || first == '-' || first == '.';
}

/* The unit of `measure`, whose number is read; `place` is the measure's on the row. */
static enum go_row_kind parse_unit(struct go_units *units, struct builder *builder,
                                   size_t place, struct go_measure *measure,
                                   struct go_fault *fault)
{
    if (!measure->unit.n) {
        benchan_snprintf(fault->message, sizeof fault->message, "the value %.*s has no unit",
                         shown(measure->number), measure->number.at);
        return fault_at(fault, measure->number.at,
                        "a row is: name, iterations, then value and unit in turn");
    }
    double number;
    if (begins_number(measure->unit) &&
        benchan_parse_number(measure->unit.at, measure->unit.n, &number, NULL)) {
        benchan_snprintf(fault->message, sizeof fault->message,
                         "%.*s stands where a unit is expected", shown(measure->unit),
                         measure->unit.at);
        return fault_at(fault, measure->unit.at,
                        "a row is: name, iterations, then value and unit in turn");
    }
    const struct go_unit *unit = unit_at(units, builder, measure->unit, place);
    if (!unit)
        return GO_ROW_NO_MEMORY;
    measure->unit_id = units->recent[place];
    measure->quantity = unit->quantity;
    return GO_ROW;
}

/* The row's measures: the first number and its unit, and what follows at `at`. */
static enum go_row_kind parse_pairs(struct go_units *units, struct builder *builder,
                                    struct go_field number, struct go_field unit,
                                    const char *at, const char *end, struct go_row *row,
                                    struct go_fault *fault)
{
    for (row->n = 0; number.n; row->n++) {
        if (row->n == GO_MAX_MEASURES) {
            benchan_snprintf(fault->message, sizeof fault->message,
                             "more than %d values on one row", GO_MAX_MEASURES);
            return fault_at(fault, number.at, "report fewer metrics from one benchmark");
        }
        struct go_measure *measure = &row->measures[row->n];
        measure->number = number;
        measure->unit = unit;
        enum go_row_kind kind = parse_value(measure, fault);
        if (kind == GO_ROW)
            kind = parse_unit(units, builder, row->n, measure, fault);
        if (kind != GO_ROW)
            return kind;
        number = go_next_field(&at, end);
        unit = go_next_field(&at, end);
    }
    return GO_ROW;
}

static bool is_known_unit(const struct go_units *units, struct go_field field)
{
    const uint32_t recent = units->recent[0];
    if (recent < units->n && same_unit(units, &field, recent))
        return units->units[recent].quantity != BENCHAN_OTHER;
    char unit[64];
    if (field.n >= sizeof unit)
        return false;
    memcpy(unit, field.at, field.n);
    unit[field.n] = '\0';
    return benchan_unit_lookup(unit).quantity != BENCHAN_OTHER;
}

/*
 * Whether what follows the iterations is meant as values: a log line may
 * begin with a number too ("5 connections ready").
 */
static bool means_values(const struct go_units *units, struct go_field first,
                         struct go_field second, const char *at, const char *end, bool named)
{
    const bool known_unit = is_known_unit(units, second);
    if (known_unit && first.n && is_digit(first.at[0]))
        return true;
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

bool go_is_timed(const struct go_row *row)
{
    for (size_t i = 0; i < row->n; i++) {
        if (row->measures[i].unit.n == 5 && memcmp(row->measures[i].unit.at, "ns/op", 5) == 0)
            return true;
    }
    return false;
}

static enum go_row_kind check_row(const struct go_row *row, struct go_fault *fault)
{
    const bool derived = go_is_timed(row);
    for (size_t i = 0; i < row->n; i++) {
        const enum go_row_kind kind = check_value(&row->measures[i], derived, fault);
        if (kind != GO_ROW)
            return kind;
    }
    return check_twice(row, fault);
}

/* ----------------------------------------------------------------- usual rows */

static bool is_blank_at(const char *at, const char *end)
{
    return at < end && (*at == ' ' || *at == '\t');
}

/* Behind the name of plain bytes and the blank that ends it; NULL where it has others. */
static const char *usual_name(const char *at, const char *end, struct go_row *row)
{
    const char *begin = at + sizeof prefix - 1;
    at = skip_eights(begin, end);
    while (at < end && is_plain(*at))
        at++;
    row->name = (struct go_field){begin, (size_t)(at - begin)};
    return is_blank_at(at, end) ? skip_blanks(at, end) : NULL;
}

/* Behind a number, its unit and blanks; NULL where the unit is not the one expected. */
static const char *usual_measure(const struct go_unit *unit, const char *at, const char *end,
                                 struct go_measure *measure)
{
    const char *stop = number_scan(at, end, &measure->value, &measure->decimals);
    if (!stop || !is_blank_at(stop, end))
        return NULL;
    measure->number = (struct go_field){at, (size_t)(stop - at)};
    at = skip_blanks(stop, end);
    if ((size_t)(end - at) < unit->name_n || memcmp(at, unit->name, unit->name_n) != 0)
        return NULL;
    measure->unit = (struct go_field){at, unit->name_n};
    measure->quantity = unit->quantity;
    at += unit->name_n;
    if (at < end && !is_blank_at(at, end))
        return NULL;
    return skip_blanks(at, end);
}

/*
 * Nearly every row has the units of the row before it, blanks between fields
 * and plain numbers. Such a row is read here in one pass; of any other this
 * says false, and go_parse_row decides.
 */
static bool parse_usual(const struct go_units *units, const struct go_line *line,
                        struct go_row *row)
{
    const char *end = line->at + line->n;
    const char *at = usual_name(line->at, end, row);
    const char *stop = at;
    int decimals;
    while (stop && stop < end && is_digit(*stop))
        stop++;
    if (!stop || !is_blank_at(stop, end) ||
        number_scan(at, end, &row->iterations, &decimals) != stop || !(row->iterations > 0))
        return false;
    at = skip_blanks(stop, end);
    for (row->n = 0; at < end; row->n++) {
        if (row->n == GO_MAX_MEASURES)
            return false;
        const uint32_t id = units->recent[row->n];
        if (id >= units->n || !units->units[id].seen)
            return false;
        at = usual_measure(&units->units[id], at, end, &row->measures[row->n]);
        if (!at)
            return false;
        row->measures[row->n].unit_id = id;
    }
    return row->n && row->measures[0].quantity != BENCHAN_OTHER;
}

enum go_row_kind go_parse_row(struct go_units *units, struct builder *builder,
                              const struct go_line *line, bool named, struct go_row *row,
                              struct go_fault *fault)
{
    if (named && parse_usual(units, line, row))
        return check_row(row, fault);
    const char *at = line->at, *end = line->at + line->n;
    if (named) {
        const struct go_field name = go_next_field(&at, end);
        row->name =
            (struct go_field){name.at + sizeof prefix - 1, name.n - (sizeof prefix - 1)};
    }
    const struct go_field iterations = go_next_field(&at, end);
    if (!is_integer(iterations))
        return GO_NO_ROW;
    const struct go_field first = go_next_field(&at, end), second = go_next_field(&at, end);
    if (!means_values(units, first, second, at, end, named))
        return GO_NO_ROW;
    if (!benchan_parse_number(iterations.at, iterations.n, &row->iterations, NULL) ||
        !(row->iterations > 0)) {
        benchan_snprintf(fault->message, sizeof fault->message,
                         "%.*s iterations: it must be above 0", shown(iterations),
                         iterations.at);
        return fault_at(fault, iterations.at, "take the row out: no such run was measured");
    }
    const enum go_row_kind kind =
        parse_pairs(units, builder, first, second, at, end, row, fault);
    return kind == GO_ROW ? check_row(row, fault) : kind;
}
