"""What effects commonly do in a window: the pieces that declarations are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from mecatol.domain.places import SPACE
from mecatol.domain.rulings import DEPLOY_INTO_SCAR
from mecatol.domain.units import DEPLOY, PLANETARY_SHIELD, SUSTAIN_DAMAGE, Unit
from mecatol.effects.model import ANOMALY, COMBAT
from mecatol.game.limits import TOKENS, left_of
from mecatol.game.model import Side
from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.state import Force, Holdings, changed, stack
from mecatol.probability.dice import Dice
from mecatol.rules.hits.windows import Hits
from mecatol.rules.production.windows import Price
from mecatol.rules.rolls.gathering import barring, has_lost
from mecatol.rules.rolls.windows import BeforeRoll, BeforeUse, ReadResults


class Forbid:
    """Forbid one unit ability to every unit, or to every unit of one type."""

    def __init__(self, ability: str, unit_type: str | None = None) -> None:
        self.ability = ability
        self.unit_type = unit_type

    def __call__(self, moment: Moment, owner: int, unit: Unit) -> bool:
        """Tell whether the unit cannot use the ability that the moment is about."""
        return moment.ability == self.ability and self.unit_type in (None, unit.kind)


def _one_more(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    rolling = [i for i, d in enumerate(dice) if d.of_a_unit]
    if not rolling:
        return dice
    ordered = moment.game.sides[owner].policy.ordered
    later = [actor for actor in opened(moment, ReadResults, owner) if actor.window.last]
    later = [actor for actor in later if actor.effect.slug not in ordered]

    def with_one(i: int) -> tuple[Dice, ...]:
        return (*dice[:i], dice[i]._replace(dice=dice[i].dice + 1), *dice[i + 1 :])

    def hits(i: int) -> Fraction:
        """Return how many hits the roll makes on average if this unit rolls it."""
        found = with_one(i)
        for actor in later:
            found = actor.window.act(actor.moment, owner, found)
        return sum((d.dice * d.mean for d in found), Fraction(0))

    return with_one(max(rolling, key=lambda i: (hits(i), dice[i].mean) if later else dice[i].mean))


ONE_MORE_DIE = BeforeRoll(_one_more, last=True)
"""One of the units rolls one die more: the one with which the roll makes most hits, with all else that changes it."""


def controls(moment: Moment, owner: int, planet: str) -> bool:
    """Tell whether a player controls a planet of the active system: who was said to, else the first with units there.

    The active player comes last: whoever lands where another player has units does not control the planet, nor does
    whoever coexists there, unless the units of the player in control are gone.
    """
    active, *others = moment.game.sides
    ranked = sorted((*others, active), key=lambda side: planet not in side.player.controls)
    began = [bool(moment.game.start.at(side.index, planet)) for side in moment.game.sides]
    there = [side for side in ranked if began[side.index] or planet in side.player.controls]
    if there and began[there[0].index] and not moment.state.at(there[0].index, planet):
        there = [side for side in others if moment.state.at(side.index, planet)] or there
    return not there or there[0].index == owner


def held_here(moment: Moment, owner: int, tiles: Mapping[str, str]) -> str | None:
    """Return which of these planets, each with its tile, a player controls in the active system; None for none."""
    player, system = moment.game.sides[owner].player, moment.game.scenario.system
    named = [planet for planet, tile in tiles.items() if planet in player.controls and system == tile]
    here = [planet for planet in (*player.planets, *named) if planet in tiles]
    return next((planet for planet in here if controls(moment, owner, planet)), None)


def not_on_own_planet(moment: Moment, owner: int) -> str | None:
    """Return that an effect acts only on a planet that its owner controls, None where that is one."""
    return None if controls(moment, owner, moment.place) else "acts on a planet that its owner controls"


class _StripShields:
    """Take Planetary Shield from every other player's units while a unit of a type is in the active system's space."""

    def __init__(self, unit_type: str) -> None:
        self.unit_type = unit_type

    def __call__(self, moment: Moment, owner: int, unit: Unit) -> bool:
        """Tell whether the unit loses the ability that the moment is about."""
        others = moment.ability == PLANETARY_SHIELD and moment.player != owner
        return others and self.is_near(moment.state.players[owner])

    def is_near(self, holdings: Holdings) -> bool:
        """Tell whether a player with these holdings has such a unit there."""
        return stack(holdings.space, self.unit_type).total > 0


def strip_shields(unit_type: str) -> BeforeUse:
    """Return the window in which Planetary Shield is taken from others' units while a unit of a type is in space."""
    strip = _StripShields(unit_type)
    return BeforeUse(strip, elsewhere=strip.is_near)


