"""What travels beside the WebAssembly: parts as they are, tables of bytecode, and what stands in for modules."""

from __future__ import annotations

import dataclasses
import json
import marshal
import sys
import traceback
from pathlib import Path

import pytest

from theme.runtime.bundle import FILES, plain_script, unpack
from theme.runtime.compiling import stdlib_zip
from theme.runtime.errors import RuntimeBuildError
from theme.runtime.probe import TABLES
from theme.runtime.stand_ins import STAND_INS
from theme.runtime.tables import PYC_HEADER, table
from theme.runtime.tools import boot_in_node
from theme.runtime.zips import read_zip, write_zip
from theme.store import packages

CACHE = Path(__file__).parents[2] / ".cache"


def test_parts_that_travel_as_they_are_come_out_as_they_were(tmp_path: Path) -> None:
    parts = {"glue": b'let a = "\\n\\"";\r\n', "package": bytes(range(256)) * 2, "lock": b""}
    unpack(plain_script("1", "2", parts), tmp_path)
    assert {part: (tmp_path / FILES[part]).read_bytes() for part in parts} == parts


def run(source: str, *, slim: bool) -> dict[str, object]:
    """Return what a module comes to whose code has been in a table."""
    compiled = marshal.dumps(compile(source, "one.py", "exec"))
    made = table({"one.pyc": bytes(PYC_HEADER) + compiled, "note.txt": b"kept"}, "/lib", slim=slim)
    modules, files = marshal.loads(made)
    assert files == {"/lib/note.txt": b"kept"}
    path, code = modules["one"]
    assert path == "/lib/one.py"
    space: dict[str, object] = {"__name__": __name__}
    exec(code, space)
    return space


