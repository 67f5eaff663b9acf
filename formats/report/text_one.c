/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One comparison on one screen. */
#include <math.h>
#include <string.h>

#include "formats/report/text.h"
#include "formats/report/words.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"

enum { INDENT = 2, VERDICT_COLUMNS = 15 };

static enum tint verdict_tint(enum benchan_admissibility verdict)
{
    return verdict == BENCHAN_ADMISSIBLE     ? TINT_GOOD
           : verdict == BENCHAN_INADMISSIBLE ? TINT_BAD
                                             : TINT_DOUBT;
}

/* Name and unit, and at the right how it was drawn; on two lines where it must be. */
static void title(const struct page *page, const struct benchan_comparison *comparison)
{
    struct benchan_text name = {0};
    struct benchan_text words = {0};
    struct benchan_text clean = {0};
    words_design(&words, comparison);
    escape_terminal(&clean, benchan_text_get(&words), page->options.ascii);
    const size_t unit = columns_of_string(comparison->unit) + 2;
    const size_t room = page->width > unit + 12 ? page->width - unit : 12;
    page_name(page, &name, comparison->benchmark, room);
    page_tinted(page, TINT_BOLD, benchan_text_get(&name));
    page_spaces(page, 2);
    page_name(page, page->text, comparison->unit, page->width / 2);
    const size_t used = columns_of_string(benchan_text_get(&name)) + unit;
    const size_t note = columns_of_string(benchan_text_get(&clean)) + 2;
    if (used + 2 + note <= page->width) {
        page_spaces(page, page->width - used - note);
        benchan_text_printf(page->text, "(%s)\n", benchan_text_get(&clean));
    } else {
        benchan_text_string(page->text, "\n");
        page_spaces(page, INDENT);
        page_words(page, INDENT, INDENT, benchan_text_get(&clean));
    }
    page->text->failed = page->text->failed || name.failed || words.failed || clean.failed;
    benchan_text_free(&name);
    benchan_text_free(&words);
    benchan_text_free(&clean);
}

static void more_names(const struct page *page, const struct benchan_comparison *comparison)
{
    struct benchan_text words = {0};
    if (comparison->package && comparison->package[0])
        benchan_text_printf(&words, "in %s ", comparison->package);
    if (comparison->candidate_benchmark)
        benchan_text_printf(&words, "against %s", comparison->candidate_benchmark);
    if (words.size) {
        page_spaces(page, INDENT);
        page_words(page, INDENT, INDENT, words.data);
    }
    page->text->failed = page->text->failed || words.failed;
    benchan_text_free(&words);
}

static void paragraph(const struct page *page, struct benchan_text *words)
{
    if (words->size) {
        page_spaces(page, INDENT);
        page_words(page, INDENT, INDENT, words->data);
    }
    page->text->failed = page->text->failed || words->failed;
    benchan_text_free(words);
}

static void verdict_line(const struct page *page, const struct benchan_comparison *comparison)
{
    struct benchan_text head = {0};
    struct benchan_text sentence = {0};
    words_verdict_full(&head, comparison);
    benchan_sentence(comparison, &sentence);
    const size_t columns = columns_of_string(benchan_text_get(&head));
    if (columns + 3 <= VERDICT_COLUMNS) {
        page_tinted(page, verdict_tint(comparison->verdict), benchan_text_get(&head));
        page_spaces(page, VERDICT_COLUMNS - columns);
        page_words(page, VERDICT_COLUMNS, VERDICT_COLUMNS, benchan_text_get(&sentence));
    } else {
        /* The word alone is coloured: the rest may wrap. */
        const size_t word = strcspn(benchan_text_get(&head), " :");
        page_tinted(page, verdict_tint(comparison->verdict),
                    words_verdict(comparison->verdict));
        const size_t blank = head.data && head.data[word] == ' ' ? 1 : 0;
        page_spaces(page, blank);
        if (head.data)
            page_words(page, word + blank, INDENT, head.data + word);
        if (sentence.size) {
            page_spaces(page, INDENT);
            page_words(page, INDENT, INDENT, sentence.data);
        }
    }
    page->text->failed = page->text->failed || head.failed || sentence.failed;
    benchan_text_free(&head);
    benchan_text_free(&sentence);
}

/* ------------------------------------------------------------------- details */

static void modes(const struct page *page, const char *name,
                  const struct benchan_series_summary *arm, const char *unit)
{
    if (arm->n_modes < 2)
        return;
    struct benchan_text words = {0};
    benchan_text_printf(&words, "%s has %zu speeds: ", name, arm->n_modes);
    for (size_t i = 0; i < arm->n_modes; i++) {
        benchan_text_string(&words, i ? ", " : "");
        words_value(&words, arm->modes[i].median, unit);
        benchan_text_printf(&words, " (%zu)", arm->modes[i].count);
    }
    paragraph(page, &words);
}

