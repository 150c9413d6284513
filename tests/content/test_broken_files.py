"""Files broken in every way: each is a fault with file and line, and none ends the run or keeps it for ever."""

import os
from pathlib import Path

import pytest

import mecatol
from content import examples
from content.load import inspect

CATALOGUE = """sources: {card: texts of the cards}
topics:
  leadership: {title: Leadership, kind: strategy card, edition: base, numbers: {pok: 52}, clauses: ["52.1"]}
"""
HEAD = """summary: A topic of a few lines, for a test.
related: []
mechanical: false
reason: Nothing is counted here.
sections:
  - clauses:
      - {id: "52.1", title: First, text: The first.}
"""
EXAMPLE = """examples:
  - id: one
    title: One
    question: What then?
    scenario:
      step: space-cannon-offense
      players:
        - {name: %s, space: {cruiser: %s}}
        - {name: Blue, planets: {lodor: {pds: 1}}}
    expect: {%s: %s}
    shows: ["77.2"]
"""


def intro(text: str) -> str:
    return f"{HEAD}intro: {text}\n"


def scenario(name: str = "Red", cruiser: str = "1", path: str = "hits.Blue.0", wanted: str = "1/2") -> str:
    return HEAD + EXAMPLE % (name, cruiser, path, wanted)


NINES = "9" * 5000
BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 10)
)

BROKEN = [
    # What stands in the file, the line of the fault, what it says.
    ("", 1, "is empty"),
    ("# nothing\n", 1, "is empty"),
    ("~\n", 1, "is empty"),
    ("- a\n", 1, "should be a mapping, and is a list"),
    ("5\n", 1, "should be a mapping, and is the number 5"),
    ("words\n", 1, "should be a mapping, and is the text"),
    ("\ta: b\n", 1, "is not YAML"),
    ("a: 'b\n", 2, "is not YAML"),
    ("a: [b\n", 2, "is not YAML"),
    ("a: b: c\n", 1, "is not YAML"),
    ("%YAML 9.9\n---\na: b\n", 1, "is not YAML"),
    (f"{HEAD}---\na: b\n", 8, "another document"),
    (intro("a\x00b"), 8, "holds the sign U+0000"),
    (intro("a\x07b"), 8, "holds the sign U+0007"),
    (intro("a\x7fb"), 8, "holds the sign U+007F"),
    (intro('"a\\0b words"'), 8, "holds the sign U+0000"),
    (intro('"a\\eb words"'), 8, "holds the sign U+001B"),
    (intro('"\\uD800 words"'), 8, "holds the sign U+D800"),
    (f'{HEAD}"\\uD800": words\n', 8, "keys must be text"),
    (intro(NINES), 8, "is not a whole number"),
    (intro("0x1F"), 8, "is not a whole number"),
    (intro("017"), 8, "is not a whole number"),
    (intro("1_000"), 8, "is not a whole number"),
    (intro(".nan"), 8, "is not a number"),
    (intro("-.inf"), 8, "is not a number"),
    (intro("1.0e+999"), 8, "is not a number"),
    (intro("!!int abc"), 8, "is not a whole number"),
    (intro("!!float abc"), 8, "is not a number"),
    (intro("!!bool abc"), 8, "is not yes or no"),
    (intro("!!null abc"), 8, "is not an empty value"),
    (intro("!!binary '@'"), 8, "bears the tag '!!binary'"),
    (intro("!!set {a, b}"), 8, "bears the tag '!!set'"),
    (intro("!!str {a: b}"), 8, "bears the tag '!!str'"),
    (intro("!!python/object/apply:os.getcwd []"), 8, "bears the tag '!!python/object/apply:os.getcwd'"),
    (intro("!mine words"), 8, "bears the tag '!mine'"),
    (intro("="), 8, "bears the tag '!!value'"),
    (f"{HEAD}<<: {{intro: Some words.}}\n", 8, "keys must be text: put '<<' in quotes"),
    (f"{HEAD}? [a, b]\n: c\n", 8, "keys must be text"),
    (f"{HEAD}? {{a: b}}\n: c\n", 8, "keys must be text"),
    (f"{HEAD}? \n: c\n", 8, "keys must be text"),
    (f"{HEAD}2020-99-99: c\n", 8, "keys must be text"),
    (f"{HEAD}!!int abc: c\n", 8, "keys must be text"),
    (f"{HEAD}{NINES[:900]}: c\n", 8, "keys must be text"),
    (f"{HEAD}intro: Some words.\nintro: Other words.\n", 9, "stands twice, first on line 8"),
    (f"{HEAD}notes: &all [*all]\n", 8, "no aliases here"),
    ("a: &a {b: *a}\n", 1, "no aliases here"),
    (BOMB, 2, "no aliases here"),
    ("a: *b\n", 1, "no aliases here"),
    (intro("[" * 5000 + "]" * 5000), 8, "nested deeper than 40"),
    (intro("[[" * 20000), 8, "nested deeper than 40"),
    ("\n".join(" " * depth + "a:" for depth in range(500)), 41, "nested deeper than 40"),
    (scenario(wanted="1e999999999"), 17, "expects 1e999999999, and the solver finds 0.5"),
    (scenario(wanted="1e-999999999"), 17, "expects 1e-999999999, and the solver finds 0.5"),
    (scenario(wanted="1/0"), 17, "expects 1/0, and the solver finds 0.5"),
    (scenario(wanted=f"{NINES}/3"), 17, "999…, and the solver finds 0.5"),
    (scenario(wanted=f'"{NINES}"'), 17, "999…, and the solver finds 0.5"),
    (scenario(wanted=NINES), 17, "is not a whole number"),
    (scenario(wanted=".inf"), 17, "is not a number"),
    (scenario(wanted="[1]"), 17, "should be a number or text or true or false"),
    (scenario(path="left.Red.space.cruiser.²"), 17, "does not fit: write left."),
    (scenario(path="left.Red.space.cruiser." + "9" * 500), 17, "does not fit: write left."),
    (scenario(path='""'), 17, "leads nowhere"),
    (scenario(path='"' + "." * 500 + '"'), 17, "leads nowhere"),
    (scenario(path="trace.0"), 17, "the solver finds {"),
    (scenario(cruiser=NINES), 15, "is not a whole number"),
    (scenario(cruiser="9" * 30), 15, "must be a whole number from 0 to 99"),
    (scenario(cruiser=".nan"), 15, "is not a number"),
    (scenario(cruiser="[[[[1]]]]"), 15, "must be a whole number"),
    (scenario(name="!!binary aGVsbG8="), 15, "bears the tag '!!binary'"),
    (scenario(name="!!set {a}"), 15, "bears the tag '!!set'"),
]


