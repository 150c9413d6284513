"""A scenario as sentences that players write to each other, and back: `say` and `understand` are inverse.

    Space Combat, Base game.
    Red (The Barony of Letnev) with Plasma Scoring, 2 Morale Boost: 2 dreadnoughts (1 damaged), 1 carrier.
    Blue: 3 cruisers; on Mecatol Rex: 2 infantry; next door: 1 PDS.
    Hits of Blue: sustain first.
    By hand for Red: cruiser with combat 6, 2 dice; +1 to combat rolls.
    Asked: Red has at least 1 ship in space.
    Also: stop after 3.

The first line names the step and the edition, each further line a player, the active one first; then who takes hits
and what is asked (see `mecatol.scenario.sentence_policy`). What has no sentence of its own follows by name, so that
nothing is lost (see `mecatol.scenario.sentence_rest`); JSON behind ``Also:`` is read too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from mecatol.domain.counts import NOTHING, in_words
from mecatol.domain.editions import EDITIONS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import UNIT_TYPES, unit_upgrades
from mecatol.effects.named import effects, technologies
from mecatol.errors import Problem, ScenarioError, shown, unknown
from mecatol.scenario.counts import whole
from mecatol.scenario.files import parse_json
from mecatol.scenario.sentence_by_hand import BY_HAND, read_by_hand, say_by_hand
from mecatol.scenario.sentence_policy import (
    ASKED,
    HITS,
    read_condition,
    read_hits,
    read_name,
    read_planet,
    say_conditions,
    say_hits,
    say_name,
    say_planet,
)
from mecatol.scenario.sentence_rest import read_rest, say_rest
from mecatol.scenario.step import STEPS

_LONGEST = 3_000
"""Characters of a line about a player that is understood: far more than anybody writes."""
_SPACE, _ADJACENT = "in space", "next door"
_ALSO, _ALSO_FOR = "Also: ", "Also for "
_PLAIN_NAME = re.compile(r"(?!(?:Also(?: for .*)?|Asked|Odds|Hits(?: of .*)?|By hand for .*)$)[^\W_][\w .'’-]*\Z")
_LINE = re.compile(
    r"""(?P<name>"(?:[^"\\]|\\.)*"|.+?)              # the player's name, in quotes where it has odd characters
        (?:\ \((?P<faction>[^()]*(?:\([^()]*\))?[^()]*)\))?
        (?:\ with\ (?P<with>.+?))?
        :\ (?P<units>.*)\Z""",
    re.VERBOSE,
)
_ALSO_OF = re.compile(rf'{_ALSO_FOR}(?P<name>"(?:[^"\\]|\\.)*"|[^":]+): (?P<fields>.+)\Z')
_COUNT = re.compile(r"(?P<count>[0-9]+) (?P<unit>[A-Za-z ]+?)(?: \((?P<damaged>[0-9]+) damaged\))?\Z")


_UNITS = {in_words(unit, count).lower(): unit for unit in UNIT_TYPES for count in (1, 2)}


def _say_units(counts: Mapping[str, int], damaged: Mapping[str, Any]) -> str:
    parts = []
    for unit, count in counts.items():
        hurt = damaged.get(unit, 0)
        parts.append(f"{count} {in_words(unit, count)}" + (f" ({hurt} damaged)" if hurt else ""))
    return ", ".join(parts) or NOTHING


def _say_player(player: Mapping[str, Any]) -> str:
    name = player["name"]
    plain = _PLAIN_NAME.match(name) and " with " not in name and not name.endswith(".")
    said = name if plain else json.dumps(name, ensure_ascii=False)
    if "faction" in player:
        said += f" ({FACTIONS[player['faction']].name})"
    named = {**technologies(), **effects()}
    owned = [named[slug] for slug in player.get("technologies", ())]
    owned += [
        named[slug] if count == 1 else f"{count} {named[slug]}" for slug, count in player.get("effects", {}).items()
    ]
    if owned:
        said += " with " + ", ".join(owned)
    damaged = {} if _misplaced(player) else player.get("damaged", {})
    places = [_say_units(player["space"], damaged)] if player.get("space") else []
    places += [
        f"on {say_planet(planet)}: {_say_units(counts, damaged.get(planet, {}))}"
        for planet, counts in player.get("planets", {}).items()
    ]
    if player.get("adjacent"):
        places.append(f"{_ADJACENT}: {_say_units(player['adjacent'], {})}")
    return f"{said}: {'; '.join(places) or NOTHING}."


_SAID = ("name", "faction", "technologies", "effects", "space", "planets", "adjacent", "damaged")


def _misplaced(player: Mapping[str, Any]) -> bool:
    """Tell whether units are damaged that are not there: a fault of the scenario, that stays one in words."""
    places = {"": player.get("space", {}), **player.get("planets", {})}
    return any(
        unit not in places.get(place, {})
        for place, hurt in player.get("damaged", {}).items()
        for place, units in [(place, hurt) if isinstance(hurt, Mapping) else ("", [place])]
        for unit in units
    )


def _not_said_yet(player: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the line of a player does not say."""
    misplaced = _misplaced(player)
    return {key: value for key, value in player.items() if key not in _SAID or (key == "damaged" and misplaced)}


