"""Which player asks a question that speaks in the first person, and that the check finds a wrong guess."""

from typing import Any

import pytest

from content.examples import speaker

RED_AND_BLUE: dict[str, Any] = {"players": [{"name": "Red"}, {"name": "Blue"}]}


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("My cruiser attacks a cruiser. How likely am I to win?", "Red"),
        ("Two of Blue's PDS fire at my cruiser. Is it lost?", "Red"),
        ("Red's cruiser moves in. How likely is my PDS to hit?", "Blue"),
        ("May Red bombard us?", "Blue"),
        ("Red can score a stage I objective. Who wins?", None),
        ("What does the barrage of a Destroyer I do?", None),
        ("Red attacks Blue. I am neither. Who wins?", None),
    ],
)
def test_the_one_who_asks_is_a_player_that_the_question_does_not_name(question: str, asks: str | None) -> None:
    assert speaker(question, RED_AND_BLUE) == asks


def test_red_asks_wherever_red_is_listed() -> None:
    assert speaker("Do I win?", {"players": [{"name": "Blue"}, {"name": "Red"}]}) == "Red"
    assert speaker("Do I win?", {"players": [{"name": "Yin"}, {"name": "Sol"}]}) == "Yin"
