"""Hostile and absurd battles: an exact answer, or a clear error that names the field or the limit; never a hang."""

import random
from typing import Any

import pytest

import mecatol
from mecatol.domain.units import UNIT_TYPES

STEPS = ("space-combat", "ground-combat", "invasion", "tactical-action")
JUNK: list[Any] = [
    -1, 0, 1, 3, 100, 10_000, 10**30, 1.5, float("nan"), float("inf"), "", "fighter", "<b>", "\u202e", None, True, [],
    {}, [1], {"fighter": 1}, ["best", "best"], "best", b"raw",
]  # fmt: skip


def junk(rng: random.Random, depth: int = 0) -> Any:
    """Return something that is nearly a force, or nothing like one."""
    if depth > 2 or rng.random() < 0.3:
        return rng.choice(JUNK)
    keys = rng.sample([*UNIT_TYPES, "fightr", "abaddon", "space", "0", "name"], rng.randint(0, 4))
    return {key: junk(rng, depth + 1) if rng.random() < 0.5 else rng.randint(0, 3) for key in keys}


def absurd(rng: random.Random) -> Any:
    """Return a scenario with something wrong in it, as a rule."""
    players: list[Any] = [
        {"name": rng.choice(["Red", "Blue", "Blue", rng.choice(JUNK)]), "space": junk(rng), "planets": junk(rng)}
        for _ in range(rng.choice([0, 1, 2, 2, 2, 3]))
    ]
    for player in players:
        if rng.random() < 0.3:
            player[rng.choice(["damaged", "policy", "effects", "technologies", "faction", "xyz"])] = junk(rng)
    scenario: Any = {"step": rng.choice([*STEPS, rng.choice(JUNK)]), "players": players}
    if rng.random() < 0.3:
        scenario[rng.choice(["policy", "assume", "rounds", "stop_after", "ask", "edition"])] = junk(rng)
    return scenario


def test_two_hundred_fleets_of_junk_are_refused_in_words_or_solved() -> None:
    rng = random.Random("junk")
    refused: list[mecatol.ScenarioError] = []
    for _ in range(200):
        try:
            solution = mecatol.solve(absurd(rng))
        except mecatol.ScenarioError as error:
            refused.append(error)
        else:
            assert sum(chance for chance, _ in solution.outcomes) == pytest.approx(1, abs=1e-12)
    assert len(refused) > 150
    for refusal in refused:
        assert refusal.problems
        assert all(problem.field and problem.message for problem in refusal.problems)


@pytest.mark.parametrize(
    "ask",
    [
        [{"space-dock": 1}],
        ["best", "best"],
        [{"player": None, "least": "many"}],
        [{"player": "Red", "least": None, "most": {}}],
        [{"player": "Red", "where": 7}],
        {"player": "Red"},
    ],
)
@pytest.mark.parametrize("first", [{"name": "Red"}, 1, {"name": None}, {}])
def test_conditions_of_junk_are_refused_in_words(ask: Any, first: Any) -> None:
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.solve({"step": "space-combat", "players": [first, {"name": "Blue"}], "ask": ask})
    assert any(problem.field.startswith("ask") for problem in caught.value.problems)
    assert all(problem.message for problem in caught.value.problems)


NO_LIMITS = {"capacity": "ignored", "limits": "ignored"}


def fight(step: str, one: dict[str, int], other: dict[str, int], seconds: float = 60, **rest: Any) -> mecatol.Solution:
    forces: list[dict[str, Any]] = [{"space": one}, {"space": other}]
    if step != "space-combat":
        forces = [{"planets": {"abaddon": one}}, {"planets": {"abaddon": other}}]
    players = [{"name": name, **force} for name, force in zip(("Red", "Blue"), forces, strict=True)]
    return mecatol.solve({"step": step, "players": players, "assume": NO_LIMITS, **rest}, seconds=seconds)


