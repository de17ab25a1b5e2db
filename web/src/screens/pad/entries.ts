/*
 * What was noted on a sheet, and why something cannot be, in words.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../../maps";
import type { RouteId } from "../../net/protocol";
import type { Closed } from "../../net/sheet";
import type { Entry, Noted } from "../../pad/pad";
import { colourName, placeName, routeName, ticketText, vehiclesName } from "../../play/words";
import { t } from "../../text";

export function entryWords(map: MapFile, names: readonly string[], before: Noted, entry: Entry): string {
  const name = names["player" in entry && entry.player !== null ? entry.player : -1] ?? "";
  const had = (owner: number | undefined) => names[owner ?? -1] ?? "";
  switch (entry.is) {
    case "route": {
      const route = routeName(map, entry.route);
      return entry.player === null ? t("{what} is free again; {name} had it.", { what: route, name: had(before.routes[entry.route]) }) : t("{what}: {name}", { what: route, name });
    }
    case "station": {
      const place = t("Station {place}", { place: placeName(map, entry.location) });
      return entry.player === null ? t("{what} is free again; {name} had it.", { what: place, name: had(before.stations[entry.location]) }) : t("{what}: {name}", { what: place, name });
    }
    case "ticket": {
      const ticket = ticketText(map, entry.ticket);
      return entry.player === null ? t("{what} is free again; {name} had it.", { what: ticket, name: had(before.tickets.findIndex((held) => held.includes(entry.ticket))) }) : t("{what}: {name}", { what: ticket, name });
    }
    case "taken":
      return t("{what}: {name}", { what: `${colourName(entry.colour)} ×${entry.count}`, name });
    default:
      return "";
  }
}

/** Why a free route cannot become a player's. */
export function closedWords(map: MapFile, route: RouteId, why: Closed, name: string): string {
  const what = routeName(map, route);
  return {
    parallel: t("{route}: {name} has one parallel to it.", { route: what, name }),
    single: t("{route}: so few play that one of the parallel routes is all.", { route: what }),
    vehicles: t("{route}: {name} has too few left of these: {vehicles}.", { route: what, name, vehicles: vehiclesName(map) }),
  }[why];
}
