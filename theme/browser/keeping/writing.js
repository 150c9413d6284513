// @ts-check
/** Writes the address of a case; address.js reads it. */

import { arrived } from "../page/scripts.js";

/** @type {(step: string, scenario: object, kept?: object | null) => string} */
export const written = (step, scenario, kept) =>
  `#calc=${step}&scenario=${encodeURIComponent(JSON.stringify(scenario))}` +
  (kept ? `&with=${encodeURIComponent(JSON.stringify(kept))}` : "") +
  naming(arrived("packs")?.needed([scenario, kept]) ?? "");

/** @type {(pack: string) => string} */
const naming = (pack) => (pack ? `&pack=${encodeURIComponent(pack)}` : "");
