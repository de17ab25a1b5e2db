/*
 * How a map is played, section by section. What is told, and every number in it, follows
 * from the map file: a map with another mechanic gets another chapter.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { Drawing } from "../../parts/drawings";
import type { MapFile } from "../../maps";
import { n, nameOf, t } from "../../text";
import { firstByCustom, mechanicRule, mechanicTitle, sourceName, tieRule, vehicleCount, wildName } from "../words";
import { PointsTable } from "./tables";

export interface Section {
  id: string;
  title: string;
  drawing?: ComponentChildren;
  body: ComponentChildren;
}

/** "20 points", for a number of the map file. */
function points(count: unknown): string {
  return n("{n} point", "{n} points", Number(count));
}

/** "1 long, 3 regular": how many tickets of which deck. */
function ofDecks(map: MapFile, counts: Record<string, number>): string {
  return Object.entries(counts).map(([id, count]) => {
    const name = map.decks.find((d) => d.id === id)?.name;
    return name ? `${count} × ${nameOf(name)}` : String(count);
  }).join(", ");
}

function deckNames(map: MapFile, ids: string[]): string[] {
  return ids.map((id) => {
    const name = map.decks.find((d) => d.id === id)?.name;
    return name ? nameOf(name) : id;
  });
}

function goal(map: MapFile): Section {
  const { mechanics } = map;
  return {
    id: "goal",
    title: t("What it is about"),
    drawing: <Drawing name="ticket" map={map.id} />,
    body: (
      <>
        <p>{t("You build a network of routes. Your tickets, which nobody else sees, name pairs of places: join them. Whoever has the most points at the end wins.")}</p>
        <p>{t("Points come from:")}</p>
        <ul>
          <li>{t("every route you claim: the longer, the more")}</li>
          <li>{t("every ticket you complete; one you do not complete takes its points away")}</li>
          {mechanics.longest && <li>{t("the longest unbroken path")}</li>}
          {mechanics.stations && <li>{t("the stations you did not have to build")}</li>}
          {mechanics.attractions && <li>{t("the tourist attractions you touch")}</li>}
          {mechanics.districts && <li>{t("the districts whose places you join")}</li>}
          {mechanics.passengers && <li>{t("the passengers you pick up, colour by colour")}</li>}
          {Object.keys(mechanics).filter((m) => !chapters[m]).map((m) => <li key={m}>{mechanicTitle(m)}</li>)}
        </ul>
      </>
    ),
  };
}

function returned(map: MapFile): string {
  switch (map.opening.returned) {
    case "bottom":
      return t("Those you do not keep go under their deck.");
    case "shuffled":
      return t("Those you do not keep are shuffled back into their decks.");
    default:
      return t("Those you do not keep leave the game.");
  }
}

function start(map: MapFile): Section {
  const { opening } = map;
  return {
    id: "start",
    title: t("The start"),
    body: (
      <>
        <p>{t("Everybody gets {vehicles} and {cards}. Five more cards lie face up for all; the rest is the pile.", {
          vehicles: vehicleCount(map, map.vehicles), cards: n("{n} card", "{n} cards", map.hand),
        })}</p>
        {opening.mix
          ? <p>{t("Then you say how many tickets you want from which deck ({decks}), {tickets} in all, look at them, and keep at least {keep}.", {
              decks: deckNames(map, opening.mix.from).join(", "), tickets: opening.mix.tickets, keep: opening.keep,
            })} {returned(map)}</p>
          : <p>{t("Then you look at your first tickets ({tickets}) and keep at least {keep}.", {
              tickets: ofDecks(map, opening.deal ?? {}), keep: opening.keep,
            })} {returned(map)}</p>}
        <p>{firstByCustom(map.first)} {t("Here the shuffle decides, unless you choose.")}</p>
      </>
    ),
  };
}

