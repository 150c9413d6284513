"""Forms offer what a step can use, and nothing that the solver would refuse."""

from typing import Any

import pytest

import mecatol
from mecatol.domain.editions import LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import MOST_PLAYERS
from mecatol.domain.units import UNIT_TYPES, USUAL, systems, units
from mecatol.forms import form
from mecatol.forms.model import EffectChoice
from tests.solver.helpers import ask

FORMS = {slug: form(slug) for slug in mecatol.STEPS}


def owned(slug: str) -> list[EffectChoice]:
    """Return what a form offers where a faction tells who may have what."""
    return [choice for choice in FORMS[slug].effects if choice.field != "drafted"]


def test_an_unknown_step_has_no_form() -> None:
    with pytest.raises(mecatol.ScenarioError, match=r"^step: 'space-canon' is not a step; did you mean 'space-cannon"):
        form("space-canon")


@pytest.mark.parametrize("slug", FORMS)
def test_a_form_s_default_is_solved(slug: str) -> None:
    solution = mecatol.solve(FORMS[slug].default).to_json()
    assert solution["outcomes"] or solution["answer"]
    assert FORMS[slug].default["step"] == slug


@pytest.mark.parametrize("slug", FORMS)
def test_what_it_offers_exists(slug: str) -> None:
    offered = FORMS[slug]
    assert offered.title
    assert offered.question.endswith("?")
    assert {unit.slug for role in offered.roles for area in role.areas for unit in area.units} <= set(UNIT_TYPES)
    assert {ruling.key for ruling in offered.rulings} <= set(mecatol.RULINGS)
    assert [edition.slug for edition in offered.editions] == list(mecatol.EDITIONS)
    for choice in offered.policies:
        assert choice.default in {value for value, _, _ in choice.options}
    slugs = [effect.slug for effect in offered.effects]
    assert len(slugs) == len(set(slugs))


@pytest.mark.parametrize("slug", ["space-cannon-offense", "space-cannon-defense"])
def test_every_effect_offered_is_accepted_and_plays_a_part(slug: str) -> None:
    for effect in owned(slug):
        players: list[dict[str, Any]] = [{"name": "Red"}, {"name": "Blue"}]
        owner = players[1 if effect.role == "other" else 0]
        owner[effect.field] = [effect.slug] if effect.field == "technologies" else {effect.slug: 1}
        if effect.faction:
            owner["faction"] = effect.others[0] if effect.faction == effect.closed_to else effect.faction
        record = mecatol.EFFECTS.get(effect.slug)
        printed = {"edition": record.edition} if record and record.until else {}  # what is no longer in print
        solution = ask(slug, *players, **printed)
        assert not any(" not affect " in warning for warning in solution["warnings"]), effect.slug


@pytest.mark.parametrize("slug", ["space-cannon-offense", "space-cannon-defense"])
def test_every_effect_of_the_step_is_offered(slug: str) -> None:
    acting = {e.slug for e in mecatol.EFFECTS.values() if slug in e.steps and not e.automatic}
    assert acting <= {effect.slug for effect in FORMS[slug].effects}


@pytest.mark.parametrize("slug", ["space-cannon-offense", "space-cannon-defense"])
def test_every_unit_offered_is_accepted_and_plays_a_part(slug: str) -> None:
    for role in FORMS[slug].roles:
        for area in role.areas:
            for unit in area.units:
                players: list[dict[str, Any]] = [{"name": "Red"}, {"name": "Blue"}]
                owner = players[0 if role.slug == "active" else 1]
                owner["faction"] = unit.factions[0] if unit.factions else "barony-of-letnev"
                if unit.upgrade:
                    owner["technologies"] = [unit.upgrade]
                owner[area.path] = {"lodor": {unit.slug: 1}} if area.repeatable else {unit.slug: 1}
                solution = ask(slug, *players, assume={"capacity": "ignored"})
                about = f"{owner['name']}’s 1 "
                # a unit that only another faction has in a version that matters may be warned about
                if unit.slug not in ("mech", "flagship", "space-dock"):
                    assert not any(w.startswith(about) for w in solution["warnings"]), (role.slug, area.path, unit.slug)


@pytest.mark.parametrize("slug", ["space-combat", "ground-combat", "bombardment"])
def test_what_a_form_offers_to_draft_is_taken_in_a_game_of_franken_alone(slug: str) -> None:
    offered = [choice for choice in FORMS[slug].effects if choice.field == "drafted"]
    assert {"unit"} < {choice.kind for choice in offered}
    for choice in offered:
        players: list[dict[str, Any]] = [{"name": "Red"}, {"name": "Blue"}]
        players[1 if choice.role == "other" else 0]["drafted"] = [choice.slug]
        scenario = {"step": slug, "players": players, "edition": choice.edition if choice.until else LATEST}
        mecatol.solve(scenario | {"assume": {"owners": "ignored"}})
        with pytest.raises(mecatol.ScenarioError, match="is for a game of Franken"):
            mecatol.solve(scenario)


