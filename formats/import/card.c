/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/card.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/number.h"
#include "formats/import/bytes.h"
#include "formats/import/json.h"
#include "formats/model/arena.h"

/* What is needed while a card is read. */
struct reader {
    const struct json_document *document;
    struct benchan_card *card;
    struct arena *arena;
    struct benchan_error *error;
};

/* A member of the card; `read` knows where in the card it goes. */
struct card_key {
    const char *name;
    enum benchan_status (*read)(struct reader *reader, const struct card_key *key,
                                struct json_span value);
    size_t offset; /* of the field, for keys of one simple value */
};

static enum benchan_status wrong(struct reader *reader, struct json_span value, const char *key,
                                 const char *wanted)
{
    return json_fail(reader->document, value.begin, NULL, reader->error,
                     "\"%s\" must be %s, not %s", key, wanted, json_kind_name(value.kind));
}

/* -------------------------------------------------------------- simple values */

/* The text of a string, owned by the card; NULL where memory is out. */
static const char *text_of(struct reader *reader, struct json_span value)
{
    cJSON *tree = json_tree(reader->document, value);
    const char *string = cJSON_GetStringValue(tree);
    const char *copy = string ? arena_copy(reader->arena, string, strlen(string)) : NULL;
    cJSON_Delete(tree);
    return copy;
}

static enum benchan_status read_string(struct reader *reader, const char *key,
                                       struct json_span value, const char **text)
{
    if (value.kind != JSON_STRING)
        return wrong(reader, value, key, "a text");
    const char *read = text_of(reader, value);
    if (!read)
        return benchan_fail_memory(reader->error);
    if (!*read)
        return json_fail(reader->document, value.begin, "leave the key out, or write null",
                         reader->error, "\"%s\" is empty", key);
    *text = read;
    return BENCHAN_OK;
}

static enum benchan_status read_text(struct reader *reader, const struct card_key *key,
                                     struct json_span value)
{
    const char **field = (const char **)(void *)((char *)reader->card + key->offset);
    return read_string(reader, key->name, value, field);
}

static enum benchan_status read_count(struct reader *reader, const struct card_key *key,
                                      struct json_span value)
{
    double count = 0;
    if (!json_whole(reader->document, value, &count) || count < 1)
        return json_fail(reader->document, value.begin, NULL, reader->error,
                         "\"%s\" must be a whole number from 1 on", key->name);
    *(size_t *)(void *)((char *)reader->card + key->offset) = (size_t)count;
    return BENCHAN_OK;
}

/* "2%", "2 %" or "0.02" as .02; false for all else. */
static bool parse_fraction(const char *text, double *fraction)
{
    size_t n = strlen(text);
    const bool percent = n && text[n - 1] == '%';
    if (percent)
        n--;
    while (percent && n && text[n - 1] == ' ')
        n--;
    double value = 0;
    if (!benchan_parse_number(text, n, &value, NULL))
        return false;
    *fraction = percent ? value / 100 : value;
    return percent ? *fraction > 0 : *fraction > 0 && *fraction < 1;
}

static enum benchan_status read_fraction(struct reader *reader, const struct card_key *key,
                                         struct json_span value)
{
    double fraction = 0;
    bool good = json_number(reader->document, value, &fraction) && fraction > 0 && fraction < 1;
    if (value.kind == JSON_STRING) {
        const char *text = text_of(reader, value);
        if (!text)
            return benchan_fail_memory(reader->error);
        good = parse_fraction(text, &fraction);
    }
    if (!good)
        return json_fail(reader->document, value.begin, NULL, reader->error,
                         "\"%s\" must be a share such as \"2%%\" or 0.02", key->name);
    *(double *)(void *)((char *)reader->card + key->offset) = fraction;
    return BENCHAN_OK;
}

/* ----------------------------------------------------------------------- paths */

static bool is_absolute(const char *path)
{
    const bool drive = path[0] && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
    return path[0] == '/' || drive;
}

/* A path of the card as seen from where the program stands. */
static enum benchan_status read_path(struct reader *reader, const char *key,
                                     struct json_span value, const char **path)
{
    const char *given = NULL;
    const enum benchan_status status = read_string(reader, key, value, &given);
    if (status != BENCHAN_OK || !given)
        return status;
    const char *slash = strrchr(reader->document->path, '/');
    if (!slash || is_absolute(given)) {
        *path = given;
        return BENCHAN_OK;
    }
    const size_t directory = (size_t)(slash - reader->document->path) + 1;
    char *joined = arena_allocate(reader->arena, directory + strlen(given) + 1);
    if (!joined)
        return benchan_fail_memory(reader->error);
    memcpy(joined, reader->document->path, directory);
    memcpy(joined + directory, given, strlen(given) + 1);
    *path = joined;
    return BENCHAN_OK;
}

