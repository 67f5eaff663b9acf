/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/import.h"
#include "formats/model/number.h"
#include "formats/model/time.h"
#include "formats/model/units.h"

/*
 * Layout of the CSV that benchan_convert writes, and that the CSV importer
 * reads back into an equal model. `[]` marks lines that stand only where
 * there is something to say.
 *
 *   # benchan: capture/1          the first line of a capture
 *   # path: old.txt               of the file it was imported from
 *   # format: go                  likewise; the capture read back carries it
 *   [# arm: side=new]
 *   # order: time                 unknown, log, column, time
 *   # clock: utc                  none, utc, local
 *   # process-basis: recorded     unknown, recorded, stated
 *   # processes: 20               some may have no rows
 *   [# partial: true]
 *   [# summary-only: true]
 *   [# left-out.warmups: 20]      names as in struct benchan_left_out, '-' for '_'
 *   [# fact.cpu: Apple M4 Max]    a fact of the capture
 *   [# process.3.name: 4711]      process 3, counted from 0; likewise start, end, block,
 *                                 build, setup, session, and position where it is not 3
 *   [# process.3.fact.load: 1.2]
 *   [# process.3.label.side: new]
 *   [# unit: ns/op base=sec/op scale=1e-9 quantity=time better=lower exact derived order-tied]
 *                                 what a recorded unit means, where its name does not say so
 *                                 already; only the properties that differ from what
 *                                 benchan_unit_lookup says, and only where all series of
 *                                 the unit agree: else they stand in column `properties`
 *   [# note.1.17: text]           a note: its code, its line, its text
 *   package,benchmark,unit,value,row,process[,iterations][,time][,properties]
 *   p,Sum-8,ns/op,104.5,0,0,1000,2026-11-30T21:17:27.011875083Z
 *
 * One row a value, ascending by `row`, the records of the model; an index
 * inside the process is counted anew when it is read. `unit` is the recorded
 * one. A value has exactly the decimals that were recorded, a binary double 17
 * significant digits. An empty cell of `iterations` or `time` is none.
 *
 * Behind `# key: ` a value runs to the end of the line; in it \\ \n \r stand
 * for themselves escaped. In keys `:` is \c as well, and in the words of a
 * unit line a blank is \s. Cells are quoted where they must be.
 *
 * Several captures follow each other, each with all of this. Read back they
 * are one capture, whose processes carry the label `capture` (the path, and
 * behind it ":" and the arm where there is one), so that --by capture tells
 * them apart.
 */

struct writer {
    const struct benchan_capture *capture;
    struct benchan_text *text;
    bool properties; /* a column of its own */
};

/* ------------------------------------------------------------------- comments */

static void write_escaped(struct benchan_text *text, const char *string, bool key, bool word)
{
    for (; *string; string++) {
        const char *escape = *string == '\\'          ? "\\\\"
                             : *string == '\n'        ? "\\n"
                             : *string == '\r'        ? "\\r"
                             : *string == ':' && key  ? "\\c"
                             : *string == ' ' && word ? "\\s"
                                                      : NULL;
        if (escape)
            benchan_text_string(text, escape);
        else
            benchan_text_bytes(text, string, 1);
    }
}

/* "# head.key: value"; `key` may be NULL. Nothing where the value is NULL. */
static void write_comment(struct writer *writer, const char *head, const char *key,
                          const char *value)
{
    if (!value)
        return;
    benchan_text_printf(writer->text, "# %s", head);
    if (key) {
        benchan_text_string(writer->text, ".");
        write_escaped(writer->text, key, true, false);
    }
    benchan_text_string(writer->text, ": ");
    write_escaped(writer->text, value, false, false);
    benchan_text_string(writer->text, "\n");
}

static void write_count(struct writer *writer, const char *key, size_t count)
{
    if (count)
        benchan_text_printf(writer->text, "# left-out.%s: %zu\n", key, count);
}

static void write_left_out(struct writer *writer)
{
    const struct benchan_left_out *left_out = &writer->capture->left_out;
    write_count(writer, "warmups", left_out->warmups);
    write_count(writer, "calibrations", left_out->calibrations);
    write_count(writer, "aggregates", left_out->aggregates);
    write_count(writer, "failures", left_out->failures);
    write_count(writer, "skipped", left_out->skipped);
    write_count(writer, "missing", left_out->missing);
    write_count(writer, "orphans", left_out->orphans);
    write_count(writer, "unknown-lines", left_out->unknown_lines);
    write_count(writer, "odd-rows", left_out->odd_rows);
}

static void write_time(struct writer *writer, const char *head, const char *key, int64_t time)
{
    if (time == BENCHAN_NO_TIME)
        return;
    benchan_text_printf(writer->text, "# %s.%s: ", head, key);
    time_text(writer->text, time, writer->capture->clock == BENCHAN_CLOCK_UTC);
    benchan_text_string(writer->text, "\n");
}

