/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/match.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    struct series_ref ref;
    const char *package;
    size_t order;
};

void match_index_free(struct match_index *index)
{
    free(index->refs);
    free(index->groups);
    *index = (struct match_index){0};
}

void match_index_close(struct match_index *index)
{
    free(index->groups);
    index->groups = NULL;
    index->n_groups = 0;
}

static bool glob(const char *pattern, const char *text)
{
    const char *star = NULL;
    const char *retry = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

bool match_pattern(const char *pattern, const char *text)
{
    return strpbrk(pattern, "*?") ? glob(pattern, text) : strstr(text, pattern) != NULL;
}

static bool passes_unit(const struct benchan_series *series, const char *unit)
{
    return !unit || strcmp(unit, series->unit) == 0 || strcmp(unit, series->recorded_unit) == 0;
}

bool match_wanted(const struct benchan_series *series, const struct benchan_options *options)
{
    if (!passes_unit(series, options->unit))
        return false;
    return !options->filter || match_pattern(options->filter, series->benchmark) ||
           (series->package[0] && match_pattern(options->filter, series->package));
}

enum { LIST_BYTES = 300 };

/* Distinct names in order of appearance, as many as there is room for. */
static void list_name(char *list, const char *name)
{
    const size_t size = strlen(list);
    const char *found = strstr(list, name);
    const size_t n = strlen(name);
    while (found && !((found == list || found[-1] == ' ') && (!found[n] || found[n] == ',')))
        found = strstr(found + 1, name);
    if (found || (size > 3 && strcmp(list + size - 3, "...") == 0))
        return;
    const bool fits = size + n + 8 < LIST_BYTES;
    benchan_snprintf(list + size, LIST_BYTES - size, "%s%s", size ? ", " : "",
                     fits ? name : "...");
}

/* The units there are, and the names of those benchmarks that pass --unit. */
static void list_series(const struct benchan_arm_input *arm, const char *unit, char *units,
                        char *names)
{
    for (size_t c = 0; c < arm->n_captures; c++)
        for (size_t s = 0; s < arm->captures[c]->n_series; s++) {
            const struct benchan_series *series = &arm->captures[c]->series[s];
            list_name(units, series->unit);
            if (passes_unit(series, unit))
                list_name(names, series->benchmark);
        }
}

enum benchan_status match_nothing(const struct benchan_arm_input *arm,
                                  const struct benchan_options *options, const char *purpose,
                                  struct benchan_error *error)
{
    const char *path = arm->captures[0]->path;
    const char *unit = options ? options->unit : NULL;
    char units[LIST_BYTES] = "", benchmarks[LIST_BYTES] = "", mend[LIST_BYTES + 16];
    list_series(arm, unit, units, benchmarks);
    if (unit && !benchmarks[0] && units[0]) {
        benchan_snprintf(mend, sizeof mend, "the units are %s", units);
        return benchan_fail(error, BENCHAN_BAD_USAGE, path, 0, 0, mend,
                            "no series has --unit %s", unit);
    }
    if (options && options->filter && benchmarks[0]) {
        benchan_snprintf(mend, sizeof mend, "there are %s", benchmarks);
        return benchan_fail(error, BENCHAN_BAD_USAGE, path, 0, 0, mend,
                            "no benchmark matches --filter %s", options->filter);
    }
    return benchan_fail(error, BENCHAN_BAD_USAGE, path, 0, 0,
                        "benchan describe shows what a file holds", "no series to %s", purpose);
}

static int compare_keys(const char *package_a, const char *benchmark_a, const char *unit_a,
                        const char *package_b, const char *benchmark_b, const char *unit_b)
{
    int order = strcmp(package_a, package_b);
    if (!order)
        order = strcmp(benchmark_a, benchmark_b);
    return order ? order : strcmp(unit_a, unit_b);
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *a = left;
    const struct entry *b = right;
    const int order = compare_keys(a->package, a->ref.series->benchmark, a->ref.series->unit,
                                   b->package, b->ref.series->benchmark, b->ref.series->unit);
    if (order)
        return order;
    return (a->order > b->order) - (a->order < b->order);
}

static size_t count_series(const struct benchan_arm_input *arm)
{
    size_t count = 0;
    for (size_t c = 0; c < arm->n_captures; c++)
        count += arm->captures[c]->n_series;
    return count;
}

static size_t collect(const struct benchan_arm_input *arm,
                      const struct benchan_options *options, const bool *skip,
                      struct entry *entries)
{
    size_t n = 0;
    for (uint32_t c = 0; c < arm->n_captures; c++)
        for (size_t s = 0; s < arm->captures[c]->n_series && !(skip && skip[c]); s++) {
            const struct benchan_series *series = &arm->captures[c]->series[s];
            if (!series->n || !match_wanted(series, options))
                continue;
            entries[n] = (struct entry){{arm->captures[c], series, c},
                                        options->ignore_package ? "" : series->package,
                                        n};
            n++;
        }
    return n;
}

static enum benchan_status refuse_duplicate(const struct benchan_series *a,
                                            const struct benchan_series *b,
                                            struct benchan_error *error)
{
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                        "leave --ignore-package out, or name the pair with --pair",
                        "%s stands in two packages of one file (%s and %s)", a->benchmark,
                        a->package, b->package);
}

