/**
 * What would change the answer, worked out while nobody waits: for the line of choices at once, and for the list under
 * the answer where it is open. Python goes on where it stopped, a slice a question, in a worker of its own: what the reader
 * asks never waits for it.
 */

import * as errors from "./errors.js";
import { box, curly, one } from "../page/parts.js";
import { slice, slices } from "../asking/slices.js";
import { changes, taps, toggles } from "../forms/acting.js";
import * as cases from "../forms/scenario.js";
import { arrived, fetched, once } from "../page/scripts.js";
import { say } from "../page/toast.js";

export type Row = { player: string; kind: string; text: string; scenario: any; words: string; moved: string; points: number };
type Refused = { player: string; kind: string; scenario: any; reason: string; limit: boolean };
type Work = { rows: Row[]; refused: Refused[]; done: number; of: number; runs: boolean; ended: boolean };

const IDLE = 400; // ms without a change before the work begins
const SHOWN = 10; // rows before the rest is folded away
const playing = (document.currentScript as HTMLScriptElement | null)?.dataset.play ?? "";

const NONE: Work = { rows: [], refused: [], done: 0, of: 0, runs: false, ended: false };
const states: WeakMap<MecatolCalculator, Work> = new WeakMap();

/** For which case it was searched in a fold, such as what is enough: the last search of each alone tells. */
const searches: WeakMap<Element, { now: string }> = new WeakMap();

/** Searches for a fold of the answer until it is done, or another search of the fold, or another case, takes its place. */
export async function* sought(calculator: MecatolCalculator, name: string, question: object): AsyncGenerator<any> {
  const [fold, said] = [one(calculator, name), one(calculator, `${name}-said`)];
  const mine = { now: JSON.stringify(calculator.scenario) };
  searches.set(fold, mine);
  one(calculator, `${name}-list`).replaceChildren();
  for await (const answer of slices(
    () => question,
    () => searches.get(fold) === mine,
  )) {
    if (answer.errors) said.textContent = curly(answer.errors.map(plainly).join(" "));
    else yield answer;
  }
}

/** A problem as a sentence: what is said of a line that a reader wrote names it. */
const plainly = ({ field, message }: MecatolProblem): string =>
  field.startsWith("line") ? `In ${field}, ${message}.` : errors.plain(message);

const advised = (calculator: Element): boolean => calculator.hasAttribute("data-advised");

/** Whether the kind of a change stands in the line of choices; Python works those out first. */
const chosen = (calculator: Element, kind: string): boolean =>
  Boolean(calculator.querySelector(`.choice[data-kind="${CSS.escape(kind)}"]`));

const over = ({ ended, of, done }: Work): boolean => ended || (of > 0 && done === of);

/** Whether there is something left to find that somebody looks at. */
function wanted(calculator: Element, state: Work): boolean {
  if (over(state)) return false;
  const last = state.rows.at(-1);
  return one<HTMLDetailsElement>(calculator, "advice").open || !last || chosen(calculator, last.kind);
}

export function begin(calculator: MecatolCalculator): void {
  if (!advised(calculator)) return;
  name(calculator);
  const state = { ...NONE };
  states.set(calculator, state);
  show(calculator, state);
  setTimeout(() => run(calculator, state), IDLE);
  answer(calculator);
}

/** Says what would be enough for a player whose units a link does not name: that is what it asks. */
function answer(calculator: MecatolCalculator): void {
  const { enough: player } = calculator.dataset;
  delete calculator.dataset.enough;
  const field = one<HTMLSelectElement>(calculator, "enough-player");
  if (player === undefined || ![...field.options].some(({ value }) => value === player)) return;
  field.value = player;
  one<HTMLDetailsElement>(calculator, "enough").open = true;
  enough(calculator).catch((error) => calculator.failed(error));
}

/** The case has changed: what was found was about another one. */
export function forget(calculator: MecatolCalculator): void {
  const state = states.get(calculator);
  if (state) state.ended = true;
  states.delete(calculator);
  for (const barred of calculator.querySelectorAll<HTMLOptionElement>("select option:disabled")) bar(barred, "");
  if (!advised(calculator)) return;
  show(calculator, { ...NONE, ended: true });
  const now = JSON.stringify(calculator.scenario);
  for (const part of ["enough", "play"]) {
    const fold = one(calculator, part);
    if ((searches.get(fold)?.now ?? now) === now) continue;
    searches.delete(fold);
    one(calculator, `${part}-said`).textContent = "";
    one(calculator, `${part}-list`).replaceChildren();
  }
}

