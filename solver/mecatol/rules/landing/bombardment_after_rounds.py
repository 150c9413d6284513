"""Bombardment after the rounds of a ground combat, where an effect lets the active player's ships fire then as well."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from mecatol.domain.clauses import cites
from mecatol.domain.steps import BOMBARDMENT_STEP, GROUND_COMBAT
from mecatol.domain.units import planet_name
from mecatol.effects.model import COMBAT, Effect
from mecatol.game.labels import Cache
from mecatol.game.model import Game, InPlay
from mecatol.game.moment import Moment
from mecatol.game.opening import acting
from mecatol.game.stages import Branch, Stage
from mecatol.game.state import Aim, Stack, State
from mecatol.probability.dice import Number
from mecatol.rules.bombardment.declaration import Survey, survey, with_extras
from mecatol.rules.bombardment.shields import Target
from mecatol.rules.bombardment.ships_seen import ships_seen
from mecatol.rules.bombardment.step import fire
from mecatol.rules.bombardment.windows import BombardAfterRound
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.recovery import with_consequences
from mecatol.rules.combat.state import ATTACKER, AfterRound
from mecatol.rules.combat.strike import answer_stage
from mecatol.rules.rolls.windows import GatherDice


def bombards_after_rounds(game: Game) -> InPlay[BombardAfterRound] | None:
    """Return the effect that lets the active player's ships bombard after every round, None where there is none."""
    return next((held for held in game.windows(GROUND_COMBAT, BombardAfterRound) if held.side.index == 0), None)


def _all_may_bombard(game: Game) -> bool:
    """Tell whether an effect may let units of the active player's bombard that cannot by themselves."""
    return any(held.side.index == 0 for held in game.windows(BOMBARDMENT_STEP, GatherDice))


def seen_after_rounds(game: Game) -> Callable[[State], Hashable]:
    """Return what tells positions apart for who bombards after the rounds: the ships that can, and all planets."""
    if not bombards_after_rounds(game):
        return lambda state: ()
    ships = ships_seen(game)
    return lambda state: (ships(state), tuple([holdings.planets for holdings in state.players]))


@cites("65.2", "15.1.f")
def _tell_stopped(seen: Survey, target: Target, effect: Effect) -> None:
    """Enter into the trace why no ship can bombard after the rounds, where there are ships that could."""
    for answer in dict.fromkeys(seen.answers[unit, target] for unit in seen.batteries):
        for clause in dict.fromkeys("65.2" if clause == "15.1.f" else clause for clause in answer.clauses):
            where = f"{effect.name} does nothing on {planet_name(target.planet)}"
            seen.game.note(clause, f"{answer.text} So {seen.game.sides[0].name}’s {where}.")


@cites("15.1.e", "65.2")
def bombarding_after_rounds(game: Game, state: State, planet: str, defender: int) -> AfterRound | None:
    """Return what Harrow does after each round, None where the active player lacks it or has no unit that bombards.

    Only the opponent's ground forces are hit; a shield forbids it as it does any bombardment. Mechs with Bombardment
    take part from wherever they do not fight.
    """
    found = bombards_after_rounds(game)
    if not found:
        return None
    target = Target(planet, defender)
    known: Cache[tuple[State, int, bool], list[Branch]] = game.memory.of(
        Cache, (BOMBARDMENT_STEP, planet, defender), lambda: Cache(game.labelled)
    )
    units = game.sides[0].units
    all_may = _all_may_bombard(game)
    one = Stack("infantry", 1)  # for those who fight: only that they are there matters

    def apart(state: State) -> State:
        """Return the position without those on the planet that have no part in it: who fights, and who is damaged."""
        idle = [s for s in state.at(0, planet) if not units[s.unit].is_ground_force]
        return state.put(0, planet, tuple(Stack(s.unit, s.total) for s in idle if all_may or units[s.unit].bombardment))

    def bombarding(state: State, number: int) -> Iterator[Branch]:
        there, before = state.at(0, planet), apart(state)
        fighting = any(s.total for s in there if units[s.unit].is_ground_force)
        branches, labels = known.get((before, number, fighting), lambda: bombarded(before, number, fighting))
        game.say(labels)
        for branch in branches:
            yield branch._replace(options=[after.put(0, planet, there) for after in branch.options])

    def bombarded(state: State, number: int, fighting: bool) -> list[Branch]:
        whole = state.put(0, planet, (*state.at(0, planet), one)) if fighting else None
        seen = survey(game, state, number, whole)
        allowed = [unit for unit in seen.batteries if target in seen.allowed(unit)]
        plan = tuple(Aim(unit, planet, defender, seen.batteries[unit].number) for unit in allowed)
        if not plan:
            return [Branch(game.one, [state])]
        if actor := acting(Moment(game, state, GROUND_COMBAT, COMBAT, 0, defender, planet), found):
            actor.note()
        fired = fire(seen, target)(state._replace(plan=with_extras(seen, plan)))
        ways: dict[tuple[State, ...], Number] = {}  # hits beyond the ground forces there come to the same
        for branch in fired:
            for said in branch.notes.get(branch.options[0], ()) if len(branch.options) == 1 else ():
                game.note(*said)
            left = tuple([State(after.players, after.spent, state.tally, after.pending) for after in branch.options])
            ways[left] = ways.get(left, 0) + branch.probability
        return [Branch(chance, left, defender) for left, chance in ways.items()]

    seen = survey(game, apart(state))
    if any(target in seen.allowed(unit) for unit in seen.batteries):
        fight = Fight(game, state, GROUND_COMBAT, planet, (0, defender))
        alike = fight.special_rounds + 1

        def after_round(round_number: int) -> Sequence[Stage]:
            number = min(round_number, alike)
            stages: list[Stage] = [lambda state: bombarding(state, number), answer_stage(fight, ATTACKER, number)]
            return with_consequences(fight, stages, round_number)

        return after_round
    _tell_stopped(seen, target, found.effect)
    return None
