"""Fix the version of every package, those that others bring along included: `uv run --no-project .ci/pin.py`.

One resolution of the pins in `pyproject.toml` is written to two places: `.ci/hashes.txt`, by which `.ci/run` checks
what it installs, and `[tool.uv] constraint-dependencies` (and `build-constraint-dependencies`), which `uv run` reads.
So both ways install the same versions, even if an index gets a newer one with an earlier date.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ROOT / "pyproject.toml"
HASHES = ROOT / ".ci" / "hashes.txt"
LISTS = ("constraint-dependencies", "build-constraint-dependencies")


def requirements(hashes: str) -> list[str]:
    """Return the requirements of a list of hashes, such as `certifi==2026.10.18`, with their markers but no hash."""
    lines = (line for line in hashes.splitlines() if line and not line[0].isspace())
    return [line.removesuffix("\\").strip() for line in lines]


def with_list(project: str, name: str, pins: list[str]) -> str:
    """Return the text of `pyproject.toml` with a list of constraints holding these requirements."""
    entries = "".join(f'    "{pin.replace(chr(34), chr(39))}",\n' for pin in pins)
    project, found = re.subn(rf"(?ms)^{name} = \[\n.*?^\]$", lambda _: f"{name} = [\n{entries}]", project)
    if found != 1:
        sys.exit(f"pyproject.toml has {found} lists {name} under [tool.uv]; it must have one")
    return project


def compiled(*arguments: str, given: str = "") -> str:
    """Return what `uv pip compile` resolves with these arguments; `given` is its standard input."""
    options = ["--python-version", "3.13", "--universal", "--no-header", "--no-annotate", "--quiet"]
    command = ["uv", "pip", "compile", *options, *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, stdout=subprocess.PIPE, text=True, check=True).stdout


def main() -> None:
    """Resolve once, without the constraints that stand, and write all places."""
    before = project = PROJECT.read_text(encoding="utf-8")
    for name in LISTS:
        project = with_list(project, name, [])
    PROJECT.write_text(project, encoding="utf-8")
    try:
        hashes = compiled("pyproject.toml", "--group", "dev", "--generate-hashes")
        HASHES.write_text(hashes, encoding="utf-8")
        # An editable install is built with `editables` beside what the build backend asks for.
        backend = "\n".join([*tomllib.loads(project)["build-system"]["requires"], "editables"])
        building = compiled("-", "--constraints", str(HASHES), given=backend)
    except BaseException:
        PROJECT.write_text(before, encoding="utf-8")
        raise
    for name, found in zip(LISTS, (hashes, building), strict=True):
        project = with_list(project, name, requirements(found))
    PROJECT.write_text(project, encoding="utf-8")


if __name__ == "__main__":
    main()
