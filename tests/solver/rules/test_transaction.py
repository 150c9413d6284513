"""Transactions that hang on what a faction has; the plain ones are scenarios."""

from typing import Any

import pytest

from mecatol.rules.transaction.record import ITEMS
from tests.solver.helpers import ask, problems, verdicts


def test_hacan_may_give_a_planet_on_which_its_mech_stands() -> None:
    """Pride of Kenara lets the card of its planet be traded; nobody else can give planets."""
    gives: dict[str, Any] = {"name": "Red", "gives": {"planets": 1}}
    for faction, verdict in (("emirates-of-hacan", "depends"), ("federation-of-sol", "no")):
        found = verdicts(ask("transaction", {**gives, "faction": faction}, {"name": "Blue"}))
        assert (found["Transaction"], found["Red gives: planets"]) == (verdict, verdict)
    law = ask(
        "transaction", {**gives, "faction": "emirates-of-hacan", "effects": {"articles-of-war": 1}}, {"name": "B"}
    )
    assert verdicts(law)["Red gives: planets"] == "no"
    assert not any(" not affect " in warning for warning in law["warnings"])


@pytest.mark.parametrize(
    ("moment", "edition", "verdict"),
    [
        ("agenda", "thunders-edge", "depends"),
        ("agenda", "pok", "depends"),
        ("agenda", "base", "no"),  # it has no exploration cards
        ("turn", "thunders-edge", "no"),
    ],
)
def test_a_planet_with_demilitarized_zone_can_be_given_in_the_agenda_phase(
    moment: str, edition: str, verdict: str
) -> None:
    red = {"name": "Red", "gives": {"planets": 1}}
    found = ask("transaction", red, {"name": "Blue"}, transaction={"when": moment}, edition=edition)
    assert verdicts(found)["Red gives: planets"] == verdicts(found)["Transaction"] == verdict


def test_what_is_declined_allows_no_transaction() -> None:
    """Hacan that decline Guild Ships need neighbors like anybody, and that decline Arbiters trade no action cards."""
    for slug, relation, gives in (
        ("guild-ships", "not-neighbors", {"commodities": 1}),
        ("arbiters", "neighbors", {"action_cards": 1}),
    ):
        hacan: dict[str, Any] = {"name": "Red", "faction": "emirates-of-hacan", "gives": gives}
        for policy, verdict in (({}, "yes"), ({"decline": [slug]}, "no")):
            one = ask("transaction", {**hacan, "policy": policy}, {"name": "B"}, transaction={"relation": relation})
            assert verdicts(one)["Transaction"] == verdict


def test_trade_convoys_let_their_holder_trade_with_anybody() -> None:
    """Whoever of the two holds it: neither has to be a neighbor. It is still one a turn, and not Hacan’s."""
    plain: dict[str, Any] = {"name": "Red", "gives": {"commodities": 1}}
    holder = {**plain, "effects": {"trade-convoys": 1}}
    far = {"relation": "not-neighbors"}
    for one, other, moment, verdict in (
        (plain, {"name": "Blue"}, far, "no"),
        (holder, {"name": "Blue"}, far, "yes"),
        ({**holder, "faction": "emirates-of-hacan", "policy": {"decline": ["guild-ships"]}}, {"name": "B"}, far, "no"),
        (plain, {"name": "Blue", "effects": {"trade-convoys": 1}}, far, "yes"),
        (holder, {"name": "Blue"}, {**far, "before": 1}, "no"),
        (holder, {"name": "Blue"}, {**far, "when": "third-turn"}, "no"),
    ):
        assert verdicts(ask("transaction", one, other, transaction=moment))["Transaction"] == verdict


