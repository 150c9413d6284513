"""What other programs call factions, units, technologies, planets, leaders, laws and relics, by our slugs."""

from __future__ import annotations

import re
from functools import cache

from mecatol.domain.editions import LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.domain.hyperlanes import HYPERLANES
from mecatol.domain.units import ABBREVIATIONS, UNIT_TYPES, systems, unit_upgrades
from mecatol.effects.model import AGENDA, COMPONENTS, EFFECTS, RELIC
from mecatol.effects.named import technologies
from mecatol.paste import slang
from mecatol.paste.naming import component, faction_names, normal, planet_names

_FACTIONS = {
    "argent": "argent-flight",
    "bastion": "last-bastion",
    "cabal": "vuilraith-cabal",
    "crimson": "crimson-rebellion",
    "ghost": "ghosts-of-creuss",
    "keleresa": "council-keleres",
    "keleresm": "council-keleres",
    "keleresx": "council-keleres",
    "ralnel": "ral-nel-consortium",
    "redcreuss": "crimson-rebellion",
}
"""Factions whose name in AsyncTI4 is no name or short form here."""
_TECHNOLOGIES = {
    "as": "aetherstream",
    "helios2": "4x41c-helios-2",
    "hydrothermal": "hydrothermal-mining",
    "is": "inheritance-systems",
    "it": "instinct-training",
    "mdbase": "magen-defense-grid",
    "mdc1": "magen-defense-grid-omega",
    "mi": "mageon-implants",
    "mr": "magmus-reactor",
    "parasitefirm": "neural-parasite-firmament",
    "parasiteobs": "neural-parasite-obsidian",
    "planesplitterfirm": "planesplitter-firmament",
    "planesplitterobs": "planesplitter-obsidian",
    "radical": "radical-advancement",
    "so": "salvage-operations",
    "subatomic": "subatomic-splicer",
    "ws": "war-sun",
    "x89": "x-89-bacterial-weapon-omega",
    "x89base": "x-89-bacterial-weapon",
    "x89c4": "x-89-bacterial-weapon-omega-omega",
}
"""Technologies that AsyncTI4 calls by letters which mean something else in words."""
_PLANETS = {
    "archonrenk": "archon-ren",
    "archontauk": "archon-tau",
    "avark": "avar",
    "lockedmallice": "mallice",
    "mallicelocked": "mallice",
    "mez": "mez-lo-orz-fei-zsha",
    "mollprimusk": "moll-primus",
    "mr": "mecatol-rex",
    "mrte": "mecatol-rex",
    "neutera": "new-terra",
    "ordinianc4": "ordinian",
    "rep": "rep-lo-orz-oet",
    "valkk": "valk",
    "ylirk": "ylir",
}
"""Planets whose name in AsyncTI4 is no name here."""
UNITS = {**ABBREVIATIONS, "csd": "space-dock"}
"""Units as AsyncTI4 writes them."""
WORMHOLE_TOKENS = {
    "creussalpha": "alpha",
    "creussbeta": "beta",
    "creussgamma": "gamma",
    "alpha": "alpha",
    "beta": "beta",
    "gamma": "gamma",
    "ionalpha": "alpha",
    "ionbeta": "beta",
    "delta": "delta",
    "epsilon": "epsilon",
}
"""Tokens with a wormhole on them."""
_TOKEN = re.compile(r"^(?:token|attachment)_|\.png$")
_RANK = re.compile(r"(?P<faction>.+?)(?P<rank>agent|commander|hero)")


def faction(said: str) -> str | None:
    """Return a faction by what another program calls it; None for none that is known here."""
    word = normal(said)
    return _FACTIONS.get(word) or faction_names().get(word) or faction_names().get(word.removeprefix("the"))


