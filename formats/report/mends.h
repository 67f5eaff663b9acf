/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_MENDS_H
#define BENCHAN_FORMATS_REPORT_MENDS_H

/*
 * What mends the gates that stop a verdict, each thing once. What only new
 * measurements mend (too few processes, arms one after the other, and with
 * them drift, spread and a missing A/A arm) is one recipe.
 */

#include "benchan/verdict.h"

enum { MENDS_MOST = 16 };

struct mends {
    struct benchan_text
        text[MENDS_MOST]; /* in it, lines that begin with a blank are commands */
    size_t n;
    bool failed; /* memory ran out */
};

struct mends_gate {
    const struct benchan_gate_result *result;
    const struct benchan_comparison *comparison;
};

/* The mends of `n` gates that stop (others are passed over). Free with mends_free. */
void mends_collect(struct mends *mends, const struct benchan_verdict *verdict,
                   const struct mends_gate *gates, size_t n);
/* Those of all rows that are judged. */
void mends_of_verdict(struct mends *mends, const struct benchan_verdict *verdict);
void mends_free(struct mends *mends);

/* A gate that keeps a row from being admissible. */
bool mends_gate_stops(const struct benchan_gate_result *result);

/* `benchan recipe go --like new.txt > capture.sh`; nothing where no recipe serves. */
void mends_command(struct benchan_text *text, const struct benchan_remeasure *again);

#endif
