"""A bonus that is said beside the card which gives it counts once, whatever stands between them."""

import pytest

from mecatol.paste.taking import take


@pytest.mark.parametrize(
    "words",
    [
        "2 cruisers (Morale Boost, +1) vs 3 destroyers",
        "2 cruisers (+1, Morale Boost) vs 3 destroyers",
        "2 cruisers with Morale Boost, so +1 vs 3 destroyers",
        "2 cruisers with Morale Boost giving +1 to hit vs 3 destroyers",
        "2 cruisers with Morale Boost, +1 to combat rolls, vs 3 destroyers",
        "I have 2 cruisers (Morale Boost: +1). They have 3 destroyers.",
    ],
)
def test_it_is_not_counted_twice(words: str) -> None:
    first, second = take(words).scenario["players"]
    assert (first["effects"], first["space"], second["space"]) == (
        {"morale-boost": 1},
        {"cruiser": 2},
        {"destroyer": 3},
    )
    assert "by_hand" not in first
    assert "by_hand" not in second


def test_a_nebula_gives_its_defender_no_second_bonus() -> None:
    taken = take("2 cruisers vs 3 destroyers in a nebula (+1 to defender)")
    assert taken.scenario["players"][1]["effects"] == {"nebula": 1}
    assert not any("by_hand" in player for player in taken.scenario["players"])
    assert "'+1' was read as what Nebula gives, not as one more bonus." in taken.added


def test_a_bonus_without_a_card_is_set_by_hand() -> None:
    first, _ = take("2 cruisers, 1 carrier, +1 vs 3 destroyers").scenario["players"]
    assert first["by_hand"] == {"bonus": 1}
