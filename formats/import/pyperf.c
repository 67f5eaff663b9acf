/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/pyperf.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "formats/import/format.h"
#include "formats/model/time.h"

/*
 * {"version": "1.0", "metadata": {}, "benchmarks":
 *   [{"metadata": {}, "runs": [{"metadata": {}, "warmups": [[loops, value]],
 *                               "values": []}]}]}
 * Versions 5 and 6 say "samples" and "common_metadata" for some of it.
 */

struct reader {
    const struct format_input *input;
    struct benchan_error *error;
    struct json_document document;
    struct builder *builder;
    struct pyperf_metadata metadata; /* of the run at hand */
    size_t processes, zoned, naive;  /* runs with values; those with a date, by its kind */
};

/* The members that matter of a suite, a benchmark or a run; end 0: absent. */
struct parts {
    struct json_span version, metadata, benchmarks, runs, warmups, values;
};

struct benchmark {
    struct json_span span;
    const char *name, *unit; /* NULL until a run with values is met; interned */
    uint32_t series;
    enum benchan_quantity quantity;
};

/* ---------------------------------------------------------------------- probe */

int pyperf_probe(const char *data, size_t size)
{
    size_t at = 0;
    while (at < size && data[at] && strchr(" \t\r\n", data[at]))
        at++;
    if (at == size || data[at] != '{' || !json_has_key(data, size, "benchmarks"))
        return 0;
    if (json_has_key(data, size, "runs"))
        return json_has_key(data, size, "values") || json_has_key(data, size, "warmups") ||
                       json_has_key(data, size, "samples")
                   ? 90
                   : 60;
    /* Google Benchmark and pytest-benchmark have "benchmarks" too. */
    if (json_has_key(data, size, "context") || json_has_key(data, size, "machine_info"))
        return 0;
    return json_has_key(data, size, "version") || json_has_key(data, size, "metadata") ? 40 : 0;
}

/* --------------------------------------------------------------------- values */

static const char damaged_mend[] = "the file is damaged or not pyperf's: record it again";

/* Where a member goes, by its name and by the one versions 5 and 6 had for it. */
static struct json_span *part_of(struct parts *parts, const struct json_document *document,
                                 struct json_span key)
{
    const struct {
        const char *name;
        struct json_span *part;
    } names[] = {
        {"values", &parts->values},         {"warmups", &parts->warmups},
        {"metadata", &parts->metadata},     {"runs", &parts->runs},
        {"benchmarks", &parts->benchmarks}, {"version", &parts->version},
        {"samples", &parts->values},        {"common_metadata", &parts->metadata},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_equal(document, key, names[i].name))
            return names[i].part;
    return NULL;
}

/* One walk for all of them: a run is most of the file's text. */
static struct parts find_parts(const struct reader *reader, struct json_span owner)
{
    struct parts parts = {0};
    struct json_span key, value;
    struct json_walk walk = json_walk_start(&reader->document, owner);
    while (owner.kind == JSON_OBJECT && json_walk_next(&walk, &key, &value)) {
        struct json_span *const part = part_of(&parts, &reader->document, key);
        if (part)
            *part = value;
    }
    return parts;
}

static enum benchan_status read_metadata(struct reader *reader, struct json_span metadata,
                                         enum pyperf_level_number level)
{
    return pyperf_metadata_read(&reader->document, metadata, reader->builder,
                                &reader->metadata.levels[level], reader->error);
}

static bool is_empty(const struct reader *reader, struct json_span array)
{
    struct json_span value;
    struct json_walk walk = json_walk_start(&reader->document, array);
    return !json_walk_next(&walk, NULL, &value);
}

static enum benchan_status expect(const struct reader *reader, struct json_span span,
                                  enum json_kind kind, const char *what)
{
    if (span.kind == kind)
        return BENCHAN_OK;
    return json_fail(&reader->document, span.begin, damaged_mend, reader->error,
                     "%s must be %s, this is %s", what, json_kind_name(kind),
                     json_kind_name(span.kind));
}

static enum benchan_status check_warmup(const struct reader *reader, struct json_span warmup)
{
    const struct json_document *const document = &reader->document;
    struct json_span loops, value, more;
    double number;
    struct json_walk walk = json_walk_start(document, warmup);
    if (warmup.kind == JSON_ARRAY && json_walk_next(&walk, NULL, &loops) &&
        json_walk_next(&walk, NULL, &value) && !json_walk_next(&walk, NULL, &more) &&
        json_whole(document, loops, &number) && number >= 1 &&
        json_number(document, value, &number) && number >= 0)
        return BENCHAN_OK;
    return json_fail(document, warmup.begin, damaged_mend, reader->error,
                     "a warmup must be a pair: loops of at least 1, and a value of at least 0");
}

