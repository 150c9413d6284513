"""What has been played of a battle so far, as a link holds it: a token for each step, written close together.

    2,1,a-1f+1n,4.6850,none,b-2f,ha-morale-boost    is written    21a-f+n:46850nb-2f'ha-morale-boost,

A roll of fewer than ten hits is its digit. A roll whose dice are known is `:`, the hits and the dice. A change of units
is written as it is, without the number where that is 1. What is said often has a letter (WORDS). Anything else stands
between `'` and `,`. A comma parts what would be read as one: two changes in a row, dice and a digit after them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

LONGEST_TOKEN = 24
"""Characters of the longest token."""
TOKEN = re.compile(rf"[a-z0-9.+-]{{1,{LONGEST_TOKEN}}}")
"""What a token may be."""
MOST_TOKENS = 400
"""How many of them there may be: rounds without end are nobody's battle."""
WORDS = {"n": "none", "o": "go-on", "s": "stay", "ya": "retreat-a", "yb": "retreat-b"}
"""Letters of tokens that are said often."""

_ROLL = re.compile(r"([0-9])\.([0-9]+)")
# Of up to six players; g and r are what happens to units, and no unit's letter.
_CHANGE = re.compile(r"(?:[a-f](?:[-+gr][1-9][0-9]*[acdfikmnpvwx])+)+")
_ONE = re.compile(r"([-+gr])1([a-z])")
_PIECE = re.compile(
    r":(?P<hits>[0-9])(?P<dice>[0-9]+),?|(?P<digit>[0-9])|'(?P<full>[a-z0-9.+-]+),"
    r"|(?P<change>(?:[a-f](?:[-+gr][0-9]*[acdfikmnpvwx])+)+),?|(?P<word>[nos]|y[ab])"
)
_NUMBERLESS = re.compile(r"([-+gr])([a-z])")


def is_history(tokens: Sequence[object]) -> bool:
    """Tell whether these are tokens, and no more of them than are read."""
    return len(tokens) <= MOST_TOKENS and all(isinstance(token, str) and TOKEN.fullmatch(token) for token in tokens)


def close(tokens: Sequence[str]) -> str:
    """Return tokens written close together."""
    pieces = [_piece(token) for token in tokens]
    parted = [_comma(one, other) for one, other in pairwise([*pieces, ""])]
    return "".join([piece + comma for piece, comma in zip(pieces, parted, strict=True)])


def _piece(token: str) -> str:
    """Return how a token is written by itself."""
    letter = next((letter for letter, word in WORDS.items() if word == token), None)
    if letter:
        return letter
    if len(token) == 1 and token.isdigit():
        return token
    if roll := _ROLL.fullmatch(token):
        return f":{roll[1]}{roll[2]}"
    if _CHANGE.fullmatch(token):
        return _ONE.sub(r"\1\2", token)
    return f"'{token},"


def _comma(piece: str, following: str) -> str:
    """Return what parts a piece from the one that follows it, where they would be read as one."""
    dice = piece.startswith(":") and following[:1].isdigit()
    changes = piece[0] in "abcdef" and following[:1] in "abcdef"
    return "," if following and (dice or changes) else ""


def spread(text: str) -> tuple[str, ...] | None:
    """Return the tokens that were written close together; None for what nobody wrote so."""
    found = tuple(_tokens(text))
    return found if is_history(found) and close(found) == text else None


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while piece := _PIECE.match(text, at):
        at = piece.end()
        if piece["dice"]:
            yield f"{piece['hits']}.{piece['dice']}"
        elif piece["change"]:
            yield _NUMBERLESS.sub(r"\g<1>1\2", piece["change"])
        else:
            yield piece["digit"] or piece["full"] or WORDS[piece["word"]]
