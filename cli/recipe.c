/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/recipe.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/benchan.h"
#include "benchan/number.h"

/* Generated from cli/recipes. */
extern const unsigned char recipe_go[], recipe_pyperf[], recipe_hyperfine[];
extern const size_t recipe_go_size, recipe_pyperf_size, recipe_hyperfine_size;

enum { ARMS = 3 /* old, new, and old again */ };

struct recipe {
    const char *name;
    const unsigned char *text;
    const size_t *size;
    size_t values;     /* of each process, where not asked otherwise */
    bool by_benchmark; /* a process measures one benchmark, listed by name */
};

static const struct recipe recipes[] = {
    {"go", recipe_go, &recipe_go_size, 3, true},
    {"pyperf", recipe_pyperf, &recipe_pyperf_size, 3, false},
    {"hyperfine", recipe_hyperfine, &recipe_hyperfine_size, 1, false},
};

const char *recipe_name(size_t index)
{
    return index < sizeof recipes / sizeof *recipes ? recipes[index].name : NULL;
}

/* ------------------------------------------------------- what a capture fills in */

static bool measures_time(const struct benchan_series *series)
{
    return series->quantity == BENCHAN_TIME && !series->derived && series->n;
}

/* A name that can stand on a line of a list and be split off at a blank. */
static bool is_plain(const char *name)
{
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f)
            return false;
    return *name != '\0';
}

static void list_benchmark(struct benchan_text *list, const char *name, double iterations)
{
    static const char prefix[] = "Benchmark";
    const bool whole = strncmp(name, prefix, sizeof prefix - 1) == 0;
    benchan_text_printf(list, "%.0f %s%s\n", fmax(1, round(iterations)), whole ? "" : prefix,
                        name);
}

struct filling {
    struct benchan_text list; /* "ITERATIONS NAME" lines */
    size_t benchmarks;
    size_t skipped; /* names no list can hold, benchmarks without iterations */
    size_t elsewhere;
    double seconds; /* of one value of each benchmark */
    double loops;   /* where there is one benchmark; NaN */
    const char *package;
};

static enum benchan_status fill_series(const struct recipe *recipe,
                                       const struct benchan_capture *like,
                                       const struct benchan_series *series,
                                       struct filling *filling, struct benchan_error *error)
{
    if (!filling->package)
        filling->package = series->package;
    if (recipe->by_benchmark && strcmp(filling->package, series->package) != 0) {
        filling->elsewhere++;
        return BENCHAN_OK;
    }
    struct benchan_value_cost usual = {0};
    const enum benchan_status status = benchan_value_cost_of(like, series, &usual, error);
    if (status != BENCHAN_OK)
        return status;
    if (recipe->by_benchmark && (isnan(usual.iterations) || !is_plain(series->benchmark))) {
        filling->skipped++;
        return BENCHAN_OK;
    }
    if (recipe->by_benchmark)
        list_benchmark(&filling->list, series->benchmark, usual.iterations);
    filling->loops = filling->benchmarks ? (double)NAN : usual.iterations;
    filling->benchmarks++;
    filling->seconds += usual.seconds;
    return BENCHAN_OK;
}

static enum benchan_status fill(const struct recipe *recipe, const struct benchan_capture *like,
                                struct filling *filling, struct benchan_error *error)
{
    for (size_t i = 0; i < like->n_series; i++) {
        if (!measures_time(&like->series[i]))
            continue;
        const enum benchan_status status =
            fill_series(recipe, like, &like->series[i], filling, error);
        if (status != BENCHAN_OK)
            return status;
    }
    if (!filling->benchmarks)
        return benchan_fail(error, BENCHAN_BAD_USAGE, like->path, 0, 0,
                            "leave out --like: the script then finds the benchmarks itself",
                            "no benchmark here can be measured with the %s recipe",
                            recipe->name);
    return filling->list.failed ? benchan_fail_memory(error) : BENCHAN_OK;
}

/* --------------------------------------------------------------------- the words */

static void write_cost(struct benchan_text *text, const struct recipe *recipe,
                       const struct filling *filling, size_t rounds, size_t values)
{
    const double processes =
        (double)rounds * ARMS * (recipe->by_benchmark ? (double)filling->benchmarks : 1);
    benchan_text_string(text, "about ");
    benchan_text_duration(text, (double)rounds * ARMS * (double)values * filling->seconds);
    benchan_text_printf(text,
                        " of measuring (%zu %s x %zu rounds x %d arms x %zu values), and the "
                        "start of %.0f processes",
                        filling->benchmarks,
                        filling->benchmarks == 1 ? "benchmark" : "benchmarks", rounds, ARMS,
                        values, processes);
}

