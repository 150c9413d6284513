"""How a result came about: the dice that were rolled, the trace with its clauses, choices, warnings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mecatol.fixes.candidate import called, name_of
from mecatol.fixes.wording import part
from mecatol.game.limits import REMOVED, WAIVED
from mecatol.preparing.warnings import NO_PART
from mecatol.render import words
from mecatol.render.clauses import Links, clause, linked
from mecatol.render.numbers import percent, signed
from mecatol.render.words import text, times

_SPREAD = 6
"""Numbers of hits shown for one roll."""


def warnings(data: Mapping[str, Any], links: Links) -> str:
    """Render what the solver ignored and why, where it ignored anything."""
    lines = "".join(
        f"<li>{linked(_at_the_table(str(warning), data), links)}</li>"
        for warning in data.get("warnings", ())
        if NO_PART not in str(warning)
    )
    return f'<div class="result__warnings"><p>Please note</p><ul>{lines}</ul></div>' if lines else ""


_IGNORED = re.compile(r"`([^`]+)`(?: in `([^`]+)`)? was ignored: ")
"""How the solver speaks of a field of a scenario, or of something in one, that changes nothing."""


def _at_the_table(warning: str, data: Mapping[str, Any]) -> str:
    """Return a warning in which a field of the scenario is called what players call it."""
    if not (found := _IGNORED.match(warning)):
        return warning
    thing, field = found.groups()
    what = f"{called(thing)} in {_called(field, data)}" if field else _called(thing, data)
    why = warning[found.end() :].replace("`bombard: best`", "the best plan")
    return f"Ignored: {what}; {why}"


def _called(field: str, data: Mapping[str, Any]) -> str:
    """Return what players call a field: `Red’s fleet pool` for `players.0.fleet_pool`."""
    path = [key for key in field.split(".") if key != "policy"]
    whose = f"{name_of(dict(data['scenario']), int(path[1]))}’s" if path[0] == "players" else "the"
    name, *inner = path[2:] if path[0] == "players" else path
    of = ", ".join(called(key) for key in inner)
    return f"{whose} {part(name)}{f' ({of})' if of else ''}"


_DECIDING = ("15.1.f", "16.3", "37.3")
"""Clauses of steps that decide more than dice do: Planetary Shield, and what is over capacity or the fleet pool."""


def deciding(data: Mapping[str, Any], links: Links) -> str:
    """Render the few facts that decide a case whatever is rolled: what was stopped, left behind or out of reach."""
    told = [f"{linked(str(one['text']), links)} {clause(str(one['clause']), links)}"
            for one in data.get("trace", ()) if one.get("clause") in _DECIDING]  # fmt: skip
    told += [linked(str(one), links) for one in data.get("warnings", ()) if NO_PART in str(one)]
    lines = "".join(f"<li>{one}</li>" for one in dict.fromkeys(told))
    return f'<ul class="result__deciding">{lines}</ul>' if lines else ""


def over(data: Mapping[str, Any]) -> list[str]:
    """Return in a few words each limit that the scenario does not keep, and what that does to the battle.

    `Over capacity: Red removes 2 Fighters first`; `Over capacity: 3 too many; the limit is ignored`. What comes to the
    same for both sides is said once.
    """
    told = (_shortly(str(said)) for said in data.get("warnings", ()) if str(said).endswith((WAIVED, REMOVED)))
    return list(dict.fromkeys(told))


def _shortly(said: str) -> str:
    if said.endswith(WAIVED):
        return f"{said.partition(' (')[0]}; the limit is ignored"
    return f"{said.partition(':')[0]}: {said.rpartition('). ')[2].removesuffix(REMOVED)}first"


def choices(data: Mapping[str, Any], links: Links) -> str:
    """Render which choices were made for the players, where the rules leave one."""
    lines = "".join(
        f"<li><strong>{text(choice['player'])}</strong>: {linked(str(choice['text']), links)}</li>"
        for choice in data.get("choices", ())
    )
    return f'<div class="result__part"><p class="result__label">Choices made</p><ul>{lines}</ul></div>' if lines else ""


def rolls(data: Mapping[str, Any]) -> str:
    """Render which dice were rolled, by whom and against what numbers."""
    lines = "".join(f"<li>{_roll(roll)}</li>" for roll in data.get("rolls", ()))
    return f'<p class="result__label">Dice</p><ul class="rolls">{lines}</ul>' if lines else ""


def _spread(hits: Mapping[str, float]) -> str:
    """Give a roll's distribution in one line; a long tail is gathered in the last figure."""
    counts = sorted((int(number), probability) for number, probability in hits.items())
    if len(counts) < 2:
        return ""
    shown = [f"{number}: {percent(probability)}" for number, probability in counts[:_SPREAD]]
    if rest := sum(probability for _, probability in counts[_SPREAD:]):
        shown.append(f"more: {percent(rest)}")
    return f'<span class="rolls__hits">Hits {text(", ".join(shown))}</span>'


def _roll(roll: Mapping[str, Any]) -> str:
    where = str(roll.get("where", "space"))
    place = "" if where == "space" else f" on {words.planet(where)}"
    target = f" against {text(roll['target'])}" if roll.get("target") else ""
    ability = words.title(str(roll.get("ability", "")))
    dice = "; ".join(_dice(group) for group in roll.get("dice", ())) or "no dice"
    line = f"<strong>{text(roll.get('player', ''))}</strong>{target}{text(place)}, {text(ability)}: {text(dice)}"
    return line + _spread(roll.get("hits", {}))


def _dice(group: Mapping[str, Any]) -> str:
    """Say what one group of like units rolls: ``2 PDS roll 3 dice, each a hit on 6 or more (7 with −1)``."""
    value, modifier = int(group["value"]), int(group.get("modifier", 0) or 0)
    number = int(group.get("count", 1) or 1)
    needed = max(1, value - modifier)
    odds = "never a hit" if needed > 10 else f"a hit on {needed}{' or more' if needed < 10 else ''}"
    printed = f" (printed {value}, {signed(modifier)} to the roll)" if modifier else ""
    who = words.count(str(group["unit"]), number) if group["unit"] else "an effect"
    verb = "rolls" if number == 1 else "roll"
    return f"{who} {verb} {times(int(group['dice']), 'die', 'dice')}, {odds}{printed}"


_CITED = 5
"""Clauses that the closed line of the story names."""


def cited(data: Mapping[str, Any]) -> str:
    """Return the clauses that an answer rests on, those that are named most often first, in one line."""
    counts: dict[str, int] = {}
    for step in data.get("trace", ()):
        counts[str(step["clause"])] = counts.get(str(step["clause"]), 0) + 1
    ranked = sorted(counts, key=lambda each: -counts[each])[:_CITED]
    return text(" · ".join(ranked))


def _beside(clauses: Sequence[str]) -> str:
    """Put the clauses of a sentence into the one column beside it."""
    return clauses[0] if len(clauses) == 1 else f"<span>{' '.join(clauses)}</span>"


def trace(data: Mapping[str, Any], links: Links) -> str:
    """Render every step that the solver took with the clauses it rests on, each sentence once."""
    told: dict[str, list[str]] = {}
    for step in data.get("trace", ()):
        told.setdefault(str(step["text"]), []).append(clause(str(step["clause"]), links))
    lines = "".join(f"<li>{_beside(clauses)} <span>{linked(said, links)}</span></li>" for said, clauses in told.items())
    return f'<p class="result__label">Step by step</p><ol class="trace">{lines}</ol>' if lines else ""
