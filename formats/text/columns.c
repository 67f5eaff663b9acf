/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths are Unicode's, from utf8proc: a terminal's own tables change with its version. */
#include "formats/text/columns.h"

#include <string.h>
#include <utf8proc.h>

size_t columns_next(const char *string, size_t n, uint32_t *code)
{
    enum { LONGEST = 4 };
    utf8proc_int32_t value = -1;
    const utf8proc_ssize_t length = utf8proc_iterate(
        (const utf8proc_uint8_t *)string, n < LONGEST ? (utf8proc_ssize_t)n : LONGEST, &value);
    *code = length > 0 ? (uint32_t)value : COLUMNS_INVALID;
    return length > 0 ? (size_t)length : 1;
}

/* These join the syllable before them. */
enum { HANGUL_VOWELS = 0x1160, HANGUL_END = 0x11ff };

size_t columns_of(uint32_t code)
{
    /* Controls are shown by an escape, never raw: a column each until then. */
    if (code < 0x300 || code == COLUMNS_INVALID)
        return 1;
    if (code >= HANGUL_VOWELS && code <= HANGUL_END)
        return 0;
    /* Terminals give spacing marks the column that utf8proc does not. */
    if (utf8proc_category((utf8proc_int32_t)code) == UTF8PROC_CATEGORY_MC)
        return 1;
    return (size_t)utf8proc_charwidth((utf8proc_int32_t)code);
}

size_t benchan_text_columns(const char *string, size_t n)
{
    size_t columns = 0;
    for (size_t i = 0; i < n;) {
        uint32_t code = 0;
        i += columns_next(string + i, n - i, &code);
        columns += columns_of(code);
    }
    return columns;
}

size_t columns_of_string(const char *string)
{
    return benchan_text_columns(string, strlen(string));
}

void columns_repeat(struct benchan_text *text, const char *string, size_t times)
{
    for (size_t i = 0; i < times && !text->failed; i++)
        benchan_text_string(text, string);
}

/* Bytes of the longest beginning that fits `width` columns, marks included. */
static size_t head_bytes(const char *string, size_t n, size_t width)
{
    size_t columns = 0;
    size_t i = 0;
    while (i < n) {
        uint32_t code = 0;
        const size_t length = columns_next(string + i, n - i, &code);
        columns += columns_of(code);
        if (columns > width)
            break;
        i += length;
    }
    return i;
}

/* Where the longest end that fits `width` columns begins. */
static size_t tail_begin(const char *string, size_t n, size_t width)
{
    size_t columns = benchan_text_columns(string, n);
    size_t i = 0;
    while (i < n && columns > width) {
        uint32_t code = 0;
        i += columns_next(string + i, n - i, &code);
        columns -= columns_of(code);
    }
    /* A mark without its character would sit on the dots. */
    while (i < n) {
        uint32_t code = 0;
        const size_t length = columns_next(string + i, n - i, &code);
        if (columns_of(code) > 0)
            break;
        i += length;
    }
    return i;
}

void columns_cut(struct benchan_text *text, const char *string, size_t width, const char *mark)
{
    const size_t n = strlen(string);
    if (benchan_text_columns(string, n) <= width) {
        benchan_text_bytes(text, string, n);
        return;
    }
    const size_t dots = columns_of_string(mark);
    if (width <= dots) {
        benchan_text_bytes(text, string, head_bytes(string, n, width));
        return;
    }
    const size_t room = width - dots;
    const size_t tail = room / 2;
    benchan_text_bytes(text, string, head_bytes(string, n, room - tail));
    benchan_text_string(text, mark);
    const size_t begin = tail_begin(string, n, tail);
    benchan_text_bytes(text, string + begin, n - begin);
}
