"""Which units can bombard which planet, and why: Planetary Shield (65), what takes it away, what else forbids it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.editions import EDITIONS, THUNDERS_EDGE, in_force
from mecatol.domain.places import SPACE
from mecatol.domain.steps import BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP
from mecatol.domain.units import BOMBARDMENT, PLANETARY_SHIELD, Unit, Value, planet_name
from mecatol.effects.model import Effect, Window
from mecatol.game.model import Game, Side
from mecatol.game.moment import Moment
from mecatol.game.opening import called, introduced, opened
from mecatol.game.state import State
from mecatol.rules.bombardment.windows import OverlookShields
from mecatol.rules.rolls.windows import BeforeUse, GatherDice
from mecatol.scenario.step import STEPS
from mecatol.solution.model import listed

OWN_FIRE = rulings.WAR_SUN_FIRE
"""The clause about the very unit that takes shields away."""


class Shield(NamedTuple):
    """Units of one type with Planetary Shield on a planet."""

    owner: Side
    unit: Unit
    number: int
    lost_to: tuple[Side, Effect] | None
    """Whose effect takes the ability away, None while the shield is in effect."""


class FiringReason(NamedTuple):
    """Why a unit can bombard a planet, or why not."""

    text: str
    """A sentence or two."""
    clauses: tuple[str, ...]
    plain: bool = False
    """Whether it only says that nothing is in the way."""


class Target(NamedTuple):
    """A planet, and the player whose units there are fired at."""

    planet: str
    player: int
    """Index of the player."""


class Permission(NamedTuple):
    """Whether a unit can bombard a planet, and why."""

    can: bool
    reasons: tuple[FiringReason, ...]

    @property
    def text(self) -> str:
        """The reasons in words."""
        return " ".join(reason.text for reason in self.reasons)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses behind it, each once, in order."""
        return tuple(dict.fromkeys(clause for reason in self.reasons for clause in reason.clauses))


class Battery(NamedTuple):
    """Units of one type that have Bombardment in the active system."""

    unit: Unit
    number: int
    value: Value
    """What one of them rolls."""


def bombarding(game: Game, state: State, player: int, planet: str, target: int, step: str = BOMBARDMENT_STEP) -> Moment:
    """Return the moment in which a player's units bombard a planet to hit the units of `target` there."""
    return Moment(game, state, step, BOMBARDMENT, player, target, planet)


def _forbidding(moment: Moment, unit: Unit) -> tuple[Side, Effect] | None:
    """Return whose effect forbids a unit the ability that the moment is about, None if none does."""
    for actor in opened(moment, BeforeUse):
        if actor.window.act(moment, actor.owner, unit):
            return actor.side, actor.effect
    return None


def _there(moment: Moment, side: Side) -> Iterator[tuple[Unit, int]]:
    """Yield a player's units on the planet before anything lands: the active player's are those stationed there."""
    counts = {s.unit: s.total for s in moment.state.at(side.index, moment.place)}
    if not side.index and moment.game.scenario.step not in (BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP):
        stationed = side.player.stationed.get(moment.place, {})
        counts = {unit: min(number, stationed.get(unit, 0)) for unit, number in counts.items()}
    for unit, number in counts.items():
        if number:
            yield side.units[unit], number


@cites("65.3")
def shields(moment: Moment) -> list[Shield]:
    """Return every unit with Planetary Shield on the planet, lost or not, in order of play.

    What takes the ability from a unit does so for everybody who bombards.
    """
    found = []
    for side in moment.game.sides:
        against = moment.player if side.index != moment.player else moment.target
        for unit, number in _there(moment, side):
            if unit.planetary_shield:
                about = moment._replace(ability=PLANETARY_SHIELD, player=side.index, target=against)
                found.append(Shield(side, unit, number, _forbidding(about, unit)))
    return found


def in_the_way(moment: Moment, there: Sequence[Shield]) -> list[Shield]:
    """Return the shields of a planet that are in effect against this bombardment, as open rulings are read."""
    game = moment.game

    def counts(shield: Shield) -> bool:
        if shield.owner.index == moment.player:
            return game.ruling(rulings.SHIELD_BINDS) == "binds"
        return shield.owner.index == moment.target or game.ruling(rulings.SHIELD_COVERS) == "covers"

    return [shield for shield in there if not shield.lost_to and counts(shield)]


def _clauses(moment: Moment, effect: Effect) -> tuple[str, ...]:
    """Return those of an effect's clauses that the step carries out, else the first of them."""
    own = tuple(clause for clause in effect.clauses if clause in STEPS[moment.step].clauses)
    return own or effect.clauses[:1]


def _names(units: list[Shield]) -> str:
    return listed([f"{shield.owner.name}’s {shield.unit.name}" for shield in units])


def _has(units: list[Shield]) -> str:
    return "has" if len(units) == 1 else "have"


@cites("65.3.b")
def _fires_through(moment: Moment, unit: Unit) -> FiringReason | None:
    """Return why a unit that takes others' shields away bombards despite one of its own side, None if it cannot."""
    own = any(OWN_FIRE in a.effect.clauses and a.effect.unit == unit.slug for a in opened(moment, Window))
    if not own:
        return None
    _note_reading(moment, OWN_FIRE)
    if moment.game.ruling(OWN_FIRE) != "any-shield":
        return None
    return FiringReason(f"A {unit.name} bombards {planet_name(moment.place)} despite Planetary Shield.", (OWN_FIRE,))


