"""Who takes hits: assigning them by policy, Sustain Damage first, and every way there is when searching."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from solver.clauses import cites
from solver.effects.model import Hits
from solver.game import Side
from solver.state import Force, Stack, changed
from solver.units import UNIT_TYPES, Unit

ORDER = tuple(UNIT_TYPES)
"""Types of units, the cheapest ship first, then ground forces: the order of `cheapest-first`."""


class Victims(NamedTuple):
    """The units of one player that hits may be assigned to, and what they can do about it."""

    side: Side
    eligible: Callable[[Unit], bool]
    """Which units there can be hit."""
    ground: bool = False
    """Whether they are on a planet, where Direct Hit is no danger."""
    cancels: int = 1
    """Hits cancelled by one use of Sustain Damage (87.1; two with Non-Euclidean Shielding, 87.6)."""
    may_sustain: bool = True
    """Whether Sustain Damage can be used at all."""

    def stacks(self, units: Force, non_fighters_first: bool = False) -> list[Stack]:
        """Return the stacks that can be hit: no fighters while other ships are left, if those come first."""
        stacks = [s for s in units if self.eligible(self.side.units[s.unit])]
        if non_fighters_first:
            stacks = [s for s in stacks if not self.side.units[s.unit].is_fighter] or stacks
        return stacks

    def can_sustain(self, stack: Stack) -> bool:
        """Tell whether a unit of this stack can use Sustain Damage (87.2, 87.3: a damaged one cannot)."""
        return self.may_sustain and stack.healthy > 0 and self.side.units[stack.unit].sustain_damage

    @property
    def order(self) -> tuple[str, ...]:
        """The types in the order in which the player loses them."""
        assign = self.side.policy.get("assign", "cheapest-first")
        if isinstance(assign, str):
            return ORDER
        return (*assign, *(unit for unit in ORDER if unit not in assign))

    def sustains_early(self, stack: Stack) -> bool:
        """Tell whether this unit sustains before anything is destroyed, under the player's policy."""
        assign = self.side.policy.get("assign", "cheapest-first")
        if not isinstance(assign, str):
            return False
        return assign == "sustain-first" or self.ground or self.side.units[stack.unit].direct_hit_immune


def _sustain(units: Force, unit: str, count: int = 1) -> Force:
    return changed(units, unit, healthy=-count, damaged=count)


def _destroy(units: Force, stack: Stack) -> Force:
    """Destroy one unit of the stack, a damaged one if there is one."""
    return changed(units, stack.unit, **({"damaged": -1} if stack.damaged else {"healthy": -1}))


@cites("87.1", "87.2", "87.3", "87.4", "87.6")
def by_policy(victims: Victims, units: Force, hits: Hits) -> Force:
    """Return what is left when the hits are assigned one at a time by a fixed policy.

    Hits that find no unit are lost.
    """
    order = victims.order
    left = hits.number
    while left and (stacks := victims.stacks(units, hits.non_fighters_first)):
        stacks.sort(key=lambda s: order.index(s.unit))
        early = next((s for s in stacks if victims.can_sustain(s) and victims.sustains_early(s)), None)
        stack = early or stacks[0]
        if victims.can_sustain(stack):
            units = _sustain(units, stack.unit)
            left -= min(left, victims.cancels)
        else:
            units = _destroy(units, stack)
            left -= 1
    return units


def _shares(total: int, limits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to share a total out within the limits."""
    if not limits:
        if total == 0:
            yield ()
        return
    for first in range(min(total, limits[0]) + 1):
        for rest in _shares(total - first, limits[1:]):
            yield (first, *rest)


def _losses(victims: Victims, units: Force, left: int, non_fighters_first: bool) -> Iterator[Force]:
    """Yield every force that can be left after destroying units for `left` hits."""
    stacks = victims.stacks(units, non_fighters_first)
    there = sum(s.total for s in stacks)
    if not left or not there:
        yield units
        return
    pieces = [(s.unit, damaged) for s in stacks for damaged in (False, True)]
    limits = [count for s in stacks for count in (s.healthy, s.damaged)]
    for share in _shares(min(left, there), limits):
        after = units
        for (unit, damaged), count in zip(pieces, share, strict=True):
            after = changed(after, unit, **({"damaged": -count} if damaged else {"healthy": -count}))
        yield from _losses(victims, after, left - min(left, there), non_fighters_first)


def every_way(victims: Victims, units: Force, hits: Hits) -> set[Force]:
    """Return every force that the victim can be left with, by any choice of sustaining and losing units."""
    found: set[Force] = set()
    able = [s for s in victims.stacks(units, hits.non_fighters_first) if victims.can_sustain(s)]
    most = -(-hits.number // victims.cancels)
    for uses in range(min(most, sum(s.healthy for s in able)) + 1):
        for share in _shares(uses, [s.healthy for s in able]):
            after = units
            for stack, count in zip(able, share, strict=True):
                after = _sustain(after, stack.unit, count)
            left = max(0, hits.number - uses * victims.cancels)
            found.update(_losses(victims, after, left, hits.non_fighters_first))
    return found


def options(victims: Victims, units: Force, hits: Hits) -> list[Force]:
    """Return what the victim may be left with: one force under a fixed policy, all under `best`."""
    plain = by_policy(victims, units, hits)
    if victims.side.policy.get("assign") != "best" or not hits.number:
        return [plain]
    return [plain, *sorted(every_way(victims, units, hits) - {plain})]
