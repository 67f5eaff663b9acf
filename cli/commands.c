/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program can be asked to do. A command is one file and one row. */
#include "cli/commands.h"

#include <stdint.h>
#include <string.h>

static const struct command commands[] = {
    {"verdict", "BASELINE CANDIDATE...", "judge whether a difference is evidence (the default)",
     "An arm is a file, a directory of captures, or - for standard input.\n"
     "One file alone is described, unless --by takes the arms from inside it.\n"
     "Exit status: 0 every verdict is admissible; 1 something on the --fail-on list\n"
     "happened; 2 usage or input error, and then nothing stands on standard output.\n",
     FOR_VERDICT, 1, SIZE_MAX, command_verdict},
    {"describe", "FILE...", "describe each series: spread, shape, drift, processes", NULL,
     FOR_DESCRIBE, 1, SIZE_MAX, command_describe},
    {"null", "FILE...", "captures of identical code: what this design shows",
     "One file (or directory of captures) is compared with itself: every other\n"
     "process against the rest, and the first half against the second. Of several,\n"
     "the first is taken for the baseline, the others for candidates. Whatever\n"
     "difference shows is the method's error.\n",
     FOR_NULL, 1, SIZE_MAX, command_null},
    {"plan", "FILE... --effect PERCENT", "how many fresh processes a question needs",
     "From the spread that pilot captures show: processes per arm at 80 and 90 % power.\n",
     FOR_PLAN, 1, SIZE_MAX, command_plan},
    {"convert", "FILE...", "write the samples as CSV, digits as recorded",
     "The CSV reads back to the same verdict.\n", FOR_CONVERT, 1, SIZE_MAX, command_convert},
    {"explain", "[GATE]", "the checklist, or one gate of it", NULL, FOR_EXPLAIN, 0, 1,
     command_explain},
    {"recipe", "go|pyperf|hyperfine", "a capture script whose results can be admissible",
     "Writes a shell script: fresh processes, both arms and an A/A arm shuffled in rounds,\n"
     "times, commit, toolchain and load recorded. What it will cost goes to standard error.\n",
     FOR_RECIPE, 1, 1, command_recipe},
    {"card", "", "a template of the experiment card, to fill in before you measure", NULL,
     FOR_CARD, 0, 0, command_card},
};

const struct command *command_at(size_t index)
{
    return index < sizeof commands / sizeof commands[0] ? &commands[index] : NULL;
}

const struct command *command_find(const char *name)
{
    for (size_t i = 0; command_at(i); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}
