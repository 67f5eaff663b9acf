/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/import/bytes.h"
#include "formats/import/json.h"
#include "formats/import/refusals.h"

/*
 * JSON that holds samples and has no importer: named, with a conversion that
 * keeps what counts. Only whoever started the program knows how often.
 */

/* The first byte that is no blank; 0 where there is none. */
static char first_byte(const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!strchr(" \t\r\n", data[i]))
            return data[i];
    return '\0';
}

static bool is_pytest(const char *data, size_t size)
{
    return first_byte(data, size) == '{' && json_has_key(data, size, "machine_info") &&
           json_has_key(data, size, "benchmarks");
}

static int probe_pytest_json(const char *data, size_t size)
{
    return is_pytest(data, size) ? 50 : 0;
}

static int probe_gbench_json(const char *data, size_t size)
{
    if (first_byte(data, size) != '{' || !json_has_key(data, size, "context"))
        return 0;
    return json_has_key(data, size, "num_cpus") || json_has_key(data, size, "time_unit") ? 85
                                                                                         : 0;
}

static int probe_jmh_json(const char *data, size_t size)
{
    if (first_byte(data, size) != '[')
        return 0;
    return json_has_key(data, size, "jmhVersion") || json_has_key(data, size, "primaryMetric")
               ? 90
               : 0;
}

static int probe_bdn_json(const char *data, size_t size)
{
    if (first_byte(data, size) != '{' || !json_has_key(data, size, "Benchmarks"))
        return 0;
    return json_has_key(data, size, "HostEnvironmentInfo") ||
                   json_has_key(data, size, "Statistics") ||
                   json_has_key(data, size, "Measurements")
               ? 90
               : 0;
}

static int probe_criterion_sample(const char *data, size_t size)
{
    return first_byte(data, size) == '{' && json_has_key(data, size, "iters") &&
                   json_has_key(data, size, "times")
               ? 90
               : 0;
}

/* Two rows of numbers without a name: what criterion up to 0.3 wrote. */
static int probe_criterion_old_sample(const char *data, size_t size)
{
    return bytes_begin(data, size, "[[") && size > 2 && data[2] >= '0' && data[2] <= '9' &&
                   !memchr(data, '"', size)
               ? 50
               : 0;
}

static int probe_criterion_benchmark(const char *data, size_t size)
{
    return first_byte(data, size) == '{' && json_has_key(data, size, "group_id") &&
                   json_has_key(data, size, "function_id")
               ? 90
               : 0;
}

static const struct refusal table[] = {
    {"Google Benchmark's JSON", probe_gbench_json,
     "record with --benchmark_out_format=csv, or convert it, one row a repetition: "
     "jq -r '[\"benchmark\",\"value\",\"unit\",\"process\"],(.benchmarks[]|select(.run_type!="
     "\"aggregate\" and "
     ".error_occurred!=true)|[.run_name//.name,.real_time,.time_unit,1])|@csv' "
     "FILE > FILE.csv (process: each start of the program its own number)"},
    {"JMH's JSON", probe_jmh_json,
     "convert it, one row an iteration: "
     "jq -r '[\"benchmark\",\"value\",\"unit\",\"process\"],(.[]|([.benchmark,(.params//{})[]]|"
     "join(\":\")) as $b|.primaryMetric|.scoreUnit as $u|.rawData//[]|to_entries[]|\"\\($b)#"
     "\\(.key)\" as $f|.value[]|[$b,.,$u,$f])|@csv' FILE > FILE.csv"},
    {"BenchmarkDotNet's JSON", probe_bdn_json,
     "give the -measurements.csv that CsvMeasurementsExporter writes, one row an iteration"},
    {"pytest-benchmark's JSON", probe_pytest_json,
     "convert it, one row a round: "
     "jq -r '[\"benchmark\",\"seconds\",\"process\"],(.benchmarks[]|.fullname as "
     "$b|.stats.data[]|"
     "[$b,.,1])|@csv' FILE > FILE.csv (process: each start of pytest its own number)"},
    {"criterion's sample.json", probe_criterion_sample,
     "give raw.csv, which the feature csv_output writes beside it, or convert it: "
     "jq -r '[\"benchmark\",\"ns\",\"iterations\",\"process\"],([.times,.iters]|transpose[]|"
     "[\"NAME\",.[0]/.[1],.[1],1])|@csv' FILE > FILE.csv"},
    {"a list of numbers without names, as criterion's sample.json was",
     probe_criterion_old_sample, "give raw.csv, which lies beside it"},
    {"criterion's benchmark.json", probe_criterion_benchmark,
     "give raw.csv (feature csv_output), or convert sample.json, both of which lie beside it"},
};

const struct refusal *refusal_foreign(const char *data, size_t size, int *score)
{
    return refusal_best(table, sizeof table / sizeof *table, data, size, score);
}
