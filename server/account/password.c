/*
 * server/account/password.c - passwords.
 *
 * SPDX-License-Identifier: MIT
 */
#include "password.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { THREADS = 2, PASSES = 2, MEMORY = 19 << 20 /* bytes */ };

static_assert(PASSWORD_HASH >= crypto_pwhash_STRBYTES, "libsodium's size");

struct passwords {
    struct jobs *jobs;
    char nobody[PASSWORD_HASH]; /* of a password that was thrown away */
};

static bool make(char hash[PASSWORD_HASH], const char *password)
{
    return crypto_pwhash_str_alg(hash, password, strlen(password), PASSES, MEMORY,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

static void run(struct job *job, void *context)
{
    struct password_job *p = (struct password_job *)job;
    const struct passwords *passwords = context;
    const char *hash = *p->hash ? p->hash : passwords->nobody;
    if (p->make)
        p->fine = make(p->hash, p->password);
    else
        p->fine = crypto_pwhash_str_verify(hash, p->password, strlen(p->password)) == 0;
    sodium_memzero(p->password, sizeof p->password);
}

static void done(struct job *job)
{
    struct password_job *p = (struct password_job *)job;
    p->done(p);
}

bool linea_password_ask(struct passwords *passwords, struct password_job *job)
{
    job->job = (struct job){.run = run, .done = done, .share = job->share};
    return linea_jobs_ask(passwords->jobs, &job->job);
}

int linea_passwords_answer(struct passwords *passwords)
{
    return linea_jobs_answer(passwords->jobs);
}

struct passwords *linea_passwords_open(const struct linea_sql_options *options)
{
    char random[PASSWORD_LEAST * 4 + 1];
    struct passwords *passwords = calloc(1, sizeof *passwords);
    if (!passwords)
        return NULL;
    for (size_t i = 0; i < sizeof random - 1; i++)
        random[i] = (char)('a' + randombytes_uniform(26));
    random[sizeof random - 1] = '\0';
    const struct jobs_options jobs = {.threads = THREADS,
                                      .most = PASSWORD_WAITING,
                                      .most_of_one = PASSWORD_OF_ONE,
                                      .context = passwords,
                                      .wake = options->wake,
                                      .charge = options->charge,
                                      .wake_context = options->context};
    if (make(passwords->nobody, random) && (passwords->jobs = linea_jobs_open(&jobs)))
        return passwords;
    free(passwords);
    return NULL;
}

void linea_passwords_close(struct passwords *passwords)
{
    linea_jobs_close(passwords->jobs);
    free(passwords);
}

/* What is tried first by programs that guess, of those long enough to be allowed. */
static const char *const common[] = {
    "password",   "password1",  "password123",   "passw0rd",   "12345678",  "123456789",
    "1234567890", "12341234",   "11111111",      "00000000",   "88888888",  "87654321",
    "987654321",  "0987654321", "12344321",      "11223344",   "123123123", "123321123",
    "147258369",  "789456123",  "qwertyui",      "qwertyuiop", "qwerty123", "qwertz123",
    "1q2w3e4r",   "1q2w3e4r5t", "1qaz2wsx",      "q1w2e3r4",   "zaq12wsx",  "asdfghjk",
    "asdfghjkl",  "asdf1234",   "abcd1234",      "abc12345",   "a1b2c3d4",  "aa123456",
    "iloveyou",   "iloveyou1",  "letmein1",      "welcome1",   "sunshine",  "princess",
    "football",   "baseball",   "superman",      "trustno1",   "starwars",  "whatever",
    "computer",   "internet",   "michelle",      "jennifer",   "changeme",  "dragon123",
    "monkey123",  "admin123",   "administrator", "master123",  "linea123",  "lineagame",
    "railway1",   "passwort",   "parola123",     "parolamea",  "ciaociao",  "juventus",
};

static bool is_one_letter(const char *password)
{
    return password[strspn(password, (const char[]){*password, '\0'})] == '\0';
}

const char *linea_password_weakness(const char *password, const char *name)
{
    size_t length = strlen(password);
    if (length < PASSWORD_LEAST)
        return "password: at least 8 characters";
    if (is_one_letter(password) || strcasecmp(password, name) == 0)
        return "password: it is too easy to guess";
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strcasecmp(password, common[i]) == 0)
            return "password: it is one of those that are tried first";
    return NULL;
}
