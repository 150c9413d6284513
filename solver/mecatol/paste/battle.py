"""Two fleets that were named become a scenario: which step they meet in, and where their units stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from mecatol.domain.counts import in_words
from mecatol.domain.editions import LATEST
from mecatol.domain.factions import FACTIONS, may_have_of_others
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import ACTIVE, GROUND_COMBAT, INVASION, OTHER, SPACE_COMBAT, TACTICAL_ACTION
from mecatol.domain.units import GROUND_FORCE, SHIP, STRUCTURE, UNIT_TYPES, Unit, planet_name, printings, unit_of
from mecatol.effects.model import EFFECTS, FACTION_TECHNOLOGY, TARGET, USER, Effect
from mecatol.errors import fault
from mecatol.paste.fleet import PastedFleet
from mecatol.paste.naming import put_technology_or_card
from mecatol.paste.pasted import Pasted
from mecatol.rules.hits.windows import AfterSustain, RepairInCombat, SustainCancels
from mecatol.rules.rolls.windows import RepeatRoll
from mecatol.scenario.assumptions import IGNORED
from mecatol.scenario.step import STEPS

COLORS = ("Red", "Blue")
"""What sides are called that have neither a name nor factions that tell them apart."""
NEUTRAL_UPGRADED = ("cruiser", "destroyer", "fighter")
"""The types whose neutral units have the values of upgraded ones."""
NEUTRAL_VALUES: Mapping[str, Mapping[str, Any]] = {
    "infantry": {"combat": 8},
    "flagship": {"combat": 7, "dice": 2, "sustain": True},
}
"""The types whose neutral units have values of their own, whatever is upgraded."""
_OFFENSE = "space-cannon-offense"
FLOATING = {unit.faction for unit in printings("space-dock") if unit.move is not None}
"""Factions whose space docks are in space."""
_LANDING = (INVASION, TACTICAL_ACTION, "bombardment")
"""Steps in which the attacker's ground forces are in space."""


@dataclass
class Said:
    """What a text says of the battle itself, and how it was read."""

    step: str | None = None
    system: str | None = None
    """A tile's number."""
    stop_after: int | None = None
    anomalies: list[str] = field(default_factory=list)
    """Anomalies of the system, as the effects that they are."""
    neutral: list[PastedFleet] = field(default_factory=list)
    """The sides that were said to be neutral units."""
    listed: bool = False
    """Whether each card was chosen for a side from a list, so that none can stand behind the wrong one."""
    franken: bool = False
    """Whether anybody may have anything, as in a Franken draft."""
    alone: bool = False
    """Whether one side has no units, and what would be enough for it is asked."""
    ordered: bool = True
    """Whether the text tells who attacks."""
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def some_planet() -> str:
    """Return the planet of a battle for which nobody named one: that which the form of Ground Combat begins with."""
    first: Mapping[str, Any] = STEPS[GROUND_COMBAT].example["players"][0]  # type: ignore[index]
    return str(next(iter(first["planets"])))


def of_two_planets(taken: str) -> str:
    """Return the sentence that says which of two planets the combat is on, by slug."""
    return f"You named two planets; the combat is on {planet_name(taken)}."


def has(fleet: PastedFleet, category: str) -> bool:
    """Tell whether a fleet has units of a category: ship, ground force or structure."""
    return any(
        category in (categories(named.type) if named.place != SPACE else {SHIP}) for named in fleet.units if named.count
    )


def categories(kind: str) -> frozenset[str]:
    """Return what all units of a type are: ships, ground forces or structures."""
    return Unit(slug="", name="", type=kind, edition=LATEST).categories


@lru_cache(maxsize=512)  # each word of a battle asks about the same few types
def sustains(kind: str, faction: str | None) -> bool:
    """Tell whether units of a type can be damaged, upgraded or not, of the faction or of any."""
    own = [unit for unit in printings(kind) if unit.faction in (None, faction)] or printings(kind)
    return any(unit.sustain_damage for unit in own)


