/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

size_t utf8_length(const char *string, size_t n)
{
    const unsigned char *s = (const unsigned char *)string;
    if (s[0] < 0x80)
        return 1;
    const size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || n < length)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    }
    const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const bool surrogate = s[0] == 0xed && s[1] > 0x9f;
    const bool too_large = s[0] == 0xf4 && s[1] > 0x8f;
    return overlong || surrogate || too_large ? 0 : length;
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
