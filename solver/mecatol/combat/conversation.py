"""What follows the losses of both sides in a round: which message goes to whom, in which order, written once.

Two sides of a combat (`mecatol.combat.react`) talk until neither has anything more to say:

1. hits that answer uses of Sustain Damage, and those that answer these;
2. destroyed units that take all others along;
3. answers to destroyed units, in turn, and again those that take all along;
4. units that are placed for destroyed ones;
5. repairs, a retreat, and what else happens at the end of the round.

What comes of it is a game tree: chance where dice are rolled, a choice where a side that searches has several ways.
Where nobody searches there is no choice in it, and `outcomes` reads the chances of its states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mecatol.combat.fight import Fight
from mecatol.combat.game_tree import StateKey, Tree, chance, choice
from mecatol.combat.placing import place_units
from mecatol.combat.react import (
    ANSWERING,
    Destroyed,
    HitBack,
    answer_since,
    apply_mutual_destruction,
    react,
    used_by,
)
from mecatol.combat.repairs import repair_before_round, repair_both, sustained_this_round
from mecatol.combat.state import (
    ATTACKER,
    DEFENDER,
    RETREATS,
    CombatState,
    Pair,
    SideState,
    merge_used,
    replaced,
    without_sustained,
)
from mecatol.domain.clauses import cites
from mecatol.game.journal import Label, Labelled, Labels
from mecatol.game.stages import Stage
from mecatol.game.state import Force, State, joined
from mecatol.probability.limits import count_work


class Conversation:
    """What follows losses in a round that begins with a state; `labels` collects what is to be said of it."""

    def __init__(
        self,
        fight: Fight,
        before: CombatState,
        number: int,
        leaving: int | None,
        key: Callable[[CombatState], StateKey],
        stages: bool = True,
        hit: CombatState | None = None,
    ) -> None:
        """Prepare for round `number`; side `leaving` retreats at its end, and `key` numbers the states after it.

        Without `stages` the round ends before what else happens at its end (`Fight.after_round`). `hit` is the state in
        which hits are assigned, where rolls have cost units before that.
        """
        self.fight, self.before, self.number, self.leaving = fight, before, number, leaving
        self.labels: dict[Label, None] = {}
        self._key, self._stages, self._hit = key, stages, hit or before
        self._said: dict[int, Labels] = {}
        """By identity: the labels of losses that are collected."""
        self._ended: dict[tuple[CombatState, Pair[Force]], Tree] = {}

    def after_losses(self, my: SideState, their: SideState) -> Tree:
        """Return what follows once the attacker and the defender have taken the hits of both rolls."""
        for losses in (my, their):
            if id(losses.labels) not in self._said:
                self._said[id(losses.labels)] = losses.labels
                self._say(Labelled(None, losses.labels))
        state = CombatState((my.force, their.force), merge_used(self.before.spent, my.spent, their.spent))
        return self._hits_back(state, (my.sustained, their.sustained), (their.hits_back, my.hits_back), (0, 0))

    def _say[T](self, found: Labelled[T]) -> T:
        """Return what was found, once its labels are collected."""
        if found.labels:
            self.labels.update(dict.fromkeys(found.labels))
        return found.value

    def _hits_back(self, state: CombatState, sustained: Pair[Force], coming: Pair[int], back: Pair[int]) -> Tree:
        """Return what follows hits that answer uses of Sustain Damage: those that are `coming`, then those `back`."""
        if not any(coming):
            if any(back):
                return self._hits_back(state, sustained, back, (0, 0))
            fallen = self._say(apply_mutual_destruction(self.fight, self.before, state, self.number))
            return self._answers(fallen, sustained, ANSWERING if self.fight.can.answers_losses else ())
        side = ATTACKER if coming[ATTACKER] else DEFENDER
        options = []
        for after in react(self.fight, state, side, HitBack(coming[side]), self.number):
            self._say(Labelled(None, after.labels))
            options.append(
                self._hits_back(
                    used_by(state, side, after),
                    replaced(sustained, side, joined(sustained[side], after.sustained)),
                    replaced(coming, side, 0),
                    replaced(back, 1 - side, back[1 - side] + after.hits_back),
                )
            )
        return choice(side, options)

    def _answers(self, state: CombatState, sustained: Pair[Force], turns: Sequence[int]) -> Tree:
        """Return what follows once effects have answered destroyed units in these turns."""
        fight, number = self.fight, self.number
        for turn, side in enumerate(turns):
            if not fight.may_answer(state.spent, side):
                continue
            answer = self._say(answer_since(fight, self.before, state, side, number))
            if answer is not None:
                spent, chances = answer
                used, rest = state._replace(spent=spent), turns[turn + 1 :]
                return chance(
                    (part, self._destroyed(used, 1 - side, units, sustained, rest))
                    for units, part in enumerate(chances)
                    if part
                )
        return self._end(self._say(apply_mutual_destruction(fight, self.before, state, number)), sustained)

    def _destroyed(
        self, state: CombatState, side: int, units: int, sustained: Pair[Force], turns: Sequence[int]
    ) -> Tree:  # fmt: skip
        """Return what follows an answer that destroys so many units of a side."""
        if not units:
            return self._answers(state, sustained, turns)
        options = []
        for after in react(self.fight, state, side, Destroyed(units), self.number):
            self._say(Labelled(None, after.labels))
            options.append(self._answers(used_by(state, side, after), sustained, turns))
        return choice(side, options)

    def _end(self, state: CombatState, sustained: Pair[Force]) -> Tree:
        """Return what follows the end of the round; other losses may have come to this state and be at its end."""
        key = state, sustained
        known = self._ended.get(key)
        if known is None:
            known = self._ended[key] = self._round_over(state, sustained)
        return known

    @cites("78.7", "78.7.a")
    def _round_over(self, state: CombatState, sustained: Pair[Force]) -> Tree:
        """Return what follows the end of the round: units that are placed, repairs, a retreat, then its stages."""
        fight, before, number, leaving = self.fight, self.before, self.number, self.leaving
        state = self._say(place_units(fight, before, state, number))
        if fight.can.repairs_units:
            fresh = [
                sustained_this_round(fight, self._hit, side, state.forces[side], sustained[side]) for side in (0, 1)
            ]
            goes_on = leaving is None and not fight.after_round
            state = self._say(repair_both(fight, state, (fresh[0], fresh[1]), number, goes_on, leaving))
            state = state._replace(spent=without_sustained(state.spent))
        if leaving is not None:
            state = retreat_by(fight, state, leaving)
        return self.after_stages(state) if self._stages else self._key(state)

    def after_stages(self, state: CombatState) -> Tree:
        """Return what follows what else happens at the end of the round, while there is a defender to suffer it."""
        fight = self.fight
        if fight.after_round is None:
            return self._key(state)
        if state.fate or not fight.alive(DEFENDER, state.forces[DEFENDER]):
            return self._next_round(state)
        return self._say(fight.labelled(lambda: self._staged(state, fight.position(state), fight.stages(self.number))))

    def _staged(self, state: CombatState, position: State, stages: Sequence[Stage]) -> Tree:
        """Return what follows from a position through these stages; `state` is as the round ended before them."""
        if not stages:
            return self._next_round(self.fight.combat_state(position)._replace(fate=state.fate))
        ways = []
        for branch in stages[0](position):
            options = [self._staged(state, option, stages[1:]) for option in branch.options]
            count_work(len(options))
            chooser = self.fight.players.index(branch.chooser)
            ways.append((branch.probability, choice(chooser, options) if options[1:] else options[0]))
        return chance(ways)

    def _next_round(self, state: CombatState) -> StateKey:
        """Return the key of a state, which all that happens at the end of the round led to, as the next one begins."""
        fight = self.fight
        if fight.after_round and any(fight.repairs_before_round) and not fight.stops:
            state = self._say(fight.labelled(lambda: repair_before_round(fight, state, self.number)))
        return self._key(state)


def retreat_by(fight: Fight, state: CombatState, side: int) -> CombatState:
    """Return the state after a side has left, if the combat is not over by then."""
    return state if fight.is_over(state) else state._replace(fate=RETREATS[side])
