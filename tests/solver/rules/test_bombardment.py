"""Bombardment: what is rolled, at whom, what is left, and which declaration does best."""

import random
from fractions import Fraction
from typing import Any

import pytest

import mecatol
from tests.solver import brute_bombardment as brute
from tests.solver.helpers import Data, ask, chance, hits, left, near, problems, said

STEP = "bombardment"


def fleet(**space: int) -> Data:
    return {"name": "Red", "space": {unit.replace("_", "-"): n for unit, n in space.items()}}


def blue(**planets: dict[str, int]) -> Data:
    return {"name": "Blue", "planets": planets}


def bombard(*players: Data, **rest: Any) -> Data:
    return ask(STEP, *players, **rest)


def with_policy(player: Data, **policy: Any) -> Data:
    return {**player, "policy": policy}


# --- the brute force


def _plan(case: brute.Case, aims: tuple[brute.Key, ...], lucky: int) -> Data:
    """Write a declaration as the policy of a scenario."""
    shots: dict[str, dict[str, dict[str, int]]] = {}
    for unit, (planet, player) in zip(case.types, aims, strict=True):
        here = shots.setdefault(unit, {}).setdefault(planet, {})
        here[player] = here.get(player, 0) + 1
    policy: Data = {"bombard": shots}
    if lucky >= 0:
        policy["extra_dice"] = {"plasma-scoring": aims[lucky][0]}
    return policy


def _solve(case: brute.Case, policy: Data) -> mecatol.Solution:
    red, *others = case.scenario["players"]
    return mecatol.solve({**case.scenario, "players": [{**red, "policy": policy}, *others]}, exact=True)


def _lefts(case: brute.Case, solution: mecatol.Solution) -> dict[brute.Key, dict[tuple[int, int, int], Fraction]]:
    found: dict[brute.Key, dict[tuple[int, int, int], Fraction]] = {key: {} for key in case.forces}
    for probability, players in solution.outcomes:
        for planet, player in case.forces:
            there = {stack.unit: stack for stack in players[player].at(planet)}
            infantry = there["infantry"].total if "infantry" in there else 0
            mech = (there["mech"].total, there["mech"].damaged) if "mech" in there else (0, 0)
            row = found[planet, player]
            row[infantry, *mech] = row.get((infantry, *mech), Fraction(0)) + Fraction(probability)
    return found


def _fair(case: brute.Case, aims: tuple[brute.Key, ...], lucky: int) -> bool:
    """Tell whether the policy can name the unit with the further die: the best of those at one target there."""
    if lucky < 0:
        return True
    same_planet = {aim for aim in aims if aim[0] == aims[lucky][0]}
    there = [gun for gun, aim in zip(case.guns, aims, strict=True) if aim == aims[lucky]]
    return len(same_planet) == 1 and brute.GUNS[case.guns[lucky]][1] == min(brute.GUNS[gun][1] for gun in there)


@pytest.mark.parametrize("seed", range(120))
def test_every_declaration_comes_out_as_brute_force_has_it(seed: int) -> None:
    rng = random.Random(f"declared {seed}")
    case = brute.scenario(rng)
    options = [d for d in brute.declarations(case) if _fair(case, *d)]
    for aims, lucky in rng.sample(options, min(3, len(options))):
        wanted = brute.fate(case, aims, lucky)
        assert _lefts(case, _solve(case, _plan(case, aims, lucky))) == wanted


@pytest.mark.parametrize("seed", range(240))
def test_best_is_what_brute_force_finds(seed: int) -> None:
    rng = random.Random(f"best {seed}")
    case = brute.scenario(rng)
    aim = rng.choice(["ground-forces", "clear-all", f"clear:{rng.choice([planet for planet, _ in case.forces])}"])
    solution = _solve(case, {"bombard": "best", "aim": aim})
    found = _lefts(case, solution)
    if not case.open:
        assert not solution.choices
        return
    most = max(brute.merit(case, aim, brute.fate(case, *declared)) for declared in brute.declarations(case))
    assert brute.merit(case, aim, found) == most
    assert [choice["choice"] for choice in solution.choices] == ["bombard"]


