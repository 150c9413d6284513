"""The form of a step's calculator, derived from the step's own declaration: what a page offers, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from solver.casualties import ORDER, SUSTAIN
from solver.editions import EDITIONS, LATEST
from solver.effects.model import EFFECTS, FACTION_TECHNOLOGY, KINDS, TECHNOLOGY
from solver.fields import Count, OneOf, Record, Slug
from solver.production.fields import BUILD_POLICIES, PAY_POLICIES
from solver.rulings import RULINGS
from solver.scenario import AIMS, ASSIGN_POLICIES, BOMBARD_POLICIES, COUNTED, MOST_UNITS, SCENARIO
from solver.step import ACTIVE, GROUND_COMBAT, OTHER, STEPS, Input, Offer, Step
from solver.units import UNIT_TYPES, Unit, factions, units


@dataclass(frozen=True)
class UnitChoice:
    """A type of unit that a place offers."""

    slug: str
    name: str
    edition: str
    sustains: bool
    """Whether some version of it has Sustain Damage, so that it may be damaged."""
    factions: tuple[str, ...]
    """The factions that have it there; empty for everybody."""
    upgrade: str | None
    """The unit upgrade technology that is needed to have it there; None if no upgrade is needed."""
    most: int = MOST_UNITS


@dataclass(frozen=True)
class Area:
    """One place where a role's units are counted."""

    path: str
    """The scenario's field: `space`, `planets` or `adjacent`."""
    label: str
    hint: str
    units: tuple[UnitChoice, ...]
    repeatable: bool
    """Whether there is one for each planet, keyed by the planet's slug."""


@dataclass(frozen=True)
class InputChoice:
    """One field of a player that is no place with units, such as trade goods or an order."""

    path: str
    """The field of the player: inputs are named `players.0.<path>` and what `kind` adds."""
    kind: str
    """`counts` (by type of unit: `.cruiser`), `placed` (by place and type: `.abaddon.infantry`, `.space.cruiser`),
    `number`, `planets` (a list of slugs) or `planet-numbers` (by planet: `.abaddon`)."""
    label: str
    hint: str
    units: tuple[UnitChoice, ...]
    """For `counts` and `placed`: the types offered."""
    most: int
    """The largest number."""
    least: int = 0


@dataclass(frozen=True)
class LossOrder:
    """The order in which a role's units are lost, as a list to be changed: a player's `policy.assign`."""

    items: tuple[tuple[str, str], ...]
    """(slug, name) of each type of unit that may be lost, cheapest first, and of `sustain`."""
    named: dict[str, tuple[str, ...]]
    """The order that each named policy means; one that searches for the best has none."""


@dataclass(frozen=True)
class Role:
    """A kind of player and the places that matter for them."""

    slug: str
    label: str
    areas: tuple[Area, ...]
    inputs: tuple[InputChoice, ...] = ()
    """What else is asked of such a player."""
    losses: LossOrder | None = None
    """The order of losses, where units can be lost."""


@dataclass(frozen=True)
class EffectChoice:
    """A technology, unit upgrade, card or ability that the form offers."""

    slug: str
    name: str
    kind: str
    edition: str
    until: str | None
    meaning: str
    limit: int
    faction: str | None
    role: str
    """`any`, `active` or `other`."""
    field: str
    """`technologies` (a list of slugs) or `effects` (slug to count)."""


@dataclass(frozen=True)
class PolicyChoice:
    """A choice that a player's policy makes."""

    key: str
    label: str
    meaning: str
    options: tuple[tuple[str, str, str], ...]
    """(value, label, meaning) of each option."""
    default: str


@dataclass(frozen=True)
class RulingChoice:
    """An open ruling as a switch."""

    key: str
    title: str
    readings: tuple[tuple[str, str], ...]
    """(slug, meaning) of each reading."""
    default: str


@dataclass(frozen=True)
class FactChoice:
    """One field of a record of the scenario that the step asks for."""

    path: str
    """The scenario's field, such as `hits.count`."""
    label: str
    meaning: str
    kind: str
    """`choice` (one of the options), `number`, `player` (a player's name) or `planet` (a planet's slug)."""
    options: tuple[tuple[str, str], ...]
    """(slug, meaning) of each option of a choice."""
    least: int
    most: int
    default: object
    """What holds when the field is left out; None if nothing does."""
    required: bool