def folder(tmp_path: Path, text: str | None, catalogue: str = CATALOGUE) -> Path:
    root = tmp_path / "small"
    (root / "topics").mkdir(parents=True)
    (root / "catalogue.yaml").write_text(catalogue, encoding="utf-8")
    if text is not None:
        (root / "topics" / "leadership.yaml").write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(("text", "line", "said"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_is_a_fault(tmp_path: Path, text: str, line: int, said: str) -> None:
    library, faults = inspect(folder(tmp_path, text))
    assert library is None
    assert {fault.file for fault in faults} == {"small/topics/leadership.yaml"}
    assert [fault for fault in faults if fault.line == line and said in fault.message], faults
    assert all(len(fault.message) < 1500 for fault in faults)


def test_what_only_looks_like_a_date_or_a_time_is_text(tmp_path: Path) -> None:
    for number, text in enumerate(("2020-13-45", "2020-01-01T99:99:99Z", "9:59")):
        library, faults = inspect(folder(tmp_path / str(number), intro(text)))
        assert not faults
        assert library is not None
        assert library.topics["leadership"].intro == text


@pytest.mark.parametrize(
    ("catalogue", "said"),
    [
        ("sources: !!int abc\n", "is not a whole number"),
        (CATALOGUE.replace("52.1", NINES + ".1"), "does not fit"),
        (CATALOGUE.replace("pok: 52", f"pok: {NINES}"), "is not a whole number"),
        (CATALOGUE.replace("{card: texts of the cards}", "&a {card: *a}"), "no aliases here"),
    ],
)
def test_a_broken_catalogue_is_a_fault(tmp_path: Path, catalogue: str, said: str) -> None:
    faults = inspect(folder(tmp_path, HEAD, catalogue))[1]
    assert [fault for fault in faults if fault.file == "small/catalogue.yaml" and said in fault.message]


def test_what_is_no_file_is_a_fault(tmp_path: Path) -> None:
    root = folder(tmp_path, None)
    (root / "topics" / "leadership.yaml").mkdir()
    os.mkfifo(root / "topics" / "agenda-phase.yaml")
    (root / "topics" / "movement.yaml").symlink_to("movement.yaml")
    (root / "topics" / "ships.yaml").symlink_to("nowhere.yaml")
    found = {fault.file.rpartition("/")[2]: fault.message for fault in inspect(root)[1]}
    assert found["leadership.yaml"] == found["agenda-phase.yaml"] == "cannot be read: no file stands here"
    assert found["movement.yaml"]
    assert found["ships.yaml"] == "is missing"


def test_a_file_that_is_too_large_is_a_fault(tmp_path: Path) -> None:
    faults = inspect(folder(tmp_path, HEAD + "#" * 2_000_000))[1]
    assert [fault.message for fault in faults] == ["is too large: at most 2,000,000 bytes"]


def test_a_file_in_the_place_of_the_folder_of_topics_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "catalogue.yaml").write_text(CATALOGUE, encoding="utf-8")
    (tmp_path / "small" / "topics").touch()
    assert [str(fault) for fault in inspect(tmp_path / "small")[1]] == [
        "small/topics:1: is a file: topics stand in a folder"
    ]


def test_a_scenario_at_which_the_solver_breaks_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(scenario: object) -> mecatol.Solution:
        raise KeyError("carrier-2")

    monkeypatch.setattr(mecatol, "solve", broken)
    examples._solved.cache_clear()
    faults = inspect(folder(tmp_path, scenario()))[1]
    examples._solved.cache_clear()
    assert "the solver failed with KeyError: 'carrier-2'. Please report this scenario" in {
        fault.message for fault in faults
    }
