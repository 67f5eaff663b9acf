/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON scanner: what it refuses and where, and what a walk then finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchan/text.h"
#include "formats/import/json.h"

/* Opens exactly `size` bytes, so that a read past them is seen by a sanitizer. */
static enum benchan_status open_bytes(struct json_document *document, const char *text,
                                      size_t size, const struct json_rules *rules,
                                      struct benchan_error *error, char **copy)
{
    *copy = malloc(size ? size : 1);
    assert_non_null(*copy);
    memcpy(*copy, text, size);
    return json_open(document, "f.json", *copy, size, rules, error);
}

static enum benchan_status check(const char *text, size_t size, struct benchan_error *error)
{
    struct json_document document;
    char *copy;
    const enum benchan_status status = open_bytes(&document, text, size, NULL, error, &copy);
    if (status == BENCHAN_OK)
        json_close(&document);
    free(copy);
    return status;
}

static void sound_texts_are_accepted(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{}",
        " [ ] \n",
        "0",
        "-0.5e+10",
        "[1,2.5,1E5,-0,0.0e-3]",
        "\"\"",
        "{\"a\":{\"b\":[null,true,false]},\"c\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"}",
        "\"\\ud83d\\ude00\"",
        "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"",
        "[{\"a\":1},{\"a\":2}]",
        "{\"a\":1,\"A\":2,\"ab\":3}",
        "\t\r\n[\t\r\n1\t\r\n,\t\r\n2\t\r\n]\t\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct benchan_error error = {0};
        const enum benchan_status status = check(texts[i], strlen(texts[i]), &error);
        if (status != BENCHAN_OK)
            fail_msg("%s: %s", texts[i], error.message);
    }
}

static void faults_have_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t line, column;
        const char *message;
    } cases[] = {
        {"", 1, 1, "empty"},
        {"  \n ", 2, 2, "ends where a value"},
        {"hello", 1, 1, "not a JSON value"},
        {"[01]", 1, 2, "leading zero"},
        {"[-01]", 1, 2, "leading zero"},
        {"[1.]", 1, 4, "digit is missing"},
        {"[.5]", 1, 2, "not a JSON value"},
        {"[+1]", 1, 2, "not a JSON value"},
        {"[1e]", 1, 4, "digit is missing"},
        {"[1e+]", 1, 5, "digit is missing"},
        {"[-]", 1, 3, "digit is missing"},
        {"[0x10]", 1, 3, "comma or a closing bracket"},
        {"[1 2]", 1, 4, "comma or a closing bracket"},
        {"[1,]", 1, 4, "comma with nothing after"},
        {"[,1]", 1, 2, "not a JSON value"},
        {"{\"a\":1,}", 1, 8, "comma with nothing after"},
        {"{a:1}", 1, 2, "double quotes"},
        {"{\"a\" 1}", 1, 6, "colon"},
        {"{\"a\":}", 1, 6, "not a JSON value"},
        {"[1}", 1, 3, "comma or a closing bracket"},
        {"{\"a\":1]", 1, 7, "comma or a closing bracket"},
        {"[1] x", 1, 5, "follows the end"},
        {"{}{}", 1, 3, "follows the end"},
        {"[\n\"a\nb\"]", 2, 3, "line break"},
        {"[\"a\tb\"]", 1, 4, "control character"},
        {"[\"\\x\"]", 1, 3, "unknown escape"},
        {"[\"\\u12g4\"]", 1, 3, "four hexadecimal"},
        {"[\"\\u0000\"]", 1, 3, "NUL"},
        {"[\"\\ud800\"]    ", 1, 3, "surrogate"},
        {"[\"\\ud800\\u0041\"]", 1, 3, "surrogate"},
        {"[\"\\udc00\"]", 1, 3, "surrogate"},
        {"[\"\xff\"]", 1, 3, "not UTF-8"},
        {"[\"\xc0\xaf\"]", 1, 3, "not UTF-8"},
        {"[\"\xe0\x80\x80\"]", 1, 3, "not UTF-8"},
        {"[\"\xed\xa0\x80\"]", 1, 3, "not UTF-8"},
        {"[\"\xf4\x90\x80\x80\"]", 1, 3, "not UTF-8"},
        {"[\"\xc3(\"]", 1, 3, "not UTF-8"},
        {"[\xc3\xa9]", 1, 2, "not a JSON value"},
        {"{\"a\":1,\n \"b\":2, \"a\":3}", 2, 9, "twice"},
        {"{\"ab\":1,\"\\u0061b\":3}", 1, 9, "twice"},
        {"{\"x\":{\"a\":1,\"a\":2}}", 1, 13, "twice"},
        {"[NaN]", 1, 2, "NaN and Infinity"},
        {"[-Infinity]", 1, 2, "NaN and Infinity"},
        {"[1, Infinity]", 1, 5, "NaN and Infinity"},
        {"[nul]", 1, 2, "not a JSON value"},
        {"[True]", 1, 2, "not a JSON value"},
        {"[tru", 1, 5, "ends inside a word"},
        {"[1", 1, 3, "ends inside an array"},
        {"[1,", 1, 4, "ends where a value"},
        {"{\"a\":1", 1, 7, "ends inside an object"},
        {"{\"a", 1, 4, "ends inside a string"},
        {"{\"a\"", 1, 5, "ends inside an object"},
        {"[\"\\", 1, 4, "ends inside a string"},
        {"[\"\\ud83d\\u", 1, 11, "ends inside a string"},
        {"[\"\xe2\x82", 1, 5, "ends inside a string"},
        {"[1.", 1, 4, "ends inside a number"},
        {"[1e-", 1, 5, "ends inside a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct benchan_error error = {0};
        if (check(cases[i].text, strlen(cases[i].text), &error) != BENCHAN_BAD_INPUT)
            fail_msg("%s: accepted", cases[i].text);
        if (!strstr(error.message, cases[i].message))
            fail_msg("%s: %s", cases[i].text, error.message);
        if (error.line != cases[i].line || error.column != cases[i].column)
            fail_msg("%s: %zu:%zu", cases[i].text, error.line, error.column);
        assert_string_equal(error.path, "f.json");
        assert_true(error.mend[0] != '\0');
    }
}

