"""One side of a combat on its own: when it can be followed so, the nodes that it may reach, where a round leads.

Two sides are independent where they meet only in rolls and in the side effects of losses
(`Independence`). Then each is a graph: the machine of `mecatol.rules.combat.react` for one side, with what the other
side sends it in a round as one event (`SideGraph`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple, assert_never

from mecatol.effects.model import Window
from mecatol.game.labels import Labels, united
from mecatol.game.model import InPlay
from mecatol.game.state import Force, joined
from mecatol.probability.dice import Number, convolved
from mecatol.probability.limits import count_work
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.react import (
    ANSWERING,
    ORDER,
    AllDestroyed,
    Destroyed,
    HitBack,
    Message,
    Phase,
    answer_to_losses,
    destroys_all,
    hit_plan,
    losses_from_hits,
    react,
    used_by,
)
from mecatol.rules.combat.recovery import left_after, units_lost, with_placed
from mecatol.rules.combat.repairs import Repaired, repair_outcomes, sustained_this_round
from mecatol.rules.combat.round import rolled, rolled_dice
from mecatol.rules.combat.state import (
    SIDES,
    SUSTAINED,
    AfterRoll,
    CombatState,
    Event,
    HitChances,
    InRoll,
    Node,
    NodeRoll,
    Numbers,
    ObservedForces,
    Remainder,
    Reply,
    RollSoFar,
    SideEffects,
    SideState,
    SideTransition,
    UsedEffects,
    Volley,
    oriented,
    with_side,
)
from mecatol.rules.combat.volleys import losses_by_parts
from mecatol.rules.combat.windows import BareHits, EndOfRound, NearMisses, RerollAtRisk
from mecatol.rules.hits.windows import AfterSustain


def _coupled(fight: Fight, risky: Sequence[int]) -> bool:
    """Tell whether what one side does depends on the whole of the other; `risky` sides have units at risk by rolls."""
    back = any(isinstance(each.window, AfterSustain) for some in fight.replying for each in some)
    if fight.couples_always or fight.can.reinforces or (fight.can.observes and back):
        return True
    replacing = any(not each.effect.spends for each in fight.placers)
    # With repeated rolls, what is kept depends on every unit at risk.
    return len(risky) > 1 or bool(risky and (replacing or fight.can.repeats_rolls))


def _homes(fight: Fight, held: Sequence[InPlay[Any]]) -> dict[tuple[int, str], set[int]]:
    """Return the sides whose losses spend each effect, by owner and slug."""
    homes: dict[tuple[int, str], set[int]] = {}
    for each in held:
        if each.effect.spends:
            sides = [side for side in SIDES if fight.opens(side, each)]
            homes.setdefault((each.side.index, each.effect.slug), set()).update(sides)
    return homes


def _repeatable(effects: Sequence[InPlay[Any]]) -> bool:
    """Tell whether some of these effects may act in more than one round."""
    copies = sum(each.side.effects[each.effect.slug] for each in effects)
    return copies > 1 or not all(each.effect.spends for each in effects)


class Independence:
    """How the two sides of a combat meet in a round: through their rolls, and the side effects of losses.

    Some effects observe the other side as well: each names what it observes, and few forces look different to it. All
    else in a side's part of the round depends on its own force, and on what its own losses use up.
    """

    def __init__(self, fight: Fight) -> None:
        """Examine the effects in play; `holds` says whether the sides are independent."""
        held = [each for each in fight.game.windows(fight.step, Window) if each.side.index in fight.players]
        risky = [fight.players.index(each.side.index) for each in held if isinstance(each.window, RerollAtRisk)]
        self.at_risk = risky[0] if risky else None
        """The side whose own rolls may destroy its units, None if neither."""
        self._striking: list[InPlay[Any]] = [each for each in held if isinstance(each.window, EndOfRound)]
        """What may strike after a round."""
        after_round = fight.after_round and not self._striking
        whole = _coupled(fight, risky) or after_round or fight.searched
        homes = _homes(fight, held)
        self.separate_cards = all(len(sides) < 2 for sides in homes.values())
        """Whether each effect that is spent is spent by losses of one side alone."""
        self.holds = not whole and not fight.game.exact and self.separate_cards
        paying = [each for each in held if isinstance(each.window, BareHits | NearMisses)]
        self._paying = {(each.side.index, each.effect.slug) for each in paying}
        """By owner and slug: what is spent on rolls."""
        self._home = {key: min(sides) for key, sides in homes.items() if sides}
        """The side whose losses spend an effect, by owner and slug."""
        self._fight = fight
        self._echoing: dict[UsedEffects, bool] = {}
        """By what is used up: whether losses of both sides may still give the other more."""
        self.repeatable = tuple(map(_repeatable, fight.replying))
        """By side: whether that may happen in more than one round."""

    def is_coupled(self, state: CombatState) -> bool:
        """Tell whether losses of both sides may still give the other more, or an effect may strike after a round."""
        return self._echoes(state.spent) or any(self._strikes(held, state) for held in self._striking)

    def _echoes(self, spent: UsedEffects) -> bool:
        """Tell whether losses of both sides may still give the other more."""
        if spent not in self._echoing:
            one, other = self._fight.replying
            left = partial(self._fight.left, spent=spent)
            self._echoing[spent] = any(map(left, one)) and any(map(left, other))
        return self._echoing[spent]

    def _strikes(self, held: InPlay[EndOfRound], state: CombatState) -> bool:
        """Tell whether an effect may still strike after a round."""
        costs, force = held.window.costs, state.forces[self._fight.players.index(held.side.index)]
        there = costs is None or any(costs(held.side.units[unit]) for unit, _, _ in force)
        return there and self._fight.left(held, state.spent)

    def paid(self, spent: UsedEffects) -> UsedEffects:
        """Return what of all that is used up was spent on rolls."""
        return tuple([entry for entry in spent if entry[:2] in self._paying]) if spent and self._paying else ()

    def own(self, spent: UsedEffects, side: int) -> UsedEffects:
        """Return what of all that is used up is the side's."""
        return tuple([entry for entry in spent if self._side(entry[0], entry[1]) == side])

    def _side(self, player: int, slug: str) -> int:
        if (player, slug) in self._home:
            return self._home[player, slug]
        return int(player == self._fight.players[1])


