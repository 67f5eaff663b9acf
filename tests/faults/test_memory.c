/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory that runs out. Everything the library does is done over and over,
 * with the first allocation failing, then the second, and so on until none
 * fails: each time it must say so, and leave nothing behind.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "allocations.h"
#include "benchan/benchan.h"

#define CORPUS BENCHAN_SOURCE_DIR "/tests/fuzz/corpus/"

/* ------------------------------------------------------------------ harness */

typedef enum benchan_status action(const void *context, struct benchan_error *error);

/* Allocation numbers tried: all up to `dense`, then every 37th; all of them with BENCHAN_SLOW.
 */
static size_t next_number(size_t n)
{
    enum { dense = 250, stride = 37 };
    return n < dense || getenv("BENCHAN_SLOW") ? n + 1 : n + stride;
}

/* Whether the action said that memory is out (or that all is well, if none failed). */
static bool is_honest(const char *what, size_t n, bool failed, enum benchan_status status,
                      long leaked)
{
    if (leaked)
        print_error("%s: allocation %zu fails: %ld blocks leaked\n", what, n, leaked);
    if (status != (failed ? BENCHAN_NO_MEMORY : BENCHAN_OK))
        print_error("%s: allocation %zu fails: status %d\n", what, n, (int)status);
    return !leaked && status == (failed ? BENCHAN_NO_MEMORY : BENCHAN_OK);
}

static void fail_each(const char *what, action *act, const void *context, bool onwards)
{
    struct benchan_error error = {0};
    enum benchan_status status = act(context, &error); /* what is set up once, is now */
    if (status != BENCHAN_OK)
        fail_msg("%s: %s", what, error.message);
    bool failed = true;
    size_t faults = 0;
    for (size_t n = 1; failed; n = next_number(n)) {
        const long live = allocations_live();
        error = (struct benchan_error){0};
        allocations_fail(n, onwards);
        status = act(context, &error);
        failed = allocations_stop();
        if (!is_honest(what, n, failed, status, allocations_live() - live))
            faults++;
    }
    assert_int_equal(faults, 0);
}

static void fail_all(const char *what, action *act, const void *context)
{
    fail_each(what, act, context, false);
    fail_each(what, act, context, true);
}

static enum benchan_status of_text(struct benchan_text *text)
{
    const bool failed = text->failed;
    benchan_text_free(text);
    return failed ? BENCHAN_NO_MEMORY : BENCHAN_OK;
}

/* -------------------------------------------------------------------- inputs */

struct file {
    char data[1 << 15];
    size_t size;
};

static void read_file(struct file *file, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", CORPUS, name);
    FILE *stream = fopen(path, "rb");
    if (!stream)
        fail_msg("cannot open %s", path);
    file->size = fread(file->data, 1, sizeof file->data - 1, stream);
    file->data[file->size] = '\0';
    fclose(stream);
}

static struct benchan_capture *import_bytes(const char *path, const char *data, size_t size)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import(path, data, size, NULL, &capture, &error) != BENCHAN_OK)
        fail_msg("%s: %s", path, error.message);
    return capture;
}

/* The two captures of a pair file, parted by a line "====". */
static void import_pair(const char *name, struct benchan_capture *pair[2])
{
    static struct file file;
    read_file(&file, name);
    char *parting = strstr(file.data, "\n====\n");
    assert_non_null(parting);
    pair[0] = import_bytes("old", file.data, (size_t)(parting + 1 - file.data));
    parting += strlen("\n====\n");
    pair[1] = import_bytes("new", parting, strlen(parting));
}

/* -------------------------------------------------------------------- import */

static enum benchan_status import(const void *context, struct benchan_error *error)
{
    const struct file *file = context;
    struct benchan_capture *capture = NULL;
    const enum benchan_status status =
        benchan_import("file", file->data, file->size, NULL, &capture, error);
    benchan_capture_free(capture);
    return status;
}

static void imports_fail(void **state)
{
    (void)state;
    static const char *const names[] = {"go/02-same-name-two-pkgs.txt",
                                        "go/05-split-by-log.txt",
                                        "go/unit-lines.txt",
                                        "go/gen-benchtime-50x.txt",
                                        "go/not-utf8.txt",
                                        "go/gzip.gz",
                                        "go/utf16le.txt",
                                        "go/06-test2json.jsonl",
                                        "pyperf/full.json",
                                        "pyperf/nohz.json",
                                        "pyperf/ver5.json",
                                        "csv/long.csv",
                                        "csv/wide.csv",
                                        "csv/units.csv",
                                        "csv/criterion.csv",
                                        "csv/tab.tsv"};
    static struct file file;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        read_file(&file, names[i]);
        fail_all(names[i], import, &file);
    }
}

struct captures {
    struct benchan_capture *pair[2];
};

