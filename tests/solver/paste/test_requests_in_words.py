"""Wordings of what is asked: a step, a retreat, some rounds, a bonus; each with the battle that it stands for."""

import pytest

import mecatol
from mecatol.paste.taking import take
from tests.solver.paste.reading import assert_read

READINGS: list[tuple[str, str]] = [
    ("6 pds shooting at 4 cruisers", "Space Cannon Offense.\nRed: 4 cruisers.\nBlue: on Abaddon: 6 PDS."),
    ("2 pds with plasma and graviton vs 3 carriers",
     "Space Cannon Offense.\nRed: 3 carriers.\nBlue with Plasma Scoring, Graviton Laser System: on Abaddon: 2 PDS."),
    ("2 pds II vs 3 carriers with graviton laser system",
     "Space Cannon Offense.\nRed: 3 carriers.\nBlue with PDS II, Graviton Laser System: on Abaddon: 2 PDS."),
    ("4 inf, defender 2 inf, 1 pds", "Invasion.\nRed: 4 infantry.\nBlue: on Abaddon: 2 infantry, 1 PDS."),
    ("2 cruisers vs 2 cruisers, morale boost in round 2",
     "Space Combat.\nRed: 2 cruisers.\nBlue with Morale Boost: 2 cruisers.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"play\": {\"morale-boost\": 2}}}]}"),
    ("4 PDS2 space cannon offense against 2 dn",
     "Space Cannon Offense.\nRed: 2 dreadnoughts.\nBlue with PDS II: on Abaddon: 4 PDS."),
    ("3 cruisers vs 2 dreads with lightrail ordnance and a space dock",
     "Tactical Action.\nRed: 3 cruisers.\nBlue with Lightrail Ordnance: 2 dreadnoughts; on Abaddon: 1 space dock."),
    ("bunker: 2 dreads, 3 inf vs 2 inf",
     "Invasion.\nRed: 2 dreadnoughts, 3 infantry.\nBlue with Bunker: on Abaddon: 2 infantry."),
    ("2 hel titans vs 3 infantry", "Invasion.\nRed: 3 infantry.\nTitans (The Titans of Ul): on Abaddon: 2 PDS."),
    ("2 dreads, 4 infantry vs 3 infantry with parley",
     "Invasion.\nRed: 2 dreadnoughts, 4 infantry.\nBlue with Parley: on Abaddon: 3 infantry."),
    ("2 cruisers in orbit and 3 infantry on the planet vs 1 dread, 4 infantry",
     "Tactical Action.\nRed: 1 dreadnought, 4 infantry.\nBlue: 2 cruisers; on Abaddon: 3 infantry."),
    ("AFB: 3 destroyers vs 6 fighters", "Anti-Fighter Barrage.\nRed: 3 destroyers.\nBlue: 6 fighters."),
    ("space cannon defense: 3 infantry vs 2 pds 1 infantry",
     "Space Cannon Defense.\nRed: on Abaddon: 3 infantry.\nBlue: on Abaddon: 2 PDS, 1 infantry."),
    ("3 dreads vs 2 cruisers and 3 pds 2 in adjacent system",
     "Tactical Action.\nRed: 3 dreadnoughts.\nBlue with PDS II: 2 cruisers; next door: 3 PDS."),
    ("3 dreads vs 2 cruisers and 3 adjacent pds II",
     "Tactical Action.\nRed: 3 dreadnoughts.\nBlue with PDS II: 2 cruisers; next door: 3 PDS."),
    ("3 dreads vs 2 cruisers with pds (3 PDS II)",
     "Tactical Action.\nRed: 3 dreadnoughts.\nBlue with PDS II: 2 cruisers; on Abaddon: 3 PDS."),
    ("3 dreads vs 2 cruisers, retreat if 1 ship left",
     "Space Combat.\nRed: 3 dreadnoughts.\nBlue: 2 cruisers.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1, \"ships_at_most\": 1}}}]}"),
    ("scramble frequency: Xxcha 2 PDS vs 2 carriers",
     "Space Cannon Offense.\nRed with Scramble Frequency: 2 carriers.\nXxcha (The Xxcha Kingdom): on Abaddon: 2 PDS."),
    ("parley: 3 infantry land on Lodor with 2 infantry",
     "Invasion.\nRed: 3 infantry.\nBlue with Parley: on Lodor: 2 infantry."),
    ("4 inf + 1 mech (Sol) land on Mecatol vs 3 inf and 1 pds of Winnu",
     "Invasion.\nSol (The Federation of Sol): 4 infantry, 1 mech.\n"
     "Winnu (The Winnu): on Mecatol Rex: 3 infantry, 1 PDS."),
    ("2 dreads and 2 cruisers vs 3 dreads. I get +1 to all rolls",
     "Space Combat.\nRed: 2 cruisers, 2 dreadnoughts.\nBlue: 3 dreadnoughts.\nBy hand for Red: +1 to combat rolls."),
    ("I want to invade Mecatol Rex with 5 infantry and 2 dreads bombarding, he has 4 infantry and a PDS",
     "Tactical Action.\nRed: 5 infantry, 2 dreadnoughts.\nBlue: on Mecatol Rex: 4 infantry, 1 PDS."),
    ("what are the odds 2 destroyers kill 3 fighters with AFB",
     "Anti-Fighter Barrage.\nRed: 2 destroyers.\nBlue: 3 fighters."),
    ("1 dread, 1 PDS, 2 infantry vs 2 dreads, 3 infantry",
     "Tactical Action.\nRed: 3 infantry, 2 dreadnoughts.\nBlue: 1 dreadnought; on Abaddon: 2 infantry, 1 PDS."),
    ("4 cruisers vs 3 dreads, I retreat after round 1",
     "Space Combat.\nRed: 4 cruisers.\nBlue: 3 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("I'm L1Z1X and about to hit Sol's home. I have 4 super dreads II and 6 infantry. Jord has 6 infantry. No ships.",
     "Invasion.\nL1Z1X (The L1Z1X Mindnet) with Super Dreadnought II: 4 dreadnoughts, 6 infantry.\n"
     "Sol (The Federation of Sol): on Jord: 6 infantry."),
    ("clan of saar 2 floating factories, 2 cruisers and 1 infantry vs 3 cruisers",
     "Tactical Action.\nSaar (The Clan of Saar): 2 cruisers, 1 infantry, 2 space docks.\nBlue: 3 cruisers."),
    ("3 inf on lodor and 2 dreads vs 2 inf on abyz",
     "Invasion.\nRed: 2 dreadnoughts, 3 infantry.\nBlue: on Abyz: 2 infantry."),
    ("4 cruisers at +1 vs 3 dreads",
     "Space Combat.\nRed: 4 cruisers.\nBlue: 3 dreadnoughts.\nBy hand for Red: +1 to combat rolls."),
    ("4 cruisers vs 3 dreads, defender gets +1",
     "Space Combat.\nRed: 4 cruisers.\nBlue: 3 dreadnoughts.\nBy hand for Blue: +1 to combat rolls."),
    ("5 cruisers flying into 3 PDS", "Space Cannon Offense.\nRed: 5 cruisers.\nBlue: on Abaddon: 3 PDS."),
    ("2 dreads vs 3 cruisers, +1 to attacker",
     "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers.\nBy hand for Red: +1 to combat rolls."),
    ("4 cruisers vs 3 dreads, +1 to combat for me",
     "Space Combat.\nRed: 4 cruisers.\nBlue: 3 dreadnoughts.\nBy hand for Red: +1 to combat rolls."),
    ("3 cruisers in range of 2 enemy PDS vs 2 dreads",
     "Tactical Action.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts; on Abaddon: 2 PDS."),
    ("3 cruisers vs 2 dreads, in range of 2 enemy PDS II",
     "Tactical Action.\nRed: 3 cruisers.\nBlue with PDS II: 2 dreadnoughts; next door: 2 PDS."),
    ("3 cruisers vs 2 dreads, I'm in range of 3 pds2 with plasma scoring",
     "Tactical Action.\nRed: 3 cruisers.\nBlue with PDS II, Plasma Scoring: 2 dreadnoughts; next door: 3 PDS."),
    ("3 cruisers vs 2 dreads, my 2 PDS in range",
     "Tactical Action.\nRed: 3 cruisers; on Abaddon: 2 PDS.\nBlue: 2 dreadnoughts."),
    ("3 cruisers vs 2 dreads, he is in range of 2 of my PDS II",
     "Tactical Action.\nRed with PDS II: 3 cruisers; next door: 2 PDS.\nBlue: 2 dreadnoughts."),
    ("3 cruisers vs 2 dreads (attacker has 2 pds in range)",
     "Tactical Action.\nRed: 3 cruisers; on Abaddon: 2 PDS.\nBlue: 2 dreadnoughts."),
    ("4 cruisers within range of 3 PDS2, plasma scoring",
     "Space Cannon Offense.\nRed: 4 cruisers.\nBlue with PDS II, Plasma Scoring: on Abaddon: 3 PDS."),
    ("6 infantry land, 4 infantry defend with 1 pds",
     "Invasion.\nRed: 6 infantry.\nBlue: on Abaddon: 4 infantry, 1 PDS."),
    ("2 dreads vs 3 cruisers, defender retreats to an adjacent system after round 1",
     "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1}}}]}"),
    ("2 dreads vs 3 cruisers, I retreat after round 2",
     "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 2}}}, {}]}"),
    ("space cannon: 3 pds vs 2 dreads 3 ff",
     "Space Cannon Offense.\nRed: 2 dreadnoughts, 3 fighters.\nBlue: on Abaddon: 3 PDS."),
    ("Sol 3 cruisers vs Hacan 4 cruisers, Sol fights for one round then retreats",
     "Space Combat.\nSol (The Federation of Sol): 3 cruisers.\nHacan (The Emirates of Hacan): 4 cruisers.\n"
     "Asked: Sol has at least 1 ship.\nAlso: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("I have 3 cruisers vs 2 dreads, I fight for one round then retreat",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("3 cruisers vs 2 dreads, I stay for one round then retreat",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("I attack with 3 cruisers for one round then retreat vs 2 dreads",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("3 cruisers fight 2 dreads for one round then retreat",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("I attack 2 dreads with 3 cruisers for one round then retreat",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("can I hit 2 dreads with 3 cruisers for one round then retreat?",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("Sol attacks Letnev: 3 cruisers vs 2 dreads, Sol for one round then retreat",
     "Space Combat.\nSol (The Federation of Sol): 3 cruisers.\nLetnev (The Barony of Letnev): 2 dreadnoughts.\n"
     "Asked: Sol has at least 1 ship.\nAlso: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("3 cruisers vs 2 dreads for one round then retreat",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("dread bombardment on 3 inf", "Bombardment.\nRed: 1 dreadnought.\nBlue: on Abaddon: 3 infantry."),
    ("bombardment on 3 inf with 2 dreads", "Bombardment.\nRed: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("2 dread bombardment on 3 inf", "Bombardment.\nRed: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("2 dreads with plasma bombardment on 3 inf",
     "Bombardment.\nRed with Plasma Scoring: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("bombard 3 inf with 2 dreads and plasma scoring",
     "Bombardment.\nRed with Plasma Scoring: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("2 dreads with plasma scoring bombardment on 3 inf",
     "Bombardment.\nRed with Plasma Scoring: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("bombardment: 2 dreads on 3 inf", "Bombardment.\nRed: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("bombarding 3 inf with 2 dreads", "Bombardment.\nRed: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("should I attack mecatol with 4 inf 1 mech 2 dreads, winnu has 3 inf 2 pds on it and 1 cruiser in space",
     "Tactical Action.\nRed: 4 infantry, 1 mech, 2 dreadnoughts.\n"
     "Winnu (The Winnu): 1 cruiser; on Mecatol Rex: 3 infantry, 2 PDS."),
    ("5 inf 1 mech vs 4 inf 2 pds", "Invasion.\nRed: 5 infantry, 1 mech.\nBlue: on Abaddon: 4 infantry, 2 PDS."),
    ("can 2 dreads with 4 inf take a planet with 3 inf and 1 pds",
     "Tactical Action.\nRed: 2 dreadnoughts, 4 infantry.\nBlue: on Abaddon: 3 infantry, 1 PDS."),
    ("2 dreads bombard 3 infantry", "Bombardment.\nRed: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("1 war sun bombards 4 inf and a pds",
     "Bombardment.\nRed with War Sun: 1 war sun.\nBlue: on Abaddon: 4 infantry, 1 PDS."),
    ("bombardment 3 dreads vs 4 inf 1 mech",
     "Bombardment.\nRed: 3 dreadnoughts.\nBlue: on Abaddon: 4 infantry, 1 mech."),
    ("l1z1x 2 dreads bombard 5 inf with harrow",
     "Bombardment.\nL1Z1X (The L1Z1X Mindnet): 2 dreadnoughts.\nBlue: on Abaddon: 5 infantry."),
    ("3 destroyers 2 afb vs 7 ff", "Anti-Fighter Barrage.\nRed with Destroyer II: 3 destroyers.\nBlue: 7 fighters."),
    ("afb with 2 destroyer ii vs 6 fighters 1 carrier",
     "Anti-Fighter Barrage.\nRed with Destroyer II: 2 destroyers.\nBlue: 6 fighters, 1 carrier."),
    ("2 pds shoot at 3 carriers", "Space Cannon Offense.\nRed: 3 carriers.\nBlue: on Abaddon: 2 PDS."),
    ("xxcha flagship and 2 pds fire at 3 dreads",
     "Tactical Action.\nRed: 3 dreadnoughts.\nXxcha (The Xxcha Kingdom): 1 flagship; on Abaddon: 2 PDS."),
    ("he has 3 pds in range, i move in with 4 cruisers, he has 1 destroyer there",
     "Tactical Action.\nRed: 4 cruisers.\nBlue: 1 destroyer; on Abaddon: 3 PDS."),
    ("4 cruisers move into a system with 1 destroyer and 2 pds ii",
     "Tactical Action.\nRed: 4 cruisers.\nBlue with PDS II: 1 destroyer; on Abaddon: 2 PDS."),
    ("i have 3 cruisers and he has 2 dreads and i retreat after the first round",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("3 cruisers vs 2 dreads, retreat after 2 rounds",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 2}}}]}"),
    ("2 dn vs 4 ca, defender flees in round 2",
     "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 4 cruisers.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 2}}}]}"),
    ("3 cruisers vs 2 dreads for 2 rounds",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAlso: {\"stop_after\": 2}"),
    ("3 cruisers vs 2 dreads for two rounds then i retreat",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 2}}}, {}]}"),
    ("3 cruisers with plasma scoring and 2 pds vs 2 dreads",
     "Tactical Action.\nRed: 2 dreadnoughts.\nBlue with Plasma Scoring: 3 cruisers; on Abaddon: 2 PDS."),
    ("invade: 6 inf 2 dreads vs 4 inf 2 pds with magen",
     "Tactical Action.\nRed: 6 infantry, 2 dreadnoughts.\n"
     "Blue with Magen Defense Grid ΩΩ: on Abaddon: 4 infantry, 2 PDS."),
    ("i land 4 inf and a mech on jord, sol has 3 inf 1 mech 2 pds",
     "Invasion.\nRed: 4 infantry, 1 mech.\nSol (The Federation of Sol): on Jord: 3 infantry, 1 mech, 2 PDS."),
    ("invasion of mecatol: me 2 dreads 5 inf, them 4 inf 1 pds, x89",
     "Invasion.\nRed: 2 dreadnoughts, 5 infantry.\n"
     "Blue with X-89 Bacterial Weapon ΩΩ: on Mecatol Rex: 4 infantry, 1 PDS."),
    ("4 cruisers antimass vs 3 pds ii",
     "Space Cannon Offense.\nRed with Antimass Deflectors: 4 cruisers.\nBlue with PDS II: on Abaddon: 3 PDS."),
    ("3 pds 2 plasma antimass vs 4 carriers",
     "Space Cannon Offense.\nRed with Antimass Deflectors: 4 carriers.\n"
     "Blue with PDS II, Plasma Scoring: on Abaddon: 3 PDS."),
    ("2 dreads vs 3 cruisers i play emergency repairs in round 2",
     "Space Combat.\nRed with Emergency Repairs: 2 dreadnoughts.\nBlue: 3 cruisers.\n"
     "Also: {\"players\": [{\"policy\": {\"play\": {\"emergency-repairs\": 2}}}, {}]}"),
    ("chance of 5 cruisers surviving 3 pds", "Space Cannon Offense.\nRed: 5 cruisers.\nBlue: on Abaddon: 3 PDS."),
    ("I want to attack the space dock of Hacan guarded by 2 carriers 4 fighters and a pds with 3 dreads",
     "Tactical Action.\nRed: 3 dreadnoughts.\n"
     "Hacan (The Emirates of Hacan): 2 carriers, 4 fighters; on Abaddon: 1 space dock, 1 PDS."),
    ("sol is sitting on mecatol with 5 inf 2 pds and 3 cruisers above. i have 4 dreads 6 inf 2 mechs",
     "Tactical Action.\nRed: 4 dreadnoughts, 6 infantry, 2 mechs.\n"
     "Sol (The Federation of Sol): 3 cruisers; on Mecatol Rex: 5 infantry, 2 PDS."),
    ("do i retreat with 2 cruisers vs 3 dreads",
     "Space Combat.\nRed: 2 cruisers.\nBlue: 3 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("3 pds vs 4 cruisers, pds II", "Space Cannon Offense.\nRed: 4 cruisers.\nBlue with PDS II: on Abaddon: 3 PDS."),
    ("4 cruisers attack 2 dreads supported by 3 pds next door",
     "Tactical Action.\nRed: 4 cruisers.\nBlue: 2 dreadnoughts; next door: 3 PDS."),
    ("4 cruisers attack 2 dreads supported by 3 pds II from the adjacent system",
     "Tactical Action.\nRed: 4 cruisers.\nBlue with PDS II: 2 dreadnoughts; next door: 3 PDS."),
    ("i send 2 carriers w/ 4 ff 4 inf to a system with 2 destroyers, planet has 2 inf",
     "Tactical Action.\nRed: 2 carriers, 4 fighters, 4 infantry.\nBlue: 2 destroyers; on Abaddon: 2 infantry."),
    ("3 dn 3 inf attack planet with 4 inf no pds",
     "Invasion.\nRed: 3 dreadnoughts, 3 infantry.\nBlue: on Abaddon: 4 infantry."),
    ("carrier with 4 inf invades 2 inf", "Invasion.\nRed: 1 carrier, 4 infantry.\nBlue: on Abaddon: 2 infantry."),
    ("dread + 2 inf vs 1 inf on quann", "Invasion.\nRed: 1 dreadnought, 2 infantry.\nBlue: on Quann: 1 infantry."),
    ("cruiser + 1 inf vs 1 inf", "Invasion.\nRed: 1 cruiser, 1 infantry.\nBlue: on Abaddon: 1 infantry."),
    ("2 cruisers 2 inf vs 1 destroyer 2 inf",
     "Tactical Action.\nRed: 2 cruisers, 2 infantry.\nBlue: 1 destroyer; on Abaddon: 2 infantry."),
    ("2 carriers 6 inf 2 ff attack 1 cruiser, 4 inf on ground",
     "Tactical Action.\nRed: 2 carriers, 6 infantry, 2 fighters.\nBlue: 1 cruiser; on Abaddon: 4 infantry."),
    ("3 dreads bombard 4 inf and land 3 inf",
     "Invasion.\nRed: 3 dreadnoughts, 3 infantry.\nBlue: on Abaddon: 4 infantry."),
    ("2 dreads bombard 3 inf, plasma scoring",
     "Bombardment.\nRed with Plasma Scoring: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("bombardment of 3 dreads on 4 infantry", "Bombardment.\nRed: 3 dreadnoughts.\nBlue: on Abaddon: 4 infantry."),
    ("bombardment on 4 inf and 1 mech by 2 war suns",
     "Bombardment.\nRed with War Sun: 2 war suns.\nBlue: on Abaddon: 4 infantry, 1 mech."),
    ("plasma scoring bombardment 2 dreads vs 3 inf",
     "Bombardment.\nRed with Plasma Scoring: 2 dreadnoughts.\nBlue: on Abaddon: 3 infantry."),
    ("war sun bombardment vs 5 infantry",
     "Bombardment.\nRed with War Sun: 1 war sun.\nBlue: on Abaddon: 5 infantry."),
    ("bombarding a planet with 4 inf using 3 dreads and plasma",
     "Bombardment.\nRed with Plasma Scoring: 3 dreadnoughts.\nBlue: on Abaddon: 4 infantry."),
    ("how many hits do 2 dreads bombarding 4 inf get",
     "Bombardment.\nRed: 2 dreadnoughts.\nBlue: on Abaddon: 4 infantry."),
    ("how many inf will 3 dreads kill by bombardment of 4 inf",
     "Bombardment.\nRed: 3 dreadnoughts.\nBlue: on Abaddon: 4 infantry."),
    ("how many hits does 1 war sun with plasma do bombarding 5 inf",
     "Bombardment.\nRed with Plasma Scoring, War Sun: 1 war sun.\nBlue: on Abaddon: 5 infantry."),
    ("he retreats after round 1: my 4 cruisers vs his 3 dreads",
     "Space Combat.\nRed: 4 cruisers.\nBlue: 3 dreadnoughts.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1}}}]}"),
    ("4 cruisers vs 3 dreads he retreats after round 1",
     "Space Combat.\nRed: 4 cruisers.\nBlue: 3 dreadnoughts.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1}}}]}"),
    ("4 cruisers vs 3 dreads with the dreads retreating after round 1",
     "Space Combat.\nRed: 4 cruisers.\nBlue: 3 dreadnoughts.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1}}}]}"),
    ("sol retreats after round 2: sol 2 cv 6 ff vs letnev 3 dn",
     "Space Combat.\nSol (The Federation of Sol): 2 carriers, 6 fighters.\n"
     "Letnev (The Barony of Letnev): 3 dreadnoughts.\nAsked: Sol has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 2}}}, {}]}"),
    ("i attack with 2 war suns, they try to retreat round 1 with 3 cruisers",
     "Space Combat.\nRed with War Sun: 2 war suns.\nBlue: 3 cruisers.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1}}}]}"),
    ("2 dn vs 3 ca attacker retreats if 1 ship left",
     "Space Combat.\nRed: 2 dreadnoughts.\nBlue: 3 cruisers.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1, \"ships_at_most\": 1}}}, {}]}"),
    ("fight 1 round with 3 cruisers vs 2 dreads and then run away",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"stop_after\": 1, \"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("jolnar 3 dreads -1 vs sol 4 cruisers",
     "Space Combat.\nJol-Nar (The Universities of Jol-Nar): 3 dreadnoughts.\n"
     "Sol (The Federation of Sol): 4 cruisers.\nBy hand for Jol-Nar: -1 to combat rolls."),
    ("sol fleet: 2 carriers, 8 fighters, 4 inf. jolnar fleet: 3 cruisers, 1 dread",
     "Tactical Action.\nSol (The Federation of Sol): 2 carriers, 8 fighters, 4 infantry.\n"
     "Jol-Nar (The Universities of Jol-Nar): 3 cruisers, 1 dreadnought."),
    ("attacker 3 dreads defender 4 cruisers pds",
     "Tactical Action.\nRed: 3 dreadnoughts.\nBlue: 4 cruisers; on Abaddon: 1 PDS."),
    ("att: 3 dn def: 4 ca + 2 pds", "Tactical Action.\nRed: 3 dreadnoughts.\nBlue: 4 cruisers; on Abaddon: 2 PDS."),
    ("do 3 cruisers survive 2 pds ii",
     "Space Cannon Offense.\nRed: 3 cruisers.\nBlue with PDS II: on Abaddon: 2 PDS."),
    ("will 2 cruisers make it past 3 pds", "Space Cannon Offense.\nRed: 2 cruisers.\nBlue: on Abaddon: 3 PDS."),
    ("4 inf vs 2 inf + bunker + 1 pds",
     "Invasion.\nRed: 4 infantry.\nBlue with Bunker: on Abaddon: 2 infantry, 1 PDS."),
    ("2 dreads 6 inf vs 4 inf 1 pds, i have x-89 and he has magen defense grid",
     "Tactical Action.\nRed with X-89 Bacterial Weapon ΩΩ: 2 dreadnoughts, 6 infantry.\n"
     "Blue with Magen Defense Grid ΩΩ: on Abaddon: 4 infantry, 1 PDS."),
    ("1 war sun 6 inf vs 4 inf 2 pds",
     "Tactical Action.\nRed with War Sun: 1 war sun, 6 infantry.\nBlue: on Abaddon: 4 infantry, 2 PDS."),
    ("2 dreads vs 1 dread 1 pds, i have conventions of war, he's got nothing",
     "Tactical Action.\nRed with Conventions of War: 2 dreadnoughts.\nBlue: 1 dreadnought; on Abaddon: 1 PDS."),
    ("2 dreads, intercept vs 3 cruisers retreating",
     "Space Combat.\nRed with Intercept: 2 dreadnoughts.\nBlue: 3 cruisers.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1}}}]}"),
    ("2 dread 2 inf on each side",
     "Tactical Action.\nRed: 2 dreadnoughts, 2 infantry.\nBlue: 2 dreadnoughts; on Abaddon: 2 infantry."),
    ("3 cruisers on tile 18 vs 2 dreads",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAlso: {\"system\": \"18\"}"),
    ("system 26: 3 cruisers vs 2 dreads",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAlso: {\"system\": \"26\"}"),
    ("his 3 dreads moved into my system, i have 1 pds 2 cruisers",
     "Tactical Action.\nRed: 3 dreadnoughts.\nBlue: 2 cruisers; on Abaddon: 1 PDS."),
    ("3 dreads move in on 2 cruisers and 2 pds",
     "Tactical Action.\nRed: 3 dreadnoughts.\nBlue: 2 cruisers; on Abaddon: 2 PDS."),
    ("Sol 3 cruisers vs Hacan 4 cruisers, Sol fights for two rounds then retreats",
     "Space Combat.\nSol (The Federation of Sol): 3 cruisers.\nHacan (The Emirates of Hacan): 4 cruisers.\n"
     "Asked: Sol has at least 1 ship.\nAlso: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 2}}}, {}]}"),
    ("I have 3 cruisers and he has 2 dreads, fight for 1 round then retreat",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("my 3 cruisers vs his 2 dreads, retreat after round 2",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 2}}}, {}]}"),
    ("my 3 cruisers vs his 2 dreads, retreats after round 2",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 2}}}]}"),
    ("my 3 cruisers attack his 2 dreads for 1 round and then retreat",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("I stay for one round then retreat: 3 cruisers vs 2 dreads",
     "Space Combat.\nRed: 3 cruisers.\nBlue: 2 dreadnoughts.\nAsked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("winnu has 3 inf 2 pds and 1 cruiser in space. i have 4 dreads",
     "Tactical Action.\nRed: 4 dreadnoughts.\nWinnu (The Winnu): 1 cruiser; on Abaddon: 3 infantry, 2 PDS."),
    ("bombardment of 4 inf by 2 war suns",
     "Bombardment.\nRed with War Sun: 2 war suns.\nBlue: on Abaddon: 4 infantry."),
    ("bombardment of 4 inf on mecatol by 2 war suns",
     "Bombardment.\nRed with War Sun: 2 war suns.\nBlue: on Mecatol Rex: 4 infantry."),
    ("bombardment of 4 inf on mecatol with 2 war suns",
     "Bombardment.\nRed with War Sun: 2 war suns.\nBlue: on Mecatol Rex: 4 infantry."),
    ("I bombard 4 inf with 3 dreads and land 3 inf",
     "Invasion.\nRed: 3 dreadnoughts, 3 infantry.\nBlue: on Abaddon: 4 infantry."),
    ("3 dreads attack 1 cruiser and land 3 inf on 2 inf",
     "Tactical Action.\nRed: 3 dreadnoughts, 3 infantry.\nBlue: 1 cruiser; on Abaddon: 2 infantry."),
    ("Letnev attacks with 2 dreads and lands 3 inf, I have 1 pds and 2 inf",
     "Tactical Action.\nLetnev (The Barony of Letnev): 2 dreadnoughts, 3 infantry.\n"
     "Blue: on Abaddon: 1 PDS, 2 infantry."),
    ("2 dreads and 4 inf land on mecatol with 3 inf",
     "Invasion.\nRed: 2 dreadnoughts, 4 infantry.\nBlue: on Mecatol Rex: 3 infantry."),
    ("i attack 2 cruisers with 3 dreads and land 4 inf, he has 2 inf on the planet",
     "Tactical Action.\nRed: 3 dreadnoughts, 4 infantry.\nBlue: 2 cruisers; on Abaddon: 2 infantry."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "battle"), READINGS, ids=[text[:60] for text, _ in READINGS])
