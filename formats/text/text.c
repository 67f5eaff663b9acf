/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/locale.h"

void benchan_text_free(struct benchan_text *text)
{
    free(text->data);
    *text = (struct benchan_text){0};
}

void benchan_text_clear(struct benchan_text *text)
{
    text->size = 0;
    text->failed = false;
    if (text->data)
        text->data[0] = '\0';
}

/* Room for `n` more bytes and the terminator. */
static bool reserve(struct benchan_text *text, size_t n)
{
    if (text->failed)
        return false;
    if (n < text->capacity - text->size && text->capacity)
        return true;
    if (n > SIZE_MAX / 4 - text->size) {
        text->failed = true;
        return false;
    }
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity <= text->size + n)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void benchan_text_bytes(struct benchan_text *text, const char *bytes, size_t n)
{
    if (!reserve(text, n))
        return;
    if (n)
        memcpy(text->data + text->size, bytes, n);
    text->size += n;
    text->data[text->size] = '\0';
}

void benchan_text_string(struct benchan_text *text, const char *string)
{
    benchan_text_bytes(text, string, strlen(string));
}

void benchan_text_printf(struct benchan_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char small[512];
    va_list again;
    va_copy(again, arguments);
    const int length = c_locale_vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text->failed = true;
    } else if ((size_t)length < sizeof small) {
        benchan_text_bytes(text, small, (size_t)length);
    } else if (reserve(text, (size_t)length)) {
        c_locale_vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
        text->size += (size_t)length;
    }
    va_end(again);
}

const char *benchan_text_get(const struct benchan_text *text)
{
    return text->data ? text->data : "";
}

int benchan_snprintf(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = c_locale_vsnprintf(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}
