"""The reference of the package, made of its docstrings and types: every public name with what it takes and returns."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup, escape

import mecatol

_SECTION = re.compile(r"^(Args|Returns|Raises):\n((?:(?:    .*)?\n?)*)", re.MULTILINE)
_ENTRY = re.compile(r"^    (\w+): (.*(?:\n {8,}.*)*)", re.MULTILINE)
_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).*)*", re.MULTILINE)
_CODE = re.compile(r"`([^`]*)`")
_CATALOGUE = ("Effect", "Ruling", "Step")
"""Classes of what is declared, whose fields are those of the game."""


class Entry(NamedTuple):
    """A function, a class or one of its members."""

    name: str
    signature: str
    """What is written in code; empty for a value."""
    text: Markup
    """What it is for, each paragraph as one of HTML."""
    takes: list[tuple[str, Markup]]
    raises: list[tuple[str, Markup]]
    returns: Markup
    example: str
    """Lines of a session that a test runs."""
    members: list[tuple[str, Markup]]
    """Of a class: its fields and methods, each with its first sentence."""


def reference() -> dict[str, list[Entry]]:
    """Return the functions, the classes and the values of the public face."""
    found: dict[str, list[Entry]] = {"Functions": [], "Classes": [], "Errors": [], "Values": []}
    for name in mecatol.__all__:
        value = getattr(mecatol, name)
        if inspect.isfunction(value):
            found["Functions"].append(_entry(name, value, [], f"{name}{inspect.signature(value)}"))
        elif inspect.isclass(value):
            part = "Errors" if issubclass(value, Exception) else "Classes"
            found[part].append(_entry(name, value, [] if name in _CATALOGUE else [*_members(value)], ""))
        elif name in _VALUES:
            found["Values"].append(Entry(name, "", _marked(_VALUES[name]), [], [], Markup(), "", []))
    return found


_VALUES = {
    "EDITIONS": "The editions by slug, the earliest first.",
    "EFFECTS": "The effects that the solver carries out, by slug: each an `Effect`.",
    "RULINGS": "The rulings that a scenario may choose, by clause: each a `Ruling`.",
    "STEPS": "The steps of the game that can be solved, by slug: each a `Step` with an `example`.",
    "__version__": "The version of the package, as every answer has it.",
    "forms": "What each calculator of the site offers.",
    "homebrew": "Packs: `homebrew.register(file)` declares the factions and cards of a file.",
}


def _entry(name: str, value: Any, members: list[tuple[str, Markup]], signature: str) -> Entry:
    said = inspect.getdoc(value) or ""
    parts = {found[1]: found[2] for found in _SECTION.finditer(said)}
    listed = {title: [(one[1], _marked(_joined(one[2]))) for one in _ENTRY.finditer(text)]
              for title, text in parts.items()}  # fmt: skip
    examples = _EXAMPLE.findall(said)
    body = _EXAMPLE.sub("", _SECTION.sub("", said)).strip()
    text = Markup().join(Markup("<p>{}</p>").format(_marked(_joined(each))) for each in re.split(r"\n\s*\n", body))
    return Entry(
        name,
        re.sub(r"'([^']*)'", r"\1", signature),
        text,
        listed.get("Args", []),
        listed.get("Raises", []),
        _marked(_joined(parts.get("Returns", ""))),
        "\n".join(examples),
        members,
    )


def _members(kind: type) -> Iterator[tuple[str, Markup]]:
    """Yield the public fields and methods of a class in their order, each with its first sentence."""
    own = [one for one in reversed(kind.__mro__) if one.__module__.startswith("mecatol")]
    told = {name: text for one in own for name, text in _fields(one)}
    for name, text in told.items():
        yield name, _marked(text)


def _fields(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the fields and methods that the source of a class declares, with what it says of each."""
    [tree] = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    for at, node in enumerate(body):
        after = body[at + 1] if at + 1 < len(body) else None
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id[0] != "_":
            said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            yield f"{node.target.id}: {ast.unparse(node.annotation)}", _joined(str(said))
        elif isinstance(node, ast.FunctionDef) and node.name[0] != "_":
            decorators = {ast.unparse(one) for one in node.decorator_list}
            call = "" if decorators & {"property", "cached_property"} else f"({ast.unparse(_own_arguments(node))})"
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            yield f"{node.name}{call}{returns}", _joined((ast.get_docstring(node) or "").partition("\n\n")[0])


def _own_arguments(node: ast.FunctionDef) -> ast.arguments:
    """Return what a caller gives to a method."""
    taken = node.args
    return ast.arguments(
        taken.posonlyargs, taken.args[1:], taken.vararg, taken.kwonlyargs, taken.kw_defaults, taken.kwarg,
        taken.defaults,
    )  # fmt: skip


def _joined(text: str) -> str:
    return " ".join(text.split())


def _marked(text: str) -> Markup:
    """Return a text of a docstring as HTML, what is in backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))
