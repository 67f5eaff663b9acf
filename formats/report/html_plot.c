/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/html_plot.h"

#include <math.h>

#include "formats/report/plot.h"
#include "formats/report/words.h"
#include "formats/text/escape_markup.h"

enum { LEFT = 70, WIDTH = 550, RIGHT = LEFT + WIDTH, ALL = 640, BINS = 40, MOST_DOTS = 2000 };

static const char *const classes[2] = {"old", "new"};

/* ------------------------------------------------------------------------ axes */

static double share_of(const struct plot_axis *axis, double value)
{
    if (axis->logarithmic)
        return log(value / axis->low) / log(axis->high / axis->low);
    return (value - axis->low) / (axis->high - axis->low);
}

static double value_at(const struct plot_axis *axis, double share)
{
    if (axis->logarithmic)
        return axis->low * pow(axis->high / axis->low, share);
    return axis->low + share * (axis->high - axis->low);
}

static double across(const struct plot_axis *axis, double value)
{
    return LEFT + WIDTH * share_of(axis, value);
}

static bool axis_of(const struct html_arms *arms, struct plot_axis *axis)
{
    const double *values[2] = {NULL, NULL};
    size_t counts[2] = {0, 0}, n = 0;
    for (int i = 0; i < 2; i++) {
        if (!arms->arm[i] || !arms->arm[i]->n_values)
            continue;
        values[n] = arms->arm[i]->values;
        counts[n++] = arms->arm[i]->n_values;
    }
    return n && plot_axis_over(axis, values, counts, n, BINS);
}

static void label(struct benchan_text *text, double x, double y, const char *anchor,
                  const char *words)
{
    benchan_text_printf(text, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    escape_markup(text, words);
    benchan_text_string(text, "</text>\n");
}

static void value_label(struct benchan_text *text, double x, double y, const char *anchor,
                        double value, const char *unit)
{
    struct benchan_text words = {0};
    words_value(&words, value, unit);
    label(text, x, y, anchor, benchan_text_get(&words));
    text->failed = text->failed || words.failed;
    benchan_text_free(&words);
}

static void line(struct benchan_text *text, const char *class, double x1, double y1, double x2,
                 double y2)
{
    benchan_text_printf(
        text, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class,
        x1, y1, x2, y2);
}

static void axis_below(struct benchan_text *text, const struct plot_axis *axis, double y,
                       const char *unit)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    line(text, "axis", LEFT, y, RIGHT, y);
    for (int i = 0; i < 3; i++)
        value_label(text, LEFT + WIDTH * i / 2.0, y + 14, anchors[i], value_at(axis, i / 2.0),
                    unit);
}

/* --------------------------------------------------------------------- figures */

static void open_figure(struct benchan_text *text, double height)
{
    benchan_text_printf(text, "<figure>\n<svg viewBox=\"0 0 %d %.0f\" role=\"img\">\n<title>",
                        ALL, height);
}

static void close_figure(struct benchan_text *text, const char *caption)
{
    benchan_text_string(text, "</svg>\n<figcaption>");
    escape_markup(text, caption);
    benchan_text_string(text, "</figcaption>\n</figure>\n");
}

/* "old: 20 values from 10.85n to 12.51n, median 11.32n; ..." */
static void title_of_arms(struct benchan_text *text, const struct html_arms *arms)
{
    struct benchan_text words = {0};
    for (int i = 0; i < 2; i++) {
        const struct benchan_series_summary *arm = arms->arm[i];
        if (!arm)
            continue;
        benchan_text_printf(&words, "%s%s: %zu values from ", i ? "; " : "", arms->name[i],
                            arm->n);
        words_value(&words, arm->samples.min, arms->unit);
        benchan_text_string(&words, " to ");
        words_value(&words, arm->samples.max, arms->unit);
        benchan_text_string(&words, ", median ");
        words_value(&words, arm->samples.median, arms->unit);
    }
    escape_markup_words(text, &words);
    benchan_text_string(text, "</title>\n");
}

/* Dots of a long series are thinned out evenly: a page must stay readable. */
static size_t stride_of(const struct benchan_series_summary *arm)
{
    return (arm->n_values + MOST_DOTS - 1) / MOST_DOTS;
}

static void dots_in_lane(struct benchan_text *text, const struct plot_axis *axis,
                         const struct benchan_series_summary *arm, const char *class, double y)
{
    const size_t stride = stride_of(arm);
    for (size_t i = 0; i < arm->n_values; i += stride)
        benchan_text_printf(text, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n",
                            class, across(axis, arm->values[i]), y + (double)(i * 7 % 15) - 7);
}

