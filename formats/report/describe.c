/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The description of files on screen. */
#include <math.h>
#include <string.h>

#include "formats/report/formats.h"
#include "formats/report/grid.h"
#include "formats/report/plot.h"
#include "formats/report/text.h"
#include "formats/report/words.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"

enum { INDENT = 2, SERIES_IN_FULL = 4 };

static void paragraph(const struct page *page, struct benchan_text *words)
{
    if (words->size) {
        page_spaces(page, INDENT);
        page_words(page, INDENT, INDENT + 2, words->data);
    }
    page->text->failed = page->text->failed || words->failed;
    benchan_text_free(words);
}

static void head_lines(const struct page *page, const struct benchan_description *description)
{
    for (size_t i = 0; i < description->n_captures; i++) {
        struct benchan_text words = {0};
        benchan_text_printf(&words, "%s: ", description->captures[i].name);
        words_capture(&words, description->captures[i].capture);
        page_words_of(page, 0, INDENT, &words);
        struct benchan_text machine = {0};
        words_machine(&machine, description->captures[i].capture);
        paragraph(page, &machine);
    }
    text_note_lines(page, description->captures, description->n_captures);
    benchan_text_string(page->text, "\n");
}

static bool spread_at_all(const struct benchan_described_series *series)
{
    return series->summary.samples.max > series->summary.samples.min;
}

static void modes(const struct page *page, const struct benchan_described_series *series)
{
    const struct benchan_series_summary *summary = &series->summary;
    if (summary->n_modes < 2)
        return;
    struct benchan_text words = {0};
    benchan_text_printf(&words, "~ %zu speeds: ", summary->n_modes);
    for (size_t i = 0; i < summary->n_modes && i < BENCHAN_MAX_MODES; i++) {
        benchan_text_string(&words, i ? ", " : "");
        words_value(&words, summary->modes[i].median, series->unit);
        benchan_text_printf(&words, " (%zu)", summary->modes[i].count);
    }
    if (summary->levels_over_time)
        benchan_text_string(&words, "; they follow the clock");
    paragraph(page, &words);
}

static void pooled(const struct page *page, const struct benchan_described_series *series)
{
    struct benchan_text words = {0};
    if (series->variants_key) {
        benchan_text_printf(&words,
                            "~ values of several variants of `%s` lie together here; "
                            "compare them with verdict --by %s",
                            series->variants_key, series->variants_key);
        paragraph(page, &words);
    }
}

static void serial(const struct page *page, const struct benchan_described_series *series)
{
    const struct benchan_series_summary *summary = &series->summary;
    const struct benchan_serial *test = &summary->independence;
    struct benchan_text words = {0};
    if (test->n < 5 || !isfinite(test->p) || !spread_at_all(series))
        return;
    if (test->p > 0.05) {
        benchan_text_string(&words, "no drift seen in the recorded order (p ");
        words_p(&words, test->p);
        benchan_text_string(&words, " for values in random order)");
    } else {
        benchan_text_string(&words, "~ the recorded order matters: random order would show as "
                                    "much with p ");
        words_p(&words, test->p);
        for (size_t i = 0; i < summary->n_regimes && i <= BENCHAN_MAX_CHANGES; i++) {
            benchan_text_printf(&words, "%s %zu–%zu near ", i ? "," : "; values",
                                summary->regimes[i].first, summary->regimes[i].last);
            words_value(&words, summary->regimes[i].median, series->unit);
        }
        if (isfinite(test->n_effective)) {
            benchan_text_string(&words, "; worth about ");
            words_count(&words, (size_t)fmax(1, floor(test->n_effective + 0.5)),
                        "independent value");
        }
    }
    paragraph(page, &words);
}

static void spread(const struct page *page, const struct benchan_described_series *series)
{
    const struct benchan_series_summary *summary = &series->summary;
    const struct benchan_location_scale *stats = &summary->samples;
    struct benchan_text words = {0};
    if (!spread_at_all(series))
        benchan_text_string(&words, "every value is the same");
    else if (isfinite(stats->robust_cv) && isfinite(stats->cv)) {
        benchan_text_string(&words, "robust CV ");
        words_percent(&words, stats->robust_cv);
        if (stats->cv > 2 * stats->robust_cv && stats->cv > 0.02)
            benchan_text_string(&words, ": a few stragglers make the spread");
    }
    if (stats->min > 0 && stats->max > stats->min) {
        benchan_text_string(&words, words.size ? "; max/min " : "max/min ");
        words_ratio(&words, stats->max / stats->min);
    }
    if (summary->components.groups > 1 && isfinite(summary->components.icc)) {
        benchan_text_printf(&words, "; %.0f %% of the variance between processes",
                            100 * summary->components.between_share);
        if (summary->components.f >= 5)
            benchan_text_string(&words, ", repetitions inside one add nothing");
    }
    if (isfinite(summary->session_spread)) {
        benchan_text_string(&words, "; sessions differ by ");
        words_percent(&words, expm1(summary->session_spread));
        benchan_text_string(&words, " (sd)");
    }
    paragraph(page, &words);
}

