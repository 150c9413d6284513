"""What a window or a policy looks at is what it declares: else it is an error, and what it declares changes no answer.

Every field of a retreat rule and every kind of window is held against the reference chain, new ones by themselves
(`mecatol.rules.combat.windows.reference_only`). A law that fails prints the smallest scenario and the command that
repeats it (`tests.laws`).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest

import mecatol
from mecatol.domain.editions import LATEST, in_force
from mecatol.domain.places import SPACE
from mecatol.effects.model import EFFECTS, Effect
from mecatol.errors import DeclarationError, ScenarioError
from mecatol.game.state import HIDDEN
from mecatol.preparing.prepare import prepare
from mecatol.rules.combat import recovery, retreat
from mecatol.rules.combat.conversation import Conversation, Tree
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.react import ORDER, HitBack, react
from mecatol.rules.combat.retreat import CONDITIONS, ByBothSides, ByOwnShips, ByRound, RetreatCondition
from mecatol.rules.combat.side_graph import SideGraph
from mecatol.rules.combat.state import ATTACKER, DEFENDER, SideState
from mecatol.rules.combat.windows import reference_only
from mecatol.scenario.policy import Retreating
from tests.draws import some_now
from tests.laws import as_solved, holds
from tests.solver.combat.plain_battles import battle
from tests.solver.combat.test_paths import lawful

type Data = dict[str, Any]

STEPS = ("space-combat", "ground-combat")


KINDS = {
    (step, type(window).__name__): [
        effect
        for effect in EFFECTS.values()
        if step in effect.steps and in_force(LATEST, effect.edition, effect.until)
        if any(type(each) is type(window) for each in effect.windows)
    ]
    for step in STEPS
    for effect in EFFECTS.values()
    if step in effect.steps and in_force(LATEST, effect.edition, effect.until)
    for window in effect.windows
}
"""By step and kind of window: the effects that act in it."""


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("opened", some_now(sorted(KINDS), 14), ids=" ".join)
def test_a_window_sees_and_changes_no_more_than_it_declares(opened: tuple[str, str]) -> None:
    step, kind = opened
    rng, held = random.Random(kind), 0
    for _ in range(12):
        scenario = lawful(rng, step, [rng.choice(KINDS[step, kind])])
        held += scenario is not None and holds("reference", scenario)
        if held == 2:
            break
    assert held, f"no scenario of {step} in which {kind} acts can be solved both ways"


def retreating(rng: random.Random) -> Iterator[Data]:
    """Yield small space combats in which both players retreat by a rule, with values for some of its fields."""
    while True:
        scenario = battle(rng)
        if scenario["step"] == "space-combat":
            for player in scenario["players"]:
                rule = {condition.field: rng.randint(1, 4) for condition in CONDITIONS if rng.random() < 0.7}
                player["policy"]["retreat"] = rule or {"from_round": 2}
            yield scenario


def some(scenarios: Iterator[Data], number: int) -> int:
    """Hold so many scenarios against the reference chain; return how many were."""
    held = 0
    for scenario in scenarios:
        held += holds("reference", scenario)
        if held == number:
            return held
    return held


def test_every_condition_of_a_retreat_comes_to_what_the_reference_chain_says() -> None:
    assert some(retreating(random.Random("retreats")), 25) == 25


def test_a_condition_that_reads_the_other_side_is_followed_by_the_chain_that_knows_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a new field would: it leaves only if the enemy has more ships than that."""
    field = RetreatCondition("ships_at_most", ByBothSides, lambda most, view: view.their_ships > most, lambda most: 0)
    monkeypatch.setattr(retreat, "CONDITIONS", (CONDITIONS[0], field))
    assert some(retreating(random.Random("their ships")), 25) == 25


@pytest.mark.parametrize("reads", [ByRound, ByOwnShips])
def test_a_condition_that_does_not_declare_what_it_reads_is_an_error(
    monkeypatch: pytest.MonkeyPatch, reads: type[ByRound]
) -> None:
    field = RetreatCondition("ships_at_most", reads, lambda most, view: view.their_ships > most, lambda most: 0)
    monkeypatch.setattr(retreat, "CONDITIONS", (CONDITIONS[0], field))
    fleet = {"space": {"cruiser": 2}, "policy": {"retreat": {"ships_at_most": 3}}}
    with pytest.raises(AttributeError, match="their_ships"):
        mecatol.solve({"step": "space-combat", "players": [{"name": name, **fleet} for name in ("Red", "Blue")]})


def test_a_field_of_a_retreat_rule_says_what_it_reads() -> None:
    assert {field.name for field in fields(Retreating)} == {*(each.field for each in CONDITIONS), "takes"}
    with pytest.raises(DeclarationError, match=r"Retreating\.ships_at_most is in neither CONDITIONS"):
        retreat.check(CONDITIONS[:1])


def solve_able(scenarios: Iterable[dict[str, Any]]) -> None:
    """Solve scenarios, but those that no step takes, such as two ground combats at once."""
    for scenario in scenarios:
        with suppress(ScenarioError):
            mecatol.solve(scenario)


def undeclared(effect: Effect) -> Effect:
    """Return an effect whose windows forget to declare what they observe."""
    return replace(effect, windows=tuple(replace(window, observes=None) for window in effect.windows))


