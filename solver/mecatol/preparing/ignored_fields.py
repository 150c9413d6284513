"""Fields of a scenario and of its players that change nothing in its step: each is said beside the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from mecatol.domain.units import planet_name, planets
from mecatol.effects.model import COMPONENTS, EFFECTS
from mecatol.effects.technology_cards import cards
from mecatol.scenario.fields import Field
from mecatol.scenario.model import PLAYER
from mecatol.scenario.records import PLAYER_RECORDS, RECORDS
from mecatol.scenario.step import STEPS, Step

if TYPE_CHECKING:
    from mecatol.game.model import Game, Side

_EXHAUSTED, _CONTROLS = "exhausted", "controls"
_STATIONED = "stationed"
_LIMITS = ("fleet_pool", "elsewhere")
"""Those that limit the units which a player has: they count wherever units do."""


def ignored_fields(game: Game, step: Step) -> Iterator[str]:
    """Yield a sentence for each field that is given and that the step does not read."""
    scenario = game.scenario
    for name in ("rounds", "stop_after"):
        if getattr(scenario, name) is not None and name not in step.fields:
            yield f"`{name}` was ignored: {step.title} is not solved round by round."
    for name in RECORDS:
        if getattr(scenario, name) and name not in step.records:
            title = next(other.title for other in STEPS.values() if name in other.records)
            yield f"`{name}` was ignored: it is for {title}, not for {step.title}."
    if scenario.into and "into" not in step.fields:
        title = next(other.title for other in STEPS.values() if "into" in other.fields)
        yield f"`into` was ignored: it is for {title}, not for {step.title}."
    if scenario.system and not (step.offers or "system" in step.fields):
        yield f"`system` was ignored: {step.title} takes place in no system."
    for side in game.sides:
        yield from _of_a_player(game, side, step)


def _of_a_player(game: Game, side: Side, step: Step) -> Iterator[str]:
    where = f"players.{side.index}"
    for name in PLAYER_RECORDS:
        if getattr(side.player, name) and name not in step.player_records:
            asking = [other.title for other in STEPS.values() if name in other.player_records]
            yield from (f"`{where}.{name}` was ignored: it is for {title}, not for {step.title}." for title in asking)
    if any(any(units.values()) for units in side.player.stationed.values()):
        if side.index:
            why = f"it tells {game.sides[0].name}’s units that land from those that were there"
            yield f"`{where}.{_STATIONED}` was ignored: {why}."
        elif not _is_read(side, step, _STATIONED):
            yield f"`{where}.{_STATIONED}` was ignored: {_readers(game, step, _STATIONED)}."
    for name, told in PLAYER.fields.items():
        if name == _EXHAUSTED:
            yield from _not_exhausted(game, side, step)
        elif told.by_step and _says(told, getattr(side.player, name)) and not _is_read(side, step, name):
            yield f"`{where}.{name}` was ignored: {_readers(game, step, name)}."


def _says(told: Field, value: object) -> bool:
    """Tell whether a field says anything: counts of nothing do so only where a 0 is a number of its own.

    A fleet pool of 0 says nothing here.
    """
    if isinstance(value, Mapping) and not told.zeros_count:
        return any(_says(told, inner) for inner in value.values())
    return bool(value)


def _not_exhausted(game: Game, side: Side, step: Step) -> Iterator[str]:
    """Yield a sentence for each exhausted card that the player does not have, or that makes no difference."""
    player, read = side.player, _is_read(side, step, _EXHAUSTED)
    for slug in player.exhausted:
        known = cards().get(slug) or COMPONENTS.get(slug)
        if slug in (*side.effects, *player.effects, *player.technologies):
            why = ""
        elif slug in (*player.controls, *player.planets):
            why = "" if read else f"of a planet, {_readers(game, step, _EXHAUSTED)}"
        elif slug in planets():
            why = f"{side.name} does not control {planet_name(slug)}"
        elif known and known.faction and known.faction == player.faction:
            why = ""  # a leader or the like that is not used, as is right
        else:
            why = f"{side.name} does not have {known.name}" if known else f"{side.name} has no such card here"
        if why:
            yield f"`{slug}` in `players.{side.index}.{_EXHAUSTED}` was ignored: {why}."


def _readers(game: Game, step: Step, name: str) -> str:
    """Say which player or which steps a field is for, where the step does not read it of somebody, or at all."""
    if _asks(step, name):
        return f"{step.title} needs it only from {game.sides[0].name}"
    *most, last = [other.title for other in STEPS.values() if _asks(other, name)]
    return f"it is for {', '.join(most)}{' or ' if most else ''}{last}, not for {step.title}"


def _asks(step: Step, name: str) -> bool:
    return name in step.reads or any(one.field == name for one in step.inputs)


def _is_read(side: Side, step: Step, name: str) -> bool:
    """Tell whether a step, or an effect of the player's that acts in it, looks at a field of that player."""
    steps = (step, *[STEPS[part] for part in step.parts])
    if any(name in one.reads for one in steps):
        return True
    if any(asked.field == name and asked.role == side.role for asked in step.inputs):
        return True
    if name in _LIMITS and step.offers:
        return True
    if name == _CONTROLS and any(offer.area == "planets" for offer in step.offers):
        return True
    if name == _CONTROLS and any(slug in EFFECTS for slug in side.player.controls):
        return True  # a planet card with a text
    return any(name in EFFECTS[slug].reads and step.involves(EFFECTS[slug].steps) for slug in side.effects)
