"""Answers for bots in chats: a battle a line in, and for each a short text, a link that opens it, and a picture."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from mecatol.errors import LONGEST_ECHOED, ScenarioError, echoed, fault, shown, unexpected
from mecatol.given import read_words
from mecatol.render.numbers import percent
from mecatol.scenario.files import parse
from mecatol.scenario.reading import read
from mecatol.solution.text import resources
from mecatol.solving import solve

MOST_LETTERS = 300
"""Characters of an answer: what a message shows without being unfolded."""
PICTURES = ("svg", "png")
_ENOUGH = 0.8
"""The chance of winning that is meant by enough, where one side alone is named."""
_WHOLE = ("link", "scenario", "text")
"""Fields whose problems begin in the middle of a sentence about them."""
_FIELDS = ("id", "scenario", "text")


def chat_answer(
    line: str | ScenarioError, site: str | None = None, picture: str | None = None, seconds: float | None = None
) -> dict[str, Any]:
    """Return the answer to one line of a chat, whatever is wrong with it; it never raises.

    A line is a battle as players write it (words, a link, short forms), or JSON with `text` or `scenario` and an `id`
    that the answer repeats. Where it names one side alone, the answer is what would be enough for the other.

    Args:
        line: What was written, or why it could not be read.
        site: The address of the first page of the site, for `link`; without one there is none.
        picture: `svg` for a picture as text, `png` for one in Base64; None for none.
        seconds: How long a battle may take.

    Returns:
        The `text`, at most MOST_LETTERS characters; what words left out under `left_out` and how they were read under
        `added`; `scenario`, `link`, `svg` or `png`. For what cannot be answered, `problems`, and a `text` that says so.
    """
    brought: dict[str, Any] = {}
    try:
        asked = _asked(line)
        if "id" in asked:
            brought = {"id": identity(asked["id"])}
        return brought | _answer(asked, site, picture, {} if seconds is None else {"seconds": seconds})
    except ScenarioError as error:
        return brought | _refusal(error)
    except Exception as error:  # the lines after it still have their answers
        return brought | _refusal(fault("text", unexpected(error)))


def _asked(line: str | ScenarioError) -> dict[str, Any]:
    """Return the fields of a line; words are its `text`."""
    if isinstance(line, ScenarioError):
        raise line
    if not line.strip():
        raise fault("text", "is blank; write a battle such as '5 cruisers vs 1 war sun'")
    if not line.lstrip().startswith("{"):
        return {"text": line}
    found = parse(line)
    if not isinstance(found, dict):
        raise fault("text", f"is {shown(found)}; give a battle in words, or JSON with `text` or `scenario`")
    if strange := [name for name in found if name not in _FIELDS]:
        raise fault(str(strange[0]), f"is not a field of a line; it may have {', '.join(_FIELDS)}")
    if ("text" in found) == ("scenario" in found):
        raise fault("text", "or `scenario` is needed, one of them")
    return found


def identity(value: object) -> object:
    """Return the `id` of a line, which its answer repeats."""
    if isinstance(value, bool | dict | list) or echoed(value) != value:
        raise fault("id", f"is {shown(value)}; give a text of at most {LONGEST_ECHOED} characters or a number", value)
    return value


def _answer(asked: Mapping[str, Any], site: str | None, picture: str | None, how: Mapping[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = {}
    scenario = asked.get("scenario")
    alone = None
    if "text" in asked:
        if not isinstance(asked["text"], str):
            raise fault("text", f"is {shown(asked['text'])}; write a battle in words")
        taken = read_words(asked["text"])
        scenario, alone = taken.scenario, taken.alone
        said = {"left_out": taken.left_out, "added": taken.added}
    solved = solve(read(scenario), **how)
    found = {
        "text": _enough(scenario, alone) if alone else solved.short(MOST_LETTERS),
        "scenario": solved.scenario.data(),
        **said,
    }
    if site is not None:
        found["link"] = solved.link(site)
    if picture == "svg":
        found["svg"] = solved.svg()
    elif picture == "png":
        found["png"] = base64.b64encode(solved.png()).decode("ascii")
    return found


def _enough(scenario: object, player: str) -> str:
    """Return what would be enough for a player who has no units yet, in a sentence."""
    from mecatol.advice.enough import additions, cheapest, looked_through

    tried = list(additions(scenario, player, _ENOUGH))
    wanted = percent(_ENOUGH)
    best = next(iter(cheapest(tried, _ENOUGH)), None)
    if best is None:
        return f"Nothing up to {resources(looked_through(tried))} gives {player} {wanted}."
    text = best.text.replace(" more ", " ")  # there is nothing yet that they would be more than
    return _cut(f"{player} wins {percent(best.chance or 0)} with {text}, for {resources(best.cost)}.")


def _refusal(error: ScenarioError) -> dict[str, Any]:
    said = [
        f"The {problem.field} {problem.message}." if problem.field in _WHOLE else f"{problem.field} {problem.message}."
        for problem in error.problems[:3]
    ]
    text = " ".join(said)
    return {"text": _cut(text), "problems": [problem.data() for problem in error.problems]}


def _cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1].rstrip()}…"


def as_line(answer: Mapping[str, Any]) -> str:
    """Return an answer as one line of JSON in ASCII, which every pipe carries."""
    return json.dumps(answer)
