/*
 * server/listen.c - the listening sockets.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "connection.h"
#include "log.h"

enum {
    BACKLOG = 1024,
    ACCEPT_BATCH = 64,    /* then others have their turn */
    SEND_BUFFER = 131072, /* else the system keeps megabytes for who does not read */
};

static bool prepare(int fd)
{
    int flags = fcntl(fd, F_GETFL), on = 1, most = SEND_BUFFER;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static void acceptable(uv_poll_t *handle, int status, int events)
{
    struct net *net = handle->data;
    int listener = net->listener_fd[handle - net->listener];
    (void)events;
    for (int i = 0; status == 0 && i < ACCEPT_BATCH; i++) {
        struct sockaddr_storage from;
        socklen_t length = sizeof from;
        int fd = accept(listener, (struct sockaddr *)&from, &length);
        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
                linea_log(LOG_WARNING, "accept", "error=%d", errno);
                uv_poll_stop(handle); /* it would only be called again at once */
                net->paused = true;
            }
            return;
        }
        if (prepare(fd) && linea_net_accept(net, fd, (struct sockaddr *)&from))
            continue;
        net->counters.refused++;
        close(fd);
    }
}

void linea_listen_resume(struct net *net)
{
    net->paused = false;
    for (int i = 0; i < net->listeners; i++)
        uv_poll_start(&net->listener[i], UV_READABLE, acceptable);
}

static int open_socket(const struct addrinfo *where)
{
    int on = 1, fd = socket(where->ai_family, where->ai_socktype, where->ai_protocol);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (where->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (prepare(fd) && bind(fd, where->ai_addr, where->ai_addrlen) == 0 &&
        listen(fd, BACKLOG) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

/* The port that a socket was given. */
static int port_of(int fd)
{
    struct sockaddr_storage at;
    socklen_t length = sizeof at;
    char port[8] = "0";
    if (getsockname(fd, (struct sockaddr *)&at, &length) == 0)
        getnameinfo((struct sockaddr *)&at, length, NULL, 0, port, sizeof port,
                    NI_NUMERICSERV);
    return (int)strtol(port, NULL, 10);
}

static void set_port(struct sockaddr *where, int port)
{
    if (where->sa_family == AF_INET)
        ((struct sockaddr_in *)(void *)where)->sin_port = htons((uint16_t)port);
    else if (where->sa_family == AF_INET6)
        ((struct sockaddr_in6 *)(void *)where)->sin6_port = htons((uint16_t)port);
}

bool linea_listen_open(struct net *net, char error[256])
{
    const char *host = net->options->host;
    int port = (int)net->options->port;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    int why = getaddrinfo(host, "0", &hints, &found);
    if (why) {
        snprintf(error, 256, "%s: %s", host, gai_strerror(why));
        return false;
    }
    for (struct addrinfo *a = found; a && net->listeners < NET_LISTENERS;
         a = a->ai_next) {
        set_port(a->ai_addr, port);
        int fd = open_socket(a);
        if (fd < 0) {
            snprintf(error, 256, "%s port %d: %s", host, port, strerror(errno));
            continue;
        }
        port = port_of(fd); /* the same one for all, if any was to do */
        uv_poll_t *handle = &net->listener[net->listeners];
        net->listener_fd[net->listeners++] = fd;
        uv_poll_init(net->loop, handle, fd);
        handle->data = net;
    }
    freeaddrinfo(found);
    bool v6 = strchr(host, ':') != NULL;
    snprintf(net->address, sizeof net->address, "http://%s%.64s%s:%d", v6 ? "[" : "",
             host, v6 ? "]" : "", port);
    linea_listen_resume(net);
    return net->listeners > 0;
}

/* At once: who learns that the server stops must not be let in again. */
void linea_listen_close(struct net *net)
{
    for (int i = 0; i < net->listeners; i++) {
        uv_handle_t *handle = (uv_handle_t *)&net->listener[i];
        if (uv_is_closing(handle))
            continue;
        uv_close(handle, NULL);
        close(net->listener_fd[i]);
    }
    net->listeners = 0;
}
