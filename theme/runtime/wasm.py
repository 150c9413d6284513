"""WebAssembly as far as this build takes it apart: sections, imports, exports.

Bytes are spliced and nothing is encoded anew: what stays is what Pyodide's makers have tested.
"""

from __future__ import annotations

from typing import NamedTuple

IMPORTS, EXPORTS = 2, 7
"""Kinds of sections."""
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
"""Kinds of what is imported and exported."""
_HEAD = b"\0asm\1\0\0\0"


class Section(NamedTuple):
    """One section: its kind and its contents."""

    kind: int
    contents: bytes


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


def imports(module: bytes) -> set[str]:
    """Return the names of what a module takes in; raises ValueError for a kind that is not known."""
    data = section(module, IMPORTS)
    count, at = number(data, 0)
    found = set()
    for _ in range(count):
        size, at = number(data, at)
        size, at = number(data, at + size)  # after the name of the module that it is of
        name = data[at : at + size].decode()
        at += size
        kind = data[at]
        if kind not in (FUNCTION, TABLE, MEMORY, GLOBAL, TAG):
            raise ValueError(f"it takes in {name} of the kind {kind}")
        found.add(name)
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
