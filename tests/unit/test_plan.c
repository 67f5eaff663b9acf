/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_sort.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

#include "analysis/plan_size.h"
#include "analysis/statistics/statistics.h"
#include "benchan/plan.h"
#include "benchan/report.h"
#include "benchan/sample.h"

static size_t draws_for(double spread, double effect, double alpha, double power, bool paired)
{
    size_t draws = 0;
    assert_int_equal(benchan_plan_draws(spread, effect, alpha, power, paired, 0, &draws, NULL),
                     BENCHAN_OK);
    return draws;
}

/* By hand: z = 1.959964 + 0.841621 and 1.281552; log 1.02 = 0.0198026. */
static void test_formula(void **state)
{
    (void)state;
    assert_int_equal(draws_for(0.05, 0.02, 0.05, 0.8, false), 101); /* 100.08 */
    assert_int_equal(draws_for(0.05, 0.02, 0.05, 0.9, false), 134); /* 133.97 */
    assert_int_equal(draws_for(0.05, 0.02, 0.05, 0.8, true), 51);   /* 50.04 */
    /* Four variants: z of 0.0125 is 2.497705; 2 (3.339327 x 0.05 / 0.0198026)^2 = 142.18 */
    assert_int_equal(draws_for(0.05, 0.02, 0.0125, 0.8, false), 143);
    assert_int_equal(draws_for(0, 0.02, 0.05, 0.8, false), 0);
    assert_true(fabs(benchan_plan_lehr(0.05, 0.02) - 100) < 1e-9);
    assert_true(benchan_plan_values(0.2, 0.05, 0.2) == 4);
    assert_true(benchan_plan_values(0.2, 0.05, 1) == 1);
    assert_true(benchan_plan_values(0.2, 0.05, 0) == 100);
    assert_true(isnan(benchan_plan_values((double)NAN, 0.05, 0.5)));
}

