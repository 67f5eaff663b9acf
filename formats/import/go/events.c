/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/bytes.h"
#include "formats/import/go/go.h"
#include "formats/import/json.h"
#include "formats/model/time.h"

/*
 * go test -json cuts the output of several packages into events, names a test
 * that did not print them, and splits rows. So all output of one package is
 * joined again, whatever test it is said to belong to, and read as text. A
 * package that begins anew after it passed or failed is another run.
 */

struct run {
    char *package;
    struct benchan_text output;
    int64_t start, end;
    bool ended;
};

struct runs {
    struct run *runs;
    size_t n, capacity;
};

static void free_runs(struct runs *runs)
{
    for (size_t i = 0; i < runs->n; i++) {
        free(runs->runs[i].package);
        benchan_text_free(&runs->runs[i].output);
    }
    free(runs->runs);
}

static struct run *find_run(struct runs *runs, const char *package)
{
    for (size_t i = runs->n; i > 0; i--) {
        struct run *run = &runs->runs[i - 1];
        if (strcmp(run->package, package) == 0)
            return run->ended ? NULL : run;
    }
    return NULL;
}

static struct run *add_run(struct runs *runs, const char *package)
{
    if (runs->n == runs->capacity) {
        const size_t capacity = runs->capacity ? runs->capacity * 2 : 8;
        struct run *larger = realloc(runs->runs, capacity * sizeof *larger);
        if (!larger)
            return NULL;
        runs->runs = larger;
        runs->capacity = capacity;
    }
    const size_t n = strlen(package) + 1;
    char *copy = malloc(n);
    if (!copy)
        return NULL;
    memcpy(copy, package, n);
    runs->runs[runs->n] =
        (struct run){.package = copy, .start = BENCHAN_NO_TIME, .end = BENCHAN_NO_TIME};
    return &runs->runs[runs->n++];
}

static const char *text_of(const cJSON *event, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(event, key));
    return text ? text : "";
}

static int64_t time_of(const cJSON *event)
{
    const char *text = text_of(event, "Time");
    int64_t time;
    bool zoned;
    if (benchan_parse_time(text, strlen(text), &time, &zoned) && zoned)
        return time;
    return BENCHAN_NO_TIME;
}

static bool ends_package(const cJSON *event)
{
    const char *action = text_of(event, "Action");
    return !text_of(event, "Test")[0] &&
           (strcmp(action, "pass") == 0 || strcmp(action, "fail") == 0 ||
            strcmp(action, "skip") == 0);
}

/* False where memory is out. */
static bool add_event(struct runs *runs, const cJSON *event)
{
    const char *package = text_of(event, "Package");
    struct run *run = find_run(runs, package);
    if (!run) {
        run = add_run(runs, package);
        if (!run)
            return false;
        run->start = time_of(event);
    }
    if (strcmp(text_of(event, "Action"), "output") == 0)
        benchan_text_string(&run->output, text_of(event, "Output"));
    if (ends_package(event)) {
        run->end = time_of(event);
        run->ended = true;
    }
    return !run->output.failed;
}

/* cJSON says NULL to a fault and to memory that ran out alike. */
static bool is_sound(const struct format_input *input, const char *at, size_t n)
{
    static const struct json_rules rules = {0};
    struct json_document document;
    struct benchan_error ignored;
    const enum benchan_status status =
        json_open(&document, input->path, at, n, &rules, &ignored);
    if (status == BENCHAN_OK)
        json_close(&document);
    return status == BENCHAN_OK || status == BENCHAN_NO_MEMORY;
}

static enum benchan_status read_event(const struct format_input *input, const char *at,
                                      size_t n, bool terminated, size_t line, struct runs *runs,
                                      struct go_stream *stream, struct benchan_error *error)
{
    if (go_is_blank(at, at + n))
        return BENCHAN_OK;
    cJSON *event = at[0] == '{' ? cJSON_ParseWithLength(at, n) : NULL;
    if (event) {
        const bool added = !cJSON_IsObject(event) || add_event(runs, event);
        cJSON_Delete(event);
        return added ? BENCHAN_OK : benchan_fail_memory(error);
    }
    if (at[0] == '{' && is_sound(input, at, n))
        return benchan_fail_memory(error);
    /* The go command prints build errors between the events. */
    stream->unknown_lines++;
    if (at[0] != '{' || terminated)
        return BENCHAN_OK;
    if (!input->options->partial)
        return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, line, n + 1,
                            "record it again, or accept its whole records with --partial",
                            "the file ends inside an event");
    stream->partial = true;
    return BENCHAN_OK;
}

static enum benchan_status read_events(const struct format_input *input, struct runs *runs,
                                       struct go_stream *stream, struct benchan_error *error)
{
    const char *at = input->data, *end = input->data + input->size;
    for (size_t line = 1; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        const enum benchan_status status = read_event(
            input, at, (size_t)(stop - at), newline != NULL, line, runs, stream, error);
        if (status != BENCHAN_OK)
            return status;
        at = newline ? newline + 1 : end;
    }
    return BENCHAN_OK;
}

static enum benchan_status read_runs(const struct format_input *input, const struct runs *runs,
                                     const struct go_stream *stream,
                                     struct benchan_capture **capture,
                                     struct benchan_error *error)
{
    struct go_segment *segments = calloc(runs->n + 1, sizeof *segments);
    if (!segments)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < runs->n; i++) {
        const struct run *run = &runs->runs[i];
        segments[i] = (struct go_segment){run->package, benchan_text_get(&run->output),
                                          run->output.size, run->start, run->end};
    }
    const enum benchan_status status =
        go_read_segments(input, segments, runs->n, stream, capture, error);
    free(segments);
    return status;
}

enum benchan_status go_json_read(const struct format_input *input,
                                 struct benchan_capture **capture, struct benchan_error *error)
{
    struct runs runs = {0};
    struct go_stream stream = {0};
    enum benchan_status status = read_events(input, &runs, &stream, error);
    if (status == BENCHAN_OK)
        status = read_runs(input, &runs, &stream, capture, error);
    free_runs(&runs);
    return status;
}

int go_json_probe(const char *data, size_t size)
{
    if (!bytes_contain(data, size, "\"Action\":\"") &&
        !bytes_contain(data, size, "\"Action\": \""))
        return 0;
    const bool events =
        bytes_contain(data, size, "\"Package\":") || bytes_contain(data, size, "\"Output\":");
    return events && data[0] == '{' ? 95 : 0;
}