def say(data: Mapping[str, Any]) -> str:
    """Return a scenario's plain data (canonical, as `Scenario.data` gives it) as lines of text."""
    head = STEPS[data["step"]].title
    if "edition" in data:
        head += f", {EDITIONS[data['edition']]}"
    rest: dict[str, Any] = {
        key: value for key, value in data.items() if key not in ("step", "edition", "players") and value
    }
    more = [_not_said_yet(player) for player in data["players"]]
    lines = [f"{head}.", *(_say_player(player) for player in data["players"])]
    lines += _say_hits(rest, None)
    for player, kept in zip(data["players"], more, strict=True):
        lines += _say_hits(kept, player["name"])
        if "by_hand" in kept and (said_by_hand := say_by_hand(kept["by_hand"], player["name"])):
            lines += said_by_hand
            del kept["by_hand"]
    if said := say_conditions(rest.get("ask", ())):
        lines += said
        del rest["ask"]
    if rest:
        lines.append(_ALSO + say_rest(rest))
    lines += [
        f"{_ALSO_FOR}{say_name(player['name'])}: {say_rest(kept)}"
        for player, kept in zip(data["players"], more, strict=True)
        if kept
    ]
    return "\n".join(lines)


def _say_hits(kept: dict[str, Any], player: str | None) -> list[str]:
    """Return the line for who takes hits, if that is said, and take it out of what is kept for JSON."""
    policy = kept.get("policy", {})
    if "assign" not in policy:
        return []
    kept["policy"] = {key: value for key, value in policy.items() if key != "assign"}
    if not kept["policy"]:
        del kept["policy"]
    return [say_hits(policy["assign"], player)]


def _listed(text: str) -> Iterator[str]:
    """Yield the parts of a list of technologies and effects, a name with a comma in it as one: `Ipswitch, Loose …`."""
    names = {name.casefold() for name in (*technologies().values(), *effects().values()) if ", " in name}
    most = max([name.count(", ") for name in names], default=0)
    parts, at = text.split(", "), 0
    while at < len(parts):
        several = (", ".join(parts[at : at + count]) for count in range(most + 1, 1, -1))
        first = next((one for one in several if re.sub(r"^[0-9]+ ", "", one).casefold() in names), parts[at])
        yield first
        at += first.count(", ") + 1


