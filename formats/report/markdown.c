/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For a comment in a review: the verdict first, a table, the evidence folded
 * away. Hosts cut comments at 65,536 characters, so what does not fit is
 * counted instead.
 */
#include <math.h>
#include <string.h>

#include "formats/report/formats.h"
#include "formats/report/mends.h"
#include "formats/report/rows.h"
#include "formats/report/words.h"
#include "formats/text/escape.h"

enum { TABLE_BYTES = 36000, EVIDENCE_BYTES = 56000, TAIL_BYTES = 62000 };

/* A bot finds its own comment by this. */
static const char marker[] = "<!-- benchan-report -->\n";

/* Moves words into the report, escaped, and frees them. */
static void escaped(struct benchan_text *text, struct benchan_text *words)
{
    escape_markdown(text, benchan_text_get(words));
    text->failed = text->failed || words->failed;
    benchan_text_free(words);
}

/* Appends `piece` where the report stays within `limit` bytes, and frees it. */
static bool append_within(struct benchan_text *text, struct benchan_text *piece, size_t limit)
{
    const bool fits = text->size + piece->size <= limit;
    if (fits)
        benchan_text_string(text, benchan_text_get(piece));
    text->failed = text->failed || piece->failed;
    benchan_text_free(piece);
    return fits;
}

static enum benchan_admissibility worst(const struct benchan_tally *summary)
{
    if (summary->inadmissible)
        return BENCHAN_INADMISSIBLE;
    return summary->incomplete ? BENCHAN_INCOMPLETE : BENCHAN_ADMISSIBLE;
}

static void value_cell(struct benchan_text *text, double value, const char *unit)
{
    struct benchan_text words = {0};
    words_value(&words, value, unit);
    benchan_text_string(text, " ");
    escaped(text, &words);
    benchan_text_string(text, " |");
}

static void words_cell(struct benchan_text *text, const struct benchan_comparison *row,
                       void (*write)(struct benchan_text *, const struct benchan_comparison *))
{
    struct benchan_text words = {0};
    write(&words, row);
    benchan_text_string(text, " ");
    escaped(text, &words);
    benchan_text_string(text, " |");
}

static void table_row(struct benchan_text *text, const struct benchan_comparison *row)
{
    benchan_text_string(text, "| ");
    if (row->package && row->package[0]) {
        escape_markdown_name(text, row->package);
        benchan_text_string(text, " ");
    }
    escape_markdown_name(text, row->benchmark);
    benchan_text_string(text, " | ");
    escape_markdown_name(text, row->unit);
    benchan_text_string(text, " |");
    value_cell(text, row->baseline.samples.median, row->unit);
    value_cell(text, row->candidate.samples.median, row->unit);
    words_cell(text, row, words_row_change);
    words_cell(text, row, words_row_interval);
    words_cell(text, row, words_row_p);
    struct benchan_text finding = {0};
    benchan_text_string(&finding, row->derived ? "not judged" : words_finding(row));
    benchan_text_string(text, " ");
    escaped(text, &finding);
    benchan_text_printf(text, " | %s |\n", row->derived ? "" : words_verdict(row->verdict));
}

static void table_head(struct benchan_text *text, const struct benchan_comparison *first)
{
    struct benchan_labels labels;
    benchan_labels_of(first, &labels);
    benchan_text_string(text, "\n| benchmark | unit | ");
    escape_markdown(text, labels.baseline);
    benchan_text_string(text, " | ");
    escape_markdown(text, labels.candidate);
    benchan_text_string(text, " | change | interval | p | finding | verdict |\n"
                              "|---|---|--:|--:|--:|:-:|--:|---|---|\n");
}

static void table(struct benchan_text *text, const struct benchan_verdict *verdict,
                  const struct rows *rows)
{
    if (rows->n)
        table_head(text, &verdict->comparisons[rows->index[0]]);
    size_t shown = 0;
    for (; shown < rows->n; shown++) {
        struct benchan_text row = {0};
        table_row(&row, &verdict->comparisons[rows->index[shown]]);
        if (!append_within(text, &row, TABLE_BYTES))
            break;
    }
    if (shown < rows->n)
        benchan_text_printf(text, "\n%zu more rows did not fit.\n", rows->n - shown);
    if (rows->same)
        benchan_text_printf(text, "\n%zu more rows are exactly the same on both sides.\n",
                            rows->same);
}

static void gate_line(struct benchan_text *text, const struct benchan_comparison *row,
                      const struct benchan_gate_result *result)
{
    struct benchan_text words = {0};
    benchan_gate_explain(row, result, &words);
    benchan_text_printf(text, "- **%s** %s: ", benchan_gate_status_name(result->status),
                        result->gate->label);
    escaped(text, &words);
    benchan_text_string(text, "\n");
}

