/*
 * tools/process.c - starting processes and making sure that they end.
 *
 * SPDX-License-Identifier: MIT
 */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LIVING = 2048, /* processes at a time: more than workers have seats */
    STARTING = -1, /* holds a place until there is a group to put there */
};

extern char **environ;

/* The groups that live, for the handler of signals; 0 for a free place. */
static atomic_int living[LIVING];

/* One at a time: a pipe must not be passed on to what another thread starts. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Signals that end this program, and then what it has started. */
static const int fatal[] = {SIGINT, SIGTERM, SIGHUP};
enum { FATAL = sizeof fatal / sizeof fatal[0] };
static atomic_bool closing; /* nothing may be started any more */

static void on_signal(int number)
{
    atomic_store(&closing, true);
    for (int i = 0; i < LIVING; i++) {
        int group;
        /* One that is just being started will be known in a moment: threads that start
           processes do not run this handler. */
        while ((group = atomic_load(&living[i])) == STARTING)
            continue;
        if (group > 0)
            kill(-group, SIGKILL);
    }
    /* The handler is gone after its first call: now the signal does what it did. */
    raise(number);
}

static void watch_signals(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGPIPE, &ignore, NULL);
    for (int i = 0; i < FATAL; i++)
        if (sigaction(fatal[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(fatal[i], &act, NULL);
}

static int take_slot(void)
{
    for (int i = 0; i < LIVING; i++) {
        int free_slot = 0;
        if (atomic_compare_exchange_strong(&living[i], &free_slot, STARTING))
            return i;
    }
    return -1;
}

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

static void close_pipe(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* Run the command between two pipes, in a group of its own, and with the signals that
   this program has changed as they were. */
static bool spawn(pid_t *pid, const char *command, int in, int out,
                  const sigset_t *mask)
{
    static char shell[] = "sh", option[] = "-c";
    char *const arguments[] = {shell, option, (char *)command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
                                              POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    int error = posix_spawn(pid, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error == 0;
}

static bool start(struct process *p, const char *command, const sigset_t *mask)
{
    int in[2], out[2];
    if (!make_pipe(in))
        return false;
    if (!make_pipe(out)) {
        close_pipe(in);
        return false;
    }
    if (!spawn(&p->pid, command, in[0], out[1], mask)) {
        close_pipe(in);
        close_pipe(out);
        return false;
    }
    close(in[0]);
    close(out[1]);
    p->in = in[1];
    p->out = out[0];
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    return true;
}

bool process_start(struct process *p, const char *command)
{
    sigset_t held, mask;
    bool started = false;
    pthread_once(&once, watch_signals);
    sigemptyset(&held);
    for (int i = 0; i < FATAL; i++)
        sigaddset(&held, fatal[i]);
    pthread_sigmask(SIG_BLOCK, &held, &mask);
    p->slot = take_slot();
    if (p->slot >= 0) {
        pthread_mutex_lock(&starting);
        started = !atomic_load(&closing) && start(p, command, &mask);
        pthread_mutex_unlock(&starting);
        atomic_store(&living[p->slot], started ? (int)p->pid : 0);
    }
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    return started;
}

/* Whether it has ended, looked at without taking leave of it: its number stays its own
   until the rest of its group is dead too. */
static bool has_ended(const struct process *p)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == p->pid;
}

int process_end(struct process *p, int ms)
{
    const struct timespec nap = {0, 1000000};
    bool left = false;
    int status = 0;
    close(p->in);
    while (!(left = has_ended(p)) && ms-- > 0)
        nanosleep(&nap, NULL);
    kill(-p->pid, SIGKILL);
    atomic_store(&living[p->slot], 0);
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close(p->out);
    return left && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
