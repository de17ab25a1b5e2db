/*
 * server/account/accounts.c - what belongs to accounts is opened and closed together;
 * and what there is under which path.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include "call.h"
#include "cup/cups.h"
#include "notice/notice.h"
#include "options.h"
#include "order/order.h"
#include "rating/rating.h"

const struct route linea_account_routes[] = {
    {"/api/account", HTTP_GET, .run = linea_account_show},
    {"/api/account", HTTP_POST, .run = linea_account_sign_up},
    {"/api/session", HTTP_POST, .always = true, .run = linea_account_sign_in},
    {"/api/session/end", HTTP_POST, .always = true, .run = linea_account_sign_out},
    {"/api/account/sessions/end", HTTP_POST, .always = true, .scope = SCOPE_OWN,
     .run = linea_account_end_session},
    {"/api/account/password", HTTP_POST, .always = true, .scope = SCOPE_OWN,
     .run = linea_account_change_password},
    {"/api/account/recover", HTTP_POST, .always = true, .run = linea_account_recover},
    {"/api/account/codes", HTTP_POST, .always = true, .scope = SCOPE_OWN,
     .run = linea_account_new_codes},
    {"/api/account/tokens", HTTP_POST, .scope = SCOPE_OWN,
     .run = linea_account_make_token},
    {"/api/account/tokens/end", HTTP_POST, .always = true, .scope = SCOPE_OWN,
     .run = linea_account_end_token},
    {"/api/passkey", HTTP_POST, .always = true, .run = linea_passkey_challenge},
    {"/api/session/passkey", HTTP_POST, .always = true, .run = linea_passkey_sign_in},
    {"/api/account/passkeys/challenge", HTTP_POST, .always = true, .scope = SCOPE_OWN,
     .run = linea_passkey_own_challenge},
    {"/api/account/passkeys", HTTP_POST, .scope = SCOPE_OWN, .run = linea_passkey_add},
    {"/api/account/passkeys/end", HTTP_POST, .always = true, .scope = SCOPE_OWN,
     .run = linea_passkey_end},
    {"/api/account/bot", HTTP_POST, .scope = SCOPE_OWN,
     .run = linea_account_become_bot},
    {"/api/account/delete", HTTP_POST, .always = true, .scope = SCOPE_OWN,
     .run = linea_account_remove},
    {"/api/account/export", HTTP_GET, .scope = SCOPE_OWN, .run = linea_account_export},
    {"/api/account/reviews", HTTP_POST, .scope = SCOPE_OWN, .run = linea_review_keep},
    {"/api/account/privacy", HTTP_POST, .always = true, .scope = SCOPE_OWN,
     .run = linea_player_privacy},
    {"/api/friends", HTTP_GET, .scope = SCOPE_OWN, .run = linea_friends_show},
    {"/api/friends", HTTP_POST, .scope = SCOPE_OWN, .run = linea_friends_change},
    {"/api/friends/invite", HTTP_POST, .scope = SCOPE_OWN, .run = linea_friends_invite},
    {"/api/play-now", HTTP_POST, .needs_player = true, .run = linea_play_now},
    {"/api/play-now/end", HTTP_POST, .needs_player = true, .run = linea_play_later},
    {"/api/reports", HTTP_POST, .needs_player = true, .run = linea_report_make},
    {"/api/standing", HTTP_GET, .run = linea_standing_show},
    {"/api/standing/seen", HTTP_POST, .always = true, .needs_player = true,
     .run = linea_standing_seen},
    {"/api/house/reports", HTTP_GET, .scope = SCOPE_OWN, .run = linea_house_reports},
    {"/api/house/accounts", HTTP_GET, .scope = SCOPE_OWN, .run = linea_house_search},
    {"/api/house/player", HTTP_GET, .scope = SCOPE_OWN, .run = linea_house_player},
    {"/api/house/log", HTTP_GET, .scope = SCOPE_OWN, .run = linea_house_log},
    {"/api/house/decide", HTTP_POST, .scope = SCOPE_OWN, .run = linea_house_decide},
    {"/api/ratings", HTTP_GET, .run = linea_rating_leaders},
    {"/api/player", HTTP_GET, .run = linea_player_show},
    {"/api/player/games", HTTP_GET, .run = linea_player_games},
    {"/api/cups", HTTP_POST, .scope = SCOPE_TOURNAMENT, .run = linea_cup_make_one},
    {"/api/cups", HTTP_GET, .run = linea_cup_list},
    {"/api/cups/mine", HTTP_GET, .needs_player = true, .run = linea_cup_mine},
    {"/api/cups/*", HTTP_GET, .run = linea_cup_look},
    {"/api/cups/*/request", HTTP_POST, .scope = SCOPE_TOURNAMENT, .run = linea_cup_ask},
    {"/api/cups/*/games", HTTP_GET, .run = linea_cup_games_of},
    {"/api/cups/*/log", HTTP_GET, .run = linea_cup_log},
    {"/api/cups/*/results", HTTP_GET, .run = linea_cup_results},
    {0},
};

