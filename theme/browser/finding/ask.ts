/** The field that takes everything, in the search and on the front page: a battle, a question, a name, a number. */

import { battle, wake } from "./battle.js";
import { reason } from "../asking/failing.js";
import { walk } from "../page/events.js";
import { root } from "../page/markup.js";
import { box, made, one } from "../page/parts.js";
import { isOld } from "../page/release.js";
import { arrived, fetched, once } from "../page/scripts.js";
import { quietly } from "../page/stepping.js";

const PAUSE = 400; // ms without typing after which the question goes into the address
const AROUND = 60; // letters of an excerpt before its first marked word
const SHOWN = 220; // letters of an excerpt
const WHOLE = 700; // letters of a text that is shown whole
const HINT = "Type a battle, a question, a name or a number: “3 dreads vs 2 war suns”, “retreat without adjacent system”, “77.3”.";

const scripts = document.querySelector<HTMLElement>("[data-scripts]")?.dataset.scripts ?? "";
export const finder = once(async () => {
  await Promise.all(scripts.split(" ").map((address) => fetched(address)));
  const [finding, entries] = [arrived("finding"), arrived("entries")];
  if (!finding || !entries) throw new Error("The search has not come whole");
  return finding.finder(entries);
});

const entry = (id: string): MecatolEntry | undefined => arrived("entries")?.entries.find((each) => each.id === id);

/** A text with what was asked for marked. */
function marked(text: string, wanted: (word: string) => boolean): DocumentFragment {
  const found = new DocumentFragment();
  for (const piece of text.split(/([\p{L}\p{N}'’]+)/u)) {
    found.append(wanted(piece) ? box("mark", "", piece) : piece);
  }
  return found;
}

/** The part of a long text in which the first word that was asked for stands. */
function excerpt(text: string, wanted: (word: string) => boolean, most: number): string {
  if (text.length <= most) return text;
  const first = [...text.matchAll(/[\p{L}\p{N}'’]+/gu)].find(([word]) => wanted(word))?.index ?? 0;
  const from = first > most - AROUND ? text.indexOf(" ", first - AROUND) + 1 : 0;
  const rest = text.slice(from);
  const cut = rest.length > most ? `${rest.slice(0, rest.lastIndexOf(" ", most))} …` : rest;
  return from ? `… ${cut}` : cut;
}

/** A kind of entry, as it is shown: a note of a faction is one. */
const called = (kind: string): string => kind.replace("faction note", "note").replace(/^./, (letter) => letter.toUpperCase());

/** A hit; a thing by its name shows its whole text, and when it is played. */
function row({ entry, terms, itself = false }: import("./finding.js").Hit, { stem }: import("./finding.js").Finder): HTMLLIElement {
  const asked = new Set(terms);
  const wanted = (word: string): boolean => !itself && asked.has(stem(word));
  const link = made("a", { className: itself ? "hit hit--itself" : "hit", href: new URL(entry.address, root).href });
  const part = (name: string, inside: Node | string): void => {
    link.append(box("span", `hit__${name}`, inside), " ");
  };
  part("title", marked(entry.title, wanted));
  part("place", [called(entry.kind), entry.place].filter(Boolean).join(": "));
  if (itself && entry.when) link.append(box("span", "note-mark", entry.when), " ");
  part("text", marked(excerpt(entry.text, wanted, itself ? WHOLE : SHOWN), wanted));
  return box("li", "", link);
}

/** The address of this page with a question, or without one. */
export function address(question: string | null): string {
  const here = new URL(location.href);
  here.searchParams.delete("q");
  if (question !== null) here.searchParams.set("q", question);
  return here.href;
}

/** Brings a field to life. @param block what holds it and its answers */
export function ask(block: HTMLElement) {
  const form = block.querySelector("form") as HTMLFormElement;
  const input = form.querySelector("input") as HTMLInputElement;
  const found = one(block, "findings");
  const said = found.querySelector("[role=status]") as HTMLElement;
  const hits = found.querySelector("ol") as HTMLElement;
  const most = block.matches("dialog") ? Infinity : 12; // hits, where what is below them is not to be far away
  let timer = 0;
  let woken = false;

  const fight = battle(one(block, "battle"), entry, (question, shown, words) => {
    if (question !== input.value.trim()) return;
    hits.hidden = shown; // what else has these words says nothing of a battle
    if (shown) tell(words, true);
  });

  function tell(words: string, unseen: boolean = false): void {
    said.classList.toggle("unseen", unseen);
    said.textContent = words;
  }

  /** Shows what answers the question in the field. */
  async function answer() {
    const question = input.value.trim();
    block.toggleAttribute("data-asked", question !== "");
    if (!question) {
      fight.ask("", false);
      hits.replaceChildren();
      tell(HINT);
      finder().catch(() => {});
      return;
    }
    if (!hits.children.length) tell("Searching …");
    try {
      const ready = await finder();
      if (question !== input.value.trim()) return; // they went on typing
      const fights = ready.fights(question);
      hits.hidden = fights; // until it is known to be something else
      fight.ask(question, fights);
      const listed = ready.find(question);
      hits.replaceChildren(...listed.slice(0, most).map((hit) => row(hit, ready)));
      found.scrollTop = 0;
      hits.dataset.question = question;
      if (hits.hidden) return;
      // How many there are is for those who do not see them.
      if (listed.length) tell(`${listed.length} ${listed.length === 1 ? "result" : "results"}, the best first.`, true);
      else tell(`Nothing found for “${question}”. Try fewer or other words, or a number such as 77.3.`);
    } catch (error) {
      hits.replaceChildren();
      tell(isOld(error) ? reason(error) : "The search did not load. Check the connection and type again, or look through “Rules” above.");
    }
  }

  /** Writes the question into the address. */
  const note = () => quietly(() => history.replaceState(history.state, "", address(input.value || null)));
  const links = () => [...found.querySelectorAll<HTMLAnchorElement>("a")].filter((link) => link.checkVisibility());

  /** Follows a hit, with the question in the address first, so that the way back leads to it. */
  function go(link: HTMLAnchorElement): void {
    clearTimeout(timer);
    note();
    location.assign(link.href);
  }

  input.addEventListener("input", () => {
    if (!woken) wake();
    woken = true;
    void answer();
    clearTimeout(timer);
    timer = window.setTimeout(note, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [first] = links();
    if (first) go(first);
  });
  found.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(link);
  });
  // Up and down go through the hits, from the field and back to it.
  block.addEventListener("keydown", (event) => walk(event, [input, ...links()]));

  return {
    input,
    answer,
    /** Asks a question in the reader's place. */
    put(question: string): void {
      input.value = question;
      void answer();
    },
    /** Writes nothing more into the address. */
    rest: () => clearTimeout(timer),
  };
}
