/** Where a battle at the table stands: in the address, and on this device, which takes it up again. */

import * as address from "../keeping/address.js";
import { isHistory } from "../keeping/history.js";
import { scenario as readScenario } from "../keeping/reading.js";
import { PLAYED, shelf, told } from "../keeping/store.js";

const MOST = 6;
const LONGEST = 400_000; // characters of the list

/** `at`: when the last step was taken, in ms; `round`: the round that it has come to, 0 outside of rounds, -1 at the end. */
type Left = { scenario: any; history: string[]; at: number; round: number };

const whole = (number: any): number => (Number.isSafeInteger(number) ? number : 0);

function read({ scenario, history, at, round }: any): Left | null {
  const { value, refused } = readScenario(scenario);
  return refused.length || !isHistory(history) ? null : { scenario: value, history, at: whole(at), round: whole(round) };
}

const shelved = shelf(PLAYED, read, LONGEST, MOST);
const isOf = (scenario: any) => (one: Left) => told(one.scenario) === told(scenario);
const found = (scenario: any): Left | undefined => shelved.all().list.find(isOf(scenario));

/** The steps of a battle that was left here. */
export const left = (scenario: any): string[] => found(scenario)?.history ?? [];

/** What the way back to a battle that was left before its end is called; empty where none was. */
export function goOn(scenario: any): string {
  const { round = -1 } = found(scenario) ?? {};
  return round < 0 ? "" : round ? `Go on: round ${round}` : "Go on";
}

/** Keeps the steps of a battle, and the name of the moment they lead to; no steps are nothing to come back to. */
export function leave(scenario: any, history: string[], title: string): void {
  const round = title === "The end" ? -1 : Number(/round (\d+)$/i.exec(title)?.[1] ?? 0);
  shelved.first(history.length ? { scenario, history, at: Date.now(), round } : null, isOf(scenario));
}

/** The address of a battle after some steps. */
export const hash = (scenario: any, history: string[]): string => address.written(scenario.step, scenario, null, history);
