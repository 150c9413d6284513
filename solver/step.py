"""What a step of the game is, to everything around it: a name, a question, a form and a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.game import Game
    from solver.solution import Solution
    from solver.units import Unit

SPACE_CANNON_OFFENSE = "space-cannon-offense"
SPACE_CANNON_DEFENSE = "space-cannon-defense"
ANTI_FIGHTER_BARRAGE_STEP = "anti-fighter-barrage"
SPACE_COMBAT = "space-combat"
BOMBARDMENT_STEP = "bombardment"
GROUND_COMBAT = "ground-combat"
INVASION = "invasion"
TACTICAL_ACTION = "tactical-action"
SUSTAIN_DAMAGE_STEP = "sustain-damage"
PLANETARY_SHIELD_STEP = "planetary-shield"
PRODUCTION_STEP = "production"
DEPLOY_STEP = "deploy"

ACTIVE = "active"
"""The role of the first player: whose tactical action it is."""
OTHER = "other"
"""The role of everybody else."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """Which units of a role matter in one place: what the form offers, and what is warned about when present."""

    role: str
    """ACTIVE or OTHER."""
    area: str
    """`space`, `planets` or `adjacent`: a field of the scenario's players."""
    label: str
    hint: str
    units: Callable[[Unit], bool]
    """Whether a unit there can matter to the step."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of the game that can be solved by itself."""

    slug: str
    title: str
    topic: str
    """The slug of the rule topic whose page carries its calculator."""
    question: str
    """What it answers, as a player would ask."""
    solve: Callable[[Game], Solution]
    clauses: tuple[str, ...]
    """The clauses that it carries out: of several that an effect rests on, the trace names the one among these."""
    offers: tuple[Offer, ...]
    least_players: int = 2
    most_players: int = 6
    policies: tuple[str, ...] = ()
    """Keys of the scenario's policy that matter, of those that are choices between names."""
    rulings: tuple[str, ...] = ()
    """Open rulings that matter."""
    example: dict[str, object]
    """The scenario that the calculator starts with."""


STEPS: dict[str, Step] = {}
"""Every step, by slug; `solver.steps` fills it."""


def declare(step: Step) -> Step:
    """Enter a step into STEPS and return it."""
    assert step.slug not in STEPS, step.slug
    STEPS[step.slug] = step
    return step
