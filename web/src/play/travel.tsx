/*
 * Going on on another device: a link and its picture, good once, for a quarter of an hour.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Game } from "../game/game";
import { useLoaded } from "../load";
import { randomHex } from "../net/sha256";
import { Missing } from "../parts/missing";
import { CopyButton, Dialog } from "../screens/controls";
import { t } from "../text";

/** A code for a link that takes one's seat to another device, and the link. */
function newTravel(game: string): { code: string; link: string } {
  const code = randomHex(16);
  return { code, link: `${location.origin}/g/${game}#go=${code}` };
}

/** What draws codes is fetched when somebody wants one. */
function Code({ link }: { link: string }) {
  const { found, failed, again } = useLoaded("qr", () => import("../parts/qr"));
  return found ? <found.QrCode text={link} label={t("The link as a picture for a camera")} /> : failed ? <Missing onAgain={again} /> : <span class="spinner" />;
}

export function Travel({ game, onClose }: { game: Game; onClose(): void }) {
  const { code, link } = useMemo(() => newTravel(game.id ?? ""), []);
  const [fine, setFine] = useState<boolean | null>(null);
  useEffect(() => void game.request({ do: "travel", code }).then(setFine), []);
  /* the other device has it */
  const gone = game.me.value === null;
  useEffect(() => {
    if (gone) onClose();
  }, [gone]);
  return (
    <Dialog title={t("Go on on another device")} onClose={onClose} class="tb-travel">
      <p>{t("Open this link on the other device, or point its camera at the picture. Your seat goes there, and this device looks on.")}</p>
      {fine === null && <span class="spinner" />}
      {fine && (
        <>
          <Code link={link} />
          <div class="cluster">
            <CopyButton text={link} label={t("Copy link")} />
          </div>
          <output class="tb-link">{link}</output>
        </>
      )}
      {fine === false && <p class="notice bad" role="alert">{t("It did not work.")}</p>}
      <p class="hint">{t("Show it to nobody else: who opens it has your seat. It is good once, for a quarter of an hour.")}</p>
    </Dialog>
  );
}
