"""Scenarios as sentences: said and understood, they are the same."""

from __future__ import annotations

import json
import random
import time

import pytest

import mecatol
from mecatol.domain.units import UNIT_TYPES, planet_name, planets
from mecatol.effects.named import effects, technologies
from mecatol.scenario.sentence import say, understand
from mecatol.scenario.sentence_rest import read_rest, say_rest


def test_a_battle_reads_like_a_message() -> None:
    scenario = {
        "step": "space-combat",
        "edition": "base",
        "players": [
            {
                "name": "Red",
                "faction": "barony-of-letnev",
                "technologies": ["plasma-scoring"],
                "effects": {"morale-boost": 2},
                "space": {"dreadnought": 2, "carrier": 1},
                "damaged": {"dreadnought": 1},
            },
            {"name": "Blue", "space": {"cruiser": 3}, "planets": {"abaddon": {"infantry": 2}}, "adjacent": {"pds": 1}},
        ],
        "policy": {"assign": "sustain-first"},
    }
    text = say(scenario)
    assert text == (
        "Space Combat, Base game.\n"
        "Red (The Barony of Letnev) with Plasma Scoring, 2 Morale Boost: 2 dreadnoughts (1 damaged), 1 carrier.\n"
        "Blue: 3 cruisers; on Abaddon: 2 infantry; next door: 1 PDS.\n"
        "Hits: sustain first."
    )
    assert understand(text) == scenario


@pytest.mark.parametrize("slug", [*planets(), "my-own-planet", "odd--one-"])
def test_planets_are_called_by_their_names_which_lead_back(slug: str) -> None:
    data = {"step": "invasion", "players": [{"name": "Red", "planets": {slug: {"infantry": 1}}}]}
    assert understand(say(data)) == data
    lines = say(data).replace(planet_name(slug), planet_name(slug).upper())
    assert understand(lines) == data


def test_a_planet_is_known_by_its_slug_too() -> None:
    [player] = understand("Invasion.\nRed: on mecatol-rex: 1 infantry.")["players"]
    assert player["planets"] == {"mecatol-rex": {"infantry": 1}}
    assert "on Mecatol Rex: 1 infantry" in say({"step": "invasion", "players": [player]})


def test_a_fault_stays_a_fault_in_words() -> None:
    player = {"name": "Red", "planets": {"abaddon": {"infantry": 1}}, "damaged": {"cruiser": 1, "abaddon": {"mech": 1}}}
    data = {"step": "invasion", "players": [player]}
    assert understand(say(data)) == data


@pytest.mark.parametrize("slug", list(mecatol.STEPS))
def test_every_step_s_example_comes_back(slug: str) -> None:
    data = mecatol.read(mecatol.STEPS[slug].example).data()
    assert understand(say(data)) == data


def test_conditions_and_orders_of_losses_are_sentences() -> None:
    scenario = {
        "step": "invasion",
        "players": [
            {
                "name": "Red",
                "space": {"infantry": 3},
                "policy": {"assign": ["infantry", "sustain"], "pay": "keep-planets"},
            },
            {"name": "Blue", "planets": {"mecatol-rex": {"pds": 1}}, "policy": {"assign": "best"}},
        ],
        "policy": {"assign": "sustain-first"},
        "ask": [
            {"player": "Red", "of": "infantry", "where": "mecatol-rex", "least": 3},
            {"player": "Blue", "of": "ships", "where": "space", "most": 0},
            {"player": "Red", "least": 1, "most": 2},
            {"player": "Red", "of": "ground-forces", "least": 2, "most": 2, "when": "ground-combat"},
            {"player": "Red", "of": "damaged", "where": "mecatol-rex"},
        ],
    }
    text = say(scenario)
    assert text == (
        "Invasion.\n"
        "Red: 3 infantry.\n"
        "Blue: on Mecatol Rex: 1 PDS.\n"
        "Hits: sustain first.\n"
        "Hits of Red: infantry, then Sustain Damage.\n"
        "Hits of Blue: best.\n"
        "Asked: Red has at least 3 Infantry units on Mecatol Rex.\n"
        "Asked: Blue has at most 0 ships in space.\n"
        "Asked: Red has 1 to 2 units of any type.\n"
        "Asked: Red has exactly 2 ground forces, when ground combat begins.\n"
        "Asked: Red has how many damaged units on Mecatol Rex.\n"
        "Also for Red: policy (pay keep-planets)."
    )
    assert understand(text) == scenario


