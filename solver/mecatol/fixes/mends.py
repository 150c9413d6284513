"""Ways out of a refusal: each is the scenario as it would be, tried before it is offered, in words for a button."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any, NamedTuple

from mecatol.errors import Problem
from mecatol.fixes import choices, numbers, units
from mecatol.fixes.candidate import Candidate
from mecatol.fixes.faults import Data, earliest
from mecatol.scenario.policy import BEST

_ODD_DATA = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What a change meets where the data is not as a scenario's would be there: a number where units are expected."""
MOST = 4
"""How many ways out of one refusal are offered."""


class Mend(NamedTuple):
    """A way out of a refusal."""

    text: str
    """What it does, as a button says it: `Give Blue the technology War Sun`."""
    scenario: Data
    """The scenario as it would be."""
    sure: bool = False
    """Whether nothing else can have been meant, so that a form may do it by itself and say so."""


def mends(scenario: Data, problem: Problem) -> list[Mend]:
    """Return what would mend one problem of a scenario, the likeliest first; nothing for one that it does not have.

    `scenario` is plain data, whole or not; it is left as it is. A mend takes its problem away and brings no other of
    the same kind; other problems that the scenario has may be left. Where an exact answer would be too large, the
    mends are not tried, for that takes long.
    """
    if not isinstance(scenario, dict):
        return []
    test = earliest(scenario, problem)
    if test is None:
        return []
    before = test(scenario)
    found: list[Mend] = []
    helped: set[str] = set()
    for candidate in _candidates(scenario, problem):
        if candidate.group in helped:
            continue
        changed = deepcopy(scenario)
        try:
            candidate.change(changed, *candidate.given)
        except _ODD_DATA:
            continue
        if changed == scenario or changed in [mend.scenario for mend in found]:
            continue
        after = test(changed)
        if problem not in after and len(after) < len(before):
            found.append(Mend(candidate.text, changed, candidate.sure))
            helped |= {candidate.group} - {""}
            if len(found) == MOST:
                break
    return found


def _candidates(data: Data, problem: Problem) -> Iterator[Candidate]:
    """Yield what may help, the likeliest first."""
    for module in (choices.named, units.candidates, numbers.candidates, choices.candidates):
        with suppress(*_ODD_DATA):  # what the problem itself may be about
            yield from module(data, problem)


def mends_of_limit(scenario: Data) -> list[Mend]:
    """Return what makes a scenario smaller that is beyond an exact answer; untried, for a trial takes long.

    Policies that search give way to named ones; else the largest stack of units is halved.
    """
    changed = deepcopy(scenario)
    for policy in choices.policies(changed):
        for key in [key for key, value in policy.items() if value == BEST]:
            del policy[key]
    if changed != scenario:
        return [Mend("Do not search for the best choice", changed)]
    candidate = numbers.half_of_most(changed)
    if candidate is None:
        return []
    candidate.change(changed, *candidate.given)
    return [Mend(candidate.text, changed)]


def as_data(found: list[Mend]) -> list[dict[str, Any]]:
    """Return mends as plain data."""
    return [mend._asdict() for mend in found]
