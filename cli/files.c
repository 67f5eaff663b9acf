/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --------------------------------------------------------------------- reading */

/* What the system said, in the words of the C locale, and what to do about it. */
static enum benchan_status cannot(const char *what, const char *path, int code,
                                  struct benchan_error *error)
{
    static const struct {
        int code;
        const char *words, *mend;
    } known[] = {
        {ENOENT, "there is no such file or folder", "check the name"},
        {ENOTDIR, "there is no such file or folder", "check the name"},
        {EACCES, "permission is denied", "make it accessible, or copy it"},
        {EPERM, "permission is denied", "make it accessible, or copy it"},
        {EISDIR, "it is a directory", "name a file"},
        {ENOSPC, "the disk is full", "make room, or write elsewhere"},
        {EDQUOT, "the disk quota is used up", "make room, or write elsewhere"},
        {EFBIG, "it grew too large", "write elsewhere"},
        {EROFS, "the file system is read-only", "write elsewhere"},
        {EMFILE, "too many files are open", "raise the limit"},
        {EIO, "the device reports an error", "check the disk"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].code == code)
            return benchan_fail(error, BENCHAN_BAD_INPUT, path, 0, 0, known[i].mend,
                                "cannot be %s: %s", what, known[i].words);
    return benchan_fail(error, BENCHAN_BAD_INPUT, path, 0, 0, NULL,
                        "cannot be %s (system error %d)", what, code);
}

/* Room for `more` bytes and the terminator. */
static bool make_room(struct benchan_text *bytes, size_t more)
{
    if (more > SIZE_MAX / 2 - bytes->size)
        return false;
    char *data = realloc(bytes->data, bytes->size + more + 1);
    if (!data)
        return false;
    bytes->data = data;
    bytes->capacity = bytes->size + more + 1;
    return true;
}

/* What a file says it holds, and a byte to see its end; pipes and the like say nothing. */
static size_t expected_size(int descriptor)
{
    struct stat about;
    const bool known = fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
    return known && about.st_size > 0 ? (size_t)about.st_size + 1 : 1 << 16;
}

/* Reads until the end. Returns 0, an error number, or ENOMEM where memory is out. */
static int read_all(int descriptor, struct benchan_text *bytes)
{
    if (!make_room(bytes, expected_size(descriptor)))
        return ENOMEM;
    for (;;) {
        const size_t room = bytes->capacity - bytes->size - 1;
        const ssize_t n = read(descriptor, bytes->data + bytes->size, room);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        bytes->size += (size_t)n;
        bytes->data[bytes->size] = '\0';
        if (n == 0)
            return 0;
        if (bytes->size + 1 == bytes->capacity && !make_room(bytes, bytes->size))
            return ENOMEM;
    }
}

enum benchan_status file_read(const char *path, struct benchan_text *bytes,
                              struct benchan_error *error)
{
    *bytes = (struct benchan_text){0};
    const bool standard = strcmp(path, "-") == 0;
    const int descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return cannot("read", path, errno, error);
    const int code = read_all(descriptor, bytes);
    if (!standard)
        close(descriptor);
    if (!code)
        return BENCHAN_OK;
    benchan_text_free(bytes);
    return code == ENOMEM ? benchan_fail_memory(error) : cannot("read", path, code, error);
}

/* ----------------------------------------------------------------- directories */