def battle(
    fleets: Sequence[PastedFleet], edition: str = LATEST, step: str | None = None, said: Said | None = None
) -> Pasted:
    """Return the scenario in which two fleets meet, the first of them attacking.

    Where no step is named, ships against ships are a space combat, ground forces against ground forces a ground
    combat, ships against structures Space Cannon Offense; where structures or several kinds are there it is an
    invasion or a whole tactical action.
    Raises ScenarioError for a fleet without a unit.
    """
    said = said or Said()
    added = [*said.notes]
    _refuse_without_units(fleets, said)
    step = step or said.step
    afloat = any(named.type == "mech" or named.place == SPACE for fleet in fleets for named in fleet.units)
    if step is None and afloat and all(_of_ships(fleet) for fleet in fleets):
        step = SPACE_COMBAT
    fleets = _attacker_first(fleets, step, added)
    step = step or _step_for_cards(*fleets)
    names = names_of(fleets)
    planet = _planet_of(fleets, step, added)
    added += [] if said.listed or said.franken else _exchange_cards(fleets, names, step)
    added += _of_either(fleets, names, step)
    players = []
    for index, one in enumerate(fleets):
        data = _player(one, names[index], edition, said, added)
        for slug in said.anomalies:
            if EFFECTS[slug].role in (None, OTHER if index else ACTIVE):
                put_technology_or_card(data, slug)
        if planet is not None and any(slug in EFFECTS and EFFECTS[slug].choice == "crash" for slug in one.owned):
            data.setdefault("policy", {})["crash"] = {"planet": planet}
        _place(data, one, planet, step, landing=index == 0 and step in _LANDING)
        players.append(data)
    scenario: dict[str, Any] = {"step": step, "players": players}
    if edition != LATEST:
        scenario["edition"] = edition
    _of_the_whole(scenario, fleets, said, planet)
    left_out = [*said.left_out]
    for one, data in zip(fleets, players, strict=True):
        left_out += [f"Nothing is known for {words!r} of {data['name']}." for words in one.unknown]
        left_out += one.left_out
        _galvanize(one, data, edition, left_out, added)
    return Pasted(scenario, "words", left_out=left_out, added=added)


def _refuse_without_units(fleets: Sequence[PastedFleet], said: Said) -> None:
    """Refuse a battle of which one side has no units, unless what would be enough for it is asked."""
    first, second = fleets
    for one, other in ((first, second), (second, first)):
        if not one.types and not (said.alone and other.types):
            kinds = ", ".join(UNIT_TYPES[kind].lower() for kind in other.types)
            beside = f"; the other side has {kinds}" if kinds else ""
            raise fault("scenario", f"names no unit of one side{beside}; name units of both")


def _attacker_first(fleets: Sequence[PastedFleet], step: str | None, added: list[str]) -> Sequence[PastedFleet]:
    """Return the side first that attacks: structures do not, and units without ships do not come to a system."""
    first, second = fleets
    if first.types and not has(first, SHIP) and has(second, SHIP) and step not in (SPACE_COMBAT, GROUND_COMBAT):
        first, second = second, first
        added.append("Only ships can come to a system, so they attack, and the units on planets defend.")
    fixed = has(first, STRUCTURE) and first.faction not in FLOATING
    if fixed and not (has(first, SHIP) or has(second, SHIP) or has(second, STRUCTURE)) and step != SPACE_COMBAT:
        first, second = second, first
        added.append("Structures do not land, so the side that has them defends.")
    return first, second


