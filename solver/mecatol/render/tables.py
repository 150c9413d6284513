"""What may be left, chances, and averages: rows with a bar, units as chips in their owner's color."""

from __future__ import annotations

from collections.abc import Iterator

from mecatol.render import chips, losses
from mecatol.render.facts import Facts
from mecatol.render.lines import row, rows, share, shares
from mecatol.render.numbers import average, percent
from mecatol.render.words import text, times

_OUTCOMES = 5
"""Outcomes shown before the rest is folded away."""
_TAIL = 60
"""Outcomes printed at all; the rest is given as one row with its probability."""
_TO_READ = 20
"""The same in a page of many answers, each of which has a way into a calculator with all of it."""
_NEGLIGIBLE = 1e-12


def outcomes(facts: Facts, beside: str = "") -> str:
    """Render what may be left, most likely first, the long tail folded; empty when nothing can change.

    ``beside`` stands at the right edge of its first line.
    """
    if not facts.outcomes or not facts.affected:
        return ""
    if len(facts.outcomes) == 1:
        ((_, changed, after),) = facts.outcomes
        only = f'<span class="share-row__what">{_left(facts, changed, after)}</span>'
        return _part(f'<p class="result__label">What is left{beside}</p>{only}')
    tail = _TAIL if facts.marked else _TO_READ
    tallest = facts.outcomes[0][0]
    found = [
        share(probability, tallest, _style(facts, after) if place < _OUTCOMES else "", _left(facts, changed, after))
        for place, (probability, changed, after) in enumerate(facts.outcomes[:tail])
    ]
    unseen = facts.outcomes[tail:]
    if unseen:
        chance = sum(probability for probability, _, _ in unseen)
        found.append(share(chance, tallest, "", f"{times(len(unseen), 'outcome')}, each less likely"))
    covered = sum(probability for probability, _, _ in facts.outcomes[_OUTCOMES:])
    rest = f"{len(facts.outcomes) - _OUTCOMES} more ({text(percent(covered))})"
    return _part(f'<p class="result__label">Most likely left{beside}</p>{shares(found, _OUTCOMES, rest)}')


def _style(facts: Facts, after: dict[str, losses.Force]) -> str:
    """Return the color of an outcome's bar: that of the one player who has something left."""
    left = [name for name in facts.affected if name in after and any(after[name].units.values())]
    return facts.style(left[0]) if len(left) == 1 else "share--draw"


def _left(facts: Facts, changed: dict[str, losses.UnitChange], after: dict[str, losses.Force]) -> str:
    """Return what everybody has left who can lose anything, as chips; who has nothing is heard, not seen."""
    parts = []
    for name in facts.affected:
        if name not in after:
            continue
        style, heard = f" {facts.style(name)}", f"{text(name)} keeps "
        if found := chips.of_force(after[name], facts.scattered, style, heard):
            parts.append(found)
        elif changed[name].lost:
            parts.append(f'<span class="unseen">{text(name)} has nothing left. </span>')
    seen = any("unit-chips" in part for part in parts)
    return "".join(parts) if seen else '<span class="share-row__none">nothing is left</span>'


def expected(facts: Facts) -> str:
    """Render what each player loses, and gains, on average, in units and in resources."""
    found = [*_on_average(facts, "loses", "expected_losses", "expected_cost")]
    found += _on_average(facts, "gains", "expected_gains", "expected_worth")
    return rows(found, len(found)) if found else ""


def _on_average(facts: Facts, verb: str, counts: str, resources: str) -> Iterator[str]:
    """Render a part of the solution that counts units by player and type, and what they come to."""
    costs = facts.data.get(resources, {})
    for name, units in facts.data.get(counts, {}).items():
        some = {unit: average(value) for unit, value in units.items() if value > _NEGLIGIBLE}
        if some:
            cost = costs.get(name)
            yield row(
                f'<span class="{facts.style(name)}"><strong class="player">{text(name)}</strong> '
                f"{verb} {chips.counted(some)}</span>",
                end=text(average(cost)) if cost is not None else "–",
                beside="resources",
            )


def chances(facts: Facts) -> str:
    """Render the chances that the solution states by name and its bars do not."""
    found = [
        share(float(chance["probability"]), 1, "meter__part", text(_sentence(str(chance["condition"]))))
        for chance in facts.asked
    ]
    return _part(f'<p class="result__label">Chances</p>{shares(found, len(found))}') if found else ""


def others(facts: Facts) -> str:
    """Render the chances that follow from what is shown already, for whoever wants each of them."""
    found = [
        row(text(_sentence(str(chance["condition"]))), end=text(percent(chance["probability"])))
        for chance in facts.implied
    ]
    return rows(found, len(found)) if found else ""


def _sentence(told: str) -> str:
    return told[:1].upper() + told[1:]


def _part(html: str) -> str:
    return f'<div class="result__part">{html}</div>'
