"""Anti-Fighter Barrage (10): both sides roll at the start of a space combat, and fighters are lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import NamedTuple

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ACTIVE, ANTI_FIGHTER_BARRAGE_STEP, OTHER, SPACE_COMBAT
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, SUSTAIN_DAMAGE, UNIT_TYPES, Unit
from mecatol.effects.model import COMBAT, EFFECTS, Moment
from mecatol.game.labels import Rolled
from mecatol.game.model import Game
from mecatol.game.opening import opened
from mecatol.game.recast import called_up, put_aside, recast, stood_down
from mecatol.game.stages import Branch, Certain, Positions, Stage, Worth, play
from mecatol.game.state import Holdings, Pending, State, changed, stack
from mecatol.probability.dice import TIE, Dice, Number, roll, roll_marked
from mecatol.probability.limits import check_positions
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.lent_values import Raised, raise_ships
from mecatol.rules.combat.recovery import with_consequences
from mecatol.rules.combat.state import UsedEffects, remember_sustained
from mecatol.rules.combat.strike import start_stages
from mecatol.rules.hits.assignment import Taken, Victims, options, victims
from mecatol.rules.hits.margin import margins
from mecatol.rules.hits.produced import hits_after_effects
from mecatol.rules.hits.rolled import counted, marked_with_repeats
from mecatol.rules.hits.windows import AfterSustain, CanBeHit, HitsProduced, RepairInCombat
from mecatol.rules.rolls.gathering import can_use, describe, gather, spend
from mecatol.rules.rolls.windows import MarkedResults
from mecatol.scenario.step import Offer, Step, declare
from mecatol.solution.answers import Answer, Table
from mecatol.solution.model import Condition, Solution, hits_by_player, no_ships, summarize, worth

_CLAUSES = ("10.1", "10.1.a", "10.1.b", "10.1.c", "10.1.d", "10.2", "10.2.a", "78.2.a", "78.3", "78.3.a", "78.3.c")
_ANSWER = "answer"
"""Hits that a card makes in answer to Sustain Damage: any ship can take them."""


class _BarrageRoll(NamedTuple):
    """One player's barrage: the dice, and how likely they give (hits, marked results)."""

    moment: Moment
    dice: tuple[Dice, ...]
    chances: dict[tuple[int, int], Number]


@cites("78.1", "78.3.c")
def combatants(game: Game, state: State) -> tuple[int, int] | None:
    """Return the two players who fight in space: the active player and the next one with ships, None if it is not so.

    It does not matter whether anybody has fighters.
    """
    there = [side.index for side in game.sides if side.has_ships(state)]
    return (there[0], there[1]) if len(there) > 1 else None


def _moment(game: Game, state: State, player: int, target: int) -> Moment:
    return Moment(game, state, ANTI_FIGHTER_BARRAGE_STEP, ANTI_FIGHTER_BARRAGE, player, target, SPACE, 1)


def _results(dice: tuple[Dice, ...]) -> tuple[dict[tuple[int, int], int], int]:
    """Return how many results of a roll give each pair (hits, marked results), and how many there are."""
    if any(d.mark for d in dice):
        return roll_marked(dice)
    plain = roll(dice)
    return {(hits, 0): way for hits, way in enumerate(plain.ways) if way}, plain.total


@cites("10.1", "10.1.a", "10.1.b", "10.1.c", "10.1.d", "78.3")
def _volley(game: Game, state: State, player: int, target: int) -> _BarrageRoll:
    """Gather a player's dice for the barrage roll.

    Only effects on this ability act; those on combat rolls are no part of the step.
    """
    side, moment = game.sides[player], _moment(game, state, player, target)
    if side.declines(ANTI_FIGHTER_BARRAGE):
        game.note("78.3", f"{side.name} declines to use Anti-Fighter Barrage.")
        return _BarrageRoll(moment, (), {(0, 0): game.one})
    dice = gather(moment, (SPACE,))
    if not dice:
        return _BarrageRoll(moment, (), {(0, 0): game.one})
    game.note("10.1", describe(moment, dice))
    if not stack(state.at(target, SPACE), "fighter").total:
        game.note("10.1.d", f"{game.sides[target].name} has no fighters, but the barrage can still be used.")
    ways, total = _results(dice)
    chances: dict[tuple[int, int], Number] = {
        result: Fraction(way, total) if game.exact else way / total for result, way in ways.items()
    }
    hits: list[Number] = [Fraction(0) if game.exact else 0.0] * (1 + max(hits for hits, _ in chances))
    for (count, _), chance in chances.items():
        hits[count] += chance
    enemy = game.sides[target].name
    game.rolled(Rolled(side.name, enemy, SPACE, ANTI_FIGHTER_BARRAGE, dice, tuple(hits)))
    return _BarrageRoll(moment, dice, chances)