static void write_notes(struct benchan_text *notes, const struct filling *filling,
                        const char *cost)
{
    benchan_text_printf(notes, "cost: %s\n", cost);
    if (filling->skipped)
        benchan_text_printf(notes,
                            "%zu benchmarks left out: no iteration count, or a name with "
                            "blanks\n",
                            filling->skipped);
    if (filling->elsewhere)
        benchan_text_printf(notes,
                            "%zu benchmarks of other packages left out: write a script "
                            "for each package\n",
                            filling->elsewhere);
}

/* ------------------------------------------------------------------ substitution */

struct marker {
    const char *name;
    const char *value;
};

/* A place such as @ROUNDS@ at `at`; NULL where there is none that is known. */
static const struct marker *marker_at(const char *at, size_t left, const struct marker *markers,
                                      size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t length = strlen(markers[i].name);
        if (length <= left && memcmp(at, markers[i].name, length) == 0)
            return &markers[i];
    }
    return NULL;
}

static void substitute(const struct recipe *recipe, const struct marker *markers, size_t n,
                       struct benchan_text *script)
{
    const char *text = (const char *)recipe->text;
    size_t plain = 0, at = 0;
    while (at < *recipe->size) {
        const struct marker *marker =
            text[at] == '@' ? marker_at(text + at, *recipe->size - at, markers, n) : NULL;
        if (!marker) {
            at++;
            continue;
        }
        benchan_text_bytes(script, text + plain, at - plain);
        benchan_text_string(script, marker->value);
        at += strlen(marker->name);
        plain = at;
    }
    benchan_text_bytes(script, text + plain, at - plain);
}

static void write_script(const struct recipe *recipe, const struct filling *filling,
                         size_t rounds, size_t values, struct benchan_text *cost,
                         struct benchan_text *script)
{
    char rounds_text[24], values_text[24], loops[40] = "";
    benchan_snprintf(rounds_text, sizeof rounds_text, "%zu", rounds);
    benchan_snprintf(values_text, sizeof values_text, "%zu", values);
    if (!isnan(filling->loops))
        benchan_snprintf(loops, sizeof loops, "%.0f", filling->loops);
    struct benchan_text comment = {0};
    if (cost->size)
        benchan_text_printf(&comment, "#\n# Cost: %s.", benchan_text_get(cost));
    else
        benchan_text_string(&comment, "#");
    const struct marker markers[] = {{"@VERSION@", benchan_version()},
                                     {"@ROUNDS@", rounds_text},
                                     {"@VALUES@", values_text},
                                     {"@LOOPS@", loops},
                                     {"@COST@", benchan_text_get(&comment)},
                                     {"@LIST@", benchan_text_get(&filling->list)}};
    substitute(recipe, markers, sizeof markers / sizeof *markers, script);
    script->failed |= comment.failed;
    benchan_text_free(&comment);
}

static const struct recipe *find(const char *tool)
{
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        if (strcmp(recipes[i].name, tool) == 0)
            return &recipes[i];
    return NULL;
}

enum benchan_status recipe_write(const char *tool, const struct recipe_options *options,
                                 struct benchan_text *script, struct benchan_text *notes,
                                 struct benchan_error *error)
{
    const struct recipe *recipe = find(tool);
    if (!recipe)
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                            "there is: go, pyperf, hyperfine", "no recipe for \"%s\"", tool);
    const size_t rounds = options && options->rounds ? options->rounds : 20;
    const size_t values = options && options->values ? options->values : recipe->values;
    struct filling filling = {.loops = (double)NAN};
    struct benchan_text cost = {0};
    enum benchan_status status = BENCHAN_OK;
    if (options && options->like) {
        status = fill(recipe, options->like, &filling, error);
        if (status == BENCHAN_OK) {
            write_cost(&cost, recipe, &filling, rounds, values);
            write_notes(notes, &filling, benchan_text_get(&cost));
        }
    }
    if (status == BENCHAN_OK) {
        write_script(recipe, &filling, rounds, values, &cost, script);
        if (script->failed || notes->failed || cost.failed)
            status = benchan_fail_memory(error);
    }
    benchan_text_free(&filling.list);
    benchan_text_free(&cost);
    return status;
}
