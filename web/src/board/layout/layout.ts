/*
 * Draws a board from a map file: places of locations, spaces of routes, names in every language.
 * art/layout.mjs runs it for the boards that come with Linea; a map of one's own is laid out when
 * it is opened.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile, MapLocation } from "../../maps";
import type { DrawnLocation, DrawnRoute, Drawing } from "../board";
import { type NameSpot, nameSpots } from "./names";
import { type Hand, type Plan, plan } from "./plan";
import { type Settled, random, relax } from "./relax";
import { type Box, beyond, boxDistance, circleDistance, insideBy } from "./shapes";

const tenth = (n: number) => Math.round(n * 10) / 10;

/** What is in the way of a name that stands at this spot; `others` are the names placed so far. */
function inTheWay(made: Plan, settled: Settled, i: number, box: Box, others: (Box | undefined)[]): number {
  const { text, width, height, margin } = made.hand;
  let cost = 0;
  const near = (distance: number, wanted: number) => {
    if (distance < wanted) cost += (wanted - distance) ** 2 + (distance < 0 ? 200 : 0);
  };
  near(insideBy(box, width, height), margin);
  const size = box.halfLength + box.halfWidth + text;
  for (const lanes of settled.lanes)
    if (!beyond(box, lanes, size + lanes.reach)) for (const space of lanes.boxes) near(boxDistance(box, space), text * 0.14);
  const own = circleDistance(settled.points[i]!, made.places[i]!.radius, box);
  made.places.forEach((place, j) => {
    if (j === i) return;
    const other = circleDistance(settled.points[j]!, place.radius, box);
    near(other, Math.max(text * 0.3, own + 3));
    if (others[j]) near(boxDistance(box, others[j]!), text * 0.25);
  });
  return cost;
}

const moved = (spot: NameSpot, x: number, y: number): Box => ({ ...spot.box, x: spot.box.x + x, y: spot.box.y + y });

/** The names of one language: each in turn takes its best spot, until none wants to change. */
function placeNames(made: Plan, settled: Settled, language: string): NameSpot[] {
  const chance = random(7);
  const boxes: (Box | undefined)[] = [];
  const chosen: NameSpot[] = [];
  const order = made.places.map((_, i) => i);
  const spots = made.places.map((place) => nameSpots(place, made.hand, language));
  for (let sweep = 0; sweep < 12; sweep++) {
    order.sort(() => chance() - 0.5);
    for (const i of order) {
      const point = settled.points[i]!;
      let least = Infinity;
      for (const spot of spots[i]!) {
        const box = moved(spot, point.x, point.y);
        const side = spot.side === settled.names[i]!.side ? 0 : 6;
        if (spot.cost + side >= least) continue;
        const cost = spot.cost + side + inTheWay(made, settled, i, box, boxes);
        if (cost >= least) continue;
        least = cost;
        chosen[i] = spot;
        boxes[i] = box;
      }
    }
  }
  return chosen;
}

function drawRoutes(made: Plan, settled: Settled): Record<string, DrawnRoute> {
  const drawn: Record<string, DrawnRoute> = {};
  made.bundles.forEach((bundle, b) => {
    const { boxes, spaceLength } = settled.lanes[b]!;
    bundle.routes.forEach((id, lane) => {
      const spaces = boxes.slice(lane * bundle.length, (lane + 1) * bundle.length).map(({ x, y, ux, uy }) => ({
        x: tenth(x), y: tenth(y), turn: tenth((Math.atan2(uy, ux) * 180) / Math.PI),
      }));
      drawn[id] = { spaces, size: [tenth(spaceLength), made.hand.space.width] };
    });
  });
  return drawn;
}

function drawLocations(made: Plan, settled: Settled, languages: string[]): Record<string, DrawnLocation> {
  const names = languages.map((language) => placeNames(made, settled, language));
  const drawn: Record<string, DrawnLocation> = {};
  made.places.forEach((place, i) => {
    const { x, y } = settled.points[i]!;
    const label: DrawnLocation["label"] = {};
    languages.forEach((language, l) => {
      const spot = names[l]![i]!.label;
      label[language] = { ...spot, x: tenth(x + spot.x), y: tenth(y + spot.y) };
    });
    drawn[place.id] = { x: tenth(x), y: tenth(y), radius: tenth(place.radius), label };
    if (place.spots.length > 0) {
      drawn[place.id]!.passengers = place.spots.map((spot) => [tenth(x + spot.x), tenth(y + spot.y)]);
    }
  });
  return drawn;
}

/**
 * A board from a map file, what is set by hand for it, and where its locations lie: the best of
 * as many attempts as there are seeds.
 */
export function layout(
  map: MapFile, hand: Hand, project: (location: MapLocation) => [number, number],
): Drawing {
  const made = plan(map, hand, project);
  const settled = hand.seeds
    .map((seed) => relax(made, hand.effort, seed))
    .reduce((best, next) => (next.cost < best.cost ? next : best));
  const drawing: Drawing = {
    width: hand.width, height: hand.height, text: hand.text,
    locations: drawLocations(made, settled, Object.keys(map.name)), routes: drawRoutes(made, settled),
  };
  if (hand.passenger) drawing.passenger = hand.passenger;
  return drawing;
}
