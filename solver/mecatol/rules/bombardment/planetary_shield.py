"""Planetary Shield (65): which units can bombard which planet, what else works there in spite of shields, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from mecatol.domain import clauses, rulings
from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of_type
from mecatol.domain.editions import EDITIONS, in_force
from mecatol.domain.steps import ACTIVE, OTHER, PLANETARY_SHIELD_STEP
from mecatol.domain.units import BOMBARDMENT, PLANETARY_SHIELD, Unit, planet_name, unit_of
from mecatol.effects.model import EFFECTS, Effect
from mecatol.game.model import Game, Side
from mecatol.game.opening import called, opened
from mecatol.rules.bombardment.shields import (
    Battery,
    Permission,
    Target,
    batteries,
    bombarding,
    can_bombard,
    shields,
    targets,
    warn_of_crowds,
)
from mecatol.rules.bombardment.windows import Inquiry, Ruled, ShieldRuling
from mecatol.rules.rolls.windows import GatherDice
from mecatol.scenario.step import Offer, Step, declare
from mecatol.solution.answers import Answer, Finding, Table, finding, note_findings
from mecatol.solution.model import Solution, answered, listed

_STAND_IN = "dreadnought"
"""The unit that represents any that could bombard, where the active player has none."""


def _where(game: Game, target: Target) -> str:
    """Return how a finding names a target: the planet, and the player where several others are on it."""
    planet, player = target
    crowded = [other for other, _ in targets(game, game.start)].count(planet) > 1
    return f"{planet_name(planet)} ({game.sides[player].name})" if crowded else planet_name(planet)


def _answers(game: Game, units: Mapping[str, Unit], target: Target) -> dict[str, Permission]:
    """Return for each type of unit whether it can bombard a target, and why."""
    moment = bombarding(game, game.start, 0, *target, PLANETARY_SHIELD_STEP)
    return {slug: can_bombard(moment, unit) for slug, unit in units.items()}


@cites("15.1.f", "65.3", "65.3.b")
def _bombardment(game: Game, found: Mapping[str, Battery], target: Target) -> Iterator[Finding]:
    """Yield a finding for the units that share an answer about one target."""
    groups: dict[Permission, list[str]] = {}
    for slug, answer in _answers(game, {slug: battery.unit for slug, battery in found.items()}, target).items():
        groups.setdefault(answer, []).append(found[slug].unit.name)
    for answer, names in groups.items():
        subject = f"{game.sides[0].name}’s {', '.join(names)}: bombard {_where(game, target)}"
        yield finding(subject, answer.can, answer.text, *answer.clauses)


def _inquiry(game: Game, found: Mapping[str, Battery], target: Target) -> Inquiry:
    """Return what the effects may need to know about a target."""
    moment = bombarding(game, game.start, 0, *target, PLANETARY_SHIELD_STEP)
    units = {slug: battery.unit for slug, battery in found.items()}
    own = _answers(game, units, target)
    asked = own
    if not own and (stand_in := unit_of(_STAND_IN, game.sides[0].player.faction, (), game.edition)):
        asked = _answers(game, {_STAND_IN: stand_in}, target)
    barred = [clause for answer in asked.values() if not answer.can for clause in answer.clauses]
    standing: dict[int, int] = {}
    lifted: dict[int, int] = {}
    for shield in shields(moment):
        counts = lifted if shield.lost_to else standing
        counts[shield.owner.index] = counts.get(shield.owner.index, 0) + shield.number
    able = tuple(units[slug] for slug, answer in own.items() if answer.can)
    return Inquiry(moment, able, tuple(dict.fromkeys(barred)), standing, lifted)


@cites("65.1", "65.2", "65.3.a")
def _other_rules(game: Game, inquiry: Inquiry) -> Iterator[tuple[Effect, Side, bool, Ruled]]:
    """Yield what is known of each effect that depends on shields: whose it would be, whether they have it, its ruling.

    Effects that nobody has are answered for the players who could have them.
    """
    for effect in EFFECTS.values():
        for index, window in product((inquiry.moment.player, inquiry.moment.target), effect.acts_in(ShieldRuling)):
            side = game.sides[index]
            ruled = window.act(inquiry, index)
            if ruled and (effect.only_for is None or side.player.faction in (None, effect.only_for)):
                yield effect, side, effect.slug in side.effects and effect.slug not in side.idle, ruled


def _editions(effect: Effect) -> str:
    until = f" until {EDITIONS[effect.until]}" if effect.until else ""
    return f"{EDITIONS[effect.edition]}{until}"


def _shield_rows(game: Game) -> Iterator[list[str]]:
    """Yield a row for each unit with Planetary Shield: where, whose, and whether the ability stands."""
    for planet in dict.fromkeys(planet for planet, _ in targets(game, game.start)):
        first = next(player for other, player in targets(game, game.start) if other == planet)
        for shield in shields(bombarding(game, game.start, 0, planet, first, PLANETARY_SHIELD_STEP)):
            state = "in effect"
            if shield.lost_to:
                side, effect = shield.lost_to
                state = f"lost to {called(side, effect)}"
            yield [planet_name(planet), shield.owner.name, count_of_type(shield.number, shield.unit.name), state]


def _headline(game: Game, found: Mapping[str, Battery], everywhere: list[Target]) -> str:
    name = game.sides[0].name
    if not everywhere:
        return "No other player has units on a planet of the active system."
    if not found:
        return f"{name} has no unit with Bombardment in the active system."
    can: list[str] = []
    cannot: list[str] = []
    for target in everywhere:
        answers = _answers(game, {slug: battery.unit for slug, battery in found.items()}, target)
        (can if any(answer.can for answer in answers.values()) else cannot).append(_where(game, target))
    if not cannot:
        return f"{name} may bombard {listed(can)}."
    if not can:
        return f"{name} cannot bombard {listed(cannot, 'or')}."
    return f"{name} may bombard {listed(can)}, but not {listed(cannot, 'or')}."


def _tables(game: Game, found: Mapping[str, Battery], everywhere: list[Target]) -> list[Table]:
    """Return the answer at a glance: units by planet, the shields, and every effect that depends on them."""
    where = [_where(game, target) for target in everywhere]
    rows: list[list[str]] = []
    for slug, battery in found.items():
        answers = [_answers(game, {slug: battery.unit}, target)[slug] for target in everywhere]
        rows.append([battery.unit.name, *["yes" if answer.can else "no" for answer in answers]])
    tables: list[Table] = []
    if rows:
        tables.append({"title": "Who may bombard what", "columns": ["Unit", *where], "rows": rows})
    if standing := list(_shield_rows(game)):
        columns = ["Planet", "Owner", "Units", "Planetary Shield"]
        tables.append({"title": "Units with Planetary Shield", "columns": columns, "rows": standing})
    rows = [
        [effect.name, side.name, _where(game, target), "yes" if ruled.works else "no",
         ", ".join(clauses.standing(ruled.clauses, game.edition)), ruled.text, _editions(effect)]
        for target in everywhere
        for effect, side, _, ruled in _other_rules(game, _inquiry(game, found, target))
    ]  # fmt: skip
    if rows:
        columns = ["Effect", "Used by", "Planet", "Works", "Clauses", "Why", "In force"]
        tables.append({"title": "What else depends on the shield", "columns": columns, "rows": rows})
    return tables


def solve_planetary_shield(game: Game) -> Solution:
    """Decide which units of the active player can bombard which planet, and what else works there."""
    found = batteries(game, game.start, step=PLANETARY_SHIELD_STEP)
    everywhere = targets(game, game.start)
    warn_of_crowds(game)
    findings: list[Finding] = []
    for target in everywhere:
        findings += _bombardment(game, found, target)
        for effect, side, owned, ruled in _other_rules(game, _inquiry(game, found, target)):
            if owned and in_force(game.edition, effect.edition, effect.until):
                subject = f"{side.name}’s {effect.name}: {_where(game, target)}"
                findings.append(finding(subject, ruled.works, ruled.text, *ruled.clauses))
    note_findings(game, findings, verdicts=True)
    moment = bombarding(game, game.start, 0, "", 0, PLANETARY_SHIELD_STEP)
    for actor in opened(moment, GatherDice):
        if actor.window.act(moment, actor.owner):
            actor.note()
    return answered(game, Answer(_headline(game, found, everywhere), findings, _tables(game, found, everywhere)))


def _has_a_say(unit: Unit) -> bool:
    """Tell whether a unit's own text bears on shields."""
    return any(effect.unit == unit.slug and PLANETARY_SHIELD_STEP in effect.steps for effect in EFFECTS.values())


