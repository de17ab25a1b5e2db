/*
 * What has happened, as sentences that a screen reader hears as they come; and, at a table with
 * others, what people say to each other. Names and words are text, never markup.
 *
 * SPDX-License-Identifier: MIT
 */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { memo } from "../board/memo";
import type { Game, LogLine } from "../game/game";
import { parseMove } from "../game/moves";
import type { RouteId } from "../net/protocol";
import { Icon } from "../parts/icons";
import { playerNames } from "../players";
import { language, t } from "../text";
import { status } from "./bar";
import { Clock } from "./players";
import { sentence, type Teller } from "./sentences";
import type { Ui } from "./ui";

const LONGEST_MESSAGE = 500;

function teller(game: Game): Teller {
  return { map: game.map, players: game.table.value?.players ?? [], me: game.me.value };
}

/** The route that a line is about, to be shown when one points at it. */
function routeOf(line: LogLine): RouteId | null {
  const move = line.did ? parseMove(line.did.move) : null;
  return move?.is === "claim" ? move.route : null;
}

interface LineProps {
  ui: Ui;
  who: Teller;
  lines: readonly LogLine[];
  index: number;
  /** the language, and who is called how: all that a sentence depends on besides what happened */
  words: string;
}

/** Lines that came later say nothing about this one, so it is written once. */
const Line = memo(
  function Line({ ui, who, lines, index }: LineProps) {
    const line = lines[index];
    const text = sentence(who, lines, index);
    if (!line || !text) return null;
    const route = routeOf(line);
    const mark = line.seat === null ? "" : `seat-${line.seat}`;
    return (
      <li
        class={`tb-line ${mark}`}
        data-what={line.what}
        onPointerEnter={route ? () => (ui.pointed.value = route) : undefined}
        onPointerLeave={route ? () => (ui.pointed.value = null) : undefined}
      >
        {text}
      </li>
    );
  },
  (a, b) => a.lines[a.index] === b.lines[b.index] && a.words === b.words,
);

/** So many lines are a list of their own: the style sheet passes over those that are out of sight. */
const BLOCK = 12;

const Block = memo(
  function Block({ lines }: { lines: readonly VNode[] }) {
    return <ol class="tb-block">{lines}</ol>;
  },
  (a, b) => a.lines.length === b.lines.length && a.lines.every((line, i) => line === b.lines[i]),
);

/** The elements of lines, in blocks: those of before, as far as they tell the same, and what has come. */
function useLines(ui: Ui, who: Teller, lines: readonly LogLine[], words: string): VNode[][] {
  const kept = useRef<{ words: string; lines: readonly LogLine[]; drawn: VNode[] }>({ words, lines: [], drawn: [] });
  const before = kept.current;
  const differs = before.words === words ? before.lines.findIndex((line, i) => line !== lines[i]) : 0;
  const drawn = differs < 0 ? before.drawn.slice(0, before.lines.length) : before.drawn.slice(0, differs);
  for (let i = drawn.length; i < lines.length; i++) {
    const { event, what } = lines[i]!;
    drawn.push(<Line key={`${event}${what}`} ui={ui} who={who} lines={lines} index={i} words={words} />);
  }
  kept.current = { words, lines, drawn };
  return Array.from({ length: Math.ceil(drawn.length / BLOCK) }, (_, i) => drawn.slice(i * BLOCK, (i + 1) * BLOCK));
}

export function Log({ game, ui }: { game: Game; ui: Ui }) {
  const who = teller(game);
  const lines = useLines(ui, who, game.log.value, [language.value, who.me, ...playerNames(who.players)].join());
  return (
    <section class="tb-log" aria-label={t("What happened")}>
      <div class="tb-lines" role="log" aria-live="polite" tabIndex={0} aria-label={t("What happened")}>
        <div>
          {lines.map((block, index) => (
            <Block key={index} lines={block} />
          ))}
        </div>
      </div>
      {game.kind === "online" && <Say game={game} />}
    </section>
  );
}

export function Say({ game }: { game: Game }) {
  const [text, setText] = useState("");
  if (game.me.value === null) return null;
  const say = async (): Promise<void> => {
    const words = text.trim();
    if (words && (await game.say(words))) setText("");
  };
  return (
    <form
      class="tb-say"
      onSubmit={(event) => {
        event.preventDefault();
        void say();
      }}
    >
      <input
        class="input"
        id="say"
        value={text}
        maxLength={LONGEST_MESSAGE}
        placeholder={t("Say something…")}
        aria-label={t("Say something…")}
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button icon" aria-label={t("Send")} disabled={!text.trim()}>
        <Icon name="send" />
      </button>
    </form>
  );
}

/** Where there is no room for bar and log: what is to be done, and the latest sentence. */
export function Now({ game }: { game: Game }) {
  const lines = game.log.value;
  const who = teller(game);
  let text = "";
  let seat: number | null = null;
  for (let i = lines.length - 1; i >= 0 && !text; i--) {
    text = sentence(who, lines, i);
    seat = lines[i]?.seat ?? null;
  }
  return (
    <p class={`tb-now ${seat === null ? "" : `seat-${seat}`}`} aria-hidden="true">
      <b class={game.moves.value.length > 0 ? "tb-mine" : undefined}>
        {status(game)} <Clock game={game} />
      </b>
      <span>{text}</span>
    </p>
  );
}

/** Counts what was said while the log was out of sight. */
export function useUnread(game: Game, ui: Ui): void {
  const seen = useRef(0);
  const said = game.log.value.filter((line) => line.what === "said").length;
  useEffect(() => {
    if (ui.tab.value === "log") {
      seen.current = said;
      ui.unread.value = 0;
    } else ui.unread.value = said - seen.current;
  }, [said, ui.tab.value]);
}