_NEVER = -1
"""Instead of the number of an observation that nobody makes."""
NO_REPLY = 0
"""The number of the reply of losses without side effects on the other side."""


_NO_EFFECTS = SideEffects()


class _Struck(NamedTuple):
    """A side after what befell it in a round, before units are placed and repaired."""

    losses: SideState
    answers: Sequence[Number]
    """The chances of how many units its answers to its losses destroy."""
    destroys: bool
    """Whether what it lost takes all that fight along."""


class SideGraph:
    """The nodes of a side and the transitions between them.

    It grows as it is asked: what is known of a side serves all combats in the same circumstances.
    """

    def __init__(
        self, fight: Fight, independence: Independence, side: int, number: int, shown: ObservedForces,
        facing: ObservedForces, leaving: int | None,
    ) -> None:  # fmt: skip
        """Begin without any node, for rounds in which hits do what they do in the one with this number.

        `shown` is what the other side observes of this one, `facing` what this one observes of the other; `leaving` is
        which side retreats at the end of these rounds, None where neither does.
        """
        self.fight, self.independence, self.side, self.number, self.leaving = fight, independence, side, number, leaving
        self.shown, self.facing = shown, facing
        self.nodes = Numbers[Node]()
        self.observed: list[int] = []
        """By node: the number of what the other side observes of it as that takes hits."""
        self.observed_by_rolls: list[int] = []
        """By node: the number of what the other side observes of it as that rolls."""
        self.alive: list[bool] = []
        """By node: whether any unit fights."""
        self.rolls = Numbers[HitChances]()
        self.replies = Numbers[Reply](((SideEffects(), fight.game.one),))
        self.says = False
        """Whether any transition or roll has labels."""
        self.labels_of_rolls: dict[tuple[int, int, int], Labels] = {}
        """By node, round and observation: what is to be said of a combat roll, but for nothing."""
        self._spares = fight.spares_sustained[side]
        self._would_retreat: dict[tuple[int, int], bool] = {}
        """By node and round: whether the side would announce a retreat there."""
        self._roll_of: dict[tuple[int, int, int], NodeRoll] = {}
        self._strengths: dict[int, int] = {}
        """By node: how many hits it can suffer."""
        self._may_reply: dict[UsedEffects, bool] = {}
        """By what is used up: whether losses may give the other side anything."""
        self._steps: list[dict[Event, SideTransition]] = []
        """By node: where events lead."""
        self._ends: dict[Remainder, tuple[int, int, Labels, Labels]] = {}
        """By what a round leaves of the side before repairs: the nodes at its end, with what is to be said there."""
        self._plain: dict[tuple[Force, UsedEffects, Force, int], SideTransition] = {}
        """By what a round leaves of the side before repairs, and labels by identity: where that leads, if nothing else
        follows. A transition keeps its labels, and a table of all that hits do those of losses."""
        self._struck: dict[Hashable, _Struck] = {}
        """By losses, the identity of their labels, side effects and what is observed: the side after all of that."""

    def node(self, force: Force, spent: UsedEffects, rolled: AfterRoll | InRoll | None = None) -> int:
        """Return the number of the node with this force, and with this used up."""
        node = self.nodes.of(Node(force, spent, rolled))
        if node == len(self._steps):
            self._steps.append({})
            alive, to_hits, to_rolls = self.fight.alive(self.side, force), _NEVER, _NEVER
            if alive or rolled:
                seen = self.fight.observed(force) if self.fight.can.observes else None
                to_hits = self.shown.to_hits.number(seen, force)
            if alive:
                seen = self.fight.observed_by_rolls(1 - self.side, force)
                to_rolls = self.shown.to_rolls.number(seen, force, self.independence.paid(spent))
            self.alive.append(alive)
            self.observed.append(to_hits)
            self.observed_by_rolls.append(rolled.observed if rolled else to_rolls)
        return node

    def in_roll(self, node: int) -> bool:
        """Tell whether a node is in the midst of its own roll: then no hits reach it."""
        return isinstance(self.nodes[node].rolled, InRoll)

    def strength(self, node: int) -> int:
        """Return how many hits a node's units that fight can suffer."""
        if node not in self._strengths:
            units, fighting = self.fight.sides[self.side].units, self.fight.fighting[self.side]
            self._strengths[node] = sum([
                healthy * (1 + units[unit].sustain_damage) + damaged
                for unit, healthy, damaged in self.nodes[node].force if unit in fighting
            ])  # fmt: skip
        return self._strengths[node]

    def roll(self, node: int, round_number: int, facing: int) -> NodeRoll:
        """Return what a node's combat roll may come to in a round, against what is observed so."""
        after = self.nodes[node].rolled
        if isinstance(after, AfterRoll):
            return NodeRoll(after.roll, self.fight.game.one, [])
        key = node, round_number, facing
        if key not in self._roll_of:
            begun = after or self._begun(key)
            self._roll_of[key] = self._at_risk(node, begun) if isinstance(begun, InRoll) else begun
        return self._roll_of[key]

    def _begun(self, key: tuple[int, int, int]) -> NodeRoll | InRoll:
        """Return the combat roll of a node before a round; where it may destroy units of its side, before that."""
        node, number, facing = key
        fight, state = self.fight, self._against(node, *self.facing.to_rolls.examples[facing])
        if self.side == self.independence.at_risk:
            dice, labels = rolled_dice(fight, state, self.side, number)
            roll = fight.memory.counts.in_parts(state.forces[self.side], dice)
            begun: NodeRoll | InRoll = InRoll(roll, self.observed_by_rolls[node])
        else:
            (found, *more), labels = rolled(fight, state, self.side, number)
            if more or found.force != state.forces[self.side]:
                name = fight.sides[self.side].name
                raise AssertionError(f"a roll costs {name} own units without a RerollAtRisk of its side")
            begun = NodeRoll(self.rolls.of(found.hits), found.chance, [])
        if labels:
            self.labels_of_rolls[key], self.says = labels, True
        return begun

    def _at_risk(self, node: int, begun: InRoll) -> NodeRoll:
        """Return what the rest of a node's combat roll may come to, by the first part of it that costs units."""
        force, spent, before = self.nodes[node]
        counted = self._counted(spent)
        whole, losses = losses_by_parts(self.fight.game, force, begun.roll, self.fight.memory.counts)
        found: list[tuple[int, Number]] = []

        def enter(rest: Force, chance: Number, after: RollSoFar | HitChances) -> None:
            lost = (*begun.lost, *counted(units_lost(force, rest))) if counted else ()
            rolled: AfterRoll | InRoll
            if isinstance(after, RollSoFar):
                rolled = InRoll(after, begun.observed, lost)
            else:
                rolled = AfterRoll(self.rolls.of(after), begun.observed, joined(rest, lost) if counted else ())
            found.append((self.node(rest, spent, rolled), chance))

        if before and whole.chance:
            enter(*whole)
        for loss in losses:
            enter(*loss)
        return NodeRoll(self.rolls.of(whole.hits), 0 if before else whole.chance, found)

    def _counted(self, spent: UsedEffects) -> Callable[[Force], Force] | None:
        """Return what counts of the units that a roll has cost the side: how many, one of each type, None for none."""
        fight, side = self.fight, self.side
        if any(held.side is fight.sides[side] and fight.left(held, spent) for held in fight.placers):
            return tuple
        if fight.may_destroy_all[side] or fight.may_answer(spent, side):
            return lambda lost: tuple([each._replace(healthy=1) for each in lost])
        return None

    def would_retreat(self, node: int, round_number: int) -> bool:
        """Tell whether the side would announce a retreat in a round that it begins at a node."""
        fight, key = self.fight, (node, round_number)
        if key not in self._would_retreat:
            self._would_retreat[key] = fight.would_retreat(self.side, self.nodes[node][0], round_number)
        return self._would_retreat[key]

    def may_reply(self, node: int) -> bool:
        """Tell whether losses at a node may give the other side anything."""
        spent = self.nodes[node][1]
        if spent not in self._may_reply:
            replying = self.fight.replying[self.side]
            self._may_reply[spent] = any(self.fight.left(held, spent) for held in replying)
        return self._may_reply[spent]

    def steps(self, node: int, events: Sequence[Event]) -> list[SideTransition]:
        """Return where events lead from a node: a transition for each, in their order."""
        known = self._steps[node]
        missing = [event for event in events if event not in known] if known else events
        for seen in {event.observed for event in missing}:
            self._find_steps(node, [event for event in missing if event.observed == seen], seen)
        return [known[event] for event in events]

    def _against(self, node: int, facing: Force, paid: UsedEffects) -> CombatState:
        """Return the state of a node against a force of the other side's at which rolls have spent this."""
        force, spent, _ = self.nodes[node]
        return CombatState(oriented(self.side, force, facing), tuple(sorted((*spent, *paid))) if paid else spent)

    def _find_steps(self, node: int, events: Sequence[Event], seen: int) -> None:
        """Find where events lead from a node against what is observed so."""
        steps, state = self._steps[node], self._against(node, *self.facing.to_hits.examples[seen])
        plan = hit_plan(self.fight, state, self.side, self.number)
        rolled = self.nodes[node].rolled
        since = rolled.before if isinstance(rolled, AfterRoll) else ()
        before = with_side(state, self.side, since, state.spent) if since else state
        lonely = not (self.fight.placing_for[self.side][0] or self.may_reply(node))
        lost: dict[int | Volley, SideState] = {}
        found: dict[tuple[int, SideEffects], SideTransition] = {}
        for event in events:
            hits, effects, _ = event
            if hits not in lost:
                count_work()
                losses = losses_from_hits(self.fight, plan, self.side, hits)[0]
                lost[hits] = losses if before is state else self._since(before, losses)
            losses = lost[hits]
            key = id(losses), effects  # more hits than there are units do nothing more
            step = found.get(key)
            if step is None:
                step = self._after_hits_alone(state, losses, effects, seen) if lonely else None
                step = found[key] = step or self._after(before, state, losses, effects, seen)
                self.says = self.says or any(step[4:])
            steps[event] = step

    def _after_hits_alone(
        self, before: CombatState, losses: SideState, effects: SideEffects, seen: int
    ) -> SideTransition | None:
        """Return where losses lead that give the other side nothing: it does not matter what was lost for them.

        None where they give it something after all.
        """
        if losses.hits_back:
            return None
        after = losses
        if effects != _NO_EFFECTS:  # only what has sustained in it is in the state after it
            after = self._through(before, losses._replace(sustained=(), lost=()), effects, seen).losses
        fresh: Force = ()
        if self._spares:
            sustained = losses.sustained if after is losses else joined(losses.sustained, after.sustained)
            fresh = sustained_this_round(self.fight, before, self.side, after.force, sustained)
        end = after.force, after.spent, fresh, id(after.labels)
        if end not in self._plain:
            count_work()
            opposed, unopposed, *labels = self._ended(before, Remainder(*end[:3]))
            fights = self.alive[opposed]  # repairs leave as many units
            self._plain[end] = SideTransition(fights, opposed, unopposed, NO_REPLY, after.labels, *labels)
        return self._plain[end]

    def _after(
        self, before: CombatState, hit: CombatState, losses: SideState, effects: SideEffects, seen: int
    ) -> SideTransition:
        """Return where losses for the hits of a roll lead, with all that follows; `hit` is the state that they hit."""
        count_work()
        back = losses.hits_back
        losses, answers, destroys = self._through(before, losses, effects, seen)
        left, lost = left_after(self.fight, before, self.side, losses, hit)
        rest, placed = with_placed(self.fight, before, self.side, left, (lost, ()), self.number)
        opposed, unopposed, labels_opposed, labels_unopposed = self._ended(before, rest)
        reply = NO_REPLY
        if back or destroys or len(answers) > 1:
            reply = self.replies.of(
                tuple([(SideEffects(back, count, destroys), chance) for count, chance in enumerate(answers)])
            )
        fights = self.alive[opposed]  # repairs leave as many units
        return SideTransition(
            fights, opposed, unopposed, reply, united(losses.labels, placed), labels_opposed, labels_unopposed
        )

    def _through(self, before: CombatState, losses: SideState, effects: SideEffects, seen: int) -> _Struck:
        """Return the side after its losses and what those of the other side give it."""
        lost = tuple(map(id, losses.lost))  # of what else is lost then, it counts which types are
        key = losses.force, losses.spent, losses.sustained, lost, id(losses.labels), effects, seen
        if key not in self._struck:
            self._struck[key] = self._ordered(before, losses, effects)
        return self._struck[key]

    def _ordered(self, before: CombatState, losses: SideState, effects: SideEffects) -> _Struck:
        """Return that side in the order of a round; what the other side does in it is in the event already."""
        fight, side, number = self.fight, self.side, self.number
        answers: Sequence[Number] = (fight.game.one,)
        destroys, said = False, losses.labels
        for phase in ORDER:
            more: Labels = ()
            match phase:
                case Phase.HITS_BACK:
                    if effects.back:
                        losses = self._reacted(before, losses, HitBack(side, effects.back))
                case Phase.ALL_DESTROYED:
                    found, more = destroys_all(fight, used_by(before, side, losses), side, losses.lost, number)
                    destroys = destroys or found
                    if found or effects.all_destroyed:
                        losses = self._reacted(before, losses, AllDestroyed(side))
                case Phase.ANSWERS:
                    answers, losses, more = self._answers(before, losses)
                    if effects.destroyed:
                        losses = self._reacted(before, losses, Destroyed(side, effects.destroyed))
                case _:
                    assert_never(phase)
            said = united(said, losses.labels, more)
        return _Struck(losses._replace(labels=said), answers, destroys)

    def _reacted(self, before: CombatState, losses: SideState, message: Message) -> SideState:
        """Return the state of the side after a further message; what it replies to that gives the other nothing."""
        fight, side = self.fight, self.side
        after = react(fight, used_by(before, side, losses), message, self.number, losses)[0]
        return self._since(before, after._replace(hits_back=0))

    def _since(self, before: CombatState, losses: SideState) -> SideState:
        """Return losses as those since a state: they are answered by what is lost since then."""
        lost = self.fight.lost(self.side, before.forces[self.side], losses.force, losses.spent)
        return losses._replace(lost=lost)

    def _answers(self, before: CombatState, losses: SideState) -> tuple[Sequence[Number], SideState, Labels]:
        """Return the chances of what a side's cards destroy in answer to its losses, and the losses with these spent.

        The other side has nothing to answer with.
        """
        fight, side = self.fight, self.side
        chances: Sequence[Number] = (fight.game.one,)
        said: Labels = ()
        for _ in range(ANSWERING.count(side) if fight.can.answers_losses else 0):
            state = used_by(before, side, losses)
            answer, labels = answer_to_losses(fight, state, side, losses.lost, self.number)
            said = united(said, labels)
            if answer is None:
                break
            losses, chances = losses._replace(spent=answer[0]), convolved(chances, answer[1])
        return chances, losses, said

    def _ended(self, before: CombatState, rest: Remainder) -> tuple[int, int, Labels, Labels]:
        """Return the nodes at the end of the round: where the other side still fights, and where it does not."""
        known = self._ends.get(rest)
        if known is None:
            leaving = self.leaving == self.side
            fought, left = repair_outcomes(
                self.fight, before, self.side, rest, self.number, self.leaving is None, leaving
            )  # fmt: skip
            opposed = self._node_of(fought)
            unopposed = opposed if left is fought else self._node_of(left)
            known = self._ends[rest] = opposed, unopposed, fought.labels, left.labels
        return known

    def _node_of(self, repaired: Repaired) -> int:
        force, spent = repaired.value
        return self.node(force, SUSTAINED.without(spent) if self.fight.can.repairs_units else spent)
