"""Sheets and decks: a faction's components and everybody's cards, each declared with what is printed on it.

`sheet` enters a faction and returns what its units, abilities, technologies, leaders and notes are declared on; `deck`
is for cards without a faction. A card with `windows` is one that the solver carries out (an Effect), any other is a
Component. What follows from the rest is left out: the slug from the name, by an Ω in it the card whose later version it
is, the edition from the faction, the steps from the windows, and what every card of its kind has in common.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Unpack

from mecatol.domain.editions import PUBLISHED, Edition, OwnEdition
from mecatol.domain.factions import Faction
from mecatol.domain.steps import SYNERGY_STEPS
from mecatol.domain.units import DECLARED, Unit
from mecatol.effects.model import COMPONENTS, Component, Effect, Kind, Leader, Window, declare, file_of
from mecatol.errors import DeclarationError, unknown
from mecatol.game.windows import ColorsAlike

if TYPE_CHECKING:  # for editors and type checkers alone: making these types takes time
    from mecatol.cards.fields import CardFields, FactionFields, UnitFields

_UNLOCKS_HEROES = "Three scored objectives."
_DROPPED = re.compile(r"[’'\"“”]|(?<=\b[A-Z])\.")
"""Marks that no slug has: quotation marks, and the stops of an abbreviation."""


def slug_of(name: str) -> str:
    """Return the slug of a printed name: `Brother Milor Ω` is `brother-milor-omega`."""
    words = _DROPPED.sub("", f"{name}".replace("Ω", " omega")).lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-")


def _slug_of_unit(name: str) -> str:
    """Return the slug of a unit: that of its name, in which I counts for nothing and II for 2."""
    upgraded = f"{name}".removesuffix(" II")
    return slug_of(upgraded.removesuffix(" I")) if upgraded == name else f"{slug_of(upgraded)}-2"


def _place() -> str:
    """Return where a declaration is: the file and line that called this module."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"] == __name__:
        frame = frame.f_back
    return f"{file_of(frame.f_globals['__name__'])}:{frame.f_lineno}"


def _since(edition: str, introduced: Edition) -> str:
    """Return the edition of what came with one edition to all factions before it: that, or the faction's own."""
    older = edition in PUBLISHED and PUBLISHED.index(edition) < PUBLISHED.index(introduced)
    return introduced if older else edition


def _steps_of(windows: tuple[Window, ...]) -> tuple[str, ...]:
    """Return the steps in which windows are opened, each once."""
    listed = windows if isinstance(windows, tuple) else ()  # anything else is refused by the check of all records
    return tuple(dict.fromkeys(step for window in listed for step in getattr(window, "steps", ())))


def _field_names(kind: type) -> set[str]:
    return {field.name for field in fields(kind)}


_FIELDS: dict[type, set[str]] = {kind: _field_names(kind) for kind in (Faction, Unit, Component, Effect)}
_OF_EFFECTS = _FIELDS[Effect] - _FIELDS[Component]


def _made[R: (Faction, Unit, Component, Effect)](kind: type[R], at: str, values: Mapping[str, Any]) -> R:
    """Declare and return a record of these values.

    Raises:
        DeclarationError: it has a field that its kind does not have, or lacks one.
    """
    if not values.keys() <= _FIELDS[kind] or (kind is Effect and "timing" not in values):
        raise DeclarationError(f"{at}: {_fault(kind, values)}")
    return declare(kind(**values), at=at)


def _fault(kind: type, values: Mapping[str, Any]) -> str:
    """Return what is wrong with the fields of a record."""
    record = f"{'Component' if issubclass(kind, Component) else kind.__name__} {values['slug']!r}"
    strange = next((name for name in values if name not in _FIELDS[kind]), None)
    if strange is None:
        return f"{record}: lacks 'timing': when it is used, in your own words"
    if kind is Component and strange in _OF_EFFECTS:
        return f"{record}, {strange}: says how the solver carries it out: name its `windows` as well, or leave it out"
    return f"{record}: {unknown('', strange, f'field of {record.split()[0]}', _FIELDS[kind]).message}"


def _card(kind: Kind, name: str, meaning: str, common: Mapping[str, Any], own: CardFields) -> Component:
    """Declare a card: what it says itself comes before what cards of its kind have in common."""
    values: dict[str, Any] = {"slug": slug_of(name), "name": name, "kind": kind, "meaning": meaning, **common, **own}
    if name.endswith("Ω") and (earlier := slug_of(name.rstrip("Ω"))) in COMPONENTS:
        values.setdefault("version_of", earlier)
    if kind in (Kind.TECHNOLOGY, Kind.FACTION_TECHNOLOGY) and (colors := values.get("prerequisites")):
        values.setdefault("color", colors[0])
    if "windows" not in own:
        return _made(Component, _place(), values)
    values.setdefault("steps", _steps_of(values["windows"]))
    return _made(Effect, _place(), values)


