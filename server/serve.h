/*
 * server/serve.h - the commands `linea serve`, `linea admin` and `linea store`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVE_H
#define SERVE_H

int tool_serve(int argc, char **argv);
int tool_admin(int argc, char **argv);
int tool_store(int argc, char **argv);

/* Check the ratings of a server: for `linea rate --server`. Returns its exit code. */
int serve_check_ratings(const char *command, const char *where);

#endif
