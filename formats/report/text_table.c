/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many rows: a table, worst first. */
#include <math.h>
#include <string.h>

#include "formats/report/grid.h"
#include "formats/report/mends.h"
#include "formats/report/rows.h"
#include "formats/report/text.h"
#include "formats/report/words.h"
#include "formats/text/escape.h"

enum {
    INDENT = 2,
    P_COLUMN = 5,
    ROWS_SHOWN = 100 /* without -v */
};

static void cell_escaped(struct grid *grid, const struct page *page, struct benchan_text *words,
                         enum tint tint)
{
    escape_terminal(&grid->cell, benchan_text_get(words), page->options.ascii);
    grid->cell.failed = grid->cell.failed || words->failed;
    benchan_text_free(words);
    grid_end(grid, tint);
}

/* Cells whose words are those of every report. */
static void words_cell(struct grid *grid, const struct page *page,
                       const struct benchan_comparison *comparison,
                       void (*write)(struct benchan_text *, const struct benchan_comparison *))
{
    struct benchan_text words = {0};
    write(&words, comparison);
    cell_escaped(grid, page, &words, TINT_NONE);
}

static void value_cell(struct grid *grid, const struct page *page, double value,
                       const char *unit)
{
    struct benchan_text words = {0};
    words_value(&words, value, unit);
    cell_escaped(grid, page, &words, TINT_NONE);
}

/* What stops this row and is not already said of all of them. */
static size_t own_gates(struct benchan_text *words, const struct text_gates *shared,
                        const struct benchan_comparison *comparison)
{
    const enum benchan_gate_status status =
        comparison->verdict == BENCHAN_INADMISSIBLE ? BENCHAN_GATE_FAIL : BENCHAN_GATE_UNKNOWN;
    size_t n = 0;
    for (size_t i = 0; i < comparison->n_gates; i++) {
        const struct benchan_gate_result *result = comparison->gates[i];
        if (mends_gate_stops(result) && result->status == status &&
            !text_gate_is_shared(shared, result->gate))
            benchan_text_printf(words, "%s%s", n++ ? ", " : "", result->gate->label);
    }
    return n;
}

static const char *leaning(const struct benchan_comparison *comparison)
{
    const bool timed =
        comparison->quantity == BENCHAN_TIME || comparison->quantity == BENCHAN_RATE;
    if (comparison->lean == 0)
        return "unclear";
    if (!timed || comparison->better == BENCHAN_BETTER_UNKNOWN)
        return comparison->lean > 0 ? "looks higher" : "looks lower";
    const bool better = (comparison->lean > 0) == (comparison->better == BENCHAN_BETTER_HIGHER);
    return better ? "looks faster" : "looks slower";
}

static enum tint finding_tint(const struct benchan_comparison *comparison)
{
    if (comparison->finding == BENCHAN_UNDECIDED)
        return TINT_NONE;
    const int worse = rows_worse(comparison);
    const bool moved = comparison->finding <= BENCHAN_HIGHER;
    return moved && worse > 0 ? TINT_BAD : moved && worse < 0 ? TINT_GOOD : TINT_NONE;
}

static void remark_cell(struct grid *grid, const struct page *page,
                        const struct text_gates *shared,
                        const struct benchan_comparison *comparison)
{
    struct benchan_text words = {0};
    if (comparison->derived) {
        benchan_text_string(&words, "not judged");
        cell_escaped(grid, page, &words, TINT_DIM);
        return;
    }
    if (comparison->verdict == BENCHAN_ADMISSIBLE) {
        benchan_text_printf(&words, "%s%s", words_finding_short(comparison->finding),
                            comparison->attested || comparison->softened ? " *" : "");
        cell_escaped(grid, page, &words, finding_tint(comparison));
        return;
    }
    const bool failed = comparison->verdict == BENCHAN_INADMISSIBLE;
    benchan_text_printf(&words, "%s ", failed ? "✗" : "?");
    if (own_gates(&words, shared, comparison) == 0)
        benchan_text_string(&words, leaning(comparison));
    cell_escaped(grid, page, &words, failed ? TINT_BAD : TINT_DOUBT);
}

static void name_cell(struct grid *grid, const struct page *page,
                      const struct benchan_comparison *comparison, bool with_package)
{
    struct benchan_text words = {0};
    if (with_package && comparison->package && comparison->package[0]) {
        const char *slash = strrchr(comparison->package, '/');
        benchan_text_printf(&words, "%s.", slash ? slash + 1 : comparison->package);
    }
    benchan_text_string(&words, comparison->benchmark);
    cell_escaped(grid, page, &words, TINT_NONE);
}

