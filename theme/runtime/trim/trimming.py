"""What nothing can get at need not travel: functions of the WebAssembly, and their tables.

From what scripts name it is followed what refers to what (referring.py), but for what the code that travels does
without (spare.py). A function that is left out keeps its number and becomes one trap: who calls it all the same ends
Python at once, and the page starts the whole runtime and asks again (theme/browser/asking/runtime.ts). Data that is
left out is zero, and nobody would notice who reads it; so only whole tables are, and none that what stays may refer to.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from theme.runtime.trim import wasm
from theme.runtime.trim.frozen import without_lines
from theme.runtime.trim.referring import References
from theme.runtime.trim.spare import Needed, spare, undocumented

TRAP = b"\0\0\x0b"
"""A body without locals: `unreachable`, the end."""
WHOLE = 4096
"""Bytes that must lie together to be left out: whole tables, and no single texts and numbers."""
ALIGNED = 16
"""Tables begin at a multiple of this. What begins elsewhere is a part of something, or a small thing beside others."""
NEAR = 256
"""Bytes around what is referred to that stay as well, for a distance may be reckoned from before or after a table."""


class Reached(NamedTuple):
    """What is reached."""

    functions: set[int]
    """By their numbers, imported ones first."""
    idle: list[range]
    """Places in the data that are not."""


def trimmed(module: bytes, found: References, needed: Needed) -> bytes:
    """Return the module without what is not reached from what it gives out.

    ``found`` are its references, or those of one that only gives out more.
    """
    data = undocumented(found, without_lines(found))
    stays = reached(module, found, needed)
    left = bytearray(data)
    for idle in stays.idle:
        left[idle.start : idle.stop] = bytes(len(idle))
    bodies = [
        body if number in stays.functions else TRAP for number, body in enumerate(wasm.bodies(module), found.imported)
    ]
    begins = [idle.start for idle in stays.idle]
    written = [
        one.code
        for place, one in found.written.items()
        if not (after := bisect_right(begins, place)) or place not in stays.idle[after - 1]
    ]
    writing = found.relocations - found.imported
    bodies[writing] = b"".join([bodies[writing][: wasm.after_locals(bodies[writing])], *written, TRAP[-1:]])
    section = wasm.section(module, wasm.DATA)
    before = section[: len(section) - len(found.data)]
    return wasm.replaced(module, {wasm.CODE: wasm.coded(bodies), wasm.DATA: before + left})


def reached(module: bytes, found: References, needed: Needed) -> Reached:
    """Return what is reached from what the module gives out, and what is not."""
    without = spare(found, needed)
    starts = _starts(found)

    def piece(place: int) -> int:
        return bisect_right(starts, place) - 1

    written = defaultdict(list)
    for place, one in found.written.items():
        if place not in without.pointers:
            written[piece(place)].append(one)
    names = {one.name for one in wasm.exports(module)}
    functions = {found.relocations}
    places: set[int] = set()
    pieces: set[int] = set()
    called = {found.start, *(number for name, number in found.functions.items() if name in names)}
    pointed = {place for name, place in found.places.items() if name in names}
    while called or pointed:
        functions |= called
        places |= pointed
        seen = {piece(place) for place in pointed if place < len(found.data)} - pieces
        pieces |= seen
        read = [one for place in seen for one in written[place]]
        ran = [found.bodies[number - found.imported] for number in called if number >= found.imported]
        called = {one.function for one in read if one.function is not None}.union(*(body.functions for body in ran))
        called -= functions | without.functions
        pointed = {one.target for one in read if one.target is not None}.union(*(body.all_places for body in ran))
        pointed -= places
    kept = [(place - NEAR, place + NEAR) for place in places if place < len(found.data)]
    kept += [(starts[place], starts[place + 1]) for place in pieces if place + 1 < len(starts)]
    return Reached(functions, list(_idle(sorted(kept), len(found.data))))


def _starts(found: References) -> list[int]:
    """Return where pieces of the data begin, and where the last ends: no table goes on from one into the next."""
    sure = {one.target for one in found.written.values() if one.target is not None}.union(
        found.places.values(), *(body.places for body in found.bodies)
    )
    size = len(found.data)
    return [0, *sorted(place for place in sure if 0 < place < size and place % ALIGNED == 0), size]


def _idle(kept: list[tuple[int, int]], size: int) -> Iterator[range]:
    """Yield what lies between, where it is long enough to be left out."""
    end = 0
    for start, stop in [*kept, (size, size)]:
        if start - end >= WHOLE:
            yield range(end, start)
        end = max(end, stop)
