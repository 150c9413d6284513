"""What a scenario asks of what is left: conditions on how many units are where, and the words for them."""

from __future__ import annotations

from mecatol.domain.units import UNIT_TYPES
from mecatol.scenario.counts import MOST_UNITS
from mecatol.scenario.fields import Count, Field, OneOf, Record, Slug, Text

COUNTED = {
    **{unit: f"{name} units" for unit, name in UNIT_TYPES.items()},
    "ships": "ships",
    "ground-forces": "ground forces",
    "units": "units of any type",
    "damaged": "damaged units",
}
"""What a condition may count."""
COUNTED_ONE = {
    **{unit: f"{name} unit" for unit, name in UNIT_TYPES.items()},
    "ships": "ship",
    "ground-forces": "ground force",
    "units": "unit of any type",
    "damaged": "damaged unit",
}
"""What one of them is called."""


def counted(what: str, least: int, most: int | None) -> str:
    """Return what is counted in words, in the singular behind `at least 1`, `exactly 1` and `at most 1`."""
    one = (least == 1 and most in (None, 1)) or (least == 0 and most == 1)
    return (COUNTED_ONE if one else COUNTED)[what]


CONDITION_MOMENTS = {
    "landing": "when ground forces have been committed",
    "ground-combat": "when ground combat begins",
}
"""Moments of an invasion at which a condition may be asked, in words."""

CONDITION = Record(
    "condition",
    {
        "player": Field(Text(), "Whose units are counted.", required=True),
        "of": Field(OneOf("type of unit, or group", lambda: COUNTED), "What is counted.", "units"),
        "where": Field(Slug("place"), "`space`, or a planet's slug; everywhere by default."),
        "least": Field(Count(0, MOST_UNITS), "At least this many.", 0),
        "most": Field(Count(0, MOST_UNITS), "At most this many."),
        "when": Field(
            OneOf("moment", lambda: CONDITION_MOMENTS),
            "At which moment of an invasion: `landing`, once ground forces are committed, or `ground-combat`, before "
            "the first ground combat; at the end by default.",
        ),
    },
    sparse=True,
)
