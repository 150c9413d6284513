"""Hits that spare fighters, one after another: they do what the same hits do together."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mecatol.combat.fight import Fight
from mecatol.combat.react import _lost_at_once, _lost_in_steps, hit_plan
from mecatol.combat.state import CombatState, Volley
from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.game.prepare import prepare
from mecatol.game.state import Force, Stack
from mecatol.scenario.reading import read

SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war-sun", "mech")
POLICIES: list[Any] = [
    "sustain-first",
    "cheapest-first",
    ["fighter", "dreadnought", "sustain", "cruiser", "flagship"],
    ["sustain", "war-sun", "cruiser", "fighter", "destroyer", "carrier"],
]
SIDES: dict[str, dict[str, Any]] = {
    "plain": {"faction": "universities-of-jol-nar"},
    "dreadnoughts that Direct Hit cannot destroy": {"faction": "federation-of-sol", "technologies": ["dreadnought-2"]},
    "lent Sustain Damage": {"faction": "federation-of-sol", "effects": {"metali-void-shielding": 1}},
    "mechs that sustain for ships": {"faction": "nomad"},
    "fewer hits": {"faction": "titans-of-ul", "effects": {"shields-holding": 1}},
}


def drawn(rng: random.Random) -> Force:
    some = [Stack(unit, rng.randrange(4), rng.randrange(2)) for unit in SHIPS if rng.random() < 0.6]
    return tuple(there for there in some if there.total)


@pytest.mark.parametrize("policy", POLICIES, ids=str)
@pytest.mark.parametrize("side", SIDES)
def test_bound_hits_do_in_steps_what_they_do_together(side: str, policy: Any) -> None:
    red = {"name": "Red", "faction": "l1z1x-mindnet", "space": {"flagship": 1, "dreadnought": 3}}
    told = SIDES[side]
    technologies = ["war-sun", *told.get("technologies", ())]
    blue = {"name": "Blue", **told, "technologies": technologies, "space": {"war-sun": 1}, "policy": {"assign": policy}}
    game = prepare(read({"step": SPACE_COMBAT, "players": [red, blue]}))
    fight = Fight(game, game.start, SPACE_COMBAT, SPACE, (0, 1))
    attacker, rng, some = fight.combat_state(game.start).forces[0], random.Random(side), 0
    for _ in range(60):
        aim = hit_plan(fight, CombatState((attacker, drawn(rng))), 1, 1)
        for hits in range(1, 9):
            volley = Volley(hits, rng.randint(1, hits))
            found = _lost_in_steps(fight, aim, 1, volley)
            if found is not None:
                some += 1
                assert found[0]._replace(labels=()) == _lost_at_once(fight, aim, 1, volley)[0]
    assert some > 100 or side == "fewer hits"  # a card that answers them is spent on them together
