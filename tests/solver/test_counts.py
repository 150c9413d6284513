"""Counts of units are said as a player says them."""

from __future__ import annotations

import pytest

from mecatol.domain.counts import count_of_type

SAID = [
    (1, "Cruiser I", "1 Cruiser"),
    (2, "Cruiser I", "2 Cruisers"),
    (3, "Infantry II", "3 Infantry II"),
    (2, "PDS II", "2 PDS II"),
    (2, "Spec Ops I", "2 Spec Ops"),
    (2, "Floating Factory II", "2 Floating Factories II"),
    (2, "Pride of Kenara", "2 Prides of Kenara"),
    (2, "Iconoclast Ω", "2 Iconoclasts Ω"),
    (2, "Moyin's Ashes", "2 Moyin's Ashes"),
    (2, "War Sun", "2 War Suns"),
    (2, "Infantry", "2 Infantry"),
]


@pytest.mark.parametrize(("number", "name", "said"), SAID)
def test_several_units_are_in_the_plural(number: int, name: str, said: str) -> None:
    assert count_of_type(number, name) == said
