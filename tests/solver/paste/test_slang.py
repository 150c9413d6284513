"""Short forms of players and of AsyncTI4's bot: each is read as what it stands for, or stands here with the reason."""

from __future__ import annotations

import re

import pytest

from mecatol.domain.units import planets, units
from mecatol.effects.named import effects, technologies
from mecatol.paste import slang
from mecatol.paste.naming import component, normal, planet, unit_names
from mecatol.paste.taking import take

BOT_UNITS = {
    "cruiser": "ca cr cruisers cru cruser criuser tommer cruiswr crusier",
    "carrier": "cv carriers car carol carols carr",
    "destroyer": "dd destoryer destoryers stroter stroters dest des stroder stroders strudel strudels "
    "bopper danglebopper",
    "dreadnought": "dread dn dr dreadnough dreadnaugh dreads dreadnaught dreadnaughts dred dreds chad chads",
    "fighter": "ff figter ftr figther ffs",
    "flagship": "fs flag flaggy hugevan flagy",
    "infantry": "inf gf groundforce dude duder dudes duders dudettes dudette infantery",
    "mech": "mf mechanized mechs",
    "pds": "pd pdf",
    "space-dock": "sd spacedock space_dock dock spd csd",
    "war-sun": "ws war warsuns war_sun peacesun",
}
"""What AsyncTI4's bot takes for a unit (its list of aliases, November 2026)."""
ORDINARY_WORDS = {
    "fight": "a verb between two sides: '3 cruisers fight 2 dreads'",
    "peace": "a word of a card: Minister of Peace",
    "dangle": "an English verb",
    "groud": "nearer to 'ground'",
    "vsd": "a space dock of a faction that the bot alone calls so",
    "hp": "hit points",
}
"""Aliases of the bot, or parts of them, that are not taken: why."""
BOT_TECHNOLOGIES = {
    "antimass-deflectors": "amd",
    "gravity-drive": "gd",
    "fleet-logistics": "fl",
    "light-wave-deflector": "lwd",
    "dark-energy-tap": "det",
    "sling-relay": "sr",
    "neural-motivator": "nm",
    "dacxive-animators": "dxa",
    "hyper-metabolism": "hm",
    "x-89-bacterial-weapon": "x89",
    "psychoarchaeology": "pa",
    "bio-stims": "bs",
    "plasma-scoring": "ps",
    "magen-defense-grid": "md",
    "duranium-armor": "da",
    "assault-cannon": "asc",
    "ai-development-algorithm": "aida",
    "self-assembly-routines": "sar",
    "sarween-tools": "st",
    "graviton-laser-system": "gls",
    "transit-diodes": "td",
    "integrated-economy": "ie",
    "scanlink-drone-network": "sdn",
    "predictive-intelligence": "pi",
    "l4-disruptors": "l4",
    "chaos-mapping": "cm",
    "quantum-datahub-node": "qdn",
    "mirror-computing": "mc",
    "pre-fab-arcologies": "pfa",
    "valefar-assimilator-x": "vax",
    "spatial-conduit-cylinder": "scc",
    "lazax-gate-folding": "lgf",
    "bioplasmosis": "bio",
    "aerie-hololattice": "ah",
    "non-euclidean-shielding": "nes",
    "production-biomes": "pm",
    "voidwatch": "vw",
    "wormhole-generator": "wg",
    "dimensional-splicer": "ds",
    "genetic-recombination": "gr",
    "neuroglaive": "ng",
    "supercharge": "sc",
    "valefar-assimilator-y": "vay",
    "temporal-command-suite": "tcs",
    "valkyrie-particle-weave": "vpw",
    "e-res-siphons": "ers",
    "vortex": "vtx",
    "hegemonic-trade-policy": "htp",
    "nullification-field": "nf",
    "yin-spinner": "yso",
    "impulse-core": "ic",
    "transparasteel-plating": "tp",
    "iihq-modernization": "iihq",
    "agency-supply-network": "asn",
}
"""The bot's short forms of technologies. Left out are `as`, `is`, `it`, `so` (words), `mi`, `mr` (a planet), `ws`."""
BOT_CARDS = {
    "courageous-to-the-end": "courageous",
    "direct-hit": "dh1 dh4",
    "emergency-repairs": "emergency",
    "experimental-battlestation": "experimental",
    "fighter-prototype": "f_prototype",
    "fire-team": "fire_team",
    "flank-speed": "fs1 fs4",
    "in-the-silence-of-space": "silence_space",
    "lost-star-chart": "lost_star",
    "maneuvering-jets": "mjets1",
    "morale-boost": "mb1",
    "shields-holding": "sh1",
    "reflective-shielding": "reflective",
    "scramble-frequency": "scramble",
    "solar-flare": "solar_flare",
    "skilled-retreat": "s_retreat2",
    "war-machine": "war_machine3",
    "nav-suite": "nav_suite",
    "the-cavalry": "cavalry cav",
    "strike-wing-ambuscade": "ambuscade",
    "tekklar-legion": "tekklar",
    "prophecy-of-ixth": "prophecy",
    "publicize-weapon-schematics": "schematics",
    "conventions-of-war": "conventions",
    "articles-of-war": "articles_war",
    "crown-of-thalnos": "thalnos",
}