def test_the_form_of_space_cannon_offense() -> None:
    offered = FORMS["space-cannon-offense"]
    assert (offered.min_players, offered.max_players) == (2, MOST_PLAYERS)
    assert [role.slug for role in offered.roles] == ["active", "other"]
    assert [area.path for area in offered.roles[0].areas] == ["space", "planets", "adjacent"]
    assert offered.default_edition == "thunders-edge"
    assert {ruling.key for ruling in offered.rulings} == {"49.1"}
    by_slug = {effect.slug: effect for effect in offered.effects}
    assert by_slug["pds-2"].field == "technologies"
    assert by_slug["maneuvering-jets"].limit == 4
    assert by_slug["maneuvering-jets"].closed_to is None
    assert by_slug["solar-flare"].role == "active"
    assert by_slug["experimental-battlestation"].role == "other"
    assert "disable" not in by_slug


def test_the_form_of_space_cannon_defense() -> None:
    offered = FORMS["space-cannon-defense"]
    assert {ruling.key for ruling in offered.rulings} == {"49.1", "63.4", "77.8.a"}
    by_slug = {effect.slug: effect for effect in offered.effects}
    assert {"disable", "l4-disruptors", "plasma-scoring"} <= set(by_slug)
    assert not {"solar-flare", "graviton-laser-system", "experimental-battlestation"} & set(by_slug)
    assert by_slug["l4-disruptors"].faction == "barony-of-letnev"


def test_a_note_is_closed_to_the_faction_that_gives_it_alone() -> None:
    by_slug = {effect.slug: effect for effect in FORMS["space-combat"].effects}
    note = by_slug["war-funding-omega"]
    assert (note.faction, note.closed_to) == (None, "barony-of-letnev")
    player = {"faction": note.closed_to, "space": {"cruiser": 1}, "effects": {note.slug: 1}}
    warnings = ask("space-combat", {"name": "Red", **player}, {"name": "Blue", "space": {"cruiser": 1}})["warnings"]
    assert any("cannot be played by its own faction" in warning for warning in warnings)


def test_texts_of_flagships_are_offered_only_to_the_nekro() -> None:
    text = next(effect for effect in FORMS["space-combat"].effects if effect.slug == "fourth-moon-silence")
    assert (text.edition, text.closed_to, text.others) == ("thunders-edge", "mentak-coalition", ("nekro-virus",))


@pytest.mark.parametrize("slug", ["space-combat", "ground-combat", "bombardment", "victory"])
def test_a_form_offers_to_each_faction_exactly_what_the_solver_takes(slug: str) -> None:
    """Nekro may copy faction technologies, and no leader, ability, breakthrough or breakthrough's unit."""
    for choice in owned(slug):
        for faction in (None, *FACTIONS):
            owner: dict[str, Any] = {"name": "Red"} | ({"faction": faction} if faction else {})
            owner |= {choice.field: [choice.slug] if choice.field == "technologies" else {choice.slug: 1}}
            players = [{"name": "Blue"}, owner] if choice.role == "other" else [owner, {"name": "Blue"}]
            scenario = {"step": slug, "players": players, "edition": choice.edition if choice.until else LATEST}
            fits = choice.faction in (None, faction) or (faction or "") in choice.others
            offered = fits and faction not in (choice.closed_to or "").split()
            try:
                warnings = mecatol.solve(scenario).warnings
            except mecatol.ScenarioError as error:
                said = " ".join(problem.message for problem in error.problems)
                taken = not any(words in said for words in ("belongs to", "is an upgrade of", "upgrades the"))
            else:
                taken = not any("cannot be played by its own faction" in warning for warning in warnings)
            assert offered == taken, (choice.slug, faction)


@pytest.mark.parametrize(
    ("slug", "others"),
    [
        ("aetherstream", ("", "nekro-virus")),  # a faction technology
        ("strike-wing-alpha-2", ("nekro-virus",)),  # a faction's unit upgrade: nobody knows the unit of no faction
        ("the-tables-grace", ()),  # the Corsair of a breakthrough
        ("gravleash-maneuvers", ("",)),  # a breakthrough
        ("ahk-syl-siven", ("",)),  # an agent of others
    ],
)
def test_who_else_may_have_what_is_a_factions(slug: str, others: tuple[str, ...]) -> None:
    by_slug = {effect.slug: effect for effect in FORMS["movement"].effects}
    assert by_slug[slug].others == others


