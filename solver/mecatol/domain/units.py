"""What a unit is: its printed values, read from the data files, by edition, faction and technology."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any, NamedTuple

from mecatol.domain.data import load
from mecatol.domain.editions import BASE, LATEST, POK, in_force
from mecatol.domain.names import Name


class Category(Name):
    """What kind of unit a type is: its card may say otherwise."""

    SHIP = "ship"
    GROUND_FORCE = "ground-force"
    STRUCTURE = "structure"


SHIP: str = Category.SHIP
GROUND_FORCE: str = Category.GROUND_FORCE
STRUCTURE: str = Category.STRUCTURE

UNIT_TYPES: dict[str, str] = {
    "fighter": "Fighter",
    "destroyer": "Destroyer",
    "cruiser": "Cruiser",
    "carrier": "Carrier",
    "dreadnought": "Dreadnought",
    "flagship": "Flagship",
    "war-sun": "War Sun",
    "infantry": "Infantry",
    "mech": "Mech",
    "pds": "PDS",
    "space-dock": "Space Dock",
}
"""The types that a scenario counts units by, cheapest ship first: the order in which `cheapest-first` loses them."""

ABBREVIATIONS = {
    "ff": "fighter",
    "dd": "destroyer",
    "ca": "cruiser",
    "cv": "carrier",
    "dn": "dreadnought",
    "fs": "flagship",
    "ws": "war-sun",
    "gf": "infantry",
    "mf": "mech",
    "pd": "pds",
    "sd": "space-dock",
}
"""What players write for the types in short, as AsyncTI4 does."""


class Ability(Name):
    """What units use: one of the seven unit abilities (1.26), or their combat rolls."""

    SPACE_CANNON = "space-cannon"
    BOMBARDMENT = "bombardment"
    ANTI_FIGHTER_BARRAGE = "anti-fighter-barrage"
    SUSTAIN_DAMAGE = "sustain-damage"
    PLANETARY_SHIELD = "planetary-shield"
    PRODUCTION = "production"
    DEPLOY = "deploy"
    COMBAT = "combat"
    """A combat roll (78.5, 42.1), which is not a unit ability."""


SPACE_CANNON: str = Ability.SPACE_CANNON
BOMBARDMENT: str = Ability.BOMBARDMENT
ANTI_FIGHTER_BARRAGE: str = Ability.ANTI_FIGHTER_BARRAGE
SUSTAIN_DAMAGE: str = Ability.SUSTAIN_DAMAGE
PLANETARY_SHIELD: str = Ability.PLANETARY_SHIELD
PRODUCTION: str = Ability.PRODUCTION
DEPLOY: str = Ability.DEPLOY

ABILITIES: dict[str, str] = {
    SPACE_CANNON: "Space Cannon",
    BOMBARDMENT: "Bombardment",
    ANTI_FIGHTER_BARRAGE: "Anti-Fighter Barrage",
    SUSTAIN_DAMAGE: "Sustain Damage",
    PLANETARY_SHIELD: "Planetary Shield",
    PRODUCTION: "Production",
    DEPLOY: "Deploy",
}
"""The seven unit abilities (1.26), slug to name."""


class Production(NamedTuple):
    """A Production value: a number of its own, or what is added to the resources of its planet."""

    value: int | None = None
    resource_bonus: int | None = None


class TypeOfUnit(NamedTuple):
    """What all units of a type have in common unless their card says otherwise."""

    categories: frozenset[str]
    limit: int
    """How many plastic ones a player has."""
    produces: int = 1
    """How many come for one cost."""


_SHIP, _GROUND, _STRUCTURE = frozenset({SHIP}), frozenset({GROUND_FORCE}), frozenset({STRUCTURE})

_TYPES: dict[str, TypeOfUnit] = {
    "fighter": TypeOfUnit(_SHIP, 10, 2),
    "destroyer": TypeOfUnit(_SHIP, 8),
    "cruiser": TypeOfUnit(_SHIP, 8),
    "carrier": TypeOfUnit(_SHIP, 4),
    "dreadnought": TypeOfUnit(_SHIP, 5),
    "flagship": TypeOfUnit(_SHIP, 1),
    "war-sun": TypeOfUnit(_SHIP, 2),
    "infantry": TypeOfUnit(_GROUND, 12, 2),
    "mech": TypeOfUnit(_GROUND, 4),
    "pds": TypeOfUnit(_STRUCTURE, 6),
    "space-dock": TypeOfUnit(_STRUCTURE, 3),
}


class Value(NamedTuple):
    """A value with dice, as printed: Space Cannon 6 (×2) is Value(6, 2)."""

    value: int
    """The least result of a die that is a hit."""
    dice: int = 1
    """How many dice one unit rolls."""
    deep: bool = False
    """Whether the unit's own text lets it be used against an adjacent system."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """One printing of a unit. Counts are plain numbers; None means that the unit has no such value."""

    slug: str
    name: str
    type: str
    """The generic type (a key of UNIT_TYPES) that scenarios count it under."""
    edition: str
    until: str | None = None
    faction: str | None = None
    upgrade_of: str | None = None
    technology: str | None = None
    """The unit upgrade technology (or the breakthrough) that gives it, by slug."""
    prerequisites: tuple[str, ...] | None = None
    """Of a unit upgrade technology: the colors that it asks for, one for each; None for other units."""
    categories: frozenset[str] = frozenset()
    """Ship, ground force, structure; as its type has it where nothing is said."""
    cost: float | None = None
    """Resources for `produces` of them."""
    produces: int = 0
    """How many come for one cost; as its type has it where nothing is said."""
    combat: Value | None = None
    move: int | None = None
    capacity: int = 0
    space_cannon: Value | None = None
    bombardment: Value | None = None
    anti_fighter_barrage: Value | None = None
    sustain_damage: bool = False
    planetary_shield: bool = False
    production: Production | None = None
    deploy: bool = False
    direct_hit_immune: bool = False
    meaning: str = ""
    """What its own text does, in our own words."""
    limit: int | None = None
    """How many plastic ones a player has; as its type has it where nothing is said."""
    excess_fleet_pool: float | None = None
    """For fighters that need not be carried: what each one in excess of capacity counts against the fleet pool."""
    holds_fighters: int | None = None
    """For space docks: fighters of the system that it keeps from counting against capacity."""
    worth: float | None = None
    """Resources that one counts for where it is not bought: those of the units that it was formed of."""
    rides_free: bool = False
    """Whether it needs no capacity of its own beside a ship that has some."""
    bears: tuple[str, ...] = ()
    """The steps in which its text would act; where no effect carries it out, the answer says so."""
    left_out: str = ""
    """Why the solver does not carry its text out, in a sentence, where it does not."""

    @property
    def stands_in(self) -> bool:
        """Whether it stands for the mech or flagship of a player whose faction nobody named: no such card exists."""
        return self.slug == self.type and self.type in ("mech", "flagship")

    def __post_init__(self) -> None:
        if kind := _TYPES.get(self.type):
            for name, value in (("categories", kind.categories), ("produces", kind.produces), ("limit", kind.limit)):
                if not getattr(self, name):
                    object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        """Hash it by its slug: positions and rolls are looked up by units all the time."""
        return hash(self.slug)

    @property
    def kind(self) -> str:
        """The type that cards and policies know it by: its own, too, where it stands as another for a combat."""
        return self.type

    @property
    def is_ship(self) -> bool:
        """Whether it is a ship (81)."""
        return SHIP in self.categories

    @property
    def is_ground_force(self) -> bool:
        """Whether it is a ground force (43)."""
        return GROUND_FORCE in self.categories

    @property
    def is_structure(self) -> bool:
        """Whether it is a structure (85)."""
        return STRUCTURE in self.categories

    @property
    def is_fighter(self) -> bool:
        """Whether it is a fighter, of any faction."""
        return self.type == "fighter"

    @property
    def price(self) -> float:
        """Resources that one such unit is worth: half its cost where two come for it; 0 without a cost or worth."""
        return self.worth or (self.cost or 0) / self.produces

    @property
    def tenths(self) -> int:
        """How many hits ten of its combat rolls produce on average; 0 without a combat value."""
        return self.combat.dice * (11 - self.combat.value) if self.combat else 0

    def dice_of(self, ability: str) -> Value | None:
        """Return the value of one of the three unit abilities that roll dice, None where the unit lacks it."""
        value: Value | None = getattr(self, ability.replace("-", "_"))
        return value

    def has(self, ability: str) -> bool:
        """Tell whether it has one of the seven unit abilities, by slug."""
        return bool(getattr(self, ability.replace("-", "_")))


