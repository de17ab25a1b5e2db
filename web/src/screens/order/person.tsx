/*
 * What those who keep order know of a player, and what they can do about them.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useId, useState } from "preact/hooks";
import { decide, fetchPerson, reasons, type Person, type Reason, type Report, type Role } from "../../net/order";
import { n, t } from "../../text";
import { AskButton, AskForm } from "../account/fields";
import { Select } from "../controls";
import { Unreached } from "../frame";
import { LogList } from "./log";
import { reasonText, untilText, whenText } from "./words";

const HOUR = 60;
const DAY = 24 * HOUR;
const times = [HOUR, DAY, 7 * DAY, 30 * DAY, 0];
const NOTE = 500;
const ranks: Record<Role, number> = { none: 0, moderator: 1, admin: 2 };

export function roleText(role: Role): string {
  return role === "admin" ? t("Admin") : role === "moderator" ? t("Moderator") : t("No role");
}

function timeText(minutes: number): string {
  if (minutes === 0) return t("for good");
  return minutes < DAY ? n("{n} hour", "{n} hours", minutes / HOUR) : n("{n} day", "{n} days", minutes / DAY);
}

type What = "warn" | "mute" | "ban" | "close";

function whatText(what: What): string {
  return { warn: t("Warn them"), mute: t("They say nothing"), ban: t("They play nothing"), close: t("Close the account") }[what];
}

function Decide({ player, account, report, onDone }: { player: string; account: boolean; report?: Report | undefined; onDone(): void }) {
  const [what, setWhat] = useState<What>("warn");
  const [minutes, setMinutes] = useState(DAY);
  const [why, setWhy] = useState<Reason>(report?.reason ?? "insult");
  const [note, setNote] = useState("");
  const id = useId();
  const lasts = what === "mute" || what === "ban";
  const act = async () => {
    await decide({ ...(report ? { report: report.id } : { player }), do: what, why, note: note.trim(), ...(lasts && { minutes }) });
    setNote("");
    onDone();
  };
  const all: What[] = ["warn", "mute", "ban", ...(account ? (["close"] as const) : [])];
  return (
    <AskForm title={t("Decide")} button={whatText(what)} act={act} danger={what === "ban" || what === "close"}>
      <div class="people-filters">
        <Select legend={t("What follows")} value={what} onChange={(to) => setWhat(to)} options={all.map((value) => ({ value, label: whatText(value) }))} />
        {lasts && <Select legend={t("For how long")} value={minutes} onChange={(to) => setMinutes(to)} options={times.map((value) => ({ value, label: timeText(value) }))} />}
        <Select legend={t("Reason, which they see")} value={why} onChange={(to) => setWhy(to)} options={reasons.map((value) => ({ value, label: reasonText(value) }))} />
      </div>
      <div class="field">
        <label for={id}>{t("Note, for those who keep order")}</label>
        <input id={id} class="input" maxLength={NOTE} value={note} onInput={(event) => setNote(event.currentTarget.value)} autocomplete="off" />
      </div>
    </AskForm>
  );
}

/** What holds now, each with its end. */
function Holds({ person, onChange }: { person: Person; onChange(): void }) {
  const { player, muted, banned, waits, warned } = person;
  const undo = (what: string, label: string) => <AskButton key={what} label={label} act={async () => { await decide({ player, do: what }); onChange(); }} />;
  const closed = person.accounts[0]?.closed === true;
  if (!muted && !banned && !waits && !warned && !closed && person.left === 0) return <p class="hint">{t("Nothing holds against them.")}</p>;
  return (
    <ul class="account-list">
      {closed && <li class="account-line"><span>{t("The account is closed.")}</span> {undo("open", t("Open it"))}</li>}
      {banned && <li class="account-line"><span>{t("Plays nothing {until}", { until: untilText(banned) })}</span> {undo("unban", t("End it"))}</li>}
      {muted && <li class="account-line"><span>{t("Says nothing {until}", { until: untilText(muted) })}</span> {undo("unmute", t("End it"))}</li>}
      {warned && <li class="account-line"><span>{t("Was warned, and has not read it yet.")}</span></li>}
      {(waits || person.left > 0) && (
        <li class="account-line"><span>{n("Has left {n} game", "Has left {n} games", person.left)}{waits && `, ${t("waits {until}", { until: untilText(waits) })}`}</span> {undo("forgive", t("Forgive"))}</li>
      )}
    </ul>
  );
}

function Roles({ person, onChange }: { person: Person; onChange(): void }) {
  const [role, setRole] = useState<Role>(person.accounts[0]?.role ?? "none");
  return (
    <AskForm title={t("Role")} button={t("Give the role")} act={async () => { await decide({ player: person.player, do: "role", role }); onChange(); }}>
      <Select legend={t("Role")} quiet value={role} onChange={(to) => setRole(to)} options={(["none", "moderator", "admin"] as const).map((value) => ({ value, label: roleText(value) }))} />
    </AskForm>
  );
}

function Past({ person }: { person: Person }) {
  return (
    <details class="account-fold">
      <summary>{t("What was before")}</summary>
      <h4>{t("Reports")}</h4>
      <ul class="account-list">
        {person.reports.map((one, i) => (
          <li class="account-line" key={i}><span>{reasonText(one.reason)}{one.line && `: ${one.line}`}<span class="hint">{whenText(one.at)} · {one.decision || t("waits")}</span></span></li>
        ))}
      </ul>
      <h4>{t("What was done")}</h4>
      <LogList log={person.log} />
    </details>
  );
}

export function PersonPart({ player, name, role, report, onDone }: { player: string; name: string; role: Role; report?: Report; onDone(): void }) {
  const [person, setPerson] = useState<Person | null>(null);
  const [wrong, setWrong] = useState(false);
  const look = (): void => void fetchPerson(player).then((found) => { setPerson(found); setWrong(false); }, () => setWrong(true));
  useEffect(look, [player]);
  if (wrong) return <Unreached onAgain={look} />;
  if (!person) return <p class="spinner" role="status" aria-label={t("One moment, please.")} />;
  const account = person.accounts[0];
  const may = ranks[role] > ranks[account?.role ?? "none"];
  const done = (): void => { look(); onDone(); };
  return (
    <section class="stack" aria-label={t("About {name}", { name })}>
      <Holds person={person} onChange={look} />
      {may ? <Decide player={player} account={account !== undefined} report={report} onDone={done} /> : <p class="hint">{t("They have your role, or a higher one: you decide nothing about them.")}</p>}
      {may && role === "admin" && account && <Roles key={account.role} person={person} onChange={look} />}
      <Past person={person} />
    </section>
  );
}
