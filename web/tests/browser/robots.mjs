/*
 * Players of tournaments without hands: programs, and pages that ask by themselves.
 *
 * SPDX-License-Identifier: MIT
 */
/** Somebody without a browser: asks as the page would. */
export async function robot(origin, name, address) {
  const headers = { "Content-Type": "application/json", Origin: origin, "X-Forwarded-For": address };
  const ask = async (path, body) => {
    const answer = await fetch(origin + path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
    headers.Cookie ??= answer.headers.get("set-cookie")?.split(";")[0];
    return answer.json();
  };
  await ask("/api/account", { name, password: "correct horse battery" });
  return ask;
}

/** The same of somebody who has one. */
export const asker = ({ page }) => (path, body) => page.evaluate(async ([to, request]) =>
  (await fetch(to, { headers: { "Content-Type": "application/json" }, ...(request && { method: "POST", body: JSON.stringify(request) }) })).json(), [path, body ?? null]);

/** Moves as long as it is this one's turn. Returns the table as it is then. */
async function moveOn(ask, game) {
  for (;;) {
    const { table } = await ask(`/api/games/${game}`);
    if (table.stage !== "running" || !table.moves?.length) return table;
    await ask(`/api/games/${game}/request`, { id: 1, do: "move", state: table.state, move: table.moves.at(-1) });
  }
}

/** Those at a table play on until the game is over. */
export async function playGame(all, game) {
  for (;;)
    for (const ask of all)
      if ((await moveOn(ask, game)).stage === "over") return;
}

/** Sits down and moves wherever it is this one's turn. */
async function play(ask) {
  for (const { game, seat, come_by: waits } of (await ask("/api/cups/mine")).tables) {
    if (waits !== undefined) await ask(`/api/games/${game}/request`, { id: 1, do: "sit", seat });
    await moveOn(ask, game);
  }
}

/** All play on until something is so. */
export async function playUntil(all, done) {
  while (!(await done())) await Promise.all(all.map(play));
}
