/** What is wrong with a case: a list where the answer would stand, and a mark at each field that is named. Nothing of it moves the form. */

import { unanswered, withdrawn } from "../asking/failing.js";
import * as board from "../forms/board.js";
import { now } from "../keeping/address.js";
import { renew } from "../keeping/device.js";
import { box, curly, made, one } from "../page/parts.js";
import { say } from "../page/toast.js";

/** Opens every fold around an element, so that it can be seen. */
export function open(element: Element): void {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
    if (!fold.classList.contains("choices") || element.matches(":not(:checked)")) fold.open = true;
  }
}

/** Takes all marks of errors away. */
export function forgive(calculator: Element): void {
  one(calculator, "errors").hidden = true;
  one(calculator, "mends")?.replaceChildren();
  for (const mark of calculator.querySelectorAll(".field-error")) mark.remove();
  for (const field of calculator.querySelectorAll('[aria-describedby^="error-"]')) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

/** The field of a path, or the nearest one above it. */
function fieldOf(calculator: Element, path: string): HTMLElement | null {
  if (!path) return null; // what belongs to no field is not blamed on the first that has no name
  const form = calculator.querySelector("form") as HTMLFormElement;
  const named = (name: string) => [...form.elements].find((element) => "name" in element && element.name === name);
  const list = named(path.replace(/\.\d+$/, "")); // which holds what has no field of its own
  const own = named(path) ?? (list instanceof HTMLElement && list.dataset.list !== undefined ? list : null);
  if (own instanceof HTMLElement && own.getAttribute("type") !== "hidden") {
    const hidden = own.hidden || own.ariaHidden === "true"; // what sets it is beside it
    return hidden ? ((own.parentElement?.querySelector("button, select") ?? own) as HTMLElement | null) : own;
  }
  const [head, index, area] = path.split(".");
  if (head !== "players") return null;
  const side = form.querySelector(`[data-part="side"][data-side="${CSS.escape(index ?? "")}"]`);
  if (["technologies", "effects"].includes(area ?? "")) return one<HTMLElement>(form, "finder");
  return side?.querySelector("input") ?? null;
}

/** What a field is called in a list of errors: whose it is, and its label. */
function called(field: HTMLElement): string {
  if (field.closest('[data-part="side"]')) return field.getAttribute("value") ?? "";
  if (field.dataset.spoken) return field.ariaLabel ?? "";
  const label =
    field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.labels?.[0]?.querySelector("span")?.textContent : "";
  const whose = board.sideOf(field) < 0 ? "" : board.nameOf(field.closest("form") as HTMLElement, board.sideOf(field));
  return [whose, label].filter(Boolean).join(", ");
}

function mark(field: HTMLElement, message: string, id: string): void {
  const told = made("span", { className: "field-error unseen", id, textContent: message });
  if (field.matches("input, select")) field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  open(field);
  (field.closest(".row, .field, .check, .chip, .adder") ?? field).after(told);
}

/** A button that puts the case as it would be in the place of the one that cannot be. */
function mending(calculator: Element, mend: MecatolMend): HTMLButtonElement {
  const button = made("button", { type: "button", className: "button button--quiet mend", textContent: mend.text });
  button.addEventListener("click", () => {
    if (mend.reload) {
      now(); // the address keeps the case
      renew();
      return;
    }
    if (mend.scenario === null) {
      one(calculator, "pack").click(); // the way out is a pack
      return;
    }
    say(`${mend.text}: done. Undo takes it back`);
    (calculator as MecatolCalculator).put(mend.scenario);
    one(calculator, "answer").focus({ preventScroll: true });
  });
  return button;
}

/** Whose part of the case a path lies in, where the form has no field for it. */
function whose(calculator: Element, path: string): string {
  const [head, index] = path.split(".");
  if (head !== "players") return "";
  return board.nameOf(calculator.querySelector("form") as HTMLElement, Number(index));
}

/** A message as one reads it: what a scenario writes stands between backticks in it, and what only the notation needs is left out. */
export const plain = (message: string): string => message.replace(/ \(`\w+: [^`]*`\)/g, "").replace(/`([^`]*)`/g, "“$1”");

/** Shows errors in a list, with what would mend them, and at the fields that they name. */
export function show(calculator: Element, found: MecatolProblem[], focus: boolean, title: string = ""): void {
  forgive(calculator);
  found = found.map(({ message, ...rest }) => ({ ...rest, message: plain(message) }));
  const list = box("ul", "");
  found.forEach((error, index) => {
    const field = fieldOf(calculator, error.field);
    const line = box("li", "");
    line.dataset.said = error.message;
    if (field) {
      const name = called(field);
      const way = made("button", {
        type: "button",
        textContent: name && !error.message.startsWith(`${name} `) ? `${name}: ${error.message}` : error.message,
      });
      way.addEventListener("click", () => {
        open(field);
        field.focus();
      });
      line.append(way);
      line.dataset.said = String(way.textContent);
      mark(field, error.message, `error-${calculator.getAttribute("step")}-${index}`);
    } else {
      const name = whose(calculator, error.field);
      line.dataset.said = name && !error.message.startsWith(name) ? `${name}: ${error.message}` : error.message;
      line.textContent = curly(line.dataset.said);
    }
    if (error.mends?.length) line.append(box("span", "mends", ...error.mends.map((mend) => mending(calculator, mend))));
    list.append(line);
  });
  const [first] = found.flatMap(({ mends = [] }) => mends);
  const pinned = one(calculator, "mends");
  pinned.replaceChildren(...(first ? [mending(calculator, first)] : []));
  const shown = one(calculator, "errors");
  shown.replaceChildren(...(title ? [box("p", "", title)] : []), list);
  shown.hidden = false;
  if (focus) shown.focus();
}

/** Something failed that no case is to blame for; the message says what to do. A question that somebody ended is no failure. */
export function failed(calculator: Element, error: unknown, focus: boolean): void {
  if (!withdrawn(error)) show(calculator, unanswered(error).errors, focus, "The solver did not answer. The case is still in the form.");
}
