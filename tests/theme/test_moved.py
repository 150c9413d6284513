"""Old addresses of tirules lead to our pages, and to the same heading where the address names one."""

from __future__ import annotations

import re

import pytest
from loaded import LIBRARY, made

from theme.build import moved, policy
from theme.site.addresses import Addresses

TOPICS = (
    "abilities action_cards action_phase active_player active_system adjacency agenda_card agenda_phase anomalies "
    "anti_fighter_barrage asteroid_field attach attacker blockaded bombardment breakthroughs capacity capture "
    "coexistence combat command_sheet command_tokens commodities component_action component_limitations "
    "construction control cost custodians_token deals defender deploy destroyed diplomacy elimination "
    "entropic_scars exhausted expedition exploration fighter_tokens fleet_pool fracture frontier_tokens "
    "game_board game_round gravity_rift ground_combat ground_forces hyperlanes imperial infantry_tokens influence "
    "initiative_order invasion leader_sheet leaders leadership legendary_planets mecatol_rex mechs modifiers move "
    "movement nebula neighbors neutral_units objective_cards opponent pds planetary_shield planets politics "
    "producing_units production promissory_notes purge readied reinforcements relics rerolls resources ships "
    "space_cannon space_combat space_dock space_stations speaker status_phase strategic_action strategy_card "
    "strategy_phase structures supernova sustain_damage synergy system_tiles tactical_action technology "
    "technology_sc trade trade_goods transactions transport unit_upgrades units victory_points warfare "
    "wormhole_nexus wormholes "
)
FACTIONS = (
    "arborec argent bastion creuss deepwrought empyrean firmament hacan jol_nar keleres letnev lizix mahact "
    "mentak muaat naalu naaz_rokha nekro nomad norr ral_nel rebellion saar sol ul vuilraith winnu xxcha yin "
    "yssaril "
)
LISTS = (
    "action_cards agendas events exploration_cards legendary_planets objectives promissory_notes relics "
    "technology units "
)
OLD = [f"{prefix}_{name}" for prefix, names in (("R", TOPICS), ("F", FACTIONS), ("C", LISTS)) for name in names.split()]
"""Every page that tirules and its fork have."""


def test_every_old_page_leads_to_one_of_ours() -> None:
    assert len(OLD) == 149
    led, pages = moved.moved(LIBRARY), made()
    assert [name for name in OLD if name not in led or led[name][0] not in pages] == []


@pytest.mark.parametrize(
    ("old", "ours"),
    [
        ("R_space_cannon", "rules/space-cannon.md"),
        ("R_technology_sc", "rules/technology-strategy-card.md"),
        ("R_fracture", "rules/the-fracture.md"),
        ("F_letnev", "factions/barony-of-letnev.md"),
        ("F_ul", "factions/titans-of-ul.md"),
        ("F_lizix", "factions/l1z1x-mindnet.md"),
        ("F_norr", "factions/sardakk-norr.md"),
        ("F_jol_nar", "factions/universities-of-jol-nar.md"),
        ("C_relics", "cards/relics.md"),
        ("C_technology", "cards/technologies.md"),
        ("C_units", "units.md"),
    ],
)
def test_an_old_page_leads_where_it_should(old: str, ours: str) -> None:
    assert moved.moved(LIBRARY)[old][0] == ours


def test_a_topic_keeps_its_own_old_name() -> None:
    """No two topics share one: each old name of a topic is that of our page but for four that are listed."""
    led = moved.moved(LIBRARY)
    other = [name for name in TOPICS.split() if led[f"R_{name}"][0] != f"rules/{name.replace('_', '-')}.md"]
    assert other == ["expedition", "fracture", "technology_sc"]


def test_a_page_that_leads_on_needs_no_script_and_no_server() -> None:
    files = moved.files(LIBRARY, Addresses())
    html = files["R_space_cannon/index.html"]
    assert '<a href="../rules/space-cannon/">Space Cannon</a>' in html
    assert 'http-equiv="refresh" content="0; url=../rules/space-cannon/"' in html
    assert re.findall(r"<script[^>]*>", html) == ['<script src="../moved.js">']
    assert html == policy.secure(
        re.sub(r"\n *<meta http-equiv=.Content-Security-Policy[^>]*>", "", html), offline=False
    )
    assert {len(text) for path, text in files.items() if path.endswith(".html")} <= {*range(1700)}
