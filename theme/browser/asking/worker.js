/**
 * The worker that runs Python. runtime.ts sends it as text, so it may use nothing from outside of its braces.
 *
 * Takes `{ files }` first, the addresses and hashes of what it is to fetch, or `{ runtime, snapshot }`, the bundle's contents
 * and, where there is one, the packed snapshot; then `{ id, text }` for each question. Says `{ loaded }`, in parts of one,
 * while files come; `{ stage }`, and with the first whether it is `hurried` by a snapshot; `{ ready }` and `{ failed }`, and
 * for each question `{ id, answer, took }`, in ms, or `{ id, error, broken }`; before that, once a second,
 * `{ id, took, said }` so far: `said` is how far the search has come, in words.
 */
export function work() {
  const TABLES = { modules: "/lib/mecatol-stdlib.bin", package: "/lib/mecatol-package.bin" }; // theme/runtime/inside.py
  const PARTS = ["loader", "glue", "wasm", "stdlib", "modules", "package", "lock"]; // theme/runtime/bundle.py
  const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);
  const WARM = 200; // ms; a question that takes longer is not asked again for nothing
  const FAST = 1100; // bytes a millisecond at which the snapshot gains more than it costs: 9 Mbit/s
  const WINDOW = 200_000; // bytes that tell how fast a line is: fewer come in one round trip, however far the server is
  const STORED = 25_000; // bytes a millisecond that may well come from the browser's own store, which tells of no line
  const LATE = 3000; // ms after all else that the snapshot is not waited for any more
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

  /**
   * Judges the line by how fast the WebAssembly comes over it, `size` bytes. In the middle of a large file no round trip
   * counts, so a fast line is fast at any distance.
   * @type {(size: number) => { fast: Promise<boolean>, told: (share: number, stored?: boolean) => void }}
   */
  function judged(size) {
    /** @type {{ at: number, bytes: number }[]} */
    const marks = [];
    /** @type {(fast: boolean) => void} */
    let decide = () => undefined;
    /** @type {Promise<boolean>} */
    const fast = new Promise((resolve) => (decide = resolve));
    let quick = false;
    return {
      fast,
      told(share, stored = false) {
        const at = performance.now();
        const bytes = share * size;
        const far = (/** @type {number} */ index) => bytes - (marks[index]?.bytes ?? bytes) >= WINDOW;
        while (far(1)) marks.shift();
        const [first] = marks;
        const pace = first && far(0) ? (bytes - first.bytes) / Math.max(at - first.at, 1) : 0;
        marks.push({ at, bytes });
        quick ||= pace > FAST;
        if (share === 1) decide(quick && !stored);
        else if (quick && pace < STORED) decide(true);
        else if (!quick && share > 0.5) decide(false);
      },
    };
  }

  /** Tells how much has come, and holds it to its hash while it is compiled. @type {(came: Response, size: number, integrity: string, told: (share: number, stored?: boolean) => void) => Promise<void>} */
  async function checked(came, size, integrity, told) {
    const whole = new Uint8Array(size);
    let done = 0;
    let last = 0;
    const reader = came.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      if (done + next.value.length > size) throw new Error(DAMAGED);
      whole.set(next.value, done);
      done += next.value.length;
      if (done - last < size / 50) continue;
      last = done;
      told(Math.min(done / size, 0.99));
    }
    // What has come over no line, from the browser's own store, has a transfer of no bytes.
    const [timing] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(came.url));
    told(1, timing?.transferSize === 0);
    const digest = HASHES && integrity && new Uint8Array(await HASHES.digest("SHA-256", whole));
    if (digest && `sha256-${btoa(String.fromCharCode(...digest))}` !== integrity) throw new Error(DAMAGED);
  }

  /** @type {(address: string, integrity: string) => Promise<Response>} */
  async function fetched(address, integrity) {
    const came = await fetch(address, { integrity });
    if (!came.ok) throw new Error(`the solver's file came with the status ${came.status}`);
    return came;
  }

  /**
   * Fetches and compiles the WebAssembly at an address, and gives it out once it has the hash it should have. A browser that
   * hashes nothing, on a plain connection, checks it by itself and compiles it afterwards.
   * @type {(file: MecatolFile, size: number, told: (share: number, stored?: boolean) => void) => Promise<WebAssembly.Module>}
   */
  async function stream({ address, integrity }, size, told) {
    const came = await fetched(address, HASHES ? "" : integrity);
    const sound = checked(came.clone(), size, integrity, told);
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

  /** What a script of this site leaves, which runs here and not in the page. @type {(file: MecatolFile, name: string) => Promise<any>} */
  async function left({ address, integrity }, name) {
    await imported(await fetched(address, integrity));
    const found = scope[name];
    delete scope[name];
    return found;
  }

  /**
   * The packed snapshot, where it is at hand or comes over a fast line: more bytes gain nothing where bytes are what one
   * waits for. That it does not come is no fault.
   * @type {(file: MecatolFiles["snapshot"], fast: Promise<boolean>) => Promise<string | undefined>}
   */
  async function shortcut(file, fast) {
    try {
      if (!file) return undefined;
      const near = file.near || (await scope.caches?.match(file.address, { ignoreSearch: true }).catch(() => undefined));
      if (!near && !(await fast)) return undefined;
      const packed = await left(file, "RUNTIME_SNAPSHOT");
      return packed.bundle === file.bundle ? packed.pack : undefined;
    } catch {
      return undefined;
    }
  }

  /** Fetches what Python starts from; the WebAssembly may still be on its way. @param {MecatolFiles} files */
  async function gathered({ parts, wasm, snapshot, sizes: [script, size, unpacked], served }) {
    const line = judged(size);
    const come = { script: 0, wasm: 0 };
    const told = () => scope.postMessage({ loaded: (come.script * script + come.wasm * size) / (script + size) });
    streamed = stream(wasm, unpacked, (share, stored) => {
      line.told(share, stored);
      come.wasm = share;
      told();
    });
    streamed.catch(() => undefined); // whoever waits for it hears of it
    const wanted = shortcut(snapshot, served ? Promise.resolve(false) : line.fast);
    const runtime = await left(parts, "RUNTIME");
    come.script = 1;
    told();
    const late = new Promise((resolve) => setTimeout(resolve, LATE));
    return { runtime, packed: await Promise.race([wanted, late]) };
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

  /** @param {{ files?: MecatolFiles, runtime?: any, snapshot?: string }} given */
  async function started({ files, runtime, snapshot }) {
    try {
      if (files) {
        ({ runtime, packed: snapshot } = await gathered(files));
        scope.postMessage({ stage: 1, hurried: Boolean(snapshot) });
      }
      await boot(runtime, snapshot);
      scope.postMessage({ ready: true });
    } catch (error) {
      const wasm = error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError || error instanceof RangeError;
      scope.postMessage({ failed: { ...reason(error), part: await damaged(runtime), wasm } });
    }
  }

  scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
    if (data.files || data.runtime) {
      started(data);
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