@dataclass(frozen=True)
class Choice:
    """A name to choose: an edition or a faction."""

    slug: str
    name: str
    edition: str


@dataclass(frozen=True)
class Form:
    """Everything that the calculator of a step asks for."""

    step: str
    title: str
    question: str
    min_players: int
    max_players: int
    roles: tuple[Role, ...]
    facts: tuple[FactChoice, ...]
    """Fields of the scenario itself, apart from its players."""
    conditions: tuple[tuple[str, str], ...]
    """What conditions on the outcome may count, (slug, name): fields `ask.0.player` and so on; empty where none are
    asked for."""
    factions: tuple[Choice, ...]
    effects: tuple[EffectChoice, ...]
    policies: tuple[PolicyChoice, ...]
    rulings: tuple[RulingChoice, ...]
    editions: tuple[Choice, ...]
    default_edition: str
    default: dict[str, object]
    """The scenario that the form starts with."""


_POLICIES = {
    "assign": PolicyChoice(
        "assign",
        "Who takes hits",
        "How players choose which of their units sustain and which are lost.",
        tuple((slug, slug.replace("-", " ").capitalize(), meaning) for slug, meaning in ASSIGN_POLICIES.items()),
        "cheapest-first",
    ),
    "bombard": PolicyChoice(
        "bombard",
        "Which unit bombards which planet",
        "Each unit's planet is declared before any die is rolled; all its dice go there.",
        tuple((slug, slug.replace("-", " ").capitalize(), meaning) for slug, meaning in BOMBARD_POLICIES.items()),
        "first-planet",
    ),
    "aim": PolicyChoice(
        "aim",
        "What the best bombardment is for",
        "What a search of the assignments maximizes; `clear:` and the name of a planet is allowed as well.",
        tuple((slug, slug.replace("-", " ").capitalize(), meaning) for slug, meaning in AIMS.items()),
        "ground-forces",
    ),
    "pay": PolicyChoice(
        "pay",
        "How to pay",
        "What matters most when planets are exhausted and trade goods spent.",
        tuple((slug, slug.replace("-", " ").capitalize(), meaning) for slug, meaning in PAY_POLICIES.items()),
        "least-waste",
    ),
    "build": PolicyChoice(
        "build",
        "What the best build is for",
        "Of all that can be paid for and may stay, what does most is shown, and what does most for less.",
        tuple((slug, slug.replace("-", " ").capitalize(), meaning) for slug, meaning in BUILD_POLICIES.items()),
        "none",
    ),
}
_ROLES = {ACTIVE: "Active player", OTHER: "Other player"}


def _choice(unit_type: str, versions: list[Unit]) -> UnitChoice:
    """Return the choice for a type of unit, of which these versions matter in the place."""
    common = [unit for unit in versions if unit.faction is None]
    free = [unit for unit in common if unit.technology is None]
    owners = () if common else tuple(sorted({unit.faction for unit in versions if unit.faction}))
    upgrade = common[0].technology if common and not free else None
    rank = list(EDITIONS).index
    edition = min((unit.edition for unit in common or versions), key=rank)
    sustains = any(unit.sustain_damage for unit in versions)
    return UnitChoice(unit_type, UNIT_TYPES[unit_type], edition, sustains, owners, upgrade)


def _choices(offered: Callable[[Unit], bool]) -> tuple[UnitChoice, ...]:
    choices = []
    for unit_type in UNIT_TYPES:
        versions = [unit for unit in units().values() if unit.type == unit_type and offered(unit)]
        if versions:
            choices.append(_choice(unit_type, versions))
    return tuple(choices)


def _area(offer: Offer) -> Area:
    return Area(offer.area, offer.label, offer.hint, _choices(offer.units), offer.area == "planets")


def _input(asked: Input) -> InputChoice:
    choices = _choices(asked.units) if asked.units else ()
    return InputChoice(asked.field, asked.kind, asked.label, asked.hint, choices, asked.most, asked.least)


