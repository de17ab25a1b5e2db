/*
 * server/store_note.c - names and chat stand beside the log. See store_note.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_note.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "linea/hex.h"

enum {
    SALT = 16, /* bytes, as are … */
    HASH = 16, /* … the hashes in the log */
    WORDS = STORE_NOTES + 2,
    SIZE_OF_HASH = 2 * HASH + 3, /* with quotes and a comma */
    SIZE_OF_SALT = 2 * SALT + 5, /* with brackets, quotes and a comma */
};

static const char notes_key[] = ",\"notes\":[";

static_assert(STORE_NOTES * SIZE_OF_HASH + sizeof notes_key + 2 <= STORE_NOTE_EXTRA,
              "room for the hashes");

/* Memory. */

bool linea_notes_add(struct store_notes *notes, const struct store_note *note)
{
    if (notes->count == notes->room) {
        int room = notes->room ? 2 * notes->room : 16;
        struct store_note *more = realloc(notes->note, (size_t)room * sizeof *more);
        if (!more)
            return false;
        notes->note = more;
        notes->room = room;
    }
    char *text = malloc(note->length + 1);
    if (!text)
        return false;
    memcpy(text, note->text, note->length);
    text[note->length] = '\0';
    notes->note[notes->count] = *note;
    notes->note[notes->count++].text = text;
    return true;
}

void linea_notes_free(struct store_notes *notes)
{
    for (int i = 0; i < notes->count; i++)
        free((char *)notes->note[i].text);
    free(notes->note);
    *notes = (struct store_notes){0};
}

/* What is cut out of a line: strings, each of one of its notes. */
struct word {
    int value; /* in the JSON of the line */
    int note;
    bool is_name;
};

struct words {
    int count, notes;
    struct word word[WORDS];
    uint64_t player[STORE_NOTES];
};

static uint64_t read_player(const struct linea_json *json, int object)
{
    uint64_t player = 0;
    linea_json_id(json, &player, linea_json_get(json, object, "player"));
    return player;
}

static void add_word(const struct linea_json *json, struct words *words, int object,
                     const char *key, int note)
{
    int value = linea_json_get(json, object, key);
    if (linea_json_type(json, value) == LINEA_JSON_STRING && words->count < WORDS)
        words->word[words->count++] =
            (struct word){value, note, strcmp(key, "text") != 0};
}

static void find_kept(const struct linea_json *json, struct words *words)
{
    int list = linea_json_get(json, 0, "kept");
    for (int seat = linea_json_first(json, list); seat >= 0;
         seat = linea_json_next(json, list, seat))
        if (linea_json_type(json, seat) == LINEA_JSON_OBJECT &&
            words->notes < STORE_NOTES) {
            words->player[words->notes] = read_player(json, seat);
            add_word(json, words, seat, "name", words->notes++);
        }
}

/* Find the words of a line. A phrase is nobody's own words. */
static void find_words(const struct linea_json *json, struct words *words)
{
    int what = linea_json_get(json, 0, "what");
    *words = (struct words){0};
    if (linea_json_is(json, what, "made")) {
        find_kept(json, words);
        return;
    }
    words->notes = 1;
    words->player[0] = read_player(json, 0);
    add_word(json, words, 0, "name", 0);
    if (linea_json_is(json, what, "said") && linea_json_get(json, 0, "phrase") < 0)
        add_word(json, words, 0, "text", 0);
}

static bool contains(const char *text, size_t length, const char *part)
{
    size_t size = strlen(part);
    for (size_t i = 0; i + size <= length; i++)
        if (text[i] == part[0] && memcmp(text + i, part, size) == 0)
            return true;
    return false;
}

/* Most lines are moves; they need no more than a look at their beginning. */
static bool may_name_somebody(const char *text, size_t length)
{
    enum { BEGINNING = 80 };
    static const char first[] = "{\"event\":";
    size_t begin = length < BEGINNING ? length : BEGINNING;
    return length > sizeof first && memcmp(text, first, sizeof first - 1) == 0 &&
           text[length - 1] == '}' &&
           (contains(text, begin, "\"what\":\"sat\"") ||
            contains(text, begin, "\"what\":\"said\"") ||
            contains(text, begin, "\"what\":\"made\""));
}

bool linea_note_is_cut(const char *text, size_t length)
{
    /* It ends in "]}", and so do few others. */
    return may_name_somebody(text, length) && length > 2 && text[length - 2] == ']' &&
           contains(text, length, notes_key);
}

static void put(char **at, const char *text, size_t length)
{
    memcpy(*at, text, length);
    *at += length;
}