def _damaged(moment: Moment, count: int) -> State:
    """Return the position after so many of the target's ships with Sustain Damage become damaged, the costliest first.

    None of them uses the ability: nothing is cancelled, and nothing answers it.
    """
    side = moment.game.sides[moment.target]
    about = moment.turned(SUSTAIN_DAMAGE)
    units = moment.state.at(moment.target, SPACE)
    order = sorted(units, key=lambda s: (-side.units[s.unit].price, -list(UNIT_TYPES).index(side.units[s.unit].kind)))
    for there in order:
        unit = side.units[there.unit]
        if unit.is_ship and unit.sustain_damage and can_use(about, unit):
            hurt = min(count, there.healthy)
            units = changed(units, there.unit, healthy=-hurt, damaged=hurt)
            count -= hurt
    return moment.state.put(moment.target, SPACE, units)


def _fired(state: State, volley: _BarrageRoll, hits: int, marks: int) -> State:
    """Return the position after one player's roll gave so many hits and marked results; the hits wait."""
    moment = volley.moment
    state = counted(moment, state, hits)
    for marking in opened(moment, MarkedResults) if marks else ():
        new = marking.window.act(moment.at(state), marking.owner, marks)
        if new != state:
            marking.note()
        state = new
    for actor in opened(moment, HitsProduced):
        if count := actor.window.act(moment.at(state), actor.owner, hits):
            actor.note()
            state = _damaged(moment.at(state), count)
    faced = moment.state.at(moment.player, SPACE)
    return state.wait(Pending(moment.target, moment.player, hits, ANTI_FIGHTER_BARRAGE, faced=faced))


def _together(state: State, mine: State, theirs: State, pair: tuple[int, int]) -> State:
    """Return the position after both rolls of a pair of players, each of which struck the other's units."""
    one, other = pair
    players = list(state.players)
    players[one], players[other] = theirs.players[one], mine.players[other]
    tally = tuple([a + b - c for a, b, c in zip(mine.tally, theirs.tally, state.tally, strict=True)])
    pending = tuple(sorted({*mine.pending, *theirs.pending})) if mine.pending or theirs.pending else ()
    return State(tuple(players), state.spent, tally, pending, state.plan)


def _rolls(game: Game, take: Callable[[State], State]) -> Stage:
    """Return the stage in which both sides roll at the same time.

    `take` is what follows one side's roll at once, whatever the other side rolls.
    """

    def stage(state: State) -> Iterator[Branch]:
        pair = combatants(game, state)
        if pair is None:
            yield Branch(game.one, [state])
            return
        one, other = _volley(game, state, *pair), _volley(game, state, *pair[::-1])
        if not one.dice and not other.dice:
            yield Branch(game.one, [state])
            return
        for volley in (one, other):
            if volley.dice:
                state = spend(volley.moment.at(state), volley.dice)
        check_positions(len(one.chances) * len(other.chances))
        results = [
            [
                (take(_fired(state, volley, *result)), chance, actor, result[0])
                for result, chance, actor in marked_with_repeats(volley.moment, volley.chances, volley.dice)
            ]
            for volley in (one, other)
        ]
        for (mine, chance, first, hits), (theirs, again, second, back) in product(*results):
            after = _together(state, mine, theirs, pair)
            for actor in (first, second):
                after = actor.spent(after) if actor else after
            yield Branch(chance * again, [after], rolled=tuple(zip(pair, (hits, back), strict=True)))

    return stage


