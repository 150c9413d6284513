"""Judging an order: every rule that bears on it, kept or broken, what it costs and how it is paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of_type
from mecatol.domain.editions import POK, in_force
from mecatol.domain.places import SPACE
from mecatol.domain.units import UNIT_TYPES, printings
from mecatol.game.limits import TOKENS
from mecatol.game.model import Side
from mecatol.game.state import Holdings
from mecatol.rules.production.board import Board
from mecatol.rules.production.order import Option, Product, Terms, shortfall, ways_to_make
from mecatol.rules.production.payment import PREFERENCES, Payment, pay, say_spending
from mecatol.rules.production.placement import (
    Placed,
    Sites,
    after,
    fleet_tokens,
    judge_capacity,
    judge_components,
    judge_fleet,
    place,
    plastic,
    side_after,
    sites,
)  # fmt: skip
from mecatol.rules.production.producers import at, coexists, why_not_controlled, why_nothing
from mecatol.rules.production.windows import AfterProduction, OnceProduced, Treasury, Work
from mecatol.solution.answers import DEPENDS, NO, YES, Finding


@dataclass(frozen=True)
class Judgement:
    """The result of an order under one reading of what can be spent and who produces."""

    order: Mapping[str, int]
    """What of the order the player can produce at all."""
    treasury: Treasury
    terms: Terms
    findings: tuple[Finding, ...]
    costs: Mapping[str, int]
    """Resources by type of unit, before reductions."""
    cost: int
    """The combined cost, reductions taken off."""
    payment: Payment | None
    sites: Sites
    placed: Placed
    holdings: Holdings
    """The player's units once the order is placed."""

    @property
    def broken(self) -> int:
        """How many rules are broken."""
        return sum(finding.verdict == NO for finding in self.findings)

    @property
    def consequences(self) -> int:
        """How many findings have a consequence or hang on something."""
        return sum(finding.verdict == DEPENDS for finding in self.findings)


def _list(slugs: Mapping[str, int] | list[str]) -> str:
    return ", ".join(UNIT_TYPES[slug] for slug in slugs)


@cites("26.3", "26.3.a")
def _unknown(board: Board, terms: Terms) -> list[Finding]:
    """Return a finding for each type of the order that the player cannot produce at all."""
    findings = []
    for slug, number in board.side.player.produce.items():
        if not number or slug in terms.kinds:
            continue
        unit = board.side.units.get(slug)
        name, who = UNIT_TYPES[slug], board.side.name
        clauses: tuple[str, ...] = ("26.3",)
        if unit and unit.is_structure:
            text, clauses = f"A {name} is a structure: it has no cost, so it cannot be produced.", ("26.3", "26.3.a")
        elif unit and not unit.stands_in:
            text = f"{who}’s {name} is {unit.name}, which has no cost, so it cannot be produced."
        else:
            named = any(in_force(board.game.edition, u.edition, u.until) for u in printings(slug))
            missing = "its unit upgrade technology" if named else f"a box that is not part of {board.game.edition!r}"
            text = f"{who} cannot produce a {name} without {missing}."
        findings.append(Finding(name, NO, text, clauses))
    return findings


@cites("67.6", "67.6.a", "14.1")
def _ships(board: Board, order: Mapping[str, int]) -> Finding | None:
    """Judge whether ships can be produced here; None if none are ordered, or nobody is in the way."""
    ships = [slug for slug in order if board.side.units[slug].is_ship]
    if not board.enemies:
        return None
    whose = " and ".join(board.enemies)
    if not ships:
        text = f"{whose} {'has' if len(board.enemies) == 1 else 'have'} ships here, but ground forces can be produced."
        return Finding("Other players’ ships", YES, text, ("67.6.a",))
    text = f"{_list(ships)}: no ships can be produced in a system with {whose}’s ships"
    if board.blockaded:
        return Finding("Blockade", NO, f"{text}, which blockade {board.side.name} here.", ("67.6", "14.1"))
    return Finding("Other players’ ships", NO, f"{text}.", ("67.6",))


def _breakdown(board: Board, works: tuple[Work, ...]) -> str:
    parts = [
        f"{work.total} from {work.name} {at(work.place)}" if work.place else f"{work.total} from {work.name}"
        for work in works
    ]
    return " + ".join(parts) if parts else f"nothing here produces: {why_nothing(board)}"


