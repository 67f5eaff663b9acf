/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "formats/import/go/go.h"

enum { MAX_ENTRIES = 2048 }; /* a block of configuration, not a log */

struct translation {
    const char *key, *fact;
};

/* Keys that Go's tools and benchmark runners write, and the facts they are. */
static const struct translation translations[] = {
    {"goos", "os"},
    {"goarch", "arch"},
    {"cpu", "cpu"},
    {"host-hostname", "host"},
    {"hostname", "host"},
    {"host", "host"},
    {"cores", "cores"},
    {"num-cpu", "cores"},
    {"nproc", "cores"},
    {"governor", "governor"},
    {"cpu-governor", "governor"},
    {"aslr", "aslr"},
    {"turbo", "turbo"},
    {"affinity", "affinity"},
    {"taskset", "affinity"},
    {"toolchain", "runtime"},
    {"go-version", "runtime"},
    {"goversion", "runtime"},
    {"go", "runtime"},
    {"runtime", "runtime"},
    {"compiler", "compiler"},
    {"flags", "flags"},
    {"gcflags", "flags"},
    {"build-type", "build_type"},
    {"build_type", "build_type"},
    {"commit", "commit"},
    {"git-commit", "commit"},
    {"dirty", "dirty"},
    {"load", "load"},
    {"load-avg1", "load"},
    {"load_avg_1min", "load"},
    {"runnable-threads", "runnable_threads"},
    {"runnable_threads", "runnable_threads"},
    {"gogc", "gc"},
    {"go-gc", "gc"},
    {"gc", "gc"},
};

static const char *translate(const char *key)
{
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        if (strcmp(translations[i].key, key) == 0)
            return translations[i].fact;
    }
    return NULL;
}

static bool is_fact(const char *name)
{
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        if (strcmp(translations[i].fact, name) == 0)
            return true;
    }
    return false;
}

static bool field_is(struct go_field field, const char *word)
{
    return field.n == strlen(word) && memcmp(field.at, word, field.n) == 0;
}

static bool field_in(struct go_field field, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (field_is(field, words[i]))
            return true;
    }
    return false;
}

bool go_is_header_key(struct go_field key)
{
    static const char *const words[] = {"goos", "goarch", "pkg", "cpu"};
    return field_in(key, words, sizeof words / sizeof *words);
}

bool go_is_noise_key(struct go_field key)
{
    static const char *const words[] = {"coverage", "panic", "warning",  "warn",   "error",
                                        "info",     "debug", "testing",  "failed", "fatal",
                                        "http",     "https", "goroutine"};
    return field_in(key, words, sizeof words / sizeof *words);
}

/* Drops blanks at both ends, and the tag that golang.org/x/build writes behind a value. */
static struct go_field trim_value(struct go_field value)
{
    static const char tag[] = "[perf]";
    const size_t n = sizeof tag - 1;
    for (int pass = 0; pass < 2; pass++) {
        while (value.n && strchr(" \t\r", value.at[value.n - 1]))
            value.n--;
        if (pass == 0 && value.n >= n && memcmp(value.at + value.n - n, tag, n) == 0)
            value.n -= n;
    }
    while (value.n && strchr(" \t", value.at[0])) {
        value.at++;
        value.n--;
    }
    return value;
}

bool go_split_config(const struct go_line *line, struct go_field *key, struct go_field *value)
{
    if (!line->n || line->at[0] < 'a' || line->at[0] > 'z')
        return false;
    size_t n = 0;
    for (; n < line->n && line->at[n] != ':'; n++) {
        const char c = line->at[n];
        if (c <= ' ' || c == 0x7f || (c >= 'A' && c <= 'Z'))
            return false;
    }
    if (n == line->n || (n + 1 < line->n && line->at[n + 1] != ' ' && line->at[n + 1] != '\t'))
        return false;
    *key = (struct go_field){line->at, n};
    *value = trim_value((struct go_field){line->at + n + 1, line->n - n - 1});
    return true;
}

static struct go_entry *find_entry(const struct go_config *config, const char *key, size_t n)
{
    for (size_t i = 0; i < config->n; i++) {
        if (strlen(config->entries[i].key) == n && memcmp(config->entries[i].key, key, n) == 0)
            return &config->entries[i];
    }
    return NULL;
}

