/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_GRID_H
#define BENCHAN_FORMATS_REPORT_GRID_H

/* A table whose columns are as wide as their widest cell. */

#include <stdbool.h>
#include <stddef.h>

#include "formats/report/page.h"

enum { GRID_MAX_COLUMNS = 16, GRID_MAX_OPTIONAL = 3 };

struct grid_cell {
    size_t begin, size; /* bytes of `pool` */
    enum tint tint;
};

struct grid {
    size_t n_columns;
    bool left[GRID_MAX_COLUMNS]; /* left-aligned */
    size_t indent, gap;
    /* Columns left out, in this order, where the rest would be too wide; 0 ends the list. */
    size_t optional[GRID_MAX_OPTIONAL];
    bool elastic;             /* the first and then the last column are cut to fit the page */
    size_t n_cells, capacity; /* row by row */
    struct grid_cell *cells;
    struct benchan_text pool;
    struct benchan_text cell; /* the cell being written */
};

/* Where the next cell's text goes; grid_end makes it a cell. */
void grid_end(struct grid *grid, enum tint tint);
void grid_string(struct grid *grid, const char *string, enum tint tint);

/* Width of a column's widest cell. */
size_t grid_width(const struct grid *grid, size_t column);

/* Writes all rows and frees the grid. Trailing blanks are left out. */
void grid_write(struct grid *grid, const struct page *page);

#endif
