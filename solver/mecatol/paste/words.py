"""A battle in plain words or short forms: `5 cruisers vs 1 war sun`, `Sol 2 dn 4 ff against Letnev 3 dn II`."""

from __future__ import annotations

import re

from mecatol.domain.editions import LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.paste.battle import battle
from mecatol.paste.naming import faction_names, looked_up, unit_names
from mecatol.paste.pasted import Pasted
from mecatol.paste.units import PastedFleet, fleet
from mecatol.scenario.fields import Text

_AGAINST = tuple(
    re.compile(rf"\s*(?<!\w)(?:{words})(?!\w)\s*", re.IGNORECASE)
    for words in (r"vs?\.?|versus|against", r"attacks?|fights?|invades?|(?<!direct )hits?")
)
"""What stands between two sides, the plainest first."""
_ROLE = re.compile(r"\b(attackers?|defenders?)\b['’]?s?\s*(?:\(([^)]*)\))?\s*[:=-]?\s*", re.IGNORECASE)
_HEAD = re.compile(r"\s*([^:,;]{1,60}?)\s*(?:\(([^)]{1,60})\))?\s*:\s*(.*)\Z", re.DOTALL)
_OWNER = re.compile(r"\s*([^\W\d_]{2,40})['’]s\s+(.*)\Z", re.DOTALL)


def read_words(text: str, edition: str = LATEST) -> Pasted:
    """Return the scenario that words describe: two sides, the one that is named first attacking.

    The sides stand on either side of `vs` (or `against`, `attacks`, …), on two lines, or behind `Attacker:` and
    `Defender:`. Raises ScenarioError where no unit is named.
    """
    fleets = [_side(side, edition) for side in _sides(text)]
    return battle(fleets, edition)


def _sides(text: str) -> tuple[str, str]:
    """Return what is said of the first side and of the second."""
    roles = list(_ROLE.finditer(text))
    told = {role[1].lower().rstrip("s") for role in roles}
    if len(roles) == 2 and len(told) == 2:
        first, second = roles
        parts = {
            first[1].lower().rstrip("s"): _named(first, text[first.end() : second.start()]),
            second[1].lower().rstrip("s"): _named(second, text[second.end() :]),
        }
        return _AGAINST[0].sub(" ", parts["attacker"]), _AGAINST[0].sub(" ", parts["defender"])
    found = [text]
    for between in _AGAINST:
        if len(found) == 1:
            found = [part for part in between.split(text) if part.strip()]
    if len(found) == 1:
        found = [line for line in text.splitlines() if line.strip()]
    return found[0] if found else "", ", ".join(found[1:])


def _named(role: re.Match[str], said: str) -> str:
    """Return what is said of a side, with what stands in brackets behind its role: a faction as a rule."""
    return f"{role[2]} {said}" if role[2] else said


def _side(text: str, edition: str) -> PastedFleet:
    """Return one side: its owner before a colon or `'s`, and its units."""
    name, bracket, rest = "", None, text
    found = _HEAD.match(text)
    if found and not looked_up(unit_names(), found[1]):
        name, bracket, rest = found.groups()
    elif owner := _OWNER.match(text):
        name, rest = owner.groups()
    read = fleet(rest, edition)
    for said in (bracket, name):
        faction = looked_up(faction_names(), said, forgiving=False) if said else None
        read.faction = faction or read.faction
    known = looked_up(faction_names(), name, forgiving=False) if name else None
    if name and not known and len(name) <= Text().longest:
        read.name = name.strip()
    elif known:
        read.name = FACTIONS[known].short
    return read
