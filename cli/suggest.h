/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_SUGGEST_H
#define BENCHAN_CLI_SUGGEST_H

#include <stddef.h>

/*
 * Collects the candidate nearest to a mistyped word. Offer each candidate in
 * turn; `best` is NULL while none is near enough to be worth suggesting.
 */
struct suggestion {
    const char *word;
    const char *best;
    size_t distance;
};

struct suggestion suggestion_begin(const char *word);
void suggestion_offer(struct suggestion *suggestion, const char *candidate);

/* Insertions, deletions, replacements and swaps of neighbours between two words. */
size_t edit_distance(const char *a, const char *b);

#endif
