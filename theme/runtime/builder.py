"""The order of the steps, and what is remembered between builds."""

import base64
import gzip
import hashlib
import json
import os
import pickle
import re
import struct
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from theme.runtime import snapshot
from theme.runtime.bundle import FILES, pack, plain_script, script, unpack
from theme.runtime.compiling import (
    build_wheel,
    check_magic,
    compile_package,
    compile_stdlib,
    minimal_lock,
    slim,
    source_zip,
    stdlib_zip,
    write_lock,
)
from theme.runtime.errors import RuntimeBuildError
from theme.runtime.probe import Discovery, Expected, ask_here, ask_lean, compare, discover
from theme.runtime.sources import digest, fingerprint, later_files
from theme.runtime.trim.exports import fewer
from theme.runtime.trim.referring import References, references
from theme.runtime.trim.spare import Needed
from theme.runtime.trim.trimming import trimmed
from theme.runtime.trim.words import imported, words, words_of
from theme.store import kept
from theme.store.packages import PINS, Say, pinned

PROJECT = Path(__file__).parents[2]
KEPT = 6  # results of earlier builds that stay, so that going back to another state of the project costs nothing
_MAP = re.compile(rb"^//# sourceMappingURL=\S+\n?", re.MULTILINE)  # of the loader, for its makers: not published
_SIZES = "sizes.json"
"""Name of the file of a result that says how many bytes of it travel."""
LEFTOVER = 3600  # seconds after which another build's files in the same place are surely no longer used


def integrity(sha256: str) -> str:
    """Return a hash in hexadecimal as browsers take it, to run no script that has another."""
    return f"sha256-{base64.b64encode(bytes.fromhex(sha256)).decode()}"


class Bundle(NamedTuple):
    """The script for the browser, as it lies in the site."""

    name: str
    """File name with the hash of its contents, e.g. ``mecatol-runtime-0123456789ab.js``."""
    sha256: str
    """SHA-256 of its contents, in hexadecimal."""
    size: int
    """Length in bytes."""
    snapshot: str
    """File name of the script with the snapshot, likewise ``mecatol-snapshot-0123456789ab.js``."""
    light: str
    """File name of the script without the WebAssembly, likewise ``mecatol-parts-0123456789ab.js``."""
    wasm: str
    """File name of the WebAssembly, likewise ``mecatol-python-0123456789ab.wasm``."""
    sizes: tuple[int, int, int]
    """Bytes that travel of ``light`` and of ``wasm``, and of the latter unpacked."""
    files: Mapping[str, str]
    """SHA-256 of every file that belongs to it, by its path in the folder where all were put."""

    @property
    def on_disk(self) -> Mapping[str, str]:
        """What the tag of runtime.ts says of them on a page from disk, by the names of its ``data-`` attributes."""
        return {"bundle": self.name, "snapshot": self.snapshot}

    def _checked(self, name: str) -> str:
        """Return the hash of a file as browsers take it; nothing for one that was not built."""
        return integrity(self.files[name]) if name in self.files else ""

    @property
    def served(self) -> Mapping[str, str]:
        """The same on a page from a server."""
        sizes = " ".join(map(str, self.sizes))
        return {
            **self.on_disk,
            "light": self.light,
            "bundle-integrity": self._checked(self.name),
            "snapshot-integrity": self._checked(self.snapshot),
            "integrity": self._checked(self.light),
            "wasm": self.wasm,
            "wasm-integrity": self._checked(self.wasm),
            "sizes": sizes,
        }


def build(cache: Path, out: Path, say: Say, *, project: Path = PROJECT, trimming: bool = True) -> Bundle:
    """Put the browser's Python into ``out``, made anew only if something it is made of has changed.

    Without ``trimming`` the WebAssembly may travel whole, for a local server, where nobody waits for it: what is
    trimmed and kept is taken all the same.

    Leaves ``out/<bundle's name>`` and, for any Pyodide page, ``out/pyodide/`` with the solver's plain wheel and a
    lock file. ``cache`` keeps downloads and results; several builds may use it at once. Raises RuntimeBuildError,
    or PackageError if a package cannot be fetched.
    """
    results = cache / "runtime"
    named = fingerprint(project)[:20]
    done = results / f"built-{named}"
    files = kept.contents(done)
    if files is None and not trimming:
        done = results / f"whole-{named}"
        files = kept.contents(done)
    if files is None:
        if done.exists():
            say("The browser's Python that was kept is not what was built, and is built again")
        with kept.workshop(results) as folder:
            _build(cache, folder, say, project, trimming)
            kept.settle(folder / "result", done)
        _forget(results, keep=done)
        files = kept.contents(done)
        if files is None:
            raise RuntimeBuildError(f"{done} changed while it was written; see that the disk is sound and build again")
    os.utime(done)
    return _publish(files, out)


