"""Units and factions, and how their files are read: their shape, how they hang together, facts from second sources.

Second sources: the public tables of ti-assistant and of TI4-TTPG for all units up to the Codices, ti-assistant and
TI4-TTPG-TS for Thunder's Edge, ti4calc for dice.
"""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any, cast

import pytest

from mecatol.domain.data import load
from mecatol.domain.factions import FACTIONS as EVERY_FACTION
from mecatol.domain.units import Production, Unit, Value, unit_of, units
from mecatol.effects.model import COMPONENTS, FACTION_ABILITY, FACTION_TECHNOLOGY

ROOT = Path(__file__).parents[2]
EDITIONS = ("base", "codex-1", "pok", "codex-2", "codex-3", "codex-4", "thunders-edge")
SHIPS = {"carrier", "cruiser", "destroyer", "dreadnought", "fighter", "flagship", "war-sun"}
TYPES = SHIPS | {"infantry", "mech", "pds", "space-dock"}
UNIT_FIELDS = {
    "name", "type", "faction", "upgrade_of", "technology", "prerequisites", "edition", "until", "categories",
    "cost", "produces", "combat", "move", "capacity", "space_cannon", "bombardment", "anti_fighter_barrage",
    "sustain_damage", "planetary_shield", "production", "deploy", "direct_hit_immune", "meaning", "limit",
    "excess_fleet_pool", "holds_fighters", "worth", "rides_free", "bears", "left_out",
}  # fmt: skip

type Record = dict[str, Any]

# Upgrades that a breakthrough brings, and the other face of a mech card.
BREAKTHROUGHS = {"corsair": "the-tables-grace", "eidolon-maximum": "absolute-synergy"}
OTHER_FACE = "z-grav-eidolon"


def plain(unit: Unit) -> Record:
    """A unit as plain data: its dice and its Production as records of their own."""
    values = {name: value for name, value in vars(unit).items() if name != "slug"}
    for name, value in values.items():
        if isinstance(value, Value):
            values[name] = {"value": value.value, "dice": value.dice}
            values[name] |= {"deep": value.deep} if name == "space_cannon" else {}
        elif isinstance(value, Production):
            values[name] = value._asdict()
    return values


UNITS = {slug: plain(unit) for slug, unit in units().items() if unit.edition in EDITIONS}
FACTIONS = {slug: faction for slug, faction in EVERY_FACTION.items() if faction.edition in EDITIONS}


def holds(record: Record, edition: str) -> bool:
    """Whether a printing is the one in use when everything up to this edition is on the table."""
    now = EDITIONS.index(edition)
    return EDITIONS.index(record["edition"]) <= now and (
        record["until"] is None or now < EDITIONS.index(record["until"])
    )


def dice(text: str | None) -> Record | None:
    if text is None:
        return None
    value, _, count = text.partition("x")
    return {"value": int(value), "dice": int(count or 1)}


# --- the loader -----------------------------------------------------------------------------------------------------


def test_load_reads_once() -> None:
    assert load("planets") is load("planets")


def test_load_names_what_is_missing() -> None:
    with pytest.raises(FileNotFoundError, match=r"no file planes\.json"):
        load("planes")


@pytest.mark.cpython_only("starts another process; in the browser the whole build's self-test loads from tables")
def test_load_works_from_a_zip(tmp_path: Path) -> None:
    bundle = tmp_path / "mecatol.zip"
    with zipfile.ZipFile(bundle, "w") as archive:
        archive.writestr("mecatol/__init__.py", "")
        archive.writestr("mecatol/domain/__init__.py", "")
        for file in sorted((ROOT / "solver" / "mecatol" / "domain" / "data").iterdir()):
            if file.is_file():
                archive.write(file, f"mecatol/domain/data/{file.name}")
    script = f"import sys; sys.path.insert(0, {str(bundle)!r}); from mecatol.domain.data import load; "
    script += "print(len(load('units')))"
    ran = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    assert int(ran.stdout) == len(cast(Record, load("units"))) == sum(not unit["faction"] for unit in UNITS.values())


@pytest.mark.parametrize("name", ["units", "planets", "systems"])
def test_no_key_is_written_twice(name: str) -> None:
    text = (ROOT / "solver" / "mecatol" / "domain" / "data" / f"{name}.json").read_text(encoding="utf-8")
    keys = [line.split('"')[1] for line in text.splitlines() if line.lstrip(" ").startswith('"') and "{" in line]
    top = [key for key in keys if key in cast(dict[str, Record], load(name))]
    assert len(top) == len(set(top)) == len(cast(dict[str, Record], load(name)))


