/** What a tap on a button in a form does to it: players and planets that come and go, upgrades, damage, a side that is emptied. */

import { taps } from "./acting.js";
import * as board from "./board.js";
import * as fields from "./fields.js";

/** The form holds something else now. */
export const touched = (form: HTMLElement): void => void form.dispatchEvent(new Event("input"));

/** Something was added: show it, and let the reader go on there. */
function shown(form: HTMLElement, added: HTMLElement): void {
  if (added instanceof HTMLDetailsElement) added.open = true;
  touched(form);
  added.querySelector("input")?.focus();
}

/** What went away was in sight, and so is what stood beside it: the reader goes on there. */
function removed(form: HTMLElement, gone: Element): void {
  const beside = gone.nextElementSibling ?? gone.previousElementSibling ?? gone.parentElement?.closest("details, form");
  const next = beside?.querySelector("summary, input:not([type=hidden])") as HTMLElement | null | undefined;
  gone.remove();
  next?.focus({ preventScroll: true });
  touched(form);
}

const changing =
  (change: (form: HTMLElement, button: HTMLElement) => void): import("./acting.js").Act =>
  (_, button) => {
    change(button.form, button);
    touched(button.form);
  };

taps({
  "add-player": (_, { form }) => shown(form, fields.addPlayer(form)),
  "add-planet": (_, button) => shown(button.form, fields.addPlanet(button.form, button.closest("[data-area]"))),
  "remove-player": (_, button) => removed(button.form, button.closest('[data-part="player-card"]')),
  "remove-planet": (_, button) => removed(button.form, button.closest('[data-part="planet"]')),
  "empty-side": changing((form, button) => fields.empty(form, board.sideOf(button))),
  upgrade: changing(board.upgrade),
  damage: changing((_, button) => board.damage(button)),
});
