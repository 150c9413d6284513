"""Which space combats of factions the game with dice knows: what acts in one, what of it is not played, what is open.

`unknown` says what of a scenario that game does not play, `ready` makes one ready to be played.
"""

from collections.abc import Set
from functools import lru_cache, partial

import mecatol
from mecatol.domain.editions import LATEST, in_force
from mecatol.effects.model import PROMISSORY_NOTE
from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_fleet import BOARDERS, Data, boards, box, edition_of

PLAYED = {
    # anybody's: the plain game's own
    "assault-cannon", "courageous-to-the-end", "direct-hit", "duranium-armor", "emergency-repairs", "entropic-scar",
    "fighter-prototype", "metali-void-armaments", "metali-void-shielding", "morale-boost", "nebula",
    "prophecy-of-ixth", "publicize-weapon-schematics", "reflective-shielding", "shields-holding",
    "strike-wing-ambuscade", "the-cavalry", "the-cavalry-memoria-2", "war-funding", "war-funding-omega", "waylay",
    "brother-milor", "brother-milor-omega-omega", "devotion", "dimensional-splicer", "impulse-core", "rickar-rickani",
    "agnlan-oln", "tellurian", "trrakan-aun-zulok", "viscount-unlenn",
    # of factions
    "0-0-1-aim", "ambush", "arc-secundus-repair", "aroz-hollow", "arvicon-rex-edge", "articles-of-war",
    "cmorran-norr-leads", "dynamo-repair", "egeiro-systems", "eidolon-flight", "exotrireme-2-sacrifice",
    "gravleash-maneuvers", "wrath-of-kenara-trade", "fourth-moon-silence", "fragile", "heavens-eye-repair",
    "imperator", "jns-hylarim-hits", "mordred-edge", "quietus", "raid-formation", "salai-sai-corian-dice",
    "strike-wing-alpha-2-infantry", "supercharge", "the-alastor-boarders", "unrelenting", "van-hauge-end",
    "visz-el-vir-dice", "ipswitch-loose-cannon", "munitions-reserves", "non-euclidean-shielding",
    "quantum-manipulator-cover", "iconoclast-omega-guard", "eidolon-maximum-immunity", "eidolon-maximum-repair",
    "circlet-of-the-void",
    # what lands is no matter to the ships: plain_action.py plays it
    "crash-landing",
}  # fmt: skip
"""The effects in space combat and its barrage that `plain_factions` plays."""
JUDGED_APART = {
    # a roll whose misses may cost units, or of which one result changes: every result is listed
    **dict.fromkeys(
        ("crown-of-thalnos", "the-crown-of-thalnos-agenda", "heart-of-ixth"), "combat/test_rerolls_at_risk.py"
    ),
    "heart-of-ixth-opponent": "combat/test_bare_hits.py",
    # who leaves, and when, beyond a rule of retreat: worked out by hand
    **dict.fromkeys(("intercept", "rout", "skilled-retreat"), "combat/test_leaving_by_cards.py"),
    "watchful-ojz": "combat/test_leaving_early.py",
    "cosmic-phenomenae": "rules/test_parts_of_an_action.py",  # what a nebula gives, worked out by hand
    "parley": "effects/test_parley.py",  # agreed before anything is rolled
    # ground forces that come from elsewhere
    **dict.fromkeys(("linkship-cannon", "linkship-2-cannon"), "effects/test_linkship.py"),
    # what a bombardment's hits do, and fighters for everybody
    **dict.fromkeys(("conventions-of-war-abandoned", "age-of-fighters"), "effects/test_events.py"),
    "scramble-frequency": "effects/test_scramble_frequency.py",  # a second roll in place of the other player's
}
"""What neither this game nor the plain one plays, with the tests that judge it: battles are drawn without it."""
TEACH = (
    "teach the second implementation: a card or technology of everybody's in tests/solver/combat/plain.py (and deal it "
    "in plain_battles.py), what a faction has in plain_factions.py (and name it in PLAYED of plain_known.py), landings "
    "and planets in plain_action.py; "
    "or name the tests that judge it instead (JUDGED_APART in plain_known.py)"
)
"""What a test says where the dice do not know what acts in too many battles."""
STEPS = frozenset({"space-combat", "anti-fighter-barrage"})
CAVALRY = {"the-cavalry", "the-cavalry-memoria-2"}


