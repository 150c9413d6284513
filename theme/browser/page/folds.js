// @ts-check
/**
 * What is folded: brought into the page when it is opened, and opened when a link leads to it.
 *
 * An example's whole answer and a calculator stand in the page in `<noscript>`, which to a browser with scripts is one
 * piece of text: none of it is built before somebody wants it, it works from disk as from a server, nothing has to be
 * fetched for it, and who has no scripts has it all.
 */

import * as markup from "./markup.js";

/** @type {(fold: HTMLDetailsElement) => void} */
function bring(fold) {
  for (const held of fold.querySelectorAll(":scope > noscript")) {
    held.replaceWith(markup.unpacked(/** @type {HTMLElement} */ (held)));
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open) bring(target);
  },
  true,
);

// What a wide screen has room for is folded away on a narrow one.
if (matchMedia("(max-width: 44.99em)").matches) {
  for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-fold-narrow]"))) {
    fold.open = false;
    fold.dataset.folded = "";
  }
}

/** Opens what is folded at an id, if anything is. @type {(id: string) => void} */
export function unfold(id) {
  const fold = id && document.querySelector(`details[data-fold-at~="${CSS.escape(id)}"]`);
  if (!(fold instanceof HTMLDetailsElement)) return;
  bring(fold);
  fold.open = true;
}

/** A heading or a calculator's case that a link leads to shows what is folded under it. */
function arrive() {
  const [, step] = /^#calc=([a-z0-9-]+)/.exec(location.hash) ?? [];
  unfold(step ? `calculator-${step}` : location.hash.slice(1));
}
window.addEventListener("hashchange", arrive);
arrive();