@pytest.mark.parametrize(
    ("unit", "word"), [(unit, word) for unit, words in BOT_UNITS.items() for word in words.split()]
)
def test_every_name_of_a_unit_that_the_bot_knows_is_read(unit: str, word: str) -> None:
    found = take(
        f"2 {word} vs 3 cruisers and 1 pds" if unit != "space-dock" else f"3 cruisers and 1 mech vs 2 {word}, 1 ff"
    )
    assert found.left_out == []
    index = 1 if unit == "space-dock" else 0
    players = found.scenario["players"]
    sides = [players[index], *players]
    places = [(side.get("space", {}), *side.get("planets", {}).values()) for side in sides]
    assert any(there.get(unit, 0) in (2, 5) for areas in places for there in areas), found.scenario


def test_a_word_of_everyday_english_is_no_unit() -> None:
    for word in ORDINARY_WORDS:
        assert word not in slang.short_names(slang.UNITS)


@pytest.mark.parametrize(
    ("slug", "word"),
    [(slug, word) for kind in (BOT_TECHNOLOGIES, BOT_CARDS) for slug, words in kind.items() for word in words.split()],
)
def test_every_short_form_of_the_bot_is_a_technology_or_card(slug: str, word: str) -> None:
    found = component(word)
    assert found is not None
    assert re.sub("(-omega)+$|-breakthrough$", "", found) == slug


@pytest.mark.parametrize(
    ("slug", "word"), [(slug, word) for word, slug in slang.short_names(slang.UNIT_UPGRADES).items()]
)
def test_the_upgrade_of_a_faction_s_unit_has_a_short_form(slug: str, word: str) -> None:
    unit = next(unit for unit in units().values() if unit.technology == slug)
    assert unit_names()[word] == (unit.type, slug, unit.faction)


@pytest.mark.parametrize("kind", [slang.TECHNOLOGIES, slang.UNIT_UPGRADES, slang.CARDS])
def test_no_short_form_stands_for_two_things(kind: dict[str, str]) -> None:
    everything = [slang.UNITS, slang.TECHNOLOGIES, slang.UNIT_UPGRADES, slang.CARDS, slang.ABILITIES]
    others = {word for one in everything if one is not kind for word in slang.short_names(one)}
    words = [word for said in kind.values() for word in said.split()]
    assert len(words) == len(set(words))
    assert not others & set(words)
    assert {*kind} <= {*technologies(), *effects()}


def test_a_planet_has_a_short_name_behind_on() -> None:
    assert {*slang.PLANETS, *slang.PLANETS_BEHIND_ON} <= {*planets()}
    words = [word for said in slang.PLANETS_BEHIND_ON.values() for word in said.split()]
    assert len(words) == len(set(words))
    for word, slug in slang.short_names(slang.PLANETS_BEHIND_ON).items():
        assert planet(word) == slug
    assert take("3 inf on ldr vs 2 inf").scenario["players"][1]["planets"] == {"lodor": {"infantry": 3}}
    assert normal("Lirta IV") == "lirtaiv"


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (
            "2x dn and 4 figs vs 1 car, dd, 3 ff",
            {"dreadnought": 2, "fighter": 4},
            {"carrier": 1, "destroyer": 1, "fighter": 3},
        ),
        ("dreads x2 + 4 ff vs ws", {"dreadnought": 2, "fighter": 4}, {"war-sun": 1}),
        ("2 chads 6 figs vs 3 boppers 1 carol", {"dreadnought": 2, "fighter": 6}, {"destroyer": 3, "carrier": 1}),
    ],
)
def test_what_players_say_is_read(text: str, first: dict[str, int], second: dict[str, int]) -> None:
    found = take(text)
    assert found.left_out == []
    assert [player["space"] for player in found.scenario["players"]] == [first, second]


def test_a_short_form_is_read_as_one_word_alone() -> None:
    assert take("2 dn 3 ca vs 2 dd").scenario["players"][0]["space"] == {"dreadnought": 2, "cruiser": 3}
