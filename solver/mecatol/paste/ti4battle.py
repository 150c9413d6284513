"""Links to ti4battle.com (pgsandstrom/ti4calc): the battle that such an address holds, and what has no place here.

Its address names for each side, `attacker` and `defender`: `-faction`, `-unit-<type>`, `-damaged-<type>`,
`-upgrade-<type>=true`, `-effect-<name>` with a number, `-risk-direct-hit=false`; besides `place=Ground` and
`effect-<name>` for what holds for both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from mecatol.domain.steps import ACTIVE, GROUND_COMBAT, INVASION, SPACE_COMBAT, TACTICAL_ACTION
from mecatol.domain.units import SHIP, STRUCTURE, UNIT_TYPES
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import technologies
from mecatol.errors import fault
from mecatol.paste.battle import battle, categories, has
from mecatol.paste.naming import component, faction_names, looked_up
from mecatol.paste.pasted import Pasted
from mecatol.paste.units import PastedFleet

SITE = "ti4battle.com"
_SIDES = ("attacker", "defender")
_NOBODY = "Neutral"
"""The faction that has no abilities there."""
_UNIT = {"warsun": "war-sun"}
_OURS = {
    "Argent Flight Commander": "trrakan-aun-zulok",
    "Barony Agent": "viscount-unlenn",
    "Codex mech": "iconoclast-edge",
    "Defending in nebula": "nebula",
    "Eidolon Maximum": "absolute-synergy",
    "Empyrean flagship repair": "dynamo-repair",
    "Exotrireme II should suicide": "exotrireme-2-sacrifice",
    "Flagship active": "quietus",
    "Hacan flagship trade goods": "wrath-of-kenara-trade",
    "I.I.H.Q. MODERNIZATION space cannon": "custodia-vigilia",
    "Jol-Nar commander": "agnlan-oln",
    "L1z1x commander": "2ram",
    "Mahact flagship bonus": "arvicon-rex-edge",
    "Memoria I": "the-cavalry",
    "Memoria II": "the-cavalry-memoria-2",
    "Mentak hero": "ipswitch-loose-cannon",
    "Nekro mech bonus": "mordred-edge",
    "Sol agent": "evelyn-delouis",
    "Titans agent": "tellurian",
    "Winnu commander": "rickar-rickani",
    "Yin agent": "brother-milor-omega-omega",
}
"""What is called otherwise there than on its card: that calculator's name to our slug."""
_BY_ITSELF = ("Ambush", "L1z1x Harrow")
"""What the solver carries out for whoever has the faction, without being asked."""
_KEY = re.compile(r"(?:(attacker|defender)-)?(faction|unit|damaged|upgrade|risk-direct-hit|effect)(?:-(.+))?\Z")


def is_link(text: str) -> bool:
    """Tell whether a text is an address of that calculator, or what stands behind its question mark."""
    return SITE in text.lower() or bool(re.search(r"(?:^|[?&\s])(?:attacker|defender)-(?:faction|unit-\w+)=", text))


def read_link(text: str) -> Pasted:
    """Return the scenario that an address of that calculator holds.

    Raises ScenarioError for an address without a battle in it.
    """
    address = text.split()[0] if SITE in text.lower() else text
    query = urlsplit(address).query or address.partition("?")[2] or address
    pairs = parse_qsl(query, keep_blank_values=True)
    if not any(_KEY.match(key) for key, _ in pairs):
        raise fault("link", "holds no battle: fill in the form there and copy the address again")
    return _Battle(dict(pairs)).pasted()


class _Battle:
    """The battle of one address, taken over piece by piece."""

    def __init__(self, query: Mapping[str, str]) -> None:
        self.left_out: list[str] = []
        self.fleets = [PastedFleet(), PastedFleet()]
        self.careful = [False, False]
        self.ground = query.get("place", "Space").lower() == "ground"
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
        number = int(value) if value.isdecimal() else 0
        if what == "faction":
            fleet.faction = looked_up(faction_names(), value, forgiving=False)
            if fleet.faction is None and value != _NOBODY:
                self.left_out.append(f"{whose} faction {value!r} is not known.")
        elif what == "risk-direct-hit":
            self.careful[index] = value != "true"
        elif what == "effect":
            if number:
                self._effect(index, name, number)
        elif kind := self._kind(whose, name, value):
            if what == "unit" and number:
                fleet.counts.setdefault(None, {})[kind] = number
            elif what == "damaged" and number:
                fleet.damaged[kind] = number
            elif what == "upgrade" and value == "true":
                fleet.upgraded.append(kind)

    def _kind(self, whose: str, name: str, value: str) -> str | None:
        kind = _UNIT.get(name, name)
        if kind in UNIT_TYPES:
            return kind
        if value not in ("0", "false"):
            self.left_out.append(f"{whose} {name!r} is no unit of the game.")
        return None

    def _effect(self, index: int, name: str, number: int) -> None:
        if name in _BY_ITSELF:
            return
        slug = _OURS.get(name) or component(name, forgiving=False)
        effect = EFFECTS.get(slug) if slug else None
        whose = f"the {_SIDES[index]}’s {name}"
        if slug is None or (effect is None and slug not in technologies()):
            self.left_out.append(f"{whose[0].upper()}{whose[1:]} is not known to this calculator.")
        elif effect and effect.role and (effect.role == ACTIVE) == bool(index):
            self.left_out.append(f"{effect.name} cannot be used by the {_SIDES[index]}.")
        else:
            most = effect.limit if effect else 1
            self.fleets[index].owned[slug] = min(number, most)
            if number > most:
                self.left_out.append(f"Of {number} {name}, {most} were taken over: there are no more.")

    def pasted(self) -> Pasted:
        """Return the scenario, with the order of losses that each side has there."""
        first, second = self.fleets
        if self.ground:
            guns = has(second, STRUCTURE) or has(first, SHIP)
            self._leave(0, STRUCTURE, "fire at nobody when planets are invaded")
            self._leave(1, SHIP, "take no part on a planet")
            taken = battle(self.fleets, step=INVASION if guns else GROUND_COMBAT)
        elif has(first, STRUCTURE) or has(second, STRUCTURE):
            taken = battle(self.fleets, step=TACTICAL_ACTION)
            taken.scenario["players"][0]["policy"] = {"land": {}}
        else:
            taken = battle(self.fleets, step=SPACE_COMBAT)
        for player, careful in zip(taken.scenario["players"], self.careful, strict=True):
            player.setdefault("policy", {})["assign"] = "cheapest-first" if careful else "sustain-first"
        return Pasted(taken.scenario, "ti4battle", left_out=self.left_out + taken.left_out, added=taken.added)

    def _leave(self, index: int, category: str, why: str) -> None:
        """Leave units of a category out of a battle in which they do nothing."""
        there = self.fleets[index].counts.get(None, {})
        for kind in [kind for kind in there if category in categories(kind)]:
            self.left_out.append(f"{there.pop(kind)} {UNIT_TYPES[kind]} of the {_SIDES[index]}: they {why}.")