class PlusFrom:
    """Add a number to the result of every die that is rolled for one unit ability."""

    adds = True

    def __init__(self, modifier: int, ability: str) -> None:
        self.modifier, self.ability = modifier, ability

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the modifier added."""
        if moment.ability != self.ability:
            return dice
        return tuple(d._replace(modifier=d.modifier + self.modifier) for d in dice)


def in_system(moment: Moment, owner: int, unit_type: str) -> bool:
    """Tell whether a player has a unit of a type in the active system, in space or on a planet."""
    holdings = moment.state.players[owner]
    places = (SPACE, *(planet for planet, _ in holdings.planets))
    return any(stack(holdings.at(place), unit_type).total for place in places)


def galvanized_as(kind: str) -> str:
    """Return the effect, by slug, of galvanized units of a type."""
    return f"galvanized-{kind}"


def rolled_by(moment: Moment, owner: int, dice: Dice, *kinds: str) -> bool:
    """Tell whether units of one of these types roll the dice, whatever values they fight with."""
    unit = moment.game.sides[owner].units.get(dice.unit)  # none where an effect rolls
    return unit is not None and unit.kind in kinds


def reroll_ability(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Roll every die of a unit ability that missed once more."""
    return dice if moment.ability == COMBAT else tuple(d._replace(reroll=True) for d in dice)


class Plus:
    """Add a number to the result of every die."""

    adds = True

    def __init__(self, modifier: int) -> None:
        self.modifier = modifier

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the modifier added."""
        return tuple(d._replace(modifier=d.modifier + self.modifier) for d in dice)


class Cancel:
    """Cancel up to a number of hits."""

    def __init__(self, hits: int) -> None:
        self.hits = hits

    def __call__(self, moment: Moment, owner: int, hits: Hits) -> Hits:
        """Return the hits that are left."""
        return hits._replace(number=max(0, hits.number - self.hits))


def non_fighters_first(moment: Moment, owner: int, hits: Hits) -> Hits:
    """Make the hits go to ships other than fighters while there are any."""
    return hits._replace(non_fighters_first=True)


class PlusFor:
    """Add a number to the results of dice that units of one type roll for combat."""

    adds = True

    def __init__(self, modifier: int, unit_type: str) -> None:
        self.modifier, self.unit_type = modifier, unit_type

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the modifier added where it applies."""
        return tuple(
            d._replace(modifier=d.modifier + self.modifier)
            if moment.ability == COMBAT and rolled_by(moment, moment.player, d, self.unit_type)
            else d
            for d in dice
        )


