"""One side of a battle in plain words or short forms: `2 dn 4 ff 1 ws`, `3 dreadnoughts II with Plasma Scoring`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from mecatol.domain.units import unit_upgrades
from mecatol.paste.naming import (
    UnitName,
    component,
    faction_names,
    looked_up,
    planet,
    put_technology_or_card,
    unit_names,
    upgrade_of,
)

_NUMBERS = "two three four five six seven eight nine ten eleven twelve"
NUMBERS = {"no": 0, "zero": 0, "a": 1, "an": 1, "one": 1, **{word: n for n, word in enumerate(_NUMBERS.split(" "), 2)}}
"""Numbers in words."""
_COUNT = re.compile(r"(?:x?(\d{1,3})x?|(\d{1,3})([a-z].*))\Z")
_UPGRADED = re.compile(r"(.*[a-z])(?:ii|2|\+)\Z")
_UPGRADES = ("ii", "v2", "+", "2", "upgraded", "upgrade")
_SAYS_NOTHING = (
    "and with of in the their its his her has have having my i me we our he she they fleet player space system card "
    "cards each holding plus also is are ships ship units unit lands land landing carrying total all on at from to "
    "planet planets defending attack attacks attacking tech technology technologies"
)
_FILLER = frozenset(_SAYS_NOTHING.split(" "))
_WORD = re.compile(r"[^\s,;&]+|[,;&]")
_ON_PLANETS = ("infantry", "mech", "pds", "space-dock")
_ENDS_A_UNIT = re.compile(rf"\Z|[,;&]|\d+ (?:damage|hurt)|(?:{'|'.join(_FILLER)})\b")
"""What follows `upgraded` where it was said of the unit before it."""
_LONGEST_NAME = 6
"""Words of the longest name that is looked for."""


@dataclass
class PastedFleet:
    """What one side was said to have."""

    name: str | None = None
    faction: str | None = None
    counts: dict[str | None, dict[str, int]] = field(default_factory=dict)
    """Units by place: a planet's slug, None where no place was named."""
    planet: str | None = None
    """The planet named last, whatever stands there."""
    damaged: dict[str, int] = field(default_factory=dict)
    owned: dict[str, int] = field(default_factory=dict)
    """Technologies and cards by slug, with their number."""
    upgraded: list[str] = field(default_factory=list)
    """Types of units that were said to be upgraded."""
    unknown: list[str] = field(default_factory=list)
    """Words that nothing is known for."""

    def total(self, unit_type: str) -> int:
        """Return how many units of a type there are, wherever they stand."""
        return sum(there.get(unit_type, 0) for there in self.counts.values())

    @property
    def types(self) -> list[str]:
        """The types of units that there are."""
        return list(dict.fromkeys(kind for there in self.counts.values() for kind in there))

    def player(self, name: str, edition: str) -> dict[str, Any]:
        """Return it as a player of a scenario, without the units."""
        data: dict[str, Any] = {"name": self.name or name}
        if self.faction:
            data["faction"] = self.faction
        for kind in self.upgraded:
            if slug := upgrade_of(kind, self.faction, edition):
                put_technology_or_card(data, slug)
        for slug, count in self.owned.items():
            put_technology_or_card(data, slug, count)
        return data


def fleet(text: str, edition: str) -> PastedFleet:
    """Return the units, upgrades and cards that a text names, and the words that nothing is known for."""
    return _FleetReader(text, edition).read()


def _named(words: list[str]) -> UnitName | None:
    """Return the unit that these words name together; a slip is forgiven in a single word alone."""
    return looked_up(unit_names(), " ".join(words), forgiving=len(words) == 1)


def _named_exactly(words: list[str]) -> UnitName | None:
    """Return the unit that these words name together, without a slip."""
    return looked_up(unit_names(), " ".join(words), forgiving=False)


