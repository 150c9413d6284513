/** Values that a player sets by hand for types of units: a block for each type, added where somebody wants one. */

import { changes, removes, taps, touched } from "./acting.js";
import * as board from "./board.js";
import * as parts from "../page/parts.js";
import { listed } from "./scenario.js";

export const typeOf = (field: Element): string => field.closest<HTMLElement>('[data-part="by-hand-unit"]')?.dataset.unit ?? "";

/** The block of a type of unit, a new one where there is none. */
function add(form: Element, fold: Element, type: string): HTMLElement {
  const there = parts.all(fold, "by-hand-unit").find(({ dataset }) => dataset.unit === type);
  if (there) return there;
  const added = parts.copy(form, "by-hand-template");
  added.dataset.unit = type;
  const offered = [...parts.one<HTMLSelectElement>(fold, "by-hand-add").options];
  parts.write(added.querySelector("legend"), offered.find(({ value }) => value === type)?.text ?? type);
  parts.one(fold, "by-hand-units").append(added);
  return added;
}

/** Gives every player the blocks that a scenario needs; their values are filled in later. */
export function shape(form: HTMLElement, scenario: any): void {
  for (const old of parts.all(form, "by-hand-unit")) old.remove();
  for (const fold of parts.all(form, "by-hand")) {
    const player = listed(scenario.players)[board.sideOf(fold)];
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
    touched(form); // which gives its fields their names
    made.querySelector("input")?.focus();
  },
});
taps({ "remove-by-hand": removes("by-hand-unit") });
