"""Deploy: every unit that has it, the moment in which it may come, and each thing that keeps it away."""

from typing import Any

import pytest

import mecatol
from mecatol.domain.units import units
from mecatol.rules.deploy.deployments import DEPLOYMENTS
from mecatol.rules.deploy.record import DEPLOY_MOMENTS
from tests.solver.helpers import ask, left, problems, said, verdicts

Data = dict[str, Any]
HERE = "abaddon"
RIVALS = {"planets": {HERE: {"infantry": 2}}}
ABLE: dict[str, tuple[Data, Data, Data, str]] = {
    "letani-behemoth": ({"planets": {HERE: {"infantry": 2}}}, {}, {}, "abaddon: 1 infantry, 1 mech"),
    "dunlain-reaper": ({"planets": {HERE: {"infantry": 2}}}, RIVALS, {"resources": 2}, "abaddon: 1 infantry, 1 mech"),
    "scavenger-zeta": ({"planets": {HERE: {"infantry": 1}}, "trade_goods": 1}, {}, {}, "abaddon: 1 infantry, 1 mech"),
    "revenant": ({}, RIVALS, {"breach": "active"}, "abaddon: 1 mech"),
    "zs-thunderbolt-m2": ({"planets": {HERE: {"infantry": 2}}}, {}, {"resources": 3}, "abaddon: 2 infantry, 1 mech"),
    "iconoclast-omega-omega": ({"controls": [HERE]}, {}, {"whose": "Blue"}, "abaddon: 1 mech"),
    "ouranos": ({"planets": {HERE: {"pds": 2}}}, {}, {}, "1 flagship; abaddon: 1 pds"),
    "hecatoncheires": ({"planets": {HERE: {"pds": 1}}}, {}, {}, "abaddon: 1 infantry, 1 mech, 1 pds"),
    "moyins-ashes": ({"planets": {HERE: {"infantry": 1}}}, RIVALS, {"influence": 3}, "abaddon: 1 infantry, 1 mech"),
    "blackshade-infiltrator": ({"controls": [HERE]}, {}, {}, "abaddon: 1 mech"),
}
"""By unit: the player who deploys it, the other, what else the moment is, and what the player has then."""


def judge(slug: str, red: Data | None = None, blue: Data | None = None, **moment: Any) -> Data:
    """Return the solution of the moment in which a unit can be deployed, with other facts where they are named."""
    unit = units()[slug]
    mine, theirs, rest, _ = ABLE[slug]
    happening = {"moment": DEPLOYMENTS[slug].moment, "planet": HERE, **rest, **moment}
    players = (
        {"name": "Red", "faction": unit.faction, **(mine if red is None else red)},
        {"name": "Blue", **(theirs if blue is None else blue)},
    )
    return ask("deploy", *players, deploy=happening, edition="thunders-edge")


def verdict(solution: Data, slug: str) -> tuple[str, list[str]]:
    (found,) = [row for row in solution["answer"]["findings"] if row["subject"] == units()[slug].name]
    return found["verdict"], found["clauses"]


def test_every_unit_with_deploy_is_declared_and_tried_here() -> None:
    having = {unit.slug for unit in units().values() if unit.deploy}
    assert set(DEPLOYMENTS) == having == set(ABLE)
    assert {ability.moment for ability in DEPLOYMENTS.values()} == set(DEPLOY_MOMENTS)


@pytest.mark.parametrize("slug", ABLE)
def test_it_comes_when_everything_holds(slug: str) -> None:
    solution = judge(slug)
    assert verdict(solution, slug)[0] == "yes"
    assert left(solution, "Red") == {ABLE[slug][3]: 1.0}


@pytest.mark.parametrize("slug", ABLE)
def test_not_in_another_moment(slug: str) -> None:
    other = next(moment for moment in DEPLOY_MOMENTS if moment != DEPLOYMENTS[slug].moment)
    solution = judge(slug, moment=other)
    assert verdict(solution, slug) == ("no", ["30.1"])


@pytest.mark.parametrize("slug", ABLE)
def test_only_from_reinforcements(slug: str) -> None:
    solution = judge(slug, {**ABLE[slug][0], "reinforcements": {units()[slug].type: 0}})
    assert verdict(solution, slug) == ("no", ["30.2.a", "30.2"])


@pytest.mark.parametrize("slug", ABLE)
def test_once_per_timing_window(slug: str) -> None:
    assert verdict(judge(slug, used=1), slug) == ("no", ["30.3"])


