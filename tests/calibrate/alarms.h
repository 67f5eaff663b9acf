/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_ALARMS_H
#define BENCHAN_TESTS_CALIBRATE_ALARMS_H

/* How often the serial and the modality test alarm where there is nothing. */

#include "tests/calibrate/coverage.h"

enum alarm_count { ALARM_INDEPENDENCE_05, ALARM_INDEPENDENCE_01, ALARM_MODALITY, ALARMS };

struct alarm_cell {
    enum family family;
    size_t n;
    uint64_t seed;
};

/* `context` is a struct alarm_cell. */
bool alarms_once(const void *context, size_t number, struct tally *tally);

#endif
