/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "formats/import/go/go.h"

/*
 * Go appends -GOMAXPROCS to a name unless it is 1, and a name of its own may
 * end in -N too. A top-level name is a Go identifier, which holds no '-':
 * there a suffix is certain.
 */

enum { MAX_LISTED = 8 };

struct package {
    const char *name;
    const char *first; /* the first benchmark */
    unsigned long suffixes[MAX_LISTED];
    size_t n_suffixes; /* distinct, 0 (none) included; MAX_LISTED at most */
    bool several;      /* more than one benchmark */
    bool top_level;    /* a name without '/' */
};

struct packages {
    struct package *packages;
    size_t n, capacity;
    struct table table;
};

/* The number behind the last '-', and the length of what stands before it. */
static unsigned long suffix_of(const char *name, size_t *base)
{
    size_t n = strlen(name), at = n;
    unsigned long value = 0;
    while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
        at--;
    *base = n;
    if (at == n || n - at > 6 || at < 2 || name[at - 1] != '-' || name[at] == '0')
        return 0;
    for (size_t i = at; i < n; i++)
        value = value * 10 + (unsigned long)(name[i] - '0');
    *base = at - 1;
    return value;
}

static bool same_package(const void *context, const void *key, uint32_t id)
{
    return ((const struct packages *)context)->packages[id].name == key;
}

static struct package *package_of(struct packages *packages, const char *name)
{
    const uint64_t hash = table_hash(0, &name, sizeof name);
    const uint32_t found = table_find(&packages->table, hash, same_package, packages, name);
    if (found != UINT32_MAX)
        return &packages->packages[found];
    if (packages->n == packages->capacity) {
        const size_t capacity = packages->capacity ? packages->capacity * 2 : 16;
        struct package *larger = capacity > UINT32_MAX / sizeof *larger
                                     ? NULL
                                     : realloc(packages->packages, capacity * sizeof *larger);
        if (!larger)
            return NULL;
        packages->packages = larger;
        packages->capacity = capacity;
    }
    if (!table_add(&packages->table, hash, (uint32_t)packages->n))
        return NULL;
    packages->packages[packages->n] = (struct package){.name = name};
    return &packages->packages[packages->n++];
}

static void look_at(struct package *package, const char *benchmark)
{
    size_t base;
    const unsigned long suffix = suffix_of(benchmark, &base);
    size_t i = 0;
    while (i < package->n_suffixes && package->suffixes[i] != suffix)
        i++;
    if (i == package->n_suffixes && i < MAX_LISTED)
        package->suffixes[package->n_suffixes++] = suffix;
    if (!package->first)
        package->first = benchmark;
    package->several = package->several || package->first != benchmark;
    package->top_level = package->top_level || !strchr(benchmark, '/');
}

static bool strips(const struct package *package)
{
    return package->n_suffixes == 1 && package->suffixes[0] > 0;
}

/* Whether one name is all there is to tell -N from a name's own number. */
static bool is_doubtful(const struct packages *packages, const struct package *package)
{
    if (!strips(package) || package->several || package->top_level)
        return false;
    for (size_t i = 0; i < packages->n; i++) {
        const struct package *other = &packages->packages[i];
        if (strips(other) && (other->several || other->top_level) &&
            other->suffixes[0] == package->suffixes[0])
            return false;
    }
    return true;
}

static void note_decision(struct builder *builder, const struct packages *packages,
                          const struct package *package)
{
    struct benchan_text text = {0};
    if (is_doubtful(packages, package)) {
        benchan_text_printf(&text, "%s: -%lu taken as GOMAXPROCS, from this one name alone",
                            package->first, package->suffixes[0]);
    } else if (package->n_suffixes > 1) {
        benchan_text_string(&text, package->name);
        benchan_text_string(&text, package->name[0] ? ": names end in " : "names end in ");
        for (size_t i = 0; i < package->n_suffixes; i++) {
            const char *separator = i ? ", " : "";
            if (package->suffixes[i])
                benchan_text_printf(&text, "%s-%lu", separator, package->suffixes[i]);
            else
                benchan_text_printf(&text, "%sno number", separator);
        }
        benchan_text_string(&text, ": kept as part of the name");
    }
    if (text.size)
        builder_note(builder, BENCHAN_NOTE_SUFFIX, 0, benchan_text_get(&text), text.size);
    if (text.failed)
        builder_fail_memory(builder);
    benchan_text_free(&text);
}

/* GOMAXPROCS of a process; 0 where nothing says it. */
struct procs {
    unsigned long value;
    bool differs;
};

static void mark_processes(const struct benchan_capture *capture,
                           const struct benchan_series *series, unsigned long value,
                           struct procs *procs)
{
    for (size_t i = 0; i < series->n; i++) {
        struct procs *at = &procs[capture->rows.process[series->rows[i]]];
        at->differs = at->differs || (at->value && at->value != value);
        at->value = value;
    }
}

static void state_processes(struct builder *builder, const struct procs *procs)
{
    for (uint32_t i = 0; i < builder_capture(builder)->n_processes; i++) {
        if (!procs[i].value || procs[i].differs)
            continue;
        char value[24];
        benchan_snprintf(value, sizeof value, "%lu", procs[i].value);
        builder_process_fact(builder, i, "gomaxprocs", value);
    }
}

/* All names of the package lose the same suffix, so that no two become one. */
static void strip(struct builder *builder, struct benchan_series *series)
{
    size_t base;
    suffix_of(series->benchmark, &base);
    series->benchmark = builder_intern(builder, series->benchmark, base);
}

static void decide(struct builder *builder, struct packages *packages, struct procs *procs,
                   bool header_seen)
{
    const struct benchan_capture *capture = builder_capture(builder);
    for (uint32_t i = 0; i < capture->n_series; i++) {
        struct benchan_series *series = builder_series_at(builder, i);
        const struct package *package = package_of(packages, series->package);
        if (!package)
            return;
        if (strips(package)) {
            mark_processes(capture, series, package->suffixes[0], procs);
            strip(builder, series);
        } else if (package->n_suffixes == 1 && package->top_level && header_seen) {
            mark_processes(capture, series, 1, procs);
        }
    }
    for (size_t i = 0; i < packages->n; i++)
        note_decision(builder, packages, &packages->packages[i]);
    state_processes(builder, procs);
}

bool go_strip_suffixes(struct builder *builder, bool header_seen)
{
    if (builder_failed(builder))
        return true;
    const struct benchan_capture *capture = builder_capture(builder);
    struct packages packages = {0};
    struct procs *procs = calloc(capture->n_processes + 1, sizeof *procs);
    bool allocated = procs != NULL;
    for (uint32_t i = 0; allocated && i < capture->n_series; i++) {
        const struct benchan_series *series = builder_series_at(builder, i);
        struct package *package = package_of(&packages, series->package);
        allocated = package != NULL;
        if (package)
            look_at(package, series->benchmark);
    }
    if (allocated)
        decide(builder, &packages, procs, header_seen);
    free(procs);
    free(packages.packages);
    table_free(&packages.table);
    return allocated;
}
