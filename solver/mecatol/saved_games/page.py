"""What the page of a game in progress shows, as HTML: the map, a system, the table of threats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mecatol.advice.background import going_on, work
from mecatol.advice.winning import chances
from mecatol.errors import ScenarioError, fault
from mecatol.render.chips import with_sign
from mecatol.render.lines import bar, line
from mecatol.render.numbers import percent
from mecatol.render.words import COLORS, listing, noun, planet, rank, text
from mecatol.saved_games.arrivals import arrivals, movement
from mecatol.saved_games.battles import SavedBattle, battles, system_of
from mecatol.saved_games.cannon import space_cannon
from mecatol.saved_games.economy import producers, production, votes
from mecatol.saved_games.game_map import game_map
from mecatol.saved_games.hexes import adjacency
from mecatol.saved_games.model import NEUTRAL, Forces, Held, SavedGame, SavedSystem, together
from mecatol.saved_games.reading import read_game
from mecatol.saved_games.scenarios import Data, title_of
from mecatol.saved_games.threats import PossibleAttack, Threat, attacks, player_of, threat, threatened

_SECONDS = 2.0
"""How long the odds of a battle may take that a tap shows; its calculator takes longer."""
_MOST_TONES = 8


class _ThreatTable(NamedTuple):
    """The table of what can be taken of a player's, begun and not ended."""

    attacks: list[PossibleAttack]
    found: list[Threat]
    """The threats of the first attacks."""

    @property
    def is_over(self) -> bool:
        """Whether the threat of every attack has been found."""
        return len(self.found) == len(self.attacks)


_last: dict[str, SavedGame] = {}
"""The game that was asked about last: a page asks many times about one, and its text is long."""
_threats: dict[tuple[str, str], _ThreatTable] = {}
"""The table that was asked for last, by the text of its game and the player."""


def answer(question: Mapping[str, Any], milliseconds: float) -> dict[str, Any]:
    """Answer what the page asks of the text of a saved game.

    ``{"game": text}`` gives the map (`map_data`); with ``"system"``, a position, ``{"html": the system and what can be
    asked of it}``; with ``"threats"``, a player's key, a slice of so many milliseconds of the table of who can take
    what of that player's: ``{"html", "done", "of", "over"}``. Asked again, the table goes on where it stopped.

    Raises:
        ScenarioError: the text is no game, or the system or player is not in it.
    """
    said = question.get("game")
    if not isinstance(said, str):
        raise fault("game", "must be the text of a saved game")
    game = going_on(_last, said, lambda: read_game(said))
    if "system" in question:
        return {"html": system_html(game, system_of(game, str(question["system"])))}
    if "threats" in question:
        return _threat_slice(game, said, player_of(game, str(question["threats"])), milliseconds)
    return map_data(game)


def tones(game: SavedGame) -> dict[str, int]:
    """Return the color of each player in drawings, a place in `COLORS`: the player's own where it is one of these."""
    known = [color.casefold() for color in COLORS]
    found: dict[str, int] = {}
    for key, player in game.players.items():
        color = player.color.casefold()
        if color in known and known.index(color) not in found.values():
            found[key] = known.index(color)
    free = [tone for tone in range(_MOST_TONES) if tone not in found.values()]
    others = [key for key in game.players if key not in found]
    for index, key in enumerate(others):
        found[key] = free[index] if index < len(free) else index % _MOST_TONES
    return found


