/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "benchan/text.h"
#include "formats/text/locale.h"

static void copy_clean(char *to, size_t size, const char *from)
{
    size_t n = 0;
    for (; from && from[n] && n + 1 < size; n++)
        to[n] = (unsigned char)from[n] < 0x20 || from[n] == 0x7f ? '?' : from[n];
    to[n] = '\0';
}

enum benchan_status benchan_fail(struct benchan_error *error, enum benchan_status status,
                                 const char *path, size_t line, size_t column, const char *mend,
                                 const char *format, ...)
{
    if (!error)
        return status;
    char message[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    c_locale_vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error->status = status;
    error->line = line;
    error->column = column;
    copy_clean(error->path, sizeof error->path, path);
    copy_clean(error->message, sizeof error->message, message);
    copy_clean(error->mend, sizeof error->mend, mend);
    return status;
}

enum benchan_status benchan_fail_memory(struct benchan_error *error)
{
    return benchan_fail(error, BENCHAN_NO_MEMORY, NULL, 0, 0,
                        "give it more memory, or fewer files at once", "out of memory");
}

size_t benchan_error_format(const struct benchan_error *error, char *buffer, size_t size)
{
    char place[1100] = "";
    if (error->path[0] && error->line)
        benchan_snprintf(place, sizeof place, "%s:%zu:%zu: ", error->path, error->line,
                         error->column ? error->column : 1);
    else if (error->path[0])
        benchan_snprintf(place, sizeof place, "%s: ", error->path);
    const int length = benchan_snprintf(buffer, size, "%s%s%s%s", place, error->message,
                                        error->mend[0] ? "; " : "", error->mend);
    return length < 0 ? 0 : (size_t)length;
}
