/*
 * tools/process.h - a process of ours that is talked to through pipes.
 *
 * It runs in a group of its own, so that ending it ends everything it has started; and
 * when this program is interrupted, all of them end.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct process {
    pid_t pid; /* and its group */
    int in;    /* where its input is written, without blocking */
    int out;   /* where its output is read, without blocking */
    int slot;  /* among all that live */
};

/* Run a command with /bin/sh; what it says on standard error passes through. Writing to
   one that has gone is an error from then on, not a signal. False if that fails. */
bool process_start(struct process *p, const char *command);

/* Close its input, give it some time to leave, then kill it and all it has started. Its
   exit code if it left by itself, else -1. */
int process_end(struct process *p, int ms);

#endif
