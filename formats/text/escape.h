/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_TEXT_ESCAPE_H
#define BENCHAN_FORMATS_TEXT_ESCAPE_H

/*
 * Strings from files are hostile: they may move a cursor, close a tag, start a
 * formula or turn a line around. Each output format has its own escape. What
 * has no place on a screen (controls, invisible and bidirectional characters,
 * broken UTF-8) becomes visible: "\x1b", "\u202e".
 */

#include <stdbool.h>

#include "benchan/text.h"

/* For terminals. `ascii`: known signs become ASCII ones, all else '?'. */
void escape_terminal(struct benchan_text *text, const char *string, bool ascii);

/* Inside a JSON string, without the quotes; also safe inside an HTML script. */
void escape_json(struct benchan_text *text, const char *string);

/* Plain words in Markdown, table cells included. */
void escape_markdown(struct benchan_text *text, const char *string);

/* A name in Markdown, as <code>...</code>: never a link, a mention or markup. */
void escape_markdown_name(struct benchan_text *text, const char *string);

/* One CSV cell, quoted where needed; never read as a formula. */
void escape_csv(struct benchan_text *text, const char *string);

#endif
