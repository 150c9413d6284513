"""What is never called need not travel: functions of the WebAssembly that never ran are left out, and their tables.

A function that is left out keeps its number and becomes one trap: who calls it all the same ends Python at once, and
the page starts the whole runtime and asks again (theme/browser/runtime.js). Data that is left out is zero, and nobody
would notice who reads it. So only what no remaining function can get at is left out. This WebAssembly is independent of
its position, so an address stands in code as a distance from `__memory_base`, always that of the start of something, or
in a global; and addresses within data are written by one function. From there it is followed what refers to what. In
doubt a constant is taken for an address, and what nothing tells apart belongs together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from theme.runtime import wasm
from theme.runtime.wasm import ADD, CALL, COMPARED, CONST, GLOBAL_GET, GLOBAL_SET, STORE, Instruction

TRAP = b"\0\0\x0b"
"""A body without locals: `unreachable`, the end."""
_MEMORY_BASE = "__memory_base"
_RELOCATIONS = "__wasm_apply_data_relocs"
_SEGMENTS = b"\x01\x00\x23\x00\x0b"  # one, that goes into memory at the first global
WHOLE = 4096
"""Bytes that must lie together to be left out: whole tables, and no single texts and numbers."""
_NUMBERS = {0x10FFFF, *(1 << bit for bit in range(12, 32))}
"""Constants that are no addresses where they only might be some: the last character of all, and single bits."""
_DOCUMENTED = b")\n--\n\n"
"""Stands between the signature and the text of a documentation, which is for people alone."""
_WORD = re.compile(r"[\w$]+")
_ADDRESS = re.compile(r'var ([\w$]+)=Module\["[\w$]+"\]=(\d+(?:e\d+)?);')
_FIRST = 1024  # where the glue puts the memory's first byte


class Facts(NamedTuple):
    """What is known of the data before anything is left out, all as distances from its first byte."""

    starts: set[int]
    """Where something begins."""
    used: set[int]
    """What code that stays, and the glue, may refer to."""
    links: list[tuple[int, int]]
    """Where in the data an address is written, and which."""


def trimmed(module: bytes, ran: Container[int], glue: str) -> bytes:
    """Return the module without what only functions use that did not run.

    ``ran`` tells the places of those that did, among the module's own; ``glue`` is the script around it, and what it
    names stays as well. Raises ValueError if the module is not built as this takes for granted.
    """
    given = wasm.exports(module)
    taken = [one.kind for one in wasm.imports(module)].count(wasm.FUNCTION)
    every = wasm.bodies(module)
    names = Counter(_WORD.findall(glue))
    # Each is named once where the glue gets hold of it, and once more under Module with an underscore before it.
    named = {
        export.number - taken
        for export in given
        if export.kind == wasm.FUNCTION and (names[export.name] > 1 or names[f"_{export.name}"] > 2)
    }
    stays = [place in ran or place in named for place in range(len(every))]
    data = wasm.section(module, wasm.DATA)
    if not data.startswith(_SEGMENTS):
        raise ValueError("its data is not one piece that begins at the first global")
    _, first = wasm.number(data, len(_SEGMENTS))
    left = without_tables(data[first:], _facts(module, every, stays, taken, glue))
    return wasm.replaced(
        module,
        {
            wasm.CODE: wasm.code([body if stay else TRAP for body, stay in zip(every, stays, strict=True)]),
            wasm.EXPORTS: wasm.exported(
                [one for one in given if one.kind != wasm.FUNCTION or one.number < taken or stays[one.number - taken]]
            ),
            wasm.DATA: data[:first] + left,
        },
    )


def _facts(module: bytes, every: list[bytes], stays: list[bool], taken: int, glue: str) -> Facts:
    globals_in = [one.name for one in wasm.imports(module) if one.kind == wasm.GLOBAL]
    base = globals_in.index(_MEMORY_BASE)
    start = wasm.number(wasm.section(module, wasm.START), 0)[0] - taken
    relocations = next(one.number for one in wasm.exports(module) if one.name == _RELOCATIONS) - taken
    held = _held(wasm.instructions(every[start]), base)
    links = _links(wasm.instructions(every[relocations]), base)
    takes = wasm.parameters(module)
    starts, used = set(held.values()), set()
    names = Counter(_WORD.findall(glue))
    for name, written in _ADDRESS.findall(glue):
        starts.add(int(float(written)) - _FIRST)
        if names[name] > 2:
            used.add(int(float(written)) - _FIRST)
    for place, body in enumerate(every):
        if place in (start, relocations):
            continue
        sure, likely = _addresses(list(wasm.instructions(body)), base, held, takes)
        starts |= sure
        if stays[place]:
            used |= sure | likely
    return Facts(starts, used, links)


def _held(code: Iterable[Instruction], base: int) -> Mapping[int, int]:
    """Return the addresses that globals hold, from the function that fills them."""
    last: list[Instruction] = []
    found = {}
    for one in code:
        last = [*last[-3:], one]
        if [code for code, _ in last] == [GLOBAL_GET, CONST, ADD, GLOBAL_SET] and last[0][1] == base:
            found[one[1]] = last[1][1]
    return found


def _links(code: Iterable[Instruction], base: int) -> list[tuple[int, int]]:
    """Return where addresses are written into data, and which; raises ValueError for what is no such thing."""
    found = []
    chunk: list[Instruction] = []
    for one in code:
        chunk.append(one)
        if one[0] != STORE:
            continue
        place, value = chunk[:3], chunk[3:]
        if [code for code, _ in place] != [GLOBAL_GET, CONST, ADD] or place[0][1] != base:
            raise ValueError("addresses are written into its data in a way that is not known here")
        if value[0] == (GLOBAL_GET, base):
            found.append((place[1][1], next((number for code, number in value if code == CONST), 0)))
        chunk = []
    return found


def _addresses(
    code: list[Instruction], base: int, held: Mapping[int, int], takes: list[int]
) -> tuple[set[int], set[int]]:
    """Return the addresses that stand in code: those that surely do, and what else might be one.

    None is what is compared or handed to a function as it stands; ``takes`` tells how many values each of them takes.
    """
    sure, likely = set(), set()
    plain = True  # whether `__memory_base` is always added at once
    for place, (operation, number) in enumerate(code):
        if operation == GLOBAL_GET and number == base:
            (after, distance), (then, _) = code[place + 1 : place + 3]
            if after == CONST and then == ADD:
                sure.add(distance)
            else:
                plain = False
        elif operation == GLOBAL_GET and number in held:
            sure.add(held[number])
        elif operation == CONST and number not in _NUMBERS:
            after, which = code[place + 1]
            if after not in COMPARED and not (after == CALL and takes[which]):
                likely.add(number)
    return sure, set() if plain else likely


def without_tables(data: bytes, facts: Facts) -> bytes:
    """Return the data with zeroes where nothing that stays refers to."""
    # Texts may share their ends: what does not follow a zero is not told apart from what comes before it.
    starts = [0, *sorted(at for at in facts.starts if 0 < at < len(data) and not data[at - 1])]
    ends = [*starts[1:], len(data)]

    def piece(at: int) -> int:
        return bisect_right(starts, at) - 1

    linked: dict[int, list[int]] = {}
    for at, target in facts.links:
        if 0 <= target < len(data):
            linked.setdefault(piece(at), []).append(piece(target))
    waiting = [piece(at) for at in facts.used if 0 <= at < len(data)]
    kept = set()
    while waiting:
        at = waiting.pop()
        if at not in kept:
            kept.add(at)
            waiting += linked.get(at, [])
    left = bytearray(data)
    begin = 0
    for place in range(len(starts)):
        if place in kept:
            begin = ends[place]
        elif (place + 1 == len(starts) or place + 1 in kept) and ends[place] - begin >= WHOLE:
            left[begin : ends[place]] = bytes(ends[place] - begin)
    inside = sorted({*facts.starts, *facts.used, *(target for _, target in facts.links)})
    at = left.find(_DOCUMENTED)
    while at >= 0:
        at += len(_DOCUMENTED)
        end = left.find(b"\0", at)
        # The end of a text may be a text of its own: the word that it ends with, say.
        later = inside[bisect_right(inside, at) :]
        end = min([end, *later[:1]])
        left[at:end] = bytes(end - at)
        at = left.find(_DOCUMENTED, end)
    return bytes(left)