def _taking(game: Game, player: int, ability: str, eligible: Callable[[Unit], bool]) -> Stage:
    """Return the stage in which a player assigns the hits of one kind that wait.

    Both do so at the same time: what the other's units do to those that are hit, they do until both are done.
    """

    known: dict[object, list[tuple[Holdings, tuple[tuple[int, str, int], ...], int]]] = {}
    aimed: dict[object, tuple[Moment, Victims]] = {}
    repairs = any(held.side.index == player for held in game.windows(SPACE_COMBAT, RepairInCombat))

    def spent_of(taken: Taken) -> UsedEffects:
        """Return what is used up; where repairs follow, with what sustained: the barrage is of the first round."""
        return remember_sustained(taken.state.spent, player, taken.sustained) if repairs else taken.state.spent

    def aim(state: State, by: int) -> tuple[Moment, Victims]:
        """Return the moment in which hits are assigned, and to whom they can be."""
        moment = _moment(game, state, by, player)
        if ability == _ANSWER:  # these are a card's, no unit ability's
            moment = moment._replace(ability=COMBAT)
        return moment, victims(moment, eligible)

    def ways(
        state: State, target: tuple[Moment, Victims], count: int
    ) -> list[tuple[Holdings, tuple[tuple[int, str, int], ...], int]]:
        """Return what may be left: the player's units, what is spent, hits in return."""
        moment, hit = target
        if not hit.stacks(state.at(player, SPACE)):
            return [(state.players[player], state.spent, 0)]
        search = game.sides[player].policy.searches
        return [
            (taken.state.players[player], spent_of(taken), taken.hits_back)
            for hits, after in hits_after_effects(moment, count, search)
            for taken in options(hit, after, hits)
        ]

    def stage(state: State) -> Iterator[Branch]:
        waiting = state.waiting(player, ability)
        if waiting is None:
            yield Branch(game.one, [state])
            return
        state = state.without_pending(player, ability)
        seen = state if waiting.faced is None else state.put(waiting.by, SPACE, waiting.faced)
        there = tuple(s.unit for s in seen.at(waiting.by, SPACE))
        circumstances = state.players[player], there, state.spent, game.silent
        key = circumstances, waiting.hits
        if key not in known:
            if circumstances not in aimed:
                aimed[circumstances] = aim(seen, waiting.by)
            known[key] = ways(seen, aimed[circumstances], waiting.hits)
        found: dict[State, None] = {}
        for holdings, spent, back in known[key]:
            after = state.with_holdings(player, holdings).having_spent(spent)
            found[_answered(after, player, waiting.by, back)] = None
        yield Branch(game.one, list(found), player)

    return stage


def _facing(game: Game) -> Certain:
    """Return the stage after which hits that answer are taken at the same time as well."""

    def faced(state: State) -> State:
        for waiting in state.pending:
            if waiting.ability == _ANSWER:
                state = state.wait(waiting._replace(faced=state.at(waiting.by, SPACE)))
        return state

    return Certain(game, faced)


def _answered(state: State, player: int, target: int, hits: int) -> State:
    """Return the position after so many hits answer a player's Sustain Damage, besides those that wait already."""
    before = state.waiting(target, _ANSWER)
    hits += before.hits if before else 0
    return state.wait(Pending(target, player, hits, _ANSWER, faced=before and before.faced)) if hits else state


@cites("10.2", "10.2.a")
def barrage_stages(game: Game) -> list[Stage]:
    """Return the stages of Anti-Fighter Barrage: both sides roll, then each destroys fighters for the other's hits.

    They change nothing where no two players have ships; hits that find no fighter are lost. Where no effect acts and
    nobody has a choice, what the one loses does not depend on what the other rolls, and all is one stage.
    """
    effects = game.active_effects(ANTI_FIGHTER_BARRAGE_STEP)
    takings = [_taking(game, side.index, ANTI_FIGHTER_BARRAGE, lambda unit: unit.is_fighter) for side in game.sides]
    if not effects and all(not side.policy.searches for side in game.sides):
        return [_rolls(game, lambda state: reduce(_followed, takings, state))]
    answers = [_taking(game, side.index, _ANSWER, lambda unit: unit.is_ship) for side in game.sides]
    answering: list[Stage] = [_facing(game), *answers]
    times = len(game.windows(ANTI_FIGHTER_BARRAGE_STEP, AfterSustain))  # each answers once, another answer perhaps
    return [_rolls(game, lambda state: state), *takings, *answering * times]


def _followed(state: State, stage: Stage) -> State:
    """Return the position after a stage in which nothing is left to chance or choice."""
    (branch,) = stage(state)
    (after,) = branch.options
    return after


class _Played(NamedTuple):
    """What the start of a space combat and its barrage have come to."""

    final: Positions
    beyond: tuple[dict[int, Number], ...]
    """By player: how likely the barrage hits how many times more than the other player has fighters then."""
    fighters: tuple[set[int], ...]
    """By player: how many fighters there may be when the barrage is rolled."""


