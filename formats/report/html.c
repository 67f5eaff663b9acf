/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One page that needs no network and runs no script: it can be attached to a
 * review, printed, and read without its pictures.
 */
#include <math.h>
#include <string.h>

#include "formats/report/formats.h"
#include "formats/report/html_plot.h"
#include "formats/report/mends.h"
#include "formats/report/rows.h"
#include "formats/report/words.h"
#include "formats/text/escape_markup.h"

/* Generated from formats/html. */
extern const unsigned char html_style[];
extern const size_t html_style_size;

enum { MOST_ROWS = 2000, MOST_DETAILS = 60 };

/* ------------------------------------------------------------------------ frame */

static void open_page(struct benchan_text *text, const char *title)
{
    benchan_text_string(
        text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" "
              "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>");
    escape_markup(text, title);
    benchan_text_string(text, "</title>\n<style>\n");
    benchan_text_bytes(text, (const char *)html_style, html_style_size);
    benchan_text_string(text, "</style>\n</head>\n<body>\n<main>\n");
}

static void close_page(struct benchan_text *text, const struct benchan_report_options *options)
{
    benchan_text_string(text, "<footer>benchan ");
    escape_markup(text, options && options->version ? options->version : "");
    benchan_text_string(text, "</footer>\n</main>\n</body>\n</html>\n");
}

/* Words that may hold names, as an element. */
static void element(struct benchan_text *text, const char *tag, struct benchan_text *words)
{
    benchan_text_printf(text, "<%s>", tag);
    escape_markup_words(text, words);
    benchan_text_printf(text, "</%s>\n", tag);
}

static void cell(struct benchan_text *text, const char *class, struct benchan_text *words)
{
    benchan_text_printf(text, "<td%s>", class);
    escape_markup_words(text, words);
    benchan_text_string(text, "</td>");
}

static void string_cell(struct benchan_text *text, const char *string)
{
    benchan_text_string(text, "<td>");
    escape_markup(text, string);
    benchan_text_string(text, "</td>");
}

static void value_cell(struct benchan_text *text, double value, const char *unit)
{
    struct benchan_text words = {0};
    words_value(&words, value, unit);
    cell(text, " class=\"n\"", &words);
}

static void captures(struct benchan_text *text, const struct benchan_capture_ref *refs,
                     size_t n)
{
    benchan_text_string(text, "<h2>Captures</h2>\n<div class=\"wide\"><table>\n<tr><th>arm</th>"
                              "<th>file</th><th>holds</th><th>machine</th></tr>\n");
    for (size_t i = 0; i < n; i++) {
        struct benchan_text holds = {0}, machine = {0};
        words_capture(&holds, refs[i].capture);
        words_machine(&machine, refs[i].capture);
        benchan_text_string(text, "<tr>");
        string_cell(text, refs[i].arm ? refs[i].arm : "");
        string_cell(text, refs[i].name ? refs[i].name : "");
        cell(text, "", &holds);
        cell(text, "", &machine);
        benchan_text_string(text, "</tr>\n");
    }
    benchan_text_string(text, "</table></div>\n");
}

/* -------------------------------------------------------------------- one row */

static const char *class_of(enum benchan_admissibility verdict)
{
    return benchan_admissibility_name(verdict);
}

static bool is_shown(const struct benchan_gate_result *result)
{
    return result->status != BENCHAN_GATE_NOT_APPLICABLE &&
           result->gate->kind != BENCHAN_GATE_RESULT;
}

static void gates(struct benchan_text *text, const struct benchan_comparison *row)
{
    benchan_text_string(text, "<ul class=\"gates\">\n");
    for (size_t i = 0; i < row->n_gates; i++) {
        if (!is_shown(row->gates[i]))
            continue;
        struct benchan_text words = {0};
        benchan_gate_explain(row, row->gates[i], &words);
        benchan_text_printf(
            text, "<li><b>%s</b> %s: ", benchan_gate_status_name(row->gates[i]->status),
            row->gates[i]->gate->label);
        escape_markup_words(text, &words);
        benchan_text_string(text, "</li>\n");
    }
    benchan_text_string(text, "</ul>\n");
}

/* Each line apart, since an escape shows a line's end instead of making one. */
static void lines(struct benchan_text *text, struct benchan_text *words)
{
    char *at = words->data;
    while (at && *at) {
        char *end = strchr(at, '\n');
        if (end)
            *end = '\0';
        escape_markup(text, at);
        benchan_text_string(text, "\n");
        at = end ? end + 1 : NULL;
    }
    text->failed = text->failed || words->failed;
    benchan_text_free(words);
}

