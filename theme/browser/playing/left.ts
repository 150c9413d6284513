/** Where a battle at the table stands: in the address, and on this device, which takes it up again. */

import * as address from "../keeping/address.js";
import { isHistory } from "../keeping/history.js";
import { scenario as readScenario } from "../keeping/reading.js";
import { PLAYED as KEY, held, keepFirst, told } from "../keeping/store.js";

const MOST = 6;
const LONGEST = 400_000; // characters of the list

/** `at`: when the last step was taken, in ms. */
type Left = { scenario: any; history: string[]; at: number };

function read({ scenario, history, at }: any): Left | null {
  const { value, refused } = readScenario(scenario);
  return refused.length || !isHistory(history) ? null : { scenario: value, history, at: Number.isSafeInteger(at) ? at : 0 };
}

const all = () => held(KEY, read, LONGEST);
const isOf = (scenario: any) => (one: Left) => told(one.scenario) === told(scenario);

/** The steps of a battle that was left here. */
export const left = (scenario: any): string[] => all().list.find(isOf(scenario))?.history ?? [];

/** Keeps the steps of a battle; none are nothing to come back to. */
export const leave = (scenario: any, history: string[]): void =>
  keepFirst(KEY, all(), history.length ? { scenario, history, at: Date.now() } : null, isOf(scenario), MOST);

/** The address of a battle after some steps. */
export const hash = (scenario: any, history: string[]): string => address.written(scenario.step, scenario, null, history);