ODD_NAMES = [
    "Red",
    "Hits",
    "Asked",
    "Hits of Red",
    "Red has 2",
    "Al of Sol",
    "A. B.",
    'Quote " and \\',
    "x with y: 2 cruisers",
    "(brackets)",
    "Zoë’s fleet",
    "Also",
    "1",
    "<b>",
]


def test_random_scenarios_come_back() -> None:
    chance = random.Random(4)
    owned = list(mecatol.EFFECTS.values())
    for _ in range(200):
        players = []
        for name in chance.sample(ODD_NAMES, chance.randint(1, 3)):
            player: dict[str, object] = {"name": name}
            if chance.random() < 0.5:
                player["faction"] = chance.choice(["arborec", "nekro-virus", "barony-of-letnev"])
            for effect in chance.sample(owned, 3):
                if effect.automatic:
                    continue
                if effect.kind.endswith("technology"):
                    player.setdefault("technologies", []).append(effect.slug)  # type: ignore[attr-defined]
                else:
                    player.setdefault("effects", {})[effect.slug] = chance.randint(1, 3)  # type: ignore[index]
            player["space"] = {unit: chance.randint(1, 9) for unit in chance.sample(list(UNIT_TYPES), 3)}
            player["planets"] = {"new-albion": {"infantry": 1, "mech": 2}}
            if chance.random() < 0.5:
                player["damaged"] = {"new-albion": {"mech": 1}}
            if chance.random() < 0.5:
                player["fleet_pool"] = 3
            if chance.random() < 0.5:
                player["policy"] = {"assign": chance.choice(["best", ["fighter", "war-sun"], ["sustain"]])}
            players.append(player)
        data: dict[str, object] = {"step": chance.choice(list(mecatol.STEPS)), "players": players}
        if chance.random() < 0.5:
            of = {"of": chance.choice(["ships", "war-sun"])} if chance.random() < 0.5 else {}
            where = chance.choice([{}, {"where": "space"}, {"where": "new-albion"}, {"where": "elnath"}])
            number = chance.choice([{"least": 2}, {"most": 0}, {"least": 1, "most": 1}, {"least": 1, "most": 3}])
            data["ask"] = [{"player": chance.choice(players)["name"], **of, **where, **number}]
        assert understand(say(data)) == data


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("", "scenario", "is empty"),
        ("Space Combatt.\nRed: 1 cruiser.", "step", "did you mean 'Space Combat'"),
        ("Space Combat, Bas game.\nRed: 1 cruiser.", "edition", "did you mean 'Base game'"),
        ("Space Combat.\nRed: 2 cruserr.", "players.0.space", "'2 cruserr' is not understood"),
        ("Space Combat.\nRed with Moral Boost: 2 cruisers.", "players.0.effects", "did you mean 'Morale Boost'"),
        ("Space Combat.\nno colon", "players.0", "is not understood"),
        ("Space Combat.\nRed: 1 cruiser.\nAlso: {", "scenario", "is not JSON"),
        ("Space Combat.\nRed: 1 cruiser.\nAsked: Red has cruisers.", "ask.0", "write for example 'Asked: Red has"),
        ("Space Combat.\nRed: 1 cruiser.\nHits of Bleu: best.", "policy.assign", "nobody here has that name"),
    ],
)
def test_what_is_not_understood_is_named(text: str, field: str, words: str) -> None:
    with pytest.raises(mecatol.ScenarioError) as error:
        understand(text)
    assert [problem.field for problem in error.value.problems] == [field]
    assert words in error.value.problems[0].message


@pytest.mark.parametrize("also", ['{"policy": 3}', '{"ask": 3}'])
def test_junk_after_sentences_is_left_for_solve_to_refuse(also: str) -> None:
    text = f"Space Combat.\nRed: 1 cruiser.\nHits: best.\nAsked: Red has at least 1 ship.\nAlso: {also}"
    assert understand(text)["players"] == [{"name": "Red", "space": {"cruiser": 1}}]


