"""From sources to archives of bytecode, through ``pyodide py-compile``, which uses this very Python."""

import ast
import importlib.util
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from theme.runtime.bundle import FILES
from theme.runtime.errors import RuntimeBuildError
from theme.runtime.probe import EARLY
from theme.runtime.sources import importable, solver_files, theme_files
from theme.runtime.stand_ins import STAND_INS
from theme.runtime.tools import run_pyodide_tool, run_python
from theme.runtime.zips import read_zip, write_zip
from theme.store import kept

# Column marks in tracebacks are the only thing lost without debug ranges, docstrings and asserts of the standard
# library the only thing lost with level 2; both make every visitor's download and start shorter.
SMALL = {"PYTHONNODEBUGRANGES": "1"}
SMALLEST = {**SMALL, "PYTHONOPTIMIZE": "2"}

STDLIB_ROOT = "/lib/python"
PACKAGE_ROOT = "/lib/mecatol"
_RECORDS = "mecatol/cards/"
_SHOWN = {"timing", "unlock"}
"""Texts of components that pages show, by field."""
_ON_SHEETS = {"ability", "agent", "breakthrough", "commander", "hero", "note"}
"""What is declared on a faction's sheet (`mecatol.cards`) and is not a technology: name and meaning come first."""


def check_magic(theirs: str) -> None:
    """Raise RuntimeBuildError unless bytecode of this Python runs in the browser's.

    ``theirs`` is Pyodide's magic number in hexadecimal.
    """
    ours = importlib.util.MAGIC_NUMBER.hex()
    if ours != theirs:
        raise RuntimeBuildError(
            f"bytecode of this Python (magic number {ours}) does not run in the browser's Python (magic number "
            f"{theirs}). Build with the Python that .python-version names, the same as Pyodide's."
        )


def build_wheel(project: Path, folder: Path) -> Path:
    """Build the solver's wheel into ``folder``, from sources, with the backend that pyproject.toml names."""
    arguments = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(project)]
    run_python(arguments, cwd=project, doing="building the solver's wheel")
    wheels = sorted(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise RuntimeBuildError(f"building the solver's wheel gave {len(wheels)} wheels instead of one")
    return wheels[0]


def stdlib_zip(pyodide: Path, target: Path) -> None:
    """Write Pyodide's standard library into an archive, with what stands in for some of it (stand_ins.py)."""
    contents = read_zip(pyodide / FILES["stdlib"])
    if not contents.keys() >= STAND_INS.keys():
        raise RuntimeBuildError(f"{', '.join(STAND_INS.keys() - contents.keys())} is not in Pyodide's standard library")
    write_zip(target, {**contents, **{name: text.encode() for name, text in STAND_INS.items()}})


def source_zip(project: Path, target: Path) -> None:
    """Write the sources for the discovery into one archive: the solver's, the theme's, and a watcher of imports."""
    files = [*solver_files(project), *theme_files(project)]
    contents = {importable(project, path): path.read_bytes() for path in files}
    write_zip(target, {**contents, "sitecustomize.py": EARLY.encode()})


def without_shown(source: bytes) -> bytes:
    """Return a module's source in which the texts that only pages show are empty: nothing in a browser reads them.

    Every line keeps its number.
    """
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    shown = [each for call in calls for each in _shown(call)]
    lines = source.split(b"\n")
    for value, instead in sorted(shown, key=lambda each: (each[0].lineno, each[0].col_offset), reverse=True):
        first, last = value.lineno - 1, (value.end_lineno or value.lineno) - 1
        before, after = lines[first][: value.col_offset] + instead, lines[last][value.end_col_offset :]
        lines[first : last + 1] = [before, *[b""] * (last - first - 1), after] if last > first else [before + after]
    return b"\n".join(lines)


def _shown(call: ast.Call) -> Iterator[tuple[ast.expr, bytes]]:
    """Yield the texts of a declaration that only pages show, with what stands for each in a browser."""
    fields = {keyword.arg: keyword.value for keyword in call.keywords}
    for name in _SHOWN & fields.keys():
        yield fields[name], b'""'
    # what no effect carries out: its meaning is told where it bears on a step, and in forms where it is a technology
    on_sheet = isinstance(call.func, ast.Attribute) and call.func.attr in _ON_SHEETS and len(call.args) == 2
    if on_sheet and not {"windows", "bears"} & fields.keys():
        yield call.args[1], b'"-"'


def compile_package(project: Path, target: Path) -> None:
    """Write the solver and the theme's modules, as bytecode, into one table for ``inside.py``.

    Of the solver comes only what the browser may need (see `solver_files`). A slim table comes to lie
    beside it (see `slim`).
    """
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name)
        solver = {importable(project, path): path.read_bytes() for path in solver_files(project)}
        write_zip(folder / "solver.zip", {
            name: without_shown(data) if name.startswith(_RECORDS) and name.endswith(".py") else data
            for name, data in solver.items()
        })  # fmt: skip
        files = theme_files(project)
        write_zip(folder / "theme.zip", {path.relative_to(project).as_posix(): path.read_bytes() for path in files})
        _py_compile(folder, "compiling the solver", SMALL)
        merged: dict[str, bytes] = {}
        for archive in sorted(folder.iterdir()):
            merged.update(read_zip(archive))
    _tables(merged, PACKAGE_ROOT, target)


