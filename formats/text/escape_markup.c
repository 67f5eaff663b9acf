/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/escape_markup.h"

#include "formats/text/escape.h"

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void escape_markup(struct benchan_text *text, const char *string)
{
    struct benchan_text plain = {0};
    escape_terminal(&plain, string, false);
    for (size_t i = 0; i < plain.size; i++) {
        const char *replacement = entity(plain.data[i]);
        if (replacement)
            benchan_text_string(text, replacement);
        else
            benchan_text_bytes(text, plain.data + i, 1);
    }
    text->failed = text->failed || plain.failed;
    benchan_text_free(&plain);
}

void escape_markup_words(struct benchan_text *text, struct benchan_text *words)
{
    escape_markup(text, benchan_text_get(words));
    text->failed = text->failed || words->failed;
    benchan_text_free(words);
}
