/**
 * Puts a snapshot of Python's memory, made and packed by theme/runtime/snapshot.cjs, in place of a start.
 *
 * runtime.ts sends it to the worker as text, and the build's self-test runs it in Node, so it may use nothing from
 * outside of its braces. `create` is Pyodide's factory of its WebAssembly module, `pack` the packed snapshot. Returns the
 * factory to use instead, and what `loadPyodide` is to be given as `_loadSnapshot`.
 *
 * A pack: the length of its head in four bytes, the head as JSON, a bit for each block of memory, and the blocks whose bit
 * is set. Below `fresh` they hold the difference from memory as WebAssembly lays it out itself, which need not travel
 * twice; above it, a block that is missing is zero.
 *
 * @param {(settings: any) => Promise<any>} create
 * @param {Uint8Array} pack
 */
export function snapshot(create, pack) {
  const BLOCK = 1024;
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  /** @type {{ size: number, fresh: number, config: object }} */
  const { size, fresh, config } = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length)));
  const bits = pack.subarray(4 + length, 4 + length + size / BLOCK / 8);
  const blocks = pack.subarray(4 + length + bits.length);

  /** @type {(memory: Uint8Array, first: Uint8Array) => void} */
  function restore(memory, first) {
    memory.fill(0, 0, size);
    memory.set(first);
    let from = 0;
    for (let block = 0; block < size / BLOCK; block += 1) {
      if (!(/** @type {number} */ (bits[block >> 3]) & (1 << (block & 7)))) continue;
      const piece = blocks.subarray(from, (from += BLOCK));
      const to = block * BLOCK;
      if (to >= fresh) memory.set(piece, to);
      else for (let at = 0; at < BLOCK; at += 1) memory[to + at] ^= /** @type {number} */ (piece[at]);
    }
    if (from !== blocks.length) throw new RangeError("the snapshot does not fit its head");
  }

  /** @type {(settings: any) => Promise<any>} */
  async function factory(settings) {
    /** @type {Uint8Array | null} */
    let first = null;
    const instantiate = settings.instantiateWasm;
    settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ receive) =>
      instantiate(imports, (/** @type {any} */ instance, /** @type {any} */ module) => {
        first = new Uint8Array(imports.env.memory.buffer.slice(0, fresh));
        receive(instance, module);
      });
    const module = await create(settings);
    module.API.restoreSnapshot = () => {
      const heap = module.HEAPU8;
      if (!first || heap.length < size) throw new RangeError("there is no memory to put the snapshot into");
      // Where calls of functions lead is settled by each browser for itself, and differs on an iPhone.
      const trampoline = module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_COUNT_ARGS_OFFSET / 4];
      const own = module.HEAP32[trampoline / 4];
      restore(heap, first);
      module.HEAP32[trampoline / 4] = own;
      return config;
    };
    return module;
  }

  return { factory, memory: new Uint8Array(size) };
}
