"""Taking a scenario out of whatever a player pastes: a link, text, JSON, short forms or plain words."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

from mecatol.domain.editions import EDITIONS, LATEST
from mecatol.domain.units import UNIT_TYPES, unit_of
from mecatol.errors import ScenarioError, fault, text_within, unknown
from mecatol.paste import links, ti4battle
from mecatol.paste.pasted import Pasted
from mecatol.paste.words import read_words
from mecatol.scenario import sentence
from mecatol.scenario.files import parse_json
from mecatol.scenario.reading import read
from mecatol.scenario.step import STEPS

LONGEST = 20_000
"""Characters of a pasted text that are read."""
_ODDS = re.compile(r"^Odds(?:, [^:\n]+)?: .*$", re.MULTILINE)
"""What an answer copied for a chat says beside the battle."""
_ADDRESS = re.compile(r"^https?://\S+$", re.MULTILINE)
_UNSEEN = re.compile("[\N{ZERO WIDTH NO-BREAK SPACE}\N{ZERO WIDTH SPACE}\N{ZERO WIDTH JOINER}\N{WORD JOINER}]")
_JSON = re.compile(r"[{\[](?!\s*\d+\s*[^\W\d_]{2})")
"""How JSON begins, and `[3 cruisers]` does not."""
_OPENING = re.compile(r"```(?:\w*\n)?|`|<")
_CLOSING = ("```", "`", ">")
_MOST_TRIED = 50
"""Scenarios of a list that are looked at for one without a fault."""


def take(text: str, edition: str = LATEST) -> Pasted:
    """Return the scenario that a pasted text holds, with what was left out and what was added.

    Understood are links to this calculator and to ti4battle.com, the text that `mecatol.scenario.sentence.say` writes,
    JSON (a scenario, or a solution with its scenario in it), AsyncTI4's short forms and plain words. A battle in
    words is of the edition named.
    Raises ScenarioError where nothing of the kind is found, or the scenario has faults of form.
    """
    text_within("text", text, "a battle as text, such as '5 cruisers vs 1 war sun'")
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise ScenarioError([unknown("edition", edition, "edition", EDITIONS)])
    if len(text) > LONGEST:
        raise fault("text", f"is longer than {LONGEST:,} characters, so it is not a battle")
    text = unwrapped(_UNSEEN.sub("", text).replace("\N{NO-BREAK SPACE}", " "))
    text = _ODDS.sub("", text).strip()
    if not links.is_link(text) and not ti4battle.is_link(text) and not _ADDRESS.fullmatch(text):
        text = _ADDRESS.sub("", text).strip()
    if not text:
        raise fault("text", "is empty; write for example '5 cruisers vs 1 war sun', or paste a link")
    found = _found(text, edition)
    _complete(found)
    found.scenario = read(found.scenario).data()
    if found.kept is not None:
        found.kept = read(found.kept).data()
    return found


def unwrapped(text: str) -> str:
    """Return a text without the marks of code and of addresses that chats put around it, however many.

    Marks are left out by moving two ends towards each other, so the time is linear in the length of the text.
    """
    start, end = 0, len(text)
    while True:
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        opening = _OPENING.match(text, start, end)
        closing = next((mark for mark in _CLOSING if text.endswith(mark, start, end)), "")
        if not opening or not closing or opening.end() > end - len(closing):
            return text[start:end]
        start, end = opening.end(), end - len(closing)


def _found(text: str, edition: str) -> Pasted:
    """Return what a text holds, by its kind."""
    if links.is_link(text):
        found = links.read_link(text)
        return replace(found, left_out=[]) if found.left_out and _says_the_same(text, found) else found
    if ti4battle.is_link(text):
        return ti4battle.read_link(text)
    if _JSON.match(text):
        return _json(text)
    if is_written(text):
        return Pasted(sentence.understand(text), "text")
    if _ADDRESS.fullmatch(text):
        raise fault("link", f"is not understood; links to this calculator and to {ti4battle.SITE} are", text)
    return read_words(text, edition)


def is_written(text: str) -> bool:
    """Tell whether a text begins with the title of a step, as what `mecatol.scenario.sentence.say` writes."""
    title = next(iter(text.splitlines()), "").partition(",")[0].strip().removesuffix(".").casefold()
    return title in {step.title.casefold() for step in STEPS.values()} | set(STEPS)


def _says_the_same(text: str, found: Pasted) -> bool:
    """Tell whether what stands beside a link is its battle in words, as in an answer that was copied for a chat."""
    try:
        said = read(sentence.understand(_ADDRESS.sub("", text))).data()
        return said == read(found.scenario).data()
    except ScenarioError:
        return False


def _json(text: str) -> Pasted:
    try:
        data: Any = parse_json(text)
    except ScenarioError:
        raise
    except ValueError as wrong:
        raise fault(
            "text", f"begins like JSON but is not JSON ({wrong}): copy all of it, or write the battle in words"
        ) from None
    left_out = []
    if isinstance(data, list) and data:
        place = _first_sound(data)
        if len(data) > 1:
            which = "the first was taken" if place == 0 else f"number {place + 1} was taken, the first without a fault"
            left_out.append(f"Of {len(data)} scenarios in the list, {which}.")
        data = data[place]
    data = _scenario_of(data)
    if not isinstance(data, dict):
        raise fault("scenario", f"is not a mapping with step and players, but {json.dumps(data)[:60]}")
    return Pasted(data, "json", left_out=left_out)


def _scenario_of(data: Any) -> Any:
    """Return the scenario inside of a solution, and anything else as it is."""
    if isinstance(data, dict) and "players" not in data and isinstance(data.get("scenario"), dict):
        return data["scenario"]
    return data


def _first_sound(scenarios: list[Any]) -> int:
    """Return the place of the first scenario of a list that has no fault; of the first where each has one."""
    for place, scenario in enumerate(scenarios[:_MOST_TRIED]):
        with suppress(ScenarioError):
            read(_scenario_of(scenario))
            return place
    return 0


def _complete(found: Pasted) -> None:
    """Give a battle from elsewhere what it takes for granted: the technology of a war sun."""
    if found.source not in ("words", "ti4battle"):
        return
    scenario = found.scenario
    for player in scenario["players"]:
        _owned(player, found)


def _owned(player: dict[str, Any], found: Pasted) -> None:
    """Let a player own the technologies without which the named units cannot be."""
    edition = found.scenario.get("edition", LATEST)
    faction, owned = player.get("faction"), player.setdefault("technologies", [])
    places = [player.get("space", {}), *player.get("planets", {}).values()]
    for kind in dict.fromkeys(kind for there in places for kind in there):
        if unit_of(kind, faction, owned, edition) is None and unit_of(kind, faction, [*owned, kind], edition):
            owned.append(kind)
            given = f"{player['name']} was given the technology {UNIT_TYPES[kind]}"
            found.added.append(f"{given}, which that unit requires.")
    if not owned:
        del player["technologies"]