function turn(map: MapFile): Section {
  return {
    id: "turn",
    title: t("Your turn"),
    body: (
      <>
        <p>{t("Each turn you do exactly one thing:")}</p>
        <ul class="help-actions">
          <li><Drawing name="draw" map={map.id} />{t("draw cards")}</li>
          <li><Drawing name="claim" map={map.id} />{t("claim a route")}</li>
          <li><Drawing name="tickets" map={map.id} />{t("draw tickets")}</li>
          {map.mechanics.stations && <li><Drawing name="station" map={map.id} />{t("build a station")}</li>}
        </ul>
      </>
    ),
  };
}

function cards(map: MapFile): Section {
  const colours = Object.keys(map.cards).filter((k) => k !== "wild");
  return {
    id: "cards",
    title: t("Drawing cards"),
    drawing: <Drawing name="cards" map={map.id} />,
    body: (
      <>
        <p>{t("Take two cards, one after the other: each face up from the display or blind from the pile. A face-up card is replaced at once.")}</p>
        <p>{t("There are {n} colours, and wild cards ({wild}) that stand for any colour. A wild card taken face up is the only card of that turn; drawn blind from the pile it counts like any other.", {
          n: colours.length, wild: wildName(map),
        })}</p>
        <p>{t("As soon as three of the five face-up cards are wild, all five are swept away and replaced. You may hold as many cards as you like.")}</p>
      </>
    ),
  };
}

function claim(map: MapFile): Section {
  const single = map["single-parallels-up-to"];
  return {
    id: "claim",
    title: t("Claiming a route"),
    drawing: <><Drawing name="payment" map={map.id} /><Drawing name="parallels" map={map.id} /></>,
    body: (
      <>
        <p>{t("Play as many cards of one colour as the route has spaces and put one of your pieces on each space. The colour is the route’s; a gray route takes any one colour. Wild cards fill in anywhere.")}</p>
        <p>{t("The route need not touch your others. It is claimed whole, and only one a turn.")}</p>
        <PointsTable map={map} />
        <p>{t("Where routes run side by side between the same two places, nobody may have two of them.")}{" "}
          {single > 0 && t("With up to {n} players only one of them can be claimed; then the others are closed.", { n: single })}</p>
      </>
    ),
  };
}

function tickets(map: MapFile): Section {
  const { draw } = map;
  return {
    id: "tickets",
    title: t("Drawing tickets"),
    drawing: <Drawing name="tickets" map={map.id} />,
    body: (
      <>
        {draw.from.length > 1
          ? <p>{t("Say how many you want from which deck ({decks}), {tickets} in all; then look at them and keep at least {keep}. The others go under their deck.", {
              decks: deckNames(map, draw.from).join(", "), tickets: draw.tickets, keep: draw.keep,
            })}</p>
          : <p>{t("Take {tickets} and keep at least {keep}. The others go under their deck.", {
              tickets: n("{n} ticket", "{n} tickets", draw.tickets), keep: draw.keep,
            })}</p>}
        <p>{t("What you have kept is yours until the end, whether it turns out well or not. It stays secret; how many tickets you hold does not.")}</p>
      </>
    ),
  };
}

type Chapter = (map: MapFile) => Section;

