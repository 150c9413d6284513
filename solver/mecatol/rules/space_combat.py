"""Space combat (78): two players' ships fight in the active system until one side, or both, are gone."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import ACTIVE, ANTI_FIGHTER_BARRAGE_STEP, OTHER, SPACE_COMBAT
from mecatol.effects.model import COMBAT
from mecatol.errors import ScenarioError, fault
from mecatol.game.model import Game, Side
from mecatol.game.recast import called_up, put_aside, recast, stood_down
from mecatol.game.stages import Branch, JointStage, Positions, Stage
from mecatol.game.state import Force, Holdings, State, joined, without
from mecatol.game.windows import LastShipLost
from mecatol.probability.dice import Distribution, Number, likeliest
from mecatol.rules.barrage.assigning import barrage_stages
from mecatol.rules.barrage.rolling import combatants
from mecatol.rules.capacity.blockade import may_be_blockaded, without_blockaded_docks
from mecatol.rules.capacity.carrying import problems_at_start, removals
from mecatol.rules.combat.departing import units_away, without_away
from mecatol.rules.combat.ending import note_first_rolls, positions
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.lent_values import Raised, raise_ships
from mecatol.rules.combat.outcome import CombatSetting, Fought, choices, fight_out, round_table, shares
from mecatol.rules.combat.recovery import repaired_beyond
from mecatol.rules.combat.state import CombatState, UsedEffects, leaver_of
from mecatol.rules.combat.strike import sacrifices
from mecatol.rules.landing.ground_combat import planets_of
from mecatol.rules.last_ship import after_last_ship
from mecatol.rules.movement.retreat import departure, rolls_for_rift, through_rift
from mecatol.scenario.step import RETREAT, Offer, Step, declare
from mecatol.solution.model import Solution, no_ships, summarize

_CLAUSES = (
    "78.1", "78.2", "78.2.a", "78.2.b", "78.3", "78.3.a", "78.3.b", "78.3.c", "78.4", "78.4.a", "78.4.b", "78.5",
    "78.5.a", "78.5.b", "78.5.d", "78.6", "78.6.a", "78.7", "78.7.a", "78.7.b", "78.8", "78.9", "78.9.a", "78.10",
    "78.10.a", "41.2", "41.2.a", "41.2.b",
)  # fmt: skip


@cites("78.3", "78.3.a", "78.3.b")
def _barrage(game: Game) -> list[Stage]:
    """Return the stages of Anti-Fighter Barrage, once, before the first round."""
    return barrage_stages(game)


@dataclass(frozen=True)
class _Known:
    """Tables to fill, of what happens to a player's units after a combat: many combats leave the same."""

    held: dict[tuple[int, Holdings], Holdings] = field(default_factory=dict)
    """By player and units: those that ships and planets can hold."""
    retreated: dict[tuple[int, Holdings, bool], list[tuple[Holdings, Number]]] = field(default_factory=dict)
    """By player who retreats, units and whether ships roll for a gravity rift: what that may leave, with chances."""


