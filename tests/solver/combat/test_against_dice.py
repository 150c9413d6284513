"""Exact combats against battles played with dice, over every effect that is no faction's."""

import random
from collections import Counter, defaultdict

import pytest

import solver
from solver.domain.places import SPACE
from tests.draws import some_now
from tests.solver.combat.plain import Game, Scenario, battle

BATTLES, AT_ONCE = 210, 15
GAMES = 700
ERRORS = 4.5


def exact(scenario: Scenario) -> dict[str, float]:
    """Return the chances of everything that is true of the end of a battle, as the plain game words it."""
    space = scenario["step"] == "space-combat"
    chances: defaultdict[str, float] = defaultdict(float)
    solution = solver.solve(scenario)
    names = [player["name"] for player in scenario["players"]]
    for key, chance in solution.winner.items():
        chances["draw" if key == "draw" else f"winner {names.index(key)}"] += chance
    for chance, holdings in solution.outcomes:
        for index, name in enumerate(names):
            there = [s for s in holdings[name].at(SPACE if space else "abaddon") if s.unit != "pds"]
            gone = [s for s in holdings[name].adjacent if s.unit != "pds"]
            total = sum(s.total for s in (*there, *gone))
            others = sum(s.total for s in (*there, *gone) if s.unit != "fighter")
            chances[f"{index} has {total}"] += chance
            chances[f"{index} has {sum(s.damaged for s in (*there, *gone))} damaged"] += chance
            chances[f"{index} has {others} others"] += chance
    return dict(chances)


def worst(scenario: Scenario, games: int, rng: random.Random) -> tuple[float, str]:
    """Return the largest deviation in standard errors, and of what."""
    seen: Counter[str] = Counter()
    for _ in range(games):
        seen.update(Game(scenario, rng).play())
    chances = exact(scenario)
    found = []
    for what in {*seen, *chances}:
        chance = min(1.0, max(0.0, chances.get(what, 0.0)))
        # rare events: the error of one more or less, so that a single sighting is no proof
        error = max((chance * (1 - chance) / games) ** 0.5, 0.75 / games)
        found.append((abs(seen[what] / games - chance) / error, what))
    return max(found)


def fought(number: int) -> tuple[Scenario, random.Random]:
    """Return a battle by its number, and the dice to play it with."""
    rng = random.Random(f"dice {number}")
    return battle(rng), rng


@pytest.mark.cpython_only(
    "some 150,000 battles with dice take minutes there; they prove the mathematics, not the Python"
)
@pytest.mark.parametrize("first", some_now(range(0, BATTLES, AT_ONCE), 3))
def test_battles_played_with_dice_come_to_the_same(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        scenario, rng = fought(number)
        deviation, what = worst(scenario, GAMES, rng)
        assert deviation < ERRORS, (number, what, deviation, scenario)


def test_the_battles_hold_every_effect_that_acts_in_them() -> None:
    used: Counter[str] = Counter()
    for number in range(BATTLES):
        scenario, _ = fought(number)
        for player in scenario["players"]:
            used.update([*player["technologies"], *player["effects"]])
    acting = {
        slug
        for slug, effect in solver.EFFECTS.items()
        if effect.holder is None and effect.until is None and {"space-combat", "ground-combat"} & set(effect.steps)
        and not effect.automatic
    } - {"disable", "quietus", "articles-of-war"}  # fmt: skip  # what they forbid is no part of such a combat
    assert acting <= set(used), acting - set(used)
    assert min(used[slug] for slug in acting) >= 5
