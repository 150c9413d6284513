"""The markup of our texts."""

import pytest

import content
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
        ("<b>&amp;</b>", [Span("text", "<b>&amp;</b>")]),
        ("", []),
    ],
)  # fmt: skip
def test_reads(text: str, spans: list[Span]) -> None:
    assert list(parse(text)) == spans


@pytest.mark.parametrize(
    "text", ["[[", "a]]", "[[]]", "[[a|]]", "[[Topic]]", "[[https://x]]", "[[card:]]", "[[value:pds]]"]
)
def test_refuses(text: str) -> None:
    assert len(scan(text)[1]) == 1
    with pytest.raises(ValueError, match="link"):
        parse(text)


def test_bare_links_show_the_name_of_their_target() -> None:
    library = content.load()
    text = "[[sustain-damage]] [[77.5.a]] [[card:plasma-scoring]] [[unit:pds]] [[value:pds.space_cannon]]"
    words = [span.text for span in library.spans(text) if span.kind != "text"]
    assert words == ["Sustain Damage", "77.5.a", "Plasma Scoring", "PDS I", "6"]


@pytest.mark.parametrize(
    ("slug", "words"),
    [("sustain-damage", "Sustain Damage"), ("warfare", "Warfare"), ("active-player", "active player"), ("pds", "PDS")],
)
def test_only_names_keep_their_capitals_within_a_sentence(slug: str, words: str) -> None:
    assert content.load().spans(f"[[{slug}]]")[0].text == words


def test_a_value_with_several_dice_is_printed_as_on_the_card() -> None:
    assert content.load().spans("[[value:war-sun.combat]]")[0].text == "3 (×3)"
