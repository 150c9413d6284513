/**
 * Pickers that fill in the field beside them: an agenda, the outcome of a vote, a player, and a tile on the way by its number.
 *
 * They have no name, so they are no part of the case; what they fill in is. Knows no rule: what a tile is stands in the page.
 */

import { changes, touched } from "./acting.js";
import * as board from "./board.js";
import { on } from "../page/events.js";
import * as parts from "../page/parts.js";

/** The field that a picker fills in. */
const filled = (picker: Element): HTMLInputElement | HTMLSelectElement => picker.closest(".pick")?.querySelector("[name]") as any;

/** What can be voted for on a kind of agenda, or all players, as (what is filled in, what is shown); null where it is written by hand. */
function offers(form: HTMLElement, kind: string | undefined): string[][] | null {
  if (kind === "for-against") return Object.entries({ for: "For", against: "Against" });
  const players = kind === "elect-player" || kind === "players";
  return players ? board.names(form).flatMap((name) => (name ? [[name, name]] : [])) : null;
}

/** Offers what can be voted for, and shows what a vote is; a name that is not among them stays in sight. */
export function refresh(form: HTMLElement): void {
  numbered(form);
  named(form);
  const kind = form.querySelector<HTMLSelectElement>('[name="agenda.kind"]')?.value;
  for (const picker of parts.all<HTMLSelectElement>(form, "outcome")) {
    const offered = offers(form, picker.dataset.of ?? kind);
    const field = filled(picker);
    const said = field.value.trim();
    picker.hidden = !offered;
    field.hidden = Boolean(offered);
    if (!offered) continue;
    const known = offered.find(([value]) => value.toLowerCase() === said.toLowerCase());
    const shown = [["", picker.dataset.of ? "none chosen" : "Undecided"], ...offered, ...(said && !known ? [[said, said]] : [])];
    const words = JSON.stringify(shown);
    if (picker.dataset.shown !== words) picker.replaceChildren(...shown.map(([value, name]) => parts.box("option", { value }, name)));
    picker.dataset.shown = words;
    picker.value = known?.[0] ?? said;
  }
}

/** The fields with the kind and the name of the agenda. */
const agenda = (form: HTMLElement): HTMLInputElement[] =>
  ["kind", "name"].map((name) => form.querySelector(`[name="agenda.${name}"]`) as any);

/** Shows the agenda that the case names; one of another kind than the form says is none, and a name that is in no list stays in sight. */
function named(form: HTMLElement): void {
  const picker = parts.one<HTMLSelectElement>(form, "agenda");
  if (!picker) return;
  const [kind, field] = agenda(form);
  const known = [...picker.options].find(({ value }) => value === field.value);
  if (!known) picker.append(new Option(field.value, field.value));
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
on("input", '[name="agenda.kind"]', ({ form }) => named(form), true);

// An agenda says what can be voted for; what was voted for on another kind of agenda is no vote on this one.
changes({
  agenda: (_, picker) => {
    const { form } = picker;
    const [kind, field] = agenda(form);
    field.value = picker.value;
    const wanted = picker.selectedOptions[0]?.dataset.kind;
    if (wanted && kind.value !== wanted) {
      kind.value = wanted;
      for (const vote of form.querySelectorAll('[name$=".ballot.outcome"]')) vote.value = "";
    }
    touched(kind); // the case is another one by its name, too
    named(form);
  },
});

// What is chosen by hand is no longer what the number said.
on("input", ".pick [name]", (field) => {
  for (const other of parts.all<HTMLInputElement>(field.closest(".pick"), "tile")) if (tile(other) !== field.value) other.value = "";
});
on("input", ".pick :is([data-part=outcome], [data-part=tile])", (picker) => {
  const field = filled(picker);
  const wanted = picker.matches("select") ? picker.value : tile(picker);
  if (wanted === undefined || wanted === field.value) return;
  field.value = wanted;
  touched(field);
});
