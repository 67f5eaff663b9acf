/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

#include "analysis/claim.h"

struct expected {
    const char *text;
    enum claim_kind kind;
    size_t n_readings;
    double change[2]; /* factors whose logarithm each reading is */
    bool of_value;
};

static const struct expected understood[] = {
    {"5% faster", CLAIM_POINT, 2, {1.05, 1 / 0.95}, false},
    {"5 % faster", CLAIM_POINT, 2, {1.05, 1 / 0.95}, false},
    {"+5% faster", CLAIM_POINT, 2, {1.05, 1 / 0.95}, false},
    {"almost 38% gain", CLAIM_POINT, 2, {1.38, 1 / 0.62}, false},
    {"It is about 38 percent faster than before", CLAIM_POINT, 2, {1.38, 1 / 0.62}, false},
    {"200% faster", CLAIM_POINT, 1, {3}, false},
    {"17 % slower", CLAIM_POINT, 2, {1 / 1.17, 0.83}, false},
    {"150% slower", CLAIM_POINT, 1, {1 / 2.5}, false},
    {"1.24x faster", CLAIM_POINT, 1, {1.24}, false},
    {"1.24\xc3\x97 faster", CLAIM_POINT, 1, {1.24}, false},
    {"1.24 times faster", CLAIM_POINT, 1, {1.24}, false},
    {"2x", CLAIM_POINT, 1, {2}, false},
    {"twice as fast", CLAIM_POINT, 1, {2}, false},
    {"takes half the time", CLAIM_POINT, 1, {2}, false},
    {"1.5x slower", CLAIM_POINT, 1, {1 / 1.5}, false},
    {"-17%", CLAIM_POINT, 1, {0.83}, true},
    {"\xe2\x88\x92"
     "17 %",
     CLAIM_POINT,
     1,
     {0.83},
     true},
    {"+20%", CLAIM_POINT, 1, {1.2}, true},
    {"-30% time", CLAIM_POINT, 1, {1 / 0.7}, false},
    {"takes 30% less time", CLAIM_POINT, 1, {1 / 0.7}, false},
    {"reduces the time by 30%", CLAIM_POINT, 1, {1 / 0.7}, false},
    {"takes 30% more time", CLAIM_POINT, 1, {1 / 1.3}, false},
    {"20% more throughput", CLAIM_POINT, 1, {1.2}, false},
    {"40% fewer allocations", CLAIM_POINT, 1, {0.6}, true},
    {"at least 10% faster", CLAIM_AT_LEAST, 2, {1.1, 1 / 0.9}, false},
    {">=10% faster", CLAIM_AT_LEAST, 2, {1.1, 1 / 0.9}, false},
    {"\xe2\x89\xa5 2x", CLAIM_AT_LEAST, 1, {2}, false},
    {"no regression", CLAIM_NO_REGRESSION, 0, {0}, false},
    {"not slower", CLAIM_NO_REGRESSION, 0, {0}, false},
    {"Same speed", CLAIM_SAME, 0, {0}, false},
    {"no change", CLAIM_SAME, 0, {0}, false},
};

static void test_readings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof understood / sizeof *understood; i++) {
        const struct expected *e = &understood[i];
        struct claim claim;
        struct benchan_error error = {0};
        if (claim_parse(e->text, &claim, &error) != BENCHAN_OK)
            fail_msg("\"%s\": %s", e->text, error.message);
        if (claim.kind != e->kind || claim.n_readings != e->n_readings)
            fail_msg("\"%s\": kind %d, %zu readings", e->text, (int)claim.kind,
                     claim.n_readings);
        for (size_t k = 0; k < e->n_readings; k++) {
            const struct claim_reading *reading = &claim.readings[k];
            if (fabs(reading->log_change - log(e->change[k])) > 1e-12 ||
                reading->of_value != e->of_value)
                fail_msg("\"%s\": reading %zu is %g", e->text, k, exp(reading->log_change));
        }
    }
}

static void test_nonsense_is_explained(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",           "faster",          "38%",        "38",          "up to 30% faster",
        "at most 5%", "-5% faster",      "0% faster",  "0.5x",        "1x",
        "5% greener", "5% 6% faster",    "1e400x",     "5,5% faster", "100% less time",
        "-150%",      "at least faster", "5%% faster", "x",           "\xff\xff",
        "!",          "at least same",   "0.8x faster"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct claim claim = {.n_readings = 77};
        struct benchan_error error = {0};
        if (claim_parse(wrong[i], &claim, &error) != BENCHAN_BAD_USAGE)
            fail_msg("\"%s\" was accepted", wrong[i]);
        assert_int_equal(claim.n_readings, 77);
        assert_non_null(strstr(error.mend, "\"at least 10% faster\""));
        assert_non_null(strstr(error.message, "cannot read the claim"));
    }
    char lengthy[2000];
    memset(lengthy, 'a', sizeof lengthy);
    lengthy[sizeof lengthy - 1] = '\0';
    struct claim claim;
    struct benchan_error error;
    assert_int_equal(claim_parse(lengthy, &claim, &error), BENCHAN_BAD_USAGE);
}

