"""The first line of an example answers its question, and a check refuses one whose line does not."""

import pytest

from content import asked, examples
from content.load import ROOT
from content.source import read

LOSS = "Blue loses at least one ground force 99.2% of the time."
LEFT = "Blue has 3 infantry left 0.8%, 2 9.6%, 1 38.4% and none 51.2% of the time."


@pytest.mark.parametrize(
    ("question", "explanation", "headline", "answered_by"),
    [
        ("How likely are all three to be destroyed?", "51.2%. Each die hits on 3 or more.", LEFT, ""),
        ("Can the dock be hit?", "No. Hits go only to ground forces.", LOSS, ""),
        ("How likely am I to win?", "100%. It dies before anybody rolls.", "Red always wins.", ""),
        ("How likely am I to win?", "99.3%; 0.6% are draws.", "Red wins 99.33% of the time.", ""),
        ("Who scores first?", "Blue. Blue has the lower number.", "Blue can win.", "Blue can win"),
    ],
)
def test_a_line_that_answers_is_taken(question: str, explanation: str, headline: str, answered_by: str) -> None:
    assert asked.beside(question, explanation, headline, answered_by) is None


@pytest.mark.parametrize(
    ("question", "explanation", "headline", "answered_by", "said"),
    [
        ("How likely are all three to be destroyed?", "51.2%. Each die hits.", LOSS, "", "lacks the 51.2%"),
        ("Can it get there, and how likely is it?", "Yes, 70% of the time.", "Red can move.", "", "lacks the 70%"),
        ("How many do I lose?", "None 25% of the time, one 75%.", LOSS, "", "lacks the 25%"),
        ("What is left?", "The mech, and one infantry.", LOSS, "", "`answered_by`"),
        ("Who wins?", "Blue. It goes first.", "Red can win.", "Blue can win", "does not say 'Blue can win'"),
        ("How likely is Red to win?", "100%. Nobody can hit.", LOSS, "", "lacks the 100%"),
    ],
)
def test_a_line_beside_the_question_is_refused(
    question: str, explanation: str, headline: str, answered_by: str, said: str
) -> None:
    assert said in (asked.beside(question, explanation, headline, answered_by) or "")


def test_yes_or_no_stands_before_the_headline() -> None:
    assert asked.first_line("No. Hits go only to ground forces.", LOSS) == f"No. {LOSS}"
    assert asked.first_line("No cruiser 90% of the time.", LEFT) == LEFT
    assert asked.first_line("51.2%. Each die hits.", LEFT) == LEFT


def test_an_example_beside_its_question_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    source = read(ROOT / "topics" / "bombardment.yaml", "bombardment.yaml")
    monkeypatch.setattr(examples, "headline", lambda solution: "Nothing is lost.")
    examples.check_topic(source, ())
    assert any("is not answered first: the headline lacks the 60%" in str(fault) for fault in source.faults)
