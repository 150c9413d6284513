/**
 * A form by keyboard and by a held finger: a row of the table and the bar over it are one stop of the tab key each, arrow
 * keys go on from there, and a stepper that is held goes on counting.
 */
const HELD = 400; // ms after which a held stepper goes on counting
const PACE = 160; // ms between two counts, each of which is painted

const ROWS = ".calculator__form .row, .calculator__kit";
const CONTROLS = "button, input, select, summary";

const controls = (row: Element): HTMLElement[] =>
  ([...row.querySelectorAll(CONTROLS)] as HTMLElement[]).filter(
    (one) =>
      !one.hidden && !("disabled" in one && one.disabled) && !one.closest("[hidden], [aria-hidden], .chip, .recent__sheet, .menu__list"),
  );

/** Makes one control of each row its stop: the one that had it, else the number, else the first. */
export function refresh(form: Element): void {
  for (const row of form.querySelectorAll(ROWS)) {
    if (row.classList.contains("row--chips")) continue;
    const here = controls(row);
    const stop = here.find((one) => one.dataset.stop !== undefined) ?? here.find((one) => one.matches("input[type=number]")) ?? here[0];
    for (const one of here) {
      const index = one === stop ? 0 : -1;
      if (one.tabIndex !== index) one.tabIndex = index;
    }
  }
}

document.addEventListener("focusin", ({ target }) => {
  const row = target instanceof HTMLElement ? target.closest(ROWS) : null;
  if (
    !row ||
    row.classList.contains("row--chips") ||
    !(target instanceof HTMLElement) ||
    !target.matches(CONTROLS) ||
    target.closest(".chip, .recent__sheet, .menu__list")
  )
    return;
  for (const one of controls(row)) {
    delete one.dataset.stop;
    one.tabIndex = -1;
  }
  target.dataset.stop = "";
  target.tabIndex = 0;
});

/** Whether the arrow belongs to the text in a field: it goes on only from its end. */
function within(field: Element, forward: boolean): boolean {
  if (!(field instanceof HTMLInputElement) || field.type !== "text") return false;
  return forward ? (field.selectionEnd ?? 0) < field.value.length : (field.selectionStart ?? 0) > 0;
}

function beside(row: Element, from: HTMLElement, forward: boolean): HTMLElement | undefined {
  const here = controls(row);
  const at = here.indexOf(from);
  return here[at + (forward ? 1 : -1)];
}

/** The control in the same place of the next row. */
function below(row: Element, from: HTMLElement, forward: boolean): HTMLElement | undefined {
  const rows = [...(row.closest(row.matches(".row--count") ? ".area" : ".board, .player-card")?.querySelectorAll(".row") ?? [])].filter(
    (other) => other.checkVisibility() && other.querySelector("input[type=number]"),
  );
  const next = rows[rows.indexOf(row) + (forward ? 1 : -1)];
  if (!next) return undefined;
  const side = from.closest<HTMLElement>(".cell")?.dataset.side;
  const kind = from.matches("input") ? "input[type=number]" : from.dataset.step ? `[data-step="${from.dataset.step}"]` : ".upgrade";
  const cell = next.querySelector(`.cell[data-side="${side}"]`) ?? next;
  const found = cell.querySelector<HTMLElement>(kind);
  return found && controls(next).includes(found)
    ? found
    : (controls(next).find((one) => one.matches("input[type=number]")) as HTMLElement | undefined);
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const menu = target.closest<HTMLDetailsElement>("details.menu[open]");
  if (menu && key === "Escape") {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
  const row = target.closest(ROWS);
  if (!row || row.classList.contains("row--chips") || target.closest(".recent__sheet, .menu__list")) return;
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const down = key === "ArrowUp" || key === "ArrowDown";
  const counts = target instanceof HTMLInputElement && target.type === "number";
  if (counts && (key === "+" || key === "-")) {
    event.preventDefault();
    (target.closest(".unit")?.querySelector(`[data-step="${key === "+" ? 1 : -1}"]`) as HTMLElement | null | undefined)?.click();
    return;
  }
  if (!sideways && !(down && target.closest(".cell, .row--count"))) return;
  const forward = key === "ArrowRight" || key === "ArrowDown";
  if (sideways && within(target, forward)) return;
  const next = sideways ? beside(row, target, forward) : below(row, target, forward);
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
});

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

document.addEventListener("pointerdown", (event) => {
  counted = false;
  const button = event.button === 0 && event.target instanceof Element ? event.target.closest(".unit .step") : null;
  if (!(button instanceof HTMLButtonElement)) return;
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
document.addEventListener("contextmenu", (event) => {
  if (held && event.target instanceof Element && event.target.closest(".unit .step")) event.preventDefault();
});
