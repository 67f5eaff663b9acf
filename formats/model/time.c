/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>

#include "formats/model/time.h"

struct reader {
    const char *at, *end;
    bool good;
};

static int digits(struct reader *reader, int count)
{
    int value = 0;
    for (; count > 0; count--) {
        if (reader->at == reader->end || *reader->at < '0' || *reader->at > '9') {
            reader->good = false;
            return 0;
        }
        value = value * 10 + (*reader->at++ - '0');
    }
    return value;
}

static bool take(struct reader *reader, char c)
{
    if (reader->at == reader->end || *reader->at != c)
        return false;
    reader->at++;
    return true;
}

static void expect(struct reader *reader, char c)
{
    if (!take(reader, c))
        reader->good = false;
}

/* Digits beyond nanoseconds are read and dropped. */
static int64_t fraction(struct reader *reader)
{
    int64_t value = 0;
    int count = 0;
    for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
        if (count++ < 9)
            value = value * 10 + (*reader->at - '0');
    }
    if (!count)
        reader->good = false;
    for (; count < 9; count++)
        value *= 10;
    return value;
}

/* Seconds east of UTC: "Z", "+01:00", "+0100", "+01". */
static int64_t offset(struct reader *reader)
{
    if (take(reader, 'Z') || take(reader, 'z'))
        return 0;
    const bool west = take(reader, '-');
    if (!west)
        expect(reader, '+');
    const int hours = digits(reader, 2);
    int minutes = 0;
    if (take(reader, ':') || reader->at < reader->end)
        minutes = digits(reader, 2);
    if (hours > 23 || minutes > 59)
        reader->good = false;
    const int64_t seconds = (int64_t)hours * 3600 + (int64_t)minutes * 60;
    return west ? -seconds : seconds;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

/* Days since 1970-01-01 of a date of the Gregorian calendar. */
static int64_t days_since_epoch(int year, int month, int day)
{
    const int before = year - 1;
    int64_t days = (int64_t)365 * before + before / 4 - before / 100 + before / 400;
    for (int m = 1; m < month; m++)
        days += days_in_month(year, m);
    return days + day - 719163;
}

bool benchan_parse_time(const char *begin, size_t n, int64_t *time, bool *zoned)
{
    struct reader reader = {begin, begin + n, true};
    const int year = digits(&reader, 4);
    expect(&reader, '-');
    const int month = digits(&reader, 2);
    expect(&reader, '-');
    const int day = digits(&reader, 2);
    if (!take(&reader, 'T') && !take(&reader, 't'))
        expect(&reader, ' ');
    const int hour = digits(&reader, 2);
    expect(&reader, ':');
    const int minute = digits(&reader, 2);
    int second = 0;
    int64_t nanoseconds = 0;
    if (take(&reader, ':')) {
        second = digits(&reader, 2);
        if (take(&reader, '.') || take(&reader, ','))
            nanoseconds = fraction(&reader);
    }
    take(&reader, ' ');
    const bool has_zone = reader.at < reader.end;
    const int64_t east = has_zone ? offset(&reader) : 0;
    /* Nanoseconds in 64 bits reach from 1677 to 2262. */
    if (!reader.good || reader.at != reader.end || year < 1678 || year > 2261 || month < 1 ||
        month > 12 || day < 1 || day > days_in_month(year, month) || hour > 23 || minute > 59 ||
        second > 60)
        return false;
    const int64_t seconds = days_since_epoch(year, month, day) * 86400 + (int64_t)hour * 3600 +
                            (int64_t)minute * 60 + second - east;
    *time = seconds * 1000000000 + nanoseconds;
    *zoned = has_zone;
    return true;
}

void time_text(struct benchan_text *text, int64_t time, bool utc)
{
    const int64_t day_length = INT64_C(86400) * 1000000000;
    int64_t days = time / day_length, rest = time % day_length;
    if (rest < 0) {
        days--;
        rest += day_length;
    }
    int year = 1970 + (int)(days / 366);
    if (days < 0)
        year = 1970 + (int)(days / 365) - 1;
    while (days_since_epoch(year + 1, 1, 1) <= days)
        year++;
    int day = (int)(days - days_since_epoch(year, 1, 1)), month = 1;
    while (day >= days_in_month(year, month))
        day -= days_in_month(year, month++);
    const int64_t seconds = rest / 1000000000;
    benchan_text_printf(text, "%04d-%02d-%02dT%02d:%02d:%02d.%09d%s", year, month, day + 1,
                        (int)(seconds / 3600), (int)(seconds / 60 % 60), (int)(seconds % 60),
                        (int)(rest % 1000000000), utc ? "Z" : "");
}
