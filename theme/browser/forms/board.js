/**
 * The table of a form: whose column a field stands in, which version of a unit a side has, what is damaged.
 *
 * Knows no rule: the versions stand in the page, made from the solver's own units.
 *
 * @typedef {[faction: string | null, technology: string | null, edition: string, until: string | null, sustains: number, hits: string, name: string]} Version
 */

import * as chips from "./chips.js";
import * as parts from "../page/parts.js";
import { one, write } from "../page/parts.js";

/** @type {(root: ParentNode, selector: string) => HTMLElement[]} */
const all = (root, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];

/** The place at the table of the player whom an element belongs to; -1 for nobody's. @type {(element: Element) => number} */
export function sideOf(element) {
  const column = /** @type {HTMLElement | null} */ (element.closest("[data-side]"));
  return column ? Number(column.dataset.side) : -1;
}

/** @type {(form: HTMLElement) => HTMLElement[]} */
export const heads = (form) => parts.all(form, "side");

/** @type {(head: HTMLElement | undefined) => string} */
const called = (head) => /** @type {HTMLInputElement | null | undefined} */ (head?.querySelector('input[data-name$=".name"]'))?.value ?? "";

/** @type {(form: HTMLElement, side: number) => string} */
export const nameOf = (form, side) => called(heads(form)[side]);

/** @type {(form: HTMLElement, side: number) => string} */
export const factionOf = (form, side) => /** @type {HTMLSelectElement | null | undefined} */ (heads(form)[side]?.querySelector("select"))?.value ?? "";

/** Whether anybody may have anything, as in a game of Franken. @type {(form: HTMLElement) => boolean} */
export const franken = (form) => Boolean(form.querySelector('[name="assume.owners"]:checked'));

/** The faction whose version of a unit a side has: of the one that it drafted, else its own. @type {(of: Version[], faction: string, owned: Set<string>) => string} */
const whose = (of, faction, owned) => of.find(([their, technology, , , , , name]) => their && !technology && owned.has(`drafted ${name}`))?.[0] ?? faction;

/** Tells whether something is printed in the edition that the form has chosen. @type {(form: HTMLElement) => (edition: string, until?: string | null) => boolean} */
export function printed(form) {
  const field = /** @type {HTMLSelectElement | null} */ (form.querySelector('select[name="edition"]'));
  const order = field ? [...field.options].map((option) => option.value) : [];
  const now = order.indexOf(field?.value ?? "");
  const holds = field?.selectedOptions[0]?.dataset.holds?.split(" "); // of a pack's edition; the game's follow one another
  if (holds) return (edition, until) => (edition === "" || holds.includes(edition)) && !(until && holds.includes(until));
  return (edition, until) => order.indexOf(edition) <= now && (!until || now < order.indexOf(until));
}

/** @type {WeakMap<HTMLElement, { text: string, versions: Version[] }>} */
const known = new WeakMap();

/** @type {(row: HTMLElement) => Version[]} */
function versions(row) {
  const text = row.dataset.versions ?? "[]";
  const before = known.get(row);
  if (before?.text === text) return before.versions;
  const found = JSON.parse(text);
  known.set(row, { text, versions: found });
  return found;
}

/** The versions of a row's unit that are printed in the edition that the form has chosen. @type {(row: HTMLElement, there: ReturnType<typeof printed>) => Version[]} */
const inPrint = (row, there) => versions(row).filter(([, , edition, until]) => there(edition, until));

/** The version that a side has; null where it has none there. @type {(of: Version[], faction: string, owned: Set<string>) => Version | null} */
function version(of, faction, owned) {
  const own = of.filter(([whose]) => whose === null || whose === faction);
  const upgraded = of.filter(([, technology]) => technology !== null && owned.has(technology));
  const plain = own.filter(([, technology]) => technology === null);
  return upgraded.find(([whose]) => whose !== null) ?? upgraded[0] ?? plain.find(([whose]) => whose !== null) ?? plain[0] ?? null;
}

/** The unit upgrade that a tap on the mark gives; null where there is none. @type {(of: Version[], faction: string) => string | null} */
function upgradeOf(of, faction) {
  const found = of.filter(([whose, technology]) => technology !== null && (whose === null || whose === faction));
  return (found.find(([whose]) => whose !== null) ?? found[0])?.[1] ?? null;
}

/** Whether there is a unit to upgrade: a War Sun comes with its technology or not at all. @type {(of: Version[], faction: string) => boolean} */
const hasPlain = (of, faction) => of.some(([whose, technology]) => technology === null && (whose === null || whose === faction));

/** @type {(cell: HTMLElement) => HTMLInputElement | null} */
const counted = (cell) => cell.querySelector(".unit input");

/** @type {(cell: HTMLElement) => HTMLInputElement | null} */
const damaged = (cell) => cell.querySelector('[data-part="damage"] input');

/** @type {(cell: HTMLElement) => boolean} */
export const isSet = (cell) => Number(counted(cell)?.value ?? 0) !== 0 || Number(damaged(cell)?.value ?? 0) !== 0;

/** Writes what a unit hits on; what a phone has no room for is in elements of its own. @type {(place: HTMLElement, hits: string) => void} */
function figure(place, hits) {
  if (place.dataset.hits === hits) return;
  place.dataset.hits = hits;
  const [, how = "", value = "", times = ""] = /^(\D*)(\d*)(?: \((.+)\))?$/.exec(hits) ?? ["", "", hits];
  const small = (/** @type {string} */ textContent) => parts.made("small", { textContent });
  const often = times ? [small(" ("), parts.made("span", { textContent: times }), small(")")] : [];
  place.replaceChildren(...(hits ? [small(how || "on "), value] : []), ...often);
}