def _losses(step: Step, role: str) -> LossOrder | None:
    """Return the order of losses of a role: on the ground, sustaining comes first under either named policy."""
    if "assign" not in step.policies:
        return None
    offers = [offer for offer in step.offers if offer.role == role]
    types = [t for t in ORDER if any(choice.slug == t for offer in offers for choice in _choices(offer.units))]
    in_space = any(offer.area == "space" for offer in offers) and step.slug != GROUND_COMBAT
    early, late = (SUSTAIN, *types), (*types, SUSTAIN)
    return LossOrder(
        (*((unit, UNIT_TYPES[unit]) for unit in types), (SUSTAIN, "Sustain Damage, whoever can")),
        {"cheapest-first": late if in_space else early, "sustain-first": early},
    )


def _facts(record: str) -> list[FactChoice]:
    """Return the inputs for the fields of one of the scenario's records."""
    kind = SCENARIO.fields[record].kind
    assert isinstance(kind, Record), record
    found = []
    for key, field in kind.fields.items():
        options: tuple[tuple[str, str], ...] = ()
        least = most = 0
        if isinstance(field.kind, OneOf):
            names = field.kind.names()
            meanings = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
            shown, options = "choice", tuple((slug, str(meaning)) for slug, meaning in meanings.items())
        elif isinstance(field.kind, Count):
            shown, least, most = "number", field.kind.least, field.kind.most
        else:
            shown = "planet" if isinstance(field.kind, Slug) else "player"
        found.append(
            FactChoice(
                f"{record}.{key}", key.replace("_", " ").capitalize(), field.meaning, shown, options, least, most,
                field.default, field.required,
            )
        )  # fmt: skip
    return found


def _number(name: str) -> FactChoice:
    """Return the input for a whole number of the scenario itself."""
    field = SCENARIO.fields[name]
    assert isinstance(field.kind, Count), name
    label = name.replace("_", " ").capitalize()
    return FactChoice(name, label, field.meaning, "number", (), field.kind.least, field.kind.most, None, False)


def _upgrades(offered: set[str], offers: tuple[Offer, ...]) -> list[EffectChoice]:
    """Return the unit upgrades of the types that the form offers, where the upgraded unit matters."""
    return [
        EffectChoice(
            unit.technology, unit.name, "unit upgrade", unit.edition, unit.until,
            unit.text or f"Upgrades {UNIT_TYPES[unit.type]}.", 1, unit.faction, "any", "technologies",
        )
        for unit in units().values()
        if unit.technology and unit.type in offered and any(offer.units(unit) for offer in offers)
    ]  # fmt: skip


def form(step_slug: str) -> Form:
    """Return the form of a step's calculator.

    Raises KeyError for a step that does not exist.
    """
    step = STEPS[step_slug]
    roles = tuple(
        Role(
            role,
            label,
            tuple(_area(offer) for offer in step.offers if offer.role == role),
            tuple(_input(asked) for asked in step.inputs if asked.role == role),
            _losses(step, role),
        )
        for role, label in _ROLES.items()
        if role == ACTIVE or step.most_players > 1
    )
    offered = {choice.slug for role in roles for area in role.areas for choice in area.units}
    effects = [
        EffectChoice(
            effect.slug, effect.name, effect.kind, effect.edition, effect.until, effect.meaning, effect.limit,
            effect.faction, effect.role or "any",
            "technologies" if effect.kind in (TECHNOLOGY, FACTION_TECHNOLOGY) else "effects",
        )
        for effect in sorted(EFFECTS.values(), key=lambda effect: (KINDS.index(effect.kind), effect.name))
        if step.involves(effect.steps) and not effect.automatic
    ]  # fmt: skip
    return Form(
        step=step.slug,
        title=step.title,
        question=step.question,
        min_players=step.least_players,
        max_players=step.most_players,
        roles=roles,
        facts=(
            *(fact for record in step.records for fact in _facts(record)),
            *(_number(name) for name in step.fields if name != "ask"),
        ),
        conditions=tuple(COUNTED.items()) if "ask" in step.fields else (),
        factions=tuple(Choice(slug, record["name"], record["edition"]) for slug, record in factions().items()),
        effects=(*_upgrades(offered, step.offers), *effects),
        policies=tuple(_POLICIES[key] for key in step.policies),
        rulings=tuple(
            RulingChoice(key, RULINGS[key].title, tuple(RULINGS[key].readings.items()), RULINGS[key].default)
            for key in step.rulings
        ),
        editions=tuple(Choice(slug, name, slug) for slug, name in EDITIONS.items()),
        default_edition=LATEST,
        default=step.example,
    )
