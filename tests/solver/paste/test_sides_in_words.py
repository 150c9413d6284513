"""Wordings of who has what and who attacks, each with the battle that it stands for."""

import pytest

import mecatol
from mecatol.paste.taking import take
from tests.solver.paste.reading import assert_read

READINGS: list[tuple[str, str]] = [
    ("my flagship (Arc Secundus) and 2 dreads vs 4 cruisers",
     "Space Combat.\nLetnev (The Barony of Letnev): 1 flagship, 2 dreadnoughts.\nBlue: 4 cruisers."),
    ("my flagship, Arc Secundus, and 2 dreads vs 4 cruisers",
     "Space Combat.\nLetnev (The Barony of Letnev): 1 flagship, 2 dreadnoughts.\nBlue: 4 cruisers."),
    ("Xxcha flagship on defense with 2 cruisers vs 4 Letnev dreads",
     "Space Combat.\nLetnev (The Barony of Letnev): 4 dreadnoughts.\n"
     "Xxcha (The Xxcha Kingdom): 1 flagship, 2 cruisers."),
    ("A: 3 cruisers B: 2 dreads", "Space Combat.\nA: 3 cruisers.\nB: 2 dreadnoughts."),
    ("A) 3 cruisers B) 2 dreads", "Space Combat.\nA: 3 cruisers.\nB: 2 dreadnoughts."),
    ("a fight between 3 Sol cruisers and 2 Letnev dreadnoughts",
     "Space Combat.\nSol (The Federation of Sol): 3 cruisers.\nLetnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Red with cruiser ii and fighter II: 2 cruisers, 3 fighters vs 3 cruisers",
     "Space Combat.\nRed with Cruiser II, Fighter II: 2 cruisers, 3 fighters.\nBlue: 3 cruisers."),
    ("Nomad with memoria ii: 1 flagship vs Red: destroyer ii, 3 destroyers",
     "Space Combat.\nNomad (The Nomad) with Memoria II: 1 flagship.\nRed with Destroyer II: 3 destroyers."),
    ("Red: a cruiser ii and 2 cruisers vs damaged dreadnought II, 2 dreadnoughts",
     "Space Combat.\nRed with Cruiser II: 3 cruisers.\nBlue with Dreadnought II: 3 dreadnoughts (1 damaged)."),
    ("2 dreads (def) vs 2 carriers and 8 fighters (att)",
     "Space Combat.\nRed: 2 carriers, 8 fighters.\nBlue: 2 dreadnoughts."),
    ("what are my chances if I send 2 carriers, 4 fighters and a cruiser at 1 dread and 1 destroyer?",
     "Space Combat.\nRed: 4 fighters, 1 cruiser, 2 carriers.\nBlue: 1 destroyer, 1 dreadnought."),
    ("if he throws 3 dreads at my 4 cruisers, what happens?",
     "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 4 cruisers."),
    ("2 cruisers attack 3 destroyers in an asteroid field", "Space Combat.\nRed: 2 cruisers.\nBlue: 3 destroyers."),
    ("Sol has 2 carriers and 6 fighters, Letnev attacks with 2 dreads",
     "Space Combat.\nLetnev (The Barony of Letnev): 2 dreadnoughts.\n"
     "Sol (The Federation of Sol): 6 fighters, 2 carriers."),
    ("Hacan defends with 2 carriers and 4 fighters; Mentak attacks with 3 cruisers",
     "Space Combat.\nMentak (The Mentak Coalition): 3 cruisers.\n"
     "Hacan (The Emirates of Hacan): 4 fighters, 2 carriers."),
    ("Sol: 2 cv, 6 ff, 1 dd. Letnev: 2 dn, 1 ca. Sol attacks",
     "Space Combat.\nSol (The Federation of Sol): 6 fighters, 1 destroyer, 2 carriers.\n"
     "Letnev (The Barony of Letnev): 1 cruiser, 2 dreadnoughts."),
    ("Letnev 2 dreads vs Sol 2 carriers 6 fighters, attacker Sol",
     "Space Combat.\nSol (The Federation of Sol): 6 fighters, 2 carriers.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Letnev: 2 dn, 1 ca vs Sol: 2 cv, 6 ff. Letnev is defending.",
     "Space Combat.\nSol (The Federation of Sol): 6 fighters, 2 carriers.\n"
     "Letnev (The Barony of Letnev): 1 cruiser, 2 dreadnoughts."),
    ("2 dreads vs 4 cruisers, dreads attack", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 4 cruisers."),
    ("2 dreads vs 4 cruisers, red attacks", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 4 cruisers."),
    ("I have 2 dreads, he has 4 cruisers, what if I attack?",
     "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 4 cruisers."),
    ("My opponent has 3 dreads in the system, I have 2 cruisers and 2 carriers. Should I attack?",
     "Space Combat.\nRed: 2 cruisers, 2 carriers.\nBlue: 3 dreadnoughts."),
    ("I attack with 3 cruisers, he has a carrier with 4 fighters",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 4 fighters, 1 carrier."),
    ("I'm being attacked by 3 dreads. I have 4 cruisers and a carrier with 2 fighters.",
     "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 2 fighters, 4 cruisers, 1 carrier."),
    ("I was attacked by a war sun and 2 fighters, and I had 3 dreads",
     "Space Combat.\nRed with War Sun: 2 fighters, 1 war sun.\nBlue: 3 dreadnoughts."),
    ("I got attacked, he had 3 cruisers and I had 2 dreads",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts."),
    ("I want to attack Sol. They have 2 carriers and 6 fighters, I have 3 dreads.",
     "Space Combat.\nRed: 3 dreadnoughts.\nSol (The Federation of Sol): 6 fighters, 2 carriers."),
    ("Sol is going to attack me. I have 3 dreads. They have 2 carriers and 6 fighters.",
     "Space Combat.\nSol (The Federation of Sol): 6 fighters, 2 carriers.\nBlue: 3 dreadnoughts."),
    ("Sol attacks Letnev's 2 dreads with 3 cruisers",
     "Space Combat.\nSol (The Federation of Sol): 3 cruisers.\nLetnev (The Barony of Letnev): 2 dreadnoughts."),
    ("green attacks blue with 3 cruisers, blue has 2 dreads",
     "Space Combat.\nGreen: 3 cruisers.\nBlue: 2 dreadnoughts."),
    ("Letnev got attacked by Sol: 2 dreads against 4 cruisers",
     "Space Combat.\nSol (The Federation of Sol): 4 cruisers.\nLetnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Letnev (attacker): 1 flagship, 2 dreads. Sol (defender): 2 carriers II, 8 fighters",
     "Space Combat.\nLetnev (The Barony of Letnev): 2 dreadnoughts, 1 flagship.\n"
     "Sol (The Federation of Sol) with Advanced Carrier II: 8 fighters, 2 carriers."),
    ("I lost 2 dreads and 3 cruisers to 4 destroyers",
     "Space Combat.\nRed: 4 destroyers.\nBlue: 3 cruisers, 2 dreadnoughts."),
    ("I might attack 3 cruisers with 2 dreads, good idea?", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("I have 3 cruisers ready to attack 2 dreads", "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts."),
    ("the cats with 3 dreads attack the fish with 4 cruisers",
     "Space Combat.\nHacan (The Emirates of Hacan): 3 dreadnoughts.\n"
     "Jol-Nar (The Universities of Jol-Nar): 4 cruisers."),
    ("I'm Jol-Nar. Cabal attacks my 3 dreads with their flagship, 2 cruisers and 4 fighters.",
     "Space Combat.\nVuil'raith (The Vuil'raith Cabal): 4 fighters, 2 cruisers, 1 flagship.\n"
     "Jol-Nar (The Universities of Jol-Nar): 3 dreadnoughts."),
    ("Nekro comes at me with 4 dreads; I only have a flagship and 2 cruisers",
     "Space Combat.\nNekro (The Nekro Virus): 4 dreadnoughts.\nBlue: 2 cruisers, 1 flagship."),
    ("2 dreads being jumped by 3 cruisers", "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts."),
    ("mine: 2 dreads 3 ff. theirs: 3 cruisers", "Space Combat.\nRed: 2 dreadnoughts, 3 fighters.\nBlue: 3 cruisers."),
    ("2 dreads vs 3 cruisers. I have dread II.",
     "Space Combat.\nRed with Dreadnought II: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("2 dreads vs 3 cruisers, I also have 2 fighters, 1 carrier",
     "Space Combat.\nRed: 2 dreadnoughts, 2 fighters, 1 carrier.\nBlue: 3 cruisers."),
    ("2 dreads vs 3 dreads, one of my dreads is damaged",
     "Space Combat.\nRed: 2 dreadnoughts (1 damaged).\nBlue: 3 dreadnoughts."),
    ("2 dreads vs 3 dreads, one of his dreads is damaged",
     "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 dreadnoughts (1 damaged)."),
    ("3 dreads vs 2 dreads, my dreads are damaged",
     "Space Combat.\nRed: 3 dreadnoughts (3 damaged).\nBlue: 2 dreadnoughts."),
    ("3 dreads vs 2 dreads, my dread is damaged",
     "Space Combat.\nRed: 3 dreadnoughts (1 damaged).\nBlue: 2 dreadnoughts."),
    ("2 dreads vs 3 cruisers plus 2 fighters for the attacker",
     "Space Combat.\nRed: 2 dreadnoughts, 2 fighters.\nBlue: 3 cruisers."),
    ("my 2 dreads and 3 fighters vs his 3 cruisers, my dreads are upgraded",
     "Space Combat.\nRed with Dreadnought II: 2 dreadnoughts, 3 fighters.\nBlue: 3 cruisers."),
    ("2 dreads vs 3 cruisers and my flagship", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers, 1 flagship."),
    ("P1 2 dreads P2 3 cruisers", "Space Combat.\nP1: 2 dreadnoughts.\nP2: 3 cruisers."),
    ("player 1 has 2 dreads, player 2 has 3 cruisers",
     "Space Combat.\nPlayer 1: 2 dreadnoughts.\nPlayer 2: 3 cruisers."),
    ("fleet A 2 dreads fleet B 3 cruisers", "Space Combat.\nFleet A: 2 dreadnoughts.\nFleet B: 3 cruisers."),
    ("side A: 2 dreads, side B: 3 cruisers", "Space Combat.\nSide A: 2 dreadnoughts.\nSide B: 3 cruisers."),
    ("2 dreads for me, 3 cruisers for him", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("2 dreads (mine) 3 cruisers (his)", "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("2 dreads for Anna and 3 cruisers for Ben", "Space Combat.\nAnna: 2 dreadnoughts.\nBen: 3 cruisers."),
    ("Anna 2 dreads Ben 3 cruisers", "Space Combat.\nAnna: 2 dreadnoughts.\nBen: 3 cruisers."),
    ("Anna attacks Ben: 2 dreads vs 3 cruisers", "Space Combat.\nAnna: 2 dreadnoughts.\nBen: 3 cruisers."),
    ("Tom attacks Jerry. Jerry has 2 dreads, Tom has 3 cruisers.",
     "Space Combat.\nTom: 3 cruisers.\nJerry: 2 dreadnoughts."),
    ("Sol attacks Hacan. Hacan has 3 cruisers, Sol has 2 carriers",
     "Space Combat.\nSol (The Federation of Sol): 2 carriers.\nHacan (The Emirates of Hacan): 3 cruisers."),
    ("Tom attacks Jerry with 3 cruisers; Jerry has 2 dreads",
     "Space Combat.\nTom: 3 cruisers.\nJerry: 2 dreadnoughts."),
    ("Ben attacks me with 3 cruisers, I have 2 dreads", "Space Combat.\nBen: 3 cruisers.\nBlue: 2 dreadnoughts."),
    ("4 infantry land, 3 infantry and a mech defend",
     "Ground Combat.\nRed: on Abaddon: 4 infantry.\nBlue: on Abaddon: 3 infantry, 1 mech."),
    ("hacan vs sol. hacan 3 cruisers 1 dread. sol 2 carriers 6 ff. hacan attacks",
     "Space Combat.\nHacan (The Emirates of Hacan): 3 cruisers, 1 dreadnought.\n"
     "Sol (The Federation of Sol): 2 carriers, 6 fighters."),
    ("I want to attack 2 cruisers and a carrier with 4 fighters with a carrier and 6 fighters",
     "Space Combat.\nRed: 1 carrier, 6 fighters.\nBlue: 2 cruisers, 1 carrier, 4 fighters."),
    ("attack a carrier with 4 fighters using 2 destroyers",
     "Space Combat.\nRed: 2 destroyers.\nBlue: 1 carrier, 4 fighters."),
    ("attack 3 cruisers with 1 carrier with 4 fighters",
     "Space Combat.\nRed: 1 carrier, 4 fighters.\nBlue: 3 cruisers."),
    ("Dave's fleet: 2 dreads; Lisa's fleet: 3 cruisers",
     "Space Combat.\nDave's fleet: 2 dreadnoughts.\nLisa's fleet: 3 cruisers."),
    ("Dave defends with 2 dreads, Lisa attacks with 3 cruisers",
     "Space Combat.\nLisa: 3 cruisers.\nDave: 2 dreadnoughts."),
    ("dave (sol) has 3 cruisers vs letnev 2 dreads",
     "Space Combat.\nDave (The Federation of Sol): 3 cruisers.\nLetnev (The Barony of Letnev): 2 dreadnoughts."),
    ("dave has 3 cruisers vs 2 dreads", "Space Combat.\ndave: 3 cruisers.\nBlue: 2 dreadnoughts."),
    ("dave (sol) has 3 cruisers, anna (letnev) has 2 dreads",
     "Space Combat.\nDave (The Federation of Sol): 3 cruisers.\nAnna (The Barony of Letnev): 2 dreadnoughts."),
    ("dave(sol) attacks anna(letnev): 3 cruisers vs 2 dreads",
     "Space Combat.\nDave (The Federation of Sol): 3 cruisers.\nAnna (The Barony of Letnev): 2 dreadnoughts."),
    ("what are my odds 3 dreads and 4 ff vs 2 carriers 8 ff and a destroyer",
     "Space Combat.\nRed: 3 dreadnoughts, 4 fighters.\nBlue: 2 carriers, 8 fighters, 1 destroyer."),
    ("should i attack? i got 2 war suns, he has 5 cruisers and a flagship",
     "Space Combat.\nRed with War Sun: 2 war suns.\nBlue: 5 cruisers, 1 flagship."),
    ("pirates with 3 cruisers attack lions with 2 carriers 4 fighters",
     "Space Combat.\nMentak (The Mentak Coalition): 3 cruisers.\n"
     "Hacan (The Emirates of Hacan): 2 carriers, 4 fighters."),
    ("my 2 damaged dreads vs his 3 cruisers", "Space Combat.\nRed: 2 dreadnoughts (2 damaged).\nBlue: 3 cruisers."),
    ("me: 3 dreads 2 fighters him: 1 war sun 4 fighters",
     "Space Combat.\nRed: 3 dreadnoughts, 2 fighters.\nBlue with War Sun: 1 war sun, 4 fighters."),
    ("mine 3 dn 2 ff his 1 ws 4 ff",
     "Space Combat.\nRed: 3 dreadnoughts, 2 fighters.\nBlue with War Sun: 1 war sun, 4 fighters."),
    ("blue has 3 cruisers green has 2 dreads green attacks",
     "Space Combat.\nGreen: 2 dreadnoughts.\nBlue: 3 cruisers."),
    ("red player 4 cruisers, yellow player 3 dreads", "Space Combat.\nRed: 4 cruisers.\nYellow: 3 dreadnoughts."),
    ("purple sol 2 carriers 6 ff attacked by yellow letnev 3 dreads",
     "Space Combat.\nYellow (The Barony of Letnev): 3 dreadnoughts.\n"
     "Purple (The Federation of Sol): 2 carriers, 6 fighters."),
    ("i'm sol with 2 carriers 6 ff, he's letnev with 2 dreads. he attacks",
     "Space Combat.\nLetnev (The Barony of Letnev): 2 dreadnoughts.\n"
     "Sol (The Federation of Sol): 2 carriers, 6 fighters."),
    ("im hacan 3 cruisers 2 ff attacking 2 dreads",
     "Space Combat.\nHacan (The Emirates of Hacan): 3 cruisers, 2 fighters.\nBlue: 2 dreadnoughts."),
    ("enemy 2 dn 3 ff 1 cv, mine 5 ca",
     "Space Combat.\nRed: 2 dreadnoughts, 3 fighters, 1 carrier.\nBlue: 5 cruisers."),
    ("my fleet of 4 cruisers is attacked by a fleet of 2 dreads and 4 fighters",
     "Space Combat.\nRed: 2 dreadnoughts, 4 fighters.\nBlue: 4 cruisers."),
    ("3 cruisers vs 4 cruisers cruiser II for the attacker",
     "Space Combat.\nRed with Cruiser II: 3 cruisers.\nBlue: 4 cruisers."),
    ("3 cruisers vs 4 cruisers, I have cruiser II",
     "Space Combat.\nRed with Cruiser II: 3 cruisers.\nBlue: 4 cruisers."),
    ("3 cruisers vs 4 cruisers, only i have cruiser II",
     "Space Combat.\nRed with Cruiser II: 3 cruisers.\nBlue: 4 cruisers."),
    ("dave (sol) has 3 cruisers vs anna (letnev) 2 dreads",
     "Space Combat.\nDave (The Federation of Sol): 3 cruisers.\nAnna (The Barony of Letnev): 2 dreadnoughts."),
    ("dave(sol) 3 cruisers vs anna(letnev) 2 dreads",
     "Space Combat.\nDave (The Federation of Sol): 3 cruisers.\nAnna (The Barony of Letnev): 2 dreadnoughts."),
    ("dave (sol) 3 cruisers, anna (letnev) 2 dreads",
     "Space Combat.\nDave (The Federation of Sol): 3 cruisers.\nAnna (The Barony of Letnev): 2 dreadnoughts."),
    ("dave (3 cruisers) vs anna (2 dreads)", "Space Combat.\ndave: 3 cruisers.\nanna: 2 dreadnoughts."),
    ("dave with 3 cruisers vs anna with 2 dreads", "Space Combat.\ndave: 3 cruisers.\nanna: 2 dreadnoughts."),
    ("dave's 3 cruisers vs anna's 2 dreads", "Space Combat.\nDave: 3 cruisers.\nAnna: 2 dreadnoughts."),
    ("dave (sol) attacks anna (letnev) with 3 cruisers, she has 2 dreads",
     "Space Combat.\nDave (The Federation of Sol): 3 cruisers.\nAnna (The Barony of Letnev): 2 dreadnoughts."),
    ("jol nar with 2 dreads and 3 ff attacking l1 3 dreads",
     "Space Combat.\nJol-Nar (The Universities of Jol-Nar): 2 dreadnoughts, 3 fighters.\n"
     "L1Z1X (The L1Z1X Mindnet): 3 dreadnoughts."),
    ("attacking: 3 dreads, defending: 4 cruisers", "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 4 cruisers."),
    ("3 dreads (attacking) vs 4 cruisers (defending)", "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 4 cruisers."),
    ("defending 4 cruisers vs attacking 3 dreads", "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 4 cruisers."),
    ("can my 3 dreads take out his flagship and 2 cruisers?",
     "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 1 flagship, 2 cruisers."),
    ("all my dreads are damaged, 3 dreads vs 4 cruisers",
     "Space Combat.\nRed: 3 dreadnoughts (3 damaged).\nBlue: 4 cruisers."),
    ("someone attacks me with 4 dreads, i have 5 cruisers + 1 ws",
     "Space Combat.\nRed: 4 dreadnoughts.\nBlue with War Sun: 5 cruisers, 1 war sun."),
    ("combat between letnev 3 dreads and sol 4 cruisers",
     "Space Combat.\nLetnev (The Barony of Letnev): 3 dreadnoughts.\nSol (The Federation of Sol): 4 cruisers."),
    ("Dave (Sol) attacks Anna (Letnev). Dave has 3 cruisers, Anna has 2 dreads",
     "Space Combat.\nDave (The Federation of Sol): 3 cruisers.\nAnna (The Barony of Letnev): 2 dreadnoughts."),
    ("green attacks red with 3 cruisers, she has 2 dreads",
     "Space Combat.\nGreen: 3 cruisers.\nRed: 2 dreadnoughts."),
    ("Sol attacks Letnev with 3 cruisers, she has 2 dreads",
     "Space Combat.\nSol (The Federation of Sol): 3 cruisers.\nLetnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Sol attacks Letnev with 3 cruisers, they have 2 dreads",
     "Space Combat.\nSol (The Federation of Sol): 3 cruisers.\nLetnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Sol attacks Letnev with 3 cruisers, letnev has 2 dreads",
     "Space Combat.\nSol (The Federation of Sol): 3 cruisers.\nLetnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Anna attacks Ben with 3 cruisers; Ben has 2 dreads", "Space Combat.\nAnna: 3 cruisers.\nBen: 2 dreadnoughts."),
    ("i'd send 3 dreads to a system with 2 cruisers", "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 2 cruisers."),
    ("3 dreads att 4 cruisers", "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 4 cruisers."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "battle"), READINGS, ids=[text[:60] for text, _ in READINGS])
def test_sides_are_read_as_they_were_meant(text: str, battle: str) -> None:
    assert_read(text, battle)


def test_two_planets_are_said_to_be_one() -> None:
    told = "You named two planets; the combat is on Fria."
    assert told in take("4 infantry land on Abyz held by 2 infantry, 3 infantry on Fria").added


def test_units_with_a_carrier_are_not_those_that_follow() -> None:
    with pytest.raises(mecatol.ScenarioError, match="one side"):
        take("against 2 dreads and a carrier with 4 ff, my 5 cruisers")


@pytest.mark.parametrize("words", ["Nekro flagship (Arc Secundus)", "Nekro flagship with Arc Secundus"])
def test_a_flagship_has_the_texts_of_another_that_is_named_with_it(words: str) -> None:
    nekro, _ = take(f"{words} vs 2 cruisers").scenario["players"]
    assert nekro["space"] == {"flagship": 1}
    assert nekro["effects"] == {"arc-secundus-presence": 1, "arc-secundus-repair": 1}


def test_a_flagship_of_others_is_named_where_its_texts_cannot_be_had() -> None:
    taken = take("Sol flagship (Arc Secundus) vs 2 cruisers")
    assert "effects" not in taken.scenario["players"][0]
    assert taken.added == ["Arc Secundus was left out: it is a unit of others."]
