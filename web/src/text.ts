/*
 * Texts in the language of the person: t("Draw cards"), t("{name} draws", {name}),
 * n("{n} card", "{n} cards", n). English is written in the code and is the key; po/XX.po has
 * the other languages. Reading a text in a component draws it again when the language changes.
 *
 * SPDX-License-Identifier: MIT
 */
import { computed, effect, signal } from "@preact/signals";
import { load, loadRare } from "linea:languages";
import type { Names } from "./maps";
import { language as chosen } from "./settings";

/** A language as build.mjs makes it of a po file. */
export interface Catalog {
  texts: Record<string, string | string[]>;
  /** which of the forms a number takes */
  plural(n: number): number;
}

export type Values = Record<string, string | number>;

const english: Catalog = { texts: {}, plural: (n) => (n === 1 ? 0 : 1) };

/** Every language there is, by tag. */
export const languages: readonly string[] = ["en", ...Object.keys(load)];

function wanted(): string {
  if (languages.includes(chosen.value)) return chosen.value;
  for (const tag of navigator.languages) {
    const short = tag.toLowerCase().split("-")[0] ?? "";
    if (languages.includes(short)) return short;
  }
  return "en";
}

const catalog = signal<{ tag: string; words: Catalog }>({ tag: "en", words: english });

/** The language in use. Choose another through settings.ts. */
export const language = computed(() => catalog.value.tag);

/** The words of what is rare are wanted too. */
let all = false;

async function use(tag: string): Promise<void> {
  const [words, more] = await Promise.all([load[tag]?.(), all ? loadRare[tag]?.() : undefined]);
  const found = words?.default ?? english;
  if (wanted() === tag) catalog.value = { tag, words: more ? { ...found, texts: { ...found.texts, ...more.default.texts } } : found };
}

/** From now on the words of what is rare are there as well. */
export async function useAllWords(): Promise<void> {
  if (all) return;
  all = true;
  await use(wanted()).catch((error: unknown) => {
    all = false;
    throw error;
  });
}

/** Loads the language; then the page can be drawn without changing its words at once. */
export async function begin(): Promise<void> {
  await use(wanted()).catch(() => undefined);
  effect(() => {
    const tag = wanted();
    if (tag !== catalog.peek().tag) void use(tag).catch(() => undefined);
  });
  effect(() => {
    document.documentElement.lang = language.value;
  });
}

function fill(text: string, values: Values | undefined): string {
  return values ? text.replace(/\{(\w+)\}/g, (all, key: string) => String(values[key] ?? all)) : text;
}

export function t(text: string, values?: Values): string {
  const found = catalog.value.words.texts[text];
  return fill(typeof found === "string" ? found : text, values);
}

/** The same for a text that is not written out in the page, but in engine/rules/. */
export const translate = t;

/** A text with a number in it, {n}. The key in po files is the one for a single thing. */
export function n(one: string, many: string, number: number, values?: Values): string {
  const words = catalog.value.words;
  const found = words.texts[one];
  const forms = Array.isArray(found) ? found : [one, many];
  const text = Array.isArray(found) ? forms[words.plural(number)] : number === 1 ? one : many;
  return fill(text ?? many, { n: number, ...values });
}

/** The text of a table for a word; undefined if it has none for it. A word may come from the server, so it is no name that every object has. */
export function textFor(texts: Readonly<Record<string, string>>, word: string | undefined): string | undefined {
  return word !== undefined && Object.hasOwn(texts, word) ? texts[word] : undefined;
}

/** What an error says. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A name of a map file in the language of the person; a map's first language otherwise. */
export function nameOf(names: Names): string {
  return names[language.value] ?? Object.values(names)[0] ?? "";
}

/** A language in its own words: "italiano". */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}
