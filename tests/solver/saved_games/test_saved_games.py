"""Saved games of every known form are read alike; battles, ways, threats, production and votes come out of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import mecatol
from mecatol.saved_games import names
from mecatol.saved_games.arrivals import arrivals, movement
from mecatol.saved_games.battles import battles, system_of
from mecatol.saved_games.economy import producers, production, votes
from mecatol.saved_games.hexes import DIRECTIONS, links, place_of
from mecatol.saved_games.layout import layout
from mecatol.saved_games.model import Forces, Held, SavedGame
from mecatol.saved_games.reading import read_game
from mecatol.saved_games.report import game_data, of_system, of_threats, summary, system_data, threat_data
from mecatol.saved_games.threats import player_of, threats
from tests.solver.saved_games.writing import TOYS, Toy, Units, hex_summary, save, table_data, web

FORMS: dict[str, Callable[[Toy], str]] = {
    "save, two counts": lambda toy: save(toy, "two"),
    "save, four counts": lambda toy: save(toy, "four"),
    "save of before 2025": lambda toy: save(toy, "old"),
    "web map": web,
    "web map without states": lambda toy: web(toy, states=False),
    "hexSummary": hex_summary,
    "address of a hexSummary": lambda toy: f"https://map.example/hexSummary?{hex_summary(toy)}",
    "Tabletop Playground": lambda toy: table_data(toy, "ttpg"),
    "Tabletop Simulator": lambda toy: table_data(toy, "tts"),
}
KNOWS_DAMAGE = ("save, two counts", "save, four counts", "save of before 2025", "web map", "web map without states")
KNOWS_PLAYERS = (*KNOWS_DAMAGE, "Tabletop Playground", "Tabletop Simulator")


def expected(toy: Toy, units: Units, form: str, by_color: bool) -> Forces:
    """Return the units that a form tells of, by the key that it has for a player."""
    found: Forces = {}
    for faction, own in units.items():
        key = toy.color(faction) if by_color else faction
        for kind, states in own.items():
            damaged = states[1] + states[3] if form in KNOWS_DAMAGE else 0
            found.setdefault(key, {})[kind] = Held(sum(states), damaged)
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_every_form_holds_the_same_game(toy: Toy, form: str) -> None:
    game = read_game(FORMS[form](toy))
    by_color = not form.startswith("web")
    assert len(game.systems) == len(toy.systems)
    for told, system in zip(toy.systems, game.systems.values(), strict=True):
        assert system.tile == told.tile
        assert system.place == place_of(told.position)
        assert system.space == expected(toy, told.space, form, by_color)
        for said in told.planets:
            planet = system.planets[names.planet(said) or ""]
            assert planet.units == expected(toy, told.ground.get(said, {}), form, by_color)
            control = told.control.get(said)
            assert planet.controller == (control and (toy.color(control) if by_color else control))
        assert system.activated == [toy.color(faction) if by_color else faction for faction in told.tokens]


@pytest.mark.parametrize("form", KNOWS_PLAYERS)
@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_players_have_what_their_form_tells(toy: Toy, form: str) -> None:
    game = read_game(FORMS[form](toy))
    for told in toy.players:
        player = game.players[told.faction if form.startswith("web") else told.color]
        assert player.faction == told.slug
        assert player.technologies == list(told.technologies)
        assert {names.planet(said) for said in told.planets} <= {*player.controls}
        assert (player.trade_goods, player.fleet_pool, player.tactic_tokens) == (
            told.trade_goods,
            told.fleet,
            told.tactics,
        )
        assert player.leaders["hero"] == "locked"
    assert [player.speaker for player in game.players.values()] == [True, False]
    assert game.round == 2
    assert list(game.laws) == (["conventions-of-war"] if toy.law else [])


@pytest.mark.parametrize("form", KNOWS_PLAYERS)
def test_what_is_not_known_here_is_named(form: str) -> None:
    assert any("zzz-future-tech" in said for said in read_game(FORMS[form](TOYS[0])).left_out())


def test_a_form_without_damage_says_so() -> None:
    assert any("damaged" in said for said in read_game(hex_summary(TOYS[0])).notes)


def test_a_hex_summary_that_skips_a_planet_says_which_was_taken() -> None:
    """The line has one part behind the space area, and the tile two planets: it does not say which of them."""
    game = read_game("30+0+0B2d;Bi")
    assert game.systems["+0+0"].planets["mellon"].units == {"blue": {"infantry": Held(1)}}
    assert any("Mellon and Zohbat" in said for said in game.notes)


def test_an_exported_line_is_read_as_its_own_test_has_it() -> None:
    """The export's own test: a dreadnought and a command token in space, infantry and 2 PDS on Wellon."""
    system = read_game("19+0+0BdWt*e;Bi2pWo*Ci").systems["+0+0"]
    assert system.space == {"blue": {"dreadnought": Held(1)}}
    assert (system.activated, system.tokens) == (["white"], ["frontier"])
    wellon = system.planets["wellon"]
    assert (wellon.units, wellon.controller) == ({"blue": {"infantry": Held(1), "pds": Held(2)}}, "white")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not a saved game"),
        ("2 cruisers vs 3 dreads", "is not a saved game"),
        ("{", "is not JSON"),
        ('{"step": "space-combat"}', "JSON of another form"),
        ('{"players": [], "platform": "ttpg"}', "holds no system"),
        ("x" * 4_000_001, "is longer than"),
    ],
)
def test_what_is_no_game_is_refused_with_what_is_known(text: str, said: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=said):
        read_game(text)


