"""What players call things for short, at the table and in AsyncTI4's commands: one list for every reader of words.

Plain words (`mecatol.paste.words`), links and the search look things up here; what a faction is called for short is
beside the faction. A short form that is also an ordinary English word, or that players use for two things, is left out:
a reader names what it does not know, and guesses nothing.
"""

from __future__ import annotations

from functools import cache

UNITS = {
    "fighter": "ff ffs ftr fig figgie figgy",
    "destroyer": "dd dest des dess dessie destro dstr bopper danglebopper strudel stroter stroder",
    "cruiser": "ca cr cru cruis tommer",
    "carrier": "cv car carr carol",
    "dreadnought": "dn dr dread dred dready dreadie dreadnaught dreadnaut dreadnaugh dreadnough dreadnot drednot "
    "drednaut drednought dnought dnaught chad",
    "flagship": "fs flag flaggy flagy hugevan",
    "war-sun": "ws war sun deathstar peacesun",
    "infantry": "gf gi inf infy infs infantries grunt groundforce dude duder dudette troop soldier marine",
    "mech": "mf mechanized",
    "pds": "pd pdf pdses",
    "space-dock": "sd dock spd csd",
}
"""Each type of unit to its short names, in the singular where it has one."""

TECHNOLOGIES = {
    "aerie-hololattice": "ah hololattice",
    "agency-supply-network": "asn",
    "ai-development-algorithm": "aida",
    "antimass-deflectors": "amd antimass",
    "assault-cannon": "asc ac",
    "bio-stims": "bs biostims",
    "bioplasmosis": "bio",
    "chaos-mapping": "cm",
    "dacxive-animators": "dxa dacxive dacani",
    "dark-energy-tap": "det",
    "dimensional-splicer": "ds splicer",
    "duranium-armor": "da duranium",
    "e-res-siphons": "ers",
    "fleet-logistics": "fl logistics",
    "genetic-recombination": "gr",
    "graviton-laser-system": "gls graviton gravitonlaser",
    "gravity-drive": "gd grav gravdrive",
    "hegemonic-trade-policy": "htp",
    "hyper-metabolism": "hm hyper",
    "iihq-modernization": "iihq",
    "impulse-core": "ic",
    "inheritance-systems": "inheritance",
    "integrated-economy": "ie",
    "l4-disruptors": "l4 disruptors l4disruptor",
    "lazax-gate-folding": "lgf",
    "light-wave-deflector": "lwd lightwave",
    "magen-defense-grid": "md magen magdef magdefgrid",
    "mageon-implants": "mageon",
    "magmus-reactor": "magmus",
    "mirror-computing": "mc",
    "neural-motivator": "nm neuromotivator",
    "neuroglaive": "ng",
    "non-euclidean-shielding": "nes noneuclidean",
    "nullification-field": "nf nullfield",
    "plasma-scoring": "ps plasma",
    "pre-fab-arcologies": "pfa prefab",
    "predictive-intelligence": "pi predictive",
    "production-biomes": "pm biomes",
    "proxima-targeting-v1": "proxima proximatargetingvi",
    "psychoarchaeology": "pa psycho",
    "quantum-datahub-node": "qdn",
    "salvage-operations": "salvageops",
    "sarween-tools": "st sarween",
    "scanlink-drone-network": "sdn scanlink",
    "self-assembly-routines": "sar",
    "sling-relay": "sr",
    "spatial-conduit-cylinder": "scc spacialconduitcylinders",
    "supercharge": "sc",
    "temporal-command-suite": "tcs",
    "transit-diodes": "td",
    "transparasteel-plating": "tp",
    "valefar-assimilator-x": "vax",
    "valefar-assimilator-y": "vay",
    "valkyrie-particle-weave": "vpw valkyrie",
    "voidwatch": "vw",
    "vortex": "vtx",
    "wormhole-generator": "wg",
    "x-89-bacterial-weapon": "x89 bacterialweapon",
    "yin-spinner": "yso",
}
"""Each technology but unit upgrades to its short names, as one word each."""

