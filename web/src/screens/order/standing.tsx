/*
 * What the house has against who uses this browser, why and until when; and that who leaves games waits.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { fetchStanding, sawWarning, type Standing as Found } from "../../net/order";
import { n, t } from "../../text";
import { AskButton } from "../account/fields";
import { reasonText, untilText, whenText } from "./words";

function Because({ why }: { why: string }) {
  return why ? <>{" "}{t("The reason: {why}.", { why: reasonText(why) })}</> : null;
}

const minutes = (ms: number): number => Math.round(ms / 60000);

export function useStanding(): { found: Found | null; look(): void } {
  const [found, setFound] = useState<Found | null>(null);
  const look = (): void => void fetchStanding().then(setFound, () => undefined);
  useEffect(look, []);
  return { found, look };
}

/** What comes of leaving games, for who is about to play. */
export function Leaving({ found }: { found: Found | null }) {
  if (!found || found.waits || found.first <= 0) return null;
  if (found.left > 0)
    return <p class="notice" role="status">{t("You have left a game.")} {found.next > 0 && n("If you leave one more, you wait {n} minute before the next one.", "If you leave one more, you wait {n} minutes before the next one.", minutes(found.next))}</p>;
  return <p class="hint">{t("Who keeps leaving rated games, or games found here, has to wait before the next one. Losing the connection and coming back is not leaving.")}</p>;
}

export function Standing({ found, look }: { found: Found | null; look(): void }) {
  if (!found) return null;
  const { muted, banned, waits, warned, appeal } = found;
  return (
    <>
      {banned && <p class="notice bad" role="alert">{t("The host of this server lets you play nothing {until}.", { until: untilText(banned) })}<Because why={banned.why} /> {appeal}</p>}
      {muted && <p class="notice bad" role="alert">{t("The host of this server lets you say nothing {until}.", { until: untilText(muted) })}<Because why={muted.why} /> {appeal}</p>}
      {warned && (
        <div class="notice bad" role="alert">
          {t("The host of this server warns you, {when}.", { when: whenText(warned.at) })}<Because why={warned.why} /> {appeal}{" "}
          <AskButton label={t("I have read it")} act={async () => { await sawWarning(); look(); }} />
        </div>
      )}
      {waits && <p class="notice" role="status">{t("You have left games. You can play rated games, and find others by Play now, again from {when} on.", { when: whenText(waits.until) })}</p>}
    </>
  );
}
