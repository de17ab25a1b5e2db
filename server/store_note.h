/*
 * server/store_note.h - names and chat stand beside the log: notes.
 *
 * A log is chained (store_chain.c) and never changed, and may not hold what a person
 * can ask to be erased. So a line that has a name or a text in it is cut: the line of
 * the log has empty strings there, and at its end a hash of each note,
 *
 *     {"event":7,"at":5,"what":"said","seat":0,"name":"","text":"","player":"…",
 *      "notes":["9b5c…"]}                                         in the log
 *     ["0f3a…","Anna","hello"]                                    beside it
 *
 * and the note begins with 16 random bytes, so that nobody can guess a name from its
 * hash. Joined again, the line is what it was, byte for byte. Where a note was erased,
 * a name is "gone-" with four digits, the same everywhere in that game, and a text is
 * "(erased)".
 *
 * These are lines of tables (table/emit.c); any other text is left as it is.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_NOTE_H
#define SERVER_STORE_NOTE_H

#include "linea/json.h"
#include "store.h"

enum {
    STORE_NOTES = 8,        /* most notes of an event: one for each seat that is kept */
    STORE_NOTE_EXTRA = 400, /* most bytes by which a line of the log grows by them */
    STORE_GONE = 16,        /* room for "gone-1234" */
};

/* What a player may ask to be erased of an event. */
struct store_note {
    int number, place; /* of the event, and which of its notes, from 0 */
    uint64_t player;
    size_t length;
    const char *text;
};

/* Notes in order of number and place, in memory of their own. */
struct store_notes {
    struct store_note *note;
    int count, room;
};

/* On failure returns false. */
bool linea_notes_add(struct store_notes *notes, const struct store_note *note);
void linea_notes_free(struct store_notes *notes);

/* What became of a line: its own memory for all of it, which free(memory) gives back;
 * NULL if there is nothing to cut. */
struct store_cut {
    char *memory;
    size_t length;
    const char *text; /* the line for the log */
    int notes;
    struct store_note note[STORE_NOTES];
};

/* Cut a line in which somebody can be named; its event has this number. On failure, for
 * want of memory, returns false. */
bool linea_note_cut(struct linea_json *json, struct store_cut *out, int number,
                    const char *text, size_t length);

/* Whether a line was cut; quick. */
bool linea_note_is_cut(const char *text, size_t length);

/* The line as it was, NUL-terminated, with those of these notes that are of its event;
 * the caller frees it. NULL without memory, or if a note is not the one that was cut
 * out: then `*changed` is set. */
char *linea_note_join(struct linea_json *json, size_t *length, bool *changed,
                      const struct linea_store_event *event,
                      const struct store_notes *notes);

/* The name of somebody in a game whose name was erased. */
void linea_note_gone(char out[STORE_GONE], uint64_t game, uint64_t player);

/* The summary of a game after these notes of a player were erased: in its list of
 * players, the names in them are gone, and those at the player's own seats, a bit each.
 * The length of what was written; it fits, unless the summary is larger than it may be.
 */
size_t linea_note_erase(struct linea_json *json, char out[LINEA_STORE_SUMMARY],
                        const char *summary, size_t length, uint64_t game,
                        uint64_t player, const struct store_notes *notes,
                        unsigned seats);

#endif
