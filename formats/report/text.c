/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/text.h"

#include <math.h>
#include <string.h>

#include "formats/report/formats.h"
#include "formats/report/rows.h"
#include "formats/report/words.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"

enum { INDENT = 2, NAMES_SHOWN = 10, WARNINGS_SHOWN = 20, WARNINGS_ALIKE = 4 };
enum { WARNING_CODES = 64 };

/* ------------------------------------------------------------------ the head */

static const char *candidate_name(const struct benchan_verdict *verdict)
{
    for (size_t i = 0; i < verdict->n_captures; i++)
        if (strncmp(verdict->captures[i].arm, "candidate", 9) == 0)
            return verdict->captures[i].name;
    return NULL;
}

static const char *baseline_name(const struct benchan_verdict *verdict)
{
    for (size_t i = 0; i < verdict->n_captures; i++)
        if (strcmp(verdict->captures[i].arm, "baseline") == 0)
            return verdict->captures[i].name;
    return NULL;
}

static void bold_line(const struct page *page, struct benchan_text *line)
{
    page_tinted(page, TINT_BOLD, benchan_text_get(line));
    benchan_text_string(page->text, "\n");
    page->text->failed = page->text->failed || line->failed;
    benchan_text_free(line);
}

static void role_line(const struct page *page, const char *role, const char *name)
{
    enum { AT = 11 };
    struct benchan_text line = {0};
    benchan_text_string(&line, role);
    for (size_t i = strlen(role); i < AT; i++)
        benchan_text_string(&line, " ");
    page_name(page, &line, name, page->width - AT);
    bold_line(page, &line);
}

/* Both names on one line, or each on its own where that is too narrow to tell them apart. */
static void arms_line(const struct page *page, const struct benchan_verdict *verdict)
{
    const char *old = baseline_name(verdict);
    const char *new = candidate_name(verdict);
    if (!old || !new)
        return;
    if (verdict->n_contrasts > 1) {
        role_line(page, "baseline", old);
        return;
    }
    const char *arrow = page_sign(page, SIGN_ARROW);
    struct benchan_text line = {0};
    page_name(page, &line, old, page->width);
    benchan_text_printf(&line, " %s ", arrow);
    page_name(page, &line, new, page->width);
    if (columns_of_string(benchan_text_get(&line)) <= page->width) {
        bold_line(page, &line);
        return;
    }
    benchan_text_free(&line);
    role_line(page, "baseline", old);
    role_line(page, "candidate", new);
}

/* The machine once where all captures agree. */
static void machine_words(const struct benchan_verdict *verdict, struct benchan_text *words)
{
    bool differ = false, failed = false;
    for (size_t i = 0; i < verdict->n_captures && !differ; i++) {
        struct benchan_text one = {0};
        words_machine(&one, verdict->captures[i].capture);
        if (i == 0)
            benchan_text_string(words, benchan_text_get(&one));
        else
            differ = strcmp(benchan_text_get(words), benchan_text_get(&one)) != 0;
        failed = failed || one.failed;
        benchan_text_free(&one);
    }
    failed = failed || words->failed; /* which the clearing would forget */
    if (differ) {
        benchan_text_clear(words);
        benchan_text_string(words, "machines differ or are not all recorded");
    } else if (words->size == 0) {
        benchan_text_string(words, "machine not recorded");
    }
    words->failed = words->failed || failed;
}

static void facts_line(const struct page *page, const struct benchan_verdict *verdict)
{
    struct benchan_text words = {0};
    machine_words(verdict, &words);
    benchan_text_string(&words, "; ");
    words_count(&words, verdict->k, "candidate");
    benchan_text_printf(&words, ", α %.4g", verdict->alpha);
    if (verdict->alpha_adjusted < verdict->alpha)
        benchan_text_printf(&words, " (%.3g each)", verdict->alpha_adjusted);
    if (isfinite(verdict->min_effect) && verdict->min_effect > 0)
        benchan_text_printf(&words, ", effects from %.4g %% matter", 100 * verdict->min_effect);
    page_words_of(page, 0, INDENT, &words);
}

static bool left_anything_out(const struct benchan_capture *capture)
{
    const struct benchan_left_out *out = &capture->left_out;
    return out->warmups || out->calibrations || out->aggregates || out->failures ||
           out->skipped || out->missing || out->orphans || out->odd_rows || capture->partial ||
           capture->summary_only;
}

/* The arm's name, or the file's own where the arm has several. */
static const char *capture_title(const struct benchan_capture_ref *captures, size_t n, size_t i)
{
    for (size_t j = 0; j < n; j++)
        if (j != i && strcmp(captures[j].arm, captures[i].arm) == 0)
            return captures[i].capture->path;
    return captures[i].name;
}

