/** Where a battle at the table stands: in the address, and on this device, which takes it up again. */

import * as address from "../keeping/address.js";
import { isHistory } from "../keeping/history.js";
import { scenario as readScenario } from "../keeping/reading.js";
import { PLAYED as KEY, held, keepFirst, told } from "../keeping/store.js";

const MOST = 6;
const LONGEST = 400_000; // characters of the list

/** @typedef {{ scenario: any, history: string[], at: number }} Left `at`: when the last step was taken, in ms */

/** @type {(one: any) => Left | null} */
function read({ scenario, history, at }) {
  const { value, refused } = readScenario(scenario);
  return refused.length || !isHistory(history) ? null : { scenario: value, history, at: Number.isSafeInteger(at) ? at : 0 };
}

/** The steps of a battle that was left here. @type {(scenario: any) => string[]} */
export function left(scenario) {
  const text = told(scenario);
  return held(KEY, read, LONGEST).list.find((one) => told(one.scenario) === text)?.history ?? [];
}

/** Keeps the steps of a battle; none are nothing to come back to. @type {(scenario: any, history: string[]) => void} */
export function leave(scenario, history) {
  const text = told(scenario);
  const newest = history.length ? { scenario, history, at: Date.now() } : null;
  keepFirst(KEY, held(KEY, read, LONGEST), newest, (one) => told(one.scenario) === text, MOST);
}

/** The address of a battle after some steps. @type {(scenario: any, history: string[]) => string} */
export const hash = (scenario, history) => address.written(scenario.step, scenario, null, history);
