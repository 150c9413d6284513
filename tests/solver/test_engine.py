"""Stages and the best choice among options, on positions that are easy to see through."""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import mecatol
from mecatol.choices.losses import NAMED
from mecatol.domain.places import SPACE
from mecatol.game.model import Game
from mecatol.game.stages import Branch, play
from mecatol.game.state import State, force
from mecatol.preparing.prepare import prepare
from mecatol.probability import limits
from mecatol.probability.limits import time_limit
from mecatol.rules.combat.best_losses import BestLosses, StateKey


def game(exact: bool = False) -> Game:
    players = [{"name": "Red", "space": {"fighter": 9, "carrier": 4}}, {"name": "Blue"}]
    return prepare(mecatol.read({"step": "space-cannon-offense", "players": players}), exact)


def fighters(state: State, player: int = 0) -> int:
    return sum(stack.total for stack in state.at(player, SPACE) if stack.unit == "fighter")


def holding(start: State, count: int) -> State:
    return start.put(0, SPACE, force({"fighter": count}))


def worth(state: State, player: int) -> float:
    return fighters(state) if player == 0 else -fighters(state)


def lose(start: State, *options: int, chance: float = 1.0, chooser: int = 0) -> Callable[[State], Iterator[Branch]]:
    """A stage after which one of these numbers of fighters fewer is there, at a chance; else all of them."""

    def stage(state: State) -> Iterator[Branch]:
        now = fighters(state)
        yield Branch(chance, [holding(start, max(0, now - n)) for n in options], chooser)
        if chance < 1:
            yield Branch(1 - chance, [state])

    return stage


def test_nothing_happens_in_no_stages() -> None:
    ready = game()
    assert play(ready, [], ready.start, worth) == {ready.start: 1.0}


def test_stages_compose_and_equal_positions_merge() -> None:
    ready = game()
    stages = [lose(ready.start, 1, chance=0.5), lose(ready.start, 1, chance=0.5)]
    final = play(ready, stages, holding(ready.start, 5), worth)
    assert {fighters(state): p for state, p in final.items()} == {5: 0.25, 4: 0.5, 3: 0.25}


def test_the_chooser_takes_what_is_best_for_them() -> None:
    ready = game()
    for chooser, kept in ((0, 4), (1, 2)):
        final = play(ready, [lose(ready.start, 3, 1, 2, chooser=chooser)], holding(ready.start, 5), worth)
        assert [fighters(state) for state in final] == [kept]


def test_a_choice_looks_ahead() -> None:
    # Losing two now and nothing later is better than losing one now and three later.
    ready = game()

    def later(state: State) -> Iterator[Branch]:
        yield Branch(1.0, [state if fighters(state) == 3 else holding(ready.start, 1)])

    final = play(ready, [lose(ready.start, 1, 2), later], holding(ready.start, 5), worth)
    assert [fighters(state) for state in final] == [3]


def test_of_equals_the_plain_policy_s_option_stays() -> None:
    ready = game()
    same = holding(ready.start, 3).use(0, "maneuvering-jets")

    def stage(state: State) -> Iterator[Branch]:
        yield Branch(1.0, [holding(ready.start, 3), same])

    assert list(play(ready, [stage], ready.start, worth)) == [holding(ready.start, 3)]


def test_the_trace_tells_the_chosen_option_alone() -> None:
    ready = game()
    good, bad = holding(ready.start, 4), holding(ready.start, 1)

    def stage(state: State) -> Iterator[Branch]:
        yield Branch(1.0, [bad, good], 0, {good: [("16.3", "good")], bad: [("16.3", "bad")]})

    play(ready, [stage], ready.start, worth)
    assert list(ready.journal.trace) == [("16.3", "good")]


def test_what_is_only_looked_at_is_not_told() -> None:
    ready = game()

    def noisy(state: State) -> Iterator[Branch]:
        ready.note("77.5", f"{fighters(state)} fighters")
        ready.warn(f"{fighters(state)} fighters")
        yield Branch(1.0, [state])

    play(ready, [lose(ready.start, 1, 2), noisy], holding(ready.start, 5), worth)
    assert list(ready.journal.trace) == [("77.5", "4 fighters")]
    assert list(ready.journal.warnings) == ["4 fighters"]


def test_more_positions_than_the_caller_allows_are_refused() -> None:
    ready = game()
    some = ready, [lose(ready.start, 1, chance=0.5)], holding(ready.start, 5), worth
    with time_limit(600, positions=1), pytest.raises(mecatol.LimitError, match="within 1 positions"):
        play(*some)
    assert len(play(*some)) == 2


def test_what_takes_longer_than_was_granted_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [{"name": name, "space": {"cruiser": 2, "dreadnought": 1}} for name in ("Red", "Blue")]
    scenario = {"step": "space-combat", "players": [{**players[0], "technologies": ["duranium-armor"]}, players[1]]}
    unlimited = mecatol.solve(scenario).winner
    monkeypatch.setattr(limits, "_LOOKS", 0)  # the clock is read at every look
    assert mecatol.solve(scenario, seconds=600).winner == unlimited
    with pytest.raises(mecatol.LimitError, match=r"within 0 seconds, .* use fewer .* a larger `seconds` grants more"):
        mecatol.solve(scenario, seconds=0)
    assert mecatol.solve(scenario).winner == unlimited  # it was granted for that one solution alone


