"""The loader on bad content: every fault of every file in one run, each with file, line, field and what is allowed."""

from pathlib import Path

import pytest
from edited import edit
from kept import taking

import content
from content import packs
from content.__main__ import main
from content.load import inspect

HERE = Path(__file__).parent
PACKS = HERE.parent / "solver" / "homebrew"


def expected(name: str) -> list[str]:
    return (HERE / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("tree", ["bad", "bad-catalogue"])
def test_every_message_is_pinned(tree: str) -> None:
    """A pinned line that ends in … leaves open which names are listed after it: they grow with the game's data."""
    library, faults = inspect(HERE / tree)
    found, pinned = [str(fault) for fault in faults], expected(f"{tree}.txt")
    wrong = [
        (line, pin)
        for line, pin in zip(found, pinned, strict=False)
        if line != pin and not (pin.endswith("…") and line.startswith(pin[:-1]))
    ]
    assert library is None
    assert not wrong, "\n".join(f"found:  {line}\npinned: {pin}" for line, pin in wrong)
    assert len(found) == len(pinned)


def test_load_raises_all_faults_in_order() -> None:
    with pytest.raises(content.ContentError) as caught:
        content.load(HERE / "bad")
    faults = caught.value.faults
    assert list(faults) == sorted(faults)
    assert {fault.file for fault in faults} == {
        f"bad/topics/{path.name}" for path in (HERE / "bad" / "topics").glob("*.yaml")
    }
    assert str(caught.value).splitlines() == [str(fault) for fault in faults]


def test_an_author_sees_all_mistakes_in_one_run(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    topic = copy / "topics" / "space-cannon.yaml"
    clause = '      - id: "77.3.e"\n        title: A new clause\n        text: See [[sustain-damge]].\n'
    edit(topic, '      - id: "77.4"\n', clause + '      - id: "77.4"\n')
    edit(topic, "space: {cruiser: 1}", "space: {crusier: 1}")
    edit(topic, "left.Red.space.fighter.2: 4/25", "left.Red.space.fighter.2: 4/24")
    status = main([str(copy)])
    written = topic.read_text(encoding="utf-8").splitlines()
    found = capsys.readouterr().out.splitlines()
    for word, said in {
        '"77.3.e"': "'77.3.e' is not a clause of Space Cannon",
        "[[sustain-damge]]": "'sustain-damge' is not a topic; did you mean 'sustain-damage'?",
        "{crusier: 1}": "'crusier' is not a type of unit; did you mean 'cruiser'?",
        "fighter.2: 4/24": "expects 4/24, and the solver finds 0.16 (4/25)",
    }.items():
        line = next(number for number, text in enumerate(written, 1) if word in text)
        fault = found.pop(0)
        assert fault.startswith(f"content/topics/space-cannon.yaml:{line}: ")
        assert said in fault
    assert status == 1
    assert not found


def test_a_fault_of_shape_hides_none_of_meaning(copy: Path) -> None:
    topic, faction = copy / "topics" / "pds.yaml", copy / "factions" / "obsidian.yaml"
    edit(topic, "summary: >-", "sumary: >-")
    edit(topic, "the [[space-cannon]] ability", "what [[faction:saar]] has by [[77.99]]")
    edit(faction, "slug: siphon", "slug: siphons")
    said = [fault.message for fault in inspect(copy)[1]]
    assert sorted(said) == sorted([
        "lacks 'summary': One or two plain sentences for lists and search results: no links",
        "is not a field here; did you mean 'summary'? Allowed: examples, figure, intro, mechanical, notes, reason, "
        "related, sections, summary",
        "'saar' is not a faction; did you mean 'clan-of-saar'?",  # as players call it
        "'77.99' is not a clause; did you mean '77.8'?",  # of the same topic
        "lacks siphon of The Obsidian: list each under `components`",
    ])  # fmt: skip


def test_a_clause_has_one_topic(copy: Path) -> None:
    catalogue = copy / "catalogue.yaml"
    edit(catalogue, 'clauses: ["65.1"', 'clauses: ["77.1", "65.1"')
    faults = inspect(copy)[1]
    assert "77.1 belongs to planetary-shield already" in [fault.message for fault in faults]


def test_a_folder_without_catalogue_is_a_fault(tmp_path: Path) -> None:
    assert [fault.message for fault in inspect(tmp_path)[1]] == ["is missing"]


def test_a_file_in_another_encoding_is_a_fault(copy: Path) -> None:
    (copy / "topics" / "pds.yaml").write_bytes("summary: Größe".encode("latin-1"))
    faults = inspect(copy)[1]
    assert [(fault.file, fault.message) for fault in faults] == [
        ("content/topics/pds.yaml", "is not in UTF-8: invalid start byte")
    ]


def test_a_date_in_a_scenario_is_the_solvers_to_refuse(copy: Path) -> None:
    edit(copy / "topics" / "space-cannon.yaml", "- name: Red\n", "- name: Red\n          faction: 2020-01-01\n")
    faults = inspect(copy)[1]
    assert len(faults) == 1
    assert "2020-01-01" in faults[0].message


def test_sound_content_is_summed_up_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with taking():  # each under the hash of the files and of the checks
        assert main([]) == 0
        library = content.load()
    out = capsys.readouterr().out
    assert out.startswith(f"content is sound: {len(library.topics)} of {len(library.catalogue)} topics, ")
    assert out.count("\n") == 1


def small(tmp_path: Path, clauses: str, text: str) -> Path:
    """Write a folder of content with one topic, `leadership`, whose clauses are those given."""
    root = tmp_path / "small"
    (root / "topics").mkdir(parents=True)
    (root / "catalogue.yaml").write_text(
        "sources: {card: texts of the cards}\n"
        "topics:\n"
        "  leadership: {title: Leadership, kind: strategy card, edition: base, numbers: {pok: 52}, "
        f"clauses: {clauses}}}\n",
        encoding="utf-8",
    )
    (root / "topics" / "leadership.yaml").write_text(
        f"summary: A topic of a few lines, for a test.\nrelated: []\n{text}", encoding="utf-8"
    )
    return root


TWO = """
sections:
  - clauses:
      - {id: "52.1", title: First, text: The first.}
      - {id: "52.2", title: Second, text: The second%s}
"""


def test_what_is_not_mechanical_is_said_once_for_a_topic(tmp_path: Path) -> None:
    head = "mechanical: false\nreason: Nothing is counted here.\n"
    root = small(tmp_path, "['52.1', '52.2']", head + TWO % ", reason: A choice of the player.")
    topic = content.load(root).topics["leadership"]
    assert not topic.mechanical
    assert [(clause.mechanical, clause.reason) for clause in topic.clauses] == [
        (False, "Nothing is counted here."), (False, "A choice of the player."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "end", "said"),
    [
        ("mechanical: false", "", ["4: mechanical: needs a reason beside it"]),
        ("reason: Nothing is counted here.", ", mechanical: false, reason: Your choice.", [
            "4: reason: is for a topic that is not mechanical: say mechanical: false",
            "7: sections.0.clauses.0.id: no example shows 52.1: add it to the `shows` of one, or say mechanical: false",
        ]),
        ("mechanical: false\nreason: Nothing is counted here.", ", mechanical: true", [
            "9: sections.0.clauses.1.id: no example shows 52.2: add it to the `shows` of one, or say mechanical: false",
        ]),
        ("mechanical: false\nreason: Nothing is counted here.", ", mechanical: true, reason: Your choice.", [
            "9: sections.0.clauses.1.reason: is for a clause that is not mechanical: say mechanical: false",
        ]),
    ],
)  # fmt: skip
def test_a_clause_may_overrule_its_topic(tmp_path: Path, head: str, end: str, said: list[str]) -> None:
    faults = inspect(small(tmp_path, "['52.1', '52.2']", f"\n{head}" + TWO % end))[1]
    assert [str(fault).removeprefix("small/topics/leadership.yaml:") for fault in faults] == said


def test_a_topic_without_clauses_has_notes(tmp_path: Path) -> None:
    note = "notes: [{id: a-note, text: Something that players ask., state: community, basis: [card]}]\n"
    topic = content.load(small(tmp_path, "[]", f"sections: []\n{note}")).topics["leadership"]
    assert not topic.clauses
    assert [note.id for note in topic.notes] == ["leadership.a-note"]


def test_a_topic_without_anything_is_a_fault(tmp_path: Path) -> None:
    faults = inspect(small(tmp_path, "[]", "sections: []\n"))[1]
    assert [fault.message for fault in faults] == [
        "holds no clause, and the topic has no notes: it needs one or the other"
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (">-\n  In turn:\n  1. One.\n  2. Two.", "5: intro: is folded into one line"),
        (">-\n  Of these:\n  - One.", "5: intro: is folded into one line"),
        (">-\n  One.\n\n  Two.", "5: intro: is folded into one line"),
        ("Some of them\n  - One.", "4: intro: is folded into one line"),
        ("|-\n  One.\n\n  A `name`.", "6: intro: '`name`.': there is no code"),
        ("|-\n  One.\n\n  ![A ship](pictures/ship.svg)", "6: intro: 'ship.svg' is not in the folder content/pictures"),
    ],
)
def test_prose_that_would_run_together_or_be_shown_raw_is_a_fault(tmp_path: Path, text: str, said: str) -> None:
    head = f"intro: {text}\nmechanical: false\nreason: Nothing is counted here.\n"
    faults = inspect(small(tmp_path, "['52.1', '52.2']", head + TWO % ""))[1]
    found = [str(fault).removeprefix("small/topics/leadership.yaml:") for fault in faults]
    assert [fault[: len(said)] for fault in found] == [said]


def test_fields_of_one_paragraph_hold_no_blocks(tmp_path: Path) -> None:
    text = (
        "sections: []\nnotes:\n  - id: a-note\n    text: Something that players ask.\n    state: open\n"
        "    basis: [card]\n"
        "    readings:\n      one: |-\n        - This\n        - that\n      two: The other.\n"
    )
    faults = inspect(small(tmp_path, "[]", text))[1]
    assert [str(fault) for fault in faults] == [
        "small/topics/leadership.yaml:11: notes.0.readings.one: "
        "is one paragraph: no lists, no tables, no pictures and no empty lines here"
    ]


NOTES = """
sections: []
notes:
  - id: titled
    title: A speaking title
    text: "See [[note:leadership.plain|that]], and [[note:leadership.within]]."
    state: community
    basis: [card]
    sub:
      - {id: within, text: "A [[unit:carrier|carrier]] goes: that is what is said.", state: community, basis: [card]}
  - {id: plain, text: %s, state: community, basis: [card]}
"""
LONG = "You may do a great many things here that take many more words than any heading has room for. And more."


def test_a_note_without_a_title_is_called_by_its_beginning(tmp_path: Path) -> None:
    library = content.load(small(tmp_path, "[]", NOTES % LONG))
    titled, plain = library.topics["leadership"].notes
    assert library.heading(titled) == "A speaking title"
    assert library.heading(titled.sub[0]) == "A carrier goes"
    assert library.heading(plain) == "You may do a great many things here that take many more words than …"
    assert [span.text for span in library.spans(titled.text)] == ["See ", "that", ", and ", "A carrier goes", "."]


def test_a_link_to_a_note_or_faction_leads_somewhere(tmp_path: Path) -> None:
    text = '"See [[note:leadership.plan]], [[note:leadership]] and [[faction:arboreck]]."'
    found = [fault.message for fault in inspect(small(tmp_path, "[]", NOTES % text))[1]]
    assert found[0].startswith("'[[note:leadership]]' is not a link: write ")
    assert found[1].startswith("'arboreck' is not a faction; did you mean 'arborec'?")
    assert found[2].startswith("'leadership.plan' is not a note; did you mean 'leadership.plain'?")


def _packs(folder: Path, *, wrong: bool = False) -> int:
    text = (PACKS / "zelian_purifier.yaml").read_text("utf-8")
    text = text.replace("basis: [card]", "basis: [carrd]") if wrong else text
    (folder / "zelian_purifier.yaml").write_text(text, encoding="utf-8")
    try:
        return main([str(folder)])
    finally:
        packs.register(())


def test_packs_are_checked_with_what_they_say_of_their_factions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _packs(tmp_path) == 0
    assert capsys.readouterr().out == "zelian_purifier.yaml sound: 1 faction, 13 units and components\n"
    assert _packs(tmp_path, wrong=True) == 1
    line = (tmp_path / "zelian_purifier.yaml").read_text("utf-8").split("carrd")[0].count("\n") + 1
    said = capsys.readouterr().out.splitlines()
    assert (
        f"zelian_purifier.yaml:{line}: notes.shard-volley.0.basis.0: 'carrd' is neither a clause nor a source"
        in said[-1]
    )


def test_a_faction_is_asked_about_notes_that_it_has(copy: Path) -> None:
    edit(copy / "factions" / "mentak-coalition.yaml", "asked: [sustain, ", "asked: [sustain-ambush, ")
    _, faults = inspect(copy)
    assert [str(fault).split(": ", 1)[1] for fault in faults] == [
        "asked.0: 'sustain-ambush' is not a note of this file; did you mean 'sustain'?"
    ]
