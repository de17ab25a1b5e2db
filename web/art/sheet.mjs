/*
 * The sheet that each background is drawn on, and the frame around it.
 *
 * SPDX-License-Identifier: MIT
 */
import { mkdirSync, writeFileSync } from "node:fs";

/** Writes art/background/<map>.svg. */
export function write(map, { width, height }, parts) {
  const folder = new URL("./background/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<rect class="bg-sea" width="${width}" height="${height}"/>`,
    ...parts.flat(),
    "</svg>",
  ].join("\n");
  writeFileSync(new URL(`${map}.svg`, folder), svg + "\n");
}

/** A margin of paper and two lines, as maps in atlases have. */
export function frame({ width, height }) {
  const inner = (by) => `M${by} ${by}H${width - by}V${height - by}H${by}Z`;
  return [
    `<path class="bg-margin" d="M0 0V${height}H${width}V0Z${inner(10)}"/>`,
    `<path class="bg-frame" d="${inner(10)}"/>`,
    `<path class="bg-frame-thin" d="${inner(16)}"/>`,
  ];
}

/** A few waves, three crests each. */
export const waves = (places) =>
  `<path class="bg-wave" d="${places.map(([x, y]) => `M${x} ${y}q5-6 10 0t10 0 10 0M${x + 20} ${y + 7}q5-6 10 0t10 0`).join("")}"/>`;