static enum benchan_status convert(const void *context, struct benchan_error *error)
{
    (void)error;
    const struct captures *captures = context;
    struct benchan_text text = {0};
    benchan_convert((const struct benchan_capture *const *)captures->pair, 2, &text);
    return of_text(&text);
}

static void conversion_fails(void **state)
{
    (void)state;
    struct captures captures;
    static struct file file;
    import_pair("verdict/timed", captures.pair);
    fail_all("convert", convert, &captures);
    struct benchan_text text = {0};
    benchan_convert((const struct benchan_capture *const *)captures.pair, 2, &text);
    assert_false(text.failed);
    assert_true(text.size < sizeof file.data);
    memcpy(file.data, text.data, text.size);
    file.size = text.size;
    benchan_text_free(&text);
    fail_all("reading a converted pair back", import, &file);
    benchan_capture_free(captures.pair[0]);
    benchan_capture_free(captures.pair[1]);
}

static enum benchan_status split(const void *context, struct benchan_error *error)
{
    struct benchan_capture *arm = NULL;
    const enum benchan_status status =
        benchan_capture_split(context, "variant", "new", &arm, error);
    benchan_capture_free(arm);
    return status;
}

static void splitting_fails(void **state)
{
    (void)state;
    static struct file file;
    read_file(&file, "csv/long.csv");
    struct benchan_capture *capture = import_bytes("long.csv", file.data, file.size);
    fail_all("split", split, capture);
    benchan_capture_free(capture);
}

/* --------------------------------------------------------------------- judge */

struct judged {
    struct benchan_input input;
    struct benchan_options options;
};

static enum benchan_status judge(const void *context, struct benchan_error *error)
{
    const struct judged *judged = context;
    struct benchan_verdict *verdict = NULL;
    const enum benchan_status status =
        benchan_judge(&judged->input, &judged->options, &verdict, error);
    benchan_verdict_free(verdict);
    return status;
}

static const struct benchan_options everything = {.min_effect = 0.02,
                                                  .noise_floor = 0.01,
                                                  .claim = "5% faster",
                                                  .ignore_package = true,
                                                  .tried = 2,
                                                  .planned_n = 10};

static void judge_contrast(const char *name)
{
    struct benchan_capture *pair[2];
    import_pair(name, pair);
    const struct benchan_capture *const *captures = (const struct benchan_capture *const *)pair;
    const struct benchan_arm_input candidate = {"new", &captures[1], 1};
    struct judged judged = {
        {.baseline = {"old", &captures[0], 1}, .candidates = &candidate, .n_candidates = 1},
        everything};
    fail_all(name, judge, &judged);
    benchan_capture_free(pair[0]);
    benchan_capture_free(pair[1]);
}

