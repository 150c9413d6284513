"""A combat played to its end from a position: who wins, what is left, round by round where that is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mecatol.combat.ending import Strategy, given_up, one_round, to_the_end
from mecatol.combat.fight import Fight
from mecatol.combat.placing import with_aftermath
from mecatol.combat.search import Search
from mecatol.combat.standing import RETREATS, AfterRound, Standing, Standings
from mecatol.combat.start import start_stages
from mecatol.domain.places import SPACE
from mecatol.effects.model import ANYONE
from mecatol.game.model import Game
from mecatol.game.recast import shown
from mecatol.game.stages import Distribution, Stage, play_each
from mecatol.game.state import Force, State
from mecatol.probability.dice import Number, total
from mecatol.scenario.policy import DEFAULT_ASSIGN, DEFAULT_ASSIGN_WORDS

_ROUNDING = 1e-13
"""Chances that differ by less are the same but for rounding."""


class Fought(NamedTuple):
    """A combat, as it stands before the first roll and at its end."""

    fight: Fight
    start: Standings
    """After effects at the start of combat, and after Anti-Fighter Barrage."""
    final: Standings
    search: Search | None
    """What those do who search for their best losses; None where nobody searches."""


def fight_out(
    game: Game,
    positions: Distribution,
    step: str,
    place: str,
    players: tuple[int, int],
    before: Sequence[Stage] = (),
    after_round: AfterRound | None = None,
    tell: Callable[[Fight, Standings], None] | None = None,
) -> Fought:
    """Return how a combat ends, from positions in which both players have units there.

    They differ in nothing but these units, and in what is used up.

    `before` are the stages between the start of combat and the first rolls, such as Anti-Fighter Barrage. `tell` enters
    what the rounds are about into the trace, before what happens in them.
    Standings whose fate is still open are those stopped by `stop_after`.
    """
    fight = Fight(game, next(iter(positions)), step, place, players, after_round)
    search = Search.of(fight) if fight.searched else None

    def worth(after: State, player: int) -> Number:
        return search.value(fight.standing(after))[players.index(player)] if search and player in players else 0

    stages = [*start_stages(fight), *with_aftermath(fight, before, 1)]
    start: Standings = {}
    bare = {state._replace(tally=(0,) * len(game.sides)): mass for state, mass in positions.items()}
    for after, mass in play_each(game, stages, bare, worth).items():
        standing = fight.standing(after)
        start[standing] = start.get(standing, 0) + mass
    if tell:
        tell(fight, start)
    strategy = _strategy(search)
    if search and len(search.sides) > 1:
        one, other = (side.name for side in fight.sides)
        game.note(
            "78.6" if place == SPACE else "42.2",
            f"{one} and {other} both search for their best losses: no order among them is set, so they choose at the "
            "same time, knowing both rolls. What hits set off after that is chosen in turn.",
        )
    if (stop := game.scenario.stop_after) is not None:
        now = start
        for number in range(1, stop):
            now = one_round(fight, now, number, strategy)
        return Fought(fight, start, _last_shown(fight, now, stop, search), search)
    final, endless = to_the_end(fight, start, strategy)
    if not strategy and _alike(fight, start):
        final = _evened(fight, final)
    if endless:
        _tell_endless(fight)
    for standing, mass in endless.items():
        ended = given_up(fight, standing)
        final[ended] = final.get(ended, 0) + mass
    return Fought(fight, start, final, search)


def _last_shown(fight: Fight, now: Standings, number: int, search: Search | None) -> Standings:
    """Return the standings after the last round that is shown: what the next one would repair is damaged yet."""
    if not any(fight.renewing if fight.after_round else fight.mending_faced):
        return one_round(fight, now, number, _strategy(search))
    last = Fight(fight.game, fight.state, fight.step, fight.place, fight.players, fight.after_round, stops=True)
    return one_round(last, now, number, search.last_shown(last) if _strategy(search) and search else None)


def _tell_endless(fight: Fight) -> None:
    """Warn of combats that neither side can win, and of what becomes of the attacker then."""
    name, does = fight.sides[0].name, "loses all that fights there"
    if fight.place == SPACE:
        does = "retreats" if fight.retreat.attacker else f"{does}, as no retreat is named"
    fight.game.warn(f"Sometimes the combat has no end, for neither side can win: then {name}, the attacker, {does}.")


def _strategy(search: Search | None) -> Strategy | None:
    """Return what those do who search for their best losses, None where nobody does."""
    return search.strategy if search and search.sides else None


def _alike(fight: Fight, start: Standings) -> bool:
    """Tell whether the two sides are the same in everything but the name, and no effect tells them apart."""
    one, other = fight.sides
    same = (one.units, one.effects, one.policy) == (other.units, other.effects, other.policy)
    apart = any(effect.of == ANYONE or effect.role for _, effect in fight.game.active_effects(fight.step))
    if not same or apart or fight.retreat or fight.answering:  # the attacker's answer comes first
        return False
    off: list[Any] = [mass - start.get(_mirrored(fight, standing), 0) for standing, mass in start.items()]
    return bool(max(map(abs, off)) < _ROUNDING)


def _mirrored(fight: Fight, standing: Standing) -> Standing:
    """Return the standing with the two sides exchanged."""
    if not (standing.spent or standing.fate):
        return Standing(standing.forces[::-1])
    swap = dict(zip(fight.players, fight.players[::-1], strict=True))
    spent = tuple(sorted((swap[who], what, times) for who, what, times in standing.spent))
    fate = standing.fate and RETREATS[1 - RETREATS.index(standing.fate)]
    return Standing((standing.forces[1], standing.forces[0]), spent, fate)


def _evened(fight: Fight, ends: Standings) -> Standings:
    """Return how a combat of two sides that are alike ends, with the same chance for each standing and its mirror."""
    found: Standings = {}
    for standing, mass in ends.items():
        twin = _mirrored(fight, standing)
        found[standing] = (mass + ends.get(twin, 0)) / 2
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
    for standing, mass in combat.final.items():
        player = winner(fight, standing)
        if player is not None:
            won[fight.game.sides[player].name].append(mass)
        else:
            won["undecided" if stopped and not fight.over(standing) else "draw"].append(mass)
    return {name: (total(masses) if masses else 0) * fight.game.one for name, masses in won.items()}


def winner(fight: Fight, standing: Standing) -> int | None:
    """Return the index of the player who won a combat, None for a draw or one that is not decided (78.9, 42.4.c)."""
    if standing.fate:
        return fight.players[1 - RETREATS.index(standing.fate)]
    one, other = standing.forces
    stands, faces = fight.alive(0, one), fight.alive(1, other)
    return None if stands == faces else fight.players[int(faces)]


def round_table(
    combat: Fought,
    rounds: int,
    left_after: Callable[[Standing], Sequence[tuple[Sequence[Force], Number]]] | None = None,
) -> list[dict[str, Any]]:
    """Return, for each round, the chances that the combat is still on before it and how it stands after it.

    Each entry: `round`; `fought`, the chance that the round takes place; `over`, the chance that the combat is over
    by its end; `winner`, name to the chance of having won by then; `left`, name to units left on average by type.
    `left_after` returns what both sides have left once a combat that is over has ended, with chances, where that takes
    some away.
    """
    fight = combat.fight
    names = fight.sides[0].name, fight.sides[1].name
    now = combat.start
    nothing: Number = 0 * fight.game.one
    table = []
    for number in range(1, rounds + 1):
        fought_now = sum((mass for standing, mass in now.items() if not fight.over(standing)), nothing)
        now = one_round(fight, now, number, _strategy(combat.search))
        won: dict[str, Number] = {
            names[0]: 0 * fight.game.one,
            names[1]: 0 * fight.game.one,
            "draw": 0 * fight.game.one,
        }
        left: dict[str, dict[str, Number]] = {name: {} for name in names}
        over = 0 * fight.game.one
        for standing, mass in now.items():
            if fight.over(standing):
                over += mass
                who = winner(fight, standing)
                won["draw" if who is None else fight.game.sides[who].name] += mass
            ends = left_after(standing) if left_after and fight.over(standing) else [(standing.forces, fight.game.one)]
            for forces, part in ends:
                for name, force in zip(names, forces, strict=True):
                    for stack in force:
                        unit = shown(stack.unit)
                        left[name][unit] = left[name].get(unit, 0) + mass * part * stack.total
        table.append({"round": number, "fought": fought_now, "over": over, "winner": won, "left": left})
    return table


def choices(combat: Fought) -> list[dict[str, Any]]:
    """Return what a search for the best losses has gained over the default order."""
    if combat.search is None:
        return []
    found = []
    won = combat.search.won(combat.start)
    for side, value in won.items():
        plain = _default_order(combat, side)
        margin = value - plain
        name, other = combat.fight.sides[side].name, combat.fight.sides[1 - side].name
        best, answered = ("win", "wins")
        if len(won) > 1:
            best, answered = f"win against those of {other}", f"wins, where {other} answers it as is best,"
        text = (
            f"The best losses {best} {100 * float(value):.2f} %; {DEFAULT_ASSIGN_WORDS} {answered} "
            f"{100 * float(plain):.2f} %: a margin of {round(100 * float(margin), 2) + 0.0:.2f} points."
        )  # rounded first, and no minus before nothing
        if len(won) > 1:
            text = f"{text} {_held_by(combat.search, side, value)}"
        found.append({"player": name, "choice": "assign", "value": value, "margin": margin, "text": text})
    return found


def _held_by(search: Search, side: int, value: Number) -> str:
    """Say what holds the losses of two sides that both search, to a side whose chance to win is `value`."""
    name, other = (search.fight.sides[each].name for each in (side, 1 - side))
    short = float(min(search.short[side], 1 - value))
    more = "no more often" if short <= _ROUNDING else f"at most {100 * short:.2g} points more"
    mixed = " Where no two choices hold each other, both leave theirs to chance." if search.mixing else ""
    return f"With any other choice {name} wins {more} while {other} keeps to theirs.{mixed}"


def _default_order(combat: Fought, side: int) -> Number:
    """Return the chance that a side wins when it takes hits in the default order, whatever the other searches for."""
    fight, game = combat.fight, combat.fight.game
    index = fight.players[side]
    plain = Fight(
        game.assigning(index, DEFAULT_ASSIGN), fight.state, fight.step, fight.place, fight.players, fight.after_round
    )
    search = Search.of(plain)
    final, endless = to_the_end(plain, combat.start, _strategy(search))
    ends = [*final.items(), *((given_up(plain, standing), mass) for standing, mass in endless.items())]
    return total(mass for standing, mass in ends if winner(plain, standing) == index) + 0 * game.one
