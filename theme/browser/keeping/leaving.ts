/** The battle with which each calculator was left on this device, to open with it again. */

import { scenario as readScenario } from "./reading.js";
import { LEFT, shelf } from "./store.js";

const LONGEST = 1_000_000; // characters of all of them

export type Left = { step: string; scenario: any };

function readLeft({ step, scenario }: any): Left | null {
  const { value, refused } = readScenario(scenario);
  return typeof step === "string" && step.length <= 60 && !refused.length ? { step, scenario: value } : null;
}

const shelved = shelf(LEFT, readLeft, LONGEST);

/** The battle of a step that was left; null where there is none that can be read. */
export const left = (step: string): Left | null => shelved.all().list.find((one) => one.step === step) ?? null;

/** Forgets what was left of the games of an edition. */
export const forgetEdition = (edition: string): void => shelved.first(null, ({ scenario }) => scenario.edition === edition);

/** Keeps the battle of a step as it stands now; without one it is forgotten. */
export const leave = (step: string, scenario: object | null): void =>
  shelved.first(scenario && { step, scenario }, (one) => one.step === step);