static void test_words(void **state)
{
    (void)state;
    struct claim claim;
    assert_int_equal(claim_parse("38% faster", &claim, NULL), BENCHAN_OK);
    assert_string_equal(claim.readings[0].words, "ratio of speeds 1.38");
    assert_string_equal(claim.readings[1].words, "38 % less time");
    assert_true(claim.stated == 38);
    assert_int_equal(claim_parse("-17%", &claim, NULL), BENCHAN_OK);
    assert_string_equal(claim.readings[0].words, "the value falls by 17 %");
    assert_true(claim.stated == -17);
}

struct decision {
    enum claim_kind kind;
    double claimed, low, high;
    bool met;
    enum benchan_claim_status status;
};

static const double margin = 0.02;

/* Each line of the table, edges included. */
static const struct decision decisions[] = {
    {CLAIM_POINT, .10, -.30, -.01, true, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_POINT, .10, -.30, -.01, false, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_POINT, .10, -.01, .09, false, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_POINT, .10, -.01, .10, false, BENCHAN_CLAIM_NOT_SHOWN},
    {CLAIM_POINT, .10, .01, .09, true, BENCHAN_CLAIM_OVERSTATED},
    {CLAIM_POINT, .10, .11, .15, true, BENCHAN_CLAIM_UNDERSTATED},
    {CLAIM_POINT, .10, .10, .15, true, BENCHAN_CLAIM_UPHELD},
    {CLAIM_POINT, .10, .05, .15, true, BENCHAN_CLAIM_UPHELD},
    {CLAIM_POINT, .10, .049, .15, true, BENCHAN_CLAIM_NOT_SHOWN},
    {CLAIM_POINT, -.10, -.15, -.05, true, BENCHAN_CLAIM_UPHELD},
    {CLAIM_POINT, -.10, .01, .05, true, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_POINT, -.10, -.09, -.01, true, BENCHAN_CLAIM_OVERSTATED},
    {CLAIM_AT_LEAST, .10, .10, .15, false, BENCHAN_CLAIM_UPHELD},
    {CLAIM_AT_LEAST, .10, .09, .15, true, BENCHAN_CLAIM_NOT_SHOWN},
    {CLAIM_AT_LEAST, .10, -.10, 0, true, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_AT_LEAST, .10, .01, .09, true, BENCHAN_CLAIM_OVERSTATED},
    {CLAIM_AT_LEAST, .10, -.01, .09, true, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_AT_LEAST, .10, -.01, .11, true, BENCHAN_CLAIM_NOT_SHOWN},
    {CLAIM_AT_LEAST, -.10, -.15, -.11, true, BENCHAN_CLAIM_UPHELD},
    {CLAIM_NO_REGRESSION, 0, -.019, .50, true, BENCHAN_CLAIM_UPHELD},
    {CLAIM_NO_REGRESSION, 0, -.02, .50, true, BENCHAN_CLAIM_NOT_SHOWN},
    {CLAIM_NO_REGRESSION, 0, -.30, -.021, true, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_SAME, 0, -.019, .019, true, BENCHAN_CLAIM_UPHELD},
    {CLAIM_SAME, 0, .021, .03, true, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_SAME, 0, -.03, -.021, true, BENCHAN_CLAIM_CONTRADICTED},
    {CLAIM_SAME, 0, .01, .03, true, BENCHAN_CLAIM_NOT_SHOWN},
};

static void test_decision_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++) {
        const struct decision *d = &decisions[i];
        const enum benchan_claim_status status =
            claim_decide(d->kind, d->claimed, d->low, d->high, true, d->met, margin);
        if (status != d->status)
            fail_msg("line %zu: %d instead of %d", i, (int)status, (int)d->status);
        assert_int_equal(
            claim_decide(d->kind, d->claimed, d->low, d->high, false, d->met, margin),
            BENCHAN_CLAIM_NOT_SHOWN);
        assert_int_equal(
            claim_decide(d->kind, d->claimed, (double)NAN, d->high, true, d->met, margin),
            BENCHAN_CLAIM_NOT_SHOWN);
    }
    assert_int_equal(claim_decide(CLAIM_SAME, 0, 0, 0, true, true, (double)NAN),
                     BENCHAN_CLAIM_NOT_SHOWN);
    assert_true(claim_needs_margin(CLAIM_SAME) && claim_needs_margin(CLAIM_NO_REGRESSION));
    assert_false(claim_needs_margin(CLAIM_POINT) || claim_needs_margin(CLAIM_AT_LEAST));
}

