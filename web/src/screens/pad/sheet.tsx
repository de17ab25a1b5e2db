/*
 * One sheet: who is noting, the board on which routes and stations are tapped, and beside it the count, tickets, passengers and names.
 * Every change is counted by the engine in a worker.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { BoardState } from "../../board/board";
import { Board } from "../../board/view";
import { useLoaded } from "../../load";
import { loadMap, maps, routeIds, type MapFile } from "../../maps";
import { WorkerLink } from "../../net/local";
import type { Counted } from "../../net/sheet";
import { keepPad, note, noted, redo, sheetOf, undo, type Entry, type Noted, type Pad } from "../../pad/pad";
import { Icon } from "../../parts/icons";
import { SeatDot } from "../../parts/symbols";
import { distinctBy, placeFacts, placeName, routeFacts, routeName, vehiclesName } from "../../play/words";
import { playerNames } from "../../players";
import { language, nameOf, t } from "../../text";
import { Choice, Select } from "../controls";
import { Setup } from "../analyse/setup";
import type { Shown } from "../end/tickets";
import { Frame, Heading, Unloaded } from "../frame";
import { Passengers, Result, TicketList } from "./count";
import { closedWords, entryWords } from "./entries";
import { People } from "./people";

type Tool = "routes" | "stations";

/** What the engine makes of a sheet; a change that cannot be is taken back by `onRefused`. */
function useCounted(map: MapFile, pad: Pad, onRefused: (why: string) => void): Counted | null {
  const [counted, setCounted] = useState<Counted | null>(null);
  const link = useRef<WorkerLink | null>(null);
  useEffect(() => {
    link.current = new WorkerLink();
    return () => link.current?.close();
  }, []);
  const sheet = JSON.stringify(sheetOf(pad, map.mechanics));
  useEffect(() => {
    let gone = false;
    link.current?.send({ do: "count", map: JSON.stringify(map), sheet }).then(
      (found) => { if (!gone) setCounted(found); },
      (error: Error) => { if (!gone) onRefused(error.message); },
    );
    return () => void (gone = true);
  }, [map, sheet]);
  return counted;
}

/** A place or route of the map that can be noted without the board. */
function Listed({ legend, options, onTake }: { legend: string; options: { value: string; label: string }[]; onTake(value: string): void }) {
  const [chosen, setChosen] = useState("");
  const value = options.some((option) => option.value === chosen) ? chosen : (options[0]?.value ?? "");
  const take = (event: Event) => {
    event.preventDefault();
    if (value) onTake(value);
  };
  return (
    <form class="pad-listed" onSubmit={take}>
      <Select<string> legend={legend} value={value} onChange={(to) => setChosen(to)} options={options} />
      <button type="submit" class="button" disabled={options.length === 0}>{t("Note it")}</button>
    </form>
  );
}

interface PartProps {
  map: MapFile;
  all: Noted;
  names: readonly string[];
  counted: Counted | null;
  player: number;
  onNote(entry: Entry): void;
}

/** What is done by tapping the board: a route or station that somebody has is free again, a free one is the chosen player's. */
function boardState({ map, all, names, counted, player, onNote }: PartProps, tool: Tool, shown: Shown | null, onSay: (words: string) => void): BoardState {
  const closed = counted?.closed[player] ?? {};
  const built = (counted?.stations_left[player] ?? 1) > 0;
  const owned = (owner: number | undefined) => (owner === undefined ? "" : `\n${t("claimed by {name}", { name: names[owner] ?? "" })}`);
  return {
    routes: all.routes,
    ...(map.mechanics["stations"] !== undefined && { stations: all.stations }),
    choosable: tool === "routes"
      ? { routes: new Set([...routesOf(map)].filter((route) => all.routes[route] !== undefined || !closed[route])) }
      : { locations: new Set(map.locations.map(({ id }) => id).filter((id) => all.stations[id] !== undefined || built)) },
    useful: new Set(),
    ...(shown && { lit: shown.lit, alone: true }),
    onRoute: (route) => onNote({ is: "route", route, player: all.routes[route] === undefined ? player : null }),
    onOther: (route) => { const why = closed[route]; if (tool === "routes" && why) onSay(closedWords(map, route, why, names[player] ?? "")); },
    onLocation: (location) => onNote({ is: "station", location, player: all.stations[location] === undefined ? player : null }),
    describeRoute: (route) => `${routeName(map, route)}\n${routeFacts(map, route)}${owned(all.routes[route])}`,
    describeLocation: (location) => {
      const owner = all.stations[location];
      return [placeName(map, location), ...placeFacts(map, location), ...(owner === undefined ? [] : [t("station of {name}", { name: names[owner] ?? "" })])].join("\n");
    },
  };
}

const ids = new WeakMap<MapFile, string[]>();
function routesOf(map: MapFile): string[] {
  let found = ids.get(map);
  if (!found) ids.set(map, (found = routeIds(map)));
  return found;
}

