/** Sheets to choose from: the faction of a side with its sign and color, or a worked example; searched by name, by keyboard or by thumb. */

import * as board from "./board.js";
import { dialog } from "../page/dialogs.js";
import { box, drawn, made, one, write } from "../page/parts.js";
import { folded } from "../page/words.js";
import signs from "mecatol:signs";

const FIELD = 48; // a sign is drawn on so many units each way
export type Row = { value: string; title: string; line?: string; faction?: string };

/** A faction's sign in its color; says nothing to those who listen. */
function signOf(faction: string): SVGElement {
  const { main = "", second = "" } = (Object.hasOwn(signs, faction) ? signs[faction] : signs[""]) ?? {};
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
  const way = made("button", { type: "button", className: "picker__way" });
  const words = box("span", "rows__words", row.title);
  if (row.line) words.append(box("small", "", row.line));
  if (row.faction !== undefined) {
    color(way, row.faction);
    way.append(box("span", "tile__sign", signOf(row.faction)));
  }
  way.append(words);
  if (row.value === chosen) way.setAttribute("aria-current", "true");
  way.addEventListener("click", () => taken(row.value));
  const item = box("li", "", way);
  item.dataset.words = folded(`${row.title} ${row.line ?? ""} ${row.value}`);
  return item;
}

/** Arrow keys lead through what fits, and from the first back to the field. */
function along(event: KeyboardEvent, field: HTMLElement, list: HTMLElement): void {
  const ways = [...list.querySelectorAll<HTMLElement>("li:not([hidden]) button")];
  const at = ways.findIndex((way) => way === document.activeElement);
  if (event.key === "Enter" && event.target === field) {
    event.preventDefault();
    ways[0]?.click();
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  (ways[at + (event.key === "ArrowDown" ? 1 : -1)] ?? (at > 0 ? ways[at] : field)).focus();
}

/** Shows a sheet with rows to choose one of; `ways` come before them. */
export function choose(
  title: string,
  rows: Row[],
  choice: (value: string) => void,
  chosen: string = "",
  ways: HTMLElement[] = [],
): HTMLDialogElement {
  const field = made("input", {
    type: "search",
    className: "ask__field",
    placeholder: "Find by name",
    ariaLabel: "Find by name",
    autocomplete: "off",
    spellcheck: false,
  });
  const none = made("p", { className: "hint", role: "status" });
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
  sheet.addEventListener("keydown", (event) => along(event, field, list));
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
  const editions = form.querySelector<HTMLSelectElement>('select[name="edition"]');
  const named = (edition: string | undefined) => [...(editions?.options ?? [])].find(({ value }) => value === edition)?.text;
  const rows = [...field.options]
    .filter((option) => !option.hidden)
    .map(({ value, text, dataset }) => ({ value, title: text, line: named(dataset.edition), faction: value }));
  const name = board.nameOf(form, board.sideOf(button));
  const start = made("button", {
    type: "button",
    className: "button picker__start",
    textContent: `${button.dataset.begins} of ${field.selectedOptions[0]?.text}`,
  });
  const sheet = choose(
    name ? `Faction of ${name}` : "Faction",
    rows,
    (value) => {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    field.value,
    field.value && button.dataset.begins ? [start] : [],
  );
  start.addEventListener("click", () => {
    sheet.close();
    begin();
  });
}

// What stood there before this came.
for (const button of document.querySelectorAll<HTMLElement>(".side__faction[data-faction]")) sign(button);
