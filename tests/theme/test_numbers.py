"""Chances, averages and counts of units in words."""

from __future__ import annotations

import pytest

from mecatol.render import numbers, words


@pytest.mark.parametrize(
    ("probability", "shown"),
    [
        (0.0, "0%"),
        (1.0, "100%"),
        (1 - 1e-13, "100%"),
        (0.5, "50%"),
        (0.064, "6.4%"),
        (0.2345, "23.4%"),
        (0.0064, "0.64%"),
        (0.00001, "<0.01%"),
        (0.99999, ">99.99%"),
        (0.9936, "99.36%"),
    ],
)
def test_percentages_have_as_many_digits_as_they_need(probability: float, shown: str) -> None:
    assert numbers.percent(probability) == shown


def test_only_certainty_is_written_as_certain() -> None:
    assert numbers.percent(1 - 1e-9) != "100%"
    assert numbers.percent(1e-9) != "0%"


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0, "0"), (1.0, "1"), (0.125, "0.12"), (0.001, "<0.01"), (12.5, "12.5")]
)
def test_averages(value: float, shown: str) -> None:
    assert numbers.average(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(0.216, "0.216"), (0.5, "0.5"), (1 / 3, None)])
def test_a_short_decimal_fraction_is_written_exactly(value: float, shown: str | None) -> None:
    assert numbers.exact(value) == shown


def test_units_are_counted_in_words() -> None:
    assert words.units({"war-sun": 2, "infantry": 3, "pds": 1, "mech": 0}) == "2 war suns, 3 infantry and 1 PDS"
    assert words.units({}) == "nothing"


def test_averages_of_units_are_counted() -> None:
    assert words.some("dreadnought", "1.5") == "1.5 dreadnoughts"
    assert words.some("cruiser", "1") == "1 cruiser"
    assert words.some("infantry", "0.2") == "0.2 infantry"
    assert words.title("anti-fighter-barrage") == "Anti-Fighter Barrage"
