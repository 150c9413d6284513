"""Ground combat (42): the active player's ground forces on a planet fight another player's to the end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from mecatol.domain.clauses import cites
from mecatol.domain.editions import EDITIONS, THUNDERS_EDGE, in_force
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ACTIVE, GROUND_COMBAT, OTHER, SPACE_CANNON_DEFENSE
from mecatol.domain.units import BOMBARDMENT, planet_name
from mecatol.effects.model import Window
from mecatol.errors import fault
from mecatol.game.coexisting import only_coexist
from mecatol.game.labels import Labels
from mecatol.game.model import Game, Side
from mecatol.game.recast import gone_back, landed
from mecatol.game.stages import Branch, JointStage, Positions
from mecatol.game.state import Force, State
from mecatol.probability.dice import Distribution, Number, likeliest
from mecatol.rules.combat.ending import note_first_rolls, positions, without_used_cards
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.outcome import CombatSetting, Fought, choices, fight_out, round_table, shares
from mecatol.rules.combat.recovery import repaired_beyond
from mecatol.rules.combat.state import CombatState
from mecatol.rules.landing.bombardment_after_rounds import (
    bombarding_after_rounds,
    bombards_after_rounds,
    seen_after_rounds,
)
from mecatol.rules.landing.bombardment_before_rounds import bombarding_before_rounds, with_opening
from mecatol.rules.landing.reinforcing import beginning_with, ending_with, opening_with, with_reward, without_arrivals
from mecatol.scenario.step import Offer, Step, declare
from mecatol.solution.model import Solution, listed, no_ground_forces, summarize

_CLAUSES = ("42.1", "42.1.a", "42.2", "42.3", "42.4", "42.4.a", "42.4.b", "42.4.c", "42.4.d")


def _fights(side: Side, state: State, planet: str) -> bool:
    there = [unit for unit, _, _ in state.at(side.index, planet)]
    return not side.ground_forces.isdisjoint(there) and not only_coexist(side, state, planet)


def _there(game: Game, state: State, planet: str) -> list[int]:
    """Return the others who have ground forces on a planet; the player who is said to control it comes first."""
    there = [side for side in game.sides[1:] if _fights(side, state, planet)]
    return [side.index for side in sorted(there, key=lambda side: planet not in side.player.controls)]


def coexist(game: Game, planet: str) -> bool:
    """Tell whether several players other than the active one begin with ground forces on a planet."""
    return len(_there(game, game.start, planet)) > 1


@cites("49.4")
def defender_on(game: Game, state: State, planet: str) -> int | None:
    """Return the player who defends a planet against the active player, None where nobody has ground forces to fight.

    Of several, who coexist, it is who is said to control the planet, or else the first. Raises ScenarioError where
    several are there in an edition without coexistence.
    """
    if not _fights(game.sides[0], state, planet):
        return None
    there = _there(game, state, planet)
    if len(there) > 1 and not in_force(game.edition, THUNDERS_EDGE):
        names = listed([game.sides[player].name for player in there])
        message = (
            f"{names} have ground forces there, and only {EDITIONS[THUNDERS_EDGE]} has coexistence; name one defender"
        )
        raise fault(f"players.{there[1]}.planets.{planet}", message)
    return there[0] if there else None


def _warn_of_guests(game: Game, state: State, planet: str) -> None:
    """Say who controls a planet on which several coexist, or is taken to, and that the others are not fought."""
    there = [game.sides[player] for player in _there(game, state, planet)]
    first, *others = (side.name for side in there)
    if others:
        verb = "coexists" if len(others) == 1 else "coexist"
        known = planet in there[0].player.controls
        assumed = f"{first} comes before {listed(others)}, so {first} is assumed to control"
        game.warn(
            f"{f'{first} controls' if known else assumed} {planet_name(planet)}, where {listed(others)} {verb}: "
            f"{game.sides[0].name} fights {first} there and nobody after."
        )


def seen_beyond(game: Game) -> Callable[[State], tuple[Hashable, Hashable]]:
    """Return what Space Cannon Defense and ground combats see beyond their planet, apart what bombards after rounds."""
    looks = [
        (held.side.index, held.window.elsewhere)
        for step in (SPACE_CANNON_DEFENSE, GROUND_COMBAT)
        for held in game.windows(step, Window)
        if held.window.elsewhere
    ]
    ships = seen_after_rounds(game)
    return lambda state: (tuple([look(state.players[player]) for player, look in looks]), ships(state))


def combat_on(game: Game, positions: Positions, planet: str) -> Fought | None:
    """Return the ground combat on a planet, None where there is none.

    Several positions differ in nothing but the forces of the two who fight it.
    """
    state = next(iter(positions))
    defender = defender_on(game, state, planet)
    if defender is None:
        return None
    alone = game.scenario.step == GROUND_COMBAT
    _warn_of_guests(game, state, planet)
    if not alone:
        one, other = game.sides[0].name, game.sides[defender].name
        coexisting = any(game.sides[0].player.stationed.get(planet, {}).values())
        freely = f" Assumed: {one} starts it, instead of letting them coexist." if coexisting else ""
        game.note("49.4", f"{one} and {other} fight a ground combat on {planet_name(planet)} until it ends.{freely}")
    return fight_out(setting_on(game, state, planet, defender), positions, _note_rules if alone else None)


def setting_on(game: Game, state: State, planet: str, defender: int) -> CombatSetting:
    """Return where the ground combat on a planet is fought from a position, against this player."""
    after_round = ending_with(
        game, state, planet, (0, defender), bombarding_after_rounds(game, state, planet, defender)
    )
    opening = bombarding_before_rounds(game, state, planet, (0, defender))
    opening = opening_with(game, state, planet, (0, defender), opening)
    return CombatSetting(
        game, GROUND_COMBAT, planet, (0, defender), opening(1) if opening else (),
        with_opening(game, after_round, opening), beginning_with(game, state, planet, (0, defender)),
    )  # fmt: skip


def after_combat_on(fight: Fight, state: State, left: CombatState) -> State:
    """Return the position after a ground combat that was fought from one has left this."""
    after = state.put_each(fight.players, fight.place, left.forces)
    after = with_reward(fight, left, after.having_spent(left.spent))
    return without_arrivals(fight.game, after)


def _note_rules(fight: Fight, start: Distribution[CombatState]) -> None:
    fight.keep_rolls(likeliest(start), "42.1")
    where = planet_name(fight.place)
    fight.game.note("42.2", f"Both sides assign the hits to ground forces on {where}; mechs may sustain.")


class GroundCombatStage(JointStage):
    """The stage in which the ground combat on one planet is fought to its end, if there is one."""

    def __init__(self, game: Game, planet: str) -> None:
        """Prepare for any positions of the game."""
        self.game, self.planet = game, planet
        self._known: dict[Hashable, Fought | None] = {}
        """By what decides how it ends: the combat, None where there is none."""
        self._told = False
        """Whether the rolls of a combat are kept."""
        self._beyond = seen_beyond(game)
        self._stopped: dict[Hashable, Labels | None] = {}
        """By what is seen beyond the planet: what is to be noted where no ship bombards after the rounds, else None."""

    def _decides(self, state: State) -> Hashable:
        """Return what of a position decides how the combat ends: which ships are there only where they take part."""
        there = tuple([holdings.at(self.planet) for holdings in state.players])
        looks, ships = self._beyond(state)
        return there, state.spent, looks, ships if self._why_none_bombards(state) is None else ()

    def _why_none_bombards(self, state: State) -> Labels | None:
        """Return what is to be noted where no ship bombards after the rounds, None where some do."""
        key = self._beyond(state), state.spent
        if key not in self._stopped:
            defender = defender_on(self.game, state, self.planet)
            held = without_used_cards(self.game, state.spent)
            after_round, labels = self.game.labelled(
                lambda: defender and bombarding_after_rounds(held, state, self.planet, defender)
            )
            self._stopped[key] = None if after_round else labels
        return self._stopped[key]

    def _fought(self, positions: Positions) -> Fought | None:
        """Return the combat that is fought from these positions, the rolls of the first one kept."""
        combat = combat_on(without_used_cards(self.game, next(iter(positions)).spent), positions, self.planet)
        if combat and not self._told:
            note_first_rolls(combat.fight, combat.start)
            self._told = True
        return combat

    def _ends(self, combat: Fought, state: State) -> Iterator[tuple[State, Number]]:
        """Yield how a combat leaves a position in which it was fought, with the chances."""
        for combat_state, mass in combat.final.items():
            yield after_combat_on(combat.fight, state, combat_state), mass

    @cites("42.3", "42.4", "42.4.c", "42.4.d")
    def __call__(self, state: State) -> Iterator[Branch]:
        """Fight it from one position."""
        key = self._decides(state)
        if key not in self._known:
            self._known[key] = self._fought({state: self.game.one})
        self.game.say(self._why_none_bombards(state) or ())
        if combat := self._known[key]:
            for after, mass in self._ends(combat, state):
                yield Branch(mass, [after])
        else:
            yield Branch(self.game.one, [state])

    def together(self, now: Positions) -> Positions:
        """Fight it from these positions."""
        return self.each([now])[0]

    def each(self, starts: Sequence[Positions]) -> list[Positions]:
        """Fight it from these: as one combat for all that is the same around it, or once for each two forces.

        Whichever are fewer.
        """
        after: list[Positions] = [{} for _ in starts]
        alike: dict[tuple[int, State], Positions] = {}
        bombards = bombards_after_rounds(self.game)  # then it matters before each round what is there
        forces: tuple[Force, ...] = ()
        """What takes the place of the forces of the two who fight, to see what is the same around them."""
        for number, now in enumerate(starts):
            for state, mass in now.items():
                defender = defender_on(self.game, state, self.planet)
                if defender is None:
                    after[number][state] = mass
                    continue
                pair, around = (0, defender), state
                if not bombards:
                    forces = forces or tuple([state.at(player, self.planet) for player in pair])
                    around = state.put_each(pair, self.planet, forces)
                alike.setdefault((number, around), {})[state] = mass
        by_itself = [(number, state) for (number, _), positions in alike.items() for state in positions]
        if len(alike) > 1 and len(alike) >= len({self._decides(state) for _, state in by_itself}):
            for number, state in by_itself:
                mass = starts[number][state]
                for branch in self(state):
                    end = branch.options[0]
                    after[number][end] = after[number].get(end, 0) + mass * branch.probability
            return after
        fought = [(number, around, self._fought(positions)) for (number, around), positions in alike.items()]
        for number, around, combat in fought:
            for end, mass in self._ends(combat, around) if combat else ():
                after[number][end] = after[number].get(end, 0) + mass
        return after


def planets_of(game: Game) -> list[str]:
    """Return the planets on which somebody has units, in the order of the scenario, then those named without any."""
    found: dict[str, None] = {}
    for holdings in game.start.players:
        found.update(dict.fromkeys(planet for planet, _ in holdings.planets))
    for side in game.sides:
        found.update(dict.fromkeys(side.player.planets))
    return list(found)


def solve(game: Game) -> Solution:
    """Solve the ground combat on one planet.

    Raises ScenarioError if ground forces of both sides meet on no planet, or on several.
    """
    game = landed(game)
    fields = [planet for planet in planets_of(game) if defender_on(game, game.start, planet) is not None]
    if len(fields) > 1:
        where = listed([*map(planet_name, fields)])
        raise fault("players.0.planets", f"ground combats on {where}: solve one at a time, or an invasion")
    if not fields:
        game.warn("No planet has ground forces of two players, so there is no ground combat.")
        return summarize(game, {game.start: game.one}, [])
    planet = fields[0]
    combat = combat_on(game, {game.start: game.one}, planet)
    assert combat
    game.note("42.3", "Combat rounds continue until one side has no ground forces left.")
    stopped = game.scenario.stop_after is not None
    places = [SPACE, *(other for other in planets_of(game) if other != planet)]
    left = [
        (without_arrivals(game, with_reward(combat.fight, combat_state, combat.fight.position(combat_state))), mass)
        for combat_state, mass in combat.final.items()
    ]
    ends = zip(combat.final, repaired_beyond(game, GROUND_COMBAT, left, places), strict=True)
    final = positions(
        (position if stopped and not combat.fight.is_over(combat_state) else gone_back(game, position, planet), mass)
        for combat_state, (position, mass) in ends
    )
    conditions = [
        condition for player in combat.fight.players for condition in no_ground_forces(game, player, [planet])
    ]
    solution = summarize(game, final, conditions)
    solution.winner = shares(combat)
    if game.scenario.rounds:
        solution.rounds = round_table(combat, game.scenario.rounds)
    solution.choices = choices(combat)
    return solution


declare(
    Step(
        slug=GROUND_COMBAT,
        title="Ground Combat",
        topic="ground-combat",
        question="Who wins the battle on the planet, and what is left?",
        solve=solve,
        clauses=_CLAUSES,
        offers=(
            Offer(
                role=ACTIVE,
                area="space",
                label="Ships above",
                hint="They matter only where a faction bombards during the combat.",
                units=lambda u: u.has(BOMBARDMENT),
            ),
            *(
                Offer(
                    role=role,
                    area="planets",
                    label="Ground forces",
                    hint="Ground forces on the planet, and structures that help them.",
                    units=lambda u: u.is_ground_force or u.is_structure,
                )
                for role in (ACTIVE, OTHER)
            ),
        ),
        reads=("stationed",),
        policies=("assign",),
        fields=("rounds", "stop_after", "ask"),
        least_players=2,
        most_players=2,
        example={
            "step": GROUND_COMBAT,
            "rounds": 6,
            "players": [
                {"name": "Red", "planets": {"abaddon": {"infantry": 4}}},
                {"name": "Blue", "planets": {"abaddon": {"infantry": 3}}},
            ],
        },
    )
)
