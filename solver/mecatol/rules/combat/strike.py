"""Strikes: what effects do to the opponent beside the rolls of a combat, at its start or at the end of a round.

At the start of a combat both sides take turns, one effect each, the attacker first; repairs are a side's last turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.effects.model import COMBAT
from mecatol.game.labels import Labelled
from mecatol.game.model import Game, InPlay
from mecatol.game.moment import Moment
from mecatol.game.opening import acting
from mecatol.game.recast import put_back, still_recast
from mecatol.game.stages import Branch, Certain, JointStage, Positions, Stage, play_each
from mecatol.game.state import Pending, Stack, State, changed, joined, without
from mecatol.game.windows import UnitsBecome
from mecatol.probability.dice import TIE, add_masses, roll
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.react import HitBack, apply_mutual_destruction, react
from mecatol.rules.combat.recovery import remember_units, with_consequences
from mecatol.rules.combat.repairs import may_repair, repair
from mecatol.rules.combat.state import (
    SIDES,
    AfterRound,
    CombatState,
    Pair,
    SideState,
    mapped,
    oriented,
    remember_sustained,
    replaced,
    with_side,
)
from mecatol.rules.combat.windows import EndOfRound, StartOfCombat, Strike, StrikeWindow
from mecatol.rules.hits.assignment import Victims, by_policy, options, victims
from mecatol.rules.hits.produced import hits_after_effects
from mecatol.rules.hits.windows import AfterSustain, Hits


def strike_stages[W: StrikeWindow](
    fight: Fight, side: int, held: InPlay[W], round_number: int = 1, *, turn: int = 1
) -> list[Stage]:
    """Return the stages in which one side's effect strikes the other in a round, in one of its windows.

    `turn` is 0 for the attacker's first turn at the start of the combat: nobody has done anything before it.
    Hits that answer uses of Sustain Damage are taken in stages of their own, because they may be choices.
    """
    stages = [_strike_stage(fight, side, held, round_number)]
    answers = fight.game.windows(fight.step, AfterSustain)
    answering = [answer_stage(fight, each, round_number, opens=_opens(held)) for each in (side, 1 - side)]
    stages += answering * sum(each.side.effects.get(each.effect.slug, 1) for each in answers)
    return with_consequences(fight, stages, round_number if turn else 0)


def answer_stage(fight: Fight, side: int, round_number: int, *, opens: bool = False) -> Stage:
    """Return the stage in which a side takes the hits that wait because they answered uses of Sustain Damage.

    `opens` says whether that is at the start of the combat.
    """
    player, other = fight.players[side], fight.players[1 - side]

    def stage(position: State) -> Iterator[Branch]:
        waiting = position.waiting(player, COMBAT)
        if waiting is None:
            yield Branch(fight.game.one, [position])
            return
        position = position.without_pending(player, COMBAT)
        ways: dict[State, None] = {}
        for losses in react(fight, fight.combat_state(position), HitBack(side, waiting.hits), round_number):
            fight.game.say(losses.labels)
            spent = losses.spent
            if opens and fight.can.repairs_units:
                spent = remember_sustained(spent, player, losses.sustained)
            after = position.put(player, fight.place, losses.force).having_spent(spent)
            if losses.hits_back:
                after = after.wait(Pending(other, player, losses.hits_back, COMBAT))
            ways[after] = None
        yield Branch(fight.game.one, list(ways), player)

    return stage


def _opens[W: StrikeWindow](held: InPlay[W]) -> bool:
    """Tell whether an effect strikes at the start of the combat, which is that of the first round."""
    return isinstance(held.window, StartOfCombat)


def _strike_stage[W: StrikeWindow](fight: Fight, side: int, held: InPlay[W], round_number: int) -> Stage:
    opens = _opens(held)

    def stage(position: State) -> Iterator[Branch]:
        state = fight.combat_state(position)
        moment = fight.moment(state, side, round_number)
        actor = acting(moment, held)
        strike = actor.window.act(actor.moment, actor.owner) if actor else None
        if actor is None or strike is None or fight.is_over(state):
            yield Branch(fight.game.one, [position])
            return
        state = _paid(fight, state, side, strike)
        moment = moment.at(fight.position(state))
        chances = fight.game.chances(roll(strike.dice)) if strike.dice else [*[0] * strike.number, fight.game.one]
        for number, chance in enumerate(chances):
            if not chance:
                continue
            ways = [
                _struck(fight, moment, side, strike, losses, opens)._replace(tally=position.tally)
                for losses in _losses(fight, moment, side, strike._replace(number=number))
            ]
            if ways[0] != position:
                actor.note()
            if strike.converts or strike.joins:  # what changes sides is not destroyed, what comes was not there
                ways = [remember_units(fight, way) for way in ways]
            left, rolled = list(dict.fromkeys(map(actor.spent, ways))), ((fight.players[side], number),)
            yield Branch(chance, left, fight.players[1 - side], rolled=rolled if strike.dice else ())

    return stage


def _paid(fight: Fight, state: CombatState, side: int, strike: Strike) -> CombatState:
    """Return the state after a side has given up what its strike costs: the cheapest unit, a damaged one first.

    Of equally cheap ones it is the one that hits least.
    """
    if not strike.costs:
        return state
    units = fight.sides[side].units
    there = [s for s in state.forces[side] if strike.costs(units[s.unit])]
    given = min(there, key=lambda s: (units[s.unit].price, units[s.unit].tenths))
    hurt = min(1, given.damaged)
    force = changed(state.forces[side], given.unit, healthy=hurt - 1, damaged=-hurt)
    return state._replace(forces=replaced(state.forces, side, force))


@cites("78.2.a", "42.4.a")
def _struck(fight: Fight, moment: Moment, side: int, strike: Strike, losses: SideState, opens: bool) -> State:
    """Return the position after a side's strike has cost the other this; hits that answer it wait."""
    state = fight.combat_state(moment.state)
    own, theirs = joined(state.forces[side], strike.joins), state.forces[1 - side]
    if strike.converts:
        own = joined(own, without(theirs, losses.force))
    player, other = fight.players[side], fight.players[1 - side]
    spent = (
        remember_sustained(losses.spent, other, losses.sustained) if opens and fight.can.repairs_units else losses.spent
    )
    after = CombatState(oriented(side, own, losses.force), spent, state.fate)
    if losses.hits_back:
        return fight.position(after).wait(Pending(player, other, losses.hits_back, COMBAT))
    fallen, labels = apply_mutual_destruction(fight, state, after, moment.round)
    fight.game.say(labels)
    return fight.position(fallen)


