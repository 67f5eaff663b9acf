/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_PAGE_H
#define BENCHAN_FORMATS_REPORT_PAGE_H

/* A page of a terminal: width, colours, signs, wrapped words, tables. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/report.h"

enum tint { TINT_NONE = 0, TINT_BOLD, TINT_DIM, TINT_GOOD, TINT_DOUBT, TINT_BAD };

enum sign {
    SIGN_PASS,
    SIGN_DOUBT,
    SIGN_FAIL,
    SIGN_UNKNOWN,
    SIGN_WORD, /* on the author's word */
    SIGN_OFF,
    SIGN_NOTE,
    SIGN_ARROW,
    SIGN_TIMES,
    SIGN_ABOUT,
    SIGN_MINUS,
    SIGN_TO,
    SIGN_DOTS,
    SIGN_ALPHA,
    SIGN_PLUS_MINUS
};

struct page {
    struct benchan_text *text;
    struct benchan_report_options options;
    size_t width;
};

struct page page_of(const struct benchan_report_options *options, struct benchan_text *text);

const char *page_sign(const struct page *page, enum sign sign);

/* Colour around `string`, which takes no columns. */
void page_tinted(const struct page *page, enum tint tint, const char *string);

/*
 * Writes words from column `at` on, each further line from column `indent`;
 * ends with a newline. A number stays with its per cent sign. The words are
 * escaped here: they may hold names. Returns the lines written.
 */
size_t page_words(const struct page *page, size_t at, size_t indent, const char *words);

/* A name, escaped, in at most `width` columns. */
void page_name(const struct page *page, struct benchan_text *text, const char *name,
               size_t width);

void page_spaces(const struct page *page, size_t n);

/* Text of unchangeable words, then freed. */
size_t page_words_of(const struct page *page, size_t at, size_t indent,
                     struct benchan_text *words);

#endif
