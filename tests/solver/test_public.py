"""What the package offers, what it imports, which clauses it names: guarded, so that nothing creeps in."""

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import units
from mecatol.effects.model import KINDS
from tests.solver.random_scenarios import DEFENSE, OFFENSE, scenarios

PACKAGE = Path(mecatol.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


CATALOGUE = ("Effect", "Ruling", "Step")
"""Classes of what is declared: their fields follow the rules of the game, and no caller makes one."""
FACE = Path(__file__).with_name("public.txt")
"""Every public name with its signature; whoever changes it says so in `content/changes.yaml` and raises the version."""


def face() -> str:
    """Return every public name with its signature, and each class with its public fields and methods."""
    lines = []
    for name in mecatol.__all__:
        value = getattr(mecatol, name)
        if inspect.isclass(value):
            lines += [f"class {name}", *(f"    {member}" for member in members(value) if name not in CATALOGUE)]
        elif inspect.isfunction(value):
            lines.append(f"{name}{inspect.signature(value)}")
        else:
            lines.append(f"{name}: {type(value).__name__}")
    return "\n".join(lines) + "\n"


def members(kind: type) -> Iterator[str]:
    """Yield the public fields and methods of a class that it or another class of the package declares."""
    own = [one for one in reversed(kind.__mro__) if one.__module__.startswith("mecatol")]
    fields = {name: said for one in own for name, said in inspect.get_annotations(one).items()}
    methods = {name: value for one in own for name, value in vars(one).items()}
    for name in sorted({*fields, *methods}):
        value = methods.get(name)
        found = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if name.startswith("_"):
            continue
        if inspect.isfunction(found):
            yield f"{name}{inspect.signature(found)}"
        elif name in fields:
            yield f"{name}: {getattr(fields[name], '__forward_arg__', fields[name])}"
        else:
            yield f"{name}: {type(value).__name__}"


@pytest.mark.cpython_only("reads the tests' own files")
def test_the_public_face_is_the_one_that_was_pinned() -> None:
    pinned = FACE.read_text(encoding="utf-8")
    assert face().splitlines() == pinned.splitlines(), (
        'if it is meant, write it down: uv run python -c "from tests.solver import test_public as t; t.pin()"'
    )


def pin() -> None:
    """Write the public face down as it is now."""
    FACE.write_text(face(), encoding="utf-8")


def test_the_public_names_lead_somewhere() -> None:
    assert sorted(mecatol.__all__) == sorted(set(mecatol.__all__))
    assert set(mecatol.__all__) <= set(dir(mecatol))
    public = {name for name in vars(mecatol) if not name.startswith("_")}
    assert public - set(mecatol.__all__) <= {"annotations", *(path.stem for path in PACKAGE.iterdir())}  # modules
    with pytest.raises(AttributeError, match="module 'mecatol' has no attribute 'sovle'"):
        mecatol.sovle  # type: ignore[attr-defined] # noqa: B018
    assert list(mecatol.EDITIONS) == ["base", "codex-1", "pok", "codex-2", "codex-3", "codex-4", "thunders-edge"]
    assert issubclass(mecatol.LimitError, mecatol.ScenarioError)
    assert issubclass(mecatol.ScenarioError, ValueError)


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module or ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_standard_library_is_all_it_imports(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "mecatol"}
    if path == PACKAGE / "scenario" / "files.py":
        allowed.add("yaml")  # where it is at hand
    if path == PACKAGE / "render" / "raster.py":
        allowed.add("resvg_py")  # where somebody wants a PNG
    if path == PACKAGE / "protocol.py":
        allowed.add("mcp")  # where an assistant asks
    assert {name.partition(".")[0] for name in imports(path.read_text(encoding="utf-8"))} <= allowed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_modules_are_small_and_read_no_files(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 500
    reads = path.parent == PACKAGE / "lab"  # it works with plans and tables, and never in a browser
    if not reads and path not in (
        PACKAGE / "cli.py",
        PACKAGE / "protocol.py",  # it reads the rules from a folder that its user names
        PACKAGE / "scenario" / "files.py",
        PACKAGE / "domain" / "data" / "__init__.py",
    ):
        assert not {"pathlib", "os", "io", "subprocess", "importlib.resources"} & set(imports(source))
        assert "open(" not in source


SAVED_NAMES = PACKAGE / "saved_games" / "names.py"
"""What other programs call factions and technologies in the games that they save."""
LINKS = PACKAGE / "scenario" / "link.py"
"""The codes of factions in links: one never changes its meaning, whatever becomes of the faction's file."""


def test_nothing_outside_the_components_knows_one_by_name() -> None:
    """But for words of systems, one objective's own text, and what other calculators call things."""
    words = {"movement.py": {"nebula", "dimensional-tear"}, "judging.py": {"custodia-vigilia"}}
    words["model.py"] = {"warfare"}  # a color, as well
    words["by_hand.py"] = {slug for slug in mecatol.EFFECTS if slug.endswith("-by-hand")}  # modifiers that players name
    names = {*mecatol.EFFECTS, *FACTIONS, *(slug for slug, unit in units().items() if unit.faction)}
    for path in MODULES:
        if path.relative_to(PACKAGE).parts[0] in ("cards", "paste") or path in (SAVED_NAMES, LINKS):
            continue
        assert _constants(path) & names <= _IN_EXAMPLES | words.get(path.name, set()), path


def test_nothing_outside_its_own_file_knows_a_faction() -> None:
    """Neither by slug nor in a sentence; what other calculators call things and one token's name are as they are."""
    called = {
        name for one in FACTIONS.values() for name in (one.slug, one.name, one.name.removeprefix("The "), one.short)
    }
    word = re.compile(rf"(?<![\w’'-])(?:{'|'.join(map(re.escape, sorted(called, key=len, reverse=True)))})(?![\w-])")
    for path in [*MODULES, *(PACKAGE.parent / "content").glob("*.py"), *(PACKAGE.parent / "theme").rglob("*.py")]:
        own = path.parent == PACKAGE / "cards" / "factions"
        if own or path in (PACKAGE / "paste" / "ti4battle.py", SAVED_NAMES, LINKS):
            continue
        texts = _constants(path) - _IN_EXAMPLES
        found = {match[0] for text in texts for match in word.finditer(text.replace("the Naalu token", ""))}
        assert not found, (path, found)


def _constants(path: Path) -> set[str]:
    """Return the texts in a module's code, those that only explain it not among them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said
    }  # fmt: skip


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from (text for pair in data.items() for part in pair for text in _texts(part))
    elif isinstance(data, list | tuple):
        yield from (text for item in data for text in _texts(item))


_IN_EXAMPLES = {text for step in mecatol.STEPS.values() for text in _texts(step.example)}
"""What the examples of forms name."""


def test_every_module_of_a_package_is_found_by_name() -> None:
    import mecatol.cards.factions as factions
    import mecatol.rules as rules

    for package in (rules, factions):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            assert module.name in sys.modules


@pytest.mark.parametrize("step", mecatol.STEPS.values(), ids=lambda step: step.slug)
def test_what_a_step_s_example_traces_is_cited(step: mecatol.Step) -> None:
    solution = mecatol.solve(step.example).to_json()
    cited = mecatol.clauses_cited()
    assert solution["trace"]
    assert {entry["clause"] for entry in solution["trace"]} <= set(cited)
    assert mecatol.read(step.example).data() == step.example


@pytest.mark.parametrize("step", [OFFENSE, DEFENSE])
def test_every_trace_is_cited_and_tells_each_thing_once(step: str) -> None:
    cited = set(mecatol.clauses_cited())
    for scenario in scenarios(f"{step} trace", 60, step, "cheapest-first"):
        trace = [(entry["clause"], entry["text"]) for entry in mecatol.solve(scenario).trace]
        assert len(trace) == len(set(trace))
        assert {clause for clause, _ in trace} <= cited


def test_clauses_look_like_clauses() -> None:
    for clause, places in mecatol.clauses_cited().items():
        number, _, rest = clause.partition(".")
        assert number.isdigit(), clause
        assert 1 <= int(number) <= 101, clause
        assert rest.split(".")[0].isdigit() or clause.count(".") == 0, clause
        assert places
        assert all(places)


@pytest.mark.parametrize("effect", mecatol.EFFECTS.values(), ids=lambda effect: effect.slug)
def test_declarations_are_whole(effect: mecatol.Effect) -> None:
    assert effect.kind in KINDS
    assert effect.edition in mecatol.EDITIONS
    assert effect.until is None or effect.until in mecatol.EDITIONS
    assert effect.meaning.endswith(".")
    assert effect.timing.endswith(".")
    assert effect.clauses
    assert effect.steps
    assert set(effect.steps) <= set(mecatol.STEPS)
    assert effect.limit >= 1


@pytest.mark.parametrize("ruling", mecatol.RULINGS.values(), ids=lambda ruling: ruling.key)
def test_rulings_are_whole(ruling: mecatol.Ruling) -> None:
    assert ruling.default in ruling.readings
    assert len(ruling.readings) >= 2
    assert all(meaning.endswith(".") for meaning in ruling.readings.values())
    assert ruling.title.endswith("?")
    assert ruling.clauses
    for edition in mecatol.EDITIONS:
        assert ruling.default_in(edition) in ruling.readings


@pytest.mark.cpython_only("reads the tests' own files")
def test_the_solver_s_tests_need_pytest_and_hypothesis_alone() -> None:
    """What they use beside those is imported where it is used, and skipped where it is missing."""
    tests = Path(__file__).parents[1]
    own = {path.stem for folder in (tests, tests / "solver") for path in folder.iterdir()}
    allowed = {*sys.stdlib_module_names, *own, "mecatol", "tests", "pytest", "hypothesis"}
    for path in sorted((tests / "solver").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tree.body = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert {name.partition(".")[0] for name in imports(ast.unparse(tree))} <= allowed, path


@pytest.mark.cpython_only("writes a room of a rule")
def test_a_step_that_lacks_a_field_is_refused_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mecatol.effects import records
    from mecatol.scenario.step import Input, Offer, Step

    (tmp_path / "leadership.py").write_text(
        "from mecatol.scenario.step import Step\n\nStep(\n    slug='leadership',\n    title='Leadership',\n)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TypeError) as caught:
        importlib.import_module("leadership")
    said = records.refused("leadership", caught.value, (Step, Offer, Input))
    assert str(said).startswith("leadership.py:3: Step 'leadership': lacks 'topic', 'question', 'solve', 'clauses', ")


def test_what_a_rule_adds_to_a_scenario_is_a_field_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from mecatol import registry
    from mecatol.scenario.records import PLAYER_RECORDS

    monkeypatch.setitem(PLAYER_RECORDS, "strategy", PLAYER_RECORDS["ballot"])
    with pytest.raises(mecatol.DeclarationError, match="Player: no field 'strategy'"):
        registry.check()
