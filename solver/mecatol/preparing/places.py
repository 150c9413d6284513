"""Planets and systems that an edition or the game lacks: refused where they count, told of where they name a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from mecatol.domain.editions import EDITIONS, in_force, in_full
from mecatol.domain.steps import PRODUCTION_STEP, TECHNOLOGY_STEP, VICTORY_STEP, VOTES_STEP
from mecatol.domain.units import planet_name, planets, systems
from mecatol.errors import Problem
from mecatol.game.model import Game
from mecatol.scenario.model import Player, Scenario

_VALUED = (PRODUCTION_STEP, TECHNOLOGY_STEP, VICTORY_STEP, VOTES_STEP)
"""The steps in which the resources, the influence and the traits of planets count."""

_ALIKE = 0.8
"""How alike the name of a place must be to a planet's to be taken for a slip of it."""


def _named(player: Player, path: str) -> Iterator[tuple[str, str]]:
    """Yield the planets that a player names, each with where."""
    listed = {"controls": player.controls, "exhausted": player.exhausted}
    mapped: dict[str, Iterable[str]] = {
        "planets": player.planets, "resources": player.resources, "influence": player.influence, "place": player.place,
    }  # fmt: skip
    for field, slugs in mapped.items():
        yield from ((f"{path}.{field}.{slug}", slug) for slug in slugs)
    for field, slugs in listed.items():
        yield from ((f"{path}.{field}.{index}", slug) for index, slug in enumerate(slugs))


def _lacking(scenario: Scenario) -> Iterator[Problem]:
    """Yield a problem for each planet that came after the edition that is played.

    A printing that a later one replaced is still named by those who play with that, and is one and the same place.
    """
    everywhere = [pair for index, player in enumerate(scenario.players) for pair in _named(player, f"players.{index}")]
    for where, slug in everywhere:
        record = planets().get(slug)
        if record and not in_force(scenario.edition, record["edition"]):
            message = f"{planet_name(slug)} is from {EDITIONS[record['edition']]}, not in {in_full(scenario.edition)}"
            first = slug.removesuffix("-omega")
            older = first if first != slug and first in planets() else None
            yield Problem(where, message + (f", where it is `{older}`" if older else ""), slug, older)


def place_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield a problem for each planet whose values count, and for a tile, that the edition lacks."""
    yield from (problem for problem in _lacking(scenario) if _counts(problem.field, scenario.step))
    tile = scenario.system
    if tile and not in_force(scenario.edition, systems()[tile]["edition"]):
        since = EDITIONS[systems()[tile]["edition"]]
        yield Problem("system", f"tile {tile} is from {since}, not in {in_full(scenario.edition)}", tile)


def warn_of_places(game: Game) -> None:
    """Say which planets the edition lacks where one is only the name of a place, and which look like a slip."""
    lacking = [problem for problem in _lacking(game.scenario) if not _counts(problem.field, game.scenario.step)]
    for message in dict.fromkeys(problem.message for problem in lacking):
        game.warn(f"{message}; here it is only the name of a place.")
    for slug in dict.fromkeys(_unknown(game.scenario)):
        if near := get_close_matches(slug, planets(), n=1, cutoff=_ALIKE):
            meant = planet_name(near[0])
            game.warn(f"No planet is called {slug!r}, so it is only the name of a place; did you mean {meant}?")


def _unknown(scenario: Scenario) -> Iterator[str]:
    """Yield the places of units that are not planets of the game."""
    for player in scenario.players:
        yield from (slug for slug in (*player.planets, *player.place) if slug not in planets())


def _counts(field: str, step: str) -> bool:
    """Tell whether a planet named in a field of a player's matters for its values, not as a place where units are."""
    return step in _VALUED or field.split(".")[2] not in ("planets", "place")
