/*
 * Lists the texts of the page as a gettext template on standard output: every t("…") and n("…", "…") of src/, and
 * those of po/rules.json, which the terminal has too.
 * A text that is not written out at its call cannot be listed, and is an error. Needs nothing but node.
 *
 * SPDX-License-Identifier: MIT
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts") ? [path] : [];
  }).sort();
}

/* Comments are blanked, strings are left alone. */
function withoutComments(code) {
  return code.replace(/("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(^|[^:"'])\/\/.*$/gm, (all, string, before) => string ?? (before ?? "") + all.slice((before ?? "").length).replace(/[^\n]/g, " "));
}

const string = String.raw`"(?:[^"\\\n]|\\.)*"`;
const joined = `${string}(?:\\s*\\+\\s*${string})*`;
const call = new RegExp(`(?<![\\w.$])(t|n)\\(\\s*(?:(${joined})(?:\\s*,\\s*(${joined}))?)?`, "g");

function unquote(text) {
  return [...text.matchAll(new RegExp(string, "g"))].map(([part]) => JSON.parse(part)).join("");
}

const texts = new Map();
let failed = false;
function complain(file, code, at, what) {
  console.error(`${file}:${code.slice(0, at).split("\n").length}: ${what}`);
  failed = true;
}

for (const path of sources(join(web, "src"))) {
  const file = relative(root, path);
  const code = withoutComments(readFileSync(path, "utf8"));
  const uses = /import\s*\{([^}]*)\}\s*from\s*"[^"]*\/text"/.exec(code)?.[1].split(",").map((name) => name.trim()) ?? [];
  for (const found of code.matchAll(call)) {
    const [, name, first, second] = found;
    if (!uses.includes(name)) continue;
    if (!first) {
      complain(file, code, found.index, `a text must be written out: ${name}("…")`);
      continue;
    }
    const id = unquote(first), plural = name === "n" && second ? unquote(second) : null;
    const known = texts.get(id);
    if (known && known.plural !== plural) complain(file, code, found.index, `"${id}" is used with and without a number, or with another plural`);
    else if (known) known.files.add(file);
    else texts.set(id, { plural, files: new Set([file]) });
  }
}

for (const { title, body } of JSON.parse(readFileSync(join(root, "po/rules.json"), "utf8")))
  for (const id of [title, ...body.map(({ text, item }) => text ?? item)])
    if (id) texts.set(id, { plural: null, files: new Set([...(texts.get(id)?.files ?? []), "po/rules.json"]) });

const quoted = (text) => JSON.stringify(text);
console.log('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n');
for (const [id, { plural, files }] of texts) {
  for (const file of files) console.log(`#: ${file}`);
  console.log(`msgid ${quoted(id)}`);
  console.log(plural === null ? 'msgstr ""\n' : `msgid_plural ${quoted(plural)}\nmsgstr[0] ""\nmsgstr[1] ""\n`);
}
process.exitCode = failed ? 1 : 0;