def _build(cache: Path, work: Path, say: Say, project: Path, trimming: bool) -> None:
    """Make everything anew; the result is ``work/result``."""
    began = time.monotonic()
    level = 9 if trimming else 1  # nobody waits for what a local server sends
    pyodide = pinned("pyodide", cache, say)
    say("Building the browser's Python")
    result = work / "result"
    (result / "pyodide").mkdir(parents=True)
    with ThreadPoolExecutor() as side:
        lock_with_wheel = side.submit(_lock_with_wheel, pyodide, project, result / "pyodide")
        relations = side.submit(_references, cache, pyodide / FILES["wasm"]) if trimming else None
        expected = ask_here(project)
        source_zip(project, work / "sources.zip")
        stdlib_zip(pyodide, work / "stdlib.zip")
        sources = work / "stdlib.zip", work / "sources.zip"
        found = discover(pyodide, *sources, minimal_lock(pyodide), expected.questions)
        check_magic(found.magic)
        modules = side.submit(_stdlib, cache, pyodide, work / "stdlib.zip", found)
        compile_package(project, work / FILES["package"])
        lock = lock_with_wheel.result()
        stdlib = modules.result()
        tables = {"modules": stdlib / "table.bin", "package": work / FILES["package"]}
        contents = {
            "loader": _MAP.sub(b"", (pyodide / FILES["loader"]).read_bytes()),
            "glue": (pyodide / FILES["glue"]).read_bytes(),
            "wasm": (pyodide / FILES["wasm"]).read_bytes(),
            "stdlib": (stdlib / "early.zip").read_bytes(),
            **{part: table.read_bytes() for part, table in tables.items()},
            "lock": lock.encode(),
        }
    versions = PINS["pyodide"].version, json.loads(lock)["info"]["python"]
    text = script(*versions, {name: pack(data, level) for name, data in contents.items()})
    name = _named(result, "runtime.js", text)
    # A server packs files, and a browser compiles WebAssembly while it comes: there it travels by itself. And whatever
    # fails there is asked again of the bundle, which tells the lines as well and is Pyodide's own.
    contents |= {part: slim(table).read_bytes() for part, table in tables.items()}
    scripts = [contents["glue"].decode(), contents["loader"].decode(), snapshot.WEAR.read_text(encoding="utf-8")]
    module = contents.pop("wasm")
    lean = work / "lean"
    lean.mkdir()
    unpack(text, lean)

    def smaller() -> Served:
        less, glue = fewer(module, *scripts)
        parts = {**contents, "glue": glue.encode()}
        later = (
            words_of(compile(path.read_text("utf-8"), path.name, "exec"))
            for path in chain(*later_files(project).values())
        )
        used = Needed(words(parts).union(*later), imported(parts).union(found.modules))
        assert relations is not None
        return Served(trimmed(less, relations.result(), used), plain_script(*versions, parts))

    def answering(served: Served) -> None:
        with kept.workshop(work) as light:
            unpack(served.parts, light)
            (light / FILES["wasm"]).write_bytes(served.module)
            self_test(light, expected)
            snapped.result()
            snapshot.self_test(light, work / "snapshot.bin", expected)

    with ThreadPoolExecutor() as side:
        tested = side.submit(self_test, lean, expected)
        snapped = side.submit(snapshot.make, lean, work / "snapshot.bin")
        served = Served(module, plain_script(*versions, contents))
        if trimming:
            served = lightest(served, smaller, answering, say)
        snapped.result()
        snapshot.self_test(lean, work / "snapshot.bin", expected)
        tested.result()
    _named(result, "python.wasm", served.module)
    _named(result, "parts.js", served.parts)
    travels = [len(gzip.compress(data) if trimming else data) for data in (served.parts, served.module)]
    (result / _SIZES).write_text(json.dumps([*travels, len(served.module)]))
    held = snapshot.script(name, pack((work / "snapshot.bin").read_bytes(), level))
    _named(result, "snapshot.js", held)
    say(
        f"Built the browser's Python: {len(text) / 1e6:.1f} MB, its snapshot {len(held) / 1e6:.1f} MB, "
        f"{len(found.files)} modules of the standard library, {time.monotonic() - began:.1f} s"
    )


class Served(NamedTuple):
    """What travels from a server: the WebAssembly, and the script with the parts that go with it."""

    module: bytes
    parts: bytes