static void nul_bytes_are_no_end(void **state)
{
    (void)state;
    struct benchan_error error;
    assert_int_equal(check("[1,\0 2]", 7, &error), BENCHAN_BAD_INPUT);
    assert_int_equal(error.column, 4);
    assert_int_equal(check("[\"a\0\"]", 6, &error), BENCHAN_BAD_INPUT);
    assert_int_equal(error.column, 4);
    assert_int_equal(check("[\"\\\0\"]", 6, &error), BENCHAN_BAD_INPUT);
    assert_int_equal(check("{}\0", 3, &error), BENCHAN_BAD_INPUT);
    assert_int_equal(error.column, 3);
}

static void nesting_is_limited(void **state)
{
    (void)state;
    enum { bomb = 1000000 };
    struct benchan_error error;
    char *const text = malloc(bomb);
    assert_non_null(text);
    memset(text, '[', bomb);
    assert_int_equal(check(text, bomb, &error), BENCHAN_LIMIT);
    assert_int_equal(error.column, JSON_MAX_DEPTH + 1);
    memset(text + JSON_MAX_DEPTH, ']', JSON_MAX_DEPTH);
    assert_int_equal(check(text, 2 * JSON_MAX_DEPTH, &error), BENCHAN_OK);
    free(text);
}

static void long_numbers_are_limited(void **state)
{
    (void)state;
    char text[402];
    struct benchan_error error;
    memset(text, '7', sizeof text);
    text[0] = '[';
    text[401] = ']';
    assert_int_equal(check(text, sizeof text, &error), BENCHAN_LIMIT);
    assert_int_equal(error.column, 2);
    text[JSON_MAX_NUMBER + 1] = ']';
    assert_int_equal(check(text, JSON_MAX_NUMBER + 2, &error), BENCHAN_OK);
}

static void many_keys_are_compared(void **state)
{
    (void)state;
    struct benchan_text text = {0};
    struct benchan_error error;
    for (int i = 0; i < 20000; i++)
        benchan_text_printf(&text, "%s\"k%d\":%d", i ? "," : "{", i * 7919 % 20000, i);
    benchan_text_string(&text, "}");
    assert_int_equal(check(text.data, text.size, &error), BENCHAN_OK);
    text.size--;
    benchan_text_string(&text, ",\n\"k777\":1}");
    assert_int_equal(check(text.data, text.size, &error), BENCHAN_BAD_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 1);
    benchan_text_free(&text);
}

