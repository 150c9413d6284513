"""What players paste: thirty samples of every kind, each with the battle that it stands for."""

import json
import re
from itertools import pairwise
from typing import Any
from urllib.parse import quote

import pytest

import mecatol
from mecatol.paste.taking import take, unwrapped
from mecatol.render.chat import chat
from mecatol.scenario import sentence

WORDS: list[tuple[str, str]] = [
    ("5 cruisers vs 1 war sun", "Space Combat.\nRed: 5 cruisers.\nBlue with War Sun: 1 war sun."),
    ("5 Cruisers VS. a War Sun!", "Space Combat.\nRed: 5 cruisers.\nBlue with War Sun: 1 war sun."),
    ("2 dn 4 ff 1 ws vs 3 ca", "Space Combat.\nRed with War Sun: 4 fighters, 2 dreadnoughts, 1 war sun.\n"
     "Blue: 3 cruisers."),
    ("2dn, 1cv v 3ca", "Space Combat.\nRed: 1 carrier, 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("2x dread 3x ca vs dd cv", "Space Combat.\nRed: 3 cruisers, 2 dreadnoughts.\nBlue: 1 destroyer, 1 carrier."),
    ("3 dreadnoughts II vs 4 cruisers", "Space Combat.\nRed with Dreadnought II: 3 dreadnoughts.\nBlue: 4 cruisers."),
    ("dn2 cr2 vs 2 dd2", "Space Combat.\nRed with Dreadnought II, Cruiser II: 1 cruiser, 1 dreadnought.\n"
     "Blue with Destroyer II: 2 destroyers."),
    ("2 dn 2 ca vs 2 dd", "Space Combat.\nRed: 2 cruisers, 2 dreadnoughts.\nBlue: 2 destroyers."),
    ("two upgraded cruisers and a carrier against 1 damaged dreadnought",
     "Space Combat.\nRed with Cruiser II: 2 cruisers, 1 carrier.\nBlue: 1 dreadnought (1 damaged)."),
    ("3 dreadnoughts (1 damaged) vs 3 dreadnaughts", "Space Combat.\nRed: 3 dreadnoughts (1 damaged).\n"
     "Blue: 3 dreadnoughts."),
    ("cruisers: 5 vs dreads: 2", "Space Combat.\nRed: 5 cruisers.\nBlue: 2 dreadnoughts."),
    ("5 inf vs 3 inf", "Ground Combat.\nRed: on Abaddon: 5 infantry.\nBlue: on Abaddon: 3 infantry."),
    ("Sol 5 gf vs Hacan 3 gf 1 mech on Primor", "Ground Combat.\nSol (The Federation of Sol): on Primor: 5 infantry.\n"
     "Hacan (The Emirates of Hacan): on Primor: 3 infantry, 1 mech."),
    ("2 infantry primor vs 3 inf pri", "Ground Combat.\nRed: on Primor: 2 infantry.\nBlue: on Primor: 3 infantry."),
    ("2 dn 2 inf vs 3 inf", "Invasion.\nRed: 2 dreadnoughts, 2 infantry.\nBlue: on Abaddon: 3 infantry."),
    ("2 dn, 2 inf vs 1 dd, 3 inf, 1 pds on Mecatol Rex", "Tactical Action.\nRed: 2 dreadnoughts, 2 infantry.\n"
     "Blue: 1 destroyer; on Mecatol Rex: 3 infantry, 1 PDS."),
    ("1 cv cv vs dd cv ca inf pds sd", "Tactical Action.\nRed: 2 carriers.\n"
     "Blue: 1 destroyer, 1 cruiser, 1 carrier; on Abaddon: 1 infantry, 1 PDS, 1 space dock."),
    ("Letnev: 3 dn with Non-Euclidean Shielding, 2 Munitions Reserves vs L1Z1X: 2 super dreadnought II",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev) with Non-Euclidean Shielding, 2 Munitions Reserves: 3 dreadnoughts.\n"
     "L1Z1X (The L1Z1X Mindnet) with Super Dreadnought II: 2 dreadnoughts."),
    ("Jol-Nar dn ii vs the Titans of Ul cruiser ii", "Space Combat.\n"
     "Jol-Nar (The Universities of Jol-Nar) with Dreadnought II: 1 dreadnought.\n"
     "Titans (The Titans of Ul) with Saturn Engine II: 1 cruiser."),
    ("Alice's 2 dn attack Bob's 3 ca", "Space Combat.\nAlice: 2 dreadnoughts.\nBob: 3 cruisers."),
    ("Alice (Sol): 2 cv, 4 ff\nBob (Muaat): ws",
     "Space Combat.\nAlice (The Federation of Sol): 4 fighters, 2 carriers.\n"
     "Bob (The Embers of Muaat): 1 war sun."),
    ("2 dd, Fighter Prototype, 2 Morale Boost vs 3 ff+ and 1 cv upgraded", "Space Combat.\n"
     "Red with Fighter Prototype, 2 Morale Boost: 2 destroyers.\n"
     "Blue with Fighter II, Carrier II: 3 fighters, 1 carrier."),
    ("Yssaril: 2 cruisers+, 1 destroyer with Direct Hit\nSol: 2 dn upgraded (1 damaged), 2war suns, Direct Hit",
     "Space Combat.\nYssaril (The Yssaril Tribes) with Cruiser II, Direct Hit: 1 destroyer, 2 cruisers.\n"
     "Sol (The Federation of Sol) with Dreadnought II, Direct Hit, War Sun: 2 dreadnoughts (1 damaged), 2 war suns."),
    ("2 dn with Direct Hit attack 3 ca", "Space Combat.\nRed with Direct Hit: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("2 dn + 1 ca vs 3 ca", "Space Combat.\nRed: 1 cruiser, 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("Attacker: 2 dn\nDefender: 3 ca", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("Defender: 3 ca; attacker: 2 dn with assault cannon and 2 morale boost", "Space Combat.\n"
     "Red with Assault Cannon, 2 Morale Boost: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("`2 dn vs 3 ca`", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("1 carrier 2 destroyers vs 3 cruisers", "Space Combat.\nRed: 2 destroyers, 1 carrier.\nBlue: 3 cruisers."),
    ("2 carrier 2 and 3 fighters vs destroyer 2", "Space Combat.\nRed with Carrier II: 3 fighters, 2 carriers.\n"
     "Blue with Destroyer II: 1 destroyer."),
    ("1 carrier II destroyers vs Cruiser II Destroyer II", "Space Combat.\nRed: 2 destroyers, 1 carrier.\n"
     "Blue with Cruiser II, Destroyer II: 1 destroyer, 1 cruiser."),
    ("dn 3 ca 2 vs 3ca/2dd", "Space Combat.\nRed: 2 cruisers, 3 dreadnoughts.\nBlue: 2 destroyers, 3 cruisers."),
    ("four Argent destroyers II against 3 enemy cruisers", "Space Combat.\n"
     "Argent (The Argent Flight) with Strike Wing Alpha II: 4 destroyers.\nBlue: 3 cruisers."),
    ("3 Letani Warriors vs 4 N'orr mechs", "Ground Combat.\nArborec (The Arborec): on Abaddon: 3 infantry.\n"
     "N'orr (Sardakk N'orr): on Abaddon: 4 mechs."),
    ("2 galvanized damaged dreadnoughts beating 3 cruisers", "Space Combat.\nRed with 2 Galvanized Dreadnought: "
     "2 dreadnoughts (2 damaged).\nBlue: 3 cruisers."),
    ("4 cruisers into 2 dreads, both damaged", "Space Combat.\nRed: 4 cruisers.\nBlue: 2 dreadnoughts (2 damaged)."),
    ("2 dreads -> 3 cruisers", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("3 cruisers defending against 2 dreads", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("3 cruisers attacked by 2 dreads", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("odds of beating 5 cruisers with 1 dreadnought", "Space Combat.\nRed: 1 dreadnought.\nBlue: 5 cruisers."),
    ("2 cruisers in a nebula vs 3 destroyers", "Space Combat.\nRed: 3 destroyers.\nBlue with Nebula: 2 cruisers."),
    ("I had 3 cruisers but lost 2, vs 2 dreads", "Space Combat.\nRed: 1 cruiser.\nBlue: 2 dreadnoughts."),
    ("I have 3 cruisers, she has 2 dreads", "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts."),
    ("3 cruisers and morale boost x2 vs 2 dreads, 1 of them damaged",
     "Space Combat.\nRed with 2 Morale Boost: 3 cruisers.\nBlue: 2 dreadnoughts (1 damaged)."),
    ("3 cruisers without morale boost vs 0002 dn", "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts."),
    ("Card: Morale Boost, 3 cruisers vs 2 dn with Titans agent", "Space Combat.\nRed with Morale Boost: 3 cruisers.\n"
     "Blue with Tellurian: 2 dreadnoughts."),
    ("3 dn vs 1 dd and 1 ca, defender retreats after round 1", "Space Combat.\nRed: 3 dreadnoughts.\n"
     "Blue: 1 destroyer, 1 cruiser.\nAsked: Blue has at least 1 ship.\n"
     'Also: {"players": [{}, {"policy": {"retreat": {"from_round": 1}}}]}'),
    ("Keleres 2 PDS II with plasma scoring and Custodia Vigilia on Mecatol vs 3 cruisers",
     "Space Cannon Offense.\nRed: 3 cruisers.\nKeleres (The Council Keleres) with PDS II, Plasma Scoring, "
     "Custodia Vigilia: on Mecatol Rex: 2 PDS."),
    ("cpr—cv 2,0,0,0\ncpr—ff 3,0,0,0\ncpr—dn 0,0,1,0\nvs\nred—dd 4,0,0,0", "Space Combat.\n"
     "Copper with Galvanized Dreadnought: 3 fighters, 2 carriers, 1 dreadnought.\nRed: 4 destroyers."),
    ("Sol attacks Hacan: 3 ca vs 2 dn, direct hit for Sol", "Space Combat.\n"
     "Sol (The Federation of Sol) with Direct Hit: 3 cruisers.\nHacan (The Emirates of Hacan): 2 dreadnoughts."),
    ("3 ca vs 2 dn. The cruisers have morale boost and the dreads are upgraded", "Space Combat.\n"
     "Red with Morale Boost: 3 cruisers.\nBlue with Dreadnought II: 2 dreadnoughts."),
    ("3 ca vs 3 mechs, 2 of the mechs are damaged", "Invasion.\nRed: 3 cruisers.\n"
     "Blue: on Abaddon: 3 mechs (2 damaged)."),
    ("3 ca vs 2 dn, both sides have morale boost", "Space Combat.\nRed with Morale Boost: 3 cruisers.\n"
     "Blue with Morale Boost: 2 dreadnoughts."),
    ("3 ca with +1 to combat v 2 dn", "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\n"
     "By hand for Red: +1 to combat rolls."),
    ("defender retreats after round 1: 3 dn vs 1 dd", "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 1 destroyer.\n"
     'Asked: Blue has at least 1 ship.\nAlso: {"players": [{}, {"policy": {"retreat": {"from_round": 1}}}]}'),
    ("neutral 1 fs and 2 ff vs 3 ca", "Space Combat.\nNeutral with Fighter II: 2 fighters, 1 flagship.\n"
     "Blue: 3 cruisers.\nBy hand for Neutral: flagship with combat 7, 2 dice, Sustain Damage."),
    ("who wins: 2 dn or 3 ca?", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("3 cruisers each", "Space Combat.\nRed: 3 cruisers.\nBlue: 3 cruisers."),
    ("3 cruisers with Cruiser II for 2 rounds vs 2 :dread:", "Space Combat.\nRed with Cruiser II: 3 cruisers.\n"
     'Blue: 2 dreadnoughts.\nAlso: {"stop_after": 2}'),
    ("\ufeff2 dn vs 3 ca\n", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
]  # fmt: skip
THEIRS = "https://ti4battle.com/?"
PEER: list[tuple[str, str]] = [
    ("attacker-faction=Barony+of+Letnev&attacker-unit-dreadnought=2&attacker-upgrade-dreadnought=true"
     "&attacker-effect-Munitions+Reserves=2&defender-faction=L1z1x&defender-unit-dreadnought=3"
     "&defender-upgrade-dreadnought=true&defender-risk-direct-hit=false&effect-Articles+of+War=1",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev) with Dreadnought II, 2 Munitions Reserves, Articles of War: 2 dreadnoughts.\n"
     "L1Z1X (The L1Z1X Mindnet) with Super Dreadnought II, Articles of War: 3 dreadnoughts.\n"
     "Hits of Letnev: sustain first.\nHits of L1Z1X: cheapest first."),
    ("attacker-faction=Sol&attacker-unit-infantry=4&attacker-unit-dreadnought=1&attacker-damaged-dreadnought=1"
     "&defender-faction=Hacan&defender-unit-infantry=3&place=Ground",
     "Invasion.\nSol (The Federation of Sol): 1 dreadnought (1 damaged), 4 infantry.\n"
     "Hacan (The Emirates of Hacan): on Abaddon: 3 infantry.\nHits of Sol: sustain first.\n"
     'Hits of Hacan: sustain first.'),
    ("attacker-faction=Neutral&attacker-unit-cruiser=2&defender-faction=Yin&defender-unit-pds=1&defender-unit-warsun=1",
     "Tactical Action.\nNeutral with Cruiser II: 2 cruisers.\n"
     "Yin (The Yin Brotherhood) with War Sun: 1 war sun; on Abaddon: 1 PDS.\n"
     'Hits of Neutral: sustain first.\nHits of Yin: sustain first.\nAlso: {"players": [{"policy": {"land": {}}}, {}]}'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "battle"), WORDS, ids=[text[:40] for text, _ in WORDS])
def test_words_and_short_forms_are_a_battle(text: str, battle: str) -> None:
    assert take(text).scenario == mecatol.read(sentence.understand(battle)).data()


@pytest.mark.parametrize(("query", "battle"), PEER, ids=["space", "ground", "cannons"])
def test_an_address_of_the_other_calculator_is_a_battle(query: str, battle: str) -> None:
    assert take(THEIRS + query).scenario == mecatol.read(sentence.understand(battle)).data()
    assert mecatol.solve(take(THEIRS + query).scenario).outcomes


def test_what_could_not_be_taken_over_is_named() -> None:
    found = take(
        THEIRS + "attacker-faction=Klingons&attacker-unit-cruiser=2&attacker-unit-other=1&attacker-effect-Titans+hero=1"
        "&attacker-effect-Shields+Holding=15&attacker-effect-Defending+in+nebula=1&defender-unit-cruiser=1&utm=1"
    )
    said = " ".join(found.left_out)
    for word in ("Klingons", "'other'", "Of 15 Shields Holding, 4", "Nebula", "'utm'"):
        assert word in said
    assert found.scenario["players"][0]["effects"] == {"shields-holding": 4, "ul-the-progenitor": 1}


def test_an_upgrade_that_there_is_not_is_named_whatever_else_is_owned() -> None:
    found = take("Sol: 1 fs upgraded with Assault Cannon vs 3 ca")
    assert found.left_out == ["Sol has no upgrade of the flagship."]


def test_words_that_mean_nothing_are_named() -> None:
    found = take("2 dn and 3 zorglubs vs 3 ca")
    assert found.left_out == ["Nothing is known for '3 zorglubs' of Red."]
    assert found.scenario["players"][0]["space"] == {"dreadnought": 2}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("3 destroyers (no AFB) vs 2 dn", "'no AFB'"),
        ("3 cruisers each vs 2 dn", "'each'"),
        ("3 cruisers 7 vs 2 dn", "'7'"),
        ("3 cruisers, Ghost Squad vs 2 dn", "'Ghost Squad'"),
        ("3 cruisers vs 2 dreads. Then 3 infantry land on Lodor", "'Then 3 infantry land on Lodor'"),
        ("Sol 3 cruisers and 2 Hacan carriers vs 2 dn", "'Hacan'"),
        ("3 cruisers vs 2 dreads, no sustain damage", "'no sustain damage'"),
        ("3 cruisers vs 2 dreads (the dreads are sad)", "'sad'"),
        ("2 dreads, 3 damaged vs 3 ca", "Of 3 damaged, 2"),
        (THEIRS + "attacker-unit-cruiser=2&attacker-damaged-carrier=1&defender-unit-cruiser=1",
         "Of 1 damaged carrier of the attacker, 0 are there."),
        (THEIRS + "attacker-unit-cruiser=2&attacker-unit-cruiser=3&defender-unit-cruiser=x&defender-unit-carrier=1",
         "twice; '2' was taken, '3' was not"),
    ],
)  # fmt: skip
def test_what_is_left_out_is_named(text: str, left: str) -> None:
    assert any(left in sentence_ for sentence_ in take(text).left_out)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("3 cruisers vs 2 dreads vs 1 war sun", "third side, '1 war sun'"),
        ("3 cruisers vs 2 zorglubs", "no unit of the second side, and nothing is known for '2 zorglubs'"),
        ("zorglubs vs 2 cruisers", "no unit of the first side, and nothing is known for 'zorglubs'"),
        ("0 cruisers vs 2 dn", "no unit of the first side"),
        ("some fighters vs 2 dn", "'some fighters', which is not a number"),
        *[
            (f"{odd} ff vs 2 dn", f"'{odd} ff', which is not a number")
            for odd in ("3.5", "9-15", "1e3", "½", "-3", "²", "٣")
        ],
        ("3 or 4 ca vs 2 dn", "'3 or 4', which is not a single number"),
        ("3 ca vs 2 dn or 1 ws", "third side, '1 ws'"),
        ("3,000 cruisers vs 2 dn", "3000 must be a whole number"),
        ("1000 cruisers vs 2 dn", "1000 must be a whole number from 0 to 99"),
        ("12345678901234567890 cruisers vs 2 dn", "must be a whole number from 0 to 99"),
        ("3 cruisers and 2 dn", "put 'vs' between two"),
        (THEIRS + "attacker-faction=Sol&defender-faction=Hacan", "names no unit of one side"),
    ],
)
def test_what_would_be_another_battle_is_refused(text: str, named: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=named):
        take(text)


def test_which_of_two_readings_was_taken_is_said() -> None:
    for text, said in (
        ("3 crusiers vs 2 dn", "'crusiers' was read as cruiser."),
        ("2 dn vs 5 ca, with emergency repairs", "Emergency Repairs was given to Red, the side that can use it."),
        ("2 dn vs 2 ca, morale boost", "Morale Boost was given to Blue, the side named last; if it is Red’s, name it"),
        ("5 cruisers vs 4", "One side has only a number, which was read as 4 cruisers."),
        ("2 dn vs 2 ca in range of 2 PDS", "The PDS in range fire at the side named first; for the other, write"),
        ("2 dn vs 2 ca, all upgraded", "The upgrade was given to Blue, the side named last"),
        ("2 dn vs 2 ca. +1 to combat", "The bonus was given to Blue, the side named last"),
        ("2 dn vs 2 ca, retreat after round 1", "The retreat was given to Blue, the side named last"),
        ("3 crusers vs 2 dn", "'crusers' was read as cruiser."),
        ("3 cruisers vs war sn", "'war sn' was read as war sun."),
        ("3 cruisers with morale bost vs 2 dn", "'morale bost' was read as morale boost."),
        ("3 cruisers agianst 2 dn", "'agianst' was read as against."),
        ("destroyer 2 vs 2 dn", "'destroyer 2' was read as the upgrade"),
        ("1 carrier II destroyers vs 2 dn", "the II as the number of what follows"),
        ("3 cruisers vs his cruisers", "There is no number before 'cruisers', so it was read as one."),
        ("cruisers vs 2 dn", "There is no number before 'cruisers', so it was read as one."),
        ("2 cruisers, 1 cruiser II vs 2 dn", "An upgrade holds for all"),
        ("with cruiser ii: 2 cruisers vs 2 dn", "'cruiser II' was read as an upgrade of the units that are counted"),
        ("2 cruisers in a nebula vs 3 destroyers", "the side you named second attacks"),
    ):
        assert any(said in sentence_ for sentence_ in take(text).added), text


def test_another_battle_behind_the_first_is_left_out() -> None:
    found = take("2 dreads vs 3 cruisers, what if I have 3 dreads")
    assert found.left_out == ["One battle is read at a time, so this was left out: 'what if I have 3 dreads'."]
    assert [player["space"] for player in found.scenario["players"]] == [{"dreadnought": 2}, {"cruiser": 3}]


def test_a_mech_without_a_faction_has_the_value_that_most_have() -> None:
    solution = mecatol.solve(take("1 infantry and 1 mech vs 3 infantry").scenario)
    assert any("its mech is the most common one: it hits on 6 or more" in warning for warning in solution.warnings)


def test_what_was_added_is_said() -> None:
    assert take("5 cruisers vs 1 war sun").added == ["Blue was given the technology War Sun, which that unit requires."]
    assert any("Abaddon" in sentence_ for sentence_ in take("5 inf vs 3 inf").added)
    crowded = take("cv 9 ff vs dn")
    assert crowded.added == []
    assert mecatol.solve(crowded.scenario).warnings[0].startswith("Over capacity: 5 too many")
    both = take(
        THEIRS + "attacker-unit-destroyer=2&attacker-unit-infantry=3&defender-unit-cruiser=1&defender-unit-pds=3"
    )
    told = " ".join(mecatol.solve(both.scenario).warnings)
    assert "Over capacity: 3 too many" in told
    assert "More than a planet holds: 1 PDS too many on Abaddon" in told


CASE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Rød", "space": {"cruiser": 2}}, {"name": "B & C", "space": {"fighter": 1, "carrier": 1}}],
}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(CASE),
        "\ufeff" + json.dumps([CASE, CASE]),
        json.dumps(mecatol.solve(CASE).to_json()),
        sentence.say(mecatol.read(CASE).data()),
        f"https://example.org/x/#calc=space-combat&scenario={quote(json.dumps(CASE))}",
        f"look: <https://example.org/x/#calc=space-combat&scenario={quote(json.dumps(CASE))}>",
        chat(mecatol.solve(CASE).to_json(), "https://example.org/x/"),
        "```\n" + chat(mecatol.solve(CASE).to_json()) + "\n```",
        chat(
            mecatol.solve(CASE).to_json(), f"https://example.org/#calc=space-combat&scenario={quote(json.dumps(CASE))}"
        ),
    ],
    ids=["json", "list", "solution", "text", "link", "in a message", "chat", "code block", "chat with a link"],
)
def test_what_this_calculator_writes_comes_back(text: str) -> None:
    expected = ["look", "Of 2 scenarios"]
    assert all(any(word in line for word in expected) for line in take(text).left_out)
    assert take(text).scenario == mecatol.read(CASE).data()


