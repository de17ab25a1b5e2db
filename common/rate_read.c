/*
 * common/rate_read.c - finished games from files: records, of which only the players,
 * who made each move and the end are looked at, and lines that say no more than that.
 *
 * A record is not checked against the rules here; `linea replay` does that.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "rate.h"

enum {
    GONE = 3, /* so many moves in a row by others up to the end: the player has left */
    MOST_MOVES = 1000000
};

static int wrong(const struct rate_source *source, const char *what)
{
    fprintf(stderr, "%s:%ld: %s\n", source->path, source->number, what);
    return EXIT_NEGATIVE;
}

int rate_source_open(struct rate_source *source, const char *command, const char *path)
{
    return rate_source_use(source, strcmp(path, "-") == 0 ? stdin : fopen(path, "rb"),
                           command, path);
}

int rate_source_use(struct rate_source *source, FILE *file, const char *command,
                    const char *path)
{
    *source = (struct rate_source){.command = command, .path = path, .file = file};
    source->json = malloc(sizeof *source->json);
    if (source->json && source->file)
        return EXIT_OK;
    perror(source->json ? path : "linea rate");
    rate_source_close(source);
    return EXIT_USAGE;
}

void rate_source_close(struct rate_source *source)
{
    if (source->file && source->file != stdin)
        fclose(source->file);
    free(source->line);
    free(source->json);
    *source = (struct rate_source){0};
}

/* Read a list of names; how many there are, or -1. */
static int read_names(char names[LINEA_SEATS][LINEA_SEAT_NAME],
                      const struct linea_json *json, int list)
{
    int n = 0;
    for (int value = linea_json_first(json, list); value >= 0;
         value = linea_json_next(json, list, value), n++)
        if (n == LINEA_SEATS ||
            linea_json_string(json, names[n], LINEA_SEAT_NAME, value) <= 0)
            return -1;
    return n >= 2 && linea_json_type(json, list) == LINEA_JSON_ARRAY ? n : -1;
}

static bool read_map(struct rate_game *game, const struct linea_json *json)
{
    return linea_json_string(json, game->map, sizeof game->map,
                             linea_json_get(json, 0, "map")) > 0;
}

/* The header of a record. */
static const char *read_header(struct rate_source *source)
{
    struct rate_game *game = &source->game;
    memset(game, 0, sizeof *game);
    memset(source->stood_in, 0, sizeof source->stood_in);
    memset(source->row, 0, sizeof source->row);
    source->in_record = true;
    int seats =
        read_names(game->name, source->json, linea_json_get(source->json, 0, "seats"));
    if (seats < 0)
        return "seats: a list of 2 to 5 names of 1 to 63 bytes each";
    game->result.seats = seats;
    return read_map(game, source->json) ? NULL : "map: its id is missing or too long";
}

static const char *read_move(struct rate_source *source)
{
    const struct linea_json *json = source->json;
    struct linea_finished *result = &source->game.result;
    int seat;
    bool by_other = linea_json_get(json, 0, "by") >= 0;
    if (!linea_json_int(json, &seat, linea_json_get(json, 0, "seat"), 0,
                        result->seats - 1))
        return "seat: no seat of this game";
    result->moves++;
    linea_stand_in_note(&source->stood_in[seat], result->moves, by_other);
    source->row[seat] = by_other ? source->row[seat] + 1 : 0;
    return NULL;
}

static const char *read_end(struct rate_source *source, int end)
{
    const struct linea_json *json = source->json;
    struct linea_finished *result = &source->game.result;
    int scores = linea_json_get(json, end, "scores"), total[LINEA_SEATS] = {0}, n = 0,
        seat;
    int list = linea_json_get(json, end, "winners");
    unsigned winners = 0;
    for (int value = linea_json_first(json, scores); value >= 0;
         value = linea_json_next(json, scores, value), n++)
        if (n == result->seats ||
            !linea_json_int(json, &total[n], linea_json_get(json, value, "total"),
                            INT16_MIN, INT16_MAX))
            return "end: scores: an object with a total for each seat";
    if (n != result->seats)
        return "end: scores: one for each seat";
    for (int value = linea_json_first(json, list); value >= 0;
         value = linea_json_next(json, list, value)) {
        if (!linea_json_int(json, &seat, value, 0, result->seats - 1))
            return "end: winners: seats of this game";
        winners |= 1u << seat;
    }
    if (!winners)
        return "end: winners: nobody";
    linea_rating_places(result->place, total, winners, result->seats);
    memcpy(source->game.total, total, sizeof total);
    for (int s = 0; s < result->seats; s++)
        if (source->row[s] >= GONE)
            result->left[s] = source->stood_in[s].since;
    return NULL;
}

