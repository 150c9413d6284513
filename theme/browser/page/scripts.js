// @ts-check
/** Scripts that come later: fetching one, and what has come. */

import * as markup from "./markup.js";

/** Fetches a script of this site and runs it, if it has the hash that stands behind the address. @type {(address: string) => Promise<void>} */
export const fetched = (address) =>
  new Promise((resolve, reject) => {
    const [place = "", integrity = ""] = address.split("#");
    const script = Object.assign(document.createElement("script"), { src: markup.script(place), integrity, async: true });
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => (script.remove(), reject(new Error(address))));
    document.head.append(script);
  });

/** A module or the data of a script that comes later, once it has come. @type {<K extends keyof Arriving>(name: K) => Arriving[K] | undefined} */
export const arrived = (name) => globalThis.Mecatol[name];