def _fighters(state: State, player: int) -> int:
    return stack(state.at(player, SPACE), "fighter").total


def _conditions(game: Game, played: _Played) -> list[Condition]:
    """Return what is worth asking of a barrage: fighters or ships gone, hits beyond the fighters."""

    def gone(player: int) -> Callable[[State], bool]:
        return lambda state: not _fighters(state, player)

    def more(player: int, fighters: int) -> Callable[[State], bool]:
        return lambda state: state.tally[player] > fighters

    found = [
        Condition(f"{side.name} has no fighters left", gone(side.index))
        for side in game.sides
        if _fighters(game.start, side.index)
    ]
    rollers = {rolled.player for rolled in game.rolls}
    for side, other in ((0, 1), (1, 0)):
        if game.sides[side].name in rollers and len(played.fighters[other]) == 1:
            name, enemy = game.sides[side].name, game.sides[other].name
            (fighters,) = played.fighters[other]
            found.append(Condition(f"{name} scores more hits than {enemy} has fighters", more(side, fighters)))
    return [*found, *no_ships(game)]


def _wing(fighters: set[int]) -> str:
    """Say how many fighters there are; nothing where there are none."""
    if fighters <= {0}:
        return ""
    number = max(fighters) if len(fighters) == 1 else 0
    return "one fighter" if number == 1 else f"{number} fighters" if number else "fighters"


def _excess(game: Game, solution: Solution, played: _Played) -> Answer:
    """Return the answer's tables: hits beyond the enemy's fighters."""
    tables: list[Table] = []
    parts = []
    for side, other in ((0, 1), (1, 0)):
        name, enemy, row = game.sides[side].name, game.sides[other].name, played.beyond[side]
        if name not in solution.hits:
            continue
        mean = sum(hits * chance for hits, chance in row.items())
        wing = _wing(played.fighters[other])
        amount = f"{float(mean):.3g} {'excess ' if wing else ''}{'hit' if abs(mean - 1) < TIE else 'hits'} on average"
        whom = "" if wing else f" against {enemy}, who has no fighters,"
        parts.append(f"{name}’s barrage{whom} produces {amount}{f' ({enemy} has {wing})' if wing else ''}")
        tables.append(
            {
                "title": f"{name}’s hits beyond {enemy}’s fighters",
                "columns": ["Excess hits", "Chance"],
                "rows": [[beyond, row[beyond]] for beyond in sorted(row)],
            }
        )
    headline = "; ".join(parts) if parts else "Nobody has dice to roll for Anti-Fighter Barrage"
    return Answer(f"{headline}.", [], tables)


@cites("78.2.a", "78.3")
def _stages(game: Game) -> tuple[list[Stage], list[Stage]]:
    """Return the stages of the start of the space combat, and those of its barrage."""
    pair = combatants(game, game.start)
    if pair is None:
        return [], barrage_stages(game)
    fight = Fight(game, game.start, SPACE_COMBAT, SPACE, pair)
    return start_stages(fight, game.start), with_consequences(fight, barrage_stages(game), 1)


def _played(game: Game) -> _Played:
    """Play the start of the space combat and the barrage."""
    start, barrage = _stages(game)
    final: Positions = {}
    players = range(len(game.sides))
    beyond: tuple[dict[int, Number], ...] = tuple({} for _ in players)
    fighters: tuple[set[int], ...] = tuple(set() for _ in players)
    for begun, chance in play(game, start, game.start, _ahead(game, barrage)).items():
        for player in players:
            fighters[player].add(_fighters(begun, player))
        for after, part in play(game, barrage, begun, worth(game)).items():
            final[after] = final.get(after, 0) + chance * part
            for player in players if len(players) == 2 else ():
                more = max(0, after.tally[player] - _fighters(begun, 1 - player))
                beyond[player][more] = beyond[player].get(more, 0) + chance * part
    return _Played(final, beyond, fighters)


def _ahead(game: Game, barrage: list[Stage]) -> Worth:
    """Return what a position before the barrage is worth to a player, who looks ahead to its end."""
    value = worth(game)

    def ahead(state: State, player: int) -> Number:
        with game.silently():
            final = play(game, barrage, state, value)
        return sum((chance * value(after, player) for after, chance in final.items()), 0 * game.one)

    return ahead


