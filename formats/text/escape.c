/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/escape.h"

#include <string.h>

#include "formats/text/columns.h"

/* Characters that change what a reader sees without being seen themselves. */
static bool is_invisible(uint32_t code)
{
    return code == 0xad || code == 0x61c || code == 0x180e ||
           (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff ||
           (code >= 0xfff9 && code <= 0xfffb) || (code >= 0xe0000 && code <= 0xe007f) ||
           (code & 0xfffe) == 0xfffe;
}

static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* Writes what stands for an unprintable character; false where it is printable. */
static bool show_unprintable(struct benchan_text *text, uint32_t code, unsigned char byte)
{
    if (code == COLUMNS_INVALID)
        benchan_text_printf(text, "\\x%02x", byte);
    else if (is_control(code))
        benchan_text_printf(text, "\\x%02x", (unsigned)code);
    else if (is_invisible(code))
        benchan_text_printf(text, "\\u%04x", (unsigned)code);
    else
        return false;
    return true;
}

struct replacement {
    uint32_t code;
    const char *ascii;
};

/* The signs our own words use. */
static const char *ascii_sign(uint32_t code)
{
    static const struct replacement signs[] = {
        {0xa0, " "},      {0xb1, "+-"},     {0xb5, "u"},    {0xb7, "-"},      {0xd7, "x"},
        {0x3b1, "alpha"}, {0x3b4, "delta"}, {0x3bc, "u"},   {0x3c3, "sigma"}, {0x2009, " "},
        {0x2010, "-"},    {0x2011, "-"},    {0x2012, "-"},  {0x2013, "-"},    {0x2014, "-"},
        {0x2018, "'"},    {0x2019, "'"},    {0x201c, "\""}, {0x201d, "\""},   {0x2026, ".."},
        {0x2032, "'"},    {0x202f, " "},    {0x2192, "->"}, {0x2212, "-"},    {0x221a, "sqrt "},
        {0x2248, "~"},    {0x2260, "!="},   {0x2264, "<="}, {0x2265, ">="},   {0x2713, "+"},
        {0x2717, "x"},
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].code == code)
            return signs[i].ascii;
    return "?";
}

void escape_terminal(struct benchan_text *text, const char *string, bool ascii)
{
    const size_t n = strlen(string);
    for (size_t i = 0; i < n;) {
        uint32_t code = 0;
        const size_t length = columns_next(string + i, n - i, &code);
        if (show_unprintable(text, code, (unsigned char)string[i]))
            ;
        else if (ascii && code > 0x7e)
            benchan_text_string(text, columns_of(code) ? ascii_sign(code) : "");
        else
            benchan_text_bytes(text, string + i, length);
        i += length;
    }
}

static void json_escaped(struct benchan_text *text, uint32_t code)
{
    if (code == '"' || code == '\\')
        benchan_text_printf(text, "\\%c", (char)code);
    else if (code == '\n')
        benchan_text_string(text, "\\n");
    else if (code == '\t')
        benchan_text_string(text, "\\t");
    else if (code > 0xffff)
        benchan_text_printf(text, "\\u%04x\\u%04x", 0xd800 + (unsigned)((code - 0x10000) >> 10),
                            0xdc00 + (unsigned)((code - 0x10000) & 0x3ff));
    else
        benchan_text_printf(text, "\\u%04x", (unsigned)code);
}

void escape_json(struct benchan_text *text, const char *string)
{
    const size_t n = strlen(string);
    for (size_t i = 0; i < n;) {
        uint32_t code = 0;
        const size_t length = columns_next(string + i, n - i, &code);
        if (code == COLUMNS_INVALID)
            benchan_text_string(text, "\\ufffd");
        else if (code == '"' || code == '\\' || code == '<' || code == '>' || code == '&' ||
                 is_control(code) || is_invisible(code))
            json_escaped(text, code);
        else
            benchan_text_bytes(text, string + i, length);
        i += length;
    }
}

/* "www." and "://" are links without any markup. */
static bool begins_link(const char *at, char before)
{
    return (*at == '.' && (before == 'w' || before == 'W')) || (*at == ':' && at[1] == '/');
}

/*
 * A mention or an issue reference is recognised in rendered text, entities
 * included, except inside <code>: outside, a zero-width space breaks it.
 */
static void markdown_byte(struct benchan_text *text, const char *at, char before, bool code)
{
    const char c = *at;
    static const char markup[] = "\\_*[]{}!~:.$+^";
    if (c == '<')
        benchan_text_string(text, "&lt;");
    else if (c == '>')
        benchan_text_string(text, "&gt;");
    else if (c == '&')
        benchan_text_string(text, "&amp;");
    else if (c == '@' || c == '#')
        benchan_text_printf(text, "&#%d;%s", c, code ? "" : "&#8203;");
    else if (c == '|' || c == '`' || c == '"')
        benchan_text_printf(text, "&#%d;", c);
    else if (!code && !begins_link(at, before) && strchr(".:+", c))
        benchan_text_bytes(text, at, 1);
    else if (strchr(markup, c))
        benchan_text_printf(text, "\\%c", c);
    else
        benchan_text_bytes(text, at, 1);
}

static void markdown(struct benchan_text *text, const char *string, bool code)
{
    struct benchan_text plain = {0};
    escape_terminal(&plain, string, false);
    for (size_t i = 0; i < plain.size; i++)
        markdown_byte(text, &plain.data[i], i ? plain.data[i - 1] : ' ', code);
    text->failed = text->failed || plain.failed;
    benchan_text_free(&plain);
}

void escape_markdown(struct benchan_text *text, const char *string)
{
    markdown(text, string, false);
}

void escape_markdown_name(struct benchan_text *text, const char *string)
{
    benchan_text_string(text, "<code>");
    markdown(text, string, true);
    benchan_text_string(text, "</code>");
}

void escape_csv(struct benchan_text *text, const char *string)
{
    struct benchan_text plain = {0};
    escape_terminal(&plain, string, false);
    const char *clean = benchan_text_get(&plain);
    const bool quoted = strpbrk(clean, ",\"; ") != NULL;
    if (quoted)
        benchan_text_string(text, "\"");
    if (clean[0] && strchr("=+-@", clean[0]))
        benchan_text_string(text, "'");
    for (const char *c = clean; *c; c++)
        benchan_text_bytes(text, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1);
    if (quoted)
        benchan_text_string(text, "\"");
    text->failed = text->failed || plain.failed;
    benchan_text_free(&plain);
}
