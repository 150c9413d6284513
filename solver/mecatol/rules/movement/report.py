"""What the answer about a movement says: a finding for each ship and each unit that would be carried, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of, percent_of
from mecatol.domain.units import Unit
from mecatol.game.model import Game, Side
from mecatol.game.state import Force, Holdings
from mecatol.probability.dice import Number, total
from mecatol.rules.capacity.carrying import excess, fleet_excess, fleet_limit, fleet_ships, room
from mecatol.rules.movement.loading import CARGO, Convoy, barred
from mecatol.rules.movement.rift import PULLED_HARDER, Arrival
from mecatol.rules.movement.route import (
    START,
    Fleet,
    MovementReason,
    Pushes,
    Rules,
    barriers,
    bearing,
    lacking,
    movers,
    moves,
    speed,
)
from mecatol.scenario.movement import STOPS, TOKEN
from mecatol.solution.answers import Finding, Table, reasoned, say_units
from mecatol.solution.model import listed

_MOST_ROWS = 12
_EVERYTHING = "everything"


def of_force(units: Force) -> dict[str, int]:
    """Return counts by type."""
    return {stack.unit: stack.total for stack in units}


def _systems(number: int) -> str:
    return count_of(number, "system")


def _way(law: Rules, fleet: Fleet, unit: Unit, push: Pushes, who: str = "it", risky: int = 0) -> list[MovementReason]:
    """Return why a ship arrives or not: what stops it, else its move value against the systems to enter.

    `risky` says how many arrive only because of a rift's stronger pull.
    """
    met = list(barriers(law, fleet, unit))
    if stopping := [reason for stops, reason in met if stops]:
        return stopping
    matched = _is_matched(law, fleet, unit, push)
    fast = speed(law, fleet, unit, _for_one(law, fleet, unit, push, matched), matched)
    why = ", ".join(reason.text for reason in fast.reasons)
    text = f"{who} enters {_systems(fleet.entered)} and has {why}"
    if fast.value < fleet.entered:
        text = f"{who} would have to enter {_systems(fleet.entered)}, but has {why}"
    clauses = ("58.4.f", *(clause for reason in fast.reasons for clause in reason.clauses))
    reasons = [*(reason for _, reason in met), MovementReason(text, clauses)]
    if risky and (harder := law.pulls_harder(fleet)):
        text = f"{harder.name} lets the gravity rift give 1 more; {risky} will use that to arrive"
        reasons.append(MovementReason(text, bearing(harder)))
    return reasons


def _is_matched(law: Rules, fleet: Fleet, unit: Unit, push: Pushes) -> bool:
    """Tell whether a type is that of the one ship with the highest move value on the board."""
    pushed = push.count((fleet.index, unit.type)) > 0
    return law.matched == (fleet.index, unit.type) and not (pushed and lacking(law, fleet, unit, push) == 0)


def _for_one(law: Rules, fleet: Fleet, unit: Unit, push: Pushes, matched: bool) -> Pushes:
    """Return what is added to, but of a type of which several ships are pushed no more than one of them needs."""
    ship = (fleet.index, unit.type)
    enough = push.count(ship) if law.alike else lacking(law, fleet, unit, matched=matched) or 0
    return tuple(one for place, one in enumerate(push) if one != ship or push[:place].count(ship) < enough)


@cites("58.4", "58.4.a", "58.4.d", "58.4.e", "58.4.f")
def ship_findings(law: Rules, side: Side, convoy: Convoy, push: Pushes, prefix: str) -> Iterator[Finding]:
    """Yield whether the ships of each type arrive."""
    fleet = convoy.fleet
    for kind in movers(side, fleet):
        unit, count = side.units[kind], fleet.units[kind]
        if unit.is_fighter:
            continue
        going = convoy.going.get(kind, 0)
        reasons = _way(law, fleet, unit, push, risky=convoy.risky(kind))
        if going == count:
            verdict = "yes"
            if any(TOKEN in there for there in fleet.through):
                reasons.append(
                    MovementReason("its own faction’s command tokens on the way do not stop it", ("58.4.d",))
                )
        elif going:
            verdict = "depends"
            matching = [law.matching] if law.matching and law.matched == (fleet.index, kind) else []
            helpful = [*law.one_more, *matching]
            names = " and ".join(effect.name for effect in helpful)
            text = f"{names} {'apply to 1 ship each' if len(helpful) > 1 else 'applies to 1 ship'}"
            reasons.append(MovementReason(f"{text}: {going} of {count} arrive{'s' if going == 1 else ''}", ()))
        else:
            verdict = "no"
        yield reasoned(f"{prefix}{unit.name}", verdict, reasons)


class _Cargo(NamedTuple):
    """Units of one type that would come on board at one place, and how many of them get away."""

    place: int
    kind: str
    number: int
    carried: int
    alone: int
    """How many move on their own."""


def _cargo(side: Side, convoy: Convoy) -> Iterator[_Cargo]:
    """Yield what a convoy would transport."""
    fleet, fighter = convoy.fleet, side.units.get("fighter")
    flies = bool(fighter and fighter.move is not None)
    wanted: dict[tuple[int, str], int] = {}
    for kind, count in fleet.units.items():
        if side.units[kind].move is None or kind == "fighter":
            wanted[START, kind] = count
    for place, there in fleet.picks_up.items():
        for kind, count in there.items():
            wanted[place, kind] = count
    for (place, kind), count in wanted.items():
        if count:
            carried = sum(cargo == (place, kind) for ship in convoy.ships for cargo in ship.cargo)
            alone = convoy.flying if flies and kind == "fighter" and place == START else 0
            yield _Cargo(place, kind, count, carried, alone)


@cites("58.5", "16.1", "95.1", "95.1.a", "95.2", "95.3")
def cargo_findings(law: Rules, side: Side, convoy: Convoy, push: Pushes, prefix: str) -> Iterator[Finding]:
    """Yield whether each type of unit that would be transported finds room, at each place where it would come on."""
    fleet = convoy.fleet
    for cargo in _cargo(side, convoy):
        reasons = []
        if cargo.carried or not cargo.alone:
            reasons.append(_room_reason(side, convoy, cargo))
        if cargo.place != START:
            text = "ships can pick up units in the systems that they pass through and in the active system"
            reasons.append(MovementReason(text, ("95.1",)))
        reasons += _way_reasons(law, side, convoy, push, cargo)
        able = _able_despite_token(law, side, fleet, cargo)
        if able is not None:
            text = f"nothing can be picked up on the way in a system with {side.name}’s command token"
            barred = MovementReason(f"{text}, except by {', '.join(able)}" if able else text, ("95.3",))
            reasons = [*reasons, barred] if able else [barred]
        arriving = cargo.carried + cargo.alone
        verdict = "yes" if arriving == cargo.number else "depends" if arriving else "no"
        where = "" if cargo.place == START else f", picked up {_place(fleet, cargo.place)}"
        yield reasoned(f"{prefix}{side.units[cargo.kind].name}{where}", verdict, reasons)


def _room_reason(side: Side, convoy: Convoy, cargo: _Cargo) -> MovementReason:
    takes = ""
    if cargo.kind not in CARGO:
        takes = "it takes up no capacity, and "
    elif side.units[cargo.kind].rides_free:
        takes = "it takes up no capacity on a ship that has any, and "
    space = sum(ship.capacity for ship in convoy.ships)
    text = f"{cargo.carried} of {cargo.number} transported: {takes}the ships that arrive have capacity {space}"
    return MovementReason(text, ("58.5", "16.1"))


def _way_reasons(law: Rules, side: Side, convoy: Convoy, push: Pushes, cargo: _Cargo) -> list[MovementReason]:
    """Return how fighters come along on their own, or why those that are not carried stay."""
    fleet, unit = convoy.fleet, side.units[cargo.kind]
    if cargo.alone:
        many = cargo.alone > 1
        text = f"{cargo.alone} can move on their own" if many else "1 can move on its own"
        way = _way(law, fleet, unit, push, "each" if many else "it", convoy.risky(cargo.kind))
        return [MovementReason(text, ("58.4",)), *way]
    flies = cargo.kind == "fighter" and unit.move is not None
    stays = flies and cargo.carried < cargo.number and lacking(law, fleet, unit) != 0
    return [*_way(law, fleet, unit, ())] if stays else []


def _able_despite_token(law: Rules, side: Side, fleet: Fleet, cargo: _Cargo) -> list[str] | None:
    """Return which ships can pick up units despite the player's command token there; None where it stops nothing."""
    if cargo.carried + cargo.alone >= cargo.number or cargo.place in (START, len(fleet.through)):
        return None
    if TOKEN not in fleet.through[cargo.place]:
        return None
    able = _that_can_pick_up(law, side, fleet, cargo.place)
    return None if able == _ships(side, fleet) else able


