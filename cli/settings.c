/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/settings.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/card.h"

struct kept_string {
    struct kept_string *next;
    char text[];
};

void settings_init(struct settings *settings)
{
    *settings = (struct settings){0};
    settings->judge.min_effect = NAN;
    settings->judge.noise_floor = NAN;
    settings->effect = NAN;
}

void settings_free(struct settings *settings)
{
    while (settings->kept) {
        struct kept_string *next = settings->kept->next;
        free(settings->kept);
        settings->kept = next;
    }
    struct list *const lists[] = {&settings->operands,    &settings->baselines,
                                  &settings->nulls,       &settings->rename_texts,
                                  &settings->gate_texts,  &settings->attest_texts,
                                  &settings->better_texts};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        free(lists[i]->items);
    free(settings->reports);
    free(settings->renames);
    free(settings->gates);
    benchan_card_free(settings->card_read);
    settings_init(settings);
}

const char *settings_keep(struct settings *settings, const char *begin, size_t n)
{
    if (n > SIZE_MAX - sizeof(struct kept_string) - 1)
        return NULL;
    struct kept_string *kept = malloc(sizeof *kept + n + 1);
    if (!kept)
        return NULL;
    memcpy(kept->text, begin, n);
    kept->text[n] = '\0';
    kept->next = settings->kept;
    settings->kept = kept;
    return kept->text;
}

bool list_add(struct list *list, const char *item)
{
    if (list->n == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 8;
        if (capacity > SIZE_MAX / sizeof *list->items)
            return false;
        const char **items = realloc(list->items, capacity * sizeof *items);
        if (!items)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->n++] = item;
    return true;
}
