/** Finds the rule that is best for a player, such as “hold Direct Hit back until round 2”; comes once somebody asks for it. */

import * as advice from "./advice.js";
import modules from "mecatol:modules-of-play";
import { one } from "../page/parts.js";

function told({ over, complete, done, untried, gain, even }: any, better: boolean): string {
  const tried = `${done} ${done === 1 ? "rule" : "rules"} tried${over && complete ? ", all there are" : ""}`;
  const late = untried ? `; ${untried} took too long or are against the rules` : "";
  if (!over) return `${tried}${late}. The best so far:`;
  if (!better) return `${tried}${late}. None is better than playing on as you are.`;
  const limit =
    gain !== null && even !== null && even >= 0 ? ` If a win is worth more than ${even.toFixed(1)} resources, play on as you are.` : "";
  return `${tried}${late}.${limit} Tap the rule to use it.`;
}

export async function play(calculator: MecatolCalculator): Promise<void> {
  const player = one<HTMLSelectElement>(calculator, "play-player").value;
  const { value } = one<HTMLInputElement>(calculator, "play-worth");
  const worth = value === "" ? null : Number(value);
  for await (const answer of advice.sought(calculator, "play", { play: calculator.scenario, player, worth, modules })) {
    const { words: text, scenario: changed, words_of_chance: words, moved, points, gain } = answer;
    const row = gain === null ? { moved, points } : { moved: `+${gain.toFixed(2)} resources`, points: gain };
    const better = row.points > 1e-9;
    one(calculator, "play-said").textContent = told(answer, better);
    one(calculator, "play-list").replaceChildren(
      ...(better ? [advice.line(calculator, { player, text, scenario: changed, words, ...row })] : []),
    );
  }
}
