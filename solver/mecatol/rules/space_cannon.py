"""Space Cannon (77): offense at ships after movement, defense at ground forces that land."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import ACTIVE, OTHER, SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE
from mecatol.domain.units import SPACE_CANNON, Unit, planet_name
from mecatol.errors import Problem, ScenarioError
from mecatol.game.coexisting import coexisting
from mecatol.game.labels import Rolled
from mecatol.game.model import Game, Side
from mecatol.game.moment import Moment
from mecatol.game.recast import landed
from mecatol.game.stages import Branch, Stage, play
from mecatol.game.state import Force, State, force, joined, without
from mecatol.probability.dice import roll
from mecatol.rules.capacity.blockade import with_blockades
from mecatol.rules.capacity.carrying import problems_at_start, removals, removals_of
from mecatol.rules.hits.assignment import victims
from mecatol.rules.hits.margin import margins
from mecatol.rules.hits.rolled import assign_rolled
from mecatol.rules.hits.taken_along import taken_along
from mecatol.rules.last_ship import after_last_ship, landing_by_loss
from mecatol.rules.rolls.gathering import describe, gather, spend
from mecatol.scenario.step import Offer, Step, declare
from mecatol.solution.model import Solution, hits_by_player, no_ground_forces, no_ships, summarize, worth


def _ground_forces(side: Side, units: Force) -> int:
    return sum(s.total for s in units if side.units[s.unit].is_ground_force)


def _shoot(
    moment: Moment,
    places: tuple[str, ...],
    eligible: Callable[[Unit], bool],
    settle: Callable[[State], list[State]],
) -> Iterator[Branch]:
    """Roll one player's Space Cannon, and yield what the target may be left with for each number of hits.

    `settle` says what follows the assignment at once, such as removing units in excess of capacity.
    """
    game, state = moment.game, moment.state
    shooter, target = game.sides[moment.player], game.sides[moment.target]
    dice = gather(moment, places)
    if not dice:
        yield Branch(game.one, settle(state), moment.target)
        return
    in_space = moment.place == SPACE
    rolled = describe(moment, dice)
    game.note("77.3" if in_space else "77.7", rolled if in_space else f"{rolled[:-1]}, on {planet_name(moment.place)}.")
    chances = game.chances(roll(dice))
    game.rolled(Rolled(shooter.name, target.name, moment.place, SPACE_CANNON, dice, tuple(chances)))
    if len(chances) > 1 and in_space:
        game.note("77.5.a" if moment.player else "77.5.b", f"{shooter.name}’s hits go to {target.name}’s ships.")
        game.note("77.5", f"{target.name} assigns the hits to ships; excess hits are lost.")
    elif len(chances) > 1:
        game.note(
            "77.8",
            f"{target.name} assigns the hits to ground forces on {planet_name(moment.place)}; excess hits are lost.",
        )
    moment = moment.at(spend(moment, dice))
    yield from assign_rolled(moment, chances, dice, victims(moment, eligible, ground=not in_space), settle)


@cites("77.1", "77.5.a", "77.5.b")
def _target(game: Game, shooter: Side, state: State) -> Side | None:
    """Return whom a player shoots at: the active player, who in turn chooses somebody with ships in the system."""
    if shooter.index:
        return game.sides[0]
    wanted = shooter.policy.target
    for side in game.sides[1:]:
        if side.has_ships(state) and wanted in (None, side.name):
            return side
    return None


def _tell_default(game: Game, shooter: Side, target: Side) -> None:
    """Enter into the trace whom the active player shoots at where several could be and the scenario names none."""
    could = [side.name for side in game.sides[1:] if side.has_ships(game.start)]
    if not shooter.index and len(could) > 1 and shooter.policy.target is None:
        others = " or ".join(could)
        game.note("77.5.b", f"{shooter.name} may target {others}. You named no target, so it is {target.name}.")


def _unlawful_target(game: Game) -> Iterator[Problem]:
    """Yield a problem if the player whom the active player is to shoot at cannot be chosen (77.5.b)."""
    active = game.sides[0]
    wanted = active.policy.target
    lawful = [side.name for side in game.sides[1:] if side.has_ships(game.start)]
    if wanted is not None and wanted not in lawful:
        where = "players.0.policy.target" if "target" in active.player.policy else "policy.target"
        allowed = f"Allowed: {', '.join(lawful)}" if lawful else "nobody has"
        message = f"{wanted!r} is not another player with ships in the active system. {allowed}."
        yield Problem(where, message, wanted, lawful[0] if len(lawful) == 1 else None)


@cites("77.2", "77.3", "77.3.a", "77.3.b", "77.3.c", "77.3.d", "77.4", "77.5")
def _offense_of(game: Game, shooter: Side) -> Stage:
    """Return the stage in which one player uses Space Cannon Offense."""
    target = _target(game, shooter, game.start)

    def settle(before: State, state: State) -> list[State]:
        assert target
        state = after_last_ship(game, SPACE_CANNON_OFFENSE, target.index, before, state)
        ways = removals(game, target, state.players[target.index])
        return [state.with_holdings(target.index, holdings) for holdings in ways]

    def after(moment: Moment) -> Callable[[State], list[State]]:
        return lambda state: [way for fallen in _felled(moment, state) for way in settle(moment.state, fallen)]

    def stage(state: State) -> Iterator[Branch]:
        if target is None:
            yield Branch(game.one, [state])
        elif shooter.declines(SPACE_CANNON):
            game.note("77.2", f"{shooter.name} declines to use Space Cannon.")
            yield Branch(game.one, [state])
        else:
            moment = Moment(game, state, SPACE_CANNON_OFFENSE, SPACE_CANNON, shooter.index, target.index, SPACE)
            _tell_default(game, shooter, target)
            places = (SPACE, *(planet for planet, _ in state.players[shooter.index].planets), ADJACENT)
            yield from _shoot(moment, places, lambda unit: unit.is_ship, after(moment))

    return stage


def _felled(moment: Moment, state: State) -> list[State]:
    """Return the position after ships that were destroyed have taken all others with them, if an effect says so.

    Players other than the target then give up what exceeds their capacity, in every way that they may.
    """
    game = moment.game
    fallen = taken_along(moment, state)
    if fallen is state:
        return [state]
    others = [side for side in game.sides if side.index != moment.target]
    for each in others:
        fallen = after_last_ship(game, SPACE_CANNON_OFFENSE, each.index, moment.state, fallen)
    return removals_of(game, others, fallen)


def offense_stages(game: Game) -> list[Stage]:
    """Return the stages of Space Cannon Offense: each player in turn, the active player first, then clockwise."""
    return with_blockades(game, [_offense_of(game, shooter) for shooter in game.sides])


def offense_problems(game: Game) -> list[Problem]:
    """Return what the rules refuse in a scenario with Space Cannon Offense."""
    return [*_unlawful_target(game), *problems_at_start(game)]


def solve_offense(game: Game) -> Solution:
    """Solve Space Cannon Offense: who loses which ships before the space combat.

    Raises ScenarioError for more in space than capacity holds.
    """
    if problems := offense_problems(game):
        raise ScenarioError(problems)
    active = game.sides[0]
    if not active.has_ships(game.start):
        game.warn(f"{active.name} has no ships in the system: the other players' hits have no target.")
    game.note("77.2", "Players may use Space Cannon in turn: the active player first, then clockwise.")
    final = play(game, offense_stages(game), game.start, worth(game))
    solution = summarize(game, final, no_ships(game))
    solution.hits = hits_by_player(game, final)
    solution.choices = margins(game, final, offense_stages)
    return solution


def _stationed(game: Game, planet: str) -> Force:
    """Return the active player's ground forces on a planet that were there before this landing."""
    on_planet = game.start.at(0, planet)
    counts = game.sides[0].player.stationed.get(planet, {})
    damaged = {s.unit: min(s.damaged, counts.get(s.unit, 0)) for s in on_planet}
    return force(counts, damaged)


