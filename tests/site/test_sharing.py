"""A link is handed over as text and as a code, which another phone reads."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from places import Place
from playwright.sync_api import Locator, Page, expect
from reading import FIRST, PAGE, STEP, Open, case

from mecatol.scenario import link
from theme.store.packages import pinned

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
DECODE = """async ([code, png]) => {
  const module = { exports: {} };
  new Function("module", "exports", code)(module, module.exports);
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const paper = new OffscreenCanvas(image.width, image.height).getContext("2d");
  paper.drawImage(image, 0, 0);
  const { data } = paper.getImageData(0, 0, image.width, image.height);
  const decode = module.exports.default ?? module.exports;
  return decode(data, image.width, image.height, { inversionAttempts: "dontInvert" })?.data ?? null;
}"""


def decoded(page: Page, shown: Locator) -> str | None:
    """Return what a camera reads of what is shown."""
    code = (pinned("jsqr", ROOT / ".cache", print) / "dist" / "jsQR.js").read_text("utf-8")
    desk = page.context.new_page()  # an empty page lets a test run what it likes
    found: str | None = desk.evaluate(DECODE, [code, base64.b64encode(shown.screenshot()).decode()])
    desk.close()
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_another_phone_reads_the_code(open_page: Open, served: Place, scheme: str) -> None:
    battle = {**FIRST, "players": [{**FIRST["players"][0], "name": "Rød"}, FIRST["players"][1]]}
    reader = open_page(
        served.page(PAGE) + link.write(link.Linked(battle)),
        width=390, height=844, dark=scheme == "dark", permissions=["clipboard-read", "clipboard-write"],
    )  # fmt: skip
    reader.answered(STEP)
    reader.calculator(STEP).get_by_role("button", name="Share").click()
    sheet = reader.page.get_by_role("dialog", name="Share")
    expect(sheet.get_by_role("status")).to_have_text("Link copied")
    address = reader.address()
    assert decoded(reader.page, sheet.locator(".sharing__code")) == address
    expect(sheet.get_by_label("Link", exact=True)).to_have_value(address)
    assert reader.page.evaluate("() => navigator.clipboard.readText()") == address
    other = open_page(address)
    other.answered(STEP)
    expect(other.calculator(STEP).locator('[name="players.0.name"]')).to_have_value("Rød")
    reader.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(reader.calculator(STEP).get_by_role("button", name="Share")).to_be_focused()
    assert reader.said == other.said == []


def test_a_case_that_is_too_long_for_a_code_is_a_link_alone(open_page: Open, served: Place) -> None:
    names = [{"name": f"{letter * 80}{number}", "space": {"cruiser": 1}} for number, letter in enumerate("øł")]
    long = {**FIRST, "players": names, "policy": {"target": names[0]["name"]}}
    assert len(link.write(link.Linked(long))) > 1200
    reader = open_page(served.page(PAGE) + case(STEP, json.dumps(long)))
    reader.calculator(STEP).get_by_role("button", name="Share").click()
    sheet = reader.page.get_by_role("dialog", name="Share")
    expect(sheet).to_contain_text("too long for a code")
    expect(sheet.locator(".sharing__code")).to_be_hidden()
