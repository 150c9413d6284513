"""A combat played to its end from a position: who wins, what is left, round by round where that is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple

from mecatol.domain.counts import percent_of, points_of
from mecatol.domain.places import SPACE
from mecatol.effects.model import ANYONE
from mecatol.game.model import Game
from mecatol.game.recast import shown
from mecatol.game.stages import Positions, Stage, play_each
from mecatol.game.state import Force, State
from mecatol.probability.dice import Distribution, Number, add_mass, total
from mecatol.probability.limits import watched
from mecatol.rules.combat.best_losses import BestLosses, stands
from mecatol.rules.combat.departing import with_those_away
from mecatol.rules.combat.ending import Strategy, concede, one_round, solve_to_end
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.recovery import with_consequences
from mecatol.rules.combat.state import ATTACKER, DEFENDER, RETREATS, WITHDRAWS, AfterRound, CombatState, Pair, leaver_of
from mecatol.rules.combat.strike import apart_at_start, start_stages
from mecatol.scenario.policy import DEFAULT_ASSIGN, DEFAULT_ASSIGN_WORDS
from mecatol.solution.answers import Choice, Round

_ROUNDING = 1e-13
"""Chances that differ by less are the same but for rounding."""


class Fought(NamedTuple):
    """A combat, as it stands before the first roll and at its end."""

    fight: Fight
    start: Distribution[CombatState]
    """After effects at the start of combat, and after Anti-Fighter Barrage."""
    final: Distribution[CombatState]
    search: BestLosses | None
    """What those do who search for their best losses; None where nobody searches."""


class CombatSetting(NamedTuple):
    """Where a combat is fought, by whom, and what happens before and between its rounds."""

    game: Game
    step: str
    """The step whose windows open there."""
    place: str
    """`SPACE` or a planet."""
    players: tuple[int, int]
    """The indices of the attacker and the defender."""
    before: Sequence[Stage] = ()
    """The stages between the start of combat and the first rolls, such as Anti-Fighter Barrage."""
    after_round: AfterRound | None = None
    """What else happens at the end of every round."""
    first: Sequence[Stage] = ()
    """The stages before all others."""

    def fight(self, position: State) -> Fight:
        """Return the combat that is fought here from a position in which both players have units there."""
        return Fight(self.game, position, self.step, self.place, self.players, self.after_round)

    def opening(self, fight: Fight, position: State) -> list[Stage]:
        """Return all stages before the first round of dice, from a position."""
        leaves_first = 1 in fight.withdrawals
        before = [] if leaves_first else with_consequences(fight, self.before, 1)
        return [*self.first, *start_stages(fight, position), *before]


def fight_out(
    setting: CombatSetting, positions: Positions, tell: Callable[[Fight, Distribution[CombatState]], None] | None = None
) -> Fought:
    """Return how a combat ends, from positions in which both players have units there.

    They differ only in these units and in what is used up. `tell` enters what the rounds are about into the trace,
    before what happens in them. States whose fate is still open are those stopped by `stop_after`.
    Raises LimitError where the time or the number of positions allowed is not enough.
    """
    game, fight = setting.game, setting.fight(next(iter(positions)))
    search = BestLosses.of(fight) if fight.searched else None
    start = _before_rounds(setting, fight, search, positions)
    if tell:
        tell(fight, start)
    strategy = _strategy(search)
    if search and len(search.sides) > 1:
        _note_both_search(fight)
    if (stop := game.scenario.stop_after) is not None:
        now = start
        for number in range(1, stop):
            now = one_round(fight, now, number, strategy)
        return Fought(fight, start, _last_shown(fight, now, stop, search), search)
    final, endless = solve_to_end(fight, start, strategy)
    if not strategy and _alike(fight, start):
        final = _evened(fight, final)
    if endless:
        _tell_endless(fight)
    for state, mass in endless.items():
        add_mass(final, concede(fight, state), mass)
    return Fought(fight, start, final, search)


def _before_rounds(
    setting: CombatSetting, fight: Fight, search: BestLosses | None, positions: Positions
) -> Distribution[CombatState]:
    """Return the states before the first round of dice."""
    game, players = fight.game, fight.players

    def worth(after: State, player: int) -> Number:
        return search.value(fight.combat_state(after))[players.index(player)] if search and player in players else 0

    start: Distribution[CombatState] = {}
    bare = {position._replace(tally=(0,) * len(game.sides)): mass for position, mass in positions.items()}
    for some in apart_at_start(fight, bare):
        stages = setting.opening(fight, next(iter(some)))
        for after, mass in play_each(game, stages, some, worth).items():
            add_mass(start, fight.withdrawn(fight.combat_state(after), 1), mass)
    return start


def _note_both_search(fight: Fight) -> None:
    """Say how two sides choose that both search for their best losses."""
    one, other = (side.name for side in fight.sides)
    fight.game.note(
        "78.6" if fight.place == SPACE else "42.2",
        f"{one} and {other} both search for their best losses: no order among them is set, so they choose at the "
        "same time, knowing both rolls. What hits set off after that is chosen in turn.",
    )


def _last_shown(
    fight: Fight, now: Distribution[CombatState], number: int, search: BestLosses | None
) -> Distribution[CombatState]:
    """Return the states after the last round that is shown: what the next one would repair is still damaged."""
    if not any(fight.repairs_before_round if fight.after_round else fight.repairs_depend_on_opponent):
        return one_round(fight, now, number, _strategy(search))
    last = Fight(fight.game, fight.state, fight.step, fight.place, fight.players, fight.after_round, stops=True)
    return one_round(last, now, number, search.last_shown(last) if _strategy(search) and search else None)


def _tell_endless(fight: Fight) -> None:
    """Warn of combats that neither side can win, and of what happens to the attacker then."""
    name, does = fight.sides[0].name, "loses all that fights there"
    if fight.place == SPACE:
        does = "retreats" if fight.retreat.attacker else f"{does}, because it is not set to retreat"
    fight.game.warn(
        f"Sometimes the combat would never end because neither side can win: then {name}, the attacker, {does}."
    )


def _strategy(search: BestLosses | None) -> Strategy | None:
    """Return what those do who search for their best losses, None where nobody does."""
    return search.strategy if search and search.sides else None


def _alike(fight: Fight, start: Distribution[CombatState]) -> bool:
    """Tell whether the two sides are the same in everything but the name, and no effect tells them apart."""
    one, other = fight.sides
    same = one.idle == other.idle and (one.units, one.effects, one.policy) == (other.units, other.effects, other.policy)
    told_apart = any(effect.of == ANYONE or effect.role for _, effect in fight.game.active_effects(fight.step))
    if (
        not same or told_apart or fight.retreat or any(fight.withdrawals) or fight.can.answers_losses
    ):  # the attacker's answer comes first
        return False
    off: list[Any] = [mass - start.get(_mirrored(fight, state), 0) for state, mass in start.items()]
    return bool(max(map(abs, off)) < _ROUNDING)


def _mirrored(fight: Fight, state: CombatState) -> CombatState:
    """Return the state with the two sides exchanged."""
    if not (state.spent or state.fate):
        return CombatState(state.forces[::-1])
    swap = dict(zip(fight.players, fight.players[::-1], strict=True))
    spent = tuple(sorted((swap.get(who, who), what, times) for who, what, times in state.spent))
    fate = state.fate and RETREATS[1 - leaver_of(state.fate)]
    return CombatState((state.forces[1], state.forces[0]), spent, fate)


def _evened(fight: Fight, ends: Distribution[CombatState]) -> Distribution[CombatState]:
    """Return how a combat of two sides that are alike ends, with the same chance for each state and its mirror."""
    found: Distribution[CombatState] = {}
    for state, mass in ends.items():
        twin = _mirrored(fight, state)
        found[state] = (mass + ends.get(twin, 0)) / 2
        if twin not in ends:
            found[twin] = mass / 2
    return found


def shares(combat: Fought) -> dict[str, Number]:
    """Return each player's chance to win, and that of a draw.

    Where the combat is stopped after a round, the chance that it is `undecided` by then comes last.
    """
    fight = combat.fight
    stopped = fight.game.scenario.stop_after is not None
    names = (fight.sides[0].name, fight.sides[1].name, "draw", *(["undecided"] if stopped else []))
    won: dict[str, list[Number]] = {name: [] for name in names}
    for state, mass in combat.final.items():
        player = winner(fight, state)
        if player is not None:
            won[fight.game.sides[player].name].append(mass)
        else:
            won["undecided" if stopped and not fight.is_over(state) else "draw"].append(mass)
    return {name: (total(masses) if masses else 0) * fight.game.one for name, masses in won.items()}


def winner(fight: Fight, state: CombatState) -> int | None:
    """Return the index of the player who won a combat, None for a draw or one that is not decided (78.9, 42.4.c, d)."""
    if state.fate:
        return None if state.fate in WITHDRAWS else fight.players[1 - leaver_of(state.fate)]
    one, other = state.forces
    alone, faces = fight.alive(ATTACKER, one), fight.alive(DEFENDER, other)
    side = DEFENDER if faces else ATTACKER
    return fight.players[side] if alone != faces and stands(fight, side, state.forces[side]) else None


def round_table(
    combat: Fought,
    rounds: int,
    left_after: Callable[[CombatState], Sequence[tuple[Sequence[Force], Number]]] | None = None,
) -> list[Round]:
    """Return, for each round, the chances that the combat is still on before it and its state after it.

    Each entry: `round`; `fought`, the chance that the round takes place; `over`, the chance that the combat is over
    by its end; `winner`, name to the chance of having won by then; `left`, name to units left on average by type.
    `left_after` returns what both sides have left once a combat that is over has ended, with chances, where that takes
    some away.
    """
    fight = combat.fight
    names = fight.sides[0].name, fight.sides[1].name
    now = combat.start
    nothing: Number = 0 * fight.game.one
    table: list[Round] = []
    for number in range(1, rounds + 1):
        fought_now = sum((mass for state, mass in now.items() if not fight.is_over(state)), nothing)
        now = one_round(fight, now, number, _strategy(combat.search))
        won: dict[str, Number] = {
            names[0]: 0 * fight.game.one,
            names[1]: 0 * fight.game.one,
            "draw": 0 * fight.game.one,
        }
        left: dict[str, dict[str, Number]] = {name: {} for name in names}
        over = 0 * fight.game.one
        for state, mass in watched(now.items()):
            if fight.is_over(state):
                over += mass
                who = winner(fight, state)
                won["draw" if who is None else fight.game.sides[who].name] += mass
            over_now = left_after and fight.is_over(state)
            ends = left_after(state) if left_after and over_now else [(_forces(fight, state), fight.game.one)]
            for forces, part in ends:
                for name, force in zip(names, forces, strict=True):
                    for stack in force:
                        unit = shown(stack.unit)
                        left[name][unit] = left[name].get(unit, 0) + mass * part * stack.total
        table.append({"round": number, "fought": fought_now, "over": over, "winner": won, "left": left})
    return table


def _forces(fight: Fight, state: CombatState) -> Pair[Force]:
    """Return both forces of a combat that goes on, with the ships that have left it already."""
    one, other = fight.players
    mine, theirs = state.forces
    return with_those_away(mine, state.spent, one), with_those_away(theirs, state.spent, other)


def choices(combat: Fought) -> list[Choice]:
    """Return what a search for the best losses has gained over the default order."""
    if combat.search is None:
        return []
    found: list[Choice] = []
    won = combat.search.won(combat.start)
    for side, value in won.items():
        plain = _default_order(combat, side)
        margin = value - plain
        name, other = combat.fight.sides[side].name, combat.fight.sides[1 - side].name
        best, answer = "", ""
        if len(won) > 1:
            best, answer = f" against {other}’s best losses", f" against {other}’s best answer"
        text = (
            f"The best losses win {percent_of(value)}{best}; “{DEFAULT_ASSIGN_WORDS}” wins "
            f"{percent_of(plain)}{answer}: "
            f"a margin of {points_of(margin)} percentage points."
        )
        if len(won) > 1:
            text = f"{text} {_held_by(combat.search, side, value)}"
        found.append({"player": name, "choice": "assign", "value": value, "margin": margin, "text": text})
    return found


def _held_by(search: BestLosses, side: int, value: Number) -> str:
    """Say how little a side could gain by other losses, where both search; `value` is its chance to win."""
    name, other = (search.fight.sides[each].name for each in (side, 1 - side))
    if search.short[side] == inf:
        return (
            f"Whether any other choices of {name}’s win more often was not found out within the work that was granted."
        )
    short = float(min(search.short[side], 1 - value))
    more = "no more often" if short <= _ROUNDING else f"at most {100 * short:.2g} percentage points more"
    mixed = " Where no two choices are best against each other, both sides choose at random." if search.mixing else ""
    return f"With any other choices, {name} wins {more} as long as {other} makes the best ones.{mixed}"


def _default_order(combat: Fought, side: int) -> Number:
    """Return the chance that a side wins when it takes hits in the default order, whatever the other searches for."""
    fight, game = combat.fight, combat.fight.game
    index = fight.players[side]
    plain = Fight(
        game.assigning(index, DEFAULT_ASSIGN), fight.state, fight.step, fight.place, fight.players, fight.after_round
    )
    search = BestLosses.of(plain)
    final, endless = solve_to_end(plain, combat.start, _strategy(search))
    ends = [*final.items(), *((concede(plain, state), mass) for state, mass in endless.items())]
    return total(mass for state, mass in ends if winner(plain, state) == index) + 0 * game.one
