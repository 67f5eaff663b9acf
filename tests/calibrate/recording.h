/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_RECORDING_H
#define BENCHAN_TESTS_CALIBRATE_RECORDING_H

/* A capture made in memory, as an importer would have made it of a timed file. */

#include "benchan/sample.h"

struct recording;

/* NULL: no memory. `path` must outlive it. */
struct recording *recording_new(const char *path, uint64_t source, size_t series,
                                size_t processes, size_t values);
void recording_free(struct recording *recording); /* NULL allowed */

uint32_t recording_process(struct recording *recording, int64_t start);
/* A row of its own for every value, in the order they are added. */
void recording_value(struct recording *recording, size_t series, uint32_t process, double value,
                     int16_t decimals);
const struct benchan_capture *recording_capture(struct recording *recording);

#endif
