/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "formats/text/locale.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int c_locale_vsnprintf(char *buffer, size_t size, const char *format, va_list arguments)
{
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const locale_t before = c ? uselocale(c) : (locale_t)0;
    const int length = vsnprintf(buffer, size, format, arguments);
    if (c) {
        uselocale(before);
        freelocale(c);
    }
    return length;
}

double c_locale_strtod(const char *string, char **end)
{
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c)
        return strtod(string, end);
    const double value = strtod_l(string, end, c);
    freelocale(c);
    return value;
}
