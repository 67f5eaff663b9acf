/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/progress.h"

static const double steps[] = {0.5, 1.5, 1.6, 1.8, 2.5};
static size_t step;

static double stepped(void)
{
    return steps[step < 4 ? step++ : 4];
}

static void only_after_a_second_and_not_too_often(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct progress progress = progress_begin(ends[1]);
    progress.now = stepped;
    progress.next = 1;
    for (size_t i = 1; i <= 4; i++)
        progress_tick(&progress, i, 8);
    progress_end(&progress);
    progress_end(&progress);
    close(ends[1]);
    char read_back[256] = "";
    const ssize_t n = read(ends[0], read_back, sizeof read_back - 1);
    close(ends[0]);
    assert_true(n > 0);
    read_back[n] = '\0';
    assert_string_equal(read_back, "\r\033[Kbenchan: 2 of 8 (25 %)"
                                   "\r\033[Kbenchan: 4 of 8 (50 %)\r\033[K");
}

static void nothing_without_a_terminal(void **state)
{
    (void)state;
    struct progress progress = progress_begin(-1);
    progress.next = -1;
    progress_tick(&progress, 1, 2);
    assert_false(progress.shown);
    progress_end(&progress);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_after_a_second_and_not_too_often),
        cmocka_unit_test(nothing_without_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
