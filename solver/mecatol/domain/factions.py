"""The factions: who they are, what they begin with. What belongs to each stands beside it, in its own file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class StartChoice(NamedTuple):
    """Technologies that a faction chooses at setup, beside those that it always begins with."""

    number: int
    """How many it chooses."""
    among: tuple[str, ...] = ()
    """What it chooses from, by slug; empty where its sheet lists none: other players' technologies, or any."""


@dataclass(frozen=True, kw_only=True)
class Faction:
    """One faction. Its units and components name it by its slug."""

    slug: str
    name: str
    short: str
    """What players call it."""
    edition: str
    """The edition that brought it."""
    commodities: int
    """How many it may hold, as printed on its sheet."""
    aliases: tuple[str, ...] = ()
    """Other slugs that players and other programs know it by."""
    start: Mapping[str, int] | None = field(default=None, hash=False)
    """The units that it begins with, by type; None if it does not begin a game (Obsidian, which Firmament becomes)."""
    start_technologies: tuple[str, ...] = ()
    """The technologies that it always begins with, by slug."""
    start_choice: StartChoice | None = None
    """The technologies that it chooses besides; None if it chooses none."""
    homes: tuple[str, ...] = ()
    """The factions, by slug, one of whose home systems it has in place of one of its own, if nobody plays them."""
    copies: bool = False
    """Whether it may have faction technologies of others."""
    copies_flagships: str | None = None
    """The edition with which its flagship may gain the texts of others' flagships; None: it never may."""
    leaders_of_others: tuple[str, ...] = ()
    """The sorts of leader (`mecatol.effects.model.LEADERS`) whose texts it may have while others have the leaders."""


FACTIONS: dict[str, Faction] = {}
"""Every faction, by slug; the files of `mecatol.cards.factions` fill it."""


def may_have_of_others(faction: str | None) -> bool:
    """Tell whether a player of this faction may copy technologies of others; one without a faction may not."""
    return faction is not None and faction in FACTIONS and FACTIONS[faction].copies


def may_have_flagships_of_others(faction: str | None) -> bool:
    """Tell whether a player of this faction may have texts of others' flagships; one without a faction may not."""
    return faction is not None and faction in FACTIONS and FACTIONS[faction].copies_flagships is not None
