"""Open rulings: questions on which the sources differ, each a switch of the scenario with a documented default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mecatol.domain.editions import LATEST, POK, in_force


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """One open question and its readings."""

    key: str
    """The clause that it is about."""
    title: str
    readings: Mapping[str, str]
    """Slug to meaning, in a sentence."""
    default: str
    """The reading in force unless the scenario says otherwise."""
    earlier: tuple[str, str] | None = None
    """(reading, edition): that reading was the default before that edition."""
    clauses: tuple[str, ...]
    """Every clause that bears on it."""

    def default_in(self, edition: str) -> str:
        """Return the default reading under an edition."""
        if self.earlier and not in_force(edition, self.earlier[1]):
            return self.earlier[0]
        return self.default


LONE_PDS = "63.4"
DEFENSE_VICTIMS = "77.8.a"
ALL_OR_NONE = "49.1"
SHIELD_COVERS = "15.1.f"
SHIELD_BINDS = "65"
WAR_SUN_FIRE = "65.3.b"
RIFT_PULL = "41.3"
RIFT_PICK_UP = "95.1"
DEPLOY_INTO_SCAR = "30.1"
STATION_VOTES = "8.6"

RULINGS: dict[str, Ruling] = {
    ruling.key: ruling
    for ruling in (
        Ruling(
            key=ALL_OR_NONE,
            title="May a player use a unit ability with only some of the eligible units?",
            readings={
                "all-or-none": "A player who uses the ability does so with every eligible unit.",
                "any": "A player may leave out units, as chosen for each type.",
            },
            default="all-or-none",
            clauses=("49.1", "15.1", "77.2"),
        ),
        Ruling(
            key=LONE_PDS,
            title="Does a PDS without ground forces fire before the landing destroys it?",
            readings={
                "fires-first": "It fires in Space Cannon Defense; after that, enemy units on the planet destroy it.",
                "destroyed-first": "The landing destroys it at once, so it never fires in defense.",
            },
            default="fires-first",
            clauses=("63.4", "77.6"),
        ),
        Ruling(
            key=DEFENSE_VICTIMS,
            title="Which ground forces can Space Cannon Defense hit?",
            readings={
                "on-planet": "Any of the active player's ground forces on the planet.",
                "committed": "Only those that were committed in this invasion.",
            },
            default="on-planet",
            earlier=("committed", POK),
            clauses=("77.8.a", "49.3"),
        ),
        Ruling(
            key=SHIELD_COVERS,
            title="Does one player's Planetary Shield cover the units of others who coexist on the planet?",
            readings={
                "covers": "A planet with a shield cannot be bombarded, no matter whose units are the target.",
                "covers-not": "Only a shield of the targeted player counts.",
            },
            default="covers",
            clauses=("15.1.f",),
        ),
        Ruling(
            key=SHIELD_BINDS,
            title="Does a Planetary Shield keep its own owner from bombarding the planet?",
            readings={
                "binds": "The clause makes no difference between players: the shield stops its owner too.",
                "binds-not": "A shield stops other players only.",
            },
            default="binds",
            clauses=("15.1.f",),
        ),
        Ruling(
            key=WAR_SUN_FIRE,
            title="Can a war sun bombard a planet despite a Planetary Shield of its own side?",
            readings={
                "any-shield": "The clause makes no difference between players: no shield stops a war sun.",
                "others-only": "A war sun takes shields from other players only; that of its own side stops it too.",
            },
            default="any-shield",
            clauses=("65.3.b", "15.1.f"),
        ),
        Ruling(
            key=RIFT_PULL,
            title="Does a ship get +1 each time it leaves a gravity rift in one movement?",
            readings={
                "each-time": "Every exit from a rift gives +1 and needs a roll.",
                "once-per-ship": "A ship gets +1 once in a movement, and still rolls at every exit.",
            },
            default="each-time",
            clauses=("41.3", "41.1"),
        ),
        Ruling(
            key=RIFT_PICK_UP,
            title="Is a unit that is picked up in a gravity rift lost with the ship that the rift removes?",
            readings={
                "lost": "It is on board when the ship rolls, so it is removed with the ship.",
                "stays": "The ship never leaves with it, so it stays.",
            },
            default="lost",
            clauses=("95.1", "41.2", "41.2.b"),
        ),
        Ruling(
            key=DEPLOY_INTO_SCAR,
            title="Can a unit be deployed into an entropic scar?",
            readings={
                "cannot": "A unit cannot use a unit ability to be placed in the scar.",
                "can": "The unit is in the reinforcements when it uses Deploy, outside the scar.",
            },
            default="cannot",
            clauses=("30.1", "30.2"),
        ),
        Ruling(
            key=STATION_VOTES,
            title="Can a space station be exhausted to cast votes?",
            readings={
                "votes": "Yes. The designer ruled in 2026 that it counts as a planet for voting.",
                "no-votes": "No. As notes on Thunder’s Edge said until then, it is not a planet for voting.",
            },
            default="votes",
            clauses=("8.6", "47.2"),
        ),
    )
}
"""Every open ruling, by the clause that it is about."""


def reading(key: str, chosen: Mapping[str, str], edition: str = LATEST) -> str:
    """Return the reading in force: the scenario's, else the edition's default."""
    return chosen.get(key) or RULINGS[key].default_in(edition)