@dataclass(frozen=True)
class Sheet:
    """A faction whose components are declared on it."""

    slug: str
    edition: str

    def unit(self, kind: str, name: str, meaning: str = "", **own: Unpack[UnitFields]) -> Unit:
        """Declare a unit of a type, such as `"destroyer"`."""
        common = {"slug": _slug_of_unit(name), "faction": self.slug, "edition": self.edition}
        return _made(Unit, _place(), {**common, "name": name, "type": kind, "meaning": meaning, **own})

    def upgrade(self, unit: Unit, name: str, meaning: str = "", **own: Unpack[UnitFields]) -> Unit:
        """Declare the upgrade of a unit, a technology of the same name."""
        values: UnitFields = {"upgrade_of": unit.slug, **own}
        values.setdefault("technology", values.get("slug", _slug_of_unit(name)))
        return self.unit(unit.type, name, meaning, **values)

    def flagship(self, name: str, meaning: str = "", **own: Unpack[UnitFields]) -> Unit:
        """Declare the flagship."""
        return self.unit("flagship", name, meaning, **own)

    def mech(self, name: str, meaning: str = "", **own: Unpack[UnitFields]) -> Unit:
        """Declare the mech; older factions got theirs with Prophecy of Kings."""
        values: UnitFields = {"edition": _since(self.edition, Edition.POK), **own}
        return self.unit("mech", name, meaning, **values)

    def text(self, of_unit: str, meaning: str, /, *, name: str | None = None, **own: Unpack[CardFields]) -> Component:
        """Declare the text of a unit, which holds without being named; it is called as the unit is."""
        card = DECLARED.get(of_unit)
        common: CardFields = {"unit": of_unit, "edition": card.edition if card else self.edition, "automatic": True}
        called = name or (card.name if card else of_unit)
        return self._card(Kind.UNIT_TEXT, called, meaning, {**common, **own})

    def ability(self, name: str, meaning: str, **own: Unpack[CardFields]) -> Component:
        """Declare a faction ability."""
        return self._card(Kind.FACTION_ABILITY, name, meaning, own)

    def technology(self, name: str, meaning: str, **own: Unpack[CardFields]) -> Component:
        """Declare a faction technology; its color is that of its first prerequisite."""
        return self._card(Kind.FACTION_TECHNOLOGY, name, meaning, own)

    def note(self, name: str, meaning: str, **own: Unpack[CardFields]) -> Component:
        """Declare a promissory note."""
        return self._card(Kind.PROMISSORY_NOTE, name, meaning, own)

    def breakthrough(self, name: str, meaning: str = "", **own: Unpack[CardFields]) -> Component:
        """Declare the breakthrough; without a meaning, the solver carries out only its synergy."""
        values: CardFields = {"edition": Edition.THUNDERS_EDGE, **own}
        if not meaning:
            one, other = own["synergy"]
            synergy: CardFields = {
                "part": True,
                "timing": "Enter it once you have gained it. Its synergy holds even while the card is exhausted.",
                "clauses": ("90.12",),
                "steps": SYNERGY_STEPS,
                "windows": (ColorsAlike(),),
            }
            values = {**synergy, **values}
            alike = "count as each other when you research and when you score objectives"
            meaning = f"{one.capitalize()} and {other} {alike}."
        return self._card(Kind.BREAKTHROUGH, name, meaning, values)

    def agent(self, name: str, meaning: str, **own: Unpack[CardFields]) -> Component:
        """Declare an agent, which its owner can use for other players."""
        return self._leader(Leader.AGENT, name, meaning, {"shared": True, **own})

    def commander(self, name: str, meaning: str, **own: Unpack[CardFields]) -> Component:
        """Declare a commander, which others can share by the Alliance note."""
        return self._leader(Leader.COMMANDER, name, meaning, {"shared": True, **own})

    def hero(self, name: str, meaning: str, **own: Unpack[CardFields]) -> Component:
        """Declare a hero."""
        return self._leader(Leader.HERO, name, meaning, {"unlock": _UNLOCKS_HEROES, **own})

    def _leader(self, leader: Leader, name: str, meaning: str, own: CardFields) -> Component:
        common = {"faction": self.slug, "edition": _since(self.edition, Edition.POK), "leader": leader}
        return _card(Kind.LEADER, name, meaning, common, own)

    def _card(self, kind: Kind, name: str, meaning: str, own: CardFields) -> Component:
        return _card(kind, name, meaning, {"faction": self.slug, "edition": self.edition}, own)


def sheet(name: str, *, short: str, edition: str, commodities: int, **own: Unpack[FactionFields]) -> Sheet:
    """Enter a faction, and return the sheet on which its components are declared.

    `mecatol.domain.factions.Faction` explains the fields. Raises DeclarationError for one that does not exist.
    """
    common = {"slug": slug_of(name).removeprefix("the-"), "name": name, "short": short}
    values = {**common, "edition": edition, "commodities": commodities, **own}
    faction = _made(Faction, _place(), values)
    return Sheet(faction.slug, faction.edition)


@dataclass(frozen=True)
class Deck:
    """A kind of cards without a faction; to call it with a card's name and meaning declares the card."""

    kind: Kind
    edition: str

    def __call__(self, name: str, meaning: str, **own: Unpack[CardFields]) -> Component:
        """Declare a card."""
        return _card(self.kind, name, meaning, {"edition": self.edition}, own)


def deck(kind: Kind, edition: str = Edition.BASE) -> Deck:
    """Return a deck: cards of a kind, of one edition unless a card names another."""
    return Deck(kind, edition)


def own_edition(slug: str, name: str, extends: str = Edition.THUNDERS_EDGE) -> str:
    """Enter an edition of your own, which adds to one of the game; return its slug, for a sheet or a deck."""
    return declare(OwnEdition(slug=slug, name=name, extends=extends), at=_place()).slug
