"""Hits one after another, those that spare fighters first: they do what the same hits do together."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.game.state import Force, Stack
from mecatol.preparing.prepare import prepare
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.react import hit_plan, losses_from_hits
from mecatol.rules.combat.state import CombatState, Volley
from mecatol.scenario.reading import read
from tests.draws import some_now

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
    "hits back": {"faction": "titans-of-ul", "effects": {"reflective-shielding": 1, "shields-holding": 1}},
}
CARDS: dict[str, dict[str, int]] = {"no card": {}, "Direct Hit": {"direct-hit": 1}, "two of them": {"direct-hit": 2}}
"""What the other side holds."""


def drawn(rng: random.Random) -> Force:
    some = [Stack(unit, rng.randrange(4), rng.randrange(2)) for unit in SHIPS if rng.random() < 0.6]
    return tuple(there for there in some if there.total)


@pytest.mark.parametrize("policy", some_now(POLICIES, 1), ids=str)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("cards", CARDS)
def test_hits_do_in_steps_what_they_do_together(cards: str, side: str, policy: Any) -> None:
    red = {"name": "Red", "faction": "l1z1x-mindnet", "space": {"flagship": 1, "dreadnought": 3}}
    told = SIDES[side]
    technologies = ["war-sun", *told.get("technologies", ())]
    blue = {"name": "Blue", **told, "technologies": technologies, "space": {"war-sun": 1}, "policy": {"assign": policy}}
    game = prepare(read({"step": SPACE_COMBAT, "players": [{**red, "effects": CARDS[cards]}, blue]}))
    fight = Fight(game, game.start, SPACE_COMBAT, SPACE, (0, 1))
    attacker, rng = fight.combat_state(game.start).forces[0], random.Random(side)
    for _ in range(60):
        plan = hit_plan(fight, CombatState((attacker, drawn(rng))), 1, 1)
        assert plan.singly
        together = replace(plan, singly=False, plain=False, losses={})
        for hits in range(1, 9):
            for volley in (hits, Volley(hits, rng.randint(1, hits))):
                (found,), (wanted,) = (losses_from_hits(fight, each, 1, volley) for each in (plan, together))
                assert found._replace(labels=()) == wanted._replace(labels=())
                assert set(found.labels) == set(wanted.labels)
