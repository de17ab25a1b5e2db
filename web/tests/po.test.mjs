/*
 * Translations reach the page: every entry of a po file that the page uses, with its plurals, and no other.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogModule } from "../po.mjs";

const po = `msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: terminal/play.c
msgid "quit"
msgstr "esci"

#: web/src/a.tsx
msgid "Draw cards"
msgstr "Pesca carte"

#: terminal/play.c web/src/b.tsx
msgid ""
"A text of "
"two lines"
msgstr ""
"Un testo di "
"due righe"

#: web/src/b.tsx
msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carta"
msgstr[1] "{n} carte"

#: web/src/b.tsx
msgid "not yet"
msgstr ""
`;

test("a catalog has every text of the page that is translated", async () => {
  const module = await import(`data:text/javascript,${encodeURIComponent(catalogModule(po))}`);
  assert.deepEqual(module.default.texts, {
    "Draw cards": "Pesca carte",
    "A text of two lines": "Un testo di due righe",
    "{n} card": ["{n} carta", "{n} carte"],
  });
  assert.deepEqual([1, 2].map(module.default.plural), [0, 1]);
});