class AfterSpaceCombat:
    """What a combat's ends make of the position: retreats carried out, capacity enforced for those who stay.

    A combat that was stopped before its end leaves everything where it is: nobody counts capacity during combat.
    """

    def __init__(self, game: Game, combat: Fight, ready: SpaceCombat, known: _Known | None = None) -> None:
        """Prepare for any standings of a combat, as it was ready to be fought."""
        self._game, self._combat, self._raised, self._known = game, combat, ready.raised, known or _Known()
        self._kept = ready.kept
        self._left: dict[tuple[int, Force], Holdings] = {}
        """By player who stays and what the combat leaves in space: what they have then."""
        self._gone: dict[tuple[int, Force], list[tuple[Holdings, Number]]] = {}
        """By player who retreats and what the combat leaves in space: what they may have then, with the chances."""
        self._stopped = game.scenario.stop_after is not None
        self._docks = may_be_blockaded(game)
        self._lands = bool(game.windows(SPACE_COMBAT, LastShipLost))

    @cites("78.8", "78.9", "78.10", "78.10.a", "16.3.c")
    def __call__(self, combat_state: CombatState) -> list[tuple[State, Number]]:
        """Return the position after a standing; where a fleet retreats out of a gravity rift several, with chances."""
        game, combat, before = self._game, self._combat, self._combat.state
        players, rest = list(before.players), (without_away(combat_state.spent), *before[2:])
        if combat_state.fate:
            leaver = leaver_of(combat_state.fate)
            gone, stays = combat.players[leaver], combat.players[1 - leaver]
            players[stays] = self._left_of(stays, combat_state.forces[1 - leaver])
            ends = []
            for away, chance in self._gone_of(gone, combat_state.forces[leaver]):
                players[gone] = away
                ends.append((State(tuple(players), *rest), chance))
        else:
            stopped = self._stopped and not combat.is_over(combat_state)
            left = self._as_it_is if stopped or self._lands else self._left_of
            (one, other), (mine, theirs) = combat.players, combat_state.forces
            players[one], players[other] = left(one, mine), left(other, theirs)
            after = State(tuple(players), *rest)
            ends = [(after if stopped or not self._lands else self._landed(after), game.one)]
        for player in combat.players:
            if gone_before := units_away(combat_state.spent, player):
                ends = self._with_arrived(player, gone_before, ends)
        if self._kept:
            ends = [(end.having_spent(tuple(sorted((*end.spent, *self._kept)))), chance) for end, chance in ends]
        if not self._docks:
            return ends
        return [(without_blockaded_docks(game, after), chance) for after, chance in ends]

    def _with_arrived(self, player: int, gone: Force, ends: list[tuple[State, Number]]) -> list[tuple[State, Number]]:
        """Return positions with ships that left before the combat was over in the adjacent system, with the chances."""
        game, side = self._game, self._game.sides[player]
        going = self._as_it_is(player, gone).space
        rolls = rolls_for_rift(game, self._combat.state, side)
        arrived = through_rift(game, side, going) if rolls else {going: game.one}
        found = []
        for end, chance in ends:
            there = end.players[player]
            for new, part in arrived.items():
                held = there.put(ADJACENT, joined(there.adjacent, new))
                found.append((end.with_holdings(player, held), chance * part))
        return found

    def _landed(self, after: State) -> State:
        """Return the position after effects have landed what the fleets that were destroyed carried."""
        for player in self._combat.players:
            after = after_last_ship(self._game, SPACE_COMBAT, player, self._combat.state, after)
        for player in self._combat.players:
            after = after.with_holdings(player, self._held(player, after.players[player]))
        return after

    def _as_it_is(self, player: int, there: Force) -> Holdings:
        """Return what a player has with these units in space, each as what it is."""
        space = there
        for ship in self._raised:
            if ship.player == player:
                space = ship.lowered_in(space)
        return stood_down(self._game, player, self._combat.state.players[player].put(SPACE, space))

    def _left_of(self, player: int, there: Force) -> Holdings:
        """Return what a player has who stays with these ships, and with what they carry."""
        key = player, there
        left = self._left.get(key)
        if left is None:
            left = self._left[key] = self._held(player, self._as_it_is(player, there))
        return left

    def _held(self, player: int, there: Holdings) -> Holdings:
        """Return those of a player's units that ships and planets can hold."""
        if not there.space:
            return there
        held, key = self._known.held, (player, there)
        left = held.get(key)
        if left is None:
            left = held[key] = removals(self._game, self._game.sides[player], there)[0]
        return left

    def _gone_of(self, player: int, there: Force) -> list[tuple[Holdings, Number]]:
        """Return what a player may have who retreats with these ships, with the chances."""
        game, side, key = self._game, self._game.sides[player], (player, there)
        if key not in self._gone:
            game.note("78.7", f"If {side.name} retreats, the ships that can move leave.")
            found = self._retreated(side, self._as_it_is(player, there))
            self._gone[key] = [(self._held(player, left), chance) for left, chance in found]
        return self._gone[key]

    def _retreated(self, side: Side, holdings: Holdings) -> list[tuple[Holdings, Number]]:
        """Return what a player's retreat with these units may leave them, with the chances."""
        game, known = self._game, self._known.retreated
        key = side.index, holdings, rolls_for_rift(game, self._combat.state, side)  # it only looks at planets
        if key not in known:
            behind, going = departure(game, side, holdings)
            arrived = through_rift(game, side, going) if key[2] else {going: game.one}
            known[key] = [
                (behind.put(ADJACENT, joined(behind.adjacent, new)), chance) for new, chance in arrived.items()
            ]
        return known[key]


