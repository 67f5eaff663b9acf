/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series against themselves on screen: what a design shows when nothing changed. */
#include <math.h>
#include <string.h>

#include "formats/report/formats.h"
#include "formats/report/grid.h"
#include "formats/report/text.h"
#include "formats/report/words.h"
#include "formats/text/escape.h"

enum { INDENT = 2, LEAST_SPLIT = 12 };

static void head_lines(const struct page *page, const struct benchan_description *description)
{
    for (size_t i = 0; i < description->n_captures; i++) {
        struct benchan_text words = {0};
        benchan_text_printf(&words, "%s: ",
                            description->n_captures > 1 ? description->captures[i].capture->path
                                                        : description->captures[i].name);
        words_capture(&words, description->captures[i].capture);
        page_words_of(page, 0, INDENT, &words);
    }
    struct benchan_text machine = {0};
    words_machine(&machine, description->captures[0].capture);
    if (machine.size) {
        page_spaces(page, INDENT);
        page_words_of(page, INDENT, INDENT, &machine);
    }
    benchan_text_free(&machine);
    text_note_lines(page, description->captures, description->n_captures);
}

static void escaped_cell(struct grid *grid, const struct page *page, struct benchan_text *words)
{
    escape_terminal(&grid->cell, benchan_text_get(words), page->options.ascii);
    grid->cell.failed = grid->cell.failed || words->failed;
    benchan_text_free(words);
    grid_end(grid, TINT_NONE);
}

static void split_cells(struct grid *grid, const struct page *page,
                        const struct benchan_described_series *series,
                        const struct benchan_null_splits *splits,
                        const struct benchan_null_control *split)
{
    struct benchan_text change = {0};
    struct benchan_text interval = {0};
    if (split->source != BENCHAN_NULL_NONE && splits->ratios) {
        words_change(&change, split->ratio);
        words_change_range(&interval, split->low, split->high);
    } else if (split->source != BENCHAN_NULL_NONE) {
        words_value(&change, split->ratio, series->unit);
        words_value(&interval, split->low, series->unit);
        benchan_text_string(&interval, " to ");
        words_value(&interval, split->high, series->unit);
    }
    escaped_cell(grid, page, &change);
    escaped_cell(grid, page, &interval);
}

static const char *remark(const struct benchan_null_splits *splits)
{
    if (!splits->varies)
        return "never varies";
    if (splits->draws < LEAST_SPLIT)
        return "too few";
    if (!splits->ordered)
        return "order unknown";
    if (splits->halves_off)
        return "~ drifts";
    return splits->odd_even_off ? "~ differs" : "";
}

static void row(struct grid *grid, const struct page *page,
                const struct benchan_described_series *series,
                const struct benchan_null_splits *splits)
{
    struct benchan_text words = {0};
    benchan_text_string(&words, series->benchmark);
    escaped_cell(grid, page, &words);
    benchan_text_printf(&words, "%zu", splits->draws);
    escaped_cell(grid, page, &words);
    split_cells(grid, page, series, splits, &splits->odd_even);
    split_cells(grid, page, series, splits, &splits->halves);
    if (splits->varies && isfinite(splits->self_resolution)) {
        benchan_text_string(&words, "± ");
        words_percent(&words, expm1(splits->self_resolution));
    }
    escaped_cell(grid, page, &words);
    if (isfinite(series->summary.session_spread))
        words_percent(&words, expm1(series->summary.session_spread));
    escaped_cell(grid, page, &words);
    benchan_text_string(&words, remark(splits));
    escaped_cell(grid, page, &words);
}

static void heading(struct grid *grid, const struct page *page,
                    const struct benchan_described_series *series, bool first, bool sessions)
{
    static const char *const names[] = {"odd/even", "95 % interval", "halves", "95 % interval",
                                        "itself"};
    for (size_t i = 0; !first && i < grid->n_columns; i++)
        grid_string(grid, "", TINT_NONE);
    page_name(page, &grid->cell, series->unit, 30);
    grid_end(grid, TINT_BOLD);
    grid_string(grid, "n", TINT_DIM);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        grid_string(grid, names[i], TINT_DIM);
    grid_string(grid, sessions ? "sessions" : "", TINT_DIM);
    grid_string(grid, "", TINT_DIM);
}

/* Series that never vary are shown with -v. */
static bool shown(const struct page *page, const struct benchan_description *description,
                  size_t i)
{
    return !description->series[i].derived &&
           (description->nulls[i].varies || page->options.verbose);
}

/* The first series on screen of its unit. */
static bool opens_unit(const struct page *page, const struct benchan_description *description,
                       size_t i)
{
    if (!shown(page, description, i))
        return false;
    for (size_t j = 0; j < i; j++)
        if (shown(page, description, j) &&
            strcmp(description->series[j].unit, description->series[i].unit) == 0)
            return false;
    return true;
}

static void rows_of_unit(struct grid *grid, const struct page *page,
                         const struct benchan_description *description, size_t first)
{
    for (size_t i = first; i < description->n_series; i++)
        if (shown(page, description, i) &&
            strcmp(description->series[i].unit, description->series[first].unit) == 0)
            row(grid, page, &description->series[i], &description->nulls[i]);
}

