"""Where the units of an order may be placed, and what the system holds once they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of, count_of_type
from mecatol.domain.places import SPACE
from mecatol.domain.units import UNIT_TYPES
from mecatol.game.limits import TOKENS, figures_left
from mecatol.game.model import Side
from mecatol.game.opening import Actor
from mecatol.game.state import Holdings, changed, stack
from mecatol.rules.capacity.carrying import (
    CARRIED,
    excess,
    fleet_excess,
    fleet_limit,
    fleet_ships,
    over_pool_only,
    room,
    sheltered,
    waived,
)
from mecatol.rules.production.board import Board
from mecatol.rules.production.order import Terms
from mecatol.rules.production.producers import at, why_not_controlled
from mecatol.rules.production.windows import FleetToken, PlaceProduced
from mecatol.solution.answers import DEPENDS, NO, YES, Finding

type Placed = dict[str, dict[str, int]]
"""How many units of each type are placed where."""


@dataclass(frozen=True)
class Sites:
    """The places that are open to the units of an order."""

    producing: frozenset[str]
    """Where units stand whose production the order can use: SPACE and planets."""
    open: Mapping[str, tuple[str, ...]]
    """Where each type may be placed."""


@cites("68.2", "68.3", "68.4", "67.3", "67.4.a")
def sites(board: Board, terms: Terms, order: Mapping[str, int]) -> Sites:
    """Return where the units of an order may be placed.

    A unit that can make nothing of the order does not produce, so it opens no place.
    """
    needed = set[int]().union(*[terms.kinds[slug].makers for slug, number in order.items() if number])
    producing = frozenset(work.place for index, work in enumerate(terms.works) if work.total and index in needed)
    own = [planet for planet in board.here if planet in board.controlled]
    ground = list(own) if SPACE in producing else [planet for planet in own if planet in producing]
    if SPACE in producing:
        ground.append(SPACE)
    places: dict[str, tuple[str, ...]] = {}
    for slug in order:
        unit = terms.kinds[slug].unit
        found = [SPACE] if unit.is_ship else list(ground)
        for actor in board.opened(PlaceProduced):
            if (more := actor.window.act(board.moment, actor.owner, unit)) and producing:
                found += [place for place in own if place in more]
                actor.note()
        places[slug] = tuple(dict.fromkeys(found))
    return Sites(producing, places)


def _name(board: Board, slug: str, number: int) -> str:
    return count_of_type(number, board.side.units[slug].name)


def _misplaced(board: Board, found: Sites, slug: str, place: str) -> tuple[str, tuple[str, ...]]:
    """Say why a unit of the order cannot be placed where the player wants it, and under which clauses."""
    if board.side.units[slug].is_ship:
        return "ships are placed in the active system's space area", ("68.2",)
    if place == SPACE:
        return "no unit in the space area produces, so ground forces go to planets", ("68.3", "68.4")
    if place not in board.here:
        return "the scenario does not put this planet in the active system", ("68.3",)
    if place not in board.controlled:
        return f"{board.side.name} does not control it", ("67.4.a",)
    if place in found.producing:
        return "nothing there produces any of the order", ("68.3",)
    return "no unit on it used Production, and none in the space area did", ("68.3", "68.4")


@cites("68.2", "68.3", "68.4")
def place(board: Board, found: Sites, order: Mapping[str, int]) -> tuple[Placed, list[Finding]]:
    """Return where the order is placed, and a finding for each wish that the rules refuse or grant.

    What the scenario does not place goes to the first place that is open to it, planets before the space area.
    """
    wishes, placed, findings = board.side.player.place, dict[str, dict[str, int]](), []
    for slug, number in order.items():
        left = number
        for where, units in wishes.items():
            if not (count := units.get(slug, 0)):
                continue
            left -= count
            wanted = at(where)
            if where in found.open[slug]:
                placed.setdefault(where, {})[slug] = count
                continue
            why, clauses = _misplaced(board, found, slug, where)
            text = f"{_name(board, slug, count)} cannot be placed {wanted}: {why}."
            findings.append(Finding(f"Placement: {UNIT_TYPES[slug]} {wanted}", NO, text, clauses))
        if left and found.open[slug]:
            where = found.open[slug][0]
            there = placed.setdefault(where, {})
            there[slug] = there.get(slug, 0) + left
        elif left:
            ship = board.side.units[slug].is_ship
            lost = [where for where in found.producing if where != SPACE and where not in board.controlled]
            nowhere = f"There is nowhere to place {_name(board, slug, left)}"
            text = f"{nowhere}: {board.side.name} controls no planet here that produces"
            text = "; ".join([text, *(why_not_controlled(board, where) for where in sorted(lost))]) + "."
            if not ship:
                findings.append(Finding(f"Placement: {UNIT_TYPES[slug]}", NO, text, ("68.3", "67.4.a")))
    if placed and not findings:
        findings.append(_granted(board, found, order, placed))
    return placed, findings


def _granted(board: Board, found: Sites, order: Mapping[str, int], placed: Placed) -> Finding:
    """Return the finding that everything is placed as it was wanted."""
    parts = []
    for where, units in placed.items():
        names = ", ".join(_name(board, slug, number) for slug, number in units.items())
        parts.append(f"{names} {at(where)}")
    ships = {board.side.units[slug].is_ship for slug in order}
    clauses = ["68.2"] if True in ships else []
    if False in ships:
        clauses += ["68.3", "68.4"] if SPACE in found.producing else ["68.3"]
    return Finding("Placement", YES, f"{'; '.join(parts)}.", tuple(clauses))


def after(board: Board, placed: Placed) -> Holdings:
    """Return the player's units once the order is placed."""
    holdings = board.game.start.players[0]
    for where, units in placed.items():
        force = holdings.at(where)
        for slug, number in units.items():
            force = changed(force, slug, healthy=number)
        holdings = holdings.put(where, force)
    return holdings


