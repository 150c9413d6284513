"""The front door of the package."""

import ast
from pathlib import Path

import content

ROOT = Path(content.__file__).parent


def test_what_is_public() -> None:
    assert set(content.__all__) == {
        "Change", "Clause", "ContentError", "Entry", "Example", "Fault", "Library", "Note", "Section", "Span", "Topic",
        "load", "parse", "readings", "solved",
    }  # fmt: skip
    assert all(hasattr(content, name) for name in content.__all__)


def test_content_knows_nothing_of_the_theme_and_holds_no_html() -> None:
    for path in ROOT.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            (node.module or "") if isinstance(node, ast.ImportFrom) else name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in node.names
        }
        assert not [name for name in imported if name.split(".")[0] == "theme"]
    for path in ROOT.rglob("*.yaml"):
        assert "</" not in path.read_text(encoding="utf-8")
