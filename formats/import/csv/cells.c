/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "benchan/number.h"
#include "formats/import/csv/layout.h"
#include "formats/model/time.h"

/* ------------------------------------------------------------------- numbers */

bool csv_number(const char *cell, size_t n, char separator, double *value, int *decimals)
{
    char buffer[512];
    const char *comma = separator == ',' ? NULL : memchr(cell, ',', n);
    if (!comma)
        return benchan_parse_number(cell, n, value, decimals);
    if (n >= sizeof buffer || memchr(cell, '.', n))
        return false;
    memcpy(buffer, cell, n);
    buffer[comma - cell] = '.';
    return benchan_parse_number(buffer, n, value, decimals);
}

/* --------------------------------------------------------------------- times */

/* Seconds, milliseconds, micro- or nanoseconds since 1970, told apart by size. */
static bool epoch_time(const char *cell, size_t n, int64_t *time)
{
    const char *point = memchr(cell, '.', n);
    const size_t whole = point ? (size_t)(point - cell) : n;
    if (whole < 9 || whole > 19)
        return false;
    int64_t value = 0;
    size_t digits = 0;
    const size_t wanted = whole <= 11 ? whole + 9 : whole <= 14 ? whole + 6 : whole + 3;
    const size_t goal = whole > 17 ? whole : wanted; /* digits down to a nanosecond */
    for (size_t i = 0; i < n; i++) {
        if (i == whole)
            continue;
        if (cell[i] < '0' || cell[i] > '9')
            return false;
        if (digits == goal)
            continue;
        if (value > (INT64_MAX - 9) / 10)
            return false;
        value = value * 10 + (cell[i] - '0');
        digits++;
    }
    for (; digits < goal; digits++) {
        if (value > INT64_MAX / 10)
            return false;
        value *= 10;
    }
    *time = value;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "2024.01.01 3:00:00 +0100" and "2024/1/2" as RFC 3339 would write them. */
static size_t tidy_time(const char *cell, size_t n, char *buffer, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < n && at + 8 < size; i++) {
        const bool begins = i == 0 || !is_digit(cell[i - 1]);
        const bool ends = i + 1 == n || !is_digit(cell[i + 1]);
        const bool joint = at < 8 && (cell[i] == '.' || cell[i] == '/');
        if (is_digit(cell[i]) && begins && ends && at < 14)
            buffer[at++] = '0';
        buffer[at++] = joint ? '-' : cell[i];
    }
    if (at == 10) { /* a date alone */
        memcpy(buffer + at, "T00:00", 6);
        at += 6;
    }
    return at;
}

bool csv_time(const char *cell, size_t n, int64_t *time, bool *zoned)
{
    char buffer[64];
    if (benchan_parse_time(cell, n, time, zoned))
        return true;
    *zoned = true;
    if (epoch_time(cell, n, time))
        return true;
    if (n + 16 > sizeof buffer)
        return false;
    return benchan_parse_time(buffer, tidy_time(cell, n, buffer, sizeof buffer), time, zoned);
}

bool csv_column_numeric(const struct csv_column *column)
{
    return column->filled > 0 && column->numbers * 2 >= column->filled;
}
