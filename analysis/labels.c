/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the arms are called in words: what their names do not share. */
#include <string.h>

#include "benchan/verdict.h"

enum { MOST_COLUMNS = 9 };

struct span {
    const char *begin;
    size_t n;
};

static struct span without_endings(struct span name)
{
    static const char *const endings[] = {".gz", ".txt", ".json", ".csv", ".data", ".log"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t n = strlen(endings[i]);
        if (name.n > n && memcmp(name.begin + name.n - n, endings[i], n) == 0)
            name.n -= n;
    }
    while (name.n > 1 && name.begin[name.n - 1] == '/')
        name.n--;
    return name;
}

static struct span last_part(struct span path)
{
    size_t at = path.n;
    while (at > 0 && path.begin[at - 1] != '/')
        at--;
    return (struct span){path.begin + at, path.n - at};
}

static bool separates(char c)
{
    return strchr("-_./ =:", c) != NULL;
}

/* Drops what both begin and end with, whole words only. */
static void drop_common(struct span *a, struct span *b)
{
    size_t head = 0;
    const size_t shorter = a->n < b->n ? a->n : b->n;
    for (size_t i = 0; i < shorter && a->begin[i] == b->begin[i]; i++)
        if (separates(a->begin[i]))
            head = i + 1;
    size_t tail = 0;
    for (size_t i = 1; i <= shorter - head && a->begin[a->n - i] == b->begin[b->n - i]; i++)
        if (separates(a->begin[a->n - i]))
            tail = i;
    *a = (struct span){a->begin + head, a->n - head - tail};
    *b = (struct span){b->begin + head, b->n - head - tail};
}

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* A label heads a column and stands inside sentences: short, tame, and a word. */
static bool fits(struct span label)
{
    bool word = false;
    for (size_t i = 0; i < label.n; i++) {
        const unsigned char c = (unsigned char)label.begin[i];
        if (c <= ' ' || c == 0x7f)
            return false;
        word = word || letter(label.begin[i]);
    }
    const size_t columns = benchan_text_columns(label.begin, label.n);
    return word && label.n < BENCHAN_LABEL_BYTES && columns > 0 && columns <= MOST_COLUMNS;
}

static bool take(struct span a, struct span b, struct benchan_labels *labels)
{
    if (!fits(a) || !fits(b) || (a.n == b.n && memcmp(a.begin, b.begin, a.n) == 0))
        return false;
    memcpy(labels->baseline, a.begin, a.n);
    labels->baseline[a.n] = '\0';
    memcpy(labels->candidate, b.begin, b.n);
    labels->candidate[b.n] = '\0';
    labels->roles = false;
    return true;
}

static bool take_different_part(struct span a, struct span b, struct benchan_labels *labels)
{
    drop_common(&a, &b);
    return take(a, b, labels);
}

void benchan_labels_of(const struct benchan_comparison *comparison,
                       struct benchan_labels *labels)
{
    *labels = (struct benchan_labels){"baseline", "candidate", true};
    const char *old_name = comparison->baseline.arm;
    const char *new_name = comparison->candidate.arm;
    if (!old_name || !new_name)
        return;
    const struct span a = without_endings((struct span){old_name, strlen(old_name)});
    const struct span b = without_endings((struct span){new_name, strlen(new_name)});
    if (take(last_part(a), last_part(b), labels) ||
        take_different_part(last_part(a), last_part(b), labels))
        return;
    take_different_part(a, b, labels);
}

void benchan_label_words(const struct benchan_labels *labels, bool candidate,
                         struct benchan_text *text)
{
    benchan_text_printf(text, "%s%s", labels->roles ? "the " : "",
                        candidate ? labels->candidate : labels->baseline);
}
