/*
 * Looking at any record of a game, from a file that was saved or written by a program.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Replay as Opened } from "../game/game";
import { findFinished } from "../game/finished";
import { openReplay } from "../game/open";
import { usePaints } from "../paints";
import { Icon } from "../parts/icons";
import { playerNames } from "../players";
import { errorText, nameOf, t } from "../text";
import { Select } from "./controls";
import { Count } from "./end/count";
import { FairCheck } from "./end/fair";
import { LookBack } from "./end/look";
import { Frame, Heading } from "./frame";

/** Whether a line is a header: an object with the key "linea", wherever that stands. */
function begins(line: string): boolean {
  try {
    return line.includes('"linea"') && "linea" in (JSON.parse(line) as object);
  } catch {
    return false;
  }
}

/** The games of a file, which may hold many: each begins with a header. */
export function gamesIn(text: string): string[] {
  const games: string[][] = [];
  for (const line of text.split("\n")) {
    if (games.length === 0 || begins(line)) games.push([]);
    games[games.length - 1]?.push(line);
  }
  return games.map((lines) => lines.join("\n"));
}

function Choose({ onText, onFail, wrong }: { onText(text: string): void; onFail(): void; wrong: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => { files?.[0]?.text().then(onText, onFail); };
  return (
    <div class={`drop panel${over ? " over" : ""}`}
      onDragOver={(e) => { e.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(e) => { e.preventDefault(); setOver(false); take(e.dataTransfer?.files); }}>
      <Icon name="upload" size={40} />
      <p>{t("Drop a record here, or choose the file.")}</p>
      <p class="cluster">
        <button type="button" class="button primary" onClick={() => input.current?.click()}>{t("Choose a file")}</button>
        <a class="button" href="/games">{t("Your games")}</a>
      </p>
      <input ref={input} class="visually-hidden" tabIndex={-1} aria-hidden="true" type="file" accept=".jsonl,.ndjson,.json,.txt"
        onChange={(e) => { take(e.currentTarget.files); e.currentTarget.value = ""; }} />
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <p class="hint">{t("A record is what “Save the record” gives at the end of a game, and what the programs of Linea write: one line of JSON for each move.")}</p>
    </div>
  );
}

function Result({ replay, names }: { replay: Opened; names: string[] }) {
  const scores = replay.history[replay.position.value] ?? [];
  return (
    <section class="panel" aria-label={t("Points")}>
      <Count scores={scores} names={names} winners={replay.table.value?.end?.winners ?? []} counted={Infinity} />
    </section>
  );
}

export default function Replay() {
  const [games, setGames] = useState<string[]>([]);
  const [which, setWhich] = useState(0);
  const [replay, setReplay] = useState<Opened | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => () => replay?.close(), [replay]);
  /* one that is kept on this device: /replay?kept=ID */
  useEffect(() => {
    const id = new URLSearchParams(location.search).get("kept");
    if (id) void findFinished(id).then((found) => (found ? open([found.record], 0, found.me) : setWrong(t("There is no such game."))), () => setWrong(t("There is no such game.")));
  }, []);
  /* what was asked for last is shown, whatever is there first */
  const asked = useRef({});
  const open = (all: string[], at: number, owner: number | null = null) => {
    const mine = (asked.current = {});
    const ifLast = <T,>(show: (found: T) => void) => (found: T) => { if (asked.current === mine) show(found); };
    openReplay(all[at] ?? "", owner).then(
      ifLast((opened) => { setWrong(""); setGames(all); setWhich(at); setReplay(opened); }),
      ifLast((error: unknown) => setWrong(errorText(error))),
    );
  };
  /* a record may be dropped anywhere */
  useEffect(() => {
    const over = (event: DragEvent) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      file.text().then((text) => open(gamesIn(text), 0), () => setWrong(t("It did not work.")));
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => { removeEventListener("dragover", over); removeEventListener("drop", drop); };
  }, []);
  usePaints(replay?.table.value?.players ?? []);
  if (!replay) {
    return (
      <Frame>
        <Heading title={t("Replay")} lead={t("Look at a game again, move by move.")} />
        <Choose onText={(text) => open(gamesIn(text), 0)} onFail={() => setWrong(t("It did not work."))} wrong={wrong} />
      </Frame>
    );
  }
  const names = playerNames(replay.table.peek()?.players ?? []);
  return (
    <Frame class="replay">
      <div class="look-head">
        <Heading title={t("Replay: {board}", { board: nameOf(replay.map.name) })} />
        <div class="cluster">
          {games.length > 1 && (
            <Select legend={t("Game of this file")} quiet value={which} onChange={(at) => open(games, at)}
              options={games.map((_, i) => ({ value: i, label: t("Game {n} of {all}", { n: i + 1, all: games.length }) }))} />
          )}
          <button type="button" class="button" onClick={() => setReplay(null)}>{t("Another record")}</button>
        </div>
      </div>
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <LookBack key={which} replay={replay} names={names} after={<FairCheck game={replay} />}><Result replay={replay} names={names} /></LookBack>
    </Frame>
  );
}
