"""Reading scenarios: what is said of every fault, that printing and parsing are inverse, and that nothing breaks it."""

import json
import math
import random
from typing import Any

import pytest

import mecatol
from mecatol import ScenarioError
from mecatol.scenario import sentence
from tests.solver.random_scenarios import DEFENSE, OFFENSE, scenarios

GOOD: dict[str, Any] = {
    "step": OFFENSE,
    "players": [
        {"name": "Red", "space": {"cruiser": 1}},
        {"name": "Blue", "planets": {"loki": {"pds": 1}}},
    ],
}
UNITS = "Allowed: fighter, destroyer, cruiser, carrier, dreadnought, flagship, war-sun, infantry, mech, pds, space-dock"


def with_player(index: int = 0, **more: Any) -> dict[str, Any]:
    players = [dict(player) for player in GOOD["players"]]
    players[index] |= more
    return {**GOOD, "players": players}


def faults(raw: object) -> dict[str, str]:
    with pytest.raises(ScenarioError) as caught:
        mecatol.solve(raw)
    return {problem.field: problem.message for problem in caught.value.problems}


# --- every message once: field, value, what is allowed, the nearest name

MESSAGES: list[tuple[str, Any, str, str]] = [
    ("no mapping", [], "scenario", "must be a mapping, not the list []"),
    ("nothing", None, "scenario", "must be a mapping, not nothing"),
    ("no mapping", 5, "scenario", "must be a mapping, not the number 5"),
    ("words", "step", "text", "names no unit, and nothing is known for 'step'"),
    ("number", 7, "scenario", "must be a mapping, not the number 7"),
    ("no step", {"players": GOOD["players"]}, "step", "is missing: Which step of the game to solve."),
    ("no players", {"step": OFFENSE}, "players",
     "is missing: The players: the active one first, the rest clockwise."),
    ("empty players", {**GOOD, "players": []}, "players", "is empty: name at least the active player"),
    ("one player", {**GOOD, "players": GOOD["players"][:1]}, "players",
     "1 player given; Space Cannon Offense takes 2 to 8"),
    ("players no list", {**GOOD, "players": {}}, "players", "must be a list, not the mapping {}"),
    ("player no mapping", {**GOOD, "players": [3]}, "players.0", "must be a mapping, not the number 3"),
    ("wrong step", {**GOOD, "step": "space-canon-offense"}, "step",
     "'space-canon-offense' is not a step; did you mean 'space-cannon-offense'?"),
    ("wrong field", {**GOOD, "edtion": "base"}, "edtion",
     "'edtion' is not a field of a scenario; did you mean 'edition'?"),
    ("wrong edition", {**GOOD, "edition": "pox"}, "edition",
     "'pox' is not an edition; did you mean 'pok'? Allowed: base, codex-1, pok, codex-2, codex-3, codex-4, "
     "thunders-edge."),
    ("no name", {**GOOD, "players": [{}, {"name": "Blue"}]}, "players.0.name",
     "is missing: The player's name, different from all others."),
    ("empty name", with_player(name="  "), "players.0.name", "'  ' must be text of 1 to 40 characters on one line"),
    ("long name", with_player(name="x" * 41), "players.0.name",
     f"'{'x' * 41}' must be text of 1 to 40 characters on one line"),
    ("two lines", with_player(name="a\nb"), "players.0.name", "'a\\nb' must be text of 1 to 40 characters on one line"),
    ("name of a draw", with_player(name="Draw"), "players.0.name",
     "'Draw' is what answers call a combat that nobody wins; take any other name, such as “Draw 1”"),
    ("name of no decision", with_player(1, name=" undecided "), "players.1.name",
     "'undecided' is what answers call a combat that is stopped before its end; take any other name"),
    ("name taken", with_player(1, name="Red"), "players.1.name", "'Red' is taken by an earlier player"),
    ("wrong faction", with_player(faction="xxcha"), "players.0.faction", "'xxcha' is not a faction;"),
    ("wrong unit", with_player(space={"destroyr": 1}), "players.0.space.destroyr",
     f"'destroyr' is not a type of unit; did you mean 'destroyer'? {UNITS}."),
    ("negative", with_player(space={"cruiser": -1}), "players.0.space.cruiser",
     "-1 must be a whole number from 0 to 99"),
    ("too many", with_player(space={"fighter": 10_000}), "players.0.space.fighter",
     "10000 must be a whole number from 0 to 99"),
    ("half", with_player(space={"cruiser": 0.5}), "players.0.space.cruiser",
     "0.5 must be a whole number from 0 to 99"),
    ("not a number", with_player(space={"cruiser": math.nan}), "players.0.space.cruiser",
     "nan must be a whole number from 0 to 99"),
    ("text for a number", with_player(space={"cruiser": "two"}), "players.0.space.cruiser",
     "'two' must be a whole number from 0 to 99"),
    ("yes for a number", with_player(space={"cruiser": True}), "players.0.space.cruiser",
     "true (yes/no) must be a whole number from 0 to 99"),
    ("endless number", with_player(space={"cruiser": 10**5000}), "players.0.space.cruiser",
     "a number of more than 40 digits must be a whole number from 0 to 99"),
    ("units no mapping", with_player(space=["cruiser"]), "players.0.space",
     "must be a mapping, not the list ['cruiser']"),
    ("planet name", with_player(planets={"Mecatol Rex": {"pds": 1}}), "players.0.planets.Mecatol Rex",
     "'Mecatol Rex' is not a planet: use small letters, digits and hyphens, at most 40"),
    ("planet called space", with_player(planets={"space": {"pds": 1}}), "players.0.planets.space",
     "'space' cannot name a planet: it means something else here"),
    ("wrong technology", with_player(technologies=["plasma-scorin"]), "players.0.technologies.0",
     "'plasma-scorin' is not a technology; did you mean 'plasma-scoring'?"),
    ("twice", with_player(technologies=["plasma-scoring", "plasma-scoring"]), "players.0.technologies.1",
     "'plasma-scoring' is listed twice; once is enough"),
    ("technology as effect", with_player(effects={"plasma-scoring": 1}), "players.0.effects.plasma-scoring",
     "'plasma-scoring' is not an effect"),
    ("too many copies", with_player(effects={"maneuvering-jets": 21}), "players.0.effects.maneuvering-jets",
     "21 must be a whole number from 0 to 20"),
    ("damaged planet", with_player(damaged={"loki": {"mech": 1}}), "players.0.damaged.loki",
     "'loki' is not a planet of this player;"),
    ("damaged what", with_player(damaged={"cruizer": 1}), "players.0.damaged.cruizer",
     f"'cruizer' is not a type of unit; did you mean 'cruiser'? {UNITS}."),
    ("more damaged than there", with_player(damaged={"dreadnought": 1}), "players.0.damaged.dreadnought",
     "1 damaged, but only 0 there"),
    ("cannot be damaged", with_player(damaged={"cruiser": 1}), "players.0.damaged.cruiser",
     "a Cruiser I has no Sustain Damage, so it cannot be damaged"),
    ("policy", {**GOOD, "policy": {"assign": "cheapest"}}, "policy.assign",
     "'cheapest' is not a policy; did you mean 'cheapest-first'? Allowed: cheapest-first, sustain-first, best."),
    ("policy that is none", {**GOOD, "policy": {"assign": "mine"}}, "policy.assign",
     "'mine' is not a policy. Allowed: cheapest-first, sustain-first, best."),
    ("retreat no mapping", {**GOOD, "policy": {"retreat": 3}}, "policy.retreat",
     "must be a mapping (fields: from_round, ships_at_most, takes), not the number 3"),
    ("empty order", {**GOOD, "policy": {"assign": []}}, "policy.assign", "is empty; it must hold at least 1"),
    ("target", {**GOOD, "policy": {"target": "Bleu"}}, "policy.target",
     "'Bleu' is not a player of this scenario; did you mean 'Blue'? Allowed: Red, Blue."),
    ("decline", {**GOOD, "policy": {"decline": ["space-canon"]}}, "policy.decline.0",
     "'space-canon' is not a unit ability or effect; did you mean 'space-cannon'?"),
    ("ruling", {**GOOD, "rulings": {"63.5": "fires-first"}}, "rulings.63.5", "'63.5' is not an open ruling;"),
    ("ruling as a number", {**GOOD, "rulings": {63.4: "fires-first"}}, "rulings.63.4",
     "63.4 must be text; write '63.4' in quotes"),
    ("tile as a number", {**GOOD, "system": 26}, "system", "26 must be text; write '26' in quotes"),
    ("reading", {**GOOD, "rulings": {"63.4": "any"}}, "rulings.63.4",
     "'any' is not a reading of 63.4. Allowed: fires-first, destroyed-first."),
    ("assumption", {**GOOD, "assume": {"capacity": "off"}}, "assume.capacity",
     "'off' is not an assumption. Allowed: told, ignored, enforced."),
    ("no war sun", with_player(space={"war-sun": 1}), "players.0.space.war-sun",
     "Red has no War Sun without its unit upgrade technology: name `war-sun` under `technologies`"),
    ("no mech then", {**with_player(planets={"loki": {"mech": 1}}), "edition": "base"},
     "players.0.planets.loki.mech", "there is no Mech in Base game (`edition: base`)"),
    ("no faction then", {**with_player(faction="titans-of-ul"), "edition": "base"}, "players.0.faction",
     "The Titans of Ul is not part of Base game (`edition: base`)"),
    ("structure in space", with_player(space={"cruiser": 1, "pds": 1}), "players.0.space.pds",
     "a PDS I is placed on planets, not in the space area"),
    ("ship on a planet", with_player(planets={"loki": {"cruiser": 1}}), "players.0.planets.loki.cruiser",
     "a Cruiser I cannot be on a planet"),
    ("ship that is a structure", with_player(faction="clan-of-saar", planets={"loki": {"space-dock": 1}}),
     "players.0.planets.loki.space-dock", "a Floating Factory I cannot be on a planet"),
    ("other's upgrade", with_player(technologies=["hel-titan-2"]), "players.0.technologies.0",
     "Hel-Titan II is an upgrade of The Titans of Ul; Red plays no faction"),
    ("own upgrade is another",
     with_player(faction="titans-of-ul", technologies=["pds-2"]), "players.0.technologies.0",
     "Red plays The Titans of Ul and upgrades the PDS with Hel-Titan II, not PDS II"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "field", "message"), [case[1:] for case in MESSAGES], ids=[c[0] for c in MESSAGES])