static void put_text(char **at, const char *text)
{
    put(at, text, strlen(text));
}

/* Write a note: random bytes and its words. */
static void write_note(const struct linea_json *json, char **at,
                       const struct words *words, int note)
{
    uint8_t salt[SALT];
    char hex[2 * SALT + 1];
    randombytes_buf(salt, sizeof salt);
    put_text(at, "[\"");
    linea_hex_write(hex, salt, sizeof salt);
    put_text(at, hex);
    put_text(at, "\"");
    for (int i = 0; i < words->count; i++) {
        const struct linea_json_value *v = &json->value[words->word[i].value];
        if (words->word[i].note != note)
            continue;
        put_text(at, ",\"");
        put(at, json->text + v->start, (size_t)(v->end - v->start));
        put_text(at, "\"");
    }
    put_text(at, "]");
}

static void write_hash(char hex[2 * HASH + 1], const char *note, size_t length)
{
    uint8_t hash[HASH];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)note, length, NULL, 0);
    linea_hex_write(hex, hash, sizeof hash);
}

bool linea_note_cut(struct linea_json *json, struct store_cut *out, int number,
                    const char *text, size_t length)
{
    struct words words;
    char hex[2 * HASH + 1];
    *out = (struct store_cut){.length = length, .text = text};
    if (!may_name_somebody(text, length) || linea_json_read(json, text, length))
        return true;
    find_words(json, &words);
    if (words.count == 0 || linea_json_get(json, 0, "notes") >= 0)
        return true;
    char *at = out->memory =
        malloc(2 * length + STORE_NOTE_EXTRA + (size_t)words.notes * SIZE_OF_SALT);
    if (!at)
        return false;
    for (out->notes = 0; out->notes < words.notes; out->notes++) {
        const char *begin = at;
        write_note(json, &at, &words, out->notes);
        out->note[out->notes] = (struct store_note){
            number, out->notes, words.player[out->notes], (size_t)(at - begin), begin};
    }
    out->text = at;
    int done = 0;
    for (int i = 0; i < words.count; i++) {
        const struct linea_json_value *v = &json->value[words.word[i].value];
        put(&at, text + done, (size_t)(v->start - done));
        done = v->end;
    }
    put(&at, text + done, length - 1 - (size_t)done);
    put_text(&at, notes_key);
    for (int i = 0; i < out->notes; i++) {
        write_hash(hex, out->note[i].text, out->note[i].length);
        put_text(&at, i ? ",\"" : "\"");
        put_text(&at, hex);
        put_text(&at, "\"");
    }
    put_text(&at, "]}");
    out->length = (size_t)(at - out->text);
    return true;
}

void linea_note_gone(char out[STORE_GONE], uint64_t game, uint64_t player)
{
    uint8_t byte[16], hash[crypto_generichash_BYTES_MIN];
    for (int i = 0; i < 8; i++) {
        byte[i] = (uint8_t)(game >> 8 * i);
        byte[8 + i] = (uint8_t)(player >> 8 * i);
    }
    crypto_generichash(hash, sizeof hash, byte, sizeof byte, NULL, 0);
    char digits[2 * 2 + 1];
    linea_hex_write(digits, hash, 2);
    snprintf(out, STORE_GONE, "gone-%s", digits);
}

/* Joining. */

/* The note of an event at a place; NULL if it was erased. */
static const struct store_note *find_note(const struct store_notes *notes, int number,
                                          int place)
{
    int low = 0, high = notes->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct store_note *n = &notes->note[middle];
        if (n->number < number || (n->number == number && n->place < place))
            low = middle + 1;
        else
            high = middle;
    }
    const struct store_note *n = &notes->note[low];
    return low < notes->count && n->number == number && n->place == place ? n : NULL;
}

/* The next word of a note, with its escapes; `at` goes from one to the next. NULL if
   there is none. The hash says that the note is one of ours. */
static const char *next_word(size_t *length, const char **at)
{
    const char *begin = strstr(*at, ",\""), *end = begin ? begin + 2 : NULL;
    while (end && *end && *end != '"')
        end += *end == '\\' && end[1] ? 2 : 1;
    if (!end || !*end)
        return NULL;
    *length = (size_t)(end - begin) - 2;
    *at = end + 1;
    return begin + 2;
}

/* The notes of a line, as far as they are left. Returns false if one is not the one
   whose hash the line has. */
