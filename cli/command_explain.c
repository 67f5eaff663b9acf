/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "benchan/text.h"
#include "benchan/verdict.h"
#include "cli/commands.h"
#include "cli/suggest.h"
#include "cli/wrap.h"

static const char *kind_title(enum benchan_gate_kind kind)
{
    switch (kind) {
    case BENCHAN_GATE_STRUCTURE:
        return "How it was measured (judged once for a pair of captures)";
    case BENCHAN_GATE_DATA:
        return "What the samples look like (judged for each row)";
    case BENCHAN_GATE_VOUCHED:
        return "On the author's word (files can rarely show it)";
    case BENCHAN_GATE_RESULT:
        break;
    }
    return "What settles the finding (never the verdict)";
}

static void explain_all(const struct job *job)
{
    static const enum benchan_gate_kind kinds[] = {BENCHAN_GATE_STRUCTURE, BENCHAN_GATE_DATA,
                                                   BENCHAN_GATE_VOUCHED, BENCHAN_GATE_RESULT};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        benchan_text_printf(job->out, "%s%s:\n", k ? "\n" : "", kind_title(kinds[k]));
        for (size_t i = 0; i < benchan_gate_count(); i++) {
            const struct benchan_gate *gate = benchan_gate_at(i);
            char left[32];
            if (gate->kind != kinds[k])
                continue;
            benchan_snprintf(left, sizeof left, "  %-14s ", gate->name);
            wrap_hanging(job->out, left, gate->question, job->surroundings->width);
        }
    }
    benchan_text_string(job->out,
                        "\nbenchan explain GATE says what a gate looks at, when it fails,\n"
                        "and how to mend it.\n");
}

static void explain_one(const struct job *job, const struct benchan_gate *gate)
{
    const size_t width = job->surroundings->width;
    benchan_text_printf(job->out, "%s: %s\n\n", gate->name, gate->label);
    wrap_hanging(job->out, "asks       ", gate->question, width);
    wrap_hanging(job->out, "looks at   ", gate->evidence, width);
    wrap_hanging(job->out, "threshold  ", gate->threshold, width);
    wrap_hanging(job->out, "source     ", gate->source, width);
    wrap_hanging(job->out, "to mend    ", gate->mend, width);
}

static enum benchan_status unknown_gate(struct job *job, const char *name)
{
    char mend[128] = "benchan explain lists them";
    struct suggestion near = suggestion_begin(name);
    for (size_t i = 0; i < benchan_gate_count(); i++)
        suggestion_offer(&near, benchan_gate_at(i)->name);
    if (near.best)
        benchan_snprintf(mend, sizeof mend, "did you mean %s?", near.best);
    return benchan_fail(job->error, BENCHAN_BAD_USAGE, NULL, 0, 0, mend,
                        "there is no gate '%s'", name);
}

enum benchan_status command_explain(struct job *job)
{
    const struct list *operands = &job->settings->operands;
    if (!operands->n) {
        explain_all(job);
        return BENCHAN_OK;
    }
    const struct benchan_gate *gate = benchan_gate_find(operands->items[0]);
    if (!gate)
        return unknown_gate(job, operands->items[0]);
    explain_one(job, gate);
    return BENCHAN_OK;
}
