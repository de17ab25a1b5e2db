/*
 * tools/main.c - the `linea` command: finds the subcommand and runs it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/options.h"
#include "serve.h"
#include "terminal.h"
#include "tools.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *about;
} commands[] = {
    {"play", tool_play, "play in the terminal against bots"},
    {"serve", tool_serve, "serve games over HTTP and WebSockets"},
    {"admin", tool_admin, "look after the accounts of a server"},
    {"store", tool_store, "copy the games of a server into another database"},
    {"sim", tool_sim, "let bots play many games"},
    {"arena", tool_arena, "let bots compete: Elo, tables, sequential tests"},
    {"cup", tool_cup, "let bots play a tournament"},
    {"rate", tool_rate, "say how strong players are, from finished games"},
    {"replay", tool_replay, "check recorded games against the rules"},
    {"review", tool_review,
     "say what of a game was luck, and which moves were mistakes"},
    {"daily", tool_daily, "the deal of a day, and what bots make of it"},
    {"engine", tool_engine, "a conversation in JSON Lines, for programs"},
    {"evaluate", tool_evaluate, "say what each seat can expect of a position"},
    {"bench", tool_bench, "measure the engine; print its signature"},
    {"puzzles", tool_puzzles, "decisions in games of bots with one move that is best"},
    {"perft", tool_perft, "count the move tree of a deal"},
    {"load", tool_load, "put a server under load, and measure it"},
    {"map", tool_map, "list, show and check maps"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_usage(FILE *out)
{
    fprintf(out, "usage: linea COMMAND [OPTIONS]\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].about);
    fprintf(out, "\n`linea COMMAND --help` says more of each; `linea --version` says "
                 "which linea this is.\n");
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("linea %s\n", LINEA_VERSION);
        return EXIT_OK;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "linea: there is no command \"%s\"\n", argv[1]);
    print_usage(stderr);
    return EXIT_USAGE;
}

/* A result that could not be written is no success, whatever the subcommand thinks. */
int main(int argc, char **argv)
{
    int code = run(argc, argv);
    int why = fflush(stdout) != 0 ? errno : 0;
    if (!why && !ferror(stdout))
        return code;
    fprintf(stderr, "linea: not all could be written to standard output%s%s\n",
            why ? ": " : "", why ? strerror(why) : "");
    return code == EXIT_OK ? EXIT_NEGATIVE : code;
}
