/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_REPEAT_H
#define BENCHAN_TESTS_CALIBRATE_REPEAT_H

/* Many repetitions over threads; counts depend on the seeds alone. */

#include <stdbool.h>
#include <stddef.h>

enum { MOST_COUNTS = 32 };

struct tally {
    size_t repetitions;
    size_t count[MOST_COUNTS];
};

/* One repetition: adds to tally->count. False where it could not be made. */
typedef bool repetition(const void *context, size_t number, struct tally *tally);

/* False where a repetition failed. */
bool repeat(repetition *once, const void *context, size_t repetitions, size_t jobs,
            struct tally *tally);

double tally_rate(const struct tally *tally, size_t which);

/* Two-sided Clopper-Pearson limits of count / repetitions at `level`. */
double tally_low(const struct tally *tally, size_t which, double level);
double tally_high(const struct tally *tally, size_t which, double level);

#endif
