/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/recording.h"

#include <stdlib.h>

#include "benchan/text.h"

static const struct benchan_fact machine[] = {
    {"cpu", "Simulated"}, {"cores", "2"}, {"os", "linux"}, {"arch", "amd64"}};

enum { NAME_ROOM = 16 };

struct recording {
    struct benchan_capture capture;
    struct benchan_process *processes;
    struct benchan_series *series;
    char (*names)[NAME_ROOM];
};

void recording_free(struct recording *recording)
{
    if (!recording)
        return;
    for (size_t s = 0; recording->series && s < recording->capture.n_series; s++) {
        free(recording->series[s].values);
        free(recording->series[s].rows);
        free(recording->series[s].decimals);
    }
    free(recording->series);
    free(recording->processes);
    free(recording->names);
    free(recording->capture.rows.process);
    free(recording->capture.rows.index);
    free(recording);
}

static bool new_series(struct recording *recording, size_t at, size_t values)
{
    struct benchan_series *series = &recording->series[at];
    benchan_snprintf(recording->names[at], NAME_ROOM, "row%zu", at);
    *series = (struct benchan_series){.package = "",
                                      .benchmark = recording->names[at],
                                      .unit = "sec/op",
                                      .recorded_unit = "sec/op",
                                      .scale = 1,
                                      .quantity = BENCHAN_TIME,
                                      .better = BENCHAN_BETTER_LOWER,
                                      .values = malloc(values * sizeof(double)),
                                      .rows = malloc(values * sizeof(uint32_t)),
                                      .decimals = malloc(values * sizeof(int16_t))};
    return series->values && series->rows && series->decimals;
}

static bool allocate(struct recording *recording, size_t series, size_t processes,
                     size_t values)
{
    recording->series = calloc(series, sizeof *recording->series);
    recording->names = calloc(series, sizeof *recording->names);
    recording->processes = calloc(processes, sizeof *recording->processes);
    recording->capture.rows.process = malloc(series * values * sizeof(uint32_t));
    recording->capture.rows.index = calloc(series * values, sizeof(uint32_t));
    if (!recording->series || !recording->names || !recording->processes ||
        !recording->capture.rows.process || !recording->capture.rows.index)
        return false;
    recording->capture.n_series = series;
    for (size_t s = 0; s < series; s++)
        if (!new_series(recording, s, values))
            return false;
    return true;
}

struct recording *recording_new(const char *path, uint64_t source, size_t series,
                                size_t processes, size_t values)
{
    struct recording *recording = calloc(1, sizeof *recording);
    if (!recording)
        return NULL;
    recording->capture = (struct benchan_capture){.path = path,
                                                  .format = "simulated",
                                                  .order = BENCHAN_ORDER_TIME,
                                                  .clock = BENCHAN_CLOCK_UTC,
                                                  .process_basis = BENCHAN_PROCESS_RECORDED,
                                                  .source = source,
                                                  .facts = machine,
                                                  .n_facts = sizeof machine / sizeof *machine};
    if (allocate(recording, series, processes, values))
        return recording;
    recording_free(recording);
    return NULL;
}

uint32_t recording_process(struct recording *recording, int64_t start)
{
    const size_t at = recording->capture.n_processes++;
    recording->processes[at] = (struct benchan_process){
        .start = start, .end = BENCHAN_NO_TIME, .position = (double)at};
    return (uint32_t)at;
}

void recording_value(struct recording *recording, size_t series, uint32_t process, double value,
                     int16_t decimals)
{
    struct benchan_series *to = &recording->series[series];
    struct benchan_rows *rows = &recording->capture.rows;
    const bool follows = to->n && rows->process[to->rows[to->n - 1]] == process;
    rows->index[rows->n] = follows ? rows->index[to->rows[to->n - 1]] + 1 : 0;
    rows->process[rows->n] = process;
    to->values[to->n] = value;
    to->decimals[to->n] = decimals;
    to->rows[to->n++] = (uint32_t)rows->n++;
}

const struct benchan_capture *recording_capture(struct recording *recording)
{
    recording->capture.processes = recording->processes;
    recording->capture.series = recording->series;
    return &recording->capture;
}
