/*
 * Finds room for everything: locations move a little, routes bend, names change sides, at
 * random but with a seed, until nothing is in the way of anything else. Simulated annealing over a sum
 * of squares: what overlaps costs most, what is bent or moved a little.
 *
 * SPDX-License-Identifier: MIT
 */
import { type NameSpot, nameSpots } from "./names";
import type { Bundle, Plan } from "./plan";
import { type Box, type Point, along, bentLine, beyond, boxDistance, circleDistance, insideBy } from "./shapes";

/** How a bundle runs: how it leans, and how much farther from its ends than needed it stops. */
interface Way {
  bend: [number, number];
  trim: [number, number];
}

/** A bundle's spaces, lane by lane, and what they cost by themselves. */
interface Lanes {
  boxes: Box[];
  x: number;
  y: number;
  reach: number;
  spaceLength: number;
  cost: number;
}

export interface Settled {
  points: Point[];
  lanes: Lanes[];
  names: NameSpot[];
  cost: number;
}

/** What the parts of the sum weigh. */
const WEIGHT = { overlap: 10, short: 10, outside: 20, name: 6, bend: 0.03, wave: 0.03, turn: 0.15, trim: 0.05, uneven: 0.02, moved: 0.09 };

/** A small generator of random numbers: a layout must come out the same every time. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const square = (n: number) => n * n;
const tooNear = (distance: number, wanted: number) => (distance < wanted ? square(wanted - distance) : 0);

/** The spaces of a bundle between two points. */
function laySpaces(plan: Plan, bundle: Bundle, points: Point[], way: Way): Lanes {
  const { space, clear, width, height, margin } = plan.hand;
  const line = bentLine(points[bundle.from]!, points[bundle.to]!, way.bend);
  const start = plan.places[bundle.from]!.radius + clear + way.trim[0];
  const end = plan.places[bundle.to]!.radius + clear + way.trim[1];
  const room = line.length - start - end;
  const count = bundle.length;
  const lanes = bundle.routes.length;
  const offset = (space.width + space.gap) / 2;
  const widest = (lanes - 1) * offset + space.width / 2;
  const step = Math.min((room + space.gap) / count, (space.longest + space.gap) * 1.12);
  const spaceLength = Math.min(space.longest, step - space.gap - (widest * line.turn) / count);
  const first = start + (room - step * count + space.gap) / 2;

  const boxes: Box[] = [];
  let cost = WEIGHT.short * tooNear(spaceLength, space.shortest);
  cost += WEIGHT.bend * (square(way.bend[0]) + square(way.bend[1])) * (60 / (line.length + 1));
  cost += WEIGHT.wave * square(way.bend[0] - way.bend[1]);
  cost += WEIGHT.turn * square(widest * line.turn);
  cost += WEIGHT.trim * (square(way.trim[0]) + square(way.trim[1]));
  cost += WEIGHT.uneven * tooNear(space.longest, (room + space.gap) / count - space.gap);
  const middle = along(line, start + room / 2);
  let reach = 0;
  for (let lane = 0; lane < lanes; lane++) {
    const aside = (2 * lane - lanes + 1) * offset;
    for (let i = 0; i < count; i++) {
      const at = along(line, first + step * i + (step - space.gap) / 2);
      const box: Box = {
        x: at.x - at.uy * aside, y: at.y + at.ux * aside, ux: at.ux, uy: at.uy,
        halfLength: Math.max(spaceLength, 2) / 2, halfWidth: space.width / 2,
      };
      boxes.push(box);
      reach = Math.max(reach, Math.hypot(box.x - middle.x, box.y - middle.y) + box.halfLength + box.halfWidth);
      cost += WEIGHT.outside * tooNear(insideBy(box, width, height), margin);
    }
  }
  return { boxes, x: middle.x, y: middle.y, reach, spaceLength, cost };
}

class Layout {
  readonly points: Point[];
  readonly ways: Way[];
  lanes: Lanes[];
  readonly spots: NameSpot[][];
  readonly chosen: number[];
  readonly names: Box[] = [];
  /** the bundles at each location */
  readonly at: number[][];
  /** what stays free between two routes, and around a name */
  readonly apart: number;
  readonly air: number;

