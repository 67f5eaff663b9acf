/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_WRAP_H
#define BENCHAN_CLI_WRAP_H

#include <stddef.h>

#include "benchan/text.h"

/*
 * `left`, then `words` wrapped at `width` columns, further lines indented to
 * the end of `left`; a newline at the end.
 */
void wrap_hanging(struct benchan_text *text, const char *left, const char *words, size_t width);

#endif
