/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints, as Markdown, how often the shipped pipeline and its peers are wrong and right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "benchan/number.h"
#include "benchan/text.h"
#include "tests/calibrate/alarms.h"
#include "tests/calibrate/experiment.h"
#include "tests/calibrate/suites.h"

struct settings {
    size_t repetitions; /* where nothing changed; a tenth of it with an effect or a claim */
    size_t suites;
    size_t jobs;
    uint64_t seed;
    const char *only;   /* environment; NULL all */
    const char *design; /* NULL all */
    const char *part;   /* NULL all */
};

static size_t tenth(const struct settings *settings)
{
    return settings->repetitions < 10 ? 1 : settings->repetitions / 10;
}

static bool wanted(const char *name, const char *only)
{
    return !only || strcmp(name, only) == 0;
}

static int run(repetition *once, const void *cell, size_t repetitions,
               const struct settings *settings, struct tally *tally)
{
    if (repeat(once, cell, repetitions, settings->jobs, tally))
        return 0;
    fputs("calibrate: a repetition failed\n", stderr);
    return 1;
}

static void print_rate(const struct tally *tally, size_t which)
{
    printf(" %.2f |", 100 * tally_rate(tally, which));
}

/* ---------------------------------------------------------------------- stages */

static void print_stages(const struct cell *cell, const struct tally *tally)
{
    printf("| %s | %s |", cell->design->name, cell->environment->name);
    if (cell->effect > 0)
        printf(" %.0f |", 100 * cell->effect);
    for (size_t stage = 0; stage < STAGE_UPHELD; stage++)
        print_rate(tally, stage);
    putchar('\n');
    fflush(stdout);
}

static void print_stages_head(double alpha, bool power, const struct settings *settings)
{
    printf("\n### %s, alpha %.2f\n\n",
           power ? "With an effect: the right direction declared"
                 : "Nothing changed: a difference declared",
           alpha);
    printf("%zu repetitions a line; %%.\n\n", power ? tenth(settings) : settings->repetitions);
    printf("| design | environment |%s benchstat's rule | pyperf's rule | unpaired interval "
           "and test | + A/A arm | primary interval and test | + data gates | + null | verdict "
           "| inadmissible | incomplete | paired | null off |\n",
           power ? " effect % |" : "");
    printf("|---|---|%s---|---|---|---|---|---|---|---|---|---|---|---|\n",
           power ? "---|" : "");
}

static int run_line(const struct design *design, double alpha, const double *effects,
                    size_t n_effects, const struct settings *settings)
{
    for (size_t e = 0; e < environment_count(); e++) {
        if (!wanted(environments[e].name, settings->only))
            continue;
        for (size_t i = 0; i < n_effects; i++) {
            const struct cell cell = {.environment = &environments[e],
                                      .design = design,
                                      .effect = effects[i],
                                      .alpha = alpha,
                                      .seed = settings->seed};
            const size_t repetitions = effects[i] > 0 ? tenth(settings) : settings->repetitions;
            struct tally tally;
            fprintf(stderr, "%s, %s, %g %%\n", design->name, cell.environment->name,
                    100 * cell.effect);
            if (run(experiment_once, &cell, repetitions, settings, &tally))
                return 1;
            print_stages(&cell, &tally);
        }
    }
    return 0;
}

static int run_stages(double alpha, const double *effects, size_t n,
                      const struct settings *settings)
{
    print_stages_head(alpha, effects[0] > 0, settings);
    /* Sequential arms declare nothing at any alpha. */
    for (size_t d = 0; d < design_count(); d++)
        if (wanted(designs[d].name, settings->design) &&
            (alpha >= 0.05 || designs[d].order != ORDER_SEQUENTIAL) &&
            run_line(&designs[d], alpha, effects, n, settings))
            return 1;
    return 0;
}

static int run_null(const struct settings *settings)
{
    static const double nothing[] = {0};
    return run_stages(0.05, nothing, 1, settings);
}

static int run_strict(const struct settings *settings)
{
    static const double nothing[] = {0};
    return run_stages(0.01, nothing, 1, settings);
}

static int run_power(const struct settings *settings)
{
    static const double effects[] = {0.01, 0.03, 0.05, 0.10, 0.25};
    return run_stages(0.05, effects, sizeof effects / sizeof *effects, settings);
}