def acting(player: Data, foe: Data, steps: Set[str] = STEPS, edition: str = LATEST) -> set[str]:
    """Return the effects that act for a player in these steps, those of a space combat."""
    kinds = {*player.get("space", ()), *(kind for there in player.get("planets", {}).values() for kind in there)}
    technologies = frozenset(player.get("technologies", ()))
    known = box(player.get("faction"), technologies, edition)
    cards = frozenset(known[kind].slug for kind in kinds)
    named = technologies.union(player.get("effects", ()))
    if foe.get("faction") == "nomad":
        named -= CAVALRY
    return set(_acting(player.get("faction"), cards, named, frozenset(steps), edition))


@lru_cache(maxsize=4096)  # each of hundreds of games of a battle asks
def _acting(faction: str | None, cards: Set[str], named: Set[str], steps: Set[str], edition: str) -> frozenset[str]:
    return frozenset(
        slug
        for slug, effect in mecatol.EFFECTS.items()
        if steps & set(effect.steps) and in_force(edition, effect.edition, effect.until)
        and (slug in named or (effect.automatic and effect.holder is not None and effect.holder == faction))
        and (effect.unit is None or effect.unit in cards or not effect.automatic)
        and (effect.kind != PROMISSORY_NOTE or effect.faction != faction)  # nobody plays a note of their own (69.2)
    )  # fmt: skip


def unknown(scenario: Scenario) -> set[str]:
    """Return what of a space combat is not played here."""
    able = (acting(player, foe, edition=edition_of(scenario)) for player, foe in sides(scenario))
    return left_open(scenario).union(*(found - PLAYED for found in able))


def left_open(scenario: Scenario) -> set[str]:
    """Return what the solver reads in a way of its own where it meets other things in a space combat."""
    found: set[str] = set()
    able = partial(acting, edition=edition_of(scenario))
    for player, foe in sides(scenario):
        there = {kind for units in (player.get("space", {}), *player.get("planets", {}).values()) for kind in units}
        if boards(player) and there & set(BOARDERS):
            if any(set(units) & set(BOARDERS) for units in player.get("planets", {}).values()):
                # which of those aboard and of those from planets is repaired, and which of these retreats
                found |= able(player, foe) & {"duranium-armor"}
                found |= {"the-alastor-boarders"} if "retreat" in player.get("policy", {}) else set()
            # who is a ship from when on is left open where a card looks at ships, or at mechs, at the start
            found |= able(player, foe) & {*CAVALRY, "articles-of-war"}
            found |= able(foe, player) & {"strike-wing-alpha-2-infantry", "articles-of-war"}
            ships = sum(count for kind, count in player.get("space", {}).items() if kind not in BOARDERS)
            if foe is scenario["players"][0] and ships <= 2:  # the last may be destroyed at the start before they join
                found |= able(foe, player) & {"ambush", "assault-cannon", "dimensional-splicer", "impulse-core"}
        if "ipswitch-loose-cannon" in able(player, foe):  # the solver leaves it out beside Direct Hit, and says so
            found |= able(player, foe) & {"direct-hit"}
            # who comes first at the start gives up a ship before the other one has purged the hero
            starts = {"impulse-core", "assault-cannon"}
            found |= (able(foe, player) & starts) if foe is scenario["players"][0] else set()
        if "non-euclidean-shielding" in able(player, foe):  # which of the hits that spare fighters it cancels
            found |= able(foe, player) & {"0-0-1-aim", "graviton-laser-system"}
        if "war-funding-omega" in able(player, foe):  # with whose mean such a roll is compared, and what is paid again
            found |= able(foe, player) & {"gravleash-maneuvers", "wrath-of-kenara-trade", "0-0-1-aim"}
        if "quantum-manipulator-cover" in able(player, foe):
            found |= (able(player, foe) | able(foe, player)) & {"articles-of-war"}
    return found


def ready(scenario: Scenario) -> Scenario:
    """Return a space combat with what acts for each player, whose policy is that of the scenario."""
    players = []
    for player, foe in sides(scenario):
        able = acting(player, foe, edition=edition_of(scenario))
        cards = {slug: copies for slug, copies in player.get("effects", {}).items() if slug in able}
        policy = {**scenario.get("policy", {}), **player.get("policy", {})}
        players.append({**player, "policy": policy, "effects": cards})
    return {**scenario, "players": players, "assume": {"capacity": "ignored", "limits": "ignored"}}


def sides(scenario: Scenario) -> list[tuple[Data, Data]]:
    """Return each player with the other one."""
    one, other = scenario["players"]
    return [(one, other), (other, one)]
