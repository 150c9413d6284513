/** The field of a calculator takes whatever people have: a link, text, JSON, another site's link, short forms, plain words. */

import * as address from "../keeping/address.js";
import * as errors from "../answers/errors.js";
import { taps } from "../forms/acting.js";
import { BATTLE } from "../page/arriving.js";
import { unfold } from "../page/folds.js";
import { fill } from "../page/markup.js";
import { box, made, one } from "../page/parts.js";
import * as reading from "../keeping/reading.js";
import { where } from "../keeping/reading.js";
import { withdrawn } from "./failing.js";
import { python } from "./runtime.js";
import { stepOf } from "../page/stepping.js";
import { say } from "../page/toast.js";
import { see } from "../forms/tools.js";

const KEY = "mecatol.taken"; // what is told after a case has taken the reader to another page
const LONGEST = 20_000; // characters of a text that are read; solver/mecatol/paste/taking.py
const TOO_LONG = [{ field: "text", message: `is longer than ${LONGEST.toLocaleString("en")} characters, so it is not a battle` }];
const PAUSE = 350; // ms without a key after which a text that is typed is read
const FLICKER = 400; // ms after which a reader is told that the text is being read

/** What is said of a case that was taken; `alone` is the player whose question is what would be enough. */
type Told = { source: string; alone?: string | null; left_out?: string[]; added?: string[] };
type Taken = Required<Told> & { scenario: any; kept: any; lines: string[]; html: string };

const listed = (className: string, lines: string[]): HTMLUListElement => box("ul", className, ...lines.map((line) => box("li", "", line)));

/** What could not be taken over of a text, and what was added to it, if anything. */
function changed({ left_out = [], added = [] }: Told): Node[] {
  const lines = [...left_out.map((line) => `Not taken over: ${line}`), ...added];
  return lines.length ? [listed("", lines)] : [];
}

/** Says what a text was, what could not be taken over, and what was added to it. */
function tell(calculator: Element, told: Told): void {
  below(calculator, false, box("p", "", `Taken from ${told.source}.`), ...changed(told));
}

/** A problem as a sentence: what is wrong with the text itself begins in the middle of one. */
const plainly = ({ field, message }: MecatolProblem): string =>
  errors.plain(
    ["text", "link", "scenario"].includes(field)
      ? `The ${field === "link" ? "link" : "text"} ${message}`
      : where(field.split(".")) + message,
  );

/** Puts something below the field; what is only shown lies over the form, so that nothing moves while one types. */
function below(calculator: Element, preview: boolean, ...inside: Node[]): void {
  const place = one(calculator, "taken");
  place.classList.toggle("taken--preview", preview);
  place.replaceChildren(...inside);
}

/** Shows what was read out of a text before anything of it is used: as chips, or a line a player. */
function echo(calculator: Element, taken: Taken): void {
  const sides = box("div", "asked__sides");
  if (taken.html.includes("unit-chip")) fill(sides, taken.html);
  below(calculator, true, sides.children.length ? sides : listed("taken__read", taken.lines), ...changed(taken));
}

/** Says why a text was not taken, in a place of its own: the form's answer, which may come later, leaves it. */
function refuse(calculator: Element, found: MecatolProblem[]): void {
  below(calculator, false, box("p", "", "This is not understood. The form is as it was."), listed("", found.map(plainly)));
  const field = one<HTMLTextAreaElement>(calculator, "pasted");
  field.focus();
  field.select();
}

/** Leaves for the next page what its calculator tells of the case that its address brings. */
export function carry(step: string, { source, alone, left_out, added }: Told): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ step, source, alone, left_out, added }));
  } catch {
    // Then nothing is told there; the case comes all the same.
  }
}

/** A case of another step goes to that step's calculator: on this page, or on the page that holds it. */
export async function elsewhere(calculator: MecatolCalculator, scenario: any, told: Told): Promise<void> {
  const { step } = scenario;
  await unfold(`calculator-${step}`);
  const here = document.querySelector<MecatolCalculator>(`mecatol-calculator[step="${CSS.escape(step)}"]`);
  if (!here) {
    const pages = reading.parsed(calculator.dataset.pages ?? "{}");
    if (pages[step] === undefined) return;
    carry(step, told);
    location.assign(address.leading(pages, step, scenario));
    return;
  }
  asked(here, told.alone);
  here.put(scenario);
  tell(here, told);
  see(here);
  say(`The case is in the ${step.replaceAll("-", " ")} calculator`);
}

/** Says that a text is being read, with a way to stop it. */
function wait(calculator: Element, stage: string): void {
  const stop = made("button", { type: "button", className: "button button--quiet", textContent: "Stop" }, { do: "stop" });
  below(calculator, true, box("p", "", `Reading the text. ${stage}…`), stop);
}

/** What Python takes out of a text; while it takes its time, the reader sees that and can stop it. */
async function read(calculator: MecatolCalculator, text: string): Promise<any> {
  const { edition } = calculator.scenario;
  let stage = "";
  let due = false;
  const timer = setTimeout(() => (due = true) && wait(calculator, stage), FLICKER);
  const onProgress = (progress: MecatolProgress) => {
    ({ stage } = progress);
    if (due) wait(calculator, stage);
  };
  try {
    return await python.ask({ paste: text, ...(edition ? { edition } : {}) }, { onProgress });
  } finally {
    clearTimeout(timer);
    if (due) below(calculator, false);
  }
}

let timer = 0;

/** Offers to use what is in the field, once something is. */
function offer(calculator: Element): void {
  const way = calculator.querySelector('[data-do="take"]') as HTMLElement;
  way.hidden = !one<HTMLTextAreaElement>(calculator, "pasted").value.trim();
}

