/** The way from a calculator to its battle at the table; the script for that comes once somebody takes it. */

import { now } from "../keeping/address.js";
import { write } from "../page/parts.js";
import { arrived, fetched } from "../page/scripts.js";
import { goOn } from "./left.js";

const { table = "" } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};

/** Opens the battle of a calculator at the table: after these steps, or where this device left it. */
export async function open(calculator: MecatolCalculator, history?: string[]): Promise<void> {
  now(); // what the form shows is what is played
  if (!arrived("playing")) await fetched(new URL(table, document.baseURI).href);
  await arrived("playing")?.open(calculator, history);
}

/** Says on the way there whether this device has left the battle before its end. */
export function say(calculator: MecatolCalculator): void {
  const button = calculator.querySelector('[data-do="table"]');
  if (button) write(button, goOn(calculator.scenario) || "Play it out");
}
