/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_TEXT_UTF8_H
#define BENCHAN_FORMATS_TEXT_UTF8_H

#include <stddef.h>

/* Length of the UTF-8 sequence at `string` (n >= 1 bytes left); 0 where it is none. */
size_t utf8_length(const char *string, size_t n);

/* How many of the first `n` bytes come before the first that is not UTF-8. */
size_t utf8_valid(const char *string, size_t n);

#endif
