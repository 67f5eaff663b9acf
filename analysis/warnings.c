/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a reader should know beside the verdict: collected as data, put into words here. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/judge.h"
#include "analysis/variants.h"

struct list {
    struct benchan_warning *items;
    size_t n, capacity;
    bool failed;
};

static void add(struct list *list, struct benchan_warning warning)
{
    if (list->n == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 16;
        struct benchan_warning *items = realloc(list->items, capacity * sizeof *items);
        if (!items) {
            list->failed = true;
            return;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->n++] = warning;
}

static void warn_of_warmup(const struct benchan_comparison *c, size_t i, struct list *list)
{
    const struct benchan_series_summary *arm[2] = {&c->baseline, &c->candidate};
    for (size_t k = 0; k < 2; k++)
        if (arm[k]->warmup_p <= 0.01 && fabs(arm[k]->warmup_shift) > log(1.01))
            add(list, (struct benchan_warning){BENCHAN_WARN_MISSING_WARMUP,
                                               i,
                                               {(double)k, exp(arm[k]->warmup_shift)},
                                               NULL});
}

static void warn_of_short(const struct benchan_comparison *c, size_t i, struct list *list)
{
    const size_t left_out = c->baseline.short_processes + c->candidate.short_processes;
    if (left_out)
        add(list, (struct benchan_warning){BENCHAN_WARN_SHORT_PROCESSES,
                                           i,
                                           {(double)left_out, c->baseline.first_values},
                                           NULL});
}

/* Did an allocation count of the same benchmark change while its time is judged? */
static void warn_of_allocations(const struct benchan_verdict *verdict, size_t i,
                                struct list *list)
{
    const struct benchan_comparison *c = &verdict->comparisons[i];
    if (c->quantity != BENCHAN_COUNT || !strstr(c->unit, "alloc") ||
        c->difference.estimate == 0 || c->ratio.estimate == 1)
        return;
    if (!c->exact && c->finding != BENCHAN_LOWER && c->finding != BENCHAN_HIGHER)
        return;
    /* Said once for all benchmarks: number[0] counts those beside the first. */
    for (size_t w = 0; w < list->n; w++)
        if (list->items[w].code == BENCHAN_WARN_ALLOCATIONS_CHANGED) {
            list->items[w].number[0]++;
            return;
        }
    add(list, (struct benchan_warning){BENCHAN_WARN_ALLOCATIONS_CHANGED, i, {0}, NULL});
}

/* Units said already: what holds for a unit is said once, not for each row. */
struct units {
    const char *names[32];
    size_t n;
};

static bool is_new(struct units *units, const char *unit)
{
    for (size_t i = 0; i < units->n; i++)
        if (strcmp(units->names[i], unit) == 0)
            return false;
    if (units->n == sizeof units->names / sizeof units->names[0])
        return false;
    units->names[units->n++] = unit;
    return true;
}

static bool already_said(const struct list *list, const char *key)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->items[i].code == BENCHAN_WARN_POOLED && strcmp(list->items[i].text, key) == 0)
            return true;
    return false;
}

/* Variants inside an arm that nobody told apart: said once a label. */
static void warn_of_pooled(const struct row_input *input, size_t i, struct list *list)
{
    for (size_t k = 0; k < 2; k++) {
        const char *key = variants_key(input->refs[k], input->n_refs[k]);
        if (key && !already_said(list, key))
            add(list, (struct benchan_warning){BENCHAN_WARN_POOLED, i, {0}, key});
    }
}

static void warn_of_rows(const struct judgement *judgement, struct list *list)
{
    struct units units = {0};
    const struct benchan_verdict *verdict = judgement->verdict;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *c = &verdict->comparisons[i];
        const struct row_evidence *evidence = &judgement->rows[i].evidence;
        if (c->derived)
            continue;
        warn_of_warmup(c, i, list);
        warn_of_pooled(&judgement->rows[i].input, i, list);
        warn_of_short(c, i, list);
        warn_of_allocations(verdict, i, list);
        if (evidence->sign_flips && c->lean)
            add(list, (struct benchan_warning){BENCHAN_WARN_SIGN_FLIP, i, {0}, NULL});
        if (c->replication)
            add(list, (struct benchan_warning){BENCHAN_WARN_REPLICATION,
                                               i,
                                               {c->replication, c->replicate.estimate,
                                                c->replicate.low, c->replicate.high},
                                               NULL});
        if (evidence->round_broken)
            add(list, (struct benchan_warning){BENCHAN_WARN_ROUND_BROKEN, i, {0}, NULL});
        if (c->better == BENCHAN_BETTER_UNKNOWN && c->quantity == BENCHAN_OTHER && !c->exact &&
            is_new(&units, c->unit))
            add(list, (struct benchan_warning){
                          BENCHAN_WARN_DIRECTION_UNKNOWN, SIZE_MAX, {0}, c->unit});
    }
}