OBSERVING = [effect for effect in EFFECTS.values() if any(window.observes for window in effect.windows)]


@pytest.mark.parametrize("effect", OBSERVING, ids=lambda effect: effect.slug)
def test_a_window_that_does_not_declare_what_it_looks_at_is_an_error(
    effect: Effect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EFFECTS, effect.slug, undeclared(effect))
    rng = random.Random(effect.slug)
    step = next(step for step in STEPS if step in effect.steps)
    scenarios = [found for _ in range(90) if (found := lawful(rng, step, [effect]))]
    with pytest.raises(DeclarationError, match="say `observes=`"):
        solve_able(scenarios)


def test_a_hidden_force_cannot_be_looked_at_but_can_be_kept() -> None:
    assert hash(HIDDEN) == hash(HIDDEN)
    assert {HIDDEN: 1}[HIDDEN] == 1
    for look in (len, bool, list, lambda force: force[0], lambda force: "cruiser" in force):
        with pytest.raises(DeclarationError):
            look(HIDDEN)


def test_the_reference_chain_sees_everything() -> None:
    game = prepare(mecatol.read({"step": "space-combat", "players": [{"name": "Red"}, {"name": "Blue"}]}))
    with reference_only():
        fight = Fight(game, game.start, "space-combat", "space", (0, 1))
        assert fight.can.reference
        assert not fight.in_order
        assert fight.blind_moment(fight.combat_state(game.start), 0, 1).whole is None


def test_units_placed_for_either_sides_losses_are_worked_out_a_side_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two forces of which each may place units for what is lost: as the reference chain has it, without its pairs."""
    mentak = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}}
    scenario = {
        "step": "space-combat",
        "players": [
            {"name": "Red", **mentak, "space": {"cruiser": 2, "dreadnought": 1, "fighter": 2}},
            {"name": "Blue", "faction": "yin-brotherhood", "space": {"cruiser": 1, "destroyer": 2, "carrier": 1}},
        ],
    }
    talks = 0
    after_losses = Conversation.after_losses

    def counted(talk: Conversation, my: SideState, their: SideState) -> Tree:
        nonlocal talks
        talks += 1
        return after_losses(talk, my, their)

    monkeypatch.setattr(Conversation, "after_losses", counted)
    found = as_solved(scenario)
    assert talks == 0
    assert holds("reference", scenario)
    assert talks > 0
    assert len(found) > 5


def test_a_roll_at_risk_beside_hits_back_is_worked_out_a_side_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Crown of Thalnos against Reflective Shielding: as the reference chain has it, without its pairs."""
    red = {"name": "Red", "space": {"cruiser": 2, "fighter": 2}, "effects": {"crown-of-thalnos": 1}}
    blue = {"name": "Blue", "space": {"dreadnought": 2}, "effects": {"reflective-shielding": 1}}
    scenario = {"step": "space-combat", "players": [red, blue]}

    def fail(talk: Conversation, my: SideState, their: SideState) -> Tree:
        raise AssertionError(my, their)

    with monkeypatch.context() as patched:
        patched.setattr(Conversation, "after_losses", fail)
        as_solved(scenario)
    assert holds("reference", scenario)


def test_a_message_that_reaches_the_wrong_side_is_an_error() -> None:
    blue = {"name": "Blue", "space": {"dreadnought": 2}, "effects": {"reflective-shielding": 1}}
    players = [{"name": "Red", "space": {"dreadnought": 1}}, blue]
    game = prepare(mecatol.read({"step": "space-combat", "players": players}))
    fight = Fight(game, game.start, "space-combat", SPACE, (ATTACKER, DEFENDER))
    state = fight.combat_state(game.start)
    assert react(fight, state, HitBack(ATTACKER, 2), 1)[0].force == ()
    with pytest.raises(AssertionError, match="Blue"):
        react(fight, state, HitBack(DEFENDER, 2), 1)


def test_what_follows_a_strike_at_the_start_goes_through_all_of_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unheard(Enum):
        MESSAGE = 1

    monkeypatch.setattr(recovery, "ORDER", (*ORDER, Unheard.MESSAGE))
    red = {"name": "Red", "space": {"cruiser": 3}, "technologies": ["assault-cannon"]}
    blue = {"name": "Blue", "space": {"cruiser": 2}, "effects": {"courageous-to-the-end": 1}}
    with pytest.raises(AssertionError, match="MESSAGE"):
        mecatol.solve({"step": "space-combat", "players": [red, blue]})


@pytest.mark.parametrize("reader", [Conversation, SideGraph])
def test_whoever_follows_a_round_goes_through_all_of_its_order(
    reader: type[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unheard(Enum):
        MESSAGE = 1

    monkeypatch.setattr(sys.modules[reader.__module__], "ORDER", (*ORDER, Unheard.MESSAGE))
    blue = {"name": "Blue", "space": {"dreadnought": 2}, "effects": {"reflective-shielding": 1}}
    scenario = {"step": "space-combat", "players": [{"name": "Red", "space": {"dreadnought": 1}}, blue]}
    follow = reference_only() if reader is Conversation else nullcontext()
    with follow, pytest.raises(AssertionError, match="MESSAGE"):
        mecatol.solve(scenario)
