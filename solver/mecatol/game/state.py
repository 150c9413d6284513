"""Where units are: immutable positions, which steps turn into distributions of positions.

A force is a tuple of stacks, one for each type of unit that is there, in the order of `UNIT_TYPES`; a player's
holdings are the force in the active system's space area, those on its planets, and units in adjacent systems.
Everything is a tuple, so that positions can be compared, hashed and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Never

from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.units import UNIT_TYPES
from mecatol.errors import DeclarationError

_ORDER = {unit_type: rank for rank, unit_type in enumerate(UNIT_TYPES)}


class Stack(NamedTuple):
    """Units of one type in one place."""

    unit: str
    """The type, a key of UNIT_TYPES."""
    healthy: int
    """How many are not damaged."""
    damaged: int = 0
    """How many are."""

    @property
    def total(self) -> int:
        """How many there are in all."""
        return self.healthy + self.damaged


type Force = tuple[Stack, ...]


class Hidden(tuple[Stack, ...]):
    """A force that a window is not shown, as it does not declare that it looks at it: to look is an error."""

    def _refuse(self, *_: object) -> Never:
        raise DeclarationError(
            "a window looks at the units of the other side of a combat and does not declare it: say `observes=` where "
            "it stands among the windows of its effect"
        )

    __iter__ = __len__ = __bool__ = __getitem__ = __contains__ = _refuse


HIDDEN = Hidden()


def force(counts: Mapping[str, int], damaged: Mapping[str, int] | None = None) -> Force:
    """Return the force with these counts by type, of which `damaged` are damaged already."""
    if not counts:
        return ()
    hurt = damaged or {}
    there = [(unit, count, hurt.get(unit, 0)) for unit, count in counts.items() if count]
    return arranged([Stack(unit, count - some, some) for unit, count, some in there])


def arranged(stacks: Iterable[Stack]) -> Force:
    """Return stacks of different types as a force: those that stand for another type come last."""
    return tuple(sorted(stacks, key=lambda s: _ORDER.get(s.unit, len(_ORDER))))


def stack(units: Force, unit: str) -> Stack:
    """Return the stack of one type, an empty one where there is none."""
    for found in units:
        if found.unit == unit:
            return found
    return Stack(unit, 0, 0)


def changed(units: Force, unit: str, healthy: int = 0, damaged: int = 0) -> Force:
    """Return the force with these numbers added to one type's stack (negative: taken away)."""
    for index, (kind, whole, hurt) in enumerate(units):
        if kind == unit:
            new = Stack(unit, whole + healthy, hurt + damaged)
            assert new.healthy >= 0 <= new.damaged, f"{units[index]} {healthy:+} {damaged:+}"
            kept = (new,) if new.healthy or new.damaged else ()
            return (*units[:index], *kept, *units[index + 1 :])
    assert min(healthy, damaged) >= 0, f"{unit}: none there, {healthy:+} {damaged:+}"
    if not (healthy or damaged):
        return units
    new, rank = Stack(unit, healthy, damaged), _ORDER.get(unit, len(_ORDER))
    for index, there in enumerate(units):
        if _ORDER.get(there.unit, len(_ORDER)) > rank:
            return (*units[:index], new, *units[index:])
    return (*units, new)


def joined(units: Force, more: Force) -> Force:
    """Return both forces together."""
    for extra in more:
        units = changed(units, extra.unit, extra.healthy, extra.damaged)
    return units


def without(units: Force, fewer: Force) -> Force:
    """Return the force without another that is part of it."""
    for part in fewer:
        units = changed(units, part.unit, -part.healthy, -part.damaged)
    return units


def totals(units: Force) -> tuple[tuple[str, int], ...]:
    """Return how many units of each type are there, damaged or not."""
    return tuple([(unit, healthy + damaged) for unit, healthy, damaged in units])


class Holdings(NamedTuple):
    """One player's units."""

    space: Force = ()
    planets: tuple[tuple[str, Force], ...] = ()
    """Planet slug and force, in the order of the scenario; planets without units of the player are left out."""
    adjacent: Force = ()

    def counts(self) -> dict[str, int]:
        """Return how many units of each type the player has, in the active system and next to it."""
        counts = {unit: healthy + damaged for unit, healthy, damaged in self.space}
        for units in (self.adjacent, *[there for _, there in self.planets]) if self.planets or self.adjacent else ():
            for unit, healthy, damaged in units:
                counts[unit] = counts.get(unit, 0) + healthy + damaged
        return counts

    def at(self, place: str) -> Force:
        """Return the force in a place: SPACE, ADJACENT or a planet's slug."""
        if place == SPACE:
            return self.space
        if place == ADJACENT:
            return self.adjacent
        for planet, units in self.planets:
            if planet == place:
                return units
        return ()

    def put(self, place: str, units: Force) -> Holdings:
        """Return the holdings with that force in place of the one that was there."""
        if place == SPACE:
            return Holdings(units, self.planets, self.adjacent)
        if place == ADJACENT:
            return Holdings(self.space, self.planets, units)
        kept = ((place, units),) if units else ()
        for index, (planet, _) in enumerate(self.planets):
            if planet == place:
                planets = (*self.planets[:index], *kept, *self.planets[index + 1 :])
                return Holdings(self.space, planets, self.adjacent)
        return Holdings(self.space, (*self.planets, *kept), self.adjacent)