def fleet_tokens(board: Board, order: Mapping[str, int]) -> list[Actor[FleetToken]]:
    """Return what adds a command token to the fleet pool, one each, as the order is produced."""
    units = board.side.units
    ships = sum(number for slug, number in order.items() if units[slug].is_ship and not units[slug].is_fighter)
    return [actor for actor in board.opened(FleetToken) if ships >= actor.window.ships]


@cites("37.1")
def side_after(board: Board, order: Mapping[str, int]) -> Side:
    """Return the player as they produce the order: with the command tokens that this adds to their fleet pool."""
    pool, tokens = board.side.player.fleet_pool, len(fleet_tokens(board, order))
    if not tokens or pool is None:
        return board.side
    return replace(board.side, player=replace(board.side.player, fleet_pool=pool + tokens))


@cites("16.1", "16.2", "16.3", "68.4")
def judge_capacity(board: Board, side: Side, holdings: Holdings) -> Finding | None:
    """Judge what the space area holds of fighters and ground forces; None if it holds none."""
    carried = [s for s in holdings.space if s.unit in CARRIED]
    if not carried or waived(board.game, side, "capacity"):
        return None
    count, over = sum(s.total for s in carried), excess(side, holdings)
    text = f"Fighters and ground forces in space: {count}; the ships there can hold {room(side, holdings)}"
    if not over:
        beyond = count - room(side, holdings)
        docked = min(stack(holdings.space, "fighter").total, sheltered(side, holdings))
        by = "space docks support" if docked >= beyond else "space docks or the fleet pool allow"
        return Finding("Capacity", YES, f"{text}{f', and {by} the rest' if beyond > 0 else ''}.", ("16.2",))
    text = f"{text}. {over} must be removed at once; {side.name} chooses which."
    if over_pool_only(side, holdings):
        return Finding("Fleet pool and capacity", DEPENDS, text, ("37.1", "37.3"))
    return Finding("Capacity", DEPENDS, text, ("16.3", "16.3.a"))