def _ships(side: Side, fleet: Fleet) -> list[str]:
    """Name the types of ships in a fleet, but for fighters."""
    return [side.units[kind].name for kind in movers(side, fleet) if not side.units[kind].is_fighter]


def _that_can_pick_up(law: Rules, side: Side, fleet: Fleet, place: int) -> list[str]:
    """Name those of them that can pick units up in a system on the way."""
    kinds = [kind for kind in movers(side, fleet) if not barred(law, fleet, place, side.units[kind])]
    return [side.units[kind].name for kind in kinds if not side.units[kind].is_fighter]


def _place(fleet: Fleet, place: int) -> str:
    return "in the active system" if place == len(fleet.through) else f"in the {STOPS[place]} system"


@cites("41.2", "41.2.a", "41.2.b", "41.2.c", "58.6")
def rift_finding(law: Rules, convoys: list[Convoy]) -> Iterator[Finding]:
    """Yield what gravity rifts do to the ships that leave them, if there are any."""
    exits = sorted({len(convoy.fleet.rifts) for convoy in convoys if convoy.ships and convoy.fleet.rifts})
    if not exits:
        return
    if free := next(law.having(no_rolls=True), None):
        yield reasoned("Gravity rift", "yes", [MovementReason(f"no ship rolls: {free.name}", ("41.2",))])
        return
    if any(convoy.ships and law.exits(convoy.fleet) != convoy.fleet.rifts for convoy in convoys):
        effect = next(effect for effect in law.effects if moves(effect).no_rolls_in)
        yield reasoned(effect.name, "yes", [MovementReason("its owner’s ships do not roll for it", ("41.2",))])
        exits = sorted({len(law.exits(convoy.fleet)) for convoy in convoys if convoy.ships and law.exits(convoy.fleet)})
        if not exits:
            return
    times = "" if exits == [1] else ", up to twice" if exits[-1] == 2 else f", up to {exits[-1]} times"
    text = f"each ship rolls as it leaves a gravity rift{times}: on a 1, 2 or 3 it is removed with everything on board"
    if any(ship.risky for convoy in convoys for ship in convoy.ships if law.exits(convoy.fleet)):
        text += f", and on 1 to {PULLED_HARDER} out of the rift that it starts in if it gets 1 more from that"
    more = ("41.3",) if exits[-1] > 1 else ()
    declared = MovementReason("declare all moving ships before the first roll", ("58.6",))
    yield reasoned("Gravity rift", "depends", [MovementReason(text, ("41.2", "41.2.a", "41.2.b", *more)), declared])


