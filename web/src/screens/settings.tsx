/*
 * Settings that stand outside of their dialog too.
 *
 * SPDX-License-Identifier: MIT
 */
import { language as chosen, speed, type Speed } from "../settings";
import { language, languageName, languages, t } from "../text";
import { Choice, Select } from "./controls";

/** The languages that there are; what is chosen wins over the browser's. Where there is little room by their tags. */
export function LanguageSelect({ short = false }: { short?: boolean }) {
  const options = languages.map((tag) => ({ value: tag, label: short ? tag.toUpperCase() : languageName(tag) }));
  return <Select legend={t("Language")} quiet={short} options={options} value={language.value} onChange={(tag) => { chosen.value = tag; }} />;
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
