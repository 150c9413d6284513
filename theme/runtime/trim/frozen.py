"""The modules that are frozen into Pyodide's WebAssembly: their code lies in its data."""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from types import CodeType
from typing import NamedTuple

from theme.runtime.tables import slimmed
from theme.runtime.trim.referring import References, text

_CODE = b"\xe3\0\0\0\0"
"""What frozen code begins with: the kind, and that it takes no arguments."""
_PLAIN = 2
"""The last version of marshal's format that does not depend on what else in the process refers to a text."""


class Frozen(NamedTuple):
    """One entry in the list of frozen modules."""

    name: str
    pointer: int
    """Where it is written in the data where the code lies,"""
    code: range
    """and that place."""


def frozen(found: References) -> Iterator[Frozen]:
    """Yield the frozen modules: each is a name, its code, and the length of that."""
    for place, one in found.written.items():
        name, target = found.written.get(place - 4), one.target
        if name is None or name.target is None or target is None or place + 4 in found.written:
            continue
        length = int.from_bytes(found.data[place + 4 : place + 8], "little")
        if found.data.startswith(_CODE, target) and 0 < length <= len(found.data) - target:
            yield Frozen(text(found.data, name.target).decode("latin-1"), place, range(target, target + length))


def alone(found: References) -> Iterator[CodeType]:
    """Yield the code that is in no list of frozen modules, as C runs it by itself."""
    for place in set().union(*(body.places for body in found.bodies)):
        if found.data.startswith(_CODE, place):
            yield marshal.loads(found.data[place:])


def without_lines(found: References) -> bytes:
    """Return the data with frozen code that knows neither its lines nor its documentation, where that is shorter."""
    left = bytearray(found.data)
    for one in frozen(found):
        short = marshal.dumps(slimmed(marshal.loads(found.data[one.code.start : one.code.stop])), _PLAIN)
        if len(short) <= len(one.code):
            left[one.code.start : one.code.stop] = short.ljust(len(one.code), b"\0")
    return bytes(left)
