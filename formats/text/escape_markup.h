/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_TEXT_ESCAPE_MARKUP_H
#define BENCHAN_FORMATS_TEXT_ESCAPE_MARKUP_H

#include "benchan/text.h"

/*
 * For HTML and XML 1.0, between tags or inside a quoted attribute. What is
 * unprintable becomes visible first, so that no character is left which XML
 * forbids.
 */
void escape_markup(struct benchan_text *text, const char *string);

/* Moves words into `text`, escaped, and frees them. */
void escape_markup_words(struct benchan_text *text, struct benchan_text *words);

#endif
