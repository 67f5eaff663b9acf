/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/plot.h"

#include <math.h>
#include <string.h>

#include "formats/model/units.h"
#include "formats/text/columns.h"
#include "formats/text/escape.h"

enum { FULL_HEIGHT_COUNT = 4 };
enum { LABEL_COLUMNS = 10 }; /* room for one label and a gap */

static const double far_apart = 20; /* max/min beyond which the axis is logarithmic */

bool plot_axis_over(struct plot_axis *axis, const double *const *values, const size_t *counts,
                    size_t n_arms, size_t bins)
{
    double low = INFINITY;
    double high = -INFINITY;
    for (size_t arm = 0; arm < n_arms; arm++)
        for (size_t i = 0; i < counts[arm]; i++) {
            low = fmin(low, values[arm][i]);
            high = fmax(high, values[arm][i]);
        }
    if (!(low < high) || !isfinite(high - low) || bins < 10)
        return false;
    if (low > 0 && !isfinite(high / low))
        return false;
    *axis = (struct plot_axis){.low = low, .high = high, .bins = bins};
    axis->bins = bins < PLOT_MAX_BINS ? bins : PLOT_MAX_BINS;
    axis->logarithmic = low > 0 && high / low > far_apart;
    return true;
}

static double place(const struct plot_axis *axis, double value)
{
    const double share = axis->logarithmic
                             ? log(value / axis->low) / log(axis->high / axis->low)
                             : (value - axis->low) / (axis->high - axis->low);
    return share * (double)(axis->bins - 1);
}

static size_t bin_of(const struct plot_axis *axis, double value)
{
    const double bin = floor(place(axis, value) + 0.5);
    if (!(bin > 0))
        return 0;
    return bin < (double)axis->bins ? (size_t)bin : axis->bins - 1;
}

void plot_count(const struct plot_axis *axis, const double *values, size_t n, size_t *bins)
{
    memset(bins, 0, axis->bins * sizeof *bins);
    for (size_t i = 0; i < n; i++)
        bins[bin_of(axis, values[i])]++;
}

void plot_strip(struct benchan_text *text, const size_t *bins, size_t n_bins, bool ascii)
{
    static const char *const blocks[2][9] = {{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
                                             {" ", ".", ":", "-", "=", "+", "*", "#", "@"}};
    size_t most = FULL_HEIGHT_COUNT; /* single values are no towers */
    size_t end = 0;
    for (size_t i = 0; i < n_bins; i++) {
        most = bins[i] > most ? bins[i] : most;
        end = bins[i] ? i + 1 : end;
    }
    for (size_t i = 0; i < end; i++) {
        const double share = (double)bins[i] / (double)most;
        const size_t height = bins[i] ? 1 + (size_t)floor(share * 7 + 0.5) : 0;
        benchan_text_string(text, blocks[ascii ? 1 : 0][height]);
    }
}

/* The multiple of 1, 2, 2.5 or 5 times a power of ten at or above `step`. */
static double round_step(double step)
{
    static const double steps[] = {1, 2, 2.5, 5, 10};
    const double power = pow(10, floor(log10(step)));
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i] * power >= step * (1 - 1e-9))
            return steps[i] * power;
    return 10 * power;
}

/* "10.00n" says no more than "10n". */
static void short_value(struct benchan_text *text, double value, const char *unit, bool ascii)
{
    struct benchan_text full = {0};
    benchan_text_value(&full, value, unit);
    const char *string = benchan_text_get(&full);
    const char *dot = strchr(string, '.');
    size_t digits = strspn(string, "-+.0123456789");
    const size_t prefix = digits;
    while (dot && digits > 0 && string[digits - 1] == '0')
        digits--;
    if (dot && digits > 0 && string[digits - 1] == '.')
        digits--;
    benchan_text_bytes(text, string, digits);
    escape_terminal(text, string + prefix, ascii);
    text->failed = text->failed || full.failed;
    benchan_text_free(&full);
}

static double unit_power(const char *unit, double high)
{
    if (unit[0] != 'B' || (unit[1] != '\0' && unit[1] != '/') || high < 1024)
        return 1;
    return pow(1024, floor(log(high) / log(1024)));
}

static void label(struct benchan_text *text, const struct plot_axis *axis, double value,
                  const char *unit, bool ascii, size_t *column)
{
    const size_t at = bin_of(axis, value);
    struct benchan_text words = {0};
    short_value(&words, value, unit, ascii);
    const size_t width = columns_of_string(benchan_text_get(&words));
    if ((*column == 0 || at > *column) && at + width <= axis->bins) {
        columns_repeat(text, " ", at - *column);
        benchan_text_string(text, benchan_text_get(&words));
        *column = at + width;
    }
    text->failed = text->failed || words.failed;
    benchan_text_free(&words);
}

void plot_labels(struct benchan_text *text, const struct plot_axis *axis, const char *unit,
                 bool ascii)
{
    const size_t n_labels = axis->bins / LABEL_COLUMNS;
    size_t column = 0;
    if (axis->logarithmic) {
        for (double tick = pow(10, floor(log10(axis->low))); tick > 0 && tick <= axis->high;
             tick *= 10)
            if (tick >= axis->low)
                label(text, axis, tick, unit, ascii, &column);
        return;
    }
    const double power = unit_power(unit, fmax(fabs(axis->low), fabs(axis->high)));
    const double step =
        round_step((axis->high - axis->low) / power / (double)(n_labels ? n_labels : 1)) *
        power;
    const double first = ceil(axis->low / step);
    for (size_t i = 0; i <= axis->bins; i++) {
        const double tick = (first + (double)i) * step;
        if (!(tick <= axis->high))
            break;
        label(text, axis, tick, unit, ascii, &column);
    }
}