def test_the_cases_of_brute_force_are_worth_their_time() -> None:
    cases = [brute.scenario(random.Random(f"best {seed}")) for seed in range(240)]
    assert sum(len(case.open) > 1 for case in cases) > 120
    assert sum(not case.open for case in cases) > 3
    assert all(sum(getattr(case, what) for case in cases) > 20 for what in ("extra", "reroll", "double", "plague"))


# --- laws


@pytest.mark.parametrize("seed", range(40))
def test_probabilities_sum_to_one_and_fractions_prove_floats(seed: int) -> None:
    case = brute.scenario(random.Random(f"sums {seed}"))
    plain, exact = mecatol.solve(case.scenario), mecatol.solve(case.scenario, exact=True)
    assert sum(p for p, _ in plain.outcomes) == pytest.approx(1, abs=1e-12)
    assert sum(Fraction(p) for p, _ in exact.outcomes) == 1
    fractions = {str(players): float(p) for p, players in exact.outcomes}
    assert {str(players): p for p, players in plain.outcomes} == near(fractions)


@pytest.mark.parametrize("slug", ["plasma-scoring", "x-89-bacterial-weapon-omega-omega"])
@pytest.mark.parametrize("guns", [{"dreadnought": 1}, {"dreadnought": 3}])
def test_what_helps_never_hurts(slug: str, guns: dict[str, int]) -> None:
    there = blue(loki={"infantry": 4})
    plain = bombard(fleet(**guns), there)["expected_losses"]["Blue"]["infantry"]
    helped = bombard({**fleet(**guns), "technologies": [slug]}, there)["expected_losses"]["Blue"]["infantry"]
    assert helped > plain


# --- dice


def test_three_dreadnoughts_with_plasma_scoring_roll_nothing_three_or_four_dice() -> None:
    red = {**fleet(dreadnought=3), "technologies": ["plasma-scoring"]}
    there = blue(abaddon={"infantry": 5}, ashtroth={"infantry": 5})
    rolled = set()
    shares = [{"abaddon": n, "ashtroth": 3 - n} for n in range(4)]
    for bombarded in [{"dreadnought": share} for share in shares]:
        for extra in ["abaddon", "ashtroth"]:
            if not bombarded["dreadnought"][extra]:
                continue
            for decline in [[], ["plasma-scoring"], ["bombardment"]]:
                policy = {"bombard": bombarded, "extra_dice": {"plasma-scoring": extra}, "decline": decline}
                if decline == ["plasma-scoring"]:
                    del policy["extra_dice"]
                rolls = bombard(with_policy(red, **policy), there)["rolls"]
                rolled.add(sum(dice["dice"] for roll in rolls for dice in roll["dice"]))
    assert rolled == {0, 3, 4}


def test_the_further_die_goes_to_the_planet_of_its_unit() -> None:
    red = {**fleet(dreadnought=2), "technologies": ["plasma-scoring"]}
    policy = {"bombard": {"dreadnought": {"abaddon": 1, "ashtroth": 1}}, "extra_dice": {"plasma-scoring": "ashtroth"}}
    solution = bombard(with_policy(red, **policy), blue(abaddon={"infantry": 1}, ashtroth={"infantry": 1}))
    assert {roll["where"]: roll["dice"][0]["dice"] for roll in solution["rolls"]} == {"abaddon": 1, "ashtroth": 2}


def test_without_a_word_the_further_die_goes_where_it_hits_most_easily() -> None:
    red = {**fleet(dreadnought=1, war_sun=1), "technologies": ["plasma-scoring", "war-sun"]}
    policy = {"bombard": {"dreadnought": {"abaddon": 1}, "war-sun": {"ashtroth": 1}}}
    solution = bombard(with_policy(red, **policy), blue(abaddon={"infantry": 1}, ashtroth={"infantry": 1}))
    assert {roll["where"]: roll["dice"][0]["dice"] for roll in solution["rolls"]} == {"abaddon": 1, "ashtroth": 4}


