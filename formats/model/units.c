/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "benchan/number.h"
#include "formats/model/units.h"

struct unit_row {
    const char *name, *base;
    double scale;
    enum benchan_quantity quantity;
    enum benchan_direction better;
};

#define LOWER BENCHAN_BETTER_LOWER
#define HIGHER BENCHAN_BETTER_HIGHER

static const struct unit_row units[] = {
    {"ns/op", "sec/op", 1e-9, BENCHAN_TIME, LOWER},
    {"B/op", "B/op", 1, BENCHAN_COUNT, LOWER},
    {"allocs/op", "allocs/op", 1, BENCHAN_COUNT, LOWER},
    {"MB/s", "B/sec", 1e6, BENCHAN_RATE, HIGHER},
    {"us/op", "sec/op", 1e-6, BENCHAN_TIME, LOWER},
    {"\u00b5s/op", "sec/op", 1e-6, BENCHAN_TIME, LOWER},
    {"\u03bcs/op", "sec/op", 1e-6, BENCHAN_TIME, LOWER},
    {"ms/op", "sec/op", 1e-3, BENCHAN_TIME, LOWER},
    {"s/op", "sec/op", 1, BENCHAN_TIME, LOWER},
    {"sec/op", "sec/op", 1, BENCHAN_TIME, LOWER},
    {"min/op", "sec/op", 60, BENCHAN_TIME, LOWER},
    {"ps", "sec", 1e-12, BENCHAN_TIME, LOWER},
    {"ns", "sec", 1e-9, BENCHAN_TIME, LOWER},
    {"us", "sec", 1e-6, BENCHAN_TIME, LOWER},
    {"\u00b5s", "sec", 1e-6, BENCHAN_TIME, LOWER},
    {"\u03bcs", "sec", 1e-6, BENCHAN_TIME, LOWER},
    {"ms", "sec", 1e-3, BENCHAN_TIME, LOWER},
    {"s", "sec", 1, BENCHAN_TIME, LOWER},
    {"sec", "sec", 1, BENCHAN_TIME, LOWER},
    {"secs", "sec", 1, BENCHAN_TIME, LOWER},
    {"second", "sec", 1, BENCHAN_TIME, LOWER},
    {"seconds", "sec", 1, BENCHAN_TIME, LOWER},
    {"min", "sec", 60, BENCHAN_TIME, LOWER},
    {"nanoseconds", "sec", 1e-9, BENCHAN_TIME, LOWER},
    {"microseconds", "sec", 1e-6, BENCHAN_TIME, LOWER},
    {"milliseconds", "sec", 1e-3, BENCHAN_TIME, LOWER},
    {"ns/GC", "sec/GC", 1e-9, BENCHAN_TIME, LOWER},
    {"B/s", "B/sec", 1, BENCHAN_RATE, HIGHER},
    {"B/sec", "B/sec", 1, BENCHAN_RATE, HIGHER},
    {"kB/s", "B/sec", 1e3, BENCHAN_RATE, HIGHER},
    {"KB/s", "B/sec", 1e3, BENCHAN_RATE, HIGHER},
    {"GB/s", "B/sec", 1e9, BENCHAN_RATE, HIGHER},
    {"KiB/s", "B/sec", 1024, BENCHAN_RATE, HIGHER},
    {"MiB/s", "B/sec", 1048576, BENCHAN_RATE, HIGHER},
    {"GiB/s", "B/sec", 1073741824, BENCHAN_RATE, HIGHER},
    {"op/s", "op/sec", 1, BENCHAN_RATE, HIGHER},
    {"ops/s", "op/sec", 1, BENCHAN_RATE, HIGHER},
    {"op/sec", "op/sec", 1, BENCHAN_RATE, HIGHER},
    {"ops/sec", "op/sec", 1, BENCHAN_RATE, HIGHER},
    {"ops/ns", "op/sec", 1e9, BENCHAN_RATE, HIGHER},
    {"ops/us", "op/sec", 1e6, BENCHAN_RATE, HIGHER},
    {"ops/ms", "op/sec", 1e3, BENCHAN_RATE, HIGHER},
    {"ops/min", "op/sec", 1.0 / 60, BENCHAN_RATE, HIGHER},
    {"req/s", "req/sec", 1, BENCHAN_RATE, HIGHER},
    {"reqs/s", "req/sec", 1, BENCHAN_RATE, HIGHER},
    {"requests/s", "req/sec", 1, BENCHAN_RATE, HIGHER},
    {"requests/sec", "req/sec", 1, BENCHAN_RATE, HIGHER},
    {"req/sec", "req/sec", 1, BENCHAN_RATE, HIGHER},
    {"B", "B", 1, BENCHAN_COUNT, LOWER},
    {"byte", "B", 1, BENCHAN_COUNT, LOWER},
    {"bytes", "B", 1, BENCHAN_COUNT, LOWER},
    {"kB", "B", 1e3, BENCHAN_COUNT, LOWER},
    {"KB", "B", 1e3, BENCHAN_COUNT, LOWER},
    {"MB", "B", 1e6, BENCHAN_COUNT, LOWER},
    {"KiB", "B", 1024, BENCHAN_COUNT, LOWER},
    {"MiB", "B", 1048576, BENCHAN_COUNT, LOWER},
    {"bytes/op", "B/op", 1, BENCHAN_COUNT, LOWER},
    {"alloc/op", "allocs/op", 1, BENCHAN_COUNT, LOWER},
    {"allocs", "allocs", 1, BENCHAN_COUNT, LOWER},
    {"allocations", "allocs", 1, BENCHAN_COUNT, LOWER},
    {"instructions", "instructions", 1, BENCHAN_COUNT, LOWER},
    {"instructions/op", "instructions/op", 1, BENCHAN_COUNT, LOWER},
    {"instrs/op", "instructions/op", 1, BENCHAN_COUNT, LOWER},
    {"cycles", "cycles", 1, BENCHAN_COUNT, LOWER},
    {"cycles/op", "cycles/op", 1, BENCHAN_COUNT, LOWER},
    {"cache-misses", "cache-misses", 1, BENCHAN_COUNT, LOWER},
    {"cache-misses/op", "cache-misses/op", 1, BENCHAN_COUNT, LOWER},
    {"branch-misses", "branch-misses", 1, BENCHAN_COUNT, LOWER},
    {"page-faults", "page-faults", 1, BENCHAN_COUNT, LOWER},
    {"text-bytes", "text-bytes", 1, BENCHAN_COUNT, LOWER},
    {"data-bytes", "data-bytes", 1, BENCHAN_COUNT, LOWER},
    {"rodata-bytes", "rodata-bytes", 1, BENCHAN_COUNT, LOWER},
    {"bss-bytes", "bss-bytes", 1, BENCHAN_COUNT, LOWER},
    {"total-bytes", "total-bytes", 1, BENCHAN_COUNT, LOWER},
    {"integer", "integer", 1, BENCHAN_COUNT, BENCHAN_BETTER_UNKNOWN},
    {"integers", "integer", 1, BENCHAN_COUNT, BENCHAN_BETTER_UNKNOWN},
};

