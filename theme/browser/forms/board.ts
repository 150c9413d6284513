/**
 * The table of a form: whose column a field stands in, which version of a unit a side has, what is damaged.
 *
 * Knows no rule: the versions stand in the page, made from the solver's own units.
 */

import * as chips from "./chips.js";
import * as parts from "../page/parts.js";
import { one, write } from "../page/parts.js";

export type Version = [
  faction: string | null,
  technology: string | null,
  edition: string,
  until: string | null,
  sustains: number,
  hits: string,
  name: string,
];

const all = (root: ParentNode, selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)];

/** The place at the table of the player whom an element belongs to; -1 for nobody's. */
export function sideOf(element: Element): number {
  const column = element.closest<HTMLElement>("[data-side]");
  return column ? Number(column.dataset.side) : -1;
}

export const heads = (form: HTMLElement): HTMLElement[] => parts.all(form, "side");

const called = (head: HTMLElement | undefined): string =>
  (head?.querySelector('input[data-name$=".name"]') as HTMLInputElement | null | undefined)?.value ?? "";

export const nameOf = (form: HTMLElement, side: number): string => called(heads(form)[side]);

export const factionOf = (form: HTMLElement, side: number): string =>
  (heads(form)[side]?.querySelector("select") as HTMLSelectElement | null | undefined)?.value ?? "";

/** Whether anybody may have anything, as in a game of Franken. */
export const franken = (form: HTMLElement): boolean => Boolean(form.querySelector('[name="assume.owners"]:checked'));

/** The faction whose version of a unit a side has: of the one that it drafted, else its own. */
const whose = (of: Version[], faction: string, owned: Set<string>): string =>
  of.find(([their, technology, , , , , name]) => their && !technology && owned.has(`drafted ${name}`))?.[0] ?? faction;

/** Tells whether something is printed in the edition that the form has chosen. */
export function printed(form: HTMLElement): (edition: string, until?: string | null) => boolean {
  const field = form.querySelector<HTMLSelectElement>('select[name="edition"]');
  const order = field ? [...field.options].map((option) => option.value) : [];
  const now = order.indexOf(field?.value ?? "");
  const holds = field?.selectedOptions[0]?.dataset.holds?.split(" "); // of a pack's edition; the game's follow one another
  if (holds) return (edition, until) => (edition === "" || holds.includes(edition)) && !(until && holds.includes(until));
  return (edition, until) => order.indexOf(edition) <= now && (!until || now < order.indexOf(until));
}

const known: WeakMap<HTMLElement, { text: string; versions: Version[] }> = new WeakMap();

function versions(row: HTMLElement): Version[] {
  const text = row.dataset.versions ?? "[]";
  const before = known.get(row);
  if (before?.text === text) return before.versions;
  const found = JSON.parse(text);
  known.set(row, { text, versions: found });
  return found;
}

/** The versions of a row's unit that are printed in the edition that the form has chosen. */
const inPrint = (row: HTMLElement, there: ReturnType<typeof printed>): Version[] =>
  versions(row).filter(([, , edition, until]) => there(edition, until));

/** The version that a side has; null where it has none there. */
function version(of: Version[], faction: string, owned: Set<string>): Version | null {
  const own = of.filter(([whose]) => whose === null || whose === faction);
  const upgraded = of.filter(([, technology]) => technology !== null && owned.has(technology));
  const plain = own.filter(([, technology]) => technology === null);
  return upgraded.find(([whose]) => whose !== null) ?? upgraded[0] ?? plain.find(([whose]) => whose !== null) ?? plain[0] ?? null;
}

/** The unit upgrade that a tap on the mark gives; null where there is none. */
function upgradeOf(of: Version[], faction: string): string | null {
  const found = of.filter(([whose, technology]) => technology !== null && (whose === null || whose === faction));
  return (found.find(([whose]) => whose !== null) ?? found[0])?.[1] ?? null;
}

/** Whether there is a unit to upgrade: a War Sun comes with its technology or not at all. */
const hasPlain = (of: Version[], faction: string): boolean =>
  of.some(([whose, technology]) => technology === null && (whose === null || whose === faction));

const counted = (cell: HTMLElement): HTMLInputElement | null => cell.querySelector(".unit input");

const damaged = (cell: HTMLElement): HTMLInputElement | null => cell.querySelector('[data-part="damage"] input');

export const isSet = (cell: HTMLElement): boolean => Number(counted(cell)?.value ?? 0) !== 0 || Number(damaged(cell)?.value ?? 0) !== 0;

/** Writes what a unit hits on; what a phone has no room for is in elements of its own. */
function figure(place: HTMLElement, hits: string): void {
  if (place.dataset.hits === hits) return;
  place.dataset.hits = hits;
  const [, how = "", value = "", times = ""] = /^(\D*)(\d*)(?: \((.+)\))?$/.exec(hits) ?? ["", "", hits];
  const small = (textContent: string) => parts.made("small", { textContent });
  const often = times ? [small(" ("), parts.made("span", { textContent: times }), small(")")] : [];
  place.replaceChildren(...(hits ? [small(how || "on "), value] : []), ...often);
}