@cites("78.6", "87.1", "87.5")
def _losses(fight: Fight, moment: Moment, side: int, strike: Strike) -> list[SideState]:
    """Return what a side's strike may cost the other: one way under a fixed policy, all under `best`.

    Hits may be canceled before they are assigned, as hits of a roll may; outright destruction is not a hit.
    """
    state, victim = fight.combat_state(moment.state), 1 - side
    there = state.forces[victim]
    free = not strike.dice or fight.place != SPACE  # no danger of Direct Hit
    hit = victims(moment, lambda unit: strike.eligible(unit) and fight.fights(victim, unit), ground=free)
    unhurt = [SideState(there, state.spent)]
    if not strike.number or not hit.stacks(there):
        return unhurt
    if strike.destroys:
        hit = hit._replace(sustaining=frozenset(), lending=frozenset(), covering=frozenset())
        ways = [(Hits(strike.number), moment.state)]
    else:
        searching = hit.side.policy.searches
        ways = hits_after_effects(moment, strike.number, searching)
    found: list[SideState] = []
    for hits, position in ways:
        if strike.by_owner:
            found.append(_by_owner(fight, hit, position, hits.number))
        else:
            found += [fight.losses_of(victim, there, taken) for taken in options(hit, position, hits)]
    return found


def _by_owner(fight: Fight, hit: Victims, position: State, number: int) -> SideState:
    """Return what it costs where the effect's owner picks: the dearest unit that cannot sustain, else one that does.

    Of equally dear ones it is the one that hits best: a ship that a card has raised, for one. Of two of a kind it is
    the undamaged one.
    """
    victim = hit.side.index
    side, before = fight.players.index(victim), position.at(victim, fight.place)
    found = SideState(before, position.spent)
    for _ in range(number):
        pieces = [Stack(s.unit, 0, 1) for s in hit.stacks(found.force) if s.damaged]
        pieces += [Stack(s.unit, 1, 0) for s in hit.stacks(found.force) if s.healthy]
        if not pieces:
            break
        chosen = max(pieces, key=lambda piece: _worst(hit, piece))
        helpers = tuple(s for s in found.force if s.unit in hit.covering)
        alone = joined((chosen,), helpers)
        rest = without(found.force, alone)
        hit_plan = hit._replace(eligible=frozenset({chosen.unit}), ground=True)
        taken = by_policy(hit_plan, position.put(victim, fight.place, alone), Hits(1))
        left = joined(rest, taken.state.at(victim, fight.place))
        position = taken.state.put(victim, fight.place, left)
        back, sustained = found.hits_back + taken.hits_back, joined(found.sustained, taken.sustained)
        found = SideState(left, position.spent, back, sustained)
    return found._replace(lost=fight.lost(side, before, found.force, found.spent))


