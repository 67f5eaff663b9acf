/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_WORDS_H
#define BENCHAN_FORMATS_REPORT_WORDS_H

/*
 * Figures and results in the words every report uses. Written in UTF-8; a page
 * in ASCII escapes them once more. An absent figure is "-".
 */

#include <stdbool.h>

#include "benchan/verdict.h"

void words_value(struct benchan_text *text, double value, const char *unit);
/* A difference with its sign, and two of them: "+71 to +89". */
void words_difference_value(struct benchan_text *text, double value, const char *unit);
void words_difference_range(struct benchan_text *text,
                            const struct benchan_difference *difference, const char *unit);
void words_ratio(struct benchan_text *text, double ratio);  /* "3.30×" */
void words_change(struct benchan_text *text, double ratio); /* "+230 %" of a ratio */
/* "+151 to +252 %" */
void words_change_range(struct benchan_text *words, double low, double high);
void words_percent(struct benchan_text *text, double share); /* "4.8 %" of 0.048 */
void words_p(struct benchan_text *text, double p);           /* "0.031", "<1e-15" */
/* "p 0.031", with a sign where p is a bound: "p <1e-15" */

/* "reliable", "acceptable", "noisy", "do not trust". */
const char *words_cv(double cv);

/* What a finding is called in a sentence: "no measurable difference". */
const char *words_finding(const struct benchan_comparison *comparison);
/* The same in at most 10 columns, for tables. */
const char *words_finding_short(enum benchan_finding finding);

const char *words_verdict(enum benchan_admissibility verdict); /* "INADMISSIBLE" */
/* "ADMISSIBLE on the author's word (interleaving): faster" */
void words_verdict_full(struct benchan_text *text, const struct benchan_comparison *comparison);

const char *words_action(enum benchan_action action);
const char *words_claim(enum benchan_claim_status status);

/* "20 + 20 processes, in turn" */
void words_design(struct benchan_text *text, const struct benchan_comparison *comparison);

/* "; 111 of 463 rows otherwise": those whose design is not that of most. */
void words_departing(struct benchan_text *text, const struct benchan_verdict *verdict,
                     size_t candidate);

/* The figures describe; they carry no claim. */
bool words_only_described(const struct benchan_comparison *comparison);

/* "new takes 3.30× as long (+230 %); 95 % interval 2.51× to 3.52×", one to three sentences. */
void words_effect(struct benchan_text *text, const struct benchan_comparison *comparison);
/* What the design shows when nothing changed; nothing where that is unknown. */
void words_null(struct benchan_text *text, const struct benchan_comparison *comparison);

/* The cells of a table: change and interval of a row in percent or as differences; p, where
 * there was something to test, as a bound below a thousandth. */
void words_row_change(struct benchan_text *text, const struct benchan_comparison *comparison);
void words_row_interval(struct benchan_text *text, const struct benchan_comparison *comparison);
void words_row_p(struct benchan_text *text, const struct benchan_comparison *comparison);

/* "benchmark (unit)", with the package where it has one. */
void words_identity(struct benchan_text *text, const struct benchan_comparison *comparison);

/* "60 values from 20 processes; 20 warmups left out" */
void words_capture(struct benchan_text *text, const struct benchan_capture *capture);

/* "Apple M4 Max, darwin/arm64", from facts; empty where nothing is known. */
void words_machine(struct benchan_text *text, const struct benchan_capture *capture);

/* "%zu thing", in the plural where the count asks for it. */
void words_count(struct benchan_text *text, size_t n, const char *thing);

/* The claim and what became of it, sentence by sentence. */
void words_claim_result(struct benchan_text *text, const struct benchan_claim_result *claim);

/* "geometric mean −3.1 % (95 % interval ...) over 30 rows" */
void words_geomean(struct benchan_text *text, const struct benchan_contrast *contrast);

/* "96 rows: 90 inadmissible, 6 admissible" */
void words_summary(struct benchan_text *text, const struct benchan_verdict *verdict);

/* Of an A/A study: "Nothing changed, and 1 of 30 rows declares a difference ..." */
void words_same_code(struct benchan_text *text, const struct benchan_verdict *verdict);

/* One unmatched name, with a likely partner and the option that accepts it. */
void words_unmatched(struct benchan_text *text, const struct benchan_verdict *verdict,
                     const struct benchan_unmatched *unmatched);

#endif
