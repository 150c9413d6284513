/**
 * The moving parts of a form: steppers, players and planets that come and go, pickers that filter.
 *
 * Knows no rule: what is offered stands in the page, made from the solver's own declaration.
 */

import { touched } from "./acting.js";
import * as board from "./board.js";
import { colors } from "mecatol:catalogue";
import * as chips from "./chips.js";
import * as keys from "./keys.js";
import { all, box, button, copy, one, write } from "../page/parts.js";
import { arrived } from "../page/scripts.js";
import * as picking from "./picking.js";
import { nameOf, slug } from "./planets.js";
import { listed, reset } from "./scenario.js";
import * as values from "./values.js";

const columns = (form: HTMLElement): number => Number(one(form, "board").dataset.columns);

/** The slug of each planet: of two of one name in one place, the second gets a number, or its units would be nowhere. */
function distinct(form: HTMLElement): Map<Element | null, string> {
  const places: Map<Element | null, string> = new Map();
  for (const list of all(form, "planet-list")) {
    const taken = new Set();
    for (const planet of all(list, "planet")) {
      const field = one<HTMLInputElement>(planet, "planet-name");
      const said = slug(field.value) || "unnamed";
      let place = said;
      for (let number = 2; taken.has(place); number += 1) place = `${said}-${number}`;
      if (place !== said && field !== document.activeElement) field.value = nameOf(place);
      taken.add(place);
      places.set(planet, place);
    }
  }
  return places;
}

/** Gives every field the path of the place it stands in now. */
export function rename(form: HTMLElement): void {
  all(form, "player-card").forEach((card, index) => {
    const side = String(columns(form) + index);
    for (const part of [card, ...card.querySelectorAll<HTMLElement>("[data-side]")]) part.dataset.side = side;
  });
  const places = distinct(form);
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-name]")) {
    const place = places.get(field.closest('[data-part="planet"]')) ?? "";
    field.name = String(field.dataset.name)
      .replace("{i}", String(board.sideOf(field)))
      .replace("{planet}", () => place)
      .replace("{unit}", () => values.typeOf(field));
  }
}

export const planets = (form: HTMLElement): string[] => [
  ...new Set(all<HTMLInputElement>(form, "planet-name").flatMap(({ value }) => value || [])),
];

export function addPlayer(form: HTMLElement, name?: string): HTMLElement {
  const taken = board.names(form);
  const card = copy(form, "player");
  const field = card.querySelector('[data-name$=".name"]') as HTMLInputElement;
  field.value = name ?? colors.find((free) => !taken.includes(free)) ?? `Player ${taken.length + 1}`;
  one(form, "players").append(card);
  rename(form);
  return card;
}

export function addPlanet(form: HTMLElement, area: Element, name?: string): HTMLElement {
  const added = copy(area, "planet-template");
  const here = planets(area as HTMLElement);
  const known = planets(form).find((other) => !here.includes(other));
  let free = here.length + 1;
  while (here.includes(`Planet ${free}`)) free += 1;
  one<HTMLInputElement>(added, "planet-name").value = name === undefined ? (known ?? `Planet ${free}`) : nameOf(name);
  one(area, "planet-list").append(added);
  rename(form);
  return added;
}

/** Makes the planets of one part of the form those that its players name. */
function shapePlanets(form: HTMLElement, part: Element, players: any[]): void {
  const area = part.querySelector('[data-area="planets"]');
  if (!area) return;
  for (const old of all(area, "planet")) old.remove();
  const names = players.flatMap((player) => {
    const { planets, policy, resources, influence } = player ?? {};
    const named = [planets, policy?.land, policy?.decline_on, policy?.retreat?.takes, resources, influence];
    return named.flatMap((found) => (found && typeof found === "object" ? Object.keys(found) : []));
  });
  // A name that is no slug would be read back as another one: it stays out of the form, and goes along as it is.
  const fit = [...new Set(names)].filter((name) => slug(name) === name && name.length <= 40);
  for (const name of fit.slice(0, 8)) addPlanet(form, area, name);
}

/** Makes as many players and planets as a scenario has; the sides of the table always stay. */
export function shape(form: HTMLElement, scenario: any, most: number): void {
  const players = listed(scenario.players).slice(0, most);
  const sides = columns(form);
  for (const card of all(form, "player-card").slice(Math.max(0, players.length - sides))) card.remove();
  while (all(form, "player-card").length < players.length - sides) addPlayer(form, "");
  shapePlanets(form, one(form, "board"), players.slice(0, sides));
  all(form, "player-card").forEach((card, index) => shapePlanets(form, card, [players[sides + index]]));
  chips.shape(form, scenario);
  values.shape(form, scenario);
  rename(form);
}

/** Hides factions that the edition does not have, and shows which one each side has. */
function offer(form: HTMLElement): void {
  const there = board.printed(form);
  for (const field of all<HTMLSelectElement>(form, "faction")) {
    for (const option of field.options) option.hidden = Boolean(option.value) && !option.selected && !there(option.dataset.edition ?? "");
    const chosen = field.selectedOptions[0];
    const button = field.previousElementSibling as HTMLElement;
    write(one(button, "faction-name"), chosen?.textContent ?? "");
    button.dataset.spoken = `faction: ${chosen?.textContent}`;
    button.dataset.faction = field.value;
    arrived("sheet")?.sign(button);
  }
}

