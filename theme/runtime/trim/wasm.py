"""WebAssembly as far as this build takes it apart: sections, imports, exports, functions and what these are written in.

Bytes are spliced and nothing is encoded anew: what stays is what Pyodide's makers have tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

IMPORTS, GLOBALS, EXPORTS, START, ELEMENTS, CODE, DATA = 2, 6, 7, 8, 9, 10, 11
"""Kinds of sections."""
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
"""Kinds of what is imported and exported."""
_HEAD = b"\0asm\1\0\0\0"

CALL, GLOBAL_GET, GLOBAL_SET, STORE, CONST, ADD, SUBTRACT = 0x10, 0x23, 0x24, 0x36, 0x41, 0x6A, 0x6B
LOCAL_GET, LOCAL_SET, LOCAL_TEE = 0x20, 0x21, 0x22
"""Instructions that matter here: of i32 where there are others of their name."""
LOOP = 0x03
BLOCKS, ELSE, END = {0x02, LOOP, 0x04, 0x06}, {0x05, 0x07, 0x19}, {0x0B, 0x18}
"""What opens a block, begins another part of it, and closes it."""
_NONE = {0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1}
_ONE = {0x02, 0x03, 0x04, *range(0x06, 0x0A), 0x0C, 0x0D, 0x10, 0x18, *range(0x20, 0x27), *range(0x3F, 0x43), 0xD0}
_TWO = {0x11, *range(0x28, 0x3F)}
"""Instructions by how many numbers follow them; those that are in none of these are looked at one by one."""
_BULK = (0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1)
"""How many follow 0xFC and a number, by that number."""


class WasmSection(NamedTuple):
    """One section: its kind and its contents."""

    kind: int
    contents: bytes


class Import(NamedTuple):
    """What a module takes in, and its kind."""

    name: str
    kind: int


class Export(NamedTuple):
    """What a module gives out: its kind, and its number among those of the kind, imported ones first."""

    name: str
    kind: int
    number: int


def number(data: bytes, at: int) -> tuple[int, int]:
    """Return the unsigned number (LEB128) that stands at a place, and the place after it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def written(value: int) -> bytes:
    """Return an unsigned number as LEB128."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def sized(data: bytes) -> bytes:
    """Return bytes behind their length."""
    return written(len(data)) + data


def vector(items: list[bytes]) -> bytes:
    """Return items behind their number."""
    return written(len(items)) + b"".join(items)


def behind_size(data: bytes, at: int) -> tuple[bytes, int]:
    """Return the bytes that stand behind their length at a place, and the place after them."""
    size, at = number(data, at)
    return data[at : at + size], at + size


def sections(module: bytes) -> list[WasmSection]:
    """Return the sections of a module; raises ValueError if it is none."""
    if not module.startswith(_HEAD):
        raise ValueError("this is not WebAssembly version 1")
    found = []
    at = len(_HEAD)
    while at < len(module):
        kind = module[at]
        contents, at = behind_size(module, at + 1)
        found.append(WasmSection(kind, contents))
    return found


def joined(parts: list[WasmSection]) -> bytes:
    """Return the module that has these sections."""
    return _HEAD + b"".join(bytes([kind]) + sized(contents) for kind, contents in parts)


def replaced(module: bytes, instead: dict[int, bytes]) -> bytes:
    """Return a module with other contents in sections of these kinds."""
    return joined([WasmSection(part.kind, instead.get(part.kind, part.contents)) for part in sections(module)])


def section(module: bytes, kind: int) -> bytes:
    """Return the contents of the section of a kind; raises ValueError if there is not exactly one."""
    found = [part.contents for part in sections(module) if part.kind == kind]
    if len(found) != 1:
        raise ValueError(f"there are {len(found)} sections of kind {kind} instead of one")
    return found[0]


def constants(module: bytes) -> list[int]:
    """Return what the module's own globals hold at first; raises ValueError for one that is no constant i32."""
    data = section(module, GLOBALS)
    count, at = number(data, 0)
    found = []
    for _ in range(count):
        if data[at + 2] != CONST:
            raise ValueError("a global does not begin with a constant")
        value, at = number(data, at + 3)  # after its type, and whether it changes
        found.append(value)
        at += 1
    return found


def bodies(module: bytes) -> list[bytes]:
    """Return the bodies of a module's own functions, in order."""
    data = section(module, CODE)
    count, at = number(data, 0)
    found = []
    for _ in range(count):
        body, at = behind_size(data, at)
        found.append(body)
    return found


def coded(found: list[bytes]) -> bytes:
    """Return the contents of a section with these bodies."""
    return vector([sized(body) for body in found])


def after_locals(body: bytes) -> int:
    """Return where the instructions of a body begin."""
    groups, at = number(body, 0)
    for _ in range(groups):
        _, at = number(body, at)
        at += 1  # the type, which is a byte
    return at


class Instruction(NamedTuple):
    """One instruction, and where it begins in its body."""

    code: int
    number: int
    """What follows it: the first of the numbers, signed if it is a constant, and 0 where none does."""
    offset: int
    """What is added to an address in memory, else 0."""
    at: int


def instructions(body: bytes) -> Iterator[Instruction]:
    """Yield the instructions of a body; raises ValueError for one that is not known here."""
    at = after_locals(body)
    while at < len(body):
        begin, code, first, second = at, body[at], 0, 0
        at += 1
        if code in _ONE:
            first, after = number(body, at)
            if code == CONST and body[after - 1] & 0x40:
                first -= 1 << 7 * (after - at)
            at = after
        elif code in _TWO:
            first, at = number(body, at)
            second, at = number(body, at)
        elif code == 0x0E:  # br_table
            many, at = number(body, at)
            for _ in range(many + 1):
                _, at = number(body, at)
        elif code == 0x1C:  # select of a type
            many, at = number(body, at)
            at += many
        elif code in (0x43, 0x44):  # floats
            at += 4 if code == 0x43 else 8
        elif code == 0xFC and body[at] < len(_BULK):
            for _ in range(1 + _BULK[body[at]]):
                _, at = number(body, at)
        elif code not in _NONE:
            raise ValueError(f"an instruction {code:#x} that is not known here")
        yield Instruction(code, first, second, begin)


def exports(module: bytes) -> list[Export]:
    """Return what a module gives out."""
    data = section(module, EXPORTS)
    count, at = number(data, 0)
    found = []
    for _ in range(count):
        name, at = behind_size(data, at)
        kind = data[at]
        place, at = number(data, at + 1)
        found.append(Export(name.decode(), kind, place))
    return found


def exported(found: list[Export]) -> bytes:
    """Return the contents of a section with these exports."""
    return vector([sized(name.encode()) + bytes([kind]) + written(place) for name, kind, place in found])


def imports(module: bytes) -> list[Import]:
    """Return what a module takes in; raises ValueError for a kind that is not known."""
    data = section(module, IMPORTS)
    count, at = number(data, 0)
    found = []
    for _ in range(count):
        _, at = behind_size(data, at)  # the name of the module that it is of
        called, at = behind_size(data, at)
        name, kind = called.decode(), data[at]
        if kind not in (FUNCTION, TABLE, MEMORY, GLOBAL, TAG):
            raise ValueError(f"it takes in {name} of the kind {kind}")
        found.append(Import(name, kind))
        at += 2 if kind in (TABLE, TAG) else 1  # a table tells what it holds, a tag what it is for
        if kind == GLOBAL:
            at += 2  # its type, and whether it changes
            continue
        limits = 1
        if kind in (TABLE, MEMORY):
            limits += data[at] & 1
            at += 1
        for _ in range(limits):
            _, at = number(data, at)
    return found
