/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/grid.h"

#include <stdint.h>
#include <stdlib.h>

#include "formats/text/columns.h"

static bool grow(struct grid *grid)
{
    if (grid->n_cells < grid->capacity)
        return true;
    const size_t capacity = grid->capacity ? grid->capacity * 2 : 64;
    if (capacity > SIZE_MAX / 2 / sizeof *grid->cells)
        return false;
    struct grid_cell *cells = realloc(grid->cells, capacity * sizeof *cells);
    if (!cells)
        return false;
    grid->cells = cells;
    grid->capacity = capacity;
    return true;
}

void grid_end(struct grid *grid, enum tint tint)
{
    if (grid->pool.failed || grid->cell.failed || !grow(grid)) {
        grid->pool.failed = true;
        return;
    }
    grid->cells[grid->n_cells++] =
        (struct grid_cell){.begin = grid->pool.size, .size = grid->cell.size, .tint = tint};
    benchan_text_string(&grid->pool, benchan_text_get(&grid->cell));
    benchan_text_bytes(&grid->pool, "", 1);
    benchan_text_clear(&grid->cell);
}

void grid_string(struct grid *grid, const char *string, enum tint tint)
{
    benchan_text_string(&grid->cell, string);
    grid_end(grid, tint);
}

static size_t cell_columns(const struct grid *grid, const struct grid_cell *cell)
{
    return benchan_text_columns(grid->pool.data + cell->begin, cell->size);
}

size_t grid_width(const struct grid *grid, size_t column)
{
    size_t widest = 0;
    for (size_t i = column; i < grid->n_cells; i += grid->n_columns) {
        const size_t columns = cell_columns(grid, &grid->cells[i]);
        widest = columns > widest ? columns : widest;
    }
    return widest;
}

static size_t total_width(const struct grid *grid, const size_t *widths)
{
    size_t total = grid->indent;
    for (size_t i = 0; i < grid->n_columns; i++)
        total += widths[i] ? widths[i] + (i ? grid->gap : 0) : 0;
    return total;
}

static void shrink(size_t *width, size_t least, size_t *excess)
{
    const size_t spare = *width > least ? *width - least : 0;
    const size_t cut = spare < *excess ? spare : *excess;
    *width -= cut;
    *excess -= cut;
}

enum { NAME_MIN = 20, NAME_LEAST = 8, REMARK_MIN = 14, REMARK_LEAST = 6 };

/* Wide gaps go before names and figures do, but a table of rows rather drops a column. */
static void fit(struct grid *grid, size_t page_width, size_t *widths)
{
    if (!grid->elastic && total_width(grid, widths) > page_width)
        grid->gap = 1;
    for (size_t i = 0; i < GRID_MAX_OPTIONAL && grid->optional[i]; i++)
        if (total_width(grid, widths) > page_width)
            widths[grid->optional[i]] = 0;
    if (total_width(grid, widths) > page_width)
        grid->gap = 1;
    const size_t total = total_width(grid, widths);
    if (!grid->elastic || total <= page_width)
        return;
    size_t excess = total - page_width;
    size_t *last = &widths[grid->n_columns - 1];
    shrink(&widths[0], NAME_MIN, &excess);
    shrink(last, REMARK_MIN, &excess);
    shrink(&widths[0], NAME_LEAST, &excess);
    shrink(last, REMARK_LEAST, &excess);
}

static size_t last_filled(const struct grid *grid, size_t row)
{
    size_t column = grid->n_columns;
    while (column > 0 && grid->cells[row + column - 1].size == 0)
        column--;
    return column;
}

static void write_cell(const struct grid *grid, const struct page *page,
                       const struct grid_cell *cell, size_t width)
{
    struct benchan_text cut = {0};
    columns_cut(&cut, grid->pool.data + cell->begin, width, page_sign(page, SIGN_DOTS));
    page_tinted(page, cell->size ? cell->tint : TINT_NONE, benchan_text_get(&cut));
    page->text->failed = page->text->failed || cut.failed;
    benchan_text_free(&cut);
}

static void write_row(const struct grid *grid, const struct page *page, size_t row,
                      const size_t *widths)
{
    const size_t end = last_filled(grid, row);
    size_t blanks = end ? grid->indent : 0;
    for (size_t column = 0; column < end; column++) {
        const struct grid_cell *cell = &grid->cells[row + column];
        if (widths[column] == 0)
            continue;
        const size_t columns = cell_columns(grid, cell);
        const size_t pad = widths[column] > columns ? widths[column] - columns : 0;
        page_spaces(page, blanks + (grid->left[column] ? 0 : pad));
        write_cell(grid, page, cell, widths[column]);
        blanks = grid->gap + (grid->left[column] ? pad : 0);
    }
    benchan_text_string(page->text, "\n");
}

void grid_write(struct grid *grid, const struct page *page)
{
    size_t widths[GRID_MAX_COLUMNS] = {0};
    if (grid->pool.failed)
        page->text->failed = true;
    for (size_t i = 0; i < grid->n_columns && !grid->pool.failed; i++)
        widths[i] = grid_width(grid, i);
    fit(grid, page->width, widths);
    for (size_t row = 0; row + grid->n_columns <= grid->n_cells && !grid->pool.failed;
         row += grid->n_columns)
        write_row(grid, page, row, widths);
    free(grid->cells);
    benchan_text_free(&grid->pool);
    benchan_text_free(&grid->cell);
    *grid = (struct grid){0};
}
