"""Which ships of a fleet can make their way to the active system, and which clause stops the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.steps import MOVEMENT_STEP
from mecatol.domain.units import UNIT_TYPES, Unit, systems
from mecatol.effects.model import ANYONE, Effect
from mecatol.game.model import Game, Side
from mecatol.rules.movement.windows import Moving
from mecatol.scenario.movement import (
    ACTIVE_SYSTEM,
    ALPHA_TO_BETA,
    ANOMALIES,
    ASTEROID_FIELD,
    GRAVITY_RIFT,
    HOLOLATTICE,
    NEBULA,
    SHIPS,
    STOPS,
    SUPERNOVA,
    SYSTEMS,
    TOKEN,
    WAYS,
    words,
)
from mecatol.scenario.step import STEPS

type Push = tuple[int, str]
"""The fleet and type of a ship that an effect for one ship adds to."""
type Pushes = tuple[Push, ...]
"""What all such effects add to, a ship named as often as it is added to."""

START = -1
"""Where a fleet starts, instead of the index of a system on the way."""


class MovementReason(NamedTuple):
    """Why something can be or cannot be, with the clauses behind it."""

    text: str
    clauses: tuple[str, ...]
    what: str = ""
    """What stops a ship, in a few words."""
    entered: int = 0
    """How many systems the ship enters before that."""


@dataclass(frozen=True)
class Fleet:
    """Ships that start together, and their way."""

    index: int
    units: Mapping[str, int]
    start: frozenset[str]
    """What is in the system that they start in, in words of SYSTEMS."""
    through: tuple[frozenset[str], ...]
    into: frozenset[str]
    by: tuple[str, ...]
    laden: bool
    """Whether its ships are to transport anything that cannot move on its own."""
    picks_up: Mapping[int, Mapping[str, int]]
    """By index of the system on the way, the number of them standing for the active system: what is picked up there."""

    @property
    def entered(self) -> int:
        """How many systems the fleet enters, the active one included."""
        return len(self.through) + 1

    # Every ship that moves asks about the same route.
    @cached_property
    def rifts(self) -> tuple[int, ...]:
        """The gravity rifts that it leaves, in order: START, or indices of systems on the way."""
        return tuple(i for i, there in enumerate((self.start, *self.through), START) if GRAVITY_RIFT in there)


def _into(game: Game) -> frozenset[str]:
    """Return what is in the active system: what the scenario says, and the anomalies of its tile."""
    tile = systems()[game.scenario.system]["anomalies"] if game.scenario.system else ()
    return words(game.scenario.into) | {anomaly for anomaly in tile if anomaly in ANOMALIES}


def read_fleets(game: Game) -> list[Fleet]:
    """Return the first player's fleets; words about the active system hold wherever a way touches it."""
    into, own = _into(game), game.sides[0].units

    def known(system: str | tuple[str, ...] | None) -> frozenset[str]:
        there = words(system)
        return there | into if ACTIVE_SYSTEM in there else there

    fleets = []
    for index, raw in enumerate(game.sides[0].player.fleets):
        through = tuple(known(system) for system in raw.get("through", ()))
        stops = {stop: place for place, stop in enumerate(STOPS)} | {ACTIVE_SYSTEM: len(through)}
        picks: dict[int, Mapping[str, int]] = {stops[stop]: units for stop, units in raw.get("picks_up", {}).items()}
        named = raw.get("units", {})
        units: dict[str, int] = {kind: named[kind] for kind in UNIT_TYPES if named.get(kind)}  # in whichever order
        laden = any(own[kind].move is None for kind in units if kind in own)
        laden |= any(count for there in picks.values() for count in there.values())
        by = tuple(raw.get("by", ()))
        fleets.append(Fleet(index, units, known(raw.get("from")), through, into, by, laden, picks))
    return fleets


