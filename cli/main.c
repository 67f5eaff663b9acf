/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "benchan/benchan.h"

int main(void)
{
    printf("benchan %s\n", benchan_version());
    return 0;
}
