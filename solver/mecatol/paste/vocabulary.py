"""What words and phrases mean in a battle: numbers, names, verbs that part two sides, and words that say nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, lru_cache
from typing import Any

from mecatol.domain.steps import GROUND_COMBAT, INVASION, SPACE_COMBAT, TACTICAL_ACTION
from mecatol.paste.naming import (
    component,
    component_names,
    faction_names,
    leader_names,
    looked_up,
    normal,
    other_components,
    own_abilities,
    planet_names,
    unit_names,
)


class WordKind(Enum):
    """What a word or phrase is to the grammar."""

    NUMBER = auto()
    """A whole number; its value is an int."""
    ARTICLE = auto()
    """`a`: one, where a unit or card follows."""
    SOME = auto()
    """A number that nobody can know: `some`, `a few`."""
    UNIT = auto()
    """A unit; its value is a UnitName."""
    FACTION = auto()
    """A faction, by slug."""
    NEUTRAL = auto()
    """The units of nobody, of Thunder's Edge."""
    CARD = auto()
    """A technology or card, by slug."""
    OWN = auto()
    """An ability that a faction has by itself, by slug."""
    CARD_LEFT = auto()
    """A card or ability of the game that the solver does not carry out."""
    ABILITY = auto()
    """A unit's ability or value, which words cannot change: `no sustain damage`."""
    PLANET = auto()
    """A planet, by slug."""
    ANOMALY = auto()
    """An anomaly that matters in combat, by the slug of its effect."""
    COLOR = auto()
    """A player's color: a name for a side."""
    UPGRADE = auto()
    """A numeral, or a word, that says that units are upgraded."""
    BASE = auto()
    """A numeral, or a word, that says that units are not upgraded."""
    DAMAGED = auto()
    GALVANIZED = auto()
    DIVIDER = auto()
    """What stands between two sides; its value is a Divider."""
    ROLE = auto()
    """Attacker or defender; its value is FIRST or SECOND."""
    STEP = auto()
    """A step of the game, by slug."""
    NO = auto()
    LOST = auto()
    TIMES = auto()
    ON = auto()
    IN = auto()
    WITH = auto()
    AND = auto()
    EACH = auto()
    ALL = auto()
    ME = auto()
    THEM = auto()
    BONUS = auto()
    """What is added to combat rolls: `+1 to combat`."""
    VALUE = auto()
    """The least result that hits: `hitting on 5+`."""
    RETREAT = auto()
    ROUND = auto()
    TILE = auto()
    ADJACENT = auto()
    """Another system than that of the battle, next to it."""
    SPACE = auto()
    """The space area of the battle's system."""
    RANGE = auto()
    """PDS reach the battle from where they are: `in range`."""
    BETWEEN = auto()
    """Two sides follow, with `and` between them."""
    THEN = auto()
    """What follows is another battle."""
    COLON = auto()
    COMMA = auto()
    STOP = auto()
    """The end of a sentence."""
    LINE = auto()
    """The end of a line; its value is how many ends there are."""
    OPEN = auto()
    CLOSE = auto()
    FRANKEN = auto()
    """Anybody may have anything, as in a Franken draft."""
    FILLER = auto()
    """A word that says nothing by itself."""
    WORD = auto()
    """A word that nothing is known for."""


SILENT = {
    WordKind[name]
    for name in [
        "FILLER",
        "BETWEEN",
        "ARTICLE",
        "TIMES",
        "ON",
        "IN",
        "WITH",
        "AND",
        "ME",
        "THEM",
        "BASE",
        "COLON",
        "COMMA",
        "STOP",
        "LINE",
        "OPEN",
        "CLOSE",
    ]
}
"""The kinds of words that say nothing by themselves, so that nothing is lost where nobody takes them."""
FIRST, SECOND = 0, 1
"""The places of the attacker and of the defender."""


@dataclass(frozen=True)
class Divider:
    """What stands between two sides."""

    attacker: int | None
    """Which of the sides around it attacks, FIRST or SECOND; None where it does not tell."""
    strong: bool = False
    """Whether it can be nothing else: a side without units beside it is a side that was not understood."""
    step: str | None = None
    parts: bool = True
    """Whether the sides stand around it; `moves in` is said of one of them."""