def solve_barrage(game: Game) -> Solution:
    """Solve Anti-Fighter Barrage: which fighters both sides lose before the first round of dice.

    What acts at the start of the space combat acts before it.
    """
    if combatants(game, game.start) is None:
        game.warn("There is no space combat, and so no barrage, unless both players have ships in the system.")
    else:
        game.note("78.3", "In the first round of combat, both players may use Anti-Fighter Barrage simultaneously.")
    fighting, raised = _begun(game)
    played = _played(fighting)
    _note_hits(fighting)
    final = _lowered(game, played.final, raised)
    solution = summarize(game, final, _conditions(game, played))
    solution.hits = hits_by_player(game, final)
    if any(mass and gone.holds(state) for gone in no_ships(game) for state, mass in final.items()):
        solution.trace.append(
            {"clause": "78.3.a", "text": "If a player has no ships left, the space combat ends at once."}
        )
    solution.answer = _excess(game, solution, played)
    solution.choices = margins(fighting, played.final, lambda other: [*_stages(other)[0], *_stages(other)[1]])
    return solution


def _begun(game: Game) -> tuple[Game, list[Raised]]:
    """Return the game as the space combat begins, and the ships that fight it with other values (78.2.a)."""
    pair = combatants(game, game.start)
    if pair is None:
        return game, []
    fighting, ready, raised = raise_ships(game, game.start, pair)
    cast = recast(fighting, ready, SPACE_COMBAT)
    ready = called_up(cast, ready)
    ready = ready.put(pair[1], SPACE, put_aside(cast, ready.at(pair[1], SPACE), pair[1]))
    return replace(cast, start=ready), raised


def _lowered(game: Game, final: Positions, raised: list[Raised]) -> Positions:
    """Return the final positions with ships and units that fought as something else as what they are."""
    found: Positions = {}
    for state, chance in final.items():
        after = reduce(lambda position, ship: ship.lowered(position), raised, state)
        for player in range(len(after.players)):
            after = after.with_holdings(player, stood_down(game, player, after.players[player]))
        found[after] = found.get(after, 0) + chance
    return found


def _note_hits(game: Game) -> None:
    """Say who must assign each player's hits to what."""
    for side, other in (game.sides, game.sides[::-1]):
        if not any(roll.player == side.name for roll in game.rolls):
            continue
        moment = _moment(game, game.start, side.index, other.index)
        widening = list(opened(moment, CanBeHit))
        for actor in widening:
            actor.note()
        if not widening:
            if any(other.units[s.unit].is_fighter for s in game.start.at(other.index, SPACE)):
                whom = f"{other.name} destroys one fighter for each hit; other ships cannot be hit."
                game.note("10.2", whom)
            game.note("10.2.a", f"{side.name}’s hits in excess of {other.name}’s fighters have no effect.")


def _matters_on_planets(unit: Unit) -> bool:
    """Tell whether a unit on a planet bears on the barrage by its own text."""
    return not unit.is_ship and any(
        effect.unit == unit.slug and ANTI_FIGHTER_BARRAGE_STEP in effect.steps for effect in EFFECTS.values()
    )


def _offers(role: str) -> tuple[Offer, ...]:
    return (
        Offer(
            role=role, area="space", label="Ships",
            hint="Ships in the active system, and the fighters and ground forces that they carry.",
            units=lambda unit: not unit.is_structure,
        ),
        Offer(
            role=role, area="planets", label="On planets here",
            hint="Only units whose own text affects Anti-Fighter Barrage.", units=_matters_on_planets,
        ),
    )  # fmt: skip


declare(
    Step(
        slug=ANTI_FIGHTER_BARRAGE_STEP,
        title="Anti-Fighter Barrage",
        topic="anti-fighter-barrage",
        question="How many fighters are left when the first round begins?",
        solve=solve_barrage,
        clauses=_CLAUSES,
        offers=(*_offers(ACTIVE), *_offers(OTHER)),
        most_players=2,
        fields=("ask",),
        policies=("assign",),
        rulings=(rulings.ALL_OR_NONE,),
        example={
            "step": ANTI_FIGHTER_BARRAGE_STEP,
            "players": [
                {"name": "Red", "space": {"destroyer": 2, "fighter": 1, "carrier": 1}},
                {"name": "Blue", "space": {"carrier": 1, "fighter": 3, "destroyer": 1}},
            ],
        },
    )
)