@dataclass(frozen=True)
class Rules:
    """What the effects in force make of the movement of the first player's ships."""

    game: Game
    effects: tuple[Effect, ...]
    silent_fleet: int | None = None
    """Which fleet's ships an effect that is good for one system lets pass; None for none."""
    matched: Push | None = None
    """The fleet and type of the one ship that has the highest move value on the board; None for none."""

    def having(self, **wanted: Any) -> Iterator[Effect]:
        """Yield the effects whose windows have these values."""
        for effect in self.effects:
            if all(getattr(moves(effect), name) == value for name, value in wanted.items()):
                yield effect

    def lets(self, window: str, what: str, fleet: Fleet, unit: Unit) -> Effect | None:
        """Return the effect that lets a ship pass or enter what it otherwise could not, None if there is none."""
        return next((effect for effect in self.effects if self._lets(effect, window, what, fleet, unit)), None)

    def _lets(self, effect: Effect, window: str, what: str, fleet: Fleet, unit: Unit) -> bool:
        moving = moves(effect)
        chosen = not moving.one_system or self.silent_fleet == fleet.index
        empty = not (moving.unladen and fleet.laden)
        return what in getattr(moving, window) and moving.is_about(unit) and chosen and empty

    def eases(self, there: frozenset[str], unit: Unit) -> Effect | None:
        """Return the effect by which what is in a system helps a ship through it, None if there is none."""
        able = (effect for effect in self.effects if not moves(effect).eased_by.isdisjoint(there))
        return next((effect for effect in able if moves(effect).is_about(unit)), None)

    def passes_unladen(self, fleet: Fleet, unit: Unit) -> bool:
        """Tell whether a ship gets past something on the way only because it transports nothing."""
        for what in frozenset[str]().union(*fleet.through):
            able = [moves(effect) for effect in self.effects if self._lets(effect, "passes", what, fleet, unit)]
            if able and all(moving.unladen for moving in able):
                return True
        return False

    def leaves_tokens(self, unit: Unit) -> Effect | None:
        """Return the effect that lets a ship leave a command token of its own, None if there is none."""
        return next((effect for effect in self.having(leaves_tokens=True) if moves(effect).is_about(unit)), None)

    def exits(self, fleet: Fleet) -> tuple[int, ...]:
        """Return the gravity rifts at which the ships of a fleet roll, in order, told as in its `rifts`."""
        if any(self.having(no_rolls=True)):
            return ()
        spared = frozenset[str]().union(*(moves(effect).no_rolls_in for effect in self.effects))
        systems_left = (fleet.start, *fleet.through)
        return tuple(rift for rift in fleet.rifts if spared.isdisjoint(systems_left[rift - START]))

    def pulls_harder(self, fleet: Fleet) -> Effect | None:
        """Return the effect by which the rift that a fleet starts in can give 1 more, None if there is none."""
        if START not in fleet.rifts or any(self.having(no_pull=True)):
            return None
        return next(self.having(stronger_pull=True), None)

    # Every ship that moves asks about the same route.
    @cached_property
    def one_more(self) -> tuple[Effect, ...]:
        """The effects that add to the move value of one ship each, by one."""
        return tuple(self.having(one=1))

    @cached_property
    def matching(self) -> Effect | None:
        """The effect that gives one ship the highest move value on the board, None if there is none."""
        return next(self.having(matches=True), None)

    @cached_property
    def fastest(self) -> int:
        """The highest move value on the board: as the player names it, or of the ships that are named here."""
        named = self.game.sides[0].player.fastest
        ships = [side.units.get(kind) for side in self.game.sides for kind in self._ships_of(side)]
        return named or max((unit.move or 0 for unit in ships if unit), default=0)

    @staticmethod
    def _ships_of(side: Side) -> Iterator[str]:
        fleets = (fleet.get("units", {}) for fleet in side.player.fleets)
        for units in (side.player.space, side.player.adjacent, *fleets):
            yield from (kind for kind, count in units.items() if count)

    @cached_property
    def alike(self) -> Effect | None:
        """The effect that lets ships keep pace with the fastest that starts with them, None if there is none."""
        return next(self.having(alike=True), None)


def moves(effect: Effect) -> Moving:
    """Return what an effect does to movement."""
    (window,) = effect.acts_in(Moving)
    return window


def _holds(game: Game, effect: Effect) -> bool:
    """Tell whether an effect acts in this movement."""
    holds = moves(effect).holds
    return holds is None or holds(game)


def rules(game: Game, silent_fleet: int | None = None, matched: Push | None = None) -> Rules:
    """Return the rules of the movement: the first player's effects, and those of others that hold for everybody."""
    effects = {
        effect.slug: effect
        for side, effect, _ in game.windows(MOVEMENT_STEP, Moving)
        if (not side.index or effect.of == ANYONE) and _holds(game, effect)
    }
    return Rules(game, tuple(effects.values()), silent_fleet, matched)


_BARS = {
    ASTEROID_FIELD: MovementReason("ships cannot move through or into an asteroid field", ("11.1",), "asteroid field"),
    SUPERNOVA: MovementReason("ships cannot move through or into a supernova", ("86.1",), SUPERNOVA),
    NEBULA: MovementReason("ships cannot move through a nebula", ("59.1.a", "59.1"), NEBULA),
    SHIPS: MovementReason("ships cannot move through a system with another player’s ships", ("58.4.b",), "ships"),
    HOLOLATTICE: MovementReason(
        "ships cannot move past other players’ structures with Aerie Hololattice", ("58.4",), "Aerie Hololattice"
    ),
}


