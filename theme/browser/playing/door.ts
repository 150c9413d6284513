/** The way from a calculator to its battle at the table; the script for that comes once somebody takes it. */

import { now } from "../keeping/address.js";
import { arrived, fetched } from "../page/scripts.js";

const { table = "" } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};

/** Opens the battle of a calculator at the table: after these steps, or where this device left it. */
export async function open(calculator: MecatolCalculator, history?: string[]): Promise<void> {
  now(); // what the form shows is what is played
  if (!arrived("playing")) await fetched(new URL(table, document.baseURI).href);
  await arrived("playing")?.open(calculator, history);
}