static void pictures(struct benchan_text *text, const struct benchan_comparison *row)
{
    struct benchan_labels names;
    benchan_labels_of(row, &names);
    const struct html_arms arms = {.arm = {&row->baseline, &row->candidate},
                                   .name = {names.baseline, names.candidate},
                                   .unit = row->unit};
    html_plot_interval(text, row);
    html_plot_strip(text, &arms);
    html_plot_histogram(text, &arms);
    html_plot_order(text, &arms, 0);
    html_plot_order(text, &arms, 1);
}

static void details(struct benchan_text *text, const struct benchan_comparison *row,
                    size_t number)
{
    struct benchan_text words = {0};
    benchan_text_printf(text, "<article id=\"row-%zu\">\n", number);
    words_identity(&words, row);
    element(text, "h3", &words);
    benchan_text_printf(text, "<p class=\"%s\"><strong>", class_of(row->verdict));
    words_verdict_full(&words, row);
    escape_markup_words(text, &words);
    benchan_text_string(text, "</strong></p>\n");
    benchan_sentence(row, &words);
    element(text, "p", &words);
    words_effect(&words, row);
    if (words.size)
        benchan_text_string(&words, ".");
    element(text, "p", &words);
    pictures(text, row);
    gates(text, row);
    benchan_text_string(text, "</article>\n");
}

/* ------------------------------------------------------------------- the table */

static void change_cells(struct benchan_text *text, const struct benchan_comparison *row)
{
    struct benchan_text change = {0}, interval = {0}, p = {0};
    words_row_change(&change, row);
    words_row_interval(&interval, row);
    words_row_p(&p, row);
    cell(text, " class=\"n\"", &change);
    cell(text, " class=\"n\"", &interval);
    cell(text, " class=\"n\"", &p);
}

static void table_row(struct benchan_text *text, const struct benchan_comparison *row,
                      size_t number, bool linked)
{
    struct benchan_text name = {0};
    benchan_text_string(text, "<tr><td>");
    if (linked)
        benchan_text_printf(text, "<a href=\"#row-%zu\">", number);
    words_identity(&name, row);
    escape_markup_words(text, &name);
    benchan_text_string(text, linked ? "</a></td>" : "</td>");
    value_cell(text, row->baseline.samples.median, row->unit);
    value_cell(text, row->candidate.samples.median, row->unit);
    change_cells(text, row);
    string_cell(text, row->derived ? "not judged" : words_finding(row));
    benchan_text_printf(text, "<td class=\"%s\">%s</td></tr>\n",
                        row->derived ? "" : class_of(row->verdict),
                        row->derived ? "" : words_verdict(row->verdict));
}

static void head_cell(struct benchan_text *text, const char *words)
{
    benchan_text_string(text, "<th class=\"n\">");
    escape_markup(text, words);
    benchan_text_string(text, "</th>");
}

static void table(struct benchan_text *text, const struct benchan_verdict *verdict,
                  const struct rows *rows)
{
    struct benchan_labels labels = {"baseline", "candidate", true};
    if (rows->n)
        benchan_labels_of(&verdict->comparisons[rows->index[0]], &labels);
    benchan_text_string(text, "<div class=\"wide\"><table>\n<tr><th>benchmark</th>");
    head_cell(text, labels.baseline);
    head_cell(text, labels.candidate);
    benchan_text_string(text, "<th class=\"n\">change</th><th class=\"n\">interval</th>"
                              "<th class=\"n\">p</th><th>finding</th><th>verdict</th></tr>\n");
    const size_t shown = rows->n < MOST_ROWS ? rows->n : MOST_ROWS;
    for (size_t i = 0; i < shown; i++)
        table_row(text, &verdict->comparisons[rows->index[i]], rows->index[i],
                  i < MOST_DETAILS);
    benchan_text_string(text, "</table></div>\n");
    if (shown < rows->n)
        benchan_text_printf(text, "<p>%zu more rows are not shown.</p>\n", rows->n - shown);
    if (rows->same)
        benchan_text_printf(text, "<p>%zu more rows are exactly the same on both sides.</p>\n",
                            rows->same);
}

static void candidate(struct benchan_text *text, const struct benchan_verdict *verdict,
                      size_t index)
{
    struct rows rows;
    struct benchan_text words = {0};
    if (!rows_of(verdict, index, verdict->n_comparisons == 1, &rows)) {
        text->failed = true;
        return;
    }
    benchan_text_string(text, verdict->n_contrasts > 1 ? "<h2>Candidate " : "<h2>Results");
    if (verdict->n_contrasts > 1)
        benchan_text_printf(text, "%zu", index + 1);
    benchan_text_string(text, "</h2>\n");
    table(text, verdict, &rows);
    words_geomean(&words, &verdict->contrasts[index]);
    if (words.size)
        element(text, "p", &words);
    benchan_text_free(&words);
    for (size_t i = 0; i < rows.n && i < MOST_DETAILS; i++)
        details(text, &verdict->comparisons[rows.index[i]], rows.index[i]);
    if (rows.n > MOST_DETAILS)
        benchan_text_printf(text, "<p>Details are those of the %d rows that come first.</p>\n",
                            MOST_DETAILS);
    rows_free(&rows);
}

