"""What refers to what in Pyodide's WebAssembly: functions to functions and to data, data to data and to functions.

It is independent of its position. An address in the data stands in code as a constant that is added to `__memory_base`,
a function whose address is taken as one that is added to `__table_base`, each at once or by way of a local or a global.
Where it is at once, the constant is known for what it is. In a function where it is not, any constant might be one that
is not surely something else. Addresses within the data are written there by one function, before anything else runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from theme.runtime.trim import wasm
from theme.runtime.trim.locals import bases
from theme.runtime.trim.wasm import (
    ADD,
    CALL,
    CONST,
    GLOBAL_GET,
    GLOBAL_SET,
    LOCAL_SET,
    LOCAL_TEE,
    STORE,
    SUBTRACT,
    Instruction,
)

RELOCATIONS = "__wasm_apply_data_relocs"
_BASES = ("__memory_base", "__table_base")
_SEGMENT = b"\x01\x00\x23\x00\x0b"  # one, which goes into memory at the first global
_ELEMENTS = b"\x01\x00\x23\x02\x0b"  # one, which goes into the table at the third

_TAKEN = {*range(0x45, 0x50), *range(0x6C, 0x79), *range(0x36, 0x3F), 0x04, 0x0D, 0x0E, 0x0F}
"""Instructions that a constant right before them goes into as no address: comparisons, products, bits, what is stored,
what is decided by and returned. (What is added goes on as another number; what is stored is whole by then.)"""


class Body(NamedTuple):
    """What one function refers to."""

    functions: frozenset[int]
    """Functions that it calls, or whose address it takes."""
    places: frozenset[int]
    """Places in the data, as distances from its first byte."""
    perhaps: frozenset[int] = frozenset()
    """Numbers that might be places."""

    @property
    def all_places(self) -> frozenset[int]:
        """Both."""
        return self.places | self.perhaps


class Relocation(NamedTuple):
    """What is written into the data when the module starts."""

    target: int | None
    """The place whose address it is, if it is one in the data,"""
    function: int | None
    """or the function."""
    code: bytes
    """The instructions that write it."""


@dataclass(frozen=True)
class References:
    """What refers to what; functions by their numbers, imported ones first."""

    imported: int
    """How many functions are imported."""
    bodies: Sequence[Body]
    """Of each function of the module's own; that of `relocations` and that of `start` refer to nothing here."""
    relocations: int
    """The function that writes addresses into the data."""
    start: int
    """The function that runs first, and fills globals with addresses."""
    data: bytes
    written: dict[int, Relocation]
    """What is written into the data, by the place where it is."""
    functions: dict[str, int]
    """What the module gives out by name,"""
    places: dict[str, int]
    """and the places in its data."""


def references(module: bytes) -> References:
    """Return what refers to what; raises ValueError if the module is not built as this takes for granted."""
    taken = wasm.imports(module)
    imported = [one.kind for one in taken].count(wasm.FUNCTION)
    globals_in = [one.name for one in taken if one.kind == wasm.GLOBAL]
    memory, table = map(globals_in.index, _BASES)
    relocations = next(one.number for one in wasm.exports(module) if one.name == RELOCATIONS)
    start, _ = wasm.number(wasm.section(module, wasm.START), 0)
    bodies = wasm.bodies(module)
    addresses = _Addresses(memory, table, _table(module), {}, {})
    addresses.fill(wasm.instructions(bodies[start - imported]))
    apart = (start - imported, relocations - imported)
    nothing = Body(frozenset(), frozenset())
    data = wasm.section(module, wasm.DATA)
    if not data.startswith(_SEGMENT):
        raise ValueError("its data is not one piece that begins at the first global")
    size, first = wasm.number(data, len(_SEGMENT))
    found = [nothing if place in apart else addresses.body(body, size) for place, body in enumerate(bodies)]
    written = dict(addresses.relocations(bodies[relocations - imported]))
    given = wasm.exports(module)
    functions = {one.name: one.number for one in given if one.kind == wasm.FUNCTION}
    own = dict(enumerate(wasm.constants(module), len(globals_in)))
    places = {one.name: own[one.number] for one in given if one.kind == wasm.GLOBAL and one.number in own}
    return References(imported, found, relocations, start, data[first:], written, functions, places)