static void a_walk_finds_everything(void **state)
{
    (void)state;
    static const char text[] =
        " { \"a\" : [ 1 , -2.5e1,\"x]\\\"\" ,{},[]] , \"b\\n\":{\"c\":null},\"d\":true } ";
    struct json_document document;
    struct json_span key, value, array;
    double number;
    assert_int_equal(json_open(&document, "f", text, strlen(text), NULL, NULL), BENCHAN_OK);
    assert_int_equal(document.root.kind, JSON_OBJECT);
    assert_true(json_member(&document, document.root, "a", &array));
    struct json_walk walk = json_walk_start(&document, array);
    assert_true(json_walk_next(&walk, NULL, &value));
    assert_true(json_whole(&document, value, &number) && number == 1);
    assert_true(json_walk_next(&walk, NULL, &value));
    assert_true(json_number(&document, value, &number) && number == -25);
    assert_false(json_whole(&document, value, &number));
    assert_true(json_walk_next(&walk, NULL, &value));
    assert_true(json_equal(&document, value, "x]\""));
    assert_false(json_equal(&document, value, "x]"));
    assert_false(json_equal(&document, value, "x]\"y"));
    assert_true(json_walk_next(&walk, NULL, &value) && value.kind == JSON_OBJECT);
    assert_true(json_walk_next(&walk, NULL, &value) && value.kind == JSON_ARRAY);
    assert_false(json_walk_next(&walk, NULL, &value));
    assert_false(json_walk_next(&walk, NULL, &value));

    walk = json_walk_start(&document, document.root);
    assert_true(json_walk_next(&walk, &key, &value));
    assert_true(json_walk_next(&walk, &key, &value));
    assert_true(json_equal(&document, key, "b\n"));
    assert_true(json_member(&document, value, "c", &value) && value.kind == JSON_NULL);
    assert_true(json_walk_next(&walk, &key, &value) && value.kind == JSON_TRUE);
    assert_false(json_walk_next(&walk, &key, &value));
    assert_false(json_member(&document, document.root, "c", &value));
    json_close(&document);
}

static void large_values_are_jumped_over(void **state)
{
    (void)state;
    struct benchan_text text = {0};
    struct json_document document;
    struct json_span value, inner;
    double number;
    benchan_text_string(&text, "{\"big\":[");
    for (int i = 0; i < 3000; i++)
        benchan_text_printf(&text, "%s[%d,\"]}\"]", i ? "," : "", i);
    benchan_text_string(&text, "],\"after\":[[");
    for (int i = 0; i < 3000; i++)
        benchan_text_printf(&text, "%s%d", i ? "," : "", i);
    benchan_text_string(&text, "]],\"last\":7}");
    assert_int_equal(json_open(&document, "f", text.data, text.size, NULL, NULL), BENCHAN_OK);
    assert_int_equal(document.n_jumps, 4);
    assert_true(json_member(&document, document.root, "last", &value));
    assert_true(json_number(&document, value, &number) && number == 7);
    assert_true(json_member(&document, document.root, "big", &value));
    size_t n = 0;
    struct json_walk walk = json_walk_start(&document, value);
    while (json_walk_next(&walk, NULL, &inner))
        n++;
    assert_int_equal(n, 3000);
    json_close(&document);
    benchan_text_free(&text);
}

static void numbers_that_fit_no_double_are_none(void **state)
{
    (void)state;
    static const char text[] = "[1e400,-1e400,9007199254740993,1.0,\"1\"]";
    struct json_document document;
    struct json_span value;
    double number;
    assert_int_equal(json_open(&document, "f", text, strlen(text), NULL, NULL), BENCHAN_OK);
    struct json_walk walk = json_walk_start(&document, document.root);
    for (int i = 0; i < 2; i++) {
        assert_true(json_walk_next(&walk, NULL, &value));
        assert_false(json_number(&document, value, &number));
    }
    for (int i = 0; i < 3; i++) {
        assert_true(json_walk_next(&walk, NULL, &value));
        assert_true(json_number(&document, value, &number) == (value.kind == JSON_NUMBER));
        if (i)
            assert_false(json_whole(&document, value, &number));
    }
    json_close(&document);
}