def _coexisting(board: Board, terms: Terms) -> str:
    """Say which structures coexist, so that they make no ships; "" if none does."""
    return "".join(
        f": {work.name} {at(work.place)} coexists, so it is blockaded no matter which ships are here "
        f"({why_not_controlled(board, work.place)})"
        for work in terms.works
        if work.unit and coexists(board, work.place, work.unit)
    )


type _Making = Mapping[str, Option]
"""How many units of each type are made in which way."""
type _Shortfall = tuple[frozenset[str], int] | None
"""Types of which more are ordered than can be made, and how many can; None if all fit."""


def _counted(making: _Making) -> dict[str, int]:
    """Return how many units count against the production limit, by type."""
    return {slug: option.counted for slug, option in making.items()}


@cites("68.1.a", "68.1.b", "68.1.d", "14.1")
def _limit(board: Board, terms: Terms, order: Mapping[str, int]) -> tuple[list[Finding], dict[str, int]]:
    """Judge the order against what can be produced; return the findings and the least costs that fit, by type."""
    sources = terms.sources(order)
    made_at_all = sum(number for number, _ in sources)
    ships = {slug for slug in order if board.side.units[slug].is_ship} if board.enemies else set()

    def short_of(making: _Making) -> _Shortfall:
        """Ships that nobody may produce here are judged by themselves."""
        return shortfall({slug: number for slug, number in _counted(making).items() if slug not in ships}, sources)

    ways = list(ways_to_make(terms, order))
    fitting = (way for way in ways if sum(_counted(way).values()) <= made_at_all and short_of(way) is None)
    best = next(fitting, None)
    # What counts least decides how far over the limit an order is.
    made = best or min(ways, key=lambda way: sum(_counted(way).values()))
    short = None if best else short_of(made)
    barred = [slug for slug in short[0] if terms.kinds[slug].barred] if short else []
    findings = [_production_limit(board, terms, order, _counted(made), None if barred else short)]
    if short and barred:
        findings.append(_who_can_make(board, terms, _counted(made), short, barred))
    return findings, {slug: option.cost for slug, option in made.items()}


def _production_limit(
    board: Board, terms: Terms, order: Mapping[str, int], counted: Mapping[str, int], short: _Shortfall
) -> Finding:
    """Judge what counts against the limit, in all and where works can make only some types."""
    beside = 0
    for number, kinds in terms.pools(order):
        beside += min(number, sum(counted.get(slug, 0) for slug in kinds))
    number = sum(counted.values()) - beside
    over = number - terms.limit
    if short:
        over = max(over, sum(counted[slug] for slug in short[0]) - short[1])
    more = f", and {beside} that do not count" if beside else ""
    counts, made_by = "unit counts" if number == 1 else "units count", _breakdown(board, terms.works)
    text = f"{number} {counts} toward the limit of {terms.limit} ({made_by}){more}"
    clauses = ("68.1", "68.1.a", "68.1.b") if {"fighter", "infantry"} & set(order) else ("68.1", "68.1.a")
    if over > 0:
        return Finding("Production limit", NO, f"{text}: {over} too many.", clauses)
    return Finding("Production limit", YES, f"{text}.", clauses)


def _who_can_make(
    board: Board, terms: Terms, counted: Mapping[str, int], short: tuple[frozenset[str], int], barred: list[str]
) -> Finding:
    """Say that fewer units here can make some types than were ordered."""
    types, able = short
    names = _list([slug for slug in UNIT_TYPES if slug in types])
    wanted = sum(counted[slug] for slug in types)
    why = tuple(dict.fromkeys(clause for slug in barred for clause in terms.kinds[slug].barred))
    text = f"{wanted} {names} ordered, but the units here can produce {f'only {able}' if able else 'none'} of them"
    return Finding("Who can make them", NO, f"{text}{_coexisting(board, terms)}.", why)


def _uneven(slug: str, kind: Product, number: int, cost: int) -> str:
    """Say what of a type would come for the same cost, where a group is not full; "" where all are."""
    if not (more := kind.more_for(number, cost)):
        return ""
    name = UNIT_TYPES[slug]
    if not kind.price.extra:
        return f"; the leftover {name} costs as much as a pair"
    return f"; {count_of_type(more, f'more {name}')} would cost nothing extra"


