/**
 * Python in the page: boots the solver in a worker on demand and passes questions and answers.
 *
 * The tag of the script that it is part of names the bundle to fetch, relative to that script:
 *
 *     <script src="…/calculators.js" data-bundle="mecatol-runtime-0123456789ab.js" data-snapshot="mecatol-snapshot-….js"></script>
 *
 * The bundle, added as a script tag, sets `globalThis.RUNTIME`; the worker (worker.js) is a `data:` module, the one
 * kind of worker that starts from a page on disk in every browser. Nothing is fetched there by anyone but script tags.
 *
 * Over http the WebAssembly is a file of its own, which servers pack better and browsers compile while it comes, and a
 * script holds the other parts: `data-light="mecatol-parts-….js" data-wasm="mecatol-python-….wasm"`, with the bytes of
 * both on the wire and of the WebAssembly unpacked in `data-sizes="script wasm unpacked"`. The worker is of this site then
 * (`blob:`) and fetches all of it itself, so that the page never stands still while a browser reads megabytes. It holds
 * each file to its hash (`data-integrity`, `data-wasm-integrity`, `data-snapshot-integrity`) before any of it runs. From
 * disk, where browsers check no hash, gzip tells of a wrong byte. Where this way does not start, or fails, the bundle does.
 *
 * A second script, the snapshot, makes the start twice as fast and weighs as much as the bundle. It is fetched where that
 * costs no time: from disk, from the browser's own store, on a fast line, at whatever distance. Python starts without it
 * where it does not come or does not start.
 *
 * Whatever fails, the question is rejected with a sentence and a way out, and the next one starts afresh. Nothing waits
 * for ever: no browser tells of a worker that has ended without a word, so file and start have their limits. An answer
 * may take its time, for the worker gives a sign of life once a second; where none comes any more, it is not waited for.
 */

import { lost } from "../page/release.js";
import { arrived } from "../page/scripts.js";
import { snapshot as putSnapshot } from "./snapshot.js";
import { work } from "./worker.js";

type State = "asleep" | "waking" | "ready" | "busy" | "failed";
/** `stage` is a phrase to show, e.g. "Preparing the calculator". */
type Progress = { stage: string; done: number; of: number };
/** `wanted` is asked once Python is there. */
export type Options = { onProgress?: (progress: Progress) => void; wanted?: () => boolean };
type Asked = { text: string; resolve: (answer: any) => void; reject: (reason: Error) => void; options: Options };

/** What the worker runs, as text. */
export const code = { work: String(work), snapshot: String(putSnapshot) };

/** Whether the snapshot has come over the line, and the browser has it. */
let near = false;

