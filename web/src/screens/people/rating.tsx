/*
 * A rating in words, and its curve.
 *
 * SPDX-License-Identifier: MIT
 */
import { maps } from "../../maps";
import type { Rating } from "../../net/people";
import { dayText } from "./day";
import { nameOf, t } from "../../text";

export const poolName = (pool: string): string => {
  const map = maps.find(({ id }) => id === pool);
  return map ? nameOf(map.name) : pool === "all" ? t("All boards") : pool;
};

/** "1734", or "1520?" while it is provisional; what is behind it as a title. */
export function RatingText({ rating }: { rating: Rating }) {
  const about = t("{low} to {high}, most likely", { low: rating.rating - rating.give_or_take, high: rating.rating + rating.give_or_take });
  return <span class="rating" title={about}>{rating.rating}{rating.provisional && <>?<span class="visually-hidden"> ({t("provisional")})</span></>}</span>;
}

const WIDTH = 600, HEIGHT = 160, EDGE = 8;

/** The latest games, from left to right. */
export function Curve({ points }: { points: [number, number][] }) {
  if (points.length < 2) return null;
  const line = [...points].reverse();
  const values = line.map(([, rating]) => rating);
  const [low, high] = [Math.min(...values) - 10, Math.max(...values) + 10];
  const x = (i: number) => EDGE + (i * (WIDTH - 2 * EDGE)) / (line.length - 1);
  const y = (rating: number) => HEIGHT - EDGE - ((rating - low) * (HEIGHT - 2 * EDGE)) / (high - low);
  const first = line[0]!, last = line[line.length - 1]!;
  return (
    <figure class="rating-curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("Rating over all boards: {from} on {first}, {to} on {last}", { from: first[1], first: dayText(first[0]), to: last[1], last: dayText(last[0]) })}>
        <polyline points={line.map(([, rating], i) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`).join(" ")} />
        <circle cx={x(line.length - 1)} cy={y(last[1])} r="4" />
      </svg>
      <figcaption class="hint">{t("The last {n} rated games: {low} to {high}", { n: line.length, low: Math.min(...values), high: Math.max(...values) })}</figcaption>
    </figure>
  );
}