@dataclass(frozen=True, kw_only=True)
class StandIn(Unit):
    """A unit that stands apart from others of its type for a while: under a name of its own, perhaps changed."""

    own_type: str
    lost_after: str | None = None
    """A type of unit after which it is lost, unless its owner names its own type; None: after its like."""

    __hash__ = Unit.__hash__

    @property
    def kind(self) -> str:
        """Its own type, whatever it stands as."""
        return self.own_type


def stand_in(unit: Unit, place: str, **values: Any) -> StandIn:
    """Return a unit as it stands under a name of its own, with these values changed."""
    own = {field.name: getattr(unit, field.name) for field in fields(Unit)}
    return StandIn(**{**own, **values, "type": place}, own_type=unit.kind)


def _value(raw: dict[str, Any] | None) -> Value | None:
    return None if raw is None else Value(raw["value"], raw.get("dice", 1), raw.get("deep", False))


DECLARED: dict[str, Unit] = {}
"""The units of factions, by slug; the files of `mecatol.cards.factions` fill it."""


@cache  # joins two tables wherever a unit is looked up
def units() -> dict[str, Unit]:
    """Return every printing of every unit, by slug."""
    return {**_everybodys(), **DECLARED}


@cache  # made of a data file
def _everybodys() -> dict[str, Unit]:
    """Return the units that every player has, from the data file."""
    raw: dict[str, dict[str, Any]] = load("units")  # type: ignore[assignment]
    found = {}
    for slug, record in raw.items():
        values = {**record, "slug": slug}
        for name in ("combat", "space_cannon", "bombardment", "anti_fighter_barrage"):
            if name in record:
                values[name] = _value(record[name])
        if "production" in record:
            values["production"] = Production(**record["production"])
        if "prerequisites" in record:
            values["prerequisites"] = tuple(record["prerequisites"])
        found[slug] = Unit(**values)
    return found


