/*
 * The dialog of what a person has chosen for this browser. Everything acts at once.
 *
 * SPDX-License-Identifier: MIT
 */
import { confirmClaims, letterKeys, name, paint, scoreTrack, sound, theme, type Theme } from "../settings";
import { t } from "../text";
import { Choice, Dialog, NameField, Switch } from "./controls";
import { PaintChoice } from "./paint";
import { LanguageSelect, SpeedChoice } from "./settings";

function ThemeChoice() {
  const options: { value: Theme; label: string }[] = [
    { value: "auto", label: t("System") },
    { value: "light", label: t("Light") },
    { value: "dark", label: t("Dark") },
  ];
  return <Choice legend={t("Colours of the page")} options={options} value={theme.value} onChange={(value) => { theme.value = value; }} />;
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
