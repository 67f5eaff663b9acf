/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/report.h"

#include <math.h>

#include "benchan/number.h"
#include "formats/text/escape.h"

/* Where what a process takes to start is not recorded, its timings are a lower bound. */
static void write_cost(struct benchan_text *text, const struct benchan_plan_series *row,
                       const struct benchan_plan_size *size, int power)
{
    enum { ARMS = 3 };
    const double timing = ARMS * (double)size->draws[power] * size->values * row->value_cost;
    if (!isnan(size->seconds[power])) {
        benchan_text_duration(text, size->seconds[power]);
    } else if (!isfinite(timing)) {
        benchan_text_string(text, "cost unknown");
    } else {
        benchan_text_duration(text, timing);
        benchan_text_string(text, " of timing");
    }
}

static void write_size(struct benchan_text *text, const char *draw,
                       const struct benchan_plan_series *row,
                       const struct benchan_plan_size *size)
{
    static const char *const powers[] = {"80", "90"};
    for (int i = 0; i < BENCHAN_PLAN_POWERS; i++) {
        benchan_text_printf(text, "    power %s %%: %zu %s a side (honestly %zu to %zu), ",
                            powers[i], size->draws[i], draw, size->low[i], size->high[i]);
        write_cost(text, row, size, i);
        benchan_text_string(text, "\n");
    }
}

static void write_pilot(struct benchan_text *text, const struct benchan_plan_series *row)
{
    if (row->level == BENCHAN_LEVEL_RUN) {
        benchan_text_printf(text,
                            "  pilot: %zu runs; what a fresh process adds is not in them,\n"
                            "  so these are lower bounds: pilot with fresh processes\n",
                            row->draws);
        return;
    }
    benchan_text_printf(text, "  pilot: %zu processes, %zu %s each, CV %.2g %%\n", row->draws,
                        row->per_process, row->per_process == 1 ? "value" : "values",
                        100 * row->cv);
    if (row->short_processes)
        benchan_text_printf(text, "  %zu processes with too few values left out\n",
                            row->short_processes);
    if (!isnan(row->icc))
        benchan_text_printf(text,
                            "  %.0f %% of the variance is between processes (%.0f to %.0f): "
                            "%s\n",
                            100 * row->icc, fmax(0, 100 * row->icc_low), 100 * row->icc_high,
                            row->icc > 0.5 ? "more values add little" : "more values help");
}

static void write_series(struct benchan_text *text, const struct benchan_plan_series *row)
{
    const char *draw = row->level == BENCHAN_LEVEL_RUN ? "runs" : "processes";
    benchan_text_string(text, "\n");
    escape_terminal(text, row->benchmark, false);
    benchan_text_string(text, "  ");
    escape_terminal(text, row->unit, false);
    benchan_text_string(text, "\n");
    if (isnan(row->spread)) {
        benchan_text_printf(text, "  %s\n",
                            row->draws < 2 ? "one draw shows no spread: nothing to plan from"
                                           : "a value is 0 or less: no plan in percent");
        return;
    }
    write_pilot(text, row);
    if (!(row->spread > 0)) {
        benchan_text_printf(text, "  no spread: %zu %s a side are enough for any effect\n",
                            row->least, draw);
        return;
    }
    benchan_text_printf(text, "  with %.0f %s a process:\n", row->now.values,
                        row->now.values > 1 ? "values" : "value");
    write_size(text, draw, row, &row->now);
    if (!isnan(row->best.values) && row->best.values != row->now.values) {
        benchan_text_printf(text, "  cheapest, with %.0f %s a process:\n", row->best.values,
                            row->best.values > 1 ? "values" : "value");
        write_size(text, draw, row, &row->best);
    }
    benchan_text_printf(text, "  (Lehr's rule, 16 (CV / effect)^2: %.0f)\n", ceil(row->lehr));
}

void benchan_report_plan(const struct benchan_plan *plan, struct benchan_text *text)
{
    benchan_text_printf(text, "To tell an effect of %.4g %% at alpha %.4g", 100 * plan->effect,
                        plan->alpha);
    if (plan->k > 1)
        benchan_text_printf(text, " over %zu variants", plan->k);
    benchan_text_string(text, ". Costs are for both arms and an A/A arm.\n");
    for (size_t i = 0; i < plan->n_series; i++)
        write_series(text, &plan->series[i]);
}
