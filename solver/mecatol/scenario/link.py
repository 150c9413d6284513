"""The notation of a case in a link: short, and readable in part.

Pages write and read the same with theme/browser/keeping/notation.ts; a test holds the two together.

    #1/space/Red.letnev.3dn1cv4ff!1dn+dn;morale-boost/Blue.2ws5ff/(stop_after:2)/!h3,h1/0qz

Parts stand between slashes, in this order: the version, the step (a code of STEPS, else its slug), each player, the
rest of the scenario, `!` and the tokens of what has been played so far, an empty part and a second case to compare
with, `=` and the packs that are needed, and three characters that tell whether anything was lost on the way.

A player is a name, then in any order `.` and a faction; `.` and units in space, such as `3dn1cv`; `.`, a planet, `:`
and units there, or none; `!` and damaged units in space; `@` and units in adjacent systems; `+` and a technology, the
upgrade of a unit by the unit's code; `;` and a card, with `:` and a number where it is not one; last `(` and whatever
else is said of the player. The rest is written as values: `(key:value,…)` is a mapping, `!(value,…)` a list, `!t`, `!f`
and `!n` are true, false and nothing, a number is itself, and so is a text, behind `'` where it could be read as a
number. In texts `~` is a space, and every other character that an address cannot hold is percent-encoded UTF-8.

That is version 1. A battle that is played out is written in version 2, `#2/`: the same, but with codes for the cards
and technologies of most battles (CARDS, TECHNOLOGIES), and with its tokens close together (`mecatol.scenario.history`).

Whatever a scenario holds comes back as it was: what has no code is written in full. A code never changes its meaning
within a version, and is never taken away. Links of the old form, `#calc=<step>&scenario=<JSON>`, are still read
(`mecatol.paste.links`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from mecatol.domain.units import ABBREVIATIONS
from mecatol.errors import ScenarioError, UnwritableError, fault
from mecatol.scenario.history import close, is_history, spread

MARK = "#1/"
"""What a link begins with that holds a case which is not played out."""
LONGEST = 20_000
"""Characters of the longest case that a page of the site reads from its address."""
STEPS = {
    "agenda": "agenda-votes",
    "barrage": "anti-fighter-barrage",
    "ground": "ground-combat",
    "offense": "space-cannon-offense",
    "defense": "space-cannon-defense",
    "shield": "planetary-shield",
    "space": "space-combat",
    "sustain": "sustain-damage",
    "tactical": "tactical-action",
}
"""Codes of steps; any other step is written as its slug."""
FACTIONS = {
    "argent": "argent-flight",
    "letnev": "barony-of-letnev",
    "saar": "clan-of-saar",
    "keleres": "council-keleres",
    "rebellion": "crimson-rebellion",
    "deepwrought": "deepwrought-scholarate",
    "muaat": "embers-of-muaat",
    "hacan": "emirates-of-hacan",
    "sol": "federation-of-sol",
    "creuss": "ghosts-of-creuss",
    "l1z1x": "l1z1x-mindnet",
    "bastion": "last-bastion",
    "mahact": "mahact-gene-sorcerers",
    "mentak": "mentak-coalition",
    "naalu": "naalu-collective",
    "naaz": "naaz-rokha-alliance",
    "nekro": "nekro-virus",
    "ralnel": "ral-nel-consortium",
    "norr": "sardakk-norr",
    "titans": "titans-of-ul",
    "jolnar": "universities-of-jol-nar",
    "vuilraith": "vuilraith-cabal",
    "xxcha": "xxcha-kingdom",
    "yin": "yin-brotherhood",
    "yssaril": "yssaril-tribes",
}
"""Codes of factions; any other faction is written as its slug."""
UPGRADES = {code: f"{unit}-2" for code, unit in ABBREVIATIONS.items()}
"""Codes of the upgrades that everybody may own; any other technology is written as its slug."""
TECHNOLOGIES = {
    "ac": "assault-cannon",
    "am": "antimass-deflectors",
    "da": "duranium-armor",
    "gl": "graviton-laser-system",
    "md": "magen-defense-grid-omega-omega",
    "ps": "plasma-scoring",
}
"""Further codes of technologies, in version 2."""
CARDS = {
    "bk": "bunker",
    "ce": "courageous-to-the-end",
    "dh": "direct-hit",
    "er": "emergency-repairs",
    "fp": "fighter-prototype",
    "ft": "fire-team",
    "mb": "morale-boost",
    "mj": "maneuvering-jets",
    "rs": "reflective-shielding",
    "sf": "scramble-frequency",
    "sh": "shields-holding",
    "sr": "skilled-retreat",
    "wl": "waylay",
}
"""Codes of cards, in version 2; any other card is written as its slug."""


class _Codes(NamedTuple):
    """The codes that differ between the versions of the notation."""

    technologies: Mapping[str, str]
    cards: Mapping[str, str]


_VERSIONS = {"1": _Codes(UPGRADES, {}), "2": _Codes({**UPGRADES, **TECHNOLOGIES}, CARDS)}
MARKS = tuple([f"#{version}/" for version in _VERSIONS])
"""What a link in this notation begins with."""

_DEEPEST = 40
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,399})(?:\.[0-9]{1,400})?(?:e-?[0-9]{1,4})?\Z")
_COUNT = re.compile(r"(?:0|[1-9][0-9]{0,14})\Z")
_COUNTED = re.compile(r"(0|[1-9][0-9]{0,14})([a-z]+)")
_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ITEM = re.compile(r"([.!@+;])([a-z0-9:-]*)")
_NAME = re.compile(r"[A-Za-z0-9_%~-]+")
_ATOM = re.compile(r"[A-Za-z0-9_.%~-]*")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PRIME = 46649  # the largest below 36 ** 3


@dataclass(frozen=True)
class Linked:
    """What a link holds."""

    scenario: dict[str, Any]
    beside: dict[str, Any] | None = None
    """A second case, to compare with."""
    pack: str = ""
    """The packs that they need, as `name|edition@version` with commas between."""
    history: tuple[str, ...] | None = None
    """Tokens of what has been played of the battle at the table so far; None where it is not played out."""


def write(linked: Linked) -> str:
    """Return the part of an address that holds a case, from its `#`; in the old form where the short one has no way."""
    try:
        text = _written(linked)
        if read(text) == linked:
            return text
    except (ValueError, ScenarioError):
        pass
    return _in_old_form(linked)


def _written(linked: Linked) -> str:
    version = "1" if linked.history is None else "2"
    codes = _VERSIONS[version]
    parts = [version, *_case(linked.scenario, codes)]
    if linked.history is not None:
        if not is_history(linked.history):
            raise UnwritableError
        parts.append(f"!{close(linked.history)}")
    if linked.beside is not None:
        parts += ["", *_case(linked.beside, codes)]
    if linked.pack:
        parts.append(f"={_text(linked.pack)}")
    text = "/".join(parts)
    return f"#{text}/{_check(text)}"


def _in_old_form(linked: Linked) -> str:
    cases = [linked.scenario, *([] if linked.beside is None else [linked.beside])]
    written = [quote(json.dumps(case, separators=(",", ":")), safe="") for case in cases]
    text = f"#calc={linked.scenario['step']}" + "".join(
        f"&{key}={one}" for key, one in zip(("scenario", "with"), written, strict=False)
    )
    text += f"&pack={quote(linked.pack, safe='')}" if linked.pack else ""
    return text if linked.history is None else f"{text}&play={','.join(linked.history)}"


def _check(text: str) -> str:
    """Return three characters that differ where a text was cut off or changed."""
    number = 7
    for letter in text:
        number = (number * 131 + ord(letter)) % _PRIME
    return "".join(_DIGITS[number // 36**place % 36] for place in (2, 1, 0))


def _code(codes: Mapping[str, str], slug: object) -> str:
    """Return the code of a slug, or the slug itself where it has none and is no other's code."""
    if not isinstance(slug, str) or not _SLUG.match(slug):
        raise UnwritableError
    found = next((code for code, meant in codes.items() if meant == slug), slug)
    if codes.get(found, found) != slug:
        raise UnwritableError
    return found


