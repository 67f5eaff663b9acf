/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CARD_H
#define BENCHAN_CARD_H

/*
 * The experiment card: what was asked, written down beside the result files
 * before they were looked at. One JSON object:
 *
 *   decision     text: what hangs on the answer
 *   claim        text, as for --claim
 *   min_effect   "2%" or 0.02: the smallest effect that matters
 *   planned_n    whole number: draws per arm decided on beforehand
 *   look         whole number: 1 for the first look at these data, 2 for the second
 *   tried        whole number: variants tried, the discarded ones included
 *   null         path or list of paths: A/A captures
 *   replicate    [baseline, candidate]: paths of a second measurement
 *   noise_floor  "3%" or 0.03: the host's own spread between sessions
 *   attest       {gate: why}: what the author vouches for
 *   gates        {gate: "fail" | "warn" | "off"}
 *
 * All are optional; null leaves one out. Options of the command line win.
 */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/text.h"
#include "benchan/verdict.h"

#ifdef __cplusplus
extern "C" {
#endif

struct benchan_card {
    const char *decision, *claim; /* NULL where absent */
    double min_effect;            /* fractions; NaN where absent */
    double noise_floor;
    size_t planned_n, look, tried; /* 0 where absent */
    size_t n_nulls;
    const char **nulls; /* paths, relative ones joined to the card's directory */
    const char *replicate[2];
    size_t n_gates;
    struct benchan_gate_option *gates; /* of `attest` and `gates`, in the card's order */
    void *owner;
};

/*
 * Reads a card. `path` is used in messages and to resolve relative paths;
 * whether gates exist and the claim can be read is for benchan_judge to say.
 * BENCHAN_BAD_INPUT with line and column for whatever is no card, unknown keys
 * and wrong values. On success *card is the caller's; `data` is not kept.
 */
BENCHAN_API enum benchan_status benchan_card_read(const char *path, const void *data,
                                                  size_t size, struct benchan_card **card,
                                                  struct benchan_error *error);
BENCHAN_API void benchan_card_free(struct benchan_card *card); /* NULL allowed */

/* A card to fill in, every key present; it reads back as it stands. */
BENCHAN_API void benchan_card_template(struct benchan_text *text);

#ifdef __cplusplus
}
#endif

#endif
