/** Which calculator the case of an address is for, in either form of a link (keeping/address.ts). */

import steps from "mecatol:step-codes";

export function stepOf(hash: string): string {
  const [, code = "", slug = ""] = /^#(?:\d+\/([a-z0-9-]+)|calc=([a-z0-9-]+))/.exec(hash) ?? [];
  return slug || (Object.hasOwn(steps, code) ? (steps[code] ?? "") : code);
}
