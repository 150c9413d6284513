/** What every page reads out of its address, and how it writes it. */

import steps from "mecatol:step-codes";

/** Writes an address: some browsers refuse that of a file, and nothing is lost but the way back. */
export function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // The page works without.
  }
}

/** Which calculator the case of an address is for, in either form of a link (keeping/address.ts). */
export function stepOf(hash: string): string {
  const [, code = "", slug = ""] = /^#(?:\d+\/([a-z0-9-]+)|calc=([a-z0-9-]+))/.exec(hash) ?? [];
  return slug || (Object.hasOwn(steps, code) ? (steps[code] ?? "") : code);
}