def test_messages(raw: object, field: str, message: str) -> None:
    found = faults(raw)
    assert field in found
    assert found[field].startswith(message)


def test_the_nearest_name_comes_with_the_problem() -> None:
    with pytest.raises(ScenarioError) as caught:
        mecatol.solve(with_player(space={"destroyr": 3}))
    (problem,) = caught.value.problems
    assert problem.value == "destroyr"
    assert problem.suggestion == "destroyer"
    assert str(caught.value) == f"{problem.field}: {problem.message}"


def test_a_flagship_and_mechs_of_no_faction_have_the_commonest_values() -> None:
    # 2 dice at 5 are 0.6² of two hits and 0.48 of one; a destroyer at 9 hits with 0.2, and the flagship sustains that.
    # A round without a hit of the flagship has 0.16: it wins unless the destroyer hits it twice before it hits at all.
    red, blue = {"name": "Red", "space": {"flagship": 1}}, {"name": "Blue", "space": {"destroyer": 1}}
    solution = mecatol.solve({"step": "space-combat", "players": [red, blue]})
    (warning,) = solution.warnings
    assert "Red has no faction, so its flagship is the most common one" in warning
    assert solution.winner["Red"] > 0.99
    mech = {"step": "ground-combat", "players": [{"name": "Red", "planets": {"loki": {"mech": 1}}},
                                                 {"name": "Blue", "planets": {"loki": {"infantry": 1}}}]}  # fmt: skip
    sol = {**mech, "players": [{**mech["players"][0], "faction": "federation-of-sol"}, mech["players"][1]]}
    assert mecatol.solve(mech).winner["Red"] == mecatol.solve(sol).winner["Red"]  # its mech hits on 6 and sustains


