/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support_reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

char *reference_read(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/testdata/reference/%s", BENCHAN_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    text[size] = '\0';
    return text;
}

cJSON *reference_json(const char *name)
{
    char *text = reference_read(name);
    cJSON *root = cJSON_Parse(text);
    free(text);
    if (root == NULL)
        fail_msg("%s is no JSON", name);
    return root;
}

double reference_number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsNumber(item))
        fail_msg("no number %s", key);
    return item->valuedouble;
}

size_t reference_numbers(const cJSON *array, double *values, size_t most)
{
    size_t n = 0;
    const cJSON *item;
    assert_true(cJSON_IsArray(array));
    cJSON_ArrayForEach(item, array)
    {
        assert_true(n < most && cJSON_IsNumber(item));
        values[n++] = item->valuedouble;
    }
    return n;
}

void reference_close(double got, double want, double tolerance, const char *what)
{
    if (!(fabs(got - want) <= tolerance * fmax(1, fabs(want))))
        fail_msg("%s: got %.15g, want %.15g", what, got, want);
}