#undef LOWER
#undef HIGHER

/*
 * "p99-ns", "build-real-ns/op": a time in an unknown composition. Less is
 * better, but 0 may be honest (a phase that took no tick), so it is no
 * BENCHAN_TIME.
 */
static bool ends_in_time(const char *name)
{
    static const char *const endings[] = {"-ns", "-us", "-ms", "-sec", "-seconds"};
    const char *slash = strrchr(name, '/');
    const size_t n = slash ? (size_t)(slash - name) : strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t length = strlen(endings[i]);
        if (n > length && strncmp(name + n - length, endings[i], length) == 0)
            return true;
    }
    return false;
}

struct benchan_unit benchan_unit_lookup(const char *name)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(units[i].name, name) == 0)
            return (struct benchan_unit){units[i].base, units[i].scale, units[i].quantity,
                                         units[i].better};
    }
    return (struct benchan_unit){name, 1, BENCHAN_OTHER,
                                 ends_in_time(name) ? BENCHAN_BETTER_LOWER
                                                    : BENCHAN_BETTER_UNKNOWN};
}

/* ------------------------------------------------------------------ printing */

struct prefix {
    const char *name;
    double factor;
};

/* Decimals that make four significant digits of a value below 10000. */
static int four_digits(double magnitude)
{
    if (magnitude < 9.9995)
        return 3;
    if (magnitude < 99.995)
        return 2;
    return magnitude < 999.95 ? 1 : 0;
}

