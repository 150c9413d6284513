/** One fleet against many: every first fleet, or those that a reader names, as a list with bars, the worst first. */

import * as advice from "./advice.js";
import * as errors from "./errors.js";
import { taps, toggles } from "../forms/acting.js";
import { box, made, one } from "../page/parts.js";

type Met = { name: string; scenario: any; chance: number | null; draw: number; words: string; reason: string };

/** A battle of the list: who is met, and how often it is won. */
function line(calculator: MecatolCalculator, { name, scenario, chance, draw, words, reason }: Met): HTMLLIElement {
  if (chance === null) return box("li", "", box("span", "many__met many__met--refused", `${name}: ${errors.plain(reason)}`));
  const bar = made("span", { className: "many__bar", ariaHidden: "true" });
  const side = scenario.players.findIndex((player: any) => player.name === name);
  const shares = { [`player--${1 - side}`]: chance, many__draw: draw, [`player--${side}`]: 1 - chance - draw };
  for (const [tone, share] of Object.entries(shares)) {
    const part = box("i", tone);
    part.style.width = `${100 * share}%`;
    bar.append(part);
  }
  const inside = [box("span", "many__name", name), bar, box("span", "advice__chance", words)];
  return advice.taking(calculator, scenario, `Against ${name}. Undo takes it back`, "many__met", ...inside);
}

/** Lets a fleet meet them all, a slice a time. */
async function meet(calculator: MecatolCalculator): Promise<void> {
  const { value: player } = one<HTMLSelectElement>(calculator, "many-player");
  const { value: others } = one<HTMLTextAreaElement>(calculator, "many-others");
  for await (const answer of advice.sought(calculator, "many", { many: calculator.scenario, player, others })) {
    one(calculator, "many-list").replaceChildren(...answer.found.map((met: Met) => line(calculator, met)));
    const won = answer.found.filter(({ chance }: Met) => (chance ?? 0) > 0.5).length;
    one(calculator, "many-said").textContent = answer.over
      ? `${player} wins more often than not against ${won} of ${answer.of}. Tap one to open it.`
      : `${answer.done} of ${answer.of} met.`;
  }
}

taps({ many: (calculator) => advice.starting(calculator, "many", () => meet(calculator)) });
toggles({ many: (calculator) => advice.offer(calculator, "many-player") });
