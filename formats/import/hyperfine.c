/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/text.h"
#include "formats/import/bytes.h"
#include "formats/import/format.h"
#include "formats/import/json.h"
#include "formats/model/builder.h"
#include "formats/text/find_word.h"

/*
 * {"results": [{"command": "seq 100", "parameters": {"n": "100"},
 *               "mean": 1.5, ..., "times": [1.4, 1.6], "exit_codes": [0, 0],
 *               "memory_usage_byte": [4096, 4096]}]}
 *
 * Every timed run is a process. The benchmark is the command; a parameter that
 * does not show in it (it chose what --prepare built, say) is added, so that
 * different things never share a name. The processes carry the labels
 * `command`, `result` (the place in the list, which tells apart a command that
 * was measured twice) and the parameters. hyperfine runs one command after the
 * other and appends, so the order of the file is the order of the runs.
 */

struct reader {
    const struct format_input *input;
    struct benchan_error *error;
    struct json_document document;
    struct builder *builder;
    size_t results, runs; /* seen so far */
    bool no_codes;        /* some result has no exit codes */
    uint32_t tools;       /* those already warned of, a bit each */
};

/* The members that matter of one result; end 0: absent. */
struct parts {
    struct json_span command, times, codes, memory, parameters, parameter, mean, measurements;
};

struct label {
    char *key, *value;
};

struct result {
    struct parts parts;
    struct label *labels; /* the command, the place, the parameters */
    size_t n_labels, labels_capacity;
    uint32_t times, memory; /* series */
};

static const char damaged_mend[] = "the file is damaged or not hyperfine's: record it again";
static const char no_times_mend[] =
    "record again: hyperfine --export-json FILE keeps every run";

/* ---------------------------------------------------------------------- probe */

int hyperfine_probe(const char *data, size_t size)
{
    size_t at = 0;
    while (at < size && data[at] && strchr(" \t\r\n", data[at]))
        at++;
    if (at == size || data[at] != '{' || !json_has_key(data, size, "results") ||
        !json_has_key(data, size, "command"))
        return 0;
    if (json_has_key(data, size, "times"))
        return json_has_key(data, size, "mean") ? 95 : 80;
    return json_has_key(data, size, "mean") && json_has_key(data, size, "stddev") ? 70 : 0;
}

/* -------------------------------------------------------------------- results */

static enum benchan_status expect(const struct reader *reader, struct json_span span,
                                  enum json_kind kind, const char *what)
{
    if (span.kind == kind)
        return BENCHAN_OK;
    return json_fail(&reader->document, span.begin, damaged_mend, reader->error,
                     "%s must be %s, this is %s", what, json_kind_name(kind),
                     json_kind_name(span.kind));
}

static struct parts find_parts(const struct reader *reader, struct json_span of)
{
    struct parts parts = {0};
    const struct {
        const char *name;
        struct json_span *part;
    } names[] = {
        {"command", &parts.command},
        {"times", &parts.times},
        {"exit_codes", &parts.codes},
        {"memory_usage_byte", &parts.memory},
        {"parameters", &parts.parameters},
        {"parameter", &parts.parameter}, /* versions that knew one only */
        {"mean", &parts.mean},
        {"measurements", &parts.measurements},
    };
    struct json_span key, value;
    struct json_walk walk = json_walk_start(&reader->document, of);
    while (json_walk_next(&walk, &key, &value))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (value.kind != JSON_NULL && json_equal(&reader->document, key, names[i].name))
                *names[i].part = value;
    return parts;
}

static size_t count_elements(const struct reader *reader, struct json_span array)
{
    size_t n = 0;
    struct json_span value;
    struct json_walk walk = json_walk_start(&reader->document, array);
    while (json_walk_next(&walk, NULL, &value))
        n++;
    return n;
}

/* An array that says something of every run says it of each. */
static enum benchan_status check_length(const struct reader *reader, struct json_span array,
                                        const char *name, size_t runs)
{
    if (!array.end)
        return BENCHAN_OK;
    const enum benchan_status status = expect(reader, array, JSON_ARRAY, name);
    const size_t n = count_elements(reader, array);
    if (status != BENCHAN_OK || n == runs)
        return status;
    return json_fail(&reader->document, array.begin, damaged_mend, reader->error,
                     "%s does not go with \"times\": they hold %zu and %zu", name, n, runs);
}

