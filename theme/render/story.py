"""How a result came about: the dice that were rolled, the trace with its clauses, choices, warnings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from theme.render import words
from theme.render.clauses import Links, clause
from theme.render.numbers import signed
from theme.render.words import text, times


def warnings(data: Mapping[str, Any]) -> str:
    """Render what the solver ignored and why, where it ignored anything."""
    lines = "".join(f"<li>{text(warning)}</li>" for warning in data.get("warnings", ()))
    return f'<div class="result__warnings"><p>Mind this</p><ul>{lines}</ul></div>' if lines else ""


def choices(data: Mapping[str, Any]) -> str:
    """Render which choices were made for the players, where the rules leave one."""
    lines = "".join(
        f"<li><strong>{text(choice['player'])}</strong>: {text(choice['text'])}</li>"
        for choice in data.get("choices", ())
    )
    return f'<div class="result__part"><p class="result__label">Choices made</p><ul>{lines}</ul></div>' if lines else ""


def answer(data: Mapping[str, Any], links: Links) -> str:
    """Render a decision: yes or no, and each reason with its clauses.

    The answer may be nested (planet by planet, unit by unit); every level is a list.
    """
    found = data.get("answer")
    return f'<div class="result__part result__answer">{_answer(found, links)}</div>' if found is not None else ""


def _answer(value: object, links: Links) -> str:
    if isinstance(value, bool):
        return f'<strong class="answer answer--{"yes" if value else "no"}">{"Yes" if value else "No"}</strong>'
    if isinstance(value, Mapping):
        if "clause" in value and "text" in value:
            return f"{clause(str(value['clause']), links)} {text(value['text'])}"
        rows = (f"<li>{text(words.title(str(key)))}: {_answer(item, links)}</li>" for key, item in value.items())
        return f"<ul>{''.join(rows)}</ul>"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return f"<ul>{''.join(f'<li>{_answer(item, links)}</li>' for item in value)}</ul>"
    return text(value)


def rolls(data: Mapping[str, Any]) -> str:
    """Render which dice were rolled, by whom and against what numbers."""
    lines = "".join(f"<li>{_roll(roll)}</li>" for roll in data.get("rolls", ()))
    return f'<p class="result__label">Dice</p><ul class="rolls">{lines}</ul>' if lines else ""


def _roll(roll: Mapping[str, Any]) -> str:
    where = str(roll.get("where", "space"))
    place = "" if where == "space" else f" on {words.planet(where)}"
    target = f" against {text(roll['target'])}" if roll.get("target") else ""
    ability = words.title(str(roll.get("ability", "")))
    dice = "; ".join(_dice(group) for group in roll.get("dice", ())) or "no dice"
    return f"<strong>{text(roll.get('player', ''))}</strong>{target}{text(place)}, {text(ability)}: {text(dice)}"


def _dice(group: Mapping[str, Any]) -> str:
    """Say what one group of like units rolls: ``2 PDS roll 3 dice, each a hit on 6 or more (7 with −1)``."""
    value, modifier = int(group["value"]), int(group.get("modifier", 0) or 0)
    number = int(group.get("count", 1) or 1)
    needed = max(1, value - modifier)
    odds = "never a hit" if needed > 10 else f"a hit on {needed}{' or more' if needed < 10 else ''}"
    printed = f" (printed {value}, {signed(modifier)} to the roll)" if modifier else ""
    who = words.count(str(group["unit"]), number)
    verb = "rolls" if number == 1 else "roll"
    return f"{who} {verb} {times(int(group['dice']), 'die', 'dice')}, {odds}{printed}"


def trace(data: Mapping[str, Any], links: Links) -> str:
    """Render every step that the solver took with the clause it rests on."""
    lines = "".join(
        f"<li>{clause(str(step['clause']), links)} <span>{text(step['text'])}</span></li>"
        for step in data.get("trace", ())
    )
    return f'<p class="result__label">Step by step</p><ol class="trace">{lines}</ol>' if lines else ""
