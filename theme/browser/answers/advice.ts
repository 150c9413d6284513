/**
 * What would change the answer, worked out while nobody waits: for the line of choices at once, and for the list under
 * the answer where it is open. Python goes on where it stopped, a slice a question, in a worker of its own: what the reader
 * asks never waits for it.
 */

import * as errors from "./errors.js";
import { box, made, one } from "../page/parts.js";
import { slice, slices } from "../asking/slices.js";
import { changes, taps, toggles } from "../forms/acting.js";
import * as cases from "../forms/scenario.js";
import { arrived, fetched } from "../page/scripts.js";
import { say } from "../page/toast.js";

export type Row = { player: string; kind: string; text: string; scenario: any; words: string; moved: string; points: number };
type Refused = { player: string; kind: string; scenario: any; reason: string; limit: boolean };
type Work = { rows: Row[]; refused: Refused[]; done: number; of: number; runs: boolean; ended: boolean };

const IDLE = 400; // ms without a change before the work begins
const SHOWN = 10; // rows before the rest is folded away
const playing = (document.currentScript as HTMLScriptElement | null)?.dataset.play ?? "";

const states: WeakMap<MecatolCalculator, Work> = new WeakMap();

/** For which case it was searched what is enough, or the best play: the last search of each alone tells. */
export const searches: Record<"enough" | "play", WeakMap<MecatolCalculator, { now: string }>> = {
  enough: new WeakMap(),
  play: new WeakMap(),
};

const advised = (calculator: Element): boolean => calculator.hasAttribute("data-advised");

/** Whether the kind of a change stands in the line of choices; Python works those out first. */
const chosen = (calculator: Element, kind: string): boolean =>
  Boolean(calculator.querySelector(`.choice[data-kind="${CSS.escape(kind)}"]`));

/** Whether there is something left to find that somebody looks at. */
function wanted(calculator: Element, state: Work): boolean {
  if (state.ended || (state.of > 0 && state.done === state.of)) return false;
  const [last] = state.rows.slice(-1);
  return one<HTMLDetailsElement>(calculator, "advice").open || !last || chosen(calculator, last.kind);
}

export function begin(calculator: MecatolCalculator): void {
  if (!advised(calculator)) return;
  name(calculator);
  const state: Work = { rows: [], refused: [], done: 0, of: 0, runs: false, ended: false };
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
  enough(calculator).catch((error) => errors.failed(calculator, error, true));
}

/** The options of the form that are barred, by field. */
function barred(calculator: Element): { name: string; value: string }[] {
  const options = calculator.querySelectorAll<HTMLOptionElement>("select option:disabled");
  return [...options].map((option) => ({ name: option.closest("select")?.name ?? "", value: option.value }));
}

