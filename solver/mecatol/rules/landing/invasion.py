"""Invasion (49): bombardment, landing, Space Cannon Defense, ground combat, control; planet by planet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ACTIVE, BOMBARDMENT_STEP, GROUND_COMBAT, INVASION, OTHER, SPACE_CANNON_DEFENSE
from mecatol.domain.units import SPACE_CANNON, Unit, is_station, planet_name
from mecatol.effects.model import COMBAT
from mecatol.errors import Problem, ScenarioError
from mecatol.game.coexisting import has_gained, only_coexist
from mecatol.game.model import Game
from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.recast import gone_back, recast, still_recast
from mecatol.game.stages import Certain, PlanetStages, Stage, play
from mecatol.game.state import State, changed, joined, without
from mecatol.probability.dice import total
from mecatol.rules.between_parts import forget
from mecatol.rules.bombardment.ships_seen import ships_seen
from mecatol.rules.bombardment.step import declaration_problems
from mecatol.rules.bombardment.step import stages as bombardment_stages
from mecatol.rules.capacity.blockade import with_blockades
from mecatol.rules.capacity.carrying import problems_at_start
from mecatol.rules.combat.recovery import with_repairs
from mecatol.rules.combat.windows import GainControl, TurnBack
from mecatol.rules.landing.ground_combat import GroundCombatStage, coexist, planets_of, seen_beyond
from mecatol.rules.last_ship import landing_by_loss, placed_with_control
from mecatol.rules.space_cannon import defense_stages
from mecatol.scenario.conditions import CONDITION_MOMENTS
from mecatol.scenario.policy import BEST, Landing
from mecatol.scenario.step import LANDED, Input, Offer, Step, declare
from mecatol.solution.model import Chance, Condition, Solution, asked, listed, summarize, worth

_CLAUSES = (
    "49.1", "49.2", "49.2.a", "49.2.b", "49.2.c", "49.3", "49.4", "49.5", "49.5.a", "49.5.c", "49.5.d",
)  # fmt: skip


def _with_guests(game: Game) -> Game:
    """Return the game in which units that are not ground forces are such where an effect lets them land as if."""
    return recast(game, game.start, GROUND_COMBAT)


def _open_to_landings(game: Game) -> list[str]:
    """Return the planets of the scenario without its space stations, to which nobody can commit ground forces."""
    return [planet for planet in planets_of(game) if not is_station(planet)]


def landing_plan(game: Game) -> Landing:
    """Return how many ground forces the active player commits to which planets, by the policy.

    Without a plan everything in space lands on the first planet on which another player has units, else on the
    first planet of all, in alphabetical order.
    """
    active = game.sides[0]
    plan = active.policy.land
    if plan is not None:
        return plan
    open_to = _open_to_landings(game)
    of_others = {planet for holdings in game.start.players[1:] for planet, there in holdings.planets if there}
    held = [planet for planet in open_to if planet in of_others]
    target = sorted(held or open_to)[:1]
    landing = _with_guests(game).sides[0].units
    kinds = {unit_type: 99 for unit_type, unit in landing.items() if unit.is_ground_force}
    return dict.fromkeys(target, kinds)


def _landing_problems(game: Game) -> Iterator[Problem]:
    """Yield a problem for each planned landing of what is not there."""
    active = game.sides[0]
    plan = active.policy.land or {}
    where = "players.0.policy.land" if "land" in active.player.policy else "policy.land"
    totals: dict[str, int] = {}
    landing = _with_guests(game).sides[0].units
    for planet, counts in plan.items():
        for unit_type, count in counts.items():
            unit = landing.get(unit_type)
            totals[unit_type] = totals.get(unit_type, 0) + count
            there = active.player.space.get(unit_type, 0)
            if count and is_station(planet):
                yield Problem(f"{where}.{planet}", "no ground forces can be committed to a space station", planet)
            elif count and (unit is None or not unit.is_ground_force):
                yield Problem(f"{where}.{planet}.{unit_type}", "only ground forces can be committed to a planet", count)
            elif totals[unit_type] > there:
                message = f"{totals[unit_type]} are to land in all; {active.name} has {there} in space"
                yield Problem(f"{where}.{planet}.{unit_type}", message, count)


def _uncut(game: Game) -> Iterator[Problem]:
    """Yield a problem if combats are to be cut short: what follows them rests on their end."""
    if (rounds := game.scenario.stop_after) is not None:
        message = f"{rounds} would leave combats undecided, and what follows depends on their end; solve one on its own"
        yield Problem("stop_after", message, rounds)


def _searching(game: Game) -> bool:
    """Tell whether anybody searches for what is best."""
    return any(side.policy.searches or side.policy.bombard == BEST for side in game.sides)


def _moment_problems(game: Game) -> Iterator[Problem]:
    """Yield a problem for each condition at a moment on the way if somebody searches: for the end, not for that."""
    for index, condition in enumerate(game.scenario.ask):
        if _searching(game) and condition.get("when") is not None:
            message = "is not answered together with a policy `best`, which depends on the end; name another policy"
            yield Problem(f"ask.{index}.when", message, condition["when"])


@cites("49.2", "49.2.a", "49.2.b", "49.2.c")
def landing_stage(game: Game) -> Certain:
    """Return the stage in which the active player commits ground forces, as far as they are still there."""
    plan = landing_plan(game)
    units = game.sides[0].units
    could = [planet_name(planet) for planet in sorted(_open_to_landings(game))]
    by_default = ""
    if game.sides[0].policy.land is None and len(could) > 1:
        by_default = f"{game.sides[0].name} may commit ground forces to {listed(could, 'or')}."
        by_default += f" You named no planet, so all of them land on {planet_name(next(iter(plan)))}."

    def may_land(state: State, unit_type: str) -> bool:
        return units[unit_type].is_ground_force or still_recast(game, state, GROUND_COMBAT, 0)

    def land(state: State) -> State:
        holdings = state.players[0]
        for planet, counts in plan.items():
            for unit_type, wanted in counts.items():
                there = next((s for s in holdings.space if s.unit == unit_type), None)
                if not there or not wanted or not may_land(state, unit_type):
                    continue
                healthy = min(wanted, there.healthy)
                damaged = min(wanted - healthy, there.damaged)
                if by_default:
                    game.note("49.2", by_default)
                game.note("49.2", f"{game.sides[0].name} commits ground forces to {planet_name(planet)}.")
                holdings = holdings.put(SPACE, changed(holdings.space, unit_type, -healthy, -damaged))
                holdings = holdings.put(planet, changed(holdings.at(planet), unit_type, healthy, damaged))
        return _turned_back(game, state, state.with_holdings(0, holdings), plan)

    return Certain(game, land)


def _turned_back(game: Game, before: State, landed: State, planets: Iterable[str]) -> State:
    """Return the position after effects have sent what was committed to planets back to space."""
    state = landed
    for planet in planets:
        if before.at(0, planet) == landed.at(0, planet):
            continue
        for other in game.sides[1:]:
            moment = Moment(game, state, game.scenario.step, COMBAT, 0, other.index, planet)
            for actor in opened(moment, TurnBack, other.index):
                if actor.window.act(actor.moment, actor.owner) and state.at(0, planet) != before.at(0, planet):
                    actor.note()
                    came = without(landed.at(0, planet), before.at(0, planet))
                    state = actor.spent(state.put(0, planet, before.at(0, planet)))
                    state = state.put(0, SPACE, joined(state.at(0, SPACE), came))
    return state


def return_stage(game: Game, planet: str) -> Certain:
    """Return the stage after the combats in which what landed on a planet without being a ground force goes back."""
    return Certain(game, lambda state: gone_back(game, state, planet))


def _holds(game: Game, state: State, player: int, planet: str) -> bool:
    there = state.players[player].at(planet)
    side = game.sides[player]
    fighting = bool(there) and not side.ground_forces.isdisjoint([unit for unit, _, _ in there])
    return fighting and not only_coexist(side, state, planet)


@cites("49.5", "49.5.d")
def takes(game: Game, planet: str) -> Callable[[State], bool]:
    """Return the test whether the active player gains control of a planet: alone there with ground forces (49.5).

    Where players coexist it is enough that one of them is gone: the active player has fought the one in control.
    """
    others = range(1, len(game.sides))
    before = sum(_holds(game, game.start, other, planet) for other in others)
    most = before - 1 if coexist(game, planet) else 0
    return lambda state: (
        _holds(game, state, 0, planet) and sum(_holds(game, state, other, planet) for other in others) <= most
    )


@cites("49.5", "49.5.a", "49.5.c")
def control_stage(game: Game, planets: list[str]) -> Certain:
    """Return the stage in which control is established: other players' structures there are destroyed."""
    taken = [(planet, takes(game, planet)) for planet in planets]

    def establish(state: State) -> State:
        for planet, is_taken in taken:
            if not is_taken(state):
                continue
            left = (
                "the player in control has no ground forces"
                if coexist(game, planet)
                else "their ground forces are the only ones"
            )
            game.note("49.5", f"{game.sides[0].name} gains {planet_name(planet)} if {left} left.")
            gained = has_gained(state, 0, planet)
            new = () if gained else placed_with_control(game, state, game.sides[0], planet)
            for other in game.sides[1:]:
                if state.at(other.index, planet) and not _holds(game, state, other.index, planet):
                    where = planet_name(planet)
                    game.note("49.5.a", f"If {other.name} loses {where}, its structures there are destroyed.")
                    coexist_there = only_coexist(other, state, planet)
                    there = state.at(other.index, planet)
                    left_there = tuple(s for s in there if coexist_there and s.unit in other.ground_forces)
                    state = state.put(other.index, planet, left_there)
            if new:
                state = state.put(0, planet, joined(state.at(0, planet), new))
        return state

    return Certain(game, establish)


