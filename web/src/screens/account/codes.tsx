/*
 * Recovery codes, which are seen this once: to be copied, printed or saved.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../parts/icons";
import { t } from "../../text";
import { CopyButton } from "../controls";
import { saveText } from "../end/save";

export function Codes({ codes, name, onDone }: { codes: string[]; name: string; onDone(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `Linea, ${name}, ${location.host}\n\n${codes.join("\n")}\n`;
  return (
    <section class="account-codes panel raised stack" aria-labelledby="codes">
      <h2 id="codes" ref={heading} tabIndex={-1}>{t("Your recovery codes")}</h2>
      <p>{t("Keep them where you find them without this device. Each is good once, for a new password. They are not shown again.")}</p>
      <ul class="account-code-list">
        {codes.map((code) => <li key={code}><code>{code}</code></li>)}
      </ul>
      <p class="cluster account-unprinted">
        <CopyButton text={text} label={t("Copy")} />
        <button type="button" class="button small" onClick={() => print()}>{t("Print")}</button>
        <button type="button" class="button small" onClick={() => saveText(text, "linea-recovery-codes.txt")}><Icon name="download" />{t("Save")}</button>
      </p>
      <p class="account-unprinted"><button type="button" class="button primary" onClick={onDone}>{t("I have them")}</button></p>
    </section>
  );
}
