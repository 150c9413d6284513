"""WebAssembly as far as this build takes it apart: sections, exports, bodies of functions, what they are written in.

Bytes are spliced and nothing is encoded anew: what stays is what Pyodide's makers have tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

TYPES, IMPORTS, FUNCTIONS, MEMORIES, EXPORTS, START, CODE, DATA = 1, 2, 3, 5, 7, 8, 10, 11
"""Kinds of sections."""
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
"""Kinds of what is imported and exported."""
_HEAD = b"\0asm\1\0\0\0"
_BEFORE_MEMORIES = (0, 1, 2, 3, 4)

CALL, GLOBAL_GET, GLOBAL_SET, STORE, CONST, ADD = 0x10, 0x23, 0x24, 0x36, 0x41, 0x6A
"""Instructions that matter here: of i32 where there are others of their name."""
COMPARED = {*range(0x46, 0x50), *range(0x6B, 0x79)}
"""Those that take an i32 from the stack and give nothing that memory could lie at: comparisons, bits, products."""

# How many numbers follow an instruction; those that are not here have none, or are looked at one by one.
_ONE = {
    *range(0x02, 0x05),
    *range(0x06, 0x0A),
    0x0C,
    0x0D,
    0x10,
    0x18,
    *range(0x20, 0x27),
    0x3F,
    0x40,
    0x41,
    0x42,
    0xD0,
}
_TWO = {0x11, *range(0x28, 0x3F)}
_NONE = {0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1}
_BULK = (0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1)  # after 0xFC, by what follows it


class Section(NamedTuple):
    """One section: its kind and its contents."""

    kind: int
    contents: bytes


class Import(NamedTuple):
    """What a module takes in: its kind, and the type of a function."""

    name: str
    kind: int
    type: int


class Export(NamedTuple):
    """What a module gives out: its kind, and its number among those of the kind, imported ones first."""

    name: str
    kind: int
    number: int


Instruction = tuple[int, int]
"""One instruction and the number that follows it, 0 where none does; that of a constant is signed."""


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


def sections(module: bytes) -> list[Section]:
    """Return the sections of a module; raises ValueError if it is none."""
    if not module.startswith(_HEAD):
        raise ValueError("this is no WebAssembly of version 1")
    found = []
    at = len(_HEAD)
    while at < len(module):
        kind = module[at]
        size, at = number(module, at + 1)
        found.append(Section(kind, module[at : at + size]))
        at += size
    return found


def joined(parts: list[Section]) -> bytes:
    """Return the module that has these sections."""
    return _HEAD + b"".join(bytes([kind]) + sized(contents) for kind, contents in parts)


def replaced(module: bytes, instead: dict[int, bytes]) -> bytes:
    """Return a module with other contents in sections of these kinds."""
    return joined([Section(part.kind, instead.get(part.kind, part.contents)) for part in sections(module)])


def section(module: bytes, kind: int) -> bytes:
    """Return the contents of the section of a kind; raises ValueError if there is not exactly one."""
    found = [part.contents for part in sections(module) if part.kind == kind]
    if len(found) != 1:
        raise ValueError(f"there are {len(found)} sections of kind {kind} instead of one")
    return found[0]


def bodies(module: bytes) -> list[bytes]:
    """Return the bodies of a module's own functions, in order."""
    code = section(module, CODE)
    count, at = number(code, 0)
    found = []
    for _ in range(count):
        size, at = number(code, at)
        found.append(code[at : at + size])
        at += size
    return found


def code(found: list[bytes]) -> bytes:
    """Return the contents of a section with these bodies."""
    return vector([sized(body) for body in found])


def exports(module: bytes) -> list[Export]:
    """Return what a module gives out."""
    data = section(module, EXPORTS)
    count, at = number(data, 0)
    found = []
    for _ in range(count):
        size, at = number(data, at)
        name = data[at : at + size].decode()
        kind = data[at + size]
        place, at = number(data, at + size + 1)
        found.append(Export(name, kind, place))
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
        size, at = number(data, at)
        size, at = number(data, at + size)  # after the name of the module that it is of
        name = data[at : at + size].decode()
        at += size
        kind = data[at]
        if kind not in (FUNCTION, TABLE, MEMORY, GLOBAL, TAG):
            raise ValueError(f"it takes in {name} of the kind {kind}")
        found.append(Import(name, kind, number(data, at + 1)[0] if kind == FUNCTION else 0))
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


def parameters(module: bytes) -> list[int]:
    """Return how many values each function takes, imported ones first; raises ValueError for types not known here."""
    data = section(module, TYPES)
    count, at = number(data, 0)
    takes = []
    for _ in range(count):
        if data[at] != 0x60:
            raise ValueError(f"a type {data[at]:#x} that is no function's")
        many, at = number(data, at + 1)
        takes.append(many)
        many, at = number(data, at + many)
        at += many
    data = section(module, FUNCTIONS)
    count, at = number(data, 0)
    found = [takes[one.type] for one in imports(module) if one.kind == FUNCTION]
    for _ in range(count):
        kind, at = number(data, at)
        found.append(takes[kind])
    return found


def after_locals(body: bytes) -> int:
    """Return where the instructions of a body begin."""
    groups, at = number(body, 0)
    for _ in range(groups):
        _, at = number(body, at)
        _, at = number(body, at)  # a type of one byte, which reads as a number of one byte
    return at


def instructions(body: bytes) -> Iterator[Instruction]:
    """Yield the instructions of a body; raises ValueError for one that is not known here."""
    at = after_locals(body)
    while at < len(body):
        operation = body[at]
        at += 1
        first = 0
        if operation in _ONE:
            start = at
            first, at = number(body, at)
            if operation == CONST and body[at - 1] & 0x40:
                first -= 1 << 7 * (at - start)
        elif operation in _TWO:
            first, at = number(body, at)
            _, at = number(body, at)
        elif operation == 0x0E:  # br_table
            many, at = number(body, at)
            for _ in range(many + 1):
                _, at = number(body, at)
        elif operation == 0x1C:  # select of a type
            many, at = number(body, at)
            at += many
        elif operation in (0x43, 0x44):  # floats
            at += 4 if operation == 0x43 else 8
        elif operation == 0xFC and body[at] < len(_BULK):
            for _ in range(1 + _BULK[body[at]]):
                _, at = number(body, at)
        elif operation not in _NONE:
            raise ValueError(f"an instruction {operation:#x} that is not known here")
        yield operation, first


def marked(module: bytes, export: str) -> bytes:
    """Return a module whose functions note that they have run: byte `n` of a memory for the `n`-th body of it.

    The memory is its second and exported by that name. Raises ValueError if it has memories of its own.
    """
    parts = sections(module)
    if any(part.kind == MEMORIES for part in parts) or [one.kind for one in imports(module)].count(MEMORY) != 1:
        raise ValueError("it has more memories than the one that it takes in")
    noted = []
    for place, body in enumerate(bodies(module)):
        start = after_locals(body)
        # i32.const 0, i32.const 1, i32.store8 into memory 1 at `place`
        noted.append(body[:start] + b"\x41\x00\x41\x01\x3a\x40\x01" + written(place) + body[start:])
    given = exported([*exports(module), Export(export, MEMORY, 1)])
    parts = sections(replaced(module, {CODE: code(noted), EXPORTS: given}))
    memory = Section(MEMORIES, vector([b"\0" + written(len(noted) // 65_536 + 1)]))
    early, late = (list(some) for _, some in groupby(parts, lambda part: part.kind in _BEFORE_MEMORIES))
    return joined([*early, memory, *late])