def test_temporal_command_suite_allows_a_transaction_at_any_time() -> None:
    """After readying the other's agent: no turn, no neighbors, no first one (tirules). What is given stays bound."""
    plain: dict[str, Any] = {"name": "Red", "gives": {"commodities": 1}}
    nomad = {**plain, "faction": "nomad", "technologies": ["temporal-command-suite"]}
    for when in ("turn", "third-turn", "agenda", "outside"):
        moment = {"when": when, "relation": "not-neighbors", "before": 1}
        for one, other, verdict in (
            (plain, {"name": "Blue"}, "no"),
            (nomad, {"name": "Blue"}, "depends"),
            ({**plain, "gives": {}}, {**nomad, "name": "Blue"}, "depends"),
            ({**nomad, "exhausted": ["temporal-command-suite"]}, {"name": "Blue"}, "no"),
            ({**nomad, "gives": {"other_cards": 1}}, {"name": "Blue"}, "no"),
        ):
            assert verdicts(ask("transaction", one, other, transaction=moment))["Transaction"] == verdict
    near = verdicts(ask("transaction", nomad, {"name": "Blue"}))
    assert near["Transaction"] == "yes"
    assert "Temporal Command Suite" not in near


def test_deepgloom_executable_allows_a_transaction_when_its_abilities_are_lent() -> None:
    """With no neighbor, in the turn of a third, and on top of another one; in turns alone it lifts that limit."""
    plain: dict[str, Any] = {"name": "Red", "gives": {"commodities": 1}}
    yssaril = {**plain, "faction": "yssaril-tribes", "effects": {"deepgloom-executable": 1}}
    for when in ("turn", "third-turn", "agenda", "outside"):
        moment = {"when": when, "relation": "not-neighbors", "before": 1}
        for one, other, verdict in (
            ({**yssaril, "effects": {}}, {"name": "Blue"}, "no"),
            (yssaril, {"name": "Blue"}, "depends"),
            (plain, {**yssaril, "name": "Blue", "gives": {}}, "depends"),
            ({**yssaril, "gives": {"promissory_notes": 2}}, {"name": "Blue"}, "no"),
        ):
            assert verdicts(ask("transaction", one, other, transaction=moment))["Transaction"] == verdict
        rows = ask("transaction", yssaril, {"name": "Blue"}, transaction=moment)["answer"]["findings"]
        assert any("lifts the limit of one in turns only" in row["text"] for row in rows) == (when == "agenda")


@pytest.mark.parametrize("holder", [0, 1])
def test_the_age_of_commerce_needs_no_neighbors_and_shares_technologies(holder: int) -> None:
    """No matter who enters it. It makes no second transaction, and lets no objective be given."""
    far = {"relation": "not-neighbors"}
    for gives, moment, verdict in (
        ({"commodities": 1}, {}, "yes"), ({"commodities": 1}, {"before": 1}, "no"),
        ({"commodities": 1}, {"when": "third-turn"}, "no"), ({"other_cards": 1}, {}, "depends"),
        ({"relics": 1}, {}, "no"),
    ):  # fmt: skip
        players: list[dict[str, Any]] = [{"name": "Red", "gives": gives}, {"name": "Blue"}]
        assert verdicts(ask("transaction", *players, transaction={**far, **moment}))["Transaction"] == "no"
        players[holder]["effects"] = {"age-of-commerce": 1}
        found = ask("transaction", *players, transaction={**far, **moment})
        assert verdicts(found)["Transaction"] == verdict
        rows = " ".join(row["text"] for row in found["answer"]["findings"])
        assert "because of Age of Commerce." in rows
        both = "Age of Commerce allows sharing technologies that belong to no faction. No other card can be given."
        assert (both in rows) == ("other_cards" in gives)


def test_with_a_hidden_agenda_nobody_trades_in_the_agenda_phase() -> None:
    event = {"effects": {"hidden-agenda": 1}}
    nomad = {"name": "Red", "faction": "nomad", "technologies": ["temporal-command-suite"], "gives": {"commodities": 1}}
    for when, verdict in (("agenda", "no"), ("turn", "yes"), ("third-turn", "depends")):
        found = ask("transaction", nomad, {"name": "Blue", **event}, transaction={"when": when})
        assert verdicts(found)["Transaction"] == verdict
    assert verdicts(ask("transaction", nomad, {"name": "Blue"}, transaction={"when": "agenda"}))["Transaction"] == "yes"
    votes = ask("agenda-votes", {"name": "Red", **event, "ballot": {"influence": 1}}, {"name": "Blue"})
    assert any("Hidden Agenda is not used by the solver" in text for text in votes["warnings"])


