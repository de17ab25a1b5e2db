/*
 * The dialogs of the table: the menu, the list of keys, and whether one really gives up.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game/game";
import { sound, speed, type Speed } from "../settings";
import { t } from "../text";
import { shortcuts } from "./keys";
import type { Ui } from "./ui";

function Frame({ title, children, foot, onClose }: { title: string; children: ComponentChildren; foot?: ComponentChildren; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-head">
        <h2 class="subtitle">{title}</h2>
        <button type="button" class="button quiet icon" aria-label={t("Close")} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      {foot && <div class="dialog-foot">{foot}</div>}
    </dialog>
  );
}

function Keys({ game, onClose }: { game: Game; onClose(): void }) {
  return (
    <Frame title={t("Keyboard")} onClose={onClose}>
      <dl class="tb-keys">
        {shortcuts(game).map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Frame>
  );
}

function speedName(value: Speed): string {
  switch (value) {
    case 0:
      return t("slow");
    case 1:
      return t("normal");
    case 2:
      return t("fast");
    case 3:
      return t("at once");
  }
}

const SPEEDS: readonly Speed[] = [0, 1, 2, 3];

/** How quickly moves are shown. */
export function SpeedChoice() {
  return (
    <div class="segmented" role="radiogroup" aria-label={t("Speed")}>
      {SPEEDS.map((value) => (
        <label key={value}>
          <input type="radio" name="speed" checked={speed.value === value} onChange={() => (speed.value = value)} />
          <span>{speedName(value)}</span>
        </label>
      ))}
    </div>
  );
}

function Menu({ game, ui, onClose }: { game: Game; ui: Ui; onClose(): void }) {
  const seated = game.me.value !== null && game.kind === "online";
  return (
    <Frame title={t("Menu")} onClose={onClose}>
      <div class="stack">
        <div class="field">
          <span class="label">{t("Speed")}</span>
          <SpeedChoice />
        </div>
        <label class="spread">
          <span class="label">{t("Sound")}</span>
          <input class="switch" type="checkbox" role="switch" checked={sound.value} onChange={() => (sound.value = !sound.value)} />
        </label>
        <div class="menu">
          <a class="button" href={`/help/${game.map.id}`} target="_blank" rel="noopener">
            {t("How to play")}
          </a>
          <button type="button" class="button" onClick={() => (ui.dialog.value = "keys")}>
            {t("Keyboard")}
          </button>
          <a class="button" href="/">
            {t("To the boards")}
          </a>
          {seated && (
            <button type="button" class="button danger" onClick={() => (ui.dialog.value = "resign")}>
              {t("Give up…")}
            </button>
          )}
        </div>
      </div>
    </Frame>
  );
}

function Resign({ game, onClose }: { game: Game; onClose(): void }) {
  const bot = game.table.value?.takeover === "bot";
  return (
    <Frame
      title={t("Give up your seat?")}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t("Play on")}
          </button>
          <button
            type="button"
            class="button danger"
            onClick={() => {
              onClose();
              void game.resign();
            }}
          >
            {t("Give up")}
          </button>
        </>
      }
    >
      <p>{bot ? t("A bot will play on for you. You cannot come back.") : t("Your seat will stay idle. You cannot come back.")}</p>
    </Frame>
  );
}

export function Dialogs({ game, ui }: { game: Game; ui: Ui }) {
  const close = (): void => {
    ui.dialog.value = null;
  };
  switch (ui.dialog.value) {
    case "keys":
      return <Keys key="keys" game={game} onClose={close} />;
    case "menu":
      return <Menu key="menu" game={game} ui={ui} onClose={close} />;
    case "resign":
      return <Resign key="resign" game={game} onClose={close} />;
    default:
      return null;
  }
}
