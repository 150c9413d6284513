/** Sheets to choose from: the faction of a side with its sign and color, or a worked example; searched by name, by keyboard or by thumb. */

import { touched } from "./acting.js";
import * as board from "./board.js";
import { dialog } from "../page/dialogs.js";
import { walk } from "../page/events.js";
import { box, drawn, made, one, write } from "../page/parts.js";
import { folded } from "../page/words.js";
import signs from "mecatol:signs";

const FIELD = 48; // a sign is drawn on so many units each way
export type Row = { value: string; title: string; line?: string; faction?: string };

/** A faction's sign in its color; says nothing to those who listen. */
function signOf(faction: string): SVGElement {
  const { main, second } = Object.hasOwn(signs, faction) ? signs[faction] : signs[""];
  const whole = { viewBox: `0 0 ${FIELD} ${FIELD}`, class: "sign", "aria-hidden": "true", fill: "currentColor", "fill-rule": "evenodd" };
  return drawn("svg", whole, drawn("path", { d: main, opacity: "1" }), drawn("path", { d: second, opacity: ".55" }));
}

/** Gives an element the color of a faction, or that of none. */
function color(element: HTMLElement, faction: string): void {
  const own = faction && Object.hasOwn(signs, faction) ? signs[faction] : null;
  if (own) element.style.setProperty("--faction", `light-dark(${own.light}, ${own.dark})`);
  else element.style.removeProperty("--faction");
}

/** Draws the sign of the faction that a button names, once for each. */
export function sign(button: HTMLElement): void {
  const place = one(button, "sign");
  const { faction = "" } = button.dataset;
  if (place.dataset.shown === faction) return;
  place.dataset.shown = faction;
  color(button, faction);
  place.replaceChildren(signOf(faction));
}

function line(row: Row, chosen: string, taken: (value: string) => void): HTMLLIElement {
  const sign = row.faction === undefined ? [] : [box("span", "tile__sign", signOf(row.faction))];
  const words = box("span", "rows__words", row.title, ...(row.line ? [box("small", "", row.line)] : []));
  const way = box("button", { type: "button", className: "picker__way", onclick: () => taken(row.value) }, ...sign, words);
  color(way, row.faction ?? "");
  if (row.value === chosen) way.ariaCurrent = "true";
  const item = box("li", "", way);
  item.dataset.words = folded(`${row.title} ${row.line ?? ""} ${row.value}`);
  return item;
}

/** Shows a sheet with rows to choose one of; `ways` come before them. */
export function choose(title: string, rows: Row[], choice: (value: string) => void, chosen = "", ways: HTMLElement[] = []) {
  const find = "Find by name";
  const looks = { className: "ask__field", placeholder: find, ariaLabel: find };
  const field = made("input", { type: "search", autocomplete: "off", spellcheck: false, ...looks });
  const none = box("p", { className: "hint", role: "status" });
  const taken = (value: string) => {
    sheet.close();
    choice(value);
  };
  const list = box("ul", "picker__list", ...rows.map((row) => line(row, chosen, taken)));
  const sheet = dialog("picker", title, [box("div", "ask picker__find", field)], ...ways, list, none);
  field.addEventListener("input", () => {
    const wanted = folded(field.value.trim());
    for (const item of list.querySelectorAll<HTMLElement>("li")) item.hidden = !item.dataset.words?.includes(wanted);
    write(none, list.querySelector("li:not([hidden])") ? "" : "Nothing fits.");
  });
  // Arrow keys lead through what fits, and from the first back to the field.
  sheet.addEventListener("keydown", (event) => {
    const ways = [...list.querySelectorAll<HTMLElement>("li:not([hidden]) button")];
    walk(event, [field, ...ways]);
    if (event.key !== "Enter" || event.target !== field) return;
    event.preventDefault();
    ways[0]?.click();
  });
  sheet.addEventListener("close", () => sheet.remove());
  document.querySelector(".md-content")?.append(sheet);
  sheet.showModal();
  // A phone's keyboard would cover what is chosen from.
  const first = matchMedia("(pointer: fine)").matches ? field : list.querySelector<HTMLElement>("[aria-current]");
  (first ?? sheet.querySelector("button"))?.focus({ preventScroll: true });
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  return sheet;
}

/** Lets a side choose its faction: `field` holds it, `begin` gives the side what its faction begins with. */
export function faction(form: HTMLElement, button: HTMLElement, field: HTMLSelectElement, begin: () => void): void {
  const named = (edition: string | undefined) => [...board.editions(form).options].find(({ value }) => value === edition)?.text;
  const rows = [...field.options]
    .filter((option) => !option.hidden)
    .map(({ value, text, dataset }) => ({ value, title: text, line: named(dataset.edition), faction: value }));
  const name = board.nameOf(form, board.sideOf(button));
  const taken = (value: string) => {
    field.value = value;
    touched(field);
  };
  const onclick = () => {
    sheet.close();
    begin();
  };
  const words = `${button.dataset.begins} of ${field.selectedOptions[0]?.text}`;
  const start = box("button", { type: "button", className: "button picker__start", onclick }, words);
  const ways = field.value && button.dataset.begins ? [start] : [];
  const sheet = choose(name ? `Faction of ${name}` : "Faction", rows, taken, field.value, ways);
}

// What stood there before this came.
for (const button of document.querySelectorAll<HTMLElement>(".side__faction[data-faction]")) sign(button);
