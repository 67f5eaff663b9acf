/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "benchan/verdict.h"

struct named {
    const char *from[2], *to[2];
};

static void what_the_names_do_not_share(void **state)
{
    (void)state;
    static const struct named cases[] = {
        {{"old.txt", "new.txt"}, {"old", "new"}},
        {{"some/where/old.txt.gz", "else/new.json"}, {"old", "new"}},
        {{"t/wordcount-compare.txt", "t/wordcount-table.txt"}, {"compare", "table"}},
        {{"gen-AB-old-run.txt", "gen-AB-new-run.txt"}, {"old", "new"}},
        {{"base/run.txt", "pr/run.txt"}, {"base", "pr"}},
        {{"captures/base/", "captures/pr/"}, {"base", "pr"}},
        {{"v1.2", "v1.3"}, {"v1.2", "v1.3"}},
        {{"naïve.csv", "größer.csv"}, {"naïve", "größer"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct benchan_comparison row = {0};
        struct benchan_labels labels;
        row.baseline.arm = cases[i].from[0];
        row.candidate.arm = cases[i].from[1];
        benchan_labels_of(&row, &labels);
        assert_string_equal(labels.baseline, cases[i].to[0]);
        assert_string_equal(labels.candidate, cases[i].to[1]);
        assert_false(labels.roles);
    }
}

static void roles_where_names_are_no_words(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"x/run.txt", "x/run.txt"},
        {"2024-01-31.txt", "2024-02-01.txt"}, /* no letter */
        {"a-name-that-is-long.txt", "another_name_that_is_long.txt"},
        {"-", "new.txt"},
        {"", ""},
        {"run 1.txt", "run 2.txt"},
        {".txt", "/"},
        {NULL, "new.txt"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct benchan_comparison row = {0};
        struct benchan_labels labels;
        struct benchan_text text = {0};
        row.baseline.arm = cases[i][0];
        row.candidate.arm = cases[i][1];
        benchan_labels_of(&row, &labels);
        assert_true(labels.roles);
        benchan_label_words(&labels, true, &text);
        assert_string_equal(benchan_text_get(&text), "the candidate");
        benchan_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_names_do_not_share),
        cmocka_unit_test(roles_where_names_are_no_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
