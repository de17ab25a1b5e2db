/*
 * tools/program.c - questions to programs that play, and their answers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/options.h"
#include "linea/list.h"
#include "linea/text.h"
#include "process.h"

enum {
    ANSWER = 4096,   /* longest answer, its end of line too */
    START_MS = 2000, /* more time for the first answer: interpreters start slowly */
    LEAVE_MS = 500,  /* to leave by itself when its input is closed */
    STATUS_MS = 50,  /* for the exit code of what has closed its output */
};

struct program {
    const char *command;
    int ms;
    struct program_faults *faults;
    struct process process;
    bool running;
    bool fresh;              /* has not answered yet */
    enum program_fault lost; /* its seats, by this, for the rest of this game */
    linea_move moves[LINEA_MOVES];
    char question[LINEA_LONG_LINE];
    char answer[ANSWER];
    struct linea_json json;
};

const char *program_fault_name(enum program_fault fault)
{
    static const char *const names[] = {[PROGRAM_DIED] = "died",
                                        [PROGRAM_SLOW] = "slow",
                                        [PROGRAM_GARBAGE] = "garbage",
                                        [PROGRAM_ILLEGAL] = "illegal"};
    return names[fault];
}

struct program *program_create(struct program_faults *faults, const char *command,
                               int ms)
{
    struct program *p = calloc(1, sizeof *p);
    if (!p) {
        perror("linea");
        exit(EXIT_NEGATIVE);
    }
    p->command = command;
    p->ms = ms;
    p->faults = faults;
    p->lost = PROGRAM_FAULTS;
    return p;
}

void program_destroy(struct program *p)
{
    if (p && p->running)
        process_end(&p->process, LEAVE_MS);
    free(p);
}

void program_begin(struct program *p)
{
    p->lost = PROGRAM_FAULTS;
}

enum program_fault program_failure(const struct program *p)
{
    return p->lost;
}

/* The program has failed: end it, count that, and report the first of each kind. */
static bool fail(struct program *p, enum program_fault fault, const char *how)
{
    char status[64] = "";
    if (p->running) {
        int code = process_end(&p->process, fault == PROGRAM_DIED ? STATUS_MS : 0);
        if (fault == PROGRAM_DIED && code >= 0)
            snprintf(status, sizeof status, " (exit code %d)", code);
    }
    p->running = false;
    p->lost = fault;
    if (atomic_fetch_add(&p->faults->count[fault], 1) == 0)
        fprintf(stderr,
                "cmd:%s %s%s; greedy plays on for it, and it may try again in the next "
                "game (reported once)\n",
                p->command, how, status);
    return false;
}

/* Write the question and its end of line; its length. */
static size_t write_question(struct program *p, const struct linea_game *g)
{
    struct linea_out out;
    struct linea_view view;
    int n = linea_game_moves(g, p->moves);
    linea_game_view(g, &view, g->turn);
    linea_out_init(&out, p->question, sizeof p->question);
    struct linea_list object = linea_list_open(&out, "{", "}\n");
    linea_list_key(&object, "view");
    linea_view_write(&view, &out);
    linea_key_moves(&object, "moves", g, p->moves, n);
    linea_key_int(&object, "ms", p->ms);
    linea_list_close(&object);
    return (size_t)(out.at - p->question);
}

/* Send what is left of the question, as much as goes now. False if the pipe is closed.
 */
static bool send_some(const struct program *p, size_t *sent, size_t length)
{
    ssize_t n = write(p->process.in, p->question + *sent, length - *sent);
    if (n > 0)
        *sent += (size_t)n;
    return n >= 0 || errno == EAGAIN || errno == EINTR;
}

/* Receive what there is of the answer. False if there will be no more. */
static bool receive_some(struct program *p, size_t *got)
{
    ssize_t n = read(p->process.out, p->answer + *got, sizeof p->answer - *got);
    if (n > 0)
        *got += (size_t)n;
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Milliseconds until a time, rounded up; 0 when it has passed. */
static int ms_until(double deadline)
{
    double left = deadline - seconds_now();
    return left > 0 ? (int)(left * 1000) + 1 : 0;
}

/* Send the question and wait for a line, writing and reading at once so that neither
   side can block the other. False after a failure. */
static bool exchange(struct program *p, size_t length, size_t *got)
{
    double deadline = seconds_now() + (p->ms + (p->fresh ? START_MS : 0)) / 1e3;
    const char *end = NULL;
    size_t sent = 0;
    *got = 0;
    while (!end || sent < length) {
        struct pollfd fds[] = {
            {.fd = end ? -1 : p->process.out, .events = POLLIN},
            {.fd = sent < length ? p->process.in : -1, .events = POLLOUT}};
        int ready = poll(fds, 2, ms_until(deadline));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return fail(p, PROGRAM_SLOW, "has not answered in time");
        if (fds[1].revents && !send_some(p, &sent, length))
            return fail(p, PROGRAM_DIED, "has died or closed its input");
        if (fds[0].revents && !receive_some(p, got))
            return fail(p, PROGRAM_DIED, "has died or closed its output");
        end = memchr(p->answer, '\n', *got);
        if (!end && *got == sizeof p->answer)
            return fail(p, PROGRAM_GARBAGE, "has answered with far too long a line");
    }
    if (end + 1 != p->answer + *got)
        return fail(p, PROGRAM_GARBAGE, "has answered with more than one line");
    return true;
}

/* Understand an answer. False after a failure. */
static bool read_answer(struct program *p, linea_move *out, const struct linea_game *g,
                        size_t length)
{
    char text[LINEA_MOVE_TEXT], how[LINEA_MOVE_TEXT + 64];
    struct linea_error error;
    if (linea_json_read(&p->json, p->answer, length))
        return fail(p, PROGRAM_GARBAGE, "has answered with what is no JSON");
    int move = linea_json_get(&p->json, 0, "move");
    int size = linea_json_string(&p->json, text, sizeof text, move);
    if (size < 0)
        return fail(p, PROGRAM_GARBAGE, "has answered without a \"move\"");
    if (linea_move_read(g, out, &error, text, (size_t)size))
        return true;
    snprintf(how, sizeof how, "has played an illegal move: %s", error.message);
    return fail(p, PROGRAM_ILLEGAL, how);
}

bool program_choose(struct program *p, linea_move *out, const struct linea_game *g)
{
    size_t got;
    if (p->lost != PROGRAM_FAULTS)
        return false;
    if (!p->running) {
        if (!process_start(&p->process, p->command))
            return fail(p, PROGRAM_DIED, "could not be started");
        p->running = p->fresh = true;
    }
    if (!exchange(p, write_question(p, g), &got) || !read_answer(p, out, g, got))
        return false;
    p->fresh = false;
    return true;
}
