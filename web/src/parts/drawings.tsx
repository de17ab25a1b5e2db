/*
 * Small drawings for how-to-play, 200 by 120, in the mood of the map they explain. They
 * add to the words beside them and say nothing by themselves to a screen reader.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { maps } from "../maps";
import { passengerHref, stationHref, vehicleHref } from "./pieces";
import { kindHref } from "./symbols";

/** What a drawing needs to know of its map. */
interface Scene {
  vehicle: string;
}

interface At {
  x: number;
  y: number;
  turn?: number;
}
const moved = ({ x, y, turn = 0 }: At): string => `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}`;

/* ---- what drawings are made of ---- */

function Place({ x, y, r = 6 }: { x: number; y: number; r?: number }) {
  return <circle class="drawn-place" cx={x} cy={y} r={r} />;
}

function Sign({ kind, size }: { kind: string; size: number }) {
  return <use href={kindHref(kind)} x={-size / 2} y={-size / 2} width={size} height={size} fill="var(--kind-ink)" />;
}

/** A card, its middle at x y. */
function Small({ kind, x, y, turn = 0, scale = 1 }: At & { kind: string; scale?: number }) {
  return (
    <g class={`kind-${kind}`} transform={`${moved({ x, y, turn })} scale(${scale})`}>
      <rect class="drawn-card" x="-13" y="-18" width="26" height="36" rx="3.5" />
      {kind === "wild" && <use href="#wild-fan" x="-11" y="-11" width="22" height="22" />}
      <circle r="8.5" class="drawn-sun" />
      <Sign kind={kind} size={10} />
    </g>
  );
}

function Back({ x, y, turn = 0 }: At) {
  return (
    <g transform={moved({ x, y, turn })}>
      <rect class="drawn-back" x="-13" y="-18" width="26" height="36" rx="3.5" />
      <path class="drawn-back-line" d="M-13-6H-4L3 1V18M-13 8H13" />
    </g>
  );
}

/** Spaces in a row from one point to another; `claimed` puts a seat's vehicles on the first so many. */
function Way({ from, to, count, kind, seat = 0, claimed = 0, scene, wilds = 0, tunnel = false, aside = 0 }: {
  from: [number, number]; to: [number, number]; count: number; kind: string; scene: Scene;
  seat?: number; claimed?: number; wilds?: number; tunnel?: boolean; aside?: number;
}) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy);
  const free = 9;
  const step = (long - 2 * free) / count;
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  return (
    <g class={`kind-${kind}`} transform={`translate(${from[0]} ${from[1]}) rotate(${turn})`}>
      {Array.from({ length: count }, (_, i) => (
        <g key={i} transform={`translate(${free + step * (i + 0.5)} ${aside})`}>
          {tunnel && <rect class="drawn-rock" x={-step / 2 + 0.5} y="-7" width={step - 1} height="14" rx="2.5" />}
          <rect class="drawn-space" x={-step / 2 + 1.5} y="-5.5" width={step - 3} height="11" rx="2.5" />
          {i < wilds ? <g class="kind-wild"><use href="#wild-fan" x="-6" y="-6" width="12" height="12" /><circle r="4.2" fill="var(--kind)" /><Sign kind="wild" size={6} /></g> : kind !== "gray" && <Sign kind={kind} size={7} />}
          {i < claimed && <use href={vehicleHref(scene.vehicle, seat)} x={-step / 2} y="-7" width={step} height="14" />}
        </g>
      ))}
    </g>
  );
}

function Ticket({ x, y, turn = 0, points }: At & { points: number }) {
  return (
    <g transform={moved({ x, y, turn })}>
      <rect class="drawn-ticket" x="-36" y="-17" width="72" height="34" rx="4" />
      <path class="drawn-cut" d="M17-17V17" />
      <path class="drawn-road" d="M-26 7C-18 7-20-7-12-7H2" />
      <circle class="drawn-place" cx="-26" cy="7" r="3" />
      <circle class="drawn-place" cx="5" cy="-7" r="3" />
      <text class="drawn-number" x="26.5" y="0">{points}</text>
    </g>
  );
}

function Arrow({ d }: { d: string }) {
  return <path class="drawn-arrow" d={d} />;
}

function Words({ x, y, children, good = false }: { x: number; y: number; children: ComponentChildren; good?: boolean }) {
  return <text class={good ? "drawn-number good" : "drawn-number"} x={x} y={y}>{children}</text>;
}

/* ---- the drawings ---- */

