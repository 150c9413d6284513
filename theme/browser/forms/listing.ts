/**
 * Offers names for a field that holds several, as planets or objectives: one after the other, with commas between them.
 *
 * It comes when a form is first touched. Knows no rule: what is offered stands in the page.
 */

import { made } from "../page/parts.js";

/** The field, if it is one for a list of names. */
const listing = (target: EventTarget | null): HTMLInputElement | null =>
  target instanceof HTMLInputElement && target.matches("[data-list][list]") ? target : null;

/** Offers each name after what stands before the last place, for a browser compares the whole field. */
function offer(target: EventTarget | null): void {
  const field = listing(target);
  if (!field) return;
  const before = field.value.replace(/[^,]*$/, "").trim();
  const known = document.getElementById(field.dataset.of ?? "") as HTMLDataListElement | null;
  const names = [...(known?.options ?? [])].map(({ value }) => (before ? `${before} ${value}` : value));
  if (names[0] !== field.list?.options[0]?.value) field.list?.replaceChildren(...names.map((value) => made("option", { value })));
}

document.addEventListener("focusin", ({ target }) => offer(target));
document.addEventListener("focusout", ({ target }) => {
  const field = listing(target);
  if (field) field.value = field.value.replace(/[,\s]+$/, "");
});
document.addEventListener("input", (event) => {
  const field = listing(event.target);
  if (!field) return;
  // What was chosen and not typed is whole: the next name can be chosen after it.
  const typed = event instanceof InputEvent && /^(?:insertText|insertComp|delete)/.test(event.inputType);
  if (!typed && [...(field.list?.options ?? [])].some(({ value }) => value === field.value)) field.value += ", ";
  offer(field);
});
offer(document.activeElement); // which had the focus first