# --- units: structure -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", UNITS)
def test_unit_record(slug: str) -> None:
    unit = UNITS[slug]
    assert set(unit) == UNIT_FIELDS
    assert slug == slug.lower()
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert unit["name"].strip() == unit["name"] != ""
    assert unit["type"] in TYPES
    assert unit["edition"] in EDITIONS
    if unit["until"] is not None:
        assert EDITIONS.index(unit["until"]) > EDITIONS.index(unit["edition"])
        assert f"{slug}-omega" in UNITS
        assert UNITS[f"{slug}-omega"]["edition"] == unit["until"]
    assert unit["faction"] is None or unit["faction"] in FACTIONS
    assert unit["produces"] == (2 if unit["type"] in {"fighter", "infantry"} else 1)
    assert unit["meaning"] == "" or (unit["meaning"][0].isupper() and unit["meaning"].endswith("."))
    assert type(unit["capacity"]) is int
    for field in ("sustain_damage", "planetary_shield", "deploy", "direct_hit_immune"):
        assert type(unit[field]) is bool
    assert unit["deploy"] == unit["meaning"].startswith("Deploy: ")
    assert unit["limit"] is None or unit["limit"] > 0


@pytest.mark.parametrize("slug", UNITS)
def test_unit_dice(slug: str) -> None:
    unit = UNITS[slug]
    for field in ("combat", "space_cannon", "bombardment", "anti_fighter_barrage"):
        roll = unit[field]
        if roll is None:
            continue
        assert set(roll) == {"value", "dice"} | ({"deep"} if field == "space_cannon" else set())
        assert 1 <= roll["value"] <= 10
        assert roll["dice"] >= 1 or slug == "salai-sai-corian"
    if unit["production"] is not None:
        assert set(unit["production"]) == {"value", "resource_bonus"}
        assert (unit["production"]["value"] is None) != (unit["production"]["resource_bonus"] is None)


@pytest.mark.parametrize("slug", UNITS)
def test_unit_category_and_what_it_needs(slug: str) -> None:
    unit = UNITS[slug]
    categories = set(unit["categories"])
    assert categories
    assert categories <= {"ship", "ground-force", "structure"}
    assert ("ship" in categories) == (unit["type"] in SHIPS or slug in {OTHER_FACE, "eidolon-maximum"})
    assert ("structure" in categories) == (unit["type"] in {"pds", "space-dock"})
    assert ("ground-force" in categories) == (
        unit["type"] in {"infantry", "mech"} or slug in {"hel-titan", "hel-titan-2"}
    )
    fights = bool(categories & {"ship", "ground-force"})
    assert (unit["combat"] is not None) == fights
    if unit["type"] in SHIPS - {"fighter"}:
        assert unit["move"] >= 1
        assert unit["cost"] >= 1
    if unit["direct_hit_immune"]:
        assert unit["sustain_damage"]


@pytest.mark.parametrize("slug", [slug for slug, unit in UNITS.items() if unit["upgrade_of"] or unit["technology"]])
def test_upgrade_resolves(slug: str) -> None:
    unit = UNITS[slug]
    assert unit["technology"] == BREAKTHROUGHS.get(slug, slug)
    if unit["upgrade_of"] is None:
        assert slug == "war-sun"
        return
    base = UNITS[unit["upgrade_of"]]
    assert base["type"] == unit["type"]
    assert base["faction"] in {None, unit["faction"]}
    assert EDITIONS.index(base["edition"]) <= EDITIONS.index(unit["edition"])
    if slug not in BREAKTHROUGHS:
        assert slug == f"{unit['upgrade_of']}-2"
        assert base["upgrade_of"] is None
        for better in ("capacity", "produces"):
            assert unit[better] >= base[better]
        if base["combat"] is not None:
            assert unit["combat"]["value"] <= base["combat"]["value"]


def test_fighters_beyond_capacity() -> None:
    assert {slug: unit["excess_fleet_pool"] for slug, unit in UNITS.items() if unit["excess_fleet_pool"]} == {
        "fighter-2": 1,
        "hybrid-crystal-fighter-2": 0.5,
    }


def test_fighters_that_docks_hold() -> None:
    assert {slug: unit["holds_fighters"] for slug, unit in UNITS.items() if unit["holds_fighters"]} == {
        "space-dock": 3,
        "space-dock-2": 3,
        "4x41c-helios": 3,
        "4x41c-helios-2": 3,
        "dimensional-tear": 6,
        "dimensional-tear-2": 12,
    }
    assert [slug for slug, unit in UNITS.items() if unit["rides_free"]] == ["aerie-sentinel"]


