/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one sentence the data allow. */
#include <math.h>

#include "benchan/verdict.h"
#include "formats/model/units.h"

/* 2.96 -> "2.96 times", 1.052 -> "5.2 %". */
static void say_size(double ratio, struct benchan_text *text)
{
    if (ratio >= 2)
        benchan_text_printf(text, "%.3g times", ratio);
    else if (100 * (ratio - 1) < 0.995)
        benchan_text_printf(text, "%.2g %%", 100 * (ratio - 1));
    else
        benchan_text_printf(text, "%.3g %%", 100 * (ratio - 1));
}

/* "take 22.9 % less time", "take 3.3 times as long", "read 4 % more". */
static void say_change(const struct benchan_comparison *row, struct benchan_text *text)
{
    const double ratio = row->ratio.estimate;
    const bool time = row->quantity == BENCHAN_TIME;
    benchan_text_string(text, time ? "take " : "read ");
    if (ratio >= 2)
        benchan_text_printf(text, "%.4g times as %s", ratio, time ? "long" : "much");
    else
        benchan_text_printf(text, "%.3g %% %s%s", 100 * fabs(ratio - 1),
                            ratio > 1 ? "more" : "less", time ? " time" : "");
}

static void say_arm(const struct benchan_comparison *row, bool candidate,
                    struct benchan_text *text)
{
    struct benchan_labels labels;
    benchan_labels_of(row, &labels);
    benchan_label_words(&labels, candidate, text);
}

/* A role, unlike a name, has a capital letter at the head of a sentence. */
static void begin_with_candidate(const struct benchan_comparison *row,
                                 struct benchan_text *text)
{
    struct benchan_labels labels;
    benchan_labels_of(row, &labels);
    benchan_text_string(text, labels.roles ? "The candidate" : labels.candidate);
}

static void say_difference(const struct benchan_comparison *row, struct benchan_text *text)
{
    begin_with_candidate(row, text);
    benchan_text_string(text, " was measured to ");
    say_change(row, text);
    benchan_text_string(text, row->ratio.estimate >= 2 ? " as " : " than ");
    say_arm(row, false, text);
    benchan_text_printf(
        text, ": a ratio of %.4g, with %.4g %% confidence between %.4g and %.4g.",
        row->ratio.estimate, 100 * row->ratio.confidence, row->ratio.low, row->ratio.high);
}

static void say_absolute(const struct benchan_comparison *row, struct benchan_text *text)
{
    begin_with_candidate(row, text);
    benchan_text_printf(text, " is %s by ", row->difference.estimate < 0 ? "lower" : "higher");
    benchan_text_value(text, fabs(row->difference.estimate), row->unit);
    benchan_text_printf(text, " %s%s.", row->unit, row->exact ? ", exactly" : "");
}

static void say_no_difference(const struct benchan_comparison *row, struct benchan_text *text)
{
    benchan_text_string(text, "No measurable difference");
    if (isnan(row->hides)) {
        benchan_text_string(text, ".");
        return;
    }
    benchan_text_string(text, "; a change of up to ");
    say_size(row->hides, text);
    benchan_text_string(text, row->hides >= 2 ? " the value could hide." : " could hide.");
}

static void say_exact(const struct benchan_comparison *row, struct benchan_text *text)
{
    const double a = row->baseline.samples.median;
    const double b = row->candidate.samples.median;
    if (row->finding == BENCHAN_SAME) {
        benchan_text_string(text, "Exactly the same on both sides: ");
        benchan_text_value(text, a, row->unit);
        benchan_text_printf(text, " %s.", row->unit);
        return;
    }
    benchan_text_string(text, "Exactly ");
    benchan_text_value(text, a, row->unit);
    benchan_text_printf(text, " %s in ", row->unit);
    say_arm(row, false, text);
    benchan_text_string(text, " and ");
    benchan_text_value(text, b, row->unit);
    benchan_text_string(text, " in ");
    say_arm(row, true, text);
    benchan_text_string(text, ".");
}

static void say_lean(const struct benchan_comparison *row, struct benchan_text *text)
{
    if (!row->lean) {
        benchan_text_string(text, "It shows no clear direction");
    } else if (isnan(row->ratio.estimate)) {
        benchan_text_printf(text, "It looks %s", row->lean > 0 ? "higher" : "lower");
    } else {
        benchan_text_string(text, "It seems to ");
        say_change(row, text);
    }
}

static void say_undecided(const struct benchan_comparison *row, struct benchan_text *text)
{
    say_lean(row, text);
    const char *to_say = row->lean ? "so" : "more";
    if (row->verdict == BENCHAN_INADMISSIBLE)
        benchan_text_printf(text, "; it was not measured well enough to say %s.", to_say);
    else if (row->verdict == BENCHAN_INCOMPLETE)
        benchan_text_printf(text, "; the files do not show enough to say %s.", to_say);
    else if (row->lean)
        benchan_text_string(text, ", but not surely by as much as was asked.");
    else
        benchan_text_string(text, "; it could hide as much as was asked.");
}

void benchan_sentence(const struct benchan_comparison *row, struct benchan_text *text)
{
    if (row->derived) {
        benchan_text_string(text,
                            "Computed from another unit of the same rows: shown, not judged.");
        return;
    }
    switch (row->finding) {
    case BENCHAN_UNDECIDED:
        say_undecided(row, text);
        break;
    case BENCHAN_NO_DIFFERENCE:
        say_no_difference(row, text);
        break;
    case BENCHAN_EQUIVALENT:
        benchan_text_printf(text,
                            "Equivalent: with %.4g %% confidence between %.4g and %.4g times ",
                            100 * row->ratio.confidence, row->ratio.low, row->ratio.high);
        say_arm(row, false, text);
        benchan_text_string(text, ", inside what was asked.");
        break;
    default:
        if (row->exact)
            say_exact(row, text);
        else if (isnan(row->ratio.estimate))
            say_absolute(row, text);
        else
            say_difference(row, text);
    }
}