def test_of_all_relics_the_silver_flame_alone_can_be_given() -> None:
    one: dict[str, Any] = {"name": "Red", "gives": {"relics": 1}}
    flame = {"effects": {"the-silver-flame": 1}}
    for red, blue, verdict in (
        (one, {}, "no"),
        ({**one, **flame}, {}, "yes"),
        ({**one, **flame, "gives": {"relics": 2}}, {}, "no"),
        (one, flame, "no"),  # it is not Red's to give
    ):
        found = verdicts(ask("transaction", red, {"name": "Blue", **blue}))
        assert (found["Red gives: relics"], found["Transaction"]) == (verdict, verdict)


def test_black_market_dealings_of_either_lets_both_give_relics_and_action_cards() -> None:
    """Whoever of the two plays it. Of other cards it allows the secret objectives alone."""
    card = {"effects": {"black-market-dealings": 1}}
    for item, with_it in (("relics", "yes"), ("action_cards", "yes"), ("other_cards", "depends"), ("planets", "no")):
        one: dict[str, Any] = {"name": "Red", "gives": {item: 2}}
        for red, blue, verdict in ((one, {}, "no"), ({**one, **card}, {}, with_it), (one, card, with_it)):
            found = verdicts(ask("transaction", red, {"name": "Blue", **blue}))
            assert (found[f"Red gives: {ITEMS[item].lower()}"], found["Transaction"]) == (verdict, verdict)


@pytest.mark.parametrize(
    ("item", "edition", "said"),
    [
        ("relics", "thunders-edge", "Only The Silver Flame can be exchanged, or any relic with Black Market Dealings."),
        ("relics", "pok", "Relics cannot be exchanged."),
        ("action_cards", "thunders-edge", "Only Black Market Dealings or Hacan’s Arbiters would allow it."),
        ("action_cards", "pok", "Only Hacan’s Arbiters would allow it."),
        ("other_cards", "thunders-edge", "Only Black Market Dealings would allow unscored secret objectives."),
        ("other_cards", "pok", "Other cards cannot be exchanged."),
    ],
)
def test_the_answer_says_what_would_allow_it_in_the_edition(item: str, edition: str, said: str) -> None:
    found = ask("transaction", {"name": "Red", "gives": {item: 1}}, {"name": "Blue"}, edition=edition)
    assert said in [row["text"] for row in found["answer"]["findings"]]


def test_who_controls_space_stations_needs_no_neighbors() -> None:
    """As long as each of the two controls one; it is still one a turn, and in the turn of one of them."""
    gives: dict[str, Any] = {"name": "Red", "gives": {"commodities": 2}}
    stations = {"relation": "stations"}
    for moment, verdict in (
        ({}, "yes"), ({"before": 1}, "no"), ({"when": "third-turn"}, "no"), ({"when": "agenda"}, "yes"),
    ):  # fmt: skip
        found = ask("transaction", gives, {"name": "Blue"}, transaction={**stations, **moment})
        assert verdicts(found)["Transaction"] == verdict
    refused = problems("transaction", gives, {"name": "Blue"}, transaction=stations, edition="pok")
    assert "no space stations" in refused["transaction.relation"]


def test_what_prophecy_of_kings_brought_is_not_given_in_the_base_game() -> None:
    for item in ("relic_fragments", "captured_units", "captured_tokens", "relics"):
        one: dict[str, Any] = {"name": "Red", "gives": {item: 1, "trade_goods": 1}}
        refused = problems("transaction", one, {"name": "Blue"}, edition="base")
        assert list(refused) == [f"players.0.gives.{item}"]
        ask("transaction", one, {"name": "Blue"}, edition="pok")