static enum benchan_status count_warmups(const struct reader *reader, struct json_span warmups,
                                         size_t *count)
{
    struct json_span warmup;
    *count = 0;
    if (warmups.kind == JSON_NULL)
        return BENCHAN_OK;
    enum benchan_status status = expect(reader, warmups, JSON_ARRAY, "\"warmups\"");
    struct json_walk walk = json_walk_start(&reader->document, warmups);
    while (status == BENCHAN_OK && json_walk_next(&walk, NULL, &warmup)) {
        status = check_warmup(reader, warmup);
        ++*count;
    }
    return status;
}

static enum benchan_status read_value(const struct reader *reader, struct json_span span,
                                      enum benchan_quantity quantity, double *value)
{
    static const char no_time[] = "nothing was measured here: look at what the benchmark does";
    const enum benchan_status status = expect(reader, span, JSON_NUMBER, "a value");
    if (status != BENCHAN_OK)
        return status;
    if (!json_number(&reader->document, span, value))
        return json_fail(&reader->document, span.begin, damaged_mend, reader->error,
                         "this value does not fit a double");
    if (quantity == BENCHAN_TIME && *value <= 0)
        return json_fail(&reader->document, span.begin, no_time, reader->error,
                         "a time must be above 0");
    if (*value < 0)
        return json_fail(&reader->document, span.begin, damaged_mend, reader->error,
                         "a count must not be below 0");
    return BENCHAN_OK;
}

/* value = raw duration / (loops x inner loops). Counts are not divided by loops. */
static double iterations_of(const struct reader *reader, const struct benchmark *benchmark)
{
    if (benchmark->quantity != BENCHAN_TIME)
        return (double)NAN;
    return pyperf_metadata_number(&reader->metadata, "loops", (double)NAN) *
           pyperf_metadata_number(&reader->metadata, "inner_loops", 1);
}

static enum benchan_status read_values(const struct reader *reader,
                                       const struct benchmark *benchmark,
                                       struct json_span values, uint32_t process)
{
    const double iterations = iterations_of(reader, benchmark);
    struct json_span span;
    struct json_walk walk = json_walk_start(&reader->document, values);
    while (json_walk_next(&walk, NULL, &span)) {
        double value;
        const enum benchan_status status =
            read_value(reader, span, benchmark->quantity, &value);
        if (status != BENCHAN_OK)
            return status;
        const uint32_t row = builder_row(reader->builder, process, iterations, BENCHAN_NO_TIME);
        builder_value(reader->builder, benchmark->series, row, value, BENCHAN_BINARY);
    }
    return BENCHAN_OK;
}

/* ----------------------------------------------------------------------- runs */

static enum benchan_status begin_benchmark(const struct reader *reader,
                                           struct benchmark *benchmark, const char *name,
                                           const char *unit)
{
    struct builder *const builder = reader->builder;
    benchmark->name = builder_intern(builder, name, strlen(name));
    benchmark->unit = builder_intern(builder, unit, strlen(unit));
    benchmark->series = builder_series(builder, "", 0, name, strlen(name), unit, strlen(unit));
    if (builder_failed(builder))
        return benchan_fail_memory(reader->error);
    const struct benchan_series *const series = builder_series_at(builder, benchmark->series);
    benchmark->quantity = series->quantity;
    if (series->n)
        return json_fail(&reader->document, benchmark->span.begin,
                         "give one of them another name, or a file of its own", reader->error,
                         "the benchmark \"%s\" stands twice in the file", name);
    return BENCHAN_OK;
}

/* The run belongs to its benchmark: same name, same unit. */
static enum benchan_status identify(const struct reader *reader, struct benchmark *benchmark,
                                    struct json_span run)
{
    const char *const name = pyperf_metadata_string(&reader->metadata, "name");
    const char *unit = pyperf_metadata_string(&reader->metadata, "unit");
    if (!unit)
        unit = "second";
    if (!name)
        return json_fail(&reader->document, run.begin,
                         reader->document.cut ? "the name was in the part that is lost"
                                              : "add \"name\" to the benchmark's metadata",
                         reader->error, "the benchmark of this run has no name");
    if (!benchmark->name)
        return begin_benchmark(reader, benchmark, name, unit);
    const bool renamed = strcmp(name, benchmark->name) != 0;
    if (renamed || strcmp(unit, benchmark->unit) != 0)
        return json_fail(&reader->document, run.begin,
                         "runs of one benchmark belong together: split them", reader->error,
                         "the runs of one benchmark differ in %s: \"%s\" and \"%s\"",
                         renamed ? "name" : "unit", renamed ? benchmark->name : benchmark->unit,
                         renamed ? name : unit);
    return BENCHAN_OK;
}

