"""A tactical action (89) from Space Cannon Offense to the control of planets: the steps that stand, composed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.steps import (
    ACTIVE,
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    OTHER,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    TACTICAL_ACTION,
)
from mecatol.domain.units import SPACE_CANNON
from mecatol.errors import ScenarioError
from mecatol.game.model import Game
from mecatol.game.stages import Branch, Certain, JointStage, Positions, Stage, likeliest_first
from mecatol.game.state import State
from mecatol.game.windows import CombatFought
from mecatol.probability.limits import check_positions
from mecatol.rules.between_parts import forget
from mecatol.rules.combat.recovery import with_repairs
from mecatol.rules.landing.ground_combat import planets_of
from mecatol.rules.landing.invasion import (
    LANDING,
    PLANET_OFFERS,
    control_conditions,
    invasion_problems,
    invasion_stages,
    summarize_action,
)
from mecatol.rules.space_cannon import offense_problems, offense_stages
from mecatol.rules.space_combat import SpaceCombatStage
from mecatol.scenario.step import GOING_ALONG, RETREAT, Offer, Step, declare
from mecatol.solution.model import Solution, no_ships

_IN_SPACE = "Ships in the active system, and the fighters and ground forces that they carry."
_NEXT_DOOR = "Only units whose text reaches an adjacent system take part."


class _IfWon(JointStage):
    """An invasion that is skipped where another player's ships are left in the space area."""

    def __init__(self, game: Game, stages: Sequence[JointStage]) -> None:
        self._game, self._stages = game, stages

    def __call__(self, state: State) -> Iterable[Branch]:
        """Do what the stages do from one position."""
        return [Branch(mass, [after]) for after, mass in self.together({state: self._game.one}).items()]

    def together(self, now: Positions) -> Positions:
        """Do it from all of these positions."""
        over: Positions = {}
        on: Positions = {}
        for state, mass in now.items():
            (over if is_lost(self._game, state) else on)[state] = mass
        for stage in self._stages:
            on = stage.together(likeliest_first(stage, on))
            check_positions(len(on))
        return over | on


def is_lost(game: Game, state: State) -> bool:
    """Tell whether another player's ships are left in the space area, so that there is no invasion."""
    return any(side.has_ships(state) for side in game.sides[1:])


def unless_lost(game: Game, stage: Stage, state: State) -> Iterable[Branch]:
    """Do what a stage of the invasion does from one position, nothing where there is no invasion."""
    return [Branch(game.one, [state])] if is_lost(game, state) else stage(state)


def if_won(game: Game, stages: Sequence[Stage]) -> list[Stage]:
    """Return stages of the invasion, skipped while another player's ships are left in the space area.

    Those without options to choose from that follow each other are one: it is settled once who is left.
    """
    found: list[Stage] = []
    for choosing, some in groupby(stages, lambda stage: not isinstance(stage, JointStage)):
        if choosing:
            found += [partial(unless_lost, game, stage) for stage in some]
        else:
            found.append(_IfWon(game, [stage for stage in some if isinstance(stage, JointStage)]))
    return found


def _marked(game: Game) -> list[Stage]:
    """Return the stage that keeps in mind, for the active player's effects that ask, that a space combat starts."""
    marking = [held for held in game.windows(TACTICAL_ACTION, CombatFought) if not held.side.index]

    def mark(state: State) -> State:
        if game.sides[0].has_ships(state) and is_lost(game, state):
            for held in marking:
                state = state.use(0, held.effect.slug)
        return state

    return [Certain(game, mark)] if marking else []


@cites("89.2.c", "89.3", "89.3.a", "89.4")
def tactical_action_stages(game: Game, until: str | None = None) -> list[Stage]:
    """Return the stages after movement: Space Cannon Offense, space combat, invasion up to a moment or to the end.

    Where other players' ships are left (a combat lost, a retreat, a combat without an end) there is no invasion.
    """
    return [*stages_in_space(game), *if_won(game, invasion_stages(game, until))]


def stages_in_space(game: Game) -> list[Stage]:
    """Return the stages before the invasion: Space Cannon Offense and space combat."""
    on_planets = (BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE, GROUND_COMBAT, TACTICAL_ACTION)
    after_offense = forget(game, (ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, *on_planets))
    combat = with_repairs(game, SPACE_COMBAT, [SpaceCombatStage(game)], planets_of(game))
    return [*offense_stages(game), after_offense, *_marked(game), *combat, forget(game, on_planets)]


def solve(game: Game) -> Solution:
    """Solve a tactical action after its movement: what is left in space and on planets, and who controls them.

    Raises ScenarioError for what any of its steps refuses.
    """
    problems = dict.fromkeys([*offense_problems(game), *invasion_problems(game)])
    if problems:
        raise ScenarioError(problems)
    conditions = [*no_ships(game), *control_conditions(game)]
    return summarize_action(game, lambda until: tactical_action_stages(game, until), conditions)


declare(
    Step(
        slug=TACTICAL_ACTION,
        title="Tactical Action",
        topic="tactical-action",
        question="What is left after the whole attack, in space and on the planets?",
        solve=solve,
        clauses=("89.2.c", "89.3", "89.3.a", "89.4"),
        parts=(
            SPACE_CANNON_OFFENSE,
            ANTI_FIGHTER_BARRAGE_STEP,
            SPACE_COMBAT,
            BOMBARDMENT_STEP,
            SPACE_CANNON_DEFENSE,
            GROUND_COMBAT,
        ),
        offers=(
            *(
                Offer(role=role, area="space", label="Ships", hint=_IN_SPACE, units=lambda u: not u.is_structure)
                for role in (ACTIVE, OTHER)
            ),
            Offer(
                role=ACTIVE,
                area="planets",
                label="On planets",
                hint="Ground forces already committed, and units with Space Cannon.",
                units=lambda u: u.is_ground_force or u.has(SPACE_CANNON),
            ),
            *(offer for offer in PLANET_OFFERS if offer.role == OTHER),
            *(
                Offer(
                    role=role,
                    area="adjacent",
                    label="In adjacent systems",
                    hint=_NEXT_DOOR,
                    units=lambda u: bool(u.space_cannon and u.space_cannon.deep) or u.type == "space-dock",
                )
                for role in (ACTIVE, OTHER)
            ),
        ),
        inputs=(*RETREAT, *GOING_ALONG, LANDING),
        policies=("assign",),
        fields=("system", "ask"),
        rulings=(rulings.LONE_PDS, rulings.DEFENSE_VICTIMS, rulings.ALL_OR_NONE),
        least_players=2,
        example={
            "step": TACTICAL_ACTION,
            "players": [
                {"name": "Red", "space": {"dreadnought": 2, "carrier": 1, "fighter": 2, "infantry": 3}},
                {
                    "name": "Blue",
                    "space": {"cruiser": 1, "destroyer": 1},
                    "planets": {"abaddon": {"infantry": 2, "pds": 1}},
                },
            ],
        },
    )
)
