// @ts-check
/**
 * Python in the page: boots the solver in a worker on demand and passes questions and answers.
 *
 * A classic script without imports, because a page opened from disk may load nothing else. Its own tag names the
 * bundle to fetch, relative to this script:
 *
 *     <script src="…/runtime.js" data-bundle="mecatol-runtime-0123456789ab.js" defer></script>
 *
 * The bundle, added as a script tag, sets `globalThis.RUNTIME`; the worker is a `data:` module, the one kind of
 * worker that starts from a page on disk in every browser. Nothing is ever fetched by anyone but these two tags.
 *
 * @typedef {"asleep" | "waking" | "ready" | "busy" | "failed"} State
 * @typedef {{ stage: string, done: number, of: number }} Progress `stage` is a phrase to show, e.g. "Starting Python".
 * @typedef {{ onProgress?: (progress: Progress) => void }} Options
 * @typedef {{ version: string, python: string, parts: Record<string, string> }} Parts gzip in base64, by name
 * @typedef {{ text: string, resolve: (answer: any) => void, reject: (reason: Error) => void, options: Options }} Asked
 */
(() => {
  "use strict";

  const STAGES = ["Fetching the solver", "Unpacking it", "Starting Python", "Reading the rules", "Solving"];

  const tag = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const bundle = new URL(tag?.dataset.bundle ?? "", tag?.src || document.baseURI).href;

  /**
   * The whole worker. It is sent as text, so it may use nothing from outside of its braces.
   */
  function work() {
    const TABLES = { modules: "/lib/mecatol-stdlib.bin", package: "/lib/mecatol-package.bin" }; // theme/runtime/inside.py
    const HOME = "mecatol://runtime/"; // names Pyodide's files, and can never be the address of a server
    const scope = /** @type {any} */ (self);
    /** @type {any} */
    let live = null;
    let warm = false;
    /** @type {(stage: number) => void} */
    const report = (stage) => scope.postMessage({ stage });

    /** @type {(text: string) => Uint8Array<ArrayBuffer>} */
    function decode(text) {
      const quick = /** @type {any} */ (Uint8Array).fromBase64;
      return quick ? quick.call(Uint8Array, text) : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    }

    /** @type {(part: string, type: string) => Response} */
    function unpack(part, type) {
      const packed = new Blob([decode(part)]).stream();
      return new Response(packed.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
    }

    /** @type {(part: string) => Promise<any>} */
    async function imported(part) {
      const address = URL.createObjectURL(await unpack(part, "text/javascript").blob());
      try {
        return await import(address);
      } finally {
        URL.revokeObjectURL(address);
      }
    }

    /** Everything is started at once; Pyodide then finds each piece ready or on its way. @param {Parts} runtime */
    async function boot({ parts }) {
      const glue = imported(parts.glue);
      const loader = imported(parts.loader);
      const compiled = WebAssembly.compileStreaming(unpack(parts.wasm, "application/wasm"));
      const stdlib = unpack(parts.stdlib, "application/zip").arrayBuffer();
      const tables = Object.entries(TABLES).map(async ([part, inside]) => {
        const table = new Uint8Array(await unpack(parts[part], "application/octet-stream").arrayBuffer());
        return { inside, table };
      });
      const lock = unpack(parts.lock, "application/json").text();
      // Pyodide asks for its files by name. It gets ours, and nobody in this worker gets anything else.
      scope.fetch = async (/** @type {any} */ request) => {
        const name = String(request?.url ?? request);
        if (name === `${HOME}pyodide.asm.wasm`) return new Response();
        if (name === `${HOME}python_stdlib.zip`) return new Response(await stdlib);
        throw new Error(`The solver loads nothing from elsewhere, and refused ${name}.`);
      };
      WebAssembly.instantiateStreaming = async (_, imports) => {
        const module = await compiled;
        return { module, instance: await WebAssembly.instantiate(module, imports) };
      };
      const [{ loadPyodide }] = await Promise.all([loader, glue]);
      report(2);
      const pyodide = await loadPyodide({
        indexURL: HOME,
        lockFileContents: lock,
        packageBaseUrl: HOME,
        env: { HOME: "/home/pyodide" },
        fsInit: async (/** @type {any} */ FS) => {
          for (const { inside, table } of await Promise.all(tables)) FS.writeFile(inside, table);
        },
      });
      report(3);
      live = pyodide.pyimport("theme.live");
      scope.postMessage({ ready: true });
    }

    /** The last line of a Python traceback says what happened. @param {any} error */
    function reason(error) {
      const lines = String(error?.message ?? error).trim().split("\n");
      return { message: lines[lines.length - 1], detail: lines.join("\n") };
    }

    /** The first calls are slow; a few more while nobody waits bring the engine up to speed. @param {string} text */
    function warmUp(text, calls = 4) {
      if (!calls) return;
      setTimeout(() => {
        live.answer(text);
        warmUp(text, calls - 1);
      }, 30);
    }

    scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
      if (data.runtime) {
        report(1);
        boot(data.runtime).catch((error) => scope.postMessage({ failed: reason(error) }));
        return;
      }
      const began = performance.now();
      try {
        scope.postMessage({ id: data.id, answer: live.answer(data.text) });
      } catch (error) {
        // A Python exception has a type. Anything else has broken Python itself, which then answers no more.
        scope.postMessage({ id: data.id, error: reason(error), broken: !(/** @type {any} */ (error)?.type) });
        return;
      }
      if (!warm && performance.now() - began < 200) warmUp(data.text);
      warm = true;
    };
  }

  /** @type {State} */
  let state = "asleep";
  let stage = 0;
  let last = 0;
  /** @type {Worker | null} */
  let worker = null;
  /** @type {Promise<Parts> | null} */
  let coming = null;
  /** @type {Map<number, Asked>} */
  const waiting = new Map();

  /** @type {(name: string, message: string, detail?: string) => Error} */
  function problem(name, message, detail) {
    const error = new Error(message, { cause: detail });
    error.name = name;
    return error;
  }

  /** @type {(next: number) => void} */
  function reached(next) {
    stage = next;
    for (const { options } of waiting.values()) tell(options);
  }

  /** @type {(options: Options) => void} */
  function tell({ onProgress }) {
    onProgress?.({ stage: STAGES[stage], done: stage, of: STAGES.length });
  }

  /** Ends the worker, if there is one, and whatever was asked of it. @type {(next: State, error: Error) => void} */
  function end(next, error) {
    worker?.terminate();
    worker = null;
    state = next;
    stage = 0;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  }

  /** The bundle's contents; whoever comes while it is on its way waits for the same script. @type {() => Promise<Parts>} */
  function fetched() {
    const holder = /** @type {{ RUNTIME?: Parts }} */ (globalThis);
    if (holder.RUNTIME) return Promise.resolve(holder.RUNTIME);
    coming ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = bundle;
      script.onload = () => {
        script.remove();
        if (holder.RUNTIME) resolve(holder.RUNTIME);
        else reject(problem("Error", "The solver's file is damaged. Reload the page to fetch it again."));
      };
      script.onerror = () => {
        script.remove();
        reject(problem("Error", "The solver's file could not be loaded. Check the connection and try again."));
      };
      document.head.append(script);
    });
    return coming.finally(() => {
      coming = null;
    });
  }

  /** @type {() => void} */
  function wake() {
    if (state !== "asleep" && state !== "failed") return;
    state = "waking";
    reached(0);
    /** @type {Worker} */
    let mine;
    try {
      const source = `(${work})()`;
      mine = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`, { type: "module" });
    } catch (error) {
      end("failed", problem("Error", "This browser does not let the page start the solver.", String(error)));
      return;
    }
    worker = mine;
    mine.onmessage = ({ data }) => {
      if (mine === worker) heard(data);
    };
    mine.onerror = (event) => {
      event.preventDefault();
      const message = event.message || "this browser refused to run it";
      if (mine === worker) end("failed", problem("Error", `The solver could not be started: ${message}`));
    };
    fetched().then(
      (runtime) => mine === worker && mine.postMessage({ runtime }),
      (error) => mine === worker && end("failed", error),
    );
  }

  /** What the worker says. @type {(data: any) => void} */
  function heard(data) {
    if (data.failed) {
      const { message, detail } = data.failed;
      end("failed", problem("Error", `The solver could not be started: ${message}`, detail));
    } else if (data.stage) {
      reached(data.stage);
    } else if (data.ready) {
      state = waiting.size ? "busy" : "ready";
      reached(4);
      for (const [id, { text }] of waiting) worker?.postMessage({ id, text });
    } else {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if (!waiting.size) state = "ready";
      if (data.error) {
        const error = problem("Error", `The solver failed: ${data.error.message}`, data.error.detail);
        asked?.reject(error);
        if (data.broken) end("failed", error);
      } else {
        asked?.resolve(JSON.parse(data.answer));
      }
    }
  }

  /** @type {(payload: object, options?: Options) => Promise<any>} */
  function ask(payload, options = {}) {
    return new Promise((resolve, reject) => {
      const id = (last += 1);
      const text = JSON.stringify(payload);
      waiting.set(id, { text, resolve, reject, options });
      if (state === "ready" || state === "busy") {
        state = "busy";
        tell(options);
        worker?.postMessage({ id, text });
      } else if (state === "waking") {
        tell(options);
      } else {
        wake();
      }
    });
  }

  globalThis.MecatolRuntime = {
    /** Starts the worker, so that it is ready sooner; does nothing if it runs already. */
    wake,
    /** Asks `theme.live.answer`. Rejects with an Error whose message can be shown; its `cause` holds the traceback. */
    ask,
    /** Ends the worker at once; whatever waits is rejected with an AbortError. The next question boots it again. */
    stop: () => end("asleep", problem("AbortError", "The calculation was stopped.")),
    /** @returns {State} */
    get state() {
      return state;
    },
  };
})();
