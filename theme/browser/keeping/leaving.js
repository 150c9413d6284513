/** The battle with which each calculator was left on this device, to open with it again. */

import { scenario as readScenario } from "./reading.js";
import { LEFT as KEY, held, keepFirst } from "./store.js";

const LONGEST = 1_000_000; // characters of all of them

/** @typedef {{ step: string, scenario: any }} Left */

/** @type {(one: any) => Left | null} */
function readLeft({ step, scenario }) {
  const { value, refused } = readScenario(scenario);
  return typeof step === "string" && step.length <= 60 && !refused.length ? { step, scenario: value } : null;
}

const all = () => held(KEY, readLeft, LONGEST);

/** The battle of a step that was left; null where there is none that can be read. @type {(step: string) => Left | null} */
export const left = (step) => all().list.find((one) => one.step === step) ?? null;

/** Forgets what was left of the games of an edition. @type {(edition: string) => void} */
export const forgetEdition = (edition) => keepFirst(KEY, all(), null, ({ scenario }) => scenario.edition === edition);

/** Keeps the battle of a step as it stands now; without one it is forgotten. @type {(step: string, scenario: object | null) => void} */
export const leave = (step, scenario) => keepFirst(KEY, all(), scenario && { step, scenario }, (one) => one.step === step);