static void capture_lines(const struct page *page, const struct benchan_capture_ref *captures,
                          size_t n, bool all)
{
    enum { SHOWN = 4 };
    size_t shown = 0;
    for (size_t i = 0; i < n; i++) {
        if (!all && !left_anything_out(captures[i].capture))
            continue;
        if (!page->options.verbose && shown++ == SHOWN) {
            benchan_text_printf(page->text, "  and more of %zu files, with -v\n", n);
            return;
        }
        struct benchan_text words = {0};
        benchan_text_printf(&words, "%s: ", capture_title(captures, n, i));
        words_capture(&words, captures[i].capture);
        page_spaces(page, INDENT);
        page_words_of(page, INDENT, INDENT + 2, &words);
    }
}

void text_note_lines(const struct page *page, const struct benchan_capture_ref *captures,
                     size_t n)
{
    for (size_t i = 0; i < n && page->options.verbose; i++) {
        const struct benchan_capture *capture = captures[i].capture;
        for (size_t j = 0; j < capture->n_notes; j++) {
            const struct benchan_note *note = &capture->notes[j];
            struct benchan_text words = {0};
            benchan_text_string(&words, capture_title(captures, n, i));
            if (note->line)
                benchan_text_printf(&words, ":%zu", note->line);
            benchan_text_printf(&words, ": %s%s",
                                note->code == BENCHAN_NOTE_UNKNOWN_LINE ? "not understood: "
                                                                        : "",
                                note->text ? note->text : "");
            page_spaces(page, INDENT);
            page_words_of(page, INDENT, INDENT + 2, &words);
        }
    }
}

/* ------------------------------------------------------------------ the tail */

static void unmatched_lines(const struct page *page, const struct benchan_verdict *verdict)
{
    const size_t shown = page->options.verbose || verdict->n_unmatched <= NAMES_SHOWN + 2
                             ? verdict->n_unmatched
                             : (size_t)NAMES_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        struct benchan_text words = {0};
        words_unmatched(&words, verdict, &verdict->unmatched[i]);
        page_spaces(page, INDENT);
        page_tinted(page, TINT_DOUBT, page_sign(page, SIGN_NOTE));
        page_spaces(page, 1);
        page_words_of(page, INDENT + 2, INDENT + 4, &words);
    }
    if (shown < verdict->n_unmatched)
        benchan_text_printf(page->text, "  ! and %zu more names on one side only (-v)\n",
                            verdict->n_unmatched - shown);
}

static void warning_lines(const struct page *page, const struct benchan_verdict *verdict)
{
    size_t alike[WARNING_CODES] = {0}, shown = 0;
    for (size_t i = 0; i < verdict->n_warnings; i++) {
        const size_t code = (size_t)verdict->warnings[i].code % WARNING_CODES;
        if (!page->options.verbose &&
            (alike[code]++ >= WARNINGS_ALIKE || shown >= WARNINGS_SHOWN))
            continue;
        shown++;
        struct benchan_text words = {0};
        benchan_warning_words(verdict, &verdict->warnings[i], &words);
        page_spaces(page, INDENT);
        page_tinted(page, TINT_DOUBT, page_sign(page, SIGN_NOTE));
        page_spaces(page, 1);
        page_words_of(page, INDENT + 2, INDENT + 2, &words);
    }
    if (shown < verdict->n_warnings)
        benchan_text_printf(page->text, "  ! and %zu more %s (-v)\n",
                            verdict->n_warnings - shown,
                            verdict->n_warnings - shown == 1 ? "warning" : "warnings");
}

static void claim_lines(const struct page *page, const struct benchan_verdict *verdict)
{
    if (!verdict->claim.given)
        return;
    struct benchan_text words = {0};
    words_claim_result(&words, &verdict->claim);
    page_words_of(page, 0, INDENT, &words);
}

static void notes_block(const struct page *page, const struct benchan_verdict *verdict)
{
    if (verdict->n_unmatched + verdict->n_warnings == 0)
        return;
    unmatched_lines(page, verdict);
    warning_lines(page, verdict);
    benchan_text_string(page->text, "\n");
}

/* ------------------------------------------------------------- one, or many */

static void candidate_section(const struct page *page, const struct benchan_verdict *verdict,
                              size_t candidate)
{
    const struct benchan_comparison *first = rows_first(verdict, candidate);
    const struct benchan_contrast *contrast = &verdict->contrasts[candidate];
    if (!first)
        return;
    struct benchan_text words = {0};
    if (verdict->n_contrasts > 1)
        benchan_text_printf(&words, "%s: ", first->candidate.arm);
    words_design(&words, first);
    words_departing(&words, verdict, candidate);
    page_words_of(page, 0, INDENT, &words);
    struct text_gates gates = {0};
    text_gates_of_contrast(&gates, verdict, candidate);
    text_gates(page, &gates);
    benchan_text_string(page->text, "\n");
    const bool noted = text_table(page, verdict, candidate, &gates);
    struct benchan_text mean = {0};
    words_geomean(&mean, contrast);
    if (mean.size) {
        benchan_text_string(page->text, noted ? "" : "\n");
        page_spaces(page, INDENT);
        page_words(page, INDENT, INDENT, mean.data);
    }
    page->text->failed = page->text->failed || mean.failed;
    benchan_text_free(&mean);
    benchan_text_string(page->text, "\n");
}