_FOUGHT = (ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT)
"""The steps of a space combat: what acts in none of them waits."""


class SpaceCombat(NamedTuple):
    """A space combat that a position leads to."""

    game: Game
    """The game in which it is fought."""
    state: State
    pair: tuple[int, int]
    """The attacker's and the defender's index."""
    raised: list[Raised]
    """The ships that fight it with other values."""
    kept: UsedEffects
    """What is used up and acts later alone."""

    @property
    def around(self) -> Hashable:
        """What has to be the same for combats to be fought as one."""
        state = self.state.put_each(self.pair, SPACE, ((), ())).having_spent(())
        return id(self.game.memory), state, self.pair, tuple(self.raised), self.kept

    @property
    def setting(self) -> CombatSetting:
        """Where it is fought, with the barrage before it."""
        sacrificed = sacrifices(self.game, self.state, self.pair)
        return CombatSetting(self.game, SPACE_COMBAT, SPACE, self.pair, _barrage(self.game), sacrificed)

    def fought_from(self, positions: Positions) -> Fought:
        """Return how combats that are fought as one end, from their positions."""
        alone = self.game.scenario.step == SPACE_COMBAT
        return fight_out(self.setting, positions, _note_rules if alone else None)


def space_combat_of(game: Game, state: State) -> SpaceCombat | None:
    """Return the space combat that a position leads to, None where no two players have ships there (78.1)."""
    pair = combatants(game, state)
    if pair is None:
        return None
    if len(game.sides) > 2 and sum(1 for side in game.sides if side.has_ships(state)) > 2:
        raise fault("players", "three players have ships in the active system; a space combat has two sides")
    fighting, ready, raised = raise_ships(game, state, pair)
    cast = recast(fighting, ready, SPACE_COMBAT)
    ready = called_up(cast, ready)
    defender = pair[1]  # whose effects come after those of the attacker
    there = ready.at(defender, SPACE)
    if (aside := put_aside(cast, there, defender)) is not there:
        ready = ready.put(defender, SPACE, aside)
    if game.scenario.step != SPACE_COMBAT:
        one, other = (game.sides[player].name for player in pair)
        game.note("78.1", f"Both {one} and {other} have ships there: they fight a space combat until it ends.")
    acting = {(side.index, effect.slug) for step in _FOUGHT for side, effect in game.active_effects(step)}
    used = tuple([each for each in ready.spent if each[:2] in acting])
    kept = tuple([each for each in ready.spent if each[:2] not in acting])
    return SpaceCombat(cast, ready.having_spent(used), pair, raised, kept)


