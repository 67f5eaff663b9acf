/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gates on screen: what failed gets its evidence, what passed shares a line. */
#include <string.h>

#include "formats/report/mends.h"
#include "formats/report/text.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"

enum { INDENT = 2, LABEL_MAX = 20 };

static bool in_doubt(enum benchan_gate_status status)
{
    return status == BENCHAN_GATE_WEAK || status == BENCHAN_GATE_WARN;
}

/* On the author's word and not vouched for, or evidence nobody recorded: one line for all. */
static bool merely_not_shown(const struct benchan_gate_result *result)
{
    return result->status == BENCHAN_GATE_UNKNOWN && !result->binds;
}

/* Which of the passes over the list a gate is shown in; -1: in none of its own. */
static int place_of(const struct page *page, const struct text_gates *gates,
                    const struct benchan_gate_result *result)
{
    if (result->gate->kind == BENCHAN_GATE_RESULT)
        return gates->results && result->status == BENCHAN_GATE_FAIL ? 4 : -1;
    if (merely_not_shown(result))
        return page->options.verbose ? 5 : -1;
    if (in_doubt(result->status))
        return 2;
    switch (result->status) {
    case BENCHAN_GATE_FAIL:
        return 0;
    case BENCHAN_GATE_UNKNOWN:
        return 1;
    case BENCHAN_GATE_ATTESTED:
    case BENCHAN_GATE_OFF:
        return 3;
    default:
        return -1;
    }
}

enum { PLACES = 6 };

struct look {
    enum sign sign;
    enum tint tint;
};

static struct look look_of(const struct benchan_gate_result *result)
{
    if (result->gate->kind == BENCHAN_GATE_RESULT)
        return (struct look){SIGN_OFF, TINT_DIM};
    if (in_doubt(result->status))
        return (struct look){SIGN_DOUBT, TINT_DOUBT};
    switch (result->status) {
    case BENCHAN_GATE_FAIL:
        return (struct look){SIGN_FAIL, TINT_BAD};
    case BENCHAN_GATE_UNKNOWN:
        return (struct look){SIGN_UNKNOWN, TINT_DOUBT};
    case BENCHAN_GATE_ATTESTED:
        return (struct look){SIGN_WORD, TINT_DOUBT};
    case BENCHAN_GATE_OFF:
        return (struct look){SIGN_OFF, TINT_DIM};
    default:
        return (struct look){SIGN_PASS, TINT_GOOD};
    }
}

static void evidence(const struct text_gates *gates, const struct text_gate *item,
                     struct benchan_text *words)
{
    const struct benchan_gate_result *result = item->result;
    if (item->rows && gates->judged > 1) {
        if (item->rows == gates->judged)
            benchan_text_printf(words, "all %zu rows", item->rows);
        else
            benchan_text_printf(words, "%zu of %zu rows", item->rows, gates->judged);
        benchan_text_printf(
            words, item->rows > 1 ? ", such as %s: " : " (%s): ", item->comparison->benchmark);
    }
    if (result->status == BENCHAN_GATE_OFF)
        benchan_text_string(words, "switched off; ");
    if (result->status == BENCHAN_GATE_WARN && result->measured == BENCHAN_GATE_FAIL)
        benchan_text_string(words, "fails, relaxed to a warning; ");
    benchan_gate_explain(item->comparison, result, words);
}

static void write_gate(const struct page *page, const struct text_gates *gates,
                       const struct text_gate *item, size_t label_columns)
{
    const struct benchan_gate_result *result = item->result;
    const struct look look = look_of(result);
    page_spaces(page, INDENT);
    page_tinted(page, look.tint, page_sign(page, look.sign));
    page_spaces(page, 1);
    benchan_text_string(page->text, result->gate->label);
    const size_t label = columns_of_string(result->gate->label);
    page_spaces(page, (label < label_columns ? label_columns - label : 0) + 2);
    const size_t indent = INDENT + 2 + label_columns + 2;
    const size_t at = label > label_columns ? indent + label - label_columns : indent;
    struct benchan_text words = {0};
    evidence(gates, item, &words);
    page_words_of(page, at, indent, &words);
}

static size_t label_columns(const struct page *page, const struct text_gates *gates)
{
    size_t widest = 0;
    for (size_t i = 0; i < gates->n; i++) {
        if (place_of(page, gates, gates->items[i].result) < 0)
            continue;
        const size_t columns = columns_of_string(gates->items[i].result->gate->label);
        if (columns > widest && columns <= LABEL_MAX)
            widest = columns;
    }
    return widest;
}