@cites("49.5.c")
def _controlled(game: Game, planet: str) -> bool:
    """Tell whether units of the active player, and nobody's else, have been standing on a planet: nobody gains it."""
    there = game.start.at(0, planet)
    stationed = game.sides[0].player.stationed.get(planet, {})
    landed = any(s.total > stationed.get(s.unit, 0) for s in there)
    return bool(there) and not landed and not any(holdings.at(planet) for holdings in game.start.players[1:])


def _reached(game: Game) -> list[str]:
    """Return the planets on which the active player's units fight or land, those under the player's control too."""
    own = [planet for planet, _ in game.start.players[0].planets if not _controlled(game, planet)]
    return list(dict.fromkeys([*own, *landing_plan(game), *landing_by_loss(game).get(0, ())]))


def landing_planets(game: Game) -> list[str]:
    """Return the planets that the active player may gain in this invasion."""
    return [planet for planet in _reached(game) if not _controlled(game, planet)]


@cites("49.1", "49.3", "49.4")
def invasion_stages(game: Game, until: str | None = None) -> list[Stage]:
    """Return the stages of an invasion, in order, up to a moment (a key of CONDITION_MOMENTS) or to the end."""
    planets = _reached(game)
    landing = landing_stage(game)
    after_bombardment = forget(game, (SPACE_CANNON_DEFENSE, GROUND_COMBAT, game.scenario.step))
    before: list[Stage] = [*bombardment_stages(game), after_bombardment, landing]
    below: list[Stage] = []
    after: list[Stage] = []
    landed = _with_guests(game)
    if until != "landing":
        below += [*defense_stages(landed, planets), forget(game, (GROUND_COMBAT, game.scenario.step))]
    if until is None:
        for planet in planets:
            others = [other for other in planets_of(game) if other != planet]
            below += with_repairs(landed, GROUND_COMBAT, [GroundCombatStage(landed, planet)], others)
        placing = game.windows(game.scenario.step, GainControl)  # what is left to place hangs on what is in space
        (after if placing else below).append(control_stage(game, landing_planets(game)))
        after += [return_stage(game, planet) for planet in planets if landed is not game]
    stages = [*before, *below] if _searching(game) else [_once(game, landed, before, below, landing)]
    return [*with_blockades(game, []), *with_repairs(game, GROUND_COMBAT, stages, [SPACE]), *after]


