/*
 * Reads a po file and makes of it the module that text.ts loads: the texts that the page uses, and the
 * function that says which form a number takes.
 *
 * `node po.mjs --check FILE…` checks that translations have the {parts} of their texts.
 *
 * SPDX-License-Identifier: MIT
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The entries of a po file: {id, plural, texts, files, fuzzy}; the header is the one with an empty id. */
export function readPo(text) {
  const entries = [];
  let entry = null, part = null;
  for (const line of text.split("\n")) {
    const word = /^(msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s+(".*")$/.exec(line);
    if (line.startsWith("#")) {
      if (!entry || part !== null) entries.push((entry = { id: "", plural: null, texts: [], files: [], fuzzy: false })), (part = null);
      if (line.startsWith("#:")) entry.files.push(...line.slice(2).trim().split(/\s+/));
      if (line.startsWith("#,") && line.includes("fuzzy")) entry.fuzzy = true;
      if (line.startsWith("#~")) entry.fuzzy = true;
    } else if (word) {
      const value = JSON.parse(word[3]);
      if (word[1] === "msgid" && (!entry || part !== null)) entries.push((entry = { id: "", plural: null, texts: [], files: [], fuzzy: false }));
      if (word[1] === "msgid") (entry.id = value), (part = "id");
      else if (word[1] === "msgid_plural") (entry.plural = value), (part = "plural");
      else (part = Number(word[2] ?? 0)), (entry.texts[part] = value);
    } else if (line.startsWith('"') && part !== null) {
      const more = JSON.parse(line);
      if (part === "id") entry.id += more;
      else if (part === "plural") entry.plural += more;
      else entry.texts[part] += more;
    }
  }
  return entries;
}

/** The expression of a header's Plural-Forms, which is the same in C and here. */
export function pluralOf(header) {
  const found = /plural=([^;\\]*);/.exec(header);
  const expression = found ? found[1].trim() : "n != 1";
  if (!/^[n0-9%&|?:()<>=!+\- ]+$/.test(expression)) throw new Error(`Plural-Forms: ${expression}`);
  return `Number(${expression})`;
}

/** The page has the words of mechanics and of the rules too. */
const ofPage = ({ files }) => files.some((file) => /^(web|engine)\/|^po\/rules.json$/.test(file));

/** The texts of the page, the keys of every catalog: those that only these sources have, or without them those of all others. */
export function pageTexts(text, rare = new Set(), only = false) {
  const isRare = ({ files }) => files.every((file) => rare.has(file) || !/^(web|engine|po)\//.test(file));
  return readPo(text).filter((entry) => entry.id && ofPage(entry) && isRare(entry) === only).map(({ id }) => id);
}

/** With `keys`, the translations stand in the order of a module that has those keys once for all languages, "linea:texts" or another. */
export function catalogModule(text, keys = null, module = "linea:texts") {
  const entries = readPo(text);
  const texts = {};
  for (const entry of entries)
    if (entry.id && !entry.fuzzy && ofPage(entry) && entry.texts.every(Boolean))
      texts[entry.id] = entry.plural === null ? entry.texts[0] : entry.texts;
  const header = entries.find((entry) => entry.id === "")?.texts[0] ?? "";
  const plural = `(n) => ${pluralOf(header)}`;
  if (!keys) return `export default { texts: ${JSON.stringify(texts)}, plural: ${plural} };`;
  const values = JSON.stringify(keys.map((key) => texts[key] ?? 0));
  return `import keys from "${module}"; const values = ${values};
export default { texts: Object.fromEntries(keys.map((key, i) => [key, values[i]])), plural: ${plural} };`;
}

/** The {parts} of a text, sorted. */
function parts(text) {
  return [...text.matchAll(/\{\w+\}/g)].map(([part]) => part).sort().join(" ");
}

/** What is wrong with the translations of a po file: one that lacks a part of its text, or has another. */
export function wrongParts(text) {
  return readPo(text).flatMap((entry) => {
    if (!entry.id || entry.fuzzy || !ofPage(entry)) return [];
    const allowed = entry.plural === null ? [parts(entry.id)] : [parts(entry.id), parts(entry.plural)];
    return entry.texts.filter((translated) => translated && !allowed.includes(parts(translated))).map((translated) => `${entry.id} → ${translated}`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === "--check") {
  const wrong = process.argv.slice(3).flatMap((file) => wrongParts(readFileSync(file, "utf8")));
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
