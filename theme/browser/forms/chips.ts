/** Technologies, cards, leaders and abilities of a side: chips, found in one search box for everybody. */

import { taps, touched } from "./acting.js";
import * as board from "./board.js";
import * as catalogue from "mecatol:catalogue";
import { on } from "../page/events.js";
import { all, box, copy, made, one, write } from "../page/parts.js";
import { listed } from "./scenario.js";

const MOST = 8; // found things shown at once
const [LEAST, TALLEST] = [96, 380]; // px that their list may be high

const stepOf = (form: HTMLElement): string => form.closest("mecatol-calculator")?.step ?? "";

/** What a form offers under a slug. */
function entry(form: HTMLElement, slug: string): MecatolEffect | undefined {
  const named = catalogue.effects.filter((effect) => effect.slug === slug);
  return named.find(({ steps }) => steps.includes(stepOf(form))) ?? named[0];
}

const listOf = (form: HTMLElement, side: number): HTMLElement | null => form.querySelector(`[data-part="chips"][data-side="${side}"]`);

/** The chips of a side, of what their list holds: an error may stand beside one. */
const chipsOf = (form: HTMLElement, side: number): HTMLElement[] => [...(listOf(form, side)?.querySelectorAll<HTMLElement>(".chip") ?? [])];

const holder = (chip: HTMLElement): HTMLInputElement => chip.querySelector("input[hidden]") as HTMLInputElement;

const chipOf = (form: HTMLElement, side: number, slug: string): HTMLElement | undefined =>
  chipsOf(form, side).find((chip) => chip.dataset.slug === slug);

/** The slugs of what a side has; names of what it drafted stand behind a word that no slug holds. */
export function owned(form: HTMLElement, side: number): Set<string> {
  const chips = chipsOf(form, side);
  const drafted = chips.filter((chip) => holder(chip).dataset.many !== undefined).map((chip) => `drafted ${chip.dataset.called}`);
  return new Set([...chips.map((chip) => chip.dataset.slug ?? ""), ...drafted]);
}

/** Writes beside the name how many there are, and when it is played or which unit lands. */
function label(chip: HTMLElement): void {
  const count = Number(holder(chip).value);
  const choice = chip.querySelector("select");
  const chosen = choice?.value ? `, ${choice.selectedOptions[0].textContent}` : "";
  write(chip.querySelector(".chip__name"), `${chip.dataset.called}${count > 1 ? ` ×${count}` : ""}${chosen}`);
}

/** A chip; what a tap on it shows is its meaning, and of what may be several how many, and when or where it is played. */
function laid(form: HTMLElement, { slug, name, kind, meaning, field, limit, waits }: MecatolEffect): HTMLElement {
  const chip = copy(form, "chip");
  const counts = field === "effects"; // there may be several
  Object.assign(chip.dataset, { slug, called: name });
  // Where the unit has a row, its mark says that it is upgraded.
  const shown = kind === "unit upgrade" && form.querySelector(`.row[data-versions*='"${CSS.escape(slug)}"']`);
  chip.classList.toggle("chip--upgrade", Boolean(shown));
  write(one(chip, "meaning"), `${meaning} (${kind})`);
  if (!counts || limit < 2) for (const step of chip.querySelectorAll(".step")) step.remove();
  if (!waits.includes(stepOf(form))) one(chip, "when").remove();
  for (const part of chip.querySelectorAll(`[data-of]:not([data-of="${slug}"])`)) part.remove();
  for (const part of chip.querySelectorAll<HTMLElement>("[aria-label]")) part.ariaLabel = String(part.ariaLabel).replace("{name}", name);
  for (const part of chip.querySelectorAll<HTMLElement>("[data-name]")) part.dataset.name = part.dataset.name?.replace("{slug}", slug);
  const held = counts ? { type: "number", value: "1" } : { type: "checkbox", value: slug, checked: true };
  const holds = made("input", { hidden: true, ...held }, { name: `players.{i}.${field}${counts ? `.${slug}` : ""}` });
  if (field === "drafted") holds.dataset.many = "";
  chip.append(holds);
  return chip;
}

/** Gives a side one more of something. */
export function add(form: HTMLElement, side: number, slug: string): void {
  const effect = entry(form, slug);
  const list = listOf(form, side);
  if (!effect || !list) return;
  const there = chipOf(form, side, slug);
  const chip = there ?? laid(form, effect);
  const field = holder(chip);
  if (!there) list.append(chip);
  else if (effect.field === "effects") field.value = String(Math.min(effect.limit, Number(field.value) + 1));
  label(chip);
}

export function remove(form: HTMLElement, side: number, slug: string): void {
  chipOf(form, side, slug)?.remove();
}

