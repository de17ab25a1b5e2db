/*
 * The board as it is played on: what can be chosen now glows, what is thought about is lit, and
 * pointing at a route says what it costs and brings.
 *
 * SPDX-License-Identifier: MIT
 */
import { computed, useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { BoardState } from "../board/board";
import { Board } from "../board/view";
import type { Game } from "../game/game";
import { parseMove, stationsByLocation } from "../game/moves";
import type { LocationId, RouteId } from "../net/protocol";
import { playerName } from "../players";
import { language, t } from "../text";
import { offered, pickPassenger, waiting } from "./choose";
import { ends } from "./facts";
import { byThrift, chooseRoute, offeredRoutes } from "./payments";
import type { Look, Stages, ThoughtfulPart } from "./stages";
import { adviceFor, ownTickets } from "./tickets";
import { think, type Thought, type Ui } from "./ui";
import { cardsText, colourName, placeFacts, placeName, routeFacts, routeName } from "./words";

interface Lit {
  routes: Set<RouteId>;
  locations: Set<LocationId>;
}

/** What the others have built since one's own last move. */
function recent(game: Game): Lit {
  const lit: Lit = { routes: new Set(), locations: new Set() };
  const lines = game.log.value;
  const me = game.me.value;
  const far = me === null ? lines.length - 1 : 0;
  for (let i = lines.length - 1; i >= far; i--) {
    const did = lines[i]?.did;
    if (!did) continue;
    if (did.seat === me) break;
    const move = parseMove(did.move);
    if (move.is === "claim" && game.view.value?.routes[move.route] !== undefined) lit.routes.add(move.route);
    if (move.is === "station") lit.locations.add(move.location);
  }
  return lit;
}

function litNow(game: Game, look: Look, thought: Thought): Lit {
  const pointed = look.pointed.value;
  if (pointed) return { routes: new Set([pointed]), locations: new Set(ends(pointed)) };
  const ticket = look.glance.value ?? look.ticket.value;
  if (ticket) return { routes: new Set(adviceFor(game, ticket)?.way ?? []), locations: new Set(ends(ticket)) };
  if (thought.about !== "nothing") return { routes: new Set(), locations: new Set() };
  return recent(game);
}

/** The places of one's own tickets, and of those to choose from. */
function home(game: Game): Set<LocationId> {
  return new Set([...ownTickets(game), ...offered(game)].flatMap(ends));
}

/** What was chosen beside the board is to be seen on it; a ticket on offer that only has the keyboard is not chosen yet. */
function look(game: Game, ui: Ui, { ticket: { value: ticket } }: Look, thought: Thought): Set<LocationId> {
  if (thought.about === "route") return new Set(ends(thought.route));
  if (thought.about === "station") return new Set([thought.location]);
  return new Set(ticket && (ui.kept.value.has(ticket) || ownTickets(game).includes(ticket)) ? ends(ticket) : []);
}

/** What can be chosen, as a part of the board follows the game. */
function choosableOf(stages: Stages, ui: Ui, part: ThoughtfulPart) {
  const building = computed(() => ["stations", "station"].includes(stages.thoughts[part].value.about));
  return computed(() => {
    const moves = stages.parts[part].moves.value;
    const [routes, stations, passengers] = [offeredRoutes(moves, ui.card.value), stationsByLocation(moves), waiting(moves)];
    return {
      payments: routes,
      colours: passengers,
      routes: new Set(building.value ? [] : routes.keys()),
      locations: new Set(building.value ? stations.keys() : []),
      passengers: new Set(passengers.keys()),
    };
  });
}

const UNCLAIMED = {};

/** What lies on the board: each drawing of it follows the game as its own part does, and is drawn again when that has changed. */
class PlayState implements BoardState {
  private readonly can: Readonly<Record<"lights" | "routes" | "places", ReturnType<typeof choosableOf>>>;
  private readonly game: Game;
  private readonly places: Game;
  readonly choosable: NonNullable<BoardState["choosable"]>;
  readonly lit: NonNullable<BoardState["lit"]>;

  constructor(private readonly stages: Stages, private readonly ui: Ui) {
    const can = { lights: choosableOf(stages, ui, "lights"), routes: choosableOf(stages, ui, "routes"), places: choosableOf(stages, ui, "places") };
    const { parts, looks, thoughts } = stages;
    this.can = can;
    this.game = parts.routes;
    this.places = parts.places;
    this.choosable = {
      get routes() {
        return can.routes.value.routes;
      },
      get locations() {
        return can.places.value.locations;
      },
      get passengers() {
        return can.places.value.passengers;
      },
    };
    this.lit = {
      get routes() {
        return litNow(parts.lights, looks.lights, thoughts.lights.value).routes;
      },
      get locations() {
        return litNow(parts.places, looks.places, thoughts.places.value).locations;
      },
    };
  }

  get routes() {
    return this.stages.parts.claims.view.value?.routes ?? UNCLAIMED;
  }
  get stations() {
    return this.places.view.value?.stations;
  }
  get passengers() {
    return this.places.view.value?.passengers;
  }
  get glowing() {
    return this.can.lights.value.routes;
  }
  get chosen() {
    const { lights, places } = this.stages.thoughts;
    if (lights.value.about === "route") return lights.value.route;
    return places.value.about === "station" ? places.value.location : null;
  }
  get home() {
    return home(this.game);
  }
  get look() {
    return look(this.game, this.ui, this.stages.looks.lights, this.stages.thoughts.lights.value);
  }

  onRoute(route: RouteId): void {
    const payments = this.can.routes.value.payments.get(route);
    if (payments) chooseRoute(this.game, this.ui, route, payments);
  }
  onLocation(location: LocationId): void {
    if (this.choosable.locations?.has(location)) think(this.ui, { about: "station", location });
  }
  onPassenger(location: LocationId, colour: string): void {
    if (this.can.places.value.colours.get(location)?.includes(colour)) pickPassenger(this.ui, location, colour);
  }

  readonly describeRoute = (route: RouteId): string => {
    const { map, view, me } = this.game;
    const parts = [routeName(map, route), routeFacts(map, route)];
    const owner = view.value?.routes[route];
    const cheapest = byThrift(this.can.routes.value.payments.get(route) ?? [])[0];
    if (owner !== undefined) parts.push(owner === me.value ? t("yours") : t("claimed by {name}", { name: this.nameOf(owner) }));
    else if (cheapest) parts.push(t("you can pay {cards}", { cards: cardsText(map, cheapest.cards) }));
    return parts.join("\n");
  };

  readonly describeLocation = (location: LocationId): string => {
    const { map, view } = this.places;
    const parts = [placeName(map, location), ...placeFacts(map, location)];
    const owner = view.value?.stations?.[location];
    if (owner !== undefined) parts.push(t("station of {name}", { name: this.nameOf(owner) }));
    const people = Object.entries(view.value?.passengers?.[location] ?? {}).filter(([, count]) => count > 0);
    if (people.length > 0) parts.push(t("waiting: {passengers}", { passengers: people.map(([colour, count]) => `${colourName(colour)} ×${count}`).join(", ") }));
    return parts.join("\n");
  };

  private nameOf(seat: number): string {
    return playerName(this.game.table.value?.players ?? [], seat);
  }
}

export function PlayBoard({ stages, ui }: { stages: Stages; ui: Ui }) {
  const state = useMemo(() => new PlayState(stages, ui), [stages, ui]);
  const { routes, claims, places } = stages.parts;
  const begun = useComputed(() => [routes, claims, places].every(({ view }) => view.value !== null)).value;
  return begun ? <Board map={routes.map.id} language={language.value} state={state} /> : null;
}
