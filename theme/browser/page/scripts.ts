/** Scripts that come later: fetching one, and what has come. */

import * as markup from "./markup.js";
import { lost } from "./release.js";

/** Fetches a script of this site and runs it, if it has the hash that stands behind the address; `data` is what its tag tells it. */
export const fetched = (address: string, data: DOMStringMap = {}): Promise<void> =>
  new Promise((resolve, reject) => {
    const [place = "", integrity = ""] = address.split("#");
    const script = Object.assign(document.createElement("script"), { src: markup.script(place), integrity, async: true });
    Object.assign(script.dataset, data);
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      lost(place, "This part did not load. Check the connection and try again.").then(reject);
    });
    document.head.append(script);
  });

/** What `make` promises, made when it is first wanted; after a failure the next one to want it tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  const again = (error: unknown): never => {
    made = null;
    throw error;
  };
  return () => (made ??= make().catch(again));
}

/** A module or the data of a script that comes later, once it has come. */
export const arrived = <K extends keyof Arriving>(name: K): Arriving[K] | undefined => globalThis.Mecatol[name];
