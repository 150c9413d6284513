"""What of Python's own the code that travels does without, though Python's tables refer to it.

Who needs it all the same meets a trap, or frozen code that is none: both are loud, and the bundle has everything.
"""

from __future__ import annotations

import marshal
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from theme.runtime.trim.frozen import alone, frozen
from theme.runtime.trim.referring import References, text
from theme.runtime.trim.words import words_of

_DOCUMENTED = b")\n--\n\n"
"""Stands between the signature and the text of a documentation, which is for people alone."""
_SPELLING = b"CJK UNIFIED IDEOGRAPH-"
"""What the functions that name characters put a name together from."""
_INITIAL = "PyInit_"
"""What the function that makes a module is called, before the module's name."""
_FLAGS = range(1, 0x400)
"""How a method takes its arguments."""
_WORD = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\0")


class Needed(NamedTuple):
    """What the code that travels takes of Python's own."""

    words: Collection[str]
    """Every name and every word in it."""
    modules: Collection[str]
    """The modules that it takes in of those that are no files."""


class Spare(NamedTuple):
    """What is not followed though it is referred to."""

    functions: frozenset[int]
    """Functions, whoever calls them."""
    pointers: frozenset[int]
    """What is written at these places in the data."""


def spare(found: References, needed: Needed) -> Spare:
    """Return what the code that travels does without.

    - Methods whose name stands nowhere in it: neither in Python's code nor in C's.
    - Modules that it does not take in, in C or frozen.
    - The names of characters, which only text with ``\\N{…}`` in it takes to be compiled.
    """
    words = {*needed.words, *(word for code in alone(found) for word in words_of(code))}
    pointers = set()
    for one in frozen(found):
        if one.name in needed.modules:
            words.update(words_of(marshal.loads(found.data[one.code.start : one.code.stop])))
        else:
            pointers.add(one.pointer)
    unmade = {
        function
        for name, function in found.functions.items()
        if name.startswith(_INITIAL) and name.removeprefix(_INITIAL) not in needed.modules
    }
    spelling = {
        number
        for number, body in enumerate(found.bodies, found.imported)
        if any(found.data.startswith(_SPELLING, place) for place in body.places)
    }
    return Spare(frozenset(unmade | spelling), frozenset(pointers.union(_unnamed(found, words))))


def _unnamed(found: References, words: Collection[str]) -> Iterator[int]:
    """Yield where the functions of methods are written that nothing calls by their name."""
    methods = defaultdict(list)  # by where their name is
    elsewhere: set[int | None] = set()
    for place, one in found.written.items():
        if one.target is not None and _is_method(found, place):
            methods[one.target].append(place + 4)
        else:
            elsewhere.add(one.target)
    elsewhere.update(*(body.all_places for body in found.bodies))
    spoken = {word[1] for word in _WORD.finditer(found.data) if word.start() not in methods}
    for name, functions in methods.items():
        called = text(found.data, name)
        if not (name in elsewhere or called in spoken or called.decode() in words or called.startswith(b"__")):
            yield from functions


def _is_method(found: References, place: int) -> bool:
    """Whether a name is written here that a function, flags and perhaps a documentation follow."""
    function, flags, documentation = (found.written.get(place + step) for step in (4, 8, 12))
    if function is None or function.function is None or flags is not None:
        return False
    how, nothing = (int.from_bytes(found.data[at : at + 4], "little") for at in (place + 8, place + 12))
    return how in _FLAGS and (nothing == 0 if documentation is None else documentation.target is not None)


def undocumented(found: References, data: bytes) -> bytes:
    """Return the data without what documentations say after the signature."""
    # The end of a text may be a text of its own: the word that it ends with, say.
    begun = sorted(
        {one.target for one in found.written.values() if one.target is not None}.union(
            *(body.all_places for body in found.bodies)
        )
    )
    left = bytearray(data)
    at = left.find(_DOCUMENTED)
    while at >= 0:
        at += len(_DOCUMENTED)
        later = bisect_right(begun, at)
        end = min([left.index(b"\0", at), *begun[later : later + 1]])
        left[at:end] = bytes(end - at)
        at = left.find(_DOCUMENTED, at)
    return bytes(left)