TWICE = "Space Combat.\nRed: 3 cruisers.\nBlue: 1 carrier."


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ('Space Combat.\n"a\\q": 1 cruiser.\nBlue: 1 cruiser.', "players.0.name", "is not a name in quotes"),
        ('Space Combat.\n"a: 1 cruiser.\nBlue: 1 cruiser.', "players.0.name", "is not a name in quotes"),
        ('Space Combat.\n"a\tb": 1 cruiser.\nBlue: 1 cruiser.', "players.0.name", "is not a name in quotes"),
        (f"{TWICE}\nAlso: {'[' * 100_000}", "scenario", "is nested too deeply"),
        ("Space Combat.\nRed with ² Morale Boost: 1 cruiser.", "players.0.effects", "'² Morale Boost' is no"),
        ("Space Combat.\nRed: 3 cruisers, 2 cruisers.", "players.0.space", "says cruisers twice"),
        ("Space Combat.\nRed: 3 cruisers; 2 carriers.", "players.0", "says in space twice"),
        ("Invasion.\nRed: on Lodor: 1 infantry; on lodor: 2 infantry.", "players.0", "says on lodor twice"),
        ("Invasion.\nRed: next door: 1 PDS; next door: 2 PDS.", "players.0", "says next door twice"),
        (f'{TWICE}\nAlso: {{"edition":"base"}}\nAlso: {{"rounds":2}}', "scenario", "says 'Also:' twice"),
        (f'{TWICE}\nAlso: {{"rounds": 1, "rounds": 2}}', "scenario", "names 'rounds' twice"),
        (f'{TWICE}\nAlso: {{"players":[{{}},{{}},{{"name":"X"}}]}}', "players", "has 3 players, and the lines name 2"),
        (f'{TWICE}\nAlso: {{"players":[{{"space":{{"cruiser":9}}}}]}}', "players.0.space", "say it once"),
        (f'{TWICE}\nAlso: {{"players":3}}', "players", "must list a mapping for each player"),
        (f'{TWICE}\nAlso: {{"step":"ground-combat"}}', "step", "is 'space-combat' above, and 'ground-combat' behind"),
        ("Space Combat.\nRed with 5 Plasma Scoring: 1 cruiser.", "players.0.technologies", "which is there once"),
        ("Space Combat.\nRed with Morale Boost, 2 Morale Boost: 1 cruiser.", "players.0.effects", "Morale Boost twice"),
        (f"{TWICE}\nHits: best.\nHits: sustain first.", "policy.assign", "says Hits twice"),
        (f'{TWICE}\nHits: best.\nAlso: {{"policy": {{"assign": "best"}}}}', "policy.assign", "who takes hits twice"),
        (f"{TWICE}\nBy hand for Red: +1 to combat rolls.\nBy hand for Red: +2 to combat rolls.", "players", "twice"),
        (f"{TWICE}\nBy hand for Red: +1 to combat rolls; +2 to combat rolls.", "players", "is not understood, or says"),
    ],
)
def test_nothing_is_said_twice_and_no_fault_escapes(text: str, field: str, words: str) -> None:
    with pytest.raises(mecatol.ScenarioError) as error:
        understand(text)
    assert [problem.field for problem in error.value.problems][:1] == [field]
    assert words in error.value.problems[0].message


@pytest.mark.parametrize(
    "text",
    [
        f"Space Combat.\nRed: {'9' * 2500} cruisers.\nBlue: 1 cruiser.",
        f"{TWICE}\nBy hand for Red: +{'9' * 5000} to combat rolls.",
        f"{TWICE}\nAsked: Red has at least {'9' * 400} ships.",
    ],
)
def test_a_number_without_end_is_out_of_range(text: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match="must be a whole number"):
        mecatol.read(understand(text))


def test_a_line_that_could_mean_anything_is_refused_at_once() -> None:
    with pytest.raises(mecatol.ScenarioError):
        understand("Invasion.\nRed: 1 infantry.\nAsked: Red" + " has at least 1 on x" * 900)


def test_junk_is_refused_never_a_crash() -> None:
    chance = random.Random(9)
    letters = 'Red:;,.()"{}[] 012 with on \n' + json.dumps({"players": 1})
    refused = 0
    for _ in range(300):
        text = "".join(chance.choice(letters) for _ in range(chance.randint(0, 80)))
        try:
            understand(text)
        except mecatol.ScenarioError as error:
            refused += bool(error.problems)
    assert refused == 300