@pytest.mark.parametrize("cut", range(40, 2400, 173))
def test_a_game_of_another_form_inside_is_read_or_refused(cut: int) -> None:
    whole = save(TOYS[0], "two")
    broken = [whole[:cut], whole[cut:], whole[:cut] + "\n999999999 —,—\n" + whole[cut:]]
    data = json.loads(web(TOYS[0]))
    broken += [json.dumps({**data, key: 7}) for key in data if key not in ("tilePositions", "tileUnitData")]
    for text in broken:
        try:
            game = read_game(text)
        except mecatol.ScenarioError:
            continue
        list(summary(game))


def test_positions_are_rings_that_begin_in_the_north() -> None:
    """Facts of AsyncTI4's own table: 101's neighbors are 201, 202, 102, 000, 106 and 212, from the north on."""
    column, row = place_of("101") or (0, 0)
    around = [(column + across, row + down) for across, down in DIRECTIONS]
    assert around == [place_of(word) for word in ("201", "202", "102", "000", "106", "212")]
    assert place_of("305") == (3, -2)
    assert place_of("tl") is None
    assert place_of("199") is None


def test_wormholes_and_hyperlanes_make_systems_adjacent() -> None:
    game = read_game(save(TOYS[3], "two"))
    assert ("208", "alpha") in links(game, "202")
    lanes = read_game(save(Toy("lanes", TOYS[1].players, []), "two") + _tiles("86a 104", "26 103", "27 105"))
    # Tile 86A joins its north-eastern and north-western edges, behind which 103 and 105 lie.
    assert links(lanes, "103") == [("105", "hyperlane")]
    assert links(lanes, "105") == [("103", "hyperlane")]


def _tiles(*told: str) -> str:
    tile = (
        "\n-tile-\n{}\n-unitholder-\n-units-\nspace\n-endunits-\n-planettokens-\n-planetendtokens-\n-endunitholder-\n"
    )
    return "".join(tile.format(one) + "-tokens-\n-endtokens-\n-endtile-" for one in told)


@pytest.fixture
def clash() -> SavedGame:
    return read_game(save(TOYS[0], "two"))