@cites("77.8.a", "49.3")
def _safe(game: Game, planet: str) -> Force:
    """Return the ground forces that Space Cannon Defense cannot hit: under one reading, those not just committed."""
    if game.ruling(rulings.DEFENSE_VICTIMS) == "on-planet":
        return ()
    safe = _stationed(game, planet)
    if safe:
        game.note(
            "77.8.a",
            f"Only units committed to {planet_name(planet)} can be hit; those stationed there before are safe.",
        )
    return safe


_LONE = {"pds": "63.4", "space-dock": "79.4"}
"""Structures that enemy ground forces destroy where none of their owner's are, with the clause that says so."""


@cites("63.4", "79.4")
def _without_lone_structures(game: Game, state: State, owner: Side, planet: str) -> State:
    """Return the position after a player's structures that stand alone beside enemy ground forces are destroyed."""
    own, active = state.at(owner.index, planet), game.sides[0]
    landed = tuple(s for s in state.at(0, planet) if not active.units[s.unit].is_fighter)  # none of their ground forces
    if _ground_forces(owner, own) or not _ground_forces(active, landed):
        return state
    return state.put(owner.index, planet, tuple(s for s in own if owner.units[s.unit].type not in _LONE))


@cites("77.6", "77.7", "77.7.a", "77.7.b", "77.7.c", "77.7.d", "77.8")
def _defense_of(game: Game, shooter: Side, planet: str) -> Stage:
    """Return the stage in which one player uses Space Cannon Defense on one planet."""
    safe = _safe(game, planet)

    def landed(state: State) -> State:
        after = _without_lone_structures(game, state, shooter, planet)
        if after is state:
            return state
        for gone in without(state.at(shooter.index, planet), after.at(shooter.index, planet)):
            unit = shooter.units[gone.unit]
            verb = "is" if gone.total == 1 else "are"
            text = f"{shooter.name}’s {unit.name} on {planet_name(planet)}, left alone with enemy ground forces, {verb}"
            game.note(_LONE[unit.type], f"{text} destroyed.")
        return after

    def settle(state: State) -> list[State]:
        return [landed(state.put(0, planet, joined(state.at(0, planet), safe)) if safe else state)]

    surely = planet in _invaded(game)
    before = _ground_forces(game.sides[0], _stationed(game, planet))

    def stage(state: State) -> Iterator[Branch]:
        landing = _ground_forces(game.sides[0], state.at(0, planet)) - coexisting(state, 0, planet)
        if not surely and landing <= before:
            yield Branch(game.one, [state])
            return
        if game.ruling(rulings.LONE_PDS) != "fires-first":
            state = landed(state)
        if shooter.declines(SPACE_CANNON, planet):
            game.note("77.6", f"{shooter.name} declines to use Space Cannon on {planet_name(planet)}.")
            yield Branch(game.one, [landed(state)])
            return
        state = state.put(0, planet, without(state.at(0, planet), safe)) if safe else state
        moment = Moment(game, state, SPACE_CANNON_DEFENSE, SPACE_CANNON, shooter.index, 0, planet)
        yield from _shoot(moment, (planet,), lambda unit: unit.is_ground_force, settle)

    return stage


