/**
 * A battle at the table: what is asked at each step of the rules, the odds then and how they went, and the way back.
 *
 * Nothing of a rule is here. Python is told the battle and what has happened, and says the moment that it has come to and how
 * it looks (solver/mecatol/render/at_table.py); the address holds both, so a link, a reload and another device show the same.
 */

import modules from "mecatol:modules-of-table";
import { share } from "../answers/showing.js";
import { unanswered } from "../asking/failing.js";
import { python } from "../asking/runtime.js";
import { read, written } from "../keeping/address.js";
import { copy } from "../page/copying.js";
import { fill, root } from "../page/markup.js";
import { box, write } from "../page/parts.js";
import { say } from "../page/toast.js";
import * as door from "./door.js";
import * as kept from "./left.js";

const SCANS = 150; // characters of a link that a phone scans at a glance
const SLOW = 250; // ms without an answer after which the reader sees that it is awaited
const SIDES = 10; // of a die
const MOST_FACES = 20; // that a step may hold

type Played = { calculator: MecatolCalculator; scenario: any; history: string[]; pushed: boolean };

/** What is played now. */
let played: Played | null = null;
/** Counts what was asked: only the last answer is shown. */
let asked = 0;
/** Whether the browser is going back to the calculator: a second step back would leave the page. */
let leaving = false;

const QUIET = { type: "button", className: "button button--quiet" } as const;
const undo = box("button", QUIET, "Undo");
undo.dataset.do = "undo";
const back = box("button", { ...QUIET, className: "button button--quiet button--icon", ariaLabel: "Back to the calculator" }, "←");
back.dataset.do = "leave";
const title = box("h2", { className: "playing__title", id: "playing-title" });
const body = box("div", "dialog__body playing__body");
const foot = box("div", "playing__foot");
const dialog = box("dialog", "dialog playing", box("div", "dialog__head playing__head", back, title, undo), body, foot);
dialog.setAttribute("aria-labelledby", title.id);
document.body.append(dialog);

/** Opens the battle of a calculator, after these steps or where it was left. */
export async function open(calculator: MecatolCalculator, history?: string[]): Promise<void> {
  const { scenario } = calculator;
  const steps = history ?? kept.left(scenario);
  const own = history === undefined;
  played = { calculator, scenario, history: [], pushed: own };
  if (own) window.history.pushState(null, "", kept.hash(scenario, steps));
  title.textContent = "Play it out";
  undo.disabled = true;
  body.replaceChildren(box("div", { className: "loading playing__loading", role: "status", ariaLabel: "Preparing the battle" }));
  foot.replaceChildren();
  if (!dialog.open) dialog.showModal();
  leaving = false;
  await go(steps, null, own);
}

/**
 * Asks which moment some steps lead to, and shows it; with a seed the next dice are rolled here. Steps that came by a link are
 * the reader's `own` once one goes on with them.
 */
async function go(steps: string[], seed: number | null = null, own: boolean = true): Promise<void> {
  if (!played) return;
  const mine = (asked += 1);
  const { scenario, calculator } = played;
  const links = JSON.parse(calculator.dataset.links ?? "{}");
  const slow = setTimeout(() => dialog.setAttribute("busy", ""), SLOW);
  const answer = await python.ask({ table: scenario, history: steps, roll: seed, links, modules }).catch(unanswered);
  clearTimeout(slow);
  if (mine !== asked || !played) return;
  dialog.removeAttribute("busy");
  if (answer.errors) {
    refuse(answer.errors, steps.length > 0);
    return;
  }
  const first = !played.history.length && !steps.length;
  played.history = answer.history;
  window.history.replaceState(null, "", kept.hash(scenario, played.history));
  if (own) kept.leave(scenario, played.history, answer.title);
  write(title, answer.title);
  undo.disabled = !played.history.length;
  fill(body, answer.html);
  fill(foot, answer.foot);
  body.querySelector<HTMLElement>(".playing__words")?.focus({ preventScroll: !first });
}

/** Says why there is no such moment; what was shown before stays. */
function refuse(errors: MecatolProblem[], begun: boolean): void {
  const lines = errors.map(({ message }) => box("p", "", message.charAt(0).toUpperCase() + message.slice(1)));
  const said = box("div", { className: "errors playing__errors", role: "alert" }, ...lines);
  if (begun) {
    const again = box("button", QUIET, "Start over");
    again.dataset.do = "again";
    said.append(again);
  }
  for (const before of body.querySelectorAll(":scope > :is(.loading, .playing__errors)")) before.remove();
  body.prepend(said);
}

/**
 * The address of a moment for another phone: at the page that leads on to every calculator (from disk, at the page that is
 * open), and of long battles without what each die showed.
 */
function short(scenario: any, history: string[]): string {
  const page = location.protocol === "file:" ? location.href.replace(/#.*/, "") : String(new URL("calculator/", root));
  const whole = page + kept.hash(scenario, history);
  const bare = history.map((token) => token.replace(/^(\d+)\.\d+$/, "$1"));
  return whole.length > SCANS ? page + kept.hash(scenario, bare) : whole;
}

/** A die shows a face; the last one takes the step. */
async function face(button: HTMLElement): Promise<void> {
  const dice = [...(button.closest("details")?.querySelectorAll<HTMLElement>(".die") ?? [])];
  const at = dice.findIndex((die) => !("face" in die.dataset));
  const die = dice[at];
  if (!die || !played) return;
  die.textContent = button.textContent;
  die.dataset.face = String(Number(button.textContent) % SIDES);
  die.classList.toggle("die--hit", Number(button.textContent) >= Number(die.dataset.on));
  if (at < dice.length - 1) return;
  const hits = dice.reduce((sum, one) => sum + (one.matches(".die--hit") ? Number(one.dataset.yields) : 0), 0);
  const faces = dice.length <= MOST_FACES ? `.${dice.map((one) => one.dataset.face).join("")}` : "";
  await go([...played.history, `${hits}${faces}`]);
}

/** Back to the calculator. */
function leave() {
  if (!played || leaving) return;
  leaving = played.pushed;
  if (leaving) window.history.back();
  else {
    window.history.replaceState(null, "", written(played.scenario.step, played.scenario));
    close();
  }
}

function close() {
  const { calculator } = played ?? {};
  played = null;
  leaving = false;
  asked += 1;
  if (dialog.open) dialog.close();
  if (calculator) door.say(calculator);
  calculator?.querySelector<HTMLElement>('[data-do="table"]')?.focus({ preventScroll: true });
}

dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  leave();
});

window.addEventListener("popstate", () => {
  if (played && !read(location.hash)?.play) close();
});

dialog.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (!button || !played) return;
  const { token, back, do: what } = button.dataset;
  if (token !== undefined) await go([...played.history, token]);
  else if (back !== undefined) await go(played.history.slice(0, Number(back)));
  else if (what === "undo") await go(played.history.slice(0, -1));
  else if (what === "again") await go([]);
  else if (what === "roll") await go(played.history, crypto.getRandomValues(new Uint32Array(1))[0]);
  else if (what === "face") await face(button);
  else if (what === "leave") leave();
  else if (what === "link") {
    const link = short(played.scenario, played.history);
    const copied = await copy(link);
    share(link, copied).catch(() => say(copied ? "Link to this moment copied" : "Copy the address of this page: it is the link"));
  }
});