static void table(const struct page *page, const struct benchan_description *description)
{
    enum { COLUMNS = 9, ODD_EVEN_INTERVAL = 3, HALVES_INTERVAL = 5 };
    struct grid grid = {.n_columns = COLUMNS,
                        .indent = INDENT,
                        .gap = 2,
                        .optional = {HALVES_INTERVAL, ODD_EVEN_INTERVAL},
                        .elastic = true};
    grid.left[0] = true;
    grid.left[COLUMNS - 1] = true;
    bool first = true;
    for (size_t i = 0; i < description->n_series; i++)
        if (opens_unit(page, description, i)) {
            heading(&grid, page, &description->series[i], first, description->n_captures > 1);
            rows_of_unit(&grid, page, description, i);
            first = false;
        }
    grid_write(&grid, page);
}

struct tally {
    size_t judged, off, drifting, constant, too_few, unordered, in_one_process;
    size_t widest; /* series; SIZE_MAX none */
    enum benchan_level level;
};

static struct tally tally_of(const struct benchan_description *description)
{
    struct tally tally = {.widest = SIZE_MAX};
    for (size_t i = 0; i < description->n_series; i++) {
        const struct benchan_null_splits *splits = &description->nulls[i];
        const struct benchan_series_summary *summary = &description->series[i].summary;
        if (description->series[i].derived)
            continue;
        tally.constant += !splits->varies;
        if (!splits->varies)
            continue;
        tally.level = summary->level;
        tally.in_one_process += summary->level == BENCHAN_LEVEL_RUN;
        tally.judged += splits->odd_even.source != BENCHAN_NULL_NONE;
        tally.off += splits->odd_even_off || splits->halves_off;
        tally.drifting += splits->halves_off;
        tally.too_few += splits->draws < LEAST_SPLIT;
        tally.unordered += splits->draws >= LEAST_SPLIT && !splits->ordered;
        if (isfinite(splits->self_resolution) &&
            (tally.widest == SIZE_MAX ||
             splits->self_resolution > description->nulls[tally.widest].self_resolution))
            tally.widest = i;
    }
    return tally;
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

static void legend(const struct page *page, const struct tally *tally, bool sessions)
{
    struct benchan_text words = {0};
    const char *draws = tally->level == BENCHAN_LEVEL_PROCESS ? "process" : "run";
    if (tally->judged)
        benchan_text_printf(&words,
                            "odd/even: every other %s against the rest; halves: the first half "
                            "against the second. Nothing changed between them: what they show "
                            "is the method's error, with half as many on each side. ",
                            draws);
    if (tally->widest != SIZE_MAX)
        benchan_text_string(&words, "itself: how far two such captures of the same code would "
                                    "come out apart, 95 times in 100. ");
    if (sessions)
        benchan_text_string(&words, "sessions: how far the captures' medians spread (standard "
                                    "deviation). ");
    paragraph(page, &words);
}

static void caveats(const struct page *page, const struct tally *tally)
{
    struct benchan_text words = {0};
    if (tally->in_one_process)
        benchan_text_string(&words, "These are runs within a process, or of unknown ones: what "
                                    "fresh processes differ by comes on top, and is not seen "
                                    "here. ");
    if (tally->too_few)
        benchan_text_printf(&words,
                            "%zu series too short to split: %d in order are the least. ",
                            tally->too_few, LEAST_SPLIT);
    if (tally->unordered)
        benchan_text_string(&words, "Where the order of measurement is not recorded there are "
                                    "no halves to compare. ");
    if (tally->constant)
        benchan_text_printf(&words, "%zu series never %s (-v). ", tally->constant,
                            tally->constant == 1 ? "varies" : "vary");
    paragraph(page, &words);
}

static void conclusion(const struct page *page, const struct benchan_description *description,
                       const struct tally *tally)
{
    struct benchan_text words = {0};
    if (tally->judged) {
        benchan_text_printf(&words,
                            "%zu of %zu series %s (99 %% intervals; by chance about %.2g "
                            "would).",
                            tally->off, tally->judged,
                            tally->off == 1 ? "differs from itself" : "differ from themselves",
                            0.02 * (double)tally->judged);
        if (tally->drifting)
            benchan_text_string(&words,
                                " Where the halves differ, a capture made later differs "
                                "by as much from one made earlier: shuffle the arms in "
                                "rounds.");
    }
    if (tally->widest != SIZE_MAX) {
        const struct benchan_described_series *series = &description->series[tally->widest];
        benchan_text_printf(&words, "%sWidest: ", words.size ? " " : "");
        benchan_text_string(&words, series->benchmark);
        benchan_text_string(&words, ", ± ");
        words_percent(&words, expm1(description->nulls[tally->widest].self_resolution));
        benchan_text_string(&words, ".");
    }
    page_words_of(page, 0, 0, &words);
}

void report_text_null(const struct benchan_description *description,
                      const struct benchan_report_options *options, struct benchan_text *text)
{
    const struct page page = page_of(options, text);
    const struct tally tally = tally_of(description);
    if (!page.options.quiet) {
        head_lines(&page, description);
        benchan_text_string(text, "\n");
        page_words(&page, 0, 0,
                   description->n_captures > 1
                       ? "When nothing changed (these captures against themselves):"
                       : "When nothing changed (this capture against itself):");
        benchan_text_string(text, "\n");
        table(&page, description);
        benchan_text_string(text, "\n");
        legend(&page, &tally, description->n_captures > 1);
        caveats(&page, &tally);
        benchan_text_string(text, "\n");
    }
    conclusion(&page, description, &tally);
}
