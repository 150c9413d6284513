"""What is sent of an answer: a short text for a chat, and a link that opens the case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.domain.editions import named_pack
from mecatol.errors import fault, number_within, shown, text_within
from mecatol.render.chat import calling_nobody
from mecatol.render.facts import Facts
from mecatol.scenario.link import LONGEST, Linked, write
from mecatol.scenario.sentence import say
from mecatol.scenario.step import STEPS

LEAST_LETTERS = 20
"""Characters of the shortest text that may be asked for."""
_CALCULATORS = "calculator/"
"""The folder of the site in which each step has its calculator."""


def short(data: Mapping[str, Any], most: float = 300) -> str:
    """Return a Solution (its JSON, in decimals) as one line: the answer, then what it costs, then the battle itself.

    What does not fit into `most` characters is left out, from the end; only the answer itself may be cut off.

    Raises:
        ScenarioError: `most` is not a whole number of at least LEAST_LETTERS.
    """
    room = number_within("most", most, f"a number of characters, {LEAST_LETTERS} or more", LEAST_LETTERS, whole=True)
    answer, *more = [calling_nobody(line) for line in Facts(data).headlines]
    _, *players = calling_nobody(say(data["scenario"])).splitlines()
    plain = (line for line in players if not line.startswith(("Also: ", "Also for ")))
    battle = " ".join(line for line in plain if not line.endswith(": nothing."))
    said = answer if len(answer) <= room else f"{answer[: int(room) - 1].rstrip()}…"
    for sentence in (*more, battle):
        if sentence and len(said) + 1 + len(sentence) <= room:
            said = f"{said} {sentence}"
    return said


def page_of(step: str) -> str:
    """Return the address of a step's calculator, from the root of the site: the largest step has the first page."""
    largest = max(STEPS.values(), key=lambda one: len(one.parts))
    return _CALCULATORS if step == largest.slug else f"{_CALCULATORS}{step}/"


def link(scenario: Mapping[str, Any], base: str) -> str:
    """Return the address at which the site opens a scenario (canonical data) in its calculator.

    `base` is the address of the site's first page, such as `https://example.org/rules/`.

    Raises:
        ScenarioError: `base` is not the address of a site, or the case is longer than a page reads from its address.
    """
    root = text_within("base", base, "the address of a site, such as 'https://example.org/rules/'")
    if not root.startswith(("https://", "http://")) or any(sign in root for sign in "#? \n<>\"'"):
        raise fault("base", f"is {shown(base)}; give the address of a site, such as 'https://example.org/rules/'", base)
    case = write(Linked(dict(scenario), pack=named_pack(scenario.get("edition"))))
    if len(case) > LONGEST:
        message = f"takes {len(case):,} characters in a link, and a page reads at most {LONGEST:,}"
        raise fault("scenario", f"{message}; send it as text (`str(scenario)`) or as JSON")
    return f"{root.removesuffix('/')}/{page_of(scenario['step'])}{case}"
