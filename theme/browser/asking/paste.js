// @ts-check
/** One box takes whatever people have: a link, text, JSON, another site's link, short forms, plain words. */

import * as address from "../keeping/address.js";
import * as errors from "../answers/errors.js";
import { unfold } from "../page/folds.js";
import { made, one } from "../page/parts.js";
import * as reading from "../keeping/reading.js";
import { where } from "../keeping/reading.js";
import { python } from "./runtime.js";
import { say } from "../page/toast.js";
import { see } from "../forms/tools.js";

const KEY = "mecatol.taken"; // what is told after a case has taken the reader to another page
const LONGEST = 20_000; // characters of a text that are read; solver/mecatol/paste/taking.py
const TOO_LONG = [{ field: "text", message: `is longer than ${LONGEST.toLocaleString("en")} characters, so it is not a battle` }];
const PAUSE = 350; // ms without a key after which a text that is typed is read
const FLICKER = 400; // ms after which a reader is told that the text is being read


/** @typedef {{ scenario: any, source: string, kept: any, left_out: string[], added: string[], lines: string[] }} Taken */

/** @type {(calculator: Element, open: boolean) => void} */
function toggle(calculator, open) {
  const box = one(calculator, "paste");
  box.hidden = !open;
  const [way] = /** @type {NodeListOf<HTMLButtonElement>} */ (calculator.querySelectorAll('[data-do="paste"]'));
  way?.setAttribute("aria-expanded", String(open));
  if (open) one(box, "pasted").focus();
  else way?.focus({ preventScroll: true });
}

/** Says what a text was, what could not be taken over, and what was added to it. @type {(calculator: Element, source: string, left_out: string[], added: string[]) => void} */
function tell(calculator, source, left_out, added) {
  const list = document.createElement("ul");
  list.append(...left_out.map((line) => made("li", { textContent: `Not taken over: ${line}` })), ...added.map((line) => made("li", { textContent: line })));
  const lines = [made("p", { textContent: `Taken from ${source}.` })];
  one(calculator, "taken").replaceChildren(...lines, ...(list.children.length ? [list] : []));
}

/** A problem as a sentence: what is wrong with the text itself begins in the middle of one. @type {(problem: MecatolProblem) => string} */
const plainly = ({ field, message }) => errors.plain(["text", "link", "scenario"].includes(field) ? `The ${field === "link" ? "link" : "text"} ${message}` : where(field.split(".")) + message);

/** Shows what was read out of a text, a line a player, before anything of it is used. @type {(calculator: Element, taken: Taken) => void} */
function echo(calculator, { lines, left_out, added }) {
  const read = made("ul", { className: "taken__read" });
  read.append(...lines.map((textContent) => made("li", { textContent })));
  const more = document.createElement("ul");
  more.append(...left_out.map((line) => made("li", { textContent: `Not taken over: ${line}` })), ...added.map((line) => made("li", { textContent: line })));
  one(calculator, "taken").replaceChildren(made("p", { textContent: "This is what was read:" }), read, ...(more.children.length ? [more] : []));
}

/** Says why a text was not taken, in a place of its own: the form's answer, which may come later, leaves it. @type {(calculator: Element, found: MecatolProblem[]) => void} */
function refuse(calculator, found) {
  const list = document.createElement("ul");
  list.append(...found.map((problem) => made("li", { textContent: plainly(problem) })));
  const told = one(calculator, "taken");
  told.replaceChildren(made("p", { textContent: "This is not understood. The form is as it was." }), list);
  const box = /** @type {HTMLTextAreaElement} */ (one(calculator, "pasted"));
  box.focus();
  box.select();
}

/** A case of another step goes to that step's calculator: on this page, or on the page that holds it. @type {(calculator: MecatolCalculator, taken: Taken) => Promise<void>} */
async function elsewhere(calculator, { scenario, source, left_out, added }) {
  const { step } = scenario;
  await unfold(`calculator-${step}`);
  const here = /** @type {MecatolCalculator | null} */ (document.querySelector(`mecatol-calculator[step="${CSS.escape(step)}"]`));
  if (!here) {
    const page = reading.parsed(calculator.dataset.pages ?? "{}")[step];
    if (page === undefined) return;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ step, source, left_out, added }));
    } catch {
      // Then nothing is told there; the case comes all the same.
    }
    location.assign(new URL(page + address.written(step, scenario), location.href));
    return;
  }
  here.put(scenario);
  tell(here, source, left_out, added);
  see(here);
  say(`The case is in the ${step.replaceAll("-", " ")} calculator`);
}

/** Says that a text is being read, with a way to stop it. @type {(calculator: Element, stage: string) => void} */
function wait(calculator, stage) {
  const stop = made("button", { type: "button", className: "button button--quiet", textContent: "Stop" }, { do: "stop" });
  one(calculator, "taken").replaceChildren(made("p", { textContent: `Reading the text. ${stage}…` }), stop);
}

