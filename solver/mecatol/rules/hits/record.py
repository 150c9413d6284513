"""What a scenario says of hits that wait to be assigned."""

from __future__ import annotations

from mecatol.scenario.fields import Count, Field, OneOf, Record, Slug, Text

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