static size_t count_members(const struct reader *reader, struct json_span value)
{
    struct json_walk walk = json_walk_start(reader->document, value);
    struct json_span item;
    size_t n = 0;
    while (json_walk_next(&walk, NULL, &item))
        n++;
    return n;
}

static enum benchan_status read_nulls(struct reader *reader, const struct card_key *key,
                                      struct json_span value)
{
    if (value.kind != JSON_STRING && value.kind != JSON_ARRAY)
        return wrong(reader, value, key->name, "a path or a list of paths");
    const size_t n = value.kind == JSON_ARRAY ? count_members(reader, value) : 1;
    const char **paths = arena_allocate(reader->arena, (n + 1) * sizeof *paths);
    if (!paths)
        return benchan_fail_memory(reader->error);
    reader->card->nulls = paths;
    if (value.kind == JSON_STRING) {
        reader->card->n_nulls = 1;
        return read_path(reader, key->name, value, &paths[0]);
    }
    struct json_walk walk = json_walk_start(reader->document, value);
    struct json_span item;
    enum benchan_status status = BENCHAN_OK;
    while (status == BENCHAN_OK && json_walk_next(&walk, NULL, &item))
        status = read_path(reader, key->name, item, &paths[reader->card->n_nulls++]);
    return status;
}

static enum benchan_status read_replicate(struct reader *reader, const struct card_key *key,
                                          struct json_span value)
{
    if (value.kind != JSON_ARRAY || count_members(reader, value) != 2)
        return json_fail(reader->document, value.begin, NULL, reader->error,
                         "\"%s\" must be a list of two paths: baseline, candidate", key->name);
    struct json_walk walk = json_walk_start(reader->document, value);
    struct json_span item;
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; status == BENCHAN_OK && json_walk_next(&walk, NULL, &item); i++)
        status = read_path(reader, key->name, item, &reader->card->replicate[i]);
    return status;
}

/* ----------------------------------------------------------------------- gates */

/* Room for `n` more gates; the array before is left to the arena. */
static struct benchan_gate_option *more_gates(struct reader *reader, size_t n)
{
    struct benchan_card *card = reader->card;
    struct benchan_gate_option *gates =
        arena_allocate(reader->arena, (card->n_gates + n + 1) * sizeof *gates);
    if (!gates)
        return NULL;
    if (card->n_gates)
        memcpy(gates, card->gates, card->n_gates * sizeof *gates);
    card->gates = gates;
    return gates;
}

static enum benchan_status read_gate_status(struct reader *reader, struct json_span value,
                                            enum benchan_gate_status *status)
{
    static const struct {
        const char *word;
        enum benchan_gate_status status;
    } words[] = {
        {"fail", BENCHAN_GATE_FAIL}, {"warn", BENCHAN_GATE_WARN}, {"off", BENCHAN_GATE_OFF}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (value.kind == JSON_STRING && json_equal(reader->document, value, words[i].word)) {
            *status = words[i].status;
            return BENCHAN_OK;
        }
    }
    return json_fail(reader->document, value.begin, NULL, reader->error,
                     "a gate is set to \"fail\", \"warn\" or \"off\"");
}

static enum benchan_status read_gate(struct reader *reader, bool attest, struct json_span name,
                                     struct json_span value)
{
    struct benchan_gate_option gate = {.status = BENCHAN_GATE_ATTESTED};
    gate.gate = text_of(reader, name);
    if (!gate.gate)
        return benchan_fail_memory(reader->error);
    const enum benchan_status status = attest ? read_string(reader, gate.gate, value, &gate.why)
                                              : read_gate_status(reader, value, &gate.status);
    if (status == BENCHAN_OK)
        reader->card->gates[reader->card->n_gates++] = gate;
    return status;
}

static enum benchan_status read_gates(struct reader *reader, const struct card_key *key,
                                      struct json_span value)
{
    const bool attest = strcmp(key->name, "attest") == 0;
    if (value.kind != JSON_OBJECT)
        return wrong(reader, value, key->name, "an object with gates as its keys");
    if (!more_gates(reader, count_members(reader, value)))
        return benchan_fail_memory(reader->error);
    struct json_walk walk = json_walk_start(reader->document, value);
    struct json_span name, item;
    enum benchan_status status = BENCHAN_OK;
    while (status == BENCHAN_OK && json_walk_next(&walk, &name, &item))
        status = read_gate(reader, attest, name, item);
    return status;
}