@pytest.mark.parametrize("many", [1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_code_without_its_lines_fails_as_it_did_with_them(many: int) -> None:
    source = "def fail(number):\n    total = number" + " + number" * many + "\n    return [1 / 0 for _ in [total]]\n"
    with pytest.raises(ZeroDivisionError) as caught:
        run(source, slim=True)["fail"](many)  # type: ignore[operator]
    told = "".join(traceback.format_exception(caught.value))
    assert "in fail" in told
    assert told.endswith("ZeroDivisionError: division by zero\n")


def test_a_slim_table_says_nothing_of_its_code_and_runs_as_before() -> None:
    source = '''"""A module that says much."""
from dataclasses import dataclass

@dataclass
class Box:
    """A box of which much is said."""

    size: int = 3

    def doubled(self):
        """Return much."""
        return self.size * 2, "Return", [part for part in (*("a" for _ in "xy"), "b")]

    def named(self):
        """What it is called."""
        return "What it is called."

def same():
    return "A module that says much."
'''
    whole, slim = run(source, slim=False), run(source, slim=True)
    assert whole["__doc__"] == "A module that says much."
    assert slim["__doc__"] == "."
    box = slim["Box"]
    assert isinstance(box, type)
    assert dataclasses.is_dataclass(box)
    assert box.__doc__ == "."
    assert box.doubled.__doc__ is None  # type: ignore[attr-defined]
    assert box().doubled() == (6, "Return", ["a", "a", "b"])  # type: ignore[attr-defined]
    assert box().named() == "What it is called."  # type: ignore[attr-defined]
    assert slim["same"]() == "A module that says much."  # type: ignore[operator]


def test_slim_code_forgets_types_and_its_own_variables_and_runs_as_before() -> None:
    source = """from __future__ import annotations
from typing import NamedTuple, get_type_hints

class Pair(NamedTuple):
    left: int
    right: str = "b"

def outer(first: int, *rest: int, scale: float = 2, **named: int) -> list[int]:
    total = first
    def inner(number: int = 1, *, more: int = 4) -> int:
        nonlocal total
        total += number * scale * more
        again = total + len(rest)
        return again + sum(value for value in named.values())
    held = [inner(one) for one in (*rest, 3)]
    v0 = held[-1]
    return [*held, v0]

same = ("first", "int", "rest", "int", "scale", "float", "named", "int", "return", "list[int]")
"""
    whole, slim = run(source, slim=False), run(source, slim=True)
    for space in (whole, slim):
        assert space["outer"](1, 5, scale=3, bonus=7) == [69, 105, 105]  # type: ignore[operator]
        assert space["get_type_hints"](space["Pair"]) == {"left": int, "right": str}  # type: ignore[operator]
        assert space["same"][:2] == ("first", "int")  # type: ignore[index]
    assert whole["outer"].__annotations__["first"] == "int"  # type: ignore[attr-defined]
    code = slim["outer"].__code__  # type: ignore[attr-defined]
    assert code.co_varnames[:4] == ("first", "scale", "rest", "named")
    assert "held" not in code.co_varnames


def test_slim_code_forgets_annotations_alone() -> None:
    source = "from __future__ import annotations\ndef named(size: int) -> str:\n    return str(size)\n"
    slim = run(source, slim=True)["named"]
    assert slim.__annotations__ == {}  # type: ignore[attr-defined]
    assert slim(3) == "3"  # type: ignore[operator]
    assert run(source, slim=False)["named"].__annotations__ == {"size": "int", "return": "str"}  # type: ignore[attr-defined]


def test_a_table_does_not_tell_what_else_its_process_has_read() -> None:
    """What a class is called stands twice, once as a constant: one object, unless Python knew the text before."""

    def written(name: str) -> tuple[bytes, bytes]:
        source = (
            f"def call():\n    class {name}:\n        pass\n    return {name}, 'two words', ('two words', 'word')\n"
        )
        code = compile(source, "one.py", "exec")
        pyc = {"one.pyc": bytes(PYC_HEADER) + marshal.dumps(code)}
        del code
        whole, slim = table(pyc, "/lib"), table(pyc, "/lib", slim=True)
        return whole.replace(name.encode(), b"Name"), slim.replace(name.encode(), b"Name")

    known = sys.intern("".join(["call.<locals>.", "Kind"]))  # while this stands, Python keeps it
    assert written("Kind") == written("Sort")
    assert known == "call.<locals>.Kind"


def test_what_stands_in_for_a_module_is_what_travels_and_fails_aloud(lean: Path) -> None:
    code = """
import asyncio, html, json, sys
told = []
for call in (asyncio.get_event_loop, lambda: asyncio.run, lambda: html.unescape("&amp;")):
    try:
        told.append(call())
    except Exception as error:
        told.append(type(error).__name__)
json.dumps([told, html.escape("<&>"), [name for name in sys.modules if name.startswith("asyncio")]])
"""
    job = {
        "pyodide": str(lean),
        "lock": (lean / FILES["lock"]).read_text(),
        "files": {inside: str(lean / FILES[part]) for part, inside in TABLES.items()},
        "code": code,
    }
    told, escaped, imported = json.loads(boot_in_node(job, "a test")["result"])
    assert told == ["RuntimeError", "AttributeError", "TypeError"]
    assert escaped == "&lt;&amp;&gt;"
    assert imported == ["asyncio"]


def test_what_would_stand_in_for_nothing_fails_the_build(tmp_path: Path) -> None:
    stock = read_zip(packages.pinned("pyodide", CACHE, print) / FILES["stdlib"])
    write_zip(tmp_path / FILES["stdlib"], {name: data for name, data in stock.items() if name != "html/entities.py"})
    with pytest.raises(RuntimeBuildError, match=r"html/entities\.py is not in Pyodide's standard library"):
        stdlib_zip(tmp_path, tmp_path / "out.zip")
    write_zip(tmp_path / FILES["stdlib"], stock)
    stdlib_zip(tmp_path, tmp_path / "out.zip")
    assert {name for name, data in read_zip(tmp_path / "out.zip").items() if stock[name] != data} == set(STAND_INS)