@cites("58.4.b", "58.4.c", "58.4.d", "11.1", "59.1", "59.1.a", "86.1")
def barriers(law: Rules, fleet: Fleet, unit: Unit) -> Iterator[tuple[bool, MovementReason]]:
    """Yield what a ship meets that could stop it: whether it does, and why."""
    if TOKEN in fleet.start and ACTIVE_SYSTEM not in fleet.start:
        text = "it starts in a system with its own faction’s command token"
        lifted = law.leaves_tokens(unit)
        yield lifted is None, _overridden(MovementReason(text, ("58.4.c",), "command token"), lifted)
    for number, there in enumerate(fleet.through, 1):
        for what in sorted(there & _BARS.keys(), key=list(SYSTEMS).index):
            lifted = law.lets("passes", what, fleet, unit) or (law.eases(there, unit) if what == SHIPS else None)
            text = f"{_BARS[what].text} (system {number} on the way)"
            bar = _BARS[what]._replace(text=text, entered=number - 1)
            yield lifted is None, _overridden(bar, lifted)
    for what in sorted(fleet.into & {ASTEROID_FIELD, SUPERNOVA}):
        lifted = law.lets("enters", what, fleet, unit)
        bar = _BARS[what]._replace(text=f"{_BARS[what].text} (the active system)", entered=len(fleet.through))
        yield lifted is None, _overridden(bar, lifted)
    for side, effect in closing(law.game, fleet.into):
        if has_ships_there(law.game, side, fleet.into):
            text = f"other players cannot activate this system with {side.name}’s ships ({effect.name})"
            yield True, MovementReason(text, bearing(effect), "closed system", len(fleet.through))
    yield from _wormholes(law, fleet)


def closing(game: Game, into: frozenset[str]) -> Iterator[tuple[Side, Effect]]:
    """Yield other players’ effects that close such an active system to everybody else while their ships are there."""
    for side in game.sides[1:]:
        for effect, moving in side.acting(Moving):
            if not moving.closes_to_others.isdisjoint(into):
                yield side, effect


def has_ships_there(game: Game, side: Side, into: frozenset[str]) -> bool:
    """Tell whether another player has ships in the active system: ships of others there are the only other player's."""
    return side.has_ships(game.start) or (SHIPS in into and len(game.sides) == 2)


@cites("6.1", "101.1")
def _wormholes(law: Rules, fleet: Fleet) -> Iterator[tuple[bool, MovementReason]]:
    """Yield whether wormholes on the way lead where the fleet goes."""
    joined = next(law.having(joins=True), None)
    closed = next(law.having(closes=True), None)
    if ALPHA_TO_BETA in fleet.by:
        text = "an alpha wormhole does not lead to a beta wormhole"
        yield joined is None, _overridden(MovementReason(text, ("6.1", "101.1"), "wormholes"), joined)
    if closed and not {"alpha", "beta"}.isdisjoint(fleet.by):
        text = f"{closed.name} closes alpha and beta wormholes"
        yield joined is None, _overridden(MovementReason(text, bearing(closed), "closed wormhole"), joined)
    for effect in law.effects:
        for way in sorted(moves(effect).shuts.intersection(fleet.by), key=list(WAYS).index):
            yield (
                True,
                MovementReason(
                    f"{WAYS[way][:1].lower()}{WAYS[way][1:]} is closed to this ship: {effect.name}",
                    ("101.1",),
                    "closed way",
                ),
            )


def bearing(effect: Effect) -> tuple[str, ...]:
    """Return those of the clauses that an effect rests on which movement carries out."""
    return tuple(clause for clause in effect.clauses if clause in STEPS[MOVEMENT_STEP].clauses)


def _overridden(bar: MovementReason, lifted: Effect | None) -> MovementReason:
    """Return the reason, as an exception where an effect makes one."""
    if lifted is None:
        return bar
    return MovementReason(f"{bar.text}, but {lifted.name} allows it", (*bar.clauses, *bearing(lifted)))


class Speed(NamedTuple):
    """A ship's move value on its way, and what went into it."""

    value: int
    reasons: tuple[MovementReason, ...]


