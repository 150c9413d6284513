"""What was chosen for the players, in one line: each opens what else could be chosen, with what that would give."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mecatol import forms
from mecatol.advice.forces import told
from mecatol.advice.landing import landing
from mecatol.advice.variations import (
    HITTING,
    HOLDING,
    LANDING,
    LEAVING,
    LOSSES,
    direct_hit_types,
    direct_hit_words,
    may_wait,
)
from mecatol.domain.steps import SPACE_CANNON_OFFENSE
from mecatol.render.facts import Facts
from mecatol.render.lines import line
from mecatol.render.words import listing, name, text
from mecatol.scenario.policy import ASSIGN_POLICIES, BEST, DEFAULT_ASSIGN
from mecatol.scenario.step import RETREAT, STEPS, Step

_ASSIGN = {
    "best": "loses in the best order",
    "sustain-first": "sustains first",
    "cheapest-first": "loses the cheapest first",
}
"""The named orders of losses, as the end of a sentence that begins with a player."""
_SHOWN = (BEST, 2, 3, 4)
"""Moments of playing a card that are offered here; the form has the others."""
_STAYS = "never retreats"
_NOW = {"from_round": 1}
"""A retreat as soon as there may be one."""


_OWN = {
    LOSSES: ("Set your own order…", "other order"),
    LEAVING: ("Set your own retreat…", "retreating"),
    HOLDING: ("Set another round…", "another round"),
    HITTING: ("Set your own targets…", "other targets"),
    LANDING: ("Set your own landing…", "another landing"),
}
"""Of a kind of choice, what leads to its field in the form, and what the best of the others is called in a word."""


class _Choice(NamedTuple):
    """What is chosen somewhere, and what else could be."""

    path: str
    """The field of the scenario."""
    kind: str
    """What advice calls a change of it (`mecatol.advice.variations.KINDS`); empty where none is given."""
    player: str
    words: str
    others: tuple[tuple[object, str], ...]
    """(value of the field, words) of each other choice; None empties the field."""


_BOTH = {
    "loses in the best order": "best losses",
    "sustains first": "sustain first",
    "loses the cheapest first": "cheapest lost first",
    _STAYS: "nobody retreats",
}
"""What both players do, as the closed line says it."""


def chosen(facts: Facts) -> str:
    """Render the choices that a scenario makes for its players, said or left to their defaults, as a closed line."""
    data = facts.data.get("scenario", {})
    step = STEPS.get(data.get("step", ""))
    if step is None or "assign" not in step.policies:
        return ""
    found = list(_choices(data, step))
    return line("Assumed", _essence(found), "".join(map(_choice, found)), "Change")


def _essence(found: list[_Choice]) -> str:
    """Say in one line what is chosen; what is chosen for both players is said once."""
    players = {one.player for one in found}
    said: dict[str, list[str]] = {}
    for one in found:
        said.setdefault(one.words.removeprefix(f"{one.player} "), []).append(one.player)
    parts: list[str] = []
    for what, whose in said.items():
        if what in _BOTH and len(whose) == len(players):
            parts.append(_BOTH[what])
        else:
            parts += [f"{who} {what}" for who in whose]
    return text(" · ".join(parts))


def _choice(one: _Choice) -> str:
    others = "".join(
        f'<li><button class="choice__other" type="button" data-do="decide" data-value="{text(json.dumps(value))}">'
        f'{text(words)} <span class="choice__figure" data-part="figure"></span></button></li>'
        for value, words in one.others
    )
    own, other = _OWN.get(one.kind, ("Set it in the form…", "otherwise"))
    if one.kind == LEAVING and (None, _STAYS) in one.others:
        other = "staying"
    return (
        f'<div class="choice" data-path="{text(one.path)}" data-kind="{one.kind}" data-player="{text(one.player)}" '
        f'data-other="{other}"><p class="choice__now">{text(one.words)} '
        '<span class="choice__figure" data-part="best"></span></p>'
        f'<ul class="choice__others">{others}<li><button class="choice__other" type="button" data-do="choose" '
        f'data-path="{text(one.path)}">{own}</button></li></ul></div>'
    )


def decisions(facts: Facts) -> list[str]:
    """Return in words what a scenario chooses for its players, said or left to their defaults."""
    data = facts.data.get("scenario", {})
    step = STEPS.get(data.get("step", ""))
    if step is None or "assign" not in step.policies:
        return []
    return [one.words for one in _choices(data, step)]


def _choices(data: Mapping[str, Any], step: Step) -> Iterator[_Choice]:
    """Give the choices of the first two players, one after the other."""
    for index, player in enumerate(data.get("players", ())[:2]):
        who = str(player["name"])
        order = told(data, index, "assign") or DEFAULT_ASSIGN
        named = order if isinstance(order, str) else None
        words = _ASSIGN.get(order, name(order)) if named else f"loses {listing(map(name, order), 'then')}"
        orders = tuple((slug, _ASSIGN[slug]) for slug in ASSIGN_POLICIES if slug != order)
        yield _Choice(f"players.{index}.policy.assign", LOSSES, who, f"{who} {words}", orders)
        yield from _landing(data, index)
        yield from _targets(data, step, index)
        yield from _cards(data, step, index)
        yield from _direct_hits(data, index)
        if set(RETREAT) <= set(step.inputs):
            yield _retreat(data, index, who)


def _everybodys(data: Mapping[str, Any], index: int, key: str) -> bool:
    """Tell whether what is chosen for a player is chosen for all: a button for one player cannot take it back."""
    return key in data.get("policy", {}) and key not in data["players"][index].get("policy", {})


def _retreat(data: Mapping[str, Any], index: int, who: str) -> _Choice:
    path = f"players.{index}.policy.retreat"
    if (retreat := told(data, index, "retreat")) is not None:
        when = f"from round {retreat.get('from_round', 1)} on"
        if (most := retreat.get("ships_at_most")) is not None:
            when += f" with at most {most} {'ship' if most == 1 else 'ships'} left"
        others = () if _everybodys(data, index, "retreat") else ((None, _STAYS),)
        return _Choice(path, LEAVING, who, f"{who} retreats {when}", others)
    return _Choice(path, LEAVING, who, f"{who} {_STAYS}", ((_NOW, "announces a retreat in round 1"),))


def _landing(data: Mapping[str, Any], index: int) -> Iterator[_Choice]:
    """Give where the active player's ground forces land, where there are several planets."""
    if index or (choice := landing(dict(data))) is None:
        return
    who = str(data["players"][0]["name"])
    others = tuple((plan, words) for words, plan in choice.others.items())
    yield _Choice("players.0.policy.land", LANDING, who, f"{who} {choice.now}", others)


