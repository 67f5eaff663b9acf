/* SPDX-License-Identifier: GPL-3.0-or-later */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

#include "formats/model/time.h"
#include "support_random.h"

static void expect_time(const char *text, int64_t seconds, int64_t nanoseconds, bool zoned)
{
    int64_t time = 0;
    bool has_zone = !zoned;
    assert_true(benchan_parse_time(text, strlen(text), &time, &has_zone));
    assert_int_equal(time, seconds * 1000000000 + nanoseconds);
    assert_int_equal(has_zone, zoned);
}

/* Seconds from `date -u -d TEXT +%s`. */
static void times_are_read(void **state)
{
    (void)state;
    expect_time("1970-01-01T00:00:00Z", 0, 0, true);
    expect_time("2026-11-30T21:17:27.011875083Z", 1796073447, 11875083, true);
    expect_time("2026-11-30 21:18:50.139211", 1796073530, 139211000, false);
    expect_time("2026-11-30T21:17:27+01:00", 1796069847, 0, true);
    expect_time("2026-11-30T21:17:27-0530", 1796093247, 0, true);
    expect_time("2026-11-30T21:17:27+01", 1796069847, 0, true);
    expect_time("2026-11-30T21:17:27 +01:00", 1796069847, 0, true);
    expect_time("2000-02-29T23:59:60Z", 951868800, 0, true);
    expect_time("2024-02-29t12:30z", 1709209800, 0, true);
    expect_time("1969-12-31T23:59:59.5Z", -1, 500000000, true);
    expect_time("1900-03-01T00:00:00Z", -2203891200, 0, true);
    expect_time("2026-11-30T21:17:27,5Z", 1796073447, 500000000, true);
    expect_time("2026-11-30T21:17:27.0118750839Z", 1796073447, 11875083, true);
}

static void what_is_no_time_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "2026",
                                        "2026-11-30",
                                        "2026-13-01T00:00:00Z",
                                        "2026-00-01T00:00:00Z",
                                        "2026-02-29T00:00:00Z",
                                        "1900-02-29T00:00:00Z",
                                        "2026-11-31T00:00:00Z",
                                        "2026-11-30T24:00:00Z",
                                        "2026-11-30T21:60:00Z",
                                        "2026-11-30T21:17:61Z",
                                        "2026-11-30T21:17:27.Z",
                                        "2026-11-30T21:17:27+",
                                        "2026-11-30T21:17:27+1",
                                        "2026-11-30T21:17:27+25:00",
                                        "2026-11-30T21:17:27Zjunk",
                                        "2026-11-30X21:17:27Z",
                                        "26-11-30T21:17:27Z",
                                        "1600-01-01T00:00:00Z",
                                        "2300-01-01T00:00:00Z",
                                        "Mon Nov 30 21:17:27 UTC 2026",
                                        "12ms"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int64_t time = 42;
        bool zoned;
        if (benchan_parse_time(texts[i], strlen(texts[i]), &time, &zoned))
            fail_msg("%s was read", texts[i]);
        assert_int_equal(time, 42);
    }
}

static void printed_times_read_back(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(3);
    for (int i = 0; i < 20000; i++) {
        /* From 1700 to 2250. */
        const int64_t seconds =
            (int64_t)(support_uniform(&random) * 17356464000.0) - 8520336000;
        const int64_t time =
            seconds * 1000000000 + (int64_t)(support_next(&random) % 1000000000);
        struct benchan_text text = {0};
        time_text(&text, time, i % 2 == 0);
        int64_t again;
        bool zoned;
        if (!benchan_parse_time(text.data, text.size, &again, &zoned) || again != time)
            fail_msg("%s", text.data);
        assert_int_equal(zoned, i % 2 == 0);
        benchan_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(what_is_no_time_is_refused),
        cmocka_unit_test(printed_times_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