/** Says beside each closed heading what is inside. */
function tally(form: HTMLElement): void {
  for (const area of form.querySelectorAll("details.area")) {
    const sign = area.querySelector<HTMLElement>(':scope > summary [data-part="count"]');
    if (!sign) continue;
    const units = [...area.querySelectorAll<HTMLInputElement>(".unit input")];
    const counted = units.reduce((sum, { value }) => sum + Math.max(0, Number(value) || 0), 0);
    const asked = all(area, "condition").length;
    const plain = area.matches('[data-area="choices"], [data-area="orders"], [data-area="losses"]') || !units.length;
    const count = area.matches('[data-area="ask"]') ? 0 : chosen(area);
    const words = plain ? count && `${count} set` : counted && `${counted} unit${counted === 1 ? "" : "s"}`;
    write(sign, asked ? `${asked} asked` : words || "");
  }
}

/** The color of each player: the one of that name, else the first that nobody has. */
function tones(names: string[]): number[] {
  const taken = new Set(names.filter((name) => colors.includes(name)));
  const free = colors.filter((color) => !taken.has(color));
  return names.map((name) => (taken.has(name) ? colors.indexOf(name) : colors.indexOf(free.shift() ?? "Black")));
}

/** Says of every button and field whose it is, and gives every column its color. */
function own(form: HTMLElement): void {
  const names = board.names(form);
  const colored = tones(names);
  for (const part of form.querySelectorAll<HTMLElement>("[data-side]")) part.dataset.tone = String(colored[board.sideOf(part)] ?? 7);
  for (const spoken of form.querySelectorAll<HTMLElement>("[data-spoken]")) {
    const name = names[board.sideOf(spoken)];
    spoken.setAttribute("aria-label", name ? `${name}, ${spoken.dataset.spoken}` : String(spoken.dataset.spoken));
  }
  for (const whose of form.querySelectorAll<HTMLElement>("[data-whose]"))
    write(whose, `${names[board.sideOf(whose)] ?? ""}, ${whose.dataset.whose}`);
  for (const whose of all(form, "whose")) write(whose, names[board.sideOf(whose)] ?? "");
}

/** How many choices in a fold are not what holds where nothing is said. */
function chosen(fold: Element): number {
  const fields = [...fold.querySelectorAll<HTMLInputElement>(":is(input, select)")];
  const choices = fields.filter((field) => {
    if (!field.name || field.closest('[data-part="side"]')) return false;
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked && field.value !== field.dataset.default;
    return field.value !== (field.dataset.default ?? (field.closest(".unit, .damage") ? "0" : ""));
  });
  return new Set(choices.map(({ name }) => name)).size;
}

/** Marks what says nothing in every form, which paper leaves out. */
function settle() {
  for (const part of document.querySelectorAll(".calculator__form :is(details.area, .row--count, .field, .fact, .check, .ruling)")) {
    part.classList.toggle("is-unset", chosen(part) === 0);
  }
}
window.addEventListener("beforeprint", settle);
matchMedia("print").addEventListener("change", settle);

/** Names to choose from while typing. */
function suggest(form: HTMLElement, part: string, names: string[]): void {
  const list = one(form, part);
  if (!list || names.join("\n") === [...list.children].map((option) => option.getAttribute("value")).join("\n")) return;
  list.replaceChildren(...names.map((value) => box("option", { value })));
}

/** Brings everything that depends on the fields, which have their names, up to date. */
export function refresh(form: HTMLElement, least: number, most: number): void {
  chips.refresh(form);
  offer(form);
  board.refresh(form);
  tally(form);
  own(form);
  const names = board.names(form);
  for (const card of all(form, "player-card")) {
    write(one(card, "legend"), names[board.sideOf(card)] || "Another player");
    button(card, "remove-player").hidden = names.length <= least;
  }
  const add = button(form, "add-player");
  if (add) add.hidden = names.length >= most;
  for (const planet of all(form, "planet"))
    write(planet.querySelector("legend"), one<HTMLInputElement>(planet, "planet-name").value || "Planet");
  suggest(form, "planet-names", planets(form));
  picking.refresh(form);
  keys.refresh(form);
  suggest(form, "player-names", names);
}

/** The number that a stepper counts, or the mark of a unit is beside. */
const counted = (button: HTMLElement): HTMLInputElement => button.closest(".unit, .cell")?.querySelector(".unit input") as HTMLInputElement;

/** One more or one fewer, within the field's limits. */
function stepped(field: HTMLInputElement, button: HTMLElement): string {
  const wanted = (Math.trunc(Number(field.value)) || 0) + Number(button.dataset.step);
  return String(Math.min(Number(field.max), Math.max(0, wanted)));
}

export function step(button: HTMLButtonElement): void {
  const field = counted(button);
  field.value = stepped(field, button);
  touched(field);
}

/** Takes away all that a side has, and of everybody's choices nothing: its name, faction and planets stay. */
export function empty(form: HTMLElement, side: number): void {
  for (const list of form.querySelectorAll(`[data-part="chips"][data-side="${side}"]`)) list.replaceChildren();
  for (const field of form.querySelectorAll<HTMLInputElement>(".cell input, [data-part=more] :is(input, select), .planet__more input"))
    if (board.sideOf(field) === side) reset(field);
}

/**
 * What is read from the form as if a stepper, or the mark of a unit that is not upgraded, had been tapped; null where somebody
 * is at its field.
 */
export function asIf<T>(form: HTMLElement, button: HTMLElement, read: () => T): T | null {
  const field = counted(button);
  if (button.dataset.step && field === document.activeElement) return null;
  const { value } = field;
  if (button.dataset.step) field.value = stepped(field, button);
  else {
    board.upgrade(form, button);
    rename(form);
  }
  try {
    return read();
  } finally {
    if (button.dataset.step) field.value = value;
    else board.upgrade(form, button);
  }
}
