"""What factions' rolls, starts of combat, commanders and notes change in a battle: a figure each, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import mecatol
from mecatol.effects.model import PROMISSORY_NOTE
from tests.solver.effects.battles import ABADDON, CRUISER, INFANTRY, after, duel, ground, solved, space, winners
from tests.solver.helpers import Data


def test_the_duel_of_the_hand_worked_figures_is_the_solver_s() -> None:
    assert duel(CRUISER, CRUISER) == (Fraction(3, 8), Fraction(2, 8), Fraction(3, 8))
    assert winners("space-combat", space(cruiser=1), space(cruiser=1)) == duel(CRUISER, CRUISER)


# --- Combat rolls -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "red", "blue", "none_left"),
    [
        pytest.param("ground-combat", {"faction": "sardakk-norr", **ground(infantry=1)}, ground(infantry=1),
                     Fraction(4, 10), id="unrelenting"),
        pytest.param("space-combat", {"faction": "universities-of-jol-nar", **space(cruiser=1)}, space(cruiser=1),
                     Fraction(3, 10), id="fragile"),
        # the mech rolls at 6 + 1; the infantry beside it at 8 as printed
        pytest.param("ground-combat", {"faction": "universities-of-jol-nar", **ground(infantry=1, mech=1)},
                     ground(infantry=2), Fraction(3, 10) * Fraction(4, 10), id="shield-paling"),
        # the flagship's two dice at 6 − 1, the cruiser's at 7 − 2
        pytest.param("space-combat", {"faction": "sardakk-norr", **space(flagship=1, cruiser=1)}, space(cruiser=3),
                     Fraction(6, 10) ** 3, id="cmorran-norr"),
        # each die: 2/10 for 9 or 10, three hits; two such dice for six cruisers
        pytest.param("space-combat", {"faction": "universities-of-jol-nar", **space(flagship=1)}, space(cruiser=6),
                     Fraction(2, 10) ** 2, id="jns-hylarim"),
        # a die at 7 for each of the two cruisers
        pytest.param("space-combat", {"faction": "winnu", **space(flagship=1)}, space(cruiser=2),
                     Fraction(4, 10) ** 2, id="salai-sai-corian"),
        # two dice at 5 − 2
        pytest.param("space-combat",
                     {"faction": "mahact-gene-sorcerers", "effects": {"arvicon-rex-edge": 1}, **space(flagship=1)},
                     space(cruiser=2), Fraction(8, 10) ** 2, id="arvicon-rex"),
        # one die at 6 − 2
        pytest.param("ground-combat", {"faction": "nekro-virus", "effects": {"mordred-edge": 1}, **ground(mech=1)},
                     ground(infantry=1), Fraction(7, 10), id="mordred"),
        pytest.param("space-combat", {"effects": {"rickar-rickani": 1}, **space(cruiser=1)}, space(cruiser=1),
                     Fraction(6, 10), id="rickar-rickani"),
        pytest.param("space-combat", {"effects": {"viscount-unlenn": 1}, **space(cruiser=1)}, space(cruiser=2),
                     CRUISER**2, id="viscount-unlenn"),
        pytest.param("ground-combat", {"effects": {"evelyn-delouis": 1}, **ground(infantry=1)}, ground(infantry=2),
                     INFANTRY**2, id="evelyn-delouis"),
        pytest.param("space-combat", {"effects": {"war-funding-omega": 1}, **space(cruiser=1)}, space(cruiser=1),
                     1 - (1 - CRUISER) ** 2, id="war-funding"),
        pytest.param("space-combat",
                     {"faction": "barony-of-letnev", "effects": {"munitions-reserves": 1}, **space(cruiser=1)},
                     space(cruiser=1), 1 - (1 - CRUISER) ** 2, id="munitions-reserves"),
        pytest.param("ground-combat", {"effects": {"tekklar-legion": 1}, **ground(infantry=1)}, ground(infantry=1),
                     Fraction(4, 10), id="tekklar-legion"),
        # Unrelenting adds one, the Legion takes one
        pytest.param("ground-combat", {"faction": "sardakk-norr", **ground(infantry=1)},
                     {"effects": {"tekklar-legion": 1}, **ground(infantry=1)}, INFANTRY, id="tekklar-of-the-foe"),
        # hits of Blue at 3/10 bring Red one more: none left unless both miss
        pytest.param("ground-combat",
                     {"faction": "sardakk-norr", "technologies": ["valkyrie-particle-weave"], **ground(infantry=1)},
                     ground(infantry=1), 1 - Fraction(6, 10) * Fraction(7, 10), id="valkyrie-particle-weave"),
        pytest.param("space-combat",
                     {"faction": "naaz-rokha-alliance", "technologies": ["supercharge"], **space(cruiser=1)},
                     space(cruiser=1), Fraction(5, 10), id="supercharge"),
        pytest.param("space-combat", {"faction": "winnu", "effects": {"imperator": 2}, **space(cruiser=1)},
                     space(cruiser=1), Fraction(6, 10), id="imperator"),
        # one die at 9 − 4
        pytest.param("space-combat", {"faction": "last-bastion", "effects": {"egeiro-systems": 4}, **space(flagship=1)},
                     space(cruiser=1), Fraction(6, 10), id="the-egeiro"),
        # two dice at 6 and one for the flagship
        pytest.param("ground-combat",
                     {"faction": "naaz-rokha-alliance", **space(flagship=1), **ground(mech=1)}, ground(infantry=3),
                     Fraction(5, 10) ** 3, id="visz-el-vir"),
        # of two types a ship gets +2: the owner gives it to the dreadnought, which lasts longer (8 of 10)
        pytest.param("space-combat",
                     {"faction": "barony-of-letnev", "effects": {"gravleash-maneuvers": 1},
                      **space(cruiser=2, dreadnought=1)},
                     space(cruiser=3), Fraction(8, 10) * Fraction(4, 10) * Fraction(4, 10), id="gravleash-maneuvers"),
    ],
)  # fmt: skip
def test_what_one_round_leaves_of_the_opponent(step: str, red: Data, blue: Data, none_left: Fraction) -> None:
    assert after(step, red, blue)[0] == none_left


def test_iconoclast_gets_its_edge_in_its_own_editions() -> None:
    red = {"faction": "naalu-collective", "effects": {"iconoclast-edge": 1}, **ground(mech=1)}
    assert after("ground-combat", red, ground(infantry=1), edition="pok")[0] == Fraction(7, 10)  # at 6 − 2
    with pytest.raises(mecatol.ScenarioError, match="edition"):
        after("ground-combat", red, ground(infantry=1), edition="codex-3")


# --- The start of a combat --------------------------------------------------------------------------------------------


def test_ambush_comes_before_the_first_round() -> None:
    # the cruiser kills the fighter at once with 2/5, or else fights it: 2/5 + 3/5 × 8/13 = 10/13
    assert duel(CRUISER, Fraction(2, 10))[0] == Fraction(8, 13)
    red = {"faction": "mentak-coalition", **space(cruiser=1)}
    assert winners("space-combat", red, space(fighter=1))[0] == Fraction(10, 13)


@pytest.mark.parametrize(("system", "chance"), [("26", Fraction(3, 8)), ("19", None)])
def test_dimensional_splicer_takes_a_ship_at_a_wormhole(system: str, chance: Fraction | None) -> None:
    # of two cruisers one falls, and the duel with the other is even; without a wormhole it is one against two
    red = {"faction": "ghosts-of-creuss", "technologies": ["dimensional-splicer"], **space(cruiser=1)}
    won = winners("space-combat", red, space(cruiser=2), system=system)
    plain = winners("space-combat", space(cruiser=1), space(cruiser=2))
    assert won == (duel(CRUISER, CRUISER) if chance else plain)


@pytest.mark.parametrize("defends", [False, True])
def test_hil_colish_is_a_wormhole_for_dimensional_splicer(defends: bool) -> None:
    # tile 18 has none: the only cruiser falls before it can fire, whether it or the flagship came there
    own = {"faction": "ghosts-of-creuss", "technologies": ["dimensional-splicer"], **space(flagship=1)}
    players = (space(cruiser=1), own) if defends else (own, space(cruiser=1))
    assert winners("space-combat", *players, system="18") == ((0, 0, 1) if defends else (1, 0, 0))


def test_impulse_core_trades_a_destroyer_for_a_ship_that_is_no_fighter() -> None:
    # the destroyer goes, and so does the enemy cruiser; cruiser against fighter is left, and no barrage
    red = {"faction": "yin-brotherhood", "technologies": ["impulse-core"], **space(cruiser=1, destroyer=1)}
    assert winners("space-combat", red, space(cruiser=1, fighter=1)) == duel(CRUISER, Fraction(2, 10))


def test_impulse_core_leaves_nobody_where_the_last_ship_is_given_up() -> None:
    red = {"faction": "yin-brotherhood", "technologies": ["impulse-core"], **space(destroyer=1)}
    assert winners("space-combat", red, space(cruiser=2)) == (0, 0, 1)
    assert winners("space-combat", red, space(cruiser=1)) == (0, 1, 0)


def test_munitions_reserves_serve_as_many_rounds_as_are_paid_for() -> None:
    # a die at 7 with a reroll, in two rounds against a carrier at 9, which leaves the cruiser afloat with 4/5
    hit, afloat = 1 - (1 - CRUISER) ** 2, Fraction(8, 10)
    red = {"faction": "barony-of-letnev", "effects": {"munitions-reserves": 2}, **space(cruiser=1)}
    assert after("space-combat", red, space(carrier=1), rounds=2)[0] == hit + (1 - hit) * afloat * hit


def test_indoctrination_turns_an_infantry() -> None:
    # one against two becomes two against one; against a mech alone there is nobody to turn
    red = {"faction": "yin-brotherhood", "effects": {"indoctrination": 1}, **ground(infantry=1)}
    plain = {"faction": "yin-brotherhood", **ground(infantry=1)}
    turned = winners("ground-combat", {"faction": "yin-brotherhood", **ground(infantry=2)}, ground(infantry=1))
    assert winners("ground-combat", red, ground(infantry=2)) == turned
    mech = {"faction": "federation-of-sol", **ground(mech=1)}
    assert winners("ground-combat", red, mech) == winners("ground-combat", plain, mech)
    assert winners("ground-combat", red, ground(infantry=1)) == (1, 0, 0)


def test_moyins_ashes_come_instead_of_an_infantry_by_indoctrination() -> None:
    # one against two becomes an infantry and a mech against one, as long as there is a mech that may deploy
    red: Data = {"faction": "yin-brotherhood", "effects": {"moyins-ashes-deploy": 1}, **ground(infantry=1)}
    with_mech = winners(
        "ground-combat", {"faction": "yin-brotherhood", **ground(infantry=1, mech=1)}, ground(infantry=1)
    )
    two = winners("ground-combat", {"faction": "yin-brotherhood", **ground(infantry=2)}, ground(infantry=1))
    assert winners("ground-combat", red, ground(infantry=2)) == with_mech
    solution = solved("ground-combat", red, ground(infantry=1))
    assert (solution.winner["Red"], solution.expected_gains) == (1, {"Red": {"mech": 1}})
    scar = {**red, "effects": {"moyins-ashes-deploy": 1, "entropic-scar": 1}}
    for player, said in (
        (scar, "because Entropic Scar takes Deploy away; Indoctrination places an infantry instead."),
        ({**red, "reinforcements": {"mech": 0}}, "finds no mech in the reinforcements"),
        (
            {**red, "effects": {"indoctrination": 1, "moyins-ashes-deploy": 1}},
            "that you already entered; it was ignored.",
        ),
    ):
        solution = solved("ground-combat", player, ground(infantry=2))
        assert (solution.winner["Red"], solution.winner["draw"], solution.winner["Blue"]) == two
        assert any(said in text for text in solution.warnings)


def test_a_law_that_takes_a_mech_s_text_leaves_no_deploy_and_the_answer_says_so() -> None:
    plain: Data = {"faction": "yin-brotherhood", **ground(infantry=1)}
    law = {**plain, "effects": {"moyins-ashes-deploy": 1, "articles-of-war": 1}}
    solution = solved("ground-combat", law, ground(infantry=2))
    assert solution.winner["Red"] == winners("ground-combat", plain, ground(infantry=2))[0]
    assert any("because a law has taken that unit’s text away; it was ignored." in text for text in solution.warnings)


def test_what_indoctrination_turns_is_not_destroyed() -> None:
    red = {"faction": "yin-brotherhood", "effects": {"indoctrination": 1}, **ground(infantry=1)}
    agent = {"effects": {"brother-milor-omega-omega": 1}}
    assert winners("ground-combat", red, {**ground(infantry=1), **agent}) == (1, 0, 0)
    turned = {"faction": "yin-brotherhood", **ground(infantry=2)}
    assert winners("ground-combat", red, {**ground(infantry=2), **agent}) == winners(
        "ground-combat", turned, {**ground(infantry=1), **agent}
    )


# --- Commanders -------------------------------------------------------------------------------------------------------

HELD = Fraction(343, 3723)  # one infantry beats two


def infantry_of(solution: mecatol.Solution, name: str) -> dict[int, Fraction]:
    """Return how much infantry a player may have on the planet in the end, with the chance of each."""
    found: dict[int, Fraction] = {}
    for chance, holdings in solution.outcomes:
        number = sum(s.total for s in holdings[name].at("abaddon") if s.unit == "infantry")
        found[number] = found.get(number, Fraction(0)) + Fraction(chance)
    return found


def test_claire_gibson_s_infantry_comes_when_the_combat_starts() -> None:
    """A PDS shoots the one who lands with 1/2: then nobody comes. Else it is one against two: 119/219 to lose none.

    A dreadnought kills the one who defends with 3/5: then there is no combat either, and nobody comes.
    """
    sol: Data = {"effects": {"claire-gibson": 1}, **ground(infantry=1, pds=1)}
    found = infantry_of(solved("invasion", {**ground(infantry=1), **space(carrier=1)}, sol), "Blue")
    assert found[2] == Fraction(1, 2) * Fraction(119, 219)
    assert found[0] == Fraction(1, 2) * (HELD + Fraction(147, 3723))
    sol = {"effects": {"claire-gibson": 1}, **ground(infantry=1)}
    solution = solved("invasion", {**ground(infantry=1), **space(dreadnought=1)}, sol)
    assert infantry_of(solution, "Red")[1] == Fraction(3, 5) + Fraction(2, 5) * HELD


def test_what_is_placed_is_gained_and_makes_no_losses_less_than_none() -> None:
    # one against two: as many as before, or fewer, or more; a mech stands with an infantry that was not there before
    sol: Data = {"effects": {"claire-gibson": 1}, **ground(infantry=1)}
    solution = solved("ground-combat", ground(infantry=1), sol)
    left = infantry_of(solution, "Blue")
    assert solution.expected_losses["Blue"] == {"infantry": left[0]}
    assert solution.expected_gains == {"Blue": {"infantry": left[2]}}
    assert (solution.expected_cost["Blue"], solution.expected_worth["Blue"]) == (left[0] / 2, left[2] / 2)
    mech: Data = {**sol, "faction": "emirates-of-hacan", **ground(mech=1)}
    solution = solved("ground-combat", ground(infantry=3), mech)
    assert solution.expected_gains["Blue"] == {"infantry": infantry_of(solution, "Blue")[1]}
    # Ipswitch: a cruiser comes for one that is destroyed, beside the carrier or in place of one's own
    hero: Data = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}, **space(cruiser=1, carrier=1)}
    solution = solved("space-combat", hero, space(cruiser=2))
    more = sum(p for p, left in solution.outcomes if any(s == ("cruiser", 2, 0) for s in left["Red"].space))
    assert (
        0
        < more
        == solution.expected_gains["Red"]["cruiser"]
        - sum(2 * p for p, left in solution.outcomes if any(s == ("cruiser", 3, 0) for s in left["Red"].space))
    )
    yin: Data = {"faction": "yin-brotherhood", "effects": {"indoctrination": 1}, **ground(infantry=1)}
    solution = solved("ground-combat", yin, ground(infantry=1))
    assert (solution.expected_gains, solution.expected_losses["Blue"]) == ({"Red": {"infantry": 1}}, {"infantry": 1})


def test_claire_gibson_is_for_who_is_attacked_with_any_faction() -> None:
    with pytest.raises(mecatol.ScenarioError, match="a player other than the active one"):
        solved("ground-combat", {"effects": {"claire-gibson": 1}, **ground(infantry=1)}, ground(infantry=1))
    hacan = {"faction": "emirates-of-hacan", "effects": {"claire-gibson": 1}, **ground(mech=1)}
    one, other = (
        solved("ground-combat", ground(infantry=3), blue)
        for blue in (hacan, {"faction": "emirates-of-hacan", **ground(mech=1, infantry=1)})
    )
    assert one.winner == other.winner
    declined = {**hacan, "policy": {"decline": ["claire-gibson"]}}
    assert solved("ground-combat", ground(infantry=3), declined).winner != one.winner


@pytest.mark.parametrize("system", [None, "fracture-7", "18"])
def test_aroz_hollow_fights_better_in_the_fracture(system: str | None) -> None:
    """A cruiser hits with 1/2 there and with 2/5 elsewhere: 3/10 alone, 1/5 the other alone, 1/5 both."""
    tile = {"system": system} if system else {}
    found = solved("space-combat", {"effects": {"aroz-hollow": 1}, **space(cruiser=1)}, space(cruiser=1), **tile)
    assert found.winner["Red"] == (Fraction(3, 8) if system == "18" else Fraction(3, 7))
    said = "Red’s Aroz Hollow acts only in The Fracture; it was ignored."
    assert (said in found.warnings) == (system == "18")


# --- Promissory notes -------------------------------------------------------------------------------------------------

FIGHTS = {"anti-fighter-barrage", "space-combat", "ground-combat"}
NOTES = [e for e in mecatol.EFFECTS.values() if e.kind == PROMISSORY_NOTE and e.faction and FIGHTS & {*e.steps}]


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.slug)
def test_no_faction_plays_a_note_of_its_own(note: mecatol.Effect) -> None:
    """69.2: its own faction fights as if it had none, and is told so; every other may play it, and it acts."""
    there: Data = ground(infantry=2) if "ground-combat" in note.steps else space(cruiser=1, destroyer=2)
    step = "ground-combat" if "ground-combat" in note.steps else "tactical-action"
    foe: Data = ground(infantry=2) if "ground-combat" in note.steps else space(cruiser=1, fighter=2)
    said = f"Red’s {note.name} cannot be played by its own faction; it was ignored."
    edition = {"edition": note.edition}
    for faction in (note.faction, "yssaril-tribes"):
        with_it = solved(step, {"faction": faction, "effects": {note.slug: 1}, **there}, foe, **edition)
        without = solved(step, {"faction": faction, **there}, foe, **edition)
        assert (said in with_it.warnings) == (faction == note.faction)
        assert (with_it.outcomes == without.outcomes) == (faction == note.faction)


def test_brother_milor_beside_direct_hit_says_when_the_fighters_come() -> None:
    # two hits: the ship sustains one and is lost to the card, and the other could go to a fighter that comes for it
    red = {"effects": {"brother-milor-omega-omega": 1}, **space(dreadnought=1)}
    hit = solved("space-combat", red, {"effects": {"direct-hit": 1}, **space(cruiser=2)})
    assert any("Brother Milor" in warning and "Direct Hit" in warning for warning in hit.warnings)
    plain = solved("space-combat", red, space(cruiser=2))
    assert not any("Brother Milor" in warning for warning in plain.warnings)


@pytest.mark.parametrize(("step", "told"), [("space-combat", True), ("ground-combat", False)])
def test_an_eidolon_maximum_on_a_planet_is_said_to_stay_out_of_a_space_combat(step: str, told: bool) -> None:
    """The rules leave it open (tirules’ list of questions), so the answer says what it assumes."""
    red: Data = {"name": "Red", "faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"]}
    red |= {"space": {"cruiser": 1}, "planets": {"lodor": {"mech": 1}}}
    blue = {"name": "Blue", "space": {"cruiser": 1}, "planets": {"lodor": {"infantry": 1}}}
    said = (
        "Assumed: Red’s Eidolon Maximum on Lodor takes no part in a space combat; the rules do not say whether it "
        "does. If your group lets it fight, enter it in the space area."
    )
    assert (said in mecatol.solve({"step": step, "players": [red, blue]}).warnings) == told


def test_war_funding_rolls_the_opponents_dice_again_where_they_made_more_hits_than_on_average() -> None:
    # Two cruisers make 0.8 hits on average: one or two are rolled again, all of the dice. The owner's hits are 0.64
    # for each cruiser. Bound and lifted hits do not keep it from being used: L1Z1X's flagship has two dice at 5.
    for units, dice in (
        (space(cruiser=2), [CRUISER] * 2),
        ({**space(flagship=1), "faction": "l1z1x-mindnet"}, [Fraction(6, 10)] * 2),
    ):
        miss = (1 - dice[0]) * (1 - dice[1])
        both = dice[0] * dice[1]
        one = 1 - miss - both
        least = 1 if sum(dice) < 1 else 2
        again = both + (one if least == 1 else 0)
        hits = {0: miss + again * miss, 1: (0 if least == 1 else one) + again * one, 2: again * both}
        left = after("space-combat", {"effects": {"war-funding-omega": 1}, **space(carrier=3)}, units, player=0)
        assert left == {3 - number: chance for number, chance in hits.items()}


def test_dacxive_animators_place_an_infantry_where_their_owner_wins() -> None:
    grown = {"technologies": ["dacxive-animators"]}
    alone = INFANTRY * (1 - INFANTRY) / (1 - (1 - INFANTRY) ** 2)
    for step, red in (("ground-combat", ground(infantry=1)), ("invasion", space(carrier=1, infantry=1))):
        solution = solved(step, {**grown, **red}, {**grown, **ground(infantry=1)})
        left: dict[tuple[int, int], Fraction] = {}
        for chance, holdings in solution.outcomes:
            key = tuple(sum(s.total for s in holdings[name].at(ABADDON)) for name in ("Red", "Blue"))
            left[key] = left.get(key, Fraction(0)) + Fraction(chance)
        assert left == {(2, 0): alone, (0, 2): alone, (0, 0): 1 - 2 * alone}
    declined = solved("ground-combat", {**grown, **ground(infantry=1), "policy": {"decline": ["dacxive-animators"]}},
                      ground(infantry=1))  # fmt: skip
    assert max(sum(s.total for s in holdings["Red"].at(ABADDON)) for _, holdings in declined.outcomes) == 1