const drawings: Record<string, (scene: Scene) => ComponentChildren> = {
  draw: () => (
    <>
      <Back x={52} y={64} turn={-3} />
      <Back x={54} y={61} />
      <Small kind="blue" x={98} y={74} />
      <Small kind="orange" x={128} y={74} />
      <Small kind="green" x={158} y={48} turn={6} />
      <Arrow d="M158 88V76M153.5 80 158 74.5 162.5 80" />
    </>
  ),
  cards: () => (
    <>
      {["blue", "black", "wild", "orange", "green"].map((kind, i) => (
        <Small key={kind} kind={kind} x={68 + i * 28} y={i === 1 || i === 4 ? 40 : 48} />
      ))}
      <Back x={27} y={50} turn={-4} />
      <Back x={29} y={47} />
      <Arrow d="M96 64C96 82 104 92 116 96M180 64C180 82 176 92 168 96" />
      <Small kind="black" x={134} y={98} turn={-6} scale={0.8} />
      <Small kind="green" x={156} y={98} turn={6} scale={0.8} />
    </>
  ),
  claim: (scene) => (
    <>
      <Way from={[26, 78]} to={[174, 46]} count={4} kind="blue" claimed={3} scene={scene} />
      <Place x={26} y={78} />
      <Place x={174} y={46} />
      <use href={vehicleHref(scene.vehicle, 0)} x="124" y="14" width="36" height="14.4" transform="rotate(-12 142 21)" />
      <Arrow d="M147 30V42M142.5 38 147 43.5 151.5 38" />
    </>
  ),
  payment: (scene) => (
    <>
      <Small kind="orange" x={64} y={36} turn={-10} />
      <Small kind="orange" x={92} y={32} />
      <Small kind="wild" x={120} y={36} turn={10} />
      <Arrow d="M92 58V70M87.5 66 92 71.5 96.5 66" />
      <Way from={[26, 92]} to={[158, 92]} count={3} kind="orange" scene={scene} />
      <Place x={26} y={92} />
      <Place x={158} y={92} />
      <Words x={182} y={92} good>+4</Words>
    </>
  ),
  parallels: (scene) => (
    <>
      <Way from={[26, 60]} to={[174, 60]} count={4} kind="green" claimed={4} seat={1} scene={scene} aside={-8} />
      <Way from={[26, 60]} to={[174, 60]} count={4} kind="blue" scene={scene} aside={8} />
      <Place x={26} y={60} r={8} />
      <Place x={174} y={60} r={8} />
      <path class="drawn-no" d="M78 84 96 102M96 84 78 102" />
      <use href={vehicleHref(scene.vehicle, 0)} x="104" y="86" width="36" height="14.4" />
    </>
  ),
  ticket: (scene) => (
    <>
      <Ticket x={62} y={34} turn={-5} points={8} />
      <Way from={[24, 96]} to={[84, 84]} count={2} kind="blue" claimed={2} scene={scene} />
      <Way from={[84, 84]} to={[132, 54]} count={2} kind="black" claimed={2} scene={scene} />
      <Way from={[132, 54]} to={[180, 34]} count={2} kind="green" claimed={2} scene={scene} />
      <Place x={24} y={96} r={7} />
      <Place x={84} y={84} />
      <Place x={132} y={54} />
      <Place x={180} y={34} r={7} />
      <Arrow d="M152 92 160 100 176 80" />
    </>
  ),
  tickets: () => (
    <>
      <Ticket x={70} y={66} turn={-14} points={5} />
      <Ticket x={98} y={58} points={8} />
      <Ticket x={128} y={64} turn={14} points={11} />
    </>
  ),
  station: (scene) => (
    <>
      <Way from={[24, 84]} to={[100, 60]} count={3} kind="blue" claimed={3} scene={scene} />
      <Way from={[100, 60]} to={[176, 40]} count={3} kind="black" claimed={3} seat={1} scene={scene} />
      <Place x={24} y={84} />
      <Place x={176} y={40} />
      <Place x={100} y={60} />
      <use href={stationHref(0)} x="85" y="38" width="30" height="30" />
    </>
  ),
  ferry: (scene) => (
    <>
      <path class="drawn-sea" d="M36 0C46 26 30 52 44 76 54 94 46 108 50 120H152C146 100 160 84 152 60 146 40 158 20 150 0Z" />
      <path class="drawn-wave" d="M64 30q5-6 10 0t10 0 10 0M106 96q5-6 10 0t10 0 10 0M70 100q4-5 8 0t8 0" />
      <Way from={[24, 66]} to={[176, 56]} count={4} kind="gray" wilds={2} scene={scene} />
      <Place x={24} y={66} />
      <Place x={176} y={56} />
    </>
  ),
  tunnel: (scene) => (
    <>
      <path class="drawn-hill" d="M20 92 62 40 82 62 112 26 184 92Z" />
      <Way from={[24, 92]} to={[134, 92]} count={3} kind="orange" tunnel scene={scene} />
      <Place x={24} y={92} />
      <Place x={134} y={92} />
      <Small kind="blue" x={134} y={34} turn={-8} scale={0.85} />
      <Small kind="orange" x={158} y={30} scale={0.85} />
      <Small kind="green" x={182} y={34} turn={8} scale={0.85} />
      <Words x={166} y={92}>+1</Words>
    </>
  ),
  passengers: (scene) => (
    <>
      <Way from={[26, 84]} to={[100, 84]} count={3} kind="blue" claimed={3} scene={scene} />
      <Way from={[100, 84]} to={[174, 60]} count={3} kind="black" claimed={3} scene={scene} />
      <Place x={26} y={84} r={8} />
      <Place x={100} y={84} r={8} />
      <Place x={174} y={60} r={8} />
      <use href={passengerHref("red")} x="18" y="46" width="18" height="27" />
      <use href={passengerHref("blue")} x="84" y="46" width="18" height="27" />
      <use href={passengerHref("yellow")} x="101" y="46" width="18" height="27" />
      <use href={passengerHref("green")} x="165" y="22" width="18" height="27" />
    </>
  ),
  country: (scene) => (
    <>
      <path class="drawn-beyond" d="M138 0C126 24 150 44 138 66 130 84 144 104 136 120H200V0Z" />
      <path class="drawn-border" d="M138 0C126 24 150 44 138 66 130 84 144 104 136 120" />
      <Way from={[40, 34]} to={[160, 60]} count={4} kind="green" claimed={4} scene={scene} />
      <Way from={[40, 96]} to={[160, 60]} count={4} kind="orange" scene={scene} />
      <Place x={40} y={34} />
      <Place x={40} y={96} />
      <rect class="drawn-place" x="150" y="50" width="22" height="20" rx="5" />
      <path class="drawn-flag" d="M157 66V54H167L164.5 57.5 167 61H157" />
    </>
  ),
  district: (scene) => (
    <>
      <path class="drawn-district" d="M34 26C70 6 136 10 164 34 188 58 176 98 136 106 92 114 40 108 26 78 18 58 22 34 34 26Z" />
      <Way from={[52, 44]} to={[112, 40]} count={2} kind="blue" claimed={2} scene={scene} />
      <Way from={[112, 40]} to={[146, 82]} count={2} kind="orange" claimed={2} scene={scene} />
      <Way from={[52, 44]} to={[72, 90]} count={2} kind="green" claimed={2} scene={scene} />
      {([[52, 44], [112, 40], [146, 82], [72, 90]] as const).map(([x, y]) => (
        <Place key={x} x={x} y={y} r={7} />
      ))}
      <Words x={100} y={78} good>+4</Words>
    </>
  ),
  attraction: (scene) => (
    <>
      <Way from={[34, 84]} to={[100, 60]} count={2} kind="blue" claimed={2} scene={scene} />
      <Way from={[100, 60]} to={[168, 78]} count={2} kind="orange" claimed={2} scene={scene} />
      <Place x={34} y={84} r={9} />
      <Place x={100} y={60} r={9} />
      <Place x={168} y={78} r={9} />
      <path class="drawn-star" d="m100 53 2.1 4.7 5.2.5-3.9 3.5 1.1 5.1-4.5-2.7-4.5 2.7 1.1-5.1-3.9-3.5 5.2-.5Z" />
      <path class="drawn-star" d="m168 71 2.1 4.7 5.2.5-3.9 3.5 1.1 5.1-4.5-2.7-4.5 2.7 1.1-5.1-3.9-3.5 5.2-.5Z" />
      <Words x={100} y={36} good>+1</Words>
      <Words x={168} y={54} good>+1</Words>
    </>
  ),
  longest: (scene) => (
    <>
      <path class="drawn-lit" d="M26 92 70 50 122 72 174 30" />
      <Way from={[26, 92]} to={[70, 50]} count={2} kind="blue" claimed={2} scene={scene} />
      <Way from={[70, 50]} to={[122, 72]} count={2} kind="blue" claimed={2} scene={scene} />
      <Way from={[122, 72]} to={[174, 30]} count={2} kind="blue" claimed={2} scene={scene} />
      <Way from={[122, 72]} to={[160, 100]} count={1} kind="blue" claimed={1} scene={scene} />
      {([[26, 92], [70, 50], [122, 72], [174, 30], [160, 100]] as const).map(([x, y]) => (
        <Place key={x} x={x} y={y} />
      ))}
    </>
  ),
  end: (scene) => (
    <>
      <use href={vehicleHref(scene.vehicle, 0)} x="34" y="52" width="44" height="17.6" />
      <use href={vehicleHref(scene.vehicle, 0)} x="34" y="78" width="44" height="17.6" />
      <path class="drawn-pole" d="M122 104V24" />
      <path class="drawn-checks" d="M122 26H170V58H122Z" />
      <path class="drawn-squares" d="M122 26h8v8h-8zM138 26h8v8h-8zM154 26h8v8h-8zM130 34h8v8h-8zM146 34h8v8h-8zM162 34h8v8h-8zM122 42h8v8h-8zM138 42h8v8h-8zM154 42h8v8h-8zM130 50h8v8h-8zM146 50h8v8h-8zM162 50h8v8h-8z" />
    </>
  ),
};

export function Drawing({ name, map }: { name: string; map: string }) {
  const vehicle = maps.find(({ id }) => id === map)?.vehicle ?? "train";
  return (
    <svg class="drawing" viewBox="0 0 200 120" data-map={map} data-name={name} aria-hidden="true">
      <rect class="drawn-ground" width="200" height="120" rx="10" />
      {drawings[name]?.({ vehicle })}
    </svg>
  );
}