static const char *capture_path(const struct benchan_verdict *verdict,
                                const struct benchan_warning *warning)
{
    const size_t i = (size_t)warning->number[0];
    return i < verdict->n_captures ? verdict->captures[i].capture->path : "";
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Two arms of one file bring the file's notes twice. */
static bool said(const struct benchan_verdict *verdict, const struct list *list,
                 const struct benchan_warning *warning)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct benchan_warning *other = &list->items[i];
        if (other->code == warning->code && other->number[1] == warning->number[1] &&
            same_text(other->text, warning->text) &&
            strcmp(capture_path(verdict, other), capture_path(verdict, warning)) == 0)
            return true;
    }
    return false;
}

static void warn_of_captures(const struct benchan_verdict *verdict, struct list *list)
{
    for (size_t i = 0; i < verdict->n_captures; i++) {
        const struct benchan_capture *capture = verdict->captures[i].capture;
        for (size_t k = 0; k < capture->n_notes; k++) {
            const struct benchan_note *note = &capture->notes[k];
            struct benchan_warning warning = {
                0, SIZE_MAX, {(double)i, (double)note->line}, note->text};
            if (note->code == BENCHAN_NOTE_UNTERMINATED)
                warning.code = BENCHAN_WARN_UNTERMINATED;
            else if (note->code == BENCHAN_NOTE_PARTIAL)
                warning.code = BENCHAN_WARN_PARTIAL;
            else if (note->code == BENCHAN_NOTE_SUFFIX)
                warning.code = BENCHAN_WARN_SUFFIX;
            else if (note->code == BENCHAN_NOTE_PRODUCER)
                warning.code = BENCHAN_WARN_PRODUCER;
            if (warning.code && !said(verdict, list, &warning))
                add(list, warning);
        }
        if (capture->summary_only)
            add(list, (struct benchan_warning){
                          BENCHAN_WARN_SUMMARY_ONLY, SIZE_MAX, {(double)i}, capture->path});
    }
}

static void warn_of_suite(const struct judgement *judgement, struct list *list)
{
    const struct benchan_verdict *verdict = judgement->verdict;
    for (size_t i = 0; judgement->suite_rows > 1 && i < verdict->n_contrasts; i++) {
        const struct contrast_flags *flags = &judgement->flags[i];
        if (flags->raised)
            add(list,
                (struct benchan_warning){
                    BENCHAN_WARN_CHANCE_FLAGS,
                    SIZE_MAX,
                    {(double)flags->judged, suite_chance_flags(flags->judged),
                     (double)flags->raised, flags->all},
                    verdict->n_contrasts > 1 ? judgement->input->candidates[i].name : NULL});
    }
    if (verdict->k > 1 && !judgement->input->replicate)
        add(list, (struct benchan_warning){
                      BENCHAN_WARN_WINNER, SIZE_MAX, {(double)verdict->k}, NULL});
    if (judgement->options.look > 1)
        add(list,
            (struct benchan_warning){
                BENCHAN_WARN_SECOND_LOOK, SIZE_MAX, {(double)judgement->options.look}, NULL});
    for (size_t i = 0; i < verdict->n_contrasts; i++) {
        const struct benchan_contrast *contrast = &verdict->contrasts[i];
        if (contrast->used_captures[0] < contrast->given_captures[0])
            add(list, (struct benchan_warning){BENCHAN_WARN_CAPTURES_LEFT_OUT,
                                               SIZE_MAX,
                                               {(double)contrast->used_captures[0],
                                                (double)contrast->given_captures[0]},
                                               NULL});
    }
}

enum benchan_status warnings_collect(struct judgement *judgement, struct benchan_error *error)
{
    struct list list = {0};
    warn_of_captures(judgement->verdict, &list);
    warn_of_suite(judgement, &list);
    warn_of_rows(judgement, &list);
    judgement->verdict->warnings = list.items;
    judgement->verdict->n_warnings = list.n;
    return list.failed ? benchan_fail_memory(error) : BENCHAN_OK;
}

static const char *row_name(const struct benchan_verdict *verdict,
                            const struct benchan_warning *warning)
{
    return warning->comparison < verdict->n_comparisons
               ? verdict->comparisons[warning->comparison].benchmark
               : "";
}

static void chance_words(const struct benchan_warning *warning, struct benchan_text *text)
{
    const bool one = warning->number[2] == 1;
    if (warning->text)
        benchan_text_printf(text, "%s: ", warning->text);
    benchan_text_printf(
        text, "of %.0f rows chance alone would flag about %.2g for drift; %.0f %s",
        warning->number[0], warning->number[1], warning->number[2], one ? "is" : "are");
    if (warning->number[3] != 0)
        benchan_text_string(text, ", more than chance allows: all of them fail");
    else
        benchan_text_printf(text, ": measure %s again before believing %s",
                            one ? "that one" : "those", one ? "it" : "them");
}

