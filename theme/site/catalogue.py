"""What every form offers, once for the whole site: technologies, cards, leaders and abilities."""

from __future__ import annotations

import json

from mecatol.forms.catalogue import catalogue
from mecatol.render import words

COMMON = (
    "morale-boost",
    "direct-hit",
    "shields-holding",
    "fire-team",
    "plasma-scoring",
    "antimass-deflectors",
    "maneuvering-jets",
    "assault-cannon",
    "duranium-armor",
    "graviton-laser-system",
    "non-euclidean-shielding",
    "magen-defense-grid",
    "magen-defense-grid-omega",
    "x-89-bacterial-weapon",
    "bunker",
    "waylay",
    "bribery",
    "representative-government",
    "gravity-drive",
    "light-wave-deflector",
    "flank-speed",
    "in-the-silence-of-space",
    "lost-star-chart",
)
"""The cards and technologies that are at most tables: a form whose step has a use for them offers them first."""


def module() -> str:
    """Return the catalogue as a module of JavaScript."""
    effects = catalogue()
    # They travel field by field: like values stand together and pack to two kilobytes less than effect by effect.
    columns = {field: [effect[field] for effect in effects] for field in effects[0]}
    row = "Object.fromEntries(Object.entries(columns).map(([field, values]) => [field, values[index]]))"
    return (
        f"const columns = {json.dumps(columns, ensure_ascii=False, separators=(',', ':'))};\n"
        f"export const effects = columns.slug.map((_, index) => {row});\n"
        f"export const colors = {json.dumps(words.COLORS)};\n"
        f"export const common = {json.dumps(COMMON)};\n"
    )