@cache  # made of all records: every player of a saved game asks
def _upgrades() -> dict[str, str]:
    """Return the unit upgrades by the short forms of units with a 2: `cv2`, `pds2`, `spacedock2`."""
    found: dict[str, str] = {}
    for slug in unit_upgrades():
        kind = slug.removesuffix("-2")
        if kind in UNIT_TYPES:
            words = [normal(kind), *slang.UNITS[kind].split()]
            found |= {f"{word}2": slug for word in words}
    return found | slang.short_names(slang.UNIT_UPGRADES)


def technology(said: str) -> str | None:
    """Return a technology by what another program calls it, in its latest printing, which players use."""
    word = normal(said)
    short = slang.short_names(slang.TECHNOLOGIES).get(word)
    found = (_TECHNOLOGIES.get(word), _upgrades().get(word), _named().get(word), component(said, LATEST), short)
    slug = next((slug for slug in found if slug in technologies()), None)
    latest = component(technologies()[slug], LATEST) if slug else None
    return latest if latest in technologies() else slug


@cache  # made of all records
def _named() -> dict[str, str]:
    """Return the technologies by name and by slug, as one word each."""
    return {normal(word): slug for slug, name in technologies().items() for word in (name, slug)}


def planet(said: str) -> str | None:
    """Return a planet by what another program calls it."""
    word = normal(said)
    return _PLANETS.get(word) or planet_names().get(word)


def unit(said: str) -> str | None:
    """Return a type of unit by what another program calls it."""
    word = normal(said)
    types = {normal(slug): slug for slug in UNIT_TYPES}
    return UNITS.get(said) or types.get(word)


def tile(said: str) -> str | None:
    """Return a system's tile by what another program calls it; None for a hyperlane and for one not known here."""
    plain = said.strip().lstrip("0") or "0"
    for word in (plain, plain.upper(), re.sub(r"^fracture-?", "fracture-", plain.lower())):
        if word in systems():
            return word
    return None


def is_hyperlane(said: str) -> bool:
    """Tell whether a tile is a hyperlane, turned or not: `84b120`."""
    found = re.match(r"(\d+)[ab]", said.strip(), re.IGNORECASE)
    return bool(found) and found is not None and found[1] in HYPERLANES


def token(said: str) -> str:
    """Return what a token is called, without what its picture's file is called besides."""
    return normal(_TOKEN.sub("", said.strip()))


def law(said: str) -> str | None:
    """Return a law that the solver carries out, by what another program calls it."""
    slug = component(said, LATEST) or component(said.replace("_", ""), LATEST)
    return slug if slug in EFFECTS and EFFECTS[slug].kind == AGENDA else None


@cache  # made of all records
def _cards(kind: str) -> dict[str, str]:
    return {normal(one.name): one.name for one in COMPONENTS.values() if one.kind == kind}


def is_known_card(said: str) -> bool:
    """Tell whether a card is one of the game's, whether or not the solver carries it out."""
    word = normal(said)
    return any(word in cards or f"the{word}" in cards for cards in (_cards(RELIC), _cards(AGENDA)))


def relic(said: str) -> str | None:
    """Return a relic that the solver carries out, by what another program calls it."""
    slug = component(said, LATEST) or component(said.removeprefix("the"), LATEST)
    return slug if slug in EFFECTS and EFFECTS[slug].kind == RELIC else None


def leader(said: str) -> tuple[str, str] | None:
    """Return the faction and the rank of a leader that another program calls `solcommander`; None for no such one."""
    found = _RANK.match(normal(said))
    owner = faction(found["faction"]) if found else None
    return (owner, found["rank"]) if found and owner else None


def leader_slug(owner: str, rank: str) -> str | None:
    """Return a faction's leader of a rank that the solver carries out, by slug."""
    own = [one.slug for one in EFFECTS.values() if one.faction == owner and one.leader == rank and one.until is None]
    return own[0] if own else None


def short(faction_slug: str | None) -> str | None:
    """Return what players call a faction."""
    return FACTIONS[faction_slug].short if faction_slug else None
