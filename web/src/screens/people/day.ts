/*
 * Days, as the language of the person writes them.
 *
 * SPDX-License-Identifier: MIT
 */
import { language } from "../../text";

export const dayText = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(at);
