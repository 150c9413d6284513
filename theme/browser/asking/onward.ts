/** Between a movement and the rest of its tactical action: ships go to the map with all that the case says, and what arrives comes back. */

import * as errors from "../answers/errors.js";
import { elsewhere } from "./paste.js";
import { python } from "./runtime.js";

/** The ships of the active player start one system away, for the map to say from where they come. */
export async function toMap(calculator: MecatolCalculator): Promise<void> {
  const {
    players: [{ space, damaged, ...mover }, ...others],
    ...rest
  } = calculator.scenario;
  const into = others.some((other: any) => Object.keys(other.space ?? {}).length) ? "ships" : undefined;
  const scenario = { ...rest, step: "movement", into, players: [{ ...mover, fleets: [{ units: space ?? {} }] }, ...others] };
  const left_out = damaged ? [`the damage of ${mover.name}’s units`] : [];
  await elsewhere(calculator, scenario, { source: "the tactical action", left_out });
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
  const scenario = { ...rest, step: "tactical-action", players: [there, ...opponents] };
  await elsewhere(calculator, scenario, { source: "the movement", added });
}