def test_all_faults_of_form_are_reported_at_once() -> None:
    bad = {
        "step": "space", "edition": "x", "colour": 1, "rulings": {"1.1": "a"}, "policy": {"assign": "x", "mood": 1},
        "assume": {"capacity": 1},
        "players": [{"name": "", "space": {"cruiser": -1, "boat": 1}}, {"name": "B", "faction": "nobody"}],
    }  # fmt: skip
    assert set(faults(bad)) == {
        "step", "edition", "colour", "rulings.1.1", "policy.assign", "policy.mood", "assume.capacity",
        "players.0.name", "players.0.space.cruiser", "players.0.space.boat", "players.1.faction",
    }  # fmt: skip


def test_all_faults_against_the_game_are_reported_at_once() -> None:
    bad = {
        "step": OFFENSE, "edition": "base",
        "players": [
            {"name": "A", "faction": "titans-of-ul", "space": {"mech": 1, "pds": 1}, "technologies": ["hel-titan-2"]},
            {"name": "B", "effects": {"solar-flare": 1, "disable": 2}, "damaged": {"cruiser": 1}},
        ],
    }  # fmt: skip
    assert set(faults(bad)) == {
        "players.0.faction", "players.0.technologies.0", "players.0.space.mech", "players.0.space.pds",
        "players.1.effects.solar-flare", "players.1.effects.disable", "players.1.damaged.cruiser",
    }  # fmt: skip


