/*
 * What Linea is, who stands behind it, what it keeps.
 *
 * SPDX-License-Identifier: MIT
 */
import { t } from "../text";
import { Dialog } from "./controls";

export function AboutDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t("About Linea")} onClose={onClose}>
      <p>{t("Linea is a free place to play four board games about routes between places. It was made by people who like to play, from the rules up: one engine in C decides every rule, in this browser and on the server alike.")}</p>
      <p>{t("It is independent and unofficial, not connected with any publisher. Rules are explained in our own words, boards and cards are our own drawings.")}</p>
      <p>{t("Games against bots and on one device run wholly in your browser, without a network too. Nothing about you is collected; your name and settings stay on this device, and a game with others is kept on the server you play on.")}</p>
      <p>{t("Coastlines and borders of Europe and Germany are drawn from Natural Earth (public domain), the typeface is Inter (SIL Open Font License).")}</p>
      <p>{t("The source is open under the MIT licence: look, learn, change, host it yourself.")}</p>
    </Dialog>
  );
}
