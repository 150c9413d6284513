"""What the text of units says that every faction can have."""

from __future__ import annotations

from mecatol.cards import Kind, StepName, Whose, deck, strip_shields

unit_text = deck(Kind.UNIT_TEXT)

unit_text(
    "War Sun",
    "Other players' units in its system lose Planetary Shield.",
    slug="war-sun-presence",
    unit="war-sun",
    timing="While it is in the active system, for everybody who bombards there.",
    clauses=("65.3", "65.3.b"),
    steps=(StepName.BOMBARDMENT, StepName.PLANETARY_SHIELD, StepName.GROUND_COMBAT),
    of=Whose.ANYONE,
    automatic=True,
    windows=(strip_shields("war-sun"),),
)
