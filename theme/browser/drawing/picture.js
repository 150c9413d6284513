/** The answer as a picture, to send or to keep: Python draws it, this page gives it its colors, a canvas makes it a PNG. */

import * as errors from "../answers/errors.js";
import { save } from "../page/files.js";
import { python } from "../asking/runtime.js";
import { taps } from "../forms/acting.js";
import { say } from "../page/toast.js";

const SHARPER = 2; // pixels of the picture for one of the drawing

/** The drawing in the colors of this page; there it finds no style sheet. @type {(calculator: Element, svg: string) => string} */
function colored(calculator, svg) {
  const styles = getComputedStyle(calculator);
  return svg.replace(/var\((--[\w-]+)\)/g, (_, name) => styles.getPropertyValue(name).trim());
}

/** @type {(svg: string) => Promise<Blob>} */
async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SHARPER * image.width, height: SHARPER * image.height });
  const paper = canvas.getContext("2d");
  if (!paper) throw new Error("This browser has no canvas to draw a picture on; copy the text with the answer instead");
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This browser makes no PNG; copy the text with the answer instead"))), "image/png"));
}

/** Hands the picture to whatever a phone shares with, and keeps it as a file elsewhere. @type {(calculator: MecatolCalculator) => Promise<void>} */
async function picture(calculator) {
  const answer = await python.ask({ picture: calculator.scenario });
  if (answer.errors) {
    errors.show(calculator, answer.errors, true);
    return;
  }
  const name = `mecatol-${calculator.getAttribute("step")}.png`;
  const file = new File([await png(colored(calculator, answer.svg))], name, { type: "image/png" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] });
  } else {
    save(file, name);
    say(`Saved as ${name}`);
  }
}

taps({ picture });