static void components(const struct page *page, const char *name,
                       const struct benchan_series_summary *arm)
{
    if (!isfinite(arm->components.icc))
        return;
    struct benchan_text words = {0};
    benchan_text_printf(&words,
                        "%s: %.0f %% of the variance lies between processes (intraclass "
                        "correlation %.2f)",
                        name, 100 * arm->components.between_share, arm->components.icc);
    if (arm->components.f >= 5)
        benchan_text_string(&words, "; repetitions inside a process add nothing");
    paragraph(page, &words);
}

static void methods(const struct page *page, const struct benchan_comparison *comparison)
{
    struct benchan_text words = {0};
    if (comparison->ratio.method)
        benchan_text_printf(&words, "Interval: %s. ", comparison->ratio.method);
    if (comparison->paired.n && isfinite(comparison->paired.sign_consistency))
        benchan_text_printf(&words, "%.0f %% of the blocks share a sign. ",
                            100 * comparison->paired.sign_consistency);
    if (isfinite(comparison->rank.p) && comparison->rank.method) {
        benchan_text_printf(&words, "Mann-Whitney (%s) p ", comparison->rank.method);
        words_p(&words, comparison->rank.p);
        benchan_text_printf(&words, ", Cliff's delta %.2f. ", comparison->rank.cliffs_delta);
    }
    if (isfinite(comparison->p_holm)) {
        benchan_text_string(&words, "p after Holm over all rows ");
        words_p(&words, comparison->p_holm);
        benchan_text_string(&words, ". ");
    }
    if (!comparison->exact && isfinite(comparison->ratio.estimate))
        benchan_text_printf(&words, "Rule of thumb by size and p, no verdict: %s.",
                            words_action(comparison->action));
    paragraph(page, &words);
}

static void details(const struct page *page, const struct benchan_comparison *comparison,
                    const struct benchan_labels *labels)
{
    modes(page, labels->baseline, &comparison->baseline, comparison->unit);
    modes(page, labels->candidate, &comparison->candidate, comparison->unit);
    components(page, labels->baseline, &comparison->baseline);
    components(page, labels->candidate, &comparison->candidate);
    methods(page, comparison);
}

void text_one_figures(const struct page *page, const struct benchan_comparison *comparison)
{
    struct benchan_labels labels;
    benchan_labels_of(comparison, &labels);
    const char *const names[] = {labels.baseline, labels.candidate};
    const struct benchan_series_summary *const series[] = {&comparison->baseline,
                                                           &comparison->candidate};
    title(page, comparison);
    more_names(page, comparison);
    text_figures(page, names, series, 2, comparison->unit);
    benchan_text_string(page->text, "\n");
    struct benchan_text words = {0};
    words_effect(&words, comparison);
    if (words.size)
        benchan_text_string(&words, ".");
    paragraph(page, &words);
    struct benchan_text null = {0};
    if (comparison->finding != BENCHAN_SAME)
        words_null(&null, comparison);
    paragraph(page, &null);
    if (page->options.verbose)
        details(page, comparison, &labels);
}

void text_one_judgement(const struct page *page, const struct benchan_comparison *comparison)
{
    if (comparison->derived) {
        benchan_text_string(page->text, "  Computed from another unit: shown, not judged.\n");
        return;
    }
    const bool unsettled = comparison->finding == BENCHAN_UNDECIDED ||
                           comparison->finding == BENCHAN_NO_DIFFERENCE;
    struct text_gates gates;
    text_gates_of_row(&gates, comparison);
    gates.results =
        unsettled && (page->options.verbose || comparison->verdict == BENCHAN_ADMISSIBLE);
    text_gates(page, &gates);
    benchan_text_string(page->text, "\n");
    verdict_line(page, comparison);
}

void text_one(const struct page *page, const struct benchan_comparison *comparison)
{
    text_one_figures(page, comparison);
    benchan_text_string(page->text, "\n");
    text_one_judgement(page, comparison);
}

void text_brief(const struct page *page, const struct benchan_comparison *comparison)
{
    struct benchan_text name = {0};
    words_identity(&name, comparison);
    page_name(page, page->text, benchan_text_get(&name), page->width);
    benchan_text_string(page->text, "\n");
    page->text->failed = page->text->failed || name.failed;
    benchan_text_free(&name);
    verdict_line(page, comparison);
}
