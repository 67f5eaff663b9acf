/* SPDX-License-Identifier: GPL-3.0-or-later */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>
#include <string.h>

#include "formats/import/bytes.h"

static struct bytes decode(const void *data, size_t size)
{
    struct bytes bytes = {0};
    struct benchan_error error = {0};
    if (bytes_decode("in", data, size, 1 << 20, false, &bytes, &error) != BENCHAN_OK)
        fail_msg("%s", error.message);
    assert_int_equal(bytes.data[bytes.size], 0);
    return bytes;
}

static void expect_text(const void *data, size_t size, const char *wanted)
{
    struct bytes bytes = decode(data, size);
    assert_int_equal(bytes.size, strlen(wanted));
    assert_memory_equal(bytes.data, wanted, bytes.size);
    bytes_free(&bytes);
}

static void expect_failure(const void *data, size_t size, size_t limit,
                           enum benchan_status status, const char *part)
{
    struct bytes bytes = {0};
    struct benchan_error error = {0};
    assert_int_equal(bytes_decode("in", data, size, limit, false, &bytes, &error), status);
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.message, part));
    assert_null(bytes.data);
}

static void byte_order_marks_are_taken_off(void **state)
{
    (void)state;
    expect_text("plain", 5, "plain");
    expect_text("", 0, "");
    expect_text("\xef\xbb\xbfhello", 8, "hello");
    expect_text("\xff\xfe"
                "a\0\xb5\0\xac\x20\x3d\xd8\x00\xde",
                12, "a\xc2\xb5\xe2\x82\xac\xf0\x9f\x98\x80");
    expect_text("\xfe\xff"
                "\0a\0\xb5\x20\xac\xd8\x3d\xde\x00",
                12, "a\xc2\xb5\xe2\x82\xac\xf0\x9f\x98\x80");
    /* A surrogate without its other half. */
    expect_text("\xff\xfe\x3d\xd8"
                "a\0",
                6,
                "\xef\xbf\xbd"
                "a");
    expect_failure("\xff\xfe"
                   "a",
                   3, 100, BENCHAN_BAD_INPUT, "UTF-16");
}

/* printf 'hello\n' | gzip -n */
static const unsigned char hello[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                      0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xe7, 0x02, 0x00,
                                      0x20, 0x30, 0x3a, 0x36, 0x06, 0x00, 0x00, 0x00};

static void gzip_is_unpacked(void **state)
{
    (void)state;
    expect_text(hello, sizeof hello, "hello\n");
    unsigned char twice[2 * sizeof hello];
    memcpy(twice, hello, sizeof hello);
    memcpy(twice + sizeof hello, hello, sizeof hello);
    expect_text(twice, sizeof twice, "hello\nhello\n");
    unsigned char padded[sizeof hello + 512] = {0};
    memcpy(padded, hello, sizeof hello);
    expect_text(padded, sizeof padded, "hello\n");
}

static void damaged_gzip_is_refused(void **state)
{
    (void)state;
    for (size_t n = 2; n < sizeof hello; n++)
        expect_failure(hello, n, 100, BENCHAN_BAD_INPUT, "gzip stream");
    for (size_t i = 10; i < sizeof hello; i++) {
        unsigned char damaged[sizeof hello];
        memcpy(damaged, hello, sizeof hello);
        damaged[i] ^= 0xff;
        expect_failure(damaged, sizeof damaged, 1 << 20, BENCHAN_BAD_INPUT, "gzip stream");
    }
    struct bytes bytes = {0};
    assert_int_equal(bytes_decode("in", hello, sizeof hello - 3, 100, true, &bytes, NULL),
                     BENCHAN_OK);
    assert_true(bytes.cut);
    assert_string_equal(bytes.data, "hello\n");
    bytes_free(&bytes);
}

static void a_bomb_meets_the_limit(void **state)
{
    (void)state;
    expect_failure(hello, sizeof hello, 5, BENCHAN_LIMIT, "more than 5 bytes");
    struct bytes bytes = {0};
    assert_int_equal(bytes_decode("in", hello, sizeof hello, 6, false, &bytes, NULL),
                     BENCHAN_OK);
    bytes_free(&bytes);
}

static void plain_text_needs_no_copy(void **state)
{
    (void)state;
    const char *text = NULL;
    size_t n = 0;
    assert_true(bytes_are_plain("\xef\xbb\xbf"
                                "abc",
                                6, &text, &n));
    assert_int_equal(n, 3);
    assert_string_equal(text, "abc");
    assert_true(bytes_are_plain("", 0, &text, &n));
    assert_int_equal(n, 0);
    static const char *const others[] = {"\x1f\x8b",
                                         "\xff\xfe"
                                         "a",
                                         "\xfe\xff"
                                         "a",
                                         "BZh9...", "PK\x03\x04"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(bytes_are_plain(others[i], strlen(others[i]), &text, &n));
}

static void other_compressions_are_named(void **state)
{
    (void)state;
    expect_failure("\x28\xb5\x2f\xfd....", 8, 100, BENCHAN_BAD_INPUT, "compressed");
    expect_failure("PK\x03\x04....", 8, 100, BENCHAN_BAD_INPUT, "compressed");
    expect_failure("BZh9....", 8, 100, BENCHAN_BAD_INPUT, "compressed");
}

static void needles_are_found(void **state)
{
    (void)state;
    assert_true(bytes_contain("abcabd", 6, "abd"));
    assert_false(bytes_contain("abcab", 5, "abd"));
    assert_false(bytes_contain("ab", 2, "abc"));
    assert_true(bytes_contain("abc", 3, "abc"));
    assert_false(bytes_contain("", 0, "a"));
    assert_true(bytes_begin("abc", 3, "ab"));
    assert_false(bytes_begin("a", 1, "ab"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(byte_order_marks_are_taken_off),
        cmocka_unit_test(gzip_is_unpacked),
        cmocka_unit_test(damaged_gzip_is_refused),
        cmocka_unit_test(a_bomb_meets_the_limit),
        cmocka_unit_test(plain_text_needs_no_copy),
        cmocka_unit_test(other_compressions_are_named),
        cmocka_unit_test(needles_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