def _table(module: bytes) -> list[int]:
    elements = wasm.section(module, wasm.ELEMENTS)
    if not elements.startswith(_ELEMENTS):
        raise ValueError("its table is not one piece that begins at the third global")
    count, at = wasm.number(elements, len(_ELEMENTS))
    found = []
    for _ in range(count):
        function, at = wasm.number(elements, at)
        found.append(function)
    return found


@dataclass(frozen=True)
class _Addresses:
    """How addresses are told from other constants."""

    memory: int
    """The global that holds where the data begins,"""
    table: int
    """and the one that holds where the functions do whose addresses are taken."""
    functions: Sequence[int]
    """Those functions."""
    places: dict[int, int]
    """Globals that hold a place in the data,"""
    pointers: dict[int, int]
    """and those that hold a function."""

    def fill(self, code: Iterator[Instruction]) -> None:
        """Learn what globals hold, from the function that fills them."""
        last: list[Instruction] = []
        for one in code:
            if one.code == GLOBAL_SET:
                base, *then = last
                distance = _added(*then[:2]) if len(then) == 2 else None
                if base.code != GLOBAL_GET or base.number not in (self.memory, self.table) or distance is None:
                    raise ValueError("globals are filled in a way that is not known here")
                if base.number == self.memory:
                    self.places[one.number] = distance
                else:
                    self.pointers[one.number] = self.functions[distance]
            last = [*last[-2:], one]

    def body(self, body: bytes, size: int) -> Body:
        """Return what a function refers to; `size` is that of the data."""
        code = list(wasm.instructions(body))
        functions, places = set(), set()
        perhaps: set[int] = set()
        loose: set[int | None] = set()
        for one in code:
            if one.code == CALL:
                functions.add(one.number)
            elif one.code == GLOBAL_GET and one.number in self.places:
                places.add(self.places[one.number])
            elif one.code == GLOBAL_GET and one.number in self.pointers:
                functions.add(self.pointers[one.number])
        for place, held in bases(code, (self.memory, self.table)):
            one, then = code[place : place + 2]
            distance = _added(*code[place + 1 : place + 3])
            if distance is None:
                if one.code != GLOBAL_GET or then.code not in (LOCAL_SET, LOCAL_TEE):
                    loose |= held
                continue
            if self.memory in held:
                (places if len(held) == 1 else perhaps).add(distance)
            if self.table in held and distance < len(self.functions):
                functions.add(self.functions[distance])
        if loose:
            numbers = _numbers(code)
            if self.memory in loose:
                perhaps |= {number for number in numbers if 0 <= number < size}
            if self.table in loose:
                functions |= {self.functions[number] for number in numbers if 0 <= number < len(self.functions)}
        return Body(frozenset(functions), frozenset(places), frozenset(perhaps))

    def relocations(self, body: bytes) -> Iterator[tuple[int, Relocation]]:
        """Yield where something is written into the data, and what; raises ValueError for what is no such thing."""
        chunk: list[Instruction] = []
        for one in wasm.instructions(body):
            chunk.append(one)
            if one.code != STORE:
                continue
            (into, *where), (base, *more) = chunk[:3], chunk[3:-1]
            place, distance = _added(*where), _added(*more) if more else 0
            known = (into.code, base.code, into.number) == (GLOBAL_GET, GLOBAL_GET, self.memory)
            if not known or place is None or distance is None:
                raise ValueError("addresses are written into its data in a way that is not known here")
            target = distance if base.number == self.memory else None
            function = self.functions[distance] if base.number == self.table else None
            yield place, Relocation(target, function, body[chunk[0].at : _end(body, one)])
            chunk = []


def _end(body: bytes, store: Instruction) -> int:
    """Return where an instruction that stores ends: after its alignment and its offset."""
    _, at = wasm.number(body, store.at + 1)
    return wasm.number(body, at)[1]


def _added(constant: Instruction, then: Instruction | None = None) -> int | None:
    """Return what two instructions add to what comes before them, if they do; subtracting may be shorter to write."""
    if constant.code != CONST or then is None or then.code not in (ADD, SUBTRACT):
        return None
    return constant.number if then.code == ADD else -constant.number


def _numbers(code: Sequence[Instruction]) -> set[int]:
    """Return the constants of a function that may become addresses, and what is added to those in memory."""
    found = {one.offset for one in code}
    for one, then in pairwise(code):
        if one.code == CONST and then.code not in _TAKEN:
            found.add(-one.number if then.code == SUBTRACT else one.number)
    return found


def text(data: bytes, place: int) -> bytes:
    """Return the text of C's that begins at a place."""
    return data[place : data.index(b"\0", place)]
