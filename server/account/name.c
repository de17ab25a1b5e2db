/*
 * server/account/name.c - which names an account may have.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "call.h"
#include "linea/utf8.h"

/* Names that would pass for somebody of the house, for a program, or for nobody. */
static const char *const reserved[] = {
    "admin",     "administrator", "moderator", "mod",       "host",      "server",
    "system",    "linea",         "support",   "staff",     "guest",     "player",
    "anonymous", "deleted",       "bot",       "spectator", "everybody", "nobody"};

/* Whether a name is, but for its end, one that is given to those who are gone. */
static bool is_gone(const char *looks)
{
    char gone[ACCOUNT_NAME];
    struct linea_out out;
    linea_out_init(&out, gone, sizeof gone);
    linea_name_looks(&out, "gone-");
    return strncmp(looks, gone, strlen(gone)) == 0;
}

bool linea_account_name(struct call *call, char looks[ACCOUNT_NAME], const char *name)
{
    struct linea_out out;
    linea_out_init(&out, looks, ACCOUNT_NAME);
    linea_name_looks(&out, name);
    if (!linea_name_clean(name, strlen(name)) || !*looks || *name == ' ' ||
        name[strlen(name) - 1] == ' ' || strpbrk(name, "/:@#?"))
        return linea_call_refuse(call, 400, "name",
                                 "name: 1 to 63 bytes of text, without / : @ # ? and "
                                 "control characters");
    bool taken = is_gone(looks);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        taken = taken || linea_names_alike(name, reserved[i]);
    if (linea_accounts_refuse(call->accounts, name))
        return linea_call_refuse(call, 403, "words",
                                 "name: the host of this server does not allow a word "
                                 "in it");
    return !taken ||
           linea_call_refuse(call, 409, "name-taken", "the name is kept for the house");
}
