"""The best fleets as a table: what they cost, how often they win, and their lead over the runner-up."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mecatol.domain.counts import fleet_in_words
from mecatol.render.numbers import average, percent, points
from mecatol.render.words import text

YOU, ENEMY = "You", "Enemy"
"""What the players of the page are called."""
_HOPELESS = 0.0005
"""A chance that rounds to nothing: such fleets are left out where there are others."""


def frontier(found: Sequence[Mapping[str, Any]], way: Callable[[Mapping[str, Any]], str | None] | None = None) -> str:
    """Render the frontier of cost and chance (`mecatol.advice.best_fleet.Frontier` as data).

    `way` gives a scenario's address in a calculator; without it, each fleet holds its scenario for a script.
    """
    rows = [_row(one, way) for one in found if one["chance"] >= _HOPELESS or one is found[-1]]
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("Resources", "Best fleet, and its lead over the runner-up", "Wins")
    )
    return (
        '<table class="odds odds--words odds--fleets"><caption>The best fleet for each number of resources</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _row(one: Mapping[str, Any], way: Callable[[Mapping[str, Any]], str | None] | None) -> str:
    fleet = text(fleet_in_words(one["space"]))
    address = way(one["scenario"]) if way else None
    if address:
        fleet = f'<a href="{text(address)}">{fleet}</a>'
    held = "" if way else f' data-value="{text(json.dumps(one["scenario"], ensure_ascii=False))}"'
    lead = "no other fleet"
    if one["second"] is not None:
        ahead = points(one["margin"]).removeprefix("+")
        lead = f"{text(ahead)} {'as' if ahead == 'the same' else 'over'} {text(fleet_in_words(one['second']))}"
    if one["gap"]:
        lead += f"; not finished: a better one could win up to {text(points(one['gap']).removeprefix('+'))} more"
    return (
        f'<tr><th scope="row">{text(average(one["cost"]))}</th>'
        f'<td><div{held}>{fleet}</div><div class="odds__small">{lead}</div></td>'
        f"<td>{text(percent(one['chance']))}</td></tr>"
    )