static void replication_words(const struct benchan_verdict *verdict,
                              const struct benchan_warning *warning, struct benchan_text *text)
{
    const double *number = warning->number;
    benchan_text_printf(text, "%s: ", row_name(verdict, warning));
    if (number[0] == BENCHAN_REPLICATED)
        benchan_text_string(text, "replicated: a second measurement finds the same");
    else if (number[0] == BENCHAN_NOT_REPLICATED)
        benchan_text_string(text, "NOT REPLICATED: a second measurement does not find it");
    else
        benchan_text_string(text, "the second measurement is not admissible by itself");
    if (!isnan(number[1]))
        benchan_text_printf(text, " (ratio %.4g, interval %.4g to %.4g)", number[1], number[2],
                            number[3]);
}

static void warmup_words(const struct benchan_verdict *verdict,
                         const struct benchan_warning *warning, struct benchan_text *text)
{
    struct benchan_labels labels = {"baseline", "candidate", true};
    if (warning->comparison < verdict->n_comparisons)
        benchan_labels_of(&verdict->comparisons[warning->comparison], &labels);
    benchan_text_printf(text,
                        "%s: the first value of each %s process is %.1f %% %s than its later "
                        "ones; warm-up may be missing",
                        row_name(verdict, warning),
                        warning->number[0] == 0 ? labels.baseline : labels.candidate,
                        100 * fabs(warning->number[1] - 1),
                        warning->number[1] > 1 ? "higher" : "lower");
}

void benchan_warning_words(const struct benchan_verdict *verdict,
                           const struct benchan_warning *warning, struct benchan_text *text)
{
    const double *number = warning->number;
    switch (warning->code) {
    case BENCHAN_WARN_MISSING_WARMUP:
        warmup_words(verdict, warning, text);
        break;
    case BENCHAN_WARN_SIGN_FLIP:
        benchan_text_printf(
            text,
            "%s: the difference changes its sign between sessions; it is layout "
            "or session noise",
            row_name(verdict, warning));
        break;
    case BENCHAN_WARN_CHANCE_FLAGS:
        chance_words(warning, text);
        break;
    case BENCHAN_WARN_ALLOCATIONS_CHANGED:
        benchan_text_string(text, row_name(verdict, warning));
        if (number[0] > 0)
            benchan_text_printf(text, " and %.0f more", number[0]);
        benchan_text_string(text, ": this change touches allocation: a benchmark of one "
                                  "function cannot settle it; look at production");
        break;
    case BENCHAN_WARN_SHORT_PROCESSES:
        benchan_text_printf(text,
                            "%s: %.0f %s left out for too few values; of the others the first "
                            "%.0f count",
                            row_name(verdict, warning), number[0],
                            number[0] == 1 ? "process" : "processes", number[1]);
        break;
    case BENCHAN_WARN_UNTERMINATED:
        benchan_text_printf(text, "%s: no newline after the last record; it may have been cut",
                            capture_path(verdict, warning));
        break;
    case BENCHAN_WARN_PARTIAL:
        benchan_text_printf(text, "%s: read in part; the file ends inside a record",
                            capture_path(verdict, warning));
        break;
    case BENCHAN_WARN_WINNER:
        benchan_text_printf(
            text,
            "%.0f variants were tried: measure the winner once more, alone, and "
            "give that with --replicate",
            number[0]);
        break;
    case BENCHAN_WARN_ROUND_BROKEN:
        benchan_text_printf(text,
                            "%s: a lost process breaks the rounds; compared without pairing",
                            row_name(verdict, warning));
        break;
    case BENCHAN_WARN_CAPTURES_LEFT_OUT:
        benchan_text_printf(text,
                            "%.0f of %.0f baseline captures used; the others are of "
                            "another machine",
                            number[0], number[1]);
        break;
    case BENCHAN_WARN_SECOND_LOOK:
        benchan_text_printf(text, "this is look %.0f at the data; each look spends alpha",
                            number[0]);
        break;
    case BENCHAN_WARN_REPLICATION:
        replication_words(verdict, warning, text);
        break;
    case BENCHAN_WARN_POOLED:
        benchan_text_printf(text,
                            "%s: values of several variants of `%s` lie in one arm; tell them "
                            "apart with --by %s",
                            row_name(verdict, warning), warning->text, warning->text);
        break;
    case BENCHAN_WARN_SUFFIX:
    case BENCHAN_WARN_PRODUCER:
        benchan_text_printf(text, "%s: %s", capture_path(verdict, warning), warning->text);
        break;
    case BENCHAN_WARN_DIRECTION_UNKNOWN:
        benchan_text_printf(text,
                            "whether more %s is better is not known; say it with --better",
                            warning->text);
        break;
    case BENCHAN_WARN_SAME_CONTENT:
        benchan_text_printf(text, "%s: the same content was given twice",
                            capture_path(verdict, warning));
        break;
    case BENCHAN_WARN_SUMMARY_ONLY:
        benchan_text_printf(text, "%s: a summary without samples carries no claim",
                            capture_path(verdict, warning));
        break;
    }
}
