/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Times the importers and the whole verdict on generated files, in this
 * process: the fastest of a few runs, in CPU and in wall time.
 *
 *     bench_pipeline [BENCHMARKS]
 */

#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5 };

struct seconds {
    double wall, cpu;
};

static double clock_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct seconds now(void)
{
    return (struct seconds){clock_seconds(CLOCK_MONOTONIC),
                            clock_seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

static void keep_fastest(struct seconds *best, struct seconds begin, bool first)
{
    const struct seconds end = now();
    const struct seconds took = {end.wall - begin.wall, end.cpu - begin.cpu};
    if (first || took.wall < best->wall)
        *best = took;
}

static struct benchan_capture *read_text(const char *name, const struct benchan_text *text)
{
    const struct benchan_import_options options = {.terminated = true};
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import(name, benchan_text_get(text), text->size, &options, &capture, &error))
        fprintf(stderr, "%s: %s\n", name, error.message);
    return capture;
}

static void time_import(const char *name, const struct benchan_text *text)
{
    struct seconds best = {0};
    size_t samples = 0;
    for (int run = 0; run < RUNS; run++) {
        const struct seconds begin = now();
        struct benchan_capture *capture = read_text(name, text);
        if (!capture)
            return;
        keep_fastest(&best, begin, run == 0);
        samples = benchan_capture_samples(capture);
        benchan_capture_free(capture);
    }
    printf("import %-28s %6.1f MB %8zu samples %8.1f ms %6.0f MB/s\n", name,
           1e-6 * (double)text->size, samples, 1e3 * best.cpu,
           1e-6 * (double)text->size / best.cpu);
}

static void time_imports(size_t benchmarks)
{
    const struct {
        const char *name;
        void (*generate)(const struct generated *what, struct benchan_text *text);
        struct generated what;
    } table[] = {
        {"Go text, in rounds", generate_go, {benchmarks, 20, 1, 0, 1, false}},
        {"Go text, rows adjacent", generate_go, {benchmarks, 20, 1, 0, 1, true}},
        {"pyperf suite", generate_pyperf, {benchmarks / 10, 20, 3, 0, 1, false}},
        {"CSV, a row a sample", generate_csv, {benchmarks, 20, 1, 0, 1, false}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct benchan_text text = {0};
        table[i].generate(&table[i].what, &text);
        if (!text.failed)
            time_import(table[i].name, &text);
        benchan_text_free(&text);
    }
}

static bool judge(struct benchan_capture *const *captures, size_t jobs, size_t *rows)
{
    const struct benchan_arm_input arms[2] = {
        {"old", (const struct benchan_capture *const *)&captures[0], 1},
        {"new", (const struct benchan_capture *const *)&captures[1], 1}};
    const struct benchan_input input = {
        .baseline = arms[0], .candidates = &arms[1], .n_candidates = 1};
    const struct benchan_options options = {.jobs = jobs};
    struct benchan_verdict *verdict = NULL;
    struct benchan_error error = {0};
    if (benchan_judge(&input, &options, &verdict, &error)) {
        fprintf(stderr, "verdict: %s\n", error.message);
        return false;
    }
    *rows = verdict->n_comparisons;
    benchan_verdict_free(verdict);
    return true;
}

static void time_verdict(struct benchan_capture *const *captures, size_t values, size_t jobs)
{
    struct seconds best = {0};
    size_t rows = 0;
    for (int run = 0; run < 3; run++) {
        const struct seconds begin = now();
        if (!judge(captures, jobs, &rows))
            return;
        keep_fastest(&best, begin, run == 0);
    }
    printf("verdict, %zu rows, 20 x %zu, --jobs %zu %8.1f ms wall %8.1f ms CPU "
           "%7.1f us CPU a row\n",
           rows, values, jobs, 1e3 * best.wall, 1e3 * best.cpu,
           1e6 * best.cpu / (double)(rows ? rows : 1));
}

static void time_verdicts(size_t benchmarks, size_t values)
{
    struct benchan_capture *captures[2] = {NULL, NULL};
    for (size_t arm = 0; arm < 2; arm++) {
        const struct generated what = {benchmarks, 20, values, arm, 1, false};
        struct benchan_text text = {0};
        generate_go(&what, &text);
        if (!text.failed)
            captures[arm] = read_text(arm ? "new" : "old", &text);
        benchan_text_free(&text);
    }
    for (size_t jobs = 1; jobs <= 2 && captures[0] && captures[1]; jobs++)
        time_verdict(captures, values, jobs);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
}

int main(int argc, char **argv)
{
    const size_t benchmarks = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 20000;
    time_imports(benchmarks);
    time_verdicts(benchmarks / 10, 1);
    time_verdicts(benchmarks / 10, 3);
    return 0;
}
