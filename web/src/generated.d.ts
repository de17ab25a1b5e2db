/*
 * Modules that build.mjs makes from files outside of src/: the maps and the translations.
 *
 * SPDX-License-Identifier: MIT
 */
declare module "linea:maps" {
  import type { MapFile, MapSummary } from "./maps";
  export const summaries: MapSummary[];
  export const load: Record<string, () => Promise<{ default: MapFile }>>;
}

declare module "linea:boards" {
  import type { Drawing } from "./board/board";
  /** by the id of a map: its geometry, and the drawing below it as the text of an SVG file, "" without one */
  export const load: Record<string, () => Promise<{ drawing: Drawing; background: string }>>;
}

/** The words of engine/rules/, in English: by the name of a mechanic, and the sources of points in their order. */
declare module "linea:mechanics" {
  export const mechanics: Record<string, { title: string | null; rule: string | null }>;
  export const sources: { name: string; label: string }[];
}

declare module "linea:languages" {
  import type { Catalog } from "./text";
  /** by language tag; English is the language of the texts themselves and is not here */
  export const load: Record<string, () => Promise<{ default: Catalog }>>;
  /** the words of what is rare alone */
  export const loadRare: typeof load;
}

/** Names of files that are known only when everything is built. */
declare module "linea:files" {
  /** the engine, and the same without SIMD */
  export const wasm: string;
  export const plainWasm: string;
  /** by the id of a map, for those that have one */
  export const nets: Record<string, string>;
  /** by the id of a map, for those that have some */
  export const puzzles: Record<string, string>;
  export const worker: string;
  /** the style sheet of all that is rare */
  export const rareStyle: string;
  /** everything that makes the page work without a network: what a first visit takes, what comes at the second, and a name for exactly these files */
  export const precache: { version: string; files: string[]; later: string[] };
}

declare module "*.css";
declare module "*.svg" {
  const text: string;
  export default text;
}