@cache  # goes through every unit
def units_of(faction: str) -> dict[str, Unit]:
    """Return every printing of every unit of a faction's own, by slug."""
    return {slug: unit for slug, unit in units().items() if unit.faction == faction}


@cache  # goes through every unit
def printings(unit_type: str) -> tuple[Unit, ...]:
    """Return every printing of the units of one type."""
    return tuple(unit for unit in units().values() if unit.type == unit_type)


@cache  # made of a data file
def planets() -> dict[str, dict[str, Any]]:
    """Return every planet's record, by slug."""
    records: dict[str, dict[str, Any]] = load("planets")  # type: ignore[assignment]
    return records


def planet_name(slug: str) -> str:
    """Return a planet's printed name; one that the game does not know has the words of its slug for a name."""
    known = planets().get(slug)
    return known["name"] if known else " ".join(part.capitalize() for part in slug.split("-"))


def is_station(slug: str) -> bool:
    """Tell whether what the game lists among planets is a space station, on which no units can be."""
    return bool(planets().get(slug, {}).get("station"))


@cache  # made of a data file
def systems() -> dict[str, dict[str, Any]]:
    """Return every system tile's record, by the tile's number."""
    records: dict[str, dict[str, Any]] = load("systems")  # type: ignore[assignment]
    return records


@cache  # goes through every unit
def unit_upgrades() -> dict[str, str]:
    """Return the unit upgrade technologies: slug to name."""
    return {unit.technology: unit.name for unit in units().values() if unit.technology}


def unit_of(
    unit_type: str, faction: str | None = None, technologies: Collection[str] = (), edition: str = LATEST
) -> Unit | None:
    """Return the unit that a player's counts of `unit_type` stand for, None where the player has no such unit.

    The faction's own version takes the place of the generic one, an upgrade that the player owns that of both;
    a printing outside its editions does not count. Without a faction there is no flagship (see USUAL), and for its mech
    stands one with the values that most have, which nobody can produce. Whose upgrades a player may own is not asked
    here, for there is a faction that copies those of others.
    """
    return _unit_of(unit_type, faction, frozenset(technologies), edition)


@lru_cache(maxsize=2048)  # a search prepares the same players again and again
def _unit_of(unit_type: str, faction: str | None, technologies: frozenset[str], edition: str) -> Unit | None:
    def rank(unit: Unit) -> tuple[bool, bool]:
        return unit.upgrade_of is not None, unit.faction is not None

    candidates = [
        unit
        for unit in printings(unit_type)
        if in_force(edition, unit.edition, unit.until)
        and (unit.faction in (None, faction) if unit.technology is None else unit.technology in technologies)
    ]
    if unit_type == "mech" and faction is None and not candidates and in_force(edition, USUAL["mech"].edition):
        return USUAL["mech"]
    return max(candidates, key=rank, default=None)


USUAL: dict[str, Unit] = {
    "flagship": Unit(
        slug="flagship", name="Flagship", type="flagship", edition=BASE,
        worth=8, combat=Value(5, 2), move=1, capacity=3, sustain_damage=True,
    ),
    "mech": Unit(slug="mech", name="Mech", type="mech", edition=POK, worth=2, combat=Value(6), sustain_damage=True),
}  # fmt: skip
"""What stands in for units that only factions have, by type, where a scenario gives them to a player without one.

Each has the commonest of the printed values and no text; an answer says so.
"""
