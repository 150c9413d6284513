/**
 * The table of a form: whose column a field stands in, which version of a unit a side has, what is damaged.
 *
 * Knows no rule: the versions stand in the page, made from the solver's own units.
 */

import * as chips from "./chips.js";
import { all as named, box, one, write } from "../page/parts.js";
import { say } from "../page/toast.js";

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
export const sideOf = (element: Element): number => Number(element.closest<HTMLElement>("[data-side]")?.dataset.side ?? -1);

export const heads = (form: HTMLElement): HTMLElement[] => named(form, "side");

/** The names of the players, in their places at the table. */
export const names = (form: HTMLElement): string[] =>
  heads(form).map((head) => head.querySelector<HTMLInputElement>('input[data-name$=".name"]')?.value ?? "");

export const nameOf = (form: HTMLElement, side: number): string => names(form)[side] ?? "";

export const factions = (form: HTMLElement): string[] => heads(form).map((head) => head.querySelector("select")?.value ?? "");

export const factionOf = (form: HTMLElement, side: number): string => factions(form)[side] ?? "";

/** The field with the edition of a form that has one. */
export const editions = (form: HTMLElement): HTMLSelectElement => form.querySelector('select[name="edition"]') as any;

/** Whether anybody may have anything, as in a game of Franken. */
export const franken = (form: HTMLElement): boolean => Boolean(form.querySelector('[name="assume.owners"]:checked'));

/** The faction whose version of a unit a side has: of the one that it drafted, else its own. */
const whose = (of: Version[], faction: string, owned: Set<string>): string =>
  of.find(([their, technology, , , , , name]) => their && !technology && owned.has(`drafted ${name}`))?.[0] ?? faction;

/** Tells whether something is printed in the edition that the form has chosen. */
export function printed(form: HTMLElement): (edition: string, until?: string | null) => boolean {
  const field = editions(form);
  const order = [...field.options].map(({ value }) => value);
  const now = order.indexOf(field.value);
  const holds = field.selectedOptions[0]?.dataset.holds?.split(" "); // of a pack's edition; the game's follow one another
  if (holds) return (edition, until) => (edition === "" || holds.includes(edition)) && !(until && holds.includes(until));
  return (edition, until) => order.indexOf(edition) <= now && (!until || now < order.indexOf(until));
}

/** By the text of a row, which is asked for with every change. */
const known: Map<string, Version[]> = new Map();

function versions({ dataset }: HTMLElement): Version[] {
  const { versions: text = "[]" } = dataset;
  if (!known.has(text)) known.set(text, JSON.parse(text));
  return known.get(text) as Version[];
}

/** The versions of a row's unit that are printed in the edition that the form has chosen. */
const inPrint = (row: HTMLElement, there: ReturnType<typeof printed>): Version[] =>
  versions(row).filter(([, , edition, until]) => there(edition, until));

/** A faction's own of several versions, else the first. */
const best = (of: Version[]): Version | undefined => of.find(([whose]) => whose !== null) ?? of[0];

/** The version that a faction has before any upgrade: a War Sun comes with its technology or not at all. */
const plain = (of: Version[], faction: string): Version | undefined =>
  best(of.filter(([whose, technology]) => technology === null && (whose === null || whose === faction)));

/** The version that a side has, if it has one there. */
const version = (of: Version[], faction: string, owned: Set<string>): Version | undefined =>
  best(of.filter(([, technology]) => technology !== null && owned.has(technology))) ?? plain(of, faction);

/** The unit upgrade that a tap on the mark gives; null where there is none. */
const upgradeOf = (of: Version[], faction: string): string | null =>
  best(of.filter(([whose, technology]) => technology !== null && (whose === null || whose === faction)))?.[1] ?? null;

const count = (cell: HTMLElement): number => Number(cell.querySelector<HTMLInputElement>(".unit input")?.value ?? 0);

const damaged = (cell: HTMLElement): HTMLInputElement | null => cell.querySelector('[data-part="damage"] input');

export const isSet = (cell: HTMLElement): boolean => count(cell) !== 0 || Number(damaged(cell)?.value ?? 0) !== 0;

/** Writes what a unit hits on; what a phone has no room for is in elements of its own. */
function figure(place: HTMLElement, hits: string): void {
  if (place.dataset.hits === hits) return;
  place.dataset.hits = hits;
  const [, how = "", value = "", times = ""] = /^(\D*)(\d*)(?: \((.+)\))?$/.exec(hits) ?? ["", "", hits];
  const often = times ? [box("small", "", " ("), box("span", "", times), box("small", "", ")")] : [];
  place.replaceChildren(...(hits ? [box("small", "", how || "on "), value] : []), ...often);
}

