// @ts-check
/** What this device remembers, and nobody else: the last cases and fleets with names, until they are told to be forgotten. */

import { copy } from "../page/copying.js";
import { made, one, write } from "../page/parts.js";
import { FLEETS, MOST_FLEETS, RECENT, fleets, marks, recent, withNewest } from "./cases.js";
import { keep, unique } from "./store.js";
import { say } from "../page/toast.js";

const NEAR = 5; // fleets before the last that fits, from which on it is said how many there are
const LONG = 8000; // ms for which it is told that something was not kept

/** @typedef {import("./cases.js").Fleet} Fleet */

const showAll = () => document.querySelectorAll("mecatol-calculator").forEach((calculator) => show(calculator));

let timer = 0;

/** Keeps a case that was answered, once it has stood for a while: not every step on the way to it. @type {(step: string, scenario: object, words: string) => void} */
function remember(step, scenario, words) {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    keep(RECENT, withNewest({ step, scenario, words, at: Date.now() }), []);
    showAll();
  }, 3000);
}

/** @type {(textContent: string, label: string, action: () => void) => HTMLButtonElement} */
function button(textContent, label, action) {
  const way = made("button", { type: "button", className: "button button--quiet", textContent, ariaLabel: label });
  way.addEventListener("click", action);
  return way;
}

/** What one side has, to be used again: all of a player but the name. @type {(calculator: MecatolCalculator) => void} */
function keepFleet(calculator) {
  const field = /** @type {HTMLInputElement} */ (one(calculator, "fleet-name"));
  const side = /** @type {HTMLSelectElement} */ (one(calculator, "fleet-side")).selectedIndex;
  const { name: owner, ...player } = structuredClone({ ...calculator.scenario.players[side] });
  const { list, unread } = fleets();
  if (list.length >= MOST_FLEETS) {
    say(`Not kept: there are ${MOST_FLEETS} fleets, and no more fit. Forget one first.`, LONG);
    return;
  }
  const name = unique(field.value.trim() || `${owner}, ${new Date().toLocaleDateString()}`, list);
  if (!keep(FLEETS, [{ name, player }, ...list], unread)) {
    say("Not kept: the browser has no room for it, or keeps nothing for this site. Copy the link to this case instead.", LONG);
    return;
  }
  field.value = "";
  showAll();
  say(`${name} is kept on this device`);
}

/** Gives a side what a fleet has, as far as this calculator asks for it. @type {(calculator: MecatolCalculator, side: number, fleet: Fleet) => void} */
function take(calculator, side, { name, player }) {
  const form = /** @type {HTMLFormElement} */ (calculator.querySelector("form"));
  const names = [...form.querySelectorAll("[name], [data-name]")].flatMap((field) => [field.getAttribute("name") ?? "", field.getAttribute("data-name") ?? ""]);
  const begins = (/** @type {string} */ key) => [`players.${side}.${key}`, `players.{i}.${key}`];
  const asked = (/** @type {string} */ key) => ["technologies", "effects", "faction"].includes(key) || names.some((name) => begins(key).some((path) => name === path || name.startsWith(`${path}.`)));
  const had = Object.fromEntries(Object.entries(player).filter(([key]) => asked(key)));
  const { scenario } = calculator;
  calculator.put({ ...scenario, players: scenario.players.map((/** @type {any} */ each, /** @type {number} */ index) => (index === side ? { name: each.name, ...had } : each)) });
  say(`${scenario.players[side].name} has ${name}. Undo takes it back`);
}

/** @type {(calculator: MecatolCalculator, fleet: Fleet, names: string[]) => HTMLLIElement} */
function line(calculator, fleet, names) {
  const item = document.createElement("li");
  const name = made("span", { className: "recent__name", textContent: fleet.name });
  name.append(marks(fleet.player));
  item.append(name);
  item.append(...names.map((name, side) => button(`for ${name}`, `${fleet.name} for ${name}`, () => take(calculator, side, fleet))));
  const gone = () => {
    const { list, unread } = fleets();
    keep(FLEETS, list.filter(({ name }) => name !== fleet.name), unread);
    showAll();
  };
  item.append(button("×", `Forget ${fleet.name}`, gone));
  return item;
}

/** @type {(part: string, element: HTMLElement) => HTMLElement} */
function called(part, element) {
  element.dataset.part = part;
  return element;
}

/** @type {(className: string, words: string, field: HTMLElement) => HTMLLabelElement} */
function labelled(className, words, field) {
  const label = made("label", { className });
  label.append(made("span", { textContent: words }), field);
  return label;
}