static bool worth_a_line(const struct benchan_gate_result *result)
{
    return result->status != BENCHAN_GATE_PASS &&
           result->status != BENCHAN_GATE_NOT_APPLICABLE &&
           result->gate->kind != BENCHAN_GATE_RESULT &&
           (result->status != BENCHAN_GATE_UNKNOWN || result->binds);
}

/* A row's copy may say otherwise: where the row's processes do, or its author vouches. */
static bool of_the_contrast(const struct benchan_contrast *contrast,
                            const struct benchan_gate_result *result)
{
    for (size_t i = 0; i < contrast->n_gates; i++)
        if (contrast->gates[i]->gate == result->gate &&
            contrast->gates[i]->status == result->status)
            return true;
    return false;
}

static void pair_evidence(struct benchan_text *text, const struct benchan_verdict *verdict,
                          size_t candidate, const struct benchan_comparison *first)
{
    const struct benchan_contrast *contrast = &verdict->contrasts[candidate];
    struct benchan_text words = {0};
    words_design(&words, first);
    words_departing(&words, verdict, candidate);
    escaped(text, &words);
    benchan_text_string(text, "\n\n");
    for (size_t i = 0; i < contrast->n_gates; i++)
        if (worth_a_line(contrast->gates[i]))
            gate_line(text, first, contrast->gates[i]);
}

static void row_evidence(struct benchan_text *text, const struct benchan_contrast *contrast,
                         const struct benchan_comparison *row)
{
    size_t lines = 0;
    for (size_t i = 0; i < row->n_gates; i++) {
        if (!worth_a_line(row->gates[i]) || of_the_contrast(contrast, row->gates[i]))
            continue;
        if (lines++ == 0) {
            benchan_text_string(text, "\n");
            escape_markdown_name(text, row->benchmark);
            benchan_text_string(text, " ");
            escape_markdown_name(text, row->unit);
            benchan_text_string(text, "\n\n");
        }
        gate_line(text, row, row->gates[i]);
    }
}

static void evidence(struct benchan_text *text, const struct benchan_verdict *verdict,
                     size_t candidate, const struct rows *rows)
{
    const struct benchan_comparison *first = rows_first(verdict, candidate);
    const struct benchan_contrast *contrast = &verdict->contrasts[candidate];
    if (!first)
        return;
    benchan_text_string(text, "\n<details><summary>How it was measured</summary>\n\n");
    struct benchan_text piece = {0};
    pair_evidence(&piece, verdict, candidate, first);
    size_t dropped = append_within(text, &piece, EVIDENCE_BYTES) ? 0 : 1;
    for (size_t i = 0; i < rows->n; i++) {
        row_evidence(&piece, contrast, &verdict->comparisons[rows->index[i]]);
        dropped += !append_within(text, &piece, EVIDENCE_BYTES);
    }
    if (dropped)
        benchan_text_printf(text, "\nThe evidence of %zu rows did not fit.\n", dropped);
    benchan_text_string(text, "\n</details>\n");
}

static void bullet(struct benchan_text *text, struct benchan_text *words, size_t *dropped)
{
    struct benchan_text line = {0};
    benchan_text_string(&line, "- ");
    escaped(&line, words);
    benchan_text_string(&line, "\n");
    *dropped += !append_within(text, &line, TAIL_BYTES);
}

static void tail(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    size_t dropped = 0;
    benchan_text_string(text, "\n");
    for (size_t i = 0; i < verdict->n_contrasts; i++) {
        struct benchan_text words = {0};
        words_geomean(&words, &verdict->contrasts[i]);
        if (words.size)
            bullet(text, &words, &dropped);
        benchan_text_free(&words);
    }
    for (size_t i = 0; i < verdict->n_unmatched; i++) {
        struct benchan_text words = {0};
        words_unmatched(&words, verdict, &verdict->unmatched[i]);
        bullet(text, &words, &dropped);
    }
    for (size_t i = 0; i < verdict->n_warnings; i++) {
        struct benchan_text words = {0};
        benchan_warning_words(verdict, &verdict->warnings[i], &words);
        bullet(text, &words, &dropped);
    }
    if (dropped)
        benchan_text_printf(text, "- and %zu more remarks that did not fit\n", dropped);
}

