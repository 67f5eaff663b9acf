/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/import/csv/layout.h"

/* Column names: their key, and the unit they carry. */

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_joint(char c)
{
    return c == ' ' || c == '-' || c == '.' || c == '_' || c == '\t';
}

/* A capital begins a word after a small letter ("totalMs") or before one ("RSSBytes"). */
static bool begins_word(const char *name, size_t i, size_t n)
{
    if (i == 0 || !is_upper(name[i]))
        return false;
    if (is_lower_or_digit(name[i - 1]))
        return true;
    return is_upper(name[i - 1]) && i + 1 < n && name[i + 1] >= 'a' && name[i + 1] <= 'z';
}

void csv_key(const char *name, size_t n, char *key)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const bool joint = is_joint(name[i]);
        if ((joint || begins_word(name, i, n)) && at > 0 && key[at - 1] != '_')
            key[at++] = '_';
        if (!joint)
            key[at++] = is_upper(name[i]) ? (char)(name[i] - 'A' + 'a') : name[i];
    }
    while (at > 0 && key[at - 1] == '_')
        at--;
    key[at] = '\0';
}

struct unit_word {
    const char *word, *unit;
};

static const struct unit_word unit_words[] = {
    {"ns", "ns"},
    {"nsec", "ns"},
    {"nsecs", "ns"},
    {"nanos", "ns"},
    {"nanosecond", "ns"},
    {"nanoseconds", "ns"},
    {"us", "us"},
    {"\xc2\xb5s", "us"}, /* micro sign */
    {"\xce\xbcs", "us"}, /* Greek mu */
    {"usec", "us"},
    {"usecs", "us"},
    {"micros", "us"},
    {"microsecond", "us"},
    {"microseconds", "us"},
    {"ms", "ms"},
    {"msec", "ms"},
    {"msecs", "ms"},
    {"millis", "ms"},
    {"millisecond", "ms"},
    {"milliseconds", "ms"},
    {"s", "s"},
    {"sec", "s"},
    {"secs", "s"},
    {"second", "s"},
    {"seconds", "s"},
    {"ns/op", "ns/op"},
    {"us/op", "us/op"},
    {"ms/op", "ms/op"},
    {"s/op", "s/op"},
    {"sec/op", "sec/op"},
    {"b/op", "B/op"},
    {"allocs/op", "allocs/op"},
    {"mb/s", "MB/s"},
    {"ops/s", "ops/s"},
    {"cycles", "cycles"},
    {"instructions", "instructions"},
};

static const char *unit_of_word(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof unit_words / sizeof *unit_words; i++) {
        const char *known = unit_words[i].word;
        if (strlen(known) == n && memcmp(known, word, n) == 0)
            return unit_words[i].unit;
    }
    return NULL;
}

static bool ends_with(const char *key, size_t n, const char *end)
{
    const size_t end_n = strlen(end);
    return n >= end_n && memcmp(key + n - end_n, end, end_n) == 0;
}

/* "value (ms)", "time [ns]": the key keeps the brackets and what they hold. */
static const char *bracketed_unit(const char *key, size_t n, size_t *stem_n)
{
    const char close = n ? key[n - 1] : '\0';
    if (close != ')' && close != ']')
        return NULL;
    const char open = close == ')' ? '(' : '[';
    size_t at = n - 1;
    while (at > 0 && key[at] != open)
        at--;
    const char *unit = key[at] == open ? unit_of_word(key + at + 1, n - at - 2) : NULL;
    if (!unit)
        return NULL;
    while (at > 0 && key[at - 1] == '_')
        at--;
    *stem_n = at;
    return unit;
}

/* "elapsed_ns", "ns"; "items_per_second" is a rate and no time. */
static const char *last_word_unit(const char *key, size_t n, size_t *stem_n)
{
    size_t at = n;
    while (at > 0 && key[at - 1] != '_')
        at--;
    const char *unit = unit_of_word(key + at, n - at);
    if (!unit)
        return NULL;
    if (at == 0) {
        *stem_n = 0;
        return unit;
    }
    if (ends_with(key, at - 1, "_per") || ends_with(key, at - 1, "per"))
        return NULL;
    *stem_n = at - 1;
    return unit;
}

/* "elapsed_ns_per_op" */
static const char *per_operation(const char *key, size_t *stem_n)
{
    static const struct unit_word pairs[] = {
        {"ns", "ns/op"}, {"us", "us/op"}, {"ms", "ms/op"}, {"s", "s/op"}};
    const size_t n = strlen(key), tail = strlen("_per_op");
    if (n <= tail || !ends_with(key, n, "_per_op"))
        return NULL;
    const char *unit = last_word_unit(key, n - tail, stem_n);
    for (size_t i = 0; unit && i < sizeof pairs / sizeof *pairs; i++) {
        if (strcmp(unit, pairs[i].word) == 0)
            return pairs[i].unit;
    }
    return NULL;
}

const char *csv_name_unit(const char *key, size_t *stem_n)
{
    const size_t n = strlen(key);
    *stem_n = n;
    const char *unit = bracketed_unit(key, n, stem_n);
    if (!unit)
        unit = per_operation(key, stem_n);
    return unit ? unit : last_word_unit(key, n, stem_n);
}
