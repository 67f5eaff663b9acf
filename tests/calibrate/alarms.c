/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_sort.h>

#include "tests/calibrate/alarms.h"

#include "analysis/statistics/statistics.h"

enum { MOST_DRAWS = 64 };

bool alarms_once(const void *context, size_t number, struct tally *tally)
{
    const struct alarm_cell *cell = context;
    struct randomness randomness =
        randomness_for(cell->seed, cell->n * FAMILIES + cell->family + 0x200, number);
    double values[MOST_DRAWS];
    for (size_t i = 0; i < cell->n; i++)
        values[i] = family_draw(cell->family, &randomness);
    struct benchan_independence serial;
    if (benchan_independence_test(values, cell->n, randomness_bits(&randomness), 0.01, 0.05, 0,
                                  false, &serial, NULL))
        return false;
    /* Half the printed step, where there is one. */
    const double half = cell->family == FAMILY_TIED ? 0.0025 : 0;
    struct benchan_modality modes;
    gsl_sort(values, 1, cell->n);
    if (benchan_modality_test(values, cell->n, half, &modes, NULL))
        return false;
    tally->count[ALARM_INDEPENDENCE_05] += serial.p <= 0.05;
    tally->count[ALARM_INDEPENDENCE_01] += serial.p <= 0.01;
    tally->count[ALARM_MODALITY] += modes.alarm;
    return true;
}
