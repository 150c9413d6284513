"""WebAssembly taken apart and put together again, what may be left out of it, and of what travels beside it."""

from __future__ import annotations

import marshal
import traceback
from pathlib import Path

import pytest

from theme import packages
from theme.runtime import trimming, wasm
from theme.runtime.bundle import FILES, plain_script, unpack
from theme.runtime.compiling import without_lines, write_table

CACHE = Path(__file__).parents[2] / ".cache"


@pytest.fixture(scope="module")
def whole() -> bytes:
    return (packages.pinned("pyodide", CACHE, print) / FILES["wasm"]).read_bytes()


@pytest.fixture(scope="module")
def less(bundle: Path) -> bytes:
    (file,) = bundle.parent.glob("mecatol-python-*.wasm")
    return file.read_bytes()


def test_what_is_taken_apart_is_put_together_again_as_it_was(whole: bytes) -> None:
    assert wasm.joined(wasm.sections(whole)) == whole
    parts = {wasm.CODE: wasm.code(wasm.bodies(whole)), wasm.EXPORTS: wasm.exported(wasm.exports(whole))}
    assert {kind: wasm.section(whole, kind) for kind in parts} == parts


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 2**21, 2**32 - 1])
def test_a_number_is_read_as_it_is_written(number: int) -> None:
    assert wasm.number(b"x" + wasm.written(number) + b"y", 1) == (number, 1 + len(wasm.written(number)))


def test_instructions_are_read_to_the_end_of_a_body() -> None:
    # One local of i32; block; i32.const -5; i32.load 2 8; br_table 1 0 0; f64.const; memory.fill; end; end
    body = b"\x01\x01\x7f\x02\x40\x41\x7b\x28\x02\x08\x0e\x01\x00\x00\x44" + bytes(8) + b"\xfc\x0b\x00\x0b\x0b"
    assert list(wasm.instructions(body)) == [
        (0x02, 0x40),
        (wasm.CONST, -5),
        (0x28, 2),
        (0x0E, 0),
        (0x44, 0),
        (0xFC, 0),
        (0x0B, 0),
        (0x0B, 0),
    ]
    with pytest.raises(ValueError, match="0xfd that is not known"):
        list(wasm.instructions(b"\x00\xfd\x00"))


@pytest.mark.parametrize("data", [b"", b"\0asm\2\0\0\0", b"<!doctype html>"])
def test_what_is_no_webassembly_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no WebAssembly"):
        wasm.sections(data)


def test_what_stays_is_what_it_was_and_the_rest_is_a_trap_or_zero(whole: bytes, less: bytes) -> None:
    pairs = list(zip(wasm.bodies(whole), wasm.bodies(less), strict=True))
    assert all(now in (before, trimming.TRAP) for before, now in pairs)
    assert 2000 < sum(now == before for before, now in pairs) < 5000
    before, now = wasm.section(whole, wasm.DATA), wasm.section(less, wasm.DATA)
    assert len(now) == len(before)
    assert all(new in (old, 0) for old, new in zip(before, now, strict=True))
    assert set(wasm.exports(less)) < set(wasm.exports(whole))
    for kind in {part.kind for part in wasm.sections(whole)} - {0, wasm.CODE, wasm.DATA, wasm.EXPORTS}:
        assert wasm.section(less, kind) == wasm.section(whole, kind), kind


def piece(data: bytes, *, starts: set[int], used: set[int], links: list[tuple[int, int]]) -> bytes:
    return trimming.without_tables(data, trimming.Facts(starts, used, links))


SIZE = trimming.WHOLE
TABLES = b"".join(bytes([letter]) * (SIZE - 1) + b"\0" for letter in b"abc")


def test_a_table_that_nothing_refers_to_is_left_out_whole() -> None:
    starts = {0, SIZE, 2 * SIZE}
    left = piece(TABLES, starts=starts, used={0, 2 * SIZE}, links=[])
    assert left == TABLES[:SIZE] + bytes(SIZE) + TABLES[2 * SIZE :]


def test_a_table_that_a_table_in_use_refers_to_stays_and_one_that_an_unused_one_refers_to_does_not() -> None:
    starts = {0, SIZE, 2 * SIZE}
    assert piece(TABLES, starts=starts, used={0}, links=[(8, SIZE + 4), (SIZE, 2 * SIZE)]) == TABLES
    left = piece(TABLES, starts=starts, used={0}, links=[(SIZE, 2 * SIZE)])
    assert left == TABLES[:SIZE] + bytes(2 * SIZE)


def test_what_does_not_follow_a_zero_may_be_the_end_of_what_comes_before_it() -> None:
    starts = {0, SIZE + 5, 2 * SIZE}
    left = piece(TABLES, starts=starts, used={0}, links=[])
    assert left == TABLES[: 2 * SIZE] + bytes(SIZE)


def test_a_little_that_nothing_refers_to_stays() -> None:
    data = b"text\0" * 10
    assert piece(data, starts={0, 5, 10}, used={0, 10}, links=[]) == data


def test_of_a_documentation_the_signature_stays_and_a_word_that_is_used_by_itself() -> None:
    data = b"get(self)\n--\n\nReturn True or False\0next\0"
    at = data.index(b"False")
    left = piece(data, starts={0, at}, used={0}, links=[])
    assert left == b"get(self)\n--\n\n" + bytes(at - 14) + b"False\0next\0"


def test_parts_that_travel_as_they_are_come_out_as_they_were(tmp_path: Path) -> None:
    parts = {"glue": b'let a = "\\n\\"";\r\n', "package": bytes(range(256)) * 2, "lock": b""}
    unpack(plain_script("1", "2", parts), tmp_path)
    assert {part: (tmp_path / FILES[part]).read_bytes() for part in parts} == parts


@pytest.mark.parametrize("many", [1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_code_without_its_lines_fails_as_it_did_with_them(tmp_path: Path, many: int) -> None:
    source = "def fail(number):\n    total = number" + " + number" * many + "\n    return [1 / 0 for _ in [total]]\n"
    compiled = marshal.dumps(compile(source, "fail.py", "exec"))
    write_table(tmp_path / "table", {"fail.pyc": bytes(16) + compiled, "note.txt": b"kept"}, "/lib")
    modules, files = marshal.loads(without_lines((tmp_path / "table").read_bytes()))
    assert files == {"/lib/note.txt": b"kept"}
    path, code = modules["fail"]
    assert path == "/lib/fail.py"
    assert len(code) < len(compiled)
    space: dict[str, object] = {}
    exec(marshal.loads(code), space)
    with pytest.raises(ZeroDivisionError) as caught:
        space["fail"](many)  # type: ignore[operator]
    told = "".join(traceback.format_exception(caught.value))
    assert "in fail" in told
    assert told.endswith("ZeroDivisionError: division by zero\n")