/* What would make it admissible, a command in a block of its own. */
static void mend_item(struct benchan_text *text, const char *mend)
{
    while (*mend) {
        const size_t n = strcspn(mend, "\n");
        const size_t blanks = strspn(mend, " ");
        struct benchan_text line = {0};
        benchan_text_bytes(&line, mend + blanks, n - blanks);
        if (blanks)
            benchan_text_printf(text, "\n      %s\n", benchan_text_get(&line));
        else
            benchan_text_string(text, "- ");
        if (!blanks)
            escape_markdown(text, benchan_text_get(&line));
        benchan_text_string(text, "\n");
        text->failed = text->failed || line.failed;
        benchan_text_free(&line);
        mend += n + (mend[n] == '\n');
    }
}

static void mend_list(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    struct mends mends;
    struct benchan_text piece = {0};
    mends_of_verdict(&mends, verdict);
    if (mends.n)
        benchan_text_string(&piece, "\nTo mend it:\n\n");
    for (size_t i = 0; i < mends.n; i++)
        mend_item(&piece, mends.text[i].data);
    piece.failed = piece.failed || mends.failed;
    mends_free(&mends);
    append_within(text, &piece, TAIL_BYTES);
}

static void headline(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    struct benchan_text words = {0};
    const struct benchan_comparison *only = rows_only(verdict);
    if (only) {
        words_verdict_full(&words, only);
        benchan_text_string(text, "### ");
        escaped(text, &words);
        benchan_text_string(text, "\n\n");
        benchan_sentence(only, &words);
    } else {
        benchan_text_printf(text, "### %s\n\n", words_verdict(worst(&verdict->tally)));
        words_summary(&words, verdict);
    }
    escaped(text, &words);
    benchan_text_string(text, "\n");
    if (!verdict->claim.given)
        return;
    struct benchan_text claim = {0};
    words_claim_result(&claim, &verdict->claim);
    benchan_text_string(text, "\n");
    escaped(text, &claim);
    benchan_text_string(text, "\n");
}

void report_markdown_verdict(const struct benchan_verdict *verdict,
                             const struct benchan_report_options *options,
                             struct benchan_text *text)
{
    const bool verbose = options && options->verbose;
    benchan_text_string(text, marker);
    headline(text, verdict);
    for (size_t i = 0; i < verdict->n_contrasts && !(options && options->quiet); i++) {
        struct rows rows;
        if (!rows_of(verdict, i, verbose || verdict->n_comparisons == 1, &rows)) {
            text->failed = true;
            return;
        }
        if (verdict->n_contrasts > 1 && text->size < TABLE_BYTES) {
            const struct benchan_comparison *first = rows_first(verdict, i);
            benchan_text_string(text, "\n#### ");
            escape_markdown_name(text, first && first->candidate.arm ? first->candidate.arm
                                                                     : "candidate");
            benchan_text_string(text, "\n");
        }
        if (text->size < TABLE_BYTES)
            table(text, verdict, &rows);
        if (text->size < EVIDENCE_BYTES)
            evidence(text, verdict, i, &rows);
        rows_free(&rows);
    }
    if (!(options && options->quiet))
        mend_list(text, verdict);
    tail(text, verdict);
}

static void description_row(struct benchan_text *text,
                            const struct benchan_described_series *series)
{
    const struct benchan_location_scale *stats = &series->summary.samples;
    benchan_text_string(text, "| ");
    escape_markdown_name(text, series->benchmark);
    benchan_text_string(text, " | ");
    escape_markdown_name(text, series->unit);
    benchan_text_printf(text, " | %zu |", series->summary.n);
    if (series->summary.processes)
        benchan_text_printf(text, " %zu |", series->summary.processes);
    else
        benchan_text_string(text, " ? |");
    value_cell(text, stats->min, series->unit);
    value_cell(text, stats->median, series->unit);
    value_cell(text, stats->mean, series->unit);
    value_cell(text, stats->p90, series->unit);
    value_cell(text, stats->max, series->unit);
    benchan_text_string(text, " ");
    words_percent(text, stats->cv);
    benchan_text_printf(text, " %s |\n", words_cv(stats->cv));
}

void report_markdown_description(const struct benchan_description *description,
                                 const struct benchan_report_options *options,
                                 struct benchan_text *text)
{
    (void)options;
    benchan_text_string(text, marker);
    benchan_text_string(text, "| benchmark | unit | runs | processes | min | median | mean "
                              "| p90 | max | CV |\n"
                              "|---|---|--:|--:|--:|--:|--:|--:|--:|---|\n");
    size_t shown = 0;
    for (; shown < description->n_series; shown++) {
        struct benchan_text row = {0};
        description_row(&row, &description->series[shown]);
        if (!append_within(text, &row, TAIL_BYTES))
            break;
    }
    if (shown < description->n_series)
        benchan_text_printf(text, "\n%zu more series did not fit.\n",
                            description->n_series - shown);
}