/* -------------------------------------------------------------------- the rest */

static const size_t sizes[] = {6, 10, 20, 40};
enum { SIZES = sizeof sizes / sizeof *sizes };

static int run_coverage(const struct settings *settings)
{
    printf("\n### Coverage\n\n%zu repetitions a line; %%.\n\n", settings->repetitions);
    puts("| values | n | ratio of medians, 95 % | 99.75 % | pairs, 95 % |\n"
         "|---|---|---|---|---|");
    for (enum family family = FAMILY_NORMAL; family <= FAMILY_CLUSTERED; family++)
        for (size_t i = 0; i < SIZES; i++) {
            const struct coverage_cell cell = {family, sizes[i], settings->seed};
            struct tally tally;
            fprintf(stderr, "coverage, %s, n %zu\n", family_name(family), sizes[i]);
            if (run(coverage_once, &cell, settings->repetitions, settings, &tally))
                return 1;
            printf("| %s | %zu |", family_name(family), sizes[i]);
            for (size_t c = 0; c < COVERAGES; c++)
                print_rate(&tally, c);
            putchar('\n');
        }
    return 0;
}

static int run_alarms(const struct settings *settings)
{
    printf("\n### False alarms of one sequence\n\n%zu repetitions a line; %%.\n\n",
           settings->repetitions);
    puts("| values | n | independence at .05 | at .01 | modality |\n|---|---|---|---|---|");
    for (enum family family = FAMILY_NORMAL; family < FAMILIES; family++)
        for (size_t i = 0; i < SIZES; i++) {
            const struct alarm_cell cell = {family, sizes[i], settings->seed};
            struct tally tally;
            if (run(alarms_once, &cell, settings->repetitions, settings, &tally))
                return 1;
            printf("| %s | %zu |", family_name(family), sizes[i]);
            for (size_t c = 0; c < ALARMS; c++)
                print_rate(&tally, c);
            putchar('\n');
        }
    return 0;
}

static void print_suite(const struct suite_cell *cell, const struct tally *tally)
{
    const double rows = (double)(tally->repetitions * cell->rows) / 100;
    printf("| %s | %s | %zu | %s | %s | %.1f |", cell->design->name, cell->environment->name,
           cell->rows, cell->shared ? "shared" : "own", cell->with_null ? "yes" : "no",
           100 * tally_rate(tally, SUITE_EXIT_0));
    for (size_t c = SUITE_INADMISSIBLE; c < SUITE_COUNTS; c++)
        if (c == SUITE_RAISES)
            printf(" %.1f |", 100 * tally_rate(tally, c));
        else
            printf(" %.3f |", (double)tally->count[c] / rows);
    putchar('\n');
    fflush(stdout);
}

static int run_suite(const struct suite_cell *cell, const struct settings *settings)
{
    if (!wanted(cell->environment->name, settings->only) ||
        !wanted(cell->design->name, settings->design))
        return 0;
    struct tally tally;
    fprintf(stderr, "suites of %zu, %s, %s\n", cell->rows, cell->design->name,
            cell->environment->name);
    if (run(suites_once, cell, settings->suites, settings, &tally))
        return 1;
    print_suite(cell, &tally);
    return 0;
}

/* Processes of all rows or of one, with an A/A arm and without. */
static int run_kinds(const char *design, const char *environment, size_t rows,
                     const struct settings *settings)
{
    for (int kind = 0; kind < 4; kind++) {
        const struct suite_cell cell = {.environment = environment_find(environment),
                                        .design = design_find(design),
                                        .rows = rows,
                                        .shared = kind & 1,
                                        .with_null = !(kind & 2),
                                        .seed = settings->seed};
        if (run_suite(&cell, settings))
            return 1;
    }
    return 0;
}