/* -------------------------------------------------------------------- the page */

static enum benchan_admissibility worst(const struct benchan_tally *summary)
{
    if (summary->inadmissible)
        return BENCHAN_INADMISSIBLE;
    return summary->incomplete ? BENCHAN_INCOMPLETE : BENCHAN_ADMISSIBLE;
}

static void headline(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    struct benchan_text words = {0};
    const enum benchan_admissibility all = worst(&verdict->tally);
    benchan_text_printf(text, "<h1 class=\"%s\">%s</h1>\n", class_of(all), words_verdict(all));
    words_summary(&words, verdict);
    element(text, "p", &words);
    if (verdict->claim.given) {
        words_claim_result(&words, &verdict->claim);
        element(text, "p", &words);
    }
}

static void remarks(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    if (!verdict->n_unmatched && !verdict->n_warnings)
        return;
    benchan_text_string(text, "<h2>Remarks</h2>\n<ul>\n");
    for (size_t i = 0; i < verdict->n_warnings; i++) {
        struct benchan_text words = {0};
        benchan_warning_words(verdict, &verdict->warnings[i], &words);
        element(text, "li", &words);
    }
    for (size_t i = 0; i < verdict->n_unmatched && i < MOST_ROWS; i++) {
        struct benchan_text words = {0};
        words_unmatched(&words, verdict, &verdict->unmatched[i]);
        element(text, "li", &words);
    }
    benchan_text_string(text, "</ul>\n");
}

static void mend_list(struct benchan_text *text, const struct benchan_verdict *verdict)
{
    struct mends mends;
    mends_of_verdict(&mends, verdict);
    if (mends.n)
        benchan_text_string(text, "<h2>To mend it</h2>\n");
    for (size_t i = 0; i < mends.n; i++) {
        benchan_text_string(text, "<pre>");
        lines(text, &mends.text[i]);
        benchan_text_string(text, "</pre>\n");
    }
    text->failed = text->failed || mends.failed;
    mends_free(&mends);
}

void report_html_verdict(const struct benchan_verdict *verdict,
                         const struct benchan_report_options *options,
                         struct benchan_text *text)
{
    open_page(text, words_verdict(worst(&verdict->tally)));
    headline(text, verdict);
    mend_list(text, verdict);
    for (size_t i = 0; i < verdict->n_contrasts; i++)
        candidate(text, verdict, i);
    remarks(text, verdict);
    captures(text, verdict->captures, verdict->n_captures);
    close_page(text, options);
}

static void described(struct benchan_text *text, const struct benchan_described_series *series)
{
    const struct benchan_location_scale *stats = &series->summary.samples;
    const struct html_arms arms = {
        .arm = {&series->summary, NULL}, .name = {"values", NULL}, .unit = series->unit};
    benchan_text_string(text, "<article>\n<h3>");
    escape_markup(text, series->benchmark);
    benchan_text_string(text, " (");
    escape_markup(text, series->unit);
    benchan_text_string(text,
                        ")</h3>\n<div class=\"wide\"><table>\n<tr><th class=\"n\">runs</th>"
                        "<th class=\"n\">min</th><th class=\"n\">median</th>"
                        "<th class=\"n\">mean</th><th class=\"n\">p90</th>"
                        "<th class=\"n\">max</th><th>CV</th></tr>\n<tr>");
    benchan_text_printf(text, "<td class=\"n\">%zu</td>", series->summary.n);
    value_cell(text, stats->min, series->unit);
    value_cell(text, stats->median, series->unit);
    value_cell(text, stats->mean, series->unit);
    value_cell(text, stats->p90, series->unit);
    value_cell(text, stats->max, series->unit);
    struct benchan_text cv = {0};
    words_percent(&cv, stats->cv);
    benchan_text_printf(&cv, " %s", words_cv(stats->cv));
    cell(text, "", &cv);
    benchan_text_string(text, "</tr>\n</table></div>\n");
    html_plot_histogram(text, &arms);
    html_plot_order(text, &arms, 0);
    benchan_text_string(text, "</article>\n");
}

void report_html_description(const struct benchan_description *description,
                             const struct benchan_report_options *options,
                             struct benchan_text *text)
{
    open_page(text, "Description");
    benchan_text_string(text, "<h1>Description</h1>\n");
    captures(text, description->captures, description->n_captures);
    for (size_t i = 0; i < description->n_series && i < MOST_DETAILS; i++)
        described(text, &description->series[i]);
    if (description->n_series > MOST_DETAILS)
        benchan_text_printf(text, "<p>%zu more series are not shown.</p>\n",
                            description->n_series - MOST_DETAILS);
    close_page(text, options);
}
