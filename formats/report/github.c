/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Workflow commands that become annotations. A step may show ten of a kind, so
 * that the worst ten are written, and then how many there are.
 */
#include "formats/report/formats.h"
#include "formats/report/outcome.h"
#include "formats/report/rows.h"
#include "formats/report/words.h"
#include "formats/text/escape.h"

enum { MOST_ANNOTATIONS = 10 };

/* '%' begins an escape; ':' and ',' end what stands before the message. */
static void escape_command(struct benchan_text *text, const char *string, bool property)
{
    struct benchan_text plain = {0};
    escape_terminal(&plain, string, false);
    for (size_t i = 0; i < plain.size; i++) {
        const char c = plain.data[i];
        if (c == '%' || (property && (c == ':' || c == ',')))
            benchan_text_printf(text, "%%%02X", (unsigned)(unsigned char)c);
        else
            benchan_text_bytes(text, &c, 1);
    }
    text->failed = text->failed || plain.failed;
    benchan_text_free(&plain);
}

static void escaped(struct benchan_text *text, struct benchan_text *words, bool property)
{
    escape_command(text, benchan_text_get(words), property);
    text->failed = text->failed || words->failed;
    benchan_text_free(words);
}

/* The first failing gate says why, in the room an annotation has. */
static void write_why(struct benchan_text *text, const struct benchan_comparison *row)
{
    for (size_t i = 0; i < row->n_gates; i++) {
        const struct benchan_gate_result *result = row->gates[i];
        const bool counts = result->status == BENCHAN_GATE_FAIL ||
                            (result->status == BENCHAN_GATE_UNKNOWN && result->binds);
        if (!counts || result->gate->kind == BENCHAN_GATE_RESULT)
            continue;
        struct benchan_text words = {0};
        benchan_gate_explain(row, result, &words);
        benchan_text_printf(text, "%%0A%s: ", result->gate->label);
        escaped(text, &words, false);
    }
}

static void write_annotation(struct benchan_text *text, const struct benchan_verdict *verdict,
                             const struct benchan_comparison *row)
{
    const char *reason = NULL;
    const bool fails = outcome_of(verdict, row, &reason) == OUTCOME_FAILS;
    struct benchan_text words = {0};
    benchan_text_printf(text, "::%s title=", fails ? "error" : "warning");
    benchan_text_printf(&words, "%s: ", reason);
    words_identity(&words, row);
    escaped(text, &words, true);
    benchan_text_string(text, "::");
    benchan_sentence(row, &words);
    escaped(text, &words, false);
    write_why(text, row);
    benchan_text_string(text, "\n");
}

/* Failing rows first, then doubtful ones; returns how many were not written. */
static size_t write_rows(struct benchan_text *text, const struct benchan_verdict *verdict,
                         enum outcome wanted, size_t *written)
{
    size_t left = 0;
    for (size_t contrast = 0; contrast < verdict->n_contrasts; contrast++) {
        struct rows rows;
        if (!rows_of(verdict, contrast, true, &rows)) {
            text->failed = true;
            return left;
        }
        for (size_t i = 0; i < rows.n; i++) {
            const char *reason = NULL;
            const struct benchan_comparison *row = &verdict->comparisons[rows.index[i]];
            if (outcome_of(verdict, row, &reason) != wanted)
                continue;
            if (*written < MOST_ANNOTATIONS) {
                write_annotation(text, verdict, row);
                ++*written;
            } else {
                left++;
            }
        }
        rows_free(&rows);
    }
    return left;
}

void report_github_verdict(const struct benchan_verdict *verdict,
                           const struct benchan_report_options *options,
                           struct benchan_text *text)
{
    (void)options;
    size_t written = 0;
    size_t left = write_rows(text, verdict, OUTCOME_FAILS, &written);
    left += write_rows(text, verdict, OUTCOME_DOUBTFUL, &written);
    struct benchan_text words = {0};
    words_summary(&words, verdict);
    if (left)
        benchan_text_printf(&words, "; %zu more without an annotation", left);
    if (verdict->tally.missing)
        benchan_text_printf(&words, "; %zu only in the baseline", verdict->tally.missing);
    if (verdict->claim.given) {
        benchan_text_string(&words, "; ");
        words_claim_result(&words, &verdict->claim);
    }
    benchan_text_printf(text,
                        "::%s title=benchan::", verdict->exit_status ? "error" : "notice");
    escaped(text, &words, false);
    benchan_text_string(text, "\n");
}

static void write_series(struct benchan_text *text,
                         const struct benchan_described_series *series)
{
    benchan_text_string(text, "::notice title=");
    escape_command(text, series->benchmark, true);
    benchan_text_string(text, "::");
    struct benchan_text words = {0};
    benchan_text_printf(&words, "%zu values of ", series->summary.n);
    benchan_text_string(&words, series->unit);
    benchan_text_string(&words, ", median ");
    words_value(&words, series->summary.samples.median, series->unit);
    escaped(text, &words, false);
    benchan_text_string(text, "\n");
}

void report_github_description(const struct benchan_description *description,
                               const struct benchan_report_options *options,
                               struct benchan_text *text)
{
    (void)options;
    const size_t shown =
        description->n_series < MOST_ANNOTATIONS ? description->n_series : MOST_ANNOTATIONS;
    for (size_t i = 0; i < shown; i++)
        write_series(text, &description->series[i]);
    struct benchan_text words = {0};
    benchan_text_printf(&words, "%zu series in %zu captures described", description->n_series,
                        description->n_captures);
    benchan_text_string(text, "::notice title=benchan::");
    escaped(text, &words, false);
    benchan_text_string(text, "\n");
}