def lightest(whole: Served, smaller: Callable[[], Served], answering: Callable[[Served], object], say: Say) -> Served:
    """Return what is smaller, if it can be made and answers as it should; else what is whole, and say why.

    Trimming knows how one version of Pyodide is built. It saves a reader a megabyte, and must never stop a build.
    Raises whatever ``answering`` raises for what is whole.
    """
    try:
        less = smaller()
        answering(less)
    except (ValueError, LookupError, struct.error, RuntimeBuildError) as error:
        reason = " ".join(str(error).split())[:300] or type(error).__name__
        say(f"The WebAssembly travels whole, {len(whole.module) / 1e6:.1f} MB, because it cannot be trimmed: {reason}")
        answering(whole)
        return whole
    return less


def _named(folder: Path, kind: str, data: bytes) -> str:
    """Write ``runtime.js`` as ``mecatol-runtime-….js``, with a hash of its contents, and return that name."""
    stem, _, suffix = kind.partition(".")
    name = f"mecatol-{stem}-{hashlib.sha256(data).hexdigest()[:20]}.{suffix}"
    (folder / name).write_bytes(data)
    return name


def _lock_with_wheel(pyodide: Path, project: Path, folder: Path) -> str:
    return write_lock(pyodide, build_wheel(project, folder))


def _references(cache: Path, module: Path) -> References:
    """Return what refers to what in Pyodide's WebAssembly; it takes seconds and never changes, so it is kept apart."""
    makers = [(Path(__file__).parent / "trim" / name).read_bytes() for name in ("locals.py", "referring.py", "wasm.py")]
    done = cache / "runtime" / f"references-{digest([module.parent.name, *makers])[:20]}"
    if not kept.whole(done):
        with kept.workshop(done.parent) as name:
            folder = name / "result"
            folder.mkdir()
            (folder / "references.bin").write_bytes(pickle.dumps(references(module.read_bytes())))
            kept.settle(folder, done)
    os.utime(done)
    found: References = pickle.loads((done / "references.bin").read_bytes())
    return found


def _stdlib(cache: Path, pyodide: Path, sources: Path, found: Discovery) -> Path:
    """Return a folder with these modules as bytecode; which ones they are rarely changes, so it is kept apart."""
    makers = [
        Path(__file__).with_name(name).read_bytes()
        for name in ("compiling.py", "inside.py", "stand_ins.py", "tables.py", "zips.py")
    ]
    named: list[str | bytes] = [pyodide.name, *found.files, "", *found.early, *makers]
    done = cache / "runtime" / f"stdlib-{digest(named)[:20]}"
    if not kept.whole(done):
        with kept.workshop(done.parent) as name:
            folder = name / "result"
            folder.mkdir()
            compile_stdlib(sources, found.files, found.early, folder)
            kept.settle(folder, done)
    os.utime(done)
    return done


def self_test(folder: Path, expected: Expected) -> None:
    """Boot the parts of a bundle in Node, from the folder where they lie, and compare the answers with this Python's.

    Raises RuntimeBuildError with the first question that is answered differently.
    """
    compare(expected, ask_lean(folder, expected.questions), "the browser's Python")


def _forget(results: Path, keep: Path) -> None:
    """Delete the oldest results but a few, and parts that no recent build has used."""
    for pattern, number in (("built-*", KEPT), ("whole-*", 1), ("stdlib-*", KEPT), ("references-*", 1)):
        kept.tidy((path for path in results.glob(pattern) if path != keep), number)


def _publish(files: dict[str, bytes], out: Path) -> Bundle:
    """Copy a result into the site unless it is there already, and clear away what older builds left."""
    sizes = json.loads(files.pop(_SIZES))
    name, fast, light, wasm = (
        next(name for name in files if name.startswith(f"mecatol-{kind}-"))
        for kind in ("runtime", "snapshot", "parts", "python")
    )
    kept.sweep(out)
    kept.sweep(out / "pyodide")
    for path, data in files.items():
        target = out / path
        if not (target.is_file() and target.read_bytes() == data):
            kept.write(target, data)
    for found in [*out.glob("mecatol-*.*"), *(out / "pyodide").glob("*.whl")]:
        # A build beside this one, of another state of the project, may be about to use what it has just put here.
        if found.relative_to(out).as_posix() not in files and time.time() - kept.last_used(found) > LEFTOVER:
            found.unlink(missing_ok=True)
    hashes = {path: kept.sha256(data) for path, data in files.items()}
    return Bundle(name, hashes[name], len(files[name]), fast, light, wasm, tuple(sizes), hashes)
