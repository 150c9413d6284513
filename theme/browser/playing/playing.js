/**
 * A battle at the table: what is asked at each step of the rules, the odds then and how they went, and the way back.
 *
 * Nothing of a rule is here. Python is told the battle and what has happened, and says the moment that it has come to
 * (solver/mecatol/playing); the address holds both, so a link, a reload and another device show the same.
 */

import modules from "mecatol:modules-of-table";
import { share } from "../answers/showing.js";
import { read, written } from "../keeping/address.js";
import { copy } from "../page/copying.js";
import { root } from "../page/markup.js";
import { made } from "../page/parts.js";
import { unanswered } from "../asking/failing.js";
import { python } from "../asking/runtime.js";
import { say } from "../page/toast.js";
import * as kept from "./left.js";
import * as view from "./view.js";

const SCANS = 150; // characters of a link that a phone scans at a glance
const SLOW = 250; // ms without an answer after which the reader sees that it is awaited

/** What is played now. @type {{ calculator: MecatolCalculator, scenario: any, history: string[], pushed: boolean, seed: number | null } | null} */
let played = null;
/** Counts what was asked: only the last answer is shown. */
let asked = 0;
/** Whether the browser is going back to the calculator: a second step back would leave the page. */
let leaving = false;

const dialog = made("dialog", { className: "dialog playing" });
dialog.setAttribute("aria-labelledby", "playing-title");
document.body.append(dialog);

/** Opens the battle of a calculator, after these steps or where it was left. @type {(calculator: MecatolCalculator, history?: string[]) => Promise<void>} */
export async function open(calculator, history) {
  const { scenario } = calculator;
  const steps = history ?? kept.left(scenario);
  played = { calculator, scenario, history: [], pushed: history === undefined, seed: null };
  if (played.pushed) window.history.pushState(null, "", kept.hash(scenario, steps));
  view.waiting(dialog);
  if (!dialog.open) dialog.showModal();
  leaving = false;
  await go(steps, null, history === undefined);
}

/** Asks which moment some steps lead to, and shows it; with a seed the next dice are rolled here. Steps that came by a link are the reader's `own` once one goes on with them. @type {(steps: string[], seed?: number | null, own?: boolean) => Promise<void>} */
async function go(steps, seed = null, own = true) {
  if (!played) return;
  const mine = (asked += 1);
  const { scenario } = played;
  const slow = setTimeout(() => dialog.setAttribute("busy", ""), SLOW);
  const answer = await python.ask({ table: scenario, history: steps, roll: seed, modules }).catch(unanswered);
  clearTimeout(slow);
  if (mine !== asked || !played) return;
  dialog.removeAttribute("busy");
  if (answer.errors) {
    view.refused(dialog, answer.errors, steps.length > 0);
    return;
  }
  const first = !played.history.length && !steps.length;
  played.history = answer.history;
  played.seed = seed;
  window.history.replaceState(null, "", kept.hash(scenario, played.history));
  if (own) kept.leave(scenario, played.history);
  view.show(dialog, answer, { links: JSON.parse(played.calculator.dataset.links ?? "{}"), seed, first });
}

/** The address of a moment for another phone: at the page that leads on to every calculator (from disk, at the page that is open), and of long battles without what each die showed. @type {(scenario: any, history: string[]) => string} */
function short(scenario, history) {
  const page = location.protocol === "file:" ? location.href.replace(/#.*/, "") : String(new URL("calculator/", root));
  const [whole, bare] = [history, history.map((token) => token.replace(/^(\d+)\.\d+$/, "$1"))].map((steps) => `${page}${kept.hash(scenario, steps)}`);
  return (whole.length > SCANS ? bare : whole) ?? location.href;
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
  /** @type {HTMLElement | null | undefined} */ (calculator?.querySelector('[data-do="table"]'))?.focus({ preventScroll: true });
}

dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  leave();
});

window.addEventListener("popstate", () => {
  if (played && !read(location.hash)?.play) close();
});

dialog.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button || !played) return;
  const { token, back, do: what } = button.dataset;
  if (token !== undefined) await go([...played.history, token]);
  else if (back !== undefined) await go(played.history.slice(0, Number(back)));
  else if (what === "undo") await go(played.history.slice(0, -1));
  else if (what === "again") await go([]);
  else if (what === "roll") await go(played.history, crypto.getRandomValues(new Uint32Array(1))[0]);
  else if (what === "leave") leave();
  else if (what === "all") view.all(button);
  else if (what === "link") {
    const link = short(played.scenario, played.history);
    const copied = await copy(link);
    share(link, copied).catch(() => say(copied ? "Link to this moment copied" : "Copy the address of this page: it is the link"));
  }
});