/** Lays what a fold needs, once. @type {(fold: HTMLElement) => void} */
function lay(fold) {
  if (one(fold, "fleets")) return;
  const side = called("fleet-side", made("select"));
  const name = called("fleet-name", made("input", { type: "text", maxLength: 40, autocomplete: "off" }));
  const keeping = made("p", { className: "enough" });
  const kept = made("button", { className: "button button--quiet", type: "button", textContent: "Save" });
  kept.dataset.do = "keep-fleet";
  keeping.append(labelled("field field--select", "Save fleet", side), labelled("field", "Name", name), kept);
  const forget = made("button", { className: "button button--quiet", type: "button", textContent: "Forget all of it" });
  forget.dataset.do = "forget";
  const tools = made("p", { className: "calculator__tools" });
  tools.append(forget);
  const sheet = made("div", { className: "recent__sheet" });
  fold.append(sheet);
  sheet.append(
    made("p", { className: "hint", textContent: "None of it leaves this device." }),
    keeping,
    called("fleets", made("ul")),
    called("fleets-count", made("p", { className: "hint" })),
    called("fleets-unread", made("p", { className: "hint" })),
    called("recent-none", made("p", { className: "hint", textContent: "What you work out is listed here." })),
    called("recent-list", made("ul")),
    tools,
  );
}

/** What this version of the site cannot read stays on the device, and can be taken elsewhere. @type {(unread: any[]) => (string | HTMLElement)[]} */
function aside(unread) {
  const words = `${unread.length === 1 ? "1 fleet" : `${unread.length} fleets`} cannot be read by this version of the site. Nothing of it is lost: `;
  return [words, button("Copy as text", "Copy what cannot be read as text", () => copy(JSON.stringify(unread, null, 2)).then((done) => say(done ? "Copied" : "The browser does not let this page copy")))];
}

/** Lists what this device holds for a calculator: fleets, and the cases of its step. @type {(calculator: Element) => void} */
function show(calculator) {
  const fold = one(calculator, "recent");
  if (!(fold instanceof HTMLDetailsElement) || !fold.open) return;
  lay(fold);
  const ways = () => [...fold.querySelectorAll("button")];
  const at = ways().findIndex((way) => way === document.activeElement);
  const held = at < 0 ? "" : document.activeElement?.ariaLabel;
  const { scenario } = /** @type {MecatolCalculator} */ (calculator);
  const names = (scenario?.players ?? []).map((/** @type {any} */ { name }) => String(name)).slice(0, 2);
  const side = /** @type {HTMLSelectElement} */ (one(fold, "fleet-side"));
  const chosen = Math.max(0, side.selectedIndex);
  side.replaceChildren(...names.map((/** @type {string} */ name) => Object.assign(document.createElement("option"), { textContent: name })));
  side.selectedIndex = Math.min(chosen, names.length - 1);
  const { list, unread } = fleets();
  write(one(fold, "fleets-count"), list.length > MOST_FLEETS - NEAR ? `${list.length} of at most ${MOST_FLEETS} fleets` : "");
  one(fold, "fleets-unread").replaceChildren(...(unread.length ? aside(unread) : []));
  one(fold, "fleets").replaceChildren(...list.map((fleet) => line(/** @type {MecatolCalculator} */ (calculator), fleet, names)));
  const mine = recent().filter(({ step }) => step === calculator.getAttribute("step"));
  one(fold, "recent-none").hidden = mine.length > 0;
  one(fold, "recent-list").replaceChildren(
    ...mine.map(({ scenario: before, words }) => {
      const item = document.createElement("li");
      const way = button("", words, () => /** @type {MecatolCalculator} */ (calculator).put(before));
      way.className = "recent__way";
      const shown = (before.players ?? []).slice(0, 2).map(marks);
      way.append(made("span", { textContent: words }), ...shown);
      item.append(way);
      return item;
    }),
  );
  // The lists are new: who was at a button of theirs stays at it, or where it was.
  const now = at < 0 || ways().includes(/** @type {any} */ (document.activeElement)) ? [] : ways();
  (now.find((way) => way.ariaLabel === held) ?? now[Math.min(at, now.length - 1)])?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest("button") : null;
  const calculator = /** @type {MecatolCalculator | null | undefined} */ (pressed?.closest("mecatol-calculator"));
  if (pressed?.dataset.do === "keep-fleet" && calculator) keepFleet(calculator);
  if (pressed?.dataset.do !== "forget") return;
  clearTimeout(timer);
  const gone = [RECENT, FLEETS].map((key) => keep(key, [], []));
  showAll();
  say(gone.includes(false) ? "The browser does not let this page forget it. Delete the site’s data in the browser’s settings." : "Forgotten");
});

// Another tab has changed what is kept.
addEventListener("storage", ({ key }) => {
  if (key === null || key === FLEETS || key === RECENT) showAll();
});

// It does not bubble; and a calculator may come after this script.
document.addEventListener(
  "toggle",
  (event) => {
    const fold = event.target instanceof Element && event.target.matches('[data-part="recent"]') ? event.target : null;
    const calculator = fold?.closest("mecatol-calculator");
    if (calculator) show(calculator);
  },
  true,
);

export { remember, take };
showAll(); // what was opened before this script came
