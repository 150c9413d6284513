/** Scripts that come later: fetching one, and what has come. */

import * as markup from "./markup.js";
import { lost } from "./release.js";

/** Fetches a script of this site and runs it, if it has the hash that stands behind the address; `data` is what its tag tells it. @type {(address: string, data?: DOMStringMap) => Promise<void>} */
export const fetched = (address, data = {}) =>
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

/** A module or the data of a script that comes later, once it has come. @type {<K extends keyof Arriving>(name: K) => Arriving[K] | undefined} */
export const arrived = (name) => globalThis.Mecatol[name];
