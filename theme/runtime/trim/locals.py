"""Which locals of a function hold a base of addresses, and where."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from theme.runtime.trim.wasm import BLOCKS, ELSE, END, GLOBAL_GET, LOCAL_GET, LOCAL_SET, LOCAL_TEE, LOOP, Instruction

Held = dict[int, frozenset[int | None]]
"""What locals may hold: the globals that are bases, and None for anything else."""
_OTHER: frozenset[int | None] = frozenset([None])


def bases(code: Sequence[Instruction], known: Collection[int]) -> Iterator[tuple[int, frozenset[int | None]]]:
    """Yield where a base comes onto the stack, and which; None beside it means that it may be something else as well.

    ``known`` are the globals that hold bases. Locals are followed through blocks and loops: after one, and in a loop
    from its first instruction, each may hold whatever is put into it anywhere within.
    """
    put = _put(code, known)
    interesting = {local for local, what in put[-1].items() if what != _OTHER}
    held: Held = dict.fromkeys(interesting, _OTHER)
    within: list[tuple[int, Held]] = []
    before = code[0]
    for place, one in enumerate(code):
        if one.code in BLOCKS:
            within.append((place, held))
            held = _joined(held, put[place]) if one.code == LOOP else held
        elif one.code in ELSE and within:
            held = _joined(within[-1][1], put[within[-1][0]])
        elif one.code in END and within:
            opened, entered = within.pop()
            held = _joined(entered, put[opened])
        elif one.code == GLOBAL_GET and one.number in known:
            yield place, frozenset([one.number])
        elif one.code == LOCAL_GET and held.get(one.number, _OTHER) != _OTHER:
            yield place, held[one.number]
        elif one.code in (LOCAL_SET, LOCAL_TEE) and one.number in interesting:
            what = _what(before, known)
            held = {**held, one.number: what}
            if one.code == LOCAL_TEE and what != _OTHER:
                yield place, what
        before = one


def _what(source: Instruction, known: Collection[int]) -> frozenset[int | None]:
    return frozenset([source.number]) if source.code == GLOBAL_GET and source.number in known else _OTHER


def _put(code: Sequence[Instruction], known: Collection[int]) -> dict[int, Held]:
    """Return what is put into locals within each block, by where it opens; within the whole function by -1."""
    found: dict[int, Held] = {-1: {}}
    within = [-1]
    before = code[0]
    for place, one in enumerate(code):
        if one.code in BLOCKS:
            within.append(place)
            found[place] = {}
        elif one.code in END and len(within) > 1:
            inner = found[within.pop()]
            for local, what in inner.items():
                _add(found[within[-1]], local, what)
        elif one.code in (LOCAL_SET, LOCAL_TEE):
            _add(found[within[-1]], one.number, _what(before, known))
        before = one
    return found


def _add(held: Held, local: int, what: frozenset[int | None]) -> None:
    held[local] = held.get(local, frozenset()) | what


def _joined(held: Held, put: Held) -> Held:
    return {local: what | put.get(local, frozenset()) for local, what in held.items()}
