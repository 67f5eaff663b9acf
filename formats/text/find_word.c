/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole words only: "seq 10" is not named in "seq 100". */
#include "formats/text/find_word.h"

#include <stdbool.h>
#include <string.h>

static bool is_word_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '_' || (unsigned char)c >= 0x80;
}

const char *find_word(const char *string, const char *word)
{
    const size_t n = strlen(word);
    if (!n)
        return NULL;
    for (const char *at = string; (at = strstr(at, word)); at++) {
        const bool begins = at == string || !is_word_byte(at[-1]) || !is_word_byte(*at);
        const bool ends = !is_word_byte(at[n]) || !is_word_byte(at[n - 1]);
        if (begins && ends)
            return at;
    }
    return NULL;
}
