/*
 * What is around every screen but the table: the head with the way to the other screens and
 * to the settings, the main part, the foot.
 *
 * SPDX-License-Identifier: MIT
 */
import { effect, signal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game/game";
import { useLoaded } from "../load";
import { Icon, type IconName } from "../parts/icons";
import { Logo } from "../parts/logo";
import { place } from "../router";
import { sound, theme, type Theme } from "../settings";
import { n, t, textFor } from "../text";
import { LanguageSelect } from "./settings";
import { lookForTurns, turns } from "./turns";

const open = signal<"settings" | "about" | null>(null);
/* who goes back in the browser leaves them behind */
effect(() => {
  if (place.value) open.value = null;
});

/** The first screen leaves the focus where the browser puts it; later ones move it to their heading. */
let first = true;

/** Moves the focus to a heading when it comes, for those who do not see the screen change. */
export function useHeading(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!first) ref.current?.focus({ preventScroll: true });
    first = false;
  }, []);
  return ref;
}

/** Names the page in the browser. */
export function useTitle(title: string): void {
  useEffect(() => { document.title = title ? `${title} · Linea` : "Linea"; }, [title]);
}

function NavLink({ at, href, title, children }: { at: string; href: string; title?: string; children: ComponentChildren }) {
  return <a href={href} title={title} aria-label={title} aria-current={place.value.at === at ? "page" : undefined}>{children}</a>;
}

const themes: readonly Theme[] = ["auto", "light", "dark"];
const themeIcons: Readonly<Record<Theme, IconName>> = { auto: "auto", light: "sun", dark: "moon" };

function themeName(value: Theme): string {
  return textFor({ light: t("Light"), dark: t("Dark") }, value) ?? t("System");
}

/** What one may want to change without opening a dialog. */
function Quick() {
  const colours = t("Colours of the page: {which}", { which: themeName(theme.value) });
  const sounds = sound.value ? t("Sounds are on") : t("Sounds are off");
  const nextTheme = () => { theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? "auto"; };
  return (
    <div class="head-quick">
      <LanguageSelect short />
      <button type="button" class="button quiet icon" aria-label={colours} title={colours} onClick={nextTheme}><Icon name={themeIcons[theme.value]} /></button>
      <button type="button" class="button quiet icon" aria-label={t("Sounds")} title={sounds} aria-pressed={sound.value} onClick={() => { sound.value = !sound.value; }}>
        <Icon name={sound.value ? "sound-on" : "sound-off"} />
      </button>
      <button type="button" class="button quiet icon" aria-label={t("Settings")} title={t("Settings")} onClick={() => { open.value = "settings"; }}>
        <Icon name="settings" />
      </button>
    </div>
  );
}

/** How many games wait for this player. */
function Turns() {
  const words = n("your turn in {n} game", "your turn in {n} games", turns.value);
  return <> <span class="badge" title={words}>{turns.value}<span class="visually-hidden"> ({words})</span></span></>;
}

function Head() {
  useEffect(lookForTurns, []);
  return (
    <header class="head">
      <a href="/" class="head-logo" aria-label={t("Linea, to the boards")}><Logo name /></a>
      <nav class="head-nav" aria-label={t("Screens")}>
        <NavLink at="lobby" href="/lobby">{t("Lobby")}{turns.value > 0 && <Turns />}</NavLink>
        <NavLink at="help" href="/help">{t("How to play")}</NavLink>
        <NavLink at="replay" href="/replay">{t("Replay")}</NavLink>
        <NavLink at="account" href="/account" title={t("Account")}><Icon name="person" /></NavLink>
      </nav>
      <Quick />
    </header>
  );
}

function Foot() {
  return (
    <footer class="foot">
      <p>{t("Linea is independent and unofficial: made by players, in words and drawings of its own.")}</p>
      <p>
        <button type="button" class="link" onClick={() => { open.value = "about"; }}>{t("About Linea")}</button>
        {" · "}{t("Open source, MIT licence")}
      </p>
    </footer>
  );
}

const dialogs = {
  settings: async () => (await import("./settings-dialog")).SettingsDialog,
  about: async () => (await import("./about")).AboutDialog,
};

function Opened({ which }: { which: keyof typeof dialogs }) {
  const { found: Dialog, failed } = useLoaded(which, dialogs[which]);
  const close = () => { open.value = null; };
  useEffect(() => { if (failed) close(); }, [failed]);
  return Dialog && <Dialog onClose={close} />;
}

/** The dialogs that head and foot open; each is fetched then. */
function Dialogs() {
  return open.value && <Opened which={open.value} />;
}

/** The foot waits until a screen is `ready`, so that it does not move when the rest arrives. */
export function Frame({ children, class: kind = "", ready = true }: { children: ComponentChildren; class?: string; ready?: boolean }) {
  return (
    <div class={`frame ${kind}`}>
      <a class="skip-link" href="#main">{t("Skip to the content")}</a>
      <Head />
      <main id="main" class="frame-main">{children}</main>
      {ready && <Foot />}
      <Dialogs />
    </div>
  );
}

/** The heading of a screen. */
export function Heading({ title, lead }: { title: string; lead?: ComponentChildren }) {
  const ref = useHeading();
  useTitle(title);
  return (
    <div class="heading">
      <h1 ref={ref} tabIndex={-1}>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </div>
  );
}

/** What went wrong in a game, until it was read. */
export function Trouble({ game }: { game: Game }) {
  const wrong = game.error.value;
  if (wrong === null) return null;
  return (
    <p class="notice bad" role="alert">
      {wrong}
      <button type="button" class="button small" onClick={() => game.dismiss()}>{t("Close")}</button>
    </p>
  );
}

/** In place of a screen: why it is not there, and what one can do. */
function Instead({ title, message, children }: { title: string; message: string; children: ComponentChildren }) {
  return (
    <Frame class="wrong-page">
      <Heading title={title} lead={message} />
      <p class="cluster">{children}</p>
    </Frame>
  );
}

/** Something that cannot be shown, the way back, and what may help: another try, or `children`. */
export function Wrong({ title, message, onAgain, children }: { title: string; message: string; onAgain?: (() => void) | undefined; children?: ComponentChildren }) {
  return (
    <Instead title={title} message={message}>
      {children}
      {onAgain && <button type="button" class="button primary" onClick={onAgain}>{t("Try again")}</button>}
      <a class={onAgain ? "button" : "button primary"} href="/">{t("To the boards")}</a>
      <a class="button" href="/lobby">{t("To the lobby")}</a>
    </Instead>
  );
}

/** In a screen: the server has not answered. */
export function Unreached({ onAgain }: { onAgain(): void }) {
  return <p class="notice bad" role="alert">{t("The server cannot be reached.")} <button type="button" class="button small" onClick={onAgain}>{t("Try again")}</button></p>;
}

/** A part of the page that did not come. */
export function Unloaded({ onAgain }: { onAgain(): void }) {
  return (
    <Instead title={t("A part of the page cannot be loaded")} message={t("Look at your connection, then try again.")}>
      <button type="button" class="button primary" onClick={onAgain}>{t("Try again")}</button>
      <a class="button" href="/">{t("To the boards")}</a>
    </Instead>
  );
}

/** A game on this device that another tab plays. */
export function OtherTab({ title, onTake }: { title: string; onTake(): void }) {
  return (
    <Instead title={title} message={t("A game on this device is played in one tab at a time. You can go on with it here.")}>
      <button type="button" class="button primary" onClick={onTake}>{t("Play here")}</button>
      <a class="button" href="/">{t("To the boards")}</a>
    </Instead>
  );
}
