/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values at the ends of the range of doubles, and more variants than candidates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>

#include "analysis/statistics/holm.h"
#include "analysis/statistics/values.h"
#include "tests/unit/support_capture.h"
#include "tests/unit/support_import.h"

enum { PROCESSES = 12, BENCHMARKS = 3 };

/* Arm `arm` of rounds, the first `benchmarks` of them: level times 1 to 3. */
static struct benchan_capture *make_arm(size_t arm, size_t benchmarks, double level)
{
    struct benchan_text text = {0};
    benchan_text_string(&text, "benchmark,process,value_s,repetition,timestamp\n");
    for (size_t i = 0; i < PROCESSES; i++)
        for (size_t b = 0; b < benchmarks; b++)
            benchan_text_printf(&text, "B%zu,%zu,%.17g,%zu,2024-01-01T00:%02zu:%02zuZ\n", b, i,
                                level * (double)(1 + i % 3), i, i, 4 * ((arm + i * i) % 4));
    struct benchan_capture *capture = import_text(benchan_text_get(&text));
    benchan_text_free(&text);
    return capture;
}

static void free_all(struct benchan_capture **captures, size_t n)
{
    for (size_t i = 0; i < n; i++)
        benchan_capture_free(captures[i]);
}

static void candidates_may_lack_rows_when_more_were_tried(void **state)
{
    (void)state;
    struct benchan_capture *captures[4];
    for (size_t arm = 0; arm < 4; arm++)
        captures[arm] = make_arm(arm, arm < 2 ? BENCHMARKS : 1, 1 + (double)arm);
    const struct benchan_options options = {.tried = 4};
    struct benchan_verdict *verdict = support_judge(captures, 4, NULL, &options);
    assert_int_equal(verdict->n_comparisons, BENCHMARKS + 2);
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        assert_true(row->p_holm >= row->p && row->p_holm <= 1);
        assert_true(row->p_holm_k >= row->p && row->p_holm_k <= 1);
    }
    benchan_verdict_free(verdict);
    free_all(captures, 4);
}

static void a_family_of_any_size_needs_no_room(void **state)
{
    (void)state;
    const double p[] = {0.01, NAN, 0.001};
    double few[3], many[3];
    assert_int_equal(holm_among_others(p, 3, 2, few, NULL), BENCHAN_OK);
    assert_true(fabs(few[2] - 4 * 0.001) < 1e-15);
    assert_true(fabs(few[0] - 3 * 0.01) < 1e-15);
    assert_true(isnan(few[1]));
    assert_int_equal(holm_among_others(p, 3, 1e300, many, NULL), BENCHAN_OK);
    assert_true(many[0] == 1 && many[2] == 1);
}

static void log_ratios_are_mirrored_and_finite(void **state)
{
    (void)state;
    const double values[] = {DBL_TRUE_MIN, DBL_MIN, 1e-9, 0.3, 1, 101, 1e300, DBL_MAX};
    const size_t n = sizeof values / sizeof *values;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double log_ratio = values_log_ratio(values[i], values[j]);
            assert_true(isfinite(log_ratio));
            assert_true(log_ratio == -values_log_ratio(values[j], values[i]));
            assert_true((log_ratio > 0) == (values[j] > values[i]));
        }
    assert_true(values_log_ratio(100, 101) == values_log_ratio(200, 202));
}

static void ratios_up_to_the_range_of_doubles_are_judged(void **state)
{
    (void)state;
    struct benchan_capture *captures[2] = {make_arm(0, 1, 1e-300), make_arm(1, 1, 1.5)};
    struct benchan_verdict *verdict = support_judge(captures, 2, NULL, NULL);
    const struct benchan_comparison *row = support_row(verdict, "B0", "sec");
    assert_true(isfinite(row->ratio.high) && row->ratio.low > 1e299);
    benchan_verdict_free(verdict);
    free_all(captures, 2);
}

static void values_too_far_apart_are_refused_by_name(void **state)
{
    (void)state;
    struct benchan_capture *captures[2] = {make_arm(0, 1, 1e-300), make_arm(1, 1, 1e300)};
    const struct benchan_capture *const arms[2] = {captures[0], captures[1]};
    const struct benchan_arm_input candidate = {"new", &arms[1], 1};
    const struct benchan_input input = {
        .baseline = {"old", &arms[0], 1}, .candidates = &candidate, .n_candidates = 1};
    struct benchan_verdict *verdict = NULL;
    struct benchan_error error = {0};
    assert_int_equal(benchan_judge(&input, NULL, &verdict, &error), BENCHAN_BAD_USAGE);
    assert_non_null(strstr(error.message, "B0: values from 1e-300 to 3e+300 sec"));
    free_all(captures, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_may_lack_rows_when_more_were_tried),
        cmocka_unit_test(a_family_of_any_size_needs_no_room),
        cmocka_unit_test(log_ratios_are_mirrored_and_finite),
        cmocka_unit_test(ratios_up_to_the_range_of_doubles_are_judged),
        cmocka_unit_test(values_too_far_apart_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
