/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/repeat.h"

#include <pthread.h>
#include <stdatomic.h>

#include <gsl/gsl_cdf.h>

enum { MOST_JOBS = 64 };

struct worker {
    repetition *once;
    const void *context;
    size_t repetitions;
    atomic_size_t *next;
    struct tally tally;
    bool failed;
};

static void *work_through(void *argument)
{
    struct worker *worker = argument;
    while (!worker->failed) {
        const size_t number = atomic_fetch_add(worker->next, 1);
        if (number >= worker->repetitions)
            break;
        worker->failed = !worker->once(worker->context, number, &worker->tally);
    }
    return NULL;
}

bool repeat(repetition *once, const void *context, size_t repetitions, size_t jobs,
            struct tally *tally)
{
    atomic_size_t next = 0;
    struct worker workers[MOST_JOBS];
    pthread_t threads[MOST_JOBS];
    if (jobs < 1)
        jobs = 1;
    if (jobs > MOST_JOBS)
        jobs = MOST_JOBS;
    for (size_t j = 0; j < jobs; j++)
        workers[j] = (struct worker){once, context, repetitions, &next, {0}, false};
    size_t started = 1;
    while (started < jobs &&
           pthread_create(&threads[started], NULL, work_through, &workers[started]) == 0)
        started++;
    work_through(&workers[0]);
    for (size_t j = 1; j < started; j++)
        pthread_join(threads[j], NULL);
    *tally = (struct tally){.repetitions = repetitions};
    bool fine = true;
    for (size_t j = 0; j < started; j++) {
        fine = fine && !workers[j].failed;
        for (size_t c = 0; c < MOST_COUNTS; c++)
            tally->count[c] += workers[j].tally.count[c];
    }
    return fine;
}

double tally_rate(const struct tally *tally, size_t which)
{
    return (double)tally->count[which] / (double)tally->repetitions;
}

double tally_low(const struct tally *tally, size_t which, double level)
{
    const double k = (double)tally->count[which];
    const double n = (double)tally->repetitions;
    return k > 0 ? gsl_cdf_beta_Pinv((1 - level) / 2, k, n - k + 1) : 0;
}

double tally_high(const struct tally *tally, size_t which, double level)
{
    const double k = (double)tally->count[which];
    const double n = (double)tally->repetitions;
    return k < n ? gsl_cdf_beta_Qinv((1 - level) / 2, k + 1, n - k) : 1;
}
