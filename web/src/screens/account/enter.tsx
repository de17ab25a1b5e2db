/*
 * The ways to an account: sign up, sign in, a recovery code.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { recover, signIn, signInByPasskey, signUp, type Registration } from "../../net/account";
import { lacking } from "../../net/passkey";
import { isKnown } from "../../net/server";
import { name } from "../../settings";
import { t } from "../../text";
import { Choice } from "../controls";
import { AskButton, AskForm, LEAST, TextField } from "./fields";
import { Lacking } from "./passkeys";

type Way = "up" | "in" | "code";

function SignUp({ invited, onDone }: { invited: boolean; onDone(codes: string[] | null): void }) {
  const [called, setCalled] = useState(name.value);
  const [password, setPassword] = useState("");
  const [invitation, setInvitation] = useState("");
  const [byKey, setByKey] = useState(false);
  return (
    <AskForm title={t("A new account")} button={t("Make the account")} act={async () => onDone(await signUp(called, byKey ? null : password, invitation))}>
      {isKnown() && <p>{t("The games that you have played as a guest in this browser go with you.")}</p>}
      <TextField label={t("Name")} kind="username" value={called} onChange={setCalled} hint={t("Others see it. No two names look alike.")} />
      {lacking() === "" && (
        <Choice<"password" | "passkey"> legend={t("You sign in by")} value={byKey ? "passkey" : "password"} onChange={(how) => setByKey(how === "passkey")}
          options={[{ value: "password", label: t("Password") }, { value: "passkey", label: t("Passkey") }]} />
      )}
      {byKey && <p class="hint">{t("A finger, your face or a PIN. Your device or password manager keeps the key.")}</p>}
      {!byKey && <TextField label={t("Password")} kind="new-password" value={password} onChange={setPassword} hint={t("At least {n} characters. A few words that only you would put together are best.", { n: LEAST })} />}
      {invited && <TextField label={t("Invitation")} kind="off" value={invitation} onChange={setInvitation} hint={t("A code that the host of this server has given you.")} />}
      <p class="hint">{t("No e-mail address is asked for. You get eight recovery codes for the case that you forget the password or lose the device.")}</p>
    </AskForm>
  );
}

function SignIn({ onDone, onForgotten }: { onDone(): void; onForgotten(): void }) {
  const [called, setCalled] = useState("");
  const [password, setPassword] = useState("");
  return (
    <AskForm title={t("Sign in")} button={t("Sign in")} act={async () => { await signIn(called, password); onDone(); }}>
      {isKnown() && <p class="notice">{t("Games of the guest in this browser do not go with you: make an account of this guest to keep them.")}</p>}
      <TextField label={t("Name")} kind="username" value={called} onChange={setCalled} />
      <TextField label={t("Password")} kind="current-password" value={password} onChange={setPassword} />
      <p><button type="button" class="link" onClick={onForgotten}>{t("I have forgotten the password")}</button></p>
    </AskForm>
  );
}

function Recover({ onDone }: { onDone(): void }) {
  const [called, setCalled] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  return (
    <AskForm title={t("With a recovery code")} button={t("Set the password")} act={async () => { await recover(called, code, password); onDone(); }}>
      <p>{t("All other devices are signed out, API tokens and passkeys end. The code is used up.")}</p>
      <TextField label={t("Name")} kind="username" value={called} onChange={setCalled} />
      <TextField label={t("Recovery code")} kind="off" value={code} onChange={setCode} hint={t("Sixteen letters and digits. Capital letters and hyphens do not matter.")} />
      <TextField label={t("New password")} kind="new-password" value={password} onChange={setPassword} />
    </AskForm>
  );
}

/** First, since who has one needs to write nothing. */
function ByPasskey({ onDone }: { onDone(): void }) {
  if (lacking() !== "") return null;
  return (
    <section class="panel cluster account-passkey" aria-label={t("Passkey")}>
      <AskButton label={t("Sign in with a passkey")} act={async () => { await signInByPasskey(); onDone(); }} />
      <span class="hint">{t("No name, no password.")}</span>
    </section>
  );
}

export function Enter({ registration, onDone }: { registration: Registration; onDone(codes: string[] | null): void }) {
  const closed = registration === "closed";
  const [way, setWay] = useState<Way>(closed || !isKnown() ? "in" : "up");
  const done = () => onDone(null);
  return (
    <div class="account-narrow stack">
      {way !== "code" && !closed && (
        <Choice<Way> legend={t("What would you like to do?")} quiet value={way} onChange={(to) => setWay(to)}
          options={[{ value: "up", label: t("New account") }, { value: "in", label: t("Sign in") }]} />
      )}
      {closed && way === "in" && <p class="hint">{t("This server takes no new accounts.")}</p>}
      {way === "up" && <SignUp invited={registration === "invite"} onDone={onDone} />}
      {way === "in" && <ByPasskey onDone={done} />}
      {way === "in" && <SignIn onDone={done} onForgotten={() => setWay("code")} />}
      {way === "in" && lacking() !== "" && <Lacking />}
      {way === "code" && (
        <>
          <Recover onDone={done} />
          <p><button type="button" class="button quiet" onClick={() => setWay("in")}>{t("Back")}</button></p>
        </>
      )}
    </div>
  );
}