enum linea_sql_result linea_accounts_tables(struct linea_sql *sql)
{
    static enum linea_sql_result (*const parts[])(struct linea_sql * sql) = {
        linea_account_tables, linea_rating_tables, linea_cup_tables, linea_order_tables,
        linea_notice_tables};
    enum linea_sql_result result = LINEA_SQL_OK;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && result == LINEA_SQL_OK; i++)
        result = parts[i](sql);
    return result;
}

struct accounts *linea_accounts_open(const struct accounts_options *options,
                                     char error[256])
{
    const struct linea_sql_options sql = {options->wake, options->context,
                                          options->charge};
    struct accounts *accounts = calloc(1, sizeof *accounts);
    snprintf(error, 256, "no memory");
    if (!accounts)
        return NULL;
    accounts->options = *options;
    accounts->sql = linea_sql_open(error, options->where, &sql);
    enum linea_sql_result result =
        accounts->sql ? linea_accounts_tables(accounts->sql) : LINEA_SQL_OK;
    if (result == LINEA_SQL_REFUSED)
        snprintf(error, 256, "the accounts were written by a newer version of Linea");
    else if (result != LINEA_SQL_OK)
        linea_sql_failure(accounts->sql, error);
    else if (accounts->sql && (accounts->passwords = linea_passwords_open(&sql)) &&
             (accounts->identities = linea_identities_open()) &&
             (accounts->answer = malloc(CALL_ANSWER)) &&
             (accounts->order = linea_order_open(accounts, error)) &&
             (!*options->serve->word_list ||
              (accounts->words = linea_words_open(options->serve->word_list, error))) &&
             (accounts->rater = linea_rater_open(accounts)) &&
             (accounts->cups = linea_cups_open(accounts)) &&
             (accounts->notices = linea_notices_open(accounts)))
        return accounts;
    linea_accounts_close(accounts);
    return NULL;
}

/* What is under way is answered first: a step may ask for another. */
static bool answer_some(struct accounts *accounts)
{
    int passwords =
        accounts->passwords ? linea_passwords_answer(accounts->passwords) : 0;
    int notices = accounts->notices ? linea_notices_answer(accounts->notices) : 0;
    return passwords + notices + linea_sql_answer(accounts->sql) > 0;
}

void linea_accounts_poll(struct accounts *accounts)
{
    while (answer_some(accounts))
        ;
}

void linea_account_came(struct accounts *accounts, uint64_t player)
{
    linea_notices_came(accounts->notices, player);
}

void linea_accounts_tick(struct accounts *accounts)
{
    linea_rater_tick(accounts->rater);
    linea_cups_tick(accounts->cups);
    linea_notices_tick(accounts->notices);
    linea_order_tick(accounts->order);
    linea_account_erase_rest(accounts);
}

const char *linea_accounts_stop(struct accounts *accounts, const char **code,
                                enum hub_stop what, const struct hub_guest *who)
{
    static const enum measure kinds[] = {[HUB_STOP_PLAY] = MEASURE_BAN,
                                         [HUB_STOP_TALK] = MEASURE_MUTE,
                                         [HUB_STOP_RATED] = MEASURE_WAIT};
    return accounts ? linea_order_stops(accounts->order, code, kinds[what], who) : NULL;
}

bool linea_accounts_refuse(const struct accounts *accounts, const char *text)
{
    return accounts && linea_words_found(accounts->words, text);
}

void linea_accounts_place(struct accounts *accounts, struct hub_guest *who,
                          const uint8_t address[16])
{
    uint8_t id[SECRET_HASH];
    if (!accounts || who->known)
        return;
    who->place = linea_order_place(accounts->order, id, address);
    linea_order_sighted(accounts->order, who, address);
}

void linea_accounts_close(struct accounts *accounts)
{
    accounts->closing = true;
    if (accounts->notices)
        linea_notices_stop(accounts->notices);
    if (accounts->passwords)
        linea_passwords_close(accounts->passwords);
    if (accounts->sql)
        linea_sql_close(accounts->sql);
    if (accounts->notices)
        linea_notices_close(accounts->notices);
    if (accounts->rater)
        linea_rater_close(accounts->rater);
    if (accounts->cups)
        linea_cups_close(accounts->cups);
    if (accounts->order)
        linea_order_close(accounts->order);
    linea_words_close(accounts->words);
    if (accounts->identities)
        linea_identities_close(accounts->identities);
    free(accounts->answer);
    free(accounts);
}
