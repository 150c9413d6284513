"""Sustain Damage (87): which hits can be cancelled, by which units, and whether to do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod
from typing import Any, NamedTuple

from solver.casualties import Victims
from solver.clauses import cites
from solver.dice import Number
from solver.effects.model import COMBAT
from solver.engine import Branch, Distribution, Stage, play
from solver.errors import LimitError, Problem, ScenarioError
from solver.game import Game, Side
from solver.moments import HIT_SOURCES
from solver.solution import Solution, cost, no_ships, summarize, worth
from solver.state import SPACE, Pending, Stack, State
from solver.step import ACTIVE, OTHER, SUSTAIN_DAMAGE_STEP, Offer, Step, declare
from solver.taking import NOBODY, Take, nothing_follows, outright_stage, taking_stages
from solver.units import ANTI_FIGHTER_BARRAGE, BOMBARDMENT, SPACE_CANNON, Unit

_IN_COMBAT = ("space-combat", "ground-combat")
_ON_PLANETS = ("ground-combat", "bombardment")
_ABILITIES = {"space-cannon": SPACE_CANNON, "bombardment": BOMBARDMENT, "anti-fighter-barrage": ANTI_FIGHTER_BARRAGE}
_NO_PLANET = ("space-combat", "anti-fighter-barrage")
_CERTAIN = 100
_TIE = 1e-12
_MOST_WAYS = 2_000
"""Beyond so many ways to lose units `best` is refused and first choices are not compared, where each way counts."""


class _Case(NamedTuple):
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


def _is_there(source: str, side: Side, unit: Unit) -> bool:
    return unit.is_ground_force if source in _ON_PLANETS else unit.is_ship


def _planet(game: Game, player: int, source: str, named: str | None, problems: list[Problem]) -> str:
    """Return the place that the hits are about: SPACE, or the planet named or the only one possible."""
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


def _case(game: Game) -> _Case:
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
    return _Case(
        hits["source"], hits.get("count", 1), hits.get("destroys", 0), player, by, place,
        hits.get("held", _CERTAIN), hits.get("then", "nothing"),
    )  # fmt: skip


@cites("87.4", "87.4.a")
def _eligible(case: _Case) -> Callable[[Unit], bool]:
    """Return which units hits of a source can be assigned to: only they may sustain."""
    if case.source == "anti-fighter-barrage":
        return lambda unit: unit.is_fighter
    return (lambda unit: unit.is_ship) if case.place == SPACE else (lambda unit: unit.is_ground_force)


def _take(game: Game, case: _Case, first: str | None = None) -> Take:
    """Return how the player who is hit takes the hits."""
    return Take(
        game,
        SUSTAIN_DAMAGE_STEP,
        case.player,
        case.by,
        _ABILITIES.get(case.source, COMBAT),
        case.place,
        _eligible(case),
        ground=case.place != SPACE,
        at_once=case.source == "space-cannon" and case.place == SPACE,
        round_ends=case.then != "nothing" and case.source in _IN_COMBAT,
        held=case.held,
        first=first,
    )


def _back(game: Game, case: _Case, player: int, by: int) -> Take:
    """Return how a player takes hits that answer Sustain Damage."""
    in_space = case.place == SPACE
    return Take(
        game, SUSTAIN_DAMAGE_STEP, player, by, COMBAT, case.place,
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


def _stages(game: Game, case: _Case, first: str | None = None) -> list[Stage]:
    """Return the stages of a case: outright losses, the hits, hits that answer them, what comes after."""
    take, start = _take(game, case, first), game.start
    stages: list[Stage] = [outright_stage(take, case.destroys)] if case.destroys else []
    stages += taking_stages(take, start)
    stages += taking_stages(_back(game, case, case.by, case.player), start)
    stages += taking_stages(_back(game, case, case.player, case.by), start)
    if case.then == "status-phase":
        stages.append(_status_phase(game))
    return stages


def _start(game: Game, case: _Case) -> State:
    ability = _ABILITIES.get(case.source, COMBAT)
    state = game.start.count_hits(case.by, case.number)
    return state.wait(Pending(case.player, case.by, case.number, ability))


def _with_policy(game: Game, player: int, assign: object) -> Game:
    """Return the game with another policy of one player for hits, taking no notes."""
    sides = tuple(
        replace(side, policy={**side.policy, "assign": assign}) if side.index == player else side for side in game.sides
    )
    return replace(game, sides=sides, trace={}, warnings={}, rolls={}, silent=True)


def _lost(game: Game, case: _Case, final: Distribution) -> Number:
    """Return the resources that the player who is hit loses on average."""
    before = cost(game, game.start.players[case.player], case.player)
    return sum(
        (chance * (before - cost(game, state.players[case.player], case.player)) for state, chance in final.items()),
        game.one - game.one,
    )


def expected_loss(game: Game, case: _Case, assign: object, first: str | None = None) -> Number:
    """Return the resources lost on average under a policy, with a forced first choice if one is named."""
    variant = _with_policy(game, case.player, assign)
    final = play(variant, _stages(variant, case, first), _start(variant, case), worth(variant))
    return _lost(variant, case, final)


def _first_choices(game: Game, case: _Case) -> list[str]:
    """Return what can be done first: types of units that can sustain, and NOBODY."""
    hit = _take(game, case).victims(game.start)
    units = game.start.at(case.player, case.place)
    able = hit.sustaining | hit.lending | hit.covering
    if not case.number or not hit.stacks(units):
        return [NOBODY]
    return [*(s.unit for s in units if s.healthy and s.unit in able), NOBODY]


def _called(side: Side, unit: str) -> str:
    return f"Sustain with a {side.units[unit].name} first" if unit else "Sustain with nobody: only lose units"


def _first_of(row: tuple[Number, str]) -> float:
    return float(row[0])


def _too_many(game: Game, case: _Case) -> bool:
    """Tell whether there are too many ways to lose units for every first choice to be weighed."""
    take = _take(_with_policy(game, case.player, "best"), case)
    ways = prod(s.total + 1 for s in game.start.at(case.player, case.place))
    return ways > _MOST_WAYS and not nothing_follows(take)


def _compare(game: Game, case: _Case) -> list[tuple[Number, str]]:
    """Return each first choice with the resources lost on average, the best first."""
    rows = [(expected_loss(game, case, "best", first), first) for first in _first_choices(game, case)]
    return sorted(rows, key=_first_of)


class _Chances:
    """The best first choices for each chance, in per cent, that the enemy holds the cards."""

    def __init__(self, game: Game, case: _Case) -> None:
        self.game, self.case = game, case
        self.known: dict[int, tuple[Number, list[str]]] = {}

    def best(self, held: int) -> tuple[Number, list[str]]:
        """Return the least loss and all first choices that reach it."""
        if held not in self.known:
            rows = _compare(self.game, self.case._replace(held=held))
            least = rows[0][0]
            self.known[held] = least, [first for lost, first in rows if abs(float(lost - least)) < _TIE]
        return self.known[held]

    def last(self, first: str, low: int) -> int:
        """Return the greatest chance up to which a choice that is best at `low` stays so.

        Looks at every tenth chance and then closer, so a choice that is worse only in between is passed over.
        """
        high = next((held for held in range(low + 1, 101) if held % 10 == 0 and first not in self.best(held)[1]), None)
        if high is None:
            return _CERTAIN
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if first in self.best(middle)[1] else (low, middle)
        return low


def _by_chance(game: Game, case: _Case) -> list[list[str | Number]]:
    """Return for which chances that the enemy holds the cards which first choice is best."""
    chances = _Chances(game, case)
    table: list[list[str | Number]] = []
    low = 0
    while low <= _CERTAIN:
        high, first = max((chances.last(first, low), first) for first in chances.best(low)[1])
        span = f"{low} %" if low == high else f"{low} to {high} %"
        called = _called(game.sides[case.player], first)
        table.append([span, called, chances.best(low)[0], chances.best(high)[0]])
        low = high + 1
    return table


def _findings(game: Game, case: _Case) -> list[dict[str, Any]]:
    """Return for each type of unit whether it can cancel hits, and why."""
    hit = _take(game, case).victims(game.start)
    side, there = game.sides[case.player], game.start.at(case.player, case.place)
    found = [_finding(case, hit, side, stack) for stack in there]
    if case.destroys:
        word = "unit is" if case.destroys == 1 else "units are"
        found.append(
            {
                "subject": f"{case.destroys} destroyed outright",
                "verdict": "no",
                "text": f"{case.destroys} {word} destroyed by an effect: Sustain Damage cancels hits, nothing else.",
                "clauses": ["87.5"],
            }
        )
    repair = "Every damaged unit is repaired in the status phase, or earlier by an effect that says so."
    found.append({"subject": "Repair", "verdict": "yes", "text": repair, "clauses": ["87.3", "81.7"]})
    return found


def _finding(case: _Case, hit: Victims, side: Side, there: Stack) -> dict[str, Any]:
    unit = side.units[there.unit]
    can = unit.sustain_damage and there.unit in hit.sustaining
    verdict, clauses = "no", ["87.4.a"]
    if there.unit in hit.covering and there.healthy:
        verdict, text = "yes", "is not hit itself, but its own text lets it cancel a hit on those that are"
    elif not hit.eligible(unit):
        text = f"cannot be assigned hits of {case.source}, so it cannot cancel them either"
    elif not unit.sustain_damage and there.unit not in hit.lending:
        text, clauses = "does not have Sustain Damage: a hit destroys it", ["87.1"]
    elif unit.sustain_damage and not can:
        text, clauses = "has Sustain Damage, but an effect takes that away", ["87.1"]
    elif not there.healthy:
        text, clauses = "is damaged already and cannot sustain again before it is repaired", ["87.2", "87.3"]
    else:
        verdict, clauses = "yes", ["87.1", "87.4"]
        text = f"can cancel {'up to two hits' if hit.cancels > 1 else 'one hit'} and is damaged then"
        if hit.cancels > 1:
            clauses.append("87.6")
        if there.damaged:
            text += f" ({there.healthy} of {there.total}; the others are damaged already)"
            clauses.append("87.3")
        if there.unit in hit.lending:
            text += "; one such unit, for an effect lends it the ability"
    return {"subject": f"{there.total} {unit.name}", "verdict": verdict, "text": f"{text}.", "clauses": clauses}


def _uncertain(game: Game, case: _Case) -> bool:
    """Tell whether the one who hits may hold a card that destroys what sustains."""
    side = game.sides[case.by]
    return any(
        owner.index == case.by and effect.after_sustain and effect.spends
        for owner, effect in game.active_effects(SUSTAIN_DAMAGE_STEP)
    ) and bool(side.effects)


def _answer(game: Game, case: _Case, rows: list[tuple[Number, str]]) -> dict[str, Any]:
    """Return what the step says besides the odds."""
    side = game.sides[case.player]
    tables: list[dict[str, Any]] = []
    if len(rows) > 1:
        tables.append(
            {
                "title": f"What {side.name} does first, and what it costs",
                "columns": ["First", "Resources lost on average, best play after that"],
                "rows": [[_called(side, first), lost] for lost, first in rows],
            }
        )
        if _uncertain(game, case) and not game.exact:
            tables.append(
                {
                    "title": "How the best choice hangs on the chance that the enemy holds the cards",
                    "columns": ["Chance", "Best first choice", "Lost at the least chance", "Lost at the greatest"],
                    "rows": _by_chance(game, case),
                }
            )
    hits = f"{case.number} {'hit' if case.number == 1 else 'hits'} of {case.source}"
    findings = _findings(game, case)
    can = [row["subject"] for row in findings[:-1] if row["verdict"] == "yes"]
    headline = f"{hits} on {side.name}: " + (f"{', '.join(can)} can sustain." if can else "nothing can sustain.")
    return {"headline": headline, "findings": findings, "tables": tables}


def _choice(game: Game, case: _Case, rows: list[tuple[Number, str]]) -> dict[str, Any]:
    """Return the choice that `best` makes, with its margins."""
    side = game.sides[case.player]
    least, first = rows[0]
    text = f"{_called(side, first)}: {float(least):.4g} resources lost on average"
    if len(rows) > 1:
        text += f", {float(rows[1][0] - least):.4g} fewer than the next best ({_called(side, rows[1][1]).lower()})"
    plain = expected_loss(game, case, "cheapest-first")
    text += f"; {float(plain - least):.4g} fewer than cheapest-first."
    return {"player": side.name, "choice": "assign", "text": text}


def solve_sustain(game: Game) -> Solution:
    """Solve Sustain Damage: what becomes of the units that are hit, and what to sustain.

    Raises ScenarioError for hits that are missing or impossible.
    """
    case = _case(game)
    side, by = game.sides[case.player], game.sides[case.by]
    game.note("87.4", f"{by.name} produced {case.number} hits ({case.source}) against {side.name}’s units.")
    if case.destroys:
        game.note("87.5", f"{case.destroys} units are destroyed outright; Sustain Damage cannot prevent that.")
    if side.policy.get("assign") == "best" and _too_many(game, case):
        message = f"`best` weighs at most {_MOST_WAYS:,} ways to lose units here; use fewer units or a named policy"
        raise LimitError([Problem("policy.assign", message, "best")])
    final = play(game, _stages(game, case), _start(game, case), worth(game))
    if case.then == "status-phase":
        game.note("81.7", "In the status phase all damaged units are repaired.")
    solution = summarize(game, final, no_ships(game) if case.place == SPACE else [])
    solution.hits = {by.name: {case.number: game.one}}
    if _too_many(game, case):
        game.warn(f"More than {_MOST_WAYS:,} ways to lose units: the first choices are not compared.")
        solution.warnings = list(game.warnings)
        rows = [(_lost(game, case, final), NOBODY)]
    else:
        rows = _compare(game, case)
    solution.answer = _answer(game, case, rows)
    if side.policy.get("assign") == "best":
        solution.choices = [_choice(game, case, rows)]
    return solution


def _offers(role: str) -> tuple[Offer, ...]:
    return (
        Offer(
            role=role, area="space", label="Ships",
            hint="Ships in the active system, and the fighters and ground forces that they carry.",
            units=lambda unit: not unit.is_structure,
        ),
        Offer(
            role=role, area="planets", label="On planets here", hint="Ground forces, by planet.",
            units=lambda unit: unit.is_ground_force,
        ),
    )  # fmt: skip


declare(
    Step(
        slug=SUSTAIN_DAMAGE_STEP,
        title="Sustain Damage",
        topic="sustain-damage",
        question="Sustain now, or lose the cheap unit?",
        solve=solve_sustain,
        clauses=("87.1", "87.2", "87.3", "87.4", "87.4.a", "87.5", "87.6", "81.7"),
        offers=(*_offers(ACTIVE), *_offers(OTHER)),
        policies=("assign",),
        records=("hits",),
        example={
            "step": SUSTAIN_DAMAGE_STEP,
            "players": [
                {"name": "Red", "space": {"dreadnought": 2, "fighter": 2}, "policy": {"assign": "best"}},
                {"name": "Blue", "space": {"cruiser": 3}, "effects": {"direct-hit": 1}},
            ],
            "hits": {"source": "space-combat", "count": 2, "held": 30},
        },
    )
)
