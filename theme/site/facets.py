"""By what cards can be chosen: when they are played, the steps in which they act, their kind, and their edition."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import mecatol
from content.model import Library
from mecatol.effects.model import Component, Effect

_MOMENTS = (
    ("agenda", "In an agenda", ("agenda", "vote", "elected", "outcome", "speaker")),
    ("invasion", "In an invasion", ("invasion", "ground forces", "control of a planet", "planet is gained")),
    ("combat", "In combat", ("combat", "rolling", "hits", "sustain", "destroyed", "retreat", "barrage")),
    ("movement", "Before or after movement", ("activated", "movement", "moves")),
    ("trade", "With other players", ("transaction", "commodities", "another player")),
    ("phase", "At another time", ("phase", "setup", "turn", "strategic", "produce", "all game")),
    ("action", "As an action", ("action",)),
)
"""Parts of a game in which a card is played: name, words, and what the printed moment has; the first that fits."""

type Facets = Mapping[str, Mapping[str, str]]
"""Facet to its values, and each value's words."""


def moment(printed: str) -> str:
    """Return the part of a game in which a card is played, by what is printed on it; empty where that names none."""
    words = printed.lower()
    return next((name for name, _, parts in _MOMENTS if any(part in words for part in parts)), "")


def values(library: Library, component: Component) -> dict[str, tuple[str, ...]]:
    """Return a component's values by facet: `when`, `acts` (steps that the solver declares), `kind` and `edition`."""
    printed = library.printed.get(component.slug)
    when = moment(printed.when) if printed else ""
    return {
        "when": (when,) if when else (),
        "acts": component.steps if isinstance(component, Effect) else (),
        "kind": _kinds(library, component),
        "edition": (component.edition,),
    }


def _kinds(library: Library, component: Component) -> tuple[str, ...]:
    """Return what a component is within its deck, as printed: `Law`, `Stage-I`, or the color of a technology."""
    printed = library.printed.get(component.slug)
    facts = [printed.facts[name] for name in ("Deck", "Type") if name in printed.facts] if printed else []
    color = getattr(component, "color", None)
    return tuple(word.replace(" ", "-") for word in (*facts, *([color.capitalize()] if color else [])))


def facets(found: Collection[Mapping[str, tuple[str, ...]]]) -> Facets:
    """Return the facets that part components, each with its values: those with two or more, in the order of a game."""
    words = {
        "when": {name: said for name, said, _ in _MOMENTS},
        "acts": {slug: step.title for slug, step in mecatol.STEPS.items()},
        "kind": {kind: kind.replace("-", " ") for one in found for kind in one["kind"]},
        "edition": dict(mecatol.EDITIONS),
    }
    made: dict[str, dict[str, str]] = {}
    for facet, known in words.items():
        there = {value for one in found for value in one[facet]}
        if len(there) > 1:
            made[facet] = {value: said for value, said in known.items() if value in there}
    return made