@cites("16.3", "37.1", "37.3")
def limit_findings(side: Side, holdings: Holdings) -> Iterator[Finding]:
    """Yield whether all that arrives, with what is there, may stay: the fleet pool, and capacity."""
    limit = fleet_limit(side)
    if limit is not None:
        ships, over = fleet_ships(side, holdings.space), fleet_excess(side, holdings)
        text = f"{count_of(ships, 'non-fighter ship')} in the active system, and at most {limit} may be there"
        reasons = [MovementReason(text, ("37.1",))]
        if over:
            reasons.append(
                MovementReason(f"{over} of them must be removed at once; the owner chooses which", ("37.3",))
            )
        yield reasoned("Fleet pool", "depends" if over else "yes", reasons)
    if over := excess(side, holdings):
        those = count_of(over, "fighter or ground force", "fighters and ground forces")
        text = f"the ships in the active system have capacity {room(side, holdings)}; {those} must be removed"
        yield reasoned("Capacity", "depends", [MovementReason(text, ("16.3",))])


def arrival_table(side: Side, arrivals: Mapping[Arrival, Number]) -> Table:
    """Return the table of what arrives and what is lost, most likely first."""
    ranked = sorted(arrivals.items(), key=lambda item: (-item[1], item[0]))
    behind = any(arrival.behind for arrival in arrivals)
    rows = []
    for arrival, chance in ranked[:_MOST_ROWS]:
        forces = (arrival.arrived, arrival.lost, *((arrival.behind,) if behind else ()))
        rows.append(
            [percent_of(chance), *(say_units(of_force(force).items()) if force else "nothing" for force in forces)]
        )
    if rest := ranked[_MOST_ROWS:]:
        rows.append(
            [percent_of(total(chance for _, chance in rest)), f"{len(rest)} other outcomes", *[""] * (len(rows[0]) - 2)]
        )
    columns = ["Chance", "Arrives", "Removed by the rift", *(["Not picked up"] if behind else [])]
    return {"title": "What arrives", "columns": columns, "rows": rows}


def headline(game: Game, side: Side, convoys: list[Convoy], arrivals: Mapping[Arrival, Number]) -> str:
    """Return the answer in a sentence."""
    short: dict[str, int] = {}
    going: dict[str, int] = {}
    for convoy in convoys:
        for counts in (convoy.stays, *convoy.left.values()):
            for kind, count in counts.items():
                short[kind] = short.get(kind, 0) + count
        for counts in (convoy.going, convoy.carried):
            for kind, count in counts.items():
                going[kind] = going.get(kind, 0) + count
    if not going:
        return f"None of {side.name}’s ships can reach the active system."
    what = _EVERYTHING if not short else _listed_units(going)
    rolls = len(arrivals) > 1
    whole = total(chance for arrival, chance in arrivals.items() if not arrival.lost and not arrival.behind)
    text = f"{side.name} can move {what} into the active system"
    arriving = "all of that arrives" if short else "everything arrives"
    text += f"; the chance that {arriving} is {percent_of(whole)}." if rolls else "."
    return f"{text} {_listed_units(short)} must stay behind." if short else text


def _listed_units(counts: Mapping[str, int]) -> str:
    """Say units within a sentence: `1 Carrier and 4 Infantry`."""
    return listed([say_units([one]) for one in counts.items()])
