/*
 * Somebody reports somebody to those who keep order: a line of a table's talk, who sits there, or an account.
 *
 * SPDX-License-Identifier: MIT
 */
import { useId, useState } from "preact/hooks";
import type { Game } from "../../game/game";
import { reasons, sendReport, type Reason, type Subject } from "../../net/order";
import { saidText } from "../../play/sentences";
import { playerNames, speaker } from "../../players";
import { t } from "../../text";
import { AskForm } from "../account/fields";
import { Dialog, Select } from "../controls";
import { reasonText } from "./words";

const LONGEST = 500;
/** So many lines of the others can be chosen, the latest first. */
const LINES = 12;
/** So much of each is shown. */
const START = 60;

interface Choice {
  label: string;
  subject: Subject;
}

function cut(text: string): string {
  const letters = [...text];
  return letters.length > START ? `${letters.slice(0, START).join("")}…` : text;
}

/** What one can report at a table: what others have said there, then those who sit there. */
function choicesAt(game: Game): Choice[] {
  const id = game.id ?? "";
  const me = game.me.value;
  const players = game.table.value?.players ?? [];
  const names = playerNames(players);
  const said = game.log.value.filter((line) => line.what === "said" && (line.seat === null || line.seat !== me)).slice(-LINES).reverse();
  return [
    ...said.map((line) => ({ label: t("{name} said: {words}", { name: speaker(line), words: cut(saidText(line)) }), subject: { game: id, event: line.event } })),
    ...players.flatMap((player, seat) => (player.is === "human" && seat !== me ? [{ label: names[seat] ?? "", subject: { game: id, seat } }] : [])),
  ];
}

function ReportForm({ choices, onDone }: { choices: readonly Choice[]; onDone(): void }) {
  const [choice, setChoice] = useState(0);
  const [reason, setReason] = useState<Reason>("insult");
  const [words, setWords] = useState("");
  const [done, setDone] = useState(false);
  const id = useId();
  const subject = choices[choice]?.subject;
  if (!subject) return <p>{t("Nobody else is at this table.")}</p>;
  if (done)
    return (
      <>
        <p role="status">{t("Thank you. Those who keep order here will look at it.")}</p>
        <p><button type="button" class="button primary" onClick={onDone}>{t("Close")}</button></p>
      </>
    );
  return (
    <AskForm title={t("What is wrong?")} button={t("Report")} act={async () => { await sendReport(subject, reason, words.trim()); setDone(true); }}>
      {choices.length > 1 && <Select legend={t("Whom or what")} value={choice} onChange={(to) => setChoice(to)} options={choices.map(({ label }, value) => ({ value, label }))} />}
      <Select legend={t("Reason")} value={reason} onChange={(to) => setReason(to)} options={reasons.map((value) => ({ value, label: reasonText(value) }))} />
      <div class="field">
        <label for={id}>{t("In your words, if you like")}</label>
        <textarea id={id} class="input" rows={3} maxLength={LONGEST} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
      </div>
    </AskForm>
  );
}

export function ReportDialog({ game, onClose }: { game: Game; onClose(): void }) {
  const [choices] = useState(() => choicesAt(game));
  return <Dialog title={t("Report somebody")} onClose={onClose}><ReportForm choices={choices} onDone={onClose} /></Dialog>;
}

/** Of an account, in its profile. */
export function ReportPlayer({ player }: { player: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button small quiet" onClick={() => setOpen(true)}>{t("Report…")}</button>
      {open && <Dialog title={t("Report somebody")} onClose={() => setOpen(false)}><ReportForm choices={[{ label: "", subject: { player } }]} onDone={() => setOpen(false)} /></Dialog>}
    </>
  );
}
