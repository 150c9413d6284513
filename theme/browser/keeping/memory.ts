/** What this device remembers, and nobody else: the last cases, and what was saved under a name, until it is told to forget it. */

import { type Battle, type Fleet, battles, briefly, fleets, marks, recent, recents, sides } from "./cases.js";
import { exported, imported } from "./moving.js";
import { changes, taps, toggles } from "../forms/acting.js";
import { copy } from "../page/copying.js";
import { box, copy as laid, made, one, write } from "../page/parts.js";
import { LEFT, PLAYED, type Shelf, joined, shelf, told, unique } from "./store.js";
import { say } from "../page/toast.js";
import * as door from "../playing/door.js";
import { leading } from "./writing.js";

const NEAR = 5; // entries before the last that fits, from which on it is said how many there are
const LONG = 8000; // ms for which it is told that something was not kept

/** What is saved under names. */
const KINDS = { battles, fleets };

function showAll(): void {
  for (const calculator of document.querySelectorAll("mecatol-calculator")) {
    show(calculator);
    door.say(calculator);
  }
}

let timer = 0;

/** Keeps a case that was answered, once it has stood for a while: not every step on the way to it. */
export function remember(step: string, scenario: object, words: string): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    recents.first({ step, scenario, words, at: Date.now() }, (one) => told(one.scenario) === told(scenario));
    showAll();
  }, 3000);
}

/** What a button says: as it is labelled, or as it reads. */
const called = (way: Element | null | undefined): string | undefined => way?.ariaLabel ?? way?.textContent ?? undefined;

function button(textContent: string, label: string, action: () => void): HTMLButtonElement {
  const way = made("button", { type: "button", className: "button button--quiet", textContent, ariaLabel: label });
  way.addEventListener("click", action);
  return way;
}

/** Saves the battle as it stands, or what one of its sides has: all of a player but the name. */
function save(calculator: MecatolCalculator): void {
  const field = one<HTMLInputElement>(calculator, "saved-name");
  const { value } = one<HTMLSelectElement>(calculator, "saved-what");
  const { scenario } = calculator;
  const called = value ? "fleets" : "battles";
  const kind: Shelf = KINDS[called];
  const { list } = kind.all();
  if (list.length >= kind.most) {
    say(`Not kept: there are ${kind.most} ${called}, and no more fit. Delete one first.`, LONG);
    return;
  }
  const { name: owner, ...player } = structuredClone({ ...scenario.players[Number(value)] });
  const usual = value ? `${owner}, ${new Date().toLocaleDateString()}` : names(scenario).join(" v ");
  const name = unique(field.value.trim() || usual, list);
  const words = one(calculator, "said").textContent ?? "";
  const entry = value ? { name, player } : { name, step: calculator.getAttribute("step"), scenario, words, at: Date.now() };
  if (!kind.keep([entry, ...list])) {
    say("Not kept: the browser has no room for it, or keeps nothing for this site. Copy the link to this case instead.", LONG);
    return;
  }
  field.value = "";
  showAll();
  say(`${name} is kept on this device`);
}

const names = (scenario: any): string[] => (scenario?.players ?? []).map(({ name }: any) => String(name)).slice(0, 2);

/** Gives a side what a fleet has, as far as this calculator asks for it. */
export function take(calculator: MecatolCalculator, side: number, { name, player }: Fleet): void {
  const form = calculator.querySelector("form") as HTMLFormElement;
  const named = (path: string) => ["name", "data-name"].flatMap((key) => [`[${key}="${path}"]`, `[${key}^="${path}."]`]).join();
  const asked = (key: string) =>
    ["technologies", "effects", "faction"].includes(key) ||
    [side, "{i}"].some((index) => form.querySelector(named(`players.${index}.${CSS.escape(key)}`)));
  const had = Object.fromEntries(Object.entries(player).filter(([key]) => asked(key)));
  const { scenario } = calculator;
  const players = scenario.players.map((each: any, index: number) => (index === side ? { name: each.name, ...had } : each));
  calculator.put({ ...scenario, players });
  say(`${scenario.players[side].name} has ${name}. Undo takes it back`);
}