@cites("77.6")
def _invaded(game: Game) -> list[str]:
    """Return the planets to which the active player has committed ground forces."""
    active = game.sides[0]
    return [
        planet
        for planet, units in game.start.players[0].planets
        if _ground_forces(active, without(units, _stationed(game, planet)))
    ]


def defense_stages(game: Game, planets: Sequence[str] | None = None) -> list[Stage]:
    """Return the stages of Space Cannon Defense: planet by planet, the other players clockwise.

    `planets` are those on which ground forces may have landed by then; by default those where the scenario has them.
    """
    by_loss = landing_by_loss(game)
    return [
        _defense_of(game, shooter, planet)
        for planet in (_invaded(game) if planets is None else planets)
        for shooter in game.sides[1:]
        if game.start.at(shooter.index, planet)
        or planet in shooter.player.controls  # a planet may fire itself
        or planet in by_loss.get(shooter.index, ())
    ]


def solve_defense(game: Game) -> Solution:
    """Solve Space Cannon Defense: which of the ground forces that land are left for ground combat."""
    game = landed(game)
    invaded = _invaded(game)
    if not invaded:
        game.warn(f"{game.sides[0].name} commits no ground forces to a planet: nobody can use Space Cannon Defense.")
    game.note("77.6", "After ground forces are committed, the other players may use Space Cannon on those planets.")
    final = play(game, defense_stages(game), game.start, worth(game))
    solution = summarize(game, final, no_ground_forces(game, 0, invaded))
    solution.hits = hits_by_player(game, final)
    solution.choices = margins(game, final, defense_stages)
    return solution