def _planet_of(fleets: Sequence[PastedFleet], step: str, added: list[str]) -> str | None:
    """Return the planet of a battle: the defender's before the attacker's, else one for units that must be on one."""
    first, second = fleets
    if first.planet and second.planet and first.planet != second.planet:
        added.append(of_two_planets(second.planet))
        for named in first.units:
            named.place = None if named.place == first.planet else named.place
    if planet := second.planet or first.planet:
        return planet
    apart = (ADJACENT, SPACE)
    here = [named.type for one in fleets for named in one.units if named.count and named.place not in apart]
    grounded = [kind for kind in here if SHIP not in categories(kind)]
    floating = any(one.faction in FLOATING for one in fleets)
    firm = not floating and any(STRUCTURE in categories(kind) for kind in grounded)
    if not grounded or (step == SPACE_COMBAT and not firm):
        return None
    planet = some_planet()
    added.append(f"You named no planet, so the combat is on {planet_name(planet)}.")
    return planet


def _player(fleet: PastedFleet, name: str, edition: str, said: Said, added: list[str]) -> dict[str, Any]:
    """Return the player of a fleet as data, values that are set by hand for neutral units among it."""
    neutral = fleet in said.neutral
    if neutral:
        added += _neutral(fleet)
    before = len(fleet.notes)
    data = fleet.player(name, edition)
    added += fleet.notes[before:]
    for kind, values in NEUTRAL_VALUES.items() if neutral else ():
        if kind in fleet.types:
            data.setdefault("by_hand", {}).setdefault("units", {})[kind] = {**values}
    return data


def _of_the_whole(scenario: dict[str, Any], fleets: Sequence[PastedFleet], said: Said, planet: str | None) -> None:
    """Add what holds for the whole battle: the tile, where it stops, and the chance that somebody gets away."""
    if said.system:
        scenario["system"] = said.system
    if said.stop_after:
        scenario["stop_after"] = said.stop_after
    if said.franken:
        scenario["assume"] = {"owners": IGNORED}
    asked = [
        {"player": data["name"], "of": "ships", "least": 1}
        for one, data in zip(fleets, scenario["players"], strict=True)
        if one.retreat is not None
    ]
    if asked:
        scenario["ask"] = asked


def _neutral(one: PastedFleet) -> list[str]:
    """Give neutral units their values: of three types those of the upgrades; no other upgrade counts for them."""
    kinds = [kind for kind in NEUTRAL_UPGRADED if kind in one.types]
    ignored = [kind for kind in one.all_upgraded() if kind not in NEUTRAL_UPGRADED and kind in one.types]
    one.upgraded = kinds
    for named in one.units:
        named.upgraded = False
    if not one.name:
        one.name = "Neutral"
    notes = []
    if kinds:
        named_kinds = " and ".join(UNIT_TYPES[kind].lower() for kind in kinds)
        notes.append(f"Neutral units fight as upgraded ones where the type is {named_kinds}.")
    if ignored:
        types = " and ".join(in_words(kind, 2) for kind in ignored)
        notes.append(f"Neutral {types} are never upgraded, so the upgrade was not taken.")
    return notes


def _galvanize(one: PastedFleet, data: dict[str, Any], edition: str, left_out: list[str], added: list[str]) -> None:
    """Name galvanized units by type; say it of those that no edition has or that roll no dice."""
    for kind in dict.fromkeys(named.type for named in one.units if named.galvanized):
        unit = unit_of(kind, one.faction, [*data.get("technologies", ()), kind], edition)
        galvanized = sum(named.galvanized for named in one.units if named.type == kind)
        effect = f"galvanized-{kind}"
        if unit is not None and effect in EFFECTS and edition == LATEST:
            data.setdefault("effects", {})[effect] = min(galvanized, EFFECTS[effect].limit)
            added.append(f"{data['name']} has {galvanized} galvanized {in_words(kind, galvanized)}: one more die each.")
        else:
            left_out.append(
                f"{data['name']} has {galvanized} galvanized {in_words(kind, galvanized)}, which roll no further dice "
                "here."
            )


def names_of(fleets: Sequence[PastedFleet]) -> list[str]:
    """Return what the sides are called: their own names, else their factions', else colors."""
    found = []
    for index, one in enumerate(fleets):
        short = FACTIONS[one.faction].short if one.faction else None
        found.append(one.name or short or COLORS[index])
    if found[0] != found[1]:
        return found
    for one in fleets:
        one.name = None
    return list(COLORS)