void html_plot_strip(struct benchan_text *text, const struct html_arms *arms)
{
    enum { LANE = 34 };
    struct plot_axis axis;
    if (!axis_of(arms, &axis))
        return;
    const int lanes = arms->arm[1] ? 2 : 1;
    open_figure(text, LANE * lanes + 26);
    title_of_arms(text, arms);
    for (int i = 0; i < lanes; i++) {
        const double y = LANE * i + LANE / 2.0 + 2;
        const double median = across(&axis, arms->arm[i]->samples.median);
        label(text, LEFT - 10, y + 4, "end", arms->name[i]);
        dots_in_lane(text, &axis, arms->arm[i], classes[i], y);
        line(text, i ? "level new" : "level old", median, y - 14, median, y + 14);
    }
    axis_below(text, &axis, LANE * lanes + 6, arms->unit);
    close_figure(text, "Every value; the stroke is the median.");
}

static void bars(struct benchan_text *text, const size_t *bins, size_t highest, double bottom,
                 double height, const char *class)
{
    const double width = (double)WIDTH / BINS;
    for (size_t i = 0; i < BINS; i++) {
        const double tall = height * (double)bins[i] / (double)highest;
        if (bins[i])
            benchan_text_printf(text,
                                "<rect class=\"bar %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                                "height=\"%.1f\"/>\n",
                                class, LEFT + width * (double)i, bottom - tall, width - 1,
                                tall);
    }
}

void html_plot_histogram(struct benchan_text *text, const struct html_arms *arms)
{
    enum { LANE = 60 };
    struct plot_axis axis;
    if (!axis_of(arms, &axis))
        return;
    const int lanes = arms->arm[1] ? 2 : 1;
    open_figure(text, LANE * lanes + 26);
    title_of_arms(text, arms);
    for (int i = 0; i < lanes; i++) {
        size_t bins[PLOT_MAX_BINS] = {0}, highest = 1;
        plot_count(&axis, arms->arm[i]->values, arms->arm[i]->n_values, bins);
        for (size_t k = 0; k < BINS; k++)
            highest = bins[k] > highest ? bins[k] : highest;
        label(text, LEFT - 10, LANE * i + LANE - 4, "end", arms->name[i]);
        bars(text, bins, highest, LANE * (i + 1), LANE - 8, classes[i]);
    }
    axis_below(text, &axis, LANE * lanes + 6, arms->unit);
    close_figure(text, "How many values lie where.");
}

/* ----------------------------------------------------------------------- order */

static void title_of_order(struct benchan_text *text, const struct html_arms *arms, int which)
{
    const struct benchan_series_summary *arm = arms->arm[which];
    struct benchan_text words = {0};
    benchan_text_printf(&words, "%s: %zu values in recorded order", arms->name[which],
                        arm->n_values);
    for (size_t i = 0; i < arm->n_regimes && arm->n_regimes > 1; i++) {
        benchan_text_printf(&words, "%s %zu to %zu near ", i ? "," : "; runs",
                            arm->regimes[i].first, arm->regimes[i].last);
        words_value(&words, arm->regimes[i].median, arms->unit);
    }
    escape_markup_words(text, &words);
    benchan_text_string(text, "</title>\n");
}

/* Where value `i` of `n` stands. */
static double place(size_t i, size_t n)
{
    return LEFT + WIDTH * ((double)i + 0.5) / (double)n;
}

/* Levels are counted in what the serial test saw: draws, or values of one process. */
static void levels(struct benchan_text *text, const struct plot_axis *axis,
                   const struct benchan_series_summary *arm, const char *class, double top,
                   double height)
{
    const size_t n = arm->n_regimes ? arm->regimes[arm->n_regimes - 1].last : 0;
    for (size_t i = 0; i < arm->n_regimes && arm->n_regimes > 1; i++) {
        const struct benchan_regime *regime = &arm->regimes[i];
        const double left = LEFT + WIDTH * (double)(regime->first - 1) / (double)n;
        const double right = LEFT + WIDTH * (double)regime->last / (double)n;
        const double y = top + height * (1 - share_of(axis, regime->median));
        line(text, class, left, y, right, y);
        if (i)
            line(text, "change", left, top, left, top + height);
    }
}

