/*
 * A text as a picture that cameras read.
 *
 * SPDX-License-Identifier: MIT
 */
import qrcode from "qrcode-generator";

/** Cameras need so much white around it, in modules. */
const MARGIN = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, "M");
  code.addData(text, "Byte");
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * MARGIN;
  const at = Array.from({ length: count * count }, (_, i) => [Math.floor(i / count), i % count] as const);
  const dark = at.filter(([row, column]) => code.isDark(row, column)).map(([row, column]) => `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
