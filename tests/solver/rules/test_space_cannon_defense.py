"""Space Cannon Defense, worked out by hand."""

import pytest

from tests.solver.helpers import chance, defense, hits, left, near, problems, said

RED = {"name": "Red", "planets": {"lodor": {"infantry": 3}}}


def garrison(name: str = "Blue", pds: int = 1, **more: object) -> dict[str, object]:
    return {"name": name, "planets": {"lodor": {"pds": pds, "infantry": 1}}, **more}


def test_hits_go_to_ground_forces_that_land() -> None:
    solution = defense(RED, garrison(pds=2))
    assert hits(solution, "Blue") == near([0.25, 0.5, 0.25])
    assert left(solution, "Red") == near({f"lodor: {n} infantry": p for n, p in ((3, 0.25), (2, 0.5), (1, 0.25))})
    assert solution["expected_cost"]["Red"] == near(0.5)  # one infantry on average, at half a resource


def test_excess_hits_do_nothing_and_nobody_may_be_left() -> None:
    solution = defense({"name": "Red", "planets": {"lodor": {"infantry": 1}}}, garrison(pds=2))
    assert left(solution, "Red") == near({"nothing": 0.75, "lodor: 1 infantry": 0.25})
    assert chance(solution, "Red has no ground forces left on Lodor") == near(0.75)


def test_ships_are_out_of_it() -> None:
    red = {**RED, "space": {"cruiser": 1}}
    solution = defense(red, garrison())
    assert all(words.startswith("1 cruiser;") for words in left(solution, "Red"))
    assert "Red’s Cruiser in the space area does not affect Space Cannon Defense." in solution["warnings"]


def test_each_planet_for_itself_and_adjacent_units_not_at_all() -> None:
    red = {"name": "Red", "planets": {"arinam": {"infantry": 1}, "meer": {"infantry": 1}}}
    blue = {"name": "Blue", "technologies": ["pds-2"], "adjacent": {"pds": 3},
            "planets": {"arinam": {"pds": 1}, "meer": {}}}  # fmt: skip
    solution = defense(red, blue)
    # one die at 5, on arinam alone
    assert hits(solution, "Blue") == near([0.4, 0.6])
    assert left(solution, "Red") == near({"arinam: 1 infantry; meer: 1 infantry": 0.4, "meer: 1 infantry": 0.6})
    assert any("adjacent" in warning and "not affect" in warning for warning in solution["warnings"])


def test_the_active_player_never_shoots() -> None:
    red = {"name": "Red", "faction": "xxcha-kingdom", "planets": {"lodor": {"mech": 1}}}
    solution = defense(red, {"name": "Blue", "planets": {"lodor": {"infantry": 2}}})
    assert solution["rolls"] == []
    assert left(solution, "Blue") == near({"lodor: 2 infantry": 1.0})


def test_other_units_than_pds_shoot() -> None:
    blue = {"name": "Blue", "faction": "xxcha-kingdom", "planets": {"lodor": {"mech": 2}}}
    assert hits(defense(RED, blue), "Blue") == near([0.49, 0.42, 0.09])  # two dice at 8


def test_mechs_sustain_first_on_the_ground_and_once() -> None:
    red = {"name": "Red", "faction": "barony-of-letnev", "planets": {"lodor": {"infantry": 1, "mech": 1}}}
    assert left(defense(red, garrison(pds=2)), "Red") == near(
        {
            "lodor: 1 infantry, 1 mech": 0.25,
            "lodor: 1 infantry, 1 mech (1 damaged)": 0.5,
            "lodor: 1 mech (1 damaged)": 0.25,
        }
    )
    hurt = {**red, "damaged": {"lodor": {"mech": 1}}}
    assert left(defense(hurt, garrison()), "Red") == near(
        {"lodor: 1 infantry, 1 mech (1 damaged)": 0.5, "lodor: 1 mech (1 damaged)": 0.5}
    )


def test_players_shoot_clockwise() -> None:
    solution = defense(RED, garrison("Blue"), garrison("Green"))
    assert [roll["player"] for roll in solution["rolls"]] == ["Blue", "Green"]
    assert left(solution, "Red") == near({f"lodor: {n} infantry": p for n, p in ((3, 0.25), (2, 0.5), (1, 0.25))})


def test_who_declines_does_not_shoot() -> None:
    solution = defense(RED, garrison(policy={"decline": ["space-cannon"]}))
    assert solution["rolls"] == []
    assert "77.6 Blue declines to use Space Cannon on Lodor." in said(solution)


# --- the open rulings


def test_units_that_were_there_can_be_hit_or_not() -> None:
    red = {"name": "Red", "planets": {"lodor": {"infantry": 2}}, "stationed": {"lodor": {"infantry": 1}}}
    everybody = defense(red, garrison(pds=2))
    assert left(everybody, "Red") == near({"lodor: 2 infantry": 0.25, "lodor: 1 infantry": 0.5, "nothing": 0.25})
    newcomers = {"lodor: 2 infantry": 0.25, "lodor: 1 infantry": 0.75}
    assert left(defense(red, garrison(pds=2), rulings={"77.8.a": "committed"}), "Red") == near(newcomers)
    # the older editions read it so
    for edition in ("base", "codex-1"):
        assert left(defense(red, garrison(pds=2), edition=edition), "Red") == near(newcomers)
    assert left(defense(red, garrison(pds=2), edition="pok"), "Red") == near(left(everybody, "Red"))


