/*
 * Saving something as a file.
 *
 * SPDX-License-Identifier: MIT
 */

/** Browsers that ask before they keep a file read it after the answer. */
const DOWNLOAD_MS = 60_000;

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
}

export function saveText(text: string, name: string): void {
  saveFile(new Blob([text], { type: "application/x-ndjson" }), name);
}
