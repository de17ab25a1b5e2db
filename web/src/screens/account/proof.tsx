/*
 * What is asked for before something that a thief of an open browser must not do: the password once more, or a passkey.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import type { Account } from "../../net/account";
import { lacking, prove, type Proof } from "../../net/passkey";
import { t } from "../../text";
import { TextField } from "./fields";

/** The fields of a form, and what they come to when it is sent. */
export function useProof(account: Account, label = t("Password")): { field: preact.ComponentChildren; prove(): Promise<Proof>; clear(): void } {
  const [password, setPassword] = useState("");
  const [byKey, setByKey] = useState(!account.password);
  const keys = (account.passkeys?.length ?? 0) > 0;
  const field = (
    <>
      {account.password && !byKey && <TextField label={label} kind="current-password" value={password} onChange={setPassword} />}
      {keys && byKey && <p class="hint">{t("Your device asks for the passkey.")}</p>}
      {keys && account.password && lacking() === "" && (
        <p><button type="button" class="link" onClick={() => setByKey(!byKey)}>{byKey ? t("With the password instead") : t("With a passkey instead")}</button></p>
      )}
    </>
  );
  return { field, prove: async () => (byKey && keys ? prove() : { password }), clear: () => setPassword("") };
}