static void drop_zeros(char *text)
{
    if (!strchr(text, '.'))
        return;
    size_t n = strlen(text);
    while (text[n - 1] == '0')
        n--;
    if (text[n - 1] == '.')
        n--;
    text[n] = '\0';
}

/* The largest prefix under which four digits show at least 1. */
static struct prefix choose_prefix(double magnitude, const struct prefix *prefixes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (magnitude / prefixes[i].factor >= 0.99995)
            return prefixes[i];
    }
    return prefixes[n - 1];
}

static struct prefix decimal_prefix(double magnitude, bool small)
{
    static const struct prefix prefixes[] = {{"T", 1e12},      {"G", 1e9},  {"M", 1e6},
                                             {"k", 1e3},       {"", 1},     {"m", 1e-3},
                                             {"\u00b5", 1e-6}, {"n", 1e-9}, {"p", 1e-12}};
    return choose_prefix(magnitude, prefixes, small ? 9 : 5);
}

static struct prefix binary_prefix(double magnitude)
{
    static const struct prefix prefixes[] = {{"Ti", 1099511627776.0},
                                             {"Gi", 1073741824.0},
                                             {"Mi", 1048576.0},
                                             {"Ki", 1024.0},
                                             {"", 1}};
    return choose_prefix(magnitude, prefixes, 5);
}

void benchan_text_value(struct benchan_text *text, double value, const char *unit)
{
    const struct benchan_unit known = benchan_unit_lookup(unit);
    const bool measured = known.quantity == BENCHAN_TIME || known.quantity == BENCHAN_RATE;
    const bool bytes = strcmp(unit, "B") == 0 || strcmp(unit, "B/op") == 0;
    const double magnitude = fabs(value);
    if (value == 0 || !isfinite(value)) {
        benchan_text_string(text, value == 0     ? "0"
                                  : isnan(value) ? "NaN"
                                  : value > 0    ? "inf"
                                                 : "-inf");
        return;
    }
    const struct prefix prefix =
        bytes ? binary_prefix(magnitude) : decimal_prefix(magnitude, measured);
    const double shown = value / prefix.factor;
    if (fabs(shown) >= 1e6 || fabs(shown) < 1e-3) {
        benchan_text_printf(text, "%.3e%s", shown, prefix.name);
        return;
    }
    char buffer[64];
    benchan_snprintf(buffer, sizeof buffer, "%.*f", four_digits(fabs(shown)), shown);
    /* A measured figure keeps its zeros, so that a column of them lines up. */
    if (!measured)
        drop_zeros(buffer);
    benchan_text_printf(text, "%s%s", buffer, prefix.name);
}

void benchan_text_duration(struct benchan_text *text, double seconds)
{
    if (seconds < 9.95)
        benchan_text_printf(text, "%.2g s", seconds < 0.1 ? 0.1 : seconds);
    else if (seconds < 90)
        benchan_text_printf(text, "%.0f s", seconds);
    else if (seconds < 5400)
        benchan_text_printf(text, "%.0f min", seconds / 60);
    else
        benchan_text_printf(text, "%.1f h", seconds / 3600);
}
