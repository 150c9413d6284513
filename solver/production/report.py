"""What production is reported in: tables and short phrases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from solver.clauses import cites
from solver.production.best import Build
from solver.production.board import Board
from solver.production.judge import Judgement
from solver.production.order import Terms
from solver.production.payment import Payment, alternatives, pay
from solver.production.windows import Treasury
from solver.state import SPACE
from solver.units import UNIT_TYPES

type Table = dict[str, Any]
"""A title, the names of the columns and the rows."""


def say_units(units: Iterable[tuple[str, int]]) -> str:
    """Say units by type, such as "2 Carrier, 4 Fighter"."""
    return ", ".join(f"{number} {UNIT_TYPES[slug]}" for slug, number in units)


def say_payment(payment: Payment | None) -> str:
    """Say what is exhausted and spent."""
    if payment is None:
        return "cannot be paid"
    parts = list(payment.planets)
    if payment.trade_goods:
        parts.append(f"{payment.trade_goods} trade good{'s' if payment.trade_goods > 1 else ''}")
    return ", ".join(parts) or "nothing"


def _at(place: str) -> str:
    return "space area" if place == SPACE else place


@cites("68.1.a", "79.1")
def works_table(made: Terms) -> Table:
    """Return who produces, with the Production of each and of all."""
    rows: list[list[str | int]] = [
        [work.name, _at(work.place), work.number, work.value, work.total] for work in made.works
    ]
    rows.append(["All together", "", "", "", made.limit])
    return {"title": "Who produces", "columns": ["Unit", "Where", "Number", "Production", "Together"], "rows": rows}


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
        state = "exhausted before" if not card.ready else "exhaust" if card.planet in found.payment.planets else "keep"
        rows.append([card.planet, card.spendable, card.influence, state])
    goods = found.treasury.trade_goods
    if goods:
        spent = found.payment.trade_goods
        rows.append(["Trade goods", goods * found.treasury.worth, "", f"spend {spent} of {goods}"])
    plan = {"title": "How to pay", "columns": ["Planet", "Resources", "Influence", "What to do"], "rows": rows}
    ways = alternatives(found.treasury, found.cost, preference)[:6]
    others: list[list[str | int]] = [
        [say_payment(way), way.waste, way.trade_goods, len(way.planets), way.influence] for way in ways
    ]
    columns = ["Spend", "Wasted", "Trade goods", "Planets", "Influence given up"]
    more = [{"title": "Other ways to pay", "columns": columns, "rows": others}] if len(others) > 1 else []
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
    preference = board.side.policy.get("pay", "least-waste")
    rows: list[list[Any]] = [
        [
            build.cost, _merit(aim, build), say_units(build.order),
            say_payment(pay(treasury, build.cost, preference)),
        ]
        for build in builds
    ]  # fmt: skip
    columns = ["Resources", aim.replace("-", " ").capitalize(), "Units", "Spend"]
    return {"title": "Best builds by cost", "columns": columns, "rows": rows}