/** What Python takes out of a text; while it takes its time, the reader sees that and can stop it. @type {(calculator: MecatolCalculator, text: string) => Promise<any>} */
async function read(calculator, text) {
  const { edition } = calculator.scenario;
  let stage = "";
  let due = false;
  const timer = setTimeout(() => (due = true) && wait(calculator, stage), FLICKER);
  const onProgress = (/** @type {MecatolProgress} */ progress) => {
    ({ stage } = progress);
    if (due) wait(calculator, stage);
  };
  try {
    return await python.ask({ paste: text, ...(edition ? { edition } : {}) }, { onProgress });
  } finally {
    clearTimeout(timer);
    if (due) one(calculator, "taken").replaceChildren();
  }
}

let timer = 0;

/** Reads what is in the box, and shows it; what is not understood is told once it is to be used. @type {(calculator: MecatolCalculator) => Promise<void>} */
async function preview(calculator) {
  clearTimeout(timer);
  const box = /** @type {HTMLTextAreaElement} */ (one(calculator, "pasted"));
  const { value } = box;
  if (!value.trim()) {
    one(calculator, "taken").replaceChildren();
    return;
  }
  const answer = await read(calculator, value);
  if (box.value !== value || one(calculator, "paste").hidden) return; // it says something else by now, or was used
  const refused = refusals(answer);
  if (refused.length) one(calculator, "taken").replaceChildren(made("p", { textContent: `This is not understood so far: ${refused.map(plainly).join(" ")}` }));
  else echo(calculator, answer);
}

/** What keeps an answer from being used. @type {(answer: any) => MecatolProblem[]} */
const refusals = (answer) => answer.errors ?? [answer.scenario, ...(answer.kept ? [answer.kept] : [])].flatMap((each) => reading.scenario(each).refused);

/** @type {(calculator: MecatolCalculator) => Promise<void>} */
async function take(calculator) {
  clearTimeout(timer);
  const box = /** @type {HTMLTextAreaElement} */ (one(calculator, "pasted"));
  if (box.value.length > LONGEST) {
    refuse(calculator, TOO_LONG);
    return;
  }
  const answer = await read(calculator, box.value);
  const refused = refusals(answer);
  if (refused.length) {
    refuse(calculator, refused);
    return;
  }
  box.value = "";
  toggle(calculator, false);
  if (answer.scenario.step !== calculator.getAttribute("step")) {
    await elsewhere(calculator, answer);
    return;
  }
  calculator.put(answer.scenario);
  if (answer.kept) calculator.keep(answer.kept);
  tell(calculator, answer.source, answer.left_out, answer.added);
}

/** @type {(calculator: MecatolCalculator) => void} */
function taking(calculator) {
  take(calculator).catch((error) => {
    if (!(error instanceof Error && error.name === "AbortError")) errors.failed(calculator, error, true);
    else one(calculator, "taken").replaceChildren(made("p", { textContent: "Stopped. The form is as it was." }));
  });
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const calculator = /** @type {MecatolCalculator | null | undefined} */ (button?.closest("mecatol-calculator"));
  if (!button || !calculator) return;
  if (button.dataset.do === "paste") toggle(calculator, one(calculator, "paste").hidden);
  if (button.dataset.do === "take") taking(calculator);
});

/** The box that an event is about, and its calculator. @type {(event: Event) => { box: HTMLTextAreaElement, calculator: MecatolCalculator } | null} */
function boxOf({ target }) {
  const box = target instanceof HTMLTextAreaElement && target.dataset.part === "pasted" ? target : null;
  const calculator = /** @type {MecatolCalculator | null | undefined} */ (box?.closest("mecatol-calculator"));
  return box && calculator ? { box, calculator } : null;
}

/** What is longer than any battle never gets into the box, where a browser would lay out each of its lines. @type {(event: Event, text: string) => boolean} */
function fits(event, text) {
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
  if (found && fits(event, event.clipboardData?.getData("text/plain") ?? "")) setTimeout(() => preview(found.calculator).catch(() => null));
});
document.addEventListener("input", (event) => {
  const found = boxOf(event);
  if (!found) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => preview(found.calculator).catch(() => null), PAUSE);
});

try {
  const { step, source, left_out, added } = reading.parsed(sessionStorage.getItem(KEY) ?? "{}");
  sessionStorage.removeItem(KEY);
  const there = document.querySelector(`mecatol-calculator[step="${CSS.escape(String(step))}"]`);
  if (there) tell(there, String(source), left_out.map(String), added.map(String));
} catch {
  // What cannot be read is not there.
}
