/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support_near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support_reference.h"

void assert_near(double actual, double expected, double relative)
{
    if (actual == expected)
        return;
    const double larger = fmax(fabs(actual), fabs(expected));
    if (!(isfinite(larger) && fabs(actual - expected) <= relative * larger))
        fail_msg("%.17g is not near %.17g", actual, expected);
}

double *reference_array(const cJSON *object, const char *key, size_t *n)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, key);
    const size_t most = (size_t)cJSON_GetArraySize(array) + 1;
    double *values = malloc(most * sizeof *values);
    assert_non_null(values);
    *n = reference_numbers(array, values, most);
    return values;
}
