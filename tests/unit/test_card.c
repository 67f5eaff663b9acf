/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "benchan/card.h"

static struct benchan_card *read_card(const char *path, const char *text)
{
    struct benchan_card *card = NULL;
    struct benchan_error error = {0};
    if (benchan_card_read(path, text, strlen(text), &card, &error) != BENCHAN_OK)
        fail_msg("%zu:%zu: %s", error.line, error.column, error.message);
    return card;
}

static const char full[] =
    "{\"decision\": \"ship it\",\n \"claim\": \"5% faster\", \"min_effect\": \"2 %\",\n"
    " \"planned_n\": 20, \"look\": 2, \"tried\": 3, \"null\": [\"aa.txt\", "
    "\"/elsewhere/b.txt\"],\n"
    " \"replicate\": [\"old2.txt\", \"new2.txt\"], \"noise_floor\": 0.03,\n"
    " \"attest\": {\"interleaving\": \"run by hand in turn\"},\n"
    " \"gates\": {\"load\": \"off\", \"stability\": \"warn\", \"gc\": \"fail\"}}\n";

static void test_every_key(void **state)
{
    (void)state;
    struct benchan_card *card = read_card("results/card.json", full);
    assert_string_equal(card->decision, "ship it");
    assert_string_equal(card->claim, "5% faster");
    assert_true(card->min_effect == 0.02 && card->noise_floor == 0.03);
    assert_int_equal(card->planned_n, 20);
    assert_int_equal(card->look, 2);
    assert_int_equal(card->tried, 3);
    assert_int_equal(card->n_nulls, 2);
    assert_string_equal(card->nulls[0], "results/aa.txt");
    assert_string_equal(card->nulls[1], "/elsewhere/b.txt");
    assert_string_equal(card->replicate[0], "results/old2.txt");
    assert_string_equal(card->replicate[1], "results/new2.txt");
    assert_int_equal(card->n_gates, 4);
    assert_string_equal(card->gates[0].gate, "interleaving");
    assert_int_equal(card->gates[0].status, BENCHAN_GATE_ATTESTED);
    assert_string_equal(card->gates[0].why, "run by hand in turn");
    assert_int_equal(card->gates[1].status, BENCHAN_GATE_OFF);
    assert_int_equal(card->gates[2].status, BENCHAN_GATE_WARN);
    assert_int_equal(card->gates[3].status, BENCHAN_GATE_FAIL);
    benchan_card_free(card);
}

static void test_absent_keys(void **state)
{
    (void)state;
    struct benchan_card *card =
        read_card("card.json", "{\"claim\": null, \"null\": \"aa.txt\"}");
    assert_null(card->decision);
    assert_null(card->claim);
    assert_true(isnan(card->min_effect) && isnan(card->noise_floor));
    assert_int_equal(card->planned_n + card->look + card->tried + card->n_gates, 0);
    assert_int_equal(card->n_nulls, 1);
    assert_string_equal(card->nulls[0], "aa.txt");
    assert_null(card->replicate[0]);
    benchan_card_free(card);
    benchan_card_free(NULL);
    benchan_card_free(read_card("card.json", "\xef\xbb\xbf{}\r\n"));
}

static void test_template_reads_back(void **state)
{
    (void)state;
    struct benchan_text text = {0};
    benchan_card_template(&text);
    struct benchan_card *card = read_card("card.json", benchan_text_get(&text));
    assert_non_null(card->decision);
    assert_true(card->min_effect == 0.02);
    assert_int_equal(card->planned_n, 20);
    static const char *const names[] = {"decision",    "claim",  "min_effect", "planned_n",
                                        "look",        "tried",  "null",       "replicate",
                                        "noise_floor", "attest", "gates"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(strstr(benchan_text_get(&text), names[i]));
    benchan_card_free(card);
    benchan_text_free(&text);
}

struct fault {
    const char *text;
    size_t line, column;
    const char *message; /* a part of it */
};

static const struct fault faults[] = {
    {"", 1, 1, ""},
    {"[]", 1, 1, "a card is an object"},
    {"{\"claims\": \"5% faster\"}", 1, 2, "unknown key \"claims\""},
    {"{\"look\": 1,\n  \"Claim\": \"2x\"}", 2, 3, "unknown key \"Claim\""},
    {"{\"claim\": 5}", 1, 11, "\"claim\" must be a text"},
    {"{\"claim\": \"\"}", 1, 11, "\"claim\" is empty"},
    {"{\n\"min_effect\": 2}", 2, 15, "\"min_effect\" must be a share"},
    {"{\"min_effect\": \"2\"}", 1, 16, "\"min_effect\" must be a share"},
    {"{\"min_effect\": \"-2%\"}", 1, 16, "\"min_effect\" must be a share"},
    {"{\"noise_floor\": \"much\"}", 1, 17, "\"noise_floor\" must be a share"},
    {"{\"noise_floor\": true}", 1, 17, "\"noise_floor\" must be a share"},
    {"{\"planned_n\": 0}", 1, 15, "whole number"},
    {"{\"planned_n\": 2.5}", 1, 15, "whole number"},
    {"{\"tried\": \"3\"}", 1, 11, "whole number"},
    {"{\"null\": 3}", 1, 10, "a path or a list of paths"},
    {"{\"null\": [\"a\",\n 3]}", 2, 2, "\"null\" must be a text"},
    {"{\"replicate\": [\"a\"]}", 1, 15, "two paths"},
    {"{\"replicate\": \"a\"}", 1, 15, "two paths"},
    {"{\"attest\": {\"load\": \"\"}}", 1, 21, "\"load\" is empty"},
    {"{\"attest\": \"load\"}", 1, 12, "gates as its keys"},
    {"{\"gates\": {\"load\": \"skip\"}}", 1, 20, "\"fail\", \"warn\" or \"off\""},
    {"{\"look\": 1, \"look\": 2}", 1, 13, ""},
    {"{\"look\": 1", 1, 0, ""},
    {"{\"look\": 1} x", 1, 13, ""},
};

static void test_faults_have_places(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct fault *fault = &faults[i];
        struct benchan_card *card = NULL;
        struct benchan_error error = {0};
        const enum benchan_status status =
            benchan_card_read("card.json", fault->text, strlen(fault->text), &card, &error);
        if (status != BENCHAN_BAD_INPUT || card)
            fail_msg("%s: accepted", fault->text);
        if (!strstr(error.message, fault->message) || error.line != fault->line ||
            (fault->column && error.column != fault->column))
            fail_msg("%s: %zu:%zu: %s", fault->text, error.line, error.column, error.message);
        assert_string_equal(error.path, "card.json");
    }
}

static void test_cut_at_every_byte(void **state)
{
    (void)state;
    for (size_t n = 0; n + 2 < sizeof full; n++) {
        struct benchan_card *card = NULL;
        assert_int_equal(benchan_card_read("card.json", full, n, &card, NULL),
                         BENCHAN_BAD_INPUT);
        assert_null(card);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key),           cmocka_unit_test(test_absent_keys),
        cmocka_unit_test(test_template_reads_back), cmocka_unit_test(test_faults_have_places),
        cmocka_unit_test(test_cut_at_every_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
