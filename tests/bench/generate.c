/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "generate.h"

#include <math.h>

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

/* About normal, with a standard deviation of 2 %. */
static double noise(uint64_t *state)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += uniform(state);
    return exp(0.0346 * (sum - 2));
}

/* Nanoseconds of a benchmark before noise: 20 ns to 2 ms. */
static double level(size_t benchmark)
{
    uint64_t state = benchmark * 0x9e3779b97f4a7c15u + 1;
    uniform(&state);
    return 20 * pow(1e5, uniform(&state));
}

static uint64_t first_state(const struct generated *what)
{
    return what->seed * 1000003 + what->arm * 7919 + 1;
}

/* Which arm speaks first changes from round to round, without a pattern. */
static int slot(const struct generated *what, size_t round)
{
    uint64_t state = what->seed + round * 0x9e3779b97f4a7c15u;
    uniform(&state);
    const bool swapped = uniform(&state) < 0.5;
    return (int)((what->arm & 1) ^ swapped);
}

static void put_date(const struct generated *what, size_t round, const char *before,
                     struct benchan_text *text)
{
    const size_t second = round * 20 + (size_t)slot(what, round) * 10;
    benchan_text_printf(text, "%s2026-03-%02zuT%02zu:%02zu:%02zu", before,
                        1 + second / 86400 % 28, second / 3600 % 24, second / 60 % 60,
                        second % 60);
}

static void put_go_row(size_t benchmark, uint64_t *state, struct benchan_text *text)
{
    const double ns = level(benchmark) * noise(state);
    const char *const parts[] = {"Encode", "Decode", "Lookup", "Insert", "Merge"};
    benchan_text_printf(
        text,
        "Benchmark%s/kind=%05zu/size=%d-8   \t%8.0f\t%12.*f ns/op\t%8zu B/op\t%8zu allocs/op\n",
        parts[benchmark % 5], benchmark, 64 << benchmark % 7, fmax(1, round(1e8 / ns)),
        ns < 100    ? 2
        : ns < 1000 ? 1
                    : 0,
        ns, benchmark % 97 * 16, benchmark % 13);
}

static void put_go_header(struct benchan_text *text)
{
    benchan_text_string(text, "goos: linux\ngoarch: amd64\npkg: example.org/codec\n"
                              "cpu: Example CPU @ 3.00GHz\n");
}

static void put_go_round(const struct generated *what, size_t round, uint64_t *state,
                         struct benchan_text *text)
{
    put_date(what, round, "date: ", text);
    benchan_text_string(text, "Z\n");
    put_go_header(text);
    for (size_t b = 0; b < what->benchmarks; b++)
        for (size_t v = 0; v < what->values; v++)
            put_go_row(b, state, text);
    benchan_text_string(text, "PASS\nok  \texample.org/codec\t9.001s\n");
}

void generate_go(const struct generated *what, struct benchan_text *text)
{
    uint64_t state = first_state(what);
    if (!what->adjacent) {
        for (size_t round = 0; round < what->processes; round++)
            put_go_round(what, round, &state, text);
        return;
    }
    struct generated whole = *what;
    whole.values = what->values * what->processes;
    put_go_round(&whole, 0, &state, text);
}

static void put_pyperf_run(const struct generated *what, size_t benchmark, size_t run,
                           uint64_t *state, struct benchan_text *text)
{
    const double base = 1e-9 * level(benchmark);
    put_date(what, benchmark * what->processes + run, "{\"metadata\":{\"date\":\"", text);
    benchan_text_printf(text,
                        ".%06.0f\",\"duration\":%.9f,\"load_avg_1min\":%.2f,"
                        "\"mem_max_rss\":%.0f,\"runnable_threads\":1,\"uptime\":%.6f},"
                        "\"values\":[",
                        1e5 + floor(8e5 * uniform(state)), 0.2 + 0.1 * uniform(state),
                        floor(100 * uniform(state)) / 100, 1e7 + floor(1e6 * uniform(state)),
                        1e5 * uniform(state));
    for (size_t v = 0; v < what->values; v++)
        benchan_text_printf(text, "%s%.16g", v ? "," : "", base * noise(state));
    benchan_text_printf(text, "],\"warmups\":[[1,%.16g]]}", base * noise(state));
}

void generate_pyperf(const struct generated *what, struct benchan_text *text)
{
    uint64_t state = first_state(what);
    benchan_text_string(text, "{\"benchmarks\":[");
    for (size_t b = 0; b < what->benchmarks; b++) {
        benchan_text_printf(text,
                            "%s{\"metadata\":{\"name\":\"bench_%05zu\",\"loops\":1},"
                            "\"runs\":[",
                            b ? "," : "", b);
        for (size_t run = 0; run < what->processes; run++) {
            benchan_text_string(text, run ? "," : "");
            put_pyperf_run(what, b, run, &state, text);
        }
        benchan_text_string(text, "]}");
    }
    benchan_text_string(text,
                        "],\"metadata\":{\"cpu_count\":2,\"cpu_model_name\":\"Example CPU\","
                        "\"hostname\":\"example\",\"platform\":\"Linux-6.1-x86_64\","
                        "\"python_version\":\"3.11.2 (64-bit)\",\"unit\":\"second\","
                        "\"timer\":\"clock_gettime(CLOCK_MONOTONIC), resolution: 1.00 ns\"},"
                        "\"version\":\"1.0\"}\n");
}

void generate_csv(const struct generated *what, struct benchan_text *text)
{
    uint64_t state = first_state(what);
    benchan_text_string(text, "benchmark,process,timestamp,seconds\n");
    for (size_t round = 0; round < what->processes; round++)
        for (size_t b = 0; b < what->benchmarks; b++)
            for (size_t v = 0; v < what->values; v++) {
                benchan_text_printf(text, "bench_%05zu,%zu", b, round);
                put_date(what, round, ",", text);
                benchan_text_printf(text, "Z,%.9g\n", 1e-9 * level(b) * noise(&state));
            }
}