def _targets(data: Mapping[str, Any], step: Step, index: int) -> Iterator[_Choice]:
    """Give whom the active player's Space Cannon shoots at, where there are several."""
    players = data.get("players", ())
    others = [str(player["name"]) for player in players[1:] if any(player.get("space", {}).values())]
    if index or len(others) < 2 or not step.involves((SPACE_CANNON_OFFENSE,)):
        return
    who, wanted = str(players[0]["name"]), told(data, 0, "target")
    now = wanted if wanted in others else others[0]
    rest = tuple((other, f"shoots at {other}") for other in others if other != now)
    yield _Choice("players.0.policy.target", "", who, f"{who} shoots at {now}", rest)


def _cards(data: Mapping[str, Any], step: Step, index: int) -> Iterator[_Choice]:
    """Give when each card is played that may be held back."""
    player = data["players"][index]
    who, played = str(player["name"]), told(data, index, "play") or {}
    rounds = tuple((when if when == BEST else int(when), words) for when, words in reversed(forms.waits(step)))
    for card in may_wait(dict(data), index):
        when = played.get(card.slug)
        at = next((words for value, words in rounds if value == when), None) or (
            "as soon as it may" if when is None else f"from round {when} on"
        )
        rest: list[tuple[object, str]] = [
            (value, words) for value, words in rounds if value in _SHOWN and value != when
        ]
        if when is not None:
            rest.insert(0, (None, "as soon as it may"))
        rest = [] if _everybodys(data, index, "play") else rest
        yield _Choice(
            f"players.{index}.policy.play.{card.slug}", HOLDING, who, f"{who} plays {card.name} {at}", tuple(rest)
        )


def _direct_hits(data: Mapping[str, Any], index: int) -> Iterator[_Choice]:
    """Give what Direct Hit is played on, where several types of ships could be."""
    player = data["players"][index]
    types, wanted = direct_hit_types(dict(data), index), told(data, index, "direct_hit")
    if not types:
        return
    who = str(player["name"])
    now = direct_hit_words(wanted)
    rest: list[tuple[object, str]] = [([kind], direct_hit_words([kind])) for kind in types if wanted != [kind]]
    if wanted is not None and not _everybodys(data, index, "direct_hit"):
        rest.insert(0, (None, direct_hit_words(None)))
    yield _Choice(f"players.{index}.policy.direct_hit", HITTING, who, f"{who} {now}", tuple(rest))
