/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/coverage.h"

#include <gsl/gsl_sort.h>
#include <math.h>

#include "analysis/statistics/statistics.h"

const char *family_name(enum family family)
{
    static const char *const names[FAMILIES] = {"lognormal", "exponential", "bimodal",
                                                "clustered", "uniform",     "t3",
                                                "outliers",  "tied"};
    return names[family];
}

static double middle(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

static double t3(struct randomness *r)
{
    const double z = randomness_normal(r);
    double chi = 0;
    for (int i = 0; i < 3; i++) {
        const double x = randomness_normal(r);
        chi += x * x;
    }
    return z / sqrt(chi / 3);
}

double family_draw(enum family family, struct randomness *r)
{
    double x[3];
    switch (family) {
    case FAMILY_EXPONENTIAL:
        return 0.03 * randomness_exponential(r);
    case FAMILY_BIMODAL:
        return 0.01 * randomness_normal(r) + (randomness_chance(r, 0.3) ? log(1.43) : 0);
    case FAMILY_CLUSTERED:
        for (int i = 0; i < 3; i++)
            x[i] = 0.005 * randomness_normal(r);
        return 0.03 * randomness_normal(r) + middle(x[0], x[1], x[2]);
    case FAMILY_UNIFORM:
        return 0.01 * randomness_uniform(r);
    case FAMILY_T3:
        return 0.01 * t3(r);
    case FAMILY_OUTLIERS:
        return 0.01 * randomness_normal(r) + (randomness_chance(r, 1.0 / 30) ? log(1.3) : 0);
    case FAMILY_TIED:
        return 0.005 * round(2 * randomness_normal(r));
    default:
        return 0.01 * randomness_normal(r);
    }
}

enum { MOST_DRAWS = 64 };

/* One cache of bootstrap weights serves one thread; small n makes them cheap to redo. */
static bool holds_truth(double *a, double *b, size_t n, double alpha, bool *holds)
{
    struct benchan_bootstrap *bootstrap = benchan_bootstrap_new();
    struct benchan_interval interval = {0};
    const bool fine = bootstrap && benchan_bootstrap_log_ratio(bootstrap, a, n, b, n, alpha,
                                                               &interval, NULL) == BENCHAN_OK;
    benchan_bootstrap_free(bootstrap);
    *holds = interval.low <= 0 && interval.high >= 0;
    return fine;
}

bool coverage_once(const void *context, size_t number, struct tally *tally)
{
    const struct coverage_cell *cell = context;
    struct randomness randomness =
        randomness_for(cell->seed, cell->n * FAMILIES + cell->family + 0x100, number);
    double a[MOST_DRAWS];
    double b[MOST_DRAWS];
    double d[MOST_DRAWS];
    for (size_t i = 0; i < cell->n; i++) {
        a[i] = exp(family_draw(cell->family, &randomness));
        b[i] = exp(family_draw(cell->family, &randomness));
        d[i] = log(b[i] / a[i]);
    }
    gsl_sort(a, 1, cell->n);
    gsl_sort(b, 1, cell->n);
    bool usual;
    bool strict;
    if (!holds_truth(a, b, cell->n, 0.05, &usual) ||
        !holds_truth(a, b, cell->n, 0.05 / 20, &strict))
        return false;
    struct benchan_interval walsh;
    size_t k;
    if (benchan_walsh(d, cell->n, 0.05, &walsh, &k, NULL))
        return false;
    tally->count[COVERAGE_95] += usual;
    tally->count[COVERAGE_9975] += strict;
    tally->count[COVERAGE_SIGNED_RANK_95] += walsh.low <= 0 && walsh.high >= 0;
    return true;
}
