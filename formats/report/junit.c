/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For continuous integration that reads JUnit's XML: a suite for each
 * candidate, a case for each comparison. A case fails where it is a reason for
 * exit status 1; evidence that is not admissible, but was not to fail, is
 * skipped, which is what a test that shows nothing is.
 */
#include "formats/report/formats.h"
#include "formats/report/outcome.h"
#include "formats/report/words.h"
#include "formats/text/escape_markup.h"

struct counts {
    size_t tests, failures, skipped;
};

static bool is_shown(const struct benchan_gate_result *result)
{
    return result->status == BENCHAN_GATE_FAIL || result->status == BENCHAN_GATE_ATTESTED ||
           (result->status == BENCHAN_GATE_UNKNOWN && result->binds);
}

static void write_gates(struct benchan_text *text, const struct benchan_comparison *row)
{
    for (size_t i = 0; i < row->n_gates; i++) {
        if (!is_shown(row->gates[i]) || row->gates[i]->gate->kind == BENCHAN_GATE_RESULT)
            continue;
        struct benchan_text words = {0};
        benchan_gate_explain(row, row->gates[i], &words);
        benchan_text_printf(text, "%s %s: ", benchan_gate_status_name(row->gates[i]->status),
                            row->gates[i]->gate->name);
        escape_markup_words(text, &words);
        benchan_text_string(text, "\n");
    }
}

static void write_sentence(struct benchan_text *text, const struct benchan_comparison *row)
{
    struct benchan_text words = {0};
    benchan_sentence(row, &words);
    escape_markup_words(text, &words);
}

static void open_case(struct benchan_text *text, const char *package, const char *benchmark,
                      const char *unit)
{
    benchan_text_string(text, "    <testcase classname=\"");
    escape_markup(text, package && package[0] ? package : "benchan");
    benchan_text_string(text, "\" name=\"");
    escape_markup(text, benchmark);
    if (unit) {
        benchan_text_string(text, " (");
        escape_markup(text, unit);
        benchan_text_string(text, ")");
    }
    benchan_text_string(text, "\">\n");
}

static void write_case(struct benchan_text *text, const struct benchan_verdict *verdict,
                       const struct benchan_comparison *row)
{
    const char *reason = NULL;
    const enum outcome outcome = outcome_of(verdict, row, &reason);
    open_case(text, row->package, row->benchmark, row->unit);
    if (outcome == OUTCOME_FAILS) {
        benchan_text_printf(text, "      <failure type=\"%s\" message=\"", reason);
        write_sentence(text, row);
        benchan_text_string(text, "\">");
        write_gates(text, row);
        benchan_text_string(text, "</failure>\n");
    } else if (outcome != OUTCOME_GOOD) {
        benchan_text_printf(text, "      <skipped message=\"%s\"/>\n",
                            outcome == OUTCOME_NOT_JUDGED ? "derived from another unit"
                                                          : reason);
    }
    benchan_text_string(text, "      <system-out>");
    struct benchan_text effect = {0};
    words_effect(&effect, row);
    if (effect.size)
        benchan_text_string(&effect, ".");
    escape_markup_words(text, &effect);
    benchan_text_string(text, "\n");
    write_sentence(text, row);
    benchan_text_string(text, "</system-out>\n    </testcase>\n");
}

static bool is_missing(const struct benchan_unmatched *unmatched, size_t candidate)
{
    return unmatched->candidate_index == candidate && unmatched->side == BENCHAN_ONLY_BASELINE;
}

static bool missing_fails(const struct benchan_verdict *verdict)
{
    return verdict->exit_status && (verdict->tally.raised & BENCHAN_ON_MISSING);
}

