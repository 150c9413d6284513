"""What repairs and newcomers depend on: a combat remembers what it has found out by that alone.

Repairs are remembered by who is damaged, newcomers by how many units there are (`Memory.mends`, `Memory.placed`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.effects.model import EFFECTS, Effect, Window
from mecatol.game.moment import Moment
from mecatol.game.state import Force, Stack, stack
from mecatol.preparing.prepare import prepare
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.state import CombatState
from mecatol.rules.combat.windows import PlaceForLosses
from mecatol.rules.hits.windows import RepairInCombat
from mecatol.scenario.reading import read

SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war-sun", "mech")
LOST = (Stack("cruiser", 1), Stack("dreadnought", 2))
TRIES = 40


def acting(kind: type[Window]) -> list[Effect]:
    """Return the effects that open a window in space combat."""
    return [effect for effect in EFFECTS.values() if any(SPACE_COMBAT in w.steps for w in effect.acts_in(kind))]


def moments(effect: Effect) -> Callable[[Force], Moment]:
    """Return how a moment of a space combat comes about in which an effect's owner has a force."""
    owner = (effect.faction if not effect.shared else None) or "universities-of-jol-nar"
    red = {"name": "Red", "faction": owner, "technologies": ["war-sun"], "space": {"cruiser": 1}}
    players = [red, {"name": "Blue", "technologies": ["war-sun"], "space": {"cruiser": 1}}]
    game = prepare(read({"step": SPACE_COMBAT, "players": players}))
    fight = Fight(game, game.start, SPACE_COMBAT, SPACE, (0, 1))
    return lambda force: fight.moment(CombatState((force, fight.combat_state(game.start).forces[1])), 0, 1)


def forces(rng: random.Random) -> Iterator[tuple[Force, Force]]:
    """Yield forces, and those of their damaged units that sustained just now."""
    for _ in range(TRIES):
        drawn = [Stack(unit, rng.randrange(3), rng.randrange(3)) for unit in SHIPS if rng.random() < 0.6]
        force = tuple(there for there in drawn if there.total)
        yield force, tuple(Stack(s.unit, 0, n) for s in force if (n := rng.randint(0, s.damaged)))


def mended(before: Force, after: Force) -> dict[str, int]:
    """Return how many units of each type were repaired."""
    return {s.unit: n for s in before if (n := s.damaged - stack(after, s.unit).damaged)}


@pytest.mark.parametrize("effect", acting(RepairInCombat), ids=lambda effect: effect.slug)
def test_undamaged_units_change_no_repair(effect: Effect) -> None:
    assert effect.needs is None
    moment, rng, some = moments(effect), random.Random(effect.slug), 0
    for window in effect.acts_in(RepairInCombat):
        for force, fresh in forces(rng):
            hurt = tuple(there._replace(healthy=0) for there in force if there.damaged)
            found = mended(force, window.act(moment(force), 0, force, fresh))
            assert found == mended(hurt, window.act(moment(hurt), 0, hurt, fresh))
            some += bool(found)
    assert some


@pytest.mark.parametrize("effect", acting(PlaceForLosses), ids=lambda effect: effect.slug)
def test_damage_changes_no_newcomers(effect: Effect) -> None:
    moment, rng, some = moments(effect), random.Random(effect.slug), 0
    for window in effect.acts_in(PlaceForLosses):
        for force, _ in forces(rng):
            whole = tuple(there._replace(healthy=there.total, damaged=0) for there in force)
            found = window.act(moment(force), 0, LOST)
            assert found == window.act(moment(whole), 0, LOST)
            if window.depends_on_lost_types:
                like = tuple(there for there in force if stack(LOST, there.unit).total)
                assert found == window.act(moment(like), 0, LOST)
            some += bool(found)
    assert some
