/*
 * server/notice/send.c - messages to the outside, by libcurl, and by sendmail.
 *
 * Whom a name leads to is checked where the socket is opened, for the very address that
 * it is opened to: a name that means another address the next time is no way around.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* pipe2() */

#include "send.h"

#include <assert.h>
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "target.h"

enum { CONNECT_MS = 5000, PIECE_MS = 20 };

static bool is_local(const struct sockaddr *address)
{
    return !linea_target_is_public(address);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
    const struct serve_options *options = context;
    (void)purpose;
    if (is_local(&address->addr) && !options->notice_local)
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* The answer of a stranger: so much of it is taken. */
static size_t throw_away(char *bytes, size_t size, size_t count, void *context)
{
    size_t *taken = context;
    (void)bytes;
    *taken += size * count;
    return *taken > SEND_ANSWER ? 0 : size * count;
}

/* What both ways have in common. */
static CURL *begin(const struct serve_options *options, char error[CURL_ERROR_SIZE],
                   size_t *taken)
{
    CURL *curl = curl_easy_init();
    if (!curl)
        return NULL;
    *error = '\0';
    *taken = 0;
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)SEND_SECONDS * 1000);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, throw_away);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, taken);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (*options->notice_ca)
        curl_easy_setopt(curl, CURLOPT_CAINFO, options->notice_ca);
    return curl;
}

static bool add_headers(struct curl_slist **list, const struct send_header *headers)
{
    char line[1200];
    for (; headers->name; headers++) {
        int length =
            snprintf(line, sizeof line, "%s: %s", headers->name, headers->value);
        struct curl_slist *more = length > 0 && (size_t)length < sizeof line
                                      ? curl_slist_append(*list, line)
                                      : NULL;
        if (!more)
            return false;
        *list = more;
    }
    return true;
}

int linea_send_post(const struct serve_options *options, char why[SEND_WHY],
                    const struct send_post *post)
{
    char error[CURL_ERROR_SIZE];
    size_t taken;
    long status = 0;
    struct curl_slist *headers = NULL;
    CURL *curl = begin(options, error, &taken);
    bool fine = curl && add_headers(&headers, post->headers);
    snprintf(why, SEND_WHY, "no memory");
    if (fine) {
        curl_easy_setopt(curl, CURLOPT_URL, post->url);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https");
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, (void *)options);
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "Linea");
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, post->body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)post->length);
        CURLcode code = curl_easy_perform(curl);
        /* An answer that is too long is an answer. */
        if (code == CURLE_OK || (code == CURLE_WRITE_ERROR && taken > SEND_ANSWER))
            curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        else
            snprintf(why, SEND_WHY, "%s", *error ? error : curl_easy_strerror(code));
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return (int)status;
}

/* Mail. */

struct text {
    const char *bytes;
    size_t length;
};

static size_t give(char *out, size_t size, size_t count, void *context)
{
    struct text *text = context;
    size_t some = size * count < text->length ? size * count : text->length;
    memcpy(out, text->bytes, some);
    text->bytes += some;
    text->length -= some;
    return some;
}

/* By the host's server, which the host may have near: its address is no stranger's.
   STARTTLS is a must, but for a server on this very computer. */
static bool mail_by_smtp(const struct serve_options *options, char why[SEND_WHY],
                         const char *to, struct text *text)
{
    char error[CURL_ERROR_SIZE];
    size_t taken;
    CURL *curl = begin(options, error, &taken);
    struct curl_slist *recipients = curl_slist_append(NULL, to);
    bool here =
        strstr(options->smtp, "localhost") || strstr(options->smtp, "127.0.0.1");
    snprintf(why, SEND_WHY, "no memory");
    bool fine = curl && recipients;
    if (fine) {
        curl_easy_setopt(curl, CURLOPT_URL, options->smtp);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
        curl_easy_setopt(curl, CURLOPT_USE_SSL,
                         (long)(here ? CURLUSESSL_TRY : CURLUSESSL_ALL));
        curl_easy_setopt(curl, CURLOPT_MAIL_FROM, options->mail_from);
        curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
        curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
        curl_easy_setopt(curl, CURLOPT_READDATA, text);
        CURLcode code = curl_easy_perform(curl);
        fine = code == CURLE_OK;
        if (!fine)
            snprintf(why, SEND_WHY, "%s", *error ? error : curl_easy_strerror(code));
    }
    curl_slist_free_all(recipients);
    curl_easy_cleanup(curl);
    return fine;
}

/* Whether a program has ended well; after SEND_SECONDS it is ended. */
static bool wait_for(pid_t child)
{
    const struct timespec piece = {.tv_nsec = PIECE_MS * 1000000L};
    int status = 0;
    for (int i = 0; i < SEND_SECONDS * 1000 / PIECE_MS; i++) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (ended < 0)
            return false;
        nanosleep(&piece, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return false;
}

/* Start `sendmail` with a mail on its input; its own words go nowhere. */
static pid_t start(const struct serve_options *options, int input, const char *to)
{
    pid_t child;
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {(char *)options->sendmail,
                               (char *)"-i",
                               (char *)"-f",
                               (char *)options->mail_from,
                               (char *)"--",
                               (char *)to,
                               NULL};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed =
        posix_spawn(&child, options->sendmail, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    errno = failed;
    return failed ? -1 : child;
}

/* A mail fits into a pipe: nobody waits for the program to read it. */
static_assert(SEND_MAIL <= 16384, "less than what every pipe holds");

static bool mail_by_program(const struct serve_options *options, char why[SEND_WHY],
                            const char *to, const struct text *text)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(why, SEND_WHY, "%s", strerror(errno));
        return false;
    }
    pid_t child = start(options, ends[0], to);
    snprintf(why, SEND_WHY, "%s", child < 0 ? strerror(errno) : "it has failed");
    bool written =
        child > 0 && write(ends[1], text->bytes, text->length) == (ssize_t)text->length;
    close(ends[0]);
    close(ends[1]);
    return child > 0 && wait_for(child) && written;
}

bool linea_send_mail(const struct serve_options *options, char why[SEND_WHY],
                     const char *to, const char *text, size_t length)
{
    struct text mail = {text, length};
    if (*options->sendmail)
        return mail_by_program(options, why, to, &mail);
    return mail_by_smtp(options, why, to, &mail);
}

bool linea_send_open(void)
{
    return curl_global_init(CURL_GLOBAL_DEFAULT) == 0;
}

void linea_send_close(void)
{
    curl_global_cleanup();
}
