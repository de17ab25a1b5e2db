/*
 * tools/tools.h - the subcommands of `linea`, each in a file of its own. main.c lists
 * them, with those of the server and of the terminal.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_H
#define TOOLS_H

int tool_arena(int argc, char **argv);
int tool_bench(int argc, char **argv);
int tool_cup(int argc, char **argv);
int tool_daily(int argc, char **argv);
int tool_engine(int argc, char **argv);
int tool_evaluate(int argc, char **argv);
int tool_load(int argc, char **argv);
int tool_map(int argc, char **argv);
int tool_perft(int argc, char **argv);
int tool_puzzles(int argc, char **argv);
int tool_rate(int argc, char **argv);
int tool_replay(int argc, char **argv);
int tool_review(int argc, char **argv);
int tool_sim(int argc, char **argv);

#endif