/* -------------------------------------------------------------------- the card */

static const struct card_key keys[] = {
    {"decision", read_text, offsetof(struct benchan_card, decision)},
    {"claim", read_text, offsetof(struct benchan_card, claim)},
    {"min_effect", read_fraction, offsetof(struct benchan_card, min_effect)},
    {"planned_n", read_count, offsetof(struct benchan_card, planned_n)},
    {"look", read_count, offsetof(struct benchan_card, look)},
    {"tried", read_count, offsetof(struct benchan_card, tried)},
    {"null", read_nulls, 0},
    {"replicate", read_replicate, 0},
    {"noise_floor", read_fraction, offsetof(struct benchan_card, noise_floor)},
    {"attest", read_gates, 0},
    {"gates", read_gates, 0},
};

static enum benchan_status unknown_key(struct reader *reader, struct json_span name)
{
    char known[256] = "a card may have ";
    size_t n = strlen(known);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        n += (size_t)benchan_snprintf(known + n, sizeof known - n, "%s%s", i ? ", " : "",
                                      keys[i].name);
    const size_t length = name.end - name.begin;
    return json_fail(reader->document, name.begin, known, reader->error, "unknown key %.*s",
                     (int)(length < 80 ? length : 80), reader->document->data + name.begin);
}

static enum benchan_status read_member(struct reader *reader, struct json_span name,
                                       struct json_span value)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!json_equal(reader->document, name, keys[i].name))
            continue;
        return value.kind == JSON_NULL ? BENCHAN_OK : keys[i].read(reader, &keys[i], value);
    }
    return unknown_key(reader, name);
}

static enum benchan_status read_card(struct reader *reader)
{
    const struct json_span root = reader->document->root;
    if (root.kind != JSON_OBJECT)
        return json_fail(reader->document, root.begin, "benchan card prints a template",
                         reader->error, "a card is an object, not %s",
                         json_kind_name(root.kind));
    struct json_walk walk = json_walk_start(reader->document, root);
    struct json_span name, value;
    enum benchan_status status = BENCHAN_OK;
    while (status == BENCHAN_OK && json_walk_next(&walk, &name, &value))
        status = read_member(reader, name, value);
    return status;
}

/* The card and the arena behind it are one allocation apart. */
static struct benchan_card *new_card(void)
{
    struct benchan_card *card = calloc(1, sizeof *card);
    struct arena *arena = calloc(1, sizeof *arena);
    if (!card || !arena) {
        free(card);
        free(arena);
        return NULL;
    }
    card->owner = arena;
    card->min_effect = (double)NAN;
    card->noise_floor = (double)NAN;
    return card;
}

static enum benchan_status read_text_of_card(const char *path, const char *data, size_t size,
                                             struct benchan_card *card,
                                             struct benchan_error *error)
{
    struct json_document document;
    enum benchan_status status = json_open(&document, path, data, size, NULL, error);
    if (status != BENCHAN_OK)
        return status;
    struct reader reader = {&document, card, card->owner, error};
    status = read_card(&reader);
    json_close(&document);
    return status;
}

enum { CARD_LIMIT = 1 << 20 };

enum benchan_status benchan_card_read(const char *path, const void *data, size_t size,
                                      struct benchan_card **card, struct benchan_error *error)
{
    struct bytes bytes = {0};
    enum benchan_status status =
        bytes_decode(path, data, size, CARD_LIMIT, false, &bytes, error);
    if (status != BENCHAN_OK)
        return status;
    struct benchan_card *read = new_card();
    status = read ? read_text_of_card(path, bytes.data, bytes.size, read, error)
                  : benchan_fail_memory(error);
    bytes_free(&bytes);
    if (status != BENCHAN_OK) {
        benchan_card_free(read);
        return status;
    }
    *card = read;
    return BENCHAN_OK;
}

void benchan_card_free(struct benchan_card *card)
{
    if (!card)
        return;
    arena_free(card->owner);
    free(card->owner);
    free(card);
}

void benchan_card_template(struct benchan_text *text)
{
    benchan_text_string(text, "{\n"
                              "  \"decision\": \"what will be done if it is faster, and what "
                              "if it is not\",\n"
                              "  \"claim\": null,\n"
                              "  \"min_effect\": \"2%\",\n"
                              "  \"planned_n\": 20,\n"
                              "  \"look\": 1,\n"
                              "  \"tried\": 1,\n"
                              "  \"null\": [],\n"
                              "  \"replicate\": null,\n"
                              "  \"noise_floor\": null,\n"
                              "  \"attest\": {},\n"
                              "  \"gates\": {}\n"
                              "}\n");
}