def test_two_fleets_in_a_system_fight_and_the_token_tells_who_attacks(clash: SavedGame) -> None:
    (battle,) = battles(clash, "000")
    first, second = battle.scenario["players"]
    assert (battle.scenario["step"], battle.alone, battle.said) == ("space-combat", None, [])
    assert (first["name"], first["space"], first["technologies"]) == ("Sol", {"cruiser": 3}, ["cruiser-2"])
    assert (second["space"], second["damaged"]) == ({"dreadnought": 2}, {"dreadnought": 1})
    by_hand = mecatol.solve(
        {
            "step": "space-combat",
            "players": [
                {"name": "A", "technologies": ["cruiser-2"], "space": {"cruiser": 3}},
                {"name": "B", "space": {"dreadnought": 2}, "damaged": {"dreadnought": 1}},
            ],
        }
    ).to_json()["winner"]
    assert mecatol.solve(battle.scenario).to_json()["winner"]["Sol"] == pytest.approx(by_hand["A"])


def test_a_system_is_found_by_planet_tile_or_position(clash: SavedGame) -> None:
    assert {system_of(clash, said).position for said in ("000", "18", "Mecatol Rex", "mecatol-rex")} == {"000"}
    with pytest.raises(mecatol.ScenarioError, match="is not in this game"):
        system_of(clash, "Jord")


def test_who_holds_a_system_alone_asks_what_would_be_enough() -> None:
    game = read_game(web(TOYS[1]))
    (battle,) = battles(game, "Jord")
    assert (battle.alone, battle.scenario["step"]) == ("Attacker", "tactical-action")
    assert battle.scenario["players"][1]["planets"] == {"jord": {"infantry": 2, "space-dock": 1}}


def test_a_landing_has_a_ground_combat_on_each_planet_that_two_hold() -> None:
    game = read_game(save(TOYS[2], "four"))
    (battle,) = battles(game, "101")
    assert battle.title == "Ground combat on Mellon"
    assert [player["name"] for player in battle.scenario["players"]] == ["Letnev", "Sol"]
    assert battle.scenario["players"][0]["planets"] == {"mellon": {"infantry": 3, "mech": 1}}


def test_space_cannon_reaches_from_next_door(clash: SavedGame) -> None:
    """Lodor's two PDS II are next to Mecatol Rex, and those there fire with them."""
    clash.systems["000"].space.pop("blue")
    (battle,) = battles(clash, "000")
    assert battle.scenario["players"][1]["adjacent"] == {"pds": 2}


def test_ships_come_by_the_shortest_way_with_what_they_carry() -> None:
    game = read_game(web(TOYS[1]))
    (one,) = arrivals(game, "000", "sol")
    assert (one.origin, one.way.through) == ("102", ())
    assert one.counts == {"carrier": 1, "destroyer": 1, "infantry": 2}
    answer = mecatol.solve(movement(game, "000", "sol") or {}).to_json()["answer"]
    assert "can move everything" in answer["headline"]


def test_ships_come_through_wormholes_and_not_past_what_stops_them() -> None:
    game = read_game(save(TOYS[3], "two"))
    (one,) = arrivals(game, "208", "yellow")
    assert (one.way.by, one.counts) == (("alpha",), {"cruiser": 3, "war-sun": 1})
    far = read_game(save(TOYS[4], "two"))
    assert arrivals(far, "000", "red") == []  # the asteroid field lies between
    assert arrivals(far, "201", "blue") == []


def test_own_command_tokens_hold_ships_back() -> None:
    game = read_game(save(TOYS[1], "two"))
    game.systems["102"].activated.append("blue")
    assert arrivals(game, "000", "blue") == []


def test_the_table_of_threats_has_chances_that_the_solver_gives() -> None:
    game = read_game(save(TOYS[1], "two"))
    (threat,) = threats(game, player_of(game, "Sol"))
    assert (threat.position, threat.attacker, threat.takes) == ("102", "Arborec", "Jord")
    taken = [one for one in mecatol.solve(threat.scenario).to_json()["chances"] if one.get("takes")]
    assert threat.chance == pytest.approx(taken[0]["probability"])
    assert any("Arborec takes Jord" in line for line in of_threats(game, "blue", [threat]))
    assert threat_data([threat])[0]["scenario"]["step"] == "tactical-action"


