/**
 * A form by keyboard and by a held finger: a row of the table and the bar over it are one stop of the tab key each, arrow
 * keys go on from there, and a stepper that is held goes on counting.
 */

import { on } from "../page/events.js";

const HELD = 400; // ms after which a held stepper goes on counting
const PACE = 160; // ms between two counts, each of which is painted

const ROWS = ".calculator__form .row:not(.row--chips), .calculator__kit";
const CONTROL = ":is(button, input, select, summary)";
const APART = ".chip, .recent__sheet, .menu__list"; // in a row, and no part of it
const NUMBER = "input[type=number]";

/** The row of an element, if it is a part of one. */
const rowOf = (element: Element): Element | null => (element.closest(APART) ? null : element.closest(ROWS));

const controls = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(`${CONTROL}:not(:disabled)`)].filter((one) => !one.closest(`[hidden], [aria-hidden], ${APART}`));

/** Makes one control of each row its stop: the one that had it, else the number, else the first. */
export function refresh(form: Element): void {
  for (const row of form.querySelectorAll(ROWS)) {
    const here = controls(row);
    const stop = here.find((one) => one.dataset.stop !== undefined) ?? here.find((one) => one.matches(NUMBER)) ?? here[0];
    for (const one of here) {
      const index = one === stop ? 0 : -1;
      if (one.tabIndex !== index) one.tabIndex = index;
    }
  }
}

on("focusin", CONTROL, (control) => {
  const row = rowOf(control);
  if (!row) return;
  for (const one of controls(row)) {
    delete one.dataset.stop;
    one.tabIndex = -1;
  }
  control.dataset.stop = "";
  control.tabIndex = 0;
});

/** Whether the arrow belongs to the text in a field: it goes on only from its end. */
function within(field: Element, forward: boolean): boolean {
  if (!(field instanceof HTMLInputElement) || field.type !== "text") return false;
  return forward ? (field.selectionEnd ?? 0) < field.value.length : (field.selectionStart ?? 0) > 0;
}

/** The control in the same place of the next row. */
function below(row: Element, from: HTMLElement, forward: boolean): HTMLElement | undefined {
  const table = row.closest(row.matches(".row--count") ? ".area" : ".board, .player-card");
  const rows = [...(table?.querySelectorAll(".row") ?? [])].filter((other) => other.checkVisibility() && other.querySelector(NUMBER));
  const next = rows[rows.indexOf(row) + (forward ? 1 : -1)];
  if (!next) return undefined;
  const side = from.closest<HTMLElement>(".cell")?.dataset.side;
  const kind = from.matches("input") ? NUMBER : from.dataset.step ? `[data-step="${from.dataset.step}"]` : ".upgrade";
  const found = (next.querySelector(`.cell[data-side="${side}"]`) ?? next).querySelector(kind);
  const here = controls(next);
  return here.find((one) => one === found) ?? here.find((one) => one.matches(NUMBER));
}

on("keydown", "details.menu[open]", (menu, { key }) => {
  if (key !== "Escape") return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

on("keydown", CONTROL, (target, event) => {
  const { key } = event;
  const row = rowOf(target);
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const down = key === "ArrowUp" || key === "ArrowDown";
  if (target.matches(NUMBER) && (key === "+" || key === "-")) {
    event.preventDefault();
    target
      .closest(".unit")
      ?.querySelector(`[data-step="${key === "+" ? 1 : -1}"]`)
      .click();
    return;
  }
  if (!sideways && !(down && target.closest(".cell, .row--count"))) return;
  const forward = key === "ArrowRight" || key === "ArrowDown";
  if (sideways && within(target, forward)) return;
  const here = controls(row);
  const next = sideways ? here[here.indexOf(target) + (forward ? 1 : -1)] : below(row, target, forward);
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
});

const STEPPER = ".unit button.step";
let held = 0;
let counted = false;

const release = () => {
  clearTimeout(held);
  held = 0;
};

/** Counts once more, and again as long as the finger is there. */
function count(button: HTMLButtonElement): void {
  counted = false; // a click by script is no tap
  button.click();
  counted = true;
  const mine = held;
  requestAnimationFrame(() => {
    if (held && held === mine) held = window.setTimeout(() => count(button), PACE);
  });
}

document.addEventListener("pointerdown", () => (counted = false));
on("pointerdown", STEPPER, (button, event) => {
  if (event.button !== 0) return;
  release();
  held = window.setTimeout(() => count(button), HELD);
});
for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, release, { capture: true, passive: true });
window.addEventListener("blur", release); // the window's own: fields are left by the very press that begins a hold

// The tap that ends a hold has counted already.
document.addEventListener(
  "click",
  (event) => {
    if (!counted || !event.isTrusted) return;
    counted = false;
    event.stopPropagation();
    event.preventDefault();
  },
  true,
);
on("contextmenu", STEPPER, (_, event) => {
  if (held) event.preventDefault();
});
