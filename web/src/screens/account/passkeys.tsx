/*
 * The passkeys of an account: a list, one more, one less.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import type { Account, Passkey } from "../../net/account";
import { addPasskey, endPasskey, lacking } from "../../net/passkey";
import { t } from "../../text";
import { AskForm, TextField } from "./fields";
import { dayOf } from "./own";
import { useProof } from "./proof";

/** Why it cannot be here. */
export function Lacking() {
  switch (lacking()) {
    case "https":
      return <p class="hint">{t("Passkeys need an address that begins with https.")}</p>;
    case "address":
      return <p class="hint">{t("Passkeys need an address with a name. This one is a number: open this server by its name.")}</p>;
    case "browser":
      return <p class="hint">{t("This browser has no passkeys, or is too old for them.")}</p>;
    default:
      return null;
  }
}

function PasskeyLine({ passkey, onEnd }: { passkey: Passkey; onEnd(): void }) {
  const name = passkey.name || t("Unknown device");
  return (
    <li class="account-line">
      <span>
        <strong>{name}</strong>
        <span class="hint">{t("Since {day}", { day: dayOf(passkey.created) })} · {passkey.used ? t("last used {day}", { day: dayOf(passkey.used) }) : t("never used")}</span>
      </span>
      <button type="button" class="button small" aria-label={t("Remove {name}", { name })} onClick={onEnd}>{t("Remove")}</button>
    </li>
  );
}

function End({ account, passkey, onDone }: { account: Account; passkey: Passkey; onDone(): void }) {
  const proof = useProof(account);
  const end = async () => { await endPasskey(passkey.id, await proof.prove()); onDone(); };
  return (
    <AskForm title={t("Remove {name}", { name: passkey.name || t("Unknown device") })} button={t("Remove the passkey")} danger act={end}>
      <p>{t("Nobody signs in by it any more. Your device may keep showing it: delete it there too.")}</p>
      {proof.field}
      <p><button type="button" class="button quiet" onClick={onDone}>{t("Cancel")}</button></p>
    </AskForm>
  );
}

export function Passkeys({ account, onChange }: { account: Account; onChange(): void }) {
  const [called, setCalled] = useState("");
  const [added, setAdded] = useState(false);
  const [ending, setEnding] = useState<Passkey | null>(null);
  const proof = useProof(account);
  const keys = account.passkeys ?? [];
  const add = async () => {
    setAdded(false);
    await addPasskey(called, await proof.prove());
    setCalled("");
    proof.clear();
    setAdded(true);
    onChange();
  };
  const list = (
    <>
      <p>{t("Sign in by a finger, your face or a PIN instead of a password. Your device or password manager keeps the key, and no other site can ask for it.")}</p>
      {keys.length > 0 && <ul class="account-list">{keys.map((key) => <PasskeyLine key={key.id} passkey={key} onEnd={() => setEnding(key)} />)}</ul>}
    </>
  );
  if (ending) return <End account={account} passkey={ending} onDone={() => { setEnding(null); onChange(); }} />;
  if (lacking() !== "")
    return <section class="panel stack" aria-labelledby="passkeys"><h2 id="passkeys">{t("Passkeys")}</h2>{list}<Lacking /></section>;
  return (
    <AskForm title={t("Passkeys")} button={t("Add a passkey")} act={add}>
      {list}
      <TextField label={t("What you know it by")} kind="off" value={called} onChange={setCalled} required={false} hint={t("For example “my phone”. Without a name it is called after this browser.")} />
      {proof.field}
      <p role="status">{added && <span class="notice">{t("The passkey is added.")}</span>}</p>
    </AskForm>
  );
}
