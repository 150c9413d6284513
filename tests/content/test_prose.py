"""The markup of our texts."""

import pytest
from loaded import LIBRARY

from content.blocks import Image, Item, Items, Paragraph, Table, parse_blocks, scan_blocks
from content.prose import Span, parse, scan


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Plain words.", [Span("text", "Plain words.")]),
        ("[[sustain-damage]]", [Span("topic", "", "sustain-damage")]),
        ("It [[sustain-damage|sustains]].", [
            Span("text", "It "), Span("topic", "sustains", "sustain-damage"), Span("text", ".")
        ]),
        ("[[77.5]]", [Span("clause", "", "77.5")]),
        ("[[8.2.i|that]]", [Span("clause", "that", "8.2.i")]),
        ("[[card:plasma-scoring]]", [Span("card", "", "plasma-scoring")]),
        ("[[unit:pds|batteries]]", [Span("unit", "batteries", "pds")]),
        ("[[value:pds.space_cannon]]", [Span("value", "", "pds.space_cannon")]),
        ("*may* fire", [Span("emphasis", "may"), Span("text", " fire")]),
        ("two\nlines, *two\nwords*", [Span("text", "two lines, "), Span("emphasis", "two words")]),
        ("2 * 3 * 4", [Span("text", "2 * 3 * 4")]),
        ("5 < 6 & 7", [Span("text", "5 < 6 & 7")]),
        ("", []),
    ],
)  # fmt: skip
def test_reads(text: str, spans: list[Span]) -> None:
    assert list(parse(text)) == spans


@pytest.mark.parametrize(
    "text", ["[[", "a]]", "[[]]", "[[a|]]", "[[Topic]]", "[[https://x]]", "[[card:]]", "[[value:pds]]"]
)
def test_refuses(text: str) -> None:
    assert len(scan(text)[1]) == (2 if "https" in text else 1)  # an address of another site is one more fault
    with pytest.raises(ValueError, match="link"):
        parse(text)


def test_bare_links_show_the_name_of_their_target() -> None:
    text = (
        "[[sustain-damage]] [[77.5.a]] [[card:plasma-scoring]] [[unit:pds]] [[faction:arborec]] "
        "[[value:pds.space_cannon]]"
    )
    words = [span.text for span in LIBRARY.spans(text) if span.kind != "text"]
    assert words == ["Sustain Damage", "77.5.a", "Plasma Scoring", "PDS I", "The Arborec", "6"]


@pytest.mark.parametrize(
    ("slug", "words"),
    [("sustain-damage", "Sustain Damage"), ("warfare", "Warfare"), ("active-player", "active player"), ("pds", "PDS")],
)
def test_only_names_keep_their_capitals_within_a_sentence(slug: str, words: str) -> None:
    assert LIBRARY.spans(f"[[{slug}]]")[0].text == words


def test_a_value_with_several_dice_is_printed_as_on_the_card() -> None:
    assert LIBRARY.spans("[[value:war-sun.combat]]")[0].text == "3 (×3)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a **bold** word", "'**bold** word': there is no bold"),
        ("__bold__", "there is no bold"),
        ("a _soft_ word", "emphasis is written with stars"),
        ("a *half word", "half an emphasis"),
        ("a `name`", "no backtick"),
        ("~~gone~~", "nothing is struck through"),
        ("[here](rules.md)", "no links but ours"),
        ("<b>here</b>", "there is no HTML"),
        ("<!-- hidden -->", "there is no HTML"),
        ("&amp;", "write the sign itself"),
        (r"a \* b", "there is no backslash"),
        ("# Heading", "there are no headings"),
        ("Words.\n> said", "no quotations"),
        ("Words.\n\n---\n\nMore.", "no lines across"),
        ("* one\n* two", "begins with `- ` or `1. `"),
        ("1) one", "begins with `- ` or `1. `"),
        ("- one\n- two\nthree", "'three' follows a list"),
        ("- one\n  - two\n    - three", "goes deeper"),
        ("1. one\n3. three", "'3. three' should begin with 2."),
        ("| a | b |\n| 1 | 2 |", "a table begins with a row of headings"),
        ("| a | b |\n| - | - |\n| 1 |", "has 1 cells, and the headings are 2"),
        ("| a |  |\n| - | - |\n| 1 | 2 |", "a column has no heading"),
        ("![](pictures/a.svg)", "the picture has no description"),
        ("![A ship](a.svg)", "'a.svg' is not a picture"),
        ("![A ship](https://x/a.svg)", "is not a picture"),
        ("See ![a ship](pictures/a.svg)", "a picture stands by itself"),
        ("See [[Sustain Damage]]", "is not a link"),
    ],
)
def test_what_would_be_shown_raw_is_refused(text: str, said: str) -> None:
    bad = scan_blocks(text).bad
    assert said in " ".join(mark.message for mark in bad)
    with pytest.raises(ValueError, match=r"\w"):
        parse_blocks(text)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("One\nparagraph.", [Paragraph("One\nparagraph.")]),
        ("One.\n\nTwo.", [Paragraph("One."), Paragraph("Two.")]),
        ("Roll a\n5. Then go.", [Paragraph("Roll a\n5. Then go.")]),
        ("In turn:\n1. First,\n   on two lines.\n2. Second.", [
            Paragraph("In turn:"), Items(True, (Item("First,\non two lines."), Item("Second."))),
        ]),
        ("- a\n  1. b\n  2. c\n- d\n\nEnd.", [
            Items(False, (Item("a", Items(True, (Item("b"), Item("c")))), Item("d"))), Paragraph("End."),
        ]),
        ("- a\n\n1. b", [Items(False, (Item("a"),)), Items(True, (Item("b"),))]),
        ("| | Cost |\n|:--|---|\n| [[pds|a]] | 5 |", [Table(("", "Cost"), (("[[pds|a]]", "5"),))]),
        ("See:\n\n![Two\nships](pictures/two-ships.png)", [Paragraph("See:"), Image("Two ships", "two-ships.png")]),
    ],
)  # fmt: skip
def test_reads_blocks(text: str, blocks: list[object]) -> None:
    assert list(parse_blocks(text)) == blocks


def test_links_of_every_block_are_found() -> None:
    text = "[[a]]\n\n- [[b]]\n  - [[c]]\n\n| [[d]] |\n| --- |\n| [[e]] |"
    assert [span.target for span in scan_blocks(text).spans] == ["a", "b", "c", "d", "e"]
