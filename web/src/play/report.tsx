/*
 * The form to report somebody, fetched when it is asked for.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";
import { rare, useLoaded } from "../load";
import { Missing } from "../parts/missing";
import { Dialog } from "../screens/controls";
import { t } from "../text";

export function Report({ game, onClose }: { game: Game; onClose(): void }) {
  const { found: Part, failed, again } = useLoaded("report", async () => (await rare(() => import("../screens/order/report"))).ReportDialog);
  if (Part) return <Part game={game} onClose={onClose} />;
  return failed ? <Dialog title={t("Report…")} onClose={onClose}><Missing onAgain={again} /></Dialog> : null;
}