def map_data(game: SavedGame) -> dict[str, Any]:
    """Return a game for the page: its map as `game_map` draws it, what is said of it, and a button for each player."""
    colors = tones(game)
    drawn = game_map(game, colors)
    played = [f"round {game.round}"] if game.round else []
    heading = " ".join(["Game", game.name]) if game.name else "The game"
    lacks = [*game.left_out(), *dict.fromkeys(game.notes)]
    items = "".join(f"<li>{text(one)}</li>" for one in lacks)
    vote = votes(game)
    held = text(json.dumps(vote, ensure_ascii=False))
    asked = [key for key in game.players if key != NEUTRAL and threatened(game, key)]
    return {
        "map": drawn,
        "heading": ", ".join([heading, *played]),
        "form": f"Read as {game.form}: {drawn['systems']} systems.",
        "lacks": line("Not known here or not told", "", f"<ul>{items}</ul>" if lacks else "", str(len(lacks))),
        "votes": f'<a class="button button--quiet" data-value="{held}">Votes on the next agenda</a>' if vote else "",
        "whose": "".join(_tag(key, title_of(game, key), colors[key]) for key in asked),
    }


def _tag(key: str, name: str, tone: int) -> str:
    """Return the button that asks what can be taken of a player's."""
    return (
        f'<button type="button" class="tag player--{tone}" data-do="threats" aria-pressed="false" '
        f'data-player="{text(key)}">{text(name)}</button>'
    )


def _ordered(units: Mapping[str, Held]) -> list[tuple[str, Held]]:
    return sorted(units.items(), key=lambda unit: rank(unit[0]))


def _chips(units: Mapping[str, Held], tag: str = "li") -> Iterator[str]:
    for kind, held in _ordered(units):
        hurt = f", {held.damaged} damaged" if held.damaged else ""
        more = f", {held.galvanized} galvanized" if held.galvanized else ""
        yield with_sign(kind, held.number, f"{noun(kind, held.number)}{hurt}{more}", bool(held.damaged), tag)


def system_html(game: SavedGame, system: SavedSystem) -> str:
    """Render a system: who has what where, and a row for each thing that can be asked of it."""
    colors = tones(game)
    kinds = [word.replace("-", " ") for word in sorted(system.anomalies)]
    kinds += [f"{hole} wormhole" for hole in sorted(system.wormholes)]
    about = f"<small>{text(listing(kinds).capitalize())}</small>" if kinds and system.planets else ""
    places: list[tuple[str, Forces]] = [("", system.space)]
    places += [(planet(slug), one.units) for slug, one in system.planets.items()]
    held = []
    for key in system.players():
        chips = ""
        for where, forces in places:
            if key in forces:
                chips += f'<li class="unit-chips__where">{text(where)}</li>' if where else ""
                chips += "".join(_chips(forces[key]))
        held.append(
            f'<div class="asked__side player--{colors[key]}"><span class="player player--{colors[key]}">'
            f'{text(title_of(game, key))}</span><ul class="unit-chips">{chips}</ul></div>'
        )
    token = ""
    if system.activated:
        names = listing([title_of(game, key) for key in system.activated])
        token = f'<p class="hint">Command token of {text(names)}.</p>'
    empty = "" if held else '<p class="hint">Nobody has units here.</p>'
    return (
        f'<p class="game__title"><strong>{text(system.title)}</strong> {about}</p>'
        f'<div class="game__held">{"".join(held)}</div>{empty}{token}'
        f'<ul class="rows rows--plain game__doors">{"".join(_doors(game, system))}</ul>'
    )


def _doors(game: SavedGame, system: SavedSystem) -> Iterator[str]:
    """Yield the rows that open calculators: battles, what comes, Space Cannon, production, votes."""
    for battle in battles(game, system.position):
        yield _battle(battle)
    near = adjacency(game)
    coming = {key: arrivals(game, system.position, key, near) for key in game.players if key != NEUTRAL}
    for key, fleets in coming.items():
        if data := movement(game, system.position, key, fleets):
            chips = f'<span class="unit-chips">{"".join(_chips(together(one.units for one in fleets), "span"))}</span>'
            yield _door(data, f"{text(title_of(game, key))} can move in", chips, tone=tones(game)[key])
    for key, fleets in coming.items():
        if fire := space_cannon(game, system, key, fleets):
            firing = listing([str(one["name"]) for one in fire["players"][1:]])
            there = "is" if key in system.space else "comes"
            words = f"Space Cannon of {text(firing)}"
            yield _door(fire, words, f"<small>at {text(title_of(game, key))}, who {there} here</small>")
    for key in producers(game, system):
        if key != NEUTRAL:
            yield _door(production(game, system, key), f"{text(title_of(game, key))} produces here")