static void test_bounds_and_refusals(void **state)
{
    (void)state;
    size_t draws = 7;
    assert_int_equal(benchan_plan_draws(0.001, 0.5, 0.05, 0.8, false, 10, &draws, NULL),
                     BENCHAN_OK);
    assert_int_equal(draws, 10);
    assert_int_equal(benchan_plan_draws(-1, 0.5, 0.05, 0.8, false, 10, &draws, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_plan_draws(1, 0, 0.05, 0.8, false, 10, &draws, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_plan_draws(1, 0.1, 0, 0.8, false, 10, &draws, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_plan_draws(1, 0.1, 0.05, 1, false, 10, &draws, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_plan_draws((double)NAN, 0.1, 0.05, 0.8, false, 10, &draws, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_plan_draws(1e9, 1e-9, 0.05, 0.8, false, 10, &draws, NULL),
                     BENCHAN_OK);
    assert_true(draws > 1000000);
}

enum { PROCESSES = 40, EACH = 3, MAX_VALUES = PROCESSES * EACH };

/* A capture by hand: time per operation, `EACH` records in each process. */
struct pilot {
    struct benchan_capture capture;
    struct benchan_series series;
    struct benchan_process processes[PROCESSES];
    uint32_t process[MAX_VALUES], index[MAX_VALUES], rows[MAX_VALUES];
    double iterations[MAX_VALUES], values[MAX_VALUES];
    int16_t decimals[MAX_VALUES];
};

/* sd between and within on the log scale; 1000 ns, 1000 iterations: 1 ms a value. */
static void make_pilot(struct pilot *pilot, double between, double within)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    assert_non_null(rng);
    memset(pilot, 0, sizeof *pilot);
    double shift = 0;
    for (size_t i = 0; i < MAX_VALUES; i++) {
        if (i % EACH == 0)
            shift = gsl_ran_gaussian(rng, between);
        pilot->process[i] = (uint32_t)(i / EACH);
        pilot->index[i] = (uint32_t)(i % EACH);
        pilot->rows[i] = (uint32_t)i;
        pilot->iterations[i] = 1000;
        pilot->decimals[i] = BENCHAN_BINARY;
        pilot->values[i] = 1000 * exp(shift + gsl_ran_gaussian(rng, within));
    }
    gsl_rng_free(rng);
    for (size_t i = 0; i < PROCESSES; i++) {
        pilot->processes[i].start = (int64_t)i * 1000000000;
        pilot->processes[i].end = (int64_t)i * 1000000000 + 103000000; /* 103 ms */
    }
    pilot->series = (struct benchan_series){.package = "",
                                            .benchmark = "Work",
                                            .unit = "sec/op",
                                            .recorded_unit = "ns/op",
                                            .scale = 1e-9,
                                            .quantity = BENCHAN_TIME,
                                            .better = BENCHAN_BETTER_LOWER,
                                            .n = MAX_VALUES,
                                            .values = pilot->values,
                                            .rows = pilot->rows,
                                            .decimals = pilot->decimals};
    pilot->capture = (struct benchan_capture){
        .path = "pilot", .format = "go", .process_basis = BENCHAN_PROCESS_RECORDED};
    pilot->capture.n_processes = PROCESSES;
    pilot->capture.processes = pilot->processes;
    pilot->capture.rows.n = MAX_VALUES;
    pilot->capture.rows.process = pilot->process;
    pilot->capture.rows.index = pilot->index;
    pilot->capture.rows.iterations = pilot->iterations;
    pilot->capture.n_series = 1;
    pilot->capture.series = &pilot->series;
}

static struct benchan_plan *plan(const struct pilot *pilot, double effect, double start)
{
    const struct benchan_capture *const captures[] = {&pilot->capture};
    const struct benchan_arm_input arm = {"pilot", captures, 1};
    struct benchan_plan *made = NULL;
    struct benchan_error error = {0};
    if (benchan_plan(&arm, NULL, effect, start, &made, &error) != BENCHAN_OK)
        fail_msg("%s", error.message);
    return made;
}

static void test_pilot_of_processes(void **state)
{
    (void)state;
    static struct pilot pilot;
    make_pilot(&pilot, 0.03, 0.03);
    struct benchan_plan *made = plan(&pilot, 0.02, (double)NAN);
    const struct benchan_plan_series *row = &made->series[0];
    assert_int_equal(made->n_series, 1);
    assert_int_equal(row->level, BENCHAN_LEVEL_PROCESS);
    assert_int_equal(row->draws, PROCESSES);
    assert_int_equal(row->per_process, EACH);
    /* The median of three normal values has variance 0.449 of one. */
    const double sd = sqrt(0.03 * 0.03 * (1 + 0.449));
    assert_true(row->spread > 0.5 * sqrt(M_PI_2) * sd && row->spread < 2 * sqrt(M_PI_2) * sd);
    assert_true(row->icc > 0.3 && row->icc < 0.7);
    assert_true(fabs(row->start_cost - 0.1) < 0.001);
    assert_true(fabs(row->value_cost - 0.001) < 0.0002);
    /* sqrt(100 x 1) of equal variances. */
    assert_true(row->best.values > 6 && row->best.values < 16);
    assert_true(row->best.draws[0] <= row->now.draws[0]);
    assert_true(row->now.draws[1] > row->now.draws[0]);
    assert_true(row->now.low[0] < row->now.draws[0] && row->now.high[0] > row->now.draws[0]);
    assert_true(fabs(row->now.seconds[0] - 3 * (double)row->now.draws[0] * 0.103) < 0.2);
    struct benchan_text text = {0};
    benchan_report_plan(made, &text);
    assert_non_null(strstr(benchan_text_get(&text), "pilot: 40 processes, 3 values each"));
    benchan_text_free(&text);
    benchan_plan_free(made);
    benchan_plan_free(NULL);
}

static void test_short_processes_do_not_count(void **state)
{
    (void)state;
    static struct pilot pilot;
    make_pilot(&pilot, 0.03, 0.03);
    for (size_t i = 1; i < EACH; i++) /* all but one value of process 0 move to process 1 */
        pilot.process[i] = 1;
    struct benchan_plan *made = plan(&pilot, 0.02, 0.5);
    assert_int_equal(made->series[0].draws, PROCESSES - 1);
    assert_int_equal(made->series[0].short_processes, 1);
    assert_int_equal(made->series[0].per_process, EACH);
    assert_true(made->series[0].start_cost == 0.5);
    benchan_plan_free(made);
}

static void test_one_process_is_a_lower_bound(void **state)
{
    (void)state;
    static struct pilot pilot;
    make_pilot(&pilot, 0.03, 0.03);
    memset(pilot.process, 0, sizeof pilot.process);
    pilot.capture.n_processes = 1;
    struct benchan_plan *made = plan(&pilot, 0.02, (double)NAN);
    assert_int_equal(made->series[0].level, BENCHAN_LEVEL_RUN);
    assert_int_equal(made->series[0].draws, MAX_VALUES);
    assert_true(isnan(made->series[0].best.values));
    struct benchan_text text = {0};
    benchan_report_plan(made, &text);
    assert_non_null(strstr(benchan_text_get(&text), "lower bounds"));
    benchan_text_free(&text);
    benchan_plan_free(made);
}

static void test_nothing_to_plan_from(void **state)
{
    (void)state;
    static struct pilot pilot;
    make_pilot(&pilot, 0.03, 0.03);
    for (size_t i = 0; i < MAX_VALUES; i++)
        pilot.values[i] = 0;
    pilot.series.quantity = BENCHAN_COUNT;
    struct benchan_plan *made = plan(&pilot, 0.02, (double)NAN);
    assert_true(isnan(made->series[0].spread));
    struct benchan_text text = {0};
    benchan_report_plan(made, &text);
    assert_non_null(strstr(benchan_text_get(&text), "no plan in percent"));
    benchan_text_free(&text);
    benchan_plan_free(made);

    const struct benchan_capture *const captures[] = {&pilot.capture};
    const struct benchan_arm_input arm = {"pilot", captures, 1};
    const struct benchan_options other = {.filter = "Nobody"};
    assert_int_equal(benchan_plan(&arm, &other, 0.02, (double)NAN, &made, NULL),
                     BENCHAN_BAD_USAGE);
    assert_int_equal(benchan_plan(&arm, NULL, 0, (double)NAN, &made, NULL), BENCHAN_BAD_USAGE);
}

/* What is planned for 80 % must find the effect about that often. */
static void test_power_is_as_planned(void **state)
{
    (void)state;
    enum { TRIALS = 400, MOST = 64 };
    const double sd = 0.03, effect = 0.03;
    const size_t n = draws_for(sqrt(M_PI_2) * sd, effect, 0.05, 0.8, false);
    assert_true(n > 20 && n < MOST);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    struct benchan_bootstrap *bootstrap = benchan_bootstrap_new();
    assert_non_null(bootstrap);
    int found = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double a[MOST], b[MOST];
        for (size_t i = 0; i < n; i++) {
            a[i] = exp(gsl_ran_gaussian(rng, sd));
            b[i] = (1 + effect) * exp(gsl_ran_gaussian(rng, sd));
        }
        gsl_sort(a, 1, n);
        gsl_sort(b, 1, n);
        struct benchan_interval interval;
        assert_int_equal(
            benchan_bootstrap_log_ratio(bootstrap, a, n, b, n, 0.05, &interval, NULL),
            BENCHAN_OK);
        found += interval.low > 0;
    }
    benchan_bootstrap_free(bootstrap);
    gsl_rng_free(rng);
    assert_true(found > TRIALS * 65 / 100 && found < TRIALS * 92 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formula),
        cmocka_unit_test(test_bounds_and_refusals),
        cmocka_unit_test(test_pilot_of_processes),
        cmocka_unit_test(test_short_processes_do_not_count),
        cmocka_unit_test(test_one_process_is_a_lower_bound),
        cmocka_unit_test(test_nothing_to_plan_from),
        cmocka_unit_test(test_power_is_as_planned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
