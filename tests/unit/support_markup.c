/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support_markup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

enum { DEEPEST = 16, LONGEST = 32 };

struct tags {
    char name[DEEPEST][LONGEST];
    size_t depth;
};

/* HTML's elements without an end. */
static bool is_void(const char *name, size_t n)
{
    return *name == '!' || *name == '?' || (n == 4 && memcmp(name, "meta", 4) == 0);
}

static void take_tag(struct tags *tags, const char *name, size_t n, bool closing, bool empty)
{
    assert_true(n > 0 && n < LONGEST);
    if (closing) {
        assert_true(tags->depth > 0);
        const char *open = tags->name[--tags->depth];
        if (strlen(open) != n || memcmp(open, name, n) != 0)
            fail_msg("<%s> is closed as %.*s", open, (int)n, name);
    } else if (!empty && !is_void(name, n)) {
        assert_true(tags->depth < DEEPEST);
        snprintf(tags->name[tags->depth++], LONGEST, "%.*s", (int)n, name);
    }
}

/* Past the tag that begins at `at`. */
static const char *read_tag(struct tags *tags, const char *at)
{
    const bool closing = at[1] == '/';
    const char *name = at + 1 + closing;
    bool quoted = false;
    for (at = name; *at && (quoted || *at != '>'); at++) {
        quoted ^= *at == '"';
        assert_false(*at == '<');
    }
    assert_int_equal(*at, '>');
    take_tag(tags, name, strcspn(name, " />"), closing, at[-1] == '/');
    return at;
}

void markup_well_formed(const char *text)
{
    struct tags tags = {.depth = 0};
    for (const char *at = text; *at; at++) {
        assert_true((unsigned char)*at >= ' ' || *at == '\n');
        if (*at == '&') {
            const size_t n = strcspn(at, ";");
            assert_true(n > 1 && n < 7 && at[n] == ';');
        }
        if (*at == '<')
            at = read_tag(&tags, at);
    }
    assert_int_equal(tags.depth, 0);
}
