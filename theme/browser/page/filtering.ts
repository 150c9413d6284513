/**
 * A filter over the entries of a long page, such as a deck: whoever types sees what has all of those words, and the rest
 * steps aside. What is being read stays where it is on the screen, and the address keeps the words (`?filter=`).
 *
 * Entries of a deck can be chosen by facets as well: when a card is played, the steps in which it acts, its kind and edition. The
 * page has a menu for each, and each entry says what it has (`data-when`, …).
 */
import { reveal } from "./folds.js";
import { quietly } from "./stepping.js";
import { folded } from "./words.js";

const LONGEST = 100; // characters that are looked for
const PAUSE = 300; // ms without typing after which the address holds them
const ENTRY = ".effect-entry, tbody > tr, .terms > div, .index > li";
const GROUP = "section, table";

const asked = () => new URL(location.href).searchParams;

/** Without its rulings, which speak of other cards as well. */
function wordsOf(entry: Element): string {
  const copy = entry.cloneNode(true) as Element;
  for (const ruling of copy.querySelectorAll(".rulings > :is(summary, .notes), .headerlink")) ruling.remove();
  return folded(copy.textContent ?? "");
}

function lay(list: HTMLElement): void {
  const entries = [...list.querySelectorAll<HTMLElement>(ENTRY)];
  const groups = [...list.querySelectorAll<HTMLElement>(GROUP)].filter((group) => group.querySelector(ENTRY));
  const folds = [...list.querySelectorAll<HTMLDetailsElement>("details.more")];
  let opened: HTMLDetailsElement[] = []; // to show what is found
  let texts: string[] | null = null; // read when they are first needed

  const bar = list.querySelector(":scope > .filter") as HTMLElement;
  const field = bar.querySelector("input") as HTMLInputElement;
  const menus = [...bar.querySelectorAll("select")];
  const asks = [field, ...menus];
  const fits = ({ dataset }: HTMLElement) => menus.every(({ name, value }) => !value || (dataset[name] ?? "").split(" ").includes(value));

  /** The first entry that is in sight below the bar. */
  const read = () => entries.find((entry) => !entry.hidden && entry.getBoundingClientRect().bottom > bar.getBoundingClientRect().bottom);

  function show() {
    const words = folded(field.value).slice(0, LONGEST).split(/\s+/).filter(Boolean);
    if (words.length) texts ??= entries.map(wordsOf);
    const chosen = words.length > 0 || menus.some((menu) => menu.value !== "");
    const before = read();
    const top = before?.getBoundingClientRect().top ?? 0;
    const begun = list.getBoundingClientRect().top < 0;
    entries.forEach((entry, index) => (entry.hidden = !fits(entry) || !words.every((word) => texts?.[index]?.includes(word))));
    for (const group of groups) group.hidden = [...group.querySelectorAll<HTMLElement>(ENTRY)].every((entry) => entry.hidden);
    const found = entries.filter((entry) => !entry.hidden);
    for (const fold of opened) fold.open = false;
    opened = chosen ? folds.filter((fold) => !fold.open && found.some((entry) => fold.contains(entry))) : [];
    if (chosen) for (const entry of found) reveal(entry);
    for (const menu of menus) menu.classList.toggle("filter__facet--chosen", menu.value !== "");
    const said = bar.querySelector(".filter__said") as HTMLElement;
    said.textContent = chosen ? `${found.length || "None"} of ${entries.length}` : "";
    list.style.minHeight = "";
    const stays = before?.hidden ? found[0] : before;
    if (!begun || !before || !stays) return;
    // What was being read stays where it is; where it has gone, what is left begins below the bar. A few entries are
    // shorter than the screen, and the page has to reach far enough below them.
    const goal = stays === before ? top : bar.getBoundingClientRect().bottom;
    if (chosen)
      list.style.minHeight = `${Math.ceil(stays.getBoundingClientRect().top - list.getBoundingClientRect().top - goal + innerHeight)}px`;
    scrollBy({ top: stays.getBoundingClientRect().top - goal, behavior: "instant" });
  }

  /** What the address leads to, if it is put aside here; a page that opens has no `:target` yet. */
  function missed(): Element | null {
    const wanted = document.getElementById(location.hash.slice(1));
    return wanted?.closest("[hidden]") && list.contains(wanted) ? wanted : null;
  }

  /** Shows all of it, where something that is put aside is wanted. */
  function whole() {
    for (const each of asks) each.value = "";
    show();
    write();
  }

  function write() {
    const here = new URL(location.href);
    if (missed()) here.hash = ""; // or the page would open without the filter the next time
    for (const { name, value } of asks) {
      if (value) here.searchParams.set(name, value);
      else here.searchParams.delete(name);
    }
    quietly(() => history.replaceState(history.state, "", here.href));
  }

  /** A link to an entry that is put aside brings all of them back. */
  function arrive() {
    const wanted = missed();
    if (!wanted) return;
    whole();
    wanted.scrollIntoView();
  }

  function given() {
    for (const each of asks) {
      each.value = (asked().get(each.name) ?? "").slice(0, LONGEST);
      each.value ||= ""; // a menu without what is wanted shows its name
    }
    show();
    arrive();
  }

  let timer = 0;
  field.addEventListener("input", () => {
    show();
    clearTimeout(timer);
    timer = window.setTimeout(write, PAUSE);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && field.value) whole();
  });
  window.addEventListener("popstate", given);
  window.addEventListener("hashchange", arrive);
  for (const menu of menus) {
    menu.addEventListener("change", () => {
      show();
      write();
    });
  }
  // To measure a page of a hundred cards takes a while.
  if (asks.some(({ name }) => asked().has(name))) given();
}

for (const list of document.querySelectorAll<HTMLElement>("[data-filter]")) lay(list);