/** Gives every side the chips that a scenario needs; their values are filled in later. */
export function shape(form: HTMLElement, scenario: any): void {
  for (const list of all(form, "chips")) list.replaceChildren();
  for (const [side, player] of listed(scenario.players).slice(0, 8).entries()) {
    const { technologies, drafted, effects } = player ?? {};
    const fields = { technologies: listed(technologies), drafted: listed(drafted), effects: Object.keys(effects ?? {}) };
    for (const [field, slugs] of Object.entries(fields))
      for (const slug of slugs) if (entry(form, slug)?.field === field && !chipOf(form, side, slug)) add(form, side, slug);
  }
}

/** After fields were filled, chips say what they hold; one that holds nothing is taken away. */
export function refresh(form: HTMLElement): void {
  for (const chip of form.querySelectorAll<HTMLElement>(".chip")) {
    const field = holder(chip);
    if (field.type === "checkbox" ? !field.checked : Number(field.value) === 0) chip.remove();
    else label(chip);
  }
}

/** Whom something may be given to. */
function takers(form: HTMLElement, effect: MecatolEffect, wanted: string): number[] {
  const franken = board.franken(form);
  const may = (faction: string, side: number): boolean => {
    if (effect.role !== "any" && (effect.role === "active") !== (side === 0)) return false;
    if (effect.field === "drafted") return franken && faction !== effect.faction;
    if (franken) return true;
    if (faction && effect.closed_to?.split(" ").includes(faction)) return false;
    return !effect.faction || effect.faction === faction || (wanted !== "" && (effect.others ?? []).includes(faction));
  };
  return board.factions(form).flatMap((faction, side) => (may(faction, side) ? [side] : []));
}

/** How well something fits what is typed; 0 not at all. */
function fits(effect: MecatolEffect, wanted: string): number {
  const name = effect.name.toLowerCase();
  if (name.startsWith(wanted)) return 4;
  if (name.includes(wanted)) return 3;
  const words = `${effect.kind} ${effect.faction ?? ""} ${(effect.faction ?? "").replaceAll("-", " ")}`.toLowerCase();
  if (words.includes(wanted)) return 2;
  return effect.meaning.toLowerCase().includes(wanted) ? 1 : 0;
}

/** How early something is offered before anybody types; 0 not at all. */
function usual(effect: MecatolEffect, factions: string[]): number {
  const at = catalogue.common.indexOf(effect.slug);
  return at >= 0 ? 2 - at / catalogue.common.length : Number(factions.includes(effect.faction ?? ""));
}

/** Puts what was found over or under the box, where there is more room between the header and what is pinned below. */
function place(form: HTMLElement, list: HTMLElement): void {
  const around = (list.parentElement as HTMLElement).getBoundingClientRect();
  const bar = form.querySelector(".calculator__bar") as HTMLElement;
  const seen = window.visualViewport; // less than the window where a phone shows its keyboard
  const top = Math.max(seen?.offsetTop ?? 0, document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0);
  const pinned = getComputedStyle(bar).position === "sticky" ? bar.getBoundingClientRect().top : Infinity;
  const bottom = Math.min((seen?.offsetTop ?? 0) + (seen?.height ?? innerHeight), pinned);
  const [above, below] = [around.top - top, bottom - around.bottom];
  list.classList.toggle("is-above", above > below);
  list.style.maxHeight = `${Math.min(TALLEST, Math.max(LEAST, Math.max(above, below) - 8))}px`;
}

/** A line of what was found, with a button for each side that may have it. */
function line(form: HTMLElement, { slug, name, meaning }: MecatolEffect, sides: number[]): HTMLElement {
  const names = board.names(form);
  const gives = sides.map((side) => {
    const whose = names[side] || `Player ${side + 1}`;
    const words = `${chipOf(form, side, slug) ? "✓" : "+"} ${whose}`;
    const looks = { type: "button", className: "found__add", textContent: words, ariaLabel: `Give ${name} to ${whose}` } as const;
    return made("button", looks, { do: "give", give: slug, to: String(side), side: String(side) });
  });
  return box("li", "found", box("span", "found__words", box("strong", "", name), " ", box("small", "", meaning)), ...gives);
}

