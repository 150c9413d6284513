"""A combat between two players in one place: who takes part, what they roll, what hits do to them.

The state of a combat (`CombatState`) is both forces, the effects used up, and how it ended. A round is a function from
a state to a distribution of states; rounds in which effects last are played one by one, the rest is an absorbing chain.
The package's README says who works out which combats.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import attrgetter
from typing import Any

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.units import Unit
from mecatol.effects.model import ANYONE, COMBAT, TARGET, USER, Observation, Window
from mecatol.game.labels import Labelled, Rolled
from mecatol.game.model import Game, InPlay, Side
from mecatol.game.moment import Moment
from mecatol.game.stages import Stage
from mecatol.game.state import Force, State, totals
from mecatol.game.waiting import first_round, special_rounds
from mecatol.game.windows import AfterLosses, BeforeRounds
from mecatol.probability.dice import Dice, Distribution, Number, Ways, roll
from mecatol.probability.limits import count_work
from mecatol.rules.combat.departing import announced, early_rounds, withdrawal
from mecatol.rules.combat.memory import CombatMemory
from mecatol.rules.combat.retreat import Retreat, announces, announces_alone
from mecatol.rules.combat.state import (
    RETREATS,
    SIDES,
    WITHDRAWS,
    AfterRound,
    CombatState,
    Pair,
    Rolling,
    SideState,
    UsedEffects,
    mapped,
    only,
)
from mecatol.rules.combat.windows import (
    TOGETHER,
    AnswerLosses,
    BareHits,
    Capabilities,
    NearMisses,
    PlaceForLosses,
)
from mecatol.rules.hits.assignment import Taken, Victims, one_by_one, victims
from mecatol.rules.hits.windows import AfterSustain, BeforeHits, HitWindow, RepairInCombat, TakeAllAlong
from mecatol.rules.rolls.gathering import describe, that_can_be_used, through_windows
from mecatol.rules.rolls.windows import DiceWindow

_TYPE = attrgetter("unit")


def _whole(force: Force) -> Force:
    """Observe all of a force."""
    return force


class Fight:
    """One combat, ready to be played from any forces of its two players."""

    def __init__(
        self, game: Game, position: State, step: str, place: str, players: Pair[int],
        after_round: AfterRound | None = None, stops: bool = False,
    ) -> None:  # fmt: skip
        """Prepare the combat of two players (attacker's and defender's index) in a place.

        `position` is the whole position around it, kept as `state`; only the two forces in the place change. `step` is
        the step whose windows open, and `place` is `SPACE` or a planet. `after_round` is what else happens at the end
        of every round. Where it `stops`, a round ends before what happens as the next one starts.
        """
        self.after_round, self.stops = after_round, stops
        self.game, self.state, self.step, self.place, self.players = game, position, step, place, players
        self.sides: Pair[Side] = (game.sides[players[0]], game.sides[players[1]])
        self.retreat = Retreat.of(game, step, self.sides) if place == SPACE else Retreat()
        self.withdrawals = mapped(self.sides, partial(withdrawal, game, step, place))
        """By side: the round at whose start its ships leave in a draw, None if they do not."""
        self.early = early_rounds(game, step, self.retreat, self.sides)
        """By side: the round in which ships leave as it announces a retreat, and how many; None if none do."""
        self.special_rounds, self.hit_rounds = self._rounds_apart()
        """How many rounds, from the first, may differ from the rest; and how many of them in what hits do."""
        held = [held.window for held in game.windows(step, Window) if held.side.index in players]
        self._windows = [window for window in held if window.concerns(self._types)]
        self.reads_types = bool(self._windows) or place != SPACE  # beyond the printed values of units
        self.can = Capabilities.of(self._windows)
        """What may happen in the combat, by the windows in play."""
        self._losses_matter_known: dict[tuple[int, UsedEffects], bool] = {}
        """By side and what is used up: whether it matters which of its units are lost."""
        self._placing: dict[UsedEffects, bool] = {}
        """By what is used up: whether any of these may still do so."""
        self._answering: dict[tuple[int, UsedEffects], bool] = {}
        """By side and what is used up: whether it may still answer."""
        around = State(position.players, (), (), (), position.plan).put_each(players, place, ((), ()))
        self.memory = game.memory.of(CombatMemory, (step, place, players, around, stops), lambda: CombatMemory(game))
        """What is known of rolls, losses and repairs in these circumstances, whatever forces a combat began with."""

    def _rounds_apart(self) -> tuple[int, int]:
        """Return how many rounds, from the first, may differ from the rest, and how many in what hits do."""
        acting = [(side, effect) for side, effect in self.game.active_effects(self.step) if side.index in self.players]
        withdrawn = [number - 1 for number in self.withdrawals if number]
        withdrawn += [each[0] - 1 for each in self.early if each]
        lasting, reaching = [0], [0]
        for side, effect in acting:
            lasting.append(special_rounds(side, effect))
            if not all(isinstance(window, (DiceWindow, BeforeRounds)) for window in effect.windows):
                reaching.append(lasting[-1])
        return max([*lasting, *withdrawn, self.retreat.last_round]), max(reaching)

    # A fight does not change: what follows from its windows is worked out once, and only if a way to solve it asks.
    @cached_property
    def fighting(self) -> Pair[frozenset[str]]:
        """By side: the types of units that take part."""
        one, other = self.sides
        return (one.ships, other.ships) if self.place == SPACE else (one.ground_forces, other.ground_forces)

    @cached_property
    def in_order(self) -> bool:
        """Whether both sides lose units in a fixed order, whatever the rounds, and nobody leaves for what is lost."""
        return self.can.in_order and self.after_round is None and not self.retreat.reads_forces

    @cached_property
    def couples_always(self) -> bool:
        """Whether what happens to one side always touches the other, beyond their rolls."""
        can = self.can
        return can.adds_hits or can.repairs_observe or self.retreat.reads_opponent

    @cached_property
    def takes_hits_singly(self) -> Pair[bool]:
        """By side: whether several hits may do what each does alone, one after another."""
        return not self.sides[0].policy.searches, not self.sides[1].policy.searches

    @cached_property
    def searched(self) -> bool:
        """Whether either side searches for its best losses."""
        return not all(self.takes_hits_singly)

    def _own[W: Window](self, kind: type[W]) -> list[InPlay[W]]:
        """Return the windows of a kind in which effects of the two players act."""
        return [held for held in self.game.windows(self.step, kind) if held.side.index in self.players]

    @cached_property
    def observations(self) -> list[Observation]:
        """What windows observe of the other side, those that change rolls aside."""
        if self.can.reference:
            return [_whole]
        windows = [window for window in self._windows if not isinstance(window, DiceWindow)]
        return [window.observes for window in windows if window.observes]

    @cached_property
    def roll_observations(self) -> Pair[list[Observation]]:
        """By side: what its rolls observe of the other, directly or through what else they depend on."""
        return mapped(self.players, self._roll_observations)

    @cached_property
    def may_destroy_all(self) -> Pair[bool]:
        """By side: whether units that it loses may take all that fight there with them."""
        owners = {held.side.index for held in self._own(TakeAllAlong)}
        return mapped(self.players, owners.__contains__)

    @cached_property
    def together(self) -> Pair[list[InPlay[Any]]]:
        """By side: what forbids taking hits singly while it is not used up; where that is unknown it never is."""
        return self._against(*TOGETHER)

    @cached_property
    def answering_sustain(self) -> Pair[list[InPlay[Any]]]:
        """By side: what may answer its uses of Sustain Damage."""
        return self._against(AfterSustain)

    @cached_property
    def changing(self) -> Pair[list[InPlay[Any]]]:
        """By side: what may change hits on it before they are assigned, while it is not used up."""
        return self._against(BeforeHits)

    @cached_property
    def placers(self) -> list[InPlay[PlaceForLosses]]:
        """What places units for those that were destroyed."""
        return self._own(PlaceForLosses)

    @cached_property
    def placement_observes(self) -> bool:
        """Whether what they place depends on the units that the other side has left."""
        return any(held.window.observes for held in self.placers)

    @cached_property
    def placing_for(self) -> Pair[tuple[bool, bool]]:
        """By side: whether it may place units for its own that were destroyed, and for the other side's."""
        return mapped(self.players, self._placing_for)

    @cached_property
    def placing_by_types(self) -> Pair[bool]:
        """By side: whether what it places depends on no other units of its own than those of the types destroyed."""
        placers = self.placers
        return mapped(
            self.sides, lambda side: all(each.window.depends_on_lost_types for each in placers if each.side is side)
        )

    @cached_property
    def replaceable(self) -> Pair[bool]:
        """By side: whether anybody may place units for those of it that were destroyed."""
        one, other = self.placing_for
        return one[0] or other[1], other[0] or one[1]

    @cached_property
    def repairs(self) -> Pair[list[InPlay[RepairInCombat]]]:
        """By side: what may repair its units."""
        repairs = self._own(RepairInCombat)
        return mapped(self.players, lambda player: [held for held in repairs if held.side.index == player])

    @cached_property
    def repairs_depend_on_opponent(self) -> Pair[bool]:
        """By side: whether its repairs depend on whether the other side has a unit left that fights."""
        return mapped(self.repairs, lambda own: any(held.window.before(first_round(*held[:2])) for held in own))

    @cached_property
    def repairs_before_round(self) -> Pair[bool]:
        """By side: whether it may repair units as a round starts that follows another."""
        return mapped(self.repairs, lambda own: any(held.window.while_fought or held.window.starts for held in own))

    @cached_property
    def spares_sustained(self) -> Pair[bool]:
        """By side: whether any of its repairs spares units that sustained in the same round."""
        return mapped(self.repairs, lambda own: any(held.window.spares for held in own))

    @cached_property
    def answers(self) -> list[InPlay[AnswerLosses]]:
        """What answers destroyed units."""
        return self._own(AnswerLosses)

    @cached_property
    def _types(self) -> list[Unit]:
        """The types of units that take part, of both sides."""
        return [side.units[unit] for side, own in zip(self.sides, self.fighting, strict=True) for unit in own]

    def withdrawn(self, state: CombatState, round_number: int) -> CombatState:
        """Return the state as a round starts, after ships have left in a draw or with their owner's announcement."""
        if self.is_over(state):
            return state
        for side, number in enumerate(self.withdrawals):
            if number == round_number:
                return state._replace(fate=WITHDRAWS[side])
        for side, early in enumerate(self.early):
            if early and early[0] == round_number and self.leaver(state, round_number) == side:
                return announced(self.sides[side], side, state, early[1], self.alive)
        return state

    def leaver(self, state: CombatState, round_number: int) -> int | None:
        """Return which side leaves at the end of a round that begins with a state, None if neither (78.4)."""
        return announces(self.retreat, self.sides, state.forces, round_number)

    def by_leaver(
        self, states: Mapping[CombatState, Number], round_number: int
    ) -> Mapping[int | None, Mapping[CombatState, Number]]:
        """Return states in which the combat goes on by which side leaves at the end of the round, None if neither."""
        if not self.retreat:
            return {None: states}
        found: dict[int | None, Distribution[CombatState]] = {}
        for state, mass in states.items():
            found.setdefault(self.leaver(state, round_number), {})[state] = mass
        return found

    def would_retreat(self, side: int, force: Force, round_number: int) -> bool:
        """Tell whether a side would announce a retreat in a round begun with this force, if the other does not."""
        return announces_alone(self.retreat, side, self.sides[side], force, round_number)

    def retreated(self, state: CombatState, side: int) -> CombatState:
        """Return the state after a side has left, if the combat is not over by then."""
        return state if self.is_over(state) else state._replace(fate=RETREATS[side])

    def _against(self, *kinds: type[Window]) -> Pair[list[InPlay[Any]]]:
        """Return by side what acts in windows of these kinds when it is hit."""
        held = [each for kind in kinds for each in self.game.windows(self.step, kind)]
        held = [each for each in held if each.window.concerns(self._types)]
        return mapped(SIDES, lambda side: [each for each in held if self.opens(side, each)])

    def opens(self, side: int, held: InPlay[Any]) -> bool:
        """Tell whether hits on a side, or its losses, open a window of the rounds."""
        own, other = self.players[side], self.players[1 - side]
        if isinstance(held.window, AfterLosses | BareHits):
            return held.side.index == own
        if isinstance(held.window, NearMisses):
            return held.side.index == other  # what is spent on a roll is noted with whom it hits
        if not isinstance(held.window, HitWindow):
            return False
        return held.effect.of == ANYONE or held.side.index == (own if held.effect.of == TARGET else other)

    @cached_property
    def replying(self) -> Pair[list[InPlay[Any]]]:
        """By side: the effects with which its losses give the other side more: hits back, destroyed units."""
        held: list[InPlay[Any]] = [*self._own(AnswerLosses), *self._own(TakeAllAlong)]
        held += [each for each in self._own(AfterSustain) if each.window.strikes_back]
        return mapped(SIDES, lambda side: [each for each in held if self.opens(side, each)])

    def _placing_for(self, player: int) -> tuple[bool, bool]:
        """Return whether a player may place units for destroyed ones of their own, and for the opponent's."""
        whose = {held.window.for_opponents for held in self.placers if held.side.index == player}
        return False in whose, True in whose

    def _roll_observations(self, player: int) -> list[Observation]:
        """Return what a player's rolls observe of the other side; what only changes the other's rolls is left out."""
        if self.can.reference:
            return [_whole]
        return [
            held.window.observes
            for held in self.game.windows(self.step, Window)
            if held.side.index in self.players and held.window.observes
            if held.side.index == player or held.effect.of != USER or not isinstance(held.window, DiceWindow)
        ]

    def fights(self, side: int, unit: Unit) -> bool:
        """Tell whether a unit takes part: ships in space, ground forces on a planet."""
        return unit.type in self.fighting[side]

    def noncombatants(self, side: int, force: Force) -> Force:
        """Return what of a side's force takes no part in the combat."""
        return tuple([there for there in force if there.unit not in self.fighting[side]])

    def strength(self, side: int, force: Force) -> int:
        """Return how many units of a side's force take part."""
        fighting = self.fighting[side]
        return sum([healthy + damaged for unit, healthy, damaged in force if unit in fighting])

    def alive(self, side: int, force: Force) -> bool:
        """Tell whether a side's force has a unit that takes part."""
        return bool(force) and not self.fighting[side].isdisjoint(map(_TYPE, force))

    def is_over(self, state: CombatState) -> bool:
        """Tell whether the combat has ended: somebody has no unit left, or has retreated (78.8, 42.4)."""
        one, other = state.forces
        return bool(state.fate) or not (self.alive(0, one) and self.alive(1, other))

    def parted(
        self, states: Mapping[CombatState, Number]
    ) -> tuple[Distribution[CombatState], Distribution[CombatState]]:
        """Return the states in which the combat is over, and those in which it goes on."""
        parts: tuple[Distribution[CombatState], Distribution[CombatState]] = ({}, {})
        for state, mass in states.items():
            parts[not self.is_over(state)][state] = mass
        return parts

    def moment(self, state: CombatState, side: int, round_number: int, ability: str = COMBAT) -> Moment:
        """Return the moment in which a side uses an ability, or rolls for combat, against the other."""
        return self._moment_at(self.position(state), side, round_number, ability)

    def _moment_at(self, position: State, side: int, round_number: int, ability: str = COMBAT) -> Moment:
        player, target = self.players[side], self.players[1 - side]
        return Moment(self.game, position, self.step, ability, player, target, self.place, round_number)

    def blind_moment(self, state: CombatState, side: int, round_number: int, ability: str = COMBAT) -> Moment:
        """Return a moment in which windows see what the other side has only if they declare it (`Window.observes`).

        What is found in it is kept for all forces of the other side that look alike to the windows.
        """
        return self._blind(self.moment(state, side, round_number, ability), 1 - side)

    def moment_of_hits(self, state: CombatState, side: int, round_number: int) -> Moment:
        """Return the moment in which a side is hit, blind to what the other side has."""
        return self._blind(self.moment(state, 1 - side, round_number), 1 - side)

    def _blind(self, moment: Moment, hidden: int) -> Moment:
        if self.can.reference:
            return moment
        return moment._replace(state=moment.state.hiding(self.players[hidden], self.place), whole=moment.state)

    def combat_state(self, position: State) -> CombatState:
        """Return the state of the combat in a whole position."""
        one, other = self.players
        return CombatState((position.at(one, self.place), position.at(other, self.place)), position.spent)

    def position(self, state: CombatState) -> State:
        """Return the whole position with this state in its place."""
        return self.state.put_each(self.players, self.place, state.forces, state.spent)

    @cites("18.1", "18.2", "78.5", "78.5.a", "78.5.b", "78.5.d", "42.1", "42.1.a")
    def dice(self, state: CombatState, side: int, round_number: int) -> tuple[Dice, ...]:
        """Return the dice of a side's combat roll: one for each unit, or one for each burst icon."""
        units = self.sides[side].units
        dice = tuple([
            Dice(unit, healthy + damaged, (healthy + damaged) * value.dice, value.value)
            for unit, healthy, damaged in state.forces[side]
            if unit in self.fighting[side] and (value := units[unit].combat)
        ])  # fmt: skip
        if not self.game.active_effects(self.step):
            return dice
        moment = self.blind_moment(state, side, round_number)
        return through_windows(moment, that_can_be_used(moment, dice))

    def rolled(self, state: CombatState, side: int, round_number: int) -> Labelled[Rolling]:
        """Return the dice of a side's combat roll, and the chances of 0, 1, 2, … hits."""
        round_number = min(round_number, self.special_rounds + 1)

        def find() -> Rolling:
            dice = self.dice(state, side, round_number)
            return Rolling(dice, self._chances_of(dice))

        return self.memory.rolls.get((self.rolling(state, side), round_number), find)

    def stages(self, round_number: int) -> Sequence[Stage]:
        """Return the stages of what else happens at the end of a round."""
        return self.after_round(round_number) if self.after_round else ()

    def _chances_of(self, dice: tuple[Dice, ...]) -> Sequence[Number]:
        """Return the chances of 0, 1, 2, … hits of these dice."""
        known = self.memory.hits
        if dice not in known:
            ways: Ways = roll(dice)
            count_work(len(ways.ways))
            known[dice] = self.game.chances(ways)
        return known[dice]

    def rolling(self, state: CombatState, side: int) -> Hashable:
        """Return what decides a side's combat roll, but for the round and what is used up: not who is damaged."""
        return side, totals(state.forces[side]), self.observed_by_rolls(side, state.forces[1 - side])

    def left(self, held: InPlay[Any], spent: UsedEffects) -> bool:
        """Tell whether an effect is not used up."""
        slug, copies = held.effect.slug, held.side.effects
        return not (spent and held.effect.spends) or State((), spent).used(held.side.index, slug) < copies[slug]

    def observation(self, side: int, state: CombatState) -> Hashable:
        """Return what of the other side's force decides what a side may do, beside rolls."""
        if not self.can.observes:
            return None
        return self.observed(state.forces[1 - side])

    def observed(self, other: Force) -> Hashable:
        """Return what of a force decides what the other side may do, beside rolls."""
        return tuple([observation(other) for observation in self.observations])

    def observed_by_rolls(self, side: int, other: Force) -> Hashable:
        """Return what of the other side's force decides what a side rolls."""
        return tuple([observation(other) for observation in self.roll_observations[side]])

    def losses_in_order(self, side: int, force: Force) -> Iterator[Force]:
        """Yield what 1, 2, … hits leave of a side's force where losses follow a fixed order."""
        types = frozenset([unit for unit, _, _ in force])
        known, hit = self.memory.victims.get(side, (frozenset(), None))
        if hit is None or not types <= known:
            moment = self.moment_of_hits(CombatState(only(side, (force, force))), side, self.special_rounds + 1)
            hit = self.victims(moment, side)
            self.memory.victims[side] = types, hit
        return one_by_one(hit, force)

    def victims(self, moment: Moment, side: int) -> Victims:
        """Return which of a side's participating units hits can be assigned to at a moment."""
        return victims(moment, lambda unit: self.fights(side, unit), ground=self.place != SPACE)

    def losses_of(self, side: int, before: Force, taken: Taken) -> SideState:
        """Return what taking hits has cost a side that began with this force."""
        after = taken.state.at(self.players[side], self.place)
        lost = self.lost(side, before, after, taken.state.spent)
        return SideState(after, taken.state.spent, taken.hits_back, taken.sustained, lost)

    def lost(self, side: int, before: Force, after: Force, spent: UsedEffects) -> tuple[Unit, ...]:
        """Return the kinds of unit of which a side has fewer than before; none where no effect left reads them."""
        if before is after or not self.losses_matter(side, spent):
            return ()
        totals = {unit: healthy + damaged for unit, healthy, damaged in after}
        units = self.sides[side].units
        return tuple([units[unit] for unit, healthy, damaged in before if totals.get(unit, 0) < healthy + damaged])

    def losses_matter(self, side: int, spent: UsedEffects) -> bool:
        """Tell whether it matters which of a side's units are lost."""
        key = side, spent
        if key not in self._losses_matter_known:
            self._losses_matter_known[key] = (
                self.may_destroy_all[side] or self.may_place(spent) or self.may_answer(spent, side)
            )
        return self._losses_matter_known[key]

    def may_answer(self, spent: UsedEffects, side: int) -> bool:
        """Tell whether a side has a card left that answers destroyed units."""
        key = side, spent
        if key not in self._answering:
            own = [held for held in self.answers if held.side.index == self.players[side]]
            self._answering[key] = any(self.left(held, spent) for held in own)
        return self._answering[key]

    def may_place(self, spent: UsedEffects) -> bool:
        """Tell whether units may still be placed for those that are destroyed."""
        if spent not in self._placing:
            self._placing[spent] = any(self.left(held, spent) for held in self.placers)
        return self._placing[spent]

    def keep_rolls(self, state: CombatState, clause: str | None = None) -> None:
        """Keep a record of the first round's rolls, without a word in the trace unless there is a clause for it."""
        for side in (0, 1):
            if dice := self.dice(state, side, 1):
                if clause:
                    self.game.note(clause, describe(self._moment_at(self.state, side, 1), dice))
                names = self.sides[side].name, self.sides[1 - side].name
                self.game.rolled(Rolled(*names, self.place, COMBAT, dice, tuple(self._chances_of(dice))))
