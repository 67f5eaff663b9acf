/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample model: reading it and freeing it. Captures are built by builder.c. */
#include "benchan/sample.h"

#include <stdlib.h>
#include <string.h>

#include "formats/model/arena.h"

void benchan_capture_free(struct benchan_capture *capture)
{
    if (!capture)
        return;
    free(capture->rows.process);
    free(capture->rows.index);
    free(capture->rows.iterations);
    free(capture->rows.position);
    free(capture->rows.time);
    free((void *)capture->processes);
    free((void *)capture->series);
    free((void *)capture->notes);
    if (capture->owner)
        arena_free(capture->owner);
    free(capture->owner);
    free(capture);
}

size_t benchan_capture_samples(const struct benchan_capture *capture)
{
    size_t samples = 0;
    for (size_t i = 0; i < capture->n_series; i++)
        samples += capture->series[i].n;
    return samples;
}

static const char *find(const struct benchan_fact *facts, size_t n, const char *key)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(facts[i].key, key) == 0)
            return facts[i].value;
    }
    return NULL;
}

const char *benchan_capture_fact(const struct benchan_capture *capture, uint32_t process,
                                 const char *key)
{
    if (process < capture->n_processes) {
        const struct benchan_process *own = &capture->processes[process];
        const char *value = find(own->facts, own->n_facts, key);
        if (value)
            return value;
    }
    return find(capture->facts, capture->n_facts, key);
}

const char *benchan_process_label(const struct benchan_process *process, const char *key)
{
    return find(process->labels, process->n_labels, key);
}
