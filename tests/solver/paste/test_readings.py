"""Wordings that were once misread, each with the battle that it stands for; no word of theirs is left out."""

import pytest

import mecatol
from mecatol.paste.taking import take
from mecatol.scenario import sentence

READINGS: list[tuple[str, str]] = [
    ("my flagship (Arc Secundus) and 2 dreads vs 4 cruisers",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev): 1 flagship, 2 dreadnoughts.\n"
     "Blue: 4 cruisers."),
    ("my flagship, Arc Secundus, and 2 dreads vs 4 cruisers",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev): 1 flagship, 2 dreadnoughts.\n"
     "Blue: 4 cruisers."),
    ("2 dreads but one has sustained damage vs 3 cruisers",
     "Space Combat.\n"
     "Red: 2 dreadnoughts (1 damaged).\n"
     "Blue: 3 cruisers."),
    ("a fresh dreadnought and a damaged one vs 3 cruisers",
     "Space Combat.\n"
     "Red: 2 dreadnoughts (1 damaged).\n"
     "Blue: 3 cruisers."),
    ("2 cruisers, a damaged dread and two fresh ones vs 3 cruisers",
     "Space Combat.\n"
     "Red: 2 cruisers, 3 dreadnoughts (1 damaged).\n"
     "Blue: 3 cruisers."),
    ("6 pds shooting at 4 cruisers",
     "Space Cannon Offense.\n"
     "Red: 4 cruisers.\n"
     "Blue: on Abaddon: 6 PDS."),
    ("2 pds with plasma and graviton vs 3 carriers",
     "Space Cannon Offense.\n"
     "Red: 3 carriers.\n"
     "Blue with Plasma Scoring, Graviton Laser System: on Abaddon: 2 PDS."),
    ("2 pds II vs 3 carriers with graviton laser system",
     "Space Cannon Offense.\n"
     "Red: 3 carriers.\n"
     "Blue with PDS II, Graviton Laser System: on Abaddon: 2 PDS."),
    ("Mentak 4 cruisers vs 3 cruisers and 2 destroyers, ambush",
     "Space Combat.\n"
     "Mentak (The Mentak Coalition): 4 cruisers.\n"
     "Blue: 3 cruisers, 2 destroyers."),
    ("4 cruisers with ambush vs 3 cruisers",
     "Space Combat.\n"
     "Mentak (The Mentak Coalition): 4 cruisers.\n"
     "Blue: 3 cruisers."),
    ("Argent with raid formation 3 destroyers vs 6 fighters",
     "Space Combat.\n"
     "Argent (The Argent Flight): 3 destroyers.\n"
     "Blue: 6 fighters."),
    ("Xxcha flagship on defense with 2 cruisers vs 4 Letnev dreads",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev): 4 dreadnoughts.\n"
     "Xxcha (The Xxcha Kingdom): 1 flagship, 2 cruisers."),
    ("4 inf, defender 2 inf, 1 pds",
     "Invasion.\n"
     "Red: 4 infantry.\n"
     "Blue: on Abaddon: 2 infantry, 1 PDS."),
    ("A: 3 cruisers B: 2 dreads",
     "Space Combat.\n"
     "A: 3 cruisers.\n"
     "B: 2 dreadnoughts."),
    ("A) 3 cruisers B) 2 dreads",
     "Space Combat.\n"
     "A: 3 cruisers.\n"
     "B: 2 dreadnoughts."),
    ("2 dreads vs 3 cruisers, I play morale boost",
     "Space Combat.\n"
     "Red with Morale Boost: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("2 dreads vs 3 cruisers, they play shields holding",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue with Shields Holding: 3 cruisers."),
    ("I attack 3 cruisers with 2 dreads, they have shields holding and I have direct hit",
     "Space Combat.\n"
     "Red with Direct Hit: 2 dreadnoughts.\n"
     "Blue with Shields Holding: 3 cruisers."),
    ("2 cruisers vs 2 cruisers, morale boost in round 2",
     "Space Combat.\n"
     "Red: 2 cruisers.\n"
     "Blue with Morale Boost: 2 cruisers.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"play\": {\"morale-boost\": 2}}}]}"),
    ("4 PDS2 space cannon offense against 2 dn",
     "Space Cannon Offense.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue with PDS II: on Abaddon: 4 PDS."),
    ("3 cruisers vs 2 dreads and a space dock",
     "Space Combat.\n"
     "Red: 3 cruisers.\n"
     "Blue: 2 dreadnoughts; on Abaddon: 1 space dock."),
    ("3 cruisers vs 2 dreads with lightrail ordnance and a space dock",
     "Tactical Action.\n"
     "Red: 3 cruisers.\n"
     "Blue with Lightrail Ordnance: 2 dreadnoughts; on Abaddon: 1 space dock."),
    ("space combat: 2 cruisers vs Nekro flagship and 2 infantry on Abaddon",
     "Space Combat.\n"
     "Red: 2 cruisers.\n"
     "Nekro (The Nekro Virus): 1 flagship; on Abaddon: 2 infantry."),
    ("bunker: 2 dreads, 3 inf vs 2 inf",
     "Invasion.\n"
     "Red: 2 dreadnoughts, 3 infantry.\n"
     "Blue with Bunker: on Abaddon: 2 infantry."),
    ("2 hel titans vs 3 infantry",
     "Invasion.\n"
     "Red: 3 infantry.\n"
     "Titans (The Titans of Ul): on Abaddon: 2 PDS."),
    ("landing 3 infantry on Abyz against 2 infantry",
     "Ground Combat.\n"
     "Red: on Abyz: 3 infantry.\n"
     "Blue: on Abyz: 2 infantry."),
    ("J.N.S. Hylarim and 2 fighters vs D.W.S. Luminous.",
     "Space Combat.\n"
     "Jol-Nar (The Universities of Jol-Nar): 1 flagship, 2 fighters.\n"
     "Deepwrought (The Deepwrought Scholarate): 1 flagship."),
    ("Mentak 2 cruisers with Ipswitch vs 1 dread with cavalry",
     "Space Combat.\n"
     "Mentak (The Mentak Coalition) with Ipswitch, Loose Cannon: 2 cruisers.\n"
     "Blue with The Cavalry (Memoria I): 1 dreadnought."),
    ("4 letani vs 3 infantry",
     "Ground Combat.\n"
     "Arborec (The Arborec): on Abaddon: 4 infantry.\n"
     "Blue: on Abaddon: 3 infantry."),
    ("Creuss 3 cruisers vs 2 dreads with dimensional splicer",
     "Space Combat.\n"
     "Creuss (The Ghosts of Creuss) with Dimensional Splicer: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("3 inf vs N'orr 3 inf with tekklar legion",
     "Ground Combat.\n"
     "Red with Tekklar Legion: on Abaddon: 3 infantry.\n"
     "N'orr (Sardakk N'orr): on Abaddon: 3 infantry."),
    ("Last Bastion galvanized war sun vs 5 cruisers",
     "Space Combat.\n"
     "Bastion (Last Bastion) with War Sun, Galvanized War Sun: 1 war sun.\n"
     "Blue: 5 cruisers."),
    ("5 dreads vs 3 dreads, both with assault cannon",
     "Space Combat.\n"
     "Red with Assault Cannon: 5 dreadnoughts.\n"
     "Blue with Assault Cannon: 3 dreadnoughts."),
    ("5ff-2dd-1ca vs 3ff-3dd",
     "Space Combat.\n"
     "Red: 5 fighters, 2 destroyers, 1 cruiser.\n"
     "Blue: 3 fighters, 3 destroyers."),
    ("5ff2dd1ca vs 3ff3dd",
     "Space Combat.\n"
     "Red: 5 fighters, 2 destroyers, 1 cruiser.\n"
     "Blue: 3 fighters, 3 destroyers."),
    ("3 cruisers with reveal prototype vs 2 dreads",
     "Space Combat.\n"
     "Red with Cruiser II: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("Jol-Nar 3 destroyers with commander vs 6 fighters",
     "Space Combat.\n"
     "Jol-Nar (The Universities of Jol-Nar) with Agnlan Oln: 3 destroyers.\n"
     "Blue: 6 fighters."),
    ("Letnev 1 dread with agent vs 2 cruisers",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev) with Viscount Unlenn: 1 dreadnought.\n"
     "Blue: 2 cruisers."),
    ("2 dreads, 4 infantry vs 3 infantry with parley",
     "Invasion.\n"
     "Red: 2 dreadnoughts, 4 infantry.\n"
     "Blue with Parley: on Abaddon: 3 infantry."),
    ("3x Dreadnought (1x damaged), 2x Cruiser vs 4x Cruiser II",
     "Space Combat.\n"
     "Red: 3 dreadnoughts (1 damaged), 2 cruisers.\n"
     "Blue with Cruiser II: 4 cruisers."),
    ("a fight between 3 Sol cruisers and 2 Letnev dreadnoughts",
     "Space Combat.\n"
     "Sol (The Federation of Sol): 3 cruisers.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Attacker: Letnev; 2 dreads. Techs: Duranium Armor. Defender: Sol; 3 carriers, 10 fighters. "
     "Techs: Fighter II, Carrier II",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev) with Duranium Armor: 2 dreadnoughts.\n"
     "Sol (The Federation of Sol) with Fighter II, Advanced Carrier II: 3 carriers, 10 fighters."),
    ("2 dn, tech: duranium armor vs 4 ca, tech: cruiser ii",
     "Space Combat.\n"
     "Red with Duranium Armor: 2 dreadnoughts.\n"
     "Blue with Cruiser II: 4 cruisers."),
    ("tech: cruiser II, destroyer II. 3 cruisers, 2 destroyers vs 2 dreads",
     "Space Combat.\n"
     "Red with Cruiser II, Destroyer II: 3 cruisers, 2 destroyers.\n"
     "Blue: 2 dreadnoughts."),
    ("Red with cruiser ii and fighter II: 2 cruisers, 3 fighters vs 3 cruisers",
     "Space Combat.\n"
     "Red with Cruiser II, Fighter II: 2 cruisers, 3 fighters.\n"
     "Blue: 3 cruisers."),
    ("Nomad with memoria ii: 1 flagship vs Red: destroyer ii, 3 destroyers",
     "Space Combat.\n"
     "Nomad (The Nomad) with Memoria II: 1 flagship.\n"
     "Red with Destroyer II: 3 destroyers."),
    ("Red: a cruiser ii and 2 cruisers vs damaged dreadnought II, 2 dreadnoughts",
     "Space Combat.\n"
     "Red with Cruiser II: 3 cruisers.\n"
     "Blue with Dreadnought II: 3 dreadnoughts (1 damaged)."),
    ("2 dreads (def) vs 2 carriers and 8 fighters (att)",
     "Space Combat.\n"
     "Red: 2 carriers, 8 fighters.\n"
     "Blue: 2 dreadnoughts."),
    ("2 cruisers in orbit and 3 infantry on the planet vs 1 dread, 4 infantry",
     "Tactical Action.\n"
     "Red: 1 dreadnought, 4 infantry.\n"
     "Blue: 2 cruisers; on Abaddon: 3 infantry."),
    ("AFB: 3 destroyers vs 6 fighters",
     "Anti-Fighter Barrage.\n"
     "Red: 3 destroyers.\n"
     "Blue: 6 fighters."),
    ("space cannon defense: 3 infantry vs 2 pds 1 infantry",
     "Space Cannon Defense.\n"
     "Red: on Abaddon: 3 infantry.\n"
     "Blue: on Abaddon: 2 PDS, 1 infantry."),
    ("2 super dreads II vs 3 cruisers",
     "Space Combat.\n"
     "L1Z1X (The L1Z1X Mindnet) with Super Dreadnought II: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("Letnev 2 dreads with war funding vs 3 cruisers",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev) with War Funding Ω: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("3 dreads vs 2 cruisers and 3 pds 2 in adjacent system",
     "Tactical Action.\n"
     "Red: 3 dreadnoughts.\n"
     "Blue with PDS II: 2 cruisers; next door: 3 PDS."),
    ("3 dreads vs 2 cruisers and 3 adjacent pds II",
     "Tactical Action.\n"
     "Red: 3 dreadnoughts.\n"
     "Blue with PDS II: 2 cruisers; next door: 3 PDS."),
    ("Ral Nel mech and 2 adjacent infantry vs 2 infantry",
     "Ground Combat.\n"
     "Ral Nel (The Ral Nel Consortium): on Abaddon: 1 mech; next door: 2 infantry.\n"
     "Blue: on Abaddon: 2 infantry."),
    ("3 dreads vs 2 cruisers with pds (3 PDS II)",
     "Tactical Action.\n"
     "Red: 3 dreadnoughts.\n"
     "Blue with PDS II: 2 cruisers; on Abaddon: 3 PDS."),
    ("three (3) cruisers vs two (2) dreads",
     "Space Combat.\n"
     "Red: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("Arborec 1 flagship vs 3 destroyers, Arborec with Direct Hit",
     "Space Combat.\n"
     "Arborec (The Arborec) with Direct Hit: 1 flagship.\n"
     "Blue: 3 destroyers."),
    ("Sol 2 carriers vs Sol 3 destroyers, Sol with Direct Hit",
     "Space Combat.\n"
     "Red (The Federation of Sol): 2 carriers.\n"
     "Blue (The Federation of Sol) with Direct Hit: 3 destroyers."),
    ("2 cruisers vs 3 destroyers, Red with Direct Hit",
     "Space Combat.\n"
     "Red with Direct Hit: 2 cruisers.\n"
     "Blue: 3 destroyers."),
    ("green: 2 cruisers vs purple: 3 destroyers. Green has Direct Hit",
     "Space Combat.\n"
     "Green with Direct Hit: 2 cruisers.\n"
     "Purple: 3 destroyers."),
    ("3 dreads vs 2 cruisers, retreat if 1 ship left",
     "Space Combat.\n"
     "Red: 3 dreadnoughts.\n"
     "Blue: 2 cruisers.\n"
     "Asked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1, \"ships_at_most\": 1}}}]}"),
    ("scramble frequency: Xxcha 2 PDS vs 2 carriers",
     "Space Cannon Offense.\n"
     "Red with Scramble Frequency: 2 carriers.\n"
     "Xxcha (The Xxcha Kingdom): on Abaddon: 2 PDS."),
    ("courageous to the end for defender: 3 cruisers vs 2 cruisers",
     "Space Combat.\n"
     "Red: 3 cruisers.\n"
     "Blue with Courageous to the End: 2 cruisers."),
    ("morale boost for the attacker and shields holding for the defender: 3 cruisers vs 2 dreads",
     "Space Combat.\n"
     "Red with Morale Boost: 3 cruisers.\n"
     "Blue with Shields Holding: 2 dreadnoughts."),
    ("parley: 3 infantry land on Lodor with 2 infantry",
     "Invasion.\n"
     "Red: 3 infantry.\n"
     "Blue with Parley: on Lodor: 2 infantry."),
    ("what are my chances if I send 2 carriers, 4 fighters and a cruiser at 1 dread and 1 destroyer?",
     "Space Combat.\n"
     "Red: 4 fighters, 1 cruiser, 2 carriers.\n"
     "Blue: 1 destroyer, 1 dreadnought."),
    ("if he throws 3 dreads at my 4 cruisers, what happens?",
     "Space Combat.\n"
     "Red: 3 dreadnoughts.\n"
     "Blue: 4 cruisers."),
    ("4 inf + 1 mech (Sol) land on Mecatol vs 3 inf and 1 pds of Winnu",
     "Invasion.\n"
     "Sol (The Federation of Sol): 4 infantry, 1 mech.\n"
     "Winnu (The Winnu): on Mecatol Rex: 3 infantry, 1 PDS."),
    ("6 infantry drop on Lodor with 2 infantry and a space dock",
     "Ground Combat.\n"
     "Red: on Lodor: 6 infantry.\n"
     "Blue: on Lodor: 2 infantry, 1 space dock."),
    ("2 dreadnoughts vs 2 dreadnoughts with duranium armor, is that enough?",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue with Duranium Armor: 2 dreadnoughts."),
    ("Naaz Eidolon Maximum vs 2 dreads",
     "Space Combat.\n"
     "Naaz-Rokha (The Naaz-Rokha Alliance) with Absolute Synergy: 1 mech.\n"
     "Blue: 2 dreadnoughts."),
    ("Mentak with The Table's Grace: 2 cruisers vs 2 destroyers",
     "Space Combat.\n"
     "Mentak (The Mentak Coalition) with The Table’s Grace: 2 cruisers.\n"
     "Blue: 2 destroyers."),
    ("2 dreads vs Naaz Eidolon Maximum",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Naaz-Rokha (The Naaz-Rokha Alliance) with Absolute Synergy: 1 mech."),
    ("Naaz Eidolon Maximum on Lodor vs 3 infantry",
     "Ground Combat.\n"
     "Red: on Lodor: 3 infantry.\n"
     "Naaz-Rokha (The Naaz-Rokha Alliance) with Absolute Synergy: on Lodor: 1 mech."),
    ("Mentak 2 cruisers with Sleeper Cell vs 2 cruisers",
     "Space Combat.\n"
     "Mentak (The Mentak Coalition) with Ipswitch, Loose Cannon: 2 cruisers.\n"
     "Blue: 2 cruisers."),
    ("2 cruisers attack 3 destroyers in an asteroid field",
     "Space Combat.\n"
     "Red: 2 cruisers.\n"
     "Blue: 3 destroyers."),
    ("Sol has 2 carriers and 6 fighters, Letnev attacks with 2 dreads",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts.\n"
     "Sol (The Federation of Sol): 6 fighters, 2 carriers."),
    ("Sol has 2 carriers and 6 fighters. Letnev moves in with 2 dreads",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts.\n"
     "Sol (The Federation of Sol): 6 fighters, 2 carriers."),
    ("Hacan defends with 2 carriers and 4 fighters; Mentak attacks with 3 cruisers",
     "Space Combat.\n"
     "Mentak (The Mentak Coalition): 3 cruisers.\n"
     "Hacan (The Emirates of Hacan): 4 fighters, 2 carriers."),
    ("Sol: 2 cv, 6 ff, 1 dd. Letnev: 2 dn, 1 ca. Sol attacks",
     "Space Combat.\n"
     "Sol (The Federation of Sol): 6 fighters, 1 destroyer, 2 carriers.\n"
     "Letnev (The Barony of Letnev): 1 cruiser, 2 dreadnoughts."),
    ("Letnev 2 dreads vs Sol 2 carriers 6 fighters, attacker Sol",
     "Space Combat.\n"
     "Sol (The Federation of Sol): 6 fighters, 2 carriers.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Letnev: 2 dn, 1 ca vs Sol: 2 cv, 6 ff. Letnev is defending.",
     "Space Combat.\n"
     "Sol (The Federation of Sol): 6 fighters, 2 carriers.\n"
     "Letnev (The Barony of Letnev): 1 cruiser, 2 dreadnoughts."),
    ("2 dreads vs 4 cruisers, dreads attack",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 4 cruisers."),
    ("2 dreads vs 4 cruisers, red attacks",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 4 cruisers."),
    ("I have 2 dreads, he has 4 cruisers, what if I attack?",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 4 cruisers."),
    ("My opponent has 3 dreads in the system, I have 2 cruisers and 2 carriers. Should I attack?",
     "Space Combat.\n"
     "Red: 2 cruisers, 2 carriers.\n"
     "Blue: 3 dreadnoughts."),
    ("I attack with 3 cruisers, he has a carrier with 4 fighters",
     "Space Combat.\n"
     "Red: 3 cruisers.\n"
     "Blue: 4 fighters, 1 carrier."),
    ("I'm being attacked by 3 dreads. I have 4 cruisers and a carrier with 2 fighters.",
     "Space Combat.\n"
     "Red: 3 dreadnoughts.\n"
     "Blue: 2 fighters, 4 cruisers, 1 carrier."),
    ("I was attacked by a war sun and 2 fighters, and I had 3 dreads",
     "Space Combat.\n"
     "Red with War Sun: 2 fighters, 1 war sun.\n"
     "Blue: 3 dreadnoughts."),
    ("I got attacked, he had 3 cruisers and I had 2 dreads",
     "Space Combat.\n"
     "Red: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("I want to attack Sol. They have 2 carriers and 6 fighters, I have 3 dreads.",
     "Space Combat.\n"
     "Red: 3 dreadnoughts.\n"
     "Sol (The Federation of Sol): 6 fighters, 2 carriers."),
    ("Sol is going to attack me. I have 3 dreads. They have 2 carriers and 6 fighters.",
     "Space Combat.\n"
     "Sol (The Federation of Sol): 6 fighters, 2 carriers.\n"
     "Blue: 3 dreadnoughts."),
    ("Sol attacks Letnev's 2 dreads with 3 cruisers",
     "Space Combat.\n"
     "Sol (The Federation of Sol): 3 cruisers.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts."),
    ("green attacks blue with 3 cruisers, blue has 2 dreads",
     "Space Combat.\n"
     "Green: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("Letnev got attacked by Sol: 2 dreads against 4 cruisers",
     "Space Combat.\n"
     "Sol (The Federation of Sol): 4 cruisers.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts."),
    ("Letnev (attacker): 1 flagship, 2 dreads. Sol (defender): 2 carriers II, 8 fighters",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts, 1 flagship.\n"
     "Sol (The Federation of Sol) with Advanced Carrier II: 8 fighters, 2 carriers."),
    ("I lost 2 dreads and 3 cruisers to 4 destroyers",
     "Space Combat.\n"
     "Red: 4 destroyers.\n"
     "Blue: 3 cruisers, 2 dreadnoughts."),
    ("2 dreads and 2 cruisers vs 3 dreads. I get +1 to all rolls",
     "Space Combat.\n"
     "Red: 2 cruisers, 2 dreadnoughts.\n"
     "Blue: 3 dreadnoughts.\n"
     "By hand for Red: +1 to combat rolls."),
    ("I might attack 3 cruisers with 2 dreads, good idea?",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("I have 3 cruisers ready to attack 2 dreads",
     "Space Combat.\n"
     "Red: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("I want to invade Mecatol Rex with 5 infantry and 2 dreads bombarding, he has 4 infantry and a PDS",
     "Tactical Action.\n"
     "Red: 5 infantry, 2 dreadnoughts.\n"
     "Blue: on Mecatol Rex: 4 infantry, 1 PDS."),
    ("the cats with 3 dreads attack the fish with 4 cruisers",
     "Space Combat.\n"
     "Hacan (The Emirates of Hacan): 3 dreadnoughts.\n"
     "Jol-Nar (The Universities of Jol-Nar): 4 cruisers."),
    ("Letnev dread with Non-Euclid vs 3 cruisers with DH",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev) with Non-Euclidean Shielding: 1 dreadnought.\n"
     "Blue with Direct Hit: 3 cruisers."),
    ("3 infantry with dacxive vs 4 infantry",
     "Ground Combat.\n"
     "Red with Dacxive Animators: on Abaddon: 3 infantry.\n"
     "Blue: on Abaddon: 4 infantry."),
    ("3 dreads with AC vs 4 cruisers, defender has Shields",
     "Space Combat.\n"
     "Red with Assault Cannon: 3 dreadnoughts.\n"
     "Blue with Shields Holding: 4 cruisers."),
    ("2 SWA II vs 8 fighters and 2 carriers",
     "Space Combat.\n"
     "Argent (The Argent Flight) with Strike Wing Alpha II: 2 destroyers.\n"
     "Blue: 8 fighters, 2 carriers."),
    ("what are the odds 2 destroyers kill 3 fighters with AFB",
     "Anti-Fighter Barrage.\n"
     "Red: 2 destroyers.\n"
     "Blue: 3 fighters."),
    ("[3 cruisers, 2 fighters] vs [2 dreads]",
     "Space Combat.\n"
     "Red: 2 fighters, 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("3 tier 2 cruisers vs 3 dreads",
     "Space Combat.\n"
     "Red with Cruiser II: 3 cruisers.\n"
     "Blue: 3 dreadnoughts."),
    ("4 assault cannon cruisers vs 3 dreads",
     "Space Combat.\n"
     "Red with Assault Cannon: 4 cruisers.\n"
     "Blue: 3 dreadnoughts."),
    ("Sol 6 infantry II (spec ops) vs 8 inf",
     "Ground Combat.\n"
     "Sol (The Federation of Sol) with Spec Ops II: on Abaddon: 6 infantry.\n"
     "Blue: on Abaddon: 8 infantry."),
    ("4 destroyers (strike wing alpha II) vs 6 ff 2 cv",
     "Space Combat.\n"
     "Argent (The Argent Flight) with Strike Wing Alpha II: 4 destroyers.\n"
     "Blue: 6 fighters, 2 carriers."),
    ("1 dread, 1 PDS, 2 infantry vs 2 dreads, 3 infantry",
     "Tactical Action.\n"
     "Red: 3 infantry, 2 dreadnoughts.\n"
     "Blue: 1 dreadnought; on Abaddon: 2 infantry, 1 PDS."),
    ("4 cruisers vs 3 dreads, I retreat after round 1",
     "Space Combat.\n"
     "Red: 4 cruisers.\n"
     "Blue: 3 dreadnoughts.\n"
     "Asked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 1}}}, {}]}"),
    ("3 cruisers vs 2 dreads with morale boost on the cruisers",
     "Space Combat.\n"
     "Red with Morale Boost: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("He plays direct hit. My 2 dreads vs his 4 cruisers.",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue with Direct Hit: 4 cruisers."),
    ("4 cruisers vs 3 dreads w/morale boost, no action cards for the cruisers",
     "Space Combat.\n"
     "Red: 4 cruisers.\n"
     "Blue with Morale Boost: 3 dreadnoughts."),
    ("I'm Jol-Nar. Cabal attacks my 3 dreads with their flagship, 2 cruisers and 4 fighters.",
     "Space Combat.\n"
     "Vuil'raith (The Vuil'raith Cabal): 4 fighters, 2 cruisers, 1 flagship.\n"
     "Jol-Nar (The Universities of Jol-Nar): 3 dreadnoughts."),
    ("I'm L1Z1X and about to hit Sol's home. I have 4 super dreads II and 6 infantry. Jord has 6 infantry. No ships.",
     "Invasion.\n"
     "L1Z1X (The L1Z1X Mindnet) with Super Dreadnought II: 4 dreadnoughts, 6 infantry.\n"
     "Sol (The Federation of Sol): on Jord: 6 infantry."),
    ("Nekro comes at me with 4 dreads; I only have a flagship and 2 cruisers",
     "Space Combat.\n"
     "Nekro (The Nekro Virus): 4 dreadnoughts.\n"
     "Blue: 2 cruisers, 1 flagship."),
    ("Letnev flagship first: 2 dreads, Letnev flagship vs 3 dreads",
     "Space Combat.\n"
     "Letnev (The Barony of Letnev): 2 dreadnoughts, 1 flagship.\n"
     "Blue: 3 dreadnoughts."),
    ("carrier battle: 1 carrier, 3 fighters vs 2 carriers",
     "Space Combat.\n"
     "Red: 3 fighters, 1 carrier.\n"
     "Blue: 2 carriers."),
    ("2 dreads being jumped by 3 cruisers",
     "Space Combat.\n"
     "Red: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("N'orr 5 inf vs N'orr 5 inf with valkyrie",
     "Ground Combat.\n"
     "Red (Sardakk N'orr): on Abaddon: 5 infantry.\n"
     "Blue (Sardakk N'orr) with Valkyrie Particle Weave: on Abaddon: 5 infantry."),
    ("clan of saar 2 floating factories, 2 cruisers and 1 infantry vs 3 cruisers",
     "Tactical Action.\n"
     "Saar (The Clan of Saar): 2 cruisers, 1 infantry, 2 space docks.\n"
     "Blue: 3 cruisers."),
    ("mech 2 vs 4 inf",
     "Ground Combat.\n"
     "Red: on Abaddon: 2 mechs.\n"
     "Blue: on Abaddon: 4 infantry."),
    ("3 infantry on lodor vs 2 infantry on abyz",
     "Ground Combat.\n"
     "Red: on Abyz: 3 infantry.\n"
     "Blue: on Abyz: 2 infantry."),
    ("3 inf on lodor and 2 dreads vs 2 inf on abyz",
     "Invasion.\n"
     "Red: 2 dreadnoughts, 3 infantry.\n"
     "Blue: on Abyz: 2 infantry."),
    ("mine: 2 dreads 3 ff. theirs: 3 cruisers",
     "Space Combat.\n"
     "Red: 2 dreadnoughts, 3 fighters.\n"
     "Blue: 3 cruisers."),
    ("4 cruisers at +1 vs 3 dreads",
     "Space Combat.\n"
     "Red: 4 cruisers.\n"
     "Blue: 3 dreadnoughts.\n"
     "By hand for Red: +1 to combat rolls."),
    ("4 cruisers vs 3 dreads, defender gets +1",
     "Space Combat.\n"
     "Red: 4 cruisers.\n"
     "Blue: 3 dreadnoughts.\n"
     "By hand for Blue: +1 to combat rolls."),
    ("3 dreads vs 3 dreads, everyone has direct hit",
     "Space Combat.\n"
     "Red with Direct Hit: 3 dreadnoughts.\n"
     "Blue with Direct Hit: 3 dreadnoughts."),
    ("5 cruisers flying into 3 PDS",
     "Space Cannon Offense.\n"
     "Red: 5 cruisers.\n"
     "Blue: on Abaddon: 3 PDS."),
    ("2 dreads vs 5 cruisers, with emergency repairs",
     "Space Combat.\n"
     "Red with Emergency Repairs: 2 dreadnoughts.\n"
     "Blue: 5 cruisers."),
    ("Yin 3 cruisers 2 destroyers vs Hacan 4 cruisers, yin commander",
     "Space Combat.\n"
     "Yin (The Yin Brotherhood) with Brother Omar Ω: 3 cruisers, 2 destroyers.\n"
     "Hacan (The Emirates of Hacan): 4 cruisers."),
    ("3 dreads vs 5 cruisers, I have assault cannon he has duranium armor",
     "Space Combat.\n"
     "Red with Assault Cannon: 3 dreadnoughts.\n"
     "Blue with Duranium Armor: 5 cruisers."),
    ("3 dreads vs 4 cruisers; I have AC, MB, he has direct hit",
     "Space Combat.\n"
     "Red with Assault Cannon, Morale Boost: 3 dreadnoughts.\n"
     "Blue with Direct Hit: 4 cruisers."),
    ("3 dreads vs 4 cruisers, attacker has AC, defender MB",
     "Space Combat.\n"
     "Red with Assault Cannon: 3 dreadnoughts.\n"
     "Blue with Morale Boost: 4 cruisers."),
    ("2 dreads vs 3 cruisers. I have dread II.",
     "Space Combat.\n"
     "Red with Dreadnought II: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("2 dreads vs 3 cruisers, I also have 2 fighters, 1 carrier",
     "Space Combat.\n"
     "Red: 2 dreadnoughts, 2 fighters, 1 carrier.\n"
     "Blue: 3 cruisers."),
    ("2 dreads vs 3 dreads, one of my dreads is damaged",
     "Space Combat.\n"
     "Red: 2 dreadnoughts (1 damaged).\n"
     "Blue: 3 dreadnoughts."),
    ("2 dreads vs 3 dreads, one of his dreads is damaged",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 dreadnoughts (1 damaged)."),
    ("3 dreads vs 2 dreads, my dreads are damaged",
     "Space Combat.\n"
     "Red: 3 dreadnoughts (3 damaged).\n"
     "Blue: 2 dreadnoughts."),
    ("3 dreads vs 2 dreads, my dread is damaged",
     "Space Combat.\n"
     "Red: 3 dreadnoughts (1 damaged).\n"
     "Blue: 2 dreadnoughts."),
    ("2 mechs vs 4 inf, mech is damaged",
     "Ground Combat.\n"
     "Red: on Abaddon: 2 mechs (1 damaged).\n"
     "Blue: on Abaddon: 4 infantry."),
    ("2 dreads vs 3 cruisers, +1 to attacker",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 cruisers.\n"
     "By hand for Red: +1 to combat rolls."),
    ("4 cruisers vs 3 dreads, +1 to combat for me",
     "Space Combat.\n"
     "Red: 4 cruisers.\n"
     "Blue: 3 dreadnoughts.\n"
     "By hand for Red: +1 to combat rolls."),
    ("4 cruisers vs 3 dreads, direct hit for me",
     "Space Combat.\n"
     "Red with Direct Hit: 4 cruisers.\n"
     "Blue: 3 dreadnoughts."),
    ("2 dreads vs 3 cruisers plus 2 fighters for the attacker",
     "Space Combat.\n"
     "Red: 2 dreadnoughts, 2 fighters.\n"
     "Blue: 3 cruisers."),
    ("attack 3 cruisers with 2 dreads, I have direct hit",
     "Space Combat.\n"
     "Red with Direct Hit: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("my 2 dreads and 3 fighters vs his 3 cruisers, my dreads are upgraded",
     "Space Combat.\n"
     "Red with Dreadnought II: 2 dreadnoughts, 3 fighters.\n"
     "Blue: 3 cruisers."),
    ("2 dreads vs 3 cruisers (attacker has direct hit), 2 fighters",
     "Space Combat.\n"
     "Red with Direct Hit: 2 dreadnoughts.\n"
     "Blue: 3 cruisers, 2 fighters."),
    ("2 dreads vs 3 cruisers and my flagship",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 cruisers, 1 flagship."),
    ("P1 2 dreads P2 3 cruisers",
     "Space Combat.\n"
     "P1: 2 dreadnoughts.\n"
     "P2: 3 cruisers."),
    ("p1 has 2 dreads, p2 has 3 cruisers, p1 has direct hit",
     "Space Combat.\n"
     "P1 with Direct Hit: 2 dreadnoughts.\n"
     "P2: 3 cruisers."),
    ("player 1 has 2 dreads, player 2 has 3 cruisers",
     "Space Combat.\n"
     "Player 1: 2 dreadnoughts.\n"
     "Player 2: 3 cruisers."),
    ("fleet A 2 dreads fleet B 3 cruisers",
     "Space Combat.\n"
     "Fleet A: 2 dreadnoughts.\n"
     "Fleet B: 3 cruisers."),
    ("side A: 2 dreads, side B: 3 cruisers",
     "Space Combat.\n"
     "Side A: 2 dreadnoughts.\n"
     "Side B: 3 cruisers."),
    ("2 dreads for me, 3 cruisers for him",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("3 cruisers for him and 2 dreads for me, I have direct hit",
     "Space Combat.\n"
     "Red: 3 cruisers.\n"
     "Blue with Direct Hit: 2 dreadnoughts."),
    ("2 dreads (mine) 3 cruisers (his)",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("2 dreads for Anna and 3 cruisers for Ben",
     "Space Combat.\n"
     "Anna: 2 dreadnoughts.\n"
     "Ben: 3 cruisers."),
    ("anna has 2 dreads, ben has 3 cruisers, ben has direct hit",
     "Space Combat.\n"
     "Anna: 2 dreadnoughts.\n"
     "Ben with Direct Hit: 3 cruisers."),
    ("Anna 2 dreads Ben 3 cruisers",
     "Space Combat.\n"
     "Anna: 2 dreadnoughts.\n"
     "Ben: 3 cruisers."),
    ("Anna's 2 dreads attack Ben's 3 cruisers. Ben has shields holding.",
     "Space Combat.\n"
     "Anna: 2 dreadnoughts.\n"
     "Ben with Shields Holding: 3 cruisers."),
    ("Anna attacks Ben: 2 dreads vs 3 cruisers",
     "Space Combat.\n"
     "Anna: 2 dreadnoughts.\n"
     "Ben: 3 cruisers."),
    ("Tom attacks Jerry. Jerry has 2 dreads, Tom has 3 cruisers.",
     "Space Combat.\n"
     "Tom: 3 cruisers.\n"
     "Jerry: 2 dreadnoughts."),
    ("Sol attacks Hacan. Hacan has 3 cruisers, Sol has 2 carriers",
     "Space Combat.\n"
     "Sol (The Federation of Sol): 2 carriers.\n"
     "Hacan (The Emirates of Hacan): 3 cruisers."),
    ("Tom attacks Jerry with 3 cruisers; Jerry has 2 dreads",
     "Space Combat.\n"
     "Tom: 3 cruisers.\n"
     "Jerry: 2 dreadnoughts."),
    ("Ben attacks me with 3 cruisers, I have 2 dreads",
     "Space Combat.\n"
     "Ben: 3 cruisers.\n"
     "Blue: 2 dreadnoughts."),
    ("3 cruisers in range of 2 enemy PDS vs 2 dreads",
     "Tactical Action.\n"
     "Red: 3 cruisers.\n"
     "Blue: 2 dreadnoughts; on Abaddon: 2 PDS."),
    ("3 cruisers vs 2 dreads, in range of 2 enemy PDS II",
     "Tactical Action.\n"
     "Red: 3 cruisers.\n"
     "Blue with PDS II: 2 dreadnoughts; next door: 2 PDS."),
    ("3 cruisers vs 2 dreads, I'm in range of 3 pds2 with plasma scoring",
     "Tactical Action.\n"
     "Red: 3 cruisers.\n"
     "Blue with PDS II, Plasma Scoring: 2 dreadnoughts; next door: 3 PDS."),
    ("3 cruisers vs 2 dreads, my 2 PDS in range",
     "Tactical Action.\n"
     "Red: 3 cruisers; on Abaddon: 2 PDS.\n"
     "Blue: 2 dreadnoughts."),
    ("3 cruisers vs 2 dreads, he is in range of 2 of my PDS II",
     "Tactical Action.\n"
     "Red with PDS II: 3 cruisers; next door: 2 PDS.\n"
     "Blue: 2 dreadnoughts."),
    ("3 cruisers vs 2 dreads (attacker has 2 pds in range)",
     "Tactical Action.\n"
     "Red: 3 cruisers; on Abaddon: 2 PDS.\n"
     "Blue: 2 dreadnoughts."),
    ("4 cruisers within range of 3 PDS2, plasma scoring",
     "Space Cannon Offense.\n"
     "Red: 4 cruisers.\n"
     "Blue with PDS II, Plasma Scoring: on Abaddon: 3 PDS."),
    ("how many fighters survive 2 destroyers vs 4 fighters 1 carrier",
     "Space Combat.\n"
     "Red: 2 destroyers.\n"
     "Blue: 4 fighters, 1 carrier."),
    ("2 dreads vs 3 cruisers, both upgraded",
     "Space Combat.\n"
     "Red with Dreadnought II: 2 dreadnoughts.\n"
     "Blue with Cruiser II: 3 cruisers."),
    ("3 cruisers vs 2 dreads, both sides have upgrades",
     "Space Combat.\n"
     "Red with Cruiser II: 3 cruisers.\n"
     "Blue with Dreadnought II: 2 dreadnoughts."),
    ("3 dreads vs 2 dreads, both damaged",
     "Space Combat.\n"
     "Red: 3 dreadnoughts (3 damaged).\n"
     "Blue: 2 dreadnoughts (2 damaged)."),
    ("4 infantry land, 3 infantry and a mech defend",
     "Ground Combat.\n"
     "Red: on Abaddon: 4 infantry.\n"
     "Blue: on Abaddon: 3 infantry, 1 mech."),
    ("6 infantry land, 4 infantry defend with 1 pds",
     "Invasion.\n"
     "Red: 6 infantry.\n"
     "Blue: on Abaddon: 4 infantry, 1 PDS."),
    ("3 dreads vs 2 dreads, direct hit for both",
     "Space Combat.\n"
     "Red with Direct Hit: 3 dreadnoughts.\n"
     "Blue with Direct Hit: 2 dreadnoughts."),
    ("hacan vs sol. hacan 3 cruisers 1 dread. sol 2 carriers 6 ff. hacan attacks",
     "Space Combat.\n"
     "Hacan (The Emirates of Hacan): 3 cruisers, 1 dreadnought.\n"
     "Sol (The Federation of Sol): 2 carriers, 6 fighters."),
    ("I want to attack 2 cruisers and a carrier with 4 fighters with a carrier and 6 fighters",
     "Space Combat.\n"
     "Red: 1 carrier, 6 fighters.\n"
     "Blue: 2 cruisers, 1 carrier, 4 fighters."),
    ("attack a carrier with 4 fighters using 2 destroyers",
     "Space Combat.\n"
     "Red: 2 destroyers.\n"
     "Blue: 1 carrier, 4 fighters."),
    ("attack 3 cruisers with 1 carrier with 4 fighters",
     "Space Combat.\n"
     "Red: 1 carrier, 4 fighters.\n"
     "Blue: 3 cruisers."),
    ("2 dreads vs 3 cruisers; 1 dread is damaged",
     "Space Combat.\n"
     "Red: 2 dreadnoughts (1 damaged).\n"
     "Blue: 3 cruisers."),
    ("2 dreads vs 3 dreads; 1 dread is damaged",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 dreadnoughts (1 damaged)."),
    ("what if both have direct hit: 3 dreads vs 3 dreads",
     "Space Combat.\n"
     "Red with Direct Hit: 3 dreadnoughts.\n"
     "Blue with Direct Hit: 3 dreadnoughts."),
    ("2 dreads vs 3 cruisers, defender retreats to an adjacent system after round 1",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 cruisers.\n"
     "Asked: Blue has at least 1 ship.\n"
     "Also: {\"players\": [{}, {\"policy\": {\"retreat\": {\"from_round\": 1}}}]}"),
    ("2 dreads vs 3 cruisers, I retreat after round 2",
     "Space Combat.\n"
     "Red: 2 dreadnoughts.\n"
     "Blue: 3 cruisers.\n"
     "Asked: Red has at least 1 ship.\n"
     "Also: {\"players\": [{\"policy\": {\"retreat\": {\"from_round\": 2}}}, {}]}"),
    ("space cannon: 3 pds vs 2 dreads 3 ff",
     "Space Cannon Offense.\n"
     "Red: 2 dreadnoughts, 3 fighters.\n"
     "Blue: on Abaddon: 3 PDS."),
    ("5v4 infantry",
     "Ground Combat.\n"
     "Red: on Abaddon: 5 infantry.\n"
     "Blue: on Abaddon: 4 infantry."),
    ("3 ca, 2 dd; 2 dn, 4 ff",
     "Space Combat.\n"
     "Red: 3 cruisers, 2 destroyers.\n"
     "Blue: 2 dreadnoughts, 4 fighters."),
    ("3 CA 2 DD 1 FS / 2 DN 1 CV 4 FF",
     "Space Combat.\n"
     "Red: 3 cruisers, 2 destroyers, 1 flagship.\n"
     "Blue: 2 dreadnoughts, 1 carrier, 4 fighters."),
    ("2 dreads vs 3 cruisers. Morale Boost on the attacker.",
     "Space Combat.\n"
     "Red with Morale Boost: 2 dreadnoughts.\n"
     "Blue: 3 cruisers."),
    ("Dave's fleet: 2 dreads; Lisa's fleet: 3 cruisers",
     "Space Combat.\n"
     "Dave's fleet: 2 dreadnoughts.\n"
     "Lisa's fleet: 3 cruisers."),
    ("Dave defends with 2 dreads, Lisa attacks with 3 cruisers",
     "Space Combat.\n"
     "Lisa: 3 cruisers.\n"
     "Dave: 2 dreadnoughts."),
    ("3 cruisers and direct hit vs 2 dreads and morale boost",
     "Space Combat.\n"
     "Red with Direct Hit: 3 cruisers.\n"
     "Blue with Morale Boost: 2 dreadnoughts."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "battle"), READINGS, ids=[text[:60] for text, _ in READINGS])
def test_a_wording_is_read_as_it_was_meant(text: str, battle: str) -> None:
    found = take(text)
    assert found.scenario == mecatol.read(sentence.understand(battle)).data()
    assert found.left_out == []
    mecatol.solve(found.scenario)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3 carriers with 2 fighters each vs 3 destroyers", "for each ship or each side"),
        ("5 cruisers vs 3 dreads, 2 pds each", "for each ship or each side"),
        ("3 carriers each with 4 fighters vs 2 dreads", "write how many of the others there are in all"),
        ("2 carriers with 3 fighters on each vs 3 destroyers", "for each ship or each side"),
        ("3+ cruisers vs 2 dreads", "not a number"),
        ("a carrier full of fighters vs 2 destroyers", "not a number"),
        ("fight between 3 cruisers and 1 carrier and 2 dreads", "one side"),
    ],
)
def test_a_number_that_nobody_can_know_is_refused(text: str, why: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=why):
        take(text)


def test_what_was_taken_to_be_meant_is_said() -> None:
    cruisers = "3 cruisers vs 2 dreadnoughts"
    told = "Reveal Prototype gives the upgrade of the cruiser as the combat starts."
    assert told in take(f"reveal prototype: {cruisers}").added
    named = "'public disgrace' was taken for the name of a player: no card or unit is called that."
    assert named in take(f"public disgrace: {cruisers}").added
    assert not take(f"Alice: {cruisers}").added
    field = take("2 cruisers attack 3 destroyers in an asteroid field")
    assert "Asteroid fields change nothing in a combat." in field.added


ORDINARY = "weather watches ordered alarm target filter reads dreams carried cargo copper barriers parents floor image"


@pytest.mark.parametrize("word", [*ORDINARY.split(" "), "disabled", "level", "war", "hp"])
def test_an_ordinary_word_is_no_slip_of_a_name(word: str) -> None:
    found = take(f"3 cruisers {word} vs 2 dreadnoughts")
    assert [player.get("space") for player in found.scenario["players"]] == [{"cruiser": 3}, {"dreadnought": 2}]
    assert found.left_out == [f"Nothing is known for {word!r} of Red."]
    assert not found.added


def test_two_planets_are_said_to_be_one() -> None:
    told = "You named two planets; the combat is on Fria."
    assert told in take("4 infantry land on Abyz held by 2 infantry, 3 infantry on Fria").added


def test_a_round_of_the_game_stops_no_combat() -> None:
    found = take("Round 4, Mecatol. Winnu has 3 infantry. I bring 6 infantry.")
    assert "stop_after" not in found.scenario
    assert found.left_out == ["Nothing is known for 'Round 4' of Winnu."]
