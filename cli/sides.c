/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/sides.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/import.h"
#include "cli/files.h"

void side_free(struct side *arm)
{
    for (size_t i = 0; i < arm->n; i++)
        benchan_capture_free(arm->captures[i]);
    free(arm->captures);
    *arm = (struct side){0};
}

void side_set_free(struct side_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        side_free(&set->arms[i]);
    free(set->arms);
    side_free(&set->whole);
    *set = (struct side_set){0};
}

struct benchan_arm_input side_input(const struct side *arm)
{
    return (struct benchan_arm_input){
        arm->name, (const struct benchan_capture *const *)arm->captures, arm->n};
}

/* Takes the capture over, also where it fails. */
static enum benchan_status side_add(struct side *arm, struct benchan_capture *capture,
                                    struct benchan_error *error)
{
    struct benchan_capture **captures =
        realloc(arm->captures, (arm->n + 1) * sizeof(struct benchan_capture *));
    if (!captures) {
        benchan_capture_free(capture);
        return benchan_fail_memory(error);
    }
    arm->captures = captures;
    captures[arm->n++] = capture;
    return BENCHAN_OK;
}

/* A block nobody was measured in would quietly leave the comparison unpaired. */
static enum benchan_status check_block(const struct benchan_capture *capture, const char *key,
                                       struct benchan_error *error)
{
    for (size_t i = 0; i < capture->n_processes; i++)
        if (capture->processes[i].block)
            return BENCHAN_OK;
    return benchan_fail(error, BENCHAN_BAD_USAGE, capture->path, 0, 0,
                        "name a column or label of the file", "no process has the block '%s'",
                        key);
}

static enum benchan_status read_capture(struct job *job, const char *path, struct side *arm)
{
    struct benchan_text bytes;
    enum benchan_status status = file_read(path, &bytes, job->error);
    if (status)
        return status;
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    struct benchan_capture *capture = NULL;
    struct benchan_import_options options = job->settings->import;
    options.terminated = true;
    status = benchan_import(name, benchan_text_get(&bytes), bytes.size, &options, &capture,
                            job->error);
    benchan_text_free(&bytes);
    if (!status && job->settings->import.block_key)
        status = check_block(capture, job->settings->import.block_key, job->error);
    if (!status)
        return side_add(arm, capture, job->error);
    benchan_capture_free(capture);
    return status;
}

enum benchan_status side_read(struct job *job, const char *path, struct side *arm)
{
    struct file_names names;
    enum benchan_status status = file_expand(path, &names, job->error);
    if (!arm->name)
        arm->name = path;
    for (size_t i = 0; i < names.n && !status; i++)
        status = read_capture(job, names.paths[i], arm);
    file_names_free(&names);
    return status;
}

static enum benchan_status set_reserve(struct side_set *set, size_t n,
                                       struct benchan_error *error)
{
    set->arms = calloc(n, sizeof *set->arms);
    set->n = set->arms ? n : 0;
    return set->arms ? BENCHAN_OK : benchan_fail_memory(error);
}

/* ------------------------------------------------------------- arms from files */

static enum benchan_status read_extras(struct job *job, struct side_set *set, size_t at)
{
    const struct settings *settings = job->settings;
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < set->n_nulls && !status; i++)
        status = side_read(job, settings->nulls.items[i], &set->arms[at++]);
    for (size_t i = 0; i < 2 && set->replicate && !status; i++)
        status = side_read(job, settings->replicate[i], &set->arms[at++]);
    return status;
}

static enum benchan_status read_files(struct job *job, struct side_set *set)
{
    const struct settings *settings = job->settings;
    const bool stated = settings->baselines.n > 0;
    const size_t first = stated ? 0 : 1;
    set->n_candidates = settings->operands.n - first;
    set->n_nulls = settings->nulls.n;
    enum benchan_status status = set_reserve(
        set, 1 + set->n_candidates + set->n_nulls + (set->replicate ? 2 : 0), job->error);
    if (status)
        return status;
    const struct list *baseline = stated ? &settings->baselines : &settings->operands;
    for (size_t i = 0; i < (stated ? baseline->n : 1) && !status; i++)
        status = side_read(job, baseline->items[i], &set->arms[0]);
    for (size_t i = 0; i < set->n_candidates && !status; i++)
        status = side_read(job, settings->operands.items[first + i], &set->arms[1 + i]);
    return status ? status : read_extras(job, set, 1 + set->n_candidates);
}