static struct benchan_claim_result evaluate(const char *text, struct claim *claim, double low,
                                            double high, enum benchan_direction better)
{
    assert_int_equal(claim_parse(text, claim, NULL), BENCHAN_OK);
    const struct claim_evidence evidence = {.better = better,
                                            .estimate = (log(low) + log(high)) / 2,
                                            .low = log(low),
                                            .high = log(high),
                                            .admissible = true,
                                            .result_gates_met = true,
                                            .margin = margin};
    struct benchan_claim_result result = {0};
    claim_evaluate(claim, &evidence, &result);
    return result;
}

/* "almost 38 %" for 74.8 -> 54.5 ns: so the speeds are; the time fell by 27 %. */
static void test_percentage_of_what(void **state)
{
    (void)state;
    struct claim claim;
    struct benchan_claim_result result =
        evaluate("38% faster", &claim, 54.4 / 75.1, 55.9 / 74.3, BENCHAN_BETTER_LOWER);
    assert_int_equal(result.n_readings, 2);
    assert_int_equal(result.readings[0].status, BENCHAN_CLAIM_UPHELD);
    assert_int_equal(result.readings[1].status, BENCHAN_CLAIM_OVERSTATED);
    assert_int_equal(result.status, BENCHAN_CLAIM_OVERSTATED);
    assert_true(result.holds > log(1.32) && result.holds < log(1.38));
}

static enum benchan_claim_status status_of(const char *text, double low, double high,
                                           enum benchan_direction better)
{
    struct claim claim;
    return evaluate(text, &claim, low, high, better).status;
}

static void test_nothing_holds_on_bad_evidence(void **state)
{
    (void)state;
    struct claim claim;
    assert_int_equal(claim_parse("2x", &claim, NULL), BENCHAN_OK);
    const struct claim_evidence evidence = {
        .better = BENCHAN_BETTER_LOWER, .estimate = -1, .low = -1.1, .high = -0.9};
    struct benchan_claim_result result = {0};
    claim_evaluate(&claim, &evidence, &result);
    assert_int_equal(result.status, BENCHAN_CLAIM_NOT_SHOWN);
    assert_true(isnan(result.holds));
}

static void test_direction_of_values(void **state)
{
    (void)state;
    const double low = 0.82, high = 0.84;
    assert_int_equal(status_of("-17%", low, high, BENCHAN_BETTER_LOWER), BENCHAN_CLAIM_UPHELD);
    assert_int_equal(status_of("-17%", low, high, BENCHAN_BETTER_HIGHER), BENCHAN_CLAIM_UPHELD);
    assert_int_equal(status_of("-17%", low, high, BENCHAN_BETTER_UNKNOWN),
                     BENCHAN_CLAIM_UPHELD);
    assert_int_equal(status_of("+17%", low, high, BENCHAN_BETTER_LOWER),
                     BENCHAN_CLAIM_CONTRADICTED);
    assert_int_equal(status_of("17% faster", low, high, BENCHAN_BETTER_HIGHER),
                     BENCHAN_CLAIM_CONTRADICTED);
    assert_int_equal(status_of("17% faster", low, high, BENCHAN_BETTER_UNKNOWN),
                     BENCHAN_CLAIM_NOT_SHOWN);
    assert_int_equal(status_of("no regression", low, high, BENCHAN_BETTER_LOWER),
                     BENCHAN_CLAIM_UPHELD);
    assert_int_equal(status_of("no regression", low, high, BENCHAN_BETTER_HIGHER),
                     BENCHAN_CLAIM_CONTRADICTED);
    struct claim claim;
    const struct benchan_claim_result slower =
        evaluate("17% slower", &claim, low, high, BENCHAN_BETTER_HIGHER);
    assert_int_equal(slower.readings[0].status, BENCHAN_CLAIM_UNDERSTATED);
    assert_int_equal(slower.readings[1].status, BENCHAN_CLAIM_UPHELD);
    assert_int_equal(slower.status, BENCHAN_CLAIM_UPHELD);
}

