/*
 * What belongs to an account: devices, password, recovery codes, API tokens, all data, and the end of it.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { changePassword, deleteAccount, endDevice, endOtherDevices, newCodes, signOut, type Account, type Device } from "../../net/account";
import { unsubscribe } from "../../net/notices";
import { profilePath } from "../../net/people";
import { Icon } from "../../parts/icons";
import { go } from "../../router";
import { language, n, t } from "../../text";
import { Standing, useStanding } from "../order/standing";
import { AskButton, AskForm, TextField } from "./fields";
import { Notices } from "./notices";
import { Passkeys } from "./passkeys";
import { useProof } from "./proof";
import { Program, Tokens } from "./tokens";

export const dayOf = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(at);

function DeviceLine({ device, onChange }: { device: Device; onChange(): void }) {
  return (
    <li class="account-line">
      <span>
        <strong>{device.device || t("Unknown device")}</strong> {device.current && <span class="badge">{t("this one")}</span>}
        <span class="hint">{t("Signed in {day}, last used {used}", { day: dayOf(device.created), used: dayOf(device.used) })}</span>
      </span>
      {!device.current && <AskButton label={t("Sign out")} act={async () => { await endDevice(device.id); onChange(); }} />}
    </li>
  );
}

function Devices({ devices, onChange }: { devices: Device[]; onChange(): void }) {
  return (
    <section class="panel stack" aria-labelledby="devices">
      <h2 id="devices">{t("Devices")}</h2>
      {devices.length > 0 && <ul class="account-list">{devices.map((device) => <DeviceLine key={device.id} device={device} onChange={onChange} />)}</ul>}
      <p class="cluster">
        <AskButton label={t("Sign out here")} act={async () => { await unsubscribe().catch(() => undefined); await signOut(); onChange(); }} />
        {devices.length > 1 && <AskButton label={t("Sign out everywhere else")} act={async () => { await endOtherDevices(); onChange(); }} />}
      </p>
    </section>
  );
}

function Password({ account, onChange }: { account: Account; onChange(): void }) {
  const proof = useProof(account, t("Password until now"));
  const [next, setNext] = useState("");
  const [done, setDone] = useState(false);
  const change = async () => {
    setDone(false);
    await changePassword(await proof.prove(), next);
    proof.clear();
    setNext("");
    setDone(true);
    onChange();
  };
  return (
    <AskForm title={account.password ? t("Change the password") : t("Set a password")} button={account.password ? t("Change") : t("Set the password")} act={change}>
      {/* so that password managers know whose it is */}
      <input class="visually-hidden" type="text" autocomplete="username" value={account.name} readOnly tabIndex={-1} aria-hidden="true" />
      {proof.field}
      <TextField label={t("New password")} kind="new-password" value={next} onChange={setNext} hint={t("All other devices are signed out.")} />
      <p role="status">{done && <span class="notice">{t("The password is changed.")}</span>}</p>
    </AskForm>
  );
}

function Recovery({ account, onCodes }: { account: Account; onCodes(codes: string[]): void }) {
  const proof = useProof(account);
  return (
    <AskForm title={t("Recovery codes")} button={t("New codes")} act={async () => onCodes(await newCodes(await proof.prove()))}>
      <p>{n("{n} code is left. New ones take the place of the old.", "{n} codes are left. New ones take the place of the old.", account.codes)}</p>
      {proof.field}
    </AskForm>
  );
}

function Data() {
  return (
    <section class="panel stack" aria-labelledby="data">
      <h2 id="data">{t("Your data")}</h2>
      <p>{t("All that the server knows of you, with the records of your games, as lines of JSON.")}</p>
      <p><a class="button" href="/api/account/export" download="linea-account.jsonl"><Icon name="download" />{t("Download everything")}</a></p>
    </section>
  );
}

function Delete({ account }: { account: Account }) {
  const proof = useProof(account);
  const [sure, setSure] = useState(false);
  const remove = async () => { await deleteAccount(await proof.prove()); await unsubscribe().catch(() => undefined); go("/"); };
  return (
    <details class="account-fold">
      <summary>{t("Delete the account")}</summary>
      <AskForm title={t("Delete for good")} button={t("Delete the account")} danger act={remove}>
        <p>{t("Your name, what you have said, and all ways to sign in are erased. Games that you have played stay for those who played them with you, without your name. Nobody can undo this.")}</p>
        {proof.field}
        <label class="account-check"><input type="checkbox" required checked={sure} onChange={(event) => setSure(event.currentTarget.checked)} /> {t("I want this")}</label>
      </AskForm>
    </details>
  );
}

export function Own({ account, onCodes, onChange }: { account: Account; onCodes(codes: string[]): void; onChange(): void }) {
  const own = account.password || (account.passkeys?.length ?? 0) > 0;
  return (
    <>
      <Standing {...useStanding()} />
      <p class="cluster"><a class="button" href={profilePath(account.name)}>{t("Your profile")}</a><a class="button quiet" href="/ratings">{t("Ratings")}</a>{account.role && <a class="button" href="/house">{t("Order in the house")}</a>}</p>
      <p class="hint">{t("Since {day}", { day: dayOf(account.created) })} {account.bot && <span class="badge plain">{t("bot")}</span>}</p>
      {account.codes === 0 && own && <p class="notice">{t("You have no recovery codes any more. Make new ones, or a forgotten password or a lost device is the end of the account.")}</p>}
      <div class="account-parts">
        <Devices devices={account.sessions ?? []} onChange={onChange} />
        <Passkeys account={account} onChange={onChange} />
        {own && <Password account={account} onChange={onChange} />}
        {own && <Recovery account={account} onCodes={onCodes} />}
        <Tokens account={account} onChange={onChange} />
        <Data />
      </div>
      {!account.bot && <Program account={account} onChange={onChange} />}
      <Notices account={account} />
      <Delete account={account} />
    </>
  );
}
