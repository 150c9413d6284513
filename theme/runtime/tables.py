"""Bytecode and data files as ``inside.py`` reads them: a marshalled pair of dictionaries.

The first names for each module its path and code, the second the contents of everything else by its path. Run as a
program of its own, where nothing else has happened, with everything held and each text once: marshal writes down
whether anything else in its process refers to a text, and whether Python keeps it for all, and the same bytes are to be
written each time.

    python tables.py ROOT ARCHIVE TABLE SLIM

Takes the archive of bytecode whose files would lie below ROOT on a disk, and writes the table and a slim one.
"""

import marshal
import sys
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count, pairwise
from opcode import hasconst, opmap
from pathlib import Path
from types import CodeType
from typing import cast

LOAD, STORE = opmap["LOAD_CONST"], opmap["STORE_NAME"]
MAKE, ADORN, TUPLE, WIDER = (
    opmap[name] for name in ("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE", "BUILD_TUPLE", "EXTENDED_ARG")
)
_ANNOTATIONS, _CLOSURE = 4, 8  # arguments of ADORN
PYC_HEADER = 16  # bytes before the code object in a bytecode file: magic number, flags, hash of the source
_FUNCTION = 0x3  # flags of its code: locals of its own, and each has its place
_MORE = 0x4, 0x8  # flags of its code: it takes *args, it takes **kwargs
_UNSAID = "."  # for classes and modules; of a class without any, `dataclasses` works one out


def table(contents: Mapping[str, bytes], root: str, *, slim: bool = False) -> bytes:
    """Return these files as a table; a slim one has no lines of code and no documentation."""
    codes: dict[str, tuple[str, CodeType]] = {}
    files: dict[str, bytes] = {}
    for name in sorted(contents):
        if name.endswith(".pyc"):
            path = name.removesuffix("c")
            module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            code = marshal.loads(contents[name][PYC_HEADER:])
            codes[module] = (f"{root}/{path}", slimmed(code) if slim else code)
        else:
            files[f"{root}/{name}"] = contents[name]
    texts = _kept(code for _, code in codes.values())
    modules = {module: (path, _settled(code, texts)) for module, (path, code) in codes.items()}
    held = [*_parts(modules)]
    written = marshal.dumps((modules, files))
    del held
    return written


def _parts(value: object) -> Iterator[object]:
    """Give every value within a value, those of code among them."""
    yield value
    within: Iterable[object] = ()
    if isinstance(value, dict):
        within = (value.keys(), value.values())
    elif isinstance(value, CodeType):
        within = (
            value.co_consts, value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars,
            value.co_filename, value.co_name, value.co_qualname,
        )  # fmt: skip
    elif isinstance(value, Collection) and not isinstance(value, str | bytes):
        within = value
    for one in within:
        yield from _parts(one)


def _settled[T](value: T, texts: dict[str, str]) -> T:
    """Return a constant with each text as one object: these, or new ones."""
    settled: object = value
    if isinstance(value, CodeType):
        settled = value.replace(co_consts=_settled(value.co_consts, texts))
    elif isinstance(value, tuple):
        settled = tuple(_settled(one, texts) for one in value)
    elif isinstance(value, frozenset):
        settled = frozenset(_settled(one, texts) for one in value)
    elif isinstance(value, str):
        settled = texts.setdefault(value, value[:1] + value[1:])
    return cast("T", settled)


def _kept(modules: Iterable[CodeType]) -> dict[str, str]:
    """Return the texts that Python keeps once for all its process: what code is called, and what looks like a name.

    A constant may be the very text by which code is called, or be written alike, as whatever was read before has it.
    """
    found: dict[str, str] = {}
    for value in _parts(list(modules)):
        if isinstance(value, CodeType):
            found |= {text: sys.intern(text) for text in (value.co_filename, value.co_name, value.co_qualname)}
        elif isinstance(value, str) and (len(value) < 2 or (value.isascii() and value.replace("_", "a").isalnum())):
            found[value] = sys.intern(value)
    return found


def slimmed(code: CodeType) -> CodeType:
    """Return code without what only its readers need: lines, documentation, types, names of its own variables.

    Its functions are called what they are called in their class or module. What they take keeps its names.
    """
    constants = [slimmed(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    pairs = list(zip(code.co_code[::2], code.co_code[1::2], strict=True))
    function = code.co_flags & _FUNCTION == _FUNCTION and not code.co_name.startswith("<")  # no generator, no lambda
    if function and isinstance(constants[0], str) and not {(taking, 0) for taking in hasconst} & {*pairs}:
        constants[0] = None
    for (before, constant), (after, name) in pairwise(pairs):
        if (before, after) == (LOAD, STORE) and code.co_names[name] == "__doc__":
            constants[constant] = _UNSAID
    for constant in _annotations(code):
        constants[constant] = ()
    # A table that is empty breaks tracebacks; this one says of eight instructions at a time that nothing is known.
    whole, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * whole + (bytes([0xF7 + rest]) if rest else b"")
    return code.replace(
        co_consts=tuple(constants), co_linetable=nowhere, co_qualname=code.co_name, co_varnames=_variables(code)
    )


def _variables(code: CodeType) -> tuple[str, ...]:
    """Return what the variables of code are called: those that are a function's alone by their number."""
    if code.co_flags & _FUNCTION != _FUNCTION:
        return code.co_varnames
    taken = code.co_argcount + code.co_kwonlyargcount + sum(bool(code.co_flags & flag) for flag in _MORE)
    known = {*code.co_varnames[:taken], *code.co_cellvars, *code.co_freevars}
    free = (name for number in count() if (name := f"v{number}") not in known)
    own = (name if name in known else next(free) for name in code.co_varnames[taken:])
    return (*code.co_varnames[:taken], *own)


def _annotations(code: CodeType) -> set[int]:
    """Return which constants are annotations of functions that the code makes, as texts, and are nothing else."""
    steps: list[tuple[int, int]] = []
    wide = 0
    for instruction, argument in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        wide = wide << 8 | argument
        if instruction != WIDER:
            steps.append((instruction, wide))
            wide = 0
    loaded = Counter(argument for instruction, argument in steps if instruction == LOAD)
    found = Counter[int]()
    for at, step in enumerate(steps):
        if step != (ADORN, _ANNOTATIONS):
            continue
        before = at - 1
        while steps[before][0] == ADORN:
            before -= 1
        if steps[before][0] != MAKE:
            continue
        closed = (ADORN, _CLOSURE) in steps[before:at]
        before -= 2  # over the function's own code
        if closed:  # over what it closes over
            if steps[before][0] != TUPLE:
                continue
            before -= 1 + steps[before][1]
        instruction, constant = steps[before]
        if instruction == LOAD and _are_texts(code.co_consts[constant]):
            found[constant] += 1
    return {constant for constant, number in found.items() if number == loaded[constant]}


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def main(root: str, archive: str, whole: str, slim: str) -> None:
    """Write both tables."""
    with zipfile.ZipFile(archive) as opened:
        contents = {name: opened.read(name) for name in opened.namelist()}
    Path(whole).write_bytes(table(contents, root))
    Path(slim).write_bytes(table(contents, root, slim=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