static void trees_are_made_of_parts(void **state)
{
    (void)state;
    static const char text[] = "[{\"a\":0.1},{\"b\":[NaN,-Infinity,Infinity,\"NaN\",2]}]";
    const struct json_rules rules = {.nonfinite = true};
    struct json_document document;
    struct json_span value;
    assert_int_equal(json_open(&document, "f", text, strlen(text), &rules, NULL), BENCHAN_OK);
    assert_true(document.nonfinite);
    struct json_walk walk = json_walk_start(&document, document.root);
    assert_true(json_walk_next(&walk, NULL, &value));
    cJSON *tree = json_tree(&document, value);
    assert_non_null(tree);
    assert_true(cJSON_GetObjectItemCaseSensitive(tree, "a")->valuedouble == 0.1);
    cJSON_Delete(tree);
    assert_true(json_walk_next(&walk, NULL, &value));
    tree = json_tree(&document, value);
    assert_non_null(tree);
    const cJSON *const b = cJSON_GetObjectItemCaseSensitive(tree, "b");
    assert_int_equal(cJSON_GetArraySize(b), 5);
    for (int i = 0; i < 3; i++)
        assert_true(cJSON_IsNull(cJSON_GetArrayItem(b, i)));
    assert_string_equal(cJSON_GetArrayItem(b, 3)->valuestring, "NaN");
    assert_true(cJSON_GetArrayItem(b, 4)->valuedouble == 2);
    cJSON_Delete(tree);
    assert_true(json_member(&document, value, "b", &value));
    walk = json_walk_start(&document, value);
    for (int i = 0; i < 3; i++)
        assert_true(json_walk_next(&walk, NULL, &value) && value.kind == JSON_NONFINITE);
    assert_int_equal(value.end - value.begin, strlen("Infinity"));
    json_close(&document);
}

static size_t count_records(const struct json_document *document)
{
    struct json_span records, value;
    size_t n = 0;
    if (!json_member(document, document->root, "r", &records))
        return 0;
    struct json_walk walk = json_walk_start(document, records);
    while (json_walk_next(&walk, NULL, &value))
        n++;
    return n;
}

static void every_truncation_is_told(void **state)
{
    (void)state;
    static const char text[] = "{\"r\": [{\"a\": [1, 2.5e3]}, {\"\\u00e9\": "
                               "\"\\ud83d\\ude00\xc3\xa9\"}, true], \"z\": 1}";
    const size_t first_end = (size_t)(strstr(text, ", {") - text);
    const struct json_rules partial = {.partial = true, .record_depths = {2, 0}};
    for (size_t size = 0; size < strlen(text); size++) {
        struct json_document document;
        struct benchan_error error = {0};
        char *copy;
        assert_int_equal(check(text, size, &error), BENCHAN_BAD_INPUT);
        assert_int_equal(error.line, 1);
        assert_int_equal(error.column, size + 1);
        assert_non_null(strstr(error.message, size ? "ends" : "empty"));
        const enum benchan_status status =
            open_bytes(&document, text, size, &partial, &error, &copy);
        assert_int_equal(status, size < first_end ? BENCHAN_BAD_INPUT : BENCHAN_OK);
        if (status == BENCHAN_OK) {
            assert_true(document.cut);
            assert_in_range(count_records(&document), 1, 3);
            json_close(&document);
        }
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_texts_are_accepted),
        cmocka_unit_test(faults_have_their_place),
        cmocka_unit_test(nul_bytes_are_no_end),
        cmocka_unit_test(nesting_is_limited),
        cmocka_unit_test(long_numbers_are_limited),
        cmocka_unit_test(many_keys_are_compared),
        cmocka_unit_test(a_walk_finds_everything),
        cmocka_unit_test(large_values_are_jumped_over),
        cmocka_unit_test(numbers_that_fit_no_double_are_none),
        cmocka_unit_test(trees_are_made_of_parts),
        cmocka_unit_test(every_truncation_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