static void write_process(struct writer *writer, size_t index)
{
    const struct benchan_process *process = &writer->capture->processes[index];
    char head[40], part[48];
    benchan_snprintf(head, sizeof head, "process.%zu", index);
    write_comment(writer, head, process->name ? "name" : NULL, process->name);
    write_time(writer, head, "start", process->start);
    write_time(writer, head, "end", process->end);
    write_comment(writer, head, "block", process->block);
    write_comment(writer, head, "build", process->build);
    write_comment(writer, head, "setup", process->setup);
    write_comment(writer, head, "session", process->session);
    if (process->position != (double)index) {
        benchan_text_printf(writer->text, "# %s.position: ", head);
        benchan_text_number(writer->text, process->position, BENCHAN_BINARY);
        benchan_text_string(writer->text, "\n");
    }
    benchan_snprintf(part, sizeof part, "%s.fact", head);
    for (size_t i = 0; i < process->n_facts; i++)
        write_comment(writer, part, process->facts[i].key, process->facts[i].value);
    benchan_snprintf(part, sizeof part, "%s.label", head);
    for (size_t i = 0; i < process->n_labels; i++)
        write_comment(writer, part, process->labels[i].key, process->labels[i].value);
}

static void write_head(struct writer *writer)
{
    static const char *const orders[] = {"unknown", "log", "column", "time"};
    static const char *const clocks[] = {"none", "utc", "local"};
    static const char *const bases[] = {"unknown", "recorded", "stated"};
    const struct benchan_capture *capture = writer->capture;
    benchan_text_string(writer->text, "# benchan: capture/1\n");
    write_comment(writer, "path", NULL, capture->path);
    write_comment(writer, "format", NULL, capture->format);
    write_comment(writer, "arm", NULL, capture->arm);
    write_comment(writer, "order", NULL, orders[capture->order]);
    write_comment(writer, "clock", NULL, clocks[capture->clock]);
    write_comment(writer, "process-basis", NULL, bases[capture->process_basis]);
    benchan_text_printf(writer->text, "# processes: %zu\n", capture->n_processes);
    write_comment(writer, "partial", NULL, capture->partial ? "true" : NULL);
    write_comment(writer, "summary-only", NULL, capture->summary_only ? "true" : NULL);
    write_left_out(writer);
    for (size_t i = 0; i < capture->n_facts; i++)
        write_comment(writer, "fact", capture->facts[i].key, capture->facts[i].value);
    for (size_t i = 0; i < capture->n_processes; i++)
        write_process(writer, i);
}

static void write_notes(struct writer *writer)
{
    for (size_t i = 0; i < writer->capture->n_notes; i++) {
        const struct benchan_note *note = &writer->capture->notes[i];
        char head[64];
        benchan_snprintf(head, sizeof head, "note.%d.%zu", (int)note->code, note->line);
        write_comment(writer, head, NULL, note->text);
    }
}

/* ---------------------------------------------------------------------- units */

static bool same_properties(const struct benchan_series *a, const struct benchan_series *b)
{
    return strcmp(a->unit, b->unit) == 0 && a->scale == b->scale &&
           a->quantity == b->quantity && a->better == b->better && a->exact == b->exact &&
           a->derived == b->derived && a->order_tied == b->order_tied;
}

/* The first series with the recorded unit of series `index`. */
static size_t first_of_unit(const struct benchan_capture *capture, size_t index)
{
    size_t i = 0;
    while (strcmp(capture->series[i].recorded_unit, capture->series[index].recorded_unit) != 0)
        i++;
    return i;
}

static bool units_agree(const struct benchan_capture *capture)
{
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *first = &capture->series[first_of_unit(capture, i)];
        if (!same_properties(first, &capture->series[i]))
            return false;
    }
    return true;
}

static void write_word(struct benchan_text *text, const char *key, const char *value)
{
    benchan_text_printf(text, " %s=", key);
    write_escaped(text, value, false, true);
}

/* What the unit's name does not say, each word behind a blank. */
static void write_properties(struct benchan_text *text, const struct benchan_series *series)
{
    static const char *const quantities[] = {"other", "time", "rate", "count"};
    static const char *const directions[] = {"unknown", "lower", "higher"};
    const struct benchan_unit known = benchan_unit_lookup(series->recorded_unit);
    if (strcmp(series->unit, known.base) != 0)
        write_word(text, "base", series->unit);
    if (series->scale != known.scale) {
        benchan_text_string(text, " scale=");
        benchan_text_number(text, series->scale, BENCHAN_BINARY);
    }
    if (series->quantity != known.quantity)
        write_word(text, "quantity", quantities[series->quantity]);
    if (series->better != known.better)
        write_word(text, "better", directions[series->better]);
    if (series->exact)
        benchan_text_string(text, " exact");
    if (series->derived)
        benchan_text_string(text, " derived");
    if (series->order_tied)
        benchan_text_string(text, " order-tied");
}

