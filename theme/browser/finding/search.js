// @ts-check
/** The search: a dialog over the page. What it needs is fetched when it first opens; `?q=` in an address opens it. */

import { root } from "../page/markup.js";
import { arrived, fetched } from "../page/scripts.js";

const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog[data-finder]"));
const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
const input = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
const said = /** @type {HTMLElement} */ (dialog.querySelector("[role=status]"));
const hits = /** @type {HTMLElement} */ (dialog.querySelector("ol"));

const PAUSE = 400; // ms without typing after which the question goes into the address
const AROUND = 60; // letters of an excerpt before its first marked word
const SHOWN = 220; // letters of an excerpt
const HINT = "Type a question, a name or a number: “retreat without adjacent system”, “afb”, “77.3”.";
/** @type {Record<string, string>} */
const KINDS = {
  topic: "Topic", clause: "Clause", note: "Note", card: "Card", faction: "Faction", "faction note": "Note", unit: "Unit",
  example: "Example", calculator: "Calculator", page: "Page",
};

/** @type {Promise<MecatolFinder> | null} */
let loading = null;
/** The finder, fetched once; after a failure the next question tries again. @type {() => Promise<MecatolFinder>} */
function finder() {
  loading ??= Promise.all((dialog.dataset.scripts ?? "").split(" ").map((address) => fetched(address)))
    .then(() => {
      const [finding, entries] = [arrived("finding"), arrived("entries")];
      if (!finding || !entries) throw new Error("The search has not come whole");
      return finding.finder(entries);
    })
    .catch((error) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** A text with what was asked for marked. @type {(text: string, wanted: (word: string) => boolean) => DocumentFragment} */
function marked(text, wanted) {
  const found = new DocumentFragment();
  for (const piece of text.split(/([\p{L}\p{N}'’]+)/u)) {
    found.append(wanted(piece) ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece);
  }
  return found;
}

/** The part of a long text in which the first word that was asked for stands. @type {(text: string, wanted: (word: string) => boolean) => string} */
function excerpt(text, wanted) {
  if (text.length <= SHOWN) return text;
  const first = [...text.matchAll(/[\p{L}\p{N}'’]+/gu)].find(([word]) => wanted(word))?.index ?? 0;
  const from = first > SHOWN - AROUND ? text.indexOf(" ", first - AROUND) + 1 : 0;
  const rest = text.slice(from);
  const cut = rest.length > SHOWN ? `${rest.slice(0, rest.lastIndexOf(" ", SHOWN))} …` : rest;
  return from ? `… ${cut}` : cut;
}

/** @type {(hit: MecatolHit, finder: MecatolFinder) => HTMLLIElement} */
function row({ entry, terms }, { stem }) {
  const asked = new Set(terms);
  /** @type {(word: string) => boolean} */
  const wanted = (word) => asked.has(stem(word));
  const link = Object.assign(document.createElement("a"), { className: "hit", href: new URL(entry.address, root).href });
  /** @type {(name: string, inside: Node | string) => void} */
  const part = (name, inside) => {
    const span = Object.assign(document.createElement("span"), { className: `hit__${name}` });
    span.append(inside);
    link.append(span, " ");
  };
  part("title", marked(entry.title, wanted));
  part("place", [KINDS[entry.kind] ?? entry.kind, entry.place].filter(Boolean).join(": "));
  part("text", marked(excerpt(entry.text, wanted), wanted));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** Shows what answers the question in the field. */
async function answer() {
  const question = input.value.trim();
  if (!question) {
    hits.replaceChildren();
    said.textContent = HINT;
    finder().catch(() => {});
    return;
  }
  if (!hits.children.length) said.textContent = "Searching …";
  try {
    const ready = await finder();
    if (question !== input.value.trim()) return; // they went on typing
    const found = ready.find(question);
    hits.replaceChildren(...found.map((hit) => row(hit, ready)));
    hits.scrollTop = 0;
    hits.dataset.question = question;
    // How many there are is for those who do not see them.
    said.classList.toggle("unseen", found.length > 0);
    said.textContent = found.length
      ? `${found.length} ${found.length === 1 ? "result" : "results"}, the best first.`
      : `Nothing found for “${question}”. Try fewer or other words, or a number such as 77.3.`;
  } catch {
    hits.replaceChildren();
    said.textContent = "The search did not load. Check the connection and type again, or look through “Rules” above.";
  }
}

/** The address of this page with a question, or without one. @type {(question: string | null) => string} */
function address(question) {
  const here = new URL(location.href);
  here.searchParams.delete("q");
  if (question !== null) here.searchParams.set("q", question);
  return here.href;
}

/** Some browsers refuse to write the address of a file; the search works without. @type {(act: () => void) => void} */
function quietly(act) {
  try {
    act();
  } catch {
    // Nothing is lost but the way back to the results.
  }
}

let timer = 0;
/** Whether this page wrote the step of the history in which the search is open, and can take it back. */
const ours = () => history.state?.mecatolSearch === true;

/** @type {(question?: string) => void} */
function open(question) {
  if (dialog.open) return;
  if (question !== undefined) input.value = question;
  dialog.showModal();
  input.focus();
  input.select();
  if (!ours() && question === undefined) quietly(() => history.pushState({ mecatolSearch: true }, "", address(input.value)));
  void answer();
}

function close() {
  clearTimeout(timer);
  if (dialog.open) dialog.close();
}

dialog.addEventListener("close", () => {
  if (ours()) history.back();
  else if (new URL(location.href).searchParams.has("q")) quietly(() => history.replaceState(history.state, "", address(null)));
});
window.addEventListener("popstate", () => {
  const question = new URL(location.href).searchParams.get("q");
  if (question === null) close();
  else open(question);
});

input.addEventListener("input", () => {
  void answer();
  clearTimeout(timer);
  timer = window.setTimeout(() => quietly(() => history.replaceState(history.state, "", address(input.value))), PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = hits.querySelector("a");
  if (first) go(first);
});

/** Follows a hit, with the question in the address first, so that the way back leads to it. @type {(link: HTMLAnchorElement) => void} */
function go(link) {
  clearTimeout(timer);
  quietly(() => history.replaceState(history.state, "", address(input.value)));
  location.assign(link.href);
}
hits.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(link);
});

// Up and down go through the hits, from the field and back to it.
dialog.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    event.preventDefault(); // some browsers would only empty the field
    close();
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [input, ...hits.querySelectorAll("a")];
  const at = stops.indexOf(/** @type {HTMLInputElement} */ (document.activeElement));
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
});
dialog.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target === dialog || target?.closest("[data-close-search]")) close();
});

for (const way of document.querySelectorAll("[data-open-search]")) {
  way.setAttribute("role", "button");
  way.setAttribute("aria-haspopup", "dialog");
  way.addEventListener("click", (event) => (event.preventDefault(), open()));
  way.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && event.key === " ") (event.preventDefault(), open());
  });
  way.addEventListener("pointerenter", () => void finder().catch(() => {}), { once: true });
}
document.addEventListener("keydown", (event) => {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  open();
});

const linked = new URL(location.href).searchParams.get("q");
if (linked !== null) open(linked);

// Where no page is, the last words of its address may be what it is about.
const lost = document.getElementById("lost");
if (lost instanceof HTMLAnchorElement) lost.href = address(location.pathname.split("/").findLast(Boolean)?.replaceAll("-", " ") ?? "");
