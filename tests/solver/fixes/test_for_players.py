"""What a bot shows to players of an error: one sentence in the game's words."""

from __future__ import annotations

from typing import Any

import pytest

from mecatol import STEPS, LimitError, Problem, ScenarioError, solve


def battle(**red: Any) -> dict[str, Any]:
    return {"step": "space-combat", "players": [{"name": "Red", **red}, {"name": "Blue", "space": {"carrier": 1}}]}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (battle(space={"cruser": 2}), "“cruser” means nothing here; did you mean cruiser?"),
        (
            battle(space={"fighter": 2000}),
            "The first player’s fighters: 2000 must be a whole number from 0 to 99.",
        ),
        (battle(space={"cruiser": 1}, faction="nomat"), "“nomat” means nothing here; did you mean The Nomad?"),
        ("2 flurbs", None),
        ("", "The text is empty; write for example '5 cruisers vs 1 war sun', or paste a link."),
        ("2 cruisers", "The text names one side; put 'vs' between two, as in '5 cruisers vs 1 war sun'."),
        ({"step": "agenda-votes", "players": []}, "The list of players is empty: name at least the active player."),
    ],
)
def test_a_fault_is_told_in_the_game_s_words(given: Any, said: str | None) -> None:
    with pytest.raises(ScenarioError) as caught:
        solve(given)
    told = caught.value.for_players()
    assert told == said or said is None
    assert "\n" not in told
    assert not {"`", "players.0"} & {"`" if "`" in told else "", "players.0" if "players.0" in told else ""}


@pytest.mark.parametrize("step", STEPS.values(), ids=lambda step: step.slug)
def test_no_sentence_has_the_name_of_a_field(step: Any) -> None:
    for wrong in ({"players": []}, {"policy": {"assign": 5}}, {"edition": "x"}, {"ask": 7}, {"rounds": "many"}):
        with pytest.raises(ScenarioError) as caught:
            solve({**step.example, **wrong})
        told = caught.value.for_players()
        assert "`" not in told
        assert not told.startswith(("players", "policy."))


def test_what_is_too_large_says_what_helps() -> None:
    told = LimitError(Problem("seconds", "are over"), "2 seconds", "seconds").for_players()
    assert told == "This battle is too large to be worked out in the time that there is; try it with fewer units."
