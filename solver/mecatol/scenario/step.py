"""What a step of the game is, to everything around it: a name, a question, a form and a function."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from mecatol.domain.steps import ACTIVE, MOST_PLAYERS, OTHER
from mecatol.errors import DeclarationError
from mecatol.scenario.fields import Field
from mecatol.scenario.model import STEP_TITLES
from mecatol.scenario.policy import CHOICES
from mecatol.scenario.records import Described, take_player_fields, take_player_records, take_records

if TYPE_CHECKING:
    from mecatol.domain.units import Unit


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


COUNTS = "counts"
"""An input of counts by type of unit: `players.0.produce.cruiser`."""
PLACED = "placed"
"""An input of counts by place and type of unit: `players.0.place.abaddon.infantry`; places are planets and `space`."""
LANDED = "landed"
"""An input of counts by planet and type of unit: `players.0.policy.land.abaddon.infantry`."""
NUMBER = "number"
"""An input of one whole number: `players.0.trade_goods`."""
PLANETS = "planets"
"""An input of planets by name, any number of them: `players.0.exhausted` is a list of slugs."""
SPREAD = "spread"
"""An input of counts by type of unit and planet: `players.0.policy.bombard.dreadnought.abaddon`; the planets are those
of the other players' units."""
PLANET_NUMBERS = "planet-numbers"
"""An input of a whole number for each planet named: `players.0.resources.abaddon`."""
OBJECTIVES = "objectives"
"""An input of objective cards by name, any number of them: `players.0.objectives` is a list of slugs."""
FLEETS = "fleets"
"""An input of fleets: counts by type of unit, and words for the systems that they start in and pass:
`players.0.fleets.0.units.carrier`, `players.0.fleets.0.from`, `players.0.fleets.0.through.0`."""


@dataclass(frozen=True, kw_only=True)
class Input:
    """What else a step asks of a role, apart from units in places."""

    role: str
    """ACTIVE or OTHER."""
    field: str
    """The field of the scenario's players, such as `produce` or `policy.bombard`."""
    kind: str
    """COUNTS, PLACED, LANDED, SPREAD, NUMBER, PLANETS, PLANET_NUMBERS, OBJECTIVES or FLEETS."""
    label: str
    hint: str
    units: Callable[[Unit], bool] | None = None
    """For COUNTS, PLACED, LANDED, SPREAD and FLEETS: which units are offered."""
    most: int = 99
    """The largest number."""
    least: int = 0
    """The least number. Left out, the field says nothing, which is not the same as 0."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of the game that can be solved by itself."""

    slug: str
    title: str
    topic: str
    """The slug of the rule topic whose page carries its calculator."""
    question: str
    """What it answers, as a player would ask."""
    solve: Callable[[Any], Any]
    """From the game that is played (`mecatol.game.model.Game`) to its solution (`mecatol.solution.model.Solution`):
    a scenario, which says only which step is asked for, knows neither."""
    clauses: tuple[str, ...]
    """The clauses that it carries out: of several that an effect rests on, the trace names the one among these."""
    parts: tuple[str, ...] = ()
    """The steps that it is composed of, by slug: what acts in one of them acts in it."""
    called: tuple[str, str] = ("Active player", "Other player")
    """What the form calls the first player and every other one."""
    offers: tuple[Offer, ...]
    inputs: tuple[Input, ...] = ()
    """What it asks apart from units in places."""
    records: Mapping[str, Described] = field(default_factory=dict)
    """Records that a scenario may hold for it, such as `hits`: their fields are inputs of the form."""
    player_records: Mapping[str, Described] = field(default_factory=dict)
    """Records that each player may have for it, such as `ballot`."""
    player_fields: Mapping[str, Field] = field(default_factory=dict)
    """What else a player may have for it, such as `objectives`; the form offers it where it is among `inputs`."""
    reads: tuple[str, ...] = ()
    """Fields of its players that it reads, besides units and what it asks for."""
    all_technologies: bool = False
    """Whether the form offers every technology card, and not those alone that act in the step."""
    fields: tuple[str, ...] = ()
    """Fields of the scenario itself that it asks for, such as `rounds`; `ask` lets conditions be added."""
    least_players: int = 2
    most_players: int = MOST_PLAYERS
    policies: tuple[str, ...] = ()
    """Keys of the scenario's policy that matter, of those that are choices between names."""
    rulings: tuple[str, ...] = ()
    """Open rulings that matter."""
    example: dict[str, object]
    """The scenario that the calculator starts with."""

    def involves(self, steps: Collection[str]) -> bool:
        """Tell whether it is one of these steps, or one of them is a part of it."""
        return not {self.slug, *self.parts}.isdisjoint(steps)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Return how it is found in another process: by its slug, because its offers hold functions without names."""
        return (declared_step, (self.slug,)) if STEPS.get(self.slug) is self else super().__reduce_ex__(protocol)


RETREAT = tuple(
    Input(role=role, field=f"policy.retreat.{key}", kind=NUMBER, label=label, hint=hint, most=most, least=least)
    for role in (ACTIVE, OTHER)
    for key, label, hint, least, most in (
        (
            "from_round",
            "Announce a retreat from round",
            "Never, if this and the next field are empty.",
            1,
            20,
        ),
        ("ships_at_most", "Only with at most this many ships left", "Fighters are not counted.", 0, 99),
    )
)
"""When each side leaves a space combat (78.4)."""

GOING_ALONG = tuple(
    Input(
        role=role,
        field="policy.retreat.takes",
        kind=LANDED,
        label="Goes along in a retreat",
        hint="Ground forces that leave this planet with the ships. Where no round is set, the retreat is announced in "
        "the first.",
        units=lambda unit: unit.is_ground_force,
    )
    for role in (ACTIVE, OTHER)
)
"""Which ground forces a retreat takes along, planet by planet."""


STEPS: dict[str, Step] = {}
"""Every step, by slug, in the order of the alphabet; the rooms of `mecatol.rules` fill it."""


def declared_step(slug: str) -> Step:
    """Return the step of a slug, as it comes out of a pickle."""
    return STEPS[slug]


def in_order() -> None:
    """Put the steps into the order of the alphabet, whichever room was loaded first."""
    for slug in sorted(STEPS):
        STEPS[slug] = STEPS.pop(slug)
        STEP_TITLES[slug] = STEP_TITLES.pop(slug)


def declare(step: Step) -> Step:
    """Enter a step into STEPS and return it; what it says a scenario may hold is part of SCENARIO and PLAYER then.

    Raises:
        DeclarationError: another step has its slug, or its form lists a choice that does not exist or has no words.
    """
    if step.slug in STEPS:
        raise DeclarationError(f"Step {step.slug!r}: another step has this slug: {STEPS[step.slug].title}")
    worded = [name for name, choice in CHOICES.items() if choice.words]
    for key in step.policies:
        if key not in worded:
            why = "has no `words`: say in its declaration how a form offers it" if key in CHOICES else "does not exist"
            raise DeclarationError(
                f"Step {step.slug!r}, policies: the choice {key!r} {why}. Choices with words: {', '.join(worded)}"
            )
    STEPS[step.slug] = step
    STEP_TITLES[step.slug] = step.title
    take_records(step.records)
    take_player_records(step.player_records)
    take_player_fields(step.player_fields)
    return step