static enum benchan_status no_times(const struct reader *reader, struct json_span result,
                                    const struct parts *parts)
{
    const struct json_document *const document = &reader->document;
    if (parts->measurements.end)
        return json_fail(document, parts->measurements.begin,
                         "use a release of hyperfine, whose export has \"times\"",
                         reader->error, "this layout of hyperfine's export is not known");
    if (parts->mean.end)
        return json_fail(document, result.begin, no_times_mend, reader->error,
                         "a summary without \"times\": it holds no samples");
    return json_fail(document, result.begin, damaged_mend, reader->error,
                     "a result without \"times\"");
}

static enum benchan_status check_parts(const struct reader *reader, struct json_span result,
                                       const struct parts *parts)
{
    if (!parts->command.end)
        return json_fail(&reader->document, result.begin, damaged_mend, reader->error,
                         "a result without \"command\"");
    if (!parts->times.end)
        return no_times(reader, result, parts);
    enum benchan_status status = expect(reader, parts->command, JSON_STRING, "\"command\"");
    if (status == BENCHAN_OK && json_equal(&reader->document, parts->command, ""))
        status = json_fail(&reader->document, parts->command.begin, damaged_mend, reader->error,
                           "\"command\" is empty");
    if (status == BENCHAN_OK)
        status = expect(reader, parts->times, JSON_ARRAY, "\"times\"");
    const size_t runs = count_elements(reader, parts->times);
    if (status == BENCHAN_OK && !runs)
        status = json_fail(&reader->document, parts->times.begin, no_times_mend, reader->error,
                           "\"times\" is empty");
    if (status == BENCHAN_OK)
        status = check_length(reader, parts->codes, "\"exit_codes\"", runs);
    if (status == BENCHAN_OK)
        status = check_length(reader, parts->memory, "\"memory_usage_byte\"", runs);
    return status;
}

/* --------------------------------------------------------------------- labels */

static void free_labels(struct result *result)
{
    for (size_t i = 0; i < result->n_labels; i++) {
        free(result->labels[i].key);
        free(result->labels[i].value);
    }
    free(result->labels);
}

static enum benchan_status add_label(const struct reader *reader, struct result *result,
                                     const char *key, const char *value)
{
    if (result->n_labels == result->labels_capacity) {
        const size_t capacity = result->labels_capacity * 2 + 4;
        struct label *larger = realloc(result->labels, capacity * sizeof *larger);
        if (!larger)
            return benchan_fail_memory(reader->error);
        result->labels = larger;
        result->labels_capacity = capacity;
    }
    struct label *const label = &result->labels[result->n_labels++];
    *label = (struct label){strdup(key), strdup(value)};
    return label->key && label->value ? BENCHAN_OK : benchan_fail_memory(reader->error);
}

/* A string without its quotes and escapes; a number as it stands. NULL: memory. */
static char *plain_text(const struct reader *reader, struct json_span span)
{
    if (span.kind != JSON_STRING)
        return strndup(reader->document.data + span.begin, span.end - span.begin);
    cJSON *const tree = json_tree(&reader->document, span);
    char *const text = tree ? strdup(cJSON_GetStringValue(tree)) : NULL;
    cJSON_Delete(tree);
    return text;
}

/* A parameter of the user's may be called like one of our labels. */
static enum benchan_status add_parameter(const struct reader *reader, struct result *result,
                                         const char *key, struct json_span value)
{
    char *const text = plain_text(reader, value);
    if (!text)
        return benchan_fail_memory(reader->error);
    const bool taken = strcmp(key, "command") == 0 || strcmp(key, "result") == 0;
    struct benchan_text name = {0};
    benchan_text_printf(&name, "%s%s", taken ? "parameter_" : "", key);
    const enum benchan_status status =
        name.failed ? benchan_fail_memory(reader->error)
                    : add_label(reader, result, benchan_text_get(&name), text);
    benchan_text_free(&name);
    free(text);
    return status;
}