def reroll_misses(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Roll every combat die that missed once more."""
    return tuple(d._replace(reroll=True) for d in dice) if moment.ability == COMBAT else dice


class RiskMisses:
    """Reroll misses of the types of units that the policy risks, with a number added; of dice of no unit as well."""

    def __init__(self, modifier: int) -> None:
        self.modifier = modifier

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the last reroll, if they are rolled for combat."""
        side = moment.game.sides[owner]
        risked = side.policy.risk
        return tuple(
            d._replace(at_risk=self.modifier)
            if moment.ability == COMBAT and (not d.unit or risked is None or side.units[d.unit].kind in risked)
            else d
            for d in dice
        )


def ways_to_risk(side: Side) -> Sequence[tuple[str, ...]]:
    """Return simple ways to reroll misses at a risk: nobody's, those of the cheapest type of unit, everybody's."""
    player = side.player
    there = [kind for area in (player.space, *player.planets.values()) for kind, count in area.items() if count]
    rolling = [kind for kind in dict.fromkeys(there) if kind in side.units and side.units[kind].combat]
    by_price = sorted(rolling, key=lambda kind: side.units[kind].price)
    return list(dict.fromkeys(((), tuple(by_price[:1]), tuple(by_price))))


class CombatPlus(Plus):
    """Add a number to the result of every combat die."""

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the modifier added, if they are rolled for combat."""
        return super().__call__(moment, owner, dice) if moment.ability == COMBAT else dice


def in_reinforcements(moment: Moment, owner: int, unit: Unit) -> int:
    """Return how many units of a type the owner has left, tokens without end.

    They are those that the scenario does not show, or as many as it says, and what has been destroyed since.
    """
    if unit.type in TOKENS or unit.limit is None:
        return 99
    side = moment.game.sides[owner]
    left, told = left_of(side, moment.state.players[owner], unit), side.player.reinforcements or {}
    if unit.type not in told:
        return left
    return max(0, told[unit.type] + left - left_of(side, moment.game.start.players[owner], unit))


def without_deploy(moment: Moment, owner: int) -> str | None:
    """Return what keeps the mech's Deploy ability from being used on the planet, None if nothing does."""
    about = moment._replace(ability=DEPLOY, player=owner)
    if (actor := barring(about, moment.game.sides[owner].units["mech"])) is None:
        return None
    if actor.effect.kind == ANOMALY and moment.game.ruling(DEPLOY_INTO_SCAR) == "can":
        return None
    return f"cannot be used, because {actor.effect.name} takes Deploy away"


class RepairAll:
    """Repair every unit of one type."""

    def __init__(self, unit_type: str) -> None:
        self.unit_type = unit_type

    def __call__(self, moment: Moment, owner: int, units: Force, sustained: Force) -> Force:
        """Return the force after repairs."""
        hurt = stack(units, self.unit_type).damaged
        return changed(units, self.unit_type, healthy=hurt, damaged=-hurt) if hurt else units


class Has:
    """Look whether there is a unit of a type in a force."""

    def __init__(self, unit_type: str) -> None:
        self.unit_type = unit_type

    def __call__(self, units: Force) -> bool:
        """Tell whether there is one."""
        return any(there.unit == self.unit_type for there in units)


def docks_in(moment: Moment, owner: int, places: Iterable[str]) -> int:
    """Return how many of a player's space docks in these places can use unit abilities: none that is carried in space.

    A space dock that moves by itself is not carried.
    """
    dock, holdings = moment.game.sides[owner].units.get("space-dock"), moment.state.players[owner]
    carried = dock is None or dock.move is None
    return sum(stack(holdings.at(place), "space-dock").total for place in places if not (carried and place == SPACE))


def flagship_here(holdings: Holdings) -> bool:
    """Tell whether a player has a flagship in the active system's space area."""
    return stack(holdings.space, "flagship").total > 0


def but_fighters(units: Force) -> tuple[tuple[str, int], ...]:
    """Look at how many units of each type there are in a force, damaged or not, fighters left out."""
    return tuple([(there.unit, there.total) for there in units if there.unit != "fighter"])


class OneMoreWith:
    """Let each cost that is paid for units of one type bring one of them more, beyond the production limit."""

    def __init__(self, unit_type: str) -> None:
        self.unit_type = unit_type

    def __call__(self, moment: Moment, owner: int, unit: Unit, price: Price) -> Price:
        """Return what such a unit costs."""
        return price._replace(extra=price.extra + 1) if unit.type == self.unit_type else price


def strength(moment: Moment, player: int, counted: Callable[[Unit], bool]) -> int:
    """Return how many units that count a player has in the place."""
    units = moment.game.sides[player].units
    return sum(s.total for s in moment.state.at(player, moment.place) if counted(units[s.unit]))


def repair_all(moment: Moment, owner: int, units: Force, sustained: Force) -> Force:
    """Repair every damaged unit that has Sustain Damage of its own, not one that was lent it or has lost it."""

    def has_sustain(unit: Unit) -> bool:
        return unit.sustain_damage and not has_lost(moment, SUSTAIN_DAMAGE, unit)

    kinds = moment.game.sides[owner].units
    return tuple([
        s._replace(healthy=s.total, damaged=0) if s.damaged and has_sustain(kinds[s.unit]) else s for s in units
    ])  # fmt: skip
