/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/refusals.h"

#include "formats/import/bytes.h"
#include "formats/import/json.h"

/* Summaries hold no samples, and n = 1 they are not: no figure is made of them. */

static int probe_benchstat(const char *data, size_t size)
{
    if (bytes_contain(data, size, "\u2502") &&
        (bytes_contain(data, size, "vs base") || bytes_contain(data, size, "/op")))
        return 90;
    if (bytes_contain(data, size, "old time/op") || bytes_contain(data, size, "name \\ "))
        return 90;
    return bytes_contain(data, size, "\u00b1") && bytes_contain(data, size, "geomean") ? 70 : 0;
}

static int probe_benchstat_csv(const char *data, size_t size)
{
    return bytes_contain(data, size, ",CI,vs base,P") ||
                   bytes_contain(data, size, "/op,CI\n") || bytes_contain(data, size, "/op,CI,")
               ? 90
               : 0;
}

static int probe_benchcmp(const char *data, size_t size)
{
    return bytes_contain(data, size, "old ns/op") && bytes_contain(data, size, "new ns/op") ? 90
                                                                                            : 0;
}

static int probe_hyperfine_csv(const char *data, size_t size)
{
    return bytes_begin(data, size, "command,mean,stddev,median") ? 95 : 0;
}

static int probe_hyperfine_text(const char *data, size_t size)
{
    return bytes_contain(data, size, "Time (mean \u00b1 \u03c3)") ||
                   bytes_contain(data, size, "| Command | Mean [")
               ? 90
               : 0;
}

static int probe_criterion_estimates(const char *data, size_t size)
{
    return bytes_contain(data, size, "\"point_estimate\"") &&
                   bytes_contain(data, size, "\"confidence_interval\"")
               ? 90
               : 0;
}

static int probe_criterion_text(const char *data, size_t size)
{
    return bytes_contain(data, size, "time:   [") ? 70 : 0;
}

static int probe_libtest(const char *data, size_t size)
{
    return bytes_contain(data, size, "... bench:") && bytes_contain(data, size, "ns/iter") ? 80
                                                                                           : 0;
}

static int probe_gbench_csv(const char *data, size_t size)
{
    return bytes_contain(data, size, "name,iterations,real_time,cpu_time,time_unit") ? 95 : 0;
}

static int probe_gbench_text(const char *data, size_t size)
{
    return bytes_contain(data, size, "Time             CPU   Iterations") ? 90 : 0;
}

/* The probe sees 64 KiB: the importer of whole files has the last word. */
static int probe_pytest_summary(const char *data, size_t size)
{
    return json_has_key(data, size, "machine_info") && json_has_key(data, size, "benchmarks") &&
                   json_has_key(data, size, "stddev") && !json_has_key(data, size, "data")
               ? 60
               : 0;
}

static int probe_pytest_text(const char *data, size_t size)
{
    return bytes_contain(data, size, "Name (time in ") ? 90 : 0;
}

static int probe_catch2(const char *data, size_t size)
{
    return bytes_contain(data, size, "<BenchmarkResults") ||
                   bytes_contain(data, size, "<Catch2TestRun")
               ? 90
               : 0;
}

static int probe_jmh_csv(const char *data, size_t size)
{
    return bytes_begin(data, size, "\"Benchmark\",\"Mode\",\"Threads\"") ? 95 : 0;
}

static int probe_jmh_text(const char *data, size_t size)
{
    return bytes_contain(data, size, "Mode  Cnt") && bytes_contain(data, size, "Score") ? 85
                                                                                        : 0;
}

static int probe_bdn_csv(const char *data, size_t size)
{
    return bytes_contain(data, size, "AnalyzeLaunchVariance") &&
                   bytes_contain(data, size, "Mean") &&
                   !bytes_contain(data, size, "Measurement_Value")
               ? 90
               : 0;
}

static int probe_bdn_text(const char *data, size_t size)
{
    return bytes_contain(data, size, "BenchmarkDotNet") && bytes_contain(data, size, "| Method")
               ? 85
               : 0;
}

static int probe_perf_stat(const char *data, size_t size)
{
    return bytes_contain(data, size, "Performance counter stats for") ? 80 : 0;
}

static int probe_histogram_log(const char *data, size_t size)
{
    return bytes_contain(data, size, "[Histogram log format version") ? 90 : 0;
}

static const struct refusal table[] = {
    {"a benchstat table", probe_benchstat,
     "give the files benchstat was given: the output of go test -bench"},
    {"a benchstat CSV table", probe_benchstat_csv,
     "give the files benchstat was given: the output of go test -bench"},
    {"a benchcmp table", probe_benchcmp,
     "give the files benchcmp was given: the output of go test -bench"},
    {"hyperfine's CSV summary", probe_hyperfine_csv, "use hyperfine --export-json FILE"},
    {"hyperfine's text summary", probe_hyperfine_text, "use hyperfine --export-json FILE"},
    {"criterion's estimates", probe_criterion_estimates,
     "give raw.csv (feature csv_output), or convert sample.json, which lies beside "
     "estimates.json"},
    {"criterion's console output", probe_criterion_text,
     "give target/criterion/NAME/new/raw.csv (feature csv_output), or convert sample.json "
     "beside it"},
    {"libtest bench output", probe_libtest,
     "libtest keeps no samples: measure with criterion, or run it in fresh processes into a "
     "CSV"},
    {"Google Benchmark's CSV", probe_gbench_csv,
     "use --benchmark_out=FILE --benchmark_out_format=json --benchmark_repetitions=20"},
    {"Google Benchmark's console output", probe_gbench_text,
     "use --benchmark_out=FILE --benchmark_out_format=csv --benchmark_repetitions=20"},
    {"pytest-benchmark without its samples", probe_pytest_summary,
     "record again with --benchmark-save-data"},
    {"pytest-benchmark's console output", probe_pytest_text,
     "use --benchmark-json=FILE --benchmark-save-data"},
    {"Catch2's summary", probe_catch2,
     "Catch2 exports no samples: run it in fresh processes and write one value a line as CSV"},
    {"JMH's CSV summary", probe_jmh_csv, "use -rf json -rff FILE"},
    {"JMH's text summary", probe_jmh_text, "use -rf json -rff FILE"},
    {"BenchmarkDotNet's CSV summary", probe_bdn_csv,
     "give the -measurements.csv that CsvMeasurementsExporter writes"},
    {"BenchmarkDotNet's table", probe_bdn_text,
     "give the -measurements.csv that CsvMeasurementsExporter writes"},
    {"a histogram log", probe_histogram_log,
     "export the single measurements: percentiles of intervals are no samples"},
    {"perf stat's summary", probe_perf_stat,
     "perf stat keeps no samples: write the value of each run as a line of CSV"},
};

const struct refusal *refusal_best(const struct refusal *refusals, size_t n, const char *data,
                                   size_t size, int *score)
{
    const struct refusal *best = NULL;
    *score = 0;
    for (size_t i = 0; i < n; i++) {
        const int fits = refusals[i].probe(data, size);
        if (fits > *score) {
            *score = fits;
            best = &refusals[i];
        }
    }
    return best;
}

const struct refusal *refusal_summary(const char *data, size_t size, int *score)
{
    return refusal_best(table, sizeof table / sizeof *table, data, size, score);
}