static enum benchan_status read_parameter(const struct reader *reader, struct result *result,
                                          struct json_span key, struct json_span value)
{
    if (value.kind != JSON_STRING && value.kind != JSON_NUMBER)
        return json_fail(&reader->document, value.begin, damaged_mend, reader->error,
                         "a parameter must be a string or a number, this is %s",
                         json_kind_name(value.kind));
    char *const name = plain_text(reader, key);
    const enum benchan_status status =
        name ? add_parameter(reader, result, name, value) : benchan_fail_memory(reader->error);
    free(name);
    return status;
}

static enum benchan_status read_parameters(const struct reader *reader, struct result *result)
{
    const struct parts *const parts = &result->parts;
    if (parts->parameter.end &&
        (parts->parameter.kind == JSON_STRING || parts->parameter.kind == JSON_NUMBER))
        return add_parameter(reader, result, "parameter", parts->parameter);
    if (!parts->parameters.end)
        return BENCHAN_OK;
    enum benchan_status status =
        expect(reader, parts->parameters, JSON_OBJECT, "\"parameters\"");
    struct json_span key, value;
    struct json_walk walk = json_walk_start(&reader->document, parts->parameters);
    while (status == BENCHAN_OK && json_walk_next(&walk, &key, &value))
        status = read_parameter(reader, result, key, value);
    return status;
}

static enum benchan_status read_labels(const struct reader *reader, struct result *result)
{
    char place[24];
    benchan_snprintf(place, sizeof place, "%zu", reader->results);
    char *const command = plain_text(reader, result->parts.command);
    enum benchan_status status = command ? add_label(reader, result, "command", command)
                                         : benchan_fail_memory(reader->error);
    free(command);
    if (status == BENCHAN_OK)
        status = add_label(reader, result, "result", place);
    return status == BENCHAN_OK ? read_parameters(reader, result) : status;
}

/* ---------------------------------------------------------------------- names */

/* "./bench (branch=main)": the command and what it does not show. */
static enum benchan_status name_series(const struct reader *reader, struct result *result)
{
    enum { first_parameter = 2 };
    const char *const command = result->labels[0].value;
    const char *separator = " (";
    struct benchan_text name = {0};
    benchan_text_string(&name, command);
    for (size_t i = first_parameter; i < result->n_labels; i++) {
        const struct label *const label = &result->labels[i];
        if (find_word(command, label->value))
            continue;
        benchan_text_printf(&name, "%s%s=%s", separator, label->key, label->value);
        separator = ", ";
    }
    if (separator[0] == ',')
        benchan_text_string(&name, ")");
    const char *const text = benchan_text_get(&name);
    result->times = builder_series(reader->builder, "", 0, text, name.size, "sec", 3);
    if (result->parts.memory.end)
        result->memory = builder_series(reader->builder, "", 0, text, name.size, "B", 1);
    const bool failed = name.failed || builder_failed(reader->builder);
    benchan_text_free(&name);
    return failed ? benchan_fail_memory(reader->error) : BENCHAN_OK;
}

/* Commands that build something, or start another program than the one meant. */
static void warn_of_tool(struct reader *reader, const struct result *result)
{
    static const char *const tools[] = {
        "cargo run",   "cargo test", "cargo bench", "go run",       "go test",   "dotnet run",
        "dotnet test", "swift run",  "zig run",     "zig build",    "stack run", "cabal run",
        "npm run",     "npm start",  "npm test",    "npx",          "yarn",      "pnpm",
        "bunx",        "bazel run",  "pytest",      "poetry run",   "uv run",    "gradle",
        "gradlew",     "mvn",        "docker run",  "cmake --build"};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        const uint32_t bit = UINT32_C(1) << i;
        if (!find_word(result->labels[0].value, tools[i]) || (reader->tools & bit))
            continue;
        reader->tools |= bit;
        struct benchan_text text = {0};
        size_t line, column;
        benchan_text_printf(&text,
                            "\"%s\" builds or starts something else inside the timing: "
                            "measure the program itself",
                            tools[i]);
        json_position(reader->input->data, result->parts.command.begin, &line, &column);
        builder_note(reader->builder, BENCHAN_NOTE_PRODUCER, line, benchan_text_get(&text),
                     text.size);
        benchan_text_free(&text);
        return;
    }
}

