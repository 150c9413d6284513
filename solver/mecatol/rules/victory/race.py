"""The most points that a player can have after each part of a round, and who has enough of them first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.objectives import ACTION, AGENDA, STATUS, Objective, objectives
from mecatol.game.model import Game, Side
from mecatol.rules.victory.budget import Budget
from mecatol.rules.victory.judging import Judged, budget_of, has_mecatol, home_allows, judge
from mecatol.rules.victory.windows import CustodiansForNothing

CUSTODIANS_COST: Mapping[str, int] = {"influence": 6}

BEFORE, ACTING, SCORING, LATER = range(4)
"""Parts of a round, in order: what has happened already, the action phase, the Score Objectives step, what follows."""


class ScoringPlan(NamedTuple):
    """What a player does for points in a round."""

    custodians: bool
    imperial: Objective | None
    """The public objective that Imperial scores."""
    public: Objective | None
    """The public objective of the status phase."""
    secret: Objective | None
    """The secret objective of the status phase."""
    points: int
    """The points that the player then has."""


@dataclass(frozen=True)
class Runner:
    """One player in the race."""

    side: Side
    initiative: int
    points: int
    publics: tuple[Objective, ...]
    """Public objectives that the player could score."""
    secrets: Mapping[str, tuple[Objective, ...]]
    """Secret objectives that the player could score, by phase."""
    judged: Mapping[str, Judged]
    """What is known of each objective named, by slug."""
    imperial: bool
    mecatol: bool
    custodians: bool
    for_nothing: bool
    """Whether the player removes the custodians token without spending influence."""
    others: int
    later: int
    money: Budget

    @property
    def name(self) -> str:
        """The player's name."""
        return self.side.name

    @cites("45.2", "61.6", "61.8", "81.1", "98.4")
    def best(self, part: int) -> ScoringPlan:
        """Return the plan that gives the most points by the end of a part of the round.

        Of plans that give as many, the one that does the least: every choice comes after doing without.
        """
        return next(plan for plan in sorted(self._plans(part), key=lambda plan: -plan.points) if self._pays(plan))

    def _plans(self, part: int) -> Iterator[ScoringPlan]:
        acting = part >= ACTING
        removals = (False, True) if acting and self.custodians else (False,)
        by_card = (None, *self.publics) if acting and self.imperial else (None,)
        by_phase = (None, *self.publics) if part >= SCORING else (None,)
        hidden = (None, *self.secrets[STATUS]) if part >= SCORING else (None,)
        fixed = self.points
        if acting:
            fixed += self.others + sum(one.points for one in self.secrets[ACTION])
        if part >= LATER:
            fixed += self.later + sum(one.points for one in self.secrets[AGENDA])
        for removed, first, second, secret in product(removals, by_card, by_phase, hidden):
            if first is None or first != second:
                won = sum(one.points for one in (first, second, secret) if one) + int(removed)
                if acting and self.imperial and (self.mecatol or removed):  # who removes the token lands on Mecatol Rex
                    won += 1
                yield ScoringPlan(removed, first, second, secret, fixed + won)

    def _pays(self, plan: ScoringPlan) -> bool:
        scored = [one for one in (plan.imperial, plan.public, plan.secret) if one]
        costs = [one.cost for one in scored if one.cost and one.slug not in self.side.player.fulfils]
        return self.money.pays([*costs, *([CUSTODIANS_COST] if plan.custodians and not self.for_nothing else [])])

    def reaches(self, goal: int) -> int | None:
        """Return the first part of the round by whose end the player can have so many points, None if in none."""
        return next((part for part in (BEFORE, ACTING, SCORING, LATER) if self.best(part).points >= goal), None)


def runner(game: Game, side: Side, initiative: int) -> Runner:
    """Return a player as the race sees them; what the scenario says is over already is left out."""
    standing, now = side.player.standing, game.scenario.round.get("now", "action")
    money = budget_of(game, side)
    named = [objectives()[slug] for slug in side.player.objectives]
    judged = {one.slug: judge(game, side, one, money) for one in named}
    able = [one for one in named if judged[one.slug].fulfilled]
    acting, scoring = now == "action", now != "agenda"
    secret = [one for one in able if not one.public]
    secrets = {phase: tuple(filter(lambda one: one.phase == phase, secret)) for phase in _PHASES}
    if not acting:
        secrets[ACTION] = ()
    if not scoring:
        secrets[STATUS] = ()
    return Runner(
        side=side,
        initiative=initiative,
        points=standing.get("points", 0),
        publics=tuple(one for one in able if one.public and home_allows(side) and scoring),
        secrets=secrets,
        judged=judged,
        imperial=acting and standing.get("imperial") == "unused",
        mecatol=has_mecatol(side),
        custodians=acting and standing.get("custodians") == "yes",
        for_nothing=any(side.acting(CustodiansForNothing)),
        others=standing.get("others", 0) if acting else 0,
        later=standing.get("later", 0),
        money=money,
    )