@pytest.mark.parametrize("count", [1, 2])
def test_a_name_with_a_comma_is_one_name(count: int) -> None:
    held = {"morale-boost": count, "ipswitch-loose-cannon": 1, "direct-hit": count}
    red = {"name": "Red", "faction": "mentak-coalition", "effects": held, "space": {"cruiser": 2}}
    data = mecatol.read({"step": "space-combat", "players": [red, {"name": "Blue", "space": {"cruiser": 1}}]}).data()
    assert understand(say(data)) == data


def test_a_long_list_of_cards_is_read_at_once() -> None:
    start = time.process_time()
    with pytest.raises(mecatol.ScenarioError):
        understand("Space Combat.\nRed with " + "Direct Hit, " * 1500 + "Rout: 1 cruiser.\nBlue: 1 cruiser.")
    assert time.process_time() - start < 2


def test_a_breakthrough_has_its_own_name_and_is_known_by_its_units_as_well() -> None:
    red = {"name": "Red", "faction": "mentak-coalition", "technologies": ["cruiser-2", "the-tables-grace"]}
    blue = {
        "name": "Blue",
        "faction": "naaz-rokha-alliance",
        "technologies": ["absolute-synergy"],
        "space": {"mech": 1},
    }
    data = mecatol.read({"step": "space-combat", "players": [{**red, "space": {"cruiser": 1}}, blue]}).data()
    said = say(data)
    assert "with Cruiser II, The Table’s Grace: 1 cruiser" in said
    assert "with Absolute Synergy: 1 mech" in said
    for written in (said, said.replace("’", "'"), said.replace("Absolute Synergy", "Eidolon Maximum")):
        assert understand(written) == data


def test_a_name_leads_to_one_thing() -> None:
    # the Arc Secundus has two texts, and a Nekro flagship may have either
    names = [*technologies().values(), *effects().values()]
    assert len({name.casefold() for name in names}) == len(names)
    for text, name in (("arc-secundus-repair", "repair"), ("arc-secundus-presence", "presence")):
        red = {"name": "Red", "faction": "nekro-virus", "space": {"flagship": 1}, "effects": {text: 1}}
        scenario = {"step": "space-combat", "players": [red, {"name": "Blue", "space": {"cruiser": 1}}]}
        assert f"with Arc Secundus ({name})" in say(scenario)
        assert understand(say(scenario)) == scenario


def test_what_has_no_sentence_is_said_by_name_and_comes_back() -> None:
    fields = {
        "rounds": 6,
        "fleet_pool": 0,
        "place": {"mecatol-rex": {"infantry": 4}, "Odd key": {}},
        "controls": ["loki"],
        "fleets": [{"units": {"carrier": 1}, "through": []}, {"from": "gravity-rift"}],
        "held": 0.5,
        "flags": [True, False, None, "on", "Zoë; (x)"],
    }
    said = say_rest(fields)
    assert said.startswith("rounds 6; fleet pool 0; place (mecatol-rex (infantry 4)")
    assert not set("{}[]:") & set(said)
    assert read_rest(said) == fields


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("6.", "not what it is of"),
        ("rounds.", "not what it is of"),
        ("rounds 6; rounds 7.", "twice"),
        ("rounds (a 6.", "does not end"),
        ("rounds 6) 7.", "where a name should be"),
        (f"rounds {'(' * 5000}6.", "nested too deeply"),
        ('rounds "6.', "quotes"),
        (f"rounds {'9' * 5000}.", "300 digits"),
    ],
)
def test_names_and_values_that_cannot_be_read_are_refused(said: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_rest(said)
    with pytest.raises(mecatol.ScenarioError, match="not understood"):
        understand(f"Space Combat.\nRed: 1 cruiser.\nAlso: {said}")


def test_what_is_said_of_nobody_here_is_refused() -> None:
    text = "Space Combat.\nRed: 1 cruiser.\nAlso for Bleu: fleet pool 3."
    with pytest.raises(mecatol.ScenarioError, match="nobody here has that name"):
        understand(text)