static bool same_key(const struct entry *a, const struct entry *b)
{
    return compare_keys(a->package, a->ref.series->benchmark, a->ref.series->unit, b->package,
                        b->ref.series->benchmark, b->ref.series->unit) == 0;
}

static enum benchan_status group_entries(const struct entry *entries, size_t n,
                                         struct match_index *index, struct benchan_error *error)
{
    for (size_t i = 0; i < n; i++) {
        const struct benchan_series *series = entries[i].ref.series;
        index->refs[i] = entries[i].ref;
        if (i == 0 || !same_key(&entries[i - 1], &entries[i])) {
            index->groups[index->n_groups++] = (struct match_group){
                entries[i].package, series->benchmark, series->unit, i, 1, entries[i].order};
            continue;
        }
        if (entries[i - 1].ref.capture_index == entries[i].ref.capture_index)
            return refuse_duplicate(entries[i - 1].ref.series, series, error);
        index->groups[index->n_groups - 1].n++;
    }
    index->n_refs = n;
    return BENCHAN_OK;
}

enum benchan_status match_index_build(const struct benchan_arm_input *arm,
                                      const struct benchan_options *options, const bool *skip,
                                      struct match_index *index, struct benchan_error *error)
{
    *index = (struct match_index){.ignore_package = options->ignore_package};
    const size_t most = count_series(arm) + 1;
    struct entry *entries = calloc(most, sizeof *entries);
    index->refs = calloc(most, sizeof *index->refs);
    index->groups = calloc(most, sizeof *index->groups);
    if (!entries || !index->refs || !index->groups) {
        free(entries);
        match_index_free(index);
        return benchan_fail_memory(error);
    }
    const size_t n = collect(arm, options, skip, entries);
    qsort(entries, n, sizeof *entries, compare_entries);
    const enum benchan_status status = group_entries(entries, n, index, error);
    free(entries);
    if (status)
        match_index_free(index);
    return status;
}

const struct match_group *match_find(const struct match_index *index, const char *package,
                                     const char *benchmark, const char *unit)
{
    if (index->ignore_package)
        package = "";
    size_t low = 0;
    size_t high = index->n_groups;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct match_group *group = &index->groups[middle];
        const int order = compare_keys(package, benchmark, unit, group->package,
                                       group->benchmark, group->unit);
        if (order == 0)
            return group;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* --pair names a benchmark alone, with its package, or with Go's "Benchmark" in front. */
static bool names(const char *given, const char *package, const char *benchmark)
{
    if (strcmp(given, benchmark) == 0)
        return true;
    if (strncmp(given, "Benchmark", 9) == 0 && strcmp(given + 9, benchmark) == 0)
        return true;
    const size_t n = strlen(package);
    return n && strncmp(given, package, n) == 0 && given[n] == '.' &&
           strcmp(given + n + 1, benchmark) == 0;
}

const char *match_partner(const struct benchan_options *options, const char *package,
                          const char *benchmark)
{
    for (size_t i = 0; i < options->n_renames; i++)
        if (names(options->renames[i].from, package, benchmark)) {
            const char *to = options->renames[i].to;
            return strncmp(to, "Benchmark", 9) == 0 && strncmp(benchmark, "Benchmark", 9) != 0
                       ? to + 9
                       : to;
        }
    return benchmark;
}

/* Length without a trailing -N. */
static size_t without_suffix(const char *name)
{
    size_t n = strlen(name);
    const size_t whole = n;
    while (n && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return n && n < whole && name[n - 1] == '-' ? n - 1 : whole;
}

static bool same_but_suffix(const char *a, const char *b)
{
    const size_t n = without_suffix(a);
    return n == without_suffix(b) && strncmp(a, b, n) == 0 && strcmp(a, b) != 0;
}

void match_suggest(const struct match_group *group, const struct match_index *other,
                   struct benchan_unmatched *unmatched)
{
    for (size_t i = 0; i < other->n_groups; i++) {
        const struct match_group *partner = &other->groups[i];
        if (strcmp(partner->unit, group->unit) != 0)
            continue;
        const bool package = strcmp(partner->package, group->package) == 0;
        const bool name = strcmp(partner->benchmark, group->benchmark) == 0;
        const bool suffix = same_but_suffix(partner->benchmark, group->benchmark);
        if (!(name && !package) && !suffix)
            continue;
        unmatched->suggested_package = partner->package;
        unmatched->suggested_benchmark = partner->benchmark;
        unmatched->by_package = name && !package;
        unmatched->by_suffix = suffix;
        return;
    }
}
