/*
 * A small picture of a board, for lists of boards. art/thumbnails.mjs drew it; of a board without one, its places and
 * routes are drawn here when they are known.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import pictures from "../../art/thumbnails.json";
import type { Prepared } from "../board/boards";
import { putPath } from "../board/path";

type Part = (string | number)[];
const parts: Record<string, Part[]> = pictures;
const WIDTH = 320;
const HEIGHT = 200;

function partsOf({ drawing, routes }: Prepared): Part[] {
  const scale = Math.min(WIDTH / drawing.width, HEIGHT / drawing.height);
  const put = (path: string) => putPath(path, { x: WIDTH / 2, y: HEIGHT / 2, turn: 0, scale, from: [drawing.width / 2, drawing.height / 2] });
  const places = Object.values(drawing.locations).map(({ x, y }) => put(`M${x} ${y}h0`)).join("");
  return [
    ...routes.map(({ route, track }): Part => [`thumb-route kind-${route.colour}`, put(track)]),
    ["thumb-place", places],
    ["thumb-hole", places],
  ];
}

/** The picture of a board that has none, once it has been laid out. */
function useParts(map: string): Part[] {
  const [found, setFound] = useState<Part[]>([]);
  useEffect(() => {
    if (!parts[map])
      void import("../board/boards")
        .then(({ loadBoard }) => loadBoard(map))
        .then((board) => setFound(partsOf(board)))
        .catch(() => undefined);
  }, [map]);
  return parts[map] ?? found;
}

export function Thumbnail({ map }: { map: string }) {
  return (
    <svg class="thumbnail" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" data-map={map} aria-hidden="true">
      <rect class="bg-sea" width={WIDTH} height={HEIGHT} />
      {useParts(map).map(([name, path, width], i) => (
        <path key={i} class={String(name)} d={String(path)} stroke-width={width} />
      ))}
    </svg>
  );
}
