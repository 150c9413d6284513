"""Links to ti4battle.com (pgsandstrom/ti4calc): the battle that such an address holds, and what has no place here.

Its address names for each side, `attacker` and `defender`: `-faction`, `-unit-<type>`, `-damaged-<type>`,
`-galvanized-<type>`, `-upgrade-<type>=true`, `-effect-<name>` with a number, `-risk-direct-hit=false`; besides
`place=Ground` and `effect-<name>` for what holds for both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from mecatol.domain.factions import FACTIONS
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import ACTIVE, GROUND_COMBAT, INVASION, SPACE_COMBAT, TACTICAL_ACTION
from mecatol.domain.units import SHIP, STRUCTURE, UNIT_TYPES
from mecatol.effects.holders import may_have
from mecatol.effects.model import COMPONENTS, EFFECTS, LEADERS
from mecatol.effects.named import technologies
from mecatol.errors import fault
from mecatol.paste.battle import Said, battle, categories, has, some_planet
from mecatol.paste.fleet import NamedUnits, PastedFleet
from mecatol.paste.links import beside
from mecatol.paste.naming import called, component, faction_names, leader_names, looked_up, normal
from mecatol.paste.pasted import Pasted
from mecatol.scenario.assumptions import IGNORED
from mecatol.scenario.counts import whole

SITE = "ti4battle.com"
_ADDRESS = re.compile(r"[^\s<>\"]*ti4battle\.com[^\s<>\"]*", re.IGNORECASE)
_SIDES = ("attacker", "defender")
_NOBODY = "Neutral"
"""The faction whose units are nobody's there."""
_UNIT = {"warsun": "war-sun"}
_OURS = {
    "Asail (Firmament)": "assail",
    "Asail (Obsidian)": "assail",
    "Barony Agent": "viscount-unlenn",
    "Defending in nebula": "nebula",
    "Eidolon Maximum": "absolute-synergy",
    "Empyrean flagship repair": "dynamo-repair",
    "Exotrireme II should suicide": "exotrireme-2-sacrifice",
    "Flagship active": "quietus",
    "Hacan flagship trade goods": "wrath-of-kenara-trade",
    "Heaven's Eye": "heavens-eye-repair",
    "I.I.H.Q. MODERNIZATION space cannon": "custodia-vigilia",
    "Mahact flagship bonus": "arvicon-rex-edge",
    "Mech deploy": "dunlain-reaper-deploy",
    "Memoria I": "the-cavalry",
    "Memoria II": "the-cavalry-memoria-2",
    "Nekro mech bonus": "mordred-edge",
    "The Egeiro planet bonus": "egeiro-systems",
}
"""What is called otherwise there than on its card: that calculator's name to our slug. Leaders go by rank."""
_ABOARD = {
    "Ral Nel PDS in space": ("pds", False, ()),
    "Ral Nel galvanized PDS in space": ("pds", True, ()),
    "Ral Nel space dock with Lightrail Ordnance in space": ("space-dock", False, ("lightrail-ordnance",)),
    "Ral Nel galvanized space dock with Lightrail Ordnance in space": ("space-dock", True, ("lightrail-ordnance",)),
}
"""What counts structures in the space area there: their type, whether they are galvanized, the cards that they need."""
_NEAR = "Alarum reinforcements"
"""What counts the infantry in adjacent systems there."""
_REPLACED = {
    "Codex mech": "Iconoclast Ω, near which nobody else uses Anti-Fighter Barrage, is from Codex III; Thunder’s Edge "
    "has Iconoclast ΩΩ, which does nothing in a battle. Choose an older edition for the card as it was",
}
"""What acts there and not here: that calculator's name to why."""
_BY_ITSELF = ("Ambush", "L1z1x Harrow", "A3 Valiance galvanize")
"""What the solver carries out for whoever has the faction, without being asked."""
_BOARDING = ("nekro-virus",)
"""Factions whose ground forces in space may fight there."""
_KEY = re.compile(
    r"(?:(attacker|defender)-)?(faction|unit|damaged|galvanized|upgrade|risk-direct-hit|effect)(?:-(.+))?\Z"
)


def _leader(name: str) -> str | None:
    """Return what the leader is called that a faction and a rank name, such as `Last Bastion hero`; None for none."""
    words, _, rank = name.rpartition(" ")
    faction = looked_up(faction_names(), words)
    if faction is None or rank.casefold() not in LEADERS:
        return None
    named = [one.name for one in COMPONENTS.values() if one.faction == faction and one.leader == rank.casefold()]
    return named[-1] if named else None


