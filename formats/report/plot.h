/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_PLOT_H
#define BENCHAN_FORMATS_REPORT_PLOT_H

/* Strips of block characters: where the values lie, on an axis all arms share. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/text.h"

enum { PLOT_MAX_BINS = 400 };

struct plot_axis {
    double low, high;
    bool logarithmic; /* where the arms lie so far apart that a line shows nothing */
    size_t bins;      /* columns */
};

/* An axis over all values of `n_arms` arms; false where nothing is spread. */
bool plot_axis_over(struct plot_axis *axis, const double *const *values, const size_t *counts,
                    size_t n_arms, size_t bins);

void plot_count(const struct plot_axis *axis, const double *values, size_t n, size_t *bins);

/* One strip; a bin that holds anything shows something. Trailing blanks left out. */
void plot_strip(struct benchan_text *text, const size_t *bins, size_t n_bins, bool ascii);

/* The axis's labels, each beginning in the column of its value, in values of `unit`. */
void plot_labels(struct benchan_text *text, const struct plot_axis *axis, const char *unit,
                 bool ascii);

#endif
