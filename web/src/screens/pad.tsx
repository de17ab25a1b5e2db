/*
 * The score pad, for those who play the printed box: the sheets that are kept, and a new one. A sheet itself is pad/sheet.tsx.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { maps, type MapSummary } from "../maps";
import { forgetPad, keepPad, listPads, newPad, noted, people as somePeople, recolour, type Pad } from "../pad/pad";
import { seatColours } from "../paints";
import { Icon } from "../parts/icons";
import { SeatDot } from "../parts/symbols";
import { Thumbnail } from "../parts/thumbnail";
import { go } from "../router";
import { name as ownName } from "../settings";
import { language, n, nameOf, t } from "../text";
import { Select } from "./controls";
import { Frame, Heading, Wrong } from "./frame";
import { People } from "./pad/people";
import { Sheet } from "./pad/sheet";

const dateOf = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(at);

function calledOr(name: string, player: number): string {
  return name.trim() || t("Player {n}", { n: player + 1 });
}

function Kept({ pads, onForget }: { pads: readonly Pad[]; onForget(id: string): void }) {
  const known = pads.flatMap((pad) => { const map = maps.find(({ id }) => id === pad.map); return map ? [{ pad, map }] : []; });
  if (known.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="pads-kept">
      <h2 id="pads-kept">{t("Your sheets")}</h2>
      <ul class="table-list">
        {known.map(({ pad, map }) => {
          const title = nameOf(map.name), when = dateOf(pad.at);
          return (
            <li class="table-entry panel flat" key={pad.id}>
              <Thumbnail map={pad.map} />
              <div class="table-text">
                <h3>{title}</h3>
                <p class="hint">{when}</p>
                <ul class="cluster" style={seatColours(noted(pad).players)}>
                  {noted(pad).players.map(({ name }, player) => <li key={player}><SeatDot seat={player} /> {calledOr(name, player)}</li>)}
                </ul>
              </div>
              <p class="cluster">
                <a class="button primary" href={`/pad/${pad.id}`} aria-label={t("Open: {board}, {when}", { board: title, when })}>{t("Open")}</a>
                <button type="button" class="button quiet" aria-label={t("Forget: {board}, {when}", { board: title, when })} onClick={() => onForget(pad.id)}>{t("Forget")}</button>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function NewSheet() {
  const [map, setMap] = useState<MapSummary>(() => maps[maps.length - 1]!);
  const [people, setPeople] = useState(() => somePeople(map.players[0]).map((person, i) => (i === 0 ? { ...person, name: ownName.peek() } : person)));
  const [least, most] = map.players;
  const resize = (count: number) => setPeople((all) => somePeople(count, all));
  const choose = (id: string) => {
    const next = maps.find((one) => one.id === id) ?? map;
    setMap(next);
    resize(Math.max(next.players[0], Math.min(next.players[1], people.length)));
  };
  const begin = (event: Event) => {
    event.preventDefault();
    const pad = newPad(map.id, people);
    keepPad(pad);
    go(`/pad/${pad.id}`);
  };
  return (
    <form class="panel stack pad-new" onSubmit={begin} aria-labelledby="pad-new">
      <h2 id="pad-new">{t("A new sheet")}</h2>
      <div class="pad-choice">
        <Select legend={t("Board")} value={map.id} onChange={choose} options={maps.map(({ id, name }) => ({ value: id, label: nameOf(name) }))} />
        <Select<number> legend={t("Players")} value={people.length} onChange={resize}
          options={Array.from({ length: most - least + 1 }, (_, i) => ({ value: least + i, label: n("{n} player", "{n} players", least + i) }))} />
      </div>
      <People map={map} people={people} onName={(player, name) => setPeople((all) => all.map((one, at) => (at === player ? { ...one, name } : one)))}
        onColour={(player, colour) => setPeople((all) => recolour(all, player, colour))} />
      <p><button type="submit" class="button primary large"><Icon name="play" />{t("Begin the sheet")}</button></p>
    </form>
  );
}

export default function PadScreen({ id }: { id: string | null }) {
  const [pads, setPads] = useState(listPads);
  if (id !== null) {
    const pad = listPads().find((one) => one.id === id && maps.some((map) => map.id === one.map));
    return pad ? <Sheet key={id} pad={pad} /> : <Wrong title={t("There is no such sheet")} message={t("Sheets are kept in the browser that they were begun in.")} />;
  }
  return (
    <Frame class="pads">
      <Heading title={t("Score pad")} lead={t("For a game on the printed board: tap what everybody claims, and the points are counted here, without a network too.")} />
      <Kept pads={pads} onForget={(gone) => { forgetPad(gone); setPads(listPads()); }} />
      <NewSheet />
    </Frame>
  );
}
