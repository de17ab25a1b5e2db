/*
 * What stands where a part of the page did not come.
 *
 * SPDX-License-Identifier: MIT
 */
import { t } from "../text";

export function Missing({ onAgain }: { onAgain(): void }) {
  return (
    <p class="notice bad" role="alert">
      {t("A part of the page cannot be loaded")}
      <button type="button" class="button small" onClick={onAgain}>{t("Try again")}</button>
    </p>
  );
}