static const char *read_left(struct linea_finished *result,
                             const struct linea_json *json)
{
    int left = linea_json_get(json, 0, "left"), n = 0;
    if (left < 0)
        return NULL;
    for (int value = linea_json_first(json, left); value >= 0;
         value = linea_json_next(json, left, value), n++)
        if (n == result->seats ||
            (linea_json_type(json, value) != LINEA_JSON_NULL &&
             !linea_json_int(json, &result->left[n], value, 1, result->moves)))
            return "left: null, or the number of a move, for each seat";
    return n == result->seats ? NULL : "left: one entry for each seat";
}

/* A line that is a finished game. */
static const char *read_finished(struct rate_source *source)
{
    const struct linea_json *json = source->json;
    struct rate_game *game = &source->game;
    struct linea_finished *result = &game->result;
    int version, n = 0, places = linea_json_get(json, 0, "places"), first = 0;
    memset(game, 0, sizeof *game);
    if (!linea_json_int(json, &version, linea_json_get(json, 0, "finished"), 1, 1))
        return "finished: of version 1";
    result->seats = read_names(game->name, json, linea_json_get(json, 0, "players"));
    if (result->seats < 0)
        return "players: a list of 2 to 5 names of 1 to 63 bytes each";
    if (!read_map(game, json))
        return "map: its id is missing or too long";
    if (!linea_json_int(json, &result->moves, linea_json_get(json, 0, "moves"), 0,
                        MOST_MOVES))
        return "moves: how many the game had";
    for (int value = linea_json_first(json, places); value >= 0;
         value = linea_json_next(json, places, value), n++) {
        if (n == result->seats ||
            !linea_json_int(json, &result->place[n], value, 1, result->seats))
            return "places: a number from 1 for each seat";
        first += result->place[n] == 1;
    }
    if (n != result->seats || !first)
        return "places: one for each seat, and somebody has won";
    return read_left(result, json);
}

void rate_write_game(const struct rate_game *game, struct linea_out *out)
{
    const struct linea_finished *result = &game->result;
    bool left = false;
    linea_out_text(out, "{\"finished\":1,\"map\":");
    linea_out_string(out, game->map);
    linea_out_text(out, ",\"players\":[");
    for (int s = 0; s < result->seats; s++) {
        linea_out_text(out, s ? "," : "");
        linea_out_string(out, game->name[s]);
        left |= result->left[s] > 0;
    }
    linea_out_text(out, "],\"places\":[");
    for (int s = 0; s < result->seats; s++) {
        linea_out_text(out, s ? "," : "");
        linea_out_int(out, result->place[s]);
    }
    linea_out_text(out, "],\"moves\":");
    linea_out_int(out, result->moves);
    for (int s = 0; left && s < result->seats; s++) {
        linea_out_text(out, s ? "," : ",\"left\":[");
        if (result->left[s])
            linea_out_int(out, result->left[s]);
        else
            linea_out_text(out, "null");
    }
    linea_out_text(out, left ? "]}" : "}");
}

/* Take in a line; *done if a game is finished by it. NULL, or what is wrong. */
static const char *read_line(struct rate_source *source, bool *done)
{
    const struct linea_json *json = source->json;
    int end = linea_json_get(json, 0, "end");
    if (linea_json_get(json, 0, "linea") >= 0) {
        source->unfinished += source->in_record;
        return read_header(source);
    }
    if (linea_json_get(json, 0, "finished") >= 0) {
        source->unfinished += source->in_record;
        source->in_record = false;
        *done = true;
        return read_finished(source);
    }
    if (!source->in_record)
        return "neither a record nor a finished game";
    if (end >= 0) {
        source->in_record = false;
        *done = true;
        return read_end(source, end);
    }
    return linea_json_get(json, 0, "move") >= 0 ? read_move(source) : NULL;
}

bool rate_source_next(struct rate_source *source, struct rate_game *out, int *code)
{
    bool done = false;
    ssize_t length;
    while (!done &&
           (length = getline(&source->line, &source->room, source->file)) >= 0) {
        source->number++;
        source->bytes += length;
        if (length && source->line[length - 1] == '\n')
            length--;
        if (!length)
            continue;
        const char *what = length >= LINEA_LINE ? "the line is too long" : NULL;
        if (!what)
            what = linea_json_read(source->json, source->line, (size_t)length);
        if (!what)
            what = read_line(source, &done);
        if (what) {
            *code = wrong(source, what);
            return false;
        }
    }
    if (done) {
        *out = source->game;
        return true;
    }
    if (ferror(source->file)) {
        fprintf(stderr, "%s: %s\n", source->path, strerror(errno));
        *code = EXIT_USAGE;
    }
    source->unfinished += source->in_record;
    source->in_record = false;
    return false;
}