static void judging_fails(void **state)
{
    (void)state;
    static const char *const names[] = {
        "verdict/timed",  "verdict/one-process", "verdict/exact",  "verdict/zero-to-five",
        "verdict/pyperf", "verdict/csv-blocks",  "verdict/38-cpu", "verdict/36-extra"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        judge_contrast(names[i]);
}

/* Several captures an arm, two candidates, an A/A arm, a replication, threads. */
static void judging_many_captures_fails(void **state)
{
    (void)state;
    struct benchan_capture *timed[2], *plain[2], *more[2], *extra[2];
    import_pair("verdict/timed", timed);
    import_pair("verdict/one-process", plain);
    import_pair("verdict/38-cpu", more);
    import_pair("verdict/36-extra", extra);
    const struct benchan_capture *const again = extra[0], *const other = extra[1];
    const struct benchan_capture *const others[] = {more[0], more[1]};
    const struct benchan_capture *old[] = {timed[0], plain[0]};
    const struct benchan_capture *new[] = {timed[1], plain[1]};
    const struct benchan_arm_input candidates[] = {{"new", new, 2}, {"other", &other, 1}};
    const struct benchan_arm_input null = {"again", &again, 1};
    const struct benchan_arm_input replicate[] = {{"old", others, 1}, {"new", others + 1, 1}};
    struct judged judged = {{.baseline = {"old", old, 2},
                             .candidates = candidates,
                             .n_candidates = 2,
                             .nulls = &null,
                             .n_nulls = 1,
                             .replicate = replicate},
                            everything};
    judged.options.jobs = 2;
    fail_all("judge many captures", judge, &judged);
    for (int i = 0; i < 2; i++) {
        benchan_capture_free(timed[i]);
        benchan_capture_free(plain[i]);
        benchan_capture_free(more[i]);
        benchan_capture_free(extra[i]);
    }
}

/* ------------------------------------------------------------------- reports */

struct reported {
    const char *name;
    const struct benchan_verdict *verdict;
    const struct benchan_description *description;
};

static enum benchan_status report(const void *context, struct benchan_error *error)
{
    const struct reported *reported = context;
    struct benchan_text text = {0};
    enum benchan_status status;
    if (reported->verdict)
        status = benchan_report_verdict(reported->name, reported->verdict, NULL, &text, error);
    else
        status = benchan_report_description(reported->name, reported->description, NULL, &text,
                                            error);
    const enum benchan_status of = of_text(&text);
    return status != BENCHAN_OK ? status : of;
}

static void reports_of(const char *name)
{
    struct benchan_capture *pair[2];
    import_pair(name, pair);
    const struct benchan_capture *const *captures = (const struct benchan_capture *const *)pair;
    const struct benchan_arm_input arms[] = {{"old", &captures[0], 1},
                                             {"new", &captures[1], 1}};
    const struct benchan_input input = {
        .baseline = arms[0], .candidates = &arms[1], .n_candidates = 1};
    struct benchan_verdict *verdict = NULL;
    struct benchan_description *description = NULL;
    assert_int_equal(benchan_judge(&input, &everything, &verdict, NULL), BENCHAN_OK);
    assert_int_equal(benchan_describe(&arms[0], NULL, &description, NULL), BENCHAN_OK);
    for (size_t i = 0; benchan_report_name(i); i++) {
        struct reported reported = {benchan_report_name(i), verdict, NULL};
        fail_all(reported.name, report, &reported);
        reported = (struct reported){benchan_report_name(i), NULL, description};
        if (report(&reported, NULL) != BENCHAN_BAD_USAGE) /* some formats describe nothing */
            fail_all(reported.name, report, &reported);
    }
    benchan_verdict_free(verdict);
    benchan_description_free(description);
    benchan_capture_free(pair[0]);
    benchan_capture_free(pair[1]);
}

static void reports_fail(void **state)
{
    (void)state;
    reports_of("verdict/timed");
    reports_of("verdict/36-extra");
}

/* -------------------------------------------------------- describe, plan, card */

static enum benchan_status describe(const void *context, struct benchan_error *error)
{
    struct benchan_description *description = NULL;
    const enum benchan_status status = benchan_describe(context, NULL, &description, error);
    benchan_description_free(description);
    return status;
}

static enum benchan_status plan(const void *context, struct benchan_error *error)
{
    struct benchan_plan *planned = NULL;
    enum benchan_status status = benchan_plan(context, NULL, 0.02, NAN, &planned, error);
    if (status == BENCHAN_OK) {
        struct benchan_text text = {0};
        benchan_report_plan(planned, &text);
        status = of_text(&text);
    }
    benchan_plan_free(planned);
    return status;
}

static void describing_and_planning_fail(void **state)
{
    (void)state;
    static struct file file;
    read_file(&file, "pyperf/full.json");
    struct benchan_capture *pair[2];
    import_pair("verdict/pyperf", pair);
    struct benchan_capture *full = import_bytes("full.json", file.data, file.size);
    const struct benchan_capture *captures[] = {full, pair[0]};
    const struct benchan_arm_input arm = {"pilot", captures, 2};
    fail_all("describe", describe, &arm);
    fail_all("plan", plan, &arm);
    benchan_capture_free(full);
    benchan_capture_free(pair[0]);
    benchan_capture_free(pair[1]);
}

static enum benchan_status read_card(const void *context, struct benchan_error *error)
{
    const char *text = context;
    struct benchan_card *card = NULL;
    const enum benchan_status status =
        benchan_card_read("cards/card.json", text, strlen(text), &card, error);
    benchan_card_free(card);
    return status;
}

static enum benchan_status write_template(const void *context, struct benchan_error *error)
{
    (void)context;
    (void)error;
    struct benchan_text text = {0};
    benchan_card_template(&text);
    return of_text(&text);
}

static void cards_fail(void **state)
{
    (void)state;
    fail_all(
        "card", read_card,
        "{\"decision\": \"ship\", \"claim\": \"5% faster\", \"min_effect\": \"2%\", "
        "\"null\": [\"a.txt\", \"b.txt\"], \"replicate\": [\"c\", \"d\"], "
        "\"attest\": {\"inputs\": \"same corpus\"}, \"gates\": {\"stability\": \"warn\"}}");
    fail_all("card template", write_template, NULL);
}

int main(void)
{
    /* cJSON's allocations are ours as well. */
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = malloc, .free_fn = free});
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(imports_fail),
        cmocka_unit_test(conversion_fails),
        cmocka_unit_test(splitting_fails),
        cmocka_unit_test(judging_fails),
        cmocka_unit_test(judging_many_captures_fails),
        cmocka_unit_test(reports_fail),
        cmocka_unit_test(describing_and_planning_fail),
        cmocka_unit_test(cards_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
