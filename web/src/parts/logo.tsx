/*
 * The mark of Linea, a line with two stops that bends into an L, and its name beside it.
 * art/icon.mjs makes the icons of the app out of the same lines.
 *
 * SPDX-License-Identifier: MIT
 */
import mark from "../../art/mark.json";

export function Logo({ size = 32, name = false }: { size?: number; name?: boolean }) {
  return (
    <span class="logo">
      <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
        <rect width="64" height="64" rx="15" fill={mark.ground} />
        {[mark.second, mark.line].map(({ path, colour, width }) => (
          <path key={path} d={path} fill="none" stroke={colour} stroke-width={width} stroke-linejoin="round" stroke-linecap="round" />
        ))}
        {mark.stops.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="6" fill={mark.ground} stroke={mark.line.colour} stroke-width="5" />
        ))}
      </svg>
      {name && <span class="logo-name">Linea</span>}
    </span>
  );
}