# --- printing and parsing


@pytest.mark.parametrize("step", [OFFENSE, DEFENSE])
def test_printing_and_parsing_are_inverse(step: str) -> None:
    for assign in ("cheapest-first", "order", "best"):
        for scenario in scenarios(f"{step} printing", 60, step, assign):
            once = mecatol.read(scenario).data()
            assert mecatol.read(once).data() == once
            assert json.loads(json.dumps(once)) == once
            if assign != "best":
                assert mecatol.solve(once).to_json() == mecatol.solve(scenario).to_json()


def test_what_is_default_or_empty_is_left_out() -> None:
    wordy = {
        **GOOD, "edition": "thunders-edge", "policy": {}, "rulings": {}, "assume": {"capacity": "told"},
        "players": [
            {"name": " Red ", "space": {"cruiser": 1, "carrier": 0}, "effects": {"maneuvering-jets": 0},
             "planets": {}, "technologies": [], "policy": {}, "damaged": {"cruiser": 0}},
            GOOD["players"][1],
        ],
    }  # fmt: skip
    assert mecatol.read(wordy).data() == GOOD


@pytest.mark.parametrize(
    "policy", [{"decline": []}, {"fire": {"pds": 0}}, {"fire": {}}, {"capacity": []}, {"assign": "cheapest-first"}]
)
def test_an_empty_choice_of_a_player_is_kept_for_it_overrides_the_scenario_s(policy: dict[str, Any]) -> None:
    scenario = {**with_player(1, policy=policy), "policy": {"decline": ["space-cannon"], "fire": {"pds": 1}},
                "rulings": {"49.1": "any"}}  # fmt: skip
    printed = mecatol.read(scenario).data()
    assert printed["players"][1]["policy"] == policy
    assert mecatol.solve(printed).to_json() == mecatol.solve(scenario).to_json()


def test_counts_of_nothing_are_fine_even_of_units_that_a_player_lacks() -> None:
    nothing = {"flagship": 0, "mech": 0, "war-sun": 0}
    scenario = with_player(space={"cruiser": 1, **nothing}, adjacent=nothing, damaged={"mech": 0})
    assert mecatol.solve(scenario).to_json() == mecatol.solve(GOOD).to_json()


# --- hostile input

JUNK: list[Any] = [
    None, True, False, -1, 0, 3, 100, 10**40, 10**5000, -(10**5000), 0.5, math.nan, math.inf, -math.inf, "", " ", "?",
    "draw", "space", "best", "x" * 100_000, "\ud800", "\x00", "<script>alert(1)</script>", "__class__", "{0.__class__}",
    "%s%n", "../../etc/passwd", [], [[]], {}, {"": {}}, {"a": {"b": {"c": {}}}}, ["pds"] * 1000, list(range(10_000)),
    {str(i): i for i in range(5000)}, {1: 2}, {None: None}, {(1, 2): 3}, {"pds": {"pds": 1}}, (1, 2), {1, 2}, b"bytes",
    object(), 1j, [float("nan")],
]  # fmt: skip


def _nested(depth: int) -> list[Any]:
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


def _paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(deeper for key, value in inner for deeper in _paths(value, (*path, key)))]


