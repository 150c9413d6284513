"""Texts that are almost right: lines of a stream, plans of sweeps and journals, cut, swapped and stuffed at random."""

from __future__ import annotations

import json
import random
from typing import Any

LINE: dict[str, Any] = {
    "id": "a-7",
    "step": "space-cannon-offense",
    "edition": "pok",
    "players": [
        {"name": "Red", "space": {"cruiser": 2, "fighter": 3}, "technologies": ["antimass-deflectors"]},
        {"name": "Blue", "planets": {"lodor": {"pds": 1}}, "policy": {"assign": "cheapest-first"}},
    ],
}
PLAN: dict[str, Any] = {
    "base": {
        "step": "space-combat",
        "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"dreadnought": 1}}],
    },
    "axes": {"Red.space.cruiser": {"from": 1, "to": 4}, "Blue.technologies": [[], ["dreadnought-2"]]},
    "fleets": {"Blue": {"units": ["fighter", "carrier"], "cost": {"from": 3, "to": 5}}},
    "pairs": "equal-cost",
    "fields": ["winner", "expected_losses.Red"],
}
BITS = (
    b"", b"{", b"}", b"[", b"]", b"{}", b"[]", b"[[[[[[[[", b'"', b"'", b",", b":", b": ", b"- ", b"? ", b"\n  ",
    b"\t", b"\\", b"\\ud800", b'"\\ud800"', b"\\u0000", b"\xff", b"\xed\xa0\x80", b"\x00", b"\x1b[2J",
    b"\xe2\x80\xae", b"\xe2\x80\xa8", b"NaN", b"-Infinity", b"null", b"true", b"1e999", b"-1", b"0", b"99", b"100",
    b"10000000", b"9" * 60, b"7" * 5000, b"&a ", b"*a", b"&a [*a]", b"<<: *a", b"<<", b"!!set {a}", b"!!binary YQ==",
    b"!!python/object:os.system x", b"!x ", b"2026-11-29", b"1:30:59", b"0x7f", b"=", b"~", b"%YAML 1.1", b"---",
    b"...", b"# ", b"|", b">", b"@", b"`", b'"id": 7, ', b'"id": [1], ', b'"step": "space-combat", ',
    b'"rounds": 3, ', b'"__proto__": {}, ', b"x" * 300,
)  # fmt: skip
"""What is put into a text: pieces of JSON and YAML, odd bytes, numbers at and past their bounds."""


def spoiled(text: bytes, rng: random.Random) -> bytes:
    """Return a text with one to five changes: pieces put in, taken out, doubled, moved or replaced."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 0, 1, 1, 2, 5, 20, 200)))
        piece = rng.choice((rng.choice(BITS), rng.choice(BITS), bytes([rng.randrange(256)]), text[start:end] * 2))
        text = text[:start] + piece + text[end:]
        if rng.random() < 0.05:
            text = text[: rng.randrange(len(text) + 1)]
    return text


def in_yaml(data: Any) -> bytes:
    """Return plain data in a loose block style, which PyYAML need not be at hand to write."""
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in data.items()).encode()


def line(rng: random.Random) -> bytes:
    """Return a line of a stream that is almost a scenario; some are one."""
    whole = json.dumps(LINE).encode() if rng.random() < 0.8 else b"{" + in_yaml(LINE).replace(b"\n", b", ") + b"}"
    spoilt = whole if rng.random() < 0.05 else spoiled(whole, rng)
    return spoilt.replace(b"\n", b" ")


def plan(rng: random.Random) -> bytes:
    """Return a text that is almost a plan."""
    return spoiled(json.dumps(PLAN).encode() if rng.random() < 0.6 else in_yaml(PLAN), rng)
