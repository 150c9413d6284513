"""The check of the English: each wording is found, what is fine is left alone, and the line is that of the word."""

from pathlib import Path

import pytest

from content import english, spoken
from content.load import inspect, wordings

EXAMPLES = {
    "British spelling": ("Two colours count.", "The hit is cancelled.", "She fulfils it.", "Recognise it."),
    "of mine": ("A cruiser of mine is there.",),
    "of Blue's": ("It meets a carrier of Blue's.",),
    "with 16/25": ("With 16/25.", "It arrives with 70%."),
    "with probability": ("It hits with probability 2/5.",),
    "in ten rounds": ("In a hundred rounds you win 28.", "Of 20 rounds you win two."),
    "brings": ("It brings a victory point.",),
    "stands in": ("The value stands on the sheet.",),
    "fighters alone": ("It hits fighters alone.",),
    "in place of": ("A mech in place of a PDS.",),
    "asks for": ("The card asks for two resources.",),
    "besides": ("Besides, you may land.", "Whoever has it may land.", "It is mostly placed."),
    "at the most": ("One note at the most.",),
    "one hit more": ("You get one hit more.",),
    "is no activation": ("This is no activation.",),
    "how likely do": ("How likely do all arrive?",),
    "what becomes of": ("What becomes of the mech?", "What comes of it is open."),
    "by itself": ("It moves by itself.",),
    "no more": ("Two planets are readied, no more.",),
    "foretell": ("They foretell an outcome.",),
    ", for": ("It counts, for it is red.",),
    "plays no part": ("The unit plays no part in the step.",),
    "field name": ("Set policy.play first.", "Its move_value is 1."),
}
FINE = (
    "One of yours is there, and all of theirs.",
    "The carrier brings four infantry into the system.",
    "You lose three or more units.",
    "There is no activation.",
    "It scores 2 points more than Blue.",
    "The cruiser is alone in the system.",
    "It hits on [[value:pds-2.space_cannon]] or more, a 60% chance.",
    "For each hit, destroy a unit; you have no more than two.",
    "Cards, for example, are limited.",
)


def test_every_wording_has_an_example() -> None:
    assert [*EXAMPLES, "remark without a subject"] == [wording.name for wording in english.WORDINGS]


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in EXAMPLES.items() for text in texts])
def test_it_is_found(name: str, text: str) -> None:
    assert [slip.wording.name for slip in english.slips(text, "content")] == [name]


@pytest.mark.parametrize("text", FINE)
def test_what_is_fine_is_left_alone(text: str) -> None:
    assert [slip.message for slip in english.slips(text, "content")] == []


def test_only_a_remark_on_the_past_needs_a_subject() -> None:
    assert [slip.wording.name for slip in english.slips("Knew no relics.", "said")] == ["remark without a subject"]
    assert list(english.slips("Knew no relics.", "content")) == []
    assert list(english.slips("The base game had no relics.", "said")) == []


def test_a_field_name_may_stand_in_an_error() -> None:
    assert list(english.slips("policy.play names no card", "everywhere")) == []


def test_a_fault_names_the_line_and_a_better_word(tmp_path: Path) -> None:
    path = tmp_path / "content" / "catalogue.yaml"
    path.parent.mkdir()
    topic = "{title: Leadership, kind: strategy card, edition: base, numbers: {pok: 52}, clauses: []}"
    text = f"sources:\n  one: >-\n    A long text\n    on colours.\ntopics:\n  leadership: {topic}\n"
    path.write_text(text, encoding="utf-8")
    ((fault, wording),) = wordings(path.parent)
    assert str(fault).startswith("content/catalogue.yaml:4: sources.one: 'colours' is not how a player says it")
    assert "color" in fault.message
    assert wording.held
    _, faults = inspect(path.parent)
    assert fault in faults


def test_what_the_code_says_is_read(tmp_path: Path) -> None:
    files = {
        "solver/one.py": 'import re\n"""No colour here."""\nP = re.compile("no colours")\nE = f"No {P} colour left"\n',
        "theme/page.html": "<p class=colours>\n{{ the.colours }}\nThree colours</p>\n",
        "theme/script.js": "// Two colours\nconst said = 'Two colours';\n",
        "theme/data.json": '{"colour": "Two colours."}\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = [(fault.file, fault.line) for fault, _ in spoken.slips(tmp_path)]
    assert found == [("solver/one.py", 4), ("theme/data.json", 1), ("theme/page.html", 3), ("theme/script.js", 2)]


def test_docstrings_and_comments_are_read_in_rooms_that_somebody_has_gone_through(tmp_path: Path) -> None:
    text = '"""A rule.\n\nIt stands in `it_wants`.\n"""\n\nX = 1  # in place of 2\n'
    for room in ("rules", "paste"):
        (tmp_path / "solver" / "mecatol" / room).mkdir(parents=True)
        (tmp_path / "solver" / "mecatol" / room / "one.py").write_text(text, encoding="utf-8")
    found = [(fault.file, fault.line, wording.name) for fault, wording in spoken.slips(tmp_path)]
    file = "solver/mecatol/rules/one.py"
    assert found == [(file, 3, "stands in"), (file, 6, "in place of")]


def test_what_the_site_says_holds_to_it() -> None:
    root = Path(english.__file__).parents[1]
    assert [str(fault) for fault, wording in spoken.slips(root) if wording.held] == []


@pytest.mark.parametrize(
    ("question", "answer", "wanted"),
    [
        ("My carrier is next door. Can it move in?", "It can.", "Yes, No or Only"),
        ("With [[value:pds.space_cannon]], may it fire?", "Certainly it may.", "Yes, No or Only"),
        ("Two PDS fire. How likely is a hit?", "The chance is 75%.", "the figure"),
        ("How many units can I produce?", "You produce six.", "the figure"),
    ],
)
def test_an_answer_opens_with_the_answer(question: str, answer: str, wanted: str) -> None:
    assert (english.opening(question, answer) or "").endswith(wanted)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Can it move in?", "No. A supernova blocks it."),
        ("Can it move in?", "Only as the active system."),
        ("How likely is a hit?", "75%. One of the dice is enough."),
        ("How many units can I produce?", "At most six."),
        ("May I stay or leave?", "You may stay."),
        ("Who wins?", "Blue, with seven votes."),
        ("It says so.", "It does."),
    ],
)
def test_an_answer_that_opens_well_is_left_alone(question: str, answer: str) -> None:
    assert english.opening(question, answer) is None


def test_a_title_that_only_begins_the_text_is_found() -> None:
    assert english.repeats("Structures cannot move", "[[structures|Structures]] cannot move, and ships can.")
    assert not english.repeats("Structures stay", "Structures cannot move.")
    assert not english.repeats("", "A section's heading is not a title.")