declare(
    Step(
        slug=PLANETARY_SHIELD_STEP,
        title="Planetary Shield",
        topic="planetary-shield",
        question="Which of my units may bombard which planet, and what else works there?",
        solve=solve_planetary_shield,
        clauses=("15.1", "15.1.e", "15.1.f", "49.1", "65.1", "65.2", "65.3", "65.3.a", "65.3.b"),
        offers=(
            Offer(
                role=ACTIVE, area="space", label="Ships",
                hint="Ships that can bombard, and others that an effect lets bombard.",
                units=lambda u: u.has(BOMBARDMENT) or (u.is_ship and not u.is_fighter),
            ),
            Offer(
                role=ACTIVE, area="planets", label="On planets here",
                hint="Units that can bombard from a planet, or that have Planetary Shield there.",
                units=lambda u: not u.is_ship and (u.has(BOMBARDMENT) or u.has(PLANETARY_SHIELD)),
            ),
            Offer(
                role=OTHER, area="space", label="Ships", hint="Only ships that remove Planetary Shield matter.",
                units=lambda u: u.is_ship and _has_a_say(u),
            ),
            Offer(
                role=OTHER, area="planets", label="Units by planet",
                hint="Whatever has Planetary Shield, and what else is there.",
                units=lambda u: u.is_ground_force or u.is_structure,
            ),
        ),
        rulings=(rulings.SHIELD_COVERS, rulings.SHIELD_BINDS, rulings.WAR_SUN_FIRE),
        example={
            "step": PLANETARY_SHIELD_STEP,
            "players": [
                {"name": "Red", "space": {"dreadnought": 2}},
                {"name": "Blue", "planets": {"abyz": {"infantry": 1, "pds": 1}, "fria": {"infantry": 2}}},
            ],
        },
    )
)  # fmt: skip