def test_stationed_units_are_safe_with_their_damage() -> None:
    red = {
        "name": "Red", "faction": "barony-of-letnev", "planets": {"lodor": {"mech": 2}},
        "damaged": {"lodor": {"mech": 1}}, "stationed": {"lodor": {"mech": 1}},
    }  # fmt: skip
    # the damaged one was there before: the newcomer sustains the first hit and dies of the second
    solution = defense(red, garrison(pds=2), rulings={"77.8.a": "committed"})
    assert left(solution, "Red") == near(
        {"lodor: 2 mech (1 damaged)": 0.25, "lodor: 2 mech (2 damaged)": 0.5, "lodor: 1 mech (1 damaged)": 0.25}
    )


def test_nobody_shoots_where_nobody_lands() -> None:
    red = {"name": "Red", "planets": {"lodor": {"infantry": 2}}, "stationed": {"lodor": {"infantry": 2}}}
    solution = defense(red, garrison())
    assert solution["rolls"] == []
    assert any("commits no ground forces" in warning for warning in solution["warnings"])


@pytest.mark.parametrize(
    ("reading", "red", "blue"),
    [
        # fires, then is destroyed beside the survivor; kills the only invader and stays
        ("fires-first", {"nothing": 0.5, "lodor: 1 infantry": 0.5}, {"lodor: 1 pds": 0.5, "nothing": 0.5}),
        ("destroyed-first", {"lodor: 1 infantry": 1.0}, {"nothing": 1.0}),
    ],
)
def test_a_lone_pds(reading: str, red: dict[str, float], blue: dict[str, float]) -> None:
    one = {"name": "Red", "planets": {"lodor": {"infantry": 1}}}
    solution = defense(one, {"name": "Blue", "planets": {"lodor": {"pds": 1}}}, rulings={"63.4": reading})
    assert left(solution, "Red") == near(red)
    assert left(solution, "Blue") == near(blue)
    assert "63.4 Blue’s PDS I on Lodor, left alone" in said(solution)


def test_a_lone_pds_that_declines_is_destroyed_all_the_same() -> None:
    blue = {"name": "Blue", "planets": {"lodor": {"pds": 1}}, "policy": {"decline": ["space-cannon"]}}
    assert left(defense(RED, blue), "Blue") == near({"nothing": 1.0})


@pytest.mark.parametrize("reading", ["fires-first", "destroyed-first"])
def test_hel_titans_are_ground_forces_and_never_alone(reading: str) -> None:
    blue = {"name": "Blue", "faction": "titans-of-ul", "planets": {"lodor": {"pds": 1}}}
    solution = defense(RED, blue, rulings={"63.4": reading})
    assert hits(solution, "Blue") == near([0.5, 0.5])
    assert left(solution, "Blue") == near({"lodor: 1 pds": 1.0})
    assert "63.4" not in said(solution)


def test_guarded_pds_stay() -> None:
    assert left(defense(RED, garrison()), "Blue") == near({"lodor: 1 infantry, 1 pds": 1.0})


def test_stationed_units_must_be_there() -> None:
    red = {**RED, "stationed": {"lodor": {"infantry": 4}}}
    assert problems("space-cannon-defense", red, garrison()) == {
        "players.0.stationed.lodor.infantry": "4 stationed, but only 3 on the planet"
    }


def test_stationed_says_nothing_of_other_players() -> None:
    solution = defense(RED, garrison(stationed={"lodor": {"infantry": 1}}))
    assert solution["outcomes"] == defense(RED, garrison())["outcomes"]
    assert any("`players.1.stationed` was ignored" in warning for warning in solution["warnings"])


def test_a_lone_space_dock_is_destroyed_with_the_pds_beside_it_and_without() -> None:
    red = {"name": "Red", "planets": {"lodor": {"infantry": 3}}}
    both = defense(red, {"name": "Blue", "planets": {"lodor": {"pds": 1, "space-dock": 1}}})
    assert left(both, "Blue") == near({"nothing": 1.0})
    assert "63.4 Blue’s PDS I on Lodor" in said(both)
    assert "79.4 Blue’s Space Dock I on Lodor, left alone with enemy ground forces, is destroyed." in said(both)
    assert left(defense(red, {"name": "Blue", "planets": {"lodor": {"space-dock": 1}}}), "Blue") == {"nothing": 1.0}
    guarded = defense(red, {"name": "Blue", "planets": {"lodor": {"space-dock": 1, "infantry": 1}}})
    assert left(guarded, "Blue") == {"lodor: 1 infantry, 1 space-dock": 1.0}