/* ------------------------------------------------------- arms inside the files */

struct choice { /* --by KEY[=BASE,CAND,...] taken apart */
    char key[256];
    const char *chosen; /* behind the '='; NULL where nothing is chosen */
    const char *values[64];
    size_t n; /* values there are; at first all of them */
    size_t n_nulls;
    const char *nulls[64];
};

static bool holds(const char *const *values, size_t n, const char *value)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(values[i], value) == 0)
            return true;
    return false;
}

enum { MOST_VALUES = 64 };

static void collect_values(const struct side *whole, struct choice *choice)
{
    for (size_t i = 0; i < whole->n; i++) {
        const char *values[MOST_VALUES];
        size_t n =
            benchan_capture_label_values(whole->captures[i], choice->key, values, MOST_VALUES);
        n = n < MOST_VALUES ? n : MOST_VALUES;
        for (size_t j = 0; j < n && choice->n < MOST_VALUES; j++)
            if (!holds(choice->values, choice->n, values[j]))
                choice->values[choice->n++] = values[j];
    }
}

/* The known value that begins `text` and ends at a comma or at its end: the longest. */
static const char *value_at(const struct choice *choice, const char *text)
{
    const char *best = NULL;
    for (size_t i = 0; i < choice->n; i++) {
        const size_t n = strlen(choice->values[i]);
        const bool fits =
            strncmp(text, choice->values[i], n) == 0 && (text[n] == ',' || text[n] == '\0');
        if (fits && (!best || n > strlen(best)))
            best = choice->values[i];
    }
    return best;
}

static enum benchan_status bad_choice(const struct choice *choice, const char *what,
                                      struct benchan_error *error)
{
    char mend[500] = "";
    size_t used = (size_t)benchan_snprintf(mend, sizeof mend, "choose from");
    for (size_t i = 0; i < choice->n && used < sizeof mend - 1; i++)
        used += (size_t)benchan_snprintf(mend + used, sizeof mend - used, "%s %s", i ? "," : "",
                                         choice->values[i]);
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, choice->n ? mend : NULL,
                        "--by %s %s", choice->key, what);
}

static enum benchan_status take_chosen(struct choice *choice, struct benchan_error *error)
{
    const char *picked[MOST_VALUES];
    size_t n = 0;
    for (const char *at = choice->chosen; n < MOST_VALUES; at++) {
        const char *value = value_at(choice, at);
        if (!value)
            return bad_choice(choice, "finds no such value", error);
        if (holds(picked, n, value))
            return bad_choice(choice, "names one value twice", error);
        picked[n++] = value;
        at += strlen(value);
        if (!*at)
            break;
    }
    memcpy(choice->values, picked, n * sizeof *picked);
    choice->n = n;
    return BENCHAN_OK;
}

/* A --null that is one of the values is an A/A arm inside the same files. */
static void take_nulls(const struct settings *settings, struct choice *choice)
{
    for (size_t i = 0; i < settings->nulls.n; i++)
        if (holds(choice->values, choice->n, settings->nulls.items[i]) &&
            choice->n_nulls < MOST_VALUES)
            choice->nulls[choice->n_nulls++] = settings->nulls.items[i];
}

static void drop_nulls(struct choice *choice)
{
    size_t kept = 0;
    for (size_t i = 0; i < choice->n; i++)
        if (!holds(choice->nulls, choice->n_nulls, choice->values[i]))
            choice->values[kept++] = choice->values[i];
    choice->n = kept;
}

