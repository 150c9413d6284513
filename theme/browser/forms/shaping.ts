/** What a tap on a button in a form does to it: players and planets that come and go, upgrades, damage, a side that is emptied. */

import { removes, taps, touched } from "./acting.js";
import * as board from "./board.js";
import * as fields from "./fields.js";

/** Something was added: show it, and let the reader go on there. */
function shown(form: HTMLElement, added: HTMLElement): void {
  if (added instanceof HTMLDetailsElement) added.open = true;
  touched(form);
  added.querySelector("input")?.focus();
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
  "remove-player": removes("player-card"),
  "remove-planet": removes("planet"),
  "empty-side": changing((form, button) => fields.empty(form, board.sideOf(button))),
  upgrade: changing(board.upgrade),
  damage: changing((_, button) => board.damage(button)),
});