/** Gives an entry another name that nothing else of its kind has. */
function rename(kind: Shelf, before: string, wanted: string): string {
  const { list } = kind.all();
  const others = list.filter(({ name }) => name !== before);
  const name = unique(wanted.trim().slice(0, 100) || before, others);
  const renamed = list.map((entry) => (entry.name === before ? { ...entry, name } : entry));
  if (name !== before) kind.keep(renamed);
  return name;
}

/** Takes an entry away, and lets it come back to where it was. */
function remove(calculator: Element, kind: Shelf, name: string): void {
  const { list } = kind.all();
  const at = list.findIndex((entry) => entry.name === name);
  if (at < 0 || !kind.keep(list.toSpliced(at, 1))) return;
  showAll();
  undoable(calculator, `${name} was deleted.`, () => {
    const now = kind.all().list;
    return kind.keep(now.toSpliced(at, 0, { ...list[at], name: unique(name, now) }));
  });
}

/** Tells what was done, with a way back. */
function undoable(calculator: Element, words: string, back: () => boolean): void {
  const place = one(calculator, "saved-said");
  const way = button("Undo", `Undo: ${words}`, () => {
    place.replaceChildren(back() ? "" : "The browser does not let this page keep it.");
    showAll();
    one(calculator, "recent").querySelector("summary")?.focus({ preventScroll: true });
  });
  place.replaceChildren(`${words} `, way);
  way.focus({ preventScroll: true });
}

