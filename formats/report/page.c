/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/page.h"

#include <string.h>

#include "formats/text/columns.h"
#include "formats/text/escape.h"

enum { DEFAULT_WIDTH = 80, LEAST_WIDTH = 40 };

struct page page_of(const struct benchan_report_options *options, struct benchan_text *text)
{
    struct page page = {.text = text};
    if (options)
        page.options = *options;
    if (!page.options.command)
        page.options.command = "benchan";
    page.width = page.options.width ? page.options.width : DEFAULT_WIDTH;
    if (page.width < LEAST_WIDTH)
        page.width = LEAST_WIDTH;
    return page;
}

const char *page_sign(const struct page *page, enum sign sign)
{
    static const char *const signs[][2] = {
        [SIGN_PASS] = {"✓", "+"},        [SIGN_DOUBT] = {"~", "~"},
        [SIGN_FAIL] = {"✗", "x"},        [SIGN_UNKNOWN] = {"?", "?"},
        [SIGN_WORD] = {"\"", "\""},      [SIGN_OFF] = {"-", "-"},
        [SIGN_NOTE] = {"!", "!"},        [SIGN_ARROW] = {"→", "->"},
        [SIGN_TIMES] = {"×", "x"},       [SIGN_ABOUT] = {"≈", "~"},
        [SIGN_MINUS] = {"−", "-"},       [SIGN_TO] = {"–", " to "},
        [SIGN_DOTS] = {"…", ".."},       [SIGN_ALPHA] = {"α", "alpha"},
        [SIGN_PLUS_MINUS] = {"±", "+-"},
    };
    return signs[sign][page->options.ascii ? 1 : 0];
}

void page_tinted(const struct page *page, enum tint tint, const char *string)
{
    static const char *const codes[] = {"", "1", "2", "32", "33", "31"};
    const bool color = page->options.color && tint != TINT_NONE;
    if (color)
        benchan_text_printf(page->text, "\x1b[%sm", codes[tint]);
    benchan_text_string(page->text, string);
    if (color)
        benchan_text_string(page->text, "\x1b[0m");
}

void page_spaces(const struct page *page, size_t n)
{
    columns_repeat(page->text, " ", n);
}

void page_name(const struct page *page, struct benchan_text *text, const char *name,
               size_t width)
{
    struct benchan_text clean = {0};
    escape_terminal(&clean, name, page->options.ascii);
    columns_cut(text, benchan_text_get(&clean), width, page_sign(page, SIGN_DOTS));
    text->failed = text->failed || clean.failed;
    benchan_text_free(&clean);
}

/* Bytes of the word at `words`; "5 %" and "p < 0.01" are one word. */
static size_t word_length(const char *words)
{
    static const char *const bound[] = {" %", " <", " >"};
    size_t n = 0;
    for (;;) {
        n += strcspn(words + n, " ");
        bool more = false;
        for (size_t i = 0; i < sizeof bound / sizeof bound[0] && !more; i++)
            more = strncmp(words + n, bound[i], 2) == 0;
        if (!more)
            return n;
        n += 2;
        if (words[n] == ' ' && words[n - 1] != '%')
            n++;
    }
}

/* Bytes of the first `width` columns of a word too long for any line. */
static size_t broken_length(const char *word, size_t n, size_t width)
{
    size_t columns = 0;
    size_t i = 0;
    while (i < n) {
        uint32_t code = 0;
        const size_t length = columns_next(word + i, n - i, &code);
        columns += columns_of(code);
        if (columns > width && i > 0)
            break;
        i += length;
    }
    return i;
}

static size_t wrap(const struct page *page, size_t at, size_t indent, const char *words)
{
    size_t lines = 1;
    size_t column = at;
    bool blank = true; /* nothing of ours on this line yet */
    for (const char *word = words + strspn(words, " "); *word;) {
        const size_t n = word_length(word);
        const size_t columns = benchan_text_columns(word, n);
        if (column + (blank ? 0 : 1) + columns > page->width && (!blank || column > indent)) {
            benchan_text_string(page->text, "\n");
            page_spaces(page, indent);
            column = indent;
            blank = true;
            lines++;
            continue;
        }
        if (!blank)
            benchan_text_string(page->text, " ");
        column += blank ? 0 : 1;
        const size_t fits = broken_length(word, n, page->width - column);
        benchan_text_bytes(page->text, word, fits);
        column += benchan_text_columns(word, fits);
        blank = false;
        word += fits;
        if (fits < n)
            column = page->width; /* the rest goes to the next line */
        word += strspn(word, " ");
    }
    benchan_text_string(page->text, "\n");
    return lines;
}

size_t page_words(const struct page *page, size_t at, size_t indent, const char *words)
{
    struct benchan_text clean = {0};
    escape_terminal(&clean, words, page->options.ascii);
    const size_t lines = wrap(page, at, indent, benchan_text_get(&clean));
    page->text->failed = page->text->failed || clean.failed;
    benchan_text_free(&clean);
    return lines;
}

size_t page_words_of(const struct page *page, size_t at, size_t indent,
                     struct benchan_text *words)
{
    const size_t lines = page_words(page, at, indent, benchan_text_get(words));
    page->text->failed = page->text->failed || words->failed;
    benchan_text_free(words);
    return lines;
}
