/** A battle in words, while it is typed: what was understood as chips, its odds, and the ways to its calculator and its rule. */

import { reason } from "../asking/failing.js";
import { allowed } from "../keeping/device.js";
import { fill, root } from "../page/markup.js";
import { box } from "../page/parts.js";
import { arrived, fetched, once } from "../page/scripts.js";

const SECONDS = 4; // that odds may take here; the calculator takes its time
const FLICKER = 120; // ms after which a reader is told that something is awaited

/** What Python says of a text (solver/mecatol/render/asked.py). */
type Understood = {
  step: string;
  title: string;
  topic: string;
  scenario: object;
  hash: string;
  html: string;
  unknown: string[];
  added: string[];
};

const way = document.querySelector<HTMLMetaElement>('meta[name="solver"]');
/** Python, whose script comes when it is first wanted where the page has no calculator. */
export const solver = once(async (): Promise<MecatolPython> => {
  if (!arrived("runtime")) await fetched(way?.dataset.script ?? "", way?.dataset);
  return (arrived("runtime") as typeof import("../asking/runtime.js")).python;
});

/** Starts Python at the first letter, unless somebody counts what comes over the line. */
export function wake() {
  const awake = (python: MecatolPython) => python.wake();
  if (allowed()) solver().then(awake, () => undefined);
}

/** A line of the answer that leads on. */
function leading(address: string, name: string, what: string): HTMLAnchorElement {
  const words = box("span", "rows__words", box("b", "", name), ` ${what}`);
  return box("a", { className: "rows__row", href: new URL(address, root).href }, words);
}

const told = (className: string, lines: string[]): HTMLElement[] => lines.map((line) => box("p", className, line));

/** The place for a battle. `settled` hears for each question whether it is one, and what its odds are in words. */
export function battle(
  place: HTMLElement,
  entry: (id: string) => MecatolEntry | undefined,
  settled: (question: string, shown: boolean, words: string) => void,
) {
  let newest = "";
  let likely = false;
  let working = false;
  let timer = 0;

  function show(...inside: (Node | string)[]): void {
    clearTimeout(timer);
    place.replaceChildren(...inside);
    place.hidden = !inside.length;
  }

  /** Says that the answer is on its way, once a reader would notice. */
  function wait(stage: string): void {
    if (!likely) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      place.replaceChildren(box("p", "asked__wait", `${stage} …`), box("p", "loading asked__bar"));
      place.hidden = false;
    }, FLICKER);
  }

  /** The lines that lead from a battle to its calculator and its rule. */
  function ways({ step, topic, hash, title }: Understood): HTMLElement[] {
    const calculator = entry(`calculator:${step}`);
    const rule = entry(topic);
    return [
      ...(calculator ? [leading(calculator.address + hash, title, "open with this battle")] : []),
      ...(rule ? [leading(rule.address, `${rule.number} ${rule.title}`.trim(), "the rule")] : []),
    ];
  }

  /** Shows what was understood; its odds follow. */
  function understood(found: Understood): HTMLElement {
    const odds = box("div", "asked__odds");
    if (!found.html) {
      show(...told("asked__unknown", found.unknown));
      return odds;
    }
    const sides = box("div", "asked__sides");
    fill(sides, found.html);
    odds.append(...(found.unknown.length ? told("asked__unknown", found.unknown) : [box("p", "loading asked__bar")]));
    show(sides, odds, ...told("asked__added", found.unknown.length ? [] : found.added), ...ways(found));
    return odds;
  }

  async function answer(question: string): Promise<void> {
    const python = await solver();
    const options = { onProgress: ({ stage }: MecatolProgress) => wait(stage), wanted: () => question === newest };
    if (python.state !== "ready") wait("Starting the solver");
    const found: Understood = await python.ask({ ask: question }, options);
    clearTimeout(timer);
    if (question !== newest) return;
    if (!found.html && !found.unknown) {
      show();
      settled(question, false, "");
      return;
    }
    const place = understood(found);
    settled(question, true, found.unknown.join(" "));
    if (!found.html || found.unknown.length) return;
    const odds = await python.ask({ odds: found.scenario, seconds: SECONDS }, { wanted: () => question === newest });
    if (question !== newest) return;
    if (odds.brief) fill(place, odds.brief);
    else place.replaceChildren(...told("asked__unknown", ["This battle takes longer. The calculator works it out."]));
    const figures = [...place.querySelectorAll(".battle__figure")].map((figure) => figure.textContent);
    settled(question, true, figures.length ? figures.join(", ") : (place.textContent ?? ""));
  }

  /** Answers the newest question, one after another: what was typed meanwhile is never begun. */
  async function work() {
    working = true;
    for (let done = ""; newest && newest !== done; ) {
      done = newest;
      try {
        await answer(done);
      } catch (error) {
        if (done === newest && likely) show(...told("asked__unknown", [reason(error)]));
        settled(done, false, "");
      }
    }
    working = false;
  }

  return {
    /** Reads a question as a battle; `fights` says whether it looks like one. */
    ask(question: string, fights: boolean): void {
      newest = question;
      likely = fights;
      if (!question) show();
      else if (!working) void work();
    },
  };
}