@pytest.mark.parametrize(
    ("faction", "technologies", "unit", "dice", "value"),
    [
        (None, [], "dreadnought", 1, 5),
        (None, ["war-sun"], "war-sun", 3, 3),
        ("sardakk-norr", [], "dreadnought", 2, 4),
        ("sardakk-norr", ["exotrireme-2"], "dreadnought", 2, 4),
        ("l1z1x-mindnet", [], "dreadnought", 1, 5),
        ("l1z1x-mindnet", ["super-dreadnought-2"], "dreadnought", 1, 4),
        ("l1z1x-mindnet", [], "mech", 1, 8),
        ("barony-of-letnev", [], "flagship", 3, 5),
        ("vuilraith-cabal", [], "flagship", 1, 5),
        ("embers-of-muaat", [], "war-sun", 3, 3),
    ],
)
def test_units_bombard_with_their_own_values(
    faction: str | None, technologies: list[str], unit: str, dice: int, value: int
) -> None:
    red = {"name": "Red", "technologies": technologies, "space": {unit: 1}} | ({"faction": faction} if faction else {})
    (roll,) = bombard(red, blue(loki={"infantry": 1}))["rolls"]
    assert roll["dice"] == [{"unit": unit, "count": 1, "dice": dice, "value": value}]
    assert roll["ability"] == "bombardment"


def test_effects_on_combat_rolls_do_nothing() -> None:
    there = blue(loki={"infantry": 2})
    plain = bombard(fleet(dreadnought=2), there)
    boosted = bombard({**fleet(dreadnought=2), "effects": {"morale-boost": 1}}, there)
    assert boosted["hits"] == plain["hits"]
    assert "15.1.c" in said(boosted)


def test_mechs_that_bombard_do_so_from_a_planet_too() -> None:
    red = {"name": "Red", "faction": "l1z1x-mindnet", "space": {"mech": 1}, "planets": {"abaddon": {"mech": 1}}}
    solution = bombard(red, blue(ashtroth={"infantry": 2}))
    assert hits(solution, "Red") == near([0.49, 0.42, 0.09])


# --- hits


def test_structures_are_not_hit() -> None:
    there = {**blue(loki={"space-dock": 1, "infantry": 1}), "technologies": []}
    assert left(bombard(fleet(dreadnought=5), there), "Blue") == near(
        {"loki: 1 space-dock": 1 - 0.4**5, "loki: 1 infantry, 1 space-dock": 0.4**5}
    )


def test_a_hel_titan_is_a_ground_force_once_its_shield_is_ignored() -> None:
    titans = {"name": "Blue", "faction": "titans-of-ul", "planets": {"loki": {"pds": 1}}}
    shielded = bombard(fleet(dreadnought=1), titans)
    assert not shielded["rolls"]
    ignored = bombard({**fleet(dreadnought=1), "effects": {"2ram": 1}}, titans)
    assert left(ignored, "Blue") == near({"loki: 1 pds (1 damaged)": 0.6, "loki: 1 pds": 0.4})


def test_non_euclidean_shielding_cancels_two_hits_on_a_mech() -> None:
    letnev = {
        "name": "Blue", "faction": "barony-of-letnev", "technologies": ["non-euclidean-shielding"],
        "planets": {"loki": {"mech": 1, "infantry": 1}},
    }  # fmt: skip
    solution = bombard(fleet(dreadnought=2), letnev)
    assert left(solution, "Blue") == near(
        {"loki: 1 infantry, 1 mech": 0.16, "loki: 1 infantry, 1 mech (1 damaged)": 0.84}
    )


def test_x_89_omega_asks_for_an_infantry_that_was_destroyed() -> None:
    red = {**fleet(dreadnought=2), "technologies": ["x-89-bacterial-weapon-omega"]}
    sol = {"name": "Blue", "faction": "federation-of-sol", "planets": {"loki": {"mech": 1, "infantry": 3}}}
    solution = bombard(red, sol, edition="codex-3")
    assert left(solution, "Blue") == near(
        {
            "loki: 3 infantry, 1 mech": 0.16,
            "loki: 3 infantry, 1 mech (1 damaged)": 0.48,
            "loki: 1 mech (1 damaged)": 0.36,
        }
    )


