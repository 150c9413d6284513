"""Anti-Fighter Barrage (10) by itself: at the start of a space combat both sides roll, and fighters are lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ACTIVE, ANTI_FIGHTER_BARRAGE_STEP, OTHER, SPACE_COMBAT
from mecatol.domain.units import Unit
from mecatol.effects.model import EFFECTS
from mecatol.game.model import Game
from mecatol.game.opening import opened
from mecatol.game.recast import called_up, put_aside, recast, stood_down
from mecatol.game.stages import Positions, Stage, Worth, play
from mecatol.game.state import State, stack
from mecatol.probability.dice import TIE, Number
from mecatol.rules.barrage.assigning import barrage_stages
from mecatol.rules.barrage.rolling import barrage_moment, combatants
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.lent_values import Raised, raise_ships
from mecatol.rules.combat.recovery import with_consequences
from mecatol.rules.combat.strike import start_stages
from mecatol.rules.hits.margin import margins
from mecatol.rules.hits.windows import CanBeHit
from mecatol.scenario.step import Offer, Step, declare
from mecatol.solution.answers import Answer, Table
from mecatol.solution.model import Condition, Solution, hits_by_player, no_ships, summarize, worth

_CLAUSES = ("10.1", "10.1.a", "10.1.b", "10.1.c", "10.1.d", "10.2", "10.2.a", "78.2.a", "78.3", "78.3.a", "78.3.c")


class _Played(NamedTuple):
    """What the start of a space combat and its barrage have come to."""

    final: Positions
    extra_hits: tuple[dict[int, Number], ...]
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
        name, enemy, row = game.sides[side].name, game.sides[other].name, played.extra_hits[side]
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
                "rows": [[more, row[more]] for more in sorted(row)],
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
    extra_hits: tuple[dict[int, Number], ...] = tuple({} for _ in players)
    fighters: tuple[set[int], ...] = tuple(set() for _ in players)
    for begun, chance in play(game, start, game.start, _ahead(game, barrage)).items():
        for player in players:
            fighters[player].add(_fighters(begun, player))
        for after, part in play(game, barrage, begun, worth(game)).items():
            final[after] = final.get(after, 0) + chance * part
            for player in players if len(players) == 2 else ():
                more = max(0, after.tally[player] - _fighters(begun, 1 - player))
                extra_hits[player][more] = extra_hits[player].get(more, 0) + chance * part
    return _Played(final, extra_hits, fighters)


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
        moment = barrage_moment(game, game.start, side.index, other.index)
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
