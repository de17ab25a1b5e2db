/*
 * tests/server/fake_main.c - `linea serve` alone, on a hub without games.
 *
 * SPDX-License-Identifier: MIT
 */
#include "serve.h"

int main(int argc, char **argv)
{
    return tool_serve(argc, argv);
}