def compile_stdlib(stdlib: Path, files: list[str], early: list[str], folder: Path) -> None:
    """Compile the named files of a standard library's archive: ``folder/early.zip`` and ``folder/table.bin``.

    A slim table comes to lie beside it (see `slim`).

    The ``early`` ones are imported before our own importer is there; they stay in an archive, together with it.
    """
    everything = {**read_zip(stdlib), "sitecustomize.py": Path(__file__).with_name("inside.py").read_bytes()}
    with tempfile.TemporaryDirectory(dir=folder) as name:
        archive = Path(name) / "stdlib.zip"
        write_zip(archive, {name: everything[name] for name in [*files, "sitecustomize.py"]})
        _py_compile(archive.parent, "compiling the standard library", SMALLEST)
        compiled = read_zip(archive)
    first = {f"{name}c" for name in [*early, "sitecustomize.py"]}
    write_zip(folder / "early.zip", {name: data for name, data in compiled.items() if name in first})
    rest = {name: data for name, data in compiled.items() if name not in first}
    _tables(rest, STDLIB_ROOT, folder / "table.bin")


def _tables(contents: Mapping[str, bytes], root: str, whole: Path) -> None:
    """Write a table of bytecode and data files below ``root``, and a slim one beside it; see tables.py."""
    with tempfile.TemporaryDirectory(dir=whole.parent) as name:
        archive = Path(name) / "compiled.zip"
        write_zip(archive, contents)
        program = [str(Path(__file__).with_name("tables.py")), root, str(archive), str(whole), str(slim(whole))]
        run_python(program, cwd=archive.parent, doing="writing tables of bytecode")


def slim(table: Path) -> Path:
    """Return where the slim table beside a table lies."""
    return table.with_name(f"slim-{table.name}")


def _py_compile(folder: Path, doing: str, env: Mapping[str, str]) -> None:
    options = ["--silent", "--no-keep", "--compression-level", "0"]
    run_pyodide_tool(["py-compile", *options, str(folder)], cwd=folder, doing=doing, env=env)
    for archive in folder.iterdir():
        kept = [name for name in read_zip(archive) if name.endswith(".py")]
        if kept:
            raise RuntimeBuildError(f"{doing} failed: {', '.join(kept[:3])} came out as source")


def minimal_lock(pyodide: Path) -> str:
    """Return Pyodide's lock file without packages: what it says about itself, and nothing to load."""
    info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    return json.dumps({"info": info, "packages": {}})


def write_lock(pyodide: Path, wheel: Path) -> str:
    """Write a lock file with the wheel alone beside the wheel, and return its contents."""
    target = wheel.parent / "pyodide-lock.json"
    with kept.workshop() as folder:
        bare = folder / "bare.json"
        bare.write_text(minimal_lock(pyodide), encoding="utf-8")
        arguments = ["lockfile", "add-wheels", str(wheel), "--input", str(bare), "--output", str(target)]
        run_pyodide_tool(arguments, cwd=wheel.parent, doing="writing the lock file")
    return target.read_text(encoding="utf-8")
