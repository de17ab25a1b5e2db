/*
 * server/account/name.c - which names an account may have.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"
#include "call.h"
#include "linea/utf8.h"

/* Names that would pass for somebody of the house, for a program, or for nobody. */
static const char *const reserved[] = {
    "admin",     "administrator", "moderator", "mod",       "host",  "server",
    "system",    "linea",         "support",   "staff",     "guest", "player",
    "anonymous", "deleted",       "spectator", "everybody", "nobody"};

/* Whether a name looks like one that is given to those who are gone: "gone-07af". */
static bool is_gone(const char *looks)
{
    static const char gone[] = "gone",
                      digits[] = "ol23456789abcdef"; /* as 0 and 1 look */
    size_t length = sizeof gone - 1;
    return strncmp(looks, gone, length) == 0 &&
           strspn(looks + length, digits) == strlen(looks + length);
}

bool linea_account_name(struct call *call, char looks[ACCOUNT_NAME], const char *name)
{
    linea_name_looks(looks, ACCOUNT_NAME, name);
    if (!linea_name_clean(name, strlen(name)) || !*looks || *name == ' ' ||
        name[strlen(name) - 1] == ' ' || strpbrk(name, "/:@#?"))
        return linea_call_refuse(call, 400, "name",
                                 "name: 1 to 63 bytes with a letter, a digit or a "
                                 "picture, one script in each word, without / : @ # ?");
    bool taken = is_gone(looks) || linea_bot_is_name(name);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        taken = taken || linea_names_alike(name, reserved[i]);
    if (linea_accounts_refuse(call->accounts, name))
        return linea_call_refuse(call, 403, "words",
                                 "name: the host of this server does not allow a word "
                                 "in it");
    return !taken ||
           linea_call_refuse(call, 409, "name-taken", "the name is kept for the house");
}