# --- factions -------------------------------------------------------------------------------------------------------


def test_factions_are_the_thirty_and_the_other_side_of_one() -> None:
    counted = {edition: sum(f.edition == edition for f in FACTIONS.values()) for edition in EDITIONS}
    assert counted == {
        "base": 17, "codex-1": 0, "pok": 7, "codex-2": 0, "codex-3": 1, "codex-4": 0, "thunders-edge": 6,
    }  # fmt: skip
    assert {"firmament", "obsidian"} <= set(FACTIONS)


@pytest.mark.parametrize("slug", FACTIONS)
def test_faction_record(slug: str) -> None:
    assert FACTIONS[slug].slug == slug
    assert 1 <= FACTIONS[slug].commodities <= 6
    assert len(FACTIONS[slug].short) <= len(FACTIONS[slug].name)
    own = [component for component in COMPONENTS.values() if component.faction == slug]
    assert any(component.kind == FACTION_ABILITY for component in own)
    for component in own:
        assert component.meaning.endswith(".")
        assert component.edition in EDITIONS
        if component.kind == FACTION_TECHNOLOGY:
            assert component.slug not in UNITS
    assert {"flagship", "mech"} <= set(first_units(slug))


def first_units(faction: str) -> dict[str, str]:
    """The units of its own that a faction begins with in their first printings, by type."""
    return {
        record["type"]: slug
        for slug, record in UNITS.items()
        if record["faction"] == faction
        and record["upgrade_of"] is None
        and not slug.endswith("-omega")
        and slug != OTHER_FACE
    }


