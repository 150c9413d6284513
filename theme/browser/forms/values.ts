/** Values that a player sets by hand for types of units: a block for each type, added where somebody wants one. */

import { changes, removes, taps } from "./acting.js";
import * as board from "./board.js";
import * as parts from "../page/parts.js";

export const typeOf = (field: Element): string => field.closest<HTMLElement>('[data-part="by-hand-unit"]')?.dataset.unit ?? "";

const blockOf = (fold: Element, type: string): HTMLElement | null =>
  fold.querySelector(`[data-part="by-hand-unit"][data-unit="${CSS.escape(type)}"]`);

/** The block of a type of unit, a new one where there is none. */
function add(form: Element, fold: Element, type: string): HTMLElement {
  const there = blockOf(fold, type);
  if (there) return there;
  const added = parts.copy(form, "by-hand-template");
  added.dataset.unit = type;
  const option = fold.querySelector(`[data-part="by-hand-add"] option[value="${CSS.escape(type)}"]`);
  (added.querySelector("legend") as HTMLElement).textContent = option?.textContent ?? type;
  parts.one(fold, "by-hand-units").append(added);
  return added;
}

/** Gives every player the blocks that a scenario needs; their values are filled in later. */
export function shape(form: HTMLElement, scenario: any): void {
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
taps({ "remove-by-hand": removes("by-hand-unit") });
