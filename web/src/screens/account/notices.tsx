/*
 * Notices when one is away: in this browser, by e-mail, as feeds, to a program; which of them, and after how long.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { Account } from "../../net/account";
import {
  addHook, canPush, chooseNotices, endFeed, endWay, fetchNotices, makeFeed, setAddress, subscribe, testWay, useMailKey, type Kind, type Notices as Found, type Way,
} from "../../net/notices";
import { language, t } from "../../text";
import { CopyButton } from "../controls";
import { AskButton, AskForm, TextField } from "./fields";
import { dayOf } from "./own";
import { useProof } from "./proof";

const KINDS: readonly Kind[] = ["turn", "soon", "began", "over", "tournament"];
const DELAYS: readonly number[] = [0, 300, 1800, 7200];

function kindText(kind: Kind): string {
  return {
    turn: t("it is my turn"),
    soon: t("my time is nearly up"),
    began: t("a game begins"),
    over: t("a game is over"),
    tournament: t("a tournament goes on"),
  }[kind];
}

function delayText(seconds: number): string {
  if (seconds === 0) return t("at once");
  return seconds < 3600 ? t("after {n} minutes", { n: Math.round(seconds / 60) }) : t("after {n} hours", { n: Math.round(seconds / 3600) });
}

interface Part {
  found: Found;
  look(): Promise<void>;
}

/** Which of them come by a way, and one to try it. */
function Wanted({ found, look, way, legend }: Part & { way: Way; legend: string }) {
  const [tried, setTried] = useState(false);
  const toggle = async (kind: Kind): Promise<void> => {
    const has = found[way];
    await chooseNotices({ [way]: has.includes(kind) ? has.filter((one) => one !== kind) : [...has, kind], language: language.value });
    await look();
  };
  return (
    <>
      <fieldset class="field">
        <legend class="label">{legend}</legend>
        {KINDS.map((kind) => (
          <label class="account-check" key={kind}>
            <input type="checkbox" checked={found[way].includes(kind)} onChange={() => void toggle(kind).catch(() => look())} /> {kindText(kind)}
          </label>
        ))}
      </fieldset>
      <p class="cluster">
        <AskButton label={t("Send one to try")} act={async () => { await testWay(way); setTried(true); }} />
        <span role="status">{tried && <span class="hint">{t("It is on its way.")}</span>}</span>
      </p>
    </>
  );
}

function Line({ id, name, made, failing, look }: { id: string; name: string; made: number; failing: boolean; look(): Promise<void> }) {
  return (
    <li class="account-line">
      <span>
        <strong class="account-secret">{name}</strong> {failing && <span class="badge">{t("fails")}</span>}
        <span class="hint">{t("Since {day}", { day: dayOf(made) })}</span>
      </span>
      <AskButton label={t("End")} act={async () => { await endWay(id); await look(); }} />
    </li>
  );
}

function Browsers({ found, look }: Part) {
  const [refused, setRefused] = useState(false);
  const begin = async (): Promise<void> => {
    setRefused(!(await subscribe(found.key)));
    await chooseNotices({ language: language.value });
    await look();
  };
  return (
    <section class="panel stack" aria-labelledby="notices-push">
      <h2 id="notices-push">{t("Notices in browsers")}</h2>
      <p>{t("When you are away, this device lets you know. The push service of the browser cannot read it.")}</p>
      {found.devices.length > 0 && <ul class="account-list">{found.devices.map((one) => <Line key={one.id} id={one.id} name={one.device || t("Unknown device")} made={one.created} failing={one.failing} look={look} />)}</ul>}
      {canPush() ? <p><AskButton label={t("Notices on this device")} act={begin} /></p> : <p class="hint">{t("This browser takes no notices here.")}</p>}
      <p role="status">{refused && <span class="notice">{t("The browser does not allow it. You can change that in its settings for this site.")}</span>}</p>
      {found.devices.length > 0 && <Wanted found={found} look={look} way="push" legend={t("Let me know when")} />}
    </section>
  );
}

function Mail({ found, look, account }: Part & { account: Account }) {
  const [address, setTo] = useState(found.address ?? "");
  const proof = useProof(account);
  const send = async (): Promise<void> => {
    await chooseNotices({ language: language.value });
    await setAddress(address, await proof.prove());
    proof.clear();
    await look();
  };
  return (
    <AskForm title={t("Notices by e-mail")} button={t("Send a link to this address")} act={send}>
      {found.address !== undefined && (
        <p class="account-line">
          <span><strong class="account-secret">{found.address}</strong> <span class="badge">{found.confirmed ? t("confirmed") : t("not confirmed yet")}</span></span>
          <AskButton label={t("Remove")} act={async () => { await setAddress(""); setTo(""); await look(); }} />
        </p>
      )}
      {found.confirmed === false && <p class="notice">{t("A link is on its way to you. Open it within two days.")}</p>}
      {found.confirmed && <Wanted found={found} look={look} way="mail" legend={t("Write to me when")} />}
      <TextField label={t("E-mail address")} kind="off" value={address} onChange={setTo} hint={t("It is used for notices alone, and nobody else sees it.")} most={254} />
      {proof.field}
    </AskForm>
  );
}