function show(cell: HTMLElement, of: Version[], own: string, owned: Set<string>): boolean {
  const faction = whose(of, own, owned);
  const now = version(of, faction, owned);
  const may = upgradeOf(of, faction);
  const has = now?.[1] ?? null;
  const button = cell.querySelector<HTMLButtonElement>(".upgrade");
  if (!button) return false;
  button.setAttribute("aria-pressed", String(has !== null));
  button.disabled = (may === null && has === null) || !plain(of, faction);
  button.title = button.disabled ? "" : has ? `${now?.[6]}: tap to remove the upgrade` : "Tap to upgrade";
  const first = now ?? of.find(([, given]) => given !== null && given === may); // what one has as soon as there is one
  figure(one(cell, "hits"), first?.[5] ?? "");
  const damage = one(cell, "damage");
  const hurt = damaged(cell);
  if (hurt) {
    damage.hidden = Number(hurt.value) === 0 && (count(cell) === 0 || !now?.[4]);
    write(one(damage, "damage-count"), hurt.value || "0");
    damage.classList.toggle("is-damaged", Number(hurt.value) > 0);
  }
  cell.classList.toggle("is-set", isSet(cell));
  return now !== undefined || may !== null;
}

/** Shows what each side has in every row, and hides rows that nobody can have. */
export function refresh(form: HTMLElement): void {
  const there = printed(form);
  const sides = factions(form).map((faction, side) => ({ faction, owned: chips.owned(form, side) }));
  for (const row of all(form, ".row[data-versions]")) {
    const of = inPrint(row, there);
    let able = false;
    const cells = all(row, ".cell");
    for (const cell of cells) {
      const { faction, owned } = sides[sideOf(cell)];
      const has = show(cell, of, faction, owned);
      cell.classList.toggle("is-barred", !has && !isSet(cell));
      able ||= has;
    }
    row.hidden = !able && !cells.some(isSet);
  }
  // What one may leave unused on a planet is offered to whom it belongs to; a unit's ability needs no card.
  for (const label of all(form, "[data-owned]")) {
    const { owned: card = "" } = label.dataset;
    label.hidden = chips.known(card) && !label.querySelector("input:checked") && !sides[sideOf(label)].owned.has(card);
  }
  for (const fold of all(form, '.planet__more [data-area="choices"]')) fold.hidden = !fold.querySelector("[data-owned]:not([hidden])");
  for (const row of all(form, ".row--count")) {
    const set = Number((row.querySelector("input") as HTMLInputElement).value) !== 0;
    const others = row.dataset.factions && !franken(form) && !row.dataset.factions.split(" ").includes(factionOf(form, sideOf(row)));
    row.hidden = !set && (!there(row.dataset.edition ?? "") || Boolean(others));
  }
}

/** Whose cell a part of a row is in, which versions of its unit there are, and what that side has. */
function held(form: HTMLElement, row: HTMLElement, part: Element) {
  const side = sideOf(part);
  const owned = chips.owned(form, side);
  const of = inPrint(row, printed(form));
  return { side, owned, of, faction: whose(of, factionOf(form, side), owned) };
}

/** A tap on a unit's mark upgrades it for that side, or takes the upgrade back. */
export function upgrade(form: HTMLElement, button: Element): void {
  const row = button.closest(".row") as HTMLElement;
  const { side, owned, of, faction } = held(form, row, button);
  const has = versions(row).flatMap(([, technology]) => (technology && owned.has(technology) ? [technology] : []));
  const may = upgradeOf(of, faction);
  if (has.length) for (const technology of has) chips.remove(form, side, technology);
  else if (may) chips.add(form, side, may);
}

/** The technology without which a side has no such unit at all, if it lacks that. */
export function lacking(form: HTMLElement, cell: HTMLElement): { technology: string; name: string } | null {
  const row = cell.closest<HTMLElement>(".row[data-versions]");
  if (!row) return null;
  const { owned, of, faction } = held(form, row, cell);
  const technology = upgradeOf(of, faction);
  if (!technology || version(of, faction, owned)) return null;
  return { technology, name: of.find(([, given]) => given === technology)?.[6] ?? "" };
}

/** A unit that only its upgrade gives brings that along, which is told. */
export function bring(form: HTMLElement, input: Element): void {
  const cell = input.closest<HTMLElement>(".cell");
  const lacked = cell && isSet(cell) ? lacking(form, cell) : null;
  if (!lacked) return;
  const side = sideOf(input);
  chips.add(form, side, lacked.technology);
  say(`${nameOf(form, side)} now has the technology ${lacked.name}`);
}

/** No more are damaged than there are, once somebody has changed how many. */
export function fit(input: Element): void {
  const cell = input.closest(".unit") && input.closest<HTMLElement>(".cell");
  const hurt = cell && damaged(cell);
  if (hurt) hurt.value = String(Math.min(Number(hurt.value), Math.max(0, count(cell))));
}

/** One more is damaged; after all of them, none. */
export function damage(button: Element): void {
  const cell = button.closest(".cell") as HTMLElement;
  const field = damaged(cell) as HTMLInputElement;
  field.value = String(Number(field.value) >= count(cell) ? 0 : Number(field.value) + 1);
}
