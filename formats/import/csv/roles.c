/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/import/csv/layout.h"

/* What people call their columns. The better name of two comes first. */

struct synonym {
    const char *key;
    enum csv_role role;
};

static const struct synonym synonyms[] = {
    {"benchmark", CSV_ROLE_BENCHMARK},
    {"bench", CSV_ROLE_BENCHMARK},
    {"benchmark_name", CSV_ROLE_BENCHMARK},
    {"bench_name", CSV_ROLE_BENCHMARK},
    {"test", CSV_ROLE_BENCHMARK},
    {"test_name", CSV_ROLE_BENCHMARK},
    {"testcase", CSV_ROLE_BENCHMARK},
    {"test_case", CSV_ROLE_BENCHMARK},
    {"scenario", CSV_ROLE_BENCHMARK},
    {"workload", CSV_ROLE_BENCHMARK},
    {"name", CSV_ROLE_BENCHMARK},
    {"package", CSV_ROLE_PACKAGE},
    {"pkg", CSV_ROLE_PACKAGE},
    {"unit", CSV_ROLE_UNIT},
    {"units", CSV_ROLE_UNIT},
    {"time_unit", CSV_ROLE_UNIT},
    {"metric", CSV_ROLE_UNIT},
    {"variant", CSV_ROLE_LABEL},
    {"arm", CSV_ROLE_LABEL},
    {"side", CSV_ROLE_LABEL},
    {"process", CSV_ROLE_PROCESS},
    {"process_id", CSV_ROLE_PROCESS},
    {"pid", CSV_ROLE_PROCESS},
    {"fork", CSV_ROLE_PROCESS},
    {"launch", CSV_ROLE_PROCESS},
    {"launch_index", CSV_ROLE_PROCESS},
    {"invocation", CSV_ROLE_PROCESS},
    {"run_id", CSV_ROLE_PROCESS},
    {"block", CSV_ROLE_BLOCK},
    {"pair", CSV_ROLE_BLOCK},
    {"round", CSV_ROLE_BLOCK},
    {"trial", CSV_ROLE_BLOCK},
    {"session", CSV_ROLE_SESSION},
    {"session_id", CSV_ROLE_SESSION},
    {"build", CSV_ROLE_BUILD},
    {"build_id", CSV_ROLE_BUILD},
    {"setup", CSV_ROLE_SETUP},
    {"seq", CSV_ROLE_ORDER},
    {"sequence", CSV_ROLE_ORDER},
    {"order", CSV_ROLE_ORDER},
    {"position", CSV_ROLE_ORDER},
    {"index", CSV_ROLE_ORDER},
    {"idx", CSV_ROLE_ORDER},
    {"row", CSV_ROLE_ORDER},
    {"run", CSV_ROLE_ORDER},
    {"repetition", CSV_ROLE_ORDER},
    {"repeat", CSV_ROLE_ORDER},
    {"rep", CSV_ROLE_ORDER},
    {"iteration", CSV_ROLE_ORDER},
    {"iter", CSV_ROLE_ORDER},
    {"tick", CSV_ROLE_ORDER},
    {"timestamp", CSV_ROLE_TIME},
    {"timestamp_ns", CSV_ROLE_TIME},
    {"timestamp_us", CSV_ROLE_TIME},
    {"timestamp_ms", CSV_ROLE_TIME},
    {"timestamp_s", CSV_ROLE_TIME},
    {"datetime", CSV_ROLE_TIME},
    {"date_time", CSV_ROLE_TIME},
    {"date", CSV_ROLE_TIME},
    {"ts", CSV_ROLE_TIME},
    {"start_time", CSV_ROLE_TIME},
    {"started_at", CSV_ROLE_TIME},
    {"warmup", CSV_ROLE_WARMUP},
    {"is_warmup", CSV_ROLE_WARMUP},
    {"warm_up", CSV_ROLE_WARMUP},
    {"iterations", CSV_ROLE_ITERATIONS},
    {"iters", CSV_ROLE_ITERATIONS},
    {"iteration_count", CSV_ROLE_ITERATIONS},
    {"loops", CSV_ROLE_ITERATIONS},
    {"error_occurred", CSV_ROLE_FAILED},
};

enum csv_role csv_role_of(const char *key, int *rank)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (strcmp(key, synonyms[i].key) == 0) {
            *rank = (int)i;
            return synonyms[i].role;
        }
    }
    *rank = INT16_MAX;
    return CSV_ROLE_NONE;
}

static bool among(const char *key, const char *const *words)
{
    for (; *words; words++) {
        if (strcmp(key, *words) == 0)
            return true;
    }
    return false;
}

bool csv_is_time_name(const char *key)
{
    static const char *const words[] = {
        "time",      "duration", "elapsed",   "elapsed_time", "runtime",  "run_time",
        "exec_time", "wall",     "wall_time", "wall_clock",   "latency",  "total_time",
        "real_time", "real",     "total",     "sample_time",  "cpu_time", NULL};
    return among(key, words);
}

bool csv_is_value_name(const char *key)
{
    static const char *const words[] = {"value", "values",   "sample", "measurement",
                                        "score", "measured", "result", "observation",
                                        "data",  "measure",  NULL};
    return *key == '\0' || among(key, words) || csv_is_time_name(key);
}

int csv_aggregate_kind(const char *stem)
{
    static const char *const places[] = {"mean",      "avg",      "average",     "median",
                                         "min",       "max",      "minimum",     "maximum",
                                         "mean_time", "avg_time", "median_time", "min_time",
                                         "max_time",  "best",     "worst",       NULL};
    static const char *const spreads[] = {
        "stddev",   "std_dev",  "stdev",    "std",      "sd",        "error",  "ci",
        "variance", "cv",       "mad",      "iqr",      "sem",       "rsd",    "mean_lb",
        "mean_ub",  "ci_lower", "ci_upper", "conf_low", "conf_high", "margin", NULL};
    if (among(stem, places))
        return 1;
    return among(stem, spreads) ? 2 : 0;
}

static const char *const role_words[CSV_ROLES] = {
    "ignore",  "benchmark", "package",    "value",  "unit",  "label",
    "process", "block",     "session",    "build",  "setup", "order",
    "time",    "warmup",    "iterations", "failed", "stage"};

const char *csv_role_word(enum csv_role role)
{
    return role_words[role];
}

enum csv_role csv_role_by_word(const char *word, size_t n)
{
    static const struct synonym others[] = {{"arm", CSV_ROLE_LABEL},
                                            {"variant", CSV_ROLE_LABEL},
                                            {"side", CSV_ROLE_LABEL},
                                            {"timestamp", CSV_ROLE_TIME},
                                            {"name", CSV_ROLE_BENCHMARK}};
    for (int role = 0; role < CSV_ROLES; role++) {
        if (strlen(role_words[role]) == n && memcmp(word, role_words[role], n) == 0)
            return (enum csv_role)role;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strlen(others[i].key) == n && memcmp(word, others[i].key, n) == 0)
            return others[i].role;
    }
    return CSV_ROLES;
}
