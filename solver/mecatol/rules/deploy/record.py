"""What a scenario says of a moment in which a unit could be deployed."""

from __future__ import annotations

from mecatol.scenario.fields import Count, Field, OneOf, Record, Slug, Text

_MOST = 99

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