def _once(game: Game, landed: Game, before: list[Stage], below: list[Stage], landing: Certain) -> PlanetStages:
    """Return an invasion that is played once for fleets that are the same to it, and what follows the landing too."""
    ships, beyond = ships_seen(game), seen_beyond(landed)
    on_planets = PlanetStages(game, below, beyond)
    return PlanetStages(game, [*before, on_planets], lambda state: (ships(state), beyond(state)), landing.act)


def summarize_action(game: Game, stages: Callable[[str | None], list[Stage]], conditions: list[Condition]) -> Solution:
    """Play an action and return its solution, conditions at moments on the way answered from its stages up to there.

    `stages` returns the stages up to a moment, a key of CONDITION_MOMENTS, or all of them for None.
    """
    final = play(game, stages(None), game.start, worth(game))
    solution = summarize(game, final, conditions)
    for moment in CONDITION_MOMENTS:
        if not any(entry.get("when") == moment for entry in game.scenario.ask):
            continue
        with game.silently():
            there = play(game, stages(moment), game.start, worth(game))
        for one in asked(game, there, moment):
            chance = total(mass for state, mass in there.items() if one.holds(state)) * game.one
            solution.chances.append(Chance(one.words, chance, *one[2:]))
    return solution


def invasion_problems(game: Game) -> list[Problem]:
    """Return what the rules refuse in an invasion's scenario."""
    return [
        *_uncut(game),
        *_moment_problems(game),
        *declaration_problems(game),
        *_landing_problems(game),
        *problems_at_start(game),
    ]