UNIT_UPGRADES = {
    "advanced-carrier-2": "ac2",
    "crimson-legionnaire-2": "cl2",
    "dimensional-tear-2": "dt2",
    "exotrireme-2": "exo2",
    "floating-factory-2": "ffac2",
    "hel-titan-2": "ht2",
    "hybrid-crystal-fighter-2": "hcf2",
    "letani-warrior-2": "lw2",
    "memoria-2": "m2",
    "prototype-war-sun-2": "pws2",
    "saturn-engine-2": "se2",
    "spec-ops-2": "so2",
    "strike-wing-alpha-2": "swa2",
    "super-dreadnought-2": "sdn2",
}
"""Each upgrade of a faction's unit to its short names; those of everybody's units are the unit's with a 2."""

COUNTED_UNITS = {"sdn": "superdreadnought"}
"""Short names of cards that are a unit's behind a number, each to a name of that unit."""

CARDS = {
    "morale-boost": "morale mb mb1 mb2 mb3 mb4",
    "direct-hit": "dh dh1 dh2 dh3 dh4",
    "fighter-prototype": "fp fprototype",
    "shields-holding": "sh sh1 sh2 sh3 sh4",
    "maneuvering-jets": "mj jets mjets mjets1 mjets2 mjets3 mjets4",
    "skilled-retreat": "sretreat1 sretreat2 sretreat3 sretreat4",
    "courageous-to-the-end": "courageous",
    "emergency-repairs": "emergency",
    "experimental-battlestation": "experimental battlestation",
    "reflective-shielding": "reflective",
    "scramble-frequency": "scramble",
    "solar-flare": "solarflare",
    "in-the-silence-of-space": "silencespace",
    "lost-star-chart": "loststar",
    "flank-speed": "fs1 fs2 fs3 fs4",
    "war-machine": "warmachine1 warmachine2 warmachine3 warmachine4",
    "prophecy-of-ixth": "ixth prophecy",
    "publicize-weapon-schematics": "publicize schematics",
    "conventions-of-war": "conventions",
    "articles-of-war": "articleswar",
    "enforced-travel-ban": "travelban",
    "wormhole-reconstruction": "wormholerecon",
    "shared-research": "sharedresearch",
    "regulated-conscription": "conscription",
    "representative-government": "repgovt",
    "tekklar-legion": "tekklar",
    "munitions-reserves": "munitions",
    "strike-wing-ambuscade": "ambuscade",
    "crown-of-thalnos": "thalnos",
    "the-cavalry": "cavalry cav calvary calvery nomadpn",
    "ipswitch-loose-cannon": "ipswitch",
    "dominus-orb": "dominusorb",
}
"""Each card, and the like, that acts in a battle to its short names, as one word each."""

ABILITIES = {"ambush": "amb"}
"""Each ability of a faction to its short names."""

PLANETS = {"mecatol-rex": "mecatol rex mr mechatol mechatolrex", "custodia-vigilia": "custodia vigilia"}
"""Each planet to what it is called for short anywhere."""