static bool match_notes(const struct linea_json *json,
                        const struct store_note *found[STORE_NOTES], int number,
                        const struct store_notes *notes, int count)
{
    char hex[2 * HASH + 1];
    int list = linea_json_get(json, 0, "notes"), place = 0;
    if (linea_json_size(json, list) != count)
        return false;
    for (int hash = linea_json_first(json, list); hash >= 0;
         hash = linea_json_next(json, list, hash), place++) {
        found[place] = find_note(notes, number, place);
        if (!found[place])
            continue;
        write_hash(hex, found[place]->text, found[place]->length);
        if (!linea_json_is(json, hash, hex))
            return false;
    }
    return true;
}

/* Write the line with the words of its notes. Returns its length. */
static size_t write_joined(const struct linea_json *json, char *out,
                           const struct words *words,
                           const struct store_note *const found[], uint64_t game)
{
    const char *from[STORE_NOTES] = {NULL};
    char *at = out;
    int done = 0;
    for (int i = 0; i < words->count; i++) {
        const struct word *w = &words->word[i];
        char gone[STORE_GONE];
        const char *word = NULL;
        size_t length = 0;
        if (found[w->note]) {
            if (!from[w->note])
                from[w->note] = found[w->note]->text;
            word = next_word(&length, &from[w->note]);
        }
        if (!word) {
            linea_note_gone(gone, game, words->player[w->note]);
            word = w->is_name ? gone : "(erased)";
            length = strlen(word);
        }
        put(&at, json->text + done, (size_t)(json->value[w->value].start - done));
        put(&at, word, length);
        done = json->value[w->value].end;
    }
    /* Up to the comma and the quote before the key "notes". */
    int end = json->value[linea_json_get(json, 0, "notes")].start -
              (int)strlen(notes_key) + 1;
    put(&at, json->text + done, (size_t)(end - done));
    put_text(&at, "}");
    *at = '\0';
    return (size_t)(at - out);
}

char *linea_note_join(struct linea_json *json, size_t *length, bool *changed,
                      const struct linea_store_event *event,
                      const struct store_notes *notes)
{
    struct words words;
    const struct store_note *found[STORE_NOTES] = {NULL};
    *changed = linea_json_read(json, event->text, event->length) != NULL;
    if (!*changed) {
        find_words(json, &words);
        *changed = !match_notes(json, found, event->number, notes, words.notes);
    }
    if (*changed)
        return NULL;
    size_t size = event->length + STORE_NOTES * STORE_GONE + 2;
    for (int i = 0; i < words.notes; i++)
        size += found[i] ? found[i]->length : 0;
    char *line = malloc(size);
    if (line)
        *length = write_joined(json, line, &words, found, event->game);
    return line;
}

/* Summaries. */

/* Whether a string is the first word of one of these notes, as it is escaped. */
static bool is_name_in(const struct linea_json *json, int value, uint64_t player,
                       const struct store_notes *notes)
{
    const struct linea_json_value *v = &json->value[value];
    for (int i = 0; i < notes->count; i++) {
        const char *at = notes->note[i].text;
        size_t length;
        const char *name = next_word(&length, &at);
        if (notes->note[i].player == player && name &&
            length == (size_t)(v->end - v->start) &&
            memcmp(name, json->text + v->start, length) == 0)
            return true;
    }
    return false;
}

size_t linea_note_erase(struct linea_json *json, char out[LINEA_STORE_SUMMARY],
                        const char *summary, size_t length, uint64_t game,
                        uint64_t player, const struct store_notes *notes,
                        unsigned seats)
{
    static const char *const keys[] = {"name", "kept"};
    char gone[STORE_GONE], *at = out;
    const char *end = out + LINEA_STORE_SUMMARY;
    size_t done = 0;
    linea_note_gone(gone, game, player);
    int list = linea_json_read(json, summary, length)
                   ? -1
                   : linea_json_get(json, 0, "players");
    for (int seat = linea_json_first(json, list); seat >= 0;
         seat = linea_json_next(json, list, seat), seats >>= 1)
        for (int k = 0; k < 2; k++) {
            int value = linea_json_get(json, seat, keys[k]);
            bool own = k == 0 && seats & 1;
            if (linea_json_type(json, value) != LINEA_JSON_STRING ||
                !(own || is_name_in(json, value, player, notes)))
                continue;
            size_t before = (size_t)json->value[value].start - done;
            if (before + strlen(gone) > (size_t)(end - at))
                return 0;
            put(&at, summary + done, before);
            put_text(&at, gone);
            done = (size_t)json->value[value].end;
        }
    if (length - done > (size_t)(end - at))
        return 0;
    put(&at, summary + done, length - done);
    return (size_t)(at - out);
}
