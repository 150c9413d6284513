"""What was chosen for the players, in one line: each opens what else could be chosen, with what that would give."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import solver
from solver.advice.variations import LEAVING, LOSSES
from solver.scenario.policy import ASSIGN_POLICIES, DEFAULT_ASSIGN
from solver.scenario.step import RETREAT
from theme.render.facts import Facts
from theme.render.words import listing, name, text

_ASSIGN = {"best": "in the best order", "sustain-first": "sustaining first", "cheapest-first": "the cheapest first"}
"""The named orders of losses, as the end of a sentence."""
_NOW = {"from_round": 1}
"""A retreat as soon as there may be one."""


class _Choice(NamedTuple):
    """What is chosen somewhere, and what else could be."""

    path: str
    """The field of the scenario."""
    kind: str
    """What advice calls a change of it (`solver.advice.variations.KINDS`); empty where none is given."""
    player: str
    words: str
    others: tuple[tuple[object, str], ...]
    """(value of the field, words) of each other choice; None empties the field."""


def chosen(facts: Facts) -> str:
    """Render the choices that a scenario makes for its players, said or left to their defaults."""
    data = facts.data.get("scenario", {})
    step = solver.STEPS.get(data.get("step", ""))
    if step is None or "assign" not in step.policies:
        return ""
    return f'<div class="chosen">{"".join(map(_choice, _choices(data, step)))}</div>'


def _choice(one: _Choice) -> str:
    others = "".join(
        f'<li><button class="choice__other" type="button" data-do="decide" data-value="{text(json.dumps(value))}">'
        f'{text(words)} <span class="choice__figure" data-part="figure"></span></button></li>'
        for value, words in one.others
    )
    return (
        f'<details class="choice" data-path="{text(one.path)}" data-kind="{one.kind}" data-player="{text(one.player)}">'
        f'<summary>{text(one.words)} <span class="choice__figure" data-part="best"></span></summary>'
        f'<ul class="choice__others">{others}<li><button class="choice__other" type="button" data-do="choose" '
        f'data-path="{text(one.path)}">another way: in the form</button></li></ul></details>'
    )


def _choices(data: Mapping[str, Any], step: solver.Step) -> Iterator[_Choice]:
    """Give the choices of the first two players, one after the other."""
    everybody = data.get("policy", {}).get("assign", DEFAULT_ASSIGN)
    leaves = set(RETREAT) <= set(step.inputs)
    for index, player in enumerate(data.get("players", ())[:2]):
        who, policy = str(player["name"]), player.get("policy", {})
        order = policy.get("assign", everybody)
        words = _ASSIGN.get(order, name(order)) if isinstance(order, str) else listing(map(name, order), "then")
        orders = tuple((slug, f"{_ASSIGN[slug]}") for slug in ASSIGN_POLICIES if slug != order)
        yield _Choice(f"players.{index}.policy.assign", LOSSES, who, f"{who} loses {words}", orders)
        for card, when in policy.get("play", {}).items():
            at = "the best round" if isinstance(when, str) else f"round {when}"
            shown = solver.EFFECTS[card].name if card in solver.EFFECTS else name(card)
            path = f"players.{index}.policy.play.{card}"
            yield _Choice(path, "", who, f"{who} plays {shown} in {at}", ((None, "as soon as it may be"),))
        path = f"players.{index}.policy.retreat"
        if retreat := policy.get("retreat"):
            when = f"from round {retreat.get('from_round', 1)} on"
            yield _Choice(path, LEAVING, who, f"{who} retreats {when}", ((None, "fights to the end"),))
        elif leaves:
            yield _Choice(path, LEAVING, who, f"{who} fights to the end", ((_NOW, "announces a retreat in round 1"),))