static struct go_entry *add_entry(struct go_config *config, struct builder *builder,
                                  struct go_field key)
{
    if (config->n >= MAX_ENTRIES)
        return NULL;
    if (config->n == config->capacity) {
        const size_t capacity = config->capacity ? config->capacity * 2 : 32;
        struct go_entry *larger = realloc(config->entries, capacity * sizeof *larger);
        if (!larger) {
            builder_fail_memory(builder);
            return NULL;
        }
        config->entries = larger;
        config->capacity = capacity;
    }
    config->entries[config->n] =
        (struct go_entry){.key = builder_intern(builder, key.at, key.n)};
    return &config->entries[config->n++];
}

void go_config_set(struct go_config *config, struct builder *builder, struct go_field key,
                   struct go_field value)
{
    struct go_entry *entry = find_entry(config, key.at, key.n);
    if (!entry && value.n)
        entry = add_entry(config, builder, key);
    if (!entry)
        return;
    entry->value = builder_intern(builder, value.at, value.n);
    entry->block = config->block;
}

const char *go_config_get(const struct go_config *config, const char *key)
{
    const struct go_entry *entry = find_entry(config, key, strlen(key));
    return entry ? entry->value : "";
}

void go_config_forget_older(struct go_config *config, const char *key)
{
    struct go_entry *entry = find_entry(config, key, strlen(key));
    if (entry && entry->block != config->block)
        entry->value = "";
}

static const char **place_of(struct benchan_process *process, const char *key)
{
    if (strcmp(key, "block") == 0 || strcmp(key, "round") == 0 || strcmp(key, "pair") == 0 ||
        strcmp(key, "trial") == 0)
        return &process->block;
    if (strcmp(key, "build") == 0)
        return &process->build;
    if (strcmp(key, "setup") == 0)
        return &process->setup;
    return strcmp(key, "session") == 0 ? &process->session : NULL;
}

/* GOGC is a percentage or "off"; the fact says whether there is a collector. */
static const char *fact_value(const char *fact, const char *value)
{
    return strcmp(fact, "gc") == 0 && strcmp(value, "off") == 0 ? "disabled" : value;
}

void go_config_apply(const struct go_config *config, struct builder *builder, uint32_t process)
{
    for (size_t i = 0; i < config->n; i++) {
        const struct go_entry *entry = &config->entries[i];
        if (!entry->value[0] || strcmp(entry->key, "pkg") == 0)
            continue;
        const char **place = place_of(builder_process_at(builder, process), entry->key);
        if (place) {
            *place = entry->value;
            continue;
        }
        const char *fact = translate(entry->key);
        builder_process_fact(builder, process, fact ? fact : entry->key,
                             fact ? fact_value(fact, entry->value) : entry->value);
    }
}

void go_config_free(struct go_config *config)
{
    free(config->entries);
    *config = (struct go_config){0};
}

static const char *value_of(const struct benchan_process *process, const char *key)
{
    for (size_t i = 0; i < process->n_facts; i++) {
        if (strcmp(process->facts[i].key, key) == 0)
            return process->facts[i].value;
    }
    return "";
}

static bool varies(struct builder *builder, const char *key)
{
    const size_t n = builder_capture(builder)->n_processes;
    const char *first = value_of(builder_process_at(builder, 0), key);
    for (uint32_t i = 1; i < n; i++) {
        if (strcmp(value_of(builder_process_at(builder, i), key), first) != 0)
            return true;
    }
    return false;
}

/* Whether an earlier process has the key: then it was looked at already. */
static bool looked_at(struct builder *builder, const char *key, uint32_t process)
{
    for (uint32_t i = 0; i < process; i++) {
        if (value_of(builder_process_at(builder, i), key)[0])
            return true;
    }
    return false;
}

static void label_all(struct builder *builder, const char *key)
{
    const size_t n = builder_capture(builder)->n_processes;
    for (uint32_t i = 0; i < n; i++) {
        const char *value = value_of(builder_process_at(builder, i), key);
        if (value[0])
            builder_process_label(builder, i, key, value);
    }
}

void go_config_label(struct builder *builder)
{
    const size_t n = builder_failed(builder) ? 0 : builder_capture(builder)->n_processes;
    for (uint32_t process = 0; process < n; process++) {
        const struct benchan_process *at = builder_process_at(builder, process);
        for (size_t i = 0; i < at->n_facts; i++) {
            const char *key = at->facts[i].key;
            if (!is_fact(key) && !looked_at(builder, key, process) && varies(builder, key))
                label_all(builder, key);
        }
    }
}
