"""Cards by another wording's name: which wording of a card an edition has, and scenarios that name an older one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from mecatol.domain.editions import EDITIONS, in_force
from mecatol.effects.model import COMPONENTS, EFFECTS, Component
from mecatol.game.model import Game
from mecatol.scenario.model import Player, Scenario

OLDER_WORDING = "Name an older edition for the card as it was."
"""How a sentence ends that says which wording of a card acts here."""


def is_in_force(record: Component, edition: str) -> bool:
    """Tell whether this wording of a card is the one that an edition plays with."""
    return in_force(edition, record.edition, record.until)


def wording_in(slug: str, edition: str) -> str:
    """Return the wording of a card that replaced this one in an edition, by slug; the slug itself where none did.

    A wording that is newer than the edition stays: nobody who names it means the older one.
    """
    return _replaced(edition).get(slug, slug)


@cache  # goes through every card, and is the same for every scenario of an edition
def _replaced(edition: str) -> Mapping[str, str]:
    """Return each wording of a card that another has replaced by an edition, to the one that holds, by slug."""
    holds = {record.version_of or slug: slug for slug, record in COMPONENTS.items() if is_in_force(record, edition)}
    return {
        slug: holds[first]
        for slug, record in COMPONENTS.items()
        if (first := record.version_of or slug) in holds
        and not is_in_force(record, edition)
        and in_force(edition, record.edition)
    }


def successor(record: Component, edition: str) -> Component | None:
    """Return what an edition that lacks this record has instead: a later wording, or what bears its name; or None."""
    if (later := wording_in(record.slug, edition)) != record.slug:
        return COMPONENTS[later]
    return next(
        (other for other in COMPONENTS.values() if other.name == record.name and is_in_force(other, edition)), None
    )


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return plain data with other names of effects, as keys and in lists."""
    if isinstance(value, Mapping):
        return type(value)({names.get(key, key): _renamed(one, names) for key, one in value.items()})  # type: ignore[call-arg]
    if isinstance(value, list | tuple):
        return type(value)(_renamed(one, names) for one in value)
    return names.get(value, value) if isinstance(value, str) else value


def _older(player: Player, edition: str) -> dict[str, str]:
    """Return the older wordings that a player names without the ones that replaced them, to those, by slug.

    Technologies are not among them: their later wordings bear a mark, and others are refused. Neither are wordings that
    no effect carries out.
    """
    named = [slug for slug, count in player.effects.items() if count and count <= EFFECTS[slug].limit]
    held = {slug: wording_in(slug, edition) for slug in named}
    return {slug: new for slug, new in held.items() if new != slug and new not in named and new in EFFECTS}


def _in_force(player: Player, names: Mapping[str, str]) -> Player:
    return replace(
        player,
        effects=_renamed(player.effects, names),
        exhausted=_renamed(player.exhausted, names),
        policy=_renamed(player.policy, names),
    )


def in_wordings_of_the_edition(scenario: Scenario) -> Scenario:
    """Return the scenario with each card in the wording of its edition, where somebody named an older one."""
    names = [_older(player, scenario.edition) for player in scenario.players]
    if not any(names):
        return scenario
    players = [_in_force(player, own) if own else player for player, own in zip(scenario.players, names, strict=True)]
    every = {old: new for own in names for old, new in own.items()}
    return replace(scenario, players=tuple(players), policy=_renamed(scenario.policy, every))


def _warnings(player: Player, edition: str) -> Iterator[str]:
    for old, new in _older(player, edition).items():
        before, after = COMPONENTS[old], COMPONENTS[new]
        yield (
            f"{player.name}’s {before.name}: since {EDITIONS[after.edition]} the card is {after.name}, which acts "
            f"here. {OLDER_WORDING}"
        )


def warn_of_wordings(game: Game, written: Scenario) -> None:
    """Say which cards act in another wording than the one that a scenario names."""
    for player in written.players:
        for text in _warnings(player, written.edition):
            game.warn(text)
