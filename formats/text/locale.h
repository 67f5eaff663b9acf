/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_TEXT_LOCALE_H
#define BENCHAN_FORMATS_TEXT_LOCALE_H

/*
 * Printing and parsing in the C locale, whatever the program has set. The
 * switch is per thread (uselocale), never setlocale.
 */

#include <stdarg.h>
#include <stddef.h>

int c_locale_vsnprintf(char *buffer, size_t size, const char *format, va_list arguments);
double c_locale_strtod(const char *string, char **end);

#endif
