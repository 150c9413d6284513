/**
 * Offers names for a field that holds several, as planets or objectives: one after the other, with commas between them.
 *
 * It comes when a form is first touched. Knows no rule: what is offered stands in the page.
 */

import { on } from "../page/events.js";
import { box } from "../page/parts.js";

const LISTING = "input[data-list][list]";

/** Offers each name after what stands before the last place, for a browser compares the whole field. */
function offer(field: HTMLInputElement): void {
  const before = field.value.replace(/[^,]*$/, "").trim();
  const known = document.getElementById(field.dataset.of ?? "") as HTMLDataListElement | null;
  const names = [...(known?.options ?? [])].map(({ value }) => (before ? `${before} ${value}` : value));
  if (names[0] !== field.list?.options[0]?.value) field.list?.replaceChildren(...names.map((value) => box("option", { value })));
}

on("focusin", LISTING, offer);
on("focusout", LISTING, (field) => (field.value = field.value.replace(/[,\s]+$/, "")));
on("input", LISTING, (field, event) => {
  // What was chosen and not typed is whole: the next name can be chosen after it.
  const typed = event instanceof InputEvent && /^(?:insertText|insertComp|delete)/.test(event.inputType);
  if (!typed && [...(field.list?.options ?? [])].some(({ value }) => value === field.value)) field.value += ", ";
  offer(field);
});
const first = document.activeElement?.closest<HTMLInputElement>(LISTING); // which had the focus before this came
if (first) offer(first);
