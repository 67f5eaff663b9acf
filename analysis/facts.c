/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/facts.h"

#include <math.h>
#include <string.h>

#include "benchan/number.h"

enum { MOST_VALUES = 16 };

struct value_set {
    const char *values[MOST_VALUES];
    size_t n;
    bool overflow;
};

static bool holds(const struct value_set *set, const char *value)
{
    for (size_t i = 0; i < set->n; i++)
        if (strcmp(set->values[i], value) == 0)
            return true;
    return false;
}

static void add_value(struct value_set *set, const char *value)
{
    if (!value || holds(set, value))
        return;
    if (set->n == MOST_VALUES)
        set->overflow = true;
    else
        set->values[set->n++] = value;
}

/* Processes matter only where some process has the fact itself. */
static void collect(const struct benchan_arm_input *arm, const char *key, struct value_set *set)
{
    *set = (struct value_set){0};
    for (size_t c = 0; c < arm->n_captures; c++) {
        const struct benchan_capture *capture = arm->captures[c];
        add_value(set, benchan_capture_fact(capture, BENCHAN_NONE, key));
        for (size_t p = 0; p < capture->n_processes; p++)
            for (size_t f = 0; f < capture->processes[p].n_facts; f++)
                if (strcmp(capture->processes[p].facts[f].key, key) == 0)
                    add_value(set, capture->processes[p].facts[f].value);
    }
}

/* A value of `set` that `other` lacks, or its first. */
static const char *odd_one(const struct value_set *set, const struct value_set *other)
{
    for (size_t i = 0; i < set->n; i++)
        if (!holds(other, set->values[i]))
            return set->values[i];
    return set->values[0];
}

static bool differs(const struct value_set *a, const struct value_set *b)
{
    if (!a->n || !b->n || a->overflow || b->overflow)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (!holds(b, a->values[i]))
            return true;
    for (size_t i = 0; i < b->n; i++)
        if (!holds(a, b->values[i]))
            return true;
    return false;
}

static size_t compare_keys(const struct benchan_arm_input *baseline,
                           const struct benchan_arm_input *candidate, const char *const *keys,
                           struct fact_difference *differences, bool *known)
{
    size_t n = 0;
    for (; *keys; keys++) {
        struct value_set a;
        struct value_set b;
        collect(baseline, *keys, &a);
        collect(candidate, *keys, &b);
        if (known && (a.n || b.n))
            *known = true;
        if (!differs(&a, &b))
            continue;
        if (n < FACT_DIFFERENCES)
            differences[n] = (struct fact_difference){*keys, odd_one(&a, &b), odd_one(&b, &a)};
        n++;
    }
    return n;
}

static const char *first_value(const struct benchan_arm_input *arm, const char *key)
{
    struct value_set set;
    collect(arm, key, &set);
    return set.n ? set.values[0] : NULL;
}

static bool identify(const struct benchan_arm_input *baseline,
                     const struct benchan_arm_input *candidate, const char **missing)
{
    static const char *const keys[] = {"cpu", "os", "arch", NULL};
    *missing = NULL;
    for (size_t i = 0; keys[i] && !*missing; i++)
        if (!first_value(baseline, keys[i]) || !first_value(candidate, keys[i]))
            *missing = keys[i];
    if (!*missing)
        return true;
    const char *a = first_value(baseline, "host");
    const char *b = first_value(candidate, "host");
    return a && b && strcmp(a, b) == 0;
}

static const char *tainted_build(const struct benchan_arm_input *arm)
{
    static const char *const bad[] = {"debug", "race", "sanitizer", NULL};
    struct value_set set;
    collect(arm, "build_type", &set);
    for (size_t i = 0; i < set.n; i++)
        for (size_t k = 0; bad[k]; k++)
            if (strcmp(set.values[i], bad[k]) == 0)
                return set.values[i];
    collect(arm, "flags", &set);
    for (size_t i = 0; i < set.n; i++) {
        if (strstr(set.values[i], "-fsanitize="))
            return "sanitizer";
        if (strstr(set.values[i], "-race"))
            return "race";
    }
    return NULL;
}