function Feeds({ found, look }: Part) {
  const [key, setKey] = useState("");
  const address = (name: string): string => `${location.origin}/u/${key}/${name}`;
  return (
    <section class="panel stack" aria-labelledby="notices-feed">
      <h2 id="notices-feed">{t("Feed and calendar")}</h2>
      <p>{t("The games in which it is your turn, for a feed reader; and until when, for a calendar. Who has the address can read this, and nothing else.")}</p>
      {key && (
        <div class="notice stack" role="status">
          <p>{t("The new addresses, seen this once:")}</p>
          {["turns.atom", "turns.ics"].map((name) => (
            <p key={name} class="stack"><code class="account-secret">{address(name)}</code><CopyButton text={address(name)} label={t("Copy")} /></p>
          ))}
        </div>
      )}
      {found.feed !== undefined && !key && <p class="hint">{t("Since {day}", { day: dayOf(found.feed) })}</p>}
      <p class="cluster">
        <AskButton label={found.feed === undefined ? t("Make addresses") : t("New addresses in place of the old")} act={async () => { setKey(await makeFeed()); await look(); }} />
        {found.feed !== undefined && <AskButton label={t("End")} act={async () => { await endFeed(); setKey(""); await look(); }} />}
      </p>
    </section>
  );
}

function Hooks({ found, look }: Part) {
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState("");
  const add = async (): Promise<void> => {
    setSecret(await addHook(url));
    setUrl("");
    await look();
  };
  return (
    <AskForm title={t("Webhooks")} button={t("Add a webhook")} act={add}>
      <p>{t("For programs: the server sends a signed message to an address of yours.")}</p>
      {found.hooks.length > 0 && <ul class="account-list">{found.hooks.map((one) => <Line key={one.id} id={one.id} name={one.url} made={one.created} failing={one.failing} look={look} />)}</ul>}
      {secret && (
        <div class="notice stack" role="status">
          <p>{t("What it is signed with, seen this once:")}</p>
          <p><code class="account-secret">{secret}</code></p>
          <p><CopyButton text={secret} label={t("Copy")} /></p>
        </div>
      )}
      {found.hooks.length > 0 && <Wanted found={found} look={look} way="hook" legend={t("Send one when")} />}
      <TextField label={t("Address")} kind="off" value={url} onChange={setUrl} hint="https://…" most={1000} />
    </AskForm>
  );
}

function Delay({ found, look }: Part) {
  const known = DELAYS.includes(found.delay) ? DELAYS : [...DELAYS, found.delay].sort((a, b) => a - b);
  return (
    <section class="panel stack" aria-labelledby="notices-delay">
      <h2 id="notices-delay">{t("When you are away")}</h2>
      <p>{t("You are sent one notice a game until you come back, and none while you have this site open.")}</p>
      <div class="field">
        <label for="notices-after">{t("Let me know")}</label>
        <select id="notices-after" class="input" value={String(found.delay)} onChange={(event) => void chooseNotices({ delay: Number(event.currentTarget.value), language: language.value }).then(look, look)}>
          {known.map((seconds) => <option key={seconds} value={String(seconds)}>{delayText(seconds)}</option>)}
        </select>
      </div>
    </section>
  );
}

export function Notices({ account }: { account: Account }) {
  const [found, setFound] = useState<Found | null>(null);
  const look = async (): Promise<void> => setFound(await fetchNotices());
  useEffect(() => void look().catch(() => undefined), []);
  if (!found) return null;
  return (
    <div class="account-parts">
      <Delay found={found} look={look} />
      <Browsers found={found} look={look} />
      {found.mails && <Mail found={found} look={look} account={account} />}
      <Feeds found={found} look={look} />
      <Hooks found={found} look={look} />
    </div>
  );
}

/** What a link in a mail is for: it stands behind the '#', which no server is sent. */
export function mailLink(): { ends: boolean; key: string } | null {
  const [, what, key] = /^#(confirm|stop)=([\w-]+)$/.exec(location.hash) ?? [];
  return key === undefined ? null : { ends: what === "stop", key };
}

export function MailLink({ link }: { link: { ends: boolean; key: string } }) {
  const [done, setDone] = useState(false);
  const use = async (): Promise<void> => {
    await useMailKey(link.key);
    history.replaceState(null, "", location.pathname);
    setDone(true);
  };
  if (done) return <p class="notice" role="status">{link.ends ? t("No more mails come to you from here.") : t("Your address is confirmed.")}</p>;
  return (
    <AskForm title={link.ends ? t("No more mails") : t("Confirm your address")} button={link.ends ? t("End the mails") : t("Confirm")} act={use}>
      <p>{link.ends ? t("You are sent no more notices by e-mail, and your address is forgotten.") : t("From then on you are sent notices about your games by e-mail.")}</p>
    </AskForm>
  );
}
