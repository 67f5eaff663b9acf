/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A capture against itself: the medians of its parts are worked out by hand. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "tests/unit/support_capture.h"
#include "tests/unit/support_random.h"

enum { MOST = 40 };

static struct benchan_capture *one_value_each(const double *values, size_t n, bool timed)
{
    struct support_process processes[MOST];
    for (size_t i = 0; i < n; i++)
        processes[i] = (struct support_process){timed ? 100 + (double)i : (double)NAN, NULL,
                                                &values[i], 1};
    return support_capture("a.txt", processes, n);
}

static struct benchan_description *look(const struct benchan_capture *capture)
{
    const struct benchan_arm_input arm = {"a.txt", &capture, 1};
    struct benchan_description *description = NULL;
    struct benchan_error error;
    assert_int_equal(benchan_null(&arm, NULL, &description, &error), BENCHAN_OK);
    assert_int_equal(description->n_series, 1);
    assert_non_null(description->nulls);
    return description;
}

static void near(double actual, double expected)
{
    assert_true(fabs(actual - expected) < 1e-12 * fabs(expected));
}

/* Odd places: 1 3 5 7 9 11, median 6; even places: 2 4 6 8 10 12, median 7. */
static void parts_of_a_ramp(void **state)
{
    (void)state;
    static const double ramp[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    struct benchan_capture *capture = one_value_each(ramp, 12, true);
    struct benchan_description *description = look(capture);
    const struct benchan_null_splits *splits = &description->nulls[0];
    assert_int_equal(splits->draws, 12);
    assert_true(splits->ordered && splits->ratios && splits->varies);
    assert_int_equal(splits->odd_even.source, BENCHAN_NULL_ODD_EVEN);
    near(splits->odd_even.ratio, 7.0 / 6);
    assert_int_equal(splits->halves.source, BENCHAN_NULL_HALVES);
    near(splits->halves.ratio, 9.5 / 3.5);
    assert_false(splits->odd_even_off);
    assert_true(splits->halves_off);
    assert_true(splits->halves.low > 1 && splits->halves.high > splits->halves.ratio);
    assert_true(splits->self_resolution > 0);
    near(splits->halves.resolution, log(splits->halves.high));
    benchan_description_free(description);
    benchan_capture_free(capture);
}

static void what_cannot_be_split(void **state)
{
    (void)state;
    static const double few[11] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    struct benchan_capture *capture = one_value_each(few, 11, true);
    struct benchan_description *description = look(capture);
    assert_int_equal(description->nulls[0].odd_even.source, BENCHAN_NULL_NONE);
    assert_true(isnan(description->nulls[0].odd_even.ratio));
    assert_true(description->nulls[0].self_resolution > 0);
    benchan_description_free(description);
    benchan_capture_free(capture);

    static const double same[12] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    capture = one_value_each(same, 12, true);
    description = look(capture);
    assert_false(description->nulls[0].varies);
    assert_int_equal(description->nulls[0].halves.source, BENCHAN_NULL_NONE);
    benchan_description_free(description);
    benchan_capture_free(capture);
}

/* Identical code: the 99 % intervals of either split exclude 1 in no more than 2 %. */
static void identical_draws_seldom_differ(void **state)
{
    (void)state;
    enum { TIMES = 400, N = 20 };
    struct support_random random = support_random_seed(20240607);
    size_t off = 0;
    for (size_t t = 0; t < TIMES; t++) {
        double values[N];
        for (size_t i = 0; i < N; i++)
            values[i] = exp(0.03 * support_normal(&random));
        struct benchan_capture *capture = one_value_each(values, N, true);
        struct benchan_description *description = look(capture);
        off += description->nulls[0].odd_even_off || description->nulls[0].halves_off;
        benchan_description_free(description);
        benchan_capture_free(capture);
    }
    assert_true(off <= 16); /* 8 expected at most; 16 is its 99.6 % point */
}

struct seen {
    size_t calls, done, total;
    pthread_t caller;
};

static void note(void *context, size_t done, size_t total)
{
    struct seen *seen = context;
    assert_true(pthread_equal(seen->caller, pthread_self()));
    assert_true(done > seen->done && done <= total);
    seen->calls++;
    seen->done = done;
    seen->total = total;
}

static void progress_counts_in_the_calling_thread(void **state)
{
    (void)state;
    struct benchan_capture *captures[2] = {
        support_import(BENCHAN_SOURCE_DIR "/testdata/go/wordcount-compare.txt"),
        support_import(BENCHAN_SOURCE_DIR "/testdata/go/wordcount-table.txt")};
    for (size_t jobs = 1; jobs <= 3; jobs++) {
        struct seen seen = {.caller = pthread_self()};
        const struct benchan_options options = {
            .jobs = jobs, .progress = note, .progress_context = &seen};
        struct benchan_verdict *verdict = support_judge(captures, 2, NULL, &options);
        assert_true(jobs > 1 || (seen.calls == 2 && seen.done == 2));
        assert_true(seen.calls == 0 || seen.total == 2);
        benchan_verdict_free(verdict);
    }
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_ramp),
        cmocka_unit_test(what_cannot_be_split),
        cmocka_unit_test(identical_draws_seldom_differ),
        cmocka_unit_test(progress_counts_in_the_calling_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