_UP_TO_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_NUMBERS = {word: number for number, word in enumerate(_UP_TO_TWENTY.split(" "))}
_NUMBERS |= {f"twenty{word}": 20 + number for word, number in _NUMBERS.items() if 0 < number < 10}
_NUMBERS |= {"ones": 1, "single": 1, "lone": 1, "another": 1, "pair": 2, "couple": 2, "dozen": 12, "halfdozen": 6}
_NUMBERS |= {"thirty": 30, "forty": 40, "fifty": 50}
_UP_TO_EIGHTH = "first second third fourth fifth sixth seventh eighth"
_ORDINALS = {word: number for number, word in enumerate(_UP_TO_EIGHTH.split(" "), 1)}
_ORDINALS |= {f"{n}{end}": n for n in range(1, 21) for end in ("st", "nd", "rd", "th")}


def _phrases(kind: WordKind, value: Any, words: str) -> dict[str, tuple[WordKind, Any]]:
    """Return phrases, set apart by `/`, with one meaning."""
    return {normal(phrase): (kind, value) for phrase in words.split("/")}


_FILLER = (
    "of/the/their/its/his/her/hers/has/have/having/had/my/mine/your/yours/our/ours/fleet/fleets/player/players/space/"
    "system/systems/card/cards/holding/plus/also/is/are/was/were/be/been/ship/ships/unit/units/land/lands/landing/"
    "carrying/carries/total/all/from/to/planet/planets/tech/techs/technology/technologies/i/we/us/this/that/these/"
    "those/there/here/what/whats/which/who/whose/wins/win/winning/won/win chance/chance/chances/odds/probability/"
    "likely/likelihood/percent/percentage/how/would/will/can/could/should/shall/do/does/did/if/when/so/as/by/for/get/"
    "gets/got/use/uses/using/used/play/plays/playing/played/bring/brings/bringing/send/sends/sending/move/moves/"
    "moving/moved/enter/enters/entering/go/goes/going/come/comes/coming/side/sides/force/forces/army/armada/group/"
    "stack/battle/battles/combat/combats/fight/fights/question/hi/hello/hey/thanks/please/calc/calculate/odds of/"
    "a chance/enemy/enemies/opponent/opponents/opposing/hostile/opp/own/owns/other/others/extra/more/additional/only/"
    "just/exactly/about/it/them/they/he/she/you/him/him self/me/active/inactive/being/try/tries/trying/worth/whole/"
    "full/entire/small/big/large/huge/strong/fresh/undamaged/healthy/intact/regular/normal/basic/generic/standard/"
    "ordinary/plain/simple/assuming/assume/assumes/given/let/lets/say/says/says that/each other/one another/in total/"
    "at all/then what/against each other/die/usually/ever/still/already/now/currently/research/researched/"
    "upgrade tech/faction/factions/stationed/sitting/parked/waiting/located/defended by/guarded by/held by/"
    "protected by/escorted by/escorting/supported by/backed by/consisting of/consists of/made up of/made of/"
    "composed of/including/includes/next to/alongside/together/together with/along/along with/roll/rolls/die/dice/"
    "wondering/know/want to know/want/think/me and/myself/per/hp left/starting/starts/start/ti4/ti/enough/throw/"
    "throws/throwing/in orbit/orbit/fare/fares/happen/happens/happening/happened/twilight/imperium/async/win rate/"
    "winrate/rate/expected/result/results/outcome/outcomes/simulate/sim/question about/am/just/might/may/must/guys/"
    "folks/quick/where/tonight/yesterday/today/last night/last game/right now/ready/there's/it's/that's/let's/i'd/"
    "good idea/maybe/probably/really/actually/basically/because/than/escort/screen/case/much/defense/ground/"
    "drop/drops/dropping/fire/fires/firing/thinking/planning/wanting/wants/going to/about to/no tech/no techs/"
    "no cards/no action cards/no modifiers/no ships/"
    "no other ships/home/came/nothing/nothing else/stay/stays"
)

_FRANKEN = (
    "franken/a franken/in franken/in a franken/franken draft/in a franken draft/franken game/in a franken game/"
    "frankendraft"
)

