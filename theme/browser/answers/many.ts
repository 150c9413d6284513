/** One fleet against many: every first fleet, or those that a reader names, as a list with bars, the worst first. */

import { offer } from "./advice.js";
import * as errors from "./errors.js";
import { slices } from "../asking/slices.js";
import { taps, toggles } from "../forms/acting.js";
import { box, curly, made, one } from "../page/parts.js";
import { say } from "../page/toast.js";

type Met = { name: string; scenario: any; chance: number | null; draw: number; words: string; reason: string };

/** What was asked last; another question, or another case, takes its place. */
const asked: WeakMap<Element, object> = new WeakMap();

/** A battle of the list: who is met, and how often it is won. */
function line(calculator: MecatolCalculator, { name, scenario, chance, draw, words, reason }: Met): HTMLLIElement {
  if (chance === null) return box("li", "", box("span", "many__met many__met--refused", `${name}: ${errors.plain(reason)}`));
  const bar = made("span", { className: "many__bar", ariaHidden: "true" });
  const side = scenario.players.findIndex((player: any) => player.name === name);
  for (const [share, tone] of [
    [chance, `player--${1 - side}`],
    [draw, "many__draw"],
    [1 - chance - draw, `player--${side}`],
  ]) {
    const part = box("i", String(tone));
    part.style.width = `${100 * Number(share)}%`;
    bar.append(part);
  }
  const way = box(
    "button",
    { type: "button", className: "advice__way many__met" },
    box("span", "many__name", name),
    bar,
    box("span", "advice__chance", words),
  );
  way.addEventListener("click", () => {
    calculator.put(scenario);
    one(calculator, "answer").focus({ preventScroll: true });
    say(`Against ${name}. Undo takes it back`);
  });
  return box("li", "", way);
}

/** Lets a fleet meet them all, a slice a time. */
async function meet(calculator: MecatolCalculator): Promise<void> {
  const mine = {};
  asked.set(calculator, mine);
  const { value: player } = one<HTMLSelectElement>(calculator, "many-player");
  const { value: others } = one<HTMLTextAreaElement>(calculator, "many-others");
  const said = one(calculator, "many-said");
  said.textContent = "Starting…";
  for await (const answer of slices(
    () => ({ many: calculator.scenario, player, others }),
    () => asked.get(calculator) === mine,
  )) {
    if (answer.errors) {
      said.textContent = curly(
        answer.errors
          .map(({ field, message }: MecatolProblem) => (field.startsWith("line") ? `In ${field}, ${message}.` : errors.plain(message)))
          .join(" "),
      );
      return;
    }
    one(calculator, "many-list").replaceChildren(...answer.found.map((met: Met) => line(calculator, met)));
    const won = answer.found.filter(({ chance }: Met) => (chance ?? 0) > 0.5).length;
    said.textContent = answer.over
      ? `${player} wins more often than not against ${won} of ${answer.of}. Tap one to open it.`
      : `${answer.done} of ${answer.of} met.`;
  }
}

taps({
  many: (calculator) =>
    meet(calculator).catch((error) => {
      one(calculator, "many-said").textContent = "";
      throw error;
    }),
});
toggles({ many: (calculator) => offer(calculator, "many-player") });
