"""What production is reported in: tables and short phrases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of, count_of_type
from mecatol.domain.places import SPACE
from mecatol.domain.units import UNIT_TYPES, planet_name
from mecatol.rules.production.best import Build
from mecatol.rules.production.board import Board
from mecatol.rules.production.judge import Judgement
from mecatol.rules.production.order import Terms
from mecatol.rules.production.payment import Payment, alternatives, pay
from mecatol.rules.production.producers import at
from mecatol.rules.production.windows import Treasury
from mecatol.solution.answers import YES, Table, say_units
from mecatol.solution.model import listed


def _payment_parts(payment: Payment) -> list[str]:
    parts = [planet_name(planet) for planet in payment.planets]
    if payment.trade_goods:
        parts.append(count_of(payment.trade_goods, "trade good"))
    return parts or ["nothing"]


def say_payment(payment: Payment | None) -> str:
    """Say what is exhausted and spent."""
    return "cannot be paid" if payment is None else ", ".join(_payment_parts(payment))


def paid_with(payment: Payment | None) -> str:
    """Say what is exhausted and spent within a sentence: `Abaddon and 2 trade goods`."""
    return "nothing" if payment is None else listed(_payment_parts(payment))


def _at(place: str) -> str:
    return "space area" if place == SPACE else planet_name(place)


type _Explained = Iterator[tuple[str, str]]
"""Clauses, each with what it rules here."""


def explain(found: Judgement) -> _Explained:
    """Yield the steps that an order goes through, each with the clause that rules it.

    What is not as it should be is said in the words of the finding.
    """
    yield from _explain_limit(found.terms)
    for slug in found.order:
        yield from _explain_price(found, slug)
    yield from _explain_cost(found)
    for finding in found.findings:
        if finding.verdict != YES:
            yield finding.clauses[0], finding.text
    yield from _explain_places(found)


def _explain_limit(terms: Terms) -> _Explained:
    for work in terms.works:
        many = f"{work.number} × " if work.number > 1 else ""
        yield "68.1", f"{many}{work.name}{f' ({_at(work.place)})' if work.place else ''}: Production {work.value}."
    if len(terms.works) > 1 or any(work.number > 1 for work in terms.works):
        yield "68.1.a", f"Together they produce up to {terms.limit} units."


def _explain_price(found: Judgement, slug: str) -> _Explained:
    """Explain the cost of units of which several come for one price."""
    number, price, name = found.order[slug], found.terms.kinds[slug].price, UNIT_TYPES[slug]
    if price.group <= 1:
        return
    beside = f", and {price.extra} more with them" if price.extra else ""
    costs = f"{number} {'costs' if number == 1 else 'cost'} {found.costs[slug]}"
    yield "67.2", f"A cost of {price.cost} pays for {count_of_type(price.group, name)}{beside}: {costs}."
    which = "that is paid for counts" if price.extra else "counts"
    yield "68.1.b", f"Each {name} {which} toward the production limit."
    more = found.terms.kinds[slug].more_for(number, found.costs[slug])
    if more and price.extra:
        yield "68.1.c", f"{count_of_type(more, f'more {name}')} would cost nothing extra."
    elif more:
        yield "68.1.c", f"The leftover {name} costs as much as {price.group}."


def _explain_cost(found: Judgement) -> _Explained:
    less = f", less {found.terms.reduction}: {found.cost}" if found.terms.reduction else ""
    yield "67.1.c", f"The combined cost is {sum(found.costs.values())}{less}."
    if not found.payment:
        return
    if found.payment.planets:
        yield "75.2", f"Exhaust {listed([*map(planet_name, found.payment.planets)])}."
    if found.payment.trade_goods:
        yield "93.4.a", f"Spend {say_payment(found.payment._replace(planets=()))} instead of resources."
    if found.payment.waste:
        yield "67.1.b", f"Overpaid by {count_of(found.payment.waste, 'resource')}: the excess is lost."


def _explain_places(found: Judgement) -> _Explained:
    for place, units in found.placed.items():
        ships = [slug for slug in units if found.terms.kinds[slug].unit.is_ship]
        others = [slug for slug in units if slug not in ships]
        for kinds, clause in ((ships, "68.2"), (others, "68.4" if SPACE in found.sites.producing else "68.3")):
            if kinds:
                yield clause, f"Placed {at(place)}: {say_units((slug, units[slug]) for slug in kinds)}."


@cites("68.1.a", "79.1")
def works_table(made: Terms) -> Table:
    """Return who produces, with the Production of each and of all."""
    rows: list[list[str | int]] = [
        [work.name, _at(work.place), work.number, work.value, work.total] for work in made.works
    ]
    rows.append(["Total", "", "", "", made.limit])
    return {"title": "Who produces", "columns": ["Unit", "Where", "Number", "Production", "Total"], "rows": rows}


def cost_table(found: Judgement) -> Table:
    """Return what the order costs, type by type, and what reduces it."""
    rows: list[list[str | int]] = [
        [UNIT_TYPES[slug], number, found.costs[slug]] for slug, number in found.order.items()
    ]
    rows += [[name, "", -amount] for name, amount in found.terms.reductions]
    rows.append(["Combined cost", sum(found.order.values()), found.cost])
    return {"title": "What it costs", "columns": ["What", "Number", "Resources"], "rows": rows}


def payment_tables(found: Judgement, preference: str) -> list[Table]:
    """Return the plan of what to exhaust and spend, and the other ways that a player may prefer."""
    if found.payment is None:
        return []
    rows: list[list[str | int]] = []
    for card in found.treasury.cards:
        state = "already exhausted" if not card.ready else "exhaust" if card.planet in found.payment.planets else "keep"
        rows.append([planet_name(card.planet), card.spendable, card.influence, state])
    goods = found.treasury.trade_goods
    if goods:
        spent = found.payment.trade_goods
        rows.append(["Trade goods", goods * found.treasury.worth, "", f"spend {spent} of {goods}"])
    plan: Table = {"title": "How to pay", "columns": ["Planet", "Resources", "Influence", "What to do"], "rows": rows}
    ways = alternatives(found.treasury, found.cost, preference)[:6]
    others: list[list[str | int]] = [
        [say_payment(way), way.waste, way.trade_goods, len(way.planets), way.influence] for way in ways
    ]
    columns = ["Spend", "Wasted", "Trade goods", "Planets", "Influence lost"]
    more: list[Table] = [{"title": "Other ways to pay", "columns": columns, "rows": others}] if len(others) > 1 else []
    return [plan, *more]


def sites_table(found: Judgement) -> Table:
    """Return where each type may go, and where it was placed."""
    rows: list[list[str | int]] = []
    for slug, places in found.sites.open.items():
        there = [f"{units[slug]} {_at(place)}" for place, units in found.placed.items() if slug in units]
        rows.append([UNIT_TYPES[slug], ", ".join(map(_at, places)) or "nowhere", ", ".join(there)])
    return {"title": "Where each unit may be placed", "columns": ["Unit", "May go to", "Placed"], "rows": rows}


def _merit(aim: str, build: Build) -> float:
    return build.merit / 10 if aim == "combat-hits" else build.merit


def frontier_table(board: Board, treasury: Treasury, aim: str, builds: list[Build]) -> Table:
    """Return the best builds by cost, each doing more for the aim than all that cost less."""
    preference = board.side.policy.pay
    rows: list[list[Any]] = [
        [
            build.cost, _merit(aim, build), say_units(build.order),
            say_payment(pay(treasury, build.cost, preference)),
        ]
        for build in builds
    ]  # fmt: skip
    columns = ["Resources", aim.replace("-", " ").capitalize(), "Units", "Spend"]
    return {"title": "Best builds by cost", "columns": columns, "rows": rows}
