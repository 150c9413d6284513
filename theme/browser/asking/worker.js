/**
 * The worker that runs Python. runtime.ts sends it as text, so it may use nothing from outside of its braces.
 *
 * Takes `{ wasm, size, integrity }` first, where the WebAssembly is a file of its own: its address, length and hash. Then `{ runtime, snapshot }`, the
 * bundle's contents and, where there is one, the packed snapshot; then `{ id, text }` for each question. Says `{ loaded, at, stored }`
 * in parts of one, with the time in ms, while the WebAssembly comes, and at the end whether it was in the browser's store; `{ stage }`, `{ ready }` and `{ failed }`, and for each question
 * `{ id, answer, took }`, in ms, or `{ id, error, broken }`; before that, once a second, `{ id, took, said }` so far:
 * `said` is how far the search has come, in words.
 */
export function work() {
  const TABLES = { modules: "/lib/mecatol-stdlib.bin", package: "/lib/mecatol-package.bin" }; // theme/runtime/inside.py
  const PARTS = ["loader", "glue", "wasm", "stdlib", "modules", "package", "lock"]; // theme/runtime/bundle.py
  const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);
  const WARM = 200; // ms; a question that takes longer is not asked again for nothing
  const DAMAGED = "the solver's file is not what it should be";
  const HASHES = globalThis.crypto?.subtle;
  const HOME = "mecatol://runtime/"; // names Pyodide's files, and can never be the address of a server
  const scope = /** @type {any} */ (self);
  /** @type {any} */
  let live = null;
  let warm = false;
  /** The WebAssembly that came as a file. @type {Promise<WebAssembly.Module> | null} */
  let streamed = null;
  /** @type {(stage: number) => void} */
  const report = (stage) => scope.postMessage({ stage });

  /** @type {(text: string) => Uint8Array<ArrayBuffer>} */
  function decode(text) {
    const quick = /** @type {any} */ (Uint8Array).fromBase64;
    return quick ? quick.call(Uint8Array, text) : bytes(atob(text));
  }

  /** @type {(text: string) => Uint8Array<ArrayBuffer>} */
  function bytes(text) {
    const found = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) found[at] = text.charCodeAt(at);
    return found;
  }

  /** @type {(part: string | undefined, type: string) => Response} */
  function unpack(part, type) {
    const packed = new Blob([decode(/** @type {string} */ (part))]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
  }

  /** Tells how much has come, and holds it to its hash while it is compiled. @type {(came: Response, size: number, integrity: string) => Promise<void>} */
  async function checked(came, size, integrity) {
    const whole = new Uint8Array(size);
    let done = 0;
    let told = 0;
    const reader = came.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      if (done + next.value.length > size) throw new Error(DAMAGED);
      whole.set(next.value, done);
      done += next.value.length;
      if (done - told < size / 50) continue;
      told = done;
      scope.postMessage({ loaded: Math.min(done / size, 0.99), at: performance.now() });
    }
    const at = performance.now();
    const digest = HASHES && integrity && new Uint8Array(await HASHES.digest("SHA-256", whole));
    if (digest && `sha256-${btoa(String.fromCharCode(...digest))}` !== integrity) throw new Error(DAMAGED);
    // What has come over no line, from the browser's own store, has a transfer of no bytes.
    const [timing] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(came.url));
    scope.postMessage({ loaded: 1, at, stored: timing?.transferSize === 0 });
  }

  /**
   * Fetches and compiles the WebAssembly at an address, and gives it out once it has the hash it should have. A browser that
   * hashes nothing, on a plain connection, checks it by itself and compiles it afterwards.
   * @type {(address: string, size: number, integrity: string) => Promise<WebAssembly.Module>}
   */
  async function stream(address, size, integrity) {
    const came = await fetch(address, HASHES ? {} : { integrity });
    if (!came.ok) throw new Error(`the solver's file came with the status ${came.status}`);
    const sound = checked(came.clone(), size, integrity);
    sound.catch(() => undefined); // it may be known before the rest is compiled
    // A browser keeps what it has compiled from an answer as it came; one that is called something else is renamed.
    const named = came.headers.get("Content-Type")?.startsWith("application/wasm");
    const compiled = await WebAssembly.compileStreaming(named ? came : new Response(came.body, { headers: { "Content-Type": "application/wasm" } }));
    await sound;
    return compiled;
  }

  /** @type {(script: Response) => Promise<any>} */
  async function imported(script) {
    const address = URL.createObjectURL(await script.blob());
    try {
      return await import(address);
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  /**
   * Everything is started at once; Pyodide then finds each piece ready or on its way. It keeps some failures of theirs
   * to itself and waits for ever, or goes on without them: so whichever fails first ends the start.
   * @param {MecatolParts} runtime
   * @param {string | undefined} packed the snapshot to start from
   */
  function boot({ parts, raw }, packed) {
    return new Promise((resolve, reject) => {
      /** @type {(part: string, type: string) => Response} */
      const taken = (part, type) =>
        raw ? new Response(bytes(/** @type {string} */ (parts[part])), { headers: { "Content-Type": type } }) : unpack(parts[part], type);
      /** @type {<T>(piece: Promise<T>) => Promise<T>} */
      const needed = (piece) => {
        piece.catch(reject);
        return piece;
      };
      const glue = needed(imported(taken("glue", "text/javascript")));
      const loader = needed(imported(taken("loader", "text/javascript")));
      const compiled = needed(streamed ?? WebAssembly.compileStreaming(taken("wasm", "application/wasm")));
      const stdlib = packed ? EMPTY_ZIP : needed(taken("stdlib", "application/zip").arrayBuffer());
      const pack = packed && needed(unpack(packed, "application/octet-stream").arrayBuffer());
      const tables = Object.entries(packed ? {} : TABLES).map(([part, inside]) => {
        const table = taken(part, "application/octet-stream").arrayBuffer();
        return needed(table.then((bytes) => ({ inside, table: new Uint8Array(bytes) })));
      });
      const lock = needed(taken("lock", "application/json").text());
      // Pyodide asks for its files by name. It gets ours, and nobody in this worker gets anything else.
      scope.fetch = async (/** @type {any} */ request) => {
        const name = String(request?.url ?? request);
        if (name === `${HOME}pyodide.asm.wasm`) return new Response();
        if (name === `${HOME}python_stdlib.zip`) return new Response(await stdlib);
        throw new Error(`The solver loads nothing from elsewhere, and refused ${name}.`);
      };
      WebAssembly.instantiateStreaming = async (_, imports) => {
        const module = await compiled;
        return { module, instance: await needed(WebAssembly.instantiate(module, imports)) };
      };
      const start = async () => {
        const [{ loadPyodide }] = await Promise.all([loader, glue]);
        report(2);
        /** @type {{ _loadSnapshot?: Uint8Array }} */
        const start = {};
        if (pack) {
          const { factory, memory } = globalThis.MecatolSnapshot(scope._createPyodideModule, new Uint8Array(await pack));
          scope._createPyodideModule = factory;
          start._loadSnapshot = memory;
        }
        const pyodide = await loadPyodide({
          ...start,
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
      };
      start().then(resolve, reject);
    });
  }

  /** The part of the bundle that does not unpack, if there is one: at its end, gzip tells of every byte before. @param {any} runtime */
  async function damaged(runtime) {
    if (runtime?.raw) return null;
    for (const part of PARTS) {
      try {
        await unpack(runtime?.parts?.[part], "").arrayBuffer();
      } catch {
        return part;
      }
    }
    return null;
  }

  /** The last line of a Python traceback says what happened. @param {any} error */
  function reason(error) {
    const lines = String(error?.message || error).trim().split("\n");
    return { message: lines[lines.length - 1], detail: lines.join("\n") };
  }

  /** The first calls are slow; a few more while nobody waits bring the engine up to speed. @param {string} text */
  function warmUp(text, calls = 10) {
    if (!calls) return;
    setTimeout(() => {
      const began = performance.now();
      live.answer(text);
      if (performance.now() - began < WARM) warmUp(text, calls - 1);
    }, 30);
  }

  /** @param {any} runtime @param {string} [packed] */
  async function started(runtime, packed) {
    try {
      await boot(runtime, packed);
      scope.postMessage({ ready: true });
    } catch (error) {
      const wasm = error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError || error instanceof RangeError;
      scope.postMessage({ failed: { ...reason(error), part: await damaged(runtime), wasm } });
    }
  }

  scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
    if (data.wasm) {
      streamed = stream(data.wasm, data.size, data.integrity);
      streamed.catch(() => undefined); // whoever waits for it hears of it
      return;
    }
    if (data.runtime) {
      started(data.runtime, data.snapshot);
      return;
    }
    const began = performance.now();
    let took = 0;
    const sign = (/** @type {string} */ said) => scope.postMessage({ id: data.id, took: performance.now() - began, said });
    try {
      const answer = live.answer(data.text, sign);
      took = performance.now() - began;
      scope.postMessage({ id: data.id, answer, took });
    } catch (error) {
      // A Python exception has a type. Anything else has broken Python itself, which then answers no more.
      scope.postMessage({ id: data.id, error: reason(error), broken: !(/** @type {any} */ (error)?.type) });
      return;
    }
    // A slice of a search is not asked again: that is work for nothing, and another worker answers the reader meanwhile.
    if (!warm && data.text.startsWith('{"scenario":') && took < 2 * WARM) warmUp(data.text);
    warm = true;
  };
}