def _shoots(unit: Unit) -> bool:
    return unit.type == "space-dock" or (unit.has(SPACE_CANNON) and not unit.is_ship)


def _reaches(unit: Unit) -> bool:
    return bool(unit.space_cannon and unit.space_cannon.deep) or unit.type == "space-dock"


def _in_space(unit: Unit) -> bool:
    return bool(unit.capacity) or not unit.is_structure


_IN_SPACE = "Ships in the active system, and the fighters and ground forces that they carry."

declare(
    Step(
        slug=SPACE_CANNON_OFFENSE,
        title="Space Cannon Offense",
        topic="space-cannon",
        question="What does Space Cannon do to the ships that arrive?",
        solve=solve_offense,
        clauses=("77.1", "77.2", "77.3", "77.3.a", "77.3.b", "77.3.c", "77.3.d", "77.4", "77.5", "77.5.a", "77.5.b"),
        offers=(
            Offer(role=ACTIVE, area="space", label="Ships", hint=_IN_SPACE, units=_in_space),
            Offer(
                role=ACTIVE, area="planets", label="On planets here",
                hint="Units on the system's planets that can fire.", units=_shoots,
            ),
            Offer(
                role=ACTIVE, area="adjacent", label="In adjacent systems",
                hint="Only units whose text reaches an adjacent system take part.", units=_reaches,
            ),
            Offer(role=OTHER, area="space", label="Ships", hint=_IN_SPACE, units=_in_space),
            Offer(
                role=OTHER, area="planets", label="On planets here",
                hint="Units on the system's planets that can fire.", units=_shoots,
            ),
            Offer(
                role=OTHER, area="adjacent", label="In adjacent systems",
                hint="Only units whose text reaches an adjacent system take part.", units=_reaches,
            ),
        ),
        fields=("system", "ask"),
        policies=("assign",),
        rulings=(rulings.ALL_OR_NONE,),
        example={
            "step": SPACE_CANNON_OFFENSE,
            "players": [
                {"name": "Red", "space": {"carrier": 1, "fighter": 2, "infantry": 2}},
                {"name": "Blue", "planets": {"abaddon": {"pds": 2}}},
            ],
        },
    )
)  # fmt: skip

declare(
    Step(
        slug=SPACE_CANNON_DEFENSE,
        title="Space Cannon Defense",
        topic="space-cannon",
        question="How many of the ground forces that land are left?",
        solve=solve_defense,
        clauses=("77.1", "77.6", "77.7", "77.7.a", "77.7.b", "77.7.c", "77.7.d", "77.8", "77.8.a"),
        offers=(
            Offer(
                role=ACTIVE, area="planets", label="Ground forces by planet",
                hint="Those that land, and those that were there before.", units=lambda u: u.is_ground_force,
            ),
            Offer(
                role=OTHER, area="planets", label="Units by planet",
                hint="PDS and other units that can fire, and ground forces with them.",
                units=lambda u: u.is_ground_force or (u.has(SPACE_CANNON) and not u.is_ship),
            ),
        ),
        fields=("system", "ask"),
        reads=("stationed",),
        policies=("assign",),
        rulings=(rulings.LONE_PDS, rulings.DEFENSE_VICTIMS, rulings.ALL_OR_NONE),
        example={
            "step": SPACE_CANNON_DEFENSE,
            "players": [
                {"name": "Red", "planets": {"abaddon": {"infantry": 3}}},
                {"name": "Blue", "planets": {"abaddon": {"pds": 2, "infantry": 1}}},
            ],
        },
    )
)  # fmt: skip