def _case(scenario: Mapping[str, Any], codes: _Codes) -> list[str]:
    rest = dict(scenario)
    parts = [_code(STEPS, rest.pop("step", None))]
    players = rest.get("players")
    if players and isinstance(players, list) and all(map(_is_named, players)):
        parts += [_player(player, codes) for player in rest.pop("players")]
    return [*parts, _value(rest, 0)] if rest else parts


def _is_named(player: object) -> bool:
    return isinstance(player, Mapping) and isinstance(player.get("name"), str) and player["name"] != ""


def _player(player: Mapping[str, Any], codes: _Codes) -> str:
    rest = dict(player)
    written = _text(rest.pop("name")).replace(".", "%2E")
    for field, item in _ITEMS.items():
        if field not in rest:
            continue
        try:
            written += item(rest[field], codes)
        except UnwritableError:
            continue  # it is written in full
        del rest[field]
    return written + (_value(rest, 0) if rest else "")


def _faction(slug: object, _: _Codes) -> str:
    code = _code(FACTIONS, slug)
    if not code[0].isalpha():
        raise UnwritableError  # it would be read as units
    return f".{code}"


def _units(counts: object) -> str:
    if not isinstance(counts, Mapping):
        raise UnwritableError
    codes = {unit: code for code, unit in ABBREVIATIONS.items()}
    if any(unit not in codes or not _is_count(count) for unit, count in counts.items()):
        raise UnwritableError
    return "".join(f"{count}{codes[unit]}" for unit, count in counts.items())