PLANETS_BEHIND_ON = {
    "abaddon": "abadon abadd",
    "abyz": "abiz abz",
    "accoen": "acoen accen accon acn",
    "alio-prima": "ap aloprima alio alip aliop",
    "ang": "ag",
    "archon-ren": "ar aren ren arconren archonrn",
    "archon-tau": "atau tau arcontau archonta",
    "archon-vail": "av avail vail archonv arconvail archonveil",
    "arinam": "ari arnm arinm",
    "arnor": "arnr arno",
    "arretze": "aretze arrtze artze atz",
    "ashtroth": "ashtros ashtrot",
    "atlas": "atls",
    "avar": "avr ava",
    "bakal": "bkl bakl bkal",
    "bereg": "brg berg bere",
    "cealdri": "celdri cldri caldri caedri cedri ceadri",
    "centauri": "cntri centari cent centaur",
    "cormund": "cormnd cormond crmnd",
    "corneeq": "corneq cnq cornik cnk",
    "dal-bootha": "db dalbotha dalboota",
    "druaa": "drua dru",
    "everra": "evera everr evra",
    "fria": "fra frya fri",
    "gral": "grl",
    "hercant": "hrcnt heircant hercnt hct",
    "hopes-end": "hope hopes hopeend hopesend",
    "jeol-ir": "joelir joeljr jeoljr jolene",
    "kamdorn": "kmdrn kmdorn kamdrn kdn",
    "kraag": "krag kraa krg",
    "lazar": "lzr laza",
    "lirta-iv": "lrta lirta lirta4",
    "lisis": "lis",
    "lisis-ii": "lisis2 lisistwo lis2",
    "lodor": "lodo ldr",
    "loki": "lki",
    "lor": "lr",
    "maaluuk": "maluk maaluk maluuk mlk",
    "mallice": "mellice malice malis mallis mallic",
    "meer": "mir mer",
    "mehar-xull": "mx mehurxull meharxul mehurxul",
    "mellon": "melon mello",
    "mirage": "mirag miraj miraje mrag",
    "moll-primus": "moll mp molpriums",
    "mordai-ii": "mordai mordai2",
    "new-albion": "na newalbio nalbion albion",
    "nestphar": "nestfar nstfr",
    "perimeter": "peremeter perymeter prmtr prmeter primeter primter",
    "primor": "prmr primr prmor prim",
    "quann": "qua quan",
    "qucenn": "quecn quecnn qcuen qcuenn qcn",
    "quinarra": "quinara qinarra qinara",
    "ragh": "rag",
    "rarron": "rrn raron",
    "resculon": "rscln resculn rescolun",
    "retillion": "retilion retillon retllion retillin",
    "rigel-i": "rigel1 rigl1 r1",
    "rigel-ii": "rigel2 rigl2 r2",
    "rigel-iii": "rigel3 rigl3 r3",
    "sakulag": "skg saku sakula",
    "saudor": "sau saud saudr",
    "sem-lore": "slr smlore semlor",
    "shalloq": "shaloq shallok shalok",
    "siig": "sig",
    "starpoint": "sp starpoin",
    "tarmann": "tarman tm",
    "tequran": "tequ tqn",
    "thibah": "thiba thibh tibah tiba",
    "torkan": "tork tkn",
    "trenlak": "trnlk",
    "valk": "vlk vulk",
    "vefut-ii": "vefut vefut2 vefoot vefoot2",
    "vega-major": "vegama vgamj vegamayor mayor major vmj",
    "vega-minor": "vegami vgamn vegamin minor vmn",
    "velnor": "vlnr velnr vlnor",
    "vorhal": "vrhal vrhl vorhl",
    "wellon": "welon welo",
    "wren-terra": "renterra wrentera rentera",
    "xanhact": "xnhct xnhact xanhct xct",
    "xxehan": "xx xehan xxhan",
    "ylir": "ylr ylyr yli yur",
    "zohbat": "zbt zobat",
}
"""Each planet to what it is called for short behind `on` or `at`: elsewhere these letters may mean something else."""

COLOR_CODES = {
    "abr": "aberration", "bld": "bloodred", "blk": "black", "blt": "blight", "blu": "blue", "bwn": "brown",
    "cam": "camouflage", "chk": "chocolate", "cpr": "copper", "cqr": "checker", "crm": "chrome", "dw": "dawn",
    "eme": "emerald", "ero": "riftset", "eth": "ethereal", "frs": "forest", "gcr": "glacier", "gld": "gold",
    "grn": "green", "gry": "gray", "hqn": "harlequin", "jpt": "jupiter", "lgy": "lightgray", "lme": "lime",
    "lvn": "lavender", "mgm": "magma", "nea": "neapolitan", "nm": "nightmare", "nvy": "navy", "org": "orange",
    "pld": "plaid", "pnk": "pink", "ppl": "purple", "psn": "poison", "psy": "psychedelic", "ptb": "paintball",
    "ptr": "petrol", "rbw": "rainbow", "red": "red", "rse": "rose", "ryl": "royal", "sbt": "sherbet", "sns": "sunset",
    "spr": "spring", "tan": "tan", "tea": "teal", "tpl": "tropical", "tqs": "turquoise", "vpw": "vaporwave",
    "wsp": "wasp", "wtm": "watermelon", "ylw": "yellow",
}  # fmt: skip
"""The letters that AsyncTI4 writes for a color, in a tile's lines and in its saved games."""


def short_names(kind: dict[str, str]) -> dict[str, str]:
    """Return the short names of one kind of thing: each to the slug that it stands for."""
    return {word: slug for slug, words in kind.items() for word in words.split()}


_SHORT = 6
"""Letters of the longest short form that is read as one word alone: `ca vs` is no `cavs`."""


@cache  # made of all slang: every text asks
def abbreviations() -> frozenset[str]:
    """Return the short forms that are not read across a space."""
    kinds = (UNITS, TECHNOLOGIES, UNIT_UPGRADES, CARDS, ABILITIES)
    return frozenset(word for kind in kinds for word in short_names(kind) if len(word) <= _SHORT)