void html_plot_order(struct benchan_text *text, const struct html_arms *arms, int arm)
{
    enum { TOP = 8, HEIGHT = 110 };
    struct plot_axis axis;
    const struct benchan_series_summary *summary = arms->arm[arm];
    if (!summary || !axis_of(arms, &axis))
        return;
    open_figure(text, TOP + HEIGHT + 10);
    title_of_order(text, arms, arm);
    line(text, "axis", LEFT, TOP, LEFT, TOP + HEIGHT);
    value_label(text, LEFT - 6, TOP + 8, "end", axis.high, arms->unit);
    value_label(text, LEFT - 6, TOP + HEIGHT, "end", axis.low, arms->unit);
    label(text, LEFT - 10, TOP + HEIGHT / 2.0, "end", arms->name[arm]);
    const size_t stride = stride_of(summary);
    for (size_t i = 0; i < summary->n_values; i += stride)
        benchan_text_printf(text, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
                            classes[arm], place(i, summary->n_values),
                            TOP + HEIGHT * (1 - share_of(&axis, summary->values[i])));
    levels(text, &axis, summary, arm ? "level new" : "level old", TOP, HEIGHT);
    close_figure(text, "In the order of the file, left to right; broken lines are changes of "
                       "level.");
}

/* -------------------------------------------------------------------- interval */

struct ratio_axis {
    double reach; /* the largest |log| */
};

static double ratio_x(const struct ratio_axis *axis, double log_ratio)
{
    return LEFT + WIDTH * (0.5 + 0.5 * log_ratio / axis->reach);
}

static double farther(double reach, double log_ratio)
{
    return isfinite(log_ratio) ? fmax(reach, fabs(log_ratio)) : reach;
}

static void interval_lane(struct benchan_text *text, const struct ratio_axis *axis, double y,
                          const char *name, const char *class, double low, double high,
                          double estimate)
{
    label(text, LEFT - 6, y + 4, "end", name);
    line(text, class, ratio_x(axis, low), y, ratio_x(axis, high), y);
    line(text, class, ratio_x(axis, low), y - 5, ratio_x(axis, low), y + 5);
    line(text, class, ratio_x(axis, high), y - 5, ratio_x(axis, high), y + 5);
    if (isfinite(estimate))
        benchan_text_printf(text, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n",
                            class, ratio_x(axis, estimate), y);
}

static void ratio_label(struct benchan_text *text, double x, double ratio, const char *anchor)
{
    struct benchan_text words = {0};
    words_ratio(&words, ratio);
    label(text, x, 92, anchor, benchan_text_get(&words));
    text->failed = text->failed || words.failed;
    benchan_text_free(&words);
}

void html_plot_interval(struct benchan_text *text, const struct benchan_comparison *row)
{
    const double low = log(row->ratio.low), high = log(row->ratio.high);
    const double null_low = log(row->null.low), null_high = log(row->null.high);
    if (!isfinite(low) || !isfinite(high))
        return;
    struct ratio_axis axis = {
        farther(farther(farther(farther(0.01, low), high), null_low), null_high)};
    axis.reach = 1.1 * farther(axis.reach, row->null.resolution);
    open_figure(text, 100);
    struct benchan_text words = {0};
    words_effect(&words, row);
    words_null(&words, row);
    escape_markup_words(text, &words);
    benchan_text_string(text, "</title>\n");
    if (isfinite(row->null.resolution))
        benchan_text_printf(text,
                            "<rect class=\"band\" x=\"%.1f\" y=\"4\" width=\"%.1f\" "
                            "height=\"70\"/>\n",
                            ratio_x(&axis, -row->null.resolution),
                            ratio_x(&axis, row->null.resolution) -
                                ratio_x(&axis, -row->null.resolution));
    line(text, "one", ratio_x(&axis, 0), 4, ratio_x(&axis, 0), 78);
    interval_lane(text, &axis, 24, "ratio", "level new", low, high, log(row->ratio.estimate));
    if (isfinite(null_low) && isfinite(null_high))
        interval_lane(text, &axis, 56, "no change", "level null", null_low, null_high,
                      log(row->null.ratio));
    ratio_label(text, LEFT, exp(-axis.reach), "start");
    ratio_label(text, ratio_x(&axis, 0), 1, "middle");
    ratio_label(text, RIGHT, exp(axis.reach), "end");
    close_figure(text, "The ratio of candidate to baseline and its interval; below it, and "
                       "shaded, what this design shows when nothing changed.");
}