static void detail_rows(const struct page *page, const struct benchan_verdict *verdict)
{
    for (size_t candidate = 0; candidate < verdict->n_contrasts; candidate++) {
        struct rows rows;
        if (!rows_of(verdict, candidate, true, &rows)) {
            page->text->failed = true;
            return;
        }
        for (size_t i = 0; i < rows.n; i++) {
            text_one(page, &verdict->comparisons[rows.index[i]]);
            benchan_text_string(page->text, "\n");
        }
        rows_free(&rows);
    }
}

static enum benchan_admissibility worst(const struct benchan_verdict *verdict)
{
    if (verdict->tally.inadmissible)
        return BENCHAN_INADMISSIBLE;
    return verdict->tally.incomplete ? BENCHAN_INCOMPLETE : BENCHAN_ADMISSIBLE;
}

static void summary_line(const struct page *page, const struct benchan_verdict *verdict)
{
    static const enum tint tints[] = {[BENCHAN_ADMISSIBLE] = TINT_GOOD,
                                      [BENCHAN_INCOMPLETE] = TINT_DOUBT,
                                      [BENCHAN_INADMISSIBLE] = TINT_BAD};
    enum { AT = 15 };
    const char *word = words_verdict(worst(verdict));
    page_tinted(page, tints[worst(verdict)], word);
    page_spaces(page, AT - columns_of_string(word));
    struct benchan_text words = {0};
    words_summary(&words, verdict);
    page_words_of(page, AT, AT, &words);
}

static void many(const struct page *page, const struct benchan_verdict *verdict)
{
    for (size_t i = 0; i < verdict->n_contrasts; i++)
        candidate_section(page, verdict, i);
    if (page->options.verbose)
        detail_rows(page, verdict);
    notes_block(page, verdict);
    claim_lines(page, verdict);
    summary_line(page, verdict);
    text_mends(page, verdict);
}

/* Rows beside the one on screen: a line each, such as allocations that did not change. */
static void other_rows(const struct page *page, const struct benchan_verdict *verdict,
                       const struct benchan_comparison *shown)
{
    struct benchan_text words = {0};
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        if (row == shown)
            continue;
        benchan_text_printf(&words, "%s%s ", words.size ? "; " : "Beside it: ", row->unit);
        words_value(&words, row->baseline.samples.median, row->unit);
        if (row->finding == BENCHAN_SAME) {
            benchan_text_string(&words, " on both sides, exactly");
        } else {
            benchan_text_string(&words, " → ");
            words_value(&words, row->candidate.samples.median, row->unit);
            benchan_text_string(&words, " (computed, not judged)");
        }
    }
    if (words.size) {
        page_spaces(page, INDENT);
        page_words(page, INDENT, INDENT, words.data);
    }
    page->text->failed = page->text->failed || words.failed;
    benchan_text_free(&words);
}

static void one(const struct page *page, const struct benchan_verdict *verdict,
                const struct benchan_comparison *row)
{
    text_one_figures(page, row);
    other_rows(page, verdict, row);
    benchan_text_string(page->text, "\n");
    notes_block(page, verdict);
    claim_lines(page, verdict);
    if (verdict->claim.given)
        benchan_text_string(page->text, "\n");
    text_one_judgement(page, row);
    text_mends(page, verdict);
}

static void same_code_line(const struct page *page, const struct benchan_verdict *verdict)
{
    struct benchan_text words = {0};
    if (page->options.same_code)
        words_same_code(&words, verdict);
    if (words.size)
        page_words_of(page, 0, 0, &words);
}

static void quiet(const struct page *page, const struct benchan_verdict *verdict)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        if (!verdict->comparisons[i].derived)
            text_brief(page, &verdict->comparisons[i]);
    claim_lines(page, verdict);
    same_code_line(page, verdict);
}

void report_text_verdict(const struct benchan_verdict *verdict,
                         const struct benchan_report_options *options,
                         struct benchan_text *text)
{
    const struct page page = page_of(options, text);
    if (page.options.quiet) {
        quiet(&page, verdict);
        return;
    }
    arms_line(&page, verdict);
    facts_line(&page, verdict);
    capture_lines(&page, verdict->captures, verdict->n_captures, page.options.verbose);
    text_note_lines(&page, verdict->captures, verdict->n_captures);
    benchan_text_string(text, "\n");
    const struct benchan_comparison *row = rows_only(verdict);
    if (row)
        one(&page, verdict, row);
    else
        many(&page, verdict);
    same_code_line(&page, verdict);
}
