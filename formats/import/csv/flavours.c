/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/import/csv/layout.h"

/* Producers whose CSV needs more than its column names to be understood. */

struct flavour_column {
    const char *key;
    enum csv_role role;
    const char *unit;
};

enum { MOST_COLUMNS = 12, MARKS = 3 };

struct flavour {
    enum csv_flavour flavour;
    const char *marks[MARKS]; /* keys that tell it */
    struct flavour_column columns[MOST_COLUMNS];
};

static const struct flavour flavours[] = {
    {CSV_GOOGLE,
     {"real_time", "cpu_time", "time_unit"},
     {{"name", CSV_ROLE_BENCHMARK, NULL},
      {"iterations", CSV_ROLE_ITERATIONS, NULL},
      {"real_time", CSV_ROLE_VALUE, NULL},
      {"time_unit", CSV_ROLE_UNIT, NULL},
      {"error_occurred", CSV_ROLE_FAILED, NULL}}},
    {CSV_CRITERION,
     {"sample_time_nanos", "iteration_count", "function"},
     {{"group", CSV_ROLE_BENCHMARK, NULL},
      {"function", CSV_ROLE_BENCHMARK, NULL},
      {"value", CSV_ROLE_BENCHMARK, NULL},
      {"sample_time_nanos", CSV_ROLE_VALUE, "ns"},
      {"iteration_count", CSV_ROLE_ITERATIONS, NULL}}},
    {CSV_CRITERION,
     {"sample_measured_value", "iteration_count", "function"},
     {{"group", CSV_ROLE_BENCHMARK, NULL},
      {"function", CSV_ROLE_BENCHMARK, NULL},
      {"value", CSV_ROLE_BENCHMARK, NULL},
      {"sample_measured_value", CSV_ROLE_VALUE, NULL},
      {"unit", CSV_ROLE_UNIT, NULL},
      {"iteration_count", CSV_ROLE_ITERATIONS, NULL}}},
    {CSV_BENCHMARKDOTNET,
     {"measurement_iteration_mode", "measurement_value", "measurement_launch_index"},
     {{"target_namespace", CSV_ROLE_PACKAGE, NULL},
      {"target", CSV_ROLE_BENCHMARK, NULL},
      {"params", CSV_ROLE_BENCHMARK, NULL},
      {"job_display", CSV_ROLE_LABEL, NULL},
      {"measurement_launch_index", CSV_ROLE_PROCESS, NULL},
      {"measurement_iteration_mode", CSV_ROLE_STAGE, NULL},
      {"measurement_iteration_stage", CSV_ROLE_STAGE, NULL},
      {"measurement_iteration_index", CSV_ROLE_ORDER, NULL},
      {"measurement_operations", CSV_ROLE_ITERATIONS, NULL},
      {"measurement_value", CSV_ROLE_VALUE, "ns"}}},
};

static struct csv_column *find(struct csv_layout *layout, const char *key)
{
    for (size_t i = 0; i < layout->n_columns; i++) {
        if (strcmp(layout->columns[i].key, key) == 0)
            return &layout->columns[i];
    }
    return NULL;
}

static bool is_marked(struct csv_layout *layout, const struct flavour *flavour)
{
    for (size_t i = 0; i < MARKS; i++) {
        if (!find(layout, flavour->marks[i]))
            return false;
    }
    return true;
}

void csv_flavour_apply(struct csv_layout *layout)
{
    for (size_t i = 0; i < sizeof flavours / sizeof *flavours; i++) {
        const struct flavour *flavour = &flavours[i];
        if (!is_marked(layout, flavour))
            continue;
        layout->flavour = flavour->flavour;
        for (size_t j = 0; j < MOST_COLUMNS && flavour->columns[j].key; j++) {
            struct csv_column *column = find(layout, flavour->columns[j].key);
            if (!column)
                continue;
            column->role = flavour->columns[j].role;
            column->unit = flavour->columns[j].unit;
        }
        return;
    }
}
