/** The answer as a picture, to send or to keep: Python draws it, this page gives it its colors, a canvas makes it a PNG. */

import * as errors from "../answers/errors.js";
import { save } from "../page/files.js";
import { python } from "../asking/runtime.js";
import { taps } from "../forms/acting.js";
import { say } from "../page/toast.js";

const SHARPER = 2; // pixels of the picture for one of the drawing

/** The drawing in the colors of this page; there it finds no style sheet. */
function colored(calculator: Element, svg: string): string {
  const styles = getComputedStyle(calculator);
  return svg.replace(/var\((--[\w-]+)\)/g, (_, name) => styles.getPropertyValue(name).trim());
}

async function png(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SHARPER * image.width, height: SHARPER * image.height });
  const paper = canvas.getContext("2d");
  paper?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = paper && (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png")));
  if (!blob) throw new Error("This browser makes no PNG; copy the text with the answer instead");
  return blob;
}

/** Hands the picture to whatever a phone shares with, and keeps it as a file elsewhere. */
async function picture(calculator: MecatolCalculator): Promise<void> {
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
