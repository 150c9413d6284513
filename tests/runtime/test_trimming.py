"""What nothing refers to is left out of the WebAssembly, on a small one written by hand, and nothing else."""

from __future__ import annotations

import marshal
import struct
from collections.abc import Iterable

import pytest

from theme.runtime.builder import Served, lightest
from theme.runtime.errors import RuntimeBuildError
from theme.runtime.trim import wasm
from theme.runtime.trim.frozen import frozen
from theme.runtime.trim.locals import bases
from theme.runtime.trim.referring import RELOCATIONS, References, references
from theme.runtime.trim.spare import Needed, spare, undocumented
from theme.runtime.trim.trimming import TRAP, WHOLE, reached, trimmed
from theme.runtime.trim.wasm import (
    ADD,
    CALL,
    CONST,
    GLOBAL_GET,
    GLOBAL_SET,
    LOCAL_GET,
    LOCAL_SET,
    LOCAL_TEE,
    STORE,
    SUBTRACT,
)

MEMORY, STACK, TABLE = range(3)
LOAD, EQUAL, DROP, END, BLOCK, LOOP, BRANCH = 0x28, 0x46, 0x1A, 0x0B, 0x02, 0x03, 0x0D
NOTHING = 0x40


def code(*instructions: tuple[int, ...]) -> bytes:
    """A body without locals; numbers are LEB128, constants signed."""
    out = bytearray(b"\0")
    for operation, *numbers in instructions:
        out.append(operation)
        for number in numbers:
            out += signed(number) if operation == CONST else wasm.written(number)
    return bytes([*out, END])


def signed(number: int) -> bytes:
    out = bytearray()
    while not -64 <= number < 64:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number & 0x7F])


def address(distance: int, base: int = MEMORY) -> list[tuple[int, ...]]:
    return [(GLOBAL_GET, base), (CONST, distance), (ADD,)]


