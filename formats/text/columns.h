/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_TEXT_COLUMNS_H
#define BENCHAN_FORMATS_TEXT_COLUMNS_H

/* UTF-8 seen as columns of a terminal. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "benchan/text.h"

#define COLUMNS_INVALID UINT32_MAX

/*
 * Decodes one character of `n` >= 1 bytes and returns its length. A byte that
 * starts no valid sequence is one character, with the code COLUMNS_INVALID.
 */
size_t columns_next(const char *string, size_t n, uint32_t *code);

/* Columns of one character. */
size_t columns_of(uint32_t code);

size_t columns_of_string(const char *string);

void columns_repeat(struct benchan_text *text, const char *string, size_t times);

/* At most `width` columns of `string`, `mark` standing for what the middle loses. */
void columns_cut(struct benchan_text *text, const char *string, size_t width, const char *mark);

#endif
