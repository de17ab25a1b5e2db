/*
 * What has happened, as sentences that a screen reader reads as they come; and, at a table with
 * others, what people say to each other. Names and words are text, never markup.
 *
 * SPDX-License-Identifier: MIT
 */
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Game, LogLine, Shown } from "../game/game";
import { parseMove } from "../game/moves";
import type { RouteId } from "../net/protocol";
import { Icon } from "../parts/icons";
import { playerNames, speaker } from "../players";
import { gamesBegun } from "../settings";
import { language, t } from "../text";
import { status } from "./bar";
import { isMuted, mute, voices } from "./mute";
import { phrases, phraseText } from "./phrases";
import { Report } from "./report";
import { Clock } from "./players";
import { sentence, type Teller } from "./sentences";
import type { Ui } from "./ui";

const LONGEST_MESSAGE = 500;

function teller(game: Shown): Teller {
  return { map: game.map, players: game.table.value?.players ?? [], me: game.me.value };
}

/** The route that a line is about, to be shown when one points at it. */
function routeOf(line: LogLine): RouteId | null {
  const move = line.did ? parseMove(line.did.move) : null;
  return move?.is === "claim" ? move.route : null;
}

function Line({ ui, who, lines, index }: { ui: Ui; who: Teller; lines: readonly LogLine[]; index: number }) {
  const line = lines[index];
  const text = sentence(who, lines, index);
  if (!line || !text) return null;
  const route = routeOf(line);
  const mark = line.seat === null ? "" : `seat-${line.seat}`;
  return (
    <li
      class={`tb-line ${mark}`}
      data-what={line.what}
      onPointerMove={route ? () => (ui.pointed.value = route) : undefined}
      onPointerLeave={route ? () => (ui.pointed.value = null) : undefined}
    >
      {text}
    </li>
  );
}

/** An element for each line, made once, since lines that come later say nothing about it. */
function useLines(game: Shown, ui: Ui): VNode[] {
  const who = teller(game);
  const lines = game.log.value;
  /* the language, and who is called how: all that a sentence depends on besides what happened */
  const words = [language.value, who.me, ...playerNames(who.players)].join();
  const drawn = useMemo(() => new WeakMap<LogLine, VNode>(), [words]);
  return lines.map((line, index) => {
    if (isMuted(line)) return <></>;
    const known = drawn.get(line) ?? <Line key={`${line.event}${line.what}`} ui={ui} who={who} lines={lines} index={index} />;
    drawn.set(line, known);
    return known;
  });
}

/** So many games one has the summary of a turn beside the board. */
const FIRST_GAMES = 3;

/** What one can do in a turn, for who plays one of their first games: until it is put away. */
function TurnHelp({ game, shown }: { game: Game; shown: Shown }) {
  if (shown.me.value === null || gamesBegun.value > FIRST_GAMES) return null;
  return (
    <div class="tb-help">
      <p>
        <b>{t("In your turn you do one of these:")}</b>{" "}
        {game.map.mechanics["stations"]
          ? t("draw cards, claim a route, draw tickets, or build a station.")
          : t("draw cards, claim a route, or draw tickets.")}
      </p>
      <button type="button" class="tb-away" aria-label={t("Close")} title={t("Close")} onClick={() => (gamesBegun.value = FIRST_GAMES + 1)}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

export function Log({ game, shown, ui }: { game: Game; shown: Shown; ui: Ui }) {
  return (
    <section class="tb-log" aria-label={t("What happened")}>
      <TurnHelp game={game} shown={shown} />
      <div class="tb-lines" role="log" aria-live="polite" tabIndex={0} aria-label={t("What happened")}>
        <ol>{useLines(shown, ui)}</ol>
      </div>
      {game.kind === "online" && <Say game={game} />}
    </section>
  );
}

/** In the list of phrases: to report somebody. */
const REPORT = "report";

/** What can be said by one choice, and who is muted. */
function Phrases({ game }: { game: Game }) {
  const others = voices(game.log.value, game.me.value);
  const [reports, setReports] = useState(false);
  const choose = (event: Event & { currentTarget: HTMLSelectElement }): void => {
    const chosen = event.currentTarget.value;
    event.currentTarget.value = "";
    const line = others[Number(chosen)];
    if (chosen === REPORT) setReports(true);
    else if (line) mute(line, !isMuted(line));
    else if (chosen) void game.request({ do: "say", phrase: chosen });
  };
  return (<>
    <select class="input tb-phrase" aria-label={t("Say a phrase")} title={t("Say a phrase")} value="" onChange={choose}>
      <option value="">…</option>
      {phrases.map((phrase) => <option key={phrase} value={phrase}>{phraseText(phrase)}</option>)}
      {others.length > 0 && (
        <optgroup label={t("Mute or unmute")}>
          {others.map((line, index) => (
            <option key={line.event} value={String(index)}>
              {isMuted(line) ? t("Unmute {name}", { name: speaker(line) }) : t("Mute {name}", { name: speaker(line) })}
            </option>
          ))}
        </optgroup>
      )}
      <option value={REPORT}>{t("Report…")}</option>
    </select>
    {reports && <Report game={game} onClose={() => setReports(false)} />}
  </>);
}

/** The field keeps its text itself: what is sent is what it holds at that moment, whatever was drawn last. */
export function Say({ game }: { game: Game }) {
  const field = useRef<HTMLInputElement>(null);
  if (game.me.value === null && game.table.value?.talk === "players") return null;
  const say = async (input: HTMLInputElement): Promise<void> => {
    const words = input.value.trim();
    input.value = "";
    if (words && !(await game.say(words))) input.value ||= words;
  };
  return (
    <form
      class="tb-say"
      onSubmit={(event) => {
        event.preventDefault();
        if (field.current) void say(field.current);
      }}
    >
      <input class="input" id="say" ref={field} maxLength={LONGEST_MESSAGE} placeholder={t("Say something…")} aria-label={t("Say something…")} autocomplete="off" />
      <Phrases game={game} />
      <button type="submit" class="button icon" aria-label={t("Send")}>
        <Icon name="send" />
      </button>
    </form>
  );
}

/** Where there is no room for bar and log: what is to be done, and the latest sentence. */
export function Now({ game }: { game: Shown }) {
  const lines = game.log.value;
  const who = teller(game);
  let text = "";
  let seat: number | null = null;
  for (let i = lines.length - 1; i >= 0 && !text; i--) {
    const line = lines[i];
    if (line && isMuted(line)) continue;
    text = sentence(who, lines, i);
    seat = line?.seat ?? null;
  }
  return (
    <p class={`tb-now ${seat === null ? "" : `seat-${seat}`}`} aria-hidden="true">
      <b class={game.moves.value.length > 0 ? "tb-mine" : undefined}>
        <span>{status(game)}</span> <Clock game={game} />
      </b>
      <span>{text}</span>
    </p>
  );
}

/** Counts what was said while the log was out of sight. */
export function useUnread(game: Game, ui: Ui): void {
  const seen = useRef(0);
  const said = game.log.value.filter((line) => line.what === "said" && !isMuted(line)).length;
  useEffect(() => {
    if (ui.tab.value === "log") {
      seen.current = said;
      ui.unread.value = 0;
    } else ui.unread.value = said - seen.current;
  }, [said, ui.tab.value]);
}
