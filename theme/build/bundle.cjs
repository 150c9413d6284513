// Bundles the modules of theme/browser into classic scripts, which pages from disk may load too, and minifies the styles.
//
// node bundle.cjs JOB.json, where the job names
//   esbuild    folder of the package esbuild-wasm
//   browser    folder of the modules
//   scripts    {name: {"entry": module, "after": [names], "offers": [modules]}}; those of "after" run earlier in the page.
//              A module is named by its path from that folder, without its extension
//   made       {name: code} of the modules that the build writes, imported as "mecatol:NAME"
//   packages   {name: file} of the packages that modules import
//   style      the style sheets, one after another
//   out        file for {"scripts": {name: code}, "style": text}
//
// A module is in the first script that needs it. What a later script imports from an earlier one, and what a script offers
// to those that wait for it, is in globalThis.Mecatol by the module's name; nobody else reads or writes there.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const IMPORT = /^(?:import|export) (?:[^"']*? from )?"([^"]+)";$/gm;
const OURS = /^(?:\.|mecatol:)/;

async function main() {
  const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
  const esbuild = require(path.join(job.esbuild, "lib", "main.js"));
  const nameOf = (module) => module.replace(/^mecatol:/, "").replace(/^.*\//, "");
  const resolved = (module, importer) =>
    module.startsWith(".") ? path.posix.join(path.posix.dirname(importer), module).replace(/\.js$/, "") : module;

  /** The file of a module: of TypeScript, or a script that others read as it is. */
  const fileOf = (module) => {
    const typed = path.join(job.browser, `${module}.ts`);
    return fs.existsSync(typed) ? typed : path.join(job.browser, `${module}.js`);
  };

  /** What a module imports, of ours. */
  const imports = (module) =>
    module.startsWith("mecatol:")
      ? []
      : [...fs.readFileSync(fileOf(module), "utf8").matchAll(IMPORT)]
          .filter(([, name]) => OURS.test(name))
          .map(([, name]) => resolved(name, module));

  /** All modules of a script, without those of earlier ones. */
  function modules(entry, earlier) {
    const found = new Set();
    const waiting = [entry];
    for (let module = waiting.pop(); module; module = waiting.pop()) {
      if (found.has(module) || earlier.has(module)) continue;
      found.add(module);
      waiting.push(...imports(module));
    }
    return found;
  }

  const held = {};
  const earlier = {};
  const wanted = {}; // modules that later scripts import
  for (const [name, { entry, after, offers }] of Object.entries(job.scripts)) {
    earlier[name] = new Set(after.flatMap((other) => [...held[other]]));
    held[name] = modules(entry, earlier[name]);
    wanted[name] = new Set(offers);
    for (const module of held[name]) {
      for (const used of imports(module)) {
        const other = after.find((each) => held[each].has(used));
        if (other) wanted[other].add(used);
      }
    }
  }
  const every = new Set(Object.values(held).flatMap((each) => [...each]));
  const names = [...every].filter((module) => module.includes("/") || OURS.test(module)).map(nameOf);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice) throw new Error(`two modules are called ${twice}`);

  const plugin = (name) => ({
    name: "mecatol",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path: module, importer, namespace, kind }) => {
        if (kind === "entry-point") return undefined;
        if (job.packages[module]) return { path: job.packages[module] };
        if (!OURS.test(module)) return undefined;
        const inside = namespace === "file" && path.isAbsolute(importer) && importer.startsWith(job.browser);
        const from = inside ? path.relative(job.browser, importer).replaceAll(path.sep, "/") : "entry.js";
        const found = resolved(module, from);
        if (earlier[name].has(found)) return { path: found, namespace: "earlier" };
        if (found.startsWith("mecatol:")) return { path: found, namespace: "made" };
        return { path: fileOf(found) };
      });
      build.onLoad({ filter: /.*/, namespace: "earlier" }, ({ path: module }) => ({
        // Said to be a module, or esbuild would give all of it to whoever imports its default.
        contents: `module.exports = Object.defineProperty(globalThis.Mecatol[${JSON.stringify(nameOf(module))}], "__esModule", { value: true });`,
      }));
      build.onLoad({ filter: /.*/, namespace: "made" }, ({ path: module }) => ({ contents: job.made[nameOf(module)] }));
    },
  });

  const settings = { minify: true, charset: "utf8", legalComments: "inline", logLevel: "silent" };
  const strict = { banner: { js: '"use strict";' } }; // as modules are
  const scripts = {};
  for (const [name, { entry }] of Object.entries(job.scripts)) {
    const shared = [...wanted[name]].sort();
    const lines = shared.map((module, at) => `import * as shared${at} from ${JSON.stringify(OURS.test(module) ? module : `./${module}`)};`);
    const left = shared.map((module, at) => `${JSON.stringify(nameOf(module))}: shared${at}`).join(", ");
    const contents = [...lines, `import "./${entry}";`, `globalThis.Mecatol = Object.assign(globalThis.Mecatol ?? {}, { ${left} });`].join("\n");
    const { outputFiles } = await esbuild.build({
      ...settings,
      ...strict,
      stdin: { contents, resolveDir: job.browser, sourcefile: "entry.js" },
      bundle: true,
      format: "iife",
      write: false,
      target: "esnext",
      plugins: [plugin(name)],
    });
    scripts[name] = outputFiles[0].text;
  }
  // Names that a browser knows with its prefix alone are written so, too.
  const browsers = { target: ["chrome111", "firefox115", "safari16.4"] };
  const style = (await esbuild.transform(job.style, { ...settings, ...browsers, loader: "css", legalComments: "none" })).code;
  fs.writeFileSync(job.out, JSON.stringify({ scripts, style }));
  process.exit(0); // esbuild's own process would be waited for
}

main().catch((error) => {
  console.error(String(error?.message ?? error).slice(-4000));
  process.exit(1);
});
