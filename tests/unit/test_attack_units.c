/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same figures written in other units and with their last zeros left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "tests/unit/support_capture.h"
#include "tests/unit/support_import.h"
#include "tests/unit/support_random.h"

enum { PROCESSES = 20 };

struct unit {
    const char *name;
    int zeros; /* decimals more than nanoseconds take */
};

static const struct unit units[] = {{"ns", 0}, {"us", 3}, {"ms", 6}, {"s", 9}};

/* 90.0 to 110.9 ns in tenths, many of them tied; `shorten` leaves last zeros out. */
static struct benchan_capture *make_arm(size_t arm, const struct unit *unit, bool shorten)
{
    struct support_random random = support_random_seed(arm + 1);
    struct benchan_text text = {0};
    benchan_text_printf(&text, "benchmark,process,value_%s,arm\n", unit->name);
    for (size_t i = 0; i < PROCESSES; i++) {
        const double tenths = 10 * floor(100 + 5 * support_normal(&random)) + (double)(i % 2);
        char value[64];
        benchan_snprintf(value, sizeof value, "%.*f", 1 + unit->zeros,
                         tenths / 10 / pow(10, unit->zeros));
        if (shorten && value[strlen(value) - 1] == '0')
            value[strlen(value) - (unit->zeros ? 1 : 2)] = '\0';
        benchan_text_printf(&text, "B,%zu,%s,%zu\n", i, value, arm);
    }
    struct benchan_capture *capture = import_text(benchan_text_get(&text));
    benchan_text_free(&text);
    return capture;
}

struct figures {
    double p, delta, estimate, low, high;
};

static struct figures judge(const struct unit *old, const struct unit *new, bool shorten)
{
    struct benchan_capture *captures[2] = {make_arm(0, old, shorten),
                                           make_arm(1, new, shorten)};
    struct benchan_verdict *verdict = support_judge(captures, 2, NULL, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B", "sec");
    const struct figures figures = {row->rank.p, row->rank.cliffs_delta, row->ratio.estimate,
                                    row->ratio.low, row->ratio.high};
    benchan_verdict_free(verdict);
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
    return figures;
}

static void assert_alike(const struct figures *a, const struct figures *b)
{
    /* Ties are ties in every unit: ranks agree to the last bit. */
    assert_true(a->p == b->p);
    assert_true(a->delta == b->delta);
    assert_true(fabs(log(a->estimate / b->estimate)) < 1e-12);
    assert_true(fabs(log(a->low / b->low)) < 1e-12);
    assert_true(fabs(log(a->high / b->high)) < 1e-12);
}

static void units_change_nothing(void **state)
{
    (void)state;
    const struct figures plain = judge(&units[0], &units[0], false);
    assert_true(plain.p < 1 && plain.p > 0);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        for (size_t j = 0; j < sizeof units / sizeof *units; j++) {
            const struct figures figures = judge(&units[i], &units[j], false);
            assert_alike(&plain, &figures);
        }
}

static void last_zeros_left_out_change_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const struct figures whole = judge(&units[i], &units[i], false);
        const struct figures shortened = judge(&units[i], &units[i], true);
        assert_alike(&whole, &shortened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_change_nothing),
        cmocka_unit_test(last_zeros_left_out_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
