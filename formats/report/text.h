/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_TEXT_H
#define BENCHAN_FORMATS_REPORT_TEXT_H

/* The pieces of the text report. */

#include "formats/report/page.h"

/* report_text_one.c: one comparison, figures to verdict. */
void text_one(const struct page *page, const struct benchan_comparison *comparison);
void text_one_figures(const struct page *page, const struct benchan_comparison *comparison);
void text_one_judgement(const struct page *page, const struct benchan_comparison *comparison);
/* Verdict line and sentence only. */
void text_brief(const struct page *page, const struct benchan_comparison *comparison);

/* report_text_figures.c: table and strip plot of `n_arms` series. */
void text_figures(const struct page *page, const char *const *names,
                  const struct benchan_series_summary *const *arms, size_t n_arms,
                  const char *unit);

/* A gate on screen: its result, and the comparison its words are about. */
struct text_gate {
    const struct benchan_gate_result *result;
    const struct benchan_comparison *comparison;
    size_t rows; /* rows it stands for; 0: not a matter of rows */
};
struct text_gates {
    struct text_gate items[2 * BENCHAN_MAX_GATES];
    size_t n;
    size_t judged; /* rows `rows` is a part of */
    bool results;  /* show result gates that are not met */
};

/* report_text_gates.c */
void text_gates(const struct page *page, const struct text_gates *gates);

/* What would make the verdict admissible, each thing once. */
void text_mends(const struct page *page, const struct benchan_verdict *verdict);

/* report_text_collect.c: the gates of one comparison. */
void text_gates_of_row(struct text_gates *gates, const struct benchan_comparison *comparison);
/* Adds the gates of a contrast, and those that some of its rows fail. */
void text_gates_of_contrast(struct text_gates *gates, const struct benchan_verdict *verdict,
                            size_t candidate);
/* Whether every judged row fails it, so that a row need not repeat it. */
bool text_gate_is_shared(const struct text_gates *gates, const struct benchan_gate *gate);

/* report_text.c: what importers noted, with -v. */
void text_note_lines(const struct page *page, const struct benchan_capture_ref *captures,
                     size_t n);

/* report_text_table.c: the rows of one candidate, worst first; whether notes stand beneath. */
bool text_table(const struct page *page, const struct benchan_verdict *verdict,
                size_t candidate, const struct text_gates *gates);

#endif
