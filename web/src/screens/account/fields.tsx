/*
 * What the forms of an account share: fields that password managers understand, and what went wrong, in words.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { failureText, useAction } from "../../load";
import { Refused } from "../../net/server";
import { t, textFor } from "../../text";

/** A name takes up to 63 bytes. */
const NAME = 63;
export const LEAST = 8;
const MOST = 128;

/** Why there is no passkey, of all that can be the reason (WebAuthn). */
function refusedByDevice(name: string): string {
  return textFor({
    InvalidStateError: t("This device has a passkey of this account already."),
    NotSupportedError: t("This device cannot make such a passkey: it needs a finger, a face or a PIN."),
    ConstraintError: t("This device cannot make such a passkey: it needs a finger, a face or a PIN."),
    SecurityError: t("The browser has no passkeys for this address."),
  }, name) ?? t("No passkey came: it was stopped, or took too long.");
}

/** What the server refused, in the language of the person. */
export function reason(error: unknown): string {
  if (error instanceof DOMException) return refusedByDevice(error.name);
  if (!(error instanceof Refused)) return t("The server cannot be reached.");
  return textFor({
    wrong: t("These do not belong together. Look at each once more."),
    weak: t("This password is too easy to guess."),
    name: t("This cannot be a name. It needs a letter, a digit or a picture, and one script in each word; / : @ # and ? must not be in it."),
    "name-taken": t("Somebody has this name, or one that looks like it."),
    invitation: t("The invitation is not good, or not any more."),
    closed: t("The host of this server does not allow it."),
    "too-many": t("Too many tries. Wait a while, then try again."),
    "unknown-passkey": t("No account here has this passkey. It may have been removed."),
    "last-passkey": t("It is the only way into the account: set a password first."),
    "known-passkey": t("This device has a passkey of this account already."),
    copied: t("This passkey seems to be a copy of another one. Sign in otherwise, and remove it."),
    rated: t("This account has played rated games: make a new one for the program."),
    expired: t("It has taken too long. Try again."),
    muted: t("The host of this server does not let you, for now. The lobby says why, and until when."),
    banned: t("The host of this server does not let you, for now. The lobby says why, and until when."),
    waits: t("You have left games: wait before the next one."),
    away: t("A game goes on without you. Go back to it first: it is among your tables."),
    words: t("The host of this server does not allow a word in it."),
    done: t("You have reported this already."),
    forbidden: t("You have not the role for this."),
    "accounts-only": t("Rated games are for accounts: sign in."),
    url: t("This must be an address that begins with https://, without a name and a password."),
    address: t("This is no address of e-mail."),
    mail: t("The mail could not be sent. Look at the address, or try again later."),
    endpoint: t("This server does not know the push service of your browser."),
    nowhere: t("There is nothing yet that it could be sent to."),
    missing: t("This link is too old, or was for another address."),
    token: t("You are not signed in any more."),
  }, error.code) ?? failureText(error.message);
}

export function TextField({ label, value, onChange, kind, hint, required = true, most = NAME }: {
  label: string; value: string; onChange(value: string): void; kind: "username" | "current-password" | "new-password" | "off"; hint?: string; required?: boolean; most?: number;
}) {
  const id = useId();
  const secret = kind.endsWith("password");
  const [seen, setSeen] = useState(false);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="account-field">
        <input id={id} class="input" type={(secret && !seen ? "password" : "text") as "text"} value={value} required={required} autocomplete={kind} spellcheck={false}
          autocapitalize="none" maxLength={secret ? MOST : most} minLength={kind === "new-password" ? LEAST : undefined}
          aria-describedby={hint ? `${id}-hint` : undefined} onInput={(event) => onChange(event.currentTarget.value)} />
        {secret && <button type="button" class="button quiet" aria-pressed={seen} onClick={() => setSeen(!seen)}>{t("Show")}</button>}
      </div>
      {hint && <p id={`${id}-hint`} class="hint">{hint}</p>}
    </div>
  );
}

/** A form that asks the server when it is sent, once at a time, and says what it refused. */
export function AskForm({ title, button, act, children, danger = false }: {
  title: string; button: string; act(): Promise<unknown>; children: ComponentChildren; danger?: boolean;
}) {
  const asking = useAction(reason);
  const id = useId();
  const send = (event: Event): void => {
    event.preventDefault();
    asking.act(act);
  };
  return (
    <form class="panel stack" aria-labelledby={id} onSubmit={send}>
      <h2 id={id}>{title}</h2>
      {children}
      {asking.wrong && <p class="notice bad" role="alert">{asking.wrong}</p>}
      <p><button type="submit" class={danger ? "button danger" : "button primary"} disabled={asking.busy}>{button}</button></p>
    </form>
  );
}

/** A button that asks the server, and says if it did not work. */
export function AskButton({ label, act }: { label: string; act(): Promise<unknown> }) {
  const asking = useAction(reason);
  return (
    <>
      <button type="button" class="button small" disabled={asking.busy} onClick={() => asking.act(act)}>{label}</button>
      {asking.wrong && <span class="hint" role="alert">{asking.wrong}</span>}
    </>
  );
}