function Without({ tool, ...part }: PartProps & { tool: Tool }) {
  const { map, all, names, counted, player, onNote } = part;
  const owner = (of: number | undefined) => (of === undefined ? "" : ` (${names[of] ?? ""})`);
  const byName = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, language.value);
  const open = routesOf(map)
    .filter((route) => all.routes[route] !== undefined || !counted?.closed[player]?.[route])
    .map((route) => ({ value: route, label: `${routeName(map, route)}${owner(all.routes[route])}` }));
  const routes = distinctBy(open, ({ label }) => label);
  const places = map.locations
    .filter(({ id }) => all.stations[id] !== undefined || (counted?.stations_left[player] ?? 1) > 0)
    .map(({ id }) => ({ value: id, label: `${placeName(map, id)}${owner(all.stations[id])}` }));
  if (tool === "stations") return <Listed legend={t("A place from the list")} options={places.sort(byName)} onTake={(location) => onNote({ is: "station", location, player: all.stations[location] === undefined ? player : null })} />;
  return <Listed legend={t("A route from the list")} options={routes.sort(byName)} onTake={(route) => onNote({ is: "route", route, player: all.routes[route] === undefined ? player : null })} />;
}

/** Who is noted for now, with what they have left. */
function Pens({ map, names, counted, player, onPick }: Omit<PartProps, "onNote"> & { onPick(player: number): void }) {
  const left = (pen: number) => {
    const vehicles = counted?.vehicles[pen];
    return vehicles === undefined ? "" : `${vehiclesName(map)}: ${vehicles}`;
  };
  return (
    <Choice<number> class="pad-pens" legend={t("Note for")} value={player} onChange={onPick}
      options={names.map((name, pen) => ({ value: pen, label: <><SeatDot seat={pen} /> <span class="pad-name">{name}</span> <em>{left(pen)}</em></> }))} />
  );
}

function Section({ id, title, hint, children }: { id: string; title: string; hint?: string; children: ComponentChildren }) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p class="hint">{hint}</p>}
      {children}
    </section>
  );
}

function Open({ map, first }: { map: MapFile; first: Pad }) {
  const [pad, setPad] = useState(first);
  const [player, setPlayer] = useState(0);
  const [tool, setTool] = useState<Tool>("routes");
  const [said, setSaid] = useState("");
  const [shown, setShown] = useState<Shown | null>(null);
  /* taps may come faster than drawings */
  const latest = useRef(first);
  const change = (to: Pad) => {
    if (to === latest.current) return;
    latest.current = to;
    keepPad(to);
    setPad(to);
    setShown(null);
  };
  const counted = useCounted(map, pad, (why) => {
    change({ ...undo(latest.current), undone: [] });
    setSaid(t("This cannot be noted: {why}.", { why }));
  });
  const all = noted(pad);
  const names = playerNames(all.players.map(({ name }) => ({ is: "human", name })));
  const onNote = (entry: Entry) => {
    setSaid(entryWords(map, names, noted(latest.current), entry));
    change(note(latest.current, entry));
  };
  const back = () => {
    const last = latest.current.entries.at(-1);
    if (last) setSaid(t("Taken back."));
    change(undo(latest.current));
  };
  const part: PartProps = { map, all, names, counted, player, onNote };
  const title = nameOf(map.name);
  return (
    <Frame class="replay pad">
      <div class="look-head">
        <Heading title={t("Score pad: {board}", { board: title })} />
        <p class="cluster">
          <button type="button" class="button" disabled={pad.entries.length === 0} onClick={back}><Icon name="undo" />{t("Undo")}</button>
          <button type="button" class="button" disabled={pad.undone.length === 0} onClick={() => { change(redo(latest.current)); setSaid(t("Noted again.")); }}><Icon name="again" />{t("Redo")}</button>
          <button type="button" class="button" onClick={() => print()}><Icon name="download" />{t("Print")}</button>
          <a class="button" href="/pad">{t("All sheets")}</a>
        </p>
      </div>
      <div class="look">
        <div class="look-board panel">
          <Pens {...part} onPick={setPlayer} />
          {map.mechanics["stations"] !== undefined && (
            <Choice<Tool> legend={t("What is noted")} quiet value={tool} onChange={setTool} options={[{ value: "routes", label: t("Routes") }, { value: "stations", label: t("Stations") }]} />
          )}
          <Board map={map.id} language={language.value} state={boardState(part, tool, shown, setSaid)} />
          <p class="pad-said" role="status">{said || t("Tap a route to note it; tap it again to free it.")}</p>
          <Without {...part} tool={tool} />
        </div>
        <div class="look-side stack">
          <Result map={map} all={all} names={names} counted={counted} shown={shown} onShow={setShown} />
          <Section id="pad-tickets" title={t("Tickets that {name} shows", { name: names[player] ?? "" })} hint={t("Choose those that this player shows at the end.")}>
            <TicketList {...part} />
          </Section>
          {map.mechanics["passengers"] !== undefined && <Section id="pad-passengers" title={t("Passengers")}><Passengers {...part} /></Section>}
          {counted && (
            <details class="panel pad-setup">
              <summary>{t("Analyse from here")}</summary>
              <Setup key={counted.position.seats} map={map} names={names} whole={counted.position} />
            </details>
          )}
          <Section id="pad-people" title={t("Players")}>
            <People map={map} people={all.players} onName={(who, name) => onNote({ is: "name", player: who, name })} onColour={(who, colour) => onNote({ is: "colour", player: who, colour })} />
          </Section>
        </div>
      </div>
    </Frame>
  );
}

export function Sheet({ pad }: { pad: Pad }) {
  const map = maps.find(({ id }) => id === pad.map);
  const { found, failed, again } = useLoaded(pad.map, async () => loadMap(pad.map));
  if (failed || !map) return <Unloaded onAgain={again} />;
  return found ? <Open map={found} first={pad} /> : <main class="loading" aria-busy="true" />;
}
