/**
 * What is folded: brought into the page when it is opened, and opened when a link leads to it.
 *
 * An example's whole answer and a calculator are in the page in `<noscript>`, which to a browser with scripts is one
 * piece of text: none of it is built before somebody wants it, and who has no scripts has it. The form of a calculator,
 * and the answers of a page with many examples, come by a script of their own (theme/build/folded.py).
 */

import { reason } from "../asking/failing.js";
import * as markup from "./markup.js";
import { made } from "./parts.js";
import { fetched } from "./scripts.js";
import { stepOf } from "./stepping.js";

/** Brings what a fold holds, once; where a script with it does not come, the next one to open it tries again. */
async function bring(fold: HTMLDetailsElement): Promise<void> {
  for (const held of fold.querySelectorAll<HTMLElement>(":scope > noscript")) {
    const inside = markup.unpacked(held);
    const pieces = inside.querySelectorAll<HTMLElement>("[data-later]");
    if (pieces.length) await whole(fold, pieces);
    if (held.isConnected) held.replaceWith(inside);
  }
}

/** Puts pieces that come by script in their places. */
async function whole(fold: HTMLDetailsElement, pieces: Iterable<HTMLElement>): Promise<void> {
  fold.querySelector(":scope > .fold-lacks")?.remove();
  try {
    for (const piece of pieces) {
      // A link leads readers without scripts to what it is replaced by here.
      const { later = "", piece: name = piece.getAttribute("href")?.split("#")[1] ?? "" } = piece.dataset;
      if (!markup.isHere(name)) await fetched(markup.root + later);
      if (!markup.isHere(name)) throw new Error("This part is not in its file. Reload the page.", { cause: name });
      piece.replaceWith(markup.unpacked(name));
    }
  } catch (error) {
    fold.append(made("p", { className: "fold-lacks", role: "alert", textContent: reason(error) }));
    throw error;
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open) bring(target).catch(() => undefined);
  },
  true,
);

// What a wide screen has room for is folded away on a narrow one.
if (matchMedia("(max-width: 44.99em)").matches) {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>("details[data-fold-narrow]")) {
    fold.open = false;
    fold.dataset.folded = "";
  }
}

/** Opens what is folded at an id, if anything is; fulfilled once what it holds is there. */
export async function unfold(id: string): Promise<void> {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>(`details[data-fold-at~="${CSS.escape(id)}"]`)) {
    reveal(fold);
    await bring(fold).catch(() => undefined);
  }
}

/** Opens the fold that an element is the title of, or is in, and all around it. */
export function reveal(inside: Element | null, folds: string = "details"): void {
  for (let fold = inside?.closest<HTMLDetailsElement>(folds); fold; fold = fold.parentElement?.closest(folds)) fold.open = true;
}

/** A heading or a calculator's case that a link leads to shows what is folded under it. */
function arrive() {
  const step = stepOf(location.hash);
  const id = step ? `calculator-${step}` : location.hash.slice(1);
  reveal(document.getElementById(id));
  unfold(id);
}
window.addEventListener("hashchange", arrive);
arrive();