def _of_ships(fleet: PastedFleet) -> bool:
    """Tell whether all units of a fleet are ships, such as a mech that is one, and none is said to be elsewhere."""
    owned = [*fleet.owned, *(named.technology for named in fleet.units if named.technology)]
    there = [named for named in fleet.units if named.count and named.place != SPACE]
    units = [unit_of(named.type, fleet.faction, owned) for named in there if not named.place]
    return len(units) == len(there) and all(unit is not None and unit.is_ship for unit in units)


def step_of(first: PastedFleet, second: PastedFleet) -> str:
    """Return the step that two fleets meet in."""
    ships, forces = (has(first, SHIP), has(second, SHIP)), (has(first, GROUND_FORCE), has(second, GROUND_FORCE))
    guns = any(_armed(fleet) for fleet in (first, second))
    if ships[0] and ships[1]:
        return TACTICAL_ACTION if forces[0] or forces[1] or guns else SPACE_COMBAT
    if ships[0] and has(second, STRUCTURE) and not any(forces) and guns:
        return _OFFENSE
    if ships[0] and (forces[1] or second.types):
        return TACTICAL_ACTION if guns else INVASION
    if any(ships):
        return SPACE_COMBAT
    return INVASION if guns else GROUND_COMBAT


def _step_for_cards(first: PastedFleet, second: PastedFleet) -> str:
    """Return the step that two fleets meet in: an invasion where a card acts in none of the combat on a planet."""
    step = step_of(first, second)
    steps = [EFFECTS[slug].steps for fleet in (first, second) for slug in fleet.owned if slug in EFFECTS]
    landing = any(INVASION in some and GROUND_COMBAT not in some for some in steps)
    return INVASION if step == GROUND_COMBAT and landing else step


def _armed(fleet: PastedFleet) -> bool:
    """Tell whether a fleet has a structure that fires: a PDS, or one that a card of its player gives Space Cannon."""
    asking = [
        window.calls_on
        for slug in fleet.owned
        if slug in EFFECTS and _OFFENSE in EFFECTS[slug].steps
        for window in EFFECTS[slug].windows
        if window.calls_on and window.gives_abilities
    ]
    units = [unit_of(kind, fleet.faction, fleet.owned) for kind in fleet.types]
    return "pds" in fleet.types or any(unit and asks(unit) for unit in units for asks in asking)


def _of_either(fleets: Sequence[PastedFleet], names: Sequence[str], step: str) -> list[str]:
    """Return a sentence for each card and choice named behind both sides that both could have."""
    notes = []
    for index, one in enumerate(fleets):
        for what, slug in one.loose.items():
            other = fleets[1 - index]
            if slug is not None and (slug not in one.owned or slug in other.owned):
                continue
            effect = EFFECTS.get(slug or "")
            if effect and (_serves_only(effect, one, other) or _is_for_other(effect, other, one, 1 - index, step)):
                continue
            told = f"{what} was given to {names[index]}, the side named {'last' if one.second else 'first'}"
            notes.append(f"{told}; if it is {names[1 - index]}’s, name it beside {names[1 - index]}’s units.")
    return notes


def _exchange_cards(fleets: Sequence[PastedFleet], names: Sequence[str], step: str) -> list[str]:
    """Give cards that only the other side can use to that side; return a sentence for each.

    `2 PDS vs 3 carriers with Graviton Laser System` names the card behind the wrong side, and
    `2 dreads vs 5 cruisers, with emergency repairs` behind the last, which it does not serve.
    """
    notes = []
    for index, (one, other) in enumerate((tuple(fleets), tuple(reversed(fleets)))):
        for slug in [*one.owned]:
            if slug not in EFFECTS or slug in other.owned:
                continue
            if slug in one.loose.values() and _serves_only(EFFECTS[slug], other, one):
                other.owned[slug] = one.owned.pop(slug)
                notes.append(f"{EFFECTS[slug].name} was given to {names[1 - index]}, the side that can use it.")
            elif _is_for_other(EFFECTS[slug], one, other, index, step):
                other.owned[slug] = one.owned.pop(slug)
                if slug in one.held_until:
                    other.held_until[slug] = one.held_until.pop(slug)
                named = EFFECTS[slug].name
                notes.append(f"{named} was given to the other side: it does nothing for the side named with it.")
    return notes