def _worst(hit: Victims, piece: Stack) -> tuple[bool, float, int, int]:
    """Return how much the hit hurts: less where the piece can sustain, else by its price, then by how well it hits.

    Of two alike that cannot sustain now, it hurts more to lose the undamaged one.
    """
    saved = bool(hit.can_sustain(piece) or (piece.healthy and piece.unit in hit.lending))
    unit = hit.side.units[piece.unit]
    return not saved, unit.price, unit.tenths, piece.healthy


def sacrifices(game: Game, position: State, players: tuple[int, int]) -> AfterRound | None:
    """Return what effects do at the end of each round of a space combat, None if nothing.

    The sides take turns with one use each, the attacker first (1.19).
    """
    windows = game.windows(SPACE_COMBAT, EndOfRound)
    acting = [(side, held) for side in (0, 1) for held in windows if held.side.index == players[side]]
    if not acting:
        return None
    fight = Fight(game, position, SPACE_COMBAT, SPACE, players)

    def after_round(round_number: int) -> list[Stage]:
        uses: Pair[list[list[Stage]]] = ([], [])
        for side, held in acting:
            uses[side].extend(_uses(fight, side, held, round_number))
        return [stage for pair in zip_longest(*uses) for use in pair for stage in use or ()]

    return after_round


def _uses(fight: Fight, side: int, held: InPlay[EndOfRound], round_number: int) -> list[list[Stage]]:
    """Return the stages in which one side's effect strikes, for each time that it may after a round."""
    once = strike_stages(fight, side, held, round_number)
    return [once] * (held.side.effects[held.effect.slug] if held.window.every_copy else 1)


class _Ability(NamedTuple):
    """What a side may do at the start of a combat when it is its turn."""

    acts: Callable[[State], bool]
    """Whether it does anything in a position."""
    stages: Callable[[int], list[Stage]]
    """What it does, by the number of the turn: 0 for the attacker's first, before which nobody has done anything."""


type _Abilities = tuple[_Ability, ...]


def apart_at_start(fight: Fight, positions: Positions) -> list[Positions]:
    """Return the positions apart in which the sides can do different things as the combat starts.

    Where nobody searches, each position comes to its turns by itself.
    """
    if not fight.searched:
        return [positions]
    found: dict[tuple[bool, ...], Positions] = {}
    all_of_them = [
        ability
        for side in SIDES
        for ability in _before_strikes(fight, side) + _strikes(fight, side) + _repairs(fight, side)
    ]
    for position, mass in positions.items():
        found.setdefault(tuple([ability.acts(position) for ability in all_of_them]), {})[position] = mass
    return list(found.values())


@cites("78.2", "78.2.a", "42.4.a", "87.5", "1.19")
def start_stages(fight: Fight, position: State) -> list[Stage]:
    """Return the stages of the start of a combat: effects that strike, then repairs, in turn, the attacker's first.

    An effect whose owner no longer meets its condition, or that would come after the combat is over, does nothing.
    Where somebody searches, what does nothing in this position takes no turn before what does something, and repairs
    that do nothing in it come after all turns.
    """
    before, strikes, repairs = (mapped(SIDES, partial(of, fight)) for of in (_before_strikes, _strikes, _repairs))
    first = mapped(SIDES, lambda side: before[side] + strikes[side])
    if not fight.searched and any(first) and (any(repairs) or any(len(own) > 1 for own in first)):
        return [_InTurn(fight, before, strikes, repairs)]
    for side in SIDES:
        if len(strikes[side]) > 1:  # what is chosen may depend on the order
            fight.game.order_tells(fight.players[side])
    stages: list[Stage] = []
    late = [each for side in SIDES for each in repairs[side] if not each.acts(position)]
    in_turn = []
    for side in SIDES:
        own = [each for each in first[side] + repairs[side] if each not in late]
        in_turn.append(sorted(own, key=lambda each: not each.acts(position)))
    for turn, pair in enumerate(zip_longest(*in_turn)):
        for side, ability in enumerate(pair):
            stages += ability.stages(turn or side) if ability else []
    return stages + [stage for each in late for stage in each.stages(1)]


def _before_strikes(fight: Fight, side: int) -> _Abilities:
    """Return what takes a side's first turns: a card that waits for losses, and what its units become."""
    game, player = fight.game, fight.players[side]
    found: list[_Ability] = []
    if any(held.side.index == player and held.window.for_opponents for held in fight.placers):
        found.append(_Ability(lambda position: True, lambda turn: []))
    if fight.place == SPACE and any(held.side.index == player for held in game.windows(fight.step, UnitsBecome)):

        def become(position: State) -> bool:
            there = position.put(player, fight.place, put_back(position.at(player, fight.place)))
            return still_recast(game, there, fight.step, player)

        found.append(_Ability(become, lambda turn: [_join_stage(fight)] if side else []))  # the attacker's are already
    return tuple(found)