def test_requests_are_read_as_they_were_meant(text: str, battle: str) -> None:
    assert_read(text, battle)


def test_a_round_of_the_game_stops_no_combat() -> None:
    found = take("Round 4, Mecatol. Winnu has 3 infantry. I bring 6 infantry.")
    assert "stop_after" not in found.scenario
    assert found.left_out == ["Nothing is known for 'Round 4' of Winnu."]


FOUGHT = "3 cruisers vs 2 dreads for one round then retreat"
OF_RED = "The retreat was given to Red, the side named first; if it is Blue’s, name it beside Blue’s units."


def test_whose_a_retreat_was_taken_to_be_is_said() -> None:
    assert OF_RED in take(FOUGHT).added
    assert OF_RED in take("fight 1 round with 3 cruisers vs 2 dreads and then run away").added
    assert not take(f"I have {FOUGHT}").added
    last = "The retreat was given to Blue, the side named last"
    assert any(line.startswith(last) for line in take("3 cruisers vs 2 dreads, retreat after 2 rounds").added)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("should I defend with 3 cruisers vs 2 dreads or retreat", "or retreat"),
        ("2 dreads vs 3 cruisers with morale boost for 2 rounds", "2 rounds"),
    ],
)
def test_a_choice_or_a_span_that_no_policy_says_is_left_out(text: str, left: str) -> None:
    found = take(text)
    assert [line.partition(" of ")[0] for line in found.left_out] == [f"Nothing is known for {left!r}"]
    assert not [player for player in found.scenario["players"] if "policy" in player]
    assert "stop_after" not in found.scenario


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("plasma bombardment on 3 inf", "one side"),
        ("bombardment on Mecatol: 2 dreads, 3 inf", "one side"),
        ("6 inf vs 4 inf after bombardment by 2 dreads", "all units of a side together"),
    ],
)
def test_a_bombardment_whose_ships_nobody_can_know_is_refused(text: str, why: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=why):
        take(text)