def _mutated(rng: random.Random, data: Any) -> Any:
    """Put junk into one to three places: in place of a value, as a name, or by leaving something out."""
    copy = json.loads(json.dumps(data))
    for path in rng.sample(_paths(copy), rng.randint(1, 3)):
        junk = rng.choice([*JUNK, _nested(3000)])
        if not path:
            return junk
        there = copy
        for key in path[:-1]:
            there = there[key] if _has(there, key) else None
        if isinstance(there, dict) and path[-1] in there:
            old = there.pop(path[-1])
            how = rng.randrange(4)
            if how == 0:
                there[junk if isinstance(junk, str | int | float | None) else str(type(junk))] = old
            elif how > 1:
                there[path[-1]] = junk
        elif _has(there, path[-1]):
            there[path[-1]] = junk
    return copy


def _has(data: Any, key: Any) -> bool:
    return (
        key in data if isinstance(data, dict) else isinstance(data, list) and isinstance(key, int) and key < len(data)
    )


def test_hostile_input_is_refused_or_solved_and_never_breaks() -> None:
    rng = random.Random("hostile")
    seeds = [s for step in (OFFENSE, DEFENSE) for s in scenarios("hostile", 15, step, "cheapest-first")]
    refused = 0
    for _ in range(700):
        raw = _mutated(rng, rng.choice(seeds))
        try:
            solution = mecatol.solve(raw).to_json()
        except ScenarioError as error:
            refused += 1
            assert error.problems  # noqa: PT017
            assert all(len(problem.message) < 2000 and len(problem.field) < 200 for problem in error.problems)  # noqa: PT017
        else:
            assert abs(sum(o["probability"] for o in solution["outcomes"]) - 1) < 1e-12
    assert refused > 400


@pytest.mark.parametrize("junk", [*JUNK, _nested(100_000)], ids=lambda junk: type(junk).__name__)
def test_junk_is_refused(junk: Any) -> None:
    assert faults(junk)
    assert faults({**GOOD, "step": junk})
    assert faults({**GOOD, "players": junk})
    assert faults({**GOOD, "players": [junk, junk]})


def test_a_flood_of_faults_stays_short() -> None:
    flood = {**GOOD, **{f"field-{i}": i for i in range(3000)}}
    assert len(faults(flood)) <= 25


@pytest.mark.parametrize("assign", ["cheapest-first", "sustain-first", "best"])
def test_too_large_is_refused_and_does_not_hang(assign: str) -> None:
    everything = dict.fromkeys(("fighter", "destroyer", "cruiser", "carrier", "dreadnought"), 99)
    guns = [{"name": str(i), "planets": {f"p{i}": {"pds": 99}}} for i in range(5)]
    huge = {"step": OFFENSE, "players": [{"name": "Red", "space": everything}, *guns], "policy": {"assign": assign}}
    huge["assume"] = {"limits": "ignored"}
    with pytest.raises(mecatol.LimitError) as caught:
        mecatol.solve(huge, seconds=0.5)
    assert "use fewer units" in caught.value.problems[0].message


def test_as_many_as_a_game_can_hold_is_solved() -> None:
    fleet = {"fighter": 9, "destroyer": 8, "cruiser": 8, "carrier": 4, "dreadnought": 5, "infantry": 12}
    planets = {f"p-{number}": {"pds": 2} for number in (1, 2, 3)}
    guns = [{"name": name, "technologies": ["plasma-scoring"], "planets": planets} for name in "abcd"]
    solution = mecatol.solve({"step": OFFENSE, "players": [{"name": "Red", "space": fleet}, *guns]})
    assert abs(sum(p for p, _ in solution.outcomes) - 1) < 1e-12


@pytest.mark.parametrize(
    ("player", "rest"),
    [
        ({"controls": ["abaddon"], "resources": {"abaddon": 0}}, {}),
        ({"controls": ["abaddon"], "influence": {"abaddon": 0}}, {}),
        ({"planets": {"loki": {}}}, {}),
        ({"planets": {"loki": {}}}, {"ask": [{"player": "Red", "where": "loki", "most": 0}]}),
        ({"reinforcements": {"cruiser": 0}}, {}),
        ({"policy": {"retreat": {"from_round": 1, "ships_at_most": 0}}}, {}),
    ],
)
def test_what_says_something_is_printed_though_it_is_nothing(player: dict[str, Any], rest: dict[str, Any]) -> None:
    scenario = {**GOOD, "players": [{**GOOD["players"][0], **player}, GOOD["players"][1]], **rest}
    assert mecatol.read(scenario).data() == scenario
    assert mecatol.read(sentence.understand(sentence.say(scenario))).data() == scenario