/** @type {(cell: HTMLElement, of: Version[], own: string, owned: Set<string>) => boolean} */
function show(cell, of, own, owned) {
  const faction = whose(of, own, owned);
  const now = version(of, faction, owned);
  const may = upgradeOf(of, faction);
  const has = now?.[1] ?? null;
  const button = /** @type {HTMLButtonElement | null} */ (cell.querySelector(".upgrade"));
  if (!button) return false;
  button.setAttribute("aria-pressed", String(has !== null));
  button.disabled = (may === null && has === null) || !hasPlain(of, faction);
  button.title = button.disabled ? "" : has ? `${now?.[6]}: tap to remove the upgrade` : "Tap to upgrade";
  figure(one(cell, "hits"), now?.[5] ?? "");
  const count = Number(counted(cell)?.value ?? 0);
  const damage = one(cell, "damage");
  const hurt = damaged(cell);
  if (damage && hurt) {
    damage.hidden = Number(hurt.value) === 0 && (count === 0 || !now?.[4]);
    write(one(damage, "damage-count"), hurt.value || "0");
    damage.classList.toggle("is-damaged", Number(hurt.value) > 0);
  }
  cell.classList.toggle("is-set", isSet(cell));
  return now !== null || may !== null;
}

/** Shows what each side has in every row, and hides rows that nobody can have. @type {(form: HTMLElement) => void} */
export function refresh(form) {
  const there = printed(form);
  const sides = heads(form).map((_, side) => ({ faction: factionOf(form, side), owned: chips.owned(form, side) }));
  for (const row of all(form, ".row[data-versions]")) {
    const of = inPrint(row, there);
    let able = false;
    const cells = all(row, ".cell");
    for (const cell of cells) {
      const { faction = "", owned = new Set() } = sides[sideOf(cell)] ?? {};
      const has = show(cell, of, faction, owned);
      cell.classList.toggle("is-barred", !has && !isSet(cell));
      able ||= has;
    }
    row.hidden = !able && !cells.some(isSet);
  }
  // What one may leave unused on a planet is offered to whom it belongs to; a unit's ability needs no card.
  for (const label of all(form, "[data-owned]")) {
    const box = /** @type {HTMLInputElement} */ (label.querySelector("input"));
    const card = chips.known(label.dataset.owned ?? "");
    label.hidden = card && !box.checked && !sides[sideOf(label)]?.owned.has(label.dataset.owned ?? "");
  }
  for (const fold of all(form, '.planet__more [data-area="choices"]')) fold.hidden = !fold.querySelector("[data-owned]:not([hidden])");
  for (const row of all(form, ".row--count")) {
    const set = Number(/** @type {HTMLInputElement} */ (row.querySelector("input")).value) !== 0;
    const owners = row.dataset.factions?.split(" ");
    row.hidden = !set && (!there(row.dataset.edition ?? "") || Boolean(owners && !franken(form) && !owners.includes(factionOf(form, sideOf(row)))));
  }
}

/** A tap on a unit's mark upgrades it for that side, or takes the upgrade back. @type {(form: HTMLElement, button: Element) => void} */
export function upgrade(form, button) {
  const row = /** @type {HTMLElement} */ (button.closest(".row"));
  const side = sideOf(button);
  const of = inPrint(row, printed(form));
  const owned = chips.owned(form, side);
  const has = versions(row).flatMap(([, technology]) => (technology && owned.has(technology) ? [technology] : []));
  const may = upgradeOf(of, whose(of, factionOf(form, side), owned));
  if (has.length) for (const technology of has) chips.remove(form, side, technology);
  else if (may) chips.add(form, side, may);
}

/** The technology without which a side has no such unit at all, if it lacks that. @type {(form: HTMLElement, cell: HTMLElement) => { technology: string, name: string } | null} */
export function lacking(form, cell) {
  const row = /** @type {HTMLElement | null} */ (cell.closest(".row[data-versions]"));
  if (!row) return null;
  const side = sideOf(cell);
  const of = inPrint(row, printed(form));
  const owned = chips.owned(form, side);
  const faction = whose(of, factionOf(form, side), owned);
  const technology = upgradeOf(of, faction);
  if (!technology || version(of, faction, owned)) return null;
  return { technology, name: of.find(([, given]) => given === technology)?.[6] ?? "" };
}

/** A unit that only its upgrade gives brings that along; returns the names of what was given. @type {(form: HTMLElement, input: Element) => string[]} */
export function bring(form, input) {
  const cell = /** @type {HTMLElement | null} */ (input.closest(".cell"));
  const lacked = cell && isSet(cell) ? lacking(form, cell) : null;
  if (!cell || !lacked) return [];
  const side = sideOf(cell);
  chips.add(form, side, lacked.technology);
  return [`${nameOf(form, side)} now has the technology ${lacked.name}`];
}

/** No more are damaged than there are, once somebody has changed how many. @type {(input: Element) => void} */
export function fit(input) {
  const cell = /** @type {HTMLElement | null} */ (input.closest(".unit") && input.closest(".cell"));
  const hurt = cell && damaged(cell);
  if (!cell || !hurt) return;
  const most = Math.max(0, Number(counted(cell)?.value ?? 0));
  if (Number(hurt.value) > most) hurt.value = String(most);
}

/** One more is damaged; after all of them, none. @type {(button: Element) => void} */
export function damage(button) {
  const cell = /** @type {HTMLElement} */ (button.closest(".cell"));
  const field = damaged(cell);
  if (!field) return;
  const most = Math.max(0, Number(counted(cell)?.value ?? 0));
  field.value = String(Number(field.value) >= most ? 0 : Number(field.value) + 1);
}
