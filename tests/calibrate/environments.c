/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/environments.h"

#include <math.h>
#include <string.h>

const struct environment environments[] = {
    {.name = "clean", .noise = 0.01},
    {.name = "exptail", .tail = 0.03},
    {.name = "lottery1.43", .noise = 0.01, .chance = 0.3, .times = 1.43},
    {.name = "lottery1.05", .noise = 0.01, .chance = 0.4, .times = 1.05},
    {.name = "load+10%", .noise = 0.01, .burst = 1.1},
    {.name = "drift5%", .noise = 0.01, .drift = 0.05},
    {.name = "cluster3%", .noise = 0.005, .process_sd = 0.03},
    {.name = "ou2%", .noise = 0.005, .wander = 0.02},
    {.name = "outliers", .noise = 0.01, .value_chance = 1.0 / 30, .value_times = 1.3},
    {.name = "bimodal/run", .noise = 0.01, .value_chance = 0.3, .value_times = 1.43},
    {.name = "regime1.2", .noise = 0.01, .regime = 1.2},
    {.name = "quant1%", .noise = 0.005, .step = 0.01},
    {.name = "session2%", .noise = 0.01, .arm_sd = 0.02},
    {.name = "build2%", .noise = 0.01, .build_sd = 0.02},
    {.name = "block1.43", .noise = 0.01, .block_chance = 0.3, .block_times = 1.43},
    {.name = "block5%", .noise = 0.01, .block_sd = 0.05},
    {.name = "periodic3%", .noise = 0.01, .periodic = 0.03},
    {.name = "outlying", .noise = 0.01, .chance = 0.05, .times = 1.3},
};

size_t environment_count(void)
{
    return sizeof environments / sizeof *environments;
}

const struct environment *environment_find(const char *name)
{
    for (size_t i = 0; i < environment_count(); i++)
        if (strcmp(environments[i].name, name) == 0)
            return &environments[i];
    return NULL;
}

/* ------------------------------------------------------------ what time brings */

static void add_drift(double drift, struct randomness *randomness, double *logs, size_t n)
{
    const double way = randomness_chance(randomness, 0.5) ? drift : -drift;
    for (size_t t = 0; t < n; t++)
        logs[t] += way * (2 * (double)t / (double)(n - 1) - 1);
}

static void add_burst(double times, struct randomness *randomness, double *logs, size_t n)
{
    const double begin = (1.2 * randomness_uniform(randomness) - 0.2) * (double)n;
    const double length = (0.1 + 0.4 * randomness_uniform(randomness)) * (double)n;
    for (size_t t = 0; t < n; t++)
        if ((double)t >= begin && (double)t < begin + length)
            logs[t] += log(times);
}

static void add_wander(double sd, struct randomness *randomness, double *logs, size_t n)
{
    const double keep = exp(-1 / (0.1 * (double)n));
    double level = sd * randomness_normal(randomness);
    for (size_t t = 0; t < n; t++) {
        logs[t] += level;
        level = keep * level + sd * sqrt(1 - keep * keep) * randomness_normal(randomness);
    }
}

static void add_regimes(double times, struct randomness *randomness, double *logs, size_t n)
{
    bool slow = randomness_chance(randomness, 0.5);
    for (size_t t = 0; t < n; t++) {
        if (slow)
            logs[t] += log(times);
        if (randomness_chance(randomness, 1 / (0.15 * (double)n)))
            slow = !slow;
    }
}

static void add_weather(const struct environment *environment, struct randomness *randomness,
                        double *logs, size_t n)
{
    if (environment->drift > 0)
        add_drift(environment->drift, randomness, logs, n);
    if (environment->burst > 0)
        add_burst(environment->burst, randomness, logs, n);
    if (environment->wander > 0)
        add_wander(environment->wander, randomness, logs, n);
    if (environment->regime > 0)
        add_regimes(environment->regime, randomness, logs, n);
}

/* ------------------------------------------------- what arms and processes bring */

struct offsets {
    double arm[ARMS];
    double block[MOST_PROCESSES];
    double phase;
};

static void draw_offsets(const struct environment *environment, const struct design *design,
                         struct randomness *randomness, struct offsets *offsets)
{
    *offsets = (struct offsets){0};
    const double baseline_build = environment->build_sd * randomness_normal(randomness);
    offsets->arm[ARM_BASELINE] = offsets->arm[ARM_NULL] = baseline_build;
    offsets->arm[ARM_CANDIDATE] = environment->build_sd * randomness_normal(randomness);
    if (design->order == ORDER_SEQUENTIAL)
        for (enum arm arm = 0; arm < ARMS; arm++)
            offsets->arm[arm] += environment->arm_sd * randomness_normal(randomness);
    offsets->phase = 2 * acos(-1) * randomness_uniform(randomness);
    if (environment->block_chance > 0)
        for (size_t p = 0; p < MOST_PROCESSES; p++)
            if (randomness_chance(randomness, environment->block_chance))
                offsets->block[p] = log(environment->block_times);
    if (environment->block_sd > 0)
        for (size_t p = 0; p < MOST_PROCESSES; p++)
            offsets->block[p] = environment->block_sd * randomness_normal(randomness);
}

static double process_offset(const struct environment *environment, size_t place, double phase,
                             struct randomness *randomness)
{
    double offset = environment->periodic * sin(phase + 2 * acos(-1) * (double)place / ARMS);
    if (environment->chance > 0 && randomness_chance(randomness, environment->chance))
        offset += log(environment->times);
    if (environment->process_sd > 0)
        offset += environment->process_sd * randomness_normal(randomness);
    return offset;
}

static double noise(const struct environment *environment, struct randomness *randomness)
{
    double log_value = environment->tail > 0
                           ? environment->tail * randomness_exponential(randomness)
                           : environment->noise * randomness_normal(randomness);
    if (environment->value_chance > 0 &&
        randomness_chance(randomness, environment->value_chance))
        log_value += log(environment->value_times);
    return log_value;
}

static size_t count_values(const struct slot *slots, size_t n_slots)
{
    size_t n = 0;
    for (size_t s = 0; s < n_slots; s++)
        n += slots[s].values;
    return n;
}

size_t environment_draw(const struct environment *environment, const struct design *design,
                        const struct slot *slots, size_t n_slots, double effect,
                        struct randomness *world, struct randomness *randomness, double *values)
{
    const size_t n = count_values(slots, n_slots);
    struct offsets offsets;
    draw_offsets(environment, design, world, &offsets);
    offsets.arm[ARM_CANDIDATE] += effect;
    memset(values, 0, n * sizeof *values);
    add_weather(environment, world, values, n);
    size_t t = 0;
    for (size_t s = 0; s < n_slots; s++) {
        const double offset = offsets.arm[slots[s].arm] + offsets.block[slots[s].round] +
                              process_offset(environment, s, offsets.phase, world);
        for (size_t i = 0; i < slots[s].values; i++, t++)
            values[t] = exp(values[t] + offset + noise(environment, randomness));
    }
    for (size_t i = 0; i < n && environment->step > 0; i++)
        values[i] = round(values[i] / environment->step) * environment->step;
    return n;
}