@pytest.mark.parametrize("slug", ABLE)
def test_what_it_costs_must_be_there_and_trade_goods_pay_too(slug: str) -> None:
    ability = DEPLOYMENTS[slug]
    poor = {**ABLE[slug][0], "trade_goods": 0}
    found = verdict(judge(slug, poor, resources=0, influence=0), slug)
    if ability.price == "nothing" or ability.gains:
        assert found[0] == "yes"
    else:
        assert found == ("no", ["30.1.a"])
    needed = ability.resources + ability.influence + ability.trade_goods
    rich = {**ABLE[slug][0], "trade_goods": needed}
    assert verdict(judge(slug, rich, resources=0, influence=0), slug)[0] == "yes"


def test_scavenge_pays_for_the_mech_of_saar() -> None:
    """Both come after a planet is gained, in the order that the Saar choose: a trade good, then the mech for it."""
    poor = {**ABLE["scavenger-zeta"][0], "trade_goods": 0}
    found = judge("scavenger-zeta", poor)
    assert verdict(found, "scavenger-zeta")[0] == "yes"
    (cost,) = [row["text"] for row in found["answer"]["findings"] if row["subject"] == "Scavenger Zeta: the cost"]
    assert cost.endswith("and 1 trade good from Scavenge, which may come first.")


@pytest.mark.parametrize(
    ("slug", "red", "blue", "moment"),
    [
        ("letani-behemoth", {"controls": [HERE]}, None, {}),
        ("letani-behemoth", None, None, {"whose": "Blue"}),
        ("dunlain-reaper", {"planets": {HERE: {"mech": 1}}}, None, {}),
        ("dunlain-reaper", None, {}, {}),
        ("scavenger-zeta", None, None, {"whose": "Blue"}),
        ("revenant", None, None, {"breach": "inactive"}),
        ("revenant", None, None, {"breach": "none"}),
        ("zs-thunderbolt-m2", {"planets": {}}, None, {}),
        ("iconoclast-omega-omega", None, None, {"whose": "Red"}),
        ("iconoclast-omega-omega", {}, None, {}),
        ("ouranos", {"planets": {HERE: {"infantry": 1}}}, None, {}),
        ("ouranos", None, None, {"whose": "Blue"}),
        ("hecatoncheires", {"planets": {HERE: {"pds": 2}}}, None, {}),
        ("moyins-ashes", None, {"planets": {HERE: {"pds": 1}}}, {}),
        ("moyins-ashes", {"space": {"carrier": 1, "infantry": 1}}, None, {}),
        ("moyins-ashes", {"planets": {HERE: {"pds": 1}}}, None, {}),
        ("blackshade-infiltrator", {}, None, {}),
    ],
)
def test_each_condition_counts(slug: str, red: Data | None, blue: Data | None, moment: Data) -> None:
    found, clauses = verdict(judge(slug, red, blue, **moment), slug)
    assert found == "no"
    assert "30.1" in clauses


@pytest.mark.parametrize(
    ("red", "expected"),
    [
        ({"space": {"carrier": 1, "infantry": 2}}, "1 carrier, 1 infantry, 1 mech"),
        ({"space": {"carrier": 1, "infantry": 1}, "controls": [HERE]}, "1 carrier, 1 mech"),
        ({"planets": {HERE: {"space-dock": 1}}, "space": {"carrier": 1, "infantry": 1}},
         "1 carrier, 1 mech; abaddon: 1 space-dock"),
    ],
)  # fmt: skip
def test_letani_behemoth_replaces_an_infantry_in_space_too(red: Data, expected: str) -> None:
    solution = ask("deploy", {"name": "Red", "faction": "arborec", **red}, deploy={"moment": "mitosis"})
    assert verdict(solution, "letani-behemoth")[0] == "yes"
    assert left(solution, "Red") == {expected: 1.0}
    assert "deployed in the space area" in said(solution)


def test_letani_behemoth_replaces_an_infantry_in_another_system() -> None:
    red = {"name": "Red", "faction": "arborec", "adjacent": {"infantry": 1}}
    solution = ask("deploy", red, deploy={"moment": "mitosis"})
    assert verdict(solution, "letani-behemoth")[0] == "yes"
    assert "deployed in another system" in said(solution)


def test_revenant_comes_in_the_player_s_own_action_only() -> None:
    players = ({"name": "Blue", **RIVALS}, {"name": "Red", "faction": "crimson-rebellion"})
    moment = {"moment": "commit-ground-forces", "player": "Red", "planet": HERE, "breach": "active"}
    assert verdict(ask("deploy", *players, deploy=moment), "revenant") == ("no", ["30.1"])