/* `date` is when the run ended. */
static void set_times(struct reader *reader, uint32_t process)
{
    const char *const date = pyperf_metadata_string(&reader->metadata, "date");
    struct benchan_process *const at = builder_process_at(reader->builder, process);
    bool zoned;
    if (!date || !benchan_parse_time(date, strlen(date), &at->end, &zoned))
        return;
    reader->zoned += zoned;
    reader->naive += !zoned;
    const double duration = pyperf_metadata_number(&reader->metadata, "duration", (double)NAN);
    if (isnan(duration))
        return;
    const int64_t nanoseconds = (int64_t)llround(duration * 1e9);
    if (at->end > INT64_MIN + nanoseconds)
        at->start = at->end - nanoseconds;
}

static enum benchan_status read_measured_run(struct reader *reader, struct benchmark *benchmark,
                                             struct json_span run, struct json_span values)
{
    const struct pyperf_level *const levels = reader->metadata.levels;
    const enum benchan_status status = identify(reader, benchmark, run);
    if (status != BENCHAN_OK)
        return status;
    const uint32_t process = builder_process(reader->builder);
    reader->processes++;
    set_times(reader, process);
    for (int level = PYPERF_BENCHMARK; level <= PYPERF_RUN; level++)
        pyperf_facts(&levels[level], reader->builder, process);
    pyperf_merged_facts(&reader->metadata, reader->builder, process);
    return read_values(reader, benchmark, values, process);
}

static enum benchan_status read_run(struct reader *reader, struct benchmark *benchmark,
                                    struct json_span run)
{
    const struct parts parts = find_parts(reader, run);
    size_t warmups = 0;
    enum benchan_status status = expect(reader, run, JSON_OBJECT, "a run");
    if (status == BENCHAN_OK)
        status = read_metadata(reader, parts.metadata, PYPERF_RUN);
    if (status == BENCHAN_OK)
        status = count_warmups(reader, parts.warmups, &warmups);
    if (status == BENCHAN_OK && parts.values.end)
        status = expect(reader, parts.values, JSON_ARRAY, "\"values\"");
    if (status != BENCHAN_OK)
        return status;
    struct benchan_left_out *const left_out = &builder_capture(reader->builder)->left_out;
    if (!is_empty(reader, parts.values)) {
        left_out->warmups += warmups;
        return read_measured_run(reader, benchmark, run, parts.values);
    }
    if (!warmups)
        return json_fail(&reader->document, run.begin, damaged_mend, reader->error,
                         "a run without values and without warmups");
    left_out->calibrations++;
    return BENCHAN_OK;
}

/* ----------------------------------------------------------------- benchmarks */

/* `array` is the member `name` of `owner`: an array that is not empty. */
static enum benchan_status expect_items(const struct reader *reader, struct json_span owner,
                                        struct json_span array, const char *what,
                                        const char *name)
{
    if (!array.end)
        return json_fail(&reader->document, owner.begin, damaged_mend, reader->error,
                         "%s without %s", what, name);
    const enum benchan_status status = expect(reader, array, JSON_ARRAY, name);
    if (status != BENCHAN_OK || !is_empty(reader, array))
        return status;
    return json_fail(&reader->document, array.begin, damaged_mend, reader->error, "%s is empty",
                     name);
}

static enum benchan_status read_benchmark(struct reader *reader, struct json_span span)
{
    const struct parts parts = find_parts(reader, span);
    struct benchmark benchmark = {.span = span};
    struct json_span run;
    enum benchan_status status = expect(reader, span, JSON_OBJECT, "a benchmark");
    if (status == BENCHAN_OK)
        status = expect_items(reader, span, parts.runs, "a benchmark", "\"runs\"");
    if (status == BENCHAN_OK)
        status = read_metadata(reader, parts.metadata, PYPERF_BENCHMARK);
    struct json_walk walk = json_walk_start(&reader->document, parts.runs);
    while (status == BENCHAN_OK && json_walk_next(&walk, NULL, &run))
        status = read_run(reader, &benchmark, run);
    if (status == BENCHAN_OK && !benchmark.name)
        builder_capture(reader->builder)->left_out.skipped++;
    return status;
}

