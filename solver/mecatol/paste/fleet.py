"""One side of a battle, as a text or a link tells of it: units, upgrades, cards, and what it means to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mecatol.domain.counts import in_words
from mecatol.domain.units import UNIT_TYPES, printings, unit_of, unit_upgrades
from mecatol.paste.naming import put_technology_or_card, upgrade_of


@dataclass(eq=False)
class NamedUnits:
    """Units of one type that were named together: `3 dreadnoughts II (1 damaged)`."""

    type: str
    count: int = 1
    counted: bool = True
    """Whether a number stood with them."""
    plural: bool = False
    """Whether they were named in the plural."""
    upgraded: bool = False
    technology: str | None = None
    """The upgrade that their name says their owner has, by slug."""
    damaged: int = 0
    galvanized: int = 0
    ranged: bool = False
    """Whether they were said to be in range, and so may stand in another system."""
    place: str | None = None
    """The planet on which they stand, by slug, or SPACE or ADJACENT; None where no place was named."""
    hits_on: int | None = None
    """The least result with which they hit in combat, where it was said."""
    said: str = ""
    """What they were called."""


@dataclass
class PastedFleet:
    """What one side was said to have."""

    name: str | None = None
    faction: str | None = None
    second: bool = False
    """Whether it is the side that a text names second."""
    units: list[NamedUnits] = field(default_factory=list)
    planet: str | None = None
    """The planet named last, whatever stands there."""
    owned: dict[str, int] = field(default_factory=dict)
    """Technologies and cards by slug, with their number."""
    drafted: list[str] = field(default_factory=list)
    """Abilities and units of factions that it drafted, by slug, in a game of Franken."""
    upgraded: list[str] = field(default_factory=list)
    """Types of units that were said to be upgraded, beside those that are named so."""
    prototype: bool = False
    """Whether it researches the upgrade of a unit as the combat starts, with Reveal Prototype."""
    bonus: int = 0
    """What is added to its combat rolls."""
    retreat: int | None = None
    """The round from which it announces a retreat."""
    retreat_ships: int | None = None
    """With how many ships left, at most, it does."""
    loose: dict[str, str | None] = field(default_factory=dict)
    """What was named behind both sides' units and may be either side's: what it is called, and a card's slug."""
    held_until: dict[str, int] = field(default_factory=dict)
    """Cards that are played in a later round of combat: slug to round."""
    there: bool = False
    """Whether its units were said to be in a place already, before the battle: who comes to them attacks."""
    role: int | None = None
    """FIRST if it was said to attack, SECOND if to defend."""
    unknown: list[str] = field(default_factory=list)
    """Words that nothing is known for."""
    left_out: list[str] = field(default_factory=list)
    """What could not be taken over, a sentence each."""
    notes: list[str] = field(default_factory=list)
    """How what can be read in two ways was read, a sentence each."""

    def add(self, unit_type: str, count: int, place: str | None = None) -> None:
        """Add units of a type."""
        self.units.append(NamedUnits(unit_type, count, place=place))

    def total(self, unit_type: str) -> int:
        """Return how many units of a type there are, wherever they stand."""
        return sum(named.count for named in self.units if named.type == unit_type)

    @property
    def types(self) -> list[str]:
        """The types of units that there are."""
        return list(dict.fromkeys(named.type for named in self.units if named.count))

    def player(self, name: str, edition: str) -> dict[str, Any]:
        """Return it as a player of a scenario, without the units."""
        data: dict[str, Any] = {"name": self.name or name}
        if self.faction:
            data["faction"] = self.faction
        if self.prototype:
            self._reveal(edition)
        for named in self.units:
            if named.technology:
                put_technology_or_card(data, named.technology)
        for kind in self.all_upgraded():
            if slug := upgrade_of(kind, self._whose(kind), edition):
                put_technology_or_card(data, slug)
            else:
                self.left_out.append(f"{data['name']} has no upgrade of the {UNIT_TYPES[kind].lower()}.")
        for slug, count in self.owned.items():
            put_technology_or_card(data, slug, count)
        if self.drafted:
            data["drafted"] = [*self.drafted]
        by_hand: dict[str, Any] = {"units": values} if (values := self._values(data, edition)) else {}
        if self.bonus:
            by_hand["bonus"] = self.bonus
        further = {"by_hand": by_hand, "policy": self._policy()}
        return data | {field: said for field, said in further.items() if said}

    def _policy(self) -> dict[str, Any]:
        """Return what is said of its choices: rounds in which cards are held, and when it retreats."""
        policy: dict[str, Any] = {}
        if held := {slug: number for slug, number in self.held_until.items() if number > 1}:
            policy["play"] = held
        if self.retreat is not None:
            policy["retreat"] = {"from_round": self.retreat}
            if self.retreat_ships is not None:
                policy["retreat"] = {"ships_at_most": self.retreat_ships}
        return policy

    def _whose(self, kind: str) -> str | None:
        """Return the faction whose unit of a type it has: of one that it drafted, else its own."""
        drafted = [unit.faction for unit in printings(kind) if unit.slug in self.drafted]
        return drafted[-1] if drafted else self.faction

    def _values(self, data: dict[str, Any], edition: str) -> dict[str, dict[str, int]]:
        """Return the combat values that were said and are not the printed ones, by type of unit, and note each."""
        found: dict[str, dict[str, int]] = {}
        for named in self.units:
            unit = unit_of(named.type, self._whose(named.type), [*data.get("technologies", ()), named.type], edition)
            printed = unit.combat.value if unit and unit.combat else None
            if named.hits_on in (None, printed):
                continue
            if named.type in found or (unit and not unit.combat):
                self.left_out.append(f"'hits on {named.hits_on}' was not applied to {named.said!r}.")
                continue
            found[named.type] = {"combat": int(named.hits_on or 0)}
            what = in_words(named.type, 2)
            self.notes.append(f"{data['name']}’s {what} hit on {named.hits_on}, as you wrote, instead of {printed}.")
        return found

    def _reveal(self, edition: str) -> None:
        """Upgrade the only type of unit that Reveal Prototype can mean; name the card where there are several."""
        done = {*self.all_upgraded(), *(named.type for named in self.units if named.technology)}
        kinds = [kind for kind in self.types if kind not in done and upgrade_of(kind, self._whose(kind), edition)]
        if len(kinds) == 1:
            self.upgraded.append(kinds[0])
            name = UNIT_TYPES[kinds[0]]
            self.notes.append(f"Reveal Prototype gives the upgrade of the {name.lower()} as the combat starts.")
        else:
            which = "name it as '… II'" if kinds else "no unit here has one left"
            self.left_out.append(f"Reveal Prototype gives the upgrade of one type of unit: {which}.")

    def all_upgraded(self) -> list[str]:
        """Return the types of units that are upgraded by what a faction has for them."""
        by_name = {named.type for named in self.units if named.technology in unit_upgrades()}
        kinds = [named.type for named in self.units if named.upgraded]
        return [kind for kind in dict.fromkeys([*self.upgraded, *kinds]) if kind not in by_name]
