"""The command line's door to saved games: `mecatol game` reads a file of every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mecatol.__main__ import main
from tests.solver.saved_games.test_saved_games import FORMS
from tests.solver.saved_games.writing import TOYS


@pytest.mark.parametrize("form", FORMS)
def test_a_file_of_every_form_is_printed(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game"
    file.write_text(FORMS[form](TOYS[1]), "utf-8")
    assert main(["game", str(file)]) == 0
    assert "Systems with units" in capsys.readouterr().out
    assert main(["game", str(file), "Jord"]) == 0
    assert "Enough for 80%" in capsys.readouterr().out
    assert main(["game", str(file), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["systems"]) == len(TOYS[1].systems)


def test_the_table_of_threats_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game"
    file.write_text(FORMS["web map"](TOYS[1]), "utf-8")
    assert main(["game", str(file), "--player", "Sol"]) == 0
    said = capsys.readouterr().out
    assert "What can be taken from Sol this turn" in said
    assert "Arborec takes Jord" in said
