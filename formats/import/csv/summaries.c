/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/import/csv/layout.h"

/* Tables of means: recognised by their header only to be refused with advice. */

struct summary {
    const char *name;
    const char *columns[4]; /* keys that must all be there */
    const char *advice;
};

static const struct summary summaries[] = {
    {"hyperfine's CSV",
     {"command", "mean", "stddev", "median"},
     "use hyperfine --export-json FILE, which keeps every run"},
    {"Haskell criterion's CSV",
     {"name", "mean_lb", "mean_ub", "stddev"},
     "use --json FILE, or write one value a line from fresh processes"},
    {"BenchmarkDotNet's report",
     {"method", "mean", "std_dev", NULL},
     "give the -measurements.csv that CsvMeasurementsExporter writes"},
    {"BenchmarkDotNet's report",
     {"method", "mean", "error", NULL},
     "give the -measurements.csv that CsvMeasurementsExporter writes"},
    {"JMH's CSV",
     {"benchmark", "mode", "score", "samples"},
     "use -rf json -rff FILE, which keeps every iteration"},
    {"pytest-benchmark's CSV",
     {"name", "mean", "stddev", "rounds"},
     "use --benchmark-json=FILE --benchmark-save-data"},
    {"a table of percentiles",
     {"p50", "p99", "max", NULL},
     "export the single measurements: percentiles of percentiles are no samples"},
    {"a table of percentiles",
     {"p50", "p90", "p99", NULL},
     "export the single measurements: percentiles of percentiles are no samples"},
};

static bool has_key(const struct csv_layout *layout, const char *key)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        if (strcmp(layout->columns[i].key, key) == 0)
            return true;
    }
    return false;
}

static bool fits(const struct csv_layout *layout, const struct summary *summary)
{
    for (size_t i = 0; i < 4 && summary->columns[i]; i++) {
        if (!has_key(layout, summary->columns[i]))
            return false;
    }
    return true;
}

/* A place and a spread, and nothing that could be a sample. */
static bool only_aggregates(const struct csv_layout *layout)
{
    bool kinds[3] = {false};
    for (size_t i = 0; i < layout->n_columns; i++) {
        const struct csv_column *column = &layout->columns[i];
        const int kind = csv_aggregate_kind(column->stem);
        kinds[kind] = true;
        if (kind == 0 && (column->unit || csv_is_value_name(column->key)) &&
            csv_column_numeric(column))
            return false;
    }
    return kinds[1] && kinds[2];
}

const char *csv_summary_advice(const struct csv_layout *layout, const char **name)
{
    for (size_t i = 0; i < sizeof summaries / sizeof *summaries; i++) {
        if (fits(layout, &summaries[i])) {
            *name = summaries[i].name;
            return summaries[i].advice;
        }
    }
    *name = "a table of means and spreads";
    return only_aggregates(layout) ? "export the single measurements, one a line" : NULL;
}
