/*
 * Who is ahead in a tournament. Rows move to their new places when results come in.
 *
 * SPDX-License-Identifier: MIT
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { askCup, type Cup, type Standing } from "../../net/cups";
import { profilePath } from "../../net/people";
import { t } from "../../text";
import { Dialog } from "../controls";
import { calledHere, cupReason, pointsText } from "./words";

const FEW = 50;
const MOVE_MS = 400;

/** Lets rows glide from where they were to where they are; for who wants movement. */
function useGlide(key: string): { current: HTMLTableSectionElement | null } {
  const body = useRef<HTMLTableSectionElement>(null);
  const was = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const rows = [...(body.current?.rows ?? [])];
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of rows) {
      const number = row.dataset["number"] ?? "";
      const before = was.current.get(number);
      if (!still && before !== undefined && before !== row.offsetTop)
        row.animate([{ transform: `translateY(${before - row.offsetTop}px)` }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" });
    }
    was.current = new Map(rows.map((row) => [row.dataset["number"] ?? "", row.offsetTop]));
  }, [key]);
  return body;
}

function Remove({ cup, one, onDone, onClose }: { cup: Cup; one: Standing; onDone(): void; onClose(): void }) {
  const [wrong, setWrong] = useState("");
  const remove = (): void => {
    askCup(cup.cup, { do: "remove", number: one.number }).then(() => { onClose(); onDone(); }, (error: unknown) => setWrong(cupReason(error)));
  };
  return (
    <Dialog title={t("Remove {name}?", { name: calledHere(one.name) })} onClose={onClose}>
      <p>{t("The player is not paired any more.")}</p>
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <p class="cluster">
        <button type="button" class="button danger" onClick={remove}>{t("Remove")}</button>
        <button type="button" class="button" onClick={onClose}>{t("Cancel")}</button>
      </p>
    </Dialog>
  );
}

/** What is odd about somebody: byes, absences, being out. */
function Marks({ one, mine }: { one: Standing; mine: boolean }) {
  return (
    <>
      {mine && <span class="badge">{t("you")}</span>}
      {one.byes > 0 && <span class="badge plain" title={t("Rounds without a table")}>{t("bye")}{one.byes > 1 && ` ×${one.byes}`}</span>}
      {one.absences > 0 && <span class="badge plain" title={t("Tables that the player has not come to")}>{t("absent")}{one.absences > 1 && ` ×${one.absences}`}</span>}
      {one.out && <span class="badge plain">{t("out")}</span>}
    </>
  );
}

export function Standings({ cup, onDone }: { cup: Cup; onDone(): void }) {
  const [all, setAll] = useState(false);
  const [removing, setRemoving] = useState<Standing | null>(null);
  const { state } = cup;
  const mine = cup.you?.number;
  const shown = all ? state.standings : state.standings.filter((one, i) => i < FEW || one.number === mine);
  const body = useGlide(shown.map((one) => one.number).join());
  const led = cup.yours === true && state.stage !== "over";
  const begun = state.stage !== "gathering";
  return (
    <section aria-labelledby="cup-standings" class="stack">
      <h2 id="cup-standings">{begun ? t("Standings") : t("Players")}</h2>
      {state.standings.length === 0 ? <div class="empty"><p>{t("Nobody has joined yet.")}</p></div> : (
        <div class="cups-table">
          <table class="numbers">
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">{t("Player")}</th>
                {begun && <th scope="col">{t("Points")}</th>}
                {begun && <th scope="col">{t("Wins")}</th>}
                {begun && <th scope="col" class="cups-wide" title={t("Points of all opponents")}>{t("Opponents")}</th>}
                {begun && <th scope="col">{t("Tables")}</th>}
                {led && <th scope="col"><span class="visually-hidden">{t("Remove")}</span></th>}
              </tr>
            </thead>
            <tbody ref={body}>
              {shown.map((one) => (
                <tr key={one.number} data-number={one.number} class={one.number === mine ? "now" : ""}>
                  <td>{begun ? one.place : one.number + 1}</td>
                  <th scope="row">
                    {cup.rules.guests || one.name.startsWith("bot:") || one.name.startsWith("gone-") ? calledHere(one.name) : <a href={profilePath(one.name)}>{one.name}</a>}{" "}
                    <Marks one={one} mine={one.number === mine} />
                  </th>
                  {begun && <td>{pointsText(one.points, state.point)}</td>}
                  {begun && <td>{pointsText(one.wins, state.point)}</td>}
                  {begun && <td class="cups-wide">{pointsText(one.opponents, state.point)}</td>}
                  {begun && <td>{one.tables}</td>}
                  {led && <td>{!one.out && <button type="button" class="button small quiet" aria-label={t("Remove {name}", { name: calledHere(one.name) })} onClick={() => setRemoving(one)}>×</button>}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!all && shown.length < state.standings.length && <p><button type="button" class="button" onClick={() => setAll(true)}>{t("Show all {n}", { n: state.standings.length })}</button></p>}
      {removing && <Remove cup={cup} one={removing} onDone={onDone} onClose={() => setRemoving(null)} />}
    </section>
  );
}