/** Shows what fits what is typed. */
export function find(form: HTMLElement): void {
  const finder = one<HTMLInputElement>(form, "finder");
  const list = one(form, "found");
  const wanted = finder.value.trim().toLowerCase().replaceAll("’", "'"); // as names are typed in the data
  const there = board.printed(form);
  const factions = board.factions(form).filter(Boolean);
  const found = catalogue.effects
    .filter((effect) => effect.steps.includes(stepOf(form)) && there(effect.edition, effect.until))
    .map((effect) => ({ effect, rank: wanted ? fits(effect, wanted) : usual(effect, factions), sides: takers(form, effect, wanted) }))
    .filter(({ rank, sides }) => rank > 0 && sides.length > 0)
    .sort((one, two) => two.rank - one.rank);
  list.replaceChildren(...found.slice(0, MOST).map(({ effect, sides }) => line(form, effect, sides)));
  if (found.length > MOST) list.append(box("li", "found found--more", `${found.length - MOST} more fit: type on`));
  list.hidden = found.length === 0;
  if (found.length) place(form, list);
  one(form, "found-none").hidden = found.length > 0 || wanted === "";
  one<HTMLAnchorElement>(form, "found-left").search = wanted ? String(new URLSearchParams({ filter: finder.value.trim() })) : "";
}

export function close(form: HTMLElement, clear: boolean = true): void {
  const finder = one<HTMLInputElement>(form, "finder");
  if (!finder) return;
  if (clear) finder.value = "";
  one(form, "found").hidden = true;
  one(form, "found-none").hidden = true;
}

function give(form: HTMLElement, { dataset }: HTMLElement): void {
  const finder = one<HTMLInputElement>(form, "finder");
  const typed = finder.value !== "";
  add(form, Number(dataset.to), String(dataset.give));
  finder.value = "";
  finder.focus({ preventScroll: true });
  touched(form);
  if (typed) close(form);
  else find(form); // the list stays for the next tap
}

taps({
  give: ({ form }, button) => give(form, button),
  "chip-more": (_, button) => {
    const more = button.closest(".chip").querySelector(".chip__more");
    more.hidden = !more.hidden;
    button.ariaExpanded = String(!more.hidden);
  },
  "chip-remove": ({ form }, button) => {
    const chip = button.closest(".chip");
    // Upgrades that a row shows have chips that nobody sees, and that take no focus.
    const others = [...chip.parentElement.children].filter((other) => other === chip || other.checkVisibility());
    const at = others.indexOf(chip);
    const next = (others[at + 1] ?? others[at - 1])?.querySelector("button") ?? one(form, "finder");
    chip.remove();
    next.focus({ preventScroll: true });
    touched(form);
  },
  "chip-count": ({ form }, button) => {
    const chip = button.closest(".chip");
    const field = holder(chip);
    const limit = entry(form, chip.dataset.slug)?.limit ?? 1;
    field.value = String(Math.min(limit, Math.max(1, Number(field.value) + Number(button.dataset.count))));
    label(chip);
    touched(form);
  },
});

const FINDER = '[data-part="finder"]';
on("focusin", FINDER, ({ form }) => find(form));

// The keyboard of a phone, which opens after the list, leaves less room for it.
window.visualViewport?.addEventListener("resize", () => {
  for (const list of document.querySelectorAll<HTMLElement>('form [data-part="found"]:not([hidden])'))
    place(list.closest("form") as HTMLElement, list);
});

/** Where an arrow leads among what was found: by line up and down, by player sideways. */
function along(from: HTMLButtonElement, key: string): HTMLElement | undefined {
  const form = from.form as HTMLElement;
  const all = [...one(form, "found").querySelectorAll<HTMLButtonElement>("[data-give]:enabled")];
  const gives = all.filter((give) => give.checkVisibility());
  const at = gives.indexOf(from);
  if (key === "ArrowLeft" || key === "ArrowRight") return gives[at + (key === "ArrowLeft" ? -1 : 1)];
  const alike = (give: HTMLElement) => give.dataset.to === from.dataset.to;
  if (key === "ArrowDown") return gives.slice(at + 1).find(alike);
  return key === "ArrowUp" ? (gives.slice(0, at).findLast(alike) ?? one<HTMLElement>(form, "finder")) : undefined;
}

on("keydown", "[data-give]", (button, event) => {
  const next = event.key === "Escape" ? one(button.form, "finder") : along(button, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (event.key === "Escape") close(button.form);
});

on("keydown", FINDER, ({ form, value }, event) => {
  const { key } = event;
  const shown = !one(form, "found").hidden;
  const first = one(form, "found").querySelector<HTMLElement>("[data-give]");
  if (key === "Escape" || key === "Tab") close(form, key === "Escape");
  if (key === "ArrowDown" && first && shown) {
    event.preventDefault();
    first.focus();
  }
  if (key !== "Enter") return;
  event.preventDefault(); // the form is asked by every change
  if (value && first && shown) give(form, first);
});

/** Whether something is a technology, card, leader or ability that has a chip. */
export const known = (slug: string): boolean => catalogue.effects.some((effect) => effect.slug === slug);
