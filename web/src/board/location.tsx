/*
 * A location on the board: its marker (with a district's worth, an attraction's star, a country's
 * square), its name, a station, the passengers who wait there.
 *
 * SPDX-License-Identifier: MIT
 */
import { useRef } from "preact/hooks";
import type { Counts } from "../net/protocol";
import { stationHref } from "../parts/pieces";
import { kindShape } from "../parts/symbols";
import { colourName } from "../play/words";
import { t } from "../text";
import type { LocationOnBoard } from "./boards";
import { LEADING, brokenAt } from "./layout/lines";
import { memo } from "./memo";
import { putPath } from "./path";

/** A star of five points around a point. */
function star(x: number, y: number, radius: number): string {
  const points = [];
  for (let i = 0; i < 10; i++) {
    const far = i % 2 === 0 ? radius : radius * 0.45;
    const angle = (i * Math.PI) / 5 - Math.PI / 2;
    points.push(`${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}

function Marker({ at }: { at: LocationOnBoard }) {
  const { location, district, drawn } = at;
  const { x, y, radius: r } = drawn;
  const kind = district ? ` district district-${district.index}` : "";
  const aside = district ? r * 0.8 : 0;
  return (
    <g class={`marker${kind}`}>
      {location["dead-end"] ? (
        <rect class="disc" x={x - r} y={y - r} width={2 * r} height={2 * r} rx={r * 0.3} />
      ) : (
        <circle class="disc" cx={x} cy={y} r={r - 1} />
      )}
      {district && (
        <text class="worth" x={x} y={y + r * 0.38} font-size={r * 1.1}>
          {district.points}
        </text>
      )}
      {location.attraction && <path class="star" d={star(x + aside, y - aside, district ? r * 0.5 : r * 0.78)} />}
    </g>
  );
}

/** Who stands on which spot: who stays does not move when another goes. */
function standing(before: (string | null)[], counts: Counts | undefined, spots: number): (string | null)[] {
  const left = { ...counts };
  const stay = before.map((colour) => {
    if (colour === null || !left[colour]) return null;
    left[colour]--;
    return colour;
  });
  const now = Array.from({ length: spots }, (_, i) => stay[i] ?? null);
  for (const [colour, count] of Object.entries(left)) {
    for (let i = 0; i < count; i++) {
      const free = now.indexOf(null);
      if (free >= 0) now[free] = colour;
    }
  }
  return now;
}

/** On a board that is seen whole a figure would have a handful of pixels: there passengers are discs with their sign, as large as fits
 *  when their spots move apart a little. */
const COIN = 1.22;
const SPREAD = 1.2;

interface PassengersProps {
  at: LocationOnBoard;
  counts: Counts | undefined;
  size: number;
  choosable: boolean;
  name: string;
}

function Passengers({ at, counts, size, choosable, name }: PassengersProps) {
  const who = useRef<(string | null)[]>([]);
  const spots = at.drawn.passengers ?? [];
  who.current = standing(who.current, counts, spots.length);
  const radius = size * COIN;
  const apart = (from: number, to: number) => from + (to - from) * SPREAD;
  return (
    <>
      {who.current.map((colour, i) => {
        if (colour === null) return null;
        const [x, y] = [apart(at.drawn.x, spots[i]![0]), apart(at.drawn.y, spots[i]![1])];
        const button = choosable
          ? { role: "button" as const, tabindex: 0, "aria-label": t("Passenger in {place}: {colour}", { place: name, colour: colourName(colour) }) }
          : {};
        return (
          <g key={i} class={`passenger kind-${colour}${choosable ? " choosable glows" : ""}`} data-passenger={colour} data-location={at.id} {...button}>
            {choosable && <circle class="halo" cx={x} cy={y} r={radius * 1.3} />}
            <circle class="person" cx={x} cy={y} r={radius} />
            <path class="sign" d={putPath(kindShape(colour), { x, y, scale: (radius * 1.3) / 24, from: [12, 12] })} />
          </g>
        );
      })}
    </>
  );
}

interface LocationProps {
  at: LocationOnBoard;
  name: string;
  station: number | undefined;
  passengers: Counts | undefined;
  passengerSize: number;
  /** the location itself, or its passengers */
  choosable: "location" | "passengers" | null;
  label: string | undefined;
  lit: boolean;
  chosen: boolean;
}

/** Passengers are counts in a new object after every move: compared by what they say. */
function same(a: LocationProps, b: LocationProps): boolean {
  const keys = Object.keys(a) as (keyof LocationProps)[];
  return keys.every((key) => a[key] === b[key] || (key === "passengers" && JSON.stringify(a[key]) === JSON.stringify(b[key])));
}

export const Location = memo(function Location(props: LocationProps) {
  const { at, name, station, choosable, lit, chosen, label } = props;
  const { x, y, radius } = at.drawn;
  const whole = choosable === "location";
  const button = whole ? { role: "button" as const, tabindex: 0, "aria-label": label } : {};
  const size = radius * 3;
  return (
    <g class={`location${whole ? " choosable glows" : ""}${lit ? " lit" : ""}${chosen ? " chosen" : ""}`} data-location={at.id} {...button}>
      {(lit || chosen || whole) && <circle class="ring" cx={x} cy={y} r={radius + 5} />}
      <Marker at={at} />
      {station !== undefined && (
        <g class="piece fresh">
          <use href={stationHref(station)} x={x - size / 2} y={y - size / 2} width={size} height={size} />
        </g>
      )}
      {at.drawn.passengers && (
        <Passengers
          at={at} counts={props.passengers} size={props.passengerSize} choosable={choosable === "passengers"} name={name}
        />
      )}
    </g>
  );
}, same);

/** The name of a location in one line or two. */
export const Name = memo(function Name({ at, language, text }: { at: LocationOnBoard; language: string; text: number }) {
  const { location, drawn } = at;
  const tag = language in drawn.label ? language : Object.keys(drawn.label)[0]!;
  const label = drawn.label[tag]!;
  return (
    <text class="name" text-anchor={label.anchor} font-size={text}>
      {brokenAt(location.name[tag] ?? "", label.break).map((line, i) => (
        <tspan key={i} x={label.x} y={Math.round((label.y + i * LEADING * text) * 10) / 10}>
          {line}
        </tspan>
      ))}
    </text>
  );
});
