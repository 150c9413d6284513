/** Values that a player sets by hand for types of units: a block for each type, added where somebody wants one. */

import { changes, taps } from "./acting.js";
import * as board from "./board.js";
import * as parts from "../page/parts.js";

/** @type {(field: Element) => string} */
export const typeOf = (field) => /** @type {HTMLElement | null} */ (field.closest('[data-part="by-hand-unit"]'))?.dataset.unit ?? "";

/** @type {(fold: Element, type: string) => HTMLElement | null} */
const blockOf = (fold, type) => fold.querySelector(`[data-part="by-hand-unit"][data-unit="${CSS.escape(type)}"]`);

/** The block of a type of unit, a new one where there is none. @type {(form: Element, fold: Element, type: string) => HTMLElement} */
function add(form, fold, type) {
  const there = blockOf(fold, type);
  if (there) return there;
  const added = parts.copy(form, "by-hand-template");
  added.dataset.unit = type;
  const option = fold.querySelector(`[data-part="by-hand-add"] option[value="${CSS.escape(type)}"]`);
  /** @type {HTMLElement} */ (added.querySelector("legend")).textContent = option?.textContent ?? type;
  parts.one(fold, "by-hand-units").append(added);
  return added;
}

/** Gives every player the blocks that a scenario needs; their values are filled in later. @type {(form: HTMLElement, scenario: any) => void} */
export function shape(form, scenario) {
  for (const old of form.querySelectorAll('[data-part="by-hand-unit"]')) old.remove();
  for (const fold of form.querySelectorAll('[data-part="by-hand"]')) {
    const player = Array.isArray(scenario.players) ? scenario.players[board.sideOf(fold)] : null;
    const offered = [...fold.querySelectorAll("option")].map(({ value }) => value);
    for (const type of Object.keys(player?.by_hand?.units ?? {})) if (type && offered.includes(type)) add(form, fold, type);
  }
}

changes({
  "by-hand-add": (_, chosen) => {
    if (!chosen.value) return;
    const { form, value } = chosen;
    chosen.value = "";
    const made = add(form, chosen.closest('[data-part="by-hand"]'), value);
    form.dispatchEvent(new Event("input")); // which gives its fields their names
    made.querySelector("input")?.focus();
  },
});
taps({
  "remove-by-hand": (_, button) => {
    const { form } = button;
    const fold = button.closest("details");
    button.closest('[data-part="by-hand-unit"]').remove();
    fold.querySelector("summary").focus();
    form.dispatchEvent(new Event("input"));
  },
});