static void write_missing(struct benchan_text *text, const struct benchan_verdict *verdict,
                          const struct benchan_unmatched *unmatched)
{
    const char *kind = missing_fails(verdict) ? "failure type=\"missing\"" : "skipped";
    open_case(text, unmatched->package, unmatched->benchmark, unmatched->unit);
    benchan_text_printf(text, "      <%s message=\"", kind);
    struct benchan_text words = {0};
    words_unmatched(&words, verdict, unmatched);
    escape_markup_words(text, &words);
    benchan_text_string(text, "\"/>\n    </testcase>\n");
}

static struct counts count(const struct benchan_verdict *verdict, size_t candidate)
{
    struct counts counts = {0};
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const char *reason = NULL;
        if (verdict->comparisons[i].candidate_index != candidate)
            continue;
        const enum outcome outcome = outcome_of(verdict, &verdict->comparisons[i], &reason);
        counts.tests++;
        counts.failures += outcome == OUTCOME_FAILS;
        counts.skipped += outcome == OUTCOME_DOUBTFUL || outcome == OUTCOME_NOT_JUDGED;
    }
    for (size_t i = 0; i < verdict->n_unmatched; i++) {
        if (!is_missing(&verdict->unmatched[i], candidate))
            continue;
        counts.tests++;
        counts.failures += missing_fails(verdict);
        counts.skipped += !missing_fails(verdict);
    }
    return counts;
}

static void write_counts(struct benchan_text *text, const struct counts *counts)
{
    benchan_text_printf(text, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
                        counts->tests, counts->failures, counts->skipped);
}

static void write_suite(struct benchan_text *text, const struct benchan_verdict *verdict,
                        size_t candidate)
{
    const struct counts counts = count(verdict, candidate);
    benchan_text_printf(text, "  <testsuite name=\"candidate %zu\"", candidate + 1);
    write_counts(text, &counts);
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        if (verdict->comparisons[i].candidate_index == candidate)
            write_case(text, verdict, &verdict->comparisons[i]);
    for (size_t i = 0; i < verdict->n_unmatched; i++)
        if (is_missing(&verdict->unmatched[i], candidate))
            write_missing(text, verdict, &verdict->unmatched[i]);
    benchan_text_string(text, "  </testsuite>\n");
}

static void open_suites(struct benchan_text *text, const struct counts *counts)
{
    benchan_text_string(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                              "<testsuites name=\"benchan\"");
    write_counts(text, counts);
}

void report_junit_verdict(const struct benchan_verdict *verdict,
                          const struct benchan_report_options *options,
                          struct benchan_text *text)
{
    (void)options;
    struct counts sum = {0};
    for (size_t i = 0; i < verdict->n_contrasts; i++) {
        const struct counts counts = count(verdict, i);
        sum.tests += counts.tests;
        sum.failures += counts.failures;
        sum.skipped += counts.skipped;
    }
    open_suites(text, &sum);
    for (size_t i = 0; i < verdict->n_contrasts; i++)
        write_suite(text, verdict, i);
    benchan_text_string(text, "</testsuites>\n");
}

void report_junit_description(const struct benchan_description *description,
                              const struct benchan_report_options *options,
                              struct benchan_text *text)
{
    (void)options;
    const struct counts counts = {.tests = description->n_series};
    open_suites(text, &counts);
    benchan_text_string(text, "  <testsuite name=\"description\"");
    write_counts(text, &counts);
    for (size_t i = 0; i < description->n_series; i++) {
        const struct benchan_described_series *series = &description->series[i];
        struct benchan_text words = {0};
        open_case(text, series->package, series->benchmark, series->unit);
        benchan_text_printf(&words, "%zu values, median ", series->summary.n);
        words_value(&words, series->summary.samples.median, series->unit);
        benchan_text_string(&words, ", CV ");
        words_percent(&words, series->summary.samples.cv);
        benchan_text_string(text, "      <system-out>");
        escape_markup_words(text, &words);
        benchan_text_string(text, "</system-out>\n    </testcase>\n");
    }
    benchan_text_string(text, "  </testsuite>\n</testsuites>\n");
}
