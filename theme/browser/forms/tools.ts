/** What helps with a case: swap sides, choose a faction, clear it, start from an example, write it down, keep it to compare. */

import * as address from "../keeping/address.js";
import { taps } from "./acting.js";
import * as board from "./board.js";
import { copy as clipboard } from "../page/copying.js";
import * as errors from "../answers/errors.js";
import * as fields from "./fields.js";
import { button, one } from "../page/parts.js";
import * as planets from "./planets.js";
import { python } from "../asking/runtime.js";
import { arrived } from "../page/scripts.js";
import { later } from "../answers/showing.js";
import { say } from "../page/toast.js";

const paper = (calculator: Element): HTMLTextAreaElement => one<HTMLTextAreaElement>(calculator, "text");

/** The first two players change places. */
function swap(calculator: MecatolCalculator): void {
  const { scenario } = calculator;
  const [first, second, ...rest] = scenario.players ?? [];
  if (second) calculator.put({ ...scenario, players: [second, first, ...rest] });
}

/** The sides keep their names and factions, and the planets stay; nothing else does. */
function empty(calculator: MecatolCalculator): void {
  const { scenario } = calculator;
  const { step, edition } = scenario;
  const there = Object.fromEntries(fields.planets(calculator.form).map((name) => [planets.slug(name), {}]));
  const players = scenario.players.slice(0, Number(calculator.dataset.least)).map(({ name, faction }: any) => ({ name, faction }));
  if (Object.keys(there).length) players.at(-1).planets = there;
  calculator.put({ step, players, edition }); // what is undefined is left out
}

/** Gives a side what its faction begins the game with; the active player has the ground forces aboard. */
async function begin(calculator: MecatolCalculator, button: HTMLElement): Promise<void> {
  const { faction = "", begins = "" } = button.dataset;
  const side = board.sideOf(button);
  const lands = side === 0 && calculator.querySelector('[data-area="space"] [data-unit="infantry"]') !== null;
  const answer = await python.ask({ start: faction, lands, edition: calculator.scenario.edition });
  const name = `the ${begins.toLowerCase()} of ${one(button, "faction-name").textContent}`;
  if (answer.errors) errors.show(calculator, answer.errors, true);
  else arrived("memory")?.take(calculator, side, { name, player: answer.player });
}

/** What only a calculator in use needs, such as the sheets to choose from, once it is here; says so where it cannot be had. */
async function needed<K extends "sheet" | "onward">(name: K): Promise<Partial<Arriving>[K]> {
  await later();
  if (!arrived(name)) say("This part did not come. Try again when you are online.");
  return arrived(name);
}

/** Lets the reader choose the faction of a side from a sheet. */
async function choosing(calculator: MecatolCalculator, button: HTMLElement): Promise<void> {
  const field = button.nextElementSibling as HTMLSelectElement;
  (await needed("sheet"))?.faction(calculator.form, button, field, () => begin(calculator, button));
}

/** Lets the reader choose a worked example to start from. */
async function examples(calculator: MecatolCalculator): Promise<void> {
  const rows = [...one<HTMLDataListElement>(calculator, "presets").options].map(({ value, text }) => ({ value, title: text }));
  (await needed("sheet"))?.choose("Worked examples", rows, (text) => calculator.put(JSON.parse(text)));
}

/** Opens the field in which something was chosen for a player. */
function choose({ form }: MecatolCalculator, button: HTMLElement): void {
  const field = form.querySelector<HTMLElement>(`[name^="${CSS.escape(button.dataset.path ?? "")}"]`);
  if (!field) return;
  const shown = field.closest(".chip")?.querySelector("button") ?? field;
  errors.open(shown);
  shown.scrollIntoView({ block: "center" });
  shown.focus({ preventScroll: true });
}

/** Copies something; where the browser does not let it, the text is there to copy by hand. */
async function copy(calculator: Element, text: string, words: string): Promise<void> {
  paper(calculator).value = text;
  const done = await clipboard(text);
  one(calculator, "paper").hidden = done;
  say(done ? words : "The text is in the box under the answer");
}

/** The case as text that Python writes. */
async function written(calculator: MecatolCalculator, question: object, words: string): Promise<void> {
  const answer = await python.ask(question);
  if (answer.errors) errors.show(calculator, answer.errors, true);
  else await copy(calculator, answer.text, words);
}

/** The address of this page with the case in it. */
const link = ({ step, scenario }: MecatolCalculator): string => new URL(address.written(step, scenario), location.href).href;

/** Takes the reader to the answer, or to what keeps it away. */
export function see(calculator: Element): void {
  const wrong = one(calculator, "errors");
  const answer = wrong.hidden ? one(calculator, "answer") : wrong;
  answer.scrollIntoView();
  answer.focus({ preventScroll: true });
}

taps({
  "swap-sides": swap,
  empty,
  choose,
  faction: choosing,
  examples,
  see,
  "to-map": async (calculator) => (await needed("onward"))?.toMap(calculator),
  "to-action": async (calculator) => (await needed("onward"))?.toAction(calculator),
  say: (calculator) => written(calculator, { say: calculator.scenario }, "Copied as text"),
  chat: (calculator) => written(calculator, { chat: calculator.scenario, address: link(calculator) }, "Copied with the answer"),
  json: (calculator) => copy(calculator, JSON.stringify(calculator.scenario, null, 2), "Copied as JSON"),
  keep: (calculator) => {
    calculator.keep(calculator.scenario);
    one(calculator, "answer").scrollTop = 0; // where both stand beside each other
    say("Kept as A. Change the form to compare", 5000);
  },
  unkeep: (calculator) => {
    calculator.keep(null);
    button(calculator, "keep").focus({ preventScroll: true });
  },
});
