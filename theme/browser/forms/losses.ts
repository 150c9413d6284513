/** Lists that a reader arranges: the order in which a player's units are lost, and the conditions to work out. */

import { removes, taps, touched } from "./acting.js";
import * as board from "./board.js";
import { on } from "../page/events.js";
import { all, copy, one, write } from "../page/parts.js";
import { listed } from "./scenario.js";
import { say } from "../page/toast.js";

const items = (list: Element): HTMLElement[] => [...list.children] as HTMLElement[];

/** The order that holds for a player: their own, or what the policy in force means; null for one that searches. */
function orderOf(form: HTMLElement, area: Element): string[] | null {
  const { value: policy, dataset } = one<HTMLSelectElement>(area, "loss-policy");
  const { value: own } = one<HTMLInputElement>(area, "loss-order");
  const usual = form.querySelector('select[name="policy.assign"]') as HTMLSelectElement;
  const orders = JSON.parse(dataset.orders ?? "{}");
  if (policy !== "own") return orders[policy || usual.value] ?? null;
  return own ? own.split(",") : (orders[usual.value] ?? orders[usual.dataset.default ?? ""] ?? []);
}

/** The types of units that stand in a player's column, and "sustain" where one of them can be damaged. */
function standing(form: HTMLElement, side: number): Set<string> {
  const cells = [...form.querySelectorAll(`.cell.is-set[data-side="${side}"]`)];
  const types = new Set(cells.map((cell) => cell.closest<HTMLElement>(".row")?.dataset.unit ?? ""));
  if (cells.some((cell) => cell.querySelector("[data-part=damage]:not([hidden])"))) types.add("sustain");
  return types;
}

/** Shows a player's order, with the units that this player has. */
function showOrder(form: HTMLElement, area: Element): void {
  const list = one(area, "losses");
  const order = orderOf(form, area);
  list.hidden = order === null;
  const note = order
    ? "The first of these is lost first. Move one to make the order your own."
    : "Every choice is searched, so there is no fixed order.";
  write(one(area, "loss-note"), note);
  if (!order) return;
  const place = ({ dataset: { unit = "" } }: HTMLElement) => (order.includes(unit) ? order.indexOf(unit) : order.length);
  const sorted = items(list).sort((a, b) => place(a) - place(b));
  if (sorted.some((item, index) => item !== list.children[index])) list.replaceChildren(...sorted);
  const types = standing(form, board.sideOf(area));
  const has = ({ dataset }: HTMLElement) => types.has(dataset.unit ?? "");
  for (const item of sorted) item.hidden = sorted.some(has) && !has(item);
}

/** The order as it stands in the list becomes the player's own. */
function adopt(list: HTMLElement): void {
  const area = list.closest('[data-area="losses"]') as Element;
  const field = one<HTMLInputElement>(area, "loss-order");
  field.value = items(list)
    .flatMap(({ dataset }) => dataset.unit ?? [])
    .join(",");
  one<HTMLSelectElement>(area, "loss-policy").value = "own";
  touched(field);
}

/** One place up or down, past what is out of sight. */
function move(button: HTMLElement): void {
  const item = button.closest("li") as HTMLElement;
  const list = item.parentElement as HTMLElement;
  const seen = items(list).filter((other) => !other.hidden);
  const other = seen[seen.indexOf(item) + Number(button.dataset.move)];
  if (!other) return;
  other[button.dataset.move === "-1" ? "before" : "after"](item);
  adopt(list);
  button.focus();
  const now = items(list).filter((each) => !each.hidden);
  say(`${item.querySelector(".losses__name")?.textContent} is number ${now.indexOf(item) + 1} of ${now.length}`);
}

on("pointerdown", '[data-part="grip"]', (grip: HTMLElement, event) => {
  const item = grip.closest("li") as HTMLElement;
  const list = item.parentElement as HTMLElement;
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);
  item.classList.add("is-dragged");
  let moved = false;
  const follow = ({ clientY }: PointerEvent) => {
    const after = items(list).find((other) => {
      const box = other.getBoundingClientRect();
      return other !== item && !other.hidden && clientY < box.top + box.height / 2;
    });
    if (after ? item.nextElementSibling === after : list.lastElementChild === item) return;
    moved = true;
    // The others make room: an element that is taken out of the page loses the pointer that drags it.
    const rest = items(list).filter((other) => other !== item);
    const place = after ? rest.indexOf(after) : rest.length;
    for (const other of rest.slice(0, place)) item.before(other);
    for (const other of rest.slice(place).reverse()) item.after(other);
  };
  const release = () => {
    grip.removeEventListener("pointermove", follow);
    item.classList.remove("is-dragged");
    if (moved) adopt(list);
  };
  grip.addEventListener("pointermove", follow);
  for (const end of ["pointerup", "pointercancel"]) grip.addEventListener(end, release, { once: true });
});

function addCondition(form: HTMLElement): HTMLElement {
  const added = copy(form, "condition-template");
  one(form, "conditions").append(added);
  return added;
}

/** Makes as many conditions as a scenario asks. */
export function shape(form: HTMLElement, scenario: any): void {
  if (!one(form, "conditions")) return;
  for (const old of all(form, "condition")) old.remove();
  for (const _ of listed(scenario.ask).slice(0, 12)) addCondition(form);
  number(form);
}

/** Gives every condition's fields the path of the place it stands in now. */
export function number(form: HTMLElement): void {
  all(form, "condition").forEach((row, index) => {
    for (const field of row.querySelectorAll<HTMLInputElement>("[data-ask]")) field.name = `ask.${index}.${field.dataset.ask}`;
  });
}

/** Brings the orders of losses up to date with the form. */
export function refresh(form: HTMLElement): void {
  for (const area of form.querySelectorAll('[data-area="losses"]')) showOrder(form, area);
}

taps({
  move: (_, button) => move(button),
  "add-condition": (_, button) => {
    const { form } = button;
    const added = addCondition(form);
    const [field, least] = ["player", "least"].map((name) => added.querySelector(`[data-ask="${name}"]`) as HTMLInputElement);
    field.value = board.nameOf(form, 0);
    least.value = "1";
    number(form);
    field.focus();
    touched(field);
  },
  "remove-condition": removes("condition"),
});