_DIVIDERS: tuple[tuple[Divider, str], ...] = (
    (Divider(None), "or/better than/worse than/stronger than/weaker than"),
    (
        Divider(None, strong=True),
        "vs/v/versus/against/vrs/up against/off against/facing off against/face off against/go up against/"
        "goes up against/going up against",
    ),
    (
        Divider(None),
        "fire at/fires at/firing at/fired at/shoot at/shoots at/shooting at/shot at/shoot/shoots/"
        "shooting/shooting down/"
        "shoot down/shoots down/fire on/fires on/firing on/fire upon/fires upon/firing upon",
    ),
    (
        Divider(FIRST),
        "attack/attacks/attacking/attacked/fight/fights/fighting/fought/beat/beats/beating/kill/kills/killing/destroy/"
        "destroys/destroying/defeat/defeats/defeating/win against/wins against/winning against/win vs/wins vs/"
        "winning vs/invade/invades/invading/hit/hits/hitting/into/take on/takes on/taking on/take/takes/taking/"
        "engage/engages/engaging/meet/meets/meeting/face/faces/facing/assault/assaults/assaulting/clear/"
        "clears/clearing/"
        "crush/crushes/crushing/wipe out/wipes out/wiping out/wipe/take out/takes out/taking out/land on/lands on/"
        "drop on/drops on/dropping on/"
        "landing on/move into/moves into/moving into/move into range of/moves into range of/"
        "moving into range of/fly into/flies into/flying into/fly past/flies past/flying past/"
        "move past/moves past/moving past/run into/runs into/running into/go into/goes into/going into/"
        "sent into/killed/destroyed/defeated/invaded/faced/engaged/"
        "crushed/cleared/charged/challenged/raided/took out/took on/wiped out/thrown at/raid/raids/raiding/"
        "overcome/overcomes/overrun/overruns/challenge/challenges/charge/"
        "charges/charging/to beat/to kill/to destroy/attack into/attacks into/attacking into/attack against/"
        "attacks against/attacking against/fight against/fights against/fighting against/battle against/"
        "battles against/battling/onto/come up against/come at/comes at/coming at/came at/jump/jumps/jumping/jumped/"
        "fight with/fights with/fighting with/move in on/moves in on/moving in on/get past/gets past/make it past",
    ),
    (
        Divider(SECOND),
        "attacked by/is attacked by/are attacked by/being attacked by/invaded by/beaten by/killed by/destroyed by/"
        "defeated by/hit by/assaulted by/engaged by/raided by/charged by/challenged by/jumped by/ambushed by/"
        "crushed by/beat by/faced by/overrun by/cleared by/fired at by/taken by/"
        "wiped out by/"
        "defend against/defends against/defending against/defended against/defend from/defends from/defending from/"
        "defend vs/defends vs/defending vs/hold off/holds off/holding off/hold against/holds against/holding against/"
        "hold out against/stand against/stands against/survive/survives/surviving/survive against/"
        "survives against/surviving against/"
        "survive an attack by/survive an attack from/withstand/withstands/repel/repels/repelling/resist/resists/"
        "fend off/fends off/fending off/stop/stops/stopping/defend/defends/defending/under attack by/"
        "under attack from/facing an attack by/facing an attack from/lose to/loses to/losing to/lost to/died to/"
        "die to/dying to/"
        "dies to/fall to/falls to",
    ),
    (Divider(FIRST, parts=False), "move in/moves in/moving in/moved in/come in/comes in/coming in/came in"),
    (Divider(FIRST, step="bombardment"), "bombard/bombards/bombarding/bombarded"),
    (Divider(SECOND, step="bombardment"), "bombarded by/is bombarded by/are bombarded by"),
)
SYMBOLS = {
    ",": (WordKind.COMMA, ","),
    ";": (WordKind.COMMA, ";"),
    "&": (WordKind.AND, None),
    "|": (WordKind.COMMA, "|"),
    ":": (WordKind.COLON, None),
    "=": (WordKind.COLON, None),
    ".": (WordKind.STOP, None),
    "!": (WordKind.STOP, None),
    "?": (WordKind.STOP, None),
    "(": (WordKind.OPEN, None),
    "[": (WordKind.OPEN, None),
    ")": (WordKind.CLOSE, None),
    "]": (WordKind.CLOSE, None),
    "×": (WordKind.TIMES, None),
    "*": (WordKind.TIMES, None),
    "/": (WordKind.COMMA, "/"),
    "->": (WordKind.DIVIDER, Divider(FIRST)),
    "-->": (WordKind.DIVIDER, Divider(FIRST)),
    "→": (WordKind.DIVIDER, Divider(FIRST)),
    "=>": (WordKind.DIVIDER, Divider(FIRST)),
    "⇒": (WordKind.DIVIDER, Divider(FIRST)),
    "➜": (WordKind.DIVIDER, Divider(FIRST)),
    ">": (WordKind.DIVIDER, Divider(None)),
    ">>": (WordKind.DIVIDER, Divider(FIRST)),
    "⚔": (WordKind.DIVIDER, Divider(None)),
    "<-": (WordKind.DIVIDER, Divider(SECOND)),
    "<--": (WordKind.DIVIDER, Divider(SECOND)),
    "←": (WordKind.DIVIDER, Divider(SECOND)),
    "•": (WordKind.COMMA, "•"),
}
_COLORS = "red/blue/green/yellow/purple/orange/pink/black/white/gray/grey/brown"


