/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_HTML_PLOT_H
#define BENCHAN_FORMATS_REPORT_HTML_PLOT_H

/* Pictures as inline SVG, each with its words for those who cannot see it. */

#include "benchan/verdict.h"

/* One or two arms on a common axis. */
struct html_arms {
    const struct benchan_series_summary *arm[2]; /* the second may be NULL */
    const char *name[2];
    const char *unit;
};

/* Every value as a dot, a lane an arm. */
void html_plot_strip(struct benchan_text *text, const struct html_arms *arms);
/* How many values lie where. */
void html_plot_histogram(struct benchan_text *text, const struct html_arms *arms);
/* Values of one arm in recorded order, with its levels between change points. */
void html_plot_order(struct benchan_text *text, const struct html_arms *arms, int arm);
/* The ratio's interval beside 1, the null control and the resolution. */
void html_plot_interval(struct benchan_text *text, const struct benchan_comparison *row);

#endif