/** The case has changed: what was found was about another one. */
export function forget(calculator: MecatolCalculator): void {
  const state = states.get(calculator);
  if (state) state.ended = true;
  states.delete(calculator);
  for (const { name, value } of barred(calculator)) bar(calculator, name, value, "");
  if (!advised(calculator)) return;
  for (const part of ["advice-progress", "advice-all"]) one(calculator, part).hidden = true;
  one(calculator, "advice-essence").textContent = "what would change it";
  one(calculator, "advice-said").textContent = "";
  one(calculator, "advice-list").replaceChildren();
  const now = JSON.stringify(calculator.scenario);
  for (const part of ["enough", "play"] as const) {
    if ((searches[part].get(calculator)?.now ?? now) === now) continue;
    searches[part].delete(calculator);
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
      if (answer.errors) {
        state.ended = true;
      } else {
        state.rows.push(...answer.found);
        Object.assign(state, { refused: answer.refused, done: answer.done, of: answer.of });
      }
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
  const way = box(
    "button",
    { type: "button", className: "advice__way" },
    box("span", "advice__what", row.text),
    box("span", `advice__moved ${row.points > 0 ? "compare__more" : "compare__less"}`, row.moved),
    box("span", "advice__chance", `wins ${row.words}`),
  );
  way.addEventListener("click", () => {
    calculator.put(row.scenario);
    one(calculator, "answer").focus({ preventScroll: true }); // the list is about the case before
    say(`${row.player}: ${row.text}. Undo takes it back`);
  });
  return box("li", "", way);
}

function show(calculator: MecatolCalculator, state: Work): void {
  const bar = one<HTMLProgressElement>(calculator, "advice-progress");
  const over = state.ended || (state.of > 0 && state.done === state.of);
  bar.hidden = over;
  Object.assign(bar, { value: state.done, max: state.of || 1 });
  const { value: whose } = one<HTMLSelectElement>(calculator, "advice-player");
  const moving = state.rows.filter(({ player, points }) => player === whose && Math.abs(points) > 1e-9);
  moving.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const all = one(calculator, "advice-all");
  const whole = all.hasAttribute("data-pressed");
  one(calculator, "advice-list").replaceChildren(...(whole ? moving : moving.slice(0, SHOWN)).map((row) => line(calculator, row)));
  all.hidden = whole || !over || moving.length <= SHOWN;
  all.textContent = `Show all ${moving.length}`;
  const words = over
    ? state.of
      ? `${state.done} changes were tried; tap one to use it.`
      : ""
    : `${state.done} of ${state.of || "…"} changes tried.`;
  one(calculator, "advice-said").textContent = words;
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
      bar(calculator, path, value, reason);
      one(other, "figure").textContent = row
        ? `wins ${row.words}, ${row.moved}`
        : refused?.limit
          ? "takes a while: tap to work it out"
          : reason;
      if (row && (!best || row.points > best.points)) best = row;
    }
    one(choice, "best").textContent = best ? `(${choice.dataset.other}: ${best.moved.replace(/ points?$/, "")})` : "";
  }
}

/** Bars in the form what the rules refuse, and says why; without a reason it is open again. */
function bar(calculator: Element, path: string, value: string, reason: string): void {
  const field = calculator.querySelector(`select[name="${CSS.escape(path)}"]`);
  const option = field instanceof HTMLSelectElement ? [...field.options].find((each) => each.value === value) : undefined;
  const why = field?.parentElement && one(field.parentElement, "barred");
  if (!option || !(why instanceof HTMLElement)) return;
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
  const { scenario } = calculator;
  const mine = { now: JSON.stringify(scenario) };
  searches.enough.set(calculator, mine);
  list.replaceChildren();
  for await (const answer of slices(
    () => ({ enough: scenario, player, reach }),
    () => searches.enough.get(calculator) === mine,
  )) {
    if (answer.errors) {
      said.textContent = answer.errors.map(({ message }: MecatolProblem) => message).join(" ");
    } else if (!answer.over) {
      said.textContent = `${answer.tried} ways tried, up to ${answer.cost} resources.`;
    } else {
      const rows = answer.found.map((found: any) => ({ ...found, player, moved: `${found.cost} resources`, points: 1 }));
      list.replaceChildren(...rows.map((row: Row) => line(calculator, row)));
      const result = rows.length ? "The cheapest force that is enough:" : `Nothing that costs up to ${answer.cost} resources is enough.`;
      said.textContent = answer.untried ? `${answer.untried} ways took too long to be tried. ${result}` : result;
    }
  }
}

/** Searches the best play, with a script that comes for it. */
async function play(calculator: MecatolCalculator): Promise<void> {
  one(calculator, "play-said").textContent = "Starting…";
  try {
    if (!arrived("play")) await fetched(new URL(playing, document.baseURI).href);
  } catch (error) {
    one(calculator, "play-said").textContent = "";
    throw error;
  }
  await arrived("play")?.play(calculator);
}

/** Offers the players of the case in a field; the one that was chosen stays so. */
export function offer(calculator: MecatolCalculator, part: string): void {
  const names = (calculator.scenario.players ?? []).map((player: any) => String(player.name));
  const field = one<HTMLSelectElement>(calculator, part);
  const { value } = field;
  field.replaceChildren(...names.map((each: string) => made("option", { value: each, textContent: each })));
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
  if (losing && (!fold.open || !searches.enough.has(calculator))) one<HTMLSelectElement>(calculator, "enough-player").value = losing;
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
    if (!fold.open || !calculator.dataset.losing || searches.enough.get(calculator)?.now === now) return undefined;
    name(calculator);
    return enough(calculator);
  },
});