static double fact_number(const struct benchan_capture *capture, uint32_t process,
                          const char *key)
{
    const char *text = benchan_capture_fact(capture, process, key);
    double value;
    if (!text || !benchan_parse_number(text, strlen(text), &value, NULL))
        return NAN;
    return value;
}

static void load_of(const struct benchan_arm_input *arm, double *cores, double *overloaded,
                    double *load)
{
    size_t n_threads = 0;
    size_t over = 0;
    size_t n_load = 0;
    double sum = 0;
    for (size_t c = 0; c < arm->n_captures; c++)
        for (uint32_t p = 0; p < arm->captures[c]->n_processes; p++) {
            const double cpus = fact_number(arm->captures[c], p, "cores");
            const double threads = fact_number(arm->captures[c], p, "runnable_threads");
            const double mean = fact_number(arm->captures[c], p, "load");
            if (!isnan(cpus))
                *cores = cpus;
            if (!isnan(cpus) && !isnan(threads)) {
                n_threads++;
                over += threads > cpus;
            }
            if (!isnan(mean)) {
                n_load++;
                sum += mean;
            }
        }
    *overloaded = n_threads ? (double)over / (double)n_threads : NAN;
    *load = n_load ? sum / (double)n_load : NAN;
}

static void compare_one(const struct benchan_arm_input *baseline,
                        const struct benchan_arm_input *candidate, const char *key,
                        const char *values[2], bool *different)
{
    struct value_set a;
    struct value_set b;
    collect(baseline, key, &a);
    collect(candidate, key, &b);
    *different = differs(&a, &b);
    values[0] = a.n ? *different ? odd_one(&a, &b) : a.values[0] : NULL;
    values[1] = b.n ? *different ? odd_one(&b, &a) : b.values[0] : NULL;
}

static bool from_one_source(const struct benchan_arm_input *a,
                            const struct benchan_arm_input *b)
{
    for (size_t i = 0; i < a->n_captures; i++)
        for (size_t j = 0; j < b->n_captures; j++)
            if (a->captures[i]->source != b->captures[j]->source)
                return false;
    return true;
}

void facts_compare(const struct benchan_arm_input *baseline,
                   const struct benchan_arm_input *candidate, bool across_sessions,
                   struct contrast_facts *facts)
{
    static const char *const inside[] = {"host",     "cpu",  "cores", "os", "arch",
                                         "governor", "aslr", "timer", NULL};
    static const char *const across[] = {"cpu", "os", "arch", NULL};
    static const char *const build[] = {"commit", "runtime",    "compiler", "flags",
                                        "dirty",  "build_type", NULL};
    *facts = (struct contrast_facts){.cores = NAN};
    facts->one_recording = from_one_source(baseline, candidate);
    facts->identified = identify(baseline, candidate, &facts->missing);
    facts->n_environment = compare_keys(baseline, candidate, across_sessions ? across : inside,
                                        facts->environment, NULL);
    facts->tainted = tainted_build(baseline);
    if (!facts->tainted)
        facts->tainted = tainted_build(candidate);
    facts->n_build =
        compare_keys(baseline, candidate, build, facts->build, &facts->build_known);
    load_of(baseline, &facts->cores, &facts->overloaded[0], &facts->load[0]);
    load_of(candidate, &facts->cores, &facts->overloaded[1], &facts->load[1]);
    for (size_t k = 0; k < 2; k++)
        if (!isnan(facts->overloaded[k]) || !isnan(facts->load[k]))
            facts->load_known = true;
    compare_one(baseline, candidate, "gc", facts->gc, &facts->gc_differs);
    compare_one(baseline, candidate, "hash_seed", facts->hash_seed, &facts->hash_seed_differs);
}
