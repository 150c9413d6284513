/**
 * Pickers that fill in the field beside them: an agenda, the outcome of a vote, a player, and a tile on the way by its number.
 *
 * They have no name, so they are no part of the case; what they fill in is. Knows no rule: what a tile is stands in the page.
 */

import { changes } from "./acting.js";
import * as board from "./board.js";
import * as parts from "../page/parts.js";

/** The field that a picker fills in. */
const filled = (picker: Element): HTMLInputElement | HTMLSelectElement => picker.closest(".pick")?.querySelector("[name]") as any;

/** The players at the table. */
const players = (form: HTMLElement): string[][] =>
  board
    .heads(form)
    .map((_, side) => board.nameOf(form, side))
    .filter(Boolean)
    .map((name) => [name, name]);

/** What can be voted for on a kind of agenda, as (what is filled in, what is shown); null where it is written by hand. */
function outcomes(form: HTMLElement): string[][] | null {
  const kind = form.querySelector<HTMLSelectElement>('[name="agenda.kind"]')?.value;
  if (kind === "for-against")
    return [
      ["for", "For"],
      ["against", "Against"],
    ];
  if (kind === "elect-player") return players(form);
  return null;
}

/** Offers what can be voted for, and shows what a vote is; a name that is not among them stays in sight. */
export function refresh(form: HTMLElement): void {
  numbered(form);
  named(form);
  const pickers = parts.all<HTMLSelectElement>(form, "outcome");
  if (!pickers.length) return;
  for (const picker of pickers) {
    const offered = picker.dataset.of ? players(form) : outcomes(form);
    const field = filled(picker);
    const said = field.value.trim();
    picker.hidden = !offered;
    field.hidden = Boolean(offered);
    if (!offered) continue;
    const known = offered.find(([value]) => value?.toLowerCase() === said.toLowerCase());
    const shown = [["", picker.dataset.of ? "none chosen" : "Undecided"], ...offered, ...(said && !known ? [[said, said]] : [])];
    const words = JSON.stringify(shown);
    if (picker.dataset.shown !== words)
      picker.replaceChildren(...shown.map(([value = "", textContent = ""]) => parts.made("option", { value, textContent })));
    picker.dataset.shown = words;
    picker.value = known?.[0] ?? said;
  }
}

/** The field with the name of the agenda. */
const nameOf = (form: HTMLElement): HTMLInputElement => form.querySelector('[name="agenda.name"]') as HTMLInputElement;

/** Shows the agenda that the case names; one of another kind than the form says is none, and a name that is in no list stays in sight. */
function named(form: HTMLElement): void {
  const picker = parts.one(form, "agenda") as HTMLSelectElement | null;
  if (!picker) return;
  const kind = form.querySelector('[name="agenda.kind"]') as HTMLSelectElement;
  const field = nameOf(form);
  const known = [...picker.options].find(({ value }) => value === field.value);
  if (!known) picker.append(parts.made("option", { value: field.value, textContent: field.value }));
  if (known?.dataset.kind && known.dataset.kind !== kind.value) field.value = "";
  picker.value = field.value;
  const fact = kind.closest<HTMLElement>(".fact");
  if (fact) fact.hidden = Boolean(picker.selectedOptions[0]?.dataset.kind); // which the agenda says
  parts.write(parts.one(form, "agenda-does"), picker.selectedOptions[0]?.dataset.does ?? "An agenda sets what can be voted for.");
}

/** A tile's number says what is in its system; a number that no tile has says nothing. */
function tile(picker: HTMLInputElement): string | undefined {
  const number = picker.value.trim().toUpperCase();
  return [...(picker.list?.options ?? [])].find(({ value }) => value.toUpperCase() === number)?.dataset.words;
}

const KEY = "mecatol.tiles";

/** Numbers of tiles as they stood here before the page was loaded again, in order, with the address of their case. */
let before: { at?: string; numbers?: unknown[] } = {};
try {
  before = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") ?? {};
} catch {
  // a browser that keeps nothing, or what another page has put there
}

/** Tiles keep their numbers over a new load of the page, and lose those that are not of what the case holds. */
function numbered(form: HTMLElement): void {
  const pickers = parts.all<HTMLInputElement>(form, "tile");
  if (!pickers.length) return;
  const here = before.at === location.hash && Array.isArray(before.numbers) ? before.numbers : [];
  before = {};
  for (const [index, picker] of pickers.entries()) {
    if (picker === document.activeElement) continue;
    if (typeof here[index] === "string") picker.value = here[index].slice(0, 4);
    if (![undefined, filled(picker).value].includes(tile(picker))) picker.value = "";
  }
}

window.addEventListener("pagehide", () => {
  const numbers = parts.all<HTMLInputElement>(document, "tile").map(({ value }) => value);
  try {
    if (numbers.some(Boolean)) sessionStorage.setItem(KEY, JSON.stringify({ at: location.hash, numbers }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // nothing is lost but the numbers
  }
});

// A name that is none of this kind goes before the form is read: the listener of the form comes after that of the page.
document.addEventListener(
  "input",
  ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === "agenda.kind" && target.form) named(target.form);
  },
  true,
);

// An agenda says what can be voted for; what was voted for on another kind of agenda is no vote on this one.
changes({
  agenda: (_, picker) => {
    const { form } = picker;
    nameOf(form).value = picker.value;
    const wanted = picker.selectedOptions[0]?.dataset.kind;
    const kind = form.querySelector('[name="agenda.kind"]');
    if (wanted && kind.value !== wanted) {
      kind.value = wanted;
      for (const field of form.querySelectorAll('[name$=".ballot.outcome"]')) field.value = "";
    }
    kind.dispatchEvent(new Event("input", { bubbles: true })); // the case is another one by its name, too
    named(form);
  },
});

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
  const field = target.closest(".pick") && filled(target);
  if (!field) return;
  if (target === field) {
    // What is chosen by hand is no longer what the number said.
    for (const other of parts.all<HTMLInputElement>(target.closest(".pick") as Element, "tile"))
      if (tile(other) !== field.value) other.value = "";
    return;
  }
  const wanted = target instanceof HTMLSelectElement ? target.value : tile(target);
  if (wanted === undefined || wanted === field.value) return;
  field.value = wanted;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
