"""Exact combats against battles played with dice: every effect that is no faction's, and fleets of factions.

`uv run python tests/benchmarks/proof.py` does the same for battles that were dear once.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache
from itertools import permutations, zip_longest
from pathlib import Path
from typing import Protocol

import pytest

import mecatol
from mecatol.domain.editions import PUBLISHED
from mecatol.domain.places import SPACE
from tests.as_played import SKIRMISH, without
from tests.as_played import battles as as_played
from tests.draws import some_now
from tests.solver.combat.draw_systems import retreats
from tests.solver.combat.plain import Game, Scenario
from tests.solver.combat.plain_battles import SPACE_CARDS, SPACE_TECHNOLOGIES, battle
from tests.solver.combat.plain_factions import Combat
from tests.solver.combat.plain_fleet import edition_of
from tests.solver.combat.plain_known import JUDGED_APART, PLAYED, STEPS, TEACH, acting, ready, sides, unknown

BATTLES, AT_ONCE = 210, 5
DRAWN, FLEETS = 500, 280
"""Battles as they are played at a table, and how many space combats among them the dice play; as many skirmishes."""
EARLIER, KEPT, A_FEW = 120, 30, 5
"""Skirmishes drawn in each edition before the newest, how many of them a proof keeps, and those for a plain run."""
GAMES = 250
"""How often a battle is played before its chances are looked at; then twice as often, and so on."""
ERRORS, CALM = 4.5, (2.0, 2.5, 3.0, 3.5)
"""Standard errors that a chance may be off at the last look, and with how many at an earlier one no more is played.

