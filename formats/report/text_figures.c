/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of figures and the strips beneath it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/report/grid.h"
#include "formats/report/plot.h"
#include "formats/report/text.h"
#include "formats/report/words.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"

enum { MIN_COLUMN = 3, MEAN_COLUMN = 5, MAX_COLUMN = 7 };
enum { INDENT = 2, FIRST_PERCENTILE_N = 100, PLOT_ARMS = 2 };

static void head(struct grid *grid)
{
    static const char *const names[] = {"",     "runs", "proc", "min", "median",
                                        "mean", "p90",  "max",  "CV",  ""};
    grid->n_columns = sizeof names / sizeof names[0];
    for (size_t i = 0; i < grid->n_columns; i++)
        grid_string(grid, names[i], TINT_DIM);
}

static void value_cell(struct grid *grid, const struct page *page, double value,
                       const char *unit, bool about)
{
    struct benchan_text words = {0};
    words_value(&words, value, unit);
    if (about && isfinite(value))
        benchan_text_string(&grid->cell, page_sign(page, SIGN_ABOUT));
    escape_terminal(&grid->cell, benchan_text_get(&words), page->options.ascii);
    grid->cell.failed = grid->cell.failed || words.failed;
    benchan_text_free(&words);
    grid_end(grid, TINT_NONE);
}

static enum tint cv_tint(double cv)
{
    if (!isfinite(cv))
        return TINT_NONE;
    return cv < 0.02 ? TINT_GOOD : cv > 0.10 ? TINT_BAD : cv > 0.05 ? TINT_DOUBT : TINT_NONE;
}

static void arm_row(struct grid *grid, const struct page *page, const char *name,
                    const struct benchan_series_summary *arm, const char *unit)
{
    const struct benchan_location_scale *stats = &arm->samples;
    page_name(page, &grid->cell, name, 14);
    grid_end(grid, TINT_NONE);
    benchan_text_printf(&grid->cell, "%zu", arm->n);
    grid_end(grid, TINT_NONE);
    if (arm->processes)
        benchan_text_printf(&grid->cell, "%zu", arm->processes);
    else
        benchan_text_string(&grid->cell, "?");
    grid_end(grid, TINT_NONE);
    value_cell(grid, page, stats->min, unit, false);
    value_cell(grid, page, stats->median, unit, false);
    value_cell(grid, page, stats->mean, unit, false);
    value_cell(grid, page, stats->p90, unit, stats->n < FIRST_PERCENTILE_N);
    value_cell(grid, page, stats->max, unit, false);
    words_percent(&grid->cell, stats->cv);
    grid_end(grid, TINT_NONE);
    grid_string(grid, words_cv(stats->cv), cv_tint(stats->cv));
}

/* The gate reads the draws, the table shows the samples: said where they disagree. */
static void cv_of_draws(const struct page *page, const char *name,
                        const struct benchan_series_summary *arm)
{
    const double samples = arm->samples.cv;
    const double draws = arm->cv_draws;
    const bool apart = isfinite(draws) && isfinite(samples) && fabs(draws - samples) > 0.005 &&
                       (draws > 1.25 * samples || samples > 1.25 * draws);
    if (!apart || arm->level == BENCHAN_LEVEL_RUN)
        return;
    struct benchan_text words = {0};
    benchan_text_printf(&words, "%s: CV of the ", name);
    words_count(&words, arm->draws, benchan_level_name(arm->level));
    benchan_text_string(&words, " (their medians) ");
    words_percent(&words, draws);
    benchan_text_printf(&words, ", %s", words_cv(draws));
    page_spaces(page, INDENT);
    page_words_of(page, INDENT, INDENT, &words);
}

static void strip_line(const struct page *page, const struct plot_axis *axis, const char *name,
                       const struct benchan_series_summary *arm, size_t label_columns)
{
    size_t bins[PLOT_MAX_BINS];
    plot_count(axis, arm->values, arm->n_values, bins);
    const size_t begin = page->text->size;
    page_spaces(page, INDENT);
    page_name(page, page->text, name, label_columns);
    const size_t used =
        benchan_text_columns(benchan_text_get(page->text) + begin, page->text->size - begin);
    page_spaces(page, INDENT + label_columns + 2 - used);
    plot_strip(page->text, bins, axis->bins, page->options.ascii);
    benchan_text_string(page->text, "\n");
}

static void strips(const struct page *page, const char *const *names,
                   const struct benchan_series_summary *const *arms, size_t n_arms,
                   const char *unit)
{
    const double *values[PLOT_ARMS] = {NULL};
    size_t counts[PLOT_ARMS] = {0};
    size_t label_columns = 0;
    for (size_t i = 0; i < n_arms && i < PLOT_ARMS; i++) {
        values[i] = arms[i]->values;
        counts[i] = arms[i]->n_values;
        const size_t columns = columns_of_string(names[i]);
        label_columns = columns > label_columns ? columns : label_columns;
    }
    label_columns = label_columns > 14 ? 14 : label_columns;
    struct plot_axis axis;
    if (!plot_axis_over(&axis, values, counts, n_arms,
                        page->width - INDENT - label_columns - 2))
        return;
    benchan_text_string(page->text, "\n");
    for (size_t i = 0; i < n_arms; i++)
        strip_line(page, &axis, names[i], arms[i], label_columns);
    page_spaces(page, INDENT + label_columns + 2);
    plot_labels(page->text, &axis, unit, page->options.ascii);
    benchan_text_string(page->text, "\n");
}

void text_figures(const struct page *page, const char *const *names,
                  const struct benchan_series_summary *const *arms, size_t n_arms,
                  const char *unit)
{
    struct grid grid = {
        .indent = INDENT, .gap = 2, .optional = {MEAN_COLUMN, MAX_COLUMN, MIN_COLUMN}};
    grid.left[0] = true;
    head(&grid);
    grid.left[grid.n_columns - 1] = true;
    for (size_t i = 0; i < n_arms; i++)
        arm_row(&grid, page, names[i], arms[i], unit);
    grid_write(&grid, page);
    for (size_t i = 0; i < n_arms; i++)
        cv_of_draws(page, names[i], arms[i]);
    strips(page, names, arms, n_arms, unit);
}
