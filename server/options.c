/*
 * server/options.c - how `linea serve` is to run.
 *
 * Every flag has a variable of the environment: --max-body is LINEA_MAX_BODY. A flag on
 * the command line wins over it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "options.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/options.h"
#include "common/workers.h"
#include "hub.h"
#include "linea/utf8.h"
#include "notice/target.h"
#include "store.h"

/* What a client has missed waits for it all at once, and more may come meanwhile. */
enum { QUEUE_LEAST = HUB_MISSED + 56, SITE = 128 /* room for --site */ };

static const char usage[] =
    "serve [OPTIONS]\n\n"
    "Serve games over HTTP and WebSockets until SIGTERM or "
    "SIGINT. Each option may also\nbe given by the environment: "
    "--max-body as LINEA_MAX_BODY.\n";

/* "--max-body" as "LINEA_MAX_BODY". */
static void variable_name(char *out, size_t size, const char *option)
{
    snprintf(out, size, "LINEA_%s", option + 2);
    for (char *c = out; *c; c++)
        *c = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
}

/* Whether a flag of the environment is set; false if the value is neither. A wrong
 * guess about --proxy would let clients choose their address. */
static bool read_flag(bool *out, const char *value)
{
    static const char *const words[][2] = {
        {"0", "1"}, {"no", "yes"}, {"false", "true"}, {"off", "on"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int set = 0; set < 2; set++)
            if (strcmp(value, words[i][set]) == 0) {
                *out = set;
                return true;
            }
    return false;
}

/* Read the environment as if it were flags. */
static int read_environment(const struct option_spec *options)
{
    for (; options->name; options++) {
        char variable[48], text[1024];
        variable_name(variable, sizeof variable, options->name);
        const char *value = getenv(variable);
        if (!value || !*value)
            continue;
        if (options->flag) {
            if (!read_flag(options->flag, value))
                return complain("serve", "%s is 1 or 0, not \"%s\"", variable, value);
            continue;
        }
        if (options->text) { /* lives as long as the program */
            *options->text = value;
            continue;
        }
        snprintf(text, sizeof text, "%s=%s", options->name, value);
        char command[] = "serve", *argv[] = {command, text, NULL};
        if (options_parse(2, argv, NULL, options, usage) != PARSE_OK)
            return complain("serve", "that is from %s", variable);
    }
    return PARSE_OK;
}

/* As a browser writes it, for it is compared letter by letter. */
static bool is_origin(const char *text)
{
    const char *host = strstr(text, "://");
    if (!host || (strncmp(text, "http:", 5) != 0 && strncmp(text, "https:", 6) != 0))
        return false;
    host += 3;
    for (const char *c = host; *c; c++)
        if (*c <= ' ' || strchr("/?#@*", *c) || isupper((unsigned char)*c))
            return false;
    return *host != '\0';
}

static int check_origins(const char *list)
{
    char part[256];
    while (list_next(&list, part, sizeof part) >= 0)
        if (!is_origin(part))
            return complain("serve",
                            "--origin takes https://a.example, in lower case and "
                            "with nothing after it, not \"%s\"",
                            part);
    return PARSE_OK;
}

static int check_order(const struct serve_options *o)
{
    enum { APPEAL = 200 };
    size_t length = strlen(o->appeal);
    return length <= APPEAL && linea_text_clean(o->appeal, length)
               ? PARSE_OK
               : complain("serve",
                          "--appeal takes at most %d bytes of text, in one line",
                          APPEAL);
}

/* Headers are looked for in lower case. */
static int check_accounts(struct serve_options *o)
{
    static char header[64];
    if (strcmp(o->registration, "open") != 0 &&
        strcmp(o->registration, "invite") != 0 &&
        strcmp(o->registration, "closed") != 0)
        return complain("serve", "--registration is open, invite or closed, not \"%s\"",
                        o->registration);
    size_t length = strlen(o->auth_header);
    if (length >= sizeof header ||
        strspn(o->auth_header, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789-_") != length)
        return complain("serve", "--auth-header takes the name of a header, not \"%s\"",
                        o->auth_header);
    if (length && !o->proxy)
        return complain("serve", "--auth-header needs --proxy: without one in front, "
                                 "anybody could send that header");
    for (size_t i = 0; i <= length; i++)
        header[i] = (char)tolower((unsigned char)o->auth_header[i]);
    o->auth_header = header;
    return PARSE_OK;
}

/* Mail has links, and is from somebody; what sends it is one of two. */
static int check_notices(const struct serve_options *o)
{
    bool sends = *o->smtp || *o->sendmail;
    if (*o->site && (!is_origin(o->site) || strlen(o->site) >= SITE))
        return complain(
            "serve",
            "--site takes https://a.example, in lower case and with nothing "
            "after it, not \"%s\"",
            o->site);
    if (*o->smtp && *o->sendmail)
        return complain("serve", "--smtp or --sendmail: one of them sends mail");
    if (*o->smtp && strncmp(o->smtp, "smtp://", 7) != 0 &&
        strncmp(o->smtp, "smtps://", 8) != 0)
        return complain("serve", "--smtp takes smtp://… or smtps://…");
    if (*o->sendmail && access(o->sendmail, X_OK) != 0)
        return complain("serve", "--sendmail: there is no program %s", o->sendmail);
    if (sends && (!*o->site || !linea_target_is_mail(o->mail_from)))
        return complain("serve", "mail needs --site and --mail-from NAME@HOST");
    if (*o->notice_ca && access(o->notice_ca, R_OK) != 0)
        return complain("serve", "--notice-ca: %s cannot be read", o->notice_ca);
    return PARSE_OK;
}

int linea_serve_options(struct serve_options *out, int argc, char **argv)
{
    struct serve_options o = {.host = "127.0.0.1",
                              .data = "linea.db",
                              .level = "info",
                              .registration = "open",
                              .workers = processors()};
    const struct option_spec options[] = {
        {"--host", "HOST", "address to listen on (127.0.0.1)", .text = &o.host},
        {"--port", "N", "port to listen on; 0: any free one", .number = &o.port,
         .high = 65535, .usual = 8080},
        {"--data", "FILE", "the games, created if missing (linea.db)", .text = &o.data},
        {"--store", "URL",
         "the games in a PostgreSQL that several servers share: postgresql://…",
         .text = &o.store},
        {"--maps", "FILE,…", "maps to be played beside the built-in ones",
         .text = &o.maps},
        {"--node", "NAME", "what this node is called among others (the host's name)",
         .text = &o.node},
        {"--workers", "N",
         "threads for bots; 0: other nodes have them (one a processor)",
         .number = &o.workers, .high = 256},
        {"--think-ms", "N", "time of a bot that searches, in ms", .number = &o.think_ms,
         .low = 1, .high = 60000, .usual = 1000},
        {"--origin", "LIST", "other sites whose pages may use it: https://a.example,…",
         .text = &o.origin},
        {"--proxy", NULL, "a reverse proxy is in front: believe X-Forwarded-For",
         .flag = &o.proxy},
        {"--registration", "HOW",
         "who may make an account: open, invite or closed (open)",
         .text = &o.registration},
        {"--max-sign-ups", "N", "new accounts from one address a day",
         .number = &o.max_sign_ups, .low = 1, .high = 1000000, .usual = 10},
        {"--auth-header", "NAME",
         "with --proxy: a header in which it names who has signed in with it",
         .text = &o.auth_header},
        {"--word-list", "FILE", "words for no name and no chat, one a line",
         .text = &o.word_list},
        {"--appeal", "TEXT", "what somebody muted or banned can do about it",
         .text = &o.appeal},
        {"--leaver-wait", "N", "minutes that who leaves games waits at first; 0: never",
         .number = &o.leaver_wait, .high = 1440, .usual = 5},
        {"--site", "URL", "where people find this server, for links: https://a.example",
         .text = &o.site},
        {"--notice-delay", "SECONDS", "until a player who is away is sent a notice",
         .number = &o.notice_delay, .low = 0, .high = 86400, .usual = 300},
        {"--push-services", "LIST",
         "hosts of push services beside those of the browsers, with commas",
         .text = &o.push_services},
        {"--smtp", "URL", "sends mail: smtp://NAME:PASSWORD@HOST:587", .text = &o.smtp},
        {"--sendmail", "FILE", "sends mail: a program, /usr/sbin/sendmail",
         .text = &o.sendmail},
        {"--mail-from", "ADDRESS", "whom mail is from", .text = &o.mail_from},
        {"--notice-local", NULL,
         "webhooks and push services may be on this computer or in its network",
         .flag = &o.notice_local},
        {"--notice-ca", "FILE", "certificates to believe in place of the system's",
         .text = &o.notice_ca},
        {"--max-body", "N", "bytes of a request", .number = &o.max_body, .low = 64,
         .high = 1 << 24, .usual = 65536},
        {"--max-message", "N", "bytes of a WebSocket message", .number = &o.max_message,
         .low = 64, .high = 1 << 20, .usual = 4096},
        {"--max-queue", "N", "lines waiting for a slow client", .number = &o.max_queue,
         .low = QUEUE_LEAST, .high = 1 << 16, .usual = 1024},
        {"--max-waiting", "N", "bytes of them", .number = &o.max_waiting, .low = 4096,
         .high = 1 << 30, .usual = 262144},
        {"--work-share", "N", "of a processor for one address, in percent",
         .number = &o.work_share, .low = 1, .high = 100, .usual = 30},
        {"--max-connections", "N", "at the same time", .number = &o.max_connections,
         .low = 1, .high = 500000, .usual = 10000},
        {"--max-connections-per-address", "N", "the same from one address",
         .number = &o.max_connections_per_address, .low = 1, .high = 500000,
         .usual = 256},
        {"--requests-per-second", "N", "of a connection",
         .number = &o.requests_per_second, .low = 1, .high = 1000000, .usual = 20},
        {"--burst", "N", "so many of them at once", .number = &o.burst, .low = 1,
         .high = 1000000, .usual = 60},
        {"--max-games", "N", "unfinished ones that a player has made",
         .number = &o.max_games, .low = 1, .high = 1000000, .usual = 16},
        {"--games-per-hour", "N", "new ones from one address",
         .number = &o.games_per_hour, .low = 1, .high = 1000000, .usual = 1000},
        {"--max-listed", "N", "tables from one address in the lobby; 0: any",
         .number = &o.max_listed, .high = 1000000, .usual = 16},
        {"--kept-per-day", "N", "MiB kept for one address", .number = &o.kept_per_day,
         .low = 1, .high = 1 << 20, .usual = 192},
        {"--forget-tables", "DAYS",
         "remove tables that never began, untouched so long; 0: never",
         .number = &o.forget_tables, .high = 36500, .usual = 14},
        {"--forget-games", "DAYS", "the same for all other games; 0: never (0)",
         .number = &o.forget_games, .high = 36500},
        {"--worst", NULL, "print what one address can cost in a day, and end",
         .flag = &o.worst},
        {"--log-level", "LEVEL", "error, warning, info or debug (info)",
         .text = &o.level},
        {0},
    };
    for (const struct option_spec *option = options; option->name; option++) {
        if (option->text && !*option->text)
            *option->text = "";
        else if (option->number && option->usual)
            *option->number = option->usual;
    }
    int code = read_environment(options);
    if (code == PARSE_OK)
        code = options_parse(argc, argv, NULL, options, usage);
    if (code != PARSE_OK)
        return code;
    if (!linea_log_level(&o.log_level, o.level))
        return complain("serve",
                        "--log-level is error, warning, info or debug, not \"%s\"",
                        o.level);
    if (*o.store && !linea_store_is_url(o.store))
        return complain("serve", "--store takes a URL: postgresql://USER@HOST/DATABASE"
                                 " (--data takes a file)");
    *out = o;
    code = check_order(out);
    if (code == PARSE_OK)
        code = check_accounts(out);
    if (code == PARSE_OK)
        code = check_notices(out);
    return code == PARSE_OK ? check_origins(o.origin) : code;
}