  constructor(readonly plan: Plan) {
    this.points = plan.places.map(({ home }) => ({ ...home }));
    this.ways = plan.bundles.map(({ fixed }) => ({ bend: fixed ? [...fixed] : [0, 0], trim: [0, 0] }));
    this.lanes = plan.bundles.map((bundle, i) => laySpaces(plan, bundle, this.points, this.ways[i]!));
    this.spots = plan.places.map((place) => nameSpots(place, plan.hand, null));
    this.chosen = plan.places.map(() => 0);
    plan.places.forEach((_, i) => this.rename(i));
    this.at = plan.places.map((_, i) => plan.bundles.flatMap(({ from, to }, b) => (from === i || to === i ? [b] : [])));
    this.apart = plan.hand.space.gap;
    this.air = plan.hand.text * 0.16;
  }

  /** Puts the name of a location where it is chosen to be. */
  rename(i: number): void {
    const { box } = this.spots[i]![this.chosen[i]!]!;
    this.names[i] = { ...box, x: box.x + this.points[i]!.x, y: box.y + this.points[i]!.y };
  }

  private bundlePair(a: number, b: number): number {
    const [one, two] = [this.lanes[a]!, this.lanes[b]!];
    if (beyond(one, two, one.reach + two.reach + this.apart)) return 0;
    let cost = 0;
    for (const box of one.boxes)
      for (const other of two.boxes) {
        if (beyond(box, other, box.halfLength + other.halfLength + box.halfWidth + other.halfWidth + this.apart)) continue;
        cost += tooNear(boxDistance(box, other), this.apart);
      }
    return cost * WEIGHT.overlap;
  }

  private markerAndBundle(i: number, b: number): number {
    const lanes = this.lanes[b]!;
    const { radius } = this.plan.places[i]!;
    const point = this.points[i]!;
    if (beyond(point, lanes, lanes.reach + radius + this.plan.hand.clear)) return 0;
    let cost = 0;
    for (const box of lanes.boxes) cost += tooNear(circleDistance(point, radius, box), this.plan.hand.clear - 0.5);
    return cost * WEIGHT.overlap;
  }

  private nameAndBundle(name: Box, b: number): number {
    const lanes = this.lanes[b]!;
    if (beyond(name, lanes, lanes.reach + name.halfLength + name.halfWidth + this.air)) return 0;
    let cost = 0;
    for (const box of lanes.boxes) cost += tooNear(boxDistance(name, box), this.air);
    return cost * WEIGHT.name;
  }

  /** What a location costs by itself and with other locations: its marker, its name. */
  private location(i: number): number {
    const { plan, points } = this;
    const place = plan.places[i]!;
    const point = points[i]!;
    const name = this.names[i]!;
    const { gap, cost: liked } = this.spots[i]![this.chosen[i]!]!;
    let cost = liked;
    const moved = Math.hypot(point.x - place.home.x, point.y - place.home.y);
    cost += WEIGHT.moved * square(moved) * (20 / Math.max(place.roam, 1));
    cost += WEIGHT.outside * tooNear(insideBy(name, plan.hand.width, plan.hand.height), plan.hand.margin);
    for (let j = 0; j < points.length; j++) {
      if (j === i) continue;
      const { radius } = plan.places[j]!;
      cost += WEIGHT.name * tooNear(circleDistance(points[j]!, radius, name), Math.max(this.air, gap) + 4);
      const other = this.names[j]!;
      const theirs = this.spots[j]![this.chosen[j]!]!.gap;
      cost += WEIGHT.name * tooNear(circleDistance(point, place.radius, other), Math.max(this.air, theirs) + 4);
      cost += WEIGHT.name * tooNear(boxDistance(name, other), this.air + 2);
      const between = Math.hypot(point.x - points[j]!.x, point.y - points[j]!.y) - place.radius - radius;
      cost += WEIGHT.overlap * tooNear(between, 3 * plan.hand.clear);
    }
    return cost;
  }

  /** The part of the sum that these bundles and this location have a share in. */
  share(bundles: number[], location: number | null): number {
    let cost = 0;
    const among = new Set(bundles);
    for (const b of bundles) {
      cost += this.lanes[b]!.cost;
      for (let c = 0; c < this.lanes.length; c++) {
        if (c === b || (among.has(c) && c < b)) continue;
        cost += this.bundlePair(b, c);
      }
      for (let i = 0; i < this.points.length; i++) {
        cost += this.markerAndBundle(i, b) + this.nameAndBundle(this.names[i]!, b);
      }
    }
    if (location !== null) {
      cost += this.location(location);
      const name = this.names[location]!;
      for (let b = 0; b < this.lanes.length; b++) {
        if (!among.has(b)) cost += this.markerAndBundle(location, b) + this.nameAndBundle(name, b);
      }
    }
    return cost;
  }

