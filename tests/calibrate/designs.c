/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/designs.h"

#include <string.h>

const struct design designs[] = {
    {"1x20 seq", ORDER_SEQUENTIAL, {1, 1, 1}, {20, 20, 20}, false},
    {"1x10 seq", ORDER_SEQUENTIAL, {1, 1, 1}, {10, 10, 10}, false},
    {"20x3 seq", ORDER_SEQUENTIAL, {20, 20, 20}, {3, 3, 3}, false},
    {"20x3 rounds", ORDER_ROUNDS, {20, 20, 20}, {3, 3, 3}, false},
    {"20x3 shuffled", ORDER_SHUFFLED, {20, 20, 20}, {3, 3, 3}, false},
    {"10x3 rounds", ORDER_ROUNDS, {10, 10, 10}, {3, 3, 3}, false},
    {"10x3 shuffled", ORDER_SHUFFLED, {10, 10, 10}, {3, 3, 3}, false},
    {"6x3 rounds", ORDER_ROUNDS, {6, 6, 6}, {3, 3, 3}, false},
    {"20x3 strict", ORDER_STRICT, {20, 20, 20}, {3, 3, 3}, false},
    {"20x3 against 20x7", ORDER_SHUFFLED, {20, 20, 20}, {3, 3, 7}, false},
    {"20x uneven", ORDER_SHUFFLED, {20, 20, 20}, {3, 3, 3}, true},
    {"60x3 against 6x3", ORDER_SHUFFLED, {60, 60, 6}, {3, 3, 3}, false},
};

size_t design_count(void)
{
    return sizeof designs / sizeof *designs;
}

const struct design *design_find(const char *name)
{
    for (size_t i = 0; i < design_count(); i++)
        if (strcmp(designs[i].name, name) == 0)
            return &designs[i];
    return NULL;
}

static void shuffle(struct randomness *randomness, struct slot *slots, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        const size_t j = randomness_below(randomness, i);
        const struct slot held = slots[i - 1];
        slots[i - 1] = slots[j];
        slots[j] = held;
    }
}

static size_t values_of(const struct design *design, enum arm arm,
                        struct randomness *randomness)
{
    if (!design->uneven)
        return design->values[arm];
    return 1 + randomness_below(randomness, 2 * design->values[arm] - 1);
}

static size_t arm_by_arm(const struct design *design, struct randomness *randomness,
                         struct slot *slots)
{
    size_t n = 0;
    for (enum arm arm = 0; arm < ARMS; arm++)
        for (size_t p = 0; p < design->processes[arm]; p++)
            slots[n++] = (struct slot){arm, p, values_of(design, arm, randomness)};
    return n;
}

static size_t round_by_round(const struct design *design, struct randomness *randomness,
                             struct slot *slots)
{
    size_t n = 0;
    for (size_t p = 0; p < design->processes[ARM_BASELINE]; p++) {
        for (enum arm arm = 0; arm < ARMS; arm++)
            slots[n + arm] = (struct slot){arm, p, values_of(design, arm, randomness)};
        if (design->order == ORDER_ROUNDS)
            shuffle(randomness, slots + n, ARMS);
        n += ARMS;
    }
    return n;
}

/* A shuffled arm's processes count up in the order they come. */
static void number_anew(struct slot *slots, size_t n)
{
    size_t next[ARMS] = {0};
    for (size_t i = 0; i < n; i++)
        slots[i].round = next[slots[i].arm]++;
}

size_t design_lay_out(const struct design *design, struct randomness *randomness,
                      struct slot *slots)
{
    if (design->order == ORDER_ROUNDS || design->order == ORDER_STRICT)
        return round_by_round(design, randomness, slots);
    const size_t n = arm_by_arm(design, randomness, slots);
    if (design->order == ORDER_SHUFFLED) {
        shuffle(randomness, slots, n);
        number_anew(slots, n);
    }
    return n;
}
