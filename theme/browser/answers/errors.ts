/** What is wrong with a case: a list where the answer would stand, and a mark at each field that is named. Nothing of it moves the form. */

import { unanswered, withdrawn } from "../asking/failing.js";
import * as board from "../forms/board.js";
import { now } from "../keeping/address.js";
import { renew } from "../keeping/device.js";
import { reveal } from "../page/folds.js";
import { box, made, one } from "../page/parts.js";
import { say } from "../page/toast.js";

/** Opens every fold around an element, so that it can be seen: choices that hold anyway stay folded. */
export const open = (element: Element): void => reveal(element, element.matches(":checked") ? "details:not(.choices)" : "details");

/** Takes all marks of errors away. */
export function forgive(calculator: MecatolCalculator): void {
  one(calculator, "errors").hidden = true;
  one(calculator, "mends")?.replaceChildren();
  for (const mark of calculator.querySelectorAll(".field-error")) mark.remove();
  for (const field of calculator.querySelectorAll('[aria-describedby^="error-"]')) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

/** The field of a path, or the nearest one above it. */
function fieldOf({ form }: MecatolCalculator, path: string): HTMLElement | null {
  if (!path) return null; // what belongs to no field is not blamed on the first that has no name
  const named = (name: string) => form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
  const list = named(path.replace(/\.\d+$/, "")); // which holds what has no field of its own
  const own = named(path) ?? (list?.dataset.list === undefined ? null : list);
  if (own && own.getAttribute("type") !== "hidden") {
    const hidden = own.hidden || own.ariaHidden === "true"; // what sets it is beside it
    return (hidden && own.parentElement?.querySelector<HTMLElement>(":is(button, select)")) || own;
  }
  const [head, index, area] = path.split(".");
  if (head !== "players") return null;
  if (["technologies", "effects"].includes(area)) return one<HTMLElement>(form, "finder");
  return form.querySelector<HTMLElement>(`[data-part="side"][data-side="${CSS.escape(index)}"] input`);
}

/** What a field is called in a list of errors: whose it is, and its label. */
function called(field: HTMLElement): string {
  if (field.closest('[data-part="side"]')) return field.getAttribute("value") ?? "";
  if (field.dataset.spoken) return field.ariaLabel ?? "";
  const label = (field as HTMLInputElement).labels?.[0]?.querySelector("span")?.textContent;
  const whose = board.nameOf(field.closest("form") as HTMLElement, board.sideOf(field));
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
function mending(calculator: MecatolCalculator, { text, scenario, reload }: MecatolMend): HTMLButtonElement {
  const mend = () => {
    if (reload) {
      now(); // the address keeps the case
      renew();
    } else if (scenario === null) {
      one(calculator, "pack").click(); // the way out is a pack
    } else {
      say(`${text}: done. Undo takes it back`);
      calculator.put(scenario);
      one(calculator, "answer").focus({ preventScroll: true });
    }
  };
  return box("button", { type: "button", className: "button button--quiet mend", onclick: mend }, text);
}

/** Whose part of the case a path lies in, where the form has no field for it. */
function whose({ form }: MecatolCalculator, path: string): string {
  const [head, index] = path.split(".");
  return head === "players" ? board.nameOf(form, Number(index)) : "";
}

/** A message as one reads it: what a scenario writes stands between backticks in it, and what only the notation needs is left out. */
export const plain = (message: string): string => message.replace(/ \(`\w+: [^`]*`\)/g, "").replace(/`([^`]*)`/g, "“$1”");

/** Shows errors in a list, with what would mend them, and at the fields that they name. */
export function show(calculator: MecatolCalculator, found: MecatolProblem[], focus: boolean, title: string = ""): void {
  forgive(calculator);
  const lines = found.map((error, index) => {
    const message = plain(error.message);
    const field = fieldOf(calculator, error.field);
    const name = field ? called(field) : whose(calculator, error.field);
    const words = name && !message.startsWith(name) ? `${name}: ${message}` : message;
    const go = () => {
      open(field as HTMLElement);
      field?.focus();
    };
    const line = box("li", "", field ? box("button", { type: "button", onclick: go }, words) : words);
    line.dataset.said = String(line.textContent);
    if (field) mark(field, message, `error-${calculator.step}-${index}`);
    if (error.mends?.length) line.append(box("span", "mends", ...error.mends.map((mend) => mending(calculator, mend))));
    return line;
  });
  const [first] = found.flatMap(({ mends = [] }) => mends);
  one(calculator, "mends").replaceChildren(...(first ? [mending(calculator, first)] : []));
  const shown = one(calculator, "errors");
  shown.replaceChildren(...(title ? [box("p", "", title)] : []), box("ul", "", ...lines));
  shown.hidden = false;
  if (focus) shown.focus();
}

/** Something failed that no case is to blame for; the message says what to do. A question that somebody ended is no failure. */
export function failed(calculator: MecatolCalculator, error: unknown, focus: boolean): void {
  if (!withdrawn(error)) show(calculator, unanswered(error).errors, focus, "The solver did not answer. The case is still in the form.");
}