/* ----------------------------------------------------------------------- runs */

static enum benchan_status read_time(const struct reader *reader, struct json_span span,
                                     double *time)
{
    const enum benchan_status status = expect(reader, span, JSON_NUMBER, "a time");
    if (status != BENCHAN_OK)
        return status;
    if (!json_number(&reader->document, span, time))
        return json_fail(&reader->document, span.begin, damaged_mend, reader->error,
                         "this time does not fit a double");
    if (*time <= 0) /* the start of the shell is guessed, and taken off down to 0 */
        return json_fail(&reader->document, span.begin,
                         "the command is shorter than the shell's start that hyperfine takes "
                         "off: use hyperfine -N",
                         reader->error, "a time must be above 0");
    return BENCHAN_OK;
}

static enum benchan_status read_memory(const struct reader *reader, struct json_span span,
                                       double *bytes)
{
    const enum benchan_status status = expect(reader, span, JSON_NUMBER, "a memory usage");
    if (status != BENCHAN_OK || (json_number(&reader->document, span, bytes) && *bytes >= 0))
        return status;
    return json_fail(&reader->document, span.begin, damaged_mend, reader->error,
                     "a memory usage must not be below 0");
}

/* `failed`: an exit code that is not 0, or null, which a signal leaves. */
static enum benchan_status read_code(const struct reader *reader, struct json_span span,
                                     bool *failed)
{
    double code = 1;
    if (span.kind != JSON_NULL && !json_whole(&reader->document, span, &code))
        return json_fail(&reader->document, span.begin, damaged_mend, reader->error,
                         "an exit code must be a whole number or null");
    *failed = code != 0;
    return BENCHAN_OK;
}

/* A time must be one even where its run failed and it does not count. */
static enum benchan_status read_run(const struct reader *reader, const struct result *result,
                                    struct json_span time, struct json_span code,
                                    struct json_span memory)
{
    struct builder *const builder = reader->builder;
    double seconds = 0, bytes = 0;
    bool failed = false;
    enum benchan_status status = BENCHAN_OK;
    if (result->parts.codes.end)
        status = read_code(reader, code, &failed);
    if (failed) {
        builder_capture(builder)->left_out.failures++;
        return expect(reader, time, JSON_NUMBER, "a time");
    }
    if (status == BENCHAN_OK)
        status = read_time(reader, time, &seconds);
    if (status == BENCHAN_OK && result->parts.memory.end)
        status = read_memory(reader, memory, &bytes);
    if (status != BENCHAN_OK)
        return status;
    const uint32_t process = builder_process(builder);
    for (size_t i = 0; i < result->n_labels; i++)
        builder_process_label(builder, process, result->labels[i].key, result->labels[i].value);
    const uint32_t row = builder_row(builder, process, 1, BENCHAN_NO_TIME);
    builder_value(builder, result->times, row, seconds, BENCHAN_BINARY);
    if (result->parts.memory.end)
        builder_value(builder, result->memory, row, bytes, 0);
    return BENCHAN_OK;
}

static enum benchan_status read_runs(struct reader *reader, const struct result *result)
{
    const struct json_document *const document = &reader->document;
    struct json_span time, code = {0}, memory = {0};
    struct json_walk times = json_walk_start(document, result->parts.times);
    struct json_walk codes = json_walk_start(document, result->parts.codes);
    struct json_walk usages = json_walk_start(document, result->parts.memory);
    enum benchan_status status = BENCHAN_OK;
    while (status == BENCHAN_OK && json_walk_next(&times, NULL, &time)) {
        json_walk_next(&codes, NULL, &code);
        json_walk_next(&usages, NULL, &memory);
        status = read_run(reader, result, time, code, memory);
        reader->runs++;
    }
    return status;
}

