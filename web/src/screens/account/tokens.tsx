/*
 * API tokens: for programs that play or look for somebody.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { becomeBot, endToken, makeToken, type Account, type ApiToken, type Scope } from "../../net/account";
import { t } from "../../text";
import { CopyButton } from "../controls";
import { AskButton, AskForm, TextField } from "./fields";
import { dayOf } from "./own";
import { useProof } from "./proof";

const SCOPES: readonly Scope[] = ["read", "play", "bot", "tournament"];

function scopeText(scope: Scope): string {
  return { read: t("see your games"), play: t("play for you"), bot: t("play as a bot"), tournament: t("lead tournaments") }[scope];
}

function TokenLine({ token, onChange }: { token: ApiToken; onChange(): void }) {
  return (
    <li class="account-line">
      <span>
        <strong>{token.name}</strong>
        <span class="hint">{token.scopes.map(scopeText).join(", ")} · {token.used ? t("last used {day}", { day: dayOf(token.used) }) : t("never used")}</span>
      </span>
      <AskButton label={t("End")} act={async () => { await endToken(token.id); onChange(); }} />
    </li>
  );
}

/** There is no way back, so it is out of sight at first. */
export function Program({ account, onChange }: { account: Account; onChange(): void }) {
  const proof = useProof(account);
  const [sure, setSure] = useState(false);
  const become = async () => { await becomeBot(await proof.prove()); onChange(); };
  return (
    <details class="account-fold">
      <summary>{t("A program plays with this account")}</summary>
      <AskForm title={t("Mark it as a bot")} button={t("Mark it as a bot")} act={become}>
        <p>{t("Everybody sees it then, and its tokens may play as a bot. It is for accounts that have played no rated game, and cannot be undone.")}</p>
        {proof.field}
        <label class="account-check"><input type="checkbox" required checked={sure} onChange={(event) => setSure(event.currentTarget.checked)} /> {t("I want this")}</label>
      </AskForm>
    </details>
  );
}

export function Tokens({ account, onChange }: { account: Account; onChange(): void }) {
  const [called, setCalled] = useState("");
  const [scopes, setScopes] = useState<Scope[]>(["read"]);
  const [secret, setSecret] = useState("");
  const make = async () => {
    setSecret(await makeToken(called, scopes));
    setCalled("");
    onChange();
  };
  const toggle = (scope: Scope) => setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  return (
    <AskForm title={t("API tokens")} button={t("Make a token")} act={make}>
      <p>{t("For programs that do something for you. They cannot change the account.")}</p>
      {account.tokens && account.tokens.length > 0 && <ul class="account-list">{account.tokens.map((token) => <TokenLine key={token.id} token={token} onChange={onChange} />)}</ul>}
      {secret && (
        <div class="notice stack" role="status">
          <p>{t("The new token, seen this once:")}</p>
          <p><code class="account-secret">{secret}</code></p>
          <p><CopyButton text={secret} label={t("Copy")} /></p>
        </div>
      )}
      <TextField label={t("What it is for")} kind="off" value={called} onChange={setCalled} />
      <fieldset class="field">
        <legend class="label">{t("It may")}</legend>
        {SCOPES.filter((scope) => scope !== "bot" || account.bot).map((scope) => (
          <label class="account-check" key={scope}><input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} /> {scopeText(scope)}</label>
        ))}
      </fieldset>
    </AskForm>
  );
}