static size_t join(const struct text_gates *gates, bool passed, struct benchan_text *words)
{
    size_t n = 0;
    for (size_t i = 0; i < gates->n; i++) {
        const struct benchan_gate_result *result = gates->items[i].result;
        if (result->gate->kind == BENCHAN_GATE_RESULT ||
            !(passed ? result->status == BENCHAN_GATE_PASS : merely_not_shown(result)))
            continue;
        benchan_text_printf(words, "%s%s", n++ ? ", " : "", result->gate->label);
    }
    return n;
}

static void passed_line(const struct page *page, const struct text_gates *gates)
{
    struct benchan_text passed = {0};
    struct benchan_text absent = {0};
    const size_t n_passed = join(gates, true, &passed);
    const size_t n_absent = page->options.verbose ? 0 : join(gates, false, &absent);
    struct benchan_text words = {0};
    if (n_passed)
        benchan_text_string(&words, benchan_text_get(&passed));
    if (n_absent)
        benchan_text_printf(&words, "%snot shown by the files: %s", n_passed ? "; " : "",
                            benchan_text_get(&absent));
    if (words.size) {
        page_spaces(page, INDENT);
        page_tinted(page, n_passed ? TINT_GOOD : TINT_DIM,
                    page_sign(page, n_passed ? SIGN_PASS : SIGN_OFF));
        page_spaces(page, 1);
        page_words(page, INDENT + 2, INDENT + 2, benchan_text_get(&words));
    }
    page->text->failed = page->text->failed || passed.failed || absent.failed || words.failed;
    benchan_text_free(&passed);
    benchan_text_free(&absent);
    benchan_text_free(&words);
}

void text_gates(const struct page *page, const struct text_gates *gates)
{
    const size_t columns = label_columns(page, gates);
    for (int place = 0; place < PLACES; place++)
        for (size_t i = 0; i < gates->n; i++)
            if (place_of(page, gates, gates->items[i].result) == place)
                write_gate(page, gates, &gates->items[i], columns);
    passed_line(page, gates);
}

/* ------------------------------------------------------------------- mends */

/* Bytes up to the next blank outside quotes. */
static size_t argument_length(const char *command)
{
    char quote = 0;
    size_t n = 0;
    for (; command[n] && (quote || command[n] != ' '); n++) {
        if (quote && command[n] == quote)
            quote = 0;
        else if (!quote && (command[n] == '\'' || command[n] == '"'))
            quote = command[n];
    }
    return n;
}

/* A command is to be pasted: broken only between arguments, the way a shell reads it. */
static void write_command(const struct page *page, const char *command)
{
    enum { COMMAND_INDENT = 6, CONTINUED_INDENT = 8 };
    struct benchan_text clean = {0};
    escape_terminal(&clean, command, page->options.ascii);
    size_t column = COMMAND_INDENT;
    page_spaces(page, COMMAND_INDENT);
    for (const char *c = benchan_text_get(&clean); *c;) {
        const size_t n = argument_length(c);
        const size_t columns = benchan_text_columns(c, n);
        if (column > CONTINUED_INDENT && column + columns + 2 > page->width) {
            benchan_text_string(page->text, "\\\n");
            page_spaces(page, CONTINUED_INDENT);
            column = CONTINUED_INDENT;
        }
        benchan_text_bytes(page->text, c, n);
        column += columns + 1;
        c += n + strspn(c + n, " ");
        if (*c)
            benchan_text_string(page->text, " ");
    }
    benchan_text_string(page->text, "\n");
    page->text->failed = page->text->failed || clean.failed;
    benchan_text_free(&clean);
}

/* Lines that begin with a blank are commands. */
static void write_mend(const struct page *page, const char *mend)
{
    size_t lines = 0;
    while (*mend) {
        const size_t n = strcspn(mend, "\n");
        struct benchan_text line = {0};
        benchan_text_bytes(&line, mend, n);
        const char *words = benchan_text_get(&line);
        if (mend[0] == ' ') {
            write_command(page, words + strspn(words, " "));
        } else if (n) {
            benchan_text_string(page->text, lines ? "    " : "  - ");
            page_words(page, 4, 4, words);
        }
        page->text->failed = page->text->failed || line.failed;
        benchan_text_free(&line);
        lines++;
        mend += n + (mend[n] == '\n');
    }
}

void text_mends(const struct page *page, const struct benchan_verdict *verdict)
{
    struct mends mends;
    mends_of_verdict(&mends, verdict);
    if (mends.n)
        benchan_text_string(page->text, "To mend it:\n");
    for (size_t i = 0; i < mends.n; i++)
        write_mend(page, mends.text[i].data);
    page->text->failed = page->text->failed || mends.failed;
    mends_free(&mends);
}
