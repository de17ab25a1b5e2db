/*
 * For those who keep order on a server: reports with what was said around them, decisions, accounts, and what was done before.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { useLoaded } from "../load";
import { decide, fetchLog, fetchReports, findAccounts, type Known, type LogEntry, type Report, type Reports, type Role, type Said } from "../net/order";
import { Refused } from "../net/server";
import { n, t } from "../text";
import { AskButton, AskForm, TextField } from "./account/fields";
import { Choice } from "./controls";
import { Frame, Heading, Unreached, Wrong } from "./frame";
import { LogList } from "./order/log";
import { PersonPart, roleText } from "./order/person";
import { reasonText, whenText } from "./order/words";

type View = "reports" | "accounts" | "log";

function Line({ said, marked }: { said: Said; marked?: boolean }) {
  return <p class={marked ? "order-marked" : undefined}><b>{said.name}</b> {said.text}</p>;
}

function Talk({ report }: { report: Report }) {
  if (report.line === undefined) return null;
  return (
    <blockquote class="order-talk" aria-label={t("What was said")}>
      {report.earlier?.map((said) => <Line key={said.event} said={said} />)}
      <Line marked said={{ event: 0, player: report.player, name: report.name, text: report.line }} />
      {report.later?.map((said) => <Line key={said.event} said={said} />)}
    </blockquote>
  );
}

function ReportPart({ report, role, onDone }: { report: Report; role: Role; onDone(): void }) {
  const [open, setOpen] = useState(false);
  return (
    <li class="panel stack" data-report={report.id}>
      <h3>{report.name || report.player} <span class="badge">{reasonText(report.reason)}</span> {!report.account && <span class="badge plain">{t("guest")}</span>}</h3>
      <p class="hint">
        {t("{when}, by {name}", { when: whenText(report.at), name: report.reporter_name ?? t("a guest") })}
        {report.game && <> · <a href={`/g/${report.game}`}>{t("To the table")}</a></>}
        {report.open > 1 && ` · ${n("{n} report of them", "{n} reports of them", report.open)}`}
        {report.before > 0 && ` · ${n("{n} decision before", "{n} decisions before", report.before)}`}
      </p>
      {report.words && <p class="order-words">{report.words}</p>}
      <Talk report={report} />
      {open
        ? <PersonPart player={report.player} name={report.name} role={role} report={report} onDone={onDone} />
        : (
          <p class="cluster">
            <button type="button" class="button small primary" onClick={() => setOpen(true)}>{t("Decide…")}</button>
            <AskButton label={t("Nothing follows")} act={async () => { await decide({ report: report.id, do: "dismiss" }); onDone(); }} />
          </p>
        )}
    </li>
  );
}

function ReportsPart({ first }: { first: Reports }) {
  const [page, setPage] = useState(first);
  const [all, setAll] = useState(first.reports);
  const again = async (): Promise<void> => {
    const found = await fetchReports(0);
    setPage(found);
    setAll(found.reports);
  };
  const more = async (): Promise<void> => {
    const found = await fetchReports(page.next);
    setPage(found);
    setAll([...all, ...found.reports]);
  };
  return (
    <section class="stack" aria-labelledby="reports">
      <h2 id="reports">{n("{n} report waits", "{n} reports wait", page.open)}</h2>
      {all.length === 0 && <div class="empty"><p>{t("All is quiet.")}</p></div>}
      <ul class="stack">{all.map((report) => <ReportPart key={report.id} report={report} role={page.role} onDone={() => void again()} />)}</ul>
      {all.length < page.open && page.reports.length > 0 && <p><AskButton label={t("Show more")} act={more} /></p>}
    </section>
  );
}

function AccountsPart({ role }: { role: Role }) {
  const [start, setStart] = useState("");
  const [found, setFound] = useState<Known[] | null>(null);
  const [shown, setShown] = useState("");
  const search = async () => { setShown(""); setFound((await findAccounts(start)).accounts); };
  return (
    <section class="stack" aria-labelledby="accounts">
      <h2 id="accounts">{t("Accounts")}</h2>
      <AskForm title={t("Search")} button={t("Find")} act={search}>
        <TextField label={t("How the name begins, or the number of a player")} kind="off" value={start} onChange={(to) => setStart(to)} required={false} />
      </AskForm>
      <div role="status">{found?.length === 0 && <p>{t("There is no such account.")}</p>}</div>
      {found && (
        <ul class="account-list">
          {found.map((one) => (
            <li key={one.player}>
              <div class="account-line">
                <span>
                  <strong>{one.name}</strong> {one.role !== "none" && <span class="badge">{roleText(one.role)}</span>} {one.closed && <span class="badge plain">{t("is closed")}</span>}
                  <span class="hint">{t("Since {day}", { day: whenText(one.created) })}</span>
                </span>
                <button type="button" class="button small" aria-expanded={shown === one.player} onClick={() => setShown(shown === one.player ? "" : one.player)}>{t("Look at {name}", { name: one.name })}</button>
              </div>
              {shown === one.player && <PersonPart player={one.player} name={one.name} role={role} onDone={() => undefined} />}
            </li>
          ))}
        </ul>
      )}
      {found?.length === 0 && /^[0-9a-f]{16}$/.test(start) && <PersonPart player={start} name={start} role={role} onDone={() => undefined} />}
    </section>
  );
}

function LogPart() {
  const [log, setLog] = useState<LogEntry[]>([]);
  const [more, setMore] = useState(true);
  const add = async (): Promise<void> => {
    const found = (await fetchLog(log.length)).log;
    setLog([...log, ...found]);
    setMore(found.length > 0);
  };
  useEffect(() => void add().catch(() => undefined), []);
  return (
    <section class="stack" aria-labelledby="log">
      <h2 id="log">{t("What was done")}</h2>
      <LogList log={log} />
      {more && log.length > 0 && <p><AskButton label={t("Show more")} act={add} /></p>}
    </section>
  );
}

export default function House() {
  const [view, setView] = useState<View>("reports");
  const [forbidden, setForbidden] = useState(false);
  const { found, failed, again } = useLoaded("house", () => fetchReports(0).catch((error: unknown) => {
    setForbidden(error instanceof Refused && (error.status === 403 || error.status === 401));
    throw error;
  }));
  if (failed && forbidden) return <Wrong title={t("This is for those who keep order")} message={t("Sign in as a moderator or an admin of this server.")}><a class="button" href="/account">{t("Account")}</a></Wrong>;
  return (
    <Frame class="people" ready={found !== null || failed}>
      <Heading title={t("Order in the house")} lead={found ? roleText(found.role) : undefined} />
      {failed && <Unreached onAgain={again} />}
      {found && (
        <>
          <Choice legend={t("Order in the house")} quiet value={view} onChange={(to) => setView(to)}
            options={[{ value: "reports", label: t("Reports") }, { value: "accounts", label: t("Accounts") }, { value: "log", label: t("What was done") }]} />
          {view === "reports" ? <ReportsPart first={found} /> : view === "accounts" ? <AccountsPart role={found.role} /> : <LogPart />}
        </>
      )}
    </Frame>
  );
}