def test_signs_of_life_come_once_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    signs: list[tuple[float, str]] = []
    monkeypatch.setattr(limits, "monotonic", lambda: clock[-1])

    def look(*times: float) -> None:
        for clock[-1] in times:
            limits.check_time()

    with (
        limits.heartbeat(lambda said: signs.append((clock[-1], said))),
        time_limit(100),
    ):  # what is granted meanwhile changes nothing
        look(0.2, 0.9, 1.1, 1.9, 2.0, 2.2)
        limits.say_so_far("within 0.2 points so far")
        look(3.3)
        limits.say_so_far("")
        look(60.0, 60.9, 61.0)
    look(62.0, 70.0)
    assert signs == [(1.1, ""), (2.2, ""), (3.3, "within 0.2 points so far"), (60, ""), (61, "")]


@pytest.mark.cpython_only("work is counted alike there, and takes three times as long")
def test_exact_fractions_have_the_limits_that_all_have() -> None:
    def infantry(count: int) -> dict[str, Any]:
        players = [{"name": name, "planets": {"arinam": {"infantry": count}}} for name in ("Red", "Blue")]
        return {"step": "ground-combat", "players": players}

    assert sum(mecatol.solve(infantry(25), exact=True).winner.values()) == 1
    with pytest.raises(mecatol.LimitError, match=r"within 0\.5 seconds"):
        mecatol.solve(infantry(99), exact=True, seconds=0.5)
    assert sum(mecatol.solve(infantry(99)).winner.values()) == pytest.approx(1, abs=1e-12)


def losing(red: str, blue: str, **granted: float) -> mecatol.Solution:
    """Return how a battle ends whose sides take hits by these policies."""
    fleets = {"Red": ({"cruiser": 2, "dreadnought": 2}, red), "Blue": ({"cruiser": 3, "dreadnought": 2}, blue)}
    players = [{"name": name, "space": space, "policy": {"assign": how}} for name, (space, how) in fleets.items()]
    return mecatol.solve({"step": "space-combat", "players": players}, **granted)


def stopped_search(solution: mecatol.Solution) -> str:
    (said,) = (warning for warning in solution.warnings if "was stopped" in warning)
    return said


def test_a_search_that_is_stopped_gives_the_best_named_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = "sustain-first"
    named = {name: losing(name, plain).winner["Red"] for name in NAMED}
    monkeypatch.setattr(limits, "_LOOKS", 0)  # the clock is read at every look
    stopped = losing("best", plain, searching=0)
    assert stopped.winner["Red"] == max(named.values())
    said = stopped_search(stopped)
    assert said.endswith(f"wins {100 * max(named.values()):.2f}%; with the best losses Red wins at least as often.")
    assert stopped.to_json()["scenario"]["players"][0]["policy"] == {"assign": "best"}
    both = stopped_search(losing("best", "best", searching=0))
    assert "of Red and Blue was stopped after 0 seconds" in both
    assert both.endswith("What the best losses of each come to is not known.")


def test_where_nobody_wins_the_step_a_stopped_search_gives_what_loses_least(monkeypatch: pytest.MonkeyPatch) -> None:
    def acting(how: str, **granted: float) -> mecatol.Solution:
        red = {"name": "Red", "space": {"cruiser": 2, "dreadnought": 2}, "policy": {"assign": how}}
        blue = {"name": "Blue", "space": {"cruiser": 3, "dreadnought": 2}}
        return mecatol.solve({"step": "tactical-action", "players": [red, blue]}, **granted)

    costs = {name: acting(name).expected_cost["Red"] for name in NAMED}
    assert costs[NAMED[0]] > costs["sustain-first"] == min(costs.values())
    monkeypatch.setattr(limits, "_LOOKS", 0)  # the clock is read at every look
    stopped = acting("best", searching=0)
    assert stopped.expected_cost["Red"] == costs["sustain-first"]
    assert f"sustain first, the cheapest of 2 named ways, with {costs['sustain-first']:.4g} resources lost on " in (
        stopped_search(stopped)
    )


def test_where_two_searches_are_stopped_each_by_itself_tells_how_good_the_answer_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {name: losing(name, name).winner for name in NAMED}
    named = max(found, key=lambda name: found[name]["Red"])
    better = {"Red": losing("best", named).winner["Red"], "Blue": losing(named, "best").winner["Blue"]}
    find = BestLosses._find

    def alone(search: BestLosses, start: StateKey) -> None:
        if len(search.sides) > 1:
            raise mecatol.LimitError(mecatol.Problem("players", "too many"), "9 positions", "positions")
        find(search, start)

    monkeypatch.setattr(BestLosses, "_find", alone)
    stopped = losing("best", "best")
    assert stopped.winner == found[named]
    said = stopped_search(stopped)
    assert "was stopped after 9 positions" in said
    for name, wins in found[named].items():
        if name in better:
            best = f"{100 * better[name]:.2f}%"
            assert f"That way {name} wins {100 * wins:.2f}%, and with the best losses against that {best}." in said
            assert better[name] >= wins


def test_where_a_search_ends_depends_on_work_and_not_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    # on a machine that is a hundred times slower (each look at the clock finds it a second later), it is the same
    monkeypatch.setattr(limits, "LOOKS_A_SECOND", 10)
    quiet = losing("best", "best", seconds=math.inf, searching=1)
    clock = itertools.count()
    monkeypatch.setattr(limits, "monotonic", lambda: float(next(clock)))
    busy = losing("best", "best", seconds=math.inf, searching=1)
    assert "was stopped after 1 second of work" in stopped_search(quiet)
    assert busy.to_json() == quiet.to_json()
    monkeypatch.setattr(limits, "LOOKS_A_SECOND", 10**9)
    assert not [said for said in losing("best", "best", seconds=math.inf, searching=1).warnings if "stopped" in said]