def _strikes(fight: Fight, side: int) -> _Abilities:
    """Return a side's effects that strike as the combat starts."""

    def strikes[W: StartOfCombat](held: InPlay[W]) -> _Ability:
        def acts(position: State) -> bool:
            state = fight.combat_state(position)
            actor = acting(fight.moment(state, side, 1), held)
            return bool(actor and not fight.is_over(state) and actor.window.act(actor.moment, actor.owner))

        return _Ability(acts, lambda turn: strike_stages(fight, side, held, turn=turn))

    windows = fight.game.windows(fight.step, StartOfCombat)
    return tuple(strikes(held) for held in windows if held.side.index == fight.players[side])


def _repairs(fight: Fight, side: int) -> _Abilities:
    """Return what repairs a side's units as the combat starts: all of it is one turn."""
    if not fight.repairs[side]:
        return ()

    def repaired(position: State) -> Labelled[State]:
        """Return the position after the repairs, itself where there are none."""
        state = fight.combat_state(position)
        if not may_repair(fight, side, state.forces[side]):
            return Labelled(position)
        fought = fight.alive(1 - side, state.forces[1 - side])
        (force, spent), labels = repair(fight, state, side, (), 0, fought)
        if force == state.forces[side]:
            return Labelled(position)
        ready = fight.position(with_side(state, side, force, spent))
        return Labelled(ready._replace(tally=position.tally), labels)

    def stage(position: State) -> State:
        ready, labels = repaired(position)
        fight.game.say(labels)
        return ready

    return (
        _Ability(lambda position: repaired(position).value is not position, lambda turn: [Certain(fight.game, stage)]),
    )


class _InTurn(JointStage):
    """The stage in which sides do what they can in turn, one thing each, the attacker first, where nobody searches.

    It notes whose effects that strike would lead elsewhere in the opposite order.
    """

    def __init__(
        self, fight: Fight, before: Pair[_Abilities], strikes: Pair[_Abilities], repairs: Pair[_Abilities]
    ) -> None:
        """Prepare it from what each side can do."""
        self._fight, self._before, self._strikes, self._repairs = fight, before, strikes, repairs

    def __call__(self, position: State) -> Iterable[Branch]:
        """Do what the stage does from one position."""
        return [Branch(mass, [after]) for after, mass in self.together({position: self._fight.game.one}).items()]

    def together(self, now: Positions) -> Positions:
        """Return where the effects lead from these positions, in their order."""
        game, found = self._fight.game, self._through(self._strikes, now)
        for side, player in enumerate(self._fight.players):
            if len(self._strikes[side]) < 2 or player in game.orders_tell:
                continue
            with game.silently():
                other = self._through(replaced(self._strikes, side, self._strikes[side][::-1]), now)
            off: list[Any] = [
                abs(found.get(position, 0) - other.get(position, 0)) for position in found.keys() | other.keys()
            ]
            if sum(off) > TIE:
                game.order_tells(player)
        return found

    def _through(self, strikes: Pair[_Abilities], now: Positions) -> Positions:
        """Return where they lead; a side that can do nothing in one turn may act in a later one."""
        left = mapped(SIDES, lambda side: self._before[side] + strikes[side] + self._repairs[side])
        state: dict[Pair[_Abilities], Positions] = {left: now}
        turns = [side for _ in range(len(left[0]) + len(left[1])) for side in (0, 1)]
        for turn, side in enumerate(turns):
            after: dict[Pair[_Abilities], Positions] = {}
            for waiting, some in state.items():
                for rest, ended in self._turn(waiting, some, turn, side):
                    add_masses(after.setdefault(rest, {}), ended)
            state = after
        found: Positions = {}
        for some in state.values():
            add_masses(found, some)
        return found

    def _turn(
        self, waiting: Pair[_Abilities], now: Positions, turn: int, side: int
    ) -> Iterator[tuple[Pair[_Abilities], Positions]]:
        """Yield what is still waiting after one side's turn, and where the turn leads then."""
        chosen: dict[int, Positions] = {}
        for position, mass in now.items():
            able = (place for place, ability in enumerate(waiting[side]) if ability.acts(position))
            chosen.setdefault(next(able, -1), {})[position] = mass
        for place, some in chosen.items():
            if place < 0:
                yield waiting, some
                continue
            own = waiting[side]
            rest = own[:place] + own[place + 1 :]
            stages = own[place].stages(min(turn, 1))
            ended = play_each(self._fight.game, stages, some, lambda position, player: 0)
            yield replaced(waiting, side, rest), ended


def _join_stage(fight: Fight) -> Certain:
    """Return the stage in which the defender's units become what its effects make of them, if they still do."""
    player = fight.players[1]

    def join(position: State) -> State:
        joined = position.put(player, fight.place, put_back(position.at(player, fight.place)))
        return joined if still_recast(fight.game, joined, fight.step, player) else position

    return Certain(fight.game, join)
