/**
 * A filter over the entries of a long page, such as a deck: whoever types sees what has all of those words, and the rest
 * steps aside. What is being read stays where it is on the screen, and the address keeps the words (`?filter=`).
 *
 * Entries of a deck can be chosen by facets as well: when a card is played, the steps in which it acts, its kind and edition. The
 * page says which there are (`data-facets`), and each entry what it has (`data-when`, …).
 *
 * The page is whole without it: the field is made here, for those whose browser runs it.
 */
import { reveal } from "./folds.js";
import { box, made } from "./parts.js";
import { folded } from "./words.js";

const LONGEST = 100; // characters that are looked for
const PAUSE = 300; // ms without typing after which the address holds them
const ENTRY = ".effect-entry, tbody > tr, .terms > div, .index > li";
const GROUP = "section, table";

/** Without its rulings, which speak of other cards as well. */
function wordsOf(entry: Element): string {
  const copy = entry.cloneNode(true) as Element;
  for (const ruling of copy.querySelectorAll(".rulings > :is(summary, .notes), .headerlink")) ruling.remove();
  return folded(copy.textContent ?? "");
}

const FACETS = { when: "Played", acts: "Acts in", kind: "Kind", edition: "Edition" } as Record<string, string>;

/**
 * Menus for the facets of a list, and what tells whether an entry has all that is chosen in them.
 * */
function facetsOf(list: HTMLElement, changed: () => void): { menus: HTMLSelectElement[]; fits: (entry: HTMLElement) => boolean } {
  const known = JSON.parse(list.dataset.facets ?? "{}") as Record<string, Record<string, string>>;
  const menus = Object.keys(FACETS)
    .filter((facet) => facet in known)
    .map((facet) => {
      const values = known[facet];
      const options = Object.entries(values).map(([value, said]) => new Option(said, value));
      const menu = box(
        "select",
        { name: facet, className: "filter__facet", ariaLabel: FACETS[facet] },
        new Option(FACETS[facet], ""),
        ...options,
      );
      menu.addEventListener("change", changed);
      return menu;
    });
  const fits = (entry: HTMLElement) =>
    menus.every((menu) => !menu.value || (entry.dataset[menu.name] ?? "").split(" ").includes(menu.value));
  return { menus, fits };
}

function lay(list: HTMLElement): void {
  const entries = [...list.querySelectorAll(ENTRY)] as HTMLElement[];
  const groups = ([...list.querySelectorAll(GROUP)] as HTMLElement[]).filter((group) => group.querySelector(ENTRY));
  const folds = [...list.querySelectorAll("details.more")] as HTMLDetailsElement[];
  let opened: HTMLDetailsElement[] = []; // to show what is found
  let texts: string[] | null = null; // read when they are first needed

  const { filter: words = "" } = list.dataset;
  const field = made("input", { type: "search", placeholder: words, maxLength: LONGEST, autocomplete: "off", spellcheck: false });
  const label = box("label", "filter__field", box("span", "unseen", words), field);
  const said = made("span", { className: "filter__said", role: "status" });
  // It is there already, without a name: a browser that has to make room works out the styles of the whole page again.
  const bar = list.querySelector(":scope > .filter") as HTMLElement;
  Object.assign(bar, { role: "search", ariaLabel: words });
  const { menus, fits } = facetsOf(list, () => {
    show();
    write();
  });
  bar.append(label, ...menus, said);

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
    for (const group of groups) group.hidden = ![...group.querySelectorAll(ENTRY)].some((entry) => !(entry as HTMLElement).hidden);
    const found = entries.filter((entry) => !entry.hidden);
    for (const fold of opened) fold.open = false;
    opened = chosen ? folds.filter((fold) => !fold.open && found.some((entry) => fold.contains(entry))) : [];
    if (chosen) found.forEach(reveal);
    for (const menu of menus) menu.classList.toggle("filter__facet--chosen", menu.value !== "");
    said.textContent = chosen ? (found.length ? `${found.length} of ${entries.length}` : `None of ${entries.length}`) : "";
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
    field.value = "";
    for (const menu of menus) menu.value = "";
    show();
    write();
  }

  function write() {
    const here = new URL(location.href);
    if (missed()) here.hash = ""; // or the page would open without the filter the next time
    for (const [name, value] of [["filter", field.value], ...menus.map((menu) => [menu.name, menu.value])]) {
      if (value) here.searchParams.set(name, value);
      else here.searchParams.delete(name);
    }
    try {
      history.replaceState(history.state, "", here.href);
    } catch {
      // Some browsers refuse to write the address of a file; the filter works without.
    }
  }

  /** A link to an entry that is put aside brings all of them back. */
  function arrive() {
    const wanted = missed();
    if (wanted) {
      whole();
      wanted.scrollIntoView();
    }
  }

  function given() {
    const asked = new URL(location.href).searchParams;
    field.value = (asked.get("filter") ?? "").slice(0, LONGEST);
    for (const menu of menus) {
      const wanted = asked.get(menu.name) ?? "";
      menu.value = [...menu.options].some((option) => option.value === wanted) ? wanted : "";
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
  const asks = [...new URL(location.href).searchParams.keys()];
  // To measure a page of a hundred cards takes a while.
  if (["filter", ...menus.map((menu) => menu.name)].some((name) => asks.includes(name))) given();
}

for (const list of document.querySelectorAll<HTMLElement>("[data-filter]")) lay(list);
