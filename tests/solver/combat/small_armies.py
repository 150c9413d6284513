"""Small battles by brute force: units one by one, their dice, whatever hits may leave. No code of the solver's."""

from collections.abc import Callable
from fractions import Fraction

Army = tuple[tuple[str, bool], ...]
"""Units in order, each with whether it is damaged."""

VALUES = {"fighter": 9, "destroyer": 9, "cruiser": 7, "carrier": 9, "dreadnought": 5, "infantry": 8, "mech": 6}
"""Combat values, the units in the order of their prices, ships first."""
TOUGH = ("dreadnought", "mech")


def army(units: dict[str, int]) -> Army:
    return tuple(sorted((kind, False) for kind, count in units.items() for _ in range(count)))


def chances(values: list[int]) -> dict[int, Fraction]:
    """Return the chances of each number of hits of dice with these values."""
    found = {0: Fraction(1)}
    for value in values:
        hit, after = Fraction(11 - value, 10), dict[int, Fraction]()
        for hits, chance in found.items():
            after[hits] = after.get(hits, Fraction(0)) + chance * (1 - hit)
            after[hits + 1] = after.get(hits + 1, Fraction(0)) + chance * hit
        found = after
    return found


def rolled(side: Army) -> dict[int, Fraction]:
    return chances([VALUES[kind] for kind, _ in side])


def one_gone(side: Army) -> set[Army]:
    """Return what may be left when one unit is destroyed."""
    return {(*side[:at], *side[at + 1 :]) for at in range(len(side))} or {side}


def one_hit(side: Army) -> set[Army]:
    """Return what one hit may leave, whoever takes it and however."""
    hurt = {
        tuple(sorted((*side[:at], (kind, True), *side[at + 1 :])))
        for at, (kind, damaged) in enumerate(side)
        if kind in TOUGH and not damaged
    }
    return one_gone(side) | hurt


def ways(side: Army, hits: int, one: Callable[[Army], set[Army]] = one_hit) -> set[Army]:
    found = {side}
    for _ in range(hits):
        found = {after for before in found for after in one(before)}
    return found


def cheapest(side: Army, hits: int, sustaining: bool = True) -> Army:
    """Return what is left where the cheapest unit takes each hit, sustaining if it can, as all do on the ground."""
    for _ in range(hits):
        if not side:
            break
        kind = min((kind for kind, _ in side), key=list(VALUES).index)
        kind = "mech" if sustaining and ("mech", False) in side else kind
        if sustaining and kind in TOUGH and (kind, False) in side:
            at = side.index((kind, False))
            side = tuple(sorted((*side[:at], (kind, True), *side[at + 1 :])))
        else:
            at = max(index for index, piece in enumerate(side) if piece[0] == kind)
            side = (*side[:at], *side[at + 1 :])
    return side


def mended(before: Army, after: Army) -> Army:
    """Repair the dearest unit that was damaged before the round, one that sustained in it apart."""
    for kind in reversed(VALUES):
        hurt = after.count((kind, True))
        if min(hurt, before.count((kind, True))):
            at = after.index((kind, True))
            return tuple(sorted((*after[:at], (kind, False), *after[at + 1 :])))
    return after