def test_faction_names_lead_to_one_faction_each() -> None:
    names = [name for slug, faction in FACTIONS.items() for name in (slug, *faction.aliases)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("slug", FACTIONS)
def test_each_type_starts_as_exactly_one_unit(slug: str, edition: str) -> None:
    faction = FACTIONS[slug]
    own = {unit for unit, record in UNITS.items() if record["faction"] == slug and holds(record, edition)}
    if EDITIONS.index(faction.edition) > EDITIONS.index(edition):
        assert not own
        return
    mechs = EDITIONS.index(edition) >= EDITIONS.index("pok")
    for kind in TYPES:
        starts = [
            unit
            for unit in UNITS
            if UNITS[unit]["type"] == kind
            and UNITS[unit]["upgrade_of"] is None
            and UNITS[unit]["faction"] in {None, slug}
            and holds(UNITS[unit], edition)
            and unit != OTHER_FACE
        ]
        generic = [unit for unit in starts if UNITS[unit]["faction"] is None]
        special = [unit for unit in starts if unit in own]
        assert len(generic) == (kind not in {"flagship", "mech"})
        assert len(special) == (kind in first_units(slug) and (kind != "mech" or mechs))
        for unit in special:
            assert unit.removesuffix("-omega").removesuffix("-omega") == first_units(slug)[kind]
            assert unit_of(kind, slug, edition=edition) == units()[unit]
        if not special and kind != "war-sun":
            assert unit_of(kind, slug, edition=edition) == (units()[generic[0]] if generic else None)


@pytest.mark.parametrize("slug", [slug for slug, unit in UNITS.items() if unit["technology"]])
def test_the_technology_brings_the_unit(slug: str) -> None:
    unit = UNITS[slug]
    owned = [unit["technology"], UNITS[slug]["upgrade_of"]]
    assert unit_of(unit["type"], unit["faction"], [tech for tech in owned if tech]) == units()[slug]


# --- units: facts, from the second sources --------------------------------------------------------------------------

# slug: cost, combat, move, capacity, sustains, (ability, dice)…
FACTS: dict[str, tuple[int | None, str | None, int | None, int, bool, dict[str, str]]] = {
    "carrier-2": (3, "9", 2, 6, False, {}),
    "cruiser": (2, "7", 2, 0, False, {}),
    "cruiser-2": (2, "6", 3, 1, False, {}),
    "destroyer": (1, "9", 2, 0, False, {"anti_fighter_barrage": "9x2"}),
    "destroyer-2": (1, "8", 2, 0, False, {"anti_fighter_barrage": "6x3"}),
    "dreadnought": (4, "5", 1, 1, True, {"bombardment": "5"}),
    "dreadnought-2": (4, "5", 2, 1, True, {"bombardment": "5"}),
    "fighter": (1, "9", None, 0, False, {}),
    "fighter-2": (1, "8", 2, 0, False, {}),
    "infantry": (1, "8", None, 0, False, {}),
    "infantry-2": (1, "7", None, 0, False, {}),
    "pds": (None, None, None, 0, False, {"space_cannon": "6"}),
    "pds-2": (None, None, None, 0, False, {"space_cannon": "5"}),
    "war-sun": (12, "3x3", 2, 6, True, {"bombardment": "3x3"}),
    "prototype-war-sun": (12, "3x3", 1, 6, True, {"bombardment": "3x3"}),
    "prototype-war-sun-2": (10, "3x3", 3, 6, True, {"bombardment": "3x3"}),
    "advanced-carrier": (3, "9", 1, 6, False, {}),
    "advanced-carrier-2": (3, "9", 2, 8, True, {}),
    "spec-ops": (1, "7", None, 0, False, {}),
    "spec-ops-2": (1, "6", None, 0, False, {}),
    "exotrireme": (4, "5", 1, 1, True, {"bombardment": "4x2"}),
    "exotrireme-2": (4, "5", 2, 1, True, {"bombardment": "4x2"}),
    "super-dreadnought": (4, "5", 1, 2, True, {"bombardment": "5"}),
    "super-dreadnought-2": (4, "4", 2, 2, True, {"bombardment": "4"}),
    "hybrid-crystal-fighter": (1, "8", None, 0, False, {}),
    "hybrid-crystal-fighter-2": (1, "7", 2, 0, False, {}),
    "strike-wing-alpha": (1, "8", 2, 1, False, {"anti_fighter_barrage": "9x2"}),
    "strike-wing-alpha-2": (1, "7", 2, 1, False, {"anti_fighter_barrage": "6x3"}),
    "saturn-engine": (2, "7", 2, 1, False, {}),
    "saturn-engine-2": (2, "6", 3, 2, True, {}),
    "hel-titan": (None, "7", None, 0, True, {"space_cannon": "6"}),
    "hel-titan-2": (None, "6", None, 0, True, {"space_cannon": "5"}),
    "floating-factory": (None, None, 1, 4, False, {}),
    "floating-factory-2": (None, None, 2, 5, False, {}),
    "exile": (1, "8", 2, 0, False, {"anti_fighter_barrage": "9x2"}),
    "exile-2": (1, "7", 2, 0, False, {"anti_fighter_barrage": "6x3"}),
    "linkship": (1, "9", 3, 0, False, {"anti_fighter_barrage": "9x2"}),
    "linkship-2": (1, "8", 4, 0, False, {"anti_fighter_barrage": "6x3"}),
    "corsair": (2, "6", 3, 2, False, {}),
    "duha-menaimon": (8, "7x2", 1, 5, True, {}),
    "quetzecoatl": (8, "7x2", 1, 3, True, {}),
    "arc-secundus": (8, "5x2", 1, 3, True, {"bombardment": "5x3"}),
    "son-of-ragh": (8, "5x2", 1, 3, True, {"anti_fighter_barrage": "6x4"}),
    "artemiris": (8, "7x2", 1, 6, True, {}),
    "quietus": (8, "5x2", 1, 3, True, {}),
    "dws-luminous": (8, "7x2", 1, 6, True, {}),
    "genesis": (8, "5x2", 1, 12, True, {}),
    "heavens-eye": (8, "5x2", 1, 3, True, {}),
    "heavens-hollow": (8, "5x3", 1, 3, True, {}),
    "hil-colish": (8, "5", 1, 3, True, {}),
    "0-0-1": (8, "5x2", 1, 5, True, {}),
    "the-egeiro": (8, "9", 1, 3, True, {}),
    "matriarch": (8, "9x2", 1, 6, True, {}),
    "visz-el-vir": (8, "9x2", 1, 4, True, {}),
    "memoria": (8, "7x2", 1, 3, True, {"anti_fighter_barrage": "8x3"}),
    "memoria-2": (8, "5x2", 2, 6, True, {"anti_fighter_barrage": "5x3"}),
    "last-dispatch": (8, "8x2", 2, 4, True, {}),
    "cmorran-norr": (8, "6x2", 1, 3, True, {}),
    "jns-hylarim": (8, "6x2", 1, 3, True, {}),
    "the-terror-between": (8, "5x2", 1, 3, True, {"bombardment": "5"}),
    "loncara-ssodu": (8, "7x2", 1, 3, True, {"space_cannon": "5x3"}),
    "ysia-yssrila": (8, "5x2", 2, 3, True, {}),
    "annihilator": (2, "6", None, 0, True, {"bombardment": "8"}),
    "indomitus": (2, "6", None, 0, True, {"space_cannon": "8"}),
    "dunlain-reaper": (2, "6", None, 0, True, {}),
    "eidolon": (2, "6x2", None, 0, True, {}),
    "z-grav-eidolon": (2, "8x2", None, 0, False, {}),
    "eidolon-maximum": (None, "4x4", 3, 0, True, {}),
}


@pytest.mark.parametrize("slug", FACTS)
def test_unit_facts(slug: str) -> None:
    unit = UNITS[slug]
    cost, combat, move, capacity, sustains, abilities = FACTS[slug]
    assert (unit["cost"], unit["move"], unit["capacity"]) == (cost, move, capacity)
    assert unit["combat"] == dice(combat)
    assert unit["sustain_damage"] is sustains
    for ability in ("space_cannon", "bombardment", "anti_fighter_barrage"):
        found = unit[ability] and {key: unit[ability][key] for key in ("value", "dice")}
        assert found == dice(abilities.get(ability))


def test_who_has_which_ability() -> None:
    having = {
        field: {slug for slug, unit in UNITS.items() if unit[field]}
        for field in ("planetary_shield", "direct_hit_immune", "deploy", "space_cannon", "bombardment")
    }
    assert having["planetary_shield"] == {"pds", "pds-2", "hel-titan", "hel-titan-2", "letani-behemoth"}
    assert having["direct_hit_immune"] == {"dreadnought-2", "super-dreadnought-2", "exotrireme-2"}
    assert having["deploy"] == {
        "letani-behemoth", "dunlain-reaper", "scavenger-zeta", "zs-thunderbolt-m2", "hecatoncheires", "ouranos",
        "moyins-ashes", "blackshade-infiltrator", "revenant", "iconoclast-omega-omega",
    }  # fmt: skip
    assert having["space_cannon"] == {"pds", "pds-2", "hel-titan", "hel-titan-2", "loncara-ssodu", "indomitus"}
    assert having["bombardment"] == {
        "dreadnought", "dreadnought-2", "super-dreadnought", "super-dreadnought-2", "exotrireme", "exotrireme-2",
        "war-sun", "prototype-war-sun", "prototype-war-sun-2", "arc-secundus", "the-terror-between", "annihilator",
    }  # fmt: skip


def test_space_cannon_reaches_further_by_the_units_own_text_only() -> None:
    deep = {slug for slug, unit in UNITS.items() if unit["space_cannon"] and unit["space_cannon"]["deep"]}
    assert deep == {"pds-2", "hel-titan-2", "loncara-ssodu", "indomitus"}


def test_production_values() -> None:
    fixed = {s: u["production"]["value"] for s, u in UNITS.items() if u["production"] and u["production"]["value"]}
    assert fixed == {
        "letani-warrior": 1, "letani-warrior-2": 2, "letani-behemoth": 2, "floating-factory": 5,
        "floating-factory-2": 7, "dimensional-tear": 5, "dimensional-tear-2": 7, "hel-titan": 1, "hel-titan-2": 1,
        "the-egeiro": 1, "eanautic": 1,
    }  # fmt: skip
    docks = {s: u["production"]["resource_bonus"] for s, u in UNITS.items() if u["production"] and s not in fixed}
    assert docks == {"space-dock": 2, "space-dock-2": 4, "4x41c-helios": 2, "4x41c-helios-2": 4}


def test_every_mech_costs_two_and_sustains_but_for_two_faces_of_eidolon() -> None:
    odd = {
        slug
        for slug, unit in UNITS.items()
        if unit["type"] == "mech" and (unit["cost"], unit["combat"], unit["sustain_damage"]) != (2, dice("6"), True)
    }
    assert odd == {"eidolon", OTHER_FACE, "eidolon-maximum"}


def test_plastic_in_the_box() -> None:
    assert {UNITS[slug]["type"]: UNITS[slug]["limit"] for slug in UNITS if slug != "eidolon-maximum"} == {
        "carrier": 4, "cruiser": 8, "destroyer": 8, "dreadnought": 5, "fighter": 10, "flagship": 1, "infantry": 12,
        "mech": 4, "pds": 6, "space-dock": 3, "war-sun": 2,
    }  # fmt: skip