def speed(law: Rules, fleet: Fleet, unit: Unit, push: Pushes = (), matched: bool = False) -> Speed:
    """Return a ship's move value on this way, where some ships are pushed by effects for one ship each.

    `matched` says whether it is the one that has the highest move value on the board.
    """
    own = _own_speed(law, fleet, unit, push, matched)
    if law.alike is None or unit.is_fighter:
        return own
    side = law.game.sides[0]
    paces = {}
    for mate in [side.units[kind] for kind in movers(side, fleet)]:
        if not any(stops for stops, _ in barriers(law, fleet, mate)):
            paces[mate.name] = _own_speed(law, fleet, mate, push, law.matched == (fleet.index, mate.type)).value
    fastest = max(paces, key=lambda name: paces[name], default="")
    if not fastest or paces[fastest] <= own.value:
        return own
    with_it = MovementReason(
        f"{paces[fastest]} like {fastest}, which starts with it ({law.alike.name})", bearing(law.alike)
    )
    return Speed(paces[fastest], (*own.reasons, with_it))


@cites("58.3", "58.4.f", "41.1", "41.1.a", "41.3", "59.2", "59.2.a")
def _own_speed(law: Rules, fleet: Fleet, unit: Unit, push: Pushes, matched: bool) -> Speed:
    """Return a ship's move value on this way by itself."""
    pushing = [effect for effect, ship in zip(law.one_more, push, strict=False) if ship == (fleet.index, unit.type)]
    assert unit.move is not None, unit.slug
    value, reasons = unit.move, [MovementReason(f"move value {unit.move}", ("58.3",))]
    if NEBULA in fleet.start:
        if kept := next(law.having(nebula_speed=True), None):
            reasons.append(MovementReason(f"unchanged by the nebula ({kept.name})", bearing(kept)))
        else:
            value = 1
            reasons = [MovementReason("move value 1, because it starts in a nebula", ("59.2",))]
    if matched and law.matching and law.fastest > value:
        value = law.fastest
        text = f"raised to {value}, the highest on the board ({law.matching.name})"
        reasons.append(MovementReason(text, bearing(law.matching)))
    for effect in law.effects:
        moving = moves(effect)
        here = moving.is_about(unit) and (not moving.starting or not moving.starting.isdisjoint(fleet.start))
        add = (moving.each if here else 0) + (moving.one if effect in pushing else 0)
        add += moving.leaving_rifts if fleet.rifts else 0
        add += sum(law.eases(there, unit) == effect for there in fleet.through)
        if add:
            value += add
            after = ("59.2.a",) if NEBULA in fleet.start else ()
            reasons.append(MovementReason(f"+{add} from {effect.name}", (*bearing(effect), *after)))
    if fleet.rifts and not any(law.having(no_pull=True)):
        once = law.game.ruling(rulings.RIFT_PULL) == "once-per-ship"
        pull = 1 if once else len(fleet.rifts)
        value += pull
        times = {1: "the gravity rift", 2: "leaving a gravity rift twice"}
        many = times.get(len(fleet.rifts), f"leaving a gravity rift {len(fleet.rifts)} times")
        reasons.append(MovementReason(f"+{pull} from {many}", ("41.1",) if len(fleet.rifts) == 1 else ("41.1", "41.3")))
    return Speed(value, tuple(reasons))


def lacking(law: Rules, fleet: Fleet, unit: Unit, push: Pushes = (), matched: bool = False) -> int | None:
    """Return how much move value a ship lacks to arrive, 0 if it arrives, None if something stops it anyway."""
    if any(stops for stops, _ in barriers(law, fleet, unit)):
        return None
    return max(0, fleet.entered - speed(law, fleet, unit, push, matched).value)


class Arriving(NamedTuple):
    """How many ships of a type arrive."""

    number: int
    risky: int = 0
    """How many of them only because of a rift's stronger pull."""


def arriving(law: Rules, fleet: Fleet, unit: Unit, count: int, push: Pushes) -> Arriving:
    """Return how many of so many ships of a type arrive: all, or as many as are pushed as often as they need.

    Where one of them has the highest move value on the board, it needs fewer pushes than the rest. Pushes that are left
    spare ships a rift's stronger pull.
    """
    short, ship = lacking(law, fleet, unit), (fleet.index, unit.type)
    if short is None:
        return Arriving(0)
    pull = 1 if law.pulls_harder(fleet) else 0
    if law.alike and not unit.is_fighter:
        short = lacking(law, fleet, unit, push) or 0
        return Arriving(count if short <= pull else 0, count if 0 < short <= pull else 0)
    needs = [short] * count
    if law.matched == ship and count:
        needs[0] = lacking(law, fleet, unit, matched=True) or 0
    pushes, number, risky = push.count(ship), 0, 0
    for need in sorted(needs):
        if (least := max(0, need - pull)) > pushes:
            break
        number, risky, pushes = number + 1, risky + (need > least), pushes - least
    return Arriving(number, max(0, risky - pushes))


def movers(side: Side, fleet: Fleet) -> list[str]:
    """Return the types of units in the fleet that have a move value."""
    return [kind for kind in fleet.units if side.units[kind].move is not None]