static enum benchan_status read_result(struct reader *reader, struct json_span span)
{
    enum benchan_status status = expect(reader, span, JSON_OBJECT, "a result");
    if (status != BENCHAN_OK)
        return status;
    reader->results++;
    struct result result = {.parts = find_parts(reader, span)};
    status = check_parts(reader, span, &result.parts);
    if (status == BENCHAN_OK)
        status = read_labels(reader, &result);
    if (status == BENCHAN_OK)
        status = name_series(reader, &result);
    if (status == BENCHAN_OK) {
        reader->no_codes = reader->no_codes || !result.parts.codes.end;
        warn_of_tool(reader, &result);
        status = read_runs(reader, &result);
    }
    free_labels(&result);
    return status;
}

static enum benchan_status read_results(struct reader *reader)
{
    const struct json_document *const document = &reader->document;
    struct json_span results, result;
    enum benchan_status status =
        expect(reader, document->root, JSON_OBJECT, "hyperfine's export");
    if (status != BENCHAN_OK)
        return status;
    if (!json_member(document, document->root, "results", &results))
        return json_fail(document, document->root.begin, damaged_mend, reader->error,
                         "a hyperfine file without \"results\"");
    status = expect(reader, results, JSON_ARRAY, "\"results\"");
    struct json_walk walk = json_walk_start(document, results);
    while (status == BENCHAN_OK && json_walk_next(&walk, NULL, &result))
        status = read_result(reader, result);
    if (status == BENCHAN_OK && !reader->results)
        status = json_fail(document, results.begin, no_times_mend, reader->error,
                           "\"results\" is empty");
    return status;
}

/* ------------------------------------------------------------------------ all */

static void note(struct reader *reader, enum benchan_note_code code, size_t line,
                 const char *text)
{
    builder_note(reader->builder, code, line, text, strlen(text));
}

static void note_failures(struct reader *reader)
{
    const size_t failures = builder_capture(reader->builder)->left_out.failures;
    struct benchan_text text = {0};
    if (failures)
        benchan_text_printf(&text, "%zu of %zu runs failed; they are left out", failures,
                            reader->runs);
    if (text.size)
        note(reader, BENCHAN_NOTE_PRODUCER, 0, benchan_text_get(&text));
    benchan_text_free(&text);
}

static void settle(struct reader *reader)
{
    struct benchan_capture *const capture = builder_capture(reader->builder);
    capture->process_basis = BENCHAN_PROCESS_RECORDED;
    capture->order = BENCHAN_ORDER_LOG;
    builder_fact(reader->builder, "timer", "wall");
    note_failures(reader);
    if (reader->no_codes)
        note(reader, BENCHAN_NOTE_PRODUCER, 0,
             "no exit codes are recorded: failed runs cannot be told from the others");
    if (!reader->document.cut)
        return;
    size_t line, column;
    capture->partial = true;
    json_position(reader->input->data, reader->input->size, &line, &column);
    note(reader, BENCHAN_NOTE_PARTIAL, line,
         "the file ends early: only the commands before were read");
}

static enum benchan_status read_document(struct reader *reader,
                                         struct benchan_capture **capture)
{
    reader->builder = builder_new(reader->input->path, "hyperfine");
    if (!reader->builder)
        return benchan_fail_memory(reader->error);
    const enum benchan_status status = read_results(reader);
    if (status != BENCHAN_OK) {
        builder_discard(reader->builder);
        return status;
    }
    settle(reader);
    return import_finish(reader->builder, reader->input->options, capture, reader->error);
}

enum benchan_status hyperfine_read(const struct format_input *input,
                                   struct benchan_capture **capture,
                                   struct benchan_error *error)
{
    const struct json_rules rules = {
        .partial = input->options && input->options->partial,
        .record_depths = {2}, /* results */
    };
    struct reader reader = {.input = input, .error = error};
    enum benchan_status status =
        json_open(&reader.document, input->path, input->data, input->size, &rules, error);
    if (status != BENCHAN_OK)
        return status;
    status = read_document(&reader, capture);
    json_close(&reader.document);
    return status;
}