@pytest.mark.parametrize("name", ["Odds", "Odds, Blue", "Asked", "Hits of Red", "By hand for x", "http://x.y"])
def test_a_player_of_any_name_comes_back_out_of_a_chat(name: str) -> None:
    case = {**CASE, "players": [{"name": name, "space": {"cruiser": 2}, "by_hand": {"bonus": 1}}, CASE["players"][1]]}
    assert take(chat(mecatol.solve(case).to_json(), "https://example.org/x/")).scenario == mecatol.read(case).data()


@pytest.mark.parametrize("name", ["@everyone", "a @here b", "<@123>", "<@&9>"])
def test_a_text_for_a_chat_calls_nobody(name: str) -> None:
    case = {**CASE, "players": [{"name": name, "space": {"cruiser": 2}}, CASE["players"][1]]}
    solution = mecatol.solve(case)
    for text in (chat(solution.to_json(), "https://example.org/"), solution.short()):
        assert not re.search("@everyone|@here|<@", text)
        assert "＠" in text


def test_a_link_may_name_the_pack_that_it_needs() -> None:
    taken = take(f"https://example.org/#calc=space-combat&scenario={quote(json.dumps(CASE))}&pack=Pirates%20(homebrew)")
    assert (taken.scenario["step"], taken.left_out) == ("space-combat", [])