/** Reads what is in the box, and shows it; what is not understood is told once it is to be used. */
async function preview(calculator: MecatolCalculator): Promise<void> {
  clearTimeout(timer);
  const field = one<HTMLTextAreaElement>(calculator, "pasted");
  const { value } = field;
  offer(calculator);
  if (!value.trim()) {
    below(calculator, false);
    return;
  }
  const answer = await read(calculator, value).catch(() => null);
  if (!answer || field.value !== value) return; // it says something else by now, or was used
  const refused = refusals(answer);
  if (refused.length) below(calculator, true, box("p", "", `This is not understood so far: ${refused.map(plainly).join(" ")}`));
  else echo(calculator, answer);
}

/** What keeps an answer from being used. */
const refusals = (answer: any): MecatolProblem[] =>
  answer.errors ?? [answer.scenario, ...(answer.kept ? [answer.kept] : [])].flatMap((each) => reading.scenario(each).refused);

/** Where one side alone was named, its answer is what would be enough for the other (advice.ts). */
function asked(calculator: MecatolCalculator, alone: string | null | undefined): void {
  if (alone) calculator.dataset.enough = alone;
  else delete calculator.dataset.enough;
}

async function take(calculator: MecatolCalculator, text: string): Promise<void> {
  clearTimeout(timer);
  const answer = text.length > LONGEST ? { errors: TOO_LONG } : await read(calculator, text);
  const refused = refusals(answer);
  if (refused.length) {
    refuse(calculator, refused);
    return;
  }
  const { scenario, kept } = answer;
  const field = one<HTMLTextAreaElement>(calculator, "pasted");
  field.value = "";
  offer(calculator);
  below(calculator, false);
  field.blur(); // a phone's keyboard makes room for the answer
  if (scenario.step !== calculator.getAttribute("step")) {
    await elsewhere(calculator, scenario, answer);
    return;
  }
  asked(calculator, answer.alone);
  calculator.put(scenario);
  if (kept) calculator.keep(kept);
  tell(calculator, answer);
}

function taking(calculator: MecatolCalculator, text: string = one<HTMLTextAreaElement>(calculator, "pasted").value): void {
  take(calculator, text).catch((error) => {
    if (withdrawn(error)) below(calculator, false, box("p", "", "Stopped. The form is as it was."));
    else errors.failed(calculator, error, true);
  });
}

taps({ take: (calculator) => taking(calculator) });

/** The box that an event is about, and its calculator. */
function boxOf({ target }: Event): { box: HTMLTextAreaElement; calculator: MecatolCalculator } | null {
  const box = target instanceof HTMLTextAreaElement && target.dataset.part === "pasted" ? target : null;
  const calculator = box?.closest("mecatol-calculator") as MecatolCalculator | null | undefined;
  return box && calculator ? { box, calculator } : null;
}

/** What is longer than any battle never gets into the box, where a browser would lay out each of its lines. */
function fits(event: Event, text: string): boolean {
  const found = boxOf(event);
  if (!found || found.box.value.length + text.length <= LONGEST) return true;
  event.preventDefault();
  refuse(found.calculator, TOO_LONG);
  return false;
}

document.addEventListener("beforeinput", (event) => fits(event, event.dataTransfer?.getData("text/plain") ?? event.data ?? ""));

// What is pasted is shown at once, what is typed after a pause; a button uses it.
document.addEventListener("paste", (event) => {
  const found = boxOf(event);
  if (found && fits(event, event.clipboardData?.getData("text/plain") ?? "")) setTimeout(preview, 0, found.calculator);
});
document.addEventListener("input", (event) => {
  const found = boxOf(event);
  if (!found) return;
  clearTimeout(timer);
  offer(found.calculator);
  timer = window.setTimeout(preview, PAUSE, found.calculator);
});

// Enter uses it, as in the search; with Shift it begins a line. Escape lets it go.
document.addEventListener("keydown", (event) => {
  const found = boxOf(event);
  if (!found || event.isComposing || !["Enter", "Escape"].includes(event.key) || event.shiftKey) return;
  event.preventDefault();
  if (event.key === "Escape") found.box.value = "";
  if (found.box.value.trim()) taking(found.calculator);
  else void preview(found.calculator);
});

try {
  const { step, source, alone, left_out = [], added = [] } = reading.parsed(sessionStorage.getItem(KEY) ?? "{}");
  sessionStorage.removeItem(KEY);
  const there = document.querySelector<MecatolCalculator>(`mecatol-calculator[step="${CSS.escape(String(step))}"]`);
  if (there) {
    tell(there, { source: String(source), left_out: left_out.map(String), added: added.map(String) });
    if (typeof alone === "string") asked(there, alone);
  }
} catch {
  // What cannot be read is not there.
}

/** Takes the battle out of the page's own address where it is written as ti4battle writes it, so that its links need another host alone. */
async function arrive() {
  const battle = location.search;
  if (!BATTLE.test(battle) || stepOf(location.hash)) return;
  const calculator = document.querySelector<MecatolCalculator>("mecatol-calculator");
  if (!calculator) return;
  await customElements.whenDefined("mecatol-calculator");
  // From here on the address holds the case as ours do: a page that is loaded again shows what it has become.
  history.replaceState(history.state, "", location.pathname);
  python.wake();
  const box = one<HTMLTextAreaElement>(calculator, "pasted");
  box.value = battle.slice(0, LONGEST);
  taking(calculator, battle);
}

void arrive();