def writing(place: int, value: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [*address(place), *value, (STORE, 2, 0)]


# Where things lie in the data of the small module. Texts come first, then tables, each as long as is worth leaving out.
NAMES = {"used": 16, "spare": 32, "called": 48, "kept": 64, "lost": 80}
METHODS, CALLER, ENDS = 96, 144, 160
FROZEN = 176
READ, IDLE, WALKED, PERHAPS, LATE, LOST = TABLES = [512 + 3 * WHOLE * number for number in range(6)]
SIZE = LOST + 3 * WHOLE
EMPTY = compile("", "frozen", "exec")
FROZEN_CODE = marshal.dumps(EMPTY)
IMPORTED = 1
OWN = {
    name: number
    for number, name in enumerate(
        ["start", "write", "main", "helper", "never", "used", "spare", "called", "PyInit_absent", "loose", "late"],
        IMPORTED,
    )
}
IN_TABLE = [OWN[name] for name in ("used", "spare", "called", "PyInit_absent", "late")]


def small() -> bytes:
    """A module built as Pyodide's is: its `main` uses some of what is in it."""
    data = bytearray(b"\xaa" * SIZE)
    data[:512] = bytes(512)
    for name, place in NAMES.items():
        data[place : place + len(name)] = name.encode()
    for place in (METHODS, METHODS + 16):
        data[place + 8] = 4  # how it takes its arguments
    data[ENDS : ENDS + 12] = b"f($x)\n--\n\nlo"
    data[FROZEN + 8] = data[FROZEN + 24] = len(FROZEN_CODE)
    for place in (READ + 512, LOST):
        data[place : place + len(FROZEN_CODE)] = FROZEN_CODE
    written = [
        *writing(METHODS, address(NAMES["used"])),
        *writing(METHODS + 4, [(GLOBAL_GET, TABLE)]),
        *writing(METHODS + 16, address(NAMES["spare"])),
        *writing(METHODS + 20, address(1, TABLE)),
        *writing(CALLER, address(2, TABLE)),
        *writing(FROZEN, address(NAMES["kept"])),
        *writing(FROZEN + 4, address(READ + 512)),
        *writing(FROZEN + 16, address(NAMES["lost"])),
        *writing(FROZEN + 20, address(LOST)),
        *writing(IDLE, address(METHODS)),
    ]
    bodies = {
        "start": code(*address(WALKED), (GLOBAL_SET, 3), *address(4, TABLE), (GLOBAL_SET, 4)),
        "write": code(*written),
        "main": code(
            (CALL, OWN["helper"]), (GLOBAL_GET, 3), (DROP,), *address(METHODS), (DROP,), *address(FROZEN), (DROP,),
            *address(3, TABLE), (DROP,),
        ),
        "helper": code(*address(READ), (LOAD, 2, 0), (DROP,), *address(CALLER), (DROP,), (CALL, OWN["loose"])),
        "never": code(*address(IDLE), (LOAD, 2, 0), (DROP,), (CALL, OWN["helper"])),
        "used": code(),
        "spare": code(*address(IDLE), (DROP,)),
        "called": code(),
        "PyInit_absent": code(*address(IDLE), (DROP,)),
        # The base goes by way of an addition: what is added to it might be any constant that is not surely none.
        "loose": code(
            (CONST, PERHAPS), (GLOBAL_GET, MEMORY), (ADD,), (DROP,), (CONST, 1), (CONST, IDLE), (EQUAL,), (DROP,),
        ),
        "late": code((GLOBAL_GET, MEMORY), (CONST, -LATE), (SUBTRACT,), (DROP,)),
    }  # fmt: skip
    named = ["main", "PyInit_absent"]
    given = [wasm.Export(name, wasm.FUNCTION, OWN[name]) for name in named]
    given.append(wasm.Export(RELOCATIONS, wasm.FUNCTION, OWN["write"]))
    globals_in = [b"\x01e" + wasm.sized(name.encode()) + b"\x03\x7f\0" for name in
                  ("__memory_base", "__stack_pointer", "__table_base")]  # fmt: skip
    imported = wasm.vector([*globals_in, b"\x01e\x01f\0\0"])
    elements = b"\x01\0\x23\x02\x0b" + wasm.vector([wasm.written(number) for number in IN_TABLE])
    return wasm.joined(
        [
            wasm.WasmSection(wasm.IMPORTS, imported),
            wasm.WasmSection(wasm.GLOBALS, wasm.vector([b"\x7f\x01\x41\0\x0b"] * 2)),
            wasm.WasmSection(wasm.EXPORTS, wasm.exported(given)),
            wasm.WasmSection(wasm.START, wasm.written(OWN["start"])),
            wasm.WasmSection(wasm.ELEMENTS, elements),
            wasm.WasmSection(wasm.CODE, wasm.coded([bodies[name] for name in OWN])),
            wasm.WasmSection(wasm.DATA, b"\x01\0\x23\0\x0b" + wasm.sized(bytes(data))),
        ]
    )


def served(module: bytes) -> bytes:
    """The same without what no script names: the functions that make modules are not given out."""
    return wasm.replaced(module, {wasm.EXPORTS: wasm.exported(
        [one for one in wasm.exports(module) if not one.name.startswith("PyInit_")])})  # fmt: skip


def needed(words: Iterable[str] = (), modules: Iterable[str] = ("kept",)) -> Needed:
    return Needed({*words, "used"}, set(modules))


@pytest.fixture(scope="module")
def whole() -> bytes:
    return small()


@pytest.fixture(scope="module")
def found(whole: bytes) -> References:
    return references(whole)


def stays(whole: bytes, found: References, what: Needed) -> set[str]:
    functions = reached(served(whole), found, what).functions
    return {name for name, number in OWN.items() if number in functions}


def test_what_is_called_or_lies_in_a_table_that_is_read_stays(whole: bytes, found: References) -> None:
    assert stays(whole, found, needed()) == {"start", "write", "main", "helper", "used", "called", "loose"}


def test_a_method_stays_for_a_word_that_travels_and_a_module_for_being_taken_in(
    whole: bytes, found: References
) -> None:
    assert stays(whole, found, needed(["spare"])) - stays(whole, found, needed()) == {"spare"}
    assert stays(whole, found, needed((), ["kept", "absent"])) - stays(whole, found, needed()) == {"PyInit_absent"}


def test_only_whole_tables_that_nothing_refers_to_are_left_out(whole: bytes, found: References) -> None:
    def left(what: Needed) -> list[bool]:
        idle = reached(served(whole), found, what).idle
        return [any(place + WHOLE in some for some in idle) for place in TABLES]

    assert left(needed()) == [False, True, False, False, True, True]
    assert left(needed(["spare"])) == [False, False, False, False, True, True]
    assert left(needed((), ["kept", "lost"])) == [False, True, False, False, True, False]


def test_what_is_left_out_is_a_trap_or_zero_and_the_rest_is_as_it_was(whole: bytes, found: References) -> None:
    less = trimmed(served(whole), found, needed())
    functions, idle = reached(served(whole), found, needed())
    pairs = dict(zip(OWN, zip(wasm.bodies(whole), wasm.bodies(less), strict=True), strict=True))
    for name, (before, now) in pairs.items():
        if name != "write":
            assert now == (before if OWN[name] in functions else TRAP), name
    assert references(less).written.keys() == found.written.keys() - {IDLE}
    before, now = undocumented(found, found.data), references(less).data
    assert len(now) == len(before)
    for place, byte in enumerate(now):
        assert byte == (0 if any(place in some for some in idle) else before[place])
    kinds = zip(wasm.sections(served(whole)), wasm.sections(less), strict=True)
    assert {before.kind for before, now in kinds if before != now} == {wasm.CODE, wasm.DATA}


def test_what_is_written_and_held_is_read_as_it_is_meant(found: References) -> None:
    assert found.written[METHODS].target == NAMES["used"]
    assert found.written[METHODS + 4].function == OWN["used"]
    bodies = dict(zip(OWN, found.bodies, strict=True))
    assert bodies["main"].places == {WALKED, METHODS, FROZEN}
    assert bodies["main"].functions == {OWN["helper"], OWN["PyInit_absent"]}
    assert bodies["late"].places == {LATE}
    assert PERHAPS in bodies["loose"].perhaps
    assert IDLE not in bodies["loose"].perhaps  # compared, which no address is
    assert [(one.name, one.code.start) for one in frozen(found)] == [("kept", READ + 512), ("lost", LOST)]


def test_methods_without_a_name_elsewhere_are_spare(found: References) -> None:
    assert spare(found, needed()).pointers == {METHODS + 20, FROZEN + 20}
    assert spare(found, Needed(set(), {"kept"})).pointers == {METHODS + 4, METHODS + 20, FROZEN + 20}
    assert spare(found, needed()).functions == {OWN["PyInit_absent"]}


def test_documentation_ends_where_its_text_does(found: References) -> None:
    data = undocumented(found, found.data)
    assert data[ENDS : ENDS + 14] == b"f($x)\n--\n\n\0\0\0\0"
    assert data[: NAMES["lost"] + 4] == found.data[: NAMES["lost"] + 4]


@pytest.mark.parametrize(("section", "told"), [
    (wasm.DATA, "its data is not one piece"),
    (wasm.ELEMENTS, "its table is not one piece"),
])  # fmt: skip
def test_a_module_that_is_built_otherwise_fails_the_build(whole: bytes, section: int, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        references(wasm.replaced(whole, {section: b"\x02" + wasm.section(whole, section)[1:]}))


def held(*instructions: tuple[int, ...]) -> list[tuple[int, set[int | None]]]:
    read = list(wasm.instructions(code(*instructions)))
    return [(place, set(what)) for place, what in bases(read, (MEMORY, TABLE))]


GET, PUT = (LOCAL_GET, 5), [(GLOBAL_GET, MEMORY), (LOCAL_SET, 5)]
OTHER = [(CONST, 3), (LOCAL_SET, 5)]


def test_a_local_holds_a_base_until_something_else_is_put_into_it() -> None:
    assert held(*PUT, GET, *OTHER, GET) == [(0, {MEMORY}), (2, {MEMORY})]
    assert held((GLOBAL_GET, TABLE), (LOCAL_TEE, 5), (DROP,), GET) == [(0, {TABLE}), (1, {TABLE}), (3, {TABLE})]


def test_after_a_block_and_in_a_loop_it_may_hold_what_is_put_there() -> None:
    block = [*OTHER, (BLOCK, NOTHING), (CONST, 0), (BRANCH, 0), *PUT, (END,), GET]
    assert held(*block)[-1] == (8, {MEMORY, None})
    loop = [*PUT, (LOOP, NOTHING), GET, (DROP,), *OTHER, (CONST, 0), (BRANCH, 0), (END,), GET]
    assert held(*loop) == [(0, {MEMORY}), (3, {MEMORY, None}), (10, {MEMORY, None})]
    assert held(*PUT, (BLOCK, NOTHING), GET, (DROP,), (END,), GET)[1:] == [(3, {MEMORY}), (6, {MEMORY})]


WHOLE_ONE, SMALL_ONE = Served(b"whole" * 1000, b"parts"), Served(b"less", b"fewer parts")


def test_what_is_trimmed_travels_if_it_answers() -> None:
    said: list[str] = []
    tried: list[Served] = []
    assert lightest(WHOLE_ONE, lambda: SMALL_ONE, tried.append, said.append) == SMALL_ONE
    assert (tried, said) == ([SMALL_ONE], [])


@pytest.mark.parametrize(
    "error",
    [ValueError("its data is not\none piece"), KeyError("glue"), struct.error("short"), RuntimeBuildError("no answer")],
)
@pytest.mark.parametrize("when", ["made", "asked"])
def test_what_cannot_be_trimmed_travels_whole_and_the_build_says_so(error: Exception, when: str) -> None:
    """As with the next Pyodide, which may be built in another way."""
    said: list[str] = []
    tried: list[Served] = []

    def smaller() -> Served:
        if when == "made":
            raise error
        return SMALL_ONE

    def answering(served: Served) -> None:
        tried.append(served)
        if served == SMALL_ONE:
            raise error

    assert lightest(WHOLE_ONE, smaller, answering, said.append) == WHOLE_ONE
    assert tried[-1] == WHOLE_ONE  # which is tried before it travels, too
    assert len(said) == 1
    assert said[0].startswith("The WebAssembly travels whole, 0.0 MB, because it cannot be trimmed: ")
    assert "\n" not in said[0]


def test_what_does_not_answer_though_it_is_whole_stops_the_build() -> None:
    def answering(served: Served) -> None:
        raise RuntimeBuildError("another answer")

    with pytest.raises(RuntimeBuildError, match="another answer"):
        lightest(WHOLE_ONE, lambda: SMALL_ONE, answering, print)
