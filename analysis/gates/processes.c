/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/gates/gate.h"

enum { UNKNOWN_PROCESSES = 1, COUNTED, SESSIONS, TOO_FEW_VALUES };

static void judge_sessions(const struct gate_context *context,
                           struct benchan_gate_result *result)
{
    const double sessions = (double)context->row->design.captures[0];
    result->evidence = (struct benchan_evidence){
        SESSIONS, {sessions, (double)context->row->design.captures[1]}, {NULL}};
    if (sessions < 5)
        result->status = BENCHAN_GATE_FAIL;
    else if (sessions < 10)
        result->status = BENCHAN_GATE_WEAK;
}

static size_t fewest_values(const struct benchan_comparison *row)
{
    return row->baseline.n < row->candidate.n ? row->baseline.n : row->candidate.n;
}

/* Values of each process on the side that has fewer of those. */
static double values_of_each(const struct gate_context *context)
{
    const size_t *units = context->evidence->units;
    const int arm = units[1] < units[0];
    const size_t n = arm ? context->row->candidate.n : context->row->baseline.n;
    return (double)n / fmax(1, (double)units[arm]);
}

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct row_evidence *evidence = context->evidence;
    result->binds = true;
    if (context->row->design.level == BENCHAN_LEVEL_SESSION && evidence->t_path) {
        judge_sessions(context, result);
        return;
    }
    const double draws = (double)(evidence->draws[0] < evidence->draws[1] ? evidence->draws[0]
                                                                          : evidence->draws[1]);
    const double units = (double)(evidence->units[0] < evidence->units[1] ? evidence->units[0]
                                                                          : evidence->units[1]);
    result->evidence = (struct benchan_evidence){
        COUNTED,
        {(double)evidence->units[0], (double)evidence->units[1], (double)evidence->draws[0],
         (double)evidence->draws[1], (double)evidence->least_n, values_of_each(context)},
        {benchan_level_name(context->row->design.level)}};
    if (!evidence->processes_known) {
        /* However the values fall into processes, there are no more of those. */
        const bool too_few = fewest_values(context->row) < LEAST_DRAWS;
        result->status = too_few ? BENCHAN_GATE_FAIL : BENCHAN_GATE_UNKNOWN;
        result->evidence.code = too_few ? TOO_FEW_VALUES : UNKNOWN_PROCESSES;
        result->evidence.number[0] = (double)fewest_values(context->row);
    } else if (units < LEAST_DRAWS ||
               (!evidence->t_path && draws < (double)evidence->least_n)) {
        result->status = BENCHAN_GATE_FAIL;
    } else if (units < 10 || draws < 10) {
        result->status = BENCHAN_GATE_WEAK;
    }
}

static void explain_single(double values, struct benchan_text *text)
{
    if (values <= 1)
        benchan_text_string(text, ", with one value: nothing shows how far it would spread");
    else
        benchan_text_printf(text,
                            ": repetitions in one process share its memory layout and its "
                            "core, so %.0f of them count once",
                            values);
}

static void explain_count(const struct benchan_gate_result *result, struct benchan_text *text)
{
    const double *number = result->evidence.number;
    if (number[0] == number[1])
        benchan_text_printf(text, "%.0f a side", number[0]);
    else
        benchan_text_printf(text, "%.0f and %.0f", number[0], number[1]);
    if (number[0] <= 1 || number[1] <= 1)
        explain_single(number[5], text);
    else if (number[2] < number[4] || number[3] < number[4])
        benchan_text_printf(text, ": this comparison needs at least %.0f %s draws a side",
                            number[4], result->evidence.text[0]);
    else if (result->status == BENCHAN_GATE_FAIL)
        benchan_text_string(text, ": fewer than 6 cannot show chance from change");
    else if (result->status == BENCHAN_GATE_WEAK)
        benchan_text_string(text, ": enough to judge, few enough to be wide; 20 is good");
}

static void explain_sessions(const struct benchan_comparison *row, const double *number,
                             struct benchan_text *text)
{
    for (int arm = 0; arm < 2; arm++) {
        benchan_text_printf(text, "%s%.0f %s of ", arm ? ", " : "", number[arm],
                            number[arm] == 1 ? "session" : "sessions");
        gate_arm_said(row, arm, text);
    }
    if (number[0] < 5) {
        benchan_text_string(text, ": 5 are the least of ");
        gate_arm_said(row, 0, text);
    }
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    if (result->evidence.code == UNKNOWN_PROCESSES)
        benchan_text_string(text, "the files do not say which values share a process");
    else if (result->evidence.code == TOO_FEW_VALUES)
        benchan_text_printf(text,
                            "the files do not say which values share a process, but %.0f %s "
                            "a side cannot come from the 6 that are the least",
                            result->evidence.number[0],
                            result->evidence.number[0] == 1 ? "value" : "values");
    else if (result->evidence.code == SESSIONS)
        explain_sessions(row, result->evidence.number, text);
    else
        explain_count(result, text);
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    if (result->evidence.code == UNKNOWN_PROCESSES)
        benchan_text_string(text, "add a column `process`, or state it with --process "
                                  "file|sample");
    else if (result->evidence.code == SESSIONS)
        benchan_text_string(text,
                            "keep more captures of the baseline: --baseline FILE for each");
    else
        benchan_text_string(text, "20 fresh processes a side, shuffled, with an A/A arm");
}

const struct gate gate_processes = {
    .shown = {"processes", "fresh processes", BENCHAN_GATE_STRUCTURE,
              "Were there enough independent processes on each side?",
              "The number of processes with values on each side, and of draws at the level the "
              "arms were measured apart at.",
              "Fails below 6 processes, or below the draws the interval needs at this alpha. "
              "Weak below 10. Unknown (and binding) where the file does not tell processes "
              "apart and holds 6 values or more a side. Over several sessions: fails below 5 "
              "baseline sessions, weak below 10.",
              "Kalibera and Jones (2013), Rigorous benchmarking in reasonable time; Mytkowicz "
              "et al. (2009), Producing wrong data without doing anything obviously wrong.",
              "Run each repetition in a fresh process: 20 a side. `benchan recipe go` writes "
              "the script."},
    .mend_kind = BENCHAN_MEND_REMEASURE,
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