class _FleetReader:
    """Words being understood, one after the other."""

    def __init__(self, text: str, edition: str) -> None:
        self.edition = edition
        self.fleet = PastedFleet()
        self.words = _WORD.findall(re.sub(r"[()\[\]]", " ", text))
        self.at = 0
        self.count: int | None = None
        self.hurt = False
        self.improved = False
        self.last: tuple[str, int] | None = None
        """The unit named last, with its number."""
        self.item: list[tuple[str, int]] = []
        """The units named since the last comma."""
        self.place: str | None = None

    def read(self) -> PastedFleet:
        """Return what all the words say."""
        while self.at < len(self.words):
            self._one()
        self._end_of_item()
        self.fleet.counts = {place: there for place, there in self.fleet.counts.items() if there}
        return self.fleet

    def _one(self) -> None:
        word = self.words[self.at]
        plain = word.casefold().strip(".:!?'\"’*_`")
        if word in ",;&":
            self._end_of_item()
        elif plain in ("on", "at") and self._at_planet():
            pass
        elif plain in _FILLER or not plain.strip("-"):
            self.at += 1
        elif (
            self._counted(plain)
            or self._card_named_like_a_unit()
            or self._unit()
            or self._upgrade(plain)
            or self._damage(plain)
            or self._named_thing()
        ):
            pass
        elif self.last and (found := planet(plain)):
            self._move(found, [self.last])
            self.at += 1
        else:
            if not plain.isdigit():
                self.fleet.unknown.append(word)
                self.count = None
            self.at += 1

    def _end_of_item(self) -> None:
        if self.last and self.count is not None and self.last[1] == 1 and len(self.item) == 1:  # the number came behind
            self.fleet.counts[self.place][self.last[0]] += self.count - 1
        self.count, self.hurt, self.improved, self.last, self.place = None, False, False, None, None
        self.item = []
        self.at += 1

    def _counted(self, plain: str) -> bool:
        """Take a number; one that stands together with its unit (`2dn`) is cut from it."""
        if plain in NUMBERS and not (plain in ("a", "an") and self.count is not None):
            self.count = NUMBERS[plain]
        elif (found := _COUNT.match(plain)) and not self._means_upgrade(plain):
            following = self.words[self.at + 1 : self.at + 2]
            if found[3] and not (
                _named([found[3]]) or _UPGRADED.match(found[3]) or _named_exactly([found[3], *following])
            ):
                return False  # a name that begins with a digit
            self.count = int(found[1] or found[2])
            if found[3]:
                self.words[self.at] = found[3].lstrip("x") if found[3][:1] == "x" and len(found[3]) > 3 else found[3]
                return True
        else:
            return False
        self.at += 1
        return True

    def _means_upgrade(self, plain: str) -> bool:
        """Tell whether a 2 behind a unit is its numeral: what follows is no unit that it could count."""
        if self.at and self.words[self.at - 1].endswith((":", "=")):
            return False
        following = self.words[self.at + 1 : self.at + 2]
        return plain == "2" and self.last is not None and not (following and following[0] not in ",;&")

    def _card_named_like_a_unit(self) -> bool:
        """Take a technology or card whose name begins with a unit's: Fighter Prototype is no fighter."""
        for length in range(min(_LONGEST_NAME, len(self.words) - self.at), 1, -1):
            words = self.words[self.at : self.at + length]
            said = " ".join(words).strip(".:'\"’*_`")
            if any(word in ",;&" for word in words) or not _named(words[:1]) or _named_exactly(words):
                continue
            slug = component(said, self.edition, forgiving=False)
            if slug and slug not in unit_upgrades():
                self._hold(slug, length)
                return True
        return False

    def _hold(self, slug: str, length: int) -> None:
        """Take so many words for the name of a technology or card."""
        self.fleet.owned[slug] = 1 if self.count is None else self.count
        self.at += length
        self.count = None

    def _unit(self) -> bool:
        for length in range(min(4, len(self.words) - self.at), 0, -1):
            words = self.words[self.at : self.at + length]
            if any(word in ",;&" for word in words):
                continue
            found, improved = _named(words), words[-1].endswith("+") and words[-1] != "+"  # alone it stands for `and`
            upgraded = _UPGRADED.match(words[0].casefold()) if length == 1 and found is None else None
            if upgraded and (found := _named([upgraded[1]])):
                improved = True
            if found:
                self.at += length
                self._add(found, improved)
                return True
        return False

    def _add(self, found: UnitName, improved: bool) -> None:
        count = 1 if self.count is None else self.count
        there = self.fleet.counts.setdefault(self.place, {})
        there[found.type] = there.get(found.type, 0) + count
        if found.faction and not self.fleet.faction:
            self.fleet.faction = found.faction
        if found.technology and found.faction:
            self.fleet.owned[found.technology] = 1
        elif improved or self.improved or found.technology:
            self._improve(found.type)
        if self.hurt:
            self.fleet.damaged[found.type] = self.fleet.damaged.get(found.type, 0) + count
        self.last, self.count, self.hurt, self.improved = (found.type, count), None, False, False
        self.item.append(self.last)

    def _improve(self, unit_type: str) -> None:
        if unit_type not in self.fleet.upgraded:
            self.fleet.upgraded.append(unit_type)

    def _upgrade(self, plain: str) -> bool:
        if plain not in _UPGRADES:
            return False
        following = " ".join(self.words[self.at + 1 : self.at + 3]).casefold()
        if self.last is None or (plain == "upgraded" and not _ENDS_A_UNIT.match(following)):
            self.improved = True
        else:
            self._improve(self.last[0])
        self.at += 1
        return True

    def _damage(self, plain: str) -> bool:
        if not plain.startswith(("damage", "hurt")):
            return False
        if self.last and self.count is not None:  # behind a unit: (1 damaged)
            kind, there = self.last
            self.fleet.damaged[kind] = self.fleet.damaged.get(kind, 0) + min(self.count, there)
            self.count = None
        else:
            self.hurt = True
        self.at += 1
        return True

    def _named_thing(self) -> bool:
        """Take a faction, technology or card of one word or several, the longest name first, then one with a slip."""
        longest = min(_LONGEST_NAME, len(self.words) - self.at)
        tries = [(length, forgiving) for forgiving in (False, True) for length in range(longest, 0, -1)]
        for length, forgiving in tries:
            words = self.words[self.at : self.at + length]
            said = " ".join(words).strip(".:'\"’*_`")
            plain = [word.casefold().strip(".:") for word in words]
            if any(word in ",;&" for word in words) or (forgiving and any(self._else(word) for word in plain)):
                continue
            if slug := component(said, self.edition, forgiving):
                self._hold(slug, length)
            elif (faction := looked_up(faction_names(), said, forgiving=False)) and not self.fleet.faction:
                self.fleet.faction = faction
                self.at += length
                self.count = None
            else:
                continue
            return True
        return False

    def _else(self, word: str) -> bool:
        """Tell whether a word stands for something by itself, and so is no part of a name with a slip in it."""
        return word in _FILLER or word.isdigit() or word in NUMBERS or _named([word]) is not None

    def _at_planet(self) -> bool:
        """Take `on` and a planet's name, longest first: where what was named before it, or comes after it, stands."""
        for length in range(min(4, len(self.words) - self.at - 1), 0, -1):
            words = self.words[self.at + 1 : self.at + 1 + length]
            if any(word in ",;&" for word in words):
                continue
            if found := planet(" ".join(words).rstrip(":.")):
                self.at += 1 + length
                self._move(found, self.item)
                self.place = found
                return True
        return False

    def _move(self, place: str, units: list[tuple[str, int]]) -> None:
        """Put units on a planet, ships aside."""
        self.fleet.planet = place
        here = self.fleet.counts.get(self.place, {})
        for kind, count in units if self.place != place else ():
            if kind not in _ON_PLANETS:
                continue
            here[kind] -= count
            if not here[kind]:
                del here[kind]
            there = self.fleet.counts.setdefault(place, {})
            there[kind] = there.get(kind, 0) + count