const chapters: Record<string, Chapter> = {
  ferries: (map) => ({
    id: "ferries",
    title: t("Ferries"),
    drawing: <Drawing name="ferry" map={map.id} />,
    body: (
      <>
        <p>{t("A ferry crosses water. Some of its spaces show a wild symbol: at least that many of the cards you play must be wild cards ({wild}).", { wild: wildName(map) })}</p>
      </>
    ),
  }),
  tunnels: (map) => ({
    id: "tunnels",
    title: t("Tunnels"),
    drawing: <Drawing name="tunnel" map={map.id} />,
    body: (
      <>
        <p>{t("A tunnel may cost more than it shows. When you have played your cards, the top {n} of the pile are turned up: each one of your colour, and each wild card, costs you one card more.", { n: Number(map.mechanics.tunnels?.reveal) })}</p>
        <p>{t("If you cannot or will not pay, your cards come back to your hand and the turn is over. If you paid with wild cards alone, only wild cards turned up cost more.")}</p>
      </>
    ),
  }),
  stations: (map) => {
    const costs = map.mechanics.stations?.costs as number[];
    return {
      id: "stations",
      title: t("Stations"),
      drawing: <Drawing name="station" map={map.id} />,
      body: (
        <>
          <p>{t("When others have taken the way you need, build a station in a place that has none. At the end it lets you use one route of another player that touches the place; the best one is chosen for you.")}</p>
          <p>{t("Cards of one colour for the first, the second and so on: {costs}. Each station you did not build gives {points}.", {
            costs: costs.join(", "), points: points(map.mechanics.stations?.points),
          })}</p>
        </>
      ),
    };
  },
  passengers: (map) => {
    const [most, second] = map.mechanics.passengers?.points as [number, number];
    return {
      id: "passengers",
      title: t("Passengers"),
      drawing: <Drawing name="passengers" map={map.id} />,
      body: (
        <>
          <p>{t("Passengers of {n} colours wait all over the map. When you claim a route you may take one from each of its two ends, of any colour you find there.", {
            n: Object.keys(map.mechanics.passengers?.colours as Record<string, number>).length,
          })}</p>
          <p>{t("At the end each colour is counted by itself: whoever has the most gets {most}, the second {second}. If several are first, each gets {most} and nobody is second.", { most: points(most), second: points(second) })}</p>
        </>
      ),
    };
  },
  "dead-ends": (map) => ({
    id: "countries",
    title: t("Countries at the edge"),
    drawing: <Drawing name="country" map={map.id} />,
    body: <p>{mechanicRule(map, "dead-ends")}</p>,
  }),
  districts: (map) => {
    const worth = Object.values(map.mechanics.districts ?? {}).map(Number);
    return {
      id: "districts",
      title: t("Districts"),
      drawing: <Drawing name="district" map={map.id} />,
      body: (
        <>
          <p>{t("Places with the same number are a district. Join all places of a district with each other, in any order and by any detour, and it gives you its number in points: from {least} to {most}.", {
            least: Math.min(...worth), most: Math.max(...worth),
          })}</p>
        </>
      ),
    };
  },
  attractions: (map) => ({
    id: "attractions",
    title: t("Attractions"),
    drawing: <Drawing name="attraction" map={map.id} />,
    body: <p>{mechanicRule(map, "attractions")}</p>,
  }),
  longest: (map) => ({
    id: "longest",
    title: t("The longest path"),
    drawing: <Drawing name="longest" map={map.id} />,
    body: <p>{mechanicRule(map, "longest")}</p>,
  }),
};

function end(map: MapFile): Section {
  return {
    id: "end",
    title: t("The end"),
    drawing: <Drawing name="end" map={map.id} />,
    body: (
      <>
        <p>{t("When a player ends a turn with {vehicles} or fewer, everybody has one more turn, that player too. Then all tickets are shown and everything is counted.", { vehicles: vehicleCount(map, map["end-vehicles"]) })}</p>
        <p>{tieRule(map)}</p>
      </>
    ),
  };
}

/** The chapter of a mechanic; of one that has no drawing, the sentence of the engine's table. */
function chapter(map: MapFile, mechanic: string): Section {
  return chapters[mechanic]?.(map) ?? { id: mechanic, title: sourceName(mechanic), body: <p>{mechanicRule(map, mechanic)}</p> };
}

/** The whole of the rules of a map, in the order one reads them. */
export function sectionsOf(map: MapFile): Section[] {
  const names = Object.keys(map.mechanics);
  const special = [...Object.keys(chapters).filter((m) => map.mechanics[m]), ...names.filter((m) => !chapters[m])];
  return [goal(map), start(map), turn(map), cards(map), claim(map), tickets(map), ...special.map((m) => chapter(map, m)), end(map)];
}
