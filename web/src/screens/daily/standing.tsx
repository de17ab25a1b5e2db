/*
 * Where a result of the deal of a day stands among those of the bots that have played the same seat with the same cards. They play in a
 * worker, the first time that it is looked at.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { keepPlayed, resultOf, squares, standing, type Played } from "../../daily/daily";
import type { Game } from "../../game/game";
import { loadMap, maps } from "../../maps";
import type { DailyResult } from "../../net/engine";
import { WorkerLink } from "../../net/local";
import { botNames, levels } from "../../players";
import { n, nameOf, t } from "../../text";
import { CopyButton } from "../controls";
import { signed } from "../words";
import { Ranking } from "./ranking";

function standingWords(played: Played): string {
  const { below, equal, of } = standing(played);
  const better = t("Better than {n} of {all} games of bots with your cards", { n: below, all: of });
  return equal > 0 ? `${better}; ${t("as good as {n}", { n: equal })}.` : `${better}.`;
}

type Field = Pick<DailyResult, "bot" | "lead">[];

/** The games of the bots; null if they are not needed any more. */
export async function playField(id: string, date: string, gone: () => boolean, onProgress: (done: number, all: number) => void): Promise<Field | null> {
  const link = new WorkerLink();
  try {
    const map = JSON.stringify(await loadMap(id));
    const { field: all } = await link.send({ do: "daily", map, date });
    const field: Field = [];
    while (!gone() && field.length < all) {
      const { bot, lead } = await link.send({ do: "daily-play", map, date, game: field.length });
      field.push({ lead, ...(bot !== undefined && { bot }) });
      if (!gone()) onProgress(field.length, all);
    }
    return gone() ? null : field;
  } finally {
    link.close();
  }
}

/** Lets the bots play where they have not yet; how many have. */
function useField(first: Played): { played: Played; done: number; all: number } {
  const [played, setPlayed] = useState(first);
  const [progress, setProgress] = useState({ done: 0, all: 1 });
  useEffect(() => {
    if (first.field) return;
    let gone = false;
    playField(first.map, first.date, () => gone, (done, all) => setProgress({ done, all }))
      .then((field) => { if (field) setPlayed(keepPlayed({ ...first, field })); }).catch(() => undefined);
    return () => { gone = true; };
  }, [first.date, first.map]);
  return { played, ...progress };
}

const WIDTH = 320, LINE = 22, LEFT = 8;

/** The leads of all, one line for each level, one's own across them. */
function Strip({ played }: { played: Played }) {
  const field = played.field ?? [];
  const leads = [...field.map(({ lead }) => lead), played.lead, 0];
  const [low, high] = [Math.min(...leads), Math.max(...leads)];
  const x = (lead: number) => LEFT + 62 + ((WIDTH - 2 * LEFT - 62) * (lead - low)) / Math.max(1, high - low);
  const lines = [...levels].reverse().filter((level) => field.some(({ bot }) => bot === level));
  const height = lines.length * LINE + 18;
  return (
    <svg class="daily-strip" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={t("Points ahead of the best of the others: yours {lead}, the bots' from {low} to {high}", { lead: signed(played.lead), low: signed(low), high: signed(high) })}>
      <path class="chart-zero" d={`M${x(0)} 2V${height - 16}`} stroke-dasharray="2 3" />
      {lines.map((level, line) => (
        <g key={level}>
          <text class="chart-text" x={LEFT} y={line * LINE + 17}>{botNames[level]}</text>
          {field.map(({ bot, lead }, i) => (bot === level ? <circle key={i} class="daily-dot" cx={x(lead)} cy={line * LINE + 13} r="5" /> : null))}
        </g>
      ))}
      <path class="daily-own" d={`M${x(played.lead)} 2V${height - 16}`} />
      <text class="chart-text daily-you" x={Math.max(LEFT + 60, Math.min(WIDTH - 40, x(played.lead)))} y={height - 3} text-anchor="middle">{`${t("you")} ${signed(played.lead)}`}</text>
    </svg>
  );
}

/** The text to share has nothing of the cards. */
function shared(played: Played, board: string): string {
  const { below, of } = standing(played);
  const ahead = played.lead > 0 ? `+${played.lead}` : signed(played.lead);
  return [
    t("Linea, {date}: {board}", { date: played.date, board }),
    `${n("{n} point", "{n} points", played.points)} (${ahead}) · ${t("better than {n} of {all} bots", { n: below, all: of })}`,
    squares(played), `${location.origin}/daily`,
  ].join("\n");
}

export function Standing({ played: first }: { played: Played }) {
  const { played, done, all } = useField(first);
  const map = maps.find(({ id }) => id === played.map);
  return (
    <div class="stack daily-standing">
      <p><strong>{n("{n} point", "{n} points", played.points)}</strong> <span class="muted">{played.lead >= 0 ? t("{n} ahead", { n: played.lead }) : t("{n} behind", { n: -played.lead })}</span></p>
      {played.field ? (
        <>
          <p role="status">{standingWords(played)}</p>
          <Strip played={played} />
          <p><CopyButton text={shared(played, map ? nameOf(map.name) : played.map)} label={t("Copy to share")} /></p>
        </>
      ) : (
        <p class="cluster"><progress max={all} value={done} aria-label={t("Bots play your seat…")} /> <span class="hint">{t("Bots play your seat…")}</span></p>
      )}
    </div>
  );
}

/** At the end of a game: the result is kept, if it is the first of that deal. */
export default function DayEnd({ game, day }: { game: Game; day: string }) {
  const end = game.table.peek()?.end;
  const [own] = useState(() => (end ? resultOf(day, game.map.id, end) : null));
  const [played] = useState(() => own && keepPlayed(own));
  if (!own || !played) return null;
  const practice = own.points !== played.points || own.lead !== played.lead;
  return (
    <section class="panel stack" aria-labelledby="end-day">
      <h2 id="end-day">{t("Deal of the day")}</h2>
      <Standing played={played} />
      {practice && <p class="hint">{t("This game was practice: the first result of a deal counts.")}</p>}
      {game.kind === "online" ? <Ranking map={game.map.id} date={day} {...(played.field && { field: played.field })} /> : <p class="hint">{t("It was played on this device alone, so it does not stand in the table of a server.")}</p>}
      <p><a class="button" href="/daily">{t("The other deals of the day")}</a></p>
    </section>
  );
}
