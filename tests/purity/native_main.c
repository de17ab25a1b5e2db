/*
 * tests/purity/native_main.c - prints the signature of each map file that is named.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>

#include "signature.h"

int main(int argc, char **argv)
{
    static char text[1 << 20];
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 1;
        }
        size_t length = fread(text, 1, sizeof text, file);
        fclose(file);
        printf("%016" PRIx64 "\n", signature(text, length));
    }
    return 0;
}
