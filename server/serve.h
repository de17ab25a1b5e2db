/*
 * server/serve.h - the command `linea serve`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVE_H
#define SERVE_H

int tool_serve(int argc, char **argv);

#endif