def _has_sustaining(fleet: PastedFleet) -> bool:
    return any(sustains(kind, fleet.faction) for kind in fleet.types)


def _serves_only(effect: Effect, holder: PastedFleet, other: PastedFleet) -> bool:
    """Tell whether an effect that either side may have is a leader of the holder's, or does nothing for the other."""
    if effect.leader and effect.faction == holder.faction != other.faction:
        return True
    own, theirs = _has_sustaining(holder), _has_sustaining(other)
    if effect.acts_in(AfterSustain) and effect.of == USER:  # it answers the sustained damage of the other side
        return theirs and not own
    return any(map(effect.acts_in, (RepairInCombat, AfterSustain, SustainCancels))) and own and not theirs


def _is_for_other(effect: Effect, one: PastedFleet, other: PastedFleet, index: int, step: str) -> bool:
    """Tell whether an effect can be used only by the side that was not said to have it."""
    own = effect.holder if effect.kind == FACTION_TECHNOLOGY else None
    if own and own == other.faction != one.faction and not may_have_of_others(one.faction):
        return True
    if effect.is_closed_to(one.faction):
        return one.second
    if effect.role is not None:
        return effect.role != (OTHER if index else ACTIVE)
    whose = TARGET if effect.acts_in(RepeatRoll) else effect.of  # it answers the rolls of others
    if step == "bombardment" and step in effect.steps:
        return whose == (USER if index else TARGET)
    if step == _OFFENSE and step in effect.steps and whose in (USER, TARGET):
        fires, aimed = (one, other) if whose == USER else (other, one)
        return _armed(aimed) and not _fires(fires)
    return False


def _fires(fleet: PastedFleet) -> bool:
    """Tell whether a fleet has a unit with Space Cannon, ships among them."""
    owned = [*fleet.owned, *fleet.all_upgraded()]
    units = [unit_of(kind, fleet.faction, [*owned, f"{kind}-2"]) for kind in fleet.types]
    return _armed(fleet) or any(unit is not None and unit.space_cannon for unit in units)


def _place(data: dict[str, Any], one: PastedFleet, planet: str | None, step: str, landing: bool) -> None:
    """Put a fleet's units where the step looks for them: who lands carries ground forces in space."""
    space: dict[str, int] = {}
    on_planets: dict[str, dict[str, int]] = {}
    near: dict[str, int] = {}
    damaged: dict[str, Any] = {}
    for named in one.units:
        kind, where = named.type, named.place or planet
        if not named.count:
            continue
        carried = GROUND_FORCE in categories(kind) and landing and named.place in (None, planet)
        if named.place == ADJACENT:
            near[kind] = near.get(kind, 0) + named.count
            continue
        floats = STRUCTURE not in categories(kind) or one.faction in FLOATING or where is None
        if (
            SHIP in categories(kind)
            or carried
            or where == SPACE
            or where is None
            or (kind == "space-dock" and one.faction in FLOATING)
            or (step == SPACE_COMBAT and not named.place and floats)
        ):
            space[kind] = space.get(kind, 0) + named.count
            hurt = damaged
        else:
            there = on_planets.setdefault(where, {})
            there[kind] = there.get(kind, 0) + named.count
            hurt = damaged.setdefault(where, {}) if named.damaged else {}
        if named.damaged:
            hurt[kind] = hurt.get(kind, 0) + named.damaged
    if space:
        data["space"] = space
    if on_planets:
        data["planets"] = on_planets
    if near:
        data["adjacent"] = near
    if damaged:
        data["damaged"] = damaged