_WORDS: tuple[tuple[WordKind, Any, str], ...] = (
    (
        WordKind.ROLE,
        FIRST,
        "att/atk/attacker/attackers/attacker's/the attacker/attacking player/active player/on offense/"
        "invader/invaders/the invader/"
        "on the offense/"
        "on the offensive",
    ),
    (
        WordKind.ROLE,
        SECOND,
        "def/defender/defenders/defender's/the defender/defending player/on defense/on the defense/on the defensive",
    ),
    (
        WordKind.UPGRADE,
        None,
        "ii/v2/mk2/mkii/mark ii/upgraded/upgrade/upgrades/improved/2s/iis/level 2/lvl 2/tier 2/mk 2/mark 2",
    ),
    (WordKind.BASE, None, "v1/non upgraded/not upgraded/unupgraded/level 1/lvl 1/base version"),
    (
        WordKind.DAMAGED,
        None,
        "damaged/dmg/hurt/sustained/already sustained/already damaged/pre damaged/sustained damage/"
        "already sustained damage/taken damage/taken a hit/taken one hit/took a hit/took damage",
    ),
    (WordKind.GALVANIZED, None, "galvanized/galvanised/glv"),
    (WordKind.NO, None, "no/without/w o/w out/not/not using/no one/minus any/lacking/none/without any/zero of"),
    (WordKind.LOST, None, "lost/lose/loses/losing/minus/less/subtract/removed/died/dead/lost the"),
    (WordKind.TIMES, None, "x/times"),
    (WordKind.ON, None, "on/at/over/above/around/orbiting/on planet/on the planet/at planet/in orbit of"),
    (WordKind.IN, None, "in/inside/within"),
    (WordKind.WITH, None, "with/w/with a fleet of/has a fleet of/having also"),
    (WordKind.AND, None, "and/but/then also/as well as/and also/n d/und"),
    (
        WordKind.EACH,
        None,
        "each/everyone/everybody/apiece/per side/both sides/on both sides/on each side/per player/both players",
    ),
    (
        WordKind.ALL,
        None,
        "all/both/both of them/all of them/fully/each of them/all of which/both of which/half/half of them/"
        "half of which",
    ),
    (WordKind.ME, None, "i/my/me/we/us/our/ours/mine/i have/my fleet/i've/i'm/i'll"),
    (
        WordKind.THEM,
        None,
        "he/she/they/his/her/hers/their/theirs/enemy/enemy's/opponent/opponent's/opponents/him/them/opp/he's/she's/they've/they're/"
        "my opponent/my opponent's/my enemy/my neighbor/my buddy/my friend/neighbor/buddy/friend/someone/somebody/"
        "the other guy/the other player",
    ),
    (
        WordKind.RETREAT,
        None,
        "retreat/retreats/retreating/retreated/flees/flee/fleeing/run away/runs away/announce retreat/"
        "announces retreat/announce a retreat/announces a retreat",
    ),
    (WordKind.ROUND, None, "round/rounds/rnd/combat round/combat rounds/round of combat/rounds of combat"),
    (WordKind.TILE, None, "tile/tiles/system tile/system/tile number"),
    (
        WordKind.THEN,
        None,
        "then/afterwards/after that/next/later/subsequently/followed by/what if/how about/what about",
    ),
    (
        WordKind.ABILITY,
        None,
        "sustain/sustains/sustaining/sustain damage/damage/afb/anti fighter barrage/barrage/space cannon/"
        "combat value/value/hp/hit points/"
        "values/planetary shield/shield/shields/capacity/combat strength/fleet pool/ability/"
        "abilities/agent/agents/commander/hero/leader",
    ),
    (WordKind.BETWEEN, None, "between"),
    (
        WordKind.RANGE,
        None,
        "in range/within range/in range of/within range of/into range/into range of/in reach of/within reach of/"
        "under fire from",
    ),
    (
        WordKind.ADJACENT,
        None,
        "adjacent/adjacent system/an adjacent system/adjacent systems/the adjacent system/next door/next system/"
        "neighboring system/a neighboring system/neighboring systems",
    ),
    (WordKind.SPACE, None, "in space/in the space/in space area/in the space area"),
    (WordKind.NEUTRAL, None, "neutral/neutrals"),
    (WordKind.ANOMALY, "nebula", "nebula/nebulas/nebulae/a nebula/the nebula"),
    (WordKind.ANOMALY, "entropic-scar", "entropic scar/an entropic scar/the entropic scar"),
    (
        WordKind.ANOMALY,
        "asteroid-field",
        "asteroid field/asteroid fields/an asteroid field/the asteroid field/asteroids",
    ),
)