static enum benchan_status choose(struct job *job, const struct side *whole,
                                  struct choice *choice)
{
    const char *by = job->settings->by;
    const size_t n = strcspn(by, "=");
    if (n >= sizeof choice->key)
        return benchan_fail(job->error, BENCHAN_BAD_USAGE, NULL, 0, 0, "choose a shorter key",
                            "--by has a key of %zu bytes", n);
    memcpy(choice->key, by, n);
    choice->key[n] = '\0';
    choice->chosen = by[n] ? by + n + 1 : NULL;
    collect_values(whole, choice);
    if (!choice->n) { /* the library names the keys there are */
        struct benchan_capture *none = NULL;
        const enum benchan_status status =
            benchan_capture_split(whole->captures[0], choice->key, "", &none, job->error);
        benchan_capture_free(none);
        return status ? status : bad_choice(choice, "finds no value", job->error);
    }
    take_nulls(job->settings, choice);
    if (choice->chosen)
        return take_chosen(choice, job->error);
    drop_nulls(choice);
    if (choice->n == 2) {
        job_note(job, "%s is the baseline, %s the candidate; --by %s=BASE,CAND chooses",
                 choice->values[0], choice->values[1], choice->key);
        return BENCHAN_OK;
    }
    return bad_choice(choice, choice->n < 2 ? "finds one arm only" : "finds several arms",
                      job->error);
}

/* Of every file that has the value, its part. */
static enum benchan_status split_side(struct job *job, const struct side *whole,
                                      const char *key, const char *value, struct side *arm)
{
    arm->name = value;
    for (size_t i = 0; i < whole->n; i++) {
        const char *values[MOST_VALUES];
        size_t n = benchan_capture_label_values(whole->captures[i], key, values, MOST_VALUES);
        if (!holds(values, n < MOST_VALUES ? n : MOST_VALUES, value))
            continue;
        struct benchan_capture *part = NULL;
        enum benchan_status status =
            benchan_capture_split(whole->captures[i], key, value, &part, job->error);
        if (!status)
            status = side_add(arm, part, job->error);
        if (status)
            return status;
    }
    return BENCHAN_OK;
}

static enum benchan_status read_nulls(struct job *job, struct side_set *set,
                                      const struct choice *choice)
{
    const struct list *nulls = &job->settings->nulls;
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < nulls->n && !status; i++) {
        struct side *arm = &set->arms[1 + set->n_candidates + i];
        if (holds(choice->nulls, choice->n_nulls, nulls->items[i]))
            status = split_side(job, &set->whole, choice->key, nulls->items[i], arm);
        else
            status = side_read(job, nulls->items[i], arm);
    }
    return status;
}

static enum benchan_status read_by(struct job *job, struct side_set *set)
{
    const struct settings *settings = job->settings;
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < settings->operands.n && !status; i++)
        status = side_read(job, settings->operands.items[i], &set->whole);
    struct choice choice = {0};
    if (!status)
        status = choose(job, &set->whole, &choice);
    if (!status && choice.n < 2)
        status = bad_choice(&choice, "needs two arms", job->error);
    if (status)
        return status;
    set->n_candidates = choice.n - 1;
    set->n_nulls = settings->nulls.n;
    status = set_reserve(set, choice.n + set->n_nulls, job->error);
    for (size_t i = 0; i < choice.n && !status; i++)
        status = split_side(job, &set->whole, choice.key, choice.values[i], &set->arms[i]);
    return status ? status : read_nulls(job, set, &choice);
}

static enum benchan_status check_standard_input(struct job *job)
{
    const struct settings *settings = job->settings;
    const struct list *lists[] = {&settings->operands, &settings->baselines, &settings->nulls};
    size_t count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (size_t j = 0; j < lists[i]->n; j++)
            count += strcmp(lists[i]->items[j], "-") == 0;
    if (count <= 1)
        return BENCHAN_OK;
    return benchan_fail(job->error, BENCHAN_BAD_USAGE, NULL, 0, 0, "name files for the others",
                        "standard input can be read once only");
}

enum benchan_status side_set_read(struct job *job, struct side_set *set)
{
    *set = (struct side_set){0};
    const struct settings *settings = job->settings;
    set->replicate = settings->replicate[0] != NULL;
    enum benchan_status status = check_standard_input(job);
    if (status)
        return status;
    if (settings->by && (set->replicate || settings->baselines.n))
        return benchan_fail(job->error, BENCHAN_BAD_USAGE, NULL, 0, 0, "leave one of them out",
                            "--by does not go with --baseline or --replicate");
    status = settings->by ? read_by(job, set) : read_files(job, set);
    if (status)
        side_set_free(set);
    return status;
}
