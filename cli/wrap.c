/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/wrap.h"

#include <string.h>

static size_t columns(const char *begin, size_t n)
{
    return benchan_text_columns(begin, n);
}

void wrap_hanging(struct benchan_text *text, const char *left, const char *words, size_t width)
{
    const size_t indent = columns(left, strlen(left));
    benchan_text_string(text, left);
    size_t at = indent;
    bool line_empty = true;
    while (*words) {
        const size_t n = strcspn(words, " \n");
        const size_t wide = columns(words, n);
        if (!line_empty && at + 1 + wide > width) {
            benchan_text_printf(text, "\n%*s", (int)indent, "");
            at = indent;
            line_empty = true;
        }
        benchan_text_printf(text, "%s%.*s", line_empty ? "" : " ", (int)n, words);
        at += wide + (line_empty ? 0 : 1);
        line_empty = false;
        words += n;
        words += strspn(words, " \n");
    }
    benchan_text_string(text, "\n");
}