async function run(calculator: MecatolCalculator, state: Work): Promise<void> {
  if (state.runs || state.ended) return;
  state.runs = true;
  const { scenario } = calculator;
  try {
    while (wanted(calculator, state)) {
      const answer = await slice({ advise: scenario, after: state.rows.length }, () => !state.ended);
      if (state.ended) return;
      const { errors: wrong, found, refused, done, of } = answer;
      Object.assign(state, wrong ? { ended: true } : { rows: [...state.rows, ...found], refused, done, of });
      show(calculator, state);
      choices(calculator, state);
    }
  } catch {
    state.ended = true; // stopped, or the solver failed: the next question tells
    if (states.get(calculator) === state) show(calculator, state);
  } finally {
    state.runs = false;
  }
}

export function line(calculator: MecatolCalculator, row: Omit<Row, "kind">): HTMLLIElement {
  const moved = box("span", `advice__moved ${row.points > 0 ? "compare__more" : "compare__less"}`, row.moved);
  const inside = [box("span", "advice__what", row.text), moved, box("span", "advice__chance", `wins ${row.words}`)];
  return taking(calculator, row.scenario, `${row.player}: ${row.text}. Undo takes it back`, "", ...inside);
}

/** A line of a list that puts a case into the form, and says so in `words`. */
export function taking(calculator: MecatolCalculator, scenario: any, words: string, kind: string, ...inside: Node[]): HTMLLIElement {
  const onclick = () => {
    calculator.put(scenario);
    one(calculator, "answer").focus({ preventScroll: true }); // the list is about the case before
    say(words);
  };
  return box("li", "", box("button", { type: "button", className: `advice__way ${kind}`, onclick }, ...inside));
}

function show(calculator: MecatolCalculator, state: Work): void {
  const bar = one<HTMLProgressElement>(calculator, "advice-progress");
  bar.hidden = over(state);
  Object.assign(bar, { value: state.done, max: state.of || 1 });
  const { value: whose } = one<HTMLSelectElement>(calculator, "advice-player");
  const moving = state.rows.filter(({ player, points }) => player === whose && Math.abs(points) > 1e-9);
  moving.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const all = one(calculator, "advice-all");
  const most = all.hasAttribute("data-pressed") ? Infinity : SHOWN;
  one(calculator, "advice-list").replaceChildren(...moving.slice(0, most).map((row) => line(calculator, row)));
  all.hidden = !over(state) || moving.length <= most;
  all.textContent = `Show all ${moving.length}`;
  const tried = state.of ? `${state.done} changes were tried; tap one to use it.` : "";
  one(calculator, "advice-said").textContent = over(state) ? tried : `${state.done} of ${state.of || "…"} changes tried.`;
  one(calculator, "advice-essence").textContent = essence(calculator, state);
}

/** The other choice that helps its player most, in a few words. */
function essence(calculator: Element, state: Work): string {
  const better = state.rows.filter(({ kind, points }) => chosen(calculator, kind) && points > 1e-9).sort((a, b) => b.points - a.points);
  return better[0] ? `${better[0].player}: ${better[0].text}, ${better[0].moved}` : "what would change it";
}

/** Writes beside each choice what the other would give. */
function choices(calculator: MecatolCalculator, state: Work): void {
  for (const choice of calculator.querySelectorAll<HTMLElement>(".choice[data-kind]:not([data-kind=''])")) {
    const { player, kind, path = "" } = choice.dataset;
    let best: Row | undefined;
    for (const other of choice.querySelectorAll<HTMLButtonElement>("[data-value]")) {
      const value = JSON.parse(other.dataset.value ?? "null");
      const same = (each: Row | Refused): boolean =>
        each.player === player &&
        each.kind === kind &&
        JSON.stringify(cases.held(each.scenario, cases.keysOf(path)) ?? null) === JSON.stringify(value);
      const row = state.rows.find(same);
      const refused = state.refused.find(same);
      const reason = refused && !refused.limit ? errors.plain(refused.reason) : "";
      other.disabled = reason !== "";
      const options = calculator.querySelectorAll<HTMLOptionElement>(`select[name="${CSS.escape(path)}"] option`);
      const option = [...options].find((each) => each.value === value);
      if (option) bar(option, reason);
      const unknown = refused?.limit ? "takes a while: tap to work it out" : reason;
      one(other, "figure").textContent = row ? `wins ${row.words}, ${row.moved}` : unknown;
      if (row && (!best || row.points > best.points)) best = row;
    }
    one(choice, "best").textContent = best ? `(${choice.dataset.other}: ${best.moved.replace(/ points?$/, "")})` : "";
  }
}