def test_the_defender_who_searches_gives_up_a_mech_to_keep_infantry_from_x_89_omega() -> None:
    red = {**fleet(war_sun=1), "technologies": ["x-89-bacterial-weapon-omega", "war-sun"]}
    sol = {
        "name": "Blue", "faction": "federation-of-sol", "planets": {"loki": {"mech": 1, "infantry": 6}},
        "damaged": {"loki": {"mech": 1}},
    }  # fmt: skip
    best = bombard(red, sol, policy={"assign": "best"}, edition="codex-3")
    assert left(best, "Blue")["loki: 6 infantry"] == near(12 / 125)


def test_hits_are_doubled_before_they_are_cancelled() -> None:
    red = {**fleet(dreadnought=1), "technologies": ["x-89-bacterial-weapon-omega-omega"]}
    sol = {"name": "Blue", "faction": "federation-of-sol", "planets": {"loki": {"mech": 1}}}
    assert left(bombard(red, sol), "Blue") == near({"nothing": 0.6, "loki: 1 mech": 0.4})


# --- who, whom, and whether


def test_only_the_active_player_bombards() -> None:
    green = {"name": "Green", "space": {"dreadnought": 3}}
    solution = bombard(fleet(dreadnought=1), blue(loki={"infantry": 1}), green)
    assert {roll["player"] for roll in solution["rolls"]} == {"Red"}


def test_the_default_passes_by_planets_without_ground_forces() -> None:
    solution = bombard(fleet(dreadnought=1), blue(abaddon={"space-dock": 1}, ashtroth={"infantry": 1}))
    assert [roll["where"] for roll in solution["rolls"]] == ["ashtroth"]


def test_a_planet_without_ground_forces_may_be_bombarded() -> None:
    red = with_policy(fleet(dreadnought=1), bombard={"dreadnought": {"abaddon": 1}})
    solution = bombard(red, blue(abaddon={"space-dock": 1}, ashtroth={"infantry": 1}))
    assert [roll["where"] for roll in solution["rolls"]] == ["abaddon"]


def test_bunker_protects_its_owner_alone() -> None:
    red = with_policy(fleet(dreadnought=2), bombard={"dreadnought": {"abaddon": 1, "ashtroth": 1}})
    holder = {**blue(abaddon={"infantry": 1}), "effects": {"bunker": 1}}
    solution = bombard(red, holder, {"name": "Green", "planets": {"ashtroth": {"infantry": 1}}})
    assert chance(solution, "Blue has no ground forces left on Abaddon") == near(0.2)
    assert chance(solution, "Green has no ground forces left on Ashtroth") == near(0.6)


@pytest.mark.parametrize(("controls", "odds"), [("Blue", 0.2), ("Green", 0.6), (None, 0.2)])
@pytest.mark.parametrize("hit", ["Blue", "Green"])
def test_bunker_protects_whoever_is_on_a_planet_that_its_owner_controls(
    hit: str, controls: str | None, odds: float
) -> None:
    """The card speaks of planets that its player controls: Blue's acts if Blue does, and not where Blue coexists."""
    red = with_policy(fleet(dreadnought=1), bombard={"dreadnought": {"loki": {hit: 1}}})
    holder = {**blue(loki={"infantry": 1}), "effects": {"bunker": 1}}
    green: dict[str, Any] = {"name": "Green", "planets": {"loki": {"infantry": 1}}}
    for player in (holder, green):
        player["controls"] = ["loki"] if player["name"] == controls else []
    assert chance(bombard(red, holder, green), f"{hit} has no ground forces left on Loki") == near(odds)


