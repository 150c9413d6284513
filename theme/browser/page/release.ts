/** A file of this site that does not come: the connection, or a newer version of the site that no longer has it. */

const NEWER =
  "A newer version of this site has come out since this page was opened, and this part is not in it. Reload the page; a battle stays in its address.";

const PATIENCE = 5000; // ms that the newest version of a page may take to come

/** Whether the newest version of this page names other files than one that did not come. */
async function outdated(file: string): Promise<boolean> {
  if (!location.protocol.startsWith("http")) return false; // pages from disk may ask for nothing
  // Under an address that no cache knows: neither the browser's nor that of the device (sw.js).
  const asked = fetch(`${location.pathname}?again=${Date.now()}`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  const page = await asked.then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  const [, name = ""] = /([^/?#]+)(?:[?#].*)?$/.exec(file) ?? [];
  return page !== "" && !page.includes(name);
}

/** Why a file did not come, as an error to show: `words`, unless a newer version is out. */
export async function lost(file: string, words: string): Promise<Error> {
  const newer = await outdated(file);
  return Object.assign(new Error(newer ? NEWER : words, { cause: file }), newer ? { name: "ReleaseError" } : {});
}

/** Whether an error is that of a page older than its site. */
export const isOld = (error: unknown): boolean => error instanceof Error && error.name === "ReleaseError";
