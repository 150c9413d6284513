// Packs files with Brotli, each into one of the same name with .br at its end.
//
// node brotli.cjs JOB.json, where the job names
//   files   paths to pack
//   out     file for {"bytes": {path: length when packed}}
"use strict";
const fs = require("node:fs");
const { promisify } = require("node:util");
const { brotliCompress, constants } = require("node:zlib");

async function main() {
  const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
  const bytes = {};
  const waiting = [...job.files];
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const data = fs.readFileSync(file);
      const packed = await promisify(brotliCompress)(data, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
      });
      fs.writeFileSync(`${file}.br`, packed);
      bytes[file] = packed.length;
    }
  };
  await Promise.all([1, 2, 3, 4].map(work));
  fs.writeFileSync(job.out, JSON.stringify({ bytes }));
}

main().catch((error) => {
  console.error(String(error?.stack ?? error).slice(-4000));
  process.exit(1);
});
