/*
 * A picture of a board, as a PNG: what the style sheets say of its drawings is written into copies of them, since a picture knows no
 * style sheet; and the shapes that they point to come along.
 *
 * SPDX-License-Identifier: MIT
 */
const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "paint-order",
  "opacity", "display", "visibility", "font-family", "font-size", "font-weight", "text-anchor",
];

/** Pixels of the longer side. */
const LONGEST = 2000;

function dressed(element: Element): Element {
  const copy = element.cloneNode(false) as Element;
  if (element instanceof SVGElement) {
    const style = getComputedStyle(element);
    for (const name of ["class", "style"]) copy.removeAttribute(name);
    for (const look of LOOKS) copy.setAttribute(look, style.getPropertyValue(look));
  }
  for (const child of element.childNodes) copy.append(child instanceof Element ? dressed(child) : child.cloneNode());
  return copy;
}

function loaded(source: string): Promise<HTMLImageElement> {
  return new Promise((done, fail) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => fail(new Error("picture"));
    image.src = source;
  });
}

/** The drawings of a board, one upon the other. */
async function pictureOf(sheet: Element, ground: string): Promise<Blob> {
  const drawings = [...sheet.querySelectorAll<SVGSVGElement>(":scope > svg")];
  const [width, height] = [drawings[0]!.width.baseVal.value, drawings[0]!.height.baseVal.value];
  const scale = LONGEST / Math.max(width, height);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("canvas");
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const shapes = document.querySelector(".sprite defs");
  for (const drawing of drawings) {
    const copy = dressed(drawing) as SVGSVGElement;
    for (const [name, value] of [["xmlns", "http://www.w3.org/2000/svg"], ["width", canvas.width], ["height", canvas.height], ["viewBox", `0 0 ${width} ${height}`]] as const) copy.setAttribute(name, String(value));
    if (shapes) copy.prepend(dressed(shapes));
    const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`);
    context.drawImage(image, 0, 0);
  }
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("canvas"))), "image/png"));
}

/** Offers the picture to other programs of the device, or saves it. */
export async function sharePicture(sheet: Element, name: string): Promise<void> {
  const picture = await pictureOf(sheet, getComputedStyle(document.body).backgroundColor);
  const file = new File([picture], name, { type: "image/png" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  const { saveFile } = await import("./save");
  saveFile(picture, name);
}
