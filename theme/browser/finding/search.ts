/**
 * Where the field is: over the page as a dialog, or in the front page. What it needs is fetched when it is first used; `?q=`
 * in an address asks.
 */

import { address, ask, finder } from "./ask.js";
import { quietly } from "../page/stepping.js";

const block = document.querySelector("[data-finder]") as HTMLElement;
const dialog = block instanceof HTMLDialogElement ? block : null;
const page = dialog ? null : block;
const field = ask(block);

/** Whether this page wrote the step of the history in which the search is open, and can take it back. */
const ours = () => history.state?.mecatolSearch === true;
const asked = () => new URL(location.href).searchParams.get("q");

function open(question?: string): void {
  if (dialog?.open) return;
  if (question !== undefined) field.input.value = question;
  dialog?.showModal();
  field.input.focus();
  field.input.select();
  if (dialog && !ours() && question === undefined)
    quietly(() => history.pushState({ mecatolSearch: true }, "", address(field.input.value)));
  void field.answer();
}

function close() {
  field.rest();
  if (dialog?.open) dialog.close();
  if (page) {
    field.put("");
    quietly(() => history.replaceState(history.state, "", address(null)));
  }
}

dialog?.addEventListener("close", () => {
  if (ours()) history.back();
  else if (asked() !== null) quietly(() => history.replaceState(history.state, "", address(null)));
});
window.addEventListener("popstate", () => {
  const question = asked();
  if (page) field.put(question ?? "");
  else if (question === null) close();
  else open(question);
});
block.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault(); // some browsers would only empty the field
  close();
  if (page) field.input.focus();
});
block.addEventListener("click", (event) => {
  const target = event.target as Element;
  if (target === dialog || target.closest("[data-close-search]")) close();
});

for (const way of document.querySelectorAll("[data-open-search]")) {
  way.setAttribute("role", "button");
  if (dialog) way.setAttribute("aria-haspopup", "dialog");
  for (const press of ["click", "keydown"]) {
    way.addEventListener(press, (event) => {
      if (event instanceof KeyboardEvent && event.key !== " ") return;
      event.preventDefault();
      open();
    });
  }
  way.addEventListener("pointerenter", () => void finder().catch(() => {}), { once: true });
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement?.closest("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  open();
});

// Examples fill the field; without a script they lead to what answers them.
page?.addEventListener("focusin", () => void finder().catch(() => {}), { once: true });
for (const example of document.querySelectorAll<HTMLElement>("[data-ask]")) {
  example.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    field.input.value = example.dataset.ask ?? "";
    field.input.dispatchEvent(new Event("input"));
    page?.scrollIntoView({ block: "nearest" });
  });
}

const linked = asked();
if (linked !== null) open(linked);

// Where no page is, the last words of its address may be what it is about.
const lost = document.querySelector<HTMLAnchorElement>("#lost");
if (lost) lost.href = address(location.pathname.split("/").findLast(Boolean)?.replaceAll("-", " ") ?? "");
