"""WebAssembly taken apart and put together again, and what it need not give out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from theme.runtime.bundle import FILES, unpack
from theme.runtime.trim import wasm
from theme.runtime.trim.exports import fewer
from theme.runtime.trim.referring import RELOCATIONS
from theme.store import packages

CACHE = Path(__file__).parents[2] / ".cache"


@pytest.fixture(scope="module")
def pyodide() -> Path:
    return packages.pinned("pyodide", CACHE, print)


def test_what_is_taken_apart_is_put_together_again_as_it_was(pyodide: Path) -> None:
    whole = (pyodide / FILES["wasm"]).read_bytes()
    assert wasm.joined(wasm.sections(whole)) == whole
    assert wasm.exported(wasm.exports(whole)) == wasm.section(whole, wasm.EXPORTS)


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 2**21, 2**32 - 1])
def test_a_number_is_read_as_it_is_written(number: int) -> None:
    assert wasm.number(b"x" + wasm.written(number) + b"y", 1) == (number, 1 + len(wasm.written(number)))


@pytest.mark.parametrize("data", [b"", b"\0asm\2\0\0\0", b"<!doctype html>"])
def test_what_is_no_webassembly_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not WebAssembly"):
        wasm.sections(data)


def module(*names: str) -> bytes:
    """A module that takes in nothing and gives out one function by these names, and two places and a table."""
    places = [wasm.Export(name, wasm.GLOBAL, 0) for name in ("here", "there")]
    given = wasm.exported(
        [*(wasm.Export(name, wasm.FUNCTION, 0) for name in names), *places, wasm.Export("all", wasm.TABLE, 0)]
    )
    return wasm.joined([wasm.WasmSection(wasm.IMPORTS, b"\0"), wasm.WasmSection(wasm.EXPORTS, given)])


def test_what_no_script_names_is_not_given_out() -> None:
    glue = "".join(f'var _{name}=Module["_{name}"]=wasmExports["{name}"];' for name in ("one", "two", "three"))
    places = "".join(f'var _{name}=Module["_{name}"]={at};' for name, at in (("here", 12), ("there", "1e3")))
    rest = "_two();_there+4;"
    less, left = fewer(module("one", "two", "three", "four", "five"), glue + places + rest, "module._three; x['five']")
    assert [one.name for one in wasm.exports(less)] == ["two", "three", "five", "there", "all"]
    assert left == glue[glue.index("var _two") :] + places[places.index("var _there") :] + rest


def test_glue_of_another_kind_fails_the_build() -> None:
    with pytest.raises(ValueError, match="names no export as it used to"):
        fewer(module("one"), 'Module["_one"]=()=>wasmExports["one"]()')


def test_numbers_stay_and_all_that_the_glue_names_is_there(pyodide: Path, bundle: Path, tmp_path: Path) -> None:
    whole = (pyodide / FILES["wasm"]).read_bytes()
    (file,) = bundle.parent.glob("mecatol-python-*.wasm")
    less = file.read_bytes()
    pairs = zip(wasm.sections(whole), wasm.sections(less), strict=True)
    assert {before.kind for before, now in pairs if before != now} == {wasm.EXPORTS, wasm.CODE, wasm.DATA}
    assert len(wasm.bodies(less)) == len(wasm.bodies(whole))
    assert len(wasm.section(less, wasm.DATA)) == len(wasm.section(whole, wasm.DATA))
    given = wasm.exports(less)
    assert set(given) < set(wasm.exports(whole))
    first = [one.kind for one in wasm.imports(less)].count(wasm.FUNCTION)
    before, now = (dict(enumerate(wasm.bodies(module), first)) for module in (whole, less))
    functions = [one for one in given if one.kind == wasm.FUNCTION and one.number in now]
    assert [one.name for one in functions if now[one.number] != before[one.number]] == [RELOCATIONS]
    (parts,) = bundle.parent.glob("mecatol-parts-*.js")
    unpack(parts.read_bytes(), tmp_path)
    glue = (tmp_path / FILES["glue"]).read_text(encoding="utf-8")
    named = set(re.findall(r'wasmExports\["([^"]+)"\]', glue))
    assert named <= {one.name for one in given}
    assert len(named) > 100