@pytest.mark.parametrize("count", [-1, 100, 10_000, 2.5, "many", None])
def test_counts_that_cannot_be_are_named(count: Any) -> None:
    with pytest.raises(mecatol.ScenarioError, match=r"players\.0\.space\.fighter.* from 0 to 99"):
        fight("space-combat", {"fighter": count}, {"cruiser": 1})


def test_a_misspelt_unit_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(mecatol.ScenarioError, match="did you mean 'dreadnought'"):
        fight("space-combat", {"dreadnougth": 1}, {"cruiser": 1})


@pytest.mark.parametrize("step", ["space-combat", "ground-combat"])
def test_two_empty_sides_have_nothing_to_fight_about(step: str) -> None:
    solution = fight(step, {}, {})
    assert not solution.winner
    assert [chance for chance, _ in solution.outcomes] == [1]
    assert any("there is no" in warning for warning in solution.warnings)


SPACE = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")


@pytest.mark.parametrize(
    "rest",
    [
        {},
        {"policy": {"assign": "sustain-first"}},
        {"policy": {"assign": ["sustain", "carrier"]}},
        {"policy": {"retreat": {"from_round": 3}}},
    ],
)
def test_ninety_nine_of_each_end_with_the_time_that_was_granted(rest: dict[str, Any]) -> None:
    many = dict.fromkeys(SPACE, 99)
    with pytest.raises(mecatol.LimitError, match=r"within 0\.25 seconds.*use fewer units"):
        fight("space-combat", many, many, seconds=0.25, **rest)


def test_as_many_of_one_type_as_may_be_named_are_solved() -> None:
    solution = fight("ground-combat", {"infantry": 99}, {"infantry": 99})
    assert solution.winner["Red"] == solution.winner["Blue"]
    assert sum(solution.winner.values()) == pytest.approx(1, abs=1e-12)


def many_landings(**red: Any) -> dict[str, Any]:
    """Return an invasion in which each number that is left after so many shots at the landing may fight."""
    players = [
        {"name": "Red", "space": {"infantry": 99}, **red},
        {"name": "Blue", "planets": {"abaddon": {"infantry": 99, "pds": 99}}},
    ]
    return {"step": "invasion", "players": players, "assume": NO_LIMITS}


def test_many_large_combats_share_the_time_that_was_granted() -> None:
    """With Harrow it matters with how many units a combat began: each is a combat of its own."""
    with pytest.raises(mecatol.LimitError, match="within 1 seconds"):
        mecatol.solve(many_landings(faction="l1z1x-mindnet"), seconds=1)


def test_many_large_combats_without_harrow_are_solved_as_one() -> None:
    solution = mecatol.solve(many_landings())
    assert sum(chance for chance, _ in solution.outcomes) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
@pytest.mark.parametrize(("step", "away"), [("space-combat", False), ("space-combat", True), ("ground-combat", False)])
def test_a_combat_that_nobody_can_win_is_lost_by_the_attacker_and_says_so(assign: str, step: str, away: bool) -> None:
    """Both repair and shield so well that neither loses a unit: who attacks retreats, or else loses all."""
    units = {"space": {"dreadnought": 2}} if step == "space-combat" else {"planets": {"abyz": {"mech": 2}}}
    player = {
        "faction": "barony-of-letnev",
        "technologies": ["duranium-armor", "non-euclidean-shielding"],
        "policy": {"assign": assign},
        **units,
    }
    policy = {"assign": assign, "retreat": {"ships_at_most": 0}} if away else {"assign": assign}
    players = [{**player, "name": "Red", "policy": policy}, {**player, "name": "Blue"}]
    solution = mecatol.solve({"step": step, "players": players, "assume": NO_LIMITS})
    assert solution.winner == {"Red": 0, "Blue": pytest.approx(1), "draw": 0}
    assert {bool(holdings["Red"].adjacent) for _, holdings in solution.outcomes} == {away}
    assert not any(holdings["Red"].space or holdings["Red"].planets for _, holdings in solution.outcomes)
    assert all(choice["value"] == (choice["player"] == "Blue") for choice in solution.choices)
    assert any("never end" in warning for warning in solution.warnings)