def test_hits_on_one_player_do_not_pass_to_another_on_the_planet() -> None:
    red = with_policy(fleet(dreadnought=3), bombard={"dreadnought": {"loki": {"Green": 3}}})
    solution = bombard(red, blue(loki={"infantry": 2}), {"name": "Green", "planets": {"loki": {"infantry": 1}}})
    assert left(solution, "Blue") == near({"loki: 2 infantry": 1})
    assert left(solution, "Green")["nothing"] == near(1 - 0.4**3)


def test_where_several_are_on_a_planet_its_controller_is_the_default() -> None:
    green = {"name": "Green", "planets": {"loki": {"infantry": 1}}, "controls": ["loki"]}
    solution = bombard(fleet(dreadnought=1), blue(loki={"infantry": 1}), green)
    assert [roll["target"] for roll in solution["rolls"]] == ["Green"]


def test_several_on_a_planet_are_news_of_thunders_edge() -> None:
    crowd = [blue(loki={"infantry": 1}), {"name": "Green", "planets": {"loki": {"infantry": 1}}}]
    for step in (STEP, "planetary-shield"):
        assert any("coexistence" in text for text in ask(step, fleet(dreadnought=1), *crowd, edition="pok")["warnings"])
        assert not any("coexistence" in text for text in ask(step, fleet(dreadnought=1), *crowd)["warnings"])


def test_conventions_of_war_and_the_scar_leave_nothing_to_roll() -> None:
    for effect in ("conventions-of-war", "entropic-scar"):
        solution = bombard({**fleet(dreadnought=1), "effects": {effect: 1}}, blue(abaddon={"infantry": 1}))
        assert not solution["rolls"]
        assert left(solution, "Blue") == {"abaddon: 1 infantry": 1}


def test_a_note_of_one_roll_is_spent_on_one_planet() -> None:
    red = {**fleet(dreadnought=2), "effects": {"strike-wing-ambuscade": 1}}
    policy = {"bombard": {"dreadnought": {"abaddon": 1, "ashtroth": 1}}}
    solution = bombard(with_policy(red, **policy), blue(abaddon={"infantry": 1}, ashtroth={"infantry": 1}))
    assert sum(dice["dice"] for roll in solution["rolls"] for dice in roll["dice"]) == 3


# --- faults


@pytest.mark.parametrize(
    ("policy", "field", "words"),
    [
        (
            {"bombard": {"dreadnought": {"abaddon": 1}}},
            "bombard.dreadnought.abaddon",
            "Planetary Shield. (15.1.f) Allowed: ashtroth",
        ),
        ({"bombard": {"dreadnought": {"ashtrot": 1}}}, "bombard.dreadnought.ashtrot", "did you mean 'ashtroth'"),
        ({"bombard": {"dreadnought": {"ashtroth": 2}}}, "bombard.dreadnought", "sends 2, but only 1 there"),
        ({"bombard": {"dreadnought": {"ashtroth": 0}}}, "bombard.dreadnought", "sends 0 of 1"),
        ({"bombard": {"cruiser": {"ashtroth": 1}}}, "bombard.cruiser", "units that have it: dreadnought"),
        (
            {"bombard": {"dreadnought": {"ashtroth": {"Bleu": 1}}}},
            "bombard.dreadnought.ashtroth.Bleu",
            "player with units on ashtroth",
        ),
        ({"bombard": "bets"}, "bombard", "did you mean 'best'"),
        ({"aim": "clear:loki"}, "aim", "Allowed: abaddon, ashtroth"),
        ({"aim": "everything"}, "aim", "Allowed: ground-forces, clear-all"),
        (
            {"extra_dice": {"plasma-scoring": "abaddon"}},
            "extra_dice.plasma-scoring",
            "none of Red’s units bombards 'abaddon'",
        ),
        (
            {"extra_dice": {"bunker": "ashtroth"}},
            "extra_dice.bunker",
            "is not an effect that Red has for a further die",
        ),
    ],
)
def test_faults_name_the_field_and_what_is_allowed(policy: Data, field: str, words: str) -> None:
    red = {**fleet(dreadnought=1, cruiser=1), "technologies": ["plasma-scoring"]}
    there = blue(abaddon={"pds": 1, "infantry": 1}, ashtroth={"infantry": 1})
    found = problems(STEP, with_policy(red, **policy), there)
    assert words in found[f"players.0.policy.{field}"]