def _door(data: Data, title: str, under: str = "", end: str = "", alone: str | None = None, tone: int = -1) -> str:
    held = text(json.dumps(data, ensure_ascii=False))
    other = f' data-other="{text(alone)}"' if alone else ""
    edge = f'<span class="rows__end">{end}</span>' if end else ""
    side = f" player--{tone}" if tone >= 0 else ""
    return (
        f'<li><a class="rows__row{side}" data-value="{held}"{other}>'
        f'<span class="rows__words">{title}{under}</span>{edge}</a></li>'
    )


def _battle(battle: SavedBattle) -> str:
    said = f"<small>{text(' '.join(battle.said))}</small>" if battle.said else ""
    if battle.alone:
        words = f"{text(battle.title)}<small>What would be enough to take it?</small>"
        return _door(battle.scenario, words, alone=battle.alone)
    odds = _odds(battle.scenario)
    name = str(battle.scenario["players"][0]["name"])
    end = f"{text(percent(odds[name]))}<small>{text(name)} wins</small>" if name in odds else ""
    return _door(battle.scenario, text(battle.title), said, end)


def _odds(data: Data) -> dict[str, float]:
    """Return each player's chance to win a battle; none where it takes too long or has no winner."""
    try:
        return chances(data, _SECONDS)
    except ScenarioError:
        return {}


def _threat_slice(game: SavedGame, said: str, key: str, milliseconds: float) -> dict[str, Any]:
    """Work on the table of what can be taken of a player's for a while."""
    table = going_on(_threats, (said, key), lambda: _ThreatTable([*attacks(game, key)], []))
    coming, found = table.attacks, table.found
    work(lambda: found.append(threat(game, key, coming[len(found)])), lambda: table.is_over, milliseconds)
    return {
        "html": threats_html(game, key, found, over=table.is_over),
        "done": len(found),
        "of": len(coming),
        "over": table.is_over,
    }


def threats_html(game: SavedGame, key: str, found: Iterable[Threat], *, over: bool) -> str:
    """Render the table of threats, the likeliest first; once all are there, also which systems nobody can reach."""
    lines = sorted(found, key=lambda one: -1.0 if one.chance is None else -one.chance)
    owner = text(title_of(game, key))
    parts = []
    if lines:
        colors = {title_of(game, one): tone for one, tone in tones(game).items()}
        head = "".join(f'<th scope="col">{word}</th>' for word in ("System", "Taken by", "Chance"))
        rows = "".join(_threat_row(one, colors) for one in lines)
        parts.append(
            f'<table class="odds threats"><caption class="unseen">What can be taken from {owner} this turn</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )
    if over:
        reached = {one.position for one in lines}
        safe = [system.title for system in threatened(game, key) if system.position not in reached]
        if safe:
            parts.append(f'<p class="hint">Nobody can reach {text(listing(safe, "or"))} this turn.</p>')
    return "".join(parts)


def _threat_row(one: Threat, colors: Mapping[str, int]) -> str:
    units = {kind: Held(number) for kind, number in one.scenario["players"][0]["space"].items()}
    tone = colors.get(one.attacker, 0)
    what = "" if one.takes else " clears the space area"
    chance = "too large"
    if one.chance is not None:
        chance = text(percent(one.chance)) + bar(100 * one.chance, f"player--{tone} threats__share")
    held = text(json.dumps(one.scenario, ensure_ascii=False))
    title = text(one.takes or one.system)
    return (
        f'<tr><th scope="row"><a data-value="{held}">{title}</a></th>'
        f'<td class="player--{tone}"><span class="player player--{tone}">{text(one.attacker)}</span>{what}'
        f'<ul class="unit-chips">{"".join(_chips(units))}</ul></td><td>{chance}</td></tr>'
    )
