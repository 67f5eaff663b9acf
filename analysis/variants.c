/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants that lie in one series because nobody asked for them as arms. */
#include "analysis/variants.h"

#include <string.h>

enum { MOST_VARIANTS = 8, LEAST_EACH = 2 };

struct variants {
    const char *value[MOST_VARIANTS];
    size_t count[MOST_VARIANTS];
    size_t n;
    bool too_many;
};

static void count(struct variants *variants, const char *value)
{
    for (size_t i = 0; i < variants->n; i++)
        if (variants->value[i] == value || strcmp(variants->value[i], value) == 0) {
            variants->count[i]++;
            return;
        }
    if (variants->n == MOST_VARIANTS) {
        variants->too_many = true;
        return;
    }
    variants->value[variants->n] = value;
    variants->count[variants->n++] = 1;
}

static bool are_variants(const struct variants *variants)
{
    if (variants->too_many || variants->n < 2)
        return false;
    for (size_t i = 0; i < variants->n; i++)
        if (variants->count[i] < LEAST_EACH)
            return false;
    return true;
}

static bool varies(const struct series_ref *refs, size_t n_refs, const char *key)
{
    struct variants variants = {0};
    for (size_t r = 0; r < n_refs; r++) {
        const struct benchan_capture *capture = refs[r].capture;
        for (size_t i = 0; i < refs[r].series->n && !variants.too_many; i++) {
            const uint32_t process = capture->rows.process[refs[r].series->rows[i]];
            const char *value = benchan_process_label(&capture->processes[process], key);
            count(&variants, value ? value : "");
        }
    }
    return are_variants(&variants);
}

const char *variants_key(const struct series_ref *refs, size_t n_refs)
{
    if (!n_refs || !refs[0].series->n || !refs[0].capture->n_processes)
        return NULL;
    const struct benchan_capture *capture = refs[0].capture;
    const uint32_t first = capture->rows.process[refs[0].series->rows[0]];
    const struct benchan_process *process = &capture->processes[first];
    for (size_t l = 0; l < process->n_labels; l++)
        if (varies(refs, n_refs, process->labels[l].key))
            return process->labels[l].key;
    return NULL;
}
