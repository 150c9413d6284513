"""What was chosen for the players, in one line: each a way to the field where it is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import solver
from solver.forms.derived import DEFAULT_ASSIGN
from theme.render.facts import Facts
from theme.render.words import listing, name, text

_ASSIGN = {"best": "in the best order", "sustain-first": "sustaining first", "cheapest-first": "the cheapest first"}
"""The named orders of losses, as the end of a sentence."""


def chosen(facts: Facts) -> str:
    """Render the choices that a scenario makes for its players, said or left to their defaults."""
    data = facts.data.get("scenario", {})
    step = solver.STEPS.get(data.get("step", ""))
    if step is None or "assign" not in step.policies:
        return ""
    buttons = "".join(
        f'<button class="chosen__choice" type="button" data-do="choose" data-path="{text(path)}">{text(words)}</button>'
        for path, words in _choices(data)
    )
    return f'<p class="chosen">{buttons}</p>'


def _choices(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Give (the path of the field, what is chosen there) for each choice."""
    everybody = data.get("policy", {}).get("assign", DEFAULT_ASSIGN)
    for index, player in enumerate(data.get("players", ())[:2]):
        policy = player.get("policy", {})
        order = policy.get("assign", everybody)
        words = _ASSIGN.get(order, name(order)) if isinstance(order, str) else listing(map(name, order), "then")
        yield f"players.{index}.policy.assign", f"{player['name']} loses {words}"
        for card, when in policy.get("play", {}).items():
            at = "the best round" if isinstance(when, str) else f"round {when}"
            shown = solver.EFFECTS[card].name if card in solver.EFFECTS else name(card)
            yield f"players.{index}.effects.{card}", f"{player['name']} plays {shown} in {at}"
        if retreat := policy.get("retreat"):
            yield (
                f"players.{index}.policy.retreat",
                f"{player['name']} retreats from round {retreat.get('from_round', 1)} on",
            )