static enum benchan_status check_version(const struct reader *reader, struct json_span version)
{
    const struct json_document *const document = &reader->document;
    double number;
    if (!version.end) {
        if (document->cut) /* pyperf writes it last */
            return BENCHAN_OK;
        return json_fail(document, document->root.begin, damaged_mend, reader->error,
                         "a pyperf file without \"version\"");
    }
    if (json_equal(document, version, "1.0") ||
        (json_number(document, version, &number) && (number == 5 || number == 6)))
        return BENCHAN_OK;
    const size_t n = version.end - version.begin;
    return json_fail(document, version.begin, "load and save it with pyperf 1.0 or later",
                     reader->error, "this version of pyperf's format is not known: %.*s",
                     n > 40 ? 40 : (int)n, document->data + version.begin);
}

static enum benchan_status read_suite(struct reader *reader)
{
    const struct json_document *const document = &reader->document;
    const struct json_span root = document->root;
    const struct parts parts = find_parts(reader, root);
    struct json_span benchmark;
    enum benchan_status status = expect(reader, root, JSON_OBJECT, "a pyperf file");
    if (status == BENCHAN_OK)
        status = check_version(reader, parts.version);
    if (status == BENCHAN_OK)
        status =
            expect_items(reader, root, parts.benchmarks, "a pyperf file", "\"benchmarks\"");
    if (status == BENCHAN_OK)
        status = read_metadata(reader, parts.metadata, PYPERF_SUITE);
    if (status != BENCHAN_OK)
        return status;
    pyperf_facts(&reader->metadata.levels[PYPERF_SUITE], reader->builder, BENCHAN_NONE);
    struct json_walk walk = json_walk_start(document, parts.benchmarks);
    while (status == BENCHAN_OK && json_walk_next(&walk, NULL, &benchmark))
        status = read_benchmark(reader, benchmark);
    return status;
}

/* ------------------------------------------------------------------------ all */

static void note(struct reader *reader, enum benchan_note_code code, size_t line,
                 const char *text)
{
    builder_note(reader->builder, code, line, text, strlen(text));
}

/* Local and absolute times cannot be put in one order. */
static void forget_times(struct reader *reader)
{
    for (size_t i = 0; i < reader->processes; i++) {
        struct benchan_process *const process =
            builder_process_at(reader->builder, (uint32_t)i);
        process->start = process->end = BENCHAN_NO_TIME;
    }
    note(reader, BENCHAN_NOTE_ORDER_LOST, 0,
         "some dates carry a time zone and some do not: times are not used");
}

static void settle_order(struct reader *reader)
{
    struct benchan_capture *const capture = builder_capture(reader->builder);
    const size_t dated = reader->zoned + reader->naive;
    capture->process_basis = BENCHAN_PROCESS_RECORDED;
    capture->order = BENCHAN_ORDER_LOG;
    if (!dated)
        return;
    if (reader->zoned && reader->naive) {
        forget_times(reader);
        return;
    }
    capture->clock = reader->zoned ? BENCHAN_CLOCK_UTC : BENCHAN_CLOCK_LOCAL;
    if (dated == reader->processes)
        capture->order = BENCHAN_ORDER_TIME;
    else
        note(reader, BENCHAN_NOTE_ORDER_LOST, 0, "some runs carry no date");
}

static void settle_partial(struct reader *reader)
{
    size_t line, column;
    if (!reader->document.cut)
        return;
    builder_capture(reader->builder)->partial = true;
    json_position(reader->input->data, reader->input->size, &line, &column);
    note(reader, BENCHAN_NOTE_PARTIAL, line,
         "the file ends early: only its whole runs were read");
}

static enum benchan_status read_document(struct reader *reader,
                                         struct benchan_capture **capture)
{
    reader->builder = builder_new(reader->input->path, "pyperf");
    if (!reader->builder)
        return benchan_fail_memory(reader->error);
    const enum benchan_status status = read_suite(reader);
    if (status != BENCHAN_OK) {
        builder_discard(reader->builder);
        return status;
    }
    settle_order(reader);
    settle_partial(reader);
    return import_finish(reader->builder, reader->input->options, capture, reader->error);
}

enum benchan_status pyperf_read(const struct format_input *input,
                                struct benchan_capture **capture, struct benchan_error *error)
{
    const struct json_rules rules = {
        .partial = input->options && input->options->partial,
        .record_depths = {2, 4}, /* benchmarks, and runs */
    };
    struct reader reader = {.input = input, .error = error};
    enum benchan_status status =
        json_open(&reader.document, input->path, input->data, input->size, &rules, error);
    if (status != BENCHAN_OK)
        return status;
    status = read_document(&reader, capture);
    for (size_t level = 0; level < PYPERF_LEVELS; level++)
        pyperf_metadata_clear(&reader.metadata.levels[level]);
    json_close(&reader.document);
    return status;
}