@cites("26.1", "67.1", "67.1.a", "67.1.b", "67.1.c", "67.2", "67.2.b", "68.1.c")
def _cost(
    board: Board, treasury: Treasury, cost: int, costs: Mapping[str, int], order: Mapping[str, int], terms: Terms
) -> tuple[Finding, Payment | None]:
    player = board.side
    preference = player.policy.pay
    payment = pay(treasury, cost, preference)
    lone = "".join(_uneven(slug, terms.kinds[slug], number, costs[slug]) for slug, number in order.items())
    clauses = ("67.1", "67.1.c", *(("67.2.b", "68.1.c") if lone else ()))
    if payment is None:
        text = f"It costs {cost}, but {player.name} can spend only {treasury.total}{lone}."
        return Finding("Cost", NO, text, clauses), None
    how = say_spending(payment)
    wasted = f" ({payment.waste} wasted)" if payment.waste else ""
    text = f"It costs {cost}: {how}{wasted}{lone}." if how else f"It costs nothing{lone}."
    return Finding("Cost", YES, text, clauses), payment


@cites("68.4", "68.4.a", "16.2")
def _space(board: Board, side: Side, placed: Placed, holdings: Holdings) -> Finding | None:
    """Judge what is in space; before Prophecy of Kings ground forces could not even be placed beyond capacity."""
    found = judge_capacity(board, side, holdings)
    landed = any(not board.side.units[slug].is_ship for slug in placed.get(SPACE, ()))
    if found and found.verdict == DEPENDS and landed and not in_force(board.game.edition, POK):
        text = found.text.replace("must be removed at once", "cannot be placed there")
        return found._replace(verdict=NO, text=text, clauses=("68.4.a", "16.2"))
    return found


@cites("37.1")
def _tokens(board: Board, order: Mapping[str, int]) -> list[Finding]:
    findings = []
    for actor in fleet_tokens(board, order):
        text = "The fleet pool gets a command token from the reinforcements before ships are counted."
        findings.append(Finding(actor.effect.name, YES, text, actor.effect.clauses))
        actor.note()
    return findings


@cites("23.4", "23.4.a")
def _gifts(board: Board, order: Mapping[str, int]) -> list[Finding]:
    findings, elsewhere = [], board.side.player.elsewhere
    for actor in board.opened(AfterProduction):
        for gift in actor.window.act(board.moment, actor.owner, order):
            kind, name = gift.unit, UNIT_TYPES[gift.unit]
            if kind not in TOKENS and plastic(board).get(kind, 0) + elsewhere.get(kind, 0) <= order.get(kind, 0):
                text = f"After that, no {name} is left to be placed."
                findings.append(Finding(actor.effect.name, DEPENDS, text, ("23.4", "23.4.a")))
                continue
            text = f"After that, {gift.number} {name} may be placed {gift.where}."
            findings.append(Finding(actor.effect.name, YES, text, actor.effect.clauses))
            actor.note()
    for card in board.opened(OnceProduced) if order else ():
        text = card.window.act(board.moment, card.owner, order)
        findings.append(Finding(card.effect.name, YES, text, card.effect.clauses))
    return findings


def judge(board: Board, treasury: Treasury, terms: Terms, order: Mapping[str, int]) -> Judgement:
    """Judge an order: findings on every rule that bears on it, broken ones among them."""
    findings = _unknown(board, terms)
    order = {slug: number for slug, number in order.items() if slug in terms.kinds}
    limit, costs = _limit(board, terms, order)
    findings += limit
    ships = _ships(board, order)
    findings += [ships] if ships else []
    cost = max(0, sum(costs.values()) - terms.reduction)
    paid, payment = _cost(board, treasury, cost, costs, order, terms)
    findings.append(paid)
    open_sites = sites(board, terms, order)
    placed, placements = place(board, open_sites, order)
    findings += judge_components(board, placed, order)
    findings += placements
    holdings = after(board, placed)
    side = side_after(board, order)
    findings += [found for found in (_space(board, side, placed, holdings), judge_fleet(side, holdings)) if found]
    findings += _tokens(board, order)
    findings += _gifts(board, order)
    return Judgement(
        order, treasury, terms, tuple(findings), costs, cost, payment, open_sites, placed, holdings
    )  # fmt: skip


def rank(judgement: Judgement, preference: str) -> tuple[object, ...]:
    """Return what makes a reading preferable to another, first things first: less is better.

    Of those that all break rules, that of the highest limit shows how far the order is over it.
    """
    payment = judgement.payment
    key = PREFERENCES[preference](payment) if payment else ()
    limit = judgement.terms.limit if judgement.broken else 0
    return judgement.broken, -limit, judgement.consequences, judgement.cost, payment is None, key
