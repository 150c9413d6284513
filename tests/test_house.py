"""The rules of the house: tools are content, nothing lies about, nothing names a machine or a download host."""

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.benchmarks.house import nested, typed_circles

ROOT = Path(__file__).parents[1]
TOP_LEVEL = {
    ".ci", ".github", ".gitignore", ".python-version", "LICENSE", "README.md", "content", "mkdocs.yml",
    "pyproject.toml", "solver", "tests", "theme",
}  # fmt: skip
HOSTS = ("py" + "pi.org", "python" + "hosted", "npm" + "js", "crates" + ".io", "yarn" + "pkg")
MACHINE = re.compile(r"(?<![\w.])/(?:work|tmp|root|Users|home/(?!pyodide))\b")
"""A path of somebody's machine; /home/pyodide is a folder inside the browser's Python."""


def git(*arguments: str) -> list[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: which files belong to the project is not known")
    ended = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return ended.stdout.split("\0")[:-1]


def tracked() -> list[Path]:
    return [ROOT / name for name in git("ls-files", "-z") if (ROOT / name).is_file()]


def run(*command: str) -> tuple[int, str]:
    ended = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.parametrize("command", [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",)])
def test_the_tools_are_content(command: tuple[str, ...]) -> None:
    status, said = run(*command)
    assert status == 0, said


def test_every_room_looks_down_alone() -> None:
    """Which room lies above which stands in pyproject.toml; no module is part of a circle."""
    ended = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_each_cache_says_why_it_is_one() -> None:
    """A function that is kept says so beside its decorator, a class above the first property that it works out once."""
    silent = []
    for path in sorted((ROOT / "solver" / "mecatol").rglob("*.py")):
        told = False
        lines = path.read_text("utf-8").split("\n")
        for number, line in enumerate(lines):
            told = told and not line.startswith("class ")
            if re.match(r"\s*@(lru_cache|cache)\b", line) and "  # " not in line:
                silent.append(f"{path.name}:{number + 1}")
            elif line.strip() == "@cached_property" and not told:
                told = lines[number - 1].strip().startswith("#")
                silent += [] if told else [f"{path.name}:{number + 1}"]
    assert not silent


def test_hardly_any_comprehension_is_inside_another() -> None:
    """At most one in 2,000 lines of the solver: well-kept libraries have none to 0.9 in 1,000 lines."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "solver" / "mecatol").rglob("*.py"))]
    found = sum(nested(ast.parse(text)) for text in texts)
    assert found <= sum(text.count("\n") for text in texts) / 2_000


def test_no_module_is_part_of_a_circle_even_by_its_types() -> None:
    """import-linter leaves out what is imported only for types."""
    assert typed_circles(ROOT) == []


def test_the_top_level_holds_the_house_and_nothing_else() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} == TOP_LEVEL


def test_what_lies_about_is_ignored_or_part_of_the_house() -> None:
    loose = git("ls-files", "-z", "--others", "--exclude-standard", "--directory", "--no-empty-directory")
    assert {name.split("/")[0] for name in loose} <= TOP_LEVEL


def test_no_file_names_a_download_host_or_somebody_s_machine() -> None:
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {host}" for host in HOSTS if host in text.lower()]
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in MACHINE.finditer(text)]
    assert found == []


def test_there_are_two_commands_and_pinned_tools() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "pip install uv && uv run mkdocs serve" in readme
    assert "uv run pytest" in readme
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["dev"]
    assert packages
    assert all("==" in package for package in packages)


def test_the_list_of_hashes_is_that_of_the_pins() -> None:
    """What `.ci/run` installs, each package checked by its hash, is what `uv run` installs, transitive too."""
    hashes = (ROOT / ".ci" / "hashes.txt").read_text(encoding="utf-8").strip()
    listed: dict[str, str] = {}
    for entry in re.split(r"\n(?=\S)", hashes):
        named = re.match(r"([\w.-]+)==([^ ;]+)", entry)
        assert named, entry[:80]
        assert "--hash=sha256:" in entry, entry[:80]
        listed[named[1]] = named[2]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = dict(
        re.findall(r"^([\w.-]+)==([^ ;\n]+)", "\n".join(settings["tool"]["uv"]["constraint-dependencies"]), re.M)
    )
    assert pinned == listed, "uv run --no-project .ci/pin.py"
    for pin in (*settings["dependency-groups"]["dev"], *settings["tool"]["uv"]["build-constraint-dependencies"]):
        name, _, version = pin.partition("==")
        assert listed[name.partition("[")[0].lower()] == version
    for found in importlib.metadata.distributions():
        name = re.sub(r"[-_.]+", "-", found.name).lower()
        assert listed.get(name, found.version) == found.version, f"uv run --no-project .ci/pin.py: {name}"


def test_a_class_name_stands_for_one_thing() -> None:
    found: dict[str, list[str]] = {}
    for path in (path for room in ("solver", "theme") for path in sorted((ROOT / room).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_what_a_test_waits_for_is_a_function() -> None:
    """A bare expression is evaluated anew at every look, which the pages' policy forbids from the second one on."""
    waits = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in tracked()
        if path.suffix == ".py"
        for text in re.findall(r"""wait_for_function\(\s*(?:"{3}|'{3}|"|')(.{,60})""", path.read_text("utf-8"))
    }
    assert waits
    assert {wait for wait in waits if "=>" not in wait} == set()
