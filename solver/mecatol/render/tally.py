"""Votes as a tally: a bar for each outcome, of as many votes as each player has given it, in the players' colors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mecatol.render.facts import Facts
from mecatol.render.lines import row, rows
from mecatol.render.words import text

OUTCOMES = ("Outcome", "Votes", "Needed to be safe", "Still needed")
VOTERS = ("Player", "Votes available", "Extra votes included", "For", "Votes")


def tally(tables: list[Mapping[str, Any]], facts: Facts) -> str:
    """Render the votes of an agenda and take their table out of ``tables``; empty for any other answer."""
    outcomes = next((one for one in tables if tuple(one.get("columns", ())) == OUTCOMES), None)
    voters = next((one for one in tables if tuple(one.get("columns", ())) == VOTERS), None)
    if outcomes is None or voters is None:
        return ""
    tables.remove(outcomes)
    most = max((max(votes, _number(safe)) for _, votes, safe, _ in outcomes["rows"]), default=0) or 1
    return rows([_outcome(one, voters["rows"], most, facts) for one in outcomes["rows"]], 8)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _outcome(found: Sequence[Any], voters: Sequence[Sequence[Any]], most: int, facts: Facts) -> str:
    outcome, votes, safe, needed = found
    left, parts = 0.0, []
    for who, _, _, whom, given in voters:
        if whom != outcome or not given:
            continue
        name = next((name for name in facts.players if who == name or str(who).startswith(f"{name} (")), "")
        wide = 100 * given / most
        parts.append(f'<rect class="share {facts.style(name)}" x="{left:.2f}%" width="{wide:.2f}%" height="8"/>')
        left += wide
    bar = f'<svg class="tally" aria-hidden="true">{"".join(parts)}</svg>'
    safe_at = f"needs {text(needed)} more to be safe, {text(safe)} in all" if _number(needed) else "safe"
    if not isinstance(needed, int):
        safe_at = f"to be safe: {text(needed)}"
    return row(f"{text(outcome[:1].upper() + outcome[1:])}{bar}", safe_at, text(votes), "votes")