class _SentenceReader:
    """Lines being understood; every fault is kept."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def slug_of(
        self, names: Mapping[str, str], said: str, field: str, what: str, also: Mapping[str, str] | None = None
    ) -> str:
        """Return the slug of a name, however it is capitalized and its apostrophes written, or of another name."""
        word = said.lower().replace("'", "’")
        for slug, name in (*names.items(), *(also or {}).items()):
            if word in (name.lower().replace("'", "’"), slug):
                return slug
        self.problems.append(unknown(field, said, what, list(names.values())))
        return "?"

    def rest(self, line: str) -> Any:
        """Return what follows 'Also:'; None where it is not understood."""
        fields = line.removeprefix(_ALSO)
        is_json = fields.lstrip().startswith(("{", "["))
        try:
            return parse_json(fields) if is_json else read_rest(fields)
        except ScenarioError as error:
            self.problems += error.problems
        except ValueError as error:
            said = "is not JSON:" if is_json else "is not understood: it"
            self.problems.append(Problem("scenario", f"what follows 'Also:' {said} {error}", line[:200]))
        return None

    def not_understood(self, line: str) -> None:
        """Refuse a line of values set by hand, or of who takes hits, with an example of one."""
        field, example = "policy.assign", f"{HITS} of Red: sustain first."
        if line.startswith(BY_HAND):
            field, example = "players", f"{BY_HAND}Red: cruiser with combat 6; +1 to combat rolls."
        message = f"{shown(line)} is not understood, or says a thing twice; write for example {example!r}"
        self.problems.append(Problem(field, message, line[:200]))

    def twice(self, field: str, what: str, value: object = None) -> None:
        """Refuse what is said twice: one of the two would be lost."""
        self.problems.append(Problem(field, f"says {what} twice; say it once", value))

    def units(self, text: str, field: str) -> tuple[dict[str, int], dict[str, int]]:
        """Return counts and damaged counts by type."""
        counts, damaged = {}, {}
        for part in text.split(", ") if text != NOTHING else ():
            found = _COUNT.match(part.strip())
            unit = _UNITS.get(found["unit"].lower()) if found else None
            if not found or not unit:
                self.problems.append(
                    Problem(field, f"{part!r} is not understood; write for example '2 dreadnoughts (1 damaged)'", part)
                )
                continue
            if unit in counts:
                self.twice(field, in_words(unit, 2), part)
                continue
            counts[unit] = whole(found["count"])
            if found["damaged"]:
                damaged[unit] = whole(found["damaged"])
        return counts, damaged

    def player(self, line: str, index: int) -> dict[str, Any]:
        """Return the player that a line describes."""
        field = f"players.{index}"
        found = _LINE.match(line) if len(line) <= _LONGEST else None
        if not found:
            self.problems.append(Problem(field, f"{shown(line)} is not understood; write 'Name: 2 cruisers.'", line))
            return {"name": "?"}
        player: dict[str, Any] = {}
        try:
            player["name"] = read_name(found["name"])
        except ValueError as error:
            message = f"{shown(found['name'])} is not a name in quotes ({error}); write it as JSON writes text"
            self.problems.append(Problem(f"{field}.name", message, line))
            return {"name": "?"}
        if found["faction"]:
            names = {slug: faction.name for slug, faction in FACTIONS.items()}
            player["faction"] = self.slug_of(names, found["faction"], f"{field}.faction", "faction")
        if found["with"]:
            self._owned(player, found["with"], field)
        self._places(player, found["units"].removesuffix("."), field)
        return player

    def _owned(self, player: dict[str, Any], text: str, field: str) -> None:
        for part in _listed(text):
            number, _, name = part.partition(" ")
            counted = number.isascii() and number.isdigit()
            names = {**technologies(), **effects()}
            said = name if counted else part
            slug = self.slug_of(names, said, f"{field}.effects", "technology or effect", unit_upgrades())
            if slug in player.get("technologies", ()) or slug in player.get("effects", {}):
                self.twice(f"{field}.effects", names.get(slug, part), part)
            elif slug in technologies():
                player.setdefault("technologies", []).append(slug)
                if counted:
                    message = f"counts the technology {names[slug]}, which is there once; leave out the number"
                    self.problems.append(Problem(f"{field}.technologies", message, part))
            else:
                player.setdefault("effects", {})[slug] = whole(number) if counted else 1

    def _places(self, player: dict[str, Any], text: str, field: str) -> None:
        if text == NOTHING:
            return
        damaged: dict[str, Any] = {}
        seen: set[str] = set()
        for part in text.split("; "):
            where, colon, units = part.rpartition(": ")
            place = read_planet(where.removeprefix("on ").strip())
            counts, hurt = self.units(units, f"{field}.{'planets.' + place if colon else 'space'}")
            if where in seen or place in player.get("planets", {}):
                self.twice(field, where or _SPACE, part)
                continue
            seen |= {where} if where not in ("", _SPACE) else {"", _SPACE}
            if not colon or where == _SPACE:
                player["space"] = counts
                damaged.update(hurt)
            elif where == _ADJACENT:
                player["adjacent"] = counts
            else:
                player.setdefault("planets", {})[place] = counts
                if hurt:
                    damaged[place] = hurt
        if damaged:
            player["damaged"] = damaged

    def asked(self, line: str, conditions: list[dict[str, Any]]) -> None:
        """Add the condition that a line states."""
        if condition := read_condition(line.removeprefix(ASKED)):
            conditions.append(condition)
        else:
            message = f"{line!r} is not understood; write for example 'Asked: Red has at least 2 ships in space.'"
            self.problems.append(Problem(f"ask.{len(conditions)}", message, line))

    def assign(self, data: dict[str, Any], assigned: Mapping[str | None, str | list[str]]) -> None:
        """Put who takes hits where the scenario holds it."""
        owners: dict[str | None, dict[str, Any]] = {player["name"]: player for player in data["players"]}
        for name, order in assigned.items():
            owner = data if name is None else owners.get(name)
            if owner is None:
                message = f"{HITS} of {name}: nobody here has that name"
                self.problems.append(Problem("policy.assign", message, name))
            else:
                policy = owner.setdefault("policy", {})
                if isinstance(policy, dict) and "assign" not in policy:
                    owner["policy"] = {"assign": order, **policy}
                elif isinstance(policy, dict):
                    self.twice("policy.assign", f"who takes hits{f' of {name}' if name else ''}", order)

    def set_by_hand(self, data: dict[str, Any], values: Mapping[str, dict[str, Any]]) -> None:
        """Put values set by hand where the scenario holds them."""
        for name, own in values.items():
            owner = next((player for player in data["players"] if player["name"] == name), None)
            if owner is None:
                self.problems.append(Problem("players", f"{BY_HAND}{name}: nobody here has that name", name))
            elif "by_hand" in owner:
                self.twice("players", f"{BY_HAND}{name}", name)
            else:
                owner["by_hand"] = own

    def also_for(self, own: dict[str, dict[str, Any]], name: str, fields: str) -> None:
        """Note what a line says of one player beside their units."""
        try:
            player = read_name(name)
            if player in own:
                self.twice("players", f"{_ALSO_FOR}{name}")
            own[player] = read_rest(fields)
        except ValueError as error:
            message = f"what follows '{_ALSO_FOR}{name[:60]}:' is not understood: it {error}"
            self.problems.append(Problem("players", message, fields[:200]))

    def add(self, data: dict[str, Any], own: Mapping[str, dict[str, Any]]) -> None:
        """Add what lines say of single players beside their units; nothing is said over again."""
        names = [player["name"] for player in data["players"]]
        for name, fields in own.items():
            if name in names:
                at = names.index(name)
                self.also(data, {"players": [*({} for _ in range(at)), fields]})
            else:
                self.problems.append(Problem("players", f"{_ALSO_FOR}{name}: nobody here has that name", name))

    def also(self, data: dict[str, Any], rest: dict[str, Any]) -> None:
        """Add what has no words of its own; it says nothing over again."""
        more = rest.pop("players", [])
        if not isinstance(more, list) or not all(isinstance(extra, dict) for extra in more):
            self.problems.append(Problem("players", "what follows 'Also:' must list a mapping for each player", more))
            more = []
        if len(more) > len(data["players"]):
            message = f"what follows 'Also:' has {len(more)} players, and the lines name {len(data['players'])}"
            self.problems.append(Problem("players", f"{message}; write a line for each", more))
        parts = [("", data, rest)]
        parts += [(f"players.{at}.", *pair) for at, pair in enumerate(zip(data["players"], more, strict=False))]
        for path, said, added in parts:
            for key, value in added.items():
                if said.setdefault(key, value) != value:
                    field = f"{path}{key}"
                    message = f"is {shown(said[key])} above, and {shown(value)} behind 'Also:'; say it once"
                    self.problems.append(Problem(field, message, value))


def begins(text: str) -> bool:
    """Tell whether a text begins as sentences do: with the title of a step."""
    first = text.strip().partition("\n")[0].removesuffix(".").partition(", ")[0]
    return first.casefold() in {step.title.casefold() for step in STEPS.values()}


class _BesidePlayers:
    """What lines say beside the players, which is put into the scenario once all players are known."""

    def __init__(self) -> None:
        self.rest: Any = None
        self.asked: list[dict[str, Any]] = []
        self.assigned: dict[str | None, str | list[str]] = {}
        self.by_hand: dict[str, dict[str, Any]] = {}
        self.own: dict[str, dict[str, Any]] = {}

    def take(self, reader: _SentenceReader, line: str) -> bool:
        """Take what a line says; return False for one that says a player."""
        if found := _ALSO_OF.match(line):
            reader.also_for(self.own, found["name"], found["fields"])
        elif line.startswith(_ALSO):
            if self.rest is not None:
                reader.twice("scenario", "'Also:'", line[:200])
            else:
                self.rest = reader.rest(line)
        elif line.startswith(ASKED):
            reader.asked(line, self.asked)
        elif hits := read_hits(line):
            if hits[0] in self.assigned:
                reader.twice("policy.assign", line.partition(":")[0], line)
            self.assigned[hits[0]] = hits[1]
        elif values := read_by_hand(line):
            if values[0] in self.by_hand:
                reader.twice("players", line.partition(":")[0], line)
            self.by_hand[values[0]] = values[1]
        elif line.startswith((BY_HAND, f"{HITS}:", f"{HITS} of ")):
            reader.not_understood(line)
        else:
            return False
        return True

    def put_into(self, data: dict[str, Any], reader: _SentenceReader) -> None:
        """Put all of it into a scenario with its players."""
        if isinstance(self.rest, dict):
            reader.also(data, self.rest)
        elif self.rest is not None:
            reader.problems.append(Problem("scenario", "what follows 'Also:' must be a mapping", self.rest))
        reader.add(data, self.own)
        if self.asked:
            others = data.get("ask", [])
            data["ask"] = [*self.asked, *(others if isinstance(others, list) else [others])]
        reader.assign(data, self.assigned)
        reader.set_by_hand(data, self.by_hand)


def understand(text: str) -> dict[str, Any]:
    """Return the scenario's plain data that lines of text describe.

    Raises ScenarioError with every line that is not understood; whether the scenario is lawful is for `solve`.
    """
    reader = _SentenceReader()
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if not lines:
        raise ScenarioError([Problem("scenario", "is empty: the first line names the step, such as 'Space Combat.'")])
    title, _, edition = lines[0].removesuffix(".").partition(", ")
    titles = {slug: step.title for slug, step in STEPS.items()}
    data: dict[str, Any] = {"step": reader.slug_of(titles, title, "step", "step"), "players": []}
    if edition:
        data["edition"] = reader.slug_of(EDITIONS, edition, "edition", "edition")
    apart = _BesidePlayers()
    for line in lines[1:]:
        if not apart.take(reader, line):
            data["players"].append(reader.player(line, len(data["players"])))
    apart.put_into(data, reader)
    if reader.problems:
        raise ScenarioError(reader.problems)
    return data
