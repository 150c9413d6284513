"""What a scenario says of one moment: hits that wait to be assigned, and a chance to deploy a unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.scenario.fields import Count, Field, OneOf, Record, Slug, Text

_MOST = 99

HIT_SOURCES = {
    "space-combat": "A combat roll in space, or an effect during space combat.",
    "ground-combat": "A combat roll on a planet, or an effect during ground combat.",
    "space-cannon": "Space Cannon: offense against ships, defense against ground forces if you name a planet.",
    "bombardment": "Bombardment of a planet.",
    "anti-fighter-barrage": "Anti-Fighter Barrage.",
}
"""Where hits come from, with what that means."""
AFTERWARDS = {
    "nothing": "The hits are taken, and nothing else follows.",
    "round-end": "The combat round ends: what repairs units then does so.",
    "status-phase": "The status phase comes: everything is repaired.",
}
DEPLOY_MOMENTS = {
    "ground-combat-round": "A round of ground combat starts.",
    "gain-planet": "The player has just gained control of a planet.",
    "commit-ground-forces": "Ground forces are being committed in the active player's tactical action.",
    "relic-gained": "A player has just gained a relic.",
    "activate-system": "A system has just been activated.",
    "place-pds": "A PDS is about to be placed on a planet.",
}
"""Moments in which some unit can be deployed, with what happens then; factions add those of their own abilities."""
BREACHES = {"none": "no breach", "inactive": "an inactive breach", "active": "an active breach"}

HITS = Record(
    "set of hits",
    {
        "source": Field(OneOf("source of hits", lambda: HIT_SOURCES), "What produced the hits.", required=True),
        "count": Field(Count(0, 40), "How many hits.", 1),
        "against": Field(Text(), "The player whose units are hit; the first by default."),
        "by": Field(Text(), "The player whose units hit; the next one by default."),
        "planet": Field(Slug("planet"), "Where, if not in space; needed where several planets are possible."),
        "destroys": Field(Count(0, 20), "How many units an effect destroys outright before, which nobody can sustain."),
        "held": Field(
            Count(0, 100),
            "The chance, in percent, that the player who produced the hits holds the cards that answer Sustain Damage.",
            100,
        ),
        "then": Field(OneOf("event", lambda: AFTERWARDS), "What comes after the hits.", "nothing"),
    },
    sparse=True,
)

DEPLOYMENT = Record(
    "moment to deploy in",
    {
        "moment": Field(OneOf("moment", lambda: DEPLOY_MOMENTS), "What is happening.", required=True),
        "player": Field(Text(), "Who would deploy; the first player by default."),
        "whose": Field(Text(), "Whom it happens to or who does it; by default the player who would deploy."),
        "planet": Field(Slug("planet"), "The planet that the event is about, or that the unit would come to."),
        "resources": Field(Count(0, _MOST), "Resources that planets can pay; trade goods come on top.", 0),
        "influence": Field(Count(0, _MOST), "Influence that planets can pay; trade goods come on top.", 0),
        "used": Field(Count(0, 9), "How often the ability was resolved in this timing window already.", 0),
        "breach": Field(OneOf("state of a breach", lambda: BREACHES), "The breach in the active system.", "none"),
    },
    sparse=True,
)


def given(record: Record, values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what was read of a record without the defaults."""
    return {key: value for key, value in values.items() if value != record.fields[key].default} if values else {}