static bool names_add(struct file_names *names, const char *directory, const char *name)
{
    const size_t n = strlen(directory), m = strlen(name);
    char **paths = realloc(names->paths, (names->n + 1) * sizeof *paths);
    if (!paths)
        return false;
    names->paths = paths;
    char *path = malloc(n + m + 2);
    if (!path)
        return false;
    memcpy(path, directory, n);
    size_t at = n;
    if (n && directory[n - 1] != '/')
        path[at++] = '/';
    memcpy(path + at, name, m + 1);
    names->paths[names->n++] = path;
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Drops what is no regular file from the names. */
static void keep_regular(struct file_names *names)
{
    size_t kept = 0;
    for (size_t i = 0; i < names->n; i++) {
        struct stat about;
        if (stat(names->paths[i], &about) == 0 && !S_ISREG(about.st_mode))
            free(names->paths[i]);
        else
            names->paths[kept++] = names->paths[i];
    }
    names->n = kept;
}

static enum benchan_status expand_directory(const char *path, struct file_names *names,
                                            struct benchan_error *error)
{
    DIR *directory = opendir(path);
    if (!directory)
        return cannot("read", path, errno, error);
    bool complete = true;
    for (const struct dirent *entry; complete && (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            complete = names_add(names, path, entry->d_name);
    closedir(directory);
    if (!complete)
        return benchan_fail_memory(error);
    keep_regular(names);
    if (!names->n)
        return benchan_fail(error, BENCHAN_BAD_INPUT, path, 0, 0,
                            "an arm that is a directory holds one capture a file",
                            "the directory holds no files");
    qsort(names->paths, names->n, sizeof *names->paths, by_bytes);
    return BENCHAN_OK;
}

enum benchan_status file_expand(const char *path, struct file_names *names,
                                struct benchan_error *error)
{
    *names = (struct file_names){0};
    struct stat about = {0};
    enum benchan_status status = BENCHAN_OK;
    if (strcmp(path, "-") != 0 && stat(path, &about) != 0)
        status = cannot("read", path, errno, error);
    else if (strcmp(path, "-") != 0 && S_ISDIR(about.st_mode))
        status = expand_directory(path, names, error);
    else if (!names_add(names, "", path))
        status = benchan_fail_memory(error);
    if (status)
        file_names_free(names);
    return status;
}

void file_names_free(struct file_names *names)
{
    for (size_t i = 0; i < names->n; i++)
        free(names->paths[i]);
    free(names->paths);
    *names = (struct file_names){0};
}

/* --------------------------------------------------------------------- writing */

bool file_write_bytes(int descriptor, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t written = write(descriptor, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

static mode_t mode_for(const struct stat *existing)
{
    if (existing)
        return existing->st_mode & 07777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Writes and closes. Returns 0 or an error number. */
static int write_and_close(int descriptor, const struct benchan_text *text)
{
    int code = 0;
    if (!file_write_bytes(descriptor, text->data, text->size))
        code = errno ? errno : EIO;
    if (close(descriptor) != 0 && !code)
        code = errno;
    return code;
}

static int write_directly(const struct file_output *output)
{
    const int descriptor = open(output->path, O_WRONLY | O_CLOEXEC);
    return descriptor < 0 ? errno : write_and_close(descriptor, &output->text);
}

/* Leaves output->beside and ->target set where a rename is still to come. */
static int write_beside(struct file_output *output)
{
    struct stat about;
    const bool exists = stat(output->path, &about) == 0;
    if (exists && S_ISDIR(about.st_mode))
        return EISDIR;
    if (exists && !S_ISREG(about.st_mode))
        return write_directly(output);
    /* Through a symbolic link: the file it leads to is replaced, not the link. */
    output->target = exists ? realpath(output->path, NULL) : strdup(output->path);
    if (!output->target)
        return errno;
    static const char ending[] = ".XXXXXX";
    const size_t n = strlen(output->target);
    output->beside = malloc(n + sizeof ending);
    if (!output->beside)
        return ENOMEM;
    memcpy(output->beside, output->target, n);
    memcpy(output->beside + n, ending, sizeof ending);
    const int descriptor = mkstemp(output->beside);
    if (descriptor < 0) {
        const int code = errno;
        free(output->beside);
        output->beside = NULL;
        return code;
    }
    (void)fchmod(descriptor, mode_for(exists ? &about : NULL));
    return write_and_close(descriptor, &output->text);
}

static int rename_output(struct file_output *output)
{
    if (!output->beside)
        return 0;
    if (rename(output->beside, output->target) != 0)
        return errno;
    free(output->beside);
    output->beside = NULL;
    return 0;
}

static void clean_up(struct file_output *outputs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (outputs[i].beside)
            unlink(outputs[i].beside);
        free(outputs[i].beside);
        free(outputs[i].target);
        outputs[i].beside = outputs[i].target = NULL;
    }
}

enum benchan_status file_write_all(struct file_output *outputs, size_t n,
                                   struct benchan_error *error)
{
    int code = 0;
    size_t at = 0;
    for (size_t i = 0; i < n && !code; i++)
        code = write_beside(&outputs[at = i]);
    for (size_t i = 0; i < n && !code; i++)
        code = rename_output(&outputs[at = i]);
    clean_up(outputs, n);
    if (!code)
        return BENCHAN_OK;
    return code == ENOMEM ? benchan_fail_memory(error)
                          : cannot("written", outputs[at].path, code, error);
}
