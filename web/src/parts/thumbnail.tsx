/*
 * A small picture of a board, for lists of boards. art/thumbnails.mjs drew it.
 *
 * SPDX-License-Identifier: MIT
 */
import pictures from "../../art/thumbnails.json";

type Part = (string | number)[];
const parts: Record<string, Part[]> = pictures;

export function Thumbnail({ map }: { map: string }) {
  return (
    <svg class="thumbnail" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" data-map={map} aria-hidden="true">
      <rect class="bg-sea" width="320" height="200" />
      {parts[map]?.map(([name, path, width], i) => (
        <path key={i} class={String(name)} d={String(path)} stroke-width={width} />
      ))}
    </svg>
  );
}
