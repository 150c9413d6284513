"""Whole steps walked: one combat by itself, or a tactical action from Space Cannon Offense to control."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from mecatol.domain.steps import (
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    INVASION,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    TACTICAL_ACTION,
)
from mecatol.domain.units import planet_name
from mecatol.errors import ScenarioError, fault
from mecatol.game.model import Game
from mecatol.game.recast import gone_back, landed
from mecatol.game.stages import Branch, PlanetStages, Positions, Stage, play_apart
from mecatol.game.state import State
from mecatol.playing.cards import CardPlay, held_cards, not_played
from mecatol.playing.combat_odds import Ends
from mecatol.playing.combats import CombatWalk
from mecatol.playing.stages import StageWalk, pushed
from mecatol.playing.steps import OVER, Odds, TableStep, mean_of
from mecatol.probability.dice import add_mass
from mecatol.rules.capacity.carrying import problems_at_start
from mecatol.rules.combat.ending import without_used_cards
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.outcome import winner
from mecatol.rules.combat.state import CombatState
from mecatol.rules.landing.ground_combat import GroundCombatStage, after_combat_on, defender_on, planets_of, setting_on
from mecatol.rules.landing.invasion import control_conditions, invasion_problems, invasion_stages
from mecatol.rules.space_cannon import offense_problems
from mecatol.rules.space_combat import AfterSpaceCombat, SpaceCombat, SpaceCombatStage, space_combat_of
from mecatol.rules.tactical_action import if_won, is_lost, stages_in_space, unless_lost
from mecatol.solution.model import listed

_TITLE = "Tactical action", "89.3"
"""What a moment is called that belongs to none of its parts, with the clause."""
_BEYOND_COMBAT = (SPACE_CANNON_OFFENSE, BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE, INVASION)
"""The parts of a tactical action beside its combats in which cards are played."""


class Share(NamedTuple):
    """One of the ends that a battle may have."""

    words: str
    player: int | None
    """Who wants it, by index; None for a draw."""


class Played(NamedTuple):
    """A battle ready to be walked."""

    shares: tuple[Share, ...]
    start: Callable[[], TableStep]


def _of_two(game: Game, one: int, other: int) -> tuple[Share, ...]:
    return Share(game.sides[one].name, one), Share("draw", None), Share(game.sides[other].name, other)


def _won(fight: Fight, state: CombatState) -> int:
    """Return the place, among the shares of a combat, of how it has ended."""
    who = winner(fight, state)
    return 1 if who is None else 2 * fight.players.index(who)


def _of_combat(fight: Fight, final: Ends) -> Odds:
    odds = [0 * fight.game.one] * 3
    for state, mass in final.items():
        odds[_won(fight, state)] += mass
    return tuple(odds)


def _over_combat(fight: Fight, game: Game, place: int, position: State) -> TableStep:
    words = "The combat is a draw." if place == 1 else f"{fight.sides[place // 2].name} wins the combat."
    clause = "78.10" if fight.step == SPACE_COMBAT else "42.4"
    odds = tuple([fight.game.one * (each == place) for each in range(3)])
    return TableStep(OVER, "The end", clause, words, None, game, position, lambda: odds)


def space_combat(plain: Game, table: Game) -> Played:
    """Return a space combat by itself, ready to be walked.

    Raises ScenarioError for a fleet over capacity, or where nobody fights.
    """
    if problems := list(problems_at_start(plain)):
        raise ScenarioError(problems)
    set_so, ready = space_combat_of(plain, plain.start), space_combat_of(table, table.start)
    if set_so is None or ready is None:
        raise fault("players", "only one player has ships in the system, so there is no combat to play")
    return Played(_of_two(plain, *ready.pair), _in_space(plain, table, set_so, ready).start)


def _in_space(plain: Game, table: Game, set_so: SpaceCombat, ready: SpaceCombat) -> CombatWalk:
    """Return the walk of a space combat by itself, as it is fought in both games."""
    fight = set_so.setting.fight(set_so.state)
    left = AfterSpaceCombat(table, ready.setting.fight(ready.state), ready)

    def ended(state: CombatState) -> TableStep:
        place = _won(fight, state)
        over = partial(_over_combat, fight, table, place)
        odds = over(table.start).odds()
        branches = [Branch(chance, [after]) for after, chance in left(state)]
        walk = StageWalk(table, [lambda _: branches], lambda index, now: odds, over, ("Retreat", "78.7"))
        return walk.step(0, fight.position(state))

    def again(play: CardPlay) -> CombatWalk:
        held_so, held = play(plain), play(table)
        one, other = space_combat_of(held_so, held_so.start), space_combat_of(held, held.start)
        assert one is not None
        assert other is not None, "a card decides who fights, and somebody may hold it back"
        return _in_space(held_so, held, one, other)

    return CombatWalk(ready.setting, set_so.setting, ready.state, ended, partial(_of_combat, fight), again)


def ground_combat(plain: Game, table: Game) -> Played:
    """Return a ground combat by itself, ready to be walked.

    Raises ScenarioError where ground forces of two players meet on no planet or on several.
    """
    plain, table = landed(plain), landed(table)
    fields = [planet for planet in planets_of(plain) if defender_on(plain, plain.start, planet) is not None]
    if not fields:
        raise fault("players", "no planet has ground forces of two players, so there is no ground combat to play")
    if len(fields) > 1:
        where = listed([planet_name(planet) for planet in fields])
        message = f"ground combats on {where}: play out one at a time, or the whole tactical action"
        raise fault("players.0.planets", message)
    (planet,) = fields
    defender = defender_on(plain, plain.start, planet)
    assert defender is not None
    return Played(_of_two(plain, 0, defender), _on_planet(plain, table, planet, defender).start)


def _on_planet(plain: Game, table: Game, planet: str, defender: int) -> CombatWalk:
    """Return the walk of a ground combat by itself, as it is fought in both games."""
    set_so, ready = (setting_on(game, game.start, planet, defender) for game in (plain, table))
    fight, fought = set_so.fight(plain.start), ready.fight(table.start)

    def ended(state: CombatState) -> TableStep:
        after = gone_back(table, after_combat_on(fought, table.start, state), planet)
        return _over_combat(fight, table, _won(fight, state), after)

    def again(play: CardPlay) -> CombatWalk:
        return _on_planet(play(plain), play(table), planet, defender)

    return CombatWalk(ready, set_so, table.start, ended, partial(_of_combat, fight), again)


def _flat(stages: Sequence[Stage]) -> list[Stage]:
    """Return stages with those that are played together one by one."""
    found: list[Stage] = []
    for stage in stages:
        found += _flat(stage.stages) if isinstance(stage, PlanetStages) else [stage]
    return found


def _stages_of(game: Game) -> list[Stage]:
    """Return the stages of a tactical action one by one."""
    return [*stages_in_space(game), *_flat(invasion_stages(game))]


class _Action:
    """A tactical action, walked after its movement."""

    def __init__(self, plain: Game, table: Game) -> None:
        self._plain, self._table = plain, table
        self._space = stages_in_space(plain)
        self._below = invasion_stages(plain)
        set_so = [*self._space, *_flat(self._below)]
        self._stages = _stages_of(table)
        if len(set_so) != len(self._stages):
            raise fault("policy", "this bombardment is searched for as one with what follows: name one to play it out")
        self._set = set_so
        self._conditions = control_conditions(plain)
        self._known: dict[tuple[int, State], Odds] = {}
        """By place among the stages and position: the odds from there on."""
        self._combats: dict[tuple[int, State], CombatWalk | None] = {}
        """The combats that were walked, with what they have found out."""
        self._walk = StageWalk(
            table, self._stages, self._worth, self._over, _TITLE, self._within, set_so, partial(self._in_hand, ())
        )  # fmt: skip
        self._held: dict[tuple[int, tuple[CardPlay, ...]], StageWalk | None] = {}
        """The same action where cards are not played at a stage, by its place and what is not played there."""

    @property
    def shares(self) -> tuple[Share, ...]:
        """The ends that it may have: a planet taken or not, or who has ships left where nobody lands."""
        active = self._plain.sides[0].name
        if self._conditions:
            return Share(self._conditions[-1].words, 0), Share(f"{active} does not", 1)
        return Share(f"{active} alone has ships", 0), Share("nobody has ships", None), Share("others have ships", 1)

    def start(self) -> TableStep:
        """Return what is asked first."""
        return self._walk.step(0, self._table.start)

    def _end(self, state: State) -> int:
        """Return the place among the shares of how it has ended in a position."""
        if self._conditions:
            return 0 if self._conditions[-1].holds(state) else 1
        if is_lost(self._plain, state):
            return 2
        return 0 if self._plain.sides[0].has_ships(state) else 1

    def _over(self, state: State) -> TableStep:
        place = self._end(state)
        odds = tuple([self._plain.one * (each == place) for each in range(len(self.shares))])
        words = f"{self.shares[place].words}."
        if self._conditions and place:
            words = f"{self._plain.sides[0].name} does not take {self._conditions[-1].takes}."
        return TableStep(OVER, "The end", "49.5", words, None, self._table, state, lambda: odds)

    def _rest(self, index: int) -> list[Stage]:
        """Return the stages from a place on, as the odds are worked out: the invasion as one where it is whole."""
        below = len(self._space)
        if index <= below:
            return [*self._space[index:], *if_won(self._plain, self._below)]
        return [partial(unless_lost, self._plain, stage) for stage in self._set[index:]]

    def _in_hand(self, held: tuple[CardPlay, ...], index: int, state: State) -> Iterator[tuple[CardPlay, StageWalk]]:
        """Yield the cards that a stage may see and that are not held back there, each with the action without it."""
        cards = (not_played(*card) for step in _BEYOND_COMBAT for card in held_cards(self._table, step))
        for play in dict.fromkeys(cards):  # a card may act in several parts
            if play not in held and (other := self._without(index, (*held, play))):
                yield play, other

    def _without(self, index: int, held: tuple[CardPlay, ...]) -> StageWalk | None:
        """Return the action where cards are not played at a stage; None where they decide which stages there are."""
        key = index, held
        if key not in self._held:
            self._held[key] = self._without_at(index, held)
        return self._held[key]

    def _without_at(self, index: int, held: tuple[CardPlay, ...]) -> StageWalk | None:
        plain, table = self._plain, self._table
        for play in held:
            plain, table = play(plain), play(table)
        instead = [_stages_of(game) for game in (plain, table)]
        if any(len(each) != len(self._stages) for each in instead):
            return None
        set_so, stages = list(self._set), list(self._stages)
        set_so[index], stages[index] = (each[index] for each in instead)

        def worth(place: int, now: Positions) -> Odds:
            if place == index:
                return self._worth(index + 1, pushed([set_so[index]], now))
            return self._worth(place, now)

        in_hand = partial(self._in_hand, held)
        return StageWalk(self._table, stages, worth, self._over, _TITLE, self._within, set_so, in_hand)

    def _worth(self, index: int, now: Positions) -> Odds:
        new = [state for state in now if (index, state) not in self._known]
        starts: list[Positions] = [{state: self._plain.one} for state in new]
        for state, ends in zip(new, play_apart(self._plain, self._rest(index), starts), strict=True):
            odds = [0 * self._plain.one] * len(self.shares)
            for end, mass in ends.items():
                odds[self._end(end)] += mass
            self._known[index, state] = tuple(odds)
        return mean_of([(mass, self._known[index, state]) for state, mass in now.items()])

    def _within(self, index: int, state: State) -> TableStep | None:
        """Return the step of a stage that is a combat, or the end where there is no invasion; None for any other."""
        if index >= len(self._space) and is_lost(self._table, state):
            return self._over(state)
        if (index, state) not in self._combats:
            self._combats[index, state] = self._combat(index, state)
        combat = self._combats[index, state]
        return combat.start() if combat else None

    def _combat(self, index: int, state: State) -> CombatWalk | None:
        stage, plain = self._stages[index], self._set[index]
        if isinstance(stage, SpaceCombatStage) and isinstance(plain, SpaceCombatStage):
            return self._in_space(index, stage.game, plain.game, state)
        if isinstance(stage, GroundCombatStage) and isinstance(plain, GroundCombatStage):
            held, held_so = (without_used_cards(each.game, state.spent) for each in (stage, plain))
            return self._on_planet(index, stage.planet, held, held_so, state)
        return None

    def _in_space(self, index: int, table: Game, plain: Game, state: State) -> CombatWalk | None:
        ready, set_so = space_combat_of(table, state), space_combat_of(plain, state)
        if ready is None or set_so is None:
            return None
        fight = ready.setting.fight(ready.state)
        left = AfterSpaceCombat(table, fight, ready)
        left_so = AfterSpaceCombat(plain, set_so.setting.fight(set_so.state), set_so)

        def ended(standing: CombatState) -> TableStep:
            ends = left(standing)
            if len(ends) == 1:
                return self._walk.step(index + 1, ends[0][0])
            branches = [Branch(chance, [after]) for after, chance in ends]
            odds = partial(worth, {standing: self._plain.one})
            return self._walk.settled(index, fight.position(standing), branches, (), odds)

        def worth(final: Ends) -> Odds:
            now: Positions = {}
            for standing, mass in final.items():
                for after, part in left_so(standing):
                    add_mass(now, after, mass * part)
            return self._worth(index + 1, now)

        def again(play: CardPlay) -> CombatWalk:
            other = self._in_space(index, play(table), play(plain), state)
            assert other, "a card decides who fights, and somebody may hold it back"
            return other

        return CombatWalk(ready.setting, set_so.setting, ready.state, ended, worth, again)

    def _on_planet(self, index: int, planet: str, table: Game, plain: Game, state: State) -> CombatWalk | None:
        defender = defender_on(table, state, planet)
        if defender is None:
            return None
        ready, set_so = (setting_on(game, state, planet, defender) for game in (table, plain))
        fight, fight_so = ready.fight(state), set_so.fight(state)

        def ended(standing: CombatState) -> TableStep:
            return self._walk.step(index + 1, after_combat_on(fight, state, standing))

        def worth(final: Ends) -> Odds:
            now: Positions = {}
            for standing, mass in final.items():
                add_mass(now, after_combat_on(fight_so, state, standing), mass)
            return self._worth(index + 1, now)

        def again(play: CardPlay) -> CombatWalk:
            other = self._on_planet(index, planet, play(table), play(plain), state)
            assert other, "a card decides who fights, and somebody may hold it back"
            return other

        return CombatWalk(ready, set_so, state, ended, worth, again)


def tactical_action(plain: Game, table: Game) -> Played:
    """Return a tactical action after its movement, ready to be walked.

    Raises ScenarioError for what any of its steps refuses.
    """
    if problems := dict.fromkeys([*offense_problems(plain), *invasion_problems(plain)]):
        raise ScenarioError(problems)
    action = _Action(plain, table)
    return Played(action.shares, action.start)


PLAYED = {SPACE_COMBAT: space_combat, GROUND_COMBAT: ground_combat, TACTICAL_ACTION: tactical_action}
"""The steps that can be played out."""