static void heading(struct grid *grid, const struct page *page,
                    const struct benchan_comparison *comparison, bool first)
{
    struct benchan_labels labels;
    benchan_labels_of(comparison, &labels);
    for (size_t i = 0; !first && i < grid->n_columns; i++)
        grid_string(grid, "", TINT_NONE);
    page_name(page, &grid->cell, comparison->unit, 30);
    grid_end(grid, TINT_BOLD);
    page_name(page, &grid->cell, labels.baseline, 9);
    grid_end(grid, TINT_DIM);
    page_name(page, &grid->cell, labels.candidate, 9);
    grid_end(grid, TINT_DIM);
    grid_string(grid, "change", TINT_DIM);
    if (isfinite(comparison->ratio.confidence))
        benchan_text_printf(&grid->cell, "%.4g %% interval",
                            100 * comparison->ratio.confidence);
    else
        benchan_text_string(&grid->cell, "interval");
    grid_end(grid, TINT_DIM);
    grid_string(grid, "p", TINT_DIM);
    grid_string(grid, "finding", TINT_DIM);
}

static bool several_packages(const struct benchan_verdict *verdict, const struct rows *rows)
{
    for (size_t i = 1; i < rows->n; i++) {
        const char *one = verdict->comparisons[rows->index[i]].package;
        const char *other = verdict->comparisons[rows->index[0]].package;
        if (strcmp(one ? one : "", other ? other : "") != 0)
            return true;
    }
    return false;
}

static void fill(struct grid *grid, const struct page *page,
                 const struct benchan_verdict *verdict, const struct rows *rows, size_t shown,
                 const struct text_gates *shared)
{
    const bool with_package = several_packages(verdict, rows);
    const char *unit = NULL;
    for (size_t i = 0; i < shown; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[rows->index[i]];
        if (!unit || strcmp(unit, row->unit) != 0)
            heading(grid, page, row, unit == NULL);
        unit = row->unit;
        name_cell(grid, page, row, with_package);
        value_cell(grid, page, row->baseline.samples.median, row->unit);
        value_cell(grid, page, row->candidate.samples.median, row->unit);
        words_cell(grid, page, row, words_row_change);
        words_cell(grid, page, row, words_row_interval);
        words_cell(grid, page, row, words_row_p);
        remark_cell(grid, page, shared, row);
    }
}

static bool any_starred(const struct benchan_verdict *verdict, const struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[rows->index[i]];
        if (row->verdict == BENCHAN_ADMISSIBLE && (row->attested || row->softened))
            return true;
    }
    return false;
}

/* False where there is nothing to say. */
static bool footnotes(const struct page *page, const struct benchan_verdict *verdict,
                      const struct rows *rows, size_t shown)
{
    struct benchan_text words = {0};
    if (shown < rows->n)
        benchan_text_printf(&words, "%zu more rows with -v. ", rows->n - shown);
    if (rows->same) {
        words_count(&words, rows->same, "row");
        benchan_text_string(&words, " exactly the same on both sides. ");
    }
    if (rows->derived) {
        words_count(&words, rows->derived, "row");
        benchan_text_string(&words, " computed from other units, shown with -v. ");
    }
    if (any_starred(verdict, rows))
        benchan_text_string(&words, "* only on the author's word or with gates relaxed. ");
    const bool any = words.size > 0;
    if (any) {
        benchan_text_string(page->text, "\n");
        page_spaces(page, INDENT);
        page_words(page, INDENT, INDENT, words.data);
    }
    page->text->failed = page->text->failed || words.failed;
    benchan_text_free(&words);
    return any;
}

bool text_table(const struct page *page, const struct benchan_verdict *verdict,
                size_t candidate, const struct text_gates *gates)
{
    struct rows rows;
    if (!rows_of(verdict, candidate, page->options.verbose, &rows)) {
        page->text->failed = true;
        return false;
    }
    const size_t shown =
        page->options.verbose || rows.n < ROWS_SHOWN + 10 ? rows.n : (size_t)ROWS_SHOWN;
    struct grid grid = {
        .n_columns = 7, .indent = INDENT, .gap = 2, .optional = {P_COLUMN}, .elastic = true};
    grid.left[0] = true;
    grid.left[6] = true;
    fill(&grid, page, verdict, &rows, shown, gates);
    grid_write(&grid, page);
    const bool noted = footnotes(page, verdict, &rows, shown);
    rows_free(&rows);
    return noted;
}