def test_a_link_keeps_the_case_beside_it() -> None:
    other = {**CASE, "stop_after": 2}
    link = f"#calc=space-combat&scenario={quote(json.dumps(CASE))}&with={quote(json.dumps(other))}"
    assert take(link).kept == mecatol.read(other).data()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "is empty"),
        ("hello there", "names no unit"),
        ("\U0001f4a5 vs \U0001f680", "text: names no unit; write for example"),
        ("https://example.org/", "is not understood"),
        ("https://ti4battle.com/", "holds no battle"),
        ("https://example.org/#calc=space-combat&scenario=%7B%22st", "cut off"),
        ("x" * 30_000, "longer than"),
        ('{"step": ', "copy all of it"),
    ],
)
def test_what_is_no_battle_is_refused_with_a_way_out(text: str, named: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=named):
        take(text)


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("```json\n5 ca vs 1 ws\n```", "5 ca vs 1 ws"),
        ("```5 ca vs 1 ws```", "5 ca vs 1 ws"),
        ("` <5 ca vs 1 ws> `", "5 ca vs 1 ws"),
        ("<5 ca vs 1 ws", "<5 ca vs 1 ws"),
        ("`", "`"),
        ("``", ""),
        ("<>", ""),
        ("  5 ca\n", "5 ca"),
    ],
)
def test_what_a_chat_puts_around_a_text_is_left_out(text: str, inner: str) -> None:
    assert unwrapped(text) == inner