A chance that is off by 4.5 standard errors of 700 games is found in 73 of 100 such battles, by 6 in 94, by 7 in 98: of
the first, half would be missed with 700 games for each battle. What agrees is played 350 times on average.
"""
PATIENCE = 600
"""Seconds for one battle, whatever work it takes."""

type Chances = Mapping[str, float]


class Played(Protocol):
    """What can be played once."""

    def play(self) -> Iterator[str]:
        """Play it; yield what is true of its end."""


type Playing = Callable[[Scenario, random.Random], Played]


def exact(scenario: Scenario, game: type[Game] = Game) -> dict[str, float]:
    """Return the chances of everything that is true of the end of a battle, as the plain game words it."""
    space = scenario["step"] == "space-combat"
    chances: defaultdict[str, float] = defaultdict(float)
    solution = mecatol.solve(scenario, seconds=PATIENCE)
    names = [player["name"] for player in scenario["players"]]
    for key, chance in solution.winner.items():
        chances["draw" if key == "draw" else f"winner {names.index(key)}"] += chance
    for chance, holdings in solution.outcomes:
        for index, name in enumerate(names):
            left = (*holdings[name].at(SPACE if space else "abaddon"), *holdings[name].adjacent)
            left = tuple(s for s in left if game.counts(scenario["players"][index], s.unit))
            others = sum(s.total for s in left if s.unit != "fighter")
            chances[f"{index} has {sum(s.total for s in left)}"] += chance
            chances[f"{index} has {sum(s.damaged for s in left)} damaged"] += chance
            chances[f"{index} has {others} others"] += chance
    return dict(chances)


def deviation(scenario: Scenario, games: int, rng: random.Random, game: Playing, chances: Chances) -> tuple[float, str]:
    """Return the largest deviation in standard errors, and of what, after so many games or 2, 4, 8 or 16 times as many.

    A game more is played as long as something seems off: of what is rare, one sighting is many standard errors.
    """
    seen: Counter[str] = Counter()
    played, found = 0, (0.0, "")
    for calm in (*CALM, ERRORS):
        for _ in range(played or games):
            seen.update(game(scenario, rng).play())
        played += played or games
        found = _farthest(seen, played, chances)
        if found[0] < calm:
            break
    return found


def _farthest(seen: Counter[str], games: int, chances: Chances) -> tuple[float, str]:
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
    "some 80,000 battles with dice take minutes there; they prove the mathematics, not the Python"
)
@pytest.mark.parametrize("first", some_now(range(0, BATTLES, AT_ONCE), 3))
def test_battles_played_with_dice_come_to_the_same(first: int) -> None:
    for number in range(first, first + AT_ONCE):
        scenario, rng = fought(number)
        errors, what = deviation(scenario, GAMES, rng, Game, exact(scenario))
        assert errors < ERRORS, (number, what, errors, scenario)


@cache  # space combats and actions are drawn together
def _drawn(most: tuple[int, ...]) -> list[Scenario]:
    """Return battles as they are played, of no more than that, without what others judge."""
    return list(without(as_played(13, DRAWN, *most), JUDGED_APART))


def known(step: str, lacks: Callable[[Scenario], set[str]], number: int) -> list[Scenario]:
    """Return so many battles of a step, as they are played, of which the dice lack nothing, and as many skirmishes."""
    found: list[Scenario] = []
    for most in ((), SKIRMISH):
        drawn = [scenario for scenario in _drawn(most) if scenario["step"] == step]
        able = [scenario for scenario in drawn if not lacks(scenario)]
        assert len(able) >= 0.75 * len(drawn), unheard(drawn, lacks)
        found += able[:number]
    return found


def unheard(drawn: list[Scenario], lacks: Callable[[Scenario], set[str]]) -> str:
    """Say what the dice lack in battles, and where they are taught it."""
    missing = Counter(slug for scenario in drawn for slug in lacks(scenario))
    return f"the dice know too few of {len(drawn)} battles; they lack {missing.most_common()}: {TEACH}"


@cache
def skirmishes(edition: str) -> list[Scenario]:
    """Return skirmishes of an edition."""
    return list(without(as_played(PUBLISHED.index(edition), EARLIER, *SKIRMISH, edition), JUDGED_APART))


def replaced(scenario: Scenario, steps: Set[str]) -> set[str]:
    """Return what acts in a battle that a later edition replaced."""
    able = (acting(*pair, steps, edition_of(scenario)) for pair in sides(scenario))
    return {slug for slug in set[str]().union(*able) if mecatol.EFFECTS[slug].until}


def known_earlier(step: str, lacks: Callable[[Scenario], set[str]], steps: Set[str]) -> list[Scenario]:
    """Return battles of a step with something replaced later, those that the dice know: of each edition in turn."""
    found = [
        [s for s in skirmishes(edition) if s["step"] == step and replaced(s, steps) and not lacks(s)][:KEPT]
        for edition in PUBLISHED[:-1]
    ]
    return [scenario for together in zip_longest(*found) for scenario in together if scenario]


SELDOM: Scenario = {
    "step": "space-combat",
    "players": [
        {
            "name": "Red",
            "faction": "last-bastion",
            "effects": {"egeiro-systems": 3},
            "space": {"flagship": 1, "cruiser": 1},
        },
        {"name": "Blue", "faction": "federation-of-sol", "space": {"dreadnought": 2, "destroyer": 1}},
    ],
}
"""A battle with what is drawn too seldom: most flagships of the Last Bastion come with what the dice do not know."""


@cache
def fleets() -> list[Scenario]:
    """Return the space combats among battles as they are played that the dice know."""
    return [*known("space-combat", unknown, FLEETS), SELDOM]


@pytest.mark.cpython_only("for the same reason")
@pytest.mark.parametrize("first", some_now(range(0, 2 * FLEETS + 1, AT_ONCE), 1))
def test_fleets_of_factions_played_with_dice_come_to_the_same(first: int) -> None:
    for number, scenario in enumerate(fleets()[first : first + AT_ONCE], first):
        players = [{**player} for player in scenario["players"]]
        if number % 2:
            retreats(random.Random(f"retreats {number}"), players)
        battle = ready({**scenario, "players": players})
        errors, what = deviation(battle, GAMES, random.Random(f"fleets {number}"), Combat, exact(battle, Combat))
        assert errors < ERRORS, (number, what, errors, scenario)


@cache
def earlier_fleets() -> list[Scenario]:
    """Return space combats of earlier editions with something that was replaced later."""
    return known_earlier("space-combat", unknown, STEPS)


@pytest.mark.cpython_only("for the same reason")
@pytest.mark.parametrize("first", some_now(range(0, 2 * KEPT, A_FEW), 1))
def test_fleets_of_earlier_editions_come_to_the_same(first: int) -> None:
    for number, scenario in enumerate(earlier_fleets()[first : first + A_FEW], first):
        battle = ready(scenario)
        errors, what = deviation(battle, GAMES, random.Random(f"earlier {number}"), Combat, exact(battle, Combat))
        assert errors < ERRORS, (number, what, errors, scenario)


def test_the_fleets_hold_every_effect_that_only_the_dice_of_factions_know() -> None:
    sides = [pair for scenario in fleets() for pair in permutations(scenario["players"])]
    found = {slug for one, other in sides for slug in acting(one, other)}
    now = {slug for slug in PLAYED if not mecatol.EFFECTS[slug].until}
    missing = now - {*SPACE_CARDS, *SPACE_TECHNOLOGIES} - found
    assert not missing, f"no battle that is drawn has {missing}: draw more of them (FLEETS)"


@pytest.mark.parametrize("slug", JUDGED_APART)
def test_what_the_dice_leave_out_is_judged_where_it_says(slug: str) -> None:
    assert slug in mecatol.EFFECTS
    assert (Path(__file__).parents[1] / JUDGED_APART[slug]).is_file(), f"{JUDGED_APART[slug]} is gone: {TEACH}"


def test_the_battles_hold_every_effect_that_acts_in_them() -> None:
    used: Counter[str] = Counter()
    for number in range(BATTLES):
        scenario, _ = fought(number)
        for player in scenario["players"]:
            used.update([*player["technologies"], *player["effects"]])
    acting = {
        slug
        for slug, effect in mecatol.EFFECTS.items()
        if effect.holder is None and effect.until is None and {"space-combat", "ground-combat"} & set(effect.steps)
        and not effect.automatic
    } - {"disable", "quietus", "articles-of-war", "circlet-of-the-void", "crash-landing"}  # fmt: skip  # no part here
    acting.remove("dacxive-animators")  # plain_action.py plays it
    acting -= JUDGED_APART.keys()
    assert acting <= set(used), f"the dice do not play {acting - set(used)}: {TEACH}"
    assert min(used[slug] for slug in acting) >= 5
