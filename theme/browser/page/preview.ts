/**
 * What a linked term is about, shown beside it: under the mouse, with the focus of the keyboard, and at the first tap of a
 * finger; a tap on it, or a second one on the link, goes there. Its cross, Escape, or a look elsewhere, puts it away.
 */

import { root } from "./markup.js";
import { box } from "./parts.js";
import { arrived, fetched, once } from "./scripts.js";

const card = document.querySelector("[data-preview]") as HTMLElement;
const TERMS = ".mecatol :is(a.term, a.clause-ref, a.clause-words)"; // within a text: a tap previews them
const LISTED = ".mecatol :is(.related, .mentions, .index, .beside) a"; // a list is there to be followed at once
const WAIT = 250; // ms that the mouse rests before the preview comes
const LEAVE = 200; // ms in which the mouse may go from the link to the preview
const GAP = 6; // px between the two

const previews = once(() => fetched(card.dataset.preview ?? ""));

let shown: HTMLAnchorElement | null = null;
let wanted: HTMLAnchorElement | null = null;
let timer = 0;
let finger = false;

const link = (target: EventTarget | null, selector: string): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest(selector) : null;

function hide() {
  clearTimeout(timer);
  wanted = null;
  shown?.removeAttribute("aria-describedby");
  shown = null;
  card.hidden = true;
}

/** Puts the card under the link, or above it where there is no room; on a narrow screen styles keep it at the foot. */
function place(term: HTMLAnchorElement): void {
  card.style.cssText = "";
  card.classList.remove("preview--above");
  const line = term.getClientRects()[0] ?? term.getBoundingClientRect(); // the first line of a link on several
  const { width, height, top } = card.getBoundingClientRect();
  if (getComputedStyle(card).position === "fixed") {
    card.classList.toggle("preview--above", line.bottom + GAP > top && line.top > height * 2); // never over the link
    return;
  }
  const edge = document.documentElement.clientWidth - width - GAP;
  const below = line.bottom + GAP + height < innerHeight || line.top < height + GAP;
  card.style.left = `${Math.max(GAP, Math.min(line.left, edge)) + scrollX}px`;
  card.style.top = `${(below ? line.bottom + GAP : line.top - GAP - height) + scrollY}px`;
}

/** Shows what a link leads to; says whether there is anything. */
async function show(term: HTMLAnchorElement): Promise<boolean> {
  wanted = term;
  await previews();
  const found = arrived("previews")?.[term.href.slice(root.length)];
  if (!found || wanted !== term) return Boolean(found);
  hide();
  const [title, where, text] = found;
  // What a finger can use goes where the link goes, but for the cross.
  const name = finger
    ? box("a", { className: "preview__title preview__way", href: term.href }, title)
    : box("span", "preview__title", title);
  card.replaceChildren(name, " ", box("span", "preview__place", where), " ", box("span", "preview__text", text));
  if (finger) card.append(box("button", { className: "preview__close", type: "button", ariaLabel: "Close", onclick: hide }, "✕"));
  card.classList.toggle("preview--tapped", finger);
  card.setAttribute("role", finger ? "group" : "tooltip");
  card.hidden = false;
  place(term);
  term.setAttribute("aria-describedby", card.id);
  shown = wanted = term;
  return true;
}
/** What is shown beside a link may fail to come: the link itself still leads there. */
const offer = (term: HTMLAnchorElement): void => void show(term).catch(() => {});

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const term = link(event.target, `${TERMS}, ${LISTED}`);
  clearTimeout(timer);
  if (term && term !== shown) timer = window.setTimeout(() => offer(term), WAIT);
  else if (!term && !card.contains(event.target as Node)) timer = window.setTimeout(hide, LEAVE);
});
document.addEventListener("pointerdown", ({ pointerType, target }) => {
  finger = pointerType === "touch";
  if (!card.contains(target as Node) && link(target, TERMS) !== shown) hide();
});
document.addEventListener("focusin", ({ target }) => {
  const term = link(target, `${TERMS}, ${LISTED}`);
  if (term?.matches(":focus-visible") && !finger) offer(term);
  else if (shown && !finger) hide();
});
document.addEventListener("keydown", ({ key }) => {
  finger = false;
  if (key === "Escape") hide();
});
document.addEventListener("click", (event) => {
  const term = link(event.target, TERMS);
  if (!term || !finger || term === shown || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const go = () => location.assign(term.href);
  show(term).then((there) => there || go(), go);
});
window.addEventListener("pagehide", hide);
window.addEventListener("hashchange", hide);
