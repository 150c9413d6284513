"""What a caller may give as a battle: words, data or a scenario made in code; all become one checked scenario."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mecatol.domain.editions import EDITIONS, LATEST, PUBLISHED
from mecatol.errors import fault, number_within, shown
from mecatol.scenario.model import Scenario
from mecatol.scenario.reading import read

if TYPE_CHECKING:
    from mecatol.paste.pasted import Pasted

type Battle = str | Scenario | Mapping[str, Any]
"""Words or a link, a scenario, or plain data as read from JSON or YAML."""


_FILE = re.compile(r"[\w./\\-]+\.(?:ya?ml|json)", re.IGNORECASE)
"""Words that are the name of a file and no battle."""


class Given(NamedTuple):
    """A battle as it was read."""

    scenario: Scenario
    notes: tuple[str, ...] = ()
    """What was left out of words, or taken to be meant, a sentence each."""


class Allowance(NamedTuple):
    """How long a battle may take, and how many positions it may reach."""

    seconds: float
    positions: float
    patience: float
    """How much work a search for losses may take, in seconds of an idle machine."""


def allowance(exact: object, seconds: object, positions: object, searching: object) -> Allowance:
    """Return what a caller of `solve` grants.

    Raises:
        ScenarioError: one of the values is not of its kind, `exact` among them.
    """
    if not isinstance(exact, bool):
        raise fault("exact", f"is {shown(exact)}; give True for fractions or False for decimals", exact)
    time = number_within("seconds", seconds, "a number of seconds, 0 or more, or math.inf")
    reached = number_within("positions", positions, "a whole number, 1 or more, or math.inf", 1, whole=True)
    if searching is None:
        return Allowance(time, reached, time / 2)
    patience = number_within("searching", searching, "a number of seconds, 0 or more, math.inf, or None")
    return Allowance(time, reached, patience)


def edition_of_words() -> str:
    """Return the edition of a battle in words: that of the pack, where one with an edition of its own is registered."""
    own = EDITIONS.keys() - set(PUBLISHED)
    return own.pop() if len(own) == 1 else LATEST


def read_words(text: str, edition: str | None = None) -> Pasted:
    """Read a battle as players write it: plain words, a link, AsyncTI4's short forms, JSON.

    The result has the `scenario` as plain data, and in `left_out` and `added` a sentence for each thing that could
    not be taken over or was taken to be meant. The edition is the latest one, or that of a registered pack.

    Raises:
        ScenarioError: the text holds no battle, or one with faults of form.
    """
    from mecatol.paste.taking import take  # what reads words is loaded for those who write some

    return take(text, edition_of_words() if edition is None else edition)


def battle_of(given: Battle) -> Given:
    """Return what a caller gave as a scenario, with what is to be said about its words.

    Raises:
        ScenarioError: it holds no battle, or one with faults of form.
    """
    if isinstance(given, str):
        if _FILE.fullmatch(given.strip()):
            raise fault("text", "is the name of a file; read it, and give what is in it", given)
        taken = read_words(given)
        return Given(read(taken.scenario), (*taken.left_out, *taken.added))
    return Given(read(given))