/** Lets a name be typed in the place of an entry. */
function retype(calculator: Element, kind: Shelf, name: string, item: HTMLElement): void {
  const typed = made("input", { type: "text", value: name, maxLength: 100, ariaLabel: `New name of ${name}`, className: "saved__typed" });
  let done = false;
  const end = (taken: boolean) => {
    if (done) return;
    done = true;
    const stays = document.activeElement === typed;
    typed.remove();
    const now = taken ? rename(kind, name, typed.value) : name;
    showAll();
    const ways = [...calculator.querySelectorAll("button")];
    if (stays) ways.find(({ ariaLabel }) => ariaLabel === `Rename ${now}`)?.focus({ preventScroll: true });
  };
  typed.addEventListener("keydown", (event) => {
    if (!["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    end(event.key === "Enter");
  });
  typed.addEventListener("blur", () => end(true));
  item.replaceChildren(typed);
  typed.select();
}

/** An entry with its name, and what can be done with it. */
function row(calculator: Element, kind: Shelf, name: string, shown: HTMLElement, ways: HTMLElement[]): HTMLLIElement {
  const renames = button("Rename", `Rename ${name}`, () => retype(calculator, kind, name, item));
  const deletes = button("Delete", `Delete ${name}`, () => remove(calculator, kind, name));
  const item = box("li", "saved", shown, box("span", "saved__ways", ...ways, renames, deletes));
  return item;
}

/** A battle that leads to its calculator, here or on another page. */
function battleRow(calculator: MecatolCalculator, { name, step, scenario, words, at }: Battle): HTMLLIElement {
  const inside = [box("b", "recent__name", name), sides(scenario), box("small", "", briefly(words, at))];
  const shown = box("button", { type: "button", className: "recent__way" }, ...inside);
  shown.addEventListener("click", () => {
    const pages = JSON.parse(calculator.dataset.pages ?? "{}");
    if (step === calculator.getAttribute("step")) calculator.put(scenario);
    else if (Object.hasOwn(pages, step)) location.assign(leading(pages, step, scenario));
  });
  return row(calculator, battles, name, shown, []);
}

function fleetRow(calculator: MecatolCalculator, fleet: Fleet, names: string[]): HTMLLIElement {
  const shown = box("span", "saved__fleet", box("b", "recent__name", fleet.name), marks(fleet.player));
  const ways = names.map((name, side) => button(`for ${name}`, `${fleet.name} for ${name}`, () => take(calculator, side, fleet)));
  return row(calculator, fleets, fleet.name, shown, ways);
}

/** What this version of the site cannot read stays on the device, and can be taken elsewhere. */
function aside(unread: any[]): (string | HTMLElement)[] {
  const many = unread.length === 1 ? "1 entry" : `${unread.length} entries`;
  const text = JSON.stringify(unread, null, 2);
  const way = button("Copy as text", "Copy what cannot be read as text", () =>
    copy(text).then((done) => say(done ? "Copied" : "The browser does not let this page copy")),
  );
  return [`${many} cannot be read by this version of the site. Nothing of it is lost: `, way];
}

/** Lists what this device holds for a calculator: what was saved, and the cases of its step. */
function show(calculator: Element): void {
  const fold = one(calculator, "recent");
  if (!(fold instanceof HTMLDetailsElement) || !fold.open) return;
  if (!one(fold, "saved-said")) fold.append(laid(fold, "saved-sheet"));
  if (fold.querySelector(".saved__typed")) return; // a name is being typed, whose end shows the lists
  const ways = () => [...fold.querySelectorAll("button")];
  const at = ways().findIndex((way) => way === document.activeElement);
  const held = at < 0 ? "" : called(document.activeElement);
  const own = calculator as MecatolCalculator;
  const players = names(own.scenario);
  const what = one<HTMLSelectElement>(fold, "saved-what");
  const chosen = Math.max(0, what.selectedIndex);
  what.replaceChildren(
    made("option", { value: "", textContent: "This battle" }),
    ...players.map((name, side) => made("option", { value: String(side), textContent: `Only ${name}` })),
  );
  what.selectedIndex = Math.min(chosen, players.length);
  const [fought, fleet] = [battles.all(), fleets.all()];
  const full = Object.entries({ battles: fought, fleets: fleet }).flatMap(([called, { list }]) => {
    const { most } = KINDS[called as keyof typeof KINDS];
    return list.length > most - NEAR ? `${list.length} of at most ${most} ${called}` : [];
  });
  write(one(fold, "fleets-count"), full.join(", "));
  const unread = [...fought.unread, ...fleet.unread];
  one(fold, "fleets-unread").replaceChildren(...(unread.length ? aside(unread) : []));
  one(fold, "saved-head").hidden = !fought.list.length && !fleet.list.length;
  one(fold, "battles").replaceChildren(...fought.list.map((battle) => battleRow(own, battle)));
  one(fold, "fleets").replaceChildren(...fleet.list.map((each) => fleetRow(own, each, players)));
  const mine = recent().filter(({ step }) => step === calculator.getAttribute("step"));
  one(fold, "recent-none").hidden = mine.length > 0;
  one(fold, "recent-list").replaceChildren(
    ...mine.map(({ scenario: before, words, at: then }) => {
      const way = box("button", { type: "button", className: "recent__way" }, sides(before), box("small", "", briefly(words, then)));
      way.addEventListener("click", () => own.put(before));
      return box("li", "saved", way);
    }),
  );
  // The lists are new: who was at a button of theirs stays at it, or where it was.
  const now = at < 0 || ways().includes(document.activeElement as any) ? [] : ways();
  (now.find((way) => called(way) === held) ?? now[Math.min(at, now.length - 1)])?.focus({ preventScroll: true });
}

/** Forgets everything, and lets it come back. */
function forget(calculator: Element): void {
  clearTimeout(timer);
  const shelves = [recents.key, fleets.key, battles.key, LEFT, PLAYED].map((key) => shelf(key, (entry) => entry, Infinity));
  const before = shelves.map((each) => each.all());
  const gone = shelves.map((each) => each.keep([], []));
  showAll();
  if (gone.includes(false)) say("The browser does not let this page forget it. Delete the site’s data in the browser’s settings.", LONG);
  else
    undoable(calculator, "Forgotten.", () =>
      before.every(({ list, unread }, at) => {
        const since = shelves[at].all(); // what came meanwhile stays
        return shelves[at].keep(joined(since.list, list).all, [...since.unread, ...unread]);
      }),
    );
}

taps({
  save,
  forget,
  export: exported,
  import: (calculator) => one(calculator, "saved-file").click(),
});
changes({
  "saved-file": async (calculator, field) => {
    const [file] = field.files;
    if (!file) return;
    const words = await imported(file).catch(() => "Not imported: the file cannot be read.");
    field.value = ""; // so that the same file can be chosen again
    showAll();
    one(calculator, "saved-said").textContent = words;
  },
});
toggles({ recent: show });

// Another tab has changed what is kept.
addEventListener("storage", ({ key }) => {
  if (key === null || [battles, fleets, recents].some((each) => each.key === key)) showAll();
});
showAll(); // what was opened before this script came
