/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where bytes stop being UTF-8; plain ASCII, which most files are, is passed over in words. */
#include "formats/text/utf8.h"

#include <stdint.h>
#include <string.h>

#include "formats/text/columns.h"

size_t utf8_length(const char *string, size_t n)
{
    uint32_t code = 0;
    const size_t length = columns_next(string, n, &code);
    return code == COLUMNS_INVALID ? 0 : length;
}

/* Bytes of ASCII that can be passed over eight at a time. */
static size_t skip_ascii(const char *string, size_t n)
{
    size_t at = 0;
    for (uint64_t word; n - at >= sizeof word; at += sizeof word) {
        memcpy(&word, string + at, sizeof word);
        if (word & UINT64_C(0x8080808080808080))
            break;
    }
    return at;
}

size_t utf8_valid(const char *string, size_t n)
{
    size_t at = skip_ascii(string, n);
    while (at < n) {
        const size_t length = utf8_length(string + at, n - at);
        if (!length)
            break;
        at += length;
    }
    return at;
}
