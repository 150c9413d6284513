"""What the code says to readers: errors, labels, hints and answers in Python, data, templates and scripts.

A string counts as said if it has two words or more and is neither a docstring nor a pattern. Some never reach a
reader, such as a message for programmers; they are held to the same English. Docstrings and comments are held to it in
the rooms of `TOLD`; another room comes in when somebody has gone through it.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

from content import english, results
from content.model import Fault
from content.source import SOUND, judges

type Reader = Callable[[str], Iterator[tuple[int, str]]]
"""Yields the texts of a file that count as said, with their lines."""

FOLDERS = ("solver", "theme")
TOLD = ("solver/mecatol/choices/", "solver/mecatol/preparing/", "solver/mecatol/rules/")
"""Rooms whose docstrings and comments are read, too."""
_CODE = re.compile(r"`[^`]*`")
_TWO_WORDS = re.compile(r"[A-Za-z’'“”]{2,},? [A-Za-z“]")
_MARKUP = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.S)
_QUOTED = re.compile(r"(?P<quote>['\"`])(?P<text>(?:(?!(?P=quote))[^\\\n]|\\.)*)(?P=quote)")
_COMMENT = re.compile(r"^\s*//[^\n]*|(?<=\s)// [^\n]*|/\*(?s:.*?)\*/", re.M)


def slips(root: Path) -> Iterator[tuple[Fault, english.Wording]]:
    """Yield where the code below a folder says something in a way that `english` does not want."""
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*")):
        if read := _READERS.get(path.suffix):
            name = path.relative_to(root).as_posix()
            text = path.read_text(encoding="utf-8")
            yield from _slips(text, name, read)
            if name.startswith(TOLD) and path.suffix == ".py":
                yield from _slips(text, name, told)


def _slips(text: str, name: str, read: Reader) -> list[tuple[Fault, english.Wording]]:
    """Return those of a file; one without any is not read again."""
    found: list[tuple[Fault, english.Wording]] = []

    def look() -> bool | None:
        for line, said in read(text):
            for slip in english.slips(said, "everywhere"):
                at = line + said[: said.find(slip.found)].count("\n")
                found.append((Fault(name, at, "", slip.message), slip.wording))
        return None if found else True

    SOUND.get(results.key(results.code(*judges()), "spoken", read.__name__, text), look)
    return found


def python(text: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that are neither docstrings nor patterns, with their lines."""
    tree = ast.parse(text)
    silent: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            silent.add(node.value)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
            silent.update(node.args)
        elif isinstance(node, ast.JoinedStr):
            silent.update(node.values)
    for node in ast.walk(tree):
        if node in silent:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        elif isinstance(node, ast.JoinedStr):
            said = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        else:
            continue
        if _TWO_WORDS.search(said):
            yield node.lineno, said


def told(text: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a module, with their lines; a name in backticks counts as one word."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, _CODE.sub("`…`", node.value.value)
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], _CODE.sub("`…`", token.string)


def template(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a template without its markup."""
    yield 1, _MARKUP.sub(lambda mark: " " + "\n" * mark[0].count("\n"), text)


def quoted(text: str) -> Iterator[tuple[int, str]]:
    """Yield the quoted strings of a script or of JSON."""
    plain = _COMMENT.sub(lambda mark: "\n" * mark[0].count("\n"), text)
    for match in _QUOTED.finditer(plain):
        if _TWO_WORDS.search(match["text"]):
            yield plain.count("\n", 0, match.start()) + 1, match["text"]


_READERS = {".py": python, ".html": template, ".js": quoted, ".ts": quoted, ".json": quoted}