def control_conditions(game: Game) -> list[Condition]:
    """Return what is worth asking of an invasion: whether each planet is taken, and all of them."""
    planets = landing_planets(game)
    active = game.sides[0].name
    tests = [takes(game, planet) for planet in planets]
    asking = [(planet_name(planet), test) for planet, test in zip(planets, tests, strict=True)]
    if len(planets) > 1:
        asking.append(("every planet", lambda state: all(test(state) for test in tests)))
    return [Condition(f"{active} takes {what}", test, what) for what, test in asking]


def solve(game: Game) -> Solution:
    """Solve an invasion: which planets are taken, with what left on both sides.

    Raises ScenarioError for bombardments that the rules do not allow, landings of what is not there, and a fleet over
    capacity.
    """
    if problems := invasion_problems(game):
        raise ScenarioError(problems)
    if not _reached(game):
        game.warn("Add the planet you are invading.")
    return summarize_action(game, lambda until: invasion_stages(game, until), control_conditions(game))


def _lands(unit: Unit) -> bool:
    return unit.is_ship or unit.is_ground_force


PLANET_OFFERS = (
    Offer(
        role=ACTIVE,
        area="planets",
        label="Ground forces on planets",
        hint="Already committed; ground forces in space land as planned.",
        units=lambda u: u.is_ground_force,
    ),
    Offer(
        role=OTHER,
        area="planets",
        label="Units by planet",
        hint="Ground forces and structures that defend.",
        units=lambda u: u.is_ground_force or u.is_structure or u.has(SPACE_CANNON),
    ),
)

LANDING = Input(
    role=ACTIVE,
    field="policy.land",
    kind=LANDED,
    label="Ground forces landing here",
    hint="Which ground forces in space land here. If nothing is entered for any planet, all of them land on one.",
    units=lambda u: u.is_ground_force,
)
"""The plan of a landing, planet by planet."""

declare(
    Step(
        slug=INVASION,
        title="Invasion",
        topic="invasion",
        question="Does the landing take the planet?",
        solve=solve,
        clauses=_CLAUSES,
        parts=(BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE, GROUND_COMBAT),
        offers=(
            Offer(
                role=ACTIVE,
                area="space",
                label="Ships and ground forces in space",
                hint="Ships that bombard, and the ground forces that land.",
                units=_lands,
            ),
            *PLANET_OFFERS,
        ),
        inputs=(LANDING,),
        policies=("assign",),
        fields=("system", "ask"),
        rulings=(rulings.LONE_PDS, rulings.DEFENSE_VICTIMS, rulings.ALL_OR_NONE),
        least_players=2,
        example={
            "step": INVASION,
            "players": [
                {"name": "Red", "space": {"dreadnought": 2, "carrier": 1, "infantry": 4}},
                {"name": "Blue", "planets": {"abaddon": {"infantry": 3, "pds": 1}}},
            ],
        },
    )
)
