"""What a step asks besides units in places has a field on its page, whatever kind of input it is."""

from __future__ import annotations

from html import unescape

import pytest
from loaded import LIBRARY, made

import mecatol
from mecatol import forms
from mecatol.forms.catalogue import catalogue
from theme.site.catalogue import COMMON
from theme.site.steps import page_of

MADE = made()


@pytest.mark.parametrize("slug", list(mecatol.STEPS))
def test_every_input_of_every_role_has_a_field(slug: str) -> None:
    html = unescape(MADE[page_of(mecatol.STEPS[slug], LIBRARY)])
    for role in forms.form(slug).roles:
        for one in role.inputs:
            names = {
                "counts": [f"players.{{i}}.{one.path}.{unit.slug}" for unit in one.units],
                "placed": [f"players.{{i}}.{one.path}.{place}.{unit.slug}" for unit in one.units
                           for place in ("space", "{planet}")],
                "landed": [f"players.{{i}}.{one.path}.{{planet}}.{unit.slug}" for unit in one.units],
                "fleets": [f"players.{{i}}.{one.path}.0.units.{unit.slug}" for unit in one.units],
                "number": [f"players.{{i}}.{one.path}"],
                "planets": [f"players.{{i}}.{one.path}"],
            "objectives": [f"players.{{i}}.{one.path}"],
                "planet-numbers": [f"players.{{i}}.{one.path}.{{planet}}"],
                "declined": [f"players.{{i}}.{one.path}.{{planet}}"],
                "spread": [f"players.0.{one.path}.{unit.slug}.{{planet}}" for unit in one.units],
            }[one.kind]  # fmt: skip
            assert [name for name in names if f'data-name="{name}"' not in html] == []


def test_an_order_stands_in_its_fields_without_scripts() -> None:
    html = unescape(MADE[page_of(mecatol.STEPS["production"], LIBRARY)])
    order = mecatol.STEPS["production"].example["players"][0]["produce"]  # type: ignore[index]
    for unit, count in order.items():
        assert f'value="{count}" name="players.0.produce.{unit}"' in html


def test_what_is_offered_before_anybody_types_is_something_that_forms_offer() -> None:
    offered = {effect["slug"] for effect in catalogue()}
    assert [slug for slug in COMMON if slug not in offered] == []
    assert len(set(COMMON)) == len(COMMON)


@pytest.mark.parametrize("slug", ["space-combat", "invasion", "tactical-action"])
def test_a_chip_has_fields_for_when_and_where_its_card_is_played(slug: str) -> None:
    """The page has one chip with all of them, from which the script takes what does not belong to a card."""
    form = forms.form(slug)
    html = unescape(MADE[page_of(mecatol.STEPS[slug], LIBRARY)]).partition('<template data-part="chip">')[2]
    chip = html.partition("</template>")[0]
    assert 'data-name="players.{i}.policy.play.{slug}"' in chip
    for value, words in form.waits:
        assert f'<option value="{value}">{words}</option>' in chip
    for card, units in form.crashes.items():
        assert f'data-of="{card}"' in chip
        for value, name in units:
            assert f'<option value="{value}">{name} first</option>' in chip