def is_link(text: str) -> bool:
    """Tell whether a text is an address of that calculator, or what stands behind its question mark."""
    return SITE in text.lower() or bool(re.search(r"(?:^|[?&\s])(?:attacker|defender)-(?:faction|unit-\w+)=", text))


def read_link(text: str) -> Pasted:
    """Return the scenario that an address of that calculator holds.

    Raises ScenarioError for an address without a battle in it.
    """
    found = _ADDRESS.search(text)
    address = found[0] if found else text
    query = urlsplit(address).query or address.partition("?")[2] or address
    pairs = parse_qsl(query, keep_blank_values=True)
    if not any(_KEY.match(key) for key, _ in pairs):
        raise fault("link", "holds no battle: fill in the form there and copy the address again")
    taken = _Battle(pairs)
    if found:
        taken.left_out += beside(text, found.span())
    return taken.pasted()


class _Battle:
    """The battle of one address, taken over piece by piece."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self.left_out: list[str] = []
        self.fleets = [PastedFleet(), PastedFleet()]
        self.said = Said(listed=True)
        self.careful = [False, False]
        query: dict[str, str] = {}
        for key, value in pairs:
            if query.setdefault(key, value) != value:
                self.left_out.append(f"The address says {key!r} twice; {query[key]!r} was taken, {value!r} was not.")
        place = query.get("place", "Space")
        self.ground = place.lower() == "ground"
        if place.lower() not in ("ground", "space"):
            self.left_out.append(f"The address says place {place!r}, which is neither Space nor Ground.")
        for key, value in query.items():
            self._take(key, value)

    def _take(self, key: str, value: str) -> None:
        found = _KEY.match(key)
        if not found:
            if key != "place":
                self.left_out.append(f"The address says {key!r}, which means nothing to this calculator.")
            return
        side, what, name = found.groups()
        for index in [_SIDES.index(side)] if side else range(2):
            self._of_side(index, what, name or "", value)

    def _of_side(self, index: int, what: str, name: str, value: str) -> None:
        fleet, whose = self.fleets[index], f"The {_SIDES[index]}’s"
        if what == "faction":
            fleet.faction = looked_up(faction_names(), value)
            if value == _NOBODY:
                self.said.neutral.append(fleet)
            elif fleet.faction is None:
                self.left_out.append(f"{whose} faction {value!r} is not known.")
        elif what == "risk-direct-hit":
            self.careful[index] = value != "true"
        elif what == "effect":
            if number := self._number(f"{whose} {name}", value):
                self._effect(index, name, number)
        elif kind := self._kind(whose, name, value):
            if what == "upgrade":
                if value == "true":
                    fleet.upgraded.append(kind)
            elif number := self._number(f"{whose} {name}", value):
                units = self._units(fleet, kind)
                if what == "unit":
                    units.count = number
                else:
                    setattr(units, what, number)

    def _units(self, fleet: PastedFleet, kind: str) -> NamedUnits:
        """Return a fleet's units of a type, none of them as long as no number was given."""
        found = next((named for named in fleet.units if named.type == kind), None)
        if found is None:
            fleet.add(kind, 0)
        return found or fleet.units[-1]

    def _number(self, whose: str, value: str) -> int:
        """Return the number that a value says; 0 for none, and for what is none, which is named."""
        if value in ("true", "false", ""):
            return value == "true"
        try:
            return whole(value)
        except ValueError:
            self.left_out.append(f"{whose} is {value[:40]!r}, which is not a number.")
            return 0

    def _kind(self, whose: str, name: str, value: str) -> str | None:
        kind = _UNIT.get(name, name)
        if kind in UNIT_TYPES:
            return kind
        if value not in ("0", "false"):
            self.left_out.append(f"{whose} {name!r} is not a unit in the game.")
        return None

    def _effect(self, index: int, name: str, number: int) -> None:
        if name in _BY_ITSELF:
            return
        if why := _REPLACED.get(name):
            self.left_out.append(f"{why}.")
            return
        if name in _ABOARD or name == _NEAR:
            self._units_by_effect(index, name, number)
            return
        slug = _OURS.get(name) or leader_names().get(normal(name)) or component(name)
        effect = EFFECTS.get(slug) if slug else None
        whose = f"the {_SIDES[index]}’s {name}"
        if leader := None if slug else _leader(name):
            self.left_out.append(
                f"{whose[0].upper()}{whose[1:]} is {leader}, which this calculator does not carry out."
            )
        elif slug is None or (effect is None and slug not in technologies()):
            self.left_out.append(f"{whose[0].upper()}{whose[1:]} is not known to this calculator.")
        elif effect and effect.role and (effect.role == ACTIVE) == bool(index):
            self.left_out.append(f"{effect.name} cannot be used by the {_SIDES[index]}.")
        else:
            most = effect.limit if effect else 1
            self.fleets[index].owned[slug] = min(number, most)
            if number > most:
                self.left_out.append(f"Of {number} {name}, {most} were taken over: the game has only that many.")

    def _units_by_effect(self, index: int, name: str, number: int) -> None:
        """Take an effect that counts units which stand elsewhere than the others of their type."""
        fleet = self.fleets[index]
        if name == _NEAR:
            fleet.add("infantry", number, ADJACENT)
            return
        kind, galvanized, cards = _ABOARD[name]
        fleet.add(kind, number, SPACE)
        fleet.units[-1].galvanized = number if galvanized else 0
        fleet.owned |= dict.fromkeys(cards, 1)

    def _fires_from_space(self) -> bool:
        """Tell whether there are structures in the space area, which linkships fire."""
        units = [named for fleet in self.fleets for named in fleet.units]
        return any(named.count and named.place == SPACE and STRUCTURE in categories(named.type) for named in units)

    def _of_others(self) -> list[str]:
        """Return what a side has that belongs to another faction, a sentence each: that calculator lets anybody."""
        return [
            f"{called(slug)} is not {FACTIONS[fleet.faction].name}’s; as the link says so, anybody may have anything."
            for fleet in self.fleets
            for slug in fleet.owned
            if fleet.faction and not may_have(slug, fleet.faction)
        ]

    def pasted(self) -> Pasted:
        """Return the scenario, with the order of losses that each side has there."""
        first, second = self.fleets
        self.said.alone = not (first.types and second.types)
        for fleet, side in zip(self.fleets, _SIDES, strict=True):
            fleet.name = None if fleet.types or fleet.faction else side.capitalize()
        for fleet in self.fleets:
            for named in fleet.units:
                for what in ("damaged", "galvanized"):
                    if (number := getattr(named, what)) > named.count:
                        kind, whose = UNIT_TYPES[named.type].lower(), _SIDES[self.fleets.index(fleet)]
                        self.left_out.append(f"Of {number} {what} {kind} of the {whose}, {named.count} are there.")
                        setattr(named, what, named.count)
        if self.ground:
            guns = has(second, STRUCTURE) or has(first, SHIP)
            self._leave(0, STRUCTURE, "fire at nobody when planets are invaded")
            self._leave(1, SHIP, "take no part on a planet")
            taken = battle(self.fleets, step=INVASION if guns else GROUND_COMBAT, said=self.said)
        elif has(first, STRUCTURE) or has(second, STRUCTURE) or self._fires_from_space():
            taken = battle(self.fleets, step=TACTICAL_ACTION, said=self.said)
            taken.scenario["players"][0]["policy"] = {"land": {}}
        else:
            self._garrison(second)
            taken = battle(self.fleets, step=SPACE_COMBAT, said=self.said)
        alone = next((index for index, fleet in enumerate(self.fleets) if not fleet.types), None)
        if others := self._of_others():
            taken.scenario["assume"] = {"owners": IGNORED}
            taken.added += others
        for player, careful in zip(taken.scenario["players"], self.careful, strict=True):
            player.setdefault("policy", {})["assign"] = "cheapest-first" if careful else "sustain-first"
        missing = None if alone is None else taken.scenario["players"][alone]["name"]
        if missing is not None:
            taken.added.append(
                f"The link names no units of {missing}, so it asks what would be enough against the other."
            )
        left_out = self.left_out + taken.left_out
        return Pasted(taken.scenario, "ti4battle", alone=missing, left_out=left_out, added=taken.added)

    def _garrison(self, fleet: PastedFleet) -> None:
        """Let the defender's infantry stand on a planet: a link of a whole system counts it with the ships."""
        for named in fleet.units if fleet.faction not in _BOARDING else ():
            if named.type == "infantry" and has(fleet, SHIP):
                named.place = some_planet()

    def _leave(self, index: int, category: str, why: str) -> None:
        """Leave units of a category out of a battle in which they do nothing."""
        fleet = self.fleets[index]
        for named in [named for named in fleet.units if named.count and category in categories(named.type)]:
            fleet.units.remove(named)
            self.left_out.append(f"{named.count} {UNIT_TYPES[named.type]} of the {_SIDES[index]}: they {why}.")