/* 6 -> 5 allocations is -16.67 %, which one writes as -17 %. But 1.5x is no 2x. */
static void test_printed_figures_are_rounded(void **state)
{
    (void)state;
    const enum benchan_direction lower = BENCHAN_BETTER_LOWER;
    assert_int_equal(status_of("-17%", 5. / 6, 5. / 6, lower), BENCHAN_CLAIM_UPHELD);
    assert_int_equal(status_of("-17.0%", 5. / 6, 5. / 6, lower), BENCHAN_CLAIM_OVERSTATED);
    assert_int_equal(status_of("2x", 1 / 1.53, 1 / 1.52, lower), BENCHAN_CLAIM_OVERSTATED);
    assert_int_equal(status_of("2x", 1 / 1.97, 1 / 1.96, lower), BENCHAN_CLAIM_UPHELD);
    assert_int_equal(status_of("at least 2x", 1 / 1.97, 1 / 1.96, lower),
                     BENCHAN_CLAIM_OVERSTATED);
}

static const char *reproduced(const char *text, const double *a, size_t n, const double *b,
                              size_t m, size_t *reading)
{
    struct claim claim;
    const char *name = "untouched";
    assert_int_equal(claim_parse(text, &claim, NULL), BENCHAN_OK);
    assert_int_equal(
        claim_reproduce(&claim, BENCHAN_BETTER_LOWER, a, n, b, m, &name, reading, NULL),
        BENCHAN_OK);
    return name;
}

static void test_where_the_figure_is_from(void **state)
{
    (void)state;
    size_t reading = 9;
    const double old[] = {74.8, 75.0, 75.1, 74.8, 74.3};
    const double new[] = {55.9, 54.5, 54.4, 54.5, 54.8};
    assert_string_equal(reproduced("37.2% faster", old, 5, new, 5, &reading), "medians");
    assert_string_equal(reproduced("36.4% faster", old, 5, new, 5, &reading), "means");
    assert_string_equal(reproduced("36.6% faster", old, 5, new, 5, &reading), "minima");
    assert_int_equal(reading, 0);
    assert_string_equal(reproduced("almost 38% gain", old, 5, new, 5, &reading), "single runs");
    assert_int_equal(reading, 0);
    assert_string_equal(reproduced("27% faster", old, 5, new, 5, &reading), "medians");
    assert_int_equal(reading, 1);
    assert_string_equal(reproduced("-27.1%", old, 5, new, 5, &reading), "medians");
    assert_null(reproduced("2.00x", old, 5, new, 5, &reading));
    assert_null(reproduced("no regression", old, 5, new, 5, &reading));
    assert_string_equal(reproduced("1.34x", old, 1, new, 1, &reading), "single runs");
    const double zero[] = {0, 1};
    assert_null(reproduced("5% faster", zero, 2, old, 5, &reading));
}

/* Nothing changed: a claim of 5 % may pass in at most alpha of the draws. */
static void test_no_effect_upholds_no_claim(void **state)
{
    (void)state;
    struct claim claim;
    assert_int_equal(claim_parse("5% faster", &claim, NULL), BENCHAN_OK);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    assert_non_null(rng);
    static const double errors[] = {0.002, 0.01, 0.02, 0.03, 0.06, 0.2};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        gsl_rng_set(rng, 20 + (unsigned long)i);
        int upheld = 0;
        for (int draw = 0; draw < 20000; draw++) {
            const double z = gsl_ran_gaussian(rng, errors[i]);
            const struct claim_evidence evidence = {.better = BENCHAN_BETTER_LOWER,
                                                    .estimate = z,
                                                    .low = z - 1.96 * errors[i],
                                                    .high = z + 1.96 * errors[i],
                                                    .admissible = true,
                                                    .result_gates_met = true,
                                                    .margin = (double)NAN};
            struct benchan_claim_result result = {0};
            claim_evaluate(&claim, &evidence, &result);
            upheld += result.readings[0].status == BENCHAN_CLAIM_UPHELD ||
                      result.status == BENCHAN_CLAIM_UPHELD;
        }
        assert_true(upheld <= 20000 / 20);
    }
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_readings),
        cmocka_unit_test(test_nonsense_is_explained),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_decision_table),
        cmocka_unit_test(test_percentage_of_what),
        cmocka_unit_test(test_nothing_holds_on_bad_evidence),
        cmocka_unit_test(test_direction_of_values),
        cmocka_unit_test(test_printed_figures_are_rounded),
        cmocka_unit_test(test_where_the_figure_is_from),
        cmocka_unit_test(test_no_effect_upholds_no_claim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
