"""The editions of the rules, oldest first: a scenario is played under one of them."""

from __future__ import annotations

from dataclasses import dataclass

from mecatol.domain.names import Name


class Edition(Name):
    """An edition of the game itself, oldest first."""

    BASE = "base"
    CODEX_1 = "codex-1"
    POK = "pok"
    CODEX_2 = "codex-2"
    CODEX_3 = "codex-3"
    CODEX_4 = "codex-4"
    THUNDERS_EDGE = "thunders-edge"


BASE: str = Edition.BASE
CODEX_1: str = Edition.CODEX_1
POK: str = Edition.POK
CODEX_2: str = Edition.CODEX_2
CODEX_3: str = Edition.CODEX_3
CODEX_4: str = Edition.CODEX_4
THUNDERS_EDGE: str = Edition.THUNDERS_EDGE

EDITIONS: dict[str, str] = {
    BASE: "Base game",
    CODEX_1: "Codex I: Ordinian",
    POK: "Prophecy of Kings",
    CODEX_2: "Codex II: Affinity",
    CODEX_3: "Codex III: Vigil",
    CODEX_4: "Codex IV: Liberation",
    THUNDERS_EDGE: "Thunder's Edge",
}
"""Slug to name, in the order of publication; each edition includes all before it, and those of players come after."""

PUBLISHED = tuple(EDITIONS)
"""The editions of the game itself, oldest first."""

LATEST = THUNDERS_EDGE
"""What a scenario that names no edition is played under: everything published."""

HELD = {slug: frozenset(PUBLISHED[: place + 1]) for place, slug in enumerate(PUBLISHED)}
"""The editions that are in force together, by the one that a scenario names."""

VERSIONS: dict[str, str] = {}
"""Eight digits that tell the versions of a data pack apart, by its edition."""


@dataclass(frozen=True, kw_only=True)
class OwnEdition:
    """An edition of players' own: what they made, on top of an edition of the game."""

    slug: str
    name: str
    extends: str = LATEST
    """The edition that it adds to, with all before that."""


def add_edition(edition: OwnEdition) -> None:
    """Enter an edition of players' own.

    Raises KeyError where the edition that it extends does not exist.
    """
    HELD[edition.slug] = HELD[edition.extends] | {edition.slug}
    EDITIONS[edition.slug] = edition.name


def named_pack(edition: str | None) -> str:
    """Return what links call the pack of an edition, `name|edition@version`; empty for an edition of the game."""
    if edition is None or edition in PUBLISHED:
        return ""
    return f"{EDITIONS[edition]}|{edition}@{VERSIONS.get(edition, '')}"


def in_full(edition: str) -> str:
    """Return an edition's name with how a scenario names it."""
    return f"{EDITIONS[edition]} (`edition: {edition}`)"


def in_force(edition: str, since: str, until: str | None = None) -> bool:
    """Tell whether something printed in edition `since` and replaced in `until` holds in `edition`."""
    held = HELD[edition]
    return since in held and (until is None or until not in held)
