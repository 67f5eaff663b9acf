/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Times the kernels, one line each: the fastest and the median of a few
 * batches, per call. With files as arguments, times reading them as well.
 *
 *     bench_kernels [FILE...]
 */

#include <benchan/benchan.h>
#include <gsl/gsl_sort.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/statistics/statistics.h"

enum { BATCHES = 9, LARGEST = 1000000, MOST_SETS = 256 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct subject {
    const char *name;
    size_t n;
    void (*call)(struct subject *subject);
    struct benchan_bootstrap *bootstrap;
    double *a, *b;         /* of the set in turn: n each, ascending */
    double *all_a, *all_b; /* sets after one another */
    size_t sets;
};

/* Each call sees other data, or the branch predictor learns it by heart. */
static void call_set(struct subject *subject, size_t call)
{
    const size_t at = call % subject->sets * subject->n;
    subject->a = subject->all_a + at;
    subject->b = subject->all_b + at;
    subject->call(subject);
}

/* Seconds a call takes, in batches of about 20 ms. */
static void time_subject(struct subject *subject)
{
    call_set(subject, 0); /* fills the cache of weights */
    double begin = now();
    call_set(subject, 1);
    double once = now() - begin;
    const size_t calls = once > 0.02 ? 1 : (size_t)(0.02 / fmax(once, 1e-7)) + 1;
    const size_t batches = once > 0.5 ? 1 : BATCHES;
    double seconds[BATCHES];
    for (size_t t = 0; t < batches; t++) {
        begin = now();
        for (size_t c = 0; c < calls; c++)
            call_set(subject, c);
        seconds[t] = (now() - begin) / (double)calls;
    }
    gsl_sort(seconds, 1, batches);
    printf("%-34s n = %-8zu %12.2f us  (median %.2f)\n", subject->name, subject->n,
           1e6 * seconds[0], 1e6 * benchan_quantile_sorted(seconds, batches, 0.5));
}

/* Positive, spread by about 2 %, on `ticks` places a unit where that is not 0. */
static void fill(double *values, size_t n, uint64_t *state, double ticks)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < 4; k++) {
            *state = *state * 6364136223846793005u + 1442695040888963407u;
            sum += (double)(*state >> 11) * 0x1p-53;
        }
        const double value = 100 * exp(0.03 * (sum - 2));
        values[i] = ticks > 0 ? round(value * ticks) / ticks : value;
    }
    gsl_sort(values, 1, n);
}

static void fill_sets(struct subject *subject, double ticks)
{
    uint64_t state = 1;
    subject->sets = LARGEST / subject->n < MOST_SETS ? LARGEST / subject->n : MOST_SETS;
    for (size_t s = 0; s < subject->sets; s++) {
        fill(subject->all_a + s * subject->n, subject->n, &state, ticks);
        fill(subject->all_b + s * subject->n, subject->n, &state, ticks);
    }
}

static void call_interval(struct subject *s)
{
    struct benchan_interval interval;
    benchan_bootstrap_log_ratio(s->bootstrap, s->a, s->n, s->b, s->n, 0.05, &interval, NULL);
}

static void call_self(struct subject *s)
{
    double sd, resolution;
    benchan_bootstrap_self(s->bootstrap, s->a, s->n, &sd, &resolution, NULL);
}

static void call_weights(struct subject *s)
{
    const struct benchan_atom *atoms;
    size_t n_atoms;
    struct benchan_bootstrap *fresh = benchan_bootstrap_new();
    if (fresh)
        benchan_bootstrap_weights(fresh, s->n, &atoms, &n_atoms, NULL);
    benchan_bootstrap_free(fresh);
}

static void call_rank_test(struct subject *s)
{
    struct benchan_rank_test test;
    benchan_mann_whitney(s->a, s->n, s->b, s->n, &test, NULL);
}

static void call_shift(struct subject *s)
{
    struct benchan_interval interval;
    size_t k;
    benchan_hodges_lehmann(s->a, s->n, s->b, s->n, 0.05, &interval, &k, NULL);
}

static void call_signed_rank(struct subject *s)
{
    double *d = malloc(s->n * sizeof *d);
    struct benchan_signed_rank_test test;
    for (size_t i = 0; d && i < s->n; i++)
        d[i] = s->b[i] - s->a[s->n - 1 - i];
    if (d)
        benchan_signed_rank(d, s->n, &test, NULL);
    free(d);
}

static void call_walsh(struct subject *s)
{
    struct benchan_interval interval;
    size_t k;
    benchan_walsh(s->a, s->n, 0.05, &interval, &k, NULL);
}

static void call_describe(struct subject *s)
{
    struct benchan_location_scale stats;
    benchan_location_scale_of(s->a, s->n, &stats, NULL);
}

static void time_kernels(struct subject *subject)
{
    const struct {
        const char *name;
        void (*call)(struct subject *subject);
        double ticks;
        size_t n[7];
    } table[] = {
        {"interval on the ratio", call_interval, 0, {10, 19, 20, 21, 100, 1000, LARGEST}},
        {"interval on the ratio, ties", call_interval, 10, {20, 100, 1000, 100000}},
        {"resolution of one arm", call_self, 0, {20, 21, 100}},
        {"bootstrap weights, not cached", call_weights, 0, {20, 21, 1000, 100000}},
        {"Mann-Whitney", call_rank_test, 0, {10, 20, 25, 100, 200, LARGEST}},
        {"Mann-Whitney, ties", call_rank_test, 10, {10, 20, 25, 100, 1000}},
        {"Hodges-Lehmann", call_shift, 0, {10, 20, 100, 1000, LARGEST}},
        {"signed rank", call_signed_rank, 0, {10, 20, 100, 300}},
        {"Walsh averages", call_walsh, 0, {10, 20, 100, 300, LARGEST}},
        {"description", call_describe, 0, {20, 1000, LARGEST}},
    };
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        subject->name = table[t].name;
        subject->call = table[t].call;
        for (size_t i = 0; i < 7 && table[t].n[i]; i++) {
            subject->n = table[t].n[i];
            fill_sets(subject, table[t].ticks);
            time_subject(subject);
        }
    }
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *data = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);
        rewind(file);
        data = end < 0 ? NULL : malloc((size_t)end + 1);
        *size = data ? fread(data, 1, (size_t)end, file) : 0;
    }
    fclose(file);
    return data;
}

static void time_import(const char *path)
{
    size_t size = 0;
    char *data = read_file(path, &size);
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    const double begin = now();
    if (data && benchan_import(path, data, size, NULL, &capture, &error) == BENCHAN_OK) {
        const double seconds = now() - begin;
        printf("%-34s %12.2f ms  %.0f MB/s\n", path, 1e3 * seconds,
               1e-6 * (double)size / seconds);
        benchan_capture_free(capture);
    } else {
        printf("%-34s %s\n", path, data ? error.message : "does not open");
    }
    free(data);
}

int main(int argc, char **argv)
{
    struct subject subject = {.bootstrap = benchan_bootstrap_new(),
                              .all_a = malloc(LARGEST * sizeof(double)),
                              .all_b = malloc(LARGEST * sizeof(double))};
    if (subject.bootstrap && subject.all_a && subject.all_b)
        time_kernels(&subject);
    benchan_bootstrap_free(subject.bootstrap);
    free(subject.all_a);
    free(subject.all_b);
    for (int i = 1; i < argc; i++)
        time_import(argv[i]);
    return 0;
}