  /** Something to compare whole layouts by: what two things share counts twice. */
  total(): number {
    let cost = 0;
    for (let b = 0; b < this.lanes.length; b++) cost += this.share([b], null);
    for (let i = 0; i < this.points.length; i++) cost += this.location(i);
    return cost;
  }

  relay(bundles: number[]): void {
    for (const b of bundles) this.lanes[b] = laySpaces(this.plan, this.plan.bundles[b]!, this.points, this.ways[b]!);
  }
}

type Undo = () => void;

/** Tries one change; `size` shrinks while the layout settles. */
function change(layout: Layout, chance: () => number, size: number): { bundles: number[]; location: number | null; make(): Undo } {
  const { plan, points, ways, chosen } = layout;
  const spread = () => (chance() + chance() + chance() - 1.5) * size;
  const what = chance();
  if (what < 0.5) {
    const b = Math.floor(chance() * ways.length);
    const way = ways[b]!;
    const old: Way = { bend: [...way.bend], trim: [...way.trim] };
    const fixed = plan.bundles[b]!.fixed !== null;
    const both = spread();
    const kind = chance();
    const make = () => {
      if (kind < 0.55 && !fixed) way.bend = [old.bend[0] + both, old.bend[1] + both];
      else if (kind < 0.65 && !fixed) way.bend = [0, 0];
      else if (kind < 0.75 && !fixed) way.bend = [old.bend[0] + both, old.bend[1] - both];
      else if (kind < 0.85) way.trim = [Math.max(0, old.trim[0] + both / 2), old.trim[1]];
      else way.trim = [old.trim[0], Math.max(0, old.trim[1] + both / 2)];
      layout.relay([b]);
      return () => Object.assign(way, old);
    };
    return { bundles: [b], location: null, make };
  }
  const i = Math.floor(chance() * points.length);
  const place = plan.places[i]!;
  if (what < 0.72 || place.roam === 0) {
    const old = chosen[i]!;
    const next = Math.floor(chance() * layout.spots[i]!.length);
    const choose = (spot: number) => {
      chosen[i] = spot;
      layout.rename(i);
    };
    const make = () => (choose(next), () => choose(old));
    return { bundles: [], location: i, make };
  }
  const point = points[i]!;
  const old = { ...point };
  const to = { x: old.x + spread() * 0.6, y: old.y + spread() * 0.6 };
  const bundles = layout.at[i]!;
  const make = () => {
    const far = Math.hypot(to.x - place.home.x, to.y - place.home.y);
    const back = far > place.roam ? place.roam / far : 1;
    point.x = place.home.x + (to.x - place.home.x) * back;
    point.y = place.home.y + (to.y - place.home.y) * back;
    layout.relay(bundles);
    layout.rename(i);
    return () => {
      Object.assign(point, old);
      layout.rename(i);
    };
  };
  return { bundles, location: i, make };
}

/** `effort` is the number of changes tried for each bundle and location. */
export function relax(plan: Plan, effort: number, seed: number): Settled {
  const layout = new Layout(plan);
  const chance = random(seed);
  const turns = effort * (plan.bundles.length + plan.places.length);
  const scale = plan.hand.space.width;
  for (let turn = 0; turn < turns; turn++) {
    const left = 1 - turn / turns;
    const heat = 60 * left * left * left;
    const { bundles, location, make } = change(layout, chance, scale * (0.15 + 2.2 * left));
    const before = layout.share(bundles, location);
    const kept = bundles.map((b) => layout.lanes[b]!);
    const undo = make();
    const worse = layout.share(bundles, location) - before;
    if (worse <= 0 || chance() < Math.exp(-worse / (heat + 1e-9))) continue;
    undo();
    bundles.forEach((b, i) => (layout.lanes[b] = kept[i]!));
  }
  return {
    points: layout.points,
    lanes: layout.lanes,
    names: layout.chosen.map((spot, i) => layout.spots[i]![spot]!),
    cost: layout.total(),
  };
}