def _note_reading(moment: Moment, key: str) -> None:
    """Say in a warning how an open ruling is read."""
    ruling, reading = rulings.RULINGS[key], moment.game.ruling(key)
    moment.game.warn(f"Open ruling {key}: {ruling.title} Read here as “{reading}”: {ruling.readings[reading]}")


@cites("15.1.f", "65.3", "65.3.b")
def can_bombard(moment: Moment, unit: Unit) -> Permission:
    """Tell whether a unit can bombard a planet to hit the target's units there, with every clause that says so."""
    planet, name = moment.place, moment.game.sides[moment.player].name
    if found := _forbidding(moment, unit):
        side, effect = found
        return Permission(False, (FiringReason(introduced(side, effect), _clauses(moment, effect)),))
    there = shields(moment)
    standing = in_the_way(moment, there)
    overlooking = next(opened(moment, OverlookShields), None)
    fires_through = _fires_through(moment, unit) if standing and not overlooking else None
    if standing and not overlooking and not fires_through:
        clauses = dict.fromkeys(("15.1.f", *_rulings_asked(moment, standing)))
        text = f"{_names(standing)} on {planet_name(planet)} {_has(standing)} Planetary Shield."
        return Permission(False, (FiringReason(text, tuple(clauses)),))
    reasons: list[FiringReason] = [fires_through] if fires_through else []
    if standing and overlooking:
        side, effect = overlooking.side, overlooking.effect
        text = f"{_names(standing)} on {planet_name(planet)} still {_has(standing)} Planetary Shield."
        text += f" {introduced(side, effect)}"
        reasons.append(FiringReason(text, tuple(dict.fromkeys(("15.1.f", *_clauses(moment, effect))))))
    for shield in there:
        if shield.lost_to:
            side, effect = shield.lost_to
            text = f"{_names([shield])} loses Planetary Shield to {called(side, effect)}."
            says = [c for c in _clauses(moment, effect) if c != OWN_FIRE or unit.slug == effect.unit]
            reasons.append(FiringReason(text, tuple(says)))
    unheeded = [shield for shield in there if not shield.lost_to]
    if unheeded and not standing:
        asked = _rulings_asked(moment, unheeded)
        text = f"{_names(unheeded)} on {planet_name(planet)} {_has(unheeded)} Planetary Shield"
        reasons.append(FiringReason(f"{text}, but it does not count here.", asked))
    if not reasons:
        reasons.append(
            FiringReason(
                f"{planet_name(planet)} has no Planetary Shield, so {name} may bombard it.",
                ("15.1", "49.1"),
                plain=True,
            )
        )
    return Permission(True, tuple(reasons))


def _rulings_asked(moment: Moment, standing: list[Shield]) -> tuple[str, ...]:
    """Return the clauses of the open rulings that decide about these shields; note the readings in force."""
    asked: dict[str, None] = {}
    for shield in standing:
        key = None
        if shield.owner.index == moment.player:
            key = rulings.SHIELD_BINDS
        elif shield.owner.index != moment.target:
            key = rulings.SHIELD_COVERS
        if key:
            _note_reading(moment, key)
            asked.update(dict.fromkeys(rulings.RULINGS[key].clauses))
    return tuple(asked)


@cites("15.1", "49.1")
def batteries(game: Game, state: State, player: int = 0, step: str = BOMBARDMENT_STEP) -> dict[str, Battery]:
    """Return the units with Bombardment that a player has in the active system, by type, those that gain it included.

    Units on planets count as well: 49.1 speaks of the units in the system, not of ships.
    """
    side, holdings = game.sides[player], state.players[player]
    found: dict[str, Battery] = {}
    for place in (SPACE, *(planet for planet, _ in holdings.planets)):
        for there in holdings.at(place):
            unit = side.units[there.unit]
            if unit.bombardment:
                sofar = found[there.unit].number if there.unit in found else 0
                found[there.unit] = Battery(unit, sofar + there.total, unit.bombardment)
    moment = bombarding(game, state, player, SPACE, player, step)
    for actor in opened(moment, GatherDice):
        for dice in actor.window.act(moment, actor.owner):
            gained = Value(dice.value, dice.dice // dice.units)
            found.setdefault(dice.unit, Battery(side.units[dice.unit], dice.units, gained))
    return found


def targets(game: Game, state: State) -> list[Target]:
    """Return whom the active player's units can fire at: each planet with each other player who has units there.

    Planets come in alphabetical order. A planet's controller comes first where the scenario names one, then the
    others clockwise.
    """
    planets = {planet for holdings in state.players[1:] for planet, _ in holdings.planets}
    found = []
    for planet in sorted(planets):
        owners = [side for side in game.sides[1:] if state.at(side.index, planet)]
        owners.sort(key=lambda side: planet not in side.player.controls)
        found += [Target(planet, side.index) for side in owners]
    return found


def warn_of_crowds(game: Game) -> None:
    """Warn where several others are on one planet under an edition that knows no coexistence."""
    planets = [planet for planet, _ in targets(game, game.start)]
    for planet in dict.fromkeys(planets):
        if planets.count(planet) > 1 and not in_force(game.edition, THUNDERS_EDGE):
            game.warn(
                f"Several other players are on {planet_name(planet)}: only {EDITIONS[THUNDERS_EDGE]} has coexistence."
            )
