/*
 * Analyses: those that are kept, and how a new one begins: from a game, from a position that was pasted, set up by hand.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { readLines, Unreadable, type Flaw } from "../analyse/read";
import { begin, forgetAnalysis, keepAnalysis, listAnalyses, type Analysis } from "../analyse/tree";
import { useLoaded } from "../load";
import { loadMap, maps } from "../maps";
import { WorkerLink } from "../net/local";
import type { Move } from "../net/protocol";
import { Icon } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { playerNames } from "../players";
import { go } from "../router";
import { language, n, nameOf, t } from "../text";
import { AnalysisBoard } from "./analyse/board";
import { Frame, Heading, Unloaded, Wrong } from "./frame";
import { gamesIn } from "./replay";

const boardName = (id: string): string => nameOf(maps.find((map) => map.id === id)?.name ?? { en: id });
const dateOf = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(at);

function flawText(flaw: Flaw): string {
  return {
    json: t("it is not written in JSON"),
    "whole-game": t("it is the record of a whole game: open it as a replay, and choose “Analyse from here”"),
    "other-position": t("its games begin from different positions"),
    "other-chance": t("its cards do not come as they would from this position: open it as a replay"),
  }[flaw];
}

/** A position or saved lines from text, as the engine has them; throws with what is wrong. */
async function read(text: string): Promise<Analysis> {
  const link = new WorkerLink();
  const ask = async (map: string, position: string, moves: Move[]) => {
    if (!maps.some(({ id }) => id === map)) throw new Error(t("it names no board that is here"));
    return link.send({ do: "position", map: JSON.stringify(await loadMap(map)), position, moves, seat: null });
  };
  try {
    const games = gamesIn(text);
    if (games.some((game) => game.includes('"linea"'))) return await readLines(games, ask);
    const asked = asPosition(text);
    const { position } = await ask(asked.map, JSON.stringify(asked), []);
    return begin(asked.map, playerNames(Array.from({ length: position.seats }, () => ({ is: "human", name: "" }))), position);
  } catch (error) {
    throw error instanceof Unreadable ? new Error(flawText(error.flaw)) : error;
  } finally {
    link.close();
  }
}

function asPosition(text: string): { map: string } {
  let asked: unknown;
  try {
    asked = JSON.parse(text);
  } catch {
    throw new Unreadable("json");
  }
  const map = typeof asked === "object" && asked !== null && "map" in asked ? String(asked.map) : "";
  return { ...(asked as object), map };
}

function Paste() {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    read(text).then((analysis) => { keepAnalysis(analysis); go(`/analyse/${analysis.id}`); }, (error: Error) => setWrong(t("This position cannot be: {why}.", { why: error.message })));
  };
  return (
    <form class="panel stack" onSubmit={submit} aria-labelledby="analyse-paste">
      <h2 id="analyse-paste">{t("Paste a position, or lines that were saved")}</h2>
      <label class="field">
        <span class="label">{t("As programs of Linea write it")}</span>
        <textarea class="input analyse-text" rows={5} spellcheck={false} value={text} onInput={(event) => { setText(event.currentTarget.value); setWrong(""); }} />
      </label>
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <p><button type="submit" class="button primary" disabled={!text.trim()}>{t("Open")}</button></p>
    </form>
  );
}

function Ways() {
  const ways = [
    { href: "/games", icon: "log", title: t("From a game"), text: t("Open one of your games, go to a move, and choose “Analyse from here”.") },
    { href: "/puzzles", icon: "bulb", title: t("From a puzzle"), text: t("Answer one, then choose “Analyse from here”.") },
    { href: "/replay", icon: "upload", title: t("From a record"), text: t("The same with a file.") },
    { href: "/pad", icon: "trophy", title: t("Set up by hand"), text: t("Note on a sheet what lies on the board, then put in the hands.") },
  ] as const;
  return (
    <ul class="analyse-ways">
      {ways.map(({ href, icon, title, text }) => (
        <li key={href}><a class="panel way" href={href}><Icon name={icon} size={26} /><span><strong>{title}</strong><span>{text}</span></span></a></li>
      ))}
    </ul>
  );
}

function Kept({ all, onForget }: { all: readonly Analysis[]; onForget(id: string): void }) {
  if (all.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="analyse-kept">
      <h2 id="analyse-kept">{t("Your analyses")}</h2>
      <ul class="table-list">
        {all.map(({ id, map, names, nodes, at }) => {
          const what = { board: boardName(map), when: dateOf(at) };
          return (
            <li class="table-entry panel flat" key={id}>
              <Thumbnail map={map} />
              <div class="table-text">
                <h3>{what.board}</h3>
                <p class="hint">{what.when} · {names.join(", ")} · {n("{n} move", "{n} moves", nodes.length - 1)}</p>
              </div>
              <p class="cluster">
                <a class="button primary" href={`/analyse/${id}`} aria-label={t("Open: {board}, {when}", what)}>{t("Open")}</a>
                <button type="button" class="button quiet" aria-label={t("Forget: {board}, {when}", what)} onClick={() => onForget(id)}>{t("Forget")}</button>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Opened({ analysis }: { analysis: Analysis }) {
  const { found, failed, again } = useLoaded(analysis.map, async () => loadMap(analysis.map));
  if (failed) return <Unloaded onAgain={again} />;
  return found ? <AnalysisBoard map={found} first={analysis} /> : <main class="loading" aria-busy="true" />;
}

export default function Analyse({ id }: { id: string | null }) {
  const known = () => listAnalyses().filter(({ map }) => maps.some((one) => one.id === map));
  const [all, setAll] = useState(known);
  if (id !== null) {
    const analysis = known().find((one) => one.id === id);
    return analysis ? <Opened key={id} analysis={analysis} /> : <Wrong title={t("There is no such analysis")} message={t("Analyses are kept in the browser that they were begun in.")} />;
  }
  return (
    <Frame class="lobby">
      <Heading title={t("Analysis board")} lead={t("Try moves in any position, see what each is worth, and keep the lines with your comments.")} />
      <Ways />
      <Kept all={all} onForget={(gone) => { forgetAnalysis(gone); setAll(known()); }} />
      <Paste />
    </Frame>
  );
}
