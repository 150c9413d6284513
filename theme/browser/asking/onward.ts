/** Between a movement and the rest of its tactical action: ships go to the map with all that the case says, and what arrives comes back. */

import * as errors from "../answers/errors.js";
import { elsewhere } from "./paste.js";
import { python } from "./runtime.js";

/** Everything that a case comes to elsewhere is told there. */
const taken = (scenario: any, source: string, left_out: string[], added: string[]): import("./paste.js").Taken => ({
  scenario,
  source,
  kept: null,
  alone: null,
  left_out,
  added,
  lines: [],
  html: "",
});

/** The ships of the active player start one system away, for the map to say from where they come. */
export async function toMap(calculator: MecatolCalculator): Promise<void> {
  const {
    players: [{ space, damaged, ...mover }, ...others],
    ...rest
  } = calculator.scenario;
  const into = others.some((other: any) => Object.keys(other.space ?? {}).length) ? "ships" : undefined;
  const scenario = { ...rest, step: "movement", into, players: [{ ...mover, fleets: [{ units: space ?? {} }] }, ...others] };
  await elsewhere(calculator, taken(scenario, "the tactical action", damaged ? [`the damage of ${mover.name}’s units`] : [], []));
}

/** What arrives is in the active system, and the action goes on; where a rift decides, the likeliest. */
export async function toAction(calculator: MecatolCalculator): Promise<void> {
  const {
    into,
    players: [{ fleets, fastest, ...mover }, ...others],
    ...rest
  } = calculator.scenario;
  const { errors: wrong, solution } = await python.ask({ solve: calculator.scenario });
  if (wrong) {
    errors.show(calculator, wrong, true);
    return;
  }
  const there = { ...mover, space: solution.outcomes[0].players[mover.name].space };
  const opponents = others.length ? others : [{ name: mover.name === "Blue" ? "Red" : "Blue" }];
  const added = solution.outcomes.length > 1 ? [`${solution.answer.headline} Its likeliest end is in the form.`] : [];
  await elsewhere(calculator, taken({ ...rest, step: "tactical-action", players: [there, ...opponents] }, "the movement", [], added));
}
