"""runtime.ts in Chromium: on a bare page, over http and from disk, with nothing of the site around it."""

import json

import pytest
from bare import Open, ask, first

import mecatol
from theme import live

pytestmark = pytest.mark.browser

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
STEPS = list(mecatol.STEPS)


def test_it_answers_as_this_python_does_and_says_how_far_it_is(open_bare: Open) -> None:
    page = open_bare()
    assert page.evaluate("Mecatol.runtime.python.state") == "asleep"
    came = ask(page, first(STEPS[0]))
    assert came["answer"] == json.loads(live.answer(json.dumps(first(STEPS[0]))))
    assert list(dict.fromkeys(stage["done"] for stage in came["stages"])) == list(range(5))
    assert len({stage["stage"].partition(":")[0] for stage in came["stages"]}) == 5
    assert {stage["of"] for stage in came["stages"]} == {5}
    assert page.evaluate("Mecatol.runtime.python.state") == "ready"
    for step in STEPS[1:]:
        assert ask(page, first(step))["answer"] == json.loads(live.answer(json.dumps(first(step)))), step
    assert "errors" in ask(page, {"scenario": {"step": "no-such-step"}})["answer"]


def test_woken_early_it_is_ready_when_asked(open_bare: Open) -> None:
    page = open_bare()
    page.evaluate("Mecatol.runtime.python.wake(); Mecatol.runtime.python.wake();")
    assert page.evaluate("Mecatol.runtime.python.state") == "waking"
    wait = (
        "async () => { while (Mecatol.runtime.python.state === 'waking')"
        " await new Promise((next) => setTimeout(next, 20)); }"
    )
    page.evaluate(wait)  # Playwright's own way of waiting needs eval(), which the page's policy refuses
    assert page.evaluate("Mecatol.runtime.python.state") == "ready"
    assert {stage["done"] for stage in ask(page, first(STEPS[0]))["stages"]} == {4}


def test_questions_at_once_are_all_answered_each_its_own(open_bare: Open) -> None:
    page = open_bare()
    payloads = [first(step) for step in STEPS]
    answers = page.evaluate("(all) => Promise.all(all.map((one) => Mecatol.runtime.python.ask(one)))", payloads)
    assert [answer["scenario"]["step"] for answer in answers] == STEPS


@pytest.mark.parametrize("awake", [False, True])
def test_it_can_be_stopped_and_asked_again(open_bare: Open, awake: bool) -> None:
    page = open_bare()
    if awake:
        ask(page, first(STEPS[0]))
    name = page.evaluate(
        """async (payload) => {
          const asked = Mecatol.runtime.python.ask(payload);
          Mecatol.runtime.python.stop();
          return asked.catch((error) => `${error.name}, ${Mecatol.runtime.python.state}`);
        }""",
        first(STEPS[0]),
    )
    assert name == "AbortError, asleep"
    assert ask(page, first(STEPS[0]))["answer"]["scenario"]["step"] == STEPS[0]


def test_it_runs_where_webassembly_lacks_garbage_collection(open_bare: Open) -> None:
    """Pyodide takes another way on iPhone and iPad, which it knows by name."""
    page = open_bare(user_agent=IPHONE)
    assert ask(page, first(STEPS[0]))["answer"]["scenario"]["step"] == STEPS[0]