def _is_count(count: object) -> bool:
    return isinstance(count, int) and not isinstance(count, bool) and bool(_COUNT.match(str(count)))


def _some(counts: object) -> str:
    found = _units(counts)
    if not found:
        raise UnwritableError  # none at all is not the same as nothing said
    return found


def _planets(planets: object, _: _Codes) -> str:
    if not planets or not isinstance(planets, Mapping):
        raise UnwritableError
    if not all(isinstance(planet, str) and _SLUG.match(planet) for planet in planets):
        raise UnwritableError
    return "".join(f".{planet}:{_units(counts)}" for planet, counts in planets.items())


def _technologies(slugs: object, codes: _Codes) -> str:
    if not slugs or not isinstance(slugs, list):
        raise UnwritableError
    return "".join(f"+{_code(codes.technologies, slug)}" for slug in slugs)


def _cards(counts: object, codes: _Codes) -> str:
    if not counts or not isinstance(counts, Mapping):
        raise UnwritableError
    if not all(isinstance(slug, str) and _SLUG.match(slug) and _is_count(count) for slug, count in counts.items()):
        raise UnwritableError
    named = [(_code(codes.cards, slug), count) for slug, count in counts.items()]
    return "".join(f";{name}" if count == 1 else f";{name}:{count}" for name, count in named)


_ITEMS = {
    "faction": _faction,
    "space": lambda counts, _: f".{_some(counts)}",
    "planets": _planets,
    "damaged": lambda counts, _: f"!{_some(counts)}",
    "adjacent": lambda counts, _: f"@{_some(counts)}",
    "technologies": _technologies,
    "effects": _cards,
}
"""How each field of a player is written that has a short form."""


def _text(text: str) -> str:
    return quote(text, safe=" ").replace("~", "%7E").replace(" ", "~")


def _value(value: object, depth: int) -> str:
    if depth > _DEEPEST:
        raise UnwritableError
    if value is None or isinstance(value, bool):
        return {None: "!n", True: "!t", False: "!f"}[value]
    if isinstance(value, int | float):
        found = json.dumps(value).replace("+", "")
        if not _NUMBER.match(found):
            raise UnwritableError
        return found
    if isinstance(value, str):
        found = _text(value)
        return f"'{found}" if not found or _NUMBER.match(found) else found
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise UnwritableError
        return f"({','.join(f'{_text(key)}:{_value(one, depth + 1)}' for key, one in value.items())})"
    if isinstance(value, list):
        return f"!({','.join(_value(one, depth + 1) for one in value)})"
    raise UnwritableError


def read(text: str) -> Linked:
    """Return what a link of this form holds, from its `#`.

    Raises:
        ScenarioError: it is not whole, or was changed on the way.
    """
    whole, _, check = text.removeprefix("#").rpartition("/")
    if len(text) > LONGEST or not text.startswith(MARKS) or not whole.isascii() or check != _check(whole):
        raise _broken(text)
    version, *parts = whole.split("/")
    codes = _VERSIONS[version]
    pack = ""
    if parts and parts[-1].startswith("="):
        pack = _untext(parts.pop()[1:], text)
    beside = None
    if "" in parts:
        at = parts.index("")
        beside = _read_case(parts[at + 1 :], codes, text)
        parts = parts[:at]
    history: tuple[str, ...] | None = None
    if parts and parts[-1].startswith("!"):
        written = parts.pop()[1:]
        history = spread(written) if version != "1" else tuple(written.split(",")) if written else ()
        if history is None or not is_history(history):
            raise _broken(text)
    return Linked(_read_case(parts, codes, text), beside, pack, history)


def _broken(text: str) -> ScenarioError:
    return fault("link", "is not whole: it may have been cut off when it was copied; copy it again", text[:60])


def _untext(text: str, link: str) -> str:
    if _BARE_PERCENT.search(text):
        raise _broken(link)
    try:
        return unquote(text.replace("~", " "), errors="strict")
    except UnicodeError:
        raise _broken(link) from None