@pytest.mark.parametrize("slug", FORMS)
def test_damage_is_offered_to_exactly_those_whose_unit_sustains(slug: str) -> None:
    for role in FORMS[slug].roles:
        for area in role.areas:
            for choice in area.units:
                offer = next(o for o in mecatol.STEPS[slug].offers if (o.role, o.area) == (role.slug, area.path))
                printings = {
                    (unit.faction, unit.technology, unit.name): unit.sustain_damage
                    for unit in (*units().values(), *USUAL.values())
                    if unit.type == choice.slug and offer.units(unit)
                }
                offered = {(v.faction, v.technology, v.name): v.sustains for v in choice.versions}
                assert offered == printings, (area.path, choice.slug)


def test_a_cruiser_is_damaged_by_nobody_but_the_titans() -> None:
    [cruiser] = [unit for unit in FORMS["space-combat"].roles[0].areas[0].units if unit.slug == "cruiser"]
    damaged = [(version.faction, version.technology) for version in cruiser.versions if version.sustains]
    assert damaged == [("titans-of-ul", "saturn-engine-2")]


def test_every_tile_may_be_named_and_is_known_by_its_planets() -> None:
    [fact] = [fact for fact in FORMS["production"].facts if fact.path == "system"]
    assert {number for number, _ in fact.options} == set(systems())
    assert dict(fact.options)["38"] == "Abyz, Fria (38)"


def test_an_aim_at_one_planet_is_one_that_the_solver_takes() -> None:
    [aim] = [policy for policy in FORMS["bombardment"].policies if policy.key == "aim"]
    scenario = {**FORMS["bombardment"].default, "policy": {"bombard": "best", "aim": f"{aim.planet}:fria"}}
    assert [choice["choice"] for choice in mecatol.solve(scenario).to_json()["choices"]] == ["bombard"]


@pytest.mark.parametrize("slug", ["space-combat", "ground-combat", "tactical-action"])
def test_whatever_may_wait_may_wait_for_each_round_that_is_offered(slug: str) -> None:
    waiting = [effect for effect in FORMS[slug].effects if effect.waits]
    assert "morale-boost" in {effect.slug for effect in waiting}
    for effect in waiting:
        players = [dict(player) for player in FORMS[slug].default["players"]]  # type: ignore[attr-defined]
        owner = players[1 if effect.role == "other" else 0]
        value = FORMS[slug].waits[-1][0]
        owner["policy"] = {"play": {effect.slug: int(value) if value.isdigit() else value}}
        owner[effect.field] = [effect.slug] if effect.field == "technologies" else {effect.slug: 1}
        if effect.faction:
            owner["faction"] = effect.faction
        try:
            mecatol.solve({**FORMS[slug].default, "players": players})
        except mecatol.ScenarioError as error:
            assert not any("policy.play" in problem.field for problem in error.problems), effect.slug  # noqa: PT017


@pytest.mark.parametrize("slug", FORMS)
def test_moments_are_offered_where_conditions_may_name_them(slug: str) -> None:
    assert bool(FORMS[slug].moments) == (slug in ("invasion", "tactical-action"))
    for moment, _ in FORMS[slug].moments:
        asked = {**FORMS[slug].default, "ask": [{"player": "Red", "of": "infantry", "least": 1, "when": moment}]}
        assert mecatol.solve(asked).to_json()["chances"]


def test_who_may_crash_land_chooses_unit_and_planet() -> None:
    landing = {slug: offered.crashes for slug, offered in FORMS.items() if offered.crashes}
    assert {"space-combat", "space-cannon-offense", "tactical-action"} <= set(landing)
    for step in landing:
        assert "crash-landing" in {effect.slug for effect in FORMS[step].effects}
        for effect, ground_forces in landing[step].items():
            assert mecatol.EFFECTS[effect].choice == "crash"
            assert [slug for slug, _ in ground_forces] == ["infantry", "mech"]


def test_who_looks_for_reveal_prototype_is_shown_the_upgrades() -> None:
    def shown(step: str) -> set[str]:
        return {choice.slug for choice in form(step).effects if "Reveal Prototype" in choice.meaning}

    assert {"cruiser-2", "fighter-2", "strike-wing-alpha-2", "saturn-engine-2"} <= shown("space-combat")
    assert shown("ground-combat") >= {"infantry-2", "spec-ops-2"}
    assert not {"infantry-2", "pds-2"} & shown("space-combat")
    assert not {"cruiser-2", "pds-2"} & shown("ground-combat")
    assert {"cruiser-2", "infantry-2"} <= shown("tactical-action")
    assert shown("production") == shown("space-cannon-offense") == set()