static int run_suites(const struct settings *settings)
{
    static const size_t rows[] = {1, 10, 96};
    static const struct {
        const char *design, *environment;
    } where[] = {{"20x3 rounds", "clean"},       {"20x3 rounds", "lottery1.43"},
                 {"20x3 rounds", "cluster3%"},   {"10x3 rounds", "clean"},
                 {"10x3 rounds", "lottery1.43"}, {"10x3 rounds", "cluster3%"}};
    printf("\n### Suites in which nothing changed\n\n%zu suites a line; %%, of suites or of "
           "rows.\n\n",
           settings->suites);
    puts("| design | environment | rows | processes | A/A arm | exit 0 | rows inadmissible | "
         "incomplete | declared different | suites with a difference after Holm | rows by "
         "independence | null | modality | stability |\n"
         "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (size_t w = 0; w < sizeof where / sizeof *where; w++)
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
            if (run_kinds(where[w].design, where[w].environment, rows[r], settings))
                return 1;
    return 0;
}

static int run_claims(const struct settings *settings)
{
    static const char *const claims[] = {"5% faster", "1.05x faster", "at least 5% faster",
                                         "1% faster"};
    printf("\n### Claims upheld although nothing changed\n\n%zu repetitions a line; %%.\n\n",
           tenth(settings));
    puts("| design | environment | claim | upheld |\n|---|---|---|---|");
    for (size_t d = 0; d < design_count(); d++)
        for (size_t e = 0; e < environment_count(); e++) {
            if (!wanted(designs[d].name, settings->design) ||
                !wanted(environments[e].name, settings->only) ||
                designs[d].order == ORDER_SEQUENTIAL)
                continue;
            for (size_t c = 0; c < sizeof claims / sizeof *claims; c++) {
                const struct cell cell = {.environment = &environments[e],
                                          .design = &designs[d],
                                          .alpha = 0.05,
                                          .seed = settings->seed,
                                          .claim = claims[c]};
                struct tally tally;
                if (run(experiment_once, &cell, tenth(settings), settings, &tally))
                    return 1;
                printf("| %s | %s | %s | %.2f |\n", designs[d].name, environments[e].name,
                       claims[c], 100 * tally_rate(&tally, STAGE_UPHELD));
            }
        }
    return 0;
}

/* --------------------------------------------------------------------- options */

static bool number(const char *text, size_t *value)
{
    double parsed;
    if (!text || !benchan_parse_number(text, strlen(text), &parsed, NULL) || parsed < 1 ||
        parsed > 1e9)
        return false;
    *value = (size_t)parsed;
    return true;
}

static bool read_option(const char *name, const char *value, struct settings *settings)
{
    size_t seed;
    if (strcmp(name, "--reps") == 0)
        return number(value, &settings->repetitions);
    if (strcmp(name, "--suites") == 0)
        return number(value, &settings->suites);
    if (strcmp(name, "--jobs") == 0)
        return number(value, &settings->jobs);
    if (strcmp(name, "--seed") == 0 && number(value, &seed)) {
        settings->seed = seed;
        return true;
    }
    if (strcmp(name, "--only") == 0 && value && environment_find(value)) {
        settings->only = value;
        return true;
    }
    if (strcmp(name, "--design") == 0 && value && design_find(value)) {
        settings->design = value;
        return true;
    }
    if (strcmp(name, "--part") == 0 && value) {
        settings->part = value;
        return true;
    }
    return false;
}

static int usage(void)
{
    fputs(
        "usage: calibrate [--reps N] [--suites N] [--only ENVIRONMENT] [--design DESIGN]\n"
        "                 [--part null|strict|power|coverage|alarms|suites|claims] [--jobs N]\n"
        "                 [--seed N]\nenvironments:",
        stderr);
    for (size_t e = 0; e < environment_count(); e++)
        fprintf(stderr, " %s", environments[e].name);
    fputs("\ndesigns:", stderr);
    for (size_t d = 0; d < design_count(); d++)
        fprintf(stderr, " '%s'", designs[d].name);
    fputc('\n', stderr);
    return 2;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(const struct settings *);
    } parts[] = {{"null", run_null},         {"strict", run_strict}, {"power", run_power},
                 {"coverage", run_coverage}, {"alarms", run_alarms}, {"suites", run_suites},
                 {"claims", run_claims}};
    struct settings settings = {
        .repetitions = 1000, .suites = 100, .jobs = 1, .seed = 20240229};
    for (int i = 1; i < argc; i += 2)
        if (!read_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, &settings))
            return usage();
    printf("calibrate: seed %llu\n", (unsigned long long)settings.seed);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        if (wanted(parts[p].name, settings.part) && parts[p].run(&settings))
            return 1;
    return 0;
}