def _read_case(parts: list[str], codes: _Codes, link: str) -> dict[str, Any]:
    if not parts or not _SLUG.match(parts[0]):
        raise _broken(link)
    scenario: dict[str, Any] = {"step": STEPS.get(parts[0], parts[0])}
    parts = parts[1:]
    rest = parts.pop() if parts and parts[-1].startswith("(") else ""
    if parts:
        scenario["players"] = [_read_player(part, codes, link) for part in parts]
    _add_rest(scenario, rest, link)
    return scenario


def _add_rest(found: dict[str, Any], rest: str, link: str) -> None:
    """Add to a record what was written of it in full."""
    if not rest:
        return
    values = _Values(rest, link).whole()
    if found.keys() & values.keys():
        raise _broken(link)
    found.update(values)


def _read_player(text: str, codes: _Codes, link: str) -> dict[str, Any]:
    name = _NAME.match(text)
    if not name:
        raise _broken(link)
    player: dict[str, Any] = {"name": _untext(name[0], link)}
    at = name.end()
    while item := _ITEM.match(text, at):
        _read_item(player, item[1], item[2], codes, link)
        at = item.end()
    if at < len(text) and text[at] != "(":
        raise _broken(link)
    _add_rest(player, text[at:], link)
    return player


def _read_item(player: dict[str, Any], sign: str, body: str, codes: _Codes, link: str) -> None:
    """Add to a player what one item says."""
    head, colon, tail = body.partition(":")
    if sign == "+" and _SLUG.match(body):
        player.setdefault("technologies", []).append(codes.technologies.get(body, body))
        return
    if sign == ";" and _SLUG.match(head) and (not colon or _COUNT.match(tail)):
        _once(player.setdefault("effects", {}), codes.cards.get(head, head), int(tail) if colon else 1, link)
    elif sign == "." and colon and _SLUG.match(head):
        _once(player.setdefault("planets", {}), head, _read_units(tail, link), link)
    elif sign == "." and _SLUG.match(body) and body[0].isalpha():
        _once(player, "faction", FACTIONS.get(body, body), link)
    elif sign in _PLACES and body:
        _once(player, _PLACES[sign], _read_units(body, link), link)
    else:
        raise _broken(link)


_PLACES = {".": "space", "!": "damaged", "@": "adjacent"}


def _once(mapping: dict[str, Any], key: str, value: object, link: str) -> None:
    if key in mapping:
        raise _broken(link)
    mapping[key] = value


def _read_units(text: str, link: str) -> dict[str, int]:
    found: dict[str, int] = {}
    at = 0
    while item := _COUNTED.match(text, at):
        if item[2] not in ABBREVIATIONS:
            raise _broken(link)
        _once(found, ABBREVIATIONS[item[2]], int(item[1]), link)
        at = item.end()
    if at < len(text):
        raise _broken(link)
    return found


class _Values:
    """Reads a value that is written in full."""

    def __init__(self, text: str, link: str) -> None:
        self._text = text
        self._link = link
        self._at = 0

    def whole(self) -> dict[str, Any]:
        """Return the mapping that the text is."""
        found = self._value(0)
        if self._at != len(self._text) or not isinstance(found, dict):
            raise _broken(self._link)
        return found

    def _takes(self, sign: str) -> bool:
        """Go past a sign, if it is there."""
        is_there = self._text.startswith(sign, self._at)
        self._at += len(sign) if is_there else 0
        return is_there

    def _atom(self) -> str:
        found = _ATOM.match(self._text, self._at)
        self._at = found.end()  # type: ignore[union-attr]
        return found[0]  # type: ignore[index]

    def _value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise _broken(self._link)
        if self._takes("("):
            return self._mapping(depth)
        if self._takes("!("):
            return self._list(depth)
        for sign, meant in (("!t", True), ("!f", False), ("!n", None)):
            if self._takes(sign):
                return meant
        if self._takes("'"):
            return _untext(self._atom(), self._link)
        atom = self._atom()
        if not atom:
            raise _broken(self._link)
        return json.loads(atom) if _NUMBER.match(atom) else _untext(atom, self._link)

    def _mapping(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._takes(")"):
            key = self._atom() if not found or self._takes(",") else None
            if key is None or not self._takes(":"):
                raise _broken(self._link)
            _once(found, _untext(key, self._link), self._value(depth + 1), self._link)
        return found

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        while not self._takes(")"):
            if found and not self._takes(","):
                raise _broken(self._link)
            found.append(self._value(depth + 1))
        return found
