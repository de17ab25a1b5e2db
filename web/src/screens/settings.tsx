/*
 * The dialog of what a person has chosen for this browser. Everything acts at once.
 *
 * SPDX-License-Identifier: MIT
 */
import { confirmClaims, language as chosen, letterKeys, name, paint, scoreTrack, sound, speed, theme, type Speed, type Theme } from "../settings";
import { language, languageName, languages, t } from "../text";
import { Choice, Dialog, NameField, Select, Switch } from "./controls";
import { PaintChoice } from "./paint";

/** The languages that there are; what is chosen wins over the browser's. Where there is little room by their tags. */
export function LanguageSelect({ short = false }: { short?: boolean }) {
  const options = languages.map((tag) => ({ value: tag, label: short ? tag.toUpperCase() : languageName(tag) }));
  return <Select legend={t("Language")} quiet={short} options={options} value={language.value} onChange={(tag) => { chosen.value = tag; }} />;
}

function ThemeChoice() {
  const options: { value: Theme; label: string }[] = [
    { value: "auto", label: t("System") },
    { value: "light", label: t("Light") },
    { value: "dark", label: t("Dark") },
  ];
  return <Choice legend={t("Colours of the page")} options={options} value={theme.value} onChange={(value) => { theme.value = value; }} />;
}

/** Also at the table, where bots play among themselves. */
export function SpeedChoice({ quiet = false }: { quiet?: boolean }) {
  const options: { value: Speed; label: string }[] = [
    { value: 0, label: t("Slow") },
    { value: 1, label: t("Normal") },
    { value: 2, label: t("Fast") },
    { value: 3, label: t("At once") },
  ];
  return <Choice legend={t("How quickly moves are shown")} quiet={quiet} options={options} value={speed.value} onChange={(value) => { speed.value = value; }} />;
}

/** Also where the keys are listed. */
export function KeysSwitch() {
  return <Switch label={t("Letters and digits are shortcuts at the table")} value={letterKeys.value} onChange={(value) => { letterKeys.value = value; }} />;
}

export function SettingsDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t("Settings")} onClose={onClose} class="settings">
      <NameField label={t("Your name")} value={name.value} placeholder={t("Player")} onChange={(value) => { name.value = value; }} />
      <PaintChoice legend={t("Colour of your pieces, where it is free")} value={paint.value || null} onChange={(value) => { paint.value = value; }} />
      <LanguageSelect />
      <ThemeChoice />
      <SpeedChoice />
      <Switch label={t("Sounds")} value={sound.value} onChange={(value) => { sound.value = value; }} />
      <Switch label={t("Ask once before a claim is final")} value={confirmClaims.value} onChange={(value) => { confirmClaims.value = value; }} />
      <Switch label={t("A score track above the board")} value={scoreTrack.value} onChange={(value) => { scoreTrack.value = value; }} />
      <KeysSwitch />
    </Dialog>
  );
}
