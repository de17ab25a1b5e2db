/*
 * tests/machines/signature_main.c - `linea bench` without the rest of the program, for
 * machines that have none of its libraries.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools.h"

int main(int argc, char **argv)
{
    return tool_bench(argc, argv);
}