function show(cell: HTMLElement, of: Version[], own: string, owned: Set<string>): boolean {
  const faction = whose(of, own, owned);
  const now = version(of, faction, owned);
  const may = upgradeOf(of, faction);
  const has = now?.[1] ?? null;
  const button = cell.querySelector<HTMLButtonElement>(".upgrade");
  if (!button) return false;
  button.setAttribute("aria-pressed", String(has !== null));
  button.disabled = (may === null && has === null) || !hasPlain(of, faction);
  button.title = button.disabled ? "" : has ? `${now?.[6]}: tap to remove the upgrade` : "Tap to upgrade";
  const first = now ?? of.find(([, given]) => given !== null && given === may); // what one has as soon as there is one
  figure(one(cell, "hits"), first?.[5] ?? "");
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

/** Shows what each side has in every row, and hides rows that nobody can have. */
export function refresh(form: HTMLElement): void {
  const there = printed(form);
  const sides = heads(form).map((_, side) => ({ faction: factionOf(form, side), owned: chips.owned(form, side) }));
  for (const row of all(form, ".row[data-versions]")) {
    const of = inPrint(row, there);
    let able = false;
    const cells = all(row, ".cell");
    for (const cell of cells) {
      const { faction = "", owned = new Set<string>() } = sides[sideOf(cell)] ?? {};
      const has = show(cell, of, faction, owned);
      cell.classList.toggle("is-barred", !has && !isSet(cell));
      able ||= has;
    }
    row.hidden = !able && !cells.some(isSet);
  }
  // What one may leave unused on a planet is offered to whom it belongs to; a unit's ability needs no card.
  for (const label of all(form, "[data-owned]")) {
    const box = label.querySelector("input") as HTMLInputElement;
    const card = chips.known(label.dataset.owned ?? "");
    label.hidden = card && !box.checked && !sides[sideOf(label)]?.owned.has(label.dataset.owned ?? "");
  }
  for (const fold of all(form, '.planet__more [data-area="choices"]')) fold.hidden = !fold.querySelector("[data-owned]:not([hidden])");
  for (const row of all(form, ".row--count")) {
    const set = Number((row.querySelector("input") as HTMLInputElement).value) !== 0;
    const owners = row.dataset.factions?.split(" ");
    row.hidden =
      !set && (!there(row.dataset.edition ?? "") || Boolean(owners && !franken(form) && !owners.includes(factionOf(form, sideOf(row)))));
  }
}

/** A tap on a unit's mark upgrades it for that side, or takes the upgrade back. */
export function upgrade(form: HTMLElement, button: Element): void {
  const row = button.closest(".row") as HTMLElement;
  const side = sideOf(button);
  const of = inPrint(row, printed(form));
  const owned = chips.owned(form, side);
  const has = versions(row).flatMap(([, technology]) => (technology && owned.has(technology) ? [technology] : []));
  const may = upgradeOf(of, whose(of, factionOf(form, side), owned));
  if (has.length) for (const technology of has) chips.remove(form, side, technology);
  else if (may) chips.add(form, side, may);
}

/** The technology without which a side has no such unit at all, if it lacks that. */
export function lacking(form: HTMLElement, cell: HTMLElement): { technology: string; name: string } | null {
  const row = cell.closest<HTMLElement>(".row[data-versions]");
  if (!row) return null;
  const side = sideOf(cell);
  const of = inPrint(row, printed(form));
  const owned = chips.owned(form, side);
  const faction = whose(of, factionOf(form, side), owned);
  const technology = upgradeOf(of, faction);
  if (!technology || version(of, faction, owned)) return null;
  return { technology, name: of.find(([, given]) => given === technology)?.[6] ?? "" };
}

/** A unit that only its upgrade gives brings that along; returns the names of what was given. */
export function bring(form: HTMLElement, input: Element): string[] {
  const cell = input.closest<HTMLElement>(".cell");
  const lacked = cell && isSet(cell) ? lacking(form, cell) : null;
  if (!cell || !lacked) return [];
  const side = sideOf(cell);
  chips.add(form, side, lacked.technology);
  return [`${nameOf(form, side)} now has the technology ${lacked.name}`];
}

/** No more are damaged than there are, once somebody has changed how many. */
export function fit(input: Element): void {
  const cell = (input.closest(".unit") && input.closest(".cell")) as HTMLElement | null;
  const hurt = cell && damaged(cell);
  if (!cell || !hurt) return;
  const most = Math.max(0, Number(counted(cell)?.value ?? 0));
  if (Number(hurt.value) > most) hurt.value = String(most);
}

/** One more is damaged; after all of them, none. */
export function damage(button: Element): void {
  const cell = button.closest(".cell") as HTMLElement;
  const field = damaged(cell);
  if (!field) return;
  const most = Math.max(0, Number(counted(cell)?.value ?? 0));
  field.value = String(Number(field.value) >= most ? 0 : Number(field.value) + 1);
}