static void in_full(const struct page *page, const struct benchan_described_series *series)
{
    struct benchan_text name = {0};
    page_name(page, &name, series->benchmark, page->width > 40 ? page->width - 24 : 16);
    page_tinted(page, TINT_BOLD, benchan_text_get(&name));
    page_spaces(page, 2);
    page_name(page, page->text, series->unit, 22);
    benchan_text_string(page->text, "\n");
    page->text->failed = page->text->failed || name.failed;
    benchan_text_free(&name);
    if (series->package && series->package[0]) {
        page_spaces(page, INDENT);
        page_words(page, INDENT, INDENT, series->package);
    }
    const char *const names[] = {"all"};
    const struct benchan_series_summary *const arms[] = {&series->summary};
    text_figures(page, names, arms, 1, series->unit);
    benchan_text_string(page->text, "\n");
    spread(page, series);
    modes(page, series);
    serial(page, series);
    pooled(page, series);
    benchan_text_string(page->text, "\n");
}

static void escaped_cell(struct grid *grid, const struct page *page, struct benchan_text *words)
{
    escape_terminal(&grid->cell, benchan_text_get(words), page->options.ascii);
    grid->cell.failed = grid->cell.failed || words->failed;
    benchan_text_free(words);
    grid_end(grid, TINT_NONE);
}

static void remarks(struct benchan_text *words, const struct benchan_described_series *series)
{
    const struct benchan_series_summary *summary = &series->summary;
    benchan_text_string(words, words_cv(summary->samples.cv));
    if (summary->n_modes > 1)
        benchan_text_printf(words, ", %zu speeds", summary->n_modes);
    if (summary->independence.n >= 5 && summary->independence.p <= 0.01)
        benchan_text_string(words, ", drift");
}

static void row(struct grid *grid, const struct page *page,
                const struct benchan_described_series *series)
{
    const struct benchan_series_summary *summary = &series->summary;
    const double values[] = {summary->samples.min, summary->samples.median,
                             summary->samples.p90};
    struct benchan_text words = {0};
    benchan_text_string(&words, series->benchmark);
    escaped_cell(grid, page, &words);
    page_name(page, &grid->cell, series->unit, 12);
    grid_end(grid, TINT_NONE);
    benchan_text_printf(&grid->cell, "%zu", summary->n);
    grid_end(grid, TINT_NONE);
    if (summary->processes)
        benchan_text_printf(&grid->cell, "%zu", summary->processes);
    else
        benchan_text_string(&grid->cell, "?");
    grid_end(grid, TINT_NONE);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        words_value(&words, values[i], series->unit);
        escaped_cell(grid, page, &words);
    }
    words_percent(&words, summary->samples.cv);
    escaped_cell(grid, page, &words);
    remarks(&words, series);
    escaped_cell(grid, page, &words);
}

static void as_table(const struct page *page, const struct benchan_description *description)
{
    static const char *const names[] = {"",       "unit", "runs", "proc", "min",
                                        "median", "p90",  "CV",   ""};
    struct grid grid = {.n_columns = sizeof names / sizeof names[0],
                        .indent = INDENT,
                        .gap = 2,
                        .elastic = true};
    grid.left[0] = true;
    grid.left[1] = true;
    grid.left[grid.n_columns - 1] = true;
    for (size_t i = 0; i < grid.n_columns; i++)
        grid_string(&grid, names[i], TINT_DIM);
    for (size_t i = 0; i < description->n_series; i++)
        row(&grid, page, &description->series[i]);
    grid_write(&grid, page);
}

void report_text_description(const struct benchan_description *description,
                             const struct benchan_report_options *options,
                             struct benchan_text *text)
{
    const struct page page = page_of(options, text);
    if (!page.options.quiet)
        head_lines(&page, description);
    const bool full = !page.options.quiet &&
                      (page.options.verbose || description->n_series <= SERIES_IN_FULL);
    if (!full) {
        as_table(&page, description);
        if (!page.options.quiet)
            benchan_text_string(text, "\n  Details of each with -v.\n");
        return;
    }
    for (size_t i = 0; i < description->n_series; i++)
        in_full(&page, &description->series[i]);
}
