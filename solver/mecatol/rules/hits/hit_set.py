"""A set of hits on one player's units: its input, the stages in which it is taken, and the first choices compared."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import SUSTAIN_DAMAGE_STEP
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, BOMBARDMENT, SPACE_CANNON, Unit
from mecatol.effects.model import COMBAT
from mecatol.errors import Problem, ScenarioError
from mecatol.game.model import Game, Side
from mecatol.game.stages import Branch, Positions, Stage, play
from mecatol.game.state import Pending, Stack, State
from mecatol.probability.dice import TIE, Number
from mecatol.rules.hits.record import HIT_SOURCES
from mecatol.rules.hits.sustaining import NOBODY, Take, nothing_follows, outright_stage, taking_stages
from mecatol.solution.model import cost, worth

_IN_COMBAT = ("space-combat", "ground-combat")
_ON_PLANETS = ("ground-combat", "bombardment")
_ABILITIES = {"space-cannon": SPACE_CANNON, "bombardment": BOMBARDMENT, "anti-fighter-barrage": ANTI_FIGHTER_BARRAGE}
_NO_PLANET = ("space-combat", "anti-fighter-barrage")
_CERTAIN = 100
MOST_WAYS = 2_000
"""Beyond so many ways to lose units first choices are compared only for those who search, where each way counts."""


class CheckedHits(NamedTuple):
    """The hits of a scenario, checked."""

    source: str
    number: int
    destroys: int
    player: int
    by: int
    place: str
    held: int
    then: str


def _index(game: Game, name: str | None, other: int) -> int:
    """Return the index of a player by name; without a name, the first that is not `other`."""
    if name is None:
        return next((side.index for side in game.sides if side.index != other), 0)
    return next(side.index for side in game.sides if side.name == name)


def _planet(game: Game, player: int, source: str, named: str | None, problems: list[Problem]) -> str:
    """Return the place of the units that are hit: SPACE, the planet named, or the only one possible."""
    side = game.sides[player]
    planets = [planet for planet, _ in game.start.players[player].planets]
    if named is not None:
        if source in _NO_PLANET:
            problems.append(Problem("hits.planet", f"hits of {source} are in space; name no planet", named))
        elif named not in planets:
            shown = ", ".join(planets) or "none"
            message = f"{side.name} has no units on {named!r}; planets with some: {shown}"
            problems.append(Problem("hits.planet", message, named))
        return named
    if source not in _ON_PLANETS:
        return SPACE
    if len(planets) != 1:
        shown = ", ".join(planets) or "none"
        message = f"{side.name} has units on {len(planets)} planets ({shown}): name the one that is hit"
        problems.append(Problem("hits.planet", message, None))
    return planets[0] if planets else SPACE


def checked_hits(game: Game) -> CheckedHits:
    """Return the hits that the scenario describes. Raises ScenarioError for those that cannot be."""
    hits, problems = game.scenario.hits, []
    if "source" not in hits:
        raise ScenarioError(
            [Problem("hits", f"is missing: name a source ({', '.join(HIT_SOURCES)}) and a count of hits")]
        )
    player = _index(game, hits.get("against"), _index(game, hits["by"], -1) if "by" in hits else -1)
    by = _index(game, hits.get("by"), player)
    if by == player:
        name = game.sides[player].name
        problems.append(Problem("hits.by", f"{name} cannot hit their own units (87.1): name another player", name))
    place = _planet(game, player, hits["source"], hits.get("planet"), problems)
    if problems:
        raise ScenarioError(problems)
    return CheckedHits(
        hits["source"], hits.get("count", 1), hits.get("destroys", 0), player, by, place,
        hits.get("held", _CERTAIN), hits.get("then", "nothing"),
    )  # fmt: skip


@cites("87.4", "87.4.a")
def _eligible(checked: CheckedHits) -> Callable[[Unit], bool]:
    """Return which units hits of a source can be assigned to: only they may sustain."""
    if checked.source == "anti-fighter-barrage":
        return lambda unit: unit.is_fighter
    return (lambda unit: unit.is_ship) if checked.place == SPACE else (lambda unit: unit.is_ground_force)


def take_of(game: Game, checked: CheckedHits, first: str | None = None) -> Take:
    """Return how the player who is hit takes the hits."""
    return Take(
        game,
        SUSTAIN_DAMAGE_STEP,
        checked.player,
        checked.by,
        _ABILITIES.get(checked.source, COMBAT),
        checked.place,
        _eligible(checked),
        ground=checked.place != SPACE,
        at_once=checked.source == "space-cannon" and checked.place == SPACE,
        round_ends=checked.then != "nothing" and checked.source in (*_IN_COMBAT, "anti-fighter-barrage"),
        held=checked.held,
        first=first,
    )


def _back(game: Game, checked: CheckedHits, player: int, by: int) -> Take:
    """Return how a player takes hits that answer Sustain Damage."""
    in_space = checked.place == SPACE
    return Take(
        game, SUSTAIN_DAMAGE_STEP, player, by, COMBAT, checked.place,
        lambda unit: unit.is_ship if in_space else unit.is_ground_force, ground=not in_space,
    )  # fmt: skip


@cites("87.3", "81.7")
def _status_phase(game: Game) -> Stage:
    """Return the stage in which every damaged unit is repaired."""

    def stage(state: State) -> list[Branch]:
        for side in game.sides:
            holdings = state.players[side.index]
            places = (SPACE, *(planet for planet, _ in holdings.planets))
            for place in places:
                units = tuple(Stack(s.unit, s.total) for s in holdings.at(place))
                holdings = holdings.put(place, units)
            state = state.with_holdings(side.index, holdings)
        return [Branch(game.one, [state])]

    return stage


def stages_of(game: Game, checked: CheckedHits, first: str | None = None) -> list[Stage]:
    """Return the stages of a case: outright losses, the hits, hits that answer them, what comes after."""
    take, start = take_of(game, checked, first), game.start
    stages: list[Stage] = [outright_stage(take, checked.destroys)] if checked.destroys else []
    stages += taking_stages(take, start)
    stages += taking_stages(_back(game, checked, checked.by, checked.player), start)
    stages += taking_stages(_back(game, checked, checked.player, checked.by), start)
    if checked.then == "status-phase":
        stages.append(_status_phase(game))
    return stages


def start_of(game: Game, checked: CheckedHits) -> State:
    """Return the position in which the hits wait."""
    ability = _ABILITIES.get(checked.source, COMBAT)
    state = game.start.count_hits(checked.by, checked.number)
    return state.wait(Pending(checked.player, checked.by, checked.number, ability))


def resources_lost(game: Game, checked: CheckedHits, final: Positions) -> Number:
    """Return the resources that the player who is hit loses on average."""
    before = cost(game, game.start.players[checked.player], checked.player)
    lost = [
        (chance, before - cost(game, state.players[checked.player], checked.player)) for state, chance in final.items()
    ]
    return sum((chance * resources for chance, resources in lost), game.one - game.one)


def expected_loss(game: Game, checked: CheckedHits, assign: str, first: str | None = None) -> Number:
    """Return the resources lost on average under a policy, with a first choice that may be forced."""
    variant = game.assigning(checked.player, assign)
    final = play(variant, stages_of(variant, checked, first), start_of(variant, checked), worth(variant))
    return resources_lost(variant, checked, final)


def _first_choices(game: Game, checked: CheckedHits) -> list[str]:
    """Return what can be done first: types of units that can sustain, and NOBODY."""
    hit = take_of(game, checked).victims(game.start)
    units = game.start.at(checked.player, checked.place)
    able = hit.sustaining | hit.lending | hit.covering
    if not checked.number or not hit.stacks(units):
        return [NOBODY]
    return [*(s.unit for s in units if s.healthy and s.unit in able), NOBODY]


def called(side: Side, unit: str) -> str:
    """Return a first choice in words."""
    return f"Sustain with a {side.units[unit].name} first" if unit else "Do not sustain"


def _first_of(row: tuple[Number, str]) -> float:
    return float(row[0])


def too_many(game: Game, checked: CheckedHits) -> bool:
    """Tell whether there are too many ways to lose units for every first choice to be weighed."""
    take = take_of(game.assigning(checked.player, "best"), checked)
    ways = prod(s.total + 1 for s in game.start.at(checked.player, checked.place))
    return ways > MOST_WAYS and not nothing_follows(take)


def compare(game: Game, checked: CheckedHits) -> list[tuple[Number, str]]:
    """Return each first choice with the resources lost on average, the best first."""
    rows = [(expected_loss(game, checked, "best", first), first) for first in _first_choices(game, checked)]
    return sorted(rows, key=_first_of)


class _Chances:
    """The best first choices for each chance, in per cent, that the enemy holds the cards."""

    def __init__(self, game: Game, checked: CheckedHits) -> None:
        self.game, self.checked = game, checked
        self.known: dict[int, tuple[Number, list[str]]] = {}
        """By chance, in percent: what is found there; looking for the last one comes to the same chances again."""

    def best(self, held: int) -> tuple[Number, list[str]]:
        """Return the least loss and all first choices that reach it."""
        if held not in self.known:
            rows = compare(self.game, self.checked._replace(held=held))
            least = rows[0][0]
            self.known[held] = least, [first for lost, first in rows if abs(float(lost - least)) < TIE]
        return self.known[held]

    def last(self, first: str, low: int) -> int:
        """Return the greatest chance up to which a choice that is best at `low` stays so.

        Checks every tenth chance and then refines, so a choice that is worse only in between is missed.
        """
        high = next((held for held in range(low + 1, 101) if held % 10 == 0 and first not in self.best(held)[1]), None)
        if high is None:
            return _CERTAIN
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if first in self.best(middle)[1] else (low, middle)
        return low


def by_chance(game: Game, checked: CheckedHits) -> list[list[str | Number]]:
    """Return for which chances that the enemy holds the cards which first choice is best."""
    chances = _Chances(game, checked)
    table: list[list[str | Number]] = []
    low = 0
    while low <= _CERTAIN:
        high, first = max((chances.last(first, low), first) for first in chances.best(low)[1])
        span = f"{low}%" if low == high else f"{low} to {high}%"
        words = called(game.sides[checked.player], first)
        table.append([span, words, chances.best(low)[0], chances.best(high)[0]])
        low = high + 1
    return table