def test_nobody_comes_who_has_passed_or_has_no_token() -> None:
    game = read_game(save(TOYS[1], "two"))
    game.players["red"].tactic_tokens = 0
    assert list(threats(game, "blue")) == []


def test_production_and_votes_are_filled_in() -> None:
    game = read_game(save(TOYS[1], "two"))
    system = system_of(game, "Jord")
    assert producers(game, system) == ["blue"]
    player = production(game, system, "blue")["players"][0]
    assert (player["controls"], player["trade_goods"]) == (["jord"], 2)
    mecatol.solve(production(game, system, "blue"))
    vote = votes(game) or {}
    assert vote["agenda"] == {"speaker": "Sol"}
    mecatol.solve(vote)


def test_a_franken_player_keeps_what_another_faction_owns() -> None:
    toy = Toy("franken", [TOYS[2].players[0], TOYS[2].players[1]], TOYS[2].systems)
    text = save(toy, "two").replace("faction sol", "faction franken1").replace("tech zzz", "tech swa2,zzz")
    game = read_game(text)
    assert any("franken1" in said for said in game.left_out())
    assert game.players["blue"].technologies == ["strike-wing-alpha-2"]


def test_neutral_units_have_their_own_values() -> None:
    text = save(TOYS[1], "two").replace(
        "-endplayerinfo-", "-player-\n9\nBot\nfaction neutral\ncolor gray\n-endplayer-\n-endplayerinfo-"
    )
    game = read_game(text.replace("red—cv 2,0", "gry—gf 2,0"))
    assert game.systems["000"].space["neutral"] == {"infantry": Held(2)}


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_everything_of_a_game_can_be_asked_and_printed(toy: Toy) -> None:
    game = read_game(save(toy, "two"))
    json.dumps(game_data(game))
    assert any(line.startswith("Systems with units") for line in summary(game))
    for position in game.systems:
        data = json.loads(json.dumps(system_data(game, position)))
        scenarios: list[dict[str, Any]] = [battle["scenario"] for battle in data["battles"]]
        scenarios += [*data["movement"].values(), *data["production"].values(), data["votes"]]
        for scenario in scenarios:
            if scenario is not None:
                mecatol.solve(scenario)
        assert next(of_system(game, position, mecatol.solve)).startswith(position)


def test_a_map_string_is_read_ring_by_ring() -> None:
    """Twelve tiles of the second ring, the north first; a hyperlane joins what its turned lines lead to."""
    outer = ["19", "0", "20", "-1", "21", "22", "23", "24", "25", "26", "27", "28"]
    game = read_game(" ".join(["{112}", "83A1", "34", "35", "36", "37", "38", *outer]))
    assert game.systems["000"].tile == "112"
    assert {position: system.tile for position, system in game.systems.items() if system.place in DIRECTIONS} == {
        "101": None, "102": "34", "103": "35", "104": "36", "105": "37", "106": "38",
    }  # fmt: skip
    assert game.systems["201"].place == (0, -2)
    assert "202" not in game.systems
    # It joins edges 1 and 4; turned once, 2 and 5: the system to its southeast and the one to its northwest.
    lanes = {link.position for link in links(game, "102") if link.way == "hyperlane"}
    assert lanes == {one.position for one in game.systems.values() if one.place == (-1, -1)}
    assert read_game("19,20,21,22,23,24").systems["000"].tile == "18"
    assert read_game(" ".join(["34"] * 6 + ["9999"])).left_out() == ["Not known here, so left out: tiles 9999."]


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_a_map_is_laid_out_with_what_matters_to_ships(toy: Toy) -> None:
    game = read_game(save(toy, "two"))
    found = layout(game)
    assert len({one["at"] for one in found["systems"]}) == len(found["systems"])
    for told in toy.systems:
        column, step = place_of(told.position) or (99, 99)
        shown = next(one for one in found["systems"] if one["at"] == f"{column},{step}")
        assert shown["tile"] == told.tile
        assert shown["ships"] == [toy.color(player) for player in told.space]
        assert shown["tokens"] == [toy.color(player) for player in told.tokens]
