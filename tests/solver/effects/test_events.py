"""Events in a battle: one figure each, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from tests.solver.effects.battles import ABADDON, ground, solved, space, winners


def test_without_conventions_of_war_each_hit_of_a_bombardment_destroys_three() -> None:
    six = Fraction(6, 10)
    for owner in ("Red", "Blue", "both"):
        red = {**space(dreadnought=1), **({"effects": {"conventions-of-war-abandoned": 1}} if owner != "Blue" else {})}
        blue = {**ground(infantry=4), **({"effects": {"conventions-of-war-abandoned": 1}} if owner != "Red" else {})}
        solution = solved("bombardment", red, blue)
        assert {sum(s.total for s in left["Blue"].at(ABADDON)): chance for chance, left in solution.outcomes} == {
            4: 1 - six, 1: six,
        }  # fmt: skip


def test_in_the_age_of_fighters_everybodys_fighters_are_upgraded() -> None:
    plain = winners("space-combat", {"technologies": ["fighter-2"], **space(fighter=2)},
                    {"technologies": ["fighter-2"], **space(fighter=1)})  # fmt: skip
    event = {"effects": {"age-of-fighters": 1}}
    assert winners("space-combat", {**event, **space(fighter=2)}, space(fighter=1)) == plain
    assert winners("space-combat", space(fighter=2), {**event, **space(fighter=1)}) == plain
    naalu = {"faction": "naalu-collective"}
    owned = {**naalu, "technologies": ["hybrid-crystal-fighter-2"], **space(fighter=2)}
    known = {"technologies": ["fighter-2"], **space(fighter=1)}
    assert winners("space-combat", {**naalu, **event, **space(fighter=2)}, space(fighter=1)) == winners(
        "space-combat", owned, known
    )