class Counted(str):
    """A text that counts how many of its characters are copied."""

    copied = 0

    def __getitem__(self, key: Any) -> "Counted":
        found = Counted(super().__getitem__(key))
        Counted.copied += len(found)
        return found

    def strip(self, chars: str | None = None, /) -> "Counted":
        found = Counted(super().strip(chars))
        Counted.copied += len(found)
        return found


@pytest.mark.parametrize("marks", ["<>", "``", "< >", "\n< \t>"])
def test_marks_around_a_text_are_left_out_in_linear_time(marks: str) -> None:
    """What is copied is counted: twice the text, twice the copies, and few of each character."""
    opening, closing = marks[: len(marks) // 2], marks[len(marks) // 2 :]
    counts = []
    for depth in (1000, 2000, 4000):
        Counted.copied = 0
        assert unwrapped(Counted(opening * depth + "5 ca" + closing * depth)) == "5 ca"
        counts.append(Counted.copied)
    assert all(more <= 2.1 * less for less, more in pairwise(counts)), counts
    assert counts[-1] <= 5 * 4000 * len(marks)


def test_of_a_list_the_first_scenario_without_a_fault_is_taken() -> None:
    bad: list[Any] = [None, 7, {**CASE, "players": 5}, {"scenario": {**CASE, "step": "x"}}]
    found = take(json.dumps([*bad, {"scenario": CASE}]))
    assert found.scenario == mecatol.read(CASE).data()
    assert found.left_out == ["Of 5 scenarios in the list, number 5 was taken, the first without a fault."]
    with pytest.raises(mecatol.ScenarioError, match="scenario: is not a mapping"):
        take(json.dumps(bad))
