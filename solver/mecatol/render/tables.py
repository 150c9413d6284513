"""The tables of a result: outcomes, expected losses, chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mecatol.render import losses, words
from mecatol.render.facts import Facts
from mecatol.render.numbers import average, percent
from mecatol.render.words import text, times

_OUTCOMES = 5
"""Outcomes shown before the rest is folded away, unless they leave out a lot."""
_TAIL = 400
"""Outcomes printed at all; the rest is given as one row with its probability."""


def outcomes(facts: Facts) -> str:
    """Render what may be left, most likely first, the long tail folded; empty when nothing can change."""
    if not facts.outcomes or not facts.affected:
        return ""
    # In the long tail marks would only weigh: there are hundreds of units in it.
    rows = [
        _outcome(facts, *outcome, facts.units if place < _OUTCOMES else str)
        for place, outcome in enumerate(facts.outcomes[:_TAIL])
    ]
    unseen = facts.outcomes[_TAIL:]
    if unseen:
        chance = percent(sum(probability for probability, _, _ in unseen))
        rows.append(f'<tr><th scope="row">{text(chance)}</th><td>{times(len(unseen), "more outcome")}, '
                    "each less likely than those above</td></tr>")  # fmt: skip
    shown, rest = rows[:_OUTCOMES], rows[_OUTCOMES:]
    if len(rest) == 1:  # not worth a fold
        shown, rest = rows, []
    html = _outcome_table("What may happen, most likely first", shown)
    if rest:
        covered = sum(probability for probability, _, _ in facts.outcomes[_OUTCOMES:])
        html += (
            f'<details class="fold"><summary>{times(len(facts.outcomes) - _OUTCOMES, "more outcome")} '
            f"({text(percent(covered))} in total)</summary>{_outcome_table('Less likely outcomes', rest)}</details>"
        )
    return f'<div class="result__part">{html}</div>'


def _table(caption: str, columns: Sequence[str], rows: Sequence[str], style: str = "") -> str:
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    return (
        f'<table class="odds{style}"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _outcome_table(caption: str, rows: Sequence[str]) -> str:
    return _table(caption, ("Chance", "What happens, and what is left"), rows, " odds--outcomes")


def _outcome(
    facts: Facts,
    probability: float,
    changed: dict[str, losses.UnitChange],
    after: dict[str, losses.Force],
    shown: Callable[[str], str],
) -> str:
    lines = []
    for name in facts.affected:
        if name in after:
            # Where one player alone can lose anything, naming that player in each row is noise.
            who = _player(facts, name) + " " if len(facts.affected) > 1 else ""
            sentence = losses.describe(changed[name])
            left = f'<span class="odds__left">{shown(text(losses.remaining(after[name])))}</span>'
            lines.append(f"<div>{who}{shown(text(sentence if who else _sentence(sentence)))}; {left}</div>")
    return f'<tr><th scope="row">{text(percent(probability))}</th><td>{"".join(lines)}</td></tr>'


def expected(facts: Facts) -> str:
    """Render what each player loses, and gains, on average, in units and in resources."""
    return "".join(
        (
            _on_average(facts, "Lost on average", "expected_losses", "expected_cost"),
            _on_average(facts, "Gained on average", "expected_gains", "expected_worth"),
        )
    )


def _on_average(facts: Facts, caption: str, counts: str, resources: str) -> str:
    """Render a part of the solution that counts units by player and type, and what they come to."""
    rows = []
    costs = facts.data.get(resources, {})
    for name, units in facts.data.get(counts, {}).items():
        some = [words.some(unit, average(value)) for unit, value in _ranked(units) if value > 1e-12]
        if some:
            cost = costs.get(name)
            rows.append(
                f'<tr><th scope="row">{_player(facts, name)}</th><td>{facts.units(text(", ".join(some)))}</td>'
                f"<td>{text(average(cost)) if cost is not None else '–'}</td></tr>"
            )
    if not rows:
        return ""
    return _part(_table(caption, ("Player", "Units", "Resources"), rows, " odds--words"))


def chances(facts: Facts) -> str:
    """Render the chances that the solution states by name."""
    rows = [
        f'<tr><th scope="row">{text(_sentence(str(chance["condition"])))}{_meter(float(chance["probability"]))}</th>'
        f"<td>{text(percent(chance['probability']))}</td></tr>"
        for chance in facts.data.get("chances", ())
    ]
    if not rows:
        return ""
    return _part(_table("Chances", ("Condition", "Chance"), rows, " odds--chances"))


def _meter(probability: float) -> str:
    """Draw a chance as a thin bar; the number stands beside it, so it says nothing to those who listen."""
    share = min(1.0, max(0.0, probability)) * 100
    return (
        '<svg class="meter" width="100%" height="5" aria-hidden="true" focusable="false">'
        '<rect class="meter__whole" width="100%" height="5" rx="2.5"/>'
        f'<rect class="meter__part" width="{share:.3f}%" height="5" rx="2.5"/></svg>'
    )


def _ranked(units: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(units.items(), key=lambda item: words.rank(item[0]))


def _player(facts: Facts, name: str) -> str:
    return f'<span class="player player--{facts.tone(name) % 8}">{text(name)}</span>'


def _sentence(words_: str) -> str:
    return words_[:1].upper() + words_[1:]


def _part(html: str) -> str:
    return f'<div class="result__part">{html}</div>'