class SpaceCombatStage(JointStage):
    """The stage in which the space combat is fought to its end, if there is one to fight."""

    def __init__(self, game: Game) -> None:
        """Prepare for any positions of the game."""
        self.game = game
        self._known: dict[State, Positions] = {}
        """By position: how the combat ends; what comes before it often leads to the same."""

    def __call__(self, state: State) -> Iterator[Branch]:
        """Fight it from one position."""
        if state not in self._known:
            self._known[state] = self.together({state: self.game.one})
        for after, mass in self._known[state].items():
            yield Branch(mass, [after])

    @cites("78.1")
    def together(self, now: Positions) -> Positions:
        """Fight it from these positions: those that differ in ships and in what is used up alone as one combat."""
        after: Positions = {}
        combats: dict[Hashable, tuple[SpaceCombat, Positions]] = {}
        known = _Known()
        for state, mass in now.items():
            if ready := space_combat_of(self.game, state):
                positions = combats.setdefault(ready.around, (ready, {}))[1]
                positions[ready.state] = positions.get(ready.state, 0) + mass
            else:
                left = without_blockaded_docks(self.game, state)
                after[left] = after.get(left, 0) + mass
        for ready, positions in combats.values():
            combat = ready.fought_from(positions)
            if not any(roll.ability == COMBAT for roll in self.game.rolls):
                note_first_rolls(combat.fight, combat.start)
            after_combat = AfterSpaceCombat(self.game, combat.fight, ready, known)
            for combat_state, mass in combat.final.items():
                for ended, part in after_combat(combat_state):
                    after[ended] = after.get(ended, 0) + mass * part
        return after


def _note_rules(fight: Fight, start: Distribution[CombatState]) -> None:
    fight.keep_rolls(likeliest(start), "78.5")
    for side in fight.sides:
        fight.game.note("78.6", f"{side.name} assigns the hits to ships, or cancels them with Sustain Damage.")


def solve(game: Game) -> Solution:
    """Solve a space combat: who wins, what is left, and how it goes round by round.

    Raises ScenarioError for a fleet over capacity, or three fleets.
    """
    if problems := list(problems_at_start(game)):
        raise ScenarioError(problems)
    ready = space_combat_of(game, game.start)
    if ready is None:
        game.warn("At most one player has ships in the system, so there is no space combat.")
        final = {without_blockaded_docks(game, game.start): game.one}
        return summarize(game, final, no_ships(game))
    combat = ready.fought_from({ready.state: game.one})
    game.note("78.8", "Combat rounds continue until one side has no ships left or has retreated.")
    planets = planets_of(game)
    after_combat = AfterSpaceCombat(game, combat.fight, ready)
    ends = {combat_state: after_combat(combat_state) for combat_state in combat.final}
    left = ((end, mass * part) for combat_state, mass in combat.final.items() for end, part in ends[combat_state])
    final = positions(repaired_beyond(game, SPACE_COMBAT, left, planets))
    solution = summarize(game, final, no_ships(game))
    solution.winner = shares(combat)
    if game.scenario.rounds:

        def left_after(combat_state: CombatState) -> list[tuple[list[Force], Number]]:
            found = []
            for end, part in ends.get(combat_state) or after_combat(combat_state):
                forces = []
                for player in ready.pair:
                    arrived = without(end.at(player, ADJACENT), game.start.at(player, ADJACENT))
                    forces.append(joined(end.at(player, SPACE), arrived))
                found.append((forces, part))
            return found

        solution.rounds = round_table(combat, game.scenario.rounds, left_after)
        for ship in ready.raised:
            ship.rename(solution.rounds, game.sides[ship.player].name)
    solution.choices = choices(combat)
    return solution


_SHIPS = "Ships in the active system, and the fighters and ground forces that they carry."

declare(
    Step(
        slug=SPACE_COMBAT,
        title="Space Combat",
        topic="space-combat",
        question="Who wins the battle in space, and what is left?",
        solve=solve,
        clauses=_CLAUSES,
        parts=(ANTI_FIGHTER_BARRAGE_STEP,),
        offers=tuple(
            Offer(role=role, area="space", label="Ships", hint=_SHIPS, units=lambda u: not u.is_structure)
            for role in (ACTIVE, OTHER)
        ),
        inputs=RETREAT,
        policies=("assign",),
        fields=("rounds", "stop_after", "system", "ask"),
        rulings=(rulings.ALL_OR_NONE,),
        least_players=2,
        most_players=2,
        example={
            "step": SPACE_COMBAT,
            "rounds": 6,
            "players": [
                {"name": "Red", "space": {"dreadnought": 2, "cruiser": 1}},
                {"name": "Blue", "space": {"dreadnought": 1, "destroyer": 2, "carrier": 1, "fighter": 3}},
            ],
        },
    )
)
