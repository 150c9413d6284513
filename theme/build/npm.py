"""The package for JavaScript, made of the worker and the Python that pages of the site run.

    uv run python -m theme.build.npm FOLDER

writes the package and its tarball into a folder. Nothing in it needs another package, and nothing is fetched.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path

import mecatol
from content import results
from mecatol.solution.schema import solution_schema
from theme import runtime
from theme.build import npm_types
from theme.runtime.bundle import OPENING
from theme.store import kept
from theme.store.packages import PackageError, Say

NAME = "mecatol"
_OWN = Path(__file__).with_name("npm")
_WORKER = runtime.PROJECT / "theme" / "browser" / "asking" / "worker.js"
_PROBLEM = """
/** What is wrong with a scenario: the path of the field, and what is allowed there. */
export interface Problem {
  field: string;
  message: string;
}

/** Why a scenario has no answer. */
export class ScenarioError extends Error {
  readonly problems: Problem[];
}

/** Solves a scenario exactly, within so many seconds; rejects with a ScenarioError where it has no answer. */
export function solve(scenario: Scenario, options?: { seconds?: number }): Promise<Solution>;

/** Reads a battle out of plain words, a link or JSON: with what was left out and what was added, a sentence each. */
export function understand(words: string): Promise<{ scenario: Scenario; left_out: string[]; added: string[] }>;

/** Ends the worker; the next question starts another. */
export function close(): void;
"""


def types() -> str:
    """Return the declarations of the package, from the schemas of scenarios and solutions."""
    scenario = npm_types.declared("Scenario", mecatol.schema())
    solution = npm_types.declared("Solution", solution_schema())
    return f"{scenario}\n{solution}{_PROBLEM}"


def _about() -> dict[str, object]:
    return {
        "name": NAME,
        "version": mecatol.__version__,
        "description": "Exact odds for Twilight Imperium: Fourth Edition, in Node and in browsers.",
        "license": "MIT",
        "type": "module",
        "types": "./index.d.ts",
        "exports": {".": {"types": "./index.d.ts", "node": "./node.js", "default": "./index.js"}},
        "engines": {"node": ">=20"},
        "keywords": ["twilight-imperium", "board-game", "odds"],
    }


def files(cache: Path, say: Say) -> dict[str, bytes]:
    """Return the files of the package by their paths in it.

    Raises:
        PackageError, RuntimeBuildError: the browser's Python cannot be had.
    """
    folder = cache / "site-runtime"
    bundle = runtime.build(cache, folder, say)
    notice, _, value = (folder / bundle.name).read_text("ascii").partition(OPENING)
    own = {path.name: path.read_bytes() for path in sorted(_OWN.iterdir())}
    return {
        **own,
        "worker.js": _WORKER.read_bytes(),
        "bundle.js": f"{notice}export default {value}".encode(),
        "index.d.ts": types().encode(),
        "package.json": (json.dumps(_about(), indent=2) + "\n").encode(),
        "LICENSE": (runtime.PROJECT / "LICENSE").read_bytes(),
    }


def tarball(held: Mapping[str, bytes]) -> bytes:
    """Return the tarball of a package, the same for the same files."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, data in sorted(held.items()):
            entry = tarfile.TarInfo(f"package/{path}")
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(packed.getvalue(), 9, mtime=0)


def write(folder: Path, cache: Path, say: Say) -> Path:
    """Write the package's tarball into a folder, and return its path; raises as `files` does."""
    path = folder / f"{NAME}-{mecatol.__version__}.tgz"
    kept.write(path, tarball(files(cache, say)))
    return path


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    try:
        print(write(parser.parse_args().folder, results.folder(), print))
    except (PackageError, runtime.RuntimeBuildError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