@pytest.mark.parametrize(("rulings", "able"), [({}, "no"), ({"30.1": "cannot"}, "no"), ({"30.1": "can"}, "yes")])
def test_whether_a_scar_takes_the_ability_away_is_a_ruling(rulings: Data, able: str) -> None:
    red = {"name": "Red", "faction": "clan-of-saar", **ABLE["scavenger-zeta"][0], "effects": {"entropic-scar": 1}}
    solution = ask("deploy", red, deploy={"moment": "gain-planet", "planet": HERE}, rulings=rulings)
    assert verdict(solution, "scavenger-zeta")[0] == able
    line = f"30.1 Entropic Scar in the system; under the reading “{rulings.get('30.1', 'cannot')}” of ruling 30.1: "
    assert line in said(solution)


def test_figures_shown_anywhere_are_not_in_reinforcements() -> None:
    red = {"planets": {HERE: {"infantry": 1, "mech": 1}}, "space": {"carrier": 1, "mech": 1}, "adjacent": {"mech": 2}}
    assert verdict(judge("letani-behemoth", red), "letani-behemoth")[0] == "no"
    red["adjacent"] = {"mech": 1}
    assert verdict(judge("letani-behemoth", red), "letani-behemoth")[0] == "yes"


@pytest.mark.parametrize(
    ("short", "said"),
    [
        ("pds", "No Hel-Titan I in reinforcements, and none is entered that can be taken back."),
        ("mech", "No Hecatoncheires in reinforcements, and none can be taken back to be deployed."),
    ],
)
def test_only_what_is_deployed_can_never_be_taken_back(short: str, said: str) -> None:
    """A PDS may be taken off the board first (23.4.a), a mech that is deployed may not (30.2)."""
    found = judge("hecatoncheires", {"reinforcements": {short: 0}})
    assert [row["text"] for row in found["answer"]["findings"] if row["text"].startswith("No ")].count(said) >= 1


def test_articles_of_war_takes_deploy_from_mechs() -> None:
    red = {"name": "Red", "faction": "arborec", "planets": {HERE: {"infantry": 1}}, "effects": {"articles-of-war": 1}}
    solution = ask("deploy", red, deploy={"moment": "mitosis"})
    assert solution["answer"]["headline"] == "Red’s units have lost Deploy."


@pytest.mark.parametrize("edition", ["pok", "codex-3", "thunders-edge"])
def test_the_table_lists_what_the_edition_has(edition: str) -> None:
    red = {"name": "Red", "faction": "winnu", "planets": {HERE: {"mech": 1}}}
    solution = ask("deploy", red, deploy={"moment": "mitosis"}, edition=edition)
    names = {row[0] for row in solution["answer"]["tables"][0]["rows"]}
    late = {"Revenant", "Iconoclast ΩΩ"}
    assert names & late == (late if edition == "thunders-edge" else set())
    assert solution["answer"]["headline"] == "Red’s faction has no unit with Deploy."


@pytest.mark.parametrize(
    ("players", "moment", "field", "says"),
    [
        ([{"name": "Red", "faction": "winnu"}], None, "deploy", "name a moment"),
        ([{"name": "Red"}], {"moment": "mitosis"}, "players.0.faction", "depends on the faction"),
        ([{"name": "Red", "faction": "arborec", "controls": [HERE, "fria"]}], {"moment": "mitosis"},
         "deploy.planet", "several planets are possible (abaddon, fria)"),
        ([{"name": "Red", "faction": "arborec"}], {"moment": "mitose"}, "deploy.moment", "did you mean 'mitosis'"),
        ([{"name": "Red", "faction": "arborec"}], {"moment": "mitosis", "player": "Blue"}, "deploy.player", "player"),
    ],
)  # fmt: skip
def test_bad_moments_are_named(players: list[Data], moment: Data | None, field: str, says: str) -> None:
    found = problems("deploy", *players, **({"deploy": moment} if moment else {}))
    assert says in found[field]


def test_the_form_asks_for_the_moment() -> None:
    facts = {fact.path: fact for fact in mecatol.forms.form("deploy").facts}
    assert facts["deploy.moment"].kind == "choice"
    assert {slug for slug, _ in facts["deploy.moment"].options} == set(DEPLOY_MOMENTS)
    assert facts["deploy.resources"].kind == "number"
    assert facts["deploy.planet"].kind == "planet"


def test_whoever_coexists_controls_the_planet_only_if_the_scenario_says_so() -> None:
    """As in Production: with units of another player there, control is named under `controls`."""
    yssaril: Data = {"name": "Red", "faction": "yssaril-tribes", "planets": {HERE: {"infantry": 1}}}
    blue: Data = {"name": "Blue", "planets": {HERE: {"infantry": 1}}}
    for red, other, verdict in (
        (yssaril, {"name": "Blue"}, "yes"),
        (yssaril, blue, "no"),
        ({**yssaril, "controls": [HERE]}, blue, "yes"),
    ):
        found = verdicts(ask("deploy", red, other, deploy={"moment": "stall-tactics"}))
        assert found["Blackshade Infiltrator"] == verdict
