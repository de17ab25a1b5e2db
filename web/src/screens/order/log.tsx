/*
 * Lines of the audit log.
 *
 * SPDX-License-Identifier: MIT
 */
import type { LogEntry } from "../../net/order";
import { t } from "../../text";
import { whenText } from "./words";

export function LogList({ log }: { log: readonly LogEntry[] }) {
  return (
    <ul class="account-list">
      {log.map((entry, i) => (
        <li class="account-line" key={`${entry.at}${i}`}>
          <span><strong>{entry.what}</strong> {entry.name || entry.player}{entry.note && `: ${entry.note}`}<span class="hint">{t("{when}, by {name}", { when: whenText(entry.at), name: entry.who })}</span></span>
        </li>
      ))}
    </ul>
  );
}