def test_a_search_that_is_too_large_says_so() -> None:
    red = {**fleet(dreadnought=40, cruiser=40), "effects": {"blitz": 1}, "policy": {"bombard": "best"}}
    planets = {f"p{n}": {"infantry": 1} for n in range(6)}
    scenario = {"step": STEP, "players": [red, {"name": "Blue", "planets": planets}], "assume": {"limits": "ignored"}}
    with pytest.raises(mecatol.LimitError, match="name a choice instead of `best`"):
        mecatol.solve(scenario, seconds=1)


def test_the_choice_is_told_with_its_margin() -> None:
    red = with_policy(fleet(dreadnought=2), bombard="best")
    solution = bombard(red, blue(abaddon={"infantry": 1}, ashtroth={"infantry": 1}))
    assert solution["choices"] == [
        {
            "player": "Red",
            "choice": "bombard",
            "text": "Bombards Abaddon with 1 Dreadnought and Ashtroth with 1 Dreadnought: 1.2 ground forces destroyed "
            "on average, 0.36 more than the default (Abaddon with 2 Dreadnoughts).",
        }
    ]


def test_best_reckons_with_a_card_that_can_be_used_once_in_the_whole_system() -> None:
    there = {**blue(abaddon={"infantry": 2}, ashtroth={"infantry": 1}), "effects": {"tellurian": 1}}
    lost = []
    for abaddon in range(4):
        policy = {"bombard": {"dreadnought": {"abaddon": abaddon, "ashtroth": 3 - abaddon}}}
        lost.append(bombard(with_policy(fleet(dreadnought=3), **policy), there)["expected_losses"]["Blue"]["infantry"])
    best = bombard(with_policy(fleet(dreadnought=3), bombard="best"), there)
    assert best["expected_losses"]["Blue"]["infantry"] == near(max(lost))
    assert max(lost) > min(lost) + 0.1


def test_a_flagship_over_a_breach_silences_bombardment_and_shields_of_others() -> None:
    rebels = {
        "name": "Blue", "faction": "crimson-rebellion", "effects": {"quietus": 1}, "space": {"flagship": 1},
        "planets": {"abaddon": {"infantry": 1}},
    }  # fmt: skip
    assert not bombard(fleet(dreadnought=2), rebels)["rolls"]
    invaders = {"name": "Red", "faction": "crimson-rebellion", "effects": {"quietus": 1}}
    invaders |= {"space": {"flagship": 1, "dreadnought": 1}}
    assert bombard(invaders, blue(abaddon={"infantry": 1, "pds": 1}))["rolls"]


def test_eidolon_maximum_takes_no_hits_from_orbit() -> None:
    owner = {
        "name": "Blue", "faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"],
        "planets": {"abaddon": {"mech": 1, "infantry": 1}},
    }  # fmt: skip
    assert left(bombard(fleet(dreadnought=2), owner), "Blue") == near(
        {"abaddon: 1 mech": 1 - 0.16, "abaddon: 1 infantry, 1 mech": 0.16}
    )


@pytest.mark.parametrize(("ships", "told"), [({"dreadnought": 1}, False), ({"dreadnought": 1, "flagship": 1}, True)])
def test_a_flagship_that_is_nowhere_is_not_said_to_change_combat_rolls(ships: dict[str, int], told: bool) -> None:
    red = {**fleet(**ships), "faction": "universities-of-jol-nar"}
    trace = said(bombard(red, blue(abaddon={"infantry": 1})))
    assert "Fragile changes combat rolls" in trace
    assert ("Hylarim changes combat rolls" in trace) is told


def test_a_mechs_text_is_not_said_to_change_combat_rolls() -> None:
    red = {**fleet(dreadnought=1), "faction": "last-bastion"}
    assert "A3 Valiance" not in said(bombard(red, blue(abaddon={"infantry": 1})))
