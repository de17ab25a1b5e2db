/*
 * districts.c - points for joining all locations of a district (LO-DISTRICT).
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

/* An id, or a number such as 5. */
static bool is_district(const char *text, int length)
{
    int digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return (digits > 0 && digits == length) || linea_map_is_id(text, length);
}

static void read_districts(struct map_reader *r, int value)
{
    struct linea_map *map = r->map;
    char id[33];
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 1, LINEA_DISTRICTS)) {
        r->lost |= LOST_DISTRICTS;
        return;
    }
    for (int key = linea_json_first(r->json, value); key >= 0;
         key = linea_json_next(r->json, value, key)) {
        int points = linea_map_int(r, key + 1, 0, LINEA_POINTS);
        if (!is_district(id, linea_json_string(r->json, id, sizeof id, key))) {
            r->lost |= LOST_DISTRICTS;
            linea_map_wrong(r, key, "%v is neither an id nor a number");
            continue;
        }
        r->district_at[map->districts] = key + 1;
        map->district_id[map->districts] = linea_map_keep(r, key, id);
        map->district_points[map->districts++] = (uint8_t)points;
    }
}

static void read_district(struct map_reader *r, int value)
{
    struct linea_map *map = r->map;
    for (int i = 0; i < map->districts; i++) {
        if (!linea_json_is(r->json, value, linea_map_text(map, map->district_id[i])))
            continue;
        map->district_at[i] |= (uint64_t)1 << map->locations;
        return;
    }
    if (linea_map_uses(map, LINEA_DISTRICTS_JOINED) &&
        !linea_map_lost(r, LOST_DISTRICTS))
        linea_map_wrong(r, value,
                        linea_json_type(r->json, value) == LINEA_JSON_STRING
                            ? "there is no district %v"
                            : "%v is not the id of a district, in quotes");
    r->lost |= LOST_MEMBERS;
}

static void check_map(struct map_reader *r)
{
    if (linea_map_lost(r, LOST_LOCATIONS | LOST_ENDS | LOST_MEMBERS))
        return;
    for (int i = 0; i < r->map->districts; i++) {
        int places = linea_bits(r->map->district_at[i]);
        if (places < 2)
            linea_map_wrong(
                r, r->district_at[i],
                "a district joins at least two locations, and this one has %d", places);
    }
}

static void fill(struct linea_map *map)
{
    for (int l = 0; l < map->locations; l++) {
        map->location[l].district = LINEA_NOTHING;
        for (int d = 0; d < map->districts; d++)
            if (map->district_at[d] >> l & 1)
                map->location[l].district = (uint8_t)d;
    }
}

static void score(struct scoring *x)
{
    const struct linea_map *map = x->g->map;
    for (int s = 0; s < x->g->seats; s++) {
        int points = 0;
        for (int d = 0; d < map->districts; d++)
            if (linea_networks_join(&x->networks[s], map->district_at[d]))
                points += map->district_points[d];
        x->out->seat[s].from[LINEA_FROM_DISTRICTS] = (int16_t)points;
    }
}

static void hash(struct linea_sha256 *to, const struct linea_map *map)
{
    linea_hash_numbers(to, map->district_points, map->districts);
    for (int i = 0; i < map->districts; i++) {
        linea_hash_text(to, linea_map_text(map, map->district_id[i]));
        linea_hash_locations(to, map, map->district_at[i]);
    }
}

const struct mechanic linea_mechanic_districts = {
    .name = "districts",
    .title = N_("districts"),
    .label = N_("Districts"),
    .read = read_districts,
    .of_location = {"district", read_district},
    .check_map = check_map,
    .fill = fill,
    .hash = hash,
    .source = LINEA_FROM_DISTRICTS,
    .score = score,
};
