/**
 * Packs of players' own factions: whether this device holds any, what a link lacks, and fetching what reads them (packs.ts)
 * once it is needed.
 */

import { changes } from "../forms/acting.js";
import { arrived, fetched, once } from "../page/scripts.js";

const reader = (document.currentScript as HTMLScriptElement | null)?.dataset.packs ?? "";

/** Whether this device holds any. */
export function held() {
  try {
    return localStorage.getItem("mecatol.packs") !== null;
  } catch {
    return false; // what may not be read is not there
  }
}

/** Fetches what reads packs; after a failure the next one to ask tries again. */
export const load = once(() => fetched(new URL(reader, document.baseURI).href));

/**
 * Why the case of a link cannot be shown, where it names a pack whose edition the form does not offer, or another version of
 * it; else empty.
 */
export function lacking(form: HTMLElement, found: { scenario?: any; kept?: any; pack?: string } | null): MecatolProblem[] {
  if (!found?.pack) return [];
  const field = form.querySelector<HTMLSelectElement>('select[name="edition"]');
  const there = [...(field?.options ?? [])].map(({ value }) => value);
  const lacks = [found.scenario, found.kept].some((each) => each?.edition !== undefined && !there.includes(each.edition));
  const named = found.pack.split(", ").map((each) => each.split("|"));
  const names = named.map(([name]) => name).join(", ");
  const called = names.slice(0, 200);
  const open = { text: "Open the pack’s file", scenario: null, sure: false };
  if (lacks) {
    const message = `The case of this link needs the pack “${called}”, which is not on this device. If you have its file, open it here, and the case follows.`;
    return [{ field: "", message, mends: [open] }];
  }
  const differs = named.some(([, which = ""]) => {
    const [edition = "", version] = which.split("@");
    return version && arrived("packs")?.isVersion(edition, version) === false;
  });
  if (!differs) return [];
  const message = `The case of this link was worked out with another version of the pack “${called}” than the one on this device, and its answer may differ. If you have that file, open it here, and the case follows.`;
  const here = { text: "Answer it with the version on this device", scenario: found.scenario, sure: false };
  return [{ field: "", message, mends: [open, here] }];
}

changes({
  pack: async (calculator, field) => {
    const [file] = field.files;
    if (!file) return;
    try {
      await load();
      await arrived("packs")?.open(calculator, file);
    } finally {
      field.value = ""; // so that the same file, mended, can be chosen again
    }
  },
});
