/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target once over each file of the directories (or files) given. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return fprintf(stderr, "cannot open %s\n", path), 1;
    static uint8_t buffer[1 << 20];
    const size_t size = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    /* A copy of the exact size, so that a read past its end is seen. */
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        return 1;
    for (size_t i = 0; i < size; i++)
        copy[i] = buffer[i];
    fprintf(stderr, "%s\n", path); /* the last line names the culprit of a crash */
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    return 0;
}

static int replay_directory(const char *path, DIR *directory)
{
    int failures = 0, files = 0;
    const struct dirent *entry;
    while ((entry = readdir(directory))) {
        if (entry->d_name[0] == '.')
            continue;
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        failures += replay_file(name);
        files++;
    }
    closedir(directory);
    printf("%d files replayed\n", files);
    return failures || files == 0;
}

int main(int argc, char **argv)
{
    int failures = argc < 2;
    for (int i = 1; i < argc; i++) {
        DIR *directory = opendir(argv[i]);
        failures |= directory ? replay_directory(argv[i], directory) : replay_file(argv[i]);
    }
    return failures;
}