/** Bars in the form what the rules refuse, and says why; without a reason it is open again. */
function bar(option: HTMLOptionElement, reason: string): void {
  const why = one(option.closest("select")?.parentElement as Element, "barred");
  if (!why) return;
  if (option.disabled || reason) {
    why.textContent = reason && `${option.textContent}: ${reason}`;
    why.hidden = !reason;
  }
  option.disabled = reason !== "";
}

/** Another choice for a player. */
function decide(calculator: MecatolCalculator, button: HTMLElement): void {
  const path = (button.closest("[data-path]") as HTMLElement).dataset.path ?? "";
  const scenario = structuredClone({ ...calculator.scenario });
  cases.put(scenario, cases.keysOf(path), JSON.parse(button.dataset.value ?? "null") ?? undefined);
  calculator.put(scenario);
}

/** Searches the cheapest units that would be enough. */
async function enough(calculator: MecatolCalculator): Promise<void> {
  const list = one(calculator, "enough-list");
  const said = one(calculator, "enough-said");
  const player = one<HTMLSelectElement>(calculator, "enough-player").value;
  const reach = Number(one<HTMLInputElement>(calculator, "enough-reach").value) / 100;
  for await (const { over, tried, cost, untried, found } of sought(calculator, "enough", { enough: calculator.scenario, player, reach })) {
    said.textContent = `${tried} ways tried, up to ${cost} resources.`;
    if (!over) continue;
    const rows = found.map((row: any) => ({ ...row, player, moved: `${row.cost} resources`, points: 1 }));
    list.replaceChildren(...rows.map((row: Row) => line(calculator, row)));
    const result = rows.length ? "The cheapest force that is enough:" : `Nothing that costs up to ${cost} resources is enough.`;
    said.textContent = untried ? `${untried} ways took too long to be tried. ${result}` : result;
  }
}

const fetchPlay = once(() => fetched(playing));
/** Searches the best play, with a script that comes for it. */
const play = (calculator: MecatolCalculator): Promise<void> =>
  starting(calculator, "play", () => fetchPlay().then(() => arrived("play")?.play(calculator)));

/** Says in a fold that a search begins, and no longer where it fails. */
export async function starting(calculator: Element, name: string, search: () => Promise<void>): Promise<void> {
  const said = one(calculator, `${name}-said`);
  said.textContent = "Starting…";
  try {
    await search();
  } catch (error) {
    said.textContent = "";
    throw error;
  }
}

/** Offers the players of the case in a field; the one that was chosen stays so. */
export function offer(calculator: MecatolCalculator, part: string): void {
  const field = one<HTMLSelectElement>(calculator, part);
  const { value } = field;
  const names = (calculator.scenario.players ?? []).map(({ name }: any) => String(name));
  field.replaceChildren(...names.map((name: string) => box("option", { value: name }, name)));
  if (names.includes(value)) field.value = value;
}

/** Shows what has been found by now. */
function shown(calculator: MecatolCalculator): void {
  const state = states.get(calculator);
  if (state) show(calculator, state);
}

/** The players that the search may be for. */
function name(calculator: MecatolCalculator): void {
  for (const part of ["advice-player", "enough-player", "play-player"]) offer(calculator, part);
  const fold = one<HTMLDetailsElement>(calculator, "enough");
  const { losing } = calculator.dataset;
  one(calculator, "enough-essence").textContent = losing ? `what would be enough for ${losing}` : "the cheapest force that wins";
  if (losing && (!fold.open || !searches.has(fold))) one<HTMLSelectElement>(calculator, "enough-player").value = losing;
}

taps({
  decide,
  enough,
  play,
  "advice-all": (calculator, button) => {
    button.dataset.pressed = "";
    shown(calculator);
  },
});
changes({ "advice-player": shown });
toggles({
  advice: (calculator, fold) => {
    name(calculator);
    const state = states.get(calculator);
    if (state) void run(calculator, state);
    else if (fold.open) begin(calculator);
  },
  // From a battle that is being lost one tap says what would be enough to win it.
  enough: (calculator, fold) => {
    const now = JSON.stringify(calculator.scenario);
    if (!fold.open || !calculator.dataset.losing || searches.get(fold)?.now === now) return undefined;
    name(calculator);
    return enough(calculator);
  },
});