/** Python in a worker of its own; `name` is that of its policy for addresses of scripts. */
function started(name: "MecatolRuntime" | "MecatolBackground") {
  const STAGES = ["Fetching the solver", "Unpacking it", "Preparing the calculator", "Reading the rules", "Solving"];
  const LIMITS = { fetch: 180, snapshot: 3, start: 90, silence: 180 }; // seconds; the snapshot’s begin once the bundle is there

  const AGAIN = "Calculate again to download it again.";
  const tag = document.currentScript as HTMLScriptElement | null;
  const bundle = new URL(tag?.dataset.bundle ?? "", tag?.src || document.baseURI).href;
  const fast = tag?.dataset.snapshot ? new URL(tag.dataset.snapshot, bundle).href : "";
  const beside = (name: string | undefined) => (name && location.protocol.startsWith("http") ? new URL(name, bundle).href : "");
  const parts = beside(tag?.dataset.light);
  const wasm = beside(tag?.dataset.wasm);
  const sizes = (tag?.dataset.sizes ?? "").split(" ").map(Number);
  const folder = bundle.replace(/[^/]*$/, "");
  const held = () => left("RUNTIME") as MecatolParts | undefined;
  const snapshotHeld = () => left("RUNTIME_SNAPSHOT") as MecatolPacked | undefined;

  /** Lets go of what a script has left. */
  function discard(name: "RUNTIME" | "RUNTIME_SNAPSHOT"): void {
    delete (globalThis as any)[name];
  }

  /** What a text of JSON holds; its objects inherit nothing. */
  const bare = (text: string): any =>
    JSON.parse(text, (_, value) =>
      value !== null && typeof value === "object" && !Array.isArray(value) ? Object.setPrototypeOf(value, null) : value,
    );

  /** What a script of the bundle has left in the page, and nothing that is inherited. */
  const left = (kind: string): any => (Object.hasOwn(globalThis, kind) ? (globalThis as any)[kind] : undefined);

  /**
   * Browsers that know Trusted Types take addresses of scripts from here, and from markup.ts alone: those beside this script, and
   * the worker's own.
   */
  const addresses = (globalThis as any).trustedTypes?.createPolicy(name, {
    createScriptURL: (address: string, beside: string) => {
      if (!address.startsWith(beside)) throw new Error(`${address} is not a script of this site`);
      return address;
    },
  });

  /** The address of a script, if it begins as it should. */
  const scriptAddress = (address: string, beside: string): any => addresses?.createScriptURL(address, beside) ?? address;

  let state: State = "asleep";
  let stage = 0;
  /** The stage that the worker has got to, while some of the file may still be on its way. */
  let furthest = 0;
  let last = 0;
  let watch = 0;
  /** Whether Python starts from the snapshot. */
  let hurried = false;
  /** Whether the worker fetches what Python starts from: no longer once that has failed to start. */
  let light = parts !== "" && wasm !== "";
  /** What has come of it, in parts of one. */
  let loaded = 0;
  /** Whether a snapshot may be used: no longer once one has failed to start. */
  let trusted = fast !== "";
  /** How many ms Python needed for the last answer. */
  let took = 0;
  /** Since when all that a start takes is there, and how many ms the last one took from then on. */
  let there = 0;
  let boot = 0;
  /** How often the bundle was no good: each time it gets an address that no cache knows. */
  let spoilt = 0;
  let worker: Worker | null = null;
  let coming: Promise<MecatolParts> | null = null;
  const waiting: Map<number, Asked> = new Map();

  function problem(message: string, detail?: string, name: string = "Error"): Error {
    const error = new Error(message, { cause: detail });
    error.name = name;
    return error;
  }

  /** A stage is reached once what it takes has come: the worker begins with what it has. */
  function reached(next: number): void {
    furthest = next;
    const before = stage;
    stage = light && loaded < 1 && next < 4 ? 0 : next;
    if (before === 0 || stage === 0) there = performance.now();
    for (const { options } of waiting.values()) tell(options);
    patient();
  }

  /** Tells the stage, how many ms Python has been at the question, and how far it has come. */
  function tell({ onProgress }: Options, took: number = 0, said: string = ""): void {
    const far = took ? time(took) + (said && `, ${said}`) : stage === 0 && light ? kilobytes() : "";
    onProgress?.({ stage: STAGES[stage] + far, done: stage, of: STAGES.length });
  }

  /** How long it has been going. */
  function time(took: number): string {
    const seconds = Math.round(took / 1000);
    const minutes = Math.floor(seconds / 60);
    return `: ${minutes ? `${minutes} min ` : ""}${seconds % 60} s`;
  }

  /** How much has come of what travels. */
  function kilobytes() {
    const [script = 0, packed = 0] = sizes;
    const all = (script + packed) / 1000;
    return `: ${Math.round(loaded * all).toLocaleString("en")} of ${Math.round(all).toLocaleString("en")} kB`;
  }

  /** Gives whatever is awaited now its full time. */
  function patient() {
    clearTimeout(watch);
    const [limit, late] =
      state === "busy"
        ? [
            LIMITS.silence,
            `The solver has not responded for ${LIMITS.silence} seconds. Calculate again; if that does not help, make the case smaller.`,
          ]
        : stage === 0
          ? [LIMITS.fetch, `The solver's file did not arrive within ${LIMITS.fetch} seconds. Check the connection and calculate again.`]
          : [
              LIMITS.start,
              `Python has not started within ${LIMITS.start} seconds. Calculate again; if that does not help, close other tabs.`,
            ];
    if (state === "busy" || state === "waking") watch = window.setTimeout(() => end("failed", problem(late)), limit * 1000);
  }

  /** Ends the worker, if there is one, and whatever was asked of it. */
  function end(next: State, error: Error): void {
    clearTimeout(watch);
    worker?.terminate();
    worker = null;
    if (state === "waking" && next === "failed") {
      discard("RUNTIME");
      coming = null;
      spoilt += 1;
    }
    state = next;
    stage = 0;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  }

  /** Adds a script to the page; resolves once it has run. */
  function script(address: string, integrity: string = ""): Promise<void> {
    return new Promise((resolve, reject) => {
      const added = document.createElement("script");
      added.src = scriptAddress(address, folder);
      added.integrity = integrity;
      added.onload = () => resolve(added.remove());
      added.onerror = () => reject(added.remove());
      document.head.append(added);
    });
  }

  /** An address that no cache knows, where what came from it was no good. */
  const afresh = (address: string): string => (spoilt ? `${address}?again=${Date.now()}` : address);

  /** The bundle's contents; whoever comes while it is on its way waits for the same script. */
  function fetched(): Promise<MecatolParts> {
    const known = held();
    if (known) return Promise.resolve(known);
    if (coming) return coming;
    const mine = script(afresh(bundle), tag?.dataset.bundleIntegrity).then(
      () => {
        if (coming === mine) coming = null;
        const came = held();
        if (came) return came;
        throw problem(`The solver's file is damaged. ${AGAIN}`);
      },
      async () => {
        if (coming === mine) coming = null;
        throw await lost(bundle, "The solver's file could not be loaded. Check the connection and calculate again.");
      },
    );
    coming = mine;
    return mine;
  }

  /** The packed snapshot of a page from disk, or nothing; that it does not come is no fault. */
  async function snapshot(): Promise<string | undefined> {
    if (!trusted || location.protocol !== "file:") return undefined;
    try {
      const packed = snapshotHeld() ?? (await script(fast, tag?.dataset.snapshotIntegrity), snapshotHeld());
      return packed && bundle.endsWith(`/${packed.bundle}`) ? packed.pack : undefined;
    } catch {
      return undefined;
    }
  }

  /** What the worker is to fetch, and what each file's hash should be. */
  function files() {
    const { integrity = "", wasmIntegrity = "", snapshotIntegrity = "" } = tag?.dataset ?? {};
    return {
      parts: { address: afresh(parts), integrity },
      wasm: { address: afresh(wasm), integrity: wasmIntegrity },
      snapshot: trusted ? { address: fast, integrity: snapshotIntegrity, bundle: bundle.slice(folder.length), near } : null,
      sizes,
      // What a service worker gives out tells of no line.
      served: Boolean(navigator.serviceWorker?.controller),
    };
  }

  function wake(): void {
    if (state !== "asleep" && state !== "failed") return;
    state = "waking";
    reached(0);
    let mine: Worker;
    try {
      const source = `globalThis.MecatolSnapshot=${code.snapshot};(${code.work})()`;
      mine = begun(source);
    } catch (error) {
      end("failed", problem("This browser does not let the page start the solver. Another browser may.", String(error)));
      return;
    }
    worker = mine;
    loaded = 0;
    const fail = (message: string, detail?: string): void => {
      if (mine === worker) end("failed", problem(message, detail));
    };
    mine.onmessage = ({ data }) => {
      if (mine === worker) heard(Object.setPrototypeOf(data, null));
    };
    mine.onmessageerror = () => fail("The solver's answer could not be read. Calculate again.");
    mine.onerror = (event) => {
      event.preventDefault();
      const message = event.message || "this browser refused to run it";
      if ((light || (state === "waking" && hurried)) && mine === worker) slowly();
      else
        fail(`The solver ${state === "waking" ? "could not be started" : "has failed"}: ${message}. Calculate again, or reload the page.`);
    };
    if (light) {
      mine.postMessage({ files: files() });
      return;
    }
    const wanted = snapshot();
    fetched().then(
      async (runtime) => {
        const late = new Promise<undefined>((resolve) => setTimeout(resolve, LIMITS.snapshot * 1000, undefined));
        const packed = await Promise.race([wanted, late]);
        if (mine !== worker) return;
        hurried = Boolean(packed);
        reached(1);
        mine.postMessage({ runtime, snapshot: packed });
      },
      (error) => {
        if (mine !== worker) return;
        light = parts !== "" && wasm !== ""; // as good as new once there is a network
        end("failed", error);
      },
    );
  }

  /** A worker of this site over http, of nobody from disk. */
  function begun(source: string): Worker {
    const kind = "data:text/javascript;charset=utf-8,";
    if (!light) return new Worker(scriptAddress(kind + encodeURIComponent(source), kind), { type: "module" });
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const made = new Worker(scriptAddress(address, `blob:${location.origin}/`), { type: "module" });
    setTimeout(() => URL.revokeObjectURL(address), 60_000); // it has begun by then, or never will
    return made;
  }

  /** Why the worker could not start, and what to do. */
  function unstarted({ message, detail, part, wasm }: { message: string; detail: string; part: string | null; wasm: boolean }): Error {
    if (part) return problem(`The solver's file is damaged in its part “${part}”. ${AGAIN}`, detail);
    if (wasm)
      return problem(
        `This browser could not prepare the solver (${message}). Close other tabs and calculate again, or use another browser.`,
        detail,
      );
    return problem(`The solver could not be started: ${message}. ${AGAIN}`, detail);
  }

  /** Files that a device keeps (sw.js) are not worth keeping if nothing came of them. */
  function doubt(...files: string[]): void {
    navigator.serviceWorker?.controller?.postMessage({ doubt: files });
  }

  /** The quick way did not start: the same again by the next one, and what was asked goes on waiting. */
  function slowly() {
    worker?.terminate();
    worker = null;
    if (hurried) {
      trusted = near = false;
      discard("RUNTIME_SNAPSHOT");
      doubt(fast);
    } else {
      light = false;
      doubt(parts, wasm);
    }
    hurried = false;
    state = "asleep";
    wake();
  }

  /** What the worker says. */
  function heard(data: any): void {
    if (data.failed && (hurried || light)) {
      slowly();
    } else if (data.loaded) {
      loaded = data.loaded;
      if (stage < 4) reached(furthest);
    } else if (data.failed) {
      end("failed", unstarted(data.failed));
    } else if (data.stage) {
      hurried = data.hurried ?? hurried;
      near ||= hurried;
      reached(data.stage);
    } else if (data.ready) {
      boot = performance.now() - there;
      dropped();
      state = waiting.size ? "busy" : "ready";
      reached(4);
      for (const [id, { text }] of waiting) worker?.postMessage({ id, text });
    } else if (data.answer === undefined && !data.error) {
      patient();
      tell(waiting.get(data.id)?.options ?? {}, data.took, data.said);
    } else {
      answered(data);
    }
  }

  /** What was asked while Python started and is no longer wanted is not begun. */
  function dropped() {
    for (const [id, { options, reject }] of waiting) {
      if (options.wanted?.() ?? true) continue;
      waiting.delete(id);
      reject(problem("The question was withdrawn.", undefined, "AbortError"));
    }
  }

  function answered(data: any): void {
    if (data.error && light) {
      // Whatever it is, the bundle has a Python of its own: Pyodide takes some traps for errors of Python's.
      hurried = false;
      slowly();
      return;
    }
    took = data.took ?? 0;
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (!waiting.size) state = "ready";
    patient();
    try {
      if (!data.error) asked?.resolve(bare(data.answer));
    } catch (error) {
      data = { error: { message: String(error) } };
    }
    if (!data.error) return;
    const error = problem(
      `The solver has failed: ${data.error.message}. Calculate again; if it fails again, please report the case.`,
      data.error.detail,
    );
    asked?.reject(error);
    if (data.broken) end("failed", error);
  }

  function ask(payload: object, options: Options = {}): Promise<any> {
    return new Promise((resolve, reject) => {
      const id = (last += 1);
      const packs = arrived("packs")?.beside();
      const modules = { ...(payload as any).modules, ...packs?.modules }; // those of the question, and those that read packs
      const text = JSON.stringify(packs ? { ...payload, ...packs, modules } : payload);
      waiting.set(id, { text, resolve, reject, options });
      if (state === "ready" || state === "busy") {
        state = "busy";
        worker?.postMessage({ id, text });
        patient();
        tell(options);
      } else if (state === "waking") {
        tell(options);
      } else {
        wake();
      }
    });
  }

  return {
    /** Starts the worker, so that it is ready sooner; does nothing if it runs already. */
    wake,
    /** Asks `theme.live.answer`. Rejects with an Error whose message can be shown; its `cause` holds the traceback. */
    ask,
    /** Ends the worker at once; whatever waits is rejected with an AbortError. The next question boots it again. */
    stop: () => end("asleep", problem("The calculation was stopped.", undefined, "AbortError")),
    get state(): State {
      return state;
    },
    /** How many ms Python needed for the last answer. */
    get took() {
      return took;
    },
    /** How many ms Python took for its last start, once its files were there. */
    get boot() {
      return boot;
    },
    /** Whether the worker fetches what Python starts from. */
    get light() {
      return light;
    },
    /** Whether Python was last started from the snapshot. */
    get hurried() {
      return hurried;
    },
  };
}

// Two of them, each with a worker of its own: one answers what the reader asks, the other works out what nobody waits for,
// so that a tap never waits behind it. The second starts when it is first asked, from what the browser has by then.
export const python = started("MecatolRuntime");
export const background = started("MecatolBackground");