@cache  # made of all names: every text asks
def meanings() -> Mapping[str, tuple[WordKind, Any]]:
    """Return the phrases that mean what they mean in one spelling alone."""
    found = _phrases(WordKind.FILLER, None, _FILLER)
    found |= _phrases(WordKind.FRANKEN, None, _FRANKEN)
    found |= _phrases(WordKind.ARTICLE, 1, "a/an")
    found |= _phrases(
        WordKind.SOME,
        None,
        "full of/some/a few/few/several/many/lots of/a lot of/a bunch of/bunch of/a handful of/handful of/multiple/any",
    )
    found |= {word: (WordKind.NUMBER, number) for word, number in _NUMBERS.items()}
    found |= {word: (WordKind.NUMBER, number) for word, number in _ORDINALS.items()}
    for article in ("a", "the"):
        for words in ("pair", "couple", "dozen", "single", "lone"):
            found |= _phrases(WordKind.NUMBER, _NUMBERS[words], f"{article} {words}/{article} {words} of/{words} of")
    found |= _phrases(WordKind.NUMBER, 6, "half a dozen")
    found |= _phrases(WordKind.NUMBER, 2, "twice")
    for divider, words in _DIVIDERS:
        found |= _phrases(WordKind.DIVIDER, divider, words)
    for kind, value, words in _WORDS:
        found |= _phrases(kind, value, words)
    for step, words in (
        (SPACE_COMBAT, "space combat/space battle/space fight/in space combat/in space battle"),
        (GROUND_COMBAT, "ground combat/ground battle/ground fight"),
        (INVASION, "invasion/planetary invasion"),
        (TACTICAL_ACTION, "tactical action"),
        ("space-cannon-offense", "space cannon offense"),
        ("space-cannon-defense", "space cannon defense"),
        ("bombardment", "bombardment"),
    ):
        found |= _phrases(WordKind.STEP, step, words)
    return found | {color: (WordKind.COLOR, color) for color in _COLORS.split("/")}


@lru_cache(maxsize=4096)  # longer and shorter runs of the same words are tried one after another
def named(joined: str, edition: str) -> tuple[WordKind, Any] | None:
    """Return what letters mean that are no more than a name, in the singular or the plural."""
    if joined in meanings():
        return meanings()[joined]
    if unit := looked_up(unit_names(), joined):
        return WordKind.UNIT, unit
    if joined in leader_names():
        leader = leader_names()[joined]
        return (WordKind.CARD, leader) if leader else (WordKind.CARD_LEFT, None)
    if faction := looked_up(faction_names(), joined):
        return WordKind.FACTION, faction
    if card := component(joined, edition):
        return WordKind.CARD, card
    if own := own_abilities().get(joined):
        return WordKind.OWN, own
    if joined in other_components():
        return WordKind.CARD_LEFT, None
    if place := planet_names().get(joined):
        return WordKind.PLANET, place
    return None


@cache  # made of all names: every word asks
def _names() -> list[str]:
    names = [*meanings(), *unit_names(), *faction_names(), *component_names(), *planet_names(), *leader_names()]
    return sorted([*names, *other_components(), *own_abilities()])


def begins_a_name(joined: str) -> bool:
    """Return whether a name or phrase begins with these letters, so that a search for long ones can stop."""
    names = _names()
    at = bisect_left(names, joined)
    return bool(joined) and at < len(names) and names[at].startswith(joined)