static void write_units(struct writer *writer)
{
    for (size_t i = 0; i < writer->capture->n_series; i++) {
        const struct benchan_series *series = &writer->capture->series[i];
        if (first_of_unit(writer->capture, i) != i)
            continue;
        struct benchan_text properties = {0};
        write_properties(&properties, series);
        if (properties.size) {
            benchan_text_string(writer->text, "# unit: ");
            write_escaped(writer->text, series->recorded_unit, false, true);
            benchan_text_printf(writer->text, "%s\n", benchan_text_get(&properties));
        }
        writer->text->failed = writer->text->failed || properties.failed;
        benchan_text_free(&properties);
    }
}

/* ----------------------------------------------------------------------- rows */

static void write_cell(struct benchan_text *text, const char *cell)
{
    const size_t n = strlen(cell);
    const bool blank_end = n && (strchr(" \t", cell[0]) || strchr(" \t", cell[n - 1]));
    if (!blank_end && cell[0] != '#' && !strpbrk(cell, ",\"\r\n")) {
        benchan_text_bytes(text, cell, n);
        return;
    }
    benchan_text_string(text, "\"");
    for (; *cell; cell++)
        benchan_text_bytes(text, *cell == '"' ? "\"\"" : cell, *cell == '"' ? 2 : 1);
    benchan_text_string(text, "\"");
}

/* 17 digits, zeros included: that is how a binary double is known again. */
static void write_value(struct benchan_text *text, double value, int decimals)
{
    if (decimals == BENCHAN_BINARY)
        benchan_text_printf(text, "%.16e", value);
    else
        benchan_text_number(text, value, decimals);
}

/* A value of the model: the series it stands in, and its place there. */
struct place {
    uint32_t series, index;
};

static void write_row(struct writer *writer, struct place place)
{
    const struct benchan_capture *capture = writer->capture;
    const struct benchan_series *series = &capture->series[place.series];
    struct benchan_text *text = writer->text;
    const uint32_t row = series->rows[place.index];
    write_cell(text, series->package);
    benchan_text_string(text, ",");
    write_cell(text, series->benchmark);
    benchan_text_string(text, ",");
    write_cell(text, series->recorded_unit);
    benchan_text_string(text, ",");
    write_value(text, series->values[place.index], series->decimals[place.index]);
    benchan_text_printf(text, ",%u,%u", row, capture->rows.process[row]);
    if (capture->rows.iterations) {
        benchan_text_string(text, ",");
        if (!isnan(capture->rows.iterations[row]))
            benchan_text_number(text, capture->rows.iterations[row], BENCHAN_BINARY);
    }
    if (capture->rows.time) {
        benchan_text_string(text, ",");
        if (capture->rows.time[row] != BENCHAN_NO_TIME)
            time_text(text, capture->rows.time[row], capture->clock == BENCHAN_CLOCK_UTC);
    }
    if (writer->properties) {
        benchan_text_string(text, ",");
        write_properties(text, series);
    }
    benchan_text_string(text, "\n");
}

/* The places of all values, ascending by row. NULL where memory is out. */
static struct place *sort_places(const struct benchan_capture *capture)
{
    size_t *starts = calloc(capture->rows.n + 2, sizeof *starts);
    struct place *places = calloc(benchan_capture_samples(capture) + 1, sizeof *places);
    if (!starts || !places) {
        free(starts);
        free(places);
        return NULL;
    }
    for (size_t i = 0; i < capture->n_series; i++) {
        for (size_t j = 0; j < capture->series[i].n; j++)
            starts[capture->series[i].rows[j] + 1]++;
    }
    for (size_t row = 0; row < capture->rows.n; row++)
        starts[row + 1] += starts[row];
    for (size_t i = 0; i < capture->n_series; i++) {
        for (size_t j = 0; j < capture->series[i].n; j++)
            places[starts[capture->series[i].rows[j]]++] =
                (struct place){(uint32_t)i, (uint32_t)j};
    }
    free(starts);
    return places;
}

static void write_rows(struct writer *writer)
{
    struct place *places = sort_places(writer->capture);
    if (!places) {
        writer->text->failed = true;
        return;
    }
    const size_t n = benchan_capture_samples(writer->capture);
    for (size_t i = 0; i < n && !writer->text->failed; i++)
        write_row(writer, places[i]);
    free(places);
}

static void write_capture(const struct benchan_capture *capture, struct benchan_text *text)
{
    struct writer writer = {capture, text, !units_agree(capture)};
    write_head(&writer);
    if (!writer.properties)
        write_units(&writer);
    write_notes(&writer);
    benchan_text_printf(text, "package,benchmark,unit,value,row,process%s%s%s\n",
                        capture->rows.iterations ? ",iterations" : "",
                        capture->rows.time ? ",time" : "",
                        writer.properties ? ",properties" : "");
    write_rows(&writer);
}

void benchan_convert(const struct benchan_capture *const *captures, size_t n,
                     struct benchan_text *text)
{
    for (size_t i = 0; i < n && !text->failed; i++)
        write_capture(captures[i], text);
}
