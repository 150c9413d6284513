"""What the code that travels names: words, of which names may be made, and modules that it takes in."""

from __future__ import annotations

import io
import marshal
import re
import zipfile
from collections.abc import Iterator, Mapping
from opcode import opmap
from types import CodeType

from theme.runtime.tables import PYC_HEADER

_WORD = re.compile(r"[^\W\d]\w*")
_SCRIPTS = ("loader", "glue")
_TABLES = ("modules", "package")
_IMPORT, _EXTENDED = opmap["IMPORT_NAME"], opmap["EXTENDED_ARG"]
_UNASKED = {"_socket"}
"""Modules that are taken in for one thing that nobody asks for: a type of `types`."""


def words(parts: Mapping[str, bytes]) -> frozenset[str]:
    """Return the words of all parts of a bundle, by their names in `FILES`, that are Python or script."""
    scripts = (word for part in _SCRIPTS for word in _WORD.findall(parts[part].decode()))
    return frozenset(scripts).union(*map(words_of, _modules(parts)))


def imported(parts: Mapping[str, bytes]) -> frozenset[str]:
    """Return the names of modules that they may take in, early or late."""
    return frozenset().union(*map(_imports, _modules(parts))) - _UNASKED


def _modules(parts: Mapping[str, bytes]) -> Iterator[CodeType]:
    for part in _TABLES:
        modules: dict[str, tuple[str, CodeType]] = marshal.loads(parts[part])[0]
        for _, code in modules.values():
            yield code
    with zipfile.ZipFile(io.BytesIO(parts["stdlib"])) as archive:
        for name in archive.namelist():
            yield marshal.loads(archive.read(name)[PYC_HEADER:])


def words_of(constant: object) -> Iterator[str]:
    """Yield the words of one constant, as a module's code is one."""
    if isinstance(constant, CodeType):
        yield from constant.co_names
        yield from words_of(constant.co_consts)
    elif isinstance(constant, str):
        yield from _WORD.findall(constant)
    elif isinstance(constant, tuple | frozenset):
        for one in constant:
            yield from words_of(one)


def _imports(code: CodeType) -> Iterator[str]:
    high = 0
    for operation, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        if operation == _IMPORT:
            yield code.co_names[high | low]
        high = (high | low) << 8 if operation == _EXTENDED else 0
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _imports(constant)
