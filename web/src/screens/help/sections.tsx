/*
 * How a map is played, section by section, with drawings.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { Drawing } from "../../parts/drawings";
import type { MapFile } from "../../maps";
import { type Line, rulesOf } from "./rules";
import { PointsTable } from "./tables";

export interface Section {
  id: string;
  title: string;
  drawing?: ComponentChildren;
  body: ComponentChildren;
}

/** What is drawn beside a section. */
const drawings: Record<string, string[]> = {
  goal: ["ticket"], cards: ["cards"], claim: ["payment", "parallels"], tickets: ["tickets"], ferries: ["ferry"], tunnels: ["tunnel"],
  stations: ["station"], passengers: ["passengers"], countries: ["country"], districts: ["district"], attractions: ["attraction"],
  longest: ["longest"], end: ["end"],
};

/** Paragraphs, and items that follow each other as one list. */
function bodyOf(map: MapFile, lines: Line[]): ComponentChildren {
  const parts: (Line | Line[])[] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (!line.item) parts.push(line);
    else if (Array.isArray(last)) last.push(line);
    else parts.push([line]);
  }
  return parts.map((part) => {
    if (!Array.isArray(part)) return part.table ? <PointsTable map={map} /> : <p>{part.text}</p>;
    const drawn = part.some(({ drawing }) => drawing);
    return <ul class={drawn ? "help-actions" : ""}>{part.map(({ item, drawing }) => <li key={item}>{drawing && <Drawing name={drawing} map={map.id} />}{item}</li>)}</ul>;
  });
}

/** The whole of the rules of a map, in the order one reads them. */
export function sectionsOf(map: MapFile): Section[] {
  return rulesOf(map).map(({ id, title, body }) => ({
    id, title, body: bodyOf(map, body),
    drawing: drawings[id]?.map((name) => <Drawing key={name} name={name} map={map.id} />),
  }));
}
