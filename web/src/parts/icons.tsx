/*
 * The icons of buttons and lists: lines of 1.75 in a box of 24 by 24, in the colour of
 * the text. They never speak: the button has the words.
 *
 *     <button class="button icon" aria-label={t("Close")}><Icon name="close" /></button>
 *
 * SPDX-License-Identifier: MIT
 */
import { memo } from "../board/memo";
import { putPath } from "../board/path";

const icons = {
  close: "M6 6 18 18M18 6 6 18",
  menu: "M4 7H20M4 12H20M4 17H20",
  forward: "M9.5 5.5 16 12 9.5 18.5",
  check: "M4.5 12.5 9.5 17.5 19.5 7",
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
  fit: "M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4H18.5A1.5 1.5 0 0 1 20 5.5V9M20 15V18.5A1.5 1.5 0 0 1 18.5 20H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15",
  names: "M10.5 4A6.5 6.5 0 1 0 10.5 17 6.5 6.5 0 1 0 10.5 4ZM15.3 15.3 20.5 20.5M7.8 13.2 10.5 7.3 13.2 13.2M8.7 11.3H12.3",
  home: "M3.5 11.5 12 4 20.5 11.5M6 9.5V20H18V9.5M10 20V14.5H14V20",
  settings: "M4 7H12M17 7H20M4 17H7M12 17H20M14.5 4.5A2.5 2.5 0 1 0 14.5 9.5 2.5 2.5 0 1 0 14.5 4.5ZM9.5 14.5A2.5 2.5 0 1 0 9.5 19.5 2.5 2.5 0 1 0 9.5 14.5Z",
  help: "M9 9.2A3 3 0 1 1 12.8 12C12.2 12.3 12 12.8 12 13.5M12 17h.01M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3Z",
  bulb: "M9.5 18H14.5M10.5 21H13.5M9.5 15.5C9.5 13.5 6.5 12.5 6.5 9A5.5 5.5 0 0 1 17.5 9C17.5 12.5 14.5 13.5 14.5 15.5Z",
  info: "M12 11V16.5M12 7.5h.01M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3Z",
  warning: "M12 9.5V13.5M12 17h.01M12 3.5 21.5 20H2.5Z",
  "sound-on": "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM15.5 9A4 4 0 0 1 15.5 15M18 6.5A7.8 7.8 0 0 1 18 17.5",
  "sound-off": "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM16 9.5 21 14.5M21 9.5 16 14.5",
  sun: "M12 8A4 4 0 1 0 12 16 4 4 0 1 0 12 8ZM12 2.5V4.5M12 19.5V21.5M2.5 12H4.5M19.5 12H21.5M5.3 5.3 6.7 6.7M17.3 17.3 18.7 18.7M5.3 18.7 6.7 17.3M17.3 6.7 18.7 5.3",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  auto: "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3ZM12 3V21M12 7.5 19.5 7.5M12 12H21M12 16.5H19.5",
  play: "M7 4.5 19.5 12 7 19.5Z",
  pause: "M8 5V19M16 5V19",
  first: "M18.5 5.5 10 12 18.5 18.5ZM6 5V19",
  last: "M5.5 5.5 14 12 5.5 18.5ZM18 5V19",
  previous: "M16.5 5.5 8 12 16.5 18.5Z",
  next: "M7.5 5.5 16 12 7.5 18.5Z",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5H14.5A5 5 0 0 1 14.5 19.5H9",
  again: "M19.5 12A7.5 7.5 0 1 1 17 6.4M17.5 3V7H13.5",
  flag: "M6 21V4M6 4.5C10 2.5 13 7 19 4.5V13.5C13 16 10 11.5 6 13.5",
  send: "M4 12 20 4.5 15 20 11.5 13Z M11.5 13 20 4.5",
  log: "M9 6H20M9 12H20M9 18H20M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  download: "M12 4V15M7 10.5 12 15.5 17 10.5M4.5 19.5H19.5",
  upload: "M12 15.5V4.5M7 9 12 4 17 9M4.5 19.5H19.5",
  trophy: "M7.5 4.5H16.5V10A4.5 4.5 0 0 1 7.5 10ZM7.5 6H4.5C4.5 9 5.5 10.5 7.8 11M16.5 6H19.5C19.5 9 18.5 10.5 16.2 11M12 14.5V18M8 20H16M9.5 20 10 18H14L14.5 20",
  ticket: "M3.5 7H20.5V10.2A2 2 0 0 0 20.5 13.8V17H3.5V13.8A2 2 0 0 0 3.5 10.2ZM14.5 7V9M14.5 11V13M14.5 15V17",
  cards: "M8.5 6.5H18.5V20H8.5ZM5.5 16.5V3.5H15.5",
  pile: "M6.5 3.5H17.5V15.5H6.5ZM6.5 18H17.5M6.5 20.5H17.5",
  train: "M6 15.5V7A3.5 3.5 0 0 1 9.5 3.5H14.5A3.5 3.5 0 0 1 18 7V15.5A1.5 1.5 0 0 1 16.5 17H7.5A1.5 1.5 0 0 1 6 15.5ZM6 11H18M9 14h.01M15 14h.01M8.5 17 6.5 20.5M15.5 17 17.5 20.5",
  taxi: "M4 16.5V12.5L6 7.5A2 2 0 0 1 7.9 6.2H16.1A2 2 0 0 1 18 7.5L20 12.5V16.5ZM4 12.5H20M10 6V3.5H14V6M5.5 16.5V19M18.5 16.5V19M7.5 14.5h.01M16.5 14.5h.01",
  bus: "M5.5 17V5.5A2 2 0 0 1 7.5 3.5H16.5A2 2 0 0 1 18.5 5.5V17ZM5.5 8.5H18.5M5.5 13H18.5M8 17V19.5M16 17V19.5M8.5 15h.01M15.5 15h.01",
  station: "M4.5 20V11L12 4.5 19.5 11V20ZM9.5 20V15.5A2.5 2.5 0 0 1 14.5 15.5V20",
  person: "M12 3.5A4 4 0 1 0 12 11.5 4 4 0 1 0 12 3.5ZM4.5 20.5V19.5A5 5 0 0 1 9.5 14.5H14.5A5 5 0 0 1 19.5 19.5V20.5",
  people: "M9 4.5A3.2 3.2 0 1 0 9 10.9 3.2 3.2 0 1 0 9 4.5ZM3 19.5V18A4.5 4.5 0 0 1 7.5 13.5H10.5A4.5 4.5 0 0 1 15 18V19.5M16 4.8A3.2 3.2 0 0 1 16 10.6M17.5 13.7A4.5 4.5 0 0 1 21 18V19.5",
  device: "M7.5 2.5H16.5A1.5 1.5 0 0 1 18 4V20A1.5 1.5 0 0 1 16.5 21.5H7.5A1.5 1.5 0 0 1 6 20V4A1.5 1.5 0 0 1 7.5 2.5ZM11 18.5H13",
  eye: "M2.5 12C5 7.5 8.2 5.5 12 5.5S19 7.5 21.5 12C19 16.5 15.8 18.5 12 18.5S5 16.5 2.5 12ZM12 9A3 3 0 1 0 12 15 3 3 0 1 0 12 9Z",
  clock: "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3ZM12 7V12L15.5 14",
  fair: "M12 3 19.5 6V11.5C19.5 16 16.5 19.5 12 21 7.5 19.5 4.5 16 4.5 11.5V6ZM8.5 12 11 14.5 15.5 9.5",
  longest: "M5 17.5H9.5C13 17.5 11 6.5 14.5 6.5H19M5 15.5A2 2 0 1 0 5 19.5 2 2 0 1 0 5 15.5ZM19 4.5A2 2 0 1 0 19 8.5 2 2 0 1 0 19 4.5Z",
} as const;

export type IconName = keyof typeof icons;

/** The icons that are whole figures: filled, not only drawn around. */
const filled: ReadonlySet<IconName> = new Set(["play", "first", "last", "previous", "next"]);

const drawn = new Map<string, string>();

/** The path of an icon in pixels: what is not scaled is no layer that the browser looks after at every redraw. */
function pathOf(name: IconName, size: number): string {
  const key = `${name} ${size}`;
  let path = drawn.get(key);
  if (path === undefined) drawn.set(key, (path = putPath(icons[name], { x: 0, y: 0, scale: size / 24 })));
  return path;
}

export const Icon = memo(function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon-drawing" width={size} height={size} aria-hidden="true">
      <path d={pathOf(name, size)} fill={filled.has(name) ? "currentColor" : "none"} stroke="currentColor" stroke-width={(1.75 * size) / 24} stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
});