@cites("37.1", "37.1.a", "37.3")
def judge_fleet(side: Side, holdings: Holdings) -> Finding | None:
    """Judge the number of ships against the fleet pool; None if there are none that count."""
    ships, limit = fleet_ships(side, holdings.space), fleet_limit(side)
    if not ships:
        return None
    if limit is None:
        text = f"The fleet pool must hold at least {ships}; the scenario does not give it, so it was not checked."
        return Finding("Fleet pool", DEPENDS, text, ("37.1",))
    text = f"Non-fighter ships here: {ships}; the fleet pool allows {limit}"
    if not (over := fleet_excess(side, holdings)):
        return Finding("Fleet pool", YES, f"{text}.", ("37.1",))
    text = f"{text}. {over} must be removed at once; {side.name} chooses which."
    return Finding("Fleet pool", DEPENDS, text, ("37.1", "37.3"))


def plastic(board: Board) -> dict[str, int]:
    """Return how many plastic units of each type are left in the player's reinforcements.

    Those that the scenario does not count are all that the box holds and that are nowhere in the scenario.
    """
    return {**figures_left(board.side, board.game.start.players[0]), **(board.side.player.reinforcements or {})}


def _tokens(board: Board, placed: Placed, slug: str, left: int) -> Finding | None:
    """Judge fighters or infantry, which tokens can represent beside a plastic one; None if plastic suffices."""
    number = sum(units.get(slug, 0) for units in placed.values())
    bare = [
        where for where, units in placed.items()
        if units.get(slug) and not stack(board.game.start.at(0, where), slug).total
    ]  # fmt: skip
    name = UNIT_TYPES[slug]
    rule = "36.3" if slug == "fighter" else "46.3"
    has = f"only {count_of(left, 'plastic one')} left" if left else "no plastic ones left"
    if len(bare) > left:
        text = (
            f"Each place with tokens needs a plastic {name}, and {count_of(len(bare), 'place')} here "
            f"{'lacks' if len(bare) == 1 else 'lack'} one, with {has}. First swap plastic ones elsewhere for tokens."
        )
        return Finding(f"Reinforcements: {name}", DEPENDS, text, (rule, "23.4.b"))
    if number > left:
        text = f"{count_of_type(number, name)}, but {has}: use tokens{' for the rest' if left else ''}."
        return Finding(f"Reinforcements: {name}", YES, text, ("67.5.b", "36.1" if slug == "fighter" else "46.1"))
    return None


@cites("23.4", "23.4.a", "23.4.b", "36.1", "36.3", "46.1", "46.3", "67.5", "67.5.a", "67.5.b", "96.2")
def judge_components(board: Board, placed: Placed, order: Mapping[str, int]) -> list[Finding]:
    """Judge the order against the plastic and tokens that there are."""
    left, findings = plastic(board), []
    for slug, number in order.items():
        if slug in TOKENS:
            if found := _tokens(board, placed, slug, left.get(slug, 0)):
                findings.append(found)
            continue
        short = number - left.get(slug, number)
        if short <= 0:
            continue
        name, elsewhere = UNIT_TYPES[slug], board.side.player.elsewhere.get(slug, 0)
        rest = f"only {left[slug]} {'is' if left[slug] == 1 else 'are'}" if left[slug] else "none are"
        text = f"{board.side.name} would produce {count_of_type(number, name)}, but {rest} left in the reinforcements"
        if short <= elsewhere:
            text += f": {short} must first be taken back from systems without {board.side.name}’s command token."
            findings.append(Finding(f"Reinforcements: {name}", DEPENDS, text, ("67.5.a", "23.4.a")))
        else:
            back = f" and {elsewhere} that can be taken back" if elsewhere else ""
            findings.append(Finding(f"Reinforcements: {name}", NO, f"{text}{back}.", ("67.5", "23.4")))
    if order and not findings:
        text = "The reinforcements have enough units."
        findings.append(Finding("Reinforcements", YES, text, ("67.5",)))
    return findings