_PHASES = (STATUS, ACTION, AGENDA)


class Finish(NamedTuple):
    """Whether a player can win in a round."""

    verdict: str
    """`yes`: nobody can win before; `depends`: somebody else may; `no`."""
    part: int | None
    """In which part of the round they have enough points; None if in none."""
    rivals: tuple[str, ...]
    """Who may win before, or in the same part."""
    last: bool = False
    """Whether they win because no objective is left to reveal."""


@cites("48.2", "81.1", "98.7")
def finishes(runners: list[Runner], goal: int, speaker: int, unrevealed: int | None) -> dict[str, Finish]:
    """Return for each player whether they can win in this round, by name.

    `runners` are in initiative order; `speaker` is the index of the speaker, from whom the game's last ties are broken
    clockwise. An objective of the agenda phase is scored at another moment than the points of riders come.
    """
    over = unrevealed == 0
    parts = {one.name: one.reaches(goal) for one in runners}
    if over:
        parts = {name: None if part == LATER else part for name, part in parts.items()}
    if done := tuple(name for name, part in parts.items() if part == BEFORE):
        return {name: Finish("yes", BEFORE, ()) if name in done else Finish("no", None, done) for name in parts}
    found = _in_order(runners, parts, speaker)
    if over:
        able = [name for name, finish in found.items() if finish.part is not None]
        for name, finish in _by_most(runners).items():
            if parts[name] is None and finish.verdict != "no":
                rivals = tuple(dict.fromkeys((*able, *finish.rivals)))
                found[name] = finish._replace(verdict="depends" if rivals else "yes", rivals=rivals)
    return {one.name: found[one.name] for one in runners}


def _in_order(runners: list[Runner], parts: Mapping[str, int | None], speaker: int) -> dict[str, Finish]:
    """Return who may win before whom, by the part of the round in which they have enough points, the earliest first."""
    seats = {one.name: (one.side.index - speaker) % len(runners) for one in runners}

    def rank(name: str) -> tuple[int, int]:
        part = parts[name]
        assert part is not None
        place = seats[name] if part == LATER else [one.name for one in runners].index(name)
        return part, 0 if part == ACTING else place

    def may_precede(other: str, name: str) -> bool:
        """Tell whether a player may win before another one; an agenda scores secret objectives before riders."""
        apart = parts[other] == parts[name] == LATER and not scoring.isdisjoint((other, name))
        return apart or rank(other) <= rank(name)

    scoring = {one.name for one in runners if one.secrets[AGENDA]}
    able = sorted((name for name, part in parts.items() if part is not None), key=rank)
    found = {}
    for name in able:
        rivals = tuple(other for other in able if other != name and may_precede(other, name))
        found[name] = Finish("depends" if rivals else "yes", parts[name], rivals)
    for name in parts.keys() - found.keys():
        found[name] = Finish("no", None, ())
    return found


@cites("61.15", "61.15.a", "81.2.b", "98.8")
def _by_most(runners: list[Runner]) -> dict[str, Finish]:
    """Return who can win when no objective is left to reveal: the most points, ties in initiative order."""
    most = {one.name: one.best(SCORING).points for one in runners}
    order = [one.name for one in runners]
    first = min(order, key=lambda name: (-most[name], order.index(name)))
    found = {}
    for place, one in enumerate(runners):
        ahead = [
            other.name
            for index, other in enumerate(runners)
            if other is not one and (other.points, -index) > (most[one.name], -place)
        ]
        better = tuple(
            other for index, other in enumerate(order)
            if other != one.name and (most[other], -index) > (most[one.name], -place)
        )  # fmt: skip
        verdict = "yes" if one.name == first else "no" if ahead else "depends"
        found[one.name] = Finish(verdict, SCORING, better, last=True)
    return found