class Pending(NamedTuple):
    """Hits that were rolled at the same time as others and wait to be assigned."""

    player: int
    """Index of the player to whose units they go."""
    by: int
    """Index of the player whose units produced them."""
    hits: int
    ability: str
    """What produced them: a unit ability's slug, or COMBAT."""
    sustaining: str = ""
    """The type of unit that has just used Sustain Damage, until it is known what answers that."""
    lent: bool = False
    """Whether a use of Sustain Damage that an effect lends is gone."""
    sustained: Force = ()
    """What has sustained, as damaged units; those of them that were destroyed since are in it too."""
    repairable: Force = ()
    """Those that an effect may repair for it at once, as damaged units: no answer has destroyed them."""
    enemy_space: Force | None = None
    """What their producer had in space then, which acts until both sides have assigned them; None: what it has now."""


class Aim(NamedTuple):
    """Part of what the active player has declared for the step in progress: who fires at whom."""

    what: str
    """A type of unit, or the slug of an effect that adds a die."""
    place: str
    """The planet."""
    player: int
    """Index of the player whose units there are the target."""
    number: int
    """How many such units, or dice."""


class State(NamedTuple):
    """A position: everybody's units, and what has been used up or counted on the way.

    Its methods build new ones field by field: `_replace` takes thrice the time, and positions are made by the thousand.
    """

    players: tuple[Holdings, ...]
    spent: tuple[tuple[int, str, int], ...] = ()
    """How often a player has used a limited effect: player's index, effect's slug, times; sorted."""
    tally: tuple[int, ...] = ()
    """Hits that each player's units have produced in the step so far."""
    pending: tuple[Pending, ...] = ()
    """Hits that wait to be assigned, one entry for each player and ability at most, sorted; empty between steps."""
    plan: tuple[Aim, ...] = ()
    """What is declared for the step in progress; empty between steps."""

    def at(self, player: int, place: str) -> Force:
        """Return a player's force in a place."""
        return self.players[player].at(place)

    def with_holdings(self, player: int, holdings: Holdings) -> State:
        """Return the position with all of a player's units replaced."""
        players = (*self.players[:player], holdings, *self.players[player + 1 :])
        return State(players, self.spent, self.tally, self.pending, self.plan)

    def put(self, player: int, place: str, units: Force) -> State:
        """Return the position with that force in place of the player's former one."""
        return self.with_holdings(player, self.players[player].put(place, units))

    def hiding(self, player: int, place: str) -> State:
        """Return the position in which a player's force in a place must not be looked at."""
        own = self.players[player]
        if place == SPACE:
            return self.with_holdings(player, Holdings(HIDDEN, own.planets, own.adjacent))
        planets = tuple([(planet, HIDDEN if planet == place else units) for planet, units in own.planets])
        return self.with_holdings(player, Holdings(own.space, planets, own.adjacent))

    def revealed(self, whole: State, place: str) -> State:
        """Return the position with what another shows of forces in a place that are hidden in this one."""
        state = self
        for player, own in enumerate(self.players):
            if own.at(place) is HIDDEN:
                state = state.put(player, place, whole.at(player, place))
        return state

    def put_each(
        self,
        players: Sequence[int],
        place: str,
        forces: Sequence[Force],
        spent: tuple[tuple[int, str, int], ...] | None = None,
    ) -> State:
        """Return the position with these forces where the players had others, and with these effects used if named."""
        everybody = list(self.players)
        for player, units in zip(players, forces, strict=True):
            everybody[player] = everybody[player].put(place, units)
        used = self.spent if spent is None else spent
        return State(tuple(everybody), used, self.tally, self.pending, self.plan)

    def used(self, player: int, effect: str) -> int:
        """Return how often the player has used the effect."""
        return sum([times for who, what, times in self.spent if (who, what) == (player, effect)])

    def use(self, player: int, effect: str, times: int = 1) -> State:
        """Return the position with the effect used that many more times."""
        spent = {(who, what): n for who, what, n in self.spent}
        spent[player, effect] = spent.get((player, effect), 0) + times
        return self.having_spent(tuple(sorted((who, what, n) for (who, what), n in spent.items())))

    def having_spent(self, spent: tuple[tuple[int, str, int], ...]) -> State:
        """Return the position with these effects used, in place of those that were."""
        if spent == self.spent:
            return self
        return State(self.players, spent, self.tally, self.pending, self.plan)

    def count_hits(self, player: int, hits: int) -> State:
        """Return the position with these hits added to the player's tally."""
        tally = list(self.tally)
        tally[player] += hits
        return State(self.players, self.spent, tuple(tally), self.pending, self.plan)

    def waiting(self, player: int, ability: str) -> Pending | None:
        """Return the hits of an ability that wait to be assigned to a player's units, None if there are none."""
        for pending in self.pending:
            if (pending.player, pending.ability) == (player, ability):
                return pending
        return None

    def wait(self, pending: Pending) -> State:
        """Return the position with these hits waiting, in place of others of the same ability against the player."""
        rest = self.without_pending(pending.player, pending.ability).pending
        return self._replace(pending=tuple(sorted((*rest, pending))))

    def without_pending(self, player: int, ability: str) -> State:
        """Return the position without the hits of an ability that waited to be assigned to a player's units."""
        rest = tuple([other for other in self.pending if (other.player, other.ability) != (player, ability)])
        return State(self.players, self.spent, self.tally, rest, self.plan)
