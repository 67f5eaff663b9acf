/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is refused by name, and what it says to do instead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "benchan/text.h"
#include "tests/unit/support_import.h"

/* `mend` ends with the end of the advice's jq program, which must not be cut. */
struct refused {
    const char *text, *message, *mend;
};

static const struct refused cases[] = {
    {"{\"context\":{\"date\":\"x\",\"num_cpus\":2},\"benchmarks\":[{\"name\":\"B\","
     "\"run_name\":\"B\",\"run_type\":\"iteration\",\"real_time\":1,\"time_unit\":\"ns\"}]}",
     "this is Google Benchmark's JSON, which benchan does not read", "|@csv' FILE > FILE.csv"},
    {" [ {\"jmhVersion\" : \"1.36\",\"benchmark\":\"a.B\",\"primaryMetric\":{\"score\":1,"
     "\"scoreUnit\":\"ops/s\",\"rawData\":[[1,2]]}}]",
     "this is JMH's JSON, which benchan does not read", "|@csv' FILE > FILE.csv"},
    {"{\"Title\":\"T\",\"HostEnvironmentInfo\":{},\"Benchmarks\":[{\"FullName\":\"T.M\","
     "\"Measurements\":[]}]}",
     "this is BenchmarkDotNet's JSON, which benchan does not read", "-measurements.csv"},
    {"{\"Title\":\"T\",\"Benchmarks\":[{\"FullName\":\"T.M\",\"Statistics\":{\"Mean\":NaN}}]}",
     "this is BenchmarkDotNet's JSON, which benchan does not read", "-measurements.csv"},
    {"{\"sampling_mode\":\"Linear\",\"iters\":[1.0,2.0],\"times\":[3.0,6.0]}",
     "this is criterion's sample.json, which benchan does not read", "|@csv' FILE > FILE.csv"},
    {"[[1.0,2.0],[3.0,6.0]]", "this is a list of numbers without names", "raw.csv"},
    {"{\"group_id\":\"g\",\"function_id\":\"f\",\"value_str\":null,\"full_id\":\"g/f\"}",
     "this is criterion's benchmark.json, which benchan does not read", "sample.json"},
    {"{\"mean\":{\"confidence_interval\":{\"lower_bound\":1},\"point_estimate\":1}}",
     "this is criterion's estimates, which holds no samples", "sample.json"},
    {"{\"machine_info\":{},\"benchmarks\":[{\"fullname\":\"t\",\"stats\":{\"stddev\":1,"
     "\"data\":[1,2]}}]}",
     "this is pytest-benchmark's JSON, which benchan does not read", "|@csv' FILE > FILE.csv"},
    {"{\"machine_info\":{},\"benchmarks\":[{\"fullname\":\"t\",\"stats\":{\"stddev\":1}}]}",
     "this is pytest-benchmark without its samples, which holds no samples",
     "--benchmark-save-data"},
};

static void every_refusal_names_the_format_and_the_way_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct benchan_error error = import_error(cases[i].text, NULL);
        assert_int_equal(error.status, BENCHAN_BAD_INPUT);
        if (!strstr(error.message, cases[i].message) || !strstr(error.mend, cases[i].mend))
            fail_msg("%s: %s; %s", cases[i].text, error.message, error.mend);
        /* Quotes come in pairs unless the advice was cut. */
        size_t quotes = 0;
        for (const char *at = error.mend; (at = strchr(at, '\'')); at++)
            quotes++;
        assert_int_equal(quotes % 2, 0);
    }
}

/* What the jq programs make of the inputs above, so that the advice leads somewhere. */
static void what_the_advice_makes_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *csv, *benchmark, *unit;
        size_t samples, processes;
    } made[] = {
        {"\"benchmark\",\"value\",\"unit\",\"process\"\n\"B\",1,\"ns\",1\n", "B", "sec", 1, 1},
        {"\"benchmark\",\"value\",\"unit\",\"process\"\n\"a.B\",1,\"ops/s\",\"a.B#0\"\n"
         "\"a.B\",2,\"ops/s\",\"a.B#0\"\n",
         "a.B", "op/sec", 2, 1},
        {"\"benchmark\",\"ns\",\"iterations\",\"process\"\n\"NAME\",3,1,1\n\"NAME\",3,2,1\n",
         "NAME", "sec", 2, 1},
        {"\"benchmark\",\"seconds\",\"process\"\n\"t\",1,1\n\"t\",2,1\n", "t", "sec", 2, 1},
    };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct benchan_capture *capture = import_text(made[i].csv);
        const struct benchan_series *series =
            import_series(capture, NULL, made[i].benchmark, made[i].unit);
        assert_non_null(series);
        assert_int_equal(series->n, made[i].samples);
        assert_int_equal(capture->n_processes, made[i].processes);
        assert_int_equal(capture->process_basis, BENCHAN_PROCESS_RECORDED);
        benchan_capture_free(capture);
    }
}

static void the_corpus_is_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *file, *name;
    } files[] = {
        {"gbench/gen-reps10-old.json", "Google Benchmark's JSON"},
        {"gbench/google-test3_run0.json", "Google Benchmark's JSON"},
        {"jmh/gab-jmh_output.json", "JMH's JSON"},
        {"jmh/kamilkloch-fs2-jmh-result.json", "JMH's JSON"},
        {"bdn/bencher-memory.json", "BenchmarkDotNet's JSON"},
        {"bdn/bencher-null_namespace.json", "BenchmarkDotNet's JSON"},
        {"criterion/criterion-Fibonacci-Iterative-new-estimates.json", "criterion's estimates"},
        {"criterion/criterion-Fibonacci-Iterative-new-benchmark.json", "benchmark.json"},
        {"criterion/criterion-Fibonacci-Iterative-new-sample.json", "a list of numbers"},
        {"pytest/bencher-pytest-two.json", "pytest-benchmark's JSON"},
        {"pytest/ionel-0001.json", "pytest-benchmark without its samples"},
    };
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus) {
        print_message("BENCHAN_CORPUS is not set: real files are not read\n");
        skip();
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[4096];
        benchan_snprintf(path, sizeof path, "%s/%s", corpus, files[i].file);
        size_t size = 0;
        char *data = import_slurp(path, &size);
        struct benchan_capture *capture = NULL;
        struct benchan_error error = {0};
        assert_non_null(data);
        assert_int_equal(benchan_import(path, data, size, NULL, &capture, &error),
                         BENCHAN_BAD_INPUT);
        if (!strstr(error.message, files[i].name))
            fail_msg("%s: %s", path, error.message);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refusal_names_the_format_and_the_way_out),
        cmocka_unit_test(what_the_advice_makes_is_read),
        cmocka_unit_test(the_corpus_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
